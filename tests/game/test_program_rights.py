"""Who may propose, what is adopted and who has won, where a rule's program says so; what holds
where it does not answer, and that no program keeps its own rule in force (114)."""

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal
from nomic_mail.game.procedures.program_calls import Perform
from nomic_mail.game.programs import Given
from nomic_mail.game.rulebook import Rule
from nomic_mail.phrases import said
from nomic_mail.sandbox.sandbox import Sandbox
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, recorded

RUNS = Sandbox()
MARKS = """
marks = quantity("marks")

@action("MARK <player>")
def mark(me, who):
    marks.give(who, 1)

@decides("{what}")
def decided({given}):
    {body}
"""
GIVEN = {"may propose": "player", "adopted": "proposal", "winner": ""}


def game(what: str, body: str, *clauses: str) -> Game:
    source = MARKS.format(what=what, given=GIVEN[what], body=body)
    rule = Rule(
        number=250,
        lineage=250,
        status="mutable",
        title="It",
        text="A program decides it.",
        clauses=(*clauses, f"program:{source}"),
    )
    made = Game((*few("net_play"), rule), players=3)
    made.runs = RUNS
    return made.start()


def adoption(body: str, *clauses: str) -> Game:
    return game("adopted", body, "adoption: program over mutable", *clauses)


def of(made: Game, kind: type) -> list[Any]:
    return [one for one in made.events if isinstance(one, kind)]


def put_to_the_vote(made: Game, change: c.Change, *against: int) -> e.VotingClosed:
    made.propose(change)
    made.call()
    for seat in made.state.playing:
        choice: c.Choice = "against" if seat in against else "for"
        made.do(c.Vote(by=seat, choice=choice, letter=f"{seat} {len(made.events)}"))
    closed = of(made, e.VotingClosed)[-1]
    assert isinstance(closed, e.VotingClosed)
    return closed


def mark(made: Game, by: int, who: int) -> None:
    given = (Given(kind="player", number=who),)
    made.do(
        Perform(by=by, rule=250, form="MARK <player>", given=given, words="MARK", letter="mark")
    )


def is_honest(made: Game) -> bool:
    report = checked(recorded(made.events))
    return (report.differences, report.undecided) == ([], 0)


TEA = c.Change(kind="enact", title="Tea", text="Tea.")
REPEAL = c.Change(kind="repeal", target=250)


def test_it_says_what_is_adopted_once_the_ballots_are_counted() -> None:
    made = adoption("return len(proposal.voted_against) == 1")
    assert put_to_the_vote(made, TEA, 1).outcome == "adopted"
    closed = put_to_the_vote(made, TEA, 1, 2)
    assert (closed.outcome, closed.rule) == ("defeated", 250)
    assert said(closed.reason) == "the rule's program says so"
    assert [one.answers for one in of(made, e.ProgramAsked)] == [(1,), (0,)]
    assert of(made, e.VotingOpened)[0].threshold == "unanimous of eligible; adoption: program"
    assert is_honest(made)


@pytest.mark.parametrize("body", ["return 1", "return None", "1 // 0", "refuse('no')", "roll(2)"])
def test_without_an_answer_a_change_needs_all_the_eligible(body: str) -> None:
    made = adoption(body)
    assert put_to_the_vote(made, TEA, 1).outcome == "defeated"
    assert put_to_the_vote(made, TEA).outcome == "adopted"
    assert is_honest(made)


def test_what_all_players_vote_for_is_adopted_whatever_it_says() -> None:
    made = adoption("return False")
    assert put_to_the_vote(made, TEA, 1).outcome == "defeated"
    assert put_to_the_vote(made, REPEAL).outcome == "adopted"
    assert put_to_the_vote(made, TEA).outcome == "adopted"
    assert is_honest(made)


