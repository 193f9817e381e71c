"""What every test may ask for, and the rules for the whole run: which tests are of its tier (rules
in `tests.kit.tiers`), that none of the day starts a real outside program, and that in CI nothing is
skipped.

1. `corpus` is a folder of letters found in the wild: `NOMIC_CORPUS`, or `../shared/corpus` beside
   the checkout. A test that needs it is skipped where it is absent.
2. `--update-games` and `--update-letters` rewrite what the transcripts and letters expect,
   `--update-docs` the documents that are made from what the server says.
3. `NOMIC_DATABASE=postgresql` plays all on PostgreSQL that plays on SQLite else (`databases`).
4. `--tier check` runs the tests in `real` too, `--tier soak` those in `soak` besides; a test that
   is named is run in any tier.
5. `NOMIC_NO_SKIPS=1` turns a run with any skipped test into a failure that names each one.
"""

import gc
import os
from collections.abc import Generator, Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.kit import outside, tiers
from tests.kit.databases import DATABASES, ON_POSTGRESQL
from tests.kit.house import MADE, House, played_anew
from tests.kit.played import Look, look, shared

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
ALL_OF_IT = pytest.StashKey[bool]()  # whether no test was named


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("nomic_mail")
    group.addoption(
        "--update-games",
        action="store_true",
        help="rewrite tests/games/**/*.game with what the server now says",
    )
    group.addoption(
        "--update-letters",
        action="store_true",
        help="rewrite tests/letters/*.expect with what is now understood",
    )
    group.addoption(
        "--update-docs",
        action="store_true",
        help="rewrite docs/letters.md and docs/example-game.md with what the server now says",
    )

    group.addoption(
        "--tier",
        choices=tiers.TIERS,
        default="day",
        help="what is run: the day's tests, all that check runs, or what takes hours besides",
    )


@pytest.hookimpl(tryfirst=True)  # before hypothesis asks for its seed
def pytest_configure(config: pytest.Config) -> None:
    every = config.getoption("--update-games")  # and no sample of them
    os.environ["NOMIC_TIER"] = "check" if every else config.getoption("--tier")
    if config.getoption("--hypothesis-seed") is None:
        config.option.hypothesis_seed = str(tiers.seed())
    settings.register_profile(
        "tier", max_examples=tiers.examples(100), deadline=None, derandomize=False
    )
    settings.load_profile("tier")
    worker = getattr(config, "workerinput", None)
    config.stash[ALL_OF_IT] = [Path(config.rootpath, one) for one in config.args] == [HERE]
    if worker is not None and config.stash[ALL_OF_IT]:
        config.args = begun_elsewhere(worker)
    # the run as a whole is judged once, by xdist's head
    if os.environ.get("NOMIC_NO_SKIPS") == "1" and worker is None:
        config.pluginmanager.register(NoSkips())


def pytest_report_header() -> str:
    return f"tier: {tiers.tier()}, NOMIC_SAMPLE={tiers.seed()}"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if collection_path.parent != HERE or collection_path.name not in tiers.BEGINS:
        return None
    begins = tiers.BEGINS[collection_path.name]
    if tiers.TIERS.index(tiers.tier()) >= tiers.TIERS.index(begins):
        return None
    named = (Path(config.invocation_params.dir, one.partition("::")[0]) for one in config.args)
    return None if any(one.is_relative_to(collection_path) for one in named) else True


def begun_elsewhere(worker: dict[str, Any]) -> list[str]:
    """All rooms, from another on in each worker: of a clean checkout each then makes a part of the
    files ready and finds the others' ready, where all would make the same ones at the same time."""
    rooms = sorted(one for one in HERE.iterdir() if next(one.rglob("test_*.py"), None))
    of_the_tier = tiers.TIERS[: tiers.TIERS.index(tiers.tier()) + 1]
    rooms = [one for one in rooms if tiers.BEGINS.get(one.name, "day") in of_the_tier]
    first = int(worker["workerid"].removeprefix("gw")) * len(rooms) // worker["workercount"]
    return [str(one) for one in (*rooms[first:], *rooms[:first])]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In one order everywhere, wherever a worker began; and what is asked today."""
    items.sort(key=lambda one: one.path)
    if config.stash[ALL_OF_IT] and not config.getoption("keyword"):
        items[:] = [one for one in items if is_of_today(one)]


def is_of_today(item: pytest.Item) -> bool:
    return tiers.is_of_today(str(item.path.relative_to(HERE)), item.name.partition("[")[0])


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end: the collector need not look through it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    of_the_day = item.path.relative_to(HERE).parts[0] not in tiers.BEGINS
    anew = "monkeypatch" in getattr(item, "fixturenames", ())
    alone = outside.refused() if of_the_day and not ON_POSTGRESQL else nullcontext()
    with alone, played_anew(anew=anew):
        return (yield)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.fixture(autouse=True)
def closed_houses() -> Iterator[None]:
    """Files that thousands of tests leave open are more than some calls of the system can count."""
    before = len(MADE)
    yield
    while len(MADE) > before:
        MADE.pop().database.close()


@pytest.fixture(scope="session")
def corpus() -> Path:
    folder = ROOT / os.environ.get("NOMIC_CORPUS", "../shared/corpus")
    if not folder.is_dir():
        pytest.skip("no corpus of letters here: set NOMIC_CORPUS to its folder")
    return folder.resolve()


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Look:
    """What came of a transcript; it is played once in the whole run."""
    return partial(look, shared(tmp_path_factory.getbasetemp()))


@pytest.fixture(autouse=ON_POSTGRESQL)
def databases_given_back() -> Iterator[None]:
    kept = len(DATABASES.taken)
    yield
    DATABASES.give_back(kept)


class NoSkips:
    """A skipped test is a promise not looked at: with this plugin it fails the run."""

    def __init__(self) -> None:
        self.skipped: dict[str, str] = {}

    def note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            where = report.longrepr
            self.skipped[report.nodeid] = str(where[2] if isinstance(where, tuple) else where)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.note(report)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.skipped and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.skipped:
            terminalreporter.section("NOMIC_NO_SKIPS: skipped, so this run fails", red=True)
            for nodeid, reason in sorted(self.skipped.items()):
                terminalreporter.line(f"{nodeid}: {reason}")
