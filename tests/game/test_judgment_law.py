"""Rule 212 paragraph by paragraph: each provision tried at its edges."""

from datetime import timedelta

import pytest

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from tests.game.test_judgment import asked, invoke
from tests.kit.games.core_play import Play, enact, started
from tests.kit.recorded import checked, recorded

DAY = timedelta(days=1)
SUBER = rulesets.load("suber_1982").rules
SUBER_MAIL = rulesets.load("suber_mail").rules
ALL_SETS = ("net_play", "net_play_revised", "suber_1982", "suber_mail", "pull_request")


def wait(play: Play, days: float) -> tuple[e.Event, ...]:
    play.at += days * DAY
    return play.done(c.Tick())


def proven(play: Play) -> None:
    assert checked(recorded(play.events)).differences == []


def of(events: tuple[e.Event, ...], kind: type) -> list[e.Event]:
    return [one for one in events if isinstance(one, kind)]


# 212, first paragraph: disagreement, by anybody's insistence; who is judge


@pytest.mark.parametrize("name", ALL_SETS)
def test_212_first_paragraph_any_players_insistence_makes_one_judge(name: str) -> None:
    for asker in (1, 2, 3, 4):
        play = started(4, rulesets.load(name).rules)
        order = play.state.order
        invoke(play, asker)
        before = order[order.index(play.mover) - 1]
        assert asked(play).judge == (c.MODERATOR if name == "net_play" else before)
        proven(play)


def test_212_first_paragraph_one_player_alone_has_a_judge_only_in_the_moderator() -> None:
    """011; of a player before the mover there is none."""
    for rules, judged in ((None, True), (SUBER, False)):
        play = started(2, rules) if rules else started(2)
        play.done(c.Leave(by=2))
        outcome = play.do(c.Judgment(by=1, question="Is this a game?"))
        assert (play.state.judgment is not None) == judged
        assert judged or getattr(outcome, "because", "") == 212


# 212, second paragraph: the consent of a majority of the others


def test_212_second_paragraph_the_next_turn_needs_the_consent_of_most_others() -> None:
    play = started(5, SUBER)
    play.turn(enact())
    invoke(play, 3)
    play.done(c.Ruling(by=5, text="Yes."))
    assert play.refused(c.Propose(by=2, change=enact())).because == "rule 212"
    play.done(c.Consent(by=1))
    play.done(c.Consent(by=3))
    assert (
        play.refused(c.Propose(by=2, change=enact())).because == "rule 212"
    )  # half is no majority
    play.done(c.Consent(by=4))
    play.done(c.Propose(by=2, change=enact()))
    proven(play)


def test_212_second_paragraph_who_has_left_is_not_counted() -> None:
    play = started(5, SUBER)
    play.turn(enact())
    invoke(play, 3)
    play.done(c.Consent(by=3))
    play.done(c.Consent(by=4))
    play.done(c.Leave(by=4))
    assert play.refused(c.Propose(by=2, change=enact()))  # one of three
    play.done(c.Leave(by=5))
    assert play.refused(c.Propose(by=2, change=enact()))  # one of two
    play.done(c.Leave(by=1))
    play.done(c.Propose(by=2, change=enact()))
    proven(play)


def test_212_second_paragraph_a_new_disagreement_ends_the_consent_of_silence() -> None:
    play = started(4, SUBER)
    play.turn(enact())
    invoke(play, 3)
    play.done(c.Ruling(by=4, text="Yes."))
    wait(play, 3)
    invoke(play, 1, "And milk?")
    assert play.refused(c.Propose(by=2, change=enact())).because == "rule 212"
    play.done(c.Ruling(by=4, text="That too."))
    wait(play, 3)
    settled, *_ = play.done(c.Propose(by=2, change=enact()))
    assert isinstance(settled, e.JudgmentSettled)
    assert settled.ruling == "Yes.\n\nThat too."
    proven(play)


def test_212_second_paragraph_nobody_is_skipped_while_the_turn_may_not_begin() -> None:
    play = started(4, SUBER)
    play.done(c.Set(by=c.MODERATOR, key="turn_window", value="2d"))
    play.turn(enact())
    invoke(play, 3)
    moved = [one for _ in range(3) for one in wait(play, 1)]
    extended = [one for one in moved if isinstance(one, e.TurnExtended)]
    assert extended and all(one.extension == 0 for one in extended)
    proven(play)


# 212, third paragraph: overruled, until the next turn begins; the judge before the judge


