"""The Moderator's desk: all that waits for a person on this server, the oldest first.

1. It is found by looks into indexes; of the games only those are loaded that stand still, or have a
   letter held for them.
2. Each matter has the lines that answer it, as they would be sent by mail and said at the command
   line alike: `answers` work as they stand, `forms` want something filled in, and `commands` are
   what only somebody at the machine can do.
3. A held letter tells what the server takes it to mean, in the words of the letter; but not how
   somebody votes, nor, while a vote is open, what may be meant so (010); so with what is sealed.
4. What its sender was asked about is theirs to answer first (ASKED), and a deadline that is only
   just over is the clock's (OVERDUE).
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game.procedures.program_calls import PerformSealed
from nomic_mail.game.waiting import still
from nomic_mail.phrases.letters import asked, said
from nomic_mail.store.database import heartbeats
from nomic_mail.store.database.engines import Connection
from nomic_mail.store.games import waiting
from nomic_mail.store.games.ledger import Ledger
from nomic_mail.store.people import seats
from nomic_mail.store.queue import inbox, outbox
from nomic_mail.store.queue.inbox import Arrival

if TYPE_CHECKING:
    from nomic_mail.letters.grammar.reading import Said

ASKED = timedelta(days=1)
OVERDUE = timedelta(hours=3)
STILL = timedelta(days=7)
GIVEN_UP = timedelta(days=7)
MOST_HELD = 50
MOST_SHOWN = 200  # of a letter's words

CHECK = "nomic-mail check"


class Item(Struct, frozen=True, kw_only=True):
    """`game` is empty where it is the server's matter."""

    kind: str
    since: datetime
    what: str
    game: str = ""
    answers: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()


def all_waiting(
    connection: Connection, ledger: Ledger, now: datetime, game: seats.Game | None = None
) -> list[Item]:
    """Of one game, or of the whole server."""
    asked = waiting.shown(connection, now, game.id if game else None)
    found = [
        Item(
            kind=one.kind,
            since=one.since,
            what=said(one.what),
            game=one.game,
            answers=one.answers,
            forms=one.forms,
        )
        for one in asked
    ]
    looks = (_still, _overdue, _held, _come_back, _given_up)
    found += [item for look in looks for item in look(connection, ledger, now)]
    found += _troubles(connection)
    return sorted(
        (one for one in found if game is None or one.game == game.name),
        key=lambda one: (one.since, one.game, one.kind, one.what),
    )


def _still(connection: Connection, ledger: Ledger, now: datetime) -> Iterator[Item]:
    for game_id, since in waiting.standing(connection, now - STILL):
        game = seats.game(connection, game_id)
        wait = still(ledger.load(connection, game_id))
        yield Item(
            kind=wait.kind,
            since=since,
            what=said(wait.what),
            game=game.name if game else "",
            answers=wait.answers,
            forms=wait.forms,
        )


def _overdue(connection: Connection, ledger: Ledger, now: datetime) -> Iterator[Item]:
    for game_id, due in waiting.overdue(connection, now - OVERDUE):
        game = seats.game(connection, game_id)
        if game is not None:
            what = asked(
                "A deadline has passed and nothing was done: the server is down, or stuck."
            )
            commands = ("nomic-mail serve --once", CHECK)
            yield Item(kind="overdue", since=due, what=what, game=game.name, commands=commands)


def _held(connection: Connection, ledger: Ledger, now: datetime) -> Iterator[Item]:
    held = [
        one
        for one in inbox.held(connection)
        if one.proof != "asked" or one.received_at <= now - ASKED
    ]
    held.sort(key=lambda one: one.proof == "unasked")  # of these, anybody can write any number
    for one in held[:MOST_HELD]:
        game = seats.game(connection, one.game_id) if one.game_id is not None else None
        said = said_in(connection, ledger, one) if one.kind == "letter" else "an act"
        if one.asks_for_a_seat:
            said = _asks_for_a_seat(connection, ledger, one)
        yield Item(
            kind="held",
            since=one.received_at,
            what=asked(f"Letter {one.id} is held ({one.result}). {said}"),
            game=game.name if game else "",
            answers=(f"RELEASE {one.id}",),
            forms=(f"DISCARD {one.id}: [WHY]",),
            commands=(f"nomic-mail letter show {one.id}",),
        )


