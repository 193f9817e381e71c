"""A letter's text as scaffolding: every line kept, each with what it is.

1. Nothing is thrown away. A quoted line stays in its place, because an unquoted vote beneath it may
   be an answer to it; it is only never read as said.
2. Nothing is called quoted on a guess: an unmarked block is cut off only after a header block
   (Outlook) or an attribution with address, time and verb.
   Where an attribution tells less, `unmarked` says what becomes of the text below it.
3. `-- ` on a line of its own ends what is said (RFC 3676 section 4.3). A bare `--` does so only
   when little follows it, since people use it to part their paragraphs.
4. One pass, linear: a line looks at most ten lines and LOOK characters ahead.
5. Somebody who answers on the attribution's own line has said that much: the line is cut in two.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from nomic_mail.letters import marks, unmarked

LOOK = 320
MOST_CHARS = 400_000
MOST_LINES = 20_000

LineKind = Literal["said", "quoted", "attribution", "signature", "footer", "blank"]

INVISIBLE = re.compile("[\ufeff\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069]")
SPACES = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000]")
# `> `, `NB> `, `bob> `; but a vote is no name.
NAME = (
    r"(?:(?!(?:for|against|yes|no)>)[A-Za-z][\w.-]{0,15}(?=>(?:[\s>]|$))"
    r"|(?!(?:for|against|yes|no|vote|i)\s)[A-Za-z][\w.-]{0,15} [A-Z]\.?(?=>(?:\s|$))"
    r"|[A-Z][A-Za-z]{0,3})"
)
QUOTE = re.compile(rf"^[ \t]{{0,8}}{NAME}?>", re.I)
MARKS = re.compile(rf"^[ \t]{{0,8}}{NAME}?[>\s]{{1,60}}(?=[^>\s]|$)", re.I)
BAR = re.compile(r"^ ?[|│] ?(?![^\n]{0,300}\|\s*$)")  # but a table's row ends in a bar too
VOTE_WORDS = re.compile(r"\b(?:vote|for|against|yes|no(?! dia)|aye|nay|abstain|\d{3})\b", re.I)
PGP = re.compile(r"^-----(BEGIN|END) PGP (SIGNED MESSAGE|SIGNATURE|MESSAGE)-----$")


@dataclass(frozen=True, slots=True)
class Line:
    text: str  # without quote marks
    number: int  # from 1
    kind: LineKind
    depth: int = 0


@dataclass(slots=True)
class _Letter:
    lines: list[str]
    depths: list[int]
    bare: list[str]
    next_quoted: list[bool]  # whether the first non-blank line from here on is a quoted one
    left: list[int]  # non-blank unquoted lines from here to a quote or the end
    own: tuple[int, int]  # the first and the last line of a letter of ours without marks


def scaffold(text: str) -> tuple[Line, ...]:
    letter = _prepare(text)
    kinds = _kinds(letter)
    _mark_endings(letter, kinds)
    out: list[Line] = []
    for number, (kind, depth, bare) in enumerate(
        zip(kinds, letter.depths, letter.bare, strict=True), start=1
    ):
        blank = not bare.strip() and kind in ("said", "signature", "footer")
        quoted_depth = max(depth, 1) if kind == "quoted" else depth
        out.append(Line(bare, number, "blank" if blank else kind, quoted_depth))
    return tuple(out)


def _prepare(text: str) -> _Letter:
    text = unicodedata.normalize("NFC", text[:MOST_CHARS])
    text = text.replace("\r\n", "\n").replace("\r", "\n")
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
    ours = [
        at
        for at, text in enumerate(bare)
        if not depths[at] and unmarked.is_own(text.strip()[:LOOK])
    ]
    own = (ours[0], ours[-1]) if ours else (count, count)
    return _Letter(lines, depths, bare, next_quoted, left, own)


def _answers_cut_off(lines: list[str]) -> list[str]:
    """`yes On Mon, 2 Mar 2026 at 10:00, Bob wrote:` above a quotation is an answer and the
    attribution; each is a line of its own here."""
    out: list[str] = []
    for at, line in enumerate(lines):
        text = line.rstrip()[: LOOK + 1]
        joins = len(text) <= LOOK and text.endswith((":", "：", "--")) and not QUOTE.match(text)
        found = marks.JOINED.search(text, 1) if joins else None
        if found and (_cites(text[found.end() :]) or marks.ORIGINAL.match(text[found.end() :])):
            following = next((one for one in lines[at + 1 : at + 4] if one.strip()), "")
            if QUOTE.match(following) or text.endswith("--"):
                out += [text[: found.start()].rstrip(" -"), text[found.end() :]]
                continue
        out.append(line)
    return out


def _cites(text: str) -> bool:
    """Whether the whole text tells who wrote, and when."""
    tells = marks.VERB.search(text) and marks.CLOCK_TIME.search(text)
    return bool(tells and marks.DATE_DIGITS.search(text))


def _unquote(line: str, depth_before: int) -> tuple[int, str]:
    """How deep a line is quoted, and what it says without the marks."""
    if line.startswith(">From ") and not depth_before:
        return 0, line[1:]  # mboxrd's escape, not a quotation
    if line[:1] == ">" and marks.CLOSES.match(line[:60]):
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
            kinds += ["attribution", *below]
            break
        inside = unmarked.in_text(text[:LOOK], inside) if not letter.depths[at] else inside
        if letter.depths[at] or _is_link_rest(letter, at):
            kinds.append("quoted")
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
    rest: list[LineKind] = ["signature"] * (count - max(at, last) - 1)
    if unmarked.is_border(text):
        return ["quoted"] * (count - at - 1)
    if at == first or (at < first < count and _draws_border(letter, at, text)):
        return ours + rest
    if inside or not unmarked.is_weak(text):
        return None
    return ["signature"] * (count - at - 1)


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
    if marks.ORIGINAL.match(text):
        return True
    if not marks.HEADER_OTHER.match(text):
        return False
    if marks.ONE_LINE_HEADER.match(text):
        return bool(marks.ADDRESS.search(text) or marks.CLOCK_TIME.search(text))
    block = [line.strip()[:LOOK] for line in letter.bare[at : at + 10]]
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
        if here > at and not _begins_attribution(first, text):
            return 0
        whole = _whole_attribution(letter, said, here)
        if whole is not None:
            return here - at + 1 if whole else 0
    return 0


def _whole_attribution(letter: _Letter, said: str, here: int) -> bool | None:
    """Whether `said`, up to the line `here`, is an attribution; None where it may go on."""
    above_quote, quoted = letter.next_quoted[here + 1], letter.depths[here] > 0
    closed = said.endswith((":", "：", "---"))
    if not closed and not (above_quote and not quoted and _ends_with_verb(said)):
        return True if above_quote and not quoted and _terse(said) else None
    verb = bool(marks.VERB.search(said))
    clock = bool(marks.CLOCK_TIME.search(said))
    if quoted:
        return verb and _who_or_when(said, clock)
    if above_quote:
        return (verb and _who_or_when(said, clock)) or bool(clock and marks.ADDRESS.search(said))
    if VOTE_WORDS.match(said):
        return False
    if marks.CITES.match(said) or (
        verb and marks.BRACKETED.search(said) and marks.NAMED.match(said)
    ):
        return True
    if not (clock and marks.DATE_DIGITS.search(said)):
        dated = re.search(r"\b\d{4}\b", said) and marks.OPENS.match(said)
        return bool(dated and _ends_with_verb(said, clock=False))
    if not verb:  # `2 мар. 2026 г. в 10:00, Боб <bob@example.org>:`
        return bool(marks.OPENS.match(said) and said[-2:-1] == ">" and marks.BRACKETED.search(said))
    framed = said.startswith("---") and said.endswith("---")
    opens = marks.OPENS.match(said) or marks.NAMED.match(said)
    return bool(framed or marks.BRACKETED.search(said) or opens)


def _ends_with_verb(said: str, *, clock: bool = True) -> bool:
    found = marks.VERB.search(said, max(0, len(said) - 20))
    return bool(found and found.end() >= len(said) - 4) and (_cites(said) or not clock)


def _terse(said: str) -> bool:
    """`2011/4/7 Nathan <n@example.org>` above a quotation, as some programs have it."""
    told = marks.DATE_DIGITS.search(said) and marks.BRACKETED.search(said)
    return bool(told) and len(said) <= 120 and not VOTE_WORDS.search(said)


def _begins_attribution(first: str, following: str) -> bool:
    """Whether an attribution over several lines can begin with `first`: it then tells who or when,
    is no sentence, and the next line is not one in its own right. `yes` above `On … wrote:` is an
    answer, not the attribution's beginning."""
    if first.endswith((".", "!", "?")) or VOTE_WORDS.match(first):
        return False
    tells = marks.DATE_DIGITS.search(first) or marks.CLOCK_TIME.search(first)
    if not (tells or marks.ADDRESS.search(first)):
        return False
    whole = marks.DATE_DIGITS.search(following) and marks.CLOCK_TIME.search(following)
    return not (whole and marks.VERB.search(following))


