"""How long a letter waits for its 250 while fifty clients hand letters in, each the next as soon as
the last is acknowledged: from the final dot to the answer, beside a bare listener that does nothing
but one durable commit a letter.

`python -m bench.acknowledged FOLDER` serves that listener, in a process of its own as ours is;
`python -m bench.acknowledged --burst 5000` hands in so many letters at once: when the last is
acknowledged, when the last is worked on, and the memory that it took.
"""

import asyncio
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from aiosmtpd.lmtp import LMTP

from bench.progress import told
from bench.sink import Sink
from bench.walk import COMMANDS, Letter, Ours, letter, votes

CLIENTS = 50
ROUNDS = 3


class OneCommit:
    def __init__(self, folder: Path) -> None:
        self._database = sqlite3.connect(folder / "bare.db", check_same_thread=False)
        self._database.isolation_level = None
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute("PRAGMA synchronous=FULL")
        self._database.execute("CREATE TABLE inbox (id INTEGER PRIMARY KEY, raw BLOB)")
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(16)

    def take(self, raw: bytes) -> None:
        with self._lock:
            self._database.execute("BEGIN IMMEDIATE")
            self._database.execute("INSERT INTO inbox (raw) VALUES (?)", (raw,))
            self._database.execute("COMMIT")

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._threads, self.take, envelope.content)
        return "250 taken"


async def serve(bare: OneCommit) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: LMTP(bare, loop=loop), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


async def waits(port: int, letters: Sequence[Letter]) -> list[float]:
    """Milliseconds, of each letter."""
    left, waited = iter(letters), list[float]()

    async def client() -> None:
        into, out = await asyncio.open_connection("127.0.0.1", port)

        async def say(words: bytes, wanted: bytes) -> None:
            out.write(words)
            while (told := await into.readline())[3:4] == b"-":
                pass
            if not told.startswith(wanted):
                raise RuntimeError(f"{words[:60]!r} was answered {told!r}")

        await say(b"", b"220")
        await say(b"LHLO bench\r\n", b"250")
        for one in left:
            await say(b"MAIL FROM:<%s>\r\n" % one.sender.encode(), b"250")
            await say(b"RCPT TO:<%s>\r\n" % one.to.encode(), b"250")
            await say(b"DATA\r\n", b"354")
            began = time.perf_counter()
            await say(one.raw + b".\r\n", b"250")
            waited.append((time.perf_counter() - began) * 1000)
        out.close()

    await asyncio.gather(*[client() for _ in range(CLIENTS)])
    return waited


def p50_and_p99(waited: Sequence[float]) -> tuple[float, float]:
    ordered = sorted(waited)
    return ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]


def of_bare(folder: Path) -> list[float]:
    folder.mkdir()
    words = [sys.executable, "-m", "bench.acknowledged", str(folder)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE)
    assert process.stdout is not None
    port = int(process.stdout.readline())
    letters = [
        letter(90_000 + number, "ann", "nomic@nomic.test", "FOR") for number in range(ROUNDS * 640)
    ]
    try:
        return asyncio.run(waits(port, letters))
    finally:
        process.kill()
        process.wait()


def measured(say: Callable[[str], None] = told) -> dict[str, tuple[float, float]]:
    """p50 and p99. The bare listener is asked before and after ours: other work comes and goes.
    The first letters after the start, who find patterns and templates unmade, are among ours, and
    are told apart too."""
    with tempfile.TemporaryDirectory() as name:
        folder, sink = Path(name), Sink()
        say("how long a letter waits for its 250")
        bare = of_bare(folder / "before")
        ours = Ours(folder / "ours", sink)
        try:
            time.sleep(2)
            letters = [one for turn in range(ROUNDS) for one in votes(ours, 1000 + turn * 10_000)]
            waited = asyncio.run(waits(ours.port, letters))
        finally:
            ours.close()
            sink.close()
        bare += of_bare(folder / "after")
    first = waited[: len(waited) // ROUNDS]
    found = {"bare": bare, "nomic_mail": waited, "after a start": first}
    return {what: p50_and_p99(took) for what, took in found.items()}


def burst(count: int) -> str:
    with tempfile.TemporaryDirectory() as name:
        sink = Sink()
        ours = Ours(Path(name) / "ours", sink, games=count // 4 // 8)  # eight votes a player
        try:
            time.sleep(2)
            rounds = range(count // COMMANDS + 1)
            letters = [one for turn in rounds for one in votes(ours, 1000 + turn * 10_000)][:count]
            began = time.perf_counter()
            waited = asyncio.run(waits(ours.port, letters))
            taken = time.perf_counter() - began
            while ours.waiting():
                time.sleep(0.2)
            worked = time.perf_counter() - began
            most = ours.memory()
        finally:
            ours.close()
            sink.close()
    p50, p99 = p50_and_p99(waited)
    return (
        f"{len(waited)} letters: the last 250 after {taken:.1f} s (p50 {p50:.0f} ms, p99 {p99:.0f}"
        f" ms, the longest {max(waited):.0f} ms), all worked on after {worked:.1f} s,"
        f" {most / 1e6:.0f} MB at most"
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--burst"]:
        print(burst(int(sys.argv[2])))
    elif sys.argv[1:]:
        asyncio.run(serve(OneCommit(Path(sys.argv[1]))))
    else:
        print(measured())
