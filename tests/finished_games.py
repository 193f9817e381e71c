"""Finished games, played straight in the core, that between them have every kind of event.

1. Each has the rules of its ruleset that make the server do something, and no more: what is checked
   of a rule without clauses is what is checked of one with them.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.dice import new_chain
from nomic_mail.game.evolve import fold
from nomic_mail.game.state import Rule, Settings
from tests.core_play import QUICK, Play, amend, enact, repeal, transmute

DAY = timedelta(days=1)
SMALL_BOOK = (7, 103, 201, 202, 203, 206, 208)
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

    def do(self, command: c.AnyCommand) -> object:  # type: ignore[override]
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

    def end(self) -> list[e.AnyEvent]:
        if self.state.status != "ended":
            self.done(c.End(by=c.MODERATOR, reason="the tea is cold"))
        return self.events


def turns_and_amendments() -> list[e.AnyEvent]:
    """103(2), 107, 108, 204, 206, 208: a whole game by turns, up to the goal."""
    game = Game(few("net_play", r203="adoption: majority of eligible")).start()
    game.done(c.Discuss(by=1, text="Good morning.", letter="talk"))
    game.propose(enact("Tea."))
    game.done(c.Revise(by=game.mover, text="Tea is at four.", letter="again"))
    game.done(c.Discuss(by=2, text="Why four?", letter="talk"))
    game.call()
    game.all_vote(game.others()[0])
    game.propose(amend(206, "A defeat costs nothing."))
    game.done(c.Withdraw(by=game.mover))
    game.propose(amend(206, "A defeat costs five.", "penalty defeat: 5"))
    game.call()
    voter = game.others()[0]
    game.done(c.Vote(by=voter, choice="against", letter="first"))
    game.done(c.Vote(by=voter, choice="for", letter="second"))
    game.done(c.Retract(by=voter))
    game.all_vote()
    game.propose(amend(302, "A defeat costs six."))
    game.done(c.Bind(by=c.MODERATOR, rule=303, answer="bind", clauses=("penalty defeat: 6",)))
    game.call()
    game.all_vote()
    game.propose(c.Change(kind="repeal", amendment=303))
    game.call()
    game.all_vote()
    game.propose(amend(304, "A defeat costs seven."))
    game.done(c.Bind(by=c.MODERATOR, rule=305, answer="keep"))
    game.call()
    game.all_vote()
    game.propose(c.Change(kind="amend", amendment=305, text="A defeat costs 8."))
    game.call()
    game.all_vote(*game.others())
    game.propose(transmute(105))
    game.call()
    game.all_vote(*game.others())
    game.done(c.Bind(by=c.MODERATOR, rule=301, answer="bind", clauses=("reward against: 2d4+1",)))
    game.propose(amend(208, "Fifteen win.", "victory: 15"))
    game.call()
    game.all_vote(game.others()[0])
    while game.state.status == "running" and not game.state.asked:
        game.propose(enact("More tea."))
        game.call()
        game.all_vote(game.others()[0])
    return game.end()


def people_come_and_go() -> list[e.AnyEvent]:
    """113, and house settings: leaving, coming back, a new player in a seat, absences."""
    game = Game(few("net_play"), settings=replace(QUICK, extensions=1))
    game.start()
    game.done(c.Set(by=c.MODERATOR, key="vote_window", value="4d"))
    game.done(c.Set(by=c.MODERATOR, key="missing_ballot", value="close"))
    game.done(c.Join(by=4, name="Dora Dent", surname="Dent", letter="join"))
    game.done(c.Away(by=game.others()[0], length=6 * DAY))
    game.propose(enact("Tea."))
    game.call()
    leaver = game.others()[1]
    game.done(c.Vote(by=game.mover, choice="for", letter="one"))
    game.done(c.Vote(by=leaver, choice="against", letter="two"))
    game.done(c.Leave(by=leaver))
    game.pass_time(5)
    game.pass_time(9)
    game.done(c.Join(by=leaver, name="Somebody Else", letter="again"))
    seat = game.others()[0]
    mates = " + ".join(game.state.name_of(one) for one in (seat, game.mover))
    game.done(c.Set(by=c.MODERATOR, key="team_mates", value=mates))
    game.done(c.Replace(by=c.MODERATOR, seat=seat, name="Nora New", surname="New", letter="nora"))
    game.pass_time(8)
    game.pass_time(12)
    game.propose(enact("Milk."))
    game.call()
    game.all_vote()
    for seat in game.state.playing:
        game.done(c.Leave(by=seat))
    return game.end()


def late_players() -> list[e.AnyEvent]:
    """Extended, then asked; closed by the Moderator; removed where a rule allows it."""
    game = Game(few("net_play_revised"), settings=replace(QUICK, extensions=1), players=4).start()
    game.outage(5)
    game.propose(enact("Tea."))
    game.call()
    game.done(c.Vote(by=game.mover, choice="for", letter="one"))
    game.outage(30)
    game.pass_time(10)
    game.pass_time(12)
    game.done(c.CloseVote(by=c.MODERATOR))
    game.pass_time(8)
    game.pass_time(12)
    late = game.state.name_of(game.mover)
    game.done(c.Remove(by=c.MODERATOR, player=late))
    game.propose(enact("Milk.", "lateness: may skip"))
    game.call()
    game.all_vote()
    game.done(c.Set(by=c.MODERATOR, key="missing_turn", value="skip"))
    game.pass_time(8)
    game.done(c.Leave(by=game.mover))
    game.done(c.Leave(by=game.mover))
    return game.end()


def judged() -> list[e.AnyEvent]:
    """212 and 213: two judges, an overruling, a consent, and the win by paradox."""
    game = Game(few("suber_1982"), players=4).start()
    game.propose(enact("This rule is not in force."))
    game.call()
    game.all_vote()
    asker = game.others()[0]
    game.done(c.Judgment(by=asker, question="Is it in force?"))
    game.done(c.Judgment(by=game.mover, question="And was it ever?"))
    first = game.state.judgment.judge if game.state.judgment else 0
    game.done(c.Ruling(by=first, text="It is."))
    for seat in game.state.playing:
        if seat != first:
            game.done(c.Overrule(by=seat))
    game.pass_time(4)
    second = game.state.judgment.judge if game.state.judgment else 0
    game.done(c.Ruling(by=second, text="It is not."))
    for seat in game.others():
        game.done(c.Consent(by=seat))
    game.propose(enact("Tea."))
    game.call()
    game.all_vote()
    game.done(c.Judgment(by=asker, question="Is that a paradox?"))
    judge = game.state.judgment.judge if game.state.judgment else 0
    winner = game.state.name_of(asker)
    game.done(c.Ruling(by=judge, text="It is; play cannot go on.", winner=winner))
    game.pass_time(4)
    return game.end()


def weighed() -> list[e.AnyEvent]:
    """207 and 202 by expressions: weights, abstention, a division by zero, the second circuit."""
    rules = few(
        "suber_mail",
        r207="votes: max(1, score / 10); ballots: secret with abstention",
        r203="adoption: 2/3 of cast, quorum 1/2, after circuits 1: majority of eligible",
    )
    game = Game(rules).start()
    for turn in range(5):
        game.propose(enact(f"Tea {turn}."))
        game.call()
        votes: list[c.Choice] = ["for", "abstain", "against" if turn % 2 else "for"]
        for seat, choice in zip(game.state.playing, votes, strict=True):
            game.done(c.Vote(by=seat, choice=choice, letter=f"vote {seat} {turn}"))
    game.propose(
        c.Change(
            kind="amend",
            target=202,
            text="Nothing much.",
            effects=("reward proposer: 10 / opposed", "procedure: turns"),
        )
    )
    game.call()
    game.all_vote()
    game.propose(enact("Alphabet.", "order: as joined over 201"))
    game.call()
    game.all_vote()
    return game.end()


def chaired() -> list[e.AnyEvent]:
    """202 with a chair, 301: several proposals together, one void; joins voted on; the surplus."""
    game = Game(few("chairperson"), players=4).start()
    game.done(c.Refuse(by=game.mover))
    _term(game, repeal(204), amend(204, "Nothing.", "reward against: 3"), enact("Tea."))
    game.done(c.Join(by=5, name="Eve Elm", letter="join"))
    game.done(c.Join(by=6, name="Fay Fir", letter="join"))
    _term(game, enact("Milk.", "adoption: majority of eligible, quorum 1/2 over 203"), refused=6)
    game.done(c.Leave(by=5))
    game.done(c.Judgment(by=game.others()[0], question="It is lax.", replace_chair=True))
    judge = game.state.judgment.judge if game.state.judgment else 0
    game.done(c.Ruling(by=judge, text="It is.", replace_chair=True))
    for seat in game.state.playing:
        if seat != judge:
            game.do(c.Overrule(by=seat))
    game.pass_time(20)
    _term(game, amend(206, "None.", "penalty defeat: 1d4"), enact("Limit.", "limit mutable: 99"))
    game.done(c.Call(by=game.mover, step="proposals"))
    game.done(c.Leave(by=game.mover))
    game.pass_time(2)
    _term(game, enact("Scones."), enact("Jam."), against=True)
    game.done(c.Join(by=7, name="Gus Gale", letter="join"))
    game.done(c.Leave(by=7))
    scores = {seat: game.state.players[seat].score for seat in game.state.playing}
    game.done(c.Leave(by=min(scores, key=lambda seat: scores[seat])))
    return game.end()


def chair_pro_tem() -> list[e.AnyEvent]:
    """202(e): the first accuser takes the chair; refuses it, or leaves; and the chair that was
    replaced does not come back for that."""
    game = Game(few("chairperson"), players=5).start()
    _accused(game, 2)
    game.done(c.Refuse(by=game.mover))
    game.pass_time(4)
    _term(game, enact("Tea."))
    game.done(c.Call(by=game.mover, step="proposals"))
    replaced = game.mover
    accuser = _accused(game, 4)
    game.propose(enact("Milk."), replaced)
    game.done(c.Leave(by=accuser))
    assert game.mover != replaced
    game.outage(20)
    game.pass_time(4)
    game.done(c.Call(by=game.mover, step="discussion"))
    game.pass_time(6)
    game.done(c.CallVote(by=game.mover))
    game.outage(20)
    game.all_vote(number=303)
    game.pass_time(4)
    game.done(c.Join(by=accuser, letter="again"))
    game.done(c.Leave(by=accuser))
    return game.end()


def _accused(game: Game, place: int) -> int:
    """Two ask for another chair; the one at this place after the chair is the first of them, and
    the next one of their order the second."""
    order = game.state.order
    at = order.index(game.mover)
    first, second = (order[(at + ahead) % len(order)] for ahead in (place, place - 1))
    for seat in (first, second):
        game.done(c.Judgment(by=seat, question="It is lax.", replace_chair=True))
    judge = game.state.judgment.judge if game.state.judgment else 0
    game.done(c.Ruling(by=judge, text="It is.", replace_chair=True))
    assert game.mover == first
    return first


def claims_and_requests() -> list[e.AnyEvent]:
    """Claims that follow a rule's number; the limit (209); a debate ended by the judge; requests
    that are taken back, the last that a vote waited for; points gone to the surplus."""
    rules = few("suber_mail", r209="limit mutable: 25; membership: unanimous vote")
    rules = tuple(one for one in rules if one.number != 213)
    game = Game(rules, players=3).start()
    game.propose(enact("Fifty win.", "victory: 50 over 208", "leaver points: surplus"))
    game.call()
    game.all_vote()
    game.propose(amend(208, "Sixty win.", "victory: 60"))
    game.done(c.Judgment(by=game.others()[0], end_debate=True))
    judge = game.state.judgment.judge if game.state.judgment else 0
    game.done(c.Ruling(by=judge, text="It is enough.", end_debate=True))
    game.all_vote()
    game.done(c.Judgment(by=judge, question="Which one wins?"))
    game.done(c.Consent(by=judge))
    game.done(c.Judgment(by=game.others()[0], question="And when?"))
    answering = game.state.judgment.judge if game.state.judgment else 0
    game.done(c.Ruling(by=answering, text="It says so."))
    game.pass_time(4)
    game.done(c.Join(by=4, name="Dora Dent", letter="join"))
    game.propose(enact("Tea."))
    game.call()
    for seat in game.state.playing:
        for poll in (301 + 2, -4):
            if seat != game.mover or poll > 0:
                game.done(c.Vote(by=seat, choice="for", proposal=poll, letter=f"{seat} {poll}"))
    game.done(c.Leave(by=4))
    assert not game.state.polls
    game.done(c.Join(by=4, name="Dora Dent", letter="join"))
    game.done(c.Bind(by=c.MODERATOR, rule=209, answer="bind", clauses=("limit mutable: 25",)))
    game.done(c.Join(by=4, name="Dora Dew", letter="dew"))
    leaver = game.others()[0]
    game.done(c.Leave(by=leaver))
    game.done(c.Join(by=leaver, letter="again"))
    return game.end()


def _term(game: Game, *changes: c.Change, refused: int = 0, against: bool = False) -> None:
    """The chair's three steps, each after the time of the one before."""
    game.done(c.Call(by=game.mover, step="proposals"))
    turn = game.state.turn
    for change, seat in zip(changes, turn.proposers if turn else (), strict=False):
        game.propose(change, seat)
    game.done(c.Extend(by=game.mover, length=DAY))
    game.pass_time(3)
    game.done(c.Call(by=game.mover, step="discussion"))
    game.pass_time(6)
    game.done(c.CallVote(by=game.mover))
    for number in game.state.polls:
        no = game.state.playing[:2] if against or number == -refused else ()
        game.all_vote(*no, number=number)
    game.pass_time(2)


