"""The course of one decision: the events so far and the state after them.

1. `happen` is the only way on: the state after each event is made at once, so what follows sees it;
   `steps` hands on both.
2. A check that fails raises `Refused`; `decide` turns it into the Refusal that goes back to the
   player. Nothing of a refused command is ever recorded.
3. The core speaks no language: a refusal is a code with its facts (phrase.py).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from msgspec import Struct

from nomic_mail.game.commands import Command
from nomic_mail.game.dice import Chance
from nomic_mail.game.events import Event
from nomic_mail.game.evolve import evolve
from nomic_mail.game.mechanics import Mechanics, mechanics_of
from nomic_mail.game.phrase import Fact, Phrase
from nomic_mail.game.programs import ALL_WRITE, NONE, ONE_WRITES, Runs
from nomic_mail.game.state import State

# What a refusal stands on: the number of a rule; None is a rule that is gone, and so the custom of
# the house; a text is a house setting, and the empty one the house itself. It can be several.
Law = int | str | None | tuple[int | str | None, ...]
HOUSE = ""


@dataclass(init=False, frozen=True)
class Refusal(Phrase):
    """Understood, but not allowed."""

    because: Law

    def __init__(self, code: str, because: Law = HOUSE, /, **facts: Fact) -> None:
        super().__init__(code, **facts)
        object.__setattr__(self, "because", because)


class Refused(Exception):
    def __init__(self, code: str, because: Law = HOUSE, /, **facts: Fact) -> None:
        super().__init__(code)
        self.refusal = Refusal(code, because, **facts)


class Cause(Struct, frozen=True):
    """Why something happened: the command, as it was decided, and when."""

    command: Command
    at: datetime


class Steps(tuple[Event, ...]):
    """What happened, and the states it leads through, from the one before it on: they are made once
    and handed on, to whoever tells of it and whoever writes it down. `causes` are why: each has its
    place among the events, and what comes from there to the next came of it."""

    states: tuple[State, ...]
    causes: Mapping[int, Cause]

    def __new__(
        cls,
        events: Iterable[Event] = (),
        states: Iterable[State] = (),
        causes: Mapping[int, Cause] | None = None,
    ) -> "Steps":
        steps = super().__new__(cls, events)
        steps.states, steps.causes = tuple(states), causes or {}
        return steps

    @classmethod
    def of(cls, events: Iterable[Event], before: State) -> "Steps":
        """Of what was not decided here."""
        events, states = tuple(events), [before]
        for event in events:
            states.append(evolve(states[-1], event))
        return cls(events, states)

    @property
    def before(self) -> State:
        return self.states[0]

    @property
    def after(self) -> State:
        return self.states[-1]

    def then(self, more: "Steps") -> "Steps":
        later = {len(self) + place: cause for place, cause in more.causes.items()}
        states = (*self.states, *more.states[1:])
        return Steps((*self, *more), states, {**self.causes, **later})

    def each(self) -> Iterator[tuple[State, Event, State]]:
        """With the states before and after it."""
        return zip(self.states, self, self.states[1:], strict=False)


class Course:
    def __init__(self, state: State, at: datetime, luck: Chance, runs: Runs = NONE) -> None:
        self.state = state
        self.runs = runs
        self.began = state.at
        self.at = at
        self.luck = luck
        self.events: list[Event] = []
        self.heard = 0  # of the events, by the rules' programs
        self.calls = 0  # of these, by what happened
        self.written = Counter[int]()  # by each of these, by its lineage, as `weight` has it
        self.due: datetime | None = None  # when the first timer that it called was to be
        self.states = [state]
        self.counted = state.rules  # as they were when who is silent was last looked at

    def happen(self, event: Event) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)
        self.states.append(self.state)

    def because(self, command: Command, after: int = 0) -> Steps:
        """All that happened; the first `after` of it did not come of the command."""
        caused = {after: Cause(command, self.at)} if len(self.events) > after else {}
        return Steps(self.events, self.states, caused)

    def room(self, lineage: int) -> int | None:
        """What the program of that rule can still write: one by itself, and all together. Since
        reading 12; before, there was no end to it."""
        if self.state.reading < 12:
            return None
        return min(ONE_WRITES - self.written[lineage], ALL_WRITE - self.written.total())

    @property
    def mechanics(self) -> Mechanics:
        return mechanics_of(self.state.rules)

    def cite(self, lineage: int) -> int | None:
        return self.state.rules.cite(lineage)

    def cite_mechanic(self, kind: str) -> int | None:
        return self.mechanics[kind].rule
