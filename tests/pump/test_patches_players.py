"""A patch of the list of players in a fork: adding oneself is a request to join (003), and nothing
else is done so."""

from pathlib import Path

import pytest

from nomic_mail.game.events import PlayerJoined
from nomic_mail.play.table import HOST
from tests.kit.cloned import Playing
from tests.kit.house import address_of


@pytest.fixture
def game(tmp_path: Path) -> Playing:
    return Playing(tmp_path)


def listed(house: Playing, name: str, line: str) -> tuple[str, str]:
    """A patch by somebody who has no part in the game yet."""
    house.fork.add_player(line)
    house.fork.commit(f"{name} joins")
    (letter,) = house.fork.formatted()
    letter = letter.replace(house.name, name).replace(address_of(house.name), address_of(name))
    return letter, f"nomic+tea@{HOST}"


def test_who_adds_themselves_to_the_list_asks_to_join(game: Playing) -> None:
    letter, to = listed(game, "Grace Hopper", "- Grace B. Hopper (0 points)")
    game.post_in(game.fork.sent(letter, to), "Grace Hopper", to)
    (asked,) = game.run()
    assert asked.to == address_of("Grace Hopper")
    game.reply("Grace Hopper", "YES")
    game.run()
    joined = [one for one in game.events() if isinstance(one, PlayerJoined)]
    assert (joined[-1].name, joined[-1].surname) == ("Grace B. Hopper", "Hopper")


def test_an_attached_patch_of_the_list_is_one_too(game: Playing) -> None:
    game.fork.add_player("- Grace Hopper (0 points)")
    to = f"nomic+tea@{HOST}"
    letter = game.letter("I would love to play.")
    letter.replace_header("From", f"Grace <{address_of('Grace')}>")
    letter.replace_header("To", to)
    data = game.fork.diff().encode()
    letter.add_attachment(data, maintype="text", subtype="x-patch", filename="join.patch")
    game.post_in(letter.as_bytes(), "Grace", to)
    (asked,) = game.run()
    assert asked.to == address_of("Grace")
    assert ("Grace Hopper",) in game.rows("SELECT name FROM seats")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("- Ada Lovelace (0 points)\n", "- Ada Lovelace (90 points)\n", "points come by the rules"),
        ("- Bob Babbage (0 points)\n", "", "who wants to leave writes FORFEIT (113)"),
        (
            "- Bob Babbage (0 points)\n",
            "- Bob Babbage (0 points)\n- Eve\n- Mallory\n",
            "adds 2 lines to the list of players",
        ),
        (
            "- Bob Babbage (0 points)\n",
            "- Bob Babbage (0 points)\n- Grace Hopper (0 points)\n",
            "puts Grace Hopper on the list of players, and you are",
        ),
        (
            "- Bob Babbage (0 points)\n",
            "- Bob Babbage (0 points)\n- Grace Hopper (50 points)\n",
            "gives Grace Hopper 50 points",
        ),
        (
            "- Bob Babbage (0 points)\n",
            "- Bob Babbage (0 points)\nGrace Hopper\n",
            "is no line of the list of players",
        ),
    ],
)
def test_nobody_adds_somebody_else_or_changes_points(
    game: Playing, old: str, new: str, told: str
) -> None:
    game.fork.edit("PLAYERS.md", old, new)
    assert told in game.refused(game.letter(game.fork.diff()))


def test_joining_and_a_rule_change_are_two_things(game: Playing) -> None:
    game.fork.delete("rules/206.md")
    game.fork.add_player("- Grace Hopper (0 points)")
    assert "so send them apart" in game.refused(game.letter(game.fork.diff()))
