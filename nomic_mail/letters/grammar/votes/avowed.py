"""A vote that says of itself that it is one, in a letter that tells whatever else it likes.

1. It is looked for last, in the whole letter: a clause in which its writer votes ("I'm going with
   no", "Put me down FOR", "So it's against"), abstains, or names a side as nobody names one but in
   a vote ("One more against"). What it is on is the ballot, or what its proposal speaks of.
2. In its own sentence nothing ties it, softens it, asks it or gives it to somebody else (`stated`).
3. Another sentence takes it away only by what reaches so far: the other choice, second thoughts
   behind it, a condition that hangs in the air, a jest, a test. It may ask, tell of others and of
   other times, and be glad or cross as it likes: the vote has said what it is.
4. A yes or a no that does not say so is none here.
5. Words are data; a new one is added here and nowhere else.
"""

import re
from collections.abc import Iterator, Sequence

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.votes import stated
from nomic_mail.letters.grammar.votes.clauses import LY, NUMBER, THING
from nomic_mail.letters.grammar.votes.declared import as_meant, hopes_otherwise
from nomic_mail.letters.grammar.votes.leadins import OF_MANNER, SARCASM
from nomic_mail.letters.grammar.votes.stated import StatedVote
from nomic_mail.letters.grammar.votes.tells import SPOILS, TAKES_BACK
from nomic_mail.letters.grammar.votes.turns import ties, turned, turns
from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

