"""Whoever was asked to play on for somebody (REPLACE) says that they will, or not."""

import json

from nomic_mail.game import commands as c
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.course import Refused
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.letters.mime import message
from nomic_mail.letters.proof.confirming import confirmed
from nomic_mail.letters.proof.token import Matter
from nomic_mail.pump.case import Case
from nomic_mail.pump.moderator.acts import taken_over
from nomic_mail.pump.moderator.discretion import outside, question
from nomic_mail.pump.plan import Plan, moderators_of, single
from nomic_mail.pump.who.consent import OUTSIDE
from nomic_mail.pump.who.credentials import may
from nomic_mail.pump.who.proof import is_who_was_asked
from nomic_mail.store.people import seats
from nomic_mail.store.queue import inbox
from nomic_mail.store.queue.inbox import Arrival


def answered(case: Case) -> Plan | None:
    """The answer to whoever was asked; None where nobody asked them, or the seat is not to be had
    any more."""
    game, given = case.game, case.token
    if game is None or given is None or not may(given.matter, "succeed"):
        return None
    desk, number, state = case.desk, given.seat - OUTSIDE, case.before
    with desk.look.read() as connection:
        asked = inbox.get(connection, given.matter.number)
        seat = seats.one(connection, game.id, number)
    command = _asked(asked, state, number)
    if seat is None or command is None or not is_who_was_asked(case, command.address):
        return None
    name, was = state.successors.get(number, ""), state.name_of(number)
    plan = Plan(proof="token", game=game, result="a successor answered")
    reader, yes = outside(seat, name, command.address), confirmed(case.letter.text).yes
    if not seat.holds(given.epoch):
        plan.letters = [
            case.tell(reader, single(reader.seat, "confirmed_gone", given.matter, gone=True))
        ]
    elif yes:
        try:
            by, digest = f"{name} <{command.address}>", case.letter.digest
            return taken_over(desk, case.arrival, case.fresh, game, number, by, digest=digest)
        except Refused:
            return None
    elif yes is None:
        plan.letters = [case.tell(reader, question(reader, state, number, given.matter))]
    else:
        told = single(MODERATOR, "successor_declined", Matter("game"), player=was, name=name)
        with desk.look.read() as connection:
            chairs = moderators_of(connection, desk.config, game)
        plan.letters = [case.tell(one, told) for one in chairs]
    return plan


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
