"""What an event cannot say, whatever it came of: the rules have nothing about it, as the server
that wrote it never did so."""

import re
from collections.abc import Iterator
from datetime import datetime

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.dice import CHAIN_LENGTH
from nomic_mail.game.procedures.program_calls import Perform, PerformSealed
from nomic_mail.game.programs import Effect, Given, Later, Program, slots_of
from nomic_mail.game.state import State
from nomic_mail.written.words import NO_ADDRESS, WITHHELD

LONGEST = 10 * CHAIN_LENGTH
DICE_MOST, SIDES_MOST = 100, 1_000_000  # that a program's call throws
# What a letter can be believed by, where that is told (in older forms); and how many events it can
# say it knew of.
PROOFS = ("", "none", "token", "open", "signed", "confirmed", "released", "kept", "list", "join")
EVENTS = range(10**12)
HASH = re.compile(r"[0-9a-f]{64}")
Called = e.ProgramRan | e.ProgramBroke | e.ProgramAsked | e.OrderSealed


def beyond(state: State, event: e.Event) -> Iterator[tuple[str, str]]:
    """The field, and what was wanted."""
    if isinstance(event, e.ModeratorActed) and not event.who.strip():
        yield "who", "the name of a moderator"
    elif isinstance(event, e.DeadlinesMoved) and event.why == "outage":
        if not event.began_at < event.ended_at <= event.at:
            yield "ended_at", f"a time after {event.began_at}, to {event.at}"
    elif isinstance(event, e.ModeratorsChanged) and event.joined in state.moderators:
        if NO_ADDRESS not in event.joined and event.joined != WITHHELD:  # it may be another's
            yield "joined", "somebody who was no moderator"
    elif isinstance(event, e.LawRead) and event.at != state.at:
        yield "at", f"the last event's moment, {state.at}"
    elif isinstance(event, Called):
        yield from _undeclared(state, event)
    elif isinstance(event, e.DiceCommitted):  # or a chain that takes its place
        if not 1 <= event.length <= LONGEST:
            yield "length", f"1 to {LONGEST} links"
        if not HASH.fullmatch(event.commitment):
            yield "commitment", "64 hexadecimal digits, small ones"


def is_dealt(event: e.ProgramRan | e.ProgramBroke) -> bool:
    """Whether so many dice with so many sides can show that."""
    sides, faces = event.secret_sides, event.secret_faces
    if not len(faces) == len(sides) <= DICE_MOST:
        return False
    thrown = zip(faces, sides, strict=True)
    return all(2 <= most <= SIDES_MOST and 1 <= face <= most for face, most in thrown)


def _undeclared(state: State, event: Called) -> Iterator[tuple[str, str]]:
    """What a program never said that it has. It is known without running it, whatever ran it."""
    program = state.programs.get(event.lineage) or _that_stood(state, event)
    if program is None:
        yield "lineage", "a rule that has a program"
        return
    declared, seats = program.declared, {0, *state.players}
    kind = "action" if isinstance(event, e.OrderSealed) else event.kind
    if _hook(program, event) != [(kind, event.what)]:
        yield "hook", f"one of the {len(declared.hooks)} that the program declares"
    if (event.seat if isinstance(event, e.OrderSealed) else event.by) not in seats:
        yield "seat" if isinstance(event, e.OrderSealed) else "by", "a player"
    if isinstance(event, e.ProgramRan | e.ProgramBroke) and not is_dealt(event):
        yield "secret_faces", "one of each die that was thrown in secret"
    if isinstance(event, e.ProgramRan) and not all(
        one.seat in seats and _is_declared(state, event, one) for one in event.effects
    ):
        yield "effects", "of players, and of names and timers that a program declares"


def _that_stood(state: State, event: Called) -> Program | None:
    """As a vote that is open has kept it: nothing but what such a vote asks comes of it. Votes may
    have kept several of one rule, as it was changed meanwhile."""
    if not isinstance(event, e.ProgramAsked | e.ProgramBroke) or event.lineage:
        return None
    stood = [poll.stood for poll in state.polls.values() if poll.stood is not None]
    kept = [one.program for one in stood if one.rule.number == event.rule]
    declaring = (one for one in kept if _hook(one, event) == [(event.kind, event.what)])
    return next(declaring, kept[0] if kept else None)


def _hook(program: Program, event: Called) -> list[tuple[str, str]]:
    """The one at its place, if there is one."""
    hooks = program.declared.hooks[event.hook : event.hook + 1] if event.hook >= 0 else ()
    return [(one.kind, one.what) for one in hooks]


def _is_declared(state: State, event: e.ProgramRan, one: Effect) -> bool:
    program = state.programs.get(one.of or event.lineage)
    if program is None or one.kind not in ("set", "later", "hours", "cancel", "reveal"):
        return program is not None
    if one.kind == "set":
        owners = {named.name: named.owner for named in program.declared.names}
        return owners.get(one.name) == ("player" if one.seat else "game")
    about = Later(name=one.name, due=event.at, about=one.text).given
    known = not any(gone in one.text for gone in (WITHHELD, NO_ADDRESS))
    if known and one.text and not (about and _may_be_about(state, one.name, about)):
        return False
    return any(hook.what == one.name for hook in program.declared.hooks)


def _may_be_about(state: State, name: str, about: tuple[Given, ...]) -> bool:
    kinds = tuple(one.kind for one in about)
    seats = [one.number for one in about if one.kind == "player"]
    return kinds == slots_of(name) and {*seats} <= {*state.players}


def unheard(state: State, command: c.Command, at: datetime) -> Iterator[tuple[str, str]]:
    """The same, of what the server says of a command itself."""
    if isinstance(command, Perform | PerformSealed):
        program = state.programs.get(command.rule)
        hooks = program.declared.hooks if program is not None else ()
        if command.form not in [one.what for one in hooks if one.kind == "action"]:
            yield "form", "an action that a program declares"
    if isinstance(command, c.Tick) and command != c.Tick():
        yield "by", "the clock, that writes no letters"
    if command.received_at is not None and command.received_at > at:
        yield "received_at", f"a moment before it was decided, {at}"
    if command.held_at is not None and command.held_at > (command.received_at or at):
        yield "held_at", "a moment before it was received"
    if command.proof not in PROOFS:
        yield "proof", f"one of {', '.join(filter(None, PROOFS))}"
    if command.answers is not None and command.answers not in EVENTS:
        yield "answers", "a number of events"
    if command.who and command.by not in (c.MODERATOR, c.CLOCK):
        yield "who", "nobody: it is a player who asks"
