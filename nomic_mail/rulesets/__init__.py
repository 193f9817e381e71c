"""The rule sets a game can start from: data files, and the one function that reads them.

1. Each is our own edition: the provisions of the historical text, every one, in our words.
2. Nothing in the program knows a rule set by name; what play does comes from the clauses alone.
"""

import tomllib
from dataclasses import dataclass
from importlib import resources

from nomic_mail.game.clauses import parse_clause
from nomic_mail.game.state import Rule


@dataclass(frozen=True, slots=True)
class Ruleset:
    name: str
    title: str
    about: str
    guides: str
    rules: tuple[Rule, ...]


def names() -> tuple[str, ...]:
    files = resources.files(__package__).iterdir()
    return tuple(sorted(f.name.removesuffix(".toml") for f in files if f.name.endswith(".toml")))


def load(name: str) -> Ruleset:
    """Raises KeyError for a name that is not in `names()`."""
    if name not in names():
        raise KeyError(name)
    text = (resources.files(__package__) / f"{name}.toml").read_text("utf-8")
    data = tomllib.loads(text)
    return Ruleset(
        name=data["name"],
        title=data["title"],
        about=data["about"],
        guides=data["guides"],
        rules=tuple(
            Rule(
                number=rule["number"],
                lineage=rule["number"],
                status=rule["status"],
                title=rule["title"],
                text=rule["text"].strip(),
                clauses=tuple(parse_clause(line).text for line in rule["clauses"]),
            )
            for rule in data["rule"]
        ),
    )
