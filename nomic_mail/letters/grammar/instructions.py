"""A change told in words: `replace "two thirds" by "a majority"`, and how it is read.

1. What stands in quotation marks is a text of the rule, or one for it. Without marks it is read
   only where one way to read it is left, which the rule's own text may have to tell (`ways`).
2. A line is an instruction as a whole, or it is none: no word of it is passed over.
3. What stands below `add at the end:` is all of it added.
4. In German, too: `ersetze "zwei Drittel" durch "die Mehrheit"`, `füge "..." am Ende an`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from nomic_mail.patterns import later

LONGEST = 6_000
MOST = 20
QUOTED_MOST = 2_000
MARK = "\ue000"

_ALL = rf"{{0,{QUOTED_MOST}}}+"  # of what cannot end it; nothing is tried again with less
_QUOTED = later(
    rf"“([^”]{_ALL})”|„([^“”]{_ALL})[“”]|«([^»]{_ALL})»|»([^«]{_ALL})«|”([^”]{_ALL})”"
    rf"|\"([^\"]{_ALL})\"|`([^`]{_ALL})`|(?<!\w)‘([^’]{_ALL}(?:’(?=\w)[^’]{_ALL}){{0,40}}+)’(?!\w)"
    rf"|(?<!\w)'([^']{_ALL}(?:'(?=\w)[^']{_ALL}){{0,40}}+)'(?!\w)"
)
_BULLET = later(r"^\s*(?:[-*•·+]|\d{1,2}[.)]|[a-z]\))\s+", re.I)
_REPLACE = r"replace|change|exchange|swap|ersetze?|ändere?|tausche?"
_DELETE_BARE = (
    r"delete|remove|strike(?: out)?|omit|erase|drop|cut(?: out)?|take out|leave out|cross out"
)
_DELETE = rf"{_DELETE_BARE}|streiche?|lösche?|entferne?"
_ADD = r"add|append|insert|put|write|füge?|ergänze?|schreibe?|hänge?"
_INSTEAD = r"instead of|(?:an)?statt|anstelle von"
_BEGINS = later(
    rf"^\s*(?:please|bitte|in (?:rule|regel)|{_REPLACE}|substitute|{_DELETE}|{_ADD}|{_INSTEAD}"
    r"|after|behind|before|at the|nach|hinter|vor|am)\b",
    re.I,
)
_OVER = later(rf"{MARK}[.;!]\s*$")
_GOES_ON = later(rf"{MARK}[.,;]*\s+(?:and then|and|then|und|dann)$", re.I)  # on the next line
_PARTICLE = later(
    rf"(?:(?<={MARK})|(?<=ende)|(?<=schluss)|(?<=anfang)) (?:ein|an|hinzu|aus|ersetzt)$", re.I
)
_WHOLE = later(rf"(?:{MARK}|[.;,!])\s*$")
_COURTESY = later(
    r"^(?:(?:please|bitte),? |and |then |also |und |dann |auch "
    r"|(?:in|of) (?:the )?(?:rule|regel) \d{1,6}(?:\.\d\d?)?,? )",
    re.I,
)
_NOUN = (
    r"(?:the |this |these |das |die |den )?"
    r"(?:words?|phrase|sentence|text|numbers?|figures?|passage|term|wort|wörter|worte|satz|zahl)"
)
_INTO = r"(?:by|with|into|to|durch|in|zu|gegen)"
_NOUNS = later(rf"^{_NOUN} (?=\S)", re.I)
_EACH = later(
    rf"^(?P<verb>{_REPLACE}|substitute|{_DELETE}) (?:all|every|each|both)"
    rf"(?: of)?(?: the)?(?: (?:occurrences?|instances?|times?))?(?: of)? (?=(?:{_NOUN} )?{MARK})",
    re.I,
)
_EVERYWHERE = later(
    rf"(?<={MARK}) (?:everywhere|throughout|each time|both times|every time|in (?:all|both) places"
    rf"|überall|wherever it (?:stands|occurs|appears))(?=$| {_INTO} )",
    re.I,
)
_M = rf"(?:{_NOUN} )?{MARK}"
_PAIR = rf"{_M} {_INTO} {_M}"
_PAIRS = later(rf"^(?:{_REPLACE}|substitute) {_PAIR}(?: (?:and )?{_PAIR})*$", re.I)
_TOLD = later(
    rf"^(?:(?:{_INSTEAD}) {_M} (?:write|put|say|use|read|schreibe?)"
    rf"|{_M} (?:becomes?|wird (?:zu|durch)|(?:is|are|shall be|should be|to be)"
    r" (?:replaced (?:by|with)|changed (?:in)?to)|(?:should|shall|to) (?:be|read|say|become)"
    rf"|[-=–]{{1,2}}>|→)) {_M}$",
    re.I,
)
_TURNED = later(
    rf"^(?:substitute {_M} for|(?:{_ADD}|use|say) {_M} (?:instead|in place) of) {_M}$", re.I
)
_DELETED = later(
    rf"^(?:(?:{_DELETE}) {_M}(?: (?:and )?{_M})*(?: out)?"
    rf"|{_M} (?:is|are|shall be|should be|to be) (?:deleted|removed|struck(?: out)?|omitted)"
    rf"|{_M} (?:wird gestrichen|entfällt))$",
    re.I,
)
_SIDE = r"(?:directly |right |just )?(?P<side>after|behind|before|in front of|nach|hinter|vor)"
_INSERTED = later(rf"^(?:{_ADD}) {_M} {_SIDE} {_M}$", re.I)
_BESIDE = later(rf"^{_SIDE} {_M} (?:{_ADD}) {_M}$", re.I)
_OF_IT = r"(?: of (?:it|the (?:rule|text)|rule \d{1,6}))?"
_END = (
    r"(?:(?:at|to) the (?:very )?|am )(?P<end>ende?|beginning|start|top|schluss|anfang)"
    rf"{_OF_IT}"
)
_APPENDED = later(rf"^(?:{_ADD}) {_M} {_END}$|^(?:add|append) {_M}$", re.I)
_AT_END = later(rf"^(?:{_END} (?:{_ADD})|(?:{_ADD}) {_END.replace('<end>', '<top>')}) {_M}$", re.I)
_BELOW = later(
    rf"^(?:(?:{_ADD})(?P<new> (?:a|this|the)? ?(?:new )?(?:following )?"
    rf"(?:sentence|paragraph|text))?(?: {_END})?"
    rf"|(?:at the (?:very )?|am )ende? (?:{_ADD})(?P<also> (?:a )?(?:new )?paragraph)?)$",
    re.I,
)
_AND = later(
    rf"(?<={MARK})(?:[;.,]+\s*|\s+)(?:and\s+|then\s+|and then\s+|und\s+|dann\s+)?"
    rf"(?=(?:{_REPLACE}|substitute|{_DELETE}|{_ADD})\s)",
    re.I,
)
_BARE_REPLACE = later(rf"^(?:{_REPLACE}) (?P<rest>\S.*)$", re.I)
_BARE_DELETE = later(rf"^(?:{_DELETE_BARE}) (?P<rest>\S.*)$", re.I)
_BETWEEN = later(r" (?:by|with|into|to|durch):? ", re.I)


class Instruction(Struct, frozen=True):
    """`ways` are the pairs of an old and a new text that it can mean: one, where marks tell. Beside
    the old text (`before`, `after`) the new one is put; at the `end` or `start` there is none."""

    line: str
    act: Literal["replace", "before", "after", "end", "start"]
    ways: tuple[tuple[str, str], ...]
    everywhere: bool = False
    apart: bool = False  # a paragraph of its own


def read_instructions(text: str) -> tuple[list[Instruction], list[str]]:
    """All of them in order, and the lines that are none."""
    found, unread = list[Instruction](), list[str]()
    if len(text) > LONGEST:
        return [], [text.strip().split("\n", 1)[0][:200]]
    quoted: list[str] = []

    def masked(match: re.Match[str]) -> str:
        if len(match[0]) > QUOTED_MOST + 2:
            return match[0]
        quoted.append(_flowing(next(one for one in match.groups() if one is not None)))
        return MARK

    text = _QUOTED.sub(masked, text.replace(MARK, ""))
    texts = iter(quoted)
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        line, at = _sentence(lines, at)
        if not line:
            continue
        below = _BELOW.match(_plain(line)) if line.rstrip().endswith(":") else None
        if below is not None and any(one.strip() for one in lines[at:]):
            rest = _unmasked("\n".join(lines[at:]), texts).strip()
            apart = "paragraph" in f"{below['new']}{below['also']}"
            found.append(Instruction(line, _edge(below), (("", rest),), apart=apart))
            break
        own = [next(texts) for _ in range(line.count(MARK))]
        for made in _parts(line, own):
            if isinstance(made, str):
                unread.append(made)
            else:
                found.extend(made)
    return found, unread


def is_instructions(text: str) -> bool:
    """Whether it is nothing but such."""
    found, unread = read_instructions(text)
    return bool(found) and not unread


def _parts(line: str, own: Sequence[str]) -> Iterator[list[Instruction] | str]:
    """One sentence may hold several; what is none of them comes as it is written."""
    whole = _read(_plain(line), own, _unmasked(line, iter(own)))
    if whole:
        yield whole
        return
    texts = iter(own)
    for part in _AND.split(line):
        mine = [next(texts) for _ in range(part.count(MARK))]
        written = _unmasked(part, iter(mine)).strip()
        yield _read(_plain(part), mine, written) or written


def _sentence(lines: Sequence[str], at: int) -> tuple[str, int]:
    """The line at that place with those it was wrapped over, and the place behind it."""
    words = [_BULLET.sub("", lines[at]).strip()]
    at += 1
    while words[0] and at < len(lines) and lines[at].strip() and not words[-1].endswith(":"):
        anew = _BEGINS.match(lines[at]) or _BULLET.match(lines[at])
        again = lines[at].lstrip().startswith(MARK) and _WHOLE.search(words[-1])
        if anew or again or _OVER.search(words[-1]):
            break
        words.append(lines[at].strip())
        at += 1
    return _GOES_ON.sub(MARK, " ".join(words)), at


def _plain(line: str) -> str:
    """Without courtesies, and what parts it; its case is kept."""
    line = " ".join(line.split())
    line = re.sub(rf" ?[:,](?= |$)|(?<={MARK})[.,;:!]+|(?<![.;:!])[.;:!]++$", "", line)
    line = re.sub(r",? (?:please|bitte)$", "", " ".join(line.split()), flags=re.I)
    for _ in range(3):
        line = _COURTESY.sub("", line)
    return _PARTICLE.sub("", line)


def _flowing(text: str) -> str:
    """What mail has wrapped in one line again; empty lines stay."""
    return re.sub(r"(?<![ \t])[ \t]*+(?<!\n)\n(?![^\S\n]*+\n)[ \t]*+", " ", text).strip("\n")


def _unmasked(text: str, quoted: Iterator[str]) -> str:
    return re.sub(MARK, lambda _: f'"{next(quoted)}"', text)


def _read(plain: str, own: Sequence[str], line: str) -> list[Instruction]:
    if not own:
        return _bare(plain, line)
    everywhere = bool(_EACH.match(plain) or _EVERYWHERE.search(plain))
    plain = _EVERYWHERE.sub("", _EACH.sub(r"\g<verb> ", plain))
    pairs = tuple(zip(own[::2], own[1::2], strict=False))
    if _TURNED.match(plain):
        pairs = ((own[1], own[0]),)
    elif _DELETED.match(plain):
        pairs = tuple((one, "") for one in own)
    elif not (_PAIRS.match(plain) or _TOLD.match(plain)):
        return [] if everywhere else _beside(plain, own, line)
    return [Instruction(line, "replace", (pair,), everywhere) for pair in pairs]


def _beside(plain: str, own: Sequence[str], line: str) -> list[Instruction]:
    if (found := _INSERTED.match(plain)) is not None:
        return [Instruction(line, _side(found), ((own[1], own[0]),))]
    if (found := _BESIDE.match(plain)) is not None:
        return [Instruction(line, _side(found), ((own[0], own[1]),))]
    if (found := _APPENDED.match(plain) or _AT_END.match(plain)) is not None:
        return [Instruction(line, _edge(found), (("", own[0]),))]
    return _half_bare(plain, own, line)


def _side(found: re.Match[str]) -> Literal["before", "after"]:
    after = found["side"].lower() in ("after", "behind", "nach", "hinter")
    return "after" if after else "before"


def _edge(found: re.Match[str]) -> Literal["start", "end"]:
    named = {key: word for key, word in found.groupdict().items() if key in ("end", "top")}
    ends = all((word or "end").lower() in ("end", "ende", "schluss") for word in named.values())
    return "end" if ends else "start"


def _half_bare(plain: str, own: Sequence[str], line: str) -> list[Instruction]:
    """`replace "ten" by 20`."""
    found = _BARE_REPLACE.match(plain)
    if found is None or len(own) != 1:
        return []
    sides = [
        (_NOUNS.sub("", left), _NOUNS.sub("", right)) for left, right in _splits(found["rest"])
    ]
    ways = [
        (old.replace(MARK, own[0]), new.replace(MARK, own[0]))
        for old, new in sides
        if MARK in (old, new)
    ]
    return [Instruction(line, "replace", tuple(ways))] if ways else []


def _bare(plain: str, line: str) -> list[Instruction]:
    if (found := _BARE_REPLACE.match(plain)) is not None:
        ways = tuple((_NOUNS.sub("", a), _NOUNS.sub("", b)) for a, b in _splits(found["rest"]))
        return [Instruction(line, "replace", ways)] if ways else []
    if (found := _BARE_DELETE.match(plain)) is not None:
        return [Instruction(line, "replace", ((_NOUNS.sub("", found["rest"]), ""),))]
    return []


def _splits(rest: str) -> list[tuple[str, str]]:
    found = [
        (rest[: one.start()].strip(), rest[one.end() :].strip()) for one in _BETWEEN.finditer(rest)
    ]
    return [(left, right) for left, right in found[:10] if left and right]
