"""End to end, beside GNU Mailman 3 in the same run: one server process of ours and all its runners,
LMTP in over four connections, the same sink, letters of the same bytes.

(a) commands: a vote that is changed, durable, understood, decided, durable, acknowledged, sent;
    against `echo` to Mailman's request address, which is answered with one letter, too.
(b) fan-out: a letter of talk relayed to five players; against a post to a list of five.
(c) the bare costs of such a letter alone (bench/limit.py), for the distance to the limit.
"""

import asyncio
import email
import email.policy
import json
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

from bench.mailman import LIST, MEMBERS, REQUEST, Mailman, free_port
from bench.progress import told
from bench.sink import Sink

CONNECTIONS = 4
STILL_SECONDS = 20.0
GAMES = 20  # a player may say only so many things a day before the moderator is asked
COMMANDS = 640
POSTS = 200

CONFIG = """[mail]
address = "nomic@nomic.test"
[listener]
protocol = "lmtp"
port = {port}
[outgoing]
kind = "smtp"
smtp_host = "127.0.0.1"
smtp_port = {sink}
security = "none"
"""


@dataclass(frozen=True, slots=True)
class Letter:
    sender: str
    to: str
    raw: bytes


def letter(number: int, name: str, to: str, text: str) -> Letter:
    """The same bytes for both, but for the address and the word of command."""
    sender = f"{name}@players.example"
    head = {
        "From": f"{name.title()} <{sender}>",
        "To": to,
        "Subject": f"Re: letter {number:06}",
        "Date": "Sun, 01 Mar 2026 12:00:00 +0000",
        "Message-ID": f"<{number:06}.bench@players.example>",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
    }
    lines = [f"{key}: {value}" for key, value in head.items()]
    return Letter(sender, to, "\r\n".join([*lines, "", text, ""]).encode())


async def hand_in(port: int, letters: Sequence[Letter]) -> None:
    left = iter(letters)

    async def line() -> None:
        into, out = await asyncio.open_connection("127.0.0.1", port)

        async def say(words: bytes, wanted: bytes) -> None:
            if words:
                out.write(words)
            while True:
                told = await into.readline()
                if told[3:4] != b"-":
                    break
            if not told.startswith(wanted):
                raise RuntimeError(f"{words[:60]!r} was answered {told!r}")

        await say(b"", b"220")
        await say(b"LHLO bench\r\n", b"250")
        for one in left:
            await say(b"MAIL FROM:<%s>\r\n" % one.sender.encode(), b"250")
            await say(b"RCPT TO:<%s>\r\n" % one.to.encode(), b"250")
            await say(b"DATA\r\n", b"354")
            await say(one.raw + b".\r\n", b"250")
        out.write(b"QUIT\r\n")
        out.close()

    await asyncio.gather(*[line() for _ in range(CONNECTIONS)])


def per_second(
    ports: int | Sequence[int], sink: Sink, letters: Sequence[Letter], answers_each: int
) -> float:
    """From the first byte in to the last letter out."""
    before, began = sink.count(), time.perf_counter()
    all_ports = [ports] if isinstance(ports, int) else ports

    async def handed_in() -> None:
        count = len(all_ports)
        parts = (hand_in(port, letters[place::count]) for place, port in enumerate(all_ports))
        await asyncio.gather(*parts)

    asyncio.run(handed_in())
    wanted = before + len(letters) * answers_each
    seen, since = before, time.perf_counter()
    while (now := sink.count()) < wanted:
        if now != seen:
            seen, since = now, time.perf_counter()
        elif time.perf_counter() - since > STILL_SECONDS:
            raise RuntimeError(f"only {now - before} of {wanted - before} letters came out")
        time.sleep(0.02)
    return len(letters) / (time.perf_counter() - began)


