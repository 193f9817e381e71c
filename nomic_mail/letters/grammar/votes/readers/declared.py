"""A vote that is declared in a sentence of its own, among whatever else is told.

1. It is looked for last, where no other reader finds a vote: in words of voting, or in a clause
   that states it (`stated`). A yes or a no alone is none here, as it may answer anything.
2. The other sentences may tell what they like, in bad spelling too, but for what takes a vote back,
   ties it, wavers, asks about it, holds the other choice, or hopes for the other end.
"""

import re

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.votes.readers import forms, stated
from nomic_mail.letters.grammar.votes.readers.ballots import ReadBallot
from nomic_mail.letters.grammar.votes.readers.sentences import WANTED
from nomic_mail.letters.grammar.votes.readers.tells import SPOILS, TAKES_BACK
from nomic_mail.letters.grammar.votes.said.clauses import THING
from nomic_mail.letters.grammar.votes.said.grounds import is_courtesy
from nomic_mail.letters.grammar.votes.said.idle import BOTH_SIDES, without_ifs
from nomic_mail.letters.grammar.votes.said.leadins import REPEATED, is_sour, once
from nomic_mail.letters.grammar.votes.said.turns import UNDOES, ties, turns
from nomic_mail.patterns import later

MOST_CHARS, MOST_SENTENCES = 1_500, 40
# Of which whatever declares a vote holds one, however it is spelled.
SAYS = later(
    r"\b(?:vo(?:t|at|et)\w*|abst\w+|contrary|ballot|ag[a-z]{3,6}|yes|aye|nay|yep|yeah|fav\w+"
    r"|agreed?|approve|accept|assent|concur|dissent|support|oppose|endorse|count me|nod|green light"
    r"|thumbs)\b"
    r"|(?<!\w)[+-]1"
    r"|\bfor\b(?=\W*(?:$|[.,!;:\n])|\s(?:it|this|that|the (?:proposal|motion|rule)|#?\d{3}"
    r"|column|side|for)\b)|\b(?:no|nope|nah)\b(?=\W*(?:$|[.,!;:\n])|\s(?:from|to|on|no)\b)",
    re.I,
)
MISSPELLED = {
    "I": "the undersigned, yours truly",
    "I'm": "im",
    "I've": "ive",
    "don't": "dont",
    "can't": "cant",
    "won't": "wont",
    "didn't": "didnt",
    "doesn't": "doesnt",
    "isn't": "isnt",
    "that's": "thats",
    "it's a": "its a",
    "it's an": "its an",
    "yeah": "yh",
    "you": "u",
    "by the way": "btw",
    "vote": "voat, voet",
    "vote for": "vote 4",
    "against": "agenst, aganst, againts, agaisnt, agianst, againest, agaist, aginst, aagainst"
    ", aggainst, agaimst, againt",
    "abstain": "abstian, absatin, abtsain, asbtain, abstan, abstein, abstane, abstin, abstaine",
    "abstaining": "abstianing, absatining, abtsaining, abstaning, absteining",
    "abstention": "abstension, abstantion, abstenton, abstentoin",
    "favour": "faver, favr, favuor, favore",
    "in favour": "in fav",
    "sorry": "soz, sry",
    "because": "cos, coz, cuz, bcz",
    "though": "tho",
    "please": "pls, plz",
    "thanks": "thx, thnx",
    "mate": "m8",
    "this one": "this 1",
    ".": "full stop, new paragraph, new line",
    ",": "comma",
    "!": "exclamation mark",
    "?": "question mark",
}
WRITTEN = {one: right for right, wrong in MISSPELLED.items() for one in wrong.split(", ")}
AS_WRITTEN = later(rf"\b(?:{'|'.join(sorted(WRITTEN, key=len, reverse=True))})\b", re.I)
A_WORD = later(r"\w+")
FIRST_WRITTEN = {one[0] for one in map(A_WORD.match, WRITTEN) if one}
LAUGHED = later("[ㅋㅎ]{1,20}")
SPOKEN = later(r"(?<!\s)\s{1,20}(?=[.,!?](?:\s|$))")
# "As I said on the list, no": it says itself what the word answers.
AS_SAID = later(
    r"^\W*(?:as (?:i|we)(?:'ve| have)? (?:already |just |once )?(?:said|told|wrote|explained"
    r"|mentioned|announced)\b[^,:;.]{0,30}[,:;–—-]"
    r"|(?:about|on|as (?:for|to)|regarding|concerning) (?:the|this|your) (?:ballot|vote|proposal"
    r"|motion|amendment)\s?:)\s(?=(?:yes|no|for|against|aye|nay)\W*$)",
    re.I,
)
NOW = later(
    r"\b(?:i )?was (?:for|against)(?: (?:it|this))?,? (?:but |and )?(?:i'm |i am |am )?now"
    r" (?:i'm |i am |am )?(?=(?:for|against)\b)|\bfrom me it(?:'s| is) (?=(?:for|against)\b)",
    re.I,
)
# "Since everyone asked: I vote for it"
SINCE_ASKED = later(
    r"^\W*(?:since|as|now that|because) (?:you|they|everyone|everybody|someone|somebody"
    r"|(?-i:[A-Z])\w+)"
    r"(?: all| all of you)? ask(?:s|ed)?(?: so nicely| me| for it)?\s?[,:–—-]{1,2}\s",
    re.I,
)
I_AGAINST = later(r"\bi (?=against\b)", re.I)
# "Yes to Bob's rule": to the one that is open
WHOSE = later(
    rf"\b(yes|no|aye|nay|for|against) (?:(?:to|on|for) )?(?-i:[A-Z])[\w]+'s {THING}\b", re.I
)
OF_IT = later(r"\b(?:\d{3,6}|proposal|rule|thank|thanks|please|adopted|pass)\b", re.I)
AGREES = later(
    r"\W*(?:i (?:fully |totally |completely |quite |do |also )?"
    r"(?:agree|approve|accept|concur|assent)"
    r"|agreed)"
    r"(?: (?:with|to) (?:(?:the )?proposal(?: \d{3,6})?|\d{3,6}))?[\s.!]*",
    re.I,
)
AGAIN = later(rf"\b(?:{REPEATED})(?![\w'-])", re.I)
SENTENCE = later(r"(?<=[.!?…])[\s)]+(?=\S)|\n")
THIS = r"(?:it|this|that|(?:the|this|that) (?:rule|proposal|motion|one|idea)|\d{3,6})"
PASSES = r"(?:to )?(?:pass(?:es)?|wins?|succeeds?|goes through|gets? through|(?:is|be) adopted)"
# "AGAINST, but it should pass", "I vote no, though I'd rather be for": what is meant?
MUST = (
    rf"(?:^|[.;:!,–—-]\s{{1,2}}|\b(?:and|but|yet|though|although|while|so)\s)"
    rf"(?:i (?:think|believe|feel|say|hope) (?:that )?)?{THIS} (?:really |still |clearly |just )?"
    r"(?:should|must|ought to|has to|needs to|deserves to) "
)
RATHER = (
    r"(?:[.,;:–—-]|\b(?:but|and|yet|though|although))\s(?:i'd|i would) (?:(?:(?:much |far )?rather"
    r"|prefer to) (?:pass\b|support|oppose|vote\b(?! {1}\b)|not (?:have|be|vote)\b"
    r"|leave (?:it|this|that|my vote) open|{0})|(?:like|love) to {0})"
    r"|\bbut (?:i'd|i would) (?:like|love) to support\b"
)
OTHERWISE = r"(?:be (?:for|against)|abstain|withdraw|take (?:it|that|this) back)"
FOR_RATHER = RATHER.format(OTHERWISE, "(?:yes|for)")
AGAINST_RATHER = RATHER.format(OTHERWISE, "(?:no|against)")
# Who hopes for the other end has mistaken the word, or means something else by it.
HOPES: dict[Choice, re.Pattern[str]] = {
    "for": later(
        rf"{FOR_RATHER}"
        rf"|{MUST}(?:fail|lose|be (?:rejected|voted down|withdrawn|defeated|stopped|refused"
        r"|turned down|thrown out)|not (?:pass|be (?:adopted|accepted|passed)))\b"
        r"(?! (?:only|never)\b)"
        rf"|\bi (?:\w+ )?(?:don't|do not) (?:\w+ )?want {THIS} {PASSES}"
        rf"|\b(?:should|must|let's) keep {THIS} out of the game\b"
        rf"|\bi (?:\w+ )?hope (?:that )?{THIS} (?:fails|loses|dies|doesn't {PASSES}"
        rf"|does not {PASSES})",
        re.I,
    ),
    "against": later(
        rf"{AGAINST_RATHER}"
        rf"|{MUST}(?:pass|succeed|win|go through|be (?:adopted|approved|accepted|passed)"
        rf"|become (?:law|a rule)|not (?:fail|be rejected))\b(?! (?:only|never)\b)"
        rf"|\bi (?:\w+ )?(?:hope|want|wish) (?:that )?{THIS} {PASSES}",
        re.I,
    ),
}
# Beside a vote that is only one of several sentences, these are a second opinion.
SECOND_OPINION: dict[Choice, re.Pattern[str]] = {
    "for": later(
        r"\b(?:don't|do not|never) (?:really )?(?:want|like|support|agree|need)\b"
        r"|\b(?:hate|dislike) (?:it|this)\b|\bopposed?\b|\bbad (?:idea|rule|proposal)\b",
        re.I,
    ),
    "against": later(
        r"\bcount me in\b|\bi (?:really )?(?:love|like|support|agree with) (?:it|this)\b"
        r"|\b(?:good|great|excellent|wonderful) (?:idea|rule|proposal)\b",
        re.I,
    ),
}


