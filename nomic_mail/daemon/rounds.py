"""The rounds of a thread that waits for work: it does some when woken, and survives trouble."""

import logging
import threading
from collections.abc import Callable

from nomic_mail.daemon.watch import Heart
from nomic_mail.store.database.engines import Busy

log = logging.getLogger("nomic_mail.daemon")

BUSY_SECONDS = 1.0
TELL_AGAIN_SECONDS = 600


def go_round(
    heart: Heart,
    wake: threading.Event,
    work: Callable[[Callable[[], bool]], int],
    after: Callable[[int], None],
    seconds: Callable[[], float],
) -> None:
    """Until it shall stop. `after` is told how much was done; `seconds` is the steady clock."""
    told: dict[str, float] = {}  # what is wrong, and when the log was told so

    def is_news(words: str) -> bool:
        """It is tried again each second: a line for each would fill a disk that is full already."""
        now = seconds()
        if now - told.get(words, -TELL_AGAIN_SECONDS) < TELL_AGAIN_SECONDS:
            return False
        told[words] = now
        return True

    while not heart.is_set():
        wake.wait()
        wake.clear()
        try:
            done = work(heart.is_set)
            if told:
                log.warning("the %s works again", threading.current_thread().name)
                told.clear()
            after(done)
        except Busy as busy:
            if is_news(str(busy)):
                log.warning("the database cannot be used, and is tried again: %s", busy)
            heart.wait(BUSY_SECONDS)
            wake.set()
        except Exception as error:
            if is_news(repr(error)):
                log.exception("a role stumbled; it goes on")
            heart.wait(BUSY_SECONDS)
