"""What stands before a side in its clause: who takes it, and whether anything turns it.

1. A side is its writer's where it stands right behind a word that takes it ("a", "is", "voting"),
   and nothing before it denies it, wishes it, tells of another time or gives it to somebody else.
2. That it is a vote is said by a word of voting, and whose it is by a word of the writer's own.
3. Words are data; a new one is added here and nowhere else.
"""

import re

from nomic_mail.letters.grammar.votes.said.clauses import LY
from nomic_mail.letters.grammar.votes.said.turns import IFS
from nomic_mail.patterns import later

GREAT = (
    r"(?:big|fat|hard|firm|clear|solid|plain|definite|definitive|loud|huge|very|happy|glad|sad"
    r"|reluctant|grudging|resounding|emphatic|strong|simple|enthusiastic|hearty|heartfelt|warm"
    r"|polite|respectful|regretful|quick|short|final|cheerful|wholehearted|thumping|total"
    r"|absolute|quiet|modest|humble|proud|confident|steady|straight|straightforward)"
)
MOST = 300
# What a side stands right behind, where it is its writer's: "I'm for", "302 gets a yes"
_TAKES = later(
    rf"(?:^|[,;:(–—=-]\s*|\d\s|\b(?:and|but|so|then|i'm|i am|we're|i|we|it's|that's|is|are|be|vote"
    r"|voting|cast|me|me down|down|as|say|an?|my|gets?|has|am|stay|count|also|still|all|both|oh"
    rf"|well|please|bin|stimme|mit|ist|ein|und|in|at|the|of|with|to|one|reads?|says|{GREAT}"
    rf"|{LY})\s)[\"'“„]?$",
    re.I,
)
_TURNED = later(
    r"n't\b|'d\b(?! like to)|\b(?:would|should)\b(?! like to)|\b(?:you|for now|not|never|neither"
    r"|nor"
    r"|nobody|nothing|no one|cannot|hardly|or|could|might|may|will|whether|was|were|had|did|used"
    r"|voted"
    r"|sa(?:id|ys)|tells?|told|writes?|wrote|hears?|heard|asks?|asked|thinks?|thought|wants?|wanted"
    r"|claims?|hopes?|he|she|they|his|her|their|who|what|which|why|how|where|people|everyone"
    r"|everybody|others?|almost|nearly|supposed|tempted|lean\w*|before|after|while|than|like"
    r"|about to|refus\w*|declin\w*|fail\w*|forg[eo]t\w*|plan\w*|intend\w*|expect\w*|tend|try"
    r"|trying|(?<!my )votes(?! (?:is|are|on)\b)|(?:the|any|every|each|your|[a-z]+'s) votes?)\b"
    r"|\b(?:nicht|nie|kein\w*|er|sie|ob|wenn|falls|war|gestern|morgen|sagt|oder)\b"
    r"|^\W*an? vote\b|[:;]\svote\s$|^\W*[\w']+ and (?:i|me)\b|\bis an? vote\b",
    re.I,
)
_NAME = later(r"(?<=\w\s)(?!I\b|FOR\b|NO\b|YES\b)[A-Z][a-z]+")
# "Consider this letter a vote …", "I must in conscience vote …", "The answer from this end is …"
_LINK = rf"(?:(?:as|with|by|in|on|to|it|this|a|the|{GREAT}|{LY})\s){{0,3}}[\"'“„]?$"
_VOTES = later(
    rf"\b(?:(?:an?|my|our|this|another|one|more)\s(?:{GREAT}\s){{0,2}}vote|voting"
    rf"|(?:i|must|and|so|therefore|hereby|{LY}"
    rf"|(?:have|want|wish|decided|obliged|happy|glad|pleased) to)\svote)\s{_LINK}"
    r"|\b(?:answer|verdict|decision|word|reply|vote) from (?:me|here|(?:this|our|my) \w+)\b"
    r"[^,;:.]{0,30}\s(?:is|stays|remains)\s(?:an?\s)?$"
    r"|\bi\b[^.;]{0,60}\bvot(?:e|ing)\b[^.;]{0,30}\bthat is(?: to say)?,?\s$",
    re.I,
)
_CLAUSE = later(r"[,;:(]\s|\s[–—-]{1,2}\s|\b(?:and|but|so|because|that|since|when)\s", re.I)
_OWN = later(
    r"\b(?:i|i'm|i've|i'll|me|mine|we|we're|us|(?:my|our) (?:\w+ )?(?:vote|ballot|answer|verdict"
    r"|decision|voice)"
    r"|this (?:letter|mail|message|note|end))\b"
    r"|^\W*(?:please |kindly |then |just )*(?:consider|count|put|mark|chalk|note|record|register"
    r"|enter|log|treat|take|list|add)\b",
    re.I,
)


def turns(words: str) -> bool:
    """Whether they turn a side in their clause, or give it to somebody else."""
    return any(one.search(words) for one in (_TURNED, _NAME, IFS))


def takes(head: str) -> bool:
    """Whether a side behind it is taken, and by its writer (rule 1)."""
    return not turns(head) and _TAKES.search(head) is not None


def votes(head: str) -> bool:
    """Whether a side behind it is a vote of its writer's (rule 2)."""
    found = _VOTES.search(head[-MOST:])
    if found is None or not takes(head):
        return False
    clauses = _CLAUSE.split(head)
    return any(map(_OWN.search, clauses[-3:]))
