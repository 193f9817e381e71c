"""How clauses combine: status, precedence, claims, voidness, house (110, 006, 211)."""

import pytest
from msgspec.structs import replace

from nomic_mail import rulesets
from nomic_mail.game.clauses import BadClause, parse_clause
from nomic_mail.game.mechanics import Mechanic, Mechanics, mechanics_of
from nomic_mail.game.rulebook import Rule, Rules, RuleStatus
from nomic_mail.phrases import said, spoken


def rule(number: int, *clauses: str, status: RuleStatus = "mutable", born: int = 0) -> Rule:
    return Rule(
        number=number,
        lineage=born or number,
        status=status,
        title=f"Rule {number}",
        text="Text.",
        clauses=clauses,
    )


def folded(*rules: Rule) -> Mechanics:
    return mechanics_of(Rules({one.number: one for one in rules}))


def trail(mechanic: Mechanic) -> list[tuple[int, str]]:
    return [(source.rule, spoken(source.ground)) for source in mechanic.overrides]


def void(mechanics: Mechanics) -> dict[int, str]:
    return {number: said(why) for number, why in mechanics.void.items()}


def test_the_lowest_number_holds_so_an_amended_rule_loses_ground() -> None:
    """211."""
    both = folded(rule(211), rule(208, "victory: 100"), rule(301, "victory: 50"))
    assert (both["victory"].value, both["victory"].rule) == (100, 208)
    amended = folded(rule(302, "victory: 100", born=208), rule(301, "victory: 50"))
    assert (amended["victory"].value, amended["victory"].rule) == (50, 301)


def test_what_of_a_rule_does_nothing_is_told_clause_by_clause() -> None:
    both = folded(rule(208, "victory: 100"), rule(301, "victory: 50", "reward proposer: 1d6"))
    told = {clause: spoken(why) for clause, why in both.beaten(301).items()}
    assert list(told) == ["victory: 50"]
    assert told == {clause: why for _, why in trail(both["victory"]) for clause in told}
    assert both.beaten(208) == {}


def test_another_law_of_precedence_can_be_voted_in() -> None:
    highest = rule(211, "precedence: highest number")
    mechanics = folded(highest, rule(208, "victory: 100"), rule(301, "victory: 50"))
    assert mechanics["victory"].rule == 301


def test_an_immutable_rule_comes_before_a_mutable_one_with_a_lower_number() -> None:
    """110: and the mutable one is set aside whole, with all else it does."""
    mechanics = folded(
        rule(301, "victory: 50", status="immutable"),
        rule(208, "victory: 100", "reward proposer: 1d6"),
        rule(110, status="immutable"),
    )
    assert mechanics["victory"].rule == 301
    assert mechanics["reward proposer"].value is None
    assert void(mechanics) == {208: "it conflicts with rule 301 (rule 110)"}
    assert trail(mechanics["reward proposer"]) == [(208, "it conflicts with rule 301 (rule 110)")]


def test_each_conflict_is_settled_by_the_rule_on_that_status() -> None:
    """006 of typeless rules, 110 of immutable ones; by the house, where there is none."""
    laws = (rule(6, status="typeless"), rule(7, status="typeless"), rule(110, status="immutable"))
    for status, law in (("typeless", "rule 006"), ("immutable", "rule 110")):
        higher = rule(8, "order: random", status=status)  # type: ignore[arg-type]
        lower = rule(201, "order: alphabetical")
        assert void(folded(*laws, higher, lower)) == {201: f"it conflicts with rule 008 ({law})"}


def test_agreeing_with_a_higher_rule_is_no_conflict() -> None:
    mechanics = folded(
        rule(301, "victory: 100", status="immutable"),
        rule(208, "victory: 100", "reward proposer: 1d6"),
    )
    assert mechanics.void == {}
    assert mechanics["reward proposer"].rule == 208


def test_a_rule_that_is_set_aside_sets_nothing_aside() -> None:
    """006, then 110: from the top down."""
    mechanics = folded(
        rule(5, "order: random", status="typeless"),
        rule(105, "order: alphabetical", "victory: 50", status="immutable"),
        rule(208, "victory: 100"),
    )
    assert set(mechanics.void) == {105}
    assert mechanics["victory"].rule == 208


def test_009_makes_210_void_even_when_210_is_amended() -> None:
    nine = rule(9, "void: rule 210", status="typeless")
    mechanics = folded(nine, rule(305, "consultation: forbidden", born=210))
    assert void(mechanics) == {305: "rule 009 makes it void"}
    assert mechanics["consultation"].value == "allowed"


def test_a_claim_of_precedence_beats_the_number() -> None:
    """211, second paragraph."""
    mechanics = folded(rule(208, "victory: 100"), rule(301, "victory: 50 over 208"))
    assert mechanics["victory"].rule == 301
    assert trail(mechanics["victory"])[0][1].startswith("rule 301 claims precedence")


