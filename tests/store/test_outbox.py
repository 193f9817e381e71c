"""The outbox: each letter is queued once, sent at least once, and never dropped in silence."""

from datetime import timedelta

import pytest

from nomic_mail.store.queue import outbox
from nomic_mail.store.queue.outbox import FIRST_RETRY, LEASE, LONGEST_RETRY, Leased, Outgoing
from tests.kit.house import START, House


def letter(name: str, body: bytes = b"Dear Ada") -> Outgoing:
    return Outgoing(f"<{name}@nomic.example>", "", "ada@players.example", body)


def add(house: House, *letters: Outgoing) -> None:
    with house.database.write() as connection:
        outbox.add(connection, letters, house.clock.now(), None, None)


def lease(house: House, holder: str = "one") -> list[Leased]:
    with house.database.write() as connection:
        return outbox.lease(connection, holder, house.clock.now())


def names(leased: list[Leased]) -> list[str]:
    return [one.letter.message_id.partition("@")[0][1:] for one in leased]


def test_the_same_letter_is_queued_once(house: House) -> None:
    add(house, letter("a"), letter("b"))
    add(house, letter("b"), letter("c"))
    assert names(lease(house)) == ["a", "b", "c"]


def test_two_letters_of_one_name_are_an_error_and_not_a_lost_letter(house: House) -> None:
    """Promise 1: what caused the second is undone and told, not sent without it."""
    add(house, letter("a"))
    with pytest.raises(ValueError, match="two letters are called <a@"):
        add(house, letter("b"), letter("a", b"Dear Bob"))
    with pytest.raises(ValueError, match="two letters are called <c@"):
        add(house, letter("c"), letter("c", b"Dear Bob"))
    assert names(lease(house)) == ["a"]


def test_a_leased_letter_is_nobody_elses_until_the_lease_is_over(house: House) -> None:
    add(house, letter("a"))
    assert names(lease(house)) == ["a"]
    assert lease(house, "other") == []
    house.later(seconds=LEASE.total_seconds())
    assert names(lease(house, "other")) == ["a"]


def test_a_new_sender_takes_up_what_the_dead_one_had_leased(house: House) -> None:
    add(house, letter("a"))
    lease(house)
    with house.database.write() as connection:
        outbox.forget_leases(connection)
    assert names(lease(house, "heir")) == ["a"]


def test_a_sent_letter_never_goes_out_again(house: House) -> None:
    add(house, letter("a"))
    (leased,) = lease(house)
    with house.database.write() as connection:
        outbox.sent(connection, [leased], house.clock.now())
        outbox.deferred(connection, leased, house.clock.now(), "a late word")
        outbox.forget_leases(connection)
    house.later(days=1)
    assert lease(house) == []
    assert house.rows("SELECT state FROM outbox") == [("sent",)]


def test_a_letter_that_cannot_go_waits_longer_each_time(house: House) -> None:
    add(house, letter("a"))
    waits = []
    for _ in range(14):
        (leased,) = lease(house)
        asked = house.clock.now()
        with house.database.write() as connection:
            outbox.deferred(connection, leased, asked, "no route")
        ((state, next_at),) = house.rows("SELECT state, next_at FROM outbox")
        assert state == "waiting"
        assert lease(house) == []
        waits.append(type(asked).fromisoformat(next_at) - asked)
        house.clock.set(asked + waits[-1])
    for tries, wait in enumerate(waits):
        plain = min(FIRST_RETRY * 2**tries, LONGEST_RETRY)
        assert plain <= wait <= plain * 5 / 4
    assert len({wait / min(FIRST_RETRY * 2**n, LONGEST_RETRY) for n, wait in enumerate(waits)}) > 5


def test_letters_that_were_not_tried_go_back_as_they_were(house: House) -> None:
    add(house, letter("a"), letter("b"))
    one, two = lease(house)
    later = house.clock.now() + timedelta(minutes=1)
    with house.database.write() as connection:
        outbox.postponed(connection, [one], None)
        outbox.postponed(connection, [two], later)
    assert [(x.letter.message_id, x.tries) for x in lease(house)] == [(one.letter.message_id, 0)]
    house.clock.set(later)
    assert names(lease(house)) == ["b"]


def test_a_letter_put_off_by_a_clock_that_stood_wrong_is_not_put_off_for_a_month(
    house: House,
) -> None:
    add(house, letter("a"))
    house.clock.set(START - timedelta(days=30))
    assert names(lease(house)) == ["a"]
