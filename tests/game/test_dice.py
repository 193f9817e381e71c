"""The dice and the shuffle, reckoned here a second time from docs/dice.md: HMAC-SHA-256 and no
code of ours (007, 008)."""

import hmac
import json
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256

import pytest

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.dice import Fresh, new_chain, shuffle, throw
from tests.game.test_mechanics import folded, rule
from tests.kit.games.core_play import Play

LINK = sha256(b"a link").hexdigest()


def numbers(message: str, bound: int) -> Iterator[int]:
    """Of one byte where that is enough, else of two; what lies in the last, broken round of
    `bound` is passed over."""
    width = 1 if bound <= 256 else 2
    blocks = (
        hmac.digest(bytes.fromhex(LINK), f"{message}|{n}".encode(), "sha256") for n in range(99)
    )
    stream = b"".join(blocks)
    for at in range(0, len(stream), width):
        value = int.from_bytes(stream[at : at + width], "big")
        if value < 256**width // bound * bound:
            yield value % bound


@pytest.mark.parametrize("sides", [2, 6, 20, 100, 255, 256, 257, 1000])
def test_faces_are_those_of_the_bytes_however_many(sides: int) -> None:
    """100 throws take more than one block of 32 bytes."""
    stream = numbers("a vote", sides)
    assert throw(LINK, "a vote", 100, sides) == tuple(next(stream) + 1 for _ in range(100))


def test_the_shuffle_exchanges_from_the_last_place_down() -> None:
    """Fisher-Yates, each place from the last down to the second."""
    for message in map(str, range(20)):
        seats = list(range(11, 18))
        stream = hmac.digest(bytes.fromhex(LINK), f"{message}|0".encode(), "sha256")
        values = iter(stream)
        for last in (6, 5, 4, 3, 2, 1):
            most = 256 // (last + 1) * (last + 1)
            other = next(value for value in values if value < most) % (last + 1)
            seats[last], seats[other] = seats[other], seats[last]
        assert shuffle(LINK, message, tuple(range(11, 18))) == tuple(seats)


def test_every_order_comes_up_about_as_often_as_any_other() -> None:
    seen = Counter(shuffle(LINK, str(one), (1, 2, 3)) for one in range(1200))
    assert len(seen) == 6
    assert all(140 < count < 260 for count in seen.values())


def test_each_link_is_the_one_whose_hash_is_public_down_to_the_last() -> None:
    """A chain of three gives three links, the last of them its seed."""
    from msgspec.structs import replace

    chain = new_chain(1, bytes(32), 3)
    for used in (0, 1, 2):
        assert chain.used == used
        link = Fresh(b"").link(chain)
        assert sha256(bytes.fromhex(link)).hexdigest() == chain.commitment
        chain = replace(chain, used=used + 1, commitment=link)
    assert chain.commitment == bytes(32).hex()


def test_007_the_order_is_drawn_from_the_promised_link_over_the_letters_of_all() -> None:
    play = Play(5)
    (committed,) = [one for one in play.events if isinstance(one, e.DiceCommitted)]
    (started,) = [
        one for one in play.done(c.Start(by=c.MODERATOR)) if isinstance(one, e.GameStarted)
    ]
    assert sha256(bytes.fromhex(started.link)).hexdigest() == committed.commitment
    letters = [[seat, f"join {seat}"] for seat in (1, 2, 3, 4, 5)]
    told = json.dumps({"game": "game", "joined": letters}, sort_keys=True, separators=(",", ":"))
    assert started.order == shuffle(started.link, told, (1, 2, 3, 4, 5)) == play.state.order
    assert started.proven
    assert play.state.chain is not None
    assert (play.state.chain.used, play.state.chain.commitment) == (1, started.link)


@pytest.mark.parametrize(
    ("clauses", "throws"),
    [
        ((), False),
        (("reward proposer: 10",), False),
        (("reward against: score + 3",), False),
        (("reward proposer: 1d6",), True),  # 202
        (("reward against: 1d6",), True),  # 204
        (("penalty defeat: 2d4",), True),  # 206
        (("reward proposer: 10", "reward proposer: 1d6"), True),
    ],
)
def test_008_what_is_thrown_is_known_of_every_rule_that_pays(
    clauses: tuple[str, ...], throws: bool
) -> None:
    assert folded(rule(301, *clauses)).throws == throws
