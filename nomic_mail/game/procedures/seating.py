"""Who comes after whom, who plays together, who takes the chair, and who is meant by a name."""

from collections.abc import Iterator
from datetime import datetime

from nomic_mail.game import events as e
from nomic_mail.game.clauses.kind import PROGRAM
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.state import State


def by_surname(state: State, seats: tuple[int, ...], *, anew: bool = False) -> tuple[int, ...]:
    """201; those of one surname go by first name, which the whole name begins with (202 with a
    chair). Until the order begins `anew` with a circuit, a seat that somebody else has taken over
    keeps its place (house): else one might be passed over, or move twice."""

    def key(seat: int) -> tuple[str, str]:
        player = state.players[seat]
        own = (player.surname, player.name)
        surname, name = own if anew else player.place or own
        return surname.casefold(), name.casefold()

    return tuple(sorted(seats, key=key))


def set_by_hand(state: State) -> bool:
    """As long as the rule stands by which the Moderator set it."""
    return state.ordered_by is not None and state.ordered_by in state.rules.by_number


def order_of_play(state: State, *, anew: bool = False) -> tuple[int, ...]:
    """201: where it goes by surname a newcomer has their place at once, for what judge and chair
    come of it (212, 202 with a chair). Without a rule on it, as last in force; the random order is
    drawn once, at the start (007), and a program is asked turn by turn."""
    how = mechanics_of(state.rules)["order"]
    if how.rule is None or how.value in ("random", PROGRAM) or set_by_hand(state):
        return state.order
    if how.value == "alphabetical":
        return by_surname(state, state.order, anew=anew)
    return tuple(sorted(state.order, key=lambda seat: (state.players[seat].joined, seat)))


def ring(state: State, seat: int) -> tuple[int, ...]:
    """All seats in the order of play, from this one on."""
    order = order_of_play(state)
    start = order.index(seat) if seat in order else 0
    return (*order[start:], *order[:start])


def following(
    state: State, seat: int | None, without: tuple[int, ...] = (), order: tuple[int, ...] = ()
) -> tuple[int, ...]:
    """The players in the order after this seat, even where that has left, and it itself last."""
    order = order or order_of_play(state)
    start = order.index(seat) + 1 if seat in order else 0
    after = (*order[start:], *order[:start])
    return tuple(one for one in after if one in state.playing and one not in without)


def is_away(state: State, seat: int, at: datetime) -> bool:
    until = state.players[seat].away_until
    return until is not None and until > at


def next_chair(state: State, seats: tuple[int, ...], at: datetime) -> int | None:
    """202(a): the first of them who is active, which is not AWAY; if all are away, the first."""
    active = (seat for seat in seats if not is_away(state, seat, at))
    return next(active, next(iter(seats), None))


def pass_over(course: Course, seats: tuple[int, ...], chair: int, *, pro_tem: bool = False) -> None:
    """Of these, whom the chair passes over on its way to who takes it: they are away."""
    for seat in seats[: seats.index(chair)]:
        until = course.state.players[seat].away_until
        if until is not None:
            course.happen(e.ChairPassedOver(at=course.at, seat=seat, until=until, pro_tem=pro_tem))


def teams_of(written: str) -> tuple[tuple[str, ...], ...]:
    """`Ada Lovelace + Bob Babbage; Cid Hale + Dot Ray` (house setting team_mates)."""
    teams = (team.split("+") for team in written.split(";"))
    named = (tuple(" ".join(name.casefold().split()) for name in team) for team in teams)
    return tuple(tuple(name for name in team if name) for team in named if any(team))


def mates_of(state: State, seat: int) -> tuple[int, ...]:
    """Team-mates may consult (210), and do not judge in each other's turn (212)."""
    own = state.name_of(seat).casefold()
    mates = {name for team in teams_of(state.settings.team_mates) if own in team for name in team}
    return tuple(
        other
        for other in state.playing
        if other != seat and state.name_of(other).casefold() in mates
    )


def next_step_due(course: Course) -> datetime | None:
    """When a chair is expected to have called the next step (house)."""
    window = course.state.settings.turn_window
    return course.at + window if window else None


def replace_chair(course: Course, chair: int, why: e.Replacing) -> None:
    turn = course.state.turn
    if turn is None:
        return
    course.happen(
        e.ChairReplaced(
            at=course.at,
            turn=turn.number,
            was=turn.mover,
            chair=chair,
            why=why,
            due_at=next_step_due(course) if turn.ends_at is None else None,
        )
    )


Called = tuple[tuple[int, str], ...]  # seats, each with a name


def seat_named(state: State, name: str) -> int:
    found = seats_called(name, *who_is_called(state))
    if len(found) != 1:
        known = tuple(state.name_of(seat) for seat in state.playing)
        raise Refused("no_one_player", name=name, known=known)
    return found[0]


def who_is_called(state: State) -> tuple[Called, Called]:
    """Who plays, by the names of now and by those that they had before."""
    players = [state.players[seat] for seat in state.playing]
    before = tuple((one.seat, name) for one in players for name in one.former)
    return tuple((one.seat, one.name) for one in players), before


def seats_called(name: str, now: Called, before: Called) -> list[int]:
    """By the whole name, else by a whole one of before; else by a part of either, which may be of
    several words (van Dyke)."""
    wanted = " ".join(name.casefold().split())
    for known in (now, before):
        if found := [seat for seat, full in known if full.casefold() == wanted]:
            return found
    parts = (seat for seat, full in (*now, *before) if _stands_in(wanted, full))
    return list(dict.fromkeys(parts))


def _stands_in(part: str, name: str) -> bool:
    return bool(part) and f" {part} " in f" {' '.join(name.casefold().split())} "


def names_held(state: State, *, without: int | None = None) -> Iterator[str]:
    """What nobody else can be called: the names of who plays or has played, and those that they
    had before; and of who asks to join."""
    for one in state.players.values():
        if one.seat != without:
            yield from (one.name, *one.former)
    yield from (one.name for one in state.requests.values() if one.seat != without)
