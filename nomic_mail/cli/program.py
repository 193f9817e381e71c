"""program: a rule's program looked at before it is proposed, what it can use, and ready ones."""

import re
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any, NoReturn

import click

from nomic_mail.cli import LazyGroup
from nomic_mail.cli.common import REFUSED, fail, print_json, print_table, safe, text_of

PROGRAMS = {
    "check": ("program", "check", "Read a program: what it declares, or each mistake's line."),
    "try": ("trying", "try_out", "Try a program: what it would do, and nothing is done."),
    "api": ("program", "api", "Print all that a program can use."),
    "limits": ("program", "limits", "What a program may take, and what it runs on here."),
    "library": (
        "program",
        "library_of_rules",
        "List rules that can be proposed, or print one.",
    ),
}


class Programs(LazyGroup):
    table = PROGRAMS


@click.group(cls=Programs)
def program() -> None:
    """Rules that run: a program beside a rule's text."""


@click.command()
@click.argument("file", type=click.Path(allow_dash=True, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def check(file: Path, as_json: bool) -> None:
    """Read the program in FILE (- is what comes in), and tell what it declares, or each mistake
    with its line and column. FILE may be a whole proposal: its program is what stands below
    "program:".

    Exit 1: it has mistakes, or cannot be read here.

    \b
    Examples:
      nomic-mail program check coins.py
      nomic-mail program library coins | nomic-mail program check -
    """
    from nomic_mail.game.programs import Declared
    from nomic_mail.letters.grammar.actions import words_taken
    from nomic_mail.sandbox.sandbox import Sandbox

    runs = Sandbox(words_taken)
    if not runs.interpreter:
        fail("no interpreter for programs is installed here: pip install pydantic-monty")
    source, before = program_in(written(file))
    read = runs.read(source, proposed=True)
    if isinstance(read, Declared):
        _declares(read, as_json=as_json)
        return
    mistakes_told(read, before, str(file), as_json=as_json)


def written(file: Path) -> str:
    return sys.stdin.read() if str(file) == "-" else text_of(file)


CALLED_BY = {
    "action": "players write",
    "on": "on",
    "every": "every",
    "later": "timer",
    "decides": "decides",
}
_PROGRAM = re.compile(r"^[ \t]+program:[ \t]*\n", re.M)


def program_in(text: str) -> tuple[str, int]:
    """The program of a proposal, and how many lines stand before it; or the whole."""
    text = text.replace("\r\n", "\n")
    found = _PROGRAM.search(text)
    if found is None:
        return text, 0
    source, _, _ = text[found.end() :].partition("\nEND\n")
    return dedent(source), text.count("\n", 0, found.end())


def _declares(read: Any, *, as_json: bool) -> None:
    from nomic_mail.game.programs import how_often

    if as_json:
        from msgspec.structs import asdict

        names = [asdict(one) for one in read.names]
        hooks = [asdict(one) for one in read.hooks]
        print_json({"names": names, "hooks": hooks, "interpreter": read.interpreter})
        return
    if read.names:
        rows = [[one.name, one.kind, one.owner, _of(one)] for one in read.names]
        print_table(["keeps", "", "of", ""], [[safe(cell) for cell in row] for row in rows])
    for one in read.hooks:
        told = CALLED_BY[one.kind]
        sealed = "sealed" if one.sealed else ""
        more = ", ".join(part for part in (how_often(one.once), one.who, sealed) if part)
        click.echo(safe(f"{told} {one.what}{f' ({more})' if more else ''}"))
    click.echo("It can be proposed.")


def _of(one: Any) -> str:
    bounds = [f"from {one.start}"] if one.kind == "quantity" else []
    bounds += [f"at least {one.least}"] if one.kind == "quantity" and one.least else []
    bounds += [f"at most {one.most}"] if one.most is not None else []
    bounds += [word for word, is_so in (("secret", one.secret), ("open", one.open)) if is_so]
    return ", ".join(bounds)


def mistakes_told(read: Any, before: int, file: str, *, as_json: bool) -> NoReturn:
    wrong = [
        {"line": one.line + before if one.line else 0, "column": one.column, "why": one.why}
        for one in read
    ]
    if as_json:
        print_json({"mistakes": wrong})
        raise SystemExit(REFUSED)
    for one in wrong:
        place = f"{one['line']}:{one['column']}: " if one["line"] else ""
        click.echo(safe(f"{file}:{place or ' '}{one['why']}"), err=True)
    raise SystemExit(REFUSED)


@click.command()
def api() -> None:
    """Print all that a program can use: the page it is checked against, with what each part does.

    \b
    Example:
      nomic-mail program api
    """
    from nomic_mail.rulesets.programs import interface

    click.echo(interface(), nl=False)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def limits(as_json: bool) -> None:
    """What a program may take of the server, and what it runs on here.

    \b
    Examples:
      nomic-mail program limits
      nomic-mail program limits --json
    """
    from nomic_mail.game.clauses.program import LONGEST
    from nomic_mail.game.events.programs import RESTS_AFTER
    from nomic_mail.game.programs import ALL_WRITE, ONE_WRITES
    from nomic_mail.sandbox import acts, declaring, plain, workers

    found = workers.binary()
    under = (
        [Path(one).name if "/" in one else one for one in workers.guards(found)] if found else []
    )
    facts: dict[str, Any] = {
        "interpreter": workers.version() or "none",
        "begins under": " ".join(under) or "nothing",
        "characters of a program": LONGEST,
        "names that it keeps": declaring.NAMES_MOST,
        "functions that are called": declaring.HOOKS_MOST,
        "places in the form of an action": declaring.SLOTS_MOST,
        "seconds of a call": workers.SECONDS,
        "seconds when it is tried again": workers.GENEROUS,
        "bytes of memory of a call": workers.MEMORY,
        "functions within each other": workers.DEPTH,
        "processes": workers.WORKERS,
        "things that a call does": acts.EFFECTS_MOST,
        "characters that it writes at one stroke": ONE_WRITES,
        "characters that all write together": ALL_WRITE,
        "dice that a call throws": acts.THROWS_MOST,
        "things that a call says": acts.SAID_MOST,
        "timers of a rule that wait": acts.WAITING_MOST,
        "characters of a text": plain.TEXT_CHARS,
        "numbers up to": plain.MOST,
        "breaks in a row until it rests": RESTS_AFTER,
    }
    if as_json:
        print_json(facts)
        return
    rows = [[what, f"{one:,}" if isinstance(one, int) else str(one)] for what, one in facts.items()]
    print_table(["what", "here"], rows)


@click.command("library")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def library_of_rules(name: str | None, as_json: bool) -> None:
    """List the rules of the library; or print the one called NAME as it can be sent.

    \b
    Examples:
      nomic-mail program library
      nomic-mail program library coins
    """
    from nomic_mail.rulesets.programs import library

    ready = {one.name: one for one in library()}
    if name is not None and name not in ready:
        fail(f'there is no rule "{safe(name)}" in the library: {", ".join(ready)}')
    if name is not None:
        chosen = ready[name]
        told = {"name": chosen.name, "title": chosen.title, "text": chosen.text}
        if as_json:
            print_json({**told, "program": chosen.source})
            return
        click.echo(chosen.letter, nl=False)
        return
    rows = [[one.name, one.title, str(one.source.count("\n"))] for one in ready.values()]
    if as_json:
        print_json([{"name": row[0], "title": row[1], "lines": int(row[2])} for row in rows])
        return
    print_table(["name", "title", "lines"], rows)
