"""Where a rule begins: a line that begins with its number, in the way this text writes numbers.

1. A number that merely got to the start of a line, in prose, begins nothing.
2. Numbers that all come again later are a table of contents.
3. 101.1 and 101a are parts of 101; the first begins it where 101 stands nowhere by itself.
"""

import re
from collections import Counter
from itertools import groupby

from msgspec import Struct, field

from nomic_mail.patterns import later
from nomic_mail.rulesets.pages import LIST_ITEM, RULED, PageLine, dangles, ended
from nomic_mail.rulesets.wrapping import Words

STATUS = r"(?P<status>typeless|immutable|mutable)"
HEAD = later(
    r"^ *(?P<deco>(?:#{1,6} +|[-*+•·|] +|\d{1,2}\. +(?=\*\*|__)){0,3})"
    r"(?P<bold>\*\*|__|\*|_|\ue000)?[\[({]?"
    rf"(?:(?:{STATUS} +)?(?P<word>rule|law|article|art\.?|no\.?|nr\.?|§|#|r\.?(?=\d|-\d| \d))"
    r"(?: *(?:no\.?|number|#)|-(?=\d))? *)?(?P<number>\d{1,5})"
    r"(?P<part>\.1(?=[.):]? )|a(?=[.):] ))?(?:/\d{1,3})?(?P<mark>(?:[\])}*_\ue000.:]|/(?= ))*)",
    re.I,
)
TAIL = later(
    rf"^(?: *[,(\[] *{STATUS}\b(?:[^()\[\].:]{{0,40}}[)\]])?)?(?P<mark>[\])*_\ue000.:]*)"
    r"(?P<dash>(?: +[-–—]{1,2}|[-–—]{1,2})(?= )|[–—](?=\w))?(?P<gap> *)(?P<rest>.*)$",
    re.I,
)
CLOSING = later(rf"(?:^|(?<!\d)) *[(\[]{STATUS}[)\]][*_:]*$", re.I)
ONLY_NUMBERS = later(r"[\d\s,;.&–-]*")
VERB = r"\b(?:is|are|was|were|shall|will|has|have|had|may|must|says?|reads?|becomes?)\b"
GOES_ON = later(rf"{VERB}|(?:and|or|to|which|that)\b")
HEADING = later(
    r"^[\W_]*(?:(?:part +)?(?:[ivx]{1,4}|\d{1,2}|[a-z]|one|two|three)\W+|(?:part|section) +\w+\W+)?"
    rf"(?:(?:the|initial|set|of|list) +)*{STATUS}(?: +rules?\b|(?=[\W_]*$))[\W_]*(?:(?:of|in)\b"
    r"[^.]*)?(?:[(\[][^)\]]*[)\]]|(?:rules +)?\d{3} *(?:-|–|to|through) *\d{3})?[\W_]*$",
    re.I,
)


class RuleHead(Struct):
    at: int  # its place among the lines
    number: int
    status: str
    marked: bool  # by punctuation, a heading, boldness or a wide gap
    heading: bool
    line: PageLine
    rest: str
    word: bool = False  # "Rule 101"
    part: bool = False  # 101.1, where 101 may stand elsewhere
    blocks: list[list[PageLine]] = field(default_factory=list)
    below: list[PageLine] = field(default_factory=list)  # what was taken for no part of it


class Page(Struct):
    """The lines, what is known of how they are laid out, and what is to be told of them."""

    lines: list[PageLine]
    told: list[tuple[int, str]]
    words: Words
    width: int = 0  # of wrapped lines; 0 where a line is a paragraph
    spaced: bool = True  # whether blank lines part paragraphs
    titled: bool = False  # whether most rules have a title on the line of their number

    def tell(self, line: int, what: str) -> None:
        self.told.append((line, what))

    def before(self, at: int) -> str:
        return self.lines[at - 1].text.strip() if at else ""