MOST_FOUND, MOST_TAILS = 6, 5
SENTENCE = later(r"(?<=[.!?…;])[\s)]+(?=\S)|\n|\s(?=\d\)\s)")
PRO = (
    r"(?P<pro>yes|aye|yea|yep|yeah|for|in favou?r|in support|in the affirmative|affirmative"
    r"|positive|favou?rable|all for)"
)
CON = (
    r"(?P<con>no|nay|nope|nah|against|agin|opposed|in opposition|in the negative|negative"
    r"|contrary)"
)
NONE = r"(?P<none>abstain(?:ing)?|abstention)"
WAY = rf"(?:{PRO}|{CON}|{NONE})(?![\w'’-])"
BIG = (
    r"(?:(?:an?|the|my|one|another|one more)\s)?(?:(?:big|fat|hard|firm|clear|solid|plain|definite"
    r"|definitive|loud|huge|very|happy|glad|sad|reluctant|grudging|resounding|emphatic|strong|simple"
    r"|enthusiastic|hearty|heartfelt|warm|polite|respectful|regretful|quick|short|final|cheerful"
    r"|wholehearted|thumping|total|absolute)[\s,]{1,2}){0,3}"
)
# Beside the verb, of the vote's manner, and neither how often nor how surely
HOW = (
    rf"(?:{LY}|hereby|therefore|thus|hence|still|now|just|also|all|very much|so|then|again|once more"
    r"|here|too|once again|for once|with (?:pleasure|regret|a heavy heart|joy|relief)"
    r"|after all|in the end|this time|on balance|of course|i'm afraid|i must say)"
)
HOWS = rf"(?:{HOW},?\s){{0,3}}"
DO = (
    r"(?:(?:am|'m|are|'re|do|be|shall|must|have to|'ve got to|have got to|gotta|want to|wish to"
    r"|choose to|have decided to|'ve decided to|decided to|need to|feel bound to|can only"
    r"|would like to|'d like to|'ll have to|will have to|'ll be|will be|shall be|going to have to"
    r"|happy to|glad to|pleased to|proud to|sorry to|obliged to|able to|beg to"
    rf"|{HOW}),?\s){{0,5}}"
)
I = r"(?<![\w'])(?:i|we)(?:\s|(?='))"
PAPER = r"(?:vote|ballot|voice|answer|verdict|decision|choice|reply|position|view|word)"
TO_ME = rf"(?:it|that|this|mine|my\s(?:\w+\s)?{PAPER}|(?:the|our)\s{PAPER}|this one|(?:proposal )?#?\d{{3,6}})"
FORMS = tuple(
    later(one, re.I)
    for one in (
        # I am therefore voting no
        rf"(?P<mine>{I}{DO}(?:vot(?:e|ing)|cast (?:my|a) (?:vote|ballot)))(?: accordingly)?[\s:,]{{1,2}}{HOWS}"
        rf"(?:(?:an?|with|by|as|in)\s)?{BIG}{WAY}",
        # so voting no; Vote: no
        rf"(?:^|[.!,;:–—-]\s|\b(?:and|so|but|hence|therefore|thus|then)\s)(?:{HOWS})"
        rf"vot(?:ing|e:)\s{HOWS}{BIG}{WAY}",
        # I like it and vote yes
        rf"{I}(?!.*[.:;]\s)(?:[\w',]+\s){{1,20}}?(?:and|so|but|hence|therefore|thus)\s(?:{HOWS})"
        rf"vote\s{HOWS}{BIG}{WAY}",
        # I'm going with no, we say yes, I'll stick with no
        rf"{I}{DO}(?:go(?:ing)? (?:with|for)|say(?:ing)?|stick(?:ing)? (?:with|to)|end(?:ed)? up with"
        rf"|opt(?:ing)? for|settl(?:e|ed|ing) (?:on|for)|com(?:e|ing) down|give (?:it )?)\s"
        rf"{HOWS}{BIG}{WAY}",
        # I'm against it; we are all for this; I remain opposed
        rf"{I}(?:am|'m|are|'re|remain|stay|stand|'ve come down|woke up|rise)\s{HOWS}(?:both\s)?"
        rf"{BIG}(?:(?P<pro>for|in favou?r|in support|all for)"
        rf"|(?P<con>against|agin|opposed|in opposition))(?![\w'’-])",
        # my actual vote is for; our vote on proposal 301 is cast FOR
        rf"(?<![\w'])(?:my|our)\s(?:\w+\s)?{PAPER}(?:\s(?:on|to|for|about)\s(?:it|this|that|(?:(?:the"
        rf"|this)\s)?(?:{THING}\s)?(?:#?\d{{3,6}})?))?(?:,?\s(?:is|'s|goes|stays|remains|must be|which"
        rf" is|shall be|has to be|will have to be|to be)(?:\s(?:cast|recorded|given|to be|hereby))?|\s?[:=])"
        rf"\s{HOWS}(?:(?:to|as|with)\s)?{BIG}{WAY}",
        # put me as a yes, Kindly count us against, mark it as no; take this as my vote against
        rf"\b(?:put|mark|count|note|record|register|enter|write|place|stick|chalk|pencil|jot|log|list"
        rf"|take|set|have)\s(?:me|us|this|it|that|mine|my (?:\w+\s)?(?:vote|ballot|name)(?: on (?:{THING} )?#?\d{{3,6}})?|one|another"
        rf"|an?|my)(?:\s(?:down|up))?(?:\s(?:one )?(?:more )?(?:vote|notice|notice of my vote|my vote|tick"
        rf"|cross|mark))?(?:\s(?:as|for|among|with|in|by|under|beside|next to|to be|being|in as|in for))?"
        rf"(?:\s(?:those|the ones|the|my vote|a vote|voting|notice of my vote))?"
        rf"\s{BIG}{WAY}(?:\s(?:column|side|camp|list|group|pile|box))?",
        # So it's a definite yes, that's a no from me, this is for
        rf"(?:^|[.!,;:–—-]\s|\b(?:so|but|and|hence|therefore|then|thus|yeah|say)\s)(?:so,?\s)?{TO_ME}"
        rf"(?:'s|\sis|\smust be|\shas to be|\swill have to be|\swill be|\sshall be|\sstays|\sremains"
        rf"|\sgets|\shas|s(?=\san?\s))\s{HOWS}(?:going to be\s)?(?:an?\s(?=(?:\w+\s){{0,3}}"
        rf"(?:yes|no|aye|nay|nope|yep)\b){BIG}|(?=against\b|agin\b|(?-i:FOR)\b"
        rf"|for\s*(?:$|[.!,;])|in favou?r\b|abst))(?:{WAY})",
        # a yes from us; definite no to this; thumbs down from the back of the bus
        rf"(?:^|[.!,;:=–—-]\s|\b(?:so|but|and|then|with)\s){BIG}(?:vote\s)?(?:{PRO}|{CON}|(?P<up>👍|thumbs up|\+1)"
        rf"|(?P<down>👎|thumbs down|-1))\s(?:from|for(?= (?:me|us)\b)|fae|by)\s(?:me|us|here|my (?:side|end|part|house)"
        rf"|this (?:side|end|house|corner|one here)|(?:the|your|an?) (?!(?:wife|husband|neighbours?)\b)\w+"
        rf"(?: (?!of\b)\w+)?(?: of the \w+)?)(?![\w'])",
        # no it is, FOR that is, No is my vote
        rf"(?:^|[.!,;:–—-]\s|\b(?:so|but|and|then)\s){BIG}{WAY},?\s(?:it is|it shall be|it must be"
        rf"|that is|is my (?:vote|answer|ballot|verdict)|is what (?:i|we) (?:vote|say))(?=\W*$|[,.;!])",
        # Between two patients: yes to the repeal
        rf"(?:^|[.!,;:–—-]\s|\b(?:so|but|and|then)\s){BIG}(?:(?P<pro>yes|aye|yep|yeah)|(?P<con>no|nay|nope))"
        r"(?=\s(?:to|on)\s(?!that\b|these\b|you\b|me\b))",
        # You have an old woman's yes; Pray record an old man's aye; put down a yes for your aunt
        r"\b(?:you have|you've got|record|count|add|take|put down|note)\s(?:an?|my|one more|another)\s"
        r"(?:[a-z']+\s){0,3}(?:(?P<pro>yes|aye)|(?P<con>no|nay))(?![\w'’-])",
        # On balance: for. customers waiting, against, bye
        rf"(?:^|[,;–—-]\s|:\s)(?:{HOWS})(?P<con>against|opposed)(?=\s*(?:$|[,.;!]))",
        r"\b(?:so|therefore|hence|thus|on balance|in (?:short|brief|sum)|verdict|result|vote|answer"
        r"|anyway|yes)\s?[:,–—-]\s(?P<pro>for)(?=\s*(?:$|[.!]))",
        # One more against. Team FOR here! Firmly in the AGAINST camp
        rf"^\W*(?:(?:count|add) )?(?:one more|another|team|{LY} in the|in the|also|still|again|me,?)\s"
        rf"{WAY}(?:\s(?:here|camp|column|then|too))?(?=[\s.!]*$)",
        # Vote AGAINST 301 recorded herewith; two thumbs up
        rf"^\W*(?:my )?vote {WAY}(?=\W*$|\s#?\d{{3,6}}\b)",
        # Against, please. In favour. For, and off to bed.
        rf"^\W*{HOWS}(?:(?:so|therefore|hence|then|anyway|right|well|ok|okay|now)[\s,:]{{1,3}}){{0,2}}"
        r"(?:(?P<pro>(?-i:FOR|For)|in favou?r)|(?P<con>against|opposed))"
        rf"(?=\W*$|,? (?:please|thanks|thank you|sorry|then|and|with|obviously|definitely|{LY})\b"
        r"|\s?[,.;!–—](?=\s|$))",
        # I wish to register my opposition
        rf"{I}{DO}(?:register|record|express|note|declare|confirm|state)\s(?:my|our)\s(?:\w+\s)?"
        r"(?:(?P<pro>support|approval|assent|consent)|(?P<con>opposition|objection|dissent))"
        r"(?:\s(?:to|of|for))?",
        # I find against the proposal, I oppose it, I support 301
        rf"{I}{DO}(?:(?P<pro>find for|find in favou?r of|support|approve(?: of)?|endorse|back|accept)"
        rf"|(?P<con>find against|oppose|reject|disapprove of|object to))(?=\s(?:it|this|that|the"
        rf" (?:\S+ )?{THING}|{THING}|#?\d{{3,6}})(?![\w'’-]))",
        # I therefore abstain; so abstaining; let me abstain; abstention from me
        rf"(?:{I}{DO}(?:'ll |will )?|\blet me |\b(?:so|and|hence|therefore|thus|then|shall"
        rf"|must|we'll|i'll),?\s(?:{HOWS})(?:i'm |an )?|^\W*(?:{HOWS})(?:an? )?|\(){NONE}"
        r"(?!\s(?:from (?!this|it|me|us|voting|the)|if|unless|until))(?:\sfrom (?:me|us|this|it|voting"
        r"|the vote))?",
        # I hold myself from the vote; record my abstention
        r"\b(?:enter|record|register|note|count|log|add)\s(?:me as\s|my\s|an?\s|one\s)(?P<none>abstention"
        r"|abstaining)(?!\w)",
    )
)
ON = later(
    rf"\s?(?:,\s)?(?:(?:of|on|to|with|about|regarding|for|towards?)\s)?(?:(?:(?:the|this)\s)?(?:{THING}"
    rf"\s)?{NUMBER}(?:\s{THING})?|(?:this|that|the|your|(?-i:[A-Z])?[a-z]+'?s)\s(?:above-mentioned\s"
    rf"|new\s|said\s|whole\s)?{THING}|{THING}|repeal|it|this(?! (?:occasion|time|round))|that|these|you)(?:,? (?-i:[A-Z])\w+)?(?![\w'’-])",
    re.I,
)
OF_WHAT = later(
    r"\s(?:(?:on|to|for|of|with)\s)?(?:(?:the|these|those|this|that|your|more|some|all|such|new)\s){0,2}"
    r"(?P<what>[a-z'-]+(?:\s[a-z'-]+){0,3}?)(?:\s(?:business|thing|stuff|idea|rule|proposal|plan))?"
    r"(?=\W*$|[,.;:!]|\s(?:and|because|but|so|please|as|since)\b)",
    re.I,
)
# What may stand between the side, or what it is on, and the end of the clause
CLOSES = later(
    r"(?:,\s(?-i:[A-Z])[a-z]+(?=\s*(?:$|[.!,;]))|[\s,]{1,3}(?:please|pls|plz|thanks?(?: (?:you|a lot|very much))?|thx|sorry|too|as well|then"
    r"|again|here|now|today|this time(?: round)?|at all|instead|indeed|of course|after all|all the way"
    r"|i'm afraid|i am afraid|i must say|by the way|full stop|period|it is|recorded(?: herewith)?"
    r"|(?:from|for) (?:me|us|here)|from (?:my|your|the|an?|this|our) [a-z]+(?: of the \w+)?|for (?:your|an) (?:old )?[a-z]+"
    r"|mate|lads|folks|friends|everyone|all|dears?|my dears|love|bye|without (?:hesitation|a doubt)"
    rf"|with (?:pleasure|joy|regret|(?:a|an|all my|no|much|great) \w+(?: \w+)?)|on this(?: one| occasion)?"
    rf"|{LY}))(?![\w'’-])",
    re.I,
)
ENDS = later(
    r"[\s\"'*_)]{0,3}(?:$|[.!,;:(\])–—…😀-🙏👍👎]|-{1,2}\s|(?:and|so|because|cos|since|as|though"
    r"|although|despite|given|due|on the grounds|for the reasons?|which|while|notwithstanding|in order"
    r"|to (?:the|his|her|their) (?:author|regret)|i'm|i am|rather than)(?!\w))",
    re.I,
)
# Behind it, these leave a part of it, or a while.
BUT = later(
    r"\W*(?:but|apart|except|save|barring|other than|for (?:now|the)|at least|so far|only|or|not"
    r"|unless|until|till|if|when|once|let me|wait|hold on|hang on|actually|scratch|o+ps)\b",
    re.I,
)
# Anywhere in the letter.
FAR = later(
    r"(?<!\S)/s(?!\w)|\bj/?k\b|\b(?:just|only) (?:a (?:joke|test)|kidding|joking|testing)\b|\bkidding\b"
    r"|\bjoking\b|\bapril,? fools?\b|\b(?:not|isn't) (?:a|my|the) (?:real |final )?(?:vote|ballot)\b"
    r"|\b(?:this|that|it)(?:'s| is| was) (?:just |only )?an? (?:test|joke|draft|example|sample)\b"
    r"|\b(?:for (?:example|instance)|e\.g|hypothetical\w*|behalf|proxy|poll|survey|minutes|headline"
    r"|sarcas\w*|iron(?:y|ic\w*)|would have voted|(?:don't|do not) count|ignore this|disregard"
    r"|quote|quoting|unquote|rumou?rs?|pigs|in (?:my|your) dreams|pope)\b|[🙄😉😜😏😂🤣🤪😝🤡🤷🤔]|;-?\)|\blo+l\b"
    r"|\b(?:lma+o|rofl|hah+a+\w*|hehe\w*)\b",
    re.I,
)
# "I can't vote for this": as good as against it
DENIED = later(
    r"\b(?:can(?:'t|not| not)|could(?:n't| not)|do(?:n't| not)|won't|will not|can hardly)"
    r"(?: \w+){0,4}? vote (?:for|yes to|in favou?r of)\b",
    re.I,
)
# "If I allow one, I get twenty-five." ties nothing; "If Bob agrees." does.
WHOLE_IF = later(
    r"^\W*(?:(?:and|but|or|so) )?(?:if|when|once|unless|as long as)\b[^,]{3,120},\s(?:\S+\s){2}", re.I
)
THINKS = later(r"^\W*i (?:think|guess|believe)\s(?:\S+\s){3}", re.I)
OF_VOTES = later(r"\b(?:vot\w+|ballot|i'm in|count me|agree\w*|yes|no(?=\W*$|,))\b", re.I)
MOCKS = later(
    r"^\W*(?:(?:oh|ah),? )?(?:sure|great|wow|brilliant|wonderful|genius|bravo|splendid|marvellous"
    r"|of course|obviously|exactly what|just what|congrat\w*|how (?:clever|nice|lovely|original))\b"
    r"|\b(?:masochis\w*|love losing|thrilled|speechless|what could possibly)\b",
    re.I,
)
TAKES = later(
    r"n't\b|\b(?:no|not|never|without|instead|unless|fewer|less|abolish\w*|remov\w*|repeal\w*|delet\w*"
    r"|neither|nor|longer|strik\w*|drop\w*|end(?:s|ed)?|stop\w*|limit\w*|except|forbid\w*|ban\w*"
    r"|cannot|replac\w*)\b",
    re.I,
)
LETTERS = later(r"[^\W\d_]{3,}")
SMALL = word_set("the and these those this that your more some all such new one own bob")


