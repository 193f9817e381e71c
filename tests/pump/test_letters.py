"""The pump and the letters that are no trouble-free walk (DESIGN 1): the same one again, a
Message-ID with other words, one that breaks us, a database that is busy, holders that die."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from nomic_mail.letters.mime import message
from nomic_mail.play.table import HOST
from nomic_mail.post.compose import compose
from nomic_mail.store.database import engines as store
from nomic_mail.store.database.engines import Busy
from nomic_mail.store.queue import inbox
from nomic_mail.store.queue.inbox import LEASE, MOST_CRASHES, MOST_TRIES
from tests.kit.house import House, address_of

MODERATOR = f"moderator@{HOST}"


def told_moderator(house: House, number: int) -> list[str]:
    """What the moderator was told about this letter."""
    return [
        one.text
        for one in house.told
        if one.to == MODERATOR and f"letter show {number}\r" in one.text
    ]


def breaks_on(monkeypatch: pytest.MonkeyPatch, digest: str) -> Callable[[], None]:
    """From here on one letter's news cannot be composed; returns the cure."""

    def broken(steps: Any, reply: Any = None) -> Any:
        if reply is not None and reply.digest == digest:
            raise RuntimeError("this letter is too much for us")
        return compose(steps, reply)

    monkeypatch.setattr("nomic_mail.pump.burst.compose", broken)
    return lambda: monkeypatch.setattr("nomic_mail.pump.burst.compose", compose)


# The same letter again


def test_the_same_letter_twice_acts_once(house: House) -> None:
    mover, _ = house.open_vote()
    to = house.door(mover)
    raw = house.written(mover, to, "FOR\n")
    again = b"Received: from a.relay by another; Mon, 2 Mar 2026 09:00:00 +0000\r\n" + raw
    first, second = house.post_in(raw, mover, to), house.post_in(again, mover, to)
    letters = house.run()
    third = house.post_in(raw, mover, to)
    letters += house.run()
    assert [house.became(number) for number in (first, second, third)] == [
        "done",
        "duplicate",
        "duplicate",
    ]
    assert house.kinds().count("BallotCast") == 1
    assert len(letters) == 1
    with house.database.read() as connection:
        assert inbox.funnel(connection)["duplicate"] == 2


def test_a_recipient_in_capitals_is_the_same_recipient(house: House) -> None:
    """Some servers change the case of addresses on the way."""
    mover, _ = house.open_vote()
    to = house.door(mover)
    raw = house.written(mover, to, "FOR\n")
    numbers = [house.post_in(raw, mover, one) for one in (to, to.upper())]
    house.run()
    assert [house.became(number) for number in numbers] == ["done", "duplicate"]
    assert house.kinds().count("BallotCast") == 1


def test_the_same_letter_to_another_recipient_is_no_duplicate(house: House) -> None:
    """Two games, one letter to both: each has its own answer."""
    house.begin("tea")
    house.begin("rum")
    name = house.mover("tea")
    doors = [house.door(name, "tea"), house.door(name, "rum")]
    raw = house.written(name, ", ".join(doors), "STATUS\n")
    numbers = house.hand_in(raw, address_of(name), doors)
    subjects = [letter.subject for letter in house.run()]
    assert [house.became(number) for number in numbers] == ["done", "done"]
    assert len(subjects) == 2
    assert ["tea" in subjects[0], "rum" in subjects[1]] == [True, True]


def test_a_message_id_with_other_words_is_held_and_its_player_asked(house: House) -> None:
    mover, _ = house.open_vote()
    to = house.door(mover)
    one = house.written(mover, to, "FOR\n", "<same@mail.test>")
    other = house.written(mover, to, "AGAINST\n", "<same@mail.test>")
    first, second = house.post_in(one, mover, to), house.post_in(other, mover, to)
    house.run()
    assert (house.became(first), house.became(second)) == ("done", "held")
    asked = " ".join(house.last["tea", address_of(mover)].text.split())
    assert "bears the Message-ID of an earlier one of yours" in asked
    assert house.kinds().count("BallotCast") == 1
    house.reply(mover, "YES\n")
    house.run()
    assert house.became(second) == "done"
    assert house.kinds().count("BallotCast") == 2


# Letters that break us


def test_a_letter_that_raises_three_times_is_held_and_the_others_go_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover, other = house.open_vote()
    bad = house.reply(mover, "STATUS\n")
    good = house.reply(other, "FOR\n")
    breaks_on(monkeypatch, house.arrival(bad).digest)
    house.run()
    arrival = house.arrival(bad)
    assert (arrival.state, arrival.tries, arrival.crashes) == ("held", MOST_TRIES, 0)
    assert MOST_TRIES == 3
    assert house.became(good) == "done"
    assert house.kinds()[-1] == "BallotCast"
    (told,) = told_moderator(house, bad)
    assert "3 tries each ended in an error" in told


