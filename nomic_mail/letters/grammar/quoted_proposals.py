"""A proposal in the quotation: whoever edits the block that EDIT sent, where their mail program
quotes it, and writes PROPOSE above all of it.

1. Only a bare head that says nothing below it takes one, and only where there is just one. So what
   is merely quoted back is never a proposal.
2. It is quoted once, stands at the margin, and has an end: a line END, or its closing brace.
3. The letter that shows it asks whether it is meant so: a plain yes above it is its own head, in
   answer to a question of ours and to no other letter: others' words stand there, too.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from nomic_mail.letters.grammar.bodies import opens
from nomic_mail.letters.grammar.forms import Doubt
from nomic_mail.letters.grammar.heads import Head, read_head
from nomic_mail.letters.quoting.scaffold import Line, LineKind
from nomic_mail.patterns import later

BEGINS = later(r"^(?:PROPOSE|PREVIEW|REVISE)\s+(?:AMEND|ENACT)\b.{1,300}$")
MARK = later(r"^[ \t]{0,8}>[ \t]?")
_VERB = later(r"^(?:PROPOSE|REVISE|PREVIEW)[ \t]+(?=[A-Z])")
_YES = later(
    r"(?:yes|yep|yeah|ok(?:ay)?|ja|jawohl|jep|genau|passt)"
    r"(?:[,.! ]{1,3}(?:please|thanks|exactly|bitte|danke|genau|so|passt))?[.! ]{0,3}",
    re.I,
)


def agreed(lines: Sequence[Line], at: int) -> Head | Doubt | None:
    """Rule 3: what a yes at that place stands for, where such a block is quoted below."""
    if lines[at].kind != "said" or not _YES.fullmatch(lines[at].text.strip()):
        return None
    block = block_below(lines[at + 1 :])
    verb = block[0].text.split()[0] if block else ""
    return read_head(verb) if verb in ("PROPOSE", "REVISE") else None


def block_below(lines: Sequence[Line]) -> list[Line]:
    """The one that is quoted below, its lines as if they were said; empty where there is none, or
    several, or anything is said beside it."""
    if any(line.kind in ("said", "doubtful") and line.text.strip() for line in lines):
        return []
    there = [line for line in lines if line.kind == "quoted"]
    heads = [at for at, line in enumerate(there) if line.depth == 1 and _begins(line)]
    if len(heads) != 1:
        return []
    block = [_unquoted(line) for line in there[heads[0] :]]
    brace = opens(block[1].text) if len(block) > 1 else ""
    end = brace or "END"
    ends = next((at for at, line in enumerate(block) if line.text.strip() == end), 0)
    return block[: ends + 1] if ends else []


def as_if_said(text: str) -> list[Line]:
    """The lines of a text that is attached, to its end: whether it is proposed or only shown, the
    letter says."""
    lines = [*text.strip().split("\n"), "END"]
    lines[0] = _VERB.sub("", lines[0], count=1)
    return [
        Line(one.strip(), number, "said" if one.strip() else "blank", written=one.rstrip())
        for number, one in enumerate(lines, 1)
    ]


def _begins(line: Line) -> bool:
    return BEGINS.match(_unquoted(line).text) is not None


def _unquoted(line: Line) -> Line:
    """With the margin that it had in the letter it is quoted from."""
    text = MARK.sub("", f"{line.marks}{line.written}", count=1).rstrip()
    kind: LineKind = "said" if text.strip() else "blank"
    return replace(line, text=text, written=text, kind=kind, depth=0, marks="")
