"""What is asked of the record (012): understood, asked back about, or left alone as talk."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from nomic_mail.game.commands import Ask
from nomic_mail.letters.grammar.understand import About, understand
from tests.kit.letters.letter_reading import BALLOT, commands, votes

FIRST = datetime(2026, 3, 1, tzinfo=UTC)
END = timedelta(days=1) - timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("text", "topic", "more"),
    [
        ("RULES", "rules", {}),
        ("show me the rules", "rules", {}),
        ("RULES AT 2026-03-01", "rules", {"at": FIRST + END}),
        ("rules as of 2026-03-01 14:00 UTC", "rules", {"at": FIRST + timedelta(hours=14)}),
        ("RULES 203", "rule", {"argument": "203"}),
        ("rule 203 on 2026-03-01", "rule", {"argument": "203", "at": FIRST + END}),
        ("PROPOSALS", "proposals", {}),
        ("proposals open", "proposals", {"argument": "open"}),
        ("PROPOSALS that are adopted", "proposals", {"argument": "adopted"}),
        ("PROPOSALS BY Ada Lovelace", "proposals", {"argument": "by ada lovelace"}),
        ("proposal 301?", "proposal", {"argument": "301"}),
        ("Show me proposal #301", "proposal", {"argument": "301"}),
        ("HISTORY", "history", {}),
        ("history since 2026-03-01", "history", {"since": FIRST}),
        (
            "HISTORY FROM 2026-03-01 TO 2026-03-01",
            "history",
            {"since": FIRST, "until": FIRST + END},
        ),
        ("records, please", "records", {}),
        ("RECORD", "records", {}),
        ("VERIFY", "verify", {}),
        ("VERIFY 1", "verify", {"argument": "1"}),
        ("verify throw 2", "verify", {"argument": "2"}),
        ("VERIFY proposal 301", "verify", {"argument": "301"}),
        ("VERIFY the shuffle", "verify", {"argument": "shuffle"}),
        ("help records", "help", {"argument": "records"}),
    ],
)
def test_questions(text: str, topic: Any, more: dict[str, Any]) -> None:
    assert commands(text) == [Ask(topic=topic, **more)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("RULES AT yesterday", "RULES AT 2026-03-01"),
        ("RULE 203 AT 2026-02-30", "RULE 203 AT 2026-03-01"),
        ("RULES AT 0000-00-00 99:99", "RULES AT 2026-03-01"),
        ("HISTORY FROM 2026-13-01", "HISTORY FROM 2026-03-01 TO 2026-03-31"),
        ("HISTORY FROM 2026-03-01 TO spring", "HISTORY FROM 2026-03-01 TO 2026-03-31"),
        ("HISTORY FROM 2026-03-05 TO 2026-03-01", "the first day comes after the last"),
        ("PROPOSALS with tea", "PROPOSALS BY and a player's name"),
        ("PROPOSAL abc", "PROPOSAL 301"),
        ("VERIFY the weather", "VERIFY SHUFFLE"),
        ("RECORDS of last year, if you can", "RECORDS, alone on a line"),
        ("WITDRAW", "did you mean WITHDRAW?"),
        ("CAL VOTE", "did you mean CALL VOTE?"),
    ],
)
def test_what_is_no_day_or_number_is_asked_about_once(text: str, told: str) -> None:
    understood = understand("", text, BALLOT)
    assert understood.said == ()
    (asked,) = understood.questions
    assert told in asked.question


@pytest.mark.parametrize(
    "text",
    [
        "rules at work are another matter",
        "proposals are due on Friday",
        "history will judge us",
        "records of it exist",
        "verify this please with Ada",
        "The proposal 301 is fine by me",
        "Proposal 301:",
    ],
)
def test_talk_is_left_alone(text: str) -> None:
    understood = understand("", text, About())
    assert understood.said == ()
    assert understood.questions == ()


def test_a_proposal_named_above_a_vote_is_its_heading() -> None:
    assert votes("Proposal 301\nFOR\n", BALLOT) == votes("FOR\n", BALLOT)
    assert commands("Proposal 301\n") == [Ask(topic="proposal", argument="301")]


@pytest.mark.parametrize(
    ("text", "topic"), [("STAUS", "status"), ("HISTRY", "history"), ("SCORSE", "scores")]
)
def test_a_slip_in_a_word_that_only_asks_is_simply_answered(text: str, topic: str) -> None:
    (asked,) = commands(text)
    assert isinstance(asked, Ask)
    assert asked.topic == topic