def _asks_for_a_seat(connection: Connection, ledger: Ledger, held: Arrival) -> str:
    from nomic_mail.letters.mime import message
    from nomic_mail.letters.proof.prove import single_sender

    who = single_sender(message.read(held.raw)) or "somebody"
    state = ledger.load(connection, held.game_id) if held.game_id is not None else None
    number = int(held.result.rpartition(" ")[2]) if held.result[-1:].isdigit() else 0
    if state is None or number not in state.players:
        return f"{who} asks for a seat, and RELEASE gives it."
    return f"{who} asks for the seat of {state.name_of(number)}, and RELEASE gives it."


def said_in(connection: Connection, ledger: Ledger, held: Arrival) -> str:
    """Rule 3; what only asks comes last, as that does nothing."""
    # slow to load, and mostly nothing is held
    from nomic_mail.letters.grammar.moves import read_moves
    from nomic_mail.letters.grammar.understand import About, understand
    from nomic_mail.letters.grammar.wishes import read_wishes
    from nomic_mail.letters.mime import message
    from nomic_mail.letters.proof.prove import single_sender
    from nomic_mail.pump.says.meaning import actions_of

    letter = message.read(held.raw)
    about, is_secret = About(from_moderator=held.seat == c.MODERATOR), False
    if held.game_id is not None:
        state = ledger.load(connection, held.game_id)
        polls = tuple(one.number for one in state.open_polls)
        about = replace(about, open_ballots=polls, actions=actions_of(state))
        is_secret = bool(polls) or any(one.sealed for one in about.actions)
    moves, rest = read_moves(letter.subject, letter.text)
    wishes, rest = read_wishes(letter.subject, rest)
    understood = understand(letter.subject, rest, about, letter.attached)
    sender = single_sender(letter) or "nobody that can be told"
    lines = [f"“{one}”" for one in (*(x.line for x in moves), *(x.line for x in wishes))]
    lines += [_line(one) for one in sorted(understood.said, key=_only_asks)]
    lines += [
        "a question" if is_secret else f"a question about “{one.line}”"
        for one in understood.questions
    ]
    told = "; ".join(lines)
    told = told if len(told) <= MOST_SHOWN else told[: MOST_SHOWN - 1] + "…"
    return f"From {sender}: {told or 'no command that the server knows'}."


def _only_asks(one: "Said") -> bool:
    return isinstance(one.command, c.Ask | c.Preview | c.Try)


def _line(one: "Said") -> str:
    if isinstance(one.command, c.Vote):
        return "a vote, which is not shown"
    if isinstance(one.command, PerformSealed):
        return "what is to be sealed, which is not shown"
    return f"{type(one.command).__name__} in “{one.line}”"


def _come_back(connection: Connection, ledger: Ledger, now: datetime) -> Iterator[Item]:
    for seat in seats.suspended(connection):
        game = seats.game(connection, seat.game_id)
        if game is None or game.status == "ended" or seat.suspended_at is None:
            continue
        what = f"Letters to {seat.name} <{seat.address}> come back; none is sent any more."
        commands: tuple[str, ...] = ()
        if seat.is_nowhere:
            what = f"{seat.name} has no address here, and gets no letters."
            commands = (f'nomic-mail player address {game.name} "{seat.name}" ADDRESS',)
        yield Item(
            kind="came back",
            since=seat.suspended_at,
            what=asked(what),
            game=game.name,
            forms=(f"REPLACE {seat.name} BY [NAME <ADDRESS>]",),
            commands=commands,
        )


def _given_up(connection: Connection, ledger: Ledger, now: datetime) -> Iterator[Item]:
    for one in outbox.given_up(connection, now - GIVEN_UP):
        game = seats.game(connection, one.game_id) if one.game_id is not None else None
        letters = "A letter" if one.count == 1 else f"{one.count} letters"
        yield Item(
            kind="given up",
            since=one.since,
            what=asked(f"{letters} to {one.recipient} could not be delivered: {one.why}."),
            game=game.name if game else "",
            commands=(CHECK,),
        )


def _troubles(connection: Connection) -> Iterator[Item]:
    since = heartbeats.troubled_since(connection)
    for name, words in heartbeats.troubles(connection).items():
        if name in since:
            yield Item(kind="trouble", since=since[name], what=words, commands=(CHECK,))
