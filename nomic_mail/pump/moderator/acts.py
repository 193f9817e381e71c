"""The moderator's acts from the command line: queued like letters, decided like letters.

1. An act is JSON: `{"act": "new game" | "add player" | "replace player" | "set player" |
   "set house" | "set list" | "command" | "say" | "set back", …}`. Its `result` is what the command
   line prints: `ok: …` or `refused: …`. What is said goes through `saying`, as letters do.
2. A game that was set back to a backup has new dice before anything else happens in it, its due
   deadlines included.
"""

import hmac
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game.citing import NUMBERED_ALIKE
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.course import Refusal, Refused, Steps
from nomic_mail.game.decide import forbid_unlawful, found
from nomic_mail.game.dice import Fresh
from nomic_mail.game.events import JoinRequested
from nomic_mail.game.numbers import printed_with
from nomic_mail.game.procedures.seating import seat_named
from nomic_mail.game.rulebook import Rules
from nomic_mail.game.settings import Settings, written
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.moderator.handing import read_handing
from nomic_mail.letters.grammar.moderator.syntax import forms_of
from nomic_mail.letters.grammar.understand import Said
from nomic_mail.letters.grammar.wishes import LANGUAGES, read_wishes
from nomic_mail.letters.mime.addresses import parse_addresses
from nomic_mail.letters.proof.token import Matter, parse_recipient
from nomic_mail.phrases.letters import worded
from nomic_mail.post.answers import FORBIDDEN
from nomic_mail.post.audience import THE_LIST
from nomic_mail.post.compose import Notice
from nomic_mail.post.facts import game_facts
from nomic_mail.post.headers import sendable
from nomic_mail.post.render import Finished, Reader
from nomic_mail.pump.burst import by_each, by_one, tell
from nomic_mail.pump.moderator import discretion, lines, people
from nomic_mail.pump.moderator.founding import chosen_ruleset, refuse_name, rules_of
from nomic_mail.pump.moderator.handing_over import somebody
from nomic_mail.pump.moderator.house import set_to, why_not
from nomic_mail.pump.moderator.people import game_of
from nomic_mail.pump.plan import NOBODY, Desk, Plan, about, are_moderators, reader_of, single
from nomic_mail.pump.says.preferences import OFFERS, granted, wished
from nomic_mail.pump.who import invitees, names
from nomic_mail.store.database.engines import Conflict, Connection
from nomic_mail.store.people import moderators, seats
from nomic_mail.store.people.seats import Game, Seat
from nomic_mail.store.queue.inbox import Arrival
from nomic_mail.written.entry import GENESIS

SO_ALREADY = "setting_is_so"
SET_BACK = c.ReplaceDice.__name__
ITS_OWN = (SET_BACK, c.GoOnFromRecord.__name__)  # the server's, and no moderator's


def opened(desk: Desk, arrival: Arrival) -> Game | None:
    """The game an act is for: what was due in it happens first."""
    act = json.loads(arrival.raw)
    name = act.get("game", "") if act["act"] != "set back" else ""  # rule 2
    with desk.look.read() as connection:
        return seats.game_named(connection, name)


def plan_of(desk: Desk, arrival: Arrival, fresh: bytes) -> Plan:
    act = desk.renderer.cut.within(json.loads(arrival.raw))
    kind = act.pop("act")
    try:
        plan = KINDS[kind](desk, arrival, fresh, **act)
    except Refused as refused:
        plan = Plan(result=_refused(refused.refusal))
    plan.alone, plan.row = True, kind
    return plan


def _new_game(  # noqa: PLR0913  the last by name only
    desk: Desk,
    arrival: Arrival,
    fresh: bytes,
    *,
    game: str,
    title: str,
    ruleset: str,
    settings: Mapping[str, str],
    texts: str = "",
    bindings: Sequence[str] = (),
    list_address: str = "",
) -> Plan:
    refuse_name(game)
    chosen = chosen_ruleset(ruleset)
    with desk.look.read() as connection:
        if seats.game_named(connection, game) is not None:
            raise Refused("game_exists", game=game)
    where = _list(desk, list_address)
    house = Settings()
    for key, value in settings.items():
        house = set_to(house, key, value)
    name, shown = chosen.name, title or game.replace("-", " ").title()
    seed = hmac.digest(fresh, b"dice chain", "sha256")
    rules = rules_of(chosen, texts, bindings)
    book = {rule.number: rule for rule in rules}
    forbid_unlawful(Rules(book, alike=name in NUMBERED_ALIKE), house)
    events = found(game, shown, name, rules, house, arrival.acts_at, Fresh(seed), chosen.guides)
    return Plan(
        result=f"ok: game {game} is ready",
        changes=[_create(desk, game, shown, name, events, fresh, arrival, where)],
    )


