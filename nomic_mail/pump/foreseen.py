"""What an act at the command line would do (preview): the plan that the pump would make of it, and
that nobody writes. What RELEASE would do is what the released letter would.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.clock import SystemClock
from nomic_mail.config import Config
from nomic_mail.game import commands as c
from nomic_mail.game.decide import next_wake
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.post.render import Finished
from nomic_mail.pump import chain
from nomic_mail.pump.keys import Keys
from nomic_mail.pump.moderator import acts
from nomic_mail.pump.moderator.preview import Untold, by_lot, told_before
from nomic_mail.pump.plan import about, desk_of
from nomic_mail.pump.who import doors
from nomic_mail.store.database.engines import Database
from nomic_mail.store.queue import inbox
from nomic_mail.store.queue.inbox import Arrival


class Foreseen(Struct, frozen=True):
    """`result` is what the act would say. `chance`: it draws lots, and the real act would draw
    others. `counts`: it counts ballots, so `told` ends there and `letters` are known by their
    readers alone. `waits`: something in the game is due before it."""

    result: str
    told: list[str]
    letters: list[Finished]
    chance: bool = False
    counts: bool = False
    waits: bool = False


def foreseen(
    database: Database,
    config: Config,
    keys: Keys,
    at: datetime,
    fresh: bytes,
    act: Mapping[str, Any],
) -> Foreseen:
    """`fresh` is chance that nothing else is made from."""
    desk = desk_of(database, config, keys, Untold(fresh.hex()), SystemClock())
    arrival = _imagined(json.dumps(act), at)
    plan = acts.plan_of(desk, arrival, fresh)
    letter = _released(database, act, at) if plan.result.startswith("ok: ") else None
    if letter is not None:
        does = chain.plan_of(doors.look_up(desk, letter), fresh)
        plan = replace(does, letters=[*plan.letters, *does.letters], result=plan.result)
    burst = plan.burst
    if burst is None:
        return Foreseen(plan.result, [], plan.letters)
    wake = next_wake(burst.before)
    what = about(burst.game, burst.before.version, at, "", rules=burst.before.rules)
    story, counts = told_before(desk, burst.before, burst.events, what)
    return Foreseen(
        plan.result,
        story,
        plan.letters,
        chance=by_lot(burst.events),
        counts=counts,
        waits=wake is not None and wake <= at,
    )


def _released(database: Database, act: Mapping[str, Any], at: datetime) -> Arrival | None:
    """The letter that this act lets go, as it is then ."""
    said = understand("", str(act.get("line", "")), About(from_moderator=True)).said
    command = said[0].command if len(said) == 1 else None
    if not isinstance(command, c.Dispose) or command.how != "release":
        return None
    with database.read() as connection:
        held = inbox.get(connection, command.number)
    return replace(held, proof="released", acts_at=at, held_at=None) if held is not None else None


def _imagined(raw: str, at: datetime) -> Arrival:
    """An act that nobody has handed in."""
    return Arrival(0, "act", raw.encode(), "", "", "", "", at, at, "", "", None, None, 0, 0, "")
