"""What a proven letter says, carried out in its game: commands and wishes, and what is answered
without the game's being asked."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.course import Refusal
from nomic_mail.game.events import Event, JoinRequested, PlayerJoined, PlayerRenamed
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.german import in_english
from nomic_mail.letters.grammar.hints import hints
from nomic_mail.letters.grammar.moves import Move, read_moves
from nomic_mail.letters.grammar.statements import TELL_MODERATOR
from nomic_mail.letters.grammar.understand import Understood
from nomic_mail.letters.grammar.wishes import Wish
from nomic_mail.letters.mime.message import ATTACHED, Letter
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.patterns import later
from nomic_mail.post.compose import Notice, Reply
from nomic_mail.pump.burst import Answering, Filled, by_each, tell
from nomic_mail.pump.case import Case
from nomic_mail.pump.due import had_in_time
from nomic_mail.pump.moderator import discretion, held
from nomic_mail.pump.out import unanswered
from nomic_mail.pump.out.besides import Beside
from nomic_mail.pump.plan import INVITED, Burst, Change, Plan, about, reader_of
from nomic_mail.pump.says import consenting, presence, records, to_moderator, tries
from nomic_mail.pump.says.broken_lines import put_together
from nomic_mail.pump.says.meaning import (
    answered,
    apart,
    heard,
    named_now,
    proposal_of,
    receipt,
    result_of,
    split_wishes,
)
from nomic_mail.pump.says.open_games import asks_games, open_games
from nomic_mail.pump.says.pauses import WHY, waits
from nomic_mail.pump.says.preferences import Wished, granted, wished
from nomic_mail.pump.says.records import SENT, AskedOfRecord
from nomic_mail.pump.says.sent_back import sent_back
from nomic_mail.pump.says.words_beside import about_words, in_order, meant, on_votes, signed, unread
from nomic_mail.pump.who import addresses, invitees, names, strangers
from nomic_mail.pump.who.proof import besides, how, seat_now
from nomic_mail.pump.who.unshown import is_unseen, only_seen
from nomic_mail.store.people import seats
from nomic_mail.store.people.seats import Game, Seat
from nomic_mail.store.queue import lately

_TAKES_ATTACHED = later(r"\W*(?:PROPOSE|PREVIEW|REVISE|TRY)\b", re.I)


class Heard(Struct, frozen=True):
    """`letter` without what is no command; `found`: what a player's wishes come to."""

    by: int
    letter: Letter
    understood: Understood
    other: Beside
    wishes: tuple[Wish, ...] = ()
    seat: Seat | None = None
    found: Wished | None = None


def _heard(case: Case) -> Heard:
    if case.seat is None:
        return Heard(MODERATOR, case.letter, heard(case, case.letter, None), Beside())
    seat = case.once(seat_now)
    letter = replace(case.letter, text=case.once(_orders)[1])
    wishes, letter = split_wishes(case, letter)
    understood, wishes = only_seen(case, heard(case, letter, seat), wishes)
    wishes = strangers.first_wishes(case.desk, seat, understood, wishes)
    wishes = invitees.tongue(case, seat, wishes)
    found = wished(seat, wishes, case.before, case.arrival.acts_at)
    return Heard(seat.seat, letter, understood, case.once(besides), wishes, seat, found)


# Where letters go, beside whatever else they say


def _orders(case: Case) -> tuple[tuple[Move, ...], str]:
    if not case.may("address") or is_unseen(case):
        return (), case.letter.text
    return read_moves(case.letter.subject, case.letter.text)


def with_addresses(case: Case) -> Plan | None:
    """The plan with what the letter orders about addresses, which touches more than its game."""
    orders, rest = case.once(_orders)
    if not orders:
        return None
    seat = case.once(seat_now)
    if any(line.kind == "said" for line in scaffold(rest)):
        plan = answered_apart(case) or kept(case) or carried_out(case)
    else:
        plan = Plan(game=case.game, seat=seat.seat)
    addresses.ask(case, plan, seat, orders)
    plan.alone = True
    return plan


