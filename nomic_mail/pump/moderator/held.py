"""What becomes of held letters, by the moderator's word: no matter of a game, and so no event.

1. A letter of this game, or of none, that is held: any other is refused, and so is one that was
   dealt with meanwhile.
2. RELEASE answers for its sender; DISCARD with a reason tells it to whom the seat is known: at the
   address that is registered, since the letter itself proves nothing.
"""

from collections.abc import Callable
from typing import Any

from nomic_mail.game import commands as c
from nomic_mail.game.course import Refusal
from nomic_mail.letters.mime import message
from nomic_mail.letters.proof.prove import single_sender
from nomic_mail.letters.proof.token import Matter
from nomic_mail.post.render import Finished, Reader
from nomic_mail.pump.plan import NOBODY, Burst, Desk, reader_of, single
from nomic_mail.store.database.engines import Conflict, Connection
from nomic_mail.store.people import seats
from nomic_mail.store.people.seats import Game
from nomic_mail.store.queue import inbox
from nomic_mail.store.queue.inbox import Arrival


def why_not(
    desk: Desk, game: Game, command: c.Command, dealt_with: set[int] | None = None
) -> Refusal | None:
    """Why there is no such held letter to RELEASE or DISCARD; nothing where there is one, and for
    other commands. `dealt_with` are the letters that earlier lines of this one have named."""
    if not isinstance(command, c.Dispose):
        return None
    before = dealt_with if dealt_with is not None else set[int]()
    held = _held(desk, command.number) if command.number not in before else None
    before.add(command.number)
    if held is None or held.game_id not in (None, game.id):
        return Refusal("not_held", number=command.number)
    if command.how == "release" and held.kind != "letter":
        return Refusal("held_act", number=command.number)
    return None


def run(desk: Desk, arrival: Arrival, burst: Burst) -> None:
    for answer in burst.answers:
        command = answer.command
        if not isinstance(command, c.Dispose) or isinstance(answer.result, Refusal):
            continue
        burst.changes.append(_change(command, arrival))
        held = _held(desk, command.number)
        if command.how == "discard" and held is not None and held.asks_for_a_seat:
            burst.letters += declined(desk, burst.game, arrival, held, command.reason)
        elif command.how == "discard" and command.reason and held is not None:
            burst.letters += _word_to_sender(desk, burst.game, arrival, held, command.reason)


def _held(desk: Desk, number: int) -> Arrival | None:
    with desk.look.read() as connection:
        found = inbox.get(connection, number)
    return found if found is not None and found.state == "held" else None


def _change(command: c.Dispose, arrival: Arrival) -> Callable[[Connection], None]:
    def change(connection: Connection) -> None:
        at = arrival.acts_at
        why = command.reason or "discarded by the moderator"
        if command.how == "release":
            done = inbox.release_held(connection, command.number, at)
        else:
            done = inbox.discard(connection, command.number, at, why)
        if not done:
            raise Conflict("the held letter was dealt with meanwhile")

    return change


def _word_to_sender(
    desk: Desk, game: Game, arrival: Arrival, held: Arrival, why: str
) -> list[Finished]:
    if held.seat is None or held.game_id is None:
        return []
    with desk.look.read() as connection:
        seat = seats.one(connection, held.game_id, held.seat)
    if seat is None:
        return []
    facts: dict[str, Any] = {"why": why, "received_at": held.received_at}
    facts["text"] = desk.read(held.raw).text[:1500]
    notice = single(seat.seat, "discarded", Matter("game"), "!", **facts)
    return [desk.write(arrival, reader_of(seat), game, notice)]


def declined(desk: Desk, game: Game, arrival: Arrival, held: Arrival, why: str) -> list[Finished]:
    """To whoever has asked for a seat, and proven it (TAKEOVER)."""
    letter = message.read(held.raw)
    to = single_sender(letter)
    if to is None:
        return []
    notice = single(NOBODY, "takeover", Matter("game"), outcome="declined", why=why)
    return [desk.write(arrival, Reader(NOBODY, letter.froms[0].name, to), game, notice)]
