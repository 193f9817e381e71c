"""What a letter on several proposals says of one that it leaves for later: "301: for. On 302 I have
not decided yet."

1. A clause that names one or some of what is open, and says no more than that its vote is to come
   or that its writer does not know yet, leaves these; what else the letter says is read without it.
2. Beside a vote on the same proposal it leaves none.
3. It is known whole, as "I have not decided yet, but rather against" leaves nothing plain.
"""

import re
from collections.abc import Sequence, Set

from nomic_mail.letters.grammar.words import NUMBERED, number_of
from nomic_mail.patterns import later

MOST_CHARS, MOST_SENTENCES = 2_500, 60
_ONE = r"(?:proposal |prop |number |no\. )?#?\d{3,6}"
_ON = rf"(?:{_ONE}(?:(?:,| and|, and| or) {_ONE}){{0,8}})"
_JOIN = r"(?:(?:and|but|while|whereas|though|however|only|as)[\s,]{1,2}){0,2}"
_YET = r"(?:(?: (?:just|quite))? yet|,? still|,? though|,? so far|,? for now)?"
_DOES = (
    r"(?:decided|voted|chosen|read|looked|understood|made up my mind|come to a decision|an opinion"
    r"|a view|concluded)"
)
_MIND = (
    r"(?:i(?:'m| am|'ve| have)? |am |have )?(?:really |just |quite )?(?:"
    rf"(?:still |as yet )?(?:not|n't)(?: yet| really| quite)? {_DOES}"
    rf"|haven't(?: yet| really| quite)? (?:{_DOES}|got round to|had time for|had a look at)"
    r"|yet to (?:decide|read|make up my mind|form an opinion|look)"
    r"|(?:don't|do not|can't|cannot|couldn't) (?:know|decide|say|have an opinion|make up my mind"
    r"|tell)"
    r"|(?:still |as yet |quite )?(?:undecided|unsure|not sure|thinking|deciding|pondering|torn"
    r"|in two minds|reading|open|on the fence|no idea)"
    r"|(?:need|want|would like|'d like)(?: some| a bit| a little)?(?: more)? time(?: to (?:think"
    r"|read|decide))?"
    r"|no (?:opinion|view|decision|idea|vote)|nothing|undecided)"
)
_COMES = (
    r"(?:(?:i(?:'ll| will| shall| need to| have to| must| want to| would like to|'d like to)?|will"
    r"|let me) (?:vote|send|decide|answer|write|come back|get back|reply|return|let you know|think"
    r"|say|do|read|look"
    r"|sleep|tell you|follow up)"
    r"|(?:my )?(?:vote|answer|decision|that one|this one)? ?(?:will follow|follows|to follow|comes?"
    r"|to come|is to follow|is to come|is still to come|will come|to be decided)|tb[ad]|later)"
)
_TO = r"(?: (?:on|to|about|for|over|of|with|at|you|it|that|this|one)){0,4}"
_IT = r"(?: (?:on|to|about|over|with|at|you)){0,3}"
_WHEN = (
    r"(?: (?:later(?: on| today| this week)?|tomorrow|soon|separately|tonight|another (?:day|time)"
    r"|next week|in a (?:day|few days|while|bit)|some other time|on it|in time|before (?:it"
    r"|the vote|voting) closes|(?:on|by|before) (?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|this (?:week|evening|weekend)|at the weekend|in due course|in another (?:mail|letter)))?"
)
_PENDING = later(
    rf"^\W*{_JOIN}(?:"
    rf"(?:(?:on|for|as for|as to|about|regarding|concerning) )?{_ON}\s?[:,=–—-]?\s{{1,2}}"
    rf"(?:{_MIND}{_TO}{_YET}|{_COMES}{_TO}{_WHEN}|not yet|maybe later|tomorrow|soon|pending|\?)"
    rf"|{_MIND}{_TO} {_ON}{_YET}|{_COMES}{_IT} {_ON}{_WHEN}"
    rf"|my (?:vote|answer|decision) (?:on|for|to) {_ON} (?:will follow|follows|is to follow"
    rf"|will come|comes|is still (?:open|to come)|is not ready){_YET}{_WHEN})[\s.!]*$",
    re.I,
)
_UNDECIDED = later(
    rf"^\W*{_JOIN}(?:i (?:have not|haven't|'ve not)|i've not)(?: yet| really| quite)?"
    r" (?:decided|made up my mind|come to a decision)(?: (?:on|about) (?:it|this|that|them))?"
    rf"{_YET}[\s.!]*$",
    re.I,
)
_CLAUSE = later(
    r"(?<=[.!?;…])[\s)]+(?=\S)|\s?[,;–—]\s(?=(?:and|but|while|whereas|though)\b|(?:on|as for|for)"
    r" #?\d|\d{3})|\s(?=(?:but|while|whereas) )|(?<=[.!])\s"
)
_HINT = later(
    r"\b(?:yet|still|later|undecided|unsure|not|n't|haven't|tomorrow|follow\w*|time|will|i'll"
    r"|tb[ad]|soon|pending|don't|can't|couldn't|open|no|nothing|thinking|torn|reading)\b",
    re.I,
)


def without_pending(lines: Sequence[str], known: tuple[int, ...]) -> tuple[list[str], Set[int]]:
    """The lines without the clauses that leave a proposal for later, and which these leave."""
    left: set[int] = set()
    told: list[str] = []
    for line in lines:
        if len(line) > MOST_CHARS or not (_HINT.search(line) and NUMBERED.search(line)):
            told.append(line)
            continue
        kept = line
        for clause in [one for one in _CLAUSE.split(line)[:MOST_SENTENCES] if one.strip()]:
            named = {number_of(one) for one in NUMBERED.findall(clause)}
            if named and named <= {*known} and is_pending(clause):
                left |= named
                kept = kept.replace(clause, "", 1)
        told.append(kept.strip(" ,;–—-"))
    return told, left


def is_pending(clause: str) -> bool:
    """Whether it says no more of what it names than that its vote is to come."""
    return _PENDING.match(clause.strip().replace("’", "'")) is not None


def undecided(sentence: str) -> set[int] | None:
    """The numbers on which a sentence says that its writer has not decided; empty for all."""
    if _UNDECIDED.match(sentence.strip().replace("’", "'")):
        return set()
    if _HINT.search(sentence) and is_pending(sentence):
        return {number_of(one) for one in NUMBERED.findall(sentence)}
    return None
