"""Events altered with everything else made to fit: chain, head, fields and digest. Only the rules
can tell then, and this is what they are asked, without a whole check each time."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from nomic_mail.archive.opening import read_entry
from nomic_mail.archive.verify import Report
from nomic_mail.game import events as e
from nomic_mail.game.state import State
from tests.kit.games.alterations import Path as Where
from tests.kit.games.alterations import alterations, altered
from tests.kit.recorded import Data
from tests.kit.referee.referee import Referee

ENOUGH = 2  # rules of a game's beginning: all of them are alike
PAGE = Path(__file__).resolve().parents[3] / "docs" / "verify.md"

# What looks back at more than the state and the last event.
LOOKS_BACK = (
    *(e.VotingReopened, e.ActUndone, e.TalkRemoved, e.Discussed),
    *(e.TurnBegan, e.ChairRefused, e.ChairReplaced),
)


class Forger:
    """`entries` of a sound record, of which one is made another at a time."""

    def __init__(self, entries: Sequence[Data]) -> None:
        self.entries = entries
        self.events = [read_entry(entry) for entry in entries]
        self._known: dict[int, State] = {}  # where the referee begins to look at something
        referee = Referee(Report())
        referee.walk.events = self.events
        while referee.walk.place < len(self.events):
            self._known[referee.walk.place] = referee.walk.state
            referee.one()
        self._known[len(self.events)] = referee.walk.state

    def alterations(self, place: int) -> Iterator[tuple[Where, str, Data]]:
        """Of one event, each another entry; but for what goes without saying."""
        entry = self.entries[place]
        for path, told, new in alterations(entry["public"]):
            if not one_more_rule(path):
                yield path, told, {**entry, "public": altered(entry["public"], path, new)}
        if "opened" in entry:
            opened = entry["opened"]
            for path, told, new in alterations(opened["sealed"]):
                sealed = altered(opened["sealed"], path, new)
                yield path, told, {**entry, "opened": {**opened, "sealed": sealed}}

    def reordered(self) -> Iterator[tuple[int, str, list[e.Event]]]:
        """One event left out, there twice, or after the next one of the same moment. (The last ones
        left out are a game that is still played; the first makes the game.)"""
        events = self.events
        for place in range(1, len(events)):
            before, one, after = events[:place], events[place], events[place + 1 :]
            yield place, "doubled", [*before, one, one, *after]
            if after:
                yield place, "dropped", [*before, *after]
            if after and after[0] != one and after[0].at == one.at:
                yield place, "swapped", [*before, after[0], one, *after[1:]]

    def noticed(self, place: int, entry: Data) -> bool:
        """By what reads it, or by the rules. The same event in other words is the same."""
        try:
            event = read_entry(entry)
        except ValueError:
            return True
        if event == self.events[place]:
            return True
        return self.noticed_events([*self.events[:place], event, *self.events[place + 1 :]], place)

    def noticed_events(self, events: list[e.Event], place: int) -> bool:
        """They are others from `place` on: the referee begins where it knew nothing of that yet,
        and ends where all is again as it was."""
        referee, later = Referee(_First()), len(events) - len(self.events)
        walk, earlier = referee.walk, [one for one in self._known if one <= place]
        walk.events, walk.place = events, earlier[-2] if len(earlier) > 1 else earlier[-1]
        walk.state = self._known[walk.place]
        try:
            while walk.place < len(events):
                referee.one()
                if walk.place > place and self._known.get(walk.place - later) == walk.state:
                    break
            for at in range(walk.place, len(events)):
                if isinstance(events[at], LOOKS_BACK) and at - later in self._known:
                    walk.place, walk.state = at, self._known[at - later]
                    referee.one()
        except _Noticed:
            return True
        return False


class _Noticed(Exception):
    """One difference is enough."""


class _First(Report):
    def differs(self, part: str, where: str, says: Any, comes_out: Any) -> None:
        raise _Noticed


def one_more_rule(path: Where) -> bool:
    """The rules a game begins with are many and all alike: the first few are enough."""
    found = path.index("rules") if "rules" in path else None
    return found is not None and int((*path, 0, 0)[found + 1]) >= ENOUGH


def named(kind: str, path: Where, told: str) -> str:
    """GameCreated.rules.text, whichever of its rules it is."""
    gone = [told.removesuffix(" taken out")] if told.endswith(" taken out") else []
    steps = (one for one in (*path, *gone) if isinstance(one, str) and not one.isdigit())
    return ".".join([kind, *steps])


def listed() -> set[str]:
    """The fields in the table of the page; `at` of all events is one row there."""
    return set(re.findall(r"`([A-Z]\w+\.[a-z_.]+)`", PAGE.read_text(encoding="utf-8")))


def listed_events() -> dict[str, set[str]]:
    """The kinds of events in the page's second table, by what can be done to one."""
    rows = re.findall(r"^\| (dropped|doubled|swapped) \| (.*) \|$", PAGE.read_text(), re.MULTILINE)
    return {told: set(re.findall(r"`(\w+)`", names)) for told, names in rows}


def listed_of_the_page() -> set[str]:
    """The fields that check_record.py makes again."""
    (told,) = re.findall(r"^It makes again:(.*?)\n\n", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    return set(re.findall(r"`([a-z_.]+)`", told))
