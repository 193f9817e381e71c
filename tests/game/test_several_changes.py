"""Several changes in one proposal (`changes: up to 3`): played in the core."""

import json
import runpy
from typing import Any

import pytest

from nomic_mail.archive.json import record_json
from nomic_mail.config import shipped
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.commands import Change
from nomic_mail.game.course import Refusal
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.numbers import PartNumber, read_number, whole
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.phrases import said, worded
from nomic_mail.written.codec import read_state, write_state
from tests.kit.games.core_play import amend, enact, repeal, transmute
from tests.kit.games.game_in_hand import Game, few
from tests.kit.programs import RUNS
from tests.kit.recorded import checked, entries_of, forged, recorded

PAGE = shipped("templates") / "record" / "check_record.py"
OPEN = "procedure: open, each 9, debate 0h, vote 1d"


def begun(more: str = "changes: up to 3", players: int = 3, **others: str) -> Game:
    """Open play, in which a proposal is voted on at once, for a day."""
    law = "adoption: majority of cast; vote ends: when all voted"
    rules = few("net_play", r202=OPEN, r203=law, r201=more, **others)
    return Game(rules, players).start()


def proposed(game: Game, *changes: Change, by: int = 1) -> e.ProposalMade:
    made = game.done(c.Propose(by=by, change=changes[0], more=changes[1:], letter="a letter"))
    assert isinstance(made[0], e.ProposalMade)
    return made[0]


def refused(game: Game, *changes: Change) -> Refusal:
    found = game.do(c.Propose(by=1, change=changes[0], more=changes[1:], letter="a letter"))
    assert isinstance(found, Refusal)
    return found


def voted(game: Game, number: int, choice: str = "for") -> None:
    for seat in game.state.playing:
        game.done(c.Vote(by=seat, choice=choice, proposal=number, letter=f"{seat} {number}"))


def changed(game: Game) -> list[e.RuleChanged]:
    return [one for one in game.events if isinstance(one, e.RuleChanged)]


def outcomes(game: Game) -> list[str]:
    return [one.outcome for one in game.events if isinstance(one, e.VotingClosed)]


def verified(game: Game) -> None:
    """By the program, and by the page of code that goes with a record."""
    assert checked(recorded(game.events)).differences == []
    page: Any = runpy.run_path(str(PAGE))
    told = json.loads(record_json(entries_of(game.events)))
    assert [
        one for one in page["check"](told) if page["text"](one[1]) != page["text"](one[2])
    ] == []


THREE = (enact("Tea."), amend(208, "Fifty points win.", "victory: 50"), repeal(206))


def test_all_take_effect_in_order_at_one_moment_or_none_does() -> None:
    game = begun()
    proposed(game, *THREE)
    voted(game, 301)
    made = changed(game)
    assert [(one.kind, str(one.was), str(one.number)) for one in made] == [
        ("enact", "None", "301.1"),
        ("amend", "208", "301.2"),
        ("repeal", "206", "None"),
    ]
    assert {one.proposal for one in made} == {301} and len({one.at for one in made}) == 1
    assert game.state.next_number == 302
    proposed(game, *THREE[:1], repeal(PartNumber(301, 2)))
    voted(game, 302, "against")
    assert outcomes(game) == ["adopted", "defeated"] and len(changed(game)) == 3
    verified(game)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ((*THREE, enact("Cake.")), "too_many_changes"),
        ((repeal(206), amend(206, "Nobody loses points.")), "changes_of_one_rule"),
        ((enact("Tea."), amend(105, "Nobody votes.")), "in_one_change"),
        ((enact("Tea."), enact("")), "in_one_change"),
    ],
)
def test_what_is_not_in_form_is_refused_as_a_whole(changes: tuple[Change, ...], code: str) -> None:
    game = begun()
    assert refused(game, *changes).code == code
    assert proposed(game, *THREE).number == 301  # nothing was used up


def test_a_refused_change_is_named_with_what_would_work() -> None:
    no = worded(refused(begun(), enact("Tea."), amend(105, "Nobody votes.")))
    assert no.reason.startswith("in change 2 of 2, rule 105 is immutable")
    assert no.what_would_work.startswith("PROPOSE TRANSMUTE 105 first")


def test_without_a_rule_on_it_a_proposal_is_one_change() -> None:
    game = begun("order: as joined")
    no = worded(refused(game, *THREE))
    assert no.reason == "a proposal is one change of the rules here, and this one has 3"
    assert no.what_would_work.startswith("propose one of them alone")


