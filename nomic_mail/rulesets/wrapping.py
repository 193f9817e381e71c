"""Wrapped lines: words that were broken joined back, lines joined into paragraphs, paragraphs told
apart.

1. A line that was ended on purpose stays one: an item of a list, a label, a paragraph's last.
2. A hyphen at a line's end is taken out or kept by the words the text uses elsewhere; what stays
   doubtful is said.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from nomic_mail.patterns import later
from nomic_mail.rulesets.pages import (
    BOLD,
    EMPHASIS,
    LIST_ITEM,
    RULED,
    SOFT_HYPHEN,
    PageLine,
    dangles,
    ended,
)

MARKER = later(r"(\(?)(\d{1,2}|[a-zA-Z])([.)]+)")
FIRST_ITEM = later(r"(?:[-*+•·] |(?:1|a|i)[.)] )", re.I)
WORD = later(r"[^\W\d_]+(?:-[^\W\d_]+)*")
SUFFIX = later(r"[mt]ent|[st]ion|ations?|ing|ed|ly|ers?|als?|ness|[ai]ble|ity|ive|less|ful|ship|s")
CLOSED = later(
    r"(?:any|every|some)(?:one|body|thing|times?)|no(?:body|thing)|cannot|into|upon|with(?:in|out)"
    r"|(?:him|her|my|it|them|your)sel(?:f|ves)|an?other|(?:where|there|here)\w+|(?:over|under)\w+"
    r"|(?:what|when|where|which|who|how)ever|otherwise|moreover|maybe|outcome|notwithstanding"
)
WRAPPED = (60, 120)  # how wide a text can be that was wrapped
FOOTER = later(
    r"\$(?:date|id|revision|log)\b|\b(?:page|site|file|document) (?:is |was )?(?:maintained|last)\b"
    r"|\blast (?:modified|updated|changed|edited|revised)\b|^\W*(?:copyright|disclaimer)\b|^\W*©"
    r"|^\W*(?:(?:back|return) to|https?:|mailto:|www\.|generated (?:by|on))\b|^_{5,}|\bunsubscribe"
    r"|^\W*(?:the )?end(?: of (?:the )?(?:rules|file|document))?\W*$"
    r"|^\W*(?:home(?: ?page)?|references)\W*$",
    re.I,
)
INTRO = later(r"\b(?:add(?:ed|s|itional)|following|rules?|as follows|wrote)\b.*:$", re.I)
TITLED = later(r"^(?:#|(?:part|section|chapter|article|appendix)\b)", re.I)


class Part(Struct, frozen=True):
    """A paragraph, or a line that is one on purpose; `line` is its last."""

    text: str
    line: int
    item: bool = False  # of a list


class Words(Struct, frozen=True):
    """The words a text uses where nothing breaks them, to tell how a broken one is to be joined."""

    whole: frozenset[str]
    firsts: frozenset[str]  # of compounds: the self of self-application

    @classmethod
    def of(cls, lines: Sequence[PageLine]) -> "Words":
        seen: set[str] = set()
        broken = False
        for line in lines:
            words = [word.casefold() for word in WORD.findall(line.text)]
            breaks = line.text.endswith(("-", SOFT_HYPHEN))
            seen.update(words[1 if broken else 0 : -1 if breaks else None])
            broken = breaks
        parts = {part for word in seen for part in word.split("-")}
        return cls(frozenset(seen | parts), frozenset(w.split("-")[0] for w in seen if "-" in w))

    def join(self, before: str, after: str) -> tuple[str, str, bool]:
        """The line before, what comes between it and the next, and whether that is doubtful."""
        left = re.search(rf"([^\W\d_]+)[-{SOFT_HYPHEN}]$", before[-60:])
        right = re.match(r"[^\W\d_]+", after[:60])
        if left is None or right is None:
            tight = before.endswith("-") and not before.endswith(" -") and len(before) > 1
            return before, "" if tight else " ", False
        first, second = left[1].casefold(), right[0].casefold()
        closed = CLOSED.fullmatch(first + second) or first + second in self.whole
        if closed or before[-1] == SOFT_HYPHEN:
            return before[:-1], "", False
        if second in ("and", "or", "to"):
            return before, " ", False  # "mail- and net-based"
        keeps = first in ("self", "non", "vice", "ex", "team", "rank") or (first, second[0]) == (
            "re",
            "e",
        )
        keeps = keeps or f"{first}-{second}" in self.whole
        if keeps or right[0][0].isupper():
            return before, "", False
        if second not in self.whole:
            doubtful = first in self.whole and not SUFFIX.fullmatch(second)
            # game-custom, but for-feit and part-icipate
            keeps = doubtful and len(first) > 3 and len(second) > 4 and second[0] not in "aeiou"
            return before if keeps else before[:-1], "", doubtful
        keeps = first in self.firsts or first in self.whole
        return before if keeps else before[:-1], "", first not in self.firsts


def folded(
    block: Sequence[PageLine], margin: int, width: int, words: Words
) -> tuple[list[Part], list[PageLine]]:
    """Wrapped lines joined into parts, and the lines that were joined in doubt. A width of 0 means
    that lines are not wrapped: each that ends with a sentence is a part."""
    parts: list[tuple[list[str], bool]] = []
    ends: list[int] = []
    doubts: list[PageLine] = []
    for n, line in enumerate(block):
        text = " ".join(line.text.split())
        item = LIST_ITEM.match(text) is not None
        items = [one[0] for one, of_list in parts[-4:] if of_list]
        next_up = item and any(_comes_after(one, text) for one in items)
        in_list = next_up or (bool(parts) and parts[-1][1])
        if not n or _breaks(block[n - 1], line, margin, width, item, in_list):
            parts.append(([" " * (line.indent - margin if item and n else 0) + text], item))
            ends.append(line.number)
        else:
            pieces = parts[-1][0]
            pieces[-1], between, doubtful = words.join(pieces[-1], text)
            pieces.append(between + text)
            ends[-1] = line.number
            doubts += [line] if doubtful else []
    made = zip(parts, ends, strict=True)
    return [Part("".join(pieces), end, item) for (pieces, item), end in made], doubts


def flowing(text: str) -> str:
    """Its paragraphs without the line ends of whoever's editor wrapped them, since letters wrap
    them anew. Where no line is as long as a wrapped one, lines are lines; where one is longer,
    nobody's editor has wrapped them."""
    width = max((len(line.rstrip()) for line in text.split("\n")), default=0)
    if "\n" not in text or not WRAPPED[0] <= width <= WRAPPED[1]:
        return text
    lines = [PageLine(n, line.rstrip()) for n, line in enumerate(text.split("\n"), 1)]
    words = Words.of(lines)
    made = []
    for block in blocks_of(lines, 0, {}):
        parts, _ = folded(block.lines, 0, width, words)
        made.append("\n".join(part.text for part in parts))
    return "\n\n".join(made)


