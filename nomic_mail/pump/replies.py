"""The answer to a desk letter: lines for several games, each carried out in its own.

1. Where a line does not tell its game, nothing is done, and the letter is answered with what would
   work.
2. All others are confirmed once, as a moderator's commands are; then a letter of its own goes into
   the queue for each game, in the same transaction, and is worked on and answered like any other.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from email.message import EmailMessage
from hashlib import sha256

from nomic_mail.game.commands import MODERATOR
from nomic_mail.letters import message
from nomic_mail.letters.addressed import Addressed, by_game
from nomic_mail.letters.message import Letter
from nomic_mail.letters.token import Matter, make_address
from nomic_mail.post.compose import Notice, Section
from nomic_mail.pump.plan import Desk, Plan, about, moderator
from nomic_mail.store import inbox, seats
from nomic_mail.store.database import Connection
from nomic_mail.store.inbox import Arrival
from nomic_mail.store.seats import Game

Change = Callable[[Connection], None]


class Replies:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def plan(
        self, arrival: Arrival, letter: Letter, game: Game, matter: Matter | None, *, proven: bool
    ) -> Plan | None:
        """None where it is no such answer, or has to be confirmed first."""
        if matter is None or matter.kind != "desk":
            return None
        if arrival.vouched:
            return self._split(arrival, letter, game, matter)
        return self._unsure(arrival, letter, game, matter) if proven else None

    def _unsure(self, arrival: Arrival, letter: Letter, game: Game, matter: Matter) -> Plan | None:
        """The answer to a letter of which not all can be carried out."""
        found, names = self._read(letter, game, matter)
        if found.by_game and not found.unsure:
            return None
        facts = {"lines": found.unsure, "games": names}
        notice = Notice(MODERATOR, (Section("which_line", facts),), matter, "!", "desk")
        reader = moderator(self._desk.config)
        what = about(None, 0, arrival.acts_at, arrival.cause, letter.message_id)
        what = replace(what, game_id=game.id)  # of no game, but its token is
        answer = self._desk.renderer.render(notice, reader, what)
        return Plan(result="desk: which game?", game=game, seat=reader.seat, letters=[answer])

    def _split(self, arrival: Arrival, letter: Letter, game: Game, matter: Matter) -> Plan:
        found, _ = self._read(letter, game, matter)
        plan = Plan(proof=arrival.proof, game=game, seat=MODERATOR)
        plan.result = "desk: for " + ", ".join(found.by_game)
        plan.changes += [
            self._into_the_queue(arrival, letter, name, lines)
            for name, lines in found.by_game.items()
        ]
        return plan

    def _read(self, letter: Letter, game: Game, matter: Matter) -> tuple[Addressed, Sequence[str]]:
        with self._desk.database.read() as connection:
            names = [one.name for one in seats.all_games(connection)]
        only = game.name if matter.number == 1 or len(names) == 1 else ""
        return by_game(letter.text, set(names), only), names

    def _code(self, arrival: Arrival, name: str) -> list[str]:
        """Where addresses have no additions, they tell no game."""
        if self._desk.config.mail.delimiter:
            return []
        with self._desk.database.read() as connection:
            game = seats.game_named(connection, name)
        what = about(game, 0, arrival.received_at, "")
        return [self._desk.renderer.reply_code(moderator(self._desk.config), what)]

    def _into_the_queue(
        self, arrival: Arrival, letter: Letter, name: str, lines: Sequence[str]
    ) -> Change:
        """It has the Message-ID of the letter it was part of: so the answer finds its thread."""
        mail, owner = self._desk.config.mail, self._desk.config.moderator.address
        to = make_address(mail.address, mail.delimiter, name)
        part = EmailMessage()
        part["From"], part["To"], part["Subject"] = owner, to, ""
        part["Message-ID"] = f"<{letter.message_id}>"
        part.set_content("\n".join([*self._code(arrival, name), *lines]) + "\n")
        raw = part.as_bytes()
        parcel = inbox.Parcel(
            source=f"desk {arrival.id} {name}",
            kind="letter",
            raw=raw,
            sha256=sha256(raw).hexdigest(),
            digest=message.read(raw).digest,
            message_id=letter.message_id,
            mail_from=owner,
            received_at=arrival.received_at,
        )

        def accept(connection: Connection) -> None:
            inbox.accept(connection, parcel, [to], proof="released", acts_at=arrival.acts_at)

        return accept
