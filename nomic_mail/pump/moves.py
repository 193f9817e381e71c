"""What a player orders about where their letters go and where theirs may come from, and what the
addresses answer. Whether and when it happens is `consent`'s.

1. ASKED_A_DAY changes are asked for a seat, and it has at most MOST_OTHERS addresses: nobody can
   have us write to strangers at will.
2. The letter to a new address carries no token of the seat's, only one for its own answer: the
   address may be mistyped, and somebody else's.
3. What is not theirs yet can be taken back at once; what is theirs goes by consent alone.
4. A NO stops a change by its token alone, be it void, from wherever it comes: nobody is kept from
   it by a mail program that writes another From, nor by whoever shows a token of theirs to others.
   A YES wants the address that was asked.
5. Addresses never reach a game's events, nor another player.
"""

from dataclasses import dataclass, replace

from nomic_mail.letters.message import Letter
from nomic_mail.letters.moves import Move
from nomic_mail.letters.proof import confirmed
from nomic_mail.letters.token import Matter, parse_recipient
from nomic_mail.post.headers import sendable
from nomic_mail.pump.consent import DAY, OUTSIDE, Consent, Paper
from nomic_mail.pump.credentials import may
from nomic_mail.pump.doors import Located
from nomic_mail.pump.plan import Desk, Plan, are_moderators
from nomic_mail.store import addresses, lately, seats
from nomic_mail.store.addresses import ALSO, DROP, MAIN, MOVED, Other, Word
from nomic_mail.store.inbox import Arrival
from nomic_mail.store.ledger import Ledger
from nomic_mail.store.seats import Game, Seat

MOST_OTHERS = 5
ASKED_A_DAY = 3
ASKED = "address: asked there"
_KINDS = {"main": MAIN, "also": ALSO, "drop": DROP}


@dataclass(slots=True)
class _Turn:
    """One letter about addresses."""

    paper: Paper
    plan: Plan
    asked: bool = False

    @property
    def seat(self) -> Seat:
        return self.paper.seat

    def refuse(self, move: Move, why: str) -> None:
        draft = self.paper.tell(self.seat.address, "refused", line=move.line, reason=why)
        draft.tag = draft.tag or "!"

    def done(self) -> Plan:
        self.plan.letters += self.paper.letters()
        self.plan.changes += self.paper.changes
        return self.plan


