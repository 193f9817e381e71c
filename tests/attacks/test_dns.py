"""Whoever has a domain has a name server, and it may answer as it likes: late, wrongly, never."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from nomic_mail.letters.proof.names import Names
from nomic_mail.pump.engine import Pump
from nomic_mail.pump.keys import Keys
from nomic_mail.store.queue import inbox
from tests.attacks.kit import Attack, attacks, each
from tests.kit.house import HOST, House, address_of
from tests.kit.name_server import LIES, NameServer, name_server
from tests.kit.siege import KEY
from tests.letters.test_dkim import letter, signed

AT_ONCE = 2.0  # seconds, of a busy machine; one look-up that is waited for takes longer
GAME = f"nomic+tea@{HOST}"
PLAYERS = "players.example"
LATER = "Mon, 02 Mar 2026 09:30:00 +0000"


@pytest.fixture
def server() -> Iterator[NameServer]:
    with name_server() as server:
        yield server


class Town:
    """A house with an open ballot, whose pump asks the name server."""

    def __init__(self, folder: Path, server: NameServer) -> None:
        self.house = House(folder)
        self.mover, self.other = self.house.open_vote("tea")
        self.server = server
        self.names = Names(time.monotonic)
        self.house.pump = self.pump("the house")

    def pump(self, holder: str) -> Pump:
        house = self.house
        keys = Keys(KEY, self.names)
        return Pump(house.database, house.config, house.clock, keys, house._fresh, holder)

    def comes(self, raw: bytes, sender: str, to: str = GAME) -> int:
        return self.house.hand_in(raw, sender, [to])[0]

    def seconds(self) -> float:
        """How long it takes to do all that can be done."""
        since = time.monotonic()
        self.house.run()
        return time.monotonic() - since

    def settled(self) -> None:
        self.server.late.set()
        while self.names.settle():
            self.house.run()

    def is_done(self, number: int) -> bool:
        return self.house.became(number) == "done"


def stranger(key: tuple[bytes, bytes], count: int, domain: str = "slow.example") -> bytes:
    """Signed three times under a domain of the writer's."""
    eve = f"eve@{domain}"
    id = f"<{count}.eve@{domain}>"
    raw = letter(eve, "What is this?", **{"Message-ID": id, "Date": LATER})
    for selector in "abc":
        head = signed(raw, key[0], domain).partition(b"From:")[0]
        raw = head.replace(b"s=k;", b"s=%s%d;" % (selector.encode(), count)) + raw
    return raw


def signed_vote(key: tuple[bytes, bytes], name: str, text: str = "FOR", id: str = "v") -> bytes:
    raw = letter(address_of(name), text, **{"Message-ID": f"<{id}@mail.test>", "Date": LATER})
    return signed(raw, key[0])


WAYS = ("never", "late", "garbage", "other id", "other question", "servfail", "cut short", *LIES)


@each(
    "time",
    "a domain of their own",
    "signs ten letters thrice, and their name server answers: {}",
    "a vote that came after them counts at once",
    WAYS,
)
def test_a_strangers_name_server_keeps_nobody_waiting(
    tmp_path: Path, server: NameServer, key: tuple[bytes, bytes], given: str
) -> None:
    town = Town(tmp_path, server)
    server.ways["slow.example"] = given
    for count in range(10):
        town.comes(stranger(key, count), "eve@slow.example")
    number = town.house.reply(town.other, "FOR\n")
    assert town.seconds() < AT_ONCE
    assert town.is_done(number)
    assert len(set(server.asked)) <= (30 if given in LIES else 12)  # a lie is an answer, too


@attacks(
    Attack(
        "time",
        "many domains of their own",
        "signs sixty letters, each under another domain whose name server never answers",
        "a vote that came after them counts at once, and so does one that is signed",
    )
)
def test_nor_do_many_of_them(tmp_path: Path, server: NameServer, key: tuple[bytes, bytes]) -> None:
    town = Town(tmp_path, server)
    server.ways[".slow.example"] = "never"
    server.records[f"k._domainkey.{PLAYERS}"] = key[1]
    for count in range(60):
        town.comes(stranger(key, count, f"d{count}-slow.example"), "eve@slow.example")
        server.ways[f"d{count}-slow.example"] = "never"
    number = town.house.reply(town.other, "FOR\n")
    mine = town.comes(signed_vote(key, town.mover), address_of(town.mover))
    assert town.seconds() < 4 * AT_ONCE
    assert town.is_done(number)
    end = time.monotonic() + 5
    while not town.is_done(mine) and time.monotonic() < end:
        town.house.run()
    assert town.house.arrival(mine).proof == "signed"


