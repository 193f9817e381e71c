"""212 with a Chairperson: that is the one moving, and who judges is counted from there."""

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.open_judgment import OpenJudgment
from nomic_mail.phrases import said
from tests.game.test_chair import DAY, Chaired
from tests.kit.recorded import checked, recorded

ZOE, BOB, CLEO, ADA = 4, 3, 1, 2  # in their order: Bob, Zoe, Cleo, Ada


def between(players: int = 4) -> Chaired:
    """Bob's term is over, and the next one's has not begun."""
    play = Chaired(players)
    play.called()
    play.wait(DAY)
    return play


def asked(play: Chaired) -> OpenJudgment:
    assert play.state.judgment is not None
    return play.state.judgment


def overrule(play: Chaired) -> None:
    for seat in play.state.playing:
        if seat != asked(play).ruled_by and not asked(play).final and asked(play).ruled:
            play.done(c.Overrule(by=seat))


def proven(play: Chaired) -> None:
    assert checked(recorded(play.events)).differences == []


def test_212_between_terms_the_player_before_the_next_chair_judges() -> None:
    play = between()
    assert play.mover == ZOE
    play.done(c.Judgment(by=ADA, question="Is tea a drink?"))
    assert asked(play).judge == BOB
    proven(play)


def test_202e_nobody_judges_their_own_call_for_the_chair() -> None:
    play = between()
    play.done(c.Judgment(by=ADA, replace_chair=True))
    assert asked(play).judge == BOB
    proven(play)
    play = between()
    play.done(c.Judgment(by=BOB, replace_chair=True))
    assert asked(play).judge == ADA
    proven(play)


def test_202e_a_judge_who_joins_the_call_hands_it_on_if_there_is_another() -> None:
    play = between()
    play.done(c.Judgment(by=ADA, replace_chair=True))
    _, passed = play.done(c.Judgment(by=BOB, replace_chair=True))
    assert isinstance(passed, e.JudgePassed)
    assert (passed.was, passed.judge, passed.why) == (BOB, CLEO, "call")
    assert play.refused(c.Judgment(by=CLEO, replace_chair=True)).because == "rule 212"
    proven(play)


def test_202e_of_two_players_nobody_could_judge_the_call() -> None:
    play = between(2)  # Cleo's term is over
    assert play.mover == ADA
    assert "nobody who could judge" in play.refused(c.Judgment(by=CLEO, replace_chair=True)).reason
    play.called()
    proven(play)


def test_212_third_paragraph_no_chair_becomes_judge_by_an_overruling() -> None:
    """Bob, then Ada and Cleo, and never Zoe, whose turn it is."""
    play = between()
    play.done(c.Judgment(by=ADA, question="Is tea a drink?"))
    judges = []
    while not asked(play).final:
        judges.append(asked(play).judge)
        play.done(c.Ruling(by=asked(play).judge, text="Yes."))
        overrule(play)
    assert judges == [BOB, ADA, CLEO]
    proven(play)


def test_202e_a_chair_who_comes_back_is_no_judge_nor_whoever_asked() -> None:
    play = between()
    play.done(c.Judgment(by=ADA, replace_chair=True))
    play.done(c.Ruling(by=BOB, text="Yes.", replace_chair=True))
    assert play.mover == ADA
    overrule(play)
    assert (play.mover, asked(play).judge) == (ZOE, CLEO)
    proven(play)


def test_212_third_paragraph_who_gets_the_chair_while_they_judge_hands_the_question_on() -> None:
    """Zoe has the question when her own turn comes."""
    play = Chaired(4)
    play.called()
    play.done(c.Judgment(by=BOB, question="Is tea a drink?"))
    for seat in (ADA, CLEO):
        play.done(c.Leave(by=seat))
    assert asked(play).judge == ZOE
    play.wait(DAY)
    assert (play.mover, asked(play).judge) == (ZOE, BOB)
    proven(play)


def test_212_third_paragraph_after_an_overruled_judge_comes_the_player_before_them() -> None:
    """Also where the one moving is another by then."""
    play = Chaired(4)
    play.called()
    play.done(c.Judgment(by=CLEO, question="Is tea a drink?"))
    assert asked(play).judge == ADA
    play.done(c.Ruling(by=ADA, text="Yes."))
    play.wait(DAY)
    assert play.mover == ZOE
    overrule(play)
    assert asked(play).judge == CLEO
    proven(play)


# 212, second paragraph, and 202(e): a call for the chair


def test_202e_the_call_does_not_stop_the_chair_from_calling_for_proposals() -> None:
    play = between()
    play.done(c.Judgment(by=ADA, replace_chair=True))
    settled, began = play.done(c.Call(by=ZOE, step="proposals"))
    assert isinstance(settled, e.JudgmentSettled) and isinstance(began, e.PeriodBegan)
    assert said(settled.how) == "the Chairperson has called for proposals"
    assert play.state.judgment is None
    proven(play)


def test_202e_the_call_stops_no_chair_who_comes_after_the_one_who_refuses() -> None:
    play = between()
    play.done(c.Judgment(by=ADA, replace_chair=True))
    play.done(c.Refuse(by=ZOE))
    play.done(c.Call(by=CLEO, step="proposals"))
    proven(play)


def test_212_second_paragraph_any_other_question_still_waits_for_consent() -> None:
    play = between()
    play.done(c.Judgment(by=ADA, replace_chair=True))
    play.done(c.Judgment(by=CLEO, question="Is tea a drink?"))
    assert play.refused(c.Call(by=ZOE, step="proposals")).because == "rule 212"
    proven(play)


def test_212_second_paragraph_a_chair_pro_tem_begins_no_term_without_consent() -> None:
    """Else the ruling that seated them could never be overruled."""
    play = between()
    play.done(c.Judgment(by=ADA, replace_chair=True))
    play.done(c.Ruling(by=BOB, text="Yes.", replace_chair=True))
    assert play.refused(c.Call(by=ADA, step="proposals")).because == "rule 212"
    overrule(play)
    play.done(c.Call(by=ZOE, step="proposals"))
    proven(play)


def test_202e_a_chair_who_may_call_for_proposals_can_be_late() -> None:
    """What nobody holds up is not waited for."""
    play = between()
    play.done(c.Judgment(by=ADA, replace_chair=True))
    play.done(c.Ruling(by=BOB, text="Not yet."))
    play.at += 7 * DAY
    extended = [one for one in play.done(c.Tick()) if isinstance(one, e.TurnExtended)]
    assert [one.extension for one in extended] == [1]
    proven(play)
