"""What each event of a proposal and of its vote makes another: told histories."""

from typing import Any

import pytest
from msgspec.structs import replace

from nomic_mail.game import events as e
from nomic_mail.game.commands import Change
from nomic_mail.game.phrase import as_told
from nomic_mail.game.record.parts import (
    AdmissionRecord,
    Bound,
    ProposalRecord,
    Remark,
    RuleForm,
    RuleLife,
    Scored,
    Wording,
)
from nomic_mail.game.rulebook import Revision
from nomic_mail.game.state import Ballot, Binding, Poll
from tests.kit.games.told_history import (
    ADA,
    BOB,
    CYD,
    GONE,
    TEA,
    History,
    asked,
    cast,
    closed,
    created,
    day,
    joined,
    made,
    opened,
    proposal,
    rule,
    started,
)

FACTS: dict[str, Any] = {
    "kind": "enact",
    "target": None,
    "amendment": None,
    "target_title": "",
    "target_text": "",
    "target_program": "",
    "becomes": "immutable",
    "title": "Tea",
    "text": "There is tea.",
    "effects": None,
    "reason": "",
    "chosen": None,
    "more": [],
    "power": "",
}
AMENDED = Change(kind="amend", target=201, title="Turns", text="One each.", effects=("order: x",))
AMENDED_FACTS = {
    **FACTS,
    "kind": "amend",
    "target": 201,
    "target_title": "Title 201",
    "target_text": "Text of 201.",
    "title": "Turns",
    "text": "One each.",
    "effects": ("order: x",),
}
WORDING = Wording(
    revision=1,
    at=day(3),
    kind="enact",
    target=None,
    amendment=None,
    title="Tea",
    text="There is tea.",
    effects=(),
    effects_kept=False,
    warnings=(),
)


def again(change: Change, **more: Any) -> e.ProposalRevised:
    own: dict[str, Any] = {
        "at": day(4),
        "number": 311,
        "revision": 2,
        "by": 2,
        "change": change,
        "callable_from": day(4, 60),
        "opens_at": day(9),
        "warnings": (as_told("It is odd."),),
        "letter": "again",
    }
    return e.ProposalRevised(**{**own, **more})


# Proposals


def test_a_proposal_is_made_and_its_mover_is_waited_for_no_more() -> None:
    game = started().after(asked("missing turn"))
    came = game.after(e.TurnExtended(at=day(3), turn=1, mover=2, due_at=day(9), extension=1)).then(
        made()
    )
    assert came.state == {
        "proposals.311": proposal(),
        "turn.due_at": None,
        "next_number": 312,
        "asked": "",
        "moving": 2,
    }
    kept = ProposalRecord(number=311, by=2, turn=1, revisions=[WORDING])
    assert came.record == {"proposals.311": kept}
    facts = {
        "number": 311,
        "revision": 1,
        "by": BOB,
        "change": FACTS,
        "was": None,
        "warnings": (),
    }
    assert came.told == ("proposed", facts, (311,))


def test_under_a_chair_the_term_goes_on_when_somebody_proposes() -> None:
    game = started("chair").after(asked("missing turn"))
    due = e.TurnExtended(at=day(3), turn=1, mover=2, due_at=day(9), extension=1)
    game = game.after(due, made(315, by=3))
    assert game.state.next_number == 316
    came = game.then(made())
    assert came.state == {"proposals.311": proposal()}
    came = History().then(made())
    assert came.record["proposals.311"].turn is None


def test_a_proposal_is_revised_in_the_time_that_began_with_it() -> None:
    """111: the last word on its form is its proponent's, and what was bound of it is open again.
    An amendment that says nothing of effects keeps them, and so does a transmutation."""
    bound = e.RuleBound(at=day(3), number=311, answer="bind", clauses=("victory: 9",))
    game = started().after(made(), bound)
    came = game.then(again(AMENDED))
    assert came.state == {
        "proposals.311.revision": 2,
        **{
            f"proposals.311.change.{name}": getattr(AMENDED, name)
            for name in ("kind", "target", "title", "text", "effects")
        },
        "proposals.311.made_at": day(4),
        "proposals.311.callable_from": day(4, 60),
        "proposals.311.opens_at": day(9),
        "proposals.311.warnings": ("It is odd.",),
        "bindings.311": GONE,
    }
    words = replace(
        WORDING,
        revision=2,
        at=day(4),
        kind="amend",
        target=201,
        title="Turns",
        text="One each.",
        effects=("order: x",),
        warnings=(as_told("It is odd."),),
    )
    assert came.record == {"proposals.311.revisions.1": words, "proposals.311.bound": None}
    facts = {
        "number": 311,
        "revision": 2,
        "by": BOB,
        "change": AMENDED_FACTS,
        "was": FACTS,
        "warnings": ("It is odd.",),
    }
    assert came.told == ("revised", facts, (311,))
    for kind, effects, kept in (
        ("amend", None, True),
        ("transmute", None, True),
        ("repeal", None, False),
        ("enact", None, False),
        ("amend", (), False),
    ):
        change = Change(kind=kind, target=201, amendment=305, effects=effects)  # type: ignore[arg-type]
        wording = game.after().then(again(change)).record["proposals.311.revisions.2"]
        assert wording.effects_kept == kept, (kind, effects)
        assert (wording.effects, wording.amendment) == ((), 305)


