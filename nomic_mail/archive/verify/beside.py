"""What lies beside record.json, in a bag or a zip: the other forms, and the sums of them all.

1. A form that is made of the ledger is made again, and compared byte by byte. Words may change with
   the program, so a form to read is compared only with what the same version wrote.
2. Letters are made of nothing else here: their form has its own way to check them.
"""

import json
import re
from collections.abc import Sequence
from typing import Any
from zipfile import BadZipFile
from zlib import error as Unpacked

from nomic_mail import __version__
from nomic_mail.archive.forms import Leaving, again, forms, in_bag
from nomic_mail.archive.forms.bag import (
    BAGIT,
    LETTERS,
    LICENSE,
    NO_LETTERS,
    README,
    TAGS,
    info,
    pages,
)
from nomic_mail.archive.forms.site import FORM, pages_of
from nomic_mail.archive.opening import FOLDER, LINES, MARK, RECORD, Taken
from nomic_mail.archive.rooms import Room, sum_and_size, sum_of, written_sum
from nomic_mail.archive.shelf import Rows
from nomic_mail.archive.verify.report import BROKEN, Report
from nomic_mail.game.events import Event
from nomic_mail.written.codec import letters_of

SUMS, REST = "the bag's checksums", "what lies beside the record"
MOST = 1 << 26  # of what says what is there
LINE = re.compile(r"([0-9a-f]{64})\s+(.+)")
SITE = FORM.in_bag
MOST_NUMBERS, MOST_NAMED = 20, 9
OF_ANOTHER = "written by another version of the program, and not compared"
UNREADABLE = (*BROKEN, OSError, BadZipFile, Unpacked, EOFError, RuntimeError)


def check_beside(taken: Taken, events: Sequence[Event], report: Report) -> None:
    if taken.room is None:
        return
    if taken.kind == "bag":
        _check_sums(taken.room, report)
    if isinstance(taken.data.get("ledger", {}).get("entries"), Rows):
        _check_forms(taken, taken.room, events, report)


def _check_sums(room: Room, report: Report) -> None:
    names = room.names()
    with room.opened("bagit.txt") as file:
        told = file.read(1 << 20).decode("utf-8", "replace")
        report.same(SUMS, "bagit.txt", told, BAGIT)
    for manifest in ("manifest-sha256.txt", "tagmanifest-sha256.txt"):
        if manifest not in names:
            report.differs(SUMS, manifest, "nothing", "the sums of all files")
            continue
        with room.opened(manifest) as file:
            lines = file.read(MOST).decode().splitlines()
        sums = {found[2]: found[1] for line in lines if (found := LINE.fullmatch(line))}
        report.same(SUMS, manifest, len(sums), len(lines))
        inner = [name for name in names if name.startswith("data/") is (manifest[0] == "m")]
        own = {manifest, "tagmanifest-sha256.txt"}
        for name in sorted({*sums, *inner} - own):
            if name not in names or name not in sums:
                there = name in names
                report.differs(SUMS, name, "is there" if there else "is not there", "as its sum")
                continue
            with room.opened(name) as file:
                report.same(SUMS, name, sum_of(file), sums[name])


def _check_forms(taken: Taken, room: Room, events: Sequence[Event], report: Report) -> None:
    files = taken.files
    licence = _info(taken, room).get(LICENSE, "")
    if licence:
        report.claimed.append(f"that its words are given away under {licence[:60]}")
    made_again = again(taken.data, events, licence)
    version = _version(taken, room)
    if taken.kind == "bag" and not version:
        report.differs(REST, README, "no version of the program", "which one wrote it")
    of_site = _pages(taken)
    if of_site and version == __version__:
        _check_site(taken, room, made_again, of_site, report)
    elif of_site:
        report.claimed.append("the site: written by another version of the program")
    if taken.kind == "site":
        return
    by_place, ours = in_bag(), pages(made_again)
    if taken.kind == "bag":
        _check_bag(taken, room, made_again, version, report)
    for name in sorted(files.keys() & {*by_place, *ours} - {RECORD}):
        form = forms()[by_place[name]] if name in by_place else None
        if form is not None and form.check is not None:
            with room.opened(files[name]) as file:
                form.check(file, events, taken.data["ledger"]["entries"], report)
        elif version == __version__ or (form is not None and form.lasting):
            with room.opened(files[name]) as file:
                made = made_again.pieces(by_place[name]) if form is not None else [ours[name]]
                report.same(REST, name, sum_of(file), written_sum(made))
        else:
            report.claimed.append(f"{name}: {OF_ANOTHER}")
    others = sorted(files.keys() - {*by_place, *ours, RECORD, LINES})
    if taken.kind == FOLDER and others:
        report.claimed.append(f"what stands in {_named(others)}: only this record is looked at")


def _named(files: Sequence[str]) -> str:
    more = len(files) - MOST_NAMED
    return ", ".join(files[:MOST_NAMED]) + (f", and {more} more files" if more > 0 else "")


def _info(taken: Taken, room: Room) -> dict[str, str]:
    """What a bag says of itself."""
    if taken.kind != "bag" or "bag-info.txt" not in room.names():
        return {}
    with room.opened("bag-info.txt") as file:
        lines = file.read(1 << 20).decode().splitlines()
    return {name: value for name, _, value in (line.partition(": ") for line in lines)}


