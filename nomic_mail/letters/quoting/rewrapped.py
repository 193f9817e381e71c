"""Quotations that a mail program has wrapped again: the end of a quoted line is a line of its own,
or several, and has lost its mark. It is somebody else's, and out of a ballot it reads like a vote.

1. Such an end stands right between two marked lines, and the first word of each of its lines had no
   room on the line above.
2. People may answer there, too. So it is one where the sentence above is not at its end, and goes
   on below it; or where two of several words go on so. In a letter that has such an end, and more
   than one, any is one; but where a sentence ends above it, it is doubtful.
3. Our own words of how to vote are known, and are nobody's vote.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from nomic_mail.patterns import later

LEAST = 40  # no program breaks lines before that
MOST = 8  # lines of an end
LONGEST_WORD = 40  # a longer one is a link, which goes beyond the margin
Whose = Literal["quoted", "doubtful"]
_STOPS = tuple(".?!:;…")
_HOW = later(
    r"\bword,? FOR or AGAINST\b|\(FOR \S{1,9} or AGAINST \S{1,9} works too\b|\bFOR ALL or AGAINST\b"
    r"|\bFOR \(dafür\),? (?:oder )?AGAINST(?: \(dagegen\)|\b)"
    r"|\(FOR \S{1,9} oder AGAINST \S{1,9} geht auch\b"
)


def ends(lines: Sequence[str], depths: Sequence[int], bare: Sequence[str]) -> dict[int, Whose]:
    """Where they stand, and whose each is."""
    runs = list(_runs(lines, depths, bare))
    if not runs:
        return {}
    margin = max(LEAST, *(_wide(line) for line, depth in zip(lines, depths, strict=True) if depth))
    wrapped = [run for run in runs if all(_no_room(lines, at, margin) for at in run)]
    going_on = [run for run in wrapped if _unfinished(bare, run)]
    below = any(bare[run.stop][:1].islower() for run in going_on)
    beside = sum(bare[run.start][:1].islower() and " " in bare[run.start] for run in going_on)
    again = (below and len(wrapped) > 1) or beside > 1
    whose = dict[int, Whose]()
    for run in runs:
        if _tells_how(bare, run):
            whose.update(dict.fromkeys(run, "quoted"))
        elif again and run in wrapped:
            whose.update(dict.fromkeys(run, "quoted" if run in going_on else "doubtful"))
    return whose


def _runs(lines: Sequence[str], depths: Sequence[int], bare: Sequence[str]) -> Iterator[range]:
    """Unmarked lines between marked ones, with no blank one beside them."""
    begin = 0
    for at, line in enumerate(lines):
        if depths[at]:
            if 0 < at - begin <= MOST and begin and bare[begin - 1].strip():
                yield range(begin, at)
            begin = at + 1
        elif not line.strip():
            begin = 0


def _wide(line: str) -> int:
    words = line.split()
    return 0 if any(len(word) > LONGEST_WORD for word in words) else len(line.rstrip())


def _no_room(lines: Sequence[str], at: int, margin: int) -> bool:
    return len(lines[at - 1].rstrip()) + 1 + len(lines[at].split()[0]) > margin


def _unfinished(bare: Sequence[str], run: range) -> bool:
    return not bare[run.start - 1].rstrip("*_ ").endswith(_STOPS)


def _tells_how(bare: Sequence[str], run: range) -> bool:
    """Rule 3."""
    above, own = bare[run.start - 1][-120:].strip(), " ".join(bare[at].strip() for at in run)
    below = bare[run.stop][:120].strip()
    end = len(above) + len(own) + 1
    found = _HOW.search(f"{above} {own[:240]} {below}")
    return found is not None and found.start() < end and found.end() > len(above)
