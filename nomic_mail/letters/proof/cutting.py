"""Our tokens, taken out of whatever others will see: talk, rules, names, reasons, records, exports.

1. A token is known by its MAC and not by where it stands: each run of its letters that could be one
   is tried, be it in an address, a Message-ID, or alone. Its first bytes tell how long it is, so a
   place is tried once; most are no token's beginning.
2. It is found in every spelling that a mail program gives it, or that its reader could undo: in
   capitals, 0 and 1 for o and l, over several lines, with letters between that nobody sees, in
   quoted-printable, percent signs (of percent signs), HTML, encoded words and base64.
3. What it was wrapped in goes with it: an address is cut down to ours, a Message-ID to what it was
   without, and nothing is left of a line that holds it alone. Anywhere else a dot for each keeps
   apart what stood around it.
4. Whatever looks like an address with a token goes too, though it proves nothing (`token.py`).
5. Linear: a text is read in a few spellings, each once. Runs that begin amid other letters are
   tried only so often.
"""

import binascii
import hmac
import re
import string
from bisect import bisect_right
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.letters.mime.charset import decode_header
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.proof.token import (
    MAC_BYTES,
    MATTERS,
    NAMED,
    REPLY,
    Token,
    mac_of,
    token_of,
    without_tokens,
)
from nomic_mail.patterns import later

SHORTEST = 31  # letters: four numbers, a kind and a day make seven bytes at least
GLUED_TRIES = 5_000
CUT = "…"

_LETTERS = "A-Za-z0-7"
_GAP = r"(?:[ \t]{1,3}|[ \t]{0,3}[=-]?(?:(?:\r\n|\n|\r)[>| \t]{0,8}){1,3})"
# What it is for is in the first three bits: no other letter begins a reply token. Each pattern
# begins with the few letters that it can, for which a text is quickly looked through.
ALONE = later(
    rf"[e-hE-H](?<![A-Za-z0-9].)(?=([{_LETTERS}]{{0,63}}(?:{_GAP}[{_LETTERS}]{{1,63}}){{0,5}}))"
)
GLUED = later(rf"[e-hE-H](?<=[A-Za-z0-9].)(?=([{_LETTERS}]{{30,63}}))")
_UNSEEN = "\ufeff\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u034f\u180e\0"
CODED = later(
    rf"[%\\&=<{_UNSEEN}](?:"
    r"(?<=%)(?:25){0,8}(?P<percent>[0-9A-Fa-f]{2})"
    r"|(?<=\\)(?:u00|x)(?P<escape>[0-9A-Fa-f]{2})"
    r"|(?<=&)(?:amp;){0,8}(?P<entity>#\d{1,7};?|#[xX][0-9A-Fa-f]{1,6};?|[A-Za-z]{2,10};)"
    r"|(?<==)(?P<word>\?[^?\s]{1,60}\?[bBqQ]\?[^?\s]{0,2000}\?=)(?:\s{1,80}(?==\?))?"
    r"|(?<=<)/?(?:wbr|br|b|i|u|a|p|em|tt|div|code|font|span|strong)(?:\s[^<>]{0,200})?/?>"
    rf"|(?<=[{_UNSEEN}])[{_UNSEEN}]{{0,400000}})"
)
PRINTED = later(
    r"=(?:(?P<percent>[0-9A-Fa-f]{2})"
    r"|[ \t]{0,8}\r?\n[>| \t]{0,8}(?:=[ \t]{0,8}\r?\n[>| \t]{0,8}){0,400000})"
)
BLOCK = later(
    r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{40,2000}"
    r"(?:\r?\n[>| \t]{0,8}[A-Za-z0-9+/_-]{2,2000}){0,10000}={0,2}"
)
IN_ID = later(r"\.\d{1,12}\.[0-9a-f]{20}\.\Z", re.IGNORECASE)
CODE_BEFORE = later(r"\[nomic\s[>|\s]{0,12}\Z", re.IGNORECASE)
CODE_BEHIND = later(r"[>|\s]{0,8}\]")

_NOT_LETTERS = later(rf"[^{_LETTERS}]+")
_DIGITS = str.maketrans(
    string.ascii_lowercase + string.ascii_uppercase + "23456701",
    2 * "0123456789abcdefghijklmnop" + "qrstuveb",
)


