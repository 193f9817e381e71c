"""Signs in a letter that may hold a vote: those of danger, of choosing, and of mere manners.

Signs of danger are broad: what bears one is asked about, whatever it was meant for.
"""

import re

from nomic_mail.patterns import later

YES = r"(?:yes|yea|yeah|yep|yup|aye)"
PEOPLE = (
    r"(?:wife|husband|partner|spouse|boss|neighbou?rs?|brother|sister|mother|father|mum|mom|dad|son"
    r"|daughter|kids?|child(?:ren)?|lads|girls|friends?|flatmate|roommate|colleagues?|cat|dog"
    r"|parrot"
    r"|horse|judge|moderator|author|proposer|family|aunt|uncle|cousin|grand\w+|teacher|lawyer"
    r"|doctor"
    r"|team|group|committee|board|club|report|poll|survey|players?|majority|others?|rest|gut|head"
    r"|heart|self|half|bank|office|state)"
)
# Anywhere in the letter, these leave nothing clear.
DANGER = later(
    r"[?？]|\b(?:maybe|perhaps|probably|possibly|presumably|might|unsure|not sure|undecided|torn"
    r"|may(?! (?:put|mark|count|note)\b)|lean\w*|inclin\w*|tempt\w*|tend(?:s|ing)?|hesita\w*|guess"
    r"|suppos\w*|imagin\w*|dunno|idk|wonder\w*|whether|hm+|erm*|uh+|don't know|no idea|could be"
    r"|(?:i|we|you|he|she|they)(?:'d| could| would)(?! like to (?:vote|say))|almost|nearly|rather"
    r"|partly|partially|except|apart from|other than|instead|either|neither|nor|or|tomorrow|tonight"
    r"|until|till|unless|yet|(?:will|'ll|shall) (?!vote (?:no|yes|for|against)\b)(?:vote|decide"
    r"|think|see|send)|plan(?:ning)? (?:to|on)|intend\w*|going to (?!have to\b)|meant|mean|used to"
    r"|previous\w*|earlier|formerly|originally|voted|last (?:time|year|month|week|turn|round|game)"
    r"|yesterday|ignore|disregard|withdraw\w*|retract|cancel|scratch|forget|count (?:this|that|it)"
    r"|(?:not|isn't) (?:a|my) (?:vote|ballot)|votes|would have|quot\w*|according|behalf|proxy"
    r"|example|sample|draft|options?|choices?|in theory|world|dream\w*|archive|poll|survey"
    r"|minutes of"
    r"|headline|rumou?rs?|everyone(?! *[.!]*$)|everybody|nobody|no one|jok(?:e|es|ing)|kidding|lol"
    r"|lmao|rofl|ha(?:ha)+h?|hehe\w*|iron(?:y|ic\w*)|sarcas\w*|pigs|pope|april|for now|here and"
    r"|there|not really|not quite"
    r"|then (?:again|yes|no)|wait|actually|oops|wrong|amended|reworded|chang(?:e|ed|ing) my"
    r"|make it (?:a|one|two|three|four|five|six|\d+|shorter|longer|optional|less|more|an)|change"
    r" it|as long as|so long as|provid\w+|assuming|condition\w*|depend\w*|in case"
    r"|with (?:one|a|the|that|this|some) (?:change|condition|caveat|proviso)"
    r"|should (?!have\b|be\b)|were (?:it|i|he|she|we)\b|had (?:it|i|he|she|we))\b"
    r"|\bi (?:think|guess|suppose|believe|reckon|hope|fear)\W*$|[\"“”„«»]|;-?\)|/s\b|j/k|\.{3}|…",
    re.I,
)
# In the choice's own sentence and the one before it, these too; beside a yes or a no, anywhere.
SAYS_WHO = (
    r"\b(?:says?|said|tells?|told|asks?|asked|writes?|wrote|written|heard|hears?|claims?|claimed"
    r"|thinks|thought|believes|wants|wanted|hopes|hoped|prefers|opinion|test\w*|parts?"
    r"|question\w*|answer(?!\W*(?:is|:))|repl(?:y|ies|ied)|respon\w*)\b"
)
SAYING = later(SAYS_WHO, re.I)
NEAR = later(
    rf"{SAYS_WHO}|\b(?:half|later|soon|next|people|others?|they|he|she|his|her|him|them|their)\b",
    re.I,
)
# Where a yes or a no is the choice, these too: it may answer them.
ANSWERY = later(
    r"\b(?:got|get|receiv\w*|arriv\w*|underst(?:ood|and)|noted|seen"
    r"|(?:i|you) (?:know|saw|remember|find|found)"
    r"|open(?:ed)?|link|attach\w*|log ?in|password|e?-?mails?|letters?|address|server|spam|still"
    r" (?:here|playing|alive)|i'm in|i am in|coming|come|attend|join\w*|playing|party|pizza|lunch"
    r"|dinner|you (?:are|were|have|can|want|need)|you're|whoever|birthday|meeting|meet|call|phone"
    r"|away|ready|back|(?:mon|tues|wednes|thurs|fri|satur|sun)day|photos?|holidays?|trip|visit)\b"
    r"|^\W*(?:am|is|are|was|were|do|does|did|have|has|had|can|could|will|shall)"
    r"\s(?:i|we|it|this|that|the|my|there|you)\b(?! (?:maths?|sums|numbers))"
    r"|^\W*(?:about|regarding|concerning|re|as (?:for|to)|to|with regard to|with respect to)\b",
    re.I | re.M,
)

