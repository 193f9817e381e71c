"""Where play could take the wrong turn: who has won while something waits, a turn that is over and
stays, judges who are silent or gone, and what a vote carries out after another."""

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.commands import discretion as d
from nomic_mail.game.decide import next_wake
from nomic_mail.game.record import record_of, rules_at
from nomic_mail.game.settings import SETTING_MEANINGS, Settings, written
from nomic_mail.game.waiting import still
from nomic_mail.phrases import said
from tests.game.test_amendments import in_one_vote, present, repeal_amendment, with_amendments
from tests.game.test_chair import ADA, BOB, CLEO, Chaired
from tests.game.test_judgment import asked, invoke
from tests.game.test_judgment_law import of, wait
from tests.game.test_mechanics import folded, rule, trail
from tests.game.test_proper_form import no
from tests.kit.games.core_play import Play, amend, enact, repeal, started
from tests.kit.games.game_in_hand import Game, few

SUBER = rulesets.load("suber_1982").rules
CHAIRPERSON = rulesets.load("chairperson").rules
WHO: dict[str, Any] = {"by": c.MODERATOR, "who": "The Moderator"}
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def scored(play: Play, **totals: int) -> None:
    for seat, total in totals.items():
        name = f"Player {seat[1:]}"
        play.done(d.CorrectScore(by=c.MODERATOR, player=name, total=total, reason="x"))


def several_at_the_goal(play: Play) -> None:
    scored(play, p01=60, p03=60)
    play.misprinted(208, "Fifty win.", "victory: 50")
    assert play.state.asked == "several winners"


def half_over() -> Play:
    """The vote is over and so is the turn, and one player is left: no turn begins."""
    play = started(2)
    mover = play.mover
    play.done(c.Propose(by=mover, change=enact()))
    play.done(c.CallVote(by=mover))
    play.done(c.Leave(by=3 - mover))
    play.done(c.Vote(by=mover, choice="for", letter="for"))
    assert play.state.turn is not None and play.state.turn.over
    assert play.state.asked == "one player left"
    return play


# A turn that is over, and none begins


def test_a_turn_that_is_over_is_neither_extended_nor_given_to_another() -> None:
    play = half_over()
    name = play.state.name_of(play.mover)
    assert no(play, c.Prolong(by=c.MODERATOR, length=DAY))[0] == "no_window"
    correct = d.CorrectTurn(by=c.MODERATOR, player=name, stood=1, reason="x")
    assert no(play, correct)[0] == "turn_has_begun"
    assert no(play, c.Propose(by=play.mover, change=enact()))[0] == "play_waits"
    assert still(play.state).forms == ("END GAME: [WHY]",)
    assert next_wake(play.state) is None
    (joined, began) = play.done(c.Join(by=7, name="Greta Green", letter="join 7"))
    assert isinstance(joined, e.PlayerJoined) and isinstance(began, e.TurnBegan)


def test_when_a_vote_is_counted_nothing_is_asked_any_more() -> None:
    play = started(3)
    play.done(c.Set(by=c.MODERATOR, key="extensions", value="0"))
    play.done(c.Propose(by=play.mover, change=enact()))
    play.done(c.CallVote(by=play.mover))
    play.at += 8 * DAY
    play.done(c.Tick())
    assert play.state.asked == "missing ballot"
    play.done(c.CloseVote(by=c.MODERATOR))
    assert play.state.asked == ""


# The goal (208)


def test_points_before_the_game_begins_have_won_nothing() -> None:
    """208: of a start with points, and a goal below them."""
    rules = tuple(one for one in SUBER if one.number != 201)
    play = Play(0, (*rules, rule(201, "start: 60")))
    for seat in (1, 2):
        play.done(c.Join(by=seat, name=f"Player 0{seat}", letter=f"join {seat}"))
    assert {one.score for one in play.state.players.values()} == {60}
    play.misprinted(208, "Fifty win.", "victory: 50")
    assert play.state.status == "forming" and not play.state.winners


