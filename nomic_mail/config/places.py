"""Where in a TOML file a key stands: tomllib tells no lines.

1. What stands inside of a text of several lines is no key, whatever it looks like.
2. What may be written many times is counted: `mailbox[2].host`, and `proposals[3].points.Ada` of a
   table below it.
"""

import re
from collections.abc import Iterable, Iterator

_HEAD = re.compile(r"\s*\[(\[?)\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"\s*([\w\-.\"' ]+?)\s*=")
_ENDS = {
    '"""': re.compile(r'(?:[^"\\]|\\.|\\$|"(?!""))*"""'),
    "'''": re.compile(r"(?:[^']|'(?!''))*'''"),
}
_OPENS = re.compile(r'"""|\'\'\'|"(?:\\.|[^"\\])*"|\'[^\']*\'|#.*')


def code_lines(text: str) -> Iterator[tuple[int, bool, str]]:
    """The number of each line, whether it begins outside of a text, and what of it is outside."""
    inside = ""
    for number, line in enumerate(text.split("\n"), 1):
        fresh, rest = not inside, line
        if inside:
            end = _ENDS[inside].match(line)
            if end is None:
                continue
            inside, rest = "", line[end.end() :]
        yield number, fresh, rest
        while found := _OPENS.search(rest):
            rest = rest[found.end() :]
            if found[0] in _ENDS:
                end = _ENDS[found[0]].match(rest)
                if end is None:
                    inside = found[0]
                    break
                rest = rest[end.end() :]


def places_of(text: str, many: Iterable[str] = ()) -> dict[str, int]:
    """Each `section.key` and each `section`, to its line."""
    found: dict[str, int] = {}
    counts: dict[str, int] = {}
    section = ""
    for number, fresh, line in code_lines(text):
        if not fresh:
            continue
        if head := _HEAD.match(line):
            section = re.sub(r"[\"'\s]", "", head[2])
            first, dot, below = section.partition(".")
            if head[1] or section in many:
                counts[section] = counts.get(section, 0) + 1
                section = f"{section}[{counts[section]}]"
            elif first in counts:
                section = f"{first}[{counts[first]}]{dot}{below}"
            found.setdefault(section, number)
        elif key := _KEY.match(line):
            name = re.sub(r"[\"']", "", key[1]).strip()
            path = f"{section}.{name}" if section else name
            for end in (at for at in range(1, len(path) + 1) if path[at : at + 1] in {".", ""}):
                found.setdefault(path[:end], number)
    return found
