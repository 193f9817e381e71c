"""An HTML letter as plain text, with quotes as `> ` lines.

1. One walk over the tree lxml builds, without recursion; lxml is loaded only where it is needed.
2. A quotation (<blockquote>, and the divisions big mail programs put the original into) becomes
   quoted lines: an HTML reply must not lose the difference between what is said and what is quoted.
3. What cannot be seen is not said: scripts, styles, hidden elements. What is struck out is not said
   either. What may be seen or not, as style sheets go, is told apart.
"""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from nomic_mail.letters.lists import word_set
from nomic_mail.letters.mime.charset import ODD_ENDS, OddEnds, clean_markup
from nomic_mail.letters.mime.colours import seen_by_colour, told_together
from nomic_mail.letters.mime.sheets import GROWING, SCREEN, Sheets, plain
from nomic_mail.patterns import later

LIMIT = 500_000  # of one letter
QUOTE_DEPTH = 10
BLOCKS = word_set(
    "address article aside blockquote center dd div dl dt fieldset figure footer form h1 h2 h3 h4"
    " h5 h6 header hr li main nav ol p pre section table tbody td th thead tr ul"
)
SILENT = word_set(
    "head title script style template noscript del s strike object svg math select rp"
    " dialog datalist audio video canvas iframe noembed noframes meter progress"  # what is instead
)
PARAGRAPHS = word_set("p h1 h2 h3 h4 h5 h6 blockquote ul ol table pre")
# Or next to it.
NOTHING = r"\s*:\s*(?:-\d|0?\.0(?![3-9]\d{0,9}in)|0(?:\.0{1,9})?(?![.\d])|\d\.?\d{0,9}e-)"
FAR = r"-\d{3}(?:\d|r?em|ch|v[wh])"  # what hangs out, or is moved to the middle, is nearer
THIN = r"\s*:\s*(?:0?\.\d{1,9}|1(?:\.\d{1,9})?)p[xt]"
CLEAR = (
    r"(?:transparent|#(?:[0-9a-f]{3}0|[0-9a-f]{6}00)(?![0-9a-f])"
    r"|(?:rgb|hsl)a?\((?:[^(),/]{1,20},){3}\s*0(?:\.0{1,9})?%?\s*\)"
    r"|(?:rgb|hsl)a?\([^(),/]{1,60}/\s*0(?:\.0{1,9})?%?\s*\))"
)
HIDDEN = later(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all"
    rf"|(?:font-size|max-height|max-width|opacity|(?<![\w-])(?:scale|zoom)){NOTHING}"
    rf"|font-size{THIN}|(?<![\w-])font\s*:\s*(?:[a-z\d-]{{1,9}}\s+){{0,4}}0(?![.\d])"
    r"|opacity\(\s*0(?:\.0{1,9})?\s*[%)]|scale[xy]?\(\s*0(?:\.0{1,9})?\s*[,)]"
    rf"|translate[xy]?\(\s*{FAR}"
    rf"|(?:(?<![\w-])color|-text-fill-color)\s*:\s*{CLEAR}"
    rf"|(?<![\w-])(?:left|right|top|bottom|text-indent|margin(?:-left|-top)?)\s*:\s*{FAR}"
    r"|clip\s*:\s*rect\(\s*[01][^\d)]{0,9}[01][^\d)]{0,9}[01][^\d)]"
    r"|clip-path\s*:\s*(?:inset\(\s*(?:[5-9]\d|100)(?:\.\d{1,9})?%|circle\(\s*0(?![.\d]))",
    re.I,
)
ABSOLUTE = later(r"position\s*:\s*(?:absolute|fixed)", re.I)
OUTSIDE = later(
    r"(?<![\w-])(?:left|right|top|bottom)\s*:\s*-(?:[5-9]\d\dp[xt]|\d{3}%)"
    r"|(?<![\w-])(?:left|right)\s*:\s*(?:[2-9]\d{3}|\d{5})p[xt]|translate[xy]?\(\s*-\d{3}%",
    re.I,
)
NO_HEIGHT = later(
    r"(?<![\w-])(?:(?:max-)?height\s*:\s*1px|(?:height|width)\s*:\s*0(?:\.0{1,9})?(?![.\d]))", re.I
)
FLAT = later(r"(?<![\w-])line-height\s*:\s*0(?:\.0{1,9})?(?![.\d])", re.I)
MAY_HIDE = later(
    r"(?<![\w-])(?:display|visibility|opacity|font-size)\s*:\s*[^;]{0,9}"
    r"(?:var|calc|min|max|clamp|env)\("
    r"|rotate(?:[xy]|3d)\(|matrix(?:3d)?\(|scale3d\("
    r"|(?<![\w-])(?:-webkit-)?mask(?:-image)?\s*:\s*[\w-]{1,30}\("
    r"|clip-path\s*:\s*(?:polygon|path|ellipse|url|xywh|rect|shape)\("
    r"|letter-spacing\s*:\s*-(?:(?:0?\.[3-9]|[1-9])[\d.]{0,9}r?em|(?:[2-9]|\d\d)[\d.]{0,9}p[xt])"
    r"|z-index\s*:\s*-|content-visibility\s*:\s*hidden",
    re.I,
)
OF_A_TABLE = word_set("tbody td th thead tr")
IN_A_CELL = ("p", "div")
FONT_SIZE = later(
    r"font-size\s*:\s*(?:0|[\d.]{1,9}(?:p[xtc]|r?em|e?x|ch|in|[cm]m|%))\s{0,9}(?:;|$)", re.I
)
CUT_OFF = later(r"overflow(?:-[xy])?\s*:\s*(?:hidden|clip|auto|scroll)", re.I)
STRUCK = later(r"text-decoration[^;]*line-through", re.I)
QUOTING = later(
    r"(?:yahoo_quoted|aolreplacedbody)|\b(?:zmail_extra|moz-forward|front-blockquote|missive_quote|protonmail_quote)|^(?:quoted?|h5)$",
    re.I,
)
# Whole divisions that hold the original: Outlook's apps, NetEase, GMX, Spark, Zimbra.
CONTAINERS = word_set(
    "mail-editor-reference-message-container isreplycontent isforwardcontent quote"
    " messagereplysection __quoted_text__ __headers__"
)
# Of Proton and Spark: where a quotation stands in one, what is beside it there is an answer.
AROUND = later(r"\bprotonmail_quote\b|\bmessagereplysection\b", re.I)
# What stands above one's own votes; below any other head (Result, Bob) nobody votes.
OWN_HEAD = later(
    r"^(?:(?:my|meine)\s{1,9})?"
    r"(?:vote|choice|ballot|answer|reply|stimme|wahl|antwort|votum)$",
    re.I,
)
DIGIT = later(r"\d")
SIGNATURE = "ms-outlook-mobile-signature"
OUTLOOK = word_set(
    "divrplyfwdmsg x_divrplyfwdmsg stopspelling olk_src_body_section appendonsend x_appendonsend"
)
# How Outlook, Yahoo and their like draw the line beside what they quote.
BESIDE = later(r"border-left\s*:\s*(?!none|0)[^;]*\bsolid\b", re.I)


