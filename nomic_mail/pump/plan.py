"""What one arrival will change, worked out before the transaction that changes it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from nomic_mail.config import Config
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.events import AnyEvent, VotingClosed
from nomic_mail.game.state import State
from nomic_mail.letters.dkim import Lookup, dns_lookup
from nomic_mail.letters.token import Matter
from nomic_mail.post.compose import Notice, Section, Tag
from nomic_mail.post.render import About, Finished, Reader, Renderer
from nomic_mail.store.database import Connection, Database
from nomic_mail.store.inbox import Arrival
from nomic_mail.store.ledger import head_after
from nomic_mail.store.outbox import Outgoing
from nomic_mail.store.seats import Game, Seat

NOBODY = -1  # a reader without a seat: no address in their letter carries a token
INVITED = Matter("join", 1)  # a stranger who is asked about their JOIN has a 0 there

STANDS_STILL = (
    "The game {name} cannot go on: {why}. Its letters and deadlines wait, and none is lost; other"
    " games go on. The log tells more. If the database is damaged, stop the server and restore a"
    " backup."
)


@dataclass(frozen=True, slots=True)
class Keys:
    """What letters are proven with: the server's secret, for tokens, never in a log, a letter or an
    export; and where the keys of other servers' signatures are found."""

    tokens: bytes = field(repr=False)
    lookup: Lookup = dns_lookup


@dataclass(slots=True)
class Plan:
    """`state` is what becomes of the arrival; `changes` go into the same transaction."""

    state: str = "done"
    result: str = ""
    proof: str = ""
    game: Game | None = None
    seat: int | None = None
    before: State | None = None
    events: tuple[AnyEvent, ...] = ()
    fresh: bytes = b""
    letters: list[Finished] = field(default_factory=list)
    changes: list[Callable[[Connection], None]] = field(default_factory=list)


def moderator(config: Config) -> Reader:
    return Reader(MODERATOR, config.moderator.name, config.moderator.address)


def reader_of(seat: Seat) -> Reader:
    return Reader(seat.seat, seat.name, seat.address, seat.zone, seat.token_epoch)


def about(game: Game | None, version: int, at: datetime, cause: str, answers: str = "") -> About:
    answers = f"<{answers}>" if answers else ""
    if game is None:
        return About(0, "", "", version, at, cause, answers)
    where = game.list_address
    return About(game.id, game.name, game.title, version, at, cause, answers, list_address=where)


def anchored(
    what: About, database: Database, before: State, events: Sequence[AnyEvent], fresh: bytes
) -> About:
    """Letters of a vote's result tell the head that the record has after it: whoever keeps one can
    check a whole record against it, years later."""
    if not any(isinstance(event, VotingClosed) for event in events):
        return what
    with database.read() as connection:
        return replace(what, head=head_after(connection, what.game_id, before, events, fresh))


def held_letter(renderer: Renderer, config: Config, arrival: Arrival, why: str) -> Finished:
    """Tells the moderator that a letter waits for them."""
    notice = single(MODERATOR, "held", Matter("game"), "?", why=why, number=arrival.id)
    what = about(None, 0, arrival.acts_at, f"held {arrival.id} {arrival.cause}")
    return renderer.render(notice, moderator(config), what)


def trouble_letter(
    renderer: Renderer, config: Config, at: datetime, what: str, text: str, cause: str
) -> Finished:
    """Tells the moderator of something that no letter caused, and only a person can see to."""
    notice = single(MODERATOR, "trouble", Matter("game"), "?", what=what, text=text)
    return renderer.render(notice, moderator(config), about(None, 0, at, f"trouble {cause}"))


@dataclass(frozen=True, slots=True)
class Desk:
    """What every answer is written with."""

    database: Database
    config: Config
    renderer: Renderer

    def write(
        self,
        arrival: Arrival,
        reader: Reader,
        game: Game,
        notice: Notice,
        answers: str = "",
    ) -> Finished:
        what = about(game, game.version, arrival.acts_at, arrival.cause, answers)
        return self.renderer.render(notice, reader, what)


def single(to: int, occasion: str, matter: Matter, tag: Tag = "", **facts: object) -> Notice:
    """A letter of one section."""
    return Notice(to, (Section(occasion, facts),), matter, tag, "server")


def outgoing(letters: Sequence[Finished]) -> list[Outgoing]:
    return [
        Outgoing(letter.message_id, letter.mail_from, letter.recipient, letter.body)
        for letter in letters
    ]
