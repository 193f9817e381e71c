"""Votes that their own letter disowns, whichever reader saw them: the last look at one that counts.

1. In another's mouth: a vote in quotation marks, and who says it.
2. To another thing: "Aye aye, message received" is no yes to a ballot; "Support for 1024-bit keys".
3. In jest: "Yes, brilliant, another pile of cards."
4. For both sides: "A yes from me, and a no".
5. A slogan: "Vote FOR 301! Vote FOR freedom!" is shouted at all, and cast by nobody.
6. A sentence beside it hangs in the air: "For now." "Should the others agree." "Not yet."
7. To come: "I expect to be voting for it"; or sent too soon: "Oh dear, I hit send."
8. Of those who were asked: "I put it to my class and the answer is no."; or somebody else's: "FOR
   301. It's Bob's vote."
9. Of who has no vote, as they say; or cast in another ("We had a poll on the tea: I'm for it").
10. In a report of results, or begged of all ("Please support 301").
11. Said by half (`half_said`), or as news (`news`).
"""

import re
from collections.abc import Sequence

from nomic_mail.letters.grammar.votes.said import tables
from nomic_mail.letters.grammar.votes.said.half_said import is_half_said, weighs
from nomic_mail.letters.grammar.votes.said.news import is_news
from nomic_mail.letters.grammar.votes.said.pending import undecided
from nomic_mail.letters.grammar.votes.said.stances import Voting
from nomic_mail.letters.grammar.votes.said.strays import OF_BALLOT
from nomic_mail.letters.grammar.votes.said.turns import comes_of_it
from nomic_mail.letters.grammar.votes.said.uncast import NO_VOTE, is_uncast, uncast
from nomic_mail.letters.grammar.votes.said.worlds import is_other_world
from nomic_mail.patterns import later

