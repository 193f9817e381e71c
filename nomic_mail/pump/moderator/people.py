"""The moderator's acts about people: many players at once, a player's address, observers, other
moderators; and a whole game that goes.

1. Nobody is taken into anything without a letter from their own address.
2. Of many players all are invited, or none; who is there already is told, and left as they are.
3. Another moderator counts once they have confirmed it; then the record and all in the game tell.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from nomic_mail.game.course import Refused
from nomic_mail.game.procedures.seating import seat_named
from nomic_mail.letters.proof.token import Matter, parse_recipient
from nomic_mail.post.facts import game_facts
from nomic_mail.pump.moderator import chairs
from nomic_mail.pump.moderator.handing_over import somebody
from nomic_mail.pump.plan import (
    OBSERVING,
    Desk,
    Plan,
    are_moderators,
    moderator_named,
    reader_of,
    single,
)
from nomic_mail.pump.who import consent, invitees
from nomic_mail.pump.who.consent import Paper
from nomic_mail.store.database import numbers, removal
from nomic_mail.store.people import addresses, seats
from nomic_mail.store.people.addresses import MOVED, Other
from nomic_mail.store.people.seats import HAS_OBSERVED, OBSERVES, Game, Seat
from nomic_mail.store.queue.inbox import Arrival

MOST_AT_ONCE = 2000


def game_of(desk: Desk, name: str) -> Game:
    with desk.look.read() as connection:
        game = seats.game_named(connection, name)
    if game is None:
        raise Refused("no_such_game", game=name)
    return game


# Many players


def _add_players(
    desk: Desk, arrival: Arrival, fresh: bytes, *, game: str, players: Sequence[str], note: str = ""
) -> Plan:
    found, plays = game_of(desk, game), desk.ledger
    if len(players) > MOST_AT_ONCE:
        raise Refused("too_many_players", count=len(players), most=MOST_AT_ONCE)
    people: dict[str, str] = {}
    for name, address in (somebody(desk, one) for one in players):
        people.setdefault(address, name)
    with desk.look.read() as connection:
        mods_now = are_moderators(connection, desk.config, found.id)
        number = seats.next_seat(connection, found.id)
        state = plays.load(connection, found.id)
        known = {seat.address: seat for seat in seats.of_game(connection, found.id)}
    if state.status == "ended":
        raise Refused("game_over")
    mods = sorted(mods_now & people.keys())
    if mods and state.settings.moderator_plays != "yes":
        raise Refused("players_moderate", 13, address=mods[0])
    plan, told, about = Plan(game=found), [], game_facts(state)
    for address, name in people.items():
        old = known.get(address)
        if old is not None and old.seat in state.playing:
            told.append(f"{old.name} <{address}> plays already, and is left as they are")
            continue
        if old is not None and not old.observes:
            told.append(f"{old.name} <{address}> is invited already; once more")
        seat = old or new_seat(desk, arrival, found, number, name, address)
        if old is None:
            number += 1
            plan.changes.append(_taking(seat))
        notice = invitees.invites(desk, found, seat, note, about)
        plan.letters.append(desk.write(arrival, reader_of(seat), found, notice))
    count = len(plan.letters)
    head = f"ok: {count} invitation{'s' * (count != 1)} to {game}; each joins by a reply, JOIN"
    plan.result = "\n".join([head, *told])
    return plan


def new_seat(
    desk: Desk, arrival: Arrival, game: Game, number: int, name: str, address: str
) -> Seat:
    zone = desk.config.moderator.timezone
    with desk.look.read() as connection:
        epoch = numbers.first_epoch(connection)
    return Seat(game.id, number, name, address, zone, epoch, arrival.acts_at, None)


# Another address


def _move_player(
    desk: Desk, arrival: Arrival, fresh: bytes, *, game: str, player: str, address: str
) -> Plan:
    """The player is asked there, and told here: nothing has changed until the YES comes."""
    found = game_of(desk, game)
    _, new = somebody(desk, address)
    with desk.look.read() as connection:
        state = desk.ledger.load(connection, found.id)
        seat = seats.one(connection, found.id, seat_named(state, player))
        taken = seats.of_game_and_address(connection, found.id, new)
        mods_now = are_moderators(connection, desk.config, found.id)
        asked = addresses.others(connection, found.id, seat.seat) if seat else []
    if seat is None or new == seat.address:
        raise Refused("letters_go_there", player=player)
    if taken is not None and taken.seat != seat.seat:
        raise Refused("address_is_anothers", address=new, game=game)
    if new in mods_now and state.settings.moderator_plays != "yes":
        raise Refused("address_moderates", state.rules.cite(13))
    paper = Paper(desk, found, seat, arrival.acts_at, arrival.cause)
    other = Other(paper.number(), found.id, seat.seat, new, MOVED, paper.at, None)
    plan = Plan(game=found, changes=paper.changes)
    for old in asked:
        if old.address == new or (old.main == MOVED and old.confirmed_at is None):
            plan.changes.append(_dropping(old))
    plan.changes.append(lambda connection: addresses.ask_other(connection, other))
    consent.ask_there(paper, other)
    consent.ask_all(paper, other)
    plan.letters = paper.letters()
    plan.result = f"ok: {seat.name} is asked at {new}; with the YES from there it counts"
    return plan


# Who looks on


def _add_observer(desk: Desk, arrival: Arrival, fresh: bytes, *, game: str, observer: str) -> Plan:
    found = game_of(desk, game)
    name, address = somebody(desk, observer)
    with desk.look.read() as connection:
        old = seats.of_game_and_address(connection, found.id, address)
        number = seats.next_seat(connection, found.id)
        state = desk.ledger.load(connection, found.id)
    if old is not None and (old.seat in state.playing or old.looks_on):
        raise Refused(
            "looks_on_already" if old.looks_on else "plays_there_already",
            name=old.name,
            address=address,
        )
    plan = Plan(game=found)
    seat = old or new_seat(desk, arrival, found, number, name, address)
    seat = replace(seat, observes=OBSERVES, confirmed_at=None)
    if old is None:
        plan.changes.append(_taking(seat))
    facts = {"by_moderator": True, "ended": state.status == "ended"}
    notice = single(seat.seat, "confirm_observe", OBSERVING, "?", **facts)
    plan.letters = [desk.write(arrival, reader_of(seat), found, notice)]
    plan.result = f"ok: {name} <{address}> is asked; with their YES they look on"
    return plan


def _remove_observer(
    desk: Desk, arrival: Arrival, fresh: bytes, *, game: str, observer: str
) -> Plan:
    found = game_of(desk, game)
    wanted = observer.casefold()
    with desk.look.read() as connection:
        every = [seat for seat in seats.of_game(connection, found.id) if seat.looks_on]
    fits = [seat for seat in every if wanted in (seat.name.casefold(), seat.address)]
    if len(fits) != 1:
        names = tuple(seat.name for seat in every)
        raise Refused("no_one_observer" if every else "no_observer", name=observer, known=names)
    (seat,) = fits
    notice = single(seat.seat, "observer", Matter("game"), outcome="removed")
    return Plan(
        result=f"ok: {seat.name} looks on no more",
        game=found,
        letters=[desk.write(arrival, reader_of(seat), found, notice)],
        changes=[lambda conn: seats.observe(conn, seat, HAS_OBSERVED, arrival.acts_at)],
    )


# Who moderates


def add_moderator(
    desk: Desk,
    arrival: Arrival,
    fresh: bytes,
    *,
    game: str,
    moderator: str,
    alone: bool = False,
    who: str = "",
) -> Plan:
    """`alone`: the game is handed over. Without a game: of the whole server."""
    found = game_of(desk, game) if game else None
    name, address = somebody(desk, moderator)
    with desk.look.read() as connection:
        by = moderator_named(connection, desk.config, found.id if found else 0, who)
    return chairs.ask(desk, arrival, found, name, address, alone=alone, by=by)


def _remove_moderator(
    desk: Desk, arrival: Arrival, fresh: bytes, *, game: str, moderator: str
) -> Plan:
    found = game_of(desk, game) if game else None
    return chairs.remove(desk, arrival, fresh, found, moderator)


# A game that goes


def _delete_game(desk: Desk, arrival: Arrival, fresh: bytes, *, game: str, typed: str) -> Plan:
    found, mail = game_of(desk, game), desk.config.mail
    if typed != found.name:
        raise Refused("game_not_typed", game=found.name)
    with desk.look.read() as connection:
        state = desk.ledger.load(connection, found.id)
        waiting = removal.unsent(connection, found)
    if state.status != "ended" and state.playing:
        raise Refused("game_not_over", game=game)
    if waiting:
        raise Refused("letters_unsent", count=waiting)

    def ours(recipient: str) -> bool:
        door = parse_recipient(recipient, mail.address, mail.delimiter)
        return door.kind in ("game", "talk") and door.value == found.name

    return Plan(
        result=f"ok: {game} is gone, with its record and every letter of it",
        changes=[lambda conn: removal.forget_game(conn, found, arrival.id, ours)],
    )


def _taking(seat: Seat) -> Callable[[Any], None]:
    return lambda connection: seats.take(connection, seat)


def _dropping(other: Other) -> Callable[[Any], None]:
    return lambda connection: addresses.drop_other(connection, other.id)


KINDS: Mapping[str, Callable[..., Plan]] = {
    "add players": _add_players,
    "move player": _move_player,
    "add observer": _add_observer,
    "remove observer": _remove_observer,
    "add moderator": add_moderator,
    "remove moderator": _remove_moderator,
    "delete game": _delete_game,
}
