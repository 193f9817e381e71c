"""The core speaks no language: what it tells people is a code with its facts.

1. Each code that is raised has its words in phrases/codes.toml, and each line there its code.
2. Words name no fact that is not given wherever the code is raised.
3. No fact is a sentence, and no file of the core has one, but those in `SPEAKS`: what documents a
   thing stands with it.
"""

import ast
import re
from collections.abc import Iterator
from string import Formatter

import pytest

from nomic_mail.phrases import words
from tests.kit.codes import Site, made, sites

Modules = dict[str, ast.Module]

FILE = "nomic_mail/phrases/codes.toml"
NAMES = "names"  # the words of codes within facts

ITSELF = "it documents the thing where that stands"
QUESTION = "the question to a judge is kept and answered as players' own are"
SPEAKS = {
    "clauses/": f"{ITSELF}: what a clause does, how it is written, what is wrong with its line",
    "expressions.py": f"{ITSELF}: what its facts are, and what is wrong with its text",
    "procedures/debate.py": QUESTION,
    "procedures/pro_tem.py": QUESTION,
    "timers.py": f"{ITSELF}: how a time is written, and what is wrong with its text",
    "settings.py": f"{ITSELF}: what a house setting means",
}
SENTENCE = 4  # words: fewer are a code of several, such as "moderator may remove"
_WORD = re.compile(r"\W*[A-Z]?[a-z']+\W*")
_LINE = re.compile(r"[A-Z]{3,}")  # a command, to be sent as it stands


@pytest.fixture(scope="module")
def told(modules: Modules) -> list[Site]:
    return list(sites(modules))


def named(texts: object) -> Iterator[tuple[str, str]]:
    """The facts that words name, and how each is told."""
    for text in [texts] if isinstance(texts, str) else list(texts):  # type: ignore[call-overload]
        for _, fact, how, _ in Formatter().parse(text):
            if fact is not None:
                yield fact, how or ""


def test_a_code_is_told_from_the_source(told: list[Site]) -> None:
    wrong = [f"{one.where}: its code is no word in quotes" for one in told if not one.code]
    assert not wrong, "\n".join(wrong)


def test_each_code_has_its_words(told: list[Site]) -> None:
    wrong = [
        f'{one.where}: "{one.code}" has no words: write a line for it in {FILE}'
        for one in told
        if one.code not in words() or one.code == NAMES
    ]
    assert not wrong, "\n".join(wrong)


def test_all_words_have_their_code(told: list[Site]) -> None:
    left = words().keys() - {one.code for one in told} - {NAMES}
    assert not left, f"no code is raised for these lines of {FILE}: {', '.join(sorted(left))}"


def test_a_phrase_has_one_text_and_a_refusal_two(told: list[Site]) -> None:
    wrong = [
        f'{one.where}: a phrase is one text, a refusal two: "{one.code}" is not so in {FILE}'
        for one in told
        if one.code in words() and (one.made == "Phrase") != isinstance(words()[one.code], str)
    ]
    assert not wrong, "\n".join(wrong)


def test_words_name_only_facts_that_are_given(told: list[Site]) -> None:
    wrong = [
        f'{one.where}: the words of "{one.code}" name {{{fact}}}, which is not given there'
        for one in told
        for fact, _ in named(words().get(one.code, ()))
        if fact not in one.facts
    ]
    assert not wrong, "\n".join(wrong)


def literals(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Texts of the source without what is put into them, and without docstrings."""
    inside = set[int]()
    for one in ast.walk(node):
        if isinstance(one, ast.JoinedStr):
            inside |= set(map(id, one.values))
            texts = [part.value for part in one.values if isinstance(part, ast.Constant)]
            yield one.lineno, "{}".join(map(str, texts))
        elif isinstance(one, ast.Expr):
            inside.add(id(one.value))
    for one in ast.walk(node):
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in inside:
            yield one.lineno, one.value


def given(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """The facts of all that it refuses or tells, and what the names in them were set to there."""
    facts = [
        fact.value
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and made(call)
        for fact in call.keywords
    ]
    names = {one.id for fact in facts for one in ast.walk(fact) if isinstance(one, ast.Name)}
    yield from facts
    for node in ast.walk(function) if names else ():
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in names:
            yield node.value


def test_no_fact_is_a_sentence(modules: Modules) -> None:
    wrong = {
        f"{path}:{line}: {text!r} as a fact: let it be a code"
        for path, module in modules.items()
        if path.startswith("nomic_mail/")
        for function in ast.walk(module)
        if isinstance(function, ast.FunctionDef)
        for fact in given(function)
        for line, text in literals(fact)
        if re.search(r"\w \w", text)
    }
    assert not wrong, "\n".join(sorted(wrong))


def test_the_core_has_no_sentence_for_people(modules: Modules) -> None:
    core = "nomic_mail/game/"
    spoken = {
        f"{path.removeprefix(core)}:{line}": text
        for path, module in modules.items()
        if path.startswith(core)
        for line, text in literals(module)
        if sum(1 for word in text.split() if _WORD.fullmatch(word)) >= SENTENCE
        if not _LINE.match(text)
    }
    wrong = [
        f"{core}{where}: {text!r}: let it be a code, with its words in {FILE}"
        for where, text in spoken.items()
        if not where.startswith(tuple(SPEAKS))
    ]
    assert not wrong, "\n".join(wrong)
    silent = [one for one in SPEAKS if not any(where.startswith(one) for where in spoken)]
    assert not silent, f"they have no sentence any more, and leave SPEAKS: {silent}"
