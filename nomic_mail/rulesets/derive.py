"""A proposal made by editing: the rule book printed, and one rule-change out of what came back.

1. `printed` and `derive` belong together: the book unchanged is no change, whatever mail did to it
   on the way (quoting, wrapping, line ends, indenting, footers).
2. One proposal is one rule-change (103): none, two, or a new number for an old rule is refused, and
   the refusal says what was found and what to do.
3. What was not touched comes out as it stands in the book, to the letter; rules are compared by
   their words, so white space alone is no change.
4. The numbers are the server's to give (108). A rule that was added may carry any.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from nomic_mail.game.commands import Change
from nomic_mail.game.state import Rule, Rules
from nomic_mail.rulesets.pages import Line, shown
from nomic_mail.rulesets.texts import BadText, read_text
from nomic_mail.rulesets.wrapping import Words, folded

LONGEST_COPY = 1_000_000

STATUS = r"(?P<status>typeless|immutable|mutable)"
HEAD = re.compile(rf"^(?P<number>\d{{3,}})(?: +(?P<title>\S.*?))? +\({STATUS}\)$", re.I)
LOOSE_HEAD = re.compile(
    r"^[#*_ ]*(?:rule +)?(?P<number>\d{3,6}|new(?: +rule)?|n{2,4}|\d?x{2,4}|\?{2,4})(?!\w)[.:)*_]*"
    rf"(?: +(?P<title>\S.*?))??(?: *[(\[]{STATUS}[)\]])?[*_]*$",
    re.I,
)
LIKE_OURS = re.compile(
    r"^\\*\s*(?:\d{3,}\b.*\((?:typeless|immutable|mutable)\)$|\[the server does:)", re.I
)
QUOTED = re.compile(r"^(?:> ?)+(?=@@ -|\d{3,6}\b)")
QUOTE = re.compile(r"^(?:> ?)+")
FOOT = re.compile(r"^(?:--|_{5,}.*|-{5,}.*|={5,}.*|\*{5,}|END|\.)$")
FAREWELL = re.compile(
    r"^(?:thanks?|thank you|cheers|best|(?:kind |best )?regards|yours|greetings|bye|love|sincerely"
    r"|all the best)\b.{0,40}$",
    re.I,
)
HUNK = re.compile(r"^@@ -(\d{1,7})(?:,(\d{1,7}))? \+(\d{1,7})(?:,(\d{1,7}))? @@")
BETWEEN_HUNKS = re.compile(r"^(?:@@ -|diff |Index: |--- \S|\+\+\+ \S|={20,})")
SERVER_DOES = re.compile(r"^\s*[+-]? *\[the server does:")  # RULES shows it beneath a rule


class NotOneChange(ValueError):
    """The edit makes no rule-change, or more than one; the message says why, and what to do."""


@dataclass(slots=True)
class _Copy:
    """A rule as it stands in an edited copy; what the copy leaves unsaid is None."""

    number: int | None
    title: str | None
    status: str | None
    blocks: list[list[Line]] = field(default_factory=list)
    text: str = ""


def printed(rules: Iterable[Rule]) -> str:
    """The rule book as plain text: a head, a blank line, the text, and a blank line between rules.

    203 How changes are adopted (mutable)

    A rule change is adopted if …
    """
    return "\n".join(line for rule in rules for line in [_head(rule), "", *_body(rule), ""])


def _head(rule: Rule) -> str:
    return " ".join(f"{rule.number:03d} {rule.title} ({rule.status})".split())


def _body(rule: Rule) -> Iterator[str]:
    """A line of text that looks like a line of ours gets a backslash before it."""
    for line in _tidy(rule.text).split("\n"):
        yield "\\" + line if LIKE_OURS.match(line) else line


def _tidy(text: str) -> str:
    lines = "\n".join(line.rstrip() for line in text.splitlines())
    return re.sub(r"\n{3,}", "\n\n", lines).strip("\n")


def derive(rules: Rules, text: str) -> Change:
    """The rule-change that a unified diff against `printed(rules)`, or an edited copy of it, makes.
    Raises NotOneChange."""
    if len(text) > LONGEST_COPY:
        raise NotOneChange(f"it is longer than {LONGEST_COPY:,} characters")
    lines = _bare(text)
    if any(HUNK.match(line) for line in lines):
        lines = _applied(printed(rules).split("\n"), lines)
    return _the_one(rules, _copies(rules, lines))


def _bare(text: str) -> list[str]:
    """The lines, without what mail adds at their ends and, where the rules are quoted, before."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "")
    plain = plain.replace("\u00a0", " ").replace("\f", "\n")
    lines = [line.expandtabs().rstrip() for line in plain.split("\n")]
    quoted = sum(QUOTED.match(line) is not None for line in lines)
    if quoted > sum(line.startswith("@@ -") or line[:3].isdigit() for line in lines):
        lines = [QUOTE.sub("", line, count=1) for line in lines]
    return [line for line in lines if not SERVER_DOES.match(line)]


