"""Finished games of open play, in which some miss votes, and some follow the votes of others;
`finished_games.py` tells what for."""

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from tests.kit.games.core_play import amend, enact
from tests.kit.games.game_in_hand import Game, few


def votes_missed() -> list[e.Event]:
    """Four is not counted, votes, and is; then nobody is left out any more, but who is silent."""
    rule = "adoption: majority of eligible, quorum 2 heads; inactive: after 2 votes missed"
    table = few("net_play", r202="procedure: open, each 2, debate 0h, vote 1d", r203=rule)
    game = Game(table, 4).start()
    for number in (301, 302):
        _voted(game, number)
    game.propose(enact("Coffee."), 1)
    game.done(c.Vote(by=4, choice="against", proposal=303, letter="4 on 303"))
    _cast(game, 303)
    for number in (304, 305):
        _voted(game, number)
    game.done(c.Wrote(by=4, letter="a question"))
    for number in (306, 307):
        _voted(game, number)
    game.propose(amend(203, "So.", "adoption: majority of eligible"), 1)
    _cast(game, 308)
    assert not game.state.inactive
    game.propose(amend(308, "So.", "adoption: majority of eligible", "inactive: after 9d"), 1)
    _cast(game, 309)
    game.pass_time(1)
    return game.end()


def votes_followed() -> list[e.Event]:
    """By another's ballot, in a circle, and by how another proposal comes out, met and unmet."""
    rule = "adoption: majority of cast; ballots: secret with endorsement, conditions"
    pays = "; reward for: 2; penalty absent: 1"
    table = few("net_play", r202="procedure: open, each 9, debate 0h, vote 1d", r203=rule + pays)
    game = Game(table, 4).start()
    for name in ("Tea", "Coffee", "Milk"):
        game.propose(enact(f"{name}."), 1)
    ada, bob, cid = (game.state.name_of(seat) for seat in (1, 2, 3))
    said = {
        302: ("for", f"as {ada}", "against if 301 passes", "for if 301 fails"),
        301: (f"as {bob}", f"as {ada}", "for", f"as {cid}"),
        303: (f"as {bob}", "against", "for"),
    }
    for number, choices in said.items():
        for seat, choice in enumerate(choices, 1):
            letter = f"{seat} on {number}"
            game.done(c.Vote(by=seat, choice=choice, proposal=number, letter=letter))
    game.pass_time(1)
    return game.end()


def _voted(game: Game, number: int) -> None:
    game.propose(enact(f"Tea at {number}."), 1)
    _cast(game, number)
    if number in game.state.polls:
        game.pass_time(1)


def _cast(game: Game, number: int) -> None:
    for seat in (1, 2, 3):
        game.done(c.Vote(by=seat, choice="for", proposal=number, letter=f"{seat} on {number}"))
