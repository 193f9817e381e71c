"""The moderator's acts: each command forms a line, and hands it in."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from string import Formatter
from typing import Any, TypeVar

import click

from nomic_mail.cli.common import RULE, fail, opened, safe, submit
from nomic_mail.cli.mod import NAMED

Command = TypeVar("Command", bound=Callable[..., Any])
Option = Callable[[Callable[..., Any]], Callable[..., Any]]


def act(command: Command) -> Command:
    """The options that every act has."""
    for option in (
        click.option("-v", "--verbose", is_flag=True, help="With --preview: all of each letter."),
        click.option("--preview", is_flag=True, help="Only say what it would do."),
        click.option("--why", default="", metavar="REASON", help="Kept in the record, and told."),
    ):
        command = option(command)
    return click.pass_context(command)  # type: ignore[return-value]


def hand_in(
    ctx: click.Context,
    game: str,
    line: str,
    *,
    why: str = "",
    preview: bool = False,
    verbose: bool = False,
) -> None:
    """`line` is what a moderator would write by mail."""
    if why:
        line = f"{line}: {one_line(why)}"
    said = {"game": game, "line": line}
    if named := ctx.meta.get(NAMED):
        said["who"] = named
    if preview:
        foretell(ctx, {"act": "say", **said}, verbose=verbose)
    else:
        click.echo(safe(submit(ctx, "say", **said)))


def one_line(text: str) -> str:
    """What is put into a line adds no line of its own."""
    return " ".join(text.split())


def foretell(ctx: click.Context, act: dict[str, Any], *, verbose: bool) -> None:
    """What an act would do; a refusal exits 1, as the act itself would."""
    from nomic_mail.clock import SystemClock
    from nomic_mail.daemon.opening import Trouble
    from nomic_mail.daemon.parts import load_keys, random_bytes
    from nomic_mail.pump.foreseen import foreseen

    with opened(ctx) as (config, database):
        try:
            keys = load_keys(config)
        except Trouble as trouble:
            fail(str(trouble), 2)
        fresh = random_bytes("preview")
        seen = foreseen(database, config, keys, SystemClock().now(), fresh, act)
    if seen.waits:
        click.echo("Something is due in this game before that: nomic-mail serve --once does it.")
    if not seen.result.startswith("ok: "):
        fail(safe(seen.result[0].upper() + seen.result[1:]))
    click.echo("Nothing is done yet. It would be this:")
    for line in seen.told or seen.result.removeprefix("ok: ").splitlines():
        click.echo(safe(f"- {line}"))
    if seen.chance:
        click.echo("- what is drawn by lot stands here as an example: it is drawn when it is done")
    if seen.counts:
        click.echo("- the ballots are counted; what they say is secret until then (010)")
    if not seen.letters:
        click.echo("No letter would go out.")
        return
    click.echo("\nLetters that would go out:")
    for line in _told([one.body for one in seen.letters], secret=seen.counts, verbose=verbose):
        click.echo(safe(line))


def _told(letters: Sequence[bytes], *, secret: bool, verbose: bool) -> Iterator[str]:
    """Each once, with all who get it; their own addresses aside, it is the same to the letter."""
    from email import message_from_bytes, policy

    same: dict[tuple[str, str], tuple[str, list[str]]] = {}
    for body in letters:
        letter = message_from_bytes(body, policy=policy.default)
        part = letter.get_body(("plain",))
        text = part.get_content().replace("\r", "").strip() if part is not None else ""
        key = (str(letter["Subject"]), re.sub(r"[+-]r\.\w+@", "+r@", text))
        same.setdefault(key, (text, []))[1].append(str(letter["To"]))
    for (subject, _), (text, readers) in same.items():
        if secret:
            yield from (f"  to {one}" for one in readers)
            continue
        yield f"  to {readers[0]}: {subject}"
        shown = text if verbose else text.partition("\n\n")[0]
        yield from (f"      {line}".rstrip() for line in shown.splitlines())
        yield from _and_so(readers[1:])


def _and_so(readers: Sequence[str]) -> Iterator[str]:
    if readers:
        others = f"{len(readers)} others" if len(readers) > 1 else "one other"
        yield f"  and so to {others}: {', '.join(readers)}"


def deed(
    name: str, line: str, told: str, example: str, *options: Option, **arguments: Mapping[str, Any]
) -> click.Command:
    """An act that is a line with what it is given in its places: arguments, each with what click is
    to know of it, and options."""
    places = [place for _, place, _, _ in Formatter().parse(line) if place]

    def command(ctx: click.Context, game: str, **how: Any) -> None:
        given = {place: how.pop(place) for place in places}
        plain = {place: one_line(str(one)) for place, one in given.items()}
        hand_in(ctx, game, line.format(**plain), **how)

    taking = act(command)
    for option in options:
        taking = option(taking)
    for argument, known in reversed(arguments.items()):
        taking = click.argument(argument, **known)(taking)
    shown = f"{told}\n\n\b\nExample:\n  nomic-mail mod {example}"
    return click.command(name, help=shown)(click.argument("game")(taking))


@click.command()
@click.argument("game")
@click.argument("line", nargs=-1, required=True)
@act
def say(ctx: click.Context, game: str, line: tuple[str, ...], **how: Any) -> None:
    """An act of GAME as the line of mail that it is; several words are one line, and a second line
    (the clauses of BIND) is an argument of its own that begins with a line break.

    \b
    Examples:
      nomic-mail mod say tea CLOSE 301
      nomic-mail mod say tea "SET vote_window = 3d" --preview
    """
    hand_in(ctx, game, " ".join(line), **how)


close = deed(
    "close",
    "CLOSE {number}",
    "Count the vote on NUMBER without the ballots that never came: only when you were asked; a vote"
    " in its time closes by itself.",
    "close tea 301 --preview",
    number={},
)
skip = deed(
    "skip",
    "SKIP TURN {turn}",
    "Pass over TURN, which is late, where a rule allows it.",
    "skip tea 7",
    turn={"type": int},
)


@click.command()
@click.argument("game")
@click.argument("who", metavar="PLAYER")
@click.option("--turn", type=int, help="Only while this turn is the one that waits.")
@act
def remove(ctx: click.Context, game: str, who: str, turn: int | None, **how: Any) -> None:
    """Take PLAYER, who is late, out of the game, where a rule allows it.

    \b
    Example:
      nomic-mail mod remove tea "Bob Babbage" --turn 7
    """
    when = f" TURN {turn}" if turn is not None else ""
    hand_in(ctx, game, f"REMOVE {one_line(who)}{when}", **how)


def _named(word: str, told: str, example: str) -> click.Command:
    """An act upon one rule or one person."""
    metavar = "RULE" if word in ("KEEP", "DROP") else "PERSON"
    return deed(word.lower(), f"{word} {{what}}", told, example, what={"metavar": metavar})


keep = _named("KEEP", "What RULE did before it was amended, it still does.", "keep tea 303")
drop = _named("DROP", "RULE makes the server do nothing any more.", "drop tea 303")
admit = _named("ADMIT", "Let in PERSON, who asks to join.", 'admit tea "Dot Ray"')
decline = _named("DECLINE", "Turn down PERSON, who asks to join.", 'decline tea "Dot Ray"')


@click.command()
@click.argument("game")
@click.argument("rule", type=RULE)
@click.argument("clauses", nargs=-1, required=True)
@act
def bind(
    ctx: click.Context, game: str, rule: int, clauses: tuple[str, ...], why: str, **how: Any
) -> None:
    """Say what RULE makes the server do; nomic-mail clauses lists the kinds.

    \b
    Example:
      nomic-mail mod bind tea 303 "adoption: 2/3 of eligible"
    """
    reason = f"; WHY: {one_line(why)}" if why else ""
    hand_in(ctx, game, f"BIND {rule}: {'; '.join(map(one_line, clauses))}{reason}", **how)


@click.command()
@click.argument("game")
@click.argument("text")
@click.option("--winner", default="", help="Who has won by this ruling (213).")
@act
def rule(ctx: click.Context, game: str, text: str, winner: str, why: str, **how: Any) -> None:
    """Answer the question before you as the judge (212): TEXT is the ruling, with its reasons.

    \b
    Example:
      nomic-mail mod rule tea "303 was adopted in time: the ballot came before the close."
    """
    if why:
        raise click.UsageError("the reasons of a ruling are its text")
    won = f"\nWINNER: {one_line(winner)}" if winner else ""
    hand_in(ctx, game, f"RULING: {text}{won}", **how)


@click.command("set")
@click.argument("game")
@click.argument("setting", metavar="KEY=VALUE")
@act
def set_setting(ctx: click.Context, game: str, setting: str, **how: Any) -> None:
    """Change a house setting of GAME; it acts on what opens from now on.

    \b
    Example:
      nomic-mail mod set tea vote_window=3d --preview
    """
    key, equals, value = setting.partition("=")
    if not equals:
        raise click.UsageError(f'write KEY=VALUE, not "{setting}"')
    hand_in(ctx, game, f"SET {one_line(key)} = {one_line(value)}", **how)


@click.command()
@click.argument("game")
@click.option("--winner", multiple=True, help="Of several at the goal, who has won.")
@act
def end(ctx: click.Context, game: str, winner: tuple[str, ...], why: str, **how: Any) -> None:
    """End GAME for good. Its record stays.

    \b
    Example:
      nomic-mail mod end tea --why "we are all on holiday" --preview
    """
    if winner and why:
        raise click.UsageError("a game that is won ends by its rules: leave --why out")
    if not how["preview"]:
        click.confirm("End this game for good?", abort=True)
    if winner:
        names = ", ".join(map(one_line, winner))
        hand_in(ctx, game, f"END GAME WINNER: {names}", **how)
    else:
        hand_in(ctx, game, "END GAME", why=why, **how)
