"""What an event cannot say, whatever it came of: the rules have nothing about it, as the server
that wrote it never did so."""

from collections.abc import Iterator

from nomic_mail.game import events as e
from nomic_mail.game.dice import CHAIN_LENGTH
from nomic_mail.game.state import State

LONGEST = 10 * CHAIN_LENGTH


def beyond(state: State, event: e.Event) -> Iterator[tuple[str, str]]:
    """The field, and what was wanted."""
    if isinstance(event, e.ModeratorActed) and not event.who.strip():
        yield "who", "the name of a moderator"
    elif isinstance(event, e.DeadlinesMoved) and event.why == "outage":
        if not event.began_at < event.ended_at <= event.at:
            yield "ended_at", f"a time after {event.began_at}, to {event.at}"
    elif isinstance(event, e.ModeratorsChanged) and event.joined in state.moderators:
        yield "joined", "somebody who was no moderator"
    elif isinstance(event, e.LawRead) and event.at != state.at:
        yield "at", f"the last event's moment, {state.at}"
    elif isinstance(event, e.DiceCommitted) and not 1 <= event.length <= LONGEST:
        yield "length", f"1 to {LONGEST} links"
