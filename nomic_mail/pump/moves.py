"""Where a player's letters go, and where theirs may come from.

1. A new address is confirmed at both ends: asked for by a proven letter, and answered with YES from
   the new address. The old one is told in any case, and can stop it with NO.
2. ASKED_A_DAY new addresses are asked for a seat, and it has at most MOST_OTHERS of them: nobody
   can have us write to strangers at will.
3. The letter to a new address carries no token of the seat's, only one for its own answer: the
   address may be mistyped, and somebody else's.
4. Addresses never reach a game's events, nor another player.
"""

from dataclasses import dataclass, field, replace
from datetime import timedelta

from nomic_mail.letters.message import Letter
from nomic_mail.letters.moves import Move
from nomic_mail.letters.proof import confirmed
from nomic_mail.letters.token import Matter, parse_recipient
from nomic_mail.post.compose import Notice, Section, Tag
from nomic_mail.post.headers import sendable
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import NOBODY, Desk, Plan, are_moderators, reader_of, single
from nomic_mail.pump.proof import seat_now
from nomic_mail.store import addresses, lately, seats
from nomic_mail.store.addresses import ALSO, MAIN, MOVED, Other
from nomic_mail.store.inbox import Arrival
from nomic_mail.store.seats import Game, Seat

MOST_OTHERS = 5
ASKED_A_DAY = 3
ASKED = "address: asked there"
DAY = timedelta(days=1)
OUTSIDE = 1 << 20  # no seat has such a number: the tokens of a reader that has one prove nothing


@dataclass(slots=True)
class _Turn:
    """One letter about addresses, and what its answer says."""

    arrival: Arrival
    letter: Letter
    game: Game
    seat: Seat
    plan: Plan
    sections: list[Section] = field(default_factory=list)
    matter: Matter = field(default_factory=lambda: Matter("game"))
    tag: Tag = ""
    asked: bool = False
    void: bool = False  # no token goes to the old address any more

    def tell(self, outcome: str, **facts: object) -> None:
        self.sections.append(Section("address", {"outcome": outcome, **facts}))

    def refuse(self, move: Move, why: str) -> None:
        self.tell("refused", line=move.line, reason=why)
        self.tag = "!"


# Asked for


def ask(case: Case, plan: Plan, seat: Seat, moves: tuple[Move, ...]) -> None:
    """Adds to the plan what each order leads to."""
    desk, game = case.desk, case.home
    turn = _Turn(case.arrival, case.letter, game, seat, plan)
    with desk.look.read() as connection:
        others = addresses.others(connection, game.id, seat.seat)
    for move in moves:
        known = next((one for one in others if one.address == move.address), None)
        if move.kind == "list":
            turn.tell("list", others=others)
        elif move.kind == "drop":
            _drop(turn, move, known)
        elif turn.asked:
            turn.refuse(move, "one new address a letter, please")
        elif why := _why_not(desk, turn, move, others, known):
            turn.refuse(move, why)
        elif known is not None and known.is_of(seat):
            _move(desk, turn, replace(known, main=MAIN))  # both ends have said so before
        else:
            _new(desk, turn, move, known)
    _send(desk, turn)


def _new(desk: Desk, turn: _Turn, move: Move, known: Other | None) -> None:
    main = MAIN if move.kind == "main" else ALSO
    with desk.look.read() as connection:
        number = addresses.next_other(connection)
    at = turn.arrival.acts_at
    new = Other(number, turn.game.id, turn.seat.seat, move.address, main, at, None)
    if known is not None:
        turn.plan.changes.append(lambda connection: addresses.drop_other(connection, known.id))
    turn.plan.changes.append(lambda connection: addresses.ask_other(connection, new))
    turn.asked, turn.matter, turn.tag = True, Matter("stop", number), "?"
    turn.plan.result = ASKED
    _ask_there(desk, turn, new)
    turn.tell("asked", address=move.address, main=main == MAIN)


def _ask_there(desk: Desk, turn: _Turn, new: Other) -> None:
    facts = {"player": turn.seat.name, "main": new.main != ALSO}
    facts["by_moderator"] = new.main == MOVED
    outside = OUTSIDE + turn.seat.seat
    notice = single(outside, "confirm_address", Matter("address", new.id), "?", **facts)
    there = replace(reader_of(turn.seat), seat=outside, address=new.address)
    turn.plan.letters.append(desk.write(turn.arrival, there, turn.game, notice))


