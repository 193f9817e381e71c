"""The HTML form of a letter: the very words of its text, set as a page.

1. A template is rendered twice, here with escaping on; so both forms say the same, and whoever
   writes a letter writes it once.
2. Blank lines part paragraphs. Lines "- " are a list, lines indented by four stand as they are, a
   line that begins with a block element is set already; all else is prose and keeps its line ends.
3. A paragraph that begins with a few words and a colon ("By when: …") shows them as its label; one
   that ends with a colon belongs to what follows, and a short one is its name.
4. What people wrote is escaped, keeps its paragraphs and its columns, and is a world of its own in
   writing direction. No remote content: there is no image, no font, no script and no link but
   `mailto:` and the house's own site, where it has one; such a link reads as what it leads to.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import Any
from urllib.parse import quote

from nomic_mail.game.matching import steps
from nomic_mail.game.wording import sentences_changed, settled
from nomic_mail.letters.mime.wrapped import unwrapped
from nomic_mail.post import text as plain

LONGEST_LEAD = 48  # what is longer is a sentence of its own, and not the name of what follows
_CHARSET = '<meta charset="utf-8">'
LONGEST_LINE = 900  # SMTP allows 998 octets; a character reference is not cut

_APART = re.compile(r"\n\s*\n")
_ENDS_HERE = re.compile(r"(</(?:p|h2|li|ul|tr|table|div|blockquote)>|<br>)(?=\S)")
_BLOCK = re.compile(r"\s*<(?:table|div|blockquote|p|ul|pre|hr|h\d)\b")
_LABEL = re.compile(r"((?:[^\W\d_][^\W\d_'-]*)(?: [^\W\d_'-]+){0,3}:)(?=\s|$)")
_UNBROKEN = re.compile(
    r"<(?:code|pre)>.*?</(?:code|pre)>|<[^>]*\d{4}-\d\d-\d\d[^>]*>"
    r"|((?:\b[A-Z][a-z]{1,2} )?\b\d{4}-\d\d-\d\d\b(?: \d\d:\d\d(?: UTC)?)?"
    r"|\((?:rule|Regel) \d{3,6}\)[.,:;]?"
    r"|\bin \d{1,3} (?:minute|hour|day|Minute|Stunde|Tag)[a-z]{0,2}\b)",
    re.DOTALL,
)
_SCORE = re.compile(r" *-?\d[\d.]*(?:  \([+-]\d[\d.]*\))?")
_BEFORE_A_NAME = re.compile(r"(?<=[^/]/)(?=[^/])|(?=@)")
_NO_HTML = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


class Html(str):
    """Markup of our own: Jinja prints it as it stands, and escapes every other text."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


# What the templates' filters do in this form


def _said(text: str) -> str:
    """Somebody's paragraphs; runs of spaces may be columns, so they are kept."""
    paragraphs = re.split(r"\n[ \t]*\n\s*", text.replace("\r", "").strip("\n"))
    kept = ("<br>".join(map(_line, one.split("\n"))) for one in paragraphs)
    return "".join(f"<p>{one}</p>" for one in kept)


def _line(line: str) -> str:
    spaced = escape(line.expandtabs(4).rstrip())
    return re.sub(r"^ +|(?<= ) +", lambda found: "&nbsp;" * len(found[0]), spaced)


def indented(text: str, by: int = 4) -> Html:
    return Html(f'<div class="text" dir="auto">{_said(text)}</div>')


def program(text: str, by: int = 4) -> Html:
    """Its lines and margins as they are, whatever lines of it are blank."""
    lines = "<br>".join(map(_line, text.strip("\n").split("\n")))
    return Html(f'<div class="copy text program" dir="ltr"><p><code>{lines}</code></p></div>')


def noted(text: str) -> Html:
    """A remark of ours on a text."""
    return Html(f'<p class="note">{escape(text)}</p>')


def quoted(text: str) -> Html:
    return Html(f'<blockquote dir="auto">{_said(unwrapped(text))}</blockquote>')


def link(text: str, width: int = 64) -> Html:
    return Html(f'<div class="proof"><code>{escape(text)}</code></div>')


BRIEF = 20  # is never broken, be the page as narrow as a telephone
LINE = 36  # of a telephone


