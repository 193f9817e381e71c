"""Attacks on the disk: what a stranger sends takes up little, and not for ever."""

import smtplib
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from nomic_mail.config import Server, Store
from nomic_mail.daemon.restore import _set_back
from nomic_mail.daemon.retention import forget
from nomic_mail.play.table import HOST
from tests.attacks.kit import Attack, attacks
from tests.kit.door import listening
from tests.kit.house import House

BIG = b"From: evil@attacker.example\r\nMessage-ID: <1@a.example>\r\n\r\n" + b"x " * 450_000


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.open_vote()
    return house


def says(port: int, *to: str) -> list[int]:
    """What is answered to each of these recipients."""
    with smtplib.SMTP("127.0.0.1", port, "a.example", timeout=30) as line:
        line.ehlo()
        line.mail("evil@attacker.example")
        return [line.rcpt(one)[0] for one in to]


def kept_bytes(house: House) -> int:
    ((found,),) = house.rows("SELECT coalesce(sum(length(raw)), 0) FROM contents")
    return int(found)


@attacks(
    Attack(
        "disk",
        "the server's address",
        "sends one letter of 900 KB to fifty invented games",
        "each is refused at RCPT, and nothing is kept",
    )
)
def test_invented_games_are_refused(house: House) -> None:
    before = kept_bytes(house)
    with listening(house) as door:
        invented = [f"nomic+junk{n}@{HOST}" for n in range(50)]
        assert set(says(door.port, *invented)) == {550}
        with (
            smtplib.SMTP("127.0.0.1", door.port, timeout=30) as line,
            pytest.raises(smtplib.SMTPRecipientsRefused),
        ):
            line.sendmail("evil@attacker.example", invented, BIG)
    assert kept_bytes(house) == before


@attacks(
    Attack(
        "disk",
        "the server's address",
        "sends one letter of 900 KB to fifty invented tokens",
        "its bytes are kept once",
    )
)
def test_the_bytes_of_a_letter_are_kept_once(house: House) -> None:
    before = kept_bytes(house)
    with listening(house) as door, smtplib.SMTP("127.0.0.1", door.port, timeout=30) as line:
        line.sendmail("evil@attacker.example", [f"nomic+r.ju{n}@{HOST}" for n in range(50)], BIG)
    assert kept_bytes(house) - before < 1.1 * len(BIG)


@attacks(
    Attack(
        "disk",
        "the server's address",
        "sends the same 900 KB again and again",
        "its bytes are kept once",
    )
)
def test_the_same_letter_again_takes_no_more(house: House) -> None:
    before = kept_bytes(house)
    for _ in range(5):
        house.hand_in(BIG, "evil@attacker.example", [f"nomic+tea@{HOST}"])
        house.run()
    assert kept_bytes(house) - before < 1.1 * len(BIG)


@attacks(
    Attack(
        "identity",
        "a guess at a token",
        "asks at RCPT whether there is such an address",
        "all that look like tokens are answered alike",
    )
)
def test_nothing_is_told_of_tokens(house: House) -> None:
    real = house.door(house.mover("tea"))
    wrong = real.replace("+r.", "+r.aa")
    tried = (real, wrong, f"nomic+r.x@{HOST}", f"nomic+b.{'a' * 40}@{HOST}", f"nomic@{HOST}")
    with listening(house) as door:
        assert says(door.port, *tried) == [250] * 5
        assert says(door.port, f"nomic+TEA@{HOST}", f"nomic%2btea.talk@{HOST}") == [250, 250]


@attacks(
    Attack(
        "disk",
        "the server's address",
        "has a backup put back, and letters of games made since come in",
        "they are asked to come again for a week, and none is refused for good",
    )
)
def test_a_database_put_back_refuses_nobody_for_good(house: House) -> None:
    with house.database.write() as connection:
        _set_back(connection, house.config, house.clock.now(), house.clock.now())
    with listening(house) as door:
        assert says(door.port, f"nomic+new@{HOST}", f"nomic+tea@{HOST}") == [451, 250]
        house.later(days=8)
        assert says(door.port, f"nomic+new@{HOST}", f"nomic+tea@{HOST}") == [550, 250]


def test_nor_does_one_in_which_no_game_was_ever_made(tmp_path: Path) -> None:
    house = House(tmp_path)
    with listening(house) as door:
        assert says(door.port, f"nomic+new@{HOST}", f"nomic@{HOST}") == [451, 250]


