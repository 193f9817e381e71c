"""Letters in a mailbox on a real Dovecot: taken in once and whole, moved out only afterwards,
whatever the server or the line does; and the waiting for news. The funnel is watched meanwhile."""

import itertools
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from nomic_mail.clock import SystemClock
from nomic_mail.wire import Found
from nomic_mail.wire.imap import MailboxTrouble
from tests.kit.real.cut_line import CutLine
from tests.kit.real.mailbox_house import House, letter, stored_house
from tests.kit.real.real_mail import Dovecot, dovecot

users = itertools.count(1)


@pytest.fixture(scope="module")
def server() -> Iterator[Dovecot]:
    with dovecot() as one:
        yield one


@pytest.fixture
def user() -> str:
    return f"box{next(users)}"


@pytest.fixture
def line(server: Dovecot) -> Iterator[CutLine]:
    line = CutLine(server.port)
    yield line
    line.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with stored_house(tmp_path) as house:
        yield house


# A letter is never lost, and never taken twice


def test_a_letter_stays_until_it_is_safely_in(server: Dovecot, user: str, house: House) -> None:
    def busy(found: Found) -> None:
        raise RuntimeError("the disk is full")

    server.append(user, [letter(1)])
    house.refuse = busy
    reader = house.reader(server, user)
    for _ in range(5):
        with pytest.raises(RuntimeError):
            reader.look()
    assert reader.complete_at is None
    assert len(server.texts(user)) == 1
    house.refuse = lambda found: None
    assert reader.look() == 1
    assert server.texts(user) == []


def test_a_letter_that_can_never_be_stored_is_held(
    server: Dovecot, user: str, house: House
) -> None:
    def odd(found: Found) -> None:
        if b"Subject: 1\r" in found.raw:
            raise ValueError("no bytes for that")

    server.append(user, [letter(1), letter(2)])
    house.refuse = odd
    reader = house.reader(server, user)
    assert reader.look() == 1
    assert reader.complete_at is not None
    assert server.texts(user, "nomic-held") == [letter(1)]


@pytest.mark.parametrize(
    ("word", "after"),
    [
        (b"BODY.PEEK[]", 0),
        (b"BODY.PEEK[]", 700),
        (b"RFC822.SIZE", 40),
        (b"UID MOVE", 0),
        (b"UID MOVE", 10),
        (b"SEARCH", 0),
        (b"NOOP", 0),
        (b"AUTHENTICATE", 0),
        (b"SELECT", 20),
    ],
)
def test_a_line_cut_at_any_word_loses_and_doubles_nothing(
    server: Dovecot, user: str, house: House, line: CutLine, word: bytes, after: int
) -> None:
    server.append(user, [letter(n) for n in range(1, 6)])
    line.cut(word, after)
    reader = house.reader(server, user, port=line.port)
    with pytest.raises(MailboxTrouble):
        reader.look()
    assert reader.complete_at is None
    reader.look()
    assert sorted(house.subjects()) == ["1", "2", "3", "4", "5"]
    assert server.texts(user) == []
    assert len(server.texts(user, "nomic-done")) == 5
    assert line.sessions == 2


def test_a_mail_server_that_is_killed_and_comes_back(user: str, house: House) -> None:
    with dovecot() as server:
        server.append(user, [letter(1)])
        reader = house.reader(server, user)
        reader.look()
        server.stop()
        with pytest.raises(MailboxTrouble, match="connection"):
            reader.look()
        with pytest.raises(MailboxTrouble, match="no connection"):
            reader.look()
        server.start()
        server.append(user, [letter(2)])
        assert reader.look() == 1
        assert house.subjects() == ["1", "2"]


def test_a_peer_that_is_dead_but_does_not_say_so(
    server: Dovecot, user: str, house: House, line: CutLine
) -> None:
    reader = house.reader(server, user, port=line.port)
    reader.look()
    line.silence(b"NOOP")
    began = SystemClock().monotonic_seconds()
    with pytest.raises(MailboxTrouble, match="no answer within 5 seconds"):
        reader.look()
    assert SystemClock().monotonic_seconds() - began < 15
    server.append(user, [letter(1)])
    assert reader.look() == 1


def test_a_mailbox_that_was_made_anew_is_read_from_its_beginning(
    server: Dovecot, user: str, house: House
) -> None:
    """UIDVALIDITY changes, and UID 1 is another letter."""
    server.append(user, [letter(1)], "games")
    reader = house.reader(server, user, folder="games")
    reader.look()
    reader.close()
    with server.logged_in(user) as client:
        client.delete_folder("games")
    with pytest.raises(MailboxTrouble):
        reader.look()
    server.append(user, [letter(2)], "games")
    assert reader.look() == 1
    assert house.subjects() == ["1", "2"]
    assert len({one.source for one in house.taken}) == 2


