"""Whose name it is: one that looks like another's, the Moderator's or the server's is not taken.

1. It is looked at where a name comes in. What a game holds already stays as it is.
2. A name says who, and nothing else: no word that the game's letters and commands have for
   somebody, a choice or a number, no address and no link, and not what begins a line of a letter.
3. Nor is it one word of another's: whoever wrote that word meant them until now. Nor has it all of
   another's words, in whatever order or with words that say who is the real one, nor is it several
   names. But Mary Jane Moor may play with Mary Moor.
4. Nor what is a command or an action of the game, as a line: it may have been meant for that.
"""

import re
import unicodedata
from collections.abc import Iterable
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

QUANTITIES = "all alle any each every everybody everyone jeder keiner niemand no-one nobody none"
SOMEBODY = (
    f"{QUANTITIES} anybody anyone somebody someone jemand you me he she they who whoever player"
    " players ich du er sie wir ihr wer spieler spielerin for against abstain yes no ja nein end"
    " the other others rest winner winners both neither myself yourself himself herself"
    " themselves mover proposer author beide keine keins andere anderen der die das"
)
BESIDE = "else"  # somebody's word, and by itself a name
REAL = "the real true very old new same original official only der die das echte echter wahre alte"
MOST_MARKS = 4
JOINING = "and und except"
MORE = re.compile(
    r"[@<>\[\]|:;\u2611\u2705\u2713\u2714]|\bwww\.|^(?:J|#|no\.? ?|nr\.? ?)?\d+(?:st|nd|rd|th|\.)?$"
    r"|(?-i:\w\.[a-z]{2})|\w\.(?:com|net|org|info|io|de)\b",  # mail programs make links of these
    re.IGNORECASE,
)
# What Unicode's table has for no letter's look-alike, and passes for one within a name. No two
# digits are like one letter: Team6 and Team8 are two.
LIKE_A_LETTER = {
    ord(one): letter
    for letter, like in {
        "a": "\u039b\u2200\u0245",
        "b": "ßẞβ",
        "e": "℮€\u03a3\u2211\u039e",
        "g": "q",
        "l": "£",
        "o": "∘○◯◦⚪⭕●॰°",
        "s": "$",
        "x": "\u2715\u2716\u2717\u2718\u2573",
    }.items()
    for one in like
}
IN_A_WORD = re.compile(r"(?<=[^\W\d_])[4589]|[4589](?=[^\W\d_])")
LIKE_A_DIGIT = dict(zip("4589", "asbg", strict=True))
OF_THE_HOUSE = (
    "the a der die das nomic mail nomic-mail server host game games master gamemaster gm mod admin"
    " administrator root system judge referee umpire chair chairperson chairman clock postmaster"
    " mailer daemon mailer-daemon spielleiter spielleiterin spielleitung spiel richter richterin"
    " vorsitz vorsitzende vorsitzender verwalter admins team staff support help helpdesk desk"
    " security hostmaster webmaster abuse noreply no-reply automatic automatische reply antwort"
    " undelivered delivery status failure message notification co deputy vice subsystem bot"
    " moderation moderater moderateur moderador moderatore модератор operator organizer organiser"
    " arbiter arbitre árbitro arbitro leader leiter leiterin leitung schiedsrichter"
    " schiedsrichterin supervisor sysadmin webadmin administrateur amministratore beheerder"
    " ведущий official chief"
)


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
    is_a_word = _is_a_word_for_somebody(name)  # No is one, and of No-Reply
    if not is_a_word and (why := like_the_house(desk, game, name, word)):
        return why
    if is_a_word or MORE.search(name) or _is_said(name, state):
        return Refusal("name_says_more", name=name, word=word)
    return _like_anothers(name, list(names_held(state, without=seat)), word)


@cache
def _shapes_of(words: str) -> frozenset[str]:
    return frozenset(map(skeleton, word_set(words)))


def _is_a_word_for_somebody(name: str) -> bool:
    """Player 2 is a name, as groups give them by number."""
    words = [skeleton(one) for one in name.split()]
    if len(words) == 2 and words[0] == skeleton("player") and words[1].isdecimal():
        return False
    joins = words[0] in _shapes_of(QUANTITIES) or bool(_shapes_of(JOINING) & {*words})
    words = [one for one in words if one not in _shapes_of(BESIDE)] or ["a name"]
    return joins or all(one.isdecimal() or one in _shapes_of(SOMEBODY) for one in words)


