"""What the real programs are that tests share: one PostgreSQL for each worker of the run, in which
each test has a database of its own. To make a server costs more than most tests that ask it.
"""

from collections.abc import Iterator

import pytest

from tests.kit.real.real_postgres import Postgres, postgres


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Postgres]:
    """Never stopped by a test: who does that has its own."""
    with postgres() as server:
        yield server
