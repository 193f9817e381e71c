"""export: the record of a game."""

import sys
from pathlib import Path

import click

from nomic_mail.cli.common import fail, game_or_fail, opened


@click.command()
@click.argument("game")
@click.argument("out", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
@click.option("--format", "form", type=click.Choice(["json"]), default="json", show_default=True)
@click.pass_context
def export(ctx: click.Context, game: str, out: Path, form: str) -> None:
    """Write the whole public record of GAME to OUT (- is standard output).

    No mail address is in it, no ballot of an open vote, and no die that is still to be thrown.
    """
    from nomic_mail.archive.json import record_json
    from nomic_mail.store import ledger

    with opened(ctx) as (_, database), database.read() as connection:
        found = game_or_fail(connection, game)
        events = (entry.event for entry in ledger.entries(connection, found.id))
        record = record_json(events, found.head)
    if str(out) == "-":
        sys.stdout.buffer.write(record)
    else:
        try:
            out.write_bytes(record)
        except OSError as trouble:
            fail(f"{out} cannot be written: {trouble.strerror}")
        click.echo(f"wrote {out} ({len(record)} bytes)")
