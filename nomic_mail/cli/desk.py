"""mod desk: all that waits for the moderator, with the command that answers it."""

import shlex
from collections.abc import Sequence
from datetime import datetime, timedelta
from time import sleep
from typing import Any

import click

from nomic_mail.cli.common import game_or_fail, opened, print_json, safe
from nomic_mail.config.lost import tool_name

WAITS = 3


@click.command()
@click.argument("game", required=False)
@click.option("--plain", is_flag=True, help="Without colours and columns.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--quiet", is_flag=True, help="Print nothing; exit 3 when something waits.")
@click.option("--watch", is_flag=True, help="Stay, and show it anew as it changes; Ctrl-C ends it.")
@click.option("--every", type=click.IntRange(1, 3600), default=5, help="Seconds, with --watch.")
@click.pass_context
def desk(
    ctx: click.Context,
    game: str | None,
    plain: bool,
    as_json: bool,
    quiet: bool,
    watch: bool,
    every: int,
) -> None:
    """All that waits for you, the oldest first, each with the command that answers it: of GAME, or
    of the whole server.

    The same lines can be sent by mail, in a reply to the desk letter that comes every morning.

    \b
    Examples:
      nomic-mail mod desk
      nomic-mail mod desk tea --plain
      nomic-mail mod desk --watch
    """
    from rich.console import Console

    if watch:
        _watch(ctx, game, every)
        return
    items, now = _look(ctx, game)
    if quiet:
        raise SystemExit(WAITS if items else 0)
    if as_json:
        print_json([_facts(one) for one in items])
        return
    console = Console(highlight=False)
    if plain or not console.is_terminal:
        click.echo(safe(_plain(items, now)))
    else:
        _print(items, now, console)


def _look(ctx: click.Context, name: str | None) -> tuple[list[Any], datetime]:
    from nomic_mail.clock import SystemClock
    from nomic_mail.pump.moderator.desk import all_waiting
    from nomic_mail.store.games import waiting
    from nomic_mail.store.games.ledger import Ledger

    now, ledger = SystemClock().now(), Ledger()
    with opened(ctx) as (_, database):
        waiting.catch_up(database, ledger.load)
        with database.read() as connection:
            game = game_or_fail(connection, name) if name else None
            return all_waiting(connection, ledger, now, game), now


def as_command(game: str, line: str) -> str:
    """The line of mail, said at the command line."""
    word, _, rest = line.partition(" ")
    if word == "RELEASE":
        return f"{tool_name()} letter release {rest}"
    if word == "DISCARD":
        number, _, why = rest.partition(": ")
        return f"{tool_name()} letter discard {number} --why {shlex.quote(why)}"
    plain = all(shlex.quote(one) == one for one in line.split(" "))
    return f"{tool_name()} mod say {game} {line if plain else shlex.quote(line)}"


def _commands(item: Any) -> list[str]:
    """What works as it stands."""
    here = (f"{tool_name()}{one.removeprefix('nomic-mail')}" for one in item.commands)
    return [*(as_command(item.game, line) for line in item.answers), *here]


def _filled_in(item: Any) -> list[str]:
    """What works once its words are put in."""
    forms = [f"or, filled in: {as_command(item.game, form)}" for form in item.forms]
    if forms and not _commands(item):
        forms[0] = forms[0].removeprefix("or, ")
    return forms


def _facts(item: Any) -> dict[str, Any]:
    return {
        "game": item.game or None,
        "kind": item.kind,
        "since": item.since,
        "what": item.what,
        "answers": list(item.answers),
        "forms": list(item.forms),
        "commands": _commands(item),
    }


def _age(item: Any, now: datetime) -> str:
    span = now - item.since
    if span < timedelta(hours=2):
        return f"{max(int(span.total_seconds() // 60), 0)} min"
    return (
        f"{int(span.total_seconds() // 3600)} h" if span < timedelta(days=2) else f"{span.days} d"
    )


def _plain(items: Sequence[Any], now: datetime) -> str:
    if not items:
        return "Nothing waits for you."
    told = []
    for one in items:
        where = one.game or "the server"
        told.append(f"{where}, since {one.since:%Y-%m-%d %H:%M} UTC ({_age(one, now)}): {one.kind}")
        told += [f"  {line}" for line in one.what.splitlines()]
        told += [f"    {command}" for command in _commands(one)]
        told += [f"    {form}" for form in _filled_in(one)]
    return "\n".join(told)


def _block(item: Any, now: datetime, console: Any, *, fold: bool) -> list[Any]:
    """One matter, in the terminal's own colours: so it can be read on a light ground and a dark
    one. Commands are left in one piece, for copying, unless they are to be folded."""
    from rich.text import Text

    head = Text(safe(item.game or "the server"), style="bold")
    head.append(f"  {item.kind}, for {_age(item, now)}", style="not bold")
    lines = [head, *_wrapped(Text(safe(item.what)), 2, console)]
    commands = [Text(safe(one), style="bold") for one in _commands(item)]
    forms = [Text(safe(one)) for one in _filled_in(item)]
    for one in (*commands, *forms):
        one.no_wrap = True
        lines += _wrapped(one, 4, console) if fold else [Text("    ").append_text(one)]
    return [*lines, Text()]


def _wrapped(text: Any, by: int, console: Any) -> list[Any]:
    text.no_wrap = False
    lines = text.wrap(console, max(console.width - by, 20))
    for line in lines:
        line.pad_left(by)
    return list(lines)


def _print(items: Sequence[Any], now: datetime, console: Any) -> None:
    if not items:
        console.print("Nothing waits for you.")
    for one in items:
        for line in _block(one, now, console, fold=False):
            console.print(line, soft_wrap=True)


def _screen(items: Sequence[Any], now: datetime, console: Any) -> Any:
    """As much as there is room for, the oldest first."""
    from rich.console import Group
    from rich.text import Text

    count = f"{len(items)} waiting" if items else "Nothing waits for you"
    lines = [Text(f"{count}, at {now:%H:%M:%S} UTC; Ctrl-C ends this", style="bold"), Text()]
    room = console.height - 2
    for place, one in enumerate(items):
        block = _block(one, now, console, fold=True)
        if len(lines) + len(block) > room:
            lines.append(Text(f"… and {len(items) - place} more: nomic-mail mod desk shows all"))
            break
        lines += block
    return Group(*lines)


def _watch(ctx: click.Context, game: str | None, every: int) -> None:
    from rich.console import Console
    from rich.live import Live

    console = Console(highlight=False)

    def shown() -> Any:
        return _screen(*_look(ctx, game), console)

    with Live(shown(), console=console, screen=console.is_terminal, auto_refresh=False) as live:
        try:
            while True:
                sleep(every)
                live.update(shown(), refresh=True)
        except KeyboardInterrupt:
            return
