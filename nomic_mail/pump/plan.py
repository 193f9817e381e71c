"""What one arrival will change, worked out before the transaction that changes it."""

import hmac
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from nomic_mail.archive import mbox
from nomic_mail.archive.mbox import Ours, is_public
from nomic_mail.clock import Clock
from nomic_mail.config import Config
from nomic_mail.game.citing import cited
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.course import Refused, Steps
from nomic_mail.game.events import Event
from nomic_mail.game.numbers import DIGITS, printed_with
from nomic_mail.game.rulebook import OF_LATE, Rules
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.actions import words_taken
from nomic_mail.letters.mime import message
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.proof.dkim import Trust
from nomic_mail.letters.proof.token import Matter
from nomic_mail.phrases.letters import asked
from nomic_mail.post.compose import Answer, Notice, Section, Tag
from nomic_mail.post.render import Finished, HouseWays, Reader, Renderer, Speaking
from nomic_mail.pump.keys import Keys
from nomic_mail.sandbox.sandbox import Sandbox
from nomic_mail.store.database.engines import Connection, Database, Look, epoch
from nomic_mail.store.games.ledger import Ledger
from nomic_mail.store.people import moderators, seats
from nomic_mail.store.people.moderators import Moderator
from nomic_mail.store.people.seats import Game, Seat
from nomic_mail.store.queue import lately, outbox, to_all
from nomic_mail.store.queue.inbox import Arrival
from nomic_mail.store.queue.outbox import Outgoing
from nomic_mail.store.queue.to_all import ToAll

log = logging.getLogger("nomic_mail.pump")

Change = Callable[[Connection], None]
Queue = Callable[[Connection, Sequence[Finished], int | None], None]

HELD_TOLD_A_DAY = 10
DAY = timedelta(days=1)

NOBODY = -1  # a reader without a seat: no address in their letter carries a token
LOOKS_ON = -3  # reads what all read, and has a door, but no part in the game
FIRST_MODERATOR = (
    1 << 21
)  # a token's seat, where it is a moderator of the database: no player's number is so high
OBSERVING = Matter("join", 2)  # somebody who is asked whether they want to look on
INVITED = Matter("join", 1)  # a stranger who is asked about their JOIN has a 0 there

STANDS_STILL = (
    "The game {name} cannot go on: {why}. Its letters and deadlines wait, and none is lost; other"
    " games go on. The log tells more. If the database is damaged, stop the server and restore a"
    " backup."
)


class Burst(Struct):
    """What a cause leads to in a game. `answers` are what came of each line of a letter; `letters`
    and `changes` go into the transaction that appends the events."""

    game: Game
    events: Steps
    at: datetime
    fresh: bytes
    answers: list[Answer] = field(default_factory=list)
    told: bool = False  # the others hear of it
    letters: list[Finished] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)

    @property
    def before(self) -> State:
        return self.events.before

    @property
    def after(self) -> State:
        return self.events.after


class Plan(Struct):
    """`state` is what becomes of the arrival; `changes` go into the same transaction; `alone`:
    nobody writes beside it, since it touches more than its game (store.queue.lanes)."""

    state: str = "done"
    result: str = ""
    proof: str = ""
    game: Game | None = None
    seat: int | None = None
    burst: Burst | None = None
    letters: list[Finished] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    to_all: list[ToAll] = field(default_factory=list)  # of the letters
    alone: bool = False
    row: str = ""  # of the chain, which took the letter

    @property
    def events(self) -> tuple[Event, ...]:
        return self.burst.events if self.burst is not None else ()

    def takes(self, burst: Burst) -> "Plan":
        """The burst becomes part of what the arrival leads to."""
        self.burst = burst
        self.letters += burst.letters
        self.changes += burst.changes
        return self


def write(
    connection: Connection, ledger: Ledger, plan: Plan, now: datetime, inbox_id: int | None
) -> None:
    """Raises Conflict where the game has moved on. The ledger is told after the commit."""
    for change in plan.changes:
        change(connection)
    game, burst = plan.game, plan.burst
    if burst is not None:
        ledger.append(connection, burst.game.id, burst.events, burst.fresh, inbox_id)
        to_all.add(connection, burst.game.id, burst.after.version, plan.to_all, now)
    outbox.add(connection, outgoing(plan.letters), now, game.id if game else None, inbox_id)


