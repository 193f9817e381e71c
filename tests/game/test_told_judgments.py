"""What each event of a judgment makes another (212): told histories."""

from typing import Any

import pytest
from msgspec.structs import replace

from nomic_mail.game import events as e
from nomic_mail.game.open_judgment import OpenJudgment
from nomic_mail.game.phrase import as_told
from nomic_mail.game.record.parts import JudgmentRecord, Ruled
from tests.kit.games.told_history import ADA, BOB, CYD, History, day, made, started


def question(text: str = "Is it?", at: float = 4, **more: Any) -> e.JudgmentInvoked:
    own: dict[str, Any] = {"by": 1, "end_debate": False, "judge": 3, "due_at": day(at + 2)}
    return e.JudgmentInvoked(at=day(at), question=text, **{**own, **more})


def ruling(text: str = "It is.", at: float = 5, **more: Any) -> e.JudgmentGiven:
    own: dict[str, Any] = {"judge": 3, "winner": None, "stands_at": day(at + 3)}
    return e.JudgmentGiven(at=day(at), text=text, **{**own, **more})


def passed(at: float = 6, **more: Any) -> e.JudgePassed:
    own: dict[str, Any] = {"was": 3, "judge": 2, "why": "overruled", "due_at": day(at + 2)}
    return e.JudgePassed(at=day(at), **{**own, **more})


def moot(text: str = "Shall it end?", at: float = 6, **more: Any) -> e.QuestionMoot:
    own: dict[str, Any] = {"why": "revised", "stands_at": day(9)}
    return e.QuestionMoot(at=day(at), question=text, **{**own, **more})


def asked(*events: e.Event) -> History:
    return started().after(made(), question(), *events)


def of_it(came: dict[str, Any]) -> dict[str, Any]:
    """Without the path to it; nothing else has changed."""
    assert all(one.startswith("judgment.") for one in came)
    return {one.removeprefix("judgment."): what for one, what in came.items()}


@pytest.mark.parametrize("about", ["", "end_debate", "replace_chair"])
def test_a_question_is_asked_of_a_judge(about: str) -> None:
    game = started().after(made())
    of: dict[str, Any] = {about: True} if about else {}
    came = game.then(question(**of))
    assert came.state == {
        "judgment": OpenJudgment(
            questions=("Is it?",),
            judge=3,
            due_at=day(6),
            asked_at=day(4),
            asked_as=len(game.events),
            end_debate="Is it?" if about == "end_debate" else "",
            askers=(1,),
            accusers=(1,) if about == "replace_chair" else (),
            of_chair=("Is it?",) if about == "replace_chair" else (),
        )
    }
    kept = JudgmentRecord(at=day(4), by=[1], questions=["Is it?"], judges=[3])
    assert came.record == {"judgments.0": kept}
    facts = {"by": ADA, "question": "Is it?", "judge": CYD, "told": False}
    assert came.told == ("judgment", facts, (311,))


@pytest.mark.parametrize("about", ["", "end_debate", "replace_chair"])
@pytest.mark.parametrize("before", ["", "end_debate", "replace_chair"])
def test_a_second_question_goes_to_the_same_judge(before: str, about: str) -> None:
    """Somebody disagrees: silence is no consent any more. A win that is named is not put off."""
    of: dict[str, Any] = {before: True} if before else {}
    game = started().after(made(), question(**of), ruling(), e.SilenceConsented(at=day(5)))
    more: dict[str, Any] = {about: True} if about else {}
    came = game.after().then(question("And now?", at=7, by=2, **more))
    end = {"end_debate": "And now?"} if about == "end_debate" else {}
    asking = {
        "accusers": (1, 2) if before == "replace_chair" else (2,),
        "of_chair": ("Is it?", "And now?") if before == "replace_chair" else ("And now?",),
    }
    assert of_it(came.state) == {
        "askers": (1, 2),
        "questions": ("Is it?", "And now?"),
        "due_at": day(9),
        "asked_at": day(7),
        "asked_as": len(game.events) + 1,
        "silent": False,
        **end,
        **(asking if about == "replace_chair" else {}),
    }
    assert came.record == {"judgments.0.by.1": 2, "judgments.0.questions.1": "And now?"}
    for winner, put_off in ((None, True), (2, False)):
        ruled = game.after(ruling(winner=winner)).then(question("And now?", at=7))
        assert ("judgment.stands_at" in ruled.state) == put_off


