"""`python -m bench.programs`: what a call of a rule's program costs, and reading one."""

import cProfile
import statistics
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from string import ascii_uppercase
from tempfile import TemporaryDirectory

from nomic_mail.game.programs import Calling, Declared, Given, Run, SeenPlayer, View
from nomic_mail.rulesets.programs import library
from nomic_mail.sandbox.sandbox import Sandbox
from tests.kit.house import House

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
            cost = _milliseconds(partial(runs.run, Run(coins, read, call, view, one)))
            print(f"{what}, {players} players".ljust(40), cost)
    many = _declared(runs, MANY)
    first = Calling(hook=0, given=(me,))
    cost = _milliseconds(partial(runs.run, Run(MANY, many, first, _view(5), one)), 20)
    print("500 things done in one call".ljust(40), cost)
    letters()
    crowded()


SERVERS = 5
LETTERS = 18  # fewer than a player's moves of one day


def letters() -> None:
    """What the letter of an action costs, beside a vote's: handed in, pumped, answered. They take
    turns, in several servers each, so that what else the machine does falls on all alike."""
    spent: dict[str, list[float]] = {"vote": [], "beside": [], "action": []}
    calls: dict[str, list[int]] = {"vote": [], "action": []}
    for _ in range(SERVERS):
        with TemporaryDirectory() as folder:
            houses = {
                "vote": (voting_in(Path(folder), "none"), ("FOR", "AGAINST")),
                "beside": (voting_in(Path(folder), "some", LIBRARY), ("FOR", "AGAINST")),
                "action": (acting_in(Path(folder)), ("TOSS",)),
            }
            for count in range(LETTERS):
                for what, (of, says) in houses.items():
                    spent[what].append(_spent(of, says[count % len(says)]))
            for what in calls:
                (house, name), says = houses[what]
                calls[what] += [calls_of(house, name, says[n % 2 % len(says)]) for n in range(2)]
    vote, beside, action = (statistics.median(spent[what]) for what in spent)
    print("a vote's letter, no program in the game ".ljust(40), f"{vote:8.2f} ms")
    print("the same, where a rule has one".ljust(40), f"{beside / vote:8.2f} of it")
    print("an action's letter, with a die".ljust(40), f"{action / vote:8.2f} of it")
    called = [statistics.median(calls[what]) for what in ("vote", "action")]
    print("the same, in calls of functions".ljust(40), f"{called[1] / called[0]:8.2f} of it")


LIBRARY = "PROPOSE FROM LIBRARY kudos\nCALL VOTE\n"
DICE = """PROPOSE ENACT: Coins
There are coins to be had.
Effects:
  program:
    coins = quantity("coins")
    @action("TOSS")
    def toss(me):
        coins.give(me, roll(2))
END
CALL VOTE
"""


def voting_in(folder: Path, name: str, first: str = "") -> tuple[House, str]:
    """A house with an open vote, and who has still to vote in it."""
    house = _with(folder / name, first)
    mover = house.mover()
    house.reply(mover, "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE\n")
    house.run()
    return house, mover


def acting_in(folder: Path) -> tuple[House, str]:
    house = _with(folder / "acting", DICE)
    return house, house.mover()


def _with(folder: Path, first: str) -> House:
    """In which that was adopted."""
    folder.mkdir()
    house = House(folder)
    house.begin()
    mover, other = house.mover(), house.others()[0]
    for name, text in ((mover, first), (mover, "FOR\n"), (other, "FOR\n")) if first else ():
        house.reply(name, text)
        house.run()
    return house


PLAYERS = 50
BOOK = """
name = "crowded"
title = "Much is kept"
[[rule]]
number = 200
status = "mutable"
title = "Votes"
text = "Any player may propose at any time, and a majority adopts."
clauses = ["procedure: open, each 9, debate 0h, vote 5d", "adoption: majority of cast"]
"""
KEEPS = """
[[rule]]
number = {number}
status = "mutable"
title = "Rule {number}"
text = "There is much of it."
program = '''
{program}
'''
"""
WAITS = """
@action("WAIT{letter}")
def wait(me):
    for n in range(50):
        later(1000 + n, "bell{letter} <n>", n)

@timer("bell{letter} <n>")
def ring(n):
    say(f"{n}")
"""


