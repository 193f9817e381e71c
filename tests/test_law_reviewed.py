"""Cases a sceptical reading found: each was wrong once."""

from nomic_mail.game import commands as c
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.state import Rule, Rules
from nomic_mail.game.tally import tally
from tests.core_play import Play, amend, enact, started
from tests.test_chair import ABEL, ADA, BOB, CLEO, DAY, EVE, Chaired


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
