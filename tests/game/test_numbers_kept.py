"""Rules that keep their numbers (`numbering: from 301, keep`), played in the core."""

import json

import pytest

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import BadClause, parse_clause
from nomic_mail.game.commands import Change
from nomic_mail.game.course import Refusal
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.numbers import read_number
from tests.kit.games.core_play import amend, enact, repeal, transmute
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, recorded

OPEN = "procedure: open, each 9, debate 0h, vote 1d; changes: up to 3"
LAW = "adoption: majority of cast; vote ends: when all voted"
KEEP = "numbering: from 301, keep"


def begun(**others: str) -> Game:
    changed = {"r108": KEEP, "r109": "transmutation: majority of cast", "r202": OPEN, "r203": LAW}
    return Game(few("net_play", **changed | others), 3).start()


def adopted(game: Game, *changes: Change) -> list[e.RuleChanged]:
    number, before = game.state.next_number, len(game.events)
    game.done(c.Propose(by=1, change=changes[0], more=changes[1:], letter="a letter"))
    for seat in game.state.playing:
        game.done(c.Vote(by=seat, choice="for", proposal=number, letter=f"{seat} {number}"))
    return [one for one in game.events[before:] if isinstance(one, e.RuleChanged)]


def back(number: str) -> Change:
    return Change(kind="repeal", amendment=read_number(number))


def test_what_is_changed_keeps_its_number_and_what_is_new_has_the_proposal_s() -> None:
    game = begun()
    assert [one.number for one in adopted(game, amend(208, "Fifty.", "victory: 50"))] == [208]
    assert [one.number for one in adopted(game, transmute(105))] == [105]
    assert [one.number for one in adopted(game, enact("Tea."))] == [303]
    assert [one.number for one in adopted(game, amend(303, "Coffee."))] == [303]
    assert [one.number for one in adopted(game, repeal(303))] == [None]
    rule = game.state.rules.get(208)
    assert rule is not None
    assert [(one.number, one.ended_by) for one in rule.history] == [(208, 301)]
    assert checked(recorded(game.events)).differences == []


def test_an_amendment_is_called_by_its_proposal_and_its_place() -> None:
    game = begun()
    two = adopted(
        game, amend(208, "Fifty.", "victory: 50"), amend(206, "Ten.", "penalty defeat: 9")
    )
    assert [(one.number, str(one.called)) for one in two] == [(208, "301.1"), (206, "301.2")]
    (taken_back,) = adopted(game, back("301.2"))
    assert (taken_back.number, taken_back.clauses) == (206, ("penalty defeat: 10",))
    found = game.do(c.Propose(by=1, change=back("301.2"), letter="again"))
    assert isinstance(found, Refusal)
    assert found.code == "amendment_repealed"
    (once_more,) = adopted(game, back("302"))
    assert once_more.clauses == ("penalty defeat: 9",)
    assert checked(recorded(game.events)).differences == []


def test_a_question_about_its_text_goes_on_under_the_number_of_the_rule() -> None:
    game = begun()
    adopted(game, amend(208, "Fifty."))
    assert list(game.state.bindings) == [208]
    game.done(c.Bind(by=c.MODERATOR, rule=208, clauses=("victory: 50",), answer="bind"))
    assert not game.state.bindings
    adopted(game, amend(208, "Forty.", "victory: 40"))
    found = game.do(c.Bind(by=c.MODERATOR, rule=208, clauses=("victory: 60",), answer="bind"))
    assert isinstance(found, Refusal), "what came with its words stays"


def test_a_higher_rule_that_says_otherwise_comes_first() -> None:
    game = begun(r108="numbering: from 301", r207=KEEP)
    assert 207 in mechanics_of(game.state.rules).void
    assert [one.number for one in adopted(game, amend(208, "Fifty."))] == [301]


def test_a_record_without_it_says_nothing_of_it() -> None:
    game = begun(r108="numbering: from 301")
    adopted(game, amend(208, "Fifty.", "victory: 50"))
    written = json.dumps(recorded(game.events)["ledger"])
    assert "RuleChanged" in written
    assert '"called":' not in written


@pytest.mark.parametrize(
    "text", ["keeps", "from 301, by adoption, by adoption", "from 0, keep", "from 301,", ""]
)
def test_what_is_no_numbering_is_told(text: str) -> None:
    with pytest.raises(BadClause, match=r"write it as|write from 301|from 1 to"):
        parse_clause(f"numbering: {text}")
