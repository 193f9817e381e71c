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
        raise Refused("no_game_name", name=name)


def chosen_ruleset(name: str) -> rulesets.Ruleset:
    """One of ours by its name; or somebody's own, which is given as a whole: no name has lines."""
    if "\n" in name:
        try:
            return rulesets.from_file(name, "the file")
        except BadFile as bad:
            raise Refused("ruleset_unread", bad=str(bad)) from None
    if name not in rulesets.names():
        raise Refused("no_such_ruleset", name=name, known=tuple(rulesets.names()))
    return rulesets.load(name)


def rules_of(chosen: rulesets.Ruleset, texts: str) -> tuple[tuple[Rule, ...], tuple[str, ...]]:
    """The ruleset's own rules, or a foreign text with the ruleset's clauses bound by number."""
    if not texts:
        return chosen.rules, ()
    try:
        reading = read_text(texts)
    except BadText as bad:
        raise Refused("rules_unread", bad=str(bad)) from None
    notes = [f"read {len(reading.rules)} rules from the text", *reading.warnings]
    return bound(reading, chosen), tuple(notes)
