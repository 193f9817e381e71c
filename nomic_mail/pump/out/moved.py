"""What an outage has moved, in one letter to each moderator of several games.

It is made of what the games are now: so whatever stopped the server between two of them, all that
moved is in it.
"""

from collections.abc import Sequence
from datetime import datetime

from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.decide import next_wake
from nomic_mail.game.state import State
from nomic_mail.letters.proof.token import Matter
from nomic_mail.phrases.letters import asked
from nomic_mail.post.render import Finished, Reader
from nomic_mail.pump.plan import Desk, about, moderators_of, single
from nomic_mail.store.database.heartbeats import ListenerOutage
from nomic_mail.store.people.seats import Game
from nomic_mail.written.codec import Unreadable

MOST_LISTED = 500

TEXT = (
    "The server took no letters from {began} to {ended}. Nobody shall be late for that: deadlines"
    " are later by that time and two hours, in which mail servers try again. The players of each"
    " game have been told.\n\nWhen something is due next:\n\n{games}\n\nNothing is asked of you. If"
    " you do not know why the server was away, its log tells."
)


def moved_letters(
    desk: Desk, games: Sequence[Game], outage: ListenerOutage, now: datetime
) -> list[Finished]:
    told: dict[Reader, list[str]] = {}
    with desk.database.read() as connection:
        for game in sorted(games, key=lambda one: one.name):
            try:
                state = desk.ledger.load(connection, game.id)
            except Unreadable:
                continue  # it stands still, which is told by itself
            if _has_moved(state, outage):
                for reader in moderators_of(connection, desk.config, game):
                    told.setdefault(reader, []).append(_line(game, state))
    return [_letter(desk, reader, lines, outage, now) for reader, lines in told.items()]


def _has_moved(state: State, outage: ListenerOutage) -> bool:
    until = state.outage_until
    ended = min(filter(None, (outage.ended_at, state.paused_at)))
    return until is not None and outage.began_at < ended <= until


def _line(game: Game, state: State) -> str:
    due = next_wake(state)
    return f"- {game.name}: {_time(due) if due else 'paused'}"


def _letter(
    desk: Desk, reader: Reader, lines: Sequence[str], outage: ListenerOutage, now: datetime
) -> Finished:
    count = len(lines)
    what = f"Deadlines of {count} games have moved" if count > 1 else "Deadlines have moved"
    listed = list(lines[:MOST_LISTED])
    if count > MOST_LISTED:
        listed.append(f"- and {count - MOST_LISTED} more (nomic-mail game list)")
    times = {"began": _time(outage.began_at), "ended": _time(outage.ended_at)}
    text = TEXT.format(games="\n".join(listed), **times)
    notice = single(MODERATOR, "trouble", Matter("game"), what=asked(what), text=asked(text))
    cause = f"outage {outage.began_at.isoformat()}"
    return desk.renderer.render(notice, reader, about(None, 0, now, cause))


def _time(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"
