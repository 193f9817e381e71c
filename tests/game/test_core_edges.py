"""Where a rule or a house setting begins and ends: each case stands just beside its edge."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.commands import discretion as d
from nomic_mail.game.decide import next_wake
from nomic_mail.game.dice import throw
from nomic_mail.game.rulebook import Rule
from nomic_mail.game.tally import tally
from tests.game.test_chair import BOB, CHAIRPERSON, CLEO, Chaired
from tests.kit.games.core_play import NET_PLAY, QUICK, Play, amend, enact, started
from tests.kit.games.game_in_hand import DAY, Game, few
from tests.kit.recorded import checked, recorded

HOUR = timedelta(hours=1)


def having(rules: tuple[Rule, ...], **clauses: str) -> tuple[Rule, ...]:
    """`r204="reward against: 2"` is what that rule does instead."""
    told = {int(name[1:]): (clause,) if clause else () for name, clause in clauses.items()}
    return tuple(replace(r, clauses=told[r.number]) if r.number in told else r for r in rules)


def scored(events: tuple[e.Event, ...]) -> list[tuple[int, int, int]]:
    return [(s.seat, s.points, s.rule) for s in events if isinstance(s, e.PointsScored)]


# The count (104, 203)


@pytest.mark.parametrize("of_cast", ["2/3 of cast", "majority of cast", "unanimous of cast"])
def test_a_vote_of_nobody_adopts_nothing(of_cast: str) -> None:
    """Two thirds of no ballots are none, and nobody's silence adopts anything (203)."""
    assert tally(of_cast, (1, 2, 3), {}).outcome == "defeated"
    assert tally(of_cast, (1, 2), {1: "abstain", 2: "abstain"}).outcome == "defeated"


def test_nobody_votes_under_two_thirds_of_cast_and_the_rules_stay() -> None:
    play = started(3, having(NET_PLAY, r203="adoption: 2/3 of cast"))
    play.done(c.Set(by=c.MODERATOR, key="missing_ballot", value="close"))
    play.done(c.Propose(by=play.mover, change=enact()))
    play.done(c.CallVote(by=play.mover))
    assert play.state.closes_at is not None
    play.at = play.state.closes_at
    events = play.done(c.Tick())
    assert [x.outcome for x in events if isinstance(x, e.VotingClosed)] == ["defeated"]
    assert play.state.rules.get(301) is None


# The points (202, 204, 206, 008)


def term_of_two(**clauses: str) -> tuple[Chaired, tuple[e.Event, ...]]:
    """Cleo's 303 is adopted against Bob, and Bob's own 304 defeated, in one moment; all have 5."""
    play = Chaired(4)
    rules = having(CHAIRPERSON, r203="adoption: majority of eligible", **clauses)
    players = {seat: replace(one, score=5) for seat, one in play.state.players.items()}
    book = play.state.rules
    for rule in rules:
        book = book.having(rule)
    play.state = replace(play.state, players=players, rules=book)
    play.called()
    play.done(c.Propose(by=CLEO, change=enact("One.")))
    play.done(c.Propose(by=BOB, change=enact("Two.")))
    play.to_the_vote()
    play.all_vote(303, BOB)
    play.all_vote(304, *play.state.playing)
    return play, play.wait(DAY)


def test_what_a_defeat_costs_is_worked_out_on_the_scores_before_the_vote() -> None:
    """204 and 206 are one moment: the ten points that Bob gets do not make his penalty dearer."""
    _, events = term_of_two(r204="reward against: 10", r206="penalty defeat: score")
    assert (BOB, 10, 204) in scored(events)
    assert (BOB, -5, 206) in scored(events)


def test_the_throws_of_204_and_206_are_counted_with_that_of_202() -> None:
    """Each is over another number in its turn, by another link, and the record proves it (008)."""
    rules = few(
        "net_play",
        r203="adoption: majority of eligible",
        r204="reward against: 1d6",
        r206="penalty defeat: 1d6",
    )
    game = Game(rules).start()
    for against in (1, 2):
        before = len(game.events)
        game.propose(enact(f"Tea with {against}."))
        game.call()
        game.all_vote(*game.others()[:against])
        thrown = [x for x in game.events[before:] if isinstance(x, e.DiceThrown)]
        assert [one.roll for one in thrown] == [1, 2]
        assert thrown[1].commitment == thrown[0].link
        assert all(one.faces == throw(one.link, one.message, 1, 6) for one in thrown)
    rules_paid = {rule for _, points, rule in scored(tuple(game.events)) if points}
    assert rules_paid == {202, 204, 206}
    assert checked(recorded(game.end())).differences == []


# The end of a vote (105)


def test_at_the_deadline_is_not_before_it_though_all_have_voted() -> None:
    """And where there is none, it is when all have."""
    rules = few("net_play", r203="adoption: majority of cast; vote ends: at the deadline")
    for window, ended in (("2d", False), ("0", True)):
        game = Game(rules).start()
        game.done(c.Set(by=c.MODERATOR, key="vote_window", value=window))
        game.propose(enact())
        game.call()
        game.all_vote()
        assert any(isinstance(x, e.VotingClosed) for x in game.events) == ended


# The hours (105, 201, 212)


def test_an_extension_is_an_hour_at_least_whatever_the_house_says() -> None:
    """Else the next deadline would be over as it is told."""
    play = Play(2, settings=replace(QUICK, extension=timedelta(minutes=1)))
    play.done(c.Start(by=c.MODERATOR))
    wake = next_wake(play.state)
    assert wake is not None
    play.at = wake
    (late,) = play.done(c.Tick())
    assert isinstance(late, e.TurnExtended)
    assert late.due_at == play.at + HOUR
    play.done(c.Propose(by=play.mover, change=enact()))
    play.done(c.CallVote(by=play.mover))
    assert play.state.closes_at is not None
    play.at = play.state.closes_at
    (longer,) = play.done(c.Tick())
    assert isinstance(longer, e.VotingExtended)
    assert longer.closes_at == play.at + HOUR


