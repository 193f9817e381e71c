"""Which door a letter came in by: for which game, from which seat, and if it was here before."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nomic_mail.config import Config
from nomic_mail.game.commands import MODERATOR
from nomic_mail.letters import token
from nomic_mail.letters.message import Letter
from nomic_mail.letters.proof import single_sender
from nomic_mail.letters.token import Recipient, Token
from nomic_mail.pump.plan import Keys
from nomic_mail.store import inbox, seats
from nomic_mail.store.database import Database
from nomic_mail.store.inbox import Arrival
from nomic_mail.store.seats import Game, Seat


@dataclass(frozen=True, slots=True)
class Located:
    """Where a letter belongs. `seat` is None for strangers and for the moderator."""

    door: Recipient
    sender: str | None
    game: Game | None = None
    seat: Seat | None = None
    token: Token | None = None
    seats: tuple[Seat, ...] = ()
    is_moderator: bool = False


class Doors:
    def __init__(self, database: Database, config: Config, keys: Keys) -> None:
        self._database = database
        self._config = config
        self._keys = keys

    def seen_before(self, arrival: Arrival) -> tuple[str, str] | None:
        """What becomes of it if it was, and why: the same letter to the same address does nothing
        twice; a Message-ID used again for other words is looked at by a person."""
        if arrival.proof == "confirmed":
            return None
        with self._database.read() as connection:
            others = inbox.alike(connection, arrival)
        for number, recipient, digest in others:
            same_door = recipient.lower() == arrival.recipient.lower()
            if digest == arrival.digest and same_door and number < arrival.id:
                return "duplicate", f"the same letter as {number}"
        for number, _, digest in others:
            if digest != arrival.digest and number < arrival.id:
                return "held", f"its Message-ID is that of letter {number}"
        return self._talk_and_command(arrival, [to for _, to, digest in others])

    def _talk_and_command(self, arrival: Arrival, others: Sequence[str]) -> tuple[str, str] | None:
        """A letter that reached both a command and a talk address is a command, never relayed."""
        if not self._is_talk(arrival.recipient, arrival):
            return None
        doors = [self._door(to).kind for to in others if not self._is_talk(to, arrival)]
        if any(kind in ("game", "token", "server") for kind in doors):
            return "screened", "talk: it also went to an address for commands"
        return None

    def _is_talk(self, recipient: str, arrival: Arrival) -> bool:
        door = self._door(recipient)
        given = None
        if door.kind == "token":
            given = token.read(self._keys.tokens, door.value, arrival.received_at.date())
        return door.kind == "talk" or (given is not None and given.matter.kind == "talk")

    def _door(self, recipient: str) -> Recipient:
        mail = self._config.mail
        return token.parse_recipient(recipient, mail.address, mail.delimiter)

    def locate(self, arrival: Arrival, letter: Letter) -> Located:
        door = self._door(arrival.recipient)
        sender = single_sender(letter)
        given = None
        if door.kind == "token":
            given = token.read(self._keys.tokens, door.value, arrival.received_at.date())
        with self._database.read() as connection:
            own = tuple(seats.of_address(connection, sender)) if sender else ()
            found = Located(door, sender, token=given, seats=own)
            if given is not None:
                game = seats.game(connection, given.game)
                seat = seats.one(connection, given.game, given.seat)
                if seat is not None and seat.token_epoch != given.epoch:
                    found = replace(found, token=None)
                found = replace(found, game=game, seat=seat)
                return replace(found, is_moderator=given.seat == MODERATOR)
            is_moderator = sender == self._config.moderator.address.lower()
            found = replace(found, is_moderator=is_moderator)
            if door.kind in ("game", "talk"):
                game = seats.game_named(connection, door.value)
                mine = [seat for seat in own if game and seat.game_id == game.id]
                return replace(found, game=game, seat=mine[0] if mine else None)
            if len(own) == 1:
                game = seats.game(connection, own[0].game_id)
                return replace(found, game=game, seat=own[0])
            games = seats.all_games(connection) if is_moderator else []
            return replace(found, game=games[0]) if len(games) == 1 else found
