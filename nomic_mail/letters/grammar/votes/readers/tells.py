"""What tells a vote from talk about voting: instructions, conditions, jokes, reports, opinions.

Each pattern is tried on one passage, whose length is bounded, and is linear in it.
"""

import re
from collections.abc import Sequence

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.votes.readers.ballots import CHOICE, DOUBT
from nomic_mail.letters.grammar.votes.said.idle import BOTH_SIDES
from nomic_mail.letters.grammar.votes.said.reasons import OWN_LIFE
from nomic_mail.letters.grammar.votes.said.strays import FURTHER
from nomic_mail.letters.grammar.votes.said.tongues import BEGINS
from nomic_mail.letters.grammar.words import CHOICES, CONVERSATIONAL, NONE_OF, NUMBERED, number_of
from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

FEW = 40
INSTRUCTION = later(
    r"\b(?:reply|respond|(?<!the )(?<!my )(?<!your )(?<!final )(?<!short )answer"
    r"|(?<!can )(?<!still )(?:write|send|type)"
    r"|(?<!'d )(?<!would )(?<!\bi )(?<!happy to )(?<!glad to )(?<!will )say)"
    r"\b[^.!?]{0,60}\b(?:for|against|abstain|yes|no)\b"
    r"|\bto (?:vote|change your vote|abstain)\b.{0,40}\b(?:reply|write|send|answer)\b"
    r"|\b(?:vote|ballot) (?:with|by) (?:writing|replying|sending)\b|\bis a valid (?:option|vote)\b"
    r"|\b(?:for|yes) ?(?:,|/|or) ?(?:against|no)(?: ?(?:,|/|or|, or) ?abstain)?\b.{0,80}$"
    r"|\bfor ?[|/] ?against\b",
    re.I,
)
CAMPAIGN = later(
    r"\W{0,3}(?:so |and )?please,? (?:vote|support|oppose|approve|reject)\b", re.I
)  # said to us, or to all?
# Somewhere else in the letter, these take a vote back or tie it to something.
SPOILS = later(
    r"\b(?:just|only) (?:kidding|joking)\b|^(?:kidding|joking)\b|\b(?:april,? fools?\b|(?:i'm"
    r"|i am|was) (?:kidding|joking)\b)|^j/?k\b"
    r"|\b(?:scratch that\b|never ?mind\b|on second thoughts?\b|take (?:that|it) back\b"
    r"|(?:ignore|disregard) (?:that|this|the above|my (?:vote|last)))|^(?:ignore|disregard)\b"
    r"|\b(?:wrong (?:e-?mail|mail|letter|message|address|window|thread|list|game)\b|no,? wait\b"
    r"|i meant\b(?! it| to (?:send|write|say|vote)\s?:))|^(?:hm+ )?wait\b|\b(?:changed my mind\b"
    r"|(?:don'?t|do not) count (?:this|that"
    r"|it|my)\b)|^not[.!]*$|^or not\b|^(?:a )?joke\b"
    r"|\b(?:this|that) (?:is|was) (?:just )?a (?:test|joke)\b|^only (?:if|when|once)\b",
    re.I,
)
# Above all votes of a letter, these speak of an earlier one.
TAKES_BACK = later(
    r"\b(?:changed my mind|on second thoughts?|scratch that|never ?mind|take (?:that|it) back)\b"
    r"|\b(?:ignore|disregard|don'?t count) (?:that|it|my (?:vote|last|previous|earlier|first"
    r"|e?-?mail|letter|message))\b"
    r"|\bi meant (?:to \w+ )?(?:for|against|yes|no)\W*$",
    re.I,
)
# Right behind a vote, these begin its condition.
CONDITION = later(
    r"^(?:but |and )?(?:only )?(?:if|unless|provided|providing|assuming|on (?:the )?condition)\b"
    r"|^(?:but |and )?(?:only )?(?:when|once) (?!(?:i|more"
    r"|again)\b)[^,.;?!]{3,60}(?:, that is)?[.!]{0,3}$",
    re.I,
)
LOUD = later(r"(?<![\w-])(?:FOR|AGAINST|ABSTAIN|YES|NO|AYE|NAY|PRESENT)(?![\w-])")
VOTES = later(r"\b(?:vot(?:e|es|ed|ing)|ballot|endorse|abstain\w*)\b", re.I)
REPORT = later(
    r"^(?!i\b|\W*#?\d{3}|[^.!?]{1,40} and i\b)[\w.' -]{1,40}?\b(?:says?|said|told|tells|votes?"
    r"|voted|is voting|wants|wrote|asked)\b",
    re.I,
)
WAVERS = later(
    r"\b(?:maybe|perhaps|probably|possibly|'?d say|'?d go|'?ll go|'?d rather"
    r"|inclined|leaning|lean|tempted|undecided|torn|(?:would|could|might) be)\b",
    re.I,
)
LIKE_OTHERS = later(
    r"^(?:(?:i'll|i will|i|ada and i|we)? ?(?:vot(?:e|ing) )?(?:the )?(?:same as|as|like|with"
    r"|along with)\b.{1,40}\b(?:does|did|do|votes?|voted)?"
    r"|endorse .{1,40}|i vote (?:with|as(?! (?:follows|below))"
    r"|like) .{1,40})[.!]*$",
    re.I,
)
STRONG = later(
    r"\b(?:yes|yeah|yea|yep|aye|nay|nope|against|abstain|in favou?r)\b"
    r"|\bno(?:,? (?:then|after all|i (?:suppose|guess|think|believe|fear|reckon)))?\W*$",
    re.I,
)
FIRST_PERSON = later(r"\b(?:i|i'm|i'd|i'll|i've|me|my|we)\b", re.I)
NEGATED = later(
    rf"^(?:(?:definitely|certainly|absolutely) )?(?:not|never)\b.{{0,12}}{CHOICE}"
    r"|\b(?:not|n't|never)\b.{0,20}\bvot(?:e|ing)\b",
    re.I,
)
NEAR_NUMBER = later(
    r"(?:\b(?:against|yes|no|aye|nay|abstain)|[+-]1)\W{0,3}(?:on |to )?#?(?:\d{3,6}|j\d+)\b"
    r"|^for #?(?:\d{3,6}|j\d{1,5})\b"
    r"|\b(?:\d{3,6}|j\d{1,5})\W{0,4}(?:against|yes|no|aye|nay|abstain|for)\b",
    re.I,
)
# Opinions that lean one way, and are no vote.
LEANS: tuple[tuple[Choice, re.Pattern[str]], ...] = (
    (
        "for",
        later(
            r"^(?:sure|ok(?:ay)?|agreed?|fine(?: by me| with me)?|sounds good|approved?|lgtm|👍"
            r"|support(?:ed)?|by all means|(?:absolutely|definitely|certainly|of course)"
            r"|i (?:do )?(?:really )?(?:support|approve|liked?|loved?)\b.{0,40})[\s.!]*$",
            re.I,
        ),
    ),
    (
        "against",
        later(
            r"^(?:opposed?|reject(?:ed)?|👎|no way|i (?:really )?(?:oppose|reject|dislike|object)\b"
            r".{0,40})[\s.!]*$",
            re.I,
        ),
    ),
)
ALMOST = later(
    r"^(?:sure|ok|okay|[+-]\d(?:\.\d+)?|ack|ship it|lgtm\b.{0,40}|(?:sure,? )?go for it|agreed"
    r"|agree|accept(?:ed)?|fine(?: by me| with me)?|sounds good|approve[d]?"
    r"|support(?:ed)?|oppose[d]?|reject(?:ed)?|present|abst|y|n|nyet|[👍👎]+|lgtm"
    r"|whatever|meh|(?:absolutely|definitely|certainly|of course|no way)(?: not)?"
    r"|by all means|i (?:support|oppose|approve|reject|like|dislike|object).{0,40}"
    r"|yeah right|one of each\b.{0,12}|(?:both|all) or (?:neither|none|nothing)|neither"
    r"|none(?: of (?:them|these))?|same here|so do i|likewise|ditto"
    r"|i (?:second|(?:dis)?agree with) .{1,20}|(?:hard )?pass|(?:i )?(?:strongly )?disagree"
    r"|never|maybe|perhaps|possibly|probably|dunno|idk\b.{0,10}|unsure|not sure|no idea"
    r"|thumbs (?:up|down)"
    r"|[✅❌✔☑✖]"
    r"|.{0,30}\bmy (?:vote|support|backing|blessing)(?:,? i (?:think|guess|suppose|believe))?"
    r"|i(?:'ll| will)? sit .{0,10}\bout"
    r"|i (?:do not|don't|cannot|can't|won't|will not) (?:support|approve|accept|favou?r|back"
    r"|endorse)\b.{0,40}"
    r"|(?:i(?:'m| am) )?not in favou?r.{0,30}|(?:for now|i (?:guess|think|suppose))\b.{0,40}"
    r"|(?:it is"
    r"|it's)(?: (?:so|then|that|this|me|for me|(?:an? )?(?:yes|no)))?"
    r"|it(?:'s| is) (?:an? (?:maybe|shrug|meh)|fine|ok(?:ay)?|up to you|(?:about )?an? \d).{0,30}"
    r"|(?:plus|minus|[+-]) ?one\b.{0,20}|1\+|-?0\.5.{0,20}|±0|neutral\b.{0,40}|block|hold|my"
    r" vote\b.{1,40}"
    r"|(?:please |you (?:may|can) )?(?:put|mark|count|record|note|register|enter) me .{1,40}"
    r"|i(?:'m| am) afraid .{1,40})[\s.!]*$",
    re.I,
)
IDIOM = later(
    r"^no (?:further|more|other|need|objections?|problems?|worries|comments?|doubt|idea|one|thanks"
    r"|rush|hurry|questions?|changes?|news|luck|wonder|matter)\b|^yes men\b|^for (?:the record|what"
    r" it'?s worth|example|instance|now|those|me|my part|reference|clarity)\b|^against all odds",
    re.I,
)


