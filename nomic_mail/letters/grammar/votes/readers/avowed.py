"""A vote that says of itself that it is one, in a letter that tells whatever else it likes.

1. It is looked for last, in the whole letter: a clause in which its writer votes ("I'm going with
   no", "Put me down FOR", "So it's against"), abstains, or names a side as nobody names one but in
   a vote ("One more against"). What it is on is the ballot, or what its proposal speaks of.
2. In its own sentence nothing ties it, softens it, asks it or gives it to somebody else (`stated`).
3. Another sentence takes it away only by what reaches so far: the other choice, second thoughts
   behind it, a condition that hangs in the air, a jest, a test. It may ask, tell of others and of
   other times, and be glad or cross as it likes: the vote has said what it is.
4. A yes or a no that does not say so is none here.
"""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.reading import Passage
from nomic_mail.letters.grammar.votes.readers import forms, stated
from nomic_mail.letters.grammar.votes.readers.ballots import COUNTED, read_ballots
from nomic_mail.letters.grammar.votes.readers.declared import as_meant, hopes_otherwise
from nomic_mail.letters.grammar.votes.readers.forms import StatedVote
from nomic_mail.letters.grammar.votes.readers.tells import SPOILS, TAKES_BACK
from nomic_mail.letters.grammar.votes.said import remarks
from nomic_mail.letters.grammar.votes.said.leadins import ANSWER, OF_MANNER, SHRUG, is_sour
from nomic_mail.letters.grammar.votes.said.parts import parts
from nomic_mail.letters.grammar.votes.said.reasons import BAD, GOOD, LIFE
from nomic_mail.letters.grammar.votes.said.signs import ANSWERY
from nomic_mail.letters.grammar.votes.said.strays import strays
from nomic_mail.letters.grammar.votes.said.turns import IFS, SECONDS, TIES, UNDOES, ties, turns
from nomic_mail.patterns import later

SENTENCE = later(r"(?<=[.!?…;])[\s)]+(?=\S)|\n|\s(?=\d\)\s)")
# Behind it, these leave a part of it, or a while.
PARTLY = later(
    r"\W*(?:but|apart|except|save|barring|other than|for (?:now|the)|at least|so far|only|or|not"
    r"|unless|until|till|if|when|once|let me|wait|hold on|hang on|actually|scratch|o+ps)\b",
    re.I,
)
# Anywhere in the letter.
FAR = later(
    r"(?<!\S)/s(?!\w)|\bj/?k\b|\b(?:just|only) (?:a (?:joke|test)|kidding|joking|testing)\b"
    r"|\bkidding\b"
    r"|\bjoking\b|\bapril,? fools?\b|\b(?:not|isn't) (?:a|my|the) (?:real |final )?(?:vote"
    r"|ballot)\b"
    r"|\b(?:this|that|it)(?:'s| is| was) (?:just |only )?an? (?:test|joke|draft|example|sample)\b"
    r"|\b(?:for (?:example|instance)|e\.g|hypothetical\w*|behalf|proxy|poll|survey|minutes|headline"
    r"|sarcas\w*|iron(?:y|ic\w*)|would have voted|(?:don't|do not) count|ignore this|disregard"
    r"|quote|quoting|unquote|rumou?rs?|pigs|in (?:my|your) dreams|pope)\b"
    rf"|[🙄😉😜😏😂🤣🤪😝🤡🤔]|{SHRUG}|;-?\)|\blo+l\b"
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
    r"^\W*(?:(?:and|but|or|so) )?(?:(?:if|when|once|unless|as long as)\b[^,]{3,120},\s(?:\S+\s){2}"
    r"|if i (?:wanted|had|were|knew|liked|needed|thought|could)\b[^,.]{3,80}\bi(?:'d| would)\s\S)",
    re.I,
)
# "If you sow rubbish you ought to reap it." says so of everybody.
WOULD = r"(?:ought|should|must|gets?|will|can|have|has)"
OF_ALL = later(
    rf"^\W*if (?:there's one thing|you\b.{{3,60}}\byou {WOULD}|one\b.{{3,60}}\bone {WOULD}"
    rf"|people\b.{{3,60}}\bthey {WOULD}|we\b.{{3,60}}\bwe {WOULD})\b",
    re.I,
)
# "Until last year I had never seen a ballot."
ONCE = later(r"^\W*(?:until|till|when|once|before|after)\b.{8,}\b(?:had|was|were|did)\b", re.I)
# "What could possibly go wrong": of no vote, whatever it wavers about
IDLY = later(
    r"(?!.*\b(?:i|i'm|me|my|vote|sure|torn|undecided|maybe|perhaps)\b)(?:\S+\s){3,}\S+$", re.I
)
THINKS = later(r"^\W*i (?:think|guess|believe)\s(?:\S+\s){2}\S", re.I)
OF_VOTES = later(r"\b(?:vot\w+|ballot|i'm in|count me|agree\w*|yes|no(?=\W*$|,))\b", re.I)
BARGAIN = later(
    r"\b(?:in (?:exchange|return) for|as a favou?r|quid pro quo|on (?:the|one) condition|subject to"
    r"|were (?:it|he|she|they|i)\b|had (?:it|he|she|they|i|this|that) been)\b"
    r"|(?<!things)(?<!points)(?<!remarks):\W*$",
    re.I,
)
MOCKS = later(
    r"^\W*(?:(?:oh|ah),? )?(?:sure|great|wow|brilliant|wonderful|genius|bravo|splendid|marvellous"
    r"|of course|obviously|exactly what|just what|congrat\w*|how (?:clever|nice|lovely|original))\b"
    r"|\b(?:masochis\w*|love losing|thrilled|speechless|what could possibly)\b",
    re.I,
)

