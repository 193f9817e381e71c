"""Turns, and the chair's terms and steps."""

from datetime import datetime

from msgspec.structs import replace

from nomic_mail.game.events.kind import Event, Replacing
from nomic_mail.game.numbers import whole
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.record.parts import Period, Record, Seating, TurnRecord
from nomic_mail.game.record.story import Moment, Story
from nomic_mail.game.state import ProcedureName, State, Step, Turn


class TurnBegan(Event, frozen=True, kw_only=True):
    """`order` is empty but where the order of play is another from this turn on (201). Of a round
    of open play `due_at` is its end, where it goes by time."""

    COMES_OF_A_COUNT = True

    turn: int
    mover: int
    circuit: int
    due_at: datetime | None
    order: tuple[int, ...] = ()
    procedure: ProcedureName = "turns"

    def fold(self, state: State) -> State:
        turn = Turn(
            number=self.turn,
            mover=self.mover,
            began_at=self.at,
            due_at=None if self.procedure == "open" else self.due_at,
            waits_from=self.at,
            procedure=self.procedure,
            counted_from=self.mover,
            ends_at=self.due_at if self.procedure == "open" else None,
        )
        waits_for, players = state.circuit_waits_for, state.players
        if self.circuit != state.circuit:
            waits_for = state.playing
            players = {seat: replace(one, place=None) for seat, one in players.items()}
        return replace(
            state,
            turn=turn,
            players=players,
            order=self.order or state.order,
            circuit=self.circuit,
            circuit_waits_for=waits_for,
            proposals=state.proposals if self.procedure == "open" else {},
        )

    def keep(self, record: Record, before: State) -> None:
        record.turns.append(
            TurnRecord(
                number=self.turn,
                mover=self.mover,
                circuit=self.circuit,
                procedure=self.procedure,
                began_at=self.at,
            )
        )

    def moment(self, story: Story) -> Moment:
        facts = {
            "turn": self.turn,
            "circuit": self.circuit,
            "mover": story.state.name_of(self.mover) if self.mover else "",
            "chair": self.procedure == "chair",
        }
        return Moment(self.at, "turn", facts)


class TurnExtended(Event, frozen=True, kw_only=True):
    turn: int
    mover: int
    due_at: datetime
    extension: int

    def fold(self, state: State) -> State:
        if state.turn is None:
            return state
        turn = replace(state.turn, due_at=self.due_at, extensions=self.extension)
        return replace(state, turn=turn)

    def moment(self, story: Story) -> Moment:
        facts = {"name": story.state.name_of(self.mover), "until": self.due_at}
        return Moment(self.at, "turn_late", facts)


class TurnEnded(Event, frozen=True, kw_only=True):
    """`skipped` where the Moderator passed over it under a rule."""

    COMES_OF_A_COUNT = True

    turn: int
    mover: int
    completed: bool
    skipped: bool = False

    def fold(self, state: State) -> State:
        waits_for = tuple(seat for seat in state.circuit_waits_for if seat != self.mover)
        goes_on = state.is_open  # what is open in it is no part of the round
        judgment = state.judgment
        if judgment is not None:  # who is chair now is another question
            judgment = replace(judgment, accusers=(), unseated=None)
        return replace(
            state,
            judgment=judgment,
            turn=replace(state.turn, due_at=None, over=True) if state.turn else None,
            circuit_waits_for=(
                () if goes_on else waits_for if self.completed else state.circuit_waits_for
            ),
            proposals=state.proposals if goes_on else {},
            polls=state.polls if goes_on else {},
            bindings={
                n: b
                for n, b in state.bindings.items()
                if n in state.rules.by_number or (goes_on and whole(n) in state.proposals)
            },
            asked=state.still_asked,
        )

    def keep(self, record: Record, before: State) -> None:
        turn = record.turns[-1]
        turn.ended_at, turn.completed, turn.skipped = self.at, self.completed, self.skipped
        if not before.is_open:
            record.void(before, self.at, Phrase("turn_ended_first"))

    def moment(self, story: Story) -> Moment:
        name = story.state.name_of(self.mover) if self.mover else ""
        facts = {"name": name, "skipped": self.skipped}
        live = tuple(one.number for one in story.state.live)
        return Moment(self.at, "turn_ended", facts, live)


class PeriodBegan(Event, frozen=True, kw_only=True):
    """The chair's next step, and the time limit declared for it (202 with a chair). `numbers` are
    the proposals it is about, `requests` the seats that ask to join (301)."""

    turn: int
    step: Step
    by: int
    until: datetime
    proposers: tuple[int, ...]
    numbers: tuple[int, ...] = ()
    requests: tuple[int, ...] = ()

    def fold(self, state: State) -> State:
        turn = state.turn
        if turn is None:
            return state
        turn = replace(
            turn,
            step=self.step,
            taken=True,
            ends_at=self.until,
            due_at=None,
            extensions=0,
            proposers=self.proposers,
            requests=self.requests,
        )
        return replace(state, turn=turn, moving=turn.mover, asked=state.still_asked)

    def keep(self, record: Record, before: State) -> None:
        period = Period(self.step, self.by, self.at, self.until, self.proposers)
        record.turns[-1].periods.append(period)

    def moment(self, story: Story) -> Moment:
        facts = {"step": self.step, "by": story.state.name_of(self.by), "until": self.until}
        return Moment(self.at, "period", facts, self.numbers)