def crowded() -> None:
    """What a letter costs where rules keep two hundred quantities of fifty players, and where a
    thousand timers wait, beside the same game with none."""
    names = [[f"thing{rule}x{n}" for n in range(40)] for rule in range(201, 206)]
    kept = ["\n".join(f'{one} = quantity("{one}")' for one in of) for of in names]
    rules = [*range(301, 321)]
    letters_of = dict(zip(rules, ascii_uppercase, strict=False))
    waits = [WAITS.replace("{letter}", letters_of[number]) for number in rules]
    with TemporaryDirectory() as folder:
        houses = {
            "none": _crowd(Path(folder) / "none", []),
            "kept": _crowd(Path(folder) / "kept", [*zip(range(201, 206), kept, strict=True)]),
            "waits": _crowd(Path(folder) / "waits", [*zip(rules, waits, strict=True)]),
        }
        for number in rules:
            houses["waits"].reply("Ada Player", f"WAIT{letters_of[number]}\n")
            houses["waits"].run()
            houses["waits"].later(days=1)  # a player does so much a day
            for house in (houses["none"], houses["kept"]):
                house.later(days=1)
        running = houses["waits"].state().programs.values()
        waiting = sum(len(one.later) for one in running)
        spent: dict[tuple[str, str], list[float]] = {}
        for house in houses.values():
            house.reply("Ada Player", "PROPOSE ENACT: Tea\nThere is tea at four.\n")
            house.run()
        for count in range(LETTERS):
            for what, house in houses.items():
                for says in ("STATUS", ("FOR", "AGAINST")[count % 2]):
                    took = _spent((house, f"P{count} Player"), says)
                    spent.setdefault((what, says if says == "STATUS" else "vote"), []).append(took)
        houses["kept"].reply("Ada Player", "STATUS\n")
        status = len(houses["kept"].run()[-1].text.encode())
    middle = {of: statistics.median(took) for of, took in spent.items()}
    for what, words in (("kept", "200 quantities of 50 players"), ("waits", f"{waiting} timers")):
        for says in ("STATUS", "vote"):
            ratio = middle[what, says] / middle["none", says]
            print(f"{says} beside {words}".ljust(40), f"{ratio:8.2f} of it beside none")
    print("STATUS then".ljust(40), f"{status / 1000:8.1f} KB of text")


def _crowd(folder: Path, programs: Sequence[tuple[int, str]]) -> House:
    folder.mkdir()
    house = House(folder)
    book = BOOK + "".join(KEEPS.format(number=n, program=one) for n, one in programs)
    house.act("new game", game="tea", title="Tea", ruleset=book, settings={})
    for name in ("Ada", *(f"P{n}" for n in range(PLAYERS - 1))):
        who = f"{name} Player <{name.lower()}@players.example>"
        house.act("add player", game="tea", player=who, confirmed=True)
    house.act("command", game="tea", verb="Start", fields={})
    house.run()
    return house


def _spent(of: tuple[House, str], says: str) -> float:
    """Milliseconds of one such letter."""
    house, name = of
    house.reply(name, f"{says}\n")
    began = time.perf_counter()
    house.pump.run()
    spent = (time.perf_counter() - began) * 1000
    house.post()
    return spent


def calls_of(house: House, name: str, says: str) -> int:
    """Of functions, for one such letter: what else the machine does leaves them as they are."""
    house.reply(name, f"{says}\n")
    watched = cProfile.Profile()
    watched.runcall(house.pump.run)
    house.post()
    return sum(one.callcount for one in watched.getstats())


if __name__ == "__main__":
    main()
