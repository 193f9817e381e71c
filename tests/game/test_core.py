"""The law of net_play, case by case, each with its rule."""

import pytest
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import KINDS, BadClause, parse_clause
from nomic_mail.game.clauses.kind import Dice, read_dice, show_dice
from nomic_mail.game.dice import new_chain
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.game.tally import tally
from nomic_mail.phrases import said
from tests.kit.games.core_play import NET_PLAY, Play, amend, enact, repeal, started, transmute


def points(events: tuple[e.Event, ...]) -> list[tuple[int, int, int]]:
    return [(s.seat, s.points, s.rule) for s in events if isinstance(s, e.PointsScored)]


def test_after_repealing_206_a_defeat_costs_nothing() -> None:
    play = started()
    play.turn(repeal(206))
    events = play.turn(enact(), 1)
    closed = next(event for event in events if isinstance(event, e.VotingClosed))
    assert closed.outcome == "defeated"
    assert [rule for _, scored, rule in points(events) if scored < 0] == []


def test_before_that_it_costs_ten() -> None:
    play = started()
    mover = play.mover
    assert (mover, -10, 206) in points(play.turn(enact(), 1))


def test_the_goal_moves_with_the_clause_of_208() -> None:
    play = started()
    play.turn(amend(208, "One point wins.", "victory: 1"))
    assert play.state.status == "ended"
    assert play.state.players[play.state.winners[0]].score >= 1


def test_an_amended_rule_takes_the_proposals_number_and_keeps_its_lineage() -> None:
    """108."""
    play = started()
    play.turn(amend(207, "One vote each.", "votes: 1"))
    rule = play.state.rules.get(301)
    assert rule is not None
    assert (rule.lineage, rule.history[0].number) == (207, 207)
    assert play.state.rules.get(207) is None
    assert "301" in play.refused(c.Propose(by=play.mover, change=repeal(207))).reason


def test_numbers_are_given_in_order_whether_adopted_or_not() -> None:
    """108."""
    play = started()
    for number in (301, 302, 303):
        play.turn(enact(f"Text {number}."), *([1] if number == 302 else []))
        assert play.state.next_number == number + 1
    assert play.state.rules.get(302) is None


def test_a_withdrawn_proposals_number_is_its_replacements() -> None:
    play = started()
    play.done(c.Propose(by=play.mover, change=enact("One.")))
    play.done(c.Withdraw(by=play.mover))
    (made,) = play.done(c.Propose(by=play.mover, change=enact("Two.")))
    assert isinstance(made, e.ProposalMade)
    assert (made.number, made.revision) == (301, 2)


def test_transmuting_downward_needs_109_and_upward_needs_203() -> None:
    rules = Rules({rule.number: rule for rule in NET_PLAY})
    mechanics = mechanics_of(rules)
    assert mechanics.threshold([transmute(105)], rules, 1)[1] == 109
    assert mechanics.threshold([transmute(207)], rules, 1)[1] == 203


def test_the_twenty_sixth_mutable_rule_is_refused() -> None:
    """209, and a transmutation downward counts."""
    extra = tuple(
        Rule(number=n, lineage=n, status="mutable", title="t", text="x") for n in range(214, 226)
    )
    play = started(rules=(*NET_PLAY, *extra))
    assert play.state.rules.count("mutable") == 25
    assert play.refused(c.Propose(by=play.mover, change=enact())).because == "rule 209"
    assert play.refused(c.Propose(by=play.mover, change=transmute(105))).because == "rule 209"
    play.done(c.Propose(by=play.mover, change=repeal(214)))


def test_the_last_mutable_rule_stays() -> None:
    """114."""
    only = tuple(rule for rule in NET_PLAY if rule.status != "mutable" or rule.number == 202)
    play = started(rules=only)
    assert play.refused(c.Propose(by=play.mover, change=repeal(202))).because == "rule 114"
    assert play.refused(c.Propose(by=play.mover, change=transmute(202))).because == "rule 114"


def test_without_203_the_house_asks_for_unanimity() -> None:
    play = started()
    play.turn(repeal(203))
    play.done(c.Propose(by=play.mover, change=enact()))
    play.done(c.CallVote(by=play.mover))
    assert play.state.poll is not None
    assert (play.state.poll.threshold, play.state.poll.threshold_rule) == (
        "unanimous of eligible",
        None,
    )


def test_an_open_ballot_keeps_its_threshold() -> None:
    """The vote that lowers the threshold is itself under the old one."""
    play = started(3)
    events = play.turn(amend(203, "Half will do.", "adoption: majority of eligible"), 3)
    assert next(x for x in events if isinstance(x, e.VotingClosed)).outcome == "defeated"


def test_a_vote_against_a_winning_proposal_is_paid() -> None:
    """204, once rule-changes can pass without unanimity."""
    play = started(3)
    play.turn(amend(203, "Half will do.", "adoption: majority of eligible"))
    assert (3, 10, 204) in points(play.turn(enact(), 3))


def test_the_sole_hold_out_who_forfeits_lets_the_vote_pass() -> None:
    """113: a seat that leaves drops out with its ballot."""
    play = started(3)
    mover = play.mover
    other = next(seat for seat in play.state.playing if seat != mover)
    play.done(c.Propose(by=mover, change=enact()))
    play.done(c.CallVote(by=mover))
    for seat in play.state.playing:
        if seat != other:
            play.done(c.Vote(by=seat, choice="for"))
    events = play.done(c.Leave(by=other))
    assert next(x for x in events if isinstance(x, e.VotingClosed)).outcome == "adopted"


