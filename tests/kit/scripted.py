"""A mail server on loopback that answers by a script, it may be without end."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator

Answer = Callable[[bytes], bytes | Iterator[bytes]]


@contextlib.contextmanager
def scripted(greeting: bytes | Iterator[bytes], answer: Answer) -> Iterator[int]:
    """`answer` gets each line that is said; it is told whoever comes, one after the other."""
    server = socket.create_server(("127.0.0.1", 0))

    def tell(line: socket.socket, told: bytes | Iterator[bytes]) -> None:
        for piece in [told] if isinstance(told, bytes) else told:
            line.sendall(piece)

    def talk(line: socket.socket) -> None:
        file = line.makefile("rb")
        tell(line, greeting)
        while said := file.readline():
            tell(line, answer(said))

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                line, _ = server.accept()
                with line, contextlib.suppress(OSError):
                    talk(line)

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield server.getsockname()[1]
    finally:
        server.close()
