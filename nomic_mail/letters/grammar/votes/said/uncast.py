"""What a letter says that leaves none of its votes cast, wherever in it they stand.

1. They are still to come: "mine will follow", "I have yet to read it", "301 and 302: tonight".
2. They are taken back, or were never meant: "treat it as not cast", "sorry, couldn't resist"; or
   the letter says of itself that it is none, in whatever verb: "This does not constitute a vote".
3. They are shown, and not given: a sample, what a mail program filled in, what somebody else wrote
   ("That's what Priya put on the board", "Nicely said by Ann", "it says in your letter").
4. They are not the writer's: "I've sent nothing! Somebody used my name."
5. A side that comes with a condition beside it: "If it holds for all, then I'm against."
6. A sentence that thanks for it, or expects, hopes for or has heard a yes: "Thanks for this",
   "It'll be a no", "We need your yes". A side in another sentence is one.
"""

import re
from collections.abc import Sequence

from nomic_mail.patterns import later

MOST = 2_000  # letters that are looked through
FEW_WORDS = 2  # in which there is no room for a vote and what takes it away
WHEN = (
    r"(?:later|tonight|tomorrow|soon|this (?:evening|afternoon|weekend)"
    r"|at the weekend|next (?:week|time)|another (?:day|time)|after (?:the|my|i)\b"
    r"|once (?:i|we)\b|when i(?:'m| am|'ve| have)?\b|(?:on |by )?(?:mon|tues?|wed(?:nes)?"
    r"|thu(?:rs)?|fri"
    r"|sat(?:ur)?|sun)(?:day)?\b)"
)
ITS = (
    r"(?:(?:the|this|that|your|both|either) ?(?:proposals?|text|ballot|motion|rule|mail|attachment"
    r"|things?|of (?:it|them|these))?|it|them|#?\d{3,6})"
)
TO_COME = later(
    r"\b(?:mine|my (?:own )?(?:votes?|ballot|answer)|(?:the |my |a )?(?:real|proper) (?:one"
    r"|vote|ballot)"
    r"|from me|the ballot|the votes? (?:itself|themselves))"
    r"\W{1,2}(?:(?:i'll|i will) (?:do|fill in|send|cast)\b[^.!?\n]{0,30}"
    rf"|(?:will |to |is to |is )?(?:come|follows?|comes|send)\b|(?:will (?:be|follow) )?{WHEN})"
    rf"|\b(?:i'?ll|i will|will|going to|gonna) (?:cast my |do my |send my )?vote (?:on (?:it"
    rf"|them|\d+) )?{WHEN}"
    rf"|(?:^|[.!?…]\s)\W{{0,4}}(?:as for |on |and )?(?:#?\d{{3,6}}(?:,? (?:and|&) "
    rf"|, ?)?){{1,4}}[,:]? {WHEN}\W*$"
    r"|\b(?:have|has|had|'ve) yet to (?:print|read|decide|open|study|vote|look|think|make up)\b"
    rf"|\bi(?:'ve| have)?(?: not|n't| haven't) (?:even |yet |really )?(?:opened|read|seen|looked at"
    rf"|printed|studied) {ITS} yet\b"
    r"|\b(?:haven't|have not|not|havent) (?:yet |quite |really )?(?:made up my mind|made my mind up"
    r"|decided|voted)(?! (?:against|for|yes|no)\b)(?: yet)?(?=\W*$|[.,;:!]| so\b| on\b| which\b"
    r"| how\b)"
    r"|\b(?:no|without an?) (?:real |firm )?opinion (?:yet|so far)(?=\W*$|[.!])"
    r"|(?:^|[.!?…]\s)\W{0,4}#?\d{3,6} i(?:'ve| have)(?: not|n't) (?:looked|read)\b",
    re.I | re.M,
)
TAKEN = later(
    r"\b(?:treat|regard|consider|count) (?:the|this|that|my|it)(?: vote| ballot| letter)? as (?:not"
    r"|never|un)\s?(?:cast|sent|given)\b|(?:^|[.!?…]\s)\W{0,4}\(?(?:withdrawn|retracted|cancelled"
    r"|struck out)\b"
    r"|\b(?:i've|i have|i) (?:(?:withdrawn|retracted) (?:it|this|that|my vote)|confused it"
    r"|mixed it up)\b|\bconfused (?:it"
    r"|this|them) with\b"
    r"|\b(?:don't|do not|please not|not to be) (?:count|enter(?:ed)?|record(?:ed)?"
    r"|register(?:ed)?) (?:the above|these|them|any|either|till|until|yet|before)\b"
    r"|\bhold (?:these|them|both|it|all) (?:back|for now)\b|\bcross(?:ing|ed)? (?:it|them|that"
    r"|this) out\b"
    r"|\bnehme (?:ich )?(?:das|es|dies|beides|alles)\b[^.!?\n]{0,30}\bzurück\b"
    r"|\bcouldn't resist\b|\bnull and void\b(?! it\b)"
    r"|\bnothing (?:has been|was|is) (?:voted|cast)\b(?! yet)|\bfrom (?:the|my) drafts?\b"
    r"|\bmeant for (?:another|a different|some(?:one|body) else)\b"
    r"|\bplease (?:ignore|disregard)(?: (?:it|this|that|me|the above))?(?=\W*$|[.!])"
    r"|\bask me (?:again )?(?:after|later|tomorrow|next)\b(?! about)"
    r"|\b(?:maybe|perhaps) i(?:'m| am) (?:not )?(?:for|against|in favou?r)\b"
    r"|\bhold (?:all|both|any) of (?:the above|them|these|it)\b|\bcount (?:none"
    r"|nothing) of (?:it|them|this|these)\b",
    re.I | re.M,
)
SHOWN = later(
    r"\bis (?:it|this|that) (?:right|ok(?:ay)?|correct|fine|done|how (?:it"
    r"|one)) (?:like (?:this|that)\b|\w+ it\b)"
    r"|\b(?:simply|just|you) write (?:on|in|it|this|like|a line)\b|\bor whatever you like\b"
    r"|\btesting (?:whether|if|the|this|my)\b|\b(?:content|text|this|it) is (?:a )?(?:dummy"
    r"|sample|test)\b|\bsample (?:row|letter|vote|ballot)\b"
    r"|\bbefore i send (?:the real|it|mine)\b|\bjust asking (?:for|about) the form\b"
    r"|\bhow (?:do|would|does|can) (?:i|one) (?:do (?:it|that)|write|fill|split)\b"
    r"|\b(?:filled|typed|written|entered) in (?:already|for me|by)\b|\bleft it in below\b"
    r"|\b(?:please|pls|can you|could you) (?:re-?send(?:\W*$| (?:it|them|that|the ballot))"
    r"|send (?:it|them|that) again)\b",
    re.I,
)
REPORTS = later(
    r"(?:^|[.!?…]\s)\W{0,4}(?:and )?(?:(?:that(?:'s| is)|this is|it's|is|so) what(?:'s| is)? (?!i\b"
    r"|we\b|my\b)\w"
    r"|(?:nicely|well|beautifully|rightly) (?:put|said|written) by\b"
    r"|that(?:'s| is) how (?!i\b|we\b|it should\b|it ought\b)\w[^.!?]{0,40}\b(?:starts?|begins?"
    r"|puts?|put|sees?|ends?)\b"
    r"|(?-i:[A-Z])[\w'-]+ (?:in|on|at|over) (?:the|his|her|our) (?:chat|list|phone|forum"
    r"|meeting|kitchen"
    r"|pub|group|thread|call|hall|office)\b(?: this \w+| last \w+| on \w+| yesterday"
    r"| today)?\W*(?:$|[.!?]\s))"
    r"|(?:^|[.!?…]\s)\W{0,4}(?:that|this|it) (?:was|is|comes|came|stood|stands) (?:in|from"
    r"|on) (?:(?-i:[A-Z])[\w-]+'s|the (?:poster|list|board|forum|chat|minutes))\b"
    r"|, (?-i:[A-Z])[a-z]+ (?:wrote|writes|said|says|told|shouted|tells) (?:to )?(?:me|us|it)?\b"
    r"|(?:^|[.!?…]\s)\W{0,4}thus (?:the|spoke|speaks|says) \w"
    r"|\bthat(?:'s| is) (?-i:[A-Z])\w+'s (?:\w+ )?(?:signature|sig|slogan|motto|campaign)(?: line)?"
    r"(?=\W*$|[.!,]| these days\b)"
    r"|\bit says (?:here|so|in your|on your|under your)\b|, (?:that's )?(?:says|said|writes"
    r"|wrote|cries|cried|shouted"
    r"|thinks|goes) (?!i\b|my (?:heart|gut|head)\b)(?:(?-i:[A-Z])|he\b|she\b|they\b|my\b|the\b)",
    re.I | re.M,
)
# "Someone asked if we wanted another round. All in favour." "+1 (to Dora, for asking)"
ANSWERS = later(
    r"\b(?:asked|asks|wondered|wanted to know) (?:\w+ ){0,3}?(?:if|whether)\b[^.!?\n]*[.!?]\s+\W*"
    r"(?:all )?(?:in favou?r|yes|no|aye|nay|for|against|affirmative|negative)\W*$"
    r"|(?:^|[.!?…]\s)\W{0,4}\((?:to|for|at) (?-i:[A-Z])[a-z]+\b[,)]"
    r"|\b(?:i|we) asked\b[^.!?\n]{0,40}[.!]\s+\W{0,4}(?:yes|no)\W{0,4}\Z",
    re.I | re.M,
)
# A letter, or what stands in it, that is said to be no vote; "a vote of thanks" is another thing
_LETTER = (
    r"(?:letter|message|mail|e-?mail|note|reply|answer|post|line|text|paragraph|sentence|word)s?"
)
_IT = (
    rf"(?:(?:this|that|these|those)(?: {_LETTER})?|(?:the|my)(?: above| present)? {_LETTER}"
    r"|(?:the )?above|it)"
)
_VOTE = (  # "it doesn't change my vote" is another thing
    r"(?:(?:as|for|like|being|to be) )*(?:an?|any|(?<=as )my|(?<=be )my|(?<=t )my|(?<=never )my)"
    r" (?:(?:real|final|formal|actual|valid|proper|binding|official|cast) )?(?:vote|ballot)s?"
    r"(?=\W*$|[.,;:!)])"
)
NO_VOTE = later(
    rf"\b{_IT} (?:[a-z]+ ){{0,3}}?(?:[a-z]+n't|not|never|cannot|in no way|by no means)"
    rf" (?:(?!(?:to(?! be)|on|of|about|with|from|against)\b)[a-z]+ ){{0,5}}?{_VOTE}"
    rf"|\b(?:nothing|none|no (?:part|line|word)s?)(?: (?:in|of|here|above))?(?: {_IT})?"
    rf" (?:[a-z]+ ){{1,4}}?{_VOTE}"
    rf"|\b(?:do not|don't|never) (?:[a-z]+ ){{1,2}}{_IT} (?:[a-z]+ )?{_VOTE}"
    rf"|\b{_IT} (?:[a-z]+ ){{0,5}}?(?:is|are|be|as|constitutes?|makes?|contains?) no"
    r" (?:vote|ballot)s?(?=\W*$|[.,;:!)])"
    r"|^\W{0,4}(?:not|no) (?:yet )?(?:a|my) (?:vote|ballot)\W{0,4}$",
    re.I,
)
NOT_MINE = later(
    r"\bi(?:'ve| have)? (?:sent|voted|cast) (?:nothing(?! for| since)|no such thing|no vote)\b"
    r"|\b(?:used|uses|using|in) my name\b(?= without|\W*$)|\b(?:somebody|someone) (?:must have "
    r"|has )?(?:used|hacked|sent"
    r"|wrote|written|voted)\b[^.!?]{0,20}\bmy (?:name|account|mail|address|place)\b"
    r"|(?<!\bi )(?<!\bi've )\b(?:got|had) hold of (?:the|my) (?:phone|keyboard|tablet|laptop"
    r"|computer|mouse)\b"
    r"|\bwasn't me\b|\bwas not me\b",
    re.I | re.M,
)
# What is said once more of what has a vote
AGAIN = later(
    r"\b(?:both|either|all(?: three)?|[3-9]\d\d|the (?:first|second|third"
    r"|last)(?: one)?)\b[^.!?\n]{0,20}"
    r"\b(?:provisional|tentative|to be confirmed|depends?|not sure|unsure|with reservations"
    r"|(?:rather|perhaps|maybe) not)\b"
    r"|\b(?<!don't )(?:not sure|unsure|undecided|forget|reverse|(?:maybe"
    r"|perhaps) not|hold)\b(?: \w+){0,2}?"
    r" (?:either|both|(?:the )?(?:first|second|third|last)(?: one)?|[3-9]\d\d|that|those)\b(?! (?:i"
    r"|we|you|they|one)\b)"
    r"|\b(?:both|all(?: of (?:them|the above|these))?|the above) (?:holds? )?only (?:if|when"
    r"|once)\b"
    r"|\bthe above (?:was|is) (?:not mine|(?:from |by )?(?:my (?:son|daughter|kid|cat|wife"
    r"|husband)|(?-i:[A-Z])\w+))\b"
    r"|\bdoes (?:that|this) count\b|\bneed to think (?:again|about)\b",
    re.I,
)
# Both sides of it, and no end
TORN = later(
    r"\b(?:keep turning it over|(?:still|am) chewing on it|of two minds"
    r"|(?:yes|no|for|against),? because [^.!?\n]{3,60}[.!]\s(?:yes|no|for|against),? because)\b"
    r"|(?:^|[.!]\s)for it: [^\n]{3,200}\bagainst it:"
    r"|\b(?:that|this|my|the) (?:yes|no|vote|aye|nay) (?:is|counts?|holds?|stands?"
    r"|goes) (?:only |good only |only good |only valid )(?:if|when|once|as long)\b",
    re.I,
)
IF_SIDE = later(
    r"\bif (?!i (?:may|must|might|can|have to)\b|you (?:ask|must|want|need)\b|anything\b|not\b"
    r"|only\b|so\b)"
    r"[^.!?;\n]{2,60}, (?:then )?(?:i'm|i am|i'd be|i vote|i'll vote|it's|it is|that's)"
    r" (?:not |all |strongly )?(?:against|for|in favou?r|opposed|an? (?:yes|no)|yes|no)\b"
    r"|\bif [^.!?;\n]{2,60}, (?:then )?i can(?:'t|not) (?:be|vote|say) (?:for|against|yes|no)\b",
    re.I,
)
# Of one proposal
BOTH_WAYS = later(
    r"\bi vote for (?:it|this|that)\b[^?]{0,300}\bi vote against (?:it|this|that)\b"
    r"|\bi vote against (?:it|this|that)\b[^?]{0,300}\bi vote for (?:it|this|that)\b",
    re.I,
)
SENTENCE = later(r"(?<=[.!?…])\s|\n")
EACH = (TO_COME, TAKEN, SHOWN, REPORTS, ANSWERS, NOT_MINE, IF_SIDE, AGAIN, TORN)
# Of one line that votes: what it is on, whose it is, what it is worth
LINE = later(
    # "in favour of your suggestion that we meet"
    r"\b(?:(?:in favou?r of|support|agree with|am for|'m for|against|yes to|no to) (?:your|his|her"
    r"|their|(?-i:[A-Z])\w+'s|the) (?:suggestion|idea|plan|offer|invitation|question|remark|point"
    r"|notion|view)s?"
    r" (?:that|to)\b"
    r"|(?:yes|no|aye|nay|for|against)\W{1,2}(?:to |on |of )?both (?!of (?:them|these|those"
    r"|the proposals)\b"
    r"|(?:the |these |those )?(?:proposals|motions|rules|changes|amendments|ideas|measures"
    r"|propositions"
    r"|items|numbers|ballots|votes|counts)\b)(?:of (?:us|you|my|our)\b|(?:the |your |my |his "
    r"|her |these )?[a-z]{3,}s\b)"
    r"|(?:yes|no|aye|nay|for|against)\W{1,2}(?:from |for )?both of (?:us|you|our|my)\b)"
    r"|^\W*both of (?:us|you)\W"
    r"|\b(?:(?:(?:love|like|want|wish|hope|wanted) to be able|(?:be )?in (?:a"
    r"|the) position) to (?:say|vote|support"
    r"|back|answer)\b"
    r"|i (?:always|usually|normally|often|generally|mostly|tend to) (?:say|vote|answer)"
    r" (?:yes|no|for|against|aye|nay)(?=\W*$|, that's\b| to (?:everything|everybody|everyone)\b)"
    r"|(?:enter|put|mark|record|register|note|log)(?: down)? (?:for|on behalf of) (?:my|our)"
    r" (?!records?\b|part\b|own\b)\w)"
    r"|^\W*#?\d{3,6}\W{0,3}(?:yes|no|for|against|aye|nay)\s\((?!thanks|sorry"
    r"|please)(?-i:[A-Z])[a-z]+\)\W*$"
    r"|\b(?:i doubt (?:that )?i (?:support|want|will|would|am|can)\b"
    r"|scrap my (?:yes|no|vote)\b|stop saying (?:yes|no)\b"
    r"|(?:hardly|barely|scarcely|anything but|far from|nowhere near) (?:all "
    r"|being )?(?:in favou?r|for (?:it|this)|against|opposed|a (?:yes|no))\b"
    r"|(?:put|mark|count|record|register|note|list|write|enter|log) (?:(?-i:[A-Z][a-z]+)|him"
    r"|her|them"
    r"|my (?:wife|husband|partner|son|daughter|brother|sister|mother|father|mum|mom|dad|friend"
    r"|boss|cat|dog|neighbou?r|flatmate)"
    r"|your \w+|the others?) (?:down )?(?:as|under|among) (?:an? |the )?(?:yes|no|ayes?|nays?"
    r"|noes|for|against|in favou?r|opposed|abst\w+)\b"
    r"|(?:(?:someone|somebody|they|he|she) (?:has |have |had |must have )?"
    r"|(?-i:[A-Z])[a-z]+ (?:has |had |must have ))"
    r"(?:put|marked|counted|listed|recorded) me (?:down )?(?:as|for|under|among)\b"
    r"|(?<!you )(?<!they )(?:will|would|should|might|could) (?:put|mark|count|list"
    r"|record) me (?:down )?(?:as|for|under)\b"
    r"|with (?:(?-i:[A-Z])\w+'s|an|his|her|their|some|that) (?:\w+ )?(?:amendments?|changes?"
    r"|revisions?|corrections?|additions?|tweaks?|fix(?:es)?)\b[^.!?]{0,12}(?:yes|no|for"
    r"|against|in favou?r|i'm)\b)"
    r"|^\W*(?:by|come|before|after) (?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow"
    r"|next \w+|then)\W{1,3}(?:i (?:shall|will|may|might|should)|i'll) (?:\w+ )?(?:vote|say"
    r"|decide)\b"
    r"|^\W*(?:in favou?r|for|against|yes|no): (?-i:[A-Z])[a-z]{2,}(?:(?:,"
    r"| and) (?-i:[A-Z])[a-z]+)*\W*$"
    r"|^\W*for (?-i:[A-Z])[a-z]{2,}(?:,? who\b[^:]{0,40})?\s?:\s|[+-]1 from my (?!side|end|part"
    r"|desk)\w"
    r"|^\W*i voted (?:yes|no|for|against) on #?\d{3},"
    r"|\bno vote (?:on|for|today|yet|until|till)\b"
    r"|^\W*please,? (?:everybody|everyone|all|folks)\b|\bvote (?:yes|no) on #?\d{3,6}!"
    r"|^\W*(?:and )?\(?to (?-i:[A-Z])[a-z]+\b,? (?:for|who|on)\b",
    re.I,
)
GIVEN = (
    r"(?:(?:it|this|that|these|those|both|all|everything|them)(?: (?:one|rule|proposal|idea))?"
    r"|(?:all )?(?:two|three)|(?:the|your) (?:rule|proposal|idea)|#?\d{3,6})"
)
TOLD_OF = later(
    r"^\W*(?:(?:so|and|well|oh|ok(?:ay)?|hi|hey|wow)[\s,]{1,2}){0,2}"
    r"(?:(?:many|so|very|too|a big)\s)?"
    r"(?:thanks?|thank you|thx|ta|cheers|kudos|congrat\w*|props|respect|apologies|sorry|bad|good"
    r"|great|nice|sad|time|(?:look|wait|ask|pray|beg+)(?:ing)?|hop(?:e|ing))"
    r"(?: (?:so|very) much| a lot| again| all| everyone| (?-i:[A-Z])[\w-]{1,30})?"
    rf" for {GIVEN}(?:(?:,| and| &)? {GIVEN}){{0,3}}\W*$"
    r"|^\W*(?:danke|dank|sorry)(?: \w+)? für (?:#?\d{3,6}|beide|alle\w*|das|den \w+)\W*$"
    r"|^\W*dafür (?:danke?n?|liebe|schulde) (?:ich|wir)\b"
    r"|^\W*(?:(?:so|well|i (?:think|guess|bet|fear|say))[\s,]{1,2})?"
    r"(?:it|this|that|(?:the )?(?:first|second|third)(?: one)?|#?\d{3,6})"
    r"(?:(?:'ll| will| should|(?:'s| is) (?:going to|gonna)) be|(?: was|'d be))"
    r" (?:an? )?(?:yes|no)\b(?!\W{1,2}(?:from|for|by) (?:me|us|here|my)\b)"
    r"|^\W*(?:so |well,? |and )?(?:i(?:'m| am|'d| would)? |let's |let us )?(?:only |just )?"
    r"(?:hop|expect|bet|predict|foresee|smell|pray|wait|look|beg+|plead|fingers crossed)"
    r"(?:e|ing)?\b[^.!?,;:]{0,20}?\b(?:an?|your|one more) (?:yes|no)\b"
    r"|^\W*(?:we|you) (?:\w+ )?need (?:an?|your|one more|another) (?:yes|no)\b"
    r"|^\W*my (?:bet|guess|money|prediction|forecast)(?:'s| is|:)(?: on| for)?(?: an?)?"
    r" (?:yes|no)\b"
    r"|^\W*(?:(?:it |that )?(?:looks like|seems|sounds like))(?: it's| it is| that's| to be)?"
    r" an? (?:yes|no)\b(?! from (?:me|us|here)\b)"
    r"|^\W*(?:so |and )?that makes (?:it )?(?:\d{1,2}|two|three|four|five) (?:yes|no)(?:es)?\b",
    re.I,
)
SIDED = later(
    r"\b(?:yes|no|against|aye|nay|in favou?r|abstain|ja|nein|dafür|dagegen|vote|support|oppose"
    r"|accept|reject)\b|\bfor(?=\W*$|\s(?:it|this)\b)|[+-]1\b|[👍👎]",
    re.I,
)
HEALTH = later(
    r"\b(?:covid|corona|pregnan\w+|virus|flu|pcr|blood|tested|copy that|roger|over and out)\b"
    r"|\bthe test\b",
    re.I,
)
SIGNS = later(r"(?:^|[.!?:]\s)\W*(?:negative|positive|affirmative)\b[^.!?]{0,20}(?=$|[.!?])", re.I)
# A vote in so many words, beside which an odd sentence takes nothing away
PLAIN = later(
    r"\bi (?:hereby )?vote (?:for|against|yes|no)\b|\bi'm (?:for|against) it\b|^\W*(?:yes|no"
    r"|for|against)\W*$"
    r"|\bso (?:yes|no)\W*$|\bmy vote is\b",
    re.I,
)
# "301 and 302 are the same, so one yes"
ONE = later(
    r"(?<!first )(?<!second )(?<!third )(?<!last )(?<!other )\b(?:one|1|a single)"
    r" (?:yes|no|aye|nay|vote)\b",
    re.I,
)


