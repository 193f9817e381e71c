"""verify over games of all kinds: random play over all rulesets, terms of a chair, the command.

`NOMIC_GAMES=10000 pytest tests/archive/test_verify_games.py` plays that many of each.
"""

import json
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from nomic_mail import rulesets
from nomic_mail.archive.json import record_json
from nomic_mail.cli import cli
from nomic_mail.game import commands as c
from tests.game.test_core_properties import (
    MOVE,
    RULESETS,
    STEPS,
    Checked,
    Steps,
    a_tick_resolves_what_is_due,
)
from tests.kit.games.core_play import Play
from tests.kit.games.finished_games import smallest
from tests.kit.games.law_changes import CHANGES
from tests.kit.recorded import checked, entries_of, recorded
from tests.kit.tiers import times

GAMES = int(os.environ.get("NOMIC_GAMES", times(8, 60, 10_000)))


@settings(max_examples=GAMES, deadline=None)
@given(RULESETS, STEPS, st.sets(st.integers(min_value=0, max_value=90), max_size=9))
def test_every_game_is_proven_from_its_record(
    ruleset: str, steps: Steps, outages: set[int]
) -> None:
    """Before some steps the server was away: an hour, and one more for each step before."""
    play = Checked(ruleset)
    for place, (usual, change, command, number) in enumerate(steps):
        if place in outages:
            _outage(play, place + 1)
        move = MOVE.get(usual)
        if move is not None:
            move(play, change, number)
        else:
            play.do(command)
        a_tick_resolves_what_is_due(play)
    assert checked(recorded(play.events)).differences == []


def _outage(play: Play, hours: int) -> None:
    began = play.at
    play.at += timedelta(hours=hours)
    play.do(c.Outage(began_at=began, ended_at=play.at))


CHAIRED = rulesets.load("chairperson").rules
TERMS = st.lists(
    st.tuples(
        st.sampled_from(
            ["step"] * 4
            + ["propose", "all"] * 2
            + ["join", "leave", "refuse", "judge", "rule", "bind", "outage"]
        ),
        CHANGES,
        st.integers(min_value=0, max_value=9),
    ),
    max_size=60,
)


@settings(max_examples=GAMES, deadline=None)
@given(TERMS)
def test_every_game_with_a_chair_is_proven_from_its_record(
    terms: list[tuple[str, c.Change, int]],
) -> None:
    play = Play(4, CHAIRED)
    play.do(c.Start(by=c.MODERATOR))
    for what, change, number in terms:
        _one(play, what, change, number)
    assert checked(recorded(play.events)).differences == []


def _one(play: Play, what: str, change: c.Change, number: int) -> None:
    state, turn = play.state, play.state.turn
    if turn is None:
        return
    judge = state.judgment.judge if state.judgment is not None else 0
    answers: tuple[c.Bind, ...] = (
        c.Bind(by=0, rule=300 + number, answer="keep"),
        c.Bind(by=0, rule=300 + number, answer="drop"),
        c.Bind(by=0, rule=208, answer="bind", clauses=("victory: 20",)),
    )
    if what == "step":
        _step(play)
    elif what == "all":
        for seat in state.playing:
            for poll in state.polls:
                choice: c.Choice = "against" if (seat + poll + number) % 7 == 0 else "for"
                play.do(c.Vote(by=seat, choice=choice, proposal=poll, letter=f"{seat} {poll}"))
    elif what == "propose":
        play.do(c.Propose(by=number % 5, change=change))
    elif what == "join":
        play.do(c.Join(by=5 + number % 3, name=f"New {number % 3}", letter="join"))
    elif what == "leave" and number > 6:
        play.do(c.Leave(by=number - 3))
    elif what == "refuse":
        play.do(c.Refuse(by=turn.mover))
    elif what == "judge":
        play.do(c.Judgment(by=number % 5, question="Well?", replace_chair=number > 4))
    elif what == "rule":
        play.do(c.Ruling(by=judge, text="So it is.", replace_chair=number > 4))
    elif what == "bind":
        play.do(answers[number % 3])
    elif what == "outage":
        _outage(play, 1 + number)


def _step(play: Play) -> None:
    """The time of the present period is over, or the chair calls the next."""
    turn = play.state.turn
    if turn is None:
        return
    if turn.ends_at is not None:
        play.at = turn.ends_at
        play.do(c.Tick())
    elif turn.step == "discussion":
        play.do(c.CallVote(by=turn.mover))
    else:
        play.do(c.Call(by=turn.mover, step="discussion" if turn.step else "proposals"))


# The command


def run(*words: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(cli, ["verify", *words], input=stdin)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "record.json"
    path.write_bytes(record_json(entries_of(smallest())))
    return path


def test_a_sound_record_exits_0_and_says_what_is_only_claimed(file: Path) -> None:
    result = run(str(file))
    assert result.exit_code == 0
    assert "throws and the shuffle" in result.output
    assert "4 ballots: that their players sent them" in result.output
    assert "only a head from outside proves" in result.output
    assert max(map(len, result.output.splitlines())) <= 80
    head = json.loads(file.read_bytes())["ledger"]["head"]
    assert "its head is the one you gave" in run(str(file), "--head", head).output
    earlier = json.loads(file.read_bytes())["ledger"]["entries"][9]["hash"]
    assert "after 10 of its" in run(str(file), "--head", earlier).output
    assert run("-", stdin=file.read_bytes()).exit_code == 0


def test_a_difference_exits_1_and_names_the_field(file: Path) -> None:
    data = json.loads(file.read_bytes())
    data["scores"][0]["points"] += 100
    file.write_text(json.dumps(data))
    result = run(str(file))
    assert result.exit_code == 1
    assert "scores[0].points\n  says      " in result.output
    told = json.loads(run(str(file), "--json").stdout)
    assert told["proven"] is False
    assert [one["where"] for one in told["differences"]] == ["digest", "scores[0].points"]


def test_a_wrong_head_exits_1_and_what_is_no_head_exits_2(file: Path) -> None:
    assert run(str(file), "--head", "0" * 64).exit_code == 1
    assert run(str(file), "--head", "tea").exit_code == 2


@pytest.mark.parametrize(
    "raw",
    [b"", b"tea", b"\xff\xfe", b"[1, 2", b'{"a": NaN}', b'{"a": 1, "a": 2}', b"[" * 100_000, b"{}"],
)
def test_what_is_no_record_exits_1(file: Path, raw: bytes) -> None:
    file.write_bytes(raw)
    result = run(str(file))
    assert result.exit_code == 1
    assert "Traceback" not in result.output


def test_a_file_that_is_not_there_is_wrong_usage(file: Path) -> None:
    result = run(str(file.with_name("other.json")))
    assert result.exit_code == 2


def test_what_a_record_says_cannot_drive_the_terminal(file: Path) -> None:
    data = json.loads(file.read_bytes())
    data["game"]["title"] = "\x1b[2Jtea"
    file.write_text(json.dumps(data))
    assert "\x1b" not in run(str(file)).output


def test_it_needs_no_server_and_no_configuration(file: Path) -> None:
    """In a folder of its own, and with neither the database's nor a server's packages loaded."""
    told = (
        "import sys\n"
        "from nomic_mail.cli import cli\n"
        "try:\n"
        f"    cli(['verify', {str(file)!r}])\n"
        "finally:\n"
        "    assert not {'sqlalchemy', 'aiosmtpd', 'apscheduler'} & set(sys.modules)\n"
    )
    command = [sys.executable, "-c", told]
    done = subprocess.run(command, cwd=file.parent, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
