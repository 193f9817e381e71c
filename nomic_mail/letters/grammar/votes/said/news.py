"""A yes or a no that a letter may bring as news: "It's a yes! She said yes!"

1. "It's a yes" and "the answer is no" are said to a ballot and to whatever else was asked. "My
   answer", words of voting, or from whom they come are of the ballot.
2. Beside one of them each sentence must be of the proposal (`grounds`) or of the game, ask
   something, or be a courtesy. A sentence of anything else may be what was answered.
"""

import re

from nomic_mail.letters.grammar.votes.said.grounds import is_courtesy, weigh
from nomic_mail.letters.grammar.votes.said.signs import BRIEF
from nomic_mail.patterns import later

FEW = 3
_SIDE = (
    r"(?:an? )?(?:(?:big|huge|firm|clear|definite|hard|sad|resounding|\w+ly) ){0,2}"
    r"(?:yes|yeah|yep|no|nope|nay|aye)\b"
)
_BRINGS = later(
    rf"\b(?:(?:it|that)(?:'s|s| is| was)|the (?:\w+ )?answer(?:'s| is))"
    rf"(?: still| now| just| sadly| then)?:?\s{_SIDE}"
    r"(?!\s(?:from|on|for|to|vote)\b)",
    re.I,
)
_OF_GAME = later(
    r"\b(?:vot(?:e|es|ed|ing)|ballots?|proposals?|propos\w+|motions?|amend\w+|rules?|repeal\w*"
    r"|\d{3}|games?|players?|nomic|moderator|turns?|adopt\w*|from (?:me|us|my|our|here)|to me"
    r"|for me|abstain\w*|against|in favou?r|points?)\b",
    re.I,
)
_TELLS = later(
    r"\b(?:i|i'm|i've|i'll|we|we're|we've|we'll|he|he's|she|she's|they|they're|my|our|his|her|their"
    r"|the|a|an|nobody|somebody)\b|^\W*[A-Z][a-z]+ (?:is|was|has|did|said|told|will|can)\b",
    re.I,
)
# How its writer came to it, what is felt of it, and what is said of the letter
_OF_VOTE = later(
    r"\b(?:read|re-?read|think|thought|slept|decid\w+|remind\w*|explain\w*|reasons?|delay|sorry"
    r"|thanks?|deadline|reminder|tell|send|sent|late|agrees?|because|since|as)\b"
    r"|^\W*(?:and |but )?i (?:(?:really|do|don't|just) )*(?:like|love|hate|dislike|prefer|want)\b",
    re.I,
)
_SENTENCE = later(r"(?<=[.!?…])[\s)]+(?=\S)|\n")


def is_news(line: str, letter: str) -> bool:
    """Whether the yes or the no of a line may be said to what else its letter tells."""
    found = _BRINGS.search(line)
    if found is None or _OF_GAME.search(letter):
        return False
    return any(map(_is_of_life, _SENTENCE.split(letter)))


def _is_of_life(sentence: str) -> bool:
    told = sentence.strip()
    if found := _BRINGS.search(told):
        told = told[found.end() :]
        if not told.startswith((",", ";", " -", " –", " —")):
            return False
    if "?" in told or len(told.split()) < FEW:
        return False
    if BRIEF.search(told) or _OF_VOTE.search(told):
        return False
    return _TELLS.search(told) is not None and not (is_courtesy(told) or weigh(told, behind=True))