# What the game is not asked


def answered_apart(case: Case) -> Plan | None:
    """The answer where the game has not to be asked: to commands at the talk address, to wishes
    alone, to whoever plays no part in it."""
    said = case.once(_heard)
    if said.seat is None or said.found is None:
        return None
    notice = apart(case, said.letter, said.seat, said.understood, said.wishes)
    notice = notice or invitees.answer(case, said.seat, said.understood)
    if notice is None:
        return None
    notice = _granted(case, said, notice, case.before)
    plan = Plan(result=result_of(notice), game=case.game, seat=said.by)
    plan.letters = [case.answer(reader_of(said.found.seat), notice)]
    plan.letters += invitees.told(case, said.seat, notice)
    plan.changes = said.found.changes
    return plan


def kept(case: Case) -> Plan | None:
    said = case.once(_heard)
    notice = waits(said.understood.said, case.before, said.by, case.arrival)
    if notice is None or said.seat is None:
        return None
    letter = case.answer(reader_of(said.seat), said.other.below(notice))
    return Plan("kept", WHY, game=case.game, seat=said.by, letters=[letter])


def _granted(case: Case, said: Heard, notice: Notice, state: State) -> Notice:
    """The answer with all that its writer is told beside it."""
    if said.found is None:
        return notice
    notice = said.other.below(notice)
    at, cause = case.arrival.acts_at, case.arrival.cause
    what = about(case.game, state.version, at, cause, rules=state.rules)
    told = granted(case.desk, notice, said.found, state, what)
    return invitees.still_invited(case, said.understood, said.wishes, told)


# What it is


def carried_out(case: Case) -> Plan:
    said, game, before, arrival = case.once(_heard), case.home, case.before, case.arrival
    of_record = records.asked(case, said.by, said.understood.said)
    tries_too = tries.asked(case, said.by, said.understood.said)
    to_them = to_moderator.refused(case, said.by, said.understood.said)
    filled = _filled(case, said, of_record, tries_too, to_them)
    burst = by_each(
        case.desk, game, before, said.understood.said, arrival.acts_at, case.fresh, filled
    )
    presence.noticed(case, burst)
    state = burst.after
    own = said.found.seat if said.found is not None else case.seat
    own = named_now(own, state) if own is not None else None
    answering = Answering(
        said.by,
        _reply(case, said, burst, of_record),
        case.moderator,
        said.letter.message_id,
        lambda notice: _granted(case, said, notice, state),
        lambda: _moves(case, said.by),
        arrival.was_answered,
        own,
    )
    roster = _Roster(case, own, state)
    only_asks = arrival.was_answered and not burst.events and _only_asks(burst, said)
    tell(case.desk, burst, roster, arrival.cause, answering, but=(said.by,) if only_asks else ())
    held.run(case.desk, arrival, burst)
    discretion.following(case.desk, arrival, burst)
    result = "answered before the backup was put back" if only_asks else ""
    to_person = to_moderator.letters(case, burst)
    result = result or (to_moderator.TOLD if to_person else "")
    result = result or of_record.result or tries_too.result
    result = result or unanswered.asked_of(said.understood.questions)
    plan = Plan(result=result, game=game, seat=said.by)
    plan.proof = arrival.proof if case.seat is None else ""
    plan.changes += said.found.changes if said.found is not None else []
    plan.takes(burst)
    plan.letters += to_person
    plan.changes += _joins(game, burst.events, said.by)
    return plan


def says_something(case: Case, *, handed: bool = False) -> bool:
    """Whether there is a command in it, and nothing that is doubtful, but for the handing over."""
    understood = case.once(_heard).understood
    return handed or bool(understood.said and not understood.questions)


