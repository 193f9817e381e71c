"""Ballots that follow another's, or go by another vote (`ballots`): played in the core."""

import json
import runpy
from typing import Any

import pytest

from nomic_mail.archive.json import record_json
from nomic_mail.config import shipped
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal
from tests.kit.games.core_play import enact
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, entries_of, recorded

BALLOTS = "ballots: secret with abstention, endorsement, conditions"
PAGE = shipped("templates") / "record" / "check_record.py"


def opened(more: str = "vote ends: when all voted", players: int = 4) -> Game:
    """Open play, in which a proposal is voted on at once, for a day; two are open: 301 and 302."""
    rule = f"adoption: majority of cast; {BALLOTS}; {more}"
    rules = few("net_play", r202="procedure: open, each 9, debate 0h, vote 1d", r203=rule)
    game = Game(rules, players).start()
    game.propose(enact("Tea."), 1)
    game.propose(enact("Coffee."), 2)
    return game


def vote(game: Game, number: int, **said: str) -> None:
    """`p2="for"` is what player 2 says."""
    for who, choice in said.items():
        seat = int(who.removeprefix("p"))
        letter = f"{seat} {number} {len(game.events)}"
        game.done(c.Vote(by=seat, choice=choice, proposal=number, letter=letter))


def refused(game: Game, by: int, choice: str, number: int = 301) -> str:
    found = game.do(c.Vote(by=by, choice=choice, proposal=number, letter="a letter"))
    assert isinstance(found, Refusal)
    return found.code


def closed(game: Game, number: int) -> e.VotingClosed:
    found = [one for one in game.events if isinstance(one, e.VotingClosed)]
    return [one for one in found if one.number == number][-1]


def settled(game: Game, number: int) -> dict[int, tuple[str | None, str]]:
    found = [one for one in game.events if isinstance(one, e.BallotSettled)]
    return {one.seat: (one.choice, one.why.code) for one in found if one.number == number}


def verified(game: Game) -> None:
    """By the program, and by the page of code that goes with a record."""
    assert checked(recorded(game.events)).differences == []
    page: Any = runpy.run_path(str(PAGE))
    told = json.loads(record_json(entries_of(game.events)))
    assert [
        one for one in page["check"](told) if page["text"](one[1]) != page["text"](one[2])
    ] == []


def name(seat: int, game: Game) -> str:
    return game.state.name_of(seat)


def test_a_vote_is_what_the_vote_of_another_is_when_it_closes() -> None:
    game = opened()
    vote(game, 301, p1=f"as {name(2, game)}", p2="for", p3=f"as {name(1, game)}")
    vote(game, 301, p2="against")
    vote(game, 301, p4="for")
    assert closed(game, 301).votes == {1: "against", 2: "against", 3: "against", 4: "for"}
    assert settled(game, 301) == {
        1: ("against", "follows_a_vote"),
        3: ("against", "follows_a_vote"),
    }
    verified(game)


def test_those_in_a_circle_and_those_who_follow_them_have_no_vote() -> None:
    game = opened()
    vote(game, 301, p3=f"as {name(1, game)}", p1=f"as {name(2, game)}", p2=f"as {name(1, game)}")
    vote(game, 301, p4="for")
    assert closed(game, 301).votes == {4: "for"}
    assert closed(game, 301).tally == {"for": 1, "against": 0, "abstain": 0, "absent": 3}
    assert settled(game, 301) == {
        1: (None, "follows_in_a_circle"),
        2: (None, "follows_in_a_circle"),
        3: (None, "follows_no_vote"),
    }
    verified(game)


def test_who_sent_a_ballot_that_is_no_vote_has_not_missed_it() -> None:
    game = opened("penalty absent: 5; reward voters: 1; reward for: 2")
    vote(game, 301, p1=f"as {name(2, game)}", p2=f"as {name(1, game)}", p3="for")
    game.pass_time(1)
    assert closed(game, 301).absent == (4,)
    told = [(one.seat, one.points) for one in game.events if isinstance(one, e.PointsScored)]
    assert sorted(one for one in told if one[1] in (1, 2)) == [(1, 1), (2, 1), (3, 1), (3, 2)]
    absent = [seat for seat, points in told if points == -5]
    assert absent == [4, 1, 2, 3, 4]  # on 301 one, and nobody has voted on 302
    verified(game)


def test_a_vote_goes_by_how_another_came_out() -> None:
    game = opened()
    vote(game, 302, p1="for if 301 passes", p2="for if 301 fails", p3="against", p4="for")
    assert 302 in game.state.polls  # all have voted, and it waits for 301
    vote(game, 301, p1="against", p2="against", p3="against", p4="for")
    game.done(c.Tick())
    assert closed(game, 302).votes == {2: "for", 3: "against", 4: "for"}
    assert settled(game, 302) == {
        1: (None, "goes_by_not_adopted"),
        2: ("for", "goes_by_not_adopted"),
    }
    verified(game)


