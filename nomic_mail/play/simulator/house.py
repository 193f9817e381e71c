"""The server: the real daemon without its threads, on a disk that can fail and with a power that
can be cut between any two steps of its work.

1. A cut is an exception that nothing catches (`PowerCut`); from then on nothing more is written,
   and the next server finds the file as the last commit left it; every second time, as the last one
   did that the server waited for the disk for.
2. Letters come in by the listener's own way in (`take`), or are read out of a mailbox whose server
   is played here.
"""

import hmac
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from nomic_mail.clock import SetClock
from nomic_mail.config import Config, ListenerSection, Mail, Mailbox, ModeratorSection
from nomic_mail.daemon.server import Daemon
from nomic_mail.play.table import AUTHSERV_ID, HOST
from nomic_mail.sandbox.workers import POOL
from nomic_mail.store.database import heartbeats
from nomic_mail.store.database.engines import Busy, Connection, Database
from nomic_mail.wire import Envelope, Known, Outlet

STEPS = ("accepted", "decided", "written", "committed", "sending", "sent", "marked")
OF_A_MAILBOX = ("accepted", "moving", "moved")
IN_A_CALL = "calling"


IN_MEMORY = Path("/dev/shm")  # noqa: S108  a file there is quick, and a file


class PowerCut(BaseException):
    """Everything that is not on the disk is gone."""


class HeldDisk(Database):
    """Knows what the disk has for certain, where more was written that nobody waited for."""

    certain: dict[Path, bytes] | None = None

    @contextmanager
    def write(self, *, durable: bool = True, **how: bool) -> Iterator[Connection]:
        if not durable and self.certain is None:
            self.certain = {file: file.read_bytes() for file in self._files() if file.exists()}
        with super().write(durable=durable, **how) as connection:
            yield connection
        if durable:
            self.certain = None

    def lose(self) -> None:
        """All that the disk does not have for certain, with every connection closed."""
        if self.certain is not None:
            for file in self._files():
                file.unlink(missing_ok=True)
            for file, was in self.certain.items():
                file.write_bytes(was)
        self.certain = self.which = None

    def lose_sight(self) -> None:
        """Of a file that is made anew under the same name."""
        self.certain = self.which = None

    def _files(self) -> list[Path]:
        whole = Path(self.url.removeprefix("sqlite:///"))
        return [whole, whole.with_name(f"{whole.name}-wal")]


