"""Many questions before one judge are one list, and not as many quotations."""

from pathlib import Path

import pytest

from nomic_mail.play.table import Received
from tests.kit.house import House
from tests.kit.told import played

MANY = 12


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.begin(extensions="9")
    return house


def asked(house: House, language: str) -> Received:
    """The letter to the next judge, when the first has let them lie."""
    for name in (house.mover(), *house.others()):
        house.reply(name, f"LANGUAGE {language}")
    house.run()
    other = house.others()[0]
    for number in range(1, MANY + 1):
        house.reply(other, f"JUDGMENT: Is rule {number} <b>a</b> rule?")
        house.run()
    judge = house.state().judgment
    assert judge is not None
    assert len(judge.pending) == MANY
    house.told.clear()
    house.later(days=4)
    house.run()
    return next(one for one in house.told if "is rule 2 " in one.text.lower())


@pytest.mark.parametrize("language", ["ENGLISH", "GERMAN"])
def test_they_are_one_numbered_list(house: House, language: str) -> None:
    lines = asked(house, language).text.splitlines()
    first = lines.index("> 1. Is rule 1 <b>a</b> rule?")
    told = [f"> {number}. Is rule {number} <b>a</b> rule?" for number in range(1, MANY + 1)]
    assert lines[first : first + MANY] == told


def test_the_moderator_who_lets_one_lie_is_told_of_in_plain_german(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.act("new game", game="tea", title="Tea", ruleset="net_play", settings={})
    for name in ("Ada Lovelace", "Bob Babbage", "Cleo Curie"):
        address = f"{name} <{name.split()[0].lower()}@players.example>"
        house.act("add player", game="tea", player=address, confirmed=True, language="german")
    house.run()
    house.act("say", game="tea", line="START")
    house.run()
    house.reply("Ada Lovelace", "JUDGMENT: is tea a move?")
    house.run()
    house.later(days=4)
    passed = [one for one in house.run() if one.to.endswith("players.example")]
    assert any("Vom Moderator kam nicht rechtzeitig ein Urteil." in one.text for one in passed)


RULES = """\
moderator 2026-03-02 09:00 new game tea suber_1982 debate_min=0
moderator 2026-03-02 09:01 add player Ada <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob <bob@players.example> confirmed
moderator 2026-03-02 09:03 add player Cid <cid@players.example> confirmed
moderator 2026-03-02 09:04 start
mail 2026-03-02 10:00 ada reply:
    PROPOSE ENACT: Cake
    There is cake.
    END
    CALL VOTE
mail 2026-03-02 10:10 ada reply:
    JUDGMENT: Is cake legal?
mail 2026-03-02 10:20 cid reply:
    My ruling is no
mail 2026-03-02 10:30 cid reply:
    {}
"""


@pytest.mark.parametrize("answer", ["My answer: no", "my answer is yes", "No.", "yes"])
def test_what_answers_whether_that_is_the_ruling_is_no_vote(tmp_path: Path, answer: str) -> None:
    whether, told = played(tmp_path, RULES.format(answer))[-2:]
    assert "is that your ruling?" in whether.text
    assert "is that your ruling?" in told.text
    assert "with its proposal's number" in " ".join(told.text.split())


@pytest.mark.parametrize("answer", ["AGAINST", "AGAINST 301"])
def test_a_plain_vote_is_one_there_too(tmp_path: Path, answer: str) -> None:
    assert "Your vote AGAINST 301 is counted." in played(tmp_path, RULES.format(answer))[-1].text