def short_chains() -> list[e.AnyEvent]:
    """A chain of dice that is spent, and the next one announced."""
    game = Game(few("net_play"), players=0)
    seed = bytes(range(32))
    chain = new_chain(1, seed, 2)
    made = game.events[1]
    assert isinstance(made, e.DiceCommitted)
    game.events[1] = replace(made, seed=seed.hex(), length=2, commitment=chain.commitment)
    game.state = fold(game.events)
    for seat in (1, 2):
        game.done(c.Join(by=seat, name=f"Player {seat}", letter=f"join {seat}"))
    game.start()
    for _ in range(3):
        game.propose(enact("Tea."))
        game.call()
        game.all_vote()
    return game.end()


def smallest() -> list[e.AnyEvent]:
    """Two turns of two players: small enough to try every field of its record alone."""
    rules = tuple(rule for rule in few("net_play") if rule.number in SMALL_BOOK)
    game = Game(rules, players=2).start()
    game.propose(enact("Tea."))
    game.call()
    game.all_vote(game.mover)
    game.propose(amend(208, "One wins.", "victory: 1"))
    game.call()
    game.all_vote()
    return game.end()


GAMES: Mapping[str, Callable[[], list[e.AnyEvent]]] = {
    one.__name__: one
    for one in (
        turns_and_amendments,
        people_come_and_go,
        late_players,
        judged,
        weighed,
        chaired,
        chair_pro_tem,
        claims_and_requests,
        short_chains,
    )
}
