"""One letter: who wrote it, for which game, what it says, and what comes of it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from nomic_mail.config import Config
from nomic_mail.game import commands as c
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.course import Refusal, Refused
from nomic_mail.game.events import AnyEvent, JoinRequested, PlayerJoined
from nomic_mail.game.state import State
from nomic_mail.letters import dkim, message, token
from nomic_mail.letters.grammar import Understood
from nomic_mail.letters.message import Letter
from nomic_mail.letters.moves import read_moves
from nomic_mail.letters.proof import Proof, Trust, prove
from nomic_mail.letters.quoting import scaffold
from nomic_mail.letters.screen import screen
from nomic_mail.post.compose import Notice, Reply
from nomic_mail.post.render import About, Renderer
from nomic_mail.pump import errands
from nomic_mail.pump.acts import Acts
from nomic_mail.pump.beside import Beside, beside
from nomic_mail.pump.bounces import bounced
from nomic_mail.pump.burst import Answering, Filled, by_each, tell
from nomic_mail.pump.chairs import Chairs
from nomic_mail.pump.discretion import Discretion
from nomic_mail.pump.doors import Doors, Located
from nomic_mail.pump.handing import Handing
from nomic_mail.pump.kept import WHY, waits
from nomic_mail.pump.lanes import stays_in_its_game
from nomic_mail.pump.lists import Lists
from nomic_mail.pump.meant import (
    answered,
    answered_apart,
    heard,
    named_now,
    proposal_of,
    receipt,
    result_of,
    split_wishes,
)
from nomic_mail.pump.moves import Moves
from nomic_mail.pump.observers import Observers
from nomic_mail.pump.plan import (
    INVITED,
    Burst,
    Change,
    Desk,
    Keys,
    Plan,
    about,
    held_letters,
    moderator,
    reader_of,
)
from nomic_mail.pump.preview import Preview
from nomic_mail.pump.questions import Questions
from nomic_mail.pump.records import SENT, Asked, Records
from nomic_mail.pump.replies import Replies
from nomic_mail.pump.strangers import Strangers
from nomic_mail.pump.wishes import granted, wished
from nomic_mail.store import seats
from nomic_mail.store.database import Database
from nomic_mail.store.inbox import Arrival
from nomic_mail.store.ledger import Ledger
from nomic_mail.store.seats import Game, Seat


class Mail:
    def __init__(
        self,
        database: Database,
        config: Config,
        keys: Keys,
        ledger: Ledger,
        renderer: Renderer,
    ) -> None:
        self._database = database
        self._config = config
        self._doors = Doors(database, config, keys)
        self._ledger = ledger
        self._renderer = renderer
        self._trust = dkim.Trust(config.mail.authserv_id, keys.lookup if config.mail.dkim else None)
        self._desk = Desk(database, config, renderer)
        self._questions = Questions(self._desk)
        self._strangers = Strangers(self._desk, self._trust, ledger)
        self._moves = Moves(self._desk, self._ledger)
        self._observers = Observers(self._desk, ledger)
        self._chairs = Chairs(self._desk, ledger)
        self._handing = Handing(self._desk, ledger, self._chairs)
        self._discretion = Discretion(self._desk, ledger)
        self._records = Records(self._desk)
        self._lists = Lists(self._desk, ledger)
        self._replies = Replies(self._desk)
        self._preview = Preview(self._desk, ledger, self._handing, self._replies)

    def opened(self, arrival: Arrival) -> tuple[int | None, Callable[[bytes], Plan]]:
        """The game a letter is for, so that what was due in it before can happen first; and what
        plans it."""
        whole = message.read(arrival.raw)
        located = self._doors.locate(arrival, whole)
        game_id = located.game.id if located.game else None
        return game_id, partial(self._plan, arrival, whole, located)

    def _plan(self, arrival: Arrival, whole: Letter, located: Located, fresh: bytes) -> Plan:
        plan = self._planned(arrival, whole, located, fresh)
        plan.alone = plan.alone or not stays_in_its_game(located)
        return plan

    def _planned(self, arrival: Arrival, whole: Letter, located: Located, fresh: bytes) -> Plan:
        mail = self._config.mail
        text = token.without_tokens(whole.text, mail.address, mail.delimiter)
        letter = replace(whole, text=text)
        screened = screen(
            letter,
            arrival.mail_from,
            (mail.address,),
            delimiter=mail.delimiter,
            limit_bytes=mail.max_letter_bytes,
        )
        if screened.kind == "player":
            sent_on = self._lists.plan(arrival, letter, fresh)
            if sent_on is not None:
                sent_on.alone = True
                return self._questions.capped(arrival, sent_on)
        returned = self._doors.bounced(arrival) if screened.kind == "bounce" else None
        by_machine = screened.kind != "player" and returned is None
        again = self._doors.seen_before(arrival)
        # machines use one Message-ID for many letters: of theirs only the very same is a duplicate
        if again is not None and (again[0] == "duplicate" or not by_machine):
            return self._seen_before(arrival, *again)
        if by_machine:
            return Plan("screened", f"{screened.kind}: {screened.why}")
        if returned is not None:
            return bounced(self._desk, arrival, returned)
        if located.door.kind in ("foreign", "bounce"):
            return Plan("screened", "a person's letter at an address nobody writes to")
        return self._questions.capped(arrival, self._from_somebody(arrival, letter, located, fresh))

    def _seen_before(self, arrival: Arrival, state: str, why: str) -> Plan:
        letters = held_letters(self._desk, arrival, why) if state == "held" else []
        return Plan(state, why, letters=letters)

    # Who wrote it

    def _from_somebody(
        self, arrival: Arrival, letter: Letter, located: Located, fresh: bytes
    ) -> Plan:
        game = located.game
        if (answered := self._chairs.answer(arrival, letter, located, fresh)) is not None:
            return answered
        if game is None:
            return self._strangers.no_game(arrival, located)
        if located.is_moderator and located.seat is None:
            return self._from_moderator(arrival, letter, located, game, fresh)
        if located.seat is None:
            answered = self._moves.answer(arrival, letter, located)
            answered = answered or self._successors(arrival, letter, located, fresh)
            return answered or self._strangers.letter(arrival, letter, located, game)
        seat = located.seat
        if located.published:  # what we write now has the next epoch's tokens
            seat = replace(seat, token_epoch=seat.token_epoch + 1)
        proof = self._proof(arrival, letter, located, located.addresses, self._config.mail.trust)
        theirs = proof.ok or arrival.vouched
        other = beside(located, theirs=theirs, proven=proof.ok)
        if not theirs:
            reader, why = reader_of(seat), proof.why
            plan = self._questions.challenge(arrival, letter, game, reader, why, located=located)
        else:
            fit = replace(seat, failures=0, failing_since=None, suspended_at=None)
            plan = self._proven(arrival, letter, located, game, fit, fresh, other)
            plan.proof = arrival.proof if arrival.vouched else proof.how
        if notice := other.alone(seat.seat):
            plan.letters.append(self._desk.write(arrival, reader_of(seat), game, notice))
        plan.changes.extend(other.changes)
        return plan

    def _successors(
        self, arrival: Arrival, letter: Letter, located: Located, fresh: bytes
    ) -> Plan | None:
        acts = Acts(self._database, self._config, self._ledger, self._renderer)

        def succeed(game: Game, player: str, by: str) -> Plan:
            return acts.succeeded(arrival, fresh, game, player, by, letter.digest)

        try:
            return self._discretion.answer(arrival, letter, located, succeed)
        except Refused:  # what was asked of them cannot be any more
            return None

    def _proof(
        self,
        arrival: Arrival,
        letter: Letter,
        located: Located,
        addresses: tuple[str, ...],
        trust: Trust,
    ) -> Proof:
        sender, recipient = located.sender or "", arrival.recipient
        return prove(
            letter,
            addresses,
            located.token,
            trust,
            dmarc_failure=dkim.dmarc_failure(arrival.raw, self._trust),
            vouched=lambda: self._vouched(arrival.raw, sender, recipient),
        )

    def _vouched(self, raw: bytes, sender: str, recipient: str) -> dkim.Verdict:
        return dkim.authenticated(raw, sender, recipient, self._trust)

    def _proven(
        self,
        arrival: Arrival,
        letter: Letter,
        located: Located,
        game: Game,
        seat: Seat,
        fresh: bytes,
        other: Beside,
    ) -> Plan:
        matter = located.matter
        if matter is not None and matter.kind == "confirm":
            reader = reader_of(seat)
            answered = self._questions.confirmation(arrival, letter, game, reader, matter.number)
            if answered is not None:
                return answered
        if matter is not None and matter.kind == "stop":
            answered = self._moves.stop(arrival, letter, game, seat, matter.number)
            if answered is not None:
                return answered
        observed = self._observers.proven(arrival, letter, located, game, seat)
        if observed is not None:
            return observed
        moves, rest = read_moves(letter.subject, letter.text)
        if moves and not any(line.kind == "said" for line in scaffold(rest)):
            plan = Plan(game=game, seat=seat.seat)
        else:
            letter = replace(letter, text=rest)
            plan = self._commands(arrival, letter, located, game, seat, fresh, other)
        if moves:
            self._moves.ask(plan, arrival, letter, game, seat, moves)
            plan.alone = True
        return plan

    def _from_moderator(
        self, arrival: Arrival, letter: Letter, located: Located, game: Game, fresh: bytes
    ) -> Plan:
        """A moderator's commands by mail are always confirmed."""
        reader, matter = located.moderator or moderator(self._config), located.matter
        addresses = (reader.address.lower(),)
        proof = self._proof(arrival, letter, located, addresses, "token")
        if matter is not None and matter.kind == "confirm" and proof.how == "token":
            answered = self._questions.confirmation(arrival, letter, game, reader, matter.number)
            if answered is not None:
                return answered
        answered = self._replies.plan(arrival, letter, game, matter, reader, proven=proof.ok)
        answered = answered or self._chairs.clocks(arrival, letter, game, reader, proven=proof.ok)
        if answered is not None:
            return answered
        if not arrival.vouched:
            would = self._preview.told(arrival, letter, located, game, reader)
            why = "a moderator's command"
            ask = self._questions.challenge
            return ask(arrival, letter, game, reader, why, would, proven=proof.ok)
        plan = self._handing.plan(arrival, letter, game, reader)
        plan = plan or self._commands(arrival, letter, located, game, None, fresh, Beside())
        plan.proof = arrival.proof
        return plan

    # What it says, and what comes of it

    def _commands(
        self,
        arrival: Arrival,
        letter: Letter,
        located: Located,
        game: Game,
        seat: Seat | None,
        fresh: bytes,
        other: Beside,
    ) -> Plan:
        with self._database.read() as connection:
            before = self._ledger.load(connection, game.id)
            roster = seats.of_game(connection, game.id)
        by = seat.seat if seat is not None else MODERATOR
        wishes, letter = split_wishes(letter, located, before, seat)
        understood = heard(letter, located, before, seat)
        wishes = self._strangers.first_wishes(seat, understood, wishes)
        what = about(game, game.version, arrival.acts_at, arrival.cause, letter.message_id)
        found = wished(seat, wishes, before, arrival.acts_at) if seat is not None else None
        apart = answered_apart(letter, located, before, seat, understood, wishes)
        if apart is not None and found is not None:
            notice = granted(self._desk, other.below(apart), found, before, arrival.acts_at)
            plan = Plan(result=result_of(apart), game=game, seat=by, changes=found.changes)
            plan.letters = [self._renderer.render(notice, reader_of(found.seat), what)]
            return plan
        kept = waits(understood.said, before, by, arrival)
        if kept is not None and seat is not None:
            return self._kept(game, seat, other.below(kept), what)
        of_record = self._records.asked(arrival, game, by, understood.said, before)
        filled = self._filled(arrival, letter, located, seat, of_record, game, before)
        done = by_each(game, before, understood.said, arrival.acts_at, fresh, filled)
        state = done.after
        reply = self._reply(letter, understood, game, by, done, of_record)
        own = found.seat if found is not None else seat
        named = [named_now(own if own and one.seat == by else one, state) for one in roster]

        def below(notice: Notice) -> Notice:
            if found is None:
                return notice
            return granted(self._desk, other.below(notice), found, state, arrival.acts_at)

        answering = Answering(by, reply, located.moderator, letter.message_id, below)
        tell(self._desk, done, named, arrival.cause, answering)
        errand = errands.run(self._desk, game, arrival, done.answers)
        follows = self._discretion.following(arrival, game, state, done.answers)
        plan = Plan(result=of_record.result, game=game, seat=by)
        plan.changes += found.changes if found is not None else []
        plan.takes(done)
        plan.letters += [*errand.letters, *follows.letters]
        plan.changes += [*errand.changes, *joins(game, done.events, by), *follows.changes]
        return plan

    def _kept(self, game: Game, seat: Seat, notice: Notice, what: About) -> Plan:
        letter = self._renderer.render(notice, reader_of(seat), what)
        return Plan("kept", WHY, game=game, seat=seat.seat, letters=[letter])

    def _reply(
        self,
        letter: Letter,
        understood: Understood,
        game: Game,
        by: int,
        done: Burst,
        of_record: Asked,
    ) -> Reply:
        before = done.before
        return Reply(
            seat=by,
            answers=tuple(done.answers),
            questions=tuple((one.line, one.question) for one in understood.questions),
            ignored=understood.ignored if not understood.said else (),
            digest=letter.digest,
            unread=letter.trouble,
            past=self._records.past(game, before, done.events) if of_record.result else None,
            files=self._records.files(game, before) if of_record.result == SENT else (),
        )

    def _filled(
        self,
        arrival: Arrival,
        letter: Letter,
        located: Located,
        seat: Seat | None,
        asked: Asked,
        game: Game,
        before: State,
    ) -> Filled:
        """A command with what only the server knows of it."""
        who = located.moderator.name if located.moderator is not None and seat is None else ""
        invited, dealt_with = located.matter == INVITED, set[int]()

        def fill(place: int, said: c.AnyCommand, state: State) -> c.AnyCommand | Refusal:
            command = replace(
                said,
                by=seat.seat if seat is not None else MODERATOR,
                received_at=receipt(arrival, located, before, state),
                letter=letter.digest,
                who=who,
                answers=answered(letter, game.name, self._config.mail.address),
            )
            if isinstance(command, c.Join) and seat is not None:
                command = self._named_join(replace(command, invited=invited), seat)
            refused = None
            if seat is None:
                refused = errands.why_not(self._desk, game, command, dealt_with)
            made = refused or asked.refusal(place) or proposal_of(command, state)
            return made if isinstance(made, Refusal) else self._discretion.known(game, made)

        return fill

    def _named_join(self, join: c.Join, seat: Seat) -> c.Join:
        """A confirmation that gives no name keeps the one first asked for, and its surname."""
        if join.name:
            return join
        first = self._strangers.first_join(seat)
        surname = first.surname if first is not None and first.name == seat.name else ""
        return replace(join, name=seat.name, surname=surname)


def joins(game: Game, events: Sequence[AnyEvent], by: int) -> list[Change]:
    return [
        _seat_joins(game, event)
        for event in events
        if isinstance(event, PlayerJoined | JoinRequested) and event.seat == by
    ]


def _seat_joins(game: Game, event: PlayerJoined | JoinRequested) -> Change:
    return lambda connection: seats.joined(connection, game.id, event.seat, event.name, event.at)
