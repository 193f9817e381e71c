"""Cases a sceptical reading found: each was wrong once."""

from datetime import datetime, timedelta

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.game.tally import tally
from tests.game.test_chair import ABEL, ADA, BOB, CLEO, DAY, EVE, Chaired
from tests.kit.games.core_play import Play, amend, enact, started

SUBER_MAIL = rulesets.load("suber_mail").rules


def test_a_ruling_on_another_question_leaves_the_chair_pro_tem() -> None:
    """202(e): nobody has overruled anything."""
    play = Chaired()
    play.called()
    play.done(c.Judgment(by=EVE, replace_chair=True))
    play.done(c.Ruling(by=ADA, text="Yes.", replace_chair=True))
    play.done(c.Judgment(by=CLEO, question="May I propose in verse?"))
    play.done(c.Ruling(by=ADA, text="You may."))
    assert play.mover == EVE


def test_a_question_about_one_chair_is_not_about_the_next() -> None:
    """202(e): Abel was asked about, and refuses the chair."""
    play = Chaired()
    play.done(c.Judgment(by=EVE, replace_chair=True))
    play.done(c.Refuse(by=ABEL))
    assert play.state.judgment is not None
    judge = play.state.judgment.judge
    no = play.refused(c.Ruling(by=judge, text="Yes.", replace_chair=True))
    assert "nobody who still plays has asked" in no.reason and play.mover == BOB


def test_when_the_first_who_asked_has_left_the_next_takes_the_chair() -> None:
    play = Chaired()
    play.called()
    play.done(c.Judgment(by=EVE, replace_chair=True))
    play.done(c.Judgment(by=CLEO, replace_chair=True))
    play.done(c.Leave(by=EVE))
    play.done(c.Ruling(by=ADA, text="Yes.", replace_chair=True))
    assert play.mover == CLEO


def test_unanimous_is_every_voter_however_many_votes() -> None:
    """109, 203, 301: two with no votes are against."""
    against = tally(
        "unanimous of eligible", (1, 2, 3), {1: "against", 2: "for"}, {1: 0, 2: 4, 3: 0}
    )
    assert against.outcome == "defeated"
    missing = tally("unanimous of eligible", (1, 2), {2: "for"}, {1: 0, 2: 3})
    assert missing.outcome == "lapsed"


def test_where_nobody_who_is_left_has_votes_each_has_one() -> None:
    """114: the adoption of rule changes never becomes impossible."""
    assert tally("majority of eligible", (1, 2), {1: "for", 2: "for"}, {1: 0, 2: 0}).counts == {
        "for": 2,
        "against": 0,
        "abstain": 0,
        "absent": 0,
    }


def test_what_an_open_ballot_keeps_cannot_be_bound() -> None:
    """106: an amendment without effects keeps the rule's clauses, and is voted on so."""
    play = started()
    play.done(c.Propose(by=play.mover, change=amend(206, "Ten points are lost.")))
    play.done(c.CallVote(by=play.mover))
    bind = c.Bind(by=c.MODERATOR, rule=206, answer="bind", clauses=("penalty defeat: 99",))
    assert "keeps what that rule does" in play.refused(bind).reason


def test_an_answer_about_a_proposal_keeps_the_limit_too() -> None:
    """209."""
    play = started()
    play.done(c.Propose(by=play.mover, change=amend(209, "Few.")))
    bind = c.Bind(by=c.MODERATOR, rule=301, answer="bind", clauses=("limit mutable: 5",))
    assert "mutable rules" in play.refused(bind).reason


def test_keep_keeps_what_the_rule_does_by_then() -> None:
    """103: another proposal of the same vote may have changed it."""
    play = Chaired()
    play.called()
    play.done(c.Propose(by=ABEL, change=amend(203, "Half.", "adoption: majority of eligible")))
    play.done(c.Propose(by=BOB, change=amend(203, "Half will do.")))
    play.done(c.Bind(by=c.MODERATOR, rule=304, answer="keep"))
    play.to_the_vote()
    play.all_vote(303)
    play.all_vote(304)
    play.wait(DAY)
    assert play.state.rules.by_number[304].clauses == ("adoption: majority of eligible",)


def test_one_player_left_is_asked_about_when_the_vote_is_over() -> None:
    play = Play(2)
    play.done(c.Start(by=c.MODERATOR))
    mover = play.mover
    other = next(seat for seat in play.state.playing if seat != mover)
    play.done(c.Propose(by=mover, change=enact("Tea.")))
    play.done(c.CallVote(by=mover))
    play.done(c.Vote(by=mover, choice="for"))
    for _ in range(3):
        assert play.state.closes_at is not None
        play.at = play.state.closes_at
        play.done(c.Tick())
    assert play.state.asked == "missing ballot"
    play.done(c.Leave(by=mover))
    play.done(c.CloseVote(by=c.MODERATOR))
    assert play.state.asked == "one player left" and play.state.playing == (other,)