def test_the_limit_on_mutable_rules_is_counted_over_all() -> None:
    """209: one that goes makes room for one that comes, whichever is written first."""
    game = begun(r209="limit mutable: 11")
    assert game.state.rules.count("mutable") == 11
    no = refused(game, enact("Tea."), enact("Cake."), repeal(206))
    assert no.code == "clause_forbids"
    proposed(game, enact("Tea."), repeal(206))
    voted(game, 301)
    assert outcomes(game) == ["adopted"] and game.state.rules.count("mutable") == 11


def test_the_limit_is_counted_over_all_again_when_they_are_adopted() -> None:
    """There was room for both until another proposal took the half of it: then neither comes."""
    game = begun(r209="limit mutable: 13")
    proposed(game, enact("Tea."), enact("Cake."))
    proposed(game, enact("Rum."), by=2)
    voted(game, 302)
    voted(game, 301)
    assert outcomes(game) == ["adopted", "void"]
    assert game.state.rules.count("mutable") == 12
    verified(game)


def test_two_changes_are_called_by_their_places() -> None:
    """As three are; one alone has the number of its proposal."""
    game = begun()
    proposed(game, enact("Tea."), enact("Cake."))
    voted(game, 301)
    proposed(game, enact("Rum."))
    voted(game, 302)
    assert [str(one.number) for one in changed(game)] == ["301.1", "301.2", "302"]


def test_the_vote_takes_what_the_change_takes_that_takes_most() -> None:
    game = begun(r109="transmutation: unanimous of eligible")
    proposed(game, repeal(206), transmute(105))
    assert game.state.polls[301].threshold.startswith("unanimous of eligible")
    assert game.state.polls[301].threshold_rule == 109
    for seat, choice in ((1, "for"), (2, "for"), (3, "against")):
        game.done(c.Vote(by=seat, choice=choice, proposal=301, letter=f"{seat}"))
    assert outcomes(game) == ["defeated"] and not changed(game)
    verified(game)


def test_where_neither_takes_more_in_every_way_each_has_what_it_takes() -> None:
    """2/3 of cast, and a majority of the eligible."""
    law = "adoption: majority of eligible; adoption of repeal: 2/3 of cast, quorum 1/2"
    game = Game(few("net_play", r202=OPEN, r203=law, r201="changes: up to 3"), 3).start()
    proposed(game, enact("Tea."), repeal(206))
    assert game.state.polls[301].threshold.startswith("2/3 of eligible, quorum 1/2")


def test_a_vote_keeps_its_changes_when_the_clause_is_another_by_then() -> None:
    game = begun()
    proposed(game, *THREE)
    proposed(game, amend(201, "One change.", "changes: up to 1"), by=2)
    voted(game, 302)
    assert refused(game, *THREE[:2]).code == "one_change_a_proposal"
    voted(game, 301)
    assert outcomes(game) == ["adopted", "adopted"] and len(changed(game)) == 4
    verified(game)


def test_where_one_cannot_be_carried_out_any_more_none_is() -> None:
    """103: the rule that it would amend is gone by then."""
    game = begun()
    proposed(game, enact("Tea."), amend(206, "It costs one point.", "penalty defeat: 1"))
    proposed(game, repeal(206), by=2)
    voted(game, 302)
    voted(game, 301)
    assert outcomes(game) == ["adopted", "void"] and len(changed(game)) == 1
    verified(game)


def test_an_older_rule_comes_first_unless_the_newer_one_claims_to() -> None:
    """211: by the number; 301.1 comes before 301.2, and both before 302."""
    game = begun()
    plain = enact("Fifty win.", "victory: 50"), enact("Sixty win.", "victory: 60 over 208")
    proposed(game, *plain)
    voted(game, 301)
    assert str(mechanics_of(game.state.rules)["victory"].rule) == "301.1"  # 208 is beaten
    proposed(game, enact("Seventy win.", "victory: 70 over 301.1"))
    voted(game, 302)
    assert mechanics_of(game.state.rules)["victory"].text == "victory: 60"
    proposed(game, enact("Eighty win.", "victory: 80 over 301.1, 301.2 and 302"))
    voted(game, 303)
    assert mechanics_of(game.state.rules)["victory"].text == "victory: 80"
    verified(game)


def test_of_two_made_by_one_proposal_the_first_has_the_lower_number() -> None:
    game = begun("changes: up to 20")
    some = [enact(f"At {n}.", f"vote ends: {how}") for n, how in enumerate(("at the deadline",))]
    proposed(game, repeal(206), *[enact(f"Tea {n}.") for n in range(8)], *some)
    voted(game, 301)
    rules = [str(one.number) for one in game.state.rules if whole(one.number) == 301]
    assert rules[0] == "301.2" and rules[-1] == "301.10"


