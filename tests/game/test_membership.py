"""Who becomes a player, who takes over a seat, who plays together, and how many votes one has."""

from datetime import timedelta

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.procedures.seating import mates_of
from nomic_mail.game.procedures.taking_over import to_be_had
from nomic_mail.game.record import record_of
from nomic_mail.game.waiting import waits
from tests.kit.games.core_play import Play, amend, enact, started

CHANGES = {"moderator": "membership: moderator", "vote": "membership: unanimous vote"}


def with_rule(*clauses: str, players: int = 3) -> Play:
    play = started(players)
    play.turn(enact("So be it.", *clauses))
    return play


def test_joining_is_open_where_no_rule_says_otherwise() -> None:
    play = started()
    play.done(c.Join(by=3, name="Cleo Curie", letter="join 3"))
    assert 3 in play.state.playing


def test_where_the_moderator_decides_a_request_waits() -> None:
    play = with_rule(CHANGES["moderator"])
    play.done(c.Join(by=4, name="Dot Ray", letter="join 4"))
    assert 4 not in play.state.players and 4 in play.state.requests
    assert (
        "asked to join already" in play.refused(c.Join(by=4, name="Dot Ray", letter="again")).reason
    )
    play.done(c.Admit(by=c.MODERATOR, player="dot"))
    assert 4 in play.state.playing and not play.state.requests


def test_the_moderator_can_decline_and_a_name_that_waits_is_taken() -> None:
    play = with_rule(CHANGES["moderator"])
    play.done(c.Join(by=4, name="Dot Ray", letter="join 4"))
    assert "already" in play.refused(c.Join(by=5, name="Dot Ray", letter="join 5")).reason
    assert "names no one request" in play.refused(c.Admit(by=c.MODERATOR, player="Eve")).reason
    play.done(c.Decline(by=c.MODERATOR, player="Dot Ray"))
    assert not play.state.requests and 4 not in play.state.players


def test_where_nobody_is_left_to_vote_on_who_asks_the_moderator_says_no_too() -> None:
    """As the desk offers it."""
    play = with_rule(CHANGES["vote"])
    for seat in play.state.playing[1:]:
        play.done(c.Leave(by=seat))
    play.done(c.Join(by=4, name="Dot Ray", letter="join 4"))
    (wait,) = (one for one in waits(play.state) if one.kind == "join")
    assert wait.answers == ("ADMIT Dot Ray", "DECLINE Dot Ray")
    play.done(c.Decline(by=c.MODERATOR, player="Dot Ray"))
    assert not play.state.requests


def test_in_turns_a_request_goes_to_the_vote_beside_the_proposal() -> None:
    """Both close together, when all have voted on both."""
    play = with_rule(CHANGES["vote"])
    play.done(c.Join(by=4, name="Dot Ray", letter="join 4"))
    play.done(c.Propose(by=play.mover, change=enact("Tea.")))
    play.done(c.CallVote(by=play.mover))
    assert set(play.state.polls) == {302, -4}
    assert "several ballots are open: 302, J4" in play.refused(c.Vote(by=1, choice="for")).reason
    for seat in (1, 2, 3):
        play.done(c.Vote(by=seat, choice="for", proposal=302, letter=f"vote {seat}"))
    assert 302 in play.state.polls
    for seat in (1, 2, 3):
        play.done(c.Vote(by=seat, choice="for", proposal=-4, letter=f"join {seat}"))
    assert 4 in play.state.playing and not play.state.polls


def test_a_missing_ballot_extends_all_that_is_open() -> None:
    play = with_rule(CHANGES["vote"])
    play.done(c.Join(by=4, name="Dot Ray", letter="join 4"))
    play.done(c.Propose(by=play.mover, change=enact("Tea.")))
    play.done(c.CallVote(by=play.mover))
    play.done(c.Vote(by=1, choice="for", proposal=302))
    play.at += timedelta(days=8)
    play.done(c.Tick())
    assert {poll.extensions for poll in play.state.polls.values()} == {1}
    assert len({poll.closes_at for poll in play.state.polls.values()}) == 1


def test_a_request_that_fails_only_for_missing_ballots_is_put_to_the_next_vote() -> None:
    play = with_rule(CHANGES["vote"])
    play.done(c.Set(by=c.MODERATOR, key="missing_ballot", value="close"))
    play.done(c.Join(by=4, name="Dot Ray", letter="join 4"))
    play.done(c.Propose(by=play.mover, change=enact("Tea.")))
    play.done(c.CallVote(by=play.mover))
    play.at += timedelta(days=8)
    play.done(c.Tick())
    assert 4 in play.state.requests and not play.state.polls