class _Page:
    """Lines under way: text, and how deep in quotations it stands."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.words: list[str] = []
        self.depth = 0
        self.kept = 0  # how many <pre> are open
        self.ends = OddEnds()

    def add(self, text: str | None) -> None:
        if not text:
            return
        text = clean_markup(text)  # what was spelled as an entity
        if self.kept:
            first, *rest = text.split("\n")
            self.words.append(first)
            for line in rest:
                self.end_line(always=True)
                self.words.append(line)
            return
        self.words.append(re.sub(r"[ \t\n]+", " ", ODD_ENDS.sub(" ", text)))

    def end_line(self, *, always: bool = False) -> None:
        if not self.words:
            self.lines += [">" * min(self.depth, QUOTE_DEPTH)] if always else []
            return
        text = "".join(self.words)
        text = text if self.kept else re.sub(r" +", " ", text).strip(" ")
        self.words = []
        if text.strip() or always:
            mark = ">" * min(self.depth, QUOTE_DEPTH)
            lines = self.ends.clean(text).split("\n")
            self.lines += [f"{mark} {one}".rstrip() if mark else one for one in lines]

    def gap(self) -> None:
        self.end_line()
        mark = ">" * min(self.depth, QUOTE_DEPTH)
        if self.lines and self.lines[-1].strip("> "):
            self.lines.append(mark)


class PageText(Struct, frozen=True):
    """`text` is all that may be seen, `surely` what is, and `whole` whether all could be read."""

    text: str
    surely: str
    whole: bool


def to_text(source: str, limit: int = LIMIT) -> tuple[str, bool]:
    """All that may be seen, and whether all of it could be read."""
    shown = shown_of(source, limit)
    return shown.text, shown.whole


def shown_of(source: str, limit: int = LIMIT) -> PageText:
    from lxml import etree
    from lxml import html as lxml_html

    whole = len(source) <= limit
    try:
        parser = lxml_html.HTMLParser(
            encoding="utf-8", huge_tree=False, remove_comments=True, remove_pis=True
        )
        tree = lxml_html.document_fromstring(source[:limit].encode(), parser=parser)
    except (etree.LxmlError, ValueError, AssertionError):
        return PageText("", "", not source.strip())
    told = [one for one in tree.iter("style") if SCREEN.search(one.get("media", ""))]
    sheets = Sheets([one.text or "" for one in told], _hides, _may_hide, seen_by_colour)
    text = surely = _walk(tree, sheets, etree, ("no",))
    if sheets.doubted:
        surely = _walk(tree, sheets, etree, ("no", "perhaps"))
    return PageText(text, surely, whole)


def _walk(tree: Any, sheets: Sheets, etree: Any, unseen: tuple[str, ...]) -> str:
    page = _Page()
    tables = {table: [*_apart(table)] for table in tree.iter("table")}
    apart = {cell for cells in tables.values() for cell in cells}
    flat = {one for table in tables if tables[table] for one in table.iterdescendants(*IN_A_CELL)}
    silent: Any = None
    for event, element in etree.iterwalk(tree, events=("start", "end")):
        tag = element.tag if isinstance(element.tag, str) else ""
        if event == "start":
            if silent is None and _is_silent(tag, element, sheets, unseen):
                silent = element
            if silent is None:
                if element in apart:
                    page.words.append(" |")
                _open("td" if element in flat else tag, element, page)
        else:
            if silent is None:
                _close("td" if element in flat else tag, element, page)
            elif silent is element:
                silent = None
            if silent is None:
                page.add(element.tail)
    page.end_line()
    return "\n".join(page.lines).strip("\n") + "\n"


def _apart(table: Any) -> Iterator[Any]:
    """The cells that need a bar before them: of a table with a head and a row for each number.
    Tables without a head lay out a page, or say votes line by line."""
    if not all(map(_is_in_line, table.iterdescendants())):
        return
    found = table.xpath("tr|*/tr")
    rows = [[cell for cell in row.iterchildren("td", "th") if _said_in(cell)] for row in found]
    head, *rest = [row for row in rows if len(row) > 1] or [[]]
    if any(DIGIT.search(_said_in(one)) for one in head):
        return
    if not rest or not DIGIT.search(_said_in(rest[0][0])):
        return
    is_own = OWN_HEAD.search(_said_in(head[-1])) is not None
    yield from (cell for row in ([head] if is_own else [head, *rest]) for cell in row[1:])


def _is_in_line(one: Any) -> bool:
    """Within a cell that is a line, as Outlook puts a paragraph into each."""
    if one.tag in IN_A_CELL and len(one.getparent()) == 1:
        return not _is_quotation(one.tag, one)
    return one.tag not in BLOCKS or one.tag in OF_A_TABLE


def _said_in(cell: Any) -> str:
    return "".join(cell.itertext()).strip()


def _is_silent(tag: str, element: Any, sheets: Sheets, unseen: tuple[str, ...]) -> bool:
    if not tag or tag in SILENT:
        return True
    if element.get("hidden") is not None or element.get("id", "").lower() == SIGNATURE:
        return True
    if (tag == "details" and element.get("open") is None) or element.get("popover") is not None:
        return True  # until somebody opens it
    style = element.get("style", "")
    if _hides(style, tag):
        return True
    return sheets.shows(tag, element, plain(style)) in unseen


def _hides(style: str, tag: str) -> bool:
    style = plain(style)
    sizes = [found.start() for found in FONT_SIZE.finditer(style)]
    if len(sizes) > 1:  # the last one holds
        style = FONT_SIZE.sub("", style[: sizes[-1]]) + style[sizes[-1] :]
    is_cut_off = tag not in GROWING and CUT_OFF.search(style) and NO_HEIGHT.search(style)
    is_outside = ABSOLUTE.search(style) and OUTSIDE.search(style)
    return bool(HIDDEN.search(style) or is_cut_off or is_outside or STRUCK.search(style))


def _may_hide(style: str, tag: str) -> bool:
    """What hides in ways that a browser has to work out."""
    flat = tag not in GROWING and FLAT.search(style) and CUT_OFF.search(style)
    return bool(flat or MAY_HIDE.search(style) or told_together(style) != "yes")


def _is_quotation(tag: str, element: Any) -> bool:
    if tag == "blockquote":
        return True
    if tag == "div" and AROUND.search(f"{element.get('class', '')[:200]} {element.get('name')}"):
        return all(child.tag != "blockquote" for child in element)
    marks = (element.get("id"), element.get("name"), element.get("data-marker"))
    if tag == "div" and any(mark and mark.lower() in CONTAINERS for mark in marks):
        return True
    if tag == "div" and BESIDE.search(element.get("style", "")[:500]):
        return True
    return bool(QUOTING.search(element.get("class", "")[:200]))


def _open(tag: str, element: Any, page: _Page) -> None:
    if tag == "br":
        page.end_line(always=True)
    elif tag == "hr":
        page.end_line()
        page.lines.append("")
    elif tag in ("td", "th", "rt"):
        page.words.append(" ")
    elif tag in PARAGRAPHS:
        page.gap()
    elif tag in BLOCKS:
        page.end_line()
    if element.get("id", "").lower() in OUTLOOK:
        # Outlook puts the original behind this mark, unquoted to the end of the letter.
        page.gap()
        page.words.append("-----Original Message-----")
        page.end_line()
    if _is_quotation(tag, element):
        page.end_line()
        page.depth += 1
    if tag == "li":
        page.words.append("- ")
    if tag == "pre":
        page.kept += 1
    page.add(element.text)


def _close(tag: str, element: Any, page: _Page) -> None:
    if tag == "pre":
        page.end_line()
        page.kept = max(0, page.kept - 1)
    if tag in BLOCKS and tag not in ("td", "th"):
        page.end_line()
    if _is_quotation(tag, element):
        page.end_line()
        page.depth -= 1
    if tag in PARAGRAPHS:
        page.gap()
