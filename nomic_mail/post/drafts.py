"""The drafts of one burst of events: who is told what, in which order."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct, field

from nomic_mail.game import events as e
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.language import questions
from nomic_mail.letters.proof.token import Matter
from nomic_mail.post.deadlines import Deadline

Facts = Mapping[str, Any]
Tag = Literal["", "?", "!"]
# What a letter is answered with; whatever else is in the same letter is news.
ANSWERS = frozenset(("receipt", "done", "preview", *(one.occasion for one in questions().values())))
ONLY_ASK = frozenset(
    ("turn", "late_turn", "chair", "chair_step", "ballot", "late_ballot", "judge", "asked")
)

MOST_SAID = 200_000  # characters of what rules' programs say in one letter


class Section(Struct, frozen=True):
    """One piece of a letter: its template's name, and what it says. In a digest it has a heading,
    and is no news of the letter's subject."""

    occasion: str
    facts: Facts
    heading: Facts | None = None


class Attachment(Struct, frozen=True):
    """What is attached to a letter."""

    name: str
    kind: str
    data: bytes


class Notice(Struct, frozen=True):
    to: int
    sections: tuple[Section, ...]
    matter: Matter
    tag: Tag = ""
    thread: str = "game"
    deadlines: tuple[Deadline, ...] = ()
    files: tuple[Attachment, ...] = ()


class Draft(Struct):
    """A notice being put together."""

    sections: list[Section] = field(default_factory=list)
    pressing: int = 0  # how many of them come first: they want an answer, or were refused
    matter: Matter = field(default_factory=lambda: Matter("game"))
    tag: Tag = ""
    thread: str = "game"


class Drafts:
    """All drafts of one burst, by the seat they go to."""

    def __init__(self, events: Sequence[e.Event], before: State, after: State) -> None:
        self.events = events
        self.before = before
        self.after = after
        self.by_seat: dict[int, Draft] = {}
        self.act: e.ModeratorActed | None = None  # whose events are told now
        self._told: dict[int, int] = {}  # how much each seat had been told before it
        self._said: dict[int, int] = {}  # how many characters programs say to each seat

    def begin_act(self, act: e.ModeratorActed) -> None:
        self.act = act
        self._told = {seat: len(draft.sections) for seat, draft in self.by_seat.items()}

    def told_of_act(self) -> list[int]:
        """The seats that are told something because of the present act."""
        drafts = self.by_seat.items()
        return [seat for seat, draft in drafts if len(draft.sections) > self._told.get(seat, 0)]

    def room_for(self, seat: int, words: Sequence[str]) -> tuple[list[str], int]:
        """Of what a program says: all that has room in this letter, and how much has none."""
        shown, left_out = list[str](), 0
        for one in words:
            if self._said.get(seat, 0) + len(one) > MOST_SAID:
                left_out += len(one)
                continue
            self._said[seat] = self._said.get(seat, 0) + len(one)
            shown.append(one)
        return shown, left_out

    def tell(
        self,
        seats: Iterable[int],
        occasion: str,
        facts: Facts,
        *,
        matter: Matter | None = None,
        tag: Tag = "",
        thread: str = "",
    ) -> None:
        if tag == "?" and self.after.status == "ended" and occasion not in ANSWERS:
            if occasion in ONLY_ASK:
                return  # what won the game came as this began
            tag = ""
        for seat in seats:
            draft = self.by_seat.setdefault(seat, Draft())
            if matter is not None:
                draft.matter = matter
            if tag:
                draft.tag = tag
                draft.sections.insert(draft.pressing, Section(occasion, facts))
                draft.pressing += 1
            else:
                draft.sections.append(Section(occasion, facts))
            if thread:
                draft.thread = thread

    def overtaken(self, event: e.TurnExtended | e.VotingExtended) -> bool:
        """A clock that comes late extends twice at one stroke: what holds is told alone."""
        about = "turn" if isinstance(event, e.TurnExtended) else "number"
        alike = [one for one in self.events if type(one) is type(event)]
        same = [one for one in alike if getattr(one, about) == getattr(event, about)]
        return event is not same[-1]

    def first(self, event: e.Event) -> bool:
        """What comes together is told together: is it the first of its kind in this burst?"""
        return event is next(one for one in self.events if type(one) is type(event))
