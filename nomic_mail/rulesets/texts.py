"""The reader of foreign rule texts: numbered rules out of whatever page they were printed on.

1. A rule begins where a line begins with its number in the way this text writes its numbers. A
   number that merely got to the start of a line, in prose, begins nothing.
2. The status is what stands with the number; else what the heading above says, while the numbers
   rise; else it goes by the hundreds: 0xx typeless, 1xx immutable, 2xx and up mutable.
3. No rule is invented, moved or mended: a gap, a sentence cut off, a hyphen joined in doubt, a
   remark left out are told in `warnings`, each with its line.
4. Refused is only what cannot be placed: no numbered rule at all, too long a text, or one number on
   two rules that say different things. Numbers that all come again later are a table of contents.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from msgspec import Struct

from nomic_mail.game.rulebook import RuleStatus
from nomic_mail.patterns import later
from nomic_mail.rulesets.columns import side_by_side
from nomic_mail.rulesets.heads import CLOSING, STATUS, VERB, Page, RuleHead, heading_at, heads_of
from nomic_mail.rulesets.pages import (
    BOLD,
    EMPHASIS,
    LIST_ITEM,
    RULED,
    PageLine,
    dangles,
    ended,
    lines_of,
    shown,
    without_furniture,
)
from nomic_mail.rulesets.wrapping import (
    FIRST_ITEM,
    Block,
    Words,
    blocks_of,
    folded,
    is_footer,
    leads_on,
    plain_title,
)

LONGEST_TEXT = 1_000_000

STATUS_LINE = later(rf"^[\W_]*(?:(?:status|type)\W+)?{STATUS}[\W_]*$", re.I)
LABELLED = later(r"^[\W_]*(?:title|name)\W*:\W*(?P<title>\S.*)$", re.I)
PLAIN_TITLE = later(r"^([A-Z][^:.;!?]{1,60})(?:: +| +(?:—|--) +)([\"'“(A-Z].*)$")
NO_TITLE = later(rf"{VERB}|^\W*(?:[Nn]ote|[Ee]xample|[Cc]omment|N\.?B|[Ww]arning)\b|[.!?;] ")
LEADS_TO_A_LIST = later(
    r"\b(?:this|these|those|following|follows?|does|do|consists?|includes?|can(?:not)?|takes?|gets?"
    r"|needs?|if|when|either|each|every|any)\b[^:]*:$"
)
SPAN = later(r"\b(\d{3})(?:-|–|—| to | through )(\d{3})\b")


class FoundRule(Struct, frozen=True):
    """One rule as it was found, the number of the line where it begins, and what stands below it
    but was taken for no part of it."""

    number: int
    status: RuleStatus
    title: str
    text: str
    line: int
    below: str = ""


class Reading(Struct, frozen=True):
    rules: tuple[FoundRule, ...]
    warnings: tuple[str, ...]


class BadText(ValueError):
    """A text that cannot be placed: the line, why, and what would help."""

    def __init__(self, line: int, why: str, what_would_help: str) -> None:
        super().__init__(f"line {line}: {why}; {what_would_help}")
        self.line, self.why, self.what_would_help = line, why, what_would_help


def read_text(text: str) -> Reading:
    """Raises BadText."""
    if len(text) > LONGEST_TEXT:
        full = text.count("\n", 0, LONGEST_TEXT) + 1
        raise BadText(full, f"{LONGEST_TEXT:,} characters are the most", "leave in only the rules")
    lines, told = lines_of(text)
    lines = without_furniture(side_by_side(lines))
    page = Page(lines, told, Words.of(lines))
    heads = heads_of(page)
    if not heads:
        first = next((line.number for line in lines if line.text), 1)
        help_ = 'begin each with its number on a new line, such as "101. All players …"'
        raise BadText(first, "no numbered rule begins here or below", help_)
    lengths = sorted(len(line.text) for line in lines[heads[0].at :] if line.text)
    if lengths[int(len(lengths) * 0.95) - 1] <= 120:
        page.width = min(lengths[-1], 120)
    _share_out(page, heads)
    alone = [head.rest for head in heads if _has_title(page, head)]
    plain = sum(map(_is_no_sentence, alone))
    page.titled = len(alone) >= 0.6 * len(heads) and plain >= 0.2 * len(heads)
    found = _each_once(page, [_found(page, head) for head in heads])
    told += _gaps(found)
    return Reading(tuple(found), tuple(f"line {line}: {what}" for line, what in sorted(told)))


# What lies between them


def _share_out(page: Page, heads: list[RuleHead]) -> None:
    """Gives each head its status and the blocks of its rule; tells what belongs to no rule."""
    marks: dict[int, RuleHead | str] = {head.at: head for head in heads}
    for at in range(len(page.lines)):
        if at not in marks and (status := heading_at(page, at)):
            marks[at] = status
    apart = {at: isinstance(mark, str) for at, mark in marks.items()}
    blocks = blocks_of(page.lines, min(marks), apart)
    outside = _outside(page, blocks, marks, heads)
    status, last, rule, told = "", 0, None, True
    above: RuleHead | None = None
    for n, block in enumerate(blocks):
        mark = marks.get(block.at)
        if isinstance(mark, str):
            status, last, rule = mark, 0, None
        elif mark is not None:
            rule = above = mark
            status = status if rule.number >= last else ""
            by_hundreds = ("typeless", "immutable", "mutable")[min(rule.number // 100, 2)]
            rule.status = rule.status or status or by_hundreds
            last, told = rule.number, False
            rule.blocks.append(block.lines)
        elif rule is None or n in outside or RULED.match(block.lines[0].text):
            first, rule = block.lines[0], None
            if above is not None:
                above.below += block.lines
            if not told and not RULED.match(first.text):
                page.tell(first.number, f"taken for no part of a rule: {shown(first.text)}")
                told = True
        else:
            rule.blocks.append(block.lines)


def _outside(
    page: Page, blocks: Sequence[Block], marks: Mapping[int, object], heads: list[RuleHead]
) -> set[int]:
    """The blocks where a rule has ended though no other begins, as this text's layout shows."""
    margin = Counter(head.line.indent for head in heads).most_common(1)[0][0]
    final = max(n for n, block in enumerate(blocks) if block.at == heads[-1].at)
    prose = [b for b in blocks if b.at in marks or not _is_item(b.lines[0])]
    below = [x for b in prose for x in (b.lines[1:] if b.at in marks else b.lines)]
    below = [line for line in below if not _is_item(line)]
    hanging = sum(line.indent > margin + 1 for line in below) > 0.6 * len(below)
    inner = [block.gap for block in blocks[:final] if block.at not in marks]
    page.spaced = any(inner)
    gaps = sorted(block.gap for block in blocks[1 : final + 1] if block.at in marks)
    parted = gaps[len(gaps) // 5] if gaps else 0  # blank lines between rules
    wider = sum(gap >= parted for gap in inner)
    parts = parted > 1 and len(inner) - wider >= 3 * wider
    outside = {n for n, block in enumerate(blocks) if parts and block.gap >= parted}
    outside |= {n for n in range(final, len(blocks)) if is_footer(blocks[n])}
    ragged = False  # whether this rule's own lines stand at the margin
    for n, block in enumerate(blocks):
        ragged = ragged and block.at not in marks
        listed = _is_item(block.lines[0])
        if hanging and not ragged and not listed and block.lines[0].indent <= margin:
            outside.add(n)
        ragged = ragged or any(line.indent <= margin + 1 for line in block.lines[1:])
    for n in range(len(blocks) - 2, -1, -1):
        after = blocks[n + 1]
        empty = blocks[n - 1].at in marks and not blocks[n - 1].lines[1:]
        if after.at in marks or (n + 1 in outside and n + 1 < final):
            outside |= {n} if not empty and leads_on(blocks[n], margin) else set()
    return outside


def _is_item(line: PageLine) -> bool:
    return LIST_ITEM.match(line.text.lstrip()) is not None


# A rule's words


def _labels(head: RuleHead) -> tuple[list[list[PageLine]], bool]:
    """What lies below the head, without a status and a title that stand there by themselves; and
    whether it stands apart from the head."""
    first, *blocks = head.blocks
    apart = not first[1:]
    blocks = blocks if apart else [first[1:], *blocks]
    given = STATUS_LINE.match(blocks[0][0].text[:80]) if blocks else None
    if given is not None and (":" in given[0] or not head.rest or given[0].strip()[0] in "([*_"):
        head.status = given["status"].lower()
        blocks = [block for block in (blocks[0][1:], *blocks[1:]) if block]
        apart = True
    if not head.rest and blocks[1:] and len(blocks[0]) == 1:
        beneath = blocks[0][0].text.strip()
        if len(beneath) <= 60 and not ended(beneath) and not NO_TITLE.search(beneath):
            head.rest, blocks, apart = beneath, blocks[1:], True
    labelled = LABELLED.match(blocks[0][0].text[:120]) if blocks and not head.rest else None
    if labelled is not None:
        head.rest = labelled["title"]
        blocks, apart = [block for block in (blocks[0][1:], *blocks[1:]) if block], True
    elif head.rest and (labelled := LABELLED.match(head.rest[:120])):
        head.rest = labelled["title"]
    return blocks, apart


def _found(page: Page, head: RuleHead) -> FoundRule:
    """The rule a head and its blocks make; its title, where it plainly has one."""
    blocks, apart = _labels(head)
    title, rest = _title(page, head, blocks[0][0] if blocks else None, apart)
    margin = min((line.indent for block in blocks for line in block), default=0)
    start = PageLine(head.line.number, " " * (len(head.line.text) - len(rest)) + rest)
    if rest:
        blocks = [[start], *blocks] if apart else [[start, *blocks[0]], *blocks[1:]]
    name = f"rule {head.number:03d}"
    text: list[str] = []
    for block, after in zip(blocks, [*blocks[1:], None], strict=False):
        parts, doubts = folded(block, margin, page.width, page.words)
        page.told += [(line.number, f"{name}: joined at a hyphen, in doubt") for line in doubts]
        for before, part in zip([None, *parts], parts, strict=False):
            closely = before and (page.spaced or part.item or before.item)
            text += ["\n" if closely else "\n\n" if text else "", part.text.replace(BOLD, "")]
            whole = ended(part.text) or part.text[-1] in "\"'”’»)]"
            whole = whole or (part is parts[-1] and after is not None and _is_item(after[0]))
            if not (whole or (part.item and len(part.text) <= 80)):
                page.tell(part.line, f"{name}: a sentence is cut off: …{shown(part.text[-40:])}")
    whole_text = _without_tag("".join(text), head)
    if not whole_text:
        page.tell(head.line.number, f"{name} has no text")
    status = cast(RuleStatus, head.status)
    below = "\n".join(line.text for line in head.below)
    return FoundRule(head.number, status, title, whole_text, head.line.number, below)


def _without_tag(text: str, head: RuleHead) -> str:
    """A status that stands behind a rule's last sentence is none of its words."""
    tag = CLOSING.search(text[-24:])
    before = text[: len(text) - 24 + tag.start()] if tag and len(text) > 24 else ""
    if tag is None or not ended(before.rstrip()):
        return text
    head.status = tag["status"].lower()
    return before.rstrip()


def _title(page: Page, head: RuleHead, below: PageLine | None, apart: bool) -> tuple[str, str]:
    """The title, and what remains of the head's line."""
    rest = head.rest.strip()
    plain = rest[:-40] + CLOSING.sub("", rest[-40:])
    bold = EMPHASIS.match(plain)
    if plain != rest and plain.rstrip().endswith("."):
        return "", plain.rstrip()  # a sentence, and the status behind it
    if below is not None and len(plain) <= 120 and (head.heading or plain != rest):
        return plain_title(plain), ""
    if bold is not None:
        after = bold["rest"].strip()
        if not after and below is None:
            return "", bold["title"].strip()
        if not after[:1].islower() and len(bold["title"].split()) <= 12:
            return plain_title(bold["title"]), after
    if _stands_alone(page, head, plain, below, apart) and (page.titled or _is_no_sentence(plain)):
        return plain_title(plain), ""
    named = PLAIN_TITLE.match(rest)
    if named is None or len(named[1].split()) > 5 or NO_TITLE.search(named[1]):
        return "", rest
    return plain_title(named[1]), named[2]


def _stands_alone(
    page: Page, head: RuleHead, plain: str, below: PageLine | None, apart: bool
) -> bool:
    """As a title does: what is below begins anew, though the line had room for more."""
    if below is None or not 0 < len(plain) <= 80 or not plain[0].isupper():
        return False
    first = below.text.lstrip()
    starts = first[0].isupper() or first[0] in "\"'“([*" or LIST_ITEM.match(first) is not None
    short = plain[-1] == ":" and FIRST_ITEM.match(first) is not None
    short = short or not page.width or len(head.line.text) < 0.6 * page.width
    leads = LEADS_TO_A_LIST.search(plain) and LIST_ITEM.match(first)
    return starts and (apart or short) and plain[-1] not in ".!?;,-)" and not leads


def _is_no_sentence(plain: str) -> bool:
    return not (dangles(plain) or NO_TITLE.search(plain))


def _has_title(page: Page, head: RuleHead) -> bool:
    """By its place, on the line of its number, whatever it says."""
    first, *blocks = head.blocks
    below = next((block[0] for block in (first[1:], *blocks) if block), None)
    return _stands_alone(page, head, head.rest.strip(), below, not first[1:])


# The whole


def _each_once(page: Page, found: list[FoundRule]) -> list[FoundRule]:
    first: dict[int, FoundRule] = {}
    for one in found:
        other = first.setdefault(one.number, one)
        if other.text.split() != one.text.split():
            why = f"rule {one.number:03d} says something else here than at line {other.line}"
            raise BadText(one.line, why, "leave out one of them, or correct its number")
        if other is not one:
            page.tell(one.line, f"rule {one.number:03d} again, as at line {other.line}: left out")
    return list(first.values())


def _gaps(found: Sequence[FoundRule]) -> Iterator[tuple[int, str]]:
    """What is missing in a row of numbers, or by what a rule itself says of a row (101)."""
    here = {one.number for one in found}
    last = 0
    for one in found:
        if one.number < last and one.number // 100 == last // 100:
            yield one.line, f"rule {one.number:03d} comes after rule {last:03d}"
        fresh = one.number // 100 != last // 100
        last = one.number // 100 * 100 if fresh else last
        missing = sorted({*range(last + 1, one.number)} - here)
        for lacking in missing if one.number < 300 or not fresh else ():
            yield one.line, f"rule {lacking:03d} is missing"
        last = one.number
        for begin, end in SPAN.findall(one.text)[:9]:
            if int(begin) in here and int(end) not in here and begin < end:
                yield one.line, f"rule {one.number:03d} speaks of rule {end}, and it is missing"
