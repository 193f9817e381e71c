"""The moderator's lines at the command line: read by the grammar of letters, and carried out as a
letter's are.

1. One act at a time, and only an act: what asks, or is not understood, is refused whole.
2. Nothing has to be confirmed: whoever can use the command line is the moderator.
3. The result tells what happened, each event in the line that HISTORY has for it.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.course import Refusal, Refused
from nomic_mail.game.events import Event
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.moderator.syntax import forms_of
from nomic_mail.letters.grammar.understand import About, Said, understand
from nomic_mail.phrases import chronicled
from nomic_mail.post.render import Speaking
from nomic_mail.pump.burst import by_each, tell
from nomic_mail.pump.moderator import discretion, held
from nomic_mail.pump.plan import Desk, Plan, moderator, moderator_named
from nomic_mail.store.people import seats
from nomic_mail.store.people.seats import Game
from nomic_mail.store.queue.inbox import Arrival


def plan(
    desk: Desk, arrival: Arrival, fresh: bytes, game: Game, lines: str, named: str = ""
) -> Plan:
    """`named` is the moderator who says it; empty for the configured one."""
    with desk.look.read() as connection:
        who = moderator_named(connection, desk.config, game.id, named)
        before = desk.ledger.load(connection, game.id)
        roster = seats.of_game(connection, game.id)
    said = _one_act(lines, before)

    def filled(place: int, command: c.Command, state: State) -> c.Command | Refusal:
        known = replace(command, by=MODERATOR, received_at=arrival.came, who=who)
        return held.why_not(desk, game, command) or discretion.known(desk, game, known, state)

    done = by_each(desk, game, before, [said], arrival.acts_at, fresh, filled)
    for answer in done.answers:
        if isinstance(answer.result, Refusal):
            no = answer.result
            raise Refused(no.code, no.because, **no.facts)
    told_at = max(arrival.acts_at, arrival.received_at)
    what = tell(desk, done, roster, arrival.cause, at=told_at)
    held.run(desk, arrival, done)
    discretion.following(desk, arrival, done)
    lines_told = story(desk, before, done.events, what)
    told = "\n".join(["ok: done", *(f"- {line}" for line in lines_told)])
    return Plan(result=told, game=game, seat=MODERATOR).takes(done)


def story(desk: Desk, before: State, events: Sequence[Event], what: Speaking) -> list[str]:
    return desk.renderer.story(chronicled(events, before), moderator(desk.config), what)


def _one_act(lines: str, state: State) -> Said:
    ballots = tuple(poll.number for poll in state.open_polls)
    read = understand("", lines, About(from_moderator=True, open_ballots=ballots))
    if read.questions:
        line, question = read.questions[0].line, read.questions[0].question
        if not forms_of(line, state):
            raise Refused("line_unclear", question=question)
    acts = [one for one in read.said if not isinstance(one.command, c.Ask | c.Preview | c.Try)]
    if read.questions or len(acts) != 1 or len(read.said) != 1 or read.ignored:
        raise Refused("not_one_act")
    return acts[0]
