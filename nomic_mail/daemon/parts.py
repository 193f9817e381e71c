"""What a server is made of, each part by itself: keys, database, the way in, the way out."""

import json
import os
import secrets
import socket
import threading
from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from msgspec import Struct

from nomic_mail.clock import Clock, SystemClock
from nomic_mail.config import Config, lost
from nomic_mail.config.told import of_system
from nomic_mail.daemon.opening import PartLost, Trouble
from nomic_mail.files import read_named
from nomic_mail.letters.mime import message
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.proof.names import Names
from nomic_mail.letters.proof.token import parse_recipient
from nomic_mail.pump.keys import Keys
from nomic_mail.store.database import copies
from nomic_mail.store.database.engines import ARRIVING, Busy, Database, in_turn
from nomic_mail.store.people import seats
from nomic_mail.store.queue import inbox
from nomic_mail.wire import Envelope, Found, Known, Outlet
from nomic_mail.wire.addressed import headers_of, return_path
from nomic_mail.wire.addressed import recipients as recipients_of
from nomic_mail.wire.relay import Relay

if TYPE_CHECKING:
    from nomic_mail.pump.engine import Pump
    from nomic_mail.wire.smarthost import Smarthost

PAUSE_SECONDS = 0.02
PARSED_AT_ONCE = 2  # letters; more would take the processor from who listens
MOST_CHARS = 320  # RFC 5321 sections 4.5.3.1.1 and 2: 64, the @, 255
DOUBTFUL = timedelta(days=7)  # after a backup was put back
PIPE_MARKS = ("Delivered-To", "X-Original-To")
NO_RELAY = Relay(())


def load_keys(config: Config) -> Keys:
    file = config.secret_file
    try:
        key = bytes.fromhex(read_named(file).decode("ascii").strip())
        wrong = f"{file} is too short for a key" if len(key) < 32 else ""
    except FileNotFoundError:
        wrong = f"there is no secret file {file}"
    except OSError as error:
        told = of_system(error, file)
        raise Trouble(told.what, told.fix) from None
    except ValueError:
        wrong = f"{file} holds no key"
    if wrong:
        raise PartLost(*lost.key(config.file, file, wrong, used=is_used(config)))
    return Keys(key, Names(SystemClock().monotonic_seconds))


def is_used(config: Config) -> bool:
    """Whether letters may have gone out that were made with its key."""
    database = Path(config.database_url.removeprefix("sqlite:///").partition("?")[0])
    return (config.data / "served").exists() or database.exists()


def template_troubles(config: Config) -> list[str]:
    """What is wrong with the moderator's own templates; told at the start, before any letter."""
    if not config.templates.path:
        return []
    from nomic_mail.post.own import troubles

    return troubles(config.templates_folders)


def refuse_broken_templates(config: Config) -> None:
    """At the start only, when somebody is there to mend them: while a server runs, a letter whose
    template is broken goes out in the shipped words."""
    if broken := template_troubles(config):
        raise Trouble("\n".join(broken))


