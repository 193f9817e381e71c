"""`python -m bench.freeze NAME 'what is new in it'`: what this program writes is put by in
tests/frozen/NAME, where all later programs have to read it, with a line in the table of
tests/frozen/README.md, which tells when.

1. `records.tar.xz`: records of the fewest transcripts that have each kind of event in each way its
   fields are filled; of the games of `bench.frozen_server`, each; and of some, every form.
2. `server.db.xz`: the database of that server, as it is left.
3. Made again, the records are the same; the database is but for the order of its indexes.
"""

import io
import json
import lzma
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from bench.frozen_server import serve
from nomic_mail.archive.json import record_json
from nomic_mail.cli import cli
from nomic_mail.play.table import HOST
from nomic_mail.store.games import ledger
from nomic_mail.store.people import seats
from nomic_mail.written import codec
from nomic_mail.written.entry import Entry
from tests.kit.games.old_games import CLUB
from tests.kit.house import SEED, House
from tests.kit.played import GAMES, look, named

FROZEN = Path("tests/frozen")
UNNAMED = "the program with this folder"  # its commit is not made yet
FORMS = ("jsonl", "mbox", "site", "bag")  # of one game; the rest of them are of json
Way = tuple[str, int, tuple[str, ...]]


def freeze(out: Path, transcripts: Sequence[Path] = GAMES) -> None:
    out.mkdir()
    with TemporaryDirectory() as folder:
        server, records = Path(folder, "server"), Path(folder, "records")
        server.mkdir()
        records.mkdir()
        serve_in(server)
        export_all(server, records)
        tell_an_old_game(records)
        play_all(transcripts, Path(folder, "played"), records)
        (out / "server.db.xz").write_bytes(packed((server / "nomic.db").read_bytes()))
        (out / "records.tar.xz").write_bytes(packed(archive(records)))
    for file in sorted(out.iterdir()):
        print(f"{file}: {file.stat().st_size} bytes")


def packed(data: bytes) -> bytes:
    return lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)


def archive(folder: Path) -> bytes:
    """With no time, no owner and no order but that of the names."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for file in sorted(one for one in folder.rglob("*") if one.is_file()):
            about = tarfile.TarInfo(str(file.relative_to(folder)))
            about.size = file.stat().st_size
            tar.addfile(about, io.BytesIO(file.read_bytes()))
    return out.getvalue()


# The server


def serve_in(folder: Path) -> None:
    house = House(folder)
    serve(house)
    house.close()
    with closing(sqlite3.connect(folder / "nomic.db")) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("VACUUM")
    (folder / "config.toml").write_text(
        f'[server]\ndatabase = "sqlite:///{folder}/nomic.db"\n'
        f'[mail]\naddress = "nomic@{HOST}"\n[moderator]\naddress = "moderator@{HOST}"\n',
        encoding="utf-8",
    )
    (folder / "secret.key").write_text(sha256(SEED.encode()).hexdigest(), encoding="ascii")


def call(*words: str) -> None:
    told = CliRunner().invoke(cli, words)
    if told.exit_code:
        raise SystemExit(f"{' '.join(words)}: {told.output}")


def export_all(server: Path, records: Path) -> None:
    """`tea`, which is over, in each form; `cake`, with a vote open, with all that can be asked."""

    def export(game: str, out: str, *more: str) -> None:
        call("--config", str(server / "config.toml"), "export", game, str(records / out), *more)

    with closing(sqlite3.connect(server / "nomic.db")) as connection:
        games = [str(row[0]) for row in connection.execute("SELECT name FROM games")]
    for game in games:
        export(game, f"server.{game}.json")
    for form in FORMS:
        export("tea", f"server.tea.{form}", "--format", form)
    export("cake", "server.cake.jsonl", "--format", "jsonl")
    export("cake", "server.cake.redacted.json", "--redact")
    export("cake", "server.cake.with-addresses.json", "--with-addresses")
    config = str(server / "config.toml")
    words = [sys.executable, "-m", "nomic_mail", "--config", config, "export", "tea", "-"]
    stream = subprocess.run([*words, "--format", "git"], capture_output=True, check=True).stdout
    (records / "server.tea.fast-import").write_bytes(stream)


def tell_an_old_game(records: Path) -> None:
    file = records / "told.toml"
    file.write_text(CLUB, encoding="utf-8")
    call("record", "from-old", str(file), str(records / "told.json"))
    file.unlink()


# The transcripts


def play_all(transcripts: Sequence[Path], folder: Path, records: Path) -> None:
    found: dict[str, list[Entry]] = {}
    for file in transcripts:
        database = look(folder, file).database()
        with database.read() as connection:
            for game in seats.all_games(connection):
                name = f"{named(file).replace('/', '.')}.{game.name}"
                found[name] = list(ledger.entries(connection, game.id))
        database.close()
    for name in chosen({name: ways_of(entries) for name, entries in found.items()}):
        (records / f"{name}.json").write_bytes(record_json(found[name]))


def ways_of(entries: list[Entry]) -> set[Way]:
    """The kinds of events, each with the fields in which something stands; letters can have gone
    out before any."""

    def filled(entry: Entry) -> tuple[str, ...]:
        public = json.loads(entry.public)
        told = (key for key in public if public[key] not in (None, [], {}, "", 0))
        return tuple(sorted(key for key in told if key != codec.LETTERS))

    return {(entry.kind, entry.form, filled(entry)) for entry in entries}


def chosen(ways: dict[str, set[Way]]) -> list[str]:
    """Few games in which all ways are: the one with most of what is missing, again and again."""
    missing, found = set[Way]().union(*ways.values()), list[str]()
    while missing:
        best = max(sorted(ways), key=lambda name: len(ways[name] & missing))
        found.append(best)
        missing -= ways[best]
    return found


def tell(name: str, new: str) -> None:
    """The line of the folder before names the commit that it came with, which is known only now."""
    page = FROZEN / "README.md"
    lines = [
        one for one in page.read_text("utf-8").split("\n") if not one.startswith(f"| `{name}`")
    ]
    last = max(at for at, line in enumerate(lines) if line.startswith("| `2"))
    before = FROZEN / lines[last].split("`")[1]
    asked = ["git", "log", "-1", "--format=%h", "--abbrev=8", "--", str(before)]
    commit = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()
    lines[last] = lines[last].replace(UNNAMED, f"`{commit}`")
    schema = max(Path("migrations", "versions").glob("0*.py")).name[:4]
    lines.insert(last + 1, f"| `{name}` | {UNNAMED} | {schema} | {new} |")
    page.write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    name, new = sys.argv[1:]
    freeze(FROZEN / name)
    tell(name, new)
