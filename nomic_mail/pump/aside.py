"""Letters that wait for the DNS, and keep nobody else waiting.

1. A letter whose proof needs a key that is only asked for (Pending) goes back into the queue, until
   the answer is there, but no longer than LETTER_SECONDS: then it is worked on without it.
2. Meanwhile later letters of the same player wait behind it, so that none overtakes another, and so
   does a deadline of its game that it came before. All else goes on. A stranger's holds up nothing.
3. Where many are aside, of strangers or in all, the next are worked on at once without an answer.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

from nomic_mail.letters.proof.names import Lookup, Pending, Unknown

LETTER_SECONDS = 5.0
FORGOTTEN = 60.0
MOST_ASIDE = 200
MOST_STRANGERS = 50

Whose = tuple[int, int]  # game and seat


class _Waits(Struct, frozen=True):
    whose: Whose | None
    until: float
    is_over: Callable[[], bool]


class Aside:
    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._waits: dict[int, _Waits] = {}
        self._in_hand: tuple[int, Whose | None] = (0, None)

    def lookup(self, ask: Lookup) -> Lookup:
        """The same for the letter in hand, which has only so long."""

        def asked(name: str, seconds: float) -> bytes | None:
            try:
                return ask(name, seconds)
            except Pending:
                if self._may_wait():
                    raise
                raise Unknown("it did not come in time") from None

        return asked

    def takes_up(self, letter: int, whose: Whose | None) -> None:
        self._in_hand = (letter, whose)

    def put(self, letter: int, whose: Whose | None, asked: Pending) -> None:
        known = self._waits.get(letter)
        until = known.until if known is not None else self._seconds() + LETTER_SECONDS
        self._waits[letter] = _Waits(whose, until, asked.is_over)

    def done(self, letter: int) -> None:
        self._waits.pop(letter, None)

    def is_behind(self, letter: int, whose: Whose | None) -> bool:
        """Whether it waits for an earlier letter of the same player (rule 2)."""
        before = [one for one, its in self._waits.items() if one < letter and its.whose == whose]
        if whose is None or not before:
            return False
        first = before[0]
        self._waits[letter] = _Waits(
            whose, self._waits[first].until, lambda: first not in self._waits
        )
        return True

    def letters(self) -> Mapping[int, int | None]:
        """Those that cannot be gone on with just now, and the games whose deadlines wait for
        them."""
        now = self._seconds()
        for one in [one for one, its in self._waits.items() if now > its.until + FORGOTTEN]:
            del self._waits[one]  # another worker's by now
        return {
            one: its.whose[0] if its.whose is not None else None
            for one, its in self._waits.items()
            if now < its.until and not its.is_over()
        }

    def elsewhere(self, game: int) -> list[int]:
        """Those that no deadline of this game waits for."""
        return [one for one, its in self._waits.items() if not its.whose or its.whose[0] != game]

    def _may_wait(self) -> bool:
        letter, whose = self._in_hand
        if (known := self._waits.get(letter)) is not None:
            return self._seconds() < known.until
        strangers = sum(its.whose is None for its in self._waits.values())
        return len(self._waits) < MOST_ASIDE and (whose is not None or strangers < MOST_STRANGERS)
