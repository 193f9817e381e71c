"""What stands beside a vote and says nothing of it, taken off before the line is read.

1. An "if" that is none ("if I read it right"), a question that only asks for the vote itself ("My
   vote?"), an excuse ("Sorry for the delay."), a former letter ("third try:"), and a correction of
   what was written before ("I misread it.").
2. Only where a line begins with it, an "if" that is none wherever it is a clause of its own.
"""

import re

from nomic_mail.letters.grammar.votes.said.worlds import in_this_world
from nomic_mail.patterns import later

ENDS = (
    r"(?:\s?[.!:;…–—-]+\s+(?:but |so |and |anyway,? |still,? |here (?:it is|goes)[:,.!]+ )?"
    r"|,\s+(?:but )?|\s(?=but (?:yes|no|i vote|for|against)\b))"
)
NO_IF = later(
    r"(?:^|(?<=[,;:.!?(–—-] )|(?<=[,;:.!(–—-])|(?<=\bbut )|(?<=\bso )|(?<=\band ))"
    r"(?:unless i(?:'m| am|'ve| have) (?:very much |badly |completely )?(?:miss(?:ing|ed)|mistaken"
    r"|wrong|misread(?:ing)?|misunderst\w+|overlook(?:ing|ed))\b(?: (?:something|anything|a thing"
    r"|the point|it|this|that|here))*"
    r"|if i(?:'m| am) not (?:mistaken|wrong|too late)|if i (?:may|can|might)(?: (?:say|add"
    r"|be so bold|put it (?:so|that way)|be frank))?"
    r"|if i (?:read|understand|understood|get|got|see|saw|recall|remember)"
    r" (?:it|this|that|you|the text|the proposal|the rule) (?:right(?:ly)?|correctly|well"
    r"|properly)"
    r"|if i (?:recall|remember) (?:right(?:ly)?|correctly|well)"
    r"|if (?:it|something) (?:ain't|isn't|is not|aint) broken?(?:,? (?:don't|do not|why) fix it)?"
    r"|if (?:i(?:'m| am) )?(?:forced|pressed|pushed|made)"
    r"(?: to (?:choose|decide|pick|vote|say|answer))?"
    r"|if (?:i|one) (?:must|(?:really )?(?:have|need) to)(?: (?:choose|decide|pick|vote|say|answer"
    r"|pick one|take a side|pick a side|choose one|choose a side))?"
    r"|(?:just )?in case (?:it|this|that|my vote|my answer|any(?:one|body)|some(?:one|body)|you)"
    r"(?:'s| is| was| were| are|'re)?(?: still)?(?: not|n't)?(?: been)?(?: yet)?"
    r" (?:clear|obvious|plain|apparent|unclear|in (?:any )?doubt|wonder(?:ing|s|ed)?"
    r"|ask(?:s|ing|ed)?"
    r"|missed (?:it|that)|guess(?:ed)?"
    r"|(?:hadn't|haven't|didn't|had not|have not) (?:guess(?:ed)?|notice(?:d)?))"
    r"|(?:please )?(?:forgive me|excuse me|pardon me|(?:so )?sorry|apologies|(?:please )?tell me"
    r"|let me know|correct me|shout) if (?:this|it|that|i|my|the|anything|something)\b"
    r"[^,;.:!?()]{2,60}(?=[,;.:!?])"
    r"|if you ask me|if you must know|if you want to know|if you don't mind|if you please"
    r"|if (?:it|this|that)(?:'s| is) (?:not too late|all right|alright|ok(?:ay)?|still in time"
    r"|what you(?:'re| are) asking)|if (?:it|this|that) (?:still )?(?:counts|helps|matters"
    r"|is in time)"
    r"|(?:in case|if) (?:it|this|that|mine|my (?:last|first|other|previous|earlier) (?:e?-?mail"
    r"|letter|vote|message|one|reply))(?: (?:has|have|did|was|hasn't|didn't|wasn't|got|went|is))?"
    r" ?(?:not |been )?(?:lost|arrive[d]?|get(?: there| through| to you)?|come(?: through)?"
    r"|reach(?:ed)?"
    r"(?: you)?|missing|through|astray|not)?)"
    r"(?=\s?[,.;:!)–—-]|\s(?:this|it|the|that|there|we|i|\d{3})\b)\s?[,:;)]?\s*",
    re.I,
)
FOR_IT = r"(?:the|this|my|your|our)"
SELF = later(
    r"^(?:(?:and|so|now|well|oh|ok(?:ay)?)[, ]{1,2})?(?:my (?:vote|answer|ballot|verdict|choice"
    r"|view|opinion)"
    r"(?: (?:on|then|now|you ask|this time)\b[^.!?]{0,25})?"
    rf"|{FOR_IT} (?:new |latest |whole )?(?:vote|proposal|motion|ballot|rule|amendment"
    rf"|idea)(?: (?:then"
    r"|itself|of [A-Z]\w+))?"
    r"|(?:proposal |prop )?#?\d{3,6}|how (?:do|shall|should|will|would|did)? ?i(?:'m| am"
    r"|'ll)? vot(?:e|ing)"
    r"(?: (?:on )?(?:it|this|that|\d{3,6}))?"
    r"|what (?:do|did|shall|should|will|would) i (?:say|think|vote)(?: (?:of|about|to) (?:it|this"
    r"|that"
    r"|\d{3,6}))?|what can i say|you know what|(?:do )?you want (?:to know )?my vote|guess what"
    r"|me|honestly|seriously|frankly"
    r"|do i (?:want|like|need) (?:it|this|that|such a thing)\b[^?]{0,30}"
    r"|do i (?:like|support|want|back|approve(?: of)?|agree with) (?:it|this|that|the proposal"
    r"|\d{3,6})"
    r"|(?:am|are) (?:i|you|we) too late|is it too late(?: (?:for|to)\b[^.!?]{0,20})?"
    r"|(?:did|has) my (?:last |first |other |previous |earlier )?(?:e?-?mail|letter|vote|message)"
    r" (?:get|got|come|came|gone|arrive|go)[^.!?]{0,20})\?+\s+"
    r"(?:well|hm+|ah|oh)?[,:;.!]?\s*",
    re.I,
)
LATE = (
    r"(?:(?:so |very |really |terribly |awfully )?(?:sorry|apologies|excuse me|pardon|forgive me)"
    r"(?: all| everyone| everybody)?(?:,? (?:for|about|to be|that|i(?:'m| am))\b[^.!?:;,]{0,60})?"
    r"|(?:my )?(?:sincere |humble )?apologies\b[^.!?:;,]{0,50}"
    r"|(?:oops|whoops|oh no|ouch|argh|phew|blimey|gosh|uff|wow)"
    r"|(?:i )?(?:(?:oops|sorry),? )?(?:i )?(?:almost|nearly|completely|totally|clean|had|just"
    r"|quite)? ?(?:forgot|missed"
    r"|overlooked|slept through)(?: (?:to vote|about (?:it|this|that|the vote|the deadline"
    r"|\d{3,6})|this"
    r"|it|this one|the (?:vote|deadline|letter|mail)|my vote))?(?: (?:almost|again|sorry|completely"
    r"|entirely))?"
    r"|(?:a bit |bit |a little |rather |very |i(?:'m| am|know i(?:'m"
    r"| am)) )*late(?: to the (?:party"
    r"|game|ballot|vote))?(?:,? (?:i know|but here|again"
    r"|as (?:ever|always|usual)))*|better late than never|just in time(?:,? i hope)?"
    r"|(?:i )?(?:really )?hope (?:i'm|i am|it's|it is|this is) not too late"
    r"|(?:i )?hope (?:this|it)(?: still)? (?:arrives|is|comes|gets (?:there|through)"
    r"|makes it) in time"
    r"|(?:i )?hope (?:nobody|no one|you|you all|everybody|everyone|that's|it's|this is|that is)"
    r"(?: (?:all|is|are|will|won't|does|do|don't|isn't|not|too))*"
    r" ?(?:minds?|cross|angry|offended|upset|hate me|forgives? me|ok(?:ay)?|all right|fine)"
    r"(?: too much| with that)?"
    r"|(?:i|we) (?:could|may|might) (?:well )?be (?:wrong|mistaken)(?: (?:here|about (?:it|this)))?"
    r"|(?:not )?with(?:out)? (?:(?:some|a few|many|great|serious|certain|mixed|no|any) )?"
    r"(?:misgivings?|hesitation|feelings|regrets?|doubts|reservations|qualms)"
    r"|(?:fine|ok(?:ay)?|all right|very well|alright)(?: then)?,? (?:have it your (?:own )?way"
    r"|you win|you've won|i give (?:in|up)|i surrender|i relent|twist my arm|you've convinced me"
    r"|you've persuaded me)|(?:have it your (?:own )?way|you win|i give (?:in|up)|i relent)"
    r"|(?:i )?was (?:travell?ing|away|on holiday|on the road|offline|ill|sick)"
    r"|from (?:the|my) (?:train|bus|phone|way|road|tram)"
    r"|(?:(?:i'm|i am) )?on (?:the|my) (?:train|bus|phone|way|road|tram)"
    r",? so (?:just )?(?:quick(?:ly)?|short|brief)"
    r"|(?:at )?(?:the )?last minute"
    r"|(?:just |only |barely )?(?:\w+ ){1,3}(?:minutes?|hours?|seconds?|days?) (?:left|to go"
    r"|to spare)"
    r"|(?:i )?(?:have |had |'ve )?(?:only |just )(?:now )?(?:seen|saw|noticed|read|got|found"
    r"|remembered)"
    r" (?:this|it|the (?:letter|mail|proposal|ballot|deadline|reminder)|your (?:letter|mail"
    r"|reminder))"
    r"(?: (?:only )?(?:now|just now|today|this morning|tonight|twice|again|late))?"
    r"|(?:re-?sending|sending (?:this |it )?again|once more|again)(?:,? (?:since|as|because"
    r"|in case)"
    r"\b[^.!?:;]{0,60})?"
    r"|(?:(?:my )?(?:first|second|third|fourth|last|new|next|\d(?:st|nd|rd|th)) (?:try|attempt|go)"
    r"|(?:try|attempt) (?:no\.? ?)?(?:\d|two|three))(?:,? (?:sorry|as [^.!?:;,]{3,40}))?"
    r"|(?:quick|short|brief)(?: (?:one|note|reply|answer|line))?(?: (?:from|between|before|on|in)"
    r"\b[^.!?:;,]{2,40})?"
    r"|[^.!?:;]{0,40}\b(?:finally|only now|at last) (?:reading|read|got to|getting to"
    r"|sat down with)"
    r" (?:this|it|the \w+)"
    r"|no time(?: to write(?: more)?| for more| today)?|in (?:a hurry|haste|a rush"
    r"|between meetings)"
    r"|(?:i )?(?:misread|misunderstood|mixed up|confused) (?:it|this|that|them"
    r"|the \w+)(?: (?:before|at"
    r" first|earlier|yesterday|completely))?|(?:scratch|strike|forget) that|on (?:second"
    r"|further) thoughts?"
    r"|(?:i(?:'ve| have)? )?changed my mind(?: (?:after|over|since|during"
    r"|again)\b[^.!?:;,]{0,25})?"
    r"|my mistake|wrong button|fat fingers|typo|slip of the pen"
    r"|(?:sigh|hmm+|hm|ah|oh|meh|ugh|pfft?|well|right|ok(?:ay)?|fine|good|alright)"
    r"|(?:following|further to|in (?:reply|response|answer) to|with reference to|as per|per|re"
    r"|after|regarding|concerning) (?:(?:the|this|your|last|my|our|yesterday's|today's"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day's) )*(?:(?:kind|second|latest|recent|first) )?"
    r"(?:reminders?|letters?|e-?mails?|mails?|ballot|message|note|deadline|nudge|request|vote)"
    r"(?: (?:of|from) (?:the )?\w+(?: \w+)?| below| above)?"
    r"|(?:i(?:'ve| have)? |having |after (?:having )?)?(?:slept on it|sleeping on it"
    r"|thinking (?:about it|it over)|thought (?:about it|it over)|read (?:it|this|the text"
    r"|the proposal)(?: (?:now|twice|again|all|through|carefully|over))*)"
    r"|(?:re )?your (?:reminder|letter|mail) of \w+)"
)
EXCUSES = later(rf"^(?:{LATE}{ENDS}){{1,3}}(?=\S)", re.I)
# "I wrote AGAINST. I meant FOR."
WROTE = later(
    r"^(?:(?:erratum|correction|sorry|oops|apologies|my mistake|typo)[\s,.:;!–—-]{1,3})?"
    r"(?:(?:in|with) my (?:last|first|previous|earlier|other) (?:e?-?mail|letter|vote|message"
    r"|reply)"
    r",? )?(?:earlier |yesterday |before |just now )?i (?:wrote|said|sent|voted|put|typed"
    r"|answered)"
    r" (?:yes|no|for|against)\b[^.,;!?]{0,40}[\s.,;!–—-]{1,3}(?:but |and |when "
    r"|where )?(?:i )?(?:meant"
    r"|should have (?:said|written|put|been)|wanted)(?: to (?:say|write|vote|put|send))?:?\s",
    re.I,
)
# "I know I said I'd support it, but I vote no"
SAID_SO = later(
    r"^(?:i know )?(?:i (?:had |have |'ve )?(?:said|told (?:you|\w+)|promised|wrote"
    r"|thought)(?: that)?"
    r" i(?:'d| would) (?:probably |never )?(?:support|oppose|back|reject|vote (?:for|against"
    r"|yes|no)(?:"
    r" on)?|be (?:for|against)|accept|approve) (?:it|this|that|#?\d{3,6}),? but )",
    re.I,
)
SHOULD = later(
    r"^(?:it|that|this|my (?:vote|last (?:letter|mail|vote)|answer)) (?:should|was (?:meant"
    r"|supposed) to"
    r"|ought to) (?:be|have been|have read|read|say|have said):?(?: an?)?\s"
    r"(?=(?-i:FOR|AGAINST|ABSTAIN|YES|NO)\b|(?:yes|no|against)\W*$)",
    re.I,
)
# "Sorry, typo before, I meant FOR"
MEANT = later(
    r"^(?:(?:sorry|oops|typo|whoops|correction|my mistake|wrong (?:key|button|word))(?: (?:there"
    r"|before|above|earlier|again"
    r"|about that|for that)){0,2}[\s,.:;!–—-]{1,3}){1,3}(?:i|we) meant(?: to (?:say|write|vote"
    r"|put|send))?:?\s"
    r"(?=(?-i:FOR|AGAINST|YES|NO)\b[\s.!]*$)",
    re.I,
)
# "FOR, but can somebody explain …?"
ASKS_FOR_MORE = later(
    r"(?<=[\w!])\s?[,;.!–—-]+\s+(?:(?:but|and|though|still|by the way|btw),? )?(?:can|could|would"
    r"|will|may)"
    r" (?:somebody|someone|anybody|anyone|you|we|i|the (?:mover|moderator|author)) (?:please "
    r"|kindly )?"
    r"(?:explain|tell|say|remind|show|send|clarify|ask|help)\b[^?]{0,120}\?\W*$",
    re.I,
)
# "301? No. 302? Yes."
PAIRED = later(
    r"(?<![\w?])(#?\d{3,6}|j\d{1,5})\?\s+(?=(?:yes|no|for|against|aye|nay|yep|nope)\b)", re.I
)
LISTED = later(
    r"(?<=\d: )(yes|no|for|against|aye|nay|yep|nope)\. (?=(?:and )?(?:\d{3,6}|j\d{1,5}): )", re.I
)
# Short for "against", and letters set apart.
SHORT = later(r"^(?:agst|agnst|agin|v\.?s)\.?(?=(?: #?\d{3,6})?[\s.!]*$)", re.I)
# "Nahhh thats unfair": a word that is drawn, with more behind it
DRAWN = later(
    r"^(?:(?P<nah>na+h{2,}|na{2,}h)|(?P<no>no{2,})|(?P<nope>nope{2,}|no{2,}pe+)"
    r"|(?P<yes>y+es{2,}|y+e{2,}s+)|(?P<yeah>ye{2,}a+h*|yea{2,}h*|yeah{2,})|(?P<yep>ye+p{2,}))"
    r"(?=[\s,.!]{1,4}\w)",
    re.I,
)
AS_TEXTED = {"frm": "from", "2": "to", "4": "for"}
TEXTED = later(
    r"\bfrm\b|(?<=\byes )2(?= (?:it|this|that|both|all)\b)|(?<=\bno )2(?= (?:it|this|that|both"
    r"|all)\b)|\b4(?= me\b)",
    re.I,
)
APART = later(r"^(?:[A-Z][ .]){2,8}[A-Z](?=[\s.!]*$)")
PLUS = later(r"^#?(\d{3,6}|j\d{1,5})\s?[:=]?\s?([+-])[\s.!]*$", re.I)

