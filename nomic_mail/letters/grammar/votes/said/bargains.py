"""A vote that is promised for something, with no "if": "Make it one week and you have my vote".

1. Whoever is told to do something, and then what comes of it, is offered a bargain: a verb with no
   subject before it, its object, and behind "and", "then", a colon or a dash the vote.
2. "Love it and I vote yes", "Slept on it and I vote no": there the writer left out an "I".
3. "With a cap I vote for it", "Without the cap I'm for it" say of which text that holds; "with a
   heavy heart" says how it is said.
4. Somebody told to make it another ("Make it one week, I'm for", "Pay me two points. I vote for
   it") has the vote offered for that with nothing between but a comma or a stop, where it is a yes.
5. What is offered is a vote where it says so ("you have my vote", "I'm in", "count me in"): then it
   is asked about, though no other reader sees a vote in it.
"""

import re

from nomic_mail.patterns import later

SAYS = (
    r"(?:(?:i|my|we|you(?:'d|'ve)?|it|this|that|count|put|mark|yes|yeah|yep|aye|no|nay|nope|for"
    r"|against|in favou?r)\b|[+-]1\b|👍|👎)"
)
# What begins a clause and asks nobody for anything (rule 2), though an object may stand behind it.
TELLS = (
    r"i|it|this|that|these|those|we|you|he|she|they|there|here|my|your|his|her|our|their|its|the"
    r"|an?|after|before|since|because|as|although|though|while|when|if|unless|despite|given"
    r"|with|without|on|in|at|by|for|from|of|to|about|against|like|unlike|than|and|but|or|so"
    r"|yet|not|no|nor|is|are|was|were|am|be|do(?:es)? (?:i|you|we|they|it)|did|has|have|had|can"
    r"|could|will|would|shall|should|may|might|must|what|which|who|how|why|where|whether|all|both"
    r"|half|quite|such|rather|even|also|still|now|then|again|well|oh|ok|okay|yes|yeah|sorry"
    r"|thank|good|great|nice|bad|fine|sure|love|hate|dislike|want|need|see|saw|read|got|hope"
    r"|wish|guess|think|thought|believe|know|knew|understand|understood|found|find|feel|felt"
    r"|agree|enjoy|support|approve|accept|oppose|reject|second|back|vote|abstain|count|put|mark"
    r"|record"
    r"|register|note|say|let (?:me|us)|let's|lets|call me|mind|regarding|re|per|upon|until|till"
    r"|once|over|under|between|behind|beyond|around|through|during|within|via|plus|minus|except"
    r"|besides|whatever|however|dear|hello|hi|hey|morning|evening|trust|forgive|excuse|pardon"
    r"|tell|took|gave|came|went|made|wrote|sent|spent|slept|sat|kept|left|lost|met|paid|ran"
    r"|said|stood|told|woke|won|built|bought|brought|caught|chose|drank|drove|ate|fell|forgot"
    r"|heard|held|led|sold|spoke|bit|cut (?:a|the) long|make (?:a|it) (?:long|short)|keep (?:it"
    r"|this) (?:short|brief|simple)|blame|damn|bless|god|amen|one|two|three|four|five|six|ten|more"
    r"|less|most|many|much|some|any|each|every|other|another|same|next|last|first|true|overall"
    r"|having|quick|short|brief|only|too|home|go (?:ahead|on)|colou?r me|consider me|feel|happy"
    r"|glad|very|never|always|mere"
    r"|pure|prop(?:osal|osition)?|motion|rule|ballot|item"
    r"|number|nr|question|draft|version|answer|reply|verdict|result|conclusion|decision"
)
OBJECT = (
    r"(?:it|this|that|these|those|them|him|her|me|us|the|my|your|his|their|its|an?|one|two|three"
    r"|four|five|\d{1,4}|another|some|more|less|to(?=\s[a-z]+\s(?:it|this|that|the|my|an?)\b)"
    r"|half|all|every|rules?|(?-i:[A-Z])\w+)"
)
# What one is told to do something with, where it is a vote that is offered.
ANYTHING = (
    rf"(?:{OBJECT}|who|what|how|when|where|why|only|until|till|rid|sure|clear|at"
    r"|back to|section|clause|paragraph|line|point|part|words?|[a-z]{3,14}(?<!s)s)"
)
LEAD = (
    r"\W*(?:(?:(?:please|kindly|just|so|ok|okay|well|now|but|and|first|hey|look|come on)"
    r"|(?-i:[A-Z])[a-z]{1,15},)[\s,]{1,3}){0,2}"
)
DEED = (
    rf"{LEAD}(?:(?:don't|do not|never|stop) )?(?!(?:{TELLS})\b)(?!\w+(?:ed|ing|ly|ty|teen)\b)"
    r"(?!\w*[^\Ws]s\b)[a-z]{2,15}(?!\s(?:says|thinks|wants|asks|tells|knows|likes|loves|hopes"
    r"|claims)\b)(?:\s(?:out|off|up|down|back|in|away))?\s"
)
JOINS = r"(?:,?\s(?:and|then|and then|plus)\s|\s?[&=:–—]\s?|\s-{1,2}\s(?:and |then )?)"
# The vote itself, as it is offered (rule 5).
VOTES = (
    r"(?:(?:and|then|so|ok(?:ay)?|yes|sure|maybe|of course|certainly)[,:]?\s){0,2}"
    r"(?:(?:i(?:'m| am|'ll be| will be|'d be| would be|'m going to be)(?: \w+ly)?"
    r" (?:all |totally |so |right |quite |more than )?"
    r"(?:in|out|for|against|with (?:you|it|this|that)|sold|happy|convinced|won over|on board"
    r"|on (?:your|its) side|behind (?:it|this|you|that)|in favou?r|an?\b.{0,20}\b(?:yes|no|aye|nay)"
    r"|voting|yours|game|content|there)\b"
    r"|i(?:'ll| will|'d| would|'m going to| can| could| shall| am ready to)?(?: \w+ly)? (?:vote"
    r"|support|back|approve|accept|sign|endorse|agree|say (?:yes|no|aye|nay)|go (?:for|along|with)"
    r"|live with|switch|change my|drop my|withdraw my|give)\b"
    r"|(?:you|it|this|that|he|she|they|we)(?:'ve| have|'ll have| will have|'ll get| will get"
    r"|'d have| would have|'d get| get|'s| has| gets| can have| can count| earns?)?"
    r"(?: got| both)? (?:on )?(?:my|me on)\b(?! (?:attention|interest|thanks|sympathy|word))"
    r"|(?:you(?:'ve| have)|we(?:'ve| have)|it(?:'s| is)|that(?:'s| is)) (?:got )?(?:an? )?(?:\w+ )?"
    r"(?:deal|yes|no|aye|nay|thumbs (?:up|down))\b"
    r"|my (?:vote|yes|no|aye|answer|support|blessing|ballot|hand|thumb)\b"
    r"|(?:count|put|mark) me\b|thumbs (?:up|down)\b|no objections? from me\b"
    r"|(?:yes|yeah|yep|aye|no|nay|nope|for|against|in favou?r)\b(?=\W*$|,? (?:from|for) me\b|[,.;!]"
    r"| (?:to|on) (?:it|this|that|\d{3})\b)|[+-]1\b|deal\b(?=\W*$)|👍|👎))"
)


