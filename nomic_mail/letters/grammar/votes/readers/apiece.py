"""The votes of a letter on several proposals, each beside the number that it is on.

1. It is looked for where no line is a vote: "301 is lovely, yes! As for 302, I abstain." A side is
   on the number that it names ("no to 302"), else on the last one before it in its sentence.
2. Each side has a number and each open number that is named a side, or nothing is read: a half of a
   letter is not.
3. Before a side stands nothing that turns it or gives it to somebody else; behind it, and in every
   other sentence, nothing that ties it (`avowed`).
4. Words are data; a new one is added here and nowhere else.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.reading import About
from nomic_mail.letters.grammar.votes.readers import avowed, stated
from nomic_mail.letters.grammar.votes.readers.clear_german import doubts_in_german
from nomic_mail.letters.grammar.votes.readers.declared import as_meant
from nomic_mail.letters.grammar.votes.readers.forms import StatedVote
from nomic_mail.letters.grammar.votes.said import frames
from nomic_mail.letters.grammar.votes.said.leadins import SARCASM
from nomic_mail.letters.grammar.words import number_of
from nomic_mail.patterns import later

MOST_CHARS, MOST_SENTENCES, MOST_SIDES = 1_000, 20, 12
GERMAN = later(r"\b(?:ja|nein|dafür|dagegen|für|gegen|beide)\b", re.I)
SENTENCE = later(r"(?<=[.!?…;])[\s)]+(?=\S)|\n")
BOTH = (
    r"(?P<both>beide|both(?: of (?:them|these|the two))?|each of (?:them|the two|these)"
    r"|the two of them)"
)
ON = r"(?:(?:the|both|each of the two)\s)?(?:proposals?\s|props?\s|no\.\s)?"
NUMBER = rf"{ON}#?(?P<number>(?<![\d.,£$€])\d{{3,6}}(?![\d%]|[.,]\d))"
MARKS = later(
    rf"(?<![\w'-])(?:{NUMBER}|{BOTH}"
    r"|(?P<con>(?:can't|cannot|can not|won't|don't|do not|couldn't)\s(?:\w+\s){0,2}?(?:support|back"
    r"|accept|approve(?: of)?|say yes|agree|vote for|endorse)"
    r"|nein|dagegen|gegen(?=\s(?:beide|#?\d{3}))|nope|nah|nay|no(?=[\s.!]*$|[,.;:!)]|\s(?:to|on"
    r"|for|from|thanks?|thank|please|way|\d{3}))"
    r"|against|opposed(?: to)?|in the negative|-1|👎|(?:i|must|and|(?:have|want|wish|choose|need"
    r"|like) to) (?:oppose|reject))"
    r"|(?P<pro>ja|dafür|für(?=\s(?:beide|#?\d{3}))|yes|aye|yep|yeah|yup|yea|in favou?r(?: of)?"
    r"|in support(?: of)?|in the affirmative"
    r"|(?:i|happy to|glad to|gladly|and|can) (?:support|approve(?: of)?|accept|endorse|back)"
    r"|gets? my (?:vote|support|yes|voice)|has my (?:vote|support|yes)|\+1|👍"
    r"|for(?=[\s.!]*$|[,.;:!)]|\s(?:on\s)?(?:the\s)?(?:both|proposals?|#?\d{3}))|(?-i:FOR))"
    r"|(?P<none>abstain(?:ing)?|abstention)"
    r"|vot(?:e|ing)\s(?P<down>#?\d{3,6})\sdown)(?![\w'-])",
    re.I,
)
# What joins a side to the number that it names: "no to 302"
NAMES = later(
    r"[\s,]{0,2}(?:(?:please|pls|thanks|a|one|it|is|vote|my|me|from|on|to|for|with|of|regarding|as"
    r"|the|proposal|motion|number|zu|zur|zum|bei)\s){0,5}$",
    re.I,
)
# What may stand between a number and the side that is on it: "302, on the other hand, gets a"
FOLLOWS = later(r"\W{0,4}$|\s?:\s|.*(?<![,;:.!])\s$", re.S)
HEADING = later(r"\W*(?:(?:as for|on|re)\s)?(?:proposal\s)?$", re.I)
ODD = later(r"^\s*[#>|]", re.M)
AND = later(r"(?:\s?[,&/+]\s?|\s)(?:(?:and|&)\s)?$", re.I)
CLAUSE = later(r"[,;:.!?)(]\s|\s[–—-]\s|\b(?:and|but|while|whereas|so|though)\s", re.I)


class Place(Struct, frozen=True):
    """A number or a side, where it stands."""

    begins: int
    ends: int
    numbers: tuple[int, ...] = ()
    choice: Choice | None = None


def apiece(told: Sequence[str], about: About) -> dict[int, Choice] | None:
    """The choice for each number that a letter votes on, where it is plain for all it names."""
    text = stated.QUOTED.sub("“”", "\n".join(told))
    if len(text) > MOST_CHARS or avowed.FAR.search(text) or SARCASM.search(text):
        return None
    if GERMAN.search(text) and doubts_in_german(text):
        return None
    if ODD.search(text):
        return None
    votes: dict[int, Choice] = {}
    named: set[int] = set()
    waiting: tuple[int, ...] = ()  # of the sentence before, without a side
    for sentence in SENTENCE.split(as_meant(text))[:MOST_SENTENCES]:
        marks = list(_marks(sentence, about))
        sides = [one for one in marks if one.choice is not None]
        named.update(number for one in marks for number in one.numbers)
        if not sides:
            mere = marks and HEADING.match(sentence[: marks[-1].begins])
            waiting = (
                marks[-1].numbers if mere and not sentence[marks[-1].ends :].strip(".:") else ()
            )
            if not avowed.leaves_several(sentence):
                return None
            continue
        found = _bound(sentence, marks, waiting, answers=about.ballot is not None)
        if found is None or not _agree(votes, found):
            return None
        waiting = ()
    return votes if votes and named <= votes.keys() <= set(about.open_ballots) else None


def _agree(votes: dict[int, Choice], found: dict[int, Choice]) -> bool:
    """Whether they go with those before, which they are put to."""
    return all(votes.setdefault(number, choice) == choice for number, choice in found.items())


def _marks(sentence: str, about: About) -> Iterator[Place]:
    last: Place | None = None
    for one in MARKS.finditer(sentence):
        if one["number"] or one["both"]:
            numbers = (number_of(one["number"]),) if one["number"] else about.open_ballots
            if one["both"] and len(numbers) != 2:
                return
            mark = Place(one.start(), one.end(), numbers)
            if last is not None and last.numbers and AND.match(sentence[last.ends : one.start()]):
                last = Place(last.begins, one.end(), (*last.numbers, *numbers), last.choice)
                continue
        elif one["down"]:
            mark = Place(one.start(), one.end(), (number_of(one["down"]),), "against")
        else:
            choice: Choice = "for" if one["pro"] else "against" if one["con"] else "abstain"
            mark = Place(one.start(), one.end(), choice=choice)
        if last is not None:
            yield last
        last = mark
    if last is not None:
        yield last


def _bound(
    sentence: str, marks: Sequence[Place], waiting: tuple[int, ...], *, answers: bool
) -> dict[int, Choice] | None:
    """The sides of a sentence with their numbers (rule 1); `answers`: a letter to one ballot."""
    found: dict[int, Choice] = {}
    begins, before = 0, waiting
    sides = [at for at, one in enumerate(marks) if one.choice is not None]
    if len(sides) > MOST_SIDES or "?" in sentence:
        return None
    for place, at in enumerate(sides):
        side = marks[at]
        behind = marks[at + 1] if at + 1 < len(marks) else None
        ends, numbers = side.ends, side.numbers
        above = marks[at - 1] if at and marks[at - 1].choice is None else None
        if behind is not None and behind.choice is None:
            between = sentence[side.ends : behind.begins]
            if NAMES.match(between) and not (above and "," in between):
                ends, numbers = behind.ends, behind.numbers
        if not numbers and above is not None and above.begins >= begins:
            between = sentence[above.ends : side.begins]
            if FOLLOWS.match(between) is None or (answers and between.strip(" :=–—-,")):
                return None
            before = above.numbers
        numbers = numbers or before
        following = sides[place + 1] if place + 1 < len(sides) else None
        upto, after = _upto(sentence, marks, following, ends)
        if not numbers or not _is_plain(sentence[begins:upto], side, begins, ends):
            return None
        if not _agree(found, dict.fromkeys(numbers, side.choice or "abstain")):
            return None
        begins = after
    return found


def _upto(
    sentence: str, marks: Sequence[Place], following: int | None, ends: int
) -> tuple[int, int]:
    """Where the clauses of a side end, and where those of the next begin."""
    if following is None:
        return len(sentence), len(sentence)
    first = next(one for one in marks if one.begins >= ends)
    breaks = [*CLAUSE.finditer(sentence, ends, first.begins)]
    if not breaks:
        return first.begins, first.begins
    joins = [one for one in breaks if not sentence[one.end() : breaks[-1].start()].strip()]
    return joins[0].start(), breaks[-1].end()


def _is_plain(clauses: str, side: Place, begins: int, ends: int) -> bool:
    """Rule 3."""
    head = clauses[: side.begins - begins]
    if not frames.takes(head) or avowed.WAVERS.search(head):
        return False
    choice = side.choice or "abstain"
    vote = StatedVote(choice, "", False, True, False, False, side.begins - begins, ends - begins)
    tail = clauses[vote.ends :]
    return not avowed.PARTLY.match(tail) and stated.is_free_behind(clauses, vote)
