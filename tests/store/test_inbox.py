"""The inbox: a letter is in once, worked on by one holder at a time, in order of receipt; a holder
that dies gives its letters back, and deaths are counted apart from the letters' own errors."""

from datetime import datetime, timedelta

import pytest
from msgspec.structs import replace
from sqlalchemy import insert
from sqlalchemy.exc import DatabaseError

from nomic_mail.store.database import tables
from nomic_mail.store.database.engines import Conflict
from nomic_mail.store.queue import inbox
from nomic_mail.store.queue.inbox import LEASE, MOST_CRASHES, Arrival, Lost, Parcel
from tests.kit.house import START, House

TEA = "nomic+tea@nomic.example"


def parcel(source: str, received_at: datetime = START) -> Parcel:
    return Parcel(source, "letter", b"raw", "", f"digest of {source}", "", "", received_at)


def accept(house: House, source: str, minutes: int = 0, to: tuple[str, ...] = (TEA,)) -> list[int]:
    with house.database.write() as connection:
        return inbox.accept(connection, parcel(source, START + timedelta(minutes=minutes)), to)


def claim(house: House, holder: str, most: int = 20) -> list[Arrival]:
    """As the pump does."""
    with house.database.write() as connection:
        inbox.recover(connection, house.clock.now(), ours=holder)
        return inbox.claim(connection, holder, house.clock.now(), most)


def ids(arrivals: list[Arrival]) -> list[int]:
    return [one.id for one in arrivals]


def test_a_source_is_taken_in_once_for_each_recipient(house: House) -> None:
    """An IMAP MOVE that failed brings the same UID again (DESIGN 1, step 1)."""
    first = accept(house, "imap 7", to=(TEA, "nomic@nomic.example"))
    assert len(set(first)) == 2
    assert accept(house, "imap 7", to=(TEA, "nomic@nomic.example")) == first
    assert accept(house, "imap 8") != first[:1]
    assert len(claim(house, "one")) == 3


def test_no_error_of_the_database_tells_what_stands_in_a_letter(house: House) -> None:
    """Errors are logged, and letters, sealed ballots and reply addresses are not (010)."""
    secret = "I vote AGAINST 301"
    with pytest.raises(DatabaseError) as bad, house.database.write() as connection:
        connection.execute(insert(tables.inbox).values(sha256=secret, recipient=secret))
    assert "NULL" in str(bad.value) or "null" in str(bad.value)
    assert secret not in str(bad.value)


def test_letters_are_claimed_in_order_of_receipt(house: House) -> None:
    """Not of acceptance: intakes are not equally quick."""
    (late,), (early,) = accept(house, "a", minutes=5), accept(house, "b", minutes=1)
    (same,) = accept(house, "c", minutes=1)
    assert ids(claim(house, "one")) == [early, same, late]


def test_one_holder_works_at_a_time(house: House) -> None:
    for source in "abc":
        accept(house, source)
    assert len(claim(house, "one", most=1)) == 1
    assert claim(house, "other") == []
    assert len(claim(house, "one")) == 3


def test_a_claim_that_was_let_go_is_unharmed(house: House) -> None:
    accept(house, "a")
    (arrival,) = claim(house, "one")
    with house.database.write() as connection:
        inbox.release(connection, "one", [arrival.id])
    (again,) = claim(house, "other")
    assert (again.id, again.tries, again.crashes) == (arrival.id, 0, 0)


def test_a_dead_holders_letters_are_free_when_its_lease_is_over(house: House) -> None:
    accept(house, "a")
    claim(house, "dead")
    house.later(seconds=LEASE.total_seconds() - 1)
    assert claim(house, "heir") == []
    house.later(seconds=1)
    (arrival,) = claim(house, "heir")
    assert (arrival.tries, arrival.crashes) == (0, 1)


def test_a_holder_that_lives_loses_nothing_by_being_slow(house: House) -> None:
    """A busy database is no crash of the letter's."""
    accept(house, "a")
    claim(house, "slow")
    house.later(seconds=10 * LEASE.total_seconds())
    (arrival,) = claim(house, "slow")
    assert arrival.crashes == 0


def test_a_renewed_lease_is_not_taken_over(house: House) -> None:
    accept(house, "a")
    claim(house, "one")
    house.later(seconds=LEASE.total_seconds() - 1)
    with house.database.write() as connection:
        inbox.renew(connection, "one", house.clock.now())
    house.later(seconds=LEASE.total_seconds() - 1)
    assert claim(house, "other") == []


def test_who_lost_a_claim_cannot_settle_it(house: House) -> None:
    """Exactly one row, or nothing (DESIGN 1, step 5)."""
    accept(house, "a")
    (arrival,) = claim(house, "slow")
    house.later(seconds=LEASE.total_seconds())
    claim(house, "heir")
    with pytest.raises(Lost), house.database.write() as connection:
        inbox.settle(connection, arrival, "slow", state="done")
    assert issubclass(Lost, Conflict)
    assert house.became(arrival.id) == "claimed"
    with house.database.write() as connection:
        inbox.settle(connection, arrival, "heir", state="done")
    with pytest.raises(Lost), house.database.write() as connection:
        inbox.settle(connection, arrival, "heir", state="done")


