"""What it makes another when a count of votes, or an act of the Moderator's, is taken back: told
histories."""

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from nomic_mail.game import events as e
from nomic_mail.game.phrase import Phrase, as_told
from nomic_mail.game.record.parts import Bound, RuleForm, Scored, Seating
from tests.kit.games.told_history import (
    CYD,
    GONE,
    TEA,
    History,
    acted,
    asked,
    cast,
    closed,
    created,
    day,
    joined,
    made,
    opened,
    started,
)

# A count taken back


def counted(procedure: Any = "turns") -> History:
    """311 enacts a rule, amends none; 312 amends 201; 313 repeals 202. The next turn has begun."""
    game = started(procedure).after(
        made(),
        made(312, by=3),
        made(313, by=1),
        asked("missing ballot"),
        *(opened(number) for number in (311, 312, 313)),
        *(cast(seat, number=number) for seat in (1, 2) for number in (311, 312, 313)),
        *(closed(number) for number in (311, 312, 313)),
    )
    own: dict[str, Any] = {"status": "mutable", "title": "New", "text": "New.", "clauses": ()}
    own["at"] = day(6)
    scored: dict[str, Any] = {"at": day(6), "because": as_told("so"), "rule": 204}
    return game.after(
        e.RuleChanged(**own, kind="enact", proposal=311, was=None, number=311, lineage=311),
        e.RuleChanged(**own, kind="amend", proposal=312, was=201, number=312, lineage=201),
        e.RuleChanged(**own, kind="repeal", proposal=313, was=202, number=None, lineage=202),
        e.PointsScored(**scored, seat=1, points=3, total=3),
        e.PointsScored(**scored, seat=2, points=-2, total=-2),
        e.DiceThrown(
            at=day(6),
            turn=1,
            roll=1,
            by=2,
            dice="1d6",
            faces=(4,),
            link="c8",
            commitment="c9",
            message="m",
            proven=True,
        ),
        e.TurnEnded(at=day(6), turn=1, mover=2, completed=True),
        e.TurnBegan(at=day(6), turn=2, mover=3, circuit=1, due_at=day(13)),
    )


REOPENED = e.VotingReopened(at=day(7), numbers=(311, 312, 313), closes_at=day(10), missing=(3,))


@pytest.mark.parametrize("procedure", ["turns", "chair"])
def test_a_count_is_taken_back_but_what_was_thrown_is_thrown(procedure: Any) -> None:
    """008: and who has said meanwhile how long they are away is away."""
    away = e.PlayerAway(at=day(6, 5), seat=1, until=day(12))
    game = counted(procedure)
    game = game.after(away)
    closing = game.state.closing
    assert closing is not None
    before = closing.before
    came = game.then(REOPENED)
    now = game.state
    turn = before.turn
    assert turn is not None
    assert now == replace(
        before,
        turn=replace(turn, ends_at=day(10)) if procedure == "chair" else turn,
        players={**before.players, 1: replace(before.players[1], away_until=day(12))},
        polls={n: replace(one, closes_at=day(10)) for n, one in before.polls.items()},
        chain=now.chain,
        asked="",
        version=now.version,
        at=day(7),
        last_act=now.last_act,
        closing=now.closing,
    )
    assert now.chain is not None
    assert now.chain.used == 1
    facts = {"numbers": ["311", "312", "313"], "closes_at": day(10), "missing": [CYD]}
    assert came.told == ("open_again", facts, (311, 312, 313))


def test_the_record_has_the_count_taken_back_with_all_that_came_of_it() -> None:
    game = counted()
    came = game.then(REOPENED)
    again: dict[str, Any] = {
        "outcome": "open",
        "reason": "",
        "tally": None,
        "closed_at": None,
        "closes_at": day(10),
        **{f"votes.{seat}": GONE for seat in (1, 2, 3)},
    }
    back = Phrase("taken_back", because=as_told("so"))
    assert came.record == {
        **{f"proposals.{n}.{one}": what for n in (311, 312, 313) for one, what in again.items()},
        "rules.311": GONE,
        "rules.201.forms.1": GONE,
        "rules.202.repealed_at": None,
        "rules.202.repealed_by": None,
        "turns.1": GONE,
        "turns.0.ended_at": None,
        "turns.0.completed": False,
        "scores.2": Scored(day(7), 2, 2, 0, back, 204),
        "scores.3": Scored(day(7), 1, -3, 0, back, 204),
        "players.1.score": 0,
        "players.2.score": 0,
    }


