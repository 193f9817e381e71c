"""A letter's text as scaffolding: every line kept, each with what it is.

1. Nothing is thrown away. A quoted line stays in its place, because an unquoted vote beneath it may
   be an answer to it; it is only never read as said.
2. Nothing is called quoted on a guess: an unmarked block is cut off only below a header block
   (Outlook) or an attribution with address, time and verb. Below an attribution that tells less,
   `unmarked` says what becomes of the text.
3. `-- ` on a line of its own ends what is said (RFC 3676 section 4.3). A bare `--` does so only
   when little follows it, since people use it to part their paragraphs.
4. One pass, linear: a line looks at most ten lines and LOOK characters ahead.
5. Somebody who answers on the attribution's own line has said that much: the line is cut in two.
6. What joins letters within a word (Persian, Sinhala, families of emoji), or says where it may be
   broken, is not seen by whoever reads for commands, and stays in what is kept as it was `written`.
   What turns the direction of whole lines does not.
"""

import re
from functools import lru_cache
from itertools import islice
from typing import Literal

from msgspec import Struct

from nomic_mail.composed import composed
from nomic_mail.letters.quoting import attributions, marks, rewrapped, unmarked
from nomic_mail.patterns import later

LOOK = 320
MOST_CHARS = 65_536  # of a letter no more is read (letters.mime)
MOST_LINES = 3_000

# Doubtful is what may be the player's, or out of a letter of ours that nothing marks (`unmarked`).
LineKind = Literal["said", "quoted", "attribution", "signature", "footer", "blank", "doubtful"]

INVISIBLE = later("[\ufeff\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069]")
JOINS = "\u00ad\u200c-\u200f"
JOINERS = later(f"[{JOINS}]")
UNJOINED = later(f"(?<!\\S)[{JOINS}]+|[{JOINS}]+(?!\\S)|(?<=[{JOINS}])[{JOINS}]+")
OTHERS = later("[\ufeff\u200b\u202a-\u202e\u2060\u2066-\u2069]")
SPACES = later("[\u00a0\u2000-\u200a\u202f\u205f\u3000]")
# `> `, `NB> `, `bob> `; but a vote is no name.
NAME = (
    r"(?:(?!(?:for|against|yes|no)>)[A-Za-z][\w.-]{0,15}(?=>(?:[\s>]|$))"
    r"|(?!(?:for|against|yes|no|vote|i)\s)[A-Za-z][\w.-]{0,15} [A-Z]\.?(?=>(?:\s|$))"
    r"|[A-Z][A-Za-z]{0,3})"
)
QUOTE = later(rf"^[ \t]{{0,8}}{NAME}?>", re.I)
MARKS = later(rf"^[ \t]{{0,8}}{NAME}?[>\s]{{1,60}}(?=[^>\s]|$)", re.I)
BAR = later(r"^ ?[|│] ?(?![^\n]{0,300}\|\s*$)")  # but a table's row ends in a bar too
LOUD = later(r"\b[A-Z]{4,}\b")
PGP = later(r"^-----(BEGIN|END) PGP (SIGNED MESSAGE|SIGNATURE|MESSAGE)-----$")


class Line(Struct, frozen=True):
    text: str  # without quote marks
    number: int  # from 1
    kind: LineKind
    depth: int = 0
    marks: str = ""  # the quote marks as they are written
    written: str = ""  # the text with what joins its letters (rule 6)


class _Letter(Struct):
    lines: list[str]
    joined: dict[str, str]  # lines in which something joins letters, by what is seen of them
    depths: list[int]
    bare: list[str]
    next_quoted: list[bool]  # whether the first non-blank line from here on is a quoted one
    left: list[int]  # non-blank unquoted lines from here to a quote or the end
    own: tuple[int, int]  # the first and the last sure line of a letter of ours without marks
    doubt: int  # where that may begin, if nothing tells: from here on all is doubtful
    ends: frozenset[int]  # of quoted lines, without a mark


