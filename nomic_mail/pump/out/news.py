"""What a burst of events brings to each reader: a letter at once, or something that waits for their
digest; and the digests that are due.

1. What waits is written in the transaction of the events that made it, and taken out in the one
   that writes its letter.
2. Nothing waits for somebody who plays no more, whose seat is another's now, or in a game that is
   over: all that waited goes out with the letter that says so.
3. What is the same for all goes to the game's mailing list, if it has one (`post.audience`).
4. A digest that cannot be written is put off, and the moderator told; what waits goes on waiting.
5. What comes of one move too many of a player's waits an hour for others of the kind, whatever a
   reader prefers; a moderator finds it on their desk, if that comes by mail. What has a deadline
   does not wait.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from msgspec import Struct, field
from msgspec.structs import replace

from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.state import State
from nomic_mail.post import audience, digest
from nomic_mail.post.compose import Notice
from nomic_mail.post.digest import Preference
from nomic_mail.post.drafts import ANSWERS
from nomic_mail.post.render import Finished, Reader, Speaking
from nomic_mail.post.times import next_morning
from nomic_mail.pump.due import Due
from nomic_mail.pump.moderator.desk_letter import Morning
from nomic_mail.pump.out import receipts, waiting
from nomic_mail.pump.out.reminders import Reminders
from nomic_mail.pump.plan import Change, Desk, Queue, about, moderators_of, reader_of
from nomic_mail.store.database.engines import Busy, Conflict, Connection
from nomic_mail.store.people import seats
from nomic_mail.store.people.seats import Seat
from nomic_mail.store.queue import held_back

PUT_OFF = timedelta(days=1)
GATHERED = timedelta(hours=1)
WITHOUT_WISHES = Preference("immediate", "immediate")  # of who looks on

log = logging.getLogger("nomic_mail.pump")


class News(Struct):
    """Letters that go out, and what else the transaction has to write."""

    letters: list[Finished] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)


class Happened(Struct, frozen=True):
    """What has happened, in which game, and whose letter caused it."""

    what: Speaking
    before: State
    after: State
    sender: int | None = None
    writer: Reader | None = None  # which of several moderators
    own: Seat | None = None  # the sender's
    gathers: bool = False  # rule 5
    was_answered: bool = False  # that letter, before a backup was put back


def news(desk: Desk, notices: Iterable[Notice], roster: Iterable[Seat], burst: Happened) -> News:
    """One letter for each notice that does not wait; only the sender's own answers their letter."""
    found, notices = News(), tuple(notices)
    roster = _who_hears(notices, roster, burst)
    by_seat = {seat.seat: seat for seat in roster}
    _to_observers(desk, found, notices, roster, burst)
    if burst.what.list_address and not burst.gathers:
        notices = _to_the_list(desk, found, notices, by_seat, burst)
    for notice in notices:
        seat = by_seat.get(notice.to)
        own = notice.to == burst.sender
        what = burst.what if own else replace(burst.what, in_reply_to="")
        if notice.to == MODERATOR and burst.gathers and desk.config.moderator.desk == "daily":
            continue
        if notice.to == MODERATOR:
            found.letters += _for_moderators(desk, notice, replace(burst, what=what))
        elif seat is not None:
            _for_player(desk, found, notice, seat, replace(burst, what=what))
    return found


def _who_hears(
    notices: Sequence[Notice], roster: Iterable[Seat], burst: Happened
) -> Sequence[Seat]:
    """Of an answer that nobody else hears of, the roster is not asked for."""
    own = burst.own
    if own is None or any(one.to != own.seat for one in notices):
        return list(roster)
    return [own] if audience.for_observers(notices) is None else list(roster)


def _for_moderators(desk: Desk, notice: Notice, burst: Happened) -> Iterator[Finished]:
    """To each of the game; the answer to a letter, to whoever wrote it."""
    for reader in _moderators(desk, burst):
        told, what = notice, burst.what
        if burst.sender == MODERATOR and reader != (burst.writer or reader):
            kept = tuple(one for one in notice.sections if one.occasion not in ANSWERS)
            tag = "" if notice.tag and notice.sections[0].occasion in ANSWERS else notice.tag
            told = replace(notice, sections=kept, tag=tag, files=())
            what = replace(what, in_reply_to="")
        if told.sections:
            yield desk.renderer.render(told, reader, what)


def _moderators(desk: Desk, burst: Happened) -> list[Reader]:
    """The game's moderators, and whoever wrote: they get their answer even if they moderate it no
    more."""
    with desk.look.read() as connection:
        game = seats.game(connection, burst.what.game_id)
        found = moderators_of(connection, desk.config, game)
    return found if burst.writer is None or burst.writer in found else [*found, burst.writer]


def _to_observers(
    desk: Desk, found: News, notices: Sequence[Notice], roster: Sequence[Seat], burst: Happened
) -> None:
    """What all players are told, in words for nobody in particular: never a ballot."""
    others = [seat for seat in roster if seat.seat not in burst.after.playing]
    watching = [seat for seat in others if seat.looks_on and seat.suspended_at is None]
    shared = audience.for_observers(notices) if watching else None
    if shared is not None and burst.gathers:
        at = burst.what.at
        found.changes += [_hold(desk, seat, shared, at + GATHERED, burst) for seat in watching]
    elif shared is not None:
        what = replace(burst.what, in_reply_to="", list_address="")
        readers = [reader_of(seat) for seat in watching]
        found.letters += [desk.renderer.render(shared, one, what) for one in readers]


