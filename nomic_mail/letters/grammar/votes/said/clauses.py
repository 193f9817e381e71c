"""The ways to state a vote in a clause of its own: who votes, the verb, which way, on what.

1. Each is a clause from where a clause begins; what stands around it is looked at in `stated`.
2. Words are data; a new one is added here and nowhere else.
"""

import re

from nomic_mail.patterns import later

YES = r"(?:yes|yea|yeah|yep|yup|ayes?|yay|affirmative|positive|pro)"
NO = r"(?:noe?s?|nays?|nope|nah|negative|contra)"
WAY = (
    rf"(?:(?P<pro>{YES}|for|favou?rabl[ey]|positively|in (?:the )?affirmative|in (?:its|their"
    rf"|your|this one's)"
    r" favou?r|in favou?r|all for|in support)"
    rf"|(?P<con>{NO}|against|negatively|in (?:the )?negative|in opposition|opposed|not in favou?r)"
    r"|(?P<none>abstention|abstain(?:ing)?))(?![\w'-]| m[ae]n\b)"
)
THING = (
    r"(?:proposals?|propositions?|motions?|measures?|rule[- ]changes?|(?:new )?rules?|amendments?"
    r"|changes?|ideas?|things?|bills?|drafts?|texts?|one|ones|votes?|matter|issue|offer|plan|project"
    r"|suggestion"
    r"|same)"
)
# What a proposal can be called and be no other for it. A "better" or a "first" one is another.
CALLED = (
    r"(?:new|whole|entire|proposed|present|newest|latest|above|said|very|fine|good|great|nice"
    r"|clever"
    r"|brilliant|excellent|lovely|wise|elegant|sensible|splendid|little|tiny|small|simple|modest"
    r"|humble|interesting|bad|wee|silly|stupid|terrible|awful|horrible|ugly|dull|boring|unfair"
    r"|vague"
    r"|dangerous|harmful|pointless|useless|ridiculous|dreadful|strange|odd|crazy|mad|wild)"
)
NUMBER = r"(?:(?:#|no\. ?|nr\. ?|number )?(?P<number>\d{3,6}|j\d{1,5}))"
TARGET = later(
    r"\s?(?:please\s)?(?:(?:of|on|to|with|regarding|about|as to|for|towards?|in)\s)?"
    rf"(?:(?:(?:the|this)\s)?(?:{THING}\s)?{NUMBER}"
    rf"|(?:this|that|the|your|(?P<whose>his|her|their|[a-z]+'s))(?:\s{CALLED}){{0,2}}\s{THING}"
    r"(?:\s(?:of|by|from)\s(?-i:[A-Z])\w+)?"
    rf"|proposal|proposition|motion|amendment|new rule|rule change|it|this|that"
    rf"|(?P<both>both(?: of (?:them|these)| proposals)?)|(?P<all>all of them))"
    r"(?![\w'-])",
    re.I,
)
# How it is said; not how often, how surely, or when.
LY = (
    r"(?:(?!(?:usual|normal|general|typical|probab|possib|hard|bare|scarce|rare|near|like|on"
    r"|supposed"
    r"|apparent|alleged|part|most|main|tentative|provisional|conditional|presumab|hopeful|ironical"
    r"|joking|sarcastical|theoretical|hypothetical|potential|previous|former|initial|original"
    r"|recent"
    r"|occasional|frequent|eventual|ordinari|common|mistaken|accidental|wrong|ear|fami|rep|app|po"
    r"|virtual|practical|seeming|arguab|short|current|temporari)ly\b)[a-z]+ly)"
)
ADVERB = (
    rf"(?:(?:{LY}|also|still|now|just|hereby|therefore|thus|very much|all|so|do|most|again"
    r"|once (?:again|more)|for one|then|here|too|indeed)\s)"
)
MANY = rf"{ADVERB}{{0,3}}"
A = (
    r"(?:(?:an?|the)\s)?(?:(?:big|hard|firm|strong|clear|solid|definite|reluctant|resounding"
    r"|enthusiastic|polite|simple|plain|loud|huge|quick|short|brief|proud|happy|sad|grumpy"
    r"|massive|giant|fat|hearty|warm|flat|friendly|very|easy|final"
    r"|emphatic|heartfelt|respectful|regretful)\s){0,2}"
)
# Verbs that come to voting: "I shall have to vote", "I have decided to vote".
TO_DO = (
    r"(?:(?:am|'m)\s(?:very |most |so )?(?:happy|glad|pleased|proud|delighted|honou?red|sorry"
    r"|ready)\sto\s)?"
    r"(?:(?:shall|will|'ll|'m|am)\s(?=(?:have|need|be|going|gonna|obliged|forced|compelled|bound"
    r"|here)\b))?"
    r"(?:'ll\s)?(?:(?:'d|should|would)\slike\sto\s|(?:am|'m|be)\s(?:obliged|forced|compelled"
    r"|bound|here)\sto\s"
    r"|(?:'ve|have)\sthe\s(?:honou?r|pleasure|privilege)\s(?:to|of)\s|(?:'ve"
    r"|have)\sno\schoice\sbut\sto\s"
    r"|shall\s(?=(?:\w+ly\s)?(?:vote|cast|abstain|say|go)\b)"
    r"|will\s(?=(?:\w+ly\s)?vote\s(?:(?:yes|no)\b"
    r"|(?:for|against)\s(?:it|this|that|the|\d)))"
    r"|can only\s|gotta\s|gonna\s|(?:have|'ve) got to\s|find (?:that )?i\s"
    r"|(?:have|'ve|need|feel|be|going|must|decided|prefer|chosen|want|wish|choose|chose|beg|do"
    r"|gladly|i|to|now|just|also|hereby|therefore|still|happily|reluctantly)\s){0,6}"
)
ME = (
    r"(?:i\s?(?=['\s])|i,\s(?:(?-i:[A-Z]|the\b|player\b|being\b)[^,.;:?!]{0,40},\s?){1,2}"
    r"|i\s(?:must|shall|will|can only),\s(?:with|after|for|in|to)\s[^,.;:?!]{2,30},\s"
    r"|(?:the\s)?undersigned\s|yours truly\s)"
)
PAPER = r"(?:votes?|ballot|voting|voice)"
SAYS = r"(?:answer|verdict|decision|choice|reply|response|conclusion)"
SIDE = r"(?:s|es)?(?:\s(?:column|side|camp|list|group|pile|box|vote)s?)?"
# What each is said in, and whether in words of voting.
STATES: tuple[tuple[re.Pattern[str], bool], ...] = tuple(
    (later(pattern, re.I), voted)
    for pattern, voted in (
        (
            rf"{ME}\s?{MANY}{TO_DO}{MANY}(?:votes?|am vot(?:e|ing)|'m vot(?:e|ing)|be voting"
            rf"|voting"
            rf"|(?:cast|casting|give|giving|put|lend)\s(?:my|a|this)\s{PAPER})\s"
            rf"(?:is\s|as\s|(?:with|by|in)\s(?:an?\s)?|an?\s|for\s(?={YES}\b|{NO}\b))?{MANY}{WAY}",
            True,
        ),
        # Without an "I": "voting against", "I cannot support it and therefore vote against it"
        (
            rf"(?:{ADVERB}{{0,2}}(?:am\s)?voting|(?:(?<=therefore )|(?<=hence )|(?<=thus ))votes?)"
            rf"\s{MANY}{WAY}",
            True,
        ),
        (
            rf"(?:my|our)\s{MANY}(?:{PAPER}|{SAYS})"
            rf"(?:\s(?:on|to|for|about)\s(?:(?:{THING}\s)?{NUMBER}|it|this"
            rf"|this one"
            rf"|(?:the|this|(?P<whose>(?-i:[A-Z])\w+'s))\s{THING}))?"
            rf"(?:\s?(?:is|'s|goes|stays|remains|shall be|will be"
            rf"|must be|has to be|can only be"
            r"|(?:is|was|to be|be) (?:hereby )?(?:cast|recorded|counted|registered|noted|given)|:"
            rf"|,|=))?\s{MANY}(?:(?:for|to|as|with|an?)\s(?=(?:an?\s)?(?:{YES}|{NO})\b))?{A}{WAY}",
            True,
        ),
        (
            r"(?:you\s(?:can|may)\s)?(?:(?:please|kindly|do)\s)?(?:put|count|mark|chalk|record"
            rf"|minute|register|list|note|log|enter|take|write|treat|consider|regard|accept)"
            rf"\s(?:me|my\s{PAPER}(?:\s(?:on|for)\s(?:{THING}\s)?{NUMBER})?|(?:this|it)"
            rf"(?:\s(?:letter|e?-?mail|message|reply"
            rf"|note))?(?=\sas\s))"
            rf"\s(?:down\s)?"
            rf"(?:(?:as|in for|in as|for|in|on|among(?: the(?= (?:ayes|noe?s|nays)\b))?|under"
            rf"|with|to be|into)\s(?=(?:the|an?|{YES}"
            rf"|{NO})\b"
            rf"|against"
            rf"|abst|for\b|in\b|being|voting|a\svote|my\svote))?{MANY}(?:(?:being|voting)\s)?"
            rf"(?:(?:an?|my)\svote\s|{A}(?!(?-i:for)\s(?!column|side|camp|list|group"
            rf"|pile|box))){WAY}{SIDE}",
            True,
        ),
        (
            rf"(?:(?:please|kindly)\s)?(?:{ME}\s?(?:(?:am|'m|hereby|now|want to|wish to|would like"
            r" to|'d like to|have to|must)\s){0,2})?(?:change|changing|switch|switching|move"
            r"|moving"
            r"|flip|flipping|turn|set|correct|alter|amend|revise)(?:\s(?:my|that|it|this|over))?"
            rf"(?:\s{PAPER})?(?:\son\s(?:{NUMBER}|it|this))?(?:\sfrom\s{A}(?:{YES}|{NO}|for"
            rf"|against))?\s(?:in)?to\s(?:be\s)?{A}{WAY}",
            True,
        ),
        (rf"(?:(?:please|kindly)\s)?make\s(?:that|it|this|mine|my\s{PAPER})\s{A}{WAY}", True),
        (
            rf"{ME}\s?(?:am|'m|(?:remain|stand|come down|come out|stay)(?!\sfor\b))\s{MANY}"
            rf"(?:down as\s)?{A}{WAY}",
            False,
        ),
        (
            rf"{ME}\s?{TO_DO}(?:say|saying|am saying|'m saying|go with"
            r"|go for|opt for|choose|pick|answer"
            rf"|(?:come|came) down on(?: the side of)?|end(?:ed)? up (?:with|on|at)"
            rf"|land(?:ed)? on|settled? on)\s{A}{WAY}",
            False,
        ),
        (
            rf"(?:it|that|this|mine)\s?(?:'s|s(?=\san?\s)|is|becomes|stays|remains|will be"
            rf"|shall be|would be"
            rf"|must be|has to be|will have to be"
            rf"|can only be|(?:'s|is) (?:gonna|going to) be)\s{MANY}"
            rf"(?:(?:an?\s)(?=[a-z ]{{0,20}}(?:{YES}|{NO})\b)|(?=(?:{YES}|{NO})(?=\s(?:from"
            rf"|for) me\b|[.!]*$))"
            rf"|(?-i:(?=FOR\b|AGAINST\b)))(?:{A}){WAY}(?:\s(?:from|for)\s(?:me|my side|here))?",
            False,
        ),
        (
            rf"(?:(?:def|deffo|defo|definitely|totally|obviously|clearly|absolutely|certainly"
            rf"|sure|big|easy)\s)?"
            rf"(?:{A})(?:(?P<pro>{YES}|(?-i:FOR))|(?P<con>{NO}|against))(?![\w'-])\s(?:from|for)"
            r"\s(?:me|us|my\s(?:side|end|part|corner|house|desk)|this\s(?:corner|side|end|player"
            r"|voter|house|quarter)|over here|here)(?!\w)",
            False,
        ),
        (
            r"(?:for my part|as for me|from my (?:side|end|part)|on my (?:side|part)"
            r"|(?:for|from) me)[\s,:]{1,3}"
            rf"(?:it is\s|it's\s|that's\s|that is\s|is\s)?{MANY}(?={A}(?:{YES}|{NO}"
            rf"|against)\b){A}{WAY}",
            False,
        ),
        (
            r"(?:(?:here|there) (?:it is|you go|you have it|goes|is my (?:vote|answer|ballot))"
            r"|(?:here's|here is) (?:my (?:vote|answer|ballot)|the short (?:version|answer))"
            r"|let me (?:put|say|make|keep) it (?:briefly|brief|short|simple|simply|plainly"
            r"|clearly)"
            r"|here's my (?:vote|answer|ballot)|(?:the|my) (?:one )?(?:word|vote|answer"
            r"|verdict)(?: is)?)"
            rf"\s?[:,–—-]{{1,2}}\s{A}{WAY}",
            True,
        ),
        # "After long thought I am unable to support this"
        (
            rf"{ME}\s?{MANY}(?:can(?:'t|not| not)|could(?:n't| not)|won't|will not|do not|don't"
            r"|(?:am|'m|feel|find myself) (?:not (?:able|willing|going|prepared)|unable"
            r"|unwilling) to"
            r"|refuse to|shall not|shan't|(?:will|can|could|would) never|(?:must"
            r"|have to) decline to)\s"
            rf"{MANY}(?:in good (?:conscience|faith) |possibly "
            rf"|bring myself to )?(?P<con>(?:support|accept|endorse"
            r"|back|approve(?: of)?|get behind|go along with|agree to|consent to|sign off on"
            r"|sign up to|say yes to)(?=\s(?:it|this"
            r"|that|the|your|\d)\b))",
            False,
        ),
        # "I give it my wholehearted support"
        (
            rf"(?:{ME}\s?{TO_DO}{MANY}|(?<=and )(?:also |hereby |gladly )?)(?:give|lend|offer)\s"
            rf"(?:it|this|(?:this|the|your)\s{THING}|{NUMBER})\smy\s(?:\w+\s)?"
            r"(?P<pro>support|vote|backing|blessing|approval|yes)",
            True,
        ),
        # "I am pleased to confirm my support", "I must withhold my assent"
        (
            rf"{ME}\s?{TO_DO}{MANY}(?:(?:am|'m)\s(?:happy|glad|pleased|proud|delighted"
            rf"|sorry)\sto\s)?(?:must\s)?"
            r"(?:(?:confirm|express|declare|announce|state|pledge"
            r"|offer|register|record|note)\smy\s(?:\w+\s)?(?:(?P<pro>support|approval"
            r"|assent|consent)|(?P<con>opposition|objection|disapproval|rejection))"
            r")",
            True,
        ),
        (
            rf"{ME}\s?{TO_DO}{MANY}(?:must\s)?(?:withhold|refuse|deny)\s(?:it\s)?(?:my|our)\s"
            r"(?P<con>support|assent|consent|approval)",
            True,
        ),
        (
            r"(?:(?:please|kindly)\s)?(?:record|register|note|count|add|log"
            r"|enter)\smy\s(?:\w+\s)?(?:(?P<pro>support|approval"
            r"|assent|consent|endorsement)|(?P<con>opposition|objection|disapproval|rejection"
            r"|dissent))",
            True,
        ),
        # "record a vote against", "Make my no a yes", "the answer must be no"
        (
            rf"(?:(?:please|kindly)\s)?(?:record|register|count|note|enter|log"
            rf"|add)\s(?:down\s)?(?:an?|one|my)(?:\smore)?"
            rf"\svote\s(?:of\s)?{A}{WAY}",
            True,
        ),
        (
            rf"(?:please\s)?(?:make|turn|change)\smy\s(?:{YES}|{NO}"
            rf"|vote)\s(?:in)?(?:to\s)?an?\s{WAY}",
            True,
        ),
        (
            rf"the\s(?:answer|verdict)(?:'s|\s(?:is|must be|has to be|can only be|will have to be"
            rf"|remains))\s{MANY}"
            rf"{A}(?:(?P<pro>{YES})|(?P<con>{NO}))(?![\w'-]|,\s(?:i|we|he|she|they)\b)",
            False,
        ),
        (rf"(?:i\svote:?|vote:?(?=\s\w+\W*$))\s{MANY}{WAY}", True),
        (
            rf"{ME}\s?{TO_DO}(?:shall\s)?{MANY}(?:(?:am"
            rf"|'m)\s)?{MANY}(?P<none>abstain(?:ing)?)(?!\w)",
            True,
        ),
        (
            rf"{ME}\s?{TO_DO}{MANY}(?:give|lend)\smy\s{PAPER}\sto\s(?P<pro>(?=this\b|the\b|your\b"
            rf"|it\b|\d))",
            True,
        ),
        (
            rf"(?:(?:please|kindly)\s)?replace\s(?:it|that|this|my\s(?:{PAPER}|{YES}|{NO}))"
            rf"\s(?:with|by)\s{A}{WAY}",
            True,
        ),
        (
            r"(?:gotta|gonna|going to|got to|have to|must|will have to|going to have to"
            r"|can only)\s(?:say|vote"
            r"|go with|go)"
            rf"\s{A}{WAY}",
            True,
        ),
        (
            rf"(?:{ME}\s?{TO_DO})?(?:record|register|enter|note|cast)\s(?:an?"
            rf"|my)\s(?P<none>abstention)",
            True,
        ),
        # "Still for it", "definitely against this"
        (
            r"(?:still|all|totally|definitely|firmly|strongly|very much|absolutely|completely"
            r"|fully|dead"
            r"|strictly|clearly|decidedly|100 ?%)\s(?:(?P<pro>for|in favou?r of)"
            r"|(?P<con>against))\s"
            rf"(?=it\b|this\b|that\b|{NUMBER}|the\s{THING})",
            False,
        ),
        # "Switching to FOR"
        (
            rf"(?:switching|changing|moving|going over)(?:\s(?:my\s{PAPER}"
            rf"|it))?(?:\sover)?\s(?:in)?to\s{A}{WAY}",
            True,
        ),
        (
            rf"(?:you|this|that|it|this one|(?-i:[A-Z])\w+|{NUMBER}|(?:the|this|that"
            rf"|your)\s{THING})\s"
            r"(?:won't|will not|'ll not|do not|don't|does not|doesn't|cannot|can't|is not|isn't"
            r"|are not"
            r"|aren't)\s(?:be\s)?(?:get|getting|have|having|got|earn|win|count on|going to get)\s"
            r"(?P<con>my\s(?:vote|yes|support|backing|blessing|approval|consent))(?!\w)",
            True,
        ),
        # "only this: yes to 301", "but no to this one"
        (
            rf"(?:^|(?<=but )|(?<=so )|(?<=this: )|(?<=though: ))(?:a\s(?:big\s|firm\s)?)?"
            rf"(?:(?P<pro>{YES}|(?-i:FOR))|(?P<con>{NO}|against))"
            rf"\s(?=(?:(?:to|on|for)\s)?#?\d{{3,6}}\b|(?:to|on|for)\s(?:it|this|that"
            rf"|the\s{THING})(?![\w'-]))",
            False,
        ),
        # "I've come down against"
        (rf"{ME}\s?(?:'ve\s|have\s)?(?:come|came)\sdown\s{WAY}", False),
        # "I'm voting this one down", "vote it through"
        (
            rf"(?:{ME}\s?{MANY}{TO_DO}{MANY})?(?:votes?|voting|am voting|'m voting)\s(?:it|this"
            rf"(?:\sone)?|that|{NUMBER}|(?:the|this|that)\s{THING})"
            r"\s(?:(?P<pro>in|through|up)|(?P<con>down|out))(?!\w)",
            True,
        ),
        (r"(?:you\scan\s)?(?P<pro>count\sme\sin)(?!\sfav)", False),
        (r"you\scan\scount\s(?P<pro>on\sme)(?=\s(?:for|on|with)\s(?:this|it|that)\b)", False),
        # "I find for the proposal"
        (
            rf"{ME}\s?{MANY}find\s(?:(?P<pro>for|in favou?r of)|(?P<con>against))"
            rf"(?=\s(?:the\s(?:proposal|motion|amendment)|\d{{3,6}})\b)",
            False,
        ),
        # "Count one more yes, from Helsinki", "My yes to this one"
        (
            rf"(?:please\s)?(?:count|add|record|note)\s(?:one\smore|another|an?|my)\s"
            rf"(?:(?P<pro>{YES})|(?P<con>{NO}))(?=[\s.!]*$|,?\sfrom\s|\s(?:to|on|for)\s)",
            True,
        ),
        (
            rf"my\s(?:(?P<pro>{YES})|(?P<con>{NO}))\s(?=(?:to|for|on)\s(?:this|it|that"
            rf"|the\s{THING}|\d{{3,6}})\b)",
            True,
        ),
        # "Put a tick by yes"
        (
            rf"(?:please\s)?put\s(?:an?|my)\s(?:tick|cross|mark|check|x)\s(?:by|next to|beside"
            rf"|at|in"
            rf"|under|for)\s(?:the\s)?(?:(?P<pro>{YES})|(?P<con>{NO}))(?![\w'-])",
            True,
        ),
        # "Short break: 301 yes"
        (rf"{NUMBER}[,:]?\s(?:(?P<pro>{YES})|(?P<con>{NO}|against))(?=[\s.!]*$)", True),
        # "Having no objection, I assent"
        (rf"{ME}\s?{MANY}(?:(?P<pro>assent|consent|concur)|(?P<con>dissent))(?=[\s.!]*$)", False),
        # "Big yes from your old aunt"
        (
            rf"{A}(?:(?P<pro>{YES})|(?P<con>{NO}))\sfrom\s(?:your"
            rf"|this)\s(?:\w+\s)?[a-z]+(?=[\s.!]*$)",
            False,
        ),
        # "Lovely. Hard no."
        (
            r"(?:an?\s)?(?:big|hard|firm|strong|clear|definite|resounding|emphatic|reluctant)\s"
            rf"(?:(?P<pro>{YES})|(?P<con>{NO}))(?=[\s.!]*$)",
            False,
        ),
        # "between shifts - for 301 please"
        (
            r"(?:(?P<pro>for)|(?P<con>against))\s(?=#?\d{3,6},?\s(?:please|pls|thanks|thx)\b)",
            False,
        ),
        # "I give it the nod"
        (
            rf"{ME}\s?{TO_DO}{MANY}(?:give|giving)\s(?:it|this|this\sone|that|{NUMBER})\s(?:the"
            r"|my|a)\s(?:(?P<pro>nod|green light|thumbs up|go-ahead|ok(?:ay)?|blessing)"
            r"|(?P<con>thumbs down|red light))(?!\w)",
            False,
        ),
        # "I like it and vote for it"
        (rf"{ME}\s?(?:\w+\s){{1,7}}and\s(?:so\s|therefore\s)?vote\s(?:with\s)?{MANY}{WAY}", True),
        (
            rf"{ME}\s?(?:will|shall|must|have to|am going to|'m going to)\s{MANY}"
            r"(?:(?P<pro>support|back|endorse|approve)|(?P<con>oppose|reject))\s"
            rf"(?=(?:(?:the|this|that)\s{THING}|\d{{3,6}}|it|this|that)(?!\w))",
            False,
        ),
        (
            rf"(?<=hence )my\s{A}(?:(?P<pro>{YES})|(?P<con>{NO}))(?=[\s.!]*$)",
            False,
        ),
        # "I agree 301", "I disagree with the proposal"
        (
            rf"{ME}\s?{MANY}(?:(?P<pro>agree)|(?P<con>disagree))\s(?=(?:(?:with|to|on)\s)?"
            r"(?:(?:the|this)\s)?(?:proposal|motion|amendment|\d{3,6})(?!\w))",
            False,
        ),
        # "I have reviewed it and can confirm my approval"
        (
            r"(?<=and )(?:(?:can|hereby|gladly|happily|shall|will|am (?:happy|glad|pleased) to)\s)"
            r"(?:confirm|express|declare|give|register)\smy\s(?:full\s)?"
            r"(?:(?P<pro>support|approval|assent|consent|agreement)|(?P<con>opposition|objection))",
            True,
        ),
        (
            rf"{ME}\s?{TO_DO}{MANY}(?:give|lend)\s(?:(?:you|it)\s)?my\s(?:full\s|whole\s)?"
            r"(?P<pro>agreement|assent|consent|approval|support)\s(?=(?:to|for)\s)",
            True,
        ),
        (
            rf"{ME}\s?{TO_DO}{MANY}(?:give|cast|put)\s(?:an?\s)?(?:(?P<pro>{YES})|(?P<con>{NO}))"
            rf"\s{PAPER}",
            True,
        ),
        (rf"{ME}\s?am\s{MANY}(?P<con>contrary|opposed|unfavou?rable)\s(?=to\s)", False),
        # "I have a conflict of interest and therefore abstain", "too tired, so abstain"
        (r"(?:(?:therefore|so|hence|thus)\s)?(?P<none>abstain)(?=[\s.!]*$)", True),
        (r"(?:(?P<pro>for|aye)|(?P<con>against|nay))\s(?:it is|it shall be|it will be)", False),
    )
)
GIVEN = later(
    rf"(?:(?:(?:{THING}\s)?{NUMBER}"
    rf"|(?:this|that|the|your|(?P<whose>his|her|their|[a-z]+'s))(?:\s{CALLED}){{0,2}}\s{THING}"
    r"|it|this|that|(?P<both>both(?: of (?:them|these)| proposals)?)|you(?: all)?|y'all)"
    r"(?:,?\s(?:on the other hand|however|though|in turn|by contrast),?)?"
    r"(?:\s|(?='ve))(?:both\s)?(?:has|have|got|gets?|'ve got|have got|has got|can have"
    r"|(?:can|may)\s(?:count|rely)\s(?:up)?on)\s(?:both\s)?"
    r"(?:my|an?(?=\s(?:yes|no|aye|nay)\sfrom\sme\b))\s(?:full |whole |wholehearted |warm "
    r"|strong |unreserved )?"
    r"(?P<mine>vote|yes|aye|no|nay|support|backing|approval|blessing|thumbs up|thumbs down)(?!\w)"
    r"|(?<![\w,] )(?:gets?|got|has)\s(?:both\s)?my\s(?P<gets>vote|yes|aye|no|nay|support|backing))"
    r"(?:\s(?:for|on|with|in)\s(?:#?(?P<on_number>\d{3,6})|this\sone|that\sone|this|it|that"
    r"|(?P<on_both>both))(?!\w))?"
    r"(?:,?\s(?-i:[A-Z])[a-z]{1,15}(?=\s?(?:$|[,.!;])))?",
    re.I,
)