def ours_of(desk: "Desk", game: Game) -> Ours:
    mail = desk.config.mail
    key = desk.renderer.cut.key
    return Ours(mail.address, mail.delimiter, frozenset(), game.name, game.title, key)


def with_letters_to_all(desk: "Desk", plan: Plan) -> Plan:
    """The plan with what all players are told in its letters, to be kept and committed to. Of a
    ballot that is nothing, and nothing is done."""
    burst = plan.burst
    if burst is None or not burst.events:
        return plan
    players = (one for one in plan.letters if one.seat != MODERATOR and is_public(one.body))
    if letters := [*players]:
        salts = hmac.digest(burst.fresh, f"letters {burst.after.version}".encode(), "sha256")
        plan.to_all = [
            ToAll(hmac.digest(salts, str(place).encode(), "sha256")[:16].hex(), body)
            for place, body in enumerate(mbox.to_all(letters, ours_of(desk, burst.game)))
        ]
    return plan


def committed(ledger: Ledger, plan: Plan) -> None:
    if plan.burst is not None:
        ledger.committed(plan.burst.game.id, plan.burst.after)


def desk_of(
    database: Database,
    config: Config,
    keys: Keys,
    ledger: Ledger,
    clock: Clock,
    step: Callable[[str], None] = lambda name: None,
) -> "Desk":
    renderer = _renderer_of(database, config, keys)
    runs = Sandbox(words_taken, clock, step)
    return Desk(database, config, keys, renderer, ledger, Look(database), runs)


def _renderer_of(database: Database, config: Config, keys: Keys) -> Renderer:
    with database.read() as connection:
        server_epoch = epoch(connection)
    return Renderer(
        config.templates_folders,
        config.mail.address,
        config.mail.delimiter,
        config.server.name,
        keys.tokens,
        server_epoch,
        config.moderator.address,
        HouseWays(
            config.mail.subjects == "one",
            config.site_url,
            config.mail.language,
            lambda game_id: _own_moderator(database, game_id),
        ),
    )


def _own_moderator(database: Database, game_id: int) -> str:
    """Whom the players of a game that was handed over ask; empty where it has nobody of its own."""
    with database.read() as connection:
        own = (one.address for one in moderators.of_game(connection, game_id) if one.acts)
        return next(own, "")


def moderator(config: Config) -> Reader:
    one = config.moderator
    return Reader(MODERATOR, one.name, one.address, one.timezone)


def moderator_known(one: Moderator) -> Reader:
    return Reader(MODERATOR, one.name, one.address, one.zone, door=FIRST_MODERATOR + one.id)


def moderators_of(connection: Connection, config: Config, game: Game | None) -> list[Reader]:
    """Who gets the letters to the Moderator: of a game, or of the server."""
    own = [one for one in moderators.of_game(connection, game.id) if one.acts] if game else []
    if game is not None and game.handed_over and own:
        return [moderator_known(one) for one in own]
    house = [one for one in moderators.of_game(connection, None) if one.acts]
    return [moderator(config), *(moderator_known(one) for one in (*house, *own))]


def are_moderators(connection: Connection, config: Config, game_id: int) -> frozenset[str]:
    """The addresses from which a game can be moderated."""
    rows = (*moderators.of_game(connection, None), *moderators.of_game(connection, game_id))
    return frozenset((config.moderator.address.lower(), *(one.address for one in rows if one.acts)))


def moderator_named(connection: Connection, config: Config, game_id: int, name: str) -> str:
    """Who acts at the command line: the configured moderator, or another one by name."""
    rows = (*moderators.of_game(connection, None), *moderators.of_game(connection, game_id))
    known = [config.moderator.name, *(one.name for one in rows if one.acts)]
    found = [one for one in known if one.casefold() == name.casefold()] if name else known[:1]
    if not found:
        raise Refused("does_not_moderate", name=name, known=tuple(known))
    return found[0]


def reader_of(seat: Seat) -> Reader:
    whole = Reader(
        seat.seat,
        seat.name,
        seat.address,
        seat.zone,
        seat.epoch,
        proof=seat.proof == "on",
        language=seat.language,
    )
    if seat.observes:
        return replace(whole, seat=LOOKS_ON, door=seat.seat, looks_on=seat.looks_on)
    return whole


