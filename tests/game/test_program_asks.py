"""What a rule's program decides, where a clause says so: how many votes each has, whose turn is
next. It is asked once, and the record has its answer."""

from typing import Any

import pytest
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import KINDS
from nomic_mail.game.clauses.kind import PROGRAM
from nomic_mail.game.course import Refusal
from nomic_mail.game.programs import DECIDES, Broke, Calling, Declared, Given, Run
from nomic_mail.game.rulebook import Rule
from nomic_mail.game.seen import view
from nomic_mail.sandbox.sandbox import Sandbox
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, forged, recorded
from tests.kit.tiers import some

RUNS = Sandbox()
ELIGIBLE = """
@decides("eligible")
def may(player, proposal):
    return {body}
"""
VOTES = """
influence = quantity("influence")

@decides("votes")
def votes(player, proposal):
    return {body}
"""
NEXT = """
@decides("next")
def chosen(player):
    {body}
"""


def rule(*clauses: str) -> Rule:
    text = "A program decides it."
    return Rule(
        number=250, lineage=250, status="mutable", title="It", text=text, clauses=tuple(clauses)
    )


def game(ruleset: str, *clauses: str, **changed: str) -> Game:
    made = Game((*few(ruleset, **changed), rule(*clauses)), players=4)
    made.runs = RUNS
    return made.start()


def weighed(body: str, clause: str = "votes: program over mutable") -> Game:
    return game("net_play", clause, f"program:{VOTES.format(body=body)}")


def vote(made: Game) -> e.VotingOpened:
    made.propose(c.Change(kind="enact", title="Tea", text="Tea."))
    made.call()
    made.all_vote()
    return [one for one in made.events if isinstance(one, e.VotingOpened)][-1]


def of(made: Game, kind: type) -> list[Any]:
    return [one for one in made.events if isinstance(one, kind)]


def test_it_says_how_many_votes_each_has_when_the_ballot_opens() -> None:
    made = weighed("2 if player.name.endswith('02') else 1")
    assert vote(made).weights == {1: 1, 2: 2, 3: 1, 4: 1}
    (asked,) = of(made, e.ProgramAsked)
    assert (asked.rule, asked.what, asked.answers) == (250, "votes", (1, 2, 1, 1))
    report = checked(recorded(made.events))
    assert (report.differences, report.undecided) == ([], 0)


def test_its_answers_are_within_bounds() -> None:
    made = weighed("-5 if player.name.endswith('01') else 10 ** 6")
    assert vote(made).weights == {1: 0, 2: 1000, 3: 1000, 4: 1000}
    assert vote(weighed("0")).weights == {}  # if nobody had any, everybody has one (114)


@pytest.mark.parametrize(
    ("body", "why"),
    some(
        [
            ("1 // 0", "ZeroDivisionError"),
            ("player.score or 'many'", "a whole number has to be returned"),
            ("player", "a whole number has to be returned"),
            ("None", "a whole number has to be returned"),
            ("True", "a whole number has to be returned"),
            ("influence.give(player, 1) or 2", "what decides something does nothing else"),
            ("roll(6)", "what decides something throws no dice"),
        ],
        3,
    ),
)
def test_one_that_breaks_decides_nothing_and_rests_after_three_times(body: str, why: str) -> None:
    made = weighed(body)
    for _ in range(4):
        assert vote(made).weights == {}
    broke = of(made, e.ProgramBroke)
    assert len(broke) == 3
    assert why in broke[0].mistake.why
    assert made.state.programs[250].rests
    assert [one.outcome for one in of(made, e.VotingClosed)] == ["adopted"] * 4
    assert checked(recorded(made.events)).differences == []


def test_one_that_refuses_decides_nothing() -> None:
    made = weighed("refuse('ask another')")
    assert vote(made).weights == {}
    assert of(made, e.ProgramAsked) == of(made, e.ProgramBroke) == []


def test_it_is_asked_only_where_its_clause_comes_first() -> None:
    """211: rule 207 says that everybody has one, and has the lower number."""
    made = weighed("2", clause="votes: program")
    assert vote(made).weights == {}
    assert of(made, e.ProgramAsked) == []


def test_a_clause_without_such_a_program_asks_nobody() -> None:
    made = game("net_play", "votes: program over mutable")
    assert vote(made).weights == {}


def test_another_answer_is_found() -> None:
    made = weighed("2 if player.name.endswith('02') else 1")
    vote(made)
    (asked,) = of(made, e.ProgramAsked)
    place = made.events.index(asked)
    other = made.events.altered(place, replace(asked, answers=(1, 1, 1, 9)))
    assert any("answers" in one.where for one in checked(recorded(other)).differences)
    entries = recorded(made.events)["ledger"]["entries"]
    opened = next(n for n, x in enumerate(entries) if x["public"]["event"] == "VotingOpened")
    entries[opened]["public"]["weights"]["3"] = 7
    assert any("weights" in one.where for one in checked(forged(entries)).differences)


