"""A client that leaves a server that talks on and on: so many bytes, and so many seconds, for each
command. Else it could fill our memory, or keep its mailbox from ever being looked through. Nor may
what it says be brackets within brackets: what reads them goes as deep as they do."""

import imaplib
import socket
from ssl import SSLContext
from typing import Any

from imapclient import IMAPClient

from nomic_mail.clock import SystemClock

MOST_HEARD = 100_000_000
A_LINE = 256  # what we keep of one, however short it is
MOST_BRACKETS = 100  # of one answer; those that we ask for have a few
COMMAND_TIMEOUTS = 10  # how much longer than a silence one whole answer may take
CLOCK = SystemClock()


class _Patience(imaplib.IMAP4):
    left = MOST_HEARD
    until = float("inf")
    brackets = 0  # of the answer that is being read

    def __init__(self, host: str, port: int, context: SSLContext | None, timeout: float) -> None:
        self._context = context
        super().__init__(host, port, timeout)

    def _create_socket(self, timeout: float | None) -> socket.socket:
        line = socket.create_connection((self.host, self.port), timeout)
        return self._context.wrap_socket(line, server_hostname=self.host) if self._context else line

    def begin(self) -> None:
        """One command more."""
        seconds = (self.sock.gettimeout() or 0) * COMMAND_TIMEOUTS
        self.left = MOST_HEARD
        self.until = CLOCK.monotonic_seconds() + seconds if seconds else float("inf")

    def _new_tag(self) -> Any:
        self.begin()
        return super()._new_tag()  # type: ignore[misc]

    def read(self, size: int) -> bytes:
        self._hear(size)
        return super().read(size)

    def readline(self) -> bytes:
        line = super().readline()
        self._hear(max(len(line), A_LINE))
        self.brackets += line.count(b"(")
        if self.brackets > MOST_BRACKETS:
            raise self.abort("it says brackets within brackets")
        if not line.endswith(b"}\r\n"):  # else a literal follows, and more of it
            self.brackets = 0
        return line

    def _hear(self, size: int) -> None:
        self.left -= size
        if self.left < 0 or CLOCK.monotonic_seconds() > self.until:
            raise self.abort("it talks on and on")


class Client(IMAPClient):  # type: ignore[misc]  # it has no types
    """An IDLE goes on for long, with `idle_check` for each turn of it."""

    def _create_IMAP4(self) -> imaplib.IMAP4:
        context = self.ssl_context if self.ssl else None
        return _Patience(self.host, self.port, context, self._timeout.connect)

    def idle_check(self, timeout: float | None = None) -> Any:
        self._imap.begin()
        return super().idle_check(timeout)
