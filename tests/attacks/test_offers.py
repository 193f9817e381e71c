"""Questions that wait at somebody's own address: to moderate, to play on for somebody, to have a
seat, to be an address of a player's. Who answers one is whoever was asked, by the same proof as any
player's letter."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from tests.attacks.kit import Attack, attacks
from tests.kit.house import House, address_of

GRACE = "Grace Hopper"
AT = address_of(GRACE)
AUTHSERV = "mx.nomic.example"


def to_moderate(house: House) -> None:
    house.act("add moderator", game="tea", moderator=f"{GRACE} <{AT}>", alone=True)


def to_play_on(house: House) -> None:
    other = house.others()[0]
    line = f"REPLACE {other} BY {GRACE} <{AT}>: {other} is ill"
    house.act("say", game="tea", line=line)


def to_have_a_seat(house: House) -> None:
    house.reply(house.others()[0], "FORFEIT\n")
    house.run()
    house.unproven(GRACE, "TAKEOVER\n")


def to_be_an_address(house: House) -> None:
    house.reply(house.others()[0], f"ADDRESS ALSO {AT}\n")


def to_join(house: House) -> None:
    house.unproven(GRACE, "JOIN Grace Hopper\n")


def to_look_on(house: House) -> None:
    house.unproven(GRACE, "OBSERVE\n")


OFFERS: dict[str, Callable[[House], None]] = {
    "whether somebody will moderate": to_moderate,
    "whether somebody will play on for a player": to_play_on,
    "whether somebody asked for a seat": to_have_a_seat,
    "whether an address is a player's": to_be_an_address,
    "whether somebody wants to join": to_join,
    "whether somebody wants to look on": to_look_on,
}
FORGED = {
    "in a letter that their domain calls forged": (
        f"Authentication-Results: {AUTHSERV}; dmarc=fail header.from=players.example\r\n"
        f"From: {AT}\r\n"
    ),
    "in a letter whose verdict cannot be read": (
        f"Authentication-Results: {AUTHSERV}; dmarc=\r\nFrom: {AT}\r\n"
    ),
    "in a From that two readers read in two ways": f"From: evil@x.example <{AT}>\r\n",
    "in a letter of two senders": f"From: {AT}, evil@x.example\r\n",
    "in a letter with two From headers": f"From: {AT}\r\nFrom: evil@x.example\r\n",
    "in a letter with two Message-IDs": f"From: {AT}\r\nMessage-ID: <another@x>\r\n",
    "from an address of their own": "From: evil@x.example\r\n",
    "in a letter of nobody's": "",
}
YES = "YES\r\n"


def asked(folder: Path, offer: Callable[[House], None]) -> tuple[House, str]:
    """A house in which it waits, and the address that takes the answer."""
    house = House(folder)
    house.begin()
    offer(house)
    house.run()
    return house, next(one.reply_to for one in reversed(house.told) if one.to == AT)


def answers(house: House, door: str, head: str, text: str = YES) -> None:
    name = sha256(head.encode()).hexdigest()[:9]
    raw = f"{head}To: {door}\r\nMessage-ID: <{name}@x>\r\nDate: Mon, 2 Mar 2026 10:00:00 +0000"
    house.hand_in(f"{raw}\r\n\r\n{text}".encode(), AT, [door])
    house.run()


def stands(house: House) -> object:
    """Who moderates, plays or looks on, where letters go, and what a moderator is asked."""
    return (
        house.rows("SELECT name, confirmed_at FROM moderators ORDER BY id"),
        house.rows("SELECT name, address, confirmed_at, observes FROM seats ORDER BY seat"),
        house.rows("SELECT address, answered_at, confirmed_at, due_at FROM addresses ORDER BY id"),
        house.kinds(),
        sum("takeover_asked" in one.occasions for one in house.told),
    )


@attacks(
    *(
        Attack(
            "identity",
            f"the question {what}, as it was forwarded",
            f"says YES {how}",
            "nothing is done",
            given=(offer, head),
        )
        for what, offer in OFFERS.items()
        for how, head in FORGED.items()
    )
)
def test_an_answer_that_is_forged(
    tmp_path: Path, given: tuple[Callable[[House], None], str]
) -> None:
    offer, head = given
    house, door = asked(tmp_path, offer)
    before = stands(house)
    answers(house, door, head)
    assert stands(house) == before
    answers(house, door, f"From: {AT}\r\n")
    assert stands(house) != before