def test_212_third_paragraph_a_ruling_can_be_overruled_until_the_next_turn_begins() -> None:
    """However long ago it was given: silence is consent to the turn, not to the ruling."""
    play = started(4, SUBER)
    play.turn(enact())
    invoke(play, 3)
    play.done(c.Ruling(by=4, text="Yes."))
    assert of(wait(play, 3), e.SilenceConsented)
    play.at += 2 * DAY
    for seat in (1, 2):
        play.done(c.Overrule(by=seat))
    (_, passed) = play.done(c.Overrule(by=3))
    assert isinstance(passed, e.JudgePassed) and (passed.was, passed.judge) == (4, 3)
    assert play.refused(c.Propose(by=2, change=enact())).because == "rule 212"
    proven(play)


def test_212_third_paragraph_nobody_overrules_when_the_next_turn_has_begun() -> None:
    play = started(3, SUBER)
    play.turn(enact())
    invoke(play, 3)
    play.done(c.Ruling(by=3, text="Yes."))
    wait(play, 3)
    play.done(c.Propose(by=2, change=enact()))
    assert play.refused(c.Overrule(by=1)).reason == "no judgment has been invoked"


def test_212_third_paragraph_nobody_overruled_is_asked_again_in_the_turn() -> None:
    """Each overruled judge gives way to the one before; then the question is open."""
    play = started(3, SUBER)
    play.turn(enact())
    invoke(play, 2)
    for judge in (3, 2):
        assert asked(play).judge == judge
        play.done(c.Ruling(by=judge, text=f"As {judge} sees it."))
        wait(play, 4)
        for seat in play.state.playing:
            if seat != judge:
                play.done(c.Overrule(by=seat))
    assert asked(play).final
    assert play.refused(c.Judgment(by=2, question="Again?")).because == "rule 212"
    assert not asked(play).ruled
    assert "nobody is left" in play.refused(c.Overrule(by=1)).reason
    assert play.refused(c.Ruling(by=2, text="No, so.")).because == "rule 212"
    assert play.refused(c.Propose(by=2, change=enact())).because == "rule 212"
    assert of(wait(play, 3), e.SilenceConsented)
    settled, *_ = play.done(c.Propose(by=2, change=enact()))
    assert isinstance(settled, e.JudgmentSettled) and settled.ruling == ""
    proven(play)


def test_212_third_paragraph_the_others_are_those_who_did_not_give_the_ruling() -> None:
    """A judge who is silent on a second question has still given the first ruling."""
    play = started(4, SUBER)
    play.turn(enact())
    invoke(play, 1)
    play.done(c.Ruling(by=4, text="Yes."))
    invoke(play, 2, "And milk?")
    wait(play, 3)
    assert (asked(play).judge, asked(play).pending) == (3, ("And milk?",))
    assert play.refused(c.Overrule(by=4)).because == "rule 212"
    for seat in (1, 2, 3):
        play.done(c.Overrule(by=seat))
    assert (asked(play).judge, asked(play).pending) == (3, ("Is tea a drink?", "And milk?"))
    proven(play)


def test_212_third_paragraph_a_ruling_is_overruled_though_nobody_is_left_to_judge() -> None:
    """Who ruled is silent about a further question, and so is everybody after them."""
    play = started(3, SUBER)
    play.turn(enact())
    invoke(play, 1)
    play.done(c.Ruling(by=3, text="Yes."))
    invoke(play, 2, "And milk?")
    wait(play, 3)
    wait(play, 3)
    assert asked(play).final and asked(play).ruling == "Yes."
    play.done(c.Overrule(by=1))
    _, passed = play.done(c.Overrule(by=2))
    assert isinstance(passed, e.JudgePassed) and (passed.judge, passed.open) == (None, True)
    assert not asked(play).ruled
    proven(play)


def test_212_third_paragraph_two_players_are_a_judge_and_the_one_other() -> None:
    play = started(2, SUBER)
    play.turn(enact())
    invoke(play, 2)
    assert asked(play).judge == 2
    play.done(c.Ruling(by=2, text="Yes."))
    play.done(c.Overrule(by=1))
    assert asked(play).final and asked(play).ruling == ""
    play.done(c.Consent(by=1))
    play.done(c.Propose(by=2, change=enact()))
    proven(play)


