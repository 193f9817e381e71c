"""The plain form of a letter: what the templates' filters do in it, and its lines of 72 columns.

1. Lines are folded at 72 columns, and continue under the text they continue; addresses and links
   are left whole.
2. What people wrote keeps its paragraphs, line by line.
3. Wherever words came from (a letter, somebody's ruleset, a record), nothing in them moves a
   terminal, turns a line about, or ends one but a line feed: a mail program that quotes a letter
   knows no other.
"""

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from nomic_mail.game.matching import steps
from nomic_mail.game.numbers import printed
from nomic_mail.game.wording import sentences_changed, settled
from nomic_mail.letters.mime.wrapped import unwrapped
from nomic_mail.phrases import ENGLISH, setting_name, setting_value, small_word

COLUMNS = 72


def listed(words: Sequence[str], language: str = ENGLISH) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {small_word('and', language)} {words[-1]}"


def counted(points: int | str, language: str = ENGLISH) -> str:
    if isinstance(points, str):
        return points
    return f"{points} {small_word('point' if abs(points) == 1 else 'points', language)}"


def in_runs(labels: Iterable[int | str]) -> str:
    """Six numbers or more in a row are told as one reads and writes them in a vote: 301-330."""
    return _in_runs(tuple(map(str, labels)))


@lru_cache(maxsize=256)  # what many have not voted on yet
def _in_runs(labels: tuple[str, ...]) -> str:
    runs: list[list[str]] = []
    for one in labels:
        follows = runs and one.isdecimal() and runs[-1][-1] == str(int(one) - 1)
        runs[-1].append(one) if follows else runs.append([one])
    told = ([f"{run[0]}-{run[-1]}"] if len(run) > 5 else run for run in runs)
    return ", ".join(one for run in told for one in run)


def brief(change: Mapping[str, Any], most: int = 40) -> str:
    """What it is called where it has part of a line."""
    rule = f" ({change['target_title']})" if change["target_title"] else ""
    told = change["title"] or f"{change['kind'].upper()} {printed(change['target'])}{rule}"
    more = f" (+{len(change['more'])})" if change["more"] else ""
    return (told if len(told) <= most else f"{told[: most - 3]}...") + more


def indented(text: str, by: int = 4) -> str:
    return textwrap.indent(text.strip("\n"), " " * by)


def program(text: str, by: int = 4) -> str:
    """Each line as it is, however long: a program that is broken elsewhere is another."""
    lines = indented(text, by).split("\n")
    return "\n".join(command(one) if len(one) > COLUMNS else one for one in lines)


def quoted(text: str) -> str:
    """Lines that its mail program broke are put together first: they would be broken again."""
    return textwrap.indent(unwrapped(text.strip("\n")), "> ", lambda _: True)


def chopped(text: str, width: int = 64) -> str:
    return "\n".join(textwrap.wrap(text, width, break_on_hyphens=False))


def shortened(text: str, most: int = 100) -> str:
    """Its first line; of a long one, its first sentence."""
    told = text.split("\n", 1)[0].strip().rstrip(":")
    if len(told) > most:
        told = re.split(r"(?<=[.!?]) (?=[A-Z])", told, maxsplit=1)[0]
    return textwrap.shorten(told, most + 20, placeholder=" ...")


def table(rows: Iterable[Sequence[Any]]) -> str:
    """A name and a value a row; names as wide as the widest, numbers under each other."""
    listed_rows = [(str(name)[:32], value) for name, value in rows]
    wide = max((len(name) for name, _ in listed_rows), default=0)
    return "\n".join(f"  {name:<{wide}}  {_cell(value)}".rstrip() for name, value in listed_rows)


def _cell(value: object) -> str:
    return f"{value:6d}" if isinstance(value, int) else str(value)


Grid = tuple[Sequence[str], Sequence[Sequence[Any]]]  # its head, and a row for each line
WIDEST = 24


