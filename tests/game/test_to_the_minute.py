"""Times and lengths at the minute where they change what may be done; names as they are kept."""

from datetime import timedelta

import pytest

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.decide import next_wake
from nomic_mail.game.procedures.seating import mates_of, teams_of
from nomic_mail.game.settings import Settings
from tests.game.test_chair import ABEL, ADA, BOB, CLEO, EVE, ZOE, Chaired
from tests.game.test_judgment_law import of
from tests.game.test_lateness import setting
from tests.game.test_proper_form import no
from tests.kit.games.core_play import Play, enact, started

SUBER_MAIL = rulesets.load("suber_mail").rules
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def debating() -> Play:
    """Two days at the least, and changes for a week."""
    play = Play(3, settings=Settings())
    play.done(c.Start(by=c.MODERATOR))
    play.done(c.Propose(by=play.mover, change=enact()))
    return play


# Debates (111)


def test_a_vote_can_be_called_when_the_least_time_is_over_and_not_before() -> None:
    for early, calls in ((MINUTE, False), (0 * MINUTE, True)):
        play = debating()
        play.at += 2 * DAY - early
        call = c.CallVote(by=play.mover)
        if calls:
            play.done(call)
            assert play.state.closes_at == play.at + 7 * DAY
        else:
            law = "rule 111 and the house setting: the shortest debate"
            assert no(play, call) == ("debate_runs", law)
    play = debating()
    play.at += 3 * DAY
    wrong = c.CallVote(by=play.mover, length=DAY)
    assert no(play, wrong) == ("vote_has_its_length", "the house setting: the time for a vote")


def test_a_ballot_opens_by_itself_after_a_week_or_two_days_after_the_last_change() -> None:
    for revised_after, opens_after in ((DAY, 7 * DAY), (5 * DAY, 7 * DAY), (7 * DAY, 9 * DAY)):
        play = debating()
        began = play.at
        play.at += revised_after
        play.done(c.Revise(by=play.mover, text="Tea is at four."))
        proposal = play.state.live[0]
        assert proposal.callable_from == play.at + 2 * DAY
        assert proposal.opens_at == next_wake(play.state) == began + opens_after
        play.at = proposal.opens_at
        (opened,) = play.done(c.Tick())
        assert isinstance(opened, e.VotingOpened) and opened.called_by == c.CLOCK
    play = debating()
    play.at += 7 * DAY + MINUTE
    late = c.Revise(by=play.mover, text="Tea is at four.")
    assert no(play, late) == ("changes_are_over", "the house setting: the longest debate")


def test_what_replaces_a_withdrawn_proposal_has_the_time_that_was_left() -> None:
    play = debating()
    began = play.at
    play.at += 6 * DAY
    assert no(play, c.Propose(by=play.mover, change=enact("Milk.")))[0] == "one_proposal_a_turn"
    (withdrawn,) = play.done(c.Withdraw(by=play.mover))
    assert isinstance(withdrawn, e.ProposalWithdrawn)
    assert withdrawn.due_at == play.at + 7 * DAY
    for command in (c.Revise(by=play.mover, text="x"), c.CallVote(by=play.mover)):
        assert no(play, command) == ("no_proposal", "rule 202")
    play.at += HOUR
    play.done(c.Propose(by=play.mover, change=enact("Milk.")))
    (made,) = play.state.live
    assert (made.number, made.revision) == (301, 2)
    assert made.opens_at == made.callable_from == play.at + 2 * DAY
    play = debating()
    play.done(c.Withdraw(by=play.mover))
    play.done(c.Propose(by=play.mover, change=enact("Milk.")))
    assert play.state.live[0].opens_at == began + 7 * DAY


def test_windows_that_the_house_has_not_have_no_end() -> None:
    play = Play(3)
    for key in ("turn_window", "vote_window"):
        setting(play, key, "0")
    play.done(c.Start(by=c.MODERATOR))
    assert next_wake(play.state) is None
    play.done(c.Propose(by=play.mover, change=enact()))
    play.done(c.Withdraw(by=play.mover))
    assert next_wake(play.state) is None
    play.done(c.Propose(by=play.mover, change=enact()))
    play.done(c.CallVote(by=play.mover))
    assert next_wake(play.state) is None
    assert no(play, c.Revise(by=play.mover, text="x")) == ("form_is_final", "rule 111")


