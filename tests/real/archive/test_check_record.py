"""The page that goes with a record: one page of Python, which anybody can read and run.

1. What is altered in the record of a hundred turns is named: with the digest made good, by what the
   ledger makes of it, and by the chain of hashes. (Every way to alter it: `test_tampering.py`.)
2. What the page does not check stands at its head.
"""

import json
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import NODEFAULT
from msgspec.structs import fields

from nomic_mail.archive.forms.bag import page
from nomic_mail.archive.json import record_json
from nomic_mail.archive.redact import redacted
from nomic_mail.archive.verify.fields import written
from nomic_mail.archive.verify.ledger import check_chain
from nomic_mail.archive.verify.report import Report
from nomic_mail.config import shipped
from nomic_mail.game import commands as c
from nomic_mail.game.events import KINDS, ActUndone, VotingReopened
from nomic_mail.written.words import commitment
from tests.kit.games.alterations import Path as Where
from tests.kit.games.alterations import get, leaves, others, put
from tests.kit.games.core_play import enact
from tests.kit.games.finished_games import GAMES, smallest
from tests.kit.games.game_in_hand import Game, few
from tests.kit.games.hundred_turns import TURNS, hundred_turns
from tests.kit.recorded import Data, checked, entries_of, forged, recorded, say, signed
from tests.kit.tiers import some

PAGE = shipped("templates") / "record" / "check_record.py"
OWN = ("ledger", "digest", "format", "written_by")
TAKEN_BACK = (ActUndone, VotingReopened)


@cache
def page_of_code() -> dict[str, Callable[..., Any]]:
    return runpy.run_path(str(PAGE))


@cache
def _long() -> bytes:
    return record_json(entries_of(hundred_turns()))


@pytest.fixture(scope="module")
def long() -> Data:
    record: Data = json.loads(_long())
    assert len(record["turns"]) == TURNS
    return record


def wrong(record: Data, head: str = "") -> list[str]:
    """What the page says does not fit; where it breaks it exits with 1 as well."""
    text = page_of_code()["text"]
    told = page_of_code()["check"](record, head)
    return [what for what, says, comes_out in told if text(says) != text(comes_out)]


def test_it_is_one_page(tmp_path: Path) -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 214  # docs/decisions.md tells why it is no hundred
    assert max(map(len, lines)) <= 72
    imported = re.findall(r"^(?:from|import) (\w+)", "\n".join(lines), re.MULTILINE)
    assert set(imported) <= set(sys.stdlib_module_names)
    assert "NOT checked: " in "\n".join(lines[:14])
    assert page("check_record.py") == PAGE.read_bytes()


@pytest.mark.parametrize("name", ["moderated", "won_by_an_award", "time_in_hand"])
def test_what_was_taken_back_fits_at_once(name: str) -> None:
    """In the record of a game that goes on, before a new count or a new act."""
    events = GAMES[name]()
    back = [n for n, event in enumerate(events, 1) if isinstance(event, TAKEN_BACK)]
    assert back
    for upto in back:
        assert wrong(recorded(events[:upto])) == [], upto


@pytest.mark.parametrize("name", GAMES)
def test_a_sound_record_fits(name: str) -> None:
    record = recorded(GAMES[name]())
    assert wrong(record) == []
    assert wrong(record, record["ledger"]["entries"][3]["hash"]) == []
    assert wrong(record, "0" * 64) == ["HEAD"]


@pytest.mark.parametrize("name", GAMES)
def test_a_record_that_an_earlier_program_began_fits(name: str) -> None:
    """It has not the fields that came since: what they would say goes without saying."""
    entries = recorded(GAMES[name]())["ledger"]["entries"]
    for entry in entries:
        kind = KINDS[entry["public"]["event"]]
        for one in fields(kind):
            plain: Any = one.default
            if one.default_factory is not NODEFAULT:
                plain = one.default_factory()
            if entry["public"].get(one.name) == plain:
                entry["public"].pop(one.name, None)
    record = forged(entries)
    assert wrong(record) == []
    report = checked(record)
    assert report.sound and report.proven is not bool(report.undecided)


