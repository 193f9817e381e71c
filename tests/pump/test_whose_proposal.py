"""Whose proposal it is, as players call each other: a name that two of them have is nobody's."""

import pytest
from msgspec.structs import replace

from nomic_mail.game.commands import Propose
from nomic_mail.pump.says.meaning import aims_of
from tests.kit.games.core_play import enact, started


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (("Ann Lee", "Bob Stone", "Cyd Moss"), ("ann lee", "ann", "lee")),
        (("Ann Lee", "Ann Stone", "Cyd Moss"), ("ann lee", "lee")),
        (("Ann Lee", "Bob Lee", "Ann Moss"), ("ann lee",)),
        (("Ann", "Ann Lee", "Cyd Moss"), ()),
        (("Ann Lee", "Annie Stone", "Lee"), ("ann lee", "ann")),
        (("ANN LEE", "ann stone", "Cyd Moss"), ("ann lee", "lee")),
    ],
)
def test_a_name_that_nobody_else_has_is_the_authors(
    names: tuple[str, ...], called: tuple[str, ...]
) -> None:
    play = started(3)
    play.done(Propose(by=play.mover, change=enact()))
    (number,) = play.state.proposals
    author = play.state.proposals[number].by
    seats = [author, *(seat for seat in play.state.players if seat != author)]
    players = {
        seat: replace(play.state.players[seat], name=name)
        for seat, name in zip(seats, names, strict=True)
    }
    state = replace(play.state, players=players)
    aims = aims_of(number, state)
    assert aims.author == called
    assert state.proposals[number].change.text in aims.text
    assert aims_of(None, replace(state, proposals={})).author is None
