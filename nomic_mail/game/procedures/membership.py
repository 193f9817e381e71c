"""Who becomes a player, who leaves, and who takes over a seat (113, 301).

1. How a newcomer gets in is a clause, `membership`; without one, whoever sends JOIN is in.
2. Newcomers become players between votes: the electorate of an open ballot is fixed. Who writes
   JOIN while one is open is in as soon as it is counted. In open play there is no such time: they
   are in at once, and vote on what is opened from then on.
3. Whoever comes back has their old surname and, unless it went to the surplus, their old score.
"""

import re

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.procedures import lateness, open
from nomic_mail.game.procedures.scoring import admit
from nomic_mail.game.procedures.seating import names_held, teams_of
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.procedures.voting import close_if_all_voted
from nomic_mail.game.procedures.winning import goal_reached
from nomic_mail.game.state import Player, Request, label

LONGEST_NAME = 60


@decides(c.Join)
def join(course: Course, command: c.Join) -> None:
    state = course.state
    old = state.players.get(command.by)
    if old is not None and old.playing:
        raise Refused("plays_already")
    invited = command.invited and old is None  # it was an invitation to join, not to come back
    asks = _needs_asking(course, command, invited=invited)
    voting = state.poll is not None and not state.is_open
    if command.by in state.requests and (asks or voting):
        law = course.cite_mechanic("membership") if asks else course.cite(105)
        raise Refused("asked_already", law)
    name = unused_name(course, command.by, command.name or (old.name if old else ""))
    request = Request(
        seat=command.by,
        name=name,
        surname=_surname(command, old, name),
        letter=command.letter,
        invited=invited,
    )
    if asks:
        _ask(course, request, course.mechanics["membership"].rule)
    elif voting:
        _ask(course, request, course.cite(105))
    else:
        _take_in(course, request)


def unused_name(course: Course, seat: int, written: str, word: str = "JOIN") -> str:
    name = " ".join(written.split())[:LONGEST_NAME]
    if not name:
        raise Refused("name_needed")
    taken = names_held(course.state, without=seat)
    if name.casefold() in {other.casefold() for other in taken}:
        raise Refused("name_taken", name=name, word=word)
    return name


def _surname(command: c.Join, old: Player | None, name: str) -> str:
    """Asked at JOIN and then fixed (201, alphabetical): coming back moves nobody in the order."""
    if old is not None:
        return old.surname
    return " ".join(command.surname.split())[:LONGEST_NAME] or name.rsplit(maxsplit=1)[-1]


def _needs_asking(course: Course, command: c.Join, *, invited: bool) -> bool:
    """A vote needs voters, so before the start everybody is let in; so is whoever the Moderator
    has vouched for or invited, where it is the Moderator who decides."""
    policy = course.mechanics["membership"].value
    if policy == "moderator":
        return bool(command.letter) and not invited
    return policy == "unanimous vote" and course.state.status == "running"


def _ask(course: Course, request: Request, rule: int | None) -> None:
    course.happen(
        e.JoinRequested(
            at=course.at,
            seat=request.seat,
            name=request.name,
            surname=request.surname,
            letter=request.letter,
            rule=rule,
        )
    )
    open.ask_for(course)


def _between_votes(course: Course) -> None:
    poll = course.state.poll
    if poll is not None and not course.state.is_open:
        raise Refused("voters_are_fixed", course.cite(105), number=label(poll.number))


def _take_in(course: Course, request: Request) -> None:
    state = course.state
    admit(course, request)
    if not goal_reached(course) and state.asked == "one player left":
        lateness.after_joining(course)


def take_in_who_asked(course: Course) -> None:
    """105: where the rules ask for no more than a JOIN by now, who has sent theirs is in."""
    state = course.state
    voting = state.polls and not state.is_open
    if not state.requests or voting or course.mechanics["membership"].value != "open":
        return
    for seat in sorted(state.requests):
        if course.state.status in ("forming", "running"):
            _take_in(course, course.state.requests[seat])


# The Moderator's part


