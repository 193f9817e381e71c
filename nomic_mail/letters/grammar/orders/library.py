"""LIBRARY: the rules with a program that are there to be proposed as they stand."""

import re

from nomic_mail.game.commands import Ask
from nomic_mail.letters.grammar.forms import form
from nomic_mail.letters.grammar.language import Row, question

question(
    "LIBRARY",
    Row(
        "any time",
        "LIBRARY, LIBRARY coins",
        "rules that run, ready to be proposed",
        "Regeln, die laufen, fertig zum Vorschlagen",
        85,
        ends=True,
    ),
    page="program",
)


def _library(found: re.Match[str]) -> Ask:
    return Ask(topic="library", argument=(found["name"] or "").lower())


FORMS = (form(r"library(?:\s+(?P<name>[a-z]{2,20}))?", _library),)