JOINS = later(r"[\W]*(?:(?:so|but|and|hence|therefore|then|thus|yeah|say|with)\b\W+)*", re.I)


def avowed(told: Sequence[str], proposed: str) -> Choice | None:
    """The one choice that a letter avows; `proposed`: the words of its proposal."""
    text = stated.QUOTED.sub("quotation", "\n".join(told))
    if FAR.search(text) or SARCASM.search(text):
        return None
    sentences = [
        stated.NO_CONDITION.sub("", as_meant(one))
        for one in SENTENCE.split(text)
        if any(map(str.isalnum, one))
    ]
    votes = [[*_avowals(one, proposed)] for one in sentences]
    choices = {vote.choice for here in votes for vote in here}
    if len(choices) != 1:
        return None
    (choice,) = choices
    last = max(at for at, here in enumerate(votes) if here)
    if choice == "for" and any(map(MOCKS.search, sentences)):
        return None
    for at, (one, here) in enumerate(zip(sentences, votes, strict=True)):
        if here and not all(_is_free(one, vote) for vote in here):
            return None
        if not here and not _leaves(one, choice, behind=at > last):
            return None
    return choice


def _avowals(sentence: str, proposed: str) -> Iterator[StatedVote]:
    ends = 0
    found = [one for form in FORMS for one in form.finditer(sentence)]
    for one in sorted(found, key=lambda at: (at.start(), -at.end()))[:MOST_FOUND]:
        end = _ends(sentence, one.end(), proposed)
        if end is None or one.start() < ends:
            continue
        ends, groups = end, one.groupdict()
        pro, con = groups.get("pro") or groups.get("up"), groups.get("con") or groups.get("down")
        choice: Choice = "for" if pro else "against" if con else "abstain"
        begins = one.start() + JOINS.match(one[0]).end()  # type: ignore[union-attr]
        yield StatedVote(choice, "", False, True, False, False, begins, end)