def _comes_after(one: str, other: str) -> bool:
    """Whether these are neighbours of one list: (b) after (a), 3. after 2."""
    was, now = MARKER.match(one.lstrip()), MARKER.match(other)
    if was is None or now is None or was[1] != now[1] or was[3] != now[3]:
        return False
    if was[2].isdigit() or now[2].isdigit():
        return was[2].isdigit() and now[2].isdigit() and int(now[2]) == int(was[2]) + 1
    return ord(now[2]) == ord(was[2]) + 1


def _breaks(
    before: PageLine, line: PageLine, margin: int, width: int, item: bool, in_list: bool
) -> bool:
    """Whether the line before was ended on purpose, and not because it was full."""
    text, above = line.text.lstrip(), before.text.lstrip()
    deeper = line.indent > max(before.indent, margin) + 1
    short = not width or (
        len(before.text) < 0.7 * width
        and len(before.text) + 1 + len(text.split(maxsplit=1)[0]) <= width
    )
    if item and above.endswith(":") and FIRST_ITEM.match(text):
        return True
    if item:
        return deeper or in_list or (ended(above) and (short or text[0] in "-*+•·"))
    if text[0].islower() or text[0] in ",.;:!?)":
        return False
    label = LIST_ITEM.match(above) is not None and len(above) <= 60 and not dangles(above)
    return (short or deeper) if ended(above) else (label and short and not deeper)


class Block(Struct, frozen=True):
    """Lines with no blank one among them; `at` is where they begin, `gap` the blank ones above."""

    at: int
    gap: int
    lines: list[PageLine]


def blocks_of(lines: Sequence[PageLine], first: int, apart: Mapping[int, bool]) -> list[Block]:
    """What stands apart begins a block, and True ends it too. A ruled line is a block of its own,
    if it does not just underline the line above."""
    blocks: list[Block] = []
    gap, filling = 0, False
    for at, line in enumerate(lines[first:], first):
        ruled = RULED.match(line.text) is not None
        if not line.text or (ruled and filling):
            gap, filling = gap + 1, False
        elif filling and at not in apart:
            blocks[-1].lines.append(line)
        else:
            blocks.append(Block(at, gap, [line]))
            filling = not ruled and not apart.get(at)
            gap = 0 if filling else 1
    return blocks


def is_footer(block: Block) -> bool:
    return FOOTER.search(block.lines[0].text[:200]) is not None


def leads_on(block: Block, margin: int) -> bool:
    """Whether it is a heading of what comes next, or a sentence that leads to it."""
    text = block.lines[0].text.strip()
    if len(block.lines) == 1 and len(text) <= 70 and block.gap:
        far = block.lines[0].indent >= margin + 16
        if TITLED.match(text) or EMPHASIS.fullmatch(text):
            return True
        if (far or text.isupper()) and len(text) > 3 and not ended(text):
            return True
    last = block.lines[-1].text[-200:]
    return bool(block.gap) and len(block.lines) < 4 and INTRO.search(last) is not None


def plain_title(title: str) -> str:
    plain = title.replace("**", "").replace(BOLD, "").strip(" *_#").rstrip(".:")
    return " ".join(plain.split()).strip("*_ ")[:120]
