"""What a new game is made of: a name, a ruleset, and its rules or somebody's text of them."""

import re
from collections.abc import Sequence

from nomic_mail import rulesets
from nomic_mail.game.course import Refused
from nomic_mail.game.rulebook import Rule
from nomic_mail.rulesets.binding import BadBinding, bind, read_bindings
from nomic_mail.rulesets.texts import BadText, read_text
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


def rules_of(chosen: rulesets.Ruleset, texts: str, bindings: Sequence[str]) -> tuple[Rule, ...]:
    """The ruleset's own rules; or a foreign text, with the ruleset's clauses where the text says
    what they do, and where a person has. No clause is left in doubt."""
    try:
        said = read_bindings(bindings)
        bound = bind(read_text(texts), chosen, said) if texts else None
    except BadText as bad:
        raise Refused("rules_unread", bad=str(bad)) from None
    except BadBinding as bad:
        raise Refused("binding_unread", bad=str(bad)) from None
    if bound is None:
        return chosen.rules
    if bound.open:
        raise Refused("rules_unbound", which=tuple(f"{number:03d}" for number in bound.open))
    return bound.rules
