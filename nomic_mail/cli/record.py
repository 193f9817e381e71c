"""verify and record: a record checked, and looked at, wherever it is kept."""

import sys
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from json import JSONDecodeError
from pathlib import Path
from tempfile import TemporaryFile
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from nomic_mail import __version__
from nomic_mail.archive.forms import forms
from nomic_mail.cli import LazyGroup
from nomic_mail.cli.common import (
    REFUSED,
    WRONG,
    NamedFile,
    fail,
    many,
    print_json,
    print_table,
    safe,
    time_of,
)
from nomic_mail.cli.export import watched
from nomic_mail.files import open_named

if TYPE_CHECKING:
    from nomic_mail.archive.opening import Taken
    from nomic_mail.archive.told.telling import Disagreement
    from nomic_mail.archive.verify import Difference, Report
    from nomic_mail.game.events import Event

MOST_SHOWN = 40
MOST_PIPED = 1_000_000_000  # it is copied to where temporary files are, before anything is read
PIECE = 1_000_000
PATH = click.Path(allow_dash=True, path_type=Path)


class Verifying(click.Command):
    """Its help tells what it takes."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Forms of a record that it takes"):
            taken = [(name, form.brief) for name, form in forms().items() if form.is_checked]
            formatter.write_dl(taken)
        super().format_options(ctx, formatter)


@click.command(cls=Verifying)
@click.argument("path", type=PATH)
@click.option("--head", help="The ledger's head, from a result letter or from elsewhere.")
@click.option(
    "--signers",
    type=NamedFile(),
    help="Whose signature PATH.sig may be (a line each: a name, and a public key of SSH).",
)
@click.option(
    "--authorities",
    type=NamedFile(),
    help="Certificates (PEM) of who may have stamped PATH.tsr with the time.",
)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def verify(
    path: Path, head: str | None, signers: Path | None, authorities: Path | None, as_json: bool
) -> None:
    """Check a record from itself alone: PATH is one in any form below, or the zip of RECORDS,
    packed or not; - is standard input.

    All that followed from what players and moderators did is decided again: every throw, shuffle,
    tally, outcome, score, rule, turn and deadline. No server, no configuration and no network is
    needed. A signature beside it (PATH.sig) is checked by ssh-keygen, a time stamp (PATH.tsr) by
    openssl. Exit 0: all of it comes out as it says. 1: something differs, or it is no record.
    """
    from nomic_mail.archive.signing import beside

    head = head_or_fail(head)
    signature, stamp = beside(path, ".sig"), beside(path, ".tsr")
    if signers is not None and not signature.is_file():
        fail(f"--signers: there is no signature {signature}", WRONG)
    if authorities is not None and not stamp.is_file():
        fail(f"--authorities: there is no time stamp {stamp}", WRONG)
    _, report = check(path, head)
    if str(path) != "-" and signature.is_file():
        _check_signature(path, signature, signers, report)
    if str(path) != "-" and stamp.is_file():
        _check_stamp(path, stamp, authorities, report)
    if as_json:
        print_json(_plain(report))
    else:
        show_report(report)
    raise SystemExit(0 if report.sound and not report.disagreements else REFUSED)


def check(path: Path, head: str | None) -> "tuple[Taken, Report]":
    from nomic_mail.archive.opening import Taken
    from nomic_mail.archive.repository import GitFailed
    from nomic_mail.archive.verify import verify_taken
    from nomic_mail.sandbox.sandbox import Sandbox

    try:
        alone = [form.alone(path) for form in forms().values() if form.alone is not None]
    except OSError as trouble:
        fail(f"{path} cannot be read: {trouble.strerror or trouble}", WRONG)
    for report in filter(None, alone):
        if head is not None:
            report.differs("the letters", "ledger.head, by --head", "no ledger", head)
        return Taken(report.kind, {}), report
    taken = taken_from(path)
    try:
        return taken, verify_taken(taken, head, _watch, Sandbox())
    except GitFailed as trouble:
        fail(str(trouble))


def _check_signature(path: Path, signature: Path, signers: Path | None, report: "Report") -> None:
    from nomic_mail.archive.signing import NoSigners, NoSigning, SigningFailed, signer

    try:
        report.signed = signer(path, signature, signers)
    except NoSigners as wrong:
        fail(f"--signers: {wrong}", WRONG)
    except NoSigning as trouble:
        if signers is not None:
            fail(f"{signature} cannot be checked: {trouble}")
        report.claimed.append(f"{signature.name}: {trouble}")
    except SigningFailed as trouble:
        says = f"a signature by one of {signers}" if signers is not None else "a signature"
        report.differs("the signature", signature.name, says, str(trouble))
    else:
        report.same("the signature", signature.name, True, True)


def _check_stamp(path: Path, stamp: Path, authorities: Path | None, report: "Report") -> None:
    from nomic_mail.archive.stamping import NoStamping, StampFailed, stamped

    try:
        told = stamped(path, stamp, authorities)
    except NoStamping as trouble:
        if authorities is not None:
            fail(f"{stamp} cannot be checked: {trouble}")
        report.claimed.append(f"{stamp.name}: {trouble}")
    except StampFailed as trouble:
        says = f"a time stamp that goes back to {authorities}" if authorities else "a time stamp"
        report.differs("the time stamp", stamp.name, says, str(trouble))
    else:
        report.same("the time stamp", stamp.name, True, True)
        report.stamped = str(told)
        if not told.trusted:
            report.claimed.append(f"{stamp.name}: that who stamped it is to be believed")


RECORDS = {
    "show": ("record", "show", "The record as a text to read, now or at a time."),
    "export": ("old", "export_record", "Put a record into another form."),
    "from-old": ("old", "from_old", "Make the record of a game written down by hand."),
}


class Records(LazyGroup):
    table = RECORDS


@click.group(cls=Records)
def record() -> None:
    """Look at a record, put it into another form, or make one of an old game; no server is
    needed."""


@click.command()
@click.argument("path", type=PATH)
@click.option("--at", "moment", metavar="TIME", help="As it stood then: 2026-03-01 [14:00] (UTC).")
@click.option("--json", "as_json", is_flag=True, help="As JSON, without its ledger.")
def show(path: Path, moment: str | None, as_json: bool) -> None:
    """The record at PATH, in any of its forms, as a text to read; now, or --at a time.

    It is not checked: nomic-mail verify does that.

    \b
    Example:
      nomic-mail record show tea.json --at 2026-03-01
    """
    from nomic_mail.archive.form import as_data
    from nomic_mail.archive.json import Laid, new_shelf, on_shelf
    from nomic_mail.archive.opening import up_to
    from nomic_mail.archive.text import text_pieces
    from nomic_mail.archive.verify.report import BROKEN
    from nomic_mail.game.record import record_of

    until = time_of(moment) if moment is not None else None
    taken = taken_from(path)
    try:
        events, lines = up_to(taken.data, until)
        if not lines:
            fail(
                f"no game was there at {until:%Y-%m-%d %H:%M} UTC" if until else f"{path} is empty"
            )
        made = record_of(events, on_shelf(new_shelf()))
        told = taken.data.get("told")
        if as_json:
            print_json(as_data(made) | ({"told": told} if told is not None else {}))
            return
        for line in text_pieces(Laid(made, lines, told), events, taken.data.get("addresses")):
            click.echo(safe(line), nl=False)
    except BROKEN as trouble:
        fail(f"{path} is no sound record ({trouble}); nomic-mail verify {path} tells where")


def head_or_fail(head: str | None) -> str | None:
    if head is not None and not _is_hash(head):
        fail("--head is 64 hexadecimal digits, as export tells them", WRONG)
    return head


def _is_hash(word: str) -> bool:
    return len(word.strip()) == 64 and not set(word.strip().lower()) - set("0123456789abcdef")


def taken_from(path: Path) -> "Taken":
    from nomic_mail.archive.opening import take, take_file
    from nomic_mail.archive.repository import GitFailed

    try:
        if str(path) != "-" and not path.is_fifo():
            return take(path)
        come = nullcontext(sys.stdin.buffer) if str(path) == "-" else open_named(path)
        with TemporaryFile() as copy, come as source:  # `verify <(…)` is a pipe, too
            while piece := source.read(PIECE):
                if copy.tell() + len(piece) > MOST_PIPED:
                    most = f"more than {MOST_PIPED:,} bytes come by this pipe"
                    fail(f"{most}; save it to a file, and check that", WRONG)
                copy.write(piece)
            copy.seek(0)
            return take_file(copy)
    except GitFailed as trouble:
        fail(str(trouble))
    except OSError as trouble:
        fail(f"{path} cannot be read: {trouble.strerror or trouble}", WRONG)
    except JSONDecodeError as trouble:
        at = f"line {trouble.lineno}, column {trouble.colno}: {trouble.msg}"
        fail(f"{path} is no record, or not all of one ({at}); a text is only to read")
    except UnicodeDecodeError:
        takes = ", ".join(name for name, form in forms().items() if form.is_checked)
        fail(f"{path} is no record: it is no text at all; what is checked is {takes}")
    except (ValueError, RecursionError) as trouble:
        fail(f"{path} is no record: {trouble or 'it is nested too deep'}")


def _watch(events: Sequence["Event"]) -> Iterable["Event"]:
    return watched(events, len(events), "checking")


def _plain(report: "Report") -> dict[str, Any]:
    return {
        "proven": report.proven and not report.told,
        "told": report.told,
        "later": report.later,
        "form": report.kind,
        "events": report.events,
        "undecided": report.undecided,
        "otherwise": report.otherwise,
        "withheld": report.withheld,
        "altered": report.altered,
        "anchored": report.anchored,
        "game": {"name": report.name, "title": report.title, "status": report.status},
        "checked": report.checked,
        "differing": report.differing,
        "differences": [
            {"where": one.where, "says": one.says, "comes_out": _comes_out(one)}
            for one in report.differences
        ],
        "disagreements": [
            {
                "file": one.file,
                "line": one.line,
                "where": one.where,
                "stated": one.stated,
                "follows": one.follows,
            }
            for one in report.disagreements
        ],
        "claimed": report.claimed,
        "signed": report.signed,
        "stamped": report.stamped,
    }


def _comes_out(one: "Difference") -> str:
    from nomic_mail.phrases import worded

    found = one.comes_out
    return found if isinstance(found, str) else f"refused: {worded(found).reason}"


def show_report(report: "Report") -> None:
    if report.name:
        status = "told" if report.told else report.status
        click.echo(safe(f"{report.name}: {report.title or report.name}, {status}\n"))
    rows = [
        [part, str(count), str(report.differing.get(part, 0) or "")]
        for part, count in report.checked.items()
    ]
    print_table(["", "checked", "differ"], rows)
    for one in report.differences[:MOST_SHOWN]:
        click.echo(safe(f"\n{one.where}\n  says      {one.says}\n  comes out {_comes_out(one)}"))
    more = len(report.differences) - MOST_SHOWN
    if more > 0:
        click.echo(f"\n… and {more} more; --json tells them all")
    show_disagreements(report.disagreements)
    if report.claimed:
        click.echo("\nOnly claimed, and nothing here can prove it:")
        for claim in report.claimed:
            click.echo(safe(f"  {claim}"))
    if report.otherwise:
        click.echo(f"\n{_in_columns(_read_otherwise(report.otherwise))}")
    if report.signed:
        by = "" if ", " in report.signed else "\nWhose key that is, --signers tells."
        click.echo(safe(f"\nSigned: {report.signed}.{by}"))
    if report.stamped:
        click.echo(safe(f"\nStamped with the time: {report.stamped}."))
    click.echo(f"\n{_in_columns(_verdict(report))}")


def show_disagreements(found: "Sequence[Disagreement]") -> None:
    """Where what was told contradicts itself: by file and line."""
    for one in found[:MOST_SHOWN]:
        click.echo(safe(f"\n{one.file}, line {one.line}: {one.where}"))
        click.echo(safe(f"  stated  {one.stated}\n  follows {one.follows}"))
    more = len(found) - MOST_SHOWN
    if more > 0:
        click.echo(f"\n… and {more} more; verify --json tells them all")


def _read_otherwise(places: list[int]) -> str:
    told = ", ".join(map(str, places[:MOST_SHOWN])) + (", …" if places[MOST_SHOWN:] else "")
    return (
        f"By today's reading of the law, what began with event {told} would be decided otherwise."
        " It was decided by the reading of then, so that is no difference."
    )


def _in_columns(text: str) -> str:
    lines = text.split("\n")
    return "\n".join(fill(x, 80, break_long_words=False, break_on_hyphens=False) for x in lines)


def _verdict(report: "Report") -> str:
    if report.kind == "mbox" and report.sound:
        held = report.checked.get("the letters", 0)
        have = "has" if held == 1 else "have"
        told = f"{many(held, 'letter')} {have} a signature that holds."
        return f"{told} Letters alone can show no more."
    if not report.sound:
        count = len(report.differences)
        told = many(count, "difference")
        if report.later:
            return (
                f"{told}: it says that a later version of nomic-mail wrote it than this one"
                f" ({__version__}), and only that one can tell whether it is sound."
            )
        return f"{told}: this record is not what it says it is."
    if report.told:
        count = len(report.disagreements)
        first = (
            f"In {many(count, 'place')} what is stated is not what follows"
            if count
            else ("What is stated agrees with what follows from it")
        )
        return f"{first}.\nThis game was told, not played here: nothing of it is proven."
    events, whole = report.anchored, "All of it comes out as it says"
    if report.withheld or report.altered:
        some = len(report.withheld) + len(report.altered)
        whole += f", but for {many(some, 'event')} whose words are withheld"
    if report.undecided_to > events:
        return (
            f"{whole}, as far as it can be told: {report.undecided} of its {report.events} events"
            " are from before records told the causes of what happened, hang on words that are"
            " withheld, or on a program that came to no end on this machine, and\nwere not decided"
            " again. Only a head from outside proves them: --head."
        )
    if events and events == report.events:
        return f"{whole}, and its head is the one you gave."
    if events:
        return (
            f"{whole}, and it had the head that you gave\n"
            f"after {events} of its {report.events} events: only a later head proves the rest."
        )
    return (
        f"{whole}.\nThat it is the game that was played, and not another one made up whole,\n"
        "only a head from outside proves: --head, with one that was told elsewhere."
    )
