"""PROPOSE, REVISE and PREVIEW with the rules attached: as a diff, or as an edited copy (103)."""

import difflib
from email.message import EmailMessage
from pathlib import Path

import pytest

from nomic_mail.game.events import ProposalMade, ProposalRevised
from tests.kit.house import House, address_of

FORMS = ("diff", "copy")


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.begin()
    return house


def rules_sent(house: House, name: str) -> str:
    """What RULES sends, without our footer."""
    house.reply(name, "RULES\n")
    (sent,) = house.run()
    return sent.text.replace("\r\n", "\n").partition("\n-- \n")[0] + "\n"


def edited(rules: str, number: int, new: str) -> str:
    """The same, with another text for one rule."""
    lines = rules.split("\n")
    begin = next(at for at, line in enumerate(lines) if line.startswith(f"{number}  "))
    end = next(
        at for at in range(begin + 1, len(lines)) if lines[at][:3].isdigit() and lines[at][3] == " "
    )
    return "\n".join([*lines[: begin + 1], "", f"    {new}", "", *lines[end:]])


def attached(house: House, name: str, verb: str, rules: str, mine: str, form: str) -> int:
    letter = EmailMessage()
    to = house.door(name)
    letter["From"], letter["To"] = f"{name} <{address_of(name)}>", to
    letter["Subject"], letter["Message-ID"] = "Re: the rules", f"<{verb}.{form}@mail.test>"
    letter.set_content(f"{verb}\n\n-- \n{name}\n\nOn Monday, Nomic wrote:\n> LEAVE\n")
    text = mine
    if form == "diff":
        both = rules.splitlines(keepends=True), mine.splitlines(keepends=True)
        text = "".join(difflib.unified_diff(*both, "rules.txt", "mine.txt"))
    kind = "x-diff" if form == "diff" else "plain"
    letter.add_attachment(text, subtype=kind, filename=f"mine.{form}")
    return house.post_in(letter.as_bytes(), name, to)


@pytest.mark.parametrize("form", FORMS)
def test_attached_rules_are_previewed_proposed_and_revised(house: House, form: str) -> None:
    name = house.mover()
    rules = rules_sent(house, name)
    first = edited(rules, 208, "Fifty points win.")
    attached(house, name, "PREVIEW", rules, first, form)
    (shown,) = house.run()
    assert "nothing has been proposed" in shown.text
    assert "Fifty points win." in shown.text
    before = len(house.events())
    attached(house, name, "PROPOSE", rules, first, form)
    house.run()
    (accepted,) = (one for one in house.events()[before:] if isinstance(one, ProposalMade))
    assert (accepted.change.kind, accepted.change.target) == ("amend", 208)
    assert accepted.change.text == "Fifty points win."
    before = len(house.events())
    attached(house, name, "REVISE", rules, edited(rules, 208, "Sixty points win."), form)
    house.run()
    (revised,) = (one for one in house.events()[before:] if isinstance(one, ProposalRevised))
    assert (revised.change.target, revised.change.text) == (208, "Sixty points win.")


@pytest.mark.parametrize("form", FORMS)
def test_two_changes_at_once_are_refused_and_nothing_is_proposed(house: House, form: str) -> None:
    name = house.mover()
    rules = rules_sent(house, name)
    mine = edited(edited(rules, 208, "Fifty points win."), 206, "Nobody loses anything.")
    before = house.kinds()
    attached(house, name, "PROPOSE", rules, mine, form)
    (refused,) = house.run()
    assert "not one change" in refused.text
    assert house.kinds() == before
