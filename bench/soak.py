"""`python -m bench.soak [GAMES] [DAYS]`: one served daemon, and games in which people write every
few days, for a year by their calendar. Writes build/soak.json, and docs/soak.svg from it.

1. The daemon is a real one in a process of its own, with LMTP in and SMTP out; only its clock is
   ours, and stands still while its post is done: at no deadline, since whoever writes at that very
   moment is in time, and so it is not over before the next.
2. Players answer what they find in their box, each on some days only; so deadlines pass, turns are
   lost, reminders go out. A game that is over is followed by another.
3. What its memory, its database and its queues were is looked at each week.
"""

import asyncio
import json
import multiprocessing
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.chart import Line, drawn
from bench.mailman import free_port
from bench.progress import told
from bench.sink import Sink
from bench.startup import CONFIG
from bench.walk import Letter, hand_in
from nomic_mail.config import load
from nomic_mail.daemon.opening import open_database
from nomic_mail.daemon.parts import hand_in_act
from tests.kit.real.crash_server import serve

BEGAN = datetime(2026, 1, 5, 6, tzinfo=UTC)
STEP = timedelta(hours=12, seconds=1)  # rule 1
NAMES = ("ada", "bob", "cid", "dan", "eve")
WRITES = 0.12  # of the half days
PATIENCE = 600.0
LEFT = """SELECT (SELECT count(*) FROM inbox WHERE state IN ('waiting', 'claimed')),
 (SELECT count(*) FROM outbox WHERE state = 'waiting'),
 (SELECT count(*) FROM games WHERE next_wake <= ? AND status = 'running')"""


@dataclass(frozen=True, slots=True)
class Week:
    week: int
    memory_mb: float
    database_mb: float
    letters_in: int
    letters_out: int
    most_in: int  # that waited at one time
    most_out: int
    ms_a_letter: float
    games: int


