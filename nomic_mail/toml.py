"""TOML as people write it: read within bounds, with the line of each key and words that mend it.

1. Where a key stands is found here: tomllib tells no lines. What stands inside of a text of several
   lines is no key, whatever it looks like.
2. What may be written many times is counted: `mailbox[2].host`, and `proposals[3].points.Ada` of a
   table below it.
3. All that is wrong with a file is told at once, each with its line, the value found and what would
   be right.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from msgspec import Struct

MOST_BITS = 256
MOST_DOTS = 30  # in one line: deeper keys than any of ours would take tomllib for ever

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


class Problem(Struct, frozen=True):
    line: int | None
    key: str
    value: str
    fix: str

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        value = f" = {self.value}" if self.value else ""
        return f"  {where}{self.key}{value}\n      {self.fix}"


class BadFile(Exception):
    """Everything that is wrong with one file."""

    def __init__(self, path: Path, problems: Iterable[Problem]) -> None:
        self.path = path
        self.problems = tuple(problems)
        super().__init__(str(self))

    def __str__(self) -> str:
        count = len(self.problems)
        head = f"{self.path}: {count} problem{'' if count == 1 else 's'}"
        return "\n".join((head, *map(str, self.problems)))


def shown(value: object, name: str = "") -> str:
    if re.search("password|secret", name):
        return "..."
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        return "a huge number"  # Python itself would not write it
    text = f'"{value}"' if isinstance(value, str) else str(value)
    text = re.sub(r"(://[^:/@\s]*):[^/\s]*@", r"\1:...@", text)  # no password is ever printed
    return text.lower() if isinstance(value, bool) else text[:80]


def near(name: str, names: Iterable[str]) -> str:
    known = list(names)
    close = get_close_matches(name, known, 1, 0.6)
    return f"did you mean {close[0]}?" if close else "known are: " + ", ".join(known)


TEXTS = "texts stand in quotes, yes and no are true and false, one key on a line"


def decoded(raw: bytes, path: Path) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as bad:
        line = raw[: bad.start].count(b"\n") + 1
        fix = "this is not UTF-8: save the file as UTF-8"
        raise BadFile(path, [Problem(line, "the file", "", fix)]) from None


def parsed(
    text: str,
    path: Path,
    most: int,
    mended: Callable[[str], str] = lambda line: TEXTS,
    shorter: str = "leave out what is not needed",
) -> dict[str, Any]:
    """`mended` says of the line that is no TOML what would be."""
    if len(text) > most:
        fix = f"{most} characters are the most; {shorter}"
        raise BadFile(path, [Problem(None, "the file", "", fix)])
    for number, _, code in code_lines(text):
        bare = re.sub(r'"(?:\\.|[^"\\])*"|\'[^\']*\'|#.*', "", code)
        if bare.count(".") > MOST_DOTS:
            fix = f"more than {MOST_DOTS} dots outside of quotes: no line of ours has so many"
            raise BadFile(path, [Problem(number, "the file", "", fix)])
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as bad:
        at = re.search(r"line (\d+)", str(bad))
        line = int(at[1]) if at else text.count("\n") + 1
        fix = _twice(text, line)
        if not fix:
            fix = f"not TOML: {bad}; {mended(''.join(text.split(chr(10))[line - 1 : line]))}"
        raise BadFile(path, [Problem(line, "the file", "", fix)]) from None
    except (RecursionError, ValueError) as bad:
        fix = f"not TOML: {bad}" if isinstance(bad, ValueError) else "brackets nested too deep"
        raise BadFile(path, [Problem(None, "the file", "", fix)]) from None


def _twice(text: str, line: int) -> str:
    """Of a section, or a key of one, that stands twice: where it stood before; else nothing."""
    section, keys, heads = "", dict[str, int](), dict[str, int]()
    for number, fresh, code in code_lines(text):
        if not fresh or number > line:
            continue
        if head := _HEAD.match(code):
            section, keys = head[2], {}
            if number == line and section in heads and not head[1]:
                first = heads[section]
                return f"[{section}] stands in line {first} already: write these lines below it"
            heads.setdefault(section, number)
        elif key := _KEY.match(code):
            if number == line and key[1] in keys:
                return f"{key[1]} stands in line {keys[key[1]]} already: keep one of the two"
            keys.setdefault(key[1], number)
    return ""