def test_a_ruling_replaces_the_one_before_and_a_further_one_adds_to_it() -> None:
    game = asked()
    came = game.then(ruling(winner=1, replace_chair=True))
    assert of_it(came.state) == {
        "ruling": "It is.",
        "ruled_by": 3,
        "answered": 1,
        "winner": 1,
        "stands_at": day(8),
    }
    kept = Ruled(3, day(5), "It is.", 1, True)
    assert came.record == {"judgments.0.rulings.0": kept}
    assert came.told == ("ruling", {"judge": CYD, "text": "It is."}, ())
    silent = game.after(e.SilenceConsented(at=day(8)))
    came = silent.then(ruling("It is not.", at=9))
    assert of_it(came.state) == {
        "ruling": "It is not.",
        "winner": None,
        "stands_at": day(12),
        "silent": False,
    }
    more = game.after(question("And now?", at=6))
    came = more.then(ruling("It is as well.", at=7))
    assert came.state["judgment.ruling"] == "It is.\n\nIt is as well."
    assert came.state["judgment.answered"] == 2
    gone = game.after(passed(), question("And now?", at=7)).then(ruling("No.", at=7, judge=2))
    assert gone.state["judgment.ruling"] == "No."


def test_players_overrule_or_consent_and_silence_is_consent() -> None:
    game = asked(ruling())
    came = game.then(e.OverruleGiven(at=day(6), seat=1))
    assert of_it(came.state) == {"overrules": (1,)}
    assert came.record == {"judgments.0.overruled_by.0": 1}
    assert came.told == ("overruled", {"name": ADA}, ())
    came = game.then(e.OverruleGiven(at=day(6), seat=2))
    assert of_it(came.state) == {"overrules": (1, 2)}
    assert came.record == {"judgments.0.overruled_by.1": 2}
    came = game.then(e.ConsentGiven(at=day(6), seat=2))
    assert of_it(came.state) == {"consents": (2,)}
    assert came.record == {}
    assert came.told == ("consented", {"name": BOB}, ())
    assert of_it(game.then(e.ConsentGiven(at=day(6), seat=1)).state) == {"consents": (2, 1)}
    came = game.then(e.SilenceConsented(at=day(8)))
    assert of_it(came.state) == {"silent": True, "stands_at": None}
    assert (came.record, came.moments) == ({}, [])


def test_an_overruled_ruling_is_gone_with_the_winner_it_named() -> None:
    game = asked(ruling(winner=1), e.OverruleGiven(at=day(6), seat=2))
    came = game.after().then(passed())
    assert of_it(came.state) == {
        "judge": 2,
        "tried": (3,),
        "due_at": day(8),
        "ruling": "",
        "winner": None,
        "answered": 0,
        "stands_at": None,
        "overrules": (),
    }
    assert came.record == {"judgments.0.judges.1": 2}
    facts = {"was": CYD, "judge": BOB, "why": "overruled"}
    assert came.told == ("judge_passed", facts, ())

    came = game.after().then(passed(at=7, judge=None))
    assert of_it(came.state) == {
        "tried": (3,),
        "due_at": day(9),
        "stands_at": day(9),
        "winner": None,
        "final": True,
        "overrules": (),
    }
    assert came.record == {}
    assert came.told == ("judge_passed", {**facts, "judge": ""}, ())
    came = game.then(passed(judge=None, open=True))
    assert of_it(came.state)["ruling"] == ""


@pytest.mark.parametrize("why", ["silent", "gone"])
def test_the_ruling_of_who_is_silent_about_a_further_question_stands(why: Any) -> None:
    more = (e.SilenceConsented(at=day(6)), question("And now?", at=7))
    over = e.OverruleGiven(at=day(7), seat=2)
    game = asked(ruling(winner=1), *more, over)
    came = game.after().then(passed(at=8, why=why))
    assert of_it(came.state) == {"judge": 2, "tried": (3,), "due_at": day(10)}
    game = asked(ruling(), question("And now?", at=7), over)
    came = game.after().then(passed(at=8, why=why, judge=None))
    assert of_it(came.state) == {
        "tried": (3,),
        "due_at": day(10),
        "answered": 2,
        "unjudged": ("And now?",),
        "stands_at": day(10),
        "final": True,
    }
    overruled = asked(ruling(), question("And now?", at=7)).then(passed(at=8, judge=None))
    assert "judgment.unjudged" not in overruled.state


