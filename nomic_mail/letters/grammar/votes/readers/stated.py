"""A vote that is stated in a clause of its own, whatever else its sentences tell.

1. A statement is a whole clause: who votes, the verb, which way, on what. It begins where a clause
   begins, and ends where one ends; words of voting that merely occur are none.
2. Who states it is the writer: "Bob and I vote", "the rule that I vote for" are no statements.
3. Beside it may stand whatever does not tie it, soften it, report it or take it back. In a reason
   ("because …") and in a concession ("though …") softening says nothing of the vote.
4. Statements that do not agree are none.
5. It is on the ballot or on a number. "The other proposal", "the old text" and "your lunch plan"
   are something else; "Cyd's proposal" may be, where several are open.
"""

import re
from functools import lru_cache

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.votes.readers import forms
from nomic_mail.letters.grammar.votes.readers.ballots import NO_DOUBT
from nomic_mail.letters.grammar.votes.readers.forms import StatedVote
from nomic_mail.letters.grammar.votes.said.clauses import THING
from nomic_mail.letters.grammar.votes.said.leadins import is_sour
from nomic_mail.letters.grammar.votes.said.reasons import SOUR
from nomic_mail.letters.grammar.votes.said.turns import CHANGES, IFS, ties, turned, turns
from nomic_mail.letters.grammar.words import NUMBERED
from nomic_mail.patterns import later

MOST_CHARS, FEW_WORDS = 1_500, 3
# With no comma behind it: "After reading it twice I vote FOR".
PHRASE = later(
    r"^\W*(?:after|having|following|although|(?:even )?though|despite|since|because|considering|as"
    r"|overall|owing|due|in|with|without|on|per|pursuant|given|for|against|contrary|based|much"
    r"|this|today|therefore|thus|hence|personally|honestly|upon|by|while|regardless|all)\b",
    re.I,
)
RELATIVE = later(
    r"\b(?:that|which|whom?|whose|why|how|what|where|when|whether|if|reasons?|way|like|than)\W*$",
    re.I,
)
SENTENCE = later(r"(?<=[.!?…])[\s)]+(?=\S)|\n")
HOLDS = later(
    r"\b(?:vot\w+|ballot|abst\w+|my (?:voice|answer|verdict|decision|choice|yes|no|(?:\w+ )?support"
    r"|backing|blessing|approval)|i(?:'m| am)\b"
    r"|(?:for|against|in favou?r|yes|no|noes|ayes?|nay)\b|assent|consent|concur|dissent|approv\w+"
    r"|accept|endorse|back|behind|opposed"
    r"|opposition|oppose|reject"
    r"|(?:dis)?agree(?:ment)?|affirmative|negative|support|nod\b|green light|thumbs|count me in)",
    re.I,
)


