"""Quoted words that fell off their line: a mail program that breaks a quotation at its margin again
leaves what no longer fits on a line of its own, without a mark.

1. Such a line follows a quoted one at once, and goes on in words that are known: the ballot's "How:
   reply to this letter with one word, …", or a proposal's or a rule's text.
2. "FOR" alone is torn off only where the next line is quoted, too, and goes on from it: else it may
   be somebody's answer.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from nomic_mail.letters.quoting.scaffold import Line
from nomic_mail.patterns import later

BESIDE = 2  # words of the line above and below
FAR = 5  # where nothing is quoted below
MOST = 300  # letters of a line
WORD = later(r"[^\W_]+")
NUMBER = later(r"\bj?\d+\b")
HOW = (
    "utc in 0 days or as soon as everybody has voted",
    "utc in 0 tagen oder sobald alle abgestimmt haben",
    "it needs the votes of all eligible voters rule 0 ballots are secret until the vote closes",
    "game of nomic by mail to say something to the game reply to its letters help tells all that"
    " can be said to talk to all players",
    "ein nomic per mail um dem spiel etwas zu sagen antworte auf seine briefe help zählt auf was"
    " man alles sagen kann um an alle zu schreiben",
    "how reply to this letter with one word for or against for 0 or against 0 works too you can"
    " change your vote until the vote closes the last ballot counts",
    "how reply to this letter with one word for against or abstain for 0 or against 0 works too",
    "how reply to this letter for or against and the number or for all",
    "how reply to this letter for against or abstain and the number or for all",
    "wie antworte auf diesen brief mit einem wort for dafür oder against dagegen for 0 oder against"
    " 0 geht auch du kannst deine stimme ändern bis die abstimmung endet die letzte zählt",
    "wie antworte auf diesen brief mit einem wort for dafür against dagegen oder abstain enthaltung"
    " for 0 oder against 0 geht auch",
)


def mended(lines: Sequence[Line], texts: Iterable[str]) -> tuple[Line, ...]:
    """The lines, of which those that fell off a quotation are quoted, too."""
    found = list(lines)
    known: list[str] | None = None
    for at in range(1, len(found)):
        line, above = found[at], found[at - 1]
        if line.kind != "said" or above.kind != "quoted" or len(line.text) > MOST:
            continue
        below = found[at + 1] if at + 1 < len(found) else None
        if known is None:
            known = [f" {' '.join(_words(one))} " for one in (*HOW, *texts)]
        if _fell_off(above.text, line.text, below, known):
            found[at] = replace(line, kind="quoted", depth=above.depth)
    return tuple(found)


def _fell_off(above: str, text: str, below: Line | None, known: Sequence[str]) -> bool:
    said, behind = _words(text), list[str]()
    if below is not None and below.kind == "quoted":
        behind = _words(below.text[:MOST])[:BESIDE]
    least = BESIDE if behind else FAR
    before = _words(above[-MOST:])[-least:]
    if not said or len(before) < least or (not behind and len(said) == 1):
        return False
    row = f" {' '.join((*before, *said, *behind))} "
    return any(row in one for one in known)


def _words(text: str) -> list[str]:
    return WORD.findall(NUMBER.sub("0", text.casefold()))
