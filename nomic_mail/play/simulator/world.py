"""One server with its games, its people, and the time between them."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from hashlib import sha256
from typing import Any

from msgspec import Struct, field

from nomic_mail import rulesets
from nomic_mail.game.state import State
from nomic_mail.letters.proof.token import Token, day_number
from nomic_mail.play.simulator import words
from nomic_mail.play.simulator.book import Book
from nomic_mail.play.simulator.house import IN_A_CALL, OF_A_MAILBOX, STEPS, Disk, House, PowerCut
from nomic_mail.play.simulator.luck import Luck
from nomic_mail.play.simulator.network import LetterHad, Mailed, Network, Person, SaidOfBallot
from nomic_mail.pump.moderator.desk import all_waiting
from nomic_mail.store.games.ledger import Ledger
from nomic_mail.store.people import seats
from nomic_mail.store.queue import inbox

BEGAN = datetime(2026, 3, 2, 9, tzinfo=UTC)
SETTINGS: Mapping[str, tuple[str, ...]] = {
    "debate_min": ("0", "0", "0", "2d"),
    "debate_max": ("7d", "3d"),
    "vote_window": ("7d", "2d", "1d", "6h", "0"),
    "turn_window": ("7d", "2d", "0"),
    "extensions": ("2", "0", "1"),
    "missing_ballot": ("extend", "close", "close", "remove"),
    "missing_turn": ("extend", "skip", "remove"),
    "away": ("extend", "note"),
    "digest": ("immediate", "immediate", "daily"),
}
WAYS_IN = {"listener": 65, "mailbox": 25, "both": 10}
GAMES = ("tea", "rum", "ale", "cider", "milk", "cocoa", "mead", "water")
MOST_GAMES = len(GAMES)
MOST_WITH_PROGRAMS = 2  # so that more comes of each
A_LOOK = timedelta(seconds=1)  # how late the server looks at the clock
SOON = timedelta(days=5)


class Sitting(Struct):
    """One game on this server."""

    name: str
    id: int
    ruleset: str
    book: Book
    pledged: set[int] = field(default_factory=set)  # votes that began with their proposer's for

    @property
    def state(self) -> State:
        return self.book.state


class World:
    def __init__(
        self, disk: Disk, seed: int, *, programs: bool = False, tell: bool = False
    ) -> None:
        self.seed, self.programs = seed, programs
        luck = Luck(f"{seed} set up")
        self.lines: list[str] = []
        self._tells = tell
        self.network = Network(str(seed))
        ways = luck.weighed(WAYS_IN)
        self.house = House(disk, str(seed), BEGAN, self.network, ways)
        self.network.house, self.network.log = self.house, self.log
        count = 2 + luck.number(len(words.NAMES) - 2)
        self.people = [Person(name, _address(name)) for name in words.NAMES[:count]]
        self.moderator = Person("The Moderator", self.house.config.moderator.address)
        self.network.people = {one.address: one for one in (*self.people, self.moderator)}
        self.acts = 0
        self.sittings: list[Sitting] = []
        self._letters = 0
        self._rosters: dict[int, list[seats.Seat]] = {}
        self.house.start()
        self._set_up(luck, ways)

    def _set_up(self, luck: Luck, ways: str) -> None:
        games = 1 + luck.number(MOST_WITH_PROGRAMS if self.programs else MOST_GAMES)
        names = rulesets.names()
        self.log(f"a server by {ways}, {len(self.people)} people, {games} games")
        for number in range(games):
            ruleset = names[(self.seed + number) % len(names)]
            settings = {key: luck.pick(values) for key, values in SETTINGS.items()}
            name = GAMES[number]
            self.act("new game", game=name, title="", ruleset=ruleset, settings=settings)
            self.work()
            self.sittings.append(Sitting(name, number + 1, ruleset, Book(name, number + 1)))
            confirmed = luck.chance(70)
            for person in self.people[: 2 + luck.number(len(self.people) - 1)]:
                who = f"{person.name} <{person.address}>"
                self.act("add player", game=name, player=who, confirmed=confirmed)
            self.work()
            if not confirmed:
                self._invited(name, luck)
            self.say(self.sittings[-1], "START")
            self.work()

    def _invited(self, game: str, luck: Luck) -> None:
        """Most answer at once."""
        for person in self.people:
            asked = [one for one in person.letters if one.header("subject").startswith(f"[{game}")]
            if asked and luck.chance(90):
                self.write(person, asked[-1].reply_to, "JOIN\n", luck, answers=asked[-1])
        self.advance(self.now + timedelta(hours=1), luck)

    # What is told of it

    @property
    def now(self) -> datetime:
        return self.house.clock.now()

    def log(self, line: str) -> None:
        self.lines.append(f"{self.now:%Y-%m-%d %H:%M:%S} {line}")

    # Who is who

    def roster(self, sitting: Sitting) -> list[seats.Seat]:
        if sitting.id not in self._rosters:
            with self.house.database.read() as connection:
                self._rosters[sitting.id] = seats.of_game(connection, sitting.id)
        return self._rosters[sitting.id]

    def seat_of(self, sitting: Sitting, person: Person) -> int | None:
        found = (one.seat for one in self.roster(sitting) if one.address == person.address)
        return next(found, None)

    def epoch_of(self, sitting: Sitting, person: Person) -> int:
        found = (one.epoch for one in self.roster(sitting) if one.address == person.address)
        return next(found, 0)

    def person_at(self, sitting: Sitting, seat: int) -> Person | None:
        found = (one.address for one in self.roster(sitting) if one.seat == seat)
        return self.network.people.get(next(found, ""))

    def is_old(self, about: Token) -> bool:
        return about.expires < day_number((self.now + SOON).date())

    def wrote(self, person: Person, number: int) -> bool:
        """Whether the letter of this number on the server is theirs."""
        query = f"SELECT sha256, recipient FROM inbox WHERE id = {int(number)}"  # noqa: S608
        with self.house.database.read() as connection:
            row = connection.exec_driver_sql(query).first()
        handed = self.network.handed.get((row[0], row[1])) if row is not None else None
        if handed is None:
            return False
        return handed.posted.nature == "genuine" and handed.posted.who == person.name

    # Letters and acts

    def letter(
        self,
        sender: str,
        to: str,
        text: str,
        *,
        answers: LetterHad | None = None,
        message_id: str = "",
        more: str = "",
    ) -> bytes:
        """As any mail program writes it."""
        self._letters += 1
        message_id = message_id or f"<{self._letters}@players.example>"
        subject = f"Re: {answers.header('subject')}" if answers else "the game"
        head = [
            f"From: {sender}",
            f"To: {to}",
            f"Subject: {subject}",
            f"Date: {format_datetime(self.now)}",
            f"Message-ID: {message_id}",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: 8bit",
        ]
        if answers:
            head.append(f"In-Reply-To: {answers.header('message-id')}")
        return ("\r\n".join(head) + f"\r\n{more}\r\n" + text.replace("\n", "\r\n")).encode()

    def write(
        self,
        person: Person,
        to: str,
        text: str,
        luck: Luck,
        *,
        answers: LetterHad | None = None,
        said: SaidOfBallot | None = None,
    ) -> None:
        """A person's own letter, on its way."""
        raw = self.letter(f"{person.name} <{person.address}>", to, text, answers=answers)
        told = f"{person.first_name} to {_shown(to)}: {_first(text)}"
        self.post(Mailed(raw, person.address, to, "genuine", person.name, told, said), luck)

    def post(self, posted: Mailed, luck: Luck) -> None:
        """Its fate: soon, late, lost, doubled."""
        delays = []
        fate = luck.number(100)
        if fate < 65:
            delays.append(luck.time(timedelta(0), timedelta(minutes=20)))
        elif fate < 88:
            delays.append(luck.time(timedelta(0), timedelta(hours=6)))
        elif fate < 96:
            delays.append(luck.time(timedelta(0), timedelta(days=3)))
        else:
            self.log(f"lost on its way: {posted.told}")
        if luck.chance(8):
            delays.append(luck.time(timedelta(0), timedelta(days=1)))
        for delay in delays:
            self.network.send(posted, self.now + delay)

    def act(self, act: str, **fields: Any) -> None:
        """The moderator's command line: into the queue like any letter."""
        self.acts += 1
        raw = json.dumps({"act": act, **fields}, sort_keys=True).encode()
        digest = sha256(raw + str(self.acts).encode()).hexdigest()
        parcel = inbox.Parcel(f"act {self.acts}", "act", raw, digest, digest, "", "", self.now)
        with self.house.database.write() as connection:
            inbox.accept(connection, parcel, ["moderator"])
        self.log(f"moderator {act} {' '.join(str(one) for one in fields.values())}")

    def say(self, sitting: Sitting, line: str) -> None:
        self.act("say", game=sitting.name, line=line)

    # Time

    def work(self) -> None:
        """All that the server would do by now; with the power cut, the next one does it."""
        self._rosters.clear()
        while self.house.daemon is not None:
            try:
                self.house.work()
            except PowerCut as cut:
                self.log(f"the power fails: {cut}")
                self.house.cut()
                self.house.start()
            else:
                break
        self._tell_news()

    def _tell_news(self) -> None:
        if self.house.daemon is None:
            return
        for sitting in self.sittings:
            self.lines += sitting.book.read_on(self.house.database, tell=self._tells)

    def advance(self, to: datetime, luck: Luck) -> None:
        """Letters come in when they are due; the clock of the server looks up now and then."""
        is_awake = luck.chance(50)
        while True:
            due, wake = self.network.next_due(), self._next_wake() if is_awake else None
            if wake is not None and self.now < wake <= to and (due is None or wake < due):
                self.set_clock(wake + A_LOOK)
                self.work()
                continue
            if due is None or due > to:
                break
            self.set_clock(max(due, self.now))
            self.network.deliver_next()
            if luck.chance(40):
                self.work()
        self.set_clock(max(to, self.now))
        self.work()

    def _next_wake(self) -> datetime | None:
        if self.house.daemon is None:
            return None
        with self.house.database.read() as connection:
            return seats.next_wake(connection)

    def set_clock(self, at: datetime) -> None:
        self.house.clock.set(at)
        self.house.beat()

    def end(self) -> None:
        """Until nothing is under way; mail servers and disk are well."""
        luck = Luck(f"{self.seed} end")
        self.house.cut_at("", 0)
        self.house.post_box.fails_after = None
        while (due := self.network.next_due()) is not None:
            self.advance(max(due, self.now), luck)
        for _ in range(
            3
        ):  # looks into a mailbox pass the last letter, and all that was put off goes
            self.advance(self.now + timedelta(hours=12), luck)
        hidden = [one for one in self.sittings if one.state.dealt and one.state.status != "ended"]
        for one in hidden:  # is to be checked, too
            self.say(one, "END GAME enough")
        if hidden:
            self.advance(self.now + timedelta(hours=1), luck)

    def answers_to_what_waits(self, sitting: Sitting) -> list[str]:
        with self.house.database.read() as connection:
            game = seats.game(connection, sitting.id)
            found = all_waiting(connection, Ledger(), self.now, game)
        return [answer for one in found for answer in one.answers]

    def cut_at(self, luck: Luck) -> None:
        steps = STEPS + (OF_A_MAILBOX if self.house.config.mailbox else ())
        steps += (IN_A_CALL,) * 4 if self.programs else ()
        step, after = luck.pick(steps), luck.number(3)
        self.house.cut_at(step, after)
        self.log(f"the power will fail at: {step}, after {after} more")


def _address(name: str) -> str:
    return f"{name.partition(' ')[0].lower()}@players.example"


def _shown(to: str) -> str:
    return "its reply address" if "+r." in to else to.partition("@")[0]


def _first(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return " / ".join(lines[:4]) + (" ..." if len(lines) > 4 else "") if lines else "(nothing)"
