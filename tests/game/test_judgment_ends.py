"""What a judgment can end: the game (213), a debate (111); and questions about a rule's clauses."""

import pytest

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.decide import next_wake
from nomic_mail.game.settings import Settings
from tests.game.test_judgment import asked, invoke
from tests.game.test_judgment_law import DAY, of, proven, wait
from tests.kit.games.core_play import Play, amend, enact, repeal, started, transmute

SUBER = rulesets.load("suber_1982").rules
SUBER_MAIL = rulesets.load("suber_mail").rules

# 213


def test_213_another_question_does_not_put_off_the_win() -> None:
    play = started(4, SUBER)
    invoke(play, 1)
    play.done(c.Ruling(by=4, text="Paradox.", winner="Player 02"))
    play.at += 2 * DAY
    invoke(play, 3, "And tea?")
    play.at += DAY / 2
    play.done(c.Ruling(by=4, text="Tea is not a rule."))
    assert next_wake(play.state) == play.at + DAY / 2
    wait(play, 1)
    assert (play.state.winners, play.state.status) == ((2,), "ended")
    proven(play)


def test_213_the_win_stands_though_its_judge_is_silent_about_something_else() -> None:
    play = started(4, SUBER)
    play.done(c.Set(by=c.MODERATOR, key="judge_window", value="1d"))
    invoke(play, 1)
    play.done(c.Ruling(by=4, text="Paradox.", winner="Player 02"))
    invoke(play, 3, "And tea?")
    wait(play, 1)
    assert (asked(play).judge, asked(play).winner) == (3, 2)
    wait(play, 2)
    assert play.state.winners == (2,)
    proven(play)


def goal_below_213() -> Play:
    """Player 04 has ruled that Player 02 wins, and then Player 01 reaches the goal (208)."""
    play = started(4, SUBER)
    play.misprinted(208, "Who has 1 points wins.", "victory: 1")
    mover = play.mover
    play.done(c.Propose(by=mover, change=enact()))
    invoke(play, 2)
    play.done(c.Ruling(by=4, text="Paradox.", winner="Player 02"))
    play.done(c.CallVote(by=mover))
    for seat in play.state.playing:
        play.done(c.Vote(by=seat, choice="for", letter=f"last {seat}"))
    assert play.state.players[1].score >= 1
    return play


def test_213_goes_before_the_goal() -> None:
    """Its second paragraph: it takes precedence over every other rule on who wins."""
    play = goal_below_213()
    assert play.state.status == "running"
    wait(play, 3)
    assert play.state.winners == (2,)
    proven(play)


def test_208_wins_when_the_ruling_under_213_is_overruled() -> None:
    play = goal_below_213()
    for seat in (1, 2):
        play.done(c.Overrule(by=seat))
    events = play.done(c.Overrule(by=3))
    (won,) = of(events, e.GameWon)
    assert isinstance(won, e.GameWon) and won.winners == (1,) and won.goal is not None
    assert play.state.status == "ended"
    proven(play)


def test_208_wins_when_the_judge_takes_the_win_back_or_its_winner_leaves() -> None:
    play = goal_below_213()
    play.done(c.Ruling(by=4, text="No paradox."))
    assert play.state.winners == (1,)
    proven(play)
    play = goal_below_213()
    play.done(c.Leave(by=2))
    assert play.state.winners == (1,)
    proven(play)


def test_213_repealed_before_the_ruling_stands_wins_nothing() -> None:
    play = started(4, SUBER)
    play.done(c.Propose(by=1, change=repeal(213)))
    invoke(play, 2)
    play.done(c.Ruling(by=4, text="Paradox.", winner="Player 02"))
    play.done(c.CallVote(by=1))
    for seat in play.state.playing:
        play.done(c.Vote(by=seat, choice="for", letter=f"vote {seat}"))
    wait(play, 3)
    assert play.state.status == "running"
    proven(play)


# 111: the end of a debate is asked of one text


def debate(text: str = "There is tea.") -> Play:
    play = Play(4, SUBER_MAIL, Settings(debate_min=2 * DAY))
    play.done(c.Start(by=c.MODERATOR))
    play.done(c.Propose(by=play.mover, change=enact(text)))
    return play


def test_111_a_ruling_on_the_old_text_opens_no_ballot_on_the_revised_one() -> None:
    play = debate()
    play.done(c.Judgment(by=2, end_debate=True))
    judge = asked(play).judge
    events = play.done(c.Revise(by=play.mover, text="There is no tea."))
    (moot,) = of(events, e.QuestionMoot)
    assert isinstance(moot, e.QuestionMoot) and moot.why == "revised"
    assert play.state.judgment is None  # nothing else was asked
    play.refused(c.Ruling(by=judge, text="Enough.", end_debate=True))
    assert not play.state.polls
    play.done(c.Judgment(by=2, end_debate=True))  # of the new text, and nobody has been tried
    assert asked(play).judge == judge
    play.done(c.Ruling(by=judge, text="Enough.", end_debate=True))
    assert play.state.poll is not None and play.state.poll.revision == 2
    proven(play)