def test_who_of_several_has_won_is_asked_once_for_the_points_as_they_are() -> None:
    play = started(4)
    several_at_the_goal(play)
    (spoken,) = play.done(c.Discuss(by=1, text="Who?", letter="who"))
    assert isinstance(spoken, e.Discussed)
    scored(play, p02=70)
    questions = of(tuple(play.events), e.ModeratorAsked)
    named = [
        "Player 02" in said(one.question.named(play.state.name_of))
        for one in questions
        if isinstance(one, e.ModeratorAsked)
    ]
    assert named == [False, True]
    for winners in ((), ("Player 04",), ("Player",), ("Player 01", "Nobody")):
        assert no(play, c.End(by=c.MODERATOR, winners=winners))[0] == "winner_not_named"
    play.done(c.End(by=c.MODERATOR, winners=("player  03", "01"), reason="by lot"))
    assert play.state.winners == (1, 3)
    (ended,) = of(tuple(play.events), e.GameEnded)
    assert isinstance(ended, e.GameEnded)
    assert said(ended.because(play.state)) == "Player 01 and Player 03 have won: by lot"


def test_a_proposal_of_who_left_while_that_was_asked_is_still_voted_on() -> None:
    """104: also when nobody is at the goal any more."""
    play = started(4)
    scored(play, p02=60)
    mover = play.mover
    play.done(c.Propose(by=mover, change=enact()))
    several_at_the_goal(play)
    play.done(c.Leave(by=mover))
    play.misprinted(208, "A hundred win.", "victory: 100")
    assert (play.state.asked, play.mover, len(play.state.live)) == ("", mover, 1)
    wait(play, 7)
    assert play.state.polls


def test_a_turn_whose_mover_left_while_that_was_asked_ends_after_it() -> None:
    play = started(4)
    scored(play, p02=60)
    mover = play.mover
    several_at_the_goal(play)
    play.done(c.Leave(by=mover))
    assert (play.mover, play.state.asked) == (mover, "several winners")
    play.misprinted(208, "A hundred win.", "victory: 100")
    assert play.state.turn is not None
    assert (play.state.turn.number, play.mover != mover) == (2, True)


# Judgment (212, 213)


def test_213_a_win_stands_at_its_time_though_nobody_is_left_to_judge_the_rest() -> None:
    play = started(3, SUBER)
    for key, value in (("judge_window", "1d"), ("overrule_window", "10d")):
        play.done(c.Set(by=c.MODERATOR, key=key, value=value))
    invoke(play, 2, "Paradox?")
    play.done(c.Ruling(by=3, text="So it is.", winner="Player 02"))
    stands_at = asked(play).stands_at
    assert stands_at == play.at + 10 * DAY
    invoke(play, 1, "And tea?")
    wait(play, 1)
    wait(play, 1)
    assert (asked(play).final, asked(play).winner, asked(play).stands_at) == (True, 2, stands_at)
    assert no(play, c.Ruling(by=2, text="Tea is."))[0] == "no_judge_any_more"
    wait(play, 7.9)
    assert play.state.status == "running"
    wait(play, 0.1)
    assert play.state.winners == (2,)


def test_a_question_nobody_answers_stays_open_for_the_time_of_an_overruling() -> None:
    play = started(3, SUBER)
    for key, value in (("judge_window", "1d"), ("overrule_window", "5d")):
        play.done(c.Set(by=c.MODERATOR, key=key, value=value))
    play.turn(enact())
    invoke(play, 1)
    wait(play, 1)
    assert asked(play).due_at == play.at + DAY
    wait(play, 1)
    assert asked(play).final and asked(play).stands_at == play.at + 5 * DAY
    assert no(play, c.Overrule(by=1))[0] == "no_ruling_yet"
    assert no(play, c.Propose(by=2, change=enact()))[0] == "consent_needed_for_now"
    wait(play, 5)
    play.done(c.Propose(by=2, change=enact()))