def test_a_withdrawn_proposal_is_made_anew_under_its_number_or_the_next() -> None:
    """108: it has the place of the one it stands for, and the debate that was begun with that."""
    game = started().after(made(312, by=3), made())
    gone = e.ProposalWithdrawn(at=day(3, 9), number=311, by=2, due_at=day(8))
    came = game.after(e.BindingAsked(at=day(3), number=311, target=201, clauses=())).then(gone)
    assert came.state == {
        "proposals.311.withdrawn": True,
        "bindings.311": GONE,
        "turn.due_at": day(8),
    }
    assert came.record == {
        "proposals.311.outcome": "withdrawn",
        "proposals.311.closed_at": day(3, 9),
    }
    assert came.told == ("withdrawn", {"number": 311, "by": BOB}, (311,))
    chaired = started("chair").after(made()).then(gone)
    assert chaired.state == {"proposals.311.withdrawn": True}

    game = game.after(gone)
    came = game.after().then(replace(made(at=6), revision=2))
    assert came.state["proposals.311.withdrawn"] is False
    assert "proposals.311.changes_until" not in came.state
    assert came.record["proposals.311.outcome"] == "open"
    assert came.record["proposals.311.closed_at"] is None

    came = game.then(made(313, at=6))
    other = proposal(313, at=6, changes_until=day(7), instead_of=311)
    assert (came.state["proposals.313"], came.state["proposals.311"]) == (other, GONE)
    assert other.ordinal == 311
    assert game.state.next_number == 314
    came = game.then(again(AMENDED, number=313, at=day(6)))
    assert "proposals.313.instead_of" not in came.state
    assert "proposals.313.changes_until" not in came.state
    somebody_s = started().after(made(312, by=3), replace(gone, number=312, by=3))
    came = somebody_s.then(made(313, by=2))
    assert (came.state["proposals.313"], "proposals.312" in came.state) == (proposal(313), False)


def test_what_is_said_is_kept_with_the_one_proposal_that_is_debated() -> None:
    """111. Where there are several, or none, it is talk of the game."""
    said = e.Discussed(at=day(4), seat=3, text="Why tea?", letter="l")
    for game, place, live in (
        (started(), "talk.0", ()),
        (started().after(made()), "proposals.311.debate.0", (311,)),
        (started().after(made(), made(312, by=3)), "talk.0", (311, 312)),
    ):
        number = len(game.events) + 1
        came = game.then(said)
        assert came.state == {}
        assert came.record == {place: Remark(day(4), 3, "Why tea?", number)}
        facts = {"name": CYD, "text": "Why tea?", "number": number}
        assert came.told == ("said", facts, live)


def test_what_a_rule_does_is_asked_and_bound() -> None:
    """107: of a rule in force at once; of a proposal, when it is adopted."""
    game = started().after(made(), asked("several winners"))
    came = game.then(e.BindingAsked(at=day(4), number=311, target=202, clauses=("victory: 50",)))
    assert came.state == {"bindings.311": Binding(clauses=("victory: 50",))}
    assert (came.record, came.moments) == ({}, [])
    bound = e.RuleBound(at=day(4), number=311, answer="bind", clauses=("victory: 9",))
    came = game.then(bound)
    assert came.state == {
        "bindings.311.clauses": ("victory: 9",),
        "bindings.311.answer": "bind",
    }
    assert came.record == {"proposals.311.bound": Bound(day(4), "bind", ("victory: 9",))}
    facts = {"number": 311, "answer": "bind", "clauses": ("victory: 9",)}
    assert came.told == ("bound", facts, (311,))
    game = game.after(e.BindingAsked(at=day(4), number=202, target=202, clauses=("victory: 50",)))
    came = game.then(replace(bound, number=202))
    assert came.state == {
        "rules.202.clauses": ("victory: 9",),
        "bindings.202": GONE,
        "asked": "",
    }
    assert came.record == {"rules.202.forms.1": form(202, at=4, clauses=("victory: 9",))}