# Numbers (108)


def test_the_number_after_a_withdrawn_proposal_is_the_next() -> None:
    """What replaces it keeps its number; the next turn's proposal has a new one, adopted or not."""
    play = started(3)
    play.done(c.Propose(by=play.mover, change=enact("One.")))
    play.done(c.Withdraw(by=play.mover))
    assert play.state.next_number == 302
    play.turn(enact("Two."))
    assert play.state.next_number == 302
    (made,) = play.done(c.Propose(by=play.mover, change=enact("Three.")))
    assert isinstance(made, e.ProposalMade)
    assert (made.number, made.revision) == (302, 1)


def test_a_withdrawn_number_that_nothing_replaced_is_never_given_again() -> None:
    play = started(3)
    mover = play.mover
    play.done(c.Propose(by=mover, change=enact("One.")))
    play.done(c.Withdraw(by=mover))
    play.done(c.Leave(by=mover))
    assert play.mover != mover
    made = play.done(c.Propose(by=play.mover, change=enact("Two.")))[0]
    assert isinstance(made, e.ProposalMade)
    assert (made.number, made.revision) == (302, 1)


def test_a_changed_or_replaced_proposal_of_a_term_gives_no_number_twice() -> None:
    play = Chaired(4)
    play.called()
    assert play.state.turn is not None
    first, second, third = play.state.turn.proposers[:3]
    play.done(c.Propose(by=first, change=enact("One.")))
    play.done(c.Propose(by=second, change=enact("Two.")))
    play.done(c.Revise(by=first, text="One, and a half."))
    play.done(c.Withdraw(by=first))
    again = play.done(c.Propose(by=first, change=enact("One again.")))[0]
    other = play.done(c.Propose(by=third, change=enact("Three.")))[0]
    assert isinstance(again, e.ProposalMade) and isinstance(other, e.ProposalMade)
    assert (again.number, other.number) == (303, 305)
    assert [one.number for one in play.state.live] == [303, 304, 305]


# Who comes (301)


def test_who_asked_to_join_first_is_first_on_the_ballot_and_in_the_game() -> None:
    play = Chaired(3)
    for seat, name in ((7, "Hal Hopper"), (8, "Gus Gauss")):
        play.done(c.Join(by=seat, name=name, letter=f"join {seat}"))
    assert list(play.state.requests) == [7, 8]
    play.called()
    play.done(c.Propose(by=play.mover, change=enact()))
    before = len(play.events)
    play.to_the_vote()
    opened = [x.number for x in play.events[before:] if isinstance(x, e.VotingOpened)]
    assert opened == [303, -7, -8]
    assert [poll.number for poll in play.state.open_polls] == [303, -7, -8]
    for number in (303, -7, -8):
        play.all_vote(number)
    events = play.wait(DAY)
    assert [x.seat for x in events if isinstance(x, e.PlayerJoined)] == [7, 8]
    assert play.state.playing == (1, 2, 3, 7, 8)


def test_who_asked_first_is_in_first_where_a_join_is_enough_by_now() -> None:
    """105: they asked after the vote had opened that made it so."""
    play = Chaired(3)
    play.called()
    play.done(c.Propose(by=play.mover, change=amend(301, "JOIN joins.", "membership: open")))
    play.to_the_vote()
    for seat, name in ((8, "Hal Hopper"), (7, "Gus Gauss")):
        play.done(c.Join(by=seat, name=name, letter=f"join {seat}"))
    play.all_vote(303)
    assert [x.seat for x in play.wait(DAY) if isinstance(x, e.PlayerJoined)] == [7, 8]


# What is too late to be taken back (013)


def test_the_order_that_would_set_an_act_right_names_those_who_play_and_nobody_else() -> None:
    game = Game(few("suber_mail"), 4).start()
    then = [game.state.name_of(seat) for seat in game.state.order if seat != 4]
    game.done(c.Leave(by=4))
    who = "Fay Fermat"
    now = tuple(then[::-1])
    game.done(d.SetOrder(by=c.MODERATOR, who=who, order=now, rule=202, reason="as we sit"))
    game.propose(enact("Tea."))
    no = game.refused(d.Undo(by=c.MODERATOR, who=who))
    told = f"ORDER {', '.join(then)}: and why (it is {', '.join(now)})"
    assert told in no.what_would_work


# What changes nothing


def test_a_question_does_not_bring_an_old_game_the_new_reading() -> None:
    """It gets that with the next thing that happens in it."""
    play = started()
    play.state = replace(play.state, reading=0)
    assert play.done(c.Ask(by=1, topic="rules")) == ()
    read, announced = play.done(c.Announce(by=c.MODERATOR, text="Tea is at four.", who="M"))[:2]
    assert isinstance(read, e.LawRead) and not isinstance(announced, e.LawRead)


def test_who_hands_an_edited_copy_in_unread_is_refused() -> None:
    """What it would change stands in the texts, which the core does not read."""
    play = started()
    copy = c.ProposeEdited(by=play.mover, text="210. Tea is at five.")
    assert play.refused(copy).because == "rule 106"


def test_a_game_that_never_threw_goes_on_from_its_record_without_dice() -> None:
    play = started()
    play.state = replace(play.state, chain=None)
    assert play.done(c.GoOnFromRecord(by=c.MODERATOR)) == ()
