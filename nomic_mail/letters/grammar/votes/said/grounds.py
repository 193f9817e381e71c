"""What a bare yes or no may stand beside and be the vote on the proposal.

1. A sentence is taken to clauses, and each must be a ground: a judgement of the proposal
   (`reasons`), how its writer came to the vote ("took me three readings"), or a concession to
   somebody ("as much as I like Bob"). The subject may be left away ("Can't see any downside").
2. What is told of the letter itself says nothing: where it is written, thanks, excuses.
3. A judgement the other way is no ground, unless it is conceded.
4. Whatever is none of these may be what the yes or the no was said to.
"""

import re
from typing import Literal

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.bodies import GREETING
from nomic_mail.letters.grammar.votes.said import reasons
from nomic_mail.letters.grammar.votes.said.answers import ENDINGS, NAME
from nomic_mail.letters.grammar.votes.said.reasons import (
    APOLOGY,
    BAD,
    BUT,
    COURTESY,
    DENIES,
    GAME,
    GOOD,
    LIFE,
    OF_SAID,
    OTHERS,
    OWN_LIFE,
    SOUR,
    speaks_of_it,
)
from nomic_mail.letters.grammar.votes.said.turns import IFS, UNDOES
from nomic_mail.letters.grammar.words import without_courtesies
from nomic_mail.patterns import later

