"""A letter's bytes cut into headers and parts (RFC 5322, RFC 2045-2046), by hand and bounded.

1. The stdlib's parser recurses without a bound and its newer policies raise on real mail, so
   neither is used: what is here goes over each byte at most DEPTH times.
2. A bare CR ends a header line as LF does: whoever sees more From headers than the relay before us
   is only stricter. What begins or ends by one, has a blank before its colon, or has lost the one
   that makes it part of the line above, is told as such: a relay, or who checks a signature, may
   see other headers there, or no end of them.
3. A letter inside a letter (message/*) is never opened: what it says, somebody else said.
4. What plainly is a header after a broken line is one, and what plainly parts a letter does, though
   its Content-Type names another boundary or none. But no From is looked for behind a broken line:
   a relay that judged the sender may have stopped reading there.
"""

import re
from urllib.parse import unquote_to_bytes

from msgspec import Struct

from nomic_mail.letters.mime.charset import decode_text
from nomic_mail.patterns import later

HEADER_BYTES = 256 * 1024
HEADER_LINES = 5_000
PARTS = 100
DEPTH = 8

LINE_END = later(rb"\r{1,3}\n|\n|\r")  # some relays write CR CR LF
NAME = later(rb"^([!-9;-~]{1,200})[ \t]*:")
MAIN = later(r'\s*"?([\w.+-]{1,80})\s*/\s*([\w.+-]{1,80})')
# Broken lines that programs write between headers are followed by one of these.
GOES_ON = later(rb"(?:content-[a-z-]{2,30}|mime-version|to|subject|date|message-id):", re.I)
UNFOLDED = later(rb"[\w*-]{1,40}[ \t]*=")  # a parameter that lost the blank before it
BORDER = later(rb"(?:\A|\n)--([^\r\n]{1,70}?)[ \t]{0,20}\r?\n(?=content-)", re.I)
PARAMETER = later(
    r'[;,]\s*([^\s=;"*]{1,60})(?:\*(\d{0,3})(\*?))?\s*=\s*("(?:[^"\\]|\\.){0,2000}"|[^\s;]{0,2000})'
)

Headers = tuple[tuple[str, str], ...]


class Opened(Struct, frozen=True):
    headers: Headers
    body: bytes
    trouble: tuple[str, ...]
    cut: bool = False  # the header block was longer than HEADER_BYTES
    hidden: bool = False  # rule 2, of a From
    odd: bool = False  # rule 2, of any header


class ContentType(Struct, frozen=True):
    main: str
    parameters: dict[str, str]


