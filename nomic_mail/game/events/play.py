"""The game itself: its beginning, its dice, its house settings, its deadlines, its end."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import ClassVar, Literal

from msgspec.structs import replace

from nomic_mail.game.dice import message_of
from nomic_mail.game.events.kind import Event, Upcaster, as_sentence, were_words
from nomic_mail.game.numbers import Numbers, whole
from nomic_mail.game.phrase import Phrase, as_told
from nomic_mail.game.record.parts import Commitment, Record, RuleForm, RuleLife, Shuffle
from nomic_mail.game.record.story import Moment, Story, names_of
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.game.settings import Settings
from nomic_mail.game.state import SEVERAL_WINNERS, Chain, State
from nomic_mail.game.words import Free, Words


class GameCreated(Event, frozen=True, kw_only=True):
    MOMENT = ("created", "name", "title", "ruleset")

    name: str
    title: Words
    ruleset: str
    settings: Settings
    rules: tuple[Rule, ...]
    first_number: int
    guides: Free = ""
    reading: int = 0

    def fold(self, state: State) -> State:
        highest = max((whole(one.number) for one in self.rules), default=0)
        return replace(
            state,
            name=self.name,
            title=self.title,
            ruleset=self.ruleset,
            settings=self.settings,
            rules=Rules({rule.number: rule for rule in self.rules}),
            with_words={
                rule.number: rule.clauses
                for rule in self.rules
                if rule.clauses or rule.status != "mutable"
            },
            next_number=self.first_number,
            numbers=Numbers(self.first_number, self.first_number, highest + 1),
            guides=self.guides,
        ).read_by(self.reading)

    def keep(self, record: Record, before: State) -> None:
        record.name, record.title, record.ruleset = self.name, self.title, self.ruleset
        record.created_at, record.initial = self.at, self.rules
        record.first_number = self.first_number
        for rule in self.rules:
            record.rules[rule.lineage] = RuleLife(forms=[RuleForm.of(rule, self.at)])


class LawRead(Event, frozen=True, kw_only=True):
    """From here on the game is decided by that reading of the law. What is decided already, and
    what an open vote was opened with, stays. It takes no time: its moment is the last event's."""

    MOMENT = ()
    MOVES_NOTHING = True

    reading: int

    def fold(self, state: State) -> State:
        return replace(state.read_by(self.reading), opened_before=frozenset(state.polls))

    def comes_with(self, state: State) -> bool:
        return True


class DiceCommitted(Event, frozen=True, kw_only=True):
    """008: the end of a hash chain, published before anyone can know what its links will throw."""

    MOMENT: ClassVar[tuple[str, ...]] = ()
    SEALED = ("seed",)

    chain: int
    commitment: str
    length: int
    seed: str

    def fold(self, state: State) -> State:
        chain = Chain(
            number=self.chain, seed=self.seed, length=self.length, commitment=self.commitment
        )
        return replace(state, chain=chain)

    def keep(self, record: Record, before: State) -> None:
        record.commitments.append(Commitment(self.chain, self.at, self.commitment, self.length))


class DiceReplaced(DiceCommitted, frozen=True, kw_only=True):
    """008: a chain announced before the last one is spent, since the server was set back to a
    backup: what it had thrown and published after that, it would throw again."""

    MOMENT = ("set back", "backup_at")

    backup_at: datetime
    restored_at: datetime


class DiceOpened(DiceCommitted, frozen=True, kw_only=True):
    """The game is over, and everybody may know what was thrown in secret: here are the `seeds` of
    the chains that it was drawn from, by their numbers. All their links are known then, so that
    another chain is announced, should the game go on after all."""

    seeds: Mapping[int, str]

    def fold(self, state: State) -> State:
        return replace(DiceCommitted.fold(self, state), dealt=())

    def moment(self, story: Story) -> Moment:
        return Moment(self.at, "dice_opened", {"seeds": tuple(self.seeds.items())})

    def comes_with(self, state: State) -> bool:
        """With the end of the game."""
        return True


class GameImported(DiceCommitted, frozen=True, kw_only=True):
    """The game goes on from its public record, on a server that was told nothing else: links to
    come, and ballots that were still sealed, are nobody's here. So the dice are new (008), and
    `votes`, those that were open, begin anew. It pauses, from when the record ends."""

    MOMENT = ("imported", "recorded_at", "votes")

    recorded_at: datetime
    votes: tuple[int, ...]

    def fold(self, state: State) -> State:
        """What a ballot said that no count has opened is not known here: it is nobody's vote. Nor
        is a seed that was to be opened."""
        state = replace(DiceCommitted.fold(self, state), dealt=())
        polls = {n: replace(poll, ballots={}, retracted={}) for n, poll in state.polls.items()}
        programs = {n: replace(one, orders=()) for n, one in state.programs.items()}
        state = replace(state, programs=programs)
        status, paused_at = state.status, state.paused_at
        if status == "running":
            status, paused_at = "paused", self.recorded_at
        return replace(state, polls=polls, status=status, paused_at=paused_at)

    def keep(self, record: Record, before: State) -> None:
        DiceCommitted.keep(self, record, before)
        for number in self.votes:
            record.vote_on(number).voted.clear()

    def last_act(self, state: State) -> None:
        """Of a record none is taken back."""


