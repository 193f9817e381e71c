"""The moderators' own acts, in the record."""

from collections.abc import Callable, Mapping
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.record.parts import Record
from nomic_mail.game.state import State


def _extended(record: Record, event: e.WindowExtended, before: State) -> None:
    for number in before.polls if event.window in ("vote", "period") else ():
        record.vote_on(number).closes_at = event.until


BY_KIND: Mapping[type, Callable[[Record, Any, State], None]] = {
    e.ModeratorActed: lambda record, event, before: record.acts.append(event),
    e.Announced: lambda record, event, before: record.announcements.append(event),
    e.WindowExtended: _extended,
}