# Of which each of them holds one
WISHING = (
    *("must", "ought", "should", "has to", "needs", "deserves", "'d", "’d", "ould", "want", "hope"),
    *("wish", "MUST", "SHOULD", "WOULD", "HAS TO", "WANT", "HOPE"),
)


def hopes_otherwise(text: str, choice: Choice) -> bool:
    """Whether its writer hopes for the other end than this vote would bring."""
    if choice not in HOPES or not any(one in text for one in WISHING):
        return False
    return HOPES[choice].search(text.replace("’", "'")) is not None


def as_meant(text: str) -> str:
    """Words as one would spell them, and said once."""
    return AGAIN.sub(once, as_spelled(text))


def as_spelled(text: str) -> str:
    """Words as one would spell them, where a hand, a phone or a dictation spelled them
    otherwise."""
    told = without_ifs(SINCE_ASKED.sub("", text.replace("’", "'"), count=1))
    if " and " in told:
        told = BOTH_SIDES.sub(r"\g<what>", told)
    if not told.isascii() or not FIRST_WRITTEN.isdisjoint(A_WORD.findall(told.lower())):
        told = AS_WRITTEN.sub(lambda found: WRITTEN[found[0].lower()], told)
        told = LAUGHED.sub("", told)
    return NOW.sub("I'm ", I_AGAINST.sub("I'm ", SPOKEN.sub("", told)))