REF = later(
    r"\b(?:both|either|all three|[3-9]\d\d|the (?:first|second|third|last)|beide\w*)\b", re.I
)
WORDS = later(r"\b(?:yes|no|for|against|aye|nay|in favou?r|abstain|ja|nein|dafür|dagegen)\b", re.I)
DOUBT = later(
    r"\b(?:take|taking)\b.{0,20}\bback\b|\b(?:cancel|(?:was|is) a typo|a joke|guess(?:es)?"
    r"|subject to|on condition|only if"
    r"|waver\w*|not yet|still have to|other way|changed my|not (?:quite )?sure|unsure|depends?"
    r"|provisional"
    r"|tentative|withdraw|forget|leave|reverse|reservations|on behalf|confirmed|persuaded|wenn"
    r"|vielleicht)\b"
    r"|\b(?:is|are|was|were|from) (?-i:[A-Z])\w+(?:'s)?\W*$|\bif (?-i:[A-Z])\w+ ",
    re.I,
)
TURN = later(
    r"\W*(?:p\.?\s?s\b\.?|edit\b|update\b"
    r"|sorry|on (?:reflection|second thoughts?)|h+m+|actually|wait"
    r"|no, (?:make|hold|wait)|hold on|hang on|well|oops"
    r"|correction|doch)\b",
    re.I,
)


