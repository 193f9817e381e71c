"""Which games there are to join (GAMES), for players and for whoever writes to the server.

1. Those that are not over and whose house setting `listed` says so, the newest first, MOST of them;
   no more than LOOKED_AT are looked at, so that nobody can keep the server busy.
2. A game that cannot be read is left out: whoever looks for its deadlines tells of it.
"""

from collections.abc import Sequence

from nomic_mail.game import commands as c
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.reading import Said
from nomic_mail.letters.proof import token
from nomic_mail.post.facts import Facts
from nomic_mail.post.games import table_facts
from nomic_mail.pump.plan import Desk, moderators_of
from nomic_mail.pump.who.doors import as_it_stands
from nomic_mail.store.people import seats
from nomic_mail.store.people.seats import Game, Seat

MOST = 20
LOOKED_AT = 60


def asks_games(said: Sequence[Said]) -> bool:
    return any(one.command == c.Ask(topic="games") for one in said)


def open_games(desk: Desk, own: Sequence[Seat] = ()) -> Facts:
    """`own` are the seats of who asks. `more`: whether there are others; `additions`: whether each
    has an address of its own; `to_join`: whether they do not play in all of them."""
    with desk.look.read() as connection:
        known = seats.games_going_on(connection, LOOKED_AT)
    found = []
    for game in known:
        state = as_it_stands(desk, game)  # rule 2
        if state is not None and state.settings.listed == "yes" and state.status != "ended":
            here = any(one.game_id == game.id and one.seat in state.playing for one in own)
            found.append(_told(desk, game, state, here=here))
        if len(found) > MOST:
            break
    to_join = any(not one["here"] for one in found)
    more = len(found) > MOST or len(known) == LOOKED_AT
    additions = bool(desk.config.mail.delimiter)
    told = {"games": found[:MOST], "more": more, "additions": additions, "what": False}
    return {**told, "to_join": to_join}


def _told(desk: Desk, game: Game, state: State, *, here: bool) -> Facts:
    mail = desk.config.mail
    with desk.look.read() as connection:
        by = moderators_of(connection, desk.config, game)[0].name
    address = token.make_address(mail.address, mail.delimiter, game.name)
    who = "" if by == "The Moderator" else by
    return table_facts(state, game.ruleset, address, who, here=here)
