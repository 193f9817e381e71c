"""The way out of a bench: an SMTP server in a process of its own that takes whatever comes, counts
it, and keeps the last letter to each recipient. It does as little as it can, so that it is never
what is measured.
"""

import asyncio
import json
import multiprocessing
import sys
from multiprocessing.connection import Connection


class _Line(asyncio.Protocol):
    def __init__(self, counted: "_Counted") -> None:
        self._counted, self._rest, self._data = counted, b"", False
        self._to: list[str] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._out = transport
        self._out.write(b"220 sink\r\n")

    def data_received(self, data: bytes) -> None:
        self._rest += data
        while True:
            if self._data:
                letter, dot, rest = self._rest.partition(b"\r\n.\r\n")
                if not dot:
                    return
                self._data, self._rest = False, rest
                self._counted.take(self._to, letter)
                self._to = []
                self._out.write(b"250 taken\r\n")
                continue
            line, end, rest = self._rest.partition(b"\r\n")
            if not end:
                return
            self._rest = rest
            self._answer(line)

    def _answer(self, line: bytes) -> None:
        verb = line[:4].upper()
        if verb == b"DATA":
            self._data = True
            self._out.write(b"354 go on\r\n")
        elif verb == b"QUIT":
            self._out.write(b"221 bye\r\n")
            self._out.close()
        elif verb == b"EHLO":
            self._out.write(b"250-sink\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n")
        else:
            if verb == b"RCPT":
                self._to.append(line.partition(b"<")[2].partition(b">")[0].decode())
            self._out.write(b"250 ok\r\n")


class _Counted:
    def __init__(self) -> None:
        self.count = 0
        self.last: dict[str, str] = {}

    def take(self, recipients: list[str], letter: bytes) -> None:
        self.count += len(recipients)
        text = letter.decode("utf-8", "replace")
        self.last.update(dict.fromkeys(recipients, text))


async def _serve(ask: Connection) -> None:
    counted, loop = _Counted(), asyncio.get_running_loop()
    server = await loop.create_server(lambda: _Line(counted), "127.0.0.1", 0)
    ask.send(server.sockets[0].getsockname()[1])
    asked = asyncio.Event()
    loop.add_reader(ask.fileno(), asked.set)
    while True:
        await asked.wait()
        asked.clear()
        if not ask.poll():  # it was answered already
            continue
        try:
            ask.send(counted.count if ask.recv() == "count" else json.dumps(counted.last))
        except EOFError:
            return


def _run(ask: Connection) -> None:
    asyncio.run(_serve(ask))


class Sink:
    def __init__(self) -> None:
        self._ask, other = multiprocessing.Pipe()
        self._process = multiprocessing.get_context("spawn").Process(
            target=_run, args=(other,), daemon=True
        )
        self._process.start()
        other.close()
        self.port: int = self._ask.recv()

    def count(self) -> int:
        self._ask.send("count")
        count: int = self._ask.recv()
        return count

    def last(self) -> dict[str, str]:
        """The newest letter to each recipient."""
        self._ask.send("last")
        letters: dict[str, str] = json.loads(self._ask.recv())
        return letters

    def close(self) -> None:
        self._ask.close()
        self._process.join(10)


if __name__ == "__main__":
    sys.exit("this is a part of make bench")
