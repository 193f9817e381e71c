"""The game with a Chairperson (202, 301): the chair's steps, several ballots, refusal, pro tem."""

from datetime import timedelta

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.procedures.naming import Rename
from nomic_mail.phrases import said
from tests.kit.games.core_play import Play, amend, enact, repeal, transmute

CHAIRPERSON = rulesets.load("chairperson").rules
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NAMES = ("Cleo Curie", "Ada Lovelace", "Bob Babbage", "Zoe Babbage", "Abel Ames", "Eve Euler")
CLEO, ADA, BOB, ZOE, ABEL, EVE = 1, 2, 3, 4, 5, 6


class Chaired(Play):
    """Abel Ames, Bob and Zoe Babbage, Cleo Curie, Eve Euler, Ada Lovelace: by surname (202a)."""

    def __init__(self, players: int = 6) -> None:
        super().__init__(0, CHAIRPERSON)
        for seat, name in enumerate(NAMES[:players], 1):
            self.done(c.Join(by=seat, name=name, letter=f"join {seat}"))
        self.done(c.Start(by=c.MODERATOR))

    def wait(self, length: timedelta) -> tuple[e.Event, ...]:
        self.at += length
        return self.done(c.Tick())

    def called(self) -> None:
        self.done(c.Call(by=self.mover, step="proposals"))

    def to_the_vote(self) -> None:
        self.wait(DAY)
        self.done(c.Call(by=self.mover, step="discussion"))
        self.wait(5 * DAY)
        self.done(c.CallVote(by=self.mover))

    def all_vote(self, number: int, *against: int) -> None:
        for seat in self.state.playing:
            choice: c.Choice = "against" if seat in against else "for"
            self.done(c.Vote(by=seat, choice=choice, proposal=number, letter=f"{seat} {number}"))

    def names(self, seats: tuple[int, ...]) -> list[str]:
        return [self.state.name_of(seat).split()[0] for seat in seats]


def outcomes(events: tuple[e.Event, ...]) -> dict[int, str]:
    return {one.number: one.outcome for one in events if isinstance(one, e.VotingClosed)}


def test_the_chair_goes_by_surname_and_among_one_surname_by_first_name() -> None:
    play = Chaired()
    chairs = []
    for _ in range(7):
        chairs.append(play.state.name_of(play.mover).split()[0])
        play.called()
        play.wait(DAY)
    assert chairs == ["Abel", "Bob", "Zoe", "Cleo", "Eve", "Ada", "Abel"]
    assert play.state.circuit == 2


def test_who_takes_another_name_keeps_the_place_among_them() -> None:
    play = Chaired()
    play.done(Rename(by=BOB, name="Zz Babbage"))
    chairs = []
    for _ in range(3):
        chairs.append(play.mover)
        play.called()
        play.wait(DAY)
    assert chairs == [ABEL, BOB, ZOE]


def test_the_chair_and_the_next_three_propose() -> None:
    play = Chaired()
    no = play.refused(c.Propose(by=ABEL, change=enact()))
    assert "called for them" in no.reason and no.because == "rule 202"
    play.called()
    assert play.state.turn is not None
    assert play.names(play.state.turn.proposers) == ["Abel", "Bob", "Zoe", "Cleo"]
    assert "proposing players are" in play.refused(c.Propose(by=EVE, change=enact())).reason
    play.done(c.Propose(by=CLEO, change=enact()))
    assert "one proposal a term" in play.refused(c.Propose(by=CLEO, change=enact("More."))).reason
    assert [one.number for one in play.state.live] == [303]


def test_limits_are_declared_and_never_under_their_minimum() -> None:
    play = Chaired()
    assert "at least 1 day" in play.refused(c.Call(by=ABEL, step="proposals", length=HOUR)).reason
    assert "Chairperson is Abel" in play.refused(c.Call(by=BOB, step="proposals")).reason
    assert "none may be skipped" in play.refused(c.Call(by=ABEL, step="discussion")).reason
    play.done(c.Call(by=ABEL, step="proposals", length=2 * DAY))
    play.done(c.Propose(by=ABEL, change=enact()))
    assert "runs until" in play.refused(c.Call(by=ABEL, step="discussion")).reason
    play.wait(2 * DAY)
    no = play.refused(c.Call(by=ABEL, step="discussion", length=4 * DAY))
    assert "at least 5 days" in no.reason and no.because == "rule 202"
    play.done(c.Call(by=ABEL, step="discussion"))
    play.wait(5 * DAY)
    assert "at least 1 day" in play.refused(c.CallVote(by=ABEL, length=HOUR)).reason
    play.done(c.CallVote(by=ABEL, length=3 * DAY))
    assert play.state.closes_at == play.at + 3 * DAY


