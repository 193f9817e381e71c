"""The words of what the core says, which knows codes and facts only: `words.toml` beside this.

1. A new refusal is one `raise` and one line of words there. A wall holds each code to its words,
   and the words to the facts that are given.
2. A fact is told as people read it: a moment as 2026-01-05 18:00 UTC, a length of time as 2 days
   (`{least:short}`: 2d), a phrase in its own words; several names with commas between them
   (`{names:listed}`: Ada, Bob and Cid; `{names: and }`: with that between them).
3. `{step:call}` is the word for that fact in [names.call].
4. Where an event tells why, too, the reason stands with the event (game/void.py), and only what
   would work stands in the file.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any

from nomic_mail.game.course import Phrase, Refusal
from nomic_mail.game.durations import say_duration, show_duration
from nomic_mail.game.void import WHY_VOID


@dataclass(frozen=True, slots=True)
class Worded:
    because: str
    reason: str
    what_would_work: str


class _Words(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        match value:
            case Phrase():
                return said(value)
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
    file = resources.files(__package__) / "words.toml"
    found = tomllib.loads(file.read_text("utf-8"))
    return found | {code: [why, found[code]] for code, why in WHY_VOID.items() if code in found}


def said(phrase: Phrase) -> str:
    return _Words().vformat(words()[phrase.code], (), phrase.facts)


def worded(refusal: Refusal) -> Worded:
    reason, cure = (_Words().vformat(one, (), refusal.facts) for one in words()[refusal.code])
    return Worded(refusal.because, reason, cure)
