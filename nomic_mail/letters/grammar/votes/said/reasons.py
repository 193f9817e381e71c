"""What may stand behind a yes or a no and leaves it a vote: a courtesy, a judgement of the
proposal, a reason.

1. "Yes" and "no" begin talk as often as votes, so what follows must be of the proposal: nothing is
   a reason because it is not known to be talk.
2. A reason of the writer's own life is none ("No, I was asleep"), nor is praise that says its
   contrary.
"""

import re

from nomic_mail.game.commands import Choice
from nomic_mail.patterns import later

MOST_WORDS = 24
COURTESY = later(
    r"^[\W_]*(?:(?:please|pls|gracias|grazie|danke(?: schön)?|merci|bitte|por favor|obrigad[oa]"
    r"|(?:thanks?|thx|thank you|cheers|sorry),? (?-i:[A-Z])[a-z]+|thanks?|thx|thank you|cheers"
    r"|sorry|sadly|alas|unfortunately|gladly|happily"
    r"|absolutely|definitely|certainly|indeed|of course|really|again|finally|at last|anyway|sir"
    r"|ma'am|very much|so much|a lot|all(?: of you)?|everyone|everybody|folks|friends|guys|from me"
    r"|to it|to this"
    r"|to that|for me|after all|do|dear moderator|moderator|all the way|without (?:hesitation|doubt"
    r"|reservations?|amendments?|changes?|conditions?|qualification|qualms|delay|comment|regret)"
    r"|(?:from |and )(?:me and )?(?:my|the|our) \w+(?: and (?:my|the) \w+)?|from (?:(?:all|both"
    r"|each) (?:of )?)?us(?: all)?(?: here)?"
    r"|too|also|as well|with (?:pleasure|joy|regrets?|all my heart)|and (?:that's"
    r"|that is) (?:final|it|all)"
    r"|(?:that's|that is|this is|is) my (?:vote|answer|ballot|choice)|i vote (?:yes|no|for it"
    r"|against it)"
    r"|in my (?:view|opinion|book)|imho|imo|let's (?:do (?:it|this)|try (?:it|this)|go)|ship it"
    r"|go for it|why not|no (?:more )?(?:changes?|objections?|doubts?|problems?|comments?|worries"
    r"|reservations?"
    r"|hard feelings|questions?|regrets?|complaints?|hesitation|thanks)(?: needed| from me| here)?"
    r"|to (?:the |this |that |your )?(?:proposal|motion|idea|change|amendment|rule)|not this time"
    r"|as (?:before|ever|last time)|sirree|with all my heart|from my side|from our side|indeed"
    r"|let's try it|it's about time|count me in|all in|hooray|yay|great|good|nice|fine|cool"
    r"|with (?:a |some )?(?:heavy heart|hesitation|great pleasure)"
    r"|(?:and )?(?:a )?(?:very )?(?:happy|merry) (?:easter|christmas|new year|xmas|holidays?"
    r"|weekend|birthday)(?: to (?:you|everyone|everybody|all)(?: all)?)?"
    r"|(?:i )?hope (?:you(?:'re| are)|everyone is|everybody is|all is"
    r"|this finds you)(?: all)? (?:well"
    r"|fine|good|ok(?:ay)?)(?: there)?)\b[\W_]*){1,4}$",
    re.I,
)
BECAUSE = later(
    r"^[\W_]*(?:and |but |simply |just |mainly |mostly |precisely |only |purely "
    r"|partly )?(?:because|since|due to|given|as"
    r" (?:it|this|that|the|we|301)\b|for the (?:simple )?reason|so that|in order|to (?:make|keep"
    r"|avoid|stop|give"
    r"|let|help|prevent|save|speed|protect|have|see|get)|otherwise|or else|if only because"
    r"|although|even (?:though|if)|no matter"
    r"|though|despite|in spite)\b",
    re.I,
)
# The thing itself, as people call it.
GAME = (
    r"(?:proposals?|propositions?|motions?|amendments?|ideas?|changes?|rules?|texts?|wordings?"
    r"|versions?|drafts?|titles?"
    r"|thresholds?|quorums?|majorit(?:y|ies)|unanimity|thirds|half|scores?|scoring|points?"
    r"|penalt(?:y|ies)|dice|throws?"
    r"|games?|votes?|voting|voters?|turns?|limits?|paragraphs?|clauses?|sentences?|wins?|winning"
    r"|rewards?|loopholes?|players?|newcomers?|judges?|moderators?|laws?|nomic)"
)
IT = (
    r"(?:(?:it|this|that|these|those|they|there|this one|that one|which)(?=\s(?:is|are|isn't"
    r"|aren't|would|wouldn't|will|won't"
    r"|can|can't|cannot|could|might|may|should|shouldn't|makes?|seems?|looks?|sounds?|feels?"
    r"|reads?|gives?|takes?|adds?"
    r"|helps?|hurts?|harms?|breaks?|ruins?|kills?|spoils?|costs?|lets?|leaves?|opens?|leads?|goes"
    r"|needs?|deserves?|does|doesn't"
    r"|do|don't|has|have|just|only|simply|really|clearly|also|still|solves?|fixes|improves?"
    r"|contradicts?|conflicts?"
    r"|favou?rs?|rewards?|punish(?:es)?|works?)\b|'s\b|'ll\b|'d\b|'re\b)"
    rf"|(?:(?:the|this|that|your|his|her|their|such an?|an?|any|every|each|some|our"
    rf"|\w{{1,20}}'s) )?(?:[\w-]{{1,20}} ){{0,2}}{GAME}\b"
    r"|(?:proposal |rule )?#?\d{3,6})"
)
GOOD = (
    r"(?:good|great|nice|fine|cool|fun|fair(?:er)?|clear(?:er)?|simpl\w+|clean\w*|sound|sensible"
    r"|reasonable|useful|helpful"
    r"|needed|necessary|overdue|wise|clever|smart|elegant|brilliant|excellent|perfect|lovely"
    r"|better|best|improve\w*|right"
    r"|interesting|harmless|balanced|worth\w*|well|easy|easier|convinc\w+|happy|time|harm|sense"
    r"|merit|missing|sweet|tidy|neat|crisp|gem|winner|masterpiece|relief|upgrade|sane|humane)"
)
BAD = (
    r"(?:bad|worse|worst|silly|stupid|terrible|awful|horrible|ugly|dull|boring|unfair|unclear"
    r"|vague|confusing|complicated"
    r"|complex|difficult|hard|harsh\w*|strict|weak|strong|strange|odd|risky|dangerous|harmful"
    r"|pointless|useless|unnecessary"
    r"|needless|nonsense|mess\w*|mistake|wrong|broken|break\w*|ruin\w*|destroy\w*|kill\w*"
    r"|spoil\w*|hurt\w*|harm\w*|cost\w*"
    r"|premature|early|expensive|cheap\w*|contradict\w*|conflict\w*|clash\w*|violat\w*|abus\w*"
    r"|exploit\w*|loopholes?|madness|insan\w+|lunacy|folly|rubbish|garbage|chaos|crazy|nuts"
    r"|absurd|ridiculous|overkill"
    r"|disaster|nightmare|traps?|hopeless|annoying|tedious)"
)
VALUE = later(
    rf"\b(?:{GOOD}|{BAD}|steps?|love|like|works?|favou?rs?|helps?|makes?|gives?|adds?|lets?"
    rf"|keeps?|takes?|removes?|changes?"
    r"|slow\w*|fast\w*|quick\w*|long\w*|short\w*|high\w*|low\w*|many|much|more|less|few\w*"
    r"|need\w*|want|power\w*|leads?"
    r"|would|will|should|opens?|goes|solves?|fix(?:es)?|enough|protects?|never|deserves?|rewards?"
    r"|punish\w*)\b",
    re.I,
)
OF_IT = later(
    rf"^[\W_]*(?:and |but |for |with |as |i (?:think|find|believe|feel|fear|say|guess|see"
    rf"|hope)(?: that)? )?{IT}",
    re.I,
)
# "too complicated", "a fine idea", "much better than 203", "not convinced"
DEGREE = (
    r"(?:(?:far|overly|much|way|just|simply|still|too|very|so|quite|rather|more|less|long|well"
    r"|a (?:lot|bit|little|touch|tad)|most|kind of|\w{2,15}ly"
    r"|not|such|what|an?|the|all)\s)"
)
SMALL_TALK = (
    r"(?:minds?|news|luck|mornings?|evenings?|days?|nights?|questions?|points?|grief|heavens?|times"
    r"|memor\w+|trip|weather|weekend|party|photos?|people|guys?|lads?|question)\b"
)
BARE = later(
    rf"^[\W_]*(?:{DEGREE}{{0,4}}(?:{GOOD}|{BAD})\b(?! to (?:see|hear|meet|know)"
    rf"| {SMALL_TALK})(?:.{{0,60}})"
    r"|(?:looks?|sounds?|seems?|reads?|feels?|makes?)\b(?! like (?!fun)\w+\W*$).{0,60}"
    rf"|{DEGREE}{{1,4}}(?:\w{{1,20}} ){{0,2}}{GAME}\b.{{0,40}}"
    rf"|(?!at work)"
    rf"{DEGREE}{{0,3}}(?:\w{{1,20}} ){{0,2}}(?:work|job|proposal|rule|text|thinking|move"
    rf"|thought|step)\b.{{0,40}})$",
    re.I,
)
ATTITUDE = later(
    r"^[\W_]*(?:and |but |as |since )?i(?: do| really| quite| fully| totally| just| rather"
    r"| still| also|'m| am)* ?(?:"
    rf"(?:like|love|prefer|hate|dislike|want|enjoy|trust|fear|support|approve|accept|welcome"
    rf"|agree with|disagree with|(?:don't|do not) fancy"
    rf"|see|(?:don't|do not) agree (?:with|to)|don't (?:like|love|want|trust|think|believe|see)"
    rf"|do not (?:like|love|want|trust"
    rf"|think|believe|see))\b.{{0,30}}?"
    rf"\b(?:it|this|them|{GAME}|{GOOD}|{BAD}|\d{{3,6}})\b"
    r"|agree(?=\W*$)|disagree(?=\W*$)|oppose|disapprove|approve(?=\W*$)|support (?:it|this)"
    r"|in favou?r|against (?:it|this)"
    r"|for (?:it|this)|(?:can't|cannot|can not|don't|do not) see (?:any|a|much|the) (?:real "
    r"|serious )?"
    r"(?:harm|problem|issue|downside|objection|reason not|trouble|danger|point|use|need"
    r"|benefit)\b.{0,30}"
    r"|can see (?:\w+ ){1,4}(?:harm|trouble|danger)\b.{0,30}|(?:not |un)convinced"
    r"|not (?:so )?(?:sold|happy|keen)|see no)",
    re.I,
)
WE = later(
    rf"^[\W_]*(?:and |but )?we (?:need|should|must|have to|have|can|could|all|do|don't|want"
    rf"|would|will)\b(?! (?:talk|discuss|meet|wait|ask|see|speak)\b).{{0,40}}"
    rf"\b(?:it|this|that(?=\W*$)|{GAME}|\d{{3,6}})\b",
    re.I,
)
# Of the writer's life and of this letter, or of what somebody else has said.
I_DO = (
    r"i(?:'m| am| was|'ve| have| had| will|'ll| got| get| saw| see(?! no| the)| read| know"
    r"| knew| remember| can"
    r"| could| did(?:n't)?| sent| wrote| asked| said| forgot| lost| found| went| go| came| live"
    r"| work)"
    r"(?! (?:sorry|afraid|not (?:sure|convinced|happy)|for it|against it|in favou?r"
    r"|no (?:good )?reason|the point"
    r"|happy with|fine with|convinced))"
)
EVERYDAY = (
    r"raining|snowing|weather|dog|cat|kids?|child\w*|wife"
    r"|husband|mother|father"
    r"|office|phone|dinner|lunch|tea|coffee|weekend|holidays?|vacation|sleep\w*|asleep|hospital"
    r"|train|bus|letters?"
    r"|e?-?mails?|ballot|server|link|attachment|inbox|spam|resend|deadline|question|meeting"
    r"|tomorrow|today|tonight|yesterday|monday|tuesday"
    r"|wednesday|thursday|friday|saturday|sunday|week|still here|busy|late|ready"
    r"|agree with (?!(?:it|this|the"
    r" (?:proposal|motion|idea|change|rule|text))\b)|you(?:'re| are| were| can| could| did"
    r"|r turn)|he(?:'s| is)"
    r"|she(?:'s| is)|same|likewise|ditto|when i|after a|party|film|movie|garden|photo|book|house"
    r"|flat|car|bike|shop|song|password|printer"
    r"|address|tickets?|meet in|see you|(?:like|love|hate|enjoy) it (?:here|there|in|at)"
)
LONGED = later(
    r"^[\W_]*(?:i|we)(?:'ve| have)(?: all)? (?:always |long |so )?(?:wanted|waited for"
    r"|been (?:waiting"
    r"|hoping|longing|asking) for|hoped for|needed) (?:it|this|that)(?: (?:for )?(?:ages|years"
    r"|weeks|months|long|so long|forever|all along|since \w+))?[\s.!]*$",
    re.I,
)
KEEPS = later(
    r"^[\W_]*(?:i|we) (?:really |quite |rather )?(?:like|love|prefer|enjoy) (?:it|things|them"
    r"|the (?:rule"
    r"|game|old (?:rule|text))|what we have)(?:,)? (?:just )?(?:as|the way|how) (?:it|they"
    r"|things)(?: is"
    r"| are|'s|'re)(?: now)?[\s.!]*$",
    re.I,
)
OWN_LIFE = later(rf"\b(?:{I_DO}|{EVERYDAY})\b", re.I)
LIFE = later(rf"\b(?:{EVERYDAY})\b", re.I)
SAME: dict[Choice, re.Pattern[str]] = {
    "for": later(
        r"^\W*(?:(?:and |so )?(?:for|yes|aye|in favou?r|i(?:'m| am) (?:for"
        r"|in favou?r))\b\W*){1,3}$",
        re.I,
    ),
    "against": later(
        r"^\W*(?:(?:and |so )?(?:against|no|nay|i(?:'m| am) against)\b\W*){1,3}$", re.I
    ),
}
SOUR = later(
    r"(?:…|\.{3,})\W*$|\b(?:what could\b|(?:just|exactly|precisely) what (?:we|this|the|everybody"
    r"|i)\b|who needs\b|because who\b|so well\b"
    r"|worked (?:out |so |oh so |really |wonders)|everybody loves\b|last time\b"
    r"|obviously\b|genius\b|surely\b"
    r"|just (?:brilliant|great|wonderful|perfect|lovely|fantastic|peachy|what)\b"
    r"|let(?:'?s| us) (?!(?:do|try|have|adopt|pass|see|make (?:it|this)|get (?:it|this|on)|keep"
    r"|move|vote|hope|give (?:it|this)|not|play|test|use|roll|start|call|be|go(?: for it"
    r"| ahead)?\W*$)\b)"
    r"|while we'?re at it\b[^.?!]*\b(?:let|why not)"
    r"|what this game needs\b|can(?:'t|not) wait\b"
    r"|that(?:'ll| will| should| ought to| is going to|'s going to)\b.{0,15}\b(?:end|go|work"
    r"|turn|help)\b"
    r"|end well\b|because\b.{0,40}\b(?:even more|nothing says|we all (?:love|know)|clearly"
    r"|famous(?:ly)?|notorious(?:ly)?|don't have enough"
    r"|doesn't have enough)\b"
    r"|why (?:would|on earth|should)\b|in no way\b|as if\b|right\?)",
    re.I,
)
# "because punishing people always makes them nicer"
MOCKS = later(
    r"\bbecause\b.{0,60}\b(?:always (?:makes?|made|helps?|helped|works?|worked"
    r"|ends?|ended|goes|went|fixe?[sd]|solve[sd]|improve[sd]?|leads?)|never (?:fails?|hurts?"
    r"|goes wrong|ends badly)|everyone (?:loves"
    r"|knows)|everybody (?:loves|knows)|nobody ever|famously|notoriously)\b",
    re.I,
)
SHOUTED = later(
    r"(?<![\w-])(?!(?:FOR|AGAINST|YES|NO|AYE|NAY|ABSTAIN|OK|LOL|IMO|IMHO|LGTM|PS|FYI|I"
    r"|A)\b)[A-Z]{2,}(?![\w-])"
)