# Of which a letter's coming is told as well as a vote
THUMB = later("[👍👎✅✔☑❌✖]")
SIGN = later(
    r"[+-]1|[👍👎✅✔☑❌✖]|^\W*(?:(?!I\b)[A-Z]+(?=\W|$)|against|for|[Ss]trong(?:ly)? |[Ss]upport"
    r"|[Oo]ppose|[Rr]eject|[Aa]pprove)"
)
# "👎 it would punish newcomers": of what would come of it, and not of the vote
COMES_OF_IT = later(
    r"\b(?:it|this|that|they|there|everyone|everybody|nobody|people|(?:the|this) (?:change|rule"
    r"|proposal|idea)) (?:would|could|might|may)\b(?! (?:need|be better|do with|use|have to)\b)",
    re.I,
)
UPS, DOWNS = later(r"(?<![\w.])\+1\b|[👍✅]"), later(r"(?<![\w.])-1\b|[👎❌]")
CAME = later(
    r"^\W{0,4}(?:[+-]1\W{1,4})?(?:got (?:it|that|this|your|the)|received|noted|will do|done\b"
    r"|see you|seen\b|arrived|roger|copy that)",
    re.I,
)
FROM_ME = later(r"\bfrom (?:me|us|here|my \w+)$", re.I)
ANY_SIGN = later(r"(?<![\w.])[+-]1\b|[👍👎✅✔☑❌✖]")
NOT_SO = later(r"\bbut not\b|^\W*(?:says?|said|wrote|writes)\s", re.I)
# Behind a thumb, which may be for anything: to the end, nothing but what is said of a proposal
OF_WHAT = r"(?:idea|proposal|amendment|motion|wording|text|draft|rule|change|work|job|stuff|one)"
ABOUT_IT = later(
    rf"\W*$|(?:\W{{1,4}}(?:(?:because|since|as|and|but|so)\s)?(?:"
    rf"i (?:really )?(?:like|love|support|hate|dislike|oppose|don't (?:like|want|need))"
    rf" (?:it|this|that|(?:the|this|your) {OF_WHAT})(?: a lot| very much)?"
    rf"|(?:(?:it|this|that|the {OF_WHAT})(?:'s| is| was| seems| looks| sounds| reads| makes| adds"
    rf"| helps| hurts| breaks| fixes| keeps| would| could| might) (?!(?:me|my|us|rain|snow)\b)"
    rf"(?:[\w'-]+ ){{0,7}}[\w'-]+)"
    rf"|(?:(?:a|the|what an?|this|very|really|such an?) )?(?:{GOOD}|{BAD}|excellent|awesome)"
    rf"(?: {OF_WHAT}(?:, (?-i:[A-Z])\w+)?)?|this kind of thing makes \w+ \w+ \w+"
    rf"|because (?:it|this|that|nobody|we|the {OF_WHAT}|they|there)\b[^.;]{{0,120}}"
    rf"|we (?:have|need|should|can) (?:[\w'-]+ ){{0,6}}(?:this|it)"
    rf"|(?:makes|looks|sounds|reads|works|love|like) (?:\w+ )?(?:sense|good|great|fine|fair|well"
    rf"|it|this)(?: (?:to|for) (?:me|us))?|well done|agreed?|approved?|adopt it|reject(?:ed)?|lgtm"
    rf"|approve|reject it|yes|no|aye|nay|too|not for me"
    rf"|from (?:me|us|here|my side)|binding|non-binding"
    rf"|too \w+(?: for (?:me|my taste))?|no need(?: for (?:it|this))?|long overdue|not needed"
    rf"|nobody (?:asked for|needs|wants|reads|will miss) (?:it|this|the old \w+)"
    rf"|(?:many )?thanks?(?: you)?(?: (?:(?-i:[A-Z])\w+|everyone|all|a lot|for (?:the|your|this)"
    rf" (?:{OF_WHAT}|proposing|writing)))?(?: @\w+)?|sorry(?: (?-i:[A-Z])\w+)?|i checked"
    rf")(?![\w'])){{1,4}}\W*$",
    re.I,
)
# "+1, but I'll leave some comments": a remark, that asks for no change
BUT = later(
    r"^\W{0,3}but (?=(?:i|it|that|this|will|who|no|nothing)\b)(?!.*\b(?:need\w*|must|ha(?:s|ve) to"
    r"|should|fix\w*|chang\w*|first|part|clause|paragraph|section|please|let|only|yet|not sure)\b)",
    re.I,
)


