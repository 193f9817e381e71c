"""Corners of the law, each found by playing it: one case, one rule, one answer."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal
from nomic_mail.game.decide import next_wake
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.rulebook import Rule, Rules, RuleStatus
from nomic_mail.game.tally import tally
from nomic_mail.phrases import said
from nomic_mail.written import codec
from tests.kit.games.core_play import Play, amend, enact, repeal, started, transmute

SUBER = rulesets.load("suber_1982").rules
SUBER_MAIL = rulesets.load("suber_mail").rules
LATER = "after circuits 2: majority of eligible"


def threshold(play: Play) -> str:
    mechanics = mechanics_of(play.state.rules)
    return mechanics.threshold([enact()], play.state.rules, play.state.circuit)[0]


def test_of_the_ballots_cast_the_absent_decide_nothing() -> None:
    """Where the votes cast decide, it is defeated by them, whoever could have carried it (203)."""
    votes: dict[int, c.Choice] = {0: "for", 1: "against", 2: "against"}
    result = tally("majority of cast", (0, 1, 2, 3, 4), votes)
    assert result.outcome == "defeated"
    assert said(result.reason) == (
        "1 of 3 ballots cast were for it, and it needed more than half of the ballots cast"
    )
    assert tally("majority of eligible", (0, 1, 2, 3), votes).outcome == "defeated"
    assert tally("majority of eligible", (0, 1, 2, 3, 4), votes).outcome == "lapsed"


# 203's change to come


def test_an_amendment_of_203_after_its_change_keeps_what_it_had_become() -> None:
    play = started(2, SUBER_MAIL)
    for number in range(4):
        play.turn(enact(f"Text {number}."))
    assert (play.state.circuit, threshold(play)) == (3, "majority of eligible")
    play.turn(amend(203, "A majority, as it has become."))
    assert threshold(play) == "majority of eligible"


def test_an_amendment_taken_back_leaves_203_amended_all_the_same() -> None:
    """203: "if this rule has not been amended by the time two complete circuits have ended"."""
    play = started(2, SUBER_MAIL)
    play.turn(amend(203, "All must agree."))
    play.turn(c.Change(kind="repeal", amendment=301))
    for number in range(3):
        play.turn(enact(f"Text {number}."))
    assert (play.state.circuit, threshold(play)) == (3, "unanimous of eligible")


def test_a_change_to_come_may_claim_precedence_too() -> None:
    play = started(2, SUBER_MAIL)
    play.turn(amend(203, "As before.", f"adoption: unanimous of eligible, {LATER} over 208"))
    play.turn(amend(301, "As before, without effects."))
    rule = play.state.rules.get(302)
    assert rule is not None
    assert rule.clauses == ("adoption: unanimous of eligible over 208",)


def test_an_amendment_under_a_transmutation_takes_its_effects_with_it() -> None:
    play = started()
    play.turn(amend(208, "Fifty points win.", "victory: 50"))
    play.turn(transmute(301))
    play.turn(transmute(302))
    play.turn(c.Change(kind="repeal", amendment=301))
    rule = play.state.rules.get(304)
    assert rule is not None
    assert rule.clauses == ("victory: 100",)


# Rules set aside


def rule(number: int, *clauses: str, status: RuleStatus = "mutable") -> Rule:
    return Rule(number=number, lineage=number, status=status, title="T", text="T.", clauses=clauses)


def void(*rules: Rule) -> set[int]:
    return set(mechanics_of(Rules({one.number: one for one in rules})).void)


def test_a_rule_struck_by_a_later_one_strikes_nothing_and_voids_nothing_below() -> None:
    claims = "void: rule 208 over 208"  # by its number it would have to give way (211)
    tea, struck, striker = rule(209), rule(208, "void: rule 209"), rule(301, claims)
    assert void(tea, struck, striker) == {208}
    immutable = rule(105, "victory: 50", status="immutable")
    strikes = rule(301, "void: rule 105 over 105", status="immutable")
    assert void(immutable, strikes, rule(208, "victory: 100")) == {105}


def test_in_a_circle_of_strikes_the_lowest_number_holds() -> None:
    """211."""
    assert void(rule(301, "void: rule 302"), rule(302, "void: rule 301")) == {302}


# The order of play


def test_a_newcomer_takes_turns_by_surname_where_201_says_so() -> None:
    play = started(3, SUBER_MAIL)
    play.done(c.Join(by=4, name="Ann 00"))
    play.turn(enact())
    assert play.state.order == (4, 1, 2, 3)


def test_a_new_order_starts_with_the_next_turn() -> None:
    play = started(3, SUBER)
    play.done(c.Join(by=4, name="Ann 00"))
    play.turn(amend(201, "By surname.", "order: alphabetical", "start: 0"))
    assert play.state.order == (4, 1, 2, 3)
    play.turn(repeal(301))
    assert play.state.order == (4, 1, 2, 3)  # as last in force


def test_who_joined_first_is_known_whatever_the_snapshot() -> None:
    """201, as joined: seats are numbered by invitation."""
    play = Play(0, SUBER)
    for seat in (10, 9, 2):
        play.done(c.Join(by=seat, name=f"Player {seat}"))
    read = codec.read_state(codec.write_state(play.state))
    assert read.playing == play.state.playing == (10, 9, 2)


def test_a_surname_is_fixed_when_it_was_given() -> None:
    play = started(3, SUBER_MAIL)
    play.done(c.Leave(by=2))
    play.done(c.Join(by=2, name="Player 02", surname="Aaa"))
    assert play.state.players[2].surname == "02"


# Judgment


def test_an_overruled_ruling_wins_nothing_though_nobody_is_left_to_judge() -> None:
    """213: by a ruling that is not overruled."""
    play = started(2, SUBER)
    play.done(c.Judgment(by=1, question="Who has won?"))
    play.done(c.Ruling(by=2, text="I have.", winner="Player 02"))
    events = play.done(c.Overrule(by=1))
    assert isinstance(events[-1], e.JudgePassed) and events[-1].judge is None
    play.at += timedelta(days=9)
    play.done(c.Tick())
    assert play.state.status == "running"


def test_an_overruled_winner_is_forgotten_when_the_next_judge_is_silent() -> None:
    play = started(3, SUBER)
    play.done(c.Judgment(by=1, question="Who has won?"))
    play.done(c.Ruling(by=3, text="I have.", winner="Player 03"))
    play.done(c.Overrule(by=1))
    play.done(c.Overrule(by=2))
    play.at += timedelta(days=9)
    play.done(c.Tick())
    play.at += timedelta(days=9)
    play.done(c.Tick())
    assert play.state.judgment is not None and play.state.judgment.final
    assert play.state.status == "running"


@pytest.mark.parametrize("name", ["Player", "nobody"])
def test_a_ruling_names_one_winner(name: str) -> None:
    play = started(3, SUBER)
    play.done(c.Judgment(by=1, question="Who has won?"))
    assert play.refused(c.Ruling(by=3, text="One has.", winner=name)).because == "rule 213"


def test_without_213_no_ruling_names_a_winner() -> None:
    """112: winning is by points."""
    play = started(3, SUBER)
    play.turn(repeal(213))
    play.done(c.Judgment(by=1, question="Who has won?"))
    refusal = play.refused(c.Ruling(by=3, text="I have.", winner="Player 03"))
    assert refusal.because == "rule 112"


def test_a_ruling_ends_with_the_game_and_with_the_judges_part_in_it() -> None:
    play = started(4, SUBER)
    play.done(c.Judgment(by=1, question="Is it?"))
    play.done(c.Ruling(by=4, text="It is."))
    play.done(c.Leave(by=4))
    assert play.refused(c.Ruling(by=4, text="It is not.")).because == "rule 212"
    events = play.done(c.Judgment(by=2, question="And that?"))
    assert isinstance(events[-1], e.JudgePassed)
    play.done(c.End(by=c.MODERATOR))
    assert play.refused(c.Ruling(by=3, text="No."))


def test_nobody_is_late_for_a_turn_that_may_not_begin() -> None:
    """212, second paragraph."""
    play = started(3, SUBER)
    play.at += timedelta(days=6)
    play.done(c.Judgment(by=2, question="Is it?"))
    play.at += timedelta(days=2)
    (extended,) = play.done(c.Tick())
    assert isinstance(extended, e.TurnExtended)
    assert extended.extension == 0
    assert play.state.judgment is not None
    assert extended.due_at > play.state.judgment.due_at


# Coming and going


def test_one_player_is_a_question_when_the_vote_is_over_too() -> None:
    play = started(3)
    mover = play.mover
    play.done(c.Propose(by=mover, change=enact()))
    play.done(c.CallVote(by=mover))
    for seat in play.state.playing:
        if seat != mover:
            play.done(c.Leave(by=seat))
    play.done(c.Vote(by=mover, choice="for"))
    assert (play.state.poll, play.state.asked) == (None, "one player left")
    assert play.refused(c.Propose(by=mover, change=enact())).because == "the house"
    play.done(c.Join(by=7, name="Greta Green"))
    assert (play.mover, play.state.asked) == (7, "")


def test_who_was_left_alone_gets_the_turns_time_anew() -> None:
    play = started(2)
    mover = play.mover
    play.done(c.Leave(by=3 - mover))
    play.at += timedelta(days=30)
    play.done(c.Join(by=3 - mover, name=""))
    assert next_wake(play.state) == play.at + play.state.settings.turn_window


def test_several_at_the_goal_stay_a_question_whoever_leaves() -> None:
    play = started(3)
    scores = {seat: replace(player, score=5) for seat, player in play.state.players.items()}
    play.state = replace(play.state, players=scores)
    play.turn(amend(208, "Five points win.", "victory: 5"))
    play.done(c.Leave(by=play.mover))
    assert play.state.asked == "several winners"


# Never raises


@pytest.mark.parametrize(
    "command",
    [
        c.Set(by=c.MODERATOR, key="extensions", value="9" * 5000),
        c.Set(by=c.MODERATOR, key="extension", value="999999w " * 200),
        c.Away(by=1, length=timedelta.max),
        c.Away(by=1, length=timedelta.min),
    ],
)
def test_a_number_beyond_all_bounds_is_refused(command: c.Command) -> None:
    assert isinstance(started(2).do(command), Refusal)


@pytest.mark.parametrize("target", [209, None])
def test_a_limit_under_the_present_count_is_not_in_proper_form(target: int | None) -> None:
    """209: the number of mutable rules may not at any time be more than the limit."""
    play = started()
    change = amend(209, "Five at most.", "limit mutable: 5")
    if target is None:
        change = enact("Five at most.", "limit mutable: 5")
    play.do(c.Propose(by=play.mover, change=change))
    if play.state.proposal is not None:
        play.done(c.CallVote(by=play.mover))
        for seat in play.state.playing:
            play.done(c.Vote(by=seat, choice="for", letter=f"v{seat}"))
    limit = mechanics_of(play.state.rules)["limit mutable"].value
    assert play.state.rules.count("mutable") <= limit
