"""Who writes nothing for so long is not counted until they write (`inactive: after 7d`)."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import BadClause, parse_clause
from nomic_mail.game.course import Steps
from nomic_mail.game.decide import decide, next_wake
from nomic_mail.game.evolve import evolve
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures.inactive import next_due
from nomic_mail.game.reminders import remind_at, still_near
from nomic_mail.post.reminder import reminder
from tests.game.test_inactive import ANY, cast, inactive, outcome, verified
from tests.game.test_votes_properties import QUICK, SEATS, choices, told, write
from tests.kit.games.core_play import amend, enact
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import recorded

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def table(players: int = 4, clauses: str = "inactive: after 3d", adoption: str = "") -> Game:
    law = f"adoption: {adoption or 'majority of eligible'}; {clauses}"
    return Game(few("net_play", r202=ANY, r203=law), players).start()


def speak(game: Game, *seats: int) -> None:
    for seat in seats:
        game.done(c.Discuss(by=seat, text="Hm."))


def test_who_is_silent_for_so_long_is_not_counted_in_what_opens_then() -> None:
    game = table()
    game.pass_time(2.5)
    speak(game, 1, 2, 3)
    assert next_wake(game.state) == game.state.players[4].heard_at + 3 * DAY  # type: ignore[operator]
    game.pass_time(0.5)
    assert inactive(game) == (4,)
    game.propose(enact("Tea."), 1)
    assert game.state.polls[301].electorate == (1, 2, 3)
    cast(game, 301, 1, 2)
    game.pass_time(1)
    assert outcome(game, 301) == "adopted"
    verified(game)


@pytest.mark.parametrize(
    "letter",
    [
        c.Discuss(by=4, text="I am here."),
        c.Propose(by=4, change=enact("Cake.")),
        c.Away(by=4, length=DAY),
        c.Wrote(by=4),
    ],
    ids=lambda one: type(one).__name__,
)
def test_whoever_writes_anything_is_counted_again_and_from_then_on(letter: c.Command) -> None:
    game = table()
    game.pass_time(3)
    assert inactive(game) == (1, 2, 3, 4)
    game.done(letter)
    assert inactive(game) == (1, 2, 3)
    assert game.state.players[4].heard_at == game.state.at
    game.pass_time(2.9)
    assert 4 not in game.state.inactive
    game.pass_time(0.1)
    assert inactive(game) == (1, 2, 3, 4)
    verified(game)


def test_a_letter_that_leads_to_nothing_is_told_once_an_hour() -> None:
    game = table()
    assert not game.done(c.Wrote(by=4))
    game.at += HOUR
    assert [type(one) for one in game.done(c.Wrote(by=4))] == [e.PlayersHeard]
    game.at += HOUR / 2
    assert not game.done(c.Wrote(by=4))


def test_silence_from_before_the_rule_does_not_count() -> None:
    """107. So it is with who joins, and where the rule comes again."""
    game = table(clauses="tie: fails")
    game.pass_time(9)
    game.propose(amend(203, "So.", "adoption: majority of eligible", "inactive: after 3d"), 1)
    cast(game, 301, 1, 2, 3, 4)
    assert inactive(game) == ()
    assert {one.heard_at for one in game.state.players.values()} == {game.state.at}
    game.pass_time(2)
    game.done(c.Join(by=5, name="Eve Euler", letter="join"))
    assert game.state.players[5].heard_at == game.state.at
    game.pass_time(1)
    assert inactive(game) == (1, 2, 3, 4)
    game.propose(amend(301, "So.", "adoption: majority of cast"), 5)
    cast(game, 302, 5)
    game.pass_time(1)
    assert inactive(game) == ()
    assert {one.heard_at for one in game.state.players.values()} == {None}
    assert [one.why for one in game.events if isinstance(one, e.PlayerActive)][-1] == "no rule"
    verified(game)


def test_an_open_vote_keeps_its_voters_when_the_rule_changes() -> None:
    game = table(clauses="inactive: after 3d", adoption="majority of eligible")
    game.pass_time(2.9)
    speak(game, 1, 2, 3)
    game.pass_time(0.1)
    game.propose(enact("Tea."), 1)
    game.propose(amend(203, "So.", "adoption: majority of eligible"), 2)
    cast(game, 302, 1, 2)
    game.pass_time(0.1)
    assert game.state.polls[301].electorate == (1, 2, 3)
    cast(game, 301, 1)
    game.done(c.Vote(by=4, choice="against", proposal=301, letter="4"))
    game.pass_time(1)
    assert outcome(game, 301) == "lapsed"
    verified(game)


def test_a_pause_and_an_outage_silence_nobody() -> None:
    game = table()
    game.pass_time(1)
    game.done(c.Pause(by=c.MODERATOR, reason="holidays", who="M"))
    game.at += 9 * DAY
    game.done(c.Resume(by=c.MODERATOR, reason="back", who="M"))
    game.pass_time(1.9)
    assert inactive(game) == ()
    game.outage(24)
    game.pass_time(0.1)
    assert inactive(game) == ()
    game.pass_time(0.1)
    assert inactive(game) == (1, 2, 3, 4)
    verified(game)


def test_who_plays_on_in_anothers_seat_has_not_been_silent() -> None:
    """Since reading 6; before, they were inactive with the next tick."""
    game = table()
    game.pass_time(2)
    speak(game, 1, 2, 3)
    game.pass_time(1)
    assert inactive(game) == (4,)
    before = game.state
    zoe = c.Replace(by=c.MODERATOR, seat=4, name="Zoe Zorn", surname="Zorn", letter="zoe")
    (replaced,) = game.done(zoe)
    game.pass_time(0.5)
    assert inactive(game) == ()
    game.pass_time(2.5)
    assert 4 in inactive(game)
    verified(game)
    was = before.players[4].heard_at
    assert evolve(before.read_by(5), replaced).players[4].heard_at == was


def test_a_higher_rule_that_says_otherwise_comes_first() -> None:
    game = Game(few("net_play", r105="inactive: after 9d", r203="inactive: after 2d"), 3).start()
    assert 203 in mechanics_of(game.state.rules).void
    game.pass_time(3)
    assert inactive(game) == ()


def test_a_record_without_it_says_nothing_of_it() -> None:
    game = table(clauses="inactive: after 1 vote missed")
    game.propose(enact("Tea."), 1)
    game.pass_time(1)
    assert game.state.inactive
    written = str(recorded(game.events)["ledger"])
    assert "PlayersHeard" not in written
    assert "silent" not in written


@pytest.mark.parametrize("text", ["after 0d", "after 2h", "7d", "after a week", "after 2 votes"])
def test_what_is_no_such_time_is_told(text: str) -> None:
    with pytest.raises(BadClause, match="write after 2 votes missed, or after 7d"):
        parse_clause(f"inactive: {text}")


STEPS = st.lists(
    st.tuples(
        st.sampled_from(("propose", "vote", "vote", "discuss", "ask", "wait", "leave", "join")),
        st.sampled_from(SEATS),
        choices,
    ),
    max_size=40,
)


@QUICK
@given(st.sampled_from((1, 2, 5)), STEPS)
def test_nobody_silent_is_counted_and_nobody_who_wrote_is_silent(
    days: int, steps: list[tuple[str, int, c.Choice | None]]
) -> None:
    """By a count of our own: of whom there was no letter within so many days, but for an hour."""
    law = f"adoption: majority of eligible; inactive: after {days}d"
    game = Game(few("net_play", r202=ANY, r203=law), 5).start()
    wrote = dict.fromkeys(SEATS, game.at)
    for place, (kind, seat, choice) in enumerate(steps):
        if write(game, kind, seat, choice or "for", f"{place}"):
            assert seat not in game.state.inactive
            wrote[seat] = game.at
        for one in game.state.playing:
            silent = game.at - wrote[one]
            if silent < timedelta(days=days) - HOUR:
                assert one not in game.state.inactive
            if silent >= timedelta(days=days):
                assert one in game.state.inactive
    for state, event in told(game):
        if isinstance(event, e.VotingOpened) and set(event.electorate) & set(state.inactive):
            assert set(event.electorate) == set(state.playing), "there is nobody else (114)"
    verified(game)


@pytest.mark.parametrize(("length", "before"), [("7d", 24), ("4d", 24), ("2d", 12), ("1d", 6)])
def test_the_silent_are_told_before_as_long_as_the_rule_leaves_time(
    length: str, before: int
) -> None:
    """In open play at noon or midnight before it; here it is turns, and to the minute."""
    law = f"adoption: majority of eligible; inactive: after {length}"
    game = Game(few("net_play", r203=law), 3).start()
    began = game.state.players[2].heard_at
    assert began is not None
    due = next_wake(game.state)
    assert due is not None and due - began in (DAY, 2 * DAY, 4 * DAY, 7 * DAY)
    assert remind_at(game.state, game.at) == due - before * HOUR


def test_a_letter_puts_off_when_they_are_told() -> None:
    game = table()
    before = game.state
    told = remind_at(before, game.at)
    assert told is not None
    game.pass_time(2)
    speak(game, 1, 2, 3)
    assert not still_near(game.state, game.state, game.at - DAY)
    assert remind_at(game.state, told) is not None
    speak(game, 4)
    later = remind_at(game.state, game.at)
    assert later is not None and later - told >= 2 * DAY - 12 * HOUR


def test_who_is_silent_and_owes_a_vote_is_told_of_both_in_one_letter() -> None:
    """And who has voted, of nothing: to vote is to write."""
    game = table(clauses="inactive: after 1d")
    game.propose(enact("Tea."), 1)
    cast(game, 301, 3)
    told = remind_at(game.state, game.at)
    assert told is not None and told <= game.at + DAY
    at = game.at + 20 * HOUR
    both = reminder(game.state, 2, game.at - DAY, at)
    assert both is not None and [one.occasion for one in both.sections] == ["reminder", "silent"]
    assert reminder(game.state, 2, at, at + HOUR) is None


SHORT = "adoption: majority of cast; vote ends: when decided; inactive: after 9d"


def within(days: str) -> list[str]:
    return SHORT.replace("9d", days).split("; ")


def shortened(*votes: int) -> Game:
    """4 has been silent for five days when the time of nine becomes one of three."""
    game = Game(few("net_play", r202=ANY, r203=SHORT), 4).start()
    game.pass_time(5)
    speak(game, 1, 2, 3)
    game.propose(amend(203, "Shorter.", *within("3d")), 1)
    cast(game, 301, *votes)
    return game


def test_a_shorter_time_counts_from_when_the_rule_says_it() -> None:
    """107"""
    game = shortened(1, 2, 3)
    assert outcome(game, 301) == "adopted"
    game.pass_time(2.9)
    assert inactive(game) == ()
    game.pass_time(0.2)
    assert 4 in inactive(game)
    verified(game)


def test_what_was_decided_by_an_earlier_reading_counts_from_before() -> None:
    game = shortened(1, 2)
    before, vote = (
        replace(game.state, reading=4),
        c.Vote(by=3, choice="for", proposal=301, letter="3"),
    )
    made = decide(before, vote, game.at, game._fresh(), 4)
    assert isinstance(made, Steps)
    assert made.after.rules.get(301)
    assert made.after.players[4].heard_at == game.state.players[4].heard_at
    assert next_due(made.after) < made.after.at  # type: ignore[operator]


def test_a_longer_time_or_the_same_begins_nothing_anew() -> None:
    for other in ("9d", "12d"):
        game = Game(few("net_play", r202=ANY, r203=SHORT), 4).start()
        began = game.state.players[4].heard_at
        game.pass_time(2)
        game.propose(amend(203, "Otherwise.", *within(other)), 1)
        cast(game, 301, 1, 2, 3)
        assert outcome(game, 301) == "adopted"
        assert game.state.players[4].heard_at == began
        verified(game)


def test_what_a_shorter_time_does_verifies() -> None:
    game = Game(few("net_play", r202=ANY, r203=SHORT), 4).start()
    for number, days in ((301, 5), (302, 2)):
        game.pass_time(3)
        rule = 203 if number == 301 else 301
        game.propose(amend(rule, "So.", *within(f"{days}d")), 1)
        cast(game, number, 1, 2, 3)
        assert outcome(game, number) == "adopted"
        assert game.state.players[4].heard_at == game.state.at
    assert not inactive(game)
    game.pass_time(2)
    assert 4 in inactive(game)
    verified(game)
