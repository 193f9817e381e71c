"""JUDGMENT and RULING: a head, and the words that belong to it (212).

1. The words are those on the head's own line, and below it up to a line END, a signature, a
   quotation's attribution or the end of the letter.
2. The head stands in capitals at the start of its line: "judgment" in a sentence is talk.
3. `JUDGMENT END DEBATE` and `RULING END DEBATE` are the forms 111 of the later sets needs; `WINNER:
   name` on a line of a ruling names who has won under 213.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nomic_mail.game.commands import Judgment, Ruling
from nomic_mail.letters.quoting import Line

HEAD = re.compile(r"^\W{0,3}(?:I INVOKE )?(JUDGE?MENT|RULING)\b[\s:.–—-]*(.*)$")
END = re.compile(r"^(?:end\.?|\.)$", re.I)
END_DEBATE = re.compile(r"^end (?:the )?debate\b[\s:.–—-]*(.*)$", re.I | re.S)
WINNER = re.compile(r"^\s*winner[\s:]+(\S.{0,80}?)[\s.]*$", re.I | re.M)
MOST = 20_000


@dataclass(frozen=True, slots=True)
class Statement:
    command: Judgment | Ruling
    line: str
    taken: frozenset[int]


def read_statements(lines: Sequence[Line]) -> list[Statement]:
    found: list[Statement] = []
    at = 0
    while at < len(lines):
        head = HEAD.match(lines[at].text.strip()) if lines[at].kind == "said" else None
        if head is None:
            at += 1
            continue
        text, taken, at = _body(head[2], lines, at)
        found.append(Statement(_made(head[1], text), head[0].strip(), taken))
    return found


def _body(first: str, lines: Sequence[Line], at: int) -> tuple[str, frozenset[int], int]:
    text, taken = [first], {lines[at].number}
    at += 1
    while at < len(lines) and lines[at].kind in ("said", "blank", "quoted"):
        line = lines[at]
        at += 1
        if line.kind == "quoted":
            continue  # other people's words are no part of it
        taken.add(line.number)
        if line.kind == "said" and END.match(line.text.strip()):
            break
        text.append(line.text)
    return "\n".join(text).strip()[:MOST], frozenset(taken), at


def _made(word: str, text: str) -> Judgment | Ruling:
    debate = END_DEBATE.match(text)
    if word != "RULING":
        return Judgment(question="" if debate else text, end_debate=debate is not None)
    winner = WINNER.search(text)
    return Ruling(
        text=text, winner=winner[1].strip() if winner else "", end_debate=debate is not None
    )
