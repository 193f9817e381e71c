"""Where a rule of higher status says in words what no clause of it says, and an effect reads
against that: it is told to who proposes it, and on the ballot.

A text alone binds nothing here (law.md): what contradicts it only a judge can say (212), and the
server goes by what is adopted. What contradicts a clause is set aside (110, mechanics).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from nomic_mail.game.clauses import Clause, parse_clause
from nomic_mail.game.clauses.ballots import ABSTENTION, allows
from nomic_mail.game.clauses.kind import PROGRAM, always
from nomic_mail.game.commands import Change
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.rulebook import Rules


class WordsAbove(Struct, frozen=True):
    """What such a rule says, the effects that read against it, and how that is told."""

    says: re.Pattern[str]
    against: dict[str, Callable[[Any], bool]]
    told: Callable[[int, str], Phrase]


STANDING = (
    WordsAbove(
        re.compile(
            r"all\splayers\sare\seligible"
            r"|(?:all|every)\s(?:eligible\s)?(?:voters?|players?)\smust"
            r"\s(?:take\spart|participate|vote)",
            re.I,
        ),
        {
            "ballots": lambda value: allows(value, ABSTENTION),
            "inactive": always,
            "eligible": always,
            "proposer votes": lambda value: value == "not",
        },
        lambda rule, clause: Phrase("votes_otherwise", rule=rule, clause=clause),
    ),
    WordsAbove(
        re.compile(
            r"adopted\sif\sit\sreceives\sas\smany\svotes\sas\sare\srequired,\sand\sonly\sthen"
            r"|adopted\s(?:if\sand\s)?only\sif\sit\sreceives",
            re.I,
        ),
        {"veto": always, "adoption": lambda value: value.by == PROGRAM},
        lambda rule, clause: Phrase("adopts_otherwise", rule=rule, clause=clause),
    ),
    WordsAbove(
        re.compile(r"winning\sis\sto\sachieve\sn\spoints", re.I),
        {"victory": lambda value: not value},
        lambda rule, clause: Phrase("wins_by_nothing", rule=rule, clause=clause),
    ),
)


def read_otherwise(changes: Sequence[Change], rules: Rules) -> Iterator[Phrase]:
    """Each effect once, with the first rule that it reads against."""
    effects = [parse_clause(text) for change in changes for text in change.effects or ()]
    high = [rule for rule in rules if rule.status != "mutable"]
    for clause in dict.fromkeys(effects):
        for words in STANDING:
            if not _is_against(clause, words):
                continue
            law = next((rule for rule in high if words.says.search(_plain(rule.text))), None)
            if law is not None:
                yield words.told(law.number, clause.text)


def _is_against(clause: Clause, words: WordsAbove) -> bool:
    reads = words.against.get(clause.kind.name)
    return reads is not None and reads(clause.value)


def _plain(text: str) -> str:
    return " ".join(text.split())
