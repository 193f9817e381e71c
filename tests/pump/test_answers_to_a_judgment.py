"""An answer to a letter about a judgment is no ballot: it is asked about, with what does answer the
question, unless it names the proposal (212)."""

from pathlib import Path

import pytest

from tests.kit.house import House, address_of

NAMES = ("Ada Able", "Bob Baker", "Cleo Cook", "Dora Dahl")


@pytest.fixture
def house(tmp_path: Path) -> House:
    """301 is open, and a judge is asked what Cleo wants to know."""
    house = House(tmp_path)
    house.act("new game", game="tea", title="", ruleset="suber_1982", settings={"debate_min": "0"})
    for name in NAMES:
        who = f"{name} <{address_of(name)}>"
        house.act("add player", game="tea", player=who, confirmed=True)
    house.act("command", game="tea", verb="Start", fields={})
    house.run()
    says(house, house.mover(), "PROPOSE ENACT: Tea\nThere is tea.\nEND\nCALL VOTE\n")
    says(house, next(one for one in NAMES if one != house.mover()), "JUDGMENT: Is tea a rule?\n")
    return house


def says(house: House, name: str, text: str) -> str:
    house.reply(name, text)
    out = [one for one in house.run() if one.to == address_of(name)]
    return " ".join(out[-1].text.split("\n-- ")[0].split()) if out else ""


def judge(house: House) -> str:
    judgment = house.state("tea").judgment
    assert judgment is not None
    return house.state("tea").name_of(judgment.judge)


def ballots(house: House) -> int:
    return sum(len(poll.ballots) for poll in house.state("tea").open_polls)


@pytest.mark.parametrize(
    "text", ["No.", "My decision: no, it is none.", "My answer: yes", "The answer is yes.", "Yes!"]
)
def test_a_judge_who_answers_in_words_has_not_voted(house: House, text: str) -> None:
    before = ballots(house)
    told = says(house, judge(house), f"{text}\n")
    assert ballots(house) == before
    assert "Write RULING, and your reasons below it" in told


def test_a_judge_may_vote_in_the_same_letter_by_number(house: House) -> None:
    before = ballots(house)
    says(house, judge(house), "AGAINST 301\n\nRULING\nIt is none.\n")
    assert ballots(house) == before + 1
    judgment = house.state("tea").judgment
    assert judgment is not None
    assert judgment.ruling == "It is none."


@pytest.mark.parametrize("text", ["I do not accept it. OVERRULE", "I do not accept it. No!"])
def test_who_answers_a_ruling_has_not_voted(house: House, text: str) -> None:
    says(house, judge(house), "RULING\nIt is none.\n")
    other = next(one for one in NAMES if one not in (judge(house), house.mover()))
    before = ballots(house)
    assert "OVERRULE" in says(house, other, f"{text}\n")
    assert ballots(house) == before


def test_who_writes_the_word_overrules(house: House) -> None:
    says(house, judge(house), "RULING\nIt is none.\n")
    other = next(one for one in NAMES if one not in (judge(house), house.mover()))
    says(house, other, "OVERRULE\n")
    judgment = house.state("tea").judgment
    assert judgment is not None
    assert len(judgment.overrules) == 1


def test_a_ruling_in_a_sentence_is_asked_about(house: House) -> None:
    told = says(house, judge(house), "I rule that tea is none.\n")
    assert "Write RULING, and your reasons below it" in told


def test_consent_in_a_sentence_is_consent_where_it_says_no_more(house: House) -> None:
    told = says(house, NAMES[2], "I do not consent to that turn.\n")
    assert told.startswith("You do not consent; nothing need be done for that")
    told = says(house, NAMES[0], "I consent to the next turn, if it is short.\n")
    assert "did you mean CONSENT" in told
    house.reply(NAMES[0], "STATUS")
    house.run()
    assert "Done, as you wrote" in says(house, NAMES[2], "I consent to the next turn.\n")


def test_for_alone_answers_no_question_and_is_a_vote(house: House) -> None:
    other = next(one for one in NAMES if one != judge(house))
    before = ballots(house)
    says(house, other, "FOR\n")
    assert ballots(house) == before + 1


def test_to_a_ruling_it_may_be_an_answer(house: House) -> None:
    says(house, judge(house), "RULING\nIt is none.\n")
    other = next(one for one in NAMES if one not in (judge(house), house.mover()))
    before = ballots(house)
    assert "Write OVERRULE" in says(house, other, "AGAINST\n")
    assert ballots(house) == before
    says(house, other, "AGAINST 301\n")
    assert ballots(house) == before + 1
