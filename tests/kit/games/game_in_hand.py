"""A game for tests, played straight in the core, in which time goes on by itself."""

from datetime import timedelta

from msgspec.structs import replace

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.rulebook import Rule
from nomic_mail.game.settings import Settings
from tests.kit.games.core_play import QUICK, Play

DAY = timedelta(days=1)
LAW = (103, 105, 106, 108, 109, 114, 211, 213)


def few(ruleset: str, **changed: str) -> tuple[Rule, ...]:
    """Those with clauses, and those that bear the law; `r203="adoption: ..."` gives another."""
    kept = []
    for rule in rulesets.load(ruleset).rules:
        clauses = changed.get(f"r{rule.number}")
        if clauses is not None:
            kept.append(replace(rule, text=rule.text[:80], clauses=tuple(clauses.split("; "))))
        elif rule.clauses or rule.number in LAW:
            kept.append(replace(rule, text=rule.text[:80]))
    return tuple(kept)


class Game(Play):
    """Time goes on, a minute with each command, and all of a vote can be cast at once."""

    def __init__(
        self,
        rules: tuple[Rule, ...],
        players: int = 3,
        settings: Settings = QUICK,
        seed: str = "finished",
    ) -> None:
        super().__init__(players, rules, settings, seed)

    def do(self, command: c.Command) -> object:  # type: ignore[override]
        self.at += timedelta(minutes=1)
        return super().do(command)

    def start(self) -> "Game":
        self.done(c.Start(by=c.MODERATOR))
        return self

    def pass_time(self, days: float) -> None:
        self.at += days * DAY
        self.done(c.Tick())

    def outage(self, hours: int) -> None:
        """The server was away until now."""
        self.at += timedelta(hours=hours)
        over = self.at + timedelta(minutes=1)
        began = over - timedelta(hours=hours)
        assert self.done(c.Outage(began_at=began, ended_at=over))

    def propose(self, change: c.Change, by: int | None = None) -> None:
        self.done(c.Propose(by=by or self.mover, change=change, letter="a proposal"))

    def call(self) -> None:
        self.done(c.CallVote(by=self.mover))

    def all_vote(self, *against: int, number: int | None = None) -> None:
        for seat in self.state.playing:
            choice: c.Choice = "against" if seat in against else "for"
            letter = f"vote {seat} {len(self.events)}"
            self.done(c.Vote(by=seat, choice=choice, proposal=number, letter=letter))

    def others(self) -> list[int]:
        return [seat for seat in self.state.playing if seat != self.mover]

    def end(self) -> list[e.Event]:
        if self.state.status != "ended":
            self.done(c.End(by=c.MODERATOR, reason="the tea is cold"))
        return self.events
