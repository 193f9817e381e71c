"""What a game is at one moment: all that `decide` reads, and no more.

1. Finished proposals are not in it, so a letter costs the same in a ten-year game as in a new one;
   `record` goes through the whole ledger for those who ask.
2. Everything is frozen; the next state is made from the last by `evolve`, as an event has it.
3. No mail address, zone or preference is ever here: those are the seats' (DESIGN, The core).
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Literal, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from nomic_mail.game.citing import NUMBERED_ALIKE
from nomic_mail.game.commands import Change, Choice
from nomic_mail.game.numbers import Numbers, part_of, whole
from nomic_mail.game.open_judgment import OpenJudgment
from nomic_mail.game.part_points import Points
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.programs import NOTHING, Declared, GoneAction, Program, gone_with
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.game.settings import Settings
from nomic_mail.game.unchanging import Once, Unchanging
from nomic_mail.game.words import Clauses

GameStatus = Literal["forming", "running", "paused", "ended"]
ProcedureName = Literal["turns", "chair", "open"]
Step = Literal["", "proposals", "discussion", "vote"]

T = TypeVar("T")

SEVERAL_WINNERS = "several winners"  # what is asked where several are at the goal (208)
AGAIN = 1_000_000  # above all numbers; each use of one that was used before adds it
NOBODY = 0  # no seat: whose turn it is in open play
TOLD = "told"  # the ruleset of a game that was played elsewhere, and written down by hand


def label(number: int) -> str:
    """How a ballot is called: a proposal by its number, a request to join as J and the seat; in a
    game that is told, 305/2 is what had the number 305 the second time."""
    if number >= AGAIN:
        return f"{number % AGAIN}/{number // AGAIN + 1}"
    return f"J{-number}" if number < 0 else str(number)


def without_those_of(mapping: Mapping[int, T], number: int) -> dict[int, T]:
    """Without what is kept of the changes of this proposal."""
    return {kept: value for kept, value in mapping.items() if whole(kept) != number}


class Player(Struct, frozen=True, kw_only=True):
    """`joined` orders them as they first joined: the ledger's count at that moment. `place` is the
    surname and name by which the seat is sorted until the circuit ends, where somebody new plays
    in it. `muted`: what they say to all is not passed on. `missed` are the votes that they missed
    in a row, and `inactive`: so many that they are not counted among the voters. `former` are the
    last names that they had before. `taken_at` is the ledger's count when they took the seat."""

    seat: int
    name: str
    surname: str
    playing: bool = True
    score: Points = 0
    letter: str = ""
    away_until: datetime | None = None
    joined: int = 0
    place: tuple[str, str] | None = None
    muted: bool = False
    missed: int = 0
    missed_at: datetime | None = None  # when the last of them was counted
    heard_at: datetime | None = None  # since when they are silent, where a rule goes by that
    inactive: bool = False
    former: tuple[str, ...] = ()
    renamed_at: datetime | None = None
    taken_at: int = 0


class Proposal(Unchanging, frozen=True, kw_only=True):
    """`changes_until` is counted from when its number was first accepted, whatever it says by now,
    and stays as the house settings had it then. `instead_of` is the number of the withdrawn one
    whose place it has (108). `power` is what it declares, if anything."""

    number: int
    by: int
    revision: int
    change: Change
    made_at: datetime
    callable_from: datetime
    opens_at: datetime
    changes_until: datetime
    withdrawn: bool = False
    warnings: tuple[Phrase, ...] = ()
    instead_of: int | None = None
    more: tuple[Change, ...] = ()
    power: str = ""

    @property
    def changes(self) -> tuple[Change, ...]:
        """In their order: all are adopted, or none."""
        return (self.change, *self.more)

    @property
    def targets(self) -> frozenset[int]:
        """The rules that it is about."""
        return frozenset(one.target for one in self.changes if one.target is not None)

    def called(self, place: int) -> int:
        """The number of the rule that the change at this place makes (108)."""
        return part_of(self.number, place, len(self.changes))

    @Once
    def numbered(self) -> tuple[tuple[int, Change], ...]:
        """Each change by the number of the rule that it makes."""
        return tuple((self.called(at), one) for at, one in enumerate(self.changes, 1))

    def aimed_at(self, was: int, now: int) -> "Proposal":
        """What it is about has another number by now (108)."""

        def aimed(one: Change) -> Change:
            return replace(one, target=now) if one.target == was else one

        return replace(self, change=aimed(self.change), more=tuple(map(aimed, self.more)))

    @property
    def ordinal(self) -> int:
        """The number that points are reckoned by: nothing is earned by taking back."""
        return self.instead_of or self.number