# Words of choosing, wherever they stand.
FOR_WORDS = later(
    rf"\b{YES}\b|\bin favou?r\b|\b(?-i:FOR)\b|\bfor (?:it|this)\b|(?<!\w)\+1|👍|✅"
    r"|\b(?:i|we) (?:support|approve|accept|agree)\b|\bfor(?=\s*(?:$|[.!,;:😀-🙏💔]))",
    re.I | re.M,
)
AGAINST_WORDS = later(
    r"\b(?:nope|nah|nay|against|oppose[ds]?|opposition|reject\w*|disagree\w*|veto\w*)\b"
    r"|\bno(?=\s*(?:$|[.!,;:–—-]))|\bno (?:to|on|from|for)\b|\b(?-i:NO)\b|(?<!\w)-1\b|👎|❌",
    re.I | re.M,
)
ABSTAINS = later(r"\b(?:abst\w+|indifferent|neutral)\b", re.I)
NEGATES = later(r"n't\b|\b(?:not|never|cannot|without|nothing|hardly|no|nobody|less|too)\b", re.I)
COURTESY_ALONE = later(
    r"^\W*(?:many |my |with )?(?:thanks?|thank you|thx|sorry(?! to\b| that\b| you\b|\W*$)"
    r"|apologies|please (?:confirm|acknowledge)|greetings|saludos"
    r"|regards|best|bye|cheers|ciao|back to|talk (?:soon|later)|hugs|love(?=[,.!\s]*$)|good luck"
    r"|have a|happy)\b",
    re.I,
)
# "With the greatest respect to the author: no"
MANNERS = later(
    r"^\W*(?:with (?:\w+ ){0,3}(?:respect|apologies|regret|regrets|thanks|sympathy|affection)"
    r"|(?:my )?(?:\w+ )?apologies to|sorry|no offence)\b[^,;:.]{0,40}$",
    re.I,
)
FEELS = later(r"\W*(?:so |very )?sorry (?:to|that|you|for you)\b", re.I)
# ", mit freundlichen Grüßen": at the end of the last line
FAREWELL = later(
    r"[,.!]\s+(?:(?:mit|with|many|best|kind|warm|viele|liebe|beste|schöne|bien|un)"
    r" )?(?:freundlichen |kind |best |warm )?(?:grüßen?|gruss|gruß|grüsse"
    r"|regards|wishes|greetings|saludos|cordialement|saluti|groeten|pozdrawiam|cheers|bises"
    r"|ciao)(?: (?:a tutti|to all|from [A-Z]\w+))?(?:[\s,]{1,3}(?-i:[A-Z])\w+){0,2}[\s,.!]*$",
    re.I | re.M,
)
JESTS = later(
    r"\b(?:oh|wow|great|brilliant|wonderful|genius|bravo|splendid|marvellous|of course|sure"
    r"|obviously|exactly what|just what|what an?|let's|lets|let us|even more|thrilled|delighted"
    r"|speechless|finally|congrat\w*|masochis\w*|love losing|just like|like i love)\b",
    re.I,
)
PERSON = later(
    rf"\b(?:my|your|our|the|an?|his|her|their)\s(?:\w+\s)?{PEOPLE}\b"
    r"|(?<![.!?…]\s)(?<!^)\b(?!(?:FOR|AGAINST|YES|NO|OK)\b)(?-i:[A-Z])(?=[\w'’])[\w'’]+",
    re.I | re.M,
)
# A letter that says of itself that it is short has nothing in it but its vote.
BRIEF = later(
    r"\b(?:so (?:fast|quick\w*|short|brief\w*|only|just)|(?:quick|short) (?:one|vote|answer|note"
    r"|word)|in"
    r" (?:short|brief)"
    r"|short(?:ly)? version|only a line|one line|one word|few words|no time|in a (?:hurry|rush)"
    r"|in haste|quickly|keep (?:it|this) (?:short|brief|simple)|short of time|long story short"
    r"|before i (?:forget|run|go)|must (?:run|dash)|to cut it short)\b",
    re.I,
)
COURTESY = later(
    r"^(?:hi|hello|hey|hiya|dear|good (?:morning|afternoon|evening|day)|greetings|hola|hallo|moin"
    r"|ciao|salut)\b[^,.!:;\n]{0,40}(?:[,.!:;]\s*|$)",
    re.I,
)
QUOTED_CHOICE = later(
    r"\b(vote|voting|say|as|is|reads|with|be) [\"“„'](for|against|yes|no|aye|nay)[\"“”'](?!\w)",
    re.I,
)
# "Don't care for it", "wait for this": of no vote
FOR_THIS = later(
    r"\b(?P<what>cares?|cared|wait\w*|asks?|asked|pay|paid|bill|blame|punish|charge|thank\w*|sorry|time"
    r"|head|room|need|needed|use|reason|place|look\w*|ready|fun)"
    r"(?: (?:anyone|anybody|us|you|me|him|her|them))? for (?:it|this)\b",
    re.I,
)


