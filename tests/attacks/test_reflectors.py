"""One letter to the addresses of many games: whoever it names hears of it as seldom as if it had
come to one of them."""

from pathlib import Path

import pytest

from nomic_mail.pump.who.challenges import CHALLENGES_A_DAY
from tests.attacks.kit import each
from tests.kit.house import HOST, House, address_of

GAMES = ("tea", "rum", "gin")
MODERATOR = f"moderator@{HOST}"
ADA = "Ada Lovelace"


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Ada and Bob play in all of them."""
    house = House(tmp_path)
    for game in GAMES:
        house.begin(game)
    house.told.clear()
    return house


def writes(house: House, sender: str, text: str) -> None:
    """To all games, one letter more than somebody is asked about."""
    doors = [f"nomic+{game}@{HOST}" for game in GAMES]
    for number in range(CHALLENGES_A_DAY + 1):
        head = f"From: {sender}\r\nSubject: {number}\r\nMessage-ID: <{number}@evil.example>\r\n"
        house.hand_in(f"{head}\r\n{text}\r\n".encode(), "eve@evil.example", doors)
        house.run()


def had(house: House, address: str) -> int:
    """But for the one that tells the Moderator of the first letter too many."""
    return sum(one.to == address and "held" not in one.occasions for one in house.told)


@each(
    "flood",
    "a player's address, who plays in several games",
    "writes {} to all of them in one letter, again and again",
    "five questions a day are asked, over all games",
    {
        "a proposal": "PROPOSE ENACT: Pills\r\nBuy pills.\r\nEND",
        "a question": "HELP",
        "words": "Buy pills.",
    },
)
def test_a_player_of_several_games(house: House, given: str) -> None:
    writes(house, address_of(ADA), given)
    assert had(house, address_of(ADA)) == CHALLENGES_A_DAY


@each(
    "flood",
    "the Moderator's address, on a server of several games",
    "writes {} to all of them in one letter, again and again",
    "five letters a day come of it, over all games",
    {
        "an act": "PAUSE: buy pills",
        "a question of theirs": "STATUS",
        "an act that is refused": "REMOVE Nobody: buy pills",
        "words of theirs": "Buy pills.",
    },
)
def test_the_moderator_of_several_games(house: House, given: str) -> None:
    writes(house, MODERATOR, given)
    assert had(house, MODERATOR) == CHALLENGES_A_DAY
    assert len(house.told) <= CHALLENGES_A_DAY + 1


def test_who_says_yes_is_asked_on(house: House) -> None:
    """Letters of their own cost nothing, in whichever game."""
    for number in range(CHALLENGES_A_DAY + 1):
        game = GAMES[number % len(GAMES)]
        house.unproven(ADA, f"TELL {number}\n", game)
        house.run()
        assert "confirm_letter" in house.last[game, address_of(ADA)].occasions
        house.reply(ADA, "YES\n", game)
        house.run()
