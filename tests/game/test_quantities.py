"""Clauses that count what a rule's program keeps: votes, points and a win by coins; and what holds
where nobody keeps them any more."""

from typing import Any

import pytest
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures.program_acts import CorrectValue
from nomic_mail.game.procedures.program_calls import Perform
from nomic_mail.game.programs import Given
from nomic_mail.game.quantities import keeper
from nomic_mail.phrases import said, worded
from nomic_mail.sandbox.sandbox import Sandbox
from tests.kit.games.core_play import Play, amend, enact, repeal, started
from tests.kit.recorded import checked, recorded

RUNS = Sandbox()
COINS = """program:
    coins = quantity("coins", start=5)
    pot = quantity("pot", start=7, owner="game")
    @action("DIG <n>")
    def dig(me, n):
        coins.give(me, n)
    @action("DEAL <n>")
    def deal(me, n):
        for player in players():
            coins.give(player, n)"""
GOAL = "victory: 30 coins over 208"


def game(*effects: str, players: int = 2) -> Play:
    """Rule 301 has these clauses."""
    made = started(players)
    made.runs = RUNS
    made.turn(enact("It counts.", *effects))
    return made


def act(made: Play, form: str, n: int, by: int = 1) -> Any:
    given = (Given(kind="number", number=n),)
    return made.do(Perform(by=by, rule=301, form=form, given=given, words=form, letter="x"))


def of(made: Play, kind: type) -> list[Any]:
    return [one for one in made.events if isinstance(one, kind)]


def warnings(made: Play) -> list[str]:
    return [said(one) for one in of(made, e.ProposalMade)[-1].warnings]


def is_honest(made: Play) -> bool:
    return checked(recorded(made.events)).differences == []


def test_whoever_has_so_much_has_won() -> None:
    made = game(COINS, GOAL)
    act(made, "DIG <n>", 24)
    assert made.state.status == "running"
    act(made, "DIG <n>", 1)
    (won,) = of(made, e.GameWon)
    assert (won.winners, won.goal, won.of(made.state), won.rule) == ((1,), None, "30 coins", 301)
    assert is_honest(made)


def test_points_win_no_more_while_it_is_by_coins() -> None:
    made = game(COINS, GOAL)
    made.done(c.Award(by=c.MODERATOR, player="Player 01", points=500, rule=202, reason="so"))
    assert made.state.status == "running"


def test_several_at_one_moment_are_asked_about_and_asked_anew_as_that_changes() -> None:
    made = game(COINS, GOAL)
    act(made, "DEAL <n>", 25)
    assert made.state.asked == "several winners"
    question = of(made, e.ModeratorAsked)[-1].question
    assert (question.code, question.facts["of"]) == ("asked_who_has_so_much", "30 coins")
    correct = CorrectValue(
        by=c.MODERATOR, rule=301, name="coins", to="3", player="Player 02", reason="a slip"
    )
    made.done(correct)
    assert made.state.status == "ended"
    assert of(made, e.GameWon)[-1].winners == (1,)
    assert is_honest(made)


def test_they_are_asked_about_anew_as_one_of_them_does_something_about_it() -> None:
    pays = """
    @action("PAY <n>")
    def pay(me, n):
        coins.take(me, n)"""
    made = game(COINS + pays, GOAL)
    act(made, "DEAL <n>", 25)
    act(made, "PAY <n>", 1, by=2)
    assert of(made, e.GameWon)[-1].winners == (1,)
    assert is_honest(made)


def test_what_there_is_at_the_start_can_win() -> None:
    made = game(COINS.replace("start=5", "start=30"), GOAL)
    assert made.state.asked == "several winners"


def test_where_its_quantity_leaves_play_the_clause_gives_way_and_points_win_again() -> None:
    made = game(COINS)
    made.turn(enact("Rich.", GOAL))
    assert mechanics_of(made.state.rules)["victory"].rule == 302
    made.turn(repeal(301))
    told = warnings(made)
    why = "no rule in force keeps coins for all to see"
    assert told == [f"Rule 302 would lose its effect {GOAL}: {why}."]
    goal = mechanics_of(made.state.rules)["victory"]
    assert (goal.value, goal.rule) == (100, 208)
    assert said(goal.overrides[0].ground) == why
    made.done(c.Award(by=c.MODERATOR, player="Player 01", points=500, rule=202, reason="so"))
    assert of(made, e.GameWon)[-1].goal == 100
    assert is_honest(made)


