"""What the grammar is given, what it gives back, and the passages it reads.

1. A passage is what one person said in one go: a line, together with the lines it was wrapped over.
   A condition or a negation that the mail program wrapped onto another line stays with its vote.
2. A passage knows the quoted block it stands under: that is what an answer between the quoted items
   of a ballot answers.
"""

import re
from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game.commands import Command, Vote
from nomic_mail.letters.quoting.scaffold import Line
from nomic_mail.patterns import later

WRAPPED = 56  # a line at least this long, without an end, was broken by a mail program
BLOCK_LINES = 80


class Action(Struct, frozen=True):
    """What players can do by a rule's program: its form, the rule by its number and its lineage,
    and who plays, as a form may name them: seats, with their names and those they had before."""

    form: str
    rule: int
    lineage: int
    players: tuple[tuple[int, str], ...] = ()
    former: tuple[tuple[int, str], ...] = ()
    sealed: bool = False


class Aims(Struct, frozen=True):
    """What the proposal on the ballot does to which rules, in how many changes, and whose it is."""

    repealed: tuple[int, ...] = ()
    amended: tuple[int, ...] = ()  # or transmuted: they stay, and not as they are
    changes: int = 0
    author: tuple[str, ...] | None = None  # what its author is called, and nobody else who plays
    text: str = ""  # its titles and words


NO_AIMS = Aims()


# Of whom a ruling is wanted; where another's is; where there is one.
Judged = Literal["", "judge", "asked", "ruled"]


class About(Struct, frozen=True):
    """What the letter answers, as far as its token and the game tell."""

    ballot: int | None = None
    open_ballots: tuple[int, ...] = ()
    from_moderator: bool = False
    talk: bool = False
    questioned: bool = False  # a letter of ours that asked something: a yes is to that
    judged: Judged = ""  # whether it answers a letter about a judgment, and from whom
    none_open: bool = False  # as the game tells; without one it is not known
    conditions: bool = False  # whether a vote that is open takes any
    actions: tuple[Action, ...] = ()
    gone: tuple[Action, ...] = ()  # that there were, or that do not run now
    plays: bool = False  # who plays is asked once whether they want to leave for good
    texts: Callable[[], tuple[str, ...]] = tuple  # of proposals and rules, which people copy
    aims: Callable[[], Aims] = lambda: NO_AIMS  # of the one ballot that is meant
    game: str = ""  # its name, as it stands in our subjects
    called: frozenset[str] = frozenset()  # the words of its writer's name


class Said(Struct, frozen=True):
    command: Command
    line: str
    why: str


class Asked(Struct, frozen=True):
    line: str
    question: str
    leaves: bool = False  # whether they mean to leave the game for good
    perhaps: Vote | None = None  # what a YES to it says
    calls: int = 0  # the proposal whose vote a YES opens
    meant: str = ""  # the proposal that a YES makes, where it is quoted below
    votes: tuple[int, ...] = ()  # on which of what is open a vote may be in it


class Understood(Struct, frozen=True):
    said: tuple[Said, ...]
    questions: tuple[Asked, ...]
    ignored: tuple[str, ...]


class Passage(Struct, frozen=True):
    text: str
    number: int  # of its first line in the letter
    above: tuple[str, ...] = ()  # the quoted block above this and its neighbours, top to bottom
    hanging: bool = False  # it may be the end of the sentence before it
    below: tuple[str, ...] = ()  # where nothing is quoted above: the first quoted block below


