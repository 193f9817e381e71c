"""Letters are not kept for ever, where `[store] keep_raw` says for how long.

1. What was settled longer ago loses its bytes, in one transaction; a letter that still waits for
   somebody keeps them. The ledger, its seals and the digests that throws stand on are untouched.
2. Letters to all players are part of the record, and stay (`export --format mbox`).
"""

import logging
from datetime import datetime

from nomic_mail.archive.mbox import is_public
from nomic_mail.config import Config
from nomic_mail.store.database import removal
from nomic_mail.store.database.engines import Database

log = logging.getLogger("nomic_mail.daemon")


def forget(database: Database, config: Config, now: datetime) -> int:
    """How many letters were forgotten."""
    kept_for = config.store.raw_kept_for
    if not kept_for:
        return 0
    with database.write() as connection:
        count = removal.forget_raw(connection, now - kept_for, is_public)
    if count:
        log.info("letters forgotten", extra={"letters": count, "kept_for": config.store.keep_raw})
    return count
