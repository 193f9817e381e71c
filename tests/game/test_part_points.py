"""Points that are counted in parts (the clause `points`): exact, told as 3.5, written as "7/2"."""

import json
import pickle
from copy import deepcopy
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import BadClause, parse_clause
from nomic_mail.game.course import Refusal
from nomic_mail.game.part_points import PartPoints, exact, points, read_points, read_written
from nomic_mail.game.state import State
from nomic_mail.post import digest
from nomic_mail.written import codec
from tests.kit.games.core_play import enact
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, recorded

HALF = read_points("0.5")
numbers = st.fractions(max_denominator=1000).map(points)


@given(numbers, numbers)
def test_what_is_reckoned_with_them_is_exact_and_whole_where_it_can_be(
    one: int, other: int
) -> None:
    first, second = exact(one), exact(other)
    for made, meant in (
        (one + other, first + second),
        (one - other, first - second),
        (one * other, first * second),
        (-one, -first),
        (abs(one), abs(first)),
    ):
        assert exact(made) == meant
        assert isinstance(made, PartPoints) == (meant.denominator != 1)
    assert (one < other, one <= other, one == other) == (
        first < second,
        first <= second,
        first == second,
    )
    assert (one > other, one >= other, one != other) == (
        first > second,
        first >= second,
        first != second,
    )
    assert hash(one) == hash(first)
    assert sum([one, other]) == one + other
    if other:
        assert one // other == first // second
        assert round(one / other) == round(float(first / second))


@given(numbers)
def test_each_is_read_back_as_it_was(one: int) -> None:
    text = one.written if isinstance(one, PartPoints) else str(one)
    assert read_written(text) == one
    assert exact(deepcopy(one)) == exact(pickle.loads(pickle.dumps(one))) == exact(one)
    assert isinstance(Fraction(one), Fraction)
    assert Fraction(one) == exact(one)


@pytest.mark.parametrize(
    ("text", "told"),
    [("3.5", "3.5"), ("-3.5", "-3.5"), ("0.25", "0.25"), ("2.50", "2.5"), ("0.125", "0.125")],
)
def test_they_are_told_as_they_are_written(text: str, told: str) -> None:
    one = read_points(text)
    assert str(one) == f"{one}" == told
    assert f"{one:+d}" == (told if told[0] == "-" else f"+{told}")
    assert f"{one:6d}" == told.rjust(6)


def test_those_that_have_no_decimals_are_told_as_a_fraction() -> None:
    assert str(read_written("7/3")) == "7/3"


@pytest.mark.parametrize("text", ["1/0", "7/0"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="/0"):
        read_written(text)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("to 1/10", "to 1/10"),
        ("1/10", "to 1/10"),
        ("to 0.1", "to 1/10"),
        ("to 0.01", "to 1/100"),
        ("TO 1/4", "to 1/4"),
        ("whole", "whole"),
        ("to 1/1", "whole"),
    ],
)
def test_the_clause_prints_back_what_it_read(written: str, shown: str) -> None:
    clause = parse_clause(f"points: {written}")
    assert clause.text == f"points: {shown}"
    assert parse_clause(clause.text) == clause


@pytest.mark.parametrize("text", ["to 1/3", "to 2/10", "to 1/0", "to 1/2000", "tenths", "3", ""])
def test_parts_that_have_no_end_as_decimals_are_refused(text: str) -> None:
    with pytest.raises(BadClause, match="write to 1/10"):
        parse_clause(f"points: {text}")


def table(*clauses: str, players: int = 3) -> Game:
    law = "; ".join(("adoption: majority of eligible", *clauses))
    others = {"r202": "procedure: turns", "r206": "penalty defeat: 0", "r208": "victory: 5"}
    return Game(few("net_play", r203=law, **others), players).start()