FEW_WORDS = 2  # a word alone says nothing of itself
MOST = 2_000  # letters of a passage that are looked through
SPEECH = (
    r"(?:says?|said|tells?|told|writes?|wrote|asks?|asked|thinks|thought|cries|cried|shouts?"
    r"|shouted"
    r"|claims?|claimed|declares?|declared|announces|announced|repl(?:ies|ied)|answers|answered"
    r"|insists|insisted|mutters|muttered|whispers|whispered|quoth|goes|went|reads|sagt|sagte"
    r"|schreibt|schrieb|meint|meinte)"
)
_MOUTH = later(
    r"(?:[\"“„«][^\"“”„»«]{0,80}[\"“”»]|(?<!\w)['‘][^'‘]{0,80}'(?!\w))"
    rf",?\s(?:(?!but\b|and i\b|i\b)[\w.]+\s){{0,5}}?{SPEECH}\b",
    re.I,
)
# A whole sentence in quotation marks, and something said of it
_SHOWN = later(
    r"^\s*[\"“„«](?=[^\"“”„»«]{1,80}\s)[^\"“”„»«]{3,120}[\"”»](?:\W+\w+){3}(?!.*(?:\b(?:i'm"
    r"|i (?:vote|say|mean)"
    r"|my vote|against|yes|no|for (?:it|this))\b|(?-i:\bFOR\b)))",
    re.I | re.S,
)
# A sentence that is nothing but a condition, a doubt or a time
_HANGS = later(
    r"^\W*(?:(?:and|but|only|well|so|that is)[\s,]{1,3}){0,3}(?:in (?:theory|principle|general)"
    r"|for (?:now|the moment|the time being)|not (?:just )?yet|at the moment|so far|in (?:the"
    r"|an?) (?:event|case) of\b[^,.!?:;]*|perhaps|maybe"
    r"|possibly|probably|(?:theoretically|hypothetically|tentatively|provisionally)|on one"
    r" condition"
    r"|(?:should (?:the (?:others?|rest|judge|moderator)|he|she|they|we|everyone|everybody"
    r"|nobody|it"
    r"|(?-i:[A-Z])\w+)|provid(?:ed|ing)(?: that)?|(?:if|unless)(?!\s(?:i|you|u|anything|ever"
    r"|it ain'?t|it isn't broken)\b)"
    r"|as long as|so long as|assuming(?:"
    r" that)?"
    r"|depending on|subject to|on condition)\s[^\s,.!?:;]+(?:\s[^\s,.!?:;]+){0,8})[\s.!]*$",
    re.I,
)
# "I support the idea. I don't support the fine."
_PART = later(
    r"\bi (?:do )?(?:support|back|approve of|agree with|like) the (?:idea|first|new)\b", re.I
)
_NOT_ALL = later(
    r"\b(?:don't|do not|can't|cannot) (?:support|back|approve of|agree with|like)\b"
    r"(?! (?:it|this|that)\b)",
    re.I,
)
# "I would like to vote for it. I would also like to be twenty again."
_WISH = later(r"\b(?:would|'d) (?:also |really |so )?(?:like|love) to (?!thank\b)", re.I)
# "A no from the bank", "a yes from Bob"; and not from the back of the bus, or your humble servant
_KIN = (
    r"(?:wife|husband|partner|boss|brother|sister|mother|father|mum|mom|dad|son|daughter|kids?"
    r"|child(?:ren)?|doctor|lawyer|teacher|landlord|neighbou?rs?|friends?|colleagues?|dogs?|cats?"
    r"|uncle|aunt|gran(?:ny|dma|dpa)?|bank|accountant|flatmates?|team|club)\b"
)
# "Ann writes: in short, I vote yes"; "In the poll at work: FOR"
_LED = later(
    r"(?:^|[.!?]\s+)(?:(?!(?:since|as|now that"
    r"|because) )[^.!?:\n]{0,40}(?<!\bi )(?<!\bwe )(?<!\bthat )(?<!\bhaving )(?<!\benough )"
    r"(?<!\ball )(?<!\bto )\b(?:says?|said|writes?|wrote|asks?|asked|tells?|told|claims?"
    r"|claimed|repl(?:y|ies|ied)|shouts?|shouted)(?: (?:me|us|you|that|this|so))?"
    r"|(?:as an example|for (?:example|instance)|e\.g\.?)"
    r"|in (?:the|my|our|a|another) (?:\w+ )?(?:poll|survey|referendum|club|council|office|village)"
    r"(?: \w+){0,3}|i (?:nearly|almost) (?:wrote|said|sent|voted|typed)(?: this| that)?"
    rf"|(?:my|our|his|her|their|the) {_KIN}(?: (?-i:[A-Z])\w+)?"
    r"|[^.!?:\n]{0,40}(?<!\bi )\bwould (?:choose|say|write|vote|answer)\b[^.!?:\n]{0,20})\s?:\s",
    re.I,
)
_YOURS = r"(?:wife|husband|partner|boss|landlord|bank|doctor|lawyer|accountant|dogs?|cats?)\b"
_PLACE = (
    r"(?:back|left|right|corner|sofa|couch|kitchen|bench|train|bus|road|beach|bath|garden|desk"
    r"|office|cheap seats|undersigned|treasurer|secretary|author|start|beginning|outset|first"
    r"|heart|top|bottom|very|whole)\b"
)
_OURS = (  # whom a writer is one of
    r"(?:shift|crew|family|household|table|gallery|terrace|choir|altos|tenors|sopranos|basses"
    r"|band|orchestra)\b"
)
_SENDER = later(
    r"\b(?:yes|aye|yep|yeah|yea|yay|no|nay|nope|vote|thumbs (?:up|down)) from (?:"
    rf"(?:the|his|her|their|these|those) (?!{_PLACE}|(?:\w+ )?{_OURS})(?!(?:\w+ ){{1,2}}of the\b)\w"
    rf"|(?:my|our|an?|some) (?:[\w'-]+ )?{_KIN}|your (?:[\w'-]+ )?{_YOURS}"
    r"|(?!(?:for|against|yes|no|now)\b)(?-i:[A-Z][a-z]+)\b)"
    r"(?! and (?:me|us|myself|i)\b)(?!,? so i(?:'m| vote)\b)",
    re.I,
)
_OTHERS = r"(?:the|an?|my|our|his|her|their|some|everyone|everybody|others|(?-i:[A-Z])\w+)\b"
_ASKED = (
    r"(?:(?:asked|polled|consulted)"
    r"(?! (?:for|that|to|oneself|my ?(?:self|own|heart|gut|conscience))\b)"
    r"|(?:put|puts|took|brought|ran|threw) (?:it|this|that|them|these|#?\d{3,6}|(?:the|an?) \w+)"
    rf" (?:(?:to|past|by|before|in) {_OTHERS}|around\b)"
    r"|(?<!\bi )(?<!\bi have )(?<!\bi've )(?<!\bi just )\bvoted|had a (?:vote|poll|show of hands))"
)
_ANSWER = (
    r"(?:it(?:'s| is| was)|that(?:'s| is| was)"
    r"|(?:he|she|they|everyone|everybody|most|the \w+) says?"
    r"|the (?:answer|verdict|result|outcome|reply|ruling)(?:'s| is| was))\s(?:an? )?"
    r"(?:(?:clear|firm|big|resounding|definite|unanimous) )?(?:yes|no|aye|nay|for|against)"
)
_OF_OTHERS = later(
    rf"\b{_ASKED}\b(?:[^.!?\n]{{0,80}}?(?<!\bso )\b{_ANSWER}\b|[^!?\n]{{0,60}}?\.\sthe (?:result"
    rf"|outcome"
    r"|answer|verdict)(?:\s?:|'s| is| was)\s(?:an? )?(?:yes|no|aye|nay|for|against)\b)"
    r"(?! (?:from|for) me| from my side)",
    re.I,
)
_WHOSE = later(  # a whole sentence
    r"^\W*(?:well, |oh, |but |and |sorry, )?(?:this|that|it)(?:'s| is| was) (?:just |only )?(?:"
    r"(?:(?:(?-i:[A-Z])\w+|(?:my|our|the) \w+)'s?|his|her|their)"
    r" (?:(?:answer|voice|verdict|opinion|view|reply|choice)\W*$"
    r"|(?:vote|ballot)(?:,? (?:and )?not (?:mine|my own|my vote))?\W*$)"
    r"|your (?:vote|ballot)\W*$)",
    re.I,
)
_NOT_FOR_YOU = later(  # "Sorry, that first line wasn't for you."
    r"\b(?:that|this|the|my)(?: (?:first|last|second|top|other|bottom))?(?: (?:line|word|bit|part"
    r"|sentence|one|yes|no|for|against|reply|answer|message|letter|mail|e-?mail))?"
    r" (?:was|is)(?:n't| not|n’t) (?:really )?(?:(?:meant|intended) )?for (?:you|this (?:game|list"
    r"|ballot|vote)|the (?:game|list|server|vote|ballot))(?=\W|$)",
    re.I,
)
# "With five I say yes": of a text that is not on the ballot
_OTHER_COUNT = (
    r"(?:only |just |about )?(?:\d{1,2}(?!\d)|two|three|four|five|six|seven|eight|nine|ten|eleven"
    r"|twelve|fifteen|twenty|thirty|fifty|a hundred|half|less|fewer|more|another|other)\b"
    r"(?! (?:of|minutes?|hours?|days?|weeks?|months?|years?|seconds?|percent|reasons?|kids?"
    r"|children|others?)\b)(?:\s(?:number|points?|dice|votes?|players?|people|coins?))?"
)
_OTHER_TEXT = later(
    rf"(?:^|[.;,:(!]\s|\b(?:and|but)\s)(?:with|at|under) {_OTHER_COUNT},?\s"
    r"(?=(?:i|i'm|i'd|i'll|we|my vote|it's|yes|no|for|against)\b)"
    rf"|\b(?:yes|no|for it|against(?: it)?|in favou?r) with {_OTHER_COUNT}(?=\W*$|[,;.])",
    re.I,
)
_NO_VOTER = later(  # and nothing behind it that it is of
    r"(?:^|[.,;:(!?]\s|\b(?:and|but|as|since|because|though|if|while)\s)\W*(?:i |i'|we |though "
    r"|know i )?"
    r"(?:(?:(?:have|hold|'?ve got|got) no (?:\w+ )?(?:vote|say)|(?:don't|do not) (?:\w+ )?(?:have"
    r"|get|hold) an? (?:\w+ )?(?:vote|say)|(?:am |'?m )not (?:\w+ )?(?:eligible"
    r"|(?:entitled|allowed|permitted)(?: to vote)?|an? (?:player|member|voter))"
    r"|(?:can't|cannot|can not|may not) (?:\w+ )?vote)"
    r"(?=(?: myself)?\W*$|\s?[,.;:!)–—]|\s-|\s(?:but|here|on (?:this|it)"
    r"|in (?:this|it|the matter|the game)|any ?more|yet|now|so|and|though|at all"
    r"|of (?:this|the) game)\b))",
    re.I | re.M,
)
_HELD = later(
    r"\b(?:had|have|held|took|there(?:'s| is| was)|having|after) (?:an?|another|our) (?:\w+ ){0,2}"
    r"(?:vote|poll|ballot|referendum|show of hands)\b(?! (?:open|here|to cast|for me|from me)\b)"
    rf"[^.!?\n]{{0,40}}?\b(?:(?:on|about|over) (?!{OF_BALLOT})\w|at (?:work|school|church|home"
    rf"|the \w+)\b"
    r"|in (?:the|my|our) (?!game\b|list\b)\w+)",
    re.I,
)
# "I'm for it. The tea, I mean."
_MEANT = later(
    r"^\W*(?:(?:for|against|to|on) )?(?:the|an?|my|your|his|her|our|their) (?!(?:proposal"
    r"|motion|rule|amendment|ballot)\b)"
    r"[\w' -]{1,30}, (?:i mean|that is|of course|obviously)(?:\W*$|[:;,])",
    re.I,
)
_YES = r"^\W*(?:oh,?\s)?(?:yes|yeah|yep|yup|aye|sure|yay)"
_CHEER = (
    r"(?:brilliant|great|wonderful|lovely|fantastic|marvell?ous|splendid|perfect|genius|super"
    r"|excellent|amazing|terrific|hooray|bravo|fabulous)"
)
_JEST = later(
    rf"{_YES}\W{{1,4}}{_CHEER}\W{{1,4}}(?:and |yet |even )?(?:another|one more|more|just|exactly"
    r"|an(?:other)? (?:extra|further)|precisely)\b",
    re.I,
)
_CAME = later(
    rf"{_YES}(?:,? (?:sir|ma'am|captain|boss|chief|aye)){{0,2}}\W{{1,4}}"
    r"(?:(?:the |your |this |my )?(?:message|letter|e?-?mail|ballot|note|reminder|post|parcel)s?"
    r" (?:has |have |was |is |are |did )?(?:been |just |all )?(?:received|arrived?|read|here|in"
    r"|noted|seen|came|got)\b|received\b|got (?:it|this|that|your|the)\b|understood\b|roger\b"
    r"|noted\b|all clear\b|copy that|loud and clear|will do\b)|^\W*aye[\s,-]{1,3}aye,?"
    r" (?:captain|cap'n|skipper|sir|ma'am|boss|chief)\b(?!.*\d{3})",
    re.I,
)
_JOINED = (
    r"\b(?:and|with|half)(?: then| also| now| again)?(?: an?)(?: \w+)? {}"
    r"(?=\W*$|[,.;:!?]| in\b| from me\b| too\b| as well\b)"
)
_BOTH = {
    "for": later(_JOINED.format("(?:no|nay)"), re.I | re.M),
    "against": later(_JOINED.format("(?:yes|aye|yea)"), re.I | re.M),
}
_SHOUT = later(r"(?:^|[.!?]\s+)vote (?:for|against|yes|no)\b(?=\s\w)", re.I | re.M)
_OTHERWISE = later(
    r"(?:^|[.!?]\s+)vote (?:for|against)\s(?!#?\d|(?:it|this|that|both|all|please|proposal|motion"
    r"|the (?:proposal|motion|amendment))\b)",
    re.I | re.M,
)
_TO_COME = later(
    r"\b(?:expect|hope|plan|intend|aim|mean|likely|due|about|supposed|tend|look forward"
    r"|looking forward|planning|hoping|aiming)(?:ing)? to (?:be )?vot(?:e|ing)\b"
    r"|\bit(?:'s| is) (?:most |very )?(?:likely|probably|going to be|gonna be) an? (?:\w+ )?"
    r"(?:yes|no|aye|nay)\b(?! from me| for me)",
    re.I,
)
_MEASURE = later(r"(?<![\w-])#?(\d{1,6})(?:-[a-z]{2,}|[-/]\d{1,2}[-/]\d)", re.I)  # or a date
SENTENCE = later(r"(?<=[.!?…])\s|\n")
_TOO_SOON = later(
    r"\b(?:hit|pressed|clicked|pushed|tapped) (?:on )?send\b"
    r"|\b(?:sent|went|gone|off|out)(?: it| that"
    r"| off| out)? (?:too (?:soon|early)|by (?:accident|mistake)|before i)\b|\baccidentally sent\b"
    r"|\bmy vote (?:is to follow|will follow|follows|is still to come|comes later)\b"
    r"|^vote to (?:come|follow)\b"
    r"|\bzu früh (?:ab|los)geschickt\b|\bauf senden gekommen\b|\b(?:stimme|votum) folgt\b",
    re.I | re.M,
)

