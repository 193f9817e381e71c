"""Late turns and ballots, and what a rule must allow before the house may do it (105, 201)."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal
from nomic_mail.game.decide import next_wake
from nomic_mail.game.rulebook import Rule
from nomic_mail.game.settings import Settings
from nomic_mail.phrases import said
from tests.kit.games.core_play import NET_PLAY, Play, enact, repeal, started
from tests.kit.recorded import checked, recorded

REVISED = rulesets.load("net_play_revised").rules


def setting(play: Play, key: str, value: str) -> None:
    play.done(c.Set(by=c.MODERATOR, key=key, value=value))


def wait(play: Play) -> tuple[e.Event, ...]:
    """Until the next thing is due."""
    wake = next_wake(play.state)
    assert wake is not None
    play.at = wake
    return play.done(c.Tick())


def voting(rules: tuple[Rule, ...] = NET_PLAY) -> tuple[Play, int, int]:
    """A vote of three with one ballot missing: the play, the mover, the missing."""
    play = started(3, rules)
    mover = play.mover
    play.done(c.Propose(by=mover, change=enact()))
    play.done(c.CallVote(by=mover))
    voters = list(play.state.playing)
    for seat in voters[:-1]:
        play.done(c.Vote(by=seat, choice="for"))
    return play, mover, voters[-1]


def test_by_default_a_ballot_is_asked_for_twice_then_the_moderator() -> None:
    play, _, missing = voting()
    kinds = [type(event).__name__ for _ in range(3) for event in wait(play)]
    assert kinds == ["VotingExtended", "VotingExtended", "ModeratorAsked"]
    assert next_wake(play.state) is None
    play.done(c.Vote(by=missing, choice="for"))  # a late ballot still counts
    assert play.state.poll is None


def test_close_counts_the_missing_as_absent_and_the_proposal_lapses() -> None:
    play, mover, _ = voting()
    setting(play, "missing_ballot", "close")
    events = wait(play)
    closed = next(x for x in events if isinstance(x, e.VotingClosed))
    assert (closed.outcome, closed.absent) == ("lapsed", (3,))
    assert [x for x in events if isinstance(x, e.PointsScored)] == []
    assert play.mover != mover


def test_no_turn_is_skipped_while_201_stands() -> None:
    play = started(3)
    setting(play, "missing_turn", "skip")
    assert isinstance(wait(play)[0], e.TurnExtended)
    assert play.refused(c.Skip(by=c.MODERATOR)).because == "rule 201"


def test_without_201_a_late_turn_can_be_skipped() -> None:
    play = started(3)
    play.turn(repeal(201))
    setting(play, "missing_turn", "skip")
    late = play.mover
    events = wait(play)
    ended = next(x for x in events if isinstance(x, e.TurnEnded))
    assert (ended.mover, ended.skipped, ended.completed) == (late, True, False)
    assert play.mover != late


def test_a_rule_that_lets_turns_be_skipped_has_to_beat_201() -> None:
    """211: the lowest number holds, unless the other claims precedence."""
    play = started(3)
    play.turn(enact("Late turns may be skipped.", "skipping: allowed"))
    setting(play, "missing_turn", "skip")
    assert isinstance(wait(play)[0], e.TurnExtended)
    play.turn(enact("This goes before 201.", "skipping: allowed over 201"))
    late = play.mover
    ended = next(x for x in wait(play) if isinstance(x, e.TurnEnded))
    assert (ended.mover, ended.skipped) == (late, True)


def test_nobody_is_removed_without_a_rule() -> None:
    play, _, missing = voting()
    setting(play, "missing_ballot", "remove")
    for _ in range(3):
        wait(play)
    assert play.state.asked == "missing ballot"
    name = play.state.name_of(missing)
    assert isinstance(play.do(c.Remove(by=c.MODERATOR, player=name)), Refusal)


def test_the_revised_set_offers_removal_to_the_moderator() -> None:
    """011 as revised: may."""
    play, _, missing = voting(REVISED)
    name = play.state.name_of(missing)
    assert "not late" in play.refused(c.Remove(by=c.MODERATOR, player=name)).reason
    for _ in range(3):
        events = wait(play)
    assert isinstance(events[0], e.ModeratorAsked)
    assert "REMOVE" in said(events[0].question.named(str))
    events = play.done(c.Remove(by=c.MODERATOR, player=name))
    left = events[1]
    assert isinstance(left, e.PlayerLeft)
    assert (left.removed, left.rule) == (True, 11)
    assert next(x for x in events if isinstance(x, e.VotingClosed)).outcome == "adopted"


@pytest.mark.parametrize("name", ["", "Nobody", "Player"])
def test_a_name_that_names_no_one_player_removes_nobody(name: str) -> None:
    play, _, _ = voting(REVISED)
    assert isinstance(play.do(c.Remove(by=c.MODERATOR, player=name)), Refusal)


def test_an_announced_absence_moves_the_players_own_windows_once() -> None:
    play = started(3)
    mover = play.mover
    back = play.at + timedelta(days=10)
    play.done(c.Away(by=mover, until=back))
    (extended,) = wait(play)
    assert isinstance(extended, e.TurnExtended)
    assert (extended.due_at, extended.extension) == (back, 0)
    (extended,) = wait(play)
    assert isinstance(extended, e.TurnExtended)
    assert extended.extension == 1


def test_absence_is_only_noted_where_the_house_says_so() -> None:
    play = started(3)
    setting(play, "away", "note")
    play.done(c.Away(by=play.mover, until=play.at + timedelta(days=10)))
    (extended,) = wait(play)
    assert isinstance(extended, e.TurnExtended)
    assert extended.extension == 1


def test_absence_has_an_end_to_come() -> None:
    play = started(2)
    assert play.refused(c.Away(by=1, until=play.at))
    assert play.refused(c.Away(by=1, until=play.at + timedelta(days=100)))
    play.done(c.Away(by=1, until=play.at + timedelta(days=5)))
    play.done(c.Away(by=1, until=None))
    assert play.refused(c.Away(by=1, until=None))
    assert play.state.players[1].away_until is None


@pytest.mark.parametrize("key", ["missing_ballot", "missing_turn", "away"])
def test_a_setting_has_its_choices(key: str) -> None:
    play = started(2)
    assert "one of" in play.refused(c.Set(by=c.MODERATOR, key=key, value="perhaps")).reason


def test_a_missed_turn_is_the_moderators_question_in_the_end() -> None:
    play = started(3)
    play.state = replace(play.state, settings=replace(play.state.settings, extensions=0))
    (question,) = wait(play)
    assert isinstance(question, e.ModeratorAsked)
    assert "may not be skipped (rule 201)" in said(question.question.named(str))


# When the server itself was away


def test_an_outage_moves_every_deadline_by_its_length_and_two_hours() -> None:
    play = started()
    turn = play.state.turn
    assert turn is not None and turn.due_at is not None
    play.at += timedelta(days=1)
    play.done(c.Outage(began_at=play.at - timedelta(hours=5), ended_at=play.at))
    moved = play.state.turn
    assert moved is not None and moved.due_at == turn.due_at + timedelta(hours=7)


def test_an_outage_moves_a_vote_a_debate_and_a_judgment() -> None:
    play = started(3)
    play.done(c.Propose(by=play.mover, change=enact()))
    opens_at = play.state.live[0].opens_at
    play.done(c.Judgment(by=play.mover, question="Is that so?"))
    assert play.state.judgment is not None
    due_at = play.state.judgment.due_at
    hour = timedelta(hours=1)
    play.done(c.Outage(began_at=play.at - hour, ended_at=play.at))
    assert play.state.live[0].opens_at == opens_at + 3 * hour
    assert play.state.judgment is not None and play.state.judgment.due_at == due_at + 3 * hour
    play.done(c.CallVote(by=play.mover))
    closes_at = play.state.closes_at
    assert play.done(c.Outage(began_at=play.at - hour, ended_at=play.at)) == ()  # the same one
    play.at += hour
    play.done(c.Outage(began_at=play.at - hour, ended_at=play.at))
    assert closes_at is not None and play.state.closes_at == closes_at + 3 * hour


def test_an_outage_is_no_time_for_debate() -> None:
    """111: nobody could debate; but what could be called before it still can."""
    play = Play(3, settings=Settings())
    play.done(c.Start(by=c.MODERATOR))
    play.done(c.Propose(by=play.mover, change=enact()))
    least = play.state.live[0].callable_from
    play.at += timedelta(hours=10)
    hour = timedelta(hours=1)
    play.done(c.Outage(began_at=play.at - 6 * hour, ended_at=play.at))
    assert play.state.live[0].callable_from == least + 8 * hour
    play.at = least + 7 * hour
    assert "debate" in play.refused(c.CallVote(by=play.mover)).reason
    play.at = least + 20 * hour
    play.done(c.Outage(began_at=play.at - 6 * hour, ended_at=play.at))
    assert play.state.live[0].callable_from == least + 8 * hour
    play.done(c.CallVote(by=play.mover))
    assert checked(recorded(play.events)).differences == []


def test_an_outage_without_a_deadline_moves_nothing() -> None:
    play = Play(2)
    assert play.done(c.Outage(began_at=play.at - timedelta(hours=1), ended_at=play.at)) == ()


def test_absences_announced_again_and_again_move_a_turn_only_so_far() -> None:
    play = started(3)
    began, mover = play.at, play.mover
    for _ in range(20):
        if play.state.asked:
            break
        play.done(c.Away(by=mover, length=timedelta(days=20)))
        wait(play)
    assert play.state.asked == "missing turn"
    assert play.at <= began + timedelta(days=30) + 3 * play.state.settings.extension


def test_absences_announced_again_and_again_move_a_vote_only_so_far() -> None:
    play, _, missing = voting()
    began = play.at
    for _ in range(20):
        if play.state.asked:
            break
        play.done(c.Away(by=missing, length=timedelta(days=20)))
        wait(play)
    assert play.state.asked == "missing ballot"
    assert play.at <= began + timedelta(days=30) + 3 * play.state.settings.extension


def debated(**windows: timedelta) -> Play:
    play = started(3)
    for key, length in windows.items():
        setting(play, key, f"{length // timedelta(hours=1)}h")
    play.done(c.Propose(by=play.mover, change=enact("Tea 0.")))
    return play


def test_a_proposal_revised_without_end_comes_to_its_vote() -> None:
    """111: a reasonable time for the debate; a week to change it in, and two days for its last
    form."""
    play = debated(debate_min=timedelta(days=2), debate_max=timedelta(days=7))
    made, refusal = play.at, None
    for form in range(1, 30):
        if play.state.polls:
            break
        result = play.do(c.Revise(by=play.mover, text=f"Tea {form}."))
        refusal = result if isinstance(result, Refusal) else refusal
        play.at += timedelta(days=1)
        play.done(c.Tick())
    assert play.state.poll is not None
    assert refusal is not None and refusal.because == "debate_max"
    assert play.state.poll.opened_at <= made + timedelta(days=9)
    assert play.state.proposals[301].change.text == "Tea 8."  # of a week later, to the minute


def test_a_proposal_withdrawn_and_replaced_without_end_comes_to_its_vote() -> None:
    """108: what replaces it counts as a revision; so does its time."""
    play = debated(debate_min=timedelta(days=2), debate_max=timedelta(days=7))
    made = play.at
    for form in range(1, 30):
        if play.state.polls:
            break
        if isinstance(play.do(c.Withdraw(by=play.mover)), tuple):
            play.done(c.Propose(by=play.mover, change=enact(f"Tea {form}.")))
        play.at += timedelta(days=1)
        play.done(c.Tick())
    assert play.state.poll is not None
    assert play.state.poll.opened_at <= made + timedelta(days=9)


def test_withdrawing_does_not_make_an_extended_turn_young_again() -> None:
    play = started(3)
    wait(play)
    play.done(c.Propose(by=play.mover, change=enact()))
    play.done(c.Withdraw(by=play.mover))
    assert play.state.turn is not None and play.state.turn.extensions == 1