# "I have read the arguments FOR and AGAINST": told of, and taken by nobody
BOTH_SIDES = later(
    r"\b(?P<what>reasons?|arguments?|points?|case|letters?|speeches|voices|pleas?|grounds|both"
    r"|words"
    r"|players|people|all that is said|what was said)\s(?:both )?(?:for|in favou?r)\s(?:and|or|&)"
    r"\s(?:the (?:reasons|arguments) )?against\b"
    r"|\bthe fors?\s(?:and|or|&)\s(?:the )?againsts?\b|\bpros?\s(?:and|&)\scons?\b",
    re.I,
)


# "for no 301", "against nos 301 and no 302": of a number, and no side
OF_NUMBER = later(
    r"\b(?P<of>for|against|on|to|of|proposals?|motions?|items?)\snos?\s"
    r"(?P<all>#?\d{3,6}(?:(?:,|,? and| &)\s(?:no\s)?#?\d{3,6}){0,9})",
    re.I,
)
NO = later(r"\bno\s", re.I)
# "No, and I mean no"
AND_MEANT = later(
    r"\b(?P<way>yes|for|against|aye|nay|no)(?:\s?[,;.!–—-]{1,2})?\s(?:and )?i (?:really |do )?mean"
    r" (?:it|that|(?P<again>yes|for|against|aye|nay|no))(?=\W*$)",
    re.I,
)
MOST_CHARS = 500
# What is beside no excuse needs none; and what has no end inside has none beside it.
VOTE = later(
    r"\b(?:for|against|yes|yep|yeah|yup|aye|nay|no|nope|nah|pro|contra|favou?r|vot\w+|abst\w+"
    r"|agn?s?t|agin|v\.?s|approv\w+|support|oppos\w+|reject\w*|[yn])\b|[+-]|[^\x00-\x7f]",
    re.I,
)
ENDED = later(r"[.!?:;,…–—-]\s")