def _check_bag(taken: Taken, room: Room, game: Leaving, version: str, report: Report) -> None:
    """What it says of itself, and that it has what a bag has, and no more; of another version's,
    what this one does not know is claimed."""
    ours = {*pages(game), *(name for name in in_bag() if name != SITE)}
    of_letters = {name for name, kind in in_bag().items() if forms()[kind].of_letters}
    without = _info(taken, room).get(LETTERS) == NO_LETTERS and not of_letters & {*taken.files}
    if without or game.laid.told is not None:  # no letter of what is told went through here
        ours -= of_letters
    if without and _letters_are_committed_to(taken):
        report.claimed += [f"{name} is not there: what all were told" for name in of_letters]
    inner = {name for name in taken.files if not name.startswith(SITE)}
    outside = {name for name in room.names() if not name.startswith(taken.inner)}
    if version != __version__:
        for name in sorted(ours - inner) if _letters_are_committed_to(taken) else ():
            if name in in_bag() and forms()[in_bag()[name]].of_letters:
                report.differs(REST, name, "is not there", "the letters that the ledger commits to")
        strange = sorted((inner - ours) | (outside - {*TAGS}))
        report.claimed += [f"{name}: nothing that this version puts in a bag" for name in strange]
        gone = sorted(((ours - of_letters) | {*TAGS}) - inner - outside)
        report.claimed += [f"{name} is not there: this version has it" for name in gone]
        if "bag-info.txt" in outside:
            report.claimed.append(f"bag-info.txt: {OF_ANOTHER}")
        return
    if not _pages(taken):
        report.differs(REST, SITE, "is not there", "the pages of the site")
    for name in sorted((inner ^ ours) | (outside ^ {*TAGS})):
        there = name in inner | outside
        says = "is there" if there else "is not there"
        report.differs(REST, name, says, "no file of a bag" if there else "a file of this bag")
    if "bag-info.txt" in outside:
        size = 0
        for name in taken.files.values():
            with room.opened(name) as file:
                size += sum_and_size(file)[1]
        with room.opened("bag-info.txt") as file:
            told = file.read(1 << 20).decode().split("\n")
        letters = bool(of_letters & {*taken.files})
        made = info(game, f"{size}.{len(taken.files)}", letters=letters).split("\n")
        for line in sorted({*told} ^ {*made}):
            where = f"bag-info.txt: {_kind(line)}"
            report.differs(
                REST, where, *((line, "no such line") if line in told else ("no such line", line))
            )
        if {*told} == {*made}:  # other tools put another kind of line first
            alike = sorted(told, key=_kind) == sorted(made, key=_kind)
            says = "its lines in their order, each once"
            report.same(REST, "bag-info.txt", says if alike else "otherwise", says)


def _kind(line: str) -> str:
    return line.partition(":")[0]


def _letters_are_committed_to(taken: Taken) -> bool:
    return any(letters_of(one["public"]) for one in taken.data["ledger"]["entries"])


def _pages(taken: Taken) -> dict[str, str]:
    """The files of a site, by their names in it."""
    if taken.kind == "site":
        return taken.files
    found = ((name, at) for name, at in taken.files.items() if name.startswith(SITE))
    return {name.removeprefix(SITE): at for name, at in found}


def _check_site(
    taken: Taken, room: Room, game: Leaving, pages: dict[str, str], report: Report
) -> None:
    """Each page is made again, one by one, as the walk through the game comes to it."""
    from nomic_mail.archive.site import read_shown

    inner = "" if taken.kind == "site" else SITE
    record_at = RECORD if taken.kind == "site" else f"../{RECORD}"
    shown = None if inner else read_shown(_mark(room, taken.files).get("shown"))
    for name, pieces in pages_of(game, record_at, shown):
        at = pages.pop(name, None)
        if name == RECORD:
            continue  # it is what all else is compared with
        if at is None:
            report.differs(REST, f"{inner}{name}", "is not there", "a page of the site")
            continue
        with room.opened(at) as file:
            report.same(REST, f"{inner}{name}", sum_of(file), written_sum(pieces))
    for name in sorted(pages):
        report.differs(REST, f"{inner}{name}", "is there", "no page of this site")


def _version(taken: Taken, room: Room) -> str:
    """As the site.json of a site has it, or the README.txt of what else there is; where there is
    none, this one's."""
    files = taken.files
    if taken.kind == "site":
        return str(_mark(room, files).get("program", ""))
    if README not in files:
        return __version__
    with room.opened(files[README]) as file:
        found = re.search(r"Written by nomic-mail (\S+)\.\n\Z", file.read(1 << 20).decode())
    return found[1] if found else ""


def _mark(room: Room, files: dict[str, str]) -> dict[str, Any]:
    """What site.json says."""
    with room.opened(files[MARK]) as file:
        told = json.loads(file.read(1 << 16))
        return told if isinstance(told, dict) else {}


def claims_of(data: dict[str, Any], report: Report) -> None:
    """What stands in a record beside what its ledger makes."""
    addresses = data.get("addresses")
    if addresses is not None:
        shaped = isinstance(addresses, dict) and all(
            isinstance(one, str) for one in addresses.values()
        )
        if not shaped:
            report.differs(REST, "addresses", addresses, "the address of each seat")
        else:
            report.claimed.append(f"{len(addresses)} mail addresses of players")
    if report.withheld:
        told = f"what words were withheld of {_events(report.withheld)}"
        report.claimed.append(told)
    if report.altered:
        told = f"all of {_events(report.altered)}: words were altered for publication"
        report.claimed.append(told)


def _events(numbers: list[int]) -> str:
    few = ", ".join(map(str, numbers[:MOST_NUMBERS]))
    more = len(numbers) - MOST_NUMBERS
    return f"event{'s' * (len(numbers) > 1)} {few}" + (f" and {more} more" if more > 0 else "")
