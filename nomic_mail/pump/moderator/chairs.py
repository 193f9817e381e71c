"""Who moderates: asked at their own address, and a moderator with their YES.

1. Somebody becomes one more moderator, or the only one (the game is handed over). Nothing changes
   before they have confirmed it: until then letters go where they went.
2. Who moderates a game is an event, by name: players, observers and moderators are told, and it is
   in the record. Who moderates the whole server is in no game's.
3. 013: a player of the game does not moderate it, where that rule stands.
4. A moderator chooses their own time zone: TIMEZONE, beside the YES or in any answer to a letter of
   ours. That of the configured moderator stands in the configuration.
5. What somebody asked who moderates no more is void: a YES to it could take the game from whoever
   has it now.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.course import Refusal, Refused
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.wishes import Wish, read_wishes
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.proof.confirming import confirmed
from nomic_mail.letters.proof.lookalikes import skeleton
from nomic_mail.letters.proof.token import Matter
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.post.compose import Tag
from nomic_mail.post.render import Finished, Reader
from nomic_mail.post.times import zone_named, zones_like
from nomic_mail.pump.burst import by_one, tell
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import (
    FIRST_MODERATOR,
    NOBODY,
    Desk,
    Plan,
    about,
    moderator,
    moderator_known,
    moderators_of,
    single,
)
from nomic_mail.pump.who.proof import is_who_was_asked, of_moderator
from nomic_mail.store.people import moderators, seats
from nomic_mail.store.people.moderators import Moderator
from nomic_mail.store.people.seats import Game
from nomic_mail.store.queue.inbox import Arrival

# Asked for


def ask(
    desk: Desk,
    arrival: Arrival,
    game: Game | None,
    name: str,
    address: str,
    *,
    alone: bool,
    by: str,
) -> Plan:
    _free(desk, game, name, address)
    with desk.look.read() as connection:
        number = moderators.next_number(connection)
        before = moderators.of_game(connection, game.id if game else None)
    at, id = arrival.acts_at, game.id if game else None
    new = Moderator(number, id, name, address, int(alone), by, at, None)
    plan = Plan(game=game)
    for old in before:
        if old.address == address:  # asked anew: the letter of before is void
            plan.changes.append(_ending(old, arrival))
    plan.changes.append(lambda connection: moderators.ask(connection, new))
    plan.letters = [_question(desk, arrival, new, game)]
    does = "the game is theirs" if alone else "they moderate"
    plan.result = f"ok: {name} <{address}> is asked; with their YES {does}"
    return plan


def _free(desk: Desk, game: Game | None, name: str, address: str) -> None:
    """Whether somebody can be asked at all."""
    config = desk.config
    with desk.look.read() as connection:
        known = moderators_of(connection, config, game)
        state = desk.ledger.load(connection, game.id) if game else State()
        seat = seats.of_game_and_address(connection, game.id, address) if game else None
    if any(one.address.lower() == address for one in known):
        raise Refused("moderates_already", address=address)
    if any(one.name.casefold() == name.casefold() for one in known):
        raise Refused("moderator_name_taken", name=name)
    if any(skeleton(one.name) == skeleton(name) for one in known):
        raise Refused("moderator_name_taken", name=name)
    plays = seat is not None and seat.seat in state.playing
    if plays and state.settings.moderator_plays != "yes":
        raise Refused("moderator_plays", state.rules.cite(13), address=address)


def _question(
    desk: Desk, arrival: Arrival, new: Moderator, game: Game | None, *, unclear: bool = False
) -> Finished:
    facts = {"name": new.name, "alone": bool(new.takes_over), "of_server": game is None}
    facts["unclear"] = unclear
    notice = single(NOBODY, "confirm_moderator", Matter("moderator", new.id), "?", **facts)
    there = Reader(NOBODY, new.name, new.address, door=FIRST_MODERATOR + new.id)
    what = about(game, game.version if game else 0, arrival.acts_at, arrival.cause)
    return desk.renderer.render(notice, there, what)


# Answered


def answered(case: Case) -> Plan | None:
    """The answer to the question; None where it is not asked any more."""
    desk, arrival, letter, game = case.desk, case.arrival, case.letter, case.game
    matter = case.matter
    if case.token is None or matter is None or not case.may("moderate"):
        return None
    with desk.look.read() as connection:
        asked = moderators.one(connection, matter.number)
    if asked is None or asked.ended_at is not None or not is_who_was_asked(case, asked.address):
        return None
    if asked.game_id != (game.id if game else None) or asked.confirmed_at is not None:
        return None
    yes = confirmed(read_wishes("", letter.text)[1]).yes
    if yes is None:
        return Plan(game=game, letters=[_question(desk, arrival, asked, game, unclear=True)])
    plan = Plan(proof="token", game=game, result=f"moderator: {'YES' if yes else 'NO'}")
    if not yes:
        plan.changes = [_ending(asked, arrival)]
        plan.letters = _told(desk, arrival, game, "declined", asked.name)
        return plan
    return _moderates(desk, plan, arrival, asked, letter, case.fresh)


def _moderates(
    desk: Desk, plan: Plan, arrival: Arrival, asked: Moderator, letter: Letter, fresh: bytes
) -> Plan:
    plan.changes.append(
        lambda connection: moderators.confirm(connection, asked.id, arrival.acts_at)
    )
    asked = _told_by(plan, asked, letter)
    new = moderator_known(asked)
    if plan.game is None:
        plan.letters = _told(desk, arrival, None, "joined", asked.name, (new,))
        return plan
    game = plan.game
    left: tuple[str, ...] = ()
    if asked.takes_over:
        left = _step_back(desk, plan, arrival, game, asked)
    _decided(
        desk, plan, arrival, fresh, c.Moderate(joined=asked.name, left=left, who=asked.asked_by)
    )
    told = single(MODERATOR, "moderators", Matter("game"), joined=asked.name, left=list(left))
    plan.letters.append(desk.write(arrival, new, game, told))
    return plan


def _step_back(
    desk: Desk, plan: Plan, arrival: Arrival, game: Game, new: Moderator
) -> tuple[str, ...]:
    """All that moderate now, by name. Whom they have asked, too, is asked no more (rule 5)."""
    with desk.look.read() as connection:
        own = [one for one in moderators.of_game(connection, game.id) if one.id != new.id]
        left = tuple(one.name for one in moderators_of(connection, desk.config, game))
    plan.changes += [_ending(one, arrival) for one in own]
    plan.changes.append(lambda conn: moderators.hand_over(conn, game.id, alone=True))
    return left


# By whose clocks (rule 4)


def _told_by(plan: Plan, one: Moderator, letter: Letter) -> Moderator:
    zone = next((zone for zone in map(_zone, _wishes(letter)[0]) if zone), None)
    if zone is None:
        return one
    plan.changes.append(lambda connection: moderators.set_zone(connection, one.id, zone))
    return replace(one, zone=zone)


def clocks(case: Case) -> Plan | None:
    """The answer to a letter that says this and nothing else."""
    wishes, alone = _wishes(case.letter)
    if not (wishes and alone and case.once(of_moderator).ok):
        return None
    game, reader = case.home, case.moderator or moderator(case.desk.config)
    wish, zone = wishes[-1], _zone(wishes[-1])
    outcome = "clocks" if zone else "no zone"
    plan = Plan(proof="token", game=game, result=f"moderator: {outcome}")
    if reader.door is None:
        outcome = "house clocks"
    elif zone:
        number = reader.door - FIRST_MODERATOR
        plan.changes.append(lambda connection: moderators.set_zone(connection, number, zone))
        reader = replace(reader, zone=zone)
    facts = {"outcome": outcome, "name": reader.name, "like": zones_like(wish.value)}
    tag: Tag = "" if outcome == "clocks" else "!"
    notice = single(MODERATOR, "moderator", Matter("game"), tag, line=wish.line, **facts)
    plan.letters = [case.answer(reader, notice)]
    return plan


def remove(desk: Desk, arrival: Arrival, fresh: bytes, game: Game | None, wanted: str) -> Plan:
    with desk.look.read() as connection:
        every = moderators.of_game(connection, game.id if game else None)
    like = wanted.casefold()
    fits = [one for one in every if like in (one.name.casefold(), one.address)]
    if len(fits) != 1:
        names = tuple(one.name for one in every)
        raise Refused("no_one_moderator" if every else "no_moderator", name=wanted, known=names)
    (gone,) = fits
    house = desk.config.moderator.name
    plan = Plan(game=game, result=f"ok: {gone.name} moderates no more")
    with desk.look.read() as connection:
        void = moderators.asked_by(connection, gone.name, gone.game_id)
    plan.changes += [_ending(one, arrival) for one in dict.fromkeys((gone, *void))]
    if not gone.acts:
        plan.result = f"ok: {gone.name} is asked no more"
    elif game is None:
        plan.letters = _told(desk, arrival, None, "left", gone.name)
    else:
        if not any(one.acts for one in every if one.id != gone.id):
            plan.changes.append(lambda conn: moderators.hand_over(conn, game.id, alone=False))
        _decided(desk, plan, arrival, fresh, c.Moderate(left=(gone.name,), who=house))
        if game.handed_over and not any(one.acts for one in every if one.id != gone.id):
            notice = single(MODERATOR, "moderators", Matter("game"), joined="", left=[gone.name])
            plan.letters.append(desk.write(arrival, moderator(desk.config), game, notice))
    return plan


# Told


def _told(
    desk: Desk,
    arrival: Arrival,
    game: Game | None,
    outcome: str,
    name: str,
    more: Sequence[Reader] = (),
) -> list[Finished]:
    notice = single(MODERATOR, "moderator", Matter("game"), outcome=outcome, name=name)
    what = about(game, game.version if game else 0, arrival.acts_at, arrival.cause)
    with desk.look.read() as connection:
        readers = moderators_of(connection, desk.config, game)
    return [desk.renderer.render(notice, one, what) for one in (*readers, *more)]


def _decided(desk: Desk, plan: Plan, arrival: Arrival, fresh: bytes, command: c.Moderate) -> None:
    if plan.game is None:
        return
    game = plan.game
    with desk.look.read() as connection:
        before = desk.ledger.load(connection, game.id)
        roster = seats.of_game(connection, game.id)
    command = replace(command, by=MODERATOR, received_at=arrival.came)
    burst = by_one(desk, game, before, command, arrival.acts_at, fresh, b"moderators")
    if isinstance(burst, Refusal):
        raise Refused(burst.code, burst.because, **burst.facts)
    tell(desk, burst, roster, arrival.cause)
    plan.takes(burst)


def _wishes(letter: Letter) -> tuple[list[Wish], bool]:
    """For a time zone, and whether the letter says nothing else."""
    wishes, rest = read_wishes(letter.subject, letter.text)
    zones = [one for one in wishes if one.kind == "zone" and one.value]
    more = any(line.kind == "said" for line in scaffold(rest))
    return zones, len(zones) == len(wishes) and not more


def _zone(wish: Wish) -> str | None:
    return zone_named(wish.value) if wish.known else None


def _ending(one: Moderator, arrival: Arrival) -> Callable[[Any], None]:
    return lambda connection: moderators.end(connection, one.id, arrival.acts_at)
