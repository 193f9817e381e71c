"""Who sent it: whether a letter may act for a seat.

1. A letter with several From headers, or several addresses in one, proves nothing, whatever else
   it carries: mail programs, filters and we would each see another sender.
2. With a token of the seat and a confirmed address of the seat in From, it is proven, unless our
   own mail server says that it is forged (DMARC).
3. Without a token a letter counts where the sender's domain stands behind it and we can tell so
   (`dkim`), or where the configuration says `trust = "open"`; else the registered address is asked.
4. A token alone is not enough: tokens are forwarded and quoted. Nor is a domain's word for a letter
   that gives the address of another player.
5. "Was this letter yours?" is answered by a plain YES or NO and nothing else that could matter:
   "OK, who sent this?" lets no forged letter act, nor does the question on a line of its own.
6. A letter with two Message-IDs or Dates proves nothing, either: a signature covers the lowest of
   them, but the first is read, and could make a new letter of an old one.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from nomic_mail.letters.mime.addresses import lowered
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.proof.dkim import Verdict
from nomic_mail.letters.proof.token import Token
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.patterns import later

Trust = Literal["token", "open"]


@dataclass(frozen=True, slots=True)
class Proof:
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
    vouched: Callable[[], Verdict] = Verdict,
) -> Proof:
    """`against_it` outweighs all that speaks for it. `vouched` is asked only where its answer
    matters: it may have to wait for the DNS."""
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
    return Proof(False, "none", f"{why} ({verdict.why})" if verdict.why else why)


_MINE = (
    r"(?:(?:it|this|that)(?:[’']s| is| was) (?:mine|me|my letter)"
    r"|i (?:wrote|sent) (?:it|this|that)"
    r"|das war ich|ich war (?:es|das)|(?:der|das) (?:ist|war) von mir)"
)
_NOT_MINE = (
    r"(?:not mine|not me|(?:it|this|that)(?:[’']s| is| was) not (?:mine|me|my letter)"
    r"|(?:it|this|that) (?:isn|wasn)[’']t (?:mine|me)"
    r"|i (?:did not|didn[’']t|never) (?:write|wrote|send|sent) (?:it|this|that)"
    r"|das war (?:ich nicht|nicht ich)|ich war (?:es|das) nicht"
    r"|(?:der|das) (?:ist|war) nicht von mir)"
)
_MANNERS = r"(?:[\s,.!*_-]+(?:please|thanks|thank you|i confirm(?: it| this| that)?))*[\s,.!*_-]*"
_YES = later(
    rf"[\s*_]*(?:yes|confirm(?:ed)?|i confirm(?: it| this| that)?|ok(?:ay)?|ja|oui|si|sí|y|{_MINE})"
    rf"(?:[\s,.!*_-]+{_MINE})?{_MANNERS}",
    re.IGNORECASE,
)
_NO = later(
    rf"[\s*_]*(?:no|discard(?: it)?|nein|non|n|{_NOT_MINE})(?:[\s,.!*_-]+{_NOT_MINE})?{_MANNERS}",
    re.IGNORECASE,
)
_AGAIN = later(r"\b(?:yes|no|not|never|nein|non|nicht|nie|kein\w*)\b|n[’']t\b", re.IGNORECASE)
# What nobody writes below a YES that they mean; honest excuses ("the wrong address") are no doubt.
_DOUBTS = later(
    r"[?？¿]"
    r"|^\W*(?:who|what|why|how|which)\b"
    r"|\b(?:but|however|although|wait|stop|nothing|nobody|none|nope|nah|discard|delete|ignore|cancel"
    r"|forge\w*|fak(?:e|ed|ing)|spoof\w*|phish\w*|spam\w*|scam\w*|hoax\w*|fraud\w*|impost\w*"
    r"|impersonat\w*|hack\w*|den(?:y|ied)|doubt\w*|suspicious|strange|somebody|(?:some|any)one"
    r"|anybody|no idea"
    # not the English "it was me"
    r"|wer|was (?:ist|sind|soll\w*|heißt|heisst|für|bedeutet|habe?|will\w*|woll\w*)"
    r"|warum|wieso|woher|aber|halt|stopp|nichts|niemand|jemand|löschen|ignorier\w*"
    r"|(?:ge)?fälsch\w*|betrug\w*|betrüg\w*|zweifel\w*|verdächtig\w*|komisch|seltsam)\b",
    re.IGNORECASE | re.MULTILINE,
)
_BEGINS = later(
    r"[\s*_]*(?:yes|confirm(?:ed)?|ok(?:ay)?|ja|oui|si|sí|y|no|not mine|discard|nein|non|n)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What an answer to "was this letter yours?" says. `yes` is None where it is neither YES nor
    NO; `meant` then tells whether it begins like one. `rest` is what stands under its first
    line."""

    yes: bool | None
    meant: bool
    rest: str


def confirmed(text: str) -> Confirmed:
    said = [line.text for line in scaffold(text) if line.kind == "said" and line.text.strip()]
    first, rest = (said[0], said[1:]) if said else ("", [])
    meant = bool(_BEGINS.match(first) or _YES.fullmatch(first) or _NO.fullmatch(first))
    yes = True if _YES.fullmatch(first) else False if _NO.fullmatch(first) else None
    below = "\n".join(rest)
    if _AGAIN.search(below) or (yes and _DOUBTS.search(below)):
        yes = None
    return Confirmed(yes, meant, below)


def _twice(letter: Letter) -> str:
    """Rule 6."""
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
