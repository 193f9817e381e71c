"""A helper of a server, as that hears it ([server] workers)."""

import os
import threading
import time
from collections.abc import Callable

from nomic_mail.daemon.helpers import DID, HEARD
from nomic_mail.daemon.helping import Voice
from nomic_mail.daemon.rounds import go_round


def test_in_a_long_round_it_says_that_it_lives() -> None:
    """There are letters for minutes, and who says nothing hangs."""
    ours, theirs = os.pipe()
    stop, wake, heard = threading.Event(), threading.Event(), list[bytes]()
    voice = Voice(stop, time.monotonic, theirs)

    def a_long_round(stops: Callable[[], bool]) -> int:
        for _ in range(25):
            stops()
            time.sleep(0.1)
        heard.append(os.read(ours, 100))
        stop.set()
        return 1

    wake.set()
    go_round(voice, wake, a_long_round, lambda done: voice.say(DID), time.monotonic)
    assert heard == [2 * HEARD]
    assert os.read(ours, 100) == DID


def test_a_server_that_has_gone_is_told_nothing_and_harms_nobody() -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    Voice(threading.Event(), time.monotonic, theirs).say(HEARD)
