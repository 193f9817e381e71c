"""Lines that a mail program broke at its margin, put together again (where it says format=flowed,
`flowed` has done it).

1. A paragraph, or an item of a list, is put together where each of its lines is full: the first
   word of the next would not have fitted. Else all its lines were ended on purpose, as in a verse.
2. Lines that are indented as code is, or have columns, and what stands below a colon, stay.
3. Where a line that ends a sentence is all there is to judge by, it stays as well.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from nomic_mail.patterns import later

LEAST, MOST = 55, 80  # columns at which programs break lines
ITEM = later(r"\s{0,8}(?:[-*+•·]|\(?(?:\d{1,3}|[A-Za-z]|[ivx]{2,4})[.)])\s+\S")
KEPT = later(r"\s*[>|{}]|.*(?:\t|\S {3,}\S)|\s*\S+\s*$")
ENDS = later(r"[.!?;…][\"'”’)]*$")
DEEP = "    "
HYPHEN = later(r"[^\W\d_]-$")


def unwrapped(text: str) -> str:
    lines = [line.rstrip() for line in text.split("\n")]
    width = max((len(line) for line in lines if " " in line.strip()), default=0)
    if not LEAST <= width <= MOST:
        return text
    groups = list(_groups(lines))
    surely = any(_breaks(group, width) and not ENDS.search(group[0]) for group in groups)
    told: list[str] = []
    for group in groups:
        whole = _breaks(group, width) and (surely or not ENDS.search(group[0]))
        told += [_joined(group)] if whole else group
    return "\n".join(told)


def _groups(lines: Sequence[str]) -> Iterator[list[str]]:
    """What may be one line: a paragraph, an item, or a line that stays as it is."""
    group: list[str] = []
    for line in lines:
        if group and (_stays(line, group) or group[-1].endswith(":") or not group[-1]):
            yield group
            group = []
        group.append(line)
    yield group


def _stays(line: str, group: Sequence[str]) -> bool:
    """Whether it begins something of its own."""
    if not line or ITEM.match(line):
        return True
    if ITEM.match(group[0]):
        return False
    return line.startswith(DEEP) or group[-1].startswith(DEEP)


def _breaks(group: Sequence[str], width: int) -> bool:
    """Rule 1, of more than one line."""
    if len(group) < 2 or any(KEPT.match(line) for line in group[:-1]):
        return False
    return all(len(one) + 1 + len(after.split()[0]) > width for one, after in pairwise(group))


def _joined(group: list[str]) -> str:
    told = group[:1]
    for before, line in pairwise(group):  # each looks at the line before it, not at all of them
        more = line.lstrip()
        told += ("" if HYPHEN.search(before) and more[:1].islower() else " ", more)
    return "".join(told)
