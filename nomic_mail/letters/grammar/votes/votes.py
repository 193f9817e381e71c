"""All votes of a letter: which are plain, which are asked about.

1. A bare vote word is for the quoted item it stands under, else for the ballot the letter answers,
   else for the only open one; with several open it is asked about.
2. Two different votes on one proposal in one letter cancel into one question; so does a vote with a
   condition, a joke or a change of mind anywhere else in the letter.
3. What is reported of others is no vote and spoils none. Our own instructions, copied, are neither.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.language import Row, word
from nomic_mail.letters.grammar.reading import About, Passage
from nomic_mail.letters.grammar.votes import answers
from nomic_mail.letters.grammar.votes.asked import ask, ask_too, which
from nomic_mail.letters.grammar.votes.ballots import CHOICE, DOUBT, TALK, ReadBallot, read_ballots
from nomic_mail.letters.grammar.votes.leadins import ANSWER, SARCASM, after_a_clause, ticked
from nomic_mail.letters.grammar.votes.reasons import judges, stands, tells_something_else
from nomic_mail.letters.grammar.votes.stated import stated
from nomic_mail.letters.grammar.votes.strays import names_another, strays
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
    speaks_of_voting,
    weight_of,
)
from nomic_mail.letters.grammar.votes.tongues import BEGINS
from nomic_mail.letters.grammar.votes.turns import second_thoughts, turned, turns
from nomic_mail.letters.grammar.words import (
    CHOICES,
    CONVERSATIONAL,
    NUMBERED,
    OPENER,
    number_of,
    numbered,
    shown,
    without_courtesies,
)

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
TURNS = re.compile(r"\s?(?:[,;:!–—]|-\s)")  # "Yes, …"
PATCH = re.compile(r"^(?:@@ |--- \S|\+\+\+ \S)")  # a patch's own lines
AGREES = re.compile(  # and goes on with something
    r"^(?:yes|yeah|yep|yup|nope|nah|(?:oh,? )?sure)\b(?! (?:men|man)\b)", re.I
)
ASKED_WORDS = re.compile(
    r"(?=.{0,300}\b(?:vote|yes|voice|aye|nay)\b)(?:i give|i(?:'m| am) (?:for|against)|for me\b"
    r"|one of)",
    re.I,
)
LETTER = re.compile(r"^[ny]\W*$", re.I)
INITIAL = re.compile(r"^[NY]\.?$")  # beside another vote it is a name
LOOK = 2_000  # a passage longer than this is a treatise; a vote in it is asked about
NO_NUMBER = re.compile(r"\bno\.\s{1,3}#?\d", re.I)  # "No. 301": number 301, or no to it?
LAST_WORD = re.compile(r"\b(yes|no|aye|nay|against|abstain)\W{0,9}$", re.I)
ASIDE = re.compile(r"\s?\([^()]{2,120}\)")
SENTENCE_END = re.compile(r"(?<=[.!?…])[\s)]+(?=\S)")
# What was once, and what the next sentence takes the place of.
EARLIER = re.compile(
    r"^(?:ignore|disregard|forget|discard) my (?:last|previous|earlier|first|other|old)"
    r" (?:vote|ballot|e?-?mail|letter|message|answer|reply|one)[\s.!]*$",
    re.I,
)
WANTED = re.compile(
    r"^(?:at first |first |yesterday )?i (?:had )?(?:wanted|meant|intended|planned|hoped"
    r"|was (?:going|about|tempted|inclined|ready|minded)|thought (?:of|about))\b[^?]{1,80}\bbut\b"
    r"(?![^?]*\b(?:if|unless|until|only)\b)",
    re.I,
)
ITEM = re.compile(
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
    text = without_courtesies(line[:LOOK])
    if (box := ticked(text)) is not None:
        if not box:
            return Unsure(line, passage.number, ask(line, about), spoils=False)
        text = box
    plain = OPENER.sub("", text, count=1)
    if CAMPAIGN.match(line):
        return Unsure(line, passage.number, ask(line, about))
    sour = SARCASM.search(line) is not None
    ballots = None if sour else read_ballots(text) or read_ballots(plain)
    if ballots is None and not sour:
        ballots = _stated(text, about)
    if (
        ballots is None
        and INSTRUCTION.search(text)
        and not re.match(r"(?i)(?:i|let me|i don't|i'm|we)\b", text)
    ):
        return None
    if ballots is None and not sour:
        ballots = _one_of_sentences(text) or _after_a_clause(text, about)
    if ballots is None and not sour and "(" in text:
        ballots = _without_asides(text)
    if ballots is None:
        return _doubt(passage, text, about)
    if passage.hanging or len(line) > LOOK or strays(line):
        return Unsure(line, passage.number, ask(line, about))
    unnamed = any(ballot.scope == "none" for ballot in ballots)
    if unnamed and names_another(line, about.ballot, about.open_ballots):
        return Unsure(line, passage.number, which(line, about))
    return _cast(passage, ballots, about)


def _stated(text: str, about: About) -> tuple[ReadBallot, ...] | None:
    """What a passage states in a clause of its own (`stated`)."""
    found = stated(text)
    if found and len(about.open_ballots) > 1 and any(one.whose and not one.number for one in found):
        return None
    if found is None or any(_takes_back(one) for one in SENTENCE_END.split(text)[:40]):
        return None
    return tuple(
        ReadBallot(
            one.choice,
            (number_of(one.number),) if one.number else (),
            "numbers" if one.number else "both" if one.both else "none",
            one.choice,
            led=True,
            voted=one.voted,
        )
        for one in found
    )


def _without_asides(text: str) -> tuple[ReadBallot, ...] | None:
    """Without remarks in brackets that say nothing of voting: "FOR 301 (about time)"."""
    asides = ASIDE.findall(text)
    if any(
        DOUBT.search(one) or SPOILS.search(one) or re.search(CHOICE, one, re.I) or turned(one)
        for one in asides
    ):
        return None
    return read_ballots(ASIDE.sub("", text)) if asides else None


def _takes_back(sentence: str) -> bool:
    plain = without_courtesies(sentence)
    over = EARLIER.match(plain) or WANTED.match(plain)
    return bool(SPOILS.search(plain) or CONDITION.match(plain)) and not over


def _one_of_sentences(text: str) -> tuple[ReadBallot, ...] | None:
    """Several sentences, of which one or more are votes and the others take nothing back."""
    sentences = SENTENCE_END.split(text)
    if len(sentences) < 2 or len(sentences) > 40 or NO_NUMBER.search(text):
        return None
    if any(LETTER.match(one) for one in sentences):
        return None  # "N. North"
    found: list[ReadBallot] = []
    talk = False
    begins = sentences[0].rstrip().endswith("!")
    ends: set[Choice] = set()
    for position, sentence in enumerate(sentences):
        plain = without_courtesies(sentence)
        if position == 0 and EARLIER.match(plain):
            continue
        ballots = read_ballots(plain)
        bare = ballots is not None and all(b.scope == "none" for b in ballots)
        last = position == len(sentences) - 1 and "?" not in text
        if ballots and not (
            bare
            and position
            and not _firm(sentence, ballots, last)
            and not _led_up(sentences[:position], ballots[0].choice)
        ):
            found.extend(ballots)
        elif bare and ballots and any(b.choice != f.choice for b in ballots for f in found):
            return None  # "Yes. No. Maybe."
        elif WANTED.match(plain) and position < len(sentences) - 1:
            continue
        elif _takes_back(sentence) or is_doubtful(plain) or (found and turns(sentence)):
            return None
        elif not ballots and (choice := LAST_WORD.search(plain)):
            ends.add(CHOICES[choice[1].lower()])
        talk = talk or (not ballots and _is_talk(plain, found, shouted=begins and position == 1))
    if talk and all(b.word.lower() in CONVERSATIONAL and not (b.led or b.numbers) for b in found):
        return None  # "No!! The ballot has the wrong text!"
    bare_choices = {b.choice for b in found if b.scope == "none"}
    if len(bare_choices | ends) > 1 and bare_choices:
        return None  # "Yes... actually no"
    return tuple(found) or None


def _is_talk(sentence: str, found: list[ReadBallot], *, shouted: bool) -> bool:
    """Whether a yes or a no beside it may be as little a vote as this sentence is."""
    if TALK.search(sentence) or ANSWER.match(sentence):
        return True
    if len(found) != 1:
        return False
    choice = found[0].choice
    return tells_something_else(sentence, choice) or (shouted and not stands(sentence, choice))


def _led_up(sentences: Sequence[str], choice: Choice) -> bool:
    """Whether all that is said before a yes or a no judges the proposal, and so."""
    said = [plain for one in sentences if (plain := without_courtesies(one)).strip(" .!")]
    return bool(said) and all(judges(one, choice) for one in said)


def _firm(sentence: str, ballots: tuple[ReadBallot, ...], last: bool) -> bool:
    """A bare vote word behind other sentences must be loud or say that it votes; as the last one,
    it must be said of nothing but voting."""
    if all(b.loud or b.voted or b.led for b in ballots) or re.match(
        r"(?i)\W*(?:i|my) (?:vote|abstain)\b", sentence
    ):
        return True
    words = {b.word.lower() for b in ballots}
    if re.search(r"(?i)\b(?:yes|no|aye|nay) from me\b", sentence):
        return True
    return last and sentence[:1].isupper() and not words & (CONVERSATIONAL | {"for", "pro"})


def _after_a_clause(text: str, about: About) -> tuple[ReadBallot, ...] | None:
    """ "Having thought about it, I vote yes"; numbers in the clause must be what it is for."""
    found = after_a_clause(text)
    if found is None:
        return None
    clause, vote = found
    ballots = read_ballots(vote)
    numbers = {number_of(n) for n in NUMBERED.findall(clause)}
    if ballots is not None and not clause:
        return ballots
    if ballots is None or re.search(CHOICE, re.sub(r"\b(?:[Ff]or|[Nn]o)\b", "", clause), re.I):
        return None  # "FOR, er, AGAINST"
    meant = {n for b in ballots for n in b.numbers} or {about.ballot or 0}
    return ballots if all(n in meant or 100 <= n < 300 for n in numbers) else None


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
            firm = ballot.word.lower() not in CONVERSATIONAL
            cast = Cast(
                ballot.choice, number, passage.text, passage.number, why, ballot.explicit, firm
            )
            casts.append(cast)
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
    if mere and (about.questioned or _answers_others(passage, ballot)):
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
            return passage.above != () or ballot.agrees
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
    loose = first is not None and first["choice"].lower() == "for" and not first["choice"].isupper()
    asks = known and (
        ALMOST.match(text)
        or LIKE_OTHERS.match(text)
        or (short and not loose)
        or near
        or bare
        or (about.ballot is not None and len(text.split()) <= 10 and STRONG.search(text))
        or (BEGINS.match(text) and len(text.split()) <= 8)
        or AGREES.match(text)
        or ASKED_WORDS.match(text)
        or speaks_of_voting(line)
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


def lost(ignored: Sequence[tuple[int, str]], kept: Sequence[Cast], about: About) -> list[Unsure]:
    """What would be lost beside votes that count: each is named."""
    counted = [cast.proposal for cast in kept if cast.proposal is not None]
    if not kept:
        return []
    found = [one for one in ignored if could_vote(one[1], about.open_ballots, counted)]
    return [Unsure(text, number, ask_too(text, counted)) for number, text in found]


def settle(
    casts: Sequence[Cast], doubts: Sequence[Unsure], passages: Sequence[Passage], about: About
) -> tuple[list[Cast], list[Unsure]]:
    """Hold all votes of a letter against each other and against what else it says (rule 2)."""
    casts = [cast for cast in casts if not (len(casts) > 1 and INITIAL.match(cast.line))]
    first: dict[tuple[int | None, Choice], Cast] = {}
    for cast in casts:
        first.setdefault((cast.proposal, cast.choice), cast)
    once = list(first.values())
    if not once:
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
    kept = [cast for cast in plain if not _is_spoiled(cast, doubts, once)]
    return kept, [*_one_question_each(doubts, voted=bool(kept)), *rivals]


def _spoiler(casts: list[Cast], passages: Sequence[Passage]) -> Passage | None:
    """What takes the letter's votes back, or begins a condition right behind one of them."""
    voting = {cast.number for cast in casts}
    bare = {cast.number: cast for cast in casts if not cast.explicit}
    first = min(voting)
    above: Passage | None = None
    for passage in passages:
        text = without_courtesies(passage.text[:LOOK]).lstrip("([.…– -")
        behind = above is not None and above.number in voting
        earlier = passage.number <= first and TAKES_BACK.search(text)  # of an earlier letter
        if not earlier and (
            SPOILS.search(text) or (behind and (CONDITION.match(text) or second_thoughts(text)))
        ):
            return passage
        if above is not None and passage.number in bare and answers.own_question(above.text):
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