@lru_cache(maxsize=2)  # of one letter several rooms ask
def scaffold(text: str) -> tuple[Line, ...]:
    letter = _prepare(text)
    kinds = _kinds(letter)
    _mark_endings(letter, kinds)
    out: list[Line] = []
    for number, (kind, depth, bare) in enumerate(
        zip(kinds, letter.depths, letter.bare, strict=True), start=1
    ):
        blank = not bare.strip() and kind in ("said", "signature", "footer", "doubtful")
        quoted_depth = max(depth, 1) if kind == "quoted" else depth
        written = letter.lines[number - 1]
        marked = written[: written.rfind(bare)] if depth and bare else written if depth else ""
        whole = _with_joiners(written, bare, letter.joined)
        out.append(Line(bare, number, "blank" if blank else kind, quoted_depth, marked, whole))
    return tuple(out)


def _joined(text: str) -> dict[str, str]:
    """Rule 6."""
    if not JOINERS.search(text):
        return {}
    found = {}
    for line in text.split("\n")[:MOST_LINES]:
        kept = UNJOINED.sub("", OTHERS.sub("", line))
        if kept != (seen := JOINERS.sub("", kept)):
            found[SPACES.sub(" ", seen)] = SPACES.sub(" ", kept)
    return found


def _with_joiners(line: str, bare: str, joined: dict[str, str]) -> str:
    """The end of a line that is `bare` where nothing joins letters."""
    if (kept := joined.get(line)) is None or not line.rstrip().endswith(bare.rstrip()):
        return bare
    seen = (at for at, one in enumerate(kept) if not JOINERS.match(one))
    begins = next(islice(seen, line.rfind(bare), None), len(kept))
    return kept[begins:].rstrip()


def _prepare(text: str) -> _Letter:
    text = composed("NFC", text[:MOST_CHARS])
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    joined = _joined(text)
    text = SPACES.sub(" ", INVISIBLE.sub("", text))
    lines = text.split("\n")[:MOST_LINES]
    while lines and not lines[-1].strip():
        lines.pop()
    lines = _answers_cut_off(lines)
    depths: list[int] = []
    bare: list[str] = []
    odd = unmarked.odd_marks(lines)
    for at, line in enumerate(lines):
        before = depths[at - 1] if at else 0
        depth, rest = _unquote(line, before) if not odd[at] else (1, line[odd[at] :])
        depths.append(depth)
        bare.append(rest.rstrip() if rest.rstrip() != "--" else rest)
    count = len(lines)
    next_quoted = [False] * (count + 1)
    left = [0] * (count + 1)
    for at in range(count - 1, -1, -1):
        full = bool(lines[at].strip())
        next_quoted[at] = depths[at] > 0 if full else next_quoted[at + 1]
        left[at] = 0 if depths[at] else left[at + 1] + full
    plain = ["" if depth else text.strip()[:LOOK] for depth, text in zip(depths, bare, strict=True)]
    ours = unmarked.own_lines(plain)
    own = (ours[0], ours[-1]) if ours else (count, count)
    ends = rewrapped.ends(lines, depths, bare)
    letter = _Letter(lines, joined, depths, bare, next_quoted, left, own, count, ends)
    letter.doubt = _doubtful_from(letter)
    return letter


def _doubtful_from(letter: _Letter) -> int:
    """The end of the first paragraph, where a letter of ours follows that nothing parts from it;
    the end of the letter where something does."""
    first, none = letter.own[0], len(letter.lines)
    begins = unmarked.begins(letter.bare[first].strip()[:LOOK]) if first < none else "here"
    if begins == "here":
        return none
    marked = [
        text.strip()[:LOOK] for text, depth in zip(letter.bare, letter.depths, strict=True) if depth
    ]
    if unmarked.own_lines(marked) or any(_parts(letter, at) for at in range(first)):
        return none
    if begins == "titled":
        return first
    begun = False
    for at in range(first):
        full = bool(letter.bare[at].strip())
        if begun and not full:
            return at
        begun = begun or full
    return first


def _parts(letter: _Letter, at: int) -> bool:
    """Whether a line says that somebody else's words follow."""
    text = letter.bare[at].strip()[:LOOK]
    if not text:
        return False
    if _draws_border(letter, at, text) or unmarked.is_border(text):
        return True
    return (
        _heads_a_quotation(letter, at)
        or _header_block(letter, at)
        or bool(_attribution(letter, at))
    )


