"""A backup that was put back: what was given out after it, and is lost, opens nothing of what is
made anew."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nomic_mail.daemon.restore import _set_back
from nomic_mail.store.database.copies import snapshot
from tests.attacks.kit import Attack, attacks, each
from tests.kit.databases import of_sqlite
from tests.kit.house import House, address_of

pytestmark = of_sqlite

GRACE, MALLORY = "Grace Hopper", "Mallory Mott"


def who(name: str) -> str:
    return f"{name} <{address_of(name)}>"


def door_of(house: House, name: str) -> str:
    return [one.reply_to for one in house.told if one.to == address_of(name)][-1]


def proof(house: House, name: str, door: str, text: str = "YES\n") -> str:
    """Of a letter of theirs that comes there."""
    number = house.post_in(house.written(name, door, text), name, door)
    house.run()
    return house.arrival(number).proof


def put_back(copy: Path, hours: int) -> House:
    """A server with what stood in a copy of so long ago; all else is lost."""
    house = House(copy)
    made_at = house.clock.now()
    house.later(hours=hours)
    with house.database.write() as connection:
        _set_back(connection, house.config, made_at, house.clock.now())
    house.pump = house.another_pump("the house", house.database)
    house._letters = 500
    house.run()
    return house


def lost_and_back(folder: Path, *, once_more: bool = False) -> tuple[House, House]:
    """The same game twice: on a server that goes on and will be lost, and on one that has its
    backup; or that was put back itself, and is lost after an hour."""
    for name in ("lost", "first", "back"):
        (folder / name).mkdir()
    lost = House(folder / "lost")
    lost.begin()
    for name in ("first", "back"):
        snapshot(lost.database, folder / name / "nomic.db")
    return put_back(folder / "first", 1) if once_more else lost, put_back(folder / "back", 2)


AGAIN = pytest.mark.parametrize("once_more", [False, True], ids=["once", "twice"])


# What somebody has, or is asked


def a_seat(house: House, name: str) -> None:
    house.act("add player", game="tea", player=who(name), confirmed=True)


def a_seat_given_up(house: House, name: str) -> None:
    house.act("replace player", game="tea", player="Bob Babbage", by=who(name))


def a_game_made_since(house: House, name: str) -> None:
    house.act("new game", game="rum", title="", ruleset="net_play", settings={})
    house.act("add player", game="rum", player=who(name), confirmed=True)


def to_join(house: House, name: str) -> None:
    house.unproven(name, f"JOIN {name}\n")


def to_moderate(house: House, name: str) -> None:
    house.act("add moderator", game="tea", moderator=who(name), alone=True)


def to_be_an_address(house: House, name: str) -> None:
    house.act("move player", game="tea", player="Ada Lovelace", address=address_of(name))


@AGAIN
@each(
    "identity",
    "a letter of ours that came after a backup, and is lost with all that did",
    "had {}, and answers in the name of who has the same since the backup was put back",
    "it proves nothing",
    {
        "a seat": a_seat,
        "the seat of somebody who gave it up": a_seat_given_up,
        "a seat in a game made since": a_game_made_since,
        "the question whether they want to join": to_join,
        "the question whether they will moderate": to_moderate,
        "the question whether an address is theirs": to_be_an_address,
    },
)
def test_what_is_lost_opens_nothing_new(
    given: Callable[[House, str], None], once_more: bool, tmp_path: Path
) -> None:
    lost, back = lost_and_back(tmp_path, once_more=once_more)
    for house, name in ((lost, MALLORY), (back, GRACE)):
        given(house, name)
        house.run()
    stolen, own = door_of(lost, MALLORY), door_of(back, GRACE)
    assert proof(back, GRACE, stolen) != "token"
    assert proof(back, GRACE, own) == "token"


@AGAIN
@attacks(
    Attack(
        "identity",
        "a player's address, and that a backup was put back",
        "forges a letter that has the number of one the player was asked about before",
        "the player's YES to that question lets nothing act",
    )
)
def test_a_yes_to_a_question_that_is_lost(once_more: bool, tmp_path: Path) -> None:
    lost, back = lost_and_back(tmp_path, once_more=once_more)
    mover = lost.mover()
    for n in range(3):
        lost.unproven(mover, f"STATUS\n{n}\n")
        lost.run()
    asked = lost.door(mover)
    for n in range(5):
        back.unproven(mover, f"PROPOSE ENACT: Mine {n}\nMallory wins.\nEND\n")
    back.run()
    proof(back, mover, asked)
    assert back.kinds()[-1] == "DiceReplaced"
    assert back.last["tea", address_of(mover)].occasions == ("confirmed_gone",)


@AGAIN
def test_what_was_there_before_is_as_good_as_it_was(once_more: bool, tmp_path: Path) -> None:
    lost, back = lost_and_back(tmp_path, once_more=once_more)
    mover = lost.mover()
    assert proof(back, mover, lost.door(mover), "STATUS\n") == "token"


@attacks(
    Attack(
        "identity",
        "the question whether to moderate a game, which was deleted since",
        "says YES in the name of who is asked to moderate the server",
        "nobody has said YES",
    )
)
def test_a_yes_to_moderate_a_game_that_is_gone(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.act("new game", game="rum", title="", ruleset="net_play", settings={})
    house.act("add moderator", game="rum", moderator=who(MALLORY))
    house.run()
    house.act("delete game", game="rum", typed="rum")
    house.act("add moderator", game="", moderator=who(GRACE))
    house.run()
    stolen, own = door_of(house, MALLORY), door_of(house, GRACE)
    assert proof(house, GRACE, stolen) == ""
    assert proof(house, GRACE, own) == "token"


@AGAIN
def test_no_message_id_is_given_to_other_words(once_more: bool, tmp_path: Path) -> None:
    """Whoever had the letter that is lost would take the new one for it."""
    lost, back = lost_and_back(tmp_path, once_more=once_more)
    for house, words in ((lost, "before"), (back, "since")):
        house.reply(house.mover(), f"PROPOSE ENACT: Mine\nWhat was proposed {words}.\nEND\n")
        house.run()
    told = {one.message_id: one.text for one in lost.told}
    assert all(told.get(one.message_id, one.text) == one.text for one in back.told)