class _Roster(Struct, frozen=True):
    """Read when it is asked for; the writer's seat as this letter leaves it."""

    case: Case
    own: Seat | None
    state: State

    def __iter__(self) -> Iterator[Seat]:
        own = self.own
        for one in self.case.roster:
            yield own if own and one.seat == own.seat else named_now(one, self.state)


def _only_asks(burst: Burst, said: Heard) -> bool:
    """Whether an answer is all that comes of it."""
    doubtful = said.understood.questions or said.understood.ignored or said.letter.trouble
    if doubtful or not burst.answers or (said.found is not None and said.found.changes):
        return False
    return all(isinstance(one.command, c.Ask | c.Preview | c.Try) for one in burst.answers)


def _moves(case: Case, by: int) -> int:
    if case.seat is None:
        return 0  # the Moderator floods nobody
    since = case.arrival.acts_at - timedelta(days=1)
    with case.desk.look.read() as connection:
        return lately.told(connection, case.home.id, by, since)


def _meant(understood: Understood) -> str:
    """Of a letter that says nothing else: what a YES would then be to could not be told."""
    alone = len(understood.questions) == 1 and not understood.said
    return understood.questions[0].meant if alone else ""


def _troubles(said: Heard) -> tuple[str, ...]:
    """What could not be read; of what is attached, only where no line of the letter takes it."""
    read = said.understood
    heads = [one.line for one in read.said] + [one.line for one in read.questions]
    takes = any(_TAKES_ATTACHED.match(in_english(one)) for one in heads)
    return tuple(one for one in said.letter.trouble if not takes or one != ATTACHED)


def _reply(case: Case, said: Heard, burst: Burst, of_record: AskedOfRecord) -> Reply:
    understood, game, before = said.understood, case.home, case.before
    past = records.past(case.desk, game, before, burst.events) if of_record.result else None
    return Reply(
        seat=said.by,
        answers=tuple(burst.answers),
        questions=tuple((one.line, one.question) for one in understood.questions),
        perhaps=next((one.perhaps for one in understood.questions), None),
        calls=next((one.calls for one in understood.questions), 0),
        meant=_meant(understood),
        ignored=_unread(case, understood),
        hints=_hints(understood, before),
        declines=consenting.declines(case, said.letter),
        digest=said.letter.digest,
        unread=_troubles(said),
        past=past,
        files=records.files(case.desk, game, before) if of_record.result == SENT else (),
        tried=tries.came_of(case, burst, said.by),
        warned=tries.warned(case, burst, said.by),
        games=open_games(case.desk, _seats(case)) if asks_games(understood.said) else {},
        awaited=_awaited(case) if before.status == "forming" else (),
        late=_is_late(case, before),
        again=sent_back(burst.answers),
        talked=not (case.may("command") or case.arrival.vouched or case.sends),
    )


def _awaited(case: Case) -> tuple[str, ...]:
    return tuple(one.name for one in case.roster if one.confirmed_at is None and not one.observes)


def _is_late(case: Case, state: State) -> bool:
    """Of several ballots in a letter its matter names the first (`ballot_matter`)."""
    if case.matter is None or case.matter.kind not in ("ballot", "counted"):
        return False
    if not case.matter.number:
        return False
    return not {case.matter.number, -case.matter.number} & set(state.polls)


def _with_words(case: Case, command: c.Command, by: int) -> c.Command | Refusal:
    """TELL with what it tells, which may stand in the letter that it answers."""
    if isinstance(command, c.Discuss) and _tells_nothing(case, command.text):
        told = meant(case, by, "TELL")
        return told if isinstance(told, Refusal) else replace(command, text=told)
    if to_moderator.is_told(command) and _tells_nothing(case, command.argument):
        told = meant(case, by, TELL_MODERATOR)
        return told if isinstance(told, Refusal) else replace(command, argument=told)
    return command


def _tells_nothing(case: Case, text: str) -> bool:
    """TELL, and below it a farewell and a name: meant is the letter that it answers."""
    return signed(text, case.seat.name if case.seat is not None else "")


