"""Rules that set others aside, and what a rule says of itself (110, 211): each settled as any other
conflict is."""

import pytest

from nomic_mail.game.clauses import BadClause, parse_clause
from nomic_mail.game.course import Refused
from nomic_mail.game.decide import READING
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.game.rules import checked, warnings
from nomic_mail.phrases import said
from tests.game.test_mechanics import folded, rule, trail
from tests.kit.games.core_play import amend, enact

LAWS = (rule(110, status="immutable"), rule(211))


def test_who_would_set_a_higher_rule_aside_is_set_aside_whole() -> None:
    """110: it is inconsistent with it, and pays nothing meanwhile."""
    mechanics = folded(
        *LAWS,
        rule(105, "ballots: secret", status="immutable"),
        rule(301, "void: rule 105", "reward proposer: 50"),
    )
    assert {n: said(why) for n, why in mechanics.void.items()} == {
        301: "it conflicts with rule 105 (rule 110)"
    }
    assert mechanics["reward proposer"].value is None


def test_so_it_is_of_a_typeless_rule() -> None:
    """006."""
    mechanics = folded(
        rule(6, status="typeless"),
        rule(9, "void: rule 210", status="typeless"),
        rule(104, "void: rule 9", status="immutable"),
        rule(210, "consultation: forbidden"),
    )
    assert set(mechanics.void) == {104, 210}


def test_a_higher_rule_that_is_itself_set_aside_is_no_obstacle() -> None:
    mechanics = folded(
        rule(7, "order: random", status="typeless"),
        rule(105, "order: alphabetical", status="immutable"),
        rule(301, "void: rule 105", "victory: 50"),
    )
    assert set(mechanics.void) == {105}
    assert mechanics["victory"].rule == 301


def test_between_equals_the_number_decides_who_is_set_aside() -> None:
    """211: 203 is the lower, so that it stays; the other loses that clause and no more."""
    mechanics = folded(
        *LAWS, rule(203, "adoption: majority"), rule(301, "void: rule 203", "victory: 50")
    )
    assert {n: said(why) for n, why in mechanics.void.items()} == {}
    assert (mechanics["adoption"].rule, mechanics["victory"].rule) == (203, 301)
    assert mechanics["void"].value is None
    assert trail(mechanics["void"]) == [(301, "the lower number takes precedence (rule 211)")]


def test_the_lower_number_sets_the_higher_aside() -> None:
    mechanics = folded(rule(301, "void: rule 305"), rule(305, "victory: 50"))
    assert {n: said(why) for n, why in mechanics.void.items()} == {305: "rule 301 makes it void"}


def test_by_the_highest_number_it_is_the_other_way() -> None:
    highest = rule(211, "precedence: highest number")
    mechanics = folded(highest, rule(203, "victory: 50"), rule(301, "void: rule 203"))
    assert set(mechanics.void) == {203}
    mechanics = folded(highest, rule(305, "victory: 50"), rule(301, "void: rule 305"))
    assert {n: said(why) for n, why in mechanics.void.items()} == {}


def test_a_claim_of_its_own_goes_before_the_number() -> None:
    """211, second paragraph; the other may say as much, and then the numbers decide again."""
    claims = rule(301, "void: rule 203 over 203")
    assert set(folded(rule(203, "adoption: majority"), claims).void) == {203}
    against = rule(203, "adoption: majority over 301")
    assert folded(against, claims).void == {}
    assert folded(against, rule(301, "void: rule 203")).void == {}


def test_who_is_set_aside_without_a_clause_of_its_own_is_so_too() -> None:
    assert set(folded(rule(301), rule(303, "void: rule 301 over 301")).void) == {301}
    assert folded(rule(301), rule(303, "void: rule 301")).void == {}


# Types of rule (211, second paragraph)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("victory: 50 over all", "victory: 50 over all"),
        ("victory: 50 over all other rules", "victory: 50 over all"),
        ("victory: 50 over mutable rules", "victory: 50 over mutable"),
        ("victory: 50 defers to immutable", "victory: 50 defers to immutable"),
        ("victory: 50 over 203 over mutable", "victory: 50 over 203 over mutable"),
    ],
)
def test_claims_over_types_are_read_and_print_back(written: str, text: str) -> None:
    assert parse_clause(written).text == text
    assert parse_clause(text).text == text


@pytest.mark.parametrize("text", ["victory: 50 instead of all", "victory: 50 over silly rules"])
def test_what_no_rule_can_say_of_itself_is_refused(text: str) -> None:
    with pytest.raises(BadClause):
        parse_clause(text)


def test_who_claims_precedence_over_all_has_it_among_equals() -> None:
    hundred = rule(208, "victory: 100")
    assert folded(hundred, rule(301, "victory: 50 over all"))["victory"].rule == 301
    assert folded(hundred, rule(301, "victory: 50 over mutable"))["victory"].rule == 301
    assert folded(hundred, rule(301, "victory: 50 over immutable"))["victory"].rule == 208
    higher = rule(208, "victory: 100", status="immutable")
    assert folded(higher, rule(301, "victory: 50 over all"))["victory"].rule == 208


def test_two_that_claim_it_over_all_are_settled_by_their_numbers() -> None:
    mechanics = folded(
        rule(208, "victory: 100"),
        rule(301, "victory: 50 over all"),
        rule(302, "victory: 40 over all"),
    )
    assert mechanics["victory"].rule == 301


def test_who_defers_to_a_type_gives_way_to_each_of_it() -> None:
    mechanics = folded(*LAWS, rule(208, "victory: 100 defers to mutable"), rule(301, "victory: 50"))
    assert mechanics["victory"].rule == 301
    assert trail(mechanics["victory"]) == [(208, "it defers to rule 301 (rule 211)")]


# What the others are told before the vote (111)


def book(*rules: Rule) -> Rules:
    return Rules({one.number: one for one in rules})


def test_a_claim_over_a_rule_that_is_not_there_is_told() -> None:
    change = enact("Fifty points win.", "victory: 50 over 412")
    told = warnings((change,), book(*LAWS, rule(208, "victory: 100")), READING)
    assert any("there is no rule 412" in said(one) for one in told), told
    change = enact("Fifty points win.", "victory: 50 over 208")
    assert not any(
        "no rule" in said(one)
        for one in warnings((change,), book(rule(208, "victory: 100")), READING)
    )


def test_two_laws_of_precedence_against_each_other_are_a_question_for_a_judge() -> None:
    """211 decides about itself in no way that the other would not undo: 212, 213."""
    law = rule(211, "precedence: lowest number")
    change = enact("The highest holds.", "precedence: highest number")
    told = warnings((change,), book(*LAWS[:1], law), READING)
    assert any("JUDGMENT" in said(one) for one in told), told
    change = amend(211, "The highest holds.", "precedence: highest number")
    assert not any(
        "JUDGMENT" in said(one) for one in warnings((change,), book(*LAWS[:1], law), READING)
    )


def test_what_stands_against_a_clause_is_cited_while_it_is_there() -> None:
    """114 may be transmuted and repealed; it is not cited then."""
    change = amend(203, "Never.", "adoption: never")
    rules = (rule(203, "adoption: majority"), rule(301))
    for more, because in (((rule(114, status="immutable"),), 114), ((), None)):
        with pytest.raises(Refused) as refused:
            checked((change,), book(*rules, *more))
        assert refused.value.refusal.because == because
        assert "114" not in str(refused.value.refusal.facts)
