"""Withdrawn while it is voted on (`withdrawal: until the vote closes`), in each procedure."""

import pytest
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal
from tests.game.test_votes_properties import TABLES, play_votes
from tests.kit.games.core_play import QUICK, enact
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, recorded

LATE = "withdrawal: until the vote closes"
RULE = f"adoption: majority of cast; {LATE}; reward voters: 1; penalty absent: 5"


def closed(game: Game) -> list[tuple[int, str]]:
    return [(one.number, one.outcome) for one in game.events if isinstance(one, e.VotingClosed)]


def begun(procedure: str, rule: str = RULE, proposals: int = 1) -> tuple[Game, int, int]:
    """With the number of the last that is voted on, and whose it is."""
    game = TABLES[procedure](rule, proposals)
    last = max(one.number for one in game.state.live)
    return game, last, game.state.proposals[last].by


@pytest.mark.parametrize("procedure", ["open", "turns"])
def test_the_vote_is_over_at_once_and_brings_nobody_points(procedure: str) -> None:
    game, number, by = begun(procedure)
    play_votes(game, [(seat, number, "for") for seat in (1, 2, 3) if seat != by])
    scores = [one.score for one in game.state.players.values()]
    before = len(closed(game))
    game.done(c.Withdraw(by=by, proposal=number))
    assert closed(game)[before:] == [(number, "withdrawn")]
    assert [one.score for one in game.state.players.values()] == scores
    turn = game.state.turn
    assert turn is not None
    assert game.state.is_open or turn.number == 2
    assert checked(recorded(game.events)).differences == []


def test_it_is_over_at_once_whatever_else_the_rule_has_a_vote_wait_for() -> None:
    for ending in ("at the deadline", "when decided, after 20h"):
        game, number, by = begun("open", f"{RULE}; vote ends: {ending}")
        game.done(c.Withdraw(by=by, proposal=number))
        assert closed(game)[-1] == (number, "withdrawn")


def test_with_a_chair_it_comes_to_nothing_at_the_declared_end() -> None:
    game, number, by = begun("chair", proposals=2)
    for seat in game.state.playing:
        for poll in tuple(game.state.polls):
            game.done(c.Vote(by=seat, choice="for", proposal=poll, letter=f"{seat} {poll}"))
    game.done(c.Withdraw(by=by, proposal=number))
    assert not closed(game)
    assert isinstance(game.do(c.Withdraw(by=by, proposal=number)), Refusal), "it is withdrawn"
    game.pass_time(9)
    assert closed(game) == [(number - 1, "adopted"), (number, "withdrawn")]
    assert checked(recorded(game.events)).differences == []


def test_what_goes_by_it_finds_that_it_has_failed() -> None:
    follows = "ballots: secret with conditions; vote ends: at the deadline"
    game, number, by = begun("open", f"{RULE}; {follows}", 2)
    other = number - 1
    game.done(c.Vote(by=3, choice=f"for if {number} fails", proposal=other, letter="a vote"))
    game.done(c.Withdraw(by=by, proposal=number))
    game.pass_time(2)
    assert closed(game)[-2:] == [(number, "withdrawn"), (other, "adopted")]


def test_nobody_is_waited_for_or_late_on_what_is_withdrawn() -> None:
    """Who has voted on the request beside it owes nothing."""
    house = replace(QUICK, missing_ballot="remove", extensions=0)
    joins = few(
        "net_play", r203=f"{RULE}; membership: unanimous vote; lateness: moderator may remove"
    )
    game = Game(joins, 4, house).start()
    game.done(c.Join(by=5, name="Player 05", letter="join 5"))
    game.propose(enact("Coffee."))
    game.call()
    by, late, *others = [game.mover, *game.others()]
    for seat in (by, *others):
        game.done(c.Vote(by=seat, choice="for", proposal=-5, letter=f"{seat}"))
    game.done(c.Withdraw(by=by))
    assert game.state.missing == (late,)
    game.pass_time(8)
    assert [one.seat for one in game.events if isinstance(one, e.PlayerLeft)] == [late]
    assert dict(closed(game)) == {301: "withdrawn", -5: "adopted"}
    assert checked(recorded(game.events)).differences == []


def test_who_does_not_vote_on_what_is_withdrawn_misses_nothing() -> None:
    game, number, by = begun("chair", f"{RULE}; inactive: after 1 vote missed")
    game.done(c.Withdraw(by=by, proposal=number))
    game.pass_time(9)
    assert closed(game) == [(number, "withdrawn")]
    assert game.state.inactive == ()
    reopened = game.do(c.Reopen(by=c.MODERATOR, proposal=number, reason="why not"))
    assert isinstance(reopened, Refusal)
    assert reopened.code == "vote_was_whole"
    assert checked(recorded(game.events)).differences == []


def test_without_such_a_rule_its_form_is_final() -> None:
    game, number, by = begun("open", "adoption: majority of cast")
    refused = game.do(c.Withdraw(by=by, proposal=number))
    assert isinstance(refused, Refusal)
    assert refused.code == "form_is_final"
