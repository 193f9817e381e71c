"""A rule ends itself, by its own program and when its text says so; no other does."""

import pytest
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.evolve import fold
from nomic_mail.game.record import record_of
from nomic_mail.sandbox.sandbox import Sandbox
from tests.game.test_programs import adopt, change, game, kinds, perform, rule
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, recorded

TWO_TURNS = """
turns = quantity("turns", owner="game")

@on("turn ends")
def count(player):
    turns.give(1)
    if turns.value() == 2:
        lapse()
"""
AT_ONCE = '@action("STOP")\ndef stop(me):\n    lapse()\n    points(me, 1)\n    lapse()\n'


def lapsed(made: Game) -> list[tuple[int, int]]:
    return [(one.rule, one.lineage) for one in made.events if isinstance(one, e.RuleLapsed)]


def won(made: Game) -> bool:
    return any(isinstance(one, e.GameWon) for one in made.events)


def test_a_rule_ends_itself_when_it_says_so() -> None:
    made = game()
    lineage = adopt(made, change(TWO_TURNS, "Golden days"))
    adopt(made, change("note('motto')", "Mottos"))
    assert not lapsed(made)
    before = len(made.events)
    adopt(made, change("note('song')", "Songs"))
    assert lapsed(made) == [(lineage, lineage)]
    assert lineage not in made.state.rules.by_number
    assert lineage not in made.state.programs
    came = kinds(tuple(made.events[before:]))
    assert came.index("ProgramRan") < came.index("RuleLapsed") < came.index("ProgramEnded")
    life = record_of(made.events).rules[lineage]
    assert (life.repealed_at, life.repealed_by) == (made.state.at, None)
    report = checked(recorded(made.events))
    assert (report.differences, report.undecided) == ([], 0)


def test_it_ends_once_and_what_else_the_call_did_is_done() -> None:
    made = game()
    lineage = adopt(made, change(AT_ONCE, "Stop"))
    score = made.state.players[1].score
    perform(made, lineage, "STOP")
    assert lapsed(made) == [(lineage, lineage)]
    assert made.state.players[1].score == score + 1
    assert "refused" not in str(perform(made, lineage, "STOP")) and len(lapsed(made)) == 1


@pytest.mark.parametrize("clause", ["", "procedure: turns"])
def test_an_immutable_one_and_one_that_says_how_turns_go_stay(clause: str) -> None:
    said = rule(150, AT_ONCE, "Stop", "mutable" if clause else "immutable")
    if clause:
        said = rule(250, AT_ONCE, "Stop")
        said = replace(said, clauses=(*said.clauses, clause))
    made = game(said)
    score = made.state.players[1].score
    perform(made, said.lineage, "STOP")
    assert not lapsed(made)
    assert made.state.players[1].score == score, "nothing of the call was done"
    assert said.number in made.state.rules.by_number


def test_whoever_is_at_the_goal_that_holds_without_it_has_won() -> None:
    program = change(AT_ONCE.replace("points(me, 1)", "pass")).effects or ()
    effects = ("victory: 500 over 208", *program)
    later = c.Change(kind="enact", title="Later", text="Later.", effects=effects)
    made = Game(few("net_play", r204="penalty defeat: 0", r208="victory: 30"))
    made.runs = Sandbox()
    made.start()
    lineage = adopt(made, later)
    award = c.Award(by=c.MODERATOR, player="Player 01", points=40, rule=201, reason="A good one.")
    made.done(award)
    assert not won(made)
    perform(made, lineage, "STOP")
    assert lapsed(made)
    assert won(made)


def test_a_count_that_is_taken_back_brings_it_back() -> None:
    law = "adoption: majority of cast"
    made = Game(few("net_play", r203=law), 3)
    made.runs = Sandbox()
    made.start()
    lineage = adopt(made, change(TWO_TURNS.replace("== 2", "== 1"), "Short"))
    made.propose(change("note('motto')", "Mottos"))
    made.call()
    for seat in (1, 2):
        made.done(c.Vote(by=seat, choice="for", letter=f"{seat}"))
    for _ in range(3):
        made.pass_time(8)
    made.done(c.CloseVote(by=c.MODERATOR, proposal=lineage + 1))
    assert lapsed(made)
    made.done(c.Reopen(by=c.MODERATOR, proposal=lineage + 1, reason="It was a slip."))
    assert lineage in made.state.rules.by_number
    assert record_of(made.events).rules[lineage].repealed_at is None
    assert fold(made.events).rules == made.state.rules
    assert not checked(recorded(made.events)).differences


def test_who_voted_stands_in_the_order_of_the_votes() -> None:
    early = '@on("vote closes")\ndef early(proposal):\n    say(f"{proposal.voted}")\n'
    early += '@every("day")\ndef look():\n    for p in proposals():\n        say(f"{p.voted}")\n'
    made = game()
    adopt(made, change(early, "Early"))
    made.propose(change("note('motto')", "Mottos"))
    made.call()
    for seat, choice in ((3, "for"), (1, "against"), (3, "against"), (1, "for")):
        made.done(c.Vote(by=seat, choice=choice, letter=f"{seat}"))
    made.pass_time(1)
    made.done(c.Vote(by=2, choice="for", letter="2"))
    told = [
        effect.text
        for one in made.events
        if isinstance(one, e.ProgramRan)
        for effect in one.effects
        if effect.kind == "say"
    ]
    assert told == ["[Player 03, Player 01]", "[Player 03, Player 01, Player 02]"]
