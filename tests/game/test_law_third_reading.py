"""What a third reading found: each was wrong once."""

from datetime import timedelta
from typing import TypeGuard

import pytest
from msgspec.structs import replace

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import BadClause, parse_clause
from nomic_mail.game.course import Refused, Steps
from nomic_mail.game.decide import forbid_unlawful
from nomic_mail.game.settings import Settings
from nomic_mail.phrases import said
from nomic_mail.post.compose import compose
from tests.game.test_chair import Chaired
from tests.game.test_membership import CHANGES, with_rule
from tests.kit.games.core_play import QUICK, Play, amend, enact, started
from tests.kit.recorded import checked, recorded

DAY = timedelta(days=1)


def proven(play: Play) -> None:
    assert checked(recorded(play.events)).differences == []


# Whoever asked to join, when the rules open the door


def asking() -> Play:
    """301: a unanimous vote lets one in; Dot has asked."""
    play = with_rule(CHANGES["vote"])
    play.done(c.Join(by=4, name="Dot Ray", letter="join 4"))
    assert 4 in play.state.requests
    return play


def opened_by_vote(play: Play, *, dot: c.Choice | None) -> tuple[e.Event, ...]:
    """302: whoever sends JOIN is in; and the vote on Dot, which is open beside it."""
    play.done(c.Propose(by=play.mover, change=amend(301, "All are welcome.", "membership: open")))
    play.done(c.CallVote(by=play.mover))
    before = len(play.events)
    for seat in (1, 2, 3):
        play.done(c.Vote(by=seat, choice="for", proposal=302, letter=f"vote {seat}"))
        if dot is not None:
            play.done(c.Vote(by=seat, choice=dot, proposal=-4, letter=f"join {seat}"))
    return tuple(play.events[before:])


def test_a_request_is_taken_in_when_a_vote_opens_the_game_to_all() -> None:
    """105: they have asked to play, and the rules ask no more. Before the next turn begins."""
    play = asking()
    play.done(c.Set(by=c.MODERATOR, key="missing_ballot", value="close"))
    opened_by_vote(play, dot=None)
    play.at += 8 * DAY
    events = play.done(c.Tick())
    kinds = [type(event) for event in events]
    assert 4 in play.state.playing and not play.state.requests
    assert kinds.index(e.PlayerJoined) < kinds.index(e.TurnBegan)
    proven(play)


def test_who_was_voted_down_in_the_same_vote_stays_out() -> None:
    play = asking()
    opened_by_vote(play, dot="against")
    assert 4 not in play.state.players and not play.state.requests
    play.done(c.Join(by=4, name="Dot Ray", letter="again"))
    assert 4 in play.state.playing
    proven(play)


def test_a_binding_that_opens_the_door_lets_them_in_too() -> None:
    play = asking()
    play.misprinted(301, "All are welcome.", "membership: open")
    assert 4 in play.state.playing and not play.state.requests
    proven(play)


def test_not_while_a_vote_is_open() -> None:
    """105: its voters are fixed. A binding may come between."""
    play = asking()
    play.done(c.Propose(by=play.mover, change=enact("Milk.")))
    play.done(c.CallVote(by=play.mover))
    play.misprinted(301, "All are welcome.", "membership: open")
    assert 4 in play.state.requests and -4 in play.state.polls
    for seat in (1, 2, 3):
        play.done(c.Vote(by=seat, choice="for", proposal=302, letter=f"vote {seat}"))
        play.done(c.Vote(by=seat, choice="for", proposal=-4, letter=f"join {seat}"))
    assert 4 in play.state.playing
    proven(play)


def test_a_request_that_the_moderator_was_to_decide_waits_for_nobody_any_more() -> None:
    play = with_rule(CHANGES["moderator"])
    play.done(c.Join(by=4, name="Dot Ray", letter="join 4"))
    play.turn(amend(301, "All are welcome.", "membership: open"))
    assert 4 in play.state.playing and not play.state.requests
    proven(play)


def test_a_term_that_had_nothing_but_their_request_is_over_when_they_are_in() -> None:
    play = Chaired(4)
    play.done(c.Join(by=9, name="Ina Iris", letter="join 9"))
    play.done(c.Call(by=play.mover, step="proposals"))
    play.at += 8 * DAY
    play.done(c.Tick())
    turn = play.state.turn
    assert turn is not None and turn.ends_at is None and not turn.over
    play.misprinted(301, "All are welcome.", "membership: open")
    assert 9 in play.state.playing
    assert play.state.turn is not None and play.state.turn.number == turn.number + 1
    proven(play)


