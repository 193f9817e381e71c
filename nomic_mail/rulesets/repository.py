"""The files of a repository of the rules, as an export writes them.

1. A rule's file is named by the number it was born with, whatever it is called by now (108).
2. A line of a text that looks like the heading of the clauses gets a backslash before it.
3. The list of players has the form of a list of players in any repository: a line for each, with
   the points behind the name. Whoever joins adds a line at its end.
"""

import re
from collections.abc import Iterable

from nomic_mail.game.state import Player, Rule

ROOM = "rules/"
INDEX, PLAYERS, ABOUT = "RULES.md", "PLAYERS.md", "README.md"
DOES = "What the server does by it:"
CLAUSES = re.compile(r"^(?:What the server does by it|Effects)\s*:$", re.I)
LIKE_CLAUSES = re.compile(rf"^\\*(?:{CLAUSES.pattern[1:-1]})$", re.I)


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
