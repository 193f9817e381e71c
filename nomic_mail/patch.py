"""A patch as git makes it: its files, and the hunks of each.

1. Lines that mail wrapped, or whose first blank it lost, are put together again. What a hunk lacks
   of the lines that it says it has is told with it.
2. `is_ours` tells a patch of the repository of a game's rules, whose files are named here, from a
   diff of anything else.
3. It reads what strangers write: it never raises, and goes over each line once.
"""

import re
from collections.abc import Callable, Sequence

from msgspec import Struct, field

ROOM = "rules/"  # with a file for each rule
INDEX, PLAYERS, ABOUT = "RULES.md", "PLAYERS.md", "README.md"
HUNK = re.compile(r"^@@ -(\d{1,7})(?:,(\d{1,7}))? \+(\d{1,7})(?:,(\d{1,7}))? @@")
BEGINS = re.compile(r"^diff (?:--git|--cc|--combined|-\S+) ")
GIT = re.compile(r'^diff --git ("?)[a-z]/(?P<old>.+?)\1 ("?)[a-z]/(?P<new>.+?)\3$')
EXTENDED = re.compile(
    r"^(?:old mode|new mode|(?P<kind>deleted|new) file mode (?P<mode>\d+)|(?P<moved>rename|copy)"
    r" (?:from|to)|(?:dis)?similarity index|index [0-9a-f,]+\.\.|Index: |={20,}$"
    r"|(?P<binary>Binary files |GIT binary patch))"
)
VERSION = re.compile(r"^\d+\.\d+[\w.() -]*$")  # of git, below its signature
OCTAL = re.compile(r"\\([0-7]{3})")
NO_PATH = "/dev/null"

Known = Callable[[str], bool]


class Hunk(Struct):
    head: str
    start: int  # of the old lines, counted from 0, as it says
    ops: list[tuple[str, list[str]]] = field(default_factory=list)
    left: tuple[int, int] = (0, 0)  # lines that it should have had and has not, of old and of new


class FilePatch(Struct):
    """`old` and `new` are paths in the repository; None is a file that is not there."""

    old: str | None
    new: str | None
    hunks: list[Hunk] = field(default_factory=list)
    odd: str = ""  # what it is, where it is not lines of a text
    is_git: bool = False

    @property
    def path(self) -> str:
        return self.new or self.old or ""


def begins(lines: Sequence[str], at: int) -> bool:
    """Whether a patch of files begins at this line: git's own, or a plain unified diff's."""
    if BEGINS.match(lines[at]):
        return True
    return _is_head(lines, at) and (at + 2 >= len(lines) or HUNK.match(lines[at + 2]) is not None)


def _is_head(lines: Sequence[str], at: int) -> bool:
    return (
        lines[at].startswith("--- ")
        and at + 1 < len(lines)
        and lines[at + 1].startswith("+++ ")
        and len(lines[at]) > 4
    )


def is_ours(files: Sequence[FilePatch]) -> bool:
    """Whether it speaks of a repository's files, and not of one printed book."""
    names = {path for one in files for path in (one.old, one.new) if path}
    others = {one.path for one in files if one.is_git and not one.path.endswith(".txt")}
    return (
        any(map(_is_named, names))
        or any("/" in path or path.endswith(".md") for path in others)
        or any(one.odd for one in files)
    )


def extent(lines: Sequence[str], at: int) -> int:
    """Where the patch that begins at this line is over."""
    return _read(lines, at, lambda line: False)[1]


def files_of(lines: Sequence[str], known: Known = lambda line: False) -> list[FilePatch]:
    """The patch's files, wherever in the lines it begins; none where there is none. `known` tells
    lines of the files as they are."""
    at = next((n for n in range(len(lines)) if begins(lines, n)), None)
    return [] if at is None else _read(lines, at, known)[0]


