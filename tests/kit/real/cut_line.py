"""A line to a server that breaks where a test wants it to: a proxy on loopback.

1. `cut(word, after)`: when the client says `word`, what the server answers is passed on for `after`
   bytes, and then both ends are cut. Once; `silence(word)` passes nothing on and cuts nothing.
2. `kill(word, after, end)` cuts nothing: the server itself is ended then, or, with `after` None,
   before it has heard the word.
3. `change` rewrites what the server says; it may never be told more than what came in one piece.
"""

import socket
import threading
from collections.abc import Callable, Iterator


class CutLine:
    def __init__(self, port: int) -> None:
        self._to = port
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        self.sessions = 0
        self.said = b""
        self.change: Callable[[bytes], bytes] = lambda piece: piece
        self._word: bytes | None = None
        self._after = 0
        self._silent = False
        self._end: Callable[[], None] | None = None
        self._open: list[socket.socket] = []
        self._closed = False
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def cut(self, word: bytes, after: int = 0) -> None:
        self._word, self._after, self._silent = word, after, False

    def silence(self, word: bytes) -> None:
        self._word, self._after, self._silent = word, 0, True

    def kill(self, word: bytes, after: int | None, end: Callable[[], None]) -> None:
        self.cut(word, 0 if after is None else after)
        self._silent, self._end = after is None, end

    def cut_now(self) -> None:
        for one in self._open:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue
        self._open.clear()

    def close(self) -> None:
        self._closed = True
        end(self._server)  # wakes `accept`, which else would go on with whoever gets its number
        self._thread.join(10)
        self._server.close()
        self.cut_now()

    def _serve(self) -> None:
        while not self._closed:
            try:
                client, _ = self._server.accept()
                server = socket.create_connection(("127.0.0.1", self._to), 5)
                server.settimeout(None)
            except OSError:
                continue
            self.sessions += 1
            self._open += [client, server]
            left = Left()
            threading.Thread(target=self._up, args=(client, server, left), daemon=True).start()
            threading.Thread(target=self._down, args=(server, client, left), daemon=True).start()

    def _up(self, client: socket.socket, server: socket.socket, left: "Left") -> None:
        for piece in pieces(client):
            self.said += piece
            if self._word is not None and self._word in piece:
                self._word = None
                left.bytes = self._after
                left.silent = self._silent
                if self._silent:
                    self._now()
                    continue
            try:
                server.sendall(piece)
            except OSError:
                break
        end(server)

    def _now(self) -> None:
        if self._end is not None:
            self._end()
            self._end = None

    def _down(self, server: socket.socket, client: socket.socket, left: "Left") -> None:
        for piece in pieces(server):
            told = self.change(piece)
            try:
                if left.silent:
                    continue
                if left.bytes is not None:
                    client.sendall(told[: left.bytes])
                    left.bytes -= len(told)
                    if left.bytes <= 0:
                        self._now()
                        break
                    continue
                client.sendall(told)
            except OSError:
                break
        end(server)
        end(client)


class Left:
    """How many bytes this session may still hear; None: all there are."""

    def __init__(self) -> None:
        self.bytes: int | None = None
        self.silent = False


def pieces(line: socket.socket) -> Iterator[bytes]:
    while True:
        try:
            piece = line.recv(65536)
        except OSError:
            return
        if not piece:
            return
        yield piece


def end(line: socket.socket) -> None:
    try:
        line.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