def turns(body: str) -> list[int]:
    """Who has had a turn, of four rounds."""
    made = game("suber_1982", "order: program over mutable", f"program:{NEXT.format(body=body)}")
    for _ in range(3):
        vote(made)
    assert checked(recorded(made.events)).differences == []
    return [one.mover for one in of(made, e.TurnBegan)]


def test_it_says_whose_turn_is_next() -> None:
    first = turns("return player")
    assert len(set(first)) == 4
    assert turns("return players()[2]")[1:] == [3, 3, 3]
    assert turns("return max(players(), key=lambda one: one.score)") == [1, 1, 1, 1]


@pytest.mark.parametrize(
    "body",
    some(
        ["return None", "return 99", "return 3", "return True", "refuse('no')", "return 1 // 0"], 2
    ),
)
def test_where_it_names_nobody_the_order_holds(body: str) -> None:
    assert turns(body) == turns("return player")


def let(body: str) -> tuple[Game, tuple[int, ...]]:
    made = game("net_play", "eligible: program", f"program:{ELIGIBLE.format(body=body)}")
    made.propose(c.Change(kind="enact", title="Tea", text="Tea."))
    made.call()
    (opened,) = of(made, e.VotingOpened)
    return made, opened.electorate


def test_it_says_who_may_vote() -> None:
    made, electorate = let("player.name.endswith(('01', '04')) or player == proposal.by")
    by = made.state.proposals[301].by
    assert electorate == tuple(seat for seat in made.state.playing if seat in (1, 4, by))
    (out, *_) = set(made.state.playing) - {*electorate}
    refused = made.do(c.Vote(by=out, proposal=301, choice="for", letter="ab" * 32))
    assert isinstance(refused, Refusal)
    assert refused.code == "no_voter"
    for seat in electorate:
        made.do(c.Vote(by=seat, proposal=301, choice="for", letter="ab" * 32))
    (closed,) = of(made, e.VotingClosed)
    assert closed.outcome == "adopted"
    report = checked(recorded(made.events))
    assert (report.differences, report.undecided) == ([], 0)


@pytest.mark.parametrize("body", ["False", "None", "1", "player", "refuse('no')", "1 // 0"])
def test_nobody_is_never_all_who_may_vote(body: str) -> None:
    """114; and what is neither True nor False is no answer."""
    made, electorate = let(body)
    assert electorate == made.state.playing
    assert len(of(made, e.ProgramBroke)) == (body not in ("False", "refuse('no')"))


def test_each_decision_is_asked_by_a_clause() -> None:
    """And each such clause can say `program`."""
    asks = {one.asks: one for one in KINDS.values() if one.asks}
    assert asks.keys() == DECIDES.keys()
    assert all(PROGRAM in one.forms for one in asks.values())
    assert {one.name for one in KINDS.values() if PROGRAM in one.forms} == {
        one.name for one in asks.values()
    }


@pytest.mark.parametrize("what", DECIDES)
def test_each_decision_is_asked_in_a_game(what: str) -> None:
    """By a program that answers in its kind whatever it is asked; what all vote for is adopted
    without its being asked (114), and who wins at once has no vote to wait for."""
    given, kind = DECIDES[what]
    clause = next(one for one in KINDS.values() if one.asks == what)
    answer = {"number": "2", "player": "players()[2]", "yes": "True"}[kind]
    source = f'\n@decides("{what}")\ndef answer({", ".join(given)}):\n    return {answer}\n'
    made = game("suber_1982", f"{clause.name}: program over mutable", f"program:{source}")
    if made.state.status == "running":
        made.propose(c.Change(kind="enact", title="Tea", text="Tea."))
        made.call()
        for seat in made.state.playing:
            made.do(c.Vote(by=seat, choice="against" if seat == 1 else "for", letter="ab" * 32))
    assert what in {one.what for one in of(made, e.ProgramAsked)}


@pytest.mark.parametrize(
    ("clause", "forged"),
    [
        (VOTES, "_answer(['player', 3])"),
        (VOTES, "_answer(['', True])"),
        (VOTES, "_answer(['', [1]])"),
        (VOTES, "_answer(3)"),
        (ELIGIBLE, "_answer(['player', True])"),
        (ELIGIBLE, "_answer(['', 2])"),
    ],
)
def test_an_answer_of_another_kind_cannot_be_forged(clause: str, forged: str) -> None:
    made = weighed("1")
    declared = RUNS.read(clause.format(body="1"))
    assert isinstance(declared, Declared)
    given = (Given(kind="player", number=1), Given(kind="number", number=301))
    call = Calling(hook=0, each=(given,))
    source, seen = clause.format(body=f"{forged} or 1"), view(made.state, made.at)
    came = RUNS.run(Run(source, declared, call, seen, lambda sides: 1))
    assert isinstance(came, Broke)
    assert "returned" in came.mistake.why
