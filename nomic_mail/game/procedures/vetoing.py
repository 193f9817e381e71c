"""A veto (the clause `veto`): whoever holds it says so while the vote is open.

1. Who holds it is as it was when the vote opened; of an office, whoever holds that now.
2. The vote goes on to its end, so that nobody's ballot is opened early, and comes to nothing.
"""

from nomic_mail.game import events as e
from nomic_mail.game.clauses import parse_clause
from nomic_mail.game.clauses.veto import CHAIR
from nomic_mail.game.commands import Command
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.procedures.program_texts import running
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.state import Poll, State, label
from nomic_mail.game.tally import frozen
from nomic_mail.game.words import Words


class Veto(Command, frozen=True, kw_only=True):
    """`proposal` is None where the letter names none: then it means the one open vote."""

    proposal: int | None = None
    reason: Words = ""


@decides(Veto)
def veto(course: Course, command: Veto) -> None:
    state = course.state
    polls = [one for one in state.open_polls if one.number > 0]
    found = [one for one in polls if command.proposal in (None, one.number)]
    if not found:
        raise Refused("no_vote_to_veto")
    if len(found) > 1:
        raise Refused("several_to_veto", numbers=tuple(label(one.number) for one in found))
    poll = found[0]
    who = holder_of(poll)
    if not who:
        raise Refused("nobody_vetoes", course.cite_mechanic("veto"), number=poll.number)
    holders = _holders(state, poll, who)
    if command.by not in holders:
        names = tuple(state.name_of(seat) for seat in holders if seat in state.playing)
        if not names:
            raise Refused("veto_of_nobody", course.cite_mechanic("veto"), holder=who)
        raise Refused("veto_of_another", course.cite_mechanic("veto"), holder=who, names=names)
    if poll.vetoed is not None:
        raise Refused("vetoed_already", course.cite_mechanic("veto"), number=poll.number)
    vetoed(course, poll.number, command.by, course.cite_mechanic("veto"), command.reason)


def vetoed(course: Course, number: int, seat: int, rule: int | None, reason: str = "") -> None:
    course.happen(
        e.ProposalVetoed(at=course.at, number=number, seat=seat, rule=rule, reason=reason)
    )


def spared(state: State, number: int) -> bool:
    """No program's veto holds against the repeal or transmutation of a rule that has a program, so
    that none, and no two, keep themselves in force for ever (114). It is so since reading 2."""
    proposal = state.proposals.get(number)
    if state.reading < 2 or number in state.opened_before or proposal is None:
        return False
    return all(
        change.kind in ("repeal", "transmute")
        and (rule := state.rules.get(change.target or 0)) is not None
        and any(parse_clause(one).kind.name == "program" for one in rule.clauses)
        for change in proposal.changes
    )


def holder_of(poll: Poll) -> str:
    """Rule 1: what the clause says that held when the vote opened."""
    return str(frozen(poll, "veto"))


def _holders(state: State, poll: Poll, who: str) -> tuple[int, ...]:
    if who == CHAIR:
        return (poll.chair,) if poll.chair is not None else ()
    return tuple(
        int(one.program.value(named.name, 0))
        for one in running(state)
        for named in one.program.declared.names
        if named.kind == "office" and named.name.casefold() == who
    )
