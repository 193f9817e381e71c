"""All the forms that have a place in a bag, in one folder or zip, with the sums of them all.

1. It is BagIt 1.0 (RFC 8493), written by hand: nothing in it is of the day it was packed.
2. With them goes what nobody needs this program for: a page that checks them, a README.txt, what
   the form is and its schema, and how the game is cited.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING

from nomic_mail import __version__
from nomic_mail.archive.forms import ExportForm, Leaving, forms

if TYPE_CHECKING:
    from nomic_mail.archive.opening import Taken
    from nomic_mail.archive.pieces import Watch
    from nomic_mail.archive.rooms import Folder, Packed, Room
    from nomic_mail.archive.site import Page
    from nomic_mail.game.record import Record

CHECKER, README = "check_record.py", "README.txt"
PAGES = (CHECKER, README)  # that nobody needs this program
DESCRIBED = {
    "FORMAT.md": "the form of a ledger, for other programs",
    "record.schema.json": "the schema of record.json (JSON Schema)",
    "format-vectors.json": "examples of all that FORMAT.md tells",
}
TAGS = ("bagit.txt", "bag-info.txt", "manifest-sha256.txt", "tagmanifest-sha256.txt")
LICENSE = "License"
LETTERS, NO_LETTERS = "Letters", "none, as this was made of a record alone"
BAGIT = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"


def page(name: str) -> bytes:
    from nomic_mail.archive.citing import CITED
    from nomic_mail.config import shipped

    if name in DESCRIBED:
        return (shipped("docs") / name).read_bytes()
    words = (shipped("templates") / "record" / name).read_bytes()
    if name != README:
        return words
    files = [(f"{at}index.html" if at[-1] == "/" else at, form.brief) for at, form in _in_bag()]
    files.append((CHECKER, "one page of Python that checks record.json"))
    files += DESCRIBED.items()
    files += ((at, brief) for at, (brief, _) in CITED.items())
    told = "".join(f"  {at:<22}  {brief}\n" for at, brief in files)
    whole = words.decode().replace("{files}\n", told)
    return f"{whole}\nWritten by nomic-mail {__version__}.\n".encode()


def pages(game: Leaving) -> dict[str, bytes]:
    """All that lies in a bag beside the forms."""
    from nomic_mail.archive.citing import CITED

    made = {name: page(name) for name in (*PAGES, *DESCRIBED)}
    return made | {name: make(game) for name, (_, make) in CITED.items()}


def _in_bag() -> "list[tuple[str, ExportForm]]":
    return [(form.in_bag, form) for form in forms().values() if form.in_bag]


def _payload(game: Leaving) -> "Iterator[Page]":
    from nomic_mail.archive.forms.site import RECORD, pages_of

    for name, form in forms().items():
        if not form.in_bag or (form.of_letters and not game.has_letters):
            continue
        if form.pieces is not None:
            yield form.in_bag, game.pieces(name)
        else:
            for inner, pieces in pages_of(game, f"../{RECORD}"):
                yield f"{form.in_bag}{inner}", pieces
    for one, words in pages(game).items():
        yield one, [words]


def write_bag(game: Leaving, room: "Folder | Packed") -> None:
    payload = {f"data/{name}": room.write(f"data/{name}", it) for name, it in _payload(game)}
    sums = "".join(f"{told}  {name}\n" for name, (told, _) in sorted(payload.items()))
    size = sum(size for _, size in payload.values())
    tags = {
        "bagit.txt": BAGIT,
        "bag-info.txt": info(game, f"{size}.{len(payload)}", letters=game.has_letters),
        "manifest-sha256.txt": sums,
    }
    for name, text in tags.items():
        room.write(name, [text.encode()])
    told = (f"{sha256(tags[name].encode()).hexdigest()}  {name}\n" for name in sorted(tags))
    room.write("tagmanifest-sha256.txt", ["".join(told).encode()])


def info(game: Leaving, oxum: str, *, letters: bool) -> str:
    """In the words of Dublin Core where BagIt has none of its own. The day is the ledger's last. It
    says so where it was made of a record alone, without its letters."""
    from nomic_mail.archive.citing import SUBJECT, days, identifier, names, title, what
    from nomic_mail.game.state import TOLD

    told = game.laid.record.ruleset == TOLD
    day = days(game)[1]
    fields = [
        ("Title", title(game)),
        ("Type", "Dataset"),
        ("Subject", SUBJECT),
        *(("Contributor", name) for name in names(game)),
        ("Date", "/".join(days(game)) if not told else _told_dates(game.laid.record)),
        ("Format", "nomic-mail/1"),
        *([(LICENSE, game.licence)] if game.licence else []),
        ("External-Description", f"{what(game)}: {title(game)}"),
        ("External-Identifier", identifier(game)),
        *([] if told else [("Bagging-Date", day)]),
        *([] if told or letters else [(LETTERS, NO_LETTERS)]),
        ("Bag-Software-Agent", f"nomic-mail {__version__}"),
        ("Payload-Oxum", oxum),
    ]
    return "".join(f"{name}: {value}\n" for name, value in fields)


def _told_dates(record: "Record") -> str:
    """As far as they are told."""
    from nomic_mail.archive.told.moments import stamp

    ends = (record.started_at, record.ended_at)
    return "/".join((stamp(at) if at is not None else "") or "unknown" for at in ends)


def _taken(room: "Room", watch: "Watch") -> "Taken | None":
    from nomic_mail.archive.opening import in_room

    return in_room("bag", room, "data/", watch) if "bagit.txt" in room.names() else None


FORM = ExportForm(
    place=7,
    brief="all of these in a folder with their sums (BagIt), for archives",
    what="all of these in a folder (or a `.zip`) with checksums, after BagIt 1.0 (RFC 8493), and a"
    " page that checks them",
    who="archives",
    fill=write_bag,
    filled="a bag of all forms; README.txt in it tells how it is checked",
    from_room=_taken,
    goes_on=True,
)
