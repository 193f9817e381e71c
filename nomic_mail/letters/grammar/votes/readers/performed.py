"""A vote that its own clause performs, wherever in a sentence it stands: "Well, slap me and call me
reasonable: I vote for."

1. The clause says who votes, that they vote, and which way: "I vote no", "my answer to your ballot
   is yes", "put me down as against", "no from me", "the undersigned votes for it". What it is on is
   the ballot: nothing follows but that, a reason, a greeting, or the end.
2. In its sentence stands no condition, doubt or bargain, and behind it no "but": what is said before
   it, of whatever and whomever, takes nothing from it.
3. The rest of the letter may tell what it likes, but for another way, second thoughts, or an
   alternative.
4. It is looked for last, in what nobody else has read (`clear`). Words are data.
"""

import re
from collections.abc import Iterator, Sequence

from nomic_mail.game.commands import Choice
from nomic_mail.patterns import later

PRO = r"(?P<pro>for|yes|yea|yeah|aye|in favou?r|affirmatively|in the affirmative|approved)"
CON = r"(?P<con>against|no|nay|nope|negatively|in the negative)"
ABSTAINING = r"(?P<abs>abstain(?:ing|ed)?|an abstention)"
HOW = (
    r"(?: (?:hereby|therefore|thus|also|still|gladly|happily|cheerfully|proudly|firmly|definitely"
    r"|certainly|do|just|simply|accordingly|reluctantly|now|formally|duly|too|humbly|respectfully"
    r"|once more|once again|again|strongly|wholeheartedly)){0,3}"
)
KIND = (
    r"(?: (?:with|as|to be|being|an?|my|the|clear|firm|big|resounding|enthusiastic|happy|simple"
    r"|plain|definite|hard|strong|emphatic|loud|solid|reluctant|cheerful|klares)){0,3}"
)
I = (
    r"\b(?:i|we)(?:['’]m|['’]re| am| are|['’]ll| will| shall|['’]d like to| would like to|['’]d"
    r" rather| wish to| want to| have to| must| (?:am |['’]m )?going to|['’]m just gonna|['’]m"
    r" gonna)?"
)
PERFORMED = tuple(
    later(one, re.I)
    for one in (
        rf"{I}{HOW} (?:be )?vot(?:e|ing){HOW}{KIND} (?:{PRO}|{CON})\b",
        rf"{I}{HOW} {ABSTAINING}\b",
        rf"{I}{HOW} cast(?:ing)?{HOW} (?:my|our|an?|this)(?: affirmative| negative)? (?:vote|ballot)"
        rf"{KIND} (?:{PRO}|{CON})\b",
        r"\bmy (?:own |final )?(?:vote|answer|ballot|choice)(?: (?:on|to|for|about) [^.,:;!?]{1,30}?)?"
        rf"(?: (?:is|remains|stays|will be|shall be)|\s?[:=]){HOW}{KIND} (?:{PRO}|{CON}|{ABSTAINING})\b",
        r"\b(?:put|mark|count|record|list|note|treat|log|write|register|enter) (?:me|my (?:vote"
        rf"|ballot)|mine)(?: down)?(?: as| for| under| among the| in)?{KIND}"
        rf" (?:{PRO}|{CON}|{ABSTAINING})\b",
        r"\bthe (?:undersigned|(?:right hono?u?rable )?(?:member|delegate|gentleman|lady) (?:for"
        rf"|from) [^.,:;!?]{{2,30}}?){HOW} (?:votes|casts (?:an?|his|her|their) vote)"
        rf"{KIND} (?:{PRO}|{CON})\b",
        rf"(?:^|[,:;!] ?|\bso ){KIND} ?(?:{PRO}|{CON})(?:,? thank you,?)? from me\b",
        rf"(?:^|[,:;!] ?|\b(?:so|and|ok) )voting{KIND} (?:{PRO}|{CON})\b",
    )
)
THING = (
    r"(?:proposal|amendment|change|motion|rule|rule change|question|one|idea)s?(?: #?\d{3,6})?"
)
# What may stand behind it: what it is on, a reason, manners, or the end.
BEHIND = later(
    r"\s*(?:$|[.,;:!)–—-]|[^\w\s]|(?:on|to|of|in)? ?(?:it|this|that|thereof|the same|#?\d{3,6}"
    rf"|(?:the|this|said|your|her|his|that) (?:said )?{THING}|{THING}"
    r"|(?:the )?amendment of (?:it|that rule|this rule|the rule))\b"
    r"|(?:please|sir|madam|dear|thanks|thank you|myself|too|as well|and|because|since|as|bc|cos"
    r"|cause|cuz|so|thx|pls|ok|from me|bye|with pleasure|with joy|here|now|again|today|lol|then)\b)",
    re.I,
)
# In its sentence: what makes all of it conditional, a question, or another's.
TIED = later(
    r"\b(?:if|unless|provided|providing|as long as|so long as|once|when|whenever|whether|assuming"
    r"|suppos(?:e|ing)|would have|on condition|conditional\w*|depend(?:ing|s)|subject to|pretend"
    r"|imagine|otherwise|or|void|both|half|either|neither|behalf|proxy|joke|were|wish i|as regards"
    r"|as far as|last time|used to|(?:sa(?:ys?|id)|wrote|writes|told \w+|asks|asked|claims?"
    r"|reads?)\W*(?=i\b|we\b|my\b|put\b|count\b|mark\b|vot))\b|[?\"“”«»„]",
    re.I,
)
# In its clause: a doubt, a denial, another mouth or time.
UNSURE = later(
    r"\b(?:might|may|maybe|perhaps|probably|possibly|likely|guess|tempted|consider(?:ing)?|almost"
    r"|nearly|leaning|inclined|undecided|unsure|until|till|except|save|could|should|instead|than"
    r"|part|thought|planned|planning|meant|intend\w*|usually|normally|in principle|provisional\w*"
    r"|tentativ\w*|same as|sa(?:ys?|id)|wrote|writes|told|tells|asked|asks|claims?|quote\w*|think"
    r"|believe|feel like|yet|later|tomorrow|would(?! (?:like|rather))|[a-z]+n['’]t|cannot|never|not"
    r"|nobody|without)\b",
    re.I,
)
CLAUSE = later(r"[,:;–—(]|\b(?:but|so|therefore|hence|thus|and)\b", re.I)
PIECE = later(r"(?<=[?!.…;])[\s)]+(?=\S)")
BUT = later(
    r"\b(?:but|although|though|yet|however|except|must|needs?|has to|have to|rather|ought|wait"
    r"|oops|hang on|hold on|actually|well)\b",
    re.I,
)
# Anywhere in the letter: second thoughts, an alternative, or a jest.
TURNED = later(
    r"\b(?:scratch|second thoughts?|no wait|wait|take (?:it|that|this) back|chang(?:e|ed|ing) my"
    r"|instead|hold on|hang on|actually|correction|ignore|scrap|disregard|later|jok(?:e|ing)"
    r"|kidding|jk|not really|psych|withdraw|undo|retract|revoke|cancel|mistake|meant|oops|april"
    r"|sarcas\w*|iron(?:y|ic\w*)|lie|lying|dream\w*|muddled|confused|as if|test|testing|was that"
    r"|draft|do(?:n['’]t| not) count|better of the two|both|other one|tentativ\w*|provisional\w*"
    r"|on (?:the|one) condition|in (?:exchange|return)|deal|lol|haha+\w*|hehe\w*)\b"
    r"|(?:^|\n)\W*(?:or|unless|but|only|if|though|except|provided|until|not)\b|[;:]-?\)|[🙄😉😜😏😂🤣🤪😝🤡🤔]",
    re.I,
)
# A bare word that answers: of the other side, it leaves nobody's vote.
BARE = later(
    r"(?:^|[.!?,;:–—-] ?|\n)\W*(?:(?P<pro>for|yes|yea|yep|yup|yeah|aye|in favou?r|\+1|👍|✅)"
    r"|(?P<con>against|no|nope|nah|nay|-1|👎|❌)|(?P<abs>abstain))\W*(?=$|[.!?,;:–—-]|\n)",
    re.I,
)


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
    if len(ways) != 1 or TURNED.search(text):
        return None
    return next(iter(ways)) if {_way(one) for one in BARE.finditer(text)} <= ways else None


def _performances(piece: str) -> Iterator[re.Match[str]]:
    return (found for pattern in PERFORMED for found in pattern.finditer(piece))


def _stands(piece: str, found: re.Match[str]) -> bool:
    """Rules 1 and 2."""
    behind = piece[found.end() :]
    begins = max((one.end() for one in CLAUSE.finditer(piece[: found.start() + 1])), default=0)
    ends = next((one.start() for one in CLAUSE.finditer(behind)), len(behind))
    clause = piece[begins : found.end() + ends]
    if TIED.search(piece) or UNSURE.search(clause) or BUT.search(behind):
        return False
    return BEHIND.match(behind) is not None


def _way(found: re.Match[str]) -> Choice:
    which = found.groupdict()
    if which.get("abs"):
        return "abstain"
    return "for" if which.get("pro") else "against"
