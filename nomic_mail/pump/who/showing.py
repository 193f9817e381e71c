"""What is shown of a letter to whoever is asked about it, or told of it."""

import re

from msgspec.structs import replace

from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.quoting.scaffold import INVISIBLE, scaffold

SHOWN_CHARACTERS = 1500
LEFT_OUT = "[...]"


def shown(letter: Letter, *, subject: bool = False) -> str:
    """What a letter says, without what turns its words around where they are read."""
    above = f"Subject: {letter.subject}\n\n" if subject and letter.subject else ""
    return INVISIBLE.sub("", above + letter.text)[:SHOWN_CHARACTERS]


def own_words(letter: Letter) -> str:
    """What its writer says, and no letter of ours below it that they quote."""
    return shown(of_its_own(letter))


def of_its_own(letter: Letter) -> Letter:
    kept = [
        LEFT_OUT if line.kind in ("quoted", "attribution", "footer") else line.written
        for line in scaffold(letter.text)
    ]
    text = re.sub(r"\[\.\.\.\](?:\s*\[\.\.\.\])+", "[...]", "\n".join(kept)).strip()
    return replace(letter, text=text)