def form(number: int, at: float, kind: Any = "bind", **more: Any) -> RuleForm:
    own: dict[str, Any] = {"status": "mutable", "clauses": (), "title": f"Title {number}"}
    own = {**own, "lineage": number, "text": f"Text of {number}."}
    return RuleForm(number=number, at=day(at), kind=kind, **{**own, **more})


# The vote


def test_a_vote_is_opened_on_a_proposal_or_on_a_request_to_join() -> None:
    game = started().after(
        made(), e.JoinRequested(at=day(3), seat=4, name="Dee", surname="", letter="d", rule=40)
    )
    event = opened(weights={1: 2, 2: 1, 3: 1}, abstention=True, called_by=1)
    came = game.then(event)
    frozen: dict[str, Any] = {
        "electorate": (1, 2, 3),
        "threshold": "majority of eligible",
        "threshold_rule": 202,
        "opened_at": day(4),
        "closes_at": day(7),
        "weights": {1: 2, 2: 1, 3: 1},
    }
    assert came.state == {"polls.311": Poll(number=311, revision=1, abstention=True, **frozen)}
    weights = frozen.pop("weights")
    kept = {f"proposals.311.{name}": value for name, value in frozen.items()}
    kept |= {f"proposals.311.weights.{seat}": many for seat, many in weights.items()}
    assert came.record == kept
    facts = {
        "number": "311",
        "joins": "",
        "change": FACTS,
        "by": BOB,
        "called_by": ADA,
        "threshold": "majority of eligible",
        "rule": 202,
        "closes_at": day(7),
        "told": False,
    }
    assert came.told == ("opened", facts, (311,))
    came = game.then(opened(-4, called_by=0))
    assert came.state == {"polls.-4": Poll(number=-4, revision=1, **frozen)}
    assert came.record == {"admissions.0": AdmissionRecord(seat=4, name="Dee", **frozen)}
    join = {"number": "J4", "joins": "Dee", "change": None, "by": "", "called_by": ""}
    assert came.told == ("opened", {**facts, **join}, (-4,))


def test_a_ballot_is_cast_and_taken_back_and_nobody_is_told() -> None:
    game = started().after(made(), made(312, by=3), opened(), opened(312), cast(1))
    came = game.then(cast(3, "against"))
    ballot = Ballot(choice="against", received_at=day(5, -3), letter="vote 3")
    assert came.state == {"polls.311.ballots.3": ballot}
    assert (came.record, came.moments) == ({"proposals.311.voted": {1, 3}}, [])
    back = e.BallotRetracted(at=day(6), number=311, seat=3)
    came = game.after().then(back)
    assert came.state == {"polls.311.ballots.3": GONE, "polls.311.retracted.3": day(6)}
    assert (came.record, came.moments) == ({"proposals.311.voted": {1}}, [])
    came = game.then(replace(back, received_at=day(5, 30)))
    assert came.state == {"polls.311.ballots.3": GONE, "polls.311.retracted.3": day(5, 30)}


def test_a_vote_is_extended() -> None:
    game = started().after(made(), made(312, by=3), opened(), opened(312))
    late = e.VotingExtended(at=day(7), number=311, closes_at=day(9), extension=2, missing=(1, 3))
    came = game.then(late)
    assert came.state == {"polls.311.closes_at": day(9), "polls.311.extensions": 2}
    assert came.record == {"proposals.311.closes_at": day(9), "proposals.311.extensions": 2}
    facts = {"number": "311", "closes_at": day(9), "missing": [ADA, CYD]}
    assert came.told == ("vote_late", facts, (311,))