# "That's right": of what somebody has said.
OF_SAID = later(
    r"^\W*(?:that|it|this|you)(?:'s|'re| is| are)(?: not| all| quite| absolutely)? (?:right"
    r"|correct|true|wrong"
    r"|false|so|it|all|fine|ok(?:ay)?|alright|me|him|her|us|what)\b(?:\W*$|\W+(?:i|you|he|she|we"
    r"|bob)\b)",
    re.I,
)
# "Yes, the dice arrived", "No, the draft is on my desk": what became of a thing judges nothing
HAPPENED = later(
    r"^[\W_]*(?:and |but |as )?(?:(?:the|my|your|our|his|her|their|both|all|these|those|two|new)\s)"
    rf"{{1,3}}(?:[\w-]{{1,20}} ){{0,2}}{GAME}(?:'s|'ve|'re|'d)?"
    r"(?: (?:is|are|was|were|has|have|had|been|got|just|all|now|already|finally|still|even))*"
    r" (?:arriv\w*|came|come|fell|fall(?:en|s)?|landed|vanish\w*|disappear\w*|turned up|showed up"
    r"|got (?:here|there|lost|stuck|wet)|broke(?:n)?|rolled|deliver\w*|posted|mailed|sent|found"
    r"|lost"
    r"|stolen|eaten|bought|packed|wrapped|unpacked|printed|thrown|here|there|gone|home|back|late"
    r"|over"
    r"|on (?:its|their|the) way|(?:in|on|under|behind|beside|inside|at|by) (?:my|your|his|her|our"
    r"|their|the (?:post|mail|bag|box|car|bus|table|floor|sofa|drawer|kitchen|house|van|office"
    r"|shelf"
    r"|desk|garden|cellar)))\b(?!\s(?:the top|too|enough))",
    re.I,
)
TURNED = later(
    r"\b(?:not|n't|no|never|less|too|but|better|old|was|203|than|nothing|hardly|enough|worse"
    r"|would|could|should"
    r"|out|away|takes?|without|removes?|closes?|closing|ends?|ending|stops?|fixes|fix|solves?"
    r"|plugs?|prevents?|avoids?"
    r"|cures?|rid|fewer|against|instead|rather)\b|n't\b",
    re.I,
)
NEGATES = later(
    r"\b(?:not|no|never|less|but|old|than|nothing|hardly|enough|away|without|removes?|closes?"
    r"|closing|ends?|ending"
    r"|stops?|fixes|fix|solves?|plugs?|prevents?|avoids?|cures?|rid|fewer|against|instead|rather"
    r"|out|takes?)\b|n't\b",
    re.I,
)
PRAISES = later(rf"\b(?:{GOOD}|like|love|enjoy|agree|support|approve|hooray|yay)\b", re.I)
BLAMES = later(rf"\b(?:{BAD}|hate|dislike|disagree|oppose|disapprove)\b", re.I)


