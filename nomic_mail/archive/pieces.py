"""A record read piece by piece: its lists are laid on a shelf, and never whole in memory.

1. The file is a stranger's: a key that stands twice, a number that is none, text that is not UTF-8
   and a value without end are each a ValueError.
2. Lists are taken apart that stand in the record itself, or in its ledger; all else is small.
"""

import codecs
import json
import re
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from nomic_mail.archive.json import new_shelf
from nomic_mail.archive.shelf import Rows, Shelf

PIECE = 1 << 16
MOST = 1 << 24  # characters of one value: no player writes so much

Watch = Callable[[int], None]


def read_pieces(file: BinaryIO, watch: Watch = lambda count: None) -> Any:
    """As JSON has it, but that the lists are Rows. `watch` is told of bytes read."""
    text = _Text(file, watch)
    whole = _object(text, new_shelf(), ("ledger",)) if text.sign() == "{" else text.value()
    if text.sign():
        raise ValueError("something stands behind its end")
    return whole


def _object(text: "_Text", shelf: Shelf, deeper: tuple[str, ...] = ()) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for _ in text.members("{", "}"):
        key = text.key()
        if key in found:
            raise ValueError("a key stands twice in one object")
        if text.sign() == "[":
            rows: Rows[Any] = shelf.rows(object)
            for _ in text.members("[", "]"):
                rows.append(text.value())
            found[key] = rows
        elif text.sign() == "{" and key in deeper:
            found[key] = _object(text, shelf)
        else:
            found[key] = text.value()
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A key that stands twice would be read one way here and another way elsewhere."""
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return made


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")


_HALF = re.compile(r"\\u[dD]")
_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)


def strictly(text: str) -> Any:
    """A value that is there whole."""
    found = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    if _HALF.search(text):
        json.dumps(found, ensure_ascii=False).encode()  # half a character raises here
    return found


class _Text:
    """What was read of the file and not yet understood."""

    def __init__(self, file: BinaryIO, watch: Watch) -> None:
        self._file, self._watch = file, watch
        self._decode = codecs.getincrementaldecoder("utf-8")().decode
        self._text, self._at, self._ended = "", 0, False

    def _more(self) -> bool:
        if self._ended:
            return False
        rest = len(self._text) - self._at
        more = max(PIECE, rest)
        if rest + more > MOST:
            raise ValueError("a value in it is too long")
        raw = self._file.read(more)
        self._watch(len(raw))
        self._ended = not raw
        self._text, self._at = self._text[self._at :] + self._decode(raw, final=not raw), 0
        return True

    def sign(self) -> str:
        """The next character that is no blank; nothing at the end."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in " \t\r\n":
                    return self._text[self._at]
                self._at += 1
            if not self._more():
                return ""

    def _pass(self, wanted: str) -> None:
        if self.sign() != wanted or not wanted:
            raise ValueError(f"{wanted} was expected, not {self.sign()!r}")
        self._at += 1

    def members(self, opens: str, closes: str) -> Iterator[None]:
        self._pass(opens)
        if self.sign() != closes:
            yield
            while self.sign() == ",":
                self._pass(",")
                yield
        self._pass(closes)

    def key(self) -> str:
        if self.sign() != '"':
            raise ValueError("a key was expected")
        found = self.value()
        self._pass(":")
        return str(found)

    def value(self) -> Any:
        self.sign()
        while True:
            try:
                found, end = _DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError:
                if not self._more():
                    raise
                continue
            if end < len(self._text) or not self._more():  # else a number could go on
                if _HALF.search(self._text, self._at, end):
                    json.dumps(found, ensure_ascii=False).encode()  # half a character raises here
                self._at = end
                return found
