"""Deadlines (DESIGN 2, Time): a letter's time is its receipt; no tick passes `sealed_until`; what
was due before a letter happens before it; an outage of one intake never makes a punctual vote late.

The games here are net_play with an open ballot that closes after seven days; then it is extended by
three days (105: all must vote), which is how a tick shows.
"""

from datetime import datetime, timedelta
from typing import Any

import pytest

from nomic_mail.game.commands import Tick
from nomic_mail.game.decide import decide
from nomic_mail.store.database import heartbeats
from nomic_mail.store.people import moderators
from nomic_mail.store.people.moderators import Moderator
from nomic_mail.store.queue import inbox
from nomic_mail.wire.listener import Flights
from tests.kit.house import START, WEEK, House

CLOSE = START + WEEK


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


def vote_at(house: House, at: datetime, name: str, text: str = "FOR\n", game: str = "tea") -> int:
    """Received then; not pumped."""
    house.clock.set(at)
    return house.reply(name, text, game)


def news(house: House, game: str = "tea") -> list[str]:
    """What happened since the ballot was opened."""
    kinds = house.kinds(game)
    return kinds[kinds.index("VotingOpened") + 1 :]


def test_what_was_due_before_a_letter_happens_before_it(house: House) -> None:
    """The server slept over the deadline: the letters after it find the vote extended."""
    mover, _ = house.open_vote()
    number = vote_at(house, CLOSE + minutes(60), mover)
    house.run()
    assert news(house) == ["VotingExtended", "BallotCast"]
    assert house.became(number) == "done"


def test_what_was_due_after_a_letter_happens_after_it(house: House) -> None:
    mover, _ = house.open_vote()
    vote_at(house, CLOSE - minutes(60), mover)
    house.clock.set(CLOSE + minutes(60))
    house.run()
    assert news(house) == ["BallotCast", "VotingExtended"]


@pytest.mark.parametrize("pumped_after", [0, 1])
def test_a_letter_at_the_very_moment_of_the_deadline_is_in_time(
    house: House, pumped_after: float
) -> None:
    """And it does not matter how quick the pump is."""
    mover, other = house.open_vote()
    vote_at(house, CLOSE - minutes(1), mover)
    house.run()
    vote_at(house, CLOSE, other)
    house.clock.set(CLOSE + minutes(pumped_after))
    house.run()
    assert news(house)[:3] == ["BallotCast", "BallotCast", "VotingClosed"]


def test_a_letter_in_flight_since_the_very_moment_of_the_deadline_is_in_time(house: House) -> None:
    """Its last byte was in then; on the disk it is a minute later (found by the simulator)."""
    mover, other = house.open_vote()
    vote_at(house, CLOSE - minutes(1), mover)
    house.run()
    house.clock.set(CLOSE)
    flights = Flights(house.clock)
    flight, received_at = flights.begin()
    house.clock.set(CLOSE + minutes(1))
    house.fence = flights.sealed_until()
    house.run()
    assert news(house) == ["BallotCast"]
    vote_at(house, received_at, other)
    flights.end(flight)
    house.clock.set(CLOSE + minutes(1))
    house.fence = flights.sealed_until()
    house.run()
    assert news(house)[:3] == ["BallotCast", "BallotCast", "VotingClosed"]


def test_no_tick_passes_the_fence(house: House) -> None:
    """A letter may still be on its way in whose receipt was before."""
    house.open_vote()
    house.clock.set(CLOSE + minutes(60))
    house.fence = CLOSE - minutes(1)
    house.run()
    assert news(house) == []
    house.fence = CLOSE
    house.run()
    assert news(house) == ["VotingExtended"]


def test_no_event_of_a_tick_is_dated_past_the_fence(house: House) -> None:
    """A letter after the deadline and after the fence lets the tick happen, at the fence."""
    mover, _ = house.open_vote()
    vote_at(house, CLOSE + minutes(60), mover)
    house.fence = CLOSE + minutes(30)
    house.run()
    extended, cast = house.events()[-2:]
    assert (extended.at, cast.at) == (CLOSE + minutes(30), CLOSE + minutes(60))


def test_a_letter_after_a_deadline_waits_until_the_fence_has_passed_it(house: House) -> None:
    mover, _ = house.open_vote()
    number = vote_at(house, CLOSE + minutes(5), mover)
    house.fence = CLOSE - minutes(10)
    house.run()
    arrival = house.arrival(number)
    assert (arrival.state, arrival.tries, arrival.crashes) == ("waiting", 0, 0)
    assert news(house) == []
    house.fence = CLOSE + minutes(5)
    house.run()
    assert house.became(number) == "done"
    assert news(house) == ["VotingExtended", "BallotCast"]


