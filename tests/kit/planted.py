"""Bugs that a server of this kind could have, put into the real code for a while: the simulator has
to find each of them."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from nomic_mail.daemon.parts import Acceptor
from nomic_mail.game.dice import Fresh
from nomic_mail.game.programs import Declared, Throw, View
from nomic_mail.game.state import Chain
from nomic_mail.pump.engine import Pump
from nomic_mail.pump.ticking import Ticking
from nomic_mail.pump.who import again
from nomic_mail.sandbox import acts, sandbox
from nomic_mail.store.queue import outbox

Patch = pytest.MonkeyPatch


def a_dropped_commit(patch: Patch) -> None:
    """Every tenth letter is acknowledged, and never written."""
    write, count = Acceptor._write, [0]

    def forgetful(self: Acceptor, *only: Any) -> None:
        count[0] += 1
        if count[0] % 10:
            write(self, *only)
        for one in () if count[0] % 10 else self._all_that_wait():
            one.done = True

    patch.setattr(Acceptor, "_write", forgetful)


def an_unfenced_deadline(patch: Patch) -> None:
    """Deadlines go by the clock, whatever letters are still on their way in."""
    init = Pump.__init__

    def unfenced(self: Pump, *args: Any, **more: Any) -> None:
        init(self, *args, **more)
        self._sealed_until = self._clock.now

    patch.setattr(Pump, "__init__", unfenced)


def a_reused_link(patch: Patch) -> None:
    """The dice are thrown by the link of the throw before."""

    def again(self: Fresh, chain: Chain) -> str:
        return link(self, replace(chain, used=max(chain.used - 1, 0)))

    link = Fresh.link
    patch.setattr(Fresh, "link", again)


def a_ballot_counted_after_its_close(patch: Patch) -> None:
    """A letter is worked on before what was due before it came."""
    tick = Ticking.tick

    def asleep(self: Ticking, *args: Any, at_once: bool = False) -> int | None:
        return tick(self, *args, at_once=True) if at_once else 0

    patch.setattr(Ticking, "tick", asleep)


def a_duplicate_acted_on_twice(patch: Patch) -> None:
    patch.setattr(again, "seen_before", lambda case: None)


def an_answer_forgotten(patch: Patch) -> None:
    """Of the letters that one letter leads to, the last is not queued where there are many."""
    add = outbox.add

    def forgetful(connection: Any, letters: Any, *more: Any) -> None:
        add(connection, letters[:-1] if len(letters) > 1 else letters, *more)

    patch.setattr(outbox, "add", forgetful)


def what_a_dead_worker_did_is_kept(patch: Patch) -> None:
    """A call that is made again goes on from what the one before it did."""
    made, last = acts.Doing, list[acts.Doing]()

    def kept(declared: Declared, view: View, throw: Throw, *more: Any) -> acts.Doing:
        if not last or last[0].view is not view:
            last[:] = [made(declared, view, throw, *more)]
        return last[0]

    patch.setattr(sandbox, "Doing", kept)


# Of servers whose players use rules that run.
PLANTED_IN_PROGRAMS = (what_a_dead_worker_did_is_kept, "the record is proven", 1)
# Each with the promise that it breaks, and a seed that shows it at once.
PLANTED: tuple[tuple[Callable[[Patch], None], str, int], ...] = (
    (a_dropped_commit, "nothing is lost", 32),
    (an_unfenced_deadline, "no punctual vote is late", 13),
    (a_reused_link, "each throw has its own link", 0),
    (a_ballot_counted_after_its_close, "no late vote counts", 4),
    (a_duplicate_acted_on_twice, "nothing is doubled", 11),
    (an_answer_forgotten, "every letter is answered once", 71),
)