def test_what_was_changed_and_scored_before_that_count_stays() -> None:
    """Its own numbers and its own moment only."""
    first = e.RuleChanged(
        at=day(4),
        kind="amend",
        proposal=310,
        was=101,
        number=310,
        lineage=101,
        status="mutable",
        title="A",
        text="B.",
        clauses=(),
    )
    gone = replace(first, kind="repeal", proposal=309, was=102, number=None, lineage=102)
    scored = e.PointsScored(at=day(4), seat=1, points=9, total=9, because=as_told("so"), rule=204)
    game = started().after(first, gone, scored, made(), opened(), cast(1), closed())
    other = replace(first, at=day(6), proposal=308, was=201, number=308, lineage=201)
    game = game.after(other)
    came = game.then(replace(REOPENED, numbers=(311,)))
    assert not [path for path in came.record if path.startswith(("rules", "scores", "players"))]


def test_a_count_on_which_something_was_built_stays() -> None:
    game = counted().after(e.TurnExtended(at=day(6), turn=2, mover=3, due_at=day(14), extension=1))
    came = game.then(REOPENED)
    assert (came.state, came.record) == ({}, {})


# Taken back


def undone(game: History, *did: e.Event, later: float = 0) -> tuple[History, dict[str, Any]]:
    """The game after an act and its UNDO, and what that made another in the record."""
    number = len(game.events) + 1
    game = game.after(acted("AN ACT", 6), *did, acted("UNDO", 7))
    before = game.state
    assert before.last_act is not None
    then = before.last_act.before
    event = e.ActUndone(at=day(7), number=number, act="AN ACT", later=timedelta(days=later))
    came = game.then(event)
    about = f"acts.{len(game.record.acts) - 1}"
    told = {one: came.record.pop(f"{about}.{one}") for one in ("of", "was")}
    assert told == {"of": number, "was": "AN ACT"}
    facts = {"at": day(7), "number": number, "act": "AN ACT", "later": timedelta(days=later)}
    assert came.told == ("undone", facts, ())
    own = {name: getattr(game.state, name) for name in ("version", "at", "closing", "last_act")}
    assert later or game.state == replace(then, **own, chain=before.chain)
    assert (own["at"], own["last_act"]) == (day(7), None)
    return game, came.record


def test_points_that_are_taken_back_stand_in_the_record_with_the_other_sign() -> None:
    _, record = undone(
        started().after(
            e.PointsScored(at=day(3), seat=3, points=4, total=4, because=as_told("so"), rule=202)
        ),
        e.PointsAwarded(at=day(6), seat=3, points=5, total=9, rule=201),
    )
    because = Phrase("event_taken_back", number=len(started().events) + 2)
    assert record == {
        "players.3.score": 4,
        "scores.2": Scored(day(7), 3, -5, 4, because, None),
    }


def test_a_throw_that_is_taken_back_is_thrown() -> None:
    """008."""
    thrown = e.DiceThrown(
        at=day(6),
        turn=1,
        roll=1,
        by=0,
        dice="1d6",
        faces=(4,),
        link="c8",
        commitment="c9",
        message="m",
        proven=True,
        rule=201,
    )
    game, record = undone(started(), thrown)
    assert record == {}
    assert game.state.chain is not None
    assert game.state.chain.commitment == "c8"


