"""Games as transcripts: each `.game` file is played again, and must come out as it is written.

1. `pytest --update-games` writes them anew; the difference is then reviewed like any other change.
2. Nothing the game can do is without a game that shows it: every ruleset from sign-up to a win,
   every event, every command, every kind of clause, and every refusal, found where it is raised.
3. What no letter or act can bring about stands in UNREACHED with its reason, what still wants
   a game in LACKING_…; a line of these that is no longer true fails.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import nomic_mail.game
import nomic_mail.pump
from nomic_mail import rulesets
from nomic_mail.game.clauses import KINDS
from nomic_mail.game.commands import KINDS as COMMANDS
from nomic_mail.game.commands import Discuss, Tick
from nomic_mail.game.events import KINDS as EVENTS
from nomic_mail.game.events import PointsScored
from nomic_mail.game.phrase import Phrase
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.phrases import words
from nomic_mail.play.transcript import BadTranscript, parse, played
from tests.kit.codes import codes_of, made
from tests.kit.databases import ON_POSTGRESQL, new_database
from tests.kit.played import Look

GAMES = sorted(Path(__file__).parent.rglob("*.game"))
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

# What the games still lack. Each line is a debt, and one that has been paid fails.
LACKING_COMMANDS = {
    "Outage": "only the pump gives it; its event, DeadlinesMoved, tells of it",
    "GoOnFromRecord": "only nomic-mail import gives it; its event, GameImported, tells of it",
    "Wrote": "only the pump gives it, of a letter that leads to nothing else; its event is told",
    "ReplaceDice": "only a restored backup gives it; its event, DiceReplaced, tells of it",
}
LACKING_EVENTS = {"LawRead": "of a game from before: tests/frozen, and read_anew"}


def play(file: Path) -> str:
    """How the game goes now, on the database of this run."""
    with TemporaryDirectory() as folder:
        text = file.read_text(encoding="utf-8")
        return played(text, Path(folder), database=new_database())


def each_is_shown(unseen: set[str], lacking: set[str], what: str) -> None:
    missing = sorted(unseen - lacking)
    assert not missing, f"no game in tests/games shows this {what} yet: {', '.join(missing)}"
    assert not lacking - unseen, f"it stands in a game by now: {', '.join(lacking - unseen)}"


@cache
def written() -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in GAMES)


@pytest.mark.parametrize("file", GAMES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_game_comes_out_as_written(
    file: Path, request: pytest.FixtureRequest, played: Look
) -> None:
    text = file.read_text(encoding="utf-8")
    now = play(file) if ON_POSTGRESQL else played(file).text
    if request.config.getoption("--update-games") and now != text:
        file.write_text(now, encoding="utf-8")
    else:
        assert now.splitlines() == text.splitlines()


@pytest.mark.parametrize("name", rulesets.names())
def test_every_ruleset_is_played_from_sign_up_to_a_win(name: str) -> None:
    texts = [file.read_text(encoding="utf-8") for file in GAMES if file.parent.name == name]
    whole = [
        text
        for text in texts
        if re.search(rf"^moderator .* new game \S+ {name}\b", text, re.MULTILINE)
        and re.search(r"^    JOIN", text, re.MULTILINE | re.IGNORECASE)
        and re.search(r"^  \* \d+ GameWon ", text, re.MULTILINE)
    ]
    assert whole, f"write one: no game of tests/games/{name} is played on it from JOIN to a win"


def test_every_event_stands_in_a_game() -> None:
    seen = set(re.findall(r"^  \* \d+ (\w+)", written(), re.MULTILINE))
    each_is_shown(set(EVENTS) - seen, set(LACKING_EVENTS), "event")


def test_every_command_is_given_in_a_game() -> None:
    about = About(from_moderator=True, open_ballots=(301,))
    turns = [turn for file in GAMES for turn in parse(file.read_text(encoding="utf-8"))]
    seen = {
        type(one.command).__name__
        for turn in turns
        for one in understand("", "\n".join(turn.body) or turn.rest, about).said
    }
    if any(turn.verb == "tick" for turn in turns):
        seen.add(Tick.__name__)
    if any(re.search(r" to \S+\.talk$", turn.rest) for turn in turns):
        seen.add(Discuss.__name__)
    if any(turn.rest.startswith("replace player ") for turn in turns):
        seen.add("Replace")
    if any(turn.rest.startswith("remove moderator ") for turn in turns):
        seen.add("Moderate")
    if re.search(r"^  \* \d+ ProgramRan .* by=[1-9]", written(), re.MULTILINE):
        seen.add("Perform")  # whose words are a rule's
    if re.search(r"^  \* \d+ OrderSealed ", written(), re.MULTILINE):
        seen.add("PerformSealed")
    each_is_shown(set(COMMANDS) - seen, set(LACKING_COMMANDS), "command")


def clauses() -> set[str]:
    """The clauses that act in some game: of the ruleset that is played, or put in force by a
    proposal or by the Moderator."""
    names = {file.parent.name for file in GAMES} & set(rulesets.names())
    found = {line for name in names for rule in rulesets.load(name).rules for line in rule.clauses}
    for event in re.findall(r"^  \* \d+ Rule(?:Changed|Bound) .*", written(), re.MULTILINE):
        found |= set(re.findall(r'"([a-z ]+: [^"]+)"', event))
        found |= {"program: "} if '"program:' in event else set()
    return found


def test_every_kind_of_clause_acts_in_a_game() -> None:
    each_is_shown(
        set(KINDS) - {line.partition(":")[0] for line in clauses()}, set(), "kind of clause"
    )


def test_every_kind_of_clause_that_pays_pays_in_a_game(
    played: Look,
) -> None:
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
    each_is_shown(
        {name for name, kind in KINDS.items() if kind.pays} - paid, set(), "clause that pays"
    )


def test_every_word_that_a_clause_can_say_acts_in_a_game() -> None:
    """Numbers and expressions are without end; where a kind has words, each has its game."""
    words = {
        f"{kind.name}: {form}"
        for kind in KINDS.values()
        for form in kind.forms
        if not re.search(r"\d", form)
    }
    each_is_shown(words - clauses(), set(), "word of a clause")


# Refusals


def raised() -> Iterator[tuple[str, list[str]]]:
    """The codes of each refusal (two, where a fact decides between them) and the file that has it;
    what is handed on has its code elsewhere."""
    for file in (*CORE.rglob("*.py"), *PUMP.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and made(node) == "Refused":
                yield file.stem, codes_of(node)


def test_each_letter_has_a_subject() -> None:
    assert re.findall(r"^  > .*\[nomic [^]\n]*\](?: \[.\])? *$", written(), re.MULTILINE) == []


def test_nobody_reads_a_code_in_a_letter(played: Look) -> None:
    """As stands where a phrase lacks a fact, or has a seat in the place of a name."""
    codes = "|".join(map(re.escape, sorted(words())))
    coded = re.compile(rf"\b({codes}) \([a-z]+: ".encode())
    told = {
        found[0] for file in GAMES for body in played(file).bodies if (found := coded.search(body))
    }
    assert told == set()


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


@pytest.mark.parametrize(
    "line",
    [
        "post 2026-01-05 10:00 ada reply:",
        "mail yesterday ada reply:",
        "  - a line of no kind",
        "moderator 2026-01-05 10:00",
    ],
)
def test_a_line_of_no_known_kind_fails(line: str, tmp_path: Path) -> None:
    with pytest.raises(BadTranscript):
        parse(line)
        played(line, tmp_path)
