"""How letters tell a time."""

from datetime import UTC, datetime, timedelta

import pytest

from nomic_mail.post.times import when

NOON = datetime(2026, 3, 28, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("left", "told"),
    [
        ({"minutes": 1}, "in 1 minute"),
        ({"minutes": 59}, "in 59 minutes"),
        ({"hours": 1}, "in 1 hour"),
        ({"hours": 47}, "in 47 hours"),
        ({"hours": 48}, "in 2 days"),
        ({"days": 7, "hours": 3}, "in 7 days"),
    ],
)
def test_how_soon_counts_from_the_letter(left: dict[str, float], told: str) -> None:
    assert when(NOON + timedelta(**left), NOON).endswith(f" UTC, {told}")


def test_what_is_over_is_not_soon() -> None:
    assert when(NOON, NOON) == "Sat 2026-03-28 12:00 UTC"
    assert when(NOON - timedelta(days=1), NOON) == "Fri 2026-03-27 12:00 UTC"


def test_a_time_is_told_on_the_readers_own_clock_and_day() -> None:
    """Berlin's clocks go forward in that night: 01:30 UTC is 03:30 there, and no 02:30 is told."""
    night = datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    assert "(Sun 03:30 in Europe/Berlin)" in when(night, NOON, "Europe/Berlin")
    assert "(Sun 01:30 in Europe/Berlin)" in when(night - timedelta(hours=1), NOON, "Europe/Berlin")
    assert "(Sat 20:30 in America/New_York)" in when(
        night - timedelta(hours=1), NOON, "America/New_York"
    )


@pytest.mark.parametrize("zone", ["", "Europe", "../../etc/passwd", "Nowhere/Town", "\x00", "UTC"])
def test_what_is_no_zone_costs_the_local_time_and_not_the_letter(zone: str) -> None:
    assert when(NOON, NOON, zone) == "Sat 2026-03-28 12:00 UTC"