class Moves:
    def __init__(self, desk: Desk, ledger: Ledger) -> None:
        self._desk = desk
        self._consent = Consent(desk, ledger)

    def _turn(self, arrival: Arrival, letter: Letter, game: Game, seat: Seat, plan: Plan) -> _Turn:
        answers = letter.message_id
        at, cause = arrival.acts_at, arrival.cause
        return _Turn(Paper(self._desk, game, seat, at, cause, answers), plan)

    # Asked for

    def ask(
        self,
        plan: Plan,
        arrival: Arrival,
        letter: Letter,
        game: Game,
        seat: Seat,
        moves: tuple[Move, ...],
    ) -> None:
        """Adds to the plan what each order leads to."""
        turn = self._turn(arrival, letter, game, seat, plan)
        with self._desk.database.read() as connection:
            others = addresses.others(connection, game.id, seat.seat)
        for move in moves:
            known = next((one for one in others if one.address == move.address), None)
            if move.kind == "list":
                turn.paper.tell(seat.address, "list", others=others)
            elif why := self._why_not(turn, move, others, known):
                turn.refuse(move, why)
            elif move.kind == "drop" and known is not None and not known.is_of(seat):
                _take_back(turn, known)
            else:
                self._change(turn, move, known)
        turn.done()

    def _change(self, turn: _Turn, move: Move, known: Other | None) -> None:
        at, seat, paper = turn.paper.at, turn.seat, turn.paper
        turn.asked, turn.plan.result = True, ASKED
        wanted = _KINDS[move.kind]
        if known is not None and known.is_of(seat):
            change = replace(known, main=wanted, asked_at=at, answered_at=at, due_at=at + DAY)
            paper.changes.append(lambda connection: addresses.ask_of(connection, known, change))
        else:
            if known is not None:
                paper.changes.append(lambda conn: addresses.drop_other(conn, known.id))
            number, game_id = paper.number(), turn.paper.game.id
            change = Other(number, game_id, seat.seat, move.address, wanted, at, None)
            paper.changes.append(lambda connection: addresses.ask_other(connection, change))
            self._consent.ask_there(paper, change)
        self._consent.ask_all(paper, change)

    def _why_not(self, turn: _Turn, move: Move, others: list[Other], known: Other | None) -> str:
        seat, theirs = turn.seat, known is not None and known.is_of(turn.seat)
        if move.kind == "drop" and known is None:
            main = move.address == seat.address
            return "your letters go there; name another first" if main else "it is none of yours"
        if move.kind != "drop" and (why := self._not_theirs(turn, move)):
            return why
        return self._too_many(turn, move, others, known) if move.kind != "drop" or theirs else ""

    def _too_many(self, turn: _Turn, move: Move, others: list[Other], known: Other | None) -> str:
        seat, theirs = turn.seat, known is not None and known.is_of(turn.seat)
        if theirs and move.kind == "also":
            return "that is an address of yours already"
        if theirs and known is not None and known.waits:
            return "something is asked about it already, and waits for an answer"
        if turn.asked:
            return "one change of your addresses a letter, please"
        since = turn.paper.at - DAY
        with self._desk.database.read() as connection:
            asked = lately.resulting(connection, seat.game_id, seat.seat, ASKED, since)
        if asked >= ASKED_A_DAY:
            return f"{asked} changes were asked for you within a day; please wait"
        if known is None and len(others) >= MOST_OTHERS:
            return f"you have {len(others)} other addresses; ADDRESS DROP takes one away"
        return ""

    def _not_theirs(self, turn: _Turn, move: Move) -> str:
        """Why it can be no address of theirs, or is the one already."""
        config, seat = self._desk.config, turn.seat
        door = parse_recipient(move.address, config.mail.address, config.mail.delimiter)
        if door.kind != "foreign" or not sendable(move.address):
            return "no letter can be sent to that address"
        if move.address == seat.address:
            return "your letters go there already"
        with self._desk.database.read() as connection:
            if move.address in are_moderators(connection, config, seat.game_id):
                return "the Moderator is not a player (rule 013)"
            taken = seats.of_game_and_address(connection, seat.game_id, move.address)
        if taken is not None and taken.seat != seat.seat:
            return "that address cannot be yours in this game"
        return ""

    # Answered by the new address

    def answer(self, arrival: Arrival, letter: Letter, located: Located) -> Plan | None:
        """None where nothing waits for it any more."""
        game, given = located.game, located.token
        if game is None or given is None or not may(given.matter, "be added"):
            return None
        with self._desk.database.read() as connection:
            change = addresses.other(connection, given.matter.number)
            seat = seats.one(connection, game.id, given.seat - OUTSIDE)
        if change is None or seat is None or (change.game_id, change.seat) != (game.id, seat.seat):
            return None
        if change.confirmed_at is not None or located.sender != change.address:
            return None
        if given.epoch != seat.token_epoch:
            return None
        plan = Plan(proof="token", game=game, seat=seat.seat, result="address: answered there")
        turn, yes = self._turn(arrival, letter, game, seat, plan), confirmed(letter.text).yes
        if yes is None:
            self._consent.ask_there(turn.paper, change)
        elif not yes:
            self._consent.stop(turn.paper, replace(change, answered_at=None))
        elif change.main == MOVED:
            self._consent.carry_out(turn.paper, change)
        elif change.answered_at is None:
            self._consent.settle(turn.paper, change, self._consent.words(change))
        else:
            turn.paper.tell(change.address, "waits", address=change.address, due=change.due_at)
        return turn.done()

    # Answered by an old one

    def consent(
        self, arrival: Arrival, letter: Letter, located: Located, *, proven: bool
    ) -> Plan | None:
        """None where it says something else, or a YES that is not `proven`."""
        game, seat, matter = located.game, located.seat, located.matter
        if game is None or seat is None or matter is None or not may(matter, "consent"):
            return None
        said = confirmed(letter.text)
        good = proven and located.token is not None
        if not said.meant or not (good or said.yes is False):
            return None
        with self._desk.database.read() as connection:
            word = addresses.word(connection, matter.number)
            change = addresses.other(connection, word.change_id) if word else None
        plan = Plan(game=game, seat=seat.seat, result="address: answered here")
        turn = self._turn(arrival, letter, game, seat, plan)
        theirs = change is not None and (change.game_id, change.seat) == (game.id, seat.seat)
        if word is None or change is None or not (theirs and change.waits):
            if located.token is None:
                return None
            self._too_late(turn, located.sender or "")
        elif said.yes is False:
            self._consent.stop(turn.paper, change)
        elif word.address not in turn.paper.known:
            return None
        elif said.yes is None or change.main == MOVED or located.sender != word.address:
            self._consent.ask_one(turn.paper, change, word)
        else:
            self._yes(turn, change, word)
        return turn.done()

    def _yes(self, turn: _Turn, change: Other, word: Word) -> None:
        paper, consent = turn.paper, self._consent
        words = consent.words(change)
        words[word.address] = replace(word, yes_at=paper.at)
        paper.changes.append(lambda connection: addresses.says_yes(connection, word, paper.at))
        agreed = all(one in words and words[one].yes_at is not None for one in paper.known)
        if change.answered_at is not None and agreed:
            consent.carry_out(paper, change)
        else:
            facts = {"address": change.address, "due": change.due_at}
            draft = paper.tell(word.address, "agreed", new=change.answered_at is None, **facts)
            draft.matter = Matter("stop", word.id)

    def _too_late(self, turn: _Turn, sender: str) -> None:
        """What it was about is over: told to whoever wrote, as far as that is one of theirs."""
        to = sender if sender in turn.paper.known else turn.seat.address
        turn.paper.tell(to, "over", to=turn.seat.address)


def _take_back(turn: _Turn, known: Other) -> None:
    turn.paper.changes.append(lambda connection: addresses.drop_other(connection, known.id))
    turn.paper.tell(turn.seat.address, "taken back", address=known.address)
