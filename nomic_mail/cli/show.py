"""demo, replay."""

import difflib
import tempfile
from pathlib import Path

import click

from nomic_mail.cli.common import WRONG, fail, text_of
from nomic_mail.config.lost import tool_name


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--write", is_flag=True, help="Write what the server did into FILE.")
def replay(file: Path, write: bool) -> None:
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
