"""A throw-away server that a transcript sits at: its clock is set, its luck is seeded."""

import email
import hmac
import json
import re
from collections.abc import Sequence
from datetime import datetime
from email.header import decode_header, make_header
from email.message import EmailMessage, Message
from email.utils import format_datetime, parseaddr
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from nomic_mail.archive.json import lay
from nomic_mail.archive.opening import read_entry
from nomic_mail.clock import SetClock
from nomic_mail.config import Config, Mail, ModeratorSection, Server, TemplatesSection
from nomic_mail.daemon import importing
from nomic_mail.letters.mime import message
from nomic_mail.pump.engine import Pump
from nomic_mail.pump.keys import Keys
from nomic_mail.pump.moderator.desk import Item, all_waiting
from nomic_mail.store.database import heartbeats
from nomic_mail.store.database.engines import Database
from nomic_mail.store.games import ledger
from nomic_mail.store.people import seats
from nomic_mail.store.queue import inbox, outbox
from nomic_mail.written.entry import Entry

HOST = "nomic.example"
AUTHSERV_ID = f"mx.{HOST}"  # as its mail server signs what it found out


class Received(Struct, frozen=True):
    """A letter as its reader has it."""

    to: str
    name: str
    subject: str
    text: str
    reply_to: str
    return_path: str
    message_id: str
    occasions: tuple[str, ...]
    attached: tuple[tuple[str, str], ...] = ()  # texts, by their names

    @property
    def proof(self) -> str:
        return dict(self.attached).get("proof.txt", "")