# "it is unfair", but not "it is a long story": of what is judged nothing else is named.
PRONOUN = later(
    r"^[\W_]*(?:and |but |for |with |as |i (?:think|find|believe|feel|fear|say|guess|see"
    r"|hope)(?: that)? )?"
    r"(?:it|this|that|these|those|they|there|which)(?: one)?\b(?=['\s])",
    re.I,
)
# "it's my turn", "it is Tom's rule", "it's in rule 105": said of whose, or where, and of no worth
WHOSE = later(
    rf"^(?:['’]s| is| was)(?: (?:still|now|also|only|not))? "
    rf"(?:(?:my|your|our|his|her|their|mine|yours|(?-i:[A-Z])[\w-]*['’]s)\b"
    rf"(?! (?:\w+ )?(?:favou?rite|{GOOD}|{BAD}))|(?:in |on |under )?rule \d)",
    re.I,
)
# "301 changes rule 105": what it does, and no reason
OF_RULE = later(
    r"^\W*(?:it|this|that|#?\d{3,6})(?: (?:only|also|just|still))? (?:changes?|amends?|repeals?"
    r"|replaces?|is (?:about|on)|deals with|touches|affects)(?: only)?(?: the)? rules? \d{3}\W*$",
    re.I,
)
IN_GAME = later(rf"\b(?:{GAME}|\d{{3,6}})\b", re.I)
SAYS_VALUE = later(
    rf"^(?:\W{{1,3}}\w{{1,20}}){{0,5}}?\W{{1,3}}(?:(?:{GOOD}|{BAD}|too \w{{1,20}}|enough|short"
    rf"|long)"
    r"(?=\W*$|\W{1,3}(?:idea|one|step|way|move|work|for|to me|to us|in|on|as|and|but|enough|now"
    r"|than|change|things|all|anyway)\b)|(?:works|makes sense|needs (?:more )?work|goes too far"
    r"|never work)\b)",
    re.I,
)