class Cut(Struct, frozen=True):
    """`cut(text)` is the text as others may see it. Without the key only what looks like one of our
    addresses is known."""

    base: str
    delimiter: str = "+"
    key: bytes = b""

    def __repr__(self) -> str:
        return f"Cut({self.base})"  # and never the key

    def __call__(self, text: str) -> str:
        known = self._by_mac(text)
        left = without_tokens(known, self.base, self.delimiter)
        return left if left == text else self._by_mac(left)  # what was cut may have parted one

    def letter(self, letter: Letter) -> Letter:
        """The letter with its text, subject and names cut: all of it that others see, or a record
        keeps."""
        return replace(
            letter,
            subject=self(letter.subject),
            text=self(letter.text),
            perhaps=self(letter.perhaps),
            attached=tuple(map(self, letter.attached)),
            froms=tuple(replace(one, name=self(one.name)) for one in letter.froms),
            trouble=tuple(map(self, letter.trouble)),
        )

    def within(self, told: Any) -> Any:
        """The same of each text in what was read as JSON."""
        if isinstance(told, str):
            return self(told)
        if isinstance(told, list):
            return [self.within(one) for one in told]
        if isinstance(told, dict):
            return {name: self.within(one) for name, one in told.items()}
        return told

    def _by_mac(self, text: str) -> str:
        if not self.key or len(text) < SHORTEST:
            return text
        spans = [
            view.span(*_wrapped(view.text, start, end, self.base, self.delimiter))
            for view, start, end, _ in _found(text, self.key)
        ]
        out, last = list[str](), 0
        for start, end, instead in _joined(spans):
            out += (text[last:start], instead)
            last = end
        return "".join((*out, text[last:]))


def tokens_in(text: str, key: bytes) -> Iterator[Token]:
    """Each token of ours in it, as often as it is found; expired ones too."""
    return (token for _, _, _, token in _found(text, key))


# Where they stand


class _View(Struct, frozen=True):
    """A text in one of its spellings; `pieces` are what was undone to get it: from where to where
    here, and in the spelling it was made of."""

    text: str
    above: "_View | None" = None
    starts: tuple[int, ...] = ()
    pieces: tuple[tuple[int, int, int], ...] = ()  # end here, start above, end above

    def span(self, start: int, end: int, instead: str) -> tuple[int, int, str]:
        """Where a stretch of this view stands in the first one."""
        if self.above is None:
            return start, end, instead
        return self.above.span(self._place(start)[0], self._place(end - 1)[1], instead)

    def _place(self, at: int) -> tuple[int, int]:
        """The stretch above of one character."""
        before = bisect_right(self.starts, at) - 1
        if before < 0:
            return at, at + 1
        end, above, above_end = self.pieces[before]
        if at < end:
            return above, above_end
        return above_end + at - end, above_end + at - end + 1


def _undone(view: _View, pattern: re.Pattern[str], meant: Callable[[re.Match[str]], str]) -> _View:
    out, starts, pieces = list[str](), list[int](), list[tuple[int, int, int]]()
    last = here = 0
    for found in pattern.finditer(view.text):
        said = meant(found)
        here += found.start() - last
        out += (view.text[last : found.start()], said)
        starts.append(here)
        here += len(said)
        pieces.append((here, found.start(), found.end()))
        last = found.end()
    if not pieces:
        return view
    text = "".join((*out, view.text[last:]))
    return _View(text, view, tuple(starts), tuple(pieces))


def _decoded(found: re.Match[str]) -> str:
    kind = found.lastgroup
    if kind is None:
        return ""
    said = found[kind]
    if kind == "word":
        return decode_header(f"={said}")
    return unescape(f"&{said}") if kind == "entity" else chr(int(said, 16))