# A number that may be an open proposal's
OPEN = later(r"(?<![\w.,£$€])#?3\d\d(?![\w%]|[.,]\d)")
MY_LINE = later(
    r"\W*(?:(?:so|and|but|yeah|anyway|well|ok)[\s,]{1,3}){0,3}(?:i|i'm|im|i’m|i'll|my|put|count"
    r"|mark|vote:)\b",
    re.I,
)
# What an unfinished line may go on from
LOOSE = later(
    r"\b(?:say\w*|said|tell\w*|told|ask\w*|writ\w*|wrote|claim\w*|want\w*|think\w*|thought"
    r"|believ\w*"
    r"|hop\w+|wish\w*|if|unless|when|until|till|because|that|which|who|what|why|how|not|never"
    r"|cannot|or"
    r"|maybe|perhaps|pretend\w*|suppose\w*|imagin\w*|example|convinc\w*|sure|know\w*)\b|n['’]t\b"
    r"|:\W*$",
    re.I,
)


# Somebody else's words, as it turns out behind them
SAID = later(
    r"\W*,?\s?(?:(?:he|she|they|i|the \w+|my \w+)\s)?(?:sa(?:id|ys)|cried|cries|wrote|writes"
    r"|shouted|sagte|sagt|schrieb|meinte|told|asked|replied|answered)\b"
    r"|\W*,?\s?(?:i(?:['’]m| am| was) told|i hear|they say|apparently|rumou?r has it)\b",
    re.I,
)
# Anywhere in the letter: what turns it, or makes light of it, and is in no list of `turns`.
TURNED = later(
    r"\b(?:no wait|wait|chang(?:e|ed|ing) my|instead|actually|correction|ignore|scrap|later|jk"
    r"|not really|withdraw|undo|retract|revoke|cancel|mistake|meant|oops|lie|lying|dream\w*|muddled"
    r"|confused|as if|testing|was that|better of the two|both|other one|tentativ\w*|provisional\w*"
    r"|as a (?:test|joke|draft)"
    r"|deal|ha,? ha\w*|(?:just|only) to (?:see|check|try|test)|practi[sc]\w*|is how"
    r"|that(?:['’]s| is| was) what .{1,40} would(?: have)?"
    r"|würde\w* [^.!?]{1,30} sagen|hätte (?:ich|er|sie) (?:gesagt|geschrieben)|doch lieber"
    r"|moment|stopp|quatsch|spaß|scherz|vergiss|zurück|anders überlegt)\b"
    r"|\bi (?:do|did|will|would|could|can)(?:n['’]t| not)\W*(?=$|\n)",
    re.I,
)
# Where a piece begins so, and is no question, it hangs on what stands beside it.
HANGS = later(
    r"\W*(?:or|unless|but|only|if|though|except|provided|until|not|when|once|should|assuming"
    r"|as (?:soon|long)|oder|außer|aber|nur|wenn|falls|nicht|and (?:for|against|yes|no)|of what)\b",
    re.I,
)
# A word that answers, bare or with what it is on: of the other side, it leaves nobody's vote.
BARE = later(
    r"(?:^|[.!?,;:–—-] ?|\n)\W*(?:#?\d{3,6}\W{1,3})?(?:(?P<pro>for|yes|yea|yep|yup|yeah|aye"
    r"|in favou?r|accept|approved?|ja|dafür)|(?P<con>against|no|nope|nah|nay|reject(?:ed)?|nein"
    r"|dagegen)|(?P<abs>abstain))(?: (?:(?:to|on|of|zu) )?(?:#?\d{3,6}|it|this))?"
    r"\W*(?=$|[.!?,;:–—-]|\n)",
    re.I,
)
SIGNS = later(r"(?<![\w.])(?:(?P<pro>\+1|👍|✅|✔|☑)|(?P<con>-1|👎|❌|✖))")