def _words(text: str) -> str:
    return " ".join(text.split())


# An edited copy


def _copies(rules: Rules, lines: list[str]) -> list[_Copy]:
    known = {_words(part): part for rule in rules for part in _tidy(rule.text).split("\n\n")}
    copies = _divided(rules, lines, known)
    ours = {copy.number for copy in copies} & set(rules.by_number)
    if len(ours) * 2 < len(rules):
        foreign = _foreign("\n".join(lines))
        if len({copy.number for copy in foreign} & set(rules.by_number)) > len(ours):
            return foreign
    if not copies:
        raise NotOneChange(
            "this is neither a unified diff nor a copy of the rules: it has no line such as"
            f' "{_head(next(iter(rules)))}". To write one rule, use PROPOSE AMEND 203 and its text'
        )
    copies[-1].blocks = _without_foot(copies[-1].blocks, known)
    blocks = [block for copy in copies for block in copy.blocks]
    wrapped = any(
        [line.text.strip() for line in block] != [line.strip() for line in part.split("\n")]
        for block in blocks
        if block[1:] and (part := known.get(_joined(block))) is not None
    )
    every = [line for block in blocks for line in block]
    width = max((len(line.text) for line in every), default=0)
    words = Words.of(every) if wrapped else None
    for copy in copies:
        copy.text = "\n\n".join(_part(block, known, width, words) for block in copy.blocks)
    return copies


def _divided(rules: Rules, lines: list[str], known: Mapping[str, str]) -> list[_Copy]:
    """The copy's rules, each with its blocks of lines. What stands above the first is a letter."""
    grouped = groupby(enumerate(lines, 1), key=lambda numbered: bool(numbered[1]))
    blocks = [[Line(*one) for one in group] for solid, group in grouped if solid]
    plain = {int(found["number"]) for line in lines if (found := _strict(line))}
    copies: list[_Copy] = []
    for n, block in enumerate(blocks):
        heads = {} if block[1:] and _joined(block) in known else _heads(rules, block)
        below = n + 1 < len(blocks) or block[1:]
        if 0 not in heads and below and _joined(block) not in known:
            heads |= _loose_head(rules, block[0].text, plain)
        filling: list[Line] | None = None
        for at, line in enumerate(block):
            if at in heads:
                copies += [head] if (head := heads[at]) else []
                filling = None
            elif copies:
                if filling is None:
                    filling = []
                    copies[-1].blocks.append(filling)
                filling.append(line)
    return copies


def _strict(text: str) -> re.Match[str] | None:
    return HEAD.match(text.strip()) if len(text) < 400 else None


def _heads(rules: Rules, block: list[Line]) -> dict[int, _Copy | None]:
    """The lines that are heads, or (None) go on with one, for a long title may be wrapped."""
    if len(block) < 4 and (found := _strict(_words(" ".join(line.text for line in block)))):
        return {at: None if at else _copied(found) for at in range(len(block))}
    heads: dict[int, _Copy | None] = {}
    for at, line in enumerate(block):
        if found := _strict(line.text):
            copy = _copied(found)
            old = rules.get(int(found["number"]))
            if not at or (copy.title or "")[:1].isupper() or (old and old.title == copy.title):
                heads[at] = copy
    return heads


