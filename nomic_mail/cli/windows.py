"""mod extend, pause, resume, announce: the moderator's acts upon time, and words to all."""

from typing import Any

import click

from nomic_mail.cli.acts import act, deed, hand_in, one_line


@click.command()
@click.argument("game")
@click.argument("what", metavar="WHAT")
@click.option("--by", "length", metavar="TIME", help="So much longer: 2 days, 36h.")
@click.option("--until", metavar="WHEN", help='Until then (UTC): 2026-12-24, "2026-12-24 18:00".')
@act
def extend(
    ctx: click.Context, game: str, what: str, length: str | None, until: str | None, **how: Any
) -> None:
    """More time for WHAT: the number of a proposal (its debate, or its vote), or the turn, as in
    "turn 7". Refused where something else stands by now, or its time is over.

    \b
    Examples:
      nomic-mail mod extend tea 301 --by "2 days"
      nomic-mail mod extend tea "turn 7" --until "2026-12-24 18:00" --preview
    """
    if (length is None) == (until is None):
        raise click.UsageError("say how much longer: --by or --until")
    much = f"BY {one_line(length)}" if length else f"UNTIL {one_line(until or '')}"
    hand_in(ctx, game, f"EXTEND {one_line(what)} {much}", **how)


@click.command()
@click.argument("game")
@click.argument("number")
@click.option("--for", "length", metavar="TIME", help="How long it stays open: 2 days, 36h.")
@act
def reopen(ctx: click.Context, game: str, number: str, length: str | None, **how: Any) -> None:
    """Take up the vote on NUMBER again, which was counted without somebody: only while nothing was
    built on its end. What the count brought about is taken back.

    \b
    Example:
      nomic-mail mod reopen tea 301 --for "2 days" --why "the mailbox was down"
    """
    much = f" FOR {one_line(length)}" if length else ""
    hand_in(ctx, game, f"REOPEN {one_line(number)}{much}", **how)


pause = deed(
    "pause",
    "PAUSE",
    "Stop the clocks of GAME: nothing closes, and what players write is kept until it goes on.",
    'pause tea --why "the Moderator is on holiday"',
)
resume = deed(
    "resume",
    "RESUME",
    "Let GAME go on: every deadline is later by the length of the pause.",
    "resume tea --preview",
)


@click.command()
@click.argument("game")
@click.argument("text")
@act
def announce(ctx: click.Context, game: str, text: str, why: str, **how: Any) -> None:
    """Tell all players of GAME something. TEXT is kept in the record.

    \b
    Example:
      nomic-mail mod announce tea "The server moves to another house on Sunday."
    """
    if why:
        raise click.UsageError("an announcement says its reasons itself")
    hand_in(ctx, game, f"ANNOUNCE: {text}", **how)


@click.command()
@click.argument("game")
@click.argument("letter", type=int)
@act
def release(ctx: click.Context, game: str, letter: int, why: str, **how: Any) -> None:
    """Answer for a held LETTER: it acts as the command it means, as if its sender had proven it.

    \b
    Example:
      nomic-mail mod release tea 12
    """
    if why:
        raise click.UsageError("a letter is released without a reason")
    hand_in(ctx, game, f"RELEASE {letter}", **how)


discard = deed(
    "discard",
    "DISCARD {letter}",
    "Put a held LETTER away; with --why, its sender is told so, if they have a seat in GAME.",
    'discard tea 12 --why "this was spam in your name"',
    letter={"type": int},
)
