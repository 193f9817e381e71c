"""The answer to a desk letter: lines for several games, each carried out in its own.

1. Where a line does not tell its game, nothing is done, and the letter is answered with what would
   work.
2. All others are confirmed once, as a moderator's commands are; then a letter of its own goes into
   the queue for each game, in the same transaction, and is worked on and answered like any other.
"""

import re
from collections.abc import Sequence
from hashlib import sha256

from msgspec.structs import replace

from nomic_mail.game.commands import MODERATOR
from nomic_mail.letters.grammar.moderator.addressed import Addressed, by_game
from nomic_mail.letters.mime import message
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.proof.token import Matter, make_address
from nomic_mail.post.compose import Notice, Section
from nomic_mail.post.render import Reader
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import Change, Desk, Plan, about, moderator
from nomic_mail.pump.who.proof import of_moderator
from nomic_mail.store.database.engines import Connection
from nomic_mail.store.people import seats
from nomic_mail.store.queue import inbox
from nomic_mail.store.queue.inbox import Arrival


def answered(case: Case) -> Plan | None:
    """None where the letter answers no desk letter, or its writer has to confirm it first."""
    if case.matter is None or not case.may("answer the desk"):
        return None
    if case.arrival.vouched:
        return _split(case)
    return _unsure(case) if case.once(of_moderator).ok else None


def _unsure(case: Case) -> Plan | None:
    """The answer to a letter of which not all can be carried out."""
    found, names = read(case)
    if found.by_game and not found.unsure:
        return None
    arrival, game, matter = case.arrival, case.home, case.matter or Matter("desk")
    reader = case.moderator or moderator(case.desk.config)
    facts = {"lines": found.unsure, "games": names}
    notice = Notice(MODERATOR, (Section("which_line", facts),), matter, "!", "desk")
    what = about(None, 0, arrival.acts_at, arrival.cause, case.letter.message_id)
    what = replace(what, game_id=game.id)  # of no game, but its token is
    answer = case.desk.renderer.render(notice, reader, what)
    return Plan(result="desk: which game?", game=game, seat=reader.seat, letters=[answer])


def _split(case: Case) -> Plan:
    found, _ = read(case)
    reader = case.moderator or moderator(case.desk.config)
    plan = Plan(proof=case.arrival.proof, game=case.game, seat=MODERATOR)
    plan.result = "desk: for " + ", ".join(found.by_game)
    plan.changes += [
        _into_the_queue(case.desk, case.arrival, case.letter, reader, name, lines)
        for name, lines in found.by_game.items()
    ]
    return plan


def read(case: Case) -> tuple[Addressed, Sequence[str]]:
    """Which line is for which game; the number of a desk letter is 1 where it told of one game."""
    with case.desk.look.read() as connection:
        names = [one.name for one in seats.all_games(connection)]
    told_of = case.matter.number if case.matter is not None else 0
    only = case.home.name if told_of == 1 or len(names) == 1 else ""
    return by_game(case.letter.text, set(names), only), names


def _code(desk: Desk, arrival: Arrival, reader: Reader, name: str) -> list[str]:
    """Where addresses have no additions, they tell no game."""
    if desk.config.mail.delimiter:
        return []
    with desk.look.read() as connection:
        game = seats.game_named(connection, name)
    what = about(game, 0, arrival.received_at, "")
    return [desk.renderer.reply_code(reader, what)]


def _into_the_queue(
    desk: Desk, arrival: Arrival, letter: Letter, reader: Reader, name: str, lines: Sequence[str]
) -> Change:
    """It has the Message-ID of the letter it was part of: so the answer finds its thread."""
    mail = desk.config.mail
    to = make_address(mail.address, mail.delimiter, name)
    heads = [f"From: <{reader.address}>", f"To: <{to}>"]
    if re.fullmatch(r"[!-~]{1,900}", letter.message_id):
        heads.append(f"Message-ID: <{letter.message_id}>")
    heads += ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", ""]
    raw = "\r\n".join([*heads, *_code(desk, arrival, reader, name), *lines, ""]).encode()
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