class Binding(Struct, frozen=True, kw_only=True):
    """The question what a rule makes the server do, asked of the Moderator. `answer` is empty while
    it is open; `clauses` are what holds now. Its key is the number of the proposal, and so of the
    rule."""

    clauses: Clauses
    answer: Literal["", "keep", "drop", "bind"] = ""


class Request(Struct, frozen=True, kw_only=True):
    """Somebody asks to join, and it is not decided yet (301)."""

    seat: int
    name: str
    surname: str
    letter: str
    invited: bool = False


class Ballot(Struct, frozen=True, kw_only=True):
    """`choice` as it was written: a plain one, or what it follows (following.py); `comes_to` is
    what that has come to when the vote closed, and `nothing` where it is no vote. `cast_by` is who
    had the seat, where somebody else has it by now."""

    choice: str
    received_at: datetime
    letter: str
    comment: str = ""
    comes_to: str = ""
    cast_by: str = ""

    @property
    def vote(self) -> str:
        return self.comes_to or self.choice


class Stood(Struct, frozen=True, kw_only=True):
    """A rule with its program, as both stood before the rule was changed."""

    rule: Rule
    program: Program

    def kept_by(self, now: Program | None) -> Program:
        """With what it keeps now, as far as the rule still has it, and else as it was last."""
        if now is None:
            return self.program
        known = {(one.kind, one.name, one.owner) for one in now.declared.names}
        live = {
            one.name: now.values.get(one.name, {})
            for one in self.program.declared.names
            if (one.kind, one.name, one.owner) in known
        }
        return replace(self.program, values={**self.program.values, **live})


class Poll(Unchanging, frozen=True, kw_only=True):
    """A vote in progress. All but the ballots and `closes_at` is frozen from its opening on. A
    number below zero is the request to join of that seat; `weights` are empty where everybody has
    one vote. `chair` is the Chairperson, where there is one; `left_out` are the inactive, who are
    voters as soon as they vote. `vetoed`: by which seat; `withdrawn`: by its proposer. `retracted`:
    when each letter came that took one back. `outcomes` are of other votes, by which a ballot here
    goes. `stood` is the rule that says what is adopted, where it was changed since."""

    number: int
    revision: int
    electorate: tuple[int, ...]
    threshold: str
    threshold_rule: int | None
    opened_at: datetime
    closes_at: datetime | None
    abstention: bool = False
    weights: Mapping[int, int] = field(default_factory=dict)
    chair: int | None = None
    left_out: tuple[int, ...] = ()
    extensions: int = 0
    vetoed: int | None = None
    withdrawn: bool = False
    ballots: Mapping[int, Ballot] = field(default_factory=dict)
    retracted: Mapping[int, datetime] = field(default_factory=dict)
    outcomes: Mapping[int, str] = field(default_factory=dict)
    stood: Stood | None = None

    def keeping(self, now: Stood) -> Stood | None:
        """What it is decided by, where that is of the rule that will be changed now."""
        if self.stood is None:
            return now if self.threshold_rule == now.rule.number else None
        if self.stood.rule.lineage != now.rule.lineage:
            return None
        return replace(self.stood, program=self.stood.kept_by(now.program))

    def last_word(self, seat: int) -> datetime:
        back, own = self.retracted.get(seat, self.opened_at), self.ballots.get(seat)
        return max(back, own.received_at) if own else back

    def joined_by(self, seat: int) -> "Poll":
        """With the vote of one who was left out, and then votes."""
        if seat not in self.left_out:
            return self
        left_out = tuple(one for one in self.left_out if one != seat)
        return replace(self, electorate=(*self.electorate, seat), left_out=left_out)

    def left_by(self, seat: int, name: str) -> "Poll":
        """With the ballot that they leave to their successor, who may not read it (010)."""
        ballot = self.ballots.get(seat)
        if ballot is None or ballot.cast_by:
            return self
        return replace(self, ballots={**self.ballots, seat: replace(ballot, cast_by=name)})

    @Once
    def missing(self) -> tuple[int, ...]:
        """Those whose votes are waited for: nobody's, on what is withdrawn."""
        return () if self.withdrawn else self.absent

    @property
    def absent(self) -> tuple[int, ...]:
        return tuple([seat for seat in self.electorate if seat not in self.ballots])

    @property
    def counts(self) -> Mapping[Choice, int]:
        """The votes so far, each as many as its player has (207)."""
        counts: dict[Choice, int] = {"for": 0, "against": 0, "abstain": 0}
        for choice in counts:
            seats = [seat for seat, one in self.ballots.items() if one.vote == choice]
            counts[choice] = sum(self.weights.get(seat, 1) for seat in seats)
        return counts


