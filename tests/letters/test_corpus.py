"""Real mail (NOMIC_CORPUS, else ../shared/corpus beside the repository): it is all read, and of the
votes in it none is read wrong. Without the corpus these tests are skipped."""

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from nomic_mail.game.commands import Vote
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.letters.mime import message
from nomic_mail.letters.screen import kind as screen
from tests.kit.tiers import some

ROOT = Path(__file__).resolve().parents[2]
CORPUS = Path(os.environ.get("NOMIC_CORPUS", ROOT.parent / "shared" / "corpus"))
INDEX = CORPUS / "INDEX.jsonl"

pytestmark = pytest.mark.skipif(not INDEX.exists(), reason=f"no corpus at {CORPUS}")

ABOUT = About(ballot=301, open_ballots=(301,))


def rows(folder: str = "") -> list[dict[str, Any]]:
    every = [json.loads(line) for line in INDEX.read_text().splitlines() if line.strip()]
    return [row for row in every if row["file"].startswith(folder)]


def test_every_file_is_read() -> None:
    for row in some(rows(), 200):
        read = message.read((CORPUS / row["file"]).read_bytes())
        assert not any("at all" in note for note in read.trouble), row["file"]
        screen.screen(read, None)
        understand(read.subject, read.text, ABOUT)


def test_no_vote_is_read_wrong_and_nearly_all_are_read(record_property: Any) -> None:
    results: Counter[str] = Counter()
    for row in rows("votes/"):
        read = message.read((CORPUS / row["file"]).read_bytes())
        understood = understand(read.subject, read.text, ABOUT)
        votes = [one.command for one in understood.said if isinstance(one.command, Vote)]
        wanted = (row["expect"]["vote"].lower(), row["expect"]["proposal"])
        found = [(vote.choice, vote.proposal) for vote in votes]
        if found == [wanted]:
            results["right"] += 1
        else:
            results["wrong" if found else "asked" if understood.questions else "silent"] += 1
            assert not found, (row["file"], found)
    share = results["right"] / sum(results.values())
    record_property("votes", dict(results))
    print(f"votes: {dict(results)}, {share:.1%} read right")
    assert results["wrong"] == 0
    assert share >= 0.95


def test_bounces_are_hardly_ever_taken_for_players() -> None:
    kinds: Counter[str] = Counter()
    for row in rows():
        if row["kind"] == "bounce" and row["expect"]["class"] != "not-detected-as-bounce":
            read = message.read((CORPUS / row["file"]).read_bytes())
            kinds[screen.screen(read, None).kind] += 1
    print(f"bounces: {dict(kinds)}")
    assert kinds["player"] <= 0.05 * sum(kinds.values())


def test_votes_are_players() -> None:
    for row in rows("votes/"):
        read = message.read((CORPUS / row["file"]).read_bytes())
        assert screen.screen(read, None).kind == "player", row["file"]
