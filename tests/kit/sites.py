"""Sites for tests: each game's is made once, and its pages are only looked at."""

import atexit
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import pytest

from nomic_mail.archive.forms import Leaving
from nomic_mail.archive.forms.site import write_site
from nomic_mail.archive.json import lay
from nomic_mail.archive.opening import read_cause, read_entry
from nomic_mail.archive.rooms import Folder
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


def site_in(folder: Path, events: Sequence[e.Event]) -> Path:
    write_site(leaving(events), Folder(folder))
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


PLAYED: dict[str, Callable[[], Sequence[e.Event]]] = {
    "whole": GAMES["turns_and_amendments"],
    "judged": GAMES["judged"],
    "hostile": hostile,
    "under way": under_way,
    "begun": lambda: smallest()[:1],
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


# One of each kind of page, in a game that has them all.
PAGES = (
    *("index.html", "rules.html", "book/0.html", "book/2.html", "rules/206.html"),
    *("proposals.html", "proposals/302.html", "players.html", "scores.html", "dice.html"),
    *("history.html", "turns/2.html", "search.html", "doubts.html"),
)


def judges() -> Path:
    """Where html-validate and axe-core are."""
    folder = Path(__file__).resolve().parents[2] / ".venv" / "web" / "node_modules"
    if not folder.exists():
        pytest.skip("html-validate and axe-core are not here: make test brings them, with npm")
    return folder
