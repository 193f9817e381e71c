"""Letters of people who have no seat in the game, or in no game that can be told.

1. A stranger can ask to join: the address in From is asked whether it was them. These questions are
   capped for a game and a day, and for each address (unproven); what is over it waits for the
   moderator. Nobody is asked about a game that has ended.
2. What else a stranger writes is answered only where the domain of its From stands behind it, and
   capped too, for each game and for the server's own address; all of it is kept and counted. There,
   only what asks for HELP or for the GAMES, or says JOIN, is answered.
3. No answer tells anybody's address.
"""

from datetime import timedelta

from nomic_mail.game import commands as c
from nomic_mail.game.procedures.taking_over import to_be_had
from nomic_mail.letters.grammar.understand import About, Understood, understand
from nomic_mail.letters.grammar.wishes import Wish, read_wishes
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.proof import token
from nomic_mail.letters.proof.token import Matter
from nomic_mail.post.facts import game_facts
from nomic_mail.post.headers import sendable
from nomic_mail.post.render import Reader
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import NOBODY, Desk, Plan, about, reader_of, single
from nomic_mail.pump.says.open_games import open_games
from nomic_mail.pump.who import observers, unproven
from nomic_mail.pump.who.proof import domain_stands_behind, verdict
from nomic_mail.store.database import numbers
from nomic_mail.store.people import seats
from nomic_mail.store.people.seats import Seat
from nomic_mail.store.queue import inbox, lately

JOINS_A_DAY = 20
STRANGERS_A_DAY = 20
DAY = timedelta(days=1)


def no_game(case: Case) -> Plan | None:
    """Who is known here is asked which game they mean; to others, GAMES is answered."""
    if case.game is not None:
        return None
    ours = [seat for seat in case.seats if seat.confirmed_at is not None]
    asked = _asked(case)
    if not ours:
        return _of_the_server(case, asked)
    first = ours[0]
    with case.desk.look.read() as connection:
        known = [seats.game(connection, seat.game_id) for seat in ours]
    games = [game for game in known if game is not None]
    mail = case.desk.config.mail
    addresses = [token.make_address(mail.address, mail.delimiter, one.name) for one in games]
    if asked == {"games"}:
        notice = single(first.seat, "games", Matter("game"), **open_games(case.desk, ours))
    elif case.door.kind in ("server", "token"):
        notice = single(first.seat, "which_game", Matter("game"), "?", addresses=addresses)
    else:
        notice = single(first.seat, "no_game", Matter("game"), "!", asked=case.arrival.recipient)
    answer = case.desk.write(case.arrival, reader_of(first), games[0], notice)
    return Plan(game=games[0], seat=first.seat, letters=[answer])


def stranger(case: Case) -> Plan:
    letter = case.letter
    said = understand(letter.subject, letter.text, About(), letter.attached).said
    join = next((one.command for one in said if isinstance(one.command, c.Join)), None)
    looks_on = any(isinstance(one.command, c.Observe) for one in said)
    if no := nobody(case):
        return no
    if (join is None or case.before.status == "ended") and not looks_on:
        return _other(case)
    return asked_enough(case, "JOIN") or asks(case, join.name if join else "", looks_on=not join)


def asks(
    case: Case, name: str, *, looks_on: bool, forwarded: bool = False, told: bool = False
) -> Plan:
    """Rule 1: whether it was them. `forwarded`: they answer somebody else's invitation; `told`: the
    Moderator has what they say."""
    arrival, game = case.arrival, case.home
    with case.desk.look.read() as connection:
        number = seats.next_seat(connection, game.id)
        epoch = numbers.first_epoch(connection)
    sender = case.sender or ""
    name = name or written_name(case)
    seat = Seat(
        game_id=game.id,
        seat=number,
        name=" ".join(name.split())[:60],
        address=sender,
        zone=case.desk.config.moderator.timezone,
        token_epoch=epoch,
        invited_at=arrival.acts_at,
        confirmed_at=None,
    )
    if looks_on:
        return observers.asks(case, seat)
    notice = single(seat.seat, "confirm_join", Matter("join"), "?", forwarded=forwarded, told=told)
    question = case.answer(unproven.nameless(reader_of(seat)), notice)
    return Plan(
        result="asked to confirm the JOIN",
        proof="join",
        game=game,
        seat=seat.seat,
        letters=[question],
        changes=[
            lambda connection: seats.take(connection, seat),
            unproven.noted(seat.address, arrival.acts_at),
        ],
    )


def nobody(case: Case) -> Plan | None:
    """Where the letter is from nobody that a letter can be sent to."""
    game = case.home
    if case.sender is None:
        return Plan("screened", "stranger: it has not one sender", game=game)
    if not sendable(case.sender):
        return Plan("screened", "stranger: no letter can be sent to that address", game=game)
    with case.desk.look.read() as connection:
        if seats.is_a_list(connection, case.sender):
            return Plan("screened", "stranger: a mailing list, which is nobody", game=game)
    return None