@pytest.mark.parametrize("outcome", ["adopted", "defeated"])
def test_a_vote_is_closed_and_tells_how_each_voted(outcome: Any) -> None:
    """010. What was bound of a proposal that is not adopted is nothing any more."""
    binding = e.BindingAsked(at=day(3), number=311, target=202, clauses=())
    game = started().after(made(), binding, opened(), asked("missing ballot"))
    came = game.after().then(replace(closed(outcome=outcome), absent=(3,)))
    assert came.state == {
        "turn.voted": True,
        "polls.311": GONE,
        "proposals.311": GONE,
        "asked": "",
        **({"bindings.311": GONE} if outcome != "adopted" else {}),
    }
    assert came.record == {
        "proposals.311.outcome": outcome,
        "proposals.311.reason": "2 of 3 are for it",
        "proposals.311.tally": {"for": 2, "against": 1},
        "proposals.311.votes.1": "for",
        "proposals.311.votes.2": "for",
        "proposals.311.votes.3": "against",
        "proposals.311.closed_at": day(6),
    }
    facts = {
        "number": "311",
        "joins": "",
        "change": FACTS,
        "by": BOB,
        "outcome": outcome,
        "reason": "2 of 3 are for it",
        "rule": 202,
        "votes": [
            {"name": ADA, "choice": "for", "comment": ""},
            {"name": BOB, "choice": "for", "comment": ""},
            {"name": CYD, "choice": "against", "comment": ""},
        ],
        "absent": [CYD],
    }
    assert came.told == ("closed", facts, (311,))


def test_without_a_turn_and_without_numbers_a_count_is_an_outcome_all_the_same() -> None:
    """Of a game that is told: nobody has written down how many were for it."""
    game = created().after(
        joined(1), joined(2), joined(3), made(), opened(), asked("one player left")
    )
    came = game.then(replace(closed(), tally={}))
    assert came.state == {"polls.311": GONE, "proposals.311": GONE}
    assert "proposals.311.tally" not in came.record


def test_the_game_before_the_first_count_of_a_vote_is_kept_to_be_taken_back() -> None:
    """107: votes that close together are taken back together."""
    game = started().after(made(), made(312, by=3), opened(), opened(312))
    before = replace(game.state, closing=None, last_act=None)
    game = game.after(e.ModeratorActed(at=day(6), who="Mo", act="CLOSE"))
    acting = replace(game.state, closing=None, last_act=None)
    first = game.after(closed())
    second = first.after(closed(312))
    later = first.after(closed(312, at=7))
    assert acting != before
    for one, at, number in ((first, 6, 0), (second, 6, 0), (later, 7, 1)):
        closing = one.state.closing
        assert closing is not None
        assert closing.at == day(at)
        assert closing.before.version == acting.version + number
        assert (closing.before.closing, closing.before.last_act) == (None, None)
    assert second.state.closing is not None
    assert second.state.closing.before == acting


# What the count brings


TAKEN = {"numbers.rule": 312}  # no other rule has that number by adoption


def changed(kind: Any, was: int | None, number: int | None, **more: Any) -> e.RuleChanged:
    own: dict[str, Any] = {
        "proposal": 311,
        "lineage": was or number,
        "status": "mutable",
        "title": "New",
        "text": "New text.",
        "clauses": ("victory: 9",),
    }
    return e.RuleChanged(at=day(6), kind=kind, was=was, number=number, **{**own, **more})


def told_of(event: e.RuleChanged) -> tuple[str, dict[str, Any], tuple[int, ...]]:
    names = ("kind", "was", "number", "status", "title", "text", "clauses")
    return "rule", {name: getattr(event, name) for name in names}, (311,)


def count_of(change: Change, *more: e.Event) -> History:
    return started().after(made(change=change), *more, opened(), closed())


def test_a_rule_is_enacted_and_with_effects_that_were_voted_on_the_voters_have_set_them() -> None:
    bound = e.RuleBound(at=day(3), number=311, answer="bind", clauses=("victory: 9",))
    asked_of = e.BindingAsked(at=day(3), number=311, target=202, clauses=())
    event = changed("enact", None, 311)
    new = rule(311, "mutable", "victory: 9", title="New", text="New text.")
    kept = form(
        311, 6, "enact", title="New", text="New text.", clauses=("victory: 9",), by_proposal=311
    )
    came = count_of(TEA, bound).then(event)
    assert came.state == {"rules.311": new, "bindings.311": GONE, **TAKEN}
    assert came.record == {"rules.311": RuleLife(forms=[kept])}
    assert came.told == told_of(event)
    assert count_of(TEA, asked_of).then(event).state == {"rules.311": new, **TAKEN}
    voted = replace(TEA, effects=("victory: 9",))
    came = count_of(voted, asked_of).then(event)
    assert came.state == {"rules.311": new, "with_words.311": ("victory: 9",), **TAKEN}
    assert count_of(TEA).then(replace(event, proposal=309)).state == {"rules.311": new, **TAKEN}
    uncounted = started().after(made(change=voted), opened()).then(event)
    assert uncounted.state == {"rules.311": new, **TAKEN}


