"""Reply tokens and the addresses that carry them.

1. A token binds one seat and one matter until a day; whoever holds it has shown that they read that
   seat's mail, and nothing else (`proof` still wants the right From).
2. Layout, before lowercase base32 without padding: what it is for, and its matter, in one byte,
   then game, seat, number, epoch as variable-length integers, two bytes for the day, twelve bytes
   (96 bits) of HMAC-SHA256. The same token is the same text for ever: a resent letter is the same
   letter.
3. Reading forgives what mail programs do to an address (case, brackets, punctuation, line breaks)
   and nothing else. `read` gives None for a forged, garbled or expired token, without telling
   which; `opened` gives an expired one too: it proves nothing any more, but tells what the letter
   is about.
4. A local part has at most 64 octets (RFC 5321 section 4.5.3.1.1).
5. What stands in our Message-IDs is seen by whoever gets an answer to one of our letters, and is
   another token: it tells which letter is answered (`in_id`), and makes no reply address.
"""

import base64
import binascii
import hmac
import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import lru_cache
from typing import Literal, get_args
from urllib.parse import quote

from msgspec import Struct

from nomic_mail.letters.mime.addresses import lowered
from nomic_mail.patterns import later

MatterKind = Literal[
    "game",
    "proposal",
    "ballot",
    "join",
    "confirm",
    "talk",
    "address",
    "bounce",
    "stop",
    "moderator",
    "desk",
    "successor",
    "leave",
    "question",
    "takeover",
    "consent",
    "judgment",
    "for",  # the question whether that is their vote, and so the next
    "against",
    "counted",  # the receipt of a vote
    "call",  # the question whether the vote shall open
    "talked",  # the question whether what was sent to all is for the game; the letter's number
]
SIDES: tuple[Literal["for", "against"], ...] = ("for", "against")
MATTERS: tuple[MatterKind, ...] = get_args(MatterKind)
FIRST_DAY = date(2020, 1, 1)
REPLY, NAMED = 1, 2
MAC_BYTES = 12
LOCAL_OCTETS = 64
KEPT = 1024  # a letter brings the same few many times
PURPOSE = b"nomic-mail reply token\0"
TEXT_CHARS = 400_000
CODES = 20
PUNCTUATION = "<>[](){}\"'`.,;:!?*_|="


class Matter(Struct, frozen=True):
    kind: MatterKind
    number: int = 0


class Token(Struct, frozen=True):
    game: int
    seat: int
    matter: Matter
    expires: int  # days since FIRST_DAY; the token holds through that day
    epoch: int = 0
    in_id: bool = False  # rule 5

    def expired(self, today: date) -> bool:
        return self.expires < day_number(today)


def day_number(day: date) -> int:
    return (day - FIRST_DAY).days


def expiry(day: date, days: int) -> int:
    """The `expires` of a token minted on `day` that shall hold `days` days; a clock that stands
    before the first day, or beyond the last that two bytes tell, has it hold until then."""
    return min(max(day_number(day) + days, 0), 0xFFFF)


@lru_cache(maxsize=KEPT)
def mint(key: bytes, token: Token) -> str:
    payload = bytes([(NAMED if token.in_id else REPLY) << 5 | MATTERS.index(token.matter.kind)])
    for number in (token.game, token.seat, token.matter.number, token.epoch):
        payload += _varint(number)
    payload += token.expires.to_bytes(2, "big")
    return _base32(payload + mac_of(key, payload))


def read(key: bytes, text: str, today: date) -> Token | None:
    token = opened(key, text)
    return None if token is None or token.expired(today) else token


def opened(key: bytes, text: str) -> Token | None:
    return _opened(key, text.strip()[:400])


@lru_cache(maxsize=KEPT)
def _opened(key: bytes, text: str) -> Token | None:
    try:
        data = _bytes_of(text)
        payload, mac = data[:-MAC_BYTES], data[-MAC_BYTES:]
        if len(payload) < 7 or not hmac.compare_digest(mac, mac_of(key, payload)):
            return None
        return token_of(payload)
    except (ValueError, IndexError, binascii.Error):
        return None