def test_111_what_else_was_asked_is_still_before_the_judge() -> None:
    play = debate()
    invoke(play, 3)
    judge = asked(play).judge
    play.done(c.Ruling(by=judge, text="Tea is."))
    play.done(c.Judgment(by=2, end_debate=True))
    play.done(c.Revise(by=play.mover, text="There is no tea."))
    assert (asked(play).pending, asked(play).ruling) == ((), "Tea is.")
    refusal = play.refused(c.Ruling(by=judge, text="Enough.", end_debate=True))
    assert refusal.because == "rule 111"
    assert of(wait(play, 3), e.SilenceConsented)
    proven(play)


def test_111_an_earlier_ruling_opens_no_ballot_by_being_said_again() -> None:
    """The judge let the debate go on; then the text changed."""
    play = debate()
    play.done(c.Judgment(by=2, end_debate=True))
    judge = asked(play).judge
    play.done(c.Ruling(by=judge, text="Not yet."))
    play.done(c.Revise(by=play.mover, text="There is no tea."))
    play.refused(c.Ruling(by=judge, text="Enough.", end_debate=True))
    assert not play.state.polls
    proven(play)


def test_111_once_the_judge_is_asked_the_proponent_s_call_waits_for_the_judge() -> None:
    """Also after a ruling that lets the debate go on: the judge ends it, or its time does."""
    play = debate()
    play.done(c.Judgment(by=2, end_debate=True))
    play.at += 2 * DAY
    waits = play.refused(c.CallVote(by=play.mover))
    assert waits.because == "rule 111" and "has been asked" in waits.reason
    judge = asked(play).judge
    play.done(c.Ruling(by=judge, text="Not yet."))
    assert play.refused(c.CallVote(by=play.mover)).because == "rule 111"
    play.done(c.Ruling(by=judge, text="Now.", end_debate=True))
    assert play.state.polls
    proven(play)


def test_111_with_nobody_left_to_judge_the_proponent_calls_the_vote_again() -> None:
    play = debate()
    play.done(c.Set(by=c.MODERATOR, key="judge_window", value="12h"))
    play.done(c.Judgment(by=2, end_debate=True))
    for _ in range(3):
        wait(play, 0.7)
    assert asked(play).final
    play.done(c.CallVote(by=play.mover))
    proven(play)


@pytest.mark.parametrize("how", ["withdrawn", "clock"])
def test_111_the_question_falls_with_the_debate(how: str) -> None:
    play = debate()
    play.done(c.Set(by=c.MODERATOR, key="judge_window", value="30d"))
    play.done(c.Judgment(by=2, end_debate=True))
    if how == "withdrawn":
        play.done(c.Withdraw(by=play.mover))
    else:
        wait(play, 8)
    assert play.state.judgment is None
    proven(play)


def test_111_the_judge_who_opened_the_ballot_is_overruled_and_it_stays_open() -> None:
    """No open ballot is altered (106), so there is nothing left for the next judge."""
    play = debate()
    play.done(c.Judgment(by=2, end_debate=True))
    judge = asked(play).judge
    play.done(c.Ruling(by=judge, text="Enough.", end_debate=True))
    for seat in play.state.playing:
        if seat != judge:
            play.done(c.Overrule(by=seat))
    assert play.state.judgment is None and play.state.polls
    proven(play)


# Binding questions


def test_a_binding_question_goes_with_its_rule_through_a_transmutation() -> None:
    """109: a transmutation changes a rule's status, and neither its text nor what was asked about
    it; 107: the answer acts from then on."""
    play = started(3, SUBER)
    play.turn(amend(206, "A defeat costs six."))
    assert not play.state.bindings[301].answer
    play.turn(transmute(301))
    assert 301 not in play.state.bindings and not play.state.bindings[302].answer
    assert play.refused(c.Bind(by=c.MODERATOR, rule=301, answer="keep")).because == "rule 108"
    play.done(c.Bind(by=c.MODERATOR, rule=302, answer="bind", clauses=("penalty defeat: 6",)))
    rule = play.state.rules.get(302)
    assert rule is not None and rule.clauses == ("penalty defeat: 6",)
    assert (rule.status, play.state.bindings) == ("immutable", {})
    proven(play)