class GameStarted(Event, frozen=True, kw_only=True):
    """`order` with its proof (007): the link it was shuffled by, over the letters that joined."""

    order: tuple[int, ...]
    how: str
    rule: int | None
    link: str
    over: tuple[tuple[int, str], ...]
    proven: bool

    def fold(self, state: State) -> State:
        return replace(state, status="running", order=self.order, chain=state.drawn(self.link))

    def keep(self, record: Record, before: State) -> None:
        """The text a shuffle stands on is made of the letters that joined (007)."""
        chain = before.chain if self.link else None
        record.started_at = self.at
        record.shuffle = Shuffle(
            at=self.at,
            how=self.how,
            rule=self.rule,
            order=self.order,
            nonce=self.link or None,
            commitment=chain.commitment if chain else None,
            over=message_of(game=before.name, joined=self.over) if chain else None,
            proven=self.proven,
        )

    def moment(self, story: Story) -> Moment:
        facts = {"order": names_of(story.state, self.order), "how": self.how, "rule": self.rule}
        return Moment(self.at, "started", facts)


class SettingChanged(Event, frozen=True, kw_only=True):
    MOMENT = ("setting", "key", "value")

    key: str
    value: Words
    settings: Settings

    def fold(self, state: State) -> State:
        return replace(state, settings=self.settings)


class DeadlinesMoved(Event, frozen=True, kw_only=True):
    """Every deadline that is still to come is so much later. Of an outage or a pause: from when to
    when; what an earlier one has counted already is not in `by`."""

    MOMENT = ("moved", "why", "began_at", "ended_at")

    why: Literal["outage", "pause"]
    by: timedelta
    began_at: datetime
    ended_at: datetime

    def fold(self, state: State) -> State:
        state = state.moved(self.by, self.began_at, self.ended_at)
        if self.why == "outage" or not state.programs:
            return state  # what a timer missed while nothing ran, it does when the server is back
        programs = {n: one.paused(self.by, self.ended_at) for n, one in state.programs.items()}
        return replace(state, programs=programs)

    def keep(self, record: Record, before: State) -> None:
        """As in the state: a vote that closes at a known time closes so much later."""
        for number, poll in before.polls.items():
            if poll.closes_at is not None:
                record.vote_on(number).closes_at = poll.closes_at + self.by


class _Won(Event, frozen=True, kw_only=True):
    """`goal` is None where the win is by ruling (213), by the word of a rule's program, or by what
    one keeps: then its rule's clause says how much of what."""

    winners: tuple[int, ...]
    goal: int | None
    rule: int

    def moment(self, story: Story) -> Moment:
        winners = names_of(story.state, self.winners)
        rule = story.state.rules.get(self.rule)
        facts: dict[str, object] = {"winners": winners, "goal": self.goal, "rule": self.rule}
        if of := self.of(story.state):
            facts["of"] = of
        elif rule is not None and rule.program:
            facts["by_itself"] = True  # its program says so, and no judge
        return Moment(self.at, self.MOMENT[0], facts)

    def of(self, state: State) -> str:
        """So much of what a program keeps, "30 coins", where that is why."""
        rule = state.rules.get(self.rule) if self.goal is None else None
        return rule.goal if rule is not None else ""

    def comes_with(self, state: State) -> bool:
        return True


class GameWon(_Won, frozen=True, kw_only=True):
    MOMENT = ("won",)

    def fold(self, state: State) -> State:
        return replace(state, winners=self.winners)

    def keep(self, record: Record, before: State) -> None:
        record.won = self


class RoundWon(_Won, frozen=True, kw_only=True):
    """A win after which play goes on, by the rule `by`; what it sets points to comes behind it."""

    COMES_OF_A_COUNT = True
    MOMENT = ("round_won",)

    by: int

    def fold(self, state: State) -> State:
        return replace(state, won_before=(*state.won_before, *self.winners))


class GameEnded(Event, frozen=True, kw_only=True):
    """`why` is the core's; `reason` is what the Moderator said of it, where that was anything."""

    UPCASTERS: ClassVar[Mapping[int, Upcaster]] = {
        3: lambda fields: {**fields, "why": as_sentence(fields["reason"]), "reason": ""}
    }

    why: Phrase
    reason: Words = ""

    def fold(self, state: State) -> State:
        turn = replace(state.turn, due_at=None) if state.turn else None
        return replace(
            state, status="ended", turn=turn, proposals={}, polls={}, judgment=None, asked=""
        )

    def keep(self, record: Record, before: State) -> None:
        because = self.because(before)
        record.ended_at, record.ended_because = self.at, because
        record.void(before, self.at, because)

    def moment(self, story: Story) -> Moment:
        return Moment(self.at, "ended", {"reason": self.because(story.state)})

    def because(self, state: State) -> Phrase:
        why = self.why.named(state.name_of)
        if why.code == "for_a_reason":
            return as_told(self.reason)
        return Phrase("with_a_reason", why=why, reason=self.reason) if self.reason else why

    def comes_with(self, state: State) -> bool:
        """A win comes of what led to it at once (208), and its end with it."""
        return bool(state.winners)


class ModeratorAsked(Event, frozen=True, kw_only=True):
    """Something only a person can settle; no deadline runs meanwhile."""

    MOMENT = ("asked", "matter", "question")
    UPCASTERS: ClassVar[Mapping[int, Upcaster]] = {3: were_words("question")}

    matter: Literal["missing turn", "missing ballot", "one player left", "several winners"]
    question: Phrase
    number: int | None = None

    def fold(self, state: State) -> State:
        """No deadline runs while the moderator is asked about a missing turn or ballot."""
        turn, polls = state.turn, state.polls
        if self.matter == "missing turn" and turn is not None:
            turn = replace(turn, due_at=None)
        if self.matter == "missing ballot":
            polls = {number: replace(poll, closes_at=None) for number, poll in polls.items()}
        return replace(state, turn=turn, polls=polls, asked=self.matter)

    def comes_with(self, state: State) -> bool:
        """Who has won is asked of what led to it at once (208)."""
        return self.matter == SEVERAL_WINNERS
