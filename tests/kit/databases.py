"""Where the tests keep their games: in a file beside each, or, in a run with
NOMIC_DATABASE=postgresql, in databases of a cluster of PostgreSQL that the run starts.

1. What a test took is emptied and given to the next (conftest).
2. What looks into SQLite's own file or beside it, or has a configuration of its own that names no
   other database, has nothing to look at there: `of_sqlite` is skipped.
3. No test cuts the power, so no commit in a test's own process waits for the disk (`test_disk` asks
   for what the program does). A server that a test starts waits as it always does.
"""

import atexit
import os
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from nomic_mail.config import Server
from nomic_mail.store.database.sqlite import SYNCHRONOUS

if TYPE_CHECKING:
    from tests.kit.real.real_postgres import Postgres

ON_POSTGRESQL = os.environ.get("NOMIC_DATABASE") == "postgresql"
of_sqlite = pytest.mark.skipif(ON_POSTGRESQL, reason="it is about SQLite's own file")


AS_IT_IS = dict(SYNCHRONOUS)
SYNCHRONOUS.update(dict.fromkeys(SYNCHRONOUS, "OFF"))


class Databases:
    """Of one worker of the run."""

    def __init__(self) -> None:
        self._cluster: Postgres | None = None
        self._free: list[str] = []
        self.taken: list[str] = []

    def _start(self) -> "Postgres":
        from tests.kit.real.real_postgres import postgres  # which itself asks for a server

        until_the_end = ExitStack()
        cluster = until_the_end.enter_context(postgres())
        atexit.register(until_the_end.close)
        return cluster

    def take(self) -> str:
        """One with all tables, and nothing in them."""
        self._cluster = self._cluster or self._start()
        url = self._free.pop() if self._free else self._cluster.made()
        self.taken.append(url)
        return url

    def give_back(self, kept: int) -> None:
        """All that were taken since so many were."""
        while len(self.taken) > kept:
            url = self.taken.pop()
            if self._cluster is not None:
                self._cluster.empty(url)
                self._free.append(url)


DATABASES = Databases()


def new_database() -> str:
    """As a configuration names it."""
    return DATABASES.take() if ON_POSTGRESQL else Server().database
