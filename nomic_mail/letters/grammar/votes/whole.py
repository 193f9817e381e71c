"""The votes of a whole letter, of which each passage has been read (`votes`).

1. Two different votes on one proposal in one letter cancel into one question; so does a vote with a
   condition, a joke or a change of mind anywhere else in the letter.
2. Where no line is a vote, the whole letter may be one (`clear`), or looks like one and is asked
   about.
3. What would be lost beside votes that count is named.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.above import leads_in
from nomic_mail.letters.grammar.reading import About, Passage
from nomic_mail.letters.grammar.votes.asked import ask, ask_too
from nomic_mail.letters.grammar.votes.readers.aims import belies
from nomic_mail.letters.grammar.votes.readers.ballots import ReadBallot, read_ballots
from nomic_mail.letters.grammar.votes.readers.beside import unclear
from nomic_mail.letters.grammar.votes.readers.clear import clear
from nomic_mail.letters.grammar.votes.readers.declared import hopes_otherwise
from nomic_mail.letters.grammar.votes.readers.plainly import gainsaid, votes_plainly
from nomic_mail.letters.grammar.votes.readers.sentences import SENTENCE_END
from nomic_mail.letters.grammar.votes.readers.tells import (
    CONDITION,
    LIFE,
    SPOILS,
    TAKES_BACK,
    TALKS,
    could_vote,
    mentions_sides,
)
from nomic_mail.letters.grammar.votes.said import answers
from nomic_mail.letters.grammar.votes.said.disowned import disowned
from nomic_mail.letters.grammar.votes.said.grounds import (
    is_courtesy,
    leaves_alone,
    opines,
    tells_something_else,
)
from nomic_mail.letters.grammar.votes.said.idioms import pieces
from nomic_mail.letters.grammar.votes.said.pending import is_pending
from nomic_mail.letters.grammar.votes.said.reasons import SOUR
from nomic_mail.letters.grammar.votes.said.signs import may_choose
from nomic_mail.letters.grammar.votes.said.stances import denied
from nomic_mail.letters.grammar.votes.said.strays import answers_itself, asks_of_another
from nomic_mail.letters.grammar.votes.said.turns import comes_of_it, second_thoughts
from nomic_mail.letters.grammar.votes.votes import FEW_WORDS, LOOK, Cast, Unsure
from nomic_mail.letters.grammar.words import (
    NUMBERED,
    number_of,
    numbered,
    shown,
    without_courtesies,
)
from nomic_mail.patterns import later

VOTES_MOST = 100
MOCKS = later(  # "Great, now we need a lawyer."
    r"^(?:oh,? )?(?:great|brilliant|wonderful|fantastic|perfect|wow|genius|bravo|ha(?:ha)*"
    r"|how (?:original|nice"
    r"|lovely|clever|novel|fair)|i'm (?:thrilled|delighted|speechless"
    r"|overjoyed))\b(?: beyond words)?[,.!](?! (?:thanks"
    r"|thank)\b)|^(?:what a (?:surprise|shock|coincidence)|how surprising)\b|^oh (?:great|good"
    r"|joy|wonderful|brilliant)\b",
    re.I,
)
WITHDRAWS = later(
    r"\b(?:ignore|disregard|withdraw|retract|cancel|delete|don'?t count"
    r"|do not count) my (?:(?:last|previous"
    r"|earlier|first|other|old) )?(?:vote|ballot|e?-?mail|letter|message|answer|yes|no)\b"
    r"|\b(?:i(?:'ve| have)? )changed my mind\b",
    re.I,
)
INITIAL = later(r"^[NY]\.?$")  # beside another vote it is a name
SIGN = later(r"^(?:\w|\d{1,3}|[^\w\s-]{1,3})$")  # `+`, `?`, `F`
ALONE = later(r"\W{0,3}(?:[+-]1|:[+-]1:|:thumbs\w+:|[👍👎])\W{0,3}", re.I)  # a sign, and no more
ONE_MORE = later(
    r"(?:\b(?:but|except(?: for)?|apart from|other than|außer|ausser|bis auf"
    r"|nur nicht)\s(?:(?:for|on|to|zu"
    r"|bei|proposal)\s)?|\b(?:reject|oppose|accept|support|approve|against|for|(?:yes|no) (?:to"
    r"|on))\s|\d{3}(?:,|"
    r" and| &|, and)\s)(?=#?(\d{3,6})\b)|#?(\d{3,6})\s(?:does(?:n't| not)"
    r"|gets?|not|isn't|is not)\b",
    re.I,
)
BULLET = later(r"\W{0,2}[-+*•]\s")  # a point of a list asks nobody


def unread(passages: Sequence[Passage], about: About) -> list[Unsure]:
    """What may be meant for a vote where it is all that a letter in answer to a ballot says: a mere
    sign, an opinion in a few words, or sarcasm."""
    if not (about.ballot or about.open_ballots) or about.questioned or len(passages) > FEW_WORDS:
        return []
    for one in passages:
        text = one.text[:LOOK].replace("’", "'")
        if may_choose(text) and not (mentions_sides(text) or text.startswith("@@")):
            return [Unsure(one.text, one.number, ask(one.text, about))]
    if back := [one for one in passages if WITHDRAWS.search(one.text[:LOOK])]:
        return [Unsure(back[0].text, back[0].number, ask(back[0].text, about))]
    if votes := [one for one in passages if votes_plainly([one.text])]:
        return [Unsure(votes[0].text, votes[0].number, ask(votes[0].text, about))]
    said = [
        one
        for one in passages
        if SIGN.match(one.text.strip()) or not is_courtesy(one.text) or len(passages) == 1
    ]
    if len(said) != 1 or len(said[0].text.split()) > FEW_WORDS:
        return []
    text = said[0].text.strip()
    if mentions_sides(text):
        return []
    means = (
        SIGN.match(text)
        or not {"likes", "dislikes"}.isdisjoint(pieces(text))
        or MOCKS.match(text)
        or SOUR.search(text.rstrip(" .…"))
        or opines(text)
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
    if hopes_otherwise(text, choice) or answers_itself(text):
        return kept, doubts
    if belies(text, (ReadBallot(choice, word=choice),), about):
        return kept, doubts
    why = f"the letter answers the ballot on {numbered(about.ballot or 0)}, and says nothing else"
    cast = Cast(choice, about.ballot, at.text, at.number, why)
    every = replace(cast, line=text)
    return (kept, doubts) if disowned([every], lines) else ([cast], [])


def without_gainsaid(
    passages: Sequence[Passage], kept: list[Cast], doubts: list[Unsure], about: About
) -> tuple[list[Cast], list[Unsure]]:
    """The one vote of a letter, unless a changed mind votes otherwise behind it."""
    if len(kept) != 1 or len(about.open_ballots) > 1:
        return kept, doubts
    line = gainsaid([one.text for one in passages], kept[0].choice)
    return (kept, doubts) if line is None else ([], [*doubts, _either(kept[0], line, about)])


def turned(casts: Sequence[Cast], passages: Sequence[Passage]) -> bool:
    """Whether no line is a vote but for what stands beside it in its language."""
    if not casts:
        return True
    lines = {cast.line for cast in casts}
    return lines <= unclear(lines, [one.text for one in passages])


def lost(
    ignored: Sequence[tuple[int, str]],
    kept: Sequence[Cast],
    doubts: Sequence[Unsure],
    about: About,
) -> list[Unsure]:
    """What would be lost beside votes that count: each is named."""
    counted = [cast.proposal for cast in kept if cast.proposal is not None]
    if not kept:
        return []
    found = [one for one in ignored if could_vote(one[1], about.open_ballots, counted)]
    for number, line in {cast.number: cast.line for cast in kept}.items():
        said = SENTENCE_END.split(line[:LOOK])[:40] if len(about.open_ballots) > 1 else []
        other = [o for o in said if not (_names_any(o, counted) or read_ballots(o))]
        found += [(number, one) for one in other if could_vote(one, about.open_ballots, counted)]
        found += [(number, one) for one in said if _adds(one, counted, about)]
    once = dict.fromkeys(one for one in found if not is_pending(one[1]))
    asked = {one.question for one in doubts}
    told = [Unsure(text, number, ask_too(text, counted)) for number, text in once]
    return [one for one in told if one.question not in asked]


def _adds(text: str, counted: Sequence[int], about: About) -> bool:
    """Whether a sentence that has a vote which counts says as much of another: "I accept 301 and
    reject 302"."""
    more = (number_of(one[1] or one[2]) for one in ONE_MORE.finditer(text))
    return any(one in about.open_ballots and one not in counted for one in more)