# A sentence that tells something, as answers do: not a greeting, not a wish.
TELLS = later(
    r"^\W*(?:i|i'm|i've|i'll|i'd|we|we're|we've|he|he's|she|she's|they|they're|it|it's|that"
    r"|that's|this"
    r"|there|there's|but|so far|the|my|our|your|you|you're|his|her|their|nobody|somebody"
    r"|everybody|[A-Z][a-z]+"
    r" (?:is|was|has|did|said|told|will|can|does))\b",
    re.I,
)


# "Please forgive the delay", whatever the delay came of.
APOLOGY = later(
    r"^\W*(?:and |but )?(?:please )?(?:forgive|excuse|pardon|sorry (?:for|about|to|it|that)"
    r"|apologi[sz]e|(?:my )?apologies)\b[^.?!]{0,30}\b(?:late(?:ness)?|delay|brevity|short"
    r"|silence|typos?|wait(?:ing)?|spelling|tardy|slow)\b(?![^?]*\b(?:if|unless)\b)",
    re.I,
)
# "Sorry if that's not the right word for it"
MISWRITTEN = later(
    r"^\W*(?:i'm |so |very |and )?sorry if (?:this|that|it)\b[^.?!,]{1,20}\b(?:right|correct|proper"
    r"|wrong|usual) (?:word|way|place|form|format|address|button|thread|box|procedure)s?\b"
    r"[^,;?]{0,20}$",
    re.I,
)
# What a rule does and everyday things hardly do, with what it does it to.
ACTS = later(
    r"^[\W_]*(?:and |but |as )?(?:(?:it|this|that|such \w+) )?(?:also |only |just |simply "
    r"|merely |clearly |again )?"
    r"(?:punish|reward|encourag|discourag|invit|favou?r|benefit|disadvantag|burden|complicat"
    r"|simplif(?:y|i)|shift|trim"
    r"|balanc|unbalanc|even|spar|curb|widen|narrow|restrict|forbid|permit|enabl|disabl|strengthen"
    r"|weaken|undermin"
    r"|concentrat|spread|distribut|shar|centrali[sz]|entrench|restor|clarif(?:y|i)|muddl|obscur"
    r"|duplicat|supersed|overrul|nullif(?:y|i)|swallow|devour|gag|silenc|bully|bulli|corrupt|exclud"
    r"|tax|fin|deter|tempt"
    r"|provok|prolong|shorten|lengthen|accelerat|stall|block|clos|plug|patch|tighten|loosen|lack"
    r"|overlook"
    r"|assum|presuppos|risk|threaten|protect|safeguard|preserv|abolish|guarantee|ensur|reduc"
    r"|increas|doubl|halv|multipl(?:y|i)"
    r"|beg|hand|giv|fuel|crush|cement|kill|honou?r|dilut|inflat|devalu)(?:e"
    r"|y)?(?:s|es)\b"
    r" (?!(?:me|my|him|her|at|on|in|to|by|from|with|early|late|well|badly|again|for|about|when"
    r"|if)\b)"
    r"[\w'-]+.{0,60}$",
    re.I,
)
# An adjective by its ending, whole: "toothless", "it's lopsided", "witty and workable".
KINDS_OF = (
    r"(?:(?!(?:avail|poss|deliciou|curiou|seriou|nervou|enviou|jealou|grate|care|thank|rest|home"
    r"|breath|speech|respons"
    r"|sleep|hope|unavail|imposs|regard|neverthe|nonethe|un(?:do|s[eu]|ti"
    r"|l)))[^\W_][\w-]{2,24}(?:less"
    r"|able|ible|ous|ful(?!l)|sided"
    r"|some(?<!awesome)|worthy|handed|minded|ative)"
    r"|tidy|untidy|witty|crisp|neat|refreshing|promising|cosmetic|inspired|clumsy|fussy|fiddly"
    r"|sneaky|greedy|half-?baked"
    r"|rushed|overcooked|lopsided|toothless|airtight|watertight|vague|modest|generous|stingy"
    r"|elegant|trivial|redundant"
    r"|superfluous|arbitrary|inconsistent|consistent|incoherent|coherent|unbalanced|overpowered"
    r"|underpowered|pedantic"
    r"|bureaucratic|democratic|undemocratic|draconian|common sense|pure \w+|pedantry|bureaucracy"
    r"|overkill|red tape|power grab|kingmaking|favouritism)"
)
BURDENS = (
    r"(?:\w{2,}(?:work|keeping|ments?|tions?|cy|ism|ness|ances?|ences?)|rounding|counting"
    r"|haggling|hassle|fuss|clutter|tricks?|traps?|loopholes?|exceptions?|dice|rules?|power)"
)
DESCRIBES = later(
    r"^[\W_]*(?:(?:it|this|that)(?:'s| is| seems| looks| feels| sounds)(?: just| rather| too| so"
    r"| a bit)? )?"
    r"(?:(?:too|so|very|rather|quite|far too|a bit|mostly|utterly|\w{2,12}ly) )?"
    rf"{KINDS_OF}(?:(?:,| and|,? but) (?:\w+ly )?{KINDS_OF}){{0,2}}(?: (?:at last|all round|to me"
    rf"|for its own sake))?[\s.!]*$"
    rf"|^[\W_]*(?:(?:far )?(?:fewer|less|too many|too much) {BURDENS}\b(?: [\w-]+){{0,4}}|(?:one"
    r"|another) [\w-]+ (?:fewer|less)"
    r"|such (?:powers?|rules?|clauses?|nudges?|schemes?|tricks?|exceptions?"
    r"|changes?) [\w ]{2,30})[\s.!]*$",
    re.I,
)
# What it would do to those who play.
PLAYERS = (
    r"(?:us|everybody|everyone|newcomers|whoever|the (?:game|players?|fun|poor|rich|weak|strong"
    r"|leaders?|losers?|others|rest))"
)
EFFECT = later(
    r"^[\W_]*(?:and |but |as )?(?:it|this|that)"
    r"(?:(?: (?:would|will|could|might|may|won't|wouldn't|can)|'d|'ll) [a-z]{2,15}"
    r"| (?!(?:is|was|has|does|looks|sounds|says|tells|takes|reaches|misses)\b)[a-z]{2,14}s)"
    r"(?: (?:up|down|off|out|away|over))?"
    rf" {PLAYERS}\b.{{0,50}}$"
    r"|^[\W_]*(?:and |but |as )?(?:half|most|many|some|all|none|few|several) of us (?:would|will"
    r"|could)"
    r" [a-z]{2,15}\b.{0,40}$",
    re.I,
)


