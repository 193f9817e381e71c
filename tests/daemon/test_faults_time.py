"""Rows of the fault table (docs/faults.md): clocks that people set, by mistake, or by law in
spring and autumn. A deadline is a moment, the same for all; only what it is called differs from
zone to zone."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.daemon.test_fence_clock import TwoClocks, daemon_of
from tests.kit.databases import of_sqlite
from tests.kit.funnel import watched
from tests.kit.house import START, WEEK, House, address_of
from tests.kit.tiers import some
from tests.pump.test_fence import news

SECOND = timedelta(seconds=1)
ZONES = ("Europe/Berlin", "America/New_York")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    with watched(house.config.database_url):
        yield house
    house.close()


@pytest.mark.parametrize(
    ("closes", "told"),
    some(
        [
            # Berlin's clocks go from 02:00 to 03:00 in that night, New York's went two weeks before
            (datetime(2026, 3, 29, 0, 30, tzinfo=UTC), ("Sun 01:30", "Sat 20:30")),
            (datetime(2026, 3, 29, 1, 30, tzinfo=UTC), ("Sun 03:30", "Sat 21:30")),
            # from 03:00 back to 02:00, so that 02:30 comes twice; New York's go a week later
            (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), ("Sun 02:30", "Sat 20:30")),
            (datetime(2026, 10, 25, 1, 30, tzinfo=UTC), ("Sun 02:30", "Sat 21:30")),
            # the night of New York's own change, in whose middle it closes
            (datetime(2026, 3, 8, 7, 30, tzinfo=UTC), ("Sun 08:30", "Sun 03:30")),
            (datetime(2026, 11, 1, 6, 30, tzinfo=UTC), ("Sun 07:30", "Sun 01:30")),
        ],
        3,
    ),
    ids=str,
)
def test_dst_in_the_zones_of_players_moves_no_deadline(
    house: House, closes: datetime, told: tuple[str, str]
) -> None:
    house.clock.set(closes - WEEK)
    house.begin()
    voters = [house.mover(), *house.others()]
    for name, zone in zip(voters, ZONES, strict=True):
        house.change("UPDATE seats SET zone = ? WHERE address = ?", zone, address_of(name))
    house.reply(voters[0], "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE\n")
    ballots = {one.to: " ".join(one.text.split()) for one in house.run()}
    for name, zone, local in zip(voters, ZONES, told, strict=True):
        ballot = ballots[address_of(name)]
        assert f"{closes:%a %Y-%m-%d %H:%M} UTC ({local} in {zone})" in ballot, ballot
    house.reply(voters[0], "FOR\n")
    house.run()
    before = len(news(house))
    house.clock.set(closes - SECOND)
    house.run()
    assert len(news(house)) == before
    house.clock.set(closes)
    house.run()
    assert news(house)[before:] == ["VotingExtended"]
    for hours in (1, 2, 3):  # the hour that comes twice brings nothing twice
        house.clock.set(closes + timedelta(hours=hours))
        house.run()
    assert news(house)[before:] == ["VotingExtended"]


@of_sqlite
@pytest.mark.parametrize(
    "by",
    [timedelta(hours=1), -timedelta(hours=1), timedelta(days=30), -timedelta(days=30)],
    ids=["forward-an-hour", "back-an-hour", "forward-a-month", "back-a-month"],
)
def test_a_wall_clock_that_is_set_over_a_deadline_passes_none(house: House, by: timedelta) -> None:
    """Half an hour before the vote closes somebody sets the clock; an hour later it is set right.
    No deadline has passed before its time, the moderator is told once, and then it passes."""
    house.open_vote()
    clocks = TwoClocks(START + WEEK - timedelta(minutes=30))
    daemon = daemon_of(house, clocks)
    daemon.once()
    clocks.wall += by
    for _ in range(6):
        clocks.go_on(timedelta(minutes=10))
        daemon.once()
    assert news(house) == []
    told = "SELECT count(*) FROM outbox WHERE recipient = 'm@nomic.example'"
    assert house.rows(told) == [(1,)]
    clocks.wall -= by
    daemon.once()
    daemon.stop()
    assert news(house) == ["VotingExtended"]
    assert house.events()[-1].at == START + WEEK + timedelta(minutes=30)
    assert house.rows(told)[0][0] == 1
