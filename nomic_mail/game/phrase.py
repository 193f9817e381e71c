"""What people are to be told, as a code and its facts: the core speaks no language.

1. A new refusal, reason or warning is one code where it is made, and one line of words in
   `nomic_mail/phrases`. Names and texts of people and rules are facts as they are written; nothing
   else that is a sentence is one.
2. What an event says stays in the ledger as it stands here: it knows players by their seats, and
   the law by the number of a rule. `named` has their names in place of the seats, to be told.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Union

from nomic_mail.game.numbers import is_part, read_number

SENTENCE = "in_words"
DEEPEST = 20
OF_RULES = ("rule", "law", "other")  # facts that are numbers of rules

# A number, a name, a moment, a length of time; several names or numbers; another phrase.
Fact = Union[int, str, datetime, timedelta, tuple[int | str | None, ...], "Phrase", None]


@dataclass(init=False, frozen=True)
class Phrase:
    code: str
    facts: Mapping[str, Any]

    def __init__(self, code: str, /, **facts: Fact) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "facts", facts)

    def __post_init__(self) -> None:
        """As JSON has kept it, which knows neither tuples nor phrases."""
        object.__setattr__(self, "facts", _facts(self.facts, 1))

    @classmethod
    def kept(cls, code: str, facts: Mapping[str, Any], depth: int = 1) -> "Phrase":
        return cls(code, **_facts(facts, depth))

    def named(self, name_of: Callable[[int], str]) -> "Phrase":
        facts = dict(self.facts)
        if "seat" in facts:
            facts["name"] = name_of(facts.pop("seat"))
        if "seats" in facts:
            facts["names"] = tuple(map(name_of, facts.pop("seats")))
        inner = {k: v.named(name_of) for k, v in facts.items() if isinstance(v, Phrase)}
        return Phrase(self.code, **facts | inner)


def _facts(kept: Mapping[str, Any], depth: int) -> dict[str, Fact]:
    if depth > DEEPEST:
        raise ValueError("nested too deep")
    return {key: _number(key, _fact(one, depth)) for key, one in kept.items()}


def _number(key: str, fact: Fact) -> Fact:
    """A rule that one of several changes has made is told by a text: "301.2"."""
    if key not in OF_RULES:
        return fact
    if isinstance(fact, tuple):
        return tuple(read_number(x) if isinstance(x, str) and is_part(x) else x for x in fact)
    return read_number(fact) if isinstance(fact, str) and is_part(fact) else fact


def _fact(kept: Any, depth: int) -> Fact:
    if isinstance(kept, dict) and kept.keys() == {"code", "facts"}:
        return Phrase.kept(str(kept["code"]), kept["facts"], depth + 1)
    if isinstance(kept, dict):
        raise ValueError("no fact")
    return tuple(kept) if isinstance(kept, list) else kept


def as_told(text: str) -> Phrase:
    """What stands in somebody's own words."""
    return Phrase("as_told", text=text)


def within(text: str) -> str:
    """Somebody's own words, to stand within a sentence of ours: one line of them, with no stop."""
    return " ".join(text.split()).rstrip(". ") or text


def sentence(text: str) -> Phrase:
    """What an older form of an event says, which has no codes."""
    return Phrase("in_words", text=text)


NOTHING = as_told("")