def test_with_one_player_left_the_moderator_may_let_somebody_in() -> None:
    """301 wants a vote, and there are not two to take it."""
    play = Play(2, rulesets.load("chairperson").rules)
    play.done(c.Start(by=c.MODERATOR))
    play.done(c.Leave(by=1))
    assert play.state.asked == "one player left"
    play.done(c.Join(by=3, name="Cleo Curie", letter="join 3"))
    play.done(c.Admit(by=c.MODERATOR, player="Cleo"))
    assert 3 in play.state.playing and play.state.asked == ""


# Somebody else in the seat


def test_a_successor_has_the_seat_and_its_score_and_the_past_keeps_its_name() -> None:
    play = started(2)
    mover = play.mover
    play.turn(enact("Tea."))
    score = play.state.players[mover].score
    play.done(c.Replace(by=c.MODERATOR, seat=mover, name="Dot Ray", letter="join again"))
    player = play.state.players[mover]
    assert (player.name, player.surname, player.score) == ("Dot Ray", "Ray", score)
    kept = record_of(play.events).players[mover]
    assert [one.name for one in kept.before] == [f"Player {mover:02d}"]


def test_a_seat_that_was_left_is_played_in_by_somebody_else_between_votes() -> None:
    play = started(3)
    mover, other = play.mover, play.mover % 3 + 1
    play.done(c.Leave(by=other))
    assert to_be_had(play.state) == (other,)
    play.done(c.Replace(by=c.MODERATOR, seat=other, name="Dot Ray"))
    assert play.state.players[other].playing and not to_be_had(play.state)
    assert [one.name for one in record_of(play.events).players[other].before] != []
    play.done(c.Leave(by=other))
    play.done(c.Propose(by=mover, change=enact("Tea.")))
    play.done(c.CallVote(by=mover))
    again = c.Replace(by=c.MODERATOR, seat=other, name="Eve Euler")
    assert "voters are fixed" in play.refused(again).reason


def test_where_the_players_vote_on_newcomers_no_seat_that_was_left_is_to_be_had() -> None:
    play = with_rule(CHANGES["vote"])
    seat = play.mover % 3 + 1
    play.done(c.Leave(by=seat))
    assert not to_be_had(play.state)
    no = play.refused(c.Replace(by=c.MODERATOR, seat=seat, name="Eve Euler"))
    assert "only a unanimous vote" in no.reason


def test_a_seat_nobody_plays_in_and_a_taken_name_are_refused() -> None:
    play = started(3)
    taken = c.Replace(by=c.MODERATOR, seat=1, name="Player 02")
    assert "already" in play.refused(taken).reason
    assert "nobody plays" in play.refused(c.Replace(by=c.MODERATOR, seat=9, name="Dot")).reason
    assert play.refused(c.Replace(by=1, seat=2, name="Dot")).because == "rule 013"


# Team-mates (210, 212)


def test_a_team_mate_does_not_judge_in_ones_turn() -> None:
    """212: nobody judges during their own turn, or a team-mate's."""
    play = Play(3, rulesets.load("suber_1982").rules)
    play.done(c.Start(by=c.MODERATOR))
    play.done(c.Set(by=c.MODERATOR, key="team_mates", value="Player 01 + Player 03"))
    play.done(c.Judgment(by=2, question="Is tea a rule?"))
    assert play.state.judgment is not None and play.state.judgment.judge == 2


def test_team_mates_are_players_by_name() -> None:
    play = started(2)
    no = play.refused(c.Set(by=c.MODERATOR, key="team_mates", value="Player 01 + Nobody"))
    assert 'no player "nobody"' in no.reason


# Votes (207)


def test_votes_are_worked_out_at_the_opening_and_count_as_many() -> None:
    play = started(3)
    by_score = amend(207, "Points are votes.", "votes: max(1, score)")
    majority = amend(203, "Half.", "adoption: majority of eligible")
    play.turn(by_score)
    play.turn(majority)
    first = play.state.players[play.state.order[0]]
    assert first.score > 2
    play.done(c.Propose(by=play.mover, change=enact("Tea.")))
    play.done(c.CallVote(by=play.mover))
    assert play.state.poll is not None
    weights = play.state.poll.weights
    assert weights[first.seat] == first.score
    for seat in play.state.playing:
        choice: c.Choice = "for" if seat == first.seat else "against"
        play.done(c.Vote(by=seat, choice=choice, letter=f"v {seat}"))
    closed = next(one for one in reversed(play.events) if isinstance(one, e.VotingClosed))
    assert closed.tally["for"] == first.score
    assert (closed.outcome == "adopted") == (2 * first.score > sum(weights.values()))


