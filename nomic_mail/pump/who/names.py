"""Whose name it is: one that looks like another's, the Moderator's or the server's is not taken.

It is looked at where a name comes in. What a game holds already stays as it is.
"""

from nomic_mail.game import commands as c
from nomic_mail.game.course import Refusal
from nomic_mail.game.procedures.naming import Rename
from nomic_mail.game.procedures.seating import names_held
from nomic_mail.game.state import State
from nomic_mail.letters.proof.lookalikes import skeleton, without_accents
from nomic_mail.pump.plan import Desk, moderators_of
from nomic_mail.store.people.seats import Game

OFFICE = without_accents(skeleton("moderator"))
OF_THE_HOUSE = ("Nomic", "nomic_mail", "Server", "The Server", "Postmaster", "Mailer-Daemon")


def taken(desk: Desk, game: Game, command: c.Command, state: State) -> Refusal | None:
    """Why nobody new can be called so, nor anybody from now on."""
    word = "JOIN"
    if isinstance(command, c.Join | Rename):
        seat = command.by
        known = state.players.get(seat)
        if known is not None and known.name == command.name:
            return None
        word = "NAME" if isinstance(command, Rename) else word
    elif isinstance(command, c.AskSuccessor):
        seat = -1
    else:
        return None
    name = " ".join(command.name.split())
    if not name:
        return None
    if why := like_the_house(desk, game, name, word):
        return why
    shape = skeleton(name)
    others = names_held(state, without=seat)
    alike = next((its for its in others if skeleton(its) == shape), name)
    if alike.casefold() != name.casefold():  # else the game says so
        return Refusal("name_looks_like", name=name, other=alike, word=word)
    return None


def like_the_house(desk: Desk, game: Game | None, name: str, word: str = "JOIN") -> Refusal | None:
    shape = without_accents(skeleton(name))
    if not shape:
        return Refusal("name_unreadable", name=name, word=word)
    with desk.look.read() as connection:
        moderators = [one.name for one in moderators_of(connection, desk.config, game)]
    own = [*moderators, *OF_THE_HOUSE, desk.config.server.name]
    if OFFICE in shape or shape in {without_accents(skeleton(one)) for one in own}:
        return Refusal("name_of_the_house", name=name, word=word)
    return None
