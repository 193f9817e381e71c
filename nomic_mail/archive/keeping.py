"""What the rules' programs keep for all to see, as the game stands or stood."""

from collections.abc import Iterable, Iterator
from typing import Any

from nomic_mail.archive.lines import folded, titled
from nomic_mail.game.events import Event
from nomic_mail.game.evolve import evolve
from nomic_mail.game.numbers import printed
from nomic_mail.game.programs import Kept, Named
from nomic_mail.game.record import Record
from nomic_mail.game.state import State

Told = dict[str, Any]


def kept(state: State) -> list[Told]:
    """Of each player, in the columns of its names, and of the whole game."""
    found = []
    for rule in state.rules:
        program = state.programs.get(rule.lineage)
        names = [one for one in program.declared.names if not one.secret] if program else []
        if program is None or not names:
            continue
        own = [one for one in names if one.owner == "player"]
        rows = [(seat, [program.value(one.name, seat) for one in own]) for seat in state.playing]
        whole = [(one, program.value(one.name, 0)) for one in names if one.owner == "game"]
        found.append(
            {
                "rule": rule,
                "columns": [one.name for one in own],
                "rows": rows if own else [],
                "game": [(one.name, _held(state, one, value)) for one, value in whole],
            }
        )
    return found


def _held(state: State, named: Named, value: Kept) -> Kept:
    """Who has left holds no office, as the programs have it."""
    if named.kind != "office":
        return value
    return state.name_of(int(value)) if value in state.playing else "nobody"


class PassedOn:
    """The events of a record on their way to somebody, and the state that they lead to as far as
    they have gone; where no rule has a program, nobody needs it."""

    def __init__(self, events: Iterable[Event], record: Record) -> None:
        forms = (form for life in record.rules.values() for form in life.forms)
        self._programs = any(one.startswith("program:") for form in forms for one in form.clauses)
        self._events = events
        self.state = State()

    def __iter__(self) -> Iterator[Event]:
        for event in self._events:
            if self._programs:
                self.state = evolve(self.state, event)
            yield event

    def kept(self) -> Iterator[str]:
        """To be read once all of them have."""
        tables = kept(self.state)
        if tables:
            yield from titled("What the rules keep")
        for one in tables:
            yield from (f"{printed(one['rule'].number)}  {one['rule'].title}".rstrip(), "")
            for place, name in enumerate(one["columns"]):
                held = [(self.state.name_of(seat), values[place]) for seat, values in one["rows"]]
                told = "; ".join(f"{who} {value}" for who, value in held if value != "")
                yield from folded(f"{name}: {told or '-'}", "    ", "      ")
            for name, value in one["game"]:
                yield from folded(f"{name}: {value if value != '' else '-'}", "    ", "      ")
            yield ""
