"""A client that leaves a server that talks on and on: so many bytes, and so many seconds, for each
command, however slowly they come. Else it could fill our memory, or keep its mailbox from ever
being looked through. Nor may what it says be brackets within brackets: what reads them goes as deep
as they do."""

import imaplib
import io
import socket
from ssl import SSLContext
from typing import Any

from imapclient import IMAPClient

from nomic_mail.clock import SystemClock

MOST_HEARD = 120_000_000  # more than the largest letter that may be configured
MOST_IN_LINES = 5_000_000  # of that: all but letters is in lines, and what reads them takes more
A_LINE_MOST = 1_000_000
A_LINE = 256  # what we keep of one, however short it is
MOST_BRACKETS = 100  # of one answer; those that we ask for have a few
COMMAND_TIMEOUTS = 10  # how much longer than a silence one whole answer may take
CLOCK = SystemClock()


class _Within(io.RawIOBase):
    """What a server says, up to the end of its time: no wait for a piece of it is longer."""

    def __init__(self, line: "_Patience") -> None:
        self._line, self._socket = line, line.sock

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int | None:
        usual = self._socket.gettimeout()
        try:
            if usual:  # else nobody waits, as in an IDLE
                self._socket.settimeout(min(usual, self._line.left_seconds()))
            return self._socket.recv_into(into)
        except BlockingIOError:
            return None
        finally:
            self._socket.settimeout(usual)


class _Patience(imaplib.IMAP4):
    left, left_in_lines = MOST_HEARD, MOST_IN_LINES
    until = float("inf")
    brackets = 0  # of the answer that is being read
    _heard: io.BufferedReader | None = None
    _heard_of: socket.socket | None = None

    def __init__(self, host: str, port: int, context: SSLContext | None, timeout: float) -> None:
        self._context = context
        super().__init__(host, port, timeout)

    def _create_socket(self, timeout: float | None) -> socket.socket:
        line = socket.create_connection((self.host, self.port), timeout)
        return self._context.wrap_socket(line, server_hostname=self.host) if self._context else line

    def open(self, *where: Any, **more: Any) -> None:
        super().open(*where, **more)
        self.begin()

    def begin(self) -> None:
        """One command more."""
        seconds = (self.sock.gettimeout() or 0) * COMMAND_TIMEOUTS
        self.left, self.left_in_lines = MOST_HEARD, MOST_IN_LINES
        self.until = CLOCK.monotonic_seconds() + seconds if seconds else float("inf")

    def _new_tag(self) -> Any:
        self.begin()
        return super()._new_tag()  # type: ignore[misc]

    def left_seconds(self) -> float:
        if (left := self.until - CLOCK.monotonic_seconds()) <= 0:
            raise self.abort("it talks on and on")
        return left

    def _hearing(self) -> io.BufferedReader:
        """Anew where TLS begins: what was said before it is none of what is said by it."""
        if self._heard is None or self._heard_of is not self.sock:
            self._heard, self._heard_of = io.BufferedReader(_Within(self)), self.sock
        return self._heard

    def read(self, size: int) -> bytes:
        self._hear(size)
        return self._hearing().read(size)

    def readline(self) -> bytes:
        line = self._hearing().readline(A_LINE_MOST + 1)
        self._hear(max(len(line), A_LINE))
        self.left_in_lines -= len(line)
        if self.left_in_lines < 0 or len(line) > A_LINE_MOST:
            raise self.abort("it talks on and on")
        self.brackets += line.count(b"(")
        if self.brackets > MOST_BRACKETS:
            raise self.abort("it says brackets within brackets")
        if not line.endswith(b"}\r\n"):  # else a literal follows, and more of it
            self.brackets = 0
        return line

    def _hear(self, size: int) -> None:
        self.left -= size
        if self.left < 0:
            raise self.abort("it talks on and on")
        self.left_seconds()


class Client(IMAPClient):  # type: ignore[misc]  # it has no types
    """An IDLE goes on for long, with `idle_check` for each turn of it."""

    def _create_IMAP4(self) -> imaplib.IMAP4:
        context = self.ssl_context if self.ssl else None
        return _Patience(self.host, self.port, context, self._timeout.connect)

    def idle_check(self, timeout: float | None = None) -> Any:
        self._imap.begin()
        return super().idle_check(timeout)
