"""Dice and the shuffle that anyone can check (007, 008).

1. A chain of hashes is made once; its end is published before anyone joins. Each draw uses the next
   link, whose SHA-256 is the commitment before it, so nobody can choose or repeat a draw.
2. A draw is HMAC-SHA-256(link, message | counter) read byte by byte; bytes that would favour a face
   are passed over (rejection sampling), so every face is equally likely.
3. `message` holds what the players wrote: the operator alone cannot aim, a player alone cannot.
4. Luck is an argument: the server draws it fresh, and whoever decides a record again takes it from
   there, where it is published. The same luck gives the same events.
5. What is thrown in secret is drawn from the seed of the chain in the place of a link: the links
   that are published tell nothing of it, and it is bound by the same commitment. It is published
   when the game is over. As the last link is the seed, a chain that was dealt from is not drawn to
   its end.
"""

import hmac
import json
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Protocol

from msgspec import Struct

from nomic_mail.game.state import Chain

CHAIN_LENGTH = 1000


class Drawn(Protocol):
    def next(self, sides: int) -> int: ...


class Chance(Protocol):
    """`link` is the next of a chain, `chain` a new one (also where another was begun at the same
    stroke: `opens`), and `lost` says that nobody here knows the links to come. `secret` is what is
    thrown in secret over that message, and `seed` what that is drawn from."""

    def link(self, chain: Chain) -> str: ...
    def chain(self, number: int, *, opens: bool = False) -> Chain: ...
    def lost(self, chain: Chain) -> bool: ...
    def secret(self, chain: Chain, message: str) -> Drawn: ...
    def seed(self, chain: Chain) -> str: ...


class Fresh(Struct, frozen=True):
    """Of 32 random bytes, the only chance there is."""

    fresh: bytes

    def link(self, chain: Chain) -> str:
        return _links(chain.seed, chain.length)[chain.length - chain.used - 1].hex()

    def chain(self, number: int, *, opens: bool = False) -> Chain:
        seed = hmac.digest(self.fresh, b"opened", "sha256") if opens else self.fresh
        return new_chain(number, seed)

    def lost(self, chain: Chain) -> bool:
        return not chain.seed

    def secret(self, chain: Chain, message: str) -> Drawn:
        return Throws(chain.seed, message)

    def seed(self, chain: Chain) -> str:
        return chain.seed


@lru_cache(maxsize=16)
def _links(seed: str, length: int) -> tuple[bytes, ...]:
    """The seed, and as many hashes, each of the one before: made once for the draws of a chain."""
    links = [bytes.fromhex(seed)]
    for _ in range(length):
        links.append(sha256(links[-1]).digest())
    return tuple(links)


def hashed(seed: str, times: int) -> str:
    """The link of its chain that so many lie before."""
    link = bytes.fromhex(seed)
    for _ in range(times):
        link = sha256(link).digest()
    return link.hex()


def new_chain(number: int, seed: bytes, length: int = CHAIN_LENGTH) -> Chain:
    commitment = _links(seed.hex(), length)[length].hex()
    return Chain(number=number, seed=seed.hex(), length=length, commitment=commitment)


def _bytes(link: str, message: str) -> Iterator[int]:
    key = bytes.fromhex(link)
    counter = 0
    while True:
        block = hmac.digest(key, f"{message}|{counter}".encode(), "sha256")
        yield from block
        counter += 1


def _below(stream: Iterator[int], bound: int) -> int:
    """A number from 0 to bound - 1, each as likely as the next."""
    width = 1
    while 256**width < bound:
        width += 1
    limit = 256**width - 256**width % bound
    while True:
        value = int.from_bytes(bytes(next(stream) for _ in range(width)), "big")
        if value < limit:
            return value % bound


class Throws:
    """One after the other, each of as many sides as it is asked for then."""

    def __init__(self, link: str, message: str) -> None:
        self._stream = _bytes(link, message)

    def next(self, sides: int) -> int:
        return _below(self._stream, sides) + 1


def throw(link: str, message: str, count: int, sides: int) -> tuple[int, ...]:
    stream = _bytes(link, message)
    return tuple(_below(stream, sides) + 1 for _ in range(count))


def shuffle(link: str, message: str, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Fisher-Yates over the seats in the order they joined."""
    stream = _bytes(link, message)
    left = list(seats)
    for last in range(len(left) - 1, 0, -1):
        other = _below(stream, last + 1)
        left[last], left[other] = left[other], left[last]
    return tuple(left)


def message_of(**facts: object) -> str:
    """The exact text a draw stands on: JSON, keys sorted, no blanks."""
    return json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
