"""The judge is drawn by lot (`judge: by lot`), with the dice that anyone can check."""

import pytest

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import BadClause, parse_clause
from nomic_mail.game.course import Refusal
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures.judgment import lots
from tests.kit.games.core_play import amend, enact
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, recorded

OPEN = "procedure: open, each 9, debate 0h, vote 1d"
LAW = "adoption: majority of cast; vote ends: when decided; overrule: majority of others"


def table(players: int = 5, judge: str = "judge: by lot", seed: str = "finished") -> Game:
    rules = few("suber_1982", r202="procedure: turns", r203=LAW, r212=judge)
    return Game(rules, players, seed=seed).start()


def judged(game: Game) -> int:
    assert game.state.judgment is not None
    return game.state.judgment.judge


def thrown(game: Game) -> list[e.DiceThrown]:
    return [one for one in game.events if isinstance(one, e.DiceThrown)]


def asked(game: Game, by: int) -> int:
    game.done(c.Judgment(by=by, question="May we?"))
    return judged(game)


@pytest.mark.parametrize("seed", [f"seed {n}" for n in range(8)])
def test_it_is_whom_the_die_names_of_those_who_can(seed: str) -> None:
    """Neither who is in their own turn, nor who asks, while there is anybody else."""
    game = table(seed=seed)
    by = next(seat for seat in game.state.playing if seat != game.mover)
    can = [seat for seat in game.state.playing if seat not in (game.mover, by)]
    judge = asked(game, by)
    (die,) = thrown(game)
    assert (die.dice, die.by, die.rule) == (f"1d{len(can)}", c.MODERATOR, 212)
    assert judge == can[die.faces[0] - 1]
    assert checked(recorded(game.events)).differences == []


def test_all_who_can_are_drawn_in_one_game_or_another() -> None:
    found = set()
    for n in range(40):
        game = table(seed=f"{n}")
        found.add(asked(game, game.mover))
    assert found == {2, 3, 4, 5}, "all but the one moving"


def test_each_that_follows_is_drawn_of_who_has_not_judged_yet() -> None:
    game = table()
    asker = game.mover
    asked(game, asker)
    tried = [judged(game)]
    for left in (3, 2, 1):
        game.done(c.Ruling(by=judged(game), text="So it is."))
        others = [seat for seat in game.state.playing if seat != judged(game)]
        for seat in others[:3]:
            game.done(c.Overrule(by=seat))
        assert judged(game) not in (*tried, asker)
        tried.append(judged(game))
        assert len(thrown(game)) == (5 - left if left > 1 else 3), "of one nothing is thrown"
    assert checked(recorded(game.events)).differences == []


def test_a_silent_judge_is_followed_by_lot_too() -> None:
    game = table()
    first = asked(game, game.mover)
    game.pass_time(4)
    assert judged(game) != first
    assert len(thrown(game)) == 2


def test_whoever_follows_is_drawn_of_all_but_who_moves_who_asked_and_who_has_judged() -> None:
    """The first player, who moved two turns ago, is one of them."""
    game = table(seed="7")
    for turn in (1, 2):
        game.propose(enact(f"Tea {turn}."))
        game.call()
        for seat in (1, 2, 3):
            game.done(c.Vote(by=seat, choice="for", letter=f"{seat} {turn}"))
    assert asked(game, 3) != 1
    game.pass_time(4)
    assert [die.dice for die in thrown(game)] == ["1d3", "1d2"]


def test_who_asks_judges_where_nobody_else_can() -> None:
    game = table(2)
    by = next(seat for seat in game.state.playing if seat != game.mover)
    assert asked(game, by) == by
    assert not thrown(game)


def test_a_further_question_goes_to_the_same_judge_without_a_throw() -> None:
    game = table()
    judge = asked(game, game.mover)
    assert asked(game, next(seat for seat in game.state.playing if seat != judge)) == judge
    assert len(thrown(game)) == 1


@pytest.mark.parametrize("goes", ["leaves", "is silent"])
@pytest.mark.parametrize("seed", [f"seed {n}" for n in range(4)])
def test_who_is_asked_by_now_stays_so_where_an_earlier_ruling_falls(seed: str, goes: str) -> None:
    """The one who ruled left a further question open; whoever has it gets the first one, too."""
    game = table(seed=seed)
    ruled = asked(game, game.mover)
    game.done(c.Ruling(by=ruled, text="So it is."))
    assert asked(game, game.mover) == ruled
    if goes == "leaves":
        game.done(c.Leave(by=ruled))
    else:
        game.pass_time(4)
    by_now, throws = judged(game), len(thrown(game))
    assert by_now != ruled
    for seat in [one for one in game.state.playing if one != ruled][:3]:
        game.done(c.Overrule(by=seat))
    assert game.state.judgment is not None
    assert not game.state.judgment.ruled, "the first ruling has fallen"
    assert judged(game) == by_now
    assert len(thrown(game)) == throws, "nobody draws lots for what somebody has"
    assert len(game.state.judgment.pending) == 2
    assert checked(recorded(game.events)).differences == []


def test_what_is_no_such_clause_is_refused() -> None:
    with pytest.raises(BadClause):
        parse_clause("judge: by chance")
    game = table()
    made = game.do(c.Propose(by=game.mover, change=enact("So.", "judge: by chance")))
    assert isinstance(made, Refusal)


def test_the_older_rule_comes_first_unless_the_newer_one_claims_to() -> None:
    game = Game(few("suber_1982", r202=OPEN, r203=LAW, r212="judge: moderator"), 4).start()
    for number, clause, value in (
        (301, "judge: by lot", "moderator"),
        (302, "judge: by lot over 212", "by lot"),
    ):
        game.propose(enact("Lots.", clause), 1)
        for seat in (1, 2, 3, 4):
            game.do(c.Vote(by=seat, choice="for", proposal=number, letter=f"{seat}"))
        assert mechanics_of(game.state.rules)["judge"].value == value


def test_a_judge_who_is_asked_stays_so_whatever_the_rule_becomes() -> None:
    """And who follows is found by the rule as it is then."""
    game = Game(few("suber_1982", r202=OPEN, r203=LAW, r212="judge: by lot"), 4).start()
    judge = asked(game, 1)
    game.propose(amend(212, "The Moderator judges.", "judge: moderator"), 1)
    for seat in (1, 2, 3, 4):
        game.do(c.Vote(by=seat, choice="for", proposal=301, letter=f"{seat}"))
    assert mechanics_of(game.state.rules)["judge"].value == "moderator"
    assert judged(game) == judge
    game.pass_time(4)
    assert judged(game) == c.MODERATOR
    assert len(thrown(game)) == 1


def test_lots_are_for_nobody_where_nobody_can() -> None:
    game = table(2)
    assert lots(game.state, tuple(game.state.playing)) == []
