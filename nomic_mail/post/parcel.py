"""Headers and parts to the bytes of a letter (RFC 5322, 2045, 2046).

1. 7-bit throughout: ASCII goes as it stands, all else quoted-printable, encoded words in headers.
2. Written by hand: `email.message` took two thirds of the time of a letter. It still folds and
   encodes the headers that are not plain ASCII.
3. No value brings a line of its own into the headers.
"""

from base64 import encodebytes
from collections.abc import Mapping, Sequence
from email import policy, quoprimime
from email.header import Header

from nomic_mail.post.calendar import Sheet
from nomic_mail.post.drafts import Attachment

LONGEST_LINE = 998
_POLICY = policy.SMTP.clone(max_line_length=78, utf8=False)


def part(kind: str, words: str, *more: str) -> str:
    """A part of this kind; `more` are header lines of its own."""
    lines = words.replace("\r\n", "\n").strip("\n").split("\n")
    as_it_stands = words.isascii() and max(map(len, lines)) <= LONGEST_LINE
    if as_it_stands:
        body = "\r\n".join(lines)
    else:
        encodable = "\n".join(lines).encode("utf-8", "replace").decode("latin-1")
        body = quoprimime.body_encode(encodable, eol="\r\n")
    encoding = "7bit" if as_it_stands else "quoted-printable"
    heads = [f"Content-Type: {kind}", f"Content-Transfer-Encoding: {encoding}", *more]
    return "\r\n".join(heads) + f"\r\n\r\n{body}\r\n"


def attached(file: Attachment) -> str:
    named = f'Content-Disposition: attachment; filename="{file.name}"'
    if file.kind.startswith("text/"):
        return part(file.kind, file.data.decode(), named)
    body = encodebytes(file.data).decode("ascii").replace("\n", "\r\n")
    heads = [f"Content-Type: {file.kind}", "Content-Transfer-Encoding: base64", named]
    return "\r\n".join(heads) + f"\r\n\r\n{body}"


def multipart(kind: str, boundary: str, parts: Sequence[str]) -> str:
    """Whoever writes into a part must not know the boundary beforehand."""
    inner = "".join(f"--{boundary}\r\n{one}" for one in parts)
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"'
    return f"{head}\r\n\r\n{inner}--{boundary}--\r\n"


def letter(headers: Mapping[str, object], content: str) -> bytes:
    lines = "".join([_header(name, value) for name, value in headers.items()])
    return f"{lines}MIME-Version: 1.0\r\n{content}".encode("ascii")


def _header(name: str, value: object) -> str:
    words = str(value)
    if "\n" in words or "\r" in words:
        raise ValueError(f"{name} holds a line break: {words!r}")
    if words.isascii():
        return f"{name}: {words}\r\n"
    if name == "Subject":
        return f"{name}: {_folded(words)}\r\n"
    return str(_POLICY.header_factory(name, value).fold(policy=_POLICY))


def _folded(words: str) -> str:
    """What a policy folds may be read with two blanks in it, or with none. What is plain before the
    first word that is not stays as it is."""
    plain, first = list[str](), words.split(" ")
    while first[0].isascii():
        plain.append(first.pop(0))
    header = Header(header_name="Subject", maxlinelen=78)
    if plain:
        header.append(" ".join(plain), "us-ascii")
    header.append(" ".join(first), "utf-8")
    return header.encode(linesep="\r\n")


def sheet(dates: Sheet) -> str:
    """A calendar, attached."""
    kind = f'text/calendar; charset="utf-8"; method="{dates.method}"'
    named = f'Content-Disposition: attachment; filename="{dates.name}"'
    return part(kind, dates.text, named)
