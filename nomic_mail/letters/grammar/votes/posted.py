"""Votes as lists and forums post them: a sign or a heading, and whatever is remarked of it.

1. A sign ("+1", "-1", a thumb) opens a sentence, closes it behind a few words that lead to it
   ("Late to the party, but +1"), or is somebody's own ("You have my +1"). A heading ("Support",
   "REJECT", "against It is") opens one.
2. Behind it stands a remark, or nothing: no name, no question, nothing that the sign counts ("+1
   point"), nothing else that it is for ("+1 for the cake").
3. What ties it, or takes it back, is looked for as in any avowal (`avowed`).
4. Words are data; a new one is added here and nowhere else.
"""

import re

from nomic_mail.letters.grammar.votes.clauses import THING
from nomic_mail.letters.grammar.votes.frames import GREAT
from nomic_mail.patterns import later

# A tick is put to what is done as well as to what one is for.
TICKED = r"[✅✔☑](?=\W*$|\W{1,4}(?:approv|adopt|support|for\b|yes|aye|looks|makes sense|from me))"
CROSSED = r"[❌✖](?=\W*$|\W{1,4}(?:reject|oppos|against|no\b|nay|too\b|from me))"
UP = rf"(?:\+{{1,2}}\s?1(?![\d%.,/]?\d|%)|👍|{TICKED})"
DOWN = rf"(?:-1(?![\d%.,/]?\d|%)|👎|{CROSSED})"
BIG = rf"(?:(?:an?|the|my|one|another|one more)\s)?(?:{GREAT}[\s,]{{1,2}}){{0,3}}"
OF_IT = (
    rf"(?:(?:it|this|that|me|us|(?:(?:the|this|your)\s)?(?:{THING}\s)?#?\d{{3,6}}"
    r"|(?:the|this|your|that)\s(?:proposal|motion|amendment|change|text|idea|draft|wording|measure)"
    r"|(?:the\s)?(?:adopt(?:ing|ion)|accept(?:ing|ance)|approv(?:ing|al)|passing|merging))(?!\w))"
)
FROM = (
    r"\sfrom\s(?:(?:me|us|here)(?!\w)|(?:my|this|our|the|your)\s\w+(?:\sof\sthe\s\w+)?"
    r"|(?!(?:me|us|here)\b)@?[\w-]+(?:\s(?-i:[A-Z])\w+)?)"
)
# How a remark on a proposal begins, in whatever letters
REMARKS = (
    r"(?:thanks?|thx|good|great|nice|excellent|awesome|lovely|love|like|clear(?:ly)?|short|simple"
    r"|fair|sensible|overdue|too|very|really|so|much|not?|nobody|un\w+|we|it|its|it's|this|that"
    r"|these|i|i'm|i've|i'd|he|she|they|you|there|because|since|as(?! (?:in|usual|ever)\b)|sorry"
    r"|and|but|all|also|same|of course|the (?:text|wording|rules?|proposal|draft|old|new|idea"
    r"|change)|reads|looks?|sounds|makes"
    r"|works?|well|long|needs?|should|would|adds?|breaks?|hard|easy|hurts?|has|have|let's|will|why"
    r"|who|what|how|seems?|agreed?|per|checked|tested|verified|read|lgtm|approved?|adopt|accept"
    r"|support|reject|do|don't|can't|never|definitely|absolutely|totally|cool|yes|fyi|ooh?|excited"
    r"|happy|glad|merge|welcome|from|in my)\b"
)
REMARK = (
    r"(?=[\s\ufe0f\U0001f3fb-\U0001f3ff]*$|\s?[^\w\s]"
    rf"|\s{{1,2}}(?:{REMARKS}|(?:to|for|on) {OF_IT}|(?-i:[a-z])\w+(?:ed|ly)\b))"
    r"(?!\s(?:more|less|others?|or|is|was|will|goes|and [+-]"
    rf"|(?:to|for|on|of|with|like|per|against) (?!{OF_IT}))\b)"
)
# What leads to a sign in its sentence, and says nothing else
LEADS = (
    r"(?:(?:tl;?dr|fwiw|so|anyway|my|an?|here's my|here is my|starting with my|explicit|cautious"
    r"|also|still|definitely|absolutely|totally|clearly|agreed?|just|late(?: to the party)?,? but"
    r"|sorry,?(?: but)?|ok(?:ay)?|sure|nice|great)[,:]?\s)"
)
LEADS_DOWN = (
    r"(?:(?:definitely |absolutely |really |sorry,? |i'm )?(?:not (?:a fan|convinced|needed|for me"
    r"|my thing)|not|no|nope|too \w+)[,.:;–—-]?\s)"
)
MY_SIGN = (
    r"(?:(?:^|[,;:.]\s|\b(?:and|so|but|then)\s)(?:i'm |i am |i'll |just )?(?:here's|here is|adding"
    r"|add|chiming in with|throwing in|giving (?:it|this)|give (?:it|this)|consider (?:it|this)"
    r"|take this as|you have|you've got|happy to (?:give|add)(?: it| this)?)\s(?:my|an?|another)"
    r"|(?<![\w'])(?:i'm|i am|we're|we are)(?: an?| also an?| also| still| definitely)?)\s"
)
STRONG = r"(?:(?:strong|full|wholehearted|firm|definite|total|weary)(?:l?y)?\s)?"
PRO = r"(?P<pro>support(?:ed|ing)?|approved?|endorsed?|(?-i:F(?:OR|or))|in favou?r)"
CON = r"(?P<con>oppos(?:ed?|ing)|reject(?:ed)?|(?-i:A(?:GAINST|gainst)))"
HEADING_ENDS = (  # and no list of those who are for it: "Support: Ada"
    rf"(?=(?:\s?[–—]|\s-{{1,2}}|(?<!(?-i:For)),|:)\s{REMARKS}|[.!]\s"
    r"|\s(?:as (?:(?:the |an? )?(?:author|proposer)|un\w+|written|drafted|proposed)(?=\W*$|[.,;])"
    r"|because\b|since\b))"
)
FORUM = (  # small, and then as a sentence begins: where a forum shows a sign, a letter has its name
    r"(?=\s{1,2}(?-i:(?:[Bb]ecause|Although|Even|Though|While|As|[Ss]ince)\s(?:[Ii]\b|[a-z]))"
    r"|\s{1,2}(?-i:It|This|That|There|The|We|Still|Nothing|Hardly|Not|My|Looks?|Would)\s(?-i:[a-z])"
    r"|\s{2}(?:looks?|seems?|sounds?|per|still|it|this)\b)"
)
POSTED = tuple(
    later(one, re.I)
    for one in (
        # +1 (binding), I checked; 👎 too long; Big -1 from the choir; Not a fan, -1
        rf"^[^\w+-]{{0,4}}(?P<posted>)(?:{LEADS}{{0,2}}{BIG}(?P<pro>(?:{UP}\s?){{1,5}})"
        rf"|(?:{LEADS}{{0,2}}|{LEADS_DOWN}){BIG}(?P<con>(?:{DOWN}\s?){{1,5}}))(?<=\S)"
        rf"(?:\s?\(?(?:non-?)?binding\b\)?)?(?:{FROM})?{REMARK}",
        # You have my +1; I'm a strong -1; Chiming in with my +1
        rf"{MY_SIGN}{BIG}(?P<posted>)(?:(?P<pro>{UP})|(?P<con>{DOWN}))(?<=\S)"
        r"(?=[\s.!]*$|,\s|\s(?:here|too|as well|now|because|since|(?:on|for|to) (?:this|it)|\()\b)",
        # Oppose – nobody asked for it; Strongly support; APPROVE
        rf"^[^\w+-]{{0,6}}(?P<posted>){STRONG}(?:{PRO}|{CON})(?:{HEADING_ENDS}|(?<![Ff]or)(?=[.!]?$))",
        rf"^(?P<posted>)(?:(?P<pro>(?-i:for))|(?P<con>(?-i:against))){FORUM}",
        r"^(?P<pro>(?-i:for))(?=[.!]?$)",
    )
)