def _of_base64(found: re.Match[str]) -> str:
    plain = re.sub(r"[^A-Za-z0-9+/]", "", found[0].replace("-", "+").replace("_", "/"))
    return binascii.a2b_base64(plain[: len(plain) // 4 * 4] + "====").decode("latin-1")


def _views(text: str) -> Iterator[_View]:
    first = _View(text)
    yield first
    plain = _undone(first, CODED, _decoded)
    if plain is not first:
        yield plain
    for one in (first, plain) if plain is not first else (first,):
        yield from _unprinted(one, plain if one is first else None)
        if (block := _undone(one, BLOCK, _of_base64)) is not one:
            yield block
            yield from _unprinted(block, None)


def _unprinted(view: _View, plain: _View | None) -> Iterator[_View]:
    """With quoted-printable undone, and what that shows, as long as it shows something."""
    for _ in range(3):
        before = view
        view = _undone(before, PRINTED, _decoded)
        if view is before and plain is not None:
            return  # that one is read anyhow
        view, plain = _undone(view, CODED, _decoded), None
        if view is before:
            return
        yield view


def _found(text: str, key: bytes) -> Iterator[tuple[_View, int, int, Token]]:
    """Each token with the view it stands in, and where there."""
    tried: dict[str, tuple[int, Token] | None] = {}
    glued = 0
    for view in _views(text):
        for pattern in (ALONE, GLUED):
            for place in pattern.finditer(view.text):
                run = place[0] + place[1]
                if len(run) < SHORTEST:
                    continue
                letters = _NOT_LETTERS.sub("", run) if pattern is ALONE else run
                if len(letters) < SHORTEST:
                    continue
                glued += pattern is GLUED
                if glued > GLUED_TRIES and pattern is GLUED:
                    break
                if letters not in tried:
                    tried[letters] = _opened(key, letters)
                if (one := tried[letters]) is not None:
                    yield view, place.start(), place.start() + _length(run, one[0]), one[1]


def _length(run: str, letters: int) -> int:
    """How much of a run so many letters take, with what stands between them."""
    return [at for at, letter in enumerate(run, 1) if letter.isalnum()][letters - 1]


def _opened(key: bytes, letters: str) -> tuple[int, Token] | None:
    """The token that these letters begin with, and how many of them it takes."""
    letters = letters[:64]
    bits = 5 * len(letters)
    number = int(letters.translate(_DIGITS), 32) << (-bits % 8)
    data = number.to_bytes((bits + 7) // 8, "big")
    if data[0] >> 5 not in (REPLY, NAMED) or data[0] & 0x1F >= len(MATTERS):
        return None
    at = 1
    for _ in range(4):
        while at < len(data) and data[at] > 0x7F:
            at += 1
        at += 1
    payload, mac = data[: at + 2], data[at + 2 : at + 2 + MAC_BYTES]
    took = -(-8 * (len(payload) + MAC_BYTES) // 5)
    if took > len(letters) or not hmac.compare_digest(mac, mac_of(key, payload)):
        return None
    token = token_of(payload)
    return None if token is None else (took, token)


# What goes with them


def _wrapped(text: str, start: int, end: int, base: str, delimiter: str) -> tuple[int, int, str]:
    """The token with what it makes no sense without, and what stands there instead."""
    local, _, host = base.lower().rpartition("@")
    for mark in ("r.", "b."):
        head = f"{local}{delimiter}{mark}"
        if delimiter and text[max(0, start - len(head)) : start].lower() == head:
            whole = text[end : end + 1 + len(host)].lower() == f"@{host}"
            return start - len(head), end + (1 + len(host) if whole else 0), base
    before = text[max(0, start - 40) : start]
    if IN_ID.search(before) and text[end : end + 1] == "@":
        return start - 1, end, ""
    code, behind = CODE_BEFORE.search(before), CODE_BEHIND.match(text, end)
    if code and behind:
        first, last = start - len(code[0]), behind.end()
        amid = text[:first].rpartition("\n")[2].strip(">| \t") or text[last : last + 1].strip()
        return first, last, CUT if amid else ""
    return start, end, CUT


def _joined(spans: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """In order, none over another; of several readings of one place the widest tells."""
    out: list[tuple[int, int, str]] = []
    for start, end, instead in sorted(spans, key=lambda one: (one[0], -one[1])):
        if out and start < out[-1][1]:
            first, last, kept = out[-1]
            out[-1] = (first, max(last, end), kept)
        else:
            out.append((start, end, instead))
    return out