def test_deferring_gives_way() -> None:
    mechanics = folded(rule(208, "victory: 100 defers to 301"), rule(301, "victory: 50"))
    assert mechanics["victory"].rule == 301


@pytest.mark.parametrize(
    "clauses",
    [
        ("victory: 100 over 301", "victory: 50 over 208"),
        ("victory: 100 defers to 301", "victory: 50 defers to 208"),
    ],
)
def test_claims_in_a_circle_cancel(clauses: tuple[str, str]) -> None:
    """211, third paragraph: the numbers decide again."""
    mechanics = folded(rule(208, clauses[0]), rule(301, clauses[1]))
    assert mechanics["victory"].rule == 208


def test_a_circle_of_three_cancels_and_a_claim_outside_it_stands() -> None:
    mechanics = folded(
        rule(208, "victory: 1 over 301"),
        rule(301, "victory: 2 over 302"),
        rule(302, "victory: 3 over 208"),
        rule(303, "victory: 4 over 208"),
    )
    assert mechanics["victory"].rule == 301


def test_a_claim_over_a_rule_of_higher_status_is_worth_nothing() -> None:
    mechanics = folded(
        rule(208, "victory: 100", status="immutable"), rule(301, "victory: 50 over 208")
    )
    assert mechanics["victory"].rule == 208
    assert 301 in mechanics.void


def test_sums_add_up_and_one_can_stand_in_for_another() -> None:
    two = folded(rule(202, "reward proposer: 1d6"), rule(301, "reward proposer: 5"))
    assert [number for _, number in two["reward proposer"].each] == [202, 301]
    one = folded(rule(202, "reward proposer: 1d6"), rule(301, "reward proposer: 5 instead of 202"))
    assert [number for _, number in one["reward proposer"].each] == [301]
    assert trail(one["reward proposer"]) == [(202, "rule 301 stands in its place")]
    circle = folded(
        rule(202, "reward proposer: 1d6 instead of 301"),
        rule(301, "reward proposer: 5 instead of 202"),
    )
    assert len(circle["reward proposer"].each) == 2


def test_the_strictest_limit_holds() -> None:
    mechanics = folded(rule(209, "limit mutable: 25"), rule(301, "limit mutable: 20"))
    assert (mechanics["limit mutable"].value, mechanics["limit mutable"].rule) == (20, 301)


def test_without_a_clause_the_house_holds_and_says_so() -> None:
    mechanics = folded(rule(301))
    assert mechanics["adoption"].text == "adoption: unanimous of eligible"
    assert mechanics["adoption"].rule is None
    assert mechanics["victory"].value is None
    assert mechanics["judge"].value == "moderator"


@pytest.mark.parametrize(
    "text",
    [
        "adoption: 2/3 of cast, quorum 1/2, after circuits 2: majority of eligible over 203",
        "reward proposer: (ordinal - 291) * favourable / cast instead of 202",
        "victory: 100 over 203 over 204 defers to 205",
        "void: rule 009",
    ],
)
def test_claims_and_parts_print_back(text: str) -> None:
    assert parse_clause(text).text == text


@pytest.mark.parametrize("text", ["adoption: majority, sometimes", "victory: 5 over the moon"])
def test_a_bad_part_is_refused(text: str) -> None:
    with pytest.raises(BadClause):
        parse_clause(text)


@pytest.mark.parametrize(
    ("name", "count"),
    [("net_play", 42), ("net_play_revised", 42), ("suber_1982", 29), ("suber_mail", 29),
     ("pull_request", 29)],
)  # fmt: skip
def test_each_ruleset_folds_without_a_clash(name: str, count: int) -> None:
    ruleset = rulesets.load(name)
    assert len(ruleset.rules) == count
    mechanics = mechanics_of(Rules({one.number: one for one in ruleset.rules}))
    expected = {210} if name.startswith("net_play") else set()
    assert set(mechanics.void) == expected


def test_two_rule_books_that_say_the_same_are_folded_once() -> None:
    """Each letter reads its game's anew."""
    book, same = (Rules({208: rule(208, "victory: 100")}) for _ in "ab")
    assert mechanics_of(book) is mechanics_of(same)
    other = Rules({208: rule(208, "victory: 101")})
    assert mechanics_of(other) is not mechanics_of(book)


def test_the_books_of_many_games_are_told_apart_without_being_read() -> None:
    """They have the same numbers: were that all that is looked at, each letter would read the rules
    of every other game on the server."""
    plain = Rules({208: rule(208), 301: rule(301)})
    others = (
        Rules({208: rule(208), 301: replace(rule(301), text="Another text.")}),
        Rules({208: rule(208), 301: rule(301, "victory: 50")}),
        plain.keeping(301, ("coins",)),
    )
    assert len({hash(one) for one in (plain, *others)}) == 4
    assert hash(plain) == hash(Rules({301: rule(301), 208: rule(208)}))
