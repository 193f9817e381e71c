"""The `open` procedure: no turns. Any player proposes at any time; each proposal goes its own way.

1. A proposal is debated for as long as the rule says, and longer where it is revised (111); then
   its vote opens by itself. `each`: so many of one player's may be open together.
2. Each vote ends by itself: when all its voters have voted, or at its end. Who has not voted by
   then is absent: nobody waits for them, and the Moderator is not asked.
3. What happens once a circuit elsewhere (203) goes by votes: a round is over when as many are
   counted as there are players, or when its time is over, where the rule gives it one. Such a
   round is the turn, and it is nobody's.
4. When the rules ask for turns or a chair again, what is open is decided first, and nothing new is
   taken until then.
"""

from datetime import datetime

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses.procedure import OPEN, Procedure
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures.proposing import formed, make, make_anew, numbered, running_turn
from nomic_mail.game.procedures.scoring import close, finish_turn
from nomic_mail.game.procedures.voting import is_over, open_votes, over_at, waiting_requests
from nomic_mail.game.state import Poll, Proposal, State, label


def _limits(course: Course) -> Procedure:
    """As the rule has them; while the last votes of open play go on, as they were written first."""
    value: Procedure = course.mechanics["procedure"].value
    return value if value.name == "open" else OPEN


def _goes_on(state: State) -> bool:
    """Without a rule on it, as last in force."""
    procedure = mechanics_of(state.rules)["procedure"]
    return procedure.rule is None or procedure.value.name == "open"


def _cite(course: Course) -> int | None:
    return course.cite_mechanic("procedure")


# Proposals


def propose(course: Course, command: c.Propose) -> None:
    running_turn(course)
    state, limits = course.state, _limits(course)
    if not _goes_on(course.state):
        raise Refused("open_play_ends", _cite(course), numbers=_names(state.live))
    own = tuple(one for one in state.live if one.by == command.by)
    if len(own) >= limits.each:
        raise Refused("proposals_enough", _cite(course), numbers=_names(own), most=limits.each)
    what = formed(course, command.changes, command.power)
    opens_at = course.at + limits.debate
    make(course, command, numbered(course, None, what[0]), what, opens_at, opens_at)
    _open_what_is_due(course)


def _names(proposals: tuple[Proposal, ...]) -> tuple[str, ...]:
    return tuple(label(one.number) for one in proposals)


def _own(course: Course, by: int, number: int | None) -> Proposal:
    """Of one's own that are debated: the one, or the one that is named."""
    running_turn(course)
    state = course.state
    own = tuple(one for one in state.debated if one.by == by)
    named = tuple(one for one in own if number in (None, one.number, *one.targets))
    voted_on = next((one for one in state.live if one.by == by and one.number in state.polls), None)
    if number is None and not own and voted_on is not None:
        raise Refused("form_is_final", course.cite(111), number=voted_on.number)
    if number in state.polls:
        raise Refused("form_is_final", course.cite(111), number=number)
    if not named and number is not None:
        raise Refused("not_ones_own", course.cite(111), number=label(number))
    if not named:
        raise Refused("nothing_debated", course.cite(111))
    if len(named) > 1:
        numbers = _names(named)
        raise Refused("several_own", course.cite(111), numbers=numbers, first=numbers[0])
    return named[0]


def _still_to_be_changed(course: Course, by: int, number: int | None) -> Proposal:
    proposal = _own(course, by, number)
    if course.at > proposal.changes_until:
        raise Refused(
            "changes_are_over",
            "debate_max",
            number=proposal.number,
            until=proposal.changes_until,
            opens_at=proposal.opens_at,
        )
    return proposal


def revise(course: Course, command: c.Revise) -> None:
    """Its last form is debated for the whole time (111)."""
    proposal = _still_to_be_changed(course, command.by, command.proposal)
    opens_at = course.at + _limits(course).debate
    make_anew(course, command, proposal, opens_at, max(proposal.opens_at, opens_at))


def withdraw(course: Course, command: c.Withdraw) -> None:
    proposal = _still_to_be_changed(course, command.by, command.proposal)
    course.happen(
        e.ProposalWithdrawn(at=course.at, number=proposal.number, by=command.by, due_at=None)
    )


def call_vote(course: Course, command: c.CallVote) -> None:
    """Nobody calls it: the debate has its length."""
    proposal = _own(course, command.by, None)
    raise Refused(
        "vote_opens_itself", _cite(course), number=proposal.number, opens_at=proposal.opens_at
    )


# The clock


def next_due(state: State) -> datetime | None:
    """The next vote that opens or ends. One that all have voted on has waited for what was written
    in a pause, and ends with the first tick."""
    now = state.resumed_at or state.at
    polls = state.polls.values()
    ends = [over_at(one, now) if one.once(is_over) else one.closes_at for one in polls]
    opens = [one.opens_at for one in state.debated]
    return min([one for one in (*ends, *opens, _ends(state)) if one is not None], default=None)


def _ends(state: State) -> datetime | None:
    """When the round does, where it goes by time; not while what is open waits for rule 4."""
    turn = state.turn
    return turn.ends_at if turn is not None and not turn.over and _goes_on(state) else None


def due(course: Course) -> None:
    """One vote after the other, as their ends come; then what is to open, and the round's end."""
    ends = sorted((_end(poll, course), poll.number) for poll in course.state.polls.values())
    if ends and ends[0][0] <= course.at:
        close(course, [course.state.polls[ends[0][1]]])
        return
    until, last = _ends(course.state), len(course.events)
    _open_what_is_due(course)
    if len(course.events) == last and until is not None and until <= course.at:
        finish_turn(course, completed=True)


def _open_what_is_due(course: Course) -> None:
    for proposal in course.state.debated:
        if proposal.opens_at <= course.at:
            _vote(course, [proposal])


def _end(poll: Poll, course: Course) -> datetime:
    now = course.began or course.at
    if poll.once(is_over):
        return over_at(poll, now)
    return poll.closes_at or now


def _vote(course: Course, proposals: list[Proposal]) -> None:
    closes_at = course.at + _limits(course).vote
    open_votes(course, proposals, waiting_requests(course), closes_at, c.CLOCK)


def ask_for(course: Course) -> None:
    """A request to join has a vote of its own (301): there need not be a proposal soon."""
    if course.state.is_open:
        _vote(course, [])


def round_over(course: Course) -> None:
    """Rules 3 and 4."""
    state, turn = course.state, course.state.turn
    if state.status != "running" or turn is None or turn.over or not state.is_open:
        return
    over = not (state.live or state.polls)
    whole = turn.ends_at is None and turn.counted >= len(state.playing)
    if whole if _goes_on(course.state) else over:
        finish_turn(course, completed=True)
