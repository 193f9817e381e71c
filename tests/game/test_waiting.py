"""What waits for the Moderator, and the lines that answer it; and when players are reminded."""

from datetime import timedelta

import pytest

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game.reminders import remind_at, still_near
from nomic_mail.game.waiting import PAUSED, TO_START, Wait, still, waits
from nomic_mail.phrases import said
from tests.game.test_lateness import REVISED, setting, voting, wait
from tests.kit.games.core_play import Play, amend, enact, repeal, started

SUBER = rulesets.load("suber_1982").rules
CHAIRPERSON = rulesets.load("chairperson").rules
OPEN = rulesets.load("open").rules
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)


def desk(play: Play) -> list[tuple[str, int, tuple[str, ...], tuple[str, ...]]]:
    return [(one.kind, one.number, one.answers, one.forms) for one in waits(play.state)]


def late_turn(play: Play) -> Play:
    setting(play, "extensions", "0")
    wait(play)
    assert play.state.asked == "missing turn"
    return play


def test_a_game_can_start_when_two_have_joined_and_waits_for_others_meanwhile() -> None:
    assert waits(Play(1).state) == ()
    (two,) = waits(Play(2).state)
    assert (two.kind, two.number, two.answers, two.patience) == ("start", 2, ("START",), TO_START)
    (three,) = waits(Play(3).state)
    assert three.number == 3  # another matter: the others get more time


def test_nothing_waits_while_players_play_or_the_game_is_over() -> None:
    play = started(3)
    assert waits(play.state) == ()
    play.done(c.Pause(by=c.MODERATOR))
    (paused,) = waits(play.state)
    assert (paused.kind, paused.answers, paused.patience) == ("paused", ("RESUME",), PAUSED)
    play.done(c.Resume(by=c.MODERATOR))
    play.done(c.End(by=c.MODERATOR, reason="x"))
    assert waits(play.state) == ()


def test_a_late_turn_is_answered_by_what_the_rules_allow() -> None:
    """201 forbids skipping; 011 as revised lets the Moderator remove."""
    play = late_turn(started(3))
    name = play.state.name_of(play.mover)
    more, form = "EXTEND TURN 1 BY 3d", f"REPLACE {name} BY [NAME <ADDRESS>]"
    assert desk(play) == [("turn", 1, (more,), (form,))]
    play = late_turn(started(3, REVISED))
    name = play.state.name_of(play.mover)
    assert desk(play)[0][2] == (f"REMOVE {name} TURN 1", more)
    play = started(3)
    play.turn(repeal(201))
    setting(play, "extension", "0")
    assert desk(late_turn(play))[0][:3] == ("turn", 2, ("SKIP TURN 2", "EXTEND TURN 2 BY 7d"))


def test_a_missing_ballot_is_counted_without_or_waited_for() -> None:
    for rules, removes in ((None, ()), (REVISED, ("REMOVE Player 03",))):
        play, _, _ = voting(rules) if rules else voting()
        setting(play, "extensions", "0")
        wait(play)
        answers = ("CLOSE 301", "EXTEND 301 BY 3d", *removes)
        assert desk(play) == [("ballot", 301, answers, ())]
        assert "Player 03" in said(waits(play.state)[0].what)


def test_several_at_the_goal_are_named_one_by_one_and_together() -> None:
    play = started(3)
    for name in ("Player 01", "Player 03"):
        play.done(c.CorrectScore(by=c.MODERATOR, player=name, total=60, reason="x"))
    play.misprinted(208, "Fifty win.", "victory: 50")
    assert desk(play) == [
        (
            "winners",
            0,
            (
                "END GAME, WINNER: Player 01",
                "END GAME, WINNER: Player 03",
                "END GAME, WINNERS: Player 01, Player 03",
            ),
            (),
        )
    ]


def test_one_player_alone_waits_for_the_moderator_and_so_does_who_would_join() -> None:
    """301 wants a vote of those who play, and one is none."""
    play = Play(2, CHAIRPERSON)
    play.done(c.Start(by=c.MODERATOR))
    play.done(c.Join(by=3, name="Dot Ray", letter="join 3"))
    assert desk(play) == []  # it goes to the vote
    play.done(c.Leave(by=1))
    assert desk(play) == [
        ("alone", 0, ("END GAME: only one player was left",), ()),
        ("join", 3, ("ADMIT Dot Ray", "DECLINE Dot Ray"), ()),
    ]
    assert "Player 02" in said(waits(play.state)[0].what)


def test_where_the_moderator_decides_each_request_waits() -> None:
    play = started(3)
    play.turn(enact("So be it.", "membership: moderator"))
    for seat, name in ((5, "Eve Euler"), (4, "Dot Ray")):
        play.done(c.Join(by=seat, name=name, letter=f"join {seat}"))
    assert [(kind, number) for kind, number, *_ in desk(play)] == [("join", 4), ("join", 5)]


def test_a_question_that_is_the_moderators_to_judge_waits_until_it_is_answered() -> None:
    play = started(3)
    play.done(c.Judgment(by=1, question="Is tea a drink?"))
    assert desk(play) == [("judgment", 0, (), ("RULING: [WHAT, AND WHY]",))]
    play.done(c.Ruling(by=c.MODERATOR, text="It is."))
    assert desk(play) == []
    play.done(c.Judgment(by=1, question="And milk?"))
    assert [(kind, number) for kind, number, *_ in desk(play)] == [("judgment", 1)]
    other = started(3, SUBER)
    other.done(c.Judgment(by=1, question="Is tea a drink?"))
    assert desk(other) == []  # a player judges