def _names_any(text: str, numbers: Sequence[int]) -> bool:
    return any(number_of(one) in numbers for one in NUMBERED.findall(text)[:20])


def settle(
    casts: Sequence[Cast], doubts: Sequence[Unsure], passages: Sequence[Passage], about: About
) -> tuple[list[Cast], list[Unsure]]:
    """Hold all votes of a letter against each other and against what else it says (rule 1)."""
    casts = [cast for cast in casts if not (len(casts) > 1 and INITIAL.match(cast.line))]
    casts, doubts = _without_mere_idioms(casts, doubts, passages, about)
    foreign = unclear([cast.line for cast in casts], [one.text for one in passages])
    doubts += [Unsure(c.line, c.number, ask(c.line, about)) for c in casts if c.line in foreign]
    casts = [cast for cast in casts if cast.line not in foreign]
    first: dict[tuple[int | None, Choice], Cast] = {}
    for cast in casts:
        first.setdefault((cast.proposal, cast.choice), cast)
    if not (once := list(first.values())):
        return [], _one_question_each(doubts, voted=False)
    settled = TALKS if any(cast.explicit or cast.firm for cast in once) else LIFE
    numbers = {cast.proposal for cast in once}
    doubts = [one for one in doubts if one.weight > settled or set(one.mentions) - numbers]
    spoiler = _spoiler(casts, passages)
    if spoiler is not None or len(once) > VOTES_MOST:
        other = spoiler.text if spoiler is not None else once[-1].line
        beside = [doubt for doubt in doubts if doubt.line != other]
        return [], [*_one_question_each(beside, voted=False), _either(once[0], other, about)]
    plain, rivals = _without_rivals(once, about)
    if len({cast.choice for cast in plain}) == 1:
        doubts = [doubt for doubt in doubts if doubt.leans != plain[0].choice]
    said = [one.text for one in passages]
    torn = dict.fromkeys(denied(plain, said), "") | disowned(plain, said)
    withheld = [_withheld(c, torn[c.line], about) for c in plain if c.line in torn]
    rivals += {one.question: one for one in withheld}.values()
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
    said = any(cast.explicit for cast in casts)  # then a yes above it is to the ballot, too
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
            SPOILS.search(text)
            or (
                behind
                and not comes_of_it(text)
                and (CONDITION.match(text) or second_thoughts(text))
            )
        ):
            return passage
        apart = above is not None and passage.number > above.number + 1 and ALONE.fullmatch(text)
        if above is not None and passage.number in bare and _asks_above(above) and not apart:
            return above
        if above is not None and passage.number in alone and _asked_right_above(above, passage):
            return above
        goes_on = not said and passage.number not in voting
        if above is not None and goes_on and _goes_on(above, passage, bare):
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


def _withheld(cast: Cast, other: str, about: About) -> Unsure:
    """The question about a vote that another sentence, which it names, leaves nobody's."""
    if other and not about.none_open:
        return _either(cast, other, about)
    return Unsure(cast.line, cast.number, ask(cast.line, about))


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
