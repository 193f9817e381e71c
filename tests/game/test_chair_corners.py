"""The chair at its corners: who is late, who refuses, who is replaced, who asked for it."""

from datetime import timedelta

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.decide import next_wake
from tests.game.test_chair import ABEL, ADA, BOB, CLEO, DAY, EVE, ZOE, Chaired
from tests.kit.games.core_play import amend, enact, started
from tests.kit.recorded import checked, recorded


def test_a_judge_who_ends_the_debate_of_a_term_costs_nobody_their_ballot() -> None:
    """111 of suber_mail lets the judge end the debate, and its 202 can become one with a chair."""
    play = started(3, rulesets.load("suber_mail").rules)
    play.turn(amend(202, "There is a Chairperson.", "procedure: chair"))
    chair = play.mover
    play.done(c.Call(by=chair, step="proposals"))
    play.done(c.Propose(by=chair, change=enact()))
    play.do(c.Judgment(by=chair, end_debate=True))
    judge = play.state.judgment.judge if play.state.judgment else 0
    play.do(c.Ruling(by=judge, text="Enough.", end_debate=True))
    for seat in play.state.playing:
        play.do(c.Vote(by=seat, choice="for"))
    cast = dict(play.state.polls[302].ballots) if 302 in play.state.polls else {}
    play.at += timedelta(days=1)
    play.do(c.Tick())
    play.do(c.Call(by=chair, step="discussion"))
    play.at += timedelta(days=5)
    play.do(c.Tick())
    play.do(c.CallVote(by=chair))
    if 302 in play.state.polls:
        assert play.state.polls[302].ballots == cast


def test_after_a_chair_pro_tem_who_refuses_the_next_is_reckoned_from_the_chair() -> None:
    play = Chaired()
    play.done(c.Judgment(by=CLEO, replace_chair=True))
    assert play.state.judgment is not None
    play.done(c.Ruling(by=play.state.judgment.judge, text="Yes.", replace_chair=True))
    assert play.mover == CLEO
    if isinstance(play.do(c.Refuse(by=CLEO)), tuple):
        assert play.state.turn is not None
        assert play.state.turn.counted_from == ABEL
    play.at += 4 * DAY
    play.done(c.Tick())
    play.called()
    play.wait(DAY)
    assert play.mover == BOB


def test_of_two_who_call_for_judgment_the_first_takes_the_chair() -> None:
    play = Chaired()
    play.done(c.Judgment(by=CLEO, replace_chair=True))
    play.done(c.Judgment(by=EVE, replace_chair=True))
    assert play.state.judgment is not None
    play.done(c.Ruling(by=play.state.judgment.judge, text="Yes.", replace_chair=True))
    assert play.mover == CLEO


def skippable(play: Chaired) -> Chaired:
    """202 with its order and its steps, and without the ban on skipping."""
    bind = ("procedure: chair", "order: alphabetical", "skipping: allowed")
    play.misprinted(202, "The Chairperson goes by surname, and may be skipped.", *bind)
    return play


def late(play: Chaired) -> None:
    """Until the Moderator is asked about the chair."""
    while play.state.asked != "missing turn":
        wake = next_wake(play.state)
        assert wake is not None
        play.at = wake
        play.done(c.Tick())


def test_what_a_skipped_chair_has_tabled_comes_to_its_vote() -> None:
    """104: all rule changes proposed in the proper way shall be voted on."""
    play = skippable(Chaired())
    play.called()
    play.done(c.Propose(by=CLEO, change=enact("Tea.")))
    play.wait(DAY)
    late(play)
    _, replaced = play.done(c.Skip(by=c.MODERATOR))
    assert isinstance(replaced, e.ChairReplaced)
    assert (replaced.was, replaced.chair, replaced.why) == (ABEL, BOB, "skipped")
    play.done(c.Call(by=BOB, step="discussion"))
    play.wait(5 * DAY)
    play.done(c.CallVote(by=BOB))
    play.all_vote(303)
    play.wait(DAY)
    assert 303 in play.state.rules.by_number
    assert play.mover == BOB  # who has their own term after it


def test_a_house_that_skips_late_chairs_hands_on_what_was_tabled() -> None:
    play = skippable(Chaired())
    play.done(c.Set(by=c.MODERATOR, key="missing_turn", value="skip"))
    play.called()
    play.done(c.Propose(by=CLEO, change=enact("Tea.")))
    play.wait(DAY)
    play.wait(7 * DAY)
    assert (play.mover, [one.number for one in play.state.live]) == (BOB, [303])
    play.wait(7 * DAY)
    assert (play.mover, [one.number for one in play.state.live]) == (ZOE, [303])


