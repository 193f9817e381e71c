"""Whom a letter is for, what it speaks of, and what it is when it is finished."""

from collections.abc import Callable, Mapping
from datetime import datetime

from msgspec import Struct, field

from nomic_mail.game.numbers import DIGITS
from nomic_mail.phrases import ENGLISH, small_word

Told = tuple[str, str, tuple[tuple[str, str], ...]]  # subject, text, and what is attached, by name


class Reader(Struct, frozen=True):
    """Whom a letter is for; who plays no more, or not yet, is offered no address to talk to."""

    seat: int
    name: str
    address: str
    zone: str = "UTC"
    token_epoch: int = 0
    door: int | None = None  # whose tokens, where that is not the seat
    looks_on: bool = False
    plays: bool = True
    proof: bool = False  # what proves stands in their letters, and is not attached
    language: str = ""  # en | de, or as the house's

    @property
    def marked(self) -> int:
        """The seat in the tokens: below 0, there are none."""
        return self.seat if self.door is None else self.door


class Speaking(Struct, frozen=True):
    """The game a letter speaks of, and what caused it."""

    game_id: int
    name: str
    title: str
    version: int
    at: datetime
    cause: str = ""
    in_reply_to: str = ""
    head: str = ""
    list_address: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)  # as Rules.cited
    language: str = ENGLISH
    over: bool = False  # then nobody talks to all any more
    handed_over: bool = False  # to a Moderator of its own
    digits: int = DIGITS  # of a rule's number, at least

    def cite(self, born: int) -> str:
        """The rule that has this number in the initial sets, by the one that it has now; nothing
        where the game has no such rule."""
        number = self.rules.get(str(born))
        return f" ({small_word('rule', self.language)} {number})" if number else ""


class HouseWays(Struct, frozen=True):
    """How the house has its letters: their subjects, where its games are on the web, in which
    language, where a reader has not said, and who moderates a game that was handed over."""

    one_subject: bool = False
    site: str = ""
    language: str = ENGLISH
    own_moderator: Callable[[int], str] | None = None


class Finished(Struct, frozen=True):
    """`words` are, in English, its subject, its text and what is attached to it as text:
    with `seat`, whose letter it is, for who asks what all were told."""

    message_id: str
    mail_from: str
    recipient: str
    body: bytes
    seat: int
    words: Told