SOFTENS = later(
    r"\b(?:maybe|perhaps|probably|possibly|presumably|might|may|could|would|i'd|you'd|not sure"
    r"|unsure|undecided|torn|lean\w*|inclined|tempted|hesita\w+|for now|so far|at the moment"
    r"|tentativ\w+|provisional\w*|in (?:principle|theory|general|spirit)|partly|partially|mostly"
    r"|half|(?<!this )(?<!that )(?<!any )kind of|(?<!this )(?<!that )(?<!any )sort of|kinda|sorta"
    r"|more or less|almost|nearly|hardly|later|tomorrow"
    r"|next (?:time|week|round|month)|soon|eventually|usually|normally|sometimes|generally"
    r"|typically|(?:i|we) (?:think|guess|suppose|believe|presume|hope)(?=\W*$|,)|not(?=\W*$)"
    r"|(?:i )?(?:don't|do not|can't|cannot) (?:really |yet )?(?:know|tell|say)(?=\W*$|[,;])"
    r"|ignore|disregard|scratch|whatever|supposed to|used to|apart from (?:those|the))\b",
    re.I,
)
# A reason, or a concession: from here to the end of the sentence, or up to the statement.
WHY = later(
    r"\b(?:(?:mostly |mainly |partly |chiefly )?because|since"
    r"|as(?! (?:long|soon|amended|changed|well|a|an|for|of)\b)|though|although"
    r"|even though|despite|given|due to|on the grounds|for the reasons?|notwithstanding|in spite"
    r"|while|which|much as|as much as|whereas|the reason"
    r"|(?<=[,;] )(?:it|they|we|you|people|nobody|everyone|everybody)"
    r" (?!is\b|was\b|may|might|could|would|should|depend|will|say|said)[a-z]+(?=\s)"
    r"|(?<=[,;] )for (?=(?:i|we|it|this|that|there|they|he|she|you|nobody|who|what)\b))\b.*",
    re.I,
)
# Up to a comma: what a reason turns on ties no vote
BECAUSE = later(r"\b(?:because|since)\b[^,;.:!?]*", re.I)
# "And I'd like that in the minutes"
NOTED = later(
    r"[,;–—-]?\s(?:and |but )?(?:i'd|i would) like (?:it|that|this) (?:to be )?(?:in|on|noted|known"
    r"|recorded|minuted|entered|written)\b",
    re.I,
)
CONCEDES = later(
    r"^(?:\W|and |but )*(?:much as|as much as|though|although|even though|while|whereas|despite|in"
    r" spite of|notwithstanding|because|since|given|as|considering)\b",
    re.I,
)
REPORTS = later(
    r"\b(?:says?|said|tells?|told|writes?|wrote|written|write|asks?|asked|claims?|claimed|wants?"
    r"|insists?|shouts?|thinks?|believes?|heard|hears?|quot\w+|example|instance|e\.?g|titled?"
    r"|called|named|options?|choices?|reply|replied|replies|type|send|answers?|answered|argues?"
    r"|votes?|voted|voting|suggest\w*)\b",
    re.I,
)
# "Bob said: it is late, so …"
TOLD = later(
    r"(?<!\bi )(?<!\bwe )\b(?:says?|said|writes?|wrote|asks?|asked|tells?|told|replies|replied"
    r"|answers|answered)(?: (?:me|us|you|this|that|all))?\s?:",
    re.I,
)
JOINS = later(
    r"\b(?:and|but|so|therefore|hence|yet|thus|accordingly|still)\b|[;.)]|\s[–—-]\s", re.I
)
SO = later(r"(?:so|therefore|hence|thus|consequently|accordingly)\b(?! that\b)", re.I)
MY_OWN = later(
    r"\b(?:i|i'm|i've|my|mine|me|here|it|this|vote|voting|verdict|answer|short|decision"
    r"|conclusion|result|so"
    r"|anyway|confirmed|decided|settled|noted|say|summary|record|proposal|motion|amendment|words|speech|prose|english|terms)\b",
    re.I,
)
OTHERS = later(
    r"\b(?:(?-i:[A-Z])\w+'s|\w+'s(?= (?:words|speech|opinion|view))|his|her|their|your|our|bob"
    r"|everyone|everybody|he|she|they)\b",
    re.I,
)
WHAT_FOR = later(rf"\b{THING}\s$", re.I)
JOINED = later(r"\b(?:and|but|so|yet|therefore|hence|thus|then|or)\s$", re.I)
TOGETHER = later(r"\b(?:you|me|him|her|them|us|everyone|everybody|(?-i:[A-Z]\w*))\s*$", re.I)
# A choice that is told as over, or as not taken.
OVER = later(
    r"\b(?:started (?:out|off)|began|voted|said|wrote|sent|thought|was|were|from|instead of"
    r"|rather than|not|n't|earlier"
    r"|first|off(?: the)?|(?:asked|told|wanted|wants|begged|urged|expected|expects) me to"
    r"|no longer|(?:take|took|taking) back my|(?:withdraw|retract|revok|replac|cancel)\w*(?: my)?"
    r"|wanted to|going to|planned to|meant to|about to|tempted to|inclined to)\b[^.;]{0,30}$"
    r"|\b(?:arguments?|case|reasons?|points?|objections?)\s$",
    re.I,
)
NOT_FOR = later(
    r"\b(?:against(?=\W|$)(?! (?:all|my|every|the (?:grain|odds|clock))\b)|nay|nope)(?![\w-])"
    r"|\bno(?=\W*$|[,;:!.])|(?<!\w)-1\b|\b(?-i:NO|AGAINST)\b",
    re.I,
)
NOT_AGAINST = later(
    r"\b(?:yes|aye|yea|yep|yup|in favou?r)(?![\w-])|\bfor (?:it|this|that)\b|(?<!\w)\+1\b"
    r"|\b(?-i:FOR|YES)\b|\bfor(?=\W*$)",
    re.I,
)
AND_FOR = later(
    r"\W*(?:and|or|but|nor) (?:also )?(?:for|against|in favou?r)\b(?! (?:it|this|that)\b)", re.I
)
# "The idea, not the text"; "the plan: let us meet"; "the rule as it stands", and so unchanged
PART_OF_IT = later(
    r"\W*(?:but |and )?(?:not|no) (?:(?:for|to|on|with) )?(?:the|its|his|her|your|their|there"
    r"|elsewhere|\d{3})\b",
    re.I,
)
TOLD_BELOW = later(r"\b(?:plan|suggestion|offer|idea)$", re.I)
AS_IT_IS = later(r"\W*as (?:it|they) (?:is|are|stands?|was|were|reads?)\b", re.I)
OLD_TEXT = later(r"\b(?:rules?|texts?)\b", re.I)
LAUGHS = later(r"\b(?:lo+l|lma+o|rofl|hah+a+\w*|jk|j/k|not!)", re.I)
UNVOTED = later(
    r"(?<!mad )(?<!crazy )(?<!silly )(?<!foolish )(?<!rude )\b(?:not|n't|never|cannot)\b.{0,20}"
    r"\bvot(?:e|es|ing)\b(?! (?:for|on) (?:things|anything|what|such|any|rules))",
    re.I,
)
OF_YOU = later(
    r"\b(?:you|he|she|they|who|people|players?)(?:'ve|'s| have| has| had| do| does| did)?"
    r"(?: not|n't| never)\b(?!.*\b(?:i|i'm|i've|my|me)\b)",
    re.I,
)
# "I can't say that I'm for it"
DENIES = later(
    r"(?:n't|\b(?:not|never|cannot|nobody|no one))(?: \w+){0,2} (?:say|think|believe|claim|pretend"
    r"|feel|swear|mean|admit)(?: (?:so|to you))?(?: that)?\s$",
    re.I,
)
# "Bob and Carol are for it"
WHO = (
    r"(?:he|she|they|you|who|everyone|everybody|people|others|some|(?!I\b|This\b|That\b|It\b|We\b)"
    r"(?-i:[A-Z])\w+|my (?:wife|husband|partner|brother|sister|son|daughter|friend|neighbour))"
)
THEIR_SIDE = later(
    rf"\b{WHO} (?:votes?|voted|says?|said|is voting|will vote) (?:yes|no|for|against)\b"
    rf"|\b{WHO}(?:'s|'re|'ve| is| are| was| were| has| have)(?: (?:all|always|been|so|very much"
    r"|probably|still|both)){0,3} (?:for|against) (?:it|this|that|everything)\b",
    re.I,
)
# "for two days": of no vote
FOR_WHAT = later(r"\bfor (?=\w)(?!(?:it|this|that|the|a|an|or|\d{3})\b)", re.I)
# "I am not sure that I am doing this right, but": of the form, and not of the vote.
OF_FORM = later(
    r"\b(?:i(?:'m| am) )?(?:not (?:quite |really |entirely )?sure|unsure|no idea)(?:"
    r" (?:about|of) the (?:format|form|syntax|procedure)(?=,? but\b)|(?: (?:if|whether|that|how))?"
    r" (?:i(?:'m| am)|this is|to|i have|it is|one) (?:doing|the (?:right|correct|proper)|use"
    r"|using|voting"
    r"|supposed|done|vote|filling|writing|reply\w*|answer\w*)\b[^,;.:?]{0,40}(?=,? (?:but|so)\b"
    r"|[,;.:]))",
    re.I,
)
# "Subject to no conditions"
NO_CONDITION = later(
    r"\b(?:subject to|with|without|under|on) (?:no|any) (?:\w+ )?conditions?"
    r"(?: whatsoever| at all)?"
    r"(?! (?:but|other than|except))",
    re.I,
)
NO_DOT = later(r"(?<=proposal )n[or]\. ?(?=\d{3})", re.I)  # "proposal no. 301"
# "I was torn, but I'll go with yes"
WAS = later(
    r"\b(?:was|were|had been) (?:\w+ )?(?:torn|undecided|unsure|not sure|inclined|tempted"
    r"|(?:in|of) two minds)\b[^,;.]{0,40}(?=\W*$|,? but\b)",
    re.I,
)
NOT_FOR_IT = later(r"\b(?:not|n't|never|cannot)\b[^.;?]{0,25}\bvot(?:e|ing) (?:for|yes)\b", re.I)
# "How's your knee?" asks of no vote, however short it is; nor does "Is it voting time already?"
OF_LIFE = later(
    r"\W*(?:and |so )?(?:how|where|when|who|what)(?:'s|s| is| are| was| were| did| do| has| have)\s"
    r"(?!(?:this|that|it)\b)\w",
    re.I,
)
OF_TIME = later(
    r"^(?!.*\b(?:should|shall|may|can|do|must|if|would)\b).*"
    r"\b(?:vot(?:e|ing) (?:time|day|again|already)|time to vote)\b",
    re.I,
)
QUOTED = later(r"\"[^\"]{1,200}\"|“[^”]{1,200}”|«[^»]{1,200}»|(?<!\w)'[^']{2,80}'(?!\w)")


