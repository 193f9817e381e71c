"""Text that stands side by side: two columns of a printed page, and tables of rules.

1. Two columns are read one after the other, page by page, where rules begin in both.
2. A table's rows become lines, its cells parted by a wide gap; a bar along the margin goes.
3. Lines keep the numbers they have in the file. The time is linear.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from nomic_mail.patterns import later
from nomic_mail.rulesets.pages import ROUGH_HEAD, PageLine

LEAST_RULES = 2  # that must begin in a column for it to be one
GUTTER = later(r"(?<=\S) {2,}(?=\S)")
BAR = later(r"^(?P<text>.*?)\s*\|$")
ROW = later(r"^ *\|(?P<cells>.*\|.*)\|$")
UNDER_HEADING = later(r"^[\s|:+-]*-{3}[\s|:+-]*$")
CELL_AT_END = later(r"(?<=\S)( {3,})(typeless|immutable|mutable)$", re.I)
STATUS = later(r"typeless|immutable|mutable", re.I)


def side_by_side(lines: Sequence[PageLine]) -> list[PageLine]:
    """The lines as they are to be read, one after the other."""
    lines = _tables(lines)
    made: list[PageLine] = []
    for feed, group in groupby(lines, key=lambda line: line.text == "\f"):
        page = list(group)
        made += page if feed else _columns(page)
    return made


def _columns(lines: list[PageLine]) -> list[PageLine]:
    starts = Counter(
        found.end()
        for line in lines
        for found in list(GUTTER.finditer(line.text[:200]))[:4]
        if ROUGH_HEAD.match(line.text[found.end() :])
    )
    at, rules = starts.most_common(1)[0] if starts else (0, 0)
    both = [line for line in lines if line.text[at:].strip() and line.text[:at].strip()]
    clear = sum(line.text[at - 2 : at].isspace() and line.text[at] != " " for line in both)
    left = sum(ROUGH_HEAD.match(line.text[:at]) is not None for line in lines)
    if rules < LEAST_RULES or left < LEAST_RULES or at < 20 or clear < 0.95 * len(both):
        return lines
    begun = next(n for n, line in enumerate(lines) if line in both)
    above, below = lines[:begun], lines[begun:]
    return [
        *above,
        *(PageLine(line.number, line.text[:at].rstrip()) for line in below),
        PageLine(below[0].number, ""),
        *(PageLine(line.number, line.text[at:]) for line in below),
    ]


def _tables(lines: Sequence[PageLine]) -> list[PageLine]:
    solid = [line for line in lines if line.text.strip()]
    rows = sum(ROW.match(line.text) is not None for line in solid)
    bars = sum(line.text.endswith("|") for line in solid)
    if rows > 2 and rows * 2 > len(solid):
        return [one for line in lines for one in _row(line)]
    if bars * 2 > len(solid) and not rows:
        return [PageLine(line.number, BAR.sub(r"\g<text>", line.text)) for line in lines]
    return [PageLine(line.number, CELL_AT_END.sub(r"\g<1>(\g<2>)", line.text)) for line in lines]


def _row(line: PageLine) -> Iterator[PageLine]:
    """A status in a cell of its own is put in brackets, as it stands behind a number elsewhere."""
    found = ROW.match(line.text)
    if found is None:
        yield line
    elif UNDER_HEADING.match(line.text):
        yield PageLine(line.number, "")
    else:
        cells = [cell.strip() for cell in found["cells"].split("|")]
        told = [f"({cell})" if STATUS.fullmatch(cell) else cell for cell in cells]
        numbered = ROUGH_HEAD.match(told[0]) is not None
        marked = sorted(told[1:], key=lambda cell: cell[:1] == "(" and cell[-1:] == ")")
        yield PageLine(line.number, "   ".join([told[0], *marked] if numbered else told))
        yield PageLine(line.number, "")