def _meant(found: re.Match[str]) -> str:
    same = (found["again"] or found["way"]).lower() == found["way"].lower()
    return found["way"] if same else found[0]


def together(text: str) -> str:
    """A word whose letters were set apart, or drawn."""
    if "frm" in text or " 2 " in text or " 4 " in text:
        text = TEXTED.sub(lambda found: AS_TEXTED[found[0].lower()], text)
    text = DRAWN.sub(lambda found: found.lastgroup or "", text)
    return text.replace(" ", "").replace(".", "") if APART.match(text) else text


# "That would be a yes from me": polite, and of no other world
POLITE = later(
    r"\bthat(?: would|'d) (?:have to )?be (?=an? (?:[a-z]{2,12} )?(?:yes|no|aye|nay|nope|yep)\b"
    r" from (?:me|us|here|my side)[\s.!]*$)",
    re.I,
)


def without_ifs(text: str) -> str:
    """Without conditions that are none."""
    return NO_IF.sub("", text) if any(one in text for one in ("f ", "less ", "case ")) else text


def without_idle(text: str) -> str:
    """The line without what says nothing of its vote; as it was where nothing else is left."""
    if len(text) > MOST_CHARS or VOTE.search(text) is None:
        return text
    told = text.replace("’", "'")
    if " no" in told:
        told = OF_NUMBER.sub(lambda one: f"{one['of']} {NO.sub('', one['all'])}", told)
    if " mean " in told:
        told = AND_MEANT.sub(_meant, told)
    low = told.lower()
    if " and " in told and ("against" in low or "con" in low):
        told = BOTH_SIDES.sub(r"\g<what>", told)
    told = without_ifs(told)
    if "would" in told or "'d " in told:
        told = in_this_world(POLITE.sub("that will be ", told))
    asks = "?" in told
    if asks:
        told = PAIRED.sub(r"\1: ", told)
    if ": " in told:
        told = LISTED.sub(r"\1; ", told)
    if ENDED.search(told):
        for _ in range(2):
            told = EXCUSES.sub("", SELF.sub("", told, count=1) if asks else told, count=1)
        told = MEANT.sub("my vote is ", WROTE.sub("my vote is ", told, count=1), count=1)
    told = SAID_SO.sub("", SHOULD.sub("my vote is ", told, count=1), count=1)
    told = SHORT.sub("against", ASKS_FOR_MORE.sub("", told) if asks else told)
    if found := PLUS.match(told):
        told = f"{'yes' if found[2] == '+' else 'no'} on {found[1]}"
    return told.strip() or text
