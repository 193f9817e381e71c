"""The chair at its corners: who is late, who refuses, who is replaced, who asked for it."""

from datetime import timedelta

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.decide import next_wake
from tests.core_play import amend, enact, started
from tests.test_chair import ABEL, ADA, BOB, CLEO, DAY, EVE, ZOE, Chaired


def test_a_judge_who_ends_the_debate_of_a_term_costs_nobody_their_ballot() -> None:
    """111 of suber_mail lets the judge end the debate, and its 202 can become one with a chair."""
    play = started(3, rulesets.load("suber_mail").rules)
    play.turn(amend(202, "There is a Chairperson.", "procedure: chair"))
    chair = play.mover
    play.done(c.Call(by=chair, step="proposals"))
    play.done(c.Propose(by=chair, change=enact()))
    play.do(c.Judgment(by=chair, end_debate=True))
    judge = play.state.judgment.judge if play.state.judgment else 0
    play.do(c.Ruling(by=judge, text="Enough.", end_debate=True))
    for seat in play.state.playing:
        play.do(c.Vote(by=seat, choice="for"))
    cast = dict(play.state.polls[302].ballots) if 302 in play.state.polls else {}
    play.at += timedelta(days=1)
    play.do(c.Tick())
    play.do(c.Call(by=chair, step="discussion"))
    play.at += timedelta(days=5)
    play.do(c.Tick())
    play.do(c.CallVote(by=chair))
    if 302 in play.state.polls:
        assert play.state.polls[302].ballots == cast


def test_after_a_chair_pro_tem_who_refuses_the_next_is_reckoned_from_the_chair() -> None:
    play = Chaired()
    play.done(c.Judgment(by=CLEO, replace_chair=True))
    assert play.state.judgment is not None
    play.done(c.Ruling(by=play.state.judgment.judge, text="Yes.", replace_chair=True))
    assert play.mover == CLEO
    if isinstance(play.do(c.Refuse(by=CLEO)), tuple):
        assert play.state.turn is not None
        assert play.state.turn.counted_from == ABEL
    play.at += 4 * DAY
    play.done(c.Tick())
    play.called()
    play.wait(DAY)
    assert play.mover == BOB


def test_of_two_who_call_for_judgment_the_first_takes_the_chair() -> None:
    play = Chaired()
    play.done(c.Judgment(by=CLEO, replace_chair=True))
    play.done(c.Judgment(by=EVE, replace_chair=True))
    assert play.state.judgment is not None
    play.done(c.Ruling(by=play.state.judgment.judge, text="Yes.", replace_chair=True))
    assert play.mover == CLEO


def skippable(play: Chaired) -> Chaired:
    """202 with its order and its steps, and without the ban on skipping."""
    bind = ("procedure: chair", "order: alphabetical", "skipping: allowed")
    play.done(c.Bind(by=c.MODERATOR, rule=202, answer="bind", clauses=bind))
    return play


def late(play: Chaired) -> None:
    """Until the Moderator is asked about the chair."""
    while play.state.asked != "missing turn":
        wake = next_wake(play.state)
        assert wake is not None
        play.at = wake
        play.done(c.Tick())


def test_what_a_skipped_chair_has_tabled_comes_to_its_vote() -> None:
    """104: all rule changes proposed in the proper way shall be voted on."""
    play = skippable(Chaired())
    play.called()
    play.done(c.Propose(by=CLEO, change=enact("Tea.")))
    play.wait(DAY)
    late(play)
    (replaced,) = play.done(c.Skip(by=c.MODERATOR))
    assert isinstance(replaced, e.ChairReplaced)
    assert (replaced.was, replaced.chair, replaced.why) == (ABEL, BOB, "skipped")
    play.done(c.Call(by=BOB, step="discussion"))
    play.wait(5 * DAY)
    play.done(c.CallVote(by=BOB))
    play.all_vote(303)
    play.wait(DAY)
    assert 303 in play.state.rules.by_number
    assert play.mover == BOB  # who has their own term after it


def test_a_house_that_skips_late_chairs_hands_on_what_was_tabled() -> None:
    play = skippable(Chaired())
    play.done(c.Set(by=c.MODERATOR, key="missing_turn", value="skip"))
    play.called()
    play.done(c.Propose(by=CLEO, change=enact("Tea.")))
    play.wait(DAY)
    play.wait(7 * DAY)
    assert (play.mover, [one.number for one in play.state.live]) == (BOB, [303])
    play.wait(7 * DAY)
    assert (play.mover, [one.number for one in play.state.live]) == (ZOE, [303])


def test_a_late_chair_with_nothing_tabled_is_skipped_with_the_term() -> None:
    play = skippable(Chaired())
    late(play)
    ended, began = play.done(c.Skip(by=c.MODERATOR))
    assert isinstance(ended, e.TurnEnded) and isinstance(began, e.TurnBegan)
    assert (ended.mover, ended.skipped, began.mover) == (ABEL, True, BOB)


def test_no_term_is_skipped_while_202_forbids_it() -> None:
    play = Chaired()
    play.called()
    play.done(c.Propose(by=CLEO, change=enact("Tea.")))
    play.wait(DAY)
    late(play)
    assert play.refused(c.Skip(by=c.MODERATOR)).because == "rule 202"


def test_who_comes_into_the_chair_in_mid_term_may_refuse_it() -> None:
    """202(b): any player may; until they take a step of it themselves."""
    play = Chaired()
    play.called()
    play.done(c.Propose(by=CLEO, change=enact("Tea.")))
    play.done(c.Leave(by=ABEL))
    assert play.mover == BOB
    (refused,) = play.done(c.Refuse(by=BOB))
    assert isinstance(refused, e.ChairRefused)
    assert (refused.chair, refused.due_at) == (ZOE, None)
    play.wait(DAY)
    play.done(c.Call(by=ZOE, step="discussion"))
    assert "before your first step" in play.refused(c.Refuse(by=ZOE)).reason
    assert [one.number for one in play.state.live] == [303]


def test_a_chair_pro_tem_who_refuses_does_not_give_the_chair_back() -> None:
    """202(e): it was judged that the chair must be replaced."""
    play = Chaired()
    play.called()
    play.done(c.Propose(by=CLEO, change=enact("Tea.")))
    play.done(c.Judgment(by=ADA, replace_chair=True))  # who comes before Abel
    assert play.state.judgment is not None
    play.done(c.Ruling(by=play.state.judgment.judge, text="Yes.", replace_chair=True))
    assert play.mover == ADA
    play.done(c.Refuse(by=ADA))
    assert play.mover == BOB
