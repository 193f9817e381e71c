"""Who misses votes is not counted until they write (the clause `inactive`): played in the core."""

from datetime import timedelta

import pytest

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal
from tests.kit.games.core_play import amend, enact
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, recorded

ANY = "procedure: open, each 9, debate 0h, vote 1d"
DAY = timedelta(days=1)


def table(
    players: int = 4,
    clauses: str = "inactive: after 2 votes missed",
    adoption: str = "majority of eligible",
) -> Game:
    """Open play, in which a proposal is voted on at once, for a day."""
    rules = few("net_play", r202=ANY, r203=f"adoption: {adoption}; {clauses}")
    return Game(rules, players).start()


def vote(game: Game, *seats: int, against: tuple[int, ...] = ()) -> int:
    """The first of them proposes, and they vote; then its day is over. The number of it."""
    number = game.state.next_number
    game.propose(enact("Tea."), seats[0])
    cast(game, number, *seats, against=against)
    if number in game.state.polls:
        game.pass_time(1)
    return number


def cast(game: Game, number: int, *seats: int, against: tuple[int, ...] = ()) -> None:
    for seat in seats:
        choice: c.Choice = "against" if seat in against else "for"
        game.done(c.Vote(by=seat, choice=choice, proposal=number, letter=f"{seat} {number}"))


def inactive(game: Game) -> tuple[int, ...]:
    return game.state.inactive


def outcome(game: Game, number: int) -> str:
    closed = (one for one in game.events if isinstance(one, e.VotingClosed))
    return next(one.outcome for one in closed if one.number == number)


def verified(game: Game) -> None:
    assert checked(recorded(game.events)).differences == []


def test_who_misses_two_votes_in_a_row_is_not_counted_in_the_next() -> None:
    game = table(4)
    vote(game, 1, 2, 3)
    assert inactive(game) == ()
    vote(game, 1, 2, 3)
    assert inactive(game) == (4,)
    game.propose(enact("Coffee."), 1)
    assert game.state.polls[303].electorate == (1, 2, 3)
    cast(game, 303, 1, 2)
    game.pass_time(1)
    assert outcome(game, 303) == "adopted"  # two of three; of four, two would be too few
    verified(game)


def test_a_vote_in_between_begins_the_count_anew() -> None:
    game = table(4)
    vote(game, 1, 2, 3)
    vote(game, 1, 2, 3, 4)
    vote(game, 1, 2, 3)
    assert inactive(game) == ()
    assert game.state.players[4].missed == 1
    verified(game)


def test_a_quorum_is_reckoned_without_the_inactive() -> None:
    game = table(4, adoption="majority of cast, quorum 2/3")
    for _ in range(2):
        vote(game, 1, 2, 3)
    assert outcome(game, vote(game, 1, 2)) == "adopted"  # two of three; and of four it had lapsed
    verified(game)


@pytest.mark.parametrize(
    "letter",
    [
        c.Discuss(by=4, text="I am here."),
        c.Judgment(by=4, question="Am I here?"),
        c.Propose(by=4, change=enact("Cake.")),
        c.Away(by=4, length=DAY),
        c.Wrote(by=4),
    ],
    ids=lambda one: type(one).__name__,
)
def test_whoever_writes_anything_is_counted_again(letter: c.Command) -> None:
    game = table(4)
    for _ in range(2):
        vote(game, 1, 2, 3)
    game.done(letter)
    assert inactive(game) == ()
    game.propose(enact("Coffee."), 1)
    assert all(4 in poll.electorate for poll in game.state.polls.values())
    assert game.state.players[4].missed == 0
    verified(game)


def test_an_answer_that_is_refused_or_only_asks_needs_the_letter_to_be_told_of() -> None:
    """Nothing of it is written down; so the letter itself is, by `Wrote`."""
    game = table(4)
    for _ in range(2):
        vote(game, 1, 2, 3)
    assert isinstance(game.do(c.Withdraw(by=4)), Refusal)
    assert not game.done(c.Ask(by=4, topic="status"))
    assert inactive(game) == (4,)
    assert [type(one) for one in game.done(c.Wrote(by=4))] == [e.PlayerActive]
    assert not game.done(c.Wrote(by=4))
    verified(game)