def test_a_sum_comes_to_the_nearest_part_halves_up() -> None:
    game = table("points: to 1/10", "reward adopted: favourable / 8")
    mover = game.mover
    game.propose(enact("Tea."))
    game.call()
    game.all_vote()
    assert str(game.state.players[mover].score) == "0.4"  # 0.375
    scored = [one for one in game.events if isinstance(one, e.PointsScored)]
    assert [(str(one.points), str(one.total)) for one in scored] == [("0.4", "0.4")]
    assert checked(recorded(game.events)).differences == []


def test_without_the_clause_points_are_whole_as_they_were() -> None:
    game = table("reward adopted: favourable / 8 + 2.5")
    mover = game.mover
    game.propose(enact("Tea."))
    game.call()
    game.all_vote()
    assert game.state.players[mover].score == 3
    assert type(game.state.players[mover].score) is int


def test_what_is_counted_goes_by_the_rules_when_points_are_scored() -> None:
    """The change itself is scored by the rules that it makes (107, 205)."""
    game = table("reward adopted: 0.5", "points: to 1/2")
    first = game.mover
    game.propose(enact("Whole points again.", "points: whole over 203"))
    game.call()
    game.all_vote()
    assert game.state.players[first].score == 1
    game = table("reward adopted: 0.5", "points: to 1/2")
    first = game.mover
    game.propose(enact("Tea."))
    game.call()
    game.all_vote()
    assert game.state.players[first].score == HALF
    game.propose(enact("Whole points again.", "points: whole over 203"))
    game.call()
    game.all_vote()
    assert game.state.players[first].score == HALF  # what is there stays
    assert checked(recorded(game.events)).differences == []


def test_of_two_rules_the_one_with_precedence_says_how_finely() -> None:
    game = table("points: to 1/10", "reward adopted: 0.25")
    first = game.mover
    game.propose(enact("By quarters.", "points: to 1/4"))
    game.call()
    game.all_vote()
    assert str(game.state.players[first].score) == "0.3"  # 203 has the lower number (211)
    second = game.mover
    game.propose(enact("By quarters.", "points: to 1/4 over 203"))
    game.call()
    game.all_vote()
    assert str(game.state.players[second].score) == "0.25"


def test_half_a_point_before_the_goal_nobody_has_won() -> None:
    game = table("points: to 1/2", "reward adopted: 4.5")
    first = game.mover
    game.propose(enact("Tea."))
    game.call()
    game.all_vote()
    name, why = game.state.name_of(first), "the rule says so"
    game.done(c.Award(by=c.MODERATOR, who="Me", player=name, points=HALF, rule=203, reason=why))
    assert game.state.winners == (first,)
    assert game.state.players[first].score == 5
    assert checked(recorded(game.events)).differences == []


def test_a_state_and_an_event_come_back_from_their_texts() -> None:
    game = table("points: to 1/2", "reward adopted: 0.5")
    first = game.mover
    game.propose(enact("Tea."))
    game.call()
    game.all_vote()
    again = codec.read_state(codec.write_state(game.state))
    assert again == game.state
    assert again.players[first].score == HALF
    assert digest.read_scores(digest.scores_of(game.state))[first] == HALF
    assert '"1/2"' in json.dumps(json.loads(codec.write_state(game.state)))


def test_a_seat_is_no_part_of_a_point() -> None:
    text = codec.write_state(State()).replace('"circuit":0', '"circuit":"7/2"')
    with pytest.raises(codec.Unreadable):
        codec.read_state(text)


def test_no_part_of_a_point_that_no_rule_counts_is_given_or_set_right() -> None:
    game = Game(few("net_play")).start()
    who = {"by": c.MODERATOR, "player": "Player 01", "reason": "so"}
    for act in (
        c.Award(**who, points=HALF, rule=202),  # type: ignore[arg-type]
        c.CorrectScore(**who, total=HALF),  # type: ignore[arg-type]
    ):
        refused = game.do(act)
        assert isinstance(refused, Refusal)
        assert refused.code == "points_not_so_fine"


@given(numbers)
def test_they_are_something_and_told_with_their_sign(number: int) -> None:
    assert bool(number) is (number != 0)
    assert f"{number:+}".startswith("-" if number < 0 else "+")
