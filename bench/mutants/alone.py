"""A process to itself for each mutant, a folder for what its tests write, and a limit of time.

1. `judged` at first: it is forked with the code and the tests imported, and the changed function is
   given its new code there. That takes a tenth of a second.
2. What is no function's (a table, a default) is imported anew, with all that imports it; so is all
   for a survivor, for what was kept from the code as it was.
"""

import ast
import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import io
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Generic, TypeVar

import pytest

from bench.mutants.changes import ROOT, Mutant

WARM = (
    *("alembic.command", "aiosmtpd.smtp", "click", "css_inline", "dkim", "dns.resolver"),
    *("hypothesis", "icalendar", "imapclient", "inscriptis", "jinja2", "lxml.html", "msgspec"),
    *("jsonschema", "sqlalchemy.dialects.sqlite", "apscheduler.schedulers.background"),
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
        if gone := set(self.order) - {item.nodeid for item in items}:  # one of each kind, say
            (self.folder / "killer").write_text(min(gone))
            pytest.exit("a test is not there any more", returncode=1)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            (self.folder / "killer").write_text(report.nodeid)


def judged(mutant: Mutant, tests: Sequence[str], folder: Path, *, anew: bool) -> int:
    """0 where all of these tests pass with it."""
    altered = Altered(mutant)
    if anew or not _given(altered):
        for name in [
            one for one in sys.modules if one.partition(".")[0] in ("nomic_mail", "tests")
        ]:
            del sys.modules[name]
        sys.meta_path.insert(0, altered)
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    return pytest_run(files, folder, Chosen(tests, folder), "-x")


def imported(files: Sequence[str]) -> None:
    """What these tests need, before anything is forked. They are collected, and not run."""
    with redirect_stdout(io.StringIO()), tempfile.TemporaryDirectory() as folder:
        pytest_run(files, Path(folder), object(), "--collect-only", "-qq")
    gc.freeze()


def _given(altered: Altered) -> bool:
    """Every function of the file that is another now gets its new code; False where that is not all
    there is to it."""
    old = compile(Path(altered.path).read_bytes(), altered.path, "exec", dont_inherit=True)
    news = _functions(altered.code)
    if len(news) != len(_functions(old)) or _outside(old) != _outside(altered.code):
        return False
    gc.unfreeze()
    try:
        for one in gc.get_objects():
            if isinstance(one, FunctionType) and one.__code__.co_filename == altered.path:
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
