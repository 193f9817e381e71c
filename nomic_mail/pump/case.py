"""All that is known of a letter before anything is made of it: looked up once, in one moment of the
database. What follows is worked out from it."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar, cast

from msgspec import Struct, field

from nomic_mail.game.state import State
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.proof.token import Matter, Recipient, Token
from nomic_mail.letters.screen.kind import Screened
from nomic_mail.post.compose import Notice
from nomic_mail.post.render import Finished, Reader
from nomic_mail.pump.plan import Desk
from nomic_mail.pump.who.credentials import Deed, may
from nomic_mail.store.people import seats
from nomic_mail.store.people.moderators import Moderator
from nomic_mail.store.people.seats import Game, Seat
from nomic_mail.store.queue.inbox import Arrival

Found = TypeVar("Found")
FROM_A_PERSON = Screened("player", "")


class Sends(Struct, frozen=True):
    """The letter to all that this one is read in place of, as its writer says."""

    number: int


class Case(Struct, frozen=True):
    """What is known of one letter.

    `letter` has no tokens any more: it is what others may see. `seat` is None where a stranger or
    the moderator writes. `token` is the one that proves who writes, `published` that others have
    seen it, `matter` what the letter is about; `former`: it answers a letter of ours that may be
    lost, and since when numbers began again. `again` says why its writer may not have sent this
    copy here; `renamed`: its Message-ID is that of other words of theirs. `state` is the game as it
    stands, None where it cannot be read; `fresh` is the chance that commands are decided with."""

    desk: Desk
    arrival: Arrival
    letter: Letter
    door: Recipient
    sender: str | None
    screened: Screened = FROM_A_PERSON
    game: Game | None = None
    seat: Seat | None = None
    addresses: tuple[str, ...] = ()
    token: Token | None = None
    matter: Matter | None = None
    seats: tuple[Seat, ...] = ()
    chairs: tuple[
        Moderator, ...
    ] = ()  # what the sender moderates by the database; the config may name them, too
    moderator: Reader | None = None
    published: bool = False
    former: datetime | None = None
    again: str = ""
    renamed: bool = False
    state: State | None = None
    fresh: bytes = b""
    sends: Sends | None = None
    found: dict[Callable[..., Any], Any] = field(default_factory=dict)

    @property
    def is_moderator(self) -> bool:
        return self.moderator is not None

    @property
    def home(self) -> Game:
        """The game, where there must be one."""
        if self.game is None:
            raise ValueError("a letter of no game")
        return self.game

    @property
    def before(self) -> State:
        """The game as it stands, where it must be readable."""
        if self.state is None:
            raise ValueError("a game that cannot be read")
        return self.state

    @property
    def roster(self) -> tuple[Seat, ...]:
        """All seats of the game; most letters are answered without the others'."""
        return self.once(_roster)

    def is_about(self, kind: str) -> bool:
        return self.matter is not None and self.matter.kind == kind

    def may(self, deed: Deed) -> bool:
        """What the letter may do, whatever it says; at a door for talk it is talk."""
        return may(Matter("talk") if self.door.kind == "talk" else self.matter, deed)

    def once(self, find: Callable[["Case"], Found]) -> Found:
        """What `find` finds out about this letter; it is called once, however many rows ask."""
        if find not in self.found:
            self.found[find] = find(self)
        return cast("Found", self.found[find])

    def answer(self, reader: Reader, notice: Notice) -> Finished:
        """A reply to this very letter, for its writer."""
        answers, rules = self.letter.message_id, self.state.rules if self.state else None
        return self.desk.write(self.arrival, reader, self.home, notice, answers, rules)

    def tell(self, reader: Reader, notice: Notice) -> Finished:
        """A letter that this one leads to, in a thread of its own."""
        return self.desk.write(self.arrival, reader, self.home, notice)


def _roster(case: Case) -> tuple[Seat, ...]:
    with case.desk.look.read() as connection:
        return tuple(seats.of_game(connection, case.home.id))