def test_an_earlier_punctual_letter_still_counts_when_a_later_one_waits(house: House) -> None:
    """It was on its way in all the time; with it all have voted, so nothing is late at all."""
    mover, other = house.open_vote()
    vote_at(house, CLOSE - minutes(60), mover)
    late = vote_at(house, CLOSE + minutes(5), mover, "AGAINST\n")
    house.fence = CLOSE - minutes(5)
    house.run()
    punctual = vote_at(house, CLOSE - minutes(5), other)
    house.clock.set(CLOSE + minutes(6))
    house.fence = None
    house.run()
    assert house.became(punctual) == "done"
    assert news(house)[:3] == ["BallotCast", "BallotCast", "VotingClosed"]
    assert house.events()[house.kinds().index("VotingClosed")].outcome == "adopted"
    assert house.became(late) == "done"
    assert house.kinds().count("BallotCast") == 2  # the late change of mind is refused


def test_a_letter_with_no_deadline_between_does_not_wait_for_the_fence(house: House) -> None:
    """An outage holds up only what it could make wrong."""
    mover, _ = house.open_vote()
    number = vote_at(house, CLOSE - minutes(60), mover)
    house.fence = START
    house.run()
    assert house.became(number) == "done"


def test_a_letter_that_waits_holds_up_no_other_game(house: House) -> None:
    tea = house.open_vote("tea")[0]
    house.later(hours=1)
    rum = house.open_vote("rum")[0]
    house.later(hours=1)
    ale = house.open_vote("ale")[0]
    house.fence = CLOSE + minutes(70)  # past the deadlines of tea and rum, not that of ale
    waits = vote_at(house, CLOSE + minutes(130), ale, game="ale")
    follows = vote_at(house, CLOSE + minutes(131), ale, "AGAINST\n", game="ale")
    acts = vote_at(house, CLOSE + minutes(132), tea, game="tea")
    house.run()
    assert [house.became(one) for one in (waits, follows, acts)] == ["waiting", "waiting", "done"]
    assert news(house, "tea") == ["VotingExtended", "BallotCast"]
    assert news(house, "rum") == ["VotingExtended"]
    assert news(house, "ale") == []
    house.fence = None
    vote_at(house, CLOSE + minutes(133), rum, game="rum")
    house.run()
    assert news(house, "ale") == ["VotingExtended", "BallotCast", "BallotCast"]
    assert news(house, "rum") == ["VotingExtended", "BallotCast"]


def test_many_waiting_letters_do_not_hide_those_behind_them(house: House) -> None:
    """More of them than one batch."""
    mover, _ = house.open_vote("tea")
    house.begin("rum", turn_window="0")
    waiting = [vote_at(house, CLOSE + minutes(5), mover) for _ in range(45)]
    behind = house.reply(mover, "STATUS\n", "rum")
    house.fence = CLOSE - minutes(10)
    house.run()
    assert {house.became(one) for one in waiting} == {"waiting"}
    assert house.became(behind) == "done"


def test_a_held_letter_never_blocks_a_deadline(house: House) -> None:
    mover, _ = house.open_vote()
    number = house.unproven(mover, "FOR\n")
    house.run()
    assert house.became(number) == "held"
    house.clock.set(CLOSE + minutes(1))
    house.run()
    assert news(house) == ["VotingExtended"]


def test_no_deadline_passes_while_another_pump_has_an_earlier_letter_in_hand(
    house: House,
) -> None:
    """The command line's pump beside the daemon's, say: the vote it works on was punctual."""
    mover, other = house.open_vote()
    vote_at(house, CLOSE - minutes(2), mover)
    vote_at(house, CLOSE - minutes(1), other)
    house.clock.set(CLOSE + minutes(1))
    with house.database.write() as connection:
        claimed = inbox.claim(connection, "another", house.clock.now())
    house.run()
    assert news(house) == []
    with house.database.write() as connection:
        inbox.release(connection, "another", [one.id for one in claimed])
    house.run()
    assert news(house)[:3] == ["BallotCast", "BallotCast", "VotingClosed"]