def _why_not(desk: Desk, turn: _Turn, move: Move, others: list[Other], known: Other | None) -> str:
    config, seat = desk.config, turn.seat
    door = parse_recipient(move.address, config.mail.address, config.mail.delimiter)
    if door.kind != "foreign" or not sendable(move.address):
        return "no letter can be sent to that address"
    if move.address == seat.address:
        return "your letters go there already"
    with desk.look.read() as connection:
        if move.address in are_moderators(connection, config, seat.game_id):
            return "the Moderator is not a player (rule 013)"
        taken = seats.of_game_and_address(connection, seat.game_id, move.address)
        since = turn.arrival.acts_at - DAY
        asked = lately.resulting(connection, seat.game_id, seat.seat, ASKED, since)
    if taken is not None and taken.seat != seat.seat:
        return "that address cannot be yours in this game"
    if known is not None and known.is_of(seat):
        return "" if move.kind == "main" else "that is an address of yours already"
    if asked >= ASKED_A_DAY:
        return f"{asked} new addresses were asked for you within a day; please wait"
    if known is None and len(others) >= MOST_OTHERS:
        return f"you have {len(others)} other addresses; ADDRESS DROP takes one away"
    return ""


# Confirmed


def answered(case: Case) -> Plan | None:
    """From the new address. None where none waits any more."""
    desk, game, given = case.desk, case.game, case.token
    if game is None or given is None or given.matter.kind != "address":
        return None
    with desk.look.read() as connection:
        asked = addresses.other(connection, given.matter.number)
        seat = seats.one(connection, game.id, given.seat - OUTSIDE)
    if asked is None or seat is None or (asked.game_id, asked.seat) != (game.id, seat.seat):
        return None
    if asked.is_of(seat) or given.epoch != seat.token_epoch or case.sender != asked.address:
        return None
    plan = Plan(proof="token", game=game, seat=seat.seat, result="address: answered there")
    turn = _Turn(case.arrival, case.letter, game, seat, plan)
    yes = confirmed(case.letter.text).yes
    if yes is None:
        _ask_there(desk, turn, asked)
    elif yes:
        _move(desk, turn, asked)
    else:
        _stop(turn, asked)
    _send(desk, turn)
    return plan


def stopped(case: Case) -> Plan | None:
    """The proven answer of the old address. None where it is about something else."""
    if case.matter is None or case.matter.kind != "stop":
        return None
    desk, game, seat = case.desk, case.home, case.once(seat_now)
    number = case.matter.number
    with desk.look.read() as connection:
        asked = addresses.other(connection, number)
    said = confirmed(case.letter.text)
    if asked is None or (asked.game_id, asked.seat) != (game.id, seat.seat):
        return None
    if asked.is_of(seat) or not said.meant:
        return None
    plan = Plan(game=game, seat=seat.seat, result="address: answered here")
    turn = _Turn(case.arrival, case.letter, game, seat, plan)
    if said.yes is False:
        _stop(turn, asked)
    else:
        turn.matter, turn.tag = Matter("stop", number), "?"
        turn.tell("wrong", address=asked.address)
    _send(desk, turn)
    return plan


def _stop(turn: _Turn, asked: Other) -> None:
    turn.plan.changes.append(lambda connection: addresses.drop_other(connection, asked.id))
    turn.tell("stopped", address=asked.address)


def _move(desk: Desk, turn: _Turn, asked: Other) -> None:
    """Told at both ends."""
    seat, at = turn.seat, turn.arrival.acts_at
    turn.plan.changes.append(
        lambda connection: addresses.confirm_other(connection, asked, seat.address, at)
    )
    facts: dict[str, object] = {"address": asked.address, "before": seat.address}
    facts["outcome"] = {ALSO: "added", MAIN: "moved", MOVED: "moved for good"}[asked.main]
    if seat.is_nowhere:
        facts |= {"outcome": "found", "commitment": _commitment(desk, turn.game)}
    section = Section("address", facts)
    turn.sections.append(section)
    notice = Notice(seat.seat, (section,), Matter("game"), "", "server")
    there = replace(reader_of(seat), address=asked.address)
    if asked.main == MOVED:
        there = replace(there, token_epoch=seat.token_epoch + 1)
        turn.void = True
    turn.plan.letters.append(desk.write(turn.arrival, there, turn.game, notice))


def _commitment(desk: Desk, game: Game) -> str:
    """What letters that nobody could send have told all others (008)."""
    with desk.look.read() as connection:
        chain = desk.ledger.load(connection, game.id).chain
    return chain.commitment if chain is not None else ""


def _send(desk: Desk, turn: _Turn) -> None:
    """What there is to say, to where the seat's letters went until now."""
    if turn.sections:
        notice = Notice(turn.seat.seat, tuple(turn.sections), turn.matter, turn.tag, "server")
        reader, answers = reader_of(turn.seat), turn.letter.message_id
        reader = replace(reader, seat=NOBODY) if turn.void else reader
        turn.plan.letters.append(desk.write(turn.arrival, reader, turn.game, notice, answers))


def _drop(turn: _Turn, move: Move, known: Other | None) -> None:
    if known is None:
        main = move.address == turn.seat.address
        why = "your letters go there; name another first" if main else "it is none of yours"
        turn.refuse(move, why)
        return
    turn.plan.changes.append(lambda connection: addresses.drop_other(connection, known.id))
    turn.tell("dropped", address=move.address)
