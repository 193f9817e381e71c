"""Outgoing letters through a smart host, by SMTP.

1. One recipient a transaction, so each letter has an answer of its own.
2. One connection, kept between letters and opened anew when it has died; a death that shows before
   the letter was begun costs one immediate second try. For one thread at a time.
3. `failed` is said only where the letter or its recipient is refused for good: 5xx at RCPT or DATA,
   or an address that cannot be sent. 5xx before (greeting, EHLO, MAIL, save a size or an address
   refused there) and 503 are about this server, not the recipient: `deferred`, so that a mistake in
   the set-up loses no letter.
4. A connection lost after the final dot is `deferred`: perhaps they have it, and a resend is known.
5. Trouble before MAIL (no connection, a certificate, the login) is the same for every letter, and
   said so: the sender then waits, and does not try them one after the other.
6. A certificate is always verified, and nothing is said before the line is protected.
7. One letter has so much time and so many words, in all: a host that goes on talking for ever is
   left, and keeps no other letter back for longer.
8. Bytes go as they are, with CRLF line ends. 8BITMIME and SMTPUTF8 are asked for when the letter
   needs them; without SMTPUTF8 a domain goes in its ASCII form, without 8BITMIME 8 bits go unasked.
"""

import contextlib
import io
import re
import smtplib
import socket
from email.utils import parseaddr
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from nomic_mail.clock import SystemClock
from nomic_mail.wire import Outcome
from nomic_mail.wire.login import NoLogin, Secret, log_in_smtp, trusted
from nomic_mail.wire.trouble import described, plain

DIALOGUE_TIMEOUTS = 10  # how much longer than a silence one whole letter may take (rule 7)
MOST_HEARD = 1_000_000
CLOCK = SystemClock()

_LOST = OSError  # smtplib's own exceptions are OSErrors too


class _Refused(Exception):
    """An answer that ends this letter's transaction."""

    def __init__(self, stage: str, code: int, text: bytes) -> None:
        self.stage, self.code = stage, code
        self.detail = f"{stage}: {code} {plain(text)}"
        super().__init__(self.detail)

    @property
    def permanent(self) -> bool:
        """Rule 3."""
        if self.stage == "MAIL":
            return self.code in {552, 553, 555}
        return 500 <= self.code < 600 and self.code != 503


class _Unsendable(Exception):
    """What this smart host can never take from us."""


class _Within(io.RawIOBase):
    """What a host says, up to the end of its time and words (rule 7)."""

    def __init__(self, line: "_Line", connected: socket.socket) -> None:
        self._line, self._socket = line, connected

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:
        left = self._line.until - CLOCK.monotonic_seconds()
        if left <= 0 or self._line.heard > MOST_HEARD:
            raise TimeoutError("it talks on and on")
        self._socket.settimeout(min(self._line.timeout, left))
        got = self._socket.recv_into(into)
        self._line.heard += got
        return got


class _Line(smtplib.SMTP):
    until = float("inf")
    heard = 0

    def begin(self) -> None:
        """One letter more."""
        self.until, self.heard = CLOCK.monotonic_seconds() + DIALOGUE_TIMEOUTS * self.timeout, 0

    def connect(self, *where: Any, **more: Any) -> tuple[int, bytes]:
        self.begin()
        return super().connect(*where, **more)

    def getreply(self) -> tuple[int, bytes]:
        if self.file is None and self.sock is not None:
            self.file = io.BufferedReader(_Within(self, self.sock))
        return super().getreply()


class _ProtectedLine(_Line, smtplib.SMTP_SSL):
    """The same by TLS from the first byte."""


def _crlf(raw: bytes) -> bytes:
    return re.sub(rb"\r\n|\r|\n", b"\r\n", raw)


@lru_cache(maxsize=1024)
def _lawful(address: str) -> bool:
    """smtplib reads an address before it sends it, and would send to whatever it made of it."""
    if not address.isprintable() or (" " in address and not address.startswith('"')):
        return False
    return address != "" and parseaddr(f"<{address}>")[1] == address


def _ascii_domain(address: str) -> str:
    local, at, domain = address.rpartition("@")
    if address.isascii() or not local.isascii():
        return address
    try:
        return local + at + domain.encode("idna").decode()
    except UnicodeError:
        return address


def _send(line: smtplib.SMTP, letter: bytes) -> bytes:
    try:
        code, text = line.data(letter)
    except smtplib.SMTPDataError as error:  # the word DATA was refused
        shown = error.smtp_error
        text = shown if isinstance(shown, bytes) else shown.encode()
        raise _Refused("DATA", error.smtp_code, text) from None
    if not 200 <= code < 300:
        raise _Refused("DATA", code, text)
    return text


class _Closed(Exception):
    """The way out is closed for every letter; the message says why (rule 5)."""


