"""Votes as lists and forums post them: a sign or a heading, and whatever is remarked of it.

1. A sign ("+1", "-1", a thumb) opens a sentence, closes it behind a few words that lead to it
   ("Late to the party, but +1"), or is somebody's own ("You have my +1"). A heading ("Support",
   "REJECT", "against It is") opens one.
2. Behind it stands a remark, or nothing: no name, no question, nothing that the sign counts ("+1
   point"), nothing else that it is for ("+1 for the cake").
3. What ties it, or takes it back, is looked for as in any avowal (`avowed`).
"""

import re

from nomic_mail.letters.grammar.votes.said.clauses import THING
from nomic_mail.patterns import later

# A tick is put to what is done as well as to what one is for.
TICKED = r"[✅✔☑](?=\W*$|\W{1,4}(?:approv|adopt|support|for\b|yes|aye|looks|makes sense|from me))"
CROSSED = r"[❌✖](?=\W*$|\W{1,4}(?:reject|oppos|against|no\b|nay|too\b|from me))"
UP = rf"(?:\+{{1,2}}\s?1(?![\d%.,/]?\d|%)|👍|{TICKED})"
DOWN = rf"(?:-1(?![\d%.,/]?\d|%)|👎|{CROSSED})"
GREAT = (
    r"(?:big|fat|hard|firm|clear|solid|plain|definite|definitive|loud|huge|very|happy|glad|sad"
    r"|reluctant|grudging|resounding|emphatic|strong|simple|enthusiastic|hearty|heartfelt|warm"
    r"|polite|respectful|regretful|quick|short|final|cheerful|wholehearted|thumping|total"
    r"|absolute|quiet|modest|humble|proud|confident|steady|straight|straightforward)"
)
BIG = rf"(?:(?:an?|the|my|one|another|one more)\s)?(?:{GREAT}[\s,]{{1,2}}){{0,3}}"
OF_IT = (
    rf"(?:(?:it|this|that|me|us|(?:(?:the|this|your)\s)?(?:{THING}\s)?#?\d{{3,6}}"
    r"|(?:the|this|your|that)\s(?:proposal|motion|amendment|change|text|idea|draft|wording|measure)"
    r"|(?:the\s)?(?:adopt(?:ing|ion)|accept(?:ing|ance)|approv(?:ing|al)|passing|merging))(?!\w)"
    r"(?!\s(?:being|objection|question|concern|point|reason|remark)))"
)
FROM = r"\sfrom\s(?:(?:me|us|here)(?!\w)|(?:my|this|our|the|your)\s\w+(?:\sof\sthe\s\w+)?)"
# How a remark on a proposal begins, in whatever letters: for it, against it, or either (`remarks`)
EITHER = (
    r"(?:thanks?|thx|too|very|really|so|we|it|its|it's|this|that|these|i|i'm|i've|i'd|because"
    r"|since|as(?! (?:in|usual|ever|is|always|you)\b)|sorry|and|but|of course"
    r"|the (?:text|wording|rules?|proposal|draft|old|new|idea|change)|per|checked|tested|verified"
    r"|read|definitely|absolutely|totally|fyi|in my|much)"
)
FOR_IT = (
    r"(?:good|great|nice|excellent|awesome|lovely|love|like|clear(?:ly)?|short|simple|fair|sensible"
    r"|overdue|reads|looks?|sounds|makes|works?|well|long|adds?|easy|agreed?|lgtm|approved?|adopt"
    r"|accept|support|cool|yes|ooh?|excited|happy|glad|merge|welcome|finally|no (?:objections?"
    r"|concerns?|complaints?|problems?|doubts?))"
)
AGAINST_IT = (
    r"(?:not?|nobody|un\w+|long|needs?|would|adds?|breaks?|hard|hurts?|seems?|makes|reject|do not"
    r"|don't|can't|never|why|looks|sounds|reads)"
)


def _remark(openers: str) -> str:
    return (
        r"(?=[\s\ufe0f\U0001f3fb-\U0001f3ff]*$|\s?[^\w\s]"
        rf"|\s{{1,2}}(?:(?:{EITHER}|{openers})\b|(?:to|for|on) {OF_IT}|(?-i:[a-z])\w+(?:ed|ly)\b))"
        r"(?!\s(?:more|less|others?|or|is|was|will|goes|and [+-]"
        rf"|(?:to|for|on|of|with|like|per|against) (?!{OF_IT}))\b)"
    )


