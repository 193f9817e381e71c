"""What each act of the Moderator's makes another (013), and what taking it back: told histories."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from nomic_mail.game import events as e
from nomic_mail.game.record.parts import ActRecord, Bound, RuleForm, Scored, Seating
from tests.kit.games.told_history import (
    GONE,
    TEA,
    History,
    acted,
    cast,
    closed,
    created,
    day,
    joined,
    made,
    opened,
    started,
)

ADA, BOB, CYD = "Ada Lovelace", "Bob Boole", "Cyd Church"


def asked(matter: Any) -> e.ModeratorAsked:
    return e.ModeratorAsked(at=day(5), matter=matter, question="?")


def act(game: History, name: str, at: float = 6, **more: Any) -> tuple[History, str]:
    """The game in which the Moderator acts, for a reason, and where the record has that."""
    return game.after(acted(name, at, reason="so it is", **more)), f"acts.{len(game.record.acts)}"


def test_who_acts_and_why_is_kept_and_is_the_last_act() -> None:
    game = started()
    came = game.then(acted("AWARD", 6, reason="so it is"))
    number = len(game.events)
    told: dict[str, Any] = {"act": "AWARD", "who": "Mo", "reason": "so it is"}
    assert came.state == {}
    assert came.record == {"acts.0": ActRecord(number=number, at=day(6), **told)}
    assert came.told == ("acted", {**told, "number": number}, ())
    last = game.state.last_act
    assert last is not None
    assert (last.act, last.number, last.upto, last.effect) == ("AWARD", number, number, "")
    assert last.before == replace(started().state, closing=None, last_act=None)
    again = game.after(acted("FINE", 7)).state.last_act
    assert again is not None
    assert (again.act, again.number, again.before.last_act) == ("FINE", number + 1, None)


def test_the_first_event_after_an_act_is_what_it_did() -> None:
    """Of whom, and how many points; what comes of it with it is part of it, and no more."""
    game = started().after(acted("AWARD", 6))
    number = len(game.events)
    given = e.PointsAwarded(at=day(6), seat=3, points=5, total=5, rule=202)

    def last(*events: e.Event) -> tuple[str, int, int, int]:
        act = game.after(*events).state.last_act
        assert act is not None
        return act.effect, act.of, act.points, act.upto - number

    said = e.Discussed(at=day(6), seat=1, text="Hm.", letter="l")
    bound = e.RuleBound(at=day(6), number=202, answer="drop", clauses=())
    right = e.ScoreCorrected(at=day(6), seat=2, was=-3, total=4)
    assert last() == ("", 0, 0, 0)
    assert last(given) == ("PointsAwarded", 3, 5, 1)
    assert last(bound) == ("RuleBound", 202, 0, 1)
    assert last(right) == ("ScoreCorrected", 2, 7, 1)
    assert last(given, said, said) == ("PointsAwarded", 3, 5, 3)
    assert last(given, bound) == last(given, bound, said) == ("PointsAwarded", 3, 5, 1)
    assert last(e.GamePaused(at=day(6))) == ("GamePaused", 0, 0, 1)


def test_taking_back_is_no_act_to_take_back() -> None:
    given = e.PointsAwarded(at=day(6), seat=3, points=5, total=5, rule=202)
    game = started().after(acted("AWARD", 6), given)
    before = game.state.last_act
    undoing = game.after(acted("UNDO", 7))
    assert undoing.state.last_act == replace(before, upto=before.upto + 1) if before else False
    undone = e.ActUndone(at=day(7), number=7, act="AWARD", later=timedelta(0))
    assert undoing.after(undone).state.last_act is None


# More time


def test_a_turn_or_a_period_is_extended_by_hand() -> None:
    longer = e.WindowExtended(at=day(6), window="turn", number=1, was=day(9), until=day(20))
    facts: dict[str, Any] = {"window": "turn", "number": "1", "until": day(20)}
    came = started().after(asked("missing turn")).then(longer)
    assert came.state == {"turn.due_at": day(20), "asked": ""}
    assert came.record == {}
    assert came.told == ("longer", facts, ())
    other = started().after(asked("missing ballot")).then(longer)
    assert other.state == {"turn.due_at": day(20)}

    game = started("chair").after(made(), made(312, by=3), opened(), opened(312))
    period = replace(longer, window="period")
    came = game.after(asked("one player left")).then(period)
    both = {f"{number}.closes_at": day(20) for number in (311, 312)}
    assert came.state == {
        "turn.ends_at": day(20),
        **{f"polls.{path}": at for path, at in both.items()},
    }
    assert came.record == {f"proposals.{path}": at for path, at in both.items()}
    assert came.told == ("longer", {**facts, "window": "period"}, ())


def test_a_debate_or_a_vote_is_extended_by_hand() -> None:
    game = started().after(made(), made(312, by=3), opened(), opened(312))
    longer = e.WindowExtended(at=day(6), window="debate", number=311, was=day(8), until=day(20))
    facts: dict[str, Any] = {"window": "debate", "number": "311", "until": day(20)}
    came = game.after(asked("missing ballot")).then(longer)
    assert came.state == {"proposals.311.opens_at": day(20)}
    assert came.record == {}
    assert came.told == ("longer", facts, (311,))
    vote = replace(longer, window="vote")
    came = game.after(asked("missing ballot")).then(vote)
    both = {f"{number}.closes_at": day(20) for number in (311, 312)}
    assert came.state == {**{f"polls.{path}": at for path, at in both.items()}, "asked": ""}
    assert came.record == {f"proposals.{path}": at for path, at in both.items()}
    assert came.told == ("longer", {**facts, "window": "vote"}, (311,))
    assert "asked" not in game.after(asked("missing turn")).then(vote).state


def test_a_game_is_paused_and_goes_on_and_news_are_told() -> None:
    game = started()
    came = game.then(e.GamePaused(at=day(3)))
    assert came.state == {"status": "paused", "paused_at": day(3)}
    assert came.record == {"status": "paused"}
    assert came.told == ("paused", {}, ())
    came = game.then(e.GameResumed(at=day(5), paused_at=day(3)))
    assert came.state == {"status": "running", "paused_at": None, "resumed_at": day(5)}
    assert came.told == ("goes_on", {"paused_at": day(3)}, ())
    news = e.Announced(at=day(6), text="Hear!")
    came = game.then(news)
    assert (came.state, came.record) == ({}, {"announcements.0": news})
    assert came.told == ("announced", {"text": "Hear!", "told": False}, ())


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
    scored: dict[str, Any] = {"at": day(6), "because": "so", "rule": 204}
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
    back = "taken back: so"
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
    scored = e.PointsScored(at=day(4), seat=1, points=9, total=9, because="so", rule=204)
    game = started().after(first, gone, scored, made(), opened(), cast(1), closed())
    other = replace(first, at=day(6), proposal=308, was=201, number=308, lineage=201)
    game = game.after(other)
    came = game.then(replace(REOPENED, numbers=(311,)))
    assert not [path for path in came.record if path.startswith(("rules", "scores", "players"))]


def test_a_count_on_which_something_was_built_stays() -> None:
    game = counted().after(e.TurnExtended(at=day(6), turn=2, mover=3, due_at=day(14), extension=1))
    came = game.then(REOPENED)
    assert (came.state, came.record) == ({}, {})


# Points and rules set right


def test_points_are_given_by_hand_and_set_right() -> None:
    """Who has won is asked of the points as they are now (208)."""
    game = started().after(
        e.PointsScored(at=day(3), seat=3, points=4, total=4, because="so", rule=202),
        asked("several winners"),
    )
    playing, about = act(game, "AWARD")
    given = e.PointsAwarded(at=day(6), seat=3, points=5, total=9, rule=201)
    came = playing.then(given)
    assert came.state == {"players.3.score": 9, "asked": ""}
    assert came.record == {
        "players.3.score": 9,
        f"{about}.seat": 3,
        f"{about}.rule": 201,
        f"{about}.was": "4",
        f"{about}.now": "9",
        "scores.1": Scored(day(6), 3, 5, 9, "so it is", 201),
    }
    facts = {"at": day(6), "seat": 3, "points": 5, "total": 9, "rule": 201, "player": CYD}
    assert came.told == ("awarded", facts, ())

    playing, about = act(game.after(asked("missing turn")), "CORRECT SCORE")
    came = playing.then(e.ScoreCorrected(at=day(6), seat=3, was=4, total=1))
    assert came.state == {"players.3.score": 1}
    assert came.record == {
        "players.3.score": 1,
        f"{about}.seat": 3,
        f"{about}.was": "4",
        f"{about}.now": "1",
        "scores.1": Scored(day(6), 3, -3, 1, "a correction: so it is", None),
    }
    facts = {"at": day(6), "seat": 3, "was": 4, "total": 1, "player": CYD}
    assert came.told == ("score_corrected", facts, ())
    bare = game.then(given)
    assert bare.record["scores.1"] == Scored(day(6), 3, 5, 9, "", 201)


def test_an_order_is_set() -> None:
    game, about = act(started().after(e.PlayerLeft(at=day(3), seat=1)), "ORDER")
    came = game.then(e.OrderSet(at=day(6), was=(2, 3, 1), order=(3, 1, 2), rule=201))
    assert came.state == {"order": (3, 1, 2), "ordered_by": 201}
    assert came.record == {
        "order": (3, 1, 2),
        "players.2.position": 2,
        "players.3.position": 1,
        f"{about}.rule": 201,
        f"{about}.was": f"{BOB}, {CYD}, {ADA}",
        f"{about}.now": f"{CYD}, {ADA}, {BOB}",
    }
    facts = {"at": day(6), "was": (2, 3, 1), "rule": 201, "order": [CYD, BOB]}
    assert came.told == ("ordered", facts, ())


def test_a_rule_is_set_right_under_its_number() -> None:
    """What came with words that it never had is to be bound anew."""
    own: dict[str, Any] = {"at": day(6), "number": 202, "status_was": "mutable"}
    own |= {"title_was": "Title 202", "text_was": "Text of 202.", "status": "immutable"}
    game, about = act(started().after(asked("several winners")), "CORRECT RULE")
    right = e.RuleCorrected(**own, title="Right", text="Right text.")
    came = game.after().then(right)
    assert came.state == {
        "rules.202.status": "immutable",
        "rules.202.title": "Right",
        "rules.202.text": "Right text.",
        "with_words.202": GONE,
        "asked": "",
    }
    form = RuleForm(
        lineage=202,
        number=202,
        status="immutable",
        title="Right",
        text="Right text.",
        clauses=("victory: 50",),
        at=day(6),
        kind="correct",
    )
    assert came.record == {
        f"{about}.rule": 202,
        f"{about}.was": "mutable: Title 202",
        f"{about}.now": "immutable: Right",
        "rules.202.forms.1": form,
    }
    assert came.told[0] == "rule_corrected"
    assert came.told[1] == {**own, "title": "Right", "text": "Right text."}
    came = game.then(replace(right, text="Text of 202."))
    assert "with_words.202" not in came.state
    unknown = started().then(replace(right, number=999))
    assert (unknown.state, unknown.record) == ({}, {})


def test_a_turn_is_given_to_whose_it_was() -> None:
    """And who is chair now is another question than a judge was asked."""
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
        e.ChairRefused(at=day(3), turn=1, seat=3, chair=2, due_at=day(8)),
        e.ChairReplaced(at=day(4), turn=1, was=2, chair=3, why="judgment", due_at=day(8)),
        e.PeriodBegan(at=day(4), turn=1, step="vote", by=3, until=day(5), proposers=()),
        e.TurnExtended(at=day(4), turn=1, mover=3, due_at=day(9), extension=1),
        e.JudgmentInvoked(
            at=day(4),
            by=1,
            question="And again?",
            end_debate=False,
            judge=3,
            due_at=day(6),
            replace_chair=True,
        ),
        asked("missing turn"),
    )
    game, about = act(game, "CORRECT TURN")
    right = e.TurnCorrected(at=day(6), turn=1, was=3, mover=1, due_at=day(14))
    came = game.then(right)
    assert came.state == {
        "turn.mover": 1,
        "turn.counted_from": 1,
        "turn.due_at": day(14),
        "turn.waits_from": day(6),
        "turn.extensions": 0,
        "turn.refused": (),
        "turn.taken": False,
        "judgment.accusers": (),
        "judgment.unseated": None,
        "asked": "",
    }
    assert came.record == {
        f"{about}.seat": 1,
        f"{about}.was": CYD,
        f"{about}.now": ADA,
        "turns.0.chairs.2": Seating(day(6), 3, 1, "corrected"),
    }
    facts = {"at": day(6), "turn": 1, "was": CYD, "mover": ADA, "due_at": day(14)}
    assert came.told == ("turn_corrected", facts, ())


def test_talk_is_muted_or_removed_and_a_successor_is_asked() -> None:
    game = started().after(e.Discussed(at=day(3), seat=3, text="One.", letter="l"), made())
    said = len(game.events) - 1
    game = game.after(
        e.Discussed(at=day(4), seat=3, text="Two.", letter="l"),
        made(312, by=3),
        e.Discussed(at=day(4), seat=3, text="Three.", letter="l"),
    )
    game, about = act(game, "MUTE")
    came = game.then(e.TalkMuted(at=day(6), seat=3, muted=True))
    assert came.state == {"players.3.muted": True}
    assert came.record == {f"{about}.seat": 3}
    assert came.told == ("muted", {"at": day(6), "seat": 3, "muted": True, "player": CYD}, ())
    for number, place in (
        (said, "talk.0"),
        (said + 2, "proposals.311.debate.0"),
        (said + 4, "talk.1"),
        (said + 1, ""),
    ):
        game, about = act(game, "REMOVE TALK")
        came = game.then(e.TalkRemoved(at=day(6), number=number, seat=3))
        gone = {f"{place}.text": "", f"{place}.removed": True} if place else {}
        assert came.state == {}
        assert came.record == {f"{about}.seat": 3, f"{about}.of": number, **gone}
        facts = {"at": day(6), "seat": 3, "number": number, "player": CYD}
        assert came.told == ("talk_removed", facts, ())
    game, about = act(game, "REPLACE")
    came = game.then(e.SuccessorAsked(at=day(6), seat=3, name="Nora"))
    assert came.state == {"successors.3": "Nora"}
    assert came.record == {f"{about}.seat": 3, f"{about}.was": CYD, f"{about}.now": "Nora"}
    facts = {"at": day(6), "seat": 3, "name": "Nora", "player": CYD}
    assert came.told == ("successor", facts, ())
    both = game.then(e.SuccessorAsked(at=day(6), seat=2, name="Ned"))
    assert both.state == {"successors.2": "Ned"}


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
            e.PointsScored(at=day(3), seat=3, points=4, total=4, because="so", rule=202)
        ),
        e.PointsAwarded(at=day(6), seat=3, points=5, total=9, rule=201),
    )
    because = f"event {len(started().events) + 2} was taken back"
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
    ended = e.GameEnded(at=day(6), reason="won")
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
