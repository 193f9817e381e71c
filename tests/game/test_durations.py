"""Lengths of time as people write them, and as they are told: read, said and shown."""

from datetime import timedelta

import pytest

from nomic_mail.game.durations import (
    LONGEST,
    BadDuration,
    parse_duration,
    say_duration,
    show_duration,
)
from nomic_mail.game.settings import SETTING_MEANINGS, Settings, written

MINUTE, HOUR, DAY, WEEK = (timedelta(minutes=n) for n in (1, 60, 24 * 60, 7 * 24 * 60))


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("0", timedelta(0)),
        ("0m", timedelta(0)),
        ("90m", 90 * MINUTE),
        ("48h", 2 * DAY),
        ("1 w", WEEK),
        (" 2 days 12 hours ", 60 * HOUR),
        ("1d,12h", 36 * HOUR),
        ("1 WEEK, 1 Day", 8 * DAY),
        ("5 minutes", 5 * MINUTE),
        ("5 mins", 5 * MINUTE),
        ("3660d", LONGEST),
    ],
)
def test_a_length_of_time_is_read(text: str, length: timedelta) -> None:
    assert parse_duration(text) == length


@pytest.mark.parametrize(
    "text", ["", "  ", "7", "d", "1 d x", "x 1d", "-1d", "1.5d", "1y", "1d;2h", "3660d 1m"]
)
def test_what_is_no_length_of_time_is_refused(text: str) -> None:
    with pytest.raises(BadDuration):
        parse_duration(text)


@pytest.mark.parametrize(
    ("length", "said", "shown"),
    [
        (timedelta(0), "0 minutes", "0"),
        (MINUTE, "1 minute", "1m"),
        (59 * MINUTE, "59 minutes", "59m"),
        (HOUR, "1 hour", "1h"),
        (90 * MINUTE, "90 minutes", "90m"),
        (DAY, "1 day", "24h"),
        (36 * HOUR, "36 hours", "36h"),
        (2 * DAY, "2 days", "48h"),
        (71 * HOUR, "71 hours", "71h"),
        (3 * DAY, "3 days", "3d"),
        (73 * HOUR, "73 hours", "73h"),
        (3 * DAY + MINUTE, "4321 minutes", "4321m"),
        (WEEK, "1 week", "7d"),
        (8 * DAY, "8 days", "8d"),
        (2 * WEEK, "2 weeks", "14d"),
        (29 * timedelta(seconds=1), "0 minutes", "0"),
        (31 * timedelta(seconds=1), "1 minute", "1m"),
    ],
)
def test_it_is_said_and_shown_in_the_largest_whole_unit_and_is_read_back(
    length: timedelta, said: str, shown: str
) -> None:
    assert (say_duration(length), show_duration(length)) == (said, shown)
    again = {parse_duration(said), parse_duration(shown)}
    assert again == {timedelta(minutes=round(length / MINUTE))}


def test_the_house_has_these_times_where_nobody_says_otherwise() -> None:
    times = {key: written(Settings(), key) for key in SETTING_MEANINGS}
    assert {key: time for key, time in times.items() if time[0].isdigit()} == {
        **dict.fromkeys(("debate_max", "vote_window", "turn_window"), "7d"),
        **dict.fromkeys(("extension", "judge_window", "overrule_window"), "3d"),
        "debate_min": "48h",
        "extensions": "2",
        "away_max": "30d",
    }
