"""The tables of a game: what they hold is what record.json has, and its package fits them."""

import csv
import io
import json
from pathlib import Path

import pytest

from nomic_mail.archive.forms import Leaving
from nomic_mail.archive.forms.csv import TABLES, _pieces, write_tables
from nomic_mail.archive.json import lay
from nomic_mail.archive.rooms import Folder
from tests.kit.games.finished_games import GAMES
from tests.kit.recorded import entries_of, recorded


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    text = (folder / f"{name}.csv").read_bytes().decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("name", ["turns_and_amendments", "moderated"])
def test_the_tables_hold_what_the_record_has(name: str, tmp_path: Path) -> None:
    events = GAMES[name]()
    write_tables(Leaving(lay(entries_of(events)), lambda: events), Folder(tmp_path))
    record = recorded(events)
    told = [
        (x["number"], seat, how)
        for x in record["proposals"]
        for seat, how in (x["votes"] or {}).items()
    ]
    found = [(int(x["proposal"]), x["seat"], x["choice"]) for x in rows(tmp_path, "votes")]
    assert found == told != []
    assert [int(x["points"]) for x in rows(tmp_path, "scores")] == [
        x["points"] for x in record["scores"]
    ]
    hashes = [one["hash"] for one in record["ledger"]["entries"]]
    assert [x["hash"] for x in rows(tmp_path, "events")] == hashes
    told = [(x["number"], x["kind"], x["outcome"]) for x in record["proposals"]]
    assert [
        (int(x["number"]), x["kind"], x["outcome"]) for x in rows(tmp_path, "proposals")
    ] == told
    package = json.loads((tmp_path / "datapackage.json").read_bytes())
    for one in package["resources"]:
        with (tmp_path / one["path"]).open(encoding="utf-8", newline="") as file:
            head = next(csv.reader(file))
        assert head == [x["name"] for x in one["schema"]["fields"]] == [*TABLES[one["name"]]]


@pytest.mark.parametrize("title", ["=1+1", "@SUM(A1)", "+1", "-1+2", "\t=1"])
def test_no_cell_begins_a_formula(title: str) -> None:
    """What a spreadsheet would run is a text; a number below zero stays one."""
    _, line = _pieces(("a", "b"), [(title, -3)])
    assert next(csv.reader([line.decode()])) == [f"'{title}", "-3"]
