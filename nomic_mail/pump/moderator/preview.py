"""What a moderator's acts would do: decided as they will be, told, and thrown away.

1. Nothing is written, and no link of the dice is used: a throw-away chain stands in for the real
   one, so that nobody can look at a throw and then think better of it (008); nor is what was thrown
   in secret opened.
2. Ballots are secret until their vote closes (010): of an act that counts them nothing is told but
   that it does.
3. A moderator's letter is told of line by line, in the letter that asks if it is theirs. The answer
   to a desk letter says for which game each line is: of a game that its writer does not moderate
   nothing is told.
4. What only asks, or is refused whole, is answered at once, to the moderator's own address, and as
   often as they are asked about what proves no more.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game.course import Refusal, Steps
from nomic_mail.game.events import DiceThrown, Event, GameStarted, ModeratorActed, VotingClosed
from nomic_mail.game.numbers import printed_with
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.moderator.syntax import forms_of
from nomic_mail.letters.grammar.understand import About, Said, understand
from nomic_mail.letters.proof.confirming import confirmed
from nomic_mail.phrases.letters import asked, worded
from nomic_mail.post.render import Reader, Speaking
from nomic_mail.pump.burst import by_each
from nomic_mail.pump.case import Case
from nomic_mail.pump.moderator import desk_replies, discretion, handing_over, held
from nomic_mail.pump.moderator.desk import said_in
from nomic_mail.pump.moderator.handing_over import beforehand
from nomic_mail.pump.moderator.lines import story
from nomic_mail.pump.plan import Desk, Plan, about, are_moderators, moderator
from nomic_mail.pump.says import commands
from nomic_mail.pump.says.meaning import about_letter, answered
from nomic_mail.pump.who.challenges import challenge
from nomic_mail.pump.who.proof import of_moderator
from nomic_mail.store.database.engines import Connection
from nomic_mail.store.games.ledger import Ledger
from nomic_mail.store.people import seats
from nomic_mail.store.people.seats import Game
from nomic_mail.store.queue import inbox

Told = dict[str, Any]


def asked_first(case: Case) -> Plan | None:
    """A moderator's commands by mail are always confirmed, and told of before; but not what changes
    nothing, as it only asks, or is refused (rule 4)."""
    if case.arrival.vouched:
        return None
    if answer := _changing_nothing(case):
        return answer
    reader = case.moderator or moderator(case.desk.config)
    would, proven = _told(case, reader), case.once(of_moderator).ok
    return challenge(case, reader, "a moderator's command", would, proven=proven)


def _changing_nothing(case: Case) -> Plan | None:
    answers = confirmed(case.letter.text).meant  # or was meant to: they are asked what
    if case.is_about("desk") or not case.may("command") or answers:
        return None
    handed = handing_over.ordered(case)
    plan = handed or commands.carried_out(case)
    if plan.events or plan.changes or len(plan.letters) != 1:  # one answer, and nobody else hears
        return None
    if not commands.says_something(case, handed=handed is not None):
        return None
    plan.proof = case.once(of_moderator).how
    return plan


def _told(case: Case, reader: Reader) -> list[Told]:
    if case.is_about("desk"):
        return list(_by_game(case, reader))
    handed = beforehand(case, reader)
    if handed is not None:
        return [handed]
    letter, state = case.letter, case.before
    read = understand(letter.subject, letter.text, about_letter(case, state), letter.attached)
    address = case.desk.config.mail.address
    answers = answered(letter, case.home.name, address, state.version)
    done = _line_by_line(case, case.home, state, read.said, reader, answers)
    return done + [_unread(one.line, state) for one in read.questions]


def _unread(line: str, state: State) -> Told:
    no = asked("it is not understood as it stands")
    return {"line": line, "no": no, "told": [], "counts": False, "forms": forms_of(line, state)}


def _by_game(case: Case, reader: Reader) -> Iterator[Told]:
    """Rule 3."""
    desk = case.desk
    for name, lines in desk_replies.read(case)[0].by_game.items():
        with desk.look.read() as connection:
            one = seats.game_named(connection, name)
            chairs = are_moderators(connection, desk.config, one.id) if one else ()
            if one is None or reader.address.lower() not in chairs:
                continue
            state = desk.ledger.load(connection, one.id)
        ballots = tuple(poll.number for poll in state.open_polls)
        about_them = About(from_moderator=True, open_ballots=ballots)
        said = understand("", "\n".join(lines), about_them).said
        for told in _line_by_line(case, one, state, said, reader):
            yield {**told, "line": f"{name}: {told['line']}"}


def _line_by_line(
    case: Case,
    game: Game,
    before: State,
    said: Sequence[Said],
    reader: Reader,
    answers: int | None = None,
) -> list[Told]:
    desk, arrival = case.desk, case.arrival

    def filled(place: int, command: c.Command, state: State) -> c.Command | Refusal:
        known = replace(
            command,
            by=c.MODERATOR,
            who=reader.name,
            received_at=arrival.came,
            answers=answers,
        )
        return held.why_not(desk, game, command) or discretion.known(desk, game, known, state)

    acts = [one for one in said if not isinstance(one.command, c.Ask | c.Preview | c.Try)]
    seed = sha256(arrival.digest.encode())
    state = _without_luck(before, seed.hexdigest())
    done = by_each(desk, game, state, acts, arrival.acts_at, seed.digest(), filled)
    what, told = about(game, state.version, arrival.acts_at, "", rules=state.rules), []
    for answer in done.answers:
        no = worded(answer.result).reason if isinstance(answer.result, Refusal) else ""
        events = Steps.of((), state) if isinstance(answer.result, Refusal) else answer.result
        told_of = [one for one in events if not isinstance(one, ModeratorActed)]
        story, counts = told_before(desk, state, told_of, what)
        story += [] if no else _let_go(desk, answer.command)
        one = {"line": answer.line, "no": no, "told": story, "counts": counts, "forms": ()}
        told.append({**one, "chance": by_lot(events)})
        state = events.after
    return told


def _let_go(desk: Desk, command: c.Command) -> list[str]:
    """What a held letter says that would be released."""
    if not isinstance(command, c.Dispose) or command.how != "release":
        return []
    with desk.look.read() as connection:
        held = inbox.get(connection, command.number)
        if held is None:
            return []
        return [desk.renderer.cut(said_in(connection, desk.ledger, held))]


class Untold(Ledger):
    """States as they are, but for the dice's secret (rule 1)."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self._seed = seed

    def load(self, connection: Connection, game_id: int, version: int | None = None) -> State:
        return _without_luck(super().load(connection, game_id), self._seed)


def _without_luck(state: State, seed: str) -> State:
    chain = replace(state.chain, seed=seed) if state.chain else None
    return replace(state, chain=chain, dealt=())


def by_lot(events: Sequence[Event]) -> bool:
    """Whether lots are drawn: the real act will draw others."""
    return any(isinstance(one, GameStarted | DiceThrown) and one.link for one in events)


def told_before(
    desk: Desk, before: State, events: Sequence[Event], what: Speaking
) -> tuple[list[str], bool]:
    """What would happen, in the lines of HISTORY; and whether ballots are counted (rule 2)."""
    seen = list(takewhile(lambda one: not isinstance(one, VotingClosed), events))
    told = [one for one in seen if not isinstance(one, DiceThrown)]
    with printed_with(what.digits):
        return story(desk, before, told, what), len(seen) < len(events)