def test_nobody_has_no_votes_at_all_together() -> None:
    """114: the adoption of rule-changes must never become impossible."""
    play = started(2)
    play.turn(amend(207, "None.", "votes: 0"))
    play.turn(enact("Tea."))
    assert 302 in play.state.rules.by_number


SUBER_MAIL = rulesets.load("suber_mail").rules


def test_a_request_taken_back_ends_the_vote_that_waited_for_it_alone() -> None:
    """Everybody has voted on 302, and on the request nobody can any more."""
    play = started(2, SUBER_MAIL)
    play.turn(enact("Newcomers are voted in.", "membership: unanimous vote"))
    play.done(c.Join(by=3, name="Dot Ray", letter="join 3"))
    play.done(c.Propose(by=play.mover, change=enact()))
    play.done(c.CallVote(by=play.mover))
    for seat in (1, 2):
        play.done(c.Vote(by=seat, choice="for", proposal=302))
    play.done(c.Leave(by=3))
    assert not play.state.polls


def test_points_left_behind_before_there_was_a_surplus_are_not_lost() -> None:
    play = started(3, SUBER_MAIL)
    play.turn(enact())
    left = play.state.players[1].score
    assert left > 0
    play.done(c.Leave(by=1))
    play.turn(enact("There is a surplus.", "leaver points: surplus"))
    play.done(c.Join(by=1, name="Player 01", letter="again"))
    assert play.state.players[1].score + play.state.surplus == left


def test_who_waits_for_a_vote_can_join_when_the_rule_is_gone() -> None:
    play = started(2, SUBER_MAIL)
    play.turn(enact("Newcomers are voted in.", "membership: unanimous vote"))
    play.done(c.Propose(by=play.mover, change=c.Change(kind="repeal", target=301)))
    play.done(c.CallVote(by=play.mover))
    play.done(c.Join(by=3, name="Dot Ray", letter="join 3"))
    for seat in (1, 2):
        play.done(c.Vote(by=seat, choice="for"))
    if 3 not in play.state.playing:
        play.done(c.Join(by=3, name="Dot Ray", letter="join 3"))
    assert 3 in play.state.playing


def test_a_replaced_player_has_the_team_mates_of_the_seat() -> None:
    play = started(3)
    play.done(c.Set(by=c.MODERATOR, key="team_mates", value="Player 01 + Player 02"))
    play.done(c.Replace(by=c.MODERATOR, seat=2, name="Max Muster", letter="x"))
    assert mates_of(play.state, 1) == (2,)


# Invitations, and coming back


def test_whom_the_moderator_has_invited_needs_no_admission() -> None:
    """Where it is the Moderator who decides, the invitation was the decision."""
    play = with_rule(CHANGES["moderator"])
    play.done(c.Join(by=4, name="Dot Ray", letter="join 4", invited=True))
    assert 4 in play.state.playing and not play.state.requests


def test_an_invitation_is_for_once() -> None:
    play = with_rule(CHANGES["moderator"])
    play.done(c.Join(by=4, name="Dot Ray", letter="join 4", invited=True))
    play.done(c.Leave(by=4))
    play.done(c.Join(by=4, name="", letter="again", invited=True))
    assert 4 in play.state.requests


def test_an_invitation_is_no_vote() -> None:
    """301: a unanimous vote is."""
    play = with_rule(CHANGES["vote"])
    play.done(c.Join(by=4, name="Dot Ray", letter="join 4", invited=True))
    assert 4 in play.state.requests


def defeated_without_its_proposer(play: Play, mover: int) -> None:
    play.done(c.Propose(by=mover, change=enact("Tea.")))
    play.done(c.CallVote(by=mover))
    others = [seat for seat in play.state.playing if seat != mover]
    play.done(c.Vote(by=others[0], choice="against"))
    play.done(c.Leave(by=mover))
    play.done(c.Join(by=mover, name=""))
    assert mover not in play.state.playing
    for seat in others[1:]:
        play.done(c.Vote(by=seat, choice="against"))
    assert not play.state.polls


