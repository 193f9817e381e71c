"""Countries change their clocks, and tables of zones with them: a record that nobody altered is not
told as altered where it is checked by another table than that of the server."""

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from nomic_mail.archive.json import record_json
from tests.kit.played import GAMES, Look

(GAME,) = (one for one in GAMES if one.stem == "in-a-zone")


@pytest.fixture
def record(played: Look, tmp_path: Path) -> Path:
    path = tmp_path / "record.json"
    path.write_bytes(record_json(played(GAME).entries()))
    return path


def verified(record: Path, berlin: str, status: int = 0) -> str:
    """Where Berlin has the clocks of that place."""
    table = record.parent / "zones" / "Europe"
    table.mkdir(parents=True)
    clocks = files("tzdata.zoneinfo").joinpath(*berlin.split("/")).read_bytes()
    (table / "Berlin").write_bytes(clocks)
    words = [sys.executable, "-m", "nomic_mail", "verify", str(record)]
    around = {**os.environ, "PYTHONTZPATH": str(table.parent)}
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=around)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("berlin", ["Europe/Moscow", "Europe/Lisbon"])
def test_another_table_of_zones_accuses_nobody(record: Path, berlin: str) -> None:
    assert "were not decided again" in verified(record, berlin)


def test_the_same_table_decides_all_again(record: Path) -> None:
    assert "were not decided again" not in verified(record, "Europe/Berlin")


def test_what_no_country_does_is_told(record: Path) -> None:
    assert "ProgramRan" in verified(record, "Asia/Tokyo", 1)


@pytest.mark.parametrize("days", [1, 7])
def test_another_time_than_any_table_has_is_told(record: Path, days: int) -> None:
    data = json.loads(record.read_bytes())
    lines = [one["public"] for one in data["ledger"]["entries"]]
    ran = next(one for one in lines if one["event"] == "ProgramRan" and "Berlin" in one["what"])
    ran["next_at"] = f"2026-03-{23 + days}T19:00:00Z"
    record.write_text(json.dumps(data), encoding="utf-8")
    assert "next_at (ProgramRan)" in verified(record, "Europe/Berlin", 1)
