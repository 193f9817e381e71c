"""What a YES to the question about a doubtful vote says.

1. Where the question is the only one, on one proposal, and its line's words are of one side, it
   names that side, and a YES is that vote: who is asked a plain question may answer it plainly.
   Nothing is counted before.
2. Where a question or a condition stands in it, or a word that denies beside the side, none is
   named: what it takes away nobody can tell. Nor is one to a yes or no that answers a question of
   ours: that is said to it.
3. Words are data; a new one is added here and nowhere else.
"""

import re
from collections.abc import Sequence

from nomic_mail.game.commands import Choice, Vote
from nomic_mail.letters.grammar.reading import About, Asked
from nomic_mail.letters.grammar.votes.asked import ask, of_one, whether
from nomic_mail.letters.grammar.votes.readers.sentences import SENTENCE_END
from nomic_mail.letters.grammar.votes.readers.tells import SPOILS
from nomic_mail.letters.grammar.votes.said.signs import AGAINST_WORDS, FOR_WORDS
from nomic_mail.letters.grammar.votes.votes import Unsure
from nomic_mail.letters.grammar.words import NUMBERED, number_of
from nomic_mail.patterns import later

MOST = 2_000  # characters of a line that are looked through
OPEN_END = later(
    r"\b(?:if|unless|provided|once|until|wenn|falls|sofern|solange|sobald)\b"
    r"|\w\W+\w+\W+\w+\W{0,3}\?\W*$",
    re.I,
)
DENIES = later(
    r"\b(?:not|never|neither|nor|without|cannot|nobody|none|nicht|nie|kein\w*|weder|ohne)\b"
    r"|n['’]t\b",
    re.I,
)
NAMES_A_SIDE = later(r"\b(?:for|against|favou?r|support|oppose|abstain|dafür|dagegen)\b", re.I)
PRO_TOO = later(
    r"\b(?:agreed?|approved?|support(?:ed|ing)?|accept(?:ed)?|go ahead|love it|fine by me|ofc"
    r"|of course|carried|ja|jo|dafür|einverstanden|stimme (?:ich )?zu)\b|👌|🎉|💖|🔥|❤",
    re.I,
)
CON_TOO = later(
    r"\b(?:rejected|opposing|decline|no|nein|nö|nee|dagegen|lehne)\b|👎|❌",
    re.I,
)
ABSTAINS = later(r"\b(?:abstain\w*|abstention|enthalt\w*|enthaltung)\b", re.I)
NO_FIRST = later(r"^\W*(?:no|nope|nah|nein),", re.I)  # "No, not that rule"
SIDES: tuple[tuple[Choice, Sequence[re.Pattern[str]]], ...] = (
    ("for", (FOR_WORDS, PRO_TOO)),
    ("against", (AGAINST_WORDS, CON_TOO)),
    ("abstain", (ABSTAINS,)),
)


def asks_of_it(line: str, about: About) -> Asked:
    """The question about a line, whatever else it may be said of."""
    doubt = Unsure(line, 0, ask(line, about))
    return presumed(doubt, about) or Asked(line, doubt.question)


def presumed(doubt: Unsure, about: About) -> Asked | None:
    number, text = of_one(about, doubt.mentions), doubt.line[:MOST]
    if number is None or number < 0 or doubt.question != ask(doubt.line, about, doubt.mentions):
        return None
    if _of_others(text, about) or (about.questioned and NAMES_A_SIDE.search(text) is None):
        return None
    if (side := _side(text)) is None:
        return None
    vote = Vote(choice=side, proposal=number)
    return Asked(doubt.line, whether(doubt.line, side, number), perhaps=vote)


def _side(text: str) -> Choice | None:
    """The one side that its sentences are of."""
    if OPEN_END.search(text):
        return None
    sides = set[Choice]()
    for sentence in SENTENCE_END.split(text):
        found = [side for side, words in SIDES if any(one.search(sentence) for one in words)]
        if SPOILS.search(sentence) or (
            found and DENIES.search(sentence) and not NO_FIRST.match(sentence)
        ):
            return None
        sides.update(found)
    return sides.pop() if len(sides) == 1 else None


def _of_others(text: str, about: About) -> bool:
    """Whether several are named, or a rule that the proposal changes: "Yes, keep 206!" is against
    its repeal."""
    aims, named = about.aims(), {number_of(one) for one in NUMBERED.findall(text)[:20]}
    return len(named) > 1 or not named.isdisjoint((*aims.repealed, *aims.amended))
