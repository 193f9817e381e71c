"""`python -m bench.walk_of_a_vote`: the way of a letter through the house, counted.

From the moment it is taken in until its answers are marked as sent: how many calls of functions of
ours, of how many, in how many modules; how often the database is read and written to; and how long
that takes. Whoever adds to the way of every letter sees it here.
"""

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from secrets import token_hex
from types import FrameType
from typing import Any

import nomic_mail
from nomic_mail.daemon.parts import Acceptor
from nomic_mail.daemon.sender import Sender
from nomic_mail.play.table import HOST, Received, Table
from nomic_mail.store.database.engines import Database
from nomic_mail.wire import Envelope, Outcome

HOME = str(Path(nomic_mail.__file__).parent)
NAMES = ("ada", "bob", "carol", "dora", "emil")
GAMES, ROUNDS = 1, 60
PROPOSAL = "PROPOSE ENACT: Tea {}\nTea is at four.\nEND\n"


class Sink:
    """A way out that takes everything."""

    def deliver(self, mail_from: str, recipient: str, body: bytes, message_id: str) -> Outcome:
        return Outcome("sent", "")

    def close(self) -> None:
        pass


class Walk(Table):
    """A table with the real ways in and out."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "a walk", datetime(2026, 3, 2, 9, tzinfo=UTC))
        self._accept = Acceptor(self.database)
        self._sender = Sender(self.database, Sink(), self.clock, "walk", timedelta(hours=1))
        self.last: dict[str, Received] = {}

    def begin(self) -> str:
        """A game with a vote that stays open; whose proposal it is on."""
        mover = self.start()
        self.reply(mover, PROPOSAL.format(0) + "CALL VOTE\n")
        self.take_out()
        return mover

    def start(self) -> str:
        """A game; who has the turn in it."""
        house = {"debate_min": "0"}
        self.act("new game", game="tea", title="", ruleset="net_play", settings=house)
        for name in NAMES:
            player = f"{name.title()} <{name}@players.example>"
            self.act("add player", game="tea", player=player, confirmed=True)
        self.act("command", game="tea", verb="Start", fields={})
        self.take_out()
        return next(name for name, one in self.last.items() if "your turn" in one.subject)

    def take_out(self) -> None:
        self.pump.run()
        for one in self.letters():
            self.last[one.to.partition("@")[0]] = one

    def reply(self, name: str, text: str) -> None:
        self.mail(f"{name}@players.example", self.last[name].reply_to, text)

    def walks(self, name: str, to: str, text: str) -> None:
        """A letter all the way."""
        self._letters += 1
        head = f"From: {name}@players.example\r\nTo: {to}\r\nSubject: Re: the vote\r\n"
        head += f"Message-ID: <{self._letters}.{token_hex(4)}@players.example>\r\n"
        raw = f"{head}Date: Mon, 02 Mar 2026 12:00:00 +0000\r\n\r\n{text}\r\n".encode()
        self._accept(raw, Envelope(f"{name}@players.example", (to,)), self.clock.now())
        self.pump.run()
        self._sender.run()


def counted(walk: Callable[[], None]) -> dict[str, int]:
    calls: dict[tuple[str, str], int] = {}
    looks = {"read": 0, "write": 0}

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(HOME):
            what = (frame.f_code.co_filename, frame.f_code.co_qualname)
            calls[what] = calls.get(what, 0) + 1

    def counting(name: str) -> Callable[..., Any]:
        done = getattr(Database, name)

        def look(*args: Any, **how: Any) -> Any:
            looks[name] += 1
            return done(*args, **how)

        return look

    was = {name: getattr(Database, name) for name in looks}
    for name in looks:
        setattr(Database, name, counting(name))
    sys.setprofile(note)
    try:
        walk()
    finally:
        sys.setprofile(None)
        for name, done in was.items():
            setattr(Database, name, done)
    modules = {file for file, _ in calls}
    told = {"calls": sum(calls.values()), "functions": len(calls), "modules": len(modules)}
    told["modules of pump"] = sum("nomic_mail/pump/" in file for file in modules)
    return told | {f"{name}()": number for name, number in looks.items()}


def measured() -> dict[str, dict[str, float]]:
    with tempfile.TemporaryDirectory() as name:
        walk = Walk(Path(name))
        mover = walk.begin()
        voter = next(name for name in NAMES if name != mover)
        door, plain = walk.last[voter].reply_to, f"nomic+tea@{HOST}"
        bad = f"{door.partition('@')[0][:-4]}aaaa@{HOST}"
        letters: dict[str, tuple[str, str, str]] = {
            "a vote": (voter, door, "FOR"),
            "a preview": (voter, door, "PREVIEW ENACT: Cake\nThere is cake at five.\nEND\n"),
            "a bad token": (voter, bad, "FOR"),
            "no token": (voter, plain, "FOR"),
        }
        found: dict[str, dict[str, float]] = {}
        for what, (who, to, text) in letters.items():
            walk.clock.set(walk.clock.now() + timedelta(minutes=10))
            walk.walks(who, to, text)  # the first time much is loaded, and compiled
            found[what] = {**counted(partial(walk.walks, who, to, text))}
        walk.clock.set(walk.clock.now() + timedelta(hours=25))
        spent = []
        for place in range(ROUNDS):
            walk.clock.set(walk.clock.now() + timedelta(minutes=50))
            began = time.process_time()
            walk.walks(voter, door, "AGAINST" if place % 2 else "FOR")
            spent.append(time.process_time() - began)
        found["a vote"]["ms"] = round(1000 * statistics.median(spent), 2)
        walk.close()
    with tempfile.TemporaryDirectory() as name:
        walk = Walk(Path(name))
        mover = walk.start()
        door = walk.last[mover].reply_to
        walk.walks(mover, door, f"PREVIEW {PROPOSAL.format(0).partition(' ')[2]}")
        counts = counted(partial(walk.walks, mover, door, PROPOSAL.format(1)))
        found["a proposal"] = {**counts}
        walk.close()
    return found


if __name__ == "__main__":
    print(json.dumps(measured(), indent=1))
