"""`python -m bench.programs`: what a call of a rule's program costs, and reading one."""

import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

from nomic_mail.game.programs import Calling, Declared, Given, SeenPlayer, View
from nomic_mail.rulesets.programs import library
from nomic_mail.sandbox.sandbox import Sandbox

TIMES = 200
MANY = '@action("FROB")\ndef frob(me):\n    for i in range(500):\n        points(me, 1)\n'


def _milliseconds(act: Callable[[], object], times: int = TIMES) -> str:
    spent = []
    for _ in range(times):
        began = time.perf_counter()
        act()
        spent.append((time.perf_counter() - began) * 1000)
    spent.sort()
    return f"{statistics.median(spent):8.2f} ms   p99 {spent[int(len(spent) * 0.99) - 1]:8.2f} ms"


def _view(players: int) -> View:
    seats = range(1, players + 1)
    seen = tuple(SeenPlayer(seat=seat, name=f"Player {seat}", score=seat) for seat in seats)
    coins: dict[int, int | str] = dict.fromkeys(seats, 50)
    return View(now=datetime(2026, 3, 2, tzinfo=UTC), players=seen, values={"coins": coins})


def _declared(runs: Sandbox, source: str) -> Declared:
    read = runs.read(source)
    if not isinstance(read, Declared):
        raise SystemExit(str(read))
    return read


def one(sides: int) -> int:
    return 1


def main() -> None:
    began = time.perf_counter()
    runs = Sandbox()
    coins = next(ready.source for ready in library() if ready.name == "coins")
    read = _declared(runs, coins)
    print(
        f"the first program, process and all       {(time.perf_counter() - began) * 1000:8.2f} ms"
    )
    print("reading one, its types checked          ", _milliseconds(lambda: Sandbox().read(coins)))
    me = Given(kind="player", number=1)
    buy = Calling(hook=[hook.what for hook in read.hooks].index("BUY POINT"), given=(me,))
    tax = Calling(hook=[hook.what for hook in read.hooks].index("monday 20:00"))
    for players in (5, 100):
        view = _view(players)
        for what, call in (("an action", buy), ("a tax on all", tax)):
            cost = _milliseconds(partial(runs.run, coins, read, call, view, one))
            print(f"{what}, {players} players".ljust(40), cost)
    many = _declared(runs, MANY)
    first = Calling(hook=0, given=(me,))
    cost = _milliseconds(partial(runs.run, MANY, many, first, _view(5), one), 20)
    print("500 things done in one call".ljust(40), cost)


if __name__ == "__main__":
    main()
