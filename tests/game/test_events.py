"""A kind of event, or of command, has one home, and is missing nothing. An event says what the
state, the record, the story and its written form make of it, is told to somebody, and is checked; a
command is decided.

What makes an event of each kind happen, and who gives each command, is in a game (tests/games)."""

import ast
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from nomic_mail.archive.text import WORDS
from nomic_mail.config import shipped
from nomic_mail.game import commands, decide, events  # noqa: F401  decide reads all procedures
from nomic_mail.game.events import KINDS, Event
from nomic_mail.game.events.kind import were_words
from nomic_mail.game.phrase import SENTENCE
from nomic_mail.game.procedures.table import DECIDES
from nomic_mail.phrases import LANGUAGES
from nomic_mail.post import telling

each_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


@pytest.mark.parametrize("room", [commands, events, telling], ids=["commands", "events", "telling"])
def test_every_file_of_kin_is_read(room: object) -> None:
    """One that is not read has no kinds, and tells of none."""
    name, path = vars(room)["__name__"], vars(room)["__path__"]
    for file in pkgutil.iter_modules(path):
        public = {one for one in vars(import_module(f"{name}.{file.name}")) if one[0] != "_"}
        unread = f"nobody reads it: from {name}.{file.name} import * in {name}/__init__.py"
        assert public <= set(vars(room)), unread


@each_kind
def test_each_kind_has_a_moment_or_says_that_it_has_none(kind: type[Event]) -> None:
    said = [one for one in kind.__mro__ if issubclass(one, Event) and one is not Event]
    fix = f"{kind.__name__} has no moment in the story: MOMENT, or moment(); () if it has none"
    assert any({"MOMENT", "moment"} & set(vars(one)) for one in said), fix


@each_kind
def test_each_kind_is_told_in_one_function_or_along_with_something_else(kind: type[Event]) -> None:
    fix = f"a function in post/telling marked @tells(e.{kind.__name__}), or @tells_along"
    assert (kind in telling.TELLS) != (kind in telling.ALONG), fix


@each_kind
def test_what_each_kind_says_of_its_written_form_fits(kind: type[Event]) -> None:
    names = set(kind.__struct_fields__)
    assert set(kind.SEALED) <= names
    assert set(kind.BLANK) <= set(kind.SEALED)
    assert set(kind.UPCASTERS) <= set(range(1, kind.VERSION))
    assert 1 <= kind.SEALED_SINCE <= kind.VERSION
    assert kind.SEALED or not kind.ERASABLE


# The story has each moment in two voices: a letter's HISTORY, and the record's text


def moments() -> Iterator[str]:
    """The name of each moment, wherever an event makes one."""
    for file in sorted(Path(next(iter(events.__path__))).glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield from _made_in(node)
            elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "MOMENT":
                yield from _words_in(node.value, first=True)


def _made_in(function: ast.FunctionDef) -> Iterator[str]:
    made = [x for x in ast.walk(function) if isinstance(x, ast.Call)]
    kinds = [x.args[1] for x in made if ast.unparse(x.func) == "Moment"]
    names = {x.id for x in kinds if isinstance(x, ast.Name)}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in names:
            kinds.append(node.value)
    for kind in kinds:
        yield from _words_in(kind)


def _words_in(node: ast.expr, *, first: bool = False) -> list[str]:
    if isinstance(node, ast.IfExp):
        return [*_words_in(node.body), *_words_in(node.orelse)]
    if first and isinstance(node, ast.Tuple) and node.elts:
        return _words_in(node.elts[0])
    return [str(node.value)] if isinstance(node, ast.Constant) and node.value else []


def test_each_moment_has_words_in_the_record_s_text_and_in_history() -> None:
    named = set(moments())
    assert len(named) > 50
    voices = {"archive/text.py: WORDS": set(WORDS)}
    there = shipped("templates")
    for file in sorted(there.rglob("_moments.txt")):
        told = re.findall(r'one\.kind == "([^"]+)"', file.read_text(encoding="utf-8"))
        voices[f"templates/{file.relative_to(there)}"] = set(told)
    assert len(voices) == 1 + len(LANGUAGES)
    for where, words in voices.items():
        assert not named - words, f"{where} has no words for the moment {sorted(named - words)}"
        assert not words - named, f"{where}: no event has the moment {sorted(words - named)}"


# Commands


@pytest.mark.parametrize("command", commands.KINDS.values(), ids=commands.KINDS)
def test_each_command_is_decided_in_one_function(command: type[commands.Command]) -> None:
    fix = f"a function in game/procedures marked @decides(c.{command.__name__})"
    assert command in DECIDES, fix


def test_sentences_of_an_older_form_are_read_as_such_one_or_several() -> None:
    def told(text: str) -> dict[str, Any]:
        return {"code": SENTENCE, "facts": {"text": text}}

    lifted = were_words("why", "warnings")
    assert lifted({"by": "Ada", "why": "So.", "warnings": ["One.", "Two."]}) == {
        "by": "Ada",
        "why": told("So."),
        "warnings": [told("One."), told("Two.")],
    }
