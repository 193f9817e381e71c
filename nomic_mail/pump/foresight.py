"""What an act at the command line would do: the same plan, made and thrown away.

1. Nothing is written, nothing sent, and no link of the dice is used: a throw-away chain stands in
   for the real one, so that nobody can look at a throw and then think better of it (008).
2. Ballots are secret until their vote closes (010): of an act that counts them, what follows from
   the count is not told before.
3. What RELEASE would do is what the released letter would.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from nomic_mail.config import Config
from nomic_mail.game import commands as c
from nomic_mail.game.decide import next_wake
from nomic_mail.game.events import GameStarted, VotingClosed
from nomic_mail.game.state import State
from nomic_mail.letters.grammar import About, understand
from nomic_mail.post.render import Finished
from nomic_mail.pump.acts import Acts
from nomic_mail.pump.beforehand import before_the_count, without_luck
from nomic_mail.pump.mail import Mail
from nomic_mail.pump.plan import Desk, Keys, about, renderer_of
from nomic_mail.pump.saying import Saying
from nomic_mail.store import inbox
from nomic_mail.store.database import Connection, Database
from nomic_mail.store.inbox import Arrival
from nomic_mail.store.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Foreseen:
    """`result` as the act would have it. `chance`: lots are drawn, and others then. `counts`:
    ballots are counted, so `told` ends there, and of the letters only the readers are known.
    `waits`: something is due before it."""

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
        return without_luck(state, self._seed)


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
    letter = _released(database, act, at) if plan.result.startswith("ok: ") else None
    if letter is not None:
        _, plan_with = Mail(database, config, keys, ledger, renderer).opened(letter)
        does = plan_with(fresh)
        plan = replace(does, letters=[*plan.letters, *does.letters], result=plan.result)
    if plan.game is None or plan.before is None:
        return Foreseen(plan.result, [], plan.letters)
    events = plan.events
    closed = any(isinstance(one, VotingClosed) for one in events)
    told = before_the_count(events)
    story = Saying(Desk(database, config, renderer), ledger).story(
        plan.before, told, about(plan.game, plan.before.version, at, "")
    )
    wake = next_wake(plan.before)
    return Foreseen(
        plan.result,
        story,
        plan.letters,
        chance=any(isinstance(one, GameStarted) and one.link for one in events),
        counts=closed,
        waits=wake is not None and wake <= at,
    )


def _released(database: Database, act: Mapping[str, Any], at: datetime) -> Arrival | None:
    """The letter that this act lets go, as it is then (rule 3)."""
    said = understand("", str(act.get("line", "")), About(from_moderator=True)).said
    command = said[0].command if len(said) == 1 else None
    if not isinstance(command, c.Dispose) or command.how != "release":
        return None
    with database.read() as connection:
        held = inbox.get(connection, command.number)
    return replace(held, proof="released", acts_at=at) if held is not None else None


def _imagined(raw: str, at: datetime) -> Arrival:
    """An act that nobody has handed in."""
    return Arrival(0, "act", raw.encode(), "", "", "", "", at, at, "", "", None, None, 0, 0, "")