def heads_of(page: Page) -> list[RuleHead]:
    able = [head for at in range(len(page.lines)) if (head := _able(page, at))]
    whole = {head.number for head in able if not head.part}
    able = [head for head in able if not (head.part and head.number in whole)]
    free = [head for head in able if not _runs_on(page, head)]
    marked = sum(head.marked for head in free)
    words = sum(head.word for head in free)
    small = sum(head.number < 1000 for head in free)
    margin = Counter(head.line.indent for head in free).most_common(1)[0][0] if free else 0
    firsts = {head.number for head in free if head.line.indent <= margin + 1}
    chosen: list[RuleHead] = []
    for head, after in zip(able, [*able[1:], None], strict=False):
        last = chosen[-1].number if chosen else 0
        next_up = bool(last) and head.number == last + 1
        year = head.number > 999 and small > len(free) / 2 and last < 900
        deep = head.line.indent > margin + 1 and not (next_up and head.number not in firsts)
        strange = not head.marked and len(free) - marked < max(2, marked / 2) and not next_up
        leads = after is not None and after.number == head.number + 1
        in_turn = (next_up or leads) and not dangles(page.before(head.at))
        named = words * 2 > len(free) and head.word and head.marked and head.number > last
        named = named and not dangles(page.before(head.at))
        prose = _runs_on(page, head) and not (in_turn or head.heading or named)
        if not (year or deep or strange or prose):
            chosen.append(head)
    return _without_contents(chosen)


def _able(page: Page, at: int) -> RuleHead | None:
    """What could be a rule's head, looking at this line alone."""
    line = page.lines[at]
    found = HEAD.match(line.text)
    tail = TAIL.match(line.text[found.end() :]) if found else None
    if found is None or tail is None or not int(found["number"]):
        return None
    marks, rest = found["mark"] + tail["mark"], tail["rest"]
    closing = CLOSING.search(rest[-24:])
    status = found["status"] or tail["status"] or (closing["status"] if closing else "")
    marked = bool(marks.strip("_") or tail["dash"] or status or found["deco"] or found["bold"])
    listed = LIST_ITEM.match(rest) is not None
    marked = marked or (len(tail["gap"]) > 1 and (listed or not rest[:1].islower()))
    if len(found["number"]) < 3 and not (found["word"] and (marked or not rest)):
        return None
    if rest and not tail["gap"] and not (marks and (rest[0].isalpha() or rest[0] in "\"'“(*_")):
        return None
    prose = GOES_ON.match(rest) is not None if marked else rest[:1].islower() and not listed
    if prose or (rest and ONLY_NUMBERS.fullmatch(rest)):
        return None
    if found["word"] and rest[:1] == "(" and not marks and page.before(at):
        return None  # "as in\nrule 202 (a)"; but "Rule 202: (a) …" is a rule
    below = next((one.text for one in page.lines[at + 1 : at + 4] if one.text), "")
    numbers = below[-1:].isdigit() or below[:1].isdigit()
    if not rest and not marked and numbers and ONLY_NUMBERS.fullmatch(below):
        return None
    if found["bold"] and found["bold"] not in marks:
        rest = found["bold"] + rest  # **101. Title** text
    if found["part"]:
        rest = line.text[found.start("number") :]
    head = RuleHead(at, int(found["number"]), status.lower(), marked, False, line, rest)
    head.heading, head.word = found["deco"].startswith("#"), bool(found["word"])
    head.part = bool(found["part"])
    return head


def _runs_on(page: Page, head: RuleHead) -> bool:
    """Whether the line before it is in mid-sentence."""
    before = page.before(head.at)
    apart = not before or ended(before) or RULED.match(before) is not None
    return not (apart or heading_at(page, head.at - 1))


def _without_contents(heads: list[RuleHead]) -> list[RuleHead]:
    """Three numbers or more in a row that all come again later are a table of contents."""
    last = {head.number: head for head in heads}
    kept: list[RuleHead] = []
    for come_again, run in groupby(heads, key=lambda head: last[head.number] is not head):
        row = list(run)
        kept += [] if come_again and len(row) > 2 else row
    return kept


def heading_at(page: Page, at: int) -> str:
    """The status this line is a heading for, or nothing."""
    text = page.lines[at].text
    found = HEADING.match(text) if len(text) <= 120 else None
    if found is None:
        return ""
    above = page.before(at)
    near = (line.text for line in page.lines[at + 1 : at + 4])
    below = next((one for one in near if one and not RULED.match(one)), "")
    apart = not above or RULED.match(above) is not None or "#" in text[:3]
    leads = HEAD.match(below) is not None and not dangles(above)
    bracketed = text.strip()[0] in "[(" and bool(above)  # behind a rule, and no heading
    runs_on = bracketed or (text.lstrip()[0].islower() and not ended(above))
    return found["status"].lower() if apart or (leads and not runs_on) else ""