def stated(text: str) -> tuple[StatedVote, ...] | None:
    """All statements of a passage, where nothing in it speaks against them."""
    if len(text) > MOST_CHARS or not HOLDS.search(text) or is_sour(text):
        return None
    if LAUGHS.search(text):
        return None
    if text.isupper() and len(text.split()) > FEW_WORDS:
        text = text.lower()  # who writes all in capitals means nothing by them
    text = QUOTED.sub("quotation", text.replace("’", "'").replace("‘", "'"))
    text = NO_DOT.sub("", NO_CONDITION.sub("", text))
    text = OF_FORM.sub("well", re.sub(r"[*_`~]", "", text))
    found: list[StatedVote] = []
    others: list[str] = []
    for sentence in SENTENCE.split(text)[:40]:
        here = in_sentence(sentence)
        if not here and ties(sentence, behind=bool(found)):
            return None
        if not here and found and turns(sentence):
            return None
        if not here:
            others.append(sentence)
        elif all(is_free(sentence, one) for one in here):
            found.extend(here)
        else:
            return None
    if not found or not _agree(found):
        return None
    choices: set[Choice] = {one.choice for one in found}
    choice = choices.pop() if len(choices) == 1 else None
    return tuple(found) if all(leaves(one, choice) for one in others) else None


