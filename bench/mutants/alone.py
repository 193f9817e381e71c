"""A process to itself for each mutant, a folder for what its tests write, and a limit of time.

1. All tests are collected once. What is forked from there runs some of them as they are, and the
   changed function is given its new code: that takes a tenth of a second.
2. What is no function's (a table, a default) is imported anew, with all that imports it; so is all
   for a survivor, for what was kept from the code as it was.
"""

import ast
import functools
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Generic, TypeVar

import pytest

from bench.mutants.changes import ROOT, Mutant

FEW_FILES = 6  # to import what they need takes longer than to run them
KEEPING = type(functools.lru_cache(len))
T = TypeVar("T")


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
        nothing, out = os.open(os.devnull, 0), os.open(folder / "out", os.O_WRONLY | os.O_CREAT)
        for to, of in ((0, nothing), (1, out), (2, out)):
            os.dup2(of, to)
        tempfile.tempdir = os.environ["TMPDIR"] = str(folder)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 5))
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


def pytest_run(files: Sequence[str], plugin: object, *more: str) -> int:
    os.chdir(ROOT)
    quiet = (
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "--tb=line",
        "--no-header",
        "--disable-warnings",
        "--tier=check",  # each case, and no sample of the day
    )
    return int(pytest.main([*files, *quiet, *more], plugins=[plugin]))


class Tests:
    """All that pytest has collected, ready to be run in a process that is forked from this one, and
    the functions of ours that are there by now, by their files."""

    def __init__(self, session: pytest.Session) -> None:
        self.session = session
        self.items = {item.nodeid: item for item in session.items}
        self.of_file: dict[str, list[str]] = defaultdict(list)
        for test in self.items:
            self.of_file[test.partition("::")[0]].append(test)
        self.functions: dict[str, list[FunctionType]] = defaultdict(list)
        ours = str(ROOT / "nomic_mail")
        gc.unfreeze()
        for one in gc.get_objects():
            if type(one) is FunctionType and one.__code__.co_filename.startswith(ours):
                self.functions[one.__code__.co_filename].append(one)
            elif type(one) is KEEPING and one.__module__.startswith("nomic_mail.game"):
                one.cache_clear()  # what was found while the tests were read, none would execute
        gc.freeze()

    def run(self, tests: Sequence[str], plugin: object) -> None:
        """One after the other, until the plugin says that it is enough."""
        self.session.config.pluginmanager.register(plugin)
        items = [self.items[test] for test in tests]
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.session.shouldstop:
                break


def with_tests(named: Sequence[str], do: Callable[[Tests], None]) -> int:
    """Has pytest collect them, and does this where it would run them."""

    class Instead:
        def pytest_runtestloop(self, session: pytest.Session) -> bool:
            if session.testsfailed:
                raise session.Failed("some tests cannot be collected")
            do(Tests(session))
            return True

    _no_shrinking()
    return pytest_run(named, Instead(), "-s", "-q")


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
    """Runs these tests and no others, in this order. With one that fails it is over."""

    def __init__(self, tests: Sequence[str], folder: Path) -> None:
        self.order = {test: at for at, test in enumerate(tests)}
        self.folder = folder

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self.order),
            key=lambda item: self.order[item.nodeid],
        )
        # One that is not there any more kills nothing: read anew, its name may be another.

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            (self.folder / "killer").write_text(report.nodeid)
            os._exit(1)


def judged(mutant: Mutant, tests: Sequence[str], all_of: Tests, folder: Path, *, anew: bool) -> int:
    """0 where all of these tests pass with it."""
    altered, chosen = Altered(mutant), Chosen(tests, folder)
    if not anew and _given(altered, all_of.functions[altered.path]):
        all_of.run(tests, chosen)
        return 0
    for name in [one for one in sys.modules if one.partition(".")[0] in ("nomic_mail", "tests")]:
        del sys.modules[name]
    sys.meta_path.insert(0, altered)
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    if not anew:
        files = files[:FEW_FILES]
        chosen = Chosen([test for test in tests if test.partition("::")[0] in files], folder)
    return pytest_run(files, chosen, "-x")


def _given(altered: Altered, functions: Sequence[FunctionType]) -> bool:
    """Every function of the file that is another now gets its new code; False where that is not all
    there is to it."""
    old = compile(Path(altered.path).read_bytes(), altered.path, "exec", dont_inherit=True)
    news = _functions(altered.code)
    if _outside(old) != _outside(altered.code):
        return False
    try:
        for one in functions:
            one.__code__ = news.get(_key(one.__code__), one.__code__)
    except ValueError:  # it uses other names of the function around it
        return False
    return True


def _key(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _inner(code: CodeType) -> Iterator[CodeType]:
    return (one for one in code.co_consts if isinstance(one, CodeType))


def _functions(code: CodeType) -> dict[tuple[str, int], CodeType]:
    found: dict[tuple[str, int], CodeType] = {}
    for one in _inner(code):
        if one.co_flags & inspect.CO_OPTIMIZED:
            found[_key(one)] = one
        found |= _functions(one)
    return found


def _outside(code: CodeType) -> list[object]:
    """What runs at import: the module, and the bodies of its classes."""
    consts = [one for one in code.co_consts if not isinstance(one, CodeType)]
    found: list[object] = [code.co_code, code.co_names, repr(consts)]
    for one in _inner(code):
        found += [] if one.co_flags & inspect.CO_OPTIMIZED else _outside(one)
    return found
