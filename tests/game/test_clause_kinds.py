"""A kind of clause has one home: what its file says, play does, letters tell, and verify knows.

1. Kinds that no file has are added here as a file would add them, and a game is played by them: a
   kind that pays, decides or forbids cannot be forgotten anywhere.
2. The table of docs/clauses.md is made of the kinds; `--update-docs` writes it anew.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

import nomic_mail.game.clauses as package
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import FORMER, KINDS, Kind, parse_clause
from nomic_mail.game.clauses.kind import Ahead, Count, Objection, Pays, read_count, read_word
from nomic_mail.game.clauses.worth import facts_after, read_points, show_points
from nomic_mail.game.commands import Change
from nomic_mail.game.events import Outcome
from nomic_mail.game.expressions import FACTS
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.phrase import Phrase, as_told
from nomic_mail.game.rulebook import Rule
from nomic_mail.game.state import Proposal, State
from nomic_mail.phrases import said
from nomic_mail.post.facts import needs_facts
from tests.kit.games.core_play import Play, amend, enact, started
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, recorded

Trial = Callable[[Kind], None]


@pytest.fixture
def trial(monkeypatch: pytest.MonkeyPatch) -> Iterator[Trial]:
    """Adds a kind for one test."""

    def add(kind: Kind) -> None:
        monkeypatch.setitem(cast(dict[str, Kind], KINDS), kind.name, kind)

    parse_clause.cache_clear()
    yield add
    parse_clause.cache_clear()


def kind(name: str, **more: object) -> Kind:
    plain = replace(KINDS["limit mutable"], name=name, forbids=None, fold="one", place=900)
    return replace(plain, **more)


def rules(*clauses: str) -> tuple[Rule, ...]:
    own = few("net_play", r203="adoption: majority of eligible")
    text = "As the clauses say."
    return (*own, Rule(number=290, lineage=290, status="mutable", title="Ours", text=text,
                       clauses=clauses))  # fmt: skip


def verified(game: Play) -> None:
    assert checked(recorded(game.events)).differences == []


# Where they are


@pytest.mark.parametrize("name", KINDS)
def test_each_kind_is_alone_in_a_file_of_its_name(name: str) -> None:
    file = Path(package.__file__).with_name(f"{name.replace(' ', '_')}.py")
    text = file.read_text(encoding="utf-8")
    assert re.findall(r'^    name="(.+)"', text, re.MULTILINE) == [name]
    assert text.startswith(f'"""{name}: ')


def test_every_file_with_a_kind_is_found_in_the_same_order_always() -> None:
    files = Path(package.__file__).parent.glob("*.py")
    with_one = [one for one in files if "\nKIND = " in one.read_text(encoding="utf-8")]
    assert len(KINDS) == len(with_one) > 20
    places = [(one.place, one.name) for one in KINDS.values()]
    assert places == sorted(places)
    assert len({place for place, _ in places}) == len(places), "two kinds in one place"


def test_what_old_rules_say_is_read_as_what_says_it_now() -> None:
    assert parse_clause("lateness: may skip over 203").text == "skipping: allowed over 203"
    for then, now in FORMER.items():
        assert parse_clause(": ".join(then)) == parse_clause(": ".join(now))


def test_what_pays_is_summed_and_each_fact_is_known() -> None:
    """A clause that pays stands beside others; FACTS says what its arithmetic can name."""
    assert [one.name for one in KINDS.values() if one.pays and one.fold != "sum"] == []
    game = Game(rules()).start()
    game.propose(enact("Tea."))
    game.call()
    (poll,), (proposal,) = game.state.open_polls, game.state.live
    assert set(facts_after(game.state, game.mover, poll, proposal)) == set(FACTS)


# What they do


