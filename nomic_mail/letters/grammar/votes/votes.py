"""All votes of a letter: which are plain, which are asked about.

1. A bare vote word is for the quoted item it stands under, else for the ballot the letter answers,
   else for the only open one; with several open it is asked about.
2. Two different votes on one proposal in one letter cancel into one question; so does a vote with a
   condition, a joke or a change of mind anywhere else in the letter.
3. What is reported of others is no vote and spoils none. Our own instructions, copied, are neither.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.language import Row, word
from nomic_mail.letters.grammar.reading import About, Passage
from nomic_mail.letters.grammar.votes import answers
from nomic_mail.letters.grammar.votes.aims import aimed, belies, wants
from nomic_mail.letters.grammar.votes.asked import ask, ask_too, which
from nomic_mail.letters.grammar.votes.ballots import CHOICE, ReadBallot, read_ballots
from nomic_mail.letters.grammar.votes.bargains import bargains, offers_vote
from nomic_mail.letters.grammar.votes.beside import unclear
from nomic_mail.letters.grammar.votes.clear import clear
from nomic_mail.letters.grammar.votes.declared import declared, hopes_otherwise
from nomic_mail.letters.grammar.votes.grounds import (
    is_courtesy,
    leaves_alone,
    opines,
    tells_something_else,
)
from nomic_mail.letters.grammar.votes.idioms import pieces
from nomic_mail.letters.grammar.votes.idle import together, without_idle
from nomic_mail.letters.grammar.votes.leadins import SARCASM, ticked
from nomic_mail.letters.grammar.votes.reasons import SOUR
from nomic_mail.letters.grammar.votes.sentences import (
    SENTENCE_END,
    behind_a_clause,
    chained,
    in_idioms,
    one_of_sentences,
    stated_in,
    without_asides,
)
from nomic_mail.letters.grammar.votes.signs import may_choose
from nomic_mail.letters.grammar.votes.stances import denied
from nomic_mail.letters.grammar.votes.strays import (
    answers_itself,
    asks_of_another,
    names_another,
    strays,
)
from nomic_mail.letters.grammar.votes.tells import (
    ALMOST,
    CAMPAIGN,
    CONDITION,
    FIRST_PERSON,
    HARD,
    IDIOM,
    IDLE,
    INSTRUCTION,
    LIFE,
    LIKE_OTHERS,
    NEGATED,
    REPORT,
    SPOILS,
    STRONG,
    TAKES_BACK,
    TALKS,
    VOTES,
    begins_as,
    could_vote,
    idles,
    is_doubtful,
    leads_in,
    leaning,
    puts_off,
    speaks_of_voting,
    weight_of,
)
from nomic_mail.letters.grammar.votes.tongues import BEGINS
from nomic_mail.letters.grammar.votes.turns import second_thoughts
from nomic_mail.letters.grammar.votes.verdicts import last_word
from nomic_mail.letters.grammar.words import (
    CONVERSATIONAL,
    NUMBERED,
    OPENER,
    number_of,
    numbered,
    shown,
    without_courtesies,
)
from nomic_mail.patterns import later

word(
    "FOR",
    Row("voting", "FOR, AGAINST", "your vote; also FOR 301, 301: against", 10),
    page="vote",
    small=False,
)
word("AGAINST", page="vote", slips=True)
word("ABSTAIN", page="vote", slips=True, small=False)
word("VOTE", page="vote", slips=True)
VOTES_MOST = 100
MOST_WORDS = 40
FEW_WORDS = 12
TURNS = later(r"\s?(?:[,;:!–—]|-\s)")  # "Yes, …"
PATCH = later(r"^(?:@@ |--- \S|\+\+\+ \S)")  # a patch's own lines
AGREES = later(  # and goes on with something
    r"^(?:yes|yeah|yep|yup|nope|nah|(?:oh,? )?sure)\b(?! (?:men|man)\b)", re.I
)
ASKED_WORDS = later(
    r"(?=.{0,300}\b(?:vote|yes|voice|aye|nay)\b)(?:i give|i(?:'m| am) (?:for|against)|for me\b"
    r"|one of)",
    re.I,
)
MOCKS = later(  # "Great, now we need a lawyer."
    r"^(?:oh,? )?(?:great|brilliant|wonderful|fantastic|perfect|wow|genius|bravo|ha(?:ha)*"
    r"|how (?:original|nice"
    r"|lovely|clever|novel|fair)|i'm (?:thrilled|delighted|speechless"
    r"|overjoyed))\b(?: beyond words)?[,.!](?! (?:thanks"
    r"|thank)\b)|^(?:what a (?:surprise|shock|coincidence)|how surprising)\b|^oh (?:great|good"
    r"|joy|wonderful|brilliant)\b",
    re.I,
)
SIGN = later(r"^(?:\w|\d{1,3}|[^\w\s-]{1,3})$")  # `+`, `?`, `F`
INITIAL = later(r"^[NY]\.?$")  # beside another vote it is a name
LOOK = 2_000  # a passage longer than this is a treatise; a vote in it is asked about
# Somebody else's words, of which the end stands elsewhere.
QUOTES = later(r"^[\"“„«](?=[^\"”“»]{12,}$)")
BULLET = later(r"\W{0,2}[-+*•]\s")  # a point of a list asks nobody
ME_TOO = later(r"^me (?:too|neither)[\s.!]*$", re.I)  # below what somebody says
ITEM = later(
    r"^\W{0,4}(?:\[ ?\] ?)?(?:proposal|prop|ballot|vote on(?: proposal)?|motion|request)?\.?"
    r" ?#?(\d{3,6}|j\d{1,5})\b(?!\s+(?-i:(?!by\b)[a-z]))",  # and not "301 is a bad idea"
    re.I,
)


@dataclass(frozen=True, slots=True)
class Cast:
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


@dataclass(frozen=True, slots=True)
class Unsure:
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
    text = without_idle(without_courtesies(together(line[:LOOK])))
    if (box := ticked(text)) is not None:
        if not box:
            return Unsure(line, passage.number, ask(line, about), spoils=False)
        text = box
    plain = OPENER.sub("", text, count=1)
    if CAMPAIGN.match(line):
        return Unsure(line, passage.number, ask(line, about))
    sour = SARCASM.search(line) is not None or QUOTES.match(line) is not None
    ballots = None if sour else read_ballots(text) or read_ballots(plain) or aimed(text, about)
    if ballots is None and not sour:
        ballots = stated_in(text, several=len(about.open_ballots) > 1)
    if (
        ballots is None
        and INSTRUCTION.search(text)
        and not any(map(read_ballots, SENTENCE_END.split(text)[:40]))
        and not re.match(r"(?i)(?:i|let me|i don't|i'm|we)\b", text)
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
            bound = _bound(passage, ballot, about)
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
    items = [] if mere and about.questioned else _items(passage.above, about)
    if len(items) > 1:
        return which(passage.text, about)
    if items:
        return items[0], f"it stands under the quoted item {numbered(items[0])}"
    asked = about.questioned and not ballot.sides
    if mere and (asked or _answers_others(passage, ballot)):
        return ask(passage.text, about)
    if ballot.weak and about.ballot is None:
        return ask(passage.text, about) if known else None
    if about.ballot is not None:
        return about.ballot, f"the letter answers the ballot on {numbered(about.ballot)}"
    if len(about.open_ballots) == 1:
        return about.open_ballots[0], f"{numbered(about.open_ballots[0])} is the only open ballot"
    if about.open_ballots:
        return which(passage.text, about)
    return None, "no ballot is named"


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


def _items(above: tuple[str, ...], about: About) -> list[int]:
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
    if answers.ENDINGS.match(line) or puts_off(line):
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
        or (about.ballot is not None and len(text.split()) <= 10 and STRONG.search(text))
        or (BEGINS.match(text) and len(text.split()) <= FEW_WORDS)
        or AGREES.match(text)
        or ASKED_WORDS.match(text)
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
    weight = HARD if doubtful and not idles(text) else weight_of(text)
    idle = weight == IDLE and not doubtful and not speaks_of_voting(line)
    if idle and len(text.split()) >= 4:
        return None
    leans = leaning(text) or begins_as(text)
    return Unsure(line, passage.number, question, own, mentions, leans, weight)


def unread(passages: Sequence[Passage], about: About) -> list[Unsure]:
    """What may be meant for a vote where it is all that a letter in answer to a ballot says: a mere
    sign, an opinion in a few words, or sarcasm."""
    if about.ballot is None or about.questioned or len(passages) > FEW_WORDS:
        return []
    said = [
        one
        for one in passages
        if SIGN.match(one.text.strip()) or not is_courtesy(one.text) or len(passages) == 1
    ]
    if len(said) != 1 or len(said[0].text.split()) > FEW_WORDS:
        return []
    text = said[0].text.strip()
    means = (
        SIGN.match(text)
        or not {"likes", "dislikes"}.isdisjoint(pieces(text))
        or MOCKS.match(text)
        or SOUR.search(text.rstrip(" .…"))
        or opines(text)
        or may_choose(text)
    )
    return [Unsure(text, said[0].number, ask(text, about))] if means else []


def cleared(
    passages: Sequence[Passage], kept: list[Cast], doubts: list[Unsure], about: About
) -> tuple[list[Cast], list[Unsure]]:
    """The vote of a whole letter in which no line was one, where nothing speaks against it."""
    if kept or (found := clear(passages, about)) is None:
        return kept, doubts
    choice, at = found
    lines = [one.text for one in passages]
    text = "\n".join(lines)
    promised = bargains(text) or offers_vote(text) or hopes_otherwise(text, choice)
    if promised or answers_itself(text) or unclear(lines, lines):
        return kept, doubts
    if belies(text, (ReadBallot(choice, word=choice),), about):
        return kept, doubts
    why = f"the letter answers the ballot on {numbered(about.ballot or 0)}, and says nothing else"
    return [Cast(choice, about.ballot, at.text, at.number, why)], []


def lost(ignored: Sequence[tuple[int, str]], kept: Sequence[Cast], about: About) -> list[Unsure]:
    """What would be lost beside votes that count: each is named."""
    counted = [cast.proposal for cast in kept if cast.proposal is not None]
    if not kept:
        return []
    found = [one for one in ignored if could_vote(one[1], about.open_ballots, counted)]
    for number, line in {cast.number: cast.line for cast in kept}.items():
        said = SENTENCE_END.split(line[:LOOK])[:40] if len(about.open_ballots) > 1 else []
        other = [o for o in said if not (_names_any(o, counted) or read_ballots(o))]
        found += [(number, one) for one in other if could_vote(one, about.open_ballots, counted)]
    return [Unsure(text, number, ask_too(text, counted)) for number, text in found]


def _names_any(text: str, numbers: Sequence[int]) -> bool:
    return any(number_of(one) in numbers for one in NUMBERED.findall(text)[:20])


def settle(
    casts: Sequence[Cast], doubts: Sequence[Unsure], passages: Sequence[Passage], about: About
) -> tuple[list[Cast], list[Unsure]]:
    """Hold all votes of a letter against each other and against what else it says (rule 2)."""
    casts = [cast for cast in casts if not (len(casts) > 1 and INITIAL.match(cast.line))]
    casts, doubts = _without_mere_idioms(casts, doubts, passages, about)
    turned = unclear([cast.line for cast in casts], [one.text for one in passages])
    doubts += [Unsure(c.line, c.number, ask(c.line, about)) for c in casts if c.line in turned]
    casts = [cast for cast in casts if cast.line not in turned]
    first: dict[tuple[int | None, Choice], Cast] = {}
    for cast in casts:
        first.setdefault((cast.proposal, cast.choice), cast)
    if not (once := list(first.values())):
        return [], _one_question_each(doubts, voted=False)
    settled = TALKS if any(cast.explicit or cast.firm for cast in once) else LIFE
    numbers = {cast.proposal for cast in once}
    doubts = [one for one in doubts if one.weight > settled or set(one.mentions) - numbers]
    spoiler = _spoiler(once, passages)
    if spoiler is not None or len(once) > VOTES_MOST:
        other = spoiler.text if spoiler is not None else once[-1].line
        beside = [doubt for doubt in doubts if doubt.line != other]
        return [], [*_one_question_each(beside, voted=False), _either(once[0], other, about)]
    plain, rivals = _without_rivals(once, about)
    if len({cast.choice for cast in plain}) == 1:
        doubts = [doubt for doubt in doubts if doubt.leans != plain[0].choice]
    torn = denied(plain, [one.text for one in passages])
    rivals += [Unsure(c.line, c.number, ask(c.line, about)) for c in plain if c.line in torn]
    kept = [c for c in plain if c.line not in torn and not _is_spoiled(c, doubts, once)]
    return kept, [*_one_question_each(doubts, voted=bool(kept)), *rivals]


def _without_mere_idioms(
    casts: list[Cast], doubts: Sequence[Unsure], passages: Sequence[Passage], about: About
) -> tuple[list[Cast], list[Unsure]]:
    """An idiom is asked about where the letter goes on with something else, and needless beside a
    vote in other words."""
    said = {cast.number for cast in casts}
    kept, asked = [cast for cast in casts if not cast.idiom], list(doubts)
    for cast in casts:
        others = [one for one in passages if one.number not in said]
        if not cast.idiom or any(one.choice == cast.choice for one in kept):
            continue
        if all(leaves_alone(one.text, cast.choice) for one in others):
            kept.append(cast)
        else:
            asked.append(Unsure(cast.line, cast.number, ask(cast.line, about)))
    return kept, asked


def _spoiler(casts: list[Cast], passages: Sequence[Passage]) -> Passage | None:
    """What takes the letter's votes back, or begins a condition right behind one of them."""
    voting, choices = {cast.number for cast in casts}, {cast.choice for cast in casts}
    bare = {cast.number: cast for cast in casts if not cast.explicit}
    alone = {cast.number for cast in casts if cast.alone}
    first = min(voting)
    above: Passage | None = None
    for passage in passages:
        text = without_courtesies(passage.text[:LOOK]).lstrip("([.…– -")
        behind = above is not None and above.number in voting
        if any(hopes_otherwise(text, choice) for choice in choices):
            return passage
        earlier = passage.number <= first and TAKES_BACK.search(text)  # of an earlier letter
        if not earlier and (
            SPOILS.search(text) or (behind and (CONDITION.match(text) or second_thoughts(text)))
        ):
            return passage
        if above is not None and passage.number in bare and _asks_above(above):
            return above
        if above is not None and passage.number in alone and _asked_right_above(above, passage):
            return above
        if above is not None and _goes_on(above, passage, bare):
            return passage
        if (
            above is not None
            and passage.number in voting
            and not behind
            and leads_in(above.text[:LOOK])
        ):
            return above
        above = passage
    return None


