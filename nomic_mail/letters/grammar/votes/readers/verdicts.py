"""The last word of a passage: a choice set apart from all that is told before it.

1. "Against.", "so: for", "no on this one" at the very end, behind a stop, a colon or a comma, is a
   vote whatever the story before it, as nobody ends a sentence so by chance.
2. The story ties it to nothing, wavers nowhere, asks nothing, and holds no other choice of the
   writer's that still stands. Before a colon or a comma it names nobody whose word this may be.
3. A yes or a no needs to say on what, or from whom; alone it is `sentences` that looks at it.
"""

import re

from msgspec.structs import replace

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.votes.readers.ballots import ReadBallot, read_ballots
from nomic_mail.letters.grammar.votes.readers.stated import LAUGHS, QUOTED, says_the_other
from nomic_mail.letters.grammar.votes.said.leadins import MANNER, OF_MANNER, SO, is_sour
from nomic_mail.letters.grammar.votes.said.strays import SENTENCE, asks_of_another
from nomic_mail.letters.grammar.votes.said.turns import IFS, UNDOES, WAVERS
from nomic_mail.letters.grammar.words import CHOICES, NUMBERED, number_of, without_courtesies
from nomic_mail.patterns import later

MOST_CHARS = 700
ON_THIS = (
    r"(?:(?:on|to|for|with)\s(?:this|that|it|the\s(?:proposal|motion|rule|idea)|#?\d{3,6})"
    r"(?:\s(?:one|proposal|motion|rule|time))?|from (?:me|here|my side|this side))"
)
LAST = later(
    r"(?P<sign>[.!…;:]{1,9}[\s)]{1,3}|\s?[,–—]\s{1,2}|\s-{1,2}\s)"
    r"(?P<lead>(?:and|but|so|then|thus|hence|therefore|still|yet|anyway|ok(?:ay)?|well|fine|sorry"
    r"|again"
    r"|simply|just|me|mine|today|this time|verdict|result|conclusion|in short|in sum|(?:the )?"
    r"bottom line|my vote|it's|it is)"
    r"[\s,:–—-]{1,3}){0,3}"
    rf"(?P<vote>(?:for|against)(?:\s{ON_THIS}|\s(?:it|this|that)(?:\sone)?|\s#?\d{{3,6}})?"
    rf"(?:,?\s(?:then|please|thanks|sorry|of course|definitely|again|from me|sadly|gladly))?"
    rf"|(?:yes|yep|yeah|aye|no|nope|nay)\s{ON_THIS}(?:,?\s(?:then|please|thanks"
    rf"|sorry))?)[\s.!]{{0,4}}$",
    re.I,
)
ENDS = later(r"\b(?:for|against|yes|yep|yeah|aye|no|nope|nay)\b[^.!]{0,30}[.!\s]*$", re.I)
LATER = later(
    r"\b(?:tomorrow|soon|next (?:week|time|turn|month)|some ?day|in theory|in principle|in general"
    r"|usually|normally|as a rule"
    r"|(?:for|against) (?:keep|leav|repeal|scrapp|dropp|remov)ing"
    r"|i'd(?! rather (?:keep|stick|stay|have|leave|see)\b)"
    r"|i would(?! (?:like|love|have liked) to)|example|e\.g)\b",
    re.I,
)
APART = later(r"(?:^|[.!;:,–—]\s{0,2})(for|against|yes|no|aye|nay)(?=[.!;,])", re.I)
# Whose word it may be: "Bob:", "my neighbour,", "he wrote:"
SPEAKER = later(
    r"(?:\b(?:says?|said|tells?|told|writes?|wrote|thinks?|thought|shouts?|shouted|answers?"
    r"|answered"
    r"|asks?|asked|votes?|voted|wants?|wanted|goes|went|called|titled?|options?|choices?|choose"
    r"|either|example|column|box|button|word|from|of|like|is|was|are|were|be|he|she|they|who|them"
    r"|him|her|(?-i:[A-Z])\w*)|\b(?:my|your|[\w]+'s|his|her|their|our|the|a|an) \w+(?: \w+)?)\W*$",
    re.I,
)
CONTENT = later(
    r"^(?:(?:well|oh|ok|so|yeah|yes|ah|fine|sure|nah),? )?(?:(?:fair|good) enough"
    r"|why not|sounds good|fine by me|oh well|so be it|all right"
    r"|what the heck|go on(?: then)?|no thanks|no way|not for me)[\s.,!]*$",
    re.I,
)
DONE = later(
    r"^(?:done|voted|decided|settled|thought|checked|measured|read|slept|seen|noted|agreed|finished"
    r"|ready|signed|counted|considered|weighed|discussed|convinced|sold"
    r"|deal)\b(?!.*\s(?-i:[A-Z]))",
    re.I,
)
MINE = later(
    r"\b(?:i|i'm|i've|i'd|my (?:vote|answer|verdict|decision|choice|view|mind)|it|this|that|so"
    r"|such)\b",
    re.I,
)
STORY = later(r"(?<=[.!?…;:,–—])\s+(?=\S)")


