"""Small games for the core's tests: net_play from its start, one command after another."""

import hmac
from datetime import UTC, datetime, timedelta
from typing import Literal

from msgspec.structs import replace

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game.course import Cause, Refusal, Steps
from nomic_mail.game.decide import READING, decide, found
from nomic_mail.game.dice import Fresh
from nomic_mail.game.events import Event, GameCreated
from nomic_mail.game.evolve import fold
from nomic_mail.game.programs import NONE, Runs
from nomic_mail.game.rulebook import Rule
from nomic_mail.game.settings import Settings
from nomic_mail.game.state import State
from nomic_mail.phrases import Worded, worded

MODERATOR = "The Moderator"
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
QUICK = Settings(debate_min=timedelta(0))
NET_PLAY = rulesets.load("net_play").rules


class Happened(list[Event]):
    """Events, and what they came of, each by its place."""

    def __init__(self, steps: Steps) -> None:
        super().__init__(steps)
        self.causes: dict[int, Cause] = dict(steps.causes)

    def go_on(self, steps: Steps) -> None:
        self.causes |= {len(self) + place: cause for place, cause in steps.causes.items()}
        self.extend(steps)

    def altered(self, place: int, *events: Event) -> "Happened":
        """With these in the place of one; what caused others stays where they are."""
        other, more = Happened(Steps()), len(events) - 1
        other.extend([*self[:place], *events, *self[place + 1 :]])
        other.causes = {
            at + more * (at > place): cause
            for at, cause in self.causes.items()
            if at != place or events
        }
        return other


class Play:
    """A game in hand: what was recorded, and the state it folds into."""

    runs: Runs = NONE
    reading: int = READING  # of the law; an earlier one plays as it was played then

    def __init__(
        self,
        players: int = 2,
        rules: tuple[Rule, ...] = NET_PLAY,
        settings: Settings = QUICK,
        seed: str = "play",
    ) -> None:
        self.at = BEGAN
        self.seed = seed.encode()
        self.events = Happened(
            found("game", "Game", "net_play", rules, settings, self.at, self._fresh())
        )
        created = self.events[0]
        assert isinstance(created, GameCreated)
        self.events[0] = replace(created, reading=self.reading)
        self.state: State = fold(self.events)
        for seat in range(1, players + 1):
            self.do(c.Join(by=seat, name=f"Player {seat:02d}", letter=f"join {seat}"))

    def _fresh(self) -> Fresh:
        count = len(self.events) if hasattr(self, "events") else 0
        return Fresh(hmac.digest(self.seed, str(count).encode(), "sha256"))

    def do(self, command: c.Command) -> Steps | Refusal:
        if isinstance(command, c.Act) and command.SIGNED and not command.who:
            command = replace(command, who=MODERATOR)
        result = decide(self.state, command, self.at, self._fresh(), self.reading, self.runs)
        if not isinstance(result, Refusal):
            self.events.go_on(result)
            self.state = result.after
        return result

    def done(self, command: c.Command) -> tuple[Event, ...]:
        result = self.do(command)
        assert not isinstance(result, Refusal), result
        return result

    def misprinted(self, rule: int, text: str, *clauses: str) -> tuple[Event, ...]:
        """The Moderator corrects what was entered wrongly, and binds its right words."""
        by = c.MODERATOR
        self.done(c.CorrectRule(by=by, rule=rule, text=text, reason="a misprint", who="M"))
        answer: Literal["bind", "drop"] = "bind" if clauses else "drop"
        return self.done(c.Bind(by=by, rule=rule, answer=answer, clauses=clauses, who="M"))

    def refused(self, command: c.Command) -> Worded:
        """As it is told."""
        result = self.do(command)
        assert isinstance(result, Refusal), result
        return worded(result)

    @property
    def mover(self) -> int:
        assert self.state.turn is not None
        return self.state.turn.mover

    def turn(self, change: c.Change, *against: int) -> tuple[Event, ...]:
        """The mover's whole turn: propose, call the vote, and everybody votes."""
        mover = self.mover
        self.done(c.Propose(by=mover, change=change))
        before = len(self.events)
        self.done(c.CallVote(by=mover))
        for seat in self.state.playing:
            choice: c.Choice = "against" if seat in against else "for"
            self.done(c.Vote(by=seat, choice=choice, letter=f"vote {seat} {before}"))
        return tuple(self.events[before:])


def started(players: int = 2, rules: tuple[Rule, ...] = NET_PLAY, seed: str = "play") -> Play:
    play = Play(players, rules, seed=seed)
    play.done(c.Start(by=c.MODERATOR))
    return play


def enact(text: str = "There is tea.", *effects: str) -> c.Change:
    return c.Change(kind="enact", title="Tea", text=text, effects=effects or None)


def amend(target: int, text: str, *effects: str) -> c.Change:
    return c.Change(kind="amend", target=target, text=text, effects=effects or None)


def repeal(target: int) -> c.Change:
    return c.Change(kind="repeal", target=target)


def transmute(target: int) -> c.Change:
    return c.Change(kind="transmute", target=target)
