"""Letters are not kept for ever, where `[store] keep_raw` says for how long.

1. What was settled longer ago loses its bytes, in one transaction; a letter that still waits for
   somebody keeps them. The ledger, its seals and the digests that throws stand on are untouched.
2. What is nobody's in any game is kept for `keep_strangers`, and no more of it than
   `strangers_bytes`: nobody fills the disk with letters.
3. Letters to all players are part of the record, and stay (`export --format mbox`).
"""

import logging
from datetime import datetime, timedelta

from nomic_mail.archive.mbox import is_public
from nomic_mail.config import Config
from nomic_mail.store.database import removal
from nomic_mail.store.database.engines import Database
from nomic_mail.store.people import unproven

ALWAYS = timedelta(days=36_500)
DAY = timedelta(days=1)

log = logging.getLogger("nomic_mail.daemon")


def forget(database: Database, config: Config, now: datetime) -> int:
    """How many letters were forgotten."""
    store, count = config.store, 0
    if store.raw_kept_for:
        with database.write() as connection:
            count = removal.forget_raw(connection, now - store.raw_kept_for, is_public)
    since = now - (store.strangers_kept_for or ALWAYS)
    with database.write() as connection:
        count += removal.forget_strangers(connection, since, store.strangers_bytes, now)
        unproven.forget(connection, now - 2 * DAY)
    if count:
        log.info("letters forgotten", extra={"letters": count, "kept_for": store.keep_raw})
    return count
