"""The votes of a letter on several proposals, each read as a letter on what it names (`sections`).

1. It is looked at where its lines show none, or a part, or leave a doubt; and all that it names
   has a vote of its own, or nothing is read.
2. A letter of nothing but names and sides is read as such (`listed`).
3. What one says of a proposal is read as a letter on that one alone, by all that reads such ones.
4. What stands below the end of a letter, and what is said once more of one that has its vote,
   leaves none, unless it says the same.
5. In answer to one ballot only numbers name another.
6. What it says that it leaves for later (`pending`) needs no vote, and is not asked about.
"""

import re
from collections.abc import Mapping, Sequence, Set

from msgspec.structs import replace

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.reading import NO_AIMS, About, Passage
from nomic_mail.letters.grammar.votes.asked import of_another, which
from nomic_mail.letters.grammar.votes.readers.clear import FEW_OPEN, own_words
from nomic_mail.letters.grammar.votes.readers.listed import (
    LEAD,
    ROW_OF_NEWS,
    ListedVotes,
    listed,
)
from nomic_mail.letters.grammar.votes.readers.sections import (
    ALIKE,
    CHOOSES,
    MOST_CHARS,
    SIDES,
    SaidOf,
    in_a_row,
    leads_plainly,
    sections,
    spelled,
)
from nomic_mail.letters.grammar.votes.readers.tells import SPOILS, TAKES_BACK
from nomic_mail.letters.grammar.votes.said import answers
from nomic_mail.letters.grammar.votes.said.bargains import bargains, offers_vote
from nomic_mail.letters.grammar.votes.said.disowned import disowned
from nomic_mail.letters.grammar.votes.said.leadins import SARCASM
from nomic_mail.letters.grammar.votes.said.ordinals import of_other_things
from nomic_mail.letters.grammar.votes.said.pending import without_pending
from nomic_mail.letters.grammar.votes.votes import (
    ITEM,
    NUMBER_OR_NO,
    Cast,
    Unsure,
    items,
    read_passage,
)
from nomic_mail.letters.grammar.votes.whole import cleared, settle, turned, without_gainsaid
from nomic_mail.letters.grammar.words import NUMBERED, number_of
from nomic_mail.patterns import later

FEW_WORDS = 14
SIDED = later(
    r"\b(?:yes|yep|yeah|aye|nay|nope|never|against|in favou?r|no)(?=\W*$|\s?[,;.!:])|\bno way\b",
    re.I,
)
OTHERS = later(
    r"\b(?:both|all|others?|rest|first|second|third|last|each|every(?:one|thing)|beide\w*|alle)\b",
    re.I,
)
SIGNED_BY = later(r"\W{0,4}([^\W\d_]{1,40}):\s")
COMMENTED = later(r"^\s*(?:[#>|]|[-*•]?\s?\[ ?\]\s)", re.M)  # or a box that is not ticked
SUBJECT = later(r"it\s(?!(?:gets|has|deserves)\b)", re.I)
# Below a letter's end
BELOW = later(
    r"^\W*(?:but|only if|well,|hold (?:it|on|that)|wait|on second|or rather|not yet|(?:xx? )?draft"
    r"|that was (?-i:[A-Z])|just kidding|aber|oder)\b|\((?:just kidding|joke|draft|not yet)\b",
    re.I | re.M,
)


def by_sections(
    passages: Sequence[Passage], kept: list[Cast], doubts: list[Unsure], about: About
) -> tuple[list[Cast], list[Unsure]]:
    known = about.open_ballots
    if len(known) < FEW_OPEN or about.questioned or min(known) < 0:
        return kept, doubts
    if kept and not doubts and not _names_more(passages, kept, known):
        return kept, doubts
    lines, later = without_pending([one.text for one in passages], known)
    if later:
        both = zip(passages, lines, strict=True)
        rest = [replace(one, text=line) for one, line in both if line.strip()]
        now = [
            _without(one, later) for one in doubts if not one.mentions or {*one.mentions} - later
        ]
        found = _by_names(rest, kept, now, about)
        plain = found[0] and later.isdisjoint(one.proposal for one in found[0])
        return found if plain else (kept, doubts)
    return _by_names(passages, kept, doubts, about)