def uncast(texts: Sequence[str], *, several: bool) -> str:
    """The sentence of a letter that leaves its votes uncast; or nothing."""
    whole = "\n".join(texts)[:MOST].replace("’", "'")
    if len(whole.split()) <= FEW_WORDS:
        return ""
    if several and (again := _said_again(whole)):
        return again
    each = EACH if several else (*EACH, BOTH_WAYS)
    found = next((hit for one in each if (hit := one.search(whole))), None)
    if found is None:
        return ""
    said = SENTENCE.split(whole)
    return next((one.strip() for one in said if found[0] in one), found[0].strip())


def _said_again(whole: str) -> str:
    """The sentence behind votes on several in which one of them is doubted, or said otherwise."""
    voted = False
    for one in SENTENCE.split(whole):
        sided = WORDS.search(one) is not None
        if voted and REF.search(one) and (TURN.match(one) if sided else DOUBT.search(one)):
            return one.strip()
        voted = voted or sided
    return ""


def is_uncast(line: str, *, several: bool) -> bool:
    """Whether a line that votes says by itself that it is none of its writer's, or not on this."""
    line = line[:MOST].replace("’", "'")
    if several and ONE.search(line):
        return True
    if HEALTH.search(line) and SIGNS.search(line):
        return True
    said = SENTENCE.split(line)
    told = [one for one in said if TOLD_OF.search(one)]
    if told and not any(SIDED.search(one) for one in said if one not in told):
        return True
    odd = [one for one in said if LINE.search(one)]
    return bool(odd) and not any(PLAIN.search(one) for one in said if one not in odd)
