"""Two workers on one real PostgreSQL, or one on SQLite, each a process with a folder and a listener
of its own; many games by letters to both; and a hand that kills them.

1. Their clock is the same file, which stands while letters are worked on (crash_server, rule 3): so
   each letter's receipt is fixed, and the same round can be played again.
2. A round is one letter to each of some games, all at once and by whichever listener; it is over
   when all that follows from it is done.
3. What letters say follows from the state of their game, and what was played is noted down: the
   same letters can be given to others.
"""

import os
import random
import signal
import smtplib
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any

from sqlalchemy import text

from nomic_mail.config import load
from nomic_mail.daemon.opening import open_database
from nomic_mail.game.state import State
from nomic_mail.store.games.ledger import Ledger
from nomic_mail.store.people import seats
from nomic_mail.store.queue.inbox import MOST_CRASHES
from tests.kit.real.crash_server import PATIENCE_SECONDS, PAUSE_SECONDS, START, Posted, Server
from tests.real.daemon.test_crash import act

CONFIG = """[server]
database = "{url}"
workers = {workers}
[moderator]
desk = "never"
[mail]
trust = "open"
[listener]
port = 0
[outgoing]
maildir = "{mail}"
"""
PLAYERS = 3
HARD_TRIED = (
    f"SELECT id FROM inbox WHERE state IN ('waiting', 'claimed') AND crashes >= {MOST_CRASHES // 2}"
)
DONE = (
    "SELECT (SELECT count(*) FROM ledger),"
    " (SELECT count(*) FROM inbox WHERE state NOT IN ('waiting', 'claimed')),"
    " (SELECT count(*) FROM outbox WHERE state <> 'waiting')"
)
LEAP = timedelta(days=8)  # over every deadline
AN_HOUR = timedelta(hours=1)
Round = tuple[timedelta, Sequence[Posted]]


class Worker(Server):
    """One of several, or one with helpers: it has neither clock nor mail of its own."""

    def __init__(self, folder: Path, url: str, more: str = "", helpers: int = 0) -> None:
        self.folder, self.url, self.now, self.deaths = folder, url, START, 0
        self._port, self._process = 0, None
        folder.mkdir()
        mail = folder.parent / "mail"
        told = CONFIG.format(url=url, mail=mail, workers=1 + helpers) + more
        (folder / "config.toml").write_text(told, "utf-8")
        (folder / "secret.key").write_text("5a" * 32 + "\n", "ascii")
        (folder / "clock").symlink_to(folder.parent / "clock")

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.exitcode is None

    @property
    def port(self) -> int:
        return self._port

    @property
    def pid(self) -> int:
        if self._process is None or self._process.pid is None:
            raise RuntimeError("no process was started")
        return self._process.pid

    def helpers(self) -> list[int]:
        return helpers_of(self.pid)

    def kill(self) -> None:
        """SIGKILL, in the midst of whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self.deaths += 1


def helpers_of(server: int) -> list[int]:
    """The processes of a server's helpers."""
    threads = Path(f"/proc/{server}/task").glob("*/children")
    with suppress(FileNotFoundError):  # a thread ends
        found = " ".join(one.read_text("ascii") for one in threads).split()
        return [int(one) for one in found if b"helping" in _words_of(one)]
    return []


