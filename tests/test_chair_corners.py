"""The chair at its corners: a judge ends the debate, a chair pro tem refuses, two accuse."""

from datetime import timedelta

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from tests.core_play import amend, enact, started
from tests.test_chair import ABEL, BOB, CLEO, DAY, EVE, Chaired


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