def _ends(sentence: str, at: int, proposed: str) -> int | None:
    """Where a vote ends that has said its side, with what it is on; None if that is something else."""
    for _ in range(MOST_TAILS):
        if ENDS.match(sentence, at):
            return at
        tail = ON.match(sentence, at) or CLOSES.match(sentence, at)
        tail = tail or _of_its_words(sentence, at, proposed)
        if tail is None:
            return None
        at = tail.end()
    return None


def _of_its_words(sentence: str, at: int, proposed: str) -> re.Match[str] | None:
    """ "the limericks", where the proposal brings them, and takes nothing away."""
    what = OF_WHAT.match(sentence, at)
    if what is None or TAKES.search(proposed):
        return None
    words = {_stem(one) for one in LETTERS.findall(what["what"].lower()) if one not in SMALL}
    known = {_stem(one) for one in LETTERS.findall(proposed.lower())}
    return what if words and words <= known else None


# What gives a vote to somebody else, right before it
SAID_BY = later(
    r"\b(?:says?|said|tells?|told|writes?|wrote|asks?|asked|claims?|claimed|wants?|thinks?|thought"
    r"|believes?|insists?|shouts?|answers?|answered|replies|replied|suggests?|hopes?|if|that|which"
    r"|who|whom|what|where|how|why|when|than|whether|unless|not|never|n't|or|like|titled?|called"
    r"|example|options?|choices?|names?|was|were|been)(?:\s(?:me|us|him|her|them|you|to))?(?:\s\w+)?[\s,:\"'–—-]*$",
    re.I,
)
MINE = later(
    r"\b(?:i(?:'m|'d| am| must| have to| can| may| would)?|let me|my|to)\s(?:\w+\s){0,2}(?:say|add|tell"
    r"|write|answer|confirm|record|know|admit|think|hope)(?:\s(?:you|me|to|that))*[\s,:]*$"
    r"|\b(?:only|except|sorry|glad|happy|pleased|sure|clear|note|record|confirm|show|say|know) that\s$",
    re.I,
)
# Where it stands alone in its clause, these may go before: "Hello, this is Ada: …"
HELLO = later(r"\b(?:this is|here is|it's) (?-i:[A-Z])\w+(?:\shere)?\s$|\b(?:yeah|yes|no|nope|and|but|so"
    r"|hence|therefore|thus|then|anyway|again|still|well|ok|okay|right|now|here|please|pray|kindly"
    r"|you can|you may|you might|could you|would you|can you|which is why|because|as|since|though)\s$", re.I)
