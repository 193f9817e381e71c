"""What the core says, in words: it knows codes and facts only, and `english.toml` has their words.

1. A new refusal is one `raise` and one line of words there. A wall holds each code to its words,
   and the words to the facts that are given.
2. A fact is told as people read it: a moment as 2026-01-05 18:00 UTC, a length of time as 2 days
   (`{least:short}`: 2d), a phrase in its own words; several names with commas between them
   (`{names:listed}`: Ada, Bob and Cid; `{names: and }`: with that between them); `{law:law}` is
   what is cited: rule 201, or the custom of the house where that rule is gone.
   `{why:cure}` is what would work in place of what that phrase refuses.
3. `{step:call}` is the word for that fact in [names.call].
4. Records are made with these words, too: what an event tells is told for ever as it is told now.
   Who would say it otherwise gives it another code.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any

from nomic_mail.game.clauses import KINDS
from nomic_mail.game.course import Law, Refusal
from nomic_mail.game.durations import say_duration, show_duration
from nomic_mail.game.events import Event
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.record.chronicle import chronicle
from nomic_mail.game.record.story import Moment
from nomic_mail.game.state import State

_ONE_WERE = re.compile(r"^(1(?: of \d+ [a-z ]+)?) were(?= for it)")
_OF_ONE = re.compile(r"\bof 1 ((?:eligible )?(?:voter|ballot|vote))s\b")


@dataclass(frozen=True, slots=True)
class Worded:
    because: str
    reason: str
    what_would_work: str


class _Words(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "law":
            return cited(value)
        match value:
            case Phrase():
                return _cure(value) if format_spec == "cure" else said(value)
            case datetime():
                return f"{value:%Y-%m-%d %H:%M} UTC"
            case timedelta():
                return show_duration(value) if format_spec == "short" else say_duration(value)
            case (*most, last) if format_spec == "listed":
                return " and ".join([", ".join(most), last] if most else [last])
            case tuple():
                return (format_spec or ", ").join(map(str, value))
            case str() if format_spec:
                return str(words()["names"][format_spec][value])
        return format(value, format_spec)


@cache
def words() -> Mapping[str, Any]:
    """By code: what is refused and what would work, or the one text of a phrase."""
    file = resources.files(__package__) / "english.toml"
    return tomllib.loads(file.read_text("utf-8"))


def said(phrase: Phrase) -> str:
    """Of what is refused: the reason. What another program's ledger says by a code, or of facts,
    that are not known here, is told as it stands there."""
    try:
        return _filled(_text(phrase), phrase)
    except (LookupError, ValueError, TypeError, AttributeError):
        facts = ", ".join(f"{key}: {_told(one)}" for key, one in phrase.facts.items())
        return f"{phrase.code} ({facts})" if facts else phrase.code


def in_a_letter(phrase: Phrase) -> str:
    """The same; but one vote "was" for it, which a record tells as it always has (rule 4)."""
    return _OF_ONE.sub(r"of 1 \1", _ONE_WERE.sub(r"\1 was", said(phrase)))


def _cure(phrase: Phrase) -> str:
    """What would work, of what is refused."""
    return _filled(words()[phrase.code][1], phrase)


def _text(phrase: Phrase) -> str:
    """What a clause pays for stands with it, where it is known."""
    if phrase.code == "paid" and (kind := KINDS.get(phrase.facts["clause"])) and kind.pays:
        return kind.pays.because
    text = words()[phrase.code]
    return text if isinstance(text, str) else str(text[0])


def _told(fact: object) -> str:
    return said(fact) if isinstance(fact, Phrase) else str(fact)


def worded(refusal: Refusal) -> Worded:
    reason, cure = (_filled(one, refusal) for one in words()[refusal.code])
    return Worded(cited(refusal.because), reason, cure)


def cited(law: Law) -> str:
    match law:
        case int():
            return f"rule {law:03d}"
        case tuple():
            return " and ".join(map(cited, law))
        case None:
            return "the custom of the house"
    return f"the house setting {law}" if law else "the house"


def _filled(text: str, phrase: Phrase) -> str:
    return _Words().vformat(text, (), phrase.facts)


def chronicled(events: Iterable[Event], state: State | None = None) -> Iterator[Moment]:
    """The chronicle, in words."""
    for one in chronicle(events, state):
        yield replace(one, facts={key: spoken(fact) for key, fact in one.facts.items()})


def spoken(fact: Any) -> Any:
    """The same, with all phrases in words."""
    if isinstance(fact, Phrase):
        return said(fact)
    if isinstance(fact, tuple) and any(isinstance(one, Phrase) for one in fact):
        return tuple(map(spoken, fact))
    return fact
