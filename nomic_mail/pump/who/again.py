"""Whether a letter was here before: one letter is one letter, however its address is spelt.

1. The same letter (its digest) for the same game, writer and matter does nothing twice. An address
   that tells no matter (the game's, the server's) adds nothing to one that the letter has acted by.
2. A letter may come to several matters: those it came to together, and those whose addresses its
   first copy names in To or Cc, unless its writer has spoken in that game since.
3. What comes to yet another matter, or game, may have been sent there by anybody who has the
   letter: its writer is asked. That copy's own To tells nothing, as no digest covers it.
4. A copy that was held has not acted, and is in no other's way; only the very same is.
5. A Message-ID that its writer has used for other words is asked about, like what proves nothing:
   mail programs do not do that. What anybody else has called theirs says nothing about a letter.
   Machines do it: of theirs, only the very same is a duplicate.
6. A copy that looked like a machine's did nothing: whoever has a letter before us could send it on
   with such a header. The writer is asked.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from nomic_mail.letters.mime import message
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.proof.token import Matter
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import Desk, Plan
from nomic_mail.pump.who.doors import (
    MOST_IDS,
    is_command,
    is_talk,
    locate,
    return_path,
    screened_as,
)
from nomic_mail.store.queue import inbox
from nomic_mail.store.queue.alike import Alike, alike, came_together, spoke_since
from nomic_mail.store.queue.inbox import Arrival

# Game, writer, and what it is about; of what no person writes to, the address.
About = tuple[int | None, int | str | None, Matter | str | None]


def read_before(case: Case) -> Plan | Case | None:
    """What comes of a letter that was here before: a plan; or the case without its proof, so that
    its writer is asked."""
    found = seen_before(case)
    by_machine = case.screened.kind != "player" and return_path(case) is None
    if found is None or (by_machine and found[0] != "duplicate"):
        return None
    state, why = found
    if state in ("asked", "renamed"):
        return replace(case, token=None, again=why, renamed=state == "renamed")
    return Plan(state, why)


def seen_before(case: Case) -> tuple[str, str] | None:
    desk, arrival = case.desk, case.arrival
    if arrival.vouched:
        return None
    with desk.look.read() as connection:
        others = alike(connection, arrival, copies=False)
        before = (one.id for one in others if one.digest == arrival.digest)
        rows = [inbox.get(connection, number) for number in before if number < arrival.id]
    copies = [one for one in rows if one is not None]
    machines = _machines(case, copies)
    copies = [one for one in copies if one not in machines]
    about = _about(case)
    theirs = [_about_copy(desk, one) for one in copies]
    acted = [one for one in copies if one.state != "held"]
    for one, its in zip(copies, theirs, strict=True):
        adds_nothing = about[2] is None and its[:2] == about[:2] and one in acted
        if its == about or adds_nothing:
            return "duplicate", f"the same letter as {one.id}"
    if talk := _talk_and_command(desk, arrival, [one.recipient for one in others]):
        return talk
    for namesake in others:
        if namesake.digest != arrival.digest and _is_theirs_before(case, namesake):
            return (
                "renamed",
                f"its Message-ID is that of letter {namesake.id}, which says other words",
            )
    if acted and not _meant(desk, arrival, about, acted[0]):
        return "asked", f"it is letter {acted[0].id}, which came before, to another address"
    if machines:
        return "asked", f"it is letter {machines[0].id}, which came before as a machine's"
    return None


def _machines(case: Case, copies: Sequence[Arrival]) -> list[Arrival]:
    """Those of rule 6."""
    desk, person = case.desk, case.screened.kind == "player"
    nothing = [one for one in copies if person and one.state == "screened" and one.seat is None]
    return [one for one in nothing if screened_as(desk, one).kind != "player"]


def _is_theirs_before(case: Case, other: Alike) -> bool:
    seat, whose = case.seat, (other.game_id, other.seat)
    return seat is not None and whose == (seat.game_id, seat.seat) and other.id < case.arrival.id


def _about_copy(desk: Desk, copy: Arrival) -> About:
    """Of a letter that is cleared away, its row tells whose it was."""
    about = _about(locate(desk, copy, message.read(copy.raw)))
    return about if copy.raw or copy.seat is None else (copy.game_id, copy.seat, about[2])


def _meant(desk: Desk, arrival: Arrival, about: About, first: Arrival) -> bool:
    """Rule 2."""
    game, writer, _ = about
    with desk.look.read() as connection:
        if came_together(connection, first, arrival):
            return True
        since = isinstance(writer, int) and spoke_since(connection, game, writer, first, arrival)
    letter = message.read(first.raw)
    return not since and about in _named(desk, first, letter)


def _named(desk: Desk, first: Arrival, letter: Letter) -> list[About]:
    copies = [replace(first, recipient=to) for to in letter.to[:MOST_IDS]]
    return [_about(locate(desk, one, letter)) for one in copies]


def _talk_and_command(
    desk: Desk, arrival: Arrival, others: Sequence[str]
) -> tuple[str, str] | None:
    """A letter that reached both a command and a talk address is a command, never relayed."""
    if is_talk(desk, arrival.recipient) and any(is_command(desk, one) for one in others):
        return "screened", "talk: it also went to an address for commands"
    return None


def _about(case: Case) -> About:
    door = case.door
    if door.kind in ("foreign", "bounce"):
        return None, None, f"{door.kind} {door.value.lower() or case.arrival.recipient.lower()}"
    writer: int | str | None = case.token.seat if case.token is not None else None
    if case.is_moderator:
        writer = "moderator"
    if case.seat is not None:
        writer = case.seat.seat
    return case.game.id if case.game is not None else None, writer, case.matter
