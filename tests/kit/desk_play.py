"""A server with the desk letter every morning, and what its moderator writes."""

from datetime import UTC, datetime
from pathlib import Path

from msgspec import structs

from nomic_mail.play.table import Received
from tests.kit.house import HOST, House

MODERATOR = f"moderator@{HOST}"


def begun(folder: Path) -> House:
    """A running game, with the desk letter every morning."""
    house = House(folder)
    with_desk(house)
    house.begin(extensions="0", turn_window="2d")
    return house


def with_desk(house: House, timezone: str = "UTC") -> None:
    moderator = structs.replace(house.config.moderator, desk="daily", timezone=timezone)
    house.config = structs.replace(house.config, moderator=moderator)
    house.pump = house.another_pump("the house", house.database)


def at(house: House, day: int, hour: int = 9, minute: int = 0) -> list[Received]:
    house.clock.set(datetime(2026, 3, day, hour, minute, tzinfo=UTC))
    return house.run()


def desk_letters(told: list[Received]) -> list[Received]:
    return [one for one in told if one.occasions == ("desk",)]


def in_the_morning(house: House) -> Received:
    """The letter after the day on which somebody was too late."""
    for hour in (8, 12):
        assert desk_letters(at(house, 4, hour)) == []
    (letter,) = desk_letters(at(house, 5, 7))
    return letter


def says(house: House, text: str, to: str) -> list[Received]:
    letter = house.written("The Moderator", to, text).replace(b"the@players.example", b"")
    raw = letter.replace(b"From: The Moderator <>", f"From: <{MODERATOR}>".encode())
    house.hand_in(raw, MODERATOR, [to])
    return house.run()
