"""An abstention in ordinary words: a reader of its own, as what makes a yes or a no doubtful (two
minds, no opinion, nothing understood) is why people abstain.

1. One abstains in a clause of one's own: "I'd better abstain", "decency obliges me to abstain",
   "put me down as abstaining", or with the word alone at the end of a sentence.
2. Nothing before it in its sentence denies it, ties it, or gives it to another time or person;
   behind it stands nothing that it is from, but this vote.
3. No other side stands anywhere in the letter.
"""

import re
from collections.abc import Sequence

from nomic_mail.letters.grammar.votes.readers.avowed import is_own
from nomic_mail.letters.grammar.votes.readers.plainly import Uttered, is_anothers, leaves
from nomic_mail.letters.grammar.votes.said.strays import strays
from nomic_mail.letters.grammar.words import NUMBERED, number_of
from nomic_mail.patterns import later

ABSTAIN = r"abst(?:ai|a|ei|e)n(?:ing|s)?"
SAID = later(
    r"\bi(?:'ll| will|'d better| had better|'d best|'d rather| must| shall| have to|'m going to"
    r"| am going to"
    r"|'d like to| would like to| want to| choose to| prefer to| hereby| do| can only|'m| am)?"
    r"(?: (?:therefore|thus|just|simply|only|rather|best|better|[a-z]{3,12}ly))?"
    rf" (?:have to |just |to )?{ABSTAIN}\b"
    rf"|\b(?:obliges|forces|compels|leads|moves) me to {ABSTAIN}\b|\bleaves me {ABSTAIN}\b"
    r"|\b(?:put|mark|count|note|record|write) (?:me|this|it"
    r"|my vote)(?: down)? as (?:an? )?(?:abst\w{3,9})\b"
    r"|\bmy (?:vote|answer)(?: is|:)(?: an?| to)? abst\w{3,9}\b"
    rf"|(?:^|[,;:.–—]\s|\b(?:so|thus|hence|therefore)\s(?:i'll\s|i\s)?){ABSTAIN}(?=\W*$|[.!,;]"
    rf"|\si (?:guess|suppose|think)\b"
    r"|\s(?:on|from) (?:this|it|the vote|voting|\d))",
    re.I,
)
# Before it, in its sentence
TIES = later(
    r"\b(?:if|unless|until|till|when|whether|might|may|could|would have|wouldn't|won't|don't"
    r"|do not|not to|never"
    r"|cannot|can't|instead of|rather than|he|she|they|who|people|everybody|nobody|should i"
    r"|shall i|or|either to"
    r"|tempted|inclined|thinking of|thought of|used to|last time|tomorrow|later|normally"
    r"|usually)\b[^.;!?]{0,60}$"
    r"|\b(?:n't|never|not|or|might|may|could|would|should)\W+(?:\w+\W+){0,2}$|[\"“”«»„]",
    re.I,
)
MINDS = later(
    r"\b(?:(?:don't|do not|dont|can't|cannot|cant|couldn't|could not|not) (?:really |quite "
    r"|even )?(?:mind|care|know|understand"
    r"|get|make|decide|say|see|follow|hear|able|want)\b|either way|neither|both sides"
    r"|either side|not there|wasn't|weren't"
    r"|haven't been able|nor)",
    re.I,
)
BEHIND = later(
    r"\s(?:from (?!(?:this|it|the vote|voting|that)\b)\w|if (?!that's|that is|it's|i may)"
    r"|unless\b|until\b|till\b"
    r"|or (?!so\b)\w|for now\b|when\b|only if\b|\?)",
    re.I,
)
SIDES = later(
    r"\b(?:yes|yeah|yep|aye|nay|nope|against|in favou?r|support(?:ing)?|oppos\w+|approve"
    r"|reject\w*|agree\w*"
    r"|vote (?:for|no|yes)|i'm for|am for|(?-i:FOR|NO))\b|(?:^|[.!?,;]\s)no(?=\W*$|[.!,;])"
    r"|[+-]1\b|[👍👎]",
    re.I | re.M,
)
OTHER_WAYS = later(
    r"\b(?:not (?:yet )?voting yet|later|tomorrow|tonight|don't count|joke|joking|kidding"
    r"|pretend|sample|example"
    r"|draft|changed my mind|wait|hang on|last (?:year|time|week)|club|meat|meet|wine|alcohol"
    r"|beer|sugar|chocolate"
    r"|smok\w+|drink\w*|cake|diet|lent|sober|same as)\b",
    re.I,
)
MOST_SENTENCES = 40


def abstained(pieces: Sequence[str], ballot: int | None) -> bool:
    """Whether a letter, by its sentences, abstains and does nothing else."""
    text = "\n".join(pieces)
    if not 0 < len(pieces) <= MOST_SENTENCES or "abst" not in text.lower():
        return False
    if SIDES.search(text) or OTHER_WAYS.search(text):
        return False
    if {number_of(one) for one in NUMBERED.findall(text)} - {ballot}:
        return False
    said = [_said(MINDS.sub("", piece), at) for at, piece in enumerate(pieces) if _speaks(piece)]
    found = [one for one in said if one is not None]
    return (
        bool(found)
        and len(found) == len(said)
        and leaves([MINDS.sub("", p) for p in pieces], found)
    )


def _speaks(piece: str) -> bool:
    return "abst" in piece.lower()


def _said(piece: str, at: int) -> Uttered | None:
    found = SAID.search(piece)
    if found is None or strays(piece) or BEHIND.match(piece, found.end()):
        return None
    before = piece[: found.start()]
    if TIES.search(before) or is_anothers(before) or not is_own(before):
        return None
    return Uttered("abstain", True, at, found.start(), found.end())
