"""What every test may ask for, and the one rule for the whole run: in CI nothing is skipped.

1. `corpus` is a folder of letters found in the wild: `NOMIC_CORPUS`, or `../shared/corpus` beside
   the checkout. A test that needs it is skipped where it is absent.
2. `--update-games` and `--update-letters` rewrite what the transcripts and letters expect,
   `--update-docs` the documents that are made from what the server says.
3. `NOMIC_DATABASE=postgresql` plays all on PostgreSQL that plays on SQLite else (`databases`).
4. `NOMIC_NO_SKIPS=1` turns a run with any skipped test into a failure that names each one.
"""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.kit.databases import DATABASES, ON_POSTGRESQL
from tests.kit.played import Look, look, shared

ROOT = Path(__file__).resolve().parent.parent


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


def pytest_configure(config: pytest.Config) -> None:
    in_worker = hasattr(config, "workerinput")  # the run as a whole is judged once, by xdist's head
    if os.environ.get("NOMIC_NO_SKIPS") == "1" and not in_worker:
        config.pluginmanager.register(NoSkips())


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
