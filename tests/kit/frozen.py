"""What older programs wrote, as it stands in tests/frozen: unpacked, and a database brought up to
this program's schema, once in a process; nobody may change it there. A server is a copy of its own.
"""

import atexit
import io
import json
import lzma
import re
import tarfile
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

from nomic_mail.game.clauses import FORMER
from nomic_mail.play.table import received
from nomic_mail.store.database.engines import Database
from nomic_mail.store.people import seats
from tests.kit.house import House

FROZEN = Path(__file__).parents[1] / "frozen"
NAMES = sorted(one.name for one in FROZEN.iterdir() if one.is_dir())
NEWEST = NAMES[-1]
WITHOUT_LEDGER = "2026-11-21a"  # its record.json tells how long the ledger is, and its head
STREAM = ".fast-import"  # what git makes a repository of


@cache
def _tar(name: str) -> bytes:
    return lzma.decompress((FROZEN / name / "records.tar.xz").read_bytes())


@cache
def _folder(name: str) -> Path:
    folder = tempfile.TemporaryDirectory(prefix="nomic-frozen-")
    atexit.register(folder.cleanup)
    with tarfile.open(fileobj=io.BytesIO(_tar(name))) as tar:
        tar.extractall(folder.name, filter="data")
    return Path(folder.name)


def _all_of(name: str) -> list[str]:
    with tarfile.open(fileobj=io.BytesIO(_tar(name))) as tar:
        return sorted({one.partition("/")[0] for one in tar.getnames()})


Case = tuple[str, str]  # who wrote it, and its name there
EVERYTHING: list[Case] = [(name, record) for name in NAMES for record in _all_of(name)]
RECORDS = [one for one in EVERYTHING if one[0] != WITHOUT_LEDGER and not one[1].endswith(STREAM)]
MADE_OF_LEDGERS = [one for one in RECORDS if not one[1].endswith(".mbox")]
PLAYED = [
    (name, record)
    for name, record in MADE_OF_LEDGERS
    if record.endswith(".json") and "redacted" not in record and record != "told.json"
]


def shown(case: Any) -> str:
    return "-".join(case) if isinstance(case, tuple) else str(case)


def path_of(case: Case) -> Path:
    name, record = case
    return _folder(name) / record


@cache
def data_of(case: Case) -> Any:
    return json.loads(path_of(case).read_bytes())


# What a program of before had no words for: it told the code, and the seat in place of the name.
WORDLESS = re.compile(r"vetoed_by \(seat: \d+\)")


def unsaid(then: Any, now: Any, where: str = "") -> Iterator[str]:
    """Where what a record said then is not what it says now; what only now says is younger."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key, value in then.items():
            yield from unsaid(value, now.get(key, "nothing"), f"{where}.{key}")
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for place, value in enumerate(then):
            yield from unsaid(value, now[place], f"{where}[{place}]")
    elif then != now and not WORDLESS.fullmatch(str(then)):
        yield f"{where}: {then!r} then, {now!r} now"


def says(data: Any) -> Any:
    """What a record says of its game: without how it is anchored and sent, and who wrote it, and
    without clauses that are said another way by now. The first form's place for judgments was
    always empty."""
    known = {
        name: one for name, one in data["mechanics"].items() if (name, one["value"]) not in FORMER
    }
    left_out = {"digest", "ledger", "addresses", "written_by"}
    if "entries" not in data["ledger"]:
        left_out.add("judgments")
    rest = {key: data[key] for key in data if key not in left_out}
    return rest | {"mechanics": known}


def database_of(name: str) -> bytes:
    return lzma.decompress((FROZEN / name / "server.db.xz").read_bytes())


@cache
def _brought_up(name: str) -> bytes:
    with tempfile.TemporaryDirectory(prefix="nomic-frozen-") as folder:
        file = Path(folder) / "nomic.db"
        file.write_bytes(database_of(name))
        database = Database(f"sqlite:///{file}")
        database.migrate()
        database.close()
        return file.read_bytes()


def upgraded(name: str, folder: Path) -> House:
    """The server of then, started by the program of now."""
    file = folder / "nomic.db"
    file.write_bytes(_brought_up(name))
    return started(folder, f"sqlite:///{file}")


def started(folder: Path, url: str) -> House:
    """On a database of then, an hour after it was left: what it had written to its players has
    reached them."""
    database = Database(url)
    database.migrate()
    database.close()
    house = House(folder, database=url)
    house._letters = 1000  # far from those that it has had
    sent = "SELECT body, mail_from FROM outbox WHERE state = 'sent' ORDER BY id"
    house.note([received(*row) for row in house.rows(sent)])
    house.clock.set(left_at(house) + timedelta(hours=1))
    return house


def left_at(house: House) -> Any:
    with house.database.read() as connection:
        names = [game.name for game in seats.all_games(connection)]
    return max(house.events(name)[-1].at for name in names)
