"""The votes of a passage: which are plain, which are asked about.

1. A bare vote word is for the quoted item it stands under, else for the ballot the letter answers,
   else for the only open one; with several open it is asked about. A yes or a no in no words of
   voting answers what its letter does: where that is no ballot, it is asked about.
2. What is reported of others is no vote and spoils none. Our own instructions, copied, are neither.
"""

import re

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.language import Row, word
from nomic_mail.letters.grammar.reading import About, Passage
from nomic_mail.letters.grammar.votes.asked import ask, which
from nomic_mail.letters.grammar.votes.readers.aims import aimed, belies, wants
from nomic_mail.letters.grammar.votes.readers.ballots import CHOICE, ReadBallot, read_ballots
from nomic_mail.letters.grammar.votes.readers.declared import declared
from nomic_mail.letters.grammar.votes.readers.sentences import (
    SENTENCE_END,
    behind_a_clause,
    chained,
    in_idioms,
    one_of_sentences,
    stated_in,
    without_asides,
)
from nomic_mail.letters.grammar.votes.readers.tells import (
    ALMOST,
    CAMPAIGN,
    FIRST_PERSON,
    HARD,
    IDIOM,
    IDLE,
    INSTRUCTION,
    LIFE,
    LIKE_OTHERS,
    NEGATED,
    OWN_VOTE,
    PHONE,
    REPORT,
    RINGS,
    STRONG,
    VOTES,
    begins_as,
    idles,
    is_doubtful,
    leaning,
    mentions_sides,
    puts_off,
    speaks_of_voting,
    weight_of,
)
from nomic_mail.letters.grammar.votes.readers.verdicts import last_word
from nomic_mail.letters.grammar.votes.said import answers, tables
from nomic_mail.letters.grammar.votes.said.bargains import bargains, offers_vote
from nomic_mail.letters.grammar.votes.said.idle import together, without_idle
from nomic_mail.letters.grammar.votes.said.leadins import is_sour, ticked
from nomic_mail.letters.grammar.votes.said.remarks import belies as remark_belies
from nomic_mail.letters.grammar.votes.said.strays import answers_itself, names_another, strays
from nomic_mail.letters.grammar.votes.said.synonyms import signed
from nomic_mail.letters.grammar.votes.said.tongues import BEGINS, SAID_APART, VOTES_ABROAD
from nomic_mail.letters.grammar.words import (
    CONVERSATIONAL,
    NUMBERED,
    OPENER,
    number_of,
    numbered,
    without_courtesies,
)
from nomic_mail.patterns import later