def test_a_late_chair_with_nothing_tabled_is_skipped_with_the_term() -> None:
    play = skippable(Chaired())
    late(play)
    _, ended, began = play.done(c.Skip(by=c.MODERATOR))
    assert isinstance(ended, e.TurnEnded) and isinstance(began, e.TurnBegan)
    assert (ended.mover, ended.skipped, began.mover) == (ABEL, True, BOB)


def test_no_term_is_skipped_while_202_forbids_it() -> None:
    play = Chaired()
    play.called()
    play.done(c.Propose(by=CLEO, change=enact("Tea.")))
    play.wait(DAY)
    late(play)
    assert play.refused(c.Skip(by=c.MODERATOR)).because == "rule 202"


def test_who_comes_into_the_chair_in_mid_term_may_refuse_it() -> None:
    """202(b): any player may; until they take a step of it themselves."""
    play = Chaired()
    play.called()
    play.done(c.Propose(by=CLEO, change=enact("Tea.")))
    play.done(c.Leave(by=ABEL))
    assert play.mover == BOB
    (refused,) = play.done(c.Refuse(by=BOB))
    assert isinstance(refused, e.ChairRefused)
    assert (refused.chair, refused.due_at) == (ZOE, None)
    play.wait(DAY)
    play.done(c.Call(by=ZOE, step="discussion"))
    assert "before your first step" in play.refused(c.Refuse(by=ZOE)).reason
    assert [one.number for one in play.state.live] == [303]


def test_a_chair_pro_tem_who_refuses_does_not_give_the_chair_back() -> None:
    """202(e): it was judged that the chair must be replaced."""
    play = Chaired()
    play.called()
    play.done(c.Propose(by=CLEO, change=enact("Tea.")))
    play.done(c.Judgment(by=ADA, replace_chair=True))  # who comes before Abel
    assert play.state.judgment is not None
    play.done(c.Ruling(by=play.state.judgment.judge, text="Yes.", replace_chair=True))
    assert play.mover == ADA
    play.done(c.Refuse(by=ADA))
    assert play.mover == BOB


# Active Players (202a): who is AWAY when the chair passes is passed over


def term(play: Chaired) -> int:
    """A term in which nothing is tabled; who had the chair."""
    chair = play.mover
    play.called()
    play.wait(DAY)
    return chair


def away(play: Chaired, seat: int, days: int) -> None:
    play.done(c.Away(by=seat, until=play.at + days * DAY))


def test_who_is_away_when_the_chair_passes_is_passed_over() -> None:
    play = Chaired()
    away(play, BOB, 3)
    away(play, ZOE, 30)
    play.called()
    events = play.wait(DAY)
    passed = [one for one in events if isinstance(one, e.ChairPassedOver)]
    assert [one.seat for one in passed] == [BOB, ZOE]
    assert play.mover == CLEO
    away(play, CLEO, 30)  # in the chair already: nothing changes by itself
    assert [term(play) for _ in range(4)] == [CLEO, EVE, ADA, ABEL]
    assert play.mover == BOB  # who is back


def test_if_all_are_away_the_first_in_order_has_the_chair() -> None:
    play = Chaired(3)  # Bob, Cleo, Ada
    for seat in play.state.playing:
        away(play, seat, 30)
    assert term(play) == BOB
    assert play.mover == CLEO


def test_the_only_active_player_has_the_chair_again() -> None:
    play = Chaired(3)
    away(play, CLEO, 30)
    away(play, ADA, 30)
    assert [term(play), term(play)] == [BOB, BOB]
    assert (play.mover, play.state.circuit) == (BOB, 3)


def test_a_circuit_waits_for_nobody_who_was_passed_over() -> None:
    """203 counts circuits: one is complete when all others have held the chair or refused it; and
    who was passed over has their place in the next."""
    play = Chaired(3)
    away(play, CLEO, 5)
    assert (term(play), term(play)) == (BOB, ADA)
    assert play.state.circuit == 2
    assert play.state.circuit_waits_for == (1, 2, 3)
    play.at += 5 * DAY
    assert (term(play), term(play), term(play)) == (BOB, CLEO, ADA)
    assert play.state.circuit == 3


