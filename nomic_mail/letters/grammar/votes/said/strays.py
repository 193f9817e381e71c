"""What before a vote makes it one on something else, somebody else's, or none.

1. Right before it a topic that is not the ballot ("On tea, I vote no"), another place ("In the
   village poll I vote yes"), another mouth ("To quote Bob: I vote no", "Bob and I: yes"), another
   time ("For now, yes") or another world ("Were it up to me, I vote yes") leave no plain vote.
2. Right before it, and no further: "According to Bob it is broken, so I vote no" is the writer's.
3. A vote without a number beside the number of another proposal may be for that one: "As for 302, I
   vote no" below the ballot on 301. It is asked about, unless the ballot's own number comes last.
4. A yes, or a FOR alone, behind a question of the writer's own answers that, unless it asks of the
   vote.
"""

import re
from collections.abc import Sequence

from nomic_mail.letters.grammar.votes.said.reasons import BAD, GOOD
from nomic_mail.letters.grammar.words import NUMBERED, number_of
from nomic_mail.patterns import later

FURTHER = 20  # numbers beyond the last that is open by so many are years and the like
SAYS = (
    r"(?:(?:i (?:hereby )?(?:vote|support|oppose|approve|reject|say|cast|abstain|wish to|want to"
    r"|choose to)|i(?:'d| should| would) (?:like to|rather)"
    r"|i(?:'m| am) (?:all |just |still )?"
    r"(?:sorry,? but i|for|against|in|voting|an?|opposed|gonna|abstaining)|my (?:vote|answer"
    r"|ballot)"
    r"|it(?:'s| is) an?"
    r"|that(?:'s| is) an?|yes|yeah|yep|aye|no|nope|nay|for|against|(?:all )?in favou?r|opposed"
    r"|count me|put me|mark me)\b"
    r"|[+-]1\b|👍|👎)"
)
OF_BALLOT = (
    r"(?:this|that|it|these|them|both|all|me|my|mine|voting|votes?|paper|time|top"
    r"|the (?:proposals?|motion|vote|ballot|question|matter|issue|amendment|rule|change|measure"
    r"|whole|one hand|other hand|merits?|face|basis|grounds?|text|substance|topic|subject|new|two"
    r"|second (?:reading|look|thought))"
    r"|(?:[\w-]+'s?|your|our|his|her|their) (?:[\w-]+ )?(?:proposal|motion|amendment|rule|idea"
    r"|change|point|advice|draft|text|measure|suggestion|recommendation)"
    r"|proposals?|prop|motion|amendment|rule change|balance|reflection|consideration|principle"
    r"|second|further|closer|careful|due|mature|re-?reading|[a-z]+ing|grounds|account|\W?\d+|j\d+"
    r"|behalf of (?:my|the) \w+ i)\b"
)
TOPIC = (
    rf"(?:on|regarding|re:?|about|concerning|as (?:for|to)|with (?:regard|respect) to"
    rf"|when it comes to)\s(?!{OF_BALLOT})[^,:;.!?]{{1,40}}?(?:\s?[,:–—-]\s|\s)"
)
PLACE = (
    r"(?:in (?:the|my|our|another|his|her|their) (?:[a-z]+ ){0,2}(?:poll|referendum|elections?"
    r"|games?|group|club|council|meeting|village|parish|office|family|forum|list|thread|committee"
    r"|street|board|school|church|choir|class|team|union|parliament|survey)"
    r"|at (?:work|home|school|church|(?:the|my|our) (?!end\b|very\b)(?:[a-z]+ ){0,2}[a-z]+))"
    r"(?:[\s,:–—-]{1,3})"
)
MOUTH = (
    r"(?:to quote|quoting|according to|in the words of) [\w' -]{2,30}[,:]\s"
    r"|in (?:(?-i:[A-Z])\w+'s|his|her|their) (?:words|opinion|view|eyes|book|name)[\s,:]{1,3}"
    r"|[^.!?:;,]{1,30}\b(?:and (?:i|me|myself)|(?:says?|said|writes?|wrote|thinks?))\s?:\s"
    r"|(?:my|his|her|their|the|our) (?:proxy|cat|dog|horse|parrot|wife|husband|son|daughter"
    r"|mother|father|boss|lawyer|old (?:me|self)|first (?:instinct|thought|impression|reaction)"
    r"|heart|head|gut)(?: says?)?\s?:\s|over my dead body\W{1,3}"
)
# "As Ann would put it: I vote no"
TOLD_BY = (
    r"[^.!?:;,]{0,40}?\b(?:would(?! like)|could|might|used to|how|when|once|last \w+|teach\w*"
    r"|taught"
    r"|they|he|she|you|one|(?<=\s)(?-i:[A-Z])\w+)\b[^.!?:;]{0,40}?\b(?:wrote|(?<!\bi )(?:put|says?"
    r"|writes?|look|reads?|phrase))\b[^.!?:;,]{0,20}:\s"
)
PRICE = (  # "For two points I'm for it"
    r"for (?:an?|one|two|three|\d{1,4}|some|enough|half|the right"
    r"|your)\s(?:[a-z]+\s){0,2}?(?:points?|votes?"
    r"|turns?|weeks?|days?|months?|years?|seasons?|rounds?|games?|favou?rs?|beers?|coins?|money"
    r"|price|drinks?|cakes?|euros?|dollars?"
    r"|pounds?)[\s,]{1,3}"
)
WHEN = (
    r"(?:(?:for (?:now|the moment|the time being|today)|so far|at (?:present|the moment)|today at"
    r" least|at least today|theoretically|technically|hypothetically|as a rule|usually|normally"
    r"|by (?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|then|next \w+))[\s,:–—-]{1,3}"
    r"|(?:were|had|should) (?:it|i|he|she|they|this|that|we|bob)\b[^,.;:!?]{0,50},\s"
    r"|i wish\s(?!to\b)|(?:i'd|i would) (?:like|love) to say\W{1,3}|i want(?:ed)? to say\W{1,3})"
)
STRAYS = later(
    rf"\W*(?:(?:and|but|so|also|well|oh|ps|p\.s\.)[\s:,]{{1,3}})?"
    rf"(?:{TOPIC}|{PRICE}|{PLACE}|{MOUTH}|{TOLD_BY}|{WHEN})(?={SAYS})",
    re.I,
)
SAMPLE = later(rf"\b(?:e\.g\.|i\.e\.|viz\.|cf\.)\s(?={SAYS})", re.I)
ANSWERED = later(
    r"(?P<question>[^.!?]{1,80})\?+\s(?:\w{1,8}[!.,]+\s)?(?:(?P<plain>(?:for"
    r"|against)\b(?!\s(?:on |to )?"
    r"(?:#?\d|j\d|all\b|both\b|it\b|this\b)))"
    r"|(?:yes|yeah|yep|yup|no|nope|nah|sure|aye|nay|count me"
    r"|put me|i(?:'m| am) (?:all )?(?:for|against|in)|(?:it|that)(?:'s| is) an?)\b|[+-]1\b)",
    re.I,
)
ASKS_OF_VOTE = later(
    r"\b(?:\d{3,6}|j\d{1,5}|proposals?|propos\w+|rules?|motions?|amendments?|vot(?:e|es|ing)"
    r"|ballots?|thirds?|half|majorit\w+|change|idea|text|verdict|answer|decision|opinion|fair"
    r"|do i (?:like|want|support|accept|approve|agree|say|think|mind)|think of (?:it|this|that)"
    r"|(?:is|isn't|was|does|do|would|will|can|could|should) (?:it|this|that|we|i)\b"
    rf"[^?]{{0,40}}\b(?:{GOOD}|{BAD}|need|pass|adopt|allow|have|do))\b"
    r"|^\W*(?:and |so )?(?:this|this one|that|me|mine|good|it|why not|in favou?r|for|against"
    r"|for or against|you know what|guess what|and|so|what do you know)\W*$",
    re.I,
)
# No FOR and no AGAINST answers these.
WHAT = later(
    r"^\W*(?:and |so |but |oh |hi |hello )?(?:who(?! (?:is|'s|wants?|would|else|will|fancies|votes"
    r"|feels|comes|joins)\b)|whose|what|when|where|why|which"
    r"|how)\b(?! about\b)",
    re.I,
)
SENTENCE = later(r"(?<=[.!?…;])[\s)]+(?=\S)")