class Ours:
    """A served instance with games of five players, each with a vote that stays open: one player
    of each never votes."""

    def __init__(self, folder: Path, sink: Sink, more: str = "", games: int = GAMES) -> None:
        self._sink, self._more, self._games = sink, more, games
        self._processes: list[subprocess.Popen[bytes]] = []
        self.ports: list[int] = []
        self._folder = folder
        self._config = self._configured(folder)
        self._call("init", str(folder))
        self._make_games()
        self.serve(self._config)
        turns = self._newest(games, "your turn")
        movers = list(turns.items())
        call = "PROPOSE REPEAL 206\r\nEND\r\nCALL VOTE"
        asked = [
            letter(number, name, _reply_to(told), call)
            for number, (name, told) in enumerate(movers)
        ]
        asyncio.run(hand_in(self.port, asked))
        self.ballots = {
            name: _reply_to(told) for name, told in self._newest(games * 5, "?]").items()
        }
        self.talk = {name: _talk(told) for name, told in self._newest(games * 5, "?]").items()}

    @property
    def port(self) -> int:
        return self.ports[0]

    def _configured(self, folder: Path) -> Path:
        folder.mkdir()
        self.ports.append(free_port())
        file = folder / "config.toml"
        file.write_text(CONFIG.format(port=self.ports[-1], sink=self._sink.port) + self._more)
        return file

    def one_more(self) -> None:
        """Another server, on the same database."""
        folder = self._folder.with_name(f"{self._folder.name}{len(self.ports) + 1}")
        config = self._configured(folder)
        shutil.copy(self._folder / "secret.key", folder)
        self.serve(config)

    def serve(self, config: Path) -> None:
        words = _words_of(config, "serve")
        silent = subprocess.DEVNULL
        self._processes.append(subprocess.Popen(words, stdout=silent, stderr=silent))

    def _call(self, *words: str) -> None:
        done = subprocess.run(
            _words_of(self._config, *words), capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{words}: {done.stdout}{done.stderr}")

    def _make_games(self) -> None:
        """Acts that wait in the inbox, as the command line hands them in, for the server to do."""
        from nomic_mail.config import load
        from nomic_mail.daemon.opening import open_database
        from nomic_mail.daemon.parts import hand_in_act

        database, settings = open_database(load(self._config)), {"debate_min": "0"}
        for number in range(self._games):
            game = f"bench-{number}"
            first = {"title": "", "ruleset": "net_play", "settings": settings}
            acts: list[tuple[str, dict[str, object]]] = [("new game", {**first})]
            acts += [
                ("add player", {"player": f"{one} <{one}@players.example>", "confirmed": True})
                for one in (f"{name}{number}" for name in MEMBERS)
            ]
            acts.append(("command", {"verb": "Start", "fields": {}}))
            for act, fields in acts:
                hand_in_act(database, datetime.now(UTC), act, {"game": game, **fields})
        database.close()

    def _newest(self, count: int, subject: str) -> dict[str, EmailMessage]:
        """By who has it: waits until so many have a letter with this in its subject."""
        end = time.monotonic() + 3 * STILL_SECONDS
        while time.monotonic() < end:
            found = {}
            for address, raw in self._sink.last().items():
                one = email.message_from_string(raw, policy=email.policy.default)
                if subject in str(one["Subject"]):
                    found[address.partition("@")[0]] = one
            if len(found) >= count:
                return found
            time.sleep(0.2)
        raise TimeoutError(f"{len(found)} of {count} have a letter with {subject}")

    def waiting(self) -> int:
        """How many letters have still to be worked on."""
        with closing(sqlite3.connect(self._folder / "nomic.db")) as database:
            waits = "SELECT count(*) FROM inbox WHERE state IN ('waiting', 'claimed')"
            return int(database.execute(waits).fetchone()[0])

    def memory(self) -> int:
        """The most that the first server has taken."""
        told = Path(f"/proc/{self._processes[0].pid}/status").read_text()
        return int(told.partition("VmHWM:")[2].split()[0]) * 1024

    def close(self) -> None:
        for process in self._processes:
            process.send_signal(signal.SIGTERM)
        for process in self._processes:
            process.wait(60)


def _words_of(config: Path, *words: str) -> list[str]:
    return [sys.executable, "-m", "nomic_mail", "--config", str(config), *words]


def _reply_to(told: EmailMessage) -> str:
    return str(told["Reply-To"]).strip("<>")


def _talk(told: EmailMessage) -> str:
    body = told.get_body(("plain",))
    found = re.search(r"To talk to all players:\s+(\S+@\S+)", body.get_content() if body else "")
    if found is None:
        raise RuntimeError("a ballot without an address to talk to")
    return found[1]


def votes(ours: Ours, first: int = 1000) -> list[Letter]:
    voters = [name for name in ours.ballots if not name.startswith(MEMBERS[-1])]
    return [
        letter(
            first + number,
            name := voters[number % len(voters)],
            ours.ballots[name],
            "AGAINST" if number // len(voters) % 2 else "FOR",
        )
        for number in range(COMMANDS)
    ]


def _words(count: int, first: int, to: dict[str, str], text: str) -> list[Letter]:
    names = list(to)
    return [
        letter(first + one, names[one % len(names)], to[names[one % len(names)]], text)
        for one in range(count)
    ]


def bare(folder: Path, sink: Sink) -> float:
    folder.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.limit", str(sink.port), str(folder)], stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    port = int(process.stdout.readline())
    try:
        letters = _words(COMMANDS, 80_000, dict.fromkeys(MEMBERS, "nomic@nomic.test"), "FOR")
        return per_second(port, sink, letters, 1)
    finally:
        process.kill()
        process.wait()


TALK = "Has anybody looked at what 206 does to a proposal that nobody votes on?"


def measured(
    kept: Path, say: Callable[[str], None] = told, *, beside: bool = True
) -> dict[str, dict[str, float]]:
    """Letters a second; `kept` is where Mailman is installed, once."""
    found: dict[str, dict[str, float]] = {"commands": {}, "posts": {}}
    with tempfile.TemporaryDirectory() as name:
        folder, sink = Path(name), Sink()
        say("the bare costs of a letter")
        found["commands"]["bare"] = bare(folder / "bare", sink)
        say("votes and talk from end to end")
        for workers, what in ((1, "nomic_mail"), (2, "with two workers")):
            ours = Ours(folder / f"{workers}", sink, f"[server]\nworkers = {workers}\n")
            try:
                time.sleep(2)
                found["commands"][what] = per_second(ours.port, sink, votes(ours), 1)
                posts = _words(POSTS, 50_000, ours.talk, TALK)
                found["posts"][what] = per_second(ours.port, sink, posts, 5)
            finally:
                ours.close()
        if beside:
            say("the same with Mailman")
            mailman = Mailman(folder / "mailman", kept, sink.port)
            try:
                time.sleep(5)
                request = dict.fromkeys(MEMBERS, REQUEST)
                echoes = _words(COMMANDS, 60_000, request, "echo FOR")
                found["commands"]["Mailman"] = per_second(mailman.port, sink, echoes, 1)
                posts = _words(POSTS, 70_000, dict.fromkeys(MEMBERS, LIST), TALK)
                found["posts"]["Mailman"] = per_second(mailman.port, sink, posts, 5)
            finally:
                mailman.close()
        sink.close()
    return found


if __name__ == "__main__":
    print(json.dumps(measured(Path("build/mailman"), beside="--alone" not in sys.argv), indent=1))