# "We tried that in 2015"
TRIED = later(
    r"^\W*(?:we|i|they|others|people|everybody|the (?:last|old|other) game)(?:'ve| have| had)?"
    r" (?:already |all |once |both )?(?:tried|had|debated|discussed|been through|seen|voted (?:on"
    r"|down))"
    r" (?:that|it|this|something like (?:it|this|that)|the same|such (?:a |an )?\w+)\b"
    r"(?! (?:letter|mail|e-?mail|film|movie|show|one|on|at|week|day|time)\b)",
    re.I,
)
# "it isn't newsworthy": said by nobody who votes for it.
DENIES = later(rf"(?:n't|\bnot)\s(?:\w+\s){{0,2}}(?:{GOOD}|{KINDS_OF})\b", re.I)
AS_NOW = later(
    rf"\b(?:current|old|existing|present|status quo|203|what we have)\b(?: {GAME})?(?! would"
    rf"| will)",
    re.I,
)
SINCE = later(r"(?<=\w)\W{1,3}(?:since|because|given|instead of)\b", re.I)
BUT = later(r"^\W*but\b", re.I)  # "Yes, but there is an easier way"


def judges(sentence: str, choice: Choice) -> bool:
    """Whether a sentence by itself judges the proposal, and as somebody who votes so."""
    told = sentence.strip().replace("’", "'")
    if not stands(told, choice) or COURTESY.match(told) or APOLOGY.match(told):
        return False
    good, bad = PRAISES.search(told) is not None, BLAMES.search(told) is not None
    turned = TURNED.search(told) is not None
    return (choice == "for") == (good != turned) if good != bad else turned and choice == "against"


