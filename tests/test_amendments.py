"""103(2): an amendment amended, an amendment repealed, and the number the whole rule then bears."""

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.state import Rule
from tests.core_play import Play, amend, started, transmute


def with_amendments(*texts: str) -> tuple[Play, int]:
    """A rule enacted as 301 and amended by the texts that follow; the number it has by then."""
    play = started()
    play.turn(c.Change(kind="enact", title="Tea", text=texts[0]))
    number = 301
    for text in texts[1:]:
        play.turn(amend(number, text))
        number += 1
    return play, number


def present(play: Play, number: int) -> Rule:
    rule = play.state.rules.get(number)
    assert rule is not None
    return rule


def repeal_amendment(number: int) -> c.Change:
    return c.Change(kind="repeal", amendment=number)


def test_the_last_amendment_is_taken_back_and_the_rule_takes_the_number() -> None:
    """108: the entire rule receives the number of the proposal to repeal the amendment."""
    play, _ = with_amendments("Tea at four.", "Tea at five.")
    play.turn(repeal_amendment(302))
    rule = present(play, 303)
    assert (rule.text, rule.lineage, rule.status) == ("Tea at four.", 301, "mutable")
    assert [old.number for old in rule.history] == [301, 302]


def test_an_older_amendment_is_patched_back_under_a_later_one() -> None:
    play, _ = with_amendments(
        "Tea is at four. Cake is free.",
        "Tea is at five. Cake is free.",
        "Tea is at five. Cake is dear.",
    )
    play.turn(repeal_amendment(302))
    assert present(play, 304).text == "Tea is at four. Cake is dear."


def test_where_a_later_amendment_touched_it_the_proposer_supplies_the_text() -> None:
    play, _ = with_amendments("Tea at four.", "Tea at five.", "Tea at six.")
    refusal = play.refused(c.Propose(by=play.mover, change=repeal_amendment(302)))
    assert refusal.because == "rule 103"
    assert "AMEND AMENDMENT 302" in refusal.what_would_work
    play.turn(c.Change(kind="amend", amendment=302, text="Tea at half past four."))
    assert present(play, 304).text == "Tea at half past four."


def test_an_amendment_takes_its_effects_with_it() -> None:
    play = started()
    play.turn(amend(208, "Fifty points win.", "victory: 50"))
    play.turn(repeal_amendment(301))
    assert present(play, 302).clauses == ("victory: 100",)


def test_what_is_no_amendment_is_refused() -> None:
    play, _ = with_amendments("Tea at four.")
    for number in (301, 203, 999):
        assert play.refused(c.Propose(by=play.mover, change=repeal_amendment(number)))
    play.turn(transmute(105))
    assert play.refused(c.Propose(by=play.mover, change=repeal_amendment(302)))


def test_an_amendment_of_a_rule_made_immutable_stays() -> None:
    """103(2): of a mutable rule only."""
    play, number = with_amendments("Tea at four.", "Tea at five.")
    play.turn(transmute(number))
    refusal = play.refused(c.Propose(by=play.mover, change=repeal_amendment(302)))
    assert "immutable" in refusal.reason


def test_the_ballot_shows_the_whole_text_it_leads_to() -> None:
    """106: voted on in the form in which it will guide play."""
    play, _ = with_amendments("Tea at four.", "Tea at five.")
    made = play.done(c.Propose(by=play.mover, change=repeal_amendment(302)))[0]
    assert isinstance(made, e.ProposalMade)
    assert (made.change.text, made.change.target) == ("Tea at four.", 302)
