"""Votes on several that are nothing but names and sides: "301+ 302-", "Yes: 301 302 / No: 303".

1. A letter is read word by word, and each is a name ("301", "the first", "all three"), a side, or
   one of a few that join them; where any other word stands, nothing is read.
2. Either all sides stand before their names, or all behind them. A side behind a "not" is the other
   one; a name behind a "not" has none, and is asked about.
3. "1. yes 2. no" goes by the order of what is open, where it counts all of it.
4. "301 approved, 302 rejected" may be news of a count: where all sides are so, without a sign
   before them, none is a vote. Beside a plain side, or behind a sign, as in a ballot filled in
   ("301: approved, 302: rejected"), they are; a single row is asked about, as with one open.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.votes.said.sides import CON, NEITHER, PRO
from nomic_mail.letters.grammar.words import number_of
from nomic_mail.patterns import later

MOST_CHARS, MOST_WORDS, MOST_NAMED = 600, 80, 30
TWO = 2
LEAD = later(r"[^:?\d\n]{1,80}:\s+(?=\S)")
NEWS = later(r"(?:approved|accepted|supported|rejected|declined)\W*", re.I)
ROW_OF_NEWS = later(
    r"[^:=–—\n]{0,40}[:=,–—-]\s?(?:not )?(?:approved|accepted|supported|rejected|declined)\b.*",
    re.I | re.S,
)
WORD = later(
    r"(?P<plus>(?<=\d)(?:\+(?=[\s,;.]|$)|[ \t]\+(?=[ \t]{0,3}$)))"
    r"|(?P<minus>(?<=\d)(?:[-−](?=[\s,;.]|$)|[ \t][-−](?=[ \t]{0,3}$)))"
    r"|(?P<space>[\s,;:.!()|/=*_>&…–—]+|-{1,3}(?!1)(?=\s|[a-z]))"
    r"|(?P<number>(?:proposals?|props?|motions?|items?|ballots?|nr\.?|numbers?"
    r"|vorschlag|vorschläge|antrag|p)?\s?#?(?P<on>\d{3,6})(?![\d%]))"
    r"|(?P<order>(?:(?:the|das|der|die|den|beim|zum)\s)?(?:(?P<first>first|1st|erste[nrs]?"
    r"|ersteres)"
    r"|(?P<second>second|2nd|zweite[nrs]?)|(?P<third>third|3rd|dritte[nrs]?)"
    r"|(?P<last>last|letzte[nrs]?|letzteres))(?:\s(?:one|proposal|vorschlag))?(?!\w))"
    r"|(?P<all>(?:both|all(?: (?:three|four|\d))?|beide[nrm]?|alle[nrm]?|alles|everything"
    r"|the lot)(?: (?:of )?(?:them|these|proposals))?(?!\w))"
    r"|(?P<not>(?:but(?= (?:#?\d|the (?:first|second|third|last)))|except(?: for)?|apart from"
    r"|other than|außer|ausser|bis auf|not|don't|do not|doesn't|can't|cannot|nicht)(?!\w))"
    rf"|(?P<pro>(?:{PRO}|jo|zustimmung|approved?|accept(?:ed)?|support(?:ed)?|adopt|agreed?|okay|ok"
    r"|pro|[✅✔])(?!\w)\ufe0f?)"
    rf"|(?P<con>(?:{CON}|nö|nee|ablehnung|reject(?:ed)?|declined?|oppose|disagree|contra|[❌✖]|−1)"
    r"(?!\w)\ufe0f?)"
    rf"|(?P<abs>(?:{NEITHER})(?!\w))"
    r"|(?P<joins>(?:i'm|i am|i(?!\s(?:see|bet))|my|(?<!no )votes?|voting|say|saying|to|on|of|is"
    r"|are|it's|an|a|gets?|the"
    r"|please|pls|thanks|thank you|thx|danke|bitte|and|but|und|aber|from me|for me|von mir|from"
    r"|with|zu|bei|stimme|bin|ich|so|here|then|also|too|sorry|cheers|as follows"
    r"|both of them)(?!\w))",
    re.I | re.M,
)
IN_ORDER = later(r"\W{0,2}(?P<at>\d)[.):]\s+(?P<side>[^\n]{1,20})", re.I)
PLACES = ("first", "second", "third")
BEHIND, BEFORE = later(r"(?:n{1,30}s)+"), later(r"(?:sn{1,30})+")


class ListedWord(Struct, frozen=True):
    kind: str  # "name", "side" or "not"; "x" is a "not" that is not known of what
    numbers: tuple[int, ...] = ()
    choice: Choice = "for"
    mere: bool = False  # a "for", which may be a preposition


class ListedVotes(Struct, frozen=True):
    votes: dict[int, Choice]
    unsided: tuple[int, ...] = ()


def listed(told: Sequence[str], known: tuple[int, ...], *, by_number: bool) -> ListedVotes | None:
    """The votes of such a letter, and what it names without a side; with neither, where it is
    nothing but such words and comes to nothing; None where there are others."""
    text = "\n".join(told).strip().replace("’", "'")
    if not text or len(text) > MOST_CHARS or "?" in text:
        return None
    if not by_number and (votes := _in_order(told, known)):
        return ListedVotes(votes)
    found = _read(text, known, by_number)
    if found is None:
        return None
    return _paired(found) or ListedVotes({})


def _read(
    text: str, known: tuple[int, ...], by_number: bool, *, news: bool = True
) -> list[ListedWord] | None:
    tokens: list[ListedWord] = []
    at, is_news = 0, news  # rule 4
    for _ in range(MOST_WORDS):
        if at >= len(text):
            break
        word = WORD.match(text, at)
        if word is None or word.end() == at:
            return None
        signed = text[max(0, at - 2) : at].strip()[-1:] in tuple(":=–—-")
        at = word.end()
        if word["space"] or word["joins"]:
            continue
        token = None if by_number and (word["order"] or word["all"]) else _token(word, known)
        if token is None:
            return None
        if token.kind == "side":
            is_news = is_news and not signed and NEWS.fullmatch(word[0]) is not None
        tokens.append(token)
    if at < len(text) or not tokens:
        return None
    return [] if is_news and any(one.kind == "side" for one in tokens) else tokens


def _token(word: re.Match[str], known: tuple[int, ...]) -> ListedWord | None:
    if word["number"]:
        number = number_of(word["on"])
        return ListedWord("name", (number,)) if number in known else None
    if word["all"]:
        two = word["all"].lower().startswith(("both", "beide"))
        return None if two and len(known) != 2 else ListedWord("name", known)
    if word["order"]:
        place = next((at for at, name in enumerate(PLACES) if word[name]), -1)
        return ListedWord("name", (known[place],)) if place < len(known) else None
    if word["not"]:
        return ListedWord("not")
    if word["abs"]:
        return ListedWord("side", choice="abstain")
    choice: Choice = "for" if word["pro"] or word["plus"] else "against"
    return ListedWord("side", choice=choice, mere=word[0].lower() == "for")


def _paired(tokens: Sequence[ListedWord]) -> ListedVotes | None:
    """Rule 2."""
    said = [*_sided(tokens)]
    if any(_is_cut_off(said, at) for at, one in enumerate(said) if one.kind == "not"):
        return None
    unsided: list[int] = []
    rest: list[ListedWord] = []
    for one in said:
        if one.kind == "name" and rest and rest[-1].kind == "not":
            unsided.extend(one.numbers)
        else:
            rest.append(one)
    rest = [one for one in rest if one.kind != "not"]
    kinds = "".join(one.kind[0] for one in rest)
    if len(rest) > MOST_NAMED or not (BEHIND.fullmatch(kinds) or BEFORE.fullmatch(kinds)):
        return None
    votes: dict[int, Choice] = {}
    for at, one in enumerate(rest):
        others = rest[at:] if kinds[0] == "n" else reversed(rest[:at])
        choice = next((other.choice for other in others if other.kind == "side"), None)
        if one.kind != "name" or choice is None:
            continue
        numbers = one.numbers if len(one.numbers) < TWO else {*one.numbers} - {*unsided}
        if any(votes.setdefault(number, choice) != choice for number in numbers):
            return None
    return None if votes.keys() & {*unsided} else ListedVotes(votes, tuple(unsided))


def _is_cut_off(said: Sequence[ListedWord], at: int) -> bool:
    """ "Both: yes. Except 302.": said of all, and only then not of one."""
    of_all = any(len(one.numbers) > 1 for one in said)
    return of_all and (at == 0 or said[at - 1].kind != "name")


def _sided(tokens: Sequence[ListedWord]) -> Iterator[ListedWord]:
    """With "not in favour" as one side, and no "for" that only joins: "yes for 301"."""
    before = ListedWord("")
    for one in tokens:
        if before.kind == "not":
            if one.kind == "side":
                yield (
                    ListedWord("side", choice="against") if one.choice == "for" else ListedWord("x")
                )
            elif one.kind == "name":
                yield from (before, one)
            else:
                yield ListedWord("x")
        elif one.kind != "not" and not (one.mere and before.kind == "side" and not before.mere):
            yield one
        before = one
    if before.kind == "not":
        yield ListedWord("x")


def _in_order(told: Sequence[str], known: tuple[int, ...]) -> dict[int, Choice]:
    """Rule 3."""
    rows = [IN_ORDER.fullmatch(one.strip()) for one in told if one.strip()]
    if len(rows) != len(known) or any(one is None for one in rows):
        return {}
    votes: dict[int, Choice] = {}
    for place, (row, number) in enumerate(zip(rows, known, strict=True), 1):
        plain = any(one is not None and not NEWS.fullmatch(one["side"]) for one in rows)
        tokens = _read(row["side"], known, False, news=not plain) if row is not None else None
        if row is None or row["at"] != str(place) or tokens is None or len(tokens) != 1:
            return {}
        if tokens[0].kind != "side":
            return {}
        votes[number] = tokens[0].choice
    return votes
