"""record from-old and record export: records made, and put into other forms, without a server."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nomic_mail.archive.forms import forms
from nomic_mail.cli.common import WRONG, fail, safe
from nomic_mail.cli.export import FORMAT, Exporting, put, refuse_out
from nomic_mail.cli.record import PATH, show_disagreements, taken_from
from nomic_mail.config.lost import tool_name

if TYPE_CHECKING:
    from nomic_mail.archive.forms import Leaving
    from nomic_mail.archive.told.form import Told

NAME = re.compile(r"[a-z][a-z0-9-]{0,29}")
OUT = click.Path(allow_dash=True, path_type=Path)


@click.command("from-old")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.argument("out", type=OUT)
@click.option(
    "--redact", is_flag=True, help="For publication: without the mail addresses in what you wrote."
)
def from_old(path: Path, out: Path, redact: bool) -> None:
    """Make the record of a game that was played elsewhere, from FILE, in which you wrote it down
    (docs/old-games.md tells how); - is standard output.

    Where what you wrote contradicts itself, it is told, and stays as you wrote it. The record says
    that it is told and not played here. Then:

    \b
      nomic-mail verify old.json                           what follows from it, and what does not
      nomic-mail record show old.json                      to read
      nomic-mail record export old.json site --format site, git, bag …
    """
    from nomic_mail.archive.forms import Leaving
    from nomic_mail.archive.json import lay
    from nomic_mail.archive.told.record import as_data
    from nomic_mail.archive.told.redacting import withheld
    from nomic_mail.archive.told.telling import tell
    from nomic_mail.archive.told.words import taken_so
    from nomic_mail.game.course import Steps
    from nomic_mail.game.state import State
    from nomic_mail.written.entry import GENESIS, chained

    refuse_out(out, "json")
    told = _told(path, redact=redact)
    telling = tell(told)
    entries = chained(GENESIS, 0, Steps.of(telling.events, State()), bytes(32))
    leaving = Leaving(lay(entries, as_data(told)), lambda: telling.events)
    _put(leaving, "json", out)
    if str(out) != "-":
        if redact:
            click.echo(
                f"{withheld(told)} mail address{'' if withheld(told) == 1 else 'es'} withheld"
            )
        for note in taken_so(told):
            click.echo(safe(f"\n{note}"))
        show_disagreements(telling.found)
        click.echo(f"\nIt is told, not played here: {tool_name()} verify {out} says what follows.")


def _told(path: Path, *, redact: bool) -> "Told":
    from nomic_mail.archive.told.reading import load
    from nomic_mail.archive.told.redacting import redacted
    from nomic_mail.toml import BadFile

    try:
        return redacted(load(path)) if redact else load(path)
    except BadFile as mistakes:
        fail(safe(str(mistakes)))
    except OSError as trouble:
        fail(f"{path} cannot be read: {trouble.strerror}", WRONG)


@click.command("export", cls=Exporting)
@click.argument("path", metavar="RECORD", type=PATH)
@click.argument("out", type=OUT)
@FORMAT
def export_record(path: Path, out: Path, form: str) -> None:
    """Write RECORD, in any of its forms, to OUT in another; no server is needed.

    A form that is made of letters cannot be: a record holds none. RECORD is not checked: nomic-mail
    verify does that.
    """
    from nomic_mail.archive.forms import again
    from nomic_mail.archive.opening import up_to
    from nomic_mail.archive.verify.report import BROKEN

    if forms()[form].of_letters:
        fail(f"a record holds no letters: {form} is written by the server that sent them", WRONG)
    refuse_out(out, form)
    taken = taken_from(path)
    try:
        events, lines = up_to(taken.data, None)
        if not lines:
            fail(f"{path} is empty")
        leaving = again(taken.data, events)
        if not NAME.fullmatch(leaving.laid.record.name):
            raise ValueError(f"{leaving.laid.record.name!r} is no name of a game")
        _put(leaving, form, out)
    except BROKEN as trouble:
        sound = f"nomic-mail verify {path} tells where"
        fail(safe(f"{path} is no sound record ({trouble}); {sound}"))


def _put(leaving: "Leaving", form: str, out: Path) -> None:
    if told := put(leaving, form, out):
        click.echo(f"wrote {out} ({told})")
