"""Games as years of play would have left them, with an open vote, straight into a database."""

from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import asdict, replace
from sqlalchemy import insert

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game.course import Steps
from nomic_mail.game.decide import next_wake
from nomic_mail.game.events import Event, GameCreated
from nomic_mail.game.evolve import fold
from nomic_mail.store.database.engines import Database
from nomic_mail.store.database.tables import games, ledger, seats
from nomic_mail.store.games.ledger import SNAPSHOT_EVERY, write_snapshot
from nomic_mail.written.entry import GENESIS, chained
from tests.kit.games.game_in_hand import Game, few

PLAYERS = 5
TEXT = "The player whose turn it is brings tea, and who brings none says why, at some length. "
ROWS_AT_ONCE = 5_000


def grown(length: int, now: datetime) -> list[Event]:
    """At least so many events, the last of them minutes ago, and a vote is open."""
    game = Game(few("net_play", r208="victory: none", r203="adoption: 1/2 of cast"), PLAYERS)
    game.start()
    adopted, number = 206, 300
    while len(game.events) < length - PLAYERS:
        number += 1
        change = c.Change(kind="amend", target=adopted, text=f"{TEXT * 8}{number}.")
        game.propose(replace(change, effects=("penalty defeat: 10",)))
        game.call()
        keeps = number % 3 == 0
        game.all_vote(*(() if keeps else game.state.playing[1:]))
        adopted = number if keeps else adopted
    game.propose(c.Change(kind="repeal", target=adopted))
    game.call()
    return moved(game.events, now - game.at)


def busy(players: int, proposals: int, now: datetime) -> list[Event]:
    """A game in which anybody proposes at any time, with so many votes open."""
    game = Game(rulesets.load("open").rules, players)
    game.start()
    for number in range(proposals):
        seat = game.state.playing[number % players]
        game.propose(c.Change(kind="enact", title=f"Tea {number}", text=TEXT * 3), by=seat)
    game.pass_time(2.1)
    return moved(game.events, now - game.at)


def moved(events: list[Event], by: timedelta) -> list[Event]:
    """The same, so much later: all times that stand in them."""

    def later(one: Event) -> dict[str, Any]:
        return {
            name: value + by for name, value in asdict(one).items() if isinstance(value, datetime)
        }

    return [replace(one, **later(one)) for one in events]


def named(events: list[Event], name: str) -> list[Event]:
    """The same as another game, with a rule of its own; its dice would have fallen otherwise, which
    nobody here checks."""
    assert isinstance(events[0], GameCreated)
    *others, last = events[0].rules
    rules = (*others, replace(last, text=f"{last.text} This is {name}."))
    return [replace(events[0], name=name, title=name.title(), rules=rules), *events[1:]]


def put(database: Database, name: str, events: list[Event]) -> int:
    """With its newest snapshot, and a seat for each player, whose address is `NAME.SEAT@`. Returns
    its number."""
    steps = Steps(events, causes=getattr(events, "causes", {}))
    written, state = chained(GENESIS, 0, steps, bytes(32)), fold(events)
    row = {
        "name": name,
        "title": name.title(),
        "ruleset": "net_play",
        "status": state.status,
        "version": len(events),
        "head": written[-1].hash,
        "created_at": events[0].at,
        "next_wake": next_wake(state),
        "moved_at": state.at,
    }
    with database.write() as connection:
        added = connection.execute(insert(games).values(**row)).inserted_primary_key
        assert added is not None
        game_id: int = added[0]
        for first in range(0, len(written), ROWS_AT_ONCE):
            some = written[first : first + ROWS_AT_ONCE]
            rows = [asdict(one) for one in some]
            connection.execute(insert(ledger), [one | {"game_id": game_id} for one in rows])
        shot = len(events) // SNAPSHOT_EVERY * SNAPSHOT_EVERY
        if shot:
            write_snapshot(connection, game_id, fold(events[:shot]))
        connection.execute(
            insert(seats),
            [
                {
                    "game_id": game_id,
                    "seat": seat,
                    "name": f"Player {seat:02}",
                    "address": address(name, seat),
                    "invited_at": events[0].at,
                    "confirmed_at": events[0].at,
                }
                for seat in state.players
            ],
        )
    return game_id


def address(game: str, seat: int) -> str:
    return f"{game}.{seat}@players.example"
