"""The desk letter: once a day, in the Moderator's morning, what waits for them; else no letter. Of
several moderators each has one, about their own games, in a morning of their own.

1. The next morning of any of them is kept in the database, and moved on in the transaction that
   writes the letters: so there are not two on one day, however many servers and commands look.
2. It is of no one game; its token is that of the first game in it, so that a reply can be proven.
"""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta

from msgspec.structs import replace

from nomic_mail.game.commands import MODERATOR
from nomic_mail.letters.proof.token import Matter
from nomic_mail.phrases.letters import through
from nomic_mail.post.compose import Notice, Section
from nomic_mail.post.render import Finished, Reader
from nomic_mail.post.times import next_morning
from nomic_mail.pump.moderator.desk import Item, all_waiting
from nomic_mail.pump.plan import Desk, Queue, about, moderators_of
from nomic_mail.store.database.engines import Busy, Connection
from nomic_mail.store.games import waiting
from nomic_mail.store.people import moderators, seats
from nomic_mail.store.people.seats import Game

PUT_OFF = timedelta(hours=1)
MOMENT = timedelta(seconds=1)

log = logging.getLogger("nomic_mail.pump")


class Morning:
    def __init__(self, desk: Desk, queue: Queue) -> None:
        self._desk = desk
        self._queue = queue
        self._caught_up = False
        self._not_before: datetime | None = None  # so the database is not asked every second

    def send_due(self, now: datetime) -> int:
        """How many letters went out."""
        if self._not_before is not None and now < self._not_before:
            return 0
        try:
            self._catch_up()
            return self._send(now) if self._desk.config.moderator.desk == "daily" else 0
        except waiting.Outrun as outrun:
            log.info("%s", outrun)
        except Busy:
            raise
        except Exception:
            log.exception("the desk letter could not be written; it is tried again")
            self._not_before = now + PUT_OFF
        return 0

    def _catch_up(self) -> None:
        if not self._caught_up:
            waiting.catch_up(self._desk.database, self._desk.ledger.load)
            self._caught_up = True

    def _send(self, now: datetime) -> int:
        with self._desk.database.read() as connection:
            zones = moderators.zones(connection) | {self._desk.config.moderator.timezone}
            then = min(next_morning(now, zone) for zone in zones)
            due = waiting.desk_due(connection)
            if due is not None and now < due <= then:
                self._not_before = due
                return 0
            found = self._by_reader(connection, now) if due else {}
            games = {game.name: game for game in seats.all_games(connection)} if found else {}
        letters = [
            letter
            for reader, items in found.items()
            if due and next_morning(due - MOMENT, reader.zone) <= now
            for letter in self._letters(reader, items, games, now, then)
        ]
        with self._desk.database.write() as connection:
            waiting.move_desk(connection, due, then)
            self._queue(connection, letters, None)
        self._not_before = then
        return len(letters)

    def _by_reader(self, connection: Connection, now: datetime) -> dict[Reader, list[Item]]:
        """Each moderator, and what waits for them: in their games, and of the server's."""
        config, found = self._desk.config, dict[Reader, list[Item]]()
        for one in all_waiting(connection, self._desk.ledger, now):
            item = replace(one, what=through(one.what, self._desk.renderer.cut))
            game = seats.game_named(connection, item.game) if item.game else None
            for reader in moderators_of(connection, config, game):
                found.setdefault(reader, []).append(item)
        return found

    def _letters(
        self,
        reader: Reader,
        items: list[Item],
        games: Mapping[str, Game],
        now: datetime,
        then: datetime,
    ) -> list[Finished]:
        home = next((one.game for one in items if one.game), next(iter(games), ""))
        if not home:
            return []
        told = replace(about(None, 0, now, f"desk before {then}"), game_id=games[home].id)
        return [self._desk.renderer.render(desk_notice(items, now), reader, told)]


def desk_notice(items: list[Item], now: datetime) -> Notice:
    games = list(dict.fromkeys(one.game for one in items if one.game))
    several = len(games) != 1
    rows = []
    for one in items:
        before = f"{one.game or games[0]}: " if several and games else ""
        rows.append(
            {
                "game": one.game,
                "what": one.what,
                "since": one.since,
                "days": (now - one.since).days,
                "answers": [before + line for line in one.answers],
                "forms": [before + line for line in one.forms],
                "commands": one.commands,
            }
        )
    facts = {"items": rows, "games": games, "several": several}
    return Notice(MODERATOR, (Section("desk", facts),), Matter("desk", len(games)), "?", "desk")
