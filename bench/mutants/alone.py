"""A process to itself: forked with the heavy packages there and nothing of ours, so that it imports
what it is to judge. It has its own folder for what tests write, and a limit of time."""

import ast
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import Generic, TypeVar

import pytest

from bench.mutants.changes import ROOT, Mutant

WARM = (
    *("alembic.command", "aiosmtpd.smtp", "click", "css_inline", "dkim", "dns.resolver"),
    *("hypothesis", "icalendar", "imapclient", "inscriptis", "jinja2", "lxml.html", "msgspec"),
    *("jsonschema", "sqlalchemy.dialects.sqlite", "structlog", "apscheduler.schedulers.background"),
    *("flufl.bounce", "authres", "email.mime.text", "unittest.mock", "smtplib"),
)
T = TypeVar("T")


def warm() -> None:
    """What every test imports, once for all of them."""
    for name in WARM:
        if importlib.util.find_spec(name.split(".")[0]):
            importlib.import_module(name)


@dataclass(frozen=True, slots=True)
class Ended(Generic[T]):
    """`code` is the process's, or minus the signal that ended it."""

    of: T
    code: int
    folder: Path


def each(
    things: Iterable[T],
    do: Callable[[T, Path], int],
    seconds: Callable[[T], float],
    jobs: int,
) -> Iterator[Ended[T]]:
    """Do each in a process of its own; what it leaves in its folder can be read until the next."""
    running: dict[int, tuple[T, Path, float]] = {}
    left = iter(things)
    while True:
        while len(running) < jobs and (thing := next(left, None)) is not None:
            folder = Path(tempfile.mkdtemp(prefix="m-"))
            most = seconds(thing)
            running[_forked(thing, do, folder, most)] = (thing, folder, time.monotonic() + 5 * most)
        if not running:
            return
        pid, status = os.waitpid(-1, os.WNOHANG)
        for late in [p for p, (_, _, until) in running.items() if time.monotonic() > until]:
            _end(late)
        if pid not in running:
            time.sleep(0.02)
            continue
        thing, folder, _ = running.pop(pid)
        _end(pid)  # what its tests started and left behind
        try:
            yield Ended(thing, os.waitstatus_to_exitcode(status), folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _end(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def _forked(thing: T, do: Callable[[T, Path], int], folder: Path, seconds: float) -> int:
    sys.stdout.flush()
    if pid := os.fork():
        return pid
    code = 3
    try:
        os.setsid()
        out = os.open(folder / "out", os.O_WRONLY | os.O_CREAT)
        for to in (1, 2):
            os.dup2(out, to)
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(folder / "hypothesis")
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 5))
        _no_shrinking()
        code = do(thing, folder)
    finally:
        sys.stdout.flush()
        os._exit(code)


def _no_shrinking() -> None:
    """A found fault is enough; the smallest one that shows it would take minutes."""
    from hypothesis import Phase, settings

    phases = (Phase.explicit, Phase.generate)
    settings.register_profile("mutants", phases=phases, database=None)
    settings.load_profile("mutants")


def pytest_run(files: Sequence[str], folder: Path, plugin: object, *more: str) -> int:
    os.chdir(ROOT)
    quiet = ("-p", "no:cacheprovider", "-p", "no:xdist", "--tb=line", "--no-header")
    tmp = f"--basetemp={folder / 't'}"
    return int(pytest.main([*files, *quiet, tmp, *more], plugins=[plugin]))


class Altered(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the one changed module, and gives its changed source."""

    def __init__(self, mutant: Mutant) -> None:
        path = ROOT / mutant.file
        self.path = str(path)
        parts = mutant.file.removesuffix(".py").removesuffix("/__init__").split("/")
        self.name = ".".join(parts)
        self.package = path.name == "__init__.py"
        self.code: CodeType = compile(
            ast.parse(mutant.source()), self.path, "exec", dont_inherit=True
        )

    def find_spec(
        self, fullname: str, path: object = None, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        places = [str(Path(self.path).parent)] if self.package else None
        return importlib.util.spec_from_file_location(
            fullname, self.path, loader=self, submodule_search_locations=places
        )

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)


class Chosen:
    """Runs these tests and no others, in this order, and keeps which one failed."""

    def __init__(self, tests: Sequence[str], folder: Path) -> None:
        self.order = {test: at for at, test in enumerate(tests)}
        self.folder = folder

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self.order),
            key=lambda item: self.order[item.nodeid],
        )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            (self.folder / "killer").write_text(report.nodeid)


def judged(mutant: Mutant, tests: Sequence[str], folder: Path) -> int:
    """0 where all of these tests pass with it."""
    sys.meta_path.insert(0, Altered(mutant))
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    return pytest_run(files, folder, Chosen(tests, folder), "-x")