def chooses(text: str) -> bool:
    """Whether a word of choosing stands in it, as in no small talk."""
    return FOR_WORDS.search(text) is not None or AGAINST_WORDS.search(text) is not None


# In the first person or asked, and of no vote that is over or another's
OF_ONES_OWN = later(
    r"(?!.*\b(?:votes|voted|going to vote|sit (?:this|that)|no vote from|i got|deadline)\b)"
    r".*(?:\b(?:i|my|i'm|me|we)\b|\?)",
    re.I | re.S,
)
MARKED = later(r"(?<!\S)/s(?!\w)|\bsarcasm\b", re.I)
OF_OTHERS = later(
    r"\b(?:he|she|they|his|her|their|you|your|who|says?|said|tells?|told|votes?|voted|asks?|asked"
    r"|wrote|minutes|results?|deadline|dice|(?<=\s)(?-i:[A-Z])[a-z]+)\b",
    re.I,
)
I_ABSTAIN = later(r"\babstain(?:ing)?\b", re.I)
IN_GERMAN = later(
    r"\b(?:da(?:für|fuer|gegen)|enthalt\w*|zustimm\w*|stimmen?|(?<!ach )(?<!na )ja(?=\W*$|[,.!;:])"
    r"|nein)\b",
    re.I,
)
GERMAN_OWN = later(r"\b(?:ich|i|isch|mir|mich|meine?[mnrs]?|bin)\b|\?", re.I)
# Neither yes nor no, or both; or whatever somebody else says
HANGS = later(
    r"\bwhatever (?:you(?! do,)|he|she|they|everyone|everybody|(?-i:[A-Z])\w+|the (?:others|rest"
    r"|majority))\b"
    r"|(?:^|[.!?]\s)\W*(?:\w+\W+){0,3}whatever\W*$|\b(?:either(?: (?:way|one|is (?:fine|ok|good)"
    r"|of them))\b"
    r"|(?:no|not|don't have|without) (?:\w+ )?strong (?:feelings?|opinions?|views?|preference)\b"
    r"|50 ?[/-] ?50\b|fifty[- ]fifty\b"
    r"|(?:tempted|inclined|lean(?:ing)?|tend(?:ing)?) (?:to|towards?) (?:say |vote )?(?:yes|no"
    r"|for|against)\b|provisional\w* (?:yes|no|vote|for|against)\b"
    r"|(?:part|half|most|some) of me\b|in two minds\b"
    r"|(?:no|any|real|an) objections?\b(?! to the \w+ (?:for|of)\b)|stand in (?:the|its"
    r"|your) way\b"
    r"|same as (?:last time|before|always|usual|ever)\b|whichever way\b"
    r"|(?:i'm|i am) with (?-i:[A-Z])\w+|if every(?:one|body)(?: else)? does(?=\W*$|[.!])"
    r"|(?:lgtm|nack)\b|not (?:opposed|opposing|supporting)\b)"
    r"|(?:^|[.!?]\s)\W*(?:(?:no|yes|fine|sure|ok(?:ay)?)[\s,.]{1,3}){1,2}i (?:suppose|guess)\b"
    r"|\b(?:yes|no)[\s,/]{1,3}(?:or |and )?(?:yes|no)\b"
    r"|^\W*(?:probably |possibly |maybe )?(?:opposing|supporting|rejecting|backing) (?:it|this)\b"
    r"|\b(?:affirmative\b|lol,? (?:sure|yeah|yes)\b)"
    r"|[🙄😜🤡🤷🤔😂].{0,60}\b(?:for|against|yes|no)\b|\b(?:for|against|yes|no)\b.{0,60}[🙄😜🤡🤷🤔😂]",
    re.I | re.M,
)