def _hints(understood: Understood, state: State) -> tuple[str, ...]:
    if understood.said or understood.questions:
        return ()
    rules = {rule.number for rule in state.rules}
    return tuple(hints(understood.ignored, rules, state.proposals))


def _unread(case: Case, understood: Understood) -> tuple[str, ...]:
    """What is told to be read as nothing: greetings and their own name are missed by nobody."""
    words = unread(understood, case.seat.name if case.seat is not None else "")
    if not understood.said:
        return words
    counted = on_votes(understood.said, about_words(case.before)) if case.seat else ()
    return tuple(in_order((*words, *counted), case.letter.text))


def _seats(case: Case) -> tuple[Seat, ...]:
    return (*case.seats, *((case.seat,) if case.seat is not None else ()))


def _filled(
    case: Case,
    said: Heard,
    asked: AskedOfRecord,
    tries_too: tries.Tries,
    to_them: Mapping[int, Refusal],
) -> Filled:
    """A command with what only the server knows of it."""
    desk, game, letter, seat = case.desk, case.home, said.letter, said.seat
    who = case.moderator.name if case.moderator is not None and seat is None else ""
    invited, dealt_with = case.matter == INVITED, set[int]()

    def fill(place: int, one: c.Command, state: State) -> c.Command | Refusal:
        command = replace(
            one,
            by=said.by,
            received_at=receipt(case, state),
            letter=letter.digest,
            who=who,
            answers=answered(letter, game.name, desk.config.mail.address, state.version),
            proof=how(case),
            held_at=had_in_time(case.before, case.arrival),
        )
        if isinstance(command, c.Join) and seat is not None:
            if command.listed and (own := _other_name(case, command, seat, state)):
                law = state.rules.cite(3)
                return Refusal("adds_another", law, name=command.name, own=own)
            command = _named_join(case, replace(command, invited=invited), seat)
        if why := names.taken(desk, game, command, state):
            return why
        worded = _with_words(case, command, said.by)
        if isinstance(worded, Refusal):
            return worded
        command = worded
        refused = to_them.get(place)
        if seat is None:
            refused = refused or held.why_not(desk, game, command, dealt_with)
        refused = refused or asked.refusal(place) or tries_too.refusal(place)
        made = refused or proposal_of(put_together(command, letter), state)
        return made if isinstance(made, Refusal) else discretion.known(desk, game, made, state)

    return fill


def _other_name(case: Case, join: c.Join, seat: Seat, state: State) -> str:
    """What the writer is called who puts somebody of another name on the list of players."""
    player = state.players.get(seat.seat)
    playing = player is not None and player.playing
    written = [one.name for one in case.letter.froms] if not playing else []
    names = [one for one in (seat.name, *written) if one]
    words = {word for name in names for word in name.casefold().split()}
    return "" if words & set(join.name.casefold().split()) else named_now(seat, state).name


def _named_join(case: Case, join: c.Join, seat: Seat) -> c.Join:
    """A confirmation that gives no name keeps the one first asked for, and its surname."""
    if join.name:
        return join
    first = strangers.first_join(case.desk, seat)
    surname = first.surname if first is not None and first.name == seat.name else ""
    return replace(join, name=seat.name, surname=surname)


def _joins(game: Game, events: Sequence[Event], by: int) -> list[Change]:
    own = [event for event in events if getattr(event, "seat", None) == by]
    joined = [one for one in own if isinstance(one, PlayerJoined | JoinRequested)]
    renamed = [one for one in own if isinstance(one, PlayerRenamed)]
    return [*(_seat_joins(game, one) for one in joined), *(_called(game, x) for x in renamed)]


def _called(game: Game, event: PlayerRenamed) -> Change:
    return lambda connection: seats.called(connection, game.id, event.seat, event.name)


def _seat_joins(game: Game, event: PlayerJoined | JoinRequested) -> Change:
    return lambda connection: seats.joined(connection, game.id, event.seat, event.name, event.at)
