"""VETO: whoever holds one says so, and why."""

import re

from nomic_mail.game.commands import Command
from nomic_mail.game.procedures.vetoing import Veto
from nomic_mail.letters.grammar.forms import PROPOSAL, form, number
from nomic_mail.letters.grammar.language import Row, word

word(
    "VETO",
    Row(
        "chair",
        "VETO 301",
        "and why behind a colon, where a rule gives you a veto",
        "und warum, wo eine Regel dir ein Veto gibt",
        90,
    ),
    usage="VETO 301: and why",
    page="vote",
    slips=True,
)


def _veto(found: re.Match[str]) -> Command | None:
    """ "Veto!" alone is said in debates, too."""
    if not found["n"] and not found[0].split()[0].startswith("VETO"):
        return None
    why = " ".join((found["why"] or "").split())
    return Veto(proposal=number(found["n"]), reason=why)


FORMS = (form(rf"(?:i )?veto(?:\s+{PROPOSAL})?(?:\s*[:—–-]\s*(?P<why>\S.{{0,400}}?))?", _veto),)
