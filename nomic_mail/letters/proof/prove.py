"""Who sent it: whether a letter may act for a seat.

1. A letter with several From headers, or several addresses in one, proves nothing, whatever else
   it carries: mail programs, filters and we would each see another sender.
2. With a token of the seat and a confirmed address of the seat in From, it is proven, unless our
   own mail server says that it is forged (DMARC).
3. Without a token a letter counts where the sender's domain stands behind it and we can tell so
   (`dkim`), or where the configuration says `trust = "open"`; else the registered address is asked.
4. A token alone is not enough: tokens are forwarded and quoted. Nor is a domain's word for a letter
   that gives the address of another player.
5. A letter with two Message-IDs or Dates proves nothing, either: a signature covers the lowest of
   them, but the first is read, and could make a new letter of an old one.
"""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from nomic_mail.letters.mime.addresses import lowered
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.proof.dkim import Verdict
from nomic_mail.letters.proof.token import Token

Trust = Literal["token", "open"]


class Proof(Struct, frozen=True):
    ok: bool
    how: Literal["token", "signed", "open", "none"]
    why: str


def single_sender(letter: Letter) -> str | None:
    """The one address of the one From header, or None."""
    if letter.from_headers != 1 or len(letter.froms) != 1:
        return None
    return letter.froms[0].address or None


def prove(
    letter: Letter,
    seat_addresses: tuple[str, ...],
    token: Token | None,
    trust: Trust = "token",
    *,
    against_it: str = "",
    answers: bool = False,
    vouched: Callable[[], Verdict] = Verdict,
) -> Proof:
    """`against_it` outweighs all that speaks for it. `answers`: it came to a reply address of ours,
    which is too old, was seen by others, or takes a YES or a NO alone. `vouched` is asked only
    where its answer matters: it may have to wait for the DNS."""
    sender = single_sender(letter)
    if sender is None:
        return Proof(False, "none", _why_no_single_sender(letter))
    if sender not in {lowered(address.strip()) for address in seat_addresses}:
        return Proof(False, "none", f"{sender} is no confirmed address of this player")
    if letter.froms[0].doubtful:
        return Proof(False, "none", "its From can be read as somebody else's")
    if against_it := against_it or _twice(letter):
        return Proof(False, "none", against_it)
    if token is not None:
        return Proof(True, "token", "a reply to our own letter, from the player's address")
    if trust == "open":
        return Proof(True, "open", 'this game is set to trust = "open": From is believed')
    verdict = vouched()
    if verdict.result == "pass":
        return Proof(True, "signed", verdict.why)
    why = "it is no reply to a letter of ours, so its From could be anybody's"
    if answers:
        why = "its reply address does not prove who writes, so its From could be anybody's"
    return Proof(False, "none", f"{why} ({verdict.why})" if verdict.why else why)


def _twice(letter: Letter) -> str:
    """Rule 5."""
    for name in ("Message-ID", "Date"):
        if len({value.strip() for key, value in letter.headers if key == name.lower()}) > 1:
            return f"it has more than one {name}"
    return ""


def _why_no_single_sender(letter: Letter) -> str:
    if letter.from_headers == 0:
        return "it has no From header"
    if letter.from_headers > 1:
        return "it has more than one From header"
    if len(letter.froms) > 1 and not letter.froms[-1].address:
        cut = next((note for note in letter.trouble if "headers are longer" in note), "")
        if cut:
            return f"{cut}, and there may be another From"
    if len(letter.froms) > 1:
        return "its From header names more than one sender"
    return "its From header holds no address"