def open_letter(raw: bytes) -> Opened:
    """Headers in order, unfolded, undecoded; then the body."""
    trouble: list[str] = []
    lines: list[tuple[str, list[str]]] = []
    position = len(raw) - len(raw.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n \t"))
    cut = hidden = odd = False
    first = True
    while position < len(raw):
        if position > HEADER_BYTES or len(lines) > HEADER_LINES:
            trouble.append("its headers are longer than this server reads")
            cut = True
            position = _body_after(raw, position)
            break
        line, following = _line(raw, position)
        odd = odd or _by_cr(raw, position, following)
        if not line:
            position = following
            break
        if lines and (line[:1] in b" \t" or _lost_its_blank(line, lines[-1][1])):
            odd = odd or line[:1] not in b" \t"
            lines[-1][1].append(_header_text(line))
        elif found := NAME.match(line):
            odd = odd or found.end() > found.end(1) + 1
            lines.append((found[1].decode("ascii").lower(), [_header_text(line[found.end() :])]))
        elif not (first and line.startswith((b"From ", b">From "))) and not (
            (first or any(name == "from" for name, _ in lines)) and GOES_ON.match(raw, following)
        ):
            trouble.append("its headers end without an empty line")
            break
        if lines and lines[-1][0] == "from":
            hidden = hidden or _by_cr(raw, position, following)
        first = False
        position = following
    headers = tuple((name, " ".join(parts).strip()) for name, parts in lines)
    return Opened(headers, raw[position:], tuple(trouble), cut, hidden, odd)


def _lost_its_blank(line: bytes, header: list[str]) -> bool:
    return header[-1].endswith(";") and UNFOLDED.match(line) is not None


def _by_cr(raw: bytes, start: int, end: int) -> bool:
    """Whether a line begins or ends by a carriage return alone."""
    return b"\r" in (raw[start - 1 : start], raw[end - 1 : end])


def _line(raw: bytes, start: int) -> tuple[bytes, int]:
    """The line at `start` without its end, and where the next begins."""
    found = LINE_END.search(raw, start)
    if found is None:
        return raw[start:], len(raw)
    return raw[start : found.start()], found.end()


def _body_after(raw: bytes, position: int) -> int:
    found = re.compile(rb"\r?\n\r?\n").search(raw, position)
    return found.end() if found else len(raw)


def _header_text(data: bytes) -> str:
    try:
        return data.decode("utf-8").strip()
    except UnicodeDecodeError:
        return data.decode("latin-1").strip()


def first_header(headers: Headers, name: str) -> str:
    return next((value for key, value in headers if key == name), "")


def content_type(value: str) -> ContentType:
    """`type/subtype` and parameters, RFC 2231 continuations joined; text/plain when unreadable."""
    value = value[:4_000]
    named = MAIN.match(value)
    main = f"{named[1]}/{named[2]}".lower() if named else "text/plain"
    if re.match(r"\s*multipart\b", value, re.I) and not named:
        main = "multipart/mixed"
    pieces: dict[str, list[tuple[int, str]]] = {}
    found = list(PARAMETER.finditer(value))
    if named and not found:  # some leave out the semicolon
        found = list(PARAMETER.finditer(";" + value[named.end() :]))
    for one in found:
        text = one[4]
        if text.startswith('"') and text.endswith('"') and len(text) > 1:
            text = re.sub(r"\\(.)", r"\1", text[1:-1])
        number = int(one[2]) if one[2] else 0
        if one[3] or (one[2] == "" and "'" in text):
            text = _percent(text, number)
        pieces.setdefault(one[1].lower(), []).append((number, text.lstrip('"')))
    return ContentType(
        main, {name: "".join(t for _, t in sorted(parts)) for name, parts in pieces.items()}
    )


def _percent(text: str, number: int) -> str:
    charset = ""
    if number == 0 and text.count("'") >= 2:
        charset, _, text = text.split("'", 2)
    return decode_text(unquote_to_bytes(text), charset)[0]


def parts_of(kind: ContentType, body: bytes) -> list[bytes] | None:
    """The parts of a multipart body: at the boundary it names, else at the one it plainly has."""
    if not kind.main.startswith("multipart/"):
        return None
    named = kind.parameters.get("boundary", "").rstrip()
    parts = split_parts(body, named)
    if parts is None and (found := BORDER.search(body)):
        parts = split_parts(body, found[1].decode("latin-1"), "latin-1")
    return parts


def split_parts(body: bytes, boundary: str, charset: str = "utf-8") -> list[bytes] | None:
    """The parts between boundary lines, or None where the boundary is never met."""
    if not boundary:
        return None
    mark = b"--" + boundary.encode(charset, "replace")
    parts: list[bytes] = []
    opened: int | None = None
    position = 0
    while (at := body.find(mark, position)) >= 0 and len(parts) < PARTS:
        position = at + len(mark)
        if at and body[at - 1 : at] not in (b"\n", b"\r"):
            continue
        line, following = _line(body, at)
        rest = line[len(mark) :].strip()
        if rest not in (b"", b"--"):
            continue
        if opened is not None:
            parts.append(_without_last_line_end(body[opened:at]))
        opened = None if rest else following
        if rest:
            break
        position = max(position, following)
    if opened is not None and len(parts) < PARTS:
        parts.append(body[opened:])
    return parts or None


def _without_last_line_end(data: bytes) -> bytes:
    """The line end before a boundary belongs to the boundary (RFC 2046 section 5.1.1)."""
    for end in (b"\r\n", b"\n", b"\r"):
        if data.endswith(end):
            return data[: -len(end)]
    return data