MOST_CHARS, MOST_CLAUSES, FEW_WORDS = 600, 20, 12
CLAUSE = later(
    r"\s?(?:[,;:!–—()]|\.{1,3}(?=\s|$)|…|\s-{1,2}(?=\s))[\s)]*"
    r"|\s(?=(?:and|but|so|yet|because|since|though|although)\s(?:i|it|this|that|we|there|still|now"
    r"|i'm|i've|it's)\b)"
)
JOIN = (
    r"(?:(?:and|but|so|yet|still|then|well|now|ok(?:ay)?|oh|ah|hm+|because|since|as|though"
    r"|although|also"
    r"|plus|i (?:have to|must) (?:say|admit|confess)(?: that)?) ){0,2}"
)
# What there is of it to like, to see, to read.
# What rules are about, and little else.
CONTENT = (
    r"(?:loopholes?|bonus(?:es)?|penalt(?:y|ies)|bookkeeping|paperwork|bureaucracy|exceptions?"
    r"|cheat\w*|abus\w*"
    r"|worries|doubts?|concerns?|fears|fairness|complexity|newcomers?|unanimity"
    r"|threshold|quorum|(?:old|current|present|existing) (?:way|one|system|method|version)"
    r"|kingmak\w+|wording|clauses?|incentives?|strateg\w+|balance|rewards?|enforce\w*"
    r"|nonsense|madness)"
)
POINTS = (
    r"(?:downsides?|upsides?|drawbacks?|benefits?|advantages?|disadvantages?|harm|risks?|dangers?"
    r"|points?|need|use|reasons?|sense|problems?|issues?|flaws?|faults?|catch|loopholes?|merits?"
    r"|value|gains?|fun|trouble|hassle|fuss|bother|logic|spirit|appeal|intent\w*|aim|thinking"
    r"|sentiment|gist|concept|principle|direction|argument\w*|theory|effort|thought|purpose"
    r"|enforc\w+)"
)
IT = (
    rf"(?:it|this|that|these|them|both|what happens|where (?:this|it) (?:goes|leads)|(?:the|this"
    rf"|that|your|(?-i:[A-Z])\w+'s|his|her|their|its|all|any"
    rf"|an?|another|more|such|no|much|enough|what)(?: [\w-]+){{0,2}}? (?:{GAME}|{POINTS})"
    r"|(?:where|how|what|why) (?:it|this|that|you|bob|the \w+)\b|it all|all of it|everything"
    rf"|{GAME}|\d{{3}})"
)
DOING = (
    r"(?:(?:just|really|still|now|also|finally|only|quite|honestly|truly|almost|never|always|even"
    r"|actually|did|do|do not|don't|didn't|did not|can't|cannot|can|could|couldn't|could not|have"
    r"|had|been|am"
    r"|was|not|at first|first|bring myself to|expected to|rather|very much|fully|totally"
    r"|absolutely|definitely|simply|must say i"
    r"|must admit i|have to say i|to|going|came to|have come to|will|would|think|thought"
    r"|happen to|used to|kind of"
    r"|sort of|both|wanted|tried) ){0,4}"
)
MINE = rf"(?:(?:i|we)(?:'ve|'m|'d|'ll)?(?: |(?='))|me,? )?{DOING}"
# What one feels of a proposal, and what one does with it before one votes.
FEELS = (
    r"(?:likes?|loves?|adore|hate|dislike|want|need"
    r"|trust|buy|prefer|welcome|fear|support|back|oppose"
    r"|believe in|stand|care for|wait(?:ed|ing) for|hope[sd]? for|hoping for|wish(?:ed)? for"
    r"|wanting|live with)"
)
DOES = (
    r"(?:get (?=it(?: now)?$)|liked|loved|hated|disliked|understand|understood|grasp|see (?=the"
    r"|where|what|why)"
    r"|appreciate|respect|admire|follow|agree with|disagree with|worry about|argued for"
    r"|argued against|read|re-?read"
    r"|reading|studied|considered|weighed|discussed|debated|reviewed|examined|pondered|digested"
    r"|thought about|thought over|looked over|sat down with|went through|slept on"
    r"|(?:found|find) (?=\w+ (?:\w+ )?(?:too|very|rather|quite|not|so|hard|easy|"
    rf"{GOOD}|{BAD})\b))"
)
STATES = (
    r"(?:torn|sceptical|skeptical|undecided|unsure|in doubt|in two minds|of two minds"
    r"|on the fence|wary|hesitant"
    r"|reluctant|dubious|doubtful|opposed|convinced|persuaded|sold|won over|converted|intrigued"
    r"|impressed|unconvinced"
    r"|unimpressed|unmoved|happy|glad|tired|sick|fed up|afraid|worried|concerned|keen|fan|fond"
    r"|agree(?:d)?|disagree(?:d)?"
    r"|hesitated|wavered|come round|came round|warmed(?: up)?)"
)
WISHES = later(
    rf"^{JOIN}(?:{MINE}{FEELS}|i(?:'d| would) (?:rather|prefer to|like to|love to) (?:try|keep"
    rf"|leave|stick with|stay with"
    rf"|go back to|see|have)) (?!that\b(?! {GAME})|these\b|them\b|both\b"
    rf"|everything\b){IT}.{{0,50}}$",
    re.I,
)
PATH = later(
    rf"^{JOIN}(?:"
    rf"{MINE}{DOES} ?{IT}(?! (?:house|flat|car|film|book|song|garden|photo)).{{0,50}}"
    rf"|{MINE}(?:thought (?:long|hard|twice|about (?:it|this|that|the))|(?:slept|think) on it"
    rf"|mulled|pondered"
    r"|(?:gone|went|going) back and forth|made up my mind|read (?:twice|three times"
    r"|and re-?read))\b.{0,40}"
    rf"|{MINE}(?:an? |so |quite |rather |a big |a bit |a little |no |much )?{STATES}"
    rf"(?: (?:at first|first|now|enough|before|too|again|long|yet|initially|here|for a (?:while"
    rf"|long time|bit)))*"
    rf"(?: (?:by|about|of|with|on|for|to|by all) (?:{IT}|support|see|have|\w+ing)\b.{{0,40}})?"
    r"|(?:it )?took me (?:an?|some|two|three|four|five|six|\d|several|a few|many|all|quite"
    r"|the)(?: [\w-]+){0,2}"
    r" (?:readings?|reads?|while|tries|attempts?|goes|weeks?|days?|hours?|minutes?|time|evenings?"
    r"|nights?)(?: to"
    r" (?:understand|get it|decide|read (?:it|this)|see|warm|come|make up|like|figure"
    r"|digest)\b.{0,30})?"
    r"|(?:you(?:'ve| have)?|(?-i:[A-Z])\w+(?: has)?|the (?:debate|discussion|argument|text"
    r"|second reading)s?|that|it)"
    r" (?:have |has )?(?:\w+ )?(?:win(?=$)|(?:convinced|persuaded|won|sold|swayed|lost) me)(?:"
    r" (?:that|in the end|too|now|completely|at last)\b.{0,20})?"
    r"|(?:my|first|second) (?:\w+ )?(?:worry|worries|doubts?|fears?|concerns?|objections?"
    r"|questions?|heart|gut|head)"
    r" (?:is|are|was|were|has|have|says?|said)\b.{0,40}"
    r")$",
    re.I,
)
# With no subject: of what else would they say so?
# "I keep finding holes in it", "I'd sooner lick a lamp post": at the end of a story, said of it.
HOLDS_IT = later(
    rf"^{JOIN}i (?:just |really |still )?(?:(?:keep|kept) \w+ing|can(?:'t|not) (?:warm"
    rf"|get (?:behind|past|over|into"
    r"|used)|make sense|see (?:how|why|what)|think of|imagine|put my finger))\b.{0,50}\b(?:it"
    r"|this)(?: one)?(?: .{0,30})?$"
    rf"|^{JOIN}i(?:'d| would) sooner .{{3,50}}$"
    rf"|^{JOIN}(?:i(?: have|'ve)(?: got)? )?(?:nothing|not much|little) (?:\w+ )?to (?:add|say"
    rf"|object)\b.{{0,50}}$",
    re.I,
)
IN_CONTENT = later(rf"\b{CONTENT}\b", re.I)
STRIKES = later(  # "It doesn't convince me", "My worries have been answered"
    rf"^{JOIN}(?:(?:it|this|that|the [\w-]+(?: \w+)?) (?:(?:really|just|simply|still|does|do|did"
    rf"|has|have|will|would) )*"
    r"(?:(?:doesn't|don't|didn't|won't|does not|do not|did not|will not|not) )?(?:really |quite "
    r"|even )?"
    r"(?:convince[sd]?|pleases?|appeals? to|impress(?:es|ed)?|worr(?:y|ies|ied)|bothers?|excites?"
    r"|bores?|scares?|annoys?|amuses?"
    r"|delights?|suits?|troubles?|bugs?|strikes?|grew on|grows on|speaks to|spoke to|won over"
    r"|lost|loses|leaves|left) me\b.{0,40}"
    r"|i (?:(?:no|not|don't|do not|do|really|just|fully|totally) )*(?:like|love|agree|disagree"
    r"|approve)"
    r"|(?:this|it|that)(?: one)?,? i (?:(?:do|really|just|very much|don't|do not|can't"
    r"|cannot) )*(?:like|love|hate|want|need)\b.{0,20}"
    r"|with (?:this|it|that)(?: one)? i can(?:'t|not)? live|i can(?:'t|not)? live with (?:it|this)"
    r"|(?:won't|can't|doesn't|wouldn't|will not|cannot) (?:help|hurt|work|fly|last|matter|do"
    r"|change (?:a thing|anything|much))"
    r"|(?:it|this|that)(?:'s| is)? solv(?:es|ing)\b.{0,50}"
    r"|(?:every(?:one|body)|nobody|no one|whoever|we(?: all)?|players|the (?:leader|first|last"
    r"|winner|poor|rich)) .{4,60}"
    r"\b(?:this way|like this)"
    r"|my (?:\w+ )?(?:worry|worries|doubts?|fears?|concerns?|objections?|questions?)"
    r" (?:is|are|was|were|has|have|remains?|stands?)\b.{0,40})$",
    re.I,
)
JUDGED = later(
    rf"^{JOIN}(?:(?:(?:for|to|from|on|in) (?:me|my (?:side|part|end|opinion|view"
    rf"|taste)),? (?:it )?)?"
    r"(?:is|was|will be|would be|it's) (?:\w+ ){0,2}"
    rf"(?:{GOOD}|{BAD}|ok(?:ay)?)\b|(?:(?:for|to|from|on) (?:me|my (?:side|part|end|opinion|view"
    rf"|taste)),? (?:it(?:'s)? )?)?"
    rf"(?:(?:is|are|was|be|just|simply|really|still|only|clearly|certainly|would|will|might|may"
    rf"|could|should|has|does) ){{0,3}}"
    r"(?:can(?:'t|not)|couldn't|don't|do not|doesn't|does not|won't|wouldn't|isn't|ain't|hasn't"
    r"|haven't|not|never|no|nothing|too|far too|way too|so|such|very|more|less|better"
    r"|worse|best|worst"
    r"|what an?|anything|everything|(?:high |about |past )?time|(?:finally|at last) (?:something"
    r"|somebody|one|an?)|makes|solves|fixes|adds|needs|gives|takes|breaks|helps|hurts|keeps|closes"
    r"|opens|saves|wastes|ruins|kills|spoils|improves|simplifies|complicates|rewards|punishes|looks"
    r"|sounds|seems|feels|reads|works|deserves|serves|much|needed)\b)(?: \S+){0,8}$",
    re.I,
)
WORTH = later(
    rf"\b(?:{GOOD}|{BAD}|{GAME}|{POINTS}|ok(?:ay)?|too (?!many|much|few|little)\w+|cup of tea"
    rf"|long|short|slow\w*|words"
    rf"|anything|worth|fussy"
    rf"|favou?r\w*"
    r"|[a-z]{3,}(?:less|able|ible|ous|ful|sided|some|worthy))\b",
    re.I,
)
CONCEDED = later(
    rf"^{JOIN}(?:as much as|much as|(?:(?:even )?though|although|while|whilst|despite|in spite of)"
    r"(?= (?:(?:the|its|all|some) )?(?:i|i'm|i'd|i've|it|it's|this|that|you|he|she|they|we|not"
    rf"|(?-i:[A-Z]\w+)|(?:\w+ )?(?:{GAME}|{POINTS}|{CONTENT}))\b)"
    r"|with (?:all|due) "
    r"|however|no matter|i (?:love|like|adore|respect|admire|trust) (?:you|him|her|them"
    r"|(?-i:[A-Z])\w+)|no offen[cs]e|no hard feelings|nothing (?:personal|against)|not that i"
    r"|i know (?=(?:you|he|she|they|bob|it|this|that|how|many|some|most|every\w+|not"
    r"|(?-i:[A-Z]\w+))\b)|i realise"
    r"|i realize|i understand"
    r"|i (?:can |do )?see (?:why|what|where|that|how)|i hate to|i'm (?:so |very "
    r"|really )?(?:sorry|afraid|sad)"
    r"|i am (?:so |very |really )?(?:sorry|afraid|sad)"
    r"|(?:so |very |really )?sorry to (?:say|disappoint|spoil|be|let|vote|do|break|rain)"
    r"|it pains me|it hurts me|it breaks my heart|i regret|don't get me wrong"
    r"|don't hate me|forgive me|not (?:perfect|ideal|great|my favourite|a big fan|pretty|elegant)"
    r"|(?:nice|good) try|(?:sweet|kind|nice|good|brave) of you"
    r"|(?:you|he|she|they|(?-i:[A-Z])\w+) (?:will|won't|will not|may|might|'ll) (?:not )?(?:be"
    r"|like|hate|love|kill|forgive"
    r"|curse|thank)\b|against my|credit to|hats off|respect to|kudos)\b.{0,70}$",
    re.I,
)
# Of the letter itself.
WRITTEN = later(
    rf"^{JOIN}(?:"
    r"(?:sent|written|writing|typed|typing|voting|greetings|replying|answering)(?: this)? (?:from"
    r"|on|at|in|off|out of|with|while|between|during|by|under|over|before|amid) .{1,40}"
    r"|(?:from|in|at|on|aboard) (?:the|my|a|an|this|sunny|rainy|snowy"
    r"|(?-i:[A-Z])\w+) (?:\w+ )?(?:train|bus|tram|phone|mobile|tablet"
    r"|road|beach|hospital|airport"
    r"|plane|car|pub|toilet|loo|bath|sofa|couch|sea|ferry|boat|queue|meeting|lecture|mountains?"
    r"|hut|tent|kitchen|shop|garden)"
    r"|on (?:my|the) (?:way|run|move|go)\\b.{0,20}|in (?:a (?:hurry|rush)|haste)"
    r"|(?:bad|poor|no|weak|terrible|little|low) (?:signal|reception|connection|line|wifi|wi-fi"
    r"|battery|coverage|network|time)"
    r"|battery (?:is )?(?:low|dying|at).{0,12}|no time.{0,20}|(?:brief|short|quick|terse"
    r"|late)(?:,? (?:i know|sorry|as always))?"
    r"|(?:must|gotta|got to|have to) (?:run|dash).{0,20}|excuse .{0,40}|have a (?:nice|good|great"
    r"|lovely) .{0,20}"
    r"|(?:will|shall|i'll|can) (?:explain|elaborate)\\b.{0,30}"
    r"|see (?:what i (?:wrote|said|posted)|above|below|my (?:reasons|objections|comments"
    r"|argument)).{0,40}"
    r"|for the reasons? .{0,60}|as (?:i|we) (?:said|wrote|explained|told|argued|mentioned"
    r"|promised|announced).{0,40}"
    r"|(?:(?:many|lots of|a thousand|big|huge|warm)? ?(?:thanks?|thank you|thx|cheers|kudos"
    r"|congrat\w*|well done|great job|bravo|props"
    r"|hats off|regards|greetings|love|hugs?|kisses)(?: (?:again|so much|very much|all|a lot"
    r"|everyone|everybody|folks))?"
    r"(?: for (?:running|hosting|organi[sz]ing|doing|keeping|writing|proposing|drafting"
    r"|moderating|chasing|waiting|putting|taking"
    r"|all|everything|explaining|the (?:work|effort|game|reminder|nudge|proposal|patience"
    r"|laughs?)|your (?:work|patience|effort"
    r"|time))\\b.{0,40})?)"
    r"|(?:dear|hi|hello|hey|good (?:morning|evening|day|night|afternoon))\\b.{0,25}"
    r"|(?:(?:oh|ah|my|dear|dearest|poor|sorry) ?)*(?-i:[A-Z][a-z]+)|(?:oh|ah|my) (?:dear|my|boy"
    r"|well)"
    r"|let'?s (?:have|do|try|adopt|pass|see|give|keep) (?:it|this)(?: a (?:go|try|chance|shot))?"
    r"|long time no see|(?:so )?(?:that|this)(?:'s| is) (?:it|that|settled|final|my (?:vote"
    r"|answer|final answer|last word|verdict))"
    r"|(?:reasons?|details|comments?|explanations?) (?:later|to follow|follow|tomorrow|on request)"
    r"|enough said|'nuff said|end of story|full stop|period|case closed|simple as that"
    r"|plain and simple|no contest|no-? ?brainer"
    r"|and (?:that's|that is) that|(?:i )?(?:stand|stick) (?:by|with|to) (?:it|that|this)"
    r"|final answer|not even close"
    r"|no question(?: about it)?|hands down|every day of the week|all day long"
    r")$",
    re.I,
)
A_WHILE = later(
    r"\b(?:for |all |after |these |last |this |over )(?:an?|the|two|three|a whole|the whole"
    r"|last)? ?(?:\w+ )?"
    r"(?:weeks?|days?|nights?|months?|weekend)\b",
    re.I,
)
KNOWS = later(rf"^{JOIN}i (?:know|see|realise|realize|understand)\b", re.I)  # what was said
NO_VIEW = later(r"\W*(?:no|never|happy|best|good|all the best|well|thank|congrat)\w*\b", re.I)
Kind = Literal["ground", "conceded", "beside", ""]