def strays(text: str) -> bool:
    """Whether what stands right before a vote makes it no plain one (rules 1 and 2)."""
    text = text.replace("’", "'")
    return SAMPLE.search(text) is not None or any(
        STRAYS.match(one) for one in SENTENCE.split(text)[:40]
    )


def answers_itself(text: str) -> bool:
    """Whether a vote may be the answer to a question of the writer's own (rule 4)."""
    return any(
        asks_of_another(one["question"], plain=bool(one["plain"]))
        for one in ANSWERED.finditer(text.replace("’", "'"))
    )


def asks_of_another(question: str, *, plain: bool) -> bool:
    """Whether a question of the writer's own is not the vote's, and what follows may answer it;
    `plain`: that is a bare FOR or AGAINST."""
    if ASKS_OF_VOTE.search(question):
        return False
    return WHAT.match(question.rsplit(",", 1)[-1]) is None


def names_another(text: str, ballot: int | None, numbers: Sequence[int]) -> bool:
    """Whether the last proposal that a text names is not the one that its ballot is on (rule 3)."""
    last = max((*numbers, ballot or 0), default=0)
    named = [number_of(one) for one in NUMBERED.findall(text)[:20]]
    named = [one for one in named if one in numbers or 300 < one <= last + FURTHER]
    meant = ballot if ballot is not None else numbers[0] if len(numbers) == 1 else None
    return bool(named) and meant is not None and named[-1] != meant
