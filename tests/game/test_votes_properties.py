"""What holds of votes in every procedure, whatever its clauses: random games in the core.

1. Given the same moments of closing, it makes no difference in which order votes on different
   proposals come in.
2. A vote that ended because it was decided would have come out the same, whatever the missing had
   voted.
3. Nobody inactive is counted, and nobody who wrote is inactive; both by a count of our own.
4. A ballot that follows another is what that is, in whatever order they came; in a circle it is no
   vote. What goes by another vote makes no vote end early.
All of it over the clauses that there are, and the first two over the rulesets as they come, too.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import product
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal
from nomic_mail.game.durations import parse_duration
from nomic_mail.game.evolve import evolve
from nomic_mail.game.following import come_to, votes_of, waiting
from nomic_mail.game.state import Ballot, Poll, State
from nomic_mail.game.tally import decided, ends, ends_from, tallied
from tests.kit.games.core_play import BEGAN, enact
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, recorded
from tests.kit.tiers import some, times

QUICK = settings(
    max_examples=times(10, 80, 3000),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
SEATS = (1, 2, 3, 4, 5)
SHARES = ("unanimous", "majority", "3/4", "2/3", "1/2", "1/3")
LEASTS = ("", ", after 6h", ", after 23h", ", after 3d")
QUORUMS = (
    "",
    ", quorum 1/2",
    ", quorum 3 heads",
    ", quorum 9 heads",
    ", quorum 1/1",
    ", quorum 2/3 of votes",
    ", quorum 1/2, quorum 4 heads, quorum 1/3 of votes",
)
TIES = ("", "tie: fails", "tie: passes", "tie: chair")
VOTES = ("", "votes: 2", "votes: max(1, score)", "start: 3 over 201; votes: score")
PROPOSERS = ("", "proposer votes: for", "proposer votes: for at first", "proposer votes: not")
LEFT_OUT = ("", "inactive: after 1 vote missed", "inactive: after 2 votes missed")
SILENT = (*LEFT_OUT, "inactive: after 2d", "inactive: after 3d")
POWERS = ("", "power: 1 to 3", "power: 2 to 3", "power: 1 to 3; power: 2")
VETOES = ("", "veto: the chairperson")
WITHDRAWN = ("", "withdrawal: until the vote closes")
FINAL = ("", "vote changes: never")
PAYS = ("", "penalty absent: 1", "reward voters: 2", "reward for: 1")
adoptions = st.builds(
    "{} of {}{}".format,
    st.sampled_from(SHARES),
    st.sampled_from(("eligible", "cast")),
    st.sampled_from(QUORUMS),
)
choices: st.SearchStrategy[c.Choice | None] = st.sampled_from(
    ("for", "for", "against", "abstain", None)
)


@st.composite
def clauses(draw: st.DrawFn, ending: str) -> str:
    """What a rule on votes says."""
    kinds = (TIES, VOTES, PROPOSERS, SILENT, PAYS, WITHDRAWN, FINAL, POWERS, VETOES)
    said = [draw(st.sampled_from(kind)) for kind in kinds]
    said += ["ballots: secret with abstention", f"vote ends: {ending}"]
    return "; ".join([f"adoption: {draw(adoptions)}", *filter(None, said)])


# 1. In which order votes come in


def open_table(rule: str, proposals: int) -> Game:
    """So many proposals in open play, that are voted on together until the same moment. Nobody is
    there at the first of them, so that the inactive are left out of the others."""
    game = Game(few("net_play", r202="procedure: open, each 9, debate 1d, vote 1d", r203=rule), 5)
    game.start()
    for place in range(2):
        game.propose(enact(f"Tea {place}."), 1)
        game.pass_time(1)
        play_votes(game, [(1, game.state.next_number - 1, "for")])
        game.pass_time(1)
    for place in range(proposals):
        power = ("", "2", "3")[place % 3] if "power: " in rule else ""
        change = enact(f"Coffee {place}.")
        game.done(c.Propose(by=SEATS[place], change=change, power=power, letter=f"{place}"))
    game.pass_time(1)
    return game


def turn_table(rule: str, proposals: int) -> Game:
    """A turn with one proposal, and so many who ask to join."""
    joins = few("net_play", r203=f"{rule}; membership: unanimous vote")
    game = Game(joins, 5).start()
    for seat in range(6, 5 + proposals):
        game.done(c.Join(by=seat, name=f"Player {seat:02d}", letter=f"join {seat}"))
    game.propose(enact("Coffee."))
    game.call()
    return game


def chair_table(rule: str, proposals: int) -> Game:
    """A term with so many proposals."""
    game = Game(few("chairperson", r203=rule), 5).start()
    by = game.mover
    game.done(c.Call(by=by, step="proposals"))
    turn = game.state.turn
    assert turn is not None
    for seat in turn.proposers[:proposals]:
        game.propose(enact(f"Coffee by {seat}."), seat)
    game.pass_time(2)
    game.done(c.Call(by=by, step="discussion"))
    game.pass_time(6)
    game.done(c.CallVote(by=by))
    return game


TABLES = {"open": open_table, "turns": turn_table, "chair": chair_table}


def play_votes(game: Game, votes: Sequence[tuple[int, int, c.Choice]]) -> None:
    """Whoever has no say in one is refused."""
    for seat, number, choice in votes:
        letter = f"{seat} on {number}"
        game.do(c.Vote(by=seat, proposal=number, choice=choice, letter=letter))


def came_out(game: Game) -> object:
    closed = {one.number: one for one in game.events if isinstance(one, e.VotingClosed)}
    outcomes = {n: (one.outcome, one.reason, one.tally, one.votes) for n, one in closed.items()}
    rules = {rule.number: rule.text for rule in game.state.rules}
    players = game.state.players.items()
    stand = {seat: (one.score, one.playing, one.missed, one.inactive) for seat, one in players}
    return outcomes, rules, stand


@QUICK
@given(
    st.sampled_from(sorted(TABLES)),
    clauses("at the deadline"),
    st.integers(min_value=2, max_value=4),
    st.data(),
)
def test_it_makes_no_difference_which_of_several_votes_comes_first(
    procedure: str, rule: str, proposals: int, data: st.DataObject
) -> None:
    one, other = (TABLES[procedure](rule, proposals) for _ in range(2))
    assert one.state == other.state
    asked = list(product(SEATS, one.state.polls))
    given_by = data.draw(st.lists(choices, min_size=len(asked), max_size=len(asked)))
    votes: list[tuple[int, int, c.Choice]] = [
        (seat, number, choice)
        for (seat, number), choice in zip(asked, given_by, strict=True)
        if choice is not None
    ]
    play_votes(one, votes)
    play_votes(other, data.draw(st.permutations(votes)))
    taken_back = data.draw(st.lists(st.sampled_from(one.state.live), unique=True, max_size=2))
    for game in (one, other):
        for proposal in taken_back:
            game.do(c.Withdraw(by=proposal.by, proposal=proposal.number))
        for _ in range(4):  # a missed window is extended twice, and then the Moderator is asked
            game.pass_time(8)
        if game.state.polls:
            game.done(c.CloseVote(by=c.MODERATOR, reason="they are late"))
        assert not game.state.polls
    assert came_out(one) == came_out(other)


def ruleset_table(name: str, proposals: int) -> Game:
    """A ruleset as it comes, with as many proposals before the vote as its procedure lets there be
    at once."""
    game = Game(rulesets.load(name).rules, 5).start()
    turn = game.state.turn
    assert turn is not None
    if turn.procedure == "open":
        for place in range(proposals):
            game.propose(enact(f"Coffee {place}."), SEATS[place])
        game.pass_time(9)
        return game
    by = game.mover
    if turn.procedure == "turns":
        game.propose(enact("Coffee."))
        game.call()
        return game
    game.done(c.Call(by=by, step="proposals"))
    for seat in game.state.turn.proposers[:proposals] if game.state.turn else ():
        game.propose(enact(f"Coffee by {seat}."), seat)
    game.pass_time(2)
    game.done(c.Call(by=by, step="discussion"))
    game.pass_time(9)
    game.done(c.CallVote(by=by))
    return game


RULESETS = sorted(rulesets.names())


@pytest.mark.parametrize("name", some(RULESETS, 2))
@settings(QUICK, max_examples=times(4, 12, 300))
@given(st.integers(min_value=1, max_value=4), st.data())
def test_in_each_ruleset_a_vote_is_as_it_is_whoever_votes_first(
    name: str, proposals: int, data: st.DataObject
) -> None:
    """Where a vote ends as soon as it can: whatever has come in by then decides it, in any order;
    and whatever the missing had voted, it would have come out so."""
    game = ruleset_table(name, proposals)
    asked = list(product(SEATS, game.state.polls))
    given_by = data.draw(st.lists(choices, min_size=len(asked), max_size=len(asked)))
    votes: list[tuple[int, int, c.Choice]] = [
        (seat, number, choice)
        for (seat, number), choice in zip(asked, given_by, strict=True)
        if choice is not None and (choice != "abstain" or game.state.polls[number].abstention)
    ]
    play_votes(game, data.draw(st.permutations(votes)))
    for before, event in told(game):
        if isinstance(event, e.VotingClosed):
            poll = before.polls[event.number]
            outcomes = {tallied(poll, rest).outcome for rest in every_way(poll)}
            assert outcomes == {event.outcome}
            assert not set(event.votes) & set(before.inactive)
    for number, poll in game.state.polls.items():
        said = {seat: choice for seat, on, choice in votes if on == number}
        assert {seat: one.choice for seat, one in poll.ballots.items()} == said
    assert checked(recorded(game.events)).differences == []


# 2. A vote that is decided


def every_way(poll: Poll) -> Iterator[dict[int, c.Choice]]:
    """All that the missing could have voted, and not voted, and that conditions may come to."""
    ways: list[c.Choice | None] = ["for", "against", None]
    ways += ["abstain"] if poll.abstention else []
    unknown = (*poll.missing, *waiting(poll))
    for said in product(ways, repeat=len(unknown)):
        found = zip(unknown, said, strict=True)
        yield {seat: choice for seat, choice in found if choice is not None}


@QUICK
@given(
    adoptions,
    st.sampled_from(TIES),
    st.dictionaries(st.sampled_from(SEATS), choices.filter(bool)),
    st.lists(st.integers(min_value=0, max_value=4), min_size=5, max_size=5),
    st.sampled_from((None, 1, 9)),
    st.booleans(),
)
def test_a_vote_is_decided_only_where_the_missing_make_no_difference(
    adoption: str,
    tie: str,
    votes: dict[int, c.Choice],
    weights: list[int],
    chair: int | None,
    abstention: bool,
) -> None:
    ballots = {
        seat: Ballot(choice=choice, received_at=BEGAN, letter="one")
        for seat, choice in votes.items()
    }
    poll = Poll(
        number=301,
        revision=1,
        electorate=SEATS,
        threshold="; ".join(filter(None, (adoption, tie))),
        threshold_rule=203,
        opened_at=BEGAN,
        closes_at=None,
        abstention=abstention,
        weights=dict(zip(SEATS, weights, strict=True)),
        chair=chair,
        ballots=ballots,
    )
    outcomes = {tallied(poll, rest).outcome for rest in every_way(poll)}
    assert decided(poll) == (len(outcomes) == 1)


@QUICK
@given(
    clauses("when decided"),
    st.sampled_from(LEASTS),
    st.lists(st.tuples(st.sampled_from(SEATS), choices), max_size=30),
)
def test_what_ended_as_it_was_decided_would_have_come_out_so(
    rule: str, least: str, votes: list[tuple[int, c.Choice | None]]
) -> None:
    """In open play; who proposes, how much a vote counts, and how long at least it is open, as the
    rule has it."""
    rule += least
    table = few("net_play", r202="procedure: open, each 9, debate 0h, vote 1d", r203=rule)
    game = Game(table, 5).start()
    for place, (seat, choice) in enumerate(votes):
        if choice is None or not game.state.polls:
            game.pass_time(1)
            game.propose(enact(f"Tea {place}."), seat)
        else:
            play_votes(game, [(seat, min(game.state.polls), choice)])
    for before, event in told(game):
        if not isinstance(event, e.VotingClosed):
            continue
        poll = before.polls[event.number]
        assert ends(poll) == "when decided"
        early = poll.closes_at is not None and event.at < poll.closes_at
        assert event.at >= ends_from(poll)
        if early:
            outcomes = {tallied(poll, rest).outcome for rest in every_way(poll)}
            assert outcomes == {event.outcome}


@pytest.mark.parametrize("procedure", ["open", "turns"])
@pytest.mark.parametrize("ending", ["when all voted", "when decided"])
@pytest.mark.parametrize("window", ["6h", "9d"])
def test_a_vote_that_is_over_ends_when_its_least_time_is(
    procedure: str, ending: str, window: str
) -> None:
    """At its deadline, where that comes first; and what is changed until then counts."""
    rule = f"adoption: majority of cast; vote ends: {ending}, after {window}"
    game = TABLES[procedure](rule, 1)
    (poll,) = game.state.open_polls
    at = min(poll.opened_at + parse_duration(window), poll.closes_at or poll.opened_at)
    play_votes(game, [(seat, poll.number, "for") for seat in SEATS])
    assert game.state.polls
    play_votes(game, [(seat, poll.number, "against") for seat in SEATS[:3]])
    game.at = at
    game.done(c.Tick())
    (closed,) = (one for one in game.events[-9:] if isinstance(one, e.VotingClosed))
    assert closed.outcome == "defeated"
    assert closed.at - at < timedelta(minutes=2)
    assert checked(recorded(game.events)).differences == []


def told(game: Game) -> Iterator[tuple[State, e.Event]]:
    """Each event, with the state before it."""
    state = State()
    for event in game.events:
        yield state, event
        state = evolve(state, event)


# 3. Who is inactive

WRITTEN = st.sampled_from(("propose", "vote", "vote", "discuss", "ask", "wait", "leave", "join"))
steps = st.lists(st.tuples(WRITTEN, st.sampled_from(SEATS), choices), min_size=10, max_size=60)


@QUICK
@given(st.sampled_from(LEFT_OUT[1:]), adoptions, st.sampled_from(PROPOSERS), steps)
def test_nobody_inactive_is_counted_and_nobody_who_wrote_is_inactive(
    left_out: str, adoption: str, proposer: str, steps: list[tuple[str, int, c.Choice | None]]
) -> None:
    rule = "; ".join(filter(None, (f"adoption: {adoption}", left_out, proposer)))
    table = few("net_play", r202="procedure: open, each 9, debate 0h, vote 1d", r203=rule)
    game = Game(table, 5).start()
    for place, (kind, seat, choice) in enumerate(steps):
        wrote = write(game, kind, seat, choice or "for", f"{place}")
        assert not (wrote and seat in game.state.inactive)
    by_our_own_count(game, int(left_out.split()[2]))
    assert checked(recorded(game.events)).differences == []


def write(game: Game, kind: str, seat: int, choice: c.Choice, words: str) -> bool:
    """Whether it is a letter of theirs. One that leads to nothing is told to the game by `Wrote`,
    as the post does it."""
    if kind == "wait":
        game.pass_time(1)
        return False
    command: c.Command = {
        "propose": c.Propose(by=seat, change=enact(f"Tea {words}."), letter=words),
        "vote": c.Vote(
            by=seat, choice=choice, proposal=max(game.state.polls, default=None), letter=words
        ),
        "discuss": c.Discuss(by=seat, text="Hm.", letter=words),
        "ask": c.Ask(by=seat, topic="status"),
        "leave": c.Leave(by=seat),
        "join": c.Join(by=seat, name=f"Player {seat:02d}", letter=words),
    }[kind]
    if isinstance(game.do(command), Refusal) or kind == "ask":
        game.do(c.Wrote(by=seat))
    return True


def by_our_own_count(game: Game, most: int) -> None:
    """Of each player the votes missed since they were last there, and whether they have written
    since it was too many; and who of them was counted. Votes that end within an hour are one."""
    missed: dict[int, int] = {}
    counted_at: dict[int, datetime] = {}
    out: set[int] = set()
    for state, event in told(game):
        assert set(state.inactive) == out & set(state.playing)
        match event:
            case e.VotingOpened():
                counted = set(event.electorate)
                if counted & out:  # nobody else could vote on it (114)
                    proposal = state.proposals.get(event.number)
                    by = {proposal.by} if proposal is not None else set()
                    assert set(state.playing) - out <= by
            case e.VotingClosed():
                poll = state.polls[event.number]
                assert set(event.votes) <= set(poll.electorate)
                for seat in event.votes:
                    missed[seat] = 0
                for seat in set(event.absent) & set(state.playing) - out:
                    last = counted_at.get(seat)
                    if last is None or event.at - last >= timedelta(hours=1):
                        missed[seat] = missed.get(seat, 0) + 1
                        counted_at[seat] = event.at
            case e.VoteMissed() | e.PlayerInactive():
                assert event.missed == missed[event.seat]
                if isinstance(event, e.PlayerInactive):
                    assert event.missed >= most
                    out.add(event.seat)
                else:
                    assert event.missed < most
            case e.PlayerActive() | e.PlayerJoined() | e.PlayerLeft():
                missed[event.seat] = 0
                out.discard(event.seat)


# 4. Ballots that follow something

BALLOTS = "ballots: secret with abstention, endorsement, conditions"
followings = st.one_of(
    st.sampled_from(SEATS).map("as {}".format),
    st.builds(
        "{} if {} {}".format,
        st.sampled_from(("for", "against", "abstain")),
        st.sampled_from((299, 300)),
        st.sampled_from(("passes", "fails")),
    ),
)
saids = st.one_of(st.sampled_from(("for", "against", "abstain")), followings, followings)
ended = st.dictionaries(st.sampled_from((299, 300)), st.sampled_from(("adopted", "lapsed", "void")))


def poll_of(said: dict[int, str], outcomes: dict[int, str], threshold: str) -> Poll:
    return Poll(
        number=301,
        revision=1,
        electorate=SEATS,
        threshold=threshold,
        threshold_rule=203,
        opened_at=BEGAN,
        closes_at=BEGAN + timedelta(days=1),
        abstention=True,
        ballots={
            seat: Ballot(choice=one, received_at=BEGAN, letter="one") for seat, one in said.items()
        },
        outcomes=outcomes,
    )


def by_our_own_steps(seat: int, said: dict[int, str], outcomes: dict[int, str]) -> str | None:
    """Whom one follows, as many steps as there are players and one more: by then it has ended, or
    it never does."""
    one: str | None = said.get(seat)
    for _ in range(len(SEATS) + 1):
        match (one or "").split():
            case ["as", other]:
                one = said.get(int(other))
            case [choice, "if", number, how]:
                outcome = outcomes.get(int(number), "")
                met = outcome == "adopted" if how == "passes" else outcome not in ("", "adopted")
                return choice if met else None
            case _:
                return one
    return None


@QUICK
@given(st.dictionaries(st.sampled_from(SEATS), saids), ended, st.randoms())
def test_what_a_ballot_comes_to_is_what_one_finds_by_going_after_it(
    said: dict[int, str], outcomes: dict[int, str], luck: Random
) -> None:
    poll = poll_of(said, outcomes, "majority of cast")
    found = {seat: by_our_own_steps(seat, said, outcomes) for seat in said}
    assert votes_of(poll) == {seat: one for seat, one in found.items() if one is not None}
    mixed = list(said.items())
    luck.shuffle(mixed)
    assert come_to(poll_of(dict(mixed), outcomes, "majority of cast")) == come_to(poll)


@QUICK
@given(st.dictionaries(st.sampled_from(SEATS), saids), ended, adoptions, st.sampled_from(TIES[:3]))
def test_a_vote_is_decided_only_where_no_condition_makes_a_difference(
    said: dict[int, str], outcomes: dict[int, str], adoption: str, tie: str
) -> None:
    poll = poll_of(said, outcomes, "; ".join(filter(None, (adoption, tie))))
    if decided(poll):
        assert len({tallied(poll, rest).outcome for rest in every_way(poll)}) == 1


@QUICK
@given(st.sampled_from(("open", "chair")), adoptions, st.data())
def test_it_makes_no_difference_in_which_order_those_come_that_follow(
    procedure: str, adoption: str, data: st.DataObject
) -> None:
    rule = f"adoption: {adoption}; {BALLOTS}; vote ends: at the deadline"
    one, other = (TABLES[procedure](rule, 3) for _ in range(2))
    votes = []
    for seat, number in product(SEATS, one.state.polls):
        like = st.sampled_from(SEATS).map(lambda who: f"as {one.state.name_of(who)}")
        goes_by = st.builds(
            "{} if {} {}".format,
            st.sampled_from(("for", "against")),
            st.sampled_from(sorted(one.state.polls)),
            st.sampled_from(("passes", "fails")),
        )
        said = data.draw(st.one_of(choices, like, goes_by))
        if said is not None:
            votes.append((seat, number, said))
    for game, order in ((one, votes), (other, data.draw(st.permutations(votes)))):
        for seat, number, said in order:
            letter = f"{seat} on {number}"
            game.do(c.Vote(by=seat, proposal=number, choice=said, letter=letter))
        for _ in range(4):
            game.pass_time(8)
        assert not game.state.polls
    assert came_out(one) == came_out(other)
    assert checked(recorded(one.events)).differences == []
