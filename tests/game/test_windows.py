"""Every window at its edges: extensions, absences, outages, pauses, and who is late for what."""

from datetime import datetime, timedelta

import pytest

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.commands import discretion as d
from nomic_mail.game.decide import next_wake
from nomic_mail.phrases import said
from tests.game.test_chair import Chaired
from tests.game.test_lateness import REVISED, setting, voting, wait
from tests.kit.games.core_play import Play, amend, enact, repeal, started

SUBER = rulesets.load("suber_1982").rules
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def due(play: Play) -> datetime:
    assert play.state.turn is not None and play.state.turn.due_at is not None
    return play.state.turn.due_at


def extended(play: Play) -> list[tuple[timedelta, int]]:
    """By how much from now, and the how manyeth time."""
    found = []
    for one in wait(play):
        if isinstance(one, e.TurnExtended):
            found.append((one.due_at - play.at, one.extension))
        elif isinstance(one, e.VotingExtended):
            found.append((one.closes_at - play.at, one.extension))
    return found


# Extensions


@pytest.mark.parametrize(
    ("length", "least"), [("0", HOUR), ("30m", HOUR), ("1h", HOUR), ("61m", HOUR + MINUTE)]
)
def test_an_extension_is_an_hour_at_the_least(length: str, least: timedelta) -> None:
    """With none the clock would have to ask again at once, and again."""
    play = started(3)
    setting(play, "extension", length)
    assert extended(play) == [(least, 1)]
    play, _, _ = voting()
    setting(play, "extension", length)
    assert extended(play) == [(least, 1)]
    play = started(3, SUBER)
    setting(play, "extension", length)
    play.at = due(play) - DAY
    play.done(c.Judgment(by=2, question="Is it?"))
    assert play.state.judgment is not None
    assert extended(play) == [(2 * DAY + least, 0)]  # until the judge's time is over (212)
    play, _, _ = voting()
    setting(play, "extension", length)
    setting(play, "missing_ballot", "close")
    wait(play)
    play.done(c.Reopen(by=c.MODERATOR, proposal=301))
    assert play.state.closes_at == play.at + least


def test_a_turn_is_extended_as_often_as_the_house_says_and_then_asked_about() -> None:
    for often in (0, 1, 3):
        play = started(3)
        setting(play, "extensions", str(often))
        assert [extended(play) for _ in range(often)] == [[(3 * DAY, n + 1)] for n in range(often)]
        (question,) = wait(play)
        assert isinstance(question, e.ModeratorAsked) and question.matter == "missing turn"
        assert next_wake(play.state) is None


def test_where_a_rule_allows_it_the_house_removes_who_is_late() -> None:
    """011 as revised; whoever is left plays on, and the vote is counted."""
    play = started(3, REVISED)
    setting(play, "missing_turn", "remove")
    setting(play, "extensions", "1")
    late = play.mover
    assert extended(play) == [(3 * DAY, 1)]
    left, ended, began = wait(play)
    assert isinstance(left, e.PlayerLeft) and (left.seat, left.rule, left.removed) == (
        late,
        11,
        True,
    )
    assert isinstance(ended, e.TurnEnded) and (ended.mover, ended.completed) == (late, False)
    assert isinstance(began, e.TurnBegan) and began.mover != late
    play, _, missing = voting(REVISED)
    setting(play, "missing_ballot", "remove")
    setting(play, "extensions", "0")
    events = wait(play)
    assert [one.seat for one in events if isinstance(one, e.PlayerLeft)] == [missing]
    assert [one.outcome for one in events if isinstance(one, e.VotingClosed)] == ["adopted"]


# Announced absences


def test_an_absence_that_ends_by_the_deadline_moves_nothing() -> None:
    for back, moved in ((0 * MINUTE, (3 * DAY, 1)), (MINUTE, (MINUTE, 0))):
        play = started(3)
        play.done(c.Away(by=play.mover, until=due(play) + back))
        assert extended(play) == [moved]


