"""Who may work on which letter while others work, too.

1. A letter's lane is the number of the game that the address tells it came to. The letters of a
   lane are in the hands of one holder at a time, in order: none overtakes another of its game.
2. Where the address tells no game (the plain one, an act of the moderator's), the letter may be for
   any, or for all: it is taken when all before it is done, and while it is in hand nothing after it
   is taken.
3. A letter that waits for its deadline fence holds up its own game, and no other; but for letters
   that may be in time for that deadline (inbox, rule 6).
4. Without lanes there is one holder at a time. With them, a hand is of so few games that others
   find some, too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

Letter = TypeVar("Letter")
Lane = Callable[[str], int | None]
Waiting = Mapping[int, int | None]  # letters, and the games they wait in
MOST_GAMES = 5  # in one hand (rule 4)
NOTHING_WAITS: Waiting = MappingProxyType({})


def claimable(
    queue: Iterable[tuple[str, Letter]],
    taken: Sequence[str],
    waiting: Waiting,
    lane: Lane | None,
    may_pass: Callable[[Letter], bool] = lambda letter: False,
) -> Iterator[Letter]:
    """Of the letters in order, those that may be claimed while others have such as are `taken`.
    Letters are told by the address they came to."""
    if lane is None:
        if not taken:
            yield from (letter for _, letter in queue)
        return
    others = {lane(recipient) for recipient in taken}
    if None in others:
        return
    kept_back = set(waiting.values()) - {None}
    games = set[int]()
    for recipient, letter in queue:
        mine = lane(recipient)
        if mine is None:
            if not games and not others:
                yield letter
            return
        if mine in others or (mine in kept_back and not may_pass(letter)):
            continue
        if len(games | {mine}) <= MOST_GAMES:
            games.add(mine)
            yield letter
