"""The drafts of one burst of events: who is told what, in which order."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from nomic_mail.game import events as e
from nomic_mail.game.state import State
from nomic_mail.letters.token import Matter

Facts = Mapping[str, Any]
Tag = Literal["", "?", "!"]


@dataclass(frozen=True, slots=True)
class Section:
    """One piece of a letter: its template's name, and what it says."""

    occasion: str
    facts: Facts


@dataclass(frozen=True, slots=True)
class Notice:
    to: int
    sections: tuple[Section, ...]
    matter: Matter
    tag: Tag = ""
    thread: str = "game"


@dataclass(slots=True)
class Draft:
    """A notice being put together."""

    sections: list[Section] = field(default_factory=list)
    matter: Matter = field(default_factory=lambda: Matter("game"))
    tag: Tag = ""
    thread: str = "game"


class Desk:
    """All drafts of one burst, by the seat they go to."""

    def __init__(self, events: Sequence[e.AnyEvent], before: State, after: State) -> None:
        self.events = events
        self.before = before
        self.after = after
        self.drafts: dict[int, Draft] = {}

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
        for seat in seats:
            draft = self.drafts.setdefault(seat, Draft())
            draft.sections.append(Section(occasion, facts))
            if matter is not None:
                draft.matter = matter
            if tag:
                draft.tag = tag
            if thread:
                draft.thread = thread

    def before_what_they_may_read(self, seat: int) -> None:
        """What one can do now stands before the long news of the beginning."""
        sections = self.drafts[seat].sections
        if len(sections) > 1 and sections[-2].occasion == "started":
            sections.insert(-1, sections.pop())

    def first(self, event: e.AnyEvent) -> bool:
        """What comes together is told together: is it the first of its kind in this burst?"""
        return event is next(one for one in self.events if type(one) is type(event))
