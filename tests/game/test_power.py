"""Power (`power: 3`): what a rule demands of any change of it, and what a proposal declares
(`power: 1 to 3`), played in the core."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import KINDS, BadClause, parse_clause
from nomic_mail.game.clauses.adoption import Adoption, show_adoption
from nomic_mail.game.commands import Change
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.tally import tally
from nomic_mail.written.codec import write
from tests.game.test_votes_properties import QUICK
from tests.kit.games.core_play import amend, enact, repeal, transmute
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, recorded

OPEN = "procedure: open, each 9, debate 0h, vote 1d; changes: up to 3"
FIRM = "victory: 100; power: 3"


def begun(adoption: str = "majority of cast", **others: str) -> Game:
    law = f"adoption: {adoption}; vote ends: at the deadline"
    return Game(few("net_play", **{"r202": OPEN, "r203": law, "r208": FIRM} | others), 4).start()


def takes(game: Game, *changes: Change, power: str = "") -> tuple[str, int | None]:
    """What the vote on them takes, without how it ends, and by which rule."""
    proposed = c.Propose(by=1, change=changes[0], more=changes[1:], power=power, letter="a letter")
    made = game.done(proposed)
    (opened,) = (one for one in made if isinstance(one, e.VotingOpened))
    return opened.threshold.replace("; vote ends: at the deadline", ""), opened.threshold_rule


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (amend(208, "Fifty.", "victory: 50"), ("3/4 of cast; power: 3", 208)),
        (repeal(208), ("3/4 of cast; power: 3", 208)),
        (transmute(208), ("3/4 of cast; power: 3", 208)),
        (enact("No goal.", "void: rule 208"), ("3/4 of cast; power: 3", 208)),
        (enact("Soft.", "power: 1 over 208"), ("3/4 of cast; power: 3", 208)),
        (enact("Soft.", "power: 1.5 instead of 208"), ("3/4 of cast; power: 3", 208)),
        (enact("All soft.", "power: 1 over mutable"), ("3/4 of cast; power: 3", 208)),
        (enact("Firmer.", "power: 4"), ("4/5 of cast; power: 4", 203)),
        (enact("Beside.", "power: 1.5"), ("3/5 of cast; power: 1.5", 203)),
        (enact("Plain.", "power: 1"), ("majority of cast", 203)),
        (amend(206, "Less.", "penalty defeat: 5"), ("majority of cast", 203)),
        (transmute(105), ("unanimous of eligible", 109)),
    ],
)
def test_what_would_change_a_rule_takes_what_the_rule_demands(
    change: Change, expected: tuple[str, int | None]
) -> None:
    assert takes(begun(), change) == expected


def test_what_else_it_takes_it_takes_as_well() -> None:
    change = amend(208, "Fifty.", "victory: 50")
    assert takes(begun("majority of eligible"), change) == ("3/4 of eligible; power: 3", 208)
    quorum = "majority of cast, quorum 1/2"
    assert takes(begun(quorum), change) == ("3/4 of cast, quorum 1/2; power: 3", 208)
    assert takes(begun("4/5 of cast"), change) == ("4/5 of cast", 203)
    both = (amend(206, "Less.", "penalty defeat: 5"), change)
    assert takes(begun(), *both) == ("3/4 of cast; power: 3", 208)


def test_a_transmutation_that_sets_a_rule_aside_takes_what_that_demands() -> None:
    """110: the mutable rule would be set aside whole, as an immutable one says otherwise."""
    game = begun(r206="victory: 50")
    assert takes(game, transmute(206)) == ("3/4 of cast; power: 3", 208)
    assert takes(begun(r206="penalty defeat: 10"), transmute(206)) == ("majority of cast", 203)


def test_a_rule_that_is_set_aside_demands_nothing() -> None:
    aside = begun(r112="victory: 100", r208="victory: 50; power: 3")
    assert takes(aside, repeal(208)) == ("majority of cast", 203)


def test_three_for_each_against_and_a_vote_keeps_what_it_opened_with() -> None:
    game = begun(r208="victory: 100")
    game.propose(amend(208, "Fifty.", "victory: 50"), 1)
    game.propose(amend(208, "Firm.", "victory: 100", "power: 3"), 2)
    all_said: tuple[c.Choice, ...] = ("for", "for", "for", "against")
    for seat, choice in enumerate(all_said, 1):
        for number in (301, 302):
            game.done(c.Vote(by=seat, choice=choice, proposal=number, letter=f"{seat} {number}"))
    game.pass_time(2)
    closed = {one.number: one for one in game.events if isinstance(one, e.VotingClosed)}
    assert {n: one.outcome for n, one in closed.items()} == {301: "adopted", 302: "adopted"}
    game.propose(repeal(302), 3)
    for seat, choice in enumerate(all_said[1:], 1):
        game.do(c.Vote(by=seat, choice=choice, proposal=303, letter=f"{seat}"))
    game.pass_time(2)
    assert game.state.rules.get(302) is not None, "two for and one against are no power of 3"
    assert checked(recorded(game.events)).differences == []


@QUICK
@given(
    st.integers(min_value=10, max_value=99).map(lambda tenths: Fraction(tenths, 10)),
    st.dictionaries(st.integers(1, 6), st.sampled_from(("for", "against", "abstain"))),
    st.dictionaries(st.integers(1, 6), st.integers(0, 9)),
)
def test_it_is_adopted_where_there_are_so_many_times_as_many_for_it(
    power: Fraction, votes: dict[int, c.Choice], weights: dict[int, int]
) -> None:
    kind = KINDS["power"]
    assert kind.guards is not None
    takes = show_adoption(Adoption(kind.guards(power)))
    assert parse_clause(f"power: {kind.show(power)}").value == power
    found = tally(takes, (1, 2, 3, 4, 5, 6), votes, weights)
    favour, against = found.counts["for"], found.counts["against"]
    enough = favour > against and favour >= power * against
    assert (found.outcome == "adopted") == enough


LAW = "majority of cast; power: 1 to 3"  # as the clause `declared power` is written, too


@pytest.mark.parametrize(
    ("adoption", "power", "change", "expected"),
    [
        (LAW, "2", enact("Tea."), ("2/3 of cast; power: 2", 203)),
        (LAW, "2.0", enact("Tea."), ("2/3 of cast; power: 2", 203)),
        (LAW, "1", enact("Tea."), ("majority of cast", 203)),
        (LAW, "", enact("Tea."), ("majority of cast", 203)),
        (LAW, "", repeal(208), ("3/4 of cast; power: 3", 208)),
        (LAW, "3", repeal(208), ("3/4 of cast; power: 3", 203)),
        (LAW, "3", transmute(105), ("unanimous of eligible", 109)),
        ("1/3 of cast; power: 1 to 3", "", enact("Tea."), ("majority of cast; power: 1", 203)),
        ("4/5 of cast; power: 1 to 3", "3", enact("Tea."), ("4/5 of cast", 203)),
        ("majority of cast; power: 2 to 3", "", enact("Tea."), ("2/3 of cast; power: 2", 203)),
        (
            "majority of eligible; declared power: 1 to 3",
            "1.5",
            enact("Tea."),
            ("3/5 of eligible; power: 1.5", 203),
        ),
    ],
)
def test_what_a_proposal_declares_it_takes(
    adoption: str, power: str, change: Change, expected: tuple[str, int | None]
) -> None:
    game = begun(adoption)
    assert takes(game, change, power=power) == expected
    assert checked(recorded(game.events)).differences == []


@pytest.mark.parametrize(
    ("adoption", "power", "change", "told"),
    [
        ("majority of cast", "2", enact("Tea."), "no rule says that a proposal may declare"),
        (LAW, "4", enact("Tea."), "may declare a power from 1 to 3"),
        (LAW, "3.25", enact("Tea."), '"3.25" is no power'),
        (LAW, "2.9", repeal(208), "of power 2.9 cannot do that: it takes power 3"),
        (LAW, "2", enact("Firm.", "power: 2.5"), "of power 2 cannot do that: it takes power 2.5"),
        (LAW, "2", enact("Soft.", "void: rule 208"), "cannot do that: it takes power 3"),
    ],
)
def test_what_cannot_be_declared_is_refused(
    adoption: str, power: str, change: Change, told: str
) -> None:
    for kind in (c.Propose, c.Preview):
        assert told in begun(adoption).refused(kind(by=1, change=change, power=power)).reason


def test_where_nothing_is_declared_nothing_is_too_low() -> None:
    """It takes what the rule demands that it would change."""
    assert takes(begun(LAW), repeal(208)) == ("3/4 of cast; power: 3", 208)


@pytest.mark.parametrize("ruleset", ["net_play", "chairperson"])
def test_with_turns_or_a_chair_it_is_declared_so_too(ruleset: str) -> None:
    game = Game(few(ruleset, r203=f"adoption: {LAW}"), 4).start()
    if ruleset == "chairperson":
        game.done(c.Call(by=game.mover, step="proposals"))
    game.done(c.Propose(by=game.mover, change=enact("Tea."), power="2", letter="one"))
    game.done(c.Revise(by=game.mover, power="3", letter="two"))
    game.done(c.Revise(by=game.mover, text="Tea at four.", letter="three"))
    (proposal,) = game.state.live
    assert (proposal.power, proposal.change.text) == ("3", "Tea at four.")
    assert "already" in game.refused(c.Revise(by=game.mover, power="3")).reason
    game.done(c.Withdraw(by=game.mover))
    game.done(c.Propose(by=game.mover, change=enact("Tea."), letter="four"))
    (proposal,) = game.state.live
    assert proposal.power == ""
    assert checked(recorded(game.events)).differences == []


def test_what_is_declared_stays_so_when_the_rule_is_gone() -> None:
    game = begun(LAW, r202="procedure: open, each 9, debate 1d, vote 1d; changes: up to 3")
    more = (enact("Cake."),)
    game.done(c.Propose(by=1, change=enact("Tea."), more=more, power="2", letter="one"))
    game.misprinted(203, "A majority.", "adoption: majority of cast")
    game.done(c.Revise(by=1, change=enact("Tea at four."), more=more, letter="two"))
    game.pass_time(1)
    (opened,) = (one for one in game.events if isinstance(one, e.VotingOpened))
    assert opened.threshold.startswith("2/3 of cast; power: 2")


def test_of_two_rules_on_it_one_holds_and_a_higher_one_sets_the_other_aside() -> None:
    law = begun(LAW, r204="declared power: 1 to 2").state.rules
    assert mechanics_of(law)["declared power"].text == "declared power: 1 to 3"
    law = begun(LAW, r204="declared power: 1 to 2 over 203").state.rules
    assert mechanics_of(law)["declared power"].text == "declared power: 1 to 2"
    law = begun("majority of cast", r204=LAW_OF_204, r105="declared power: 1 to 2").state.rules
    assert mechanics_of(law)["declared power"].text == "declared power: 1 to 2"
    assert 204 in mechanics_of(law).void


LAW_OF_204 = "declared power: 1 to 3; reward against: 10"


@pytest.mark.parametrize("text", ["1 to 1", "3 to 1", "0 to 3", "1 to 10", "1 to two", "to 3"])
def test_what_is_no_range_of_powers_is_told(text: str) -> None:
    with pytest.raises(BadClause, match="declared power: "):
        parse_clause(f"declared power: {text}")


@pytest.mark.parametrize("text", ["1 to 3", "1 TO 3", "1  To  3"])
def test_a_range_of_powers_is_one_however_it_is_written(text: str) -> None:
    assert parse_clause(f"Power: {text}").text == "declared power: 1 to 3"


def test_a_record_of_before_has_no_power_in_its_proposals() -> None:
    game = begun()
    game.propose(enact("Tea."), 1)
    (made,) = (one for one in game.events if isinstance(one, e.ProposalMade))
    assert "power" not in write(made, None, b"key").public


@pytest.mark.parametrize("text", ["0", "0.5", "10", "-1", "3.25", "three", "1 - 3", ""])
def test_what_is_no_power_is_told(text: str) -> None:
    with pytest.raises(BadClause, match="is no power; write one from 1 to"):
        parse_clause(f"power: {text}")
