"""The forms of a record for who computes and cites, judged by other people's programs: Frictionless
for the tables, Datasette for the database, cffconvert for CITATION.cff and the RO-Crate validator.

Each has a virtual environment of its own, as they do not go together; made by pip, where it can
reach a package index.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from nomic_mail.archive.citing import CITED
from nomic_mail.archive.forms import Leaving
from nomic_mail.archive.forms.csv import write_tables
from nomic_mail.archive.json import lay
from nomic_mail.archive.rooms import Folder
from tests.kit.played import GAMES, Look, named
from tests.kit.tiers import some

JUDGES = {
    "frictionless": ("frictionless==5.21.0", "frictionless"),
    "datasette": ("datasette==0.65.5", "datasette"),
    "cffconvert": ("cffconvert==2.0.0", "cffconvert"),
    "crate": ("roc-validator==0.13.0", "rocrate-validator"),
}


@pytest.fixture(scope="session")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("judges")


def judge(rooms: Path, name: str) -> str:
    wanted, program = JUDGES[name]
    room = rooms / name
    if not room.exists():
        subprocess.run([sys.executable, "-m", "venv", room], check=True)
        done = subprocess.run(
            [room / "bin" / "pip", "install", "-q", wanted], capture_output=True, check=False
        )
        if done.returncode:
            pytest.skip(f"pip cannot get {wanted}")
    return str(room / "bin" / program)


def ask(*words: str, of: Path) -> str:
    done = subprocess.run(words, cwd=of, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def leaving(file: Path, played: Look) -> Leaving:
    entries = played(file).entries()
    return Leaving(lay(entries), lambda: [one.event for one in entries], licence="CC-BY-4.0")


@pytest.mark.parametrize("file", some(GAMES, 2, check=20), ids=named)
def test_each_table_is_what_its_data_package_says(
    file: Path, played: Look, rooms: Path, tmp_path: Path
) -> None:
    write_tables(leaving(file, played), Folder(tmp_path))
    told = json.loads(
        ask(judge(rooms, "frictionless"), "validate", "datapackage.json", "--json", of=tmp_path)
    )
    assert told["valid"]
    assert told["stats"]["errors"] == 0


@pytest.mark.parametrize("file", some(GAMES, 2, check=20), ids=named)
def test_a_database_of_a_record_opens(
    file: Path, played: Look, rooms: Path, tmp_path: Path
) -> None:
    made = b"".join(leaving(file, played).pieces("sqlite"))
    (tmp_path / "game.db").write_bytes(made)
    told = json.loads(ask(judge(rooms, "datasette"), "inspect", "game.db", of=tmp_path))
    assert told["game"]["tables"]["events"]["count"] > 0


@pytest.mark.parametrize("file", some(GAMES, 2, check=20), ids=named)
def test_how_a_game_is_cited_is_read(file: Path, played: Look, rooms: Path, tmp_path: Path) -> None:
    for name, (_, write) in CITED.items():
        (tmp_path / name).write_bytes(write(leaving(file, played)))
    told = ask(judge(rooms, "cffconvert"), "--validate", "-i", "CITATION.cff", of=tmp_path)
    assert "Citation metadata are valid" in told
    for part in ("record.json", "record.schema.json"):
        (tmp_path / part).write_bytes(b"{}")
    _without_the_net(tmp_path / "ro-crate-metadata.json")
    said = ("-y", "--disable-color", "validate", "--no-paging", "-l", "required", ".")
    ask(judge(rooms, "crate"), *said, "--profile-identifier", "ro-crate-1.1", of=tmp_path)


def _without_the_net(file: Path) -> None:
    """The words of its context written out, as the judge would fetch them."""
    crate = json.loads(file.read_bytes())
    words = {key for one in crate["@graph"] for key in one if not key.startswith("@")}
    words |= {one["@type"] for one in crate["@graph"]}
    told = {one: f"http://schema.org/{one}" for one in words}
    told["conformsTo"] = "http://purl.org/dc/terms/conformsTo"
    told["File"] = "http://schema.org/MediaObject"
    file.write_text(json.dumps({**crate, "@context": told}))
