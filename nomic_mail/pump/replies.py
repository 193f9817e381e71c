"""The answer to a desk letter: lines for several games, each carried out in its own.

1. Where a line does not tell its game, nothing is done, and the letter is answered with what would
   work.
2. All others are confirmed once, as a moderator's commands are; then a letter of its own goes into
   the queue for each game, in the same transaction, and is worked on and answered like any other.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256

from nomic_mail.game.commands import MODERATOR
from nomic_mail.letters import message
from nomic_mail.letters.addressed import Addressed, by_game
from nomic_mail.letters.message import Letter
from nomic_mail.letters.token import Matter, make_address
from nomic_mail.post.compose import Notice, Section
from nomic_mail.post.render import Reader
from nomic_mail.pump.credentials import may
from nomic_mail.pump.plan import Desk, Plan, about
from nomic_mail.store import inbox, seats
from nomic_mail.store.database import Connection
from nomic_mail.store.inbox import Arrival
from nomic_mail.store.seats import Game

Change = Callable[[Connection], None]


class Replies:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def plan(
        self,
        arrival: Arrival,
        letter: Letter,
        game: Game,
        matter: Matter | None,
        reader: Reader,
        *,
        proven: bool,
    ) -> Plan | None:
        """`reader` is the moderator who writes. None where it is no such answer, or has to be
        confirmed first."""
        if matter is None or not may(matter, "answer the desk"):
            return None
        if arrival.vouched:
            return self._split(arrival, letter, game, matter, reader)
        return self._unsure(arrival, letter, game, matter, reader) if proven else None

    def _unsure(
        self, arrival: Arrival, letter: Letter, game: Game, matter: Matter, reader: Reader
    ) -> Plan | None:
        """The answer to a letter of which not all can be carried out."""
        found, names = self.read(letter, game, matter.number)
        if found.by_game and not found.unsure:
            return None
        facts = {"lines": found.unsure, "games": names}
        notice = Notice(MODERATOR, (Section("which_line", facts),), matter, "!", "desk")
        what = about(None, 0, arrival.acts_at, arrival.cause, letter.message_id)
        what = replace(what, game_id=game.id)  # of no game, but its token is
        answer = self._desk.renderer.render(notice, reader, what)
        return Plan(result="desk: which game?", game=game, seat=reader.seat, letters=[answer])

    def _split(
        self, arrival: Arrival, letter: Letter, game: Game, matter: Matter, reader: Reader
    ) -> Plan:
        found, _ = self.read(letter, game, matter.number)
        plan = Plan(proof=arrival.proof, game=game, seat=MODERATOR)
        plan.result = "desk: for " + ", ".join(found.by_game)
        plan.changes += [
            self._into_the_queue(arrival, letter, reader, name, lines)
            for name, lines in found.by_game.items()
        ]
        return plan

    def read(self, letter: Letter, game: Game, only_one: int) -> tuple[Addressed, Sequence[str]]:
        """Which line is for which game; `only_one` where the letter told of this one alone."""
        with self._desk.database.read() as connection:
            names = [one.name for one in seats.all_games(connection)]
        only = game.name if only_one == 1 or len(names) == 1 else ""
        return by_game(letter.text, set(names), only), names

    def _code(self, arrival: Arrival, reader: Reader, name: str) -> list[str]:
        """Where addresses have no additions, they tell no game."""
        if self._desk.config.mail.delimiter:
            return []
        with self._desk.database.read() as connection:
            game = seats.game_named(connection, name)
        what = about(game, 0, arrival.received_at, "")
        return [self._desk.renderer.reply_code(reader, what)]

    def _into_the_queue(
        self, arrival: Arrival, letter: Letter, reader: Reader, name: str, lines: Sequence[str]
    ) -> Change:
        """It has the Message-ID of the letter it was part of: so the answer finds its thread."""
        mail = self._desk.config.mail
        to = make_address(mail.address, mail.delimiter, name)
        heads = [f"From: <{reader.address}>", f"To: <{to}>"]
        if re.fullmatch(r"[!-~]{1,900}", letter.message_id):
            heads.append(f"Message-ID: <{letter.message_id}>")
        heads += ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", ""]
        raw = "\r\n".join([*heads, *self._code(arrival, reader, name), *lines, ""]).encode()
        parcel = inbox.Parcel(
            source=f"desk {arrival.id} {name}",
            kind="letter",
            raw=raw,
            sha256=sha256(raw).hexdigest(),
            digest=message.read(raw).digest,
            message_id=letter.message_id,
            mail_from=reader.address,
            received_at=arrival.received_at,
        )

        def accept(connection: Connection) -> None:
            inbox.accept(connection, parcel, [to], proof="released", acts_at=arrival.acts_at)

        return accept
