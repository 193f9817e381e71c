"""Which rule is cited: the code names each by its number in the initial sets, where 212 is the rule
of judgment.

1. A ruleset that is numbered as they are has that rule, whatever it is called by now (108).
2. In any other, 212 may be about anything: there it is the rule with a clause of that matter.
3. Where there is none, the custom of the house is left.
"""

from collections.abc import Collection, Mapping
from typing import Protocol

from nomic_mail.game.numbers import printed

NUMBERED_ALIKE = frozenset(
    ("chairperson", "net_play", "net_play_revised", "pull_request", "suber_1982", "suber_mail")
)
SAME_MATTER = {
    105: "ballots",
    108: "numbering",
    109: "transmutation",
    111: "debate",
    201: "procedure",
    202: "procedure",
    207: "votes",
    211: "precedence",
    212: "judge",
    213: "paradox",
}


class Citable(Protocol):
    @property
    def number(self) -> int: ...
    @property
    def lineage(self) -> int: ...
    @property
    def status(self) -> str: ...
    @property
    def clauses(self) -> tuple[str, ...]: ...


def cite(rules: Collection[Citable], born: int, *, alike: bool) -> int | None:
    if alike:
        return next((one.number for one in rules if one.lineage == born), None)
    if born not in SAME_MATTER:
        return None
    begins = f"{SAME_MATTER[born]}:"
    told = (one.number for one in rules if any(c.startswith(begins) for c in one.clauses))
    return next(told, None)


def cited(rules: Collection[Citable], *, alike: bool) -> Mapping[str, str]:
    """All that letters may cite, by its number in the initial sets; none of a number that somebody
    has chosen for a rule."""
    if alike:
        kept = (one for one in rules if 100 <= one.lineage < 300 or one.status == "typeless")
        return {str(one.lineage): printed(one.number) for one in kept}
    now = ((born, cite(rules, born, alike=False)) for born in SAME_MATTER)
    return {str(born): printed(number) for born, number in now if number is not None}
