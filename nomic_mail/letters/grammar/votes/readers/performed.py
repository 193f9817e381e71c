"""A vote that its own clause performs, wherever in a sentence it stands: "The cat could not care
less, and I vote for it."

1. The clause says who votes, that they vote, and which way: "I vote no", "my answer is yes",
   "put me down as against", "no from me"; or is a word of the ballot, and no more. What it
   is on is the ballot: nothing follows but that, a reason, a greeting, or the end.
2. In its sentence stands no condition and no question, in its clause no doubt, no denial and nobody
   else, and behind it no "but": what is said before it, of whatever and whomever, takes nothing
   from it.
3. The rest of the letter may tell what it likes, but for another way, second thoughts, or an
   alternative.
4. It is looked for last, in what nobody else has read (`clear`). Words are data.
"""

import re
from collections.abc import Iterator, Sequence

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.votes.readers import avowed, beside, stated
from nomic_mail.letters.grammar.votes.readers.stated import StatedVote
from nomic_mail.letters.grammar.votes.readers.tells import SPOILS, TAKES_BACK
from nomic_mail.letters.grammar.votes.said.strays import strays
from nomic_mail.letters.grammar.votes.said.turns import SECONDS, UNDOES, ties, turns
from nomic_mail.patterns import later

PRO = r"(?P<pro>for|yes|yea|yeah|aye|in favou?r|affirmatively|in the affirmative)"
CON = r"(?P<con>against|no|nay|nope|negatively|in the negative)"
ABSTAINING = r"(?P<abs>abstain(?:ing|ed)?|an abstention)"
HOW = (
    r"(?: (?:hereby|therefore|thus|also|still|gladly|happily|cheerfully|proudly|firmly|definitely"
    r"|certainly|do|just|simply|accordingly|reluctantly|now|formally|duly|too|humbly|respectfully"
    r"|once more|once again|again|strongly|wholeheartedly)){0,3}"
)
KIND = (
    r"(?: (?:with|as|to be|being|an?|my|the|clear|firm|big|resounding|enthusiastic|happy|simple"
    r"|plain|definite|hard|strong|emphatic|loud|solid|reluctant|cheerful)){0,3}"
)
# Where such a clause may begin
BEGINS = (
    r"(?:^|[,;–—(]\s?|\b(?:but|so|and|therefore|hence|thus|then|ok|okay|well|please|kindly|aber|also"
    r"|und|daher)\s)\W{0,2}"
)
WRITER = (
    rf"{BEGINS}(?:i|we)(?:['’]m|['’]re| am| are|['’]d rather"
    r"| (?:am |['’]m )?going to|['’]m (?:just )?gonna)?"
)
BALLOT = (
    r"(?:it|this|that|(?:your|the|this) (?:ballot|question|vote|proposal)|(?:proposal )?#?\d{3,6})"
)
PERFORMED = tuple(
    later(one, re.I)
    for one in (
        rf"{WRITER}{HOW} (?:be )?vot(?:e|ing){HOW}{KIND} (?:{PRO}|{CON})\b",
        rf"{WRITER}{HOW} {ABSTAINING}\b",
        rf"{WRITER}{HOW} cast(?:ing)?{HOW} (?:my|our|an?|this)(?: affirmative| negative)?"
        rf" (?:vote|ballot){KIND} (?:{PRO}|{CON})\b",
        rf"{BEGINS}my (?:own |final )?(?:vote|answer|ballot|choice)"
        rf"(?: (?:on|to|for|about) {BALLOT})?"
        r"(?: (?:is|remains|stays|will be|shall be)|\s?[:=])"
        rf"{HOW}{KIND} (?:{PRO}|{CON}|{ABSTAINING})\b",
        rf"{BEGINS}(?:put|mark|count|record|list|note|treat|log|write|register|enter)"
        r" (?:me|my (?:vote|ballot)|mine)(?: down)?(?: as| for| under| among the| in)?"
        rf"{KIND} (?:{PRO}|{CON}|{ABSTAINING})\b",
        rf"(?:{BEGINS}|\bthat )the (?:undersigned"
        r"|(?:right hono?u?rable )?(?:member|delegate|gentleman|lady) (?:for|from)"
        r" [^.,:;!?]{2,30}?)"
        rf"{HOW} (?:votes|casts (?:an?|his|her|their) vote){KIND} (?:{PRO}|{CON})\b",
        rf"(?:^|[,:;!] ?|\bso ){KIND} ?(?:{PRO}|{CON})(?:,? thank you,?)? from me\b",
        rf"(?:^|[,:;!] ?|\b(?:so|and|ok) )voting{KIND} (?:{PRO}|{CON})\b",
        # a word of the ballot, and no more
        r"^[\s(*_\"]{0,3}(?:(?:so|then|ok|okay|well|short version|tl;?dr|in short|na+h+|no+"
        r"|ye+s+)\W{1,3}){0,2}(?:(?P<pro>FOR|aye)|(?P<con>AGAINST|nay)|(?P<abs>abstain))"
        r"(?:,? (?:please|thanks|thank you|then|pls|thx))?(?=[\s.!…]{0,5}$)",
        r"^(?:klares |ganz klar )(?:(?P<pro>ja)|(?P<con>nein)) von mir\b",
        r"^meine stimme: (?:(?P<pro>dafür)|(?P<con>dagegen))(?=[.!\s]*$)",
    )
)
JOINS = later(BEGINS, re.I)
NUMBER = later(r"\s#?\d")  # "put me down for 301"
# "I vote for the rule, not for the amendment"
PART = later(
    r"\s(?:not|no) (?:(?:for|to|on|with) )?(?:the|its|his|her|your|their|there|elsewhere)\b", re.I
)
GERMAN = later(r"\b(?:stimme|von mir)\b", re.I)
THING = r"(?:proposal|amendment|change|motion|rule|rule change|question|one|idea)s?(?: #?\d{3,6})?"
# What may stand behind it: what it is on, and then a reason, manners, or the end.
BEHIND = later(
    r"(?:\s(?:on|to|of|in)?\s?(?:it|this|that|thereof|the same|#?\d{3,6}"
    rf"|(?:the|this|said|your|her|his|that) (?:said )?{THING}|{THING}"
    r"|(?:the )?amendment of (?:it|that rule|this rule|the rule)))?"
    r"(?:\s?(?:$|[.;!)–—-]|,(?! (?:dass?|die|der)\b)|[^\w\s:,])"
    r"|\s(?:please|sir|madam|dear|thanks|thank you|myself|too|as well|and|because|since"
    r"|bc|cos|cause|cuz|so|thx|pls|ok|from me|bye|with pleasure|with joy|here|now"
    r"|again|today|this time|weil|denn|und)\b)",
    re.I,
)
# Somebody else's words, as it turns out behind them
SAID = later(
    r"\W*,?\s?(?:(?:he|she|they|i|the \w+|my \w+)\s)?(?:sa(?:id|ys)|cried|cries|wrote|writes"
    r"|shouted|sagte|sagt|schrieb|meinte|told|asked|replied|answered)\b"
    r"|\W*,?\s?(?:i(?:['’]m| am| was) told|i hear|they say|apparently|rumou?r has it)\b",
    re.I,
)
# In its sentence: what makes all of it conditional, a question, or another's.
TIED = later(
    r"\b(?:if|unless|provided|providing|as long as|so long as|once|when|whenever|whether|assuming"
    r"|suppos(?:e|ing)|would have|on condition|conditional\w*|depend(?:ing|s)|subject to|pretend"
    r"|imagine|otherwise|or|void|both|half|either|neither|behalf|proxy|joke"
    r"|were (?:i|it|he|she|they|this)|wish i|as regards"
    r"|as far as|last time|used to|wenn|falls|sofern|solange|sobald|ob|vorausgesetzt|oder|beide"
    r"|(?:sa(?:ys?|id)|wrote|writes|told \w+|asks|asked|claims?|reads?|sagt|sagte|schrieb|meinte)"
    r"|(?:['’]s|words|(?:put|say|have|phrase) it|how would|look|headline|sign|banner|label|title"
    r"|example|sample"
    r"|line|sentence|form|template|wall|motto|chorus|refrain|song|novel|film|club|game)[^:]{0,40}:"
    r"\W*(?=i\b|we\b|my\b|put\b|count\b|mark\b|vot|ich\b|meine\b))\b|[?\"“”«»„]",
    re.I,
)
# In its clause: a doubt, a denial, another mouth or time.
UNSURE = later(
    r"\b(?:might|may|maybe|perhaps|probably|possibly|likely|guess|tempted|consider(?:ing)?|almost"
    r"|nearly|leaning|inclined|undecided|unsure|until|till|except|save|could|should|instead|than"
    r"|part|thought|planned|planning|meant|intend\w*|usually|normally|in principle|provisional\w*"
    r"|tentativ\w*|same as|sa(?:ys?|id)|wrote|writes|told|tells|asked|asks|claims?|quote\w*|think"
    r"|believe|feel like|yet|later|tomorrow|would(?! (?:like|rather))|[a-z]+n['’]t|cannot|never|not"
    r"|nobody|without|vielleicht|wohl|eventuell|eigentlich|fast|würde|könnte|hätte|wäre|nicht"
    r"|kein\w*|nie|niemand|noch|tendier\w*|neige|glaube|denke|vermutlich|wahrscheinlich)\b",
    re.I,
)
CLAUSE = later(r"[,:;–—(]|\b(?:but|so|therefore|hence|thus|and|aber|also|und)\b", re.I)
PIECE = later(r"(?<=[?!.…;])[\s)]+(?=\S)")
BUT = later(
    r"\b(?:but|although|though|yet|however|except|must|needs?|has to|have to|rather|ought|wait"
    r"|oops|hang on|hold on|actually|well|aber|allerdings|jedoch|obwohl|nur|muss)\b",
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
    r"|moment|stopp"
    r"|quatsch|spaß|scherz|vergiss|zurück|anders überlegt)\b"
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
FAR = (TURNED, UNDOES, TAKES_BACK, avowed.FAR)


def performed(told: Sequence[str]) -> Choice | None:
    """The choice of a letter in which every clause that votes votes the same way."""
    ways = set[Choice]()
    pieces = [piece for one in told for piece in PIECE.split(one)]
    for piece in pieces:
        for found in _performances(piece):
            if not _stands(piece, found):
                return None
            ways.add(_way(found))
    text = "\n".join(pieces)
    if len(ways) != 1 or not _leave(pieces, text):
        return None
    others = (_way(one) for mark in (BARE, SIGNS) for one in mark.finditer(text))
    return next(iter(ways)) if ways.issuperset(others) else None


def _leave(pieces: Sequence[str], text: str) -> bool:
    """Rule 3."""
    votes = [any(_performances(one)) for one in pieces]
    told = [one for one, does in zip(pieces, votes, strict=True) if not does]
    behind = pieces[len(votes) - votes[::-1].index(True) :]
    if any(ties(one, behind=True) or SPOILS.search(one) for one in told):
        return False
    if any(map(avowed.BARGAIN.search, told)) or any(map(turns, behind)):
        return False
    if GERMAN.search(text) and any(map(beside.TURNS.search, behind)):
        return False
    return not (any(map(_turns, pieces)) or any(one.search(text) for one in FAR))


def _performances(piece: str) -> Iterator[re.Match[str]]:
    return (found for pattern in PERFORMED for found in pattern.finditer(piece))


def _turns(piece: str) -> bool:
    hangs = HANGS.match(piece) and not piece.endswith("?")
    return bool(hangs or SECONDS.match(piece))


def _stands(piece: str, found: re.Match[str]) -> bool:
    """Rules 1 and 2."""
    behind = piece[found.end() :]
    ends = next((one.start() for one in CLAUSE.finditer(behind)), len(behind))
    clause = piece[found.start() : found.end() + ends]
    if TIED.search(piece) or UNSURE.search(clause) or BUT.search(behind) or SAID.match(behind):
        return False
    joins = JOINS.match(piece, found.start())
    before = piece[: joins.end() if joins is not None else found.start()]
    vote = StatedVote(_way(found), "", False, True, False, False, len(before), found.end())
    if strays(piece) or not avowed.is_own(before) or avowed.PARTLY.match(behind):
        return False
    if not stated.is_free_behind(piece, vote) or PART.search(behind):
        return False
    if found[0].endswith("for") and NUMBER.match(behind):
        return False
    return BEHIND.match(behind) is not None


def _way(found: re.Match[str]) -> Choice:
    which = found.groupdict()
    if which.get("abs"):
        return "abstain"
    return "for" if which.get("pro") else "against"
