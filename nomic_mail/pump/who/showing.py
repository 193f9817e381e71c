"""What is shown of a letter to whoever is asked about it, or told of it."""

import re

from msgspec.structs import replace

from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.quoting.scaffold import INVISIBLE, scaffold
from nomic_mail.patterns import later

SHOWN_CHARACTERS = 1500
LEFT_OUT = "[...]"
_BLANK = later(r"\n(?:[^\S\n]*\n){2,}")


def plainly(text: str) -> str:
    """Without what turns words around where they are read, or moves them out of sight."""
    return _BLANK.sub("\n\n", INVISIBLE.sub("", text))


def shown(letter: Letter) -> str:
    return plainly(letter.text)[:SHOWN_CHARACTERS]


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
