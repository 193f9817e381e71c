"""The vote, whatever the procedure: ballots open, are cast, changed and taken back (104, 105).

1. `VotingOpened` freezes voters, votes, threshold and text: a later change never alters an open
   ballot.
2. Ballots that are open together close together, but in open play. In `turns` they close when all
   have voted, or at the deadline; with a chair only at the declared end.
3. A request to join that needs a vote (301) goes to it with the next proposals. It has a ballot as
   they have, and no number: 108 gives numbers to rule-changes.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses.ballots import ABSTENTION, allows
from nomic_mail.game.clauses.kind import PROGRAM
from nomic_mail.game.clauses.votes import weighed, weights, within_bounds
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.following import waiting
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.procedures.following import as_written
from nomic_mail.game.procedures.program_asks import asked, is_asked
from nomic_mail.game.procedures.program_rights import ends_a_program
from nomic_mail.game.procedures.scoring import close
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.programs import Given
from nomic_mail.game.state import Poll, Proposal, State, label
from nomic_mail.game.tally import decided, ends, ends_from, is_final

ADMISSION = "unanimous of eligible"
# The letters of ballots that nobody has sent: one that stays, one until its seat has sent another
BY_RULE, AT_FIRST = "by rule", "at first"
BY_NOBODY = (BY_RULE, AT_FIRST)
_BY_ITSELF = {"for": BY_RULE, "for at first": AT_FIRST}


def open_votes(
    course: Course,
    proposals: Iterable[Proposal],
    requests: Iterable[int],
    closes_at: datetime | None,
    called_by: int,
) -> None:
    state = course.state
    for proposal in proposals:
        threshold, rule = course.mechanics.threshold(
            proposal.changes, state.rules, state.circuit, proposal.power, state.reading
        )
        number, revision = proposal.number, proposal.revision
        _open(course, number, revision, threshold, rule, closes_at, called_by)
    for seat in requests:
        rule = course.mechanics["membership"].rule
        _open(course, -seat, 0, ADMISSION, rule, closes_at, called_by)


def open_turn_vote(course: Course, proposal: Proposal, called_by: int) -> None:
    window = course.state.settings.vote_window
    closes_at = course.at + window if window else None
    open_votes(course, [proposal], waiting_requests(course), closes_at, called_by)


def _open(
    course: Course,
    number: int,
    revision: int,
    threshold: str,
    rule: int | None,
    closes_at: datetime | None,
    called_by: int,
) -> None:
    state, mechanics = course.state, course.mechanics
    electorate = _electorate(course, number)
    votes = _votes(course, number, electorate)
    course.happen(
        e.VotingOpened(
            at=course.at,
            number=number,
            revision=revision,
            electorate=electorate,
            threshold=threshold,
            threshold_rule=rule,
            abstention=allows(mechanics["ballots"].value, ABSTENTION),
            closes_at=closes_at,
            called_by=called_by,
            weights=votes,
        )
    )
    proposal = state.proposals.get(number)
    if proposal is None or proposal.by not in electorate:
        return
    letter = _BY_ITSELF.get(mechanics["proposer votes"].value)
    if letter is not None:
        course.happen(
            e.BallotCast(
                at=course.at,
                number=number,
                seat=proposal.by,
                received_at=course.at,
                letter=letter,
                changed=False,
                choice="for",
            )
        )


def _electorate(course: Course, number: int) -> tuple[int, ...]:
    """Who may vote, of them those whom a program lets; never nobody (114). Where a program says
    what is adopted, all players vote on the repeal of such a rule."""
    state, mechanics = course.state, course.mechanics
    proposal = state.proposals.get(number)
    asks = proposal is not None and is_asked(mechanics["adoption"].value)
    changes = proposal.changes if proposal is not None else ()
    if state.reading < 3:
        changes = changes[:1]
    if asks and any(ends_a_program(one, state.rules) for one in changes):
        return state.playing
    seats = mechanics.eligible(state, proposal)
    answers = asked(course, mechanics["eligible"], _each(number, seats)) or ()
    let = zip(seats, answers, strict=False)
    return tuple(seat for seat, is_let in let if is_let) or seats


def _each(number: int, seats: tuple[int, ...]) -> tuple[tuple[Given, ...], ...]:
    """What a program is asked of them; nothing, of a request to join."""
    proposal = Given(kind="proposal", number=number)
    asked_of = seats if number > 0 else ()
    return tuple((Given(kind="player", number=seat), proposal) for seat in asked_of)


def _votes(course: Course, number: int, electorate: tuple[int, ...]) -> Mapping[int, int]:
    """Of each, by a sum or by the program of that rule; on who asks to join, everybody has one."""
    state, votes = course.state, course.mechanics["votes"]
    if votes.value != PROGRAM:
        void = course.mechanics.void
        return weights(votes.value, state, number, electorate, votes.rule, void)
    seats = weighed(state, electorate)
    answers = asked(course, votes, _each(number, seats)) or ()
    return within_bounds(dict(zip(seats, answers, strict=False)))


def waiting_requests(course: Course) -> tuple[int, ...]:
    """Those who wait for the next vote (301)."""
    if course.mechanics["membership"].value != "unanimous vote":
        return ()
    return tuple(seat for seat in course.state.requests if -seat not in course.state.polls)


# Ballots


def _poll_for(course: Course, number: int | None, *, back: bool = False, like: str = "") -> Poll:
    """`back`: to take a ballot back; `like`: to vote as somebody does."""
    state = course.state
    poll = state.polls.get(number) if number is not None else state.poll
    if poll is None:
        raise _no_such_ballot(course, number)
    if number is None and len(state.polls) > 1:
        open_now = tuple(label(one.number) for one in state.open_polls)
        how = Phrase("retract_one", number=open_now[0]) if back else how_to_vote(state)
        how = Phrase("endorse_one", name=like, number=open_now[0]) if like else how
        raise Refused("several_ballots", course.cite(106), numbers=open_now, how=how)
    return poll


def how_to_vote(state: State) -> Phrase:
    """What a voter can reply, with every open ballot named."""
    *others, last = (label(poll.number) for poll in state.open_polls)
    if not others:
        return Phrase("reply_on_one", number=last)
    return Phrase("reply_on_several", others=tuple(others), last=last)


def _no_such_ballot(course: Course, number: int | None) -> Refused:
    """Of none in particular only where none is open. What is told of one that is debated still, or
    over, is told while others are open, too."""
    state, law, name = course.state, course.cite(105), label(number or 0)
    debated = [one for one in state.live if number in (None, one.number)]
    if debated:
        return Refused("still_debated", law, number=debated[0].number)
    over = number is not None and state.numbers.first <= number < state.next_number
    if over and (state.is_open or not state.polls):
        return Refused("vote_is_over", law, number=number)
    if state.polls:
        return Refused("no_such_ballot", law, number=name, how=how_to_vote(state))
    return Refused("no_vote_open" if number is None else "no_vote_on_it", law, number=name)


@decides(c.Vote)
def vote(course: Course, command: c.Vote) -> None:
    like = command.choice.removeprefix("as ") if command.choice.startswith("as ") else ""
    poll = _poll_for(course, command.proposal, like=like)
    name = label(poll.number)
    if command.by not in (*poll.electorate, *poll.left_out):
        raise Refused("no_voter", course.cite(105), number=name)
    _is_free(course, poll, command.by)
    choice = as_written(course, poll, command)
    course.happen(
        e.BallotCast(
            at=course.at,
            number=poll.number,
            seat=command.by,
            received_at=_in_time(course, poll, command),
            letter=command.letter,
            changed=command.by in poll.ballots,
            choice=choice,
            comment=command.comment,
        )
    )
    resumed_at = course.state.resumed_at
    if resumed_at is None or (command.received_at or course.at) >= resumed_at:
        close_if_all_voted(course)  # else there may be later words from the pause: a tick closes


def close_if_all_voted(course: Course) -> None:
    """With a chair a vote runs to its declared end (202); in open play each is for itself."""
    state = course.state
    over = [one for one in state.open_polls if one.once(is_over) and ends_from(one) <= course.at]
    if over and not state.is_chaired and (state.is_open or len(over) == len(state.polls)):
        close(course, over)


def over_at(poll: Poll, now: datetime | None) -> datetime:
    """When it ends that is over by the votes that are in."""
    earliest = ends_from(poll)
    return earliest if now is None else max(now, earliest)


def all_over_at(polls: Collection[Poll], now: datetime | None) -> datetime | None:
    """When all of them have ended, where each is over by the votes that are in."""
    if not all(poll.once(is_over) for poll in polls):
        return None
    return max(over_at(poll, now) for poll in polls)


def is_over(poll: Poll) -> bool:
    """Before its deadline: by the votes that are in, once it may end by them (`ends_from`). It is
    the same for one poll, however often it is asked: `poll.once(is_over)`."""
    way = ends(poll)
    if poll.withdrawn:
        return True
    if way == "at the deadline" and poll.closes_at is not None:
        return False
    if way == "when decided" and decided(poll):
        return True
    # a ballot that goes by another vote has its say until the deadline
    return not poll.missing and (poll.closes_at is None or not any(waiting(poll)))


def _is_free(course: Course, poll: Poll, by: int) -> None:
    """Whether theirs can still be changed: as it was when the vote opened. One whose letter is not
    told, as in the record of a vote that goes on, may be AT_FIRST: it is taken that it can."""
    ballot, number = poll.ballots.get(by), label(poll.number)
    if ballot is None:
        return
    if ballot.letter == BY_RULE:
        raise Refused("proposer_votes_for", course.cite_mechanic("proposer votes"), number=number)
    if ballot.letter not in (AT_FIRST, "") and is_final(poll):
        raise Refused("vote_is_final", course.cite_mechanic("vote changes"), number=number)


def _in_time(course: Course, poll: Poll, command: c.Vote) -> datetime:
    """The last valid ballot by receipt counts: a letter confirmed late is older than it looks."""
    received_at = command.received_at or course.at
    if received_at < poll.opened_at:
        raise Refused("before_the_vote", course.cite(105), number=label(poll.number))
    _is_last_word(poll, command.by, received_at)
    return received_at


def _is_last_word(poll: Poll, seat: int, received_at: datetime) -> None:
    if received_at >= poll.last_word(seat):
        return
    raise Refused(
        "voted_since" if seat in poll.ballots else "taken_back_since", number=label(poll.number)
    )


@decides(c.Retract)
def retract(course: Course, command: c.Retract) -> None:
    poll = _poll_for(course, command.proposal, back=True)
    if command.by not in poll.ballots:
        raise Refused("no_ballot_in", course.cite(105), number=label(poll.number))
    _is_free(course, poll, command.by)
    received_at = command.received_at or course.at
    _is_last_word(poll, command.by, received_at)
    course.happen(
        e.BallotRetracted(
            at=course.at, number=poll.number, seat=command.by, received_at=received_at
        )
    )


@decides(c.CloseVote)
def close_vote(course: Course, command: c.CloseVote) -> None:
    """The moderator's answer to a missing ballot: count without it; it is no vote either way."""
    state = course.state
    if not state.polls or (command.proposal is not None and command.proposal not in state.polls):
        no = _no_such_ballot(course, command.proposal)
        if no.refusal.code in ("no_vote_open", "no_vote_on_it"):
            law = no.refusal.because
            if command.proposal is None:
                raise Refused("nothing_to_close", law)
            raise Refused("no_vote_to_close", law, number=label(command.proposal))
        raise no
    if state.asked != "missing ballot":
        numbers = tuple(label(poll.number) for poll in state.open_polls)
        raise Refused("vote_has_time", course.cite(105), numbers=numbers)
    close(course)