def test_a_rule_s_old_form_stands_again() -> None:
    right = e.RuleCorrected(
        at=day(6),
        number=202,
        status_was="mutable",
        title_was="Title 202",
        text_was="Text of 202.",
        status="immutable",
        title="Right",
        text="Right text.",
    )
    old = RuleForm(
        lineage=202,
        number=202,
        status="mutable",
        title="Title 202",
        text="Text of 202.",
        clauses=("victory: 50",),
        at=day(7),
        kind="correct",
    )
    _, record = undone(started(), right)
    assert record == {"rules.202.forms.2": old}
    bound = e.RuleBound(at=day(6), number=202, answer="drop", clauses=())
    _, record = undone(started(), bound)
    assert record == {"rules.202.forms.2": replace(old, kind="bind")}


def test_a_turn_that_was_given_to_somebody_is_back() -> None:
    right = e.TurnCorrected(at=day(6), turn=1, was=2, mover=3, due_at=None)
    _, record = undone(started(), right)
    assert record == {"turns.0.chairs.1": Seating(day(7), 3, 2, "corrected")}
    refused = e.ChairRefused(at=day(6), turn=1, seat=2, chair=3, due_at=None)
    _, record = undone(started("chair"), refused)
    assert record == {}


def test_what_was_said_of_a_proposal_before_holds_again() -> None:
    """107: the answer before, or that there was none."""
    bound = e.RuleBound(at=day(6), number=311, answer="bind", clauses=("victory: 9",))
    asked_of = e.BindingAsked(at=day(3), number=311, target=202, clauses=("victory: 50",))
    answered = replace(bound, at=day(4), answer="keep", clauses=("victory: 50",))
    for before, then in (
        ((), None),
        ((asked_of,), None),
        ((answered,), Bound(day(7), "keep", ("victory: 50",))),
    ):
        game, _ = undone(started().after(made(), *before), bound)
        assert game.record.proposals[311].bound == then
    amended = replace(answered, number=202)
    game = started().after(made(change=TEA), amended)
    game, record = undone(game, replace(bound, number=202))
    assert set(record) == {"rules.202.forms.3"}


def test_a_game_that_was_ended_by_mistake_goes_on_where_it_was() -> None:
    """Its deadlines are later by the time since; a vote that waits for the Moderator still does."""
    request = e.JoinRequested(at=day(3), seat=4, name="Dee", surname="", letter="d", rule=40)
    game = started().after(
        made(),
        made(312, by=3),
        request,
        opened(),
        opened(-4),
        e.JoinDeclined(at=day(4), seat=4, name="Dee", why="withdrawn", rule=40),
        request,
        opened(-4),
    )
    won = e.GameWon(at=day(6), winners=(1,), goal=50, rule=202)
    ended = e.GameEnded(at=day(6), why=Phrase("for_a_reason"), reason="won")
    gone_on: dict[str, Any] = {"outcome": "open", "reason": "", "closed_at": None}
    after, record = undone(game, ended, later=1)
    assert record == {
        "status": "running",
        "ended_at": None,
        "ended_because": "",
        **{f"proposals.{n}.{one}": what for n in (311, 312) for one, what in gone_on.items()},
        **{f"admissions.1.{one}": what for one, what in gone_on.items()},
        "proposals.311.closes_at": day(8),
        "admissions.1.closes_at": day(8),
    }
    assert after.state.closes_at == day(8)
    assert (after.state.outage_from, after.state.outage_until) == (day(6), day(7))
    after, record = undone(game.after(asked("missing ballot")), ended, later=1)
    assert after.record.proposals[311].closes_at == day(7)
    assert "proposals.311.closes_at" not in record
    given = e.PointsAwarded(at=day(6), seat=1, points=50, total=50, rule=202)
    after, record = undone(started(), given, won, ended)
    assert after.record.won is None
    assert (record["won"], record["status"], record["ended_because"]) == (None, "running", "")
    assert (record["winners"], record["players.1.score"]) == ((), 0)


def test_what_is_taken_back_in_a_game_that_has_not_begun() -> None:
    muted = e.TalkMuted(at=day(6), seat=1, muted=True)
    game, record = undone(created().after(joined(1)), muted)
    assert record == {}
    assert not game.state.players[1].muted
