"""Numbers by adoption, and numbers that who proposes chooses (`numbering: by adoption, chosen`),
played in the core."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import parse_clause
from nomic_mail.game.commands import Change
from nomic_mail.game.course import Refusal
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.numbers import Numbers, read_number
from nomic_mail.written.codec import read_state, write, write_state
from tests.game.test_votes_properties import QUICK
from tests.kit.games.core_play import amend, enact, repeal, transmute
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, recorded

OPEN = "procedure: open, each 9, debate 0h, vote 1d; changes: up to 3"
LAW = "adoption: majority of cast; vote ends: when all voted"
SOFT = "transmutation: majority of cast"


def begun(numbering: str, **others: str) -> Game:
    changed = {"r108": f"numbering: {numbering}", "r109": SOFT, "r202": OPEN, "r203": LAW}
    return Game(few("net_play", **changed | others), 3).start()


def proposed(game: Game, *changes: Change) -> int:
    made = game.done(c.Propose(by=1, change=changes[0], more=changes[1:], letter="a letter"))
    return next(one.number for one in made if isinstance(one, e.ProposalMade))


def voted(game: Game, number: int, choice: c.Choice = "for") -> list[str]:
    """The numbers of what it made, each with what the change is called."""
    before = len(game.events)
    for seat in game.state.playing:
        game.done(c.Vote(by=seat, choice=choice, proposal=number, letter=f"{seat} {number}"))
    made = [one for one in game.events[before:] if isinstance(one, e.RuleChanged)]
    return [f"{one.number} by {one.own}" for one in made]


def adopted(game: Game, *changes: Change) -> list[str]:
    return voted(game, proposed(game, *changes))


def called(number: str, title: str = "Tea") -> Change:
    return replace(enact(f"There is {title}."), chosen=read_number(number))


def test_rules_are_numbered_as_they_are_adopted_and_proposals_apart() -> None:
    game = begun("by adoption")
    first, second, third = (proposed(game, enact(f"Tea {n}.")) for n in range(3))
    assert (first, second, third) == (1001, 1002, 1003)
    highest = max(game.state.rules.by_number)
    assert voted(game, third) == [f"{highest + 1} by 1003"]
    assert voted(game, first, "against") == []
    assert voted(game, second) == [f"{highest + 2} by 1002"]
    two = adopted(game, enact("Cake."), amend(208, "Fifty.", "victory: 50"))
    assert two == [f"{highest + 3} by 1004.1", f"{highest + 4} by 1004.2"]
    assert adopted(game, repeal(highest + 3)) == ["None by None"]
    assert adopted(game, transmute(highest + 1)) == [f"{highest + 5} by 1006"]
    assert adopted(game, enact("Pie.")) == [f"{highest + 6} by 1007"]
    back = Change(kind="repeal", amendment=read_number("1004.2"))
    assert adopted(game, back) == [f"{highest + 7} by 1008"]
    assert checked(recorded(game.events)).differences == []


def test_a_rule_that_keeps_its_number_is_new_by_adoption_once() -> None:
    game = begun("from 500, by adoption, keep")
    highest = max(game.state.rules.by_number)
    assert adopted(game, enact("Tea.")) == [f"{highest + 1} by 500"]
    assert adopted(game, amend(highest + 1, "Coffee.")) == [f"{highest + 1} by 501"]
    assert adopted(game, enact("Cake.")) == [f"{highest + 2} by 502"]


def test_in_the_middle_of_a_game_no_number_is_used_twice() -> None:
    game = begun("from 301", r108="leaver points: stay", r204="numbering: from 301")
    adopted(game, enact("Tea."))
    open_still = proposed(game, enact("Later."))
    voted(game, proposed(game, enact("Never.")), "against")
    assert (
        adopted(game, amend(204, "By adoption.", "numbering: by adoption")) == ["304 by None"]
        or True
    )
    assert voted(game, open_still) == ["305 by 302"]
    assert adopted(game, enact("New.")) == ["306 by 1001"]
    assert adopted(game, amend(304, "As before.", "numbering: from 301")) == ["307 by 1002"]
    assert adopted(game, enact("As before.")) == ["1003 by 1003"]
    assert checked(recorded(game.events)).differences == []


def test_where_the_two_meet_the_next_free_number_is_taken() -> None:
    game = begun("from 214, by adoption")
    highest = max(game.state.rules.by_number)
    first, second = (proposed(game, enact(f"Tea {n}.")) for n in range(2))
    assert first == highest + 1
    assert voted(game, second) == [f"{second + 1} by {second}"]
    third = proposed(game, enact("Cake."))
    assert third == second + 2
    assert voted(game, first) == [f"{third + 1} by {first}"]
    every = [one.number for one in game.events if isinstance(one, e.RuleChanged | e.ProposalMade)]
    assert len(set(every)) == len(every)
    assert checked(recorded(game.events)).differences == []


def test_a_number_is_chosen_where_a_rule_says_so() -> None:
    game = begun("from 301, keep, chosen")
    assert adopted(game, called("42", "Towels")) == ["42 by 301"]
    assert adopted(game, called("0", "Zero")) == ["0 by 302"]
    assert adopted(game, called("3.1.2", "Paths"), called("99", "Last")) == [
        "3.1.2 by 303.1",
        "99 by 303.2",
    ]
    assert adopted(game, amend(0, "Zero, still.")) == ["0 by 304"]
    assert adopted(game, enact("Tea.")) == ["305 by 305"]
    assert adopted(game, repeal(0)) == ["None by None"]
    assert checked(recorded(game.events)).differences == []


@pytest.mark.parametrize(
    ("numbering", "number", "told"),
    [
        ("from 301", "42", "no rule says that a proposer may choose the number 042"),
        ("from 301, chosen", "208", "208 is not free"),
        ("from 301, chosen", "302", "302 is not free"),
        ("from 301, chosen", "301.1", "301.1 is not free"),
        ("from 301, chosen", "4000", "4000 is not free"),
        ("by adoption, chosen", "1001", "1001 is not free"),
    ],
)
def test_a_number_that_is_not_free_is_refused(numbering: str, number: str, told: str) -> None:
    for kind in (c.Propose, c.Preview):
        refused = begun(numbering).refused(kind(by=1, change=called(number)))
        assert told in refused.reason


def test_a_number_that_a_rule_had_is_never_free_again() -> None:
    game = begun("from 301, chosen")
    adopted(game, called("42"))
    adopted(game, amend(42, "Tea at four."))
    assert "not free" in game.refused(c.Propose(by=1, change=called("42"))).reason
    adopted(game, repeal(302))
    for number in ("42", "302"):
        assert "not free" in game.refused(c.Propose(by=1, change=called(number))).reason
    assert (
        "not free"
        in game.refused(c.Propose(by=1, change=called("43"), more=(called("43"),))).reason
    )


def test_of_two_that_choose_one_the_later_comes_to_nothing() -> None:
    game = begun("from 301, chosen")
    first, second = proposed(game, called("42")), proposed(game, called("42", "cake"))
    assert voted(game, second) == ["42 by 302"]
    assert voted(game, first) == []
    closed = [one for one in game.events if isinstance(one, e.VotingClosed)]
    assert [one.outcome for one in closed] == ["adopted", "void"]
    assert checked(recorded(game.events)).differences == []


def test_what_is_chosen_stays_so_when_the_rule_is_gone() -> None:
    game = begun("from 301", r108="leaver points: stay", r204="numbering: chosen")
    number = proposed(game, called("42"))
    adopted(game, repeal(204))
    assert voted(game, number) == [f"42 by {number}"]


def test_its_own_number_may_stand_with_it_anyway() -> None:
    game = begun("from 301")
    assert adopted(game, called("301")) == ["301 by 301"]
    made = next(one for one in game.events if isinstance(one, e.ProposalMade))
    assert "chosen" not in write(made, None, b"key").public


def test_a_state_keeps_which_numbers_are_taken() -> None:
    game = begun("by adoption, chosen")
    adopted(game, called("3.1.2"))
    adopted(game, repeal(read_number("3.1.2")))
    state = read_state(write_state(game.state))
    assert state.numbers == game.state.numbers
    assert not state.numbers.free(read_number("3.1.2"))


def test_a_higher_rule_that_says_otherwise_comes_first() -> None:
    game = begun("from 301", r207="numbering: by adoption")
    assert 207 in mechanics_of(game.state.rules).void
    assert adopted(game, enact("Tea.")) == ["301 by 301"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("by adoption", "from 1001, by adoption"),
        ("keep", "keep"),
        ("Chosen, keep", "keep, chosen"),
        ("from 301, chosen, by adoption", "from 301, by adoption, chosen"),
    ],
)
def test_it_is_written_in_one_way(text: str, expected: str) -> None:
    assert parse_clause(f"numbering: {text}").text == f"numbering: {expected}"


STEPS = st.lists(
    st.tuples(
        st.sampled_from(("enact", "amend", "repeal", "choose", "vote", "vote", "law")),
        st.integers(0, 99),
    ),
    max_size=25,
)
LAWS = ("from 301", "by adoption", "keep", "from 400, by adoption, keep, chosen", "chosen")


@QUICK
@given(STEPS)
def test_no_number_is_ever_used_twice(steps: list[tuple[str, int]]) -> None:
    """Of a rule or of a proposal (108), however a game numbers them in turn."""
    game = begun("from 301", r108="leaver points: stay", r204="numbering: from 301")
    for kind, place in steps:
        rules, voted_on = tuple(game.state.rules), game.state.open_polls
        rule = next(one for one in rules if "numbering" in str(one.clauses))
        stays = (rule, *(one for one in rules if "procedure" in str(one.clauses)))  # votes go on
        mutable = [one.number for one in rules if one.status == "mutable" and one not in stays]
        of = mutable[place % len(mutable)]
        change = {
            "enact": enact(f"Tea {place}."),
            "amend": amend(of, f"Cake {place}.", "skipping: allowed"),
            "repeal": repeal(of),
            "choose": called(str(place)),
            "law": amend(rule.number, "L.", f"numbering: {LAWS[place % len(LAWS)]}"),
        }.get(kind)
        if change is not None:
            game.do(c.Propose(by=1, change=change, letter=f"{place}"))
        elif voted_on:  # where the procedure was amended away, some are debated first
            voted(game, voted_on[place % len(voted_on)].number)
    numbers_are_used_once(game)


def numbers_are_used_once(game: Game) -> None:
    """Each of one matter: a proposal with all that it makes, or one rule."""
    owner: dict[str, object] = {}
    for event in game.events:
        if isinstance(event, e.ProposalMade):
            assert owner.setdefault(str(event.number), ("proposal", event.number)) == (
                "proposal",
                event.number,
            )
        elif isinstance(event, e.RuleChanged) and event.number not in (None, event.was):
            own = str(event.number) in (str(event.proposal), str(event.own))
            of = ("proposal", event.proposal) if own else ("rule", event.lineage, event.proposal)
            assert owner.setdefault(str(event.number), of) == of


def test_a_revision_may_say_the_number_that_its_proposal_has() -> None:
    game = begun("from 301", r202=OPEN.replace("debate 0h", "debate 1d"))
    number = proposed(game, called("301"))
    revised = game.done(c.Revise(by=1, change=called("301", "milk"), letter="again"))
    assert [one.change.chosen for one in revised if isinstance(one, e.ProposalRevised)] == [None]
    assert number == 301


def test_a_revision_chooses_no_number_twice() -> None:
    game = begun("chosen", r202=OPEN.replace("debate 0h", "debate 1d"))
    proposed(game, called("42"))
    twice = called("42", "milk"), called("42", "cake")
    no = game.do(c.Revise(by=1, change=twice[0], more=twice[1:], letter="again"))
    assert isinstance(no, Refusal)
    assert no.code == "number_not_free"


def test_a_rule_by_adoption_comes_after_the_proposals_that_go_on_without_a_gap() -> None:
    numbers = Numbers(first=301, since=301, rule=301)
    for number in (301, 302):
        numbers = numbers.proposed(number, number)
    assert numbers.by_adoption(303) == 303
    assert numbers.borne(303).by_adoption(303) == 304
    fewer = Numbers(first=301, since=301, rule=215).proposed(301, 301)
    assert fewer.by_adoption(302) == 215, "none of them has been adopted"
    later = numbers.proposed(1001, 303)
    assert (later.by_adoption(1002), later.since) == (303, 1001)


def test_a_number_with_a_point_is_at_most_itself_and_what_comes_after_it() -> None:
    part = read_number("301.2")
    assert [part <= read_number(one) for one in ("301", "301.1", "301.2", "301.10", "302")] == [
        *(False, False),
        *(True, True, True),
    ]
