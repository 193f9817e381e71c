"""The rules of a game as the file of a ruleset, on which another game can begin."""

import json
from collections.abc import Iterable
from textwrap import dedent

from nomic_mail.game.clauses import parse_clause
from nomic_mail.game.numbers import PartNumber
from nomic_mail.game.rulebook import Rule

_PROGRAM = "program:"
LONGEST_TITLE = 200  # of them all


def as_file(rules: Iterable[Rule], name: str, title: str, guides: str) -> str:
    """What `from_file` reads as these rules: those that are in force, without what they were."""
    head = [
        f"name = {_line(f'{name}-rules')}",
        f"title = {_line(f'The rules of {title}'[:LONGEST_TITLE])}",
    ]
    if guides:
        head.append(f"guides = {_line(guides)}")
    return "\n".join(head) + "\n" + "".join(map(_told, rules))


def _told(rule: Rule) -> str:
    number = _line(str(rule.number)) if isinstance(rule.number, PartNumber) else rule.number
    source = dedent(rule.program.removeprefix(_PROGRAM)).strip()
    is_plain = not source or parse_clause(f"{_PROGRAM}\n{source}").text == rule.program
    clauses = [one for one in rule.clauses if not (is_plain and one.startswith(_PROGRAM))]
    lines = [
        "",
        "[[rule]]",
        f"number = {number}",
        f"status = {_line(rule.status)}",
        f"title = {_line(rule.title.strip() or f'Rule {rule.number}')}",
        f"text = {_text(rule.text)}",
    ]
    if clauses:
        lines.append(f"clauses = [{', '.join(map(_line, clauses))}]")
    if source and is_plain:  # else it stands among the clauses, by its margin
        raw = "'''" not in source and source.replace("\n", "").isprintable()
        lines.append(f"program = '''\n{source}\n'''" if raw else f"program = {_text(source)}")
    return "\n".join(lines) + "\n"


def _line(text: str) -> str:
    """A basic string of TOML is one of JSON, but for one sign."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _text(text: str) -> str:
    """Over several lines, as people write it."""
    lines = (_line(line)[1:-1].replace('\\"', '"') for line in text.strip("\n").split("\n"))
    whole = "\n".join(lines).replace('""', '"\\"')
    return f'"""\n{whole}\n"""'