WITH_OTHERS = later(r"\b(?:(?-i:[A-Z])\w+|my \w+|you|he|she|they|we|him|her|them)\s(?:and|or)\s$", re.I)
OTHERS_SAY = later(
    r"^(?!.*\b(?:i|i'm|my|me|it|this|so|anyway|short|here|fine|ok(?:ay)?|right|well|now|then|today"
    r"|things?|first|lastly|finally|point|item|\d+)\b)(?:\W*[\w']+){1,4}:\s$",
    re.I,
)
BEFORE_THAT = later(
    r"^\W*(?:and |but |so )?(?:before|until|till|unless|if|when|once|while|after|as soon as|i'd|i would)\b",
    re.I,
)
JOINED = later(r"(?:\b(?:so|and|but|then|hence|therefore|thus|well|in the end)[\s,:]{1,3}){1,3}$", re.I)
WAVERS = later(
    r"\b(?:maybe|perhaps|probably|possibly|presumably|not sure|unsure|undecided|torn|lean\w*|inclined"
    r"|tempted|for now|so far|at the moment|tentativ\w+|provisional\w*|in (?:principle|theory|general"
    r"|spirit)|partly|partially|mostly|half|kind of|sort of|kinda|sorta|more or less|almost|nearly"
    r"|hypothetical\w*|usually|normally|sometimes|generally|typically|used to|supposed to)\b",
    re.I,
)
SO = later(r"\b(?:so|but|still|anyway|therefore|hence|thus|now|yet)[\s,:]{0,3}$", re.I)
IFS = stated.IFS
PENDING = later(r"\b(?:pending|condition\w*|depend\w*|except)\b", re.I)
OTHERWISE = later(r"\botherwise (?=(?:fine|good|ok(?:ay)?|sound|happy|right|all right|lovely)\b)", re.I)
NOT_IT = later(r"^\W*not (?!(?:yet|sure|really|quite|now|against|no|only|unless)\b)\w+ \w", re.I)
POLITE = later(r",? (?:would you|will you|could you|please|ok(?:ay)?|right|if you would)\?\W*$", re.I)


