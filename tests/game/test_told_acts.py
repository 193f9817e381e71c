"""What each act of the Moderator's makes another (013): told histories."""

from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from nomic_mail.game import events as e
from nomic_mail.game.phrase import NOTHING, Phrase, as_told
from nomic_mail.game.record.parts import ActRecord, RuleForm, Scored, Seating
from tests.kit.games.told_history import (
    ADA,
    BOB,
    CYD,
    GONE,
    History,
    acted,
    asked,
    day,
    made,
    opened,
    started,
)


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


# Points and rules set right


def test_points_are_given_by_hand_and_set_right() -> None:
    """Who has won is asked of the points as they are now (208)."""
    game = started().after(
        e.PointsScored(at=day(3), seat=3, points=4, total=4, because=as_told("so"), rule=202),
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
        "scores.1": Scored(day(6), 3, 5, 9, as_told("so it is"), 201),
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
        "scores.1": Scored(day(6), 3, -3, 1, Phrase("correction", reason="so it is"), None),
    }
    facts = {"at": day(6), "seat": 3, "was": 4, "total": 1, "player": CYD}
    assert came.told == ("score_corrected", facts, ())
    bare = game.then(given)
    assert bare.record["scores.1"] == Scored(day(6), 3, 5, 9, NOTHING, 201)


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