# A plain, loud one that names its proposal stands, whatever is told of other votes beside it
_PLAIN_VOTE = later(
    r"^[^\w?]{0,4}(?:VOTE |I vote )?(?:(?:FOR|AGAINST|ABSTAIN|DAFÜR|DAGEGEN|ENTHALTUNG):?"
    r" (?:on )?#?\d{3,6}\b|#?\d{3,6}\s?[:=–-]?\s(?:FOR|AGAINST|ABSTAIN|DAFÜR|DAGEGEN"
    r"|ENTHALTUNG)\b|(?<=I vote )(?:for|against) #?\d{3,6}\b)(?!\s?\?)"
)
# "Please support 301": said to all
_BEGS = later(
    r"^\W*vote (?:for|against|yes|no|with me)\b[^.!?]{0,40},? (?:all of you|you all|everybody"
    r"|everyone|folks|people|friends|guys|players|y'all)\W*$"
    r"|^\W*(?:please|pls|kindly),? (?:support|approve|oppose|reject|accept(?! (?:this|it) as my\b)"
    r"|adopt|endorse)\b"
    r"|^\W*(?:support|approve|oppose|reject) #?\d{3,6}\b[^.!?]{0,60},? (?:please|everybody"
    r"|everyone|folks|all)\W*$",
    re.I,
)
_HEADING = later(r"^[^\n]{1,80}:[\s*_]*$")
_OF_ITEM = later(r"^\W{0,4}(?:(?:proposal|prop)\s)?#?\d{3,6}\b", re.I)
_OWN_HEADING = later(
    r"\b(?:my|our) (?:\w+ ){0,3}(?:votes?|voting|ballots?|answers?|choices?|decisions?|verdicts?"
    r"|positions?|stance|take|views?|opinions?|reply|replies|responses?|feedback|comments?|picks?"
    r"|thoughts)\b|\b(?:i|we) (?:\w+ )?(?:vote|say"
    r"|choose|decide|decided|cast|am|have decided)\b|^\W*(?:votes?|ballots?|hi|hello|dear|here"
    r"|so|ok|voting|to vote)\b|\bfrom me\b",
    re.I,
)
# "I predict: 301 for, 302 against"; "Cleo (by phone): 301 +1"
_LEADS = later(r"^\W*(?P<lead>[^:\n\d]{2,60}):[\s*_]{0,3}(?:(?:proposal|prop)\s)?#?\d{3,6}\b", re.I)
_NUMBERED = later(r"(?<!\w)#?\d{3,6}\b")
_MERE_LEAD = later(
    r"^\W*(?:(?:on |as for |about |regarding )?(?:the |both |all |these |open |two |three ){0,3}"
    r"(?:proposals?|motions?|rules?|ballots?|votes?)|both|all|summary|in (?:short|brief|sum)"
    r"|final(?:ly)?|re|fwd?|aw|wg|yes|no|now|then|well|aye|nay|for|against|abstain|support"
    r"|oppose|approve|reject|in favou?r|opposed|dafür|dagegen|enthaltung|ja|nein)\W*$",
    re.I,
)
_TOLD_LEAD = later(
    r"\b(?:predict\w*|guess\w*|forecasts?|results?|tally|minutes|points|scores|poll|says?|said|seen"
    r"|from the|rumou?rs?|phone|log|site|ergebnis\w*|so far|will end|found|prox(?:y|ies)"
    r"|the answers? of|(?-i:[A-Z])\w+'s)\b",
    re.I,
)
# Below a table: whose it is, or was
_OF_TABLE = later(
    r"^\W*(?:(?:that|this|it|the above|above)(?:'s| is| was)"
    r" (?:(?-i:[A-Z])\w+'s(?=\W*$| (?:votes?|ballots?|table|tally|list|guess|forecast|result)\b)"
    r"|what (?!i (?:think|vote|say|want)\b)|how (?!i (?:vote|think)\b)|(?:the"
    r"|my|a)"
    r" (?:result|tally|guess|forecast|sample|example)\b)"
    r"|is what i (?:sent|wrote|voted)\b|the (?:board|judge|committee|club) has decided\b)",
    re.I | re.M,
)
# "FOR. THE. WIN." is one phrase, whatever its stops
_PHRASE = later(
    r"^\W*for\W{1,5}(?:ever(?:\W{1,5}and\W{1,5}ever)?|the\W{1,5}(?:wins?|glory|lulz|queen|king"
    r"|horde|alliance|emperor|empire|cause|future|gods?|people|nation|crown|children"
    r"|fun\W{1,5}of\W{1,5}it|greater\W{1,5}good|(?:love|sake)\W{1,5}of\W{1,5}\w+)"
    r"|the record\b[^.!?]*)\W*$",
    re.I,
)
# "FOR, he cried, and fell off his chair"
_TOLD = later(
    rf"^\W*(?:for|against|yes|no|aye|nay)\s?[,!–—-]{{1,2}}\s(?:(?:he|she|they|(?-i:[A-Z][a-z]+)"
    rf"|(?:the|my|his|her) \w+) {SPEECH}|{SPEECH} (?:he|she|they|(?-i:[A-Z])\w+|(?:the|my|his|her)"
    r" \w+))(?=\W*$|,|\s(?:and|but|as|with|from|to)\b)"
    r"|, (?:hat|sagt|sagte|meint|meinte) (?-i:[A-Z])\w+(?: gesagt| gemeint)?\W*$",
    re.I,
)
_IRONY = later(r"(?:^|[.!?…]\s+)(?:and )?what could (?:possibly )?go wrong\b", re.I | re.M)
# "301: +3", among rows of +1 and -1: these are counts
_COUNT = later(r"^\W{0,3}#?\d{3,6}\s?[:=–-]?\s?[+-]\s?(?:0|[2-9]|\d\d)", re.I)
_ONES = later(r"[+-]\s?1\W*$")
# "Yes to the first, no to the rest of it"
_NO_TO = r"(?:^|[.!;,]\s)(?:but |and )?{} (?:to|on) (?:the|its|his|her|your|that|those) [a-z]"
_PARTS = {
    "for": later(_NO_TO.format("(?:no|nay)"), re.I | re.M),
    "against": later(_NO_TO.format("(?:yes|aye)"), re.I | re.M),
}
# "I can't say yes, but I don't want to say no"
_NEITHER = later(
    r"(?:n't|\bnot)\b[^.;]{0,25}\b(?:say|vote) (?:yes\b[^.;]*(?:n't|\bnot)\b[^.;]{0,40}"
    r"\b(?:says?|votes?) no\b|no\b[^.;]*(?:n't|\bnot)\b[^.;]{0,40}\b(?:says?|votes?) yes\b)",
    re.I,
)
# "It's not a no"
_DENIED = later(r"\b(?:it's|it is|that's|that is|this is) not (?:a|an) (?:yes|no|aye|nay)\b", re.I)

