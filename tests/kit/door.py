"""The real listener before a house's database, for letters by a real line."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from nomic_mail.daemon.parts import Acceptor, Doorman
from nomic_mail.wire.guests import Guests
from nomic_mail.wire.listener import Listener
from tests.kit.house import HOST, House


def listener_of(
    house: House,
    protocol: Literal["smtp", "lmtp"] = "smtp",
    most_bytes: int = 1_000_000,
    *,
    far_away: bool = False,
) -> Listener:
    """`far_away`: it takes whoever comes for another machine."""
    return Listener(
        host="127.0.0.1",
        port=0,
        protocol=protocol,
        accept=Acceptor(house.database),
        known=Doorman(house.config, house.database, house.clock),
        clock=house.clock,
        max_letter_bytes=most_bytes,
        max_recipients=50,
        timeout_seconds=30,
        max_connections=5,
        guests=Guests(10, 0, lambda host: not far_away),
        hostname=HOST,
    )


@contextmanager
def listening(house: House, *, far_away: bool = False) -> Iterator[Listener]:
    listener = listener_of(house, far_away=far_away)
    listener.start()
    try:
        yield listener
    finally:
        listener.stop()
