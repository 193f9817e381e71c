"""When a timer is due, by the clocks of the zone that it names, and what a program sees then."""

from datetime import UTC, date, datetime, timedelta

import pytest

from nomic_mail.game.timers import BadTimer, after_missed, is_in_zone, next_time
from tests.game.test_programs import adopt, change, game, perform
from tests.kit.recorded import checked, recorded


def each(what: str, after: datetime, so_many: int) -> list[str]:
    told = []
    for _ in range(so_many):
        after = next_time(what, after)
        told.append(f"{after:%a %d %b %H:%M}")
    return told


def test_a_time_of_the_week_in_a_zone_stays_there_when_summer_time_begins_and_ends() -> None:
    spring = each("monday 20:00 Europe/Berlin", datetime(2026, 3, 17, tzinfo=UTC), 3)
    assert spring == ["Mon 23 Mar 19:00", "Mon 30 Mar 18:00", "Mon 06 Apr 18:00"]
    autumn = each("monday 20:00 Europe/Berlin", datetime(2026, 10, 18, tzinfo=UTC), 3)
    assert autumn == ["Mon 19 Oct 18:00", "Mon 26 Oct 19:00", "Mon 02 Nov 19:00"]
    utc = each("monday 20:00", datetime(2026, 3, 17, tzinfo=UTC), 3)
    assert utc == ["Mon 23 Mar 20:00", "Mon 30 Mar 20:00", "Mon 06 Apr 20:00"]


def test_only_what_names_a_zone_hangs_on_a_table_of_them() -> None:
    for what in ("monday 20:00 Europe/Berlin", "day 08:00 America/New_York"):
        assert is_in_zone(what)
    for what in ("monday 20:00", "monday 20:00 UTC", "3 days", "day"):
        assert not is_in_zone(what)


@pytest.mark.parametrize(
    ("what", "length"),
    [
        ("1 hour", timedelta(hours=1)),
        ("6 Hours", timedelta(hours=6)),
        ("3 days", timedelta(days=3)),
        ("2 weeks", timedelta(days=14)),
    ],
)
def test_a_length_of_time_is_counted_from_the_last(what: str, length: timedelta) -> None:
    after = datetime(2026, 3, 28, 12, 34, tzinfo=UTC)
    assert next_time(what, after, strict=True) == after + length
    with pytest.raises(BadTimer, match="the same in every zone"):
        next_time(f"{what} Europe/Berlin", after, strict=True)
    assert after_missed(what, after, after + 20 * length) == after + 12 * length


def test_a_day_of_a_zone_may_be_another_in_utc() -> None:
    west = each("monday 20:00 America/Los_Angeles", datetime(2026, 3, 1, tzinfo=UTC), 3)
    assert west == ["Tue 03 Mar 04:00", "Tue 10 Mar 03:00", "Tue 17 Mar 03:00"]
    east = each("monday 08:00 Pacific/Auckland", datetime(2026, 3, 29, tzinfo=UTC), 3)
    assert east == ["Sun 29 Mar 19:00", "Sun 05 Apr 20:00", "Sun 12 Apr 20:00"]


def test_a_time_that_the_clocks_skip_is_as_much_later_and_one_that_comes_twice_is_the_first() -> (
    None
):
    skipped = each("day 02:30 Europe/Berlin", datetime(2026, 3, 28, tzinfo=UTC), 3)
    assert skipped == ["Sat 28 Mar 01:30", "Sun 29 Mar 01:30", "Mon 30 Mar 00:30"]
    twice = each("day 02:30 Europe/Berlin", datetime(2026, 10, 24, tzinfo=UTC), 3)
    assert twice == ["Sat 24 Oct 00:30", "Sun 25 Oct 00:30", "Mon 26 Oct 01:30"]


def test_each_day_has_its_time_once_in_every_zone() -> None:
    """A year and a day of them: never two at one moment, never a day without."""
    for zone in ("Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Africa/Casablanca"):
        for hour in ("00:00", "00:30", "01:30", "02:00", "02:30", "03:00", "23:59"):
            after = datetime(2025, 12, 31, tzinfo=UTC)
            for _ in range(367):
                then = next_time(f"day {hour} {zone}", after)
                assert timedelta(hours=0) < then - after < timedelta(hours=49)
                after = then
            assert after.date() in (date(2027, 1, 1), date(2027, 1, 2)), (zone, hour)


def test_what_was_missed_over_a_change_of_the_clocks_is_due_at_the_times_that_there_were() -> None:
    due = datetime(2026, 3, 27, 19, tzinfo=UTC)
    assert after_missed("day 20:00 Europe/Berlin", due, datetime(2026, 3, 31, tzinfo=UTC)) == (
        datetime(2026, 3, 28, 19, tzinfo=UTC)
    )


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("monday 20:00 Europe/Berlni", "no time zone"),
        ("monday 20:00 Berlin", "no time zone"),
        ("monday 20:00 ../../etc/passwd", "no time zone"),
        ("3 days Europe/Berlin", "the same in every zone"),
    ],
)
def test_a_zone_that_there_is_not_is_told(what: str, why: str) -> None:
    with pytest.raises(BadTimer, match=why):
        next_time(what, datetime(2026, 3, 1, tzinfo=UTC), strict=True)


def test_a_zone_that_has_left_the_tables_costs_the_local_time_and_never_the_game() -> None:
    after = datetime(2026, 3, 1, tzinfo=UTC)
    assert next_time("day 20:00 Europe/Atlantis", after) == after.replace(hour=20)


def test_to_a_timer_with_a_zone_it_is_the_day_there() -> None:
    made = game()
    source = (
        'seen = note("seen", owner="game")\n'
        '@every("monday 20:00 America/Los_Angeles")\n'
        'def tick():\n    seen.set(f"{weekday()} {today()}")'
    )
    lineage = adopt(made, change(source, "Days"))
    made.pass_time(8)
    told = made.state.programs[lineage].value("seen", 0)
    assert str(told).startswith("monday "), told
    assert datetime.fromisoformat(str(told).split()[1]).weekday() == 0
    assert checked(recorded(made.events)).differences == []


def test_what_waits_is_not_called_once_it_is_taken_back() -> None:
    judge = """
fined = quantity("fined", owner="game")

@timer("silent")
def silent():
    fined.give(1)

@action("ASK")
def ask(me):
    cancel("silent")
    later(3, "silent")

@action("FIND")
def find(me):
    cancel("silent")
"""
    made = game()
    lineage = adopt(made, change(judge, "Judge"))
    for form, days in (("ASK", 2), ("ASK", 2)):
        perform(made, lineage, form)
        made.pass_time(days)
    program = made.state.programs[lineage]
    assert (program.value("fined", 0), len(program.later)) == (0, 1)
    perform(made, lineage, "FIND")
    made.pass_time(4)
    program = made.state.programs[lineage]
    assert (program.value("fined", 0), program.later) == (0, ())
    assert checked(recorded(made.events)).differences == []
