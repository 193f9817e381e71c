"""What a cause leads to in a game: decided, folded, composed and told, before any of it is written.

1. Letters, the acts of the command line, deadlines and outages come through here alike: the same
   words do the same.
2. The commands of a letter are decided in order, each independent: a refusal leaves the others as
   they are, but that a vote is not called on a text whose proposal or revision was refused.
3. Letters that a pause has kept back act as soon as something ends the pause.
4. Of so many moves of a player a day the others are told at once. What is beyond is done all the
   same, and told them once an hour, in one letter.
"""

import hmac
from collections.abc import Callable, Container, Iterable, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game.course import Refusal, Steps
from nomic_mail.game.decide import decide, talk_is_over
from nomic_mail.game.dice import Fresh
from nomic_mail.game.events import (
    BallotCast,
    BallotRetracted,
    Discussed,
    Event,
    VotingClosed,
    VotingOpened,
)
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.understand import Said
from nomic_mail.post.compose import Answer, Notice, Reply, Section, compose
from nomic_mail.post.render import Reader, Speaking
from nomic_mail.pump.load import Load
from nomic_mail.pump.out import unanswered
from nomic_mail.pump.out.news import Happened, news
from nomic_mail.pump.plan import Burst, Desk, about
from nomic_mail.pump.says.pauses import let_go
from nomic_mail.store.games.ledger import head_after
from nomic_mail.store.people.seats import Game, Seat

MOVES_A_DAY = 20

# A command as its sender gives it, or why it is refused before the game is asked.
Filled = Callable[[int, c.Command, State], c.Command | Refusal]


def by_one(
    desk: Desk,
    game: Game,
    before: State,
    command: c.Command,
    at: datetime,
    fresh: bytes,
    luck: bytes,
) -> Burst | Refusal:
    """One command, decided. `luck` names what it draws of the chance in `fresh`, so that two
    commands of one letter draw differently."""
    chance = Fresh(hmac.digest(fresh, luck, "sha256"))
    events = decide(before, command, at, chance, runs=desk.runs.of_a_letter(game.name))
    if isinstance(events, Refusal):
        return events
    return Burst(game, events, at, fresh)


def by_each(
    desk: Desk,
    game: Game,
    before: State,
    said: Sequence[Said],
    at: datetime,
    fresh: bytes,
    filled: Filled,
) -> Burst:
    """The commands of a letter, one after the other (rule 2)."""
    done = Burst(game, Steps.of((), before), at, fresh)
    runs, load = desk.runs.of_a_letter(game.name), Load()
    for place, one in enumerate(said):
        command = _waits(one.command, done.answers) or filled(place, one.command, done.after)
        if not isinstance(command, Refusal):
            command = load.refusal(command, done.after) or command
        if isinstance(command, Refusal):
            done.answers.append(Answer(one.line, one.command, command))
            continue
        luck = hmac.digest(fresh, f"command {place}".encode(), "sha256")
        result = decide(done.after, command, at, Fresh(luck), runs=runs)
        done.answers.append(Answer(one.line, command, result))
        if not isinstance(result, Refusal):
            done.events = done.events.then(result)
            load.add(result)
    return done


def _waits(command: c.Command, answers: Sequence[Answer]) -> Refusal | None:
    """Rule 2."""
    kinds = c.Propose | c.Revise | c.ProposeEdited | c.AddEffects
    last = next((one for one in reversed(answers) if isinstance(one.command, kinds)), None)
    if last is None or not isinstance(command, c.CallVote) or not isinstance(last.result, Refusal):
        return None
    return Refusal("text_refused", line=last.line)


class Answering(Struct, frozen=True):
    """Whose letter caused the burst, how each of its lines is answered, and what else the answer
    tells."""

    seat: int
    reply: Reply
    writer: Reader | None = None  # which of several moderators
    message_id: str = ""
    below: Callable[[Notice], Notice] = lambda notice: notice
    moves: Callable[[], int] = lambda: 0  # of the same player, that the others were told of lately
    was_answered: bool = False  # what only tells that votes are in need not be told again
    own: Seat | None = None  # the writer's


def tell(
    desk: Desk,
    burst: Burst,
    roster: Iterable[Seat],
    cause: str,
    answering: Answering | None = None,
    at: datetime | None = None,
    but: Container[int] = (),
) -> Speaking:
    """Composes and renders what each reader is told, into the burst; nothing for the seats in
    `but`, who hear of it otherwise."""
    before, events, after = burst.before, burst.events, burst.after
    message_id = answering.message_id if answering is not None else ""
    what = about(burst.game, after.version, at or burst.at, cause, message_id, after.rules)
    what = replace(_anchored(desk, what, burst), over=talk_is_over(after, at or burst.at))
    found = compose(events, answering.reply if answering else None)
    notices = [one for one in found if one.to not in but]
    sender = writer = own = None
    gathers = was_answered = False
    if answering is not None:
        sender, writer = answering.seat, answering.writer
        was_answered, own = answering.was_answered, answering.own
        notices = [answering.below(one) if one.to == sender else one for one in notices]
        burst.told = _may_be_repeated(events) and any(one.to != sender for one in notices)
        gathers = burst.told and answering.moves() >= MOVES_A_DAY
    if gathers:
        notices = [_gathering(one) if one.to == sender else one for one in notices]
    notices = unanswered.beside(desk, what, events, notices)
    happened = Happened(
        what, before, after, sender, writer, own, gathers=gathers, was_answered=was_answered
    )
    told = news(desk, notices, roster, happened)
    burst.letters += told.letters
    burst.changes += [*told.changes, *let_go(burst.game, events, burst.at)]
    return what


def _may_be_repeated(events: Sequence[Event]) -> bool:
    """Rule 4. Nobody opens and closes votes at will, and talk has a cap of its own."""
    moved = [one for one in events if not isinstance(one, Discussed | BallotCast | BallotRetracted)]
    return bool(moved) and not any(isinstance(one, VotingOpened | VotingClosed) for one in moved)


def _gathering(answer: Notice) -> Notice:
    section = Section("gathering", {"most": MOVES_A_DAY})
    return replace(answer, sections=(*answer.sections, section))


def _anchored(desk: Desk, what: Speaking, burst: Burst) -> Speaking:
    """Letters of a vote's result tell the head that the record has after it: whoever keeps one can
    check a whole record against it, years later."""
    if not any(isinstance(event, VotingClosed) for event in burst.events):
        return what
    with desk.look.read() as connection:
        head = head_after(connection, what.game_id, burst.before, burst.events, burst.fresh)
    return replace(what, head=head)