def _create(
    desk: Desk,
    name: str,
    title: str,
    ruleset: str,
    events: Steps,
    fresh: bytes,
    arrival: Arrival,
    where: str,
) -> Callable[[Connection], None]:
    def create(connection: Connection) -> None:
        now = arrival.acts_at
        game_id = seats.new_game(connection, name, title, ruleset, GENESIS, now, where)
        desk.ledger.append(connection, game_id, events, fresh, arrival.id)

    return create


def _add_player(
    desk: Desk,
    arrival: Arrival,
    fresh: bytes,
    *,
    game: str,
    player: str,
    confirmed: bool,
    note: str = "",
    language: str = "",
) -> Plan:
    found_game = game_of(desk, game)
    name, address = _one_address(desk, player, found_game)
    with desk.look.read() as connection:
        old = seats.of_game_and_address(connection, found_game.id, address)
        number = seats.next_seat(connection, found_game.id)
        before = desk.ledger.load(connection, found_game.id)
        roster = seats.of_game(connection, found_game.id)
    seat = old or people.new_seat(desk, arrival, found_game, number, name, address)
    if language and (spoken := LANGUAGES.get(language.lower())) is None:
        raise Refused(
            "wish_unknown_but", line=f"LANGUAGE {language}", offers=tuple(OFFERS["language"])
        )
    seat = replace(seat, language=spoken) if language else seat
    join = c.Join(by=seat.seat, name=name, received_at=arrival.came)
    if why := names.taken(desk, found_game, join, before):
        raise Refused(why.code, **dict(why.facts))
    plan = Plan(game=found_game, seat=MODERATOR)
    if old is None:
        plan.changes.append(lambda connection: seats.take(connection, seat))
    if language:
        plan.changes.append(lambda connection: seats.prefer(connection, seat))
    if not confirmed:
        if before.status == "ended":
            raise Refused("game_over")
        if seat.seat in before.playing:
            raise Refused("player_already", 105, name=seat.name)
        _invite(desk, plan, arrival, found_game, seat, note, before)
        return plan
    _decided(desk, plan, arrival, fresh, before, join, [*roster, seat])
    at = arrival.acts_at
    plan.changes.append(lambda conn: seats.joined(conn, found_game.id, seat.seat, name, at))
    plan.result = f"ok: {name} <{address}> plays in {game}"
    if any(isinstance(event, JoinRequested) for event in plan.events):
        plan.result = f"ok: {name} <{address}> asks to join {game}, which takes a vote there"
    return plan


def _replace_player(
    desk: Desk, arrival: Arrival, fresh: bytes, *, game: str, player: str, by: str
) -> Plan:
    """The Moderator vouches for who takes over; reply tokens of the old address are void."""
    who = desk.config.moderator.name
    found_game = game_of(desk, game)
    with desk.look.read() as connection:
        number = seat_named(desk.ledger.load(connection, found_game.id), player)
    return taken_over(desk, arrival, fresh, found_game, number, by, who=who)


def taken_over(
    desk: Desk,
    arrival: Arrival,
    fresh: bytes,
    found_game: Game,
    number: int,
    by: str,
    *,
    who: str = "",
    digest: str = "",
) -> Plan:
    """Who only looks on, or was invited, gives that place up for it."""
    game = found_game.name
    name, address = _one_address(desk, by, found_game)
    with desk.look.read() as connection:
        taken = seats.of_game_and_address(connection, found_game.id, address)
        before = desk.ledger.load(connection, found_game.id)
        roster = seats.of_game(connection, found_game.id)
    beside = taken is not None and taken.seat not in (*before.players, *before.requests)
    if taken is not None and taken.seat != number and not beside:
        raise Refused("address_has_a_seat", address=address, game=game)
    at, id, zone = arrival.acts_at, found_game.id, desk.config.moderator.timezone
    command = c.Replace(
        by=MODERATOR,
        who=who,
        letter=digest,
        received_at=arrival.came,
        seat=number,
        name=name,
    )
    if why := names.taken(desk, found_game, command, before):
        raise Refused(why.code, **dict(why.facts))
    plan = Plan(game=found_game, seat=MODERATOR)
    if taken is not None and beside:
        plan.changes.append(lambda conn: seats.given_up(conn, taken))
    plan.changes.append(lambda conn: seats.taken_over(conn, id, number, name, address, zone, at))
    now = [
        seat.of_another(name, address, zone) if seat.seat == number else seat
        for seat in roster
        if seat != taken or not beside
    ]
    _decided(desk, plan, arrival, fresh, before, command, now)
    plan.letters += [
        _farewell(desk, found_game, arrival, seat, name, before)
        for seat in roster
        if seat.seat == number and seat.address != address
    ]
    plan.result = f"ok: {name} <{address}> plays on for {before.name_of(number)} in {game}"
    return plan


