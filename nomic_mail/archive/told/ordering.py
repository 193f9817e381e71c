"""What came before what in an old game: proposals overlap, and numbers follow no endings.

1. Where each proposal tells its turn, and none was surely made before an earlier turn was over,
   play is serial. Else nothing is known of two proposals but what their dates tell.
2. What has turns is told turn by turn, as it is written; what has none, in the order of its dates.
3. Only what is surely so contradicts anything, and only that moves a proposal from its place.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct

from nomic_mail.archive.told.counting import Stated
from nomic_mail.archive.told.form import ProposalTold, Told
from nomic_mail.game.state import AGAIN, label

NEVER = datetime(1, 1, 1, tzinfo=UTC)
Proposals = Sequence[ProposalTold]


class Stage(Struct, frozen=True):
    """A proposal is made, or comes to its end."""

    one: ProposalTold
    ends: bool


def stages(proposals: Proposals) -> Iterator[Stage]:
    """Each is made before all that was surely over only after that."""
    has_turns = any(one.turn is not None for one in proposals)
    ended = list(proposals) if has_turns else _by_end(proposals)
    latest = _latest(ended)
    made: list[list[ProposalTold]] = [[] for _ in ended]
    for place, one in enumerate(ended):
        early = not has_turns and one.proposed is not None
        slot = bisect_right(latest, one.proposed.last) if early and one.proposed else place
        made[min(slot, place)].append(one)
    for here, one in zip(made, ended, strict=True):
        for each in sorted(here, key=lambda each: (each is one and not one.proposed, _made(each))):
            yield Stage(each, ends=False)
        yield Stage(one, ends=True)


def _made(one: ProposalTold) -> datetime:
    return one.proposed.at if one.proposed is not None else NEVER


def _by_end(proposals: Proposals) -> list[ProposalTold]:
    ended: list[ProposalTold] = []
    latest: list[datetime] = []
    for one in proposals:
        slot = len(ended) if one.date is None else bisect_right(latest, one.date.last)
        ended.insert(slot, one)
        latest[slot:] = _latest(ended[slot:], latest[slot - 1] if slot else NEVER)
    return ended


def _latest(ended: Proposals, before: datetime = NEVER) -> list[datetime]:
    """Of each place, the latest end up to there."""
    found = []
    for one in ended:
        before = max(before, one.date.at) if one.date is not None else before
        found.append(before)
    return found


def misplaced(told: Told, *, numbered: bool) -> dict[str, list[Stated]]:
    """By where it is written: an end before that of an earlier turn, and a number below one that
    was over before (108)."""
    serial = _is_serial(told.proposals)
    found: dict[str, list[Stated]] = {}
    last: ProposalTold | None = None
    for one in told.proposals if serial else ():
        if one.date is None:
            continue
        if last is not None and last.date is not None and last.date.surely_after(one.date):
            if last.turn != one.turn:
                follows = f"not before {last.date} ({told.called(last.where)})"
                found.setdefault(one.where, []).append(("date", str(one.date), follows))
            continue
        last = one
    for one, above in _too_low(told.proposals, serial=serial) if numbered else ():
        follows = f"a number above {above}, which was before it (108)"
        found.setdefault(one.where, []).append(("number", label(one.number), follows))
    return found


def _is_serial(proposals: Proposals) -> bool:
    turn, over, latest = 0, None, None  # the last end of the turns before, and of all so far
    for one in proposals:
        if one.turn is None:
            return False
        if one.turn != turn:
            turn, over = one.turn, latest
        if over is not None and one.proposed is not None and over.surely_after(one.proposed):
            return False
        if one.date is not None and (latest is None or one.date.at > latest.at):
            latest = one.date
    return True


def _too_low(proposals: Proposals, *, serial: bool) -> Iterator[tuple[ProposalTold, int]]:
    """With the highest number of those that were surely over when it was made."""

    def made(one: ProposalTold) -> Any:
        return one.turn if serial else one.proposed and one.proposed.at

    def over(one: ProposalTold) -> Any:
        return one.turn if serial else one.date and one.date.last

    ended = sorted((one for one in proposals if over(one) is not None), key=over)
    place, highest = 0, 0
    for one in sorted((one for one in proposals if made(one) is not None), key=made):
        while place < len(ended) and over(ended[place]) < made(one):
            highest = max(highest, ended[place].number % AGAIN)
            place += 1
        if one.number % AGAIN < highest:
            yield one, highest
