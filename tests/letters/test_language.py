"""A word of the command language has one home, and so has a question: what HELP, the page, the
schema and the letters need of it follows from there, or a test says what is missing.

Others hold that each word has its row in HELP (`test_help_tells_of_each_command`), its place in
docs/commands.md (`test_each_word_stands_in_its_page`), and in the schema what it makes
(`test_the_schema_is_what_the_commands_are`).
"""

import re

import pytest

from nomic_mail.config import shipped
from nomic_mail.game.commands import Ask, Vote
from nomic_mail.letters.grammar.german import in_english
from nomic_mail.letters.grammar.language import QUESTIONS, WORDS, Question, questions, words
from nomic_mail.letters.grammar.reading import Said
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.post.answers import OF_NOW
from nomic_mail.post.past import OF_THE_PAST
from tests.kit.played import words_of_all

EVERY = About(301, (301, 302, -7), from_moderator=True)


@pytest.fixture(scope="module")
def said_in_games() -> list[Said]:
    return [one for text in words_of_all() for one in understand("", text, EVERY).said]


@pytest.mark.parametrize("one", questions().values(), ids=questions())
def test_each_question_is_answered_in_one_place(one: Question) -> None:
    """Its own file, where the state alone tells it; else in post, and some only by the record."""
    places = [one.facts is not None, one.topic in OF_NOW or one.topic in OF_THE_PAST]
    table = "post/past.py: OF_THE_PAST" if one.past else "post/answers.py: OF_NOW"
    assert places.count(True) == 1, f"{one.topic}: facts=… where it is declared, or {table}"
    assert not one.past or one.topic in OF_THE_PAST, f"{one.topic} is of the past: {table}"


@pytest.mark.parametrize("one", questions().values(), ids=questions())
def test_each_question_has_a_letter(one: Question) -> None:
    letter = shipped("templates") / f"{one.occasion}.txt"
    assert letter.exists(), f"{one.topic} has no letter: templates/{letter.name}"


def test_each_question_is_asked_in_a_game(said_in_games: list[Said]) -> None:
    asked = {one.command.topic for one in said_in_games if isinstance(one.command, Ask)}
    unknown = sorted(asked - set(questions()))
    assert not unknown, f"a form makes Ask(topic=…) of what question(…) has not told of: {unknown}"
    missing = sorted(set(questions()) - asked)
    assert not missing, f"no game in tests/games asks {missing}"


def test_each_command_in_capitals_begins_with_a_word_that_is_told(
    said_in_games: list[Said],
) -> None:
    """A form without its word: HELP, the page and the rest would know nothing of it."""
    firsts = {name.split()[0] for name in words()}
    no_votes = [one for one in said_in_games if not isinstance(one.command, Vote)]
    lines = {" ".join(in_english(one.line).split()) for one in no_votes}
    said = {line: re.match(r"[A-Z]{3,}\b", line) for line in lines}
    untold = sorted(line for line, word in said.items() if word and word[0] not in firsts)
    assert not untold, f"beside its form stands no word(…) or question(…): {untold}"


def test_whoever_asks_for_the_words_has_all_of_them() -> None:
    assert words() is WORDS and questions() is QUESTIONS
    assert {"FOR", "PROPOSE", "JUDGMENT", "RULES", "AWARD", "JOIN"} <= set(words())