def test_verify_notices_who_was_not_let_in() -> None:
    play = asking()
    play.misprinted(301, "All are welcome.", "membership: open")
    play.turn(enact("Milk."))
    place = next(n for n, one in enumerate(play.events) if _joins(one) and one.seat == 4)
    assert checked(recorded(play.events.altered(place))).differences


def _joins(event: e.Event) -> TypeGuard[e.PlayerJoined]:
    return isinstance(event, e.PlayerJoined)


# 208: several at the goal, and then they are not


def at_five(*seats: int, players: int = 4) -> Play:
    """These have five points when a vote makes five the goal."""
    play = started(players)
    for seat in seats:
        name = play.state.name_of(seat)
        play.done(c.Award(by=c.MODERATOR, player=name, points=5, rule=202, reason="so", who="M"))
    play.turn(amend(208, "Five points win.", "victory: 5"))
    assert play.state.asked == "several winners"
    return play


def test_212_a_ruling_that_names_the_winner_binds_the_moderator_s_end() -> None:
    """Until it is overruled, or wins: no other name, no end without one, none before its time."""
    play = at_five(1, 2)
    play.done(c.Judgment(by=3, question="Who is the first?"))
    name = play.state.name_of(1)
    play.done(c.Ruling(by=judge_of(play), text="It is the first.", winner=name))
    for winners in ((play.state.name_of(2),), (name,), ()):
        no = play.refused(c.End(by=c.MODERATOR, winners=winners))
        assert no.because == "rule 212" and name in no.reason
    for seat in (1, 2, 3, 4):
        play.done(c.Overrule(by=seat))
    play.done(c.End(by=c.MODERATOR, winners=(play.state.name_of(2),)))
    assert play.state.winners == (2,)
    assert checked(recorded(play.events)).differences == []


def test_212_a_ruling_that_names_the_winner_wins_in_its_time() -> None:
    play = at_five(1, 2)
    play.done(c.Judgment(by=3, question="Who is the first?"))
    play.done(c.Ruling(by=judge_of(play), text="So.", winner=play.state.name_of(1)))
    play.at += timedelta(days=3)
    play.done(c.Tick())
    assert play.state.winners == (1,)
    assert checked(recorded(play.events)).differences == []


def test_of_two_at_the_goal_the_one_who_stays_has_won() -> None:
    """113: who forfeits has lost. 208: so there is one, and nothing to be asked any more."""
    play = at_five(1, 2)
    events = play.done(c.Leave(by=1))
    won = next(event for event in events if isinstance(event, e.GameWon))
    assert (won.winners, won.goal, play.state.status) == ((2,), 5, "ended")
    proven(play)


def test_of_three_at_the_goal_two_are_asked_about_anew() -> None:
    play = at_five(1, 2, 3)
    asked = play.done(c.Leave(by=2))[-1]
    assert isinstance(asked, e.ModeratorAsked)
    assert said(asked.question.named(play.state.name_of)).startswith(
        "Player 01 and Player 03 reached 5 points"
    )
    play.refused(c.End(by=c.MODERATOR, winners=("Player 02",)))
    play.done(c.End(by=c.MODERATOR, winners=("Player 03",)))
    assert play.state.winners == (3,)
    proven(play)


@pytest.mark.parametrize("goal", [("victory: 90",), ()])
def test_a_goal_that_is_moved_away_lets_play_go_on(goal: tuple[str, ...]) -> None:
    """The turn has had its vote, and is over; 202(2) came after the win that is none now."""
    play = at_five(1, 2)
    mover = play.mover
    play.misprinted(301, "The goal is further off.", *goal)
    assert (play.state.asked, play.state.status) == ("", "running")
    assert play.mover != mover and play.state.turn is not None and play.state.turn.number == 2
    play.turn(enact("Milk."))
    proven(play)


def debated(*seats: int) -> Play:
    """These have five points, and a binding makes five the goal while the first turn is played."""
    play = started(4)
    for seat in seats:
        name = play.state.name_of(seat)
        play.done(c.Award(by=c.MODERATOR, player=name, points=5, rule=202, reason="so", who="M"))
    play.misprinted(208, "Who has 5 points wins.", "victory: 5")
    assert play.state.asked == "several winners"
    return play


