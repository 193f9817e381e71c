"""The luck that a record opened, to decide it again with (007, 008).

A link is published by the event that it was drawn for, and is the one that was promised before: its
SHA-256 is the commitment that stood. A new chain is taken as it was announced; its seed is nobody's
to know. What was thrown in secret is taken as it is told, and worked out as soon as the seed is
opened.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

from nomic_mail.archive.verify.bounds import HASH, LONGEST, is_dealt
from nomic_mail.game import events as e
from nomic_mail.game.dice import CHAIN_LENGTH, Drawn, Throws, hashed
from nomic_mail.game.state import Chain, State

Compared = tuple[int, e.Event, str, Any, Any]  # place, event, field, what it says, what comes out


class Published:
    """Of the events that came of one cause."""

    def __init__(self, events: Iterable[e.Event]) -> None:
        events = list(events)
        self._links = (link for one in events if (link := link_of(one)))
        self._chains = {one.chain: one for one in events if isinstance(one, e.DiceCommitted)}
        self._lost = any(isinstance(one, e.GameImported) for one in events)
        opening = (one.seeds for one in events if isinstance(one, e.DiceOpened))
        self._seeds = next(opening, {})
        called = (one for one in events if isinstance(one, e.ProgramRan | e.ProgramBroke))
        self._dealt = {one.message: one.secret_faces for one in called if one.secret_faces}

    def link(self, chain: Chain) -> str:
        return next(self._links, "")

    def chain(self, number: int, *, opens: bool = False) -> Chain:
        told = self._chains.get(number)
        length, end = (told.length, told.commitment) if told else (CHAIN_LENGTH, "")
        return Chain(number=number, seed="", length=length, commitment=end)

    def lost(self, chain: Chain) -> bool:
        return self._lost

    def secret(self, chain: Chain, message: str) -> Drawn:
        return AsTold(self._dealt.get(message, ()))

    def seed(self, chain: Chain) -> str:
        return self._seeds.get(chain.number, "")


class AsTold:
    """What a record says was thrown, one after the other; 1 where it says no more."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = iter(faces)

    def next(self, sides: int) -> int:
        return next(self._faces, 1)


class Dealt:
    """What was thrown in secret, and from which chain, until that is opened."""

    def __init__(self) -> None:
        self._thrown = defaultdict[int, list[tuple[int, e.ProgramRan | e.ProgramBroke]]](list)

    def opened(self, place: int, event: e.Event, state: State) -> Iterator[Compared]:
        """`state` is the one before it."""
        chain = state.chain.number if state.chain is not None else 0
        match event:
            case e.ProgramRan() | e.ProgramBroke() if event.secret_faces and is_dealt(event):
                self._thrown[chain].append((place, event))
        if not isinstance(event, e.DiceOpened):
            return
        for one in state.dealt:
            seed = event.seeds.get(one.number, "")
            yield place, event, "seeds", seed, (wanted := promised_seed(seed, one))
            for at, thrown in self._thrown.pop(one.number, []) if seed == wanted else ():
                stream = Throws(seed, thrown.message)
                faces = tuple(stream.next(sides) for sides in thrown.secret_sides)
                yield at, thrown, "secret_faces", thrown.secret_faces, faces


def link_of(event: e.Event) -> str:
    drawn = e.DiceThrown | e.GameStarted | e.ProgramRan | e.ProgramBroke
    return event.link if isinstance(event, drawn) else ""


def is_drawn(event: e.Event) -> bool:
    """Whether it stands on a link; who leaves it out has none that was promised."""
    shuffled = isinstance(event, e.GameStarted) and event.how == "random"
    called = isinstance(event, e.ProgramRan | e.ProgramBroke) and bool(event.faces)
    return shuffled or called or isinstance(event, e.DiceThrown) or bool(link_of(event))


def promised(link: str, chain: Chain | None) -> str:
    """The link itself where its hash is what was promised, else a sentence that equals no link."""
    if chain is None:
        return "no link: no dice were promised"
    try:
        raw = bytes.fromhex(link)
    except ValueError:
        return "a link, in hexadecimal"
    if raw.hex() != link:  # a blank between its digits is read over there
        return raw.hex()
    made = sha256(raw).hexdigest()
    return link if made == chain.commitment else f"a link whose SHA-256 is {chain.commitment}"


def promised_seed(seed: str, chain: Chain) -> str:
    """The seed itself where all links of its chain that were not drawn yet are hashes of it."""
    left = chain.length - chain.used
    known = HASH.fullmatch(seed) and 0 < left <= LONGEST
    if known and hashed(seed, left) == chain.commitment:
        return seed
    return f"what becomes {chain.commitment}, hashed {left} times"