def test_a_departed_proposers_vote_goes_on_and_its_penalty_waits_for_them() -> None:
    """104, 113, 206: who stays away bears nothing."""
    play = started(3)
    mover = play.mover
    play.done(c.Propose(by=mover, change=enact()))
    play.done(c.Leave(by=mover))
    assert play.state.proposal is not None
    play.at = play.state.proposal.opens_at
    play.done(c.Tick())
    events: tuple[e.Event, ...] = ()
    for seat in play.state.playing:
        events = play.done(c.Vote(by=seat, choice="against"))
    assert points(events) == [(mover, -10, 206)]
    [scored] = [one for one in events if isinstance(one, e.PointsScored)]
    assert said(scored.because) == "proposal 301 was defeated; it waits for their return"
    assert play.mover != mover


def test_two_at_the_goal_at_once_are_the_moderators_question() -> None:
    play = started()
    scores = {seat: replace(player, score=5) for seat, player in play.state.players.items()}
    play.state = replace(play.state, players=scores)
    events = play.turn(amend(208, "Five points win.", "victory: 5"))
    assert isinstance(events[-1], e.ModeratorAsked)
    assert play.state.winners == ()
    assert play.refused(c.Propose(by=1, change=enact())).because == "the house"


def test_the_moderator_makes_no_moves() -> None:
    """013."""
    play = started()
    for command in (
        c.Vote(by=c.MODERATOR, choice="for"),
        c.Propose(by=c.MODERATOR, change=enact()),
        c.Join(by=c.MODERATOR, name="Mod"),
        c.Discuss(by=c.MODERATOR, text="Hm."),
    ):
        assert play.refused(command).because == "rule 013"


def test_effects_on_the_ballot_are_what_is_enacted() -> None:
    """106: in the form in which it was voted on."""
    play = started()
    play.turn(enact("A die more.", "reward proposer:  2d4 + 1"))
    rule = play.state.rules.get(301)
    assert rule is not None
    assert rule.clauses == ("reward proposer: 2d4+1",)
    events = play.turn(enact("Another."))
    assert [x.dice for x in events if isinstance(x, e.DiceThrown)] == ["1d6", "2d4"]


def test_a_spent_chain_is_replaced_in_public_after_its_last_throw() -> None:
    play = started()
    spent = new_chain(1, b"s" * 32, length=1)
    play.state = replace(play.state, chain=spent)
    events = play.turn(enact())
    kinds = [type(x).__name__ for x in events]
    assert kinds.index("DiceThrown") < kinds.index("DiceCommitted")
    assert play.state.chain is not None
    assert (play.state.chain.number, play.state.chain.used) == (2, 0)


@pytest.mark.parametrize(
    ("threshold", "choices", "outcome"),
    [
        ("unanimous of eligible", "fff", "adopted"),
        ("unanimous of eligible", "ff-", "lapsed"),
        ("unanimous of eligible", "fa-", "defeated"),
        ("majority of eligible", "ffa", "adopted"),
        ("majority of eligible", "ffaa", "defeated"),
        ("2/3 of eligible", "ffa", "adopted"),
        ("2/3 of eligible", "fa-", "lapsed"),
        ("majority of cast", "f--", "adopted"),
        ("majority of cast", "---", "defeated"),
        ("majority of cast", "aa---", "defeated"),
        ("majority of cast", "fa-", "defeated"),
        ("2/3 of cast", "fa--", "defeated"),
        ("unanimous of cast", "fa-", "defeated"),
        ("majority of cast, quorum 2/3", "f--", "lapsed"),
        ("majority of cast, quorum 2/3", "aa-", "defeated"),
        ("majority of eligible", "f--", "lapsed"),
        ("majority of eligible", "aa--", "defeated"),
        ("majority of eligible", "fa--", "lapsed"),
        ("majority of eligible, quorum 1/2", "aaa--", "defeated"),
        ("1/2 of eligible", "ffaa", "adopted"),
    ],
)
def test_tallies(threshold: str, choices: str, outcome: str) -> None:
    """203: of the ballots cast, nobody's absence lapses a proposal except through a quorum; of the
    eligible, only where the missing votes could have adopted it."""
    words: dict[str, c.Choice] = {"f": "for", "a": "against"}
    votes = {seat: words[mark] for seat, mark in enumerate(choices) if mark in words}
    assert tally(threshold, tuple(range(len(choices))), votes).outcome == outcome


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_each_kind_of_clause_prints_back_as_it_was_read(kind: object) -> None:
    from nomic_mail.game.clauses.kind import Kind

    assert isinstance(kind, Kind)
    for form in kind.forms:
        text = f"{kind.name}: {form}"
        assert parse_clause(text).text == text
        loud = text if kind.verbatim else text.upper()  # what runs is taken as it is written
        assert parse_clause(f"  {loud} ").text == text


@pytest.mark.parametrize(
    "line",
    ["", "tea: four", "adoption", "adoption: never", "adoption: 0/3", "adoption: 3/2 of cast",
     "adoption: half of eligible", "victory: 0", "victory: many", "reward proposer: 0d6",
     "reward proposer: 1d1", "reward proposer: d +", "limit mutable: -1", "order: by height"],
)  # fmt: skip
def test_a_bad_clause_says_what_would_parse(line: str) -> None:
    with pytest.raises(BadClause, match=r"\w"):
        parse_clause(line)


def test_dice_are_read_and_shown() -> None:
    assert read_dice("2d6-1") == Dice(2, 6, -1)
    assert show_dice(read_dice("2d6 + 3")) == "2d6+3"
    assert show_dice(read_dice("7")) == "7"


def test_nobody_starts_alone() -> None:
    assert "two players" in Play(1).refused(c.Start(by=c.MODERATOR)).reason