@lru_cache(maxsize=256)  # of one line two rooms ask
def in_sentence(sentence: str) -> tuple[StatedVote, ...]:
    return tuple(forms.votes(sentence, "", alone=False, posted=False))


def is_free(sentence: str, one: StatedVote) -> bool:
    """Whether the rest of its sentence leaves it a vote (rule 3)."""
    before, after = sentence[: one.begins], sentence[one.ends :]
    before = WAS.sub("", before)
    if "?" in before[-2:] or IFS.search(before) or SOUR.search(f"{before} | {after}"):
        return False
    if CONCEDES.match(before) is None and SOFTENS.search(before):
        return False
    return (
        is_free_behind(sentence, one)
        and _is_own(before, so=SO.match(sentence, one.begins) is not None)
        and not says_the_other(before, one.choice)
    )


def is_free_behind(sentence: str, one: StatedVote) -> bool:
    """Whether what stands behind it in its sentence leaves it a vote (rule 3)."""
    before, after = sentence[: one.begins], sentence[one.ends :]
    after = NOTED.sub("", after)
    if "?" in after or IFS.search(BECAUSE.sub("", after)):
        return False
    if one.plan and after.strip(" .!,") and not WHY.match(after.strip(" ,")):
        return False
    if SOFTENS.search(WHY.sub("", NO_DOUBT.sub("", after))) or turned(after):
        return False
    if AND_FOR.match(after) and not NUMBERED.search(after):
        return False
    if PART_OF_IT.match(after) or (TOLD_BELOW.search(sentence[: one.ends]) and after[:1] == ":"):
        return False
    if AS_IT_IS.match(after) and OLD_TEXT.search(sentence[one.begins : one.ends]):
        return False
    if WHAT_FOR.search(before) and sentence[one.begins : one.ends].endswith(("for", "against")):
        return False  # "in the rule I vote for"
    return not says_the_other(after, one.choice)