def test_an_absence_moves_a_turn_no_further_than_away_max_from_where_it_began() -> None:
    play = started(3)
    began = play.at
    play.at += DAY
    play.done(c.Away(by=play.mover, until=began + 40 * DAY))
    assert extended(play) == [(23 * DAY, 0)]
    assert due(play) == began + 30 * DAY
    assert extended(play) == [(3 * DAY, 1)]


def test_an_absence_is_counted_from_where_the_present_wait_began() -> None:
    """Taking a proposal back begins no new one; a turn that becomes another's does."""
    play = started(3)
    began = play.at
    play.at += 5 * DAY
    play.done(c.Propose(by=play.mover, change=enact()))
    play.done(c.Withdraw(by=play.mover))
    play.done(c.Away(by=play.mover, until=play.at + 40 * DAY))
    extended(play)
    assert due(play) == began + 30 * DAY
    play = started(3)
    play.at += 5 * DAY
    name = next(play.state.name_of(seat) for seat in play.state.playing if seat != play.mover)
    play.done(d.CorrectTurn(by=c.MODERATOR, player=name, stood=1, reason="x"))
    since = play.at
    play.done(c.Away(by=play.mover, until=since + 40 * DAY))
    extended(play)
    assert due(play) == since + 30 * DAY


def test_of_those_missing_the_last_who_is_back_is_waited_for() -> None:
    play = started(4)
    play.done(c.Propose(by=play.mover, change=enact()))
    play.done(c.CallVote(by=play.mover))
    opened = play.at
    for seat, days in ((1, 9), (2, 12), (3, 20)):
        play.done(c.Away(by=seat, until=opened + days * DAY))
    play.done(c.Vote(by=3, choice="for"))  # nobody waits for who has voted
    assert extended(play) == [(5 * DAY, 0)]


def test_longer_than_two_months_is_no_absence_but_leaving() -> None:
    play = started(2)
    for length in (60 * DAY + MINUTE, 61 * DAY, 90 * DAY):
        assert "60 days" in play.refused(c.Away(by=1, length=length)).reason
        assert "60 days" in play.refused(c.Away(by=1, until=play.at + length)).reason
    play.done(c.Away(by=1, length=60 * DAY))
    assert play.state.players[1].away_until == play.at + 60 * DAY
    for length in (0 * DAY, -DAY):
        assert play.refused(c.Away(by=1, length=length))
    play.done(c.Away(by=1))
    assert play.state.players[1].away_until is None


# Who is late


def test_who_has_time_left_is_not_skipped_and_who_was_given_more_is_late() -> None:
    """An extension is a second chance, and the Moderator need not wait for its end."""
    play = started(3)
    play.turn(repeal(201))
    skip = c.Skip(by=c.MODERATOR)
    assert "late" in play.refused(skip).reason
    wait(play)
    play.done(c.Propose(by=play.mover, change=enact()))
    assert "late" in play.refused(skip).reason  # nobody waits for the mover
    play.done(c.Withdraw(by=play.mover))
    late = play.mover
    assert play.refused(c.Skip(by=c.MODERATOR, turn=1))
    _, ended, began = play.done(c.Skip(by=c.MODERATOR, turn=2))
    assert isinstance(ended, e.TurnEnded)
    assert (ended.turn, ended.mover, ended.skipped) == (2, late, True)
    assert isinstance(began, e.TurnBegan)


def test_who_is_asked_about_is_late_though_nothing_was_extended() -> None:
    play = started(3, REVISED)
    setting(play, "extensions", "0")
    other = next(seat for seat in play.state.playing if seat != play.mover)
    for asked in (False, True):
        assert (play.state.asked == "missing turn") == asked
        for seat in (play.mover, other)[asked:]:
            act = c.Remove(by=c.MODERATOR, player=play.state.name_of(seat))
            assert "not late" in play.refused(act).reason
        if not asked:
            wait(play)
    play.done(c.Remove(by=c.MODERATOR, player=play.state.name_of(play.mover)))