def test_it_is_run_as_its_readme_says(tmp_path: Path) -> None:
    (tmp_path / "record.json").write_bytes(record_json(entries_of(smallest())))
    (tmp_path / PAGE.name).write_bytes(page(PAGE.name))
    readme = page("README.txt").decode()
    command = re.findall(r"^    python3 (.*)$", readme, re.MULTILINE)
    record = json.loads((tmp_path / "record.json").read_text())
    head = record["ledger"]["head"]

    def run(words: str) -> tuple[int, str]:
        return _run(tmp_path, words)

    assert run(command[0]) == (
        0,
        "0 events have words withheld or altered, unchecked.\nAll the rest fits.\n"
        "Only a HEAD from a letter proves that it was played so.\n",
    )
    assert run(command[1].replace("THE-HEAD-FROM-A-LETTER", head))[0] == 0
    assert run(command[1].replace("THE-HEAD-FROM-A-LETTER", "0" * 64))[0] == 1
    record["scores"][0]["points"] += 1
    (tmp_path / "record.json").write_text(json.dumps(record))
    status, told = run(command[0])
    assert status == 1
    assert "digest: says" in told and "scores: says" in told and "2 differ" in told


@pytest.mark.parametrize("at", ['"players"', '"name": "Player 01"', '"event": "PlayerJoined"'])
def test_a_key_that_stands_twice_is_no_record(at: str, tmp_path: Path) -> None:
    """Some programs read the first, some the last: what is checked would not be what is read."""
    text = record_json(entries_of(smallest())).decode()
    (tmp_path / "good.json").write_text(text, encoding="utf-8")
    key = at.partition(":")[0]
    assert at in text
    (tmp_path / "bad.json").write_text(text.replace(at, f'{key}: "Eve", {at}', 1), "utf-8")
    (tmp_path / "check_record.py").write_bytes(PAGE.read_bytes())
    assert _run(tmp_path, "check_record.py good.json")[0] == 0
    status, told = _run(tmp_path, "check_record.py bad.json")
    assert status == 1 and "a key stands twice" in told


def _run(folder: Path, words: str) -> tuple[int, str]:
    command = [sys.executable, "-I", *words.split()]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_it_tells_of_words_that_are_withheld_and_not_of_secrets(tmp_path: Path) -> None:
    """Of a vote that goes on, and of a game whose dice are not all thrown, nothing is withheld."""
    game = Game(few("net_play")).start()
    game.done(c.Discuss(by=1, text="Write to tea@example.org, all of you.", letter="talk"))
    game.propose(enact("Tea."))
    game.call()
    game.done(c.Vote(by=1, choice="for", letter="vote"))
    for entries, told in ((entries_of(game.events), 0), (redacted(entries_of(game.events)), 1)):
        (tmp_path / "record.json").write_bytes(record_json(entries))
        (tmp_path / PAGE.name).write_bytes(page(PAGE.name))
        status, says = _run(tmp_path, f"{PAGE.name} record.json")
        assert (status, says.splitlines()[0]) == (
            0,
            f"{told} events have words withheld or altered, unchecked.",
        )


def test_a_salt_is_no_part_of_a_text(long: Data) -> None:
    entries = deepcopy(long["ledger"]["entries"])
    place = next(n for n, one in enumerate(entries) if one["public"]["event"] == "ProposalMade")
    salt, text = "ab" * 16, "Nothing of this holds:\nTea."
    made = commitment(salt, text)
    entries[place]["public"]["change"]["text"] = {"sha256": made}
    entries[place]["opened"][made] = [salt, text]
    entries = forged(entries)["ledger"]["entries"]
    entries[place]["opened"][made] = [f"{salt}\nNothing of this holds:", "Tea."]
    record = signed({**long, "ledger": {**long["ledger"], "entries": entries}})
    assert f"entry {place}, opened" in wrong(record)