def test_an_open_vote_keeps_its_voters_but_whoever_votes_is_one() -> None:
    game = table(5)
    for _ in range(2):
        vote(game, 1, 2, 3)
    assert inactive(game) == (4, 5)
    game.propose(enact("Coffee."), 1)
    game.done(c.Discuss(by=4, text="I am here."))
    game.done(c.Vote(by=5, choice="against", proposal=303, letter="5"))
    assert game.state.polls[303].electorate == (1, 2, 3, 5)
    cast(game, 303, 1, 2)
    game.done(c.Vote(by=4, choice="against", proposal=303, letter="4"))
    game.pass_time(1)
    assert outcome(game, 303) == "lapsed"  # two for it, two against, and three of five are needed
    closed = [one for one in game.events if isinstance(one, e.VotingClosed)][-1]
    assert closed.votes == {1: "for", 2: "for", 4: "against", 5: "against"}
    assert closed.absent == (3,)
    verified(game)


def test_a_vote_that_comes_back_has_the_weight_it_had_when_the_vote_opened() -> None:
    clauses = "inactive: after 2 votes missed; start: 5 over 201; votes: score; penalty absent: 1"
    game = table(4, clauses, adoption="majority of cast")
    for _ in range(2):
        vote(game, 1, 2, 3)
    vote(game, 1, 2)  # who is not counted is not absent
    assert game.state.players[4].score == 3
    game.propose(enact("Coffee."), 1)
    assert game.state.polls[304].weights == {1: 5, 2: 5, 3: 4, 4: 3}
    cast(game, 304, 1, 4, against=(4,))
    game.pass_time(1)
    closed = [one for one in game.events if isinstance(one, e.VotingClosed)][-1]
    assert (closed.tally["for"], closed.tally["against"], closed.tally["absent"]) == (5, 3, 9)
    verified(game)


def test_where_everybody_is_inactive_everybody_is_counted() -> None:
    """114: there is always somebody who can adopt a change."""
    game = table(3, "inactive: after 1 vote missed; proposer votes: not")
    game.propose(enact("Coffee."), 1)
    game.pass_time(1)
    assert inactive(game) == (2, 3)
    game.propose(enact("Cake."), 1)  # who proposes it does not vote
    assert game.state.polls[302].electorate == (2, 3)
    cast(game, 302, 2, 3)
    assert outcome(game, 302) == "adopted"
    verified(game)


def test_what_was_missed_before_there_was_such_a_rule_does_not_count() -> None:
    """107: no rule-change is retroactive."""
    game = table(4, "tie: fails")
    for _ in range(3):
        vote(game, 1, 2, 3)
    strict = "inactive: after 2 votes missed"
    game.propose(amend(203, "So.", "adoption: majority of eligible", strict), 1)
    cast(game, 304, 1, 2, 3)
    game.pass_time(1)
    assert inactive(game) == ()
    vote(game, 1, 2, 3)
    assert inactive(game) == (4,)  # by what was counted under the rule
    verified(game)


def test_nobody_is_inactive_by_no_rule() -> None:
    game = table(4)
    for _ in range(2):
        vote(game, 1, 2, 3)
    game.propose(amend(203, "So.", "adoption: majority of eligible"), 1)
    cast(game, 303, 1, 2, 3)
    back = [one for one in game.events if isinstance(one, e.PlayerActive)]
    assert [(one.seat, one.why) for one in back] == [(4, "no rule")]
    assert inactive(game) == ()
    verified(game)


def test_the_rule_of_the_day_of_the_count_says_how_many_are_missed() -> None:
    """What it brings goes by the rules as the count leaves them, as a penalty does (206)."""
    game = table(4, "inactive: after 3 votes missed")
    vote(game, 1, 2, 3)
    strict = "inactive: after 2 votes missed"
    game.propose(amend(203, "So.", "adoption: majority of eligible", strict), 1)
    game.propose(enact("Coffee."), 2)
    cast(game, 302, 1, 2, 3)
    cast(game, 303, 1, 2, 3)
    assert game.state.polls.keys() == {302, 303}
    game.pass_time(1)
    assert inactive(game) == (4,)
    assert game.state.polls == {}
    verified(game)


