"""What a data folder was last served with: which database, and which key.

1. The database has an id, and the folder has it too, in the file `served`; the database knows the
   key that its letters were written with, by a digest. Where they do not agree something was lost
   or mixed up, and nothing is served: letters would be taken in that no game knows of, and good
   reply addresses would be answered by nobody.
2. Whoever means it says so once: `serve --anew`. A restored backup says it by itself. A database
   that is new beside a key that was used gives nothing that the one before may have given, since
   the folder was first served: else its letters would speak for whoever has the same number.
3. What has no id yet (a new folder, a server of before) gets one without a word.
"""

import hmac
import os
import re
import secrets
from datetime import UTC, datetime
from errno import EISDIR
from os import strerror
from pathlib import Path

from nomic_mail import __version__
from nomic_mail.config import Config, lost
from nomic_mail.config.told import of_system
from nomic_mail.daemon.opening import PartLost, Trouble
from nomic_mail.daemon.parts import parcel_of_act
from nomic_mail.store.database import copies, identity, numbers
from nomic_mail.store.database.engines import Connection, Database
from nomic_mail.store.queue import inbox

NAME = re.compile(r"[0-9a-f]{32}")


def file_of(config: Config) -> Path:
    return config.data / "served"


def _database(config: Config) -> Path | None:
    url = config.database_url
    is_file = url.startswith("sqlite:///")
    return Path(url.removeprefix("sqlite:///").partition("?")[0]) if is_file else None


def gone(config: Config, *, runs: bool = False) -> Trouble | None:
    """What is said of a database that is not there, or holds nothing though it was served; while a
    server runs on it, or before one starts."""
    file = _database(config)
    if file is None:
        return None
    was = file_of(config).exists()
    if file.is_dir():
        told = of_system(IsADirectoryError(EISDIR, strerror(EISDIR), str(file)))
        return PartLost(told.what, told.fix)
    if file.exists() and (file.stat().st_size or not was):
        return None
    return PartLost(*lost.database(config.file, file, served=was, runs=runs))


def refuse_lost(config: Config) -> None:
    """Before a database that is gone is made anew, empty."""
    file, trouble = _database(config), gone(config)
    if file is not None and trouble is not None and (file_of(config).exists() or file.is_dir()):
        raise trouble


def amiss(config: Config, connection: Connection, key: bytes) -> Trouble | None:
    """What does not agree (rule 1), with what helps."""
    own, known = _own(config), identity.of(connection)
    if own and not NAME.fullmatch(own):
        games = f"{lost.tool_name()} {lost.config_option(config.file)}game list"
        return PartLost(
            f"{file_of(config)}, which tells the database that was here, is damaged",
            f"if `{games}` shows the games that were played here, delete that file and start again",
        )
    if own and own != known.id:
        shown = config.database_url.rpartition("@")[2].removeprefix("sqlite:///")
        return PartLost(
            f"{shown} is not the database that was here",
            "put that one back, or your newest backup as FILE:"
            f" `{lost.restoring(config.file.parent)}` ({lost.SINCE}); or, if this one is meant,"
            f" start once with {lost.anew(config.file)}:"
            " nothing is deleted",
        )
    if known.key and known.key != _digest(key):
        what = f"{config.secret_file} is not the key of this database"
        return WrongKey(*lost.key(config.file, config.secret_file, what, used=True))
    return None


class WrongKey(PartLost):
    """The database is right, and the key is another's."""


def agree(config: Config, database: Database, key: bytes, now: datetime, *, anew: bool) -> None:
    with database.write() as connection:
        if not anew and (trouble := amiss(config, connection, key)):
            raise trouble
        known = identity.of(connection)
        if not known.key and _own(config) not in ("", known.id):
            _begin_behind(config, connection, now)
        name = known.id or secrets.token_hex(16)
        here = identity.Identity(name, _digest(key))
        if known != here or identity.program(connection) != __version__:
            identity.keep(connection, here, __version__)
    if _own(config) != name:
        _write(file_of(config), f"{name}\nThe database that this folder is served with.\n")


def _begin_behind(config: Config, connection: Connection, now: datetime) -> None:
    """Rule 2."""
    began = datetime.fromtimestamp(file_of(config).stat().st_mtime, UTC)
    copies.begin_epoch(connection, now)
    next_in = numbers.begin_behind(connection, now - began)
    done = {"state": "done", "settled_at": now, "result": "ok: begun anew, without the games"}
    place = parcel_of_act(now, "begun anew", {})  # behind which all letters are
    inbox.accept(connection, place, ["moderator"], id=next_in, **done)


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
        return file_of(config).read_text("ascii", "replace").partition("\n")[0]
    except FileNotFoundError:
        return ""


def _digest(key: bytes) -> str:
    """Tells two keys apart, and nothing of either."""
    return hmac.digest(key, b"which key", "sha256").hex()[:32]
