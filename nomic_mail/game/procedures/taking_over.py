"""TAKEOVER: somebody asks for a seat that can be had, with its score and its place.

1. A seat can be had that was left (113) in a game that has begun, and one whose player the game
   waits for in vain, or does not count any more, as the Moderator may let somebody else play there.
2. Who asks has no seat, and so it is no matter of the game's before a moderator has consented; then
   it is their `Replace`. Where the players vote on who joins, nobody comes in by a seat that was
   left.
"""

from nomic_mail.game.commands import Command
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures.seating import seats_called
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.state import State
from nomic_mail.game.words import Words


class TakeOver(Command, frozen=True, kw_only=True):
    """`player` has the seat, or left it; `name` is what its new player wants to be called."""

    player: Words = ""
    name: Words = ""


@decides(TakeOver)
def take_over(course: Course, command: TakeOver) -> None:
    """Whoever has no seat is not asked by the game (rule 2)."""
    raise Refused("plays_already")


def to_be_had(state: State) -> tuple[int, ...]:
    """Rule 1; those that were left, first."""
    if state.status not in ("running", "paused"):
        return ()
    by_vote = mechanics_of(state.rules)["membership"].value == "unanimous vote"
    left = [seat for seat, one in state.players.items() if not one.playing and not by_vote]
    back = [seat for seat in left if seat not in state.requests]
    silent = [seat for seat in state.playing if seat in state.inactive]
    if state.asked == "missing turn" and state.turn is not None:
        silent.append(state.turn.mover)
    if state.asked == "missing ballot":
        silent += state.missing
    return (*back, *dict.fromkeys(silent))


def seat_to_be_had(state: State, player: str) -> int:
    """Without a name, the first there is. A stranger who asks hears no player's name."""
    free = to_be_had(state)
    if not free:
        raise Refused("no_seat_to_be_had")
    now = tuple((seat, state.name_of(seat)) for seat in free)
    before = tuple((seat, name) for seat in free for name in state.players[seat].former)
    found = seats_called(player, now, before) if player else [free[0]]
    if len(found) != 1:
        raise Refused("no_such_seat_to_be_had", name=player)
    return found[0]