def test_all_players_vote_on_its_repeal_whoever_else_might() -> None:
    """Of itself it would let nobody but the first vote, and adopt nothing."""
    more = "\n@decides('eligible')\ndef may(player, proposal):\n    return player.name[-1] == '1'"
    made = adoption(f"return False\n{more}", "eligible: program")
    made.propose(REPEAL)
    made.call()
    assert of(made, e.VotingOpened)[-1].electorate == (1, 2, 3)


def test_a_vote_that_ends_when_decided_waits_for_all_ballots() -> None:
    made = adoption("return len(proposal.voted_for) == 1", "vote ends: when decided")
    made.propose(TEA)
    made.call()
    made.do(c.Vote(by=1, choice="against", letter="1"))
    made.do(c.Vote(by=2, choice="against", letter="2"))
    assert made.state.polls
    made.do(c.Vote(by=3, choice="for", letter="3"))
    assert of(made, e.VotingClosed)[-1].outcome == "adopted"


def test_another_answer_or_outcome_in_the_record_is_found() -> None:
    made = adoption("return True")
    put_to_the_vote(made, TEA, 1)
    for kind, changed in ((e.ProgramAsked, {"answers": (0,)}), (e.VotingClosed, {"rule": 203})):
        place = next(n for n, one in enumerate(made.events) if isinstance(one, kind))
        forged = made.events.altered(place, replace(made.events[place], **changed))
        assert checked(recorded(forged)).differences


def test_it_says_who_may_propose_and_a_refusal_names_its_rule() -> None:
    made = game("may propose", "return marks.of(player) > 0", "may propose: program")
    by = made.mover
    refusal = made.refused(c.Propose(by=by, change=TEA))
    assert (refusal.because, "you may not propose now" in refusal.reason) == ("rule 250", True)
    mark(made, 1, by)
    made.propose(TEA)
    assert of(made, e.ProgramAsked)[-1].answers == (1,)
    assert is_honest(made)


def test_anybody_may_propose_that_it_be_repealed_or_transmuted() -> None:
    made = game("may propose", "return False", "may propose: program")
    made.refused(c.Propose(by=made.mover, change=TEA))
    made.refused(c.Propose(by=made.mover, change=c.Change(kind="repeal", target=206)))
    made.propose(c.Change(kind="transmute", target=250))
    made.do(c.Withdraw(by=made.mover))
    made.propose(REPEAL)
    assert of(made, e.ProgramAsked) == []


@pytest.mark.parametrize("body", ["return 0", "return None", "1 // 0", "refuse('no')"])
def test_without_an_answer_everybody_may_propose(body: str) -> None:
    made = game("may propose", body, "may propose: program")
    made.propose(TEA)
    assert is_honest(made)


WINS = (
    "for one in players():\n        if marks.of(one) > 1:\n            return one\n    return None"
)


def test_it_says_who_has_won_and_only_that_is_written_down() -> None:
    made = game("winner", WINS, "victory: program over mutable")
    mark(made, 1, 2)
    assert of(made, e.ProgramAsked) == []
    mark(made, 3, 2)
    assert [one.answers for one in of(made, e.ProgramAsked)] == [(2,)]
    (won,) = of(made, e.GameWon)
    assert (won.winners, won.goal, won.rule) == ((2,), None, 250)
    assert made.state.status == "ended"
    assert is_honest(made)


@pytest.mark.parametrize("body", ["return 1", "return 'Ada'", "return True", "1 // 0"])
def test_without_an_answer_nobody_has_won_and_it_rests_after_three_times(body: str) -> None:
    made = game("winner", body, "victory: program over mutable")
    for _ in range(5):
        made.do(c.Discuss(by=1, text="Well?", letter="x"))
    assert len(of(made, e.ProgramBroke)) == 3
    assert made.state.programs[250].rests
    assert made.state.status == "running"
    assert is_honest(made)