def test_a_turn_whose_mover_left_meanwhile_is_over() -> None:
    play = debated(1, 2)
    assert play.mover == 4
    play.done(c.Leave(by=4))
    assert play.mover == 4 and play.state.asked == "several winners"
    play.done(c.Bind(by=c.MODERATOR, rule=208, answer="drop", who="M"))
    assert (play.mover, play.state.asked) == (3, "")
    play.turn(enact("Milk."))
    proven(play)


def test_a_turn_that_was_not_voted_on_goes_on() -> None:
    play = debated(1, 2)
    play.done(c.Bind(by=c.MODERATOR, rule=208, answer="drop", who="M"))
    assert (play.mover, play.state.asked) == (4, "")
    play.turn(enact("Milk."))
    assert play.mover == 3
    proven(play)


def test_the_next_turns_consent_is_asked_of_those_who_do_not_begin_it() -> None:
    """212: who has won may be put to a judge, and the turn that was voted on is not the next."""
    play = at_five(1, 2)
    assert play.mover == 4
    play.done(c.Judgment(by=3, question="Who of them was the first?"))
    play.done(c.Consent(by=4))
    assert "the next turn is yours" in play.refused(c.Consent(by=3)).reason
    proven(play)


# 202 with a chair: the house's longest period


def test_verify_knows_the_longest_period_of_a_chair() -> None:
    play = Chaired()
    play.done(c.Call(by=play.mover, step="proposals", length=89 * DAY))
    play.done(c.Extend(by=play.mover, length=DAY))
    proven(play)
    began, extended = play.events[-2:]
    assert isinstance(began, e.PeriodBegan) and isinstance(extended, e.PeriodExtended)
    longer = replace(began, until=began.until + 2 * DAY)
    told = checked(recorded(play.events.altered(len(play.events) - 2, longer))).differences
    assert told[0].where.rpartition(".")[2] == "until (PeriodBegan)"
    longer_still = replace(extended, until=extended.until + DAY)
    told = checked(recorded(play.events.altered(len(play.events) - 1, longer_still))).differences
    assert [one.where.rpartition(".")[2] for one in told] == ["until (PeriodExtended)"]


def test_a_rule_may_want_longer_periods_than_the_house() -> None:
    """202: the least time goes before the house's longest."""
    play = Chaired()
    chair = "procedure: chair, call 100d"
    play.misprinted(202, "A call lasts a hundred days.", chair)
    play.done(c.Call(by=play.mover, step="proposals"))
    proven(play)


# The house's settings


@pytest.mark.parametrize("key", ["judge_window", "overrule_window"])
def test_a_judge_and_those_who_may_overrule_have_time(key: str) -> None:
    """212: with none, all questions would pass by every judge, and no ruling could be overruled."""
    play = started()
    no = play.refused(c.Set(by=c.MODERATOR, key=key, value="0", who="M"))
    assert no.because == "rule 212" and f"{key} = 3d" in no.what_would_work
    play.done(c.Set(by=c.MODERATOR, key=key, value="1h", who="M"))


# 212: a ruling answers what its judge had been asked


def debate_asked_twice() -> Play:
    """Whether the debate on 301 shall end is asked; 301 is revised, and it is asked anew."""
    play = Play(3, rulesets.load("suber_mail").rules, Settings())
    play.done(c.Start(by=c.MODERATOR))
    play.done(c.Propose(by=play.mover, change=enact("There is tea.")))
    others = [seat for seat in play.state.playing if seat != play.mover]
    play.done(c.Judgment(by=others[0], end_debate=True))
    play.done(c.Revise(by=play.mover, text="There is milk."))
    assert play.state.judgment is None
    play.at += DAY
    play.done(c.Judgment(by=others[0], end_debate=True))
    return play


def judge_of(play: Play) -> int:
    assert play.state.judgment is not None
    return play.state.judgment.judge


def test_a_ruling_on_the_text_before_does_not_end_the_debate_on_this_one() -> None:
    """111: the letter that the ruling answers tells which text its judge had seen."""
    play = debate_asked_twice()
    asked = [n for n, one in enumerate(play.events, 1) if isinstance(one, e.JudgmentInvoked)]
    ruling = c.Ruling(by=judge_of(play), text="END DEBATE. It is clear.", end_debate=True)
    no = play.refused(replace(ruling, answers=asked[0]))
    assert "before this was asked" in no.reason and "Shall the debate on 301 end" in no.reason
    assert not play.state.polls
    play.done(replace(ruling, answers=asked[1]))
    assert 301 in play.state.polls
    proven(play)