def _is_own(before: str, *, so: bool) -> bool:
    """Whether nobody else says what follows (rule 2); `so`: as it follows from what he says."""
    said = before.rstrip()
    if not said:
        return True
    if DENIES.search(before):
        return False
    if said.endswith(":") and (not MY_OWN.search(said) or OTHERS.search(said[-30:])):
        return False
    if TOLD.search(before):
        return False
    told = max(REPORTS.finditer(before), key=re.Match.end, default=None)
    if told is not None and (not so or not before[told.end() :].strip(" :,")):
        behind = before[told.end() :]
        own = re.search(
            r"\b(?:i|i'd|i'll|my|we|the|to|a)\s(?:\w+\s)?$", before[: told.start()], re.I
        )
        if not own and (re.match(r"\W*that\b", behind, re.I) or not JOINS.search(behind)):
            return False
    if re.search(r"[\w'\")]\s$", before) and not JOINED.search(before):
        return PHRASE.match(before) is not None and not RELATIVE.search(before)
    joined = re.search(r"(?<![,;.:–—-])\s(?:and|or)\s$", before, re.I)
    if joined is None:
        return True
    clause = before[: joined.start()]
    subject = re.search(r"\b(?:i|i've|i'm|it|it's|this|that|my)\b", clause, re.I)
    return bool(subject) and len(clause.split()) >= 3 and not TOGETHER.search(clause)


def says_the_other(rest: str, choice: Choice) -> bool:
    """Whether the other choice stands in it, and not as one that is over."""
    patterns = {"for": (NOT_FOR,), "against": (NOT_AGAINST,)}.get(choice, (NOT_FOR, NOT_AGAINST))
    return any(
        not OVER.search(rest[: found.start()])
        for pattern in patterns
        for found in pattern.finditer(rest)
    )


def _agree(found: list[StatedVote]) -> bool:
    ways: dict[str, Choice] = {}
    for one in found:
        on = one.number.lower() or ("both" if one.both else "")
        if ways.setdefault(on, one.choice) != one.choice:
            return False
    return len(ways) == 1 or all(on and on != "both" for on in ways)


def leaves(sentence: str, choice: Choice | None) -> bool:
    """Whether a sentence beside a statement leaves it as it is; no choice: there are several."""
    sentence = THEIR_SIDE.sub(" ", sentence)
    unvoted = UNVOTED.search(sentence) and not OF_YOU.search(sentence)
    unvoted = unvoted and not (choice == "against" and NOT_FOR_IT.search(sentence))
    if CHANGES.search(sentence) or unvoted:
        return False
    if "?" in sentence:
        if OF_TIME.match(sentence):
            return True
        asks = HOLDS.search(FOR_WHAT.sub("", sentence))
        return not asks and (len(sentence.split()) > 3 or OF_LIFE.match(sentence) is not None)
    return choice is None or not says_the_other(sentence, choice)