def is_ground(text: str, choice: Choice, *, behind: bool = False) -> bool:
    """Whether a bare yes or no beside these sentences is a vote of that choice on what they judge;
    `behind` it, they may also say nothing of anything."""
    told = text.strip().replace("’", "'")
    if behind and (BUT.match(told) or (choice == "for" and DENIES.search(told))):
        return False
    if choice == "for" and reasons.MOCKS.search(told):
        return False
    weighed = weigh(told, behind=behind)
    if set(weighed.values()) <= {"conceded" if behind else "beside"}:
        return False
    judged = [clause for clause, kind in weighed.items() if kind == "ground"]
    if not judged or (choice == "against" and not behind):
        return True  # a no behind praise is the last word
    return not reasons.opposes(judged[-1], choice)


def opines(text: str) -> bool:
    """Whether it judges the proposal, and nothing else."""
    text = text.replace("’", "'")
    if NO_VIEW.match(text) or len(text.split()) > FEW_WORDS:
        return False
    views = (JUDGED, reasons.ATTITUDE, reasons.DESCRIBES)
    judges = any(one.match(clause) for clause in _clauses(text) for one in views)
    return judges and bool(weigh(text))


def _clauses(text: str) -> list[str]:
    clauses = [one.strip(' .!,;:()_*"–—-') for one in CLAUSE.split(text)]
    return [one for one in clauses if any(map(str.isalnum, one))]


