"""The rule book printed, as people get it in their hands and edit it.

1. There are several layouts: `printed` is what `derive` reads back to the letter, and the others
   have the lines that the RULES letter and the command line make of it.
2. Texts are compared by `words_of`: white space, and what mail programs make of quotation marks and
   dashes, is no difference.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator

from nomic_mail.game.numbers import printed as called
from nomic_mail.game.rulebook import Rule
from nomic_mail.patterns import later

LIKE_OURS = later(
    r"^\\*\s*(?:\d{3,}\b.*\((?:typeless|immutable|mutable)\)$|\[the server does:)", re.I
)
# Of the RULES letter, of the command line, and of the RULES PLAIN letter.
LAYOUTS = ((72, 4), (78, 4), (72, 0))
BULLET = later(r"- |\d+\. ")
RETOUCHED = {0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0x2013: "-", 0x2014: "-"}
RETOUCHED |= {0x2026: "..."}


class NotOneChange(ValueError):
    """The edit makes no rule-change, or more than one; the message says why, and what to do."""

    def __init__(self, why: str) -> None:
        super().__init__(f"{why[:1].upper()}{why[1:]}{'' if why.endswith(('.', '?')) else '.'}")


def printed(rules: Iterable[Rule]) -> str:
    """The rule book as plain text: a head, a blank line, the text, and a blank line between rules.

    203 How changes are adopted (mutable)

    A rule change is adopted if …
    """
    return "\n".join(line for rule in rules for line in [head_of(rule), "", body_of(rule.text), ""])


def head_of(rule: Rule) -> str:
    return " ".join(f"{called(rule.number)} {rule.title} ({rule.status})".split())


def body_of(text: str) -> str:
    """A rule's text in the book: a line that looks like a line of ours gets a backslash before
    it."""
    lines = tidy(text).split("\n")
    return "\n".join("\\" + line if LIKE_OURS.match(line) else line for line in lines)


def tidy(text: str) -> str:
    lines = "\n".join(line.rstrip() for line in text.splitlines())
    return re.sub(r"\n{3,}", "\n\n", lines).strip("\n")


def laid_out(rules: Iterable[Rule], width: int, indent: int) -> list[str]:
    """The lines of the book where the text below a head is indented and wrapped."""
    lines: list[str] = []
    for rule in rules:
        head = textwrap.wrap(head_of(rule), width, break_on_hyphens=False)
        lines += [*head, "", *wrapped(body_of(rule.text), width, indent), ""]
    return lines


def wrapped(text: str, width: int, indent: int) -> Iterator[str]:
    """Each line of a text by itself, under its own indentation or bullet; blank ones stay."""
    for line in text.split("\n"):
        own = " " * (indent + len(line) - len(line.lstrip()))
        bullet = BULLET.match(line.strip())
        yield from textwrap.wrap(
            line.strip(),
            width,
            initial_indent=own,
            subsequent_indent=own + " " * (bullet.end() if bullet else 0),
            break_on_hyphens=False,
            break_long_words=False,
        ) or [""]


def words_of(text: str) -> str:
    return " ".join(text.translate(RETOUCHED).split())
