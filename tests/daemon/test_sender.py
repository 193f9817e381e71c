"""The sender: nobody waits for another's dead server, the way out is not tried in vain, and what
never arrives is told to the moderator."""

from datetime import timedelta

import pytest

from nomic_mail.daemon.sender import Measure, Sender
from nomic_mail.store.database.engines import Connection
from nomic_mail.store.queue import outbox
from nomic_mail.store.queue.outbox import Leased, Outgoing
from nomic_mail.wire import Outcome
from tests.kit.house import House


class Way:
    """A way out that answers as it is told to: by recipient, else sent."""

    def __init__(self) -> None:
        self.say: dict[str, Outcome] = {}
        self.closed = False
        self.breaks_at = ""
        self.tried: list[str] = []

    def deliver(self, mail_from: str, recipient: str, raw: bytes, name_hint: str) -> Outcome:
        self.tried.append(recipient)
        if recipient == self.breaks_at:
            raise KeyError("what nobody thought of")
        if self.closed:
            return Outcome("deferred", "connection refused", way_is_closed=True)
        return self.say.get(recipient, Outcome("sent", "250 kept"))

    def close(self) -> None: ...


class Post:
    def __init__(self, house: House, measure: Measure | None = None) -> None:
        self.house, self.way = house, Way()
        self.told: list[tuple[str, str]] = []
        self.sender = Sender(
            house.database,
            self.way,
            house.clock,
            "the house",
            timedelta(days=3),
            gave_up=self.gave_up,
            measure=measure,
        )

    def gave_up(self, connection: Connection, leased: Leased, why: str) -> None:
        self.told.append((leased.letter.recipient, why))

    def add(self, *recipients: str) -> None:
        number = len(self.house.rows("SELECT id FROM outbox"))
        letters = [
            Outgoing(f"<{number + n}@nomic.test>", "nomic+b.x@nomic.test", to, b"Dear all")
            for n, to in enumerate(recipients)
        ]
        with self.house.database.write() as connection:
            outbox.add(connection, letters, self.house.clock.now(), None, None)

    def states(self) -> list[str]:
        return [state for (state,) in self.house.rows("SELECT state FROM outbox ORDER BY id")]


@pytest.fixture
def post(house: House) -> Post:
    return Post(house)


def test_each_recipient_has_an_answer_of_their_own(post: Post) -> None:
    post.way.say = {
        "grey@b.test": Outcome("deferred", "RCPT: 451 greylisted"),
        "gone@c.test": Outcome("failed", "RCPT: 550 nobody"),
    }
    post.add("ada@a.test", "grey@b.test", "gone@c.test", "bob@a.test")
    assert post.sender.run() == 4
    assert post.states() == ["sent", "waiting", "failed", "sent"]
    assert post.told == [("gone@c.test", "RCPT: 550 nobody")]
    post.way.say.clear()
    post.house.later(minutes=1)
    assert post.sender.run() == 1
    assert post.states() == ["sent", "sent", "failed", "sent"]


def test_a_closed_way_is_probed_and_not_tried_with_every_letter(post: Post) -> None:
    post.add(*(f"p{n}@a.test" for n in range(120)))
    post.way.closed = True
    assert post.sender.run() == 1
    assert post.sender.run() == 0
    waited = 0
    for _ in range(12):
        post.house.later(seconds=30)
        waited += post.sender.run()
    assert 3 <= waited <= 7  # 5, 10, 20 … seconds, looked at each half a minute
    post.way.closed = False
    post.house.later(minutes=5)
    post.sender.run()
    post.house.later(minutes=60)
    post.sender.run()
    assert set(post.states()) == {"sent"}
    tries = [count for (count,) in post.house.rows("SELECT tries FROM outbox")]
    assert sum(tries) == 120 + 1 + waited


def test_after_days_it_is_given_up_and_told_once_a_day_for_each_reader(post: Post) -> None:
    post.way.say = {"full@a.test": Outcome("deferred", "RCPT: 452 mailbox full")}
    post.add("full@a.test", "full@a.test")
    hours = 0
    while "waiting" in post.states():
        post.sender.run()
        post.house.later(hours=1)
        hours += 1
    assert 72 <= hours <= 80
    assert [to for to, _ in post.told] == ["full@a.test"]
    assert "given up after" in post.told[0][1]
    post.house.later(days=2)
    post.way.say = {"full@a.test": Outcome("failed", "RCPT: 550 gone")}
    post.add("full@a.test")
    post.sender.run()
    assert len(post.told) == 2


def test_a_letter_that_breaks_the_way_out_stops_nobody_behind_it(post: Post) -> None:
    post.way.breaks_at = "odd@a.test"
    post.add("odd@a.test", "bob@b.test")
    assert post.sender.run() == 2
    assert post.states() == ["waiting", "sent"]
    hours = 0
    while "waiting" in post.states():
        post.house.later(hours=1)
        post.add("ada@a.test")
        post.sender.run()
        hours += 1
    assert 72 <= hours <= 80
    (told,) = post.told
    assert told[0] == "odd@a.test"
    assert "given up after" in told[1]
    assert "KeyError" in told[1]


def test_no_more_letters_in_a_minute_than_the_measure(house: House) -> None:
    post = Post(house, Measure(over_all=10))
    post.add(*(f"p{n}@a.test" for n in range(25)))
    counts = []
    for _ in range(4):
        counts.append(post.sender.run())
        house.later(seconds=61)
    assert counts == [10, 10, 5, 0]


def test_one_domain_over_its_measure_holds_up_no_other(house: House) -> None:
    post = Post(house, Measure(to_a_domain=2))
    post.add(*["p@busy.test"] * 5, "q@Other.test", "q@other.test")
    assert post.sender.run() == 4
    assert post.way.tried.count("p@busy.test") == 2
    for _ in range(2):
        house.later(seconds=61)
        post.sender.run()
    assert set(post.states()) == {"sent"}
    assert {tries for (tries,) in house.rows("SELECT tries FROM outbox")} == {1}
