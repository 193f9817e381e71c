"""When our own mail server had a letter, by the Received lines it wrote: that counts for whether
the letter is late.

1. Every server writes its line above those that are there. So the topmost is believed where it was
   written `by` a name that the configuration lists; all that the letter came with stands below it,
   and anybody can have written that.
2. The next line below is believed only where the one above tells that the letter came from a listed
   address (a filter that hands letters back, another server of ours), as the server saw it and not
   as the sender greeted, or by LMTP, which nobody from outside is spoken to by.
3. A time that cannot be read, that lies ahead, or that is older than a mail server keeps a letter
   tells nothing.
4. Who brings a letter to our listener could have written its topmost line, too: that is believed
   from a listed address, and by a UNIX socket, which the permissions of its folder guard.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from ipaddress import IPv4Address, IPv6Address, ip_address
from itertools import pairwise
from typing import NamedTuple

from nomic_mail.wire.addressed import headers_of

LONGEST = timedelta(days=5)  # that a mail server tries for (RFC 5321, 4.5.4.1)
MOST_HOPS = 10
MOST_CHARACTERS = 2000
SEEN = re.compile(r"\((?:[^\s()\[\]]+ )?\[(?:IPv6:)?([0-9A-Fa-f:.]{2,45})\]\)")


class Hop(NamedTuple):
    """Of one Received line: who wrote it, from which address it came, and when that was."""

    by: str
    seen: str
    is_lmtp: bool
    at: datetime | None


class Relay:
    """`listed`: the names by which our mail servers call themselves, and addresses of theirs."""

    def __init__(self, listed: Sequence[str]) -> None:
        found = {one: _address(one) for one in listed}
        self._addresses = {address for address in found.values() if address is not None}
        self._names = {_name(one) for one, address in found.items() if address is None}

    def is_ours(self, host: str) -> bool:
        """Rule 4; no host is a UNIX socket."""
        return bool(self._names) and (not host or _address(host) in self._addresses)

    def had(self, raw: bytes, received_at: datetime) -> datetime | None:
        if not self._names:
            return None
        when = None
        for hop in hops(raw):
            if hop.by not in self._names:
                break
            when = hop.at or when
            if not (hop.is_lmtp or _address(hop.seen) in self._addresses):
                break
        return when if when and received_at - LONGEST <= when <= received_at else None


def hops(raw: bytes) -> Iterator[Hop]:
    """As the letter's Received lines tell them, the last first; to one that cannot be read."""
    lines = [value for name, value in headers_of(raw) if name == "received"]
    for line in lines[:MOST_HOPS]:
        hop = _hop(line)
        if hop is None:
            return
        yield hop


def _hop(line: str) -> Hop | None:
    words = list(_words(line)) if len(line) <= MOST_CHARACTERS else []
    plain = [one for one in words if not one.startswith("(")]
    start = 2 if plain[:1] == ["from"] else 0
    if plain[start : start + 1] != ["by"] or plain.count("by") > 1 or ";" not in plain[start + 2 :]:
        return None
    told = words[2] if start else ""
    seen = SEEN.fullmatch(told)
    is_lmtp = any(a == "with" and b.startswith("LMTP") for a, b in pairwise(plain[start:]))
    date = " ".join(plain[plain.index(";") + 1 :])
    return Hop(_name(plain[start + 1]), seen[1] if seen else "", is_lmtp, _time(date))


def _words(line: str) -> Iterator[str]:
    """Words, comments as one each, and the semicolon; none where a bracket is left open."""
    depth, held = 0, ""
    for sign in line:
        depth += sign == "("
        if not depth and (sign.isspace() or sign in ";)"):
            if held:
                yield held
            if sign == ";":
                yield sign
            held = ""
            continue
        if sign == "(" and depth == 1 and held:
            yield held
            held = ""
        held += sign
        if sign == ")":
            depth -= 1
            if not depth:
                yield held
                held = ""
    if held and not depth:
        yield held


def _name(text: str) -> str:
    return text.lower().rstrip(".")


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def _time(text: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(text)
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
