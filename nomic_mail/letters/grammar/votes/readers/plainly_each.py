"""Votes in ordinary words on several proposals, each on what its clause names.

1. A side ("yes", "I'm against", "thumbs down") is on what its clause names: a number, "the first",
   "both", "the other two"; else on what was named last.
2. Sides that name nothing, as many as are open and in one sentence ("yes, yes, no"), are on them in
   their order.
3. Each one that is named has a side, and no two; else nothing is read. What else stands in the
   letter is looked at as where one is open (`plainly`, rule 3).
4. Words are data; a new one is added here and nowhere else.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.reading import About
from nomic_mail.letters.grammar.votes.readers.clear_german import doubts_in_german
from nomic_mail.letters.grammar.votes.readers.plainly import (
    MOST_CHARS,
    MOST_CLAUSES,
    MOST_PIECES,
    ODD,
    TIED,
    Uttered,
    is_anothers,
    leaves,
    pieces_of,
    said_in,
    turn_of,
    way_of,
)
from nomic_mail.letters.grammar.votes.said.ordinary import CLAUSE, FORMS, LEAD
from nomic_mail.letters.grammar.votes.said.signs import DANGER
from nomic_mail.letters.grammar.votes.said.strays import FURTHER
from nomic_mail.letters.grammar.votes.said.turns import HEDGES, IFS
from nomic_mail.letters.grammar.words import number_of
from nomic_mail.patterns import later

REF = later(
    r"(?:(?:(?:the|den|der|die|das|dem|both|all)\s)?(?:(?:proposals?|props?|motions?|no\.?"
    r"|nr\.?|number|antrag)\s?)?"
    r"(?:#\s?)?(?P<num>(?<![\d.,-])(?<!rule )(?<!rules )\d{3,6}(?![\d%]|[.,]\d))"
    r"|(?:(?:the|den|der|die|das|dem|my)\s)?(?P<ord>\b(?:first two|last two|first three"
    r"|ersten beiden|letzten beiden"
    r"|first|1st|second|2nd|third|3rd|fourth|4th|last|latter|former|other two|other one|others"
    r"|rest|other|erste[nr]?|zweite[nr]?|dritte[nr]?"
    r"|vierte[nr]?|letzte[nr]?)\b)(?:\s(?:one|proposal|motion|of (?:them|these)|vorschlag|antrag)"
    r"|(?=\s?(?:$|[.,;:!()–—-]|(?:is|isn't|gets?|has|and|yes|no|i|at|from|please|und|ja|nein"
    r"|stimme|lehne)\b)))"
    r"|(?P<all>both(?: of (?:them|these|the two|your))?(?: proposals| motions)?"
    r"|all(?: (?:of )?(?:the |your )?(?:two|three|four|2|3|4|them|these|proposals|motions)"
    r"(?: (?:of (?:them|these|your proposals|the proposals)|proposals))?)|the (?:pair|lot|three"
    r"|two) of them"
    r"|each(?: (?:one|of (?:them|these)))?|every one(?: of (?:them|these))?|either(?: (?:one"
    r"|of (?:them|these)))?"
    r"|any of (?:these|them)|the lot|everything|beide[nrm]?"
    r"|alle[nrm]?(?: drei(?:en)?)?))(?![\w'-])",
    re.I,
)
PLACES = {
    **dict.fromkeys(("first", "1st", "former", "erst"), 0),
    **dict.fromkeys(("second", "2nd", "zweit"), 1),
    **dict.fromkeys(("third", "3rd", "dritt"), 2),
    **dict.fromkeys(("fourth", "4th", "viert"), 3),
    **dict.fromkeys(("last", "letzt", "latter"), -1),
}
GROUPS = {
    **dict.fromkeys(("first two", "ersten beiden"), slice(2)),
    **dict.fromkeys(("last two", "letzten beiden"), slice(-2, None)),
    "first three": slice(3),
}
TWO, THREE = 2, 3
ABOUT = later(
    r"\W*(?:(?:and|but|so|ok|well|then|hence|therefore|also|in|as|for|on|to|re|with|regard"
    r"|respect|regarding|concerning|about|zu|zum|zur|bei|für|proposal|my|answer|vote|now)\s){0,5}"
    r"\x00(?:\s?(?:,|and|und|&|\+|/)?\s?\x00){0,6}(?:\s?(?:[:=–]|-(?!1)){1,2}|\s(?:is|gets"
    r"|has)(?= (?:an? )?(?:yes|no|aye|nay)\b))?\s?",
    re.I,
)
FOR_IT = later(r"\W*(?:(?:and|but|so|i'm|i am|all)\s){0,3}for\s\x00\W*", re.I)
ALIKE = later(
    r"\W*(?:likewise|same(?: here| again)?|ditto|dito|the same|ebenso|ebenfalls)\b[\s.!]*$", re.I
)
ALSO = later(r"\b(?:also|too|again|as well|likewise)\s", re.I)
SIGNED = later(r"(?<![a-z])[yn](?![a-z])", re.I)
RUN = later(r"\W*(?:[yn](?:\s?[,/&+]?\s?| and )){1,9}[yn]\b(?!')", re.I)
TURNING = later(
    r"\b(?:on|wait|edit|that|thoughts?|reflection|correction|ps|p\.s|oops|actually|mind|update|later"
    r"|back)\b",
    re.I,
)
WITH_ME = later(r"\b\w+ (?:and|&) i\b", re.I)
# "301: yes 302: no", and not "FOR 301: short"
ITEM = later(
    r"(?i:(?<!\bfor)(?<!ainst)(?<!stain)(?<!\bon)(?<!\bre)(?<!osal)(?<!\bto)(?<!ding)(?<!\bvote))"
    r"\s(?=#?\d{3,6}\s?:)"
)
COUNTED = later(r"\b(?:one|two|three|an?|another|\d)\b", re.I)
TIMES = later(r"\b(?:(?P<two>two|2|twice|zweimal|2x)|(?P<three>three|3|thrice|dreimal|3x))\b", re.I)
NONE_OF = later(
    r"\b(?:neither|none|nothing|nor|except|apart from|other than|one of (?:them|these|the two)"
    r"|whichever|keine[nrsm]?|but not)\b",
    re.I,
)
ON_ALL = later(
    r"\b(?:yes|no|for|against|vote|support|back|abstain|oppose|approve|noes|yes(?:es)?|ayes)\b",
    re.I,
)


WORDS = later(
    r"\W*?(?:(?:it|they)(?:'s| is| are)? )?"
    rf"(?:(?P<pro>assent|consent|thumbs up|y|approval|placet|\+\s?1|[👍✅]|{LEAD}"
    r"(?:(?:yes|yeah|yeh|yep|sure)\W{1,2})?(?:content|ok(?:ay)?|fine|sure"
    r"|happy)(?: (?:ok(?:ay)?|fine))?"
    r"(?: (?:from|by|with|for|w) (?:me|my side|my end|us))?)"
    r"|(?P<con>dissent|thumbs down|n|certainly not|definitely not|absolutely not|non placet|no way"
    r"|never|-\s?1|[👎❌])"
    r"|(?P<abs>abst|recuse(?: myself)?|no opinion|pass|0))(?=[\s.!]*$|,|\s\()",
    re.I,
)


class Side(Struct, frozen=True):
    """A clause that votes, with what it is on; none, if it says nothing of that."""

    choice: Choice
    on: tuple[int, ...]
    piece: int
    counted: bool = False  # "one yes": on which?
    named: bool = False  # in its own clause, or at its head


def plainly_each(
    told: Sequence[str], about: About, *, beside: bool = False
) -> dict[int, Choice] | None:
    """The choice for each number that a letter votes on, where it is plain for all it names;
    `beside`: votes that count already, to which only what names its own is put."""
    pieces, known = _items(told), about.open_ballots
    if about.ballot is not None or min(known) < 0:
        return None  # what answers one of them, or is on a request, too
    text = "\n".join(pieces)
    if not 0 < len(pieces) <= MOST_PIECES or len(text) > MOST_CHARS or NONE_OF.search(text):
        return None
    named, sides = _sides(pieces, known)
    if not sides or (beside and not all(one.named for one in sides)):
        return None
    if not leaves(pieces, [Uttered(one.choice, True, one.piece) for one in sides]):
        return None
    if any(WITH_ME.search(one) or _doubts(one) for one in {pieces[one.piece] for one in sides}):
        return None
    found = _agreed(sides, known)
    return found if found and named <= found.keys() else None


def _agreed(sides: Sequence[Side], known: tuple[int, ...]) -> dict[int, Choice]:
    """The side that each is on, where they agree and none hangs in the air."""
    found: dict[int, Choice] = {}
    for one in sides:
        if any(found.setdefault(number, one.choice) != one.choice for number in one.on):
            return {}
    loose = [one for one in sides if not one.on]
    if not loose:
        return found
    if found or any(one.counted for one in loose) or len({one.piece for one in loose}) > 1:
        return {}
    ways = [one.choice for one in loose]
    return dict(zip(known, ways, strict=True)) if len(ways) == len(known) else {}


def gainsaid(
    told: Sequence[str], votes: Mapping[int, Choice], known: tuple[int, ...]
) -> tuple[Sequence[int], str] | None:
    """The numbers of which a clause votes otherwise than is counted, and that sentence."""
    if len(known) > 1:
        if min(known) < 0:
            return None
        pieces = _items(told)
        if ODD.search("\n".join(pieces)):
            return None
        for side in _sides(pieces, known)[1]:
            torn = [
                one for one in side.on if side.named and votes.get(one, side.choice) != side.choice
            ]
            if torn and not TIED.search(pieces[side.piece]):
                return torn, pieces[side.piece]
        return None
    if not any(map(TURNING.search, told)):
        return None
    pieces = pieces_of(told)
    said = list(said_in(pieces))
    turn = turn_of(pieces, said)
    number, choice = next(iter(votes.items()))
    behind = [one for one in said if turn and one.firm and one.piece >= turn]
    return next((([number], pieces[one.piece]) for one in behind if one.choice != choice), None)


def _items(told: Sequence[str]) -> list[str]:
    return [one for piece in pieces_of(told) for one in ITEM.split(piece)]


def _sides(pieces: Sequence[str], known: tuple[int, ...]) -> tuple[set[int], list[Side]]:
    """What is named, and the sides; none, where something is named that is not open."""
    named, sides = set[int](), list[Side]()
    pending: tuple[int, ...] = ()  # what was named last, without a side yet
    said_for: tuple[int, ...] = ()  # "For 301": a vote, or what the next clause is on
    heading, headed, last = False, False, None
    for at, piece in enumerate(pieces):
        if run := RUN.match(piece):
            signs = SIGNED.findall(run[0])
            sides += [Side("for" if sign in "yY" else "against", (), at) for sign in signs]
            continue
        for begins, clause in _clauses(piece):
            seen = tuple(number for one in sides for number in one.on)
            refs = _refs(clause, known, pending, seen)
            if refs is None:
                return named, []
            named.update(refs)
            bare = REF.sub("\x00", clause)
            heads = bool(refs) and ABOUT.fullmatch(bare) is not None
            way = None if heads else _way(bare, last)
            if way is not None and is_anothers(piece[:begins]):
                return named, []
            if said_for and (way is None or refs):
                sides.append(Side("for", said_for, at, named=True))
                pending, heading = said_for, False
            said_for = refs if heads and FOR_IT.fullmatch(bare) else ()
            if heads and sides and sides[-1].piece == at and not sides[-1].on:
                return named, []  # "FOR: 301"
            if way is None:
                pending = (*pending, *refs) if heading and heads else refs or pending
                headed = heads if refs else headed
                heading = heads or (heading and not clause.strip())
                continue
            refs = refs or _all_counted(clause, known)
            on = (*pending, *refs) if refs and heading else refs or pending
            counted = COUNTED.search(clause) is not None
            sides.append(Side(way, on, at, counted, bool(refs) or headed))
            pending, last, heading, headed = on, way, False, False
        if said_for:
            sides.append(Side("for", said_for, at, named=True))
            pending, heading, said_for = said_for, False, ()
    return named, sides


def _doubts(piece: str) -> bool:
    told = REF.sub("it", piece)
    return any(one.search(told) for one in (DANGER, IFS, HEDGES)) or doubts_in_german(told)


def _clauses(piece: str) -> Iterator[tuple[int, str]]:
    begins = 0
    for one in [*CLAUSE.finditer(piece)][:MOST_CLAUSES]:
        if one.start() > begins:
            yield begins, piece[begins : one.start()]
        begins = one.end()
    yield begins, piece[begins:]


def _refs(
    clause: str, known: tuple[int, ...], pending: tuple[int, ...], seen: tuple[int, ...]
) -> tuple[int, ...] | None:
    """What a clause names, in order; None where it names what is not open."""
    found: list[int] = []
    for one in REF.finditer(clause):
        if one["num"]:
            number = number_of(one["num"])
            if number not in known and 300 < number <= max(known) + FURTHER:
                return None
            named: tuple[int, ...] | None = (number,) if number in known else ()
        elif one["all"]:
            named = _all_of(one["all"].lower(), known, pending)
        else:
            named = _in_order(one["ord"].lower(), known, (*seen, *found))
        if named is None:
            return None
        found += named
    return tuple(dict.fromkeys(found))


def _all_of(word: str, known: tuple[int, ...], pending: tuple[int, ...]) -> tuple[int, ...] | None:
    """All that are open, or all that were named just before."""
    two = word.startswith(("both", "beide", "either", "all two", "the pair", "the two"))
    if len(pending) > 1 and (len(pending) == TWO or not two):
        return pending
    if two:
        return known if len(known) == TWO else None
    three = any(one in word for one in ("three", "drei", "3"))
    return None if three and len(known) != THREE else known


def _in_order(word: str, known: tuple[int, ...], seen: tuple[int, ...]) -> tuple[int, ...] | None:
    if (places := GROUPS.get(word)) is not None:
        return known[places]
    if word.startswith(("other", "rest")):
        others = tuple(number for number in known if number not in seen)
        if word == "other" and not seen and len(known) == TWO:
            return known[1:]
        wanted = {"other": 1, "other one": 1, "other two": 2}.get(word, len(others))
        return others if len(others) < len(known) and len(others) == wanted else None
    at = next(at for name, at in PLACES.items() if word.startswith(name))
    return (known[at],) if at < len(known) else None


def _all_counted(clause: str, known: tuple[int, ...]) -> tuple[int, ...]:
    """ "Two noes", where two are open: on both."""
    times = TIMES.search(clause)
    if times is None or ON_ALL.search(clause) is None:
        return ()
    return known if len(known) == (TWO if times["two"] else THREE) else ()


def _way(bare: str, last: Choice | None) -> Choice | None:
    """The side that a clause takes, in which what it names is a sign."""
    if head := ABOUT.match(bare):
        bare = bare[head.end() :]
    bare = ALSO.sub("", bare.replace("\x00", "it").strip(), count=1)
    if last is not None and ALIKE.match(bare):
        return last
    for form in (*(form for _, form in FORMS), WORDS):
        if found := form.match(bare):
            return way_of(found)
    return None