def avowed(told: Sequence[str], proposed: str, strange: Callable[[str], bool]) -> Choice | None:
    """The one choice that a letter avows; `proposed`: the words of its proposal; `strange`: whether
    a sentence has a number that is neither the ballot's nor its proposal's."""
    text = re.sub(r"[*_`]|'{2,3}", "", stated.QUOTED.sub("quotation", "\n".join(told)))
    if FAR.search(text) or is_sour(text):
        return None
    sentences = [
        PUTS_RIGHT.sub("", stated.NO_CONDITION.sub("", as_meant(REQUESTS.sub(r"\1.", one))))
        for one in SENTENCE.split(text)
        if any(map(str.isalnum, one)) or SIGN.search(one)
    ]
    votes = [[*forms.votes(one, proposed)] for one in sentences]
    choices = {vote.choice for here in votes for vote in here}
    if len(choices) != 1:
        return None
    (choice,) = choices
    last = max(at for at, here in enumerate(votes) if here)
    if choice == "for" and any(MOCKS.search(one) and not THUMB.match(one) for one in sentences):
        return None
    if _signs_for_something_else(text, sentences, votes):
        return None
    plain = all(parts(one).plain for one, here in zip(sentences, votes, strict=True) if here)
    plain = plain and not any(map(_is_thumb, sentences, votes))
    plain = plain and _turned_by_nothing(sentences, text, choice)
    for at, (one, here) in enumerate(zip(sentences, votes, strict=True)):
        if here and (strange(one) or not all(_is_free(one, vote) for vote in here)):
            return None
        number = any(strange(of[0]) for of in OPEN.finditer(one))
        leaves = plain and _leaves_plain(one, choice, behind=at > last)
        if not here and (number or not (leaves or _leaves(one, choice, behind=at > last))):
            return None
    return choice


