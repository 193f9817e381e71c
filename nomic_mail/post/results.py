"""The facts of what a vote brought: how it came out, and all that followed, up to the next turn."""

from collections.abc import Iterable, Sequence

from nomic_mail.game import events as e
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.record.story import proposed_in
from nomic_mail.game.state import State, comments, label
from nomic_mail.phrases.letters import in_a_letter, said
from nomic_mail.post.facts import Facts, aside_facts, binding_facts, names, score_facts
from nomic_mail.post.judged import held_up


def result_facts(
    closed: e.VotingClosed, events: Sequence[e.Event], before: State, after: State
) -> Facts:
    """Everything the completion of one vote brought, up to the next turn."""
    return {
        **closed_facts(closed, events, before, after),
        **aftermath_facts(events, before, after),
    }


def opened(events: Iterable[e.Event]) -> list[int]:
    """Whose ballots these have opened."""
    return [one.number for one in events if isinstance(one, e.VotingOpened)]


def _law_of(closed: e.VotingClosed, before: State) -> int | None:
    """A veto is not by the rule of adoption; one of a program tells itself whose it was."""
    if closed.outcome != "vetoed":
        return closed.rule
    by = before.polls[closed.number].vetoed if closed.number in before.polls else None
    return mechanics_of(before.rules)["veto"].rule if by else None


def closed_facts(
    closed: e.VotingClosed, events: Sequence[e.Event], before: State, after: State
) -> Facts:
    """One vote: how it came out, by whose ballots, and why."""
    proposal = before.proposals.get(closed.number)
    said_beside = comments(before.polls.get(closed.number), closed.votes)
    return {
        "number": label(closed.number),
        "joins": before.name_of(-closed.number) if closed.number < 0 else "",
        "by": after.name_of(proposal.by) if proposal else "",
        "change": proposed_in(proposal, before) if proposal else None,
        "outcome": closed.outcome,
        "reason": in_a_letter(closed.reason.named(after.name_of)),
        "rule": _law_of(closed, before),
        "tally": dict(closed.tally),
        "votes": [
            {
                "name": after.name_of(seat),
                "choice": choice,
                "comment": said_beside.get(seat, ""),
            }
            for seat, choice in sorted(closed.votes.items())
        ],
        "absent": names(after, closed.absent),
        "settled": [
            {
                "name": after.name_of(one.seat),
                "choice": one.choice,
                "why": said(one.why.named(after.name_of)),
            }
            for one in events
            if isinstance(one, e.BallotSettled) and one.number == closed.number
        ],
    }


def aftermath_facts(events: Sequence[e.Event], before: State, after: State) -> Facts:
    """What the completion of a vote brought: rules, points, throws, a win, the next turn."""
    changed = [event for event in events if isinstance(event, e.RuleChanged)]
    won = next((event for event in events if isinstance(event, e.GameWon)), None)
    next_turn = next((event for event in events if isinstance(event, e.TurnBegan)), None)
    return {
        "changed": [
            {
                "kind": one.kind,
                "was": one.was,
                "number": one.number,
                "status": one.status,
                "title": one.title,
                "text": one.text,
                "clauses": list(one.clauses),
                "binding": binding_facts(after, -1 if one.number is None else one.number),
                **aside_facts(-1 if one.number is None else one.number, mechanics_of(after.rules)),
            }
            for one in changed
        ],
        "points": [
            {
                "name": after.name_of(one.seat),
                "points": one.points,
                "total": one.total,
                "because": said(one.because),
                "rule": one.rule,
            }
            for one in events
            if isinstance(one, e.PointsScored)
        ],
        "new_chains": [one.commitment for one in events if type(one) is e.DiceCommitted],
        "throws": [throw_facts(one, after) for one in events if isinstance(one, e.DiceThrown)],
        "scores": score_facts(after, {one.seat: one.score for one in before.players.values()}),
        "won": won_facts(won, after) if won else None,
        "rounds": rounds_facts(events, after),
        "next_mover": after.name_of(next_turn.mover) if next_turn and next_turn.mover else "",
        "next_is_open": bool(next_turn and next_turn.procedure == "open"),
        "next_waits": held_up(after),
        "next_due_at": next_turn.due_at if next_turn else None,
        "next_is_chair": bool(next_turn and next_turn.procedure == "chair"),
    }


def throw_facts(thrown: e.DiceThrown, state: State) -> Facts:
    return {
        "by": state.name_of(thrown.by),
        "dice": thrown.dice,
        "faces": list(thrown.faces),
        "link": thrown.link,
        "commitment": thrown.commitment,
        "message": thrown.message,
        "proven": thrown.proven,
        "of_a_vote": thrown.rule is None,
    }


def rounds_facts(events: Iterable[e.Event], state: State) -> list[Facts]:
    """Wins after which play goes on."""
    won = (one for one in events if isinstance(one, e.RoundWon))
    return [{**won_facts(one, state), "by": one.by} for one in won]


def won_facts(won: e.GameWon | e.RoundWon, state: State) -> Facts:
    return {
        "winners": names(state, won.winners),
        "goal": won.goal,
        "of": won.of(state),
        "rule": won.rule,
    }
