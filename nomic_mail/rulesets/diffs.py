"""A unified diff of the rule book, applied.

1. Line numbers are a hint; a hunk belongs where its lines stand. Blank lines do not count.
2. Lines that mail wrapped, or whose first blank it lost, are put together again.
3. The diff may be of any layout the book is handed out in.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from nomic_mail.game.rulebook import Rules
from nomic_mail.patterns import later
from nomic_mail.rulesets.book import LAYOUTS, NotOneChange, laid_out, printed, words_of
from nomic_mail.rulesets.pages import shown

HUNK = later(r"^@@ -(\d{1,7})(?:,(\d{1,7}))? \+(\d{1,7})(?:,(\d{1,7}))? @@")
A_RULE = later(r"(?:\d{1,6}|NEW)\b.*\((?:typeless|immutable|mutable)\)$", re.I)
ABOVE_THE_BOOK = 80  # lines that a letter has above the first rule, at most
WRAPPED = 44  # a line of 60 or more that was wrapped: all of it but one long word
BETWEEN_HUNKS = later(r"^(?:@@ -|diff |Index: |--- \S|\+\+\+ \S|={20,})")


def is_diff(lines: Sequence[str]) -> bool:
    return any(HUNK.match(line) for line in lines)


def applied(rules: Rules, lines: list[str]) -> list[str]:
    """The edited copy that the diff makes. Raises NotOneChange."""
    try:
        return _applied(printed(rules).split("\n"), lines)
    except NotOneChange as first:
        for width, indent in LAYOUTS:
            try:
                return _applied(laid_out(rules, width, indent), lines)
            except NotOneChange:
                continue
        raise first


class _Hunk(Struct):
    line: int  # of the diff, where it begins
    start: int  # in the book, counted from 0, as it says
    ops: list[tuple[str, str]]


def _hunks(lines: list[str], book: set[str]) -> Iterator[_Hunk]:
    at = 0
    while at < len(lines):
        found = HUNK.match(lines[at])
        at += 1
        if found is None:
            continue
        line_of_hunk, start = at, int(found[1]) - (found[2] != "0")
        left = [int(found[2] or 1), int(found[4] or 1)]  # lines still to come, of old and of new
        ops: list[tuple[str, list[str]]] = []
        while at < len(lines) and not BETWEEN_HUNKS.match(lines[at]):
            line = lines[at]
            if left[0] <= 0 and left[1] <= 0 and not _still(line, lines[at - 1]):
                break
            if line in ("--", " --"):
                break  # a signature, or the foot of a patch by mail
            at += 1
            sign = line[:1] or " "
            if sign not in "+- " and words_of(line) in book:
                sign, line = " ", " " + line  # the space before it was lost
            if sign in "+- ":
                ops.append((sign, [line[1:]]))
                left[0] -= sign != "+"
                left[1] -= sign != "-"
            elif sign != "\\" and ops:
                ops[-1][1].append(line)  # a long line that was wrapped on its way
        while start < ABOVE_THE_BOOK and ops and _outside(ops[0], book):
            del ops[0]
            start += 1
        solid = [n for n, (sign, text) in enumerate(ops) if sign != " " or text != [""]]
        first, last = (solid[0], solid[-1] + 1) if solid else (0, 0)
        kept = [(sign, " ".join(text)) for sign, text in ops[first:last]]
        yield _Hunk(line_of_hunk, start + first, kept)


def _outside(op: tuple[str, list[str]], book: set[str]) -> bool:
    """A line of the letter that stands above the first rule."""
    words = words_of(" ".join(op[1]))
    return op[0] == " " and bool(words) and words not in book


def _still(line: str, before: str) -> bool:
    """Whether a hunk that has all its lines goes on: it was counted wrong, or wrapped."""
    if line[:1] in ("+", "-"):
        return not line.startswith("--")
    return bool(line) and line[0] not in " _=" and len(before) > WRAPPED


def _applied(book: list[str], lines: list[str]) -> list[str]:
    words = [words_of(line) for line in book]
    where = [n for n, line in enumerate(words) if line]  # blank lines do not count
    solid = [words[n] for n in where]
    made: list[str] = []
    below: list[str] = []
    done = 0  # lines of the book that are dealt with
    for hunk in _hunks(lines, set(solid)):
        old = [words_of(text) for sign, text in hunk.ops if sign != "+" and text]
        if not old:
            below += _new_rule(hunk)
            continue
        first = _place(hunk, old, solid, where)
        begin, end = where[first], where[first + len(old) - 1] + 1
        if begin < done:
            raise NotOneChange(f"the diff does not apply: it goes back at its line {hunk.line}")
        made += book[done:begin]
        made += [text for sign, text in hunk.ops if sign != "-"]
        done = end
    return [*made, *book[done:], "", *below]


def _new_rule(hunk: _Hunk) -> list[str]:
    """Lines with nothing beside them that tells where they belong: a rule, or nobody knows what."""
    added = [text for _, text in hunk.ops]
    first = next((text for text in added if text), None)
    if first is not None and not A_RULE.match(first.strip()):
        raise NotOneChange(
            f"what line {hunk.line} of the diff begins has no line of the rules beside it, so that"
            " nothing tells where it belongs; make the diff with three lines of context"
        )
    return [*added, ""]


def _place(hunk: _Hunk, old: list[str], solid: list[str], where: list[int]) -> int:
    """Where the hunk's old lines stand: where it says, or at the only place where they do."""
    fits = [n for n in range(len(solid) - len(old) + 1) if solid[n : n + len(old)] == old]
    stated = [n for n in fits if where[n] == hunk.start]
    if stated or len(fits) == 1:
        return (stated or fits)[0]
    why = f"fits at {len(fits)} places" if fits else "has lines that do not stand together so"
    lost = next((line for line in old if line not in solid), None)
    if lost is not None:
        why = f"speaks of {shown(lost)}, which the rules do not say now"
    raise NotOneChange(
        f"the diff does not apply: what its line {hunk.line} begins {why}; make it anew from RULES,"
        " with three lines of context"
    )