def _answers_cut_off(lines: list[str]) -> list[str]:
    """`yes On Mon, 2 Mar 2026 at 10:00, Bob wrote:` above a quotation is an answer and the
    attribution; each is a line of its own here."""
    out: list[str] = []
    for at, line in enumerate(lines):
        text = line.rstrip()[: LOOK + 1]
        may = (":" in text or "：" in text) and ("<" in text or "(" in text)
        may = may and any(map(str.strip, lines[max(0, at - 9) : at]))
        told = marks.GOES_ON.match(text) if may else None
        if told and attributions.cites(told[1]) and not attributions.VOTE_WORDS.match(text):
            out += [told[1], line[told.start(2) :]]
            continue
        joins = len(text) <= LOOK and text.endswith((":", "：", "--")) and not QUOTE.match(text)
        found = marks.JOINED.search(text, 1) if joins else None
        if found and (
            attributions.cites(text[found.end() :]) or marks.ORIGINAL.match(text[found.end() :])
        ):
            following = next((one for one in lines[at + 1 : at + 4] if one.strip()), "")
            if QUOTE.match(following) or text.endswith("--"):
                out += [text[: found.start()].rstrip(" -"), text[found.end() :]]
                continue
        out.append(line)
    return out


def _unquote(line: str, depth_before: int) -> tuple[int, str]:
    """How deep a line is quoted, and what it says without the marks."""
    if line.startswith(">From ") and not depth_before:
        return 0, line[1:]  # mboxrd's escape, not a quotation
    ends = line[:1] == ">" and line.endswith((":", "：", ">>>"))
    if ends and (marks.CLOSES.match(line[:60]) or marks.ARROWS.match(line[:LOOK])):
        return 0, line
    if QUOTE.match(line) and (found := MARKS.match(line)):
        return found[0].count(">"), line[found.end() :]
    if found := BAR.match(line):
        return 1, line[found.end() :]
    return 0, line


def _kinds(letter: _Letter) -> list[LineKind]:
    kinds: list[LineKind] = []
    at = 0
    ended = False  # a signature has ended what is said
    inside = False  # a rule's text, or a question to the judge
    count = len(letter.lines)
    while at < count:
        text = letter.bare[at].strip()
        if _heads_a_quotation(letter, at):
            kinds.append("attribution")
            at += 1
            continue
        if _header_block(letter, at):
            _mark_rule_above(letter, kinds)
            kinds.append("attribution")
            kinds.extend(["quoted"] * (count - at - 1))
            break
        if text and (length := _attribution(letter, at)):
            kinds.extend(["attribution"] * length)
            at += length
            if not letter.next_quoted[at] and not letter.depths[at - 1]:
                kinds.extend(["quoted"] * (count - at))
                break
            continue
        below = _without_marks(letter, at, text[:LOOK], inside) if text else None
        if below is not None:
            _mark_rule_above(letter, kinds)
            kinds += ["doubtful" if at >= letter.doubt else "attribution", *below]
            break
        inside = unmarked.in_text(text[:LOOK], inside) if not letter.depths[at] else inside
        if letter.depths[at] or at in letter.ends or _is_link_rest(letter, at):
            if kinds and kinds[-1] != "quoted":
                _mark_rule_above(letter, kinds)
            kinds.append("quoted")
        elif at >= letter.doubt:
            kinds.append("doubtful")
        elif ended or _is_signature(letter, at):
            ended = True
            kinds.append("signature")
        elif found := PGP.match(text):
            kinds.append("footer")
            ended = found[2] == "SIGNATURE"
        elif at and PGP.match(letter.bare[at - 1]) and text.startswith("Hash:"):
            kinds.append("footer")
        else:
            kinds.append("said")
        at += 1
    return kinds


def _without_marks(letter: _Letter, at: int, text: str, inside: bool) -> list[LineKind] | None:
    """What the lines below are where somebody else's words begin at this one (`unmarked`)."""
    first, last = letter.own
    if letter.depths[at] or (letter.next_quoted[at + 1] and at != first):
        return None
    count = len(letter.lines)
    ours: list[LineKind] = ["quoted"] * (last - at)
    rest: list[LineKind] = ["doubtful"] * (count - max(at, last) - 1)
    if unmarked.is_border(text):
        return ["quoted"] * (count - at - 1)
    if at == first or (at < first < count and _draws_border(letter, at, text)):
        return ours + rest
    if inside or not (unmarked.is_weak(text) or _is_dated(letter, at, text)):
        return None
    return ["signature"] * (count - at - 1)


