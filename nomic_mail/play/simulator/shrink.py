"""A failure made small: the fewest steps that still break the same promise."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from nomic_mail.play.simulator.house import Disk
from nomic_mail.play.simulator.steps import Played, Step, played

MOST_TRIES = 150


class Failure(Struct, frozen=True):
    """The run that failed, and what it was shrunk to; both can be played again."""

    whole: Played
    steps: tuple[Step, ...]
    run: Played

    @property
    def only(self) -> str:
        return ",".join(str(one.place) for one in self.steps)


def shrunk(
    whole: Played,
    steps: Sequence[Step],
    disk: Disk,
    tried: Callable[[int], None] = lambda left: None,
    *,
    programs: bool = False,
) -> Failure:
    """Leaves out ever smaller pieces (delta debugging), as long as it breaks all the same."""
    left, best = list(steps), whole
    size, tries = max(len(left) // 2, 1), MOST_TRIES
    while tries and left:
        at, did = 0, False
        while at < len(left) and tries:
            tries -= 1
            tried(len(left))
            less = left[:at] + left[at + size :]
            run = played(whole.seed, less, disk, programs=programs)
            if _same(run, whole):
                left, best, did = less, run, True
            else:
                at += size
        if size == 1 and not did:
            break
        size = max(size // 2, 1)
    return Failure(whole, tuple(left), best)


def _same(one: Played, other: Played) -> bool:
    if one.broken is None or other.broken is None:
        return False
    return one.broken.promise == other.broken.promise
