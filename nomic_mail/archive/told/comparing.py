"""The rules in force as they are told, beside those that the changes make."""

from collections.abc import Iterator

from nomic_mail.archive.told.book import BookTold
from nomic_mail.archive.told.form import RuleTold, Told

Differing = tuple[str, str, str, str]  # where, its key, what is stated, what follows


def compared_rules(told: Told, book: BookTold) -> Iterator[Differing]:
    """The rules in force, as they are told, with those that the changes make."""
    listed = told.game.in_force
    if listed is not None:
        for number in sorted({*listed} ^ {*book.rules}):
            there, not_there = f"{number} is in force", f"{number} is not in force"
            pair = (there, not_there) if number in listed else (not_there, there)
            yield "game", "in_force", *pair
    for one in told.now:
        yield from _compared(one, book)


def _compared(one: RuleTold, book: BookTold) -> Iterator[Differing]:
    held = book.rules.get(one.number)
    if held is None:
        yield one.where, "number", f"{one.number} is in force", _gone(one, book)
        return
    if one.text is not None and held.text is not None and one.text.split() != held.text.split():
        yield one.where, "text", *_apart(one.text, held.text)
    if one.title and held.title and one.title != held.title:
        yield one.where, "title", one.title, held.title
    if one.status and held.status and one.status != held.status:
        yield one.where, "status", one.status, held.status


def _gone(one: RuleTold, book: BookTold) -> str:
    if one.number not in book.former:
        return f"{one.number} is no rule that is told to begin with, or to be made"
    now, by = book.former[one.number]
    what = f"it is called {now} since {by}" if now is not None else f"{by} repealed it"
    return f"{one.number} is not in force: {what}"


def _apart(stated: str, follows: str) -> tuple[str, str]:
    """Both from a little before the first word that differs."""
    said, made = stated.split(), follows.split()
    same = 0
    while same < min(len(said), len(made)) and said[same] == made[same]:
        same += 1
    first = max(same - 4, 0)
    lead = "… " if first else ""
    told = (f"{lead}{' '.join(words[first : same + 12])}" for words in (said, made))
    return next(told), next(told)
