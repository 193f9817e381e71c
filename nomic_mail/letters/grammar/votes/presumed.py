"""What a YES to the question about a doubtful vote says.

1. Where the question is the only one, on one proposal, and its line leans one way, it names that
   side, and a YES is that vote: who is asked a plain question may answer it plainly. Nothing is
   counted before.
2. A line leans that is of one side and of words that turn nothing: "Probably yes, I guess". Of any
   other word nobody knows what it does to a yes ("a yes would be a mistake"): no side is named.
   Nor is one to a yes or no that answers a question of ours: that is said to it.
3. Manners apart, that is so of all that the letter says, and nothing that it may answer stands
   above: "Probably yes." over "Actually no." names none, nor does "I think so, yes" below a
   quotation.
"""

import re
from collections.abc import Sequence

from nomic_mail.game.commands import Choice, Vote
from nomic_mail.letters.grammar.reading import About, Asked, Passage
from nomic_mail.letters.grammar.votes.asked import ask, of_one, whether
from nomic_mail.letters.grammar.votes.readers.clear import own_words
from nomic_mail.letters.grammar.votes.said import answers, reasons
from nomic_mail.letters.grammar.votes.votes import Unsure
from nomic_mail.letters.grammar.words import NUMBERED, number_of
from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

FEW = 2  # words of a question that is one by its mark alone: "AGAINST?"
MOST = 2_000  # characters of a line that are looked through
WORD = later(r"[^\W_]+(?:['’][^\W_]+)?|[+-]1|[👍👎✅❌]")
LEAVES_OPEN = later(
    r"\b(?:if|unless|wenn|falls|sofern)\b"
    # "no one", "no vote"
    r"|\bno\s(?!from\b|to\b|on\b|thanks?\b|please\b|then\b|i\b|here\b)\w|\bkein"
    # "for me to say", "thanks for it", "this is against it"
    r"|\bfor me to\b|\b(?:thanks?|thank you|sorry|danke)\s(?:for|für)\b"
    r"|\b(?:this|that|it)(?:\sis|['’]s) against (?:it|this|that)\b"
    # "for now"
    r"|\bfor\b(?!\W*$|\s?[.,!;:)]|\s(?:it|this|me|#?\d{3,6})\b)",
    re.I,
)
THANKS = later(
    r"\W*(?:many |vielen )?(?:thanks?|thank you|thx|dank|danke)"
    r"(?: (?:for|für) (?:the|this|your|die|den|das|deinen?) [^\W\d_]+)?(?: (?-i:[A-Z])\w+)?\W*",
    re.I,
)
NAMES_A_SIDE = later(r"\b(?:for|against|favou?r|dafür|dagegen)\b", re.I)
VOTES_FOR = later(r"\b(stimm\w*)(?=(?: [^\W\d_]+){0,3} für\b)", re.I)
PRO = word_set(
    """yes yep yup yeah yea aye for favour favor approve approved support agree agreed accept
    ja jo jep jawohl dafür einverstanden +1 👍 ✅"""
)
CON = word_set("no nope nah nay against oppose opposed reject nein nö nee dagegen -1 👎 ❌")
SIDES: tuple[tuple[Choice, frozenset[str]], ...] = (("for", PRO), ("against", CON))
GOOD = word_set("seems looks sounds fair good fine nice great sensible reasonable useful okay")
TURNS_NOTHING = word_set(
    """i i'm i’m i'd i’d i'll i’ll am be it it's it’s that that's that’s this a an my me the to on
    from with in is so well ok okay hm hmm oh um er and then vote voting say saying go going put
    mark count proposal please thanks thank sorry probably maybe perhaps possibly presumably
    likely guess suppose think would might could lean leaning towards toward inclined rather more
    tempted gut side says tbh ofc lol anyway whatever of
    ich bin mal eher wohl vermutlich wahrscheinlich vielleicht ein eine also von mir würde sagen
    meant selbstverständlich natürlich gern gerne meinen diesen eigenen den vorschlag für
    stimme zu glaube denke tendiere neige tendenziell danke"""
)


def asks_of_it(line: str, about: About) -> Asked:
    """The question about a line, whatever else it may be said of."""
    doubt = Unsure(line, 0, ask(line, about))
    return presumed(doubt, about) or Asked(line, doubt.question)


def presumed(doubt: Unsure, about: About, said: Sequence[Passage] = ()) -> Asked | None:
    """`said`: all that the letter says."""
    number, text = of_one(about, doubt.mentions), doubt.line[:MOST]
    if said:
        text = _without_manners(said)[:MOST]
    if number is None or number < 0 or doubt.question != ask(doubt.line, about, doubt.mentions):
        return None
    if LEAVES_OPEN.search(text) or ("?" in text and len(text.split()) > FEW):
        return None
    if {number_of(one) for one in NUMBERED.findall(text)} - {number}:
        return None
    if about.questioned and NAMES_A_SIDE.search(text) is None:
        return None
    if (side := _side(text)) is None:
        return None
    vote = Vote(choice=side, proposal=number)
    return Asked(doubt.line, whether(doubt.line, side, number), perhaps=vote)


def _without_manners(said: Sequence[Passage]) -> str:
    """What a letter says (rule 3); nothing where it may answer what stands above."""
    own = own_words(said)
    if any(answers.above(one) != "nothing" for one in own):
        return ""
    told = [one.text for one in own]
    return "\n".join(
        one for one in told if not (THANKS.fullmatch(one) or reasons.APOLOGY.match(one))
    )


def _side(text: str) -> Choice | None:
    """Rule 2."""
    text = VOTES_FOR.sub(r"\1 dafür", NUMBERED.sub("", text))
    words = {one.lower() for one in WORD.findall(text)}
    of = [side for side, known in SIDES if words & known]
    if len(of) != 1 or words - PRO - CON - TURNS_NOTHING - (GOOD if of == ["for"] else frozenset()):
        return None
    return of[0]