@pytest.mark.parametrize("told", [b"", b"0"])
def test_a_server_that_tells_no_uidvalidity(
    server: Dovecot, user: str, house: House, line: CutLine, told: bytes
) -> None:
    """The letter's own hash is its name, so a UID that is used again hides no letter."""

    def without(piece: bytes) -> bytes:
        head, mark, rest = piece.partition(b"* OK [UIDVALIDITY ")
        if not mark:
            return piece
        tail = rest.partition(b"]")[2]
        return head + (b"* OK [UIDVALIDITY 0]" if told else b"* OK [X]") + tail

    line.change = without
    for number in (1, 2):
        server.append(user, [letter(number)], f"box {number}")
        house.reader(server, user, port=line.port, folder=f"box {number}").look()
    # the same folder, the same UID, another letter
    with server.logged_in(user) as client:
        client.delete_folder("box 1")
    server.append(user, [letter(3)], "box 1")
    house.reader(server, user, port=line.port, folder="box 1").look()
    assert house.subjects() == ["1", "2", "3"]


def test_another_letter_under_a_name_that_is_known_is_not_taken_for_it(
    server: Dovecot, user: str, house: House
) -> None:
    """A server that gave the same UIDVALIDITY again."""
    server.append(user, [letter(1)], at=datetime(2026, 1, 1, tzinfo=UTC))
    reader = house.reader(server, user)
    reader.look()
    source = house.taken[0].source
    server.append(user, [letter(2)], at=datetime(2026, 1, 2, tzinfo=UTC))
    name, _, uid = source.rpartition(" ")
    house.known[f"{name} {int(uid) + 1}"] = datetime(2026, 1, 1, tzinfo=UTC)
    assert reader.look() == 1
    assert house.taken[1].raw == letter(2)
    assert house.taken[1].source != house.taken[0].source


def test_a_letter_whose_answer_gets_lost_is_asked_for_again(
    server: Dovecot, user: str, house: House, line: CutLine
) -> None:
    """imapclient drops what it did not ask for, and with it, at times, what it did (#334)."""
    lost: list[bytes] = []

    def without_the_second(piece: bytes) -> bytes:
        if b"UID 2 RFC822.SIZE" in piece and not lost:
            lost.append(piece)
            lines = piece.split(b"\r\n")
            return b"\r\n".join(one for one in lines if b"UID 2 RFC822" not in one)
        return piece

    line.change = without_the_second
    server.append(user, [letter(1), letter(2), letter(3)])
    assert house.reader(server, user, port=line.port).look() == 3
    assert lost
    assert sorted(house.subjects()) == ["1", "2", "3"]


def test_a_letter_that_somebody_took_away_meanwhile_is_passed_over(
    server: Dovecot, user: str, house: House
) -> None:
    server.append(user, [letter(1), letter(2)])

    def gone(found: Found) -> None:
        with server.logged_in(user) as client:
            client.select_folder("INBOX")
            client.add_flags([2], [b"\\Deleted"])
            client.expunge()

    house.refuse = gone
    reader = house.reader(server, user)
    reader.look()
    assert reader.complete_at is not None
    reader.look()
    assert server.texts(user) == []


def test_a_letter_the_server_never_hands_out_holds_up_the_others_three_times(
    server: Dovecot, user: str, house: House, line: CutLine
) -> None:
    def without_the_first(piece: bytes) -> bytes:
        lines = piece.split(b"\r\n")
        return b"\r\n".join(one for one in lines if b"UID 1 RFC822" not in one)

    line.change = without_the_first
    server.append(user, [letter(1), letter(2)])
    reader = house.reader(server, user, port=line.port)
    for _ in range(2):
        with pytest.raises(MailboxTrouble, match="does not hand out letter 1"):
            reader.look()
    assert reader.look() == 1
    assert house.subjects() == ["2"]
    assert server.texts(user) == [letter(1)]


# Waiting


def test_news_end_the_wait(server: Dovecot, user: str, house: House) -> None:
    reader = house.reader(server, user)
    reader.look()
    threading.Timer(0.3, lambda: server.deliver(user, letter(1))).start()
    began = SystemClock().monotonic_seconds()
    reader.wait(20)
    assert SystemClock().monotonic_seconds() - began < 10
    assert reader.look() == 1


def test_a_stop_ends_the_wait(server: Dovecot, user: str, house: House) -> None:
    for idle in (True, False):
        reader = house.reader(server, user, idle=idle)
        reader.look()
        threading.Timer(0.2, house.stop.set).start()
        began = SystemClock().monotonic_seconds()
        reader.wait(20)
        assert SystemClock().monotonic_seconds() - began < 5
        house.stop.clear()


def test_a_line_cut_in_idle_is_trouble_at_once_and_not_a_busy_loop(
    server: Dovecot, user: str, house: House, line: CutLine
) -> None:
    reader = house.reader(server, user, port=line.port)
    reader.look()
    threading.Timer(0.3, line.cut_now).start()
    began = SystemClock().monotonic_seconds()
    with pytest.raises(MailboxTrouble):
        reader.wait(20)
    assert SystemClock().monotonic_seconds() - began < 10
    server.append(user, [letter(1)])
    assert reader.look() == 1


def test_what_comes_between_the_look_and_the_wait_is_found(
    server: Dovecot, user: str, house: House
) -> None:
    """Its EXISTS may come with the `+ idling`, where nobody sees it: so the wait is no proof."""
    reader = house.reader(server, user)
    reader.look()
    server.deliver(user, letter(1))
    reader.wait(0.2)
    assert reader.look() == 1