def _unpending(before: str) -> str:
    """ "As my own proposal is pending, …": a reason ties nothing by such a word."""
    before = OTHERWISE.sub("", before)
    return PENDING.sub("", before) if stated.CONCEDES.match(before) else before


def _others_say(before: str) -> bool:
    """ "The bank: no", and not "In the end: no"."""
    return OTHERS_SAY.search(before) is not None and OF_MANNER.match(before) is None


def _is_free(sentence: str, vote: StatedVote) -> bool:
    """Rule 2."""
    before, after = sentence[: vote.begins], POLITE.sub(".", sentence[vote.ends :])
    if DENIED.search(before):
        if vote.choice != "against":
            return False
        before = DENIED.sub(" ", before)
    ties_it = IFS.search(OTHERWISE.sub("", after)) or IFS.search(_unpending(before))
    if "?" in after or "?" in before[-2:] or ties_it:
        return False
    if WAVERS.search(before) and not SO.search(before):
        return False
    if BUT.match(after) or WAVERS.search(stated.WHY.sub("", after)) or turned(after):
        return False
    mine = MINE.search(before) is not None and BEFORE_THAT.match(before) is None
    told = JOINED.sub("", before)
    if not mine and (SAID_BY.search(told) or _others_say(before) or stated.TOLD.search(before)):
        return False
    if WITH_OTHERS.search(before):
        return False
    inside = re.search(r"[a-z'\"]\s$", before, re.I) and not HELLO.search(before)
    if inside and not mine and not stated.PHRASE.match(before):
        return False
    says_the_other = stated.says_the_other
    return not says_the_other(before, vote.choice) and not says_the_other(after, vote.choice)


def _leaves(sentence: str, choice: Choice, *, behind: bool) -> bool:
    """Rule 3."""
    if DENIED.search(sentence):
        return choice == "against"
    if hopes_otherwise(sentence, choice):
        return False
    if choice == "against" and not behind and NOT_IT.match(sentence):
        return True
    whole = WHOLE_IF.match(sentence) is not None or THINKS.match(sentence) is not None
    if ties(sentence, behind=behind) and not (whole and not OF_VOTES.search(sentence)):
        return False
    if SPOILS.search(sentence) and (behind or not TAKES_BACK.search(sentence)):
        return False
    if behind and turns(sentence):
        return False
    return stated.leaves(sentence, choice)


def _stem(word: str) -> str:
    for end in ("ing", "ies", "es", "ed", "s", "e", "y"):
        if word.endswith(end) and len(word) - len(end) >= 3:
            return word[: -len(end)]
    return word
