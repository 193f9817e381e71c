"""What a data folder was last served with: which database, and which key.

1. The database has an id, and the folder has it too, in the file `served`; the database knows the
   key that its letters were written with, by a digest. Where they do not agree something was lost
   or mixed up, and nothing is served: letters would be taken in that no game knows of, and good
   reply addresses would be answered by nobody.
2. Whoever means it says so once: `serve --anew`. A restored backup says it by itself.
3. What has no id yet (a new folder, a server of before) gets one without a word.
"""

import hmac
import os
import secrets
from pathlib import Path

from nomic_mail.config import Config
from nomic_mail.daemon.opening import Trouble
from nomic_mail.store.database import identity
from nomic_mail.store.database.engines import Connection, Database

ANEW = "; if this is what you want to serve, start once with `nomic-mail serve --anew`"
LOST = (
    "{what}, and this folder has served another one: put back nomic.db as it was, or a backup"
    " (nomic-mail restore)" + ANEW
)


def file_of(config: Config) -> Path:
    return config.data / "served"


def refuse_lost(config: Config) -> None:
    """Before a database that is gone is made anew, empty."""
    url = config.database_url
    path = Path(url.removeprefix("sqlite:///"))
    if not url.startswith("sqlite:///") or not file_of(config).exists():
        return
    if not path.exists() or not path.stat().st_size:
        what = "is empty" if path.exists() else "is gone"
        raise Trouble(LOST.format(what=f"{path} {what}"))


def amiss(config: Config, connection: Connection, key: bytes) -> str:
    """What does not agree (rule 1), with what helps; nothing where all does."""
    own, known = _own(config), identity.of(connection)
    if own and own != known.id:
        shown = config.database_url.rpartition("@")[2].removeprefix("sqlite:///")
        return LOST.format(what=f"{shown} is not the database that was here")
    if known.key and known.key != _digest(key):
        return (
            f"{config.secret_file} is not the key of this database: with it no address in"
            f" anybody's letters works any more. Put the old key back, from a backup say{ANEW}"
        )
    return ""


def agree(config: Config, database: Database, key: bytes, *, anew: bool) -> None:
    with database.write() as connection:
        if not anew and (told := amiss(config, connection, key)):
            raise Trouble(told)
        known = identity.of(connection)
        name = known.id or secrets.token_hex(16)
        if known != (now := identity.Identity(name, _digest(key))):
            identity.keep(connection, now)
    if _own(config) != name:
        _write(file_of(config), f"{name}\nThe database that this folder is served with.\n")


def _write(file: Path, text: str) -> None:
    """Whole or not at all: half a name would be another database's."""
    new = file.with_name(f"{file.name}.new")
    with new.open("w", encoding="ascii") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    new.replace(file)


def forget(config: Config) -> None:
    """For a backup that was put back."""
    file_of(config).unlink(missing_ok=True)


def _own(config: Config) -> str:
    try:
        return file_of(config).read_text().partition("\n")[0]
    except FileNotFoundError:
        return ""


def _digest(key: bytes) -> str:
    """Tells two keys apart, and nothing of either."""
    return hmac.digest(key, b"which key", "sha256").hex()[:32]