def _words_of(pid: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


@dataclass
class Many:
    """The workers, and the games they play."""

    folder: Path
    url: str
    count: int
    games: int
    more: str = ""
    helpers: int = 0
    workers: list[Worker] = field(default_factory=list)
    starting: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.folder.mkdir()
        self.now = START
        self.pass_time(timedelta(0))
        names = [f"worker{number}" for number in range(1, self.count + 1)]
        told = (self.url, self.more, self.helpers)
        self.workers = [Worker(self.folder / name, *told) for name in names]
        self.database = open_database(load(self.workers[0].folder / "config.toml"))
        self.ledger = Ledger()

    def pass_time(self, by: timedelta) -> None:
        """A leap is no outage of the listeners: to a worker that starts after it, the others were
        heard of just now, and none starts in its midst."""
        with self.starting:
            self.now += by
            new = self.folder / "clock.new"
            new.write_text(self.now.isoformat(), "ascii")
            new.replace(self.folder / "clock")
            if self.workers:
                time.sleep(5 * PAUSE_SECONDS)  # who looked at the clock before has written by now
                at = f"{self.now:%Y-%m-%dT%H:%M:%S}.000000Z"
                heard = text("UPDATE heartbeats SET at = :at WHERE name = 'listener'")
                with self.database.write() as line:
                    line.execute(heard, {"at": at})

    def begin(self) -> None:
        """All games run, and all workers."""
        for number in range(self.games):
            name = f"game{number}"
            settings = {"debate_min": "0", "extensions": "0", "missing_ballot": "close"}
            acts = [act("new game", title="", ruleset="net_play", settings=settings)]
            for one in range(PLAYERS):
                player = f"Player {one} <{player_of(number, one)}>"
                acts.append(act("add player", player=player, confirmed=True))
            acts.append(act("command", verb="Start", fields={}))
            for raw in acts:
                self.workers[0].now = self.now
                self.workers[0].act(raw.replace(b'"tea"', f'"{name}"'.encode()))
        for worker in self.workers:
            worker.start()
        self.settle()

    def stop(self) -> None:
        for worker in self.workers:
            if worker.runs:
                os.kill(worker.pid, signal.SIGCONT)
                worker.stop()
        self.database.close()

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with self.database.read() as line:
            return [tuple(row) for row in line.exec_driver_sql(query)]

    def settle(self, seconds: float = PATIENCE_SECONDS) -> None:
        """Rule 2. It waits for as long as there is less and less to do."""
        until, now = time.monotonic() + seconds, f"{self.now:%Y-%m-%dT%H:%M:%S}.999999Z"
        least = None
        query = (
            "SELECT 'in', id, state, claimed_by, recipient FROM inbox"
            " WHERE state IN ('waiting', 'claimed') UNION ALL"
            " SELECT 'out', id, state, leased_by, '' FROM outbox WHERE state = 'waiting' UNION ALL"
            " SELECT 'due', id, next_wake, remind_at, name FROM games"
            f" WHERE next_wake <= '{now}' OR remind_at <= '{now}'"
        )
        while left := self.rows(query):
            if least is None or len(left) < least:
                least, until = len(left), time.monotonic() + seconds
            if time.monotonic() > until:
                raise TimeoutError(f"never done: {left[:20]}")
            time.sleep(PAUSE_SECONDS)

    def post(self, letter: Posted, luck: random.Random, to: Worker | None = None) -> None:
        """As an MTA does: until there was a 250, the same bytes again, by whichever listener."""
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            port = (to or luck.choice(self.workers)).port
            try:
                with smtplib.SMTP("127.0.0.1", port, "mta.test", PATIENCE_SECONDS) as line:
                    line.sendmail(letter.mail_from, [letter.to], letter.raw)
                return
            except (smtplib.SMTPException, OSError):
                if time.monotonic() > until:
                    raise
                time.sleep(PAUSE_SECONDS)

    def play(self, played: Round, luck: random.Random, at_once: int = 4) -> None:
        by, letters = played
        self.pass_time(by)
        lucks = [random.Random(luck.random()) for _ in letters]
        order = list(zip(letters, lucks, strict=True))
        luck.shuffle(order)
        with ThreadPoolExecutor(at_once) as senders:
            for done in [senders.submit(self.post, letter, its) for letter, its in order]:
                done.result()
        self.settle()

    def states(self) -> list[State]:
        with self.database.read() as connection:
            return [self.ledger.load(connection, one.id) for one in seats.all_games(connection)]

    def next_round(self, number: int) -> Round:
        """Rule 3; now and then there are no letters, but a leap over what was due."""
        if number % 9 == 8:
            return LEAP, ()
        luck = random.Random(number)
        states = enumerate(self.states())
        letters = (self._letter(game, state, number, luck) for game, state in states)
        return AN_HOUR, [one for one in letters if one is not None]

    def _letter(self, game: int, state: State, number: int, luck: random.Random) -> Posted | None:
        if state.status != "running" or state.turn is None:
            return None
        poll, proposal = state.poll, state.proposal
        seat, text = state.turn.mover, "PROPOSE ENACT: Tea\nTea is at four.\nEND\n"
        if poll is not None and poll.missing:
            seat = luck.choice(poll.missing)
            text = luck.choice(["FOR\n"] * 5 + ["AGAINST\n"] + ["STATUS\n"] * 3)
        elif proposal is not None:
            text = "CALL VOTE\n"
        address = player_of(game, seat - 1)
        letter = EmailMessage()
        letter["From"], letter["To"] = address, self._to(game, address, luck)
        letter["Subject"] = f"Round {number}"
        letter["Message-ID"] = f"<{number}.{address}>"
        letter["Date"] = f"{self.now + AN_HOUR:%a, %d %b %Y %H:%M:%S +0000}"
        letter.set_content(text)
        return Posted(address, str(letter["To"]), letter.as_bytes(policy=SMTP))

    def _to(self, game: int, address: str, luck: random.Random) -> str:
        """By the game's address, by a reply's, or by the plain one, which tells no game."""
        way = luck.randrange(8)
        if way == 0:
            return "nomic@localhost"
        if way < 4:
            return f"nomic+game{game}@localhost"
        query = f"SELECT body FROM outbox WHERE recipient = '{address}' ORDER BY id DESC LIMIT 1"
        ((body,),) = self.rows(query)
        return str(message_from_bytes(body)["Reply-To"]).rpartition("<")[2].strip("<>")


def player_of(game: int, one: int) -> str:
    return f"player{one}.{game}@example.org"


@dataclass
class Record:
    """What stands in the end: the ledgers with their hashes and seals, and each letter out."""

    ledgers: list[tuple[Any, ...]]
    letters: dict[str, tuple[str, bytes]]
    delivered: dict[str, set[str]]


def record_of(many: Many) -> Record:
    ledgers = many.rows(
        "SELECT name, seq, kind, form, public, sealed, salt, seal, hash"
        " FROM ledger JOIN games ON games.id = game_id ORDER BY game_id, seq"
    )
    found = many.rows("SELECT message_id, recipient, body FROM outbox")
    delivered = {}
    for box in sorted((many.folder / "mail").iterdir()):
        files = [*(box / "new").glob("*"), *(box / "cur").glob("*")]
        delivered[box.name] = {
            str(message_from_bytes(one.read_bytes())["Message-ID"]) for one in files
        }
    return Record(ledgers, {row[0]: (row[1], row[2]) for row in found}, delivered)


class Hand:
    """Kills one worker after the other, or both, or a helper, in the midst of whatever they do, and
    has the next one started. A letter that was in hand at MOST_CRASHES deaths is held for the
    Moderator, and rightly: one that has been at half as many is left to whoever works on it."""

    def __init__(self, house: Many, seed: int, pause: tuple[float, float] = (0.2, 2.5)) -> None:
        self._house, self._luck, self._pause = house, random.Random(seed), pause
        self._over, self.kills, self.helpers = threading.Event(), 0, 0
        self._seen: list[tuple[Any, ...]] = []
        self.trouble: BaseException | None = None

    def _kill_on(self) -> None:
        try:
            while not self._over.wait(self._luck.uniform(*self._pause)):
                if self._house.rows(HARD_TRIED) or not self._goes_on():
                    continue
                if self._house.helpers and self._luck.random() < 0.5:
                    self._kill_a_helper()
                    continue
                chosen = [one for one in self._house.workers if self._luck.random() < 0.6]
                for worker in chosen:
                    worker.kill()
                    self.kills += 1
                self._over.wait(self._luck.uniform(0, 0.4))
                for worker in chosen:
                    with self._house.starting:
                        worker.start()
        except BaseException as trouble:  # told where it is waited for
            self.trouble = trouble

    def _goes_on(self) -> bool:
        """Something was done since the last kill, or it is tried nevertheless: where the machine is
        slow, nothing would ever be done."""
        seen = self._house.rows(DONE)
        went_on, self._seen = seen != self._seen, seen
        return went_on or self._luck.random() < 0.05

    def _kill_a_helper(self) -> None:
        """The worker by itself begins another."""
        if there := [one for worker in self._house.workers for one in worker.helpers()]:
            with suppress(ProcessLookupError):
                os.kill(self._luck.choice(there), signal.SIGKILL)
                self.helpers += 1

    @contextmanager
    def at_work(self) -> Iterator["Hand"]:
        thread = threading.Thread(target=self._kill_on, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._over.set()
            thread.join(PATIENCE_SECONDS)
        if self.trouble is not None:
            raise self.trouble