def test_the_dead_are_told_by_their_kind_at_a_start(house: House) -> None:
    """Whoever has the lock knows that no other daemon lives; a command line may well."""
    accept(house, "a")
    claim(house, "serve host 77")
    with house.database.write() as connection:
        inbox.recover(connection, house.clock.now(), dead="serve")
    (arrival,) = claim(house, "act host 78")
    assert arrival.crashes == 1
    with house.database.write() as connection:
        inbox.recover(connection, house.clock.now(), dead="serve")
    assert house.became(arrival.id) == "claimed"


def test_who_dies_is_no_other_whose_name_begins_alike(house: House) -> None:
    accept(house, "a")
    claim(house, "serve host 77 helper 10")
    with house.database.write() as connection:
        inbox.recover(connection, house.clock.now(), dead="serve host 77 helper 1")
    assert claim(house, "act host 78") == []


def test_what_is_only_looked_at_is_not_read_whole(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A letter is a megabyte, and a thousand of another's game may stand before ours."""
    for number in range(3 * inbox.LOOKED_AT_ONCE):
        accept(house, f"theirs {number}", minutes=number)
    (ours,) = accept(house, "ours", minutes=5000, to=("2",))
    assert len(claim(house, "another", most=1)) == 1
    read: list[Arrival] = []
    whole = inbox._arrival

    def reading(row: object) -> Arrival:
        read.append(whole(row))
        return read[-1]

    monkeypatch.setattr(inbox, "_arrival", reading)
    with house.database.write() as connection:
        at = house.clock.now()
        found = inbox.claim(connection, "we", at, lane=lambda to: 2 if to == "2" else 1)
    assert ids(found) == ids(read) == [ours]
    assert found[0].raw == b"raw"


def test_a_letter_in_hand_at_a_crash_is_taken_alone(house: House) -> None:
    """So that only the guilty one's count goes up again."""
    numbers = [accept(house, source)[0] for source in "abc"]
    claim(house, "dead")
    house.later(seconds=LEASE.total_seconds())
    (fresh,) = accept(house, "d", minutes=-1)
    assert ids(claim(house, "heir")) == [fresh]
    with house.database.write() as connection:
        inbox.settle(connection, house.arrival(fresh), "heir", state="done")
    for number in numbers:
        (arrival,) = claim(house, "heir")
        assert arrival.id == number
        with house.database.write() as connection:
            inbox.settle(connection, arrival, "heir", state="done")


def test_a_letter_is_held_after_ten_crashes_and_no_sooner(house: House) -> None:
    accept(house, "a")
    for crashes in range(MOST_CRASHES):
        (arrival,) = claim(house, f"dead {crashes}")
        assert arrival.crashes == crashes
        with house.database.write() as connection:
            assert inbox.hold_crashers(connection, house.clock.now()) == []
        house.later(seconds=LEASE.total_seconds())
    with house.database.write() as connection:
        inbox.recover(connection, house.clock.now())
        held = inbox.hold_crashers(connection, house.clock.now())
    assert [(one.state, one.crashes) for one in held] == [("held", 10)]
    assert claim(house, "heir") == []


def test_a_held_letter_can_be_tried_again_but_not_past_its_sender(house: House) -> None:
    (mine,), (theirs,) = accept(house, "a"), accept(house, "b")
    for arrival in claim(house, "one"):
        with house.database.write() as connection:
            proof = "asked" if arrival.id == theirs else ""
            inbox.settle(connection, arrival, "one", state="held", proof=proof, tries=3)
    with house.database.write() as connection:
        assert inbox.retry(connection, mine, house.clock.now())
        assert not inbox.retry(connection, theirs, house.clock.now())
    (again,) = claim(house, "one")
    assert (again.id, again.tries) == (mine, 0)


def test_a_letter_is_confirmed_once(house: House) -> None:
    (number,) = accept(house, "a")
    (arrival,) = claim(house, "one")
    with house.database.write() as connection:
        inbox.settle(connection, arrival, "one", state="held", proof="asked")
    house.later(hours=1)
    with house.database.write() as connection:
        yes = replace(arrival, acts_at=house.clock.now(), held_at=START)
        confirmed = inbox.confirm(connection, number, yes)
        assert inbox.confirm(connection, number, yes) is None
        assert not inbox.discard(connection, number, house.clock.now(), "too late")
    assert confirmed is not None
    assert confirmed.received_at == START
    assert confirmed.acts_at == START + timedelta(hours=1)
    assert confirmed.held_at == START


def test_what_a_letter_causes_is_named_the_same_however_often_it_is_worked_on(
    house: House,
) -> None:
    accept(house, "a", to=(TEA, "nomic@nomic.example"))
    first = claim(house, "one")
    again = claim(house, "one")
    assert [one.cause for one in first] == [one.cause for one in again]
    assert first[0].cause != first[1].cause
