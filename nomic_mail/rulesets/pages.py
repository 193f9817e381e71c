"""What of a document is page and what is text: characters, HTML, quoting, page furniture, wrapping.

1. Every line keeps the number it has in the file, so that whatever is said of it can be found.
2. Nothing here knows what a rule says; `texts.py` does.
3. Each step takes time linear in its input, and none of them raises.
"""

import html
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from nomic_mail.patterns import later

ODD_SPACES = [0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000]
NO_SIGNS = [*range(9), *range(14, 32), 127, 0x200B, 0x2060, 0xE000, 0xFEFF]
PLAIN = {**dict.fromkeys(ODD_SPACES, " "), **dict.fromkeys(NO_SIGNS, ""), 0x2010: "-", 0x2011: "-"}
PLAIN |= dict.fromkeys([0x0B, 0x85, 0x2028, 0x2029], "\n")
SOFT_HYPHEN = "\u00ad"

ENTITY = later(r"&(?:[a-zA-Z]{2,8}|#\d{1,6}|#x[0-9a-fA-F]{1,5});")
INLINE = later(r"</?(?:a|b|br|code|em|font|i|span|strong|su[bp]|tt|u)(?:\s[^<>]*)?/?>", re.I)
PAGE_TAG = later(r"<(!doctype|html|body|pre|p|div|li|h[1-6]|dd|td)\b[^<>]*>", re.I)
TAG = later(r"<(?:(?P<end>/?)(?P<name>[a-zA-Z][a-zA-Z0-9]*)\b[^<>]*|[!?][^<>]*)>")
UNSEEN = later(r"<!--|<(script|style|head|title|template)\b", re.I)
NEW_LINE, BLANK, BREAK, VERBATIM = "\x1c", "\x1d", "\x1e", "\x1f"
CELL, ITEM, BOLD = "\x1a", "\x1b", "\ue000"
MARKS = later(f"([{NEW_LINE}-{VERBATIM}])")
NO_TEXT_YET = later(f"(?:#+|{ITEM}|{BOLD}+)?")
TAG_MARKS = {"br": BREAK, "pre": VERBATIM, "td": CELL, "th": CELL, "li": NEW_LINE + ITEM}
TAG_MARKS |= dict.fromkeys(["p", "ul", "ol", "dl", "table", "tr", "blockquote"], BLANK)
TAG_MARKS |= dict.fromkeys(["div", "dt", "dd", "body", "center"], NEW_LINE)
TAG_MARKS |= dict.fromkeys(["b", "strong", "i", "em"], BOLD)
TAG_MARKS |= {f"h{n}": BLANK + "#" * n + " " for n in range(1, 7)}
TAG_MARKS["hr"] = f"{BLANK}-----{BLANK}"

QUOTE = later(r"^ {0,3}(?:> ?)+")
ROUGH_HEAD = later(
    r"^[\s#*_\[({>|§-]{0,8}(?:(?:rule|law|art(?:icle|\.)?|n[or]\.?|r\.?)[\s#-]*)?\d{3}(?![^\W_])",
    re.I,
)
PAGE_MARK = later(
    r"^\W*(?:page|pg\.?|p\.)\s*\d{1,3}(?:\s*(?:of|/)\s*\d{1,3})?\W*$"
    r"|^\s*[-–—~]\s*\d{1,3}\s*[-–—~]\s*$"
    r"|^\s*\d{1,2}\s*(?:/\s*\d{1,3})?\s*$"
    r"|^.{0,100}[\[(]page \d{1,3}(?: of \d{1,3})?[\])]\s*$"
    r"|^\S.{1,70}(?: {3,}|\s[|·]\s+|\s+page )(?:page )?\d{1,3}\s*$",
    re.I,
)
RULED = later(r"^ *(?:[-=_~] ?|[*] ?){3,}$|^ *-- ?$")
LINKS = later(r"^[ \t]*References[ \t]*\n\s{0,9}(?:Visible links[ \t]*\n)?[ \t]*1\. \S+:", re.M)
LINKED = later(r"^[ \t]*\d{1,4}\. \S+:", re.M)
LINK = later(r"\[(\d{1,4})\](?=\S)")
ENDS = later(r"[.!?…:;][\"'”’»)\]*_]*$")
LIST_ITEM = later(
    r"^(?:[-*+•·] +|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)] +|\d{1,3}\.\d{1,2}[.):]? +"
    r"|\d{3}[a-z][.):] +)(?=\S)",
    re.I,
)
DANGLING = later(
    r"(?:[,(–—]|\b(?:rules?|and|or|to|by|than|under|of|in|with|least|most|numbers?|the|from|as))$",
    re.I,
)
EMPHASIS = later(r"^(\*\*|__|\*|_|\ue000)(?P<title>[^*_\ue000]{2,120})\1[.:]*(?P<rest>.*)$")


