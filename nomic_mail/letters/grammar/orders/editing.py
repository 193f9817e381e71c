"""EDIT 203: the rule sent back as a proposal, ready to be changed."""

import re

from nomic_mail.game.commands import Ask
from nomic_mail.game.numbers import NUMBER, read_number
from nomic_mail.letters.grammar.forms import form
from nomic_mail.letters.grammar.language import Row, question

question(
    "EDIT",
    Row(
        "turn",
        "EDIT 203",
        "the rule comes back as a proposal to change",
        "die Regel kommt als Vorschlag zurück",
        15,
    ),
    usage="EDIT 203",
    page="propose",
)


def _edit(found: re.Match[str]) -> Ask:
    """It changes nothing, and a line that is no more than that says nothing else."""
    return Ask(topic="edit", argument=str(read_number(found["n"])))


FORMS = (form(rf"edit\s+(?:the\s+)?(?:rule\s+)?#?(?P<n>{NUMBER})", _edit),)