def test_an_answer_is_written_down_after_what_broke_and_it_counts_anew() -> None:
    body = "if today() < '2026-01-05':\n        1 // 0\n    return None"
    made = game("winner", body, "victory: program over mutable")
    while made.state.programs[250].broken < 2:
        made.do(c.Discuss(by=1, text="Well?", letter="x"))
    made.at += timedelta(days=7)
    made.do(c.Discuss(by=1, text="And now?", letter="x"))
    assert [one.answers for one in of(made, e.ProgramAsked)] == [(0,)]
    assert made.state.programs[250].broken == 0


def test_in_a_pause_it_is_not_asked_whatever_the_day_says() -> None:
    later = "return players()[0] if today() > '2026-01-05' else None"
    made = game("winner", later, "victory: program over mutable")
    made.at += timedelta(days=7)
    paused = made.done(c.Pause(by=c.MODERATOR, reason="tea"))
    assert [type(one) for one in paused] == [e.ModeratorActed, e.GamePaused]
    made.done(c.Resume(by=c.MODERATOR))
    assert of(made, e.GameWon)[0].winners == (1,)


def test_a_win_that_nobody_said_is_found() -> None:
    made = game("winner", WINS, "victory: program over mutable")
    mark(made, 1, 2)
    mark(made, 3, 2)
    places = [n for n, one in enumerate(made.events) if isinstance(one, e.ProgramAsked)]
    changed: Any = made.events[places[0]]
    forged = made.events.altered(places[0], replace(changed, answers=(3,)))
    assert checked(recorded(forged)).differences


# What else a proposal takes, it takes as well


def with_power(body: str) -> Game:
    made = adoption(body, "power: 3")
    assert put_to_the_vote(made, TEA, 1, 2).outcome == "adopted"
    return made


def test_what_takes_power_takes_it_whatever_a_program_says() -> None:
    made = with_power("return True")
    amend = c.Change(kind="amend", target=250, text="It is mine.")
    closed = put_to_the_vote(made, amend, 1)
    assert (closed.outcome, closed.rule) == ("defeated", 250)
    terms = "unanimous of eligible; power: 3; adoption: program"
    assert of(made, e.VotingOpened)[-1].threshold == terms
    assert put_to_the_vote(made, amend).outcome == "adopted"
    assert is_honest(made)


def test_what_a_program_denies_is_defeated_though_somebody_is_absent() -> None:
    made = adoption("return False")
    made.propose(TEA)
    made.call()
    made.do(c.Vote(by=1, choice="for", letter="a vote"))
    for _ in range(4):
        made.pass_time(8)
    made.done(c.CloseVote(by=c.MODERATOR, reason="it is late"))
    assert [one.outcome for one in of(made, e.VotingClosed)] == ["defeated"]
    assert is_honest(made)


PLAIN = c.Change(kind="transmute", target=105)


@pytest.mark.parametrize("order", [1, -1])
def test_it_is_not_asked_where_a_change_is_not_its_to_decide(order: int) -> None:
    """109: a transmutation needs everybody, wherever it stands among several changes."""
    made = adoption("return True", "changes: up to 3")
    first, *more = (TEA, PLAIN)[::order]
    made.done(c.Propose(by=made.mover, change=first, more=tuple(more), letter="a proposal"))
    made.call()
    made.all_vote(1)
    (closed,) = of(made, e.VotingClosed)
    assert closed.outcome == "defeated"
    assert not of(made, e.ProgramAsked)
    assert is_honest(made)


@pytest.mark.parametrize("order", [1, -1])
def test_who_may_not_propose_may_propose_the_repeal_of_that_and_nothing_beside_it(
    order: int,
) -> None:
    made = game("may propose", "return False", "may propose: program", "changes: up to 3")
    first, *more = (TEA, REPEAL)[::order]
    refused = made.do(c.Propose(by=made.mover, change=first, more=tuple(more), letter="a letter"))
    assert isinstance(refused, Refusal)
    assert refused.code == "may_not_propose"
    assert put_to_the_vote(made, REPEAL).outcome == "adopted"
