"""Whoever is inactive and writes is among the voters again, whatever their letter says; and nobody
else writes for them."""

from pathlib import Path

import pytest

from nomic_mail.game import events as e
from tests.kit.house import House, address_of

TEXT = """
PROPOSE AMEND 203: Whoever is there
A rule-change is adopted by all who vote. Who misses a vote is not counted until they write.
Effects:
  adoption: unanimous of cast
  inactive: after 1 vote missed
END
CALL VOTE
"""


@pytest.fixture
def house(tmp_path: Path) -> tuple[House, str]:
    """A game in which somebody has missed a vote; and who."""
    house = House(tmp_path)
    house.begin(debate_min="0", missing_ballot="close")
    here, gone = house.mover(), house.others()[0]
    house.reply(here, TEXT)
    house.run()
    for name in (here, gone):
        house.reply(name, "FOR\n")
        house.run()
    house.reply(gone, "PROPOSE ENACT: Tea\nThere is tea.\nEND\nCALL VOTE\n")
    house.run()
    house.reply(here, "FOR\n")
    house.run()
    house.later(days=8)
    house.run()
    assert absent(house) == [gone]
    return house, gone


def absent(house: House) -> list[str]:
    state = house.state()
    return [state.name_of(seat) for seat in state.inactive]


def told(house: House, name: str) -> list[str]:
    """The occasions of the letters that they get now."""
    found = [one.occasions for one in house.run() if one.to == address_of(name)]
    return [occasion for occasions in found for occasion in occasions]


@pytest.mark.parametrize(
    "text",
    [
        "STATUS\n",
        "WITHDRAW\n",  # which is refused
        "Nothing that a game could do.\n",
        "DIGEST DAILY\n",  # a wish, which the game is not asked
        "",
    ],
)
def test_any_letter_counts_its_writer_again(house: tuple[House, str], text: str) -> None:
    game, gone = house
    game.reply(gone, text)
    letters = game.run()
    assert absent(game) == []
    back = [one for one in game.events() if isinstance(one, e.PlayerActive)]
    assert [one.why for one in back] == ["wrote"]
    own = [one for one in letters if one.to == address_of(gone)]
    assert sum("active" in one.occasions for one in own) == 1
    other = [one for one in letters if one.to != address_of(gone)]
    assert all("active" in one.occasions for one in other) and other


def test_a_letter_that_a_pause_keeps_counts_its_writer_at_once(house: tuple[House, str]) -> None:
    game, gone = house
    game.act("command", game="tea", verb="Pause", fields={"reason": "holidays"})
    game.run()
    game.reply(gone, "PROPOSE ENACT: Cake\nThere is cake.\n")
    assert "active" in told(game, gone)
    assert absent(game) == []


def test_a_letter_that_nobody_can_prove_counts_nobody_until_its_writer_says_yes(
    house: tuple[House, str],
) -> None:
    game, gone = house
    game.unproven(gone, "STATUS\n")
    assert "confirm_letter" in told(game, gone)
    assert absent(game) == [gone]
    game.reply(gone, "YES\n")
    game.run()
    assert absent(game) == []


def test_a_machine_that_answers_is_nobody_who_writes(house: tuple[House, str]) -> None:
    game, gone = house
    raw = game.written(gone, game.door(gone), "I am away until May.\n")
    game.post_in(b"Auto-Submitted: auto-replied\r\n" + raw, gone, game.door(gone))
    game.run()
    assert absent(game) == [gone]


def test_what_is_told_of_it_is_told_once(house: tuple[House, str]) -> None:
    game, gone = house
    for _ in range(3):
        game.reply(gone, "STATUS\n")
        game.run()
        game.later(hours=1)
    assert game.kinds().count("PlayerActive") == 1