def _asks_above(above: Passage) -> bool:
    return answers.own_question(above.text) and BULLET.match(above.text) is None


def _asked_right_above(above: Passage, passage: Passage) -> bool:
    """ "Pizza?", and on the very next line "FOR"."""
    short = passage.number == above.number + 1 and len(above.text.split()) <= FEW_WORDS
    asked = short and _asks_above(above)
    return asked and asks_of_another(above.text, plain=True)


def _goes_on(above: Passage, passage: Passage, bare: Mapping[int, Cast]) -> bool:
    """ "Yes", and right below it "I'm still here": both may answer something else."""
    cast = bare.get(above.number)
    if cast is None or cast.firm or passage.number != above.number + 1:
        return False
    return tells_something_else(passage.text[:LOOK], cast.choice)


def _without_rivals(casts: list[Cast], about: About) -> tuple[list[Cast], list[Unsure]]:
    """Two choices for one proposal: neither counts, and one question goes back."""
    plain: list[Cast] = []
    questions: dict[int | None, Unsure] = {}
    for cast in casts:
        rival = next((c for c in casts if c.choice != cast.choice and _same(c, cast)), None)
        if rival is not None:
            if not {cast.proposal, rival.proposal} & questions.keys():
                questions[cast.proposal] = _either(cast, rival.line, about)
        elif not any(_same(c, cast) for c in plain):
            plain.append(cast)
    return plain, list(questions.values())