def _who_or_when(said: str, clock: bool) -> bool:
    """`Bob wrote:` is one, `As I wrote in my last letter, I vote as follows:` is not."""
    dated = clock or bool(marks.DATE_DIGITS.search(said))
    if dated or marks.ADDRESS.search(said):
        return True
    return len(said) <= 60 and not VOTE_WORDS.search(said)


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


def _ending(letter: _Letter, kinds: list[LineKind], at: int, end: int) -> LineKind | None:
    text = letter.bare[at].strip()[:LOOK]
    stands_alone = at == 0 or not letter.bare[at - 1].strip() or kinds[at - 1] != "said"
    if stands_alone and (marks.CONFIDENTIAL.match(text) or marks.LIST_FOOTER.match(text)):
        return "footer"
    if end - at > 14:
        return None
    after = [line.strip()[:LOOK] for line in letter.bare[at + 1 : end] if line.strip()]
    if not after and len(text) < 120 and marks.MOBILE.match(text):
        return "signature" if stands_alone or text[:1].isupper() or not text.isascii() else None
    if not after and at and len(text) < 60 and marks.DASHED_NAME.match(text):
        return None if VOTE_WORDS.search(text) else "signature"
    if marks.FOOTER_RULE.match(text) and any(marks.FOOTER_WORDS.search(line) for line in after[:6]):
        return "footer"
    if marks.SHORT_RULE.match(text) and any(marks.SCANNERS.search(line) for line in after[:3]):
        return "footer"
    return None