def test_a_letter_that_is_being_handed_in_while_a_deadline_is_decided_is_in_time(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe is a process of its own: its letter may be committed after we looked for letters."""
    mover, other = house.open_vote()
    vote_at(house, CLOSE - minutes(2), mover)
    house.run()
    handed_in: list[int] = []

    def meanwhile(state: Any, command: Any, at: Any, fresh: Any, **more: Any) -> Any:
        if isinstance(command, Tick) and not handed_in:
            handed_in.append(vote_at(house, CLOSE, other))
            house.clock.set(CLOSE + minutes(1))
        return decide(state, command, at, fresh, **more)

    monkeypatch.setattr("nomic_mail.pump.burst.decide", meanwhile)
    house.clock.set(CLOSE + minutes(1))
    house.run()
    house.run()
    assert news(house)[:3] == ["BallotCast", "BallotCast", "VotingClosed"]


@pytest.mark.parametrize("hours_before", [-1, 30])
def test_an_outage_of_the_listener_moves_every_deadline_it_overlapped(
    house: House, hours_before: float
) -> None:
    """By its length and two hours, once; before anything that was due meanwhile is done."""
    ballots = house.open_vote()
    ended = CLOSE - timedelta(hours=hours_before)
    with house.database.write() as connection:
        heartbeats.was_away(
            connection, heartbeats.ListenerOutage(ended - timedelta(hours=5), ended)
        )
    house.clock.set(CLOSE + minutes(60))
    house.run()
    house.run()
    assert house.state().closes_at == CLOSE + timedelta(hours=7)
    with house.database.read() as connection:
        assert heartbeats.outages(connection) == []
    late = vote_at(house, CLOSE + minutes(90), ballots[0])
    house.clock.set(CLOSE + minutes(91))
    house.run()
    assert house.arrival(late).state == "done"


def test_a_game_whose_clock_breaks_us_holds_up_no_other_and_no_letter_is_blamed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    tea = house.open_vote("tea")[0]
    rum = house.open_vote("rum")[0]

    def broken(state: Any, command: Any, at: Any, fresh: Any, **more: Any) -> Any:
        if isinstance(command, Tick) and state.name == "tea":
            raise RuntimeError("tea's clock is broken")
        return decide(state, command, at, fresh, **more)

    monkeypatch.setattr("nomic_mail.pump.burst.decide", broken)
    stuck = vote_at(house, CLOSE + minutes(1), tea, game="tea")
    goes = vote_at(house, CLOSE + minutes(2), rum, game="rum")
    house.run()
    arrival = house.arrival(stuck)
    assert (arrival.state, arrival.tries, arrival.crashes) == ("waiting", 0, 0)
    assert house.became(goes) == "done"
    assert news(house, "rum") == ["VotingExtended", "BallotCast"]
    monkeypatch.setattr("nomic_mail.pump.burst.decide", decide)
    house.run()
    assert news(house, "tea") == ["VotingExtended", "BallotCast"]
    assert house.became(stuck) == "done"


def test_the_server_sleeps_through_all_extensions_and_asks_the_moderator_once(
    house: House,
) -> None:
    """105: a ballot is never presumed. Each tick asks the state anew."""
    house.open_vote()
    for days in (8, 12, 16, 20):
        house.clock.set(START + timedelta(days=days))
        house.run()
        house.run()
    assert news(house) == ["VotingExtended", "VotingExtended", "ModeratorAsked"]


def away(house: House, began: datetime, ended: datetime) -> list[Any]:
    """The letters to the Moderator after such an outage."""
    with house.database.write() as connection:
        heartbeats.was_away(connection, heartbeats.ListenerOutage(began, ended))
    house.clock.set(max(house.clock.now(), ended))
    house.post()
    return [one for one in house.run() if one.to == house.config.moderator.address]


def test_a_moderator_of_many_games_gets_one_letter_an_outage(house: House) -> None:
    """It lists what has moved; players have their own, and a game without a deadline is not in."""
    for game in ("tea", "rum", "gin"):
        house.open_vote(game)
    house.act("new game", game="ale", title="", ruleset="net_play", settings={})
    (told,) = away(house, CLOSE - minutes(360), CLOSE - minutes(60))
    assert told.subject == "[nomic] Deadlines of 3 games have moved"
    listed = [one for one in told.text.splitlines() if one.startswith("- ")]
    assert [one.partition(":")[0] for one in listed] == ["- gin", "- rum", "- tea"]
    assert all("2026-03-09 16:" in one for one in listed), listed
    assert house.run() == []


def test_the_letter_of_an_outage_lists_what_moved_before_a_crash(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in ("tea", "rum", "gin"):
        house.open_vote(game)
    moved = house.pump._ticking._move_deadlines
    seen: list[int] = []

    def dies(game: int, *more: Any) -> bool:
        seen.append(game)
        if len(seen) == 3:
            raise KeyboardInterrupt
        return moved(game, *more)

    monkeypatch.setattr(house.pump._ticking, "_move_deadlines", dies)
    with pytest.raises(KeyboardInterrupt):
        away(house, CLOSE - minutes(10), CLOSE - minutes(8))
    monkeypatch.undo()
    (told,) = (one for one in house.run() if one.to == house.config.moderator.address)
    assert told.text.count("\n- ") == 3


def test_after_an_outage_that_moves_nothing_nobody_is_told(house: House) -> None:
    house.open_vote("tea")
    house.open_vote("rum")
    ended = CLOSE - timedelta(hours=20)
    assert away(house, ended - minutes(1), ended) == []


def test_each_moderator_is_told_of_their_own_games(house: House) -> None:
    for game in ("tea", "rum"):
        house.open_vote(game)
    with house.database.write() as connection:
        ivy = Moderator(1, house.game("rum").id, "Ivy", "ivy@x.example", 0, "", START, START)
        moderators.ask(connection, ivy)
    with house.database.write() as connection:
        heartbeats.was_away(
            connection, heartbeats.ListenerOutage(CLOSE - minutes(90), CLOSE - minutes(60))
        )
    house.clock.set(CLOSE - minutes(60))
    told = {one.to: one.text for one in house.run() if "moved" in one.subject}
    assert "- tea" in told[house.config.moderator.address]
    assert "- tea" not in told["ivy@x.example"]
    assert "- rum" in told["ivy@x.example"]
