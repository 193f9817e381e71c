"""Finished games in which the Moderator extends, reopens, pauses and announces; `finished_games.py`
tells what they are for."""

from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from tests.kit.games.core_play import QUICK, enact
from tests.kit.games.game_in_hand import DAY, Game, few


def acts(game: Game, kind: type[c.Command], **fields: Any) -> None:
    game.done(kind(by=c.MODERATOR, who="Fay Fermat", **fields))


def time_in_hand() -> list[e.Event]:
    """013: each window extended, a vote taken up again that had scored, an outage in a pause."""
    settings = replace(QUICK, extensions=0, debate_max=5 * DAY)
    game = Game(few("net_play", r203="adoption: majority of eligible"), settings=settings)
    acts(game, c.Start, reason="all are here")
    acts(game, c.Prolong, turn=1, length=DAY)
    game.propose(enact("Tea."))
    acts(game, c.Prolong, proposal=301, until=game.at + 6 * DAY)
    game.call()
    absent, voter = game.others()
    for seat in (game.mover, voter):
        game.done(c.Vote(by=seat, choice="for", proposal=301, letter=f"vote {seat}"))
    acts(game, c.Prolong, proposal=301, length=DAY, reason="the fair")
    game.pass_time(9)
    acts(game, c.Prolong, proposal=301, length=DAY)
    game.pass_time(2)
    acts(game, c.CloseVote, proposal=301, reason="nothing is heard")
    game.done(c.Discuss(by=absent, text="But I voted!", letter="talk"))
    acts(game, c.Announce, text="So it seems.")
    acts(game, c.Reopen, proposal=301, length=2 * DAY, reason="the mailbox was down")
    acts(game, c.Pause, reason="at sea")
    began = game.at - timedelta(hours=2)  # of an outage: what comes after it, the pause counts
    game.at += 3 * DAY
    assert game.done(c.Outage(began_at=began, ended_at=game.at - DAY))
    acts(game, c.Resume)
    written = game.at - DAY  # in the pause
    game.done(c.Vote(by=absent, choice="for", letter="late", received_at=written))
    again = written + timedelta(hours=1)
    game.done(c.Vote(by=absent, choice="against", letter="later", received_at=again))
    game.done(c.Tick())
    assert not game.state.polls
    assert game.state.players[absent].score == 10
    acts(game, c.Pause)
    acts(game, c.End, reason="the sea is too deep")
    return game.events


def time_with_a_chair() -> list[e.Event]:
    """A period, the wait for a step, and all ballots of a term together."""
    game = Game(few("chairperson"), players=4, settings=QUICK)
    acts(game, c.Start)
    acts(game, c.Prolong, turn=1, length=DAY)
    game.done(c.Call(by=game.mover, step="proposals", length=DAY))
    acts(game, c.Prolong, turn=1, length=DAY)
    chair = game.mover
    game.propose(enact("Tea."))
    game.pass_time(3)
    game.done(c.Call(by=chair, step="discussion", length=5 * DAY))
    game.pass_time(6)
    game.done(c.CallVote(by=chair, length=DAY))
    (number,) = game.state.polls
    acts(game, c.Prolong, proposal=number, length=DAY)
    game.done(c.Vote(by=chair, choice="for", letter="one"))
    game.pass_time(3)
    assert not game.state.polls
    acts(game, c.Reopen, proposal=number, length=DAY)
    for seat in game.others():
        game.done(c.Vote(by=seat, choice="for", letter=f"vote {seat}"))
    game.pass_time(2)
    assert not game.state.polls
    acts(game, c.End, reason="the tea is cold")
    return game.events