def _read(lines: Sequence[str], at: int, known: Known) -> tuple[list[FilePatch], int]:
    files: list[FilePatch] = []
    end = at
    while at < len(lines):
        line = lines[at]
        if BEGINS.match(line):
            found = GIT.match(line)
            paths = (_clean(found["old"]), _clean(found["new"])) if found else ("", "")
            files.append(FilePatch(*paths, is_git=True))
            if line.startswith(("diff --cc", "diff --combined")):
                files[-1].odd = "the result of a merge"
        elif _is_head(lines, at):
            old, new = _named(line), _named(lines[at + 1])
            if not files or files[-1].hunks:
                files.append(FilePatch(old, new))
            files[-1].old, files[-1].new = old, new
            at += 1
        elif files and HUNK.match(line):
            hunk, at = _hunk(lines, at, known)
            files[-1].hunks.append(hunk)
            end = at
            continue
        elif files and (found := EXTENDED.match(line)):
            _extended(files[-1], found)
            if found["binary"]:
                at = _below_binary(lines, at)
        elif not files or line.strip():
            break
        at += 1
        if line.strip():
            end = at
    return files, end


def _extended(file: FilePatch, found: re.Match[str]) -> None:
    if found["kind"] == "new":
        file.old = None
    elif found["kind"]:
        file.new = None
    if (found["mode"] or "100").startswith(("12", "16")):
        file.odd = "a link"
    if found["moved"]:
        file.odd = "renamed" if found["moved"] == "rename" else "copied"
    if found["binary"]:
        file.odd = "binary"


def _below_binary(lines: Sequence[str], at: int) -> int:
    """The last line of a binary patch: lines of letters and digits, none of them with a blank."""
    while at + 1 < len(lines) and not BEGINS.match(lines[at + 1]):
        line = lines[at + 1]
        if line in ("--", "-- ") or (" " in line and not line.startswith(("literal ", "delta "))):
            break
        at += 1
    return at


def _named(line: str) -> str | None:
    path = line[4:].partition("\t")[0].strip()
    path = re.sub(r" +\d{4}-\d\d-\d\d .*$", "", path)
    if path == NO_PATH:
        return None
    path = path[1:-1] if path[:1] == path[-1:] == '"' else path
    first, slash, rest = path.partition("/")
    known = first not in (ROOM[:-1], "") and slash
    return _clean(rest if known and (len(first) == 1 or _is_named(rest)) else path)


def _is_named(path: str) -> bool:
    return path.startswith(ROOM) or path in (INDEX, PLAYERS, ABOUT)


def _clean(path: str) -> str:
    raw = OCTAL.sub(lambda found: chr(int(found[1], 8) & 255), path)
    try:
        return raw.encode("latin-1").decode()
    except UnicodeError:
        return raw


def _hunk(lines: Sequence[str], at: int, known: Known) -> tuple[Hunk, int]:
    found = HUNK.match(lines[at])
    if found is None:
        raise ValueError(lines[at])
    old, new = int(found[2] or 1), int(found[4] or 1)
    hunk = Hunk(found[0], int(found[1]) - (found[2] != "0"))
    at += 1
    while at < len(lines):
        line = lines[at]
        if line.startswith("\\"):  # No newline at end of file
            at += 1
            continue
        over = old <= 0 and new <= 0
        if (
            (over and not _goes_on(hunk, lines[at - 1], line))
            or BEGINS.match(line)
            or HUNK.match(line)
        ):
            break
        if line in ("--", "-- ") and (at + 1 == len(lines) or VERSION.match(lines[at + 1])):
            break
        at += 1
        sign = line[:1] or " "
        if sign not in "+- " and not over and known(line):
            sign, line = " ", f" {line}"  # the blank before it was lost
        if over or sign not in "+- ":
            if hunk.ops:  # else it is the rest of the hunk's head
                hunk.ops[-1][1].append(line)  # a long line that was wrapped on its way
            continue
        hunk.ops.append((sign, [line[1:]]))
        old -= sign != "+"
        new -= sign != "-"
    hunk.left = old, new
    return hunk, at


def _goes_on(hunk: Hunk, before: str, line: str) -> bool:
    """Whether a line below a whole hunk is the rest of its last line: where others were wrapped,
    and its first word had no place on the line before."""
    pieces = [len(piece) for _, words in hunk.ops for piece in words[:-1]]
    if not pieces or not line.strip() or line[0] in " _=+-@":
        return False
    return len(before) + 1 + len(line.split(maxsplit=1)[0]) > max(pieces)
