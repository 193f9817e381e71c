"""What the commands share: configuration, an open database, an act that goes in like a letter."""

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

import click

from nomic_mail.clock import SystemClock
from nomic_mail.config import Config, ConfigError, find_config, load
from nomic_mail.config.lost import starting, tool_name
from nomic_mail.config.told import of_system
from nomic_mail.files import read_named, replacing
from nomic_mail.game.numbers import as_texts, printed_with, read_number

REFUSED = 1
WRONG = 2
LATER = 75  # nothing is wrong with what was asked: the world was not ready (EX_TEMPFAIL)
ASKED = 3  # somebody has to say something first, and nobody was there to be asked
ACT_SECONDS = 30.0


class RuleNumber(click.ParamType[int]):
    """As rules are printed: 203, 304.2 of several changes, 1.4 of an outline."""

    name = "rule"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return read_number(value) if isinstance(value, str) else value
        except ValueError:
            self.fail(f"{value} is no number of a rule, such as 203, 304.2 or 1.4", param, ctx)


RULE = RuleNumber()


class NamedFile(click.Path):
    """For what other programs read: they would wait for a pipe, or read what never ends."""

    def __init__(self, *, exists: bool = True) -> None:
        super().__init__(exists=exists, dir_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = Path(str(super().convert(value, param, ctx)))
        if path.exists() and not path.is_file():
            self.fail(f"{path} is no file, but a pipe or a device", param, ctx)
        return path


def fail(message: str, code: int = REFUSED) -> NoReturn:
    click.echo(safe(message), err=True)
    raise SystemExit(code)


def shown_url(url: str) -> str:
    return re.sub(r"//[^@/]*@", "//", url).removeprefix("sqlite:///")


def config_of(ctx: click.Context) -> Config:
    path = find_config(ctx.find_root().obj, os.environ)
    try:
        return load(path)
    except ConfigError as error:
        fail(f"{error}\n{next_start(path)}" if path.is_file() else str(error), WRONG)


def next_start(file: Path) -> str:
    return f"What is changed in {file} counts from the next start: {starting(file, 'restart')}"


@contextmanager
def opened(ctx: click.Context) -> Iterator[tuple[Config, Any]]:
    """The configuration and its database, migrated."""
    from nomic_mail.daemon import served
    from nomic_mail.daemon.lock import lock_of
    from nomic_mail.daemon.opening import open_database
    from nomic_mail.store.database.engines import Busy, Damaged, DatabaseTrouble

    config = config_of(ctx)
    if served.gone(config):
        fail(str(served.gone(config, runs=lock_of(config).held())), WRONG)
    try:
        database = open_database(config)
    except (DatabaseTrouble, Busy) as trouble:
        fail(str(trouble), WRONG)
    except OSError as trouble:
        fail(str(of_system(trouble, config.data)), WRONG)
    try:
        yield config, database
    except Damaged as damaged:
        fail(str(damaged))
    except Busy as busy:
        fail(f"the database cannot be used: {busy}; then try again")
    except ValueError as bad:
        from nomic_mail.written.codec import Unreadable  # slow to load, and seldom wanted

        if not isinstance(bad, Unreadable):
            raise
        fail(f"the database is damaged: {bad}; stop the server and restore a backup")
    finally:
        database.close()


def submit(ctx: click.Context, act: str, **fields: Any) -> str:
    """An act of the moderator's: into the inbox like any letter, then pumped here and now.
    Prints what came of it; a refusal exits 1."""
    from nomic_mail.daemon.parts import hand_in_act

    def hand_in(config: Config, database: Any) -> int:
        return hand_in_act(database, SystemClock().now(), act, fields)

    return carried_out(ctx, hand_in)


def carried_out(ctx: click.Context, hand_in: Callable[[Config, Any], int]) -> str:
    """What came of the act that is handed in, whose number is given; nothing where it is 0."""
    from nomic_mail.daemon.lock import fence_beside
    from nomic_mail.daemon.opening import Trouble
    from nomic_mail.daemon.parts import holder_name, load_keys, outcome_of_act, random_bytes
    from nomic_mail.pump.engine import Pump

    with opened(ctx) as (config, database):
        try:
            keys = load_keys(config)
        except Trouble as trouble:
            fail(str(trouble), WRONG)
        clock = SystemClock()
        number = hand_in(config, database)
        if not number:
            return ""
        holder = holder_name("act")
        fence = fence_beside(config, clock, database)
        pump = Pump(database, config, clock, keys, random_bytes, holder, fence)
        result = outcome_of_act(database, pump, number, clock, ACT_SECONDS)
    if result is None:
        fail(
            f"act {number} is in the queue, but something before it is taking long; "
            "nomic-mail status tells what. It will still be done."
        )
    if result.startswith("refused: "):
        fail(result[0].upper() + result[1:])
    if not result.startswith("ok: "):
        fail(f"It was not done: {result}. nomic-mail letter show {number} shows it")
    return result.removeprefix("ok: ")


def game_or_fail(connection: Any, name: str) -> Any:
    from nomic_mail.store.people import seats

    game = seats.game_named(connection, name)
    if game is None:
        known = ", ".join(one.name for one in seats.all_games(connection)) or "none yet"
        fail(f'there is no game "{name}"; there is: {known}')
    return game


def state_of(database: Any, name: str) -> Any:
    from nomic_mail.store.games.ledger import Ledger

    with database.read() as connection:
        state = Ledger().load(connection, game_or_fail(connection, name).id)
    click.get_current_context().with_resource(printed_with(state.rules.digits))
    return state


def many(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def desk_line(count: int, game: str = "") -> str:
    """Where to look when something waits."""
    where = f"{tool_name()} mod desk {game}".rstrip()
    return f"{count} thing{'s wait' if count > 1 else ' waits'} for you: {where}"


def text_of(file: Path) -> str:
    """What stands in a file somebody named, or a refusal that says what is wrong with it."""
    try:
        return read_named(file).decode().replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        fail(f"{file} is not text in UTF-8; save it so", WRONG)
    except OSError as trouble:
        fail(str(of_system(trouble, file)), WRONG)


def write_out(out: str, data: bytes) -> None:
    try:
        with click.open_file(out, "wb") if out == "-" else replacing(Path(out)) as file:
            file.write(data)
    except BrokenPipeError:  # whoever reads has had enough
        raise
    except OSError as trouble:
        fail(f"{out} cannot be written: {trouble.strerror}")


def time_of(moment: str) -> datetime:
    """What --at names; a day is its end."""
    from nomic_mail.letters.grammar.orders.record import NoDay, moment_of

    try:
        return moment_of(moment, end=True)
    except NoDay:
        fail(
            f'"{moment}" is no day; write --at 2026-03-01, or --at "2026-03-01 14:00" (UTC)', WRONG
        )


def safe(text: str) -> str:
    """No escape sequence of a stranger's reaches the terminal."""
    return "".join(char if char in "\n\t" or char.isprintable() else "�" for char in text)


def print_json(value: Any) -> None:
    """Times as in a record: 2026-03-01T11:02:00Z."""

    def told(other: Any) -> str:
        if isinstance(other, datetime):
            return f"{other.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
        return str(other)

    click.echo(_inert(json.dumps(as_texts(value), indent=2, ensure_ascii=False, default=told)))


def _inert(text: str) -> str:
    """What could steer a terminal stands as JSON writes it, \\u009b; it can only be in a string."""
    return "".join(
        char if char.isprintable() or char == "\n" else json.dumps(char)[1:-1] for char in text
    )


def print_table(headers: list[str], rows: list[list[str]]) -> None:
    """Columns under their headers; without headers, a plain list of names and values. Where the
    terminal is too narrow, mail addresses stand below: a folded one cannot be copied."""
    cells = [[safe(cell) for cell in row] for row in rows]
    if not rows or _print_lines(headers, cells, [[]] * len(cells)):
        return
    at = [place for place in range(len(headers)) if any("@" in row[place] for row in cells)]
    lean = [[cell for place, cell in enumerate(row) if place not in at] for row in cells]
    left = [header for place, header in enumerate(headers) if place not in at]
    below = [[row[place] for place in at if row[place]] for row in cells]
    if not (at and left and _print_lines(left, lean, below)):
        _print_folded(headers, cells)


def _print_lines(headers: list[str], cells: list[list[str]], below: list[list[str]]) -> bool:
    """A line each, with what stands below it; nothing, where they are too wide."""
    from rich.cells import cell_len

    columns = zip(*[headers, *cells][not headers :], strict=True)
    widths = [max(map(cell_len, column)) for column in columns]
    room, gaps = shutil.get_terminal_size().columns, len(widths) - 1
    between = "   " if headers and sum(widths) + 3 * gaps <= room else "  "
    wide = sum(widths) + len(between) * gaps
    broken = any("\n" in cell for row in cells for cell in row)
    if broken or wide > room:
        return False

    def line(row: list[str]) -> str:
        each = zip(row, widths, strict=True)
        return between.join(cell + " " * (width - cell_len(cell)) for cell, width in each).rstrip()

    if headers:
        click.secho(line(headers), bold=True)
        click.echo("─" * wide)
    for row, more in zip(cells, below, strict=True):
        click.echo("\n    ".join([line(row), *more]))
    return True


def _print_folded(headers: list[str], rows: list[list[str]]) -> None:
    """What is wider than the terminal; much slower than lines that fit."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(
        box=SIMPLE if headers else None,
        header_style="bold",
        show_edge=False,
        pad_edge=False,
        show_header=bool(headers),
    )
    for place, header in enumerate(headers or [""] * len(rows[0])):
        table.add_column(header, overflow="fold", no_wrap=place == 0)  # a name can be copied
    for row in rows:
        table.add_row(*map(escape, row))
    Console(highlight=False).print(table)
