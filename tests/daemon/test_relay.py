"""A letter that our own mail server had before a deadline is in time, if the vote is not closed yet
when it comes; nothing that a sender can write is believed, and the order of letters stays.

The server is a real one, and letters come to its listener over TCP. The vote closes after a week,
and what had not come two minutes later is late.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from nomic_mail.config import load
from nomic_mail.daemon.doctor import examine
from tests.daemon.test_punctual import CLOSE, CONFIG, MINUTE, SECOND, Post
from tests.kit.databases import of_sqlite
from tests.kit.tiers import some
from tests.pump.test_fence import news

pytestmark = of_sqlite

RELAY = '[mail]\nrelay = ["mx.nomic.example", "{}"]\n'
COUNTED = ["BallotCast", "BallotCast", "VotingClosed"]
LATE = ["BallotCast", "VotingExtended", "BallotCast"]


def line(at: datetime, by: str = "mx.nomic.example", seen: str = "203.0.113.5") -> bytes:
    told = f"Received: from mail.example (mail.example [{seen}])\r\n\tby {by} (Postfix) with ESMTP"
    return f"{told}\r\n\tid 4aBc; {format_datetime(at)}\r\n".encode()


@pytest.fixture
def posts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Post]]:
    opened = []

    def post(address: str = "127.0.0.1") -> Post:
        config = CONFIG.replace("[mail]\n", RELAY.replace("{}", address))
        monkeypatch.setattr("tests.daemon.test_punctual.CONFIG", config)
        opened.append(Post(tmp_path))
        return opened[-1]

    yield post
    for one in opened:
        one.close()


def came(post: Post, head: bytes, name: str, text: str = "FOR\n") -> None:
    """It comes now, with that written above it on its way."""
    name, to, raw = post.written(name, text)
    assert post.try_with((name, to, head + raw)) == 250


def test_what_our_mail_server_had_before_the_close_is_in_time(posts: Callable[..., Post]) -> None:
    post = posts()
    post.at(-20 * SECOND)
    post.run()
    came(post, line(CLOSE - SECOND), post.other)
    post.run()
    assert news(post.house)[:3] == COUNTED
    cause = next(one for one in post.house.events() if type(one).__name__ == "VotingClosed")
    assert cause.outcome == "adopted"


@pytest.mark.parametrize(
    "head",
    some(
        [
            b"",
            line(CLOSE + SECOND),
            # forged below the line of our own, or above it by whoever is no server of ours
            line(CLOSE + SECOND) + line(CLOSE - MINUTE),
            line(CLOSE - MINUTE, by="mx.evil.example") + line(CLOSE - MINUTE),
            line(CLOSE + SECOND, seen="203.0.113.5") + line(CLOSE - MINUTE, seen="127.0.0.1"),
            # ahead of the clock, and before the ballot was there
            line(CLOSE + 90 * SECOND),
            line(CLOSE - timedelta(days=8)),
        ],
        3,
    ),
)
def test_nothing_else_makes_a_letter_early(posts: Callable[..., Post], head: bytes) -> None:
    post = posts()
    post.at(-20 * SECOND)
    came(post, head, post.other)
    post.run()
    assert news(post.house) == ["BallotCast"]  # it waits, as others may be on their way
    post.at(-3 * MINUTE)
    post.run()
    assert news(post.house)[:3] == LATE


def test_a_line_is_not_believed_from_whoever_calls(posts: Callable[..., Post]) -> None:
    """Only 192.0.2.7 may hand letters in as our mail server does, and this is 127.0.0.1."""
    post = posts("192.0.2.7")
    post.at(-20 * SECOND)
    came(post, line(CLOSE - MINUTE), post.other)
    post.run()
    post.at(-3 * MINUTE)
    post.run()
    assert news(post.house)[:3] == LATE


def test_two_hops_of_our_own_count_from_the_first(posts: Callable[..., Post]) -> None:
    post = posts()
    post.at(-20 * SECOND)
    head = line(CLOSE + 9 * SECOND, seen="127.0.0.1") + line(CLOSE - SECOND)
    came(post, head, post.other)
    post.run()
    assert news(post.house)[:3] == COUNTED


def test_a_vote_that_has_closed_stays_closed(posts: Callable[..., Post]) -> None:
    """The mail server had it in time, and kept it for longer than anybody waits."""
    post = posts()
    post.at(-3 * MINUTE)
    post.run()
    assert news(post.house) == LATE[:2]
    came(post, line(CLOSE - MINUTE), post.other)
    post.run()
    assert news(post.house)[:3] == LATE  # in the days by which the vote was extended


def test_one_that_is_in_time_is_not_kept_waiting_by_one_that_is_late(
    posts: Callable[..., Post],
) -> None:
    post = posts()
    post.at(-10 * SECOND)
    came(post, line(CLOSE + 5 * SECOND), post.mover, "AGAINST\n")
    post.at(-20 * SECOND)
    came(post, line(CLOSE - SECOND), post.other)
    post.run()
    assert news(post.house)[:3] == COUNTED
    post.at(-3 * MINUTE)
    post.run()
    assert post.house.kinds().count("BallotCast") == 2  # the late change of mind is refused


def test_the_order_of_letters_is_that_in_which_they_came(posts: Callable[..., Post]) -> None:
    """Our mail server had the second letter of a player's before the first: the last that came
    counts, as it does for everybody."""
    post = posts()
    post.at(-10 * SECOND)
    came(post, line(CLOSE - SECOND), post.mover, "AGAINST\n")
    post.at(-12 * SECOND)
    came(post, line(CLOSE - 9 * SECOND), post.mover, "FOR\n")
    post.at(-20 * SECOND)
    came(post, line(CLOSE - 3 * SECOND), post.other)
    post.run()
    (closed,) = [one for one in post.house.events() if type(one).__name__ == "VotingClosed"]
    assert closed.outcome == "adopted"


def test_a_yes_that_was_there_in_time_makes_the_held_letter_count(
    posts: Callable[..., Post],
) -> None:
    post = posts()
    post.at(MINUTE)
    house = post.house
    house.clock.set(post.clocks.wall)
    house.unproven(post.other, "FOR 301\n")
    (asked,) = (one for one in house.run() if "Was this letter yours?" in one.subject)
    post.at(-20 * SECOND)
    raw = house.written(post.other, asked.reply_to, "YES\n")
    assert post.try_with((post.other, asked.reply_to, line(CLOSE - SECOND) + raw)) == 250
    post.run()
    assert news(house)[:3] == COUNTED


def found(post: Post) -> tuple[str, str]:
    """What `check` says of it, and what to do."""
    post.run()
    told = (one for one in examine(load(post.house.config.file), post.house.clock))
    return next((one.words, one.fix) for one in told if one.part == "relay")


def test_check_tells_whether_our_mail_server_is_known_by_its_lines(
    posts: Callable[..., Post],
) -> None:
    post = posts("192.0.2.7")
    assert "no Received line" in found(post)[0]
    came(post, line(CLOSE - 3 * timedelta(days=1)), post.other, "RULES\n")
    assert 'such as "127.0.0.1"' in found(post)[1]
    came(post, line(CLOSE, by="other.example"), post.other, "STATUS\n")
    assert found(post)[0] == "the last letter came by other.example, which is not listed"


def test_check_tells_that_its_line_is_believed(posts: Callable[..., Post]) -> None:
    post = posts()
    came(post, line(post.clocks.wall - SECOND), post.other, "SCORES\n")
    told = "the line of mx.nomic.example, 127.0.0.1 stands above 1 of the last 3 letters"
    assert found(post) == (told, "")
