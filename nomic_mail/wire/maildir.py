"""Outgoing letters laid into folders on this machine: the embedded default.

1. One Maildir (`tmp`, `new`, `cur`) an address, below one root; any mail program can read them.
2. A letter is whole and on the disk before it shows in `new`.
3. The file's name follows from the Message-ID, so a letter sent again is found, unread in `new` or
   read in `cur`, and is not laid there twice.
4. An address becomes one safe folder name: no address leads out of the root.
5. As a delivery agent does, Return-Path and Delivered-To stand at the head; lines end in LF.
6. Folders are for their owner alone.
"""

import hashlib
import os
import threading
from pathlib import Path

from nomic_mail.composed import composed
from nomic_mail.config.told import of_system, shut
from nomic_mail.wire import Outcome

_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789@+=_-.")


def folder_name(address: str) -> str:
    """The address in small letters; what is not plain as %XX (rule 4)."""
    lowered = composed("NFC", address).lower()
    name = "".join(
        char if char in _PLAIN else "".join(f"%{byte:02X}" for byte in char.encode())
        for char in lowered
    )
    if name.startswith("."):
        name = "%2E" + name[1:]
    if len(name) > 200:
        name = name[:130] + "%" + hashlib.sha256(lowered.encode()).hexdigest()
    return name


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _unlawful(address: str) -> bool:
    """Nothing that could end a header line, and nothing that has no bytes."""
    return not address.isprintable()


class Maildirs:
    def __init__(self, root: Path) -> None:
        self._root = root

    def folder(self, address: str) -> Path:
        return self._root / folder_name(address)

    def deliver(self, mail_from: str, recipient: str, raw: bytes, name_hint: str) -> Outcome:
        if not recipient or _unlawful(recipient) or _unlawful(mail_from):
            return Outcome("failed", f"no such address can be: {recipient!r} from {mail_from!r}")
        key = name_hint.strip().encode("utf-8", "surrogateescape") or raw
        name = hashlib.sha256(key).hexdigest()[:40] + ".nomic-mail"
        trace = f"Return-Path: <{mail_from}>\nDelivered-To: {recipient}\n".encode()
        try:
            folder = self._ready(recipient)
            if _stands(folder / "cur", name):
                return Outcome("sent", f"already in {folder / 'cur'}")
            return _lay(folder, name, trace + raw.replace(b"\r\n", b"\n"))
        except OSError as error:
            if closed := shut(self._root):
                return Outcome("deferred", str(closed), way_is_closed=True)
            return Outcome("deferred", str(of_system(error, self._root)))

    def close(self) -> None:
        """Nothing is held open."""

    def _ready(self, recipient: str) -> Path:
        folder = self.folder(recipient)
        if not (folder / "new").is_dir():
            self._root.mkdir(mode=0o700, parents=True, exist_ok=True)
            # `new` last: where it stands, the whole Maildir stands.
            for each in (folder, folder / "tmp", folder / "cur", folder / "new"):
                each.mkdir(mode=0o700, exist_ok=True)
            _sync_folder(folder)
            _sync_folder(self._root)
        return folder


def _stands(folder: Path, name: str) -> bool:
    """Whether the letter is there, with whatever flags its reader gave it (rule 3)."""
    with os.scandir(folder) as entries:
        return any(entry.name.partition(":")[0] == name for entry in entries)


def _lay(folder: Path, name: str, content: bytes) -> Outcome:
    new = folder / "new" / name
    tmp = folder / "tmp" / f"{name}.{os.getpid()}.{threading.get_ident()}"
    try:
        handle = os.open(tmp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(tmp, new)
        except FileExistsError:
            _sync_folder(new.parent)  # whoever laid it may not have come so far
            return Outcome("sent", f"already in {new.parent}")
        except OSError:
            tmp.rename(new)  # a file system without links
        _sync_folder(new.parent)
        return Outcome("sent", str(new))
    finally:
        tmp.unlink(missing_ok=True)
