"""The plain form of a letter: what the templates' filters do in it, and its lines of 72 columns.

1. Lines are folded at 72 columns, and continue under the text they continue; addresses and links
   are left whole.
2. What people wrote keeps its paragraphs, line by line.
"""

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

COLUMNS = 72


def listed(words: Sequence[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]


def indented(text: str, by: int = 4) -> str:
    return textwrap.indent(text.strip("\n"), " " * by)


def quoted(text: str) -> str:
    return textwrap.indent(text.strip("\n"), "> ", lambda _: True)


def chopped(text: str, width: int = 64) -> str:
    return "\n".join(textwrap.wrap(text, width, break_on_hyphens=False))


def table(rows: Iterable[Sequence[Any]]) -> str:
    return "\n".join(_row(row) for row in rows)


def _row(row: Sequence[Any]) -> str:
    name, value = str(row[0]), row[1]
    shown = f"{value:6d}" if isinstance(value, int) else str(value)
    return f"  {name[:32]:<32} {shown}".rstrip()


FILTERS: Mapping[str, Callable[..., Any]] = {
    "num": lambda number: f"{number:03d}",
    "names": listed,
    "signed": lambda points: f"{points:+d}",
    "indented": indented,
    "noted": indented,
    "quoted": quoted,
    "link": chopped,
    "table": table,
    "mailto": str,
}


_INDENT = re.compile(r"(\s*(?:> ?)*)((?:- |\d+\. )?)")


def folded(text: str) -> str:
    """Every line at most 72 columns, the continuation lines under the text they continue."""
    lines = (line if line == "-- " else line.rstrip() for line in text.split("\n"))
    return "\n".join(piece for line in lines for piece in _fold(line))


def _fold(line: str) -> list[str]:
    if len(line) <= COLUMNS:
        return [line]
    found = _INDENT.match(line)
    indent, bullet = (found[1], found[2]) if found else ("", "")
    return textwrap.wrap(
        line[len(indent) :],
        COLUMNS,
        initial_indent=indent,
        subsequent_indent=indent + " " * len(bullet),
        break_long_words=False,
        break_on_hyphens=False,
        expand_tabs=False,
        drop_whitespace=True,
    ) or [line]
