"""One letter: who wrote it, for which game, what it says, and what comes of it."""

import hmac
from collections.abc import Callable, Sequence
from dataclasses import replace

from nomic_mail.config import Config
from nomic_mail.game import commands as c
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.course import Refusal
from nomic_mail.game.decide import decide
from nomic_mail.game.events import AnyEvent, JoinRequested, PlayerJoined
from nomic_mail.game.evolve import fold
from nomic_mail.game.state import State
from nomic_mail.letters import dkim, message, token
from nomic_mail.letters.grammar import Understood, understand
from nomic_mail.letters.message import Letter
from nomic_mail.letters.moves import read_moves
from nomic_mail.letters.proof import Proof, Trust, prove
from nomic_mail.letters.quoting import scaffold
from nomic_mail.letters.screen import screen
from nomic_mail.post.compose import Answer, Notice, Reply, compose
from nomic_mail.post.render import Renderer
from nomic_mail.pump.beside import Beside, beside
from nomic_mail.pump.bounces import bounced
from nomic_mail.pump.doors import Doors, Located
from nomic_mail.pump.lists import Lists
from nomic_mail.pump.meant import about_letter, answered_apart, result_of, split_wishes
from nomic_mail.pump.moves import Moves
from nomic_mail.pump.news import Burst, news
from nomic_mail.pump.plan import (
    INVITED,
    Desk,
    Keys,
    Plan,
    about,
    anchored,
    held_letter,
    moderator,
    reader_of,
)
from nomic_mail.pump.questions import Questions
from nomic_mail.pump.records import SENT, Asked, Records
from nomic_mail.pump.strangers import Strangers
from nomic_mail.pump.wishes import granted, wished
from nomic_mail.rulesets.derive import NotOneChange, derive
from nomic_mail.store import seats
from nomic_mail.store.database import Connection, Database
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
        self._strangers = Strangers(self._desk, self._trust)
        self._moves = Moves(self._desk)
        self._records = Records(self._desk)
        self._lists = Lists(self._desk, ledger)

    def game_of(self, arrival: Arrival) -> int | None:
        """The game a letter is for, so that what was due in it before can happen first."""
        located = self._doors.locate(arrival, message.read(arrival.raw))
        return located.game.id if located.game else None

    def plan(self, arrival: Arrival, fresh: bytes) -> Plan:
        mail = self._config.mail
        whole = message.read(arrival.raw)
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
        located = self._doors.locate(arrival, whole)
        if located.door.kind in ("foreign", "bounce"):
            return Plan("screened", "a person's letter at an address nobody writes to")
        return self._questions.capped(arrival, self._from_somebody(arrival, letter, located, fresh))

    def _seen_before(self, arrival: Arrival, state: str, why: str) -> Plan:
        plan = Plan(state, why)
        if state == "held":
            plan.letters.append(held_letter(self._renderer, self._config, arrival, why))
        return plan

    # Who wrote it

    def _from_somebody(
        self, arrival: Arrival, letter: Letter, located: Located, fresh: bytes
    ) -> Plan:
        game = located.game
        if game is None:
            return self._strangers.no_game(arrival, located)
        if located.is_moderator and located.seat is None:
            return self._from_moderator(arrival, letter, located, game, fresh)
        if located.seat is None:
            answered = self._moves.answer(arrival, letter, located)
            return answered or self._strangers.letter(arrival, letter, located, game)
        seat = located.seat
        if located.published:  # what we write now has the next epoch's tokens
            seat = replace(seat, token_epoch=seat.token_epoch + 1)
        proof = self._proof(arrival, letter, located, located.addresses, self._config.mail.trust)
        theirs = proof.ok or arrival.vouched
        other = beside(located, theirs=theirs, proven=proof.ok)
        if not theirs:
            plan = self._questions.challenge(arrival, letter, game, reader_of(seat), proof.why)
        else:
            fit = replace(seat, failures=0, failing_since=None, suspended_at=None)
            plan = self._proven(arrival, letter, located, game, fit, fresh, other)
            plan.proof = arrival.proof if arrival.vouched else proof.how
        if notice := other.alone(seat.seat):
            plan.letters.append(self._desk.write(arrival, reader_of(seat), game, notice))
        plan.changes.extend(other.changes)
        return plan

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
            vouched=lambda: dkim.authenticated(arrival.raw, sender, recipient, self._trust),
        )

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
        moves, rest = read_moves(letter.subject, letter.text)
        if moves and not any(line.kind == "said" for line in scaffold(rest)):
            plan = Plan(game=game, seat=seat.seat)
        else:
            letter = replace(letter, text=rest)
            plan = self._commands(arrival, letter, located, game, seat, fresh, other)
        if moves:
            self._moves.ask(plan, arrival, letter, game, seat, moves)
        return plan

    def _from_moderator(
        self, arrival: Arrival, letter: Letter, located: Located, game: Game, fresh: bytes
    ) -> Plan:
        """A moderator's commands by mail are always confirmed."""
        reader, matter = moderator(self._config), located.matter
        addresses = (reader.address.lower(),)
        proof = self._proof(arrival, letter, located, addresses, "token")
        if matter is not None and matter.kind == "confirm" and proof.how == "token":
            answered = self._questions.confirmation(arrival, letter, game, reader, matter.number)
            if answered is not None:
                return answered
        if not arrival.vouched:
            why = "a moderator's command"
            return self._questions.challenge(arrival, letter, game, reader, why)
        plan = self._commands(arrival, letter, located, game, None, fresh, Beside())
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
        understood = understand(
            letter.subject, letter.text, about_letter(located, before), letter.attached
        )
        wishes = self._strangers.first_wishes(seat, understood, wishes)
        what = about(game, game.version, arrival.acts_at, arrival.cause, letter.message_id)
        found = wished(seat, wishes, before, arrival.acts_at) if seat is not None else None
        apart = answered_apart(letter, located, before, seat, understood, wishes)
        if apart is not None and found is not None:
            plan = Plan(result=result_of(apart), game=game, seat=by, changes=found.changes)
            notice = granted(self._desk, other.below(apart), found, before, arrival.acts_at)
            plan.letters = [self._renderer.render(notice, reader_of(found.seat), what)]
            return plan
        of_record = self._records.asked(arrival, game, by, understood.said, before)
        invited = located.matter == INVITED
        state, events, answers = self._decide(
            arrival, letter, understood, before, seat, fresh, of_record, invited=invited
        )
        reply = self._reply(letter, understood, game, by, before, events, answers, of_record)
        notices: Sequence[Notice] = compose(before, events, state, reply)
        if found is not None:
            notices = [
                granted(self._desk, other.below(one), found, state, arrival.acts_at)
                if one.to == by
                else one
                for one in notices
            ]
        what = anchored(replace(what, version=state.version), self._database, before, events, fresh)
        own = found.seat if found is not None else seat
        named = [_named(own if own and one.seat == by else one, state) for one in roster]
        told = news(self._desk, notices, named, Burst(what, before, state, sender=by))
        joins = _joins(game, events, by)
        return Plan(
            result=of_record.result,
            game=game,
            seat=by,
            before=before,
            events=events,
            fresh=fresh,
            letters=told.letters,
            changes=[*(found.changes if found is not None else ()), *told.changes, *joins],
        )

    def _reply(
        self,
        letter: Letter,
        understood: Understood,
        game: Game,
        by: int,
        before: State,
        events: tuple[AnyEvent, ...],
        answers: list[Answer],
        of_record: Asked,
    ) -> Reply:
        return Reply(
            seat=by,
            answers=tuple(answers),
            questions=tuple((one.line, one.question) for one in understood.questions),
            ignored=understood.ignored if not understood.said else (),
            digest=letter.digest,
            unread=letter.trouble,
            past=self._records.past(game, before, events) if of_record.result else None,
            files=self._records.files(game, before) if of_record.result == SENT else (),
        )

    def _decide(
        self,
        arrival: Arrival,
        letter: Letter,
        understood: Understood,
        before: State,
        seat: Seat | None,
        fresh: bytes,
        asked: Asked,
        *,
        invited: bool,
    ) -> tuple[State, tuple[AnyEvent, ...], list[Answer]]:
        """Each command in order, each independent: a refusal leaves the others as they are."""
        state = before
        events: list[AnyEvent] = []
        answers: list[Answer] = []
        for place, said in enumerate(understood.said):
            command = replace(
                said.command,
                by=seat.seat if seat is not None else MODERATOR,
                received_at=arrival.received_at,
                letter=letter.digest,
            )
            if isinstance(command, c.Join) and seat is not None:
                command = self._named_join(replace(command, invited=invited), seat)
            made = asked.refusal(place) or _proposal_of(command, state)
            if isinstance(made, Refusal):
                answers.append(Answer(said.line, command, made))
                continue
            luck = hmac.digest(fresh, f"command {place}".encode(), "sha256")
            result = decide(state, made, arrival.acts_at, luck)
            answers.append(Answer(said.line, made, result))
            if not isinstance(result, Refusal):
                events.extend(result)
                state = fold(result, state)
        return state, tuple(events), answers

    def _named_join(self, join: c.Join, seat: Seat) -> c.Join:
        """A confirmation that gives no name keeps the one first asked for, and its surname."""
        if join.name:
            return join
        first = self._strangers.first_join(seat)
        surname = first.surname if first is not None and first.name == seat.name else ""
        return replace(join, name=seat.name, surname=surname)


