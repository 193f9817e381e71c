"""The old referee, asked about events that were altered: it begins where it knew nothing of that,
and ends where all is again as it was."""

from collections.abc import Sequence
from typing import Any

from nomic_mail.archive.verify import Report
from nomic_mail.game import events as e
from nomic_mail.game.state import State
from tests.kit.referee.referee import Referee

# What looks back at more than the state and the last event.
LOOKS_BACK = (
    *(e.VotingReopened, e.ActUndone, e.TalkRemoved, e.Discussed),
    *(e.TurnBegan, e.ChairRefused, e.ChairReplaced),
)


class Refereed:
    """`events` of a sound record."""

    def __init__(self, events: Sequence[e.Event]) -> None:
        self.events = events
        self._known: dict[int, State] = {}  # where the referee begins to look at something
        report = Report()
        referee = Referee(report)
        referee.walk.events = self.events
        while referee.walk.place < len(self.events):
            self._known[referee.walk.place] = referee.walk.state
            referee.one()
        self._known[len(self.events)] = referee.walk.state
        self.follows = not report.differences  # else something in it came after this referee

    def notices(self, events: Sequence[e.Event], place: int) -> bool:
        """They are others from `place` on."""
        referee, later = Referee(First()), len(events) - len(self.events)
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
        except Noticed:
            return True
        return False


class Noticed(Exception):
    """One difference is enough."""


class First(Report):
    def differs(self, part: str, where: str, says: Any, comes_out: Any) -> None:
        raise Noticed
