"""A vote that is promised for something, with no "if": "Make it one week and you have my vote".

1. Whoever is told to do something, and then what comes of it, is offered a bargain: a verb with no
   subject before it, its object, and behind "and", "then", a colon or a dash the vote.
2. "Love it and I vote yes", "Slept on it and I vote no": there the writer left out an "I".
3. "With a cap I vote for it", "Without the cap I'm for it" say of which text that holds; "with a
   heavy heart" says how it is said.
4. Words are data; a new one is added here and nowhere else.
"""

import re

SAYS = (
    r"(?:(?:i|my|we|you(?:'d|'ve)?|it|this|that|bob|count|put|mark|yes|yeah|yep|aye|no|nay|nope|for"
    r"|against)\b|[+-]1\b|👍|👎)"
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
    r"|agree|enjoy|support|approve|accept|oppose|reject|second|back|vote|count|put|mark|record"
    r"|register|note|say|let (?:me|us)|let's|lets|call me|mind|regarding|re|per|upon|until|till"
    r"|once|over|under|between|behind|beyond|around|through|during|within|via|plus|minus|except"
    r"|besides|whatever|however|dear|hello|hi|hey|morning|evening|trust|forgive|excuse|pardon"
    r"|tell|took|gave|came|went|made|wrote|sent|spent|slept|sat|kept|left|lost|met|paid|ran"
    r"|said|stood|told|woke|won|built|bought|brought|caught|chose|drank|drove|ate|fell|forgot"
    r"|heard|held|led|sold|spoke|bit|cut (?:a|the) long|make (?:a|it) (?:long|short)|keep (?:it"
    r"|this) (?:short|brief|simple)|blame|damn|bless|god|amen|one|two|three|four|five|six|ten|more"
    r"|less|most|many|much|some|any|each|every|other|another|same|next|last|first|true|overall"
    r"|having|only|too|very|never|always|mere|pure|prop(?:osal|osition)?|motion|rule|ballot|item"
    r"|number|nr|question|draft|version|answer|reply|verdict|result|conclusion|decision"
)
OBJECT = (
    r"(?:it|this|that|these|those|them|him|her|me|us|the|my|your|his|their|its|an?|one|two|three"
    r"|four|five|\d{1,4}|another|some|more|less|to(?=\s[a-z]+\s(?:it|this|that|the|my|an?)\b)|half|all|every|rules?|(?-i:[A-Z])\w+)"
)
LEAD = (
    r"\W*(?:(?:(?:please|kindly|just|so|ok|okay|well|now|but|and|first|hey|look|come on)"
    r"|(?-i:[A-Z])[a-z]{1,15},)[\s,]{1,3}){0,2}"
)
DEED = (
    rf"{LEAD}(?!(?:{TELLS})\b)(?!\w+(?:ed|ing|ly)\b)(?!\w*[^\Ws]s\b)[a-z]{{2,15}}"
    rf"(?:\s(?:out|off|up|down|back|in|away))?\s{OBJECT}\b[^.!?;:]{{0,100}}?"
)
JOINS = r"(?:,?\s(?:and|then|and then|plus)\s|\s?[&=:–—]\s?|\s-{1,2}\s(?:and |then )?)"
OFFERS = re.compile(
    rf"{DEED}(?:{JOINS}(?:then\s)?(?={SAYS})"
    rf"|[.!;]\s{{1,2}}(?:and |but )?(?:then|after that),?\s(?={SAYS}))",
    re.I,
)
HEARTFELT = (
    r"(?:heart|smile|grin|sigh|tear|conscience|doubt|hesitation|regret|pleasure|joy|shadow|shrug"
    r"|respect|mind|feeling|laugh|shudder|bow|thought|word|moment|wink|hand|eye|nod|bang|flourish"
    r"|soul|sorrow|view|understanding|confidence)"
)
OF_TEXT = re.compile(
    rf"{LEAD}with(?:out)?\s(?:an?|the|that|this|its|one|two|three|\d{{1,4}})\s"
    rf"(?!(?:\w+\s){{0,2}}{HEARTFELT}s?\b)(?:[\w'-]+\s){{0,2}}[\w'-]+,?\s"
    r"(?=(?:i (?:vote|am|support|say)|i'm|my vote|it's|it is|yes|no|for|against|aye|nay)\b)",
    re.I,
)
BEGINS = re.compile(r"(?:[.!?…;,:–—]|\b(?:but|so)(?=\s))[\s)]+(?=\S)", re.I)


def bargains(text: str) -> bool:
    """Whether a vote is promised for something that somebody is told to do (rules 1 to 3)."""
    told = text.replace("’", "'")
    begins = [0, *(one.end() for one in BEGINS.finditer(told))][:40]
    return any(OFFERS.match(told, at) or OF_TEXT.match(told, at) for at in begins)