def test_a_rule_is_amended_takes_the_number_and_keeps_its_history() -> None:
    """108: questions of its old form, and those that were answered of the new one, are settled."""
    old = e.BindingAsked(at=day(3), number=202, target=202, clauses=())
    open_still = e.BindingAsked(at=day(3), number=311, target=202, clauses=())
    event = changed("amend", 202, 311, takes_back=305)
    was = Revision(
        number=202,
        status="mutable",
        title="Title 202",
        text="Text of 202.",
        clauses=("victory: 50",),
        ended_at=day(6),
        ended_by=311,
        ended_how="amend",
        circuit=1,
        took_back=305,
    )
    new = rule(
        311, "mutable", "victory: 9", title="New", text="New text.", lineage=202, history=(was,)
    )
    game = count_of(AMENDED, old, open_still)
    came = game.then(event)
    assert came.state == {
        "rules.202": GONE,
        "rules.311": new,
        "bindings.202": GONE,
        "with_words.202": GONE,
        "with_words.311": ("victory: 9",),
        **TAKEN,
    }
    kept = form(311, 6, "amend", title="New", text="New text.", clauses=("victory: 9",))
    assert came.record == {"rules.202.forms.1": replace(kept, lineage=202, by_proposal=311)}
    assert came.told == told_of(event)
    twice = game.after(replace(event, was=311, number=312, at=day(6), lineage=202))
    (first, second) = twice.state.rules.by_number[312].history
    assert (first, second.number, second.text) == (was, 311, "New text.")


def test_a_transmuted_rule_keeps_its_words_and_what_is_asked_of_them() -> None:
    """109."""
    of_old = e.BindingAsked(at=day(3), number=102, target=102, clauses=("start: 0",))
    event = changed("transmute", 102, 311, title="Title 102", text="Text of 102.")
    game = count_of(Change(kind="transmute", target=102), of_old)
    came = game.then(replace(event, clauses=("start: 0",)))
    assert came.state["rules.102"] == GONE
    assert came.state["bindings.102"] == GONE
    assert came.state["bindings.311"] == Binding(clauses=("start: 0",))
    assert came.state["with_words.102"] == GONE
    assert came.state["with_words.311"] == ("start: 0",)
    came = count_of(Change(kind="transmute", target=201)).then(
        changed("transmute", 201, 311, status="immutable")
    )
    assert set(came.state) == {"rules.201", "rules.311", *TAKEN}
    assert came.state["rules.311"].status == "immutable"


def test_a_repealed_rule_is_gone_with_all_that_was_asked_of_it() -> None:
    asked_of = e.BindingAsked(at=day(3), number=202, target=202, clauses=())
    event = changed("repeal", 202, None)
    came = count_of(Change(kind="repeal", target=202), asked_of).then(event)
    gone = {"rules.202": GONE, "bindings.202": GONE, "with_words.202": GONE}
    assert came.state == {**gone, "numbers.gone": frozenset({202})}
    assert came.record == {"rules.202.repealed_at": day(6), "rules.202.repealed_by": 311}
    assert came.told == told_of(event)


def test_points_are_scored_and_dice_are_thrown_because_of_the_votes_just_closed() -> None:
    """Where several votes closed together, it is of none of them alone."""
    game = started().after(made(), made(312, by=3), opened(), opened(312), closed())
    points = e.PointsScored(at=day(6), seat=2, points=3, total=8, because=as_told("so"), rule=202)
    facts: dict[str, Any] = {"name": BOB, "points": 3, "total": 8, "because": "so", "rule": 202}
    came = game.after().then(points)
    assert came.state == {"players.2.score": 8}
    assert came.record == {
        "players.2.score": 8,
        "scores.0": Scored(day(6), 2, 3, 8, as_told("so"), 202),
    }
    assert came.told == ("points", facts, (311,))
    both = game.after(closed(312))
    assert both.after().then(points).told == ("points", facts, ())
    assert game.after().then(replace(points, at=day(7))).told == ("points", facts, ())
    without = game.after().then(replace(points, rule=0)).record["scores.0"]
    assert without.rule is None

    thrown = e.DiceThrown(
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
    )
    came = game.after().then(thrown)
    assert came.state == {"chain.commitment": "c8", "chain.used": 1}
    assert came.record == {"rolls.0": thrown}
    facts = {"place": 1, "by": BOB, "dice": "1d6", "faces": (4,), "proven": True}
    assert came.told == ("throw", facts, (311,))
    second = both.after(thrown).then(replace(thrown, roll=2, link="c7"))
    assert second.told == ("throw", {**facts, "place": 2}, ())
