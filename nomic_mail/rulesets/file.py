"""The file of a ruleset, ours or anybody's: TOML in, a Ruleset out, or all its mistakes at once.

1. All that a game needs of it is in the game from its first event on: nobody asks for the file, or
   for the name, again.
2. A name says which rules these are, to people: nobody's own ruleset is called as one of ours.
"""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, cast, get_args

from msgspec import Struct, field

from nomic_mail.game.clauses import BadClause, parse_clause
from nomic_mail.game.numbers import is_part, read_number
from nomic_mail.game.rulebook import Rule, RuleStatus
from nomic_mail.game.state import TOLD
from nomic_mail.patterns import later
from nomic_mail.rulesets.wrapping import flowing
from nomic_mail.toml import BadFile, Problem, near, parsed, places_of, shown

MOST_CHARACTERS = 1_000_000
MOST_RULES = 1000
MOST_TEXT = 100_000
MOST_CLAUSES = 50
MOST_NUMBER = 99_999
LONGEST_TITLE = 120
MOST_MISTAKES = 100

FORMS = {  # of what is needed
    "name": 'write name = "tea", above the first rule',
    "title": 'write title = "The order of play", one line',
    "rule": "write [[rule]] above each rule, and below it its number, status, title and text",
    "number": "write number = 101",
    "status": 'write status = "mutable", or "immutable"',
    "text": 'write text = "What the rule says."',
}