def table(rows: Iterable[Sequence[Any]]) -> Html:
    """Numbers stand at the end of their line; of words, these have more to say than their name.
    Where both are no line of a telephone, the one stands below the other there."""
    told = list(rows)
    names, words = ([len(str(row[at])) for row in told] for at in (0, 1))
    numbers = all(map(_counts, told))
    if numbers:
        kind = ""
    elif max(names) + max(words) > LINE:
        kind = ' class="words long"'
    else:
        kind = f' class="words{" brief" * (max(names) <= BRIEF)}"'
    cells = [_parted(row) if numbers else [str(row[1])] for row in told]
    wide = max(map(len, cells), default=1)
    set_rows = (
        _row(str(row[0]), of, wide, numbers=numbers) for row, of in zip(told, cells, strict=True)
    )
    return Html(f"<table{kind}>{''.join(set_rows)}</table>")


def _counts(row: Sequence[Any]) -> bool:
    """A number, or a score with its change behind it."""
    return isinstance(row[1], int) or _SCORE.fullmatch(str(row[1])) is not None


def _parted(row: Sequence[Any]) -> list[str]:
    """A score and its change stand each below their like."""
    return str(row[1]).strip().split("  ")


def _row(name: str, cells: Sequence[str], wide: int, *, numbers: bool) -> str:
    kind = ' class="number"' if numbers else ""
    filled = [*cells, *[""] * (wide - len(cells))]
    told = f"<td{kind}>" + '</td><td class="change">'.join(map(escape, filled)) + "</td>"
    return f'<tr><th scope="row">{escape(name)}</th>{told}</tr>'


