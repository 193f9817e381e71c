"""`game show` tells the moderator of a question: who has it, or that nobody is left to judge."""

from pathlib import Path

from nomic_mail.cli.game import judgment_row
from nomic_mail.game.commands import MODERATOR
from nomic_mail.post import facts
from tests.kit.house import House


def shown(house: House) -> list[list[str]]:
    return list(judgment_row(facts.status_facts(house.state("tea"), MODERATOR)["judgment"]))


def test_who_is_to_rule_and_that_nobody_is_left(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    assert shown(house) == []
    house.reply(house.mover(), "JUDGMENT: Is tea a rule?\n")
    house.run()
    assert shown(house) == [["judgment", "the Moderator is to rule by 2026-03-05 09:00 UTC"]]
    house.later(days=4)
    house.run()
    other = house.others()[0]
    assert shown(house) == [["judgment", f"{other} is to rule by 2026-03-09 09:00 UTC"]]
    house.later(days=4)
    house.run()
    assert shown(house) == [["judgment", "nobody is left to judge"]]
