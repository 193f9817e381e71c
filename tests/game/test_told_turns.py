"""What each event of a turn, and of a chair's term, makes another: told histories."""

from typing import Any

import pytest
from msgspec.structs import replace

from nomic_mail.game import events as e
from nomic_mail.game.phrase import NOTHING, Phrase
from nomic_mail.game.record.parts import Period, Seating, TurnRecord
from nomic_mail.game.state import Turn
from tests.kit.games.told_history import (
    ADA,
    BOB,
    CYD,
    GONE,
    History,
    acted,
    asked,
    created,
    day,
    joined,
    made,
    opened,
    started,
)


def accused(game: History) -> History:
    """Whether the chair must be replaced, and it was: the second player's term is the third's."""
    return game.after(
        e.JudgmentInvoked(
            at=day(3),
            by=1,
            question="Must it?",
            end_debate=False,
            judge=3,
            due_at=day(6),
            replace_chair=True,
        ),
        e.ChairReplaced(at=day(4), turn=1, was=2, chair=3, why="judgment", due_at=None),
    )


def test_a_turn_begins_and_in_a_new_circuit_it_waits_for_everybody_anew() -> None:
    game = created().after(
        joined(1),
        joined(2),
        e.GameStarted(at=day(2), order=(2, 1), how="so", rule=7, link="", over=(), proven=False),
    )
    turn = Turn(
        number=1, mover=2, began_at=day(2), due_at=day(9), waits_from=day(2), counted_from=2
    )
    kept = TurnRecord(number=1, mover=2, circuit=1, procedure="turns", began_at=day(2))
    came = game.then(e.TurnBegan(at=day(2), turn=1, mover=2, circuit=1, due_at=day(9)))
    assert came.state == {"turn": turn, "circuit": 1, "circuit_waits_for": (1, 2)}
    assert came.record == {"turns.0": kept}
    facts = {"turn": 1, "circuit": 1, "mover": BOB, "chair": False}
    assert came.told == ("turn", facts, ())

    seated = e.PlayerReplaced(at=day(3), seat=1, was=ADA, name="Zoe", surname="Z", letter="z")
    game = game.after(made(), seated, e.TurnEnded(at=day(4), turn=1, mover=2, completed=True))
    assert game.state.players[1].place == ("Lovelace", ADA)
    next_one = e.TurnBegan(at=day(4), turn=2, mover=1, circuit=1, due_at=None, procedure="chair")
    came = game.after().then(next_one)
    assert came.state == {
        "turn.number": 2,
        "turn.mover": 1,
        "turn.began_at": day(4),
        "turn.waits_from": day(4),
        "turn.over": False,
        "turn.procedure": "chair",
        "turn.counted_from": 1,
    }
    assert came.record == {
        "turns.1": TurnRecord(number=2, mover=1, circuit=1, procedure="chair", began_at=day(4))
    }
    assert came.told == ("turn", {"turn": 2, "circuit": 1, "mover": "Zoe", "chair": True}, ())
    came = game.after().then(replace(next_one, circuit=2, order=(1, 2)))
    assert came.state["circuit_waits_for"] == (1, 2)
    assert came.state["players.1.place"] is None
    assert (came.state["circuit"], came.state["order"]) == (2, (1, 2))


def test_a_turn_begins_with_no_proposal() -> None:
    game = started().after(made())
    came = game.then(e.TurnBegan(at=day(4), turn=2, mover=3, circuit=1, due_at=day(9)))
    assert came.state["proposals.311"] == GONE


def test_a_turn_is_extended() -> None:
    game = started()
    came = game.then(e.TurnExtended(at=day(9), turn=1, mover=2, due_at=day(12), extension=2))
    assert came.state == {"turn.due_at": day(12), "turn.extensions": 2}
    assert came.record == {}
    assert came.told == ("turn_late", {"name": BOB, "until": day(12)}, ())


