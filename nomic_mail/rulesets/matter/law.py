"""What speaks of the rules themselves: numbers, how many, which holds (108, 209, 211, 009)."""

from collections.abc import Mapping, Sequence
from typing import Any

from nomic_mail.rulesets.matter.points import CHANGE
from nomic_mail.rulesets.matter.wording import ClauseMatter, Saying, Way, either, figure

NUMBERED = (
    Saying(
        (("that each has a number", "given (?:a|an) (?:rank order )?(?:ordinal )?number"),),
        "each proposed rule change rank order ordinal number for reference",
    ),
    Saying(
        (("what number a rule has", "receives? the (?:ordinal )?number of the,? proposal to"),),
        "if rule repealed then re enact enacted reenacted reenact amended or transmuted amend"
        " transmute an amendment repeal entire part ordinal number",
    ),
)


def _numbering(value: Any) -> Sequence[Way]:
    if not value.first or value.keep or value.by_adoption or value.chosen:
        return ()
    first = value.first
    needs = (
        (
            f"that the numbers begin with {first}",
            rf"numbers? (?:shall |will )?(?:begins?|starts?) (?:with|at|from) {figure(first)}",
        ),
        (
            "that each change has the next number",
            r"receives? the next (?:successive |consecutive |higher )?(?:integer|number)",
        ),
    )
    words = f"each [{CHANGE}] proposed proper way [whether or not the proposal is adopted] in"
    return (Way((Saying(needs, words),), NUMBERED),)


def _limit(value: Any) -> Sequence[Way]:
    many = rf"{figure(value)} mutable rules"
    needs = (
        (
            f"that there are no more than {value} mutable rules",
            either(
                rf"(?:at no time|never) (?:may|shall|can|must) there be more than {many}",
                rf"there (?:may|shall|can|must) (?:not|never) be more than {many}",
                rf"there (?:may|shall|can|must) be (?:no more than|at most) {many}",
            ),
        ),
    )
    return (Way((Saying(needs, "[at any (?:1 )?time]"),)),)


def _precedence(value: Any) -> Sequence[Way]:
    which = value.split()[0]
    needs = (
        ("rules that conflict", "rules conflict"),
        (
            f"that the {which} number takes precedence",
            rf"(?:rule )?with the {which} (?:ordinal )?number takes precedence",
        ),
    )
    says = Saying(needs, "if 2 or more mutable immutable rules conflict [with 1 another] then rule")
    beside = (
        Saying(
            (("what rules say of themselves", "explicitly says of itself"),),
            "if [at least 1 of the rules in conflict] [defers to another rule] [takes precedence"
            " over another rule] [or type of rule] or then such provisions [shall supersede the"
            " numerical method for determining precedence]",
        ),
        Saying(
            (
                (
                    "where both do",
                    "claim to take precedence over 1 another or to defer to 1 another",
                ),
            ),
            "if 2 or more rules then [the numerical method (?:must )?again governs?]",
        ),
    )
    return (Way((says,), beside),)


def _void(value: Any) -> Sequence[Way]:
    needs = (
        (
            f"that rule {value:03d} is void",
            rf"rule {figure(value)} is (?:entirely |wholly )?(?:null and )?void",
        ),
    )
    return (Way((Saying(needs, "[and without effect]"),)),)


MATTERS: Mapping[str, ClauseMatter] = {
    "numbering": ClauseMatter("the numbers of proposals", "number|integer|ordinal", _numbering),
    "limit mutable": ClauseMatter(
        "how many mutable rules there may be", "mutable|more than|at most", _limit
    ),
    "precedence": ClauseMatter(
        "which of two rules that conflict holds", "preceden|conflict|number|defer", _precedence
    ),
    "void": ClauseMatter("a rule that is void", "void|rule \\d", _void),
}