def mac_of(key: bytes, payload: bytes) -> bytes:
    return hmac.digest(key, PURPOSE + payload, "sha256")[:MAC_BYTES]


def _base32(data: bytes) -> str:
    return base64.b32encode(data).decode("ascii").rstrip("=").lower()


def _bytes_of(text: str) -> bytes:
    text = text.replace("=\r\n", "").replace("=\n", "")
    text = lowered("".join(text.split()).strip(PUNCTUATION))
    text = text.split("@", 1)[0].strip(PUNCTUATION)  # the whole address will do,
    text = text.rpartition(".")[2]  # and the whole Message-ID
    text = text.replace("0", "o").replace("1", "l")  # copied by hand; RFC 4648 section 6
    if not text.isascii() or not text.isalnum() or len(text) > LOCAL_OCTETS:
        raise ValueError
    data = base64.b32decode(text.upper() + "=" * (-len(text) % 8))
    if _base32(data) != text:  # unused last bits set: a second spelling of the same token
        raise ValueError
    return data


def token_of(payload: bytes) -> Token | None:
    kind = payload[0] & 0x1F
    if payload[0] >> 5 not in (REPLY, NAMED) or kind >= len(MATTERS):
        return None
    numbers: list[int] = []
    position = 1
    for _ in range(4):
        number, position = _read_varint(payload, position)
        numbers.append(number)
    if len(payload) != position + 2:
        return None
    game, seat, about, epoch = numbers
    expires = int.from_bytes(payload[position:], "big")
    in_id = payload[0] >> 5 == NAMED
    return Token(game, seat, Matter(MATTERS[kind], about), expires, epoch, in_id)


