"""Judgment (212) whole, case by case; 213 by ruling; 011; the judge and the debate (111)."""

from datetime import timedelta

from msgspec.structs import replace

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Steps
from nomic_mail.game.open_judgment import OpenJudgment
from nomic_mail.post.compose import compose
from tests.kit.games.core_play import Play, amend, enact, started

SUBER = rulesets.load("suber_1982").rules
SUBER_MAIL = rulesets.load("suber_mail").rules


def asked(play: Play) -> OpenJudgment:
    assert play.state.judgment is not None
    return play.state.judgment


def invoke(play: Play, by: int, question: str = "Is tea a drink?") -> None:
    play.done(c.Judgment(by=by, question=question))


def test_the_moderator_judges_first_in_net_play() -> None:
    """011."""
    play = started(3)
    invoke(play, 2)
    assert asked(play).judge == c.MODERATOR
    play.done(c.Ruling(by=c.MODERATOR, text="It is."))
    assert asked(play).ruling == "It is."


def test_the_player_before_the_mover_judges_where_011_is_gone() -> None:
    """212: seats 1, 2, 3 in this order; 1 moves first, so 3 stands before them."""
    play = started(3, SUBER)
    assert play.mover == 1
    invoke(play, 2)
    assert asked(play).judge == 3
    assert play.refused(c.Ruling(by=2, text="No.")).because == "rule 212"


def test_until_the_next_proposal_is_accepted_the_last_mover_is_the_one_moving() -> None:
    play = started(3, SUBER)
    play.turn(enact())
    assert play.mover == 2
    invoke(play, 3)
    assert asked(play).judge == 3  # the player before 1, who moved last


def test_the_next_turn_waits_for_the_consent_of_a_majority_of_the_others() -> None:
    play = started(4, SUBER)
    play.turn(enact())
    invoke(play, 3)
    refusal = play.refused(c.Propose(by=2, change=enact()))
    assert (refusal.because, "CONSENT" in refusal.what_would_work) == ("rule 212", True)
    assert play.refused(c.Consent(by=2)).because == "rule 212"
    play.done(c.Consent(by=1))
    assert play.refused(c.Propose(by=2, change=enact()))
    play.done(c.Consent(by=3))
    events = play.done(c.Propose(by=2, change=enact()))
    assert isinstance(events[0], e.JudgmentSettled)
    assert play.state.judgment is None


def test_silence_after_a_ruling_is_consent() -> None:
    """House: overrule_window."""
    play = started(3, SUBER)
    play.turn(enact())
    invoke(play, 1)
    play.done(c.Ruling(by=3, text="Yes."))
    play.at += timedelta(days=3)
    (silence,) = play.done(c.Tick())
    assert isinstance(silence, e.SilenceConsented)
    settled, *_ = play.done(c.Propose(by=2, change=enact()))
    assert isinstance(settled, e.JudgmentSettled)
    assert settled.ruling == "Yes."


def test_a_judgment_does_not_stop_the_turn_it_was_invoked_in() -> None:
    play = started(3, SUBER)
    play.done(c.Propose(by=1, change=enact()))
    invoke(play, 2)
    play.done(c.CallVote(by=1))
    for seat in (1, 2, 3):
        play.done(c.Vote(by=seat, choice="for"))
    assert play.mover == 2
    assert play.refused(c.Propose(by=2, change=enact())).because == "rule 212"


def test_overruling_needs_all_others_and_the_next_judge_stands_further_back() -> None:
    """212: overruled twice, the succession goes backwards and never to the mover."""
    play = started(4, SUBER)
    play.done(c.Propose(by=1, change=enact()))
    invoke(play, 2)
    assert asked(play).judge == 4
    assert play.refused(c.Overrule(by=1)).because == "rule 212"  # nothing is ruled yet
    play.done(c.Ruling(by=4, text="One."))
    assert play.refused(c.Overrule(by=4)).because == "rule 212"
    for seat in (1, 2):
        play.done(c.Overrule(by=seat))
    events = play.done(c.Overrule(by=3))
    assert isinstance(events[-1], e.JudgePassed)
    assert asked(play).judge == 3
    play.done(c.Ruling(by=3, text="Two."))
    for seat in (1, 2, 4):
        play.done(c.Overrule(by=seat))
    assert asked(play).judge == 2
    play.done(c.Ruling(by=2, text="Three."))
    for seat in (1, 3):
        play.done(c.Overrule(by=seat))
    events = play.done(c.Overrule(by=4))
    passed = events[-1]
    assert isinstance(passed, e.JudgePassed) and passed.judge is None  # never the mover
    assert (asked(play).ruled, asked(play).ruling) == (False, "")


def test_the_overruled_moderator_is_followed_by_the_player_before_the_mover() -> None:
    play = started(3)
    mover = play.mover
    invoke(play, mover)
    play.done(c.Ruling(by=c.MODERATOR, text="No."))
    for seat in play.state.playing:
        play.done(c.Overrule(by=seat))
    order = play.state.order
    assert asked(play).judge == order[order.index(mover) - 1]


def test_a_ruling_that_is_being_overruled_cannot_be_exchanged_for_another() -> None:
    """212: else a judge could wipe out what the others have said, again and again."""
    play = started(3, SUBER)
    invoke(play, 1)
    play.done(c.Ruling(by=3, text="One."))
    play.done(c.Ruling(by=3, text="One, and better said."))
    play.done(c.Overrule(by=1))
    assert "stands or falls" in play.refused(c.Ruling(by=3, text="Better.")).reason
    play.done(c.Overrule(by=2))
    assert asked(play).judge == 2