def test_nobody_comes_back_into_the_vote_they_left() -> None:
    """105: the voters of an open ballot are fixed. 104, 113: its proposer's vote goes on without
    them, and leaving in the middle of it to come back is no way round 206."""
    play = started(3)
    mover = play.mover
    defeated_without_its_proposer(play, mover)
    assert mover in play.state.playing and play.state.players[mover].score == -10


def test_who_has_forfeited_is_given_nothing() -> None:
    """113, 202(2): the throw is a player's."""
    play = started(3)
    mover = play.mover
    play.done(c.Propose(by=mover, change=enact("Tea.")))
    play.done(c.CallVote(by=mover))
    play.done(c.Leave(by=mover))
    for seat in play.state.playing:
        play.done(c.Vote(by=seat, choice="for", letter=f"v {seat}"))
    assert play.state.players[mover].score == 0 and 301 in play.state.rules.by_number


def test_who_comes_back_sheds_no_penalty_incurred_before() -> None:
    """206: the score that is kept is kept below zero, too."""
    play = started(3)
    mover = play.mover
    play.turn(enact("Tea."), *[seat for seat in play.state.playing if seat != mover])
    score = play.state.players[mover].score
    assert score < 0
    play.done(c.Leave(by=mover))
    play.done(c.Join(by=mover, name=""))
    assert play.state.players[mover].score == score


def test_a_proposer_who_is_back_before_the_vote_incurs_its_penalty() -> None:
    """206: they are the player who proposed it."""
    play = started(3)
    mover = play.mover
    play.done(c.Propose(by=mover, change=enact("Tea.")))
    play.done(c.Leave(by=mover))
    play.done(c.Join(by=mover, name=""))
    play.done(c.CallVote(by=mover))
    for seat in play.state.playing:
        play.done(c.Vote(by=seat, choice="against", letter=f"v {seat}"))
    scored = [one for one in play.events if isinstance(one, e.PointsScored)]
    assert (scored[0].seat, scored[0].points, scored[0].rule) == (mover, -10, 206)


def test_who_comes_back_by_the_vote_on_their_own_proposal_incurs_its_penalty() -> None:
    """206, and a rule of 301's kind: let in by the same count, they are a player at its end."""
    play = with_rule(CHANGES["vote"])
    mover = play.mover
    before = play.state.players[mover].score
    play.done(c.Propose(by=mover, change=enact("Tea.")))
    play.done(c.Leave(by=mover))
    play.done(c.Join(by=mover, name="", letter="again"))
    assert play.state.proposal is not None
    play.at = play.state.proposal.opens_at
    play.done(c.Tick())
    for seat in play.state.playing:
        play.done(c.Vote(by=seat, choice="against", proposal=302, letter=f"v {seat}"))
        play.done(c.Vote(by=seat, choice="for", proposal=-mover, letter=f"j {seat}"))
    scored = [one for one in play.events if isinstance(one, e.PointsScored) and one.rule == 206]
    assert [(one.seat, one.total) for one in scored] == [(mover, before - 10)]


def test_a_request_that_is_declined_ends_the_vote_that_waited_for_it_alone() -> None:
    """Everybody has voted on 302, and by now the Moderator decides who may join."""
    play = started(2, SUBER_MAIL)
    play.turn(enact("Newcomers are voted in.", "membership: unanimous vote"))
    play.done(c.Join(by=3, name="Dot Ray", letter="join 3"))
    play.done(c.Propose(by=play.mover, change=enact()))
    play.done(c.CallVote(by=play.mover))
    for seat in (1, 2):
        play.done(c.Vote(by=seat, choice="for", proposal=302))
    play.misprinted(301, "The Moderator admits newcomers.", "membership: moderator")
    assert set(play.state.polls) == {302, -3}
    play.done(c.Decline(by=c.MODERATOR, player="Dot Ray"))
    assert not play.state.polls and play.state.rules.get(302) is not None


def test_who_has_asked_and_is_let_in_was_not_invited() -> None:
    play = started(2, SUBER_MAIL)
    play.turn(enact("The Moderator admits newcomers.", "membership: moderator"))
    play.done(c.Join(by=3, name="Dot Ray", letter="join 3"))
    came = play.done(c.Admit(by=c.MODERATOR, player="Dot Ray"))
    (joined,) = (one for one in came if isinstance(one, e.PlayerJoined))
    assert not joined.invited
