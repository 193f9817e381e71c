"""Those who moderated once, and several who moderate at a time: what one asked for is theirs alone,
and ends with their office."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nomic_mail.play.table import HOST
from tests.attacks.kit import Attack, attacks
from tests.kit.house import House, address_of

GRACE, IVY, EVE = "Grace Hopper", "Ivy Ives", "Eve Evil"
MODERATOR = f"moderator@{HOST}"
AWARD = "AWARD Ada 7 RULE 202: because\n"
HANDING = f"HAND OVER TO {EVE} <{address_of(EVE)}>\n"


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A game with a vote, and Grace who moderates it beside the Moderator."""
    house = House(tmp_path)
    house.open_vote()
    chosen(house, GRACE)
    return house


def chosen(house: House, name: str, **more: bool) -> None:
    house.act("add moderator", game="tea", moderator=f"{name} <{address_of(name)}>", **more)
    house.run()
    says(house, name, "YES\n")


def says(house: House, name: str, text: str, door: str = "") -> int:
    to = door or house.door(name)
    number = house.post_in(house.written(name, to, text), name, to)
    house.run()
    return number


def asks(house: House, name: str, act: str) -> str:
    """The address that takes the YES to it."""
    says(house, name, act, f"nomic+tea@{HOST}")
    return house.door(name)


def removed(house: House) -> None:
    house.act("remove moderator", game="tea", moderator=GRACE)
    house.run()


def replaced(house: House) -> None:
    chosen(house, IVY, alone=True)


LEAVES: dict[str, Callable[[House], None]] = {
    "was removed": removed,
    "handed the game on": replaced,
}
ONCE = tuple(
    Attack(
        "moderator",
        f"the letters of a moderator who {how}",
        "says YES to what they had asked for before, and asks for more",
        "nothing is done, and nobody is asked",
        given=leaves,
    )
    for how, leaves in LEAVES.items()
)


@attacks(*ONCE)
def test_who_moderated_once(house: House, given: Callable[[House], None]) -> None:
    first = house.door(GRACE)
    questions = [
        asks(house, GRACE, act) for act in (AWARD, "CLOSE 301\n", HANDING, "SET chair = x\n")
    ]
    given(house)
    before, told = house.kinds(), len(house.told)
    for door in (first, *questions):
        for text in ("YES\n", AWARD, HANDING, "RELEASE 1\n"):
            says(house, GRACE, text, door)
    assert house.kinds() == before
    assert [one.to for one in house.told[told:] if one.to != address_of(GRACE)] == []
    assert not house.rows("SELECT id FROM moderators WHERE name = ?", EVE)


@attacks(
    *(
        Attack(
            "moderator",
            f"a moderator's question at their address, and one who {how}",
            "says YES when the game has other moderators",
            "the question is void with the office of who asked",
            given=leaves,
        )
        for how, leaves in LEAVES.items()
    )
)
def test_who_was_asked_by_one_who_moderated_once(
    house: House, given: Callable[[House], None]
) -> None:
    says(house, GRACE, "YES\n", asks(house, GRACE, HANDING))
    given(house)
    before = house.kinds()
    says(house, EVE, "YES\n")
    assert house.kinds() == before


@attacks(
    Attack(
        "moderator",
        "a game of two moderators, and the question to one of them",
        "has the other say YES to it",
        "nothing is done, and the one who was asked is asked once more",
    )
)
def test_the_question_to_another_moderator(house: House) -> None:
    door = asks(house, GRACE, AWARD)
    raw = f"From: {MODERATOR}\r\nTo: {door}\r\nMessage-ID: <m1@x>\r\n\r\nYES\r\n".encode()
    number = house.hand_in(raw, MODERATOR, [door])[0]
    assert [one.to for one in house.run()] == [address_of(GRACE)]
    assert (house.became(number), "PointsAwarded" in house.kinds()) == ("held", False)


@attacks(
    Attack(
        "moderator",
        "a game of two moderators who differ",
        "has each undo what the other does",
        "each act is told to both, and stands under its name in the record",
    )
)
def test_two_who_differ(house: House) -> None:
    chosen(house, IVY)
    says(house, GRACE, "YES\n", asks(house, GRACE, AWARD))
    told = len(house.told)
    says(house, IVY, "YES\n", asks(house, IVY, "UNDO: no reason\n"))
    news = [one.to for one in house.told[told:] if "Taken back" in one.subject]
    assert {MODERATOR, address_of(GRACE), address_of(IVY)} <= set(news)
    acts = [one for one in house.events() if type(one).__name__ == "ModeratorActed"]
    assert [one.who for one in acts[-2:]] == [GRACE, IVY]
    assert house.state().players[1].score == 0


@attacks(
    Attack(
        "moderator",
        "what a moderator was sent in an earlier time of office",
        "uses it when they moderate again",
        "it is void: nothing is done",
    )
)
def test_an_earlier_time_of_office(house: House) -> None:
    doors = house.door(GRACE), asks(house, GRACE, AWARD)
    removed(house)
    chosen(house, GRACE)
    before, told = house.kinds(), len(house.told)
    for door in doors:
        says(house, GRACE, "YES\n", door)
        says(house, GRACE, AWARD, door)
    assert (house.kinds(), house.told[told:]) == (before, [])


@attacks(
    Attack(
        "moderator",
        "what a moderator was sent, and a seat in the game since then",
        "says YES to what they had asked for",
        "nothing is done: they are a player",
    )
)
def test_who_plays_now(house: House) -> None:
    doors = house.door(GRACE), asks(house, GRACE, AWARD)
    removed(house)
    for name in (house.mover(), house.others()[0]):  # its voters are fixed while a vote runs
        house.reply(name, "FOR\n")
    says(house, GRACE, "JOIN Grace Hopper\n", f"nomic+tea@{HOST}")
    says(house, GRACE, "JOIN\n")
    assert GRACE in [one.name for one in house.state().players.values()]
    for door in doors:
        says(house, GRACE, "YES\n", door)
        says(house, GRACE, AWARD, door)
        says(house, GRACE, AWARD)
    assert "PointsAwarded" not in house.kinds()
