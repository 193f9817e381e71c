"""The funnel of `status`, looked at all the while something else goes on: at any moment received =
waiting + done + screened + held + discarded + duplicate, and nothing that came in is ever gone.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from nomic_mail.store.database.engines import Database
from nomic_mail.store.queue import inbox

PAUSE_SECONDS = 0.005

# held by each look; and by who listens to events of all engines, which no other thread may use then
LOOKING = threading.Lock()


@dataclass
class Looks:
    """How often it was looked at, how much had come in, and every time it did not add up."""

    count: int = 0
    received: int = 0
    wrong: list[str] = field(default_factory=list)

    def look(self, database: Database) -> None:
        with LOOKING, database.read() as connection:
            funnel, received = inbox.funnel(connection), inbox.received(connection)
        if set(funnel) != set(inbox.FUNNEL) or sum(funnel.values()) != received:
            self.wrong.append(f"{received} received, and {funnel}")
        if received < self.received:
            self.wrong.append(f"{self.received} had come in, and now {received}")
        self.count, self.received = self.count + 1, received


@contextmanager
def watched(url: str) -> Iterator[Looks]:
    """With a connection of its own, as another process has; judged at the end."""
    looks, over, troubles = Looks(), threading.Event(), list[Exception]()

    def watch() -> None:
        with LOOKING:
            database = Database(url)
        try:
            while not over.wait(PAUSE_SECONDS):
                looks.look(database)
            looks.look(database)
        except Exception as trouble:
            troubles.append(trouble)
        database.close()

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield looks
    finally:
        over.set()
        thread.join(60)
    assert not troubles, troubles
    assert not looks.wrong, looks.wrong[:5]
    assert looks.count > 0
