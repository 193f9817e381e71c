"""What lies between the people and the server: letters under way, in both directions.

1. A letter to the server is lost, late, overtaken or doubled as its own luck has it; until somebody
   has said that they have it, its sender's mail server tries again, with the same bytes.
2. A letter from the server is lost, put off, refused or sent back by its own luck, too: by its name
   and how often it was tried, so that a resent letter can fare otherwise.
3. What was carried is written down here, for `promises` to compare the server's books with.
"""

import heapq
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Literal

from msgspec import Struct, field

from nomic_mail.letters.proof import token
from nomic_mail.letters.proof.token import Token
from nomic_mail.play.simulator.house import House, powered
from nomic_mail.play.simulator.luck import Luck
from nomic_mail.play.table import HOST
from nomic_mail.wire import Outcome

Nature = Literal["genuine", "forged", "machine", "malformed"]
RETRY = (timedelta(minutes=10), timedelta(hours=2))
SKEW_SECONDS = 100  # how far off a mail server's clock may be; our margin is 120
KEPT = 80


class SaidOfBallot(Struct, frozen=True):
    """What a letter says about a ballot: `choice` is empty where it takes one back. `sure`: it is
    proven, and cannot be read in two ways; else it may count or not."""

    game: str
    seat: int
    number: int
    choice: str
    sure: bool = True


class Mailed(Struct, frozen=True):
    """A letter to the server as the wire has it."""

    raw: bytes
    mail_from: str
    to: str
    nature: Nature
    who: str = ""
    told: str = ""
    said: SaidOfBallot | None = None


class Handed(Struct):
    """What became of one letter on the wire: when somebody said that they had it, and how often
    nobody could say it (the power failed)."""

    posted: Mailed
    mailbox: bool
    had_at: list[datetime] = field(default_factory=list)
    unsaid: int = 0


class LetterHad(Struct, frozen=True):
    """A letter from the server, as its reader has it."""

    to: str
    mail_from: str
    raw: bytes

    def header(self, name: str) -> str:
        head = self.raw.partition(b"\r\n\r\n")[0].decode("utf-8", "replace")
        for line in head.replace("\r\n ", " ").replace("\r\n\t", " ").split("\r\n"):
            key, _, value = line.partition(":")
            if key.lower() == name:
                return value.strip()
        return ""

    @property
    def reply_to(self) -> str:
        return self.header("reply-to").strip("<>").rpartition("<")[2].rstrip(">")

    def matter(self, key: bytes) -> Token | None:
        door = token.parse_recipient(self.reply_to, f"nomic@{HOST}")
        return token.opened(key, door.value) if door.kind == "token" else None


class Person(Struct):
    name: str
    address: str
    letters: list[LetterHad] = field(default_factory=list)  # the newest last
    is_away: bool = False  # a machine answers for them

    @property
    def first_name(self) -> str:
        return self.name.partition(" ")[0]