def comments(poll: Poll | None, counted: Iterable[int]) -> dict[int, str]:
    """What was said beside the counted ballots, for all to see."""
    cast = poll.ballots if poll is not None else {}
    return {seat: cast[seat].comment for seat in counted if seat in cast and cast[seat].comment}


class Turn(Struct, frozen=True, kw_only=True):
    """`due_at` is None once the proposal is made, or while the moderator has been asked;
    `waits_from` is when the present wait for the mover began. Of a chair's term `step` is the last
    one called, `ends_at` the end of its period while that runs, `taken` whether the present chair
    has taken a step of it, and `counted_from` the chair from whom the next is reckoned, whoever is
    chair pro tem. `voted`: its vote is counted, and it waits for nothing but its end. Of open play
    the turn is nobody's: it is a round of as many counted votes as there were players, `counted` of
    them so far, or until `ends_at`."""

    number: int
    mover: int
    began_at: datetime
    due_at: datetime | None
    waits_from: datetime | None = None
    extensions: int = 0
    over: bool = False
    voted: bool = False
    procedure: ProcedureName = "turns"
    counted_from: int = 0
    step: Step = ""
    taken: bool = False
    ends_at: datetime | None = None
    proposers: tuple[int, ...] = ()
    requests: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()
    counted: int = 0

    def handed_to(self, mover: int, due_at: datetime | None, at: datetime) -> "Turn":
        """With somebody else to move, in a time of their own."""
        return replace(self, mover=mover, taken=False, due_at=due_at, waits_from=at, extensions=0)


class Chain(Struct, frozen=True, kw_only=True):
    """The dice's hash chain (008): `commitment` is public; each draw reveals the link before."""

    number: int
    seed: str
    length: int
    commitment: str
    used: int = 0


class LastAct(Struct, frozen=True, kw_only=True):
    """The Moderator's last one: its name, its place in the ledger, the first event that came of it,
    the place of the last one, the seat or rule it is `of`, the points it gave, and the game as it
    was `before`."""

    act: str
    number: int
    upto: int
    effect: str = ""
    of: int = 0
    points: Points = 0
    before: "State"


class Closing(Struct, frozen=True, kw_only=True):
    """The last count of a vote, and how the game stood before it: as long as nothing but what came
    of it has happened since."""

    at: datetime
    before: "State"


