"""A set of rules in every shape people print rules in: heads, headings, columns, pages, HTML.

Nothing here is a sample; those stand beside it, each with its .expect.
"""

import html
import textwrap
from collections.abc import Callable, Sequence

from nomic_mail.game.rulebook import Rule

HEADS: dict[str, Callable[[Rule], str]] = {
    "101.": lambda r: f"{r.number:03d}. ",
    "101)": lambda r: f"{r.number:03d}) ",
    "101:": lambda r: f"{r.number:03d}: ",
    "101": lambda r: f"{r.number:03d} ",
    "101 -": lambda r: f"{r.number:03d} - ",
    "tab": lambda r: f"{r.number:03d}\t",
    "[101]": lambda r: f"[{r.number:03d}] ",
    "(101)": lambda r: f"({r.number:03d}) ",
    "#101": lambda r: f"#{r.number:03d}. ",
    "**101**": lambda r: f"**{r.number:03d}** ",
    "**101.**": lambda r: f"**{r.number:03d}.** ",
    "*101.*": lambda r: f"*{r.number:03d}.* ",
    "- 101:": lambda r: f"- {r.number:03d}: ",
    "* 101.": lambda r: f"* {r.number:03d}. ",
    "Rule 101:": lambda r: f"Rule {r.number:03d}: ",
    "RULE 101.": lambda r: f"RULE {r.number:03d}. ",
    "Rule 101 (Immutable)": lambda r: f"Rule {r.number:03d} ({r.status.title()})\n\n",
    "Rule 101 (Immutable):": lambda r: f"Rule {r.number:03d} ({r.status.title()}): ",
    "101. [mutable]": lambda r: f"{r.number:03d}. [{r.status}] ",
    "Immutable Rule 101:": lambda r: f"{r.status.title()} Rule {r.number:03d}: ",
    "### 101": lambda r: f"### {r.number:03d}\n\n",
    "### Rule 101": lambda r: f"### Rule {r.number:03d}\n",
    "### 101 Title": lambda r: f"### {r.number:03d} {r.title}\n\n",
    "**101. Title**": lambda r: f"**{r.number:03d}. {r.title}**\n",
    "101. **Title.**": lambda r: f"{r.number:03d}. **{r.title}.** ",
    "101 Title (mutable)": lambda r: f"{r.number:03d} {r.title} ({r.status})\n\n",
    "Status: mutable": lambda r: f"{r.number:03d}.\nStatus: {r.status.title()}\n\n",
    "101/": lambda r: f"{r.number:03d}/ ",
    "101 —": lambda r: f"{r.number:03d} — ",
    "101.-": lambda r: f"{r.number:03d}.- ",
    "{101}": lambda r: f"{{{r.number:03d}}} ",
    "_101_": lambda r: f"_{r.number:03d}_ ",
    "§ 101.": lambda r: f"§ {r.number:03d}. ",
    "No. 101.": lambda r: f"No. {r.number:03d}. ",
    "R101": lambda r: f"R{r.number:03d} ",
    "Art. 101.": lambda r: f"Art. {r.number:03d}. ",
    "Law 101:": lambda r: f"Law {r.number:03d}: ",
    "alone": lambda r: f"{r.number:03d}\n\n",
}
HEADINGS: dict[str, Callable[[str], str]] = {
    "none": lambda s: "",
    "plain": lambda s: f"{s.title()} Rules\n",
    "colon": lambda s: f"The {s.title()} Rules:\n",
    "numbered": lambda s: f"II. *{s.title()} Rules*\n",
    "markdown": lambda s: f"## {s.title()} Rules\n",
    "underlined": lambda s: f"{s.upper()} RULES\n{'=' * 20}\n",
    "part": lambda s: f"Part Two: {s.title()} Rules\n",
}


def shaped(
    rules: Sequence[Rule], head: str, heading: str, width: int, hang: int, blank: bool
) -> str:
    out: list[str] = []
    status = ""
    for rule in rules:
        if rule.status != status:
            status = rule.status
            out.append(HEADINGS[heading](status))
        paragraphs = (HEADS[head](rule) + rule.text).split("\n\n")
        wrapped = [
            "\n".join(
                _wrapped(line, width, "" if not n and not m else " " * hang, " " * hang)
                for m, line in enumerate(paragraph.split("\n"))
            )
            for n, paragraph in enumerate(paragraphs)
        ]
        out.append(("\n\n" if blank else "\n").join(wrapped) + "\n")
    return "Some prose about the game.\n\n" + ("\n" if blank else "").join(out)


def _wrapped(line: str, width: int, first: str, later: str) -> str:
    if not width:
        return first + line
    return textwrap.fill(
        line,
        width,
        initial_indent=first,
        subsequent_indent=later,
        expand_tabs=False,
        replace_whitespace=False,
        drop_whitespace=True,
        break_on_hyphens=False,
    )


def paged(text: str, every: int, break_: str) -> str:
    lines = text.split("\n")
    pages = ["\n".join(lines[at : at + every]) for at in range(0, len(lines), every)]
    return "".join(page + break_.replace("N", str(n)) for n, page in enumerate(pages, 1))


BREAKS = {
    "feed": "\n\f",
    "feed and blank": "\n\n\f\n\n",
    "number": "\n\n                              N\n\n",
    "dashes": "\n\n- N -\n\n",
    "page": "\n\nPage N of 12\n\n",
    "footer and header": "\n\nA. Player         [Page N]\n\f\nThe Rules        October 1992\n\n",
    "header": "\n\n\nThe Rules                             page N\n\n\n",
}


def _escaped(rule: Rule) -> list[str]:
    return [html.escape(part).replace("\n", "<br>\n") for part in rule.text.split("\n\n")]


def _para(rule: Rule) -> str:
    return "".join(f"<p>{one}</p>\n" for one in _escaped(rule))


PAGES: dict[str, Callable[[Rule], str]] = {
    "p": lambda r: f"<p>{r.number:03d}. {'</p><p>'.join(_escaped(r))}</p>\n",
    "p open": lambda r: f"<P>{r.number:03d}. " + "\n<P>".join(_escaped(r)) + "\n",
    "bold": lambda r: f"<p><b>{r.number:03d}.</b> {'</p><p>'.join(_escaped(r))}</p>\n",
    "strong name": lambda r: (
        f'<a name="r{r.number}"><strong>Rule {r.number:03d}:</strong></a>\n' + _para(r)
    ),
    "h3": lambda r: f"<h3>{r.number:03d} {html.escape(r.title)}</h3>\n{_para(r)}",
    "h4": lambda r: f"<h4>Rule {r.number:03d}: <i>{html.escape(r.title)}</i></h4>\n{_para(r)}",
    "dl": lambda r: f"<dl><dt>{r.number:03d}.<dd>{'<p>'.join(_escaped(r))}</dl>\n",
    "li": lambda r: f"<ul><li>{r.number:03d}. {'<p>'.join(_escaped(r))}</li></ul>\n",
    "table": lambda r: f"<tr><td>{r.number:03d}</td><td>{'<p>'.join(_escaped(r))}</td></tr>\n",
    "br": lambda r: f"{r.number:03d}. {'<br><br>'.join(_escaped(r))}<br><br>\n",
    "div": lambda r: (
        f"<div>{r.number:03d}. {'</div><div><br></div><div>'.join(_escaped(r))}</div>\n"
        "<div><br></div>"
    ),
}