def test_what_a_broken_letter_had_begun_is_undone(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The vote of a letter whose answer cannot be written is not counted behind its back."""
    mover, _ = house.open_vote()
    before = house.game()
    bad = house.reply(mover, "FOR\n")
    breaks_on(monkeypatch, house.arrival(bad).digest)
    house.run()
    assert house.game() == before


def test_a_held_letter_acts_when_it_is_tried_again_after_the_cure(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover, _ = house.open_vote()
    bad = house.reply(mover, "FOR\n")
    cure = breaks_on(monkeypatch, house.arrival(bad).digest)
    house.run()
    for hour in (1, 2):
        house.later(hours=1)
        if hour == 2:
            cure()
        with house.database.write() as connection:
            assert inbox.retry(connection, bad, house.clock.now())
        house.run()
    assert house.became(bad) == "done"
    assert house.kinds()[-1] == "BallotCast"
    assert len(told_moderator(house, bad)) == 2  # held anew, it was told anew


def test_an_error_inside_the_transaction_is_the_letters_own_and_leaves_nothing(
    house: House,
) -> None:
    mover, _ = house.open_vote()
    before = house.game()
    number = house.reply(mover, "FOR\n")

    def step(name: str) -> None:
        if name == "written":
            raise RuntimeError("in the middle of it")

    house.another_pump("the house", house.database, step).run()
    arrival = house.arrival(number)
    assert (arrival.state, arrival.tries) == ("held", 3)
    assert house.game() == before
    assert len(house.kinds()) == before.version


# A busy database


@contextmanager
def locked(house: House) -> Iterator[None]:
    """Somebody else writes, and takes their time."""
    with closing(sqlite3.connect(house.file, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


@pytest.fixture
def impatient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(store, "BUSY_MILLISECONDS", 20)
    return House(tmp_path)


def test_a_locked_database_is_busy_and_no_fault_of_a_letter(impatient: House) -> None:
    house = impatient
    mover, _ = house.open_vote()
    number = house.reply(mover, "FOR\n")
    with locked(house):
        for _ in range(5):
            with pytest.raises(Busy):
                house.pump.run()
    house.run()
    arrival = house.arrival(number)
    assert (arrival.state, arrival.tries, arrival.crashes) == ("done", 0, 0)
    assert house.kinds()[-1] == "BallotCast"


def test_a_lock_once_letters_are_in_hand_is_waited_out_however_long(impatient: House) -> None:
    """The claim outlives its lease then; its holder lives, so it is no crash either."""
    house = impatient
    mover, other = house.open_vote()
    numbers = [house.reply(mover, "FOR\n"), house.reply(other, "FOR\n")]
    locks: list[sqlite3.Connection] = []

    def stop() -> bool:
        if house.became(numbers[0]) == "claimed" and not locks:
            locks.append(sqlite3.connect(house.file, isolation_level=None))
            locks[0].execute("BEGIN IMMEDIATE")
        return False

    for _ in range(5):
        with pytest.raises(Busy):
            house.pump.run(stop)
        house.later(seconds=LEASE.total_seconds())
    assert [house.became(number) for number in numbers] == ["claimed", "claimed"]
    locks[0].execute("ROLLBACK")
    locks[0].close()
    house.pump.run()
    arrivals = [house.arrival(number) for number in numbers]
    assert [(one.state, one.tries, one.crashes) for one in arrivals] == [("done", 0, 0)] * 2
    assert house.kinds().count("BallotCast") == 2


def test_a_game_that_moved_on_meanwhile_is_decided_again(house: House) -> None:
    """An act of the moderator's came between our deciding and our writing: no lock is held for
    that long."""
    mover, _ = house.open_vote()
    number = house.reply(mover, "FOR\n")
    moved: list[int] = []

    def step(name: str) -> None:
        if name == "decided" and not moved:
            moved.append(house.act("command", game="tea", verb="Set", fields=LONGER))
            settle_behind(house, moved[0])

    house.another_pump("the house", house.database, step).run()
    assert (house.became(number), house.arrival(number).tries) == ("done", 0)
    assert house.kinds()[-2:] == ["SettingChanged", "BallotCast"]


LONGER = {"key": "vote_window", "value": "9d"}


def settle_behind(house: House, number: int) -> None:
    """Another pump gets in between: the first one's claims are put aside for that long."""
    held = house.rows("SELECT id, claimed_by FROM inbox WHERE state = 'claimed'")
    house.change("UPDATE inbox SET state = 'aside' WHERE state = 'claimed'")
    house.another_pump("another").run()
    assert house.became(number) == "done"
    for arrival, holder in held:
        house.change(
            "UPDATE inbox SET state = 'claimed', claimed_by = ? WHERE id = ?", holder, arrival
        )


# Holders that die


def dies_with_it(house: House, holder: str) -> None:
    """Claims what there is, and is never heard of again."""
    with house.database.write() as connection:
        assert inbox.claim(connection, holder, house.clock.now())
    house.later(seconds=LEASE.total_seconds())


def test_a_dead_pumps_letters_are_worked_on_by_the_next(house: House) -> None:
    mover, other = house.open_vote()
    numbers = [house.reply(mover, "FOR\n"), house.reply(other, "FOR\n")]
    dies_with_it(house, "dead")
    house.run()
    arrivals = [house.arrival(number) for number in numbers]
    assert [(one.state, one.tries, one.crashes) for one in arrivals] == [("done", 0, 1)] * 2
    assert house.kinds().count("BallotCast") == 2


def test_ten_crashes_hold_a_letter_and_tell_the_moderator(house: House) -> None:
    """Counted apart from its own exceptions; the letters beside it go on."""
    mover, other = house.open_vote()
    bad = house.reply(mover, "FOR\n")
    for place in range(MOST_CRASHES):
        dies_with_it(house, f"dead {place}")
        with house.database.write() as connection:
            inbox.recover(connection, house.clock.now())
    good = house.reply(other, "AGAINST\n")
    house.run()
    arrival = house.arrival(bad)
    assert (arrival.state, arrival.tries, arrival.crashes) == ("held", 0, 10)
    assert house.became(good) == "done"
    (told,) = told_moderator(house, bad)
    assert "died 10 times" in told
    house.run()
    assert len(told_moderator(house, bad)) == 1


def test_nine_crashes_do_not(house: House) -> None:
    mover, _ = house.open_vote()
    number = house.reply(mover, "FOR\n")
    for place in range(MOST_CRASHES - 1):
        dies_with_it(house, f"dead {place}")
        with house.database.write() as connection:
            inbox.recover(connection, house.clock.now())
    house.run()
    assert (house.became(number), house.arrival(number).crashes) == ("done", 9)


def test_a_pump_that_lost_its_claim_leaves_the_letter_to_its_heir(house: House) -> None:
    """It was stopped for an hour (a laptop shut, say) between deciding and writing, with no lock:
    a whole record was to be packed."""
    mover, _ = house.open_vote()
    number = house.reply(mover, "FOR\n\nRECORDS\n")
    slept: list[str] = []

    def step(name: str) -> None:
        if name == "decided" and not slept:
            slept.append(name)
            house.later(hours=1)
            house.another_pump("heir").run()

    assert house.another_pump("sleeper", step=step).run() >= 1
    assert house.became(number) == "done"
    assert house.kinds().count("BallotCast") == 1
    assert len([one for one in house.post() if one.to == address_of(mover)]) == 1


def test_a_long_batch_keeps_its_lease(house: House) -> None:
    """Twelve letters of twenty-five seconds each: nobody takes them for a dead one's."""
    mover, _ = house.open_vote()
    numbers = [house.reply(mover, "STATUS\n") for _ in range(12)]
    heir = house.another_pump("heir")

    def step(name: str) -> None:
        if name == "decided":
            house.later(seconds=25)
        if name == "committed":
            assert heir.run() == 0

    assert house.another_pump("slow", step=step).run() == 12
    arrivals = [house.arrival(number) for number in numbers]
    assert [(one.state, one.tries, one.crashes) for one in arrivals] == [("done", 0, 0)] * 12


# Order


def test_letters_act_in_order_of_receipt(house: House) -> None:
    """The last ballot by receipt counts, whichever intake was quicker."""
    mover, _ = house.open_vote()
    house.later(hours=2)
    late = house.reply(mover, "AGAINST\n")
    house.later(hours=-1)
    early = house.reply(mover, "FOR\n")
    house.later(hours=2)
    house.run()
    ballots = [event for event in house.events() if type(event).__name__ == "BallotCast"]
    digests = [house.arrival(number).digest for number in (early, late)]
    assert [ballot.letter for ballot in ballots] == digests
    assert [ballot.choice for ballot in ballots] == ["for", "against"]
    assert ballots[0].received_at < ballots[1].received_at


def test_each_command_of_a_letter_stands_by_itself(house: House) -> None:
    """One that is refused leaves the others as they are (DESIGN 1, step 3)."""
    mover, _ = house.open_vote()
    number = house.reply(mover, "PROPOSE REPEAL 206\nEND\nFOR\n")
    letters = house.run()
    assert house.became(number) == "done"
    assert house.kinds()[-1] == "BallotCast"
    assert message.read(house.arrival(number).raw).digest == house.events()[-1].letter
    assert "Not done" in letters[0].text