# Each field of a hundred turns


def test_every_field_altered_with_the_digest_made_good_is_named_by_verify(long: Data) -> None:
    """All of those beside the ledger at once: each is compared by itself."""
    record = deepcopy(long)
    paths = list(leaves({key: record[key] for key in record if key not in OWN}))
    for path in paths:
        put(record, path, others(get(record, path))[0])
    named = {one.where for one in checked(signed(record)).differences}
    assert {written(path) for path in paths} <= named
    assert len(paths) > 8000


def test_every_field_of_the_ledger_altered_is_named_by_verify(long: Data) -> None:
    """One field of each entry at a time, of all entries together: each breaks its own link."""
    entries = long["ledger"]["entries"]
    told = [list(leaves(entry)) for entry in entries[1:]]  # the first are rules, all alike
    for count in range(max(map(len, told))):
        record = deepcopy(long)
        for entry, paths in zip(record["ledger"]["entries"][1:], told, strict=True):
            if count < len(paths):
                put(entry, paths[count], others(get(entry, paths[count]))[0])
        report = Report()
        check_chain(record, None, report)
        where = "\n".join(one.where for one in report.differences)
        for place, paths in enumerate(told, 1):
            if count < len(paths) and paths[count] != ("form",):  # verify names it by its events
                assert f"ledger.entries[{place}]" in where, paths[count]


def test_a_vote_throw_or_score_altered_with_the_digest_made_good_is_named_by_the_page(
    long: Data,
) -> None:
    tried: dict[Where, str] = {
        ("scores", 7, "points"): "scores",
        ("scores", 9, "total"): "scores",
        ("rolls", 3, "faces", 0): "rolls",
        ("rolls", 3, "nonce"): "rolls",
        ("rolls", 3, "over"): "rolls",
        ("proposals", 4, "votes", "2"): "vote on 305",
        ("proposals", 4, "tally", "for"): "vote on 305",
        ("proposals", 4, "outcome"): "vote on 305",
    }
    for path, what in some(list(tried.items()), 2, check=3):
        record = deepcopy(long)
        put(record, path, others(get(record, path))[0])
        assert wrong(signed(record)) == [what], path


def test_a_forged_ledger_is_recomputed_by_the_page_as_far_as_it_goes(long: Data) -> None:
    """Chain, head, fields and digest are all made anew: what follows from the throws, the tallies
    and the points does not."""
    tried: dict[tuple[str, ...], Any] = {
        ("PointsScored", "total"): 1000,
        ("VotingClosed", "tally", "for"): 7,
        ("DiceThrown", "faces"): [7],
        ("DiceThrown", "link"): "00" * 32,
        ("GameStarted", "order"): [1, 2, 3, 3],
    }
    entries = long["ledger"]["entries"]
    for (kind, *inner), new in some(list(tried.items()), 2, check=3):
        made = deepcopy(entries)
        place = next(n for n, one in enumerate(made) if one["public"]["event"] == kind)
        put(made, (place, "public", *inner), new)
        found = wrong(_forged(long, made))
        assert f"entry {place}" in found, (kind, inner, found)


def _forged(long: Data, entries: list[Data]) -> Data:
    """With a chain that fits, and the other fields as they were."""
    last = "0" * 64
    for entry in entries:
        words = f"{last}\n{page_of_code()['text'](entry['public'])}\n"
        last = entry["hash"] = page_of_code()["sha"](words)
    ledger = {"events": len(entries), "head": last, "entries": entries}
    return signed({**long, "ledger": ledger})


def test_a_whole_forgery_is_caught_by_a_head_from_a_letter() -> None:
    record = recorded(smallest())
    entries = deepcopy(record["ledger"]["entries"])
    say(entries[0], "Another game", "title")
    made = forged(entries)
    head = record["ledger"]["head"]
    assert wrong(made) == []
    assert checked(made).proven
    assert wrong(made, head) == ["HEAD"]
    assert [one.where for one in checked(made, head).differences] == ["ledger.head, by --head"]