def test_a_ruling_without_a_winner_waits_for_the_next_judge() -> None:
    came = asked(ruling(), e.SilenceConsented(at=day(8))).then(passed(at=9, why="gone"))
    assert of_it(came.state) == {
        "judge": 2,
        "tried": (3,),
        "due_at": day(11),
        "silent": False,
    }
    came = asked(ruling()).then(passed(at=6, why="gone"))
    assert of_it(came.state)["stands_at"] is None


def test_a_question_of_a_text_that_is_revised_is_moot() -> None:
    """111: with nothing else asked the judgment is over."""
    end = question("Shall it end?", end_debate=True)
    game = started().after(made(), end)
    came = game.then(moot())
    assert came.state == {"judgment": None}
    assert came.record == {
        "judgments.0.settled_at": day(6),
        "judgments.0.how": "moot: revised",
    }
    assert came.moments == []
    game = asked(end)
    came = game.after().then(moot(stands_at=None))
    assert of_it(came.state) == {"questions": ("Is it?",), "end_debate": ""}
    assert came.record == {}


def test_of_a_ruling_on_what_is_moot_nothing_is_left_but_a_winner() -> None:
    end = question("Shall it end?", end_debate=True)
    over = e.OverruleGiven(at=day(5), seat=1)
    both = asked(end, ruling(), over)
    came = both.after().then(moot())
    assert of_it(came.state) == {
        "questions": ("Is it?",),
        "answered": 1,
        "end_debate": "",
        "stands_at": day(9),
    }
    alone = started().after(made(), end, ruling(), over, question("And now?", at=6))
    came = alone.after().then(moot(stands_at=None))
    assert of_it(came.state) == {
        "questions": ("And now?",),
        "answered": 0,
        "end_debate": "",
        "ruling": "",
        "overrules": (),
    }
    won = started().after(made(), end, ruling(winner=2), question("And now?", at=6))
    assert of_it(won.then(moot(stands_at=day(8))).state) == {"end_debate": ""}
    gone = asked(ruling(), passed(judge=2)).after(end)
    came = gone.then(moot(stands_at=None))
    assert of_it(came.state) == {"questions": ("Is it?",), "end_debate": ""}


def test_a_judgment_is_settled_and_the_rules_it_named_are_remembered() -> None:
    """212: whatever the words were, and once each."""
    settled = e.JudgmentSettled(at=day(9), how=as_told("consent"), ruling="It is.")
    game = started().after(made(), question("Is rule 202 so?"), ruling("It is, by rule 101."))
    came = game.then(settled)
    assert came.state == {"judgment": None, "ruled_on": (101, 202)}
    assert came.record == {"judgments.0.settled_at": day(9), "judgments.0.how": "consent"}
    assert came.told == ("settled", {"how": "consent"}, ())
    game = game.after(question("Is rule 101 so?", at=10), ruling("Rule 102.", at=11))
    came = game.then(replace(settled, at=day(12)))
    assert came.state == {"judgment": None, "ruled_on": (101, 102, 202)}
    none = asked(question("Is rule 202 so?")).then(settled)
    assert none.state == {"judgment": None}


def test_in_a_game_that_is_told_little_is_told_of_who_judged() -> None:
    told = History(*started().events)
    told.events[0] = replace(told.events[0], ruleset="told")
    told = told.after(made())
    came = told.then(question(by=0, judge=0))
    facts = {"by": "", "question": "Is it?", "judge": "", "told": True}
    assert came.told == ("judgment", facts, (311,))
    came = told.then(ruling())
    assert came.told == ("ruling", {"judge": CYD, "text": "It is."}, (311,))
    came = told.then(e.JudgmentSettled(at=day(9), how=as_told("consent"), ruling=""))
    assert came.told == ("", {"how": "consent"}, ())
    said = told.then(e.Discussed(at=day(9), seat=0, text="Hm.", letter="l"))
    assert said.told == ("said", {"name": "", "text": "Hm.", "number": 0}, (311,))
    news = told.then(e.Announced(at=day(9), text="Hear!"))
    assert news.told == ("announced", {"text": "Hear!", "told": True}, ())