def test_212_third_paragraph_the_moderator_is_overruled_by_all_players() -> None:
    """011: nobody of them gave the ruling, so all of them are the others."""
    play = started(3)
    invoke(play, 1)
    play.done(c.Ruling(by=c.MODERATOR, text="No."))
    for seat in (1, 2):
        play.done(c.Overrule(by=seat))
    assert asked(play).judge == c.MODERATOR
    play.done(c.Leave(by=3))
    assert asked(play).judge in (1, 2) and asked(play).judge != play.mover
    proven(play)


def test_212_third_paragraph_a_chair_pro_tem_whose_chair_has_left_is_no_judge_of_it() -> None:
    """202(e) with a Chairperson: nobody comes back, and who asked for the chair may not judge."""
    play = started(3, rulesets.load("chairperson").rules)
    chair, accuser = play.mover, play.state.order[1]
    play.done(c.Judgment(by=accuser, replace_chair=True))
    judge = asked(play).judge
    play.done(c.Ruling(by=judge, text="Yes.", replace_chair=True))
    play.done(c.Leave(by=chair))
    for seat in play.state.playing:
        if seat != judge:
            play.done(c.Overrule(by=seat))
    assert (play.mover, asked(play).final) == (accuser, True)
    proven(play)


# 212, fourth paragraph: one judge for all questions until the next turn begins


def test_212_fourth_paragraph_one_judge_settles_all_questions_until_the_next_turn() -> None:
    """Also when the time of silence is over, and about the judge's own right to judge."""
    play = started(4, SUBER)
    play.turn(enact())
    invoke(play, 1)
    play.done(c.Ruling(by=4, text="Yes."))
    wait(play, 5)
    invoke(play, 3, "Is the judge a judge?")
    assert asked(play).judge == 4
    play.done(c.Ruling(by=4, text="I am."))
    wait(play, 3)
    play.done(c.Propose(by=2, change=enact()))
    invoke(play, 3)
    assert asked(play).judge == 1  # of the next turn: the player before 2
    proven(play)


def test_212_fourth_paragraph_a_judge_who_leaves_has_ruled_all_the_same() -> None:
    play = started(4, SUBER)
    invoke(play, 1)
    play.done(c.Ruling(by=4, text="Yes."))
    play.done(c.Leave(by=4))
    assert asked(play).ruling == "Yes."
    for seat in (1, 2):
        play.done(c.Overrule(by=seat))
    play.done(c.Overrule(by=3))
    assert (asked(play).judge, asked(play).pending) == (3, ("Is tea a drink?",))
    proven(play)


# 212, fifth paragraph: a new judge is bound by no ruling, and settles what is open


def test_212_fifth_paragraph_a_new_judge_is_bound_by_no_ruling() -> None:
    """An overruled one is gone, with the winner it named."""
    play = started(4, SUBER)
    invoke(play, 1)
    play.done(c.Ruling(by=4, text="Yes.", winner="Player 02"))
    for seat in (1, 2, 3):
        play.done(c.Overrule(by=seat))
    play.done(c.Ruling(by=3, text="No."))
    assert (asked(play).ruling, asked(play).winner) == ("No.", None)
    proven(play)


def test_212_fifth_paragraph_a_new_judge_is_asked_what_is_still_open() -> None:
    play = started(4, SUBER)
    invoke(play, 1)
    play.done(c.Ruling(by=4, text="Yes."))
    invoke(play, 2, "And milk?")
    play.done(c.Leave(by=4))
    assert (asked(play).judge, asked(play).pending) == (3, ("And milk?",))
    play.done(c.Ruling(by=3, text="Milk too."))
    assert asked(play).ruling == "Yes.\n\nMilk too."
    proven(play)


# 212, second paragraph, and a judge who is silent


def test_212_asking_again_and_again_keeps_no_silent_judge_in_office() -> None:
    """The judge's time (house) runs from the first question that is open."""
    play = started(4, SUBER)
    invoke(play, 1)
    judge, due_at = asked(play).judge, asked(play).due_at
    for asker in (2, 3, 1):
        wait(play, 0.9)
        invoke(play, asker, f"And of {asker}?")
        assert (asked(play).judge, asked(play).due_at) == (judge, due_at)
    wait(play, 0.3)
    assert asked(play).judge != judge
    assert len(asked(play).pending) == 4
    proven(play)


def test_212_a_new_question_after_a_ruling_has_its_whole_time() -> None:
    play = started(4, SUBER)
    invoke(play, 1)
    wait(play, 2)
    play.done(c.Ruling(by=asked(play).judge, text="It is."))
    invoke(play, 2, "And that?")
    assert asked(play).due_at == play.at + play.state.settings.judge_window
    proven(play)
