"""`procedure: open, round 7d`: what goes by turns and circuits elsewhere goes by the week."""

import pytest

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import BadClause, parse_clause
from nomic_mail.game.decide import next_wake
from tests.kit.games.core_play import amend, enact
from tests.kit.games.game_in_hand import DAY, Game, few
from tests.kit.recorded import checked, recorded

WEEKLY = "procedure: open, each 9, debate 0h, vote 2d, round 7d"
HALF = "adoption: unanimous of eligible, after circuits 2: majority of eligible"


def game(law: str = WEEKLY) -> Game:
    return Game(few("suber_1982", r202=law, r203=HALF), 3).start()


def rounds(made: Game) -> list[tuple[int, int]]:
    return [(one.turn, one.circuit) for one in made.events if isinstance(one, e.TurnBegan)]


def procedure(made: Game) -> str:
    return made.state.turn.procedure if made.state.turn is not None else ""


def is_honest(made: Game) -> bool:
    return checked(recorded(made.events)).differences == []


def test_a_round_is_over_when_its_time_is_and_not_by_votes() -> None:
    made = game()
    for number in (301, 302, 303, 304):
        made.propose(enact("Tea."), 1)
        made.all_vote(number=number)
    assert rounds(made) == [(1, 1)]
    made.pass_time(7)
    assert rounds(made) == [(1, 1), (2, 2)]
    assert is_honest(made)


def test_where_nothing_is_open_the_server_wakes_when_the_round_is_over() -> None:
    made = game()
    assert made.state.turn is not None
    assert next_wake(made.state) == made.state.turn.began_at + 7 * DAY


def test_what_is_open_goes_on_into_the_next_round() -> None:
    made = game()
    made.pass_time(6)
    made.propose(enact("Tea."), 1)
    made.pass_time(1.5)
    assert rounds(made) == [(1, 1), (2, 2)] and 301 in made.state.polls
    made.all_vote()
    assert 301 in {one.number for one in made.state.rules}
    assert is_honest(made)


def test_circuits_of_203_are_weeks() -> None:
    made = game()
    for _ in range(2):
        made.pass_time(7)
    assert made.state.circuit == 3
    made.propose(enact("Tea."), 1)
    made.all_vote(2)
    assert 301 in {one.number for one in made.state.rules}, "a majority is enough by now"
    assert is_honest(made)


def test_a_tick_that_comes_late_moves_no_week_and_after_a_long_silence_a_new_one_begins() -> None:
    made = game()
    made.pass_time(7.5)
    made.pass_time(6.5)
    assert rounds(made)[-1] == (3, 3)
    made.pass_time(30)
    assert rounds(made)[-1] == (4, 4)
    assert made.state.turn is not None and made.state.turn.ends_at == made.at + 7 * DAY
    assert is_honest(made)


def test_a_pause_is_no_part_of_a_round() -> None:
    made = game()
    made.pass_time(5)
    made.done(c.Pause(by=c.MODERATOR))
    made.at += 20 * DAY
    made.done(c.Resume(by=c.MODERATOR))
    made.pass_time(1.9)
    assert rounds(made) == [(1, 1)]
    made.pass_time(0.2)
    assert rounds(made) == [(1, 1), (2, 2)]
    assert is_honest(made)


def test_a_round_ends_as_it_began_and_the_next_one_is_as_the_rule_has_it() -> None:
    made = game()
    made.propose(amend(202, "By votes.", "procedure: open, each 9, debate 0h, vote 2d"), 1)
    made.all_vote()
    for number in (302, 303, 304):
        made.propose(enact("Tea."), 2)
        made.all_vote(number=number)
    assert rounds(made) == [(1, 1)]
    made.pass_time(7)
    for number in (305, 306, 307):
        made.propose(enact("Cake."), 2)
        made.all_vote(number=number)
    assert rounds(made) == [(1, 1), (2, 2), (3, 3)]
    assert is_honest(made)


def test_what_is_open_is_decided_before_turns_begin_whenever_the_round_would_end() -> None:
    made = game()
    made.pass_time(6)
    made.propose(enact("Tea."), 1)
    made.propose(amend(202, "Turns.", "procedure: turns"), 2)
    made.all_vote(number=302)
    wake = next_wake(made.state)
    assert wake is not None
    made.pass_time(1.5)
    assert (procedure(made), list(made.state.polls)) == ("open", [301])
    made.pass_time(1)
    assert (procedure(made), list(made.state.polls)) == ("turns", [])
    assert is_honest(made)


@pytest.mark.parametrize("said", ["round", "round 2h", "round a week", "round 7d, round 8d"])
def test_what_is_no_round_is_refused(said: str) -> None:
    with pytest.raises(BadClause):
        parse_clause(f"procedure: open, {said}")


def test_it_reads_as_it_is_written() -> None:
    assert parse_clause("procedure: open, round 1w").text == "procedure: open, round 7d"
    assert parse_clause("procedure: open, round 0").text == "procedure: open"


def test_what_is_asked_about_an_open_proposal_is_asked_on_when_the_round_is_over() -> None:
    """And what was asked about one that is gone by then is not."""
    made = game(WEEKLY.replace("debate 0h", "debate 3d"))
    made.propose(amend(204, "Whoever votes against it gains by it."), 1)
    made.propose(amend(206, "Whoever loses a vote pays for it."), 2)
    assert set(made.state.bindings) == {301, 302}
    made.done(c.Withdraw(by=2))
    made.pass_time(7)
    assert made.state.turn is not None and made.state.turn.number == 2
    assert set(made.state.bindings) == {301}


def test_a_vote_that_ends_the_rounds_and_the_game_ends_no_round_after_it() -> None:
    made = game()
    made.propose(amend(202, "Turns.", "procedure: turns", "reward proposer: 200"), 1)
    made.all_vote()
    assert made.state.status == "ended"
    assert isinstance(made.events[-1], e.GameEnded)
    assert is_honest(made)
