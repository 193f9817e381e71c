"""What the Moderator's own acts take beside the game: the ledger, and a letter to a stranger.

1. REMOVE TALK erases the sealed part of what was said, in the transaction that records it, and
   takes it out of what waits for a digest. What was sent is gone, and stays with its readers.
2. Points are given, dice thrown, and rules bound, by what rules say: what a rule has no word of, or
   plainly says otherwise, is for a judge (116, 212). The core speaks no language; so their words
   are read here.
3. Who is asked to play on for somebody (REPLACE) has no seat, and so no token of it: their letter
   bears one for its own answer. The address stands in the Moderator's letter, and nowhere else.
4. UNDO takes back the last act there was when it came, however late the YES to it: that act was
   told. Of a later one it is refused.
"""

from collections.abc import Callable

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import BadClause
from nomic_mail.game.commands.discretion import Undo
from nomic_mail.game.course import Refusal
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.state import State
from nomic_mail.letters.proof.token import Matter, parse_recipient
from nomic_mail.post.compose import Notice
from nomic_mail.post.digest import tells
from nomic_mail.post.headers import sendable
from nomic_mail.post.render import Finished, Reader
from nomic_mail.pump.moderator import house
from nomic_mail.pump.plan import Burst, Desk, are_moderators, reader_of, single
from nomic_mail.pump.who import names
from nomic_mail.pump.who.consent import OUTSIDE
from nomic_mail.rulesets.binding import claims_unsaid, says_instead
from nomic_mail.rulesets.matter.points import gives_points, leaves_to_chance
from nomic_mail.store.database.engines import Connection
from nomic_mail.store.games import ledger
from nomic_mail.store.people import seats
from nomic_mail.store.people.seats import Game, Seat
from nomic_mail.store.queue import held_back, to_all
from nomic_mail.store.queue.inbox import Arrival

ANSWER_DAYS = 30


def known(desk: Desk, game: Game, command: c.Command, state: State) -> c.Command | Refusal:
    """The act, with what only the ledger, the seats and the words of rules know of it."""
    if isinstance(command, c.RemoveTalk):
        return _talk(desk, game, command)
    if isinstance(command, c.AskSuccessor):
        why = names.taken(desk, game, command, state)
        return why or _why_not(desk, game, command.address) or command
    if isinstance(command, Undo):
        return _another_act(desk, game, command, state) or command
    if isinstance(command, c.Set):
        return house.why_not(command, state) or command
    if isinstance(command, c.Award) and not _says(state, command.rule, gives_points):
        return Refusal("no_word_of_points", state.rules.cite(116), rule=command.rule)
    if isinstance(command, c.Roll) and not _says(state, command.rule, leaves_to_chance):
        return Refusal("no_word_of_dice", state.rules.cite(116), rule=command.rule)
    if isinstance(command, c.Bind):
        return _nothing_new(state, command) or _other_words(state, command) or command
    return command


def _another_act(desk: Desk, game: Game, command: Undo, state: State) -> Refusal | None:
    """Rule 4."""
    last = state.last_act
    if last is None or command.number is not None or command.received_at is None:
        return None
    with desk.look.read() as connection:
        kept = ledger.entry(connection, game.id, last.number)
        if kept is None or kept.event.at <= command.received_at:  # None: of a line above this one
            return None
        acts = [
            one.seq
            for one in ledger.entries(connection, game.id)
            if one.kind == e.ModeratorActed.__name__ and one.event.at <= command.received_at
        ]
    if not acts:
        return Refusal("no_act")
    return Refusal("another_act", number=last.number, act=last.act, asked=acts[-1])


def _says(state: State, number: int, what: Callable[[str], bool]) -> bool:
    """Rule 2. What is no rule, or set aside, is the game's to say."""
    rule = state.rules.get(number)
    if rule is None or number in mechanics_of(state.rules).void:
        return True
    return what(f"{rule.title} {rule.text}") or state.ruled_about(number)


def _nothing_new(state: State, command: c.Bind) -> Refusal | None:
    rule = state.rules.get(command.rule)
    if rule is None or rule.clauses or command.clauses or command.rule in state.bindings:
        return None
    return Refusal("does_nothing_already", rule=rule.number)


