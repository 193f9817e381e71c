"""demo, replay."""

import difflib
import tempfile
from pathlib import Path

import click

from nomic_mail.cli.common import WRONG, fail, text_of, write_out
from nomic_mail.config.lost import tool_name


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--write", is_flag=True, help="Write what the server did into FILE.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the record of its first game here, which verify takes.",
)
def replay(file: Path, write: bool, record: Path | None) -> None:
    """Play the transcript FILE on a throw-away server, and show what differs (exit 1).

    \b
    Example:
      nomic-mail replay tests/games/net_play/first-turn-adopted.game
    """
    from nomic_mail.play.transcript import BadTranscript, played

    text = text_of(file)
    try:
        with tempfile.TemporaryDirectory() as folder:
            now = played(text, Path(folder))
            if record is not None:
                _write_record(Path(folder), record)
    except BadTranscript as bad:
        fail(f"{file}: {bad}", WRONG)
    if now == text:
        click.echo(f"{file}: as written")
        return
    if write:
        file.write_text(now, encoding="utf-8")
        click.echo(f"{file}: written anew")
        return
    names = (f"{file} as written", f"{file} as played now")
    for line in difflib.unified_diff(text.splitlines(), now.splitlines(), *names, lineterm=""):
        click.echo(line)
    raise SystemExit(1)


def _write_record(folder: Path, out: Path) -> None:
    from nomic_mail.archive.json import record_json
    from nomic_mail.store.database.engines import Database
    from nomic_mail.store.games import ledger
    from nomic_mail.store.people import seats

    database = Database(f"sqlite:///{folder}/nomic.db")
    with database.read() as connection:
        games = seats.all_games(connection)
        if not games:
            fail("no game is begun in it: there is no record", WRONG)
        write_out(str(out), record_json(ledger.entries(connection, games[0].id)))
    database.close()
    click.echo(f"{out}: the record of {games[0].name}")


@click.command()
@click.argument("folder", required=False, type=click.Path(file_okay=False, path_type=Path))
def demo(folder: Path | None) -> None:
    """Play a short game by real mail on loopback, narrated, and leave it in FOLDER to look at.

    Two players and a moderator, a real SMTP listener, real letters in Maildirs.
    """
    from nomic_mail.play.demo import play

    place = folder or Path(tempfile.mkdtemp(prefix="nomic-demo-"))
    play(place, click.echo)
    click.echo(f"\nAll of it stands in {place}: the game in nomic.db, the letters in mail/.")
    click.echo(f"Read them: mutt -f {place / 'mail' / 'ada@example.org'}")
    click.echo(f"Ask on:    {tool_name()} --config {place / 'config.toml'} game show demo")