# Words that people choose with, and that hardly stand in mere talk
LEANS = later(
    r"\b(?:my vote\b(?! (?:will|comes|follows|later|tomorrow|tonight))|on board\b|ship it\b"
    r"|go (?:on then|ahead)\b(?=\W*$|[.,!]| with)|rejec(?:t|ting)\b|support(?:ive of|ers?)\b"
    r"|all in\b(?! all)|thumbs\b|(?:put|count|mark|add) me\b|good enough for me\b"
    r"|(?:all right|alright|fine|ok|okay) by me\b)|^\W*ya\b|^\W*ye+ss+\b|\b(?:ew,? no\b"
    r"|no way\b(?! to| of)"
    r"|not (?:with me|in support)\b|answer is\b)|^\W*ack\b|\b(?:can live with\b|jein\b"
    r"|kind(?:a| of) (?:like|don'?t|dont)\b|(?:choose|decide|pick) for me\b"
    r"|do what you (?:like|want)\b"
    r"|you know best\b|in the bin\b|vot(?:e|ing|in) (?:all|both|it|them|no|yes)\b"
    r"|one of these\b|(?<!before )(?<!after )(?<!when )(?<!until )(?<!how )i vote\b"
    r"(?! (?:(?:that )?we|on|in|at|later|when|once|after|before|today|tonight"
    r"|tomorrow|because|every)\b)|i?['’]?i?m+a (?:say|go with|vote)\b"
    r"|(?:approved|rejected|supported|opposed|agreed|ok(?:ay)?|fine|good)(?: \w+)? from (?:me|us|my"
    r"|our|this)\b|(?<=[:,] )(?:for|against) the [\w-]+\W*$|(?<!\w )i['’]?m in(?=\W*$|[.!])"
    r"|(?:can support|could not put my name|have to vote|want one of)\b)",
    re.I | re.M,
)


def may_choose(text: str) -> bool:
    """Whether its writer may choose in it, or mocks what others choose: asked about, if no more."""
    own = OF_ONES_OWN.match(text) is not None
    own = own or OF_OTHERS.search(text) is None
    chosen = own and (chooses(text) or I_ABSTAIN.search(text) is not None)
    german = IN_GERMAN.search(text) is not None and GERMAN_OWN.search(text) is not None
    return chosen or german or any(one.search(text) for one in (MARKED, HANGS, LEANS))