def test_only_the_mover_moves() -> None:
    play = debating()
    other = next(seat for seat in play.state.playing if seat != play.mover)
    for command in (
        c.Propose(by=other, change=enact()),
        c.Revise(by=other, text="x"),
        c.Withdraw(by=other),
        c.CallVote(by=other),
    ):
        assert no(play, command) == ("not_your_turn", "rule 201")
    assert no(play, c.Call(by=other, step="proposals"))[0] == "no_chair"


# The periods of a chair (202)


def test_a_period_is_as_long_as_the_rule_says_at_least_and_ninety_days_at_most() -> None:
    play = Chaired(3)
    for length, code in (
        (DAY - MINUTE, "period_too_short"),
        (90 * DAY + MINUTE, "period_too_long"),
    ):
        call = c.Call(by=play.mover, step="proposals", length=length)
        assert no(play, call)[0] == code
    play.done(c.Call(by=play.mover, step="proposals", length=90 * DAY))
    assert next_wake(play.state) == play.at + 90 * DAY
    assert no(play, c.Extend(by=play.mover, length=MINUTE))[0] == "period_ends_too_late"
    play.at += DAY
    for length in (0 * DAY, -DAY):
        assert no(play, c.Extend(by=play.mover, length=length))[0] == "period_no_longer"
    assert no(play, c.Extend(by=play.mover, length=DAY + MINUTE))[0] == "period_ends_too_late"
    play.done(c.Extend(by=play.mover, length=DAY))
    assert next_wake(play.state) == play.at + 90 * DAY


def test_the_steps_come_in_their_order_and_each_by_its_own_chair() -> None:
    play = Chaired(3)
    chair, other = play.mover, play.state.order[1]
    assert no(play, c.Call(by=other, step="proposals"))[0] == "another_has_the_chair"
    assert no(play, c.CallVote(by=chair))[0] == "step_out_of_order"
    assert no(play, c.Extend(by=chair, length=DAY))[0] == "no_period_runs"
    assert no(play, c.Propose(by=chair, change=enact()))[0] == "proposals_not_called"
    play.called()
    assert no(play, c.Refuse(by=chair))[0] == "chair_taken"
    assert no(play, c.Call(by=chair, step="discussion"))[0] == "period_runs"
    assert no(play, c.Withdraw(by=other))[0] == "no_proposal_this_term"
    play.done(c.Propose(by=other, change=enact()))
    play.done(c.Withdraw(by=other))
    play.done(c.Propose(by=other, change=enact()))
    assert no(play, c.Propose(by=other, change=enact("Milk.")))[0] == "one_proposal_a_term"
    play.wait(DAY)
    assert no(play, c.Call(by=chair, step="proposals"))[0] == "step_out_of_order"
    assert no(play, c.Propose(by=chair, change=enact()))[0] == "proposals_not_called"
    play.done(c.Call(by=chair, step="discussion"))
    play.done(c.Revise(by=other, text="Tea is at four."))
    play.wait(5 * DAY)
    play.done(c.CallVote(by=chair))
    assert no(play, c.CallVote(by=chair))[0] == "vote_period_runs"
    assert no(play, c.Revise(by=other, text="At five."))[0] == "ballots_open"
    for seat in play.state.playing:
        play.done(c.Vote(by=seat, choice="for", letter=f"vote {seat}"))
    assert play.state.polls  # to its declared end
    assert [one.outcome for one in of(play.wait(DAY), e.VotingClosed)] == ["adopted"]  # type: ignore[attr-defined]


def test_who_refuses_the_chair_is_followed_until_nobody_is_left() -> None:
    play = Chaired(3)
    order = play.state.order
    play.done(c.Refuse(by=order[0]))
    play.done(c.Refuse(by=order[1]))
    assert play.mover == order[2]
    assert no(play, c.Refuse(by=order[2]))[0] == "nobody_for_the_chair"
    assert next_wake(play.state) == play.at + 7 * DAY


