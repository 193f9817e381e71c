"""Raw bytes to a Letter: what everything else in this room reads.

1. `read` is total: it never raises, and what it could not read it says in `trouble`.
2. `sha256` is of the bytes as they came. `digest` is over From's addresses, Date, Message-ID and
   the decoded text, so that the sender's own Sent copy yields it too: transfer encodings, line
   ends, trailing blanks, Unicode composition and trace headers make no difference. An HTML letter's
   digest is over its HTML source, since that outlives whatever turns it into text.
3. text/plain is read before text/html; of alternatives one is read, of a mixture all that is text.
   Of HTML that is read which is seen for sure; beside it stands (`perhaps`) all that may be.
4. Attachments are named in `trouble` and never executed. Plain text and diffs among them are kept
   apart in `attached`, for a proposal only; where a letter holds no other text they are the letter.
5. What only wraps a text is read through: multipart/signed, PGP/MIME and S/MIME signatures. What is
   encrypted, a letter inside a letter, Outlook's winmail.dat and calendars are named, never opened.
"""

import hashlib
import re
from functools import lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from nomic_mail.composed import composed
from nomic_mail.letters.mime import html
from nomic_mail.letters.mime.addresses import Address, parse_addresses
from nomic_mail.letters.mime.charset import (
    clean_markup,
    clean_text,
    declared_charset,
    decode_header,
    decode_text,
    decode_transfer,
    one_end,
)
from nomic_mail.letters.mime.flowed import unflow
from nomic_mail.letters.mime.parts import (
    DEPTH,
    PARTS,
    ContentType,
    Headers,
    content_type,
    first_header,
    open_letter,
    parts_of,
)
from nomic_mail.letters.mime.signed import signed_content
from nomic_mail.patterns import later

__all__ = ["Address", "Letter", "read"]

READ_BYTES = 4_000_000
OF_LATE, OF_LATE_BYTES = 500, 8_000
TEXT_CHARS = 65_536
TEXT_LINES = 3_000
HEADERS = 300
HEADER_CHARS = 2_000
ATTACHED = "an attached text is read as that of a PROPOSE in the letter, and else not"
ATTACHED_MOST = 5
ATTACHED_CHARS = 200_000  # in all
READABLE = frozenset(
    (
        *("text/plain", "text/html", "text/markdown", "text/x-markdown", "text/x-diff"),
        *("text/x-patch", "text/x-python", "text/x-python-script", "text/x-script.python"),
        *("application/x-python", "application/x-python-code"),
    )
)
ATTACHABLE = later(r"\.(?:txt|md|text|diff|patch|py)$", re.I)
PLAIN_NAME = later(r"[\w .()+-]{1,60}")
UNREAD = {
    "application/ms-tnef": "an Outlook attachment (winmail.dat) was not read: send plain text",
    "application/vnd.ms-tnef": "an Outlook attachment (winmail.dat) was not read: send plain text",
    "text/calendar": "a calendar entry was not read, and nothing was answered to it",
}
MESSAGE_ID = later(r"<\s*([^<>\s\0]{1,990})\s*>")


class Letter(Struct, frozen=True):
    sha256: str
    digest: str
    message_id: str
    date: str
    subject: str
    froms: tuple[Address, ...]
    from_headers: int
    to: tuple[str, ...]
    delivered_to: tuple[str, ...]
    in_reply_to: str
    references: tuple[str, ...]
    text: str
    headers: tuple[tuple[str, str], ...]
    trouble: tuple[str, ...]
    size: int = 0
    attached: tuple[str, ...] = ()
    goes_on: bool = False  # beyond what was read, and not only with quoted lines
    flowed: bool = False  # its lines end where they were ended on purpose (RFC 3676)
    perhaps: str = ""  # its text with what may be seen or not; nothing where that is the same


class _Chunk(Struct, frozen=True):
    """One readable piece: its decoded source, and whether that is HTML."""

    source: str
    markup: bool = False
    flowed: bool = False
    delete_space: bool = False
    attached: bool = False


class _Walk(Struct):
    trouble: list[str] = field(default_factory=list)
    parts: int = 0
    texts: int = 0
    goes_on: bool = False


def read(raw: bytes) -> Letter:
    """It is read as it comes in, and as its turn comes: small ones of late, once."""
    return (_of_late if len(raw) <= OF_LATE_BYTES else _total)(raw)


def _total(raw: bytes) -> Letter:
    sha256 = hashlib.sha256(raw).hexdigest()
    try:
        return _read(raw, sha256)
    except Exception as problem:  # the promise of rule 1; everything below keeps it by itself
        return Letter(
            sha256=sha256,
            digest=sha256,
            message_id="",
            date="",
            subject="",
            froms=(),
            from_headers=0,
            to=(),
            delivered_to=(),
            in_reply_to="",
            references=(),
            text="",
            headers=(),
            trouble=(f"it could not be read at all ({type(problem).__name__})",),
            size=len(raw),
        )


