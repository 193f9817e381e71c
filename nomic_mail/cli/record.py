"""export and verify: the record of a game, written and checked."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nomic_mail.cli.common import (
    REFUSED,
    WRONG,
    fail,
    game_or_fail,
    opened,
    print_json,
    print_table,
    safe,
)

if TYPE_CHECKING:
    from nomic_mail.archive.verify import Report
    from nomic_mail.game.events import AnyEvent

MANY = 1000
MOST_SHOWN = 40
FORMS = ("json", "text", "mbox")


@click.command()
@click.argument("game")
@click.argument("out", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
@click.option("--format", "form", type=click.Choice(FORMS), default="json", show_default=True)
@click.pass_context
def export(ctx: click.Context, game: str, out: Path, form: str) -> None:
    """Write the whole public record of GAME to OUT (- is standard output): as json for programs
    and `verify`, as text to read, or as mbox, the letters that went to all players.

    No mail address is in it, no ballot of an open vote, and no die that is still to be thrown.
    """
    from nomic_mail.store import ledger

    with opened(ctx) as (config, database), database.read() as connection:
        found = game_or_fail(connection, game)
        entries = list(ledger.entries(connection, found.id))
        record = _in_form(form, entries, connection, config, found)
    head = entries[-1].hash
    if str(out) == "-":
        sys.stdout.buffer.write(record)
    else:
        try:
            out.write_bytes(record)
        except OSError as trouble:
            fail(f"{out} cannot be written: {trouble.strerror}")
        click.echo(f"wrote {out} ({len(record)} bytes)")
        click.echo(f"its ledger's head, to be told elsewhere: {head}")


def _in_form(form: str, entries: list[Any], connection: Any, config: Any, game: Any) -> bytes:
    from nomic_mail.archive.json import record_json
    from nomic_mail.archive.mbox import Ours, mbox
    from nomic_mail.archive.text import record_text
    from nomic_mail.store import outbox

    if form == "mbox":
        mail, moderator = config.mail, config.moderator.address
        ours = Ours(mail.address, mail.delimiter, moderator, game.name, game.title)
        return b"".join(mbox(outbox.of_game(connection, game.id), ours))
    return record_text(entries).encode() if form == "text" else record_json(entries)


@click.command()
@click.argument("path", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
@click.option("--head", help="The ledger's head, from a result letter or from elsewhere.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def verify(path: Path, head: str | None, as_json: bool) -> None:
    """Check a record (PATH; - is standard input) from itself alone.

    Every throw, shuffle, tally, outcome, score, rule and mechanic is worked out again from what the
    players did. No server, no configuration and no network is needed. Exit 0: all of it comes out
    as it says. 1: something differs, or it is no record.
    """
    from nomic_mail.archive.verify import verify as checked
    from nomic_mail.store import codec

    if head is not None and not _is_hash(head):
        fail("--head is 64 hexadecimal digits, as export tells them", WRONG)
    report = checked(_record(path), codec.read_public, head, _watch)
    if as_json:
        print_json(_plain(report))
    else:
        _tell(report)
    raise SystemExit(0 if report.proven else REFUSED)


def _is_hash(word: str) -> bool:
    return len(word.strip()) == 64 and not set(word.strip().lower()) - set("0123456789abcdef")


def _record(path: Path) -> Any:
    from nomic_mail.archive.pieces import read_pieces

    try:
        with sys.stdin.buffer if str(path) == "-" else path.open("rb") as file:
            return read_pieces(file)
    except OSError as trouble:
        fail(f"{path} cannot be read: {trouble.strerror}", WRONG)
    except (ValueError, RecursionError) as trouble:
        fail(f"{path} is no record: {trouble or 'it is nested too deep'}")


def _watch(events: Sequence["AnyEvent"]) -> Iterable["AnyEvent"]:
    if len(events) < MANY or not sys.stderr.isatty():
        return events
    from rich.console import Console
    from rich.progress import track

    return track(events, "checking", console=Console(stderr=True), transient=True)


def _plain(report: "Report") -> dict[str, Any]:
    return {
        "proven": report.proven,
        "events": report.events,
        "anchored": report.anchored,
        "game": {"name": report.name, "title": report.title, "status": report.status},
        "checked": report.checked,
        "differing": report.differing,
        "differences": [
            {"where": one.where, "says": one.says, "comes_out": one.comes_out}
            for one in report.differences
        ],
        "claimed": report.claimed,
    }


def _tell(report: "Report") -> None:
    if report.name:
        click.echo(safe(f"{report.name}: {report.title or report.name}, {report.status}\n"))
    rows = [
        [part, str(count), str(report.differing.get(part, 0) or "")]
        for part, count in report.checked.items()
    ]
    print_table(["", "checked", "differ"], rows)
    for one in report.differences[:MOST_SHOWN]:
        click.echo(safe(f"\n{one.where}\n  says      {one.says}\n  comes out {one.comes_out}"))
    more = len(report.differences) - MOST_SHOWN
    if more > 0:
        click.echo(f"\n… and {more} more; --json tells them all")
    if report.claimed:
        click.echo("\nOnly claimed, and nothing here can prove it:")
        for claim in report.claimed:
            click.echo(f"  {claim}")
    click.echo(f"\n{_verdict(report)}")


def _verdict(report: "Report") -> str:
    if not report.proven:
        return f"{len(report.differences)} differences: this record is not what it says it is."
    events = report.anchored
    if events == report.events:
        return "All of it comes out as it says, and its head is the one you gave."
    if events:
        return (
            "All of it comes out as it says, and it had the head that you gave after "
            f"{events} of its {report.events} events:\nonly a later head proves the rest."
        )
    return (
        "All of it comes out as it says. That it is the game that was played, and not another one "
        "made up whole,\nonly a head from outside proves: --head, with one that was told elsewhere."
    )