def test_a_request_waits_but_while_the_voters_of_a_vote_are_fixed() -> None:
    """105: till then nobody can be admitted; the letter that tells of it says so, too."""
    play = started(3)
    bound = c.Bind(by=c.MODERATOR, rule=205, answer="bind", clauses=("membership: moderator",))
    play.done(bound)
    play.done(c.Propose(by=play.mover, change=enact()))
    play.done(c.CallVote(by=play.mover))
    play.done(c.Join(by=4, name="Dot Ray", letter="join 4"))
    assert desk(play) == []
    for seat in play.state.playing:
        play.done(c.Vote(by=seat, choice="for", letter=f"vote {seat}"))
    assert desk(play) == [("join", 4, ("ADMIT Dot Ray", "DECLINE Dot Ray"), ())]


def test_a_binding_question_waits_but_while_its_ballot_is_open() -> None:
    """106: what is voted on is frozen, and so is the rule that a ballot is about."""
    play = started(3)
    mover = play.mover
    play.done(c.Propose(by=mover, change=amend(206, "A defeat costs six.")))
    bind = ("binding", 301, ("KEEP 301", "DROP 301"), ("BIND 301: [CLAUSES]",))
    assert desk(play) == [bind]
    play.done(c.CallVote(by=mover))
    assert desk(play) == []
    for seat in play.state.playing:
        play.done(c.Vote(by=seat, choice="for", letter=f"vote {seat}"))
    assert desk(play) == [bind]
    play.done(c.Propose(by=play.mover, change=repeal(301)))
    assert desk(play) == [bind]
    play.done(c.CallVote(by=play.mover))
    assert desk(play) == []  # 301 is on the ballot
    play, mover = started(3), 0
    play.turn(amend(206, "A defeat costs six."))
    play.done(c.Propose(by=play.mover, change=repeal(205)))
    play.done(c.CallVote(by=play.mover))
    assert desk(play) == [bind]  # another rule is
    play.done(c.Bind(by=c.MODERATOR, rule=301, answer="keep"))
    assert desk(play) == []


def test_a_game_without_deadlines_is_given_one() -> None:
    play = Play(3)
    setting(play, "turn_window", "0")
    setting(play, "vote_window", "0")
    play.done(c.Start(by=c.MODERATOR))
    name = play.state.name_of(play.mover)
    no_turn = still(play.state)
    assert (no_turn.kind, no_turn.answers) == ("still", ("EXTEND TURN 1 BY 3d",))
    assert no_turn.forms == (f"REPLACE {name} BY [NAME <ADDRESS>]",)
    play.done(c.Propose(by=play.mover, change=enact()))
    play.done(c.CallVote(by=play.mover))
    play.done(c.Vote(by=2, choice="for"))
    no_end = still(play.state)
    assert (no_end.answers, no_end.forms) == (("EXTEND 301 BY 3d",), ())
    told = said(no_end.what)
    assert "Player 01" in told and "Player 03" in told and "Player 02" not in told
    nothing: Wait = still(Play(2).state)
    assert nothing.forms == ("END GAME: [WHY]",)
    nobody_s = still(started(3, OPEN).state)
    assert (said(nobody_s.what), nobody_s.forms) == (said(nothing.what), nothing.forms)


# Reminders: once, a day before


def test_the_mover_is_reminded_a_day_before_the_turn_is_due_and_once() -> None:
    play = started(3)
    assert play.state.turn is not None and play.state.turn.due_at is not None
    due_at = play.state.turn.due_at
    assert remind_at(play.state, play.at) == due_at - DAY
    assert remind_at(play.state, due_at - DAY - MINUTE) == due_at - DAY
    assert remind_at(play.state, due_at - DAY) is None


def test_voters_are_reminded_of_the_end_of_the_vote_and_a_judge_of_the_question() -> None:
    play = started(3, SUBER)
    play.done(c.Propose(by=play.mover, change=enact()))
    assert remind_at(play.state, play.at) is None
    play.done(c.CallVote(by=play.mover))
    ends_at = play.at + 7 * DAY
    assert remind_at(play.state, play.at) == ends_at - DAY
    play.done(c.Judgment(by=1, question="Is tea a drink?"))
    assert remind_at(play.state, play.at) == play.at + 2 * DAY
    play.done(c.Ruling(by=3, text="It is."))
    assert remind_at(play.state, play.at) == ends_at - DAY
    play.done(c.Pause(by=c.MODERATOR))
    assert remind_at(play.state, play.at) is None


@pytest.mark.parametrize(
    ("before", "near"), [(DAY + MINUTE, False), (DAY, True), (MINUTE, True), (0 * DAY, False)]
)
def test_whether_a_deadline_was_near_already(before: timedelta, near: bool) -> None:
    """Within the last day, and still to come."""
    play = started(3)
    assert play.state.turn is not None and play.state.turn.due_at is not None
    at = play.state.turn.due_at - before
    assert still_near(play.state, play.state, at) == near
    later = Play(3, settings=play.state.settings)
    assert not still_near(play.state, later.state, at)  # it is no deadline any more