_of_late = lru_cache(maxsize=OF_LATE)(_total)
forget = _of_late.cache_clear  # so that reading can be measured


def _read(raw: bytes, sha256: str) -> Letter:
    opened = open_letter(raw[:READ_BYTES])
    headers = opened.headers
    walk = _Walk(list(opened.trouble))
    if len(raw) > READ_BYTES:
        walk.trouble.append(f"only its first {READ_BYTES} bytes were read")
    chunks = _chunks(headers, opened.body, walk, 0)
    chunks, attached = _without_attachments(chunks, walk)
    source = "\n".join(chunk.source for chunk in chunks)
    from_values = [value for key, value in headers if key == "from"]
    froms = tuple(a for value in from_values for a in parse_addresses(value))
    if opened.hidden:  # a mail server may have seen no From
        froms = tuple(replace(one, doubtful=True) for one in froms)
    if opened.cut:  # a From beyond the cut must not go unseen
        froms = (*froms, Address("", ""))
    delivered = _addresses(headers, ("delivered-to", "x-original-to"))
    message_id = _message_id(first_header(headers, "message-id"))
    date = decode_header(first_header(headers, "date")[:HEADER_CHARS])
    references = MESSAGE_ID.findall(_ids(headers, "references"))[-100:]
    text, perhaps = _texts(chunks, walk)
    return Letter(
        sha256=sha256,
        digest=_digest(froms, date, message_id, "\n".join((source, *attached))),
        message_id=message_id,
        date=date,
        subject=decode_header(first_header(headers, "subject")[:HEADER_CHARS]),
        froms=froms,
        from_headers=len(from_values),
        to=_unique((*_addresses(headers, ("to", "cc")), *delivered)),
        delivered_to=delivered,
        in_reply_to=_message_id(_ids(headers, "in-reply-to")),
        references=tuple(references),
        text=text,
        perhaps=perhaps,
        goes_on=walk.goes_on,
        flowed=any(chunk.flowed or chunk.markup for chunk in chunks),
        headers=tuple((key, decode_header(value[:HEADER_CHARS])) for key, value in headers)[
            :HEADERS
        ],
        trouble=tuple(dict.fromkeys(walk.trouble))[:20],
        size=len(raw),
        attached=attached,
    )


def _ids(headers: Headers, name: str) -> str:
    """Some programs write an id that is longer than a line as encoded words, which none may be."""
    value = first_header(headers, name)[:64_000]
    return decode_header(value) if "=?" in value else value


def _message_id(value: str) -> str:
    """The first <…>; a bare word is kept too, as some senders write no brackets."""
    found = MESSAGE_ID.search(value[:HEADER_CHARS])
    return found[1] if found else "".join(value.replace("\0", "").split())[:990]


def _addresses(headers: Headers, names: tuple[str, ...]) -> tuple[str, ...]:
    values = [value for key, value in headers if key in names][:50]
    return _unique(tuple(a.address for value in values for a in parse_addresses(value)))


def _unique(addresses: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(a for a in addresses if a))