def test_votes_that_are_counted_together_are_one() -> None:
    """With a Chairperson: who has voted in one of them has missed none."""
    chair = few("chairperson", r203="adoption: majority of cast; inactive: after 2 votes missed")
    game = Game(chair, 4).start()
    by = game.mover
    game.done(c.Call(by=by, step="proposals"))
    for seat in (1, 2, 3, 4):
        game.propose(enact(f"Tea at {seat}."), seat)
    game.pass_time(2)
    game.done(c.Call(by=by, step="discussion"))
    game.pass_time(6)
    game.done(c.CallVote(by=by))
    numbers = list(game.state.polls)
    cast(game, numbers[0], 1, 2, 3)
    cast(game, numbers[1], 1, 2)
    game.pass_time(2)
    assert [game.state.players[seat].missed for seat in (1, 2, 3, 4)] == [0, 0, 0, 1]
    verified(game)


def test_who_has_written_since_stays_active_when_a_vote_is_opened_again() -> None:
    game = table(4)
    vote(game, 1, 2, 3)
    number = vote(game, 1, 2, 3)
    assert inactive(game) == (4,)
    game.done(c.Wrote(by=4))
    game.done(c.Reopen(by=c.MODERATOR, proposal=number, reason="a slip"))
    assert inactive(game) == ()
    assert game.state.players[4].missed == 0
    cast(game, number, 4)
    verified(game)


def test_who_leaves_or_is_followed_by_somebody_else_is_no_longer_inactive() -> None:
    game = table(5)
    for _ in range(2):
        vote(game, 1, 2, 3)
    game.propose(enact("Coffee."), 1)
    game.done(c.Replace(by=c.MODERATOR, seat=4, name="Eve Euler", reason="gone", who="M"))
    assert inactive(game) == (5,)
    game.done(c.Leave(by=5))
    assert inactive(game) == ()
    assert game.state.polls[303].left_out == (4,)  # Eve can vote in what is open
    game.done(c.Join(by=5, name="Fay Fermat", letter="join"))
    assert not game.state.players[5].inactive
    verified(game)


def test_in_a_pause_a_letter_is_noticed_all_the_same() -> None:
    game = table(4)
    for _ in range(2):
        vote(game, 1, 2, 3)
    game.done(c.Pause(by=c.MODERATOR, reason="holidays", who="M"))
    game.done(c.Wrote(by=4))
    assert inactive(game) == ()
    verified(game)


def test_who_had_no_time_left_has_missed_nothing() -> None:
    """202 of the set `open`: a vote closes when it is decided, whoever may still vote."""
    game = table(4, clauses="inactive: after 1 vote missed; vote ends: when decided")
    number = game.state.next_number
    game.propose(enact("Tea."), 1)
    cast(game, number, 1, 2, 3)
    assert outcome(game, number) == "adopted"
    assert inactive(game) == ()
    game.propose(enact("Coffee."), 1)
    cast(game, number + 1, 1)
    game.pass_time(1)
    assert inactive(game) == (2, 3, 4)
    verified(game)


@pytest.mark.parametrize(("apart", "missed"), [(timedelta(minutes=50), 1), (timedelta(hours=1), 2)])
def test_votes_that_end_within_an_hour_are_missed_together(apart: timedelta, missed: int) -> None:
    game = table(3, clauses="inactive: after 3 votes missed")
    first = game.state.next_number
    game.propose(enact("Tea."), 1)
    cast(game, first, 1, 2)
    game.at += apart
    game.propose(enact("Coffee."), 2)
    cast(game, first + 1, 1, 2)
    for number in (first, first + 1):
        closes = game.state.polls[number].closes_at
        assert closes is not None
        game.at = closes
        game.done(c.Tick())
    assert game.state.players[3].missed == missed
    verified(game)
