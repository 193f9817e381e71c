"""The luck that a record opened, to decide it again with (007, 008).

A link is published by the event that it was drawn for, and is the one that was promised before: its
SHA-256 is the commitment that stood. A new chain is taken as it was announced; its seed is nobody's
to know.
"""

from collections.abc import Iterable
from hashlib import sha256

from nomic_mail.game import events as e
from nomic_mail.game.dice import CHAIN_LENGTH
from nomic_mail.game.state import Chain


class Published:
    """Of the events that came of one cause."""

    def __init__(self, events: Iterable[e.Event]) -> None:
        events = list(events)
        self._links = (link for one in events if (link := link_of(one)))
        self._chains = {one.chain: one for one in events if isinstance(one, e.DiceCommitted)}
        self._lost = any(isinstance(one, e.GameImported) for one in events)

    def link(self, chain: Chain) -> str:
        return next(self._links, "")

    def chain(self, number: int) -> Chain:
        told = self._chains.get(number)
        length, end = (told.length, told.commitment) if told else (CHAIN_LENGTH, "")
        return Chain(number=number, seed="", length=length, commitment=end)

    def lost(self, chain: Chain) -> bool:
        return self._lost


def link_of(event: e.Event) -> str:
    drawn = e.DiceThrown | e.GameStarted | e.ProgramRan | e.ProgramBroke
    return event.link if isinstance(event, drawn) else ""


def is_drawn(event: e.Event) -> bool:
    """Whether it stands on a link; who leaves it out has none that was promised."""
    shuffled = isinstance(event, e.GameStarted) and event.how == "random"
    return shuffled or isinstance(event, e.DiceThrown) or bool(link_of(event))


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
    hashed = sha256(raw).hexdigest()
    return link if hashed == chain.commitment else f"a link whose SHA-256 is {chain.commitment}"
