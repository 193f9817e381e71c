"""The tables of a game: what they hold is what record.json has, and its package fits them."""

import csv
import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from nomic_mail.archive.forms import Leaving
from nomic_mail.archive.forms.csv import _pieces, write_tables
from nomic_mail.archive.json import lay
from nomic_mail.archive.rooms import Folder
from nomic_mail.archive.tables import TABLES
from nomic_mail.archive.tables import rows as rows_of
from nomic_mail.game.events import PointsScored, ProgramBroke, ProgramRan
from nomic_mail.game.procedures.program_acts import CorrectValue
from nomic_mail.game.procedures.program_calls import Perform
from nomic_mail.sandbox.sandbox import Sandbox
from tests.kit.games.core_play import enact, started
from tests.kit.games.finished_games import GAMES
from tests.kit.recorded import entries_of, recorded

TEXTS = ("string", "datetime")


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
    told = [(x["seat"], x["name"], x["score"]) for x in record["players"]]
    assert [(int(x["seat"]), x["name"], int(x["score"])) for x in rows(tmp_path, "players")] == told
    told = [(x["number"], x["kind"], x["outcome"]) for x in record["proposals"]]
    assert [
        (int(x["number"]), x["kind"], x["outcome"]) for x in rows(tmp_path, "proposals")
    ] == told
    package = json.loads((tmp_path / "datapackage.json").read_bytes())
    for one in package["resources"]:
        with (tmp_path / one["path"]).open(encoding="utf-8", newline="") as file:
            head = next(csv.reader(file))
        assert head == [x["name"] for x in one["schema"]["fields"]] == [*TABLES[one["name"]]]


@pytest.mark.parametrize("name", ["turns_and_amendments", "moderated"])
def test_the_database_has_the_same_rows_and_leads_from_one_to_another(
    name: str, tmp_path: Path
) -> None:
    events = GAMES[name]()
    game = Leaving(lay(entries_of(events)), lambda: events)
    path = tmp_path / "game.db"
    path.write_bytes(b"".join(game.pieces("sqlite")))
    with closing(sqlite3.connect(path)) as base:
        for table in TABLES:
            found = base.execute(f'SELECT * FROM "{table}"').fetchall()
            kinds = TABLES[table].values()
            assert found == [
                tuple(
                    one if one is None else (str if kind in TEXTS else float)(one)
                    for one, kind in zip(row, kinds, strict=True)
                )
                for row in rows_of(table, game)
            ]
        assert base.execute("PRAGMA foreign_key_check").fetchall() == []
        said = """SELECT players.name, count(*) FROM votes JOIN players USING (seat)
                  WHERE choice = 'for' GROUP BY seat ORDER BY seat"""
        record = recorded(events)
        names = {str(one["seat"]): one["name"] for one in record["players"]}
        told: dict[str, int] = {}
        for one in record["proposals"]:
            for seat, how in (one["votes"] or {}).items():
                if how == "for":
                    told[names[seat]] = told.get(names[seat], 0) + 1
        assert dict(base.execute(said).fetchall()) == told != {}


def test_points_without_end_are_in_the_database_as_near_as_it_has_them(tmp_path: Path) -> None:
    """A clause can pay up to 256 bits; SQLite counts to 63."""
    many = 10**30
    events = [
        replace(one, points=many, total=many) if isinstance(one, PointsScored) else one
        for one in GAMES["turns_and_amendments"]()
    ]
    game = Leaving(lay(entries_of(events)), lambda: events)
    path = tmp_path / "game.db"
    path.write_bytes(b"".join(game.pieces("sqlite")))
    with closing(sqlite3.connect(path)) as base:
        ((most,),) = base.execute("SELECT max(points) FROM scores").fetchall()
        ((best,),) = base.execute("SELECT max(score) FROM players").fetchall()
    assert most == float(many)
    assert best >= most


COINS = """program:
    coins = quantity("coins", start=5)
    @action("TOSS")
    def toss(me):
        coins.give(me, roll(2))
    @action("BREAK")
    def breaks(me):
        coins.give(me, 1 // 0)"""


def test_what_programs_did_is_in_tables_of_its_own(tmp_path: Path) -> None:
    made = started()
    made.runs = Sandbox()
    made.turn(enact("There are coins.", COINS))
    for form in ("TOSS", "BREAK"):
        made.done(Perform(by=2, rule=301, form=form, words=form, letter="x"))
    correct = CorrectValue(
        by=0, rule=301, name="coins", to="3", player="Player 01", reason="a slip", who="M"
    )
    made.done(correct)
    events = [*made.events]
    write_tables(Leaving(lay(entries_of(events)), lambda: events), Folder(tmp_path))
    calls = [(x["rule"], x["called"], x["by"], x["came"]) for x in rows(tmp_path, "calls")]
    assert calls == [("301", "TOSS", "2", "done"), ("301", "BREAK", "2", "broke")]
    thrown = rows(tmp_path, "calls")[0]["thrown"]
    assert thrown in ("1 of 2", "2 of 2")
    kept = [(x["rule"], x["name"], x["seat"], x["number"]) for x in rows(tmp_path, "kept")]
    assert kept == [("301", "coins", "2", str(5 + int(thrown[0]))), ("301", "coins", "1", "3")]
    places = [int(x["event"]) for x in rows(tmp_path, "calls")]
    assert [type(events[place - 1]) for place in places] == [ProgramRan, ProgramBroke]


@pytest.mark.parametrize(
    ("title", "cell"),
    [
        *((one, f"'{one}") for one in ("=1+1", "@SUM(A1)", "+1", "-1+2", "\tTea")),
        ("\t=1", "'\t'=1"),
        ("Tea;=1; 2-1;-1", "Tea;'=1; 2-1;'-1"),
    ],
)
def test_no_cell_begins_a_formula(title: str, cell: str) -> None:
    """What a spreadsheet would run is a text; a number below zero stays one."""
    _, line = _pieces(("a", "b"), [(title, -3)])
    assert next(csv.reader([line.decode()])) == [cell, "-3"]