def _either(cast: Cast, other: str, about: About) -> Unsure:
    number = numbered(cast.proposal or about.ballot or 301)
    seen = (
        shown(cast.line) if cast.line == other else f"{shown(cast.line)}, but also {shown(other)}"
    )
    question = (
        f"{seen}: which is it? Nothing was counted. Reply with one line, FOR {number} or AGAINST"
        f" {number}."
    )
    return Unsure(cast.line, cast.number, question)


def _same(one: Cast, other: Cast) -> bool:
    return one.proposal == other.proposal or None in (one.proposal, other.proposal)


def _is_spoiled(cast: Cast, doubts: Sequence[Unsure], casts: list[Cast]) -> bool:
    """Whether a doubtful line of the sender's own speaks of this proposal, or of none by number
    while all the letter's votes are on one."""
    mentioned = {number for doubt in doubts if doubt.spoils for number in doubt.mentions}
    unnamed = any(doubt.spoils and not doubt.mentions for doubt in doubts)
    if cast.proposal in mentioned or (cast.proposal is None and mentioned):
        return True
    return unnamed and len({c.proposal for c in casts}) == 1


def _one_question_each(doubts: Sequence[Unsure], *, voted: bool) -> list[Unsure]:
    """One question about one thing; a report of others needs none beside a plain vote."""
    kept: list[Unsure] = []
    seen: set[tuple[int, ...]] = set()
    for doubt in doubts:
        if (voted and not doubt.spoils) or doubt.mentions in seen:
            continue
        seen.add(doubt.mentions)
        kept.append(doubt)
    return kept