word(
    "FOR",
    Row(
        "voting",
        "FOR, AGAINST",
        "your vote; also FOR 301, 301: against",
        "deine Stimme; auch FOR 301, FÜR 301",
        10,
    ),
    page="vote",
    small=False,
)
word("AGAINST", page="vote", slips=True)
word("ABSTAIN", page="vote", slips=True, small=False)
word("VOTE", page="vote", slips=True)
MOST_WORDS = 40
FEW_WORDS = 12
TURNS = later(r"\s?(?:[,;:!–—]|-\s)")  # "Yes, …"
# "For 301, no. 302": is it the number 302, or a no to it?
NUMBER_OR_NO = later(
    r"\b(?:for|against|yes|yep|aye|nay|in favou?r of|to|on|proposals?)\s(?:proposals?\s)?#?\d{3,6}"
    r"\s?(?:,|&|\+|-|–)\s?no\.\s?#?\d{3,6}",
    re.I,
)
# "AGAINST - too short, I would take 50": what would be better ties no vote against
LOUD_NO = later(
    r"((?-i:AGAINST|DAGEGEN)(?: #?\d{3,6})?)\s?[,.:;–—-]{1,2}\s(?=[^?]*\b(?:would|i'd|prefer)\b)",
    re.I,
)
TIES_NO = later(
    r"[?\"“”]|\b(?:if|unless|until|till|when|once|only|provided|assuming|depend\w*|for now"
    r"|joking?|kidding|wait"
    r"|hold|actually|support\w*|favou?r|yes|for|against|no|nay|aye|abstain|sa(?:ys?|id)|wenn"
    r"|falls|oder|or|maybe|perhaps|\d{3,6})\b",
    re.I,
)
PATCH = later(r"^(?:@@ |--- \S|\+\+\+ \S)")  # a patch's own lines
AGREES = later(  # and goes on with something
    r"^(?:yes|yeah|yep|yup|nope|nah|(?:oh,? )?sure|no(?= (?:i|we|it|this)\b))\b(?! (?:men|man)\b)",
    re.I,
)
ASKED_WORDS = later(
    r"(?=.{0,300}\b(?:vote|yes|voice|aye|nay)\b)(?:i give|i(?:'m| am) (?:for|against)|for me\b"
    r"|one of)",
    re.I,
)
# A sign that opens a line or closes it, or a forum's heading: never lost, whatever is beside it
SIGNED = later(
    r"(?<![\w.])[+-]\s?1(?!\w|[\s.,(-]{0,2}\d|%)|[👍👎]|^\W*[✅✔☑❌✖]|:[+-]1\b|:thumbs"
    r"|^\W{0,6}(?:(?:strong|full|firm|weak|conditional)(?:l?y)?\s)?(?:support(?:ed)?|opposed?"
    r"|approved?|rejected?|endorsed?|supporting|backing|endorsing|approving|opposing|rejecting|veto"
    r"|objection|for|against)"
    r"(?=\s?[.!,;:+–—-]\s|\s(?:as|per|because|since|from|(?:it|this)(?: one)? (?:if|when|unless))\b"
    r"|\W*$|\s{1,2}(?-i:[A-Z])|\s{2}\w)|^\W{0,6}'{2,3}(?:support|oppose)'{2,3}"
    r"|\b(?:for|against) (?:because|since) (?:i|it|this|that|the)\b"
    r"|^\W{0,6}(?:(?:strong|full|firm|weak)(?:l?y)? )?(?:support|oppose)(?: the idea| in principle"
    r"| with \w+| if \w| once\b| until\b| unless\b| for now\b| \()",
    re.I,
)
SIGN = later(
    r"\W{0,6}?(?:strong(?:ly)? )?(?:(?P<pro>\+1|[👍✅✔☑]|(?:support|approve)d?\b(?=\W*$|[.,:–—-]))"
    r"|(?P<con>-1|[👎❌✖]|(?:oppose|reject)d?\b(?=\W*$|[.,:–—-])))(?!\w|[\s.,(-]{0,2}\d)",
    re.I,
)
# "Please support 301, oppose 302!", "Proposal 301 rejected.": a wish, a report or a vote?
SIDED = later(
    r"^\W{0,3}(?:(?:please|pls|kindly),? )?(?:(?:support|approv|oppos|reject)(?:e|ing)?"
    r" (?:proposal )?#?\d{3,6}\b|(?:(?:proposal|prop|motion) )?(?:#?\d{3,6}\b(?: and #?\d{3,6})?"
    r"|(?:both|all)(?: of them| three| of these)?\b)"
    r"\s?[:=–-]?\s?(?:(?:is|was|has been|are) )?(?:support(?:ed)?|approved?|accept(?:ed)?|adopted"
    r"|endorsed?|opposed?|reject(?:ed)?|declined?)\b)",
    re.I,
)
LOOK = 2_000  # a passage longer than this is a treatise; a vote in it is asked about
# Somebody else's words, of which the end stands elsewhere.
QUOTES = later(r"^[\"“„«](?=[^\"”“»]{12,}$)")
ME_TOO = later(r"^me (?:too|neither)[\s.!]*$", re.I)  # below what somebody says
ITEM = later(
    r"^\W{0,4}(?:\[ ?\] ?)?(?:proposal|prop|ballot|vote on(?: proposal)?|motion|request)?\.?"
    r" ?#?(\d{3,6}|j\d{1,5})\b(?!\s+(?-i:(?!by\b)[a-z]))",  # and not "301 is a bad idea"
    re.I,
)