def _without(doubt: Unsure, numbers: Set[int]) -> Unsure:
    return replace(doubt, mentions=tuple(one for one in doubt.mentions if one not in numbers))


def _by_names(
    passages: Sequence[Passage], kept: list[Cast], doubts: list[Unsure], about: About
) -> tuple[list[Cast], list[Unsure]]:
    if sum(len(one.text) for one in passages) > MOST_CHARS:
        return kept, doubts
    said = [
        replace(one, text=_without_own_name(one.text, about.called)) for one in own_words(passages)
    ]
    ways = _ways(said, passages, about) if said else {}
    more: list[Unsure] = []
    if not ways and said and (found := _listed(said, passages, about)) is not None:
        text, at_line = said[-1].text, said[-1].number
        if not (found.votes or kept or doubts):
            return kept, [Unsure(text, at_line, which(text, about))]
        ways, left_out = found.votes, sorted({*found.unsided} - found.votes.keys())
        more = [Unsure(text, at_line, of_another(text, one), mentions=(one,)) for one in left_out]
    is_news = len(ways) == 1 and doubts and ROW_OF_NEWS.match(doubts[0].line)
    if is_news or any(ways.get(one.proposal or 0) != one.choice for one in kept):
        return kept, doubts
    if not (ways or kept or doubts or more) and (unread := _unread(said)) is not None:
        return [], [Unsure(unread.text, unread.number, which(unread.text, about))]
    if len(ways) <= len(kept):
        return kept, [*doubts, *more]
    at = next((one for one in said if SIDES.search(one.text)), said[0])
    why = "the letter says which way it votes on each"
    asked = {on for one in more for on in one.mentions}
    left = [one for one in doubts if set(one.mentions) - ways.keys() - asked]
    return [Cast(way, on, at.text, at.number, why) for on, way in ways.items()], [*left, *more]


def _listed(said: Sequence[Passage], every: Sequence[Passage], about: About) -> ListedVotes | None:
    """The votes of a letter of nothing but names and sides."""
    if any(one.above or one.hanging for one in every) or _is_spoiled(said, every):
        return None
    told, by_number = [one.text for one in said], about.ballot is not None
    if not NUMBERED.search("\n".join(told)) and of_other_things(told[0]):
        return None
    if (lead := LEAD.match(told[0])) is not None and leads_plainly([lead[0].rstrip()]):
        told[0] = told[0][lead.end() :]
    found = listed(told, about.open_ballots, by_number=by_number)
    if found is not None and _is_disowned(found.votes, [one.text for one in said], every):
        return ListedVotes({})
    return found


def _unread(said: Sequence[Passage]) -> Passage | None:
    """What says in few words how its writer votes on one of several, as nobody could tell."""
    short = [one for one in said if len(one.text.split()) <= FEW_WORDS and "?" not in one.text]
    return next((one for one in short if OTHERS.search(one.text) and SIDED.search(one.text)), None)


def _names_more(passages: Sequence[Passage], kept: Sequence[Cast], known: Sequence[int]) -> bool:
    """Whether a letter names more of what is open than it has votes on."""
    left = {*known} - {cast.proposal for cast in kept}
    told = [text for one in passages for text in (one.text, *one.above)] if left else []
    return any(
        OTHERS.search(one) or not left.isdisjoint(map(number_of, NUMBERED.findall(one)))
        for one in told
    )


def _without_own_name(line: str, called: Set[str]) -> str:
    """ "Ada: FOR 301, AGAINST 302", written by Ada."""
    found = SIGNED_BY.match(line)
    return line[found.end() :] if found and found[1].lower() in called else line


