"""What the core says, as letters tell it: in the language of who reads.

1. What is said here is English text that knows how to say itself in another language: so a letter's
   facts are made once, and `in_language` turns them for who reads another one.
2. No record and no ledger has such a text.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from nomic_mail import phrases
from nomic_mail.game.course import Refusal
from nomic_mail.game.events import Event
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.record.story import Moment
from nomic_mail.game.state import State
from nomic_mail.phrases import ENGLISH, Worded


class InWords(str):
    """Rule 1."""

    say: Callable[[str], str]

    def __new__(cls, say: Callable[[str], str]) -> "InWords":
        made = super().__new__(cls, say(ENGLISH))
        made.say = say
        return made


def in_language(fact: Any, language: str) -> Any:
    match fact:
        case InWords():
            return fact.say(language)
        case dict():
            return {key: in_language(one, language) for key, one in fact.items()}
        case list():
            return [in_language(one, language) for one in fact]
        case tuple() if type(fact) is tuple:
            return tuple(in_language(one, language) for one in fact)
        case Phrase():
            return fact
        case "the Moderator":  # a name that no player can have
            return phrases.small_word(fact, language)
    if isinstance(fact, Struct):
        told = asdict(fact)
        turned = {name: in_language(one, language) for name, one in told.items()}
        changed = {name: one for name, one in turned.items() if one is not told[name]}
        return replace(fact, **changed) if changed else fact
    return fact


def through(text: str, change: Callable[[str], str]) -> str:
    """Changed, in whatever language it is told."""
    match text:
        case InWords():
            return InWords(lambda language: change(text.say(language)))
    return change(text)


def said(phrase: Phrase) -> str:
    return InWords(lambda language: phrases.said(phrase, language))


def in_a_letter(phrase: Phrase) -> str:
    return InWords(lambda language: phrases.in_a_letter(phrase, language))


def worded(refusal: Refusal) -> Worded:
    def part(name: str) -> str:
        return InWords(lambda language: getattr(phrases.worded(refusal, language), name))

    return Worded(part("because"), part("reason"), part("what_would_work"))


def length(time: timedelta) -> str:
    return InWords(lambda language: phrases.length(time, language))


def so_long(time: timedelta) -> str:
    return InWords(lambda language: phrases.so_long(time, language))


def turned(table: str, english: str) -> str:
    return InWords(lambda language: phrases.named(table, english, language))


def either(english: str, german: str) -> str:
    return InWords(lambda language: phrases.either(english, german, language))


def meant(table: str, name: str, english: str) -> str:
    return InWords(lambda language: phrases.meant(table, name, english, language))


def asked(question: str) -> str:
    return InWords(lambda language: phrases.asked(question, language))


def spoken(fact: Any) -> Any:
    return phrases.spoken(fact, in_a_letter)


def chronicled(events: Iterable[Event], state: State | None = None) -> Iterator[Moment]:
    return phrases.chronicled(events, state, in_a_letter)