class PageLine(Struct, frozen=True):
    """One line of text: `number` in the file, `text` without tabs and without space at its end."""

    number: int
    text: str

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())


def lines_of(text: str) -> tuple[list[PageLine], list[tuple[int, str]]]:
    """The text's lines, and what was left out from among them because it was not quoted."""
    plain = text.removeprefix("ï»¿").replace("\r\n", "\n").replace("\r", "\n").translate(PLAIN)
    plain = re.sub(SOFT_HYPHEN + "(?![ \t]*\n)", "", plain)
    tags = [found[1].lower() for _, found in zip(range(2), PAGE_TAG.finditer(plain), strict=False)]
    if len(tags) > 1 or "pre" in tags:
        lines = list(_of_html(plain))
    else:
        plain = _undumped(plain)
        lines = [
            PageLine(number, part.expandtabs().rstrip(" "))
            for number, one in enumerate(plain.split("\n"), 1)
            for part in _paged(_entities(INLINE.sub("", one) if "<" in one else one))
        ]
    return _unquoted(lines)


def ended(text: str) -> bool:
    """Whether a sentence, or a part of one that a line may well end with, is at its end."""
    return ENDS.search(text[-20:].rstrip()) is not None


def dangles(text: str) -> bool:
    """Whether its last word wants another: "see rule"."""
    return DANGLING.search(text[-40:].rstrip()) is not None


def shown(text: str, longest: int = 50) -> str:
    """A few words of a line, quoted, for telling where something is."""
    words = " ".join(text[:500].split())
    return f'"{words}"' if len(words) <= longest else f'"{words[: longest - 1].rstrip()}…"'


def _undumped(text: str) -> str:
    """Without the numbers that a text browser puts before links, where their list stands below."""
    below = next(iter(LINKS.finditer(text)), None)
    if below is None:
        return text
    count = len(LINKED.findall(text, below.start()))
    page = LINK.sub(lambda one: "" if int(one[1]) <= count else one[0], text[: below.start()])
    return page + text[below.start() :]


def _entities(text: str) -> str:
    plain = ENTITY.sub(lambda found: html.unescape(found[0]), text) if "&" in text else text
    return plain.translate(PLAIN).replace("\n", " ")


def _paged(text: str) -> Iterator[str]:
    """A form feed stands alone, so that the lines beside it can be looked at."""
    for at, part in enumerate(text.split("\f")):
        if at:
            yield "\f"
        if part.strip() or "\f" not in text:
            yield part


# HTML


def _of_html(text: str) -> Iterator[PageLine]:
    """Tags become marks, and marks lines. Boldness stays as a sign, and a heading as # as Markdown
    has it, for either may set off a number or a title."""
    begun, verbatim, blank = "", False, True
    for number, one in enumerate(TAG.sub(_mark, _seen(text)).split("\n"), 1):
        for piece in [*MARKS.split(one), NEW_LINE if MARKS.search(one) else "\n"]:
            if piece != "\n" and not MARKS.fullmatch(piece):
                begun += piece if verbatim or begun.strip() else piece.lstrip()
                continue
            verbatim ^= piece == VERBATIM
            if not NO_TEXT_YET.fullmatch(begun.strip(f" \t{CELL}")):
                words = begun.replace(CELL, "   ").replace(ITEM, "- ").split(BOLD)
                yield PageLine(number, BOLD.join(map(_entities, words)).expandtabs().rstrip())
                begun, blank = "", piece == BLANK
                if blank:
                    yield PageLine(number, "")
            elif piece in "\n" + BREAK or (piece != NEW_LINE and not blank):
                yield PageLine(number, "")
                blank = True


def _mark(tag: re.Match[str]) -> str:
    name = (tag["name"] or "").lower()
    if tag["end"] and name in ("li", "td", "th", "tr", "dt", "dd"):
        return ""
    return TAG_MARKS.get(name, "").rstrip("# " if tag["end"] else "")


