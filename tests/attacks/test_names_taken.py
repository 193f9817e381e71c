"""Names that say something: what is read where a name stands, in letters and in commands, is
somebody else's, or the game's own words."""

import pytest

from tests.attacks.kit import Attack, attacks
from tests.attacks.test_names import joins, renames
from tests.kit.house import House

WORDS = (
    *("Nobody", "Everybody", "All", "None", "Somebody", "All Players"),
    *("AGAINST", "Abstain", "Yes", "No", "End", "301", "You", "Me", "FOR 301", "Player", "All 2"),
    *("Alle", "Niemand", "ja", "Spieler", "Winner", "the others", "J3", "Ada and Bob"),
    *(
        "The Mover",
        "Someone Else",
        "Beide",
        "Die Anderen",
        "301st",
        "Nr. 301",
        "Ada & Bob",
        "Ada/Bob",
    ),
)
MORE = (
    "Eve <ada@players.example>",
    "ada@players.example",
    "https://evil.example/win",
    "www.evil.example",
    "evil.example",
    "EVIL.COM",
    "By when: now",
    "Eve \u2713 verified",
    "[nomic tea] Eve",
    "[tea?] Eve",
    "> Ada",
    "Eve | Ada",
)


def names(house: House) -> list[str]:
    return [one.name for one in house.state().players.values()]


@attacks(
    *(
        Attack(
            "identity",
            "an address of their own",
            f"joins as {name}, which is the game's own word",
            "the name is refused, and why is told",
            given=name,
        )
        for name in WORDS
    ),
    *(
        Attack(
            "identity",
            "an address of their own",
            f"joins as {name}, which is more than a name",
            "the name is refused, and why is told",
            given=name,
        )
        for name in MORE
    ),
)
def test_a_name_that_is_no_name(house: House, given: str) -> None:
    told = joins(house, given)
    assert "says something else" in told
    assert names(house) == ["Ada Lovelace", "Bob Babbage"]
    renames(house, "Bob Babbage", given)
    assert given not in names(house)


@attacks(
    Attack(
        "identity",
        "an address of their own",
        "joins as Ada where Ada Lovelace plays, so that whoever writes Ada means them",
        "the name is refused: it is a part of another's",
    ),
    Attack(
        "identity",
        "an address of their own",
        "joins as Lovelace, written otherwise",
        "the name is refused likewise",
    ),
)
def test_a_name_that_is_a_part_of_anothers(house: House) -> None:
    for name in ("Ada", "ADA", "L0velace", "\u0410da"):
        assert "looks like that of" in joins(house, name)
    house.act("say", game="tea", line="AWARD Ada 7 RULE 202: because")
    house.run()
    assert house.state().players[1].score == 7
    assert names(house) == ["Ada Lovelace", "Bob Babbage"]


@pytest.mark.parametrize(
    "name",
    [
        "Forest",
        "Noa Yes",
        "O'Neill-All",
        "Al",
        "Eve (she/her)",
        "Eve, Jr.",
        "Player One",
        "Player 2",
        "Ada B.",
        "J.Smith",
        "Or Cohen",
        "Du Fu",
        "Else",
    ],
)
def test_a_name_of_ones_own_is_taken(house: House, name: str) -> None:
    joins(house, name)
    assert len(names(house)) == 3