def grids(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> list[Grid]:
    """Several one below the other, where all columns together are wider than a line. The first
    column names the rows."""
    listed_rows = [[str(row[0])[:WIDEST], *row[1:]] for row in rows]
    first = max(len(str(row[0])) for row in listed_rows) if listed_rows else 0
    parts, left = [list[int]()], COLUMNS - 2 - first
    for at, wide in enumerate(_widths(head, listed_rows)[1:], 1):
        if parts[-1] and wide + 2 > left:
            parts.append([])
            left = COLUMNS - 2 - first
        parts[-1].append(at)
        left -= wide + 2
    return [
        ([head[at] for at in (0, *part)], [[row[at] for at in (0, *part)] for row in listed_rows])
        for part in parts
    ]


def _widths(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[int]:
    return [max(len(str(one)) for one in column) for column in zip(head, *rows, strict=True)]


def grid(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    return "\n\n".join(_grid(*one) for one in grids(head, rows))


def _grid(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    first, *wide = _widths(head, rows)
    told = []
    for name, *cells in (head, *rows):
        right = (f"{one:>{w}}" for one, w in zip(cells, wide, strict=True))
        told.append("  ".join(("", f"{name:<{first}}", *right)).rstrip())
    return "\n".join(told)


LONGEST_BAR = 24


def bar_lengths(rows: Sequence[Mapping[str, Any]], longest: int, goal: object) -> list[int]:
    """How long each score's bar is: the longest is what wins, where that is a number of points, or
    whoever is further from nothing. Any score has some."""
    wins = goal if isinstance(goal, int) else 0
    most = max((wins, *(abs(row["score"]) for row in rows)))
    return [-(-abs(row["score"]) * longest // most) if most else 0 for row in rows]


def bars(rows: Sequence[Mapping[str, Any]], goal: object = None) -> str:
    """Scores as bars; what is below zero is drawn with another sign."""
    names = [str(row["name"])[:24] for row in rows]
    wide = max(map(len, names), default=0)
    scores = [row["score"] for row in rows]
    lengths = bar_lengths(rows, LONGEST_BAR, goal)
    drawn = (("#" if score > 0 else "-") * n for score, n in zip(scores, lengths, strict=True))
    told = zip(names, scores, drawn, strict=True)
    return "\n".join(f"  {name:<{wide}}  {score:6d}  {bar}".rstrip() for name, score, bar in told)


COPIED_SPACE = "\x1f"  # of a line that is to be copied: it is never folded there


def command(line: str) -> str:
    return line.replace(" ", COPIED_SPACE)


def diff(now: str, was: str) -> str:
    """The sentences that go, and those that come; nothing where the new text is read whole."""
    told = list[str]()
    for gone, new in sentences_changed(now, was):
        told += [f"{mark} {words}" for mark, words in (("-", gone), ("+", new)) if words]
    return indented("\n".join(told))


def lines_changed(now: str, was: str) -> str:
    """Effects or a program by lines: what goes and what comes, each with the line beside it."""
    old, new = was.split("\n") if was else [], now.split("\n") if now else []
    found = steps(old, new, skips=True)
    told = list[str]()
    for place, (kind, a, b, x, y) in enumerate(found):
        if kind != "equal":
            told += [*(f"- {line}" for line in old[a:b]), *(f"+ {line}" for line in new[x:y])]
        elif found[1:]:
            first, last = old[a : a + 1] * bool(place), old[b - 1 : b] * (place + 1 < len(found))
            between = ["..."] if first and last and b - a > 2 else []
            beside = old[a:b] if first and last and not between else [*first, *between, *last]
            told += [line if line == "..." else f"  {line}" for line in beside]
    return "\n".join(line.rstrip() for line in told)


def program_changed(change: Mapping[str, Any]) -> str:
    """Of the program that a rule has, where it would have another."""
    programs = (one for one in change["effects"] or () if one.startswith("program:"))
    now, was = next(programs, ""), change.get("target_program", "")
    return lines_changed(_source(now), _source(was)) if now and was else ""


def _source(clause: str) -> str:
    return textwrap.dedent(clause.partition("\n")[2])


FILTERS: Mapping[str, Callable[..., Any]] = {
    "num": lambda number: number if isinstance(number, str) else printed(number),
    "names": listed,
    "in_runs": in_runs,
    "brief": brief,
    "signed": lambda points: f"{points:+d}",
    "points": counted,
    "name": str,
    "indented": indented,
    "program": program,
    "noted": indented,
    "quoted": quoted,
    "link": chopped,
    "table": table,
    "grid": grid,
    "diff": diff,
    "lines_changed": lines_changed,
    "program_changed": program_changed,
    "gone": lambda words: f"{words} (-)",
    "come": lambda words: f"{words} (+)",
    "mailto": str,
    "web": str,
    "bars": bars,
    "command": command,
}


def spoken(language: str) -> Mapping[str, Callable[..., Any]]:
    """The filters whose words are of a language."""
    return {
        "names": partial(listed, language=language),
        "points": partial(counted, language=language),
        "small": partial(small_word, language=language),
        "setting_name": partial(setting_name, language=language),
        "setting_value": partial(setting_value, language=language),
    }


_INDENT = re.compile(r"(\s*(?:> ?)*)((?:[-+] |\d+\. )?)")


def folded(text: str) -> str:
    """Every line at most 72 columns, the continuation lines under the text they continue."""
    lines = [line if line == "-- " else line.rstrip() for line in text.split("\n")]
    if max(map(len, lines)) > COLUMNS:
        lines = [line if len(line) <= COLUMNS else _fold(line) for line in lines]
    return settled("\n".join(lines).replace(COPIED_SPACE, " "))


@lru_cache(maxsize=256)  # many letters say the same
def _fold(line: str) -> str:
    found = _INDENT.match(line)
    indent, bullet = (found[1], found[2]) if found else ("", "")
    lines = textwrap.wrap(
        line[len(indent) :],
        COLUMNS,
        initial_indent=indent,
        subsequent_indent=indent + " " * len(bullet),
        break_long_words=False,
        break_on_hyphens=False,
        expand_tabs=False,
        drop_whitespace=True,
    )
    return "\n".join(lines) if lines else line
