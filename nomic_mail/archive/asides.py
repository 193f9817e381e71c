"""What of the rules does nothing as others come before it: a whole rule (006, 009, 110), or some of
what it makes the server do (211). The record and the site mark it, as letters do."""

from collections.abc import Mapping

from msgspec import Struct, field

from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.rulebook import Rules
from nomic_mail.phrases import said, spoken


class SetAside(Struct, frozen=True):
    """`why` all of the rule is set aside, or which of its clauses are, and why."""

    why: str = ""
    clauses: Mapping[str, str] = field(default_factory=dict)


NOTHING = SetAside()


def asides(rules: Rules) -> dict[int, SetAside]:
    """By lineage; of most rules nothing is."""
    mechanics, found = mechanics_of(rules), {}
    for rule in rules:
        why = spoken(mechanics.void.get(rule.number, ""))
        beaten = {} if why else mechanics.beaten(rule.number)
        if why or beaten:
            told = {clause: said(ground) for clause, ground in beaten.items()}
            found[rule.lineage] = SetAside(why, told)
    return found
