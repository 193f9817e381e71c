"""Which door a letter came in by: for which game, and from which seat.

1. The address a letter came to says what it is for. Where that is no reply address, a token may
   have come back another way: in To or Cc, in the Message-ID it answers, in a line of its text.
2. A token that came another way counts only for a seat of the one sender, in the game of the door.
3. A token that is expired or revoked proves nothing, and still tells what the letter is about.
4. A token that stands in a letter to others, too, is public: it was the last time. That for talk is
   meant to be seen.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from nomic_mail.config import Config
from nomic_mail.game.commands import MODERATOR
from nomic_mail.letters import token
from nomic_mail.letters.message import Letter
from nomic_mail.letters.proof import single_sender
from nomic_mail.letters.quoting import scaffold
from nomic_mail.letters.token import Matter, Recipient, Token
from nomic_mail.post.render import Reader
from nomic_mail.pump.credentials import Deed, may, proves
from nomic_mail.pump.plan import (
    FIRST_MODERATOR,
    Keys,
    are_moderators,
    moderator,
    moderator_known,
)
from nomic_mail.store import addresses, moderators, seats
from nomic_mail.store.database import Connection, Database
from nomic_mail.store.inbox import Arrival
from nomic_mail.store.moderators import Moderator
from nomic_mail.store.seats import Game, Seat

MOST_IDS = 20


@dataclass(frozen=True, slots=True)
class Located:
    """Where a letter belongs. `seat` is None for strangers and for the moderator; `token` is one
    that proves, `matter` what the letter is about; `published`: others have seen the token;
    `again`: why it may be no letter of theirs to this address (again)."""

    door: Recipient
    sender: str | None
    game: Game | None = None
    seat: Seat | None = None
    addresses: tuple[str, ...] = ()
    token: Token | None = None
    matter: Matter | None = None
    seats: tuple[Seat, ...] = ()
    chairs: tuple[Moderator, ...] = ()  # what the sender moderates, beside what the config tells
    moderator: Reader | None = None
    published: bool = False
    again: str = ""

    @property
    def is_moderator(self) -> bool:
        return self.moderator is not None

    def may(self, deed: Deed) -> bool:
        """What the letter may do, whatever it says; at a door for talk it is talk."""
        return may(Matter("talk") if self.door.kind == "talk" else self.matter, deed)


class Doors:
    def __init__(self, database: Database, config: Config, keys: Keys) -> None:
        self._database = database
        self._config = config
        self._keys = keys

    def is_command(self, recipient: str) -> bool:
        kinds = ("game", "token", "server")
        return self._door(recipient).kind in kinds and not self.is_talk(recipient)

    def is_talk(self, recipient: str) -> bool:
        door = self._door(recipient)
        given = self._opened(door.value) if door.kind == "token" else None
        return door.kind == "talk" or (given is not None and given.matter.kind == "talk")

    def _door(self, recipient: str) -> Recipient:
        mail = self._config.mail
        return token.parse_recipient(recipient, mail.address, mail.delimiter)

    def _opened(self, text: str) -> Token | None:
        """Any token of ours but those of return paths, which no person writes to."""
        found = token.opened(self._keys.tokens, text)
        return found if found is not None and found.matter.kind != "bounce" else None

    def bounced(self, arrival: Arrival) -> Token | None:
        """The token of our return path that a bounce came to."""
        door = self._door(arrival.recipient)
        if door.kind != "bounce":
            return None
        found = token.read(self._keys.tokens, door.value, arrival.received_at.date())
        return found if found is not None and found.matter.kind == "bounce" else None

    def locate(self, arrival: Arrival, letter: Letter) -> Located:
        door = self._door(arrival.recipient)
        sender = single_sender(letter)
        given = self._opened(door.value) if door.kind == "token" else None
        with self._database.read() as connection:
            own = tuple(seats.of_address(connection, sender)) if sender else ()
            chairs = tuple(moderators.of_address(connection, sender)) if sender else ()
            found = Located(door, sender, seats=own, chairs=chairs)
            carried = list(self._brought(letter))
            brought = [one for one in carried if self._may_bring(one, found)]
            if given is None:
                found = self._by_address(connection, found)
                fits = (one for one in brought if not found.game or one.game == found.game.id)
                given = next(fits, None)
            if given is not None:
                found = self._by_token(connection, arrival, found, given, brought)
            if door.kind == "talk":
                found = replace(found, matter=Matter("talk"))
            if found.seat is not None:
                known = addresses.confirmed_addresses(connection, found.seat)
                found = replace(found, addresses=known)
        return replace(found, published=self._published(letter, found, carried))

    def _by_address(self, connection: Connection, found: Located) -> Located:
        if found.door.kind in ("game", "talk"):
            game = seats.game_named(connection, found.door.value)
            mine = [seat for seat in found.seats if game and seat.game_id == game.id]
            reader = self._moderates(found, game)
            return replace(found, game=game, seat=mine[0] if mine else None, moderator=reader)
        games = [seats.game(connection, seat.game_id) for seat in found.seats]
        own = {one.id: one for one in games if one is not None}
        house = found.sender == self._config.moderator.address.lower()
        if not own and (house or found.chairs):
            every = seats.all_games(connection)
            own = {one.id: one for one in every if self._moderates(found, one)}
        if len(own) != 1:
            return found
        (game,) = own.values()
        seat = found.seats[0] if found.seats else None
        return replace(found, game=game, seat=seat, moderator=self._moderates(found, game))

    def _moderates(self, found: Located, game: Game | None) -> Reader | None:
        """As whom the sender moderates a game: rule 1 tells which."""
        if found.sender == self._config.moderator.address.lower():
            return moderator(self._config)
        fits = (one for one in found.chairs if game and one.game_id in (None, game.id))
        return next((moderator_known(one) for one in fits), None)

    def _by_token(
        self,
        connection: Connection,
        arrival: Arrival,
        found: Located,
        given: Token,
        brought: Sequence[Token],
    ) -> Located:
        """`given` says what it is about; it, or another of the same seat, proves it."""
        own = (one for one in found.seats if (one.game_id, one.seat) == (given.game, given.seat))
        seat = next(own, None) or seats.one(connection, given.game, given.seat)
        today = arrival.received_at.date()
        good = (
            one
            for one in (given, *brought)
            if (one.game, one.seat) == (given.game, given.seat)
            and proves(one, given.matter)
            and not one.expired(today)
            and (seat is None or one.epoch == seat.token_epoch)
        )
        return replace(
            found,
            game=seats.game(connection, given.game),
            seat=seat,
            token=next(good, None),
            matter=given.matter,
            moderator=self._chair_of(connection, given),
        )

    def _chair_of(self, connection: Connection, given: Token) -> Reader | None:
        """As which moderator the token has its holder write."""
        if given.seat == MODERATOR:
            return moderator(self._config)
        if given.seat < FIRST_MODERATOR:
            return None
        chair = moderators.one(connection, given.seat - FIRST_MODERATOR)
        fits = chair is not None and chair.acts and chair.game_id in (None, given.game)
        return moderator_known(chair) if chair is not None and fits else None

    def _brought(self, letter: Letter) -> Iterator[Token]:
        """The tokens a letter carries beside the address it came to (rule 1)."""
        mail = self._config.mail
        doors = [self._door(to) for to in letter.to[:MOST_IDS]]
        texts = [door.value for door in doors if door.kind == "token"]
        # decoded: Python's email package writes long Message-IDs as encoded words
        replied = [value for name, value in letter.headers if name == "in-reply-to"][:1]
        answered = [one for value in replied for one in value.split()[:MOST_IDS]]
        answered += reversed(letter.references[-MOST_IDS:])
        texts += token.in_ids(answered, mail.address)
        said, quoted = self._codes(letter.text)
        texts = [*said, *texts, *quoted]
        for text in dict.fromkeys(texts):
            found = self._opened(text)
            if found is not None:
                yield found

    def _codes(self, text: str) -> tuple[list[str], list[str]]:
        """The tokens of lines in the text: first those that the writer put there. Of the quoted
        ones none is for talk: what stands at the end of every letter is not meant by a reply."""
        codes = token.in_text(text)
        kinds = {line.number: line.kind for line in scaffold(text)} if codes else {}
        said = [code for number, code in codes if kinds.get(number) == "said"]
        said = said if len(said) == 1 else []  # the whole letter was copied, both lines with it
        quoted = [code for _, code in codes if code not in said]
        opened = [(code, self._opened(code)) for code in quoted]
        return said, [code for code, one in opened if one and one.matter.kind != "talk"]

    def _may_bring(self, one: Token, found: Located) -> bool:
        """Rule 2."""
        if one.seat == MODERATOR:
            return found.sender == self._config.moderator.address.lower()
        if one.seat >= FIRST_MODERATOR:
            return one.seat - FIRST_MODERATOR in [chair.id for chair in found.chairs]
        return any((one.game, one.seat) == (seat.game_id, seat.seat) for seat in found.seats)

    def _published(self, letter: Letter, found: Located, carried: Sequence[Token]) -> bool:
        """Whether the token of this seat stood in a letter that others have, too."""
        if found.token is None or found.seat is None:
            return False
        good = (found.token.game, found.token.seat, found.token.epoch)
        secret = (one for one in carried if one.matter.kind != "talk")
        if good not in [(one.game, one.seat, one.epoch) for one in secret]:
            return False
        if any(name in ("list-id", "list-post") for name, _ in letter.headers):
            return True
        known = {*found.addresses, *letter.delivered_to}
        others = {to for to in letter.to if to not in known and self._door(to).kind == "foreign"}
        if not others:
            return False
        with self._database.read() as connection:
            return not others <= are_moderators(connection, self._config, found.token.game)
