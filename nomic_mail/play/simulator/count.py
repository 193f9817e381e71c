"""Each vote counted again, from the letters that went over the wire: who may have voted how.

1. A clear vote that proves who wrote it counts if it was received while the ballot was open; of
   several the last by receipt. Until when a ballot was open, its own deadline tells where that is
   what closed it; a letter may then have come in at any later time (an outage of the mailbox, a
   slow disk), and still is punctual.
   Where the last vote of all closed it, what came in by another way after that may count or not.
2. A letter that proves nothing, or was read in answer to a question, may count or not.
3. Where a clause had the proposer vote for it as the ballot opened, that is a vote like any.
   Where votes are final, the first of several counts, and none is taken back.
4. Nothing else counts: no forged letter is here, none of a machine, none that only looks like a
   vote.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime

from msgspec import Struct

from nomic_mail.game.events import BallotCast, VotingClosed, VotingOpened
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures.voting import BY_NOBODY
from nomic_mail.game.state import Poll
from nomic_mail.game.tally import is_final
from nomic_mail.play.simulator.book import Entered
from nomic_mail.play.simulator.network import SaidOfBallot
from nomic_mail.play.simulator.world import Sitting, World
from nomic_mail.store.database.tables import read

ABSENT = "absent"
ANYTHING = frozenset(("for", "against", "abstain", ABSENT))


class InboxRow(Struct, frozen=True):
    """A letter in the server's inbox."""

    id: int
    kind: str
    sha256: str
    recipient: str
    digest: str
    received_at: str
    state: str
    proof: str
    result: str
    seat: int | None
    game_id: int | None

    @property
    def at(self) -> datetime:
        return read(self.received_at)


def recount(
    world: World, sitting: Sitting, moment: Entered, rows: Mapping[int, InboxRow]
) -> Iterator[tuple[str, str]]:
    event = moment.event
    if isinstance(event, VotingOpened):
        clause = mechanics_of(moment.before.rules)["proposer votes"].value
        (sitting.pledged.add if clause == "for" else sitting.pledged.discard)(event.number)
    if isinstance(event, BallotCast):
        poll = moment.before.polls.get(event.number)
        if poll is None:
            yield "no late vote counts", f"event {moment.seq}: no ballot on {event.number} is open"
        elif poll.closes_at is not None and event.received_at > poll.closes_at:
            told = f"received at {event.received_at}, and the ballot closed at {poll.closes_at}"
            yield "no late vote counts", f"{sitting.name}, event {moment.seq}: {told}"
        elif event.letter not in BY_NOBODY and moment.letter not in rows:
            yield "no forged vote counts", f"event {moment.seq} came of no letter"
    if isinstance(event, VotingClosed) and event.number in moment.before.polls:
        yield from _closed(world, sitting, moment, event, rows)


def _closed(
    world: World,
    sitting: Sitting,
    moment: Entered,
    event: VotingClosed,
    rows: Mapping[int, InboxRow],
) -> Iterator[tuple[str, str]]:
    poll = moment.before.polls[event.number]
    said = sorted(_said(world, sitting, event.number, rows), key=lambda one: (one[0].at, one[0].id))
    proposal = moment.before.proposals.get(event.number)
    for_it = proposal.by if proposal is not None and event.number in sitting.pledged else None
    for seat in poll.electorate:
        at_first = "for" if seat == for_it else ABSENT
        may, why = _may_have_voted(poll, seat, at_first, said, moment, event)
        found = event.votes.get(seat, ABSENT)
        if found not in may:
            who = moment.before.name_of(seat)
            told = f"{sitting.name}: the vote of {who} on {event.number} counts as {found}"
            expected = " or ".join(sorted(may))
            promise = (
                "no punctual vote is late" if found == ABSENT else "only one's own vote counts"
            )
            yield promise, f"{told}, and was {expected}: {why}"


def _said(
    world: World, sitting: Sitting, number: int, rows: Mapping[int, InboxRow]
) -> list[tuple[InboxRow, SaidOfBallot]]:
    found = []
    for row in rows.values():
        handed = world.network.handed.get((row.sha256, row.recipient))
        said = handed.posted.said if handed is not None else None
        if said is None or said.game != sitting.name or said.number not in (0, number):
            continue
        if row.state != "duplicate":
            found.append((row, said))
    return found


def _may_have_voted(
    poll: Poll,
    seat: int,
    at_first: str,
    said: list[tuple[InboxRow, SaidOfBallot]],
    moment: Entered,
    event: VotingClosed,
) -> tuple[frozenset[str], str]:
    may, why = frozenset((at_first,)), "no letter of theirs came in in time"
    by_deadline = poll.closes_at is not None and event.at >= poll.closes_at
    for row, one in said:
        if one.seat != seat or row.at < poll.opened_at:
            continue
        if row.at > (poll.closes_at if by_deadline and poll.closes_at else event.at):
            continue
        early = not by_deadline and moment.letter is not None and row.id > moment.letter
        is_in = is_final(poll) and ABSENT not in may and at_first == ABSENT
        if is_in:
            continue
        if one.choice == "?":
            may, why = ANYTHING, f"letter {row.id} says something of it"
            continue
        theirs = frozenset((one.choice or ABSENT,))
        firsts = may - {ABSENT} if is_final(poll) else frozenset()
        may, why = (
            (theirs | firsts if one.sure and not early else may | theirs),
            f"letter {row.id} of {row.at}",
        )
    return may, why
