"""What a new game is made of: a name, a ruleset, and its rules or somebody's text of them."""

import re

from nomic_mail import rulesets
from nomic_mail.game.course import Refused
from nomic_mail.game.state import Rule
from nomic_mail.rulesets.texts import BadText, bound, read_text
from nomic_mail.toml import BadFile

GAME_NAME = re.compile(r"[a-z][a-z0-9-]{0,29}")


def refuse_name(name: str) -> None:
    if not GAME_NAME.fullmatch(name):
        fix = "lowercase letters, digits and hyphens, at most 30, beginning with a letter"
        raise Refused("the house", f'"{name}" cannot be part of an address', fix)


def chosen_ruleset(name: str) -> rulesets.Ruleset:
    """One of ours by its name; or somebody's own, which is given as a whole: no name has lines."""
    if "\n" in name:
        try:
            return rulesets.from_file(name, "the file")
        except BadFile as bad:
            cure = "nomic-mail game new --ruleset FILE tells each mistake with its line"
            raise Refused("the house", f"the ruleset cannot be read: {bad}", cure) from None
    if name not in rulesets.names():
        known = ", ".join(rulesets.names())
        raise Refused("the house", f'there is no ruleset "{name}"', f"one of: {known}")
    return rulesets.load(name)


def rules_of(chosen: rulesets.Ruleset, texts: str) -> tuple[tuple[Rule, ...], tuple[str, ...]]:
    """The ruleset's own rules, or a foreign text with the ruleset's clauses bound by number."""
    if not texts:
        return chosen.rules, ()
    try:
        reading = read_text(texts)
    except BadText as bad:
        raise Refused("the house", f"the text cannot be read: {bad}", "mend it there") from None
    notes = [f"read {len(reading.rules)} rules from the text", *reading.warnings]
    return bound(reading, chosen), tuple(notes)
