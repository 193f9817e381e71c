"""What stands right above a line and leads into it: a condition, a report, a negation, an example
or a question. What stands below is asked about then, be it a command, a wish or a vote.

1. It leads in where it is open at its end, or ends in a colon or a comma; an empty line may follow.
2. "Don't do this yet." and "May I do this?" do so on the very line above.
3. What announces ("Here is my proposal:", "I'd like to:", "So:") takes nothing away.
4. A list is led into as a whole: what stands right below a line that acts and is led into is, too.
5. A list to choose from ("We could:", "Which is better?") is none of commands; a vote in one is
   read as any vote is.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from nomic_mail.letters.grammar.bodies import BULLET
from nomic_mail.letters.grammar.reading import wraps
from nomic_mail.letters.quoting.scaffold import Line
from nomic_mail.patterns import later

LOOK = 300


BUT = later(r",\s(?:but|aber)\s")


class Lead(Struct, frozen=True):
    text: str
    number: int  # of its last line
    offers: bool = False  # rule 5


LAST = later(r"(?<=[.!?…])(?<!e\.g\.)\s+|\s[–—-]{1,2}\s")
_AND = r"^\W{0,3}(?:(?:but|and|or|so|only|well|ok(?:ay)?|please|bitte|aber|nur|und)\b,?\s){0,3}"
ANNOUNCES = later(
    r"\b(?:(?<!not )(?<!nicht )(?<!says )(?<!think )(?<!thinks )(?<!do )(?<!does )"
    r"(?<!agrees )(?<!wants )so"
    r"|therefore|hence|thus|here (?:goes|we go|i go|it (?:is|goes)(?: again| once more)?"
    r"|you (?:are|go))|also|but|daher|deshalb|aber)\W*$"
    rf"|{_AND}(?:if (?:possible|needed|need be|i may|you (?:ask me|please|don't mind|can|could"
    r"|would|will))|when in (?:doubt|rome)|wenn (?:möglich|ich darf|ihr mich fragt))\W*$"
    rf"|{_AND}if (?:i may|you (?:ask me|please|don't mind)),(?!.*\b(?:if|when|whether)\b)"
    rf"|{_AND}(?:as|like) (?:i|we) (?:have )?said\W*$"
    # A letter that may be lost, and is sent again
    rf"|{_AND}(?:if|in case) (?:my (?:\w+ ){{1,3}}(?:(?:got|was|is) lost|bounced"
    r"|(?:did not|didn't|has not|hasn't|never) (?:arrive|reach|come|get|got|make|made))"
    r"|you (?:missed|overlooked)|any(?:body|one) (?:missed|overlooked|wonder))"
    # Asked for manners' sake
    rf"|{_AND}(?:may|might|can|could) (?:i|we) (?:(?:please|humbly|just|also|now) ){{0,2}}"
    r"(?:propose|suggest|offer|present|introduce|submit|request|ask for|have|get|see)"
    r"(?:,? (?:the following|this|these|now|please|one|something|my \w{1,20})){0,3}\W*$"
    rf"|{_AND}(?:can|could|shall) we (?:please|finally|now|just|get|go on|move|vote|have|start)\b"
    rf"|{_AND}(?:darf|kann|könnte) ich (?:\w{{1,20}} ){{0,3}}(?:vorschlagen|bitten|haben"
    r"|vorstellen|bekommen)\W*$",
)
# Open at its end, these tie what stands below to something.
LEADS_IN = later(
    rf"{_AND}(?:if|unless|when|once(?! (?:again|more|and for all))|provid(?:ed|ing)|assuming"
    r"|as soon as|until|in case"
    r"|suppos(?:e|ing)|(?:shall|should|may|must|do|can|could) (?:i|we)|should (?:you|they|no(?:body"
    r"| one)|any(?:body|one))"
    r"|wenn|falls|sofern|sobald|angenommen)\b"
    r"|^(?:here(?:'s| is) |(?:just|only) )?(?:an? |the )?(?:examples?|samples?|options?|drafts?"
    r"|test(?:ing)?|e\.?g)\b(?! (?:is|are|was|were) \w)"
    r"|^(?:(?:ein|zum|als|nur ein) )?(?:beispiel|entwurf|muster)\b"
)
_DOING = r"(?:do|write|wrote|send|sent|mean|say|said|reply|answer|type|put|propose)"
MINE_BELOW = later(r"\b(?:here(?:'s| is)|hier(?: ist)?) (?:my|mein|meine)\b[^.!?]{0,30}$")
# With a colon or a comma, these say whose it is, or was.
_SAYS = (
    r"(?:says?|said|wrote|writes?|thinks|wants?|tells?|told|asks?|asked|votes?|voted|suggests?|suggested"
    r"|sagte?|schreibt|schrieb|meinte?|will(?=\W*$|,? dass?\b))"
)
# Nothing follows but to whom, where and when, or what leads on: "Ann wrote to me on Friday:".
# "Ann wrote a letter that convinced me:" says why.
_WHERE = (
    r"(?:,? (?:to|in|on|at|of|the|a|his|her|my|our|me|us|him|you|all|last|this|that|list|talk"
    r"|letter|mail|phone|table|yesterday|today|\w{1,6}day|week|time|night|before|earlier|first"
    r"|once|again|i|he|she|they|we|should|must|can|could|would|will|mir|uns|gestern|heute)){0,8}"
)
_LAST_WEEK = (
    r"(?:(?:yesterday|today|gestern|earlier|once|(?:last|this|on|in) \w{1,12}"
    r"|\w{1,12} \w{1,12} ago),? )?"
)
TELLS_OF = later(
    r"\b(?:for (?:example|instance)|on behalf of|proxy"
    r"|(?:wants|asked|told) me to(?!.*\b(?:again|alone|once more|separately|of its own"
    r"|on its own)\b)"
    rf"|used to {_DOING})\b"
    r"|^(?!.*\b(?:promised|thought|said|figured|swore|hoped)\b)"
    r".*\b(?:i'd|i would) (?:(?:then|only|probably|maybe|perhaps|normally|usually|simply) )?"
    r"(?:do|write|send|say|reply|answer|type|put|vote)\b"
    rf"|(?<!\bas )(?<!\blike )\bi (?:have )?(?:sent|posted|said|voted|wrote){_WHERE}\W*$"
    r"|\b(?:tomorrow|later|next (?:week|time|turn|month)),? (?:i|we)(?:'ll| will)"
    rf" (?:\w{{1,12}} )?{_DOING}\b[^,]*$"
    rf"|^{_LAST_WEEK}(?:schrieb|sagte|meinte) [\w.-]{{1,30}}\W*$"
    rf"|^{_LAST_WEEK}(?:the|my|his|her|our|your) (?:\w{{1,20}} )?[\w.-]{{1,30}}"
    rf" (?:says?|said|wrote|writes?|tells|told|asks|asked|suggests|suggested){_WHERE}\W*$"
    rf"|^{_LAST_WEEK}"
    r"(?!(?:i|we|my|our|here|it|that|this|there|what|let|today|tonight|week|turn|round|game|please"
    r"|no|no(?:body|one)|every(?:body|one)|all|ich|wir|es|das)\b)"
    r"[\w.-]{1,30}(?:'s(?:(?: [\w-]{1,20})? (?:proposal|vote|ballot|draft|text|idea|version|word"
    r"|move|letter|mail|answer|reply|suggestion|command|line|motion)s?"
    rf"(?:,? (?:from|to|of|on|in|at){_WHERE})?)?\W*$"
    rf"| {_SAYS}(?:{_WHERE}\W*$|.* (?:is|to|this|that|should|must|can|could|would|following)\W*$))"
    r"|^(?:as|like|what) (?!i\b|we\b)(?:\w+ ){1,3}(?:proposed|suggested|put it|has it)\b"
    r"|\bi (?:think|guess|suppose|believe) (?!i\b|we\b|it\b|this\b|that\b)[\w.-]+ should\b"
)
_IT = r"(?:this|that|it|so|these|the following|any of (?:this|these|it|them))"
_NOR = (
    r"(?:do not|don't|did not|didn't|will not|won't|would not|wouldn't|shall not|cannot|can't"
    r"|am not going to|(?:will |would |'ll |'d )?never)"
)
DENIES = later(
    rf"{_AND}(?:not (?:yet|now|sent|for real|meant|so fast)"
    r"|(?:never(?: ever)?|do not|don't|not)\W*$"
    r"|(?:do not|don't|never|not) (?:ever |yet |just )?(?:do|count|send|write|read|take|act|use"
    r"|say|carry out|execute|follow|accept|publish|forward)\b"
    r"(?! (?:i|me|never|(?:this |it )?(?:personally|the wrong way))\b)"
    r"|(?:ignore|disregard|under no circumstances|instead of|rather than)\b"
    r"|(?:noch nicht|niemals|nie|auf keinen fall)\b"
    r"|nicht(?: (?:\w{1,20} ){0,2}(?:so|das(?: hier)?|dies\w{0,2}|jetzt|gemeint|gezählt"
    r"|\w{1,20}en))?\W*$)"
    r"|\bnot (?:yet )?(?:sent|meant|to be (?:done|sent|counted)|for real)\b"
    r"|\bnoch nicht (?:ab)?(?:geschickt|gesendet)\b|\bi (?:refuse to|take back)\b"
    rf"|\b(?:i|we|you) ?{_NOR}(?: ever)?"
    rf"(?: (?:want|{_DOING})(?: to {_DOING})?(?: {_IT})?"
    r"(?: (?:word|line|one|command|letter))?)?\W*$"
)
# What is thought of, put off or shown.
SUPPOSES = later(
    rf"{_AND}(?:maybe|perhaps|possibly|imagine|vielleicht)\b"
    rf"|{_AND}(?:perhaps |maybe |erst )?(?:tomorrow|later|soon|(?:in my )?next (?:turn|week|time)"
    r"|after the (?:vote|turn|debate)|morgen|später|nächste woche)"
    r"(?:\W*$|,? (?:i(?:'ll| will| shall| may| might| would)|werde ich|schreibe ich)\b)"
    r"|\bi (?:might|could|almost|nearly|was (?:going|about) to|would have|thought of|was thinking"
    r"|am thinking of)\b|\bi'm thinking of\b"
    r"|\bich (?:würde|könnte|wollte|hätte fast)\b(?! gern)"
    r"|\b(?:this|that|it|the following) (?:is|was) (?:only |just |not |merely )?(?:an? )?"
    r"(?:test|draft|example|joke|command|sample)\b|\bdrafts?\b.{1,30}\bcomments?\b"
    rf"|{_AND}(?:just|only|nur) (?:an? |ein )?(?:test|draft|example|joke|entwurf|beispiel)\b"
)
ASKS_WHETHER = later(
    rf"{_AND}(?:what (?:would|will|does|do|happens|happened|if|is the difference)"
    r"|what's (?:if|when|the (?:effect|result|outcome|difference|consequence|point))"
    r"|is (?:it|this|that) (?:enough|right|ok(?:ay)?|correct|possible|allowed|all right|legal|valid"
    r"|how)"
    r"|would (?:it|this|that)|does (?:it|this|that|one)|how (?:do|does|would|can|could|should)"
    r"|why (?:do|does|did|can|can't|is|isn't|was|won't|doesn't|didn't)"
    r"|(?:may|can|shall|should|must|do|could) (?:i|one|we)"
    r"|was (?:passiert|geschieht|wäre|würde|ist|macht|bedeutet)"
    r"|(?:darf|kann|soll|muss) (?:ich|man)|(?:reicht|genügt) es|wie (?:geht|wäre|schreib))\b"
)
# The sentence goes on below.
ON = later(
    rf"(?:[:,]|n't|\b(?:{_DOING}|writing|writes|not|never|if|to|and|or|that|than|of|between))$"
)
# Its last word is of writing, and it is not the writer's "I say".
OF_WRITING = later(
    r"\b(?:writ(?:e|es|ing|ten)|wrote|says|said|sen[dt]|(?<!to )(?<!can )(?<!must )(?<!only )say"
    r"|geschrieben|schrei?be?n?|schriebe)\W{0,2}$"
)
PLAINLY = later(
    rf"{_AND}(?:then |now |here )?(?:what |all )?(?:i|we|ich|wir|let me)(?:'d like to"
    r"|(?: (?:now|hereby|just|also|only|therefore|want to|would like to|wish to|have to|must|will"
    r"|shall|can))*) (?:write|say|send|schreibe)\W*$"
)
OF_THIS = later(r"\b(?:this|these|the following|below|das|dies(?:es)?)\b")
FORBIDS = later(
    rf"{_AND}(?:do not|don't) (?:yet )?(?:do|count|send|read|take|act on|follow|accept|publish)"
    rf" {_IT}\b(?! personally)"
)
OFFERS = later(
    r"\b(?:either|which|one of|(?:could|can|may|might)(?! you\b)|choose|choices?|options?"
    r"|alternatives?|possibilit(?:y|ies)|differences?|mean|questions? (?:about|on)"
    r"|(?:do not|don't) (?:understand|know what)|pros|cons|entweder|könnten?|kann|dürfen|welche\w?"
    r"|möglichkeiten|unterschied|bedeute[nt]|ist? (?:besser|better|best)|fragen zu|verstehe)\b"
)


def leads_in(text: str, *, reports: bool = True) -> bool:
    """Whether it ties what stands below it to something (rule 1): "If Bob agrees:", "Not yet:".
    Looked at is the last sentence, and its last clause."""
    last = _last(text)
    return any(_leads(one, reports) for one in dict.fromkeys((last, BUT.split(last)[-1])))


def _leads(text: str, reports: bool) -> bool:
    if text.endswith(("!", "?", ")", ".")) and not text.endswith("e.g."):
        return False
    if ANNOUNCES.search(text):
        return False
    if LEADS_IN.match(text):
        return True
    if not ON.search(text):
        return False
    if OF_WRITING.search(text):
        return PLAINLY.match(text) is None
    looks = (DENIES.search(text), ASKS_WHETHER.match(text), SUPPOSES.search(text))
    told = reports and text.endswith((":", ",")) and not MINE_BELOW.search(text)
    return any(looks) or (told and TELLS_OF.search(text) is not None)


def _last(text: str) -> str:
    """The last sentence, as the patterns know it."""
    told = text.strip()[-LOOK:].replace("’", "'").lower()
    return LAST.split(told)[-1]


def _speaks_of_the_next(text: str) -> bool:
    """Rule 2."""
    text = text.strip()[-LOOK:].replace("’", "'").lower()
    asked = text.endswith("?") and OF_THIS.search(text) is not None
    return (asked and ASKS_WHETHER.match(_last(text)) is not None) or FORBIDS.match(
        text
    ) is not None


def _offers(text: str, above: str, below: str) -> bool:
    """Rule 5; `above` is the line right above."""
    if not BULLET.match(below) or BULLET.match(above):
        return False
    last = _last(text)
    return ANNOUNCES.search(last) is None and OFFERS.search(last) is not None


def _are_listed(*lines: str) -> bool:
    return all(map(BULLET.match, lines))


def led_in(lines: Sequence[Line], acts: Callable[[str], bool]) -> Mapping[int, Lead]:
    """The lines that are led into, and what leads into each. `acts` is asked of a line whether it
    is one of a list."""
    found: dict[int, Lead] = {}
    above, before, last = Lead("", 0), "", 0  # the sentence right above, its last line
    apart = False
    for line in lines:
        if line.kind == "blank":
            apart = True
            continue
        text = line.text.strip()
        if line.kind != "said":
            above, last = Lead("", 0), 0
            continue
        told = above.text
        next_one = not apart and _speaks_of_the_next(told)
        if told and (next_one or leads_in(told)):
            found[line.number] = above
        elif told and _offers(told, before, text):
            found[line.number] = Lead(told, above.number, offers=True)
        elif last in found and acts(before) and (not apart or _are_listed(before, text)):
            found[line.number] = found[last]
        goes_on = told != "" and not apart and wraps(before, text)
        above = Lead(f"{told} {text}" if goes_on else text, line.number)
        before, last, apart = text, line.number, False
    return found