# What leads to a sign in its sentence, and says nothing else
LEADS = (
    r"(?:(?:tl;?dr|fwiw|so|anyway|my|an?|starting with my|explicit"
    r"|also|still|definitely|absolutely|totally|clearly|agreed?|just|late(?: to the party)?,? but"
    r"|sorry,?(?: but)?|ok(?:ay)?|sure|nice|great)[,:]?\s)"
)
LEADS_DOWN = (
    r"(?:(?:definitely |absolutely |really |sorry,? |i'm )?(?:not (?:a fan|convinced|needed|for me"
    r"|my thing)|(?:definitely |absolutely |really )not|no|nope|too (?:\w+ )?(?:long|short|vague"
    r"|complicated|complex|much|harsh))[,.:;–—-]\s)"
)
MY_SIGN = (
    r"(?:(?:^|[,;:.]\s|\b(?:and|so|but|then)\s)(?:i'm |i am |i'll |just )?(?:here's|here is|adding"
    r"|chiming in with|throwing in|giving (?:it|this)|consider (?:it|this)"
    r"|take this as|you have|you've got|happy to (?:give|add)(?: it| this)?"
    r"|(?:(?<=i'll )|(?<=i will )|(?<=i ))(?:add|give (?:it|this)))\s(?:my|an?|another)"
    r"|(?<![\w'])(?:i'm|i am)(?: an?| also an?| also| still| definitely)?)\s"
)
SAID = rf"(?<=\S)(?:\s?\(?(?:non-?)?binding\b\)?)?(?:{FROM})?"
STRONG = r"(?:(?:strong|full|wholehearted|firm|definite|total|weary)(?:l?y)?\s)?"
PRO = r"(?P<pro>support(?:ed)?|approved?|endorsed?|(?-i:F(?:OR|or))|in favou?r)"
CON = r"(?P<con>opposed?|reject(?:ed)?|(?-i:A(?:GAINST|gainst)))"
HEADING_ENDS = (  # and no list of those who are for it: "Support: Ada"
    rf"(?=(?:\s?[–—]|\s-{{1,2}}|(?<!(?-i:For)),|:)\s(?:{EITHER}|{FOR_IT}|{AGAINST_IT})\b|[.!]\s"
    r"|\s(?:as (?:(?:the |an? )?(?:author|proposer)|un\w+)(?=\W*$|[.,;])"
    r"|because\b|since\b))"
)
POSTED = tuple(
    later(one, re.I)
    for one in (
        # +1 (binding), I checked; Big +1, thanks
        rf"^[^\w+-]{{0,4}}(?P<posted>){LEADS}{{0,2}}{BIG}(?P<pro>(?:{UP}\s?){{1,5}}){SAID}"
        rf"{_remark(FOR_IT)}",
        # 👎 too long; Not a fan, -1
        rf"^[^\w+-]{{0,4}}(?P<posted>)(?:{LEADS}{{0,2}}|{LEADS_DOWN}){BIG}(?P<con>(?:{DOWN}\s?)"
        rf"{{1,5}}){SAID}{_remark(AGAINST_IT)}",
        # You have my +1; I'm a strong -1; Chiming in with my +1
        rf"{MY_SIGN}{BIG}(?P<posted>)(?:(?P<pro>{UP})|(?P<con>{DOWN}))(?<=\S)"
        r"(?=[\s.!]*$|,\s(?!(?:s?he|they|who|called|see)\b)"
        r"|\s(?:here|too|as well|(?:on|for|to) (?:this|it)|\()\b)",
        # Oppose – nobody asked for it; Strongly support; APPROVE
        rf"^[^\w+-]{{0,6}}(?P<posted>){STRONG}(?:{PRO}|{CON})(?:{HEADING_ENDS}|(?<![Ff]or)(?=[.!]?$))",
        r"^(?P<pro>(?-i:for))(?=[.!]?$)",
    )
)
