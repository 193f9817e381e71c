"""What holds of clauses whatever others stand beside them: random games, by counts of our own.

Each game has a procedure, and of the kinds that came after the first ones whatever is drawn. What
happened is gone through event by event, with the state before it:
1. A round that goes by time ends by it, and by nothing else; one that goes by votes, by votes.
2. Who is at the goal has won, whoever has won is set back as the rule says, and the game goes on.
3. A vote that is final is the first that its player sent; one that is not, the last.
4. A ruling falls when enough say so, and at once only where nobody could keep it; else it stands.
5. A lot names a judge among those who can be, as the die says, and nobody twice.
6. What a vote is counted by is what each ballot comes to, and nobody inactive was asked for one.
7. A vote that ended because it was decided comes out so, whatever the missing had voted.
Such a game is read back from its record as it was, and the record is proven.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.durations import parse_duration
from nomic_mail.game.evolve import fold
from nomic_mail.game.state import State
from nomic_mail.game.tally import ends, ends_from, tallied
from tests.game.test_votes_properties import (
    BALLOTS,
    FINAL,
    PAYS,
    PROPOSERS,
    QUICK,
    SEATS,
    SILENT,
    TIES,
    WITHDRAWN,
    adoptions,
    by_our_own_steps,
    every_way,
    told,
)
from tests.kit.games.core_play import enact
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, recorded

OPEN = "procedure: open, each 9, debate 0h, vote 2d"
PROCEDURES = (OPEN, f"{OPEN}, round 7d", f"{OPEN}, round 1d", "procedure: turns")
ENDS = ("when decided", "when decided, after 6h", "when all voted", "at the deadline")
GOALS = ("victory: 9", "victory: 9", "victory: none")
WINS = ("", "win: play on", "win: play on, winner to 2", "win: play on, all to 5")
JUDGES = ("by lot", "by lot", "player before the mover", "moderator")
OVERRULES = ("2/3 of cast", "majority of cast", "unanimous of cast", "majority of others")


@dataclass(frozen=True)
class Law:
    """What is drawn for a game, and what is counted by."""

    procedure: str
    votes: str
    goal: str
    win: str
    judge: str
    overrule: str

    @property
    def final(self) -> bool:
        return FINAL[1] in self.votes

    def game(self) -> Game:
        goal = "; ".join(filter(None, (self.goal, self.win)))
        judge = f"judge: {self.judge}; overrule: {self.overrule}"
        law = {"r202": self.procedure, "r203": self.votes, "r208": goal, "r212": judge}
        return Game(few("suber_1982", **law), len(SEATS)).start()


@st.composite
def laws(draw: st.DrawFn) -> Law:
    kinds = (TIES[:3], SILENT, PAYS, WITHDRAWN, FINAL, PROPOSERS)
    said = [f"adoption: {draw(adoptions)}", BALLOTS, f"vote ends: {draw(st.sampled_from(ENDS))}"]
    said += filter(None, [draw(st.sampled_from(kind)) for kind in kinds])
    drawn = [draw(st.sampled_from(of)) for of in (PROCEDURES, GOALS, WINS, JUDGES, OVERRULES)]
    procedure, goal, win, judge, overrule = drawn
    return Law(procedure, "; ".join(said), goal, win, judge, overrule)


# Playing

MOVES = (
    "propose",
    "propose",
    "vote",
    "vote",
    "all",
    "all",
    "back",
    "award",
    "award",
    "wait",
    "wait",
)
TALK = (
    "ask",
    "rule",
    "dispute",
    "dispute",
    "say",
    "say",
    "say",
    "consent",
    "leave",
    "come",
    "withdraw",
)
steps = st.lists(
    st.tuples(
        st.sampled_from((*MOVES, *TALK)),
        st.sampled_from(SEATS),
        st.integers(min_value=0, max_value=31),
    ),
    min_size=25,
    max_size=60,
)
Steps = list[tuple[str, int, int]]


def played(law: Law, taken: Steps) -> Game:
    """What is not allowed there is refused, and nothing comes of it."""
    game = law.game()
    for move, seat, number in taken:
        if move == "wait":
            game.at += (1 + number) * parse_duration("4h")
            game.do(c.Tick())
        elif move == "all":
            for one in game.state.playing:
                game.do(_vote(game, one, 6 * number + (one == number) * 2))
        else:
            for command in DOES[move](game, seat, number):
                game.do(command)
    return game


def _vote(game: Game, seat: int, number: int) -> c.Vote:
    polls = sorted(game.state.polls) or [0]
    other = game.state.name_of(SEATS[number % len(SEATS)])
    says = ("for", "for", "against", "abstain", f"as {other}", f"for if {polls[0]} passes")
    letter = f"{seat} {number} {len(game.events)}"
    proposal = polls[number % len(polls)]
    return c.Vote(by=seat, proposal=proposal, choice=says[number % len(says)], letter=letter)


def _propose(game: Game, seat: int, number: int) -> Iterator[c.Command]:
    by = seat if game.state.is_open else game.mover
    yield c.Propose(by=by, change=enact(f"Tea {number}."), letter=f"{len(game.events)}")
    yield c.CallVote(by=by)


def _withdraw(game: Game, seat: int, number: int) -> Iterator[c.Command]:
    for one in game.state.live[:1]:
        yield c.Withdraw(by=one.by, proposal=one.number)


def _back(game: Game, seat: int, number: int) -> Iterator[c.Command]:
    polls = sorted(game.state.polls) or [0]
    yield c.Retract(by=seat, proposal=polls[number % len(polls)])


def _award(game: Game, seat: int, number: int) -> Iterator[c.Command]:
    name, by = game.state.name_of(seat), c.MODERATOR
    points = number % 9 - 2 or 1
    yield c.Award(by=by, player=name, points=points, rule=202, reason="so", who="M")


def _rule(game: Game, seat: int, number: int) -> Iterator[c.Command]:
    judgment = game.state.judgment
    yield c.Ruling(by=judgment.judge if judgment else seat, text="So.")


def _dispute(game: Game, seat: int, number: int) -> Iterator[c.Command]:
    yield c.Judgment(by=seat, question="May we?")
    yield from _rule(game, seat, number)


def _say(game: Game, seat: int, number: int) -> Iterator[c.Command]:
    """Each seat from this one on, as the bits of the number are; others say nothing."""
    for place in range(number % 4 + 1):
        one = SEATS[(seat + place) % len(SEATS)]
        yield c.Overrule(by=one) if number >> place & 1 else c.Uphold(by=one)


def _come(game: Game, seat: int, number: int) -> Iterator[c.Command]:
    yield c.Join(by=seat, name=f"Player {seat:02d}", letter=f"{len(game.events)}")


def _leave(game: Game, seat: int, number: int) -> Iterator[c.Command]:
    if len(game.state.playing) > 3:
        yield c.Leave(by=seat)


DOES: dict[str, Callable[[Game, int, int], Iterator[c.Command]]] = {
    "propose": _propose,
    "vote": lambda game, seat, number: iter([_vote(game, seat, number)]),
    "withdraw": _withdraw,
    "back": _back,
    "award": _award,
    "ask": lambda game, seat, number: iter([c.Judgment(by=seat, question="May we?")]),
    "rule": _rule,
    "dispute": _dispute,
    "say": _say,
    "consent": lambda game, seat, number: iter([c.Consent(by=seat)]),
    "leave": _leave,
    "come": _come,
}


@QUICK
@given(laws(), steps)
def test_whatever_stands_together_each_clause_does_what_it_says(law: Law, taken: Steps) -> None:
    game = played(law, taken)
    assert fold(game.events) == game.state
    counts = (Rounds(law), Wins(law), Votes(law), Rulings(law), Lots(law))
    for before, event in told(game):
        for one in counts:
            one.sees(before, event)
    if game.state.status == "running" and not game.state.asked:
        assert not [seat for seat in game.state.playing if counts[1].is_there(game.state, seat)]
    assert checked(recorded(game.events)).differences == []


# Our own counts


@dataclass
class Rounds:
    """1"""

    law: Law
    began: e.TurnBegan | None = None
    counted: int = 0

    def sees(self, before: State, event: e.Event) -> None:
        if isinstance(event, e.VotingClosed):
            self.counted += 1
        if isinstance(event, e.TurnEnded) and self.began is not None and before.is_open:
            if self.began.due_at is None:
                assert self.counted >= len(before.playing)
            else:
                assert event.at >= self.began.due_at
        if isinstance(event, e.TurnBegan) and "round" in self.law.procedure:
            self._goes_by_time(event)
        if isinstance(event, e.TurnBegan):
            self.began, self.counted = event, 0

    def _goes_by_time(self, event: e.TurnBegan) -> None:
        """A tick that came late shifts no round, unless it came a whole round late."""
        time = parse_duration(self.law.procedure.split()[-1])
        last = self.began.due_at if self.began is not None else None
        if last is None or event.at - last >= time:
            last = event.at
        assert event.due_at == last + time
        assert event.circuit == (self.began.circuit + 1 if self.began else 1)


@dataclass
class Wins:
    """2"""

    law: Law
    to_come: dict[int, int] = field(default_factory=dict)  # what each is set to, by the last win

    def is_there(self, state: State, seat: int) -> bool:
        return self.law.goal == GOALS[0] and state.players[seat].score >= 9

    def sees(self, before: State, event: e.Event) -> None:
        there = tuple(seat for seat in before.playing if self.is_there(before, seat))
        if isinstance(event, e.RoundWon):
            assert self.law.win and event.winners == there
            to = int(self.law.win.split()[-1]) if " to " in self.law.win else 0
            whose = event.winners if "winner" in self.law.win else tuple(before.players)
            self.to_come = {seat: to for seat in whose if before.players[seat].score != to}
        elif self.to_come:
            assert isinstance(event, e.PointsScored), event
            assert event.total == self.to_come.pop(event.seat)
        if isinstance(event, e.GameWon):
            assert not self.law.win and set(event.winners) <= set(there)
        if isinstance(event, e.PointsScored):
            assert event.total == before.players[event.seat].score + event.points


@dataclass
class Votes:
    """3, 6 and 7"""

    law: Law
    sent: dict[tuple[int, int], str] = field(default_factory=dict)  # as they count
    outcomes: dict[int, str] = field(default_factory=dict)

    def sees(self, before: State, event: e.Event) -> None:
        match event:
            case e.VotingOpened():
                counted = set(event.electorate)
                proposal = before.proposals.get(event.number)
                by = {proposal.by} if proposal is not None else set()
                assert (
                    not counted & set(before.inactive)
                    or set(before.playing) - set(before.inactive) <= by
                ), "where there is nobody else (114)"
            case e.BallotCast():
                key = (event.number, event.seat)
                first = before.polls[event.number].ballots.get(event.seat)
                by_rule = first is not None and first.letter == "at first"
                assert not self.law.final or key not in self.sent or by_rule
                self.sent[key] = str(event.choice)
            case e.BallotRetracted():
                first = before.polls[event.number].ballots[event.seat]
                assert not self.law.final or first.letter == "at first"
                del self.sent[event.number, event.seat]
            case e.VotingClosed():
                self._counted(before, event)

    def _counted(self, before: State, event: e.VotingClosed) -> None:
        poll = before.polls[event.number]
        said = {
            seat: choice
            for (number, seat), choice in self.sent.items()
            if number == event.number and seat in poll.electorate
        }
        assert {seat: one.choice for seat, one in poll.ballots.items()} == said
        found = {seat: by_our_own_steps(seat, said, self.outcomes) for seat in said}
        assert event.votes == {seat: one for seat, one in found.items() if one is not None}
        assert set(event.absent) == set(poll.electorate) - set(said)
        self.outcomes[event.number] = event.outcome
        early = poll.closes_at is not None and event.at < poll.closes_at
        if early and not poll.withdrawn and ends(poll) == "when decided":
            assert event.at >= ends_from(poll)
            assert {tallied(poll, rest).outcome for rest in every_way(poll)} <= {event.outcome}


@dataclass
class Rulings:
    """4. What is said of a judge stays said of their next ruling, unless it was counted."""

    law: Law
    given: e.JudgmentGiven | None = None
    share: str = ""
    counted: bool = False
    against: set[int] = field(default_factory=set)
    in_favour: set[int] = field(default_factory=set)

    def sees(self, before: State, event: e.Event) -> None:
        match event:
            case e.JudgmentGiven():
                if self.counted:
                    self.against, self.in_favour = set(), set()
                self.given, self.share, self.counted = event, "", False
            case e.OverrulingOpened():
                self.share = event.share
            case e.OverruleGiven():
                self.against.add(event.seat)
                self.in_favour.discard(event.seat)
            case e.UpholdGiven():
                self.in_favour.add(event.seat)
                self.against.discard(event.seat)
            case e.JudgePassed(why="overruled"):
                self._falls(before, event)
                self._over()
            case e.SilenceConsented() | e.JudgmentSettled():
                # who leaves after the count takes no vote out of it
                stands = self.given is None or self.counted
                assert stands or not self._is_enough(before, of_all=not self.share)
                self.counted = bool(self.share)
                if isinstance(event, e.JudgmentSettled):
                    self._over()

    def _over(self) -> None:
        self.given, self.counted = None, False
        self.against, self.in_favour = set(), set()

    def _falls(self, before: State, event: e.JudgePassed) -> None:
        assert self.given is not None
        over = self.given.stands_at is not None and event.at >= self.given.stands_at
        assert self._is_enough(before, of_all=not (self.share and over))

    def _is_enough(self, state: State, *, of_all: bool) -> bool:
        """Of all the others, whatever those say who have said nothing; or of who has."""
        assert self.given is not None
        others = set(state.playing) - {self.given.judge}
        against, many = len(self.against & others), len(others)
        if not of_all:
            many = len((self.against | self.in_favour) & others)
        how, _, _ = (self.share or self.law.overrule).partition(" ")
        if how == "majority":
            return 2 * against > many
        share = Fraction(1) if how == "unanimous" else Fraction(how)
        return against > 0 and against >= share * many


@dataclass
class Lots:
    """5. The one moving, in open play too, is whoever proposed last; before that, whose turn it
    is. Where the ruling of one before them falls, whoever is asked by now has the question."""

    law: Law
    moving: int = 0
    begun: bool = False
    thrown: e.DiceThrown | None = None
    asked: list[int] = field(default_factory=list)
    askers: set[int] = field(default_factory=set)
    ruled_by: int = 0

    def sees(self, before: State, event: e.Event) -> None:
        if self.law.judge != "by lot":
            return
        match event:
            case e.TurnBegan() if not self.begun:
                self.moving = event.mover
            case e.ProposalMade():
                self.moving, self.begun = event.by, True
            case e.DiceThrown(by=c.MODERATOR):
                self.thrown = event
            case e.JudgmentInvoked():
                if before.judgment is None:
                    self.asked, self.askers = [], {event.by}
                    self._is_drawn(before, event.judge)
                self.askers.add(event.by)
            case e.JudgmentGiven():
                self.ruled_by = event.judge
            case e.JudgePassed() if event.judge is not None:
                if event.why == "overruled" and self._is_asked(before):
                    assert self.thrown is None and event.judge == self.asked[-1]
                else:
                    self._is_drawn(before, event.judge)
            case e.JudgmentSettled():
                self.thrown = None

    def _is_asked(self, before: State) -> bool:
        """Whoever was asked last, and has not ruled, still can."""
        last = self.asked[-1]
        return last not in (self.ruled_by, self.moving) and last in before.playing

    def _is_drawn(self, before: State, judge: int) -> None:
        out = {self.moving, *self.asked}
        can = [seat for seat in sorted(before.playing) if seat not in out]
        can = [seat for seat in can if seat not in self.askers] or can
        self.asked.append(judge)
        if len(can) > 1:
            assert self.thrown is not None and self.thrown.dice == f"1d{len(can)}"
            assert judge == can[self.thrown.faces[0] - 1]
        else:
            assert self.thrown is None and judge == can[0]
        self.thrown = None