def _is_dated(letter: _Letter, at: int, text: str) -> bool:
    """`On Monday, Bob wrote` without a colon, and what follows is not the rest of a sentence."""
    below = letter.bare[at + 1].strip() if at + 1 < len(letter.bare) else "."
    return not below[:1].islower() and unmarked.is_dated(text)


def _draws_border(letter: _Letter, at: int, text: str) -> bool:
    """Whether a line parts a letter of ours from what stands above it."""
    if unmarked.is_weak(text, closed=False):
        return True
    if not marks.RULE.match(text):
        return False
    below = range(at + 1, letter.own[0])  # up to the next such rule, so each is gone over once
    return not any(marks.RULE.match(letter.bare[one].strip()[:LOOK]) for one in below)


def _mark_rule_above(letter: _Letter, kinds: list[LineKind]) -> None:
    """The line of dashes that some programs draw above the original belongs to it."""
    for at in range(len(kinds) - 1, max(-1, len(kinds) - 4), -1):
        text = letter.bare[at].strip()
        if text and not marks.RULE.match(text[:LOOK]):
            return
        if text:
            kinds[at] = "attribution"


def _is_link_rest(letter: _Letter, at: int) -> bool:
    """A link broken by a mail program in the middle of a quotation lost its mark."""
    if not 0 < at < len(letter.lines) - 1 or len(letter.lines[at]) > LOOK:
        return False
    between = letter.depths[at - 1] and letter.depths[at + 1]
    return bool(between and marks.LINK_REST.match(letter.lines[at].rstrip()))


def _heads_a_quotation(letter: _Letter, at: int) -> bool:
    """`--- Original Message ---` above marked lines, or above an attribution of its own: what it
    heads ends where these say."""
    if letter.depths[at] or not marks.ORIGINAL.match(letter.bare[at].strip()[:LOOK]):
        return False
    below = at + 1
    while below < min(at + 4, len(letter.lines)) and not letter.bare[below].strip():
        below += 1
    return letter.next_quoted[at + 1] or (
        below < len(letter.lines) and _attribution(letter, below) > 0
    )


def _header_block(letter: _Letter, at: int) -> bool:
    """Outlook's way: labelled lines, then the original without any marks, to the end."""
    if letter.depths[at]:
        return False
    text = letter.bare[at].strip()[:LOOK]
    if marks.ORIGINAL.match(text) or marks.ARROWS.match(text):
        return True
    block = [line.strip()[:LOOK] for line in letter.bare[at : at + 10]]
    if _stands_apart(block):
        return False
    if not marks.HEADER_OTHER.match(text) and not _is_first_label(text, block[1:3]):
        return False
    if marks.ONE_LINE_HEADER.match(text):
        return bool(marks.ADDRESS.search(text) or marks.CLOCK_TIME.search(text))
    return _is_labelled(text, block) or _tells_who_and_when(text, block)


def _stands_apart(block: list[str]) -> bool:
    """What stands above a block and is none of its lines, as they have no blank ones between."""
    below = [at for at, line in enumerate(block) if at and line and not marks.RULE.match(line)][:2]
    if below[:1] <= [1]:
        return False
    heads = [block[at] for at in below if at < below[0] + 2]
    whole = len(heads) > 1 and all(map(marks.HEADER_OTHER.match, heads))
    return whole or marks.ONE_LINE_HEADER.match(heads[0]) is not None


def _is_first_label(text: str, below: list[str]) -> bool:
    """A label that is not known, above one that is: it tells who it is from. `My vote: yes.` may
    stand above a block that tells this itself."""
    if not all(map(marks.LABELLED.match, below[:1])) or any(map(marks.HEADER_FROM.match, below)):
        return False
    return bool(marks.LABELLED.match(text) and any(map(marks.HEADER_OTHER.match, below)))


def _is_labelled(text: str, block: list[str]) -> bool:
    """Labels in a row, one of them known, an address and a date: headers in whatever language."""
    labels = len(marks.LABEL.findall(text))
    if labels > 1 and marks.ADDRESS.search(text) and (labels > 2 or marks.CLOCK_TIME.search(text)):
        return True
    joined = " ".join(block)
    if not all(map(marks.LABELLED.match, block[:3])) or len(block) < 3:
        return False
    dated = marks.CLOCK_TIME.search(joined) or marks.DATE_DIGITS.search(joined)
    return bool(
        any(map(marks.HEADER_OTHER.match, block[1:])) and marks.ADDRESS.search(joined) and dated
    )