class State(Unchanging, frozen=True, kw_only=True):
    name: str = ""
    title: str = ""
    ruleset: str = ""
    status: GameStatus = "forming"
    version: int = 0
    at: datetime | None = None
    settings: Settings = field(default_factory=Settings)
    rules: Rules = field(default_factory=Rules)
    players: Mapping[int, Player] = field(default_factory=dict)
    order: tuple[int, ...] = ()
    turn: Turn | None = None
    circuit: int = 0
    circuit_waits_for: tuple[int, ...] = ()
    proposals: Mapping[int, Proposal] = field(default_factory=dict)
    polls: Mapping[int, Poll] = field(default_factory=dict)
    requests: Mapping[int, Request] = field(default_factory=dict)
    bindings: Mapping[int, Binding] = field(default_factory=dict)
    with_words: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    ruled_on: tuple[int, ...] = ()
    surplus: Points = 0
    paused_at: datetime | None = None
    resumed_at: datetime | None = None
    closing: Closing | None = None
    outage_from: datetime | None = None
    outage_until: datetime | None = None
    next_number: int = 301
    chain: Chain | None = None
    dealt: tuple[Chain, ...] = ()  # from which was thrown in secret, and that are not opened
    winners: tuple[int, ...] = ()
    won_before: tuple[int, ...] = ()  # once for each win after which play went on
    asked: str = ""
    guides: str = ""
    moving: int | None = None
    judgment: OpenJudgment | None = None
    moderators: tuple[str, ...] = ()  # the game's own, by name; before there are any, the house's
    ordered_by: int | None = None
    successors: Mapping[int, str] = field(default_factory=dict)
    last_act: LastAct | None = None
    reading: int = 0  # of the law; 0 is before there was any
    opened_before: frozenset[int] = frozenset()  # votes that were open when it came to be read so
    programs: Mapping[int, Program] = field(default_factory=dict)  # by the lineage of its rule
    gone: tuple[GoneAction, ...] = ()  # of rules' programs, the last ones last
    numbers: Numbers = field(default_factory=Numbers)

    def ruled_about(self, rule: int) -> bool:
        """Whether a ruling is in force that names it, or one was when its turn was over (212)."""
        now = self.judgment is not None and self.judgment.decides_on(rule)
        return now or rule in self.ruled_on

    def gone_by(self, rule: Rule, at: datetime, new: Declared = NOTHING) -> tuple[GoneAction, ...]:
        """With what players could do by it, and cannot by its program from now on."""
        program = self.programs.get(rule.lineage)
        if program is None:
            return self.gone
        like = GoneAction(form="", lineage=rule.lineage, rule=rule.number, at=at)
        return gone_with(self.gone, program, new, like)

    def with_what_stood(self, rule: Rule) -> "State":
        """Before the rule is changed: a vote keeps what it opened with, also the program by which
        it is decided. What that keeps is as it was last, each time."""
        program = self.programs.get(rule.lineage)
        if program is None:
            return self
        stood = Stood(rule=replace(rule, history=()), program=program)
        changed = {
            number: replace(poll, stood=kept)
            for number, poll in self.polls.items()
            if (kept := poll.keeping(stood)) is not None
        }
        return replace(self, polls={**self.polls, **changed}) if changed else self

    def read_by(self, reading: int) -> "State":
        """Before reading 4, the rules of all games were cited as if they were the initial sets;
        before reading 7, programs did not know whose title had been which."""
        alike = self.ruleset in NUMBERED_ALIKE or reading < 4
        rules = replace(self.rules, alike=alike)
        programs = self.programs
        if reading >= 7 and any(one.titles is None for one in programs.values()):
            programs = {
                lineage: one
                if one.titles is not None
                else replace(one, titles=rules.titled(lineage))
                for lineage, one in programs.items()
            }
        return replace(self, reading=reading, rules=rules, programs=programs)

    @Once
    def playing(self) -> tuple[int, ...]:
        """As they joined, whatever order a snapshot was written in."""
        seats = [(one.joined, seat) for seat, one in self.players.items() if one.playing]
        return tuple([seat for _, seat in sorted(seats)])

    @property
    def following(self) -> int:
        """The number that the next rule has by adoption."""
        return self.numbers.by_adoption(self.next_number)

    @property
    def inactive(self) -> tuple[int, ...]:
        """Who is not counted among the voters until they write."""
        return tuple([seat for seat in self.playing if self.players[seat].inactive])

    @property
    def proposal(self) -> Proposal | None:
        """The one of the turn; a chair's term may have several."""
        return next(iter(self.proposals.values()), None)

    @property
    def poll(self) -> Poll | None:
        """The vote of the turn; where several are open, the first of them."""
        return next(iter(self.open_polls), None)

    @Once
    def live(self) -> tuple[Proposal, ...]:
        """Those that will be voted on, in number order."""
        kept = [one for one in self.proposals.values() if not one.withdrawn]
        return tuple(sorted(kept, key=attrgetter("number")))

    @property
    def debated(self) -> tuple[Proposal, ...]:
        """Those that are not voted on yet, in number order."""
        return tuple([one for one in self.live if one.number not in self.polls])

    @property
    def is_open(self) -> bool:
        """Whether anybody may propose at any time, and each vote ends by itself."""
        return self.turn is not None and self.turn.procedure == "open"

    @property
    def is_chaired(self) -> bool:
        """Whether the turn is a term, and its mover the Chairperson."""
        return self.turn is not None and self.turn.procedure == "chair"

    @Once
    def open_polls(self) -> tuple[Poll, ...]:
        """Proposals in number order, then requests to join."""
        proposals = sorted([number for number in self.polls if number > 0])
        requests = sorted([number for number in self.polls if number < 0], reverse=True)
        return tuple([self.polls[number] for number in proposals + requests])

    @property
    def closes_at(self) -> datetime | None:
        """All ballots of a vote close together; None while there is no deadline."""
        closing = [poll.closes_at for poll in self.polls.values() if poll.closes_at is not None]
        return min(closing, default=None)

    @property
    def voters(self) -> tuple[int, ...]:
        """Who may vote on anything that is open."""
        seats = {seat for poll in self.polls.values() for seat in poll.electorate}
        return tuple(seat for seat in self.playing if seat in seats)

    @Once
    def missing(self) -> tuple[int, ...]:
        """Who has not yet voted on everything that is open."""
        seats = {seat for poll in self.polls.values() for seat in poll.missing}
        return tuple(seat for seat in self.playing if seat in seats)

    def name_of(self, seat: int) -> str:
        if seat in self.requests:
            return self.requests[seat].name
        player = self.players.get(seat)
        nobody = "somebody" if self.ruleset == TOLD else "the Moderator"
        return player.name if player else nobody

    # As it is after something has happened

    def with_player(self, player: Player) -> "State":
        return replace(self, players={**self.players, player.seat: player})

    def with_poll(self, poll: Poll) -> "State":
        return replace(self, polls={**self.polls, poll.number: poll})

    @property
    def dealing(self) -> tuple[Chain, ...]:
        """With the chain that is dealt from in secret now, as it stands."""
        known = self.chain is None or any(one.number == self.chain.number for one in self.dealt)
        return self.dealt if known or self.chain is None else (*self.dealt, self.chain)

    def drawn(self, link: str) -> Chain | None:
        """The dice's chain when that link of it is used."""
        if self.chain is None or not link:
            return self.chain
        return replace(self.chain, commitment=link, used=self.chain.used + 1)

    @property
    def still_asked(self) -> str:
        """What the end of a vote or a turn does not answer: one player is a question until another
        joins."""
        return self.asked if self.asked == "one player left" else ""

    @property
    def goal_asked_anew(self) -> str:
        """Who of several has won (208) is asked of the points, rules and players as they are
        now."""
        return "" if self.asked == SEVERAL_WINNERS else self.asked

    def moved(self, by: timedelta, since: datetime, until: datetime) -> "State":
        """All deadlines are so much later: nobody could act from `since` to `until`."""

        def later(moment: datetime | None) -> datetime | None:
            return moment + by if moment is not None else None

        def debated(one: Proposal) -> Proposal:
            """111: nobody could. What could be put to the vote before it still can."""
            least = one.callable_from
            return replace(
                one,
                opens_at=one.opens_at + by,
                callable_from=least + by if least > max(one.made_at, since) else least,
                changes_until=one.changes_until + by,
            )

        turn, judgment = self.turn, self.judgment
        if turn is not None:
            turn = replace(turn, due_at=later(turn.due_at), ends_at=later(turn.ends_at))
        if judgment is not None:
            due_at = judgment.due_at + by
            judgment = replace(judgment, due_at=due_at, stands_at=later(judgment.stands_at))
        first, last = self.outage_from or since, self.outage_until or since
        return replace(
            self,
            outage_from=min(since, first) if since < last else since,  # they count as one
            outage_until=max(until, last),
            turn=turn,
            judgment=judgment,
            polls={
                n: replace(one, closes_at=later(one.closes_at)) for n, one in self.polls.items()
            },
            proposals={n: debated(one) for n, one in self.proposals.items()},
            players={
                n: replace(one, heard_at=later(one.heard_at)) if one.heard_at else one
                for n, one in self.players.items()
            },
        )
