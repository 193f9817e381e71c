"""What every proposal goes through, whatever the procedure (103, 106, 111)."""

from dataclasses import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.amendments import kept
from nomic_mail.game.clauses import BadClause, parse_clause
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.procedures.winning import SEVERAL, goal_reached
from nomic_mail.game.rules import checked, find, kept_clauses, still_proper, within_limit
from nomic_mail.game.state import Proposal, State, Turn, label

MOST_CLAUSES = 20


def running_turn(course: Course) -> Turn:
    state = course.state
    if state.status != "running" or state.turn is None:
        raise Refused(
            "the house", "the game has not started yet", "you will get a letter when it does"
        )
    if state.asked in (SEVERAL, "one player left"):
        raise Refused(
            "the house",
            "play waits for the Moderator",
            "you will get a letter as soon as it goes on",
        )
    return state.turn


def revised(course: Course, proposal: Proposal, command: c.Revise) -> c.Change:
    """Fields left out keep what stands; Refused if nothing would change."""
    old = proposal.change
    change = command.change or replace(
        old,
        title=command.title or old.title,
        text=command.text if command.text.strip() else old.text,
        effects=command.effects if command.effects is not None else old.effects,
    )
    change = checked(change, course.state.rules)
    if change == old:
        raise Refused(
            course.cite(111),
            f"that is {proposal.number} as it stands already",
            "write the new text below the REVISE line",
        )
    return change


# Bindings: what a rule makes the server do, where its text says so in words only


def ask_about_binding(course: Course, number: int, change: c.Change) -> None:
    """A new text for a rule with clauses, and no word about them: they are kept, and the Moderator
    is asked whether that is what the text means."""
    clauses = kept_clauses(change, course.state.rules, course.state.circuit)
    if clauses and change.target is not None:
        course.happen(
            e.BindingAsked(at=course.at, number=number, target=change.target, clauses=clauses)
        )


@decides(c.Bind)
def bind(course: Course, command: c.Bind) -> None:
    """Acts forward only (107), and never on a ballot that is open: its text is frozen."""
    state = course.state
    number = command.rule
    if number in state.polls:
        raise Refused(
            course.cite(106),
            f"the ballot on {label(number)} is open, and what it would do is fixed",
            "answer when the vote is over: it then holds from that moment on",
        )
    touched = [poll.number for poll in state.open_polls if _keeps(state, poll.number, number)]
    if touched:
        raise Refused(
            course.cite(106),
            f"the ballot on {touched[0]} is open, and it keeps what that rule does",
            "answer when the vote is over: it then holds from that moment on",
        )
    if number in state.proposals:
        standing = _asked_about(course, state.proposals[number])
    else:
        rule = find(number, state.rules)
        number, standing = rule.number, rule.clauses
    chosen = {"keep": standing, "drop": ()}.get(command.answer)
    clauses = _read(command.clauses) if chosen is None else chosen
    bound = state.rules.get(number)
    if bound is not None:
        within_limit(state.rules, state.rules.having(replace(bound, clauses=clauses)))
    else:
        still_proper(state.proposals[number].change, state.rules, state.rules, clauses)
    course.happen(e.RuleBound(at=course.at, number=number, answer=command.answer, clauses=clauses))
    goal_reached(course)


def _keeps(state: State, poll: int, rule: int) -> bool:
    """Whether the rule's clauses are part of what is voted on."""
    proposal = state.proposals.get(poll)
    return proposal is not None and proposal.change.target == rule


def _asked_about(course: Course, proposal: Proposal) -> tuple[str, ...]:
    """What the rule would keep."""
    rule = course.state.rules.get(proposal.change.target or 0)
    if proposal.number not in course.state.bindings or rule is None:
        raise Refused(
            course.cite(111),
            f"{proposal.number} says itself what it makes the server do",
            "only its proposer can change that, with REVISE",
        )
    return kept(rule.clauses, course.state.circuit)


def _read(lines: tuple[str, ...]) -> tuple[str, ...]:
    if not lines or len(lines) > MOST_CLAUSES:
        raise Refused(
            "the house",
            f"BIND needs from one to {MOST_CLAUSES} clauses",
            "write BIND 303: adoption: 2/3 of eligible",
        )
    try:
        return tuple(parse_clause(line).text for line in lines)
    except BadClause as bad:
        cure = bad.cure or "see HELP CLAUSES"
        raise Refused("the house", f"that is no clause: {bad}", cure) from None
