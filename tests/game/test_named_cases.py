"""The cases that every reader of these rules asks about first, each with its rule and its answer.

Those that stand elsewhere: the last mutable rule (114), the twenty-sixth (209), the sole hold-out
who forfeits (113) and several at the goal (208) in test_core; an amendment repealed under a later
one (103(2), 108) in test_amendments; a judge overruled twice (212) in test_judgment.
"""

import pytest

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from tests.kit.games.core_play import NET_PLAY, Play, amend, enact, repeal, started, transmute

SUBER_MAIL = rulesets.load("suber_mail").rules


def rewards(events: tuple[e.Event, ...]) -> list[tuple[int, int]]:
    return [(x.points, x.rule) for x in events if isinstance(x, e.PointsScored)]


@pytest.mark.parametrize(
    ("players", "against", "worth"),
    [
        (4, 1, 8),  # 10 * 3/4 = 7.5, and halves go up
        (3, 1, 7),  # 10 * 2/3 = 6.67
        (3, 2, 3),  # 10 * 1/3 = 3.33
        (4, 4, 0),
    ],
)
def test_the_reward_is_rounded_to_the_nearest_and_a_half_upwards(
    players: int, against: int, worth: int
) -> None:
    """202 by mail: (301 - 291) times the share of favourable votes, also where it is defeated."""
    play = started(players, SUBER_MAIL)
    events = play.turn(enact(), *range(1, against + 1))
    assert rewards(events) == [(-10, 206), (worth, 202)]


def test_a_half_below_zero_is_rounded_upwards_too() -> None:
    """202: -7.5 is as near to -7 as to -8."""
    play = started(4)
    play.turn(amend(202, "As it says.", "procedure: turns", "reward proposer: 0 - 15 / 2"))
    assert (-7, 301) in rewards(play.turn(enact()))


def test_a_tie_is_no_majority() -> None:
    """203: a simple majority is more than half; and 204 pays only against what is adopted."""
    play = started(4)
    play.turn(amend(203, "Half.", "adoption: majority of eligible"))
    events = play.turn(enact(), 1, 2)
    (closed,) = [x for x in events if isinstance(x, e.VotingClosed)]
    assert closed.outcome == "defeated"
    assert (10, 204) not in rewards(events) and (-10, 206) in rewards(events)


def test_a_tie_carries_where_half_is_enough() -> None:
    """203, amended: a fraction is at least that much."""
    play = started(4)
    play.turn(amend(203, "Half.", "adoption: 1/2 of eligible"))
    events = play.turn(enact(), 1, 2)
    (closed,) = [x for x in events if isinstance(x, e.VotingClosed)]
    assert closed.outcome == "adopted"
    assert rewards(events).count((10, 204)) == 2


def at_once(play: Play, *clauses: str) -> tuple[e.Event, ...]:
    for number in range(len(play.state.playing)):
        play.turn(enact(f"Text {number}."))
    return play.turn(amend(208, "Less wins.", *clauses))


def test_of_two_at_the_goal_in_one_moment_the_moderator_names_who_has_won() -> None:
    """208 has one winner, and its moment had two: judgment is asked (212); the record has it."""
    play = started(2)
    at_once(play, "victory: 1")
    assert play.state.asked == "several winners" and not play.state.winners
    end = c.End(by=c.MODERATOR, reason="as the judge found")
    assert "does not say which of them" in play.refused(end).reason
    play.done(c.End(by=c.MODERATOR, winners=("player 02",)))
    assert (play.state.status, play.state.winners) == ("ended", (2,))


def test_both_may_be_named() -> None:
    play = started(2)
    at_once(play, "victory: 1")
    play.done(c.End(by=c.MODERATOR, winners=("Player 01", "02")))
    assert play.state.winners == (1, 2)


def test_nobody_is_named_who_did_not_reach_the_goal() -> None:
    """112: winning is by points."""
    play = started(3)
    no = play.refused(c.End(by=c.MODERATOR, winners=("Player 01",)))
    assert no.because == "rule 112"
    at_once(play, "victory: 1")
    play.done(c.Join(by=4, name="Dot Ray"))
    assert play.refused(c.End(by=c.MODERATOR, winners=("Dot Ray",))).because == "rule 304"