def test_while_it_is_asked_who_of_several_has_won_nobody_is_late_and_no_turn_ends() -> None:
    """208."""
    play = started(3, REVISED)
    wait(play)
    for name in ("Player 01", "Player 03"):
        play.done(c.CorrectScore(by=c.MODERATOR, player=name, total=60, reason="x"))
    play.misprinted(208, "Fifty win.", "victory: 50")
    assert play.state.asked == "several winners"
    act = c.Remove(by=c.MODERATOR, player=play.state.name_of(play.mover))
    assert "not late" in play.refused(act).reason
    assert next_wake(play.state) is None


def test_who_is_left_alone_and_leaves_ends_the_game() -> None:
    play = started(2)
    play.done(c.Leave(by=1))
    events = play.done(c.Leave(by=2))
    assert isinstance(events[-1], e.GameEnded) and said(events[-1].why) == "no player is left"
    forming = Play(2)
    for seat in (1, 2):
        forming.done(c.Leave(by=seat))
    assert forming.state.status == "forming"


def test_the_turn_goes_on_only_where_the_mover_leaves_and_has_proposed_nothing() -> None:
    """104: a proposal already made is still voted on."""
    play = started(4)
    mover = play.mover
    other = next(seat for seat in play.state.playing if seat != mover)
    play.done(c.Leave(by=other))
    assert (play.mover, play.state.turn is not None and play.state.turn.number) == (mover, 1)
    play.done(c.Propose(by=mover, change=enact()))
    (left,) = play.done(c.Leave(by=mover))
    assert isinstance(left, e.PlayerLeft) and play.state.live
    wait(play)
    assert play.state.polls
    for seat in play.state.playing:
        events = play.done(c.Vote(by=seat, choice="for", letter=f"vote {seat}"))
    assert [one.turn for one in events if isinstance(one, e.TurnBegan)] == [2]


def test_who_was_left_alone_has_the_whole_window_when_another_joins() -> None:
    """Unless there is none (house), or the proposal is made."""
    for window, left in (("7d", 7 * DAY), ("0", None)):
        play = Play(2)
        setting(play, "turn_window", window)
        play.done(c.Start(by=c.MODERATOR))
        play.done(c.Leave(by=3 - play.mover))
        play.at += 30 * DAY
        play.done(c.Join(by=7, name="Greta Green", letter="join 7"))
        assert next_wake(play.state) == (play.at + left if left else None)
    play = started(2)
    mover = play.mover
    play.done(c.Propose(by=mover, change=enact()))
    play.done(c.Leave(by=3 - mover))
    events = play.done(c.Join(by=7, name="Greta Green", letter="join 7"))
    assert not [one for one in events if isinstance(one, e.TurnExtended)]


def test_what_becomes_of_a_leavers_points_is_the_rules_to_say() -> None:
    """301 with a chair: they go to the surplus, to the last one; and none go of who has none."""
    for score, kinds in (
        (0, ["PlayerLeft"]),
        (-4, ["PointsScored", "SurplusChanged", "PlayerLeft"]),
        (9, ["PointsScored", "SurplusChanged", "PlayerLeft"]),
    ):
        play = Chaired(4)
        if score != play.state.players[2].score:
            play.done(c.CorrectScore(by=c.MODERATOR, player="Ada", total=score, reason="x"))
        play.done(c.CorrectScore(by=c.MODERATOR, player="Bob", total=5, reason="x"))
        play.done(c.Leave(by=3))
        assert play.state.surplus == 5
        events = play.done(c.Leave(by=2))
        assert [type(one).__name__ for one in events] == kinds
        assert (play.state.surplus, play.state.players[2].score) == (5 + score, 0)


# Outages


def outage(play: Play, began: datetime, ended: datetime) -> timedelta:
    """By how much it moves the turn's deadline."""
    before = due(play)
    play.done(c.Outage(began_at=began, ended_at=ended))
    return due(play) - before