# "Don't put me down as against." "The record has me as a no." "I vote yes, cried Bob"
_NOT_MINE = later(
    r"\b(?:do(?:n't| not)|never)\s(?:\w+\s){0,2}?(?:put|count|mark|record|list|note|register|write)"
    r" (?:me|mine|my vote)\b"
    r"|\byou (?:(?:have|had|already|just|once|always) ){0,2}(?:put|count(?:ed)?|mark(?:ed)?"
    r"|list(?:ed)?|record(?:ed)?) (?:me|my vote) (?:down )?(?:as|for|under)\b"
    r"|(?<!\blet )\b(?:the|your|this) (?:records?|list|table|page|site|letter|report|result|log"
    r"|tally)"
    r" (?:says?|has|have|shows?|lists?|reads?|counts?)\b"
    r"|\b(?:would like|wants?|wanted|told|asked|begs?|begged) me to (?:write|say"
    r"|vote)\b(?!.*\bbut i\b)"
    r"|\b(?:vote|voting|say) (?:yes|no|for(?: (?:it|this))?|against(?: (?:it|this))?|aye|nay),?\s"
    rf"(?:{SPEECH}\s(?-i:[A-Z])|(?:he|she|they|my \w+|the \w+)\s{SPEECH}\b)"
    r"|\bas (?:regards|concerns|to) the (?:first|second|third|last|other)\b"
    r"|\b(?:save|except) that (?:this|my|the) vote\b",
    re.I,
)
# "Yes. Will read it later.": it came, and is not read
_READS_LATER = later(
    r"^\W*(?:(?:thanks?(?: you)?|thx|cheers|ok(?:ay)?|and|but|so)[\s,!.–—-]{1,3}){0,2}"
    r"(?:(?:i|we)(?:'ll| will| shall|'m going to| am going to| have to| need to)|will|shall|gonna"
    r"|let me|have to|need to|going to) (?:still |first |just |properly )?"
    r"(?:read|look|have a look|take a look|check|study|go through|think|see to|get to|deal with"
    r"|open|get round to|sleep)\b(?! (?:forward|after|out)\b)"
    r"(?: (?:at|on|about|over|of|into|it|this|that|them|properly|the \w+|your \w+)){0,4}"
    r"(?: (?:later|tonight|tomorrow|soon|first|properly|at home|at the weekend|this \w+|next \w+"
    r"|in the \w+|on \w+day|on the \w+|when\b[^.!?]{3,40}|once\b[^.!?]{3,40}|after\b[^.!?]{2,30}"
    r"|before\b[^.!?]{2,30}|today|asap)){0,3}[\s.!]*$",
    re.I,
)
_SAYS_SIDE = later(r"\bvot(?:e|es|ing)\b|\b(?:for|against|abstain\w*|in favou?r)\b", re.I)
# A letter that says of itself that it tries how one votes
_TRIAL = later(
    r"^\W*(?:(?:this|that|it)(?:'s| is| was) )?(?:just|only|merely) (?:to (?:see|check|find out|try"
    r"|test)\b|practi[sc]\w+|trying|testing|a try\b)|^\W*is (?:that )?how (?:one|you|it|people)\b",
    re.I,
)


