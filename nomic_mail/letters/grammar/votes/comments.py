"""What is said beside a vote, for all to see with the result.

1. It is what stands behind a vote and a colon ("FOR 301: it is short"), or behind COMMENT on a line
   of its own, with a number where the letter has several votes. Other words beside a vote are shown
   to nobody.
2. One that belongs to no vote of its letter, or is too long, is asked about; the vote counts.
"""

import re
from collections.abc import Iterable, Sequence, Set

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.letters.grammar.language import Row, word
from nomic_mail.letters.grammar.reading import Passage
from nomic_mail.letters.grammar.votes.readers.ballots import read_ballots
from nomic_mail.letters.grammar.votes.votes import Cast, Unsure
from nomic_mail.letters.grammar.words import number_of, numbered, shown, without_courtesies
from nomic_mail.patterns import later

word(
    "COMMENT",
    Row(
        "voting",
        "FOR 301: why",
        "words shown with the result; also COMMENT: why",
        "Worte zum Ergebnis; auch COMMENT: warum",
        25,
    ),
    page="vote",
)
MOST = 400
LINE = later(
    r"^\W{0,3}COMMENT(?: (?:ON )?#?(?P<number>\d{3,6}|[Jj]\d{1,5}))?\s*[:–—-]\s*(?P<words>\S.*)$",
    re.S,
)


class Comment(Struct, frozen=True):
    proposal: int | None
    words: str
    line: str
    number: int


def apart(passages: Iterable[Passage], written: Set[int]) -> tuple[list[Comment], list[Passage]]:
    """The lines that are comments, with what goes on right below them, and those that are not."""
    found: list[Comment] = []
    others: list[Passage] = []
    last = 0  # where a comment is that may go on
    for passage in passages:
        line = LINE.match(passage.text)
        if line is None:
            if last and _goes_on(passage, last, written):
                found[-1] = replace(found[-1], words=f"{found[-1].words} {passage.text}")
            else:
                others.append(passage)
                last = 0
            continue
        last = passage.number
        proposal = number_of(line["number"]) if line["number"] else None
        found.append(Comment(proposal, line["words"].strip(), passage.text, passage.number))
    return found, others


def _goes_on(passage: Passage, last: int, written: Set[int]) -> bool:
    """Whether it stands in one paragraph with the comment, and is neither a vote nor loud."""
    together = all(number in written for number in range(last, passage.number))
    return together and not passage.text.isupper() and not read_ballots(passage.text)


def beside(
    casts: Sequence[Cast], lines: Sequence[Comment]
) -> tuple[list[tuple[Cast, str]], list[Unsure]]:
    """Each vote with what is said beside it, and what is asked about."""
    told: dict[int, list[str]] = {}
    doubts: list[Unsure] = []
    for at, cast in enumerate(casts):
        if words := behind(cast.line):
            told.setdefault(at, []).append(words)
    for line in lines:
        meant = [at for at, one in enumerate(casts) if line.proposal in (None, one.proposal)]
        if len(meant) == 1:
            told.setdefault(meant[0], []).append(line.words)
        else:
            doubts.append(Unsure(line.line, line.number, _whose(line.line, casts), spoils=False))
    found: list[tuple[Cast, str]] = []
    for at, cast in enumerate(casts):
        words = "\n".join(told.get(at, ()))
        if len(words) > MOST:
            doubts.append(Unsure(cast.line, cast.number, _too_long(words), spoils=False))
            words = ""
        found.append((cast, words))
    return found, doubts


def behind(line: str) -> str:
    """What stands behind a vote and a colon, as it was written."""
    whole = read_ballots(without_courtesies(line))
    for colon in re.finditer(r":(?=\s)", line[:80]):
        vote = read_ballots(without_courtesies(line[: colon.start()]))
        words = line[colon.end() :].strip()
        if vote and whole and len(vote) == len(whole) == 1 and not vote[0].tail:
            same = replace(whole[0], tail="", weak=False) == replace(vote[0], weak=False)
            return words if same and re.search(r"\w", words) else ""
    return ""


def _whose(line: str, casts: Sequence[Cast]) -> str:
    if not casts:
        return (
            f"{shown(line)}: a comment stands beside a vote in the same letter, and there is none"
            " here. Nobody else has seen it."
        )
    number = numbered(casts[0].proposal or 301)
    return (
        f"{shown(line)}: which of your votes is that said of? Nobody else has seen it. Send that"
        f" vote again with it, as in FOR {number}: why."
    )


def _too_long(words: str) -> str:
    return (
        f"Your vote is counted; the words beside it have {len(words)} letters, and at most {MOST}"
        " are shown with the result, so they were left away. Send the vote again with fewer, or"
        " write to your talk address."
    )
