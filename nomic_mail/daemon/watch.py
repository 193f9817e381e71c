"""What systemd is told (sd_notify(3)): a datagram with a few lines, written by hand.

1. READY when letters are taken, STATUS now and then, in words; STOPPING when the end begins, and
   nothing after it.
2. WATCHDOG only while every role lives: its thread runs, and has looked whether it shall stop
   within the last ten minutes. One that has died or hangs ends in a new start, by systemd.
3. Where nobody listens nothing is told, and what cannot be told stops nothing.
"""

import logging
import os
import socket
import threading
from collections.abc import Callable, Mapping

log = logging.getLogger("nomic_mail.daemon")

# A letter may take minutes at a mail server that answers slowly; a pause after trouble, five.
PATIENCE_SECONDS = 600.0


class Heart(threading.Event):
    """The daemon's stop, as one role sees it: whenever it looks, it shows that it lives."""

    def __init__(self, stop: threading.Event, seconds: Callable[[], float]) -> None:
        super().__init__()
        self._stop, self._seconds = stop, seconds
        self.beat()

    def beat(self) -> None:
        self._seen = self._seconds()

    def is_set(self) -> bool:
        self.beat()
        return self._stop.is_set()

    def wait(self, timeout: float | None = None) -> bool:
        self.beat()
        is_set = self._stop.wait(timeout)
        self.beat()
        return is_set

    @property
    def silent_seconds(self) -> float:
        return self._seconds() - self._seen


class Watch:
    """`seconds` is the steady clock; `environ` is what systemd started us with."""

    def __init__(
        self, stop: threading.Event, seconds: Callable[[], float], environ: Mapping[str, str]
    ) -> None:
        self._stop, self._seconds = stop, seconds
        self._socket = environ.get("NOTIFY_SOCKET", "")
        microseconds = environ.get("WATCHDOG_USEC", "")
        mine = environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        asked = self._socket and mine and microseconds.isdigit()
        self.watchdog_seconds = int(microseconds) / 1_000_000 if asked else 0.0
        self._hearts: dict[str, Heart] = {}
        self._threads: list[threading.Thread] = []
        self._told = ""
        self._one_by_one, self._ended = threading.Lock(), False

    @property
    def is_asked(self) -> bool:
        return bool(self._socket)

    def heart(self, name: str) -> Heart:
        return self._hearts.setdefault(name, Heart(self._stop, self._seconds))

    def follow(self, thread: threading.Thread) -> None:
        self._threads.append(thread)

    def trouble(self) -> str:
        """Which role is dead or hangs, in words; nothing where all live."""
        dead = [f"{one.name} has died" for one in self._threads if not one.is_alive()]
        silent = [
            f"{name} has not moved for {one.silent_seconds:.0f} seconds"
            for name, one in self._hearts.items()
            if one.silent_seconds > PATIENCE_SECONDS
        ]
        return "; ".join(dead or silent)

    def watchdog(self) -> None:
        """Rule 2."""
        trouble = self.trouble()
        if trouble and trouble != self._told:
            log.critical("%s", trouble)
        self._told = trouble
        if not trouble:
            self.tell("WATCHDOG=1")

    def tell(self, *lines: str) -> None:
        with self._one_by_one:
            if self._socket and not self._ended:
                self._ended = "STOPPING=1" in lines
                self._send("\n".join(lines))

    def _send(self, text: str) -> None:
        address = "\0" + self._socket[1:] if self._socket.startswith("@") else self._socket
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.settimeout(1)
                line.connect(address)
                line.sendall(text.encode())
        except OSError as error:
            log.info("systemd cannot be told: %s", error)
