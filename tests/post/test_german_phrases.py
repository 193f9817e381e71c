"""The core's words in German: a text for each of the English ones, of the same facts."""

from collections.abc import Iterator
from string import Formatter
from typing import Any

from nomic_mail.game.clauses import KINDS
from nomic_mail.letters.grammar.language import ROWS
from nomic_mail.letters.grammar.language import words as known
from nomic_mail.phrases import DOES, PAID, words

NAMES = "names"


def facts(text: str) -> set[str]:
    return {fact for _, fact, _, _ in Formatter().parse(text) if fact is not None}


def texts(catalogue: Any) -> Iterator[tuple[str, list[str]]]:
    for code, text in catalogue.items():
        if code != NAMES:
            yield code, [text] if isinstance(text, str) else list(text)


def test_each_code_is_said_in_german() -> None:
    assert {code for code, _ in texts(words("de"))} == {code for code, _ in texts(words())}


def test_it_is_one_text_or_two_as_in_english() -> None:
    english = dict(texts(words()))
    assert not [code for code, said in texts(words("de")) if len(said) != len(english[code])]


def test_it_names_the_facts_that_are_there() -> None:
    english = dict(texts(words()))
    for code, said in texts(words("de")):
        for mine, theirs in zip(said, english[code], strict=True):
            assert facts(mine) <= facts(theirs), code


def test_names_within_facts_are_said_in_german() -> None:
    german, english = words("de")[NAMES], words()[NAMES]
    assert all(german[table].keys() == english[table].keys() for table in english)


def test_so_is_what_each_clause_pays_for() -> None:
    pays = {kind.name for kind in KINDS.values() if kind.pays}
    assert words("de")[NAMES][PAID].keys() == pays


def test_so_is_each_line_of_help() -> None:
    assert known()
    assert {row.does for row in ROWS} == words("de")[NAMES][DOES].keys()