_NAME = later(r"[a-z][a-z0-9_-]{0,39}")
_NO_LINE = later("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_NO_TEXT = later("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


class Ruleset(Struct, frozen=True):
    name: str
    title: str
    about: str
    guides: str
    rules: tuple[Rule, ...]
    edition_of: str = ""  # the historical text whose provisions it keeps, every one


class _Wrong(ValueError):
    """With what would be right."""


class _Found(Struct):
    """What was read, and what is wrong: (where, key as it is told, value, what would mend it)."""

    wrong: list[tuple[str, str, str, str]] = field(default_factory=list)

    def values(
        self,
        table: Mapping[str, Any],
        kinds: Mapping[str, Callable[[Any], Any]],
        needed: Collection[str],
        where: str = "",
        called: str = "",
    ) -> dict[str, Any]:
        """Those that are right. `where` leads to the table's line, `called` is told of it."""
        inner, told = f"{where}." if where else "", f"{called}, " if called else ""
        right = {}
        for key, value in table.items():
            if key not in kinds:
                fix = f"no such key here: {near(key, kinds)}"
                self.wrong.append((f"{inner}{key}"[:120], f"{told}{key[:40]}", "", fix))
                continue
            try:
                right[key] = kinds[key](value)
            except _Wrong as wrong:
                plain = "" if isinstance(value, dict | list) else shown(value)
                self.wrong.append((f"{inner}{key}", f"{told}{key}", plain, str(wrong)))
        for key in needed:
            if key not in table:
                fix = f"it has no {key}, and needs one: {FORMS[key]}"
                self.wrong.append((where, called or "the file", "", fix))
        return right


def read(text: str, file: str, ours: Collection[str]) -> Ruleset:
    """Raises BadFile. `ours` are the names of the rulesets that come with the server."""
    data = parsed(text, Path(file), MOST_CHARACTERS)
    found = _Found()
    kinds = {**_KINDS, "name": _named(ours), "rule": _tables}
    whole = found.values(data, kinds, ("name", "title", "rule"))
    rules = _rules(whole.get("rule", []), found)
    if found.wrong:
        places = places_of(text)
        problems = [
            Problem(_line(where, places), key, value, fix) for where, key, value, fix in found.wrong
        ]
        problems.sort(key=lambda one: one.line or 0)
        raise BadFile(Path(file), problems[:MOST_MISTAKES])
    return Ruleset(
        name=whole["name"],
        title=whole["title"],
        about=whole.get("about", ""),
        guides=whole.get("guides", ""),
        rules=tuple(rules),
        edition_of=whole.get("edition_of", ""),
    )


def _line(where: str, places: Mapping[str, int]) -> int | None:
    """Its own, or that of what it stands in."""
    while where not in places and "." in where:
        where = where.rpartition(".")[0]
    return places.get(where, places.get(f"{where}[1]"))


def _rules(tables: list[Mapping[str, Any]], found: _Found) -> list[Rule]:
    rules: list[Rule] = []
    first: dict[int, str] = {}
    for place, table in enumerate(tables, 1):
        where, called = f"rule[{place}]", _called(table, f"rule[{place}]")
        values = found.values(table, _RULE, ("number", "status", "title", "text"), where, called)
        lines, source = values.pop("clauses", []), values.pop("program", "")
        clauses = _clauses(
            [*lines, *([f"program:\n{source}"] if source else [])], found, where, called
        )
        if sum(one.startswith("program:") for one in clauses) > 1:
            fix = "a rule has one program: put them into one, or into several rules"
            found.wrong.append((f"{where}.program", f"{called}, program", "", fix))
        if "number" in values and values["number"] in first:
            fix = f"two rules have this number: it is that of {first[values['number']]}, too"
            found.wrong.append((f"{where}.number", f"{where}, number", str(values["number"]), fix))
        elif "number" in values:
            first[values["number"]] = where
        if not found.wrong:
            rules.append(Rule(lineage=values["number"], clauses=clauses, **values))
    for place, rule in enumerate(rules, 1) if not any(one.program for one in rules) else ():
        for name, clause in ((name, one) for one in rule.clauses for name in _counts(one)):
            where, fix = f"rule[{place}].clauses", f"no program of these rules keeps {name}"
            found.wrong.append((where, f"rule {rule.number:03d}, clauses", shown(clause), fix))
    return rules


def _counts(clause: str) -> list[str]:
    return sorted(parse_clause(clause).quantities)


def _called(table: Mapping[str, Any], where: str) -> str:
    try:
        return f"rule {_number(table.get('number')):03d}"
    except _Wrong:
        return where


def _clauses(lines: list[str], found: _Found, where: str, called: str) -> tuple[str, ...]:
    read = []
    for line in lines:
        try:
            read.append(parse_clause(line).text)
        except BadClause as bad:
            fix = f"{bad}; {bad.cure}" if bad.cure else str(bad)
            found.wrong.append((f"{where}.clauses", f"{called}, clauses", shown(line), fix))
    return tuple(read)


# What a value can be


def _named(ours: Collection[str]) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if not isinstance(value, str) or not _NAME.fullmatch(value):
            raise _Wrong(
                "write one word in quotes, of at most 40 lowercase letters, digits, - and _, "
                'such as "tea_house"'
            )
        if value in ours or value == TOLD:
            raise _Wrong("there is a ruleset of this name already: give yours a name of its own")
        return value

    return read


def _tables(value: Any) -> list[Mapping[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise _Wrong("write [[rule]], in two brackets, above each rule")
    if not value or len(value) > MOST_RULES:
        raise _Wrong(f"write from 1 to {MOST_RULES} rules")
    return value


def _line_of(most: int) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if not isinstance(value, str) or not value.strip() or _NO_LINE.search(value):
            raise _Wrong('write one line of text in quotes, such as "The order of play"')
        if len(value.strip()) > most:
            raise _Wrong(f"write at most {most} characters")
        return value.strip()

    return read


def _text(value: Any) -> str:
    if not isinstance(value, str) or _NO_TEXT.search(value):
        raise _Wrong('write text in quotes, or in """ where it has several lines')
    if len(value) > MOST_TEXT:
        raise _Wrong(f"write at most {MOST_TEXT} characters")
    return value.replace("\r\n", "\n").strip()


def _words(value: Any) -> str:
    text = flowing(_text(value))
    if not text:
        raise _Wrong("write what the rule says")
    return text


def _number(value: Any) -> int:
    if isinstance(value, str) and is_part(value):
        return read_number(value)
    if isinstance(value, float):
        raise _Wrong('write a number with a point in quotes, as 1.1 and 1.10 are two: "1.1"')
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_NUMBER:
        raise _Wrong(
            f"write a whole number from 0 to {MOST_NUMBER}, without quotes; or one of an outline, "
            'in quotes: "1.4.2"'
        )
    return value


def _status(value: Any) -> RuleStatus:
    known = get_args(RuleStatus)
    if value not in known:
        close = f"; {near(value, known)}" if isinstance(value, str) else ""
        raise _Wrong("write one of " + ", ".join(f'"{one}"' for one in known) + close)
    return cast(RuleStatus, value)


def _lines(value: Any) -> list[str]:
    texts = isinstance(value, list) and all(isinstance(one, str) for one in value)
    if not texts or len(value) > MOST_CLAUSES:
        raise _Wrong(f'write a list of at most {MOST_CLAUSES} clauses, such as ["victory: 100"]')
    return list(value)


_KINDS: Mapping[str, Callable[[Any], Any]] = {
    "name": _line_of(40),
    "title": _line_of(200),
    "about": _text,
    "guides": _text,
    "edition_of": _line_of(200),
    "rule": _tables,
}
_RULE: Mapping[str, Callable[[Any], Any]] = {
    "number": _number,
    "status": _status,
    "title": _line_of(LONGEST_TITLE),
    "text": _words,
    "clauses": _lines,
    "program": _text,
}