class Network:
    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.people: dict[str, Person] = {}
        self.handed: dict[tuple[str, str], Handed] = {}
        self.out: dict[str, tuple[bytes, int]] = {}  # sent, and how often the power had failed
        self.troubles: list[str] = []  # what no server may do
        self.count_in = 0
        self.count_out = 0
        self.house: House
        self.log: Callable[[str], None] = lambda line: None
        self._way: list[tuple[datetime, int, Mailed]] = []
        self._order = 0
        self._tries: dict[str, int] = {}

    # To the server

    def send(self, posted: Mailed, due: datetime) -> None:
        self._order += 1
        heapq.heappush(self._way, (due, self._order, posted))

    def next_due(self) -> datetime | None:
        return self._way[0][0] if self._way else None

    def deliver_next(self) -> None:
        """The clock stands where it is due."""
        due, order, posted = heapq.heappop(self._way)
        luck = Luck(f"{self.seed} way {order}")
        if self.house.daemon is None or not self._delivered(posted, luck):
            self.send(posted, due + luck.time(*RETRY))

    def _by_mailbox(self, luck: Luck) -> bool:
        ways = self.house.config
        return bool(ways.mailbox) and (not ways.listener.enabled or luck.chance(50))

    def handing(self, posted: Mailed, *, mailbox: bool) -> Handed:
        raw = self.house.post_box.dressed(posted.raw, posted.mail_from, posted.to)
        key = (sha256(raw if mailbox else posted.raw).hexdigest(), posted.to)
        return self.handed.setdefault(key, Handed(posted, mailbox))

    def _delivered(self, posted: Mailed, luck: Luck) -> bool:
        if (known := self.house.known(posted.to)) != "ours":
            return known == "nobody"  # 550, and its sender is told so; else they try again
        now = self.house.clock.now()
        handed = self.handing(posted, mailbox=self._by_mailbox(luck))
        self.count_in += 1
        if handed.mailbox:
            skew = luck.number(2 * SKEW_SECONDS) - SKEW_SECONDS
            at = now + timedelta(seconds=skew)
            self.house.post_box.put(posted.raw, posted.mail_from, posted.to, at)
            handed.had_at.append(at)
            self.log(f"mail {posted.told} (into the mailbox)")
            return True
        done = [False]
        with powered(self.house, lambda: self._unsaid(handed)):
            done[0] = self.house.take(posted.raw, posted.mail_from, posted.to)
        if done[0]:
            handed.had_at.append(now)
            self.log(f"mail {posted.told}")
        return done[0]

    def _unsaid(self, handed: Handed) -> None:
        handed.unsaid += 1
        self.log(f"the power fails before the 250 to: {handed.posted.told}")

    # From the server (Outlet)

    def deliver(self, mail_from: str, recipient: str, raw: bytes, name_hint: str) -> Outcome:
        self.house.sending()
        self._tries[name_hint] = tries = self._tries.get(name_hint, 0) + 1
        luck = Luck(f"{self.seed} out {name_hint} {tries}")
        fate = luck.number(100)
        if fate < 2 and tries < 5:
            return Outcome("deferred", "450 later", way_is_closed=fate == 0)
        self._known(name_hint, raw)
        self.count_out += 1
        if fate == 2 and luck.chance(25):
            return Outcome("failed", "RCPT: 550 no such user")
        if fate < 6:
            return Outcome("sent", "250 and lost")
        person = self.people.get(recipient)
        if person is not None:
            person.letters.append(LetterHad(recipient, mail_from, raw))
            del person.letters[:-KEPT]
            if person.is_away:
                self._answers_by_machine(person, luck)
            if fate == 6:
                self._comes_back(person, luck)
        return Outcome("sent", "250")

    def close(self) -> None:
        pass

    def _known(self, message_id: str, raw: bytes) -> None:
        before = self.out.get(message_id)
        if before is not None and before[0] != raw:
            self.troubles.append(f"two letters are called {message_id}")
        elif before is not None and before[1] == self.house.cuts:
            self.troubles.append(f"{message_id} went out twice, and no power had failed")
        self.out[message_id] = (raw, self.house.cuts)

    def _answers_by_machine(self, person: Person, luck: Luck) -> None:
        letter = person.letters[-1]
        to = luck.pick((letter.reply_to, letter.mail_from)) or letter.reply_to
        raw = (
            f"From: {person.name} <{person.address}>\r\nTo: {to}\r\n"
            "Auto-Submitted: auto-replied\r\n"
            f"Subject: Out of office: {letter.header('subject')}\r\n"
            f"Message-ID: <away.{len(self.out)}@players.example>\r\n\r\n"
            "FOR\r\nI am away, and vote for nothing.\r\n"
        )
        told = f"{person.first_name}'s machine to {to}: out of office"
        posted = Mailed(raw.encode(), "", to, "machine", person.name, told)
        self.send(posted, self.house.clock.now() + luck.time(timedelta(0), timedelta(hours=1)))

    def _comes_back(self, person: Person, luck: Luck) -> None:
        letter = person.letters[-1]
        if not letter.mail_from:
            return
        raw = (
            "From: MAILER-DAEMON@mx.players.example\r\nSubject: Undelivered Mail Returned\r\n"
            f"Message-ID: <bounce.{len(self.out)}@mx.players.example>\r\nMIME-Version: 1.0\r\n"
            "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
            "--b\r\nContent-Type: message/delivery-status\r\n\r\n"
            "Reporting-MTA: dns; mx.players.example\r\n\r\n"
            f"Final-Recipient: rfc822; {person.address}\r\nAction: failed\r\nStatus: 5.1.1\r\n"
            "--b--\r\n"
        )
        told = f"a letter to {person.first_name} comes back"
        posted = Mailed(raw.encode(), "", letter.mail_from, "machine", person.name, told)
        self.send(posted, self.house.clock.now() + luck.time(timedelta(0), timedelta(hours=5)))