def _offer(thing: str, what: str) -> str:
    return (
        rf"{DEED}{thing}\b[^.!?;:]{{0,100}}?(?:{JOINS}(?:then\s)?(?={what})"
        rf"|[.!;]\s{{1,2}}(?:and |but )?(?:then|after that),?\s(?={what}))"
    )


BIDS = later(_offer(OBJECT, SAYS), re.I)
HEARTFELT = (
    r"(?:heart|smile|grin|sigh|tear|conscience|doubt|hesitation|regret|pleasure|joy|shadow|shrug"
    r"|respect|mind|feeling|laugh|shudder|bow|thought|word|moment|wink|hand|eye|nod|bang|flourish"
    r"|soul|sorrow|view|understanding|confidence)"
)
TEXT = (
    rf"{LEAD}with(?:out)?\s(?:an?|the|that|this|its|one|two|three|\d{{1,4}})\s"
    rf"(?!(?:\w+\s){{0,2}}{HEARTFELT}s?\b)(?:(?!i\b)[\w'-]+\s){{0,2}}(?!i\b)[\w'-]+[,:]?\s"
)
OF_TEXT = later(
    rf"{TEXT}(?=(?:i (?:vote|am|support|say)|i'm|i'll|i'd"
    rf"|my vote|it's|it is|yes|no|for|against|in favou?r|aye|nay)\b)",
    re.I,
)
OFFERS_VOTE = later(rf"{_offer(ANYTHING, VOTES)}|{TEXT}(?={VOTES})", re.I)
# What is done to a text, and what is paid
CHANGES = (
    r"(?:make|change|lower|raise|cut|cap|limit|add|drop|remove|delete|strike|scrap|replace|reduce"
    r"|shorten|lengthen|extend|halve|double|set|fix|move|turn|take|put|give|pay|send|buy|bring|lend"
    r"|grant|offer|leave|lose|swap|switch|exempt|allow|include|exclude|split|merge|reword|rewrite"
    r"|rephrase|amend|revise|tighten|loosen|soften|trim)"
)
TOLD = (
    r"(?:(?:don't|do not) )?(?!make (?:it (?:so|happen|law|official|count|\w+ and)|my day|a (?:long"
    r"|rule))\b|(?:put|take|set|cut|fix) (?:it )?(?:me|a long|long|through|in force|note|care"
    r"|it in)\b"
    r"|give (?:it|this) (?:a (?:go|try|chance|shot|whirl)|my)\b|(?:make|bring) (?:it|this) (?:in"
    r"|on)\b"
    r"|(?:make|bring|give|send|take|leave)\s(?:my|your) )"
)
FOR_IT = (
    r"(?:(?:then|so|and)\s)?(?:(?:i|we)(?:'m| am|'re| are|'ll be)(?: all)? (?:for\b|in\b"
    r"|in favou?r|an?"
    r" (?:\w+ )?yes\b|on board)|(?:i|we)(?:'ll| will)? (?:vote|support|back|approve|accept|say)"
    r" (?:for|yes|in favou?r|it|this)\b|(?:it's|it is) a yes\b|count me in\b"
    r"|(?:my vote is )?(?:yes|for"
    r"|in favou?r)\b(?=[\s.!]*$)|you have my (?:vote|yes)\b|(?:it|this) (?:has|gets) my vote\b)"
)
DEMANDS = later(
    rf"{LEAD}{TOLD}{CHANGES}\s{OBJECT}\b[^.!?;:,]{{0,60}}(?:[.,;!]|\s?[:–—]|\s-{{1,2}})\s{{1,2}}"
    rf"(?={FOR_IT})",
    re.I,
)
BEGINS = later(r"(?:[.!?…;,:–—]|\b(?:but|so)(?=\s))[\s)]+(?=\S)", re.I)


