"""The wire: bytes in and out. No letter is understood here.

1. In: a letter is durable (`accept` has returned) before anyone is told that we have it. Trouble of
   ours is a temporary answer; a permanent one is only for what can never become right.
2. In: the time of receipt is the listener's clock at the end of the letter, and while `accept` runs
   that time holds the deadline fence just before it. In a mailbox it is INTERNALDATE, and the
   fence is the beginning of the last complete look.
3. Out: `deliver` never raises. `sent` means the other side has it; `failed` means this recipient
   cannot have it; everything doubtful is `deferred`. A letter may go out twice, never not at all: a
   resend carries the same Message-ID, so it can be known as the same letter.
4. Bytes are passed on as they are, save line ends and the trace lines a delivery agent adds.
5. Modules here know the config and the clock, and never each other's neighbours (store, post).
"""

from datetime import datetime
from typing import Literal, Protocol

from msgspec import Struct


class NotNow(Exception):
    """Trouble of ours, in words that say what to do; the letter may come again."""


class Envelope(Struct, frozen=True):
    """Who a letter says it is from and to, on the wire; `mail_from` is empty for `<>`. `host` is
    who brought it: empty for a UNIX socket."""

    mail_from: str
    recipients: tuple[str, ...]
    host: str = "?"


class Found(Struct, frozen=True):
    """One letter as it lay in a mailbox; `mail_from` is `?` where nobody wrote down who sent it."""

    raw: bytes
    source: str
    mail_from: str
    recipients: tuple[str, ...]
    received_at: datetime


class Outcome(Struct, frozen=True):
    """What became of one letter to one recipient; `detail` is for the log and the moderator.
    `way_is_closed`: it had nothing to do with this letter, and the next would fare no better."""

    kind: Literal["sent", "deferred", "failed"]
    detail: str
    way_is_closed: bool = False


Known = Literal["ours", "nobody", "later"]
"""Whether there is anybody at an address; `later`: that cannot be told for good just now."""


class Outlet(Protocol):
    """A way out of the house: a smart host, or folders on this machine."""

    def deliver(self, mail_from: str, recipient: str, raw: bytes, name_hint: str) -> Outcome: ...

    def close(self) -> None: ...
