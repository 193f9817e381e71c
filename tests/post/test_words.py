"""The words of what the core says by codes: each is said of facts such as the core gives."""

from datetime import UTC, datetime, timedelta
from string import Formatter

import pytest

from nomic_mail.game.course import Refusal
from nomic_mail.game.phrase import Fact, Phrase
from nomic_mail.phrases import said, worded, words

CODES = sorted(words().keys() - {"names"})
TIMES = {"until", "opens_at", "since", "was"}


def such(text: str) -> dict[str, Fact]:
    """A fact for each that the text names, as its form wants it."""
    facts: dict[str, Fact] = {}
    for _, name, how, _ in Formatter().parse(text):
        if name is None:
            continue
        if how == "03d":
            facts[name] = 7
        elif how == "law":
            facts[name] = None
        elif how == "+d":
            facts[name] = -2
        elif how == "cure":
            facts[name] = Phrase("not_started")
        elif how == "short":
            facts[name] = timedelta(hours=36)
        elif how == "listed" or " " in (how or ""):
            facts[name] = ("Ada", "Bob", "Cid")
        elif how:
            facts[name] = next(iter(words()["names"][how]))
        elif name not in facts:
            facts[name] = datetime(2026, 1, 5, 18, tzinfo=UTC) if name in TIMES else "Ada"
    return facts


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_said_in_plain_words(code: str) -> None:
    text = words()[code]
    if isinstance(text, str):
        told = [said(Phrase(code, **such(text)))]
    else:
        no = worded(Refusal(code, **such(" ".join(text))))
        told = [no.reason, no.what_would_work]
    assert told[0]
    assert not any(mark in one for one in told for mark in ("{", "}", "None", "  "))


def test_facts_are_told_as_people_read_them() -> None:
    at = datetime(2026, 1, 5, 18, tzinfo=UTC)
    runs = worded(Refusal("period_runs", 202, step="proposals", until=at))
    assert runs.because == "rule 202"
    assert runs.reason == "the time for proposals runs until 2026-01-05 18:00 UTC"
    assert runs.what_would_work == "CALL DISCUSSION comes after that; EXTEND makes the time longer"
    short = worded(Refusal("period_too_short", step="vote", least=timedelta(hours=36)))
    assert short.reason == "the time for the vote is at least 36 hours"
    assert short.because == "the house"
    how = Phrase("reply_on_several", others=("301", "302"), last="J4")
    several = worded(Refusal("several_ballots", numbers=("301", "302", "J4"), how=how))
    assert several.reason == "several ballots are open: 301, 302, J4"
    assert several.what_would_work == "say which: reply FOR 301, 302; AGAINST J4, as you see fit"
    late = Phrase("waits_ballot", names=("Ada", "Bob", "Cid"), number="301")
    assert said(late) == "Ada, Bob and Cid did not vote on 301, and the time is up."
    assert said(Phrase("waits_ballot", names=("Ada",), number="301")).startswith("Ada did not")


def test_what_somebody_wrote_is_told_as_it_is_written() -> None:
    no = worded(Refusal("no_such_player", name="{name} {0} %s"))
    assert no.reason == 'there is no player "{name} {0} %s"'
