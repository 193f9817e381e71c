"""What comes out of a program, looked at without being touched: a tree of 2 to the 60th leaves
arrives in no time, and whoever compares or prints it never ends."""

import re
import unicodedata

from msgspec.structs import replace

from nomic_mail.game.programs import Mistake, Trouble

MOST = 10**12
TEXT_CHARS = 2000
WHY_CHARS = 300


class Fault(Exception):
    """Of the program's own making: an error or a limit."""

    def __init__(self, why: str, *, limit: bool = False, room: bool = False) -> None:
        super().__init__(why)
        self.mistake = Mistake(why=clean(why)[:WHY_CHARS])
        self.trouble: Trouble = "room" if room else "limit" if limit else "error"

    def stands(self, line: int, column: int) -> None:
        """In the program."""
        self.mistake = replace(self.mistake, line=line, column=column)


def plain(value: object, room: int = 20) -> None:
    """Numbers, texts and lists of them, by exact type, and so many: else Fault."""
    left: list[object] = [value]
    while left:
        room -= 1
        if room < 0:
            raise Fault("too much at once", limit=True)
        one = left.pop()
        if type(one) is list or type(one) is tuple:
            left += one[: room + 1]
        elif type(one) is int:
            if abs(one) > MOST:
                raise Fault("numbers go up to a million millions (10 ** 12)", limit=True)
        elif type(one) is str:
            if len(one) > TEXT_CHARS:
                raise Fault(f"a text has at most {TEXT_CHARS:,} characters", limit=True)
        elif one is not None and type(one) is not bool:
            raise Fault("a number, a text or a player is needed here")


def number(value: object, what: str = "a whole number is needed here") -> int:
    if type(value) is int and -MOST <= value <= MOST:
        return value
    plain(value)
    raise Fault(what)


def text(value: object, what: str = "a text is needed here") -> str:
    plain(value)
    if type(value) is not str:
        raise Fault(what)
    return clean(value)


_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]+")


def clean(words: str) -> str:
    """Without what moves a terminal or turns a line round."""
    words = _CONTROL.sub(" ", words[: TEXT_CHARS + 1])
    if words.isascii():
        return words
    kept = (one for one in words if unicodedata.category(one) not in ("Cf", "Cs", "Co"))
    return "".join(kept)
