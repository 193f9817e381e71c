"""Votes that are said by half: by who only thinks so, calls on others, weighs, or nods along.

1. "I think I'm for it", "In principle yes", "Should be a yes": a side that is a guess, or how it
   looks at first. "I think I have to vote no" is one, for all its manners.
2. "Vote yes!" is shouted at the others. The form that our letters show, VOTE FOR 301, is none.
3. "Yeah, great. Sure." nods to whatever was said: a yes, and behind it nothing but cheers.
4. "Yes please, more paperwork!" asks for what nobody wants.
5. "For: it is quick. Against: it is unfair.": what speaks for it and against it, and no side.
6. "Yes, but": a sentence that breaks off, or "I wanted to vote yes, but …" with no vote behind it.
"""

import re
from collections.abc import Sequence

from nomic_mail.game.commands import Choice
from nomic_mail.patterns import later

MOST = 2_000  # letters of a line that are looked through
_SENTENCE = later(r"(?<=[.!?…;])(?<!e\.g\.)\s|\n")
_OPENS = (
    r"^\W*(?:(?:hi|hello|hey|well|so|ok(?:ay)?|h+m+|oh|ah|and|but|sorry|right|yeah|dear|\d{3,6}"
    r"|(?-i:[A-Z])\w+)[\s,:!.–—-]{1,3}){0,3}"
)
_IS = r"(?:it|this|that|mine|my (?:vote|answer))(?:'s| is)"
_SIDE = (
    r"(?:(?:proposal )?#?\d{3,6}\b(?:\s?[:=–-])?\s(?:(?:is|gets) (?:an? )?)?(?:yes|no|for"
    r"|against)\b"
    r"|(?:an? )?(?:yes|yeah|yep|no|nope|aye|nay)(?=\W*$|\s?[,.;:!)–—]|\s-|\s(?:from|to|on|for"
    r" (?:me|this|it)|please|thanks|because|as|since|at|in)\b)"
    r"|(?:for|against)(?=\W*$|\s?[,.;:!)–—]|\s(?:it|this|that|#?\d{3,6}|because)\b)|in favou?r\b"
    r"|(?:i(?:'m| am)|we(?:'re| are)) (?:\w+ )?(?:for|against|in favou?r|opposed|good with"
    r"|fine with|ok(?:ay)? with)\b"
    r"|(?:i|we)(?: do|'ll| will)? (?:support|oppose|approve|accept|reject|back|endorse|agree"
    r"|vote)\b(?! that\b))"
)
_GUESS = (
    r"(?:(?:i|we) (?:(?:do|just|kind of|sort of|still) )?(?:think|guess|suppose|believe|reckon"
    r"|imagine|presume|assume|hope|expect|feel like)(?:,? (?:that|so[,:]?))?"
    r"|i(?:'d| would) (?:say|think|guess)(?: that)?"
    r"|in (?:principle|theory|general|spirit)|basically(?= (?:yes|no)\b)"
    r"|e\.g\.|(?:for|as an) example|something like|such as|for (?:now|the moment)(?=\W{1,3}\d)"
    r"|(?:sort|kind) of|broadly|generally|mostly|mainly|largely|theoretically|provisional(?:ly)?"
    r"|tentative(?:ly)?|cautious(?:ly)?|(?:(?:most|very|quite) )?likely|presumably|apparently"
    r"|(?:as (?:things|it|matters) (?:stands?|looks?|is)|currently|initially|at first (?:glance"
    r"|sight|view|reading)|(?:on|after) (?:a )?first (?:sight|reading|look|view)|off the cuff)"
    r"|my (?:initial|first|instinctive|gut|provisional|tentative|preliminary|spontaneous)"
    r" (?:\w+ )?(?:is|was|says|would be):?|my (?:instinct|gut(?: feeling)?|hunch|impulse|tendency"
    r"|inclination)(?:(?:'s| is| says| was) (?:to (?:say|vote) )?|:\s?)"
    r"|i(?:'m| am) (?:thinking|considering|contemplating|toying)(?: (?:of|about"
    r"|with))?(?: (?:voting"
    r"|saying|a))?(?: (?:for|against))?)"
)
_HEDGED = later(
    rf"{_OPENS}(?:{_GUESS}[\s,:;–—-]{{1,3}}(?:(?:that|for me) )?(?:{_IS} (?:\w+ )?)?{_SIDE}"
    r"|(?:(?:it|this|that) )?(?:should|would|could|might|may) be an? (?:yes|no|aye|nay)\b"
    r"(?! (?:from|for) me)"
    r"|i (?:can|could|ought to|should|might) (?:vote|say) (?:yes|no|for|against)\b(?=\W*$|\s?[,;])"
    r"|i(?:'m| am) (?:thinking|considering|contemplating)(?: (?:of|about))? (?:voting"
    r"|saying|an?)\b)",
    re.I,
)
# Which is said in so many words beside it
_VOTES = later(
    r"\b(?:i (?:hereby |therefore |do )?vote (?:for|against|yes|no)|my vote (?:is|on \d+ is)"
    r"|(?:so|hence|therefore|verdict|vote):?,? (?:yes|no|for|against))\b|\bFOR\b|\bAGAINST\b"
    r"|\b(?:yes|no|for|against)\W*$"
)
# Rule 2
_CALLS = later(
    r"(?:^|[.!?:;–—-]\s)\W*(?:(?:so|do|just|go|come on|people|friends|everybody|everyone|all"
    r"|folks|and|then)[\s,]{1,2}){0,3}"
    r"(?:(?-i:[Vv]ote|[Ss]ay) (?:for|against|yes|no)|(?-i:[Ss]upport|[Rr]eject|[Oo]ppose|[Bb]ack"
    r"|[Aa]pprove|[Aa]ccept|[Kk]ill|[Aa]dopt)(?= (?:it|this|that|#?\d{3,6})\b))"
    r"(?: (?:on |to |for )?(?:it|this|that|#?\d{3,6}|this one|both|all))?"
    r"(?:!|,? (?:and (?:you|we|be|save|win|help|make|let|get|go|don't)\b|or (?:else|regret|you"
    r"|we)\b"
    r"|you (?:won't|will|know|must|all|guys|lot)\b|people|everybody|everyone|folks|guys|friends"
    r"|players|comrades|citizens|all of you|y'all|with me\b))"
    r"|^\W*do (?:vote|say) (?:yes|no|for|against)\b|\bright thing\W{1,3}vote (?:yes|no)\b",
    re.I,
)
_OWN = later(r"\b(?:i|i'm|i'll|my|mine|me)\b", re.I)
# Rule 3
_YES = r"(?:ye+s|yea+h|yep|yup|ok(?:ay)?|sure|right|alright)"
_CHEER = (
    r"(?:great|fine|good|sure|lovely|wonderful|perfect|brilliant|super|nice|cool|excellent"
    r"|fantastic|splendid|ok(?:ay)?|alright|right|awesome|amazing|whatever)"
)
_NODS = later(
    rf"\W*(?:{_YES}\W{{1,3}}){{1,3}}{_CHEER}\W{{1,3}}{_CHEER}(?:\W{{1,3}}{_CHEER}){{0,3}}\W*"
    r"|\W*oh,? (?:great|good|joy|wonderful|brilliant|perfect|lovely|fantastic)\W{1,3}"
    rf"(?:{_YES}|{_CHEER})\W*"
    r"|\W*(?:yes|no)\W{1,3}(?:thanks|thank you)\W{1,3}(?:we're |i'm )?all (?:well|fine|good)\b.*",
    re.I,
)
# Rule 4
_DULL = (
    r"(?:rules?|paperwork|bureaucracy|red tape|forms?|amendments?|admin\w*|e?-?mails?|letters?"
    r"|meetings?|deadlines?|taxes|tax|homework|arithmetic|maths?|counting|fines?|penalt(?:y|ies)"
    r"|punishments?|waiting|votes|voting|ballots|talk|debates?|complications?|complexity|clauses?"
    r"|exceptions?|hoops|work|chores?|reading|small print)"
)
_PLEASE = later(
    r"^\W*(?:oh,?\s)?(?:yes|yeah|yep|yup|sure|hooray|yay)(?:,? (?:please|pls|finally|at last))?"
    rf"\W{{1,4}}(?:and |just |yet |even |still )?(?:another|one more|more|(?:lots|tons"
    rf"|loads) (?:more )?of)(?: \w+)? {_DULL}\b(?! (?:for|against)\b)"
    r"|\bbecause (?:what|the (?:one |only )?thing|all|that's what) (?:this|the|our|we|every|life)"
    r"\b[^.!?]{0,30}\b(?:needs?|lack(?:s|ed)|wants?|missed|missing|wanted|needed)\b",
    re.I,
)
# "Yes, well.", "Yes, the one about thirds", "No, sorry, no time"
_TALKS = later(
    r"\W*(?:yes|yeah|yep|no|nope|ja|nein)\W{1,3}(?:(?:well|h+m+|u+m+|erm?|eh|uh|hallo|hello|hi"
    r"|danke"
    r" gut|danke,? gut)|(?:indeed )?(?:it|there|that) (?:is|does|was|are|isn't|doesn't|wasn't)"
    r"|the (?:one|other|first|second|last|same|latter|former)\b[^.!?]*|(?:and )?so\?*"
    r"|(?:sorry\W{1,3})?no time(?: (?:today|now|yet))?|(?:a (?:bit |little )?"
    r"|some )?more (?!of\b)\w+"
    r",? please)\W*"
    r"|\W*for all (?:that|i know|i care)\W*",
    re.I,
)
# "Voting yes would be madness"
_OF_VOTING = later(
    r"^\W*(?:(?:and|but|so|well|honestly)[\s,]{1,2})?(?:voting|to vote|saying|to say"
    r"|choosing) (?:yes|no|for"
    r"|against)(?: (?:to|on|for|here|now|it|this|that|#?\d{3,6})){0,3}"
    r" (?:would|could|might|may|will|should|is|was|feels?|seems?|means?|makes?|takes?|costs?"
    r"|has)\b",
    re.I,
)
# "I got 301 and 302, yes", "I can find no 302": of what arrived
_CAME = later(
    r"\bi(?:'ve| have)? (?:got|received|seen|have|found|opened|read) (?:both|all"
    r"|(?:proposals? )?#?\d{3,6}"
    r"(?:(?:,|,? and| &) #?\d{3,6}){0,9})\W{1,3}(?:yes|no)\b"
    r"|\bno #?\d{3,6} (?:here|yet|in (?:my|the|this)|anywhere|so far|attached|for me)\b"
    r"|\b(?:find|see|have|got|is|was|with|saw|received|open|opened) no #?\d{3,6}\b",
    re.I,
)
# "I can't support both": one of them, or none?
_NOT_BOTH = later(
    r"(?:n't|\bnot|\bcannot|\bunable to|\bnever) (?:\w+ ){0,3}?(?:support|vote for|accept|back"
    r"|approve(?: of)?"
    r"|endorse|be for|agree (?:to|with)) (?:both|all|everything)\b(?! (?:the|your|this) \w+ing\b)",
    re.I,
)
# Rule 5
_WEIGHS = {
    "for": later(
        r"(?:^|[.;!]\s|\n)\W*(?:(?:arguments?|points?|reasons?|what speaks) )?"
        r"(?:for|in favou?r|pros?|yes|plus|dafür)\s?[:–—-]\s?(?!\d|#|j\d)\w",
        re.I | re.M,
    ),
    "against": later(
        r"(?:^|[.;!]\s|\n)\W*(?:(?:arguments?|points?|reasons?|what speaks) )?"
        r"(?:against|cons?|contra|no|minus|dagegen)\s?[:–—-]\s?(?!\d|#|j\d)\w",
        re.I | re.M,
    ),
}
# Rule 6
_BREAKS_OFF = later(
    r"^\W*(?:yes|no|yeah|yep|nope|for|against|i\b.*)[\s,]+(?:but|although|if)\W*$", re.I
)
_WANTED = later(
    r"\bi (?:had |first |really |originally )*(?:wanted|meant|intended|planned|was (?:going"
    r"|about|ready|tempted|minded|inclined)|thought)(?: (?:of|to|about))? (?:vot(?:e|ing)"
    r"|say(?:ing)?) (?:for|against|yes|no)\b(?P<then>.*)$",
    re.I,
)
_DECIDES = later(r"\b(?:yes|no|for|against|vote|aye|nay|favou?r|convinced|support|oppose)\b", re.I)