@each(
    "time",
    "the name server of a player's domain",
    "answers: {}",
    "that player is asked; the others' votes count at once",
    ("never", "garbage", "other id", "servfail", "cut short", *LIES),
)
def test_a_players_slow_name_server_delays_nobody_else(
    tmp_path: Path, server: NameServer, key: tuple[bytes, bytes], given: str
) -> None:
    town = Town(tmp_path, server)
    server.ways[PLAYERS] = given
    slow = town.comes(signed_vote(key, town.mover), address_of(town.mover))
    quick = town.house.reply(town.other, "AGAINST\n")
    assert town.seconds() < AT_ONCE
    assert town.is_done(quick)
    town.house.later(seconds=6)
    assert town.seconds() < AT_ONCE
    assert (town.house.became(slow), town.house.arrival(slow).proof) == ("held", "asked")


def test_a_late_answer_is_an_answer_and_the_vote_counts_from_its_receipt(
    tmp_path: Path, server: NameServer, key: tuple[bytes, bytes]
) -> None:
    """Also where the vote closes meanwhile: the deadline waits for who came before it."""
    town = Town(tmp_path, server)
    house = town.house
    server.ways[PLAYERS], server.records[f"k._domainkey.{PLAYERS}"] = "late", key[1]
    house.reply(town.other, "FOR\n")
    house.run()
    (poll,) = house.state().open_polls
    assert poll.closes_at is not None
    house.clock.set(poll.closes_at)
    date = poll.closes_at.strftime("%a, %d %b %Y %H:%M:%S +0000")
    raw = letter(address_of(town.mover), "FOR", **{"Message-ID": "<late@mail.test>", "Date": date})
    number = town.comes(signed(raw, key[0]), address_of(town.mover))
    house.run()
    assert not town.is_done(number)
    house.later(seconds=1)
    house.run()
    assert "VotingClosed" not in house.kinds()
    town.settled()
    assert (town.is_done(number), house.arrival(number).proof) == (True, "signed")
    assert house.kinds().count("BallotCast") == 2
    assert "VotingClosed" in house.kinds()


def test_none_of_a_players_letters_overtakes_another(
    tmp_path: Path, server: NameServer, key: tuple[bytes, bytes]
) -> None:
    town = Town(tmp_path, server)
    house = town.house
    server.ways[PLAYERS], server.records[f"k._domainkey.{PLAYERS}"] = "late", key[1]
    first = town.comes(signed_vote(key, town.mover), address_of(town.mover))
    house.later(seconds=1)
    second = house.reply(town.mover, "AGAINST\n")
    house.run()
    assert not town.is_done(first)
    assert not town.is_done(second)
    town.settled()
    assert town.is_done(first)
    assert town.is_done(second)
    (poll,) = house.state().open_polls
    assert [one.choice for one in poll.ballots.values()] == ["against"]


def test_another_pump_may_take_over_what_one_has_set_aside(
    tmp_path: Path, server: NameServer, key: tuple[bytes, bytes]
) -> None:
    town = Town(tmp_path, server)
    server.ways[PLAYERS], server.records[f"k._domainkey.{PLAYERS}"] = "late", key[1]
    number = town.comes(signed_vote(key, town.mover), address_of(town.mover))
    town.house.run()
    with town.house.database.read() as connection:
        assert inbox.funnel(connection)["waiting"] == 1
    server.late.set()
    town.names.settle()
    town.pump("another").run()
    assert town.is_done(number)
    assert server.asked == [f"k._domainkey.{PLAYERS}"]


def test_a_key_is_asked_for_once_however_many_letters_it_signed(
    tmp_path: Path, server: NameServer, key: tuple[bytes, bytes]
) -> None:
    town = Town(tmp_path, server)
    server.records[f"k._domainkey.{PLAYERS}"] = key[1]
    for count, text in enumerate(("FOR", "AGAINST", "FOR")):
        town.comes(signed_vote(key, town.mover, text, f"v{count}"), address_of(town.mover))
    town.house.run()
    town.settled()
    assert town.house.kinds().count("BallotCast") == 3
    assert server.asked == [f"k._domainkey.{PLAYERS}"]


def test_a_domain_that_does_not_answer_rests(server: NameServer) -> None:
    names = Names(time.monotonic)
    server.ways["slow.example"] = "never"
    for selector in "abcd":
        with pytest.raises(Exception, match="it is asked for"):
            names(f"{selector}._domainkey.x{selector}.slow.example.", 0.2)
    assert names.settle()
    with pytest.raises(Exception, match="asked again later"):
        names("e._domainkey.slow.example.", 0.2)
    names.close()
