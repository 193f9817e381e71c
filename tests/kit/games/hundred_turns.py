"""A game of a hundred turns in which nearly everything happens: rules made, amended, transmuted,
repealed and struck back, votes lost, lapsed and taken up again, questions to judges, players who
come and go, pauses and outages, points given, taken and set right; and somebody wins.

Every ten turns the same ten things happen, each in its own turn, to other people and rules.
"""

from typing import Any

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.commands import discretion as d
from tests.kit.games.core_play import amend, enact, repeal, transmute
from tests.kit.games.game_in_hand import DAY, Game, few

TURNS = 100
WHO: dict[str, Any] = {"by": c.MODERATOR, "who": "Fay Fermat"}
IMMUTABLE = 105  # as it is called by now: transmuted, it takes the proposal's number (108)


def hundred_turns(turns: int = TURNS) -> list[e.Event]:
    changed = {
        "r203": "adoption: majority of eligible",
        "r208": "victory: none",
        "r209": "limit mutable: 99",
    }
    rules = few("net_play_revised", **changed)
    return _Long(Game(rules, players=4, seed="hundred").start()).played(turns)


class _Long:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.law, self.penalty = IMMUTABLE, 206

    def played(self, turns: int) -> list[e.Event]:
        happens = (
            *(self.enacts, self.amends, self.transmutes, self.repeals, self.is_judged),
            *(self.newcomers, self.is_paused, self.is_corrected, self.is_late, self.is_awarded),
        )
        game = self.game
        for turn in range(turns - 1):
            happens[turn % len(happens)](turn)
            assert game.state.turn is not None and game.state.turn.number == turn + 2, turn
        most = max(game.state.players[seat].score for seat in game.state.playing)
        self.vote(amend(208, "The first has won.", f"victory: {most}"))
        assert game.state.status == "ended"
        return game.events

    def vote(self, change: c.Change, *against: int) -> None:
        self.game.propose(change)
        self.game.call()
        self.game.all_vote(*against)

    def enacts(self, turn: int) -> None:
        """Revised, talked about, and adopted against one voice (204)."""
        game = self.game
        game.propose(enact("Tea.", "reward against: 1d4"))
        game.done(c.Discuss(by=game.others()[0], text=f"Tea {turn}?", letter=f"talk {turn}"))
        game.done(c.Revise(by=game.mover, text=f"Tea is at {turn}.", letter=f"again {turn}"))
        game.call()
        game.all_vote(game.others()[0])

    def amends(self, turn: int) -> None:
        """A vote changed, one taken back, and one more; every other time it fails (206)."""
        game, number = self.game, self.game.state.next_number
        game.propose(amend(self.penalty, f"A defeat costs {turn}.", f"penalty defeat: {turn}"))
        game.call()
        voter = game.others()[0]
        for choice in ("against", "for"):
            game.done(c.Vote(by=voter, choice=choice, letter=f"{choice} {turn}"))
        game.done(c.Retract(by=voter))
        fails = turn % 20 > 10
        game.all_vote(*(game.state.playing if fails else ()))
        self.penalty = self.penalty if fails else number

    def transmutes(self, turn: int) -> None:
        """109: there and back again, and with one voice against it is not done."""
        game, number = self.game, self.game.state.next_number
        fails = turn % 30 > 20
        self.vote(transmute(self.law), *(game.others()[:1] if fails else ()))
        self.law = self.law if fails else number

    def repeals(self, turn: int) -> None:
        """The rule that the Tea was, or an amendment struck back."""
        game = self.game
        tea = max(rule.number for rule in game.state.rules if rule.title == "Tea")
        if turn % 20 < 10:
            self.vote(repeal(tea))
        else:
            game.propose(amend(tea, "More tea."))
            game.done(c.Bind(**WHO, rule=game.state.next_number - 1, answer="drop"))
            game.call()
            game.all_vote()

    def is_judged(self, turn: int) -> None:
        """212: asked, ruled, and consented to; or overruled, and ruled again."""
        game = self.game
        asker = game.others()[0]
        game.done(c.Judgment(by=asker, question=f"Is it {turn}?"))
        judge = game.state.judgment.judge if game.state.judgment else 0
        game.done(c.Ruling(by=judge, text="It is."))
        if turn % 20 > 10:
            for seat in game.state.playing:
                if seat != judge:
                    game.done(c.Overrule(by=seat))
            judge = game.state.judgment.judge if game.state.judgment else 0
            game.done(c.Ruling(by=judge, text="It is not."))
        game.pass_time(4)
        self.vote(enact("Milk."))

    def newcomers(self, turn: int) -> None:
        """One comes, one goes, with the vote open, and the next time comes back."""
        game = self.game
        game.done(c.Join(by=5 + turn, name=f"Newcomer {turn}", letter=f"join {turn}"))
        game.propose(enact("Cups."))
        game.call()
        leaver = game.others()[-1]
        game.done(c.Vote(by=leaver, choice="against", letter=f"last {turn}"))
        game.done(c.Leave(by=leaver))
        game.all_vote()
        if turn % 20 > 10:
            game.done(c.Join(by=leaver, letter=f"back {turn}"))

    def is_paused(self, turn: int) -> None:
        """013, and an outage, a new name in a seat, a new house setting."""
        game = self.game
        game.propose(enact("Spoons."))
        game.done(c.Pause(**WHO, reason=f"the fair of {turn}"))
        game.at += 2 * DAY
        game.done(c.Resume(**WHO))
        game.done(c.Announce(**WHO, text=f"On we go, {turn}."))
        game.done(c.Prolong(**WHO, proposal=game.state.next_number - 1, length=DAY))
        game.outage(3)
        game.done(c.Set(by=c.MODERATOR, key="vote_window", value=f"{4 + turn % 5}d"))
        new = c.Replace(by=c.MODERATOR, seat=game.others()[0], name=f"Nora {turn}", letter="nora")
        game.done(new)
        game.call()
        game.all_vote()

    def is_corrected(self, turn: int) -> None:
        """012: a score set right, a rule's text; one of them taken back."""
        game = self.game
        one = game.state.name_of(game.mover)
        game.done(d.CorrectScore(**WHO, player=one, total=turn + 50, reason="miscounted"))
        if turn % 20 > 10:
            game.done(d.Undo(**WHO, reason="it was right"))
        text = f"A turn has {turn} parts."
        game.done(d.CorrectRule(**WHO, rule=201, title="Turns", text=text, reason="a slip"))
        game.propose(enact("Saucers."))
        game.done(c.Withdraw(by=game.mover))
        self.vote(enact("Plates."), *game.others())

    def is_late(self, turn: int) -> None:
        """The clock opens the vote, and nobody hears of one: extended, asked, closed by hand; every
        other time taken up again."""
        game = self.game
        game.done(c.Away(by=game.others()[0], length=5 * DAY))
        game.propose(enact("Napkins."))
        game.pass_time(8)
        absent = game.others()[-1]
        for seat in game.state.playing:
            if seat != absent:
                game.done(c.Vote(by=seat, choice="for", letter=f"vote {seat} {turn}"))
        while not game.state.asked:
            game.pass_time(4)
        number = max(game.state.polls)
        game.done(c.CloseVote(**WHO, proposal=number, reason="nothing is heard"))
        if turn % 20 > 10:
            game.done(c.Reopen(**WHO, proposal=number, length=2 * DAY, reason="the mailbox"))
            game.done(c.Vote(by=absent, choice="against", letter=f"late {turn}"))

    def is_awarded(self, turn: int) -> None:
        """Points by a rule in words; talk that is taken out, and one who is not heard."""
        game = self.game
        one, two = game.state.name_of(game.mover), game.state.name_of(game.others()[0])
        game.done(d.Award(**WHO, player=one, points=2, rule=201, reason="the riddle"))
        game.done(d.Fine(**WHO, player=two, points=-3, rule=201, reason="the answer"))
        game.done(c.Discuss(by=game.mover, text=f"Mine is {turn}!", letter=f"riddle {turn}"))
        said = game.state.version
        game.done(d.RemoveTalk(**WHO, number=said, seat=game.mover, reason="an address"))
        game.done(d.Mute(**WHO, player=two, reason="he shouts"))
        game.done(d.Unmute(**WHO, player=two, reason="no more"))
        self.vote(enact("Sugar."), game.others()[0])
