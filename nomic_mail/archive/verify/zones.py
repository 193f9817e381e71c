"""Timers that go by the clocks of a zone. Countries change these, and tables of zones follow late:
what was due at one time where it was played can be due at another here, though nobody altered it.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from nomic_mail.game import events as e
from nomic_mail.game.programs import Program
from nomic_mail.game.state import State
from nomic_mail.game.timers import is_in_zone, next_time

MOST = timedelta(hours=3)  # countries move their clocks by one, and seldom by two
WEEK = timedelta(days=7) + MOST
MOMENT = timedelta(seconds=1)


def hangs_on_zones(state: State) -> bool:
    return any(
        is_in_zone(one.declared.hooks[place].what)
        for one in state.programs.values()
        for place in one.due
    )


def as_timed(state: State, says: Sequence[e.Event], at: datetime) -> State:
    """With each such timer due when the ledger has it called."""
    called = {
        (one.lineage, one.hook)
        for one in says
        if isinstance(one, e.ProgramRan | e.ProgramBroke) and one.kind == "every"
    }
    programs = {
        lineage: replace(one, due={n: _due(one, n, (lineage, n) in called, at) for n in one.due})
        for lineage, one in state.programs.items()
    }
    return replace(state, programs=programs)


def _due(program: Program, place: int, called: bool, at: datetime) -> datetime:
    due = program.due[place]
    if not is_in_zone(program.declared.hooks[place].what) or abs(due - at) > MOST:
        return due
    return min(due, at) if called else max(due, at + MOMENT)


def same_but_for_zones(says: e.Event, made: e.Event) -> bool:
    called = e.ProgramRan | e.ProgramBroke
    if not isinstance(says, called) or not isinstance(made, called) or not is_in_zone(says.what):
        return says == made
    if says.next_at is None or made.next_at is None:
        return says == made
    here = next_time(says.what, says.next_at - MOST)  # a moment of it by this table
    soon = says.next_at - says.at <= WEEK and here - says.next_at <= MOST
    return soon and says == replace(made, next_at=says.next_at)
