"""What another sceptical reading found: each was wrong once."""

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.decide import READING
from nomic_mail.game.rulebook import Rules
from nomic_mail.game.rules import warnings
from nomic_mail.phrases import said
from nomic_mail.rulesets.derive import derive, printed
from tests.game.test_chair import ABEL, BOB, CLEO, DAY, Chaired
from tests.game.test_mechanics import folded, rule, trail
from tests.kit.games.core_play import NET_PLAY, Play, enact
from tests.kit.recorded import checked, recorded
from tests.rulesets.test_derive import changed, diff, rewrapped

SUBER_MAIL = rulesets.load("suber_mail").rules
ABE, CID, DOT, BEA = 1, 2, 3, 4


def proven(play: Play) -> None:
    assert checked(recorded(play.events)).differences == []


# 211, second paragraph: what a rule says of itself goes before the numbers, whatever it is about


def test_a_law_of_precedence_that_claims_precedence_is_the_law() -> None:
    law = rule(211, "precedence: lowest number")
    goals = (rule(208, "victory: 100"), rule(302, "victory: 50"))
    claims = folded(law, rule(301, "precedence: highest number over 211"), *goals)
    assert (claims["precedence"].rule, claims["victory"].rule) == (301, 302)
    silent = folded(law, rule(301, "precedence: highest number"), *goals)
    assert (silent["precedence"].rule, silent["victory"].rule) == (211, 208)


def test_a_limit_that_claims_precedence_holds_though_it_is_less_strict() -> None:
    claims = folded(rule(209, "limit mutable: 25"), rule(301, "limit mutable: 30 over 209"))
    assert (claims["limit mutable"].value, claims["limit mutable"].rule) == (30, 301)
    assert trail(claims["limit mutable"]) == [
        (209, "rule 301 claims precedence (the custom of the house)")
    ]
    gives_way = folded(rule(209, "limit mutable: 25 defers to 301"), rule(301, "limit mutable: 30"))
    assert gives_way["limit mutable"].value == 30
    high = rule(209, "limit mutable: 25", status="immutable")
    assert folded(high, rule(301, "limit mutable: 30 over 209"))["limit mutable"].value == 25


def test_points_that_claim_precedence_or_give_way_are_not_added_up() -> None:
    claims = folded(rule(204, "reward against: 10"), rule(301, "reward against: 5 over 204"))
    assert [number for _, number in claims["reward against"].each] == [301]
    gives_way = folded(
        rule(204, "reward against: 10"), rule(301, "reward against: 5 defers to 204")
    )
    assert [number for _, number in gives_way["reward against"].each] == [204]
    both = folded(rule(204, "reward against: 10 over 301"), rule(301, "reward against: 5 over 204"))
    assert len(both["reward against"].each) == 2


def test_what_stands_in_for_a_goal_takes_its_place() -> None:
    goal = folded(rule(208, "victory: 100"), rule(301, "victory: 50 instead of 208"))["victory"]
    assert (goal.value, trail(goal)) == (50, [(208, "rule 301 stands in its place")])


# 201, 212: a newcomer has their place by surname at once


def with_a_newcomer(mover: int) -> Play:
    """Abe Abel, Cid Curie and Dot Dent; Bea Babbage comes in the turn of `mover`."""
    play = Play(0, SUBER_MAIL)
    for seat, name in ((ABE, "Abe Abel"), (CID, "Cid Curie"), (DOT, "Dot Dent")):
        play.done(c.Join(by=seat, name=name, letter=name))
    play.done(c.Start(by=c.MODERATOR))
    while play.mover != mover:
        play.turn(enact())
    play.done(c.Propose(by=mover, change=enact()))
    play.done(c.Join(by=BEA, name="Bea Babbage", letter="bea"))
    return play


def test_the_player_before_the_first_is_the_last_by_surname_not_the_newest() -> None:
    play = with_a_newcomer(ABE)
    play.done(c.Judgment(by=CID, question="Is it?"))
    assert play.state.judgment is not None and play.state.judgment.judge == DOT
    proven(play)


def test_a_newcomer_judges_from_their_place() -> None:
    play = with_a_newcomer(CID)
    play.done(c.Judgment(by=DOT, question="Is it?"))
    assert play.state.judgment is not None and play.state.judgment.judge == BEA
    proven(play)


def test_the_next_turn_is_the_newcomers_and_the_others_consent_to_it() -> None:
    play = with_a_newcomer(ABE)
    play.done(c.Judgment(by=CID, question="Is it?"))
    play.done(c.Consent(by=CID))
    assert "the next turn is yours" in play.refused(c.Consent(by=BEA)).reason
    play.done(c.CallVote(by=ABE))
    for seat in play.state.playing:
        play.done(c.Vote(by=seat, choice="for", letter=f"vote {seat}"))
    assert play.mover == BEA
    proven(play)