def weigh(text: str, *, behind: bool = False) -> dict[str, Kind]:
    """What each clause is to a yes or a no beside it; nothing where one is of something else."""
    if len(text) > MOST_CHARS or "?" in text:
        return {}
    clauses = _clauses(text)
    if len(clauses) > MOST_CLAUSES:
        return {}
    weighed: dict[str, Kind] = {}
    for one in clauses:
        weighed[one] = _kind(one, behind=behind)
        if not weighed[one]:
            return {}
    return weighed if SOUR.search(text) is None else {}


def _kind(clause: str, *, behind: bool) -> Kind:
    if any(one.match(clause) for one in (COURTESY, APOLOGY, WRITTEN)):
        return "beside"
    if IFS.search(clause) or UNDOES.search(clause):
        return ""
    if CONCEDED.match(clause):
        return "" if behind and KNOWS.match(clause) else "conceded"
    if LIFE.search(A_WHILE.sub("", clause)) or OF_SAID.match(clause):
        return ""
    told = (STRIKES, WISHES) if behind else (STRIKES, WISHES, PATH, HOLDS_IT)
    if any(one.match(clause) for one in told) or speaks_of_it(clause):
        return "ground"
    if OTHERS.search(clause) or OWN_LIFE.search(clause):
        return ""
    judged = JUDGED.match(clause) is not None and WORTH.search(clause) is not None
    return "ground" if judged or IN_CONTENT.search(clause) else ""