def test_a_new_kind_that_pays_is_scored_told_and_checked(trial: Trial) -> None:
    scored = {"fold": "sum", "read": read_points, "show": show_points}
    voters = Pays(lambda one: one.who_voted("for"), "voted for {number}", "für {number}")
    absent = Pays(
        lambda one: one.poll.missing,
        "did not vote on {number}",
        "nicht abgestimmt",
        takes=True,
    )
    late = replace(
        voters,
        because="voted for {number}, and was patient",
        moment="afterwards",
    )
    for name, pays in (("reward for", voters), ("penalty absent", absent), ("reward late", late)):
        trial(kind(name, pays=pays, **scored))
    game = Game(rules("reward for: 3", "penalty absent: score + 1", "reward late: 2d4+1")).start()
    assert mechanics_of(game.state.rules).throws
    game.propose(enact("Tea."))
    game.call()
    for seat in game.state.playing[:2]:
        game.done(c.Vote(by=seat, choice="for", letter=f"vote {seat}"))
    game.pass_time(8)
    for _ in range(game.state.settings.extensions + 1):
        game.pass_time(4)
    game.done(c.CloseVote(by=c.MODERATOR))
    told = [(one.seat, said(one.because)) for one in game.events if isinstance(one, e.PointsScored)]
    first, second, third = game.state.playing
    assert told[:3] == [
        (first, "voted for 301"),
        (second, "voted for 301"),
        (third, "did not vote on 301: score + 1"),
    ]
    assert re.fullmatch(r"voted for 301, and was patient, threw \d \+ \d and \+1", told[-1][1])
    verified(game)


@pytest.mark.parametrize("against", [1, 2])
def test_each_side_of_what_is_adopted_is_paid_and_neither_of_what_is_not(against: int) -> None:
    """As docs/clauses.md has it of a reward for who voted as it came out."""
    game = Game(rules("reward for: 3", "reward against: 7")).start()
    others = game.others()[:against]
    game.propose(enact("Tea."))
    game.call()
    game.all_vote(*others)
    sides = {3: "voted for 301, adopted", 7: "voted against 301, adopted"}
    paid = [one for one in game.events if isinstance(one, e.PointsScored)]
    told = {one.seat: one.points for one in paid if said(one.because) == sides.get(one.points)}
    adopted = {seat: 7 if seat in others else 3 for seat in game.state.playing}
    assert told == (adopted if against == 1 else {})


@pytest.mark.parametrize("moment", ["at the count", "afterwards"])
def test_what_is_paid_in_one_moment_is_worked_out_on_the_scores_before_it(
    trial: Trial, moment: str
) -> None:
    """204, 206: two rules that go by the score do not see each other's points."""
    pays = Pays(lambda one: [one.proposal.by], "proposed", "vorgeschlagen", moment=moment)  # type: ignore[arg-type]
    trial(kind("reward own", pays=pays, fold="sum", read=read_points, show=show_points))
    own = rules("reward own: score + 5", "reward own: score + 5")
    game = Game(tuple(one for one in own if one.number != 202)).start()
    mover = game.mover
    game.propose(enact("Tea."))
    game.call()
    game.all_vote()
    paid = [one for one in game.events if isinstance(one, e.PointsScored) and one.seat == mover]
    assert [one.points for one in paid if "score + 5" in said(one.because)] == [5, 5]
    verified(game)


def test_a_new_kind_can_decide_a_tie_and_is_frozen_with_the_ballot(trial: Trial) -> None:
    def decides(value: str, count: Count) -> tuple[Outcome, Phrase] | None:
        if count.counts["for"] != count.counts["against"] or value != "passes":
            return None
        return "adopted", as_told("as many were for it as against, and evens pass")

    word = read_word("passes", "fails")
    trial(kind("evens", decides=decides, read=word, show=str, forms=("passes", "fails")))
    play = started(2, rules("evens: passes"))
    assert play.turn(amend(290, "None.", "evens: fails"), play.mover)
    opened = next(one for one in play.events if isinstance(one, e.VotingOpened))
    assert opened.threshold == "majority of eligible; evens: passes"
    assert needs_facts(opened.threshold)["besides"] == ["evens: passes"]
    closed = next(one for one in play.events if isinstance(one, e.VotingClosed))
    assert (closed.outcome, said(closed.reason)) == (
        "adopted",
        "as many were for it as against, and evens pass",
    )
    play.turn(enact("Tea."), play.mover)
    outcomes = [one.outcome for one in play.events if isinstance(one, e.VotingClosed)]
    assert outcomes == ["adopted", "defeated"]
    verified(play)


