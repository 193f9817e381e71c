"""`python -m bench.growth`: what one vote costs in a game with a long past, and on a server with
many games, and in a game of many players with many votes open.

1. Processor time of one letter all the way (accepted, read, decided, committed, its answer written
   into the outbox), on a real SQLite file with synchronous=FULL.
2. The servers take turns at small rounds of votes, and the middle round counts: what else the
   machine does meanwhile falls on all of them alike.
3. Each letter names its vote, and none is the same as another: what was read of late is not read
   again, and would be counted for less where few votes are open.
"""

import hmac
import itertools
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.grown import address, busy, grown, named, put
from bench.progress import told
from nomic_mail.clock import SetClock
from nomic_mail.config import load
from nomic_mail.daemon.opening import open_database
from nomic_mail.game.events import Event
from nomic_mail.game.evolve import fold
from nomic_mail.letters.mime import message
from nomic_mail.pump.engine import Pump
from nomic_mail.pump.keys import Keys
from nomic_mail.store.queue import inbox

HOUSES = itertools.count()
ROUNDS, LETTERS, VOTERS, ASKED = 31, 20, 4, 20
LENGTHS = (100, 10_000, 100_000)
SERVERS = (1, 100, 2_000)
SIZES = ((9, 1), (40, 1), (40, 30))  # players, and votes that are open
CONFIG = """[mail]
address = "nomic@nomic.test"
trust = "open"
dkim = false
"""


class House:
    """A server of games, each with an open vote, that is not served: what comes in is worked on
    at once, in this thread."""

    def __init__(
        self, folder: Path, names: Iterable[str], events: list[Event], now: datetime
    ) -> None:
        folder.mkdir()
        (folder / "config.toml").write_text(CONFIG)
        config = load(folder / "config.toml")
        self._database = open_database(config)
        self._names = list(names)
        polls = fold(events).open_polls
        self._open = [one.number for one in polls]
        for name in self._names:
            put(self._database, name, named(events, name))
        self._clock = SetClock(now)
        self._pump = Pump(
            self._database,
            config,
            self._clock,
            Keys(bytes(32)),
            lambda cause: hmac.digest(b"bench", cause.encode(), "sha256"),
            "bench",
        )
        self._count, self._number = 0, next(HOUSES)  # no letter of one is another's

    def votes(self) -> float:
        """Seconds of the processor for each."""
        self._clock.set(self._clock.now() + timedelta(hours=2))
        letters = [self._vote() for _ in range(LETTERS)]
        began = time.process_time()
        for parcel, to in letters:
            with self._database.write() as connection:
                inbox.accept(connection, parcel, [to])
        done = self._pump.run()
        spent = time.process_time() - began
        assert done == LETTERS, f"{done} of {LETTERS} votes were done"
        return spent / LETTERS

    def _vote(self) -> tuple[inbox.Parcel, str]:
        self._count += 1
        turn, game = divmod(self._count, min(len(self._names), ASKED))
        sender = address(self._names[game], turn % VOTERS + 1)
        choice = "FOR" if turn // VOTERS % 2 else "AGAINST"
        choice += f" {self._open[turn % len(self._open)]}"
        to = f"nomic+{self._names[game]}@nomic.test"
        head = (
            f"From: {sender}\r\nTo: {to}\r\nSubject: vote\r\n"
            f"Message-ID: <{self._count}@house-{self._number}>\r\n"
        )
        date = "Date: Sun, 01 Mar 2026 12:00:00 +0000"
        body = f"{choice}\r\n\r\n-- \r\nletter {self._count}\r\n"
        raw = f"{head}{date}\r\n\r\n{body}".encode()
        read = message.read(raw)
        source = f"bench {self._count}"
        return inbox.Parcel(
            source=source,
            kind="letter",
            raw=raw,
            sha256=read.sha256,
            digest=read.digest,
            message_id=read.message_id,
            mail_from=sender,
            received_at=self._clock.now(),
        ), to

    def close(self) -> None:
        self._database.close()


def measured(say: Callable[[str], None] = told) -> dict[str, dict[str, float]]:
    """Milliseconds of the processor for a vote, by what it is beside."""
    now = datetime.now(UTC)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        events, games, sizes = dict[str, House](), dict[str, House](), dict[str, House]()
        for length in LENGTHS:
            say(f"a game of {length:,} events")
            house = House(folder / f"of {length}", ["tea"], grown(length, now), now)
            events[f"{length:,} events"] = house
        for count in SERVERS:
            say(f"a server of {count:,} games")
            names = [f"tea-{number}" for number in range(count)]
            house = House(folder / f"with {count}", names, grown(LENGTHS[0], now), now)
            games[f"{count:,} games"] = house
        for players, votes in SIZES:
            house = House(folder / f"{players} {votes}", ["tea"], busy(players, votes, now), now)
            sizes[f"{players} players, {votes} open"] = house
        say("votes")
        found = {"events": _each(events), "games": _each(games), "sizes": _each(sizes)}
        for house in (*events.values(), *games.values(), *sizes.values()):
            house.close()
    return found


def _each(houses: dict[str, House]) -> dict[str, float]:
    rounds: dict[str, list[float]] = {size: [] for size in houses}
    for _ in range(ROUNDS):
        for size, house in houses.items():
            rounds[size].append(house.votes())
    return {size: 1000 * statistics.median(spent) for size, spent in rounds.items()}


if __name__ == "__main__":
    print(json.dumps(measured(), indent=1))
    sys.exit()
