"""What of a letter only the whole record answers (012): folded once, and within bounds.

1. The ledger is read by the query-only reader, before the transaction: it never blocks the writer.
2. Questions of this kind are bounded for a letter and for a player and day (house), so that nobody
   can keep the server busy; what moves a game never is.
3. The record and the letters are attached only where a letter can carry them, and a ledger that no
   letter could carry is not packed to find that out: what is held in memory is bounded.
"""

from collections.abc import Sequence
from datetime import timedelta

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.archive.bundle import record_zip
from nomic_mail.archive.mbox import mbox
from nomic_mail.game import commands as c
from nomic_mail.game.course import Refusal
from nomic_mail.game.events import Event
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.reading import Said
from nomic_mail.post.compose import Attachment
from nomic_mail.post.past import Past, needs_past, past_of
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import Desk, ours_of
from nomic_mail.pump.who.challenges import ANSWERS_A_DAY
from nomic_mail.store.games import ledger
from nomic_mail.store.people import moderators
from nomic_mail.store.people.seats import Game
from nomic_mail.store.queue import lately, outbox, to_all
from nomic_mail.written.entry import Entry

ASKED_A_LETTER = 10
READ_A_DAY = 30
SENT_A_DAY = 5
MOST_BYTES = 7_000_000  # a third more in a letter, and most mail servers take ten
MOST_LEDGER = 20_000_000  # characters, some twenty thousand events: longer than any game
READ, SENT = "the record was read", "the record was sent"
DAY = timedelta(days=1)


class AskedOfRecord(Struct, frozen=True):
    """What a letter asks of the record: the places of its lines, and which are refused."""

    places: tuple[int, ...] = ()
    refused: dict[int, Refusal] | None = None
    result: str = ""

    def refusal(self, place: int) -> Refusal | None:
        return (self.refused or {}).get(place)


def asked(case: Case, seat: int, said: Sequence[Said]) -> AskedOfRecord:
    places = tuple(n for n, one in enumerate(said) if needs_past(one.command, case.before))
    if not places:
        return AskedOfRecord()
    game, since = case.home, case.arrival.acts_at - DAY
    with case.desk.look.read() as connection:
        read, sent = (
            lately.resulting(connection, game.id, seat, result, since) for result in (READ, SENT)
        )
        if lately.answered(connection, [(game.id, seat)], since) >= ANSWERS_A_DAY:
            read = READ_A_DAY  # this answer may be one too many, and never leave
    refused: dict[int, Refusal] = {}
    for count, place in enumerate(places):
        if why := _too_much(said[place].command, count, read + sent, sent):
            refused[place] = why
    done = [said[place].command for place in places if place not in refused]
    whole = any(_is_whole(command) for command in done)
    return AskedOfRecord(places, refused, SENT if whole else READ if done else "")


def past(desk: Desk, game: Game, state: State, events: Sequence[Event]) -> Past:
    """All that happened up to `state`, and in this letter."""
    return past_of([*(one.event for one in _entries(desk, game, state)), *events])


def files(desk: Desk, game: Game, state: State) -> tuple[Attachment, ...]:
    """The record as it stood before this letter."""
    with desk.look.read() as connection:
        if ledger.length(connection, game.id) > MOST_LEDGER:
            return ()
    data = record_zip(game.name, _entries(desk, game, state))
    if len(data) > MOST_BYTES:
        return ()
    packed = Attachment(f"{game.name}-record.zip", "application/zip", data)
    letters = _letters(desk, game, MOST_BYTES - len(data))
    if letters is None:
        return (packed,)
    return packed, Attachment(f"{game.name}-letters.mbox", "application/mbox", letters)


def _letters(desk: Desk, game: Game, most: int) -> bytes | None:
    """None where they are too many for a letter: then they are not read to the end."""
    config = desk.config
    out = bytearray()
    with desk.look.read() as connection:
        chairs = moderators.all_addresses(connection) | {config.moderator.address.lower()}
        ours = replace(ours_of(desk, game), moderators=chairs)
        removed = ledger.removed_talk(connection, game.id)
        sent, kept = outbox.of_game(connection, game.id), to_all.of_game(connection, game.id)
        all_kept = ledger.commits_to_letters(connection, game.id)
        for letter in mbox(sent, ours, removed=removed, kept=kept, all_kept=all_kept):
            out += letter
            if len(out) > most:
                return None
    return bytes(out)


def _entries(desk: Desk, game: Game, state: State) -> list[Entry]:
    with desk.look.read() as connection:
        return [x for x in ledger.entries(connection, game.id) if x.seq <= state.version]


def _is_whole(command: c.Command) -> bool:
    return isinstance(command, c.Ask) and command.topic == "records"


def _too_much(command: c.Command, before: int, read: int, sent: int) -> Refusal | None:
    if before >= ASKED_A_LETTER:
        return Refusal("records_a_letter", most=ASKED_A_LETTER)
    if _is_whole(command) and sent >= SENT_A_DAY:
        return Refusal("records_a_day", sent=sent)
    if read >= READ_A_DAY:
        return Refusal("records_read")
    return None
