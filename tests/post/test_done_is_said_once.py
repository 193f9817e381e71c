"""What a letter's one command has led to is what its answer tells: it is not echoed below that."""

from pathlib import Path

from tests.kit.house import House


def test_one_command_is_not_echoed_below_its_news(tmp_path: Path) -> None:
    house = House(tmp_path)
    mover, other = house.open_vote()
    house.reply(other, "AWAY 2 days")
    told = [one for one in house.run() if one.name == other]
    assert [one.occasions for one in told] == [("away",)]
    assert "as you wrote" not in told[0].text
    house.reply(mover, "AWAY 2 days\nJUDGMENT: Is tea a rule?")
    (both,) = [one for one in house.run() if one.name == mover]
    assert "Done, as you wrote: AWAY 2 days" in both.text