JOINED = later(r"\b(?:and|then|plus|with|without|after)\s|[&=:–—]|\s-", re.I)


def bargains(text: str) -> bool:
    """Whether a vote is promised for something that somebody is told to do (rules 1 to 3)."""
    return _begins(text, BIDS, OF_TEXT, OFFERS_VOTE) or demands(text)


def demands(text: str) -> bool:
    """Whether a vote for it stands right behind what somebody is told to do (rule 4)."""
    told = text.replace("’", "'")
    begins = [0, *(one.end() for one in BEGINS.finditer(told))][:40]
    return any(DEMANDS.match(told, at) for at in begins)


def offers_vote(text: str) -> bool:
    """Whether what is promised for it is a vote, in whatever words (rule 5)."""
    return _begins(text, OFFERS_VOTE)


def promises(piece: str) -> bool:
    """Whether a sentence, from where it begins, promises a vote for something."""
    if demands(piece):
        return True
    if JOINED.search(piece) is None:
        return False
    return bool(BIDS.match(piece) or OF_TEXT.match(piece) or OFFERS_VOTE.match(piece))


def _begins(text: str, *patterns: re.Pattern[str]) -> bool:
    if JOINED.search(text) is None:
        return False
    told = text.replace("’", "'")
    begins = [0, *(one.end() for one in BEGINS.finditer(told))][:40]
    return any(pattern.match(told, at) for at in begins for pattern in patterns)