def test_a_second_question_takes_nothing_back() -> None:
    """212: one judge settles all questions; a ruling on one leaves the others as they are."""
    play = started(4, SUBER)
    invoke(play, 2)
    play.done(c.Ruling(by=4, text="Paradox.", winner="Player 02"))
    play.done(c.Overrule(by=1))
    play.done(c.Consent(by=3))
    play.done(c.Judgment(by=3, question="And tea?"))
    assert (asked(play).overrules, asked(play).consents) == ((1,), (3,))
    play.done(c.Ruling(by=4, text="Tea is not a rule."))
    assert (asked(play).winner, asked(play).overrules) == (2, (1,))
    play.done(c.Overrule(by=2))
    play.done(c.Overrule(by=3))
    assert asked(play).judge != 4


def test_a_silent_judge_passes_the_question_on() -> None:
    play = started(3, SUBER)
    invoke(play, 1)
    play.at += timedelta(days=3)
    (passed,) = play.done(c.Tick())
    assert isinstance(passed, e.JudgePassed)
    assert (passed.was, passed.judge, passed.why) == (3, 2, "silent")


def test_a_judge_who_leaves_is_followed_too() -> None:
    play = started(4, SUBER)
    invoke(play, 1)
    events = play.done(c.Leave(by=4))
    assert any(isinstance(x, e.JudgePassed) and x.why == "gone" for x in events)


def test_one_judge_settles_all_questions_of_the_turn() -> None:
    play = started(4, SUBER)
    invoke(play, 1, "First?")
    invoke(play, 2, "Second?")
    assert asked(play).questions == ("First?", "Second?")
    assert asked(play).judge == 4


def test_a_win_by_paradox_takes_a_ruling_that_is_not_overruled() -> None:
    """213: never by machine."""
    play = started(3, SUBER)
    invoke(play, 2, "The move is legal and illegal.")
    play.done(
        c.Ruling(by=3, text="So it is: Player 01 cannot complete a turn.", winner="Player 01")
    )
    assert play.state.winners == ()
    play.at += timedelta(days=3)
    events = play.done(c.Tick())
    won = next(x for x in events if isinstance(x, e.GameWon))
    assert (won.winners, won.rule, won.goal) == ((1,), 213, None)
    assert play.state.status == "ended"


def test_a_paradox_ruling_that_is_overruled_wins_nothing() -> None:
    play = started(3, SUBER)
    invoke(play, 2)
    play.done(c.Ruling(by=3, text="Player 01 wins.", winner="Player 01"))
    play.done(c.Overrule(by=1))
    play.done(c.Overrule(by=2))
    assert play.state.status == "running"
    play.done(c.Ruling(by=2, text="Nobody wins."))
    play.at += timedelta(days=3)
    play.done(c.Tick())
    assert play.state.status == "running"


def test_the_judge_may_end_a_debate_only_where_111_says_so() -> None:
    play = started(3, SUBER)
    play.done(c.Propose(by=1, change=enact()))
    assert play.refused(c.Judgment(by=2, end_debate=True)).because == "rule 111"
    play = started(3, SUBER_MAIL)
    play.state = replace(
        play.state, settings=replace(play.state.settings, debate_min=timedelta(days=9))
    )
    mover = play.mover
    play.done(c.Propose(by=mover, change=enact()))
    assert play.refused(c.CallVote(by=mover))
    play.done(c.Judgment(by=2, end_debate=True))
    judge = asked(play).judge
    events = play.done(c.Ruling(by=judge, text="Enough is said.", end_debate=True))
    assert isinstance(events[-1], e.VotingOpened)


def test_the_overruling_share_is_a_clause_too() -> None:
    play = started(4, SUBER)
    play.turn(amend(212, "Half of the others overrule.", "judge: player before the mover",
                    "overrule: majority of others"))  # fmt: skip
    invoke(play, 3)
    judge = asked(play).judge
    play.done(c.Ruling(by=judge, text="One."))
    others = [seat for seat in play.state.playing if seat != judge]
    play.done(c.Overrule(by=others[0]))
    play.done(c.Overrule(by=others[1]))
    assert asked(play).judge != judge


def test_010_each_overrule_is_a_vote_that_all_are_told_of_by_name() -> None:
    """And who has overruled it stands in the letter that the question passes on with."""
    play = started(4)
    play.done(c.Judgment(by=2, question="Is tea a drink?"))
    play.done(c.Ruling(by=c.MODERATOR, text="No."))
    for seat in (2, 3, 1):
        before = play.state
        notices = compose(Steps.of(play.done(c.Overrule(by=seat)), before))
        told = {one.to: one.sections for one in notices}
        assert sorted(told) == [c.MODERATOR, 1, 2, 3, 4]
        for section, *_ in told.values():
            assert section.occasion == "overrule"
            assert section.facts["by"] == play.state.name_of(seat)
    before = play.state
    notices = compose(Steps.of(play.done(c.Overrule(by=4)), before))
    names = [play.state.name_of(seat) for seat in (2, 3, 1, 4)]
    assert all(one.sections[0].facts["overruled_by"] == names for one in notices)