class Cast(Struct, frozen=True):
    """A plain vote with where it stands and why it is one."""

    choice: Choice
    proposal: int | None
    line: str
    number: int
    why: str
    explicit: bool = True  # it says itself what it is, whatever it stands under (`answers`)
    firm: bool = True  # in a word of voting, and not of talk
    alone: bool = False  # FOR, and nothing that says what for
    idiom: bool = False  # that could be said to anything


class Unsure(Struct, frozen=True):
    line: str
    number: int
    question: str
    spoils: bool = True  # it speaks of the sender's own vote, so a plain vote beside it is withheld
    mentions: tuple[int, ...] = ()
    leans: Choice | None = None  # an opinion that a plain vote of that kind makes plain too
    weight: int = HARD


def read_passage(passage: Passage, about: About) -> list[Cast] | Unsure | None:
    """The votes of one passage, a question, or None where it is no matter of votes."""
    line = passage.text
    if PATCH.match(line):
        return None
    if remark_belies(line) or NUMBER_OR_NO.search(line[:LOOK]):
        return Unsure(line, passage.number, ask(line, about))
    told = answers.SIGNED_OFF.sub("", together(line[:LOOK]))
    text = without_idle(without_courtesies(told))
    if (loud := LOUD_NO.match(text)) and not TIES_NO.search(text, loud.end(1)):
        text = loud[1]
    if (box := ticked(text)) is not None:
        if not box:
            return Unsure(line, passage.number, ask(line, about), spoils=False)
        text = re.sub(r"^([+-]1)\b.*", r"\1", box)  # "[x] +1 Release it"
    plain = OPENER.sub("", text, count=1)
    if CAMPAIGN.match(line):
        return Unsure(line, passage.number, ask(line, about))
    sour = is_sour(line) or QUOTES.match(line) is not None
    ballots = None if sour else read_ballots(text) or read_ballots(plain) or aimed(text, about)
    if ballots is None and not sour:
        ballots = stated_in(text, several=len(about.open_ballots) > 1)
    if (
        ballots is None
        and INSTRUCTION.search(text)
        and not any(map(read_ballots, SENTENCE_END.split(text)[:40]))
        and not re.match(r"(?i)(?:i|let me|i don't|i'm|we)\b", text)
        and not OWN_VOTE.search(text)
        and not offers_vote(text)
    ):
        return None
    if ballots is None and not sour:
        ballots = _among_more(line, text, about)
    if ballots is None and sour:
        ballots = tuple(one for one in in_idioms(text) or () if one.choice == "against") or None
    if ballots is None:
        return _doubt(passage, text, about)
    return _unsure(passage, text, ballots, about) or _cast(passage, ballots, about)


def _unsure(
    passage: Passage, text: str, ballots: tuple[ReadBallot, ...], about: About
) -> Unsure | None:
    """What is asked where a vote stands in something else, or names none and may be for another."""
    line = passage.text
    if passage.hanging or len(line) > LOOK or strays(text) or bargains(text):
        return Unsure(line, passage.number, ask(line, about))
    if belies(text, ballots, about):
        return Unsure(line, passage.number, ask(line, about))
    if answers_itself(text):
        return Unsure(line, passage.number, ask(line, about), weight=LIFE)
    unnamed = any(ballot.scope == "none" for ballot in ballots)
    if unnamed and names_another(line, about.ballot, about.open_ballots):
        return Unsure(line, passage.number, which(line, about))
    return None


def _among_more(line: str, text: str, about: About) -> tuple[ReadBallot, ...] | None:
    """A vote with more around it than it needs: the first reader that finds one has it."""
    return (
        one_of_sentences(text)
        or behind_a_clause(text, about)
        or (without_asides(text) if "(" in text else None)
        or chained(text)
        or last_word(text)
        or in_idioms(line)
        or (in_idioms(text) if text != line else None)
        or declared(line, several=len(about.open_ballots) > 1)
    )