def test_nor_does_one_that_came_before_it_was_asked() -> None:
    """As one that was not proven, and is confirmed later."""
    play = debate_asked_twice()
    ruling = c.Ruling(by=judge_of(play), text="END DEBATE. It is clear.", end_debate=True)
    play.refused(replace(ruling, received_at=play.at - DAY / 2))
    play.done(replace(ruling, received_at=play.at))
    assert 301 in play.state.polls


def test_a_judge_who_saw_one_question_of_two_is_asked_about_the_other() -> None:
    play = started(3)
    play.done(c.Judgment(by=1, question="Is tea allowed?"))
    first = len(play.events)
    play.done(c.Judgment(by=2, question="Is milk allowed?"))
    ruling = c.Ruling(by=judge_of(play), text="It is.")
    no = play.refused(replace(ruling, answers=first))
    assert "Is tea allowed? / Is milk allowed?" in no.reason
    play.done(replace(ruling, answers=len(play.events)))
    again = replace(ruling, text="It is not.", answers=first)  # nothing is open: it replaces that
    play.done(again)
    proven(play)


# What an Effects block can say by mistake


@pytest.mark.parametrize(
    "line",
    [
        "procedure: chair, call 2h, call 3h",
        "adoption: unanimous, after circuits 2: unanimous, after circuits 3: majority",
        "adoption: majority of cast, quorum 1/2, quorum 2/3",
    ],
)
def test_what_is_said_twice_in_a_clause_is_not_guessed(line: str) -> None:
    with pytest.raises(BadClause, match="stands there twice"):
        parse_clause(line)


@pytest.mark.parametrize("rules", ["203, 204", "203 and 204", "rules 203, and 204", "203 over 204"])
def test_several_rules_are_claimed_over_as_people_write_them(rules: str) -> None:
    assert parse_clause(f"victory: 50 over {rules}").text == "victory: 50 over 203 over 204"


def test_a_rule_is_set_aside_by_its_bare_number_too() -> None:
    assert parse_clause("void: 206").text == parse_clause("void: rule 206").text == "void: rule 206"


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ("void: rule 101", "It would be set aside whole: it conflicts with rule 101 (rule 110)."),
        ("void: rule 999", "no rule began as rule 999"),
        ("penalty defeat: -10", "worth -10, which gives points to whoever is to lose some"),
        ("penalty defeat: -" + "*".join(["999999999999"] * 9), "out of all bounds"),
        ("reward against: 5 - 15", "worth -10, which takes points from whoever is to receive some"),
    ],
)
def test_an_effect_that_does_nothing_or_the_opposite_is_told_before_the_vote(
    effect: str, told: str
) -> None:
    """111."""
    play = started(3)
    (made,) = play.done(c.Propose(by=play.mover, change=enact("So be it.", effect)))[:1]
    assert isinstance(made, e.ProposalMade)
    assert [told in said(one) for one in made.warnings] == [True]
    proven(play)


def test_what_does_what_it_says_is_told_nothing_about() -> None:
    play = started(3)
    effects = ("void: rule 206 over 206", "reward against: score - 5", "reward proposer: 1d6-10")
    (made,) = play.done(c.Propose(by=play.mover, change=enact("So be it.", *effects)))[:1]
    assert isinstance(made, e.ProposalMade)
    assert [said(one) for one in made.warnings] == ["It would set rule 206 aside."]


# 111: what is debated


@pytest.mark.parametrize("again", [False, True])
def test_whoever_debates_is_told_that_the_rule_keeps_what_it_does(again: bool) -> None:
    """It stood on the ballot alone, when nothing could be said against it any more."""
    play = Play(3, rulesets.load("suber_mail").rules, Settings())
    play.done(c.Start(by=c.MODERATOR))
    before = play.state
    events = play.done(c.Propose(by=play.mover, change=amend(206, "It costs five points.")))
    if again:
        before = play.state
        events = play.done(c.Revise(by=play.mover, text="It costs six points."))
    told = [one for notice in compose(Steps.of(events, before)) for one in notice.sections]
    shown = [one.facts["bindings"] for one in told if one.occasion == "proposal"]
    assert shown == [[{"answer": "", "clauses": ["penalty defeat: 10"], "place": 0}]] * 3


def test_nor_can_a_game_begin_with_a_judge_who_has_none() -> None:
    with pytest.raises(Refused, match="time_needed"):
        forbid_unlawful(Play(0).state.rules, replace(QUICK, judge_window=timedelta(0)))