# Names, and who plays with whom (201, 210)


def test_a_name_is_kept_without_needless_blanks_and_to_sixty_letters() -> None:
    play = Play(0)
    long = "x" * 70
    play.done(c.Join(by=1, name=f"  Ada   {long} ", letter="a"))
    ada = play.state.players[1]
    assert (ada.name, ada.surname) == (f"Ada {'x' * 56}", "x" * 56)
    play.done(c.Join(by=2, name="Bob Babbage", surname=f" de  la {long}", letter="b"))
    assert play.state.players[2].surname == f"de la {'x' * 54}"
    assert no(play, c.Join(by=3, name=" BOB  babbage", letter="c"))[0] == "name_taken"
    assert no(play, c.Join(by=3, name=" ", letter="c"))[0] == "name_needed"
    play.done(c.Leave(by=2))
    assert no(play, c.Join(by=3, name="Bob Babbage", letter="c"))[0] == "name_taken"
    play.done(c.Join(by=2, name="", surname="Zeno", letter="b"))
    bob = play.state.players[2]
    assert (bob.name, bob.surname) == ("Bob Babbage", f"de la {'x' * 54}")


def test_who_takes_over_a_seat_takes_its_place_in_the_team() -> None:
    play = started(3)
    teams = "Player 01 + PLAYER 02; player 03"
    play.done(c.Set(by=c.MODERATOR, key="team_mates", value=teams))
    assert mates_of(play.state, 1) == (2,)
    replaced, set_ = play.done(c.Replace(by=c.MODERATOR, seat=2, name="Dot Ray", letter="d"))
    assert isinstance(replaced, e.PlayerReplaced) and replaced.was == "Player 02"
    assert isinstance(set_, e.SettingChanged) and set_.value == "Player 01 + Dot Ray; player 03"
    assert (mates_of(play.state, 1), mates_of(play.state, 2), mates_of(play.state, 3)) == (
        (2,),
        (1,),
        (),
    )
    play.done(c.Leave(by=2))
    assert mates_of(play.state, 1) == ()
    (alone,) = started(3).done(c.Replace(by=c.MODERATOR, seat=2, name="Dot Ray", letter="d"))
    assert isinstance(alone, e.PlayerReplaced)


@pytest.mark.parametrize(
    ("written", "teams"),
    [
        ("", ()),
        (" ; + ;", ()),
        ("Ada", (("ada",),)),
        ("Ada  B + Bob; ;Cid+", (("ada b", "bob"), ("cid",))),
    ],
)
def test_teams_are_written_with_plus_and_semicolons(
    written: str, teams: tuple[tuple[str, ...], ...]
) -> None:
    assert teams_of(written) == teams


def test_a_successor_has_the_seats_place_until_the_circuit_is_over() -> None:
    """201 by surname: nobody is passed over, and nobody moves twice."""
    play = Play(0, SUBER_MAIL)
    for seat, name in ((1, "Ann Cole"), (2, "Bob Bell"), (3, "Cid Dale"), (4, "Ann Bell")):
        play.done(c.Join(by=seat, name=name, letter=f"join {seat}"))
    play.done(c.Start(by=c.MODERATOR))
    assert play.state.order == (4, 2, 1, 3)  # Bell by first name
    play.done(c.Replace(by=c.MODERATOR, seat=4, name="Zoe Cyan", letter="z"))
    movers = []
    for _ in range(8):
        movers.append(play.mover)
        play.turn(enact(f"Tea {len(movers)}."))
        assert play.state.order == ((4, 2, 1, 3) if len(movers) < 4 else (2, 1, 4, 3))
    assert movers[:4] == [4, 2, 1, 3]
    assert sorted(movers[4:]) == [1, 2, 3, 4]


def test_the_chairs_order_has_all_who_play_and_the_first_four_propose() -> None:
    play = Chaired(6)
    assert play.state.order == (ABEL, BOB, ZOE, CLEO, EVE, ADA)
    play.done(c.Leave(by=ZOE))
    play.called()
    assert play.state.turn is not None
    assert play.state.turn.proposers == (ABEL, BOB, CLEO, EVE)
