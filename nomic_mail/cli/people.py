"""player import: a list of people, read whole before anybody is written to.

1. CSV with a header or without, `Name <address>` lines, bare addresses; `#` begins a comment.
2. What cannot be read is told with its line, all of it at once, and then nobody is invited.
"""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from nomic_mail.cli.common import fail, safe, submit, text_of

HEADS = {"email", "e-mail", "mail", "address", "e-mail address", "email address", "mail address"}
LONG = 25


class ListedPerson(Struct, frozen=True):
    line: int
    name: str
    address: str

    def __str__(self) -> str:
        quoted = self.name.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{quoted}" <{self.address}>'


class People(Struct):
    found: list[ListedPerson]
    doubled: list[str]
    unread: list[str]


def read_people(text: str) -> People:
    from nomic_mail.post.headers import sendable

    people, seen = People([], [], []), dict[str, int]()
    for number, cells in _rows(text):
        got = _person(number, cells)
        if got is None or not sendable(got.address):
            shown = ", ".join(cells)[:60]
            people.unread.append(f'line {number}: "{shown}" is not one name and address')
        elif got.address in seen:
            before = seen[got.address]
            people.doubled.append(f"line {number}: {got.address} stands in line {before}, too")
        else:
            seen[got.address] = number
            people.found.append(got)
    return people


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines that tell somebody, each in its cells; a header tells nobody."""
    first = True
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        sign = next((sign for sign in ("\t", ";", ",") if sign in line), ",")
        try:
            cells = next(csv.reader([line], delimiter=sign, skipinitialspace=True))
        except csv.Error:
            cells = [line]
        if "<" in line and "@" in line.partition("<")[2]:
            cells = [line]  # Lovelace, Ada <ada@example.org>
        header = first and "@" not in line and any(x.strip().lower() in HEADS for x in cells)
        first = False
        if not header:
            yield number, [cell.strip() for cell in cells if cell.strip()]


def _person(number: int, cells: list[str]) -> ListedPerson | None:
    from nomic_mail.letters.mime.addresses import parse_addresses

    mail = [cell for cell in cells if "@" in cell]
    if len(mail) != 1:
        return None
    found = parse_addresses(mail[0])
    if len(found) != 1 and "," in mail[0] and mail[0].count("@") == 1:
        last, _, rest = mail[0].partition(",")
        found = parse_addresses(
            f"{rest.partition('<')[0].strip()} {last} <{rest.partition('<')[2]}"
        )
    if len(found) != 1 or not found[0].address:
        return None
    names = " ".join(cell for cell in cells if cell not in mail)
    name = " ".join((names or found[0].name).split())
    if name.count(",") == 1:  # Lovelace, Ada
        name = " ".join(part.strip() for part in reversed(name.split(",")))
    return ListedPerson(number, name or found[0].address.partition("@")[0], found[0].address)


@click.command("import")
@click.argument("game")
@click.argument("file", type=click.Path(dir_okay=False, exists=True, path_type=Path))
@click.option("--preview", is_flag=True, help="Only say who would be invited.")
@click.option("-v", "--verbose", is_flag=True, help="With --preview: all of each letter.")
@click.pass_context
def import_players(
    ctx: click.Context, game: str, file: Path, *, preview: bool, verbose: bool
) -> None:
    """Invite everybody in FILE to GAME: CSV with a header or without, or lines `Name <address>`.

    All or nobody: what cannot be read is told with its line. Who plays already is left as they are;
    nobody plays before they have answered their invitation with JOIN.

    \b
    Examples:
      nomic-mail player import tea friends.csv --preview
      nomic-mail player import tea friends.csv
    """
    people = read_people(text_of(file))
    for line in people.doubled:
        click.echo(safe(f"{line}; invited once"), err=True)
    if people.unread:
        told = "\n".join(people.unread)
        fail(safe(f"{told}\nNobody is invited. Mend these lines, or put # before them"))
    if not people.found:
        fail(f"{file} names nobody")
    players = [str(one) for one in people.found]
    if preview:
        from nomic_mail.cli.acts import foretell

        act = {"act": "add players", "game": game, "players": players}
        foretell(ctx, act, verbose=verbose)
        return
    with _watched(len(players)):
        result = submit(ctx, "add players", game=game, players=players)
    click.echo(safe(result))


def _watched(count: int) -> Any:
    """A sign of life where it takes its time."""
    import sys
    from contextlib import nullcontext

    if count < LONG or not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(f"writing {count} invitations")
