"""How people say a vote in ordinary words: the parts of a clause that is one, and how they go
together.

1. `LEAD` is what may stand before it and says nothing, `TAIL` what may stand behind it, `IT` what
   it is on; `ENDS` is where such a clause ends. Whatever else a clause holds, it is no vote.
2. A form is *firm* if it is said to a ballot and to nothing else ("I vote no", "put me down as a
   yes"), *bare* if it is a word of the ballot alone ("Against."), an *offer* if it may be one ("you
   have my vote"), and *talk* if it is a yes or a no.
"""

import re

from nomic_mail.patterns import later

CLAUSE = later(
    r"\s?[,:;(]\s?|\s(?:=|\.{3})\s|\)\s?|\s?[–—]\s?|\s-{1,2}\s|\s(?=(?:but|so|and|because|since"
    r"|therefore|hence|then"
    r"|thus|anyway|while|whereas)\s)"
    r"|\s(?=(?:that'?s|it'?s) an? (?:\w+ )?(?:yes|no|aye|nay)\b|(?:put|mark|count) me |i vote "
    r"|i'?m voting "
    r"|i(?:'ll| will)? abstain|i'?m (?:for|against) )"
)
GAP = r"[\s,.!:…–—-]{1,4}"
LEAD = (
    r"(?:(?:o+h+|a+h+|aw+|well|ok(?:ay)?|right|so|and|but|therefore|hence|thus|anyway|h+m+|um+"
    r"|er+m*|look|listen|honestly|frankly|personally|obviously|clearly|of course|absolutely"
    r"|accordingly"
    r"|definitely|certainly|totally|sorry|alas|sadly|unfortunately|hell|heck|big|huge|firm|clear"
    r"|hard|strong|resounding|simply|just|an?|another|one|for me|from me|for my part|i say|i'?d say"
    r"|as for me|only me|all right|in short|short version|tl;?dr|final answer|my (?:vote|answer"
    r"|verdict|choice"
    r"|position)s?(?: is| are)?|answer|verdict|consequently|long story short|in the end"
    r"|on balance|on reflection"
    r"|with regret|with pleasure|happily|gladly|reluctantly|please|pls|hereby|here|"
    r"therefore|still|also|too|again|once more|easy|simple|fine|also"
    r"|ofc|tbh|idc|i'?m sorry|for (?:that|this|these|which|both) reasons?|for my part"
    r"|from my (?:side|part|end)|i regret(?: to say)?(?: that)?"
    r"|i'?m afraid(?: that)?|i fear|(?:two|three|a (?:thousand"
    r"|million|hundred)) times|twice"
    r"|hi|hello)"
    rf"{GAP}){{0,4}}"
)
IT = (
    r"(?:it|this|that|the same|(?:the )?(?:proposal |motion |no\.? ?)?#?\d{3,6}|these|those"
    r"|them|(?:the|this|that|your|his|her) (?:whole )?(?:one|idea"
    r"|proposal|motion|rule(?: change)?|change|amendment|thing|ballot|question|measure|lot)"
    r"|(?:this|that)(?: one)?|proposal|every one of them|each of them)"
)
TAIL = (
    rf"(?:{GAP}(?:from (?:me|us|my (?:side|end|desk)|here|this (?:side|end))|please|pls|thanks"
    r"|thank you|thx|then|too|as well|again|agian|of course|definitely|absolutely|obvs|obviously"
    r"|indeed|sorry|folks|friends|all|everyone|guys|today|this time|here|for me|by me|with me|w me"
    r"|only|and final|final|firmly|clearly|gladly|happily|reluctantly|full stop|period|myself|now"
    r"|with both hands|(?:one |a )?hundred (?:percent|per cent|%)|100 ?%|gg|xx"
    r"|with (?:great |much )?(?:pleasure|joy|regret|enthusiasm)|damn it|dammit"
    r"|(?:beside|next to|against|by) my name|from your \w+(?: \w+)?|every time|sry|tbh"
    r"|on this occasion"
    r"|ma'?am|sir|dear|loves?|darlings?|i'm afraid|i am afraid|i fear|bitte|danke"
    r"|gern(?:e)?"
    rf"|(?:(?:to|on|for|with|of|about) )?{IT})){{0,4}}"
)
ENDS = (
    r"(?=\W*$|\s?[.,;:!()…–—]|\s-|\s(?:because|bc|cos|cuz|coz|since|as|so|and|but|for the reason"
    r"|due|although|though|even|which|while|whereas|purely|simply|mainly|solely"
    r"|on principle|on \w+ grounds|before|despite|regardless"
    r"|nevertheless|its|it's)\b)"
)
PRO = (
    r"(?:for|(?:aye(?:,? (?:and )?aye(?: again)?){0,2})|(?:all |fully |very much |totally "
    r"|strongly |wholly )?in favou?r|all for"
    r"|in the affirmative|affirmative|in support)"
)
CON = (
    r"(?:against|opposed|not in favou?r|nay|in the negative|negative"
    r"|not content|not supporting|not (?:support|agree))"
)
BARE_ENDS = r"(?=[\s.!…]*$)"
ABS = r"(?:abst[ae]i?n(?:ing|ed)?|abstentions?|abstains)"
YES = (
    r"(?:ye+s+|yep|yeah+|yeh|yup+|yea|ye"
    r"|let's(?: (?:do|have|try|adopt|go with) (?:it|this|that))?)"
)
NO = r"(?:no+|nope+|nah+|not for me|no chance|never ever)"
HOW = (
    r"(?:(?:hereby|therefore|thus|also|still|gladly|happily|cheerfully|proudly|firmly|definitely|do"
    r"|certainly|just|simply|accordingly|reluctantly|now|formally|duly|too|humbly|respectfully"
    r"|again|strongly|wholeheartedly|must|best|better|had better|to|have"
    r"|would like|like|going|wish|want|choose|have decided|decided|am|be|'m|all|fully|totally"
    r"|really|very much|happy|glad|rather|for once|in good conscience|completely|utterly|most)\s)"
    r"{0,4}"
)
KIND = (
    r"(?:(?:with|as|by|on|side|an?|my|the|one|two|three|clear|firm|big|fat|resounding"
    r"|enthusiastic|happy"
    r"|simple|plain|definite|hard|strong|emphatic|loud|solid|reluctant|cheerful|definitely|humble"
    r"|wholehearted|very|quick|small|under|among|in|of|those|vote|votes|down|us|abstainers|please"
    r"|of|going|it)\s){0,4}"
)
SUBJECT = r"(?:i|i'?m|i am|i'?ll|i'?d (?:better|best|rather)|the undersigned|yours truly)"
WAY = rf"(?:(?P<pro>{PRO}|{YES})|(?P<con>{CON}|{NO})|(?P<abs>{ABS}))"
FIRM = rf"(?:(?P<pro>{PRO})|(?P<con>{CON})|(?P<abs>{ABS}))"
FIRM2 = r"(?:(?P<pro2>in the affirmative|in favou?r)|(?P<con2>in the negative|against|opposed))"
NOUN = (
    r"(?:(?P<pro>yes(?:es)?|ayes?|yea|approval|support|assent|consent|in favou?r"
    r"|vote (?:for|in favou?r)|supporter)"
    r"|(?P<con>no(?:es)?|nay|nope|opposition|dissent|objection|against|vote against|opposed)"
    r"|(?P<abs>abst[ae]i?n(?:ing|ed|s|er)?|abstentions?))"
)
VERB = (
    r"(?:vot(?:es?|ing)|say|saying|come down|coming down|lean(?:ing)? firmly"
    r"|side|siding|cast(?:ing)?)"
)
# Of which every form holds one: what has none need not be held against them.
WAYS_IN = later(
    r"\b(?:for|ay|ye|na|no|let's|abst|against|agree|never|oppo|favou?r|affirmative|negative"
    r"|support|approv|assent"
    r"|consent|dissent|object|vote|back|bless|accept|endors|reject|withhold|say|not|declin|want)",
    re.I,
)
FORMS = tuple(
    (name, later(rf"{LEAD}{one}{TAIL}{BARE_ENDS if name == 'bare' else ENDS}", re.I))
    for name, one in (
        ("bare", FIRM),
        ("firm", rf"{SUBJECT}\s{HOW}{VERB}\s{HOW}{KIND}{WAY}"),
        ("firm", rf"{SUBJECT}\s{HOW}{FIRM}"),
        ("firm", rf"i(?:'ll| will| shall)\s{HOW}(?P<abs>abst[ae]i?n)"),
        ("firm", rf"(?:voting|casting)\s{KIND}{WAY}"),
        (
            "firm",
            r"(?:it'?s|that'?s|thats|this is|it is|that is|here'?s|here is"
            r"|you (?:get|can have|may have)|make (?:that|it|mine)|i(?:'ll)? (?:make"
            r"|give) (?:it"
            r"|you)|that makes|consider (?:this|me|it)|take (?:this|that|it|me)"
            r"|let (?:it|this|mine) be|it'?s become|it has become"
            rf"|colou?r me|this gets|it gets|it'?ll be|it has to be|it must be|i'?m an?"
            rf"|i am an?)\s{KIND}(?:{NOUN}|{FIRM2})",
        ),
        (
            "firm",
            r"(?:i |i'?m |i am )?(?:hereby )?(?:give|giving|grant"
            r"|granting) my (?:full )?(?P<pro>consent|assent|approval"
            rf"|support|vote|blessing|yes) (?:to|for) {IT}",
        ),
        (
            "firm",
            r"my (?:own |final )?(?:vote|answer|verdict|choice|position|response|ballot)"
            rf"(?: (?:on|to|about|for) {IT})?(?: is| will be| stays| remains"
            rf"| goes)?\W{{1,3}}{KIND}{WAY}",
        ),
        (
            "firm",
            rf"(?:i|the undersigned)(?:,[^,.;]{{1,80}},)?\s(?:hereby )?(?:vote|votes)\s{KIND}{WAY}",
        ),
        (
            "firm",
            r"(?:i|the undersigned)(?:,[^,.;]{1,80},)?\s(?:hereby )?(?:casts?|gives?"
            r"|records?) (?:an?|my)"
            r" (?:(?P<pro>affirmative|positive|yes)|(?P<con>negative|no)) (?:vote|ballot)",
        ),
        (
            "firm",
            r"(?:it )?(?:has|gets) (?:my|our) (?P<pro>vote|support|approval|yes|blessing)",
        ),
        (
            "firm",
            r"(?:(?:you (?:can|may)|so|kindly|do)\s)?(?:put|mark|count|record|register|note|list"
            r"|enter|log|write|have|sign|treat|file|tick|chalk)\s(?:(?:me|us|my (?:vote|name"
            r"|ballot)"
            rf"|mine|this|it)\s)?(?:down\s)?(?:as\s|for\s)?{KIND}{NOUN}",
        ),
        (
            "firm",
            rf"(?:{IT}|#?\d{{3,6}})(?:'s)?\s(?:has|have|gets?|can have|wins|deserves|is getting"
            rf"|carries)"
            r"\s(?:my|our) (?:(?:full|whole|entire|wholehearted)\s)?(?P<pro>vote|support|approval"
            r"|consent|backing|blessing|yes|aye)",
        ),
        (
            "offer",
            r"(?:you have|you've got|you get|i (?:hereby )?give (?:it|you)|i lend it) (?:my|our)"
            r" (?:(?:full|whole|entire|wholehearted)\s)?(?P<pro>vote|support|approval|consent"
            r"|backing"
            r"|blessing|yes|aye)",
        ),
        (
            "firm",
            r"(?:(?:i|we)\s)?(?:really\s|simply\s|just\s)?(?:can(?:'?t|not)(?: be)?"
            r"|won'?t(?: be)?|will not(?: be)?|shall not(?: be)?"
            r"|do(?:n't| not)|could(?:n't| not) possibly)\s(?:possibly\s|really\s"
            r"|in good conscience\s)?"
            r"(?P<con>support(?:ing)?|approve(?: of)?|accept|endorse|back|agree (?:to|with)"
            r"|consent to)"
            rf"\s(?:{IT}|#?\d{{3,6}}|either(?: of (?:these|them))?|any of (?:these|them))",
        ),
        (
            "firm",
            r"(?:i|we)\s(?:must\s|have to\s|hereby\s|will\s"
            r"|shall\s)?(?:(?P<con>withhold my (?:consent"
            r"|support|approval))"
            rf"|(?P<con2>oppose|reject|object to|say no to|decline)\s(?:{IT}|#?\d{{3,6}}))",
        ),
        (
            "firm",
            r"(?:(?:i|we)\s(?:hereby\s|fully\s|wholeheartedly\s|gladly\s|happily\s|will\s|do\s)?)"
            r"(?P<pro>support|approve(?: of)?|accept|endorse|back|say yes to|consent to)"
            rf"\s(?:{IT}|#?\d{{3,6}})",
        ),
        (
            "firm",
            rf"(?:i'?m|i am) (?:still |also )?(?:(?P<con>not supporting|not backing|opposing"
            rf"|rejecting)"
            rf"|(?P<pro>supporting|backing|endorsing)) {IT}",
        ),
        (
            "firm",
            r"(?:add|count) (?:me|my name) (?:to|among) (?:the"
            r"|those)(?: who are)? (?:(?P<pro>supporters"
            r"|ayes|yeses|yes(?: votes)?|in favou?r)|(?P<con>opponents|noes|nays|no(?: votes)?"
            r"|opposed|against)"
            rf"|(?P<abs>abstainers|abstentions))(?: of {IT})?",
        ),
        (
            "firm",
            r"(?:(?:i|we) )?(?P<con>do(?:n't| not) want) (?:this|that) (?:rule"
            r"|proposal)",
        ),
        (
            "firm",
            r"i(?:'ll| shall| will)(?: \w+ly| therefore)? be (?:(?P<con>opposing|rejecting)"
            rf"|(?P<pro>supporting|backing|endorsing))(?: {IT})?",
        ),
        (
            "bare",
            r"my (?:full |hearty )?(?:(?P<pro>approval|support|consent|assent)|(?P<con>opposition"
            r"|dissent))",
        ),
        (
            "talk",
            rf"(?:(?P<pro>{YES}(?:{GAP}(?:and )?(?:again )?{YES}){{0,3}})"
            rf"|(?P<con>(?:hell |heck |god |oh |definitely |absolutely |big |hard )?{NO}"
            rf"(?:{GAP}(?:and )?(?:again )?(?:{NO}|not this (?:one|time)|definitely not"
            rf"|certainly not|not for me"
            r"|absolutely not|no thank you|thank you|thanks)){0,3}))",
        ),
    )
)