class PeriodExtended(Event, frozen=True, kw_only=True):
    """Declared by the chair before the period was over."""

    MOMENT = ("period_longer", "step", "until")

    turn: int
    step: Step
    until: datetime

    def fold(self, state: State) -> State:
        turn = replace(state.turn, ends_at=self.until, taken=True) if state.turn else None
        polls = {
            number: replace(poll, closes_at=self.until) for number, poll in state.polls.items()
        }
        return replace(state, turn=turn, polls=polls)

    def keep(self, record: Record, before: State) -> None:
        for number in before.polls:
            record.vote_on(number).closes_at = self.until


class PeriodEnded(Event, frozen=True, kw_only=True):
    """`due_at` is when the chair is expected to have called the next step (house)."""

    MOMENT = ()

    turn: int
    step: Step
    due_at: datetime | None

    def fold(self, state: State) -> State:
        if state.turn is None:
            return state
        turn = replace(state.turn, ends_at=None, due_at=self.due_at, waits_from=self.at)
        return replace(state, turn=turn)


class ChairRefused(Event, frozen=True, kw_only=True):
    """Any player may refuse the chair, until they take a step of it; it passes to the next in the
    order. `due_at` is None while a period runs."""

    turn: int
    seat: int
    chair: int
    due_at: datetime | None

    def fold(self, state: State) -> State:
        """Who refuses has had their term, and the next chair is reckoned from whoever takes it; but
        not where the one who refuses was chair pro tem."""
        if state.turn is None:
            return state
        own = state.turn.mover == state.turn.counted_from
        turn = state.turn.handed_to(self.chair, self.due_at, self.at)
        turn = replace(turn, refused=(*turn.refused, self.seat))
        turn = replace(turn, counted_from=self.chair) if own else turn
        waits_for = tuple(seat for seat in state.circuit_waits_for if seat != self.seat or not own)
        judgment = replace(state.judgment, accusers=()) if state.judgment is not None else None
        return replace(
            state,
            turn=turn,
            judgment=judgment,
            circuit_waits_for=waits_for,
            asked=state.still_asked,
        )

    def keep(self, record: Record, before: State) -> None:
        record.turns[-1].chairs.append(Seating(self.at, self.seat, self.chair, "refused"))

    def moment(self, story: Story) -> Moment:
        return _seated(self, self.seat, self.chair, "refused", story.state)


class ChairPassedOver(Event, frozen=True, kw_only=True):
    """202(a): AWAY until then when the chair came to them, and so not active. Told before whoever
    takes it. With that their place in the circuit has come by, but for a term `pro_tem`, which was
    not theirs."""

    MOMENT = ("passed_over", "seat", "until")
    COMES_OF_A_COUNT = True

    seat: int
    until: datetime
    pro_tem: bool = False

    def fold(self, state: State) -> State:
        """A circuit waits for nobody whose place in it has come by (house)."""
        if self.pro_tem:
            return state
        waits_for = tuple(seat for seat in state.circuit_waits_for if seat != self.seat)
        return replace(state, circuit_waits_for=waits_for)


class ChairReplaced(Event, frozen=True, kw_only=True):
    """Pro tem, by judgment, or because the chair has left or is passed over; or back again, where
    the judgment was overruled. The next chair is reckoned from the chair that was replaced."""

    turn: int
    was: int
    chair: int
    why: Replacing
    due_at: datetime | None

    def fold(self, state: State) -> State:
        if state.turn is None:
            return state
        turn = state.turn.handed_to(self.chair, self.due_at, self.at)
        judgment = state.judgment
        if judgment is not None:
            unseated = self.was if self.why == "judgment" else None
            accusers = () if self.why in ("gone", "skipped") else judgment.accusers
            judgment = replace(judgment, unseated=unseated, accusers=accusers)
        moving = self.chair if state.moving == self.was else state.moving
        return replace(state, turn=turn, moving=moving, judgment=judgment, asked=state.still_asked)

    def keep(self, record: Record, before: State) -> None:
        record.turns[-1].chairs.append(Seating(self.at, self.was, self.chair, self.why))

    def moment(self, story: Story) -> Moment:
        return _seated(self, self.was, self.chair, self.why, story.state)


def _seated(event: Event, was: int, chair: int, why: str, state: State) -> Moment:
    facts = {"was": state.name_of(was), "chair": state.name_of(chair), "why": why}
    return Moment(event.at, "chair", facts)
