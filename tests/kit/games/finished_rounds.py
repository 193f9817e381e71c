"""Games that are won more than once, and go on."""

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from tests.kit.games.core_play import amend, enact
from tests.kit.games.game_in_hand import Game, few


def won_in_rounds() -> list[e.Event]:
    """208, and `win: play on`: all begin anew, or the winners alone; and then a win ends it."""
    game = Game(few("net_play", r208="victory: 9; win: play on")).start()
    for _ in range(6):
        game.propose(enact("Tea."))
        game.call()
        game.all_vote()
    alone = ("victory: 6", "win: play on, winner to 2")
    game.propose(amend(208, "The winner begins anew.", *alone))
    game.call()
    game.all_vote()
    for _ in range(4):
        game.propose(enact("Cake."))
        game.call()
        game.all_vote()
    assert len(game.state.won_before) > 2
    game.propose(amend(game.state.rules.now_called(208) or 0, "One wins.", "victory: 1"))
    game.call()
    game.all_vote()
    if game.state.asked:
        game.done(c.End(by=c.MODERATOR, winners=(game.state.name_of(1),)))
    return game.end()


def rulings_voted_on() -> list[e.Event]:
    """212, and `overrule: 1/2 of cast`: one falls, another stands, who said so thinks better."""
    law = "judge: player before the mover; overrule: 1/2 of cast"
    game = Game(few("suber_1982", r212=law), players=5).start()
    game.propose(enact("Tea."))
    asker = game.others()[0]
    game.done(c.Judgment(by=asker, question="Which?"))
    for says in (c.Overrule, c.Uphold):
        judge = game.state.judgment.judge if game.state.judgment else 0
        game.done(c.Ruling(by=judge, text="This one."))
        first, second, *_ = (seat for seat in game.state.playing if seat != judge)
        game.done(c.Overrule(by=first))
        game.done(c.Uphold(by=second))
        if says is c.Uphold:
            game.done(c.Uphold(by=first))
        game.pass_time(4)
    game.all_vote()
    return game.end()


def open_by_the_week() -> list[e.Event]:
    """Rounds of a week, into which what is open goes on; and turns again."""
    law = "procedure: open, each 2, debate 0h, vote 2d, round 7d"
    game = Game(few("net_play", r202=law)).start()
    for days in (6, 2, 5):
        game.propose(enact("Tea."), 1)
        game.pass_time(days)
        game.propose(enact("Cake."), 2)
        for number in sorted(game.state.polls):
            game.all_vote(number=number)
    game.propose(amend(202, "Turns.", "procedure: turns"), 3)
    game.all_vote()
    game.propose(enact("Milk."))
    game.call()
    game.all_vote()
    return game.end()
