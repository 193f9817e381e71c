"""`win: play on`: who wins has won, points are set as the clause says, and the game goes on."""

from typing import Any

import pytest

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.decide import next_wake
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.procedures.program_calls import Perform
from nomic_mail.sandbox.sandbox import Sandbox
from tests.kit.games.core_play import Play, amend, enact, started
from tests.kit.recorded import checked, recorded

RUNS = Sandbox()
SUBER = rulesets.load("suber_1982").rules
GRANTS = "program:\n@action('CLAIM')\ndef claim(me):\n    win(me)\n"
COINS = 'program:\ncoins = quantity("coins", start=30)\n'
ASKED = 'program:\n@decides("winner")\ndef winner():\n    return players()[0]\n'
ENDS = Phrase("win_ends_all_the_same")


def game(*clauses: str, players: int = 3) -> Play:
    """Rule 208 has these, and nobody has any points."""
    made = started(players, SUBER)
    made.runs = RUNS
    made.misprinted(208, "So one wins.", *clauses)
    return made


def award(made: Play, points: int, *seats: int) -> list[e.Event]:
    before = len(made.events)
    for seat in seats:
        name = made.state.name_of(seat)
        act = c.Award(by=c.MODERATOR, player=name, points=points, rule=202, reason="so", who="M")
        made.done(act)
    return made.events[before:]


def of(events: list[e.Event], kind: type) -> list[Any]:
    return [one for one in events if isinstance(one, kind)]


def scores(made: Play) -> list[int]:
    return [made.state.players[seat].score for seat in sorted(made.state.players)]


def is_honest(made: Play) -> bool:
    return checked(recorded(made.events)).differences == []


def test_all_begin_anew_and_can_win_again() -> None:
    made = game("victory: 50", "win: play on")
    award(made, 20, 2)
    (won,) = of(award(made, 60, 1), e.RoundWon)
    assert (won.winners, won.goal, won.rule, won.by) == ((1,), 50, 208, 208)
    assert (made.state.status, scores(made)) == ("running", [0, 0, 0])
    award(made, 50, 1, 3)
    assert made.state.won_before == (1, 1, 3)
    assert is_honest(made)


def test_the_winner_alone_begins_from_the_number_that_stands_there() -> None:
    made = game("victory: 50", "win: play on, winner to 7")
    award(made, 20, 2)
    award(made, 60, 1)
    assert scores(made) == [7, 20, 0]
    assert is_honest(made)


def test_several_in_one_moment_have_won_together_and_nobody_is_asked() -> None:
    made = game("victory: 90", "win: play on, winner to start")
    award(made, 12, 1, 2)
    mover = made.mover
    made.turn(amend(208, "Ten win.", "victory: 10", "win: play on, winner to start"))
    (won,) = of(made.events, e.RoundWon)
    assert (won.winners, made.state.asked, made.state.winners) == ((1, 2), "", ())
    assert made.mover != mover, "and the turn goes on to its end"
    assert is_honest(made)


def test_what_comes_after_the_count_counts_for_the_next_round() -> None:
    """204 before 202(2): whoever wins by the one throws for the points of the other."""
    made = game("victory: 90", "win: play on")
    award(made, 12, 1)
    made.turn(amend(208, "Ten win.", "victory: 10", "win: play on"))
    kinds = [type(one).__name__ for one in made.events]
    assert kinds.index("RoundWon") < kinds.index("DiceThrown") < kinds.index("TurnEnded")
    assert 1 <= made.state.players[1].score <= 6
    assert is_honest(made)


def test_points_that_are_kept_for_who_has_left_are_set_too() -> None:
    made = game("victory: 50", "win: play on")
    award(made, 30, 2)
    made.done(c.Leave(by=2))
    award(made, 50, 1)
    assert scores(made) == [0, 0, 0]
    assert is_honest(made)