def grid(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> Html:
    """In the same parts as in a text."""
    return Html("".join(_grid(*one) for one in plain.grids(head, rows)))


def _grid(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    heads = "".join(f'<th scope="col">{escape(str(one))}</th>' for one in head[1:])
    told = "".join(
        f'<tr><th scope="row">{escape(str(name))}</th>'
        + "".join(f'<td class="number">{escape(str(one))}</td>' for one in cells)
        + "</tr>"
        for name, *cells in rows
    )
    return f'<table class="grid"><tr><td></td>{heads}</tr>{told}</table>'


def bars(rows: Sequence[Mapping[str, Any]], goal: object = None) -> Html:
    """A chart of table cells: no image, and none is needed to read it."""
    lengths = plain.bar_lengths(rows, 100, goal)
    return Html(f'<table class="bars">{"".join(map(_bar, rows, lengths))}</table>')


def _bar(row: Mapping[str, Any], length: int) -> str:
    score, kind = row["score"], "bar" if row["score"] > 0 else "bar below"
    cells = f'<td class="{kind}" style="width:{length}%">&nbsp;</td>' if length else ""
    rest = "<td>&nbsp;</td>" if length < 100 else ""
    chart = f'<table class="chart" role="presentation"><tr>{cells}{rest}</tr></table>'
    return (
        f'<tr><th scope="row">{escape(str(row["name"]))}</th><td class="number">{score}</td>'
        f'<td class="room" aria-hidden="true">{chart}</td></tr>'
    )


def command(line: str) -> Html:
    """To be copied: it breaks where the page ends, and is one line all the same."""
    return Html(f'<div class="copy"><code>{escape(line)}</code></div>')


def diff(now: str, was: str) -> Html:
    """The sentences that go, and those that come, with the words that are others marked."""
    told = list[str]()
    for gone, new in sentences_changed(now, was):
        old, now_words = gone.split(), new.split()
        found = steps(old, now_words, skips=True)
        goes = [("same" if kind == "equal" else "gone", old[a:b]) for kind, a, b, _, _ in found]
        comes = [
            ("same" if kind == "equal" else "new", now_words[x:y]) for kind, _, _, x, y in found
        ]
        for mark, row in (("-", goes), ("+", comes)):
            line = " ".join(marked(kind, " ".join(words)) for kind, words in row if words)
            told += [f"<p>{mark} {line}</p>"] if line else []
    return Html(f'<div class="text" dir="auto">{"".join(told)}</div>' if told else "")


_TAGS = {"same": "", "gone": "del", "new": "ins"}


def marked(kind: str, words: str) -> Html:
    tag, bare = _TAGS[kind], words.lstrip()
    space, bare = words[: len(words) - len(bare)], escape(bare)
    return Html(f"{space}<{tag}>{bare}</{tag}>" if tag else f"{space}{bare}")


def mailto(address: str) -> Html:
    return _linked(mail_link(address), address)


def web(address: str) -> Html:
    return _linked(address, address)


def _linked(where: str, address: str) -> Html:
    """What is wider than the page breaks before a name, and not in the middle of one."""
    return Html(f'<a href="{escape(where)}">{_BEFORE_A_NAME.sub("<wbr>", escape(address))}</a>')


FILTERS: Mapping[str, Callable[..., Any]] = {
    **plain.FILTERS,
    "indented": indented,
    "program": program,
    "noted": noted,
    "quoted": quoted,
    "link": link,
    "table": table,
    "grid": grid,
    "diff": diff,
    "name": lambda words: Html(f"<strong>{escape(words)}</strong>"),
    "gone": lambda words: Html(f"{marked('gone', words)} (-)"),
    "come": lambda words: Html(f"{marked('new', words)} (+)"),
    "mailto": mailto,
    "web": web,
    "bars": bars,
    "command": command,
}


def mail_link(address: str, subject: str = "", body: str = "") -> str:
    """RFC 6068: a letter to this address, with these words in it, at a touch."""
    fields = [f"{name}={_quoted(text)}" for name, text in (("subject", subject), ("body", body))]
    told = "&".join(field for field in fields if not field.endswith("="))
    return f"mailto:{_quoted(address, '@')}" + (f"?{told}" if told else "")


@lru_cache(maxsize=256)  # of one letter each link has the same address and subject
def _quoted(text: str, safe: str = "/") -> str:
    return quote(text, safe=safe)


# The paragraphs of a body


@lru_cache(maxsize=16)  # what several are told in the same words
def body(rendered: str) -> Html:
    """A rendered body as HTML: see rule 2. A date, how soon it is, and a
    rule that is cited, stay on one line."""
    chunks = [chunk for chunk in _APART.split(rendered.strip("\n")) if chunk.strip()]
    told = "\n".join([_set(chunk) for chunk in chunks])
    return Html(_UNBROKEN.sub(_whole, told))


@lru_cache(maxsize=64)  # what stands in many letters
def _set(chunk: str) -> str:
    return "\n".join(_pieces(chunk.split("\n")))


def _whole(found: re.Match[str]) -> str:
    return f'<span class="when">{found[1]}</span>' if found[1] else found[0]


def _pieces(lines: Sequence[str]) -> Iterator[str]:
    kinds = list(_kinds(lines))
    for kind, group in groupby(zip(kinds, lines, strict=True), key=lambda pair: pair[0]):
        yield from _SET[kind]([line for _, line in group])


def _kinds(lines: Sequence[str]) -> Iterator[str]:
    in_list = False
    for line in lines:
        in_list = line.startswith("- ") or (in_list and line.startswith("  "))
        if _BLOCK.match(line):
            yield "block"
        elif in_list:
            yield "list"
        else:
            yield "fixed" if line.startswith("    ") else "prose"


def _prose(lines: Sequence[str]) -> Iterator[str]:
    own = [line.strip() for line in lines]
    text = "<br>".join(own)
    label = _LABEL.match(text)
    leads = ' class="leads"' if text.endswith(":") else ""
    if label:
        of = label[1]  # of several notes, each has its own
        bold = [f"<strong>{of}</strong>" * one.startswith(of) + one.removeprefix(of) for one in own]
        text = "<br>".join(bold)
    elif leads and len(text) <= LONGEST_LEAD:
        text = f"<strong>{text}</strong>"
    yield f"<p{leads}>{text}</p>"


def _list(lines: Sequence[str]) -> Iterator[str]:
    items: list[str] = []
    for line in lines:
        if line.startswith("- "):
            items.append(line[2:].strip())
        else:
            items[-1] += f"<br>{line.strip()}"
    yield f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def _fixed(lines: Sequence[str]) -> Iterator[str]:
    yield "<pre>" + "\n".join(line[4:].rstrip() for line in lines) + "</pre>"


_SET: Mapping[str, Callable[[Sequence[str]], Iterable[str]]] = {
    "block": lambda lines: [line.strip() for line in lines],
    "fixed": _fixed,
    "list": _list,
    "prose": _prose,
}


# The bytes


def ascii_lines(page: str) -> str:
    """7-bit, and in lines that every mail server takes: characters as references, a line break
    where one changes nothing (between elements, or at a space inside a tag's neighbourhood)."""
    clean = settled(_NO_HTML.sub("\ufffd", page))
    if _CHARSET in clean:  # which is looked for at the beginning, where the styles came to stand
        clean = clean.replace(_CHARSET, "", 1).replace("<head>", f"<head>{_CHARSET}", 1)
    clean = clean.encode("ascii", "xmlcharrefreplace").decode("ascii")
    lines = _ENDS_HERE.sub(r"\1\n", clean).split("\n")
    if max(map(len, lines)) > LONGEST_LINE:
        lines = [_shorter(one) for one in lines]
    return "\n".join(lines)


def _shorter(line: str) -> str:
    pieces = []
    while len(line) > LONGEST_LINE:
        at = line.rfind(" ", 1, LONGEST_LINE)
        if at <= 0:
            break
        pieces.append(line[:at])
        line = line[at + 1 :]
    return "\n".join([*pieces, line])