def _request_of(course: Course, name: str) -> Request:
    wanted = " ".join(name.casefold().split())
    waiting = list(course.state.requests.values())
    full = [one for one in waiting if one.name.casefold() == wanted]
    part = [one for one in waiting if wanted and wanted in one.name.casefold().split()]
    found = full or part or (waiting if not wanted else [])
    if len(found) != 1:
        names = tuple(one.name for one in waiting)
        raise Refused("no_one_request" if waiting else "no_request", name=name, waiting=names)
    return found[0]


def _players_decide(course: Course) -> bool:
    """Else the Moderator does; also where a vote is wanted and there are not two to take it."""
    wanted = course.mechanics["membership"].value == "unanimous vote"
    return wanted and len(course.state.playing) >= 2


@decides(c.Admit)
def admit_command(course: Course, command: c.Admit) -> None:
    request = _request_of(course, command.player)
    if _players_decide(course):
        raise Refused("only_a_vote_admits", course.cite_mechanic("membership"), name=request.name)
    _between_votes(course)
    _take_in(course, request)


@decides(c.Decline)
def decline(course: Course, command: c.Decline) -> None:
    request = _request_of(course, command.player)
    if _players_decide(course):
        raise Refused("the_vote_declines", course.cite_mechanic("membership"), name=request.name)
    _no(course, request, "declined")
    close_if_all_voted(course)


def _no(course: Course, request: Request, why: e.Declining) -> None:
    rule = course.mechanics["membership"].rule
    course.happen(
        e.JoinDeclined(at=course.at, seat=request.seat, name=request.name, why=why, rule=rule)
    )


@decides(c.Replace)
def replace_player(course: Course, command: c.Replace) -> None:
    """The score and the team are the seat's, and so is the place in the order, but where that goes
    by surname; what was done stays under the name of the one who did it. In a seat that was left a
    newcomer plays: between votes, and not where the players vote on who does."""
    old = course.state.players.get(command.seat)
    if old is None:
        raise Refused("seat_is_empty")
    name = unused_name(course, command.seat, command.name)
    if not old.playing and course.mechanics["membership"].value == "unanimous vote":
        raise Refused("only_a_vote_admits", course.cite_mechanic("membership"), name=name)
    if not old.playing:
        _between_votes(course)
    surname = " ".join(command.surname.split())[:LONGEST_NAME] or name.rsplit(maxsplit=1)[-1]
    course.happen(
        e.PlayerReplaced(
            at=course.at,
            seat=command.seat,
            was=old.name,
            name=name,
            surname=surname,
            letter=command.letter,
        )
    )
    team_of(course, old.name, name)
    if not old.playing:
        seat, letter = command.seat, command.letter
        _take_in(course, Request(seat=seat, name=name, surname=surname, letter=letter))


def team_of(course: Course, was: str, name: str) -> None:
    """The team is the seat's: it is told by the name that is there now."""
    mates = course.state.settings.team_mates
    if not any(was.casefold() in team for team in teams_of(mates)):
        return
    kept = re.sub(re.escape(was), lambda _: name, mates, flags=re.IGNORECASE)
    settings = replace(course.state.settings, team_mates=kept)
    course.happen(e.SettingChanged(at=course.at, key="team_mates", value=kept, settings=settings))


@decides(c.Moderate)
def moderate(course: Course, command: c.Moderate) -> None:
    """Who moderates is no matter of the rules (013 tells only what a Moderator may not): whoever
    does says who does from now on, and the record tells it."""
    course.happen(e.ModeratorsChanged(at=course.at, joined=command.joined, left=command.left))


@decides(c.Observe)
def observe(course: Course, command: c.Observe) -> None:
    """Whoever does not play can always look on: their letters do not come here."""
    raise Refused("players_see_all", course.cite(105))


# Leaving


@decides(c.Leave)
def leave(course: Course, command: c.Leave) -> None:
    """113: at any moment. Who only asked to join takes that back."""
    request = course.state.requests.get(command.by)
    if request is not None:
        _no(course, request, "withdrawn")
        close_if_all_voted(course)
        return
    lateness.depart(course, command.by, 113)