def disowned(votes: Sequence[Voting], texts: Sequence[str]) -> dict[str, str]:
    """The lines of all votes that what their letter says leaves nobody's; each with the sentence
    that does so, where it is another one."""
    votes = [vote for vote in votes if len(vote.line.split()) >= FEW_WORDS or len(texts) > 1]
    if not votes:
        return {}
    whole = "\n".join(texts)[:MOST].replace("’", "'")
    said = SENTENCE.split(whole)
    plain = any(_PLAIN_VOTE.match(vote.line) for vote in votes)
    if (told := _by_a_sentence(votes, said, plain=plain)) is not None:
        return told
    every = {vote.line: "" for vote in votes}
    if not plain and (other := uncast(texts, several=len({one.proposal for one in votes}) > 1)):
        return {vote.line: "" if other in vote.line else other for vote in votes}
    if _NOT_ALL.search(whole) and any(_PART.search(vote.line) for vote in votes):
        return every
    if _IRONY.search(whole) and any(vote.choice == "for" for vote in votes):
        return every
    if len(_WISH.findall(whole)) > 1 and any(_WISH.search(vote.line) for vote in votes):
        return every
    if len(_SHOUT.findall(whole)) > 1 and _OTHERWISE.search(whole):
        return every
    told = _reported(texts)
    counts = any(map(_COUNT.match, texts))
    alone = len({vote.proposal for vote in votes}) == 1
    weighed = weighs(texts) if alone else set()
    for vote in votes:
        if is_uncast(vote.line, several=not alone):
            told.setdefault(vote.line, "")
        if is_news(vote.line.replace("’", "'"), whole):
            told.setdefault(vote.line, "")
        if is_half_said(vote.line, vote.choice) or (alone and vote.line in weighed):
            told.setdefault(vote.line, "")
        parts = _PARTS.get(vote.choice) if alone else None
        if (counts and _ONES.search(vote.line)) or (parts and parts.search(vote.line)):
            told.setdefault(vote.line, "")
        if vote.line not in told and _disowns(vote.line[:MOST].replace("’", "'"), vote):
            told[vote.line] = ""
    return {line: other for line, other in told.items() if line in every}