def test_so_it_does_where_an_amendment_keeps_it_no_more_or_in_secret() -> None:
    for text in (COINS.replace('"coins"', '"talers"'), COINS.replace("start=5", "secret=True")):
        made = game(COINS)
        made.turn(enact("Rich.", GOAL))
        made.turn(amend(301, "Other.", text))
        assert any(
            one.startswith(f"Rule 302 would lose its effect {GOAL}: ") for one in warnings(made)
        )
        assert mechanics_of(made.state.rules)["victory"].rule == 208


def test_a_rule_that_is_set_aside_keeps_nothing_that_counts() -> None:
    made = game(COINS)
    made.turn(enact("Rich.", GOAL))
    made.turn(enact("Gone.", "void: rule 301 over 301"))
    assert 301 in mechanics_of(made.state.rules).void
    assert mechanics_of(made.state.rules)["victory"].rule == 208


def test_a_program_that_is_read_keeps_it_rather_than_one_that_is_not_read_yet() -> None:
    rules = game(COINS).state.rules
    read = rules.by_number[301]
    older = replace(read, number=250, lineage=250)
    both = rules.having(older)
    assert 250 not in both.keeps
    assert keeper("Coins", both, 0) == read
    assert keeper("hats", both, 0) == older, "it may"
    assert keeper("hats", rules, 0) is None


def test_each_has_votes_by_what_they_have() -> None:
    made = game(COINS, "votes: 1 + coins / 10 + pot / 7 over 207")
    act(made, "DIG <n>", 20)
    made.turn(enact("Tea."))
    assert of(made, e.VotingOpened)[-1].weights == {1: 5, 2: 3}  # 1 + 2.5 + 1 is 4.5
    assert is_honest(made)


def test_points_can_be_counted_by_it() -> None:
    made = game(COINS, "reward adopted: coins * 2 + 1")
    by = made.mover
    made.turn(enact("Tea."))
    paid = [one for one in of(made, e.PointsScored) if one.rule == 301][-1]
    assert (paid.seat, paid.points) == (by, 11)


def test_its_own_rule_s_comes_first_then_the_oldest_that_has_the_name() -> None:
    made = game(COINS)
    mine = 'program:\n    coins = quantity("Coins", start=1)'
    made.turn(enact("More.", mine, "votes: coins over 207"))
    made.turn(enact("Tea."))
    assert of(made, e.VotingOpened)[-1].weights == {}  # one each
    made.turn(enact("Else.", "votes: coins over 207, 302"))
    made.turn(enact("Tea."))
    assert of(made, e.VotingOpened)[-1].weights == {1: 5, 2: 5}


REFUSED = [
    (("victory: 30 gold",), "no rule in force keeps gold for all to see"),
    (("reward adopted: favorabel",), "no rule in force keeps favorabel"),
    (("victory: 7 pot",), "pot is kept for the whole game"),
    (('program:\n    x = quantity("x", secret=True)', "votes: x"), "x is kept secret"),
    (('program:\n    x = note("x")', "votes: x"), "no rule in force keeps x"),
]


@pytest.mark.parametrize(("effects", "why"), REFUSED)
def test_what_cannot_be_counted_is_refused_before_any_vote(
    effects: tuple[str, ...], why: str
) -> None:
    made = game(COINS)
    refusal = made.do(c.Propose(by=made.mover, change=enact("So.", *effects)))
    assert isinstance(refusal, Refusal)
    assert why in worded(refusal).reason


def test_the_moderator_binds_no_clause_that_counts_nothing() -> None:
    made = game(COINS)
    made.turn(enact("Whoever has thirty gold has won."))
    bind = c.Bind(by=c.MODERATOR, rule=302, answer="bind", clauses=("victory: 30 gold",), who="M")
    assert "keeps gold" in made.refused(bind).reason


def test_another_number_of_coins_in_the_record_is_found() -> None:
    made = game(COINS, "votes: coins over 207")
    act(made, "DIG <n>", 20)
    made.turn(enact("Tea."))
    place, opened = [
        (n, one) for n, one in enumerate(made.events) if isinstance(one, e.VotingOpened)
    ][-1]
    assert opened.weights == {1: 25, 2: 5}
    forged = made.events.altered(place, replace(opened, weights={1: 5, 2: 25}))
    assert checked(recorded(forged)).differences