def test_nor_one_that_cannot_be_read(tmp_path: Path) -> None:
    house = House(tmp_path, database=Server().database)
    house.open_vote()
    with listening(house) as door:
        house.database.close()
        for file in tmp_path.glob("nomic.db*"):
            file.write_bytes(b"no database at all" * 1000)
        assert says(door.port, f"nomic+new@{HOST}", f"nomic+tea@{HOST}") == [451, 451]


def flood(house: House, count: int, size: int = 1_000) -> None:
    for n in range(count):
        head = f"From: evil@attacker.example\nMessage-ID: <{n}.{size}@a.example>\nSubject: {n}\n\n"
        raw = head.encode() + b"y " * (size // 2)
        house.hand_in(raw, "evil@attacker.example", [f"nomic+tea@{HOST}"])
    house.run()


@attacks(
    Attack(
        "disk",
        "a game's address",
        "writes letters that ask for nothing",
        "they are forgotten after thirty days",
    )
)
def test_a_strangers_letters_are_forgotten(house: House) -> None:
    before = kept_bytes(house)
    flood(house, 20)
    assert kept_bytes(house) > before + 20_000
    house.later(days=31)
    forget(house.database, house.config, house.clock.now())
    assert kept_bytes(house) == before


@attacks(
    Attack(
        "disk",
        "a game's address",
        "writes more than the disk has room for",
        "only the newest are kept, up to strangers_bytes; no player's letter is touched",
    )
)
def test_strangers_letters_take_up_so_much_and_no_more(house: House) -> None:
    before = kept_bytes(house)
    flood(house, 30, 100_000)
    config = replace(house.config, store=Store(strangers_bytes=1_000_000))
    forget(house.database, config, house.clock.now())
    assert before + 800_000 < kept_bytes(house) < before + 1_100_000


@attacks(
    Attack(
        "disk",
        "a game's address",
        "writes large JOINs from address after address, more than are asked about a day",
        "they take up as much as any stranger's, and are forgotten like theirs",
    )
)
def test_joins_take_up_no_more(house: House) -> None:
    before = kept_bytes(house)
    held = house.unproven(house.mover("tea"), "AGAINST 301\n" * 10)
    for n in range(40):
        head = f"From: zoe{n}@x{n}.example\nMessage-ID: <{n}@a.example>\n\nJOIN\n\n-- \n"
        raw = head.encode() + b"y " * 50_000
        house.hand_in(raw, "evil@attacker.example", [f"nomic+tea@{HOST}"])
    house.run()
    config = replace(house.config, store=Store(strangers_bytes=1_000_000))
    forget(house.database, config, house.clock.now())
    assert before + 800_000 < kept_bytes(house) < before + 1_100_000
    assert house.became(held) == "held"
    house.later(days=31)
    forget(house.database, house.config, house.clock.now())
    assert kept_bytes(house) < before + 10_000


@attacks(
    Attack(
        "disk",
        "a player's address",
        "forges letters of theirs beyond those that are asked about",
        "what nobody was asked about is thrown away after thirty days",
    )
)
def test_what_nobody_can_answer_for_is_thrown_away(house: House) -> None:
    name = house.mover("tea")
    numbers = []
    for n in range(8):
        numbers.append(house.unproven(name, f"AGAINST 301 {n}\n"))
        house.run()
    house.clock.set(house.clock.now() + timedelta(days=31))
    forget(house.database, house.config, house.clock.now())
    states = [house.arrival(one).state for one in numbers]
    assert states == ["held"] * 5 + ["discarded"] * 3


@attacks(
    Attack(
        "disk",
        "one of a player's letters",
        "sends it again with another megabyte of headers each time",
        "each does nothing, and is forgotten like a stranger's",
    )
)
def test_copies_of_a_letter_are_forgotten(house: House) -> None:
    name = house.mover("tea")
    door = house.door(name)
    raw = house.written(name, door, "STATUS\n")
    house.post_in(raw, name, door)
    house.run()
    before = kept_bytes(house)
    for n in range(3):
        house.post_in(b"X-Pad: " + b"z" * (1000 + n) + b"\n" + raw, name, door)
        house.run()
    house.later(days=31)
    forget(house.database, house.config, house.clock.now())
    assert kept_bytes(house) == before
