"""What a rule makes the server do, where its new text does not say: asked, answered, shown."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.mechanics import mechanics_of
from tests.kit.games.core_play import NET_PLAY, Play, amend, enact, started, transmute

KEPT = ("adoption: unanimous of eligible",)


def proposed(text: str = "Two thirds will do.") -> Play:
    """Rule 203 shall have a new text, without a word about what it makes the server do."""
    play = started()
    play.done(c.Propose(by=play.mover, change=amend(203, text)))
    return play


def adopted(play: Play) -> None:
    play.done(c.CallVote(by=play.mover))
    for seat in play.state.playing:
        play.done(c.Vote(by=seat, choice="for", letter=f"vote {seat}"))


def bind(play: Play, rule: int, answer: str, *clauses: str) -> tuple[e.Event, ...]:
    assert answer in ("keep", "drop", "bind")
    return play.done(c.Bind(by=c.MODERATOR, rule=rule, answer=answer, clauses=clauses))  # type: ignore[arg-type]


def test_a_new_text_without_effects_is_asked_about_and_keeps_what_it_did() -> None:
    play = proposed()
    asked = play.events[-1]
    assert isinstance(asked, e.BindingAsked)
    assert (asked.number, asked.target, asked.clauses) == (301, 203, KEPT)
    adopted(play)
    assert play.state.rules.by_number[301].clauses == KEPT
    assert 301 in play.state.bindings  # still open, and shown with the rule


def test_a_new_text_with_effects_is_not_asked_about() -> None:
    play = started()
    play.done(c.Propose(by=play.mover, change=amend(203, "Half.", "adoption: majority of cast")))
    assert not play.state.bindings


def test_an_answer_during_the_debate_is_what_is_adopted() -> None:
    play = proposed()
    bind(play, 301, "bind", "adoption: 2/3")
    adopted(play)
    assert play.state.rules.by_number[301].clauses == ("adoption: 2/3 of eligible",)
    assert not play.state.bindings


def test_drop_and_then_keep() -> None:
    play = proposed()
    bind(play, 301, "drop")
    bind(play, 301, "keep")
    adopted(play)
    assert play.state.rules.by_number[301].clauses == KEPT
    assert not play.state.bindings


def test_a_revision_asks_anew() -> None:
    play = proposed()
    bind(play, 301, "drop")
    play.done(c.Revise(by=play.mover, text="Three quarters will do."))
    assert play.state.bindings[301].answer == ""


def test_an_open_ballot_cannot_be_bound() -> None:
    """106: play is guided by the form that was voted on."""
    play = proposed()
    play.done(c.CallVote(by=play.mover))
    no = play.refused(c.Bind(by=c.MODERATOR, rule=301, answer="drop"))
    assert "ballot on 301 is open" in no.reason and no.because == "rule 106"


def test_an_answer_after_the_vote_acts_from_then_on() -> None:
    """107: and never backwards."""
    play = proposed()
    adopted(play)
    bind(play, 301, "bind", "adoption: majority of eligible")
    assert mechanics_of(play.state.rules)["adoption"].rule == 301
    assert play.state.rules.by_number[301].clauses == ("adoption: majority of eligible",)
    assert not play.state.bindings


def test_a_rule_changed_once_more_leaves_the_old_question_behind() -> None:
    play = proposed()
    adopted(play)
    play.turn(amend(301, "All again.", "adoption: unanimous"))
    assert not play.state.bindings


def test_a_defeated_proposal_leaves_no_question() -> None:
    play = proposed()
    play.done(c.CallVote(by=play.mover))
    for seat in play.state.playing:
        play.done(c.Vote(by=seat, choice="against", letter=f"vote {seat}"))
    assert not play.state.bindings


def test_the_moderator_can_bind_any_rule_whose_words_say_so() -> None:
    play = started()
    play.turn(enact("Whoever votes against what is adopted has five points."))
    bind(play, 301, "bind", "reward against: 5")
    assert play.state.rules.by_number[301].clauses == ("reward against: 5",)


def test_a_bad_clause_and_a_player_are_refused() -> None:
    play = proposed()
    no = play.refused(c.Bind(by=c.MODERATOR, rule=301, answer="bind", clauses=("adoption: some",)))
    assert "no clause" in no.reason
    assert play.refused(c.Bind(by=play.mover, rule=301, answer="keep")).because == "rule 013"
    assert play.refused(c.Bind(by=c.MODERATOR, rule=999, answer="keep")).because == "rule 103"


def test_a_proposal_that_says_what_it_does_is_not_the_moderators_to_bind() -> None:
    play = started()
    play.done(c.Propose(by=play.mover, change=enact("Tea.", "victory: 90")))
    no = play.refused(c.Bind(by=c.MODERATOR, rule=301, answer="drop"))
    assert "says itself" in no.reason


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("victory = 50", "write it as victory: 50"),
        ("Victory 50", "write it as victory: 50"),
        ("victory is fifty", "write it as victory: 100, or victory: none, or victory: 30 coins"),
        ("victory: fifty", "write it as victory: 100, or victory: none, or victory: 30 coins"),
        ("reward-against 5 instead of 204", "write it as reward against: 5 instead of 204"),
        ("adopton: majority", "did you mean adoption? write it as adoption: majority of eligible"),
        ("penalti defeat -> 5", "did you mean penalty defeat? write it as penalty defeat: 5"),
        ("tea: at four", "see HELP CLAUSES"),
    ],
)
def test_a_line_that_is_nearly_a_clause_is_told_what_would_be_one(written: str, meant: str) -> None:
    play = started()
    bind = c.Bind(by=c.MODERATOR, rule=208, answer="bind", clauses=(written,))
    assert play.refused(bind).what_would_work == meant
    effects = play.refused(c.Propose(by=play.mover, change=amend(208, "Fifty.", written)))
    assert meant in effects.what_would_work or written == "tea: at four"
    cure = meant.partition("write it as ")[2].partition(", or ")[0]
    if cure:
        play.done(c.Propose(by=play.mover, change=amend(208, "Fifty.", cure)))


# What came with the words (001, 013, 116, 212)


def held(play: Play, rule: int, *clauses: str) -> None:
    no = play.refused(c.Bind(by=c.MODERATOR, rule=rule, answer="bind", clauses=clauses))
    assert no.because in ("rule 001", "rule 116") and "came with its words" in no.reason


def test_what_was_voted_on_is_not_the_moderators_to_bind() -> None:
    play = started()
    play.turn(enact("Against pays five.", "reward against: 5"))
    held(play, 301, "reward against: 50")
    no = play.refused(c.Bind(by=c.MODERATOR, rule=301, answer="drop"))
    assert no.reason.endswith("came with its words: reward against: 5")
    held(play, 301, "reward against: 5", "reward against: 50")
    held(play, 301, "reward against: 5", "adoption: majority of eligible")
    bind(play, 301, "bind", "reward against: 5", "reward against: 5")
    play.turn(transmute(301))
    held(play, 302, "reward against: 50")
    bind(play, 302, "bind", "reward against: 5")
    play.turn(transmute(302))
    play.turn(amend(303, "Against pays six."))
    bind(play, 304, "bind", "reward against: 6")
    bind(play, 304, "bind", "reward against: 7")


def test_nor_is_it_where_the_rule_has_another_number_than_its_proposal() -> None:
    by_adoption = ("numbering: from 1001, by adoption",)
    rules = tuple(
        replace(one, clauses=by_adoption) if one.number == 108 else one for one in NET_PLAY
    )
    play = started(2, rules)
    play.turn(enact("Against pays five.", "reward against: 5"))
    (number,) = (one.number for one in play.state.rules if one.title == "Tea")
    assert number < 1001
    held(play, number, "reward against: 50")


def test_a_higher_rule_that_did_nothing_from_the_beginning_is_bound_to_nothing() -> None:
    """A mutable one of the first set is: the server may not have seen all that its words say."""
    play = started()
    bare = {one.status: one.number for one in play.state.rules if not one.clauses}
    for status in ("typeless", "immutable"):
        no = play.refused(
            c.Bind(by=c.MODERATOR, rule=bare[status], answer="bind", clauses=("start: 5",))
        )
        assert "so it was from the beginning" in no.reason
    bind(play, bare["mutable"], "bind", "start: 5")


def test_a_ruling_that_names_the_rule_lets_it_be_bound_then_and_later() -> None:
    play = started(3)
    play.done(c.Judgment(by=2, question="May we be 203?"))
    play.done(c.Ruling(by=c.MODERATOR, text="Yes."))
    held(play, 208, "victory: 50")
    bind(play, 203, "bind", "adoption: majority of eligible")
    play.at += timedelta(days=10)
    play.done(c.Tick())
    play.turn(enact("Tea."))
    assert play.state.judgment is None
    bind(play, 203, "bind", "adoption: 2/3 of eligible")


@pytest.mark.parametrize(
    "question",
    [
        "May Ada have 7 points?",
        "Is what was said on 2026-03-07 at 10:07 binding?",
        "Is it 7?",
        "Does 7/10 mean most of us, or 0.7, or 7%?",
        "Are these 007 points?",
        "Is 1,007 more than 1007?",
    ],
)
def test_a_number_that_names_no_rule_lets_nothing_be_bound(question: str) -> None:
    """212: a ruling is about the rule that it names, and not about all that has its number."""
    play = started(3)
    play.done(c.Judgment(by=2, question=question))
    play.done(c.Ruling(by=c.MODERATOR, text="No."))
    held(play, 7, "order: alphabetical")


@pytest.mark.parametrize("name", ["007", "Rule 7", "rule 007", "rules 7", "(007)", "#007,"])
def test_a_rule_is_named_as_it_is_printed_or_called_a_rule(name: str) -> None:
    play = started(3)
    play.done(c.Judgment(by=2, question=f"Does {name} mean the alphabet?"))
    play.done(c.Ruling(by=c.MODERATOR, text="Yes."))
    bind(play, 7, "bind", "order: alphabetical")


def test_a_question_that_no_judge_answered_lets_nothing_be_bound() -> None:
    """The ruling on the first stands when all were silent on the second, and is about the first."""
    play = started(3)
    play.done(c.Judgment(by=2, question="May scores be negative?"))
    play.done(c.Ruling(by=c.MODERATOR, text="Yes."))
    play.done(c.Judgment(by=2, question="Does rule 203 mean most of us?"))
    while play.state.judgment is not None and not play.state.judgment.final:
        play.at += timedelta(days=4)
        play.done(c.Tick())
    assert play.state.judgment is not None
    assert play.state.judgment.ruled
    held(play, 203, "adoption: majority of eligible")


def test_a_ruling_that_fell_lets_nothing_be_bound() -> None:
    play = started(3)
    play.done(c.Judgment(by=2, question="Is rule 203 for a majority?"))
    play.done(c.Ruling(by=c.MODERATOR, text="Yes."))
    for seat in play.state.playing:
        play.done(c.Overrule(by=seat))
    held(play, 203, "adoption: majority of eligible")