def _varint(number: int) -> bytes:
    if number < 0:
        raise ValueError(f"a token holds no negative number: {number}")
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def _read_varint(data: bytes, position: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = data[position]
        position += 1
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return number, position


# Addresses


RecipientKind = Literal["server", "game", "talk", "token", "bounce", "foreign"]


class Recipient(Struct, frozen=True):
    kind: RecipientKind
    value: str = ""


def parse_recipient(address: str, base: str, delimiter: str = "+") -> Recipient:
    """Which of our doors an address is. `base` is `nomic@host`; letter case never matters."""
    parsed = _parsed if len(address) <= 400 else _parsed.__wrapped__  # what is kept is short
    return parsed(address, base, delimiter)


@lru_cache(maxsize=KEPT)
def _parsed(address: str, base: str, delimiter: str) -> Recipient:
    address = lowered("".join(address.split()).strip(PUNCTUATION))
    local, at, host = address.rpartition("@")
    local = local.strip(PUNCTUATION)
    if not delimiter:
        ours = (local, host.rstrip(".")) == tuple(base.strip().lower().rsplit("@", 1))
        return Recipient("server") if at and ours else Recipient("foreign", address)
    if quote(delimiter, safe="").lower() != delimiter:  # copied out of a mailto link
        local = local.replace(quote(delimiter, safe="").lower(), delimiter)
    base_local, _, base_host = base.strip().lower().rpartition("@")
    if not at or host.rstrip(".") != base_host:
        return Recipient("foreign", address)
    if local == base_local:
        return Recipient("server")
    if not local.startswith(base_local + delimiter):
        return Recipient("foreign", address)
    tag = local[len(base_local) + len(delimiter) :]
    if not tag:
        return Recipient("server")
    for kind, mark in (("token", "r."), ("bounce", "b.")):
        if tag.startswith(mark):
            return Recipient("token" if kind == "token" else "bounce", tag[len(mark) :])
    if tag.endswith(".talk") and len(tag) > len(".talk"):
        return Recipient("talk", tag.removesuffix(".talk"))
    return Recipient("game", tag)


def in_ids(ids: Iterable[str], base: str) -> list[str]:
    """The tokens that our own Message-IDs carry (`id_with`), out of In-Reply-To or References."""
    ids = (one.strip("<>") for one in ids)
    host = base.rpartition("@")[2].lower()
    ours = (one for one in ids if lowered(one.rpartition("@")[2]) == host and len(one) <= 400)
    return [one.rpartition("@")[0].rpartition(".")[2] for one in ours if one.count(".") >= 3]


def written_at(message_id: str, game: str, base: str) -> int | None:
    """Of a Message-ID of ours about this game: how many events it had then."""
    name, _, host = message_id.strip("<>").rpartition("@")
    found = re.match(r"(.+?)\.(\d{1,12})\.[0-9a-f]{20}(?:\.|$)", name[:400])
    ours = lowered(host) == base.rpartition("@")[2].lower()
    return int(found[2]) if found and ours and found[1] == game else None


_CODE = later(r"\[nomic\s[>|\s]{0,12}((?:[a-z2-7][>|\s]{0,8}){24,64})\]", re.IGNORECASE)


def code_line(token: str) -> str:
    """A line for letters, where the mail server delivers no addresses with additions."""
    return f"[nomic {token}]"


def in_text(text: str) -> list[tuple[int, str]]:
    """The tokens of such lines, each with the number of its line, from 1."""
    found = list(_CODE.finditer(text[:TEXT_CHARS]))[:CODES]
    marks = str.maketrans("", "", ">| \t\r\n")
    return [(text.count("\n", 0, one.start()) + 1, one[1].translate(marks)) for one in found]


def id_with(token: str, name: str, host: str) -> str:
    """A Message-ID that tells which letter is answered by mail programs that pass over Reply-To."""
    return f"<{name}.{token}@{host}>"


_IN_ID = later(r"(\.\d{1,12}\.[0-9a-f]{20})\.[a-z2-7]{24,64}(?=@)", re.IGNORECASE)


def without_tokens(text: str, base: str, delimiter: str = "+") -> str:
    """The text with every address that carries a token cut down to `base`, and every Message-ID and
    line of ours without its token: whoever quotes their own to others gives it away (DESIGN 3)."""
    text = _CODE.sub("", text)
    if not delimiter:
        return _IN_ID.sub(r"\1", text)
    text = _reply_addresses(base, delimiter).sub(lambda _: base, text)
    return _IN_ID.sub(r"\1", text)


def tokens_in(text: str, base: str, delimiter: str = "+") -> Iterator[str]:
    """Whatever `without_tokens` would cut out of it; not all of it need be a token of ours."""
    yield from (found for _, found in in_text(text))
    yield from (one[0] for one in _IN_ID.finditer(text))
    if delimiter:
        yield from (one[0] for one in _reply_addresses(base, delimiter).finditer(text))


@lru_cache(maxsize=8)
def _reply_addresses(base: str, delimiter: str) -> re.Pattern[str]:
    local, _, host = base.rpartition("@")
    marks = "|".join(re.escape(mark) for mark in (delimiter, quote(delimiter, safe="")))
    broken = r"(?:=?\r?\n[>| \t]{0,8})?"  # some mail programs break a long address over two lines
    pattern = rf"{re.escape(local)}(?:{marks}){broken}[rb]\.{broken}[a-z0-9]+"
    pattern += rf"(?:{broken}[a-z0-9]{{1,64}}(?=@{re.escape(host)}))?(?:@{re.escape(host)})?"
    return re.compile(pattern, re.IGNORECASE)


def make_address(base: str, delimiter: str, tag: str) -> str:
    """`nomic@host` with a tag: a game's name, `GAME.talk`, `r.TOKEN` or `b.TOKEN`."""
    local, _, host = base.rpartition("@")
    local = f"{local}{delimiter}{tag}" if tag and delimiter else local
    if len(local.encode()) > LOCAL_OCTETS:
        raise ValueError(f"the local part {local!r} is longer than {LOCAL_OCTETS} octets")
    return f"{local}@{host}"
