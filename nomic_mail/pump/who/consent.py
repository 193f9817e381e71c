"""A change of a seat's addresses: what each of them says to it, and when it happens.

1. No one letter moves where letters go, nor takes an address away. Every address that is theirs now
   is told, the one that is to go among them; a new one has to say YES itself.
2. With a YES from each of them it happens at once. Else each that has said none is warned when it
   will happen, DAY later, and it happens then. A NO from any of them before it is done stops it.
3. A YES is that of the address whose own token it came by: who may write from one address says
   nothing for another, nor does the letter that asked.
4. The day is one of silence after a warning: it begins anew for an address that became theirs only
   meanwhile, and where a warning left us late (SOON).
5. The Moderator's word for a player (MOVED) waits for the new address alone, and for a NO.
6. All that is told at one time to one address is one letter.
7. A NO to what a letter asked for takes back all reply addresses of the seat, and stops all else
   that letters asked for: whoever wrote it may have had one of them, and could still vote with it,
   or have asked for more.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from msgspec import Struct, field
from msgspec.structs import replace

from nomic_mail.letters.proof.token import Matter
from nomic_mail.post.compose import Notice, Section, Tag
from nomic_mail.post.render import Finished, Reader
from nomic_mail.pump.plan import NOBODY, Change, Desk, about, reader_of
from nomic_mail.store.people import addresses, seats
from nomic_mail.store.people.addresses import ALSO, DROP, MAIN, MOVED, Other, Word
from nomic_mail.store.people.seats import Game, Seat

DAY = timedelta(days=1)
SOON = timedelta(hours=1)
OUTSIDE = 1 << 20  # no seat has such a number: the tokens of a reader that has one prove nothing
_ASKS: Mapping[int, str] = {ALSO: "also", MAIN: "main", MOVED: "moved", DROP: "drop"}


class _Draft(Struct):
    reader: Reader
    sections: list[Section] = field(default_factory=list)
    matter: Matter = field(default_factory=lambda: Matter("game"))
    tag: Tag = ""
    occasion: str = "address"


class Paper(Struct):
    """What one letter, or the clock, changes in the addresses of one seat, and whom that is
    told."""

    desk: Desk
    game: Game
    seat: Seat
    at: datetime
    cause: str
    answers: str = ""  # the letter that the seat's own one answers
    changes: list[Change] = field(default_factory=list)
    known: tuple[str, ...] = ()
    _drafts: dict[str, _Draft] = field(default_factory=dict)
    _warned: list[Word] = field(default_factory=list)
    _next: int = 0

    def __post_init__(self) -> None:
        with self.desk.look.read() as connection:
            self.known = addresses.confirmed_addresses(connection, self.seat)
            self._next = addresses.next_number(connection)

    def number(self) -> int:
        """A new one, for a change or a word."""
        self._next += 1
        return self._next - 1

    def draft(self, address: str) -> _Draft:
        reader = replace(reader_of(self.seat), address=address)
        if address not in self.known:
            reader = replace(reader, seat=OUTSIDE + self.seat.seat)
        return self._drafts.setdefault(address, _Draft(reader))

    def tell(self, to: str, outcome: str, /, **facts: object) -> _Draft:
        draft = self.draft(to)
        draft.sections.append(Section("address", {"outcome": outcome, **facts}))
        return draft

    def warn(self, word: Word, outcome: str, **facts: object) -> None:
        """Told, and asked for a word of its own."""
        draft = self.tell(word.address, outcome, **facts)
        draft.matter, draft.tag = Matter("stop", word.id), "?"
        self._warned.append(replace(word, warned_at=self.at))

    def letters(self) -> list[Finished]:
        """Once all is said."""
        finished: dict[str, Finished] = {}
        for address, draft in self._drafts.items():
            sections = tuple(draft.sections)
            notice = Notice(draft.reader.seat, sections, draft.matter, draft.tag, "server")
            answers = self.answers if address == self.seat.address else ""
            what = about(self.game, self.game.version, self.at, self.cause, answers)
            finished[address] = self.desk.renderer.render(notice, draft.reader, what)
        for word in self._warned:
            told = replace(word, letter=finished[word.address].message_id)
            self.changes.append(_saying(told))
        return list(finished.values())


# Asked for


def ask_there(paper: Paper, change: Other) -> None:
    """Asks the new address; the token in that letter is good for this answer only."""
    facts = {"player": paper.seat.name, "main": change.main != ALSO}
    facts["by_moderator"] = change.main == MOVED
    draft = paper.draft(change.address)
    draft.sections.append(Section("confirm_address", facts))
    draft.matter, draft.tag = Matter("address", change.id), "?"


def ask_all(paper: Paper, change: Other) -> None:
    """Every address that is theirs: rule 1."""
    for address in paper.known:
        ask_one(paper, change, _word(paper, change, address))


def ask_one(paper: Paper, change: Other, word: Word) -> None:
    facts = {**_facts(change), "due": change.due_at}
    paper.warn(word, "due" if change.due_at else "asked", **facts)


def _word(paper: Paper, change: Other, address: str) -> Word:
    return Word(paper.number(), change.id, address, paper.at, "")


# Answered


def words(desk: Desk, change: Other) -> dict[str, Word]:
    with desk.look.read() as connection:
        return {one.address: one for one in addresses.words(connection, change.id)}


def settle(paper: Paper, change: Other, words: Mapping[str, Word]) -> None:
    """The new address has said YES: rule 2."""
    silent = [one for one in paper.known if one not in words or words[one].yes_at is None]
    if not silent:
        carry_out(paper, change)
        return
    due, at = paper.at + DAY, paper.at
    paper.changes.append(lambda connection: addresses.falls_due(connection, change, at, due))
    for address in silent:
        word = words.get(address) or _word(paper, change, address)
        ask_one(paper, replace(change, due_at=due), word)
    if change.confirmed_at is None:
        paper.tell(change.address, "waits", due=due, **_facts(change))


def stop(paper: Paper, change: Other, *, void: bool = False) -> None:
    """A NO: rule 2. `void`: the reply addresses are, too (rule 7), told where it is the last."""
    paper.changes.append(lambda connection: addresses.stop(connection, change))
    for address in paper.known:
        paper.tell(address, "stopped", void=void, **_facts(change))
    if change.answered_at is not None and change.confirmed_at is None:
        paper.tell(change.address, "stopped", void=False, **_facts(change))


def stop_all(paper: Paper, change: Other, as_it_was: Seat) -> None:
    """Rule 7. `as_it_was`: with the tokens that were good until now."""
    with paper.desk.look.read() as connection:
        asked = addresses.others(connection, change.game_id, change.seat)
    more = [one for one in asked if one.waits and one.main != MOVED and one.id != change.id]
    paper.changes.append(lambda connection: seats.revoke_tokens(connection, as_it_was))
    paper.seat = replace(paper.seat, token_epoch=as_it_was.next_epoch)
    for one in more:
        stop(paper, one)
    stop(paper, change, void=True)


# Done


def carry_out(paper: Paper, change: Other) -> None:
    """Told at all ends."""
    seat, at = paper.seat, paper.at
    if _is_anothers(paper.desk, change):
        stop(paper, change)
        return
    paper.changes.append(
        lambda connection: addresses.carry_out(connection, change, seat.address, at)
    )
    facts: dict[str, object] = {**_facts(change), "before": seat.address}
    outcome = {ALSO: "added", MAIN: "moved", MOVED: "moved for good", DROP: "dropped"}
    facts["outcome"] = outcome[change.main]
    if seat.is_nowhere:
        facts |= {"outcome": "found", "commitment": _commitment(paper.desk, paper.game)}
    for address in dict.fromkeys((*paper.known, change.address)):
        draft = paper.draft(address)
        draft.reader = _reader(paper, change, address)
        draft.sections.append(Section("address", facts))


def _reader(paper: Paper, change: Other, address: str) -> Reader:
    """The reader at an address after the change; one that is not theirs any more gets no token."""
    reader = replace(reader_of(paper.seat), address=address)
    stays = address == change.address
    if change.main == MOVED and stays:
        return replace(reader, token_epoch=paper.seat.next_epoch)
    gone = not stays if change.main == MOVED else change.main == DROP and stays
    return replace(reader, seat=NOBODY) if gone else reader


def _is_anothers(desk: Desk, change: Other) -> bool:
    with desk.look.read() as connection:
        taken = seats.of_game_and_address(connection, change.game_id, change.address)
    return taken is not None and taken.seat != change.seat


def _commitment(desk: Desk, game: Game) -> str:
    """The commitment of the dice, which all others were told in letters that could not go there
    (008)."""
    with desk.look.read() as connection:
        chain = desk.ledger.load(connection, game.id).chain
    return chain.commitment if chain is not None else ""


# The clock's


def fall_due(paper: Paper, change: Other) -> None:
    """What was due: rule 4."""
    with paper.desk.look.read() as connection:
        words = {one.address: one for one in addresses.words(connection, change.id)}
        told = {one: addresses.told_at(connection, word) for one, word in words.items()}
    new = [address for address in paper.known if address not in words]
    silent = [one for one in paper.known if one in words and words[one].yes_at is None]
    began = [told[one] or paper.at for one in silent if _is_late(words[one], told[one])]
    due = max([change.asked_at, *began, *(paper.at for _ in new)]) + DAY
    if due <= paper.at:
        carry_out(paper, change)
        return
    answered = change.answered_at or paper.at
    paper.changes.append(lambda conn: addresses.falls_due(conn, change, answered, due))
    for address in new:
        word = _word(paper, change, address)
        ask_one(paper, replace(change, due_at=due), word)


def _is_late(word: Word, told: datetime | None) -> bool:
    return told is None or told > word.warned_at + SOON


def _facts(change: Other) -> dict[str, object]:
    return {
        "address": change.address,
        "asks": _ASKS[change.main],
        "by_moderator": change.main == MOVED,
        "new": change.confirmed_at is None,
    }


def _saying(word: Word) -> Change:
    return lambda connection: addresses.say(connection, word)