# Words that a sentence hardly ends with, so that the next line goes on with it.
HANGS = later(
    r"(?:\b(?:vote|voting|voted|to|not|never|would|could|if|or|and|the|a|an|of|that|be|my|your|his"
    r"|her|their|than|as|is|on|with|for me|i|i'd|i'll|probably|maybe|perhaps|unless|because|will)"
    r"|n't|,)$",
    re.I,
)
GOES_ON = later(
    r"^(?:if|unless|provided|providing|only|but|because|as|and|when|since|although|though|except"
    r"|assuming|or|so|until|that|which|once|while|whenever|even|however)\b"
)
# Ends with "vote" and is whole all the same.
CALLS = later(r"(?:(?:[-*•·+]|\d{1,2}[.)])\s+)?(?:i )?call (?:for )?(?:a |the )?vote", re.I)
CELLS = later(r"\w(?: {2}|\t| \| )")  # of a table: a row above another ends with its line
OF_ITEM = later(
    r"\W{0,3}#?\d{3,6}\s?[:=|–-]\s|#?\d{3,6}\s+(?-i:FOR|for|AGAINST|against|yes|no)\b"
    r"|(?i:(?:the )?(?:first|second|third|last)(?: one)?\s?[:=–-]\s)"
)
ENDS = later(r"[.!?:;)\]…]$")


def passages(lines: Iterable[Line]) -> tuple[Passage, ...]:
    """The said lines in order, joined where they were wrapped."""
    lines = tuple(lines)
    found: list[Passage] = []
    block: list[str] = []  # the quoted lines last met
    in_block = False
    paragraph: list[Line] = []
    broken = False  # the paragraph follows the unfinished quoted line above it at once
    before = ""
    for line in lines:
        if paragraph and line.number > paragraph[-1].number + 1:  # what stood between is read
            found.extend(_joined(paragraph, tuple(block), False))
            paragraph, before = [], ""
        if line.kind == "said":
            broken = _is_unfinished(before, block) if not paragraph else broken
            paragraph.append(line)
            before = line.kind
            in_block = False
            continue
        if paragraph:
            torn = broken and line.kind == "quoted" and line.text.strip()[:1].islower()
            found.extend(_joined(paragraph, tuple(block), torn))
            paragraph = []
        if line.kind in ("quoted", "attribution"):
            if not in_block:
                block = []
            in_block = True
            if line.kind == "quoted":
                block.append(line.text.strip())
                del block[:-BLOCK_LINES]
        before = line.kind
    found.extend(_joined(paragraph, tuple(block), False))
    below = _first_block(lines)
    return tuple(one if one.above else replace(one, below=below) for one in found)


def _first_block(lines: Iterable[Line]) -> tuple[str, ...]:
    """What is quoted first."""
    block: list[str] = []
    for line in lines:
        if line.kind == "quoted" and len(block) < BLOCK_LINES:
            block.append(line.text.strip())
        elif block and line.kind != "blank":
            break
    return tuple(block)


def _is_unfinished(before: str, block: list[str]) -> bool:
    """Whether a quoted line just above was broken off: the next may be what fell off it."""
    return before == "quoted" and len(block[-1]) >= WRAPPED and not ENDS.search(block[-1])


def _joined(paragraph: list[Line], above: tuple[str, ...], torn: bool) -> list[Passage]:
    found: list[Passage] = []
    words: list[str] = []
    number = 0
    hanging = torn
    last = ""
    for line in paragraph:
        text = line.text.strip()
        if words and wraps(last, text):
            words.append(text)
        else:
            if words:
                found.append(Passage(" ".join(words), number, above, hanging))
                hanging = torn or _may_go_on(" ".join(words), text)
            words, number = [text], line.number
        last = text
    if words:
        found.append(Passage(" ".join(words), number, above, hanging))
    return found


def wraps(line: str, following: str) -> bool:
    if GOES_ON.match(following):
        return True
    if len(line) < WRAPPED and CELLS.search(line) and CELLS.search(following):
        return False
    if CALLS.fullmatch(line) or OF_ITEM.match(following):
        return False
    if HANGS.search(line):
        return True
    return len(line) >= WRAPPED and not ENDS.search(line)


def _may_go_on(before: str, text: str) -> bool:
    """A short unfinished line above a small letter: nobody can say where the sentence ends."""
    unfinished = not ENDS.search(before) and len(before.split()) > 3
    return unfinished and text[:1].islower()