def test_a_judge_who_leaves_before_a_ruling_is_not_taken_for_overruled() -> None:
    for gone in (1, 2, 4):
        play = started(4, SUBER)
        invoke(play, 3)
        assert asked(play).judge == 4
        events = play.done(c.Leave(by=gone))
        passed = [one.why for one in events if isinstance(one, e.JudgePassed)]
        assert passed == (["gone"] if gone == 4 else [])


def test_the_others_overrule_by_a_majority_where_the_rule_says_so_and_half_is_none() -> None:
    clauses = ("judge: player before the mover", "overrule: majority of others")
    play = started(5, SUBER)
    play.turn(amend(212, "Most of the others overrule.", *clauses))
    invoke(play, 3)
    judge = asked(play).judge
    play.done(c.Ruling(by=judge, text="Yes."))
    others = [seat for seat in play.state.playing if seat != judge]
    for seat in others[:2]:
        play.done(c.Overrule(by=seat))
    assert asked(play).ruling == "Yes."  # two of four
    play.done(c.Leave(by=others[3]))
    assert asked(play).ruling == ""  # two of three


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Ann", None),
        ("alder", None),
        (" ann  b. ALDER ", None),
        ("B.", "no_such_winner"),
        ("Player", "several_such_winners"),
        ("Nobody", "no_such_winner"),
    ],
)
def test_213_a_winner_is_named_by_the_first_name_the_last_or_all_of_it(
    name: str, code: str | None
) -> None:
    play = Play(3, SUBER)
    play.done(c.Join(by=4, name="Ann B. Alder", letter="join 4"))
    play.done(c.Start(by=c.MODERATOR))
    invoke(play, 2)
    judge = asked(play).judge
    ruling = c.Ruling(by=judge, text="So it is.", winner=name)
    if code is not None:
        assert no(play, ruling) == (code, "rule 213")
        return
    play.done(ruling)
    assert asked(play).winner == 4


def test_what_a_judgment_must_say() -> None:
    play = Play(3, SUBER)
    assert no(play, c.Judgment(by=1, question="Is it?"))[0] == "not_running"
    play.done(c.Start(by=c.MODERATOR))
    assert no(play, c.Judgment(by=1, question=" \n"))[0] == "no_question"
    for command in (
        c.Ruling(by=3, text="Yes."),
        c.Overrule(by=2),
        c.Consent(by=2),
    ):
        assert no(play, command) == ("no_judgment", "rule 212")
    invoke(play, 1)
    assert no(play, c.Ruling(by=3, text=" \n"))[0] == "ruling_without_reasons"
    assert no(play, c.Ruling(by=2, text="Yes."))[0] == "another_judges"
    play.done(c.Ruling(by=3, text=" Yes. "))
    assert asked(play).ruling == "Yes."
    play.done(c.Overrule(by=1))
    assert no(play, c.Overrule(by=1))[0] == "overruled_already"
    assert no(play, c.Overrule(by=3))[0] == "ruling_is_ones_own"
    play.done(c.Consent(by=2))
    assert no(play, c.Consent(by=2))[0] == "consented_already"


def test_a_ruling_answers_what_its_judge_had_been_asked() -> None:
    """By the letter that it answers, or by when it came."""
    play = started(3, SUBER)
    invoke(play, 1)
    first = play.state.version
    play.at += DAY
    invoke(play, 2, "And milk?")
    before = play.at - MINUTE
    answers = c.Ruling(by=3, text="Yes.", answers=first)
    for old in (answers, c.Ruling(by=3, text="Yes.", received_at=before)):
        assert no(play, old) == ("asked_since", "rule 212")
    play.done(c.Ruling(by=3, text="Yes.", received_at=play.at))
    assert asked(play).pending == ()
    play = started(3, SUBER)
    invoke(play, 1)
    play.done(c.Ruling(by=3, text="Yes.", answers=play.state.version))
    assert asked(play).ruling == "Yes."


# Coming in (301)