def test_who_is_away_as_a_circuit_begins_is_its_last() -> None:
    """A circuit begins with a term: being passed over just before costs no place in it."""
    play = Chaired(3)
    assert (term(play), term(play)) == (BOB, CLEO)
    away(play, BOB, 2)
    assert term(play) == ADA
    assert (play.mover, play.state.circuit) == (CLEO, 2)
    play.at += 2 * DAY
    assert (term(play), term(play)) == (CLEO, ADA)
    assert (play.mover, play.state.circuit) == (BOB, 2)
    term(play)
    assert (play.mover, play.state.circuit) == (CLEO, 3)


def test_who_refuses_is_followed_by_the_next_who_is_active() -> None:
    """202(b): according to the rules."""
    play = Chaired()
    away(play, BOB, 3)
    passed, refused = play.done(c.Refuse(by=ABEL))
    assert isinstance(passed, e.ChairPassedOver) and isinstance(refused, e.ChairRefused)
    assert (passed.seat, passed.pro_tem, refused.chair) == (BOB, False, ZOE)
    assert BOB not in play.state.circuit_waits_for


def test_what_a_chair_leaves_behind_goes_to_the_next_who_is_active() -> None:
    """104; a term that was not Bob's own takes nothing from his place in the circuit."""
    play = Chaired()
    away(play, BOB, 1)
    play.called()
    play.done(c.Propose(by=CLEO, change=enact("Tea.")))
    play.done(c.Leave(by=ABEL))
    assert play.mover == ZOE
    assert BOB in play.state.circuit_waits_for
    play.wait(DAY)
    play.done(c.Call(by=ZOE, step="discussion"))
    play.wait(5 * DAY)
    play.done(c.CallVote(by=ZOE))
    play.wait(DAY)
    assert play.mover == BOB


def test_the_next_three_propose_whether_they_are_away_or_not() -> None:
    """202(c)1 says "the next three Players", and not active ones."""
    play = Chaired()
    away(play, BOB, 30)
    play.called()
    assert play.state.turn is not None
    assert play.names(play.state.turn.proposers) == ["Abel", "Bob", "Zoe", "Cleo"]


def test_the_consent_of_who_will_be_passed_over_counts() -> None:
    """212: the consent is asked of the players other than the next mover."""
    play = Chaired()
    play.called()
    away(play, BOB, 30)
    play.done(c.Judgment(by=CLEO, question="Is it?"))
    play.done(c.Consent(by=BOB))
    assert play.refused(c.Consent(by=ZOE)).because == "rule 212"
    away(play, ZOE, 30)
    assert play.refused(c.Consent(by=CLEO)).because == "rule 212"


def test_a_term_of_which_nothing_is_left_on_the_table_is_over() -> None:
    """202(c): there is nothing to discuss, or to vote on."""
    for stage in ("proposals", "discussion"):
        play = Chaired()
        play.called()
        play.done(c.Propose(by=CLEO, change=enact("Tea.")))
        play.wait(DAY)
        if stage == "discussion":
            play.done(c.Call(by=ABEL, step="discussion"))
            play.wait(5 * DAY)
        play.done(c.Withdraw(by=CLEO))
        assert play.mover == BOB
        assert checked(recorded(play.events)).differences == []


def test_a_request_that_is_taken_back_may_leave_nothing_on_the_table() -> None:
    play = Chaired()
    play.done(c.Join(by=7, name="Gus Gale", letter="join 7"))
    play.called()
    play.wait(DAY)
    assert play.mover == ABEL
    play.done(c.Leave(by=7))
    assert play.mover == BOB
    assert checked(recorded(play.events)).differences == []


def test_who_was_left_alone_in_the_chair_has_the_time_anew_when_somebody_is_let_in() -> None:
    play = Chaired(2)
    play.done(c.Leave(by=3 - play.mover))
    assert play.state.asked == "one player left"
    play.at += DAY
    play.done(c.Join(by=3, name="Zoe Babbage", letter="join 3"))
    play.done(c.Admit(by=c.MODERATOR, player="Zoe Babbage"))
    assert play.state.turn is not None
    assert play.state.turn.due_at == play.at + play.state.settings.turn_window


def test_where_no_least_is_said_a_period_is_a_minute() -> None:
    play = Chaired()
    play.misprinted(202, "There is a Chairperson.", "procedure: chair, call 0")
    play.called()
    assert play.state.turn is not None
    assert play.state.turn.ends_at == play.at + timedelta(minutes=1)