def _turned_by_nothing(sentences: Sequence[str], text: str, choice: Choice) -> bool:
    """Whether no word of the letter turns a vote whose own sentence holds none that could, and no
    sentence answers the other way."""
    if any(one.search(text) for one in (TURNED, UNDOES, TAKES_BACK)):
        return False
    if any((HANGS.match(one) and one[-1] != "?") or SECONDS.match(one) for one in sentences):
        return False
    others = (one.groupdict() for mark in (BARE, SIGNS) for one in mark.finditer(text))
    ways = {"for" if one["pro"] else "against" if one["con"] else "abstain" for one in others}
    return ways <= {choice}


def _leaves_plain(sentence: str, choice: Choice, *, behind: bool) -> bool:
    if hopes_otherwise(sentence, choice) or SPOILS.search(sentence) or BARGAIN.search(sentence):
        return False
    return not (ties(sentence, behind=True) or (behind and turns(sentence)))


def _signs_for_something_else(
    text: str, sentences: Sequence[str], votes: Sequence[Sequence[StatedVote]]
) -> bool:
    """Whether its signs point both ways, or may tell that a letter came."""
    if UPS.search(text) and DOWNS.search(text):
        return True
    if any(map(CAME.match, sentences)) and ANY_SIGN.search(text):
        return True
    told_of = ANSWERY.search(text) or LIFE.search(text) or any(map(ANSWER.match, sentences))
    return bool(told_of) and any(map(_is_thumb, sentences, votes))


def _is_thumb(sentence: str, votes: Sequence[StatedVote]) -> bool:
    """Whether one of its votes is a thumb or a tick, and no word."""
    said = [sentence[one.begins : one.ends] for one in votes]
    return any(THUMB.search(one) and not any(map(str.isalpha, one)) for one in said)


def goes_on(said: Sequence[Passage]) -> bool:
    """Whether a line may be the end of the unfinished one above it, and no vote of its own."""
    return any(
        below.hanging and not (MY_LINE.match(below.text) and LOOSE.search(above.text) is None)
        for above, below in pairwise(said)
    )