# Whatever it stands in, it is its writer's own.
OWN_VOTE = later(
    r"(?<![\w'])i(?:'m| am|'d| would)?(?: \w+){0,2}? (?:vot(?:e|ing)|abstain(?:ing)?)\b(?! (?:on"
    r"|that)\b)"
    r"|\bmy vote(?: is|:)\s",
    re.I,
)
# A doubt that is none; that a plain vote beside it settles; that only an explicit one does; that
# none does.
IDLE, LIFE, TALKS, HARD = 0, 1, 2, 3
ASIDE = later(
    r"^(?:p\.?\s?s\.?:?|btw,?|by the way,?|oh|and|but|so|well|also|hm+|ah)\b[\s,:.]*", re.I
)
AIMED = (
    r"\W*(?:it|this|that|all(?: of\b| \w+ proposals|\W*$)|both|the|every|any|because|since|as"
    r"|from|on|to|in|if|when|for|please|\d|j\d|$)"
)
TITLED = later(
    r"^\W*(?:(?:of|the|and|&|for|de|von|van)\s+|[A-Z][\w.'’&-]*[\s,"
    r"|/&]{1,4}){1,8}[A-Z0-9][\w.'’&-]*[\W]*$"
)
SHOUTS = later(r"^[\W\dA-Z_]+$")
PHONE = later(r"\+\d[\d\s().-]{6,}\d")
RINGS = later(  # a line that is a number to ring up, and nothing else
    r"^\W{0,3}(?:(?:tel|telephone|phone|mobile|mob|cell|ph|fax|direct|office"
    r"|[tmpco])\b[.:]{0,2}\s{0,2})?"
    r"\+\s?\d{1,3}[\s.-]{0,2}(?:\(?\d{3}\)?[\s.-]{1,2}){1,2}(?P<last>\d{4})"
    r"(?:\s{1,2}(?:ext|x)\.?\s?\d{1,5})?\W{0,3}$",
    re.I,
)
THANKS = later(r"^(?:danke|tack|dobro|bon|bra|bene|bien|vale|bra|gut|ok|dale)\b", re.I)