def test_a_period_is_extended_only_before_it_is_over() -> None:
    play = Chaired()
    assert "cannot be extended" in play.refused(c.Extend(by=ABEL, length=DAY)).reason
    play.called()
    play.done(c.Propose(by=ABEL, change=enact()))
    play.done(c.Extend(by=ABEL, length=DAY))
    play.wait(DAY)
    assert play.state.turn is not None and play.state.turn.ends_at == play.at + DAY
    play.wait(DAY)
    assert "cannot be extended" in play.refused(c.Extend(by=ABEL, length=DAY)).reason


def test_a_tie_is_as_the_chair_of_that_term_has_voted() -> None:
    """Abel is in the chair; each proposal has two votes for it, and two against."""
    play = Chaired(5)
    play.misprinted(203, "The chair breaks ties.", "adoption: majority of cast", "tie: chair")
    play.called()
    play.done(c.Propose(by=ABEL, change=enact("Tea.")))
    play.done(c.Propose(by=BOB, change=enact("Milk.")))
    play.to_the_vote()
    for number, against in (
        (play.state.live[0].number, (BOB, ZOE)),
        (play.state.live[1].number, (ABEL, BOB)),
    ):
        for seat in (ABEL, BOB, ZOE, CLEO):
            choice: c.Choice = "against" if seat in against else "for"
            play.done(c.Vote(by=seat, choice=choice, proposal=number, letter=f"{seat} {number}"))
    assert list(outcomes(play.wait(DAY)).values()) == ["adopted", "defeated"]


def test_the_moderator_is_asked_about_a_chair_who_calls_nothing() -> None:
    play = Chaired(3)
    play.done(c.Set(by=c.MODERATOR, key="extensions", value="0"))
    assert play.state.turn is not None and play.state.turn.due_at is not None
    (asked,) = play.wait(play.state.turn.due_at - play.at)
    assert isinstance(asked, e.ModeratorAsked)
    assert asked.question.facts["late"].facts == {"seat": play.mover, "law": 202}


def test_a_revision_is_asked_about_anew() -> None:
    """Whether the new words for a rule mean what it did (106)."""
    play = Chaired(3)
    play.called()
    play.done(c.Propose(by=play.mover, change=amend(203, "Most of us adopt.")))
    (number,) = play.state.bindings
    play.done(c.Bind(by=c.MODERATOR, rule=number, answer="drop", who="M"))
    play.done(c.Revise(by=play.mover, text="More than most of us adopt."))
    assert play.state.bindings[number].answer == ""


def test_an_extended_vote_stays_open_for_all_ballots() -> None:
    play = Chaired(3)
    play.called()
    play.done(c.Propose(by=play.mover, change=enact()))
    play.to_the_vote()
    play.done(c.Extend(by=play.mover, length=DAY))
    play.wait(DAY + HOUR)
    assert 303 in play.state.polls
    assert outcomes(play.wait(DAY)) == {303: "lapsed"}


def test_the_vote_is_counted_at_the_declared_end_and_not_before() -> None:
    play = Chaired()
    play.called()
    play.done(c.Propose(by=ABEL, change=enact()))
    play.to_the_vote()
    play.all_vote(303)
    assert 303 in play.state.polls
    assert outcomes(play.wait(DAY)) == {303: "adopted"}
    assert play.mover == BOB


def test_a_ballot_that_stays_out_is_no_vote_and_the_end_is_the_end() -> None:
    """105 wants everybody's part, and nobody's silence is turned into a vote."""
    play = Chaired()
    play.called()
    play.done(c.Propose(by=ABEL, change=enact()))
    play.to_the_vote()
    for seat in (CLEO, ADA, BOB, ZOE, ABEL):
        play.done(c.Vote(by=seat, choice="for", proposal=303))
    assert outcomes(play.wait(DAY)) == {303: "lapsed"}
    assert play.state.players[ABEL].score == 0


