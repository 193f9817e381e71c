"""How the lines of a record to read are set: in 72 columns, people's words as they wrote them."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from datetime import datetime

from nomic_mail.archive.told.moments import words
from nomic_mail.game.tally import needed, read_terms
from nomic_mail.phrases import said

COLUMNS = 72


def folded(words: str, indent: str = "", hang: str = "") -> Iterator[str]:
    """A paragraph of ours, folded."""
    yield from textwrap.wrap(
        " ".join(words.split()),
        COLUMNS,
        initial_indent=indent,
        subsequent_indent=hang or indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def as_is(text: str, mark: str) -> Iterator[str]:
    """A clause: where it is a program, its lines are what they are."""
    return (f"{mark}{line}".rstrip() for line in text.split("\n"))


def quoted(text: str, mark: str) -> Iterator[str]:
    """What somebody wrote, line by line; only lines that are too long are folded."""
    for line in text.strip("\n").split("\n"):
        if len(mark) + len(line) <= COLUMNS:
            yield f"{mark}{line}".rstrip()
            continue
        yield from textwrap.wrap(
            line,
            COLUMNS,
            initial_indent=mark,
            subsequent_indent=mark,
            break_long_words=False,
            break_on_hyphens=False,
        )


def titled(words: str) -> Iterator[str]:
    yield from ("", "", words.upper(), "=" * len(words), "")


def when(moment: datetime | None, *, told: bool = False) -> str:
    """Of a game that is told, as far as it is."""
    if told and moment is not None:
        return words(moment)
    return f"{moment:%a %Y-%m-%d %H:%M} UTC" if moment is not None else "-"


def listed(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def takes(threshold: str) -> str:
    """What a vote takes; what else decides beside the share, as its clauses have it."""
    share, *others = re.split("[,;] ", threshold)
    try:
        of = read_terms(share).adoption.threshold
    except ValueError:
        return threshold  # of a stranger's record
    voters = "the votes of " if of.of == "eligible" else ""
    return "; ".join([f"{voters}{said(needed(of, of.of))}", *others])
