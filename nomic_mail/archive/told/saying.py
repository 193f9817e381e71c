"""What was said and ruled of a proposal of an old game, as events.

1. What is surely later than the vote stands after it, and all else before.
2. Who did not play has no seat: their name stands before their words.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from nomic_mail.archive.told.form import JudgmentTold, ProposalTold, RemarkTold, SaidTold, Told
from nomic_mail.archive.told.moments import Date
from nomic_mail.game import events as e
from nomic_mail.game.phrase import Phrase


def around(told: Told, one: ProposalTold) -> tuple[list[SaidTold], list[SaidTold]]:
    """What was said before its vote was over, and after it."""
    before: list[SaidTold] = []
    after: list[SaidTold] = []
    for said in told.said.get(one.number, ()):
        late = said.date is not None and one.date and said.date.surely_after(one.date)
        (after if late else before).append(said)
    return before, after


def dated(
    one: ProposalTold, before: list[SaidTold], after: list[SaidTold]
) -> Iterator[tuple[str, str, Date | None]]:
    """One after the other: where it stands, its key, and the date."""
    yield one.where, "proposed", one.proposed
    yield from ((said.where, "date", said.date) for said in before)
    yield one.where, "date", one.date
    yield from ((said.where, "date", said.date) for said in after)


def names(said: list[SaidTold]) -> Iterator[str]:
    for one in said:
        yield one.by
        if isinstance(one, JudgmentTold):
            yield one.judge


def events_of(
    said: list[SaidTold], seats: Mapping[str, int], at: Callable[[Date | None], datetime]
) -> Iterator[e.Event]:
    for one in said:
        if isinstance(one, RemarkTold):
            text = _signed(one.by, one.text, seats)
            yield e.Discussed(at=at(one.date), seat=seats.get(one.by, 0), text=text, letter="")
        else:
            yield from _judged(one, seats, at(one.date))


def _judged(one: JudgmentTold, seats: Mapping[str, int], at: datetime) -> Iterator[e.Event]:
    by, judge = seats.get(one.by, 0), seats.get(one.judge, 0)
    question = _signed(one.by, one.question, seats)
    yield e.JudgmentInvoked(
        at=at, by=by, question=question, end_debate=False, judge=judge, due_at=at
    )
    ruling = _signed(one.judge, "\n\n".join(filter(None, (one.ruling, one.reason))), seats)
    if ruling:
        yield e.JudgmentGiven(at=at, judge=judge, text=ruling, winner=None, stands_at=at)
    yield e.JudgmentSettled(at=at, how=Phrase("told_so"), ruling=ruling)


def _signed(name: str, text: str, seats: Mapping[str, int]) -> str:
    return f"{name}: {text}" if name and text and name not in seats else text