def _set_player(
    desk: Desk, arrival: Arrival, fresh: bytes, *, game: str, player: str, lines: list[str]
) -> Plan:
    """How a player is written to, in the words that the player would use; they are told."""
    found_game, at = game_of(desk, game), arrival.acts_at
    with desk.look.read() as connection:
        state = desk.ledger.load(connection, found_game.id)
        seat = seats.one(connection, found_game.id, seat_named(state, player))
    if seat is None:
        raise Conflict("the seat is gone")
    wishes, rest = read_wishes("", "\n".join(lines))
    if not wishes or rest.strip():
        raise Refused("wish_says_nothing")
    found = wished(seat, wishes, state, at, by_moderator=True)
    for one in found.refused:
        raise Refused(
            "wish_unknown_but" if one["offers"] else "wish_unknown",
            line=one["line"],
            offers=tuple(one["offers"][:1]),
        )
    notice = Notice(seat.seat, (), Matter("game"), "", "server")
    what = about(found_game, found_game.version, at, arrival.cause)
    notice = granted(desk, notice, found, state, what)
    letter = desk.renderer.render(notice, reader_of(found.seat), what)
    told = f"ok: {seat.name} is written to so from now on"
    return Plan(result=told, game=found_game, letters=[letter], changes=found.changes)


def _set_house(
    desk: Desk, arrival: Arrival, fresh: bytes, *, game: str, settings: Mapping[str, str]
) -> Plan:
    """House settings: all of them or none, told in one letter; of what is so already, nothing."""
    found_game, who = game_of(desk, game), desk.config.moderator.name
    with desk.look.read() as connection:
        before = desk.ledger.load(connection, found_game.id)
        roster = seats.of_game(connection, found_game.id)
    orders = [c.Set(by=MODERATOR, who=who, key=k, value=v) for k, v in settings.items()]
    already = [one for one in orders if (no := why_not(one, before)) and no.code == SO_ALREADY]
    said = [Said(one, one.key, "") for one in orders if one not in already]

    def filled(place: int, command: c.Command, state: State) -> c.Command | Refusal:
        known = replace(command, received_at=arrival.came)
        return discretion.known(desk, found_game, known, state)

    burst = by_each(desk, found_game, before, said, arrival.acts_at, fresh, filled)
    for answer in burst.answers:
        if isinstance(answer.result, Refusal):
            refused = answer.result
            raise Refused(refused.code, refused.because, **refused.facts)
    burst.answers.clear()
    if said:
        told_at = max(arrival.acts_at, arrival.received_at)
        tell(desk, burst, roster, arrival.cause, at=told_at)
    now = burst.after.settings
    are = [f"{one.line} is {written(now, one.line)} now" for one in said]
    were = [f"{one.key} is {written(now, one.key)} already" for one in already]
    told = [f"{', '.join(are)}; the players are told"] if are else []
    told += [f"{', '.join(were)}: nobody is told"] if were else []
    plan = Plan(result="ok: " + "\n".join(told), game=found_game, seat=MODERATOR)
    return plan.takes(burst) if said else plan


def _set_list(desk: Desk, arrival: Arrival, fresh: bytes, *, game: str, list_address: str) -> Plan:
    """Told to all players, and to the list itself: so it is seen whether letters get there. An
    address is no matter of the record."""
    found_game, where = game_of(desk, game), _list(desk, list_address)
    with desk.look.read() as connection:
        state = desk.ledger.load(connection, found_game.id)
        roster = seats.of_game(connection, found_game.id)
    game_now = replace(found_game, list_address=where)
    readers = [reader_of(seat) for seat in roster if seat.seat in state.playing]
    readers += [Reader(THE_LIST, "", where, desk.config.moderator.timezone)] if where else []
    facts: dict[str, Any] = {"key": "list", "value": where, "settings": []}
    return Plan(
        result=f"ok: the news of {game} go to {where or 'each player'} from now on",
        game=found_game,
        letters=[
            desk.write(arrival, one, game_now, single(one.seat, "setting", Matter("game"), **facts))
            for one in readers
        ],
        changes=[lambda connection: seats.set_list(connection, found_game.id, where)],
    )


def _list(desk: Desk, written: str) -> str:
    """A mailing list's address, or none."""
    if not written.strip():
        return ""
    found = [one.address for one in parse_addresses(written)]
    mail = desk.config.mail
    if len(found) != 1 or not sendable(found[0]):
        raise Refused("no_one_address", written=written)
    if parse_recipient(found[0], mail.address, mail.delimiter).kind != "foreign":
        raise Refused("list_is_the_servers", address=found[0])
    with desk.look.read() as connection:
        taken = [
            *seats.of_address(connection, found[0]),
            *moderators.of_address(connection, found[0]),
        ]
    if taken or found[0] == desk.config.moderator.address.lower():
        raise Refused("list_is_a_persons", address=found[0])
    return found[0]


