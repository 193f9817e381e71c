"""Quotations that a mail program has wrapped again: the end of a quoted line is a line of its own,
or several, and has lost its mark. It is somebody else's, and out of a ballot it reads like a vote.

1. Such an end stands right between two marked lines, and the first word of each of its lines had no
   room on the line above.
2. People answer there, too, each line of a list by itself. So they are ends where there are three
   and more, and all that stands so in the letter could be one, none of it below a line of a list;
   and where one of them goes on in the middle of a sentence.
3. Our own words of how to vote are known, and are nobody's vote.
"""

from collections.abc import Iterator, Sequence

from nomic_mail.patterns import later

LEAST = 40  # no program breaks lines before that
ENDS = 3
MOST = 8  # lines of an end
LONGEST_WORD = 40  # a longer one is a link, which goes beyond the margin
_STOPS = tuple(".?!:;…")
_LISTED = later(r"^\s*(?:[-*•#]|\(?\d{1,6}[.):\s]|j\d)")
_HOW = later(
    r"\bword,? FOR or AGAINST\b|\(FOR \S{1,9} or AGAINST \S{1,9} works too\b|\bFOR ALL or AGAINST\b"
    r"|\bFOR \(dafür\),? (?:oder )?AGAINST(?: \(dagegen\)|\b)"
    r"|\((?:Auch DAFÜR, DAGEGEN, )?FOR \S{1,9} oder AGAINST \S{1,9} geht\b"
)


def ends(lines: Sequence[str], depths: Sequence[int], bare: Sequence[str]) -> frozenset[int]:
    """Where they stand."""
    runs = list(_runs(lines, depths, bare))
    if not runs:
        return frozenset()
    margin = max(LEAST, *(_wide(line) for line, depth in zip(lines, depths, strict=True) if depth))
    again = (
        len(runs) >= ENDS
        and all(_no_room(lines, at, margin) for run in runs for at in run)
        and not any(_LISTED.match(bare[run.start - 1]) for run in runs)
        and any(_goes_on(bare, run) for run in runs)
    )
    return frozenset(at for run in runs if again or _tells_how(bare, run) for at in run)


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


def _goes_on(bare: Sequence[str], run: range) -> bool:
    """In the middle of a sentence, or to its end."""
    unfinished = not bare[run.start - 1].rstrip("*_ ").endswith(_STOPS)
    return unfinished and (bare[run.stop][:1].islower() or bare[run.start][:1].islower())


def _tells_how(bare: Sequence[str], run: range) -> bool:
    """Rule 3."""
    above, own = bare[run.start - 1][-120:].strip(), " ".join(bare[at].strip() for at in run)
    below = bare[run.stop][:120].strip()
    end = len(above) + len(own) + 1
    found = _HOW.search(f"{above} {own[:240]} {below}")
    return found is not None and found.start() < end and found.end() > len(above)
