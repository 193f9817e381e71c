"""Whether a letter's text can be read in one way only, whatever its headers say of it.

Large providers sign no Content-Type. Whoever has such a letter could send it on with another one,
or another transfer encoding, boundary or character set, and so have other words read. That is
nothing to them where the body itself shows how it is packed, and the headers say the same:

1. plain text of one part, in UTF-8, that is neither quoted-printable nor base64;
2. parts between the boundary that the body begins and ends with, one beside or instead of another.
"""

import re

from nomic_mail.letters.mime.parts import Headers, content_type, first_header
from nomic_mail.patterns import later

LIKE_ASCII = later(r"(?:us-ascii|ascii|utf-?8|iso-8859-\d{1,2}|windows-125\d|)", re.I)
AS_IT_IS = ("", "7bit", "8bit", "binary")
ESCAPED = later(rb"=(?:[0-9A-F]{2}|[ \t]*\r?\n)")
BASE64 = later(rb"[A-Za-z0-9+/]{20,}={0,2}")
OPENS = later(rb"--([^\r\n]{1,70}?)[ \t]*\r?\nContent-[A-Za-z-]+:", re.I)
MULTIPART = ("multipart/alternative", "multipart/mixed", "multipart/related")


def read_one_way(headers: Headers, body: bytes) -> bool:
    kind = content_type(first_header(headers, "content-type"))
    encoding = first_header(headers, "content-transfer-encoding").strip().lower()
    body = body.strip()
    opens = OPENS.match(body)
    if opens is not None:
        mark = opens[1].decode("latin-1")
        named = kind.parameters.get("boundary", "").rstrip() == mark
        closed = body.endswith(b"--" + opens[1] + b"--")
        return kind.main in MULTIPART and named and closed and encoding in AS_IT_IS
    if kind.main != "text/plain" or encoding not in AS_IT_IS or OPENS.search(body):
        return False
    if ESCAPED.search(body) or _is_base64(body) or kind.parameters.get("delsp"):
        return False
    charset = kind.parameters.get("charset", "").strip().lower()
    try:
        plain = body.decode("utf-8").isascii()
    except UnicodeDecodeError:
        return False
    return bool(LIKE_ASCII.fullmatch(charset)) if plain else charset in ("utf-8", "utf8")


def _is_base64(body: bytes) -> bool:
    first, *others = body.split()[:100] or [b""]
    return bool(BASE64.fullmatch(first)) and all(map(BASE64.fullmatch, others[:-1]))
