"""Power (`power: 3`): what a rule demands of any change of it, played in the core."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import KINDS, BadClause, parse_clause
from nomic_mail.game.clauses.adoption import Adoption, show_adoption
from nomic_mail.game.commands import Change
from nomic_mail.game.tally import tally
from tests.game.test_votes_properties import QUICK
from tests.kit.games.core_play import amend, enact, repeal, transmute
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, recorded

OPEN = "procedure: open, each 9, debate 0h, vote 1d; changes: up to 3"
FIRM = "victory: 100; power: 3"


def begun(adoption: str = "majority of cast", **others: str) -> Game:
    law = f"adoption: {adoption}; vote ends: at the deadline"
    return Game(few("net_play", **{"r202": OPEN, "r203": law, "r208": FIRM} | others), 4).start()


def takes(game: Game, *changes: Change) -> tuple[str, int | None]:
    """What the vote on them takes, without how it ends, and by which rule."""
    made = game.done(c.Propose(by=1, change=changes[0], more=changes[1:], letter="a letter"))
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


@pytest.mark.parametrize("text", ["0", "0.5", "10", "-1", "3.25", "three", "1 to 3", ""])
def test_what_is_no_power_is_told(text: str) -> None:
    with pytest.raises(BadClause, match="is no power; write one from 1 to"):
        parse_clause(f"power: {text}")
