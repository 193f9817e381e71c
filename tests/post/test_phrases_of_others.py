"""What a ledger says by a code that is not known here, or of facts that do not fit: another
program's, or nobody's. It is told as it stands, or the entry cannot be read; nothing breaks."""

from typing import Any

import pytest

from nomic_mail.game.events import VotingClosed
from nomic_mail.game.phrase import DEEPEST
from nomic_mail.phrases import said
from nomic_mail.written import codec


def closed(reason: Any) -> VotingClosed:
    fields = {"number": 301, "outcome": "adopted", "reason": reason, "rule": 203}
    counted = {"tally": {}, "votes": {}, "absent": [], "at": "2026-03-02T09:00:00Z"}
    public = codec.canonical({"event": "VotingClosed", **fields, **counted})
    event = codec.read_strictly(codec.Written("VotingClosed", 4, public, None))
    assert isinstance(event, VotingClosed)
    return event


def nested(depth: int) -> dict[str, Any]:
    inner: dict[str, Any] = {"code": "so", "facts": {}}
    for _ in range(depth - 1):
        inner = {"code": "so", "facts": {"why": inner}}
    return inner


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ({"code": "by_acclaim", "facts": {"votes": 3}}, "by_acclaim (votes: 3)"),
        (
            {"code": "by_lot", "facts": {"why": {"code": "made_void", "facts": {"rule": 7}}}},
            "by_lot (why: rule 007 makes it void)",
        ),
        ({"code": "made_void", "facts": {"rule": "3.1.2.4"}}, "made_void (rule: 3.1.2.4)"),
        ({"code": "made_void", "facts": {}}, "made_void"),
        (
            {"code": "counted", "facts": {"of": ["a"], "base": None}},
            "counted (base: None, of: ('a',))",
        ),
        ({"code": "names", "facts": {}}, "names"),
    ],
)
def test_it_is_told_as_it_stands(reason: Any, told: str) -> None:
    assert said(closed(reason).reason) == told


@pytest.mark.parametrize(
    "reason",
    [
        "a sentence",
        {"code": 5, "facts": {}},
        {"code": "so", "facts": []},
        {"code": "so", "facts": {"why": {"code": "so"}}},
        {"code": "in_words", "facts": {"text": "a sentence"}},
        nested(DEEPEST + 1),
        nested(200),
    ],
    ids=["text", "number", "list", "half", "older", "deep", "deeper"],
)
def test_what_is_no_phrase_cannot_be_read(reason: Any) -> None:
    with pytest.raises(codec.Unreadable):
        closed(reason)


@pytest.mark.parametrize("form", [3, 6])
def test_a_form_that_is_not_its_own_is_noticed(form: int) -> None:
    """Forms stand outside of what is hashed."""
    event = closed({"code": "counted", "facts": {}})
    written = codec.write(event, None, b"")
    with pytest.raises(codec.Unreadable):
        codec.read(codec.Written(written.kind, form, written.public, written.sealed))


def test_as_deep_as_it_goes_it_is_told() -> None:
    assert said(closed(nested(DEEPEST)).reason).count("so") == DEEPEST