class Table:
    def __init__(
        self,
        folder: Path,
        seed: str,
        at: datetime,
        templates: str = "",
        database: str = Server().database,
        desk: Literal["daily", "never"] = "never",
    ) -> None:
        self.clock = SetClock(at)
        self.config = Config(
            file=folder / "config.toml",
            server=Server(database=database),
            mail=Mail(address=f"nomic@{HOST}", authserv_id=AUTHSERV_ID),
            moderator=ModeratorSection(
                name="The Moderator", address=f"moderator@{HOST}", desk=desk
            ),
            templates=TemplatesSection(path=templates),
        )
        self._seed = seed.encode()
        self.key = sha256(self._seed).digest()
        self.database = Database(self.config.database_url)
        self.database.make()
        self.pump = Pump(
            self.database,
            self.config,
            self.clock,
            Keys(self.key),
            self._fresh,
            "table",
        )
        self._letters = 0
        self.bodies: list[bytes] = []  # all that was ever taken out
        self._ledger = ledger.Ledger()

    def _fresh(self, cause: str) -> bytes:
        return hmac.digest(self._seed, cause.encode(), "sha256")

    def close(self) -> None:
        self.database.close()

    # In

    def hand_in(
        self, raw: bytes, mail_from: str, recipients: Sequence[str], kind: str = "letter"
    ) -> list[int]:
        parcel = self._parcel(raw, mail_from, kind)
        with self.database.write() as connection:
            return inbox.accept(connection, parcel, recipients)

    def _parcel(self, raw: bytes, mail_from: str, kind: str) -> inbox.Parcel:
        read = message.read(raw)
        self._letters += 1
        return inbox.Parcel(
            source=f"table {self._letters}",
            kind=kind,
            raw=raw,
            sha256=read.sha256,
            digest=read.digest if kind == "letter" else sha256(raw).hexdigest(),
            message_id=read.message_id if kind == "letter" else "",
            mail_from=mail_from,
            received_at=self.clock.now(),
        )

    def mail(self, sender: str, to: str, text: str, subject: str = "", reply: str = "") -> int:
        """A plain letter, as any mail program writes it."""
        letter = EmailMessage()
        letter["From"] = sender
        letter["To"] = to
        letter["Subject"] = subject
        letter["Date"] = format_datetime(self.clock.now())
        letter["Message-ID"] = f"<{self._letters + 1}@players.example>"
        if reply:
            letter["In-Reply-To"] = letter["References"] = reply
        letter.set_content(text)
        address = parseaddr(sender)[1]
        return self.hand_in(letter.as_bytes(), address, [to])[0]

    def act(self, act: str, **fields: Any) -> int:
        return self.hand_in(_act(act, fields), "", ["moderator"], "act")[0]

    def comes_back(self, letter: Received) -> int:
        """For good, to the return path that it left with."""
        self._letters += 1
        report = [
            "From: MAILER-DAEMON@mx.players.example",
            "Subject: Undelivered Mail Returned to Sender",
            f"Message-ID: <bounce.{self._letters}@mx.players.example>",
            "MIME-Version: 1.0",
            "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
            "",
            "--b",
            "Content-Type: message/delivery-status",
            "",
            "Reporting-MTA: dns; mx.players.example",
            "",
            f"Final-Recipient: rfc822; {letter.to}",
            "Action: failed",
            "Status: 5.1.1",
            "--b--",
        ]
        return self.hand_in("\r\n".join(report).encode(), "", [letter.return_path])[0]

    def release(self, number: int) -> None:
        """As `nomic-mail letter release` does."""
        with self.database.write() as connection:
            if not inbox.release_held(connection, number, self.clock.now()):
                raise KeyError(number)

    def waiting(self) -> list[Item]:
        """What the Moderator's desk shows now."""
        with self.database.read() as connection:
            return all_waiting(connection, self._ledger, self.clock.now())

    def was_away(self, since: datetime) -> None:
        """No letter could come in since then; now they can."""
        with self.database.write() as connection:
            heartbeats.was_away(connection, heartbeats.ListenerOutage(since, self.clock.now()))

    def set_back(self, game: str, backup_at: datetime) -> int:
        """As after a backup of then was restored; what came since has not been taken away."""
        times = {"backup_at": backup_at, "restored_at": self.clock.now()}
        return self.act("set back", game=game, **{name: f"{at}" for name, at in times.items()})

    def bring_in(self, game: str, name: str, *, with_addresses: bool) -> int:
        """The game's record as it is now, brought here under another name; the old game pauses."""
        laid = lay(self.entries(game, 0))
        addresses = None
        with self.database.read() as connection:
            found = seats.game_named(connection, game)
            if with_addresses and found is not None:
                roster = seats.of_game(connection, found.id)
                addresses = {str(seat.seat): seat.address for seat in roster}
        lines = list(laid.lines)
        events = [read_entry(line) for line in lines]
        record = importing.ImportedRecord(events, lines, addresses)
        brought = importing.bring_in(
            self.database,
            self.config,
            record,
            self.clock.now(),
            name,
            parcel_of=lambda at, act, fields: self._parcel(_act(act, fields), "", "act"),
        )
        self.act("say", game=game, line="PAUSE: it goes on elsewhere")
        return brought.act

    # Out

    def letters(self) -> list[Received]:
        """Takes out what was written since the last call, in order."""
        with self.database.write() as connection:
            leased = outbox.lease(connection, "table", self.clock.now(), 1000)
            outbox.sent(connection, leased, self.clock.now())
        self.bodies += [one.letter.body for one in leased]
        return [received(one.letter.body, one.letter.mail_from) for one in leased]

    def entries(self, game: str, after: int) -> list[Entry]:
        with self.database.read() as connection:
            found = seats.game_named(connection, game)
            return list(ledger.entries(connection, found.id, after)) if found else []

    def arrival(self, number: int) -> inbox.Arrival:
        with self.database.read() as connection:
            found = inbox.get(connection, number)
        if found is None:
            raise KeyError(number)
        return found


def _act(act: str, fields: dict[str, Any]) -> bytes:
    return json.dumps({"act": act, **fields}, sort_keys=True).encode()


def received(body: bytes, mail_from: str) -> Received:
    """Our own letters keep to the rules, so the plain reader does: the other takes longer over a
    letter than all the rest of what becomes of it. The first ones told no occasions."""
    letter = email.message_from_bytes(body)
    plain = next(part for part in letter.walk() if part.get_content_type() == "text/plain")
    files = [(part.get_filename(), part) for part in letter.walk()]
    name, address = parseaddr(_header(letter, "To"))
    return Received(
        to=address,
        name=name,
        subject=_header(letter, "Subject"),
        text=_words(plain),
        reply_to=parseaddr(_header(letter, "Reply-To"))[1],
        return_path=mail_from,
        message_id=_header(letter, "Message-ID"),
        occasions=tuple("".join(_header(letter, "X-Nomic-Mail").split(";")[2:3]).split()),
        attached=tuple((name, _words(part)) for name, part in files if name and _is_text(part)),
    )


def _is_text(part: Message) -> bool:
    return part.get_content_type() == "text/plain"


def _words(part: Message) -> str:
    return bytes(part.get_payload(decode=True)).decode()


def _header(letter: Message, name: str) -> str:
    folded = str(letter[name])
    return str(make_header(decode_header(re.sub(r"\r?\n(?=[ \t])", "", folded))))
