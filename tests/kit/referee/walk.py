"""Going through the ledger event by event, with the state before each.

1. `check` compares what was worked out with the next event; `step` goes past it, and what follows
   is judged by what the ledger says: so that one altered event is told once.
2. `due` is for what has to come next, and at the same moment; if it does not, that is told, and the
   event that stands there is looked at for itself.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from nomic_mail.archive.verify.report import Report
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal
from nomic_mail.game.evolve import evolve
from nomic_mail.game.mechanics import Mechanics, mechanics_of
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.state import Rules, State
from nomic_mail.phrases import said

Due = TypeVar("Due", bound=e.Event)


class Walk:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.events: Sequence[e.Event] = ()
        self.place = 0
        self.state = State()
        self.moment: datetime | None = None
        self._removed: dict[int, int] | None = None
        self._folded: tuple[Rules, Mechanics] | None = None

    @property
    def next(self) -> e.Event | None:
        return self.events[self.place] if self.place < len(self.events) else None

    @property
    def last(self) -> e.Event | None:
        return self.events[self.place - 1] if self.place else None

    @property
    def mechanics(self) -> Mechanics:
        """Folded once while the rules stay the same: to compare whole rule books takes long."""
        rules = self.state.rules
        if self._folded is None or self._folded[0] is not rules:
            self._folded = rules, mechanics_of(rules)
        return self._folded[1]

    @property
    def removed(self) -> Mapping[int, int]:
        """The number of each talk that is taken out, and the place where it is first."""
        if self._removed is None:
            self._removed = {}
            for place, event in enumerate(self.events):
                if isinstance(event, e.TalkRemoved):
                    self._removed.setdefault(event.number, place)
        return self._removed

    def where(self, field: str = "") -> str:
        event = self.next
        inner = f".{field}" if field else ""
        told = f" ({type(event).__name__})" if event is not None else ""
        return f"ledger.entries[{self.place}].public{inner}{told}"

    def check(self, part: str, **worked_out: Any) -> None:
        for field, comes_out in worked_out.items():
            says = self._in_words(self._said(field))
            self.report.same(part, self.where(field), says, self._in_words(comes_out))

    def _said(self, field: str) -> Any:
        if isinstance(self.next, e.GameEnded) and field == "reason":
            return self.next.because(self.state)
        return getattr(self.next, field)

    def _in_words(self, value: Any) -> Any:
        """Older forms say so of themselves."""
        if isinstance(value, tuple):
            return tuple(map(self._in_words, value))
        return said(value.named(self.state.name_of)) if isinstance(value, Phrase) else value

    def holds(self, part: str, field: str, good: bool, wanted: str | Refusal) -> None:
        """A claim that cannot be worked out, but has its bounds."""
        if good:
            self.report.same(part, self.where(field), True, True)
        else:
            self.report.differs(part, self.where(field), getattr(self.next, field), wanted)

    def step(self) -> None:
        event = self.next
        if event is None:
            return
        if self.state.at is not None:
            self.holds("times", "at", event.at >= self.state.at, f"not before {self.state.at}")
        self.state = evolve(self.state, event)
        self.place += 1

    def due(self, part: str, kind: type[Due]) -> Due | None:
        event = self.next
        if not isinstance(event, kind):
            says = type(event).__name__ if event is not None else "nothing more"
            self.report.differs(part, self.where(), says, kind.__name__)
            return None
        self.report.same(part, self.where("at"), event.at, self.moment)
        return event

    def after(self, window: timedelta) -> datetime | None:
        """When a window ends that opens with the next event; 0 is no deadline."""
        event = self.next
        return event.at + window if window and event is not None else None
