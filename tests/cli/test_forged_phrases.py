"""Records whose phrases nobody wrote: codes that there are not, facts of other types, seats that
are none, very deep and very long. Whoever looks at one, or puts it into another form, gets it as it
stands there, or a sentence; never the program's own trouble."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from nomic_mail.cli import cli
from nomic_mail.written.entry import GENESIS, hash_of, text_of
from tests.kit.games.finished_games import GAMES
from tests.kit.recorded import Data, recorded, signed
from tests.kit.tiers import some


def nested(depth: int) -> dict[str, Any]:
    inner: dict[str, Any] = {"code": "so", "facts": {}}
    for _ in range(depth):
        inner = {"code": "so", "facts": {"why": inner}}
    return inner


FORGED = {
    "unknown": {"code": "by_acclaim", "facts": {"votes": 3}},
    "no seat": {"code": "has_won", "facts": {"seat": "Ada"}},
    "seats of all kinds": {"code": "have_won", "facts": {"seats": [1, None, "x", 10**400]}},
    "seats that are one": {"code": "have_won", "facts": {"seats": 7}},
    "seat of a list": {"code": "has_won", "facts": {"seat": [1, 2]}},
    "other types": {"code": "counted", "facts": {"of": ["a"], "base": None, "favour": True}},
    "a list of lists": {"code": "counted", "facts": {"of": [[["a"]]]}},
    "a list of phrases": {"code": "so", "facts": {"why": [{"code": "so", "facts": {}}]}},
    "another law": {"code": "made_void", "facts": {"rule": "3.1.2", "law": [1, "x", None]}},
    "a broken number": {"code": "paid", "facts": {"clause": ["x"], "number": 1.5}},
    "names": {"code": "names", "facts": {"call": "x"}},
    "braces": {"code": "{0.__class__}", "facts": {"{seat}": "{text}"}},
    "no text": {"code": None, "facts": {}},
    "no facts": {"code": "so", "facts": [1]},
    "a sentence": "So it is.",
    "deep": nested(25),
    "deeper": nested(300),
    "long": {"code": "x" * 200_000, "facts": {"text": "y" * 200_000}},
    "a control": {"code": "so", "facts": {"text": "\u001b[2J\u0000\u202e"}},
}
WHERE = {
    "VotingClosed": "reason",
    "PointsScored": "because",
    "GameEnded": "why",
    "ProposalMade": "warnings",
}
WAYS = {
    "show": ("record", "show"),
    "text": ("record", "export", "--format", "text"),
    "site": ("record", "export", "--format", "site"),
    "verify": ("verify",),
}


@pytest.fixture(scope="module")
def played() -> Data:
    return recorded(GAMES["turns_and_amendments"]())


def forged_with(played: Data, phrase: Any) -> Data:
    """In each kind of event that says something, with chain and digest made good."""
    data, head = deepcopy(played), GENESIS
    for line in data["ledger"]["entries"]:
        public = line["public"]
        if name := WHERE.get(public["event"]):
            public[name] = [phrase] if name == "warnings" else phrase
        line["hash"] = head = hash_of(head, text_of(public))
    data["ledger"]["head"] = head
    return signed(data)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("what", some(list(FORGED), 2))
def test_it_is_told_or_refused_in_a_sentence(
    played: Data, what: str, way: str, tmp_path: Path
) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(forged_with(played, FORGED[what])), encoding="utf-8")
    group, *more = WAYS[way]
    out = [str(tmp_path / "out")] if "export" in more else []
    words = [group, *more[:1], str(file), *out, *more[1:]]
    came = CliRunner().invoke(cli, words)
    assert came.exception is None or isinstance(came.exception, SystemExit), came.exception
    assert came.exit_code == 0 or came.output.strip()
    assert "Traceback" not in came.output
    assert "\u001b" not in came.output


def test_a_code_that_is_not_known_is_shown_as_it_stands(played: Data, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(forged_with(played, FORGED["unknown"])), encoding="utf-8")
    assert "by_acclaim (votes: 3)" in CliRunner().invoke(cli, ["record", "show", str(file)]).output
