"""What the Moderator's own acts take beside the game: the ledger, and a letter to a stranger.

1. REMOVE TALK erases the sealed part of what was said, in the transaction that records it, and
   takes it out of what waits for a digest. What was sent is gone, and stays with its readers.
2. Who is asked to play on for somebody (REPLACE) has no seat, and so no token of it: their letter
   bears one for its own answer. The address stands in the Moderator's letter, and nowhere else.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.course import Refusal
from nomic_mail.game.state import State
from nomic_mail.letters import message
from nomic_mail.letters.grammar import About, understand
from nomic_mail.letters.message import Letter
from nomic_mail.letters.proof import confirmed
from nomic_mail.letters.token import Matter, parse_recipient
from nomic_mail.post.compose import Answer, Notice
from nomic_mail.post.digest import tells
from nomic_mail.post.headers import sendable
from nomic_mail.post.render import Finished, Reader
from nomic_mail.pump.consent import OUTSIDE
from nomic_mail.pump.credentials import may
from nomic_mail.pump.doors import Located
from nomic_mail.pump.plan import Desk, Plan, are_moderators, moderators_of, reader_of, single
from nomic_mail.store import held_back, inbox, ledger, seats
from nomic_mail.store.database import Connection
from nomic_mail.store.inbox import Arrival
from nomic_mail.store.ledger import Ledger
from nomic_mail.store.seats import Game, Seat

ANSWER_DAYS = 30
Succeed = Callable[[Game, str, str], Plan]


@dataclass(slots=True)
class Following:
    letters: list[Finished] = field(default_factory=list)
    changes: list[Callable[[Connection], None]] = field(default_factory=list)


class Discretion:
    def __init__(self, desk: Desk, ledger: Ledger) -> None:
        self._desk = desk
        self._ledger = ledger

    def known(self, game: Game, command: c.AnyCommand) -> c.AnyCommand | Refusal:
        """The act, with what only the ledger and the seats know of it."""
        if isinstance(command, c.RemoveTalk):
            return self._talk(game, command)
        if isinstance(command, c.AskSuccessor):
            why = self._why_not(game, command.address)
            fix = 'REPLACE Ada BY "Grace Hopper <grace@example.org>"'
            return Refusal("the house", why, fix) if why else command
        return command

    def _talk(self, game: Game, command: c.RemoveTalk) -> c.RemoveTalk:
        with self._desk.database.read() as connection:
            found = ledger.entry(connection, game.id, command.number)
        if found is None or not isinstance(said := found.event, e.Discussed) or not found.seal:
            return command
        return replace(command, seat=said.seat, removed=found.sealed is None)

    def _why_not(self, game: Game, address: str) -> str:
        mail = self._desk.config.mail
        door = parse_recipient(address, mail.address, mail.delimiter)
        if door.kind != "foreign" or not sendable(address):
            return "no letter can be sent to that address"
        with self._desk.database.read() as connection:
            plays = self._ledger.load(connection, game.id).settings.moderator_plays == "yes"
            if not plays and address in are_moderators(connection, self._desk.config, game.id):
                return "the Moderator is not a player (rule 013)"
            taken = seats.of_game_and_address(connection, game.id, address)
        return f"<{address}> has a seat in {game.name} already" if taken is not None else ""

    def following(
        self, arrival: Arrival, game: Game, state: State, answers: Sequence[Answer]
    ) -> Following:
        found = Following()
        for answer in answers:
            if isinstance(answer.result, Refusal):
                continue
            for event in answer.result:
                if isinstance(event, e.TalkRemoved):
                    found.changes += self._erasing(game, event.number)
                if isinstance(event, e.SuccessorAsked):
                    found.letters += self._asking(arrival, game, state, event, answer.command)
        return found

    # Talk

    def _erasing(self, game: Game, number: int) -> list[Callable[[Connection], None]]:
        with self._desk.database.read() as connection:
            said = ledger.entry(connection, game.id, number)
            waiting = held_back.of_thread(connection, game.id, "talk")
        changes = [lambda connection: ledger.erase(connection, game.id, number)]
        event = said.event if said is not None else None
        if isinstance(event, e.Discussed):
            out = [one.id for one in waiting if tells(one.notice, event.text)]
            changes.append(lambda connection: held_back.drop(connection, out))
        return changes

    # Another player

    def _asking(
        self,
        arrival: Arrival,
        game: Game,
        state: State,
        event: e.SuccessorAsked,
        command: c.AnyCommand,
    ) -> list[Finished]:
        with self._desk.database.read() as connection:
            seat = seats.one(connection, game.id, event.seat)
        if seat is None or not isinstance(command, c.AskSuccessor):
            return []
        there = _outside(seat, event.name, command.address)
        notice = _question(there, state, event.seat, Matter("successor", arrival.id))
        return [self._desk.write(arrival, there, game, notice)]

    def answer(
        self, arrival: Arrival, letter: Letter, located: Located, succeed: Succeed
    ) -> Plan | None:
        """From whoever was asked. None where nothing was asked of them."""
        game, given = located.game, located.token
        if game is None or given is None or not may(given.matter, "succeed"):
            return None
        number = given.seat - OUTSIDE
        with self._desk.database.read() as connection:
            asked = inbox.get(connection, given.matter.number)
            seat = seats.one(connection, game.id, number)
            state = self._ledger.load(connection, game.id)
        command = _asked(asked, state, number)
        if seat is None or command is None or located.sender != command.address:
            return None
        name, was = state.successors.get(number, ""), state.name_of(number)
        plan = Plan(proof="token", game=game, result="a successor answered")
        reader, yes = _outside(seat, name, command.address), confirmed(letter.text).yes
        if given.epoch != seat.token_epoch:
            gone = single(reader.seat, "confirmed_gone", given.matter)
            plan.letters = [self._desk.write(arrival, reader, game, gone)]
        elif yes:
            return succeed(game, was, f"{name} <{command.address}>")
        elif yes is None:
            again = _question(reader, state, number, given.matter)
            plan.letters = [self._desk.write(arrival, reader, game, again)]
        else:
            told = single(MODERATOR, "successor_declined", Matter("game"), player=was, name=name)
            with self._desk.database.read() as connection:
                chairs = moderators_of(connection, self._desk.config, game)
            plan.letters = [self._desk.write(arrival, one, game, told) for one in chairs]
        return plan


def _outside(seat: Seat, name: str, address: str) -> Reader:
    """Who was asked to play in a seat, and does not yet."""
    own = reader_of(seat)
    return replace(own, seat=OUTSIDE + seat.seat, name=name, address=address, zone="UTC")


def _question(reader: Reader, state: State, seat: int, matter: Matter) -> Notice:
    return single(
        reader.seat,
        "successor",
        matter,
        "?",
        player=state.name_of(seat),
        name=reader.name,
        score=state.players[seat].score,
        days=ANSWER_DAYS,
    )


def _asked(asked: Arrival | None, state: State, number: int) -> c.AskSuccessor | None:
    """The act that asked for this seat, as the Moderator wrote it."""
    if asked is None:
        return None
    if asked.kind == "act":
        subject, text = "", str(json.loads(asked.raw).get("line", ""))
    else:
        letter = message.read(asked.raw)
        subject, text = letter.subject, letter.text
    said = understand(subject, text, About(from_moderator=True)).said
    for one in said:
        command = one.command
        if isinstance(command, c.AskSuccessor) and command.name == state.successors.get(number):
            return command
    return None
