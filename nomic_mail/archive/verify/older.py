"""Ledgers from before causes were told: what an event says of itself that can be worked out from
what came before, whatever the program of then made of the rules.

Throws and the shuffle, the count of a vote, the sums of points. That they followed from anything,
or that nothing else did, only a head from elsewhere can prove.
"""

from collections.abc import Iterator
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.dice import message_of, shuffle, throw
from nomic_mail.game.following import votes_of
from nomic_mail.game.state import State
from nomic_mail.game.tally import tallied

SIDES = frozenset(map(str, range(1, 1001)))

Worked = Iterator[tuple[str, str, Any]]


def worked_out(state: State, event: e.Event) -> Worked:
    """Which part of the check, the field, and what comes out."""
    if isinstance(event, e.DiceThrown):
        yield from _thrown(state, event)
    elif isinstance(event, e.GameStarted) and event.link:
        drawn = message_of(game=state.name, joined=event.over)
        yield "throws and the shuffle", "order", shuffle(event.link, drawn, state.playing)
    elif isinstance(event, e.VotingClosed):
        yield from _counted(state, event)
    elif isinstance(event, e.PointsScored | e.PointsAwarded):
        player = state.players.get(event.seat)
        if player is not None:
            yield "scores", "total", player.score + event.points


def _thrown(state: State, event: e.DiceThrown) -> Worked:
    count, sides = len(event.faces), event.dice.partition("d")[2]
    dice = f"{count}d{sides}" if sides in SIDES else "as many dice as faces, that there are"
    yield "throws and the shuffle", "dice", dice
    if event.dice == dice:
        faces = throw(event.link, event.message, count, int(sides))
        yield "throws and the shuffle", "faces", faces
    if state.chain is not None:
        yield "throws and the shuffle", "commitment", state.chain.commitment


def _counted(state: State, event: e.VotingClosed) -> Worked:
    poll = state.polls.get(event.number)
    if poll is None:
        return
    yield "tallies", "votes", votes_of(poll)
    yield "tallies", "absent", poll.missing
    yield (
        "tallies",
        "tally",
        dict(tallied(poll).counts),
    )
