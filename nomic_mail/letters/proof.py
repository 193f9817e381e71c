"""Who sent it: whether a letter may act for a seat.

1. A letter with several From headers, or several addresses in one, proves nothing, whatever else it
   carries: mail programs, filters and we would each see another sender.
2. With a token of the seat and a confirmed address of the seat in From, it is proven.
3. Without a token a letter counts only where the game says `trust = "open"`; else the registered
   address is asked to confirm.
4. A token alone is not enough: tokens are forwarded and quoted.
"""

from dataclasses import dataclass
from typing import Literal

from nomic_mail.letters.message import Letter
from nomic_mail.letters.token import Token

Trust = Literal["token", "open"]


@dataclass(frozen=True, slots=True)
class Proof:
    ok: bool
    how: Literal["token", "open", "confirmed", "none"]
    why: str


def single_sender(letter: Letter) -> str | None:
    """The one address of the one From header, or None."""
    if letter.from_headers != 1 or len(letter.froms) != 1:
        return None
    return letter.froms[0].address or None


def prove(
    letter: Letter, seat_addresses: tuple[str, ...], token: Token | None, trust: Trust = "token"
) -> Proof:
    sender = single_sender(letter)
    if sender is None:
        return Proof(False, "none", _why_no_single_sender(letter))
    if sender not in {address.strip().lower() for address in seat_addresses}:
        return Proof(False, "none", f"{sender} is no confirmed address of this player")
    if token is not None:
        return Proof(True, "token", "a reply to our own letter, from the player's address")
    if trust == "open":
        return Proof(True, "open", 'this game is set to trust = "open": From is believed')
    return Proof(
        False, "none", "it is no reply to a letter of ours, so its From could be anybody's"
    )


def _why_no_single_sender(letter: Letter) -> str:
    if letter.from_headers == 0:
        return "it has no From header"
    if letter.from_headers > 1:
        return "it has more than one From header"
    if len(letter.froms) > 1:
        return "its From header names more than one sender"
    return "its From header holds no address"