def _cast(
    passage: Passage, ballots: tuple[ReadBallot, ...], about: About
) -> list[Cast] | Unsure | None:
    casts: list[Cast] = []
    named = {number for ballot in ballots for number in (*ballot.numbers, *ballot.but)}
    for ballot in ballots:
        if ballot.scope == "none":
            other = _of_a_judgment(passage, ballot, about)
            bound = ask(passage.text, about) if other else _bound(passage, ballot, about)
            if isinstance(bound, str):
                return Unsure(passage.text, passage.number, bound)
            if bound is None:
                return None
            number, why = bound
            line, at = passage.text, passage.number
            firm = ballot.word.lower() not in CONVERSATIONAL
            cast = Cast(ballot.choice, number, line, at, why, ballot.explicit, firm)
            casts.append(replace(cast, alone=not ballot.led, idiom=ballot.idiom))
            continue
        numbers = _meant(ballot, named, about)
        if not numbers:
            return Unsure(passage.text, passage.number, which(passage.text, about))
        why = "the letter says which of the open ballots it is for"
        if ballot.scope == "numbers":
            why = "the line names the proposal"
        casts.extend(
            Cast(ballot.choice, number, passage.text, passage.number, why) for number in numbers
        )
    return casts


def _meant(ballot: ReadBallot, named: set[int], about: About) -> tuple[int, ...]:
    """The numbers a ballot is for, or none where that cannot be told."""
    known = about.open_ballots
    if ballot.scope == "numbers":
        strange = any(0 <= n < 100 and n not in known for n in ballot.numbers)
        return () if strange else ballot.numbers
    if ballot.scope == "both":
        return known if len(known) == 2 else ()
    if ballot.count and ballot.count != len(known):
        return ()
    if set(ballot.but) - set(known) or (ballot.scope == "rest" and not named):
        return ()
    kinds = {number < 0 for number in known}
    if ballot.scope == "rest" and kinds != {number < 0 for number in named}:
        return ()  # the rest of the proposals, or of all there is?
    out = set(ballot.but) if ballot.scope != "rest" else named
    found = tuple(number for number in known if number not in out)
    if ballot.scope == "proposals":
        return tuple(number for number in found if number >= 0)
    if ballot.scope == "requests":
        return tuple(number for number in found if number < 0)
    return found


def _bound(
    passage: Passage, ballot: ReadBallot, about: About
) -> tuple[int | None, str] | str | None:
    """What a vote without a number is for: (number, why), a question, or None for mere talk."""
    known = _known(about)
    mere = not ballot.explicit
    under = [] if mere and about.questioned else items(passage.above, about)
    if len(under) > 1:
        return which(passage.text, about)
    if under:
        return under[0], f"it stands under the quoted item {numbered(under[0])}"
    asked = about.questioned and not ballot.sides
    if mere and (asked or _answers_others(passage, ballot)):
        return ask(passage.text, about)
    talks = ballot.weak or (len(about.open_ballots) == 1 and _is_talk(ballot))
    if talks and about.ballot is None:
        return ask(passage.text, about) if known else None
    if about.ballot is not None:
        return about.ballot, f"the letter answers the ballot on {numbered(about.ballot)}"
    if len(about.open_ballots) == 1:
        return about.open_ballots[0], f"{numbered(about.open_ballots[0])} is the only open ballot"
    if about.open_ballots:
        return which(passage.text, about)
    return None, "no ballot is named"


def _is_talk(ballot: ReadBallot) -> bool:
    """Whether it answers whatever its letter does: a yes or a no, in no words of voting."""
    return not (ballot.explicit or ballot.sides)


def _of_a_judgment(passage: Passage, ballot: ReadBallot, about: About) -> bool:
    """Whether it may be said to what the judge is asked, or to the ruling. FOR alone, or AGAINST,
    is no answer to a question; to a ruling it may be."""
    alone = passage.text.strip(" .!").upper() in ("FOR", "AGAINST", "ABSTAIN")
    return about.judged != "" and not (alone and ballot.loud and about.judged != "ruled")


def _answers_others(passage: Passage, ballot: ReadBallot) -> bool:
    """Whether a vote by one word may be said to what others have said (`answers`)."""
    match answers.above(passage):
        case "asks":
            return True
        case "says":
            told = ballot.word.lower() == "against"  # who agrees with an opinion does not say so
            return not told and (passage.above != () or ballot.agrees)
        case _:
            return False


