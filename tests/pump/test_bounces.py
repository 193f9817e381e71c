"""Letters of ours that come back: counted at our own return path alone, and never a move."""

from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from nomic_mail.daemon.sender import Sender
from nomic_mail.letters.proof.token import expiry, mint
from nomic_mail.post.render import TOKEN_DAYS
from nomic_mail.store.people.seats import MOST_FAILURES
from nomic_mail.wire import Outcome
from tests.kit.attackers import opened
from tests.kit.house import HOST, House, address_of
from tests.kit.siege import KEY, MODERATOR

FATES = {"5.1.1": "failed", "4.2.2": "failed", "4.4.1": "delayed"}


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.open_vote()
    return house


def return_path(house: House, name: str) -> str:
    """Of a letter that was sent today, as far as the last one tells."""
    old = opened(last_return_path(house, name))
    assert old is not None
    today = replace(old, expires=expiry(house.clock.now().date(), TOKEN_DAYS))
    return f"nomic+b.{mint(KEY, today)}@{HOST}"


def last_return_path(house: House, name: str) -> str:
    (row,) = house.rows(
        "SELECT mail_from FROM outbox WHERE recipient = ? AND mail_from != '' ORDER BY id DESC"
        " LIMIT 1",
        address_of(name),
    )
    found: str = row[0]
    return found


def comes_back(
    house: House, name: str, status: str = "5.1.1", to: str = "", failed: str = ""
) -> int:
    report = [
        "From: MAILER-DAEMON@mx.players.example",
        "Subject: Undelivered Mail Returned to Sender",
        f"Message-ID: <bounce.{house._letters}@mx.players.example>",
        "MIME-Version: 1.0",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
        "",
        "--b",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; mx.players.example",
        "",
        f"Final-Recipient: rfc822; {failed or address_of(name)}",
        f"Action: {FATES[status]}",
        f"Status: {status}",
        "--b--",
    ]
    raw = "\r\n".join(report).encode()
    number = house.hand_in(raw, "", [to or return_path(house, name)])[0]
    house.run()
    return number


def failures(house: House, name: str) -> tuple[int, bool]:
    ((count, since),) = house.rows(
        "SELECT failures, suspended_at FROM seats WHERE address = ?", address_of(name)
    )
    return count, since is not None


def test_what_comes_back_for_good_three_times_is_sent_no_more_and_the_moderator_told(
    house: House,
) -> None:
    other, mover, head = house.others()[0], house.mover(), house.game().head
    for count in range(1, MOST_FAILURES + 1):
        assert house.became(comes_back(house, other)) == "screened"
        assert failures(house, other) == (count, count == MOST_FAILURES)
        house.later(hours=12)
    subjects = [one.subject for one in house.told if one.to == MODERATOR]
    assert [one for one in subjects if f"Letters to {other} come back" in one] == subjects[-1:]
    assert house.game().head == head
    comes_back(house, other)
    assert len([one for one in house.told if one.to == MODERATOR]) == len(subjects)
    house.reply(mover, "FOR\n")
    house.run()
    house.later(days=8)  # the vote is extended, and everybody told
    told_late = house.run()
    assert address_of(mover) in {one.to for one in told_late}
    assert address_of(other) not in {one.to for one in told_late}


def test_a_bad_hour_of_a_mail_server_and_a_bounce_sent_twice_suspend_nobody(
    house: House,
) -> None:
    other = house.others()[0]
    number = comes_back(house, other)
    again = house.hand_in(house.arrival(number).raw, "", [house.arrival(number).recipient])[0]
    house.run()
    assert (house.became(again), failures(house, other)) == ("duplicate", (1, False))
    for _ in range(MOST_FAILURES):
        comes_back(house, other)
    assert failures(house, other) == (1, False)


def test_who_writes_again_is_written_to_again(house: House) -> None:
    other, mover = house.others()[0], house.mover()
    for _ in range(MOST_FAILURES):
        comes_back(house, other)
        house.later(hours=12)
    house.reply(other, "FOR\n")
    (answer,) = (one for one in house.run() if one.to == address_of(other))
    assert answer.occasions == ("receipt", "resumed")
    assert "go out to you again" in answer.subject
    assert "FOR 301 is counted" in " ".join(answer.text.split())
    assert failures(house, other) == (0, False)
    house.reply(mover, "FOR\n")
    assert address_of(other) in {one.to for one in house.run()}


def test_a_letter_that_proves_nothing_resumes_nothing(house: House) -> None:
    other = house.others()[0]
    for _ in range(MOST_FAILURES):
        comes_back(house, other)
        house.later(hours=12)
    house.unproven(other, "FOR\n")
    house.run()
    assert failures(house, other) == (MOST_FAILURES, True)


@pytest.mark.parametrize("status", ["4.2.2", "4.4.1"])
def test_what_is_only_late_or_full_is_not_counted(house: House, status: str) -> None:
    other = house.others()[0]
    for _ in range(MOST_FAILURES):
        assert "for now" in house.arrival(comes_back(house, other, status)).result
    assert failures(house, other) == (0, False)


def test_a_forwarded_letter_that_comes_back_from_elsewhere_is_known_by_its_return_path(
    house: House,
) -> None:
    other = house.others()[0]
    comes_back(house, other, failed="ada@old.example")
    assert failures(house, other) == (1, False)


def test_a_bounce_anywhere_else_is_not_believed(house: House) -> None:
    other = house.others()[0]
    door, path = house.door(other), return_path(house, other)
    wrong = path[: path.index("@") - 1] + ("b" if path[path.index("@") - 1] == "a" else "a")
    for to in (
        door,
        f"nomic+tea@{HOST}",
        f"nomic@{HOST}",
        f"{wrong}@{HOST}",
        door.replace("+r.", "+b."),
        path.replace("+b.", "+r."),
    ):
        number = comes_back(house, other, to=to)
        assert (house.became(number), failures(house, other)) == ("screened", (0, False)), to


def test_a_return_path_is_no_reply_address(house: House) -> None:
    """Other programs on the way see it; it must prove nothing."""
    other, head = house.others()[0], house.game().head
    to = return_path(house, other).replace("+b.", "+r.")
    number = house.post_in(house.written(other, to, "FOR\n"), other, to)
    house.run()
    assert (house.became(number), house.game().head) == ("held", head)


def test_automatic_letters_to_a_return_path_are_dropped(house: House) -> None:
    other = house.others()[0]
    to = return_path(house, other)
    raw = house.written(other, to, "I am away.\n")
    raw = raw.replace(b"Subject:", b"Auto-Submitted: auto-replied\nSubject:")
    number = house.post_in(raw, other, to)
    assert house.run() == []
    assert (house.became(number), failures(house, other)) == ("screened", (0, False))


def test_what_the_smart_host_refuses_for_good_counts_like_a_bounce(house: House) -> None:
    other, mover = house.others()[0], house.mover()

    class Refusing:
        def deliver(self, mail_from: str, recipient: str, raw: bytes, name_hint: str) -> Outcome:
            refused = recipient == address_of(other)
            return Outcome("failed", "RCPT: 550 no") if refused else Outcome("sent", "250 ok")

        def close(self) -> None:
            pass

    sender = Sender(house.database, Refusing(), house.clock, "the house", timedelta(days=3))
    for _ in range(MOST_FAILURES):
        house.reply(other, "SCORES\n")
        house.reply(mover, "SCORES\n")
        house.pump.run()
        sender.run()
    assert failures(house, mover) == (0, False)
    count, suspended = failures(house, other)
    assert (count > 0, suspended) == (True, False)  # they write, so somebody reads