def leaves_alone(text: str, choice: Choice) -> bool:
    """Whether what else a letter says may stand beside an idiom that is its vote."""
    return is_courtesy(text) or is_ground(text, choice, behind=True)


def is_courtesy(text: str) -> bool:
    """Whether it is nothing but a greeting, a farewell, a name or a mark."""
    told = text.strip()
    plain = told.strip(" -–—~*_.,!")
    named = NAME.match(plain) and (plain.istitle() or " " not in plain)
    if not any(map(str.isalnum, told)) or ENDINGS.match(plain) or named:
        return True
    return GREETING.match(told) is not None


def stands(tail: str, choice: Choice) -> bool:
    """Whether a yes or a no with this behind it is the vote it seems."""
    return reasons.stands(tail, choice) or is_ground(tail, choice, behind=True)


def tells_something_else(sentence: str, choice: Choice) -> bool:
    """Whether a yes or a no right before it may be said to the same question as this is."""
    sentence = sentence.strip().replace("’", "'")
    return reasons.TELLS.match(sentence) is not None and not stands(sentence, choice)


CLOSING = later(
    r"(?:\s?[,;:]|\s[–—-]{1,2})\s(?:(?:and|but|so|then|still|therefore|yet|hence|thus|it's|it is"
    r"|i say|the answer is"
    r"|a|my answer is)[,:]?\s){0,3}(?P<word>yes|yea|yeah|yep|yup|aye|no|nope|nah|nay)"
    r"(?:,? (?:thanks|please|sorry|from me|then|again|for me|from here))?[\s.!]*$",
    re.I,
)


def closing(text: str) -> Choice | None:
    """The yes or no that closes a sentence of grounds: "As much as I like Bob, no." """
    found = CLOSING.search(text, max(0, len(text) - 60)) if len(text) <= MOST_CHARS else None
    if found is None:
        return None
    choice: Choice = "against" if found["word"][0] in "nN" else "for"
    return choice if is_ground(without_courtesies(text[: found.start()]), choice) else None