def _known(about: About) -> bool:
    return about.ballot is not None or bool(about.open_ballots)


def items(above: tuple[str, ...], about: About) -> list[int]:
    """The ballot items that the quoted block above begins lines with."""
    found: list[int] = []
    for text in above:
        match = ITEM.match(text.lstrip("> "))
        if match is None:
            continue
        number = number_of(match[1])
        known = set(about.open_ballots) | ({about.ballot} if about.ballot is not None else set())
        if (number in known if known else number > 300 or number < 0) and number not in found:
            found.append(number)
    return found


def _doubt(passage: Passage, text: str, about: About) -> Unsure | None:
    line, known = passage.text, _known(about)
    if known and (offers_vote(text) or wants(text, about)):
        return Unsure(line, passage.number, ask(line, about))
    if mentions_sides(line):
        return None
    apart = SAID_APART.search(line) is not None
    if (answers.ENDINGS.match(line) and not apart) or puts_off(line) or tables.is_own_head(line):
        return None
    if (rings := RINGS.match(line)) and number_of(rings["last"]) not in about.open_ballots:
        return None
    doubtful = any(is_doubtful(s) for s in SENTENCE_END.split(text)[:40])
    first = re.match(CHOICE, text, re.I)
    short = first is not None and len(text.split()) <= 8 and not IDIOM.match(text)
    some = re.search(CHOICE, text, re.I)
    lone = some is not None and len(text.split()) <= 4
    lone = lone and not (some and some["choice"] == "for" and some.end() < len(text.rstrip(".! ")))
    bare = any(read_ballots(s) for s in SENTENCE_END.split(text)[:40])
    item = re.match(r"(?i)\W{0,3}#?(\d{3,6}|j\d{1,5})\b", text)
    of_item = item is not None and number_of(item[1]) in (about.ballot, *about.open_ballots)
    near = (lone and not IDIOM.match(text)) or (of_item and len(text.split()) <= 6)
    loose = first is not None and first["choice"] in ("for", "For")
    loose = loose and re.match(r"\s?[,;–—]|\s-\s", text[first.end() :]) is None  # type: ignore[union-attr]
    asks = known and (
        ALMOST.match(text)
        or LIKE_OTHERS.match(text)
        or (short and not loose)
        or near
        or bare
        or (about.ballot is not None and len(text.split()) <= 14 and STRONG.search(text))
        or (BEGINS.match(text) and len(text.split()) <= FEW_WORDS)
        or VOTES_ABROAD.search(text)
        or AGREES.match(text)
        or ASKED_WORDS.match(text)
        or SIGNED.search(PHONE.sub("", text))
        or SIDED.match(text)
        or speaks_of_voting(line)
        or (passage.above and ME_TOO.match(text))
        or (
            first is not None and len(text.split()) <= MOST_WORDS and TURNS.match(text, first.end())
        )
    )
    if not (doubtful or asks or (VOTES.search(text) and LIKE_OTHERS.match(text))):
        return None
    own = bool(FIRST_PERSON.search(text)) or first is not None or bool(asks)
    own = own or bool(re.match(r"\W*#?\d{3}", text)) or bool(NEGATED.match(text))
    own = own or bool(BEGINS.match(text))
    mentions = tuple(number_of(n) for n in NUMBERED.findall(text)[:20])
    own = own or bool(doubtful and set(mentions) & set(about.open_ballots))
    own = own and not REPORT.match(text)
    question = ask(line, about, mentions)
    sign = SIGN.match(PHONE.sub("", signed(text)))
    weight = HARD if sign or (doubtful and not idles(text)) else weight_of(text)
    idle = weight == IDLE and not doubtful and not speaks_of_voting(line)
    if idle and len(text.split()) >= 4 and not apart:
        return None
    leans = leaning(text) or begins_as(text)
    if sign is not None:
        leans = "for" if sign["pro"] else "against"
    return Unsure(line, passage.number, question, own, mentions, leans, weight)
