"""What a letter must cost at the least: taken by LMTP, on the disk, parsed, settled on the disk,
answered by SMTP, by the same libraries as ours, with nothing understood or decided between.

`python -m bench.limit SINK_PORT FOLDER` serves it in a process of its own, as ours is served, and
says its port.
"""

import asyncio
import email
import queue
import smtplib
import sqlite3
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from aiosmtpd.lmtp import LMTP

WORDS = "Your vote on 301 is counted: FOR. You can change it for as long as the vote is open.\n"
ANSWER_BYTES = 7_000  # of an acknowledgement of ours, in text and HTML


class Bare:
    def __init__(self, sink_port: int, folder: Path) -> None:
        self._database = sqlite3.connect(folder / "bare.db", check_same_thread=False)
        self._database.isolation_level = None
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute("PRAGMA synchronous=FULL")
        self._database.execute("CREATE TABLE inbox (id INTEGER PRIMARY KEY, raw BLOB, state TEXT)")
        self._database.execute("CREATE TABLE outbox (id INTEGER PRIMARY KEY, body BLOB)")
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(16)
        self._taken: queue.SimpleQueue[tuple[int, bytes]] = queue.SimpleQueue()
        self._decided: queue.SimpleQueue[tuple[str, bytes]] = queue.SimpleQueue()
        self._out = smtplib.SMTP("127.0.0.1", sink_port)
        for work in (self._work, self._send):
            threading.Thread(target=work, daemon=True).start()

    def _commit(self, what: Callable[[sqlite3.Connection], int]) -> int:
        with self._lock:
            self._database.execute("BEGIN IMMEDIATE")
            done = what(self._database)
            self._database.execute("COMMIT")
        return done

    def take(self, raw: bytes) -> None:
        insert = "INSERT INTO inbox (raw, state) VALUES (?, 'waiting')"
        number = self._commit(lambda line: line.execute(insert, (raw,)).lastrowid or 0)
        self._taken.put((number, raw))

    def _work(self) -> None:
        while True:
            number, raw = self._taken.get()
            letter = email.message_from_bytes(raw)
            letter.get_payload(decode=True)
            to = str(letter["From"])
            head = f"From: nomic@nomic.test\nTo: {to}\nSubject: Re: {letter['Subject']}\n\n"
            body = (head + WORDS * (ANSWER_BYTES // len(WORDS))).encode()

            def settle(line: sqlite3.Connection, number: int = number, body: bytes = body) -> int:
                line.execute("UPDATE inbox SET state = 'done' WHERE id = ?", (number,))
                return line.execute("INSERT INTO outbox (body) VALUES (?)", (body,)).lastrowid or 0

            self._commit(settle)
            self._decided.put((to, body))

    def _send(self) -> None:
        while True:
            to, body = self._decided.get()
            self._out.sendmail("nomic@nomic.test", [to], body)

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._threads, self.take, envelope.content)
        return "250 taken"


async def serve(bare: Bare) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: LMTP(bare, loop=loop), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(Bare(int(sys.argv[1]), Path(sys.argv[2]))))