def _farewell(
    desk: Desk, game: Game, arrival: Arrival, old: Seat, name: str, before: State
) -> Finished:
    """To whoever had the seat until now: no address in it carries a token."""
    facts = {"was": old.name, "name": name, "score": before.players[old.seat].score}
    facts |= {"own": False, "gone": True, "left": old.seat not in before.playing}
    notice = single(NOBODY, "taken_over", Matter("game"), "", **facts)
    what = about(game, game.version, arrival.acts_at, arrival.cause)
    return desk.renderer.render(notice, replace(reader_of(old), seat=NOBODY), what)


def _one_address(desk: Desk, written: str, game: Game) -> tuple[str, str]:
    name, address = somebody(desk, written)
    with desk.look.read() as connection:
        state = desk.ledger.load(connection, game.id)
        chairs = are_moderators(connection, desk.config, game.id)
    if address in chairs and state.settings.moderator_plays != "yes":
        raise Refused("player_moderates", state.rules.cite(13))
    return name, address


def _invite(
    desk: Desk, plan: Plan, arrival: Arrival, game: Game, seat: Seat, note: str, state: State
) -> None:
    notice = invitees.invites(desk, game, seat, note, game_facts(state))
    what = about(game, game.version, arrival.acts_at, arrival.cause)
    plan.letters.append(desk.renderer.render(notice, reader_of(seat), what))
    plan.result = f"ok: {seat.name} <{seat.address}> is invited; their reply JOIN takes them in"


def _set_back(
    desk: Desk, arrival: Arrival, fresh: bytes, *, game: str, verb: str = SET_BACK, **times: str
) -> Plan:
    """Tells a game that it was set back to a backup, or brought here from a record."""
    fields = {name: datetime.fromisoformat(time) for name, time in times.items()}
    return _command(desk, arrival, fresh, game=game, verb=verb, fields=fields)


def _say(
    desk: Desk, arrival: Arrival, fresh: bytes, *, game: str, line: str, who: str = ""
) -> Plan:
    handed = read_handing("", line)
    if handed is not None:
        return people.add_moderator(
            desk, arrival, fresh, game=game, moderator=handed[1], alone=True, who=who
        )
    found_game = game_of(desk, game)
    try:
        return lines.plan(desk, arrival, fresh, found_game, line, who)
    except Refused as no:
        with desk.look.read() as connection:
            state = desk.ledger.load(connection, found_game.id)
        with printed_with(state.rules.digits):
            forms = () if no.refusal.code in FORBIDDEN else forms_of(line, state)
            return Plan(result=_refused(no.refusal, forms))


def _command(
    desk: Desk, arrival: Arrival, fresh: bytes, *, game: str, verb: str, fields: Mapping[str, Any]
) -> Plan:
    found_game = game_of(desk, game)
    who = desk.config.moderator.name if verb not in ITS_OWN else ""
    kind = c.KINDS[verb]
    command = kind(by=MODERATOR, received_at=arrival.came, who=who, **fields)
    with desk.look.read() as connection:
        before = desk.ledger.load(connection, found_game.id)
        roster = seats.of_game(connection, found_game.id)
    plan = Plan(game=found_game, seat=MODERATOR)
    _decided(desk, plan, arrival, fresh, before, command, roster)
    plan.result = "ok: " + ", ".join(type(event).__name__ for event in plan.events)
    return plan


def _decided(
    desk: Desk,
    plan: Plan,
    arrival: Arrival,
    fresh: bytes,
    before: State,
    command: Any,
    roster: list[Seat],
) -> None:
    if plan.game is None:
        raise Conflict("the game is gone")
    burst = by_one(desk, plan.game, before, command, arrival.acts_at, fresh, b"act")
    if isinstance(burst, Refusal):
        raise Refused(burst.code, burst.because, **burst.facts)
    told_at = max(arrival.acts_at, arrival.received_at)
    tell(desk, burst, roster, arrival.cause, at=told_at)
    plan.takes(burst)


def _refused(refusal: Refusal, forms: Sequence[str] = ()) -> str:
    """`forms` is how such an act is written in this game."""
    no = worded(refusal)
    told = f"refused: {no.reason} ({no.because})"
    told += f"; what would work: {no.what_would_work}" if no.what_would_work else ""
    return "\n".join([told, *(f"In this game: {one}" for one in forms)])


KINDS: dict[str, Callable[..., Plan]] = {
    "new game": _new_game,
    "add player": _add_player,
    "replace player": _replace_player,
    "set player": _set_player,
    "set house": _set_house,
    "set list": _set_list,
    "command": _command,
    "say": _say,
    "set back": _set_back,
    **people.KINDS,
}