def is_half_said(line: str, choice: Choice) -> bool:
    """Whether a line that votes does so by half (rules 1 to 4, and 6)."""
    line = line[:MOST].replace("’", "'")
    said = _SENTENCE.split(line)
    if _CAME.search(line) or _NOT_BOTH.search(line) or any(map(_TALKS.fullmatch, line.split("\n"))):
        return True
    if choice == "for" and (_NODS.fullmatch(line) or _PLEASE.search(line)):
        return True
    if any(_CALLS.search(one) and not _OWN.search(one) for one in said):
        return True
    odd = [one for one in said if _is_open(one)]
    return bool(odd) and not any(_VOTES.search(one) for one in said if one not in odd)


def _is_open(sentence: str) -> bool:
    if any(one.match(sentence) for one in (_HEDGED, _BREAKS_OFF, _OF_VOTING)):
        return True
    wanted = _WANTED.search(sentence)
    return wanted is not None and _DECIDES.search(wanted["then"]) is None


def weighs(texts: Sequence[str]) -> set[str]:
    """The lines that tell what speaks for it, or against it, where both stand in a letter."""
    told = {way: {one for one in texts if form.search(one[:MOST])} for way, form in _WEIGHS.items()}
    if not all(told.values()):
        return set()
    return {one for one in told["for"] | told["against"] if not _concludes(one[:MOST])}


def _concludes(line: str) -> bool:
    """Whether it comes to a side: "Pros: rest. Cons: delays. On balance: for." """
    last = _SENTENCE.split(line)[-1]
    weighed = any(form.search(last) for form in _WEIGHS.values())
    return not weighed and _DECIDES.search(last) is not None