# What gives a vote to somebody else, right before it
SAID_BY = later(
    r"(?:\b(?:says?|(?<!the )said|tells?|told|writes?|wrote|(?<!you )asks?|asked|claims?|claimed"
    r"|wants?|thinks?|thought"
    r"|believes?|insists?|shouts?|answers?|answered|replies|replied|suggests?|hopes?|if|that|which"
    r"|who|whom|what|where|how|why|when|than|whether|unless|(?<!why )not|never|or"
    r"|(?<!would )like|titled?|called|example|options?|choices?|names?|was|were|been)|n't)"
    r"(?:\s(?:me|us|him|her|them|you|to))?(?:\s\w+)?[\s,:\"'–—-]*$",
    re.I,
)
NEARLY = later(
    r"\b(?:nearly|almost|expect\w*|was|were|wanted|tempted|supposed|used|ready|going|about|meant"
    r"|had planned) (?:me |us )?to\b|\b(?:nearly|almost)\b",
    re.I,
)
MINE = later(
    r"\b(?:i(?:'m|'d| am| must| have to| can| may| would)?|let me|my|to)\s(?:\w+\s){0,2}(?:say"
    r"|add|tell|write|answer|confirm|record|know|admit|think|hope|inform|advise|notify|assure"
    r"|announce|state|declare|submit)(?:\s(?:you|me|us|all|to|that))*[\s,:]*$"
    r"|\b(?:only|except|sorry|glad|happy|pleased|sure|clear|note|record|confirm|show|say|know)"
    r" that\s$",
    re.I,
)
# Where it stands alone in its clause, these may go before: "Hello, this is Ada: …"
HELLO = later(
    r"\b(?:this is|here is|it's) (?-i:[A-Z])\w+(?:\shere)?\s$"
    r"|\b(?:yeah|yes|yep|yup|aye|sure|no|nope|nah|and|but|so"
    r"|hence|therefore|thus|then|anyway|again|still|well|ok|okay|right|now|here|please|pray|kindly"
    r"|(?:would|should|'d) like|let me|you can"
    r"|you may|you might|could you|would you|can you|will you"
    r"|so (?:kind|good) as to|good enough to|which is why|because|as|since"
    r"|though)\s$",
    re.I,
)
WITH_OTHERS = later(
    r"\b(?:(?-i:[A-Z])\w+|my \w+|you|he|she|they|we|him|her|them)\s(?:and|or)\s$", re.I
)
OTHERS_SAY = later(
    r"^(?!.*\b(?:i|i'm|my|me|it|this|so|anyway|short|here|fine|ok(?:ay)?|right|well|now|then|today"
    r"|dear|hi|hello|done|ballot"
    r"|things?|first|lastly|finally|point|item|(?<!'s )(?:words|speech|prose|english|terms)"
    r"|\d+)\b)\W*[\w']+(?:[ -]+[\w']+){0,3}:\s$",
    re.I,
)
BEFORE_THAT = later(
    r"^\W*(?:and |but |so )?(?:before|until|till|unless|if|when|once|while|after|as soon as|i'd"
    r"|i would)\b",
    re.I,
)
COMES_TO = later(r"[,;]\s(?:so|therefore|hence|thus|but)\s$", re.I)  # "I'd rather not say, so …"
# "I meant to write: …" puts right what came before
PUTS_RIGHT = later(
    r"\bi meant to (?:write|say|send|type|answer|vote)\b:?"
    r"|\bi mean\b[:,]?(?=\s(?:yes|no|for|against|aye)\b)",
    re.I,
)
JOINED = later(
    r"(?:\b(?:so|and|but|then|hence|therefore|thus|well|in the end)[\s,:]{1,3}){1,3}$", re.I
)
WAVERS = later(
    r"\b(?:maybe|perhaps|probably|possibly|presumably|not sure|unsure|undecided|torn|lean\w*"
    r"|inclined"
    r"|tempted|for now|so far|at the moment|tentativ\w+|provisional\w*|in (?:principle|theory"
    r"|general"
    r"|spirit)|partly|partially|mostly|(?<!better )half|(?<!this )(?<!that )(?<!any )kind of"
    r"|(?<!this )(?<!that )(?<!any )sort of|kinda|sorta|more or less|almost|nearly"
    r"|hypothetical\w*|usually|normally|sometimes|generally|typically|used to|supposed to)\b",
    re.I,
)
SO = later(r"\b(?:so|still|anyway|therefore|hence|thus)[\s,:]{0,3}$", re.I)
PENDING = later(r"\b(?:pending|condition\w*|depend\w*|except)\b", re.I)
UNTIL = later(r"\b(?:until|till)\b", re.I)
OTHERWISE = later(
    r"\botherwise (?=(?:fine|good|ok(?:ay)?|sound|happy|right|all right|lovely)\b)", re.I
)
NOT_IT = later(r"^\W*not (?!(?:yet|sure|really|quite|now|against|no|only|unless)\b)\w+ \w", re.I)
REQUESTS = later(
    r"^(\W*(?:[\w ]{3,20}, )?(?:(?:could|would|can|will) (?:you|someone|somebody)|may i ask you to)"
    r" [^?]{8,150})\?\W*$",
    re.I,
)
POLITE = later(
    r",? (?:would you|will you|could you|please|ok(?:ay)?|right|if you would)\?\W*$", re.I
)


# "So I have to vote for, right?"
MUST_I = later(r"\bi (?:have to|must|should|need to|am supposed to) .*, right\?", re.I)
# "It is of no matter to my vote, which is no."
MY_VOTE = later(r"my (?:vote|answer|verdict), which is\b", re.I)


def _unpending(before: str) -> str:
    """ "As my own proposal is pending, …", "We rest until Easter, so …": a reason ties nothing by
    such a word."""
    told = PENDING.sub("", before) if stated.CONCEDES.match(before) else before
    return UNTIL.sub("", told) if SO.search(told) else told


