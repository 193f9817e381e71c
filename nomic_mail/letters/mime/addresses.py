"""Addresses out of a header, as a delivering server sees them.

1. The address is the one between angle brackets: `a@good.org <b@evil.org>` is b@evil.org
   (the stdlib's parsers say a@good.org; see RFC 5322 section 3.4).
2. Every address is reported, so that the single-From rule of `proof` can see doubles; an item
   without an address is reported with an empty one for the same reason.
3. An item that other programs may read as another sender's (`evil@x <ada@y>`: mail servers have
   told the results of x) is doubtful. So is what stands in a header that is not one mailbox by the
   letter (a group, an address in quotes or with a blank in it): a mail server may find no sender
   there, and so no failure.
4. One pass over at most LIMIT characters; a longer header ends in an empty address, so that what
   was cut off can never pass for a header with one sender.
"""

import re

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.letters.mime.charset import decode_header
from nomic_mail.patterns import later

LIMIT = 64_000
MOST = 500


class Address(Struct, frozen=True):
    name: str
    address: str
    doubtful: bool = False  # rule 3


class _Item(Struct):
    """What has been read of one item of an address list."""

    words: list[str]
    angles: list[str]
    comments: list[str]


# Nine headers of ten: nothing in it that quotes, comments, groups or lists.
_SPEC = r"[\w.+=-]{1,64}@[\w.-]{1,253}"
PLAIN = later(rf"(?:([\w .'-]{{0,80}})<({_SPEC})>|({_SPEC}))", re.A)

SPEC = later(r'[^\s<>"(),;:@\\]+@[^\s<>"(),;:@\\]+')
NO_NAME = frozenset('<>"),;:\\')


def parse_addresses(value: str) -> tuple[Address, ...]:
    if plain := PLAIN.fullmatch(value):
        name, inside, alone = plain.groups("")
        return (Address(_name(name.strip()), _addr_spec(inside or alone)),)
    found = _parsed(value)
    if len(found) == 1 and not _is_one_mailbox(_outside(value[:LIMIT])):
        return (replace(found[0], doubtful=True),)
    return found


def _is_one_mailbox(told: str) -> bool:
    """Rule 3. An "@" in the name is looked at elsewhere."""
    name, opened, rest = told.partition("<")
    if not opened:
        return SPEC.fullmatch(name.strip("( \t\r\n")) is not None
    spec, closed, behind = rest.partition(">")
    whole = closed and NO_NAME.isdisjoint(name) and not behind.strip("( \t\r\n")
    return bool(whole and SPEC.fullmatch(spec.strip()))


def _outside(value: str) -> str:
    """Each quoted string as a letter, and each comment as the mark that opens it; a quotation mark
    at the end tells that one of them was not closed."""
    out: list[str] = []
    quoted = escaped = False
    depth = 0
    for char in value:
        if escaped:
            escaped = False
        elif char == "\\" and (quoted or depth):
            escaped = True
        elif quoted:
            quoted = char != '"'
        elif depth:
            depth += (char == "(") - (char == ")")
        else:
            quoted, depth = char == '"', int(char == "(")
            out.append("q" if quoted else char)
    return "".join(out) + '"' * bool(quoted or depth)


def _parsed(value: str) -> tuple[Address, ...]:
    found: list[Address] = []
    items, closed = _items(value[:LIMIT])
    for item in items:
        found.extend(_addresses_of(item))
        if len(found) > MOST:
            break
    if not closed or (not any(a.address for a in found) and "@" in value):
        # An unclosed quotation mark or bracket swallowed the list: take the marks as plain text.
        unmarked = value[:LIMIT].translate(str.maketrans('"()', "   "))
        found = [a for item in _items(unmarked)[0] for a in _addresses_of(item)][: MOST + 1]
    if len(value) > LIMIT or len(found) > MOST:
        found.append(Address("", ""))
    return tuple(found)


