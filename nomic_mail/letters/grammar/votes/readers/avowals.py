"""The clauses in which a letter's writer avows a vote, with what each is on.

1. A form is from its first word to its side ("I'm going with no", "Put me down FOR", "One more
   against"). Behind it stand only what it is on, manners and manner, up to the end of the clause.
2. It is on the ballot, or on words that its proposal has, where that takes nothing away: "Yes to
   the limericks" is a yes to what brings them.
3. A sign or a heading is one with whatever is remarked of it (`posted`).
4. "For it" may be for anything; beside a verb that is said to tickets and trains as well, only a
   side that stands alone, or in capitals, is one.
5. Words are data; a new one is added here and nowhere else.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.votes.readers.posted import POSTED
from nomic_mail.letters.grammar.votes.readers.stated import StatedVote
from nomic_mail.letters.grammar.votes.said.clauses import LY, NUMBER, THING
from nomic_mail.letters.grammar.votes.said.frames import GREAT, turns, votes
from nomic_mail.letters.grammar.votes.said.subject import LETTERS, every_stem, stem
from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

MOST_FOUND, MOST_TAILS, NEAR = 6, 5, 40
YES = r"(?:yes|ayes?|yea|yep|yeah)"
NO = r"(?:noes|no|nay|nope|nah)"
PRO = (
    rf"(?P<pro>{YES}|\+1|👍|for|in favou?r|in support|in the affirmative|affirmative|positive"
    r"|favou?rable|all for)"
)
CON = rf"(?P<con>{NO}|-1|👎|against|agin|opposed|in opposition|in the negative|negative|contrary)"
NONE = r"(?P<none>abstain(?:ing)?(?: myself| my vote)?|abstention)"
WAY = rf"(?:{PRO}|{CON}|{NONE})(?![\w'’-])"
SIDE = r"(?:(?P<pro>for|in favou?r|in support|all for)|(?P<con>against|agin|opposed|in opposition))"
SIDE += r"(?![\w'’-])"
SAID = rf"(?:(?P<pro>{YES})|(?P<con>{NO}))(?![\w'’-])"
LOUD = (  # rule 4
    rf"(?:(?P<pro>{YES}|(?-i:FOR)|for(?=\W*$|[.!,;]|\s(?:column|side|camp|list))|in favou?r"
    r"|in support|in the affirmative|affirmative|positive|favou?rable)"
    rf"|{CON}|{NONE})(?![\w'’-])"
)
LOUD_OR_ON = rf"(?:{LOUD}|(?P<on>for)(?=\s(?:it|this|that|#?\d{{3,6}}|the\s{THING})\b))"
BIG = rf"(?:(?:an?|the|my|one|another|one more)\s)?(?:{GREAT}[\s,]{{1,2}}){{0,3}}"
# Of the vote's manner, and neither how often nor how surely
HOW = (
    rf"(?:{LY}|hereby|therefore|thus|hence|still|now|just|also|all|very much|so|then|again|once"
    rf" more"
    r"|here|too|once again|for once|with (?:pleasure|regret|a heavy heart|joy|relief)"
    r"|after all|in the end|this time|on balance|of course|i'm afraid|i must say)"
)
HOWS = rf"(?:{HOW},?\s){{0,3}}"
DO = (
    r"(?:(?:am|'m|are|'re|do|be|shall|must|have to|'ve got to|have got to|gotta|want to|wish to"
    r"|choose to|have decided to|'ve decided to|decided to|need to|feel bound to|can only"
    r"|(?:would|should) like to|'d like to|'ll have to|will have to|'ll be|will be|shall be|(?:will"
    r"|'ll) just|going to have to"
    r"|happy to|glad to|pleased to|proud to|sorry to|obliged to|able to|beg to"
    rf"|{HOW}),?\s){{0,5}}"
)
ME = r"(?<![\w'])(?:i|we)(?:\s|(?='))"
SORRY = r"(?:(?:i'm |i am )?(?:so |very )?sorry,? but\s)?"
PAPER = r"(?:vote|ballot|voice|answer|verdict|decision|choice|reply|position|view|word)"
STARTS = r"(?:^|[.!,;:–—-]\s|\b(?:so|but|and|then|hence|therefore|thus)\s)"
OF_IT = rf"(?:it|this|that|(?:(?:the|this)\s)?(?:{THING}\s)?(?:#?\d{{3,6}})?)"
STAYS = (
    r"(?:'s|\sis|'ll be|\smakes it|\smust be|\shas to be|\swill have to be|\swill be|\sshall be"
    r"|\sstays|\sremains"
    r"|\sgets|\shas|s(?=\san?\s))"
)
PUT = (
    r"(?:put|mark|count|note|record|register|enter|write|place|stick|chalk|pencil|jot|log|list|take"
    r"|set|have|add)"
)
PUT_WHAT = (
    rf"(?:me|us|this|it|that|mine|my\s(?:\w+\s)?(?:vote|ballot|name)(?:\son\s(?:{THING}\s)?"
    r"#?\d{3,6})?|one|another|an?|my)(?:\s(?:down|up))?"
    r"(?:\s(?:one |more ){0,2}(?:vote|notice|notice of my vote|my vote|tick|cross|mark))?"
    r"(?:\s(?:as|for|among|with|in|to|by|under|beside|next to|to be|being|in as|in for))?"
    r"(?:\s(?:those|the ones|the|my vote|a vote|voting|having voted|notice of my vote))?"
)
FROM = (
    r"(?:from|for(?=\s(?:me|us)\b)|fae|by)\s(?:me|us|here|my\s(?:side|end|part|house)"
    r"|this\s(?:side|end|house|corner|one here)|(?:the|your|an?)\s(?!(?:wife|husband"
    r"|neighbours?)\b)\w+(?:\s(?!of\b)\w+)?(?:\sof\sthe\s\w+)?)(?![\w'])"
)
IT_IS = r"(?:it is|it shall be|it must be|that is)(?=\W*$|[,.;!])"
# What a writer does with a choice, beside voting it
CHOOSES = (
    r"(?:go(?:ing)?|say(?:ing)?|stick(?:ing)?|end(?:ed|ing)? up|opt(?:ing)?|settl(?:e|ed|ing)"
    r"|com(?:e|ing) (?:down|out)|record(?:ing)?|register(?:ing)?|enter(?:ing)?|lodg(?:e|ing)"
    r"|submit(?:ting)?|return(?:ing)?|plac(?:e|ing)|put(?:ting)?|land(?:ing|ed)?|sid(?:e|ing)"
    r"|plump(?:ing|ed)?|choos(?:e|ing)|declar(?:e|ing)|add(?:ing)?|throw(?:ing)?|call(?:ing)? it"
    r"|mak(?:e|ing) it|send(?:ing)?)"
)
# What may stand between that and the side: words that name nothing
LINKS = (
    r"(?:(?:my|our|an?|the|one|this|it|that|those|in|into|on|with|as|by|to|of|for|at|down|up"
    r"|myself|among|accordingly|vote|ballot|voice|lot|hat|hand|name|support|voting|firmly"
    rf"|{GREAT}|{HOW})[,:]?\s){{0,7}}"
)
CAMP = (
    r"(?:\s(?:column|side|camp|list|group|pile|box|lobby|corner|team|people|folk|crowd))?"
    r"(?:\s(?:to|on|in|onto) the (?:tally|list|pile|count|record|minutes|board|sheet|books?)\b)?"
)
IS = (
    r"(?:(?:,?\s(?:is|'s|goes|stays|remains|stands|falls|reads|says|must be|which is|shall be"
    r"|has to be"
    r"|will have to be|to be)|'s)(?:\s(?:cast|recorded|given|to be|entered|counted))?"
    r"|\s?[:=–—-])(?:\s(?:is|an?))?\s"
)
FORMS = tuple(
    later(one, re.I)
    for one in (
        # I am therefore voting no; I cast my ballot, with regret, in the negative
        rf"{ME}{DO}(?:vot(?:es?|ing)|cast(?:s|ing)?|giv(?:e|ing))[\s:,]{{1,2}}{LINKS}{WAY}{CAMP}",
        # I wish to be recorded as abstaining
        rf"{ME}{DO}(?:recorded|counted|registered|noted|listed|entered|put down)\s(?:here\s)?"
        rf"(?:as\s(?:voting\s|having voted\s)?)?{BIG}{WAY}",
        # I'll be voting it down
        rf"{ME}{DO}vot(?:e|ing)\s(?:{OF_IT}\s(?:(?P<con>down)|(?P<pro>up))"
        rf"|(?P<no>down)(?=\s{OF_IT}))",
        # so voting no; Vote: no
        rf"{STARTS}{HOWS}vot(?:ing|e:)\s{HOWS}{BIG}{WAY}",
        # Gonna have to vote no; glad to vote yes; this is me voting for
        rf"{STARTS}{HOWS}(?:gonna|gotta|going to|got to|have to|must|happy to|glad to|pleased to"
        rf"|proud to|sorry to|delighted to)\s(?:have to\s)?{HOWS}vote\s{HOWS}{BIG}{LOUD_OR_ON}",
        rf"\bthis is me voting\s{BIG}{WAY}",
        # I like it and vote yes
        rf"{ME}(?!.*[.:;]\s)(?:[\w',]+\s){{1,20}}?(?:and|so|but|hence|therefore|thus)\s{HOWS}"
        rf"vote\s{HOWS}{BIG}{WAY}",
        # I'm going with no, we say yes, I'm recording a firm no, I come down in the no camp
        rf"{ME}{DO}{CHOOSES}\s{LINKS}{LOUD}{CAMP}",
        # I'm against it; we are all for this; I remain opposed
        rf"{ME}(?:am|'m|are|'re|remain|'ve come down|woke up|rise(?=\sin\b)|stand(?=\s(?:in"
        rf"|against)\b))\s"
        rf"{HOWS}(?:both\s)?{BIG}{SIDE}",
        # I'm a yes; we're a firm no
        rf"(?<![\w'])(?:i'm|i am|we're|we are)\s{HOWS}a\s{BIG}{SAID}(?!\s(?:man|men|woman"
        rf"|person)\b)",
        # Here's my yes; let this be my no
        rf"\b(?:here's|here is|herewith|let this be|this is|that's|take this as)\smy\s{BIG}{SAID}"
        r"(?=\s(?:to|on|for)\s|[\s.!]*$)",
        # I've decided: yes. Short answer: no. Here is my vote: yes
        r"(?:^|[.!,;–—-]\s)(?:(?:i've|i have|i|we've|we|my|finally|here is my|here's my|here's"
        r"|here is|herewith"
        r" my|short"
        r"|the short|and|so|but|made up|up|final|one|for the)\s){0,5}(?:decided|mind|mine|answer"
        r"|vote"
        r"|verdict"
        r"|decision|conclusion|result|summary|version|record|ballot|choice|short|brief)\s?(?:'s"
        r"|is)?\s?[:–—-]{1,2}\s"
        rf"{HOWS}{BIG}{LOUD}(?=[\s.!]*$)",
        rf"^\W*(?:vote|ballot|answer|verdict)(?:'s|\sis|\s(?:cast|recorded"
        rf"|entered)\s?[:=])\s{HOWS}{BIG}{WAY}",
        # my actual vote is for; our vote on proposal 301 is cast FOR; my vote on the cards: yes
        rf"(?<![\w'])(?:my|our)\s(?:\w+\s){{0,2}}{PAPER}(?:\s(?:on|to|for|about)\s(?:{OF_IT}(?!\w)"
        rf"|(?P<of>(?:the|this|your)(?:\s[\w'-]+){{1,4}}?)))?"
        rf"(?:,\s(?P<aside>[^,.;:!?]{{3,40}})(?=,))?{IS}{LINKS}{WAY}{CAMP}",
        # put me as a yes; mark it as no; take this as notice of my vote against
        rf"\b{PUT}\s(?:down\s)?{PUT_WHAT}\s{BIG}{LOUD}{CAMP}",
        # Yes, I'd enjoy that, put me down for it
        rf"\b{YES}\b[^.;!?]{{0,60}}?\s{PUT}\s(?:me|us)\s(?:down\s)?(?P<pro>for)(?=\s(?:it|this)\b)",
        # So it's a definite yes; this one is against
        rf"(?:{STARTS}|\b(?:yeah|say)\s)(?:so,?\s)?(?:it|that|this(?: one)?|mine"
        rf"|my\s(?:\w+\s)?{PAPER}"
        rf"|(?:the|our)\s{PAPER}|(?:proposal )?#?\d{{3,6}}){STAYS}\s{HOWS}(?:going to be\s)?"
        rf"(?:an?\s(?=(?:\w+\s){{0,3}}(?:{YES}|{NO})\b){BIG}|(?=against\b|agin\b|(?-i:FOR)\b"
        rf"|for(?=\s*(?:$|[.!,;])|\s(?:from|for)\s(?:me|us)\b)|in favou?r\b|abst))(?:{WAY})",
        # a yes from us; definite no from me; thumbs down from the back of the bus
        rf"(?:{STARTS}|=\s|\bwith\s){BIG}(?:vote\s)?"
        rf"(?:(?P<pro>{YES}|for|👍|thumbs up|\+1)(?:\svote)?"
        rf"|(?P<con>{NO}|against|👎|thumbs down|-1)|{NONE})\s{FROM}",
        # so no it is, FOR that is, No is my vote
        rf"\b(?:so|then)\s{BIG}{SAID},?\s{IT_IS}",
        rf"{STARTS}{BIG}(?:(?P<pro>for|in favou?r)|(?P<con>against)),?\s{IT_IS}",
        rf"{STARTS}{BIG}{WAY},?\s(?:is my (?:vote|answer|ballot|verdict)|is what (?:i|we)"
        rf" (?:vote|say))"
        r"(?=\W*$|[,.;!])",
        # We have enough rules, therefore a respectful no
        rf"\b(?:so|hence|therefore|thus|then)\s(?:it's\s)?an?\s{BIG}{SAID}(?=[\s.!]*$)",
        # So yes to it; "Between two patients: yes to the repeal"
        rf"(?:^|\b(?:so|but|and|then)\s){BIG}{SAID}(?=\s(?:to|on)\s(?!that\b|these\b|you\b|me\b))",
        rf"[,;:–—-]\s{BIG}{SAID}(?=\s(?:to|on)\s(?:the\s|your\s)?(?!it\b|th\w+\b|you\b|me\b|\d"
        rf"|{THING}\b))",
        # You have an old woman's yes; put down a yes for your aunt
        r"\b(?:you have|you've got|record|count|add|take|put down|note)\s(?:an?|my|one more"
        r"|another)\s"
        rf"(?:[a-z']+\s){{0,3}}{SAID}",
        # On balance: for
        r"\b(?:so|therefore|hence|thus|on balance|in (?:short|brief|sum)|verdict|result|vote|answer"
        r"|anyway)\s?[:–—-]\s(?P<pro>for)(?=\s*(?:$|[.!]))",
        # One more against. Team FOR here! Firmly in the AGAINST camp. Vote AGAINST 301.
        rf"^\W*(?:(?:count|add)\s)?(?:one more|another|team|{LY} in the|in the|also|still|again"
        rf"|me,?)\s"
        rf"{WAY}(?:\s(?:here|camp|column|then|too))?(?=[\s.!]*$)",
        rf"^\W*(?:my )?vote {WAY}(?=\s#?\d{{3,6}}\b)",
        # Against, please. In favour.
        rf"^[\s\"'–—-]*(?:{HOW},?\s){{0,2}}(?:(?:so|therefore|hence|then|anyway|right|well|ok|okay"
        r"|now|here)[\s,:]{1,3}){0,2}(?:(?P<pro>(?-i:FOR|For)|in favou?r)|(?P<con>against|opposed))"
        rf"(?=(?:,?\s(?:please|pls|thanks|thank you|sorry|then|obviously|definitely|i'm afraid"
        rf"|{LY})"
        r"(?![\w'-])){0,3}[\s.!]*$)",
        # Soundcheck in five. 301: a big yes! "I mean yes, for 301"
        rf"{STARTS}(?:proposal\s)?#?\d{{3,6}}[\s:,–—-]{{1,3}}{BIG}{WAY}(?=[\s.!]*$|,?\s(?:please"
        rf"|from|thanks))",
        rf"(?:^|\s)(?:(?P<pro>\+1|👍)|(?P<con>-1|👎))(?=\s(?:(?:to|on"
        rf"|for)\s)?(?:{THING}\s)?#?\d{{3,6}}\b)",
        rf"\b{YES},?\s(?P<pro>for)(?=\s#?\d{{3,6}}\b)",
        rf"\b{NO},?\s(?P<con>against)(?=\s#?\d{{3,6}}\b)",
        # Measured twice, cut once: for.
        r"^(?P<lead>(?!\W*(?:in|from|at|on|for|to|with|by|after|as|the|an?|re"
        r"|about)\b)(?!.*\b(?:he|she"
        r"|they|his|her|their|who|you said|reasons?|votes?"
        r"|(?<!^)(?-i:[A-Z])\w+)\b)(?:[\w',-]+\s){2,20}"
        rf"[\w'-]+:\s){SIDE}(?=[\s.!]*$)",
        # Let me put in a vote for it
        rf"(?:{ME}{DO}|\blet me\s)(?:put|cast|throw|send)\s(?:in\s)?(?:a|my"
        rf"|one)\svote\s(?:in\s)?{BIG}{WAY}",
        # Aye.
        r"^[\s\"'–—-]*(?:(?P<pro>aye)|(?P<con>nay))[\s.!]*$",
        # I wish to register my opposition
        rf"{ME}{DO}(?:register|record|express|note|declare|confirm|state)\s(?:my|our)\s(?:\w+\s)?"
        r"(?:(?P<pro>support|approval|assent|consent)|(?P<con>opposition|objection|dissent))"
        r"(?:\s(?:to|of|for))?",
        # I find against the proposal, so I oppose it, I support 301
        rf"(?:(?:^|[.!;:]\s|(?:so|therefore|hence),?\s){SORRY}(?:i|we)(?:\s|(?='))|(?<![\w'])i(?:\s"
        rf"|(?='))){DO}"
        r"(?:(?P<pro>find for|find in favou?r of|support(?:ing)?|approv(?:e|ing)(?: of)?"
        r"|endors(?:e|ing)"
        r"|back(?:ing)?|accept(?:ing)?)"
        r"|(?P<con>find against|oppos(?:e|ing)|reject(?:ing)?|disapprove of|object to))"
        r"(?=\s(?:it|this|that|(?:the|this)\s(?:proposal|motion|amendment|measure|bill|repeal)"
        r"|(?:proposal\s)?#?\d{3,6})"
        r"(?![\w'’-]))",
        # I therefore abstain; so abstaining; let me abstain; abstention from me
        rf"(?:{ME}{DO}(?:(?:'ll|will|gonna|going to|'d (?:much )?rather|would rather)\s)?"
        rf"|\b(?:let me|i think it \w+ to)\s|\b(?:so|and|hence"
        rf"|therefore"
        rf"|thus|then|shall|must|we'll|i'll),?\s{HOWS}(?:i'm |an )?|^\W*{HOWS}(?:an? )?|\(){NONE}"
        r"(?!\s(?:from (?!this|it|me|us|voting|the)|if|unless|until))"
        r"(?:\sfrom (?:me|us|this|it|voting|the vote))?",
        r":\s(?P<none>abstain)(?=[\s.!]*$)",
        r"\b(?:enter|record|register|note|count|log|add)\s(?:me as|my|an?|one)\s"
        r"(?P<none>abstention|abstaining)(?!\w)",
    )
)
ON = later(
    r"\s?(?:,\s)?(?:(?:of|on|to|with|about|regarding|for|towards?"
    r"|in respect of|in the matter of)\s)?(?:(?:(?:the"
    rf"|this)\s)?(?:{THING}"
    rf"\s)?{NUMBER}(?:\s{THING})?|(?:this|that|the|your"
    rf"|(?-i:[A-Z])?[a-z]+'?s)\s(?:above-mentioned\s"
    rf"|new\s|said\s|whole\s)?{THING}|{THING}|repeal|it|this(?! (?:occasion|time|round))|that"
    rf"|these|you)(?:,? (?-i:[A-Z])\w+)?(?![\w'’-])",
    re.I,
)
OF_WHAT = later(
    r"\s(?:(?:on|to|for|of|with)\s)?(?:(?:the|these|those|this|that|your)\s){0,2}"
    r"(?P<what>[a-z'-]+(?:\s[a-z'-]+){0,3}?)(?:\s(?:business|thing|stuff|idea|rule|proposal|plan))?"
    r"(?=\W*$|[,.;:!]|\s(?:and|because|but|so|please|as|since)\b)",
    re.I,
)
# What may stand between the side, or what it is on, and the end of the clause
CLOSES = later(
    r"(?:,\s(?-i:[A-Z])[a-z]+(?=\s*(?:$|[.!,;]))|[\s,]{1,3}(?:please|pls|plz|thanks?(?: (?:you|a"
    r" lot|very much))?|thx|sorry|too|as well|then"
    r"|again|here|now|today|this time(?: round)?|at all|instead|indeed|of course|after all|all"
    r" the way"
    r"|i'm afraid|i am afraid|i must say|against my name|by the way|full stop|period|it is"
    r"|recorded(?: herewith)?"
    r"|(?:from|for) (?:me|us|here)|from (?:my|your|the|an?|this|our) [a-z]+(?: of the \w+)?|for"
    r" (?:your|an) (?:old )?[a-z]+"
    r"|mate|lads|folks|friends|everyone|all|dears?|my dears|love|bye|without (?:hesitation|a doubt)"
    rf"|with (?:pleasure|joy|regret|(?:a|an|all my|no|much|great) \w+(?: \w+)?)|on this(?: one|"
    rf" occasion)?"
    rf"|{LY}))(?![\w'’-])",
    re.I,
)
ENDS = later(
    r"[\s\"'*_)]{0,3}(?:$|[.!,;:(\])–—…😀-🙏👍👎]|-{1,2}\s|(?:and|so|because|cos|since|as|though"
    r"|although|despite|given|due|on the grounds|for the reasons?|which|while|notwithstanding|in"
    r" order|before"
    r"|to (?:the|his|her|their) (?:author|regret)|i'm|i am|rather than)(?!\w))",
    re.I,
)
TAKES = later(
    r"n't\b|\b(?:no|not|never|without|instead|unless|fewer|less|abolish\w*|remov\w*|repeal\w*"
    r"|delet\w*"
    r"|neither|nor|longer|strik\w*|drop\w*|end(?:s|ed)?|stop\w*|limit\w*|except|forbid\w*|ban\w*"
    r"|cannot|replac\w*)\b",
    re.I,
)
SMALL = word_set("the and these those this that your")
JOINS = later(r"[\W]*(?:(?:so|but|and|hence|therefore|then|thus|yeah|say|with)\b\W+)*", re.I)


# A side wherever it stands, where a vote is said before it (`frames`)
SIDES = later(rf"(?<![\w'’+-]){LOUD_OR_ON}{CAMP}", re.I)


# Of which each form holds one
ANY_SIDE = later(
    r"\b(?:yes|ayes?|yea|yep|yeah|no|noes|nay|nope|nah|for|favou?r\w*|support\w*|affirm\w*"
    r"|positive|negative|against|agin|oppos\w*|contrary|abst\w*|approv\w*|endors\w*|back\w*"
    r"|accept\w*|reject\w*|object\w*|dissent|assent|consent|disapprov\w*|thumbs|down|up)\b"
    r"|[+-]1|[👍👎✅✔☑❌✖]",
    re.I,
)


def avowals(sentence: str, proposed: str) -> Iterator[StatedVote]:
    if ANY_SIDE.search(sentence) is None:
        return
    found = [one for form in (*FORMS, *POSTED) for one in form.finditer(sentence)]
    if not found:
        framed = islice(SIDES.finditer(sentence), MOST_FOUND)
        found = [one for one in framed if votes(sentence[: one.start()])]
    ends = 0
    for one in sorted(found, key=lambda at: (at.start(), -at.end()))[:MOST_FOUND]:
        groups = one.groupdict()
        posted = groups.get("posted") is not None
        end = one.end() if posted else _ends(sentence, one.end(), proposed)
        if end is None or one.start() < ends or not _is_of(groups, proposed):
            continue
        ends = end
        pro, con = (groups.get(a) or groups.get(b) for a, b in (("pro", "on"), ("con", "no")))
        choice: Choice = "for" if pro else "against" if con else "abstain"
        joins = JOINS.match(one[0]).end()  # type: ignore[union-attr]
        begins = one.end("lead") if groups.get("lead") else one.start() + joins
        begins = one.start() if posted else begins
        begins = 0 if one.re.pattern == SIDES.pattern else begins
        yield StatedVote(choice, "", False, True, False, False, begins, end)


def _is_of(groups: Mapping[str, str | None], proposed: str) -> bool:
    """Whether what a vote names before its side is the proposal's, and nothing there turns it."""
    what, aside = groups.get("of"), groups.get("aside")
    known = not what or _of_its_words(f" {what}", 0, proposed, named=True) is not None
    return known and not (aside and turns(aside))


