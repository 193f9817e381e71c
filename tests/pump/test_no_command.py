"""A letter without a command: what its writer is told instead."""

from pathlib import Path

import pytest

from tests.kit.house import House, address_of


def answer(house: House, who: str, text: str) -> str:
    house.reply(who, text)
    letters = [one.text for one in house.run() if one.to == address_of(who)]
    return " ".join(" ".join(letters).split())


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("What does rule 203 say of absent friends, please?", "RULE 203"),
        ("May I see the vote on 301 again?", "PROPOSAL 301"),
        ("Why did I lose ten points?", "SCORES"),
        ("whos next, then?", "STATUS"),
        ("How do I leave the game for a fortnight?", "HELP AWAY HELP"),
        ("this is stupid i quit playing, really", "HELP AWAY"),
        ("Kann ich die Briefe auf Deutsch bekommen?", "LANGUAGE GERMAN"),
        ("Ich verstehe das nicht. Was kann ich tun?", "LANGUAGE GERMAN HELP TURN HELP"),
        ('What does "typeless" mean?', "RULES"),
    ],
)
def test_lines_that_may_tell_what_is_wanted(tmp_path: Path, words: str, lines: str) -> None:
    house = House(tmp_path)
    _, voter = house.open_vote()
    house.reply(voter, "FOR")
    house.run()
    told = answer(house, voter, words)
    assert f"reply with it alone: {lines} Nobody else has seen" in told


@pytest.mark.parametrize("words", ["Can a haiku be in German?", "Is a rule in German a rule?"])
def test_who_asks_about_german_asks_for_no_other_letters(tmp_path: Path, words: str) -> None:
    house = House(tmp_path)
    house.begin()
    assert "LANGUAGE GERMAN" not in answer(house, house.mover(), words)


def test_who_asks_for_letters_in_german_is_told_how(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    told = answer(house, house.mover(), "Could I get my letters in German, perhaps?")
    assert "LANGUAGE GERMAN" in told


def test_who_is_not_the_judge_is_told_what_a_ruling_is_for(tmp_path: Path) -> None:
    house = House(tmp_path)
    _, voter = house.open_vote()
    answer(house, voter, "JUDGMENT: May a cat vote?")
    told = answer(house, voter, "RULING It may not.")
    assert "when there is a ruling, OVERRULE says that you do not accept it" in told


def test_whose_turn_it_is_not_can_speak_by_the_same_letter(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    told = answer(house, house.others()[0], "PROPOSE REPEAL 206")
    assert "TELL, and words below it, tells all players what you think" in told


def test_help_names_each_command_once(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    assert answer(house, house.mover(), "HELP").count(" EDIT 203 ") == 1


def test_who_has_the_turn_is_shown_the_form(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    mover = house.mover()
    told = answer(house, mover, "I should like to propose that cats get points.")
    assert "PROPOSE ENACT: A short title The text of the new rule." in told


def test_a_ruling_asks_for_no_consent_that_was_given(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    mover, other = house.mover(), house.others()[0]
    answer(house, other, "JUDGMENT: May a cat vote?")
    answer(house, other, "CONSENT")
    house.act("say", game="tea", line="RULING It may not.")
    told = {one.to: " ".join(one.text.split()) for one in house.run() if "has ruled" in one.text}
    assert "Your turn has the consent that it needs." in told[address_of(mover)]
    assert "The next turn has the consent that it needs." in told[address_of(other)]
    assert not [one for one in told.values() if "CONSENT" in one or "Silence" in one]


@pytest.mark.parametrize("farewell", ["Gruß, Bob", "Best,\nBob", "Viele Grüße\nBob Babbage"])
def test_a_farewell_is_no_word_that_anybody_misses(tmp_path: Path, farewell: str) -> None:
    house = House(tmp_path)
    house.begin()
    told = answer(house, "Bob", f"Hello Ada,\n\nIs it hard?\n\n{farewell}")
    assert "Nobody else has seen what you wrote: > Is it hard? To send these words" in told


def test_words_about_a_change_ask_for_no_rules(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    house.reply(house.mover(), "PROPOSE TRANSMUTE 105\n")
    house.run()
    told = answer(house, house.others()[0], "Yes to making it mutable, no to abolishing it")
    assert "reply with it alone" not in told
    assert "reply with one word: TELL" in told


def test_who_has_left_is_told_how_to_come_back_and_offered_no_tell(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    answer(house, "Ada Lovelace", "FORFEIT")
    told = answer(house, "Ada Lovelace", "hello, can I come back?")
    assert "to come back, reply with one word, JOIN" in told
    assert "TELL" not in told
