"""One letter: who wrote it, for which game, what it says, and what comes of it."""

import hmac
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

from nomic_mail.config import Config
from nomic_mail.game import commands as c
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.course import Refusal
from nomic_mail.game.decide import decide
from nomic_mail.game.events import AnyEvent, JoinRequested, PlayerJoined
from nomic_mail.game.evolve import fold
from nomic_mail.game.state import State
from nomic_mail.letters import message, token
from nomic_mail.letters.grammar import About, Understood, understand
from nomic_mail.letters.message import Letter
from nomic_mail.letters.proof import confirmed, prove
from nomic_mail.letters.screen import screen
from nomic_mail.letters.token import Matter, Token
from nomic_mail.post.compose import Answer, Notice, Reply, compose
from nomic_mail.post.facts import ballot_matter
from nomic_mail.post.render import Reader, Renderer, sendable
from nomic_mail.pump.doors import Doors, Located
from nomic_mail.pump.plan import (
    Keys,
    Plan,
    about,
    addressed,
    held_letter,
    moderator,
    reader_of,
    single,
)
from nomic_mail.rulesets.derive import NotOneChange, derive
from nomic_mail.store import inbox, seats
from nomic_mail.store.database import Connection, Database
from nomic_mail.store.inbox import Arrival
from nomic_mail.store.ledger import Conflict, Ledger
from nomic_mail.store.seats import Game, Seat