def test_revised_it_is_said_as_a_whole() -> None:
    rules = few("net_play", r202=OPEN.replace("0h", "2d"), r201="changes: up to 3")
    game = Game(rules, 3).start()
    proposed(game, *THREE)
    for power in ("", "2"):
        no = game.do(c.Revise(by=1, text="Tea at five.", power=power))
        assert isinstance(no, Refusal) and no.code == "revised_as_a_whole"
    game.done(c.Revise(by=1, change=enact("Tea at five."), more=(repeal(206),)))
    assert [one.kind for one in game.state.proposals[301].changes] == ["enact", "repeal"]
    verified(game)


def test_an_old_record_without_it_says_nothing_of_it() -> None:
    game = begun("order: as joined")
    proposed(game, enact("Tea."))
    voted(game, 301)
    record = recorded(game.events)
    assert '"more":' not in json.dumps(record) and '"bound_parts":' not in json.dumps(record)
    assert checked(record).differences == []


@pytest.mark.parametrize("place", [1, 2])
def test_a_part_that_is_altered_is_found(place: int) -> None:
    """By its rule, and by what came of it."""
    game = begun()
    proposed(game, *THREE)
    voted(game, 301)
    entries = [dict(one) for one in recorded(game.events)["ledger"]["entries"]]
    made = next(n for n, one in enumerate(entries) if one["public"]["event"] == "ProposalMade")
    more = entries[made]["public"]["more"]
    more[place - 1]["target"] = 207
    assert checked(forged(entries)).differences != []


def test_a_part_that_is_left_out_is_found() -> None:
    game = begun()
    proposed(game, *THREE)
    voted(game, 301)
    entries = recorded(game.events)["ledger"]["entries"]
    places = [n for n, one in enumerate(entries) if one["public"]["event"] == "RuleChanged"]
    assert len(places) == 3
    for place in places:
        assert checked(forged(entries[:place] + entries[place + 1 :])).differences != []


def test_a_state_with_such_numbers_is_read_as_it_was_written() -> None:
    game = begun()
    proposed(game, *THREE)
    voted(game, 301)
    proposed(game, amend(PartNumber(301, 2), "Sixty win.", "victory: 60"))
    assert read_state(write_state(game.state)) == game.state
    again = read_state(write_state(game.state))
    assert [str(one.number) for one in again.rules] == [str(x.number) for x in game.state.rules]


def test_its_number_is_ordered_and_told_as_it_is_read() -> None:
    number = read_number("301.2")
    assert (str(number), f"{number:03d}", f"{number}") == ("301.2",) * 3
    assert 301 < number < 302 and PartNumber(301, 2) < PartNumber(301, 10)
    assert number + 1 == 302 and whole(number) == 301 and number != 301
    assert max(301, number, 300) == number and sorted([302, number, 301])[1] == number


def test_a_title_that_looks_like_such_a_number_is_a_title() -> None:
    game = begun()
    proposed(game, Change(kind="enact", title="301.2", text="3.1"), repeal(206))
    voted(game, 301)
    verified(game)
    rule = game.state.rules.get(PartNumber(301, 1))
    assert rule is not None and rule.title == "301.2"


def test_what_may_be_odd_is_told_of_the_change_that_it_is_in() -> None:
    game = begun()
    made = proposed(game, repeal(206), enact("Fifty win.", "victory: 50"))
    assert [said(one).split(":")[0] for one in made.warnings] == ["Of change 2"]


def test_a_program_can_tell_such_a_rule() -> None:
    source = (
        "program:\n"
        "  told = note('told', owner='game')\n"
        "  @on('adopted')\n"
        "  def hears(proposal):\n"
        "      told.set(', '.join([str(one.number) for one in rules()][-2:]))\n"
    )
    game = begun()
    game.runs = RUNS
    proposed(game, enact("Told.", source), enact("Tea."))
    voted(game, 301)
    proposed(game, enact("Cake."), repeal(206), by=2)
    voted(game, 302)
    rule = next(one for one in game.state.rules if str(one.number) == "301.1")
    assert game.state.programs[rule.lineage].value("told", 0) == "301.2, 302.1"
    assert checked(recorded(game.events)).differences == []


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("PROPOSE REPEAL 304.2.", "304.2"),
        ("PROPOSE REPEAL 304.", "304"),
        ("PROPOSE REPEAL 1.2.3", "1.2.3"),
        ("PROPOSE REPEAL 1.2.3.4", ""),
    ],
)
def test_a_full_stop_ends_a_sentence_and_what_nobody_can_read_is_asked(
    text: str, target: str
) -> None:
    read = understand("", text, About())
    said_so = [one.command for one in read.said]
    told = [str(one.change.target) for one in said_so if isinstance(one, c.Propose)]
    assert told == ([target] if target else [])
    assert bool(read.questions) == (not target)