def asked_enough(case: Case, what: str) -> Plan | None:
    """Rule 1: the cap on questions whether it was them."""
    arrival, game, sender = case.arrival, case.home, case.sender or ""
    if arrival.vouched:
        return None
    with case.desk.look.read() as connection:
        asked = lately.strangers_asked(connection, game.id, "join", arrival.acts_at - DAY)
    if asked >= JOINS_A_DAY:
        why = f"{what}: {asked} addresses were asked within a day whether they want to join"
        return Plan("held", why, "unasked", game)
    if _domain_is_over(case, sender):
        most = unproven.OF_A_DOMAIN
        why = f"{what}: {most} addresses of that domain were asked something within a day"
        return Plan("held", why, "unasked", game)
    if _was_written_to(case, sender):
        why = f"{what}: that address was asked something within a day, and has not answered"
        return Plan("held", why, "unasked", game)
    return None


def written_name(case: Case) -> str:
    """What somebody is called who tells no name."""
    return case.letter.froms[0].name or (case.sender or "").partition("@")[0]


def _was_written_to(case: Case, sender: str) -> bool:
    """Whether no more is to be written there today; whose domain stands behind it has proven
    something."""
    over = unproven.is_over(case.desk, sender, case.arrival.acts_at)
    return over and not domain_stands_behind(case, sender)


def _domain_is_over(case: Case, sender: str) -> bool:
    over = unproven.domain_is_over(case.desk, sender, case.arrival.acts_at)
    return over and not domain_stands_behind(case, sender)


def first_join(desk: Desk, seat: Seat) -> c.Join | None:
    """The JOIN that a stranger wrote before their address was asked: it says which name is the
    surname."""
    letter = _first(desk, seat)
    if letter is None:
        return None
    said = understand(letter.subject, letter.text, About(), letter.attached).said
    return next((one.command for one in said if isinstance(one.command, c.Join)), None)


def first_wishes(
    desk: Desk, seat: Seat | None, understood: Understood, wishes: tuple[Wish, ...]
) -> tuple[Wish, ...]:
    """A wish beside the JOIN of a stranger holds once that is confirmed; but nobody whose address
    is asked has seen it, and so none that makes more a proof."""
    joins = any(isinstance(one.command, c.Join) for one in understood.said)
    letter = _first(desk, seat) if seat and joins and seat.confirmed_at is None else None
    if letter is None:
        return wishes
    first = read_wishes(letter.subject, letter.text)[0]
    return (*(one for one in first if one.kind != "by_id"), *wishes)


def _first(desk: Desk, seat: Seat) -> Letter | None:
    with desk.look.read() as connection:
        raw = inbox.first_join(connection, seat.game_id, seat.seat)
    return desk.read(raw) if raw is not None else None


def _asked(case: Case) -> set[str]:
    """Which of `games`, `help` and `join` the letter says; nothing where it says more than that."""
    said = understand(case.letter.subject, case.letter.text, About(), case.letter.attached).said
    found = {_asks(one.command) for one in said}
    return found if found <= {"games", "help", "join"} else set()


def _asks(command: c.Command) -> str:
    if isinstance(command, c.Ask):
        return command.topic
    return "join" if isinstance(command, c.Join | c.Observe) else "more"


def _of_the_server(case: Case, asked: set[str]) -> Plan:
    plan = Plan("screened", "stranger: it names no game here")
    if case.door.kind != "server" or not asked or not may_be_answered(case, plan):
        return plan
    notice = single(NOBODY, "games", Matter("game"), **{**open_games(case.desk), "what": True})
    what = about(None, 0, case.arrival.acts_at, case.arrival.cause, case.letter.message_id)
    answer = case.desk.renderer.render(notice, _reader(case), what)
    return Plan("done", "a stranger was answered", "stranger", letters=[answer])


def _other(case: Case) -> Plan:
    plan = Plan("screened", "stranger: not a player, and no JOIN", game=case.home)
    if not may_be_answered(case, plan):
        return plan
    asked = _asked(case)
    if asked == {"games"}:
        notice = single(NOBODY, "games", Matter("game"), **open_games(case.desk))
    else:
        facts = {"what": "help" in asked, "seats": len(to_be_had(case.before))}
        facts["over"] = case.before.status == "ended"
        facts |= game_facts(case.before)
        notice = single(NOBODY, "stranger", Matter("game"), "" if asked else "!", **facts)
    answer = case.answer(_reader(case), notice)
    return Plan("done", "a stranger was answered", "stranger", case.game, letters=[answer])


def may_be_answered(case: Case, plan: Plan) -> bool:
    """Rule 2."""
    sender, game = case.sender, case.game.id if case.game is not None else None
    if sender is None or not sendable(sender):
        return False
    with case.desk.look.read() as connection:
        since = case.arrival.acts_at - DAY
        if lately.strangers_asked(connection, game, "stranger", since) >= STRANGERS_A_DAY:
            return False
    found = verdict(case, sender, case.arrival.recipient)
    if found.result != "pass":
        plan.proof = "stranger" if found.why else ""  # what had to be looked into counts, too
    return found.result == "pass"


def _reader(case: Case) -> Reader:
    return Reader(NOBODY, case.letter.froms[0].name, case.sender or "")
