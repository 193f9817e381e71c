"""What a value can be in the file of an old game, and the words that mend a wrong one."""

import re
from collections.abc import Callable
from typing import Any

from nomic_mail.archive.told.moments import FIRST_YEAR, date_of
from nomic_mail.game.clauses.adoption import read_adoption
from nomic_mail.game.clauses.kind import BadClause
from nomic_mail.game.state import AGAIN

Kind = Callable[[Any], Any]

MOST_TEXT = 200_000
MOST_NAMES = 500
MOST_POINTS = 1_000_000_000
MOST_NUMBER = 999_999

_NO_LINE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


class Wrong(ValueError):
    """With what would mend it."""


def line(most: int) -> Kind:
    def read(value: Any) -> str:
        if not isinstance(value, str) or not value.strip() or _NO_LINE.search(value):
            raise Wrong('write one line of text in quotes, such as "Two thirds will do"')
        if len(value.strip()) > most:
            raise Wrong(f"write at most {most} characters")
        return " ".join(value.split())

    return read


def text(value: Any) -> str:
    if not isinstance(value, str) or _NO_TEXT.search(value):
        raise Wrong('write text in quotes, or in """ where it has several lines')
    if len(value) > MOST_TEXT:
        raise Wrong(f"write at most {MOST_TEXT} characters")
    return value.replace("\r\n", "\n").strip("\n")


def words(value: Any) -> str:
    """Text that says something."""
    found = text(value)
    if not found.strip():
        raise Wrong("write what was said, or leave it out")
    return found


def whole(least: int, most: int) -> Kind:
    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise Wrong(f"write a whole number from {least} to {most}, without quotes")
        return value

    return read


def reference(value: Any) -> int:
    """The number of a proposal; "305/2" is what had the number 305 the second time."""
    if isinstance(value, str) and (found := re.fullmatch(r"(\d{1,6})/([2-9])", value)):
        return int(found[1]) + AGAIN * (int(found[2]) - 1)
    try:
        return int(whole(0, MOST_NUMBER)(value))
    except Wrong as wrong:
        raise Wrong(f'{wrong}; or "305/2" for the second that had the number 305') from None


def flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Wrong("write true or false, without quotes")
    return value


def one_of(*words: str) -> Kind:
    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in words:
            raise Wrong("write one of " + ", ".join(f'"{word}"' for word in words))
        return value

    return read


def date(value: Any) -> Any:
    found = date_of(value)
    if found is None:
        told = f'1994-03-05, "1994-03" or 1994, from {FIRST_YEAR} on'
        raise Wrong(f"write a date such as {told}; leave out what nobody knows")
    return found


name = line(80)


def names(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST_NAMES:
        raise Wrong(f'write a list of names, such as ["Ada", "Bob"], at most {MOST_NAMES}')
    try:
        return tuple(name(one) for one in value)
    except Wrong:
        raise Wrong('write a list of names, such as ["Ada", "Bob"]') from None


def numbers(value: Any) -> tuple[int, ...]:
    read = whole(0, MOST_NUMBER)
    if not isinstance(value, list) or len(value) > MOST_NUMBER:
        raise Wrong("write a list of numbers, such as [101, 102]")
    try:
        return tuple(read(one) for one in value)
    except Wrong:
        raise Wrong("write a list of numbers, such as [101, 102]") from None


def points(value: Any) -> dict[str, int]:
    read = whole(-MOST_POINTS, MOST_POINTS)
    wrong = Wrong("write names with whole numbers, such as { Ada = 6, Bob = -10 }")
    if not isinstance(value, dict) or len(value) > MOST_NAMES:
        raise wrong
    try:
        return {name(key): read(one) for key, one in value.items()}
    except Wrong:
        raise wrong from None


def tally(value: Any) -> dict[str, int]:
    wrong = Wrong("write for, against, abstain and absent, as { for = 3, against = 1 }")
    if not isinstance(value, dict) or set(value) - {"for", "against", "abstain", "absent"}:
        raise wrong
    read = whole(0, MOST_NUMBER)
    try:
        return {key: read(one) for key, one in value.items()}
    except Wrong:
        raise wrong from None


def threshold(value: Any) -> str:
    """As in the clause `adoption`, but that it holds for one vote: nothing in it is for later."""
    try:
        read = read_adoption(value) if isinstance(value, str) else None
    except BadClause:
        read = None
    if read is None or read.later is not None:
        told = '"unanimous of eligible", "majority of cast" or "2/3 of cast, quorum 1/2"'
        raise Wrong(f"write what the vote took: {told}")
    return str(value)


def file_name(value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[\w][\w. -]{0,79}", value):
        raise Wrong('write the name of a file beside this one, such as "votes.csv"')
    return value


def game_name(value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[a-z][a-z0-9-]{0,29}", value):
        fix = "lowercase letters, digits and hyphens, at most 30, beginning with a letter"
        raise Wrong(f"write {fix}")
    return value
