"""Letters that come to us by SMTP or LMTP.

1. `accept` runs in a thread of its own, so one slow commit stalls no other session; 250 is said
   only after it returned.
2. The time of receipt is read when the final dot is in, and put in flight in the same step under a
   lock; it leaves when `accept` ends, also when the sender has hung up meanwhile. So
   `sealed_until` (just before the oldest in flight, else now) never passes over a letter.
3. No exception reaches aiosmtpd: it would answer a permanent 500 that loses the letter, and keep
   the envelope, so the next letter went to the wrong people. Our trouble is 451, envelope reset.
4. Under LMTP each accepted recipient gets a reply of its own, also when a letter is refused whole.
5. A letter is read here and not by aiosmtpd, which answers a permanent 500 to lines over 1000
   octets and keeps an endless line in memory. A line may be as long as a letter.
6. There is no relaying: an address that is not ours, or of a game that is not here, is refused at
   RCPT; of tokens nothing is told. Lines of the session carry reply tokens and are not logged.
7. Limits hold everywhere: letter size, recipients, sessions, silence, the time for one letter, and
   what one host and one session may have (guests).
8. A UNIX socket is as open as a loopback port: whoever is on this machine may hand letters in. The
   folder it stands in can be closed to others.
9. Between two answers of a session all others have their turn, though its words are all here: else
   those that come at once, from many hosts, could have the loop stand still (`away`, rule 3).
"""

import asyncio
import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, AnyStr, Literal, TypeVar

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import MISSING, SMTP
from aiosmtpd.smtp import Envelope as SmtpEnvelope
from aiosmtpd.smtp import Session as SmtpSession

from nomic_mail.clock import Clock
from nomic_mail.wire import Envelope, Known, NotNow
from nomic_mail.wire.guests import (
    LETTERS_A_SESSION,
    REFUSED_A_SESSION,
    SAID_A_LETTER,
    SESSION_SECONDS,
    Guests,
)
from nomic_mail.wire.trouble import listening

log = logging.getLogger(__name__)
logging.getLogger("mail.log").setLevel(logging.ERROR)  # rule 6: it warns in a stranger's words

TROUBLE = "451 4.3.0 Trouble of ours; please try again later"
ENOUGH = "421 4.7.0 That is enough for one session; please come again later"
CLOSING = "421 4.3.2 Closing; please try again later"
# How much longer than a silence one whole letter may take (rule 7).
LETTER_TIMEOUTS = 10
MOST_OF_AN_ADDRESS = 1000  # three times what RFC 5321 has; what reads it takes long over more
LINE_END = b"\r\n"
LETTER_END = b"\r\n.\r\n"
STUFFED = 2  # how many times longer a letter can be on its way, at most
ALL_THAT_IS_THERE = 2**24  # and more: the reader keeps less
GOODBYE_SECONDS = 5.0
BACKLOG = 1024  # who calls while we look elsewhere; what is more than the sessions gets a 421
THREADS = 64  # of whom one writes for all that wait (daemon.parts, Acceptor)
STOP_SECONDS = 30.0
MOMENT = timedelta(microseconds=1)

T = TypeVar("T")


Accept = Callable[[bytes, Envelope, datetime], None]
"""Durable when it returns; raises on any trouble."""


