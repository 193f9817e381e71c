"""The rulesets a game can start from: data files, and the one function that reads them.

1. One that says `edition_of` keeps the provisions of that historical text, every one, in our words.
2. Nothing in the program knows a ruleset by name; what play does comes from the clauses alone.
"""

from functools import cache
from importlib import resources

from nomic_mail.rulesets.file import Ruleset, read


def names() -> tuple[str, ...]:
    files = resources.files(__package__).iterdir()
    return tuple(sorted(f.name.removesuffix(".toml") for f in files if f.name.endswith(".toml")))


@cache
def load(name: str) -> Ruleset:
    """Raises KeyError for a name that is not in `names()`."""
    others = {*names()}
    others.remove(name)
    text = (resources.files(__package__) / f"{name}.toml").read_text("utf-8")
    return read(text, f"{name}.toml", others)


def from_file(text: str, file: str) -> Ruleset:
    """Anybody's own. Raises BadFile."""
    return read(text, file, names())


__all__ = ["Ruleset", "from_file", "load", "names"]
