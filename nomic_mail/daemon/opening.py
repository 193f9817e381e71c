"""What every command begins with: the database, and why something cannot be opened.

It is apart from the other parts so that a command that only looks loads nothing else of the server.
"""

import errno

from nomic_mail.config import Config
from nomic_mail.config.told import Fixable
from nomic_mail.store.database.engines import Database

# What the system says where somebody has to put something right; the rest goes by itself.
_MISTAKES = (PermissionError, FileNotFoundError, NotADirectoryError, IsADirectoryError)


def is_a_mistake(error: BaseException) -> bool:
    """Which somebody has to put right first: no waiting helps."""
    return isinstance(error, _MISTAKES) or getattr(error, "errno", 0) == errno.ELOOP


class Trouble(Fixable):
    """The server cannot start as it is; the message says what to do."""


class PartLost(Trouble):
    """A part of it is gone, or another's: whoever looks sees it, too."""


class NotYet(Trouble):
    """It cannot start just now, and another start may: somebody else has what it needs, a disk is
    full, a port is taken."""


class RunsAlready(NotYet):
    """What shall be begun is done already, by somebody who lives."""


def open_database(config: Config) -> Database:
    config.data.mkdir(parents=True, exist_ok=True)
    database = Database(config.database_url)
    database.migrate()
    return database