def test_several_that_touch_one_rule_are_carried_out_in_number_order() -> None:
    """108: 303 amends 302, which is then called 303; 304 means the same rule, and finds it."""
    play = Chaired()
    play.called()
    play.done(c.Propose(by=ABEL, change=amend(302, "First.")))
    play.done(c.Propose(by=BOB, change=amend(302, "Second.")))
    play.done(c.Propose(by=ZOE, change=repeal(302)))
    play.done(c.Propose(by=CLEO, change=amend(302, "Third.")))
    assert "same rule as 303, 304, 305" in said(play.state.live[3].warnings[0])
    play.done(c.Revise(by=CLEO, text="Third, revised."))
    assert "same rule as 303, 304, 305" in said(play.state.live[3].warnings[0])
    play.to_the_vote()
    for number in (303, 304, 305, 306):
        play.all_vote(number)
    events = play.wait(DAY)
    assert outcomes(events) == {303: "adopted", 304: "adopted", 305: "adopted", 306: "void"}
    changed = [(one.was, one.number) for one in events if isinstance(one, e.RuleChanged)]
    assert changed == [(302, 303), (303, 304), (304, None)]
    assert 305 not in play.state.rules.by_number
    void = next(one for one in events if isinstance(one, e.VotingClosed) and one.number == 306)
    assert "repealed by the same vote" in said(void.reason) and "rule 103" in said(void.reason)
    assert play.state.players[CLEO].score == 0


def test_two_that_transmute_one_rule_do_not_turn_it_twice() -> None:
    """109: a transmutation takes effect only as it is stated."""
    play = Chaired()
    play.called()
    play.done(c.Propose(by=ABEL, change=transmute(116)))
    play.done(c.Propose(by=BOB, change=transmute(116)))
    play.to_the_vote()
    play.all_vote(303)
    play.all_vote(304)
    assert outcomes(play.wait(DAY)) == {303: "adopted", 304: "void"}
    assert play.state.rules.by_number[303].status == "mutable"


def test_the_limit_is_tested_again_as_each_is_carried_out() -> None:
    """209: there are 15 mutable rules, and with a limit of 16 only the first of two fits."""
    play = Chaired()
    play.called()
    play.done(c.Propose(by=ABEL, change=amend(209, "Sixteen.", "limit mutable: 16")))
    play.to_the_vote()
    play.all_vote(303)
    play.wait(DAY)
    play.called()
    play.done(c.Propose(by=BOB, change=enact("One.")))
    play.done(c.Propose(by=ZOE, change=enact("Two.")))
    play.to_the_vote()
    play.all_vote(304)
    play.all_vote(305)
    events = play.wait(DAY)
    assert outcomes(events) == {304: "adopted", 305: "void"}
    assert play.state.rules.count("mutable") == 16


def test_204_and_206_are_one_moment_for_all_proposals_of_the_vote() -> None:
    """After the second circuit a majority adopts (203); then a vote against pays 10 (204)."""
    play = Chaired(3)
    while play.state.circuit < 3:
        play.called()
        play.wait(DAY)
    play.called()
    order = play.state.order
    first, second, third = order
    play.done(c.Propose(by=first, change=enact("One.")))
    play.done(c.Propose(by=second, change=enact("Two.")))
    play.to_the_vote()
    play.all_vote(303, third)
    play.all_vote(304, first, third)
    play.wait(DAY)
    scores = [play.state.players[seat].score for seat in order]
    assert scores == [0, -10, 10]


def test_a_player_may_refuse_the_chair_before_the_first_step() -> None:
    play = Chaired(3)
    first, second, third = play.state.order
    play.done(c.Refuse(by=first))
    assert play.mover == second
    play.done(c.Refuse(by=second))
    assert "nobody left who has not refused" in play.refused(c.Refuse(by=third)).reason
    play.called()
    assert "before your first step" in play.refused(c.Refuse(by=third)).reason
    play.wait(DAY)
    assert (play.mover, play.state.circuit) == (first, 2)


def test_a_lax_chair_is_replaced_pro_tem_and_the_next_is_reckoned_from_the_chair() -> None:
    play = Chaired()
    play.called()
    play.done(c.Propose(by=ABEL, change=enact()))
    play.wait(DAY)
    play.done(c.Judgment(by=EVE, question="Nothing for days.", replace_chair=True))
    judgment = play.state.judgment
    assert judgment is not None and judgment.judge == ADA  # who comes before Abel
    play.done(c.Ruling(by=ADA, text="So it is.", replace_chair=True))
    assert play.mover == EVE
    assert "Chairperson is Eve" in play.refused(c.Call(by=ABEL, step="discussion")).reason
    play.done(c.Call(by=EVE, step="discussion"))
    play.wait(5 * DAY)
    play.done(c.CallVote(by=EVE))
    play.all_vote(303)
    play.wait(DAY)
    assert play.mover == BOB


def test_the_chair_is_never_judge_of_whether_it_is_lax() -> None:
    """In a game of two the other one asked, so nobody is left."""
    play = Chaired(2)
    play.called()
    play.wait(DAY)
    chair, other = play.mover, next(s for s in play.state.playing if s != play.mover)
    no = play.refused(c.Judgment(by=other, replace_chair=True))
    assert no.reason == "there is nobody who could judge"
    play.done(c.Call(by=chair, step="proposals"))


