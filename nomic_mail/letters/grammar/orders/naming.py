"""NAME: what a player is called from now on."""

import re

from nomic_mail.game.commands import Command
from nomic_mail.game.procedures.naming import Rename
from nomic_mail.letters.grammar.forms import Doubt, form
from nomic_mail.letters.grammar.language import Row, word
from nomic_mail.letters.grammar.orders.players import is_plain_name, name_of
from nomic_mail.letters.grammar.words import shown

word(
    "NAME",
    Row(
        "any time",
        "NAME Your Name",
        "be called so from now on, once a day",
        "von nun an so heißen, einmal am Tag",
        155,
        ends=True,
    ),
    usage="NAME Ada Lovelace",
    page="join",
)


def _name(found: re.Match[str]) -> Command | Doubt | None:
    """ "Name one good reason" is talk; "Name Ada Lovelace" may be, and is asked about."""
    words, _ = name_of(found["name"] or found["to"])
    small = bool(found["name"]) and not found[0].startswith("NAME")
    if small and not (is_plain_name(words) and all(word[0].isupper() for word in words)):
        return None
    if small or not is_plain_name(words):
        return Doubt(
            f"{shown(found[0])}: to change your name, write NAME and your whole name, as in NAME"
            " Ada Lovelace. Nothing was done."
        )
    return Rename(name=" ".join(words))


FORMS = (
    form(
        r"name(?:\s*:\s*|\s+)(?P<name>\S.{0,120}?)"
        r"|(?:i )?(?:hereby )?(?:change|set) my name to\s+(?P<to>\S.{0,120}?)",
        _name,
    ),
)
