"""Sites for tests: each game's is made once, and its pages are only looked at."""

import atexit
import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import pytest
from msgspec.structs import replace

from nomic_mail.archive.forms import Leaving
from nomic_mail.archive.forms.site import write_site
from nomic_mail.archive.json import lay
from nomic_mail.archive.opening import read_cause, read_entry
from nomic_mail.archive.rooms import Folder
from nomic_mail.archive.site import Shown, all_games, read_glance
from nomic_mail.archive.told.form import Told
from nomic_mail.archive.told.record import as_data
from nomic_mail.archive.told.telling import tell
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Steps
from nomic_mail.game.settings import Settings
from tests.kit.games.finished_games import GAMES, smallest
from tests.kit.games.game_in_hand import Game, few
from tests.kit.games.old_games import ATTACKS, CLUB, hostile_old, old
from tests.kit.programs import RUNS
from tests.kit.recorded import entries_of, recorded


def leaving(events: Sequence[e.Event]) -> Leaving:
    return Leaving(lay(entries_of(events)), lambda: events)


def leaving_old(told: Told) -> Leaving:
    events = tell(told).events
    return Leaving(lay(entries_of(events), as_data(told)), lambda: events)


def as_kept(events: Sequence[e.Event]) -> Sequence[e.Event]:
    """As a record has them: without the words that were taken out of it."""
    lines = recorded(events)["ledger"]["entries"]
    causes = {place: cause for place, line in enumerate(lines) if (cause := read_cause(line))}
    return Steps(map(read_entry, lines), causes=causes)


def site_in(folder: Path, events: Sequence[e.Event], shown: Shown | None = None) -> Path:
    write_site(leaving(events), Folder(folder), shown)
    return folder


def hostile() -> list[e.Event]:
    """Whatever a player can write, wherever it is shown."""
    game = Game(few("net_play", r203="adoption: majority of eligible"), players=0)
    for seat, name in enumerate((ATTACKS[0], ATTACKS[1][:60], ATTACKS[2]), 1):
        game.done(c.Join(by=seat, name=name, surname=name[:9], letter=f"join {seat}"))
    game.start()
    for attack in ATTACKS:
        game.propose(c.Change(kind="enact", title=attack[:90].split("\n")[0], text=attack))
        for seat in (1, 2):
            game.done(c.Discuss(by=seat, text=attack, letter="talk"))
        game.done(c.Revise(by=game.mover, text=f"{attack}, once more"))
        game.done(c.Judgment(by=game.others()[0], question=attack))
        game.call()
        game.all_vote()
        game.done(c.Ruling(by=c.MODERATOR, text=attack))
        game.pass_time(4)
    return game.events


def under_way() -> list[e.Event]:
    """A vote is open, and one of three has voted."""
    game = Game(few("net_play", r203="adoption: majority of eligible"), settings=Settings()).start()
    game.propose(c.Change(kind="enact", title="Tea", text="There is tea at four."))
    game.pass_time(3)
    game.call()
    game.done(c.Vote(by=game.mover, choice="for", letter="one"))
    return game.events


NAMES = ("Ada Lovelace", "Wilhelmina Featherstonehaugh", "Konstantin Ziolkowski", "Bob")


def named() -> list[e.Event]:
    """Names as people have them, and two turns."""
    game = Game(few("net_play", r203="adoption: majority of eligible"), players=0)
    for seat, name in enumerate(NAMES, 1):
        game.done(c.Join(by=seat, name=name, surname=name.split()[-1], letter=f"join {seat}"))
    game.start()
    for title in ("Tea at four", "Responsibilities of gentlewomen"):
        game.propose(c.Change(kind="enact", title=title, text=f"{title}: there is tea."))
        for seat in (1, 2, 3):
            game.done(c.Discuss(by=seat, text="I like it.", letter="talk"))
        game.call()
        game.all_vote()
        game.pass_time(4)
    return game.events


COINS = """program:
    coins = quantity("coins", start=10)

    @action("GIVE <n> COINS TO <player>")
    def give(me, n, to):
        coins.move(me, to, n)"""