def _digest(froms: tuple[Address, ...], date: str, message_id: str, text: str) -> str:
    lines = [line.rstrip() for line in composed("NFC", text).split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    told = (",".join(a.address for a in froms), date, message_id, "\n".join(lines))
    return hashlib.sha256("\n".join(("nomic-mail letter 1", *told)).encode()).hexdigest()


def _texts(chunks: list[_Chunk], walk: _Walk) -> tuple[str, str]:
    """What it says; and, where that is another, what it may say."""
    surely, perhaps, left = list[str](), list[str](), html.LIMIT  # of all the HTML in it
    for chunk in chunks:
        if chunk.markup:
            shown = html.shown_of(chunk.source, left)
            left = max(left - len(chunk.source), 0)
            if not shown.whole:
                walk.trouble.append("its HTML could only be read in part")
            surely.append(shown.surely)
            perhaps.append(shown.text)
            continue
        text = chunk.source
        if chunk.flowed:
            text = unflow(text, delete_space=chunk.delete_space)
        surely.append(text)
        perhaps.append(text)
    if surely == perhaps:
        return _text(surely, walk), ""
    walk.trouble.append("some of its words may not be seen, by its style sheet: they were not read")
    return _text(surely, walk), _text(perhaps, _Walk())


def _text(texts: list[str], walk: _Walk) -> str:
    joined = "\n".join(texts)
    read = _beginning(joined)
    rest = joined[len(read) :]
    if rest.strip():
        walk.trouble.append(f"only its first {len(read):,} characters were read")
        walk.goes_on = any(line.strip() and line[:1] != ">" for line in rest.split("\n"))
    return read.rstrip("\n") + "\n" if read.strip() else ""


def _beginning(text: str) -> str:
    read, at = text[:TEXT_CHARS], -1
    for _ in range(TEXT_LINES):
        at = read.find("\n", at + 1)
        if at < 0:
            return read
    return read[: at + 1]


def _without_attachments(chunks: list[_Chunk], walk: _Walk) -> tuple[list[_Chunk], tuple[str, ...]]:
    """What the letter says itself, and the texts attached to it."""
    said = [chunk for chunk in chunks if not chunk.attached]
    attached = [chunk for chunk in chunks if chunk.attached]
    if not any(chunk.source.strip() for chunk in said):
        return chunks, ()
    if attached:
        walk.trouble.append(ATTACHED)
    texts, left = list[str](), ATTACHED_CHARS
    for chunk in [one for one in attached if not one.markup][:ATTACHED_MOST]:
        if len(chunk.source) > left:
            walk.trouble.append(f"only the first {ATTACHED_CHARS:,} characters attached were read")
        texts.append(chunk.source[:left].rstrip())
        left -= len(texts[-1])
    return said, tuple(texts)


def _chunks(headers: Headers, body: bytes, walk: _Walk, depth: int) -> list[_Chunk]:
    walk.parts += 1
    if walk.parts > PARTS or depth > DEPTH:
        walk.trouble.append("it has more parts than this server reads")
        return []
    kind = content_type(first_header(headers, "content-type"))
    if kind.main.startswith("multipart/"):
        parts = parts_of(kind, body)
        if parts is not None:
            return _of_parts(kind.main, parts, walk, depth)
        walk.trouble.append("its parts are not where it says")
        kind = ContentType("text/plain", {})
    name = _file_name(headers, kind)
    encoding = first_header(headers, "content-transfer-encoding")[:100]
    if kind.main in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
        return _inside_signature(decode_transfer(body, encoding)[0], walk, depth)
    readable = kind.main in READABLE or (
        kind.main == "application/octet-stream" and ATTACHABLE.search(name)
    )
    if not readable:
        if kind.main not in ("application/pgp-signature", "application/pkcs7-signature"):
            other = f"an attachment ({kind.main}) was not read"
            if kind.main.startswith("application/") and PLAIN_NAME.fullmatch(name):
                other = f"an attachment ({name}) was not read: write its words into the letter"
            if kind.main.startswith("message/"):
                other = "an attached letter was not read"
            walk.trouble.append(UNREAD.get(kind.main, other))
        return []
    data, known = decode_transfer(body, encoding)
    markup = kind.main == "text/html"
    charset = kind.parameters.get("charset", "") or (declared_charset(data) if markup else "")
    text, fitting = decode_text(data, charset)
    if not (known and fitting):
        walk.trouble.append("its characters may be misread: the encoding it names does not fit")
    disposition = first_header(headers, "content-disposition").strip().lower()
    attached = disposition.startswith("attachment") or bool(name and walk.texts and not markup)
    attached = attached or kind.main.startswith("application/")
    walk.texts += 1
    flowed = kind.parameters.get("format", "").lower() == "flowed"
    delete_space = kind.parameters.get("delsp", "").lower() == "yes"
    source = clean_markup(one_end(text)) if markup else clean_text(text)
    return [_Chunk(source, markup, flowed, delete_space, attached)]


def _file_name(headers: Headers, kind: ContentType) -> str:
    disposition = first_header(headers, "content-disposition")
    if ";" not in disposition:
        return kind.parameters.get("name", "")
    given = content_type("a/b;" + disposition.partition(";")[2])
    return given.parameters.get("filename", "") or kind.parameters.get("name", "")


def _inside_signature(data: bytes, walk: _Walk, depth: int) -> list[_Chunk]:
    content = signed_content(data)
    if content is None:
        walk.trouble.append("it is encrypted, and this server holds no key")
        return []
    opened = open_letter(content)
    return _chunks(opened.headers, opened.body, walk, depth + 1)


def _of_parts(main: str, parts: list[bytes], walk: _Walk, depth: int) -> list[_Chunk]:
    if main == "multipart/encrypted":
        walk.trouble.append("it is encrypted, and this server holds no key")
        return []
    if main == "multipart/digest":
        walk.trouble.append("it is a digest of other letters, which are not read")
        return []
    if main in ("multipart/signed", "multipart/report"):
        parts = parts[:1]
    found: list[list[_Chunk]] = []
    for part in parts:
        if walk.parts > PARTS or (main == "multipart/related" and any(found)):
            break  # behind what is related to them come pictures
        opened = open_letter(part) if part[:1] not in b"\r\n" else None
        if opened is None:  # a part that begins with an empty line has no headers
            found.append(_chunks((), part.lstrip(b"\r\n"), walk, depth + 1))
        else:
            found.append(_chunks(opened.headers, opened.body, walk, depth + 1))
    if main == "multipart/alternative":
        return _best_alternative(found)
    return [chunk for chunks in found for chunk in chunks]


def _best_alternative(found: list[list[_Chunk]]) -> list[_Chunk]:
    """Plain text wins even where HTML is offered as the richer form: it cannot hide anything."""
    full = [chunks for chunks in found if any(c.source.strip() for c in chunks)]
    for chunks in full:
        if not any(chunk.markup for chunk in chunks):
            return chunks
    return full[0] if full else []