def _other_words(state: State, command: c.Bind) -> Refusal | None:
    """Rule 2, of a rule or of a proposal that has words of its own."""
    rule, proposal = state.rules.get(command.rule), state.proposals.get(command.rule)
    words = rule or (proposal.change if proposal is not None else None)
    title, text = (words.title, words.text) if words is not None else ("", "")
    for clause in () if state.ruled_about(command.rule) else command.clauses:
        try:
            says, unsaid = says_instead(clause, title, text), claims_unsaid(clause, title, text)
        except BadClause:  # the game says why
            continue
        if says:
            law = state.rules.cite(116)
            return Refusal("words_say_otherwise", law, rule=command.rule, clause=clause, says=says)
        if unsaid:
            law = state.rules.cite(211)
            return Refusal("claim_unsaid", law, rule=command.rule, clause=clause)
    return None


def _talk(desk: Desk, game: Game, command: c.RemoveTalk) -> c.RemoveTalk:
    with desk.look.read() as connection:
        found = ledger.entry(connection, game.id, command.number)
    if found is None or not isinstance(said := found.event, e.Discussed) or not found.erasable:
        return command
    return replace(command, seat=said.seat, removed=found.sealed is None)


def _why_not(desk: Desk, game: Game, address: str) -> Refusal | None:
    mail = desk.config.mail
    door = parse_recipient(address, mail.address, mail.delimiter)
    if door.kind != "foreign" or not sendable(address):
        return Refusal("successor_unreachable")
    with desk.look.read() as connection:
        if seats.is_a_list(connection, address):
            return Refusal("person_is_a_list", address=address)
        plays = desk.ledger.load(connection, game.id).settings.moderator_plays == "yes"
        if not plays and address in are_moderators(connection, desk.config, game.id):
            return Refusal("successor_moderates")
        taken = seats.of_game_and_address(connection, game.id, address)
    if taken is None:
        return None
    return Refusal("successor_has_a_seat", address=address, game=game.name)


def following(desk: Desk, arrival: Arrival, burst: Burst) -> None:
    game, state = burst.game, burst.after
    for answer in burst.answers:
        for event in () if isinstance(answer.result, Refusal) else answer.result:
            if isinstance(event, e.TalkRemoved):
                burst.changes += _erasing(desk, game, event.number)
            if isinstance(event, e.SuccessorAsked):
                burst.letters += _asking(desk, arrival, game, state, event, answer.command)


# Talk


def _erasing(desk: Desk, game: Game, number: int) -> list[Callable[[Connection], None]]:
    with desk.look.read() as connection:
        said = ledger.entry(connection, game.id, number)
        waiting = held_back.of_thread(connection, game.id, "talk")
    changes = [
        lambda connection: ledger.erase(connection, game.id, number),
        lambda connection: to_all.erase(connection, game.id, number),
    ]
    event = said.event if said is not None else None
    if isinstance(event, e.Discussed):
        out = [one.id for one in waiting if tells(one.notice, event.text)]
        changes.append(lambda connection: held_back.drop(connection, out))
    return changes


# Another player


def _asking(
    desk: Desk,
    arrival: Arrival,
    game: Game,
    state: State,
    event: e.SuccessorAsked,
    command: c.Command,
) -> list[Finished]:
    with desk.look.read() as connection:
        seat = seats.one(connection, game.id, event.seat)
    if seat is None or not isinstance(command, c.AskSuccessor):
        return []
    there = outside(seat, event.name, command.address)
    notice = question(there, state, event.seat, Matter("successor", arrival.id))
    return [desk.write(arrival, there, game, notice)]


def outside(seat: Seat, name: str, address: str) -> Reader:
    """Who was asked to play in a seat, and does not yet."""
    own = reader_of(seat)
    return replace(own, seat=OUTSIDE + seat.seat, name=name, address=address, zone="UTC")


def question(reader: Reader, state: State, seat: int, matter: Matter) -> Notice:
    return single(
        reader.seat,
        "successor",
        matter,
        "?",
        player=state.name_of(seat),
        name=reader.name,
        score=state.players[seat].score,
        days=ANSWER_DAYS,
    )