def _ways(said: Sequence[Passage], every: Sequence[Passage], about: About) -> dict[int, Choice]:
    told, known = [one.text for one in said], about.open_ballots
    if _is_spoiled(said, every):
        return {}
    votes = _each(_sections(said, about), about)
    stands_alone = all(answers.above(one) == "nothing" for one in said)
    if not votes and about.ballot is None and stands_alone:
        votes = dict(zip(known, in_a_row(told, known), strict=False))
    named = {number_of(one) for one in NUMBERED.findall("\n".join(told))}
    if not votes or named & {*known} - votes.keys():
        return {}
    return {} if _is_disowned(votes, told, every) else votes


def _is_spoiled(said: Sequence[Passage], every: Sequence[Passage]) -> bool:
    text = "\n".join(one.text for one in every)
    below = "\n".join(one.text for one in every if one.number > said[-1].number)
    spoils = (SPOILS, TAKES_BACK, SARCASM, COMMENTED, NUMBER_OR_NO)
    return BELOW.search(below) is not None or any(one.search(text) for one in spoils)


def _is_disowned(
    votes: Mapping[int, Choice], told: Sequence[str], every: Sequence[Passage]
) -> bool:
    lines = [one.text for one in every]
    text = "\n".join(lines)
    casts = [Cast(way, on, line, 1, "") for on, way in votes.items() for line in told]
    return bargains(text) or offers_vote(text) or bool(disowned(casts, lines))


def _each(said_of: Sequence[SaidOf], about: About) -> dict[int, Choice]:
    """The choice on each that is named; nothing where one has none, or two."""
    votes: dict[int, Choice] = {}
    named: set[int] = set()
    last: Choice | None = None
    for section in said_of:
        numbers, said = section.numbers, section.said
        named.update(numbers)
        one = replace(about, ballot=numbers[0], open_ballots=numbers[:1], aims=lambda: NO_AIMS)
        choice = last if len(said) == 1 and ALIKE.fullmatch(said[0]) else _alone(said, one)
        if choice is None and not section.sided and votes.keys().isdisjoint(numbers):
            continue
        if choice is None or any(votes.setdefault(number, choice) != choice for number in numbers):
            return {}
        if about.ballot is not None and (SUBJECT.match(said[0]) or choice != _alone(said[:1], one)):
            return {}  # "I liked 302. I vote yes": on 302, or on the ballot's?
        if not leads_plainly(section.head) and choice != _alone([*section.head, *said], one):
            return {}
        last = choice
    return votes if named <= votes.keys() else {}


def _sections(passages: Sequence[Passage], about: About) -> list[SaidOf]:
    """What is said of each, below its quoted item or beside its name."""
    quoted = [tuple(items(one.above, about)) for one in passages]
    if not any(len(one) == 1 for one in quoted):
        if any(one.hanging or answers.above(one) != "nothing" for one in passages):
            return []
        told = [one.text for one in passages]
        return sections(told, about.open_ballots, by_number=about.ballot is not None)
    found: list[SaidOf] = []
    for numbers, passage in zip(quoted, passages, strict=True):
        if found and numbers == found[-1].numbers:
            found[-1].said.append(passage.text)
        elif len(numbers) == 1 and not _says_more(passage.above):
            found.append(SaidOf(numbers, [spelled(passage.text)], sided=True))
        elif found or SIDES.search(passage.text):
            return []
    return found


def _says_more(above: Sequence[str]) -> bool:
    """Whether what stands quoted above an answer is more than the item that it is on."""
    lines = [one for text in above if (one := text.lstrip("> ").strip())]
    return ITEM.match(lines[-1]) is None or CHOOSES.search(lines[-1]) is not None


def _alone(said: Sequence[str], about: About) -> Choice | None:
    """The choice of a letter on one proposal, of which nothing is doubtful."""
    passages = [Passage(" ".join(said), 1)]
    read = read_passage(passages[0], about)
    casts = read if isinstance(read, list) else []
    kept, doubts = settle(casts, [read] if isinstance(read, Unsure) else [], passages, about)
    if not kept and turned(casts, passages):
        kept, doubts = cleared(passages, kept, doubts, about)
    kept, doubts = without_gainsaid(passages, kept, doubts, about)
    return kept[0].choice if len(kept) == 1 and not doubts else None
