"""The files of a repository of the rules: as an export writes them, and as they are read back.

1. A rule's file is named by the number it was born with, whatever it is called by now (108).
2. `rule_file` and `read_rule` belong together: a file unchanged says what its rule says. A line of
   a text that looks like the heading of the clauses gets a backslash before it.
3. The list of players has the form of a list of players in any repository: a line for each, with
   the points behind the name. Whoever joins adds a line at its end.
"""

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from nomic_mail.game.numbers import POINTED, PRINTED, read_number
from nomic_mail.game.rulebook import Rule
from nomic_mail.game.state import Player
from nomic_mail.patch import ROOM
from nomic_mail.patterns import later
from nomic_mail.rulesets.book import NotOneChange, words_of
from nomic_mail.rulesets.pages import shown

DOES = "What the server does by it:"
CLAUSES = later(r"^(?:What the server does by it|Effects)\s*:$", re.I)
LIKE_CLAUSES = later(rf"^\\*(?:{CLAUSES.pattern[1:-1]})$", re.I)
HEADING = later(
    rf"^# *(?:(?:rule +)?(?P<number>{POINTED}|{PRINTED})\b *[:.]?"
    r"|(?:new(?: rule)?|n{2,4}|\d?x{2,4})(?: *[:.]|$))? *(?P<title>.*)$",
    re.I,
)
STATUS = later(r"^\((?P<status>typeless|immutable|mutable)(?:, born as [\d.]+)?\)$", re.I)
CLAUSE = later(r"^\s*[-*+] +(.*)$")


def path_of(lineage: int) -> str:
    return f"{ROOM}{lineage:03d}.md"


def rule_file(rule: Rule) -> str:
    title = f": {rule.title}" if rule.title else ""
    born = f", born as {rule.lineage:03d}" if rule.lineage != rule.number else ""
    text = (
        "\\" + one if LIKE_CLAUSES.match(one) else one for one in rule.text.rstrip().split("\n")
    )
    lines = [f"# {rule.number:03d}{title}", "", f"({rule.status}{born})", "", *text]
    if rule.clauses:
        lines += ["", DOES, "", *(f"- `{clause}`" for clause in rule.clauses)]
    return "\n".join(lines) + "\n"


def index_file(rules: Iterable[Rule]) -> str:
    lines = ["# The rules in force", "", "Each by its present number (108), and its file.", ""]
    lines += [
        f"- {rule.number:03d} [{rule.title or 'without a title'}]({path_of(rule.lineage)})"
        for rule in rules
    ]
    return "\n".join(lines) + "\n"


def players_file(players: Iterable[Player]) -> str:
    lines = ["# The players", "", "Each with the points so far.", ""]
    lines += [
        f"- {one.name} ({one.score} point{'s' * (abs(one.score) != 1)})"
        for one in sorted(players, key=lambda player: player.joined)
        if one.playing
    ]
    return "\n".join(lines) + "\n"


class InFile(Struct, frozen=True):
    """A rule as its file has it; what the file leaves unsaid is None."""

    number: int | None
    title: str | None
    status: str | None
    text: str
    clauses: tuple[str, ...]


def read_rule(lines: Sequence[str]) -> InFile:
    """Raises NotOneChange."""
    rest = _solid([line.rstrip() for line in lines])
    number = title = status = None
    if rest and (found := HEADING.match(rest[0])):
        number = read_number(found["number"]) if found["number"] else None
        title = words_of(found["title"])
        rest = _solid(rest[1:])
    if rest and (found := STATUS.match(rest[0])):
        status = found["status"].lower()
        rest = _solid(rest[1:])
    at = next((n for n in range(len(rest) - 1, -1, -1) if CLAUSES.match(rest[n])), len(rest))
    text = "\n".join(one[1:] if LIKE_CLAUSES.match(one) else one for one in rest[:at])
    return InFile(number, title, status, text.strip("\n"), _clauses(rest[at + 1 :]))


def _solid(lines: list[str]) -> list[str]:
    first = next((n for n, line in enumerate(lines) if line), len(lines))
    return lines[first:]


def _clauses(lines: Iterable[str]) -> tuple[str, ...]:
    found: list[str] = []
    for line in filter(None, lines):
        if clause := CLAUSE.match(line):
            found.append(clause[1])
        elif found and line[0] == " ":
            found[-1] += f" {line.strip()}"
        else:
            raise NotOneChange(
                f'{shown(line)} stands below "{DOES}", where only clauses stand, each as in'
                ' "- `victory: 50`"; the text of a rule stands above that line'
            )
    said = tuple(" ".join(one.replace("`", "").split()) for one in found)
    return () if said in (("none",), ("nothing",)) else said
