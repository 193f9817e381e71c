"""A plain YES or NO to a question of ours: "was this letter yours?" and its like.

1. The first line is a YES or a NO and nothing else: "OK, who sent this?" lets no forged letter act.
2. What stands below a YES may be thanks, an excuse, a farewell and a name, or tell how its writer
   came to write that letter; whatever else it is, or bears a word of doubt, is asked about, as no
   list of doubts ends. A NO stops things, and takes more beside it.
"""

import re

from msgspec import Struct

from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.patterns import later

_MINE = (
    r"(?:(?:it|this|that)(?:[’']s| is| was) (?:mine|me|my letter)"
    r"|i (?:wrote|sent) (?:it|this|that)"
    r"|das war ich|ich war (?:es|das)|(?:der|das) (?:ist|war) von mir)"
)
_NOT_MINE = (
    r"(?:not mine|not me|(?:it|this|that)(?:[’']s| is| was) not (?:mine|me|my letter)"
    r"|(?:it|this|that) (?:isn|wasn)[’']t (?:mine|me)"
    r"|i (?:did not|didn[’']t|never) (?:write|wrote|send|sent) (?:it|this|that)"
    r"|das war (?:ich nicht|nicht ich)|ich war (?:es|das) nicht"
    r"|(?:der|das) (?:ist|war) nicht von mir)"
)
_MANNERS = r"(?:[\s,.!*_-]+(?:please|thanks|thank you|i confirm(?: it| this| that)?))*[\s,.!*_-]*"
_YES = later(
    rf"[\s*_]*(?:yes|confirm(?:ed)?|i confirm(?: it| this| that)?|ok(?:ay)?|ja|oui|si|sí|y|{_MINE})"
    rf"(?:[\s,.!*_-]+{_MINE})?{_MANNERS}",
    re.IGNORECASE,
)
_NO = later(
    rf"[\s*_]*(?:no|discard(?: it)?|nein|non|n|{_NOT_MINE})(?:[\s,.!*_-]+{_NOT_MINE})?{_MANNERS}",
    re.IGNORECASE,
)
_AGAIN = later(r"\b(?:yes|no|not|never|nein|non|nicht|nie|kein\w*)\b|n[’']t\b", re.IGNORECASE)
# What nobody writes below a YES that they mean; honest excuses ("the wrong address") are no doubt.
_DOUBTS = later(
    r"[?？¿…]|\.{3}"
    r"|^\W*(?:who|what|why|how|which|do|does|did|is|are|was(?= (?:it|that|this|i)\b)|can|could)\b"
    r"|\b(?:but|however|although|though|wait|stop|nothing|nobody|none|nope|nah|discard|delete"
    r"|ignore"
    r"|cancel|forge\w*|fak(?:e|ed|ing)|spoof\w*|phish\w*|spam\w*|scam\w*|hoax\w*|fraud\w*"
    r"|impost\w*|impersonat\w*|hack\w*|stol\w+|steal\w*|den(?:y|ied)|doubt\w*|suspicious|strange"
    r"|odd|weird|somebody|(?:some|any)one|anybody|another|other|opposite|no idea|if|unless|except"
    r"|only|just|half|part(?:ly|s)?|maybe|perhaps|probabl\w+|possibl\w+|apparently|allegedly"
    r"|supposedly|presumably|unsure|actually|rather|instead|hardly|barely|think|thought|thinks"
    r"|guess|suppose|assume|believe|hope|wish|wonder|remember|recall|forg[eo]t|h+m+|er+m*|uh+|oops"
    r"|hold|hang|let me|check|explain|show|tell|see it|first|later|ask|again|changed|mind|meant"
    r"|mean"
    r"|refuse|reject|remove|undo|retract|withdraw|disregard|take|throw|drop|bin|return|block|report"
    r"|leave|lol|ha(?:ha)+|jok(?:e|es|ing)|kidding|april|as if|right|holidays?|vacation|away|trick"
    r"|or|they|he|she|his|her|him"
    # not the English "it was me"
    r"|wer|wem|wen|wessen|welche\w*|wie|wozu|weshalb|wann|wo"
    r"|was (?:ist|sind|soll\w*|heißt|heisst|für|bedeutet|habe?|will\w*|woll\w*)"
    r"|warum|wieso|woher|aber|halt|stopp|nichts|niemand|irgend\w*|jemand|löschen|ignorier\w*"
    r"|(?:ge)?fälsch\w*|betrug\w*|betrüg\w*|zweif(?:el|le)\w*|verdächtig\w*|komisch\w*|seltsam\w*"
    r"|merkwürdig\w*|sonderbar\w*|eigenartig\w*|glaub\w*|denk\w*|vermut\w*|vielleicht"
    r"|wahrscheinlich|möglich\w*|angeblich|anscheinend|scheinbar|wohl|eigentlich|unsicher|moment"
    r"|wart(?:e|en|et)|wenn|falls|sofern|außer|ausser|nur|oder|obwohl|allerdings|jedoch|sondern"
    r"|doch"
    r"|lieber|später|erst|zurück\w*|verw(?:erf|irf|orf)\w*|weg|wegwerfen|wirf|lass\w*|gehackt"
    r"|gestohlen|geklaut|scherz|spaß|witz|unfug|quatsch|ander\w*|anders|gegenteil|teil\w*|halb"
    r"|zeig\w*|prüf\w*|erklär\w*|frag(?:t|e|en)?|sperr\w*|widerr\w*|rücknahme|abgelehnt|ablehn\w*"
    r"|lehne|unmöglich|urlaub|spanisch|nö|nee|ne|hä|äh|tja|vergess\w*|er|sie|ihn|sein"
    r"|mais|pas|peut|pourquoi|quel\w*|qui|pero|quién|quizás?|nunca|tal vez|forse|ma)\b",
    re.IGNORECASE | re.MULTILINE,
)
# Somebody else: "my brother sent it", and not "my brother's computer".
_PEOPLE = later(
    r"\b(?:my|our|the|an?)\s(?:\w+\s)?(?:wife|husband|partner|brother|sister|son|daughter|kids?"
    r"|child(?:ren)?"
    r"|mother|father|mum|mom|dad|friend|boss|colleague|flatmate|neighbou?r|uncle|aunt|cousin|cat"
    r"|dog"
    r"|secretary|assistant)s?\b(?![’']s)"
    r"|\b(?:mein|meine|unser|unsere|der|die|das|ein|eine)\s(?:frau|mann|bruder|schwester|sohn"
    r"|tochter|kind|mutter|vater"
    r"|freund(?:in)?|chef(?:in)?|kolleg(?:e|in)|nachbar(?:in)?|katze|hund)\b"
    r"|\bvon (?:mein|unser|ein)\w* (?:frau|mann|bruder|schwester|sohn|tochter|kind|mutter|vater"
    r"|freund(?:in)?|chef(?:in)?|kolleg(?:en|in)|nachbar(?:n|in)?)\b"
    r"|\b(?!(?:I|Ich|Das|Es|Der|It|That|This)\b)(?-i:[A-ZÄÖÜ])\w+ (?:wrote|sent|did|made|typed"
    r"|hat|war"
    r"|schrieb|schickte)\b",
    re.IGNORECASE,
)
_MANNER = later(
    r"\W*(?:(?:many|my|with|best|kind|warm) )*(?:thanks?|thank you|thx|cheers|best|greetings"
    r"|regards"
    r"|wishes|love|bye|ciao|sorry|apologies|pardon|excuse|see you|have an?|happy|all (?:good"
    r"|fine|well)"
    r"|fine|good (?:luck|night|day|morning|evening)|please (?:go ahead|continue|carry on|do it"
    r"|count)"
    r"|go ahead|hello|hi|dear|sent|yours|sincerely|danke|vielen dank|besten dank|bitte (?:weiter\w*"
    r"|zählen)|viele|liebe|beste|herzliche|schöne\w*|gruß|grüße|mfg|lg|vg|mit|entschuldig\w*|tut"
    r" mir"
    r"|alles (?:gut|klar)|gern\w*|hallo|servus|tschüss|merci|gracias|grazie|saludos|gesendet)\b",
    re.IGNORECASE,
)
_FAREWELL = later(  # below which stands who somebody is
    r"\W*(?:(?:many|with|best|kind|warm|mit|viele|liebe|beste|freundliche[nr]?) )*(?:best|greetings"
    r"|regards|wishes|cheers|yours|sincerely|gr(?:ü|ue)(?:ße|ßen|sse|ssen)|gruß|mfg|lg|vg)\b\W*$",
    re.IGNORECASE,
)
_OWN = later(
    r"\b(?:i|i[’']m|i[’']ve|me|my|mine|ich|mir|mich|mein\w*)\b"
    r"|^\W*(?:it|that|this) (?:was|is|came) (?:from|sent|written|done|on|with|the|an?|through"
    r"|via)\b",
    re.IGNORECASE,
)
_NAMED = later(r"[^\W\d_][\w.’'-]*(?:[ ,]{1,2}[^\W\d_][\w.’'-]*){0,4}\W*")
_SENTENCE = later(r"(?<=[.!])\s+|\n")
_BEGINS = later(
    r"[\s*_]*(?:yes|confirm(?:ed)?|ok(?:ay)?|ja|oui|si|sí|y|no|not mine|discard|nein|non|n)\b",
    re.IGNORECASE,
)


