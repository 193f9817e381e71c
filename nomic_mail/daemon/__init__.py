"""The composition root: builds the parts, starts the roles, and stops them cleanly.

1. Roles: the listener (its own loop), one for each mailbox, one pump, one sender. Whatever comes
   again and again is a job of APScheduler's (clockwork), and a job only ticks: the work is found by
   asking the database, so a missed tick loses nothing.
2. A stop takes no new letters, lets the transaction in hand end, and leaves the rest in the
   database.
3. One daemon serves a database on SQLite: the lock of each role says who (lock). Several share one
   on PostgreSQL (workers).
"""

from nomic_mail.daemon.doctor import Finding, examine, examine_mailbox, examine_way_out
from nomic_mail.daemon.lock import fence_beside
from nomic_mail.daemon.logs import configure_logging
from nomic_mail.daemon.parts import (
    MISTAKES,
    Acceptor,
    NotYet,
    Trouble,
    deliver,
    hand_in_act,
    holder_name,
    load_keys,
    open_database,
    outcome_of_act,
    outlet_for,
    random_bytes,
    refuse_broken_templates,
    write_secret,
)
from nomic_mail.daemon.sender import Sender
from nomic_mail.daemon.server import Daemon

__all__ = [
    "MISTAKES",
    "Acceptor",
    "Daemon",
    "Finding",
    "NotYet",
    "Sender",
    "Trouble",
    "configure_logging",
    "deliver",
    "examine",
    "examine_mailbox",
    "examine_way_out",
    "fence_beside",
    "hand_in_act",
    "holder_name",
    "load_keys",
    "open_database",
    "outcome_of_act",
    "outlet_for",
    "random_bytes",
    "refuse_broken_templates",
    "write_secret",
]
