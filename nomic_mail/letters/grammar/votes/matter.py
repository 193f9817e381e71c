"""What a letter says of what the proposal brings, in the proposal's own words, is said of it.

1. "Nah, two dice are too many" is read as "Nah, the rule is too many": whatever is known of "it"
   holds for what the ballot's proposal speaks of, and of nothing else.
2. So it is only where the clause judges that, wants it or asks for it. What happened to it, where
   it is and who has it ("Yes, the dice arrived") tells nothing of a vote.
3. What there is now, in its number ("one die", where it is "two instead of one"), is the old rule:
   a yes beside it is asked about.
4. It is looked at where nothing in the letter was read as a vote, and as a whole: what leaves a
   doubt on a letter that says "the rule" leaves it here.
"""

import re
from collections.abc import Iterator, Sequence, Set

from msgspec.structs import replace

from nomic_mail.letters.grammar.reading import About, Passage
from nomic_mail.letters.grammar.votes.readers.forms import brought
from nomic_mail.letters.grammar.votes.said import subject
from nomic_mail.letters.grammar.votes.said.reasons import BAD, GOOD
from nomic_mail.letters.grammar.votes.votes import Cast, Unsure, read_passage
from nomic_mail.letters.grammar.votes.whole import cleared, settle, turned, without_gainsaid
from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

MOST_CHARS = 600
WORD = later(r"[^\W\d_]+")
NUMBERS = word_set("one two three four five six seven eight nine ten")
BEFORE = NUMBERS | word_set(
    "the these those this that your our a an any more new extra another second"
)
BEHIND = word_set("thing things stuff idea rule change business part")
CLAUSE = (
    r"(?:^|(?<=[.!?,;:–—])|(?<=\s-)|\b(?:yes|yeah|yep|no|nope|nah|and|but|as|so|because|since))"
)
# Of what the rest of the clause is: a judgement of it, a wish for it, or nothing but it
JUDGES = later(
    r"(?:'s|'re|\s(?:is|are|would be|will be|seems?|looks?|sounds?|feels?|makes?|get|gets))"
    r"(?:\s(?:just|really|so|much|way|far|too|more|less|a lot|even|not|simply|quite|very|always"
    rf"|pretty|still|all|for me)){{0,3}}\s(?:{GOOD}|{BAD}|plenty|enough|fun|ok(?:ay)?|fine|boring"
    rf"|too \w+|more \w+|\w{{2,9}}er|many|much|few|slow|long)(?!\w)",
    re.I,
)
WANTS = later(
    r"\b(?:i|we)(?:'d| would| do| really| just| still| rather| don't| do not| dont| never| have"
    r" never| have always|'ve never|'ve always| always| cannot| can't| won't)*\s(?:want|wants|like"
    r"|liked|love|loved|need|prefer|hate|hated|dislike|enjoy|support|keep|have|fancy)\s$",
    re.I,
)
HAVE = later(r"\bhave\s$", re.I)
RATHER = later(r"\brather have\s$", re.I)
STARTS = later(rf"{CLAUSE}\W{{0,3}}(?:(?:more|just|only|simply|make it)\s)?$", re.I)
ASKS = later(
    r"(?:,?\s(?:please|pls|for (?:me|us|all|everyone|everybody)|at last|finally|any ?time))"
    r"{1,3}(?=\W*$|[.!,;])",
    re.I,
)
WHOLE = later(r"\W*$|[.!,;:)]")


def read(
    passages: Sequence[Passage], kept: list[Cast], doubts: list[Unsure], about: About
) -> tuple[list[Cast], list[Unsure]]:
    """The vote of a letter in which what the proposal brings is called the rule (rule 1)."""
    alone = about.open_ballots in ((), (about.ballot,))
    if kept or about.ballot is None or about.questioned or not alone:
        return kept, doubts
    if sum(len(one.text) for one in passages) > MOST_CHARS:
        return kept, doubts
    matter, gone = subject.of(about) - subject.ALWAYS, _gone(about)
    named = [replace(one, text=as_it(one.text, matter, gone)) for one in passages]
    if not matter or all(one == was for one, was in zip(named, passages, strict=True)):
        return kept, doubts
    reads = [read_passage(one, about) for one in named]
    casts = [cast for one in reads if isinstance(one, list) for cast in one]
    unsure = [one for one in reads if isinstance(one, Unsure)]
    found, left = settle(casts, unsure, named, about)
    if not found and turned(casts, named):
        found, left = cleared(named, found, left, about)
    found, left = without_gainsaid(named, found, left, about)
    keeps = any(not gone.isdisjoint(_words(one.text)) for one in passages)
    if len(found) != 1 or left or (keeps and found[0].choice == "for"):
        return kept, doubts
    written = {one.number: one.text for one in passages}
    return [replace(one, line=written.get(one.number, one.line)) for one in found], []


def _gone(about: About) -> Set[str]:
    """The numbers that the proposal takes away."""
    proposed = about.aims().text
    return NUMBERS & {*_words(proposed)} - {*_words(brought(proposed))}


def _words(text: str) -> list[str]:
    return WORD.findall(text.lower())


def as_it(text: str, matter: Set[str], gone: Set[str]) -> str:
    """A text in which what it judges, wants or asks for is called the rule, as far as that is what
    the proposal speaks of (rules 2 and 3)."""
    told, done = text.replace("’", "'"), 0
    read: list[str] = []
    for begins, ends in _named(told, matter):
        before, after = told[done:begins], told[ends:]
        if _is_said_of_it(told[:begins], after):
            name = "the rule" if gone.isdisjoint(_words(told[begins:ends])) else "the old rule"
            read += [before, name.capitalize() if told[begins].isupper() else name]
            done = ends
            if found := re.match(r"\sare\b", after):
                read.append(" is")
                done += found.end()
    return "".join([*read, told[done:]]) if read else text


def _is_said_of_it(before: str, after: str) -> bool:
    near = before[-60:]
    if JUDGES.match(after):
        return STARTS.search(near) is not None
    if WANTS.search(near) and (RATHER.search(near) or not HAVE.search(near)):
        return True
    return ASKS.match(after) is not None and STARTS.search(near) is not None


def _named(text: str, matter: Set[str]) -> Iterator[tuple[int, int]]:
    """Where what the proposal speaks of is named, with what belongs to its name."""
    words = [(one.start(), one.end(), one[0].lower()) for one in WORD.finditer(text)]
    last = -1
    for at, (_, _, word) in enumerate(words):
        if at <= last or len(word) < 3 or subject.stem(word) not in matter:
            continue
        first = last = at
        while (
            first and _joins(text, words[first - 1], words[first]) and words[first - 1][2] in BEFORE
        ):
            first -= 1
        while last + 1 < len(words) and _joins(text, words[last], words[last + 1]):
            more = words[last + 1][2]
            if not (more in BEHIND or (len(more) > 2 and subject.stem(more) in matter)):
                break
            last += 1
        yield words[first][0], words[last][1]


def _joins(text: str, one: tuple[int, int, str], other: tuple[int, int, str]) -> bool:
    return text[one[1] : other[0]] == " "