def _tells_who_and_when(text: str, block: list[str]) -> bool:
    named = marks.HEADER_FROM.match(text) and marks.ADDRESS.search(text)
    if named and marks.HEADER_OTHER.match("".join(block[1:2])):
        return True
    hits = sum(1 for line in block[1:] if marks.HEADER_OTHER.match(line))
    joined = " ".join(block)
    address = bool(marks.ADDRESS.search(joined))
    clock = bool(marks.CLOCK_TIME.search(joined))
    if not marks.HEADER_START.match(text):  # `To:` or `Subject:` comes first only above a `From:`
        return hits >= 2 and address and any(marks.HEADER_FROM.match(line) for line in block)
    return (hits >= 2 and (address or clock)) or (hits >= 1 and address and clock)


def _attribution(letter: _Letter, at: int) -> int:
    """How many lines from `at` on are an attribution (`On … wrote:`), or 0."""
    said = ""
    first = letter.bare[at].strip()
    for here in range(at, min(at + 8, len(letter.lines))):
        text = letter.bare[here].strip()
        if len(said) + len(text) > LOOK or letter.depths[here] != letter.depths[at]:
            return 0
        if not text:  # only an address may stand apart from its date
            if here + 1 < len(letter.lines) and letter.bare[here + 1].strip()[:1] in ("<", ">"):
                continue
            return 0
        if here > at and not (said[-1:] == "<" or text[:1] in ("<", ">") or here < at + 3):
            return 0
        said = f"{said} {text}" if said else text
        if here > at and not attributions.may_begin(first, text):
            return 0
        above_quote, quoted = letter.next_quoted[here + 1], letter.depths[here] > 0
        whole = attributions.is_whole(said, above_quote=above_quote, quoted=quoted)
        if whole is not None:
            return here - at + 1 if whole else 0
    return 0


def _is_signature(letter: _Letter, at: int) -> bool:
    if letter.bare[at] in ("-- ", "--  "):
        return True
    return letter.bare[at] == "--" and letter.left[at + 1] <= 8


def _mark_endings(letter: _Letter, kinds: list[LineKind]) -> None:
    """Footers and mobile signatures at the end of each run of said lines."""
    end = len(kinds)
    for at in range(len(kinds) - 1, -1, -1):
        if kinds[at] != "said":
            end = at
            continue
        text = letter.bare[at].strip()
        if not text or end - at > 40:
            continue
        if kind := _ending(letter, kinds, at, end):
            for line in range(at, end):
                kinds[line] = kind
            end = at


def _is_sign_off(text: str) -> bool:
    """Whether a line below "Kind regards" is a name, a firm, a number: no sentence, no command."""
    if len(text) > 70 or marks.VOTES_ALONE.match(text) or LOUD.search(text):
        return False
    return sum(word[:1].islower() for word in text.split()) < 3


def _ending(letter: _Letter, kinds: list[LineKind], at: int, end: int) -> LineKind | None:
    text = letter.bare[at].strip()[:LOOK]
    stands_alone = at == 0 or not letter.bare[at - 1].strip() or kinds[at - 1] != "said"
    if stands_alone and (marks.CONFIDENTIAL.match(text) or marks.LIST_FOOTER.match(text)):
        return "footer"
    if stands_alone and at and marks.CLOSING.match(text) and end - at <= 12:
        below = [line.strip()[:LOOK] for line in letter.bare[at + 1 : end] if line.strip()]
        if len(below) <= 6 and all(map(_is_sign_off, below)):
            return "signature"
    if end - at > 14:
        return None
    after = [line.strip()[:LOOK] for line in letter.bare[at + 1 : end] if line.strip()]
    if not after and len(text) < 120 and marks.MOBILE.match(text):
        return "signature" if stands_alone or text[:1].isupper() or not text.isascii() else None
    if not after and at and len(text) < 60 and marks.DASHED_NAME.match(text):
        return None if attributions.VOTE_WORDS.search(text) else "signature"
    if marks.FOOTER_RULE.match(text) and any(marks.FOOTER_WORDS.search(line) for line in after[:6]):
        return "footer"
    if marks.SHORT_RULE.match(text) and any(marks.SCANNERS.search(line) for line in after[:3]):
        return "footer"
    return None
