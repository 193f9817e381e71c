"""Bytes to text, whatever the letter claims about them.

1. Never raises, and never yields a lone surrogate, which no later room could write down.
2. A charset that is unknown, or whose codec is no plain text codec (punycode and idna are
   quadratic, unicode_escape is a little language), is not used: UTF-8 is tried, then Windows-1252.
   Names that mail programs made up are known (WIDER, ALIASES), and a charset stands for the wider
   one that its senders mean by it.
3. A few broken bytes spoil themselves, not the text: what is mostly of its charset is read in it.
4. Encoded words (RFC 2047) are decoded after addresses are split, never before: an encoded comma or
   angle bracket is part of a name and not of the grammar.
5. A line ends where mail has it end (CR LF, and LF). What else some programs call a line end is one
   too, but for a quoted line, which goes on behind it, with its marks. Behind ENDS_MOST of these a
   text has more lines than are read: the others are blanks, or a page of them would grow to eighty.
"""

import binascii
import codecs
import re
import string

from nomic_mail.patterns import later

REFUSED = frozenset(
    ("idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem")
)
ENCODED_WORD = later(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?]{0,2000})\?=")
# What senders mean who name the narrower one.
WIDER = {
    "iso8859-1": "cp1252",
    "ascii": "utf-8",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
    "iso2022_jp": "iso2022_jp_ext",
}
ALIASES = {
    "iso-8859-8-i": "iso8859-8",
    "iso-8859-8-e": "iso8859-8",
    "iso-8859-6-i": "iso8859-6",
    "iso-8859-6-e": "iso8859-6",
    "windows-31j": "cp932",
    "sjis": "cp932",
    "gb_2312-80": "gb18030",
    "gbk2312": "gb18030",
    "latin-9": "iso8859-15",
    "iso-2022-jp-ms": "iso2022_jp_ext",
    "cp50220": "iso2022_jp_ext",
    "cp50221": "iso2022_jp_ext",
    "cp50222": "iso2022_jp_ext",
    "_iso-2022-jp$esc": "iso2022_jp_ext",
}
DECLARED = later(rb"<meta\b[^>]{0,200}?charset\s*=\s*[\"']?([\w.:-]{1,40})", re.I)
UNWRITABLE = later("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")  # C1 steers terminals, too


def decode_text(data: bytes, charset: str) -> tuple[str, bool]:
    """The text, and whether it could be read as what it claims to be."""
    name = charset.strip().strip("\"'").lower()
    if not name and data[:2] in (b"\xff\xfe", b"\xfe\xff") and b"\0" in data:
        name = "utf-16"  # it says so itself
    named = _codec(name)
    for candidate in (named, "utf-8"):
        if candidate is None:
            continue
        try:
            return _writable(data.decode(candidate)), candidate == "utf-8" or bool(name)
        except (UnicodeError, LookupError, ValueError):
            continue
    if named not in (None, "cp1252"):
        text = data.decode(named or "utf-8", "replace")
        if text.count("\ufffd") < sum(char > "\x7f" and char != "\ufffd" for char in text):
            return _writable(text), False
    return _writable(data.decode("cp1252", "replace")), name in ("", "us-ascii", "ascii")


def declared_charset(markup: bytes) -> str:
    """The charset that a page names itself, if it can be read without knowing it."""
    found = DECLARED.search(markup[:4_000])
    name = found[1].decode("ascii").lower() if found else ""
    return "" if name.startswith(("utf-16", "utf-32", "ucs")) else name


def _codec(name: str) -> str | None:
    if not name or "\0" in name or not name.isascii() or len(name) > 60:
        return None
    name = re.sub(r"^(?:x-)+|;.*$", "", name).strip()
    name = ALIASES.get(name, name)
    for tried in (name, re.sub(r"^(?:windows|cp|ibm|mac)-(?=\w)", _prefix, name)):
        try:
            known = codecs.lookup(tried)
        except (LookupError, ValueError, UnicodeError):
            continue
        found = known.name
        if found.replace("-", "_") in REFUSED or not known._is_text_encoding:
            return None
        # Mail that says Latin-1 or ASCII and holds bytes above 0x7f means Windows-1252 or UTF-8.
        return WIDER.get(found, found)
    return None


def _prefix(found: re.Match[str]) -> str:
    return "mac_" if found[0] == "mac-" else "cp"


def _writable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def decode_transfer(data: bytes, encoding: str) -> tuple[bytes, bool]:
    """RFC 2045 section 6; an encoding nobody knows leaves the bytes as they are."""
    match re.split(r"[;(\s]", encoding.strip().strip("\"'"), maxsplit=1)[0].lower():
        case "base64":
            return _base64(data)
        case "quoted-printable":
            return binascii.a2b_qp(SOFT.sub(b"=", data)), True
        case "" | "7bit" | "8bit" | "binary":
            return data, True
        case _:
            return data, False