def _loose_head(rules: Rules, text: str, plain: set[int]) -> dict[int, _Copy | None]:
    """A head as a player writes it: without a status, or with NEW in place of a number."""
    found = LOOSE_HEAD.match(text.strip()[:200])
    if found is None:
        return {}
    copy = _copied(found)
    title = copy.title or ""
    old = rules.get(copy.number or 0)
    if old is not None:
        good = old.number not in plain and title == _words(old.title)
    else:
        good = title[:1].isupper() and title[-1] not in ".;,!?" and len(title) <= 80
    return {0: copy} if good or copy.status else {}


def _copied(found: re.Match[str]) -> _Copy:
    number = int(found["number"]) if found["number"].isdigit() else None
    status = found["status"].lower() if found["status"] else None
    return _Copy(number, _words(found["title"] or ""), status)


def _foreign(text: str) -> list[_Copy]:
    """A copy in the form the game's text began with, which may show neither status nor titles."""
    try:
        reading = read_text(text)
    except BadText:
        return []
    return [_Copy(one.number, one.title or None, None, text=one.text) for one in reading.rules]


def _without_foot(blocks: list[list[Line]], known: Mapping[str, str]) -> list[list[Line]]:
    """A signature, the footer of a list, and a farewell stand below the last rule."""
    for n, block in enumerate(blocks):
        foot = next((at for at, line in enumerate(block) if FOOT.match(line.text.strip())), None)
        if FAREWELL.match(block[0].text.strip()):
            foot = 0
        if foot is not None and _joined(block) not in known:
            return [*blocks[:n], *([block[:foot]] if foot else [])]
    return blocks


def _part(block: list[Line], known: Mapping[str, str], width: int, words: Words | None) -> str:
    """A paragraph: as the book has it, where it is the book's; else as it was written."""
    whole = known.get(_joined(block))
    if whole is not None:
        return whole
    margin = min(line.indent for line in block)
    lines = [Line(line.number, _unescaped(line.text[margin:])) for line in block]
    if words is None:
        return "\n".join(line.text for line in lines)
    parts, _ = folded(lines, 0, width, words)
    return "\n".join(part.text for part in parts)


def _joined(block: list[Line]) -> str:
    return _words(" ".join(_unescaped(line.text.strip()) for line in block))


def _unescaped(text: str) -> str:
    return text[1:] if text.startswith("\\") and LIKE_OURS.match(text) else text


# The one change


def _the_one(rules: Rules, copies: Sequence[_Copy]) -> Change:
    twice = [n for n, times in Counter(copy.number for copy in copies).items() if n and times > 1]
    if twice:
        raise NotOneChange(f"rule {twice[0]:03d} stands there twice: which of them is meant?")
    here = {copy.number: copy for copy in copies if copy.number is not None}
    gone = [rule for rule in rules if rule.number not in here]
    new = [copy for copy in copies if copy.number is None or copy.number not in rules.by_number]
    pairs = [(rule, here[rule.number]) for rule in rules if rule.number in here]
    changes = [change for rule, copy in pairs for change in _changes(rule, copy)]
    if not (gone or new or changes):
        raise NotOneChange("it changes nothing: these are the rules as they stand")
    if len(gone) == len(new) == 1 and not changes:
        _same_under_new_number(gone[0], new[0])
    if len(gone) > 1 and len(gone) * 2 > len(rules):
        raise NotOneChange(
            f"{len(gone)} of the {len(rules)} rules are not in it, and a copy must hold them all."
            f" To change one rule alone, use PROPOSE AMEND {gone[0].number:03d} and its new text"
        )
    changes += [Change(kind="repeal", target=rule.number) for rule in gone]
    changes += [_enacted(copy) for copy in new]
    if len(changes) > 1:
        what = ", ".join(
            f"{x.kind}s {f'{x.target:03d}' if x.target else shown(x.title or x.text)}"
            for x in changes[:8]
        )
        raise NotOneChange(
            f"it makes {len(changes)} rule-changes, and a proposal is one (103): {what}"
            f"{' …' * (len(changes) > 8)}. Send one of them now"
        )
    return changes[0]