def test_outages_that_overlap_count_once_and_so_do_the_two_hours() -> None:
    play = started(3)
    zero = play.at
    play.at += 20 * HOUR

    def hours(began: float, ended: float) -> float:
        return outage(play, zero + began * HOUR, zero + ended * HOUR) / HOUR

    assert hours(5, 5) == 0
    assert hours(6, 5) == 0
    assert hours(5, 8) == 5
    assert hours(5, 8) == 0
    assert hours(6, 7) == 0
    assert hours(4, 6) == 1  # an hour before it
    assert hours(7, 9) == 1  # and one after
    assert hours(3, 10) == 2
    assert hours(10, 11) == 3  # it begins where that ended: another
    assert hours(14, 16) == 4
    assert hours(1, 2) == 0  # long ago, and counted or told by then
    assert hours(15, 17) == 1  # the last one is what it overlaps
    assert hours(13, 17) == 1


def test_in_a_pause_only_what_was_before_it_is_an_outage() -> None:
    play = started(3)
    zero = play.at
    play.at += 10 * HOUR
    play.done(c.Pause(by=c.MODERATOR))
    play.at += 10 * HOUR
    assert outage(play, zero + 11 * HOUR, zero + 15 * HOUR) == timedelta(0)
    assert outage(play, zero + 8 * HOUR, zero + 15 * HOUR) == 4 * HOUR
    before = due(play)
    play.done(c.Resume(by=c.MODERATOR))
    assert due(play) == before + 10 * HOUR


def test_an_outage_or_a_pause_in_which_nothing_was_due_is_not_told() -> None:
    forming = Play(2)
    forming.at += DAY
    assert forming.done(c.Outage(began_at=forming.at - HOUR, ended_at=forming.at)) == ()
    play = Play(2)
    setting(play, "turn_window", "0")
    play.done(c.Start(by=c.MODERATOR))
    play.done(c.Pause(by=c.MODERATOR))
    play.at += DAY
    _, resumed = play.done(c.Resume(by=c.MODERATOR))
    assert isinstance(resumed, e.GameResumed)
    play = started(2)
    play.done(c.Pause(by=c.MODERATOR))
    _, resumed = play.done(c.Resume(by=c.MODERATOR))  # at once
    assert isinstance(resumed, e.GameResumed)
    play.done(c.End(by=c.MODERATOR, reason="x"))
    assert play.done(c.Outage(began_at=play.at, ended_at=play.at + HOUR)) == ()


def test_an_outage_leaves_the_time_for_changes_as_long_as_it_was() -> None:
    """111, debate_max: every moment of a debate is later by as much."""
    play = started(3)
    play.done(c.Propose(by=play.mover, change=enact()))
    until, opens_at = play.state.live[0].changes_until, play.state.live[0].opens_at
    play.at += 5 * HOUR
    play.done(c.Outage(began_at=play.at - 3 * HOUR, ended_at=play.at))
    moved = play.state.live[0]
    assert (moved.changes_until, moved.opens_at) == (until + 5 * HOUR, opens_at + 5 * HOUR)
    play.at = until + 4 * HOUR
    play.done(c.Revise(by=play.mover, text="Tea is at four."))


def test_ballots_written_in_a_pause_are_waited_for_before_the_vote_closes() -> None:
    """The last that is missing came in the pause: there may be later words from it, so a tick
    closes the vote, and no letter."""
    play, _, missing = voting()
    play.at += DAY
    play.done(c.Pause(by=c.MODERATOR))
    play.at += DAY
    written = play.at
    play.at += DAY
    play.done(c.Resume(by=c.MODERATOR))
    resumed = play.at
    play.at += HOUR
    play.done(c.Vote(by=missing, choice="for", letter="late", received_at=written))
    assert play.state.polls and next_wake(play.state) == resumed
    events = play.done(c.Tick())
    assert [one.outcome for one in events if isinstance(one, e.VotingClosed)] == ["adopted"]


# EXTEND


def prolong(length: timedelta, turn: int | None = None, proposal: int | None = None) -> c.Prolong:
    return c.Prolong(by=c.MODERATOR, length=length, turn=turn, proposal=proposal)