class Soak:
    def __init__(self, folder: Path, games: int) -> None:
        self._folder, self._sink, self._luck = folder, Sink(), random.Random(1982)
        self._port, self.now, self._count = free_port(), BEGAN, 0
        self._begun, self._written = 0, 0
        self._most = Counter[str]()
        folder.mkdir()
        text = CONFIG.format(port=self._port, sink=self._sink.port)
        (folder / "config.toml").write_text(text)
        words = [sys.executable, "-m", "nomic_mail", "--config", str(folder / "config.toml")]
        subprocess.run([*words, "init", str(folder)], stdout=subprocess.DEVNULL, check=True)
        self._move(timedelta(0))
        self._database = open_database(load(folder / "config.toml"))
        spawn = multiprocessing.get_context("spawn")
        ours, theirs = spawn.Pipe()
        self._process = spawn.Process(target=serve, args=(str(folder), "never", 1, theirs))
        self._process.start()
        ours.recv()
        for _ in range(games):
            self._begin()
        self._settle()

    def _move(self, by: timedelta) -> None:
        self.now += by
        new = self._folder / "clock.new"
        new.write_text(self.now.isoformat(), "ascii")
        new.replace(self._folder / "clock")

    def _begin(self) -> None:
        game = f"tea-{self._begun}"
        first = {"title": "", "ruleset": "net_play", "settings": {"debate_min": "0"}}
        acts: list[tuple[str, dict[str, object]]] = [("new game", {**first})]
        for name in NAMES:
            who = f"{name.title()} <{name}.{self._begun}@players.example>"
            acts.append(("add player", {"player": who, "confirmed": True}))
        acts.append(("command", {"verb": "Start", "fields": {}}))
        for act, fields in acts:
            hand_in_act(self._database, self.now, act, {"game": game, **fields})
        self._begun += 1

    def half_day(self) -> None:
        """Whoever feels like it answers the newest letter in their box."""
        self._move(STEP)
        self._settle()
        letters = []
        for address, raw in sorted(self._sink.last().items()):
            if self._luck.random() < WRITES and (answer := self._answer(address, raw)):
                letters.append(answer)
        asyncio.run(hand_in(self._port, letters))
        self._written += len(letters)
        self._settle()

    def _answer(self, address: str, raw: str) -> Letter | None:
        head = raw.partition("\r\n\r\n")[0].replace("\r\n ", " ")
        told = dict(line.partition(": ")[::2] for line in head.split("\r\n"))
        subject = told.get("Subject", "")
        if "moderator@" in address:
            return None
        self._count += 1
        if "?]" not in subject:
            text = "TALK: What does 206 do to a proposal that nobody votes on?\r\nEND"
            text = text if self._luck.random() < 0.2 else "STATUS"
        elif "your turn" in subject:
            text = f"PROPOSE ENACT: Tea {self._count}\r\nThere is tea at four.\r\nEND\r\nCALL VOTE"
        else:
            text = self._luck.choice(("FOR", "FOR", "FOR", "AGAINST"))
        to = told["Reply-To"].strip("<>")
        lines = [
            f"From: {address}",
            f"To: {to}",
            f"Subject: Re: {subject}",
            f"Date: {self.now:%a, %d %b %Y %H:%M:%S} +0000",
            f"Message-ID: <{self._count}.soak@players.example>",
        ]
        return Letter(address, to, "\r\n".join([*lines, "", text, ""]).encode())

    def _settle(self) -> None:
        """Until all is worked on and sent, and nothing is due."""
        until = time.monotonic() + PATIENCE
        with closing(sqlite3.connect(self._folder / "nomic.db", timeout=60)) as connection:
            while True:
                now = (f"{self.now:%Y-%m-%dT%H:%M:%S.%fZ}",)
                into, out, due = connection.execute(LEFT, now).fetchone()
                self._most |= Counter({"in": into, "out": out})
                if not into + out + due:
                    return
                if time.monotonic() > until:
                    raise TimeoutError(f"left: {into} in, {out} out, {due} deadlines")
                time.sleep(0.05)

    def look(self, week: int, seconds: float, before: int) -> Week:
        with closing(sqlite3.connect(self._folder / "nomic.db", timeout=60)) as connection:
            ended = "SELECT count(*) FROM games WHERE status = 'ended'"
            (over,) = connection.execute(ended).fetchone()
            ((letters_in,),) = connection.execute("SELECT count(*) FROM inbox").fetchall()
        for _ in range(over - (self._begun - self._begun_first)):
            self._begin()
        self._settle()
        pages = Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]
        files = list(self._folder.glob("nomic.db*"))
        most, self._most = self._most, Counter()
        return Week(
            week=week,
            memory_mb=int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6,
            database_mb=sum(one.stat().st_size for one in files) / 1e6,
            letters_in=letters_in,
            letters_out=self._sink.count(),
            most_in=most["in"],
            most_out=most["out"],
            ms_a_letter=1000 * seconds / max(self._written - before, 1),
            games=self._begun,
        )

    def year(self, days: int) -> list[Week]:
        self._begun_first = self._begun
        weeks = []
        for week in range(1, days // 7 + 1):
            began, before = time.perf_counter(), self._written
            for _ in range(14):
                told(f"week {week} of {days // 7}, {self._written:,} letters")
                self.half_day()
            weeks.append(self.look(week, time.perf_counter() - began, before))
            print(json.dumps(asdict(weeks[-1])), flush=True)
        return weeks

    def close(self) -> None:
        self._database.close()
        if self._process.pid is not None:
            os.kill(self._process.pid, signal.SIGTERM)
        self._process.join(60)
        self._sink.close()


def chart(weeks: list[Week]) -> str:
    lines = [
        Line("memory, MB", [one.memory_mb for one in weeks]),
        Line("database, MB", [one.database_mb for one in weeks]),
        Line("most letters that waited, in", [float(one.most_in) for one in weeks]),
        Line("and out", [float(one.most_out) for one in weeks]),
        Line("ms for a letter, with all it leads to", [one.ms_a_letter for one in weeks]),
    ]
    return drawn(lines, "weeks")


def main() -> None:
    games, days = [int(one) for one in (*sys.argv[1:], "200", "365")[:2]]
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(Path(folder) / "soak", games)
        try:
            weeks = soak.year(days)
        finally:
            soak.close()
    Path("build").mkdir(exist_ok=True)
    Path("build/soak.json").write_text(json.dumps([asdict(one) for one in weeks], indent=1))
    Path("docs/soak.svg").write_text(chart(weeks))


if __name__ == "__main__":
    main()
