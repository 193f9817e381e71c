"""Somebody else's words that a letter holds without a mark: out of a proposal or a rule, or in
quotation marks, or indented under a question about them.

1. A line is theirs if it stands in a text that is known, next to a line that stands beside it
   there. Lines that are all of them votes may as well be a vote.
2. A single line that is a line of such a text is theirs if the letter holds other words of known
   texts, or asks about it, or sets it apart by indentation or quotation marks.
3. What is indented under a question, or stands between two quotation marks on other lines, is
   quoted, whether its text is known or not.
4. Whatever is doubtful is asked about; alone in a letter, a vote is always a vote.
5. Words are compared, and not how they are set: wrapping, bullets, capitals make no difference.
6. Bounded: a letter has SEARCHED characters looked through for it; beyond them, words that all are
   known are taken for copied.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from nomic_mail.letters.grammar.votes.readers.ballots import read_ballots
from nomic_mail.letters.grammar.wishes import TAKES_TEXT
from nomic_mail.letters.grammar.words import shown
from nomic_mail.letters.quoting.scaffold import Line
from nomic_mail.patterns import later

MOST_LINES = 2_000
SEARCHED = 200_000_000
NEIGHBOURS = 8  # words of the line beside
FEW = 4  # fewer words than these, and a sentence of anybody's may have them in a row
WORD = later(r"[+-]\d{1,3}\b|\w+")
SENTENCE = later(r"\n|(?<=[.!?;:])\s")
ASKS = later(
    r"\?\W*$|\b(?:what|why|how|who|whose|which|where|does|means?|meant|meaning|texts?|sa(?:y|ys|id)"
    r"|reads?|wr(?:ite|ites|ote|itten)|paragraphs?|lines?|sentences?|quot(?:e|es|ed|ing)|parts?"
    r"|passages?|clauses?|words?|wording|bit|below|following|this|that)\b.{0,80}:\W*$",
    re.I,
)
SMILEY = later(r"(?<!\S)[:;=8]-?[)(DPp|/]+(?=\W|$)")  # ends no sentence
MINE = later(r"\b(?:i|my|me) (?:\w+ )?(?:vote|ballot|votes|choice|answer)\b|\bvotes?\W*$", re.I)
PAIRS = {"„": "“”", "“": "”", "«": "»", "»": "«", "‹": "›", "「": "」", "『": "』"}
EVEN = later(r'"|``|\'\'')
FENCE = later(r"^\s*(?:```|~~~|''')")
IN_MARKS = later(r"""^\s*["'“”„«»‹›‘’`「『].*["'“”„«»‹›‘’`」』][.,;!?]?\s*$""")


class _Texts:
    """What is known, for one letter."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        self._stream, self.lines, self.words = _known(texts)
        self._left = SEARCHED

    def hold(self, row: Sequence[str]) -> bool:
        """These words in a row; rule 6."""
        self._left -= len(self._stream)
        return self._left < 0 or f" {' '.join(row)} " in self._stream


@lru_cache(maxsize=4)
def _known(texts: tuple[str, ...]) -> tuple[str, frozenset[str], frozenset[str]]:
    """All words in a row, each text apart; all lines and sentences; all words."""
    runs = [" ".join(_words(text)) for text in texts]
    lines = {" ".join(_words(line)) for text in texts for line in SENTENCE.split(text)}
    stream = " ¶ ".join(runs)
    return f" {stream} ", frozenset(lines - {""}), frozenset(stream.split())


def _words(text: str) -> list[str]:
    return [one.casefold() for one in WORD.findall(text)]


def is_it_yours(text: str) -> str:
    return (
        f"{shown(text)} stands among words that seem to be quoted: is it yours? Nothing was done."
        " If it is, send it alone."
    )


def may_not_be_seen(text: str) -> str:
    """Of a letter in HTML whose style sheet may hide it, or what it stands below."""
    return (
        f"{shown(text)} stands in your letter where it may not be seen, or below what may not be:"
        " is it yours? Nothing was done. If it is, send it alone, as plain text."
    )


def others_words(
    lines: Sequence[Line], known_texts: Callable[[], tuple[str, ...]]
) -> frozenset[int]:
    """The numbers of the lines that are said by nobody but whom they quote."""
    kinds = ("said", "quoted", "doubtful")
    full = [line for line in lines if line.kind in kinds and line.text.strip()][:MOST_LINES]
    said = [line for line in full if line.kind == "said"]
    if len(full) < 2:
        return frozenset()
    marked = {*_between_marks(said), *_under_a_question(said)}
    if texts := known_texts():
        known = _Texts(texts)
        marked |= {*_copied(full, known), *_lines_of_texts(said, known)}
    return frozenset(marked)


# Of texts that are known


def _copied(full: Sequence[Line], known: _Texts) -> Iterator[int]:
    """Rule 1."""
    words = [_words(line.text) for line in full]
    fits = [bool(one) and known.words.issuperset(one) for one in words]
    run: list[Line] = []
    for at, line in enumerate(full):
        if at and fits[at - 1] and fits[at] and _beside(words[at - 1], words[at], known):
            run.append(line)
            continue
        yield from _of_run(run)
        run = [line]
    yield from _of_run(run)


def _beside(above: list[str], below: list[str], known: _Texts) -> bool:
    if not known.hold((*above[-NEIGHBOURS:], *below[:NEIGHBOURS])):
        return False
    few = min(len(above), len(below)) < FEW and max(len(above), len(below)) < FEW
    return not few or " ".join(above) in known.lines or " ".join(below) in known.lines


def _of_run(run: Sequence[Line]) -> Iterator[int]:
    each = [line.text.strip() for line in run]
    if len(run) > 1 and not all(map(read_ballots, each)) and not read_ballots(" ".join(each)):
        yield from (line.number for line in run if line.kind == "said")


def _lines_of_texts(said: Sequence[Line], known: _Texts) -> Iterator[int]:
    """Rule 2."""
    words = [_words(line.text) for line in said]
    own = [at for at, one in enumerate(words) if " ".join(one) in known.lines]
    if not own:
        return
    others = [
        at
        for at, one in enumerate(words)
        if len(one) >= FEW - 1
        and known.words.issuperset(one)
        and known.hold(one)
        and not read_ballots(said[at].text.strip())
    ]
    least = min(_indent(line) for line in said)
    for at in own:
        apart = IN_MARKS.match(said[at].text) or _indent(said[at]) > least + 1
        if at and MINE.search(said[at - 1].text.rstrip(" :")):
            continue
        asked = at > 0 and _asks(said[at - 1])
        heads = TAKES_TEXT.match(said[at].text)  # what stands below it is its own
        asked = asked or (at + 1 < len(said) and not heads and _asks(said[at + 1]))
        if len(said) > 1 and (apart or asked or set(others) - {at}):
            yield said[at].number


# Of any text (rule 3)


def _under_a_question(said: Sequence[Line]) -> Iterator[int]:
    asked: int | None = None  # how far the question is indented that the lines below are about
    for line in said:
        apart = asked is not None and _indent(line) > asked + 1
        if apart or (asked is not None and IN_MARKS.match(line.text)):
            yield line.number
        else:
            asked = _indent(line) if _asks(line) else None


def _between_marks(said: Sequence[Line]) -> Iterator[int]:
    """Lines from one with an opening mark to that with the closing one; not a mark that nothing
    closes, and not the words that stand before it on its line."""
    inside: list[int] = []
    opened = ""
    for line in said:
        text = line.text
        if opened:
            inside.append(line.number)
            if _closes(text, opened):
                yield from inside
                inside, opened = [], ""
            continue
        opened = _opened(text)
        if opened and (text.lstrip()[:1] == opened or FENCE.match(text)):
            inside = [line.number]


def _opened(text: str) -> str:
    """The mark that a line leaves open."""
    if FENCE.match(text):
        return "fence"
    if len(EVEN.findall(text)) % 2:
        return '"'
    for opening, closing in PAIRS.items():
        begun, ended = text.count(opening), sum(map(text.count, closing))
        if begun:
            return opening if begun > ended else ""
    return ""


def _closes(text: str, opened: str) -> bool:
    if opened == "fence":
        return FENCE.match(text) is not None
    if opened == '"':
        return len(EVEN.findall(text)) % 2 == 1
    return any(mark in text for mark in PAIRS[opened])


def _asks(line: Line) -> bool:
    text = SMILEY.sub("", line.text.strip()[-200:])
    return ASKS.search(text) is not None and not MINE.search(text)


def _indent(line: Line) -> int:
    expanded = line.text.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())
