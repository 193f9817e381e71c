"""Why a change that was adopted could not be carried out: the only refusals that an event tells.

1. The ledger holds the reason as a text, as it does every reason; so these words stand here, and
   `post` has them from here (a record is the same whoever reads it).
2. Each code that `rules.still_proper` can be refused with is there: a wall tests it.
"""

from collections.abc import Mapping

from nomic_mail.game.course import Refusal

WHY_VOID: Mapping[str, str] = {
    "amendment_built_upon": (
        "what amendment {number} changed in rule {rule:03d} has been changed again since, so it "
        "cannot be taken out by itself"
    ),
    "amendment_has_no_effects": "a proposal to repeal an amendment changes no effects of its own",
    "amendment_repealed": "amendment {number} was repealed by {by} already",
    "clause_forbids": "{why}",
    "last_mutable_rule": ("rule {rule:03d} is the last mutable rule, and there must always be one"),
    "no_amendment": "{number} is no amendment of a rule in force",
    "no_such_rule": "there is no rule {rule:03d} in force",
    "repealed_by_the_same_vote": "rule {rule:03d} was repealed by the same vote",
    "rule_called_otherwise": (
        "no rule is called {rule:03d} any more: since it was changed it is {now:03d}"
    ),
    "rule_immutable": "rule {rule:03d} is immutable and can be neither amended nor repealed",
    "rule_not_named": "this does not say which rule",
    "rule_typeless": "rule {rule:03d} is typeless: it can be neither changed nor overruled",
    "text_needed": "a new rule needs a text, and this proposal has none",
    "text_of_rule_needed": (
        "an amendment needs the new text of rule {rule:03d}, and this proposal has none"
    ),
    "transmuted_by_the_same_vote": "rule {rule:03d} is {status} by the same vote",
}


def why_void(refusal: Refusal) -> str:
    return f"{WHY_VOID[refusal.code].format_map(refusal.facts)} ({refusal.because})"
