"""What all transcripts together must show, played: each kind of clause that pays, each refusal,
found where it is raised, and no code in any letter.

1. What no letter or act can bring about stands in UNREACHED with its reason; a line that is no
   longer true fails.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import nomic_mail.game
import nomic_mail.pump
from nomic_mail.game.clauses import KINDS
from nomic_mail.game.events import PointsScored
from nomic_mail.game.phrase import Phrase
from nomic_mail.phrases import words
from tests.kit.codes import codes_of, made
from tests.kit.played import GAMES, Look

CORE = Path(nomic_mail.game.__file__).parent
PUMP = Path(nomic_mail.pump.__file__).parent

WITHOUT = "games are played with an interpreter; tests/game/test_programs.py has one without"
UNREACHED: dict[tuple[str, str], str] = {
    ("decide", "teams_too_long"): (
        "a letter's SET ends at 300 characters; only the command line takes 2000"
    ),
    (
        "program_texts",
        "programs_not_read",
    ): WITHOUT,
    (
        "program_calls",
        "programs_not_run",
    ): WITHOUT,
    ("following", "no_such_choice"): "the grammar reads a vote as one of those that there are",
    ("decide", "change_unread"): (
        "the pump makes a Propose of an edited copy before it is decided, or refuses it itself"
    ),
    ("chair", "period_no_longer"): "EXTEND by nothing is no command: the server asks by how much",
    ("membership", "name_needed"): (
        "who gives no name is called by the name or the first half of the address"
    ),
    ("membership", "seat_is_empty"): (
        "an act names the player who is replaced, and is refused before if nobody is called so"
    ),
    # What a transcript has no line for; tests/cli/test_games.py and test_people.py do.
    ("people", "no_such_game"): "a transcript's acts are of its own game",
    ("people", "too_many_players"): "of two thousand players at once",
    ("people", "game_over"): "player import; a game has it of player add",
    ("people", "game_not_typed"): "game delete",
    ("people", "game_not_over"): "game delete",
    ("people", "letters_unsent"): "game delete, with letters on their way",
    ("founding", "ruleset_unread"): "game new --ruleset FILE tells it before",
    ("founding", "rules_unread"): "game new --texts",
    ("founding", "rules_unbound"): "game new --texts asks before",
    ("founding", "binding_unread"): "game new --bind tells it before",
    ("acts", "wish_says_nothing"): "the command line has only the three words that say something",
    ("plan", "does_not_moderate"): "mod --as",
    ("lines", "line_unclear"): "a transcript's acts are lines that are understood",
    ("rules", "rule_not_named"): (
        "a proposal without a number is no command: the server asks which rule is meant"
    ),
}


def test_every_kind_of_clause_that_pays_pays_in_a_game(played: Look) -> None:
    scored = [
        one.event.because
        for file in GAMES
        for one in played(file).entries()
        if isinstance(one.event, PointsScored)
    ]
    paid = set[str]()
    while scored:  # a throw, or an expression, is told around what it is for
        phrase = scored.pop()
        paid |= {phrase.facts["clause"]} if phrase.code == "paid" else set()
        scored += [one for one in phrase.facts.values() if isinstance(one, Phrase)]
    unpaid = {name for name, kind in KINDS.items() if kind.pays} - paid
    assert not unpaid, f"no game in tests/games shows them pay yet: {sorted(unpaid)}"


def test_nobody_reads_a_code_in_a_letter(played: Look) -> None:
    """As stands where a phrase lacks a fact, or has a seat in the place of a name."""
    coded = re.compile(rb"\b([a-z0-9_]+) \([a-z]+: ")
    told = {code for file in GAMES for body in played(file).bodies for code in coded.findall(body)}
    assert told & {code.encode() for code in words()} == set()


# Refusals


def raised() -> Iterator[tuple[str, list[str]]]:
    """The codes of each refusal (two, where a fact decides between them) and the file that has it;
    what is handed on has its code elsewhere."""
    for file in (*CORE.rglob("*.py"), *PUMP.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and made(node) == "Refused":
                yield file.stem, codes_of(node)


def test_every_refusal_is_heard_in_a_game(played: Look) -> None:
    heard = {site for file in GAMES for site in played(file).refused}
    unheard = {
        (file, codes[0])
        for file, codes in raised()
        if codes and not any((file, code) in heard for code in codes)
    }
    missing = [f"{file}: {code}" for file, code in sorted(unheard - set(UNREACHED))]
    assert not missing, "in no game, nor in UNREACHED:\n" + "\n".join(missing)
    assert not set(UNREACHED) - unheard, "they stand in a game by now"
