"""What an act would do: the same plan, made and thrown away.

1. Nothing is written, nothing sent, and no link of the dice is used: a throw-away chain stands in
   for the real one, so that nobody can look at a throw and then think better of it (008).
2. Ballots are secret until their vote closes (010): of an act that counts them, what follows from
   the count is not told before.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from nomic_mail.config import Config
from nomic_mail.game.decide import next_wake
from nomic_mail.game.events import GameStarted, VotingClosed
from nomic_mail.game.state import State
from nomic_mail.post.render import Finished
from nomic_mail.pump.acts import Acts
from nomic_mail.pump.plan import Desk, Keys, about, renderer_of
from nomic_mail.pump.saying import Saying
from nomic_mail.store.database import Connection, Database
from nomic_mail.store.inbox import Arrival
from nomic_mail.store.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Foreseen:
    """`result` as the act would have it. `chance`: lots are drawn, other ones then. `counts`: ballots are counted, so `told` ends there, and
    of the letters only the readers are known. `waits`: something is due before it."""

    result: str
    told: list[str]
    letters: list[Finished]
    chance: bool = False
    counts: bool = False
    waits: bool = False


class _Untold(Ledger):
    """States as they are, but for the dice's secret."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self._seed = seed

    def load(self, connection: Connection, game_id: int) -> State:
        state = super().load(connection, game_id)
        if state.chain is None:
            return state
        return replace(state, chain=replace(state.chain, seed=self._seed))


def foreseen(
    database: Database,
    config: Config,
    keys: Keys,
    at: datetime,
    fresh: bytes,
    act: Mapping[str, Any],
) -> Foreseen:
    """`fresh` is chance that nothing else is made from."""
    ledger, renderer = _Untold(fresh.hex()), renderer_of(database, config, keys)
    arrival = _imagined(json.dumps(act), at)
    plan = Acts(database, config, ledger, renderer).plan(arrival, fresh)
    if plan.game is None or plan.before is None:
        return Foreseen(plan.result, [], plan.letters)
    events = list(plan.events)
    closed = [place for place, one in enumerate(events) if isinstance(one, VotingClosed)]
    told = events[: closed[0]] if closed else events
    story = Saying(Desk(database, config, renderer), ledger).story(
        plan.before, told, about(plan.game, plan.before.version, at, "")
    )
    wake = next_wake(plan.before)
    return Foreseen(
        plan.result,
        story,
        plan.letters,
        chance=any(isinstance(one, GameStarted) and one.link for one in events),
        counts=bool(closed),
        waits=wake is not None and wake <= at,
    )


def _imagined(raw: str, at: datetime) -> Arrival:
    """An act that nobody has handed in."""
    return Arrival(0, "act", raw.encode(), "", "", "", "", at, at, "", "", None, None, 0, 0, "")