def idles(text: str) -> bool:
    """Whether it only looks like a vote: a name, a motto, a number to ring up."""
    text = PHONE.sub("", text).strip()
    return bool(TITLED.match(text) and not SHOUTS.match(text) and not re.search(r"\d{3}", text))


def weight_of(text: str) -> int:
    """How much a line counts that begins like a vote and is none."""
    text = text.strip().replace("’", "'")
    own = OWN_VOTE.search(text) is not None
    if not own and (idles(text) or IDIOM.match(text)):
        return IDLE
    if own or ALMOST.match(text) or LIKE_OTHERS.match(text):
        return HARD
    for _ in range(2):
        text = ASIDE.sub("", text, count=1)
    found = re.match(CHOICE, text, re.I)
    if found is None:
        return IDLE if THANKS.match(text) else HARD if BEGINS.match(text) else LIFE
    word, after = found["choice"].lower(), text[found.end() :]
    if word == "no" and NONE_OF.match(text):
        return IDLE
    if word in ("for", "pro"):
        return HARD if re.match(r"\W*\d", after) or found["choice"].isupper() else TALKS
    if word not in CONVERSATIONAL and re.match(AIMED, after, re.I):
        return HARD
    if OWN_LIFE.search(after):
        return LIFE
    return HARD if DOUBT.search(after) else TALKS