def _to_the_list(
    desk: Desk,
    found: News,
    notices: Sequence[Notice],
    by_seat: Mapping[int, Seat],
    burst: Happened,
) -> tuple[Notice, ...]:
    """Writes the list's letter, and returns the notices that still go to single people."""
    shared = audience.for_the_list(notices)
    if shared is None:
        return tuple(notices)
    zone = desk.config.moderator.timezone
    reader = Reader(audience.THE_LIST, "", burst.what.list_address, zone)
    found.letters.append(desk.renderer.render(shared, reader, replace(burst.what, in_reply_to="")))
    over = burst.after.status == "ended"
    waits = {seat.seat for seat in by_seat.values() if over and seat.digest_due is not None}
    return tuple(  # whose news waited gets them with the last letter (rule 2)
        one for one in notices if one.to in waits or audience.goes_alone(one, shared)
    )


def _for_player(desk: Desk, found: News, notice: Notice, seat: Seat, burst: Happened) -> None:
    own = notice.to == burst.sender
    liked = waiting.preference(seat, burst.after)
    stays = seat.seat in burst.after.playing and burst.after.status != "ended"
    way = "at once" if own or not stays else liked.way(notice)
    quiet = seat.receipts == "off" or burst.was_answered
    if own and quiet and receipts.is_plain(notice):
        found.changes.append(receipts.later(seat, burst.before, burst.after))
        return
    at, due = burst.what.at, None
    if way == "at once" and stays and not own:
        due = waiting.ballot_due(seat, notice, liked, burst.after, at)
        if due is None and burst.gathers and digest.can_wait(notice):
            due = waiting.morning(seat, liked, at) if liked.waits else at + GATHERED
    elif way == "digest":
        due = waiting.morning(seat, liked, at)
    if due is not None:
        found.changes.append(_hold(desk, seat, notice, due, burst))
    if due is not None or way != "at once":
        return
    if seat.suspended_at is not None and not own:
        return  # what is sent there comes back
    if seat.digest_due is not None and (not stays or _is_new_here(notice)):
        notice, change = waiting.all_told(desk, notice, seat, burst.after, liked, burst.what)
        found.changes.append(change)
    if seat.voted_at is not None:
        notice = receipts.told_now(notice, seat, burst.before, burst.after)
        found.changes.append(lambda connection: seats.voted(connection, seat, None))
    plays = seat.seat in burst.after.playing
    now = replace(seat, observes=0) if plays else seat  # whoever has looked on until this letter
    reader = replace(reader_of(now), plays=plays)
    found.letters.append(desk.renderer.render(notice, reader, burst.what))


def _is_new_here(notice: Notice) -> bool:
    taken = (one for one in notice.sections if one.occasion == "taken_over")
    return any(one.facts["own"] for one in taken)


def _hold(desk: Desk, seat: Seat, notice: Notice, due: datetime, burst: Happened) -> Change:
    return waiting.hold(desk, seat, notice, due, burst.what.at, burst.before, burst.what.head)


class Digests:
    """Those that are due."""

    def __init__(
        self, desk: Desk, queue: Queue, tell_moderator: Callable[[Connection, str, str, str], None]
    ) -> None:
        self._desk = desk
        self._queue = queue
        self._tell_moderator = tell_moderator
        self._morning = Morning(desk, queue)
        self._reminders = Reminders(desk, queue)

    def send_due(self, due: Due, until: datetime) -> int:
        """How many went out, the desk letter and reminders with them. Only seats for which
        something waits are looked at."""
        sent = sum(self._send(game_id, seat, until) for game_id, seat in due.digests)
        reminded = self._reminders.send_due(due.reminders, until)
        return sent + reminded + self._morning.send_due(until)

    def _send(self, game_id: int, number: int, at: datetime) -> bool:
        try:
            with self._desk.look.read() as connection:
                game = seats.game(connection, game_id)
                seat = seats.one(connection, game_id, number)
                state = self._desk.ledger.load(connection, game_id)
            if game is None or seat is None or seat.digest_due is None:
                return False
            liked = waiting.preference(seat, state)
            scores = digest.read_scores(seat.digest_scores)
            reader = reader_of(seat)
            if reader.looks_on:
                liked = WITHOUT_WISHES
            cause = f"digest {seat.digest_due.isoformat()}"
            what = about(game, state.version, at, cause, rules=state.rules)
            held, notices = waiting.waiting(self._desk, seat, what)
            notice = digest.digest(notices, state, reader.seat, liked, scores)
            wanted = held and (reader.looks_on or not seat.observes)
            wanted = wanted and not digest.is_empty(notice)
            notice = receipts.told_now(notice, seat, state, state)
            letter = self._desk.renderer.render(notice, reader, what)
            then = next_morning(at, seat.zone, weekly=liked.weekly)
            told = digest.scores_of(state)
            with self._desk.database.write() as connection:
                now = seats.game(connection, game_id), seats.one(connection, game_id, number)
                if now != (game, seat):  # else what came meanwhile would be taken for told
                    raise Conflict(f"seat {number} in {game.name} has moved on meanwhile")
                held_back.take(connection, game_id, number, held, told, then)
                self._queue(connection, [letter] if wanted else [], game_id)
                if wanted and seat.voted_at is not None:
                    seats.voted(connection, seat, None)
        except Conflict as conflict:
            log.info("%s; looking again", conflict)
        except Busy:
            raise
        except Exception:
            log.exception("the digest of seat %s in game %s could not be written", number, game_id)
            self._put_off(game_id, number, at + PUT_OFF)
            return False
        return True

    def _put_off(self, game_id: int, number: int, until: datetime) -> None:
        what = "A digest could not be written"
        text = (
            f"The digest of seat {number} in game {game_id} could not be written; the log tells"
            " why.\n\nWhat it would tell is kept, and it is tried again every day."
        )
        with self._desk.database.write() as connection:
            held_back.postpone(connection, game_id, number, until)
            cause = f"digest {game_id} {number} {until.isoformat()}"
            self._tell_moderator(connection, what, text, cause)
