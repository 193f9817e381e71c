"""Whose name it is: one that looks like another's, the Moderator's or the server's is not taken.

1. It is looked at where a name comes in. What a game holds already stays as it is.
2. A name says who, and nothing else: no word that the game's letters and commands have for
   somebody, a choice or a number, no address and no link.
3. Nor is it one word of another's: whoever wrote that word meant them until now.
4. Nor what is a command or an action of the game, as a line: it may have been meant for that.
"""

import re
from functools import cache

from nomic_mail.game import commands as c
from nomic_mail.game.course import Refusal
from nomic_mail.game.procedures.naming import Rename
from nomic_mail.game.procedures.seating import names_held
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.actions import near_action
from nomic_mail.letters.grammar.german import in_english
from nomic_mail.letters.grammar.language import words
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.letters.lists import word_set
from nomic_mail.letters.proof.lookalikes import skeleton, without_accents
from nomic_mail.pump.plan import Desk, moderators_of
from nomic_mail.pump.says.meaning import actions_of
from nomic_mail.store.people.seats import Game

SOMEBODY = (
    "all any anybody anyone everybody everyone nobody none no-one somebody someone you me he she"
    " they who whoever player players for against abstain yes no end"
)
MORE = re.compile(r"[@<>\[\]|]|://|\bwww\.", re.IGNORECASE)
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
    elif isinstance(command, c.Replace):
        seat = command.seat
    elif isinstance(command, c.AskSuccessor):
        seat = -1
    else:
        return None
    name = " ".join(command.name.split())
    if not name:
        return None
    if why := like_the_house(desk, game, name, word):
        return why
    if MORE.search(name) or _is_a_word_for_somebody(name) or _is_said(name, state):
        return Refusal("name_says_more", name=name, word=word)
    return _like_anothers(name, list(names_held(state, without=seat)), word)


@cache
def _shapes_of_words() -> frozenset[str]:
    return frozenset(map(skeleton, word_set(SOMEBODY)))


def _is_a_word_for_somebody(name: str) -> bool:
    """Player 2 is a name, as groups give them by number."""
    words = [skeleton(one) for one in name.split()]
    numbered = len(words) == 2 and words[0] == skeleton("player") and words[1].isdecimal()
    return not numbered and all(one.isdecimal() or one in _shapes_of_words() for one in words)


def _is_said(name: str, state: State) -> bool:
    """Rule 4; also what begins as one in capitals, and is none."""
    about = About(actions=actions_of(state))
    first = name.split(maxsplit=1)[0]
    begins = first.isupper() and (first in words() or in_english(first) in words())
    return begins or bool(near_action(name, about.actions) or understand("", name, about).said)


def _like_anothers(name: str, others: list[str], word: str) -> Refusal | None:
    shape = skeleton(name)
    alike = next((its for its in others if skeleton(its) == shape), name)
    if alike.casefold() != name.casefold():  # else the game says so
        return Refusal("name_looks_like", name=name, other=alike, word=word)
    whose = next((its for its in others if shape in _shapes(its)), "")
    if whose and alike not in others:  # rule 3
        return Refusal("name_is_part", name=name, other=whose, word=word)
    return None


def _shapes(name: str) -> list[str]:
    """Of each of its words."""
    return [skeleton(one) for one in name.split()]


def like_the_house(desk: Desk, game: Game | None, name: str, word: str = "JOIN") -> Refusal | None:
    shape = without_accents(skeleton(name))
    if not shape:
        return Refusal("name_unreadable", name=name, word=word)
    with desk.look.read() as connection:
        moderators = [one.name for one in moderators_of(connection, desk.config, game)]
    own = [*moderators, *OF_THE_HOUSE, desk.config.server.name]
    if without_accents(skeleton("moderator")) in shape or shape in {
        without_accents(skeleton(one)) for one in own
    }:
        return Refusal("name_of_the_house", name=name, word=word)
    return None
