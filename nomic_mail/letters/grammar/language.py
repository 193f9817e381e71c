"""What can be said, as the things themselves tell: each word, each question, each row of HELP.

1. A word is told of once, beside the form in which it is written; whatever has to know all words
   (HELP, what a slip of the hand may mean, what is no machine's letter) asks here.
2. The tables fill themselves as the files of the grammar are read, and whoever asks has all of them
   read first.
3. A question is a word that the record answers (012). Its answer, in facts, is here where the state
   of the game tells it, else a function marked with `answers` (post); its letter is a template.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

from msgspec import Struct

from nomic_mail.game.state import State

Facts = Mapping[str, Any]
LAST = 1000  # the place of a row that says none


class Row(Struct, frozen=True):
    """One line in one table of HELP, or in several: what one writes, and what it does, in English
    and in German;
    `rule` is cited behind it where there is one of that number; what `ends` is of no use in a game
    that is over."""

    tables: str
    written: str
    does: str
    german: str
    place: int = LAST
    rule: int = 0
    ends: bool = False


class Keyword(Struct, frozen=True):
    """`usage` is what a line in capitals may be meant for that begins with the word, and is none of
    its forms. `page` is where HELP tells of it; `slips` whether a slip of the hand in it is asked
    about; `small` whether `help` with it in small letters is a question, and no talk."""

    name: str
    usage: str = ""
    page: str = "all"
    slips: bool = False
    small: bool = True


class Question(Struct, frozen=True):
    """`past`: the present state holds no answer, it takes the whole record. `occasion` is its
    letter's."""

    topic: str
    past: bool
    occasion: str
    facts: Callable[[State, int], Facts] | None


WORDS: dict[str, Keyword] = {}
QUESTIONS: dict[str, Question] = {}
ROWS: list[Row] = []
# What else HELP can be asked about, by its page: in capitals only, and in small letters too.
PAGES: dict[str, tuple[str, str]] = {
    "all": ("", "commands"),
    "clauses": ("", "clauses effects"),
    "program": ("", "program programs"),
    "actions": ("action", "actions"),
    "observe": ("observer observers", ""),
    "propose": ("", "proposing"),
    "vote": ("", "votes voting ballot ballots"),
    "judgment": ("", "judgement judge"),
    "chair": ("", "chair"),
    "join": ("", "address addresses"),
    "moderator": ("hand", "moderator"),
    "settings": ("", "settings setting"),
    "dice": ("", "dice throws"),
    "records": ("", "record"),
    "tokens": ("", "tokens"),
    "time": ("", "time deadline deadlines"),
    "talk": ("", "talk"),
    "digest": ("digest", ""),
}


def word(
    name: str,
    *rows: Row,
    usage: str = "",
    page: str = "all",
    slips: bool = False,
    small: bool = True,
) -> None:
    WORDS[name] = Keyword(name, usage, page, slips, small)
    ROWS.extend(rows)


def question(
    name: str,
    *rows: Row,
    past: bool = False,
    occasion: str = "",
    facts: Callable[[State, int], Facts] | None = None,
    usage: str = "",
    page: str = "all",
    slips: bool = False,
) -> None:
    """A word that asks: its topic is the word in small letters."""
    word(name, *rows, usage=usage, page=page, slips=slips)
    topic = name.lower()
    QUESTIONS[topic] = Question(topic, past, occasion or topic, facts)


@cache
def _read_all() -> None:
    room = __name__.rpartition(".")[0]
    for one in walk_packages(import_module(room).__path__, f"{room}."):
        import_module(one.name)


def words() -> Mapping[str, Keyword]:
    _read_all()
    return WORDS


def questions() -> Mapping[str, Question]:
    _read_all()
    return QUESTIONS


@cache
def usages() -> Mapping[str, str]:
    """By the word that a line begins with."""
    return {one.name.split()[0]: one.usage for one in words().values() if one.usage}


@cache
def topics() -> frozenset[str]:
    """What `help` in small letters can be followed by."""
    small = (one.name.split()[0].lower() for one in words().values() if one.small)
    return frozenset((*small, *" ".join(both for _, both in PAGES.values()).split()))


def page_of(topic: str) -> str:
    """Which page of HELP tells of it; nothing where none does."""
    for page, others in PAGES.items():
        if topic in " ".join(others).split():
            return page
    pages = (one.page for one in words().values() if one.name.split()[0].lower() == topic)
    return next(pages, "")


def tables() -> Mapping[str, list[Row]]:
    """The rows of HELP, in their order."""
    _read_all()
    found: dict[str, list[Row]] = {}
    for row in sorted(ROWS, key=lambda one: one.place):
        for table in row.tables.split(", "):
            found.setdefault(table, []).append(row)
    return found