def test_a_turn_ends_with_all_that_it_was_about() -> None:
    """What a rule in force is asked stays asked, and so does whether one player is left."""
    game = accused(started().after(made())).after(
        e.JoinRequested(at=day(4), seat=4, name="Dee", surname="", letter="", rule=40),
        e.BindingAsked(at=day(4), number=202, target=202, clauses=("victory: 9",)),
        e.BindingAsked(at=day(4), number=311, target=201, clauses=()),
        opened(-4),
    )
    over = e.TurnEnded(at=day(6), turn=1, mover=2, completed=True, skipped=False)
    came = game.after(asked("missing turn")).then(over)
    assert came.state == {
        "turn.over": True,
        "judgment.accusers": (),
        "judgment.unseated": None,
        "circuit_waits_for": (1, 3),
        "proposals.311": GONE,
        "polls.-4": GONE,
        "bindings.311": GONE,
        "asked": "",
    }
    void = {
        "outcome": "void",
        "reason": "the turn ended without a vote on it",
        "closed_at": day(6),
    }
    assert came.record == {
        "turns.0.ended_at": day(6),
        "turns.0.completed": True,
        **{f"proposals.311.{name}": value for name, value in void.items()},
        **{f"admissions.0.{name}": value for name, value in void.items()},
    }
    assert came.told == ("turn_ended", {"name": BOB, "skipped": False}, (311,))
    came = (
        started().after(asked("one player left")).then(replace(over, completed=False, skipped=True))
    )
    assert came.state == {"turn.due_at": None, "turn.over": True}
    assert came.record == {"turns.0.ended_at": day(6), "turns.0.skipped": True}
    assert came.told == ("turn_ended", {"name": BOB, "skipped": True}, ())


def test_a_chair_s_period_begins_is_longer_and_ends() -> None:
    """202 with a chair: its step is taken, and no other deadline runs."""
    game = started("chair").after(
        e.TurnExtended(at=day(3), turn=1, mover=2, due_at=day(10), extension=1),
        asked("missing turn"),
    )
    began = e.PeriodBegan(
        at=day(5),
        turn=1,
        step="proposals",
        by=2,
        until=day(7),
        proposers=(2, 3),
        numbers=(311,),
        requests=(4,),
    )
    came = game.then(began)
    assert came.state == {
        "turn.step": "proposals",
        "turn.taken": True,
        "turn.ends_at": day(7),
        "turn.extensions": 0,
        "turn.proposers": (2, 3),
        "turn.requests": (4,),
        "moving": 2,
        "asked": "",
    }
    kept = Period("proposals", 2, day(5), day(7), (2, 3))
    assert came.record == {"turns.0.periods.0": kept}
    facts: dict[str, Any] = {"step": "proposals", "by": BOB, "until": day(7)}
    assert came.told == ("period", facts, (311,))
    still = started("chair").after(asked("one player left")).then(began).state
    assert "asked" not in still
    assert still["turn.due_at"] is None

    game = game.after(made(at=5), opened(at=6))
    longer = e.PeriodExtended(at=day(6), turn=1, step="vote", until=day(8))
    refused = e.ChairRefused(at=day(6), turn=1, seat=2, chair=3, due_at=None)
    came = game.after(refused).then(longer)
    assert came.state == {
        "turn.ends_at": day(8),
        "turn.taken": True,
        "polls.311.closes_at": day(8),
    }
    assert came.record == {"proposals.311.closes_at": day(8)}
    assert came.told == ("period_longer", {"step": "vote", "until": day(8)}, ())

    came = game.then(e.PeriodEnded(at=day(7), turn=1, step="proposals", due_at=day(11)))
    assert came.state == {
        "turn.ends_at": None,
        "turn.due_at": day(11),
        "turn.waits_from": day(7),
    }
    assert (came.record, came.moments) == ({}, [])


def test_who_refuses_the_chair_has_had_their_term_and_who_is_pro_tem_has_not() -> None:
    """202: the next chair is reckoned from whoever takes it; but not from one pro tem."""
    game = started("chair").after(
        e.TurnExtended(at=day(3), turn=1, mover=2, due_at=day(10), extension=1),
        e.PeriodBegan(at=day(3), turn=1, step="vote", by=2, until=day(5), proposers=()),
        e.TurnExtended(at=day(3), turn=1, mover=2, due_at=day(10), extension=1),
        asked("missing ballot"),
    )
    no = e.ChairRefused(at=day(6), turn=1, seat=2, chair=3, due_at=day(12))
    came = game.then(no)
    assert came.state == {
        "turn.mover": 3,
        "turn.counted_from": 3,
        "turn.refused": (2,),
        "turn.taken": False,
        "turn.due_at": day(12),
        "turn.waits_from": day(6),
        "turn.extensions": 0,
        "circuit_waits_for": (1, 3),
        "asked": "",
    }
    assert came.record == {"turns.0.chairs.0": Seating(day(6), 2, 3, "refused")}
    assert came.told == ("chair", {"was": BOB, "chair": CYD, "why": "refused"}, ())
    again = game.then(replace(no, seat=3, chair=1))
    assert again.state == {
        "turn.mover": 1,
        "turn.counted_from": 1,
        "turn.refused": (2, 3),
        "circuit_waits_for": (1,),
    }

    game = accused(started("chair"))
    came = game.after(asked("one player left")).then(replace(no, seat=3, chair=1))
    assert came.state == {
        "turn.mover": 1,
        "turn.refused": (3,),
        "turn.due_at": day(12),
        "turn.waits_from": day(6),
        "judgment.accusers": (),
    }