def about(
    game: Game | None,
    version: int,
    at: datetime,
    cause: str,
    answers: str = "",
    rules: Rules | None = None,
) -> Speaking:
    """Without its rules, no letter cites one."""
    answers = f"<{answers}>" if answers else ""
    if game is None:
        return Speaking(0, "", "", version, at, cause, answers)
    of = game.id, game.name, game.title
    where = game.list_address
    known, digits = ({}, DIGITS) if rules is None else (_cited(rules), rules.digits)
    over = game.status == "ended"
    what = Speaking(*of, version, at, cause, answers, list_address=where, rules=known, over=over)
    return replace(what, digits=digits, handed_over=bool(game.handed_over))


@lru_cache(maxsize=OF_LATE)
def _cited(rules: Rules) -> Mapping[str, str]:
    with printed_with(rules.digits):
        return cited(tuple(rules), alike=rules.alike)


class Desk(Struct, frozen=True):
    """What every answer is worked out and written with. All that is read for one letter is read by
    its `look`."""

    database: Database
    config: Config
    keys: Keys
    renderer: Renderer
    ledger: Ledger
    look: Look
    runs: Sandbox

    @property
    def trust(self) -> Trust:
        mail = self.config.mail
        return Trust(mail.authserv_id, self.keys.lookup if mail.dkim else None)

    def read(self, raw: bytes) -> Letter:
        """A letter as it may be told to others: without our tokens."""
        return self.renderer.cut.letter(message.read(raw))

    def write(
        self,
        arrival: Arrival,
        reader: Reader,
        game: Game,
        notice: Notice,
        answers: str = "",
        rules: Rules | None = None,
    ) -> Finished:
        what = about(game, game.version, arrival.acts_at, arrival.cause, answers, rules)
        return self.renderer.render(notice, reader, what)


def single(to: int, occasion: str, matter: Matter, tag: Tag = "", **facts: object) -> Notice:
    """A letter of one section."""
    return Notice(to, (Section(occasion, facts),), matter, tag, "server")


def outgoing(letters: Sequence[Finished]) -> list[Outgoing]:
    return [
        Outgoing(letter.message_id, letter.mail_from, letter.recipient, letter.body)
        for letter in letters
    ]


def held_letters(
    desk: Desk, arrival: Arrival, why: str, game: Game | None = None
) -> list[Finished]:
    """Tells the moderators that a letter waits for them, HELD_TOLD_A_DAY times; what else waits is
    on their desk. They read it as a letter of no game; its token is a game's, so that a reply can
    be proven."""
    with desk.look.read() as connection:
        home = game or next(iter(seats.all_games(connection)), None)
        told = lately.held(connection, arrival.acts_at - DAY)
    if told >= HELD_TOLD_A_DAY:
        return []
    last = told + 1 == HELD_TOLD_A_DAY
    facts = {"why": asked(why), "number": arrival.id, "by_mail": home is not None, "last": last}
    notice = single(MODERATOR, "held", Matter("game"), "?", **facts)
    what = about(None, 0, arrival.acts_at, f"held {arrival.id} {arrival.cause}")
    return _to_moderators(desk, notice, replace(what, game_id=home.id if home else 0), game)


def trouble_letters(
    desk: Desk, at: datetime, what: str, text: str, cause: str, game: Game | None = None
) -> list[Finished]:
    """Tell the moderators of something that no letter caused, and only a person can see to."""
    notice = single(MODERATOR, "trouble", Matter("game"), "?", what=asked(what), text=asked(text))
    return _to_moderators(desk, notice, about(None, 0, at, f"trouble {cause}"), game)


def _to_moderators(desk: Desk, notice: Notice, what: Speaking, game: Game | None) -> list[Finished]:
    with desk.look.read() as connection:
        readers = moderators_of(connection, desk.config, game)
    return [desk.renderer.render(notice, one, what) for one in readers]


def note_done(
    what: str, game: str, events: Sequence[Event], letters: Sequence[Finished], **about: object
) -> None:
    """What was done, in numbers and names of our own: no word of a letter."""
    done = {"events": len(events), "letters": len(letters)}
    log.info(what, extra={"game": game, **about, **done})
