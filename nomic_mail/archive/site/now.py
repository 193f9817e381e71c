"""What a game waits for, who leads, and what there is to reach: its front page."""

from collections.abc import Iterator
from typing import Any

from nomic_mail.archive.lines import listed
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.record import PlayerRecord, Record
from nomic_mail.game.rulebook import Rules
from nomic_mail.game.state import TOLD, State, label

Told = dict[str, Any]


def goal_of(rules: Rules) -> int | None:
    value = mechanics_of(rules)["victory"].value
    return value if isinstance(value, int) and value else None


def standing(record: Record) -> list[PlayerRecord]:
    """Who leads stands first; who has left, last."""
    players = record.players.values()
    return sorted(players, key=lambda one: (one.status == "left", -one.score, one.name))


def waiting(state: State) -> list[Told]:
    """`what`, and `until` when, if that is known; `number` is a proposal with a page."""
    if state.status != "running" or state.ruleset == TOLD:
        return []
    return [*_turn(state), *_votes(state), *_judgment(state), *_inactive(state)]


def _turn(state: State) -> Iterator[Told]:
    turn = state.turn
    if turn is None:
        return
    if turn.procedure == "chair":
        steps = {"proposals": "Proposals are called for", "discussion": "Discussion", "vote": ""}
        what = steps.get(turn.step) or f"{state.name_of(turn.mover)} has the chair"
        if turn.step != "vote":
            yield _told(what, turn.ends_at or turn.due_at)
    elif state.is_open and not (state.live or state.polls):
        yield _told("Anybody can make a proposal", None)
    elif not turn.over and not state.live:
        yield _told(f"{state.name_of(turn.mover)} is to make a proposal", turn.due_at)
    for one in state.live:
        if one.number not in state.polls:
            until = turn.ends_at if turn.procedure == "chair" else one.opens_at
            yield _told(f"Proposal {one.number} is debated", until, one.number)


def _votes(state: State) -> Iterator[Told]:
    for poll in state.open_polls:
        joins = poll.number < 0
        what = f"the request of {state.name_of(-poll.number)} to join" if joins else ""
        told = f"The vote on {what or 'proposal ' + label(poll.number)} is open"
        missing = [state.name_of(seat) for seat in poll.missing]
        count = f"{len(poll.electorate) - len(missing)} of {len(poll.electorate)} have voted"
        if missing:
            count += f"; missing: {listed(missing)}"
        yield _told(f"{told}: {count}", poll.closes_at, None if joins else poll.number)


def _inactive(state: State) -> Iterator[Told]:
    if state.inactive:
        names = listed([state.name_of(seat) for seat in state.inactive])
        yield _told(f"Not counted among the voters until they write: {names}", None)


def _judgment(state: State) -> Iterator[Told]:
    judgment = state.judgment
    if judgment is not None and judgment.pending:
        yield _told(f"{state.name_of(judgment.judge)} is to give a ruling", judgment.due_at)
    if state.asked:
        yield _told(f"The Moderator is asked to settle something: {state.asked}", None)


def _told(what: str, until: Any, number: int | None = None) -> Told:
    return {"what": what, "until": until, "number": number}