WORTH = later(rf"\b(?:{GOOD}|{BAD}|too|slower|faster|badly|poorly|nicely)\b", re.I)
# "Too many words for one small idea"
FRAGMENT = later(
    rf"^\W*(?:too|not|no|such|so|far|much|more|less|better|worse|another|yet another|what|only"
    rf"|nothing)\b"
    rf".{{0,60}}\b{GAME}\W*$",
    re.I,
)
OTHERS = later(
    r"\b(?:my|you|your|he|she|they|his|her|their)\b|^\W*(?-i:(?!The|This|That|It|Too|Not|No|All|Any"
    r"|Much"
    r"|More|Less|Some|Such|What|My|Our|We|In|As|An|And|But|So|If|A|I)[A-Z])\w+ (?:is|was|has|did"
    r"|said|wants|thinks|votes|voted)\b",
    re.I,
)


# A wish for another proposal ties this vote to nothing
NEXT_TIME = later(
    r"^(?:\s?[,;.–—-]{1,2}\s{0,2}(?:(?:but|though|only|and|aber|nur)\s)?|\s(?:but|though|aber)\s)"
    r"(?:please |bitte )?(?:next time"
    r"|in (?:the )?future|n(?:ä|ae)chstes mal|beim n(?:ä|ae)chsten mal|k(?:ü|ue)nftig)\b"
    r"(?![^.!?]{0,80}\b(?:if|unless|no|not|yes|for|against|vote|voting|then|i|i'll|wenn|nein|ja"
    r"|nicht|dafür|dagegen|ich)\b)[^.!?]{0,80}[\s.!:)]*$",
    re.I,
)


