"""The simulator: that nothing breaks, that a seed is the same game to the byte, and that bugs which
are put in are found."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from click.testing import CliRunner

from nomic_mail import rulesets
from nomic_mail.cli import cli
from nomic_mail.play.simulator import Disk, drawn, new_disk, played, shrunk
from tests.kit.planted import PLANTED, PLANTED_IN_PROGRAMS, Patch, a_duplicate_acted_on_twice
from tests.kit.tiers import times

SERVERS = int(os.environ.get("NOMIC_SERVERS", times(1, 2, 1000)))
FIRST = int(os.environ.get("NOMIC_SEED", "100"))
STEPS = 40


@pytest.fixture(scope="module")
def disk() -> Iterator[Disk]:
    with new_disk() as one:
        yield one


def test_no_promise_is_broken(disk: Disk) -> None:
    """`NOMIC_SERVERS=1000 pytest tests/real/play/test_simulator.py` plays that many."""
    for seed in range(FIRST, FIRST + SERVERS):
        run = played(seed, drawn(seed, STEPS), disk)
        assert run.broken is None, f"nomic-mail simulate --seed {seed} --steps {STEPS}"


@pytest.mark.parametrize(
    ("plant", "promise", "seed"), PLANTED, ids=[one[0].__name__ for one in PLANTED]
)
def test_a_planted_bug_is_found(
    plant: Callable[[Patch], None],
    promise: str,
    seed: int,
    disk: Disk,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant(monkeypatch)
    run = played(seed, drawn(seed, STEPS), disk)
    assert run.broken is not None
    assert run.broken.promise == promise, run.broken


def test_rules_run_in_the_midst_of_it(disk: Disk) -> None:
    """`NOMIC_SERVERS=1000` plays that many of these, too."""
    counted = Counter[str]()
    for seed in range(FIRST, FIRST + SERVERS):
        run = played(seed, drawn(seed, STEPS, programs=True), disk, programs=True)
        told = f"nomic-mail simulate --seed {seed} --steps {STEPS} --programs"
        assert run.broken is None, f"{told}: {run.broken}"
        counted.update(run.programs)
    assert counted["programs_read"] > 0
    assert counted["actions"] > 0
    assert counted["workers_killed"] > 0


def test_what_is_dealt_in_secret_is_opened_at_the_end(disk: Disk) -> None:
    """And worked out again, as all of it is then."""
    run = played(23, drawn(23, 25, programs=True), disk, programs=True)
    assert run.broken is None
    assert run.programs["calls_that_dealt"] > 0
    assert run.programs["dice_opened"] > 0


def test_a_planted_bug_in_programs_is_found(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, promise, seed = PLANTED_IN_PROGRAMS
    plant(monkeypatch)
    run = played(seed, drawn(seed, STEPS, programs=True), disk, programs=True)
    assert run.broken is not None
    assert run.broken.promise == promise, run.broken


def test_a_failure_is_shrunk_and_fails_again(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left is what it takes, each step played as it was in the whole."""
    a_duplicate_acted_on_twice(monkeypatch)
    steps = drawn(43, 9)
    whole = played(43, steps, disk)
    assert whole.broken is not None
    failure = shrunk(whole, steps, disk)
    assert len(failure.steps) < 4
    again = played(43, failure.steps, disk)
    assert again.broken is not None
    assert (again.broken.promise, again.lines) == (whole.broken.promise, failure.run.lines)
    for one in failure.steps:
        less = played(43, [other for other in failure.steps if other != one], disk)
        assert less.broken is None or less.broken.promise != whole.broken.promise


def test_a_vote_that_a_rule_casts_comes_of_no_letter(disk: Disk) -> None:
    """A proposer votes for it by rule when its ballot opens by itself."""
    only = (2, 3, 4, 10, 11, 12, 13, 16, 19, 38, 39)
    run = played(15, [one for one in drawn(15, STEPS) if one.place in only], disk)
    assert run.broken is None, run.broken


def test_where_votes_are_final_the_first_of_several_counts(disk: Disk) -> None:
    """By `vote changes: never`, which a player has brought in."""
    only = (3, 5, 6, 7, 8, 11, 13)
    run = played(20261219, [one for one in drawn(20261219, STEPS) if one.place in only], disk)
    assert run.broken is None, run.broken


def simulated(*words: str, **environment: str) -> bytes:
    done = subprocess.run(
        [sys.executable, "-m", "nomic_mail", "simulate", *words],
        capture_output=True,
        check=True,
        env=os.environ | environment,
    )
    return done.stdout


@pytest.mark.parametrize("words", [(), ("--programs",)], ids=["plain", "programs"])
def test_a_seed_is_the_same_game_to_the_byte(words: tuple[str, ...]) -> None:
    """In another process, whatever the order of its sets."""
    words = ("--seed", "11", "--steps", str(times(10, 10, 25)), "--tell", *words)
    one, other = (simulated(*words, PYTHONHASHSEED=seed) for seed in ("1", "2"))
    assert one == other
    assert b"No promise was broken." in one


def test_the_command_counts_what_it_plays() -> None:
    words = ["simulate", "--seed", "3", "--steps", "2", "--games", "7", "--json"]
    told = json.loads(CliRunner().invoke(cli, words).stdout)
    assert told["games"] >= 7
    assert told["broken"] is None
    assert told["letters_in"] > 0


@pytest.mark.parametrize(("seed", "more"), [("32", ()), ("3", ("--programs",))])
def test_a_broken_promise_is_told_with_the_command_that_shows_it_again(
    seed: str, more: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    a_duplicate_acted_on_twice(monkeypatch)
    words = ["simulate", "--seed", seed, "--steps", "9", *more]
    told = CliRunner().invoke(cli, words)
    assert told.exit_code == 1
    found = re.search(r"This again: +nomic-mail (simulate .+)", told.stdout)
    assert found is not None
    again = CliRunner().invoke(cli, found[1].split())
    assert again.exit_code == 1
    assert f"BROKEN (seed {seed}): nothing is doubled" in again.stdout


def test_eight_seeds_in_a_row_begin_with_all_eight_rulesets(disk: Disk) -> None:
    runs = [played(seed, [], disk) for seed in range(8)]
    assert {run.games["tea"] for run in runs} == set(rulesets.names())


def test_a_step_that_was_not_drawn_is_refused() -> None:
    told = CliRunner().invoke(cli, ["simulate", "--steps", "5", "--only", "5"])
    assert (told.exit_code, told.output) == (2, "there is no step 5: there are 5, from 0\n")
