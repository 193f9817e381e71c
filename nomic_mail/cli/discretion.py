"""What the moderator does of their own: points by a rule, corrections, acts that are taken back."""

from pathlib import Path
from typing import Any

import click

from nomic_mail.cli.acts import act, deed, hand_in, one_line
from nomic_mail.cli.common import RULE, text_of
from nomic_mail.game.part_points import read_points


def _points(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Whole, or in parts: 2.5."""
    try:
        return value if value is None else str(read_points(value))
    except ValueError:
        raise click.BadParameter(f"{value!r} is no number of points, such as 10 or 2.5") from None


def _above_nothing(ctx: click.Context, parameter: click.Parameter, value: str) -> str | None:
    told = _points(ctx, parameter, value)
    if told is None or read_points(told) <= 0:
        raise click.BadParameter(f"{value} is not more than nothing")
    return told


BY_RULE = click.option("--rule", type=RULE, required=True, help="The rule in force that says so.")


award = deed(
    "award",
    "AWARD {player} {points} RULE {rule}",
    "Give PLAYER POINTS that a rule in force gives in words. --why is kept with it.",
    'award tea Ada 10 --rule 304 --why "for the riddle" --preview',
    BY_RULE,
    player={},
    points={"callback": _above_nothing},
)
fine = deed(
    "fine",
    "FINE {player} {points} RULE {rule}",
    "Take POINTS from PLAYER that a rule in force takes in words. --why is kept with it.",
    'fine tea Bob 5 --rule 304 --why "he gave the answer away"',
    BY_RULE,
    player={},
    points={"callback": _above_nothing},
)
roll = deed(
    "roll",
    "ROLL {dice} RULE {rule}",
    "Throw DICE, such as 2d6, that a rule in force calls for in words; all are told.",
    'roll tea 2d6 --rule 304 --why "who is the wizard today"',
    BY_RULE,
    dice={},
)


@click.command()
@click.argument("game")
@click.argument("players", nargs=-1, required=True)
@click.option("--rule", type=RULE, help="The rule in force that lets it be set.")
@act
def order(
    ctx: click.Context, game: str, players: tuple[str, ...], rule: int | None, **how: Any
) -> None:
    """Set the order of play to PLAYERS, each of them once; where a rule orders them, another is
    named that lets it be set.

    \b
    Example:
      nomic-mail mod order tea Ada Bob Cid --rule 304 --why "as they agreed"
    """
    by = f" RULE {rule}" if rule is not None else ""
    hand_in(ctx, game, f"ORDER {', '.join(map(one_line, players))}{by}", **how)


@click.group()
def correct() -> None:
    """Set right a mistake: an event of its own, that says what stood, what stands, and why.

    \b
    Example:
      nomic-mail mod correct score tea Ada 25 --from 35 --why "a throw was misread" --preview
    """


@correct.command()
@click.argument("game")
@click.argument("player")
@click.argument("total", callback=_points)
@click.option("--from", "stood", callback=_points, help="Only where PLAYER has this many now.")
@act
def score(
    ctx: click.Context, game: str, player: str, total: str, stood: str | None, **how: Any
) -> None:
    """PLAYER has TOTAL points.

    \b
    Example:
      nomic-mail mod correct score tea Ada 25 --from 35 --why "a throw was misread"
    """
    was = f" FROM {stood}" if stood is not None else ""
    hand_in(ctx, game, f"CORRECT SCORE {one_line(player)}{was} TO {total}", **how)


turn = deed(
    "turn",
    "CORRECT TURN {number} TO {player}",
    "The turn NUMBER, which was passed on wrongly, is PLAYER's.",
    'correct turn tea 7 Bob --why "he had written in time"',
    number={"type": int},
    player={},
)
correct.add_command(turn)


@correct.command()
@click.argument("game")
@click.argument("rule", type=RULE)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--title", default="", help="What the rule is called.")
@act
def rule(
    ctx: click.Context, game: str, rule: int, file: Path, title: str, why: str, **how: Any
) -> None:
    """RULE says what stands in FILE: it was entered wrongly. This is no amendment.

    \b
    Example:
      nomic-mail mod correct rule tea 203 right.txt --why "a line was lost" --preview
    """
    if not why:
        raise click.UsageError("the record is to tell why: --why")
    head = f"Title: {one_line(title)}\n" if title else ""
    text = text_of(file).strip()
    hand_in(ctx, game, f"CORRECT RULE {rule}: {one_line(why)}\n{head}{text}", **how)


@correct.command()
@click.argument("game")
@click.argument("rule", type=RULE)
@click.argument("status", type=click.Choice(["mutable", "immutable", "typeless"]))
@act
def status(ctx: click.Context, game: str, rule: int, status: str, **how: Any) -> None:
    """RULE is STATUS: it was entered wrongly. This is no transmutation.

    \b
    Example:
      nomic-mail mod correct status tea 207 mutable --why "a slip in the texts"
    """
    hand_in(ctx, game, f"CORRECT STATUS {rule} {status.upper()}", **how)


@click.command()
@click.argument("game")
@click.argument("event", type=int, required=False)
@act
def undo(ctx: click.Context, game: str, event: int | None, **how: Any) -> None:
    """Take back your last act, while nothing has followed from it; EVENT is its number, so that
    no other is taken back. Where it is too late, the correction is told that it would take.

    \b
    Examples:
      nomic-mail mod undo tea --preview
      nomic-mail mod undo tea 31 --why "it was the other game"
    """
    hand_in(ctx, game, f"UNDO {event}" if event is not None else "UNDO", **how)


mute = deed(
    "mute",
    "MUTE {player}",
    "What PLAYER writes to all is not passed on; they are told, and --why.",
    "mute tea Ada",
    player={},
)
unmute = deed(
    "unmute",
    "UNMUTE {player}",
    "What PLAYER writes to all is passed on again.",
    "unmute tea Ada",
    player={},
)
remove_talk = deed(
    "remove-talk",
    "REMOVE TALK {number}",
    "Take the letter to all NUMBER out of the record and its exports; its seal stays, so that the"
    " record can still be checked. Its number stands in HISTORY, and in the record.",
    'remove-talk tea 31 --why "an address"',
    number={"type": int},
)


@click.command()
@click.argument("game")
@click.argument("player")
@click.argument("successor", metavar='"NAME <ADDRESS>"')
@act
def replace(ctx: click.Context, game: str, player: str, successor: str, **how: Any) -> None:
    """Ask somebody to play on in PLAYER's seat. They do as soon as they answer YES; where you vouch
    for them, nomic-mail player replace does it at once.

    \b
    Example:
      nomic-mail mod replace tea Ada "Grace Hopper <grace@example.org>"
    """
    line = f'REPLACE {one_line(player)} BY "{one_line(successor)}"'
    hand_in(ctx, game, line, **how)
