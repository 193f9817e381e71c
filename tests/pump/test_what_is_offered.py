"""No letter offers what would be refused: words to all, where there is no such way."""

from pathlib import Path

import pytest

from nomic_mail.play.table import HOST
from tests.kit.house import House, address_of

MODERATOR = f"moderator@{HOST}"


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def say(house: House, line: str) -> None:
    house.act("say", game="tea", line=line)
    house.run()


def test_a_moderator_is_not_told_of_tell(house: House) -> None:
    """013: their words to all are an announcement."""
    house.begin()
    house.mail(
        f"The Moderator <{MODERATOR}>", f"nomic+tea@{HOST}", "PAUSE: holidays\n\nBe merry!\n"
    )
    house.run()
    house.mail(f"The Moderator <{MODERATOR}>", house.last["tea", MODERATOR].reply_to, "YES\n")
    house.run()
    told = house.last["tea", MODERATOR].text
    assert "> Be merry!" in told
    assert "TELL" not in told
    assert "ANNOUNCE" in told


def test_nobody_is_offered_to_talk_when_the_game_is_over(house: House) -> None:
    house.begin()
    mover = house.mover()
    assert "To talk to all players" in house.last["tea", address_of(mover)].text
    house.run()
    say(house, "END GAME: a good year")
    over = house.last["tea", address_of(mover)]
    assert "The game is over" in over.subject
    assert "To talk to all players" not in over.text
    house.reply(mover, "Thanks to all of you, it was fun!\n")
    house.run()
    answer = house.last["tea", address_of(mover)]
    assert "it was fun" in answer.text
    assert "TELL" not in answer.text
    assert "To talk to all players" not in answer.text