def others_say(before: str) -> bool:
    """ "The bank: no", and not "In the end: no"."""
    return OTHERS_SAY.search(before) is not None and OF_MANNER.match(before) is None


def labelled(before: str, sign: str) -> bool:
    """ "Bob: I'm against", and not "Verdict: I'm against"."""
    label = SENTENCE.split(before.rstrip())[-1].rstrip(": ") + ": "
    if sign != ":" or not label.istitle() or label == "Moderator: ":
        return False
    return "X" in parts(label).row and others_say(label) and not stated.MY_OWN.search(label)


def _is_free(sentence: str, vote: StatedVote) -> bool:
    """Rule 2."""
    if vote.plan or MUST_I.search(sentence):
        return False
    sentence = POLITE.sub(".", OTHERWISE.sub("", sentence))
    before, after = sentence[: vote.begins], sentence[vote.ends :]
    if DENIED.search(before):
        if vote.choice != "against":
            return False
        before = DENIED.sub(" ", before)
    said = sentence[vote.begins : vote.ends]
    posted = SIGN.search(said) is not None and not FROM_ME.search(said)
    remark = posted and BUT.match(after)
    if posted and any(one.search(after) for one in (SPOILS, NOT_SO, COUNTED)):
        return False
    if posted and remarks.turns(after, vote.choice):
        return False
    if _is_thumb(sentence, [vote]) and ABOUT_IT.match(after) is None:
        return False
    if posted:
        sentence = before + sentence[vote.begins : vote.ends] + COMES_OF_IT.sub(" ", after)
    if (
        (PARTLY.match(after) and not remark)
        or SAID.match(after)
        or strays(sentence)
        or not stated.is_free_behind(sentence, vote)
    ):
        return False
    if SECONDS.match(before) or "?" in before[-2:] or IFS.search(_unpending(before)):
        return False
    own = is_own(before) or MY_VOTE.match(sentence, vote.begins) is not None
    before = stated.THEIR_SIDE.sub(" ", before)
    return own and not stated.says_the_other(before, vote.choice)


def is_own(before: str) -> bool:
    """Whether nobody else says what follows, and no other time or world."""
    before = stated.WAS.sub("", before)
    if stated.DENIES.search(before):
        return False
    if (WAVERS.search(before) or NEARLY.search(before)) and not SO.search(before):
        return False
    mine = MINE.search(before) is not None and BEFORE_THAT.match(before) is None
    told = "" if COMES_TO.search(before) else JOINED.sub("", before)
    if not mine and (SAID_BY.search(told) or others_say(before) or stated.TOLD.search(before)):
        return False
    inside = re.search(r"[a-z'\"]\s$", before, re.I) and not HELLO.search(before)
    if inside and not mine and not stated.PHRASE.match(before):
        return False
    return WITH_OTHERS.search(before) is None


def _leaves(sentence: str, choice: Choice, *, behind: bool) -> bool:
    """Rule 3."""
    if DENIED.search(sentence):
        return choice == "against"
    if hopes_otherwise(sentence, choice) or _takes_back(sentence, behind=behind):
        return False
    if choice == "against" and not behind and NOT_IT.match(sentence):
        return True
    if any(one.choice != choice for one in read_ballots(sentence) or ()):
        return False
    return not _ties(sentence, behind=behind) and stated.leaves(sentence, choice)


def _takes_back(sentence: str, *, behind: bool) -> bool:
    if SPOILS.search(sentence) and (behind or not TAKES_BACK.search(sentence)):
        return True
    return turns(sentence) if behind else BARGAIN.search(sentence) is not None


def _ties(sentence: str, *, behind: bool) -> bool:
    idly = IDLY.match(sentence) is not None and TIES.match(sentence) is None
    if not behind and (idly or ONCE.match(sentence)):
        return False
    whole = any(one.match(sentence) for one in (WHOLE_IF, OF_ALL, THINKS))
    return ties(sentence, behind=behind) and not (whole and not OF_VOTES.search(sentence))
