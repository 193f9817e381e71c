"""Games as transcripts: each `.game` file is played again, and must come out as it is written; by
day some of them, others each day.

1. `pytest --update-games` writes all anew; the difference is then reviewed like any other change.
2. Nothing the game can do is without a game that shows it: every ruleset from sign-up to a win,
   every event, every command and every kind of clause; what is known once all are played stands in
   tests/real/games.
3. What still wants a game stands in LACKING_…; a line of these that is no longer true fails.
"""

import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from nomic_mail import rulesets
from nomic_mail.game.clauses import KINDS
from nomic_mail.game.commands import KINDS as COMMANDS
from nomic_mail.game.commands import Discuss, Tick
from nomic_mail.game.events import KINDS as EVENTS
from nomic_mail.game.procedures.taking_back import CORRECTIONS, STAYS, TAKEN_BACK
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.play.transcript import BadTranscript, parse, played
from tests.kit.databases import ON_POSTGRESQL, new_database
from tests.kit.played import GAMES, Look, named, turns_of_all, words_of_all
from tests.kit.tiers import ALL, some

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


@pytest.mark.parametrize("file", some(GAMES, 28, check=ALL), ids=named)
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


def test_of_each_act_of_a_moderator_undo_knows_what_to_say() -> None:
    """Which it takes back, or what would, or why nothing does."""
    after = r"^  \* \d+ ModeratorActed .*(?:\n  [|>=].*)*\n  \* \d+ (\w+)"
    effects = set(re.findall(after, written(), re.MULTILINE))
    missing = sorted(effects - {*TAKEN_BACK, *CORRECTIONS, *STAYS, "ActUndone"})
    assert not missing, f"game/procedures/taking_back.py says nothing of {', '.join(missing)}"


def test_every_command_is_given_in_a_game() -> None:
    about = About(from_moderator=True, open_ballots=(301,))
    turns = turns_of_all()
    seen = {
        type(one.command).__name__
        for text in words_of_all()
        for one in understand("", text, about).said
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
    """The clauses that act in some game: of the ruleset that is played, ours or its own, or put in
    force by a proposal or by the Moderator."""
    names = {file.parent.name for file in GAMES} & set(rulesets.names())
    played = [rulesets.load(name) for name in names]
    for own in set(re.findall(r"^moderator .* new game \S+ (\S+\.toml)", written(), re.MULTILINE)):
        played.append(rulesets.from_file(Path(own).read_text(encoding="utf-8"), own))
    found = {line for one in played for rule in one.rules for line in rule.clauses}
    for event in re.findall(r"^  \* \d+ Rule(?:Changed|Bound) .*", written(), re.MULTILINE):
        found |= set(re.findall(r'"([a-z ]+: [^"]+)"', event))
        found |= {"program: "} if '"program:' in event else set()
    return found


def test_every_kind_of_clause_acts_in_a_game() -> None:
    each_is_shown(
        set(KINDS) - {line.partition(":")[0] for line in clauses()}, set(), "kind of clause"
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


def test_each_letter_has_a_subject() -> None:
    assert re.findall(r"^  > .*\[nomic [^]\n]*\](?: \[.\])? *$", written(), re.MULTILINE) == []


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
