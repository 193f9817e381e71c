"""The letter inside an S/MIME envelope that only signs it (RFC 8551 section 3.5.2).

1. Nothing is verified and nothing decrypted here: who sent a letter is `proof`'s to say, and what
   is encrypted is nobody's to read.
2. Only the path to the content is walked, by lengths, at most DEPTH steps deep: ContentInfo,
   SignedData, EncapsulatedContentInfo, and the octets in it (RFC 5652 section 5.2).
"""

from collections.abc import Iterator

DEPTH = 6
ELEMENTS = 2_000
SIGNED_DATA = bytes.fromhex("2a864886f70d010702")
DATA = bytes.fromhex("2a864886f70d010701")
SEQUENCE, OID, OCTETS, MANY_OCTETS, EXPLICIT = 0x30, 0x06, 0x04, 0x24, 0xA0

Element = tuple[int, bytes]


def signed_content(data: bytes) -> bytes | None:
    """The signed entity, headers and all, or None where there is none to be read."""
    outer = _first(data, SEQUENCE)
    if outer is None:
        return None
    info = list(_elements(outer))
    if len(info) < 2 or info[0] != (OID, SIGNED_DATA) or info[1][0] != EXPLICIT:
        return None
    signed = _first(info[1][1], SEQUENCE)
    inner = _first(signed, SEQUENCE) if signed is not None else None
    parts = list(_elements(inner)) if inner is not None else []
    if len(parts) < 2 or parts[0] != (OID, DATA) or parts[1][0] != EXPLICIT:
        return None
    return _octets(parts[1][1])


def _first(data: bytes, tag: int) -> bytes | None:
    return next((body for kind, body in _elements(data) if kind == tag), None)


def _octets(data: bytes, depth: int = 0) -> bytes | None:
    """One string of octets, or the pieces it was sent in."""
    found: list[bytes] = []
    for kind, body in _elements(data):
        if kind == OCTETS:
            found.append(body)
        elif kind == MANY_OCTETS and depth < DEPTH:
            found.append(_octets(body, depth + 1) or b"")
    return b"".join(found) if found else None


def _elements(data: bytes) -> Iterator[Element]:
    """Tag and content, one after another; what breaks the rules ends it."""
    at = 0
    for _ in range(ELEMENTS):
        header = _header(data, at)
        if header is None:
            return
        tag, start, length = header
        if length is None:
            end = _end_of_indefinite(data, start)
            if end is None:
                return
            yield tag, data[start : end - 2]
            at = end
        else:
            if start + length > len(data) or (tag, length) == (0, 0):
                return
            yield tag, data[start : start + length]
            at = start + length


def _header(data: bytes, at: int) -> tuple[int, int, int | None] | None:
    """Tag, where the content starts, and its length; None for an indefinite one."""
    if at + 2 > len(data) or data[at] & 0x1F == 0x1F:
        return None
    size = data[at + 1]
    if size < 0x80:
        return data[at], at + 2, size
    if size == 0x80:
        return data[at], at + 2, None
    count = size & 0x7F
    if count > 4 or at + 2 + count > len(data):
        return None
    return data[at], at + 2 + count, int.from_bytes(data[at + 2 : at + 2 + count], "big")


def _end_of_indefinite(data: bytes, at: int) -> int | None:
    """The place behind the two zero bytes that close it. Elements inside that are open, too, are
    counted and not gone into."""
    depth = 1
    for _ in range(ELEMENTS):
        header = _header(data, at)
        if header is None:
            return None
        tag, start, length = header
        if (tag, length) == (0, 0):
            depth -= 1
            at = start
            if not depth:
                return at
        elif length is None:
            depth += 1
            at = start
        else:
            at = start + length
    return None