def test_of_two_who_play_both_vote_on_who_comes_in() -> None:
    play = Play(2, CHAIRPERSON)
    play.done(c.Start(by=c.MODERATOR))
    for seat, name in ((3, "Dot Ray"), (4, "Dot Moe"), (5, "Ray")):
        play.done(c.Join(by=seat, name=name, letter=f"join {seat}"))
    for name in ("Dot Ray", "dot moe", "Ray"):
        assert no(play, c.Admit(by=c.MODERATOR, player=name))[0] == "only_a_vote_admits"
    for name in ("Dot", "Nobody", ""):
        assert no(play, c.Admit(by=c.MODERATOR, player=name))[0] == "no_one_request"
    assert no(play, c.Decline(by=c.MODERATOR, player="Ray"))[0] == "the_vote_declines"
    play.done(c.Leave(by=3))
    assert list(play.state.requests) == [4, 5]
    play.done(c.Leave(by=1))
    play.done(c.Admit(by=c.MODERATOR, player="moe"))
    assert play.state.playing == (2, 4)
    assert no(started(2), c.Admit(by=c.MODERATOR, player=""))[0] == "no_request"


def test_105_who_joins_while_a_vote_is_open_is_in_when_it_is_counted() -> None:
    play = started(2)
    play.done(c.Propose(by=play.mover, change=enact()))
    play.done(c.Join(by=3, name="Dot Ray", letter="join 3"))
    play.done(c.CallVote(by=play.mover))
    play.done(c.Join(by=4, name="Eve Euler", letter="x"))
    assert 4 not in play.state.playing and 4 in play.state.requests
    again = c.Join(by=4, name="Eve Euler", letter="y")
    assert no(play, again) == ("asked_already", "rule 105")
    assert no(play, c.Join(by=3, name="Dot Ray", letter="x")) == ("plays_already", "the house")
    for seat in play.state.voters:
        play.done(c.Vote(by=seat, choice="for"))
    assert 4 in play.state.playing and not play.state.requests


# A rule's clauses, bound and combined


def test_a_rule_is_bound_to_twenty_clauses_at_the_most() -> None:
    play = started(3)
    play.done(d.CorrectRule(by=c.MODERATOR, rule=205, text="Much.", reason="x", who="M"))
    clauses = tuple(f"reward against: {one}" for one in range(1, 22))
    for wrong in ((), clauses):
        bind = c.Bind(**WHO, rule=205, answer="bind", clauses=wrong)
        assert no(play, bind)[0] == "clauses_out_of_bounds"
    play.done(c.Bind(**WHO, rule=205, answer="bind", clauses=clauses[:20]))


def test_a_claim_over_a_rule_is_over_whatever_it_is_called_by_now() -> None:
    """211, 108."""
    play = started(3)
    play.turn(amend(208, "A hundred points win, still.", "victory: 100"))
    play.turn(enact("Fifty win.", "victory: 50 over 208"))
    scored(play, p01=60)
    assert play.state.winners == (1,)


def test_of_several_limits_the_strictest_holds_and_the_others_are_told() -> None:
    limits = folded(
        rule(209, "limit mutable: 25"), rule(301, "limit mutable: 9"), rule(302, "limit mutable: 9")
    )["limit mutable"]
    assert (limits.value, limits.rule) == (9, 301)
    assert trail(limits) == [(209, "it is less strict"), (302, "it is less strict")]


# One vote on several (205 with a chair)


def test_an_amendment_amended_beside_another_change_says_what_it_says() -> None:
    """103(2): the proposer has given the whole text."""
    change = c.Change(kind="amend", amendment=304, text="Tea is at six.")
    play = in_one_vote(amend(304, "Tea is at five. Cake is dear."), change)
    assert present(play, 306).text == "Tea is at six."


def test_a_rule_repealed_by_the_same_vote_is_not_changed_by_it() -> None:
    play = in_one_vote(repeal(304), amend(304, "Tea is at six."))
    closed = {x.number: x.outcome for x in play.events if isinstance(x, e.VotingClosed)}
    assert (closed[305], closed[306]) == ("adopted", "void")
    assert not [one for one in play.state.rules if one.lineage == 303]


