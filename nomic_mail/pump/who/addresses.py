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

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.letters.grammar.moves import Move
from nomic_mail.letters.proof.confirming import confirmed
from nomic_mail.letters.proof.token import Matter, parse_recipient
from nomic_mail.post.headers import sendable
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import Desk, Plan, are_moderators
from nomic_mail.pump.who import consent, unproven
from nomic_mail.pump.who.consent import DAY, OUTSIDE, Paper
from nomic_mail.pump.who.credentials import may
from nomic_mail.pump.who.proof import is_theirs, is_who_was_asked, seat_now
from nomic_mail.store.people import addresses, seats
from nomic_mail.store.people.addresses import ALSO, DROP, MAIN, MOVED, Other, Word
from nomic_mail.store.people.seats import Seat
from nomic_mail.store.queue import lately

MOST_OTHERS = 5
ASKED_A_DAY = 3
ASKED = "address: asked there"
_KINDS = {"main": MAIN, "also": ALSO, "drop": DROP}


class _Turn(Struct):
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


def _turn(case: Case, seat: Seat, plan: Plan) -> _Turn:
    at, cause, answers = case.arrival.acts_at, case.arrival.cause, case.letter.message_id
    return _Turn(Paper(case.desk, case.home, seat, at, cause, answers), plan)


# Asked for


def ask(case: Case, plan: Plan, seat: Seat, moves: tuple[Move, ...]) -> None:
    """Adds to the plan what each order leads to."""
    desk, turn = case.desk, _turn(case, seat, plan)
    with desk.look.read() as connection:
        others = addresses.others(connection, seat.game_id, seat.seat)
    for move in moves:
        known = next((one for one in others if one.address == move.address), None)
        if move.kind == "list":
            turn.paper.tell(seat.address, "list", others=others)
        elif why := _why_not(desk, turn, move, others, known):
            turn.refuse(move, why)
        elif move.kind == "drop" and known is not None and not known.is_of(seat):
            _take_back(turn, known)
        else:
            _change(turn, move, known)
    turn.done()


def _change(turn: _Turn, move: Move, known: Other | None) -> None:
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
        consent.ask_there(paper, change)
        paper.changes.append(unproven.noted(move.address, at))
    consent.ask_all(paper, change)


def _why_not(desk: Desk, turn: _Turn, move: Move, others: list[Other], known: Other | None) -> str:
    seat, theirs = turn.seat, known is not None and known.is_of(turn.seat)
    if move.kind == "drop" and known is None:
        main = move.address == seat.address
        return "your letters go there; name another first" if main else "it is none of yours"
    if move.kind != "drop" and (why := _not_theirs(desk, turn, move)):
        return why
    return _too_many(desk, turn, move, others, known) if move.kind != "drop" or theirs else ""


def _too_many(desk: Desk, turn: _Turn, move: Move, others: list[Other], known: Other | None) -> str:
    seat, theirs = turn.seat, known is not None and known.is_of(turn.seat)
    if theirs and move.kind == "also":
        return "that is an address of yours already"
    if theirs and known is not None and known.waits:
        return "something is asked about it already, and waits for an answer"
    if turn.asked:
        return "one change of your addresses a letter, please"
    since = turn.paper.at - DAY
    with desk.look.read() as connection:
        asked = lately.resulting(connection, seat.game_id, seat.seat, ASKED, since)
    if asked >= ASKED_A_DAY:
        return f"{asked} changes were asked for you within a day; please wait"
    if not theirs and unproven.is_over(desk, move.address, turn.paper.at):
        return "that address was asked something within a day, and has not answered; please wait"
    if known is None and len(others) >= MOST_OTHERS:
        return f"you have {len(others)} other addresses; ADDRESS DROP takes one away"
    return ""


def _not_theirs(desk: Desk, turn: _Turn, move: Move) -> str:
    """Why it can be no address of theirs, or is the one already."""
    config, seat = desk.config, turn.seat
    door = parse_recipient(move.address, config.mail.address, config.mail.delimiter)
    if door.kind != "foreign" or not sendable(move.address):
        return "no letter can be sent to that address"
    if move.address == seat.address:
        return "your letters go there already"
    with desk.look.read() as connection:
        if seats.is_a_list(connection, move.address):
            return "it is a game's mailing list, which many read"
        if move.address in are_moderators(connection, config, seat.game_id):
            return "the Moderator is not a player (rule 013)"
        taken = seats.of_game_and_address(connection, seat.game_id, move.address)
    if taken is not None and taken.seat != seat.seat:
        return "that address cannot be yours in this game"
    return ""