def test_an_overruled_ruling_has_replaced_nobody() -> None:
    play = Chaired(3)
    play.called()
    play.done(c.Propose(by=play.mover, change=enact()))
    first, second, third = play.state.order
    play.done(c.Judgment(by=second, replace_chair=True))
    play.done(c.Ruling(by=third, text="Yes.", replace_chair=True))
    assert play.mover == second
    play.done(c.Overrule(by=first))
    play.done(c.Overrule(by=second))
    assert play.mover == first


def test_a_chair_that_leaves_is_followed_by_the_next_who_has_their_own_term_after() -> None:
    play = Chaired()
    play.called()
    play.done(c.Propose(by=ABEL, change=enact()))
    play.done(c.Leave(by=ABEL))
    assert play.mover == BOB
    play.to_the_vote()
    play.all_vote(303)
    play.wait(DAY)
    assert (play.mover, play.state.turn and play.state.turn.step) == (BOB, "")


# 301: those who come and those who go


def ask_to_join(play: Chaired, seat: int = 7, name: str = "Gus Gauss") -> None:
    play.done(c.Join(by=seat, name=name, letter=f"join {seat}"))


def test_joining_takes_a_unanimous_vote_with_the_next_proposals() -> None:
    play = Chaired()
    ask_to_join(play)
    assert 7 not in play.state.players
    play.called()
    play.to_the_vote()  # a request alone is enough for a vote
    assert set(play.state.polls) == {-7}
    play.all_vote(-7)
    play.wait(DAY)
    assert play.state.players[7].playing and play.state.players[7].score == 0
    assert play.state.next_number == 303
    play.called()
    play.wait(DAY)
    assert play.names(play.state.order) == ["Abel", "Bob", "Zoe", "Cleo", "Eve", "Gus", "Ada"]


def test_one_vote_against_keeps_a_newcomer_out_and_scores_nothing() -> None:
    play = Chaired()
    ask_to_join(play)
    play.called()
    play.to_the_vote()
    play.all_vote(-7, EVE)
    events = play.wait(DAY)
    assert any(isinstance(one, e.JoinDeclined) for one in events)
    assert not any(isinstance(one, e.PointsScored) for one in events)
    assert 7 not in play.state.players and not play.state.requests
    ask_to_join(play)


def test_a_request_after_the_discussion_was_called_waits_for_the_next_term() -> None:
    play = Chaired()
    play.called()
    play.done(c.Propose(by=ABEL, change=enact()))
    play.wait(DAY)
    play.done(c.Call(by=ABEL, step="discussion"))
    ask_to_join(play)
    play.wait(5 * DAY)
    play.done(c.CallVote(by=ABEL))
    assert set(play.state.polls) == {303}


def test_a_request_can_be_taken_back_and_the_moderator_cannot_decide_it() -> None:
    play = Chaired()
    ask_to_join(play)
    no = play.refused(c.Admit(by=c.MODERATOR, player="Gus"))
    assert no.because == "rule 301"
    play.done(c.Leave(by=7))
    assert not play.state.requests


def test_a_leavers_points_go_to_the_government_surplus() -> None:
    play = Chaired()
    play.called()
    play.done(c.Propose(by=ABEL, change=enact()))
    play.to_the_vote()
    play.all_vote(303, EVE)
    play.wait(DAY)
    assert play.state.players[ABEL].score == -10
    play.done(c.Leave(by=ABEL))
    assert (play.state.surplus, play.state.players[ABEL].score) == (-10, 0)


# From turns to a chair and back, by vote


def test_a_game_of_turns_becomes_one_with_a_chair_and_back() -> None:
    play = Play(3, rulesets.load("suber_mail").rules)
    play.done(c.Start(by=c.MODERATOR))
    first = play.mover
    play.turn(amend(202, "There shall be a chair.", "procedure: chair, call 12h"))
    turn = play.state.turn
    assert turn is not None and (turn.procedure, turn.mover != first) == ("chair", True)
    chair = play.mover
    play.done(c.Call(by=chair, step="proposals", length=timedelta(hours=12)))
    play.done(c.Propose(by=chair, change=amend(301, "Turns again.", "procedure: turns")))
    play.at += timedelta(hours=12)
    play.done(c.Tick())
    play.done(c.Call(by=chair, step="discussion"))
    play.at += 5 * DAY
    play.done(c.Tick())
    play.done(c.CallVote(by=chair))
    for seat in play.state.playing:
        play.done(c.Vote(by=seat, choice="for"))
    play.at += DAY
    play.done(c.Tick())
    turn = play.state.turn
    assert turn is not None and turn.procedure == "turns" and play.state.rules.get(302)
    play.turn(enact("Tea."))
