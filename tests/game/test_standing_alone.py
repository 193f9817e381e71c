"""Effects that read against a rule of higher status: what is set aside (110), and what is told,
where only the words of that rule say otherwise."""

import pytest
from msgspec.structs import replace

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import parse_clause
from nomic_mail.game.course import Refusal
from nomic_mail.game.decide import decide
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.rulebook import Rule
from nomic_mail.game.standing_alone import STANDING
from nomic_mail.phrases import said
from tests.kit.games.core_play import Play, enact, started
from tests.kit.programs import RUNS
from tests.kit.recorded import checked, recorded
from tests.kit.tiers import some

OURS = ("net_play", "net_play_revised", "chairperson", "suber_1982", "suber_mail")

# An effect, the rule it is at odds with, and whether that has a clause of its own on it.
TOLD = [
    ("ballots: secret with abstention", 105),
    ("ballots: secret with abstention, endorsement", 105),
    ("inactive: after 2 votes missed", 105),
    ("inactive: after 7d", 105),
    ("eligible: program", 105),
    ("proposer votes: not", 105),
    ("veto: the chairperson", 104),
    ("adoption: program", 104),
    ("victory: none", 112),
    ("victory: program", 112),
]
SET_ASIDE = [
    ("transmutation: majority of cast", 109),
    ("numbering: by adoption", 108),
    ("numbering: keep", 108),
    ("void: rule 105", 105),
]
NEITHER = [
    "ballots: secret",
    "ballots: secret with endorsement, conditions",
    "proposer votes: for",
    "adoption: 2/3 of cast, quorum 1/2",
    "tie: chair",
    "victory: 30",
    "power: 3",
    "changes: up to 3",
    "vote ends: when decided",
]


def in_hand(ruleset: str) -> Play:
    play = started(3, rulesets.load(ruleset).rules)
    play.runs = RUNS
    return play


def notes(play: Play, effect: str) -> list[str]:
    """What is told of it on the ballot."""
    clauses = [effect]
    if "program" in effect:
        clauses.append("program: pass")
    if play.state.turn is not None and play.state.turn.procedure == "chair":
        play.done(c.Call(by=play.mover, step="proposals"))
    made = play.done(c.Propose(by=play.mover or 1, change=enact("It is so.", *clauses)))
    (proposal,) = (one for one in made if isinstance(one, e.ProposalMade))
    return [said(one) for one in proposal.warnings]


@pytest.mark.parametrize("ruleset", some(OURS, 1))
@pytest.mark.parametrize(("effect", "law"), TOLD)
def test_what_reads_against_the_words_of_a_higher_rule_is_told_and_holds(
    ruleset: str, effect: str, law: int
) -> None:
    play = in_hand(ruleset)
    told = [one for one in notes(play, effect) if f"ule {law}" in one and "for a judge" in one]
    assert len(told) == 1
    assert told[0].endswith("until one says no, the server goes by what is adopted.")
    then = play.state.rules.having(rule_of(play, effect))
    assert 301 not in mechanics_of(then).void
    assert checked(recorded(play.events)).differences == []


@pytest.mark.parametrize("ruleset", ["net_play", "chairperson"])
@pytest.mark.parametrize(("effect", "law"), SET_ASIDE)
def test_what_contradicts_a_clause_of_a_higher_rule_is_set_aside_and_told(
    ruleset: str, effect: str, law: int
) -> None:
    play = in_hand(ruleset)
    told = notes(play, effect)
    assert any("set aside" in one or "would have no effect" in one for one in told), told
    then = play.state.rules.having(rule_of(play, effect))
    assert 301 in mechanics_of(then).void
    assert law in play.state.rules.by_number


@pytest.mark.parametrize("ruleset", ["net_play", "chairperson"])
@pytest.mark.parametrize("effect", NEITHER)
def test_what_reads_against_none_is_not_told_of(ruleset: str, effect: str) -> None:
    assert not [one for one in notes(in_hand(ruleset), effect) if "for a judge" in one]


@pytest.mark.parametrize(("effect", "law"), TOLD)
def test_once_that_rule_is_mutable_it_is_told_no_more(effect: str, law: int) -> None:
    play = in_hand("net_play")
    play.turn(c.Change(kind="transmute", target=law))
    assert play.state.rules.get(law) is None
    assert not [one for one in notes(play, effect) if "for a judge" in one]


@pytest.mark.parametrize("ruleset", ["open", "council"])
@pytest.mark.parametrize(("effect", "law"), TOLD)
def test_rules_that_say_nothing_of_it_are_not_told_of(ruleset: str, effect: str, law: int) -> None:
    assert not [one for one in notes(in_hand(ruleset), effect) if "for a judge" in one]


def test_what_was_decided_by_an_earlier_reading_says_nothing_of_it() -> None:
    play = in_hand("net_play")
    change = enact("It is so.", "ballots: secret with abstention")
    before = replace(play.state, reading=2)
    made = decide(before, c.Propose(by=play.mover, change=change), play.at, play._fresh(), 2)
    assert not isinstance(made, Refusal)
    (proposal,) = (one for one in made if isinstance(one, e.ProposalMade))
    assert proposal.warnings == ()


def test_each_effect_that_is_told_of_stands_in_the_table() -> None:
    kinds = {effect.partition(":")[0] for effect, _ in TOLD}
    assert {kind for words in STANDING for kind in words.against} == kinds


def rule_of(play: Play, effect: str) -> Rule:
    text = parse_clause(effect).text
    return Rule(number=301, lineage=301, status="mutable", title="T", text="T.", clauses=(text,))