def test_a_new_kind_can_say_who_votes(trial: Trial) -> None:
    def eligible(
        value: str, state: State, proposal: Proposal | None, seats: tuple[int, ...]
    ) -> tuple[int, ...]:
        return tuple(seat for seat in seats if proposal is None or seat != proposal.by)

    word = read_word("not")
    trial(kind("proposer votes", eligible=eligible, read=word, show=str, forms=("not",)))
    game = Game(rules("proposer votes: not")).start()
    mover = game.mover
    game.propose(enact("Tea."))
    game.call()
    (poll,) = game.state.open_polls
    assert poll.electorate == tuple(seat for seat in game.state.playing if seat != mover)
    assert "not" in game.refused(c.Vote(by=mover, choice="for")).reason
    for seat in poll.electorate:
        game.done(c.Vote(by=seat, choice="for", letter=f"vote {seat}"))
    assert isinstance(game.state.rules.get(301), Rule)
    verified(game)


def test_a_new_kind_can_be_the_threshold_of_some_changes(trial: Trial) -> None:
    own = replace(KINDS["transmutation"], name="adoption of enact", place=900)
    trial(replace(own, covers=lambda change, rule: change.kind == "enact"))
    play = started(2, rules("adoption of enact: 2/3 of cast"))
    mechanics, book = mechanics_of(play.state.rules), play.state.rules
    assert mechanics.threshold([enact()], book, 1) == ("2/3 of cast", 290)
    assert mechanics.threshold([amend(290, "No.")], book, 1) == ("majority of eligible", 203)


def test_a_new_kind_can_forbid_a_change(trial: Trial) -> None:
    def forbids(ahead: Ahead) -> Objection | None:
        longest = max(len(rule.text) for rule in ahead.then)
        if ahead.value_then is None or longest <= ahead.value_then:
            return None
        return Objection(
            106, as_told(f"{longest} letters are too many"), as_told("write a shorter text")
        )

    trial(kind("longest text", forbids=forbids, read=read_count(1, 999), show=str, forms=("90",)))
    play = started(2, rules("longest text: 90"))
    refused = play.refused(c.Propose(by=play.mover, change=enact("Tea. " * 30)))
    assert (refused.because, refused.reason) == ("rule 290", "150 letters are too many")
    play.done(c.Propose(by=play.mover, change=Change(kind="enact", text="Tea.")))


# The page


def test_the_page_tells_each_kind(request: pytest.FixtureRequest) -> None:
    file = Path(__file__).parents[2] / "docs" / "clauses.md"
    page = file.read_text(encoding="utf-8")
    head = "| kind | fold | what it does | written | house |\n|---|---|---|---|---|\n"
    before, _, rest = page.partition(head)
    _, blank, after = rest.partition("\n\n")
    rows = [
        f"| `{one.name}` | {one.fold} | {' '.join((one.meaning + '.', one.more)).strip()} | "
        + ", ".join(f"`{one.name}: {form}`" for form in one.forms)
        + f" | {f'`{one.house}`' if one.house is not None else 'none'} |"
        for one in KINDS.values()
    ]
    now = before + head + "\n".join(rows) + blank + after
    if request.config.getoption("--update-docs"):
        file.write_text(now, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == now, f"pytest {__file__} --update-docs"


def test_a_record_of_a_vote_that_is_open_still_is_proven_with_the_proposer_s_own_in_it() -> None:
    """Nobody has sent that one, and it is secret until the count as any (010)."""
    game = Game(rules("proposer votes: for"), 3).start()
    game.propose(enact("Tea."))
    game.call()
    assert list(game.state.polls[301].ballots) == [game.mover]
    verified(game)
