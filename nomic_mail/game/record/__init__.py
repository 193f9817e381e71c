"""The full record, made of the ledger in one pass (012): proposals, votes, rules at any date.

1. Each event is taken once, in order, and says what is kept of it (`keep`); what is kept grows with
   the game, not with its letters.
2. A ballot's choice is taken from the close of its vote, never from the ballot: until then the
   record tells who voted and not how, and of a vote that is never counted it never tells (010).
3. Of the dice it holds what has been published: commitments, and links that were drawn. No seed.
4. People are seats here; a seat's name is told once, and no mail address is known in this room.
5. Fields are named as in the form `nomic-mail/1`, into which `archive` writes the record.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from nomic_mail.game.evolve import evolve
from nomic_mail.game.record.parts import PlayerRecord, ProposalRecord, Record, RuleForm, RuleLife
from nomic_mail.game.state import Player, State

if TYPE_CHECKING:
    from nomic_mail.game.events import Event

__all__ = [
    "PlayerRecord",
    "ProposalRecord",
    "Record",
    "RuleForm",
    "RuleLife",
    "record_of",
    "rules_at",
]


def record_of(events: "Iterable[Event]", into: Record | None = None) -> Record:
    """`into` is an empty record, where it is not to be in memory."""
    record, state = into or Record(), State()
    for event in events:
        event.keep(record, state)
        state = evolve(state, event)
    record.status, record.winners, record.order = state.status, state.winners, state.order
    record.settings, record.events = state.settings, state.version
    record.surplus = state.surplus
    record.digits = state.rules.digits
    for player in state.players.values():
        _as_now(record.players[player.seat], player, state)
    return record


def rules_at(record: Record, moment: datetime) -> tuple[RuleForm, ...]:
    """The rules in force at that moment, by the numbers they then had."""
    forms = (life.form_at(moment) for life in record.rules.values())
    return tuple(sorted((form for form in forms if form), key=lambda form: form.number))


def _as_now(kept: PlayerRecord, player: Player, state: State) -> None:
    """Who rejoins takes up the old score, and has not left."""
    kept.name, kept.surname, kept.score = player.name, player.surname, player.score
    if not player.playing:
        kept.status = "left"
        return
    kept.left_at = None
    order = [seat for seat in state.order if seat in state.playing]
    kept.position = order.index(player.seat) + 1 if player.seat in order else None