# Answered by the new address


def answered(case: Case) -> Plan | None:
    """None where nothing waits for it any more."""
    desk, game, given = case.desk, case.game, case.token
    if game is None or given is None or not may(given.matter, "be added"):
        return None
    with desk.look.read() as connection:
        change = addresses.other(connection, given.matter.number)
        seat = seats.one(connection, game.id, given.seat - OUTSIDE)
    if change is None or seat is None or (change.game_id, change.seat) != (game.id, seat.seat):
        return None
    if change.confirmed_at is not None or not is_who_was_asked(case, change.address):
        return None
    if not seat.holds(given.epoch):
        return None
    plan = Plan(proof="token", game=game, seat=seat.seat, result="address: answered there")
    turn, yes = _turn(case, seat, plan), confirmed(case.letter.text).yes
    if yes is None:
        consent.ask_there(turn.paper, change)
    elif not yes:
        consent.stop(turn.paper, replace(change, answered_at=None))
    elif change.main == MOVED:
        consent.carry_out(turn.paper, change)
    elif change.answered_at is None:
        consent.settle(turn.paper, change, consent.words(desk, change))
    else:
        turn.paper.tell(change.address, "waits", address=change.address, due=change.due_at)
    return turn.done()


# Answered by an old one


def stopped(case: Case) -> Plan | None:
    """A NO that nothing else proves (rule 4)."""
    return None if case.once(is_theirs) else _consent(case, proven=False)


def consented(case: Case) -> Plan | None:
    return _consent(case, proven=True)


def _consent(case: Case, *, proven: bool) -> Plan | None:
    """None where it says something else, or a YES that is not `proven`. What answers a warning is
    no vote, however late it comes."""
    game, seat, matter = case.game, case.seat, case.matter
    if game is None or seat is None or matter is None or not may(matter, "consent"):
        return None
    said = confirmed(case.letter.text)
    if not said.meant or not (proven or said.yes is False):
        return None
    with case.desk.look.read() as connection:
        word = addresses.word(connection, matter.number)
        change = addresses.other(connection, word.change_id) if word else None
    plan = Plan(game=game, seat=seat.seat, result="address: answered here")
    turn = _turn(case, case.once(seat_now), plan)
    theirs = change is not None and (change.game_id, change.seat) == (game.id, seat.seat)
    if word is None or change is None or not (theirs and change.waits):
        if not proven and case.token is None:
            return None
        _too_late(turn, case.sender or "")
    elif said.yes is False and change.main != MOVED:
        consent.stop_all(turn.paper, change, seat)
    elif said.yes is False:
        consent.stop(turn.paper, change)
    elif word.address not in turn.paper.known:
        _too_late(turn, case.sender or "")
    elif said.yes is None or change.main == MOVED or not _is_there(case, word):
        consent.ask_one(turn.paper, change, word)
    else:
        _yes(turn, change, word)
    return turn.done()


def _is_there(case: Case, word: Word) -> bool:
    """Whether it was written from the address that was asked, by its own token."""
    return case.sender == word.address and case.token is not None


def _yes(turn: _Turn, change: Other, word: Word) -> None:
    paper = turn.paper
    words = consent.words(paper.desk, change)
    words[word.address] = replace(word, yes_at=paper.at)
    paper.changes.append(lambda connection: addresses.says_yes(connection, word, paper.at))
    agreed = all(one in words and words[one].yes_at is not None for one in paper.known)
    if change.answered_at is not None and agreed:
        consent.carry_out(paper, change)
    else:
        facts = {"address": change.address, "due": change.due_at}
        draft = paper.tell(word.address, "agreed", new=change.answered_at is None, **facts)
        draft.matter = Matter("stop", word.id)


def _too_late(turn: _Turn, sender: str) -> None:
    """What it was about is over: told to whoever wrote, as far as that is one of theirs."""
    to = sender if sender in turn.paper.known else turn.seat.address
    turn.paper.tell(to, "over", to=turn.seat.address)


def _take_back(turn: _Turn, known: Other) -> None:
    turn.paper.changes.append(lambda connection: addresses.drop_other(connection, known.id))
    turn.paper.tell(turn.seat.address, "taken back", address=known.address)