CHALLENGES_A_DAY = 5
SHOWN_CHARACTERS = 1500


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

    def game_of(self, arrival: Arrival) -> int | None:
        """The game a letter is for, so that what was due in it before can happen first."""
        located = self._doors.locate(arrival, message.read(arrival.raw))
        return located.game.id if located.game else None

    def plan(self, arrival: Arrival, fresh: bytes) -> Plan:
        mail = self._config.mail
        letter = message.read(arrival.raw)
        text = token.without_tokens(letter.text, mail.address, mail.delimiter)
        letter = replace(letter, text=text)
        screened = screen(
            letter,
            arrival.mail_from,
            (mail.address,),
            delimiter=mail.delimiter,
            limit_bytes=mail.max_letter_bytes,
        )
        if screened.kind != "player":
            return Plan("screened", f"{screened.kind}: {screened.why}")
        again = self._doors.seen_before(arrival)
        if again is not None:
            return self._seen_before(arrival, *again)
        located = self._doors.locate(arrival, letter)
        if located.door.kind in ("foreign", "bounce"):
            return Plan("screened", "a person's letter at an address nobody writes to")
        return self._from_somebody(arrival, letter, located, fresh)

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
            return self._no_game(arrival, located)
        if located.is_moderator and located.seat is None:
            return self._from_moderator(arrival, letter, located, game, fresh)
        seat = located.seat
        if seat is None:
            return self._from_stranger(arrival, letter, located, game)
        proof = prove(letter, (seat.address,), located.token, self._config.mail.trust)
        if not proof.ok and arrival.proof != "confirmed":
            return self._challenge(arrival, letter, game, reader_of(seat), proof.why)
        if located.token is not None and located.token.matter.kind == "confirm":
            answered = self._confirmation(arrival, letter, game, reader_of(seat), located.token)
            if answered is not None:
                return answered
        return self._commands(arrival, letter, located, game, seat, fresh)

    def _no_game(self, arrival: Arrival, located: Located) -> Plan:
        """Only who is known here is answered: a stranger's letter is kept, and counted."""
        if not located.seats or located.door.kind == "token":
            return Plan("screened", "stranger: it names no game here")
        first = located.seats[0]
        with self._database.read() as connection:
            known = [seats.game(connection, seat.game_id) for seat in located.seats]
        games = [game for game in known if game is not None]
        addresses = [self._address_of(game) for game in games]
        if located.door.kind == "server":
            notice = single(first.seat, "which_game", Matter("game"), "?", addresses=addresses)
        else:
            notice = single(first.seat, "no_game", Matter("game"), "!", asked=arrival.recipient)
        what = about(games[0], games[0].version, arrival.acts_at, arrival.cause)
        return Plan(letters=[self._renderer.render(notice, reader_of(first), what)])

    def _address_of(self, game: Game) -> str:
        mail = self._config.mail
        return token.make_address(mail.address, mail.delimiter, game.name)

    def _from_moderator(
        self, arrival: Arrival, letter: Letter, located: Located, game: Game, fresh: bytes
    ) -> Plan:
        """A moderator's commands by mail are always confirmed."""
        reader = moderator(self._config)
        proof = prove(letter, (reader.address.lower(),), located.token, "token")
        confirming = located.token is not None and located.token.matter.kind == "confirm"
        if confirming and proof.ok and located.token is not None:
            answered = self._confirmation(arrival, letter, game, reader, located.token)
            if answered is not None:
                return answered
        if arrival.proof != "confirmed":
            return self._challenge(arrival, letter, game, reader, "a moderator's command")
        return self._commands(arrival, letter, located, game, None, fresh)

    def _from_stranger(
        self, arrival: Arrival, letter: Letter, located: Located, game: Game
    ) -> Plan:
        """A stranger can ask to join; the address in From is asked whether it was them."""
        said = understand(letter.subject, letter.text, About()).said
        join = next((one.command for one in said if isinstance(one.command, c.Join)), None)
        if join is None or located.sender is None:
            return Plan("screened", "stranger: not a player, and no JOIN", game=game)
        if not sendable(located.sender):
            return Plan("screened", "stranger: no letter can be sent to that address", game=game)
        name = join.name or letter.froms[0].name or located.sender.partition("@")[0]
        with self._database.read() as connection:
            taken = [seat.seat for seat in seats.of_game(connection, game.id)]
        seat = Seat(
            game_id=game.id,
            seat=max(taken, default=0) + 1,
            name=" ".join(name.split())[:60],
            address=located.sender,
            zone="UTC",
            token_epoch=0,
            invited_at=arrival.acts_at,
            confirmed_at=None,
        )
        notice = single(seat.seat, "confirm_join", Matter("join"), "?", name=seat.name)
        what = about(game, game.version, arrival.acts_at, arrival.cause, letter.message_id)
        return Plan(
            result="asked to confirm the JOIN",
            game=game,
            seat=seat.seat,
            letters=[self._renderer.render(notice, reader_of(seat), what)],
            changes=[
                lambda connection: seats.take(connection, seat),
            ],
        )

    def _challenge(
        self, arrival: Arrival, letter: Letter, game: Game, reader: Reader, why: str
    ) -> Plan:
        """Held, and the registered address is asked. Capped, so that nobody can be flooded."""
        since = arrival.acts_at - timedelta(days=1)
        with self._database.read() as connection:
            asked = inbox.challenges(connection, game.id, reader.seat, since)
        plan = Plan("held", f"unproven: {why}", "unasked", game, reader.seat)
        if asked < CHALLENGES_A_DAY:
            plan.proof = "asked"
            said = understand(letter.subject, letter.text, About(talk=False)).said
            notice = single(
                reader.seat,
                "confirm_letter",
                Matter("confirm", arrival.id),
                "?",
                text=(f"Subject: {letter.subject}\n\n{letter.text}")[:SHOWN_CHARACTERS],
                received_at=arrival.received_at,
                vote=any(isinstance(one.command, c.Vote) for one in said),
            )
            what = about(game, game.version, arrival.acts_at, arrival.cause, letter.message_id)
            plan.letters.append(self._renderer.render(notice, reader, what))
        return plan

    def _confirmation(
        self, arrival: Arrival, letter: Letter, game: Game, reader: Reader, given: Token
    ) -> Plan | None:
        """YES lets the held letter act, with its own time of receipt; NO throws it away. None where
        it says neither but gives commands of its own: those are proven like any reply's."""
        said = confirmed(letter.text)
        with self._database.read() as connection:
            held = inbox.get(connection, given.matter.number)
        plan = Plan("done", game=game, seat=reader.seat, proof="token")
        theirs = held is not None and (held.game_id, held.seat) == (game.id, reader.seat)
        if not said.meant and understand("", letter.text, About()).said:
            return None
        more = understand("", said.rest, About()).said  # it would be lost beside a YES
        if held is None or not theirs or held.state != "held":
            occasion = "confirmed_gone"
        elif said.yes is None or more:
            occasion = "confirmed_unclear"
        elif said.yes:
            plan.changes.append(lambda conn: _expect(inbox.confirm(conn, held.id, arrival.acts_at)))
            plan.result = f"confirmed letter {held.id}"
            return plan
        else:
            plan.changes.append(
                lambda conn: _expect(
                    inbox.discard(conn, held.id, arrival.acts_at, "its sender disowned it")
                )
            )
            occasion = "confirmed_no"
        matter = given.matter if occasion == "confirmed_unclear" else Matter("game")
        notice = single(reader.seat, occasion, matter, "?" if matter == given.matter else "")
        what = about(game, game.version, arrival.acts_at, arrival.cause, letter.message_id)
        plan.letters.append(self._renderer.render(notice, reader, what))
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
    ) -> Plan:
        with self._database.read() as connection:
            before = self._ledger.load(connection, game.id)
            roster = seats.of_game(connection, game.id)
        by = seat.seat if seat is not None else MODERATOR
        understood = understand(letter.subject, letter.text, _about(located, before))
        if seat is not None and _commands_by_talking(letter, located, before):
            matter = ballot_matter(before) or Matter("game")
            notice = single(by, "talk_command", matter, "?", text=letter.text[:SHOWN_CHARACTERS])
            what = about(game, game.version, arrival.acts_at, arrival.cause, letter.message_id)
            letters = [self._renderer.render(notice, reader_of(seat), what)]
            return Plan(result="a command at the talk address", game=game, seat=by, letters=letters)
        player = before.players.get(by)
        if seat is not None and player is None and by not in before.requests:
            joins = [one for one in understood.said if isinstance(one.command, c.Join)]
            if not joins:
                notice = single(by, "not_joined", Matter("join"), "?")
                what = about(game, game.version, arrival.acts_at, arrival.cause, letter.message_id)
                letters = [self._renderer.render(notice, reader_of(seat), what)]
                return Plan(game=game, seat=by, letters=letters)
        state, events, answers = self._decide(arrival, letter, understood, before, seat, fresh)
        reply = Reply(
            seat=by,
            answers=tuple(answers),
            questions=tuple((one.line, one.question) for one in understood.questions),
            ignored=understood.ignored if not understood.said else (),
            digest=letter.digest,
        )
        notices: Sequence[Notice] = compose(before, events, state, reply)
        what = about(game, state.version, arrival.acts_at, arrival.cause, letter.message_id)
        named = [_named(one, state) for one in roster]
        return Plan(
            proof=arrival.proof or ("token" if located.token else "open"),
            game=game,
            seat=by,
            before=before,
            events=events,
            fresh=fresh,
            letters=addressed(self._renderer, notices, named, self._config, what, sender=by),
            changes=[
                _seat_joins(game, event)
                for event in events
                if isinstance(event, PlayerJoined | JoinRequested) and event.seat == by
            ],
        )

    def _decide(
        self,
        arrival: Arrival,
        letter: Letter,
        understood: Understood,
        before: State,
        seat: Seat | None,
        fresh: bytes,
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
            if isinstance(command, c.Join) and not command.name and seat is not None:
                command = replace(command, name=seat.name)
            made = _proposal_of(command, state)
            if isinstance(made, Refusal):
                answers.append(Answer(said.line, command, made))
                continue
            luck = hmac.digest(fresh, f"command {place}".encode(), "sha256")
            result = decide(state, made, arrival.acts_at, luck)
            answers.append(Answer(said.line, command, result))
            if not isinstance(result, Refusal):
                events.extend(result)
                state = fold(result, state)
        return state, tuple(events), answers


def _about(located: Located, state: State) -> About:
    answers = located.token.matter if located.token else None
    ballot = answers.number if answers is not None and answers.kind == "ballot" else None
    return About(
        ballot=_ballot(ballot, state),
        open_ballots=tuple(poll.number for poll in state.open_polls),
        from_moderator=located.is_moderator and located.seat is None,
        talk=located.door.kind == "talk" or (answers is not None and answers.kind == "talk"),
    )


def _ballot(number: int | None, state: State) -> int | None:
    """The one ballot that a reply is about: none, where it answers a letter about several."""
    if number is None or not (number in state.polls or -number in state.polls):
        return number
    if len(state.polls) > 1:
        return None
    return state.open_polls[0].number


def _commands_by_talking(letter: Letter, located: Located, state: State) -> bool:
    """Nothing but commands, or a vote while one is open, sent to all. Ballots are secret until the
    close (010), and a proposal was hardly meant as talk: the letter is neither relayed nor carried
    out; the player is asked."""
    about_talk = _about(located, state)
    if not about_talk.talk:
        return False
    found = understand("", letter.text, replace(about_talk, talk=False))
    if state.polls and any(isinstance(x.command, c.Vote) for x in found.said):
        return True
    return bool(found.said) and not found.ignored and not found.questions


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
    return c.Propose(
        by=command.by, received_at=command.received_at, letter=command.letter, change=change
    )


def _seat_joins(game: Game, event: PlayerJoined | JoinRequested) -> Callable[[Connection], None]:
    return lambda connection: seats.joined(connection, game.id, event.seat, event.name, event.at)


def _expect(changed: object) -> None:
    if not changed:
        raise Conflict("the held letter was dealt with meanwhile")