def test_a_win_by_206_and_204_comes_before_the_throw() -> None:
    """204 and 206 are one moment, 202(2) the next: who is at the goal at the first has won."""
    play = started(3)
    play.turn(amend(203, "Half.", "adoption: majority of eligible"))
    play.turn(amend(208, "Ten win.", "victory: 10"))
    mover = play.mover
    other = next(seat for seat in play.state.playing if seat != mover)
    events = play.turn(enact(), other)
    assert play.state.winners == (other,)
    assert not [x for x in events if isinstance(x, e.DiceThrown)]


def test_a_rule_is_transmuted_first_and_amended_by_a_proposal_of_its_own() -> None:
    """103: not at one stroke; 108: it bears the number of each proposal in turn."""
    play = started()
    no = play.refused(c.Propose(by=play.mover, change=amend(105, "Some vote.")))
    assert no.because == "rule 103" and "TRANSMUTE 105" in no.what_would_work
    play.turn(transmute(105))
    assert "it is 301" in play.refused(c.Propose(by=play.mover, change=amend(105, "Some."))).reason
    play.turn(amend(301, "Some vote."))
    rule = play.state.rules.get(302)
    assert rule is not None
    assert (rule.lineage, rule.status, rule.text) == (105, "mutable", "Some vote.")
    assert [(old.number, old.status) for old in rule.history] == [
        (105, "immutable"),
        (301, "mutable"),
    ]


def test_a_rule_transmuted_back_is_out_of_reach_again() -> None:
    """103, 109: upwards by the vote of 203, downwards by all."""
    play = started()
    play.turn(transmute(206))
    assert play.refused(c.Propose(by=play.mover, change=repeal(301))).because == "rule 103"
    play.turn(transmute(301))
    play.turn(repeal(302))
    assert play.state.rules.get(302) is None


def test_at_the_limit_a_rule_goes_before_another_comes() -> None:
    """209: twenty-five at most at any time, so that the repeal has its own turn first."""
    limited = tuple(rule for rule in NET_PLAY if rule.number != 209)
    play = started(rules=limited)
    count = play.state.rules.count("mutable")
    play.turn(enact("So many.", f"limit mutable: {count + 1}"))
    assert play.refused(c.Propose(by=play.mover, change=enact())).because == "rule 301"
    play.turn(repeal(206))
    play.turn(enact())
    assert play.state.rules.count("mutable") == count + 1


def test_the_last_mutable_rule_may_be_amended() -> None:
    """114, 115: only its repeal and its transmutation are out."""
    only = tuple(rule for rule in NET_PLAY if rule.status != "mutable" or rule.number == 202)
    play = started(rules=only)
    play.turn(amend(202, "One die less."))
    assert [rule.number for rule in play.state.rules if rule.status == "mutable"] == [301]


def test_a_hold_out_who_forfeits_in_the_last_moment_loses_the_vote_and_no_points() -> None:
    """113: at any moment; the ballot goes with the seat, and the rest are unanimous (203)."""
    play = started(3)
    play.turn(enact())
    mover = play.mover
    hold_out = next(seat for seat in play.state.playing if seat != mover)
    score = play.state.players[hold_out].score
    play.done(c.Propose(by=mover, change=enact("More.")))
    play.done(c.CallVote(by=mover))
    play.done(c.Vote(by=hold_out, choice="against"))
    for seat in play.state.playing:
        if seat not in (hold_out, mover):
            play.done(c.Vote(by=seat, choice="for"))
    play.done(c.Vote(by=hold_out, choice="against"))
    play.done(c.Leave(by=hold_out))
    events = play.done(c.Vote(by=mover, choice="for"))
    (closed,) = [x for x in events if isinstance(x, e.VotingClosed)]
    assert (closed.outcome, closed.votes) == ("adopted", dict.fromkeys(sorted(closed.votes), "for"))
    assert play.state.players[hold_out].score == score
