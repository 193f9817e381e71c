"""Finished games in which the Moderator acts: points by rules in words, mistakes set right and
taken back, talk that is not passed on, or taken out of the record."""

from typing import Any

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.commands import discretion as d
from tests.kit.games.core_play import amend, enact
from tests.kit.games.game_in_hand import Game, few

WHO: dict[str, Any] = {"by": c.MODERATOR, "who": "The Moderator"}


def moderated() -> list[e.Event]:
    """Each act once, most of them taken back, and an end that was none."""
    game = Game(few("net_play", r203="adoption: majority of eligible"), players=4).start()
    one, two = game.state.name_of(game.mover), game.state.name_of(game.others()[0])
    game.done(c.Discuss(by=game.mover, text="Where is the tea?", letter="talk"))
    said = game.state.version
    game.done(d.Award(**WHO, player=one, points=20, rule=201, reason="the riddle"))
    game.done(d.Fine(**WHO, player=one, points=-5, rule=201, reason="the answer"))
    game.done(c.Discuss(by=game.mover, text="It was right!", letter="more"))
    game.done(d.Undo(**WHO))
    game.done(d.Mute(**WHO, player=two, reason="he shouts"))
    game.done(d.RemoveTalk(**WHO, number=said, seat=game.mover, reason="an address"))
    game.done(d.CorrectTurn(**WHO, player=two, stood=1, reason="it was his"))
    game.done(d.Undo(**WHO, reason="it was hers"))
    game.done(d.CorrectTurn(**WHO, player=two, stood=1, reason="it was his"))
    game.propose(enact("Tea."))
    game.done(c.Discuss(by=game.others()[1], text="Tea it is.", letter="tea"))
    number = game.state.version
    game.call()
    game.done(c.End(**WHO, reason="by mistake"))
    game.pass_time(3)
    game.done(d.Undo(**WHO, reason="by mistake"))
    game.all_vote(game.mover)
    _rules_and_order(game)
    remove = d.RemoveTalk(**WHO, number=number, seat=game.events[number - 1].seat, reason="x")  # type: ignore[attr-defined]
    game.done(remove)
    game.done(d.AskSuccessor(**WHO, player=two, name="Nora New", reason="he is ill"))
    seat = next(seat for seat in game.state.playing if game.state.name_of(seat) == two)
    game.done(c.Replace(**WHO, seat=seat, name="Nora New", letter="nora"))
    game.done(d.CorrectScore(**WHO, player=one, total=120, reason="the dice were misread"))
    assert game.state.status == "ended"
    game.done(d.Undo(**WHO, reason="they were not"))
    game.done(d.CorrectScore(**WHO, player=one, total=12, reason="the dice were misread"))
    return game.end()


def _rules_and_order(game: Game) -> None:
    rule = d.CorrectRule(**WHO, rule=202, title="Turns", text="A turn has two parts.", reason="x")
    game.done(rule)
    game.done(d.Undo(**WHO))
    game.done(rule)
    game.done(d.CorrectRule(**WHO, rule=207, status="immutable", reason="so it was"))
    game.done(d.Roll(**WHO, dice="2d6", rule=202, reason="the wheel"))
    names = [game.state.name_of(seat) for seat in game.state.order]
    for order in (names[::-1], [*names[1:], names[0]]):
        game.done(d.SetOrder(**WHO, order=tuple(order), rule=7, reason="by seats"))
    game.misprinted(208, "Who has 90 points wins.", "victory: 90")
    game.done(d.Undo(**WHO))
    game.propose(amend(206, "Defeat is cheap."))
    bind = c.Bind(**WHO, rule=302, answer="bind", clauses=("penalty defeat: 1",))
    game.done(bind)
    game.done(d.Undo(**WHO))
    game.done(bind)
    game.call()
    game.all_vote()


def ordered_by_hand() -> list[e.Event]:
    """201 with an alphabet: the order that the Moderator sets by a rule holds as long as that rule
    stands as it is; after that it is the alphabet again, with who has joined meanwhile."""
    game = Game(few("suber_mail")).start()
    order = tuple(game.state.name_of(seat) for seat in (3, 1, 2))
    game.done(d.SetOrder(**WHO, order=order, rule=202, reason="as we sit"))
    assert game.mover == 1
    for mover in (2, 4, 1):
        game.propose(amend(202, "As we sit.") if mover == 1 else enact("Tea."))
        game.call()
        game.all_vote()
        if mover == 2:
            game.done(c.Join(by=4, name="Ann Alder", surname="Alder", letter="ann"))
        assert game.mover == mover, (game.mover, mover)
    return game.end()


def won_by_an_award() -> list[e.Event]:
    """208: points that a rule gives in words can win; a fine can settle who of several has."""
    game = Game(few("net_play"), players=3).start()
    names = [game.state.name_of(seat) for seat in game.state.playing]
    for name in names[:2]:
        game.done(d.CorrectScore(**WHO, player=name, total=99, reason="miscounted"))
    game.done(d.Award(**WHO, player=names[0], points=1, rule=202, reason="the riddle"))
    game.done(d.Undo(**WHO))
    game.misprinted(208, "Who has 50 points wins.", "victory: 50")
    assert game.state.asked == "several winners"
    game.done(c.End(**WHO, winners=(names[0],)))
    game.done(d.Undo(**WHO, reason="it was not judged"))
    game.done(d.Fine(**WHO, player=names[1], points=-60, rule=202, reason="the judge says so"))
    assert game.state.status == "ended"
    return game.events