def speaks_of_it(sentence: str) -> bool:
    """Whether a sentence is of the proposal, and not of the writer's own life."""
    told = sentence.strip().replace("’", "'")
    if "?" in told or len(told.split()) > MOST_WORDS or OTHERS.search(told):
        return False
    if LONGED.match(told) or KEEPS.match(told):
        return True
    if OWN_LIFE.search(told) or OF_SAID.match(told) or HAPPENED.match(told):
        return False
    if any(one.match(told) for one in (ATTITUDE, EFFECT, ACTS, DESCRIBES, TRIED, FRAGMENT)):
        return True
    worth = WORTH.search(told) is not None
    return worth and (OF_IT.match(told) is not None or BARE.match(told) is not None)


def stands(tail: str, choice: Choice) -> bool:
    """Whether a yes or a no with this behind it is the vote it seems."""
    tail = tail.strip().replace("’", "'")
    if not tail.strip(" .!,;:-–—)(") or NEXT_TIME.match(tail):
        return True
    if "?" in tail or len(tail.split()) > MOST_WORDS or _is_sour(tail, choice):
        return False
    if LONGED.match(tail) or KEEPS.match(tail):
        return (choice == "for") == (LONGED.match(tail) is not None)
    if _is_contrary(tail, choice) and not BECAUSE.match(tail):
        return False
    if choice == "for" and DENIES.search(tail) and not BLAMES.search(tail):
        return BECAUSE.match(tail) is not None
    if COURTESY.match(tail) or APOLOGY.match(tail) or (choice in SAME and SAME[choice].match(tail)):
        return True
    of_life = (OWN_LIFE.search(tail), OF_SAID.match(tail), HAPPENED.match(tail))
    if any(of_life) or BUT.match(tail) or OF_RULE.match(tail):
        return False
    return any(one.match(tail) for one in (BECAUSE, EFFECT, ACTS, DESCRIBES, TRIED)) or _is_of_it(
        tail
    )