class _Scan:
    """Where the scan of a header stands (RFC 5322 section 3.4)."""

    def __init__(self) -> None:
        self.items: list[_Item] = []
        self.here = _Item([], [], [])
        self.buffer: list[str] = []
        self.has_at = False  # in the buffer
        self.quoted = self.escaped = self.angle = False
        self.depth = 0  # of comments

    def take(self, char: str) -> None:
        if self.escaped:
            self.add(char)
            self.escaped = False
        elif char == "\\" and (self.quoted or self.depth):
            self.escaped = True
        elif self.quoted:
            self.quoted = char != '"'
            self.add(char)
        elif self.depth:
            self._in_comment(char)
        elif char == "(":
            self.put()
            self.depth = 1
        elif char == '"':
            self.quoted = True
            self.add(char)
        elif self.angle:
            self._in_angle(char)
        else:
            self._between(char)

    def _in_comment(self, char: str) -> None:
        self.depth += (char == "(") - (char == ")")
        if self.depth:
            self.add(char)
        else:
            self.here.comments.append("".join(self.buffer))
            self.clear()

    def _in_angle(self, char: str) -> None:
        if char == ">":
            self.put()
            self.angle = False
        else:
            self.add(char)

    def _between(self, char: str) -> None:
        if char == "<":
            self.put()
            self.angle = True
        elif char in ",;":
            self.put()
            self.end_item()
        elif char == ":" and not self.has_at:  # that was a group's name
            self.here = _Item([], [], [])
            self.clear()
        else:
            self.add(char)

    def put(self) -> None:
        text = "".join(self.buffer).strip()
        if text:
            (self.here.angles if self.angle else self.here.words).append(text)
        self.clear()

    def add(self, char: str) -> None:
        self.buffer.append(char)
        self.has_at = self.has_at or char == "@"

    def clear(self) -> None:
        self.buffer, self.has_at = [], False

    def end_item(self) -> None:
        if self.here.words or self.here.angles or self.here.comments:
            self.items.append(self.here)
        self.here = _Item([], [], [])


def _items(value: str) -> tuple[list[_Item], bool]:
    """Split at commas, semicolons and group names, in one pass; and whether every quotation mark
    and bracket was closed."""
    scan = _Scan()
    for char in value:
        scan.take(char)
    closed = not (scan.quoted or scan.depth or scan.angle)
    scan.put()
    scan.end_item()
    return scan.items, closed


def _addresses_of(item: _Item) -> list[Address]:
    if item.angles:
        name = _name(" ".join(item.words))
        doubtful = _names_another(item)
        return [Address(name, _addr_spec(angle), doubtful) for angle in item.angles]
    bare = [word for words in item.words for word in _bare_words(words) if "@" in word]
    name = _name(" ".join(item.comments))
    if not bare:
        return [Address(_name(" ".join(item.words)), "")] if item.words else []
    return [Address(name, _addr_spec(word)) for word in bare]


def _names_another(item: _Item) -> bool:
    """Whether another reader may see another sender: an address without quotation marks where the
    name stands, or a route (rule 3)."""
    known = {_addr_spec(angle) for angle in item.angles}
    bare = (word for words in item.words for word in words.split() if '"' not in word)
    others = any("@" in word and _addr_spec(word) not in known for word in bare)
    in_part = any("@" in words.rpartition('"')[2] for words in item.words if '"' in words)
    return others or in_part or any(angle.startswith("@") for angle in item.angles)


def _bare_words(text: str) -> list[str]:
    """Words of an item without brackets; a quoted string is one word with what it touches."""
    words: list[str] = []
    word: list[str] = []
    quoted = False
    for char in text:
        if char == '"':
            quoted = not quoted
        if char.isspace() and not quoted:
            words.append("".join(word))
            word = []
        else:
            word.append(char)
    words.append("".join(word))
    # A quoted word with its @ inside is a display name, not an address.
    return [w for w in words if w and "@" in w.rpartition('"')[2]]


def _addr_spec(text: str) -> str:
    text = text.strip().strip("<>").strip()
    if text.startswith("@") and ":" in text:  # a source route (RFC 5322 section 4.4)
        text = text.rpartition(":")[2]
    text = "".join(text.split())
    if "\0" in text:  # no server has one, and no database keeps it
        return ""
    return lowered(text) if "@" in text.strip("@") and len(text) <= 320 else ""


_CAPITALS = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


def lowered(text: str) -> str:
    """The letters A to Z made small, and no other: U+212A (KELVIN SIGN) is no k in an address, nor
    in a name of the DNS."""
    return text.translate(_CAPITALS)


_STEERING = later("[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")


def _name(text: str) -> str:
    """Without what would turn the text around it about."""
    return _STEERING.sub("", decode_header(text.replace('"', "")[:1000]))[:200]