def declared(text: str, *, several: bool) -> tuple[ReadBallot, ...] | None:
    """The vote that is declared, where all else leaves it one; `several`: votes are open."""
    if len(text) > MOST_CHARS or SAYS.search(text) is None or is_sour(text):
        return None
    told = stated.NO_CONDITION.sub("", stated.QUOTED.sub("quotation", as_meant(text)))
    told = told if several else WHOSE.sub(r"\1 to it", told)
    found: list[ReadBallot] = []
    others: list[tuple[str, bool]] = []  # and whether it stands behind a vote
    for sentence in SENTENCE.split(told)[:MOST_SENTENCES]:
        here = _declares(sentence, several=several)
        if here is None:
            return None
        if here:
            found.extend(here)
        elif any(map(str.isalnum, sentence)):
            others.append((sentence, bool(found)))
    choices = {one.choice for one in found}
    if len(choices) != 1 or len({one.numbers for one in found if one.numbers}) > 1:
        return None
    if all(one.idiom for one in found) and not all(
        is_courtesy(o) or OF_IT.search(o) for o, _ in others
    ):
        return None  # "I agree", and with whom?
    (choice,) = choices
    if not all(_leaves(one, choice, behind=behind) for one, behind in others):
        return None
    return tuple(sorted(found, key=lambda one: not one.numbers)[:1])


def _declares(sentence: str, *, several: bool) -> list[ReadBallot] | None:
    """What a sentence declares; None where that is doubtful."""
    sentence = AS_SAID.sub("I vote ", sentence)
    if here := tuple(forms.votes(sentence, "", posted=False)):
        doubtful = any(one.both or (several and one.whose and not one.number) for one in here)
        free = not doubtful and all(stated.is_free(sentence, one) for one in here)
        return (
            [one.ballot() for one in here] if free and not stated.LAUGHS.search(sentence) else None
        )
    if AGREES.fullmatch(sentence):
        return [ReadBallot("for", word="yes", weak=True, idiom=True)]
    return []


def _leaves(sentence: str, choice: Choice, *, behind: bool) -> bool:
    """Whether a sentence beside a vote leaves it one (rule 2)."""
    if ties(sentence, behind=behind) or hopes_otherwise(sentence, choice):
        return False
    if choice in SECOND_OPINION and SECOND_OPINION[choice].search(sentence):
        return False
    over = WANTED.match(sentence.strip()) or (not behind and TAKES_BACK.search(sentence))
    undone = turns(sentence) if behind else not over and UNDOES.search(sentence)
    if undone or (SPOILS.search(sentence) and not over):
        return False
    return stated.leaves(sentence, choice)