class Disk:
    """A folder in memory where there is one, with a database in it. Its engines are kept from one
    server to the next: all they know is how statements are written."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(dir=IN_MEMORY if IN_MEMORY.is_dir() else None))
        self.database = HeldDisk(f"sqlite:///{self.folder / 'nomic.db'}")

    def wipe(self) -> None:
        self.database.close()
        self.database.lose_sight()
        for file in self.folder.iterdir():
            file.unlink()
        self.database.make()

    def close(self) -> None:
        self.database.close()
        shutil.rmtree(self.folder)


@contextmanager
def new_disk() -> Iterator[Disk]:
    disk = Disk()
    try:
        yield disk
    finally:
        disk.close()


class House:
    """`ways_in`: listener, mailbox or both."""

    def __init__(
        self, disk: Disk, seed: str, at: datetime, outlet: Outlet, ways_in: str = "listener"
    ) -> None:
        disk.wipe()
        folder, self.database = disk.folder, disk.database
        self.clock = SetClock(at)
        self.post_box = PostBox(self._step)
        self.cuts = 0
        self._seed, self._outlet = seed.encode(), outlet
        self._cut_at, self._cut_after, self._only_stumbles = "", 0, False
        self._dead = False
        self.disk_is_full = False
        self.worker_dies_in: int | None = None  # so many more things that programs ask of us
        self.workers_died = 0
        box = Mailbox(security="none", user="nomic", password="played", idle=False)  # noqa: S106
        self.config = Config(
            file=folder / "config.toml",
            mail=Mail(address=f"nomic@{HOST}", authserv_id=AUTHSERV_ID, dkim=False),
            moderator=ModeratorSection(name="The Moderator", address=f"moderator@{HOST}"),
            listener=ListenerSection(enabled=ways_in != "mailbox", port=0),
            mailbox=() if ways_in == "listener" else (box,),
        )
        self.key = hmac.digest(self._seed, b"key", "sha256")
        (folder / "secret.key").write_text(self.key.hex(), encoding="ascii")
        self.daemon: Daemon | None = None

    @property
    def up(self) -> Daemon:
        if self.daemon is None:
            raise RuntimeError("the server does not run")
        return self.daemon

    @property
    def listens(self) -> bool:
        return self.config.listener.enabled

    # Power and disk

    def start(self) -> None:
        self._dead = False
        self.database.guard = None
        self.daemon = Daemon(
            self.config, self.clock, self._fresh, self._step, self._outlet, self.database
        )
        self.daemon.start()
        self.database.guard = self._guard
        for role in self.daemon.mailboxes:
            setattr(role.reader._line, "_opened", self.post_box.client)  # noqa: B010

    def stop(self) -> None:
        """As by SIGTERM."""
        self._cut_at = ""
        self.up.stop()
        self.daemon = None

    def cut(self) -> None:
        """The power is gone."""
        self._dead = True
        self.cuts += 1
        self._cut_at = ""
        self.database.close()
        if self.cuts % 2:
            self.database.lose()
        self.up._roles.release(self.up.clock.now())
        self.daemon = None

    def cut_at(self, step: str, after: int, *, only_stumbles: bool = False) -> None:
        """The power will fail when the work has reached this step so many times more; or the disk,
        just this once."""
        self._cut_at, self._cut_after, self._only_stumbles = step, after, only_stumbles

    def _step(self, name: str) -> None:
        if name == IN_A_CALL and self.worker_dies_in is not None:
            self._worker_may_die()
        if name == self._cut_at:
            self._cut_after -= 1
            if self._cut_after < 0 and self._only_stumbles:
                self._cut_at = ""
                raise Busy("disk I/O error")
            if self._cut_after < 0:
                self._dead = True
                raise PowerCut(name)

    def _worker_may_die(self) -> None:
        self.worker_dies_in = (self.worker_dies_in or 0) - 1
        if self.worker_dies_in < 0 and POOL.at_work is not None:
            self.worker_dies_in = None
            self.workers_died += 1
            os.kill(POOL.at_work, signal.SIGKILL)

    def sending(self) -> None:
        """Called before a letter goes out."""
        self._step("sending")

    def _guard(self, connection: Connection) -> None:
        if self._dead:
            raise PowerCut("nothing more is written")
        if self.disk_is_full:
            raise Busy("database or disk is full")

    def _fresh(self, cause: str) -> bytes:
        return hmac.digest(self._seed, cause.encode(), "sha256")

    # Work

    def take(self, raw: bytes, mail_from: str, to: str) -> bool:
        """A whole letter over SMTP; whether there was a 250. Else its sender tries again."""
        flight, at = self.begin()
        return self.end(flight, at, raw, mail_from, to)

    def begin(self) -> tuple[int, datetime]:
        """The final dot is in: this is its time of receipt, and it is held by the fence."""
        return self.up.listener.flights.begin()  # type: ignore[no-any-return]

    def end(self, flight: int, at: datetime, raw: bytes, mail_from: str, to: str) -> bool:
        listener = self.up.listener
        try:
            listener.accept(raw, Envelope(mail_from, (to,)), at)
        except Exception:
            return False
        finally:
            listener.flights.end(flight)
        return True

    def known(self, to: str) -> Known:
        """As the listener answers, which says "later" whatever goes wrong."""
        if not self.listens:
            return "ours"
        try:
            found: Known | Callable[[], Known] = self.up.listener.known(to)
            return found() if callable(found) else found
        except Exception:
            return "later"

    def work(self) -> None:
        """All that the roles would do by now."""
        daemon = self.up
        for role in daemon.mailboxes:
            role.look()
        for run in (daemon._away.settle, daemon.pump.run, daemon.sender.run):
            with suppress(Busy):
                run()

    def beat(self) -> None:
        """As it does every half minute: so it is known since when nothing could come in."""
        if self.daemon is not None and self.listens and not self.disk_is_full:
            with self.database.write() as connection:
                heartbeats.beat(connection, "listener", self.clock.now(), "the simulator")


class PostBox:
    """A mailbox on a mail server: what of IMAP our reader uses. Its clock may be off a little."""

    def __init__(self, step: Callable[[str], None]) -> None:
        self._step = step
        self.letters: dict[int, tuple[bytes, datetime]] = {}
        self.fails_after: int | None = None  # so many more answers, and then the line breaks
        self._next = 1

    def put(self, raw: bytes, mail_from: str, to: str, at: datetime) -> None:
        self.letters[self._next] = (self.dressed(raw, mail_from, to), at)
        self._next += 1

    def name(self, uid: int) -> str:
        return sha256(self.letters[uid][0]).hexdigest()

    def dressed(self, raw: bytes, mail_from: str, to: str) -> bytes:
        """As a delivery agent puts it into the mailbox."""
        return f"Return-Path: <{mail_from}>\r\nDelivered-To: {to}\r\n".encode() + raw

    def client(self) -> "PostBox":
        self._answer()
        return self

    def _answer(self) -> None:
        if self.fails_after is None:
            return
        if self.fails_after == 0:
            raise OSError("the line broke")
        self.fails_after -= 1

    # As IMAPClient has them

    def has_capability(self, name: str) -> bool:
        return name == "MOVE"

    def login(self, user: str, password: str) -> None:
        self._answer()

    def select_folder(self, folder: str, readonly: bool = False) -> dict[bytes, int]:
        self._answer()
        return {b"UIDVALIDITY": 7}

    def noop(self) -> None:
        self._answer()

    def search(self, criteria: Any) -> list[int]:
        self._answer()
        return sorted(self.letters)

    def fetch(self, uids: Any, asked: list[str]) -> dict[int, dict[bytes, Any]]:
        self._answer()
        return {uid: _facts(*self.letters[uid]) for uid in uids if uid in self.letters}

    def move(self, uids: Any, folder: str) -> None:
        self._answer()
        self._step("moving")
        for uid in uids:
            self.letters.pop(uid, None)
        self._step("moved")

    def folder_exists(self, folder: str) -> bool:
        return True

    def logout(self) -> None:
        pass

    def shutdown(self) -> None:
        pass

    def socket(self) -> Any:
        return self

    def settimeout(self, seconds: float) -> None:
        pass


def _facts(raw: bytes, at: datetime) -> dict[bytes, Any]:
    return {b"RFC822.SIZE": len(raw), b"INTERNALDATE": at, b"BODY[]": raw}


@contextmanager
def powered(house: House, failed: Callable[[], None]) -> Iterator[None]:
    """Whatever is done in here may meet a cut; then a new server is started at once."""
    try:
        yield
    except PowerCut:
        house.cut()
        failed()
        house.start()