def test_the_rule_that_holds_is_the_one_that_clashes() -> None:
    """110 and 211: an immutable rule that lost to another by a claim sets nothing aside."""

    def rule(number: int, status: str, *clauses: str) -> Rule:
        return Rule(
            number=number,
            lineage=number,
            status=status,  # type: ignore[arg-type]
            title="",
            text="",
            clauses=clauses,
        )

    book = [
        rule(301, "immutable", "judge: moderator"),
        rule(302, "immutable", "judge: player before the mover over 301"),
        rule(303, "mutable", "judge: player before the mover", "victory: 7"),
    ]
    mechanics = mechanics_of(Rules({one.number: one for one in book}))
    assert not mechanics.void and mechanics["victory"].value == 7


ALPHABET = ("Ada Abel", "Bob Bell", "Cleo Curie", "Dot Dent")


def by_surname() -> Play:
    """201 of suber_mail: alphabetical."""
    play = Play(0, SUBER_MAIL)
    for seat, name in enumerate(ALPHABET, 1):
        play.done(c.Join(by=seat, name=name, letter=f"join {seat}"))
    play.done(c.Start(by=c.MODERATOR))
    return play


def seated_anew(play: Play, seat: int, name: str) -> None:
    play.done(c.Replace(by=c.MODERATOR, seat=seat, name=name, letter=name))


def test_a_seat_taken_over_keeps_its_place_until_the_circuit_ends() -> None:
    """201: Bob's seat moves second, whoever is in it; else Cleo and Dot would be passed over."""
    play, movers = by_surname(), []
    for turn in range(8):
        if turn == 1:
            seated_anew(play, 2, "Zoe Zorn")
        movers.append(play.mover)
        play.turn(enact())
    assert movers == [1, 2, 3, 4, 1, 3, 4, 2]


def test_nobody_moves_twice_in_a_circuit_for_a_new_name() -> None:
    """Ada has moved; in her seat plays now Zoe Zorn, who comes again when all have moved."""
    play, movers = by_surname(), []
    for turn in range(8):
        if turn == 1:
            seated_anew(play, 1, "Zoe Zorn")
        movers.append(play.mover)
        play.turn(enact())
    assert movers[:4] == [1, 2, 3, 4]
    assert sorted(movers[4:]) == [1, 2, 3, 4]


def outage(play: Play, began: datetime, hours: float) -> tuple[e.Event, ...]:
    ended = began + timedelta(hours=hours)
    play.at = max(play.at, ended)
    result = play.do(c.Outage(began_at=began, ended_at=ended))
    assert isinstance(result, tuple)
    return result


def test_outages_that_overlap_count_once() -> None:
    """As of the mailbox and the listener: the union of both, and two hours to notice it."""
    play = started()
    assert play.state.turn is not None and play.state.turn.due_at is not None
    due, began = play.state.turn.due_at, play.at
    outage(play, began, 10)
    outage(play, began + timedelta(hours=4), 8)
    assert play.state.turn is not None
    assert play.state.turn.due_at == due + timedelta(hours=12 + 2)
    assert outage(play, began + timedelta(hours=1), 11) == ()
    outage(play, began + timedelta(hours=20), 3)
    assert play.state.turn.due_at == due + timedelta(hours=12 + 2 + 3 + 2)


def test_an_outage_that_holds_an_earlier_one_adds_what_is_new() -> None:
    play = started()
    assert play.state.turn is not None and play.state.turn.due_at is not None
    due, began = play.state.turn.due_at, play.at + timedelta(hours=5)
    outage(play, began, 2)
    outage(play, began - timedelta(hours=1), 5)
    assert play.state.turn is not None
    assert play.state.turn.due_at == due + timedelta(hours=5 + 2)


def test_a_goal_lowered_by_a_binding_is_reached_at_once() -> None:
    """208: the winner is the first player to have the points; a binding acts forward, from now."""
    play = started()
    play.turn(enact())
    best = max(play.state.playing, key=lambda seat: play.state.players[seat].score)
    points = play.state.players[best].score
    bound = play.misprinted(208, f"Who has {points} points wins.", f"victory: {points}")
    *_, won, ended = bound
    assert isinstance(won, e.GameWon) and isinstance(ended, e.GameEnded)
    assert (won.winners, won.goal, won.rule) == ((best,), points, 208)


def test_a_goal_lowered_to_what_several_have_is_the_moderators_question() -> None:
    play = started()
    for _ in range(3):
        play.turn(enact())
    *_, asked = play.misprinted(208, "Who has a point wins.", "victory: 1")
    assert isinstance(asked, e.ModeratorAsked) and asked.matter == "several winners"


def test_who_comes_back_with_the_points_has_won() -> None:
    """208: the goal has come down to what they left with."""
    play = started()
    play.turn(enact())
    best = max(play.state.playing, key=lambda seat: play.state.players[seat].score)
    points = play.state.players[best].score
    play.done(c.Leave(by=best))
    play.misprinted(208, f"Who has {points} points wins.", f"victory: {points}")
    assert play.state.status == "running"
    play.done(c.Join(by=best, letter="again"))
    assert play.state.winners == (best,)
