"""The number of what takes the place of a withdrawn proposal (104, 108)."""

from datetime import timedelta

import pytest

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import BadClause, parse_clause
from tests.kit.games.core_play import amend, enact, transmute
from tests.kit.games.game_in_hand import Game, few

ORDINAL = "(ordinal - 291) * favourable / cast"


def game() -> Game:
    return Game(few("net_play"), players=2).start()


def withdrawn(play: Game, change: c.Change) -> None:
    play.propose(change)
    play.done(c.Withdraw(by=play.mover))


def test_a_different_change_in_its_place_has_a_number_of_its_own() -> None:
    """108: each has the next; 301 is used up."""
    play = game()
    withdrawn(play, enact("Tea is at four."))
    play.propose(amend(206, "A defeat costs five."))
    assert list(play.state.proposals) == [302]
    play.call()
    play.all_vote()
    assert play.state.next_number == 303
    made = [one for one in play.events if isinstance(one, e.ProposalMade)]
    assert [(one.number, one.revision) for one in made] == [(301, 1), (302, 1)]


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (enact("Tea is at four."), enact("Tea is at five.")),
        (amend(206, "It costs five."), amend(206, "It costs six.")),
    ],
)
def test_its_own_changed_version_keeps_its_number(first: c.Change, again: c.Change) -> None:
    """The same done to the same rule, or a new rule of the same title."""
    play = game()
    withdrawn(play, first)
    play.propose(again)
    made = [one for one in play.events if isinstance(one, e.ProposalMade)]
    assert [(one.number, one.revision) for one in made] == [(301, 1), (301, 2)]


def test_numbers_are_not_run_up_by_taking_back() -> None:
    """One other change a turn; then what was proposed last may come back, and no third."""
    play = game()
    withdrawn(play, enact("Tea."))
    withdrawn(play, amend(206, "It costs five."))
    refused = play.do(c.Propose(by=play.mover, change=amend(204, "It brings five.")))
    assert "202" in str(getattr(refused, "because", "")), refused
    play.propose(amend(206, "It costs six."))
    assert [(one.number, one.revision) for one in play.state.proposals.values()] == [(302, 2)]


def test_nothing_is_earned_by_the_higher_number() -> None:
    """202 as in games by mail pays by the ordinal: that of the first number of the turn counts."""
    play = Game(few("net_play", r202=f"reward proposer: {ORDINAL}"), players=2).start()
    withdrawn(play, enact("Tea."))
    play.propose(amend(206, "It costs five.", "penalty defeat: 5"))
    play.call()
    play.all_vote()
    scored = [one for one in play.events if isinstance(one, e.PointsScored)]
    assert [one.points for one in scored] == [10]


def test_how_long_it_can_be_changed_is_counted_from_the_first() -> None:
    play = game()
    play.propose(enact("Tea."))
    until = play.state.proposals[301].changes_until
    play.done(c.Withdraw(by=play.mover))
    play.at += timedelta(hours=5)
    play.propose(amend(206, "It costs five."))
    assert play.state.proposals[302].changes_until == until


# What says where they begin


def test_a_beginning_has_room_above_it() -> None:
    """A number from a million on would be called as one that was used before."""
    assert parse_clause("numbering: from 900000").text == "numbering: from 900000"
    with pytest.raises(BadClause):
        parse_clause("numbering: from 1000000")


def test_a_changed_beginning_holds_for_the_next_number_and_never_goes_back() -> None:
    """108, once it is mutable (109); until then it sets such a rule aside (110)."""
    play = Game(few("net_play"), players=2).start()
    for change, number in (
        (transmute(108), 301),
        (amend(301, "From 401.", "numbering: from 401"), 302),
        (amend(302, "From 5.", "numbering: from 5"), 401),
        (enact("Tea."), 402),
    ):
        play.propose(change)
        assert list(play.state.proposals) == [number]
        play.call()
        play.all_vote()
