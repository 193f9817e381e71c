"""What a rule's program decides of proposals and of the game: who may propose, what is adopted,
who has won (programs.py). Each is asked at one moment, and stands in the record.

1. Who may propose is asked as somebody does; what is adopted, once the ballots are counted; who has
   won, whenever something has happened.
2. No program keeps its own rule in force (114): whoever it is may propose to repeal it, or to
   transmute it, and nothing else with that; and what all players vote for is adopted without its
   being asked.
3. Where it has no answer, the house decides: everybody may propose, a change needs all the
   eligible, and nobody has won.
4. Of a proposal whose changes are not all for it to decide (109) it is not asked, in whatever order
   they stand; and what takes power takes it whatever a program answers.
"""

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game.clauses import parse_clause
from nomic_mail.game.clauses.adoption import Adoption, show_adoption
from nomic_mail.game.clauses.kind import PROGRAM
from nomic_mail.game.clauses.power import takes
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.events import Outcome
from nomic_mail.game.following import votes_of
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.procedures.paradox import winner_named
from nomic_mail.game.procedures.program_asks import ask, asked, is_asked
from nomic_mail.game.procedures.program_texts import Running, running, source_of
from nomic_mail.game.procedures.winning import SEVERAL, won_by_rule
from nomic_mail.game.programs import Given
from nomic_mail.game.rulebook import Rules
from nomic_mail.game.seen import in_their_order, seen
from nomic_mail.game.state import Poll
from nomic_mail.game.tally import Tally, frozen, tally


def may_propose(course: Course, command: c.Propose) -> None:
    """Asked before anything else; refused with its rule."""
    clause = course.mechanics["may propose"]
    state = course.state
    asked_of = command.changes if state.reading >= 3 else (command.change,)
    if clause.value != PROGRAM or all(ends_a_program(one, state.rules) for one in asked_of):
        return
    player = Given(kind="player", number=command.by)
    if asked(course, clause, ((player,),)) == (0,):
        raise Refused("may_not_propose", clause.rule)


def ends_a_program(change: c.Change, rules: Rules) -> bool:
    """Rule 2: whether it would repeal a rule that decides by its program, or change its type."""
    rule = rules.get(change.target or 0)
    if rule is None or change.kind not in ("repeal", "transmute"):
        return False
    clauses = map(parse_clause, rule.clauses)
    return any(one.kind.asks and is_asked(one.value) for one in clauses)


def counted_by_program(course: Course, poll: Poll, result: Tally) -> Tally:
    """Of a vote that opened under `adoption: program`: by the program that stood then. What is
    vetoed is not adopted, whatever anybody answers."""
    state = course.state
    proposal = state.proposals.get(poll.number)
    votes = votes_of(poll)
    if (
        frozen(poll, "adoption") == ""
        or proposal is None
        or poll.vetoed is not None
        or poll.withdrawn
    ):
        return result
    of = _decider(course, poll)
    if of is None or all(votes.get(one) == "for" for one in state.playing):
        return result
    also = replace(
        seen(proposal, state.rules),
        voted=in_their_order(votes, poll),
        voted_for=_who(poll, "for"),
        voted_against=_who(poll, "against"),
        abstained=_who(poll, "abstain"),
        absent=poll.missing,
    )
    given = Given(kind="proposal", number=poll.number)
    answers = ask(course, of, "adopted", ((given,),), (also,), stood=poll.stood is not None)
    if answers is None:
        return result
    outcome: Outcome = "adopted" if answers[0] else "defeated"
    power = frozen(poll, "power")
    if outcome == "adopted" and power:
        takes_it = show_adoption(Adoption(takes(power)))
        found = tally(takes_it, poll.electorate, votes, poll.weights)
        if found.outcome != "adopted":
            return found
    return Tally(outcome, Phrase("by_its_program"), result.counts)


def _decider(course: Course, poll: Poll) -> Running | None:
    """Whose program is asked: whatever has become of its rule since the vote opened (since reading
    10; before, only where nothing had)."""
    state, number = course.state, poll.threshold_rule
    if state.reading < 10 or poll.number in state.opened_before:
        adoption = course.mechanics["adoption"]
        still = adoption.rule == number and is_asked(adoption.value)
        return next((one for one in running(state) if still and one.rule.number == number), None)
    rule = poll.stood.rule if poll.stood is not None else state.rules.get(number or 0)
    if rule is None:
        return None
    program = state.programs.get(rule.lineage)
    if poll.stood is not None:
        program = poll.stood.kept_by(program)
    source = source_of(rule)
    if program is None or program.rests or source is None:
        return None
    return Running(rule, source, program)


def _who(poll: Poll, choice: str) -> tuple[int, ...]:
    return tuple(seat for seat, one in sorted(votes_of(poll).items()) if one == choice)


def winner_asked(course: Course) -> None:
    """After whatever has happened; it is written down where somebody is named."""
    state, goal = course.state, course.mechanics["victory"]
    waits = state.status != "running" or state.asked == SEVERAL or winner_named(state) is not None
    if goal.value != PROGRAM or waits or not course.events:
        return
    answers = asked(course, goal, ((),), told_if=any) or (0,)
    if answers[0] in course.state.playing and goal.rule is not None:
        won_by_rule(course, answers, goal.rule, asked=True)
