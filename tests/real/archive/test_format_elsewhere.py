"""What docs/FORMAT.md tells, worked out by a program in another language: format.mjs is written
from that page, shares no line with this program, and agrees with its examples and its records. It
checks digest, chain, commitments, seals, links, throws and shuffle, and decides nothing again."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from nomic_mail.archive.json import digest_of, record_json
from tests.kit.frozen import EVERYTHING, NAMES, RECORDS, data_of, path_of
from tests.kit.played import GAMES, Look, named
from tests.kit.tiers import some

HERE = Path(__file__).parent
VECTORS = HERE.parents[2] / "docs" / "format-vectors.json"
FROZEN = [one for one in RECORDS if one[1].endswith(".json")]


def node(*files: Path) -> str:
    program = shutil.which("node")
    if program is None:
        pytest.skip("there is no node here")
    words = [program, str(HERE / "format.mjs"), *map(str, files)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_all_examples_come_out_the_same() -> None:
    wanted = json.loads(VECTORS.read_text(encoding="utf-8"))
    told = json.loads(node(VECTORS))
    assert told == {name: len(wanted[name]) for name in told}
    assert {*wanted} - {*told} == {"pieces"}  # how words with addresses are cut is the writer's


@pytest.mark.parametrize("name", sorted({name for name, _ in FROZEN}))
def test_records_of_every_form_so_far_are_sound_to_it(name: str) -> None:
    files = [path_of(one) for one in FROZEN if one[0] == name]
    assert node(*files) == ""


def test_there_is_one_of_each_form_that_had_a_ledger() -> None:
    assert len({name for name, _ in FROZEN}) == len(NAMES) - 1 < len(EVERYTHING)


@pytest.mark.parametrize("file", some(GAMES, 10, check=10), ids=named)
def test_the_record_of_a_game_is_sound_to_it(file: Path, played: Look, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    record.write_bytes(record_json(played(file).entries()))
    assert node(record) == ""


def test_numbers_beyond_those_of_a_machine_are_sound_to_it(played: Look, tmp_path: Path) -> None:
    (file,) = (one for one in GAMES if one.stem == "points-beyond-all-counting")
    record = tmp_path / "record.json"
    record.write_bytes(record_json(played(file).entries()))
    assert max(abs(one["points"]) for one in json.loads(record.read_bytes())["scores"]) > 2**63
    assert node(record) == ""


def altered(data: Any, kind: str, field: str, value: Any) -> Any:
    made = json.loads(json.dumps(data))
    line = next(x for x in made["ledger"]["entries"] if x["public"]["event"] == kind)
    line["public"][field] = value
    return made | {"digest": digest_of(made)}


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("VotingClosed", "outcome", "void"),
        ("GameStarted", "order", [1, 2, 3]),
        ("PlayerJoined", "letter", "0" * 64),
    ],
)
def test_what_was_altered_is_found_with_the_digest_made_good(
    kind: str, field: str, value: Any, tmp_path: Path
) -> None:
    case = next(one for one in FROZEN if one[0] == NAMES[-1] and "redacted" not in one[1])
    record = tmp_path / "record.json"
    record.write_text(json.dumps(altered(data_of(case), kind, field, value)), encoding="utf-8")
    assert "hash says" in node(record)
