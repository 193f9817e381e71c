"""TAKEOVER: who has no seat asks for one that was left."""

import re

from nomic_mail.game.commands import Command
from nomic_mail.game.procedures.taking_over import TakeOver
from nomic_mail.letters.grammar.forms import Doubt, form
from nomic_mail.letters.grammar.language import word
from nomic_mail.letters.grammar.orders.players import is_plain_name, name_of
from nomic_mail.letters.grammar.words import shown
from nomic_mail.patterns import later

word("TAKEOVER", usage="TAKEOVER Bob, or TAKEOVER Bob AS Grace Hopper", page="join", slips=True)


def _take_over(found: re.Match[str]) -> Command | Doubt | None:
    """ "Take over, then" is talk."""
    if not found[0].startswith("TAKE") and not found[0].lower().startswith("takeover"):
        return None
    text = re.sub(r"^(?:the )?(?:seat )?(?:of )?", "", found["who"] or "", flags=re.IGNORECASE)
    who, _, name = (part.strip() for part in _AS.sub("\n", text, count=1).partition("\n"))
    (seat, _), (own, _) = name_of(who), name_of(name)
    if any(words and not is_plain_name(words) for words in (seat, own)):
        return Doubt(
            f"{shown(found[0])}: to ask for a seat, write TAKEOVER and who had it, as in TAKEOVER"
            " Bob, or TAKEOVER Bob AS Grace Hopper. Nothing was done."
        )
    return TakeOver(player=" ".join(seat), name=" ".join(own))


_AS = later(r"(?:^| )as ", re.IGNORECASE)
FORMS = (form(r"take ?over(?:\s*:)?(?: (?P<who>\S.{0,160}?))?", _take_over),)
