"""Effects that are offered for the words of a proposed text: what it plainly says, and no more."""

import pytest

from nomic_mail.game.clauses import parse_clause
from nomic_mail.game.commands import Change
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.game.state import State
from nomic_mail.rulesets import load, names
from nomic_mail.rulesets.matter.wording import LONGEST_TEXT
from nomic_mail.rulesets.offers import offered
from tests.kit.tiers import some

TWO_THIRDS = (("adoption: 2/3 of eligible",), ("adoption: 2/3 of cast",))


def state(*clauses: str) -> State:
    """Rule 203 has them."""
    canonical = tuple(parse_clause(one).text for one in clauses)
    rule = Rule(number=203, lineage=203, status="mutable", title="", text="x", clauses=canonical)
    return State(rules=Rules({rule.number: rule}))


def enacting(text: str, title: str = "Tea") -> tuple[tuple[str, ...], ...]:
    return offered(Change(kind="enact", title=title, text=text), State())


def amending(text: str, *clauses: str) -> tuple[tuple[str, ...], ...]:
    return offered(Change(kind="amend", target=203, title="", text=text), state(*clauses))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("The first player with fifty points wins.", ["victory: 50"]),
        ("When a proposal is defeated, its proposer loses 5 points.", ["penalty defeat: 5"]),
        ("The author of an adopted proposal scores ten points.", ["reward adopted: 10"]),
        ("Players who do not vote lose two points.", ["penalty absent: 2"]),
        ("There may be at most thirty mutable rules.", ["limit mutable: 30"]),
        ("A proposal passes if 2/3 of the players vote for it.", ["adoption: 2/3 of eligible"]),
        ("A proposal passes if 3/5 of the votes cast are for it.", ["adoption: 3/5 of cast"]),
        (
            "A simple majority of the votes cast adopts a rule change.",
            ["adoption: majority of cast"],
        ),
    ],
)
def test_what_a_text_plainly_says_is_offered(text: str, lines: list[str]) -> None:
    assert enacting(text) == (tuple(lines),)


@pytest.mark.parametrize(
    "text",
    [
        "A rule change is adopted when two thirds of the votes are for it.",
        "Two thirds of the voters adopt a rule change.",
        "Two thirds will do to pass a proposal.",
        "Proposals need a vote of two-thirds to be adopted.",
    ],
)
def test_a_share_of_nobody_knows_what_is_offered_of_both(text: str) -> None:
    assert enacting(text) == TWO_THIRDS
    assert amending(text, "adoption: unanimous of eligible") == TWO_THIRDS
    assert amending(text, "adoption: 2/3 of cast") == ()
    assert amending(text, "victory: 100") == ()


@pytest.mark.parametrize(
    ("share", "line"),
    [
        ("a majority", "majority"),
        ("more than half", "majority"),
        ("three quarters", "3/4"),
        ("75%", "3/4"),
        ("60 percent", "3/5"),
        ("a unanimous vote", "unanimous"),
    ],
)
def test_shares_in_words_and_figures(share: str, line: str) -> None:
    both = tuple((f"adoption: {line} of {of}",) for of in ("eligible", "cast"))
    assert enacting(f"It takes {share} to adopt a proposal.") == both


@pytest.mark.parametrize(
    "text",
    [
        "There is tea at four.",
        "Two thirds of the tea is for the guests.",
        "Adoption need not be unanimous.",
        "A proposal never passes by two thirds of the votes.",
        "Two thirds adopt an amendment, a majority adopts a new rule.",
        "A proposal passes by two thirds of the votes, unless it rains.",
        "The first player with fifty points wins, except on Sundays.",
        "When a proposal is defeated, its proposer loses 5 points for each vote against.",
        "x " * LONGEST_TEXT,
    ],
)
def test_what_is_said_otherwise_is_not_offered(text: str) -> None:
    assert enacting(text) == ()


def test_nothing_is_offered_where_effects_are_written_or_there_is_no_new_text() -> None:
    text = "The first player with fifty points wins."
    for change in (
        Change(kind="enact", title="Tea", text=text, effects=()),
        Change(kind="repeal", target=203, text=text),
        Change(kind="transmute", target=203, text=text),
        Change(kind="amend", target=203, amendment=1, text=text),
    ):
        assert offered(change, state("victory: 100")) == ()


def test_what_the_rule_does_already_stays_in_the_block() -> None:
    """An Effects block is all that the rule does then."""
    text = "The first player with fifty points wins."
    has = ("penalty defeat: 10", "victory: 100")
    assert amending(text, *has) == (("penalty defeat: 10", "victory: 50"),)
    assert amending(text, "victory: 50") == ()
    assert amending(text, "victory: 100 over 208") == ()  # what it claims, a person has to say
    assert amending(text, "victory: 100", "program:\n    @action('ROLL')") == ()


@pytest.mark.parametrize("name", some(names(), 1))
def test_each_rule_of_our_editions_is_offered_nothing_new(name: str) -> None:
    """What they say, they do."""
    ruleset = load(name)
    before = State(rules=Rules({rule.number: rule for rule in ruleset.rules}))
    for rule in ruleset.rules:
        change = Change(kind="amend", target=rule.number, title=rule.title, text=rule.text)
        for block in offered(change, before):
            assert set(block) == set(rule.clauses), (rule.number, block)


@pytest.mark.parametrize(
    ("name", "number", "old", "new", "block"),
    [
        ("net_play", 206, "10 points", "2 points", ("penalty defeat: 2",)),
        ("net_play", 206, "10 points", "two points", ("penalty defeat: 2",)),
        ("net_play", 208, "100", "60", ("victory: 60",)),
        ("net_play", 209, "25", "30", ("limit mutable: 30",)),
        ("net_play", 204, "10 points", "3 points", ("reward against: 3",)),
        ("net_play", 207, "one vote: exactly one", "two vote: exactly two", ("votes: 2",)),
        ("net_play", 201, "zero", "five", ("start: 5", "skipping: forbidden")),
    ],
)
def test_another_figure_in_the_words_of_a_rule_is_offered_in_its_clause(
    name: str, number: int, old: str, new: str, block: tuple[str, ...]
) -> None:
    own = {rule.number: rule for rule in load(name).rules}
    text = own[number].text
    assert old in text
    change = Change(kind="amend", target=number, text=text.replace(old, new).replace("\n", " "))
    assert offered(change, State(rules=Rules(own))) == (block,)


@pytest.mark.parametrize(
    ("was", "text", "clauses"),
    [
        ("Lose 10 points, not 10.", "Lose 5 points, not 10.", ["penalty defeat: 10"]),
        ("Lose 10 points.", "Lose 5 points on Sundays.", ["penalty defeat: 10"]),
        ("Lose 10 points.", "Lose 5 points.", ["penalty defeat: 20"]),
        ("Lose 10 points.", "Lose 5 points.", ["penalty defeat: 10", "reward adopted: 10"]),
        ("Lose 10 points in 3 days.", "Lose 10 points in 5 days.", ["penalty defeat: 10"]),
        ("By 2/3 of the cast.", "By 5/3 of the cast.", ["adoption: 2/3 of cast"]),
    ],
)
def test_a_figure_that_may_be_another_is_not_offered(
    was: str, text: str, clauses: list[str]
) -> None:
    canonical = tuple(parse_clause(one).text for one in clauses)
    rule = Rule(number=203, lineage=203, status="mutable", title="", text=was, clauses=canonical)
    change = Change(kind="amend", target=203, text=text)
    assert offered(change, State(rules=Rules({203: rule}))) == ()