def test_a_condition_on_what_is_open_still_at_the_end_is_no_vote() -> None:
    game = opened()
    vote(game, 301, p1="against if 302 passes", p2="for", p3="for", p4=f"as {name(1, game)}")
    game.pass_time(1)
    assert closed(game, 301).votes == {2: "for", 3: "for"}
    assert settled(game, 301) == {
        1: (None, "goes_by_what_is_open"),
        4: (None, "follows_no_vote"),
    }
    verified(game)


def test_it_is_not_decided_as_long_as_a_condition_could_turn_it() -> None:
    game = opened("vote ends: when decided")
    vote(game, 302, p1="against if 301 passes", p2="for")
    vote(game, 302, p3=f"as {name(1, game)}")
    assert 302 in game.state.polls
    vote(game, 302, p4="for")
    assert 302 in game.state.polls  # two for, and two could be against: a majority it would not be
    vote(game, 301, p1="for", p2="for", p3="for")
    game.done(c.Tick())
    assert closed(game, 302).outcome == "defeated"
    verified(game)


def test_whom_one_follows_may_leave() -> None:
    game = opened()
    vote(game, 301, p1=f"as {name(2, game)}", p2="for", p3="for")
    game.done(c.Leave(by=2))
    vote(game, 301, p4="against")
    assert settled(game, 301) == {1: (None, "follows_no_vote")}
    verified(game)


def test_with_a_chair_votes_that_end_together_are_counted_by_number() -> None:
    game = Game(few("chairperson", r203=f"adoption: majority of cast; {BALLOTS}"), 4).start()
    by = game.mover
    game.done(c.Call(by=by, step="proposals"))
    turn = game.state.turn
    assert turn is not None
    for seat in turn.proposers[:2]:
        game.propose(enact(f"Coffee by {seat}."), seat)
    game.pass_time(2)
    game.done(c.Call(by=by, step="discussion"))
    game.pass_time(6)
    game.done(c.CallVote(by=by))
    first, second = sorted(game.state.polls)
    assert refused(game, 1, f"for if {second} passes", first) == "goes_by_what_comes_later"
    vote(game, second, p1=f"for if {first} fails", p2=f"as {name(1, game)}", p3="against")
    vote(game, first, p1="against")
    game.pass_time(8)
    assert closed(game, first).outcome == "defeated"
    assert closed(game, second).votes == {1: "for", 2: "for", 3: "against"}
    verified(game)


def test_a_count_that_is_taken_back_is_made_again_of_the_ballots() -> None:
    rules = few("net_play", r203=f"adoption: majority of cast; {BALLOTS}")
    game = Game(rules, 3).start()
    game.propose(enact("Tea."))
    game.call()
    vote(game, 301, p1=f"as {name(2, game)}", p2="for")
    for _ in range(3):
        game.pass_time(8)
    assert game.state.asked == "missing ballot"
    game.done(c.CloseVote(by=c.MODERATOR, proposal=301))
    assert closed(game, 301).votes == {1: "for", 2: "for"}
    game.done(c.Reopen(by=c.MODERATOR, proposal=301, reason="Cid's letter was lost"))
    vote(game, 301, p2="against", p3="for")
    assert closed(game, 301).votes == {1: "against", 2: "against", 3: "for"}
    verified(game)


def test_what_is_refused() -> None:
    game = opened()
    assert refused(game, 1, f"as {name(1, game)}") == "endorses_oneself"
    assert refused(game, 1, "as nobody") == "no_one_player"
    assert refused(game, 1, "for if 301 passes") == "goes_by_nothing_open"
    assert refused(game, 1, "for if 399 passes") == "goes_by_nothing_open"
    assert refused(game, 1, "perhaps") == "no_such_choice"
    assert refused(game, 1, "as 2") == "no_one_player"
    game.done(c.Join(by=9, name="Zoe North", letter="a letter"))
    assert refused(game, 1, "as Zoe") == "endorses_no_voter"
    vote(game, 301, p1="for", p2="for", p3="for", p4="for")
    assert refused(game, 1, "for if 301 passes", 302) == "goes_by_nothing_open"


@pytest.mark.parametrize("said", ["as Cid", "for if 302 fails"])
def test_nothing_of_it_may_be_said_where_no_rule_says_so(said: str) -> None:
    rule = "adoption: majority of cast; ballots: secret with abstention"
    rules = few("net_play", r202="procedure: open, each 9, debate 0h, vote 1d", r203=rule)
    game = Game(rules, 3).start()
    game.propose(enact("Tea."), 1)
    game.propose(enact("Coffee."), 2)
    code = "no_endorsing" if said.startswith("as") else "no_conditions"
    assert refused(game, 1, said) == code


def test_nobody_sees_before_the_close_that_a_ballot_follows_anything() -> None:
    game = opened()
    vote(game, 301, p1=f"as {name(2, game)}", p2="for if 302 passes", p3="for")
    told = json.dumps(json.loads(record_json(entries_of(game.events)))["ledger"])
    assert "as 2" not in told and "if 302" not in told and f"as {name(2, game)}" not in told
    verified(game)