def _ends(sentence: str, at: int, proposed: str) -> int | None:
    """Where a vote ends that has said its side, with what it is on; None if that is something"
    " else."""
    for _ in range(MOST_TAILS):
        if ENDS.match(sentence, at):
            return at
        tail = ON.match(sentence, at) or CLOSES.match(sentence, at)
        tail = tail or _of_its_words(sentence, at, proposed)
        if tail is None:
            return None
        at = tail.end()
    return None


def _of_its_words(
    sentence: str, at: int, proposed: str, *, named: bool = False
) -> re.Match[str] | None:
    """ "the limericks", where the proposal brings them, and takes nothing away; `named`: what the
    vote is on, and not what it is for."""
    what = OF_WHAT.match(sentence, at)
    if what is None:
        return None
    words = {stem(one) for one in LETTERS.findall(what["what"].lower()) if one not in SMALL}
    brought = proposed if named else _brought(proposed)
    return what if words and words <= every_stem(brought) else None


def _brought(proposed: str) -> str:
    """What it says, without what stands near a word that takes away."""
    near = [one.span() for one in TAKES.finditer(proposed)]
    words = LETTERS.finditer(proposed)
    far = (w for w in words if all(w.start() > b + NEAR or w.end() < a - NEAR for a, b in near))
    return " ".join(one[0] for one in far)