def _is_said(name: str, state: State) -> bool:
    """Rule 4; also what begins as one in capitals, and is none."""
    about = About(actions=actions_of(state))
    first = name.split(maxsplit=1)[0]
    begins = first.isupper() and (first in words() or in_english(first) in words())
    begins = begins or near_action(name, about.actions, loud=True) is not None
    return begins or bool(understand("", name, about).said)


def _like_anothers(name: str, others: list[str], word: str) -> Refusal | None:
    shapes, own = _shapes(name), {*map(_plain, name.split())}
    alike = next((its for its in others if shapes & _shapes(its)), name)
    if alike.casefold() != name.casefold():  # else the game says so
        return Refusal("name_looks_like", name=name, other=alike, word=word)
    if alike in others:
        return None
    for its in others:  # rule 3
        words = {*map(_plain, its.split())}
        if words <= own <= words | _shapes_of(REAL) and len(words) > 1:
            return Refusal("name_looks_like", name=name, other=its, word=word)
        if skeleton(name) in map(skeleton, its.split()):
            return Refusal("name_is_part", name=name, other=its, word=word)
    parts = [*map(_plain, re.split("[,/&+]", name))]
    every = {one for its in others for one in (_plain(its), *map(_plain, its.split()))}
    if len(parts) > 1 and every >= {*parts}:
        return Refusal("name_says_more", name=name, word=word)
    return None


def _shapes(name: str) -> set[str]:
    """A ß is two letters, and looks like a third."""
    return {_plain(name), _plain(name.replace("ß", "ss"))}


def _plain(name: str) -> str:
    """Also with one in the place of two letters that are read as one."""
    name = IN_A_WORD.sub(lambda one: LIKE_A_DIGIT[one[0]], name.translate(LIKE_A_LETTER))
    name = re.sub("[vV]{2}", "w", name.replace("cl", "d"))
    return skeleton(without_accents(skeleton(name)))  # once more: an m without its stroke is one


def like_the_house(desk: Desk, game: Game | None, name: str, word: str = "JOIN") -> Refusal | None:
    shape = _plain(name)
    if not shape or _is_heaped(name):
        return Refusal("name_unreadable", name=name, word=word)
    with desk.look.read() as connection:
        moderators = [one.name for one in moderators_of(connection, desk.config, game)]
    host = desk.config.mail.address.rpartition("@")[2]
    own = map(_plain, (*moderators, desk.config.server.name, host))
    its = (game.title, game.name) if game is not None else ()
    titles = {*map(_plain, its), *map(_bare, its)} - {""}
    if shape in own or is_the_houses(name) or titles & {shape, _bare(name)}:
        return Refusal("name_of_the_house", name=name, word=word)
    return None


def _bare(name: str) -> str:
    """Without what the house is called, as letters come from Tea, a game of Nomic."""
    words = map(_plain, name.split())
    return "".join(one for one in words if one not in _plain_of_the_house())


def is_the_houses(name: str) -> bool:
    """Whoever moderates, and whatever the server is called."""
    words = {*map(_plain, re.split(r"[\s_-]+", name))} - {""}
    return _moderates(name) or (bool(words) and words <= _plain_of_the_house())


def _moderates(name: str) -> bool:
    return _plain("moderator") in _plain(name)


def strange_among(names: Iterable[str]) -> str:
    """The first that nobody could tell from another of them, or from the Moderator; or nothing. Zoe
    and Zoë may have played together for years, and with a Judge (rule 1)."""
    seen = set[str]()
    for name in names:
        shape = skeleton(name)
        if shape in seen or not shape or _moderates(name) or _is_heaped(name):
            return name
        seen.add(shape)
    return ""


def _is_heaped(name: str) -> bool:
    """More marks on one letter than any language has: they hide the lines above and below."""
    marks = "".join("x" if unicodedata.combining(one) else " " for one in name)
    return "x" * MOST_MARKS in marks


@cache
def _plain_of_the_house() -> frozenset[str]:
    return frozenset(_plain(one) for all in OF_THE_HOUSE.split() for one in (all, *all.split("-")))
