"""--texts and --bind: somebody's text of the rules, and which clauses of the ruleset it is given.

Before a game is made all is shown: each clause, whether the text of its rule says what it does, and
why not. What is left open is asked; where nobody can be asked, no game is made.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from nomic_mail.cli.common import ASKED, WRONG, fail, print_json, print_table, safe, text_of

if TYPE_CHECKING:
    from nomic_mail.rulesets.binding import Bond, BoundRules
    from nomic_mail.rulesets.texts import Reading


class RuleTexts(Struct, frozen=True):
    """The words of a file, what is said of its rules as with --bind, and what is told of both."""

    words: str
    bindings: tuple[str, ...]
    facts: dict[str, Any]


NO_TEXTS = RuleTexts("", (), {"texts": None, "rules": 0, "warnings": [], "bindings": []})


def read_texts(
    file: Path, chosen: str, own: str, said: tuple[str, ...], *, as_json: bool
) -> RuleTexts:
    """`chosen` is the ruleset's name or file, `own` its text if it is a file. What cannot be read
    exits 2, what would have to be asked 3."""
    from nomic_mail import rulesets
    from nomic_mail.rulesets.binding import BadBinding, bind, read_binding, read_bindings

    words = text_of(file)
    if not own and chosen not in rulesets.names():
        return RuleTexts(words, said, NO_TEXTS.facts)  # refused below, with the names there are
    ruleset = rulesets.from_file(own, chosen) if own else rulesets.load(chosen)
    reading = _reading(file, words)
    try:
        answers = dict(read_bindings(said))
        bound = bind(reading, ruleset, answers)
    except BadBinding as bad:
        raise click.UsageError(f"--bind: {safe(str(bad))}") from None
    if not as_json:
        _show(file, reading, bound)
    if bound.open and (as_json or not at_a_terminal()):
        _stop(file, reading, bound, as_json=as_json)
    answers |= _without(bound)
    for number in bound.open:
        if number not in answers:
            answers[number] = read_binding(_asked(number, bound, reading))[1]
    bound = bind(reading, ruleset, answers)
    bindings = tuple(f"{number}: {'; '.join(has) or 'none'}" for number, has in answers.items())
    return RuleTexts(words, bindings, _facts(file, reading, bound))


def _reading(file: Path, words: str) -> "Reading":
    from nomic_mail.rulesets.texts import BadText, read_text
    from nomic_mail.toml import BadFile, Problem

    try:
        return read_text(words)
    except BadText as bad:
        trouble = Problem(bad.line, bad.why, "", bad.what_would_help)
        fail(safe(str(BadFile(file, [trouble]))), WRONG)


def at_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


# What is shown


def _show(file: Path, reading: "Reading", bound: "BoundRules") -> None:
    count, first = len(reading.rules), min(rule.line for rule in reading.rules)
    click.echo(f"{file}: {count} rule{'' if count == 1 else 's'} read, from line {first} on")
    for warning in reading.warnings:
        click.echo(safe(f"  {warning}"))
    click.echo()
    headers = ["rule", "line", "clause", "bound", "why"]
    print_table(headers, [_row(bond) for bond in bound.bonds])
    click.echo()


def _row(bond: "Bond") -> list[str]:
    said = "yes" if bond.bound else "no"
    line = str(bond.line or "-")
    return [f"{bond.number:03d}", line, bond.clause, said, bond.told]


def _facts(file: Path, reading: "Reading", bound: "BoundRules") -> dict[str, Any]:
    return {
        "texts": str(file),
        "rules": len(reading.rules),
        "warnings": list(reading.warnings),
        "bindings": [
            {
                "rule": bond.number,
                "line": bond.line,
                "clause": bond.clause,
                "bound": bond.bound,
                "by": "bind" if bond.chosen else "text" if bond.bound else None,
                "why": "" if bond.bound else bond.why,
                "says": bond.meant or None,
                "said_by": list(bond.others),
            }
            for bond in bound.bonds
        ],
    }


# What is asked


def _stop(file: Path, reading: "Reading", bound: "BoundRules", *, as_json: bool) -> None:
    """Nobody is there to be asked: what would be said, for each rule, to be gone through."""
    needed = [bound.answer(number) for number in bound.open]
    if as_json:
        print_json({"made": False, **_facts(file, reading, bound), "needed": needed})
        raise SystemExit(ASKED)
    several = len(needed) > 1
    lines = [
        f"No game is made: of {len(needed)} rule{'s' if several else ''} the text does not plainly"
        " say what the server would do.",
        "Read them, and say what each shall make the server do. What the text plainly says stands",
        "here; none leaves the rule to people:",
        "",
        *(f"  --bind '{answer}'" for answer in needed),
    ]
    fail(safe("\n".join(lines)), ASKED)


def _without(bound: "BoundRules") -> dict[int, tuple[str, ...]]:
    """The rules that the text does not have, when that is right so."""
    absent = [bond for bond in bound.bonds if bond.open and bond.line is None]
    if absent:
        lost = "".join(f"\n  {bond.number:03d}: {bond.clause}" for bond in absent)
        click.confirm(f"The text has no such rules:{lost}\nGo on without them?", abort=True)
    return {bond.number: () for bond in absent}


def _asked(number: int, bound: "BoundRules", reading: "Reading") -> str:
    """An answer that can be carried out, as --bind has it."""
    from nomic_mail.rulesets.binding import BadBinding, read_binding

    found = next(rule for rule in reading.rules if rule.number == number)
    click.echo(safe(f"Rule {number:03d}, line {found.line}, says:\n\n{_indented(found.text)}\n"))
    likely = bound.answer(number).partition(": ")[2]
    while True:
        said = click.prompt(
            f"What shall it make the server do? Clauses, a semicolon between ({likely}), or none",
            prompt_suffix="\n> ",
        )
        own = said if said.lstrip()[:1].isdigit() else f"{number}: {said}"
        try:
            rule, _ = read_binding(own)
        except BadBinding as bad:
            click.echo(safe(str(bad)))
            continue
        if rule == number:
            return own
        click.echo(f"Rule {number} is asked about now")


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.split("\n"))