def begins_as(text: str) -> Choice | None:
    """Which way a line's first word points: a plain vote that way makes it no second opinion."""
    found = re.match(r"\W*" + CHOICE + r"(?=\W|$)", text, re.I)
    word = found["choice"].lower() if found else ""
    return CHOICES[word] if word in CONVERSATIONAL else None


MERE_FOR = later(r"\bfor\b")


def mentions_sides(text: str) -> bool:
    """Whether its words of choosing are nothing but a mention of both sides."""
    if "against" not in (low := text.lower()) and "cons" not in low:
        return False
    told, many = BOTH_SIDES.subn(" ", text)
    told = MERE_FOR.sub(" ", told)
    return bool(many) and COULD.search(told) is None and re.search(CHOICE, told, re.I) is None


# A vote in all but its form, where a number stands beside it.
COULD = later(
    r"\b(?:vot(?:e|es|ing)|adopt\w*|enact\w*|reject\w*|approv\w+|accept\w*|support\w*|oppos\w+"
    r"|object|defeat|scrap|veto"
    r"|against|yes|yea|aye|nay|in favou?r|abstain\w*|up-?vote|down-?vote)\b|\bFOR\b"
    r"|(?<!\w)[+-]1\b|[👍👎✅❌]|^(?:fro|fo|ofr)\b|^\W*#?\d{3,6}\b[^.!?]{0,40}?\bno(?:pe)?(?=\W*$"
    r"|[,;.!])",
    re.I,
)


def could_vote(text: str, numbers: Sequence[int], counted: Sequence[int]) -> bool:
    """Whether a line beside votes that count may be one more of its writer's, on another number."""
    if not COULD.search(text) or REPORT.match(text) or INSTRUCTION.search(text):
        return False
    named = {number_of(one) for one in NUMBERED.findall(text)[:20]}
    last = max(numbers, default=999) + FURTHER  # numbers beyond are years and the like
    named = {one for one in named if one in numbers or 300 < one <= last}
    return bool(named - set(counted))


