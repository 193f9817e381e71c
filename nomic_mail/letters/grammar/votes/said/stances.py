"""What a letter says of its writer's side, beside a vote for the other one.

1. "For." and on another line "I am not for it.": one of them is a slip, and the vote is asked
   about.
2. Only what is said of the proposal, and of now, is a side: "I am against the old rule" and "I was
   against it" are none. Where a letter votes on several, a side names the one that it is of.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Protocol

from nomic_mail.game.commands import Choice
from nomic_mail.patterns import later

MOST = 2_000  # letters of a passage that are looked through
_NOT = r" (?:do(?:n['’]t| not)|can(?:['’]t|not| not)|won['’]t|will not|never)"
_SIDE = later(
    r"(?<![\w'’])(?:i|we)(?:"
    r"(?:['’]m|['’]re| am| are)(?P<not> not| no longer| never)?"
    r"(?: \w+ly| all| still| very much){0,2}"
    r" (?:(?P<pro>for|in favou?r(?: of)?|in support(?: of)?)|(?P<con>against|opposed(?: to)?))"
    rf"|(?P<no>{_NOT})?"
    r"(?: \w+ly| also| still| do){0,2}"
    r" (?:(?P<backs>support|back|endorse|approve of|agree(?: with)?)"
    r"|(?P<bars>oppose|reject|object to|disagree(?: with)?))"
    rf"|(?P<wont>{_NOT})(?: \w+ly| also| still){{0,2}}"
    r" vote (?:(?P<votes>for|yes on|yes to)|against|no on|no to))"
    r"(?: (?:it|this|that|(?:this|that) one|(?:the|this|that) (?:proposal|motion)"
    r"|(?:proposal )?#?(?P<number>\d{1,6}))"
    r"(?=\W*$|[,;.:!)–—-]| (?:at all|either|because|as|since|so|and)\b)|(?=\W*$|[;.!)]))",
    re.IGNORECASE | re.MULTILINE,
)


class Voting(Protocol):
    @property
    def line(self) -> str: ...
    @property
    def choice(self) -> Choice: ...
    @property
    def proposal(self) -> int | None: ...


def denied(votes: Sequence[Voting], texts: Sequence[str]) -> set[str]:
    """The lines of all votes on what their writer, beside one or within it, is on both sides of."""
    of_one = len({vote.proposal for vote in votes}) == 1
    torn = {
        vote.proposal
        for vote in votes
        for text in (vote.line, *texts)
        for side, number in _sides(text)
        if {vote.choice, side} == {"for", "against"}
        if number == vote.proposal or (number is None and (of_one or text == vote.line))
    }
    return {vote.line for vote in votes if vote.proposal in torn}


def _sides(text: str) -> Iterator[tuple[Choice, int | None]]:
    """Where its writer stands, and on which proposal, if it is named."""
    for said in _SIDE.finditer(text[:MOST]):
        likes = bool(said["pro"] or said["backs"] or said["votes"])
        number = int(said["number"]) if said["number"] else None
        denies = bool(said["not"] or said["no"] or said["wont"])
        yield ("for" if likes != denies else "against"), number
