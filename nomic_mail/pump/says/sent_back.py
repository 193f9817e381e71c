"""The text of a proposal that was refused, given back so that nobody has to write it again.

1. Only where reading it anew says the same, and as long as a letter bears.
"""

import textwrap
from collections.abc import Sequence

from nomic_mail.game import commands as c
from nomic_mail.game.course import Refusal
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.post.compose import Answer

MOST = 4000


def sent_back(answers: Sequence[Answer]) -> str:
    """The first of those that were refused, as it is written; or nothing."""
    refused = (one for one in answers if isinstance(one.result, Refusal))
    return next(filter(None, map(_written, refused)), "")


def _written(answer: Answer) -> str:
    said = answer.command
    if not isinstance(said, c.Propose | c.Revise) or said.more:
        return ""
    change = said.change
    text = change.text if change is not None else getattr(said, "text", "")
    effects = change.effects if change is not None else getattr(said, "effects", None)
    block = "" if effects is None else textwrap.indent("\n".join(effects) or "none", "  ")
    lines = (answer.line, text, block and f"Effects:\n{block}")
    whole = "\n".join(filter(None, lines))
    if not text or len(whole) > MOST:
        return ""
    read = understand("", whole, About())
    alone = len(read.said) == 1 and not (read.questions or read.ignored)
    return whole if alone and _told(read.said[0].command) == _told(said) else ""


def _told(command: c.Command) -> tuple[object, ...]:
    names = ("change", "title", "text", "effects", "proposal", "power")
    return (type(command), *(getattr(command, name, None) for name in names))
