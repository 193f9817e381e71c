"""import: a record goes on as a game of this server."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nomic_mail.cli.common import carried_out, fail, print_json, safe
from nomic_mail.cli.export import watched
from nomic_mail.cli.record import PATH, check, head_or_fail, show_report
from nomic_mail.clock import SystemClock
from nomic_mail.config.lost import tool_name

if TYPE_CHECKING:
    from nomic_mail.config import Config
    from nomic_mail.daemon.importing import Brought, ImportedRecord


@click.command("import")
@click.argument("path", type=PATH)
@click.option("--as", "name", metavar="NAME", help="What the game is called on this server.")
@click.option("--head", help="The ledger's head, from a result letter: proves it is that game.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_context
def import_game(
    ctx: click.Context, path: Path, name: str | None, head: str | None, *, as_json: bool
) -> None:
    """Bring a game here from its record, to go on as it then stood: PATH is record.json, a ledger
    as lines (jsonl), or a bag, packed or not; - is standard input.

    It is verified first. Its ledger stays as it is, byte for byte. Then the server takes new dice
    and tells all players; a vote that was open begins anew, as no record holds ballots before their
    count; and the game is paused until you resume it. A game that is over is brought here as it is.

    Addresses are in a record only if it was exported --with-addresses: you vouch for them then.
    Without one, a player gets no letters until you give it and they have answered YES from there.

    \b
    Examples:
      nomic-mail import tea.json --head 3f9c…
      nomic-mail import tea-bag --as tea-2
      nomic-mail player address tea "Ada Lovelace" ada@example.org
      nomic-mail mod resume tea
    """
    record = _checked(path, head_or_fail(head))
    brought: list[Brought] = []

    def hand_in(config: "Config", database: Any) -> int:
        from nomic_mail.daemon.importing import bring_in
        from nomic_mail.daemon.opening import Trouble

        try:
            now = SystemClock().now()
            brought.append(bring_in(database, config, record, now, name or "", _watch))
        except Trouble as trouble:
            fail(safe(f"{path} is not imported: {trouble}"))
        return brought[0].act

    carried_out(ctx, hand_in)
    _tell(brought[0], as_json=as_json)


def _checked(path: Path, head: str | None) -> "ImportedRecord":
    from nomic_mail.archive.forms import forms
    from nomic_mail.archive.opening import FOLDER, up_to
    from nomic_mail.daemon.importing import ImportedRecord

    taken, report = check(path, head)
    if report.told:
        fail(f"{path} is not imported: that game was told, not played, and nothing of it goes on")
    if taken.kind != FOLDER and not forms()[taken.kind].goes_on:
        fail(f"{path} is a {taken.kind}; import its record.json, or a bag")
    if not report.sound:
        show_report(report)
        fail(f"{path} is not imported")
    if gone := len(report.withheld) + len(report.altered):
        fail(
            f"{path} is not imported: words of {gone} events are withheld, and a game cannot go on"
            " without them; export it without --redact"
        )
    events, lines = up_to(taken.data, None)
    if not lines:
        fail(f"{path} is not imported: it is empty")
    return ImportedRecord(events, lines, taken.data.get("addresses"))


def _watch(events: Sequence[Any]) -> Iterable[Any]:
    return watched(events, len(events), "bringing in")


def _tell(brought: "Brought", *, as_json: bool) -> None:
    state, tool = brought.state, tool_name()
    over = state.status == "ended"
    if as_json:
        votes = [] if over else sorted(state.polls)
        facts = {"game": brought.name, "title": state.title, "events": state.version}
        status = "paused" if state.status == "running" else state.status
        more = {"status": status, "votes_anew": votes, "without_address": brought.nowhere}
        print_json({**facts, **more})
        return
    click.echo(safe(f"{brought.name}: {state.title}, {state.version} events, is here"))
    if over:
        click.echo("It is over, and stands here as it was.")
        return
    for who in brought.nowhere:
        click.echo(safe(f'no address: {tool} player address {brought.name} "{who}" ADDRESS'))
    if state.status != "forming":
        click.echo(f"It is paused, and goes on by: {tool} mod resume {brought.name}")
