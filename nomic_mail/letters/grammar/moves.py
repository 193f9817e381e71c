"""ADDRESS: what a player says about their own mail addresses, which is no matter of the game's.

1. Such lines stand at the head of a letter, before anything else is said, so that no proposal's
   text can be taken for one; or as the subject of a letter of its own.
2. A line is an order only as a whole; what comes near it is left to the grammar.
"""

import re
from typing import Literal

from msgspec import Struct

from nomic_mail.letters.grammar import patches
from nomic_mail.letters.grammar.language import ROWS, Row
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.patterns import later

MoveKind = Literal["main", "also", "drop", "list"]

ROWS.extend(
    (
        Row(
            "any time",
            "ADDRESS",
            "your addresses; HELP ADDRESS says more",
            "deine Adressen; HELP ADDRESS sagt mehr",
            130,
        ),
        Row("address", "ADDRESS", "which addresses are yours", "welche Adressen deine sind", 10),
        Row(
            "address",
            "ADDRESS new@example.org",
            "have letters sent there from now on",
            "Briefe gehen von nun an dorthin",
            20,
        ),
        Row(
            "address",
            "ADDRESS ALSO two@example.org",
            "write from there, too",
            "auch von dort schreiben",
            30,
        ),
        Row(
            "address",
            "ADDRESS DROP old@example.org",
            "never take letters from there again",
            "von dort nie wieder Briefe annehmen",
            40,
        ),
    )
)
_ORDER = later(
    r"(?:(?:change|set|update)\s+)?(?:my\s+)?(?:new\s+)?(?:e-?mail\s+)?address(?:es)?"
    r"(?:\s+(?P<verb>also|add|drop|remove|forget|to|is))?\s*[:=]?"
    r"(?:\s*<?(?P<address>[^\s<>,;:@]{1,64}@[^\s<>,;:@]{1,255}?)>?)?[\s.!]*",
    re.IGNORECASE,
)
_KINDS: dict[str, MoveKind] = {
    "": "main",
    "to": "main",
    "is": "main",
    "also": "also",
    "add": "also",
    "drop": "drop",
    "remove": "drop",
    "forget": "drop",
}


class Move(Struct, frozen=True):
    kind: MoveKind
    address: str
    line: str


def read_moves(subject: str, text: str) -> tuple[tuple[Move, ...], str]:
    """The orders at the head, and the text without them."""
    lines = text.split("\n")
    found: list[Move] = []
    if patches.marked(subject):
        return (), text
    for line in scaffold(text):
        if line.kind == "blank":
            continue
        move = _move(line.text) if line.kind == "said" else None
        if move is None:
            break
        found.append(move)
        lines[line.number - 1] = ""
    if not found and (move := _move(subject)) is not None and move.address:
        found.append(move)
    return tuple(found[:5]), "\n".join(lines)


def _unlinked(line: str) -> str:
    """Without the link that a mail program makes of an address: `a@b <mailto:a@b>`."""
    words = line.split()
    last = words[-1].lower() if words else ""
    if not (last.startswith("<mailto:") and last.endswith(">")):
        return line
    address = last[len("<mailto:") : -1]
    said = len(words) > 1 and words[-2].lower().strip("<>") == address
    return " ".join((*words[:-1], *([] if said else [f"<{address}>"])))


def _move(line: str) -> Move | None:
    order = _ORDER.fullmatch(_unlinked(line.strip())) if len(line) <= 500 else None
    if order is None:
        return None
    verb, address = (order["verb"] or "").lower(), (order["address"] or "").lower()
    if not address:
        return Move("list", "", line.strip()) if not verb else None
    return Move(_KINDS[verb], address, line.strip())