def _seen(text: str) -> str:
    """Without comments, scripts and the like, of which only the line ends stay."""
    parts, at, unclosed = list[str](), 0, set[str]()
    while (found := UNSEEN.search(text, at)) is not None:
        close = rf"</{found[1].lower()}\b[^<>]*>" if found[1] else "-->"
        end = None if close in unclosed else re.compile(close, re.I).search(text, found.end())
        if end is None:
            unclosed.add(close)  # and never looked for again: the time stays linear
        stop = found.end() if end is None else end.end()
        parts += [text[at : found.start()], "\n" * text.count("\n", found.start(), stop)]
        at = stop
    return "".join([*parts, text[at:]])


# Quoting


def _unquoted(lines: list[PageLine]) -> tuple[list[PageLine], list[tuple[int, str]]]:
    """Where the rules stand quoted, what stands unquoted among them is someone's remark; but a
    line right below a quoted one, with none blank between, is one that a mailer broke."""
    heads = Counter(bool(QUOTE.match(x.text)) for x in lines if ROUGH_HEAD.match(x.text))
    kept: list[PageLine] = []
    told = []
    begun = joined = False
    for line in lines if heads[True] > heads[False] else ():
        found = QUOTE.match(line.text)
        if found is not None:
            kept.append(PageLine(line.number, line.text[found.end() :]))
            joined = bool(kept[-1].text)
            begun = begun or ROUGH_HEAD.match(kept[-1].text) is not None
        elif (joined and not RULED.match(line.text)) or line.text in ("", "\f"):
            kept.append(line)
            joined = line.text == "\f" or (joined and bool(line.text))
        else:
            joined = False  # a signature is none of it
            if begun:
                what = f"left out, not quoted as the rules are: {shown(line.text)}"
                told.append((line.number, what))
    return kept or lines, told


# Page furniture


def without_furniture(lines: list[PageLine]) -> list[PageLine]:
    """Page numbers and form feeds go, and so do lines beside them that recur. Where a page ended in
    mid-sentence the blank lines about it go too."""
    gone = {at for at, line in enumerate(lines) if line.text == "\f"}
    likely = [at for at in range(len(lines)) if _is_page_mark(lines, at)]
    if gone or len(likely) > 1 or any("page" in lines[at].text.lower() for at in likely):
        gone.update(likely)
    beside = {near for at in gone for near in _beside(lines, at)}
    forms = {at: " ".join(re.sub(r"\d+", "#", lines[at].text).split()) for at in beside}
    often = Counter(forms.values())
    gone |= {at for at, form in forms.items() if often[form] > 1}
    width = max((len(line.text) for line in lines if len(line.text) <= 100), default=0)
    kept: list[PageLine] = []
    broken = False  # by furniture, since the last line kept
    for at, line in enumerate(lines):
        if at in gone:
            broken = True
            while kept and not kept[-1].text:
                kept.pop()
        elif line.text or not broken:
            if broken and kept and not _goes_on(kept[-1].text, line.text, width):
                kept.append(PageLine(line.number, ""))
            kept.append(line)
            broken = False
    return kept


def _is_page_mark(lines: Sequence[PageLine], at: int) -> bool:
    text = lines[at].text
    if len(text) > 120 or not PAGE_MARK.match(text):
        return False
    near = {lines[i].text for i in (at - 1, at + 1) if 0 <= i < len(lines)}
    named = "page" in text.lower() and len(text) < 40 and not ended(text)
    return named or near <= {"", "\f"}


def _beside(lines: Sequence[PageLine], at: int) -> Iterator[int]:
    """The two lines next above and below, where they stand apart from others."""
    for step in (-1, 1):
        near = [i for i in range(at + step, at + 7 * step, step) if 0 <= i < len(lines)]
        for i in [i for i in near if lines[i].text.strip()][:2]:
            beyond = [lines[j].text for j in (i + step, i + 2 * step) if 0 <= j < len(lines)]
            text = lines[i].text.strip()
            if len(text) <= 80 and not text[0].islower() and "" in beyond:
                yield i


def _goes_on(before: str, after: str, width: int) -> bool:
    """Whether a text broken by a page's end is one paragraph still."""
    if ROUGH_HEAD.match(after) or not after.strip():
        return False
    full = len(before) + 1 + len(after.split(maxsplit=1)[0]) > width and len(before) <= 100
    return not ended(before) or after.lstrip()[0].islower() or full