def last_word(text: str) -> tuple[ReadBallot, ...] | None:
    """The vote at the end, where what stands before it leaves it one."""
    if len(text) > MOST_CHARS or ENDS.search(text[-60:]) is None:
        return None
    told = QUOTED.sub("quotation", text.replace("’", "'"))
    found = max(LAST.finditer(told, max(0, len(told) - 90)), key=re.Match.start, default=None)
    ballots = read_ballots(found["vote"]) if found is not None else None
    if found is None or ballots is None or len(ballots) != 1:
        return None
    story, sign, ballot = told[: found.start()], found["sign"].strip(), ballots[0]
    if MANNER.fullmatch(story.strip()):
        return ballots
    if is_sour(text) or LAUGHS.search(text) or not _leaves(story, ballot.choice):
        return None
    named = tuple(dict.fromkeys(number_of(one) for one in NUMBERED.findall(story)[:20]))
    if ballot.numbers and set(named) - set(ballot.numbers):
        return None  # "Against 301, against 302"
    stop = sign[:1] in (".", "!", "…", ";") or SO.match(found["lead"] or "")
    if not (stop or _is_own(story, sign, ballot.choice)):
        return None
    if sign == ":" and len(named) == 1 and ballot.scope == "none":
        return (replace(ballot, numbers=named, scope="numbers"),)  # "I know 302: FOR"
    return ballots


def _leaves(story: str, choice: Choice) -> bool:
    """Whether a story ties nothing, wavers nowhere, asks nothing and holds no other choice."""
    if _asks(story) or any(one.search(story) for one in (IFS, LATER, UNDOES, WAVERS)):
        return False
    apart = APART.finditer(f"{story}.")
    return not says_the_other(story, choice) and all(
        CHOICES[one[1].lower()] == choice for one in apart
    )


def _asks(story: str) -> bool:
    """Whether it asks anything that the vote could answer."""
    asked = [one for one in SENTENCE.split(story) if "?" in one]
    return any(asks_of_another(one.split("?")[0], plain=True) for one in asked)


def _is_own(story: str, sign: str, choice: Choice) -> bool:
    """Whether what stands right before a colon or a comma is no speaker of the word behind it."""
    last = STORY.split(story.strip())[-1]
    if (
        CONTENT.match(last)
        or OF_MANNER.match(last)
        or DONE.match(last)
        or (len(last.split()) == 1 and last.islower())
    ):
        return True
    said = read_ballots(without_courtesies(last))
    if said is not None and {one.choice for one in said} == {choice}:
        return True  # "no thanks: against"
    if MINE.search(last):
        return not re.search(r"\b(?:says?|said|wrote|told|asked|called)\b", last, re.I)
    return sign != ":" and len(last.split()) > 2 and SPEAKER.search(last) is None