# What in a letter that answers a ballot may be its vote, whatever else it says.
SPEAKS = later(
    r"\b(?:i(?:'m| am) (?:all )?(?:for|against|in favou?r of)"
    r" (?:it|this|that|one|both|neither|them|\d{3}"
    r"|(?:the|your|my|his|her|[a-z]+'s) (?:[\w-]+ ){0,2}"
    r"(?:proposal|motion|amendment|rule|text|one|draft|version|change|idea|suggestion|thing))\b"
    r"|(?:count|record|register|cancel|withdraw|keep|hold|put|gets?|has) my"
    r" (?:vote|ballot|yes|no|aye|nay)\b|(?:have|got) my (?:vote|voice|support|blessing)\b"
    r"|vote together\b|go along with\b)"
    r"|^whatever \w+ (?:says?|votes?|does)\b|\b(?:conditional|provisional|tentative)ly approv"
    r"|^(?:so am i|so do i|right|undecided\b.{0,40}|50[/-]50)\W*$|\b(?:my proxy\b"
    r"|(?:yes|no|aye|nay|for|against|vot|agree|support|oppos|approv|reject)\w*\b[^?]{0,60}"
    r"\b(?:so|neither|nor) (?:do|am|will|shall|would) i\b"
    r"|(?:change|delete|revoke|move) my (?:vote|ballot)\b)|^for now,? i'm (?:for|against)\b"
    r"|\bi(?:'d| would) (?:have )?(?:be|been) (?:all |more |totally )?(?:for|against|in favou?r"
    r"|happy|inclined)\b|^i(?:'d| would) (?:rather|sooner)\b|^what \w+ (?:said|says|did|wrote)\W*$"
    r"|\b(?:i(?:'d| would) (?:\w+ )?(?:support|back|accept|oppose|reject|approve|say (?:yes|no))\b"
    r"|(?:go|vote|side|stick) with (?:the (?:majority|others|rest|crowd|flow)|every(?:one|body)"
    r"|what|who)\w*\b)"
    r"|^(?:fine|ok(?:ay)?|sure|alright|whatever)[,.!] (?:do|have|whatever|if|as|let)\b"
    r"|^not yet\b|^only (?:if|when|once|with)\b|\b(?:share \w+'s (?:view|opinion|doubts?"
    r"|concerns?)\b|my vote (?:would |will |may )?depends?\b|i can say (?:yes|no)\b"
    r"|has my (?:opinion|answer|word)\b)|(?:[,.!?;:–—-]|\b(?:but|so|and|then|an?|be"
    r"|is|say)) (?:yes|no|aye"
    r"|nay|nope|yep|yeah)(?: please)?[\s.!]*$"
    r"|\bhappy to approve\b|(?:^|[.!…]\s)(?:oh,? )?(?:sure|yes|yeah|no|nope|aye)\b(?=[,.!]"
    r"| please\b)"
    r"|(?:(?:,|\bthen|\bso|\btherefore|:) |[.!?]\s)(?:yes|no|aye|nay|against)(?: please)?\W*$"
    r"|\b(?:i (?:oppose|support|approve|reject) (?:it|this|the (?:motion|proposal))\b"
    r"|it(?:'s| is) (?:an? )?(?:yes|no)\b(?! \w+er\b)|not approved\b)",
    re.I,
)
OPINES = later(
    r"\b(?:(?:live|fine|happy|ok(?:ay)?|good|comfortable) with (?:it|this|that"
    r"|the (?:proposal|motion|idea)|\d{3,6})\b|(?:good|bad|great|fine|nice|like|love|hate"
    r"|dislike)\b.{0,20}\b(?:proposal"
    r"|motion|amendment)\b|(?:proposal|motion|amendment)\b.{0,12}\b(?:good|bad|great|fine"
    r"|nice)\b"
    r"|i(?:'m| am) (?:all )?(?:for|against) the\b)|^(?:for|against) the (?:first|second|third|last"
    r"|one|other)\b|^(?:same|ditto|count one more)\b|\b(?:(?:i (?:must |have to )?"
    r"(?:oppose|support|approve|reject)|against|for)(?: (?:it|this|that))?\W*$|either way\b)"
    r"|^(?:it |that )?depends\b|^[👍👎✅❌]|\b(?:(?:can(?:'t|not)|won't|not(?: to)?|don't)"
    r" (?:support|approve|accept|back|endorse)\b"
    r"|(?:our|my) (?:assent|consent)\b"
    r"|i(?:'ll| will) (?:vote|decide)\b)|[.!] not\W*$"
    r"|\b(?:i was (?:for|against)\b|my (?:\w+ )?(?:support|backing"
    r"|blessing)\b)",
    re.I,
)
HINTS = word_set(  # of which each of these holds one
    "i'm am my can together along whatever approved approve approval approving sure yes yeah no"
    " aye nay i'd would what yet has nope nay yep fine ok with whatever only share"
    " against right undecided oppose support reject proxy so nor 50 nope neither"
)
WORTHS = word_set(  # and each of those one of these
    "depends can't cannot won't don't not with proposal motion amendment same ditto assent"
    " consent either i'll will decide vote count support backing blessing i'm am oppose"
    " approve reject"
)
SIDES = word_set("for against not")
WORD = later(r"[a-z0-9']+")
A_YES = later(r"\b(?:yes|aye)\b", re.I)
A_NO = later(r"\bno(?=\W*$|[,.;:!?]| on\b| to\b| both\b| and\b| but\b)|\bnay\b|\bagainst\b", re.I)


