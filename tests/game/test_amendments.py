"""103(2): an amendment amended, an amendment repealed, and the number the whole rule then bears."""

import pytest

from nomic_mail.game import amendments
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.rulebook import Rule
from nomic_mail.game.rules import checked
from nomic_mail.phrases import said
from tests.game.test_chair import DAY, Chaired
from tests.game.test_core_corners import LATER, SUBER_MAIL, threshold
from tests.kit.games.core_play import Play, amend, enact, started, transmute


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


def test_the_work_of_it_has_a_bound_since_reading_10(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ("Tea at four. Cake, free.", "Tea at five. Cake, free.", "Hot Tea at five. Cake, dear.")
    monkeypatch.setattr(amendments, "MOST_DECIDED", 3)
    play, _ = with_amendments(*texts)
    refusal = play.refused(c.Propose(by=play.mover, change=repeal_amendment(302)))
    assert refusal.because == "rule 103"
    monkeypatch.setattr(Play, "reading", 9)
    play, _ = with_amendments(*texts)
    play.turn(repeal_amendment(302))
    assert present(play, 304).text == "Hot Tea at four. Cake, dear."


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


# An amendment, and what another has made of its rule by then


def test_an_amendment_of_203_repealed_after_the_switch_gives_back_the_majority() -> None:
    """203, 103(2): it had not been amended when two circuits were complete, and so had changed;
    what was amended then, and is given back, is the majority."""
    play = started(2, SUBER_MAIL)
    for number in range(4):
        play.turn(enact(f"Text {number}."))
    play.turn(amend(203, "Two thirds.", "adoption: 2/3 of eligible"))
    play.turn(c.Change(kind="repeal", amendment=305))
    assert threshold(play) == "majority of eligible"
    assert present(play, 306).clauses == ("adoption: majority of eligible",)


def test_an_amendment_of_203_repealed_after_a_later_one_keeps_what_that_one_said() -> None:
    """203: of a rule that has been amended nothing changes by itself."""
    play = started(2, SUBER_MAIL)
    text = present(play, 203).text
    play.turn(amend(203, f"Hear: {text}"))
    play.turn(amend(301, f"Hear: {text} So be it.", f"adoption: 2/3 of eligible, {LATER}"))
    play.turn(c.Change(kind="repeal", amendment=301))
    assert threshold(play) == "2/3 of eligible"


def test_effects_beside_the_repeal_of_an_amendment_are_refused_not_dropped() -> None:
    play, _ = with_amendments("Tea at four.", "Tea at five.")
    change = c.Change(kind="repeal", amendment=302, effects=("victory: 7",))
    assert "changes no effects" in play.refused(c.Propose(by=play.mover, change=change)).reason


def test_an_amendment_is_repealed_once_and_its_repeal_can_be_repealed() -> None:
    """103(2): what was repealed is no amendment any more."""
    play, _ = with_amendments("Tea at four.", "Tea at five.")
    play.turn(repeal_amendment(302))
    for change in (repeal_amendment(302), c.Change(kind="amend", amendment=302, text="Six.")):
        no = play.refused(c.Propose(by=play.mover, change=change))
        assert "302 was repealed by 303 already" in no.reason
    play.turn(repeal_amendment(303))
    assert present(play, 304).text == "Tea at five."
    play.turn(repeal_amendment(302))
    assert present(play, 305).text == "Tea at four."


def test_an_amendment_is_taken_out_wherever_its_words_stand_by_now() -> None:
    """103(2): its own words, at the beginning, in the middle and at the end, with what is unchanged
    on either side; and nothing where a later amendment has been at either."""
    cases = (
        ("a b c", "A b c", "A b c d", "a b c d"),
        ("a b c", "a b C", "x a b C", "x a b c"),
        ("a b c d", "a B c D", "x a B c D", "x a b c d"),
        ("a b c", "a b", "z a b", "z a b c"),
        ("a b c", "b c", "b c z", "a b c z"),
        ("a c", "a b c", "a b c d", "a c d"),
        ("a b c", "a B c", "x B x", "x b x"),  # a blank is unchanged, too
        ("a b c", "a B c", "aB c", None),
        ("a b c", "a B c", "a Bc", None),
        ("a b c d", "a B c D", "a B c D e", None),  # it ended in D, and does not
        ("a b c d", "a B C d", "a B x C d", None),
        ("a b c d e", "a B C D e", "a B x D e", None),
        ("a b c", "a b c d", "a b c e d", None),
        ("a b c", "z a b c", "y z a b c", None),
        ("a b c", "z a b c", "z y a b c", None),
        ("a b c", "a c", "a x c", None),
        ("a b c", "b c", "x b c", None),
        ("a b c", "a b", "a b x", None),
    )
    for first, then, now, back in cases:
        play, _ = with_amendments(first, then, now)
        change = repeal_amendment(302)
        if back is None:
            refusal = play.refused(c.Propose(by=play.mover, change=change))
            assert refusal.because == "rule 103", (first, then, now)
        else:
            play.turn(change)
            assert present(play, 304).text == back


def test_the_title_that_was_amended_comes_back_with_the_last_amendment_only() -> None:
    for later, title in ((False, "Tea"), (True, "Milk")):
        play = started()
        play.turn(c.Change(kind="enact", title="Tea", text="Tea is at four. Cake."))
        milk = "Tea is at five. Cake."
        play.turn(c.Change(kind="amend", target=301, title="Milk", text=milk))
        if later:
            play.turn(amend(302, f"{milk} So be it."))
        play.turn(repeal_amendment(302))
        rule = next(one for one in play.state.rules if one.lineage == 301)
        assert (rule.title, rule.text[:15]) == (title, "Tea is at four.")


def test_an_amendment_amended_keeps_the_rules_title_unless_it_gives_another() -> None:
    for given, title in (("", "Tea"), ("Milk", "Milk")):
        play, _ = with_amendments("Tea at four.", "Tea at five.")
        change = c.Change(kind="amend", amendment=302, title=given, text="At six.")
        play.turn(change)
        rule = present(play, 303)
        assert (rule.title, rule.text, rule.status) == (title, "At six.", "mutable")


# Beside others in one vote (205 with a chair)


def in_one_vote(*changes: c.Change) -> Chaired:
    """Rule 303, amended as 304, and then the changes, from 305, in one term."""
    play = Chaired(4)
    tea = "Tea is at four. Cake is free."
    for term in [(enact(tea),), (amend(303, "Tea is at five. Cake is free."),), changes]:
        play.called()
        assert play.state.turn is not None
        first = play.state.next_number
        for seat, change in zip(play.state.turn.proposers, term, strict=False):
            play.done(c.Propose(by=seat, change=change))
        play.to_the_vote()
        for number in range(first, play.state.next_number):
            play.all_vote(number)
        play.wait(DAY)
    return play


def test_an_amendment_is_taken_out_of_what_the_same_vote_made_of_its_rule() -> None:
    """103(2), 108: 306 repeals the amendment 304, and not what 305 has made of the rule."""
    play = in_one_vote(amend(304, "Tea is at five. Cake is dear."), repeal_amendment(304))
    assert present(play, 306).text == "Tea is at four. Cake is dear."


def test_an_amendment_overtaken_in_the_same_vote_cannot_be_repealed() -> None:
    """106: what was voted on cannot be carried out any more, and nobody scores by it."""
    play = in_one_vote(amend(304, "Tea is at six."), repeal_amendment(304))
    assert present(play, 305).text == "Tea is at six."
    closed = [x for x in play.events if isinstance(x, e.VotingClosed) and x.number == 306]
    assert closed[0].outcome == "void" and "changed again since" in said(closed[0].reason)


def test_an_amendment_repealed_in_the_same_vote_cannot_be_amended() -> None:
    play = in_one_vote(
        repeal_amendment(304), c.Change(kind="amend", amendment=304, text="Tea is at six.")
    )
    assert present(play, 305).text == "Tea is at four. Cake is free."
    closed = [x for x in play.events if isinstance(x, e.VotingClosed) and x.number == 306]
    assert closed[0].outcome == "void" and "repealed by 305 already" in said(closed[0].reason)


def test_an_amendment_of_a_long_rule_is_taken_out_as_of_a_short_one() -> None:
    """Even where each word around it stands there twenty times."""
    line = "Whoever brings the tea to the table takes the cup and pours the tea. "
    mistaken = f"{line * 10}{line.replace('cup', 'table')}{line * 9}"
    play, _ = with_amendments(
        f"Tea. {line * 20}Cake.", f"Tea. {mistaken}Cake.", f"Coffee. {mistaken}Milk."
    )
    play.turn(repeal_amendment(302))
    assert present(play, 304).text == f"Coffee. {line * 20}Milk."


BLANK_TITLE = c.Change(kind="amend", amendment=302, title=" ", text="At six.")
CUT_TITLE = c.Change(kind="enact", title=f"{'tea ' * 29}cak es", text="At six.")
CUT_WORDS = c.Change(kind="enact", text=f"{'a' * 119} tea at six.")
CUT_REASON = c.Change(kind="repeal", target=303, reason=f"{'a' * 19_999} and so on.")


@pytest.mark.parametrize("change", [BLANK_TITLE, CUT_TITLE, CUT_WORDS, CUT_REASON])
def test_what_is_in_proper_form_stays_as_it_is_when_it_is_looked_at_again(change: c.Change) -> None:
    """103: a title that is cut at a blank, or that has nothing else in it, is one without it."""
    play, _ = with_amendments("Tea at four.", "Tea at five.", "Tea at six.")
    (once,) = checked((change,), play.state.rules)
    assert checked((once,), play.state.rules) == (once,)
    assert (once.title, once.reason) == (once.title.strip(), once.reason.strip())