def write_secret(path: Path) -> None:
    """A new key, for nobody else to read. An old one is never overwritten."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_hex(32) + "\n")


def random_bytes(cause: str) -> bytes:
    return secrets.token_bytes(32)


def holder_name(role: str) -> str:
    return f"{role} {socket.gethostname()[:40]} {os.getpid()}"


class _Taken(Struct):
    parcel: inbox.Parcel
    recipients: Sequence[str]
    done: bool = False
    trouble: Exception | None = None


class Acceptor:
    """Takes letters in, durably: when a call returns, that letter is ours to answer for.

    Letters that come at once share a commit: whoever has the turn writes all that wait by then. If
    that fails because of one letter, each is written by itself; if the database is to blame, all
    callers are told so at once.
    """

    def __init__(
        self,
        database: Database,
        step: Callable[[str], None] = lambda name: None,
        relay: Relay = NO_RELAY,
    ) -> None:
        self._database, self._step, self._relay = database, step, relay
        self._waiting: deque[_Taken] = deque()
        self._turn = threading.Lock()
        self._parsing = threading.Semaphore(PARSED_AT_ONCE)

    def __call__(self, raw: bytes, envelope: Envelope, received_at: datetime) -> None:
        source = f"listener {uuid4().hex}"
        relay = self._relay if self._relay.is_ours(envelope.host) else NO_RELAY
        with self._parsing:
            letter = message.read(raw)
            parcel = _parcel(source, raw, letter, envelope.mail_from, received_at, relay)
        mine = _Taken(parcel, envelope.recipients)
        self._waiting.append(mine)
        with self._turn:
            if not mine.done and mine.trouble is None:
                self._write()
        if not mine.done:
            raise mine.trouble or Busy("who wrote for it was stopped")
        self._step("accepted")

    def _write(self, only: _Taken | None = None) -> None:
        taken = [only] if only is not None else []
        try:
            with self._database.write(beside=True) as connection:
                in_turn(connection, ARRIVING)
                taken = taken or self._all_that_wait()
                for one in taken:
                    inbox.accept(connection, one.parcel, one.recipients)
        except Exception as trouble:
            taken = taken or self._all_that_wait()
            if len(taken) > 1 and not isinstance(trouble, Busy):
                for one in taken:
                    self._write(one)
                return
            for one in taken:
                one.trouble = trouble
            return
        except BaseException:  # who waits is told so, and nobody writes for them later
            self._waiting.clear()
            raise
        for one in taken:
            one.done = True

    def _all_that_wait(self) -> list[_Taken]:
        return [self._waiting.popleft() for _ in range(len(self._waiting))]


def taker(
    database: Database,
    step: Callable[[str], None] = lambda name: None,
    relay: Relay = NO_RELAY,
) -> Callable[[Found], None]:
    """The same for a letter in a mailbox."""

    def take(found: Found) -> None:
        letter = message.read(found.raw)
        parcel = _parcel(found.source, found.raw, letter, found.mail_from, found.received_at, relay)
        with database.write(beside=True) as connection:
            in_turn(connection, ARRIVING)
            inbox.accept(connection, parcel, found.recipients)
        step("accepted")

    return take


def _parcel(
    source: str, raw: bytes, letter: Letter, mail_from: str, received_at: datetime, relay: Relay
) -> inbox.Parcel:
    return inbox.Parcel(
        source=source,
        kind="letter",
        raw=raw,
        sha256=letter.sha256,
        digest=letter.digest,
        message_id=_storable(letter.message_id)[:255],
        mail_from=_storable(mail_from)[:320],
        received_at=received_at,
        held_at=relay.had(raw, received_at),
    )


def _storable(text: str) -> str:
    """PostgreSQL has no text with a NUL in it."""
    return text.replace("\0", "")


def deliver(
    config: Config, database: Database, clock: Clock, raw: bytes, recipients: Sequence[str]
) -> int:
    """A letter an MTA's pipe hands in; the number of its (first) row. The time of receipt is read
    inside of the transaction that writes it: a deadline that is decided meanwhile sees it, or it
    comes after that deadline. What the letter costs to read, it costs before."""
    headers = headers_of(raw)
    plain = config.mail.address
    to = tuple(recipients) or recipients_of(headers, PIPE_MARKS, own_address(config), plain)
    if not all(map(own_address(config), to)):
        raise Trouble(f"{', '.join(to)} is no address of this server, {plain}")
    source, relay = f"pipe {uuid4().hex}", Relay(config.mail.relay)
    letter = message.read(raw)
    with database.write() as connection:
        parcel = _parcel(source, raw, letter, return_path(headers), clock.now(), relay)
        return inbox.accept(connection, parcel, to or (plain,))[0]


class Doorman:
    """Whether there is anybody at an address of ours, as a mail server asks before it hands over:
    what the address alone tells at once, else who looks it up.

    1. All that looks like a token is let in: whoever asks learns nothing of tokens.
    2. That there is no such game is said for good only by a database that has games in it, and not
       in the first days after a backup was put back: a game may have been made since.
    """

    def __init__(self, config: Config, database: Database, clock: Clock) -> None:
        self._mail, self._ours = config.mail, own_address(config)
        self._database, self._clock = database, clock

    def __call__(self, to: str) -> Known | Callable[[], Known]:
        if not self._ours(to):
            return "nobody"
        door = parse_recipient(to, self._mail.address, self._mail.delimiter)
        if door.kind not in ("game", "talk"):
            return "ours"
        return partial(self._looked_up, door.value)

    def _looked_up(self, game: str) -> Known:
        with self._database.read() as connection:
            if seats.game_named(connection, game) is not None:
                return "ours"
            sure = seats.are_games(connection) and not copies.put_back_since(
                connection, self._clock.now() - DOUBTFUL
            )
        return "nobody" if sure else "later"


def own_address(config: Config) -> Callable[[str], bool]:
    """Tells whether an address is one of this server's; none is longer than SMTP allows."""
    mail = config.mail

    def ours(to: str) -> bool:
        kind = parse_recipient(to, mail.address, mail.delimiter).kind
        return kind != "foreign" and len(to) <= MOST_CHARS

    return ours


def hand_in_act(database: Database, at: datetime, act: str, fields: dict[str, Any]) -> int:
    """An act of the moderator's command line, into the inbox like any letter."""
    parcel = parcel_of_act(at, act, fields)
    with database.write() as connection:
        return inbox.accept(connection, parcel, ["moderator"])[0]


def parcel_of_act(at: datetime, act: str, fields: dict[str, Any]) -> inbox.Parcel:
    raw = json.dumps({"act": act, **fields}, sort_keys=True).encode()
    return inbox.Parcel(
        source=f"act {uuid4().hex}",
        kind="act",
        raw=raw,
        sha256=sha256(raw).hexdigest(),
        digest=sha256(raw + uuid4().bytes).hexdigest(),
        message_id="",
        mail_from="",
        received_at=at,
    )


def outcome_of_act(
    database: Database, pump: "Pump", number: int, clock: Clock, patience_seconds: float
) -> str | None:
    """Pumps until the act is settled, by us or by a daemon that runs; None when that takes long."""
    until = clock.monotonic_seconds() + patience_seconds
    while clock.monotonic_seconds() < until:
        pump.run()
        with database.read() as connection:
            arrival = inbox.get(connection, number)
        if arrival is not None and arrival.state not in ("waiting", "claimed"):
            return arrival.result
        sleep(PAUSE_SECONDS)
    return None


def outlet_for(config: Config, clock: Clock) -> Outlet:
    if config.outgoing.kind == "smtp":
        return smarthost_for(config, clock)
    from nomic_mail.wire.maildir import Maildirs

    return Maildirs(config.maildir)


def smarthost_for(config: Config, clock: Clock) -> "Smarthost":
    from nomic_mail.wire.login import Secret
    from nomic_mail.wire.smarthost import Smarthost

    out = config.outgoing
    return Smarthost(
        out.smtp_host,
        out.smtp_port,
        out.timeout_seconds,
        security=out.security,
        ca_file=config.path(out.ca_file) if out.ca_file else None,
        user=out.user,
        login=out.login,
        secret=Secret(out, config.path, clock),
    )
