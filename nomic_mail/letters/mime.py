"""A letter's bytes cut into headers and parts (RFC 5322, RFC 2045-2046), by hand and bounded.

1. The stdlib's parser recurses without a bound and its newer policies raise on real mail, so
   neither is used: what is here goes over each byte at most DEPTH times.
2. A bare CR ends a header line as LF does: whoever sees more From headers than the relay before us
   is only stricter.
3. A letter inside a letter (message/*) is never opened: what it says, somebody else said.
"""

import re
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from nomic_mail.letters.charset import decode_text

HEADER_BYTES = 256 * 1024
HEADER_LINES = 5_000
PARTS = 100
DEPTH = 8

LINE_END = re.compile(rb"\r{1,3}\n|\n|\r")  # some relays write CR CR LF
NAME = re.compile(rb"^([!-9;-~]{1,200})[ \t]*:")
PARAMETER = re.compile(
    r';\s*([^\s=;"*]{1,60})(?:\*(\d{0,3})(\*?))?\s*=\s*("(?:[^"\\]|\\.){0,2000}"|[^\s;]{0,2000})'
)

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Opened:
    headers: Headers
    body: bytes
    trouble: tuple[str, ...]
    cut: bool = False  # the header block was longer than HEADER_BYTES


@dataclass(frozen=True, slots=True)
class ContentType:
    main: str
    parameters: dict[str, str]


def open_letter(raw: bytes) -> Opened:
    """Headers in order, unfolded, undecoded; then the body."""
    trouble: list[str] = []
    lines: list[tuple[str, list[str]]] = []
    position = len(raw) - len(raw.lstrip(b"\r\n"))
    cut = False
    first = True
    while position < len(raw):
        if position > HEADER_BYTES or len(lines) > HEADER_LINES:
            trouble.append("its headers are longer than this server reads")
            cut = True
            position = _body_after(raw, position)
            break
        line, following = _line(raw, position)
        if not line:
            position = following
            break
        if line[:1] in b" \t" and lines:
            lines[-1][1].append(_header_text(line))
        elif found := NAME.match(line):
            lines.append((found[1].decode("ascii").lower(), [_header_text(line[found.end() :])]))
        elif not (first and line.startswith((b"From ", b">From "))):
            trouble.append("its headers end without an empty line")
            break
        first = False
        position = following
    headers = tuple((name, " ".join(parts).strip()) for name, parts in lines)
    return Opened(headers, raw[position:], tuple(trouble), cut)


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
    main = value.split(";", 1)[0].strip().lower()
    if not re.fullmatch(r"[\w.+-]{1,80}/[\w.+-]{1,80}", main):
        main = "text/plain"
    pieces: dict[str, list[tuple[int, str]]] = {}
    for found in PARAMETER.finditer(value):
        text = found[4]
        if text.startswith('"'):
            text = re.sub(r"\\(.)", r"\1", text[1:-1])
        number = int(found[2]) if found[2] else 0
        if found[3] or (found[2] == "" and "'" in text):
            text = _percent(text, number)
        pieces.setdefault(found[1].lower(), []).append((number, text))
    return ContentType(
        main, {name: "".join(t for _, t in sorted(parts)) for name, parts in pieces.items()}
    )


def _percent(text: str, number: int) -> str:
    charset = ""
    if number == 0 and text.count("'") >= 2:
        charset, _, text = text.split("'", 2)
    return decode_text(unquote_to_bytes(text), charset)[0]


def split_parts(body: bytes, boundary: str) -> list[bytes] | None:
    """The parts between boundary lines, or None where the boundary is never met."""
    if not boundary:
        return None
    mark = b"--" + boundary.encode("utf-8", "replace")
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