def test_whose_place_in_the_circuit_has_come_by_is_waited_for_no_more() -> None:
    """202(a): but for a term pro tem, which was not theirs."""
    game = started("chair")
    by = e.ChairPassedOver(at=day(3), seat=3, until=day(8))
    assert game.after().then(replace(by, pro_tem=True)).state == {}
    came = game.then(by)
    assert (came.state, came.record) == ({"circuit_waits_for": (1, 2)}, {})
    assert came.told == ("passed_over", {"name": CYD, "until": day(8)}, ())


@pytest.mark.parametrize("why", ["judgment", "overruled", "gone", "skipped"])
def test_a_chair_is_replaced_by_judgment_and_that_is_remembered(why: Any) -> None:
    """The next is reckoned from the chair that was replaced. What a chair who has left, or is
    passed over, was accused of is nobody's matter any more."""
    game = started("chair").after(
        e.JudgmentInvoked(
            at=day(3),
            by=1,
            question="Must it?",
            end_debate=False,
            judge=3,
            due_at=day(6),
            replace_chair=True,
        ),
        e.PeriodBegan(at=day(3), turn=1, step="vote", by=2, until=day(5), proposers=()),
        e.TurnExtended(at=day(3), turn=1, mover=2, due_at=day(10), extension=1),
        asked("missing turn"),
    )
    event = e.ChairReplaced(at=day(6), turn=1, was=2, chair=3, why=why, due_at=day(12))
    came = game.after().then(event)
    assert came.state == {
        "turn.mover": 3,
        "turn.taken": False,
        "turn.due_at": day(12),
        "turn.waits_from": day(6),
        "turn.extensions": 0,
        "moving": 3,
        "asked": "",
        **({"judgment.unseated": 2} if why == "judgment" else {}),
        **({"judgment.accusers": ()} if why in ("gone", "skipped") else {}),
    }
    assert came.record == {"turns.0.chairs.0": Seating(day(6), 2, 3, why)}
    assert came.told == ("chair", {"was": BOB, "chair": CYD, "why": why}, ())
    other = replace(event, was=1)
    assert "moving" not in game.then(other).state
    came = started("chair").after(asked("one player left")).then(event)
    assert "asked" not in came.state
    assert "judgment" not in came.state


def test_what_a_turn_brings_at_once_is_taken_back_with_the_count_and_nothing_later() -> None:
    """107, and the Moderator's REOPEN: only while nothing was built on the end of a vote."""
    count = e.VotingClosed(
        at=day(6),
        number=311,
        outcome="adopted",
        reason=NOTHING,
        rule=202,
        tally={},
        votes={},
        absent=(),
    )
    game = started().after(made(), opened(), count)
    scored: dict[str, Any] = {"seat": 2, "points": 1, "total": 1, "because": "so", "rule": 202}
    for event, comes_of_it, moves in (
        (e.TurnEnded(at=day(6), turn=1, mover=2, completed=True), True, True),
        (e.TurnBegan(at=day(6), turn=2, mover=3, circuit=1, due_at=None), True, True),
        (e.ChairPassedOver(at=day(6), seat=3, until=day(7)), True, True),
        (e.PointsScored(at=day(6), **scored), True, True),
        (e.RuleChanged(at=day(6), kind="repeal", proposal=311, was=201, number=None, lineage=201,
                       status="mutable", title="", text="", clauses=()), True, True),
        (e.DiceThrown(at=day(6), turn=1, roll=1, by=2, dice="1d6", faces=(1,), link="c8",
                      commitment="c9", message="m", proven=True), True, True),
        (e.PlayerAway(at=day(6), seat=3, until=day(7)), False, False),
        (e.Announced(at=day(6), text="Hear!"), False, False),
        (e.Discussed(at=day(6), seat=1, text="Hm.", letter="l"), False, False),
        (acted("ANNOUNCE", at=6), False, False),
        (e.PlayerLeft(at=day(6), seat=1), False, True),
        (e.GameEnded(at=day(6), why=Phrase("for_a_reason"), reason="so"), False, True),
        (e.TurnExtended(at=day(6), turn=1, mover=2, due_at=day(9), extension=1), False, True),
    ):  # fmt: skip
        later = replace(event, at=day(7))
        can = [game.after(one).state.closing is not None for one in (event, later)]
        assert can == [comes_of_it or not moves, not moves], event
