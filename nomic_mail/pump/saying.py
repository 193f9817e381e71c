"""The moderator's lines at the command line: read by the grammar of letters, and carried out as a
letter's are.

1. One act at a time, and only an act: what asks, or is not understood, is refused whole.
2. Nothing has to be confirmed: whoever can use the command line is the moderator.
3. The result tells what happened, each event in the line that HISTORY has for it.
"""

from collections.abc import Sequence
from dataclasses import replace

from nomic_mail.game import commands as c
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.course import Refusal, Refused
from nomic_mail.game.events import Event
from nomic_mail.game.record.chronicle import chronicle
from nomic_mail.game.state import State
from nomic_mail.letters.grammar import About, Said, understand
from nomic_mail.post.compose import compose
from nomic_mail.post.render import About as Speaking
from nomic_mail.pump import errands
from nomic_mail.pump.carry import carried_out
from nomic_mail.pump.discretion import Discretion
from nomic_mail.pump.kept import let_go
from nomic_mail.pump.news import Burst, news
from nomic_mail.pump.plan import Desk, Plan, about, anchored, moderator, moderator_named
from nomic_mail.store import seats
from nomic_mail.store.inbox import Arrival
from nomic_mail.store.ledger import Ledger
from nomic_mail.store.seats import Game


class Saying:
    def __init__(self, desk: Desk, ledger: Ledger) -> None:
        self._desk = desk
        self._ledger = ledger

    def plan(self, arrival: Arrival, fresh: bytes, game: Game, lines: str, named: str = "") -> Plan:
        """`named` is who says it, where that is not whom the configuration names."""
        with self._desk.database.read() as connection:
            who = moderator_named(connection, self._desk.config, game.id, named)
            before = self._ledger.load(connection, game.id)
            roster = seats.of_game(connection, game.id)
        said = _one_act(lines, before)

        def filled(place: int, command: c.AnyCommand, state: State) -> c.AnyCommand | Refusal:
            known = replace(command, by=MODERATOR, received_at=arrival.received_at, who=who)
            return errands.why_not(self._desk, game, command) or own.known(game, known)

        own = Discretion(self._desk, self._ledger)
        done = carried_out([said], before, arrival.acts_at, fresh, filled)
        for answer in done.answers:
            if isinstance(answer.result, Refusal):
                no = answer.result
                raise Refused(no.because, no.reason, no.what_would_work)
        told_at = max(arrival.acts_at, arrival.received_at)
        what = about(game, done.state.version, told_at, arrival.cause)
        what = anchored(what, self._desk.database, before, done.events, fresh)
        notices = compose(done.events)
        told = news(self._desk, notices, roster, Burst(what, before, done.state))
        errand = errands.run(self._desk, game, arrival, done.answers)
        beside = own.following(arrival, game, done.state, done.answers)
        lines_told = self.story(before, done.events, what)
        return Plan(
            result="\n".join(["ok: done", *(f"- {line}" for line in lines_told)]),
            game=game,
            seat=MODERATOR,
            before=before,
            events=done.events,
            fresh=fresh,
            letters=[*told.letters, *errand.letters, *beside.letters],
            changes=[
                *told.changes,
                *errand.changes,
                *beside.changes,
                *let_go(game, done.events, arrival.acts_at),
            ],
        )

    def story(self, before: State, events: Sequence[Event], what: Speaking) -> list[str]:
        moments = chronicle(events, before)
        return self._desk.renderer.story(moments, moderator(self._desk.config), what)


def _one_act(lines: str, state: State) -> Said:
    ballots = tuple(poll.number for poll in state.open_polls)
    read = understand("", lines, About(from_moderator=True, open_ballots=ballots))
    if read.questions:
        raise Refused("the house", read.questions[0].question, "")
    acts = [one for one in read.said if not isinstance(one.command, c.Ask | c.Preview)]
    if len(acts) != 1 or len(read.said) != 1 or read.ignored:
        known = "nomic-mail mod --help lists the acts"
        raise Refused("the house", "that is not one act of the Moderator's", known)
    return acts[0]