class Smarthost:
    """`hostname` is what we call ourselves; without it, what the machine is called. With a `user`,
    `secret` is what it logs in with."""

    def __init__(  # noqa: PLR0913  by name only, each a key of [outgoing]
        self,
        host: str,
        port: int,
        timeout_seconds: float,
        *,
        hostname: str | None = None,
        security: Literal["tls", "starttls", "none"] = "none",
        ca_file: Path | None = None,
        user: str = "",
        login: Literal["password", "xoauth2"] = "password",
        secret: Secret | None = None,
    ) -> None:
        self._host, self._port, self._timeout = host, port, timeout_seconds
        self._hostname, self._security, self._ca_file = hostname, security, ca_file
        self._user, self._login, self._secret = user, login, secret
        self._line: _Line | None = None

    def deliver(self, mail_from: str, recipient: str, raw: bytes, name_hint: str) -> Outcome:
        letter = _crlf(raw)
        if not _lawful(recipient) or not (_lawful(mail_from) or mail_from == ""):
            return Outcome("failed", f"no such address can be: {recipient!r} from {mail_from!r}")
        try:
            line = self._ready(mail_from, recipient, letter)
            self._recipient(line, recipient)
            text = _send(line, letter)
            return Outcome("sent", plain(text))
        except _Refused as refused:
            self._after(refused.code)
            return Outcome("failed" if refused.permanent else "deferred", refused.detail)
        except (_Unsendable, ValueError) as error:  # ValueError: what cannot be put into bytes
            self._after(0)
            return Outcome("failed", str(error))
        except _Closed as closed:
            self._drop()
            return Outcome("deferred", self._told(str(closed)), way_is_closed=True)
        except _LOST as error:
            self._drop()
            return Outcome("deferred", self._told(described(error, self._timeout)))

    def probe(self) -> Outcome:
        """Connects and logs in, and sends nothing."""
        try:
            self._line = self._line or self._open()
            code, text = self._line.noop()
        except _Closed as closed:
            return Outcome("deferred", self._told(str(closed)), True)
        except _LOST as error:
            self._drop()
            return Outcome("deferred", self._told(described(error, self._timeout)), True)
        return Outcome("sent" if code == 250 else "deferred", plain(text))

    def refusal(self, mail_from: str, recipient: str) -> str:
        """Why such a letter is not taken, ever; nothing where it is, or would be later. None is
        sent."""
        try:
            line = self._ready(mail_from, recipient, b"")
            self._recipient(line, recipient)
            line.rset()
        except _Refused as refused:
            self._after(refused.code)
            return refused.detail if 500 <= refused.code < 600 else ""
        except (_Unsendable, _Closed):
            self._drop()
        except _LOST:
            self._drop()
        return ""

    def _told(self, words: str) -> str:
        return f"{self._host} port {self._port}: {words}"

    def close(self) -> None:
        if self._line is not None:
            with contextlib.suppress(_LOST):
                self._line.quit()
            self._drop()

    def _ready(self, mail_from: str, recipient: str, letter: bytes) -> smtplib.SMTP:
        """A line on which MAIL was answered with yes (rule 2)."""
        if self._line is not None:
            self._line.begin()
            try:
                return self._sender(self._line, mail_from, recipient, letter)
            except _Refused as refused:
                if refused.code != 421:
                    raise
            except _LOST:
                pass
            self._drop()
        self._line = self._open()
        return self._sender(self._line, mail_from, recipient, letter)

    def _open(self) -> _Line:
        try:
            line = self._connected()
        except NoLogin as error:
            raise _Closed(str(error)) from error
        except (_LOST, ValueError) as error:  # ValueError: a challenge at the login that is none
            raise _Closed(described(error, self._timeout)) from error
        return line

    def _connected(self) -> _Line:
        context = trusted(self._ca_file) if self._security != "none" else None
        line: _Line
        if self._security == "tls":
            line = _ProtectedLine(
                self._host, self._port, self._hostname, timeout=self._timeout, context=context
            )
        else:
            line = _Line(self._host, self._port, self._hostname, timeout=self._timeout)
        try:
            line.ehlo_or_helo_if_needed()
            if self._security == "starttls":
                line.starttls(context=context)
                line.ehlo_or_helo_if_needed()
            self._log_in(line)
        except BaseException:
            line.close()
            raise
        return line

    def _log_in(self, line: smtplib.SMTP) -> None:
        if not self._user or self._secret is None:
            return
        secret = self._secret.read()
        try:
            log_in_smtp(line, self._user, self._login, secret)
        except smtplib.SMTPAuthenticationError as error:
            self._secret.refused()
            said = plain(error.smtp_error)
            raise _Closed(f"the login is refused: {error.smtp_code} {said}") from error

    def _sender(
        self, line: smtplib.SMTP, mail_from: str, recipient: str, letter: bytes
    ) -> smtplib.SMTP:
        options = []
        if line.has_extn("size"):
            options.append(f"SIZE={len(letter)}")
        if line.has_extn("8bitmime") and not letter.isascii():
            options.append("BODY=8BITMIME")
        head = letter.partition(b"\r\n\r\n")[0]
        if not (mail_from.isascii() and recipient.isascii() and head.isascii()):
            if line.has_extn("smtputf8"):
                options.append("SMTPUTF8")
            else:
                mail_from = self._ascii(mail_from)
                self._ascii(recipient)
        code, text = line.mail(mail_from, options)
        if code != 250:
            raise _Refused("MAIL", code, text)
        return line

    def _recipient(self, line: smtplib.SMTP, recipient: str) -> None:
        if not line.has_extn("smtputf8"):
            recipient = self._ascii(recipient)
        code, text = line.rcpt(recipient)
        if code not in {250, 251}:
            raise _Refused("RCPT", code, text)

    def _ascii(self, address: str) -> str:
        short = _ascii_domain(address)
        if not short.isascii():
            raise _Unsendable(f"{address}: {self._host} does not offer SMTPUTF8")
        return short

    def _after(self, code: int) -> None:
        """The line made clean for the next letter, or given up."""
        if self._line is None:
            return
        try:
            if code in {-1, 421, 503} or self._line.rset()[0] != 250:
                self._drop()
        except _LOST:
            self._drop()

    def _drop(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None
