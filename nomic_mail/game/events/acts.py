"""What the moderators do (013)."""

from datetime import datetime
from typing import Literal

from msgspec.structs import replace

from nomic_mail.game.events.kind import Event
from nomic_mail.game.phrase import NOTHING, Phrase
from nomic_mail.game.record.parts import ActRecord, Record
from nomic_mail.game.record.story import Moment, Story, names_of
from nomic_mail.game.state import Closing, LastAct, State, label
from nomic_mail.game.words import Words


class ModeratorActed(Event, frozen=True, kw_only=True):
    """Who of them acts, with which command, and the reason that is given. What follows from it
    comes right after it, at the same moment."""

    MOVES_NOTHING = True

    who: Words
    act: str
    reason: Words = ""

    def keep(self, record: Record, before: State) -> None:
        number = before.version + 1
        record.acts.append(
            ActRecord(number=number, at=self.at, act=self.act, who=self.who, reason=self.reason)
        )

    def last_act(self, state: State) -> LastAct | None:
        if self.act == "UNDO":
            return Event.last_act(self, state)
        number, before = state.version + 1, replace(state, last_act=None, closing=None)
        return LastAct(act=self.act, number=number, upto=number, before=before)

    def comes_with(self, state: State) -> bool:
        return self.act == "UNDO"

    def moment(self, story: Story) -> Moment:
        facts = {"who": self.who, "act": self.act, "reason": self.reason}
        return Moment(self.at, "acted", {**facts, "number": story.state.version + 1})


class WindowExtended(Event, frozen=True, kw_only=True):
    """`number` is the turn's, or that of the proposal or ballot; `was` is None where no deadline
    ran, since the Moderator was asked. Ballots that are open together are extended together."""

    window: Literal["turn", "period", "debate", "vote"]
    number: int
    was: datetime | None
    until: datetime

    def fold(self, state: State) -> State:
        """What the Moderator was asked about it is answered so."""
        turn, polls, proposals = state.turn, state.polls, state.proposals
        answered = {"turn": "missing turn", "vote": "missing ballot"}
        longer = self._longer(state)
        if self.window == "turn" and turn is not None:
            turn = replace(turn, due_at=self.until)
        elif self.window == "period" and turn is not None:
            turn = replace(turn, ends_at=self.until)
        elif self.window == "debate":
            proposals = {
                number: replace(one, opens_at=self.until) if number == self.number else one
                for number, one in proposals.items()
            }
        if self.window in ("vote", "period"):
            polls = {
                number: replace(one, closes_at=self.until) if number in longer else one
                for number, one in polls.items()
            }
        asked = "" if state.asked == answered.get(self.window) else state.asked
        return replace(state, turn=turn, polls=polls, proposals=proposals, asked=asked)

    def _longer(self, state: State) -> tuple[int, ...]:
        """Of open play, that ballot alone."""
        return (self.number,) if state.is_open else tuple(state.polls)

    def keep(self, record: Record, before: State) -> None:
        for number in self._longer(before) if self.window in ("vote", "period") else ():
            record.vote_on(number).closes_at = self.until

    def moment(self, story: Story) -> Moment:
        numbers = (self.number,) if self.window in ("debate", "vote") else ()
        facts = {"window": self.window, "number": label(self.number), "until": self.until}
        return Moment(self.at, "longer", facts, numbers)


class GamePaused(Event, frozen=True, kw_only=True):
    """No deadline runs out from here on."""

    MOMENT = ("paused",)

    def fold(self, state: State) -> State:
        return replace(state, status="paused", paused_at=self.at)


class GameResumed(Event, frozen=True, kw_only=True):
    """With the next event, the deadlines are later by the time since then."""

    MOMENT = ("goes_on", "paused_at")

    paused_at: datetime

    def fold(self, state: State) -> State:
        return replace(state, status="running", paused_at=None, resumed_at=self.at)


class Announced(Event, frozen=True, kw_only=True):
    """What a moderator tells all players."""

    MOVES_NOTHING = True

    text: Words

    def keep(self, record: Record, before: State) -> None:
        record.announcements.append(self)

    def moment(self, story: Story) -> Moment:
        """Of a told game, what is told of all of it."""
        return Moment(self.at, "announced", {"text": self.text, "told": story.told})


class VotingReopened(Event, frozen=True, kw_only=True):
    """What the last count brought about is taken back, and its votes go on: the ballots that were
    in are in. A throw that came of it is spent (008)."""

    numbers: tuple[int, ...]
    closes_at: datetime
    missing: tuple[int, ...]

    def fold(self, state: State) -> State:
        """As before the count, but for the time there is, and for the dice: what was thrown is
        thrown, and the next throw takes the next link (008)."""
        if state.closing is None:
            return state
        was = state.closing.before
        turn = was.turn
        if turn is not None and turn.procedure == "chair":
            turn = replace(turn, ends_at=self.closes_at)
        players = {
            seat: replace(
                one,
                away_until=state.players[seat].away_until,
                missed=min(one.missed, state.players[seat].missed),
                inactive=one.inactive and state.players[seat].inactive,
                heard_at=state.players[seat].heard_at,
            )
            for seat, one in was.players.items()
        }
        polls = {
            n: replace(poll, closes_at=self.closes_at) if n in self.numbers else poll
            for n, poll in was.polls.items()
        }
        now = state.opened_before
        luck = {"chain": state.chain, "dealt": state.dealt}
        was = replace(was.read_by(state.reading), **luck, opened_before=now)
        return replace(was, turn=turn, players=players, polls=polls, asked="")

    def keep(self, record: Record, before: State) -> None:
        """What the count brought about is no part of how the game came out; the ledger keeps it."""
        last = before.closing
        if last is None or last.before.turn is None:  # what is counted is of a turn
            return
        for number in self.numbers:
            vote = record.vote_on(number)
            vote.outcome, vote.reason, vote.tally, vote.votes = "open", NOTHING, None, {}
            vote.closed_at, vote.closes_at, vote.comments = None, self.closes_at, {}
        self._rules_back(record, last)
        while record.turns[-1].number > last.before.turn.number:
            record.turns.pop()
        ended = record.turns[-1]
        ended.ended_at, ended.completed = None, False
        self._points_back(record, last.at)

    def moment(self, story: Story) -> Moment:
        facts = {
            "numbers": [label(number) for number in self.numbers],
            "closes_at": self.closes_at,
            "missing": names_of(story.state, self.missing),
        }
        return Moment(self.at, "open_again", facts, self.numbers)

    def _rules_back(self, record: Record, last: Closing) -> None:
        stood, closed_at = {one.lineage for one in last.before.rules}, last.at
        for lineage in list(record.rules):
            life = record.rules[lineage]
            if lineage in stood:
                life.repealed_at = life.repealed_by = None
            life.forms = [
                one
                for one in life.forms
                if one.at != closed_at or one.by_proposal not in self.numbers
            ]
            if not life.forms:
                del record.rules[lineage]

    def _points_back(self, record: Record, closed_at: datetime) -> None:
        scored = [one for one in record.scores if one.at == closed_at]
        for one in reversed(scored):
            because = Phrase("taken_back", because=one.because)
            total = one.total - one.points
            record.scores.append(
                replace(one, at=self.at, points=-one.points, total=total, because=because)
            )