def _named(seat: Seat, state: State) -> Seat:
    player = state.players.get(seat.seat)
    return replace(seat, name=player.name) if player is not None else seat


def _proposal_of(command: c.AnyCommand, state: State) -> c.AnyCommand | Refusal:
    """A diff or an edited copy of the rules is the one rule-change that it makes, or is refused."""
    if not isinstance(command, c.ProposeEdited):
        return command
    try:
        change = derive(state.rules, command.text)
    except NotOneChange as no:
        fix = "send one change alone, or write PROPOSE AMEND and the number, and the text below it"
        return Refusal(state.rules.cite(103), f"the edited rules are not one change: {no}", fix)
    change = replace(change, title=command.title or change.title, effects=command.effects)
    made: c.Propose | c.Preview | c.Revise
    match command.act:
        case "propose":
            made = c.Propose(change=change)
        case "preview":
            made = c.Preview(change=change)
        case "revise":
            made = c.Revise(change=_kept(change, command, state))
    return replace(made, by=command.by, received_at=command.received_at, letter=command.letter)


def _kept(change: c.Change, command: c.ProposeEdited, state: State) -> c.Change:
    """111: what the revision of one's own proposal leaves out stays as it is."""
    own = next((one.change for one in state.live if one.by == command.by), None)
    if own is None or (own.kind, own.target) != (change.kind, change.target):
        return change
    rule = state.rules.get(change.target if change.target is not None else -1)
    named = rule is None or change.title not in ("", rule.title) or command.title
    effects = own.effects if command.effects is None else command.effects
    return replace(change, title=change.title if named else own.title, effects=effects)


def _joins(game: Game, events: Sequence[AnyEvent], by: int) -> list[Callable[[Connection], None]]:
    return [
        _seat_joins(game, event)
        for event in events
        if isinstance(event, PlayerJoined | JoinRequested) and event.seat == by
    ]


def _seat_joins(game: Game, event: PlayerJoined | JoinRequested) -> Callable[[Connection], None]:
    return lambda connection: seats.joined(connection, game.id, event.seat, event.name, event.at)
