"""Which rule is cited for a matter: in the sets that are numbered as the initial one, that which
began with its number; in all others, the one with a clause of it."""

from nomic_mail.game.citing import cited
from nomic_mail.game.rulebook import Rule, Rules, RuleStatus

CLAUSES = {
    3: "ballots: secret",
    5: "numbering: keep",
    7: "transmutation: majority of cast",
    8: "debate: judge may end",
    9: "procedure: turns",
    12: "votes: 2",
    13: "precedence: highest number",
    14: "judge: moderator",
    202: "reward proposer: 1d6",
}


def rule(number: int, *clauses: str, status: RuleStatus = "mutable", born: int = 0) -> Rule:
    return Rule(
        number=number,
        lineage=born or number,
        status=status,
        title=f"Rule {number}",
        text="So it is.",
        clauses=clauses,
    )


def book(*rules: Rule, alike: bool) -> Rules:
    return Rules({one.number: one for one in rules}, alike=alike)


def test_in_a_set_of_its_own_numbers_it_is_the_rule_with_a_clause_of_that_matter() -> None:
    rules = book(*(rule(n, clause) for n, clause in CLAUSES.items()), alike=False)
    matters = {105: 3, 108: 5, 109: 7, 111: 8, 201: 9, 202: 9, 207: 12, 211: 13, 212: 14}
    assert {born: rules.cite(born) for born in matters} == matters
    assert rules.cite(213) is rules.cite(203) is rules.cite(5) is None
    told = {str(born): f"{number:03d}" for born, number in matters.items()}
    assert cited(tuple(rules), alike=False) == told


def test_in_one_that_is_numbered_alike_it_is_that_rule_whatever_it_is_called() -> None:
    """But no number that somebody has chosen for a rule is cited for anything else (108)."""
    rules = book(
        rule(6, status="typeless"),
        *(rule(42), rule(100), rule(110, status="immutable"), rule(299), rule(300)),
        rule(301, "ballots: secret", born=205),
        alike=True,
    )
    assert (rules.cite(205), rules.cite(105), rules.cite(110)) == (301, None, 110)
    assert (rules.cite_for("typeless"), rules.cite_for("immutable")) == (6, 110)
    told = {"6": "006", "100": "100", "110": "110", "205": "301", "299": "299"}
    assert cited(tuple(rules), alike=True) == told