def test_a_ruling_that_names_who_wins_ends_a_round_and_the_goal_comes_after_it() -> None:
    """213 goes before; who is at the goal then has won the next."""
    made = game("victory: 50", "win: play on, winner to start", players=4)
    made.done(c.Judgment(by=2, question="Can it go on?"))
    assert made.state.judgment is not None
    judge = made.state.judgment.judge
    made.done(c.Ruling(by=judge, text="Paradox.", winner=made.state.name_of(2)))
    award(made, 60, 3)
    assert not of(made.events, e.RoundWon)
    made.at += made.state.settings.overrule_window
    made.done(c.Tick())
    won = [(one.winners, one.goal, one.rule) for one in of(made.events, e.RoundWon)]
    assert won == [((2,), None, 213), ((3,), 50, 208)]
    assert (made.state.status, scores(made)) == ("running", [0] * 4)
    assert is_honest(made)


def test_a_program_says_that_one_wins_and_play_goes_on() -> None:
    made = game("victory: 50", "win: play on")
    made.turn(enact("It grants.", GRANTS))
    award(made, 9, 2)
    made.done(Perform(by=3, rule=301, form="CLAIM", words="CLAIM", letter="x"))
    (won,) = of(made.events, e.RoundWon)
    assert (won.winners, won.goal, won.rule, made.state.players[2].score) == ((3,), None, 301, 0)
    assert is_honest(made)


@pytest.mark.parametrize(
    "clauses",
    [
        (COINS, "victory: 30 coins over 208", "win: play on"),
        (ASKED, "victory: program over 208", "win: play on"),
        ("win: play on, all to 100",),
        ("start: 100 over 201", "win: play on"),
    ],
)
def test_where_whoever_won_would_be_there_still_the_game_ends_and_all_are_told_before(
    clauses: tuple[str, ...],
) -> None:
    made = started(2, SUBER)
    made.runs = RUNS
    made.turn(enact("So one wins.", *clauses))
    assert ENDS in of(made.events, e.ProposalMade)[-1].warnings
    if made.state.asked:
        made.done(c.End(by=c.MODERATOR, winners=(made.state.name_of(1),)))
    elif made.state.status != "ended":
        award(made, 100, 1)
    assert (made.state.status, made.state.winners) == ("ended", (1,))
    assert not of(made.events, e.RoundWon)
    assert is_honest(made)


@pytest.mark.parametrize("clause", ["win: play on", "victory: 30", "win: ends the game"])
def test_nobody_is_told_so_where_it_goes_on(clause: str) -> None:
    made = started(2, SUBER)
    made.done(c.Propose(by=1, change=enact("So one wins.", clause)))
    assert ENDS not in of(made.events, e.ProposalMade)[-1].warnings


def test_the_moderator_takes_back_the_points_that_won_and_with_them_the_round() -> None:
    made = game("victory: 50", "win: play on")
    award(made, 20, 2)
    award(made, 60, 1)
    made.done(c.Undo(by=c.MODERATOR, reason="the wrong player", who="M"))
    assert not made.state.won_before
    assert scores(made) == [0, 20, 0]
    assert is_honest(made)


def test_a_vote_that_is_open_again_takes_the_round_back() -> None:
    made = game("victory: 90", "win: play on")
    made.misprinted(203, "Most votes.", "adoption: majority of cast")
    award(made, 12, 2)
    made.done(c.Propose(by=1, change=amend(208, "Ten win.", "victory: 10", "win: play on")))
    made.done(c.CallVote(by=1))
    for seat in (1, 2):
        made.done(c.Vote(by=seat, choice="for", letter=f"vote {seat}"))
    made.done(c.Set(by=c.MODERATOR, key="missing_ballot", value="close"))
    while made.state.polls:
        made.at = next_wake(made.state) or made.at
        made.done(c.Tick())
    assert 2 in made.state.won_before
    made.done(c.Reopen(by=c.MODERATOR, proposal=301, who="M"))
    assert not made.state.won_before
    assert scores(made) == [0, 12, 0]
    assert is_honest(made)