class Flights:
    """The times of receipt of letters on their way into the store (rule 2)."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Condition(threading.Lock())
        self._times: dict[int, datetime] = {}
        self._next = 0

    def begin(self) -> tuple[int, datetime]:
        with self._lock:
            self._next += 1
            self._times[self._next] = at = self._clock.now()
            return self._next, at

    def end(self, flight: int) -> None:
        with self._lock:
            del self._times[flight]
            if not self._times:
                self._lock.notify_all()

    def wait(self, seconds: float) -> None:
        """Until none is in flight, or as long as that."""
        with self._lock:
            if self._times:
                self._lock.wait(seconds)

    def oldest(self) -> datetime | None:
        with self._lock:
            return min(self._times.values(), default=None)

    def sealed_until(self) -> datetime:
        """Just before the oldest in flight, or now: a letter of that very moment is not in, and who
        comes at the moment of a deadline is in time."""
        with self._lock:
            return min([*self._times.values(), self._clock.now()]) - MOMENT


class _Door(SMTP):
    """One session; the listener it belongs to keeps the limits."""

    # How far a command is looked at for its end; not a limit of a letter (rule 5).
    line_length_limit = 65536

    def __init__(self, listener: "Listener", loop: asyncio.AbstractEventLoop) -> None:
        self.house = listener
        self.accepting = False
        self.host = ""
        self.limited = True
        self.letters = self.refused = self.said = 0
        self._ends: asyncio.TimerHandle | None = None
        super().__init__(
            _Hooks(listener),
            data_size_limit=listener.max_letter_bytes,
            enable_SMTPUTF8=True,
            hostname=listener.hostname,
            ident="nomic-mail",
            timeout=listener.timeout_seconds,
            loop=loop,
        )
        # aiosmtpd shares one dict between all sessions and clears it with each new one.
        self.command_size_limits = defaultdict(lambda: 2048)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if not isinstance(transport, asyncio.Transport):
            return
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else ""
        full = self.house.stopping or len(self.house.doors) >= self.house.max_connections
        if full or not self.house.guests.comes(host):
            transport.set_protocol(asyncio.Protocol())
            transport.write(b"421 4.3.2 Too many connections; please try again later\r\n")
            transport.close()
            return
        self.host = host
        self.limited = not self.house.guests.is_ours(host)
        self.house.doors.add(self)
        if self.limited:
            self._ends = self.loop.call_later(SESSION_SECONDS, self._over)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self in self.house.doors:
            if self._ends is not None:
                self._ends.cancel()
            self.house.doors.discard(self)
            self.house.guests.goes(self.host)
        super().connection_lost(error)

    def hang_up(self, reply: str) -> None:
        if isinstance(self.transport, asyncio.Transport):
            self.transport.write(reply.encode() + b"\r\n")
            self.transport.close()
            # Whoever does not read our last words does not keep the place either.
            self.loop.call_later(GOODBYE_SECONDS, self.transport.abort)

    async def push(self, status: AnyStr) -> None:
        """Says it, unless enough was said in this session, or enough refused."""
        said = status if isinstance(status, bytes) else status.encode()
        self.said += 1
        self.refused += said.startswith(b"5")
        if self.transport is None or self.transport.is_closing():
            await asyncio.sleep(0)  # what is left of its words is not heard
        elif self.limited and (self.refused > REFUSED_A_SESSION or self.said > SAID_A_LETTER):
            self.hang_up(ENOUGH)
        else:
            await super().push(said)
            await asyncio.sleep(0)  # rule 9

    def _over(self) -> None:
        if self.accepting:
            self._ends = self.loop.call_later(1, self._over)
        else:
            self.hang_up(ENOUGH)

    def _timeout_cb(self) -> None:
        self.hang_up("421 4.4.2 Nothing heard for too long")

    async def handle_exception(self, error: Exception) -> str:
        log.error("a session met trouble", exc_info=error)
        self.envelope = self._create_envelope()
        return TROUBLE

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        if len(arg) > MOST_OF_AN_ADDRESS:
            return None, None
        try:
            address, rest = super()._getaddr(arg)
        except Exception:  # the stdlib parser trips over broken addresses: a plain 553 for them
            return None, None
        if address is None or not address.isprintable():  # controls, lone surrogates
            return None, None
        return address, rest

    def _getparams(self, params: Sequence[str]) -> dict[str, str | bool] | None:
        """`\u00b2` is a figure, and no number: aiosmtpd would trip over it, and we log it."""
        return super()._getparams(params) if "".join(params).isascii() else None

    async def smtp_AUTH(self, arg: str) -> None:
        await self.push("502 5.5.1 AUTH is not offered here")

    async def smtp_VRFY(self, arg: str) -> None:
        await self.push("252 2.5.2 Nothing is told about addresses; send the letter")

    async def smtp_MAIL(self, arg: str) -> None:
        if not self.house.guests.begins(self.host, self.loop.time()):
            await self.push("450 4.7.1 Too many letters in a minute; please try again later")
            return
        await super().smtp_MAIL(arg)

    async def smtp_DATA(self, arg: str) -> None:
        if await self.check_helo_needed():
            return
        mail, recipients = self.envelope, self.envelope.rcpt_tos if self.envelope else []
        if arg or mail is None or not recipients:
            await self.push("501 5.5.4 Syntax: DATA" if arg else "503 5.5.1 Need RCPT first")
            return
        await self.push("354 End the letter with a line of one dot")
        raw = await self._read_letter()
        replies = len(recipients) if self.house.protocol == "lmtp" else 1
        if raw is None:
            status = f"552 5.3.4 A letter may have {self.house.max_letter_bytes} bytes"
        else:
            status = await self._accept(raw, mail.mail_from or "", recipients)
        self.envelope = self._create_envelope()
        await self.push("\r\n".join([status] * replies))  # rule 4
        self.letters, self.said = self.letters + 1, 0
        if self.house.stopping or (self.limited and self.letters >= LETTERS_A_SESSION):
            self.hang_up(CLOSING if self.house.stopping else ENOUGH)

    async def _read_letter(self) -> bytes | None:
        """The letter with its dots unstuffed; None when it is too large, read to its end. As much
        is read at once as is there: line by line, a letter of empty lines is slow."""
        kept, too_large = bytearray(LINE_END), False  # what ended DATA may begin its last line
        most = self.house.max_letter_bytes
        last = self.loop.time() + LETTER_TIMEOUTS * self.house.timeout_seconds
        while True:
            left = last - self.loop.time()
            self._reset_timeout(min(self.house.timeout_seconds, max(left, 0.001)))
            piece = await self._reader.read(ALL_THAT_IS_THERE)
            if not piece:
                raise asyncio.IncompleteReadError(b"", None)  # hung up
            searched = max(len(kept) - len(LETTER_END) + 1, 0)
            kept += piece
            if (end := kept.find(LETTER_END, searched)) >= 0:
                break
            if too_large := too_large or len(kept) > STUFFED * most:
                del kept[: -len(LETTER_END)]
        if behind := bytes(kept[end + len(LETTER_END) :]):
            self._reader.feed_data(behind)  # words that came with it; all else was read
        raw = bytes(kept[: end + len(LINE_END)]).replace(LINE_END + b".", LINE_END)
        raw = raw.removeprefix(LINE_END)
        return None if too_large or len(raw) > most else raw

    async def _accept(self, raw: bytes, mail_from: str, recipients: list[str]) -> str:
        sender = "" if mail_from == "<>" else mail_from
        envelope = Envelope(sender, tuple(dict.fromkeys(recipients)), self.host)
        if self._timeout_handle is not None:
            self._timeout_handle.cancel()  # the silence is ours now
        self.accepting = True
        try:
            await self.house.accept_letter(raw, envelope)
        except NotNow as trouble:
            log.error("a letter could not be accepted, and may come again: %s", trouble)
            return TROUBLE
        except Exception as error:  # rule 3
            log.error("a letter could not be accepted", exc_info=error)
            return TROUBLE
        finally:
            self.accepting = False
            if self.transport is not None:
                self._reset_timeout()
        return "250 2.0.0 We have it"


class _LmtpDoor(_Door, LMTP):
    """The same under LMTP: LHLO in place of EHLO."""


class _Hooks:
    """What aiosmtpd asks while a session runs."""

    def __init__(self, listener: "Listener") -> None:
        self._listener = listener

    async def handle_EHLO(
        self,
        server: SMTP,
        session: SmtpSession,
        envelope: SmtpEnvelope,
        hostname: str,
        responses: list[str],
    ) -> list[str]:
        session.host_name = hostname
        return [*responses[:-1], "250-PIPELINING", responses[-1]]

    async def handle_RCPT(
        self,
        server: SMTP,
        session: SmtpSession,
        envelope: SmtpEnvelope,
        address: str,
        options: list[str],
    ) -> Any:
        if len(envelope.rcpt_tos) >= self._listener.max_recipients:
            return "452 4.5.3 Too many recipients; the rest in another letter"
        known = await self._listener.known_address(address)
        if known == "ours":
            return MISSING
        if known == "later":
            return TROUBLE
        self._listener.turned_away += 1
        return "550 5.1.1 No such address here"


class Listener:
    """Takes letters in a thread of its own, from `start` to `stop`."""

    def __init__(  # noqa: PLR0913  by name only, each a key of [listener]
        self,
        *,
        host: str,
        port: int,
        protocol: Literal["smtp", "lmtp"],
        accept: Accept,
        known: Callable[[str], Known | Callable[[], Known]],
        clock: Clock,
        max_letter_bytes: int,
        max_recipients: int,
        timeout_seconds: float,
        max_connections: int,
        guests: Guests,
        hostname: str,
        path: Path | None = None,
    ) -> None:
        self.protocol, self.hostname, self.known = protocol, hostname, known
        self.max_letter_bytes, self.max_recipients = max_letter_bytes, max_recipients
        self.timeout_seconds, self.max_connections = timeout_seconds, max_connections
        self.guests = guests
        self.doors: set[_Door] = set()
        self.stopping = False
        self.turned_away = 0  # recipients refused since the start
        self._host, self._port, self.accept, self._path = host, port, accept, path
        self.flights = Flights(clock)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="accept")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._server: asyncio.Server | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        loop = asyncio.new_event_loop()
        kind = _LmtpDoor if self.protocol == "lmtp" else _Door
        make: Callable[[], _Door] = lambda: kind(self, loop)  # noqa: E731
        opening: Coroutine[Any, Any, asyncio.Server]
        if self._path is not None:
            opening = loop.create_unix_server(make, self._path, backlog=BACKLOG)
        else:
            opening = loop.create_server(make, self._host, self._port, backlog=BACKLOG)
        where = self._path or f"{self._host} port {self._port}"
        try:
            self._server = loop.run_until_complete(opening)
            if self._path is not None:
                self._path.chmod(0o666)  # rule 8
        except OSError as error:
            loop.close()
            why, fix = listening(error, self._path)
            told = f"cannot listen on {where} ({why}); {fix}"
            raise OSError(error.errno, told) from error
        if self._path is None:
            self._port = self._server.sockets[0].getsockname()[1]
        self._loop = loop
        self._thread = threading.Thread(target=loop.run_forever, name="listener", daemon=True)
        self._thread.start()

    def from_within(self, call: Callable[[], None]) -> None:
        """Called by the loop itself: that it happens at all shows that the loop goes round."""
        loop = self._loop
        if loop is not None:
            loop.call_soon_threadsafe(call)

    @property
    def port(self) -> int:
        return self._port

    def stop(self) -> None:
        """No new letters; what `accept` already has is answered, all others get a 421."""
        loop, thread = self._loop, self._thread
        if loop is None or thread is None:
            return
        self._loop = None
        if self._server is not None:
            asyncio.run_coroutine_threadsafe(self._close(self._server), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
        self._threads.shutdown(wait=False)
        if self._path is not None:
            self._path.unlink(missing_ok=True)

    async def _close(self, server: asyncio.Server) -> None:
        self.stopping = True
        server.close()
        for door in tuple(self.doors):
            if not door.accepting:
                door.hang_up(CLOSING)
        loop = asyncio.get_running_loop()
        end = loop.time() + STOP_SECONDS
        while (self.doors or self.flights.oldest()) and loop.time() < end:
            await asyncio.sleep(0.01)
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        await asyncio.sleep(0)

    def sealed_until(self) -> datetime:
        """No letter will yet come in with this time or an earlier one."""
        return self.flights.sealed_until()

    async def known_address(self, address: str) -> Known:
        try:
            found = self.known(address)
            if not callable(found):
                return found
            flight, _ = self.flights.begin()  # who meets trouble of ours here comes again later
            return await self._flown(flight, found)
        except NotNow as trouble:
            log.error("a recipient could not be looked up, and may come again: %s", trouble)
            return "later"
        except Exception as error:  # rule 3; the other recipients stay
            log.error("a recipient could not be looked up", exc_info=error)
            return "later"

    async def accept_letter(self, raw: bytes, envelope: Envelope) -> None:
        flight, received_at = self.flights.begin()
        await self._flown(flight, lambda: self.accept(raw, envelope, received_at))

    async def _flown(self, flight: int, call: Callable[[], T]) -> T:
        try:
            work = self._threads.submit(call)
        except BaseException:
            self.flights.end(flight)
            raise
        # Not in a `finally` here: a sender who hangs up cancels us, but not the thread (rule 2).
        work.add_done_callback(lambda _: self.flights.end(flight))
        return await asyncio.wrap_future(work)