def test_each_window_that_runs_is_extended_by_its_own_name() -> None:
    play = started(3)
    _, longer = play.done(prolong(DAY, turn=1))
    assert isinstance(longer, e.WindowExtended)
    assert (longer.window, longer.number, longer.until) == ("turn", 1, due(play))
    play.done(c.Propose(by=play.mover, change=enact()))
    assert "301" in play.refused(prolong(DAY)).what_would_work
    opens_at = play.state.live[0].opens_at
    _, longer = play.done(prolong(DAY, proposal=301))
    assert isinstance(longer, e.WindowExtended)
    assert (longer.window, longer.until) == ("debate", opens_at + DAY)
    assert play.state.live[0].opens_at == opens_at + DAY
    play.done(c.CallVote(by=play.mover))
    _, longer = play.done(prolong(DAY, proposal=301))
    assert isinstance(longer, e.WindowExtended)
    assert (longer.window, play.state.closes_at) == ("vote", play.at + 8 * DAY)
    assert "EXTEND 301" in play.refused(prolong(DAY, proposal=302)).what_would_work


def test_with_a_chair_it_is_the_period_that_is_extended_whatever_it_is_called_by() -> None:
    play = Chaired(3)
    _, longer = play.done(prolong(DAY))
    assert isinstance(longer, e.WindowExtended)
    assert (longer.window, longer.number) == ("turn", 1)
    play.called()
    play.done(c.Propose(by=play.mover, change=enact()))
    for turn, proposal in ((None, None), (1, None), (None, 303)):
        assert play.state.turn is not None
        was = play.state.turn.ends_at
        _, longer = play.done(prolong(HOUR, turn, proposal))
        assert isinstance(longer, e.WindowExtended)
        assert (longer.window, longer.number, longer.was) == ("period", 1, was)
    play.wait(3 * HOUR)
    play.to_the_vote()
    ends_at = play.state.closes_at
    _, longer = play.done(prolong(HOUR, proposal=303))
    assert isinstance(longer, e.WindowExtended)
    assert (longer.window, longer.number, longer.was) == ("period", 1, ends_at)
    assert ends_at is not None and play.state.closes_at == ends_at + HOUR


def test_no_window_is_made_shorter_or_longer_than_a_year() -> None:
    play = started(3)
    was, year = due(play), 366 * DAY
    for length in (0 * DAY, -DAY):
        assert play.refused(prolong(length))
    assert play.refused(c.Prolong(by=c.MODERATOR, until=was))
    assert play.refused(c.Prolong(by=c.MODERATOR, until=play.at + year + MINUTE))
    assert play.refused(prolong(year - 7 * DAY + MINUTE))
    play.done(c.Prolong(by=c.MODERATOR, until=play.at + year))
    play.at += DAY
    play.done(prolong(DAY))
    assert due(play) == play.at + year
    play.done(c.End(by=c.MODERATOR, reason="x"))
    assert play.refused(prolong(DAY))
    assert Play(2).refused(prolong(DAY))


# Reopening a vote


def test_a_vote_is_reopened_while_nothing_was_built_on_its_end_and_not_a_whole_one() -> None:
    play, _, missing = voting()
    reopen = c.Reopen(by=c.MODERATOR, proposal=301)
    assert "open" in play.refused(reopen).reason
    setting(play, "missing_ballot", "close")
    wait(play)
    assert play.refused(c.Reopen(by=c.MODERATOR, proposal=302))
    assert play.refused(c.Reopen(by=c.MODERATOR, proposal=301, length=366 * DAY + MINUTE))
    _, opened = play.done(c.Reopen(by=c.MODERATOR, proposal=301, length=366 * DAY))
    assert isinstance(opened, e.VotingReopened)
    assert (opened.numbers, opened.missing) == ((301,), (missing,))
    play.done(c.Vote(by=missing, choice="for", letter="late"))
    assert play.refused(reopen).because == "rule 105"  # all have voted
    play.done(c.Propose(by=play.mover, change=amend(202, "Tea.")))
    assert play.refused(reopen).because == "the house"
