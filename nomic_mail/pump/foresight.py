"""What an act would do: the same plan, made and thrown away.

1. Nothing is written, nothing sent, and no link of the dice is used: a throw-away chain stands in
   for the real one, so that nobody can look at a throw and then think better of it (008).
2. Ballots are secret until their vote closes (010): of an act that counts them, what follows from
   the count is not told before.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from itertools import takewhile
from typing import Any

from nomic_mail.config import Config
from nomic_mail.game import commands as c
from nomic_mail.game.course import Refusal
from nomic_mail.game.decide import next_wake
from nomic_mail.game.events import AnyEvent, GameStarted, ModeratorActed, VotingClosed
from nomic_mail.game.evolve import fold
from nomic_mail.game.state import State
from nomic_mail.letters.grammar import Said
from nomic_mail.post.render import Finished
from nomic_mail.pump import errands
from nomic_mail.pump.acts import Acts
from nomic_mail.pump.carry import carried_out
from nomic_mail.pump.plan import Desk, Keys, about, renderer_of
from nomic_mail.pump.saying import Saying
from nomic_mail.store.database import Connection, Database
from nomic_mail.store.inbox import Arrival
from nomic_mail.store.ledger import Ledger
from nomic_mail.store.seats import Game


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
        return _without_luck(state, self._seed)


def _without_luck(state: State, seed: str) -> State:
    return replace(state, chain=replace(state.chain, seed=seed)) if state.chain else state


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
    events = plan.events
    closed = any(isinstance(one, VotingClosed) for one in events)
    told = _before_the_count(events)
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


def _before_the_count(events: Sequence[AnyEvent]) -> list[AnyEvent]:
    return list(takewhile(lambda one: not isinstance(one, VotingClosed), events))


def line_by_line(
    desk: Desk, game: Game, before: State, said: Sequence[Said], arrival: Arrival
) -> list[dict[str, Any]]:
    """What each act of a moderator's letter would do, before it is confirmed."""
    who = desk.config.moderator.name

    def filled(place: int, command: c.AnyCommand, state: State) -> c.AnyCommand | Refusal:
        known = replace(command, by=c.MODERATOR, who=who, received_at=arrival.received_at)
        return errands.why_not(desk, game, command) or known

    acts = [one for one in said if not isinstance(one.command, c.Ask | c.Preview)]
    seed = sha256(arrival.digest.encode())
    state = _without_luck(before, seed.hexdigest())
    done = carried_out(acts, state, arrival.acts_at, seed.digest(), filled)
    what, told = about(game, state.version, arrival.acts_at, ""), []
    for answer in done.answers:
        no = answer.result.reason if isinstance(answer.result, Refusal) else ""
        events = () if isinstance(answer.result, Refusal) else answer.result
        seen = [one for one in _before_the_count(events) if not isinstance(one, ModeratorActed)]
        story = Saying(desk, Ledger()).story(state, seen, what)
        counts = any(isinstance(one, VotingClosed) for one in events)
        told.append({"line": answer.line, "no": no, "told": story, "counts": counts})
        state = fold(events, state)
    return told


def _imagined(raw: str, at: datetime) -> Arrival:
    """An act that nobody has handed in."""
    return Arrival(0, "act", raw.encode(), "", "", "", "", at, at, "", "", None, None, 0, 0, "")