def _is_contrary(tail: str, choice: Choice) -> bool:
    """ "No, it's great", "Yes, it is silly": said to what somebody has said of it."""
    tail = SINCE.split(tail, maxsplit=1)[0]
    if AS_NOW.search(tail):  # who votes for it blames what there is
        choice = "against" if choice == "for" else "for"
    good, bad = PRAISES.search(tail) is not None, BLAMES.search(tail) is not None
    if choice == "against":
        return good and not bad and not TURNED.search(tail)
    return choice == "for" and bad and not good and not NEGATES.search(tail)


def opposes(sentence: str, choice: Choice) -> bool:
    """Whether a sentence only blames what is voted for, or only praises what is voted against."""
    told = sentence.replace("’", "'")
    return _is_contrary(told, choice) and not BECAUSE.match(told)


def _is_of_it(tail: str) -> bool:
    if (found := PRONOUN.match(tail)) is not None:
        rest = tail[found.end() :]
        if WHOSE.match(rest):
            return False
        told = IN_GAME.search(re.split(r"[,;.]", rest, maxsplit=1)[0]) or SAYS_VALUE.match(rest)
        return told is not None and OF_IT.match(tail) is not None
    if ATTITUDE.match(tail) or WE.match(tail) or BARE.match(tail):
        return True
    return OF_IT.match(tail) is not None and VALUE.search(tail) is not None


def _is_sour(tail: str, choice: Choice) -> bool:
    if choice == "for" and MOCKS.search(tail):
        return True
    shouts = SHOUTED.search(tail) is not None and not tail.isupper()
    return SOUR.search(tail) is not None or (choice == "for" and shouts)
