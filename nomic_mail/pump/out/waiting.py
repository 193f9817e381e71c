"""What waits for a reader's digest: put there, and taken out."""

from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from nomic_mail import __version__
from nomic_mail.game.state import State
from nomic_mail.post import digest
from nomic_mail.post.compose import Notice
from nomic_mail.post.digest import Preference, WaitingNotice
from nomic_mail.post.render import Speaking
from nomic_mail.post.sections import in_tongue
from nomic_mail.post.times import next_morning
from nomic_mail.pump.plan import Change, Desk, reader_of
from nomic_mail.store.people.seats import Seat
from nomic_mail.store.queue import held_back
from nomic_mail.store.queue.held_back import HeldBack

MOST_CHARACTERS = 500_000  # of what waited, as it is kept: a letter has room for no more


def preference(seat: Seat, state: State) -> Preference:
    return Preference(seat.digest or state.settings.digest, seat.talk)


def morning(seat: Seat, liked: Preference, at: datetime) -> datetime:
    return next_morning(at, seat.zone, weekly=liked.weekly)


def ballot_due(
    seat: Seat, notice: Notice, liked: Preference, state: State, at: datetime
) -> datetime | None:
    """When it can wait for a digest that still leaves time to vote."""
    mornings = (morning(seat, liked, at), next_morning(at, seat.zone))
    return digest.wait_until(notice, liked, state.is_open, mornings)


def hold(
    desk: Desk,
    seat: Seat,
    notice: Notice,
    due: datetime,
    at: datetime,
    before: State,
    head: str = "",
) -> Change:
    told = in_tongue(notice, seat.language or desk.config.mail.language)
    held = HeldBack(0, at, notice.thread, digest.written(told, head))
    scores = digest.scores_of(before)
    return lambda connection: held_back.hold(connection, seat.game_id, seat.seat, held, due, scores)


def all_told(
    desk: Desk, notice: Notice, seat: Seat, state: State, liked: Preference, about: Speaking
) -> tuple[Notice, Change]:
    """The notice with all that waits for its reader, and what takes it out."""
    held, notices = waiting(desk, seat, about)
    if not held:
        return notice, lambda connection: None
    scores = digest.read_scores(seat.digest_scores)
    whole = digest.with_digest(notice, notices, state, liked, scores)
    then = next_morning(about.at, seat.zone)
    return whole, lambda connection: held_back.take(
        connection, seat.game_id, seat.seat, held, None, then
    )


def waiting(desk: Desk, seat: Seat, about: Speaking) -> tuple[list[HeldBack], list[WaitingNotice]]:
    """What an older server put there is tried by itself, so that all the rest can be told."""
    with desk.look.read() as connection:
        held = held_back.of_seat(connection, seat.game_id, seat.seat)
    fits, tells = _fitting(held), desk.renderer.tells
    found = [
        digest.read(one.at, one.thread, one.notice)
        if one.id in fits
        else WaitingNotice(one.at, one.thread, (), no_room=True)
        for one in held
    ]
    return held, [
        one
        if one.no_room
        or one.by == __version__
        or tells(digest.alone(one, seat.seat), reader_of(seat), about)
        else replace(one, sections=())
        for one in found
    ]


def _fitting(held: Sequence[HeldBack]) -> set[int]:
    """What a letter has room for: as it came, but talk last."""
    fits, length = set[int](), 0
    for one in sorted(held, key=lambda one: one.thread == "talk"):
        if not fits or length + len(one.notice) <= MOST_CHARACTERS:
            fits.add(one.id)
            length += len(one.notice)
    return fits