def test_where_it_is_repealed_in_open_play_it_is_not_rule_1_that_is_changed() -> None:
    """That is the number that a rule of its own set may have."""
    one = replace(few("net_play")[0], number=1, lineage=1, status="mutable", clauses=())
    law = "adoption: majority of cast; vote ends: at the deadline"
    open_play = "procedure: open, each 9, debate 0h, vote 1d"
    game = Game((one, *few("net_play", r202=open_play, r203=law)), 3).start()
    for number in (301, 302):
        game.propose(repeal(206), by=1)
        game.all_vote(number=number)
    game.pass_time(2)
    closed = {x.number: x.outcome for x in game.events if isinstance(x, e.VotingClosed)}
    assert closed == {301: "adopted", 302: "void"}
    assert game.state.rules.get(1)


def test_a_word_of_a_long_rule_is_taken_out_as_of_a_short_one() -> None:
    """103(2), of some hundred words many of which are alike."""
    words = [f"w{one % 7}" for one in range(150)]
    before, after = " ".join(words), " ".join([*words[:75], "tea", *words[75:]])
    play, _ = with_amendments(before, after, f"Hear: {after}")
    play.turn(repeal_amendment(302))
    assert present(play, 304).text == f"Hear: {before}"


# The chair


def test_a_chair_who_is_gone_leaves_the_term_to_who_is_next_or_its_matter_to_their_hands() -> None:
    play = Chaired(3)
    chair = play.mover
    ended, began = play.done(c.Leave(by=chair))[1:]
    assert isinstance(ended, e.TurnEnded) and not ended.completed
    assert isinstance(began, e.TurnBegan) and began.mover != chair
    play = Chaired(3)
    play.called()
    (left, *more) = play.done(c.Leave(by=play.state.order[1]))
    assert isinstance(left, e.PlayerLeft) and more == []
    chair = play.mover
    replaced = of(play.done(c.Leave(by=chair)), e.ChairReplaced)
    assert [one.was for one in replaced if isinstance(one, e.ChairReplaced)] == [chair]
    assert chair in (ADA, BOB, CLEO)


def test_what_is_tabled_and_taken_back_before_the_discussion_ends_the_term() -> None:
    """104: nothing is left to discuss; in turns the turn goes on."""
    play = Chaired(3)
    play.called()
    play.done(c.Propose(by=play.mover, change=enact()))
    chair = play.mover
    play.wait(DAY)
    events = play.done(c.Withdraw(by=chair))
    assert [type(one).__name__ for one in events] == ["ProposalWithdrawn", "TurnEnded", "TurnBegan"]
    turns = started(3)
    turns.done(c.Propose(by=turns.mover, change=enact()))
    (withdrawn,) = turns.done(c.Withdraw(by=turns.mover))
    assert isinstance(withdrawn, e.ProposalWithdrawn)


# The record and the house


def test_the_record_tells_the_game_as_it_is() -> None:
    play = started(3)
    play.done(c.Set(by=c.MODERATOR, key="extensions", value="5"))
    play.turn(enact())
    record = record_of(play.events)
    assert (record.settings, record.events) == (play.state.settings, play.state.version)
    assert (record.order, record.status) == (play.state.order, "running")
    assert [one.completed for one in record.turns] == [True, False]
    assert 301 in [one.number for one in rules_at(record, play.at)]  # 107: from that moment on
    assert 301 not in [one.number for one in rules_at(record, play.at - MINUTE)]


def test_what_the_house_says_until_it_is_set_otherwise() -> None:
    assert {key: written(Settings(), key) for key in SETTING_MEANINGS} == {
        "debate_min": "48h",
        "debate_max": "7d",
        "vote_window": "7d",
        "turn_window": "7d",
        "extension": "3d",
        "judge_window": "3d",
        "overrule_window": "3d",
        "extensions": "2",
        "missing_ballot": "extend",
        "missing_turn": "extend",
        "away": "extend",
        "away_max": "30d",
        "team_mates": "none",
        "digest": "immediate",
        "moderator_plays": "no",
        "listed": "yes",
    }