def test_a_newcomer_proposes_in_a_term_by_surname_too() -> None:
    """202(c)(1) with a chair, where a rule lets people in at any time."""
    play = Chaired(5)
    play.misprinted(301, "All are welcome at any time.", "membership: open")
    play.done(c.Join(by=9, name="Ben Ball", letter="ben"))
    play.called()
    assert play.state.turn is not None
    assert play.names(play.state.turn.proposers) == ["Abel", "Bob", "Zoe", "Ben"]
    proven(play)


# 202(c) with a chair: there is no discussion of nothing, and no vote on it


def test_a_term_whose_last_proposal_is_taken_back_is_over() -> None:
    for steps in (1, 2):
        play = Chaired()
        play.called()
        play.done(c.Propose(by=ABEL, change=enact()))
        play.wait(DAY)
        if steps == 2:
            play.done(c.Call(by=ABEL, step="discussion"))
            play.wait(5 * DAY)
        events = play.done(c.Withdraw(by=ABEL))
        assert [type(one) for one in events] == [e.ProposalWithdrawn, e.TurnEnded, e.TurnBegan]
        assert isinstance(events[1], e.TurnEnded) and events[1].completed
        assert play.mover == BOB
        proven(play)


def test_a_term_whose_last_request_is_taken_back_is_over() -> None:
    for in_the_discussion in (False, True):
        play = Chaired()
        play.called()
        play.done(c.Join(by=9, name="Ben Ball", letter="ben"))
        play.wait(DAY)
        play.done(c.Call(by=ABEL, step="discussion"))
        if in_the_discussion:
            play.done(c.Leave(by=9))
            play.wait(5 * DAY)
        else:
            play.wait(5 * DAY)
            play.done(c.Leave(by=9))
        assert play.mover == BOB
        proven(play)


def test_a_term_with_anything_left_goes_on() -> None:
    play = Chaired()
    play.called()
    play.done(c.Propose(by=ABEL, change=enact()))
    play.done(c.Propose(by=CLEO, change=enact("More tea.")))
    play.wait(DAY)
    play.done(c.Withdraw(by=ABEL))
    assert play.mover == ABEL
    proven(play)


def test_no_chair_keeps_the_game_waiting_for_years() -> None:
    """House: whoever takes a lax chair's place has to wait for the end of the period, too."""
    play = Chaired()
    call = c.Call(by=ABEL, step="proposals", length=91 * DAY)
    assert "90 days is the longest" in play.refused(call).reason
    play.done(c.Call(by=ABEL, step="proposals", length=90 * DAY))
    assert "at most 90 days from now" in play.refused(c.Extend(by=ABEL, length=DAY)).reason
    play.at += 2 * DAY
    play.done(c.Extend(by=ABEL, length=DAY))


# 111: what would have no force is told before the vote


def test_effects_without_force_are_told_before_the_vote() -> None:
    book = Rules({one.number: one for one in SUBER_MAIL})
    beaten = warnings((enact("Fifty win.", "victory: 50"),), book, READING)
    assert tuple(map(said, beaten)) == (
        'Its effect "victory: 50" would not hold beside rule 208: the lower number takes precedence'
        ' (rule 211). To come first, it says "victory: 50 over 208".',
    )
    assert warnings((enact("Fifty win.", "victory: 50 over 208"),), book, READING) == ()
    void = warnings((enact("Only the proponent.", "debate: proponent"),), book, READING)
    assert tuple(map(said, void)) == (
        "It would be set aside whole: it conflicts with rule 111 (rule 110).",
    )
    strikes = warnings((enact("No defeats.", "void: rule 206 over 206"),), book, READING)
    assert tuple(map(said, strikes)) == ("It would set rule 206 aside.",)
    strikes = warnings((enact("No defeats.", "void: rule 206"),), book, READING)
    assert tuple(map(said, strikes)) == (
        'Its effect "void: rule 206" would not hold: the lower number takes precedence (rule 211).',
    )


def test_a_diff_wrapped_at_sixty_columns_is_read_wherever_its_lines_break() -> None:
    """What follows 114 breaks into a line of 49 columns, after which the diff seemed to end."""
    book = Rules({one.number: one for one in NET_PLAY})
    more = changed(book, 114, text=book.by_number[114].text + "\n\nThis holds on Sundays too.")
    got = derive(book, rewrapped(diff(printed(more), printed(book)), 60))
    assert isinstance(got, c.Change) and (got.kind, got.target) == ("amend", 114)
