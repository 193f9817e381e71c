"""Backups: all that a server is, in one file.

1. In it are the configuration, the database, the secret, and every file that the configuration
   names: so it is for its owner alone (0600), and nobody else should ever have it.
2. The server runs on meanwhile. The file has its name only when it is whole and on the disk; one
   that is there is never overwritten.
3. Each part lies in it under the configuration's name for it (`outgoing.password_file`), and goes
   back to where the configuration says it is. A list with its SHA-256 comes first.
4. What is laid into Maildirs has been sent, and is not in it. A PostgreSQL database is not either:
   `pg_dump` is for that.
"""

import io
import json
import os
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from gzip import GzipFile
from hashlib import file_digest
from pathlib import Path
from typing import BinaryIO

from nomic_mail import __version__
from nomic_mail.clock import Clock
from nomic_mail.config import Config
from nomic_mail.daemon.opening import Trouble
from nomic_mail.daemon.parts import load_keys
from nomic_mail.store.database import copies
from nomic_mail.store.database.engines import Database

FORMAT = "nomic-mail/backup/1"
LIST = "backup.json"
CONFIG, DATABASE, TEMPLATES = "config.toml", "nomic.db", "templates/"
LOGIN_FILES = ("password_file", "oauth_refresh_file", "ca_file")
SQLITE = "sqlite:///"


def database_file(config: Config) -> Path | None:
    """None where the database is not a file of ours."""
    url = config.database_url
    return Path(url.removeprefix(SQLITE).partition("?")[0]) if url.startswith(SQLITE) else None


def places(config: Config) -> dict[str, Path]:
    """Rule 3, but for the database: what each part is called, and where it is."""
    found = {CONFIG: config.file.absolute(), "server.secret_file": config.secret_file}
    logins = [("outgoing", config.outgoing)]
    named = [*logins, *((f"mailbox-{n}", box) for n, box in enumerate(config.mailbox, 1))]
    for section, login in named:
        for key in LOGIN_FILES:
            if written := getattr(login, key):
                found[f"{section}.{key}"] = config.path(written)
    return found


def own_templates(config: Config) -> Path | None:
    return config.templates_folders[0] if config.templates.path else None


def back_up(
    config: Config, out: Path | None, clock: Clock, told: copies.Told = lambda done, of: None
) -> list[str]:
    """Writes the backup, to standard output where no file is named; what is not in it, in words."""
    load_keys(config)  # a backup without the key would be none
    if out is None:
        with tempfile.TemporaryDirectory(dir=config.data) as folder:
            return _write(config, sys.stdout.buffer, Path(folder), clock, told)
    if out.exists():
        raise Trouble(f"{out} is there already, and is not overwritten")
    folder_of = out.absolute().parent
    if not folder_of.is_dir():
        raise Trouble(f"there is no folder {folder_of}: make it, or name another place")
    if not os.access(folder_of, os.W_OK | os.X_OK):
        raise Trouble(f"{folder_of} cannot be written by this user: name another place")
    with tempfile.TemporaryDirectory(dir=folder_of, prefix=".backup-") as folder:
        new = Path(folder, "new")  # the folder is for its owner alone
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as to:
            left_out = _write(config, to, Path(folder), clock, told)
            to.flush()
            os.fsync(to.fileno())
        if out.exists():
            raise Trouble(f"{out} has come to be meanwhile, and is not overwritten")
        new.rename(out)
        sync_folder(folder_of)
    return left_out


def _write(
    config: Config, to: BinaryIO, folder: Path, clock: Clock, told: copies.Told
) -> list[str]:
    made_at = clock.now()  # what is accepted from here on may be in it, or not
    parts, left_out = _parts(config)
    if database_file(config) is not None:
        parts[DATABASE] = folder / "database"
        database = Database(config.database_url)
        try:
            copies.snapshot(database, parts[DATABASE], told)
        finally:
            database.close()
    else:
        left_out.append("the database: dump it with pg_dump, just before or after this")
    listed = {
        "format": FORMAT,
        "made_at": made_at.isoformat(),
        "made_by": __version__,
        "parts": {name: sha256_of(path) for name, path in parts.items()},
    }
    packed = GzipFile(fileobj=to, mode="wb", compresslevel=6)
    with packed, tarfile.open(fileobj=packed, mode="w|") as tar:
        _add(tar, LIST, io.BytesIO(json.dumps(listed, indent=1).encode()), made_at, 0o600)
        for name, path in parts.items():
            with path.open("rb") as content:
                _add(tar, name, content, made_at, path.stat().st_mode & 0o777)
    return left_out


def _parts(config: Config) -> tuple[dict[str, Path], list[str]]:
    parts, left_out = {}, []
    for name, path in places(config).items():
        if path.is_file():
            parts[name] = path
        else:
            left_out.append(f"{path} ({name}), which is not there")
    own = own_templates(config)
    for path in sorted(own.rglob("*")) if own is not None else []:
        if own is not None and path.is_file():
            parts[f"{TEMPLATES}{path.relative_to(own)}"] = path
    if config.outgoing.kind == "maildir":
        left_out.append(f"the letters in {config.maildir}, which have been sent")
    return parts, left_out


def _add(tar: tarfile.TarFile, name: str, content: BinaryIO, made_at: datetime, mode: int) -> None:
    member = tarfile.TarInfo(name)
    member.size = content.seek(0, os.SEEK_END)
    content.seek(0)
    member.mtime, member.mode = int(made_at.timestamp()), mode
    tar.addfile(member, content)


def sha256_of(path: Path) -> str:
    with path.open("rb") as content:
        return file_digest(content, "sha256").hexdigest()


def sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Backup:
    """One that is being read: its list, and its parts in their order."""

    def __init__(self, tar: tarfile.TarFile) -> None:
        self._tar = tar
        first = tar.next()
        content = tar.extractfile(first) if first is not None and first.name == LIST else None
        listed = json.load(content) if content is not None else {}
        if listed.get("format") != FORMAT:
            raise Trouble("that is no backup of nomic-mail, or one of a newer version")
        self.made_at = datetime.fromisoformat(listed["made_at"])
        self.sums: dict[str, str] = listed["parts"]

    def unpack(self, place: Callable[[str], Path]) -> None:
        """Each part into the file that `place` gives for it, with the rights it had."""
        while (member := self._tar.next()) is not None:
            content = self._tar.extractfile(member)
            if member.name not in self.sums or content is None:
                raise Trouble(f"the backup is damaged: {member.name} is not in its list")
            path = place(member.name)
            mode = member.mode & 0o700 | 0o600
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as to:
                while piece := content.read(1 << 20):
                    to.write(piece)
                to.flush()
                os.fsync(to.fileno())
            if sha256_of(path) != self.sums.pop(member.name):
                raise Trouble(f"the backup is damaged: {member.name} is not what it was")
        if self.sums:
            raise Trouble(f"the backup is damaged: {', '.join(self.sums)} is missing")


@contextmanager
def opened(file: Path) -> Iterator[Backup]:
    try:
        with tarfile.open(file, "r:gz") as tar:
            yield Backup(tar)
    except (tarfile.TarError, EOFError, ValueError, KeyError) as broken:
        raise Trouble(f"{file} cannot be read as a backup: {broken}") from broken
