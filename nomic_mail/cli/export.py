"""export: the record of a game, written in one of its forms."""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from msgspec.structs import replace

from nomic_mail.archive.forms import forms
from nomic_mail.cli.common import WRONG, NamedFile, fail, game_or_fail, opened
from nomic_mail.clock import SystemClock
from nomic_mail.files import replacing

if TYPE_CHECKING:
    from nomic_mail.archive.forms import ExportForm, Leaving

T = TypeVar("T")

MANY = 1000
FORMAT = click.option(
    "--format", "form", type=click.Choice(list(forms())), default="json", show_default=True
)


class Exporting(click.Command):
    """Its help tells the forms."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Forms"):
            formatter.write_dl([(name, form.brief) for name, form in forms().items()])
        super().format_options(ctx, formatter)


@click.command(cls=Exporting)
@click.argument("game")
@click.argument("out", type=click.Path(allow_dash=True, path_type=Path))
@FORMAT
@click.option(
    "--with-addresses", is_flag=True, help="For private keeping: with the players' mail addresses."
)
@click.option(
    "--redact", is_flag=True, help="For publication: no address in what players wrote, either."
)
@click.option(
    "--license",
    "licence",
    default="",
    callback=lambda _ctx, _option, value: _licence(value),
    help="In a bag: under what its words are given away (an identifier of SPDX, CC-BY-4.0).",
)
@click.option(
    "--sign",
    "key",
    metavar="KEY",
    type=NamedFile(),
    help="Sign it with this key of SSH, in a file beside it (OUT.sig): verify checks that.",
)
@click.pass_context
def export(
    ctx: click.Context,
    game: str,
    out: Path,
    form: str,
    with_addresses: bool,
    redact: bool,
    licence: str,
    key: Path | None,
) -> None:
    """Write the whole public record of GAME to OUT (- is standard output).

    A site and a bag are folders, or a file that ends in .zip; git is a folder, and to - goes what
    git fast-import reads.

    No mail address is in it unless asked for, no ballot of an open vote, and no die that is still
    to be thrown.
    """
    if with_addresses and redact:
        fail("--with-addresses is for private keeping, --redact for publication", WRONG)
    refuse_out(out, form)
    if key is not None:
        _refuse_unsigned(out, form)
    with opened(ctx) as (config, database), database.read() as connection:
        found = game_or_fail(connection, game)
        leaving = _leaving(connection, config, found, with_addresses=with_addresses, redact=redact)
        leaving = replace(leaving, licence=licence)
        told = put(leaving, form, out)
    of = forms()[form]
    if leaving.laid.record.keeps_secrets and (of.goes_on or of.unpack):  # it holds the ledger
        click.echo("not for players while the game is on: it has what rules keep secret", err=True)
    if told:
        click.echo(f"wrote {out} ({told})")
        click.echo(f"its ledger's head, to be told elsewhere: {leaving.laid.head}")
    if key is not None:
        _sign(out, key)


def _refuse_unsigned(out: Path, form: str) -> None:
    of = forms()[form]
    if str(out) == "-" or ((of.fill or of.unpack) and out.suffix != ".zip"):
        fail(f"a signature is of a file: a {form} has one where OUT ends in .zip", WRONG)


def _sign(out: Path, key: Path) -> None:
    from nomic_mail.archive.signing import SigningFailed, sign

    try:
        click.echo(f"signed in {sign(out, key)}")
    except SigningFailed as trouble:
        fail(f"{out} is written, and not signed: {trouble}")


def _licence(value: str) -> str:
    if value and not re.fullmatch(r"[A-Za-z0-9.+-]{1,60}", value):
        raise click.BadParameter("an identifier of SPDX, such as CC-BY-4.0")
    return value


def refuse_out(out: Path, form: str) -> None:
    """Where that form cannot be put."""
    of = forms()[form]
    to_folder = bool(of.fill or of.unpack) and str(out) != "-" and out.suffix != ".zip"
    if of.fill and str(out) == "-":
        fail(f"a {form} is a folder, or a file that ends in .zip", WRONG)
    if to_folder and out.exists() and (not out.is_dir() or any(out.iterdir())):
        fail(f"{out} is there already, and not empty")
    if not to_folder and out.is_dir():
        fail(f"{out} is a folder: --format {form} takes a file", WRONG)


def _leaving(
    connection: Any, config: Any, game: Any, *, with_addresses: bool, redact: bool
) -> "Leaving":
    """The game on its shelf. All is read at one moment: nothing comes in between."""
    from nomic_mail.archive.came import came, doors
    from nomic_mail.archive.forms import Leaving
    from nomic_mail.archive.json import lay
    from nomic_mail.archive.mbox import Ours, mbox
    from nomic_mail.archive.redact import redacted
    from nomic_mail.daemon.parts import load_keys
    from nomic_mail.store.games import ledger
    from nomic_mail.store.people import moderators, seats
    from nomic_mail.store.queue import outbox, signing, to_all

    def entries() -> Iterator[Any]:
        found: Iterator[Any] = ledger.entries(connection, game.id)
        return redacted(found) if redact else found

    def letters() -> Iterator[bytes]:
        mail, own = config.mail, config.moderator.address.lower()
        chairs = moderators.all_addresses(connection) | {own}
        key = load_keys(config).tokens
        ours = Ours(mail.address, mail.delimiter, chairs, game.name, game.title, key)
        found, out = outbox.of_game(connection, game.id), ledger.removed_talk(connection, game.id)
        theirs, opens = signing.of_game(connection, game.id), None
        if with_addresses:
            roster = seats.of_game(connection, game.id)
            epochs = {one.seat: (one.token_epoch, one.epoch) for one in roster}
            opens = doors(key, SystemClock().now().date(), epochs, ours)
        made = came(theirs, laid.record, laid.lines.__getitem__, ours, opens)
        return mbox(
            found,
            ours,
            addresses=with_addresses,
            removed=out,
            came=made,
            kept=to_all.of_game(connection, game.id),
            all_kept=ledger.commits_to_letters(connection, game.id),
        )

    addresses = None
    if with_addresses:
        known = sorted(seats.of_game(connection, game.id), key=lambda seat: seat.seat)
        addresses = {str(one.seat): one.address for one in known if not one.is_nowhere}
    laid = lay(watched(entries(), game.version, "reading"))
    if addresses is not None:  # who was invited and never joined is in no record
        addresses = {seat: at for seat, at in addresses.items() if int(seat) in laid.record.players}

    def watch(things: Iterable[T], doing: str, /) -> Iterable[T]:
        return watched(things, game.version, doing, known=False)

    return Leaving(laid, lambda: (entry.event for entry in entries()), letters, addresses, watch)


def put(leaving: "Leaving", form: str, out: Path) -> str:
    """What was written, in words; nothing where it is standard output."""
    try:
        return _written(leaving, form, out)
    except BrokenPipeError:  # whoever reads has had enough
        raise
    except OSError as trouble:
        fail(f"{out} cannot be written: {trouble.strerror}")


def _written(leaving: "Leaving", form: str, out: Path) -> str:
    from nomic_mail.archive.repository import GitFailed

    of = forms()[form]
    if of.fill is not None:
        return _filled(leaving, of, out)
    if str(out) == "-":
        for piece in leaving.pieces(form):
            sys.stdout.buffer.write(piece)
        return ""
    if of.unpack is not None and out.suffix != ".zip":
        try:
            return of.unpack(out, leaving.pieces(form))
        except GitFailed as trouble:
            fail(str(trouble))
    with replacing(out) as file:
        size = sum(file.write(piece) for piece in leaving.pieces(form))
    return f"{size} bytes"


def _filled(leaving: "Leaving", form: "ExportForm", out: Path) -> str:
    from nomic_mail.archive.rooms import Folder, packing

    assert form.fill is not None  # noqa: S101  asked before
    if out.suffix == ".zip":
        with replacing(out) as file, packing(file, leaving.laid.record.name) as room:
            form.fill(leaving, room)
    else:
        form.fill(leaving, Folder(out))
    return form.filled


def watched(things: Iterable[T], count: int, doing: str, *, known: bool = True) -> Iterable[T]:
    """With a bar, where there are many and somebody is looking; one that only goes back and forth
    where it is not known how many they are."""
    if count < MANY or not sys.stderr.isatty():
        return things
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    return track(things, doing, total=count if known else None, console=console, transient=True)
