"""A form that somebody has filled in: rows of a label and a value, one of them the vote.

1. Rows right below each other are a form where as many of them have a vote as have a number, or
   one has a vote: "PROPOSAL: 301", "VOTE: FOR", "NAME: Ann". What its number row names, the vote
   next to it is on; with its own number beside it, a vote row is read as it stands.
2. Another row says what its value says: "NAME: Ann" names its writer, and asks for no new name;
   "Reason: only if Bob agrees" is a condition. Where one is any other command, it is no form.
3. A form in somebody else's name is asked about, whatever its writer is called there: no word of
   the name is one of theirs, nor begins as one does.
"""

import re
from collections.abc import Callable, Sequence, Set
from itertools import pairwise

from msgspec.structs import replace

from nomic_mail.game.commands import Command, Vote
from nomic_mail.game.procedures.naming import Rename
from nomic_mail.letters.grammar.forms import Doubt
from nomic_mail.letters.grammar.reading import About, Passage
from nomic_mail.letters.grammar.votes.asked import ask
from nomic_mail.letters.grammar.votes.readers.ballots import read_ballots
from nomic_mail.letters.grammar.votes.votes import Unsure
from nomic_mail.patterns import later

MOST_ROWS = 12
ROW = later(
    r"\W{0,3}(?P<label>[^\W\d_][^:=|\n]{0,30}?)\s{0,2}[:=|]\s{0,4}(?P<value>[^\s:=|][^\n]{0,120})"
)
VOTE = later(
    r"(?:(?:my|your|the|i|meine?) )?(?:votes?|ballot|choice|decision|answer|stimme|votum"
    r"|entscheidung)(?: (?:cast|is))?",
    re.I,
)
NUMBER = later(
    r"(?:(?:the|ballot|on) )?(?:proposal|prop|motion|ballot|item|vorschlag|antrag)"
    r"(?: (?:no|nr|number|nummer|id))?\.?",
    re.I,
)
DIGITS = later(r"#?(\d{3,6})\W*")
NAME = later(
    r"(?:(?:my|your|the|full|voter'?s?|player'?s?|member'?s?) )*(?:name|voter|player|member|from"
    r"|signed"
    r"|signature|absender|spieler(?:in)?|wähler(?:in)?|mitglied)(?: (?:by|of (?:the )?\w+))?",
    re.I,
)
WORD = later(r"[^\W\d_]+")
EMPTY = later(r"(?:none|nil|n/?a|no comments?|keine)?\W*", re.I)
Order = Callable[[str], Command | Doubt | None]


def forms(
    said: Sequence[Passage], order: Order, about: About, doubts: list[Unsure]
) -> list[Passage]:
    """The passages of a letter, each form in it read as what it says; `order`: the command of a
    line; `doubts`: what is asked, to which the votes in somebody else's name come."""
    found: list[Passage] = []
    form: list[Passage] = []
    for passage in [*said, None]:
        row = passage is not None and ROW.fullmatch(passage.text) is not None
        if form and not (row and passage is not None and passage.number == form[-1].number + 1):
            if _is_anothers(form, about.called):
                doubts += [Unsure(o.text, o.number, ask(o.text, about)) for o in _votes(form)]
            else:
                found += _read(form, order)
            form = []
        if passage is not None:
            (form if row else found).append(passage)
    return found


def _is_anothers(form: list[Passage], called: Set[str]) -> bool:
    """Rule 3."""
    if not called or len(form) < 2 or not _votes(form):
        return False
    named = [_value(one.text) for one in form if NAME.fullmatch(_label(one.text))]
    words = [WORD.findall(one.casefold()) for one in named]
    return any(told and not any(_begins(one, called) for one in told) for told in words)


def _begins(word: str, called: Set[str]) -> bool:
    return any(one.startswith(word) or word.startswith(one) for one in called)


def _votes(form: list[Passage]) -> list[Passage]:
    return [one for one in form if _kind(one.text) in ("vote", "named") or read_ballots(one.text)]


def _read(form: list[Passage], order: Order) -> list[Passage]:
    if not 1 < len(form) <= MOST_ROWS or any(_is_command(order(one.text)) for one in form):
        return form
    kinds = [_kind(one.text) for one in form]
    votes, numbers = kinds.count("vote"), kinds.count("number")
    named = [one for one in kinds if one in ("vote", "number")]
    if not votes or (votes != numbers if numbers else votes > 1):
        return form
    if any(one == other for one, other in pairwise(named)) or "named" in kinds:
        return form
    rows = list(zip(form, kinds, strict=True))
    on = iter([_value(one.text) for one, kind in rows if kind == "number"])
    read: list[Passage] = []
    for one, kind in rows:
        value = _value(one.text)
        if kind == "vote":
            number = DIGITS.fullmatch(next(on, ""))
            read.append(replace(one, text=f"{number[1]}: {value}") if number else one)
        elif kind == "other" and not EMPTY.fullmatch(value):
            read.append(replace(one, text=value))
    return read


def _is_command(order: Command | Doubt | None) -> bool:
    return isinstance(order, Command) and not isinstance(order, Rename | Vote)


def _kind(text: str) -> str:
    row = ROW.fullmatch(text)
    label, value = (row["label"].strip(), row["value"]) if row else ("", "")
    if NUMBER.fullmatch(label) and DIGITS.fullmatch(value):
        return "number"
    ballots = (read_ballots(value) or ()) if VOTE.fullmatch(label) else ()
    if len(ballots) != 1 or ballots[0].tail:
        return "other"
    return "vote" if ballots[0].scope == "none" else "named"


def _label(text: str) -> str:
    row = ROW.fullmatch(text)
    return row["label"].strip() if row else ""


def _value(text: str) -> str:
    row = ROW.fullmatch(text)
    return row["value"].strip() if row else text
