"""A letter of somebody inactive, or silent: whatever it says, they are counted as voters."""

from nomic_mail.game import commands as c
from nomic_mail.game.course import Refusal
from nomic_mail.game.procedures.inactive import is_news
from nomic_mail.game.state import State
from nomic_mail.pump.burst import by_one, tell
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import Burst, Plan
from nomic_mail.pump.who.proof import how, is_theirs


def noticed(case: Case, burst: Burst) -> None:
    """After what its commands led to, which may be nothing."""
    found = _noticed(case, burst.after)
    if found is not None:
        burst.events = burst.events.then(found.events)


def noticed_alone(case: Case, plan: Plan) -> None:
    """Where the game was asked nothing: a wish, or a letter that a pause keeps back."""
    if plan.burst is not None or case.state is None:
        return
    burst = _noticed(case, case.state)
    if burst is not None:
        tell(case.desk, burst, case.roster, case.arrival.cause)
        plan.game = case.home
        plan.takes(burst)


def _is_news(state: State, seat: int, case: Case) -> bool:
    return seat in state.inactive or is_news(state, seat, case.arrival.acts_at)


def _noticed(case: Case, state: State) -> Burst | None:
    seat = case.seat
    if seat is None or not _is_news(state, seat.seat, case) or not case.once(is_theirs):
        return None
    command = c.Wrote(
        by=seat.seat,
        received_at=case.arrival.came,
        letter=case.letter.digest,
        proof=how(case),
    )
    burst = by_one(case.desk, case.home, state, command, case.arrival.acts_at, case.fresh, b"wrote")
    return None if isinstance(burst, Refusal) else burst
