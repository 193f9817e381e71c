"""UNDO: as if the act had not been, as long as nothing has followed; else the refusal tells the
line that would set it right by now, with what it makes of what stands, or why there is none (013).
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.commands import discretion as d
from nomic_mail.game.course import Refusal
from nomic_mail.game.procedures.program_acts import CorrectValue
from nomic_mail.game.procedures.program_calls import Perform
from nomic_mail.game.programs import Given
from nomic_mail.letters.grammar.lines import read_order
from nomic_mail.phrases import worded
from tests.kit.games.core_play import Play, enact, repeal, started
from tests.kit.programs import RUNS

WHO: dict[str, Any] = {"by": c.MODERATOR, "who": "The Moderator"}
DAY = timedelta(days=1)


def undone(play: Play) -> str:
    return play.refused(d.Undo(**WHO)).what_would_work


def with_proposal() -> Play:
    play = started(3)
    play.done(c.Propose(by=play.mover, change=enact()))
    return play


def missed_vote() -> Play:
    """Only the mover has voted, and the Moderator is asked."""
    play = with_proposal()
    play.done(c.Set(by=c.MODERATOR, key="extensions", value="0"))
    play.done(c.CallVote(by=play.mover))
    play.done(c.Vote(by=play.mover, choice="for"))
    play.at += 8 * DAY
    play.done(c.Tick())
    assert play.state.asked == "missing ballot"
    return play


def misprinted() -> Play:
    """210 has no clauses, and its words were entered wrongly."""
    play = started(3)
    play.done(d.CorrectRule(by=c.MODERATOR, rule=210, text="Ten win.", reason="x", who="M"))
    return play


def muted() -> Play:
    play = started(3)
    play.done(d.Mute(by=c.MODERATOR, player="Player 02", reason="he shouts"))
    return play


def asked() -> Play:
    """011: the Moderator judges."""
    play = started(3)
    play.done(c.Judgment(by=1, question="Is tea a drink?"))
    return play


def score(command: c.Command) -> tuple[Callable[[], Play], c.Command, str]:
    return lambda: started(3), command, "CORRECT SCORE Player 02 0: and why (7 would become 0)"


ACTS: dict[str, tuple[Callable[[], Play], c.Command, str]] = {
    "points": score(d.Award(**WHO, player="Player 02", points=7, rule=202, reason="x")),
    "a score": score(d.CorrectScore(**WHO, player="Player 02", total=7, reason="x")),
    "a rule": (
        lambda: started(3),
        d.CorrectRule(**WHO, rule=202, title="Tea", status="immutable", reason="x"),
        "CORRECT RULE 202: and why, with its old text below (it was mutable, The two",
    ),
    "its clauses": (
        lambda: started(3),
        c.Bind(**WHO, rule=206, answer="keep"),
        "BIND 206: penalty defeat: 10",
    ),
    "clauses where none were": (
        misprinted,
        c.Bind(**WHO, rule=210, answer="bind", clauses=("reward against: 7",)),
        "DROP 210",
    ),
    "a time": (
        lambda: started(3),
        c.Set(**WHO, key="turn_window", value="4d"),
        "SET turn_window=7d (for what opens from then on)",
    ),
    "a number": (
        lambda: started(3),
        c.Set(**WHO, key="extensions", value="5"),
        "SET extensions=2 (for what opens from then on)",
    ),
    "a player not heard": (
        lambda: started(3),
        d.Mute(**WHO, player="Player 02", reason="x"),
        "UNMUTE Player 02",
    ),
    "a player heard": (muted, d.Unmute(**WHO, player="Player 02"), "MUTE Player 02"),
}
STAY: dict[str, tuple[Callable[[], Play], c.Command, str]] = {
    "a vote closed": (missed_vote, c.CloseVote(**WHO), "REOPEN 301: and why"),
    "a pause": (lambda: started(3), c.Pause(**WHO), "RESUME"),
    "a word to all": (lambda: started(3), c.Announce(**WHO, text="Tea!"), "ANNOUNCE: and what"),
    "a ruling": (asked, c.Ruling(**WHO, text="It is."), "RULING: and what is right"),
    "a turn's time": (
        lambda: started(3),
        c.Prolong(**WHO, length=DAY),
        "no correction takes that back: the time that was given is promised",
    ),
    "a successor asked": (
        lambda: started(3),
        d.AskSuccessor(**WHO, player="Player 02", name="Dot Ray", reason="x"),
        "no correction takes that back: nothing changes before they say YES",
    ),
    "the start": (lambda: Play(3), c.Start(**WHO), "no correction takes that back: END GAME"),
    "a throw": (
        lambda: started(3),
        d.Roll(**WHO, dice="2d6", rule=202, reason="x"),
        "no correction takes that back: a throw is spent",
    ),
}


@pytest.mark.parametrize("act", ACTS)
def test_an_act_that_nothing_followed_is_as_if_it_had_not_been(act: str) -> None:
    play_of, command, _ = ACTS[act]
    play = play_of()
    before, known = play.state, len(play.events)
    play.done(command)
    play.done(c.Discuss(by=1, text="Well, well.", letter="talk"))  # but talk
    play.done(d.Undo(**WHO))
    for what in ("players", "rules", "settings", "turn", "bindings", "order"):
        assert getattr(play.state, what) == getattr(before, what), what
    assert isinstance(play.events[known], e.ModeratorActed)
    assert "no act of yours" in play.refused(d.Undo(**WHO)).reason


@pytest.mark.parametrize("act", ACTS)
def test_an_act_that_was_built_upon_is_set_right_by_a_line(act: str) -> None:
    play_of, command, line = ACTS[act]
    play = play_of()
    number = len(play.events) + 1
    play.done(command)
    play.done(c.Propose(by=play.mover, change=enact("Cake.")))
    no = play.refused(d.Undo(**WHO))
    assert f"(event {number}): more has happened since" in no.reason
    assert f"this would set it right: {line}" in no.what_would_work


@pytest.mark.parametrize("act", STAY)
def test_what_came_of_some_acts_stays_and_its_correction_is_told(act: str) -> None:
    play_of, command, line = STAY[act]
    play = play_of()
    play.done(command)
    assert line in undone(play)


def test_a_count_that_was_built_upon_is_corrected_one_by_one() -> None:
    """A vote is reopened only while nothing was built on its end."""
    play = missed_vote()
    play.done(c.CloseVote(**WHO))
    play.done(c.Propose(by=play.mover, change=enact("Cake.")))
    assert "for what came of the count, one by one" in undone(play)


def test_a_turn_that_was_passed_on_goes_back_as_long_as_nobody_has_proposed() -> None:
    play = started(3)
    then, wrong = play.mover, next(seat for seat in play.state.order if seat != play.mover)
    was, now = play.state.name_of(then), play.state.name_of(wrong)
    play.done(d.CorrectTurn(**WHO, player=now, stood=1, reason="x"))
    play.done(c.Join(by=4, name="Dot Ray", letter="join 4"))
    assert f"CORRECT TURN 1 TO {was}: and why ({now} has it)" in undone(play)
    play.done(c.Propose(by=wrong, change=enact()))
    assert "no correction takes that back" in undone(play)


def test_a_rule_that_is_gone_by_now_is_not_bound_again() -> None:
    play = started(3)
    play.done(c.Bind(**WHO, rule=206, answer="keep"))
    play.turn(repeal(206))
    assert undone(play) == "no correction takes that back"


def test_only_the_last_act_is_taken_back_and_by_its_own_number() -> None:
    play = started(3)
    play.done(c.Announce(**WHO, text="Tea!"))
    play.done(c.Set(**WHO, key="extensions", value="5"))
    number = len(play.events) - 1
    no = play.refused(d.Undo(**WHO, number=number - 2))
    assert f"your last act is event {number} (SET), and not {number - 2}" in no.reason
    play.done(d.Undo(**WHO, number=number))
    assert play.state.settings.extensions == 2


def test_an_end_taken_back_gives_back_the_time_since() -> None:
    """Who had five days left has five days left."""
    play = started(3)
    assert play.state.turn is not None and play.state.turn.due_at is not None
    due_at = play.state.turn.due_at
    play.at += 2 * DAY
    play.done(c.End(**WHO, reason="by mistake"))
    play.at += 9 * DAY
    play.done(d.Undo(**WHO, reason="it was not"))
    assert play.state.turn is not None and play.state.turn.due_at == due_at + 9 * DAY


MOTTO = """program:
    motto = note("motto")
    @action("SAY <text>")
    def say_it(me, what):
        motto.set(me, what)
    @action("CRY <text>")
    def cry(me, what):
        motto.set(me, what + "\\n\\nThe game is over.")"""


@pytest.mark.parametrize(
    ("form", "was", "by_line"),
    [
        ("SAY <text>", "Buy low", True),
        ("SAY <text>", "x RULE 105: y", False),
        ("SAY <text>", "two: one", False),
        ("SAY <text>", "long " * 60, False),
        ("CRY <text>", "Buy low", False),
    ],
)
def test_a_line_is_told_only_where_it_would_be_read_as_it_is(
    form: str, was: str, by_line: bool
) -> None:
    """Or it would correct another rule, or nothing."""
    play = started(2)
    play.runs = RUNS
    play.turn(enact("There are mottos.", MOTTO))
    given = (Given(kind="text", text=was),)
    play.done(Perform(by=1, rule=301, form=form, given=given, words=form, letter="x"))
    kept = play.state.programs[301].value("motto", 1)
    correct = CorrectValue(rule=301, name="motto", to="Tea", player="Player 01", reason="so", **WHO)
    play.done(correct)
    told = undone(play)
    assert ("CORRECT VALUE motto" in told) == by_line, told
    if by_line:
        line = told.partition("right: ")[2].partition(" (it is")[0]
        assert read_order(line, from_moderator=True) == CorrectValue(
            by=-1, rule=301, name="motto", to=str(kept), player="Player 01", reason="and why"
        )


BARD = """program:
    bard = office("bard")
    @on("begins")
    def begins():
        bard.give(players()[0])"""


def test_an_office_that_nobody_holds_by_now_is_told_in_german_too() -> None:
    """What stands in the line stays a word of the command."""
    play = started(2)
    play.runs = RUNS
    play.turn(enact("There is a bard.", BARD))
    play.done(CorrectValue(rule=301, name="bard", to="nobody", player="", reason="so", **WHO))
    refusal = play.do(d.Undo(**WHO))
    assert isinstance(refusal, Refusal)
    line = "CORRECT VALUE bard TO Player 01 RULE 301: "
    assert f"{line}and why (it is nobody)" in worded(refusal).what_would_work
    assert f"{line}und warum (jetzt niemand)" in worded(refusal, "de").what_would_work