SOFT = later(rb"=[ \t]{1,200}(?=\r?\n)")  # a soft line end that gained blanks on its way
NOT_CODED = later(rb"[^A-Za-z0-9+/=\s]|[A-Za-z0-9+/=][ \t]{1,200}[A-Za-z0-9+/=]")
BASE64 = string.ascii_letters + string.digits + "+/"
BESIDE_BASE64 = bytes({*range(256)} - {*BASE64.encode()})
# Lines of base64, one after another from the first on.
CODED = later(rb"(?:[ \t\r]*[A-Za-z0-9+/]{1,200}={0,2}[ \t\r]*(?:\n|\Z))+")


PLAIN = later(rb"\s{0,40}[A-Za-z0-9'\",.!?-]{1,40} [\x20-\x7e]{1,1000}(?:\r?\n|\Z)")


def _base64(data: bytes) -> tuple[bytes, bool]:
    if not NOT_CODED.search(data):
        pass
    elif coded := CODED.match(data):  # below it some lists append their footers as plain text
        data = coded[0]
    elif PLAIN.match(data):
        return data, False  # words with spaces between them are none
    kept = data.partition(b"=")[0].translate(None, BESIDE_BASE64)
    if len(kept) % 4 == 1:
        kept = kept[:-1]
    try:
        return binascii.a2b_base64(kept + b"=" * (-len(kept) % 4)), True
    except binascii.Error:
        return data, False


def decode_header(value: str) -> str:
    """One header's value with its encoded words read, on one line."""
    if "=?" not in value:
        return one_line(value)
    out: list[str] = []
    run: list[bytes] = []
    run_charset = ""
    last = 0
    for found in ENCODED_WORD.finditer(value):
        between = value[last : found.start()]
        charset = found[1].split("*", 1)[0].lower()
        # White space between two encoded words is not there (RFC 2047 section 6.2).
        if run and (between.strip() or charset != run_charset):
            out.append(decode_text(b"".join(run), run_charset)[0])
            run = []
        if between.strip() or not last:
            out.append(between)
        run.append(_word_bytes(found[2], found[3]))
        run_charset = charset
        last = found.end()
    if run:
        out.append(decode_text(b"".join(run), run_charset)[0])
    out.append(value[last:])
    return one_line("".join(out))


def _word_bytes(encoding: str, body: str) -> bytes:
    data = body.encode("utf-8", "replace")
    if encoding in "bB":
        return _base64(data)[0]
    return binascii.a2b_qp(data, header=True)


def one_line(text: str) -> str:
    """Line ends and control characters smuggled in by an encoding become blanks."""
    return " ".join(UNWRITABLE.sub(" ", text).split())


# What ends a line for some programs, and for others not; and the marks of a quoted line.
ENDS_MOST = 3_000
ODD_ENDS = later("[\r\x0c\x85\u2028\u2029]")
QUOTED = later(r"[ \t\xa0]{0,40}(?:[A-Za-z]{0,10}>|&gt;|[|:}#])[>|:}# \t\xa0]{0,40}")


UNPRINTABLE = later("[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f]")  # and no line end


def clean_text(text: str) -> str:
    """Body text with LF line ends and nothing that cannot be printed (rule 5)."""
    text = text.replace("\r\n", "\n")
    if "\n" not in text:
        text = text.replace("\r", "\n")
    if ODD_ENDS.search(text):
        text = "\n".join(map(OddEnds().clean, text.split("\n")))
    return UNWRITABLE.sub("", text)


class OddEnds:
    """Of one text, those that may still be ends of lines (rule 5)."""

    def __init__(self) -> None:
        self._left = ENDS_MOST

    def clean(self, line: str) -> str:
        """A line that ends by LF, with the others that it is to some programs."""
        if self._left and ODD_ENDS.search(line):
            line, made = ODD_ENDS.subn(f"\n{_mark(line)}", line, self._left)
            self._left -= made
        return UNWRITABLE.sub("", ODD_ENDS.sub(" ", line))


def clean_markup(text: str) -> str:
    """Of HTML, where it depends on what stands around them whether odd line ends are any."""
    return UNPRINTABLE.sub("", text.replace("\r\n", "\n"))


def one_end(source: str) -> str:
    """HTML in which lines end in one way, as its parser takes a carriage return for an end, too."""
    source = source.replace("\r\n", "\n")
    return source.replace("\r", "\x0c" if "\n" in source else "\n")


def _mark(line: str) -> str:
    found = QUOTED.match(line)
    return found[0] if found else ""
