"""Games as transcripts: each `.game` file is played again, and must come out as it is written.

1. `pytest --update-games` writes them anew; the difference is then reviewed like any other change.
2. Nothing the game can do is without a game that shows it: every ruleset from sign-up to a win,
   every event, every command, every kind of clause, and every refusal, found where it is raised.
3. What no transcript can show stands in UNREACHED with its reason, what still wants one in LACKING;
   a line of either that is no longer true fails.
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args
from unittest.mock import patch

import pytest

import nomic_mail.game
from nomic_mail import rulesets
from nomic_mail.game.clauses import KINDS
from nomic_mail.game.commands import AnyCommand, Discuss, Tick
from nomic_mail.game.course import Refused
from nomic_mail.game.events import AnyEvent
from nomic_mail.letters.grammar import About, understand
from nomic_mail.play.transcript import BadTranscript, parse, played

GAMES = sorted(Path(__file__).parent.rglob("*.game"))
CORE = Path(nomic_mail.game.__file__).parent

Site = tuple[str, int]

UNREACHED: dict[tuple[str, str], str] = {}

LACKING: dict[tuple[str, str], str] = {
    ("amendments", "f'{number} is no amendment of a rule in force'"): "no game yet",
    (
        "amendments",
        "f'what amendment {found.number} changed in rule {found.rule.number:03d} has been changed again since, so it cannot be taken out by itself'",
    ): "no game yet",
    ("decide", "'the server could not tell which rule-change that makes'"): "no game yet",
    ("decide", "'the game has started already'"): "no game yet",
    (
        "decide",
        "f'a game needs two players, and {len(state.playing)} joined so far'",
    ): "no game yet",
    ("decide", "f'there is no player \"{unknown[0]}\"'"): "no game yet",
    ("decide", "f'there is no setting \"{key}\"'"): "no game yet",
    ("decide", "'that is too long'"): "no game yet",
    ("decide", '"this is the Moderator\'s to do"'): "no game yet",
    ("decide", "'the Moderator is not a player and makes no moves'"): "no game yet",
    ("decide", "f'''{key} is one of {', '.join(choices)}, not \"{value}\"'''"): "no game yet",
    ("decide", "f'{key} is a number from 0 to 100, not \"{value}\"'"): "no game yet",
    ("decide", "'you have no part in this game at present'"): "no game yet",
    ("chair", "'this game has no Chairperson at present'"): "no game yet",
    ("chair", "'the steps of the chair come in order, and none may be skipped'"): "no game yet",
    ("chair", "f'{say_duration(LONGEST)} is the longest a period can be declared'"): "no game yet",
    ("chair", "'no period is running, and one that is over cannot be extended'"): "no game yet",
    ("chair", "'that is no longer than before'"): "no game yet",
    ("chair", "f'a period ends at most {say_duration(LONGEST)} from now'"): "no game yet",
    (
        "chair",
        "'you have taken the chair, and it can be refused only before its first step'",
    ): "no game yet",
    (
        "chair",
        "'everybody else has refused already, and somebody has to be Chairperson'",
    ): "no game yet",
    (
        "chair",
        "'proposals are taken when the Chairperson has called for them, until the time is over'",
    ): "no game yet",
    ("chair", 'f"this term\'s proposing players are {names}"'): "no game yet",
    (
        "chair",
        "f'each proposing player has one proposal a term, and yours is {old.number}'",
    ): "no game yet",
    ("chair", "'the ballots are open, and their form is final'"): "no game yet",
    ("chair", "'you have no proposal in this term'"): "no game yet",
    ("judgment", "'the game is not running'"): "no game yet",
    ("judgment", "'a judge needs a question'"): "no game yet",
    ("judgment", "'there is nobody who could judge'"): "no game yet",
    ("judgment", "'this game has no Chairperson at present'"): "no game yet",
    (
        "judgment",
        "'the discussion runs to the end that the Chairperson has declared'",
    ): "no game yet",
    ("judgment", "'only the proponent decides the time to end the debate'"): "no game yet",
    ("judgment", "'there is no debate to end'"): "no game yet",
    ("judgment", "'no judgment has been invoked'"): "no game yet",
    ("judgment", "'a ruling needs its reasons'"): "no game yet",
    ("judgment", "'nobody who still plays has asked for another Chairperson'"): "no game yet",
    ("judgment", "'who asked is Chairperson already'"): "no game yet",
    (
        "judgment",
        "'winning is by points, and no rule in force lets a ruling name the winner'",
    ): "no game yet",
    ("judgment", "'a judge does not overrule themselves'"): "no game yet",
    ("judgment", "'you have said so already'"): "no game yet",
    ("judgment", "'you have consented already'"): "no game yet",
    ("lateness", "'no turn is late'"): "no game yet",
    ("lateness", "'no rule lets the Moderator remove a player'"): "no game yet",
    ("lateness", "f'\"{name}\" names no one player'"): "no game yet",
    ("lateness", "'that time is over already'"): "no game yet",
    ("lateness", "f'{LONGEST_AWAY.days} days is the longest that can be announced'"): "no game yet",
    ("membership", "'you have asked to join already, and it is not decided yet'"): "no game yet",
    ("membership", "'we need a name to call you by'"): "no game yet",
    ("membership", "f'there is a {name} in this game already'"): "no game yet",
    ("membership", "f'\"{name}\" names no one request'"): "no game yet",
    ("membership", "f'only a unanimous vote lets {request.name} in'"): "no game yet",
    ("membership", 'f"it is the players\' vote that lets {request.name} in or not"'): "no game yet",
    ("membership", "'nobody plays in that seat'"): "no game yet",
    ("proposing", "'the game has not started yet'"): "no game yet",
    (
        "proposing",
        "f'the ballot on {label(number)} is open, and what it would do is fixed'",
    ): "no game yet",
    ("proposing", "f'{proposal.number} says itself what it makes the server do'"): "no game yet",
    ("proposing", "f'BIND needs from one to {MOST_CLAUSES} clauses'"): "no game yet",
    ("proposing", "f'that is no clause: {bad}'"): "no game yet",
    ("turns", "'you have no proposal under debate'"): "no game yet",
    ("turns", "'how long a vote lasts is not for its caller to say here'"): "no game yet",
    (
        "turns",
        "f'the debate on {proposal.number} runs at least until {proposal.callable_from:%Y-%m-%d %H:%M} UTC'",
    ): "no game yet",
    ("voting", "f'several ballots are open: {open_now}'"): "no game yet",
    ("voting", "f'you became a player after the vote on {name} had opened'"): "no game yet",
    ("voting", "f'your letter came before the vote on {name} opened'"): "no game yet",
    (
        "voting",
        "f'a later letter of yours has your ballot on {name}, and the last one counts'",
    ): "no game yet",
    ("rules", "'this does not say which rule'"): "no game yet",
    (
        "rules",
        "f'rule {rule.number:03d} is the last mutable rule, and there must always be one'",
    ): "no game yet",
    (
        "rules",
        "f'there would be {count} mutable rules, and at most {limit.value} allowed'",
    ): "no game yet",
    ("rules", "f'a proposal to {change.kind} changes no effects of its own'"): "no game yet",
    ("rules", "f'there is no rule {change.target} in force'"): "no game yet",
    ("rules", "f'rule {change.target:03d} was repealed by the same vote'"): "no game yet",
    ("rules", "f'rule {present.number:03d} is {present.status} by the same vote'"): "no game yet",
}

LACKING_COMMANDS = {
    "Outage": "only the pump gives it, when it finds that it was away",
    "ProposeEdited": "no game yet",
    "Bind": "no game yet",
    "Decline": "no game yet",
    "Replace": "no game yet",
    "Admit": "no game yet",
}
LACKING_EVENTS = {
    "DeadlinesMoved": "comes of Outage alone",
    "PlayerReplaced": "no game yet",
    "SurplusChanged": "no game yet",
    "JoinDeclined": "no game yet",
    "RuleBound": "no game yet",
}


@cache
def play(file: Path) -> tuple[str, frozenset[Site]]:
    """How the game goes now, and where refusals were raised in it."""
    raised: set[Site] = set()
    refuse = Refused.__init__

    def noted(self: Refused, *args: Any, **named: Any) -> None:
        frame = sys._getframe(1)
        raised.add((frame.f_code.co_filename, frame.f_lineno))
        refuse(self, *args, **named)

    with TemporaryDirectory() as folder, patch.object(Refused, "__init__", noted):
        return played(file.read_text(encoding="utf-8"), Path(folder)), frozenset(raised)


@cache
def written() -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in GAMES)


@pytest.mark.parametrize("file", GAMES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_game_comes_out_as_written(file: Path, request: pytest.FixtureRequest) -> None:
    text = file.read_text(encoding="utf-8")
    now, _ = play(file)
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
    assert whole != []


def test_every_event_stands_in_a_game() -> None:
    seen = set(re.findall(r"^  \* \d+ (\w+)", written(), re.MULTILINE))
    assert {kind.__name__ for kind in get_args(AnyEvent)} - seen == set(LACKING_EVENTS)


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
    assert {kind.__name__ for kind in get_args(AnyCommand)} - seen == set(LACKING_COMMANDS)


def test_every_kind_of_clause_acts_in_a_game() -> None:
    """From the ruleset that is played, or put in force by a proposal or by the Moderator."""
    played_with = {file.parent.name for file in GAMES}
    lines = [
        line for name in played_with for rule in rulesets.load(name).rules for line in rule.clauses
    ]
    seen = {line.partition(":")[0] for line in lines}
    for event in re.findall(r"^  \* \d+ Rule(?:Changed|Bound) .*", written(), re.MULTILINE):
        seen |= set(re.findall(r'"([a-z ]+): ', event))
    assert set(KINDS) - seen == set()


# Refusals


def sites() -> Iterator[tuple[Path, ast.Call]]:
    for file in sorted(CORE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if named and node.func.id == "Refused":
                yield file, node


def told(call: ast.Call) -> str:
    """A refusal as it is known in the tables: its reason as the source has it."""
    return ast.unparse(call.args[1] if len(call.args) > 1 else call.args[0])


def test_every_refusal_is_heard_in_a_game() -> None:
    heard = {site for file in GAMES for site in play(file)[1]}
    unheard = {
        (file.stem, told(call))
        for file, call in sites()
        if not any((str(file), line) in heard for line in range(call.lineno, call.end_lineno + 1))
    }
    assert unheard == set(UNREACHED) | set(LACKING)


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