def speaks_of_voting(text: str) -> bool:
    """Whether a short text may hold its writer's vote, as nobody could tell for sure."""
    text = text.replace("’", "'")
    if len(text.split()) > FEW:
        return False
    said = WORD.findall(text.lower())
    if not HINTS.isdisjoint(said):
        both = A_YES.search(text) is not None and A_NO.search(text) is not None
        if both or SPEAKS.search(text) is not None:
            return True
    closes = not SIDES.isdisjoint(said[:1] + said[-2:])
    closes = closes or not text.isascii()
    return (closes or not WORTHS.isdisjoint(said)) and OPINES.search(text) is not None


# To come, or not at all
WHEN = (
    r"(?:tonight|tomorrow|later|soon|this (?:evening|afternoon|weekend|week)|when|once|after|before"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|in the (?:morning|evening)|next week|first)"
)
PUTS_OFF = later(
    rf"\bi(?:'ll| will| shall|'m going to| am going to) (?:\w+ )?vote\b"
    rf"[^.?!]{{0,30}}\b{WHEN}\b|\bi(?:'d| would) rather not vote\b|\bsit (?:this|that) one out\b"
    r"|\bi(?:'ll| will) not vote (?:on|this)\b|\bi(?:'m| am) not voting (?:on|this)\b",
    re.I,
)
A_WAY = later(rf"{CHOICE}|[+-]1|\bvot(?:e|ing) (?:it|this)\b", re.I)


def puts_off(text: str) -> bool:
    """Whether it says that a vote is to come, or none is, and nothing of which way."""
    told = text.replace("’", "'")
    return (
        len(told.split()) <= FEW
        and PUTS_OFF.search(told) is not None
        and A_WAY.search(told) is None
    )


def leaning(text: str) -> Choice | None:
    """Which way a mere opinion leans: beside a plain vote of that kind it is no second opinion."""
    return next((choice for choice, pattern in LEANS if pattern.match(text)), None)


def is_doubtful(text: str) -> bool:
    """Words of voting in a sentence that is no vote."""
    text = PHONE.sub("", text)
    if IDIOM.match(text) and OWN_VOTE.search(text) is None:
        return False
    if NEGATED.search(text) or NEAR_NUMBER.search(text):
        return True
    choice = re.search(CHOICE, text, re.I)
    if text.isupper() and len(text.split()) > 3:
        text = text.lower()  # who writes all in capitals means nothing by them
    return bool(choice and (LOUD.search(text) or VOTES.search(text) or WAVERS.search(text)))