def _changes(old: Rule, copy: _Copy) -> Iterator[Change]:
    title = copy.title if copy.title and _words(copy.title) != _words(old.title) else ""
    same = copy.text.split() == old.text.split()
    if not same and not copy.text.strip():
        raise NotOneChange(
            f"rule {old.number:03d} has no text: to repeal it, take its head out too"
        )
    if title or not same:
        text = old.text if same else copy.text
        yield Change(kind="amend", target=old.number, title=title, text=text)
    if copy.status is not None and copy.status != old.status:
        if copy.status == "typeless":
            raise NotOneChange(f"rule {old.number:03d} cannot be made typeless: no rule can (103)")
        yield Change(kind="transmute", target=old.number)


def _enacted(copy: _Copy) -> Change:
    name = "the new rule" if copy.number is None else f"the new rule {copy.number:03d}"
    if not copy.text.strip():
        raise NotOneChange(f"{name} has no text")
    if copy.status not in (None, "mutable"):
        raise NotOneChange(f"{name} is marked {copy.status}, and a new rule is mutable (103)")
    return Change(kind="enact", title=copy.title or "", text=copy.text)


def _same_under_new_number(old: Rule, copy: _Copy) -> None:
    mine, theirs = Counter(old.text.split()), Counter(copy.text.split())
    if copy.number is None or (mine & theirs).total() * 2 <= max(mine.total(), theirs.total()):
        return
    change = "renumbered" if mine == theirs else "changed and renumbered"
    raise NotOneChange(
        f"rule {old.number:03d} is {change} as {copy.number:03d}, and the numbers are not a"
        f" player's to give (108): leave it {old.number:03d}; a change that is adopted gets its own"
    )


# A unified diff


@dataclass(slots=True)
class _Hunk:
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
            at += 1
            sign = line[:1] or " "
            if sign not in "+- " and _words(line) in book:
                sign, line = " ", " " + line  # the space before it was lost
            if sign in "+- ":
                ops.append((sign, [line[1:]]))
                left[0] -= sign != "+"
                left[1] -= sign != "-"
            elif sign != "\\" and ops:
                ops[-1][1].append(line)  # a long line that was wrapped on its way
        solid = [n for n, (sign, text) in enumerate(ops) if sign != " " or text != [""]]
        first, last = (solid[0], solid[-1] + 1) if solid else (0, 0)
        kept = [(sign, " ".join(text)) for sign, text in ops[first:last]]
        yield _Hunk(line_of_hunk, start + first, kept)


def _still(line: str, before: str) -> bool:
    """Whether a hunk that has all its lines goes on: it was counted wrong, or wrapped."""
    if line[:1] in ("+", "-"):
        return not line.startswith("--")
    return bool(line) and line[0] not in " _=" and len(before) > 50


def _applied(book: list[str], lines: list[str]) -> list[str]:
    words = [_words(line) for line in book]
    where = [n for n, line in enumerate(words) if line]  # blank lines do not count
    solid = [words[n] for n in where]
    made: list[str] = []
    done = 0  # lines of the book that are dealt with
    for hunk in _hunks(lines, set(solid)):
        old = [_words(text) for sign, text in hunk.ops if sign != "+" and text]
        begin = end = max(done, min(hunk.start, len(book)))
        if old:
            first = _place(hunk, old, solid, where)
            begin, end = where[first], where[first + len(old) - 1] + 1
        if begin < done:
            raise NotOneChange(f"the diff does not apply: it goes back at its line {hunk.line}")
        made += book[done:begin]
        made += [text for sign, text in hunk.ops if sign != "-"]
        done = end
    return made + book[done:]


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
