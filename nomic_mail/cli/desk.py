"""mod desk: all that waits for the moderator, with the command that answers it."""

import shlex
from collections.abc import Sequence
from datetime import datetime, timedelta
from time import sleep
from typing import Any

import click

from nomic_mail.cli.common import game_or_fail, opened, print_json, safe, tool_name

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
        console.print(_table(items, now))


def _look(ctx: click.Context, name: str | None) -> tuple[list[Any], datetime]:
    from nomic_mail.clock import SystemClock
    from nomic_mail.pump.waiting import all_waiting
    from nomic_mail.store import waiting
    from nomic_mail.store.ledger import Ledger

    now, ledger = SystemClock().now(), Ledger()
    with opened(ctx) as (_, database):
        with database.read() as connection:
            behind = waiting.behind(connection)
        if behind:
            with database.write() as connection:
                waiting.catch_up(connection, ledger.load)
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
        return f"{tool_name()} letter discard {number} --why {why}"
    words = " ".join(shlex.quote(one) for one in line.split(" "))
    return f"{tool_name()} mod say {game} {words}"


def _commands(item: Any) -> list[str]:
    """What works as it stands."""
    return [*(as_command(item.game, line) for line in item.answers), *item.commands]


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
        told.append(f"  {one.what}")
        told += [f"    {command}" for command in _commands(one)]
        told += [f"    or, filled in: {form}" for form in one.forms]
    return "\n".join(told)


def _table(items: Sequence[Any], now: datetime) -> Any:
    from rich.box import SIMPLE
    from rich.table import Table
    from rich.text import Text

    if not items:
        return Text("Nothing waits for you.")
    table = Table(box=SIMPLE, header_style="bold", show_edge=False, pad_edge=False)
    table.add_column("since", no_wrap=True, justify="right")
    table.add_column("game", overflow="fold", max_width=16)
    table.add_column("what waits, and what answers it", overflow="fold")
    for one in items:
        told = Text(safe(one.what))
        for command in _commands(one):
            told.append(f"\n{safe(command)}", style="bold")
        for form in one.forms:
            told.append(f"\nor, filled in: {safe(form)}", style="italic")
        told.append("\n")
        table.add_row(_age(one, now), safe(one.game or "-"), told)
    return table


def _watch(ctx: click.Context, game: str | None, every: int) -> None:
    from rich.console import Console, Group
    from rich.live import Live
    from rich.text import Text

    def shown() -> Any:
        items, now = _look(ctx, game)
        count = f"{len(items)} waiting, at {now:%H:%M:%S} UTC; Ctrl-C ends this"
        return Group(Text(count, style="bold"), Text(), _table(items, now))

    console = Console(highlight=False)
    with Live(shown(), console=console, screen=console.is_terminal, auto_refresh=False) as live:
        try:
            while True:
                live.update(shown(), refresh=True)
                sleep(every)
        except KeyboardInterrupt:
            return