def running() -> list[e.Event]:
    """A rule with a program is proposed."""
    game = Game(few("net_play", r203="adoption: majority of eligible"), settings=Settings()).start()
    game.runs = RUNS
    game.propose(c.Change(kind="enact", title="Coins", text="Coins.", effects=(COINS,)))
    return game.events


def many_rules(proposals: int = 80) -> list[e.Event]:
    """New rules, of which some are amended, and then many repealed. One is set aside, until that
    which comes before it has a higher number."""
    free = {"r203": "adoption: 1/2 of cast", "r208": "victory: none", "r209": "penalty defeat: 3"}
    game = Game(few("net_play", **free), players=2).start()
    ours: list[int] = []
    for made in range(proposals):
        change = c.Change(kind="enact", title=f"Tea {made}", text=f"There is tea, {made}.")
        if made > proposals * 3 // 4 and made % 3:
            change = c.Change(kind="repeal", target=ours.pop(made * 5 % len(ours)))
        elif made % 6 == 5:
            target = ours.pop(made * 7 % len(ours)) if made != 53 else 208
            change = c.Change(kind="amend", target=target, text=f"More tea, {made}.")
        change = replace(change, effects=("victory: 900",)) if made == 8 else change
        change = replace(change, effects=("victory: none",)) if made == 53 else change
        game.propose(change)
        game.call()
        game.all_vote()
        ours += [301 + made] if change.kind != "repeal" else []
    return game.events


PLAYED: dict[str, Callable[[], Sequence[e.Event]]] = {
    "whole": GAMES["turns_and_amendments"],
    "judged": GAMES["judged"],
    "hostile": hostile,
    "under way": under_way,
    "begun": lambda: smallest()[:1],
    "named": named,
    "running": running,
    "many rules": many_rules,
}


# Games that were played elsewhere, as they are told.
OLD: dict[str, Callable[[], Told]] = {"told": lambda: old(CLUB), "told, hostile": hostile_old}
ALL = (*PLAYED, *OLD)


@cache
def site(name: str) -> Path:
    folder = Path(mkdtemp(prefix="site-"))
    atexit.register(rmtree, folder)
    if name in OLD:
        write_site(leaving_old(OLD[name]()), Folder(folder))
        return folder
    return site_in(folder, PLAYED[name]())


# As a server shows it, beside other games.
US = Shown("<i>us</i>", "https://games.example.org/tea", "nomic+tea@example.org")


def listed() -> list[dict[str, Any]]:
    """What an index of the games is made of: as their sites tell, and one that has none yet."""
    found = []
    for name in ("under way", "named", "hostile", "begun", "judged", "whole"):
        told = read_glance(json.loads((site(name) / "site.json").read_bytes())["game"])
        assert told is not None
        row = {"name": name.replace(" ", "-"), "title": told["title"], "status": told["status"]}
        found.append({**row, "told": told})
    broken = {"name": "x", "title": "A game that cannot be read", "status": "running"}
    return [*found, {**broken, "told": None}]


@cache
def index(url: str = "") -> Path:
    """The games of a server, each in its folder."""
    folder = Path(mkdtemp(prefix="games-"))
    atexit.register(rmtree, folder)
    for row in listed():
        if row["told"]:
            events = PLAYED[row["name"].replace("-", " ")]()
            site_in(
                folder / row["name"], events, Shown("<i>us</i>", url and f"{url}/{row['name']}")
            )
    for name, pieces in all_games("<i>us</i>", listed(), url):
        Folder(folder).write(name, pieces)
    return folder


# One of each kind of page, in a game that has them all.
PAGES = (
    *("index.html", "rules.html", "book/0.html", "book/2.html", "book/40.html", "rules/206.html"),
    *("proposals.html", "proposals/302.html", "players.html", "scores.html", "dice.html"),
    *("history.html", "turns/2.html", "search.html", "doubts.html"),
)


def judges() -> Path:
    """Where html-validate and axe-core are."""
    folder = Path(__file__).resolve().parents[2] / ".venv" / "web" / "node_modules"
    if not folder.exists():
        pytest.skip("html-validate and axe-core are not here: make test brings them, with npm")
    return folder