def _by_a_sentence(
    votes: Sequence[Voting], said: Sequence[str], *, plain: bool
) -> dict[str, str] | None:
    """The lines that one sentence of their letter disowns; None where none does."""
    for at, one in enumerate(said):
        if (
            (_HANGS.match(one) and not (comes_of_it(one) or is_other_world(one)))
            or _WHOSE.match(one)
            or _NO_VOTER.search(one)
            or _NOT_FOR_YOU.search(one)
            or _TRIAL.match(one)
            or NO_VOTE.search(one)
            or (not plain and (_HELD.search(one) or one.lstrip()[:1] == "?"))
            # and not "I hit send too early. It's a no."
            or (at and (_MEANT.match(one) or _TOO_SOON.search(one)))
        ):
            return {vote.line: "" if one in vote.line else one.strip() for vote in votes}
        if _READS_LATER.match(one):
            bare = {vote.line: "" for vote in votes if not _SAYS_SIDE.search(vote.line)}
            if bare:
                return {line: "" if one in line else one.strip() for line in bare}
        if (left := undecided(one)) is not None:
            torn = [vote for vote in votes if not left or vote.proposal in left]
            if torn:
                return {vote.line: "" if one in vote.line else one.strip() for vote in torn}
    return None


def _reported(texts: Sequence[str]) -> dict[str, str]:
    """The lines below a heading under which the ways of proposals are told, and not chosen; each
    with that heading."""
    told: dict[str, str] = {}
    heading = column = above = ""
    below = next((one for one in texts if _OF_TABLE.search(one)), "")
    for before, text in zip(["", *texts], texts, strict=False):
        above = before if any(map(str.isalnum, before)) else above
        if below and _OF_ITEM.match(text):
            told[text] = below
            continue
        if _HEADING.match(text):
            heading, column = "" if _is_own(text.strip().rstrip(":* _")) else text, ""
            continue
        if not any(map(str.isalnum, text)):
            continue  # a rule
        if tables.is_head(text):
            others = _TOLD_LEAD.search(above) is not None and not _is_own(above)
            column = above if others else "" if tables.is_own_head(text) else text
            continue
        if column and tables.is_row(text) and _OF_ITEM.match(text):
            told[text] = column
            continue
        column = ""
        if not _OF_ITEM.match(text):
            heading = ""
            lead = _LEADS.match(text[:MOST])
            many = len(_NUMBERED.findall(text[:MOST])) > 1
            if lead and (many or _TOLD_LEAD.search(lead["lead"])) and not _is_own(lead["lead"]):
                told[text] = ""
            continue
        if heading:
            told[text] = heading
    return told


def _is_own(heading: str) -> bool:
    return bool(_OWN_HEADING.search(heading) or _MERE_LEAD.match(heading))


def _disowns(line: str, vote: Voting) -> bool:
    both = _BOTH.get(vote.choice)
    each = (
        _MOUTH,
        _SHOWN,
        _LED,
        _SENDER,
        _TO_COME,
        _OF_OTHERS,
        _BEGS,
        _DENIED,
        _NEITHER,
        _PHRASE,
        _TOLD,
        _NOT_MINE,
        _OTHER_TEXT,
    )
    for one in each:
        if one.search(line):
            return True
    if both and both.search(line):
        return True
    if any(one[1] == str(vote.proposal) for one in _MEASURE.finditer(line)):
        return True
    return vote.choice == "for" and any(one.search(line) for one in (_JEST, _CAME))