class Confirmed(Struct, frozen=True):
    """What an answer to "was this letter yours?" says. `yes` is None where it is neither YES nor
    NO; `meant` then tells whether it begins like one. `rest` is what stands under its first
    line."""

    yes: bool | None
    meant: bool
    rest: str


def confirmed(text: str) -> Confirmed:
    said = [line.text for line in scaffold(text) if line.kind == "said" and line.text.strip()]
    first, rest = (said[0], said[1:]) if said else ("", [])
    meant = bool(_BEGINS.match(first) or _YES.fullmatch(first) or _NO.fullmatch(first))
    yes = True if _YES.fullmatch(first) else False if _NO.fullmatch(first) else None
    below = "\n".join(rest)
    if _AGAIN.search(below) or (yes and not _is_harmless(below)):
        yes = None
    return Confirmed(yes, meant, below)


def _is_harmless(below: str) -> bool:
    """Rule 2."""
    if _DOUBTS.search(below) or _PEOPLE.search(below):
        return False
    ended = False
    for sentence in filter(None, map(str.strip, _SENTENCE.split(below))):
        named = _NAMED.fullmatch(sentence) and all(
            word[:1].isupper() for word in sentence.split() if word[:1].isalpha()
        )
        manner = _MANNER.match(sentence) is not None
        if not (ended or named or manner or _OWN.search(sentence)):
            return False
        ended = ended or _FAREWELL.match(sentence) is not None
    return True
