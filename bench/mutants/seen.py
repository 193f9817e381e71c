"""Which tests execute which lines: those of every file run once, and what each of them touched.

1. What pytest collects is what counts: where a file of tests stands does not matter.
2. What runs at import only, nobody's test executes: those judge it that execute what names it, and
   those that execute nothing of ours at all, and so look at what is there.
3. A test that fails here, or takes more than TEST_SECONDS, judges nothing. A file that takes more
   than FILE_SECONDS counts as far as it came.
4. What a fixture for a whole file executes is seen by all tests of that file.
5. It is kept in build/mutants by the file's text, the sample of its tests, the code's text, and
   that of what tests share.
"""

import hashlib
import os
import pickle
import re
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType

import coverage
import pytest

from bench.mutants.alone import Ended, Tests, each
from bench.mutants.changes import ROOT, Mutant

KEPT = ROOT / "build" / "mutants"
TRACED = ("game", "letters", "store", "archive/verify")
FILE_SECONDS = 240  # all transcripts take half of it
TEST_SECONDS = 15


@dataclass(slots=True)
class Seen:
    """Of one test file: the seconds of each test that passed, and by file of ours the lines (bits
    of a number) that each executed."""

    seconds: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    lines: dict[str, dict[str, int]] = field(default_factory=dict)
    fixtures: dict[str, int] = field(default_factory=dict)

    @property
    def looking(self) -> list[str]:
        """The tests that execute nothing of ours."""
        doing = {test for tests in self.lines.values() for test in tests}
        return [test for test in self.seconds if test not in doing]


class TooSlow(BaseException):
    """A test had its time."""


class Watch:
    """The plugin that names each test to coverage, and takes its time."""

    def __init__(self, traced: coverage.Coverage, seen: Seen) -> None:
        self.traced, self.seen = traced, seen
        self.until = time.process_time() + FILE_SECONDS
        self.bad = set[str]()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        if time.process_time() > self.until:
            item.session.shouldstop = "this file had its time"
        began = _spent()
        self.traced.switch_context(item.nodeid)
        signal.signal(signal.SIGVTALRM, _slow)
        signal.setitimer(signal.ITIMER_VIRTUAL, TEST_SECONDS)
        result = yield
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        self.seen.seconds[item.nodeid] = _spent() - began
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
    ) -> Iterator[None]:
        if fixturedef.scope == "function":
            return (yield)
        self.traced.switch_context("fixture")
        result = yield
        self.traced.switch_context(request.node.nodeid if request.scope == "function" else "")
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Item) -> Iterator[None]:
        self.traced.switch_context(pyfuncitem.nodeid)
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.bad.add(report.nodeid)
            if report.failed:
                self.seen.failed.append(report.nodeid)


def _spent() -> float:
    """With what was started besides."""
    return sum(os.times()[:4])


def _slow(_signal: int, _frame: FrameType | None) -> None:
    raise TooSlow


def _record(tests: Tests, file: str, folder: Path) -> int:
    seen = Seen()
    traced = coverage.Coverage(
        data_file=None,
        branch=False,
        include=[str(ROOT / "nomic_mail" / room / "*") for room in TRACED],
        config_file=False,
    )
    watch = Watch(traced, seen)
    traced.start()
    tests.run(tests.of_file[file], watch)
    traced.stop()
    for bad in watch.bad:
        seen.seconds.pop(bad, None)
    data = traced.get_data()
    for path in data.measured_files():
        name = str(Path(path).relative_to(ROOT))
        by_test: dict[str, int] = defaultdict(int)
        for line, contexts in data.contexts_by_lineno(path).items():
            for context in contexts:
                by_test[context] |= 1 << line
        seen.fixtures[name] = by_test.pop("fixture", 0)
        seen.lines[name] = {test: bits for test, bits in by_test.items() if test in seen.seconds}
    (folder / "seen").write_bytes(pickle.dumps(seen))
    return 0


def _hash_of_ours() -> str:
    """The code, and what the tests share."""
    said = hashlib.sha256()
    for room in ("nomic_mail", "templates", "tests"):
        for file in sorted((ROOT / room).rglob("*.py")):
            if not file.name.startswith("test_"):
                said.update(file.read_bytes())
    return said.hexdigest()


def record(tests: Tests, jobs: int, *, stale: bool = False) -> dict[str, Seen]:
    """By test file; with `stale`, what an older state of the code left is good enough."""
    KEPT.mkdir(parents=True, exist_ok=True)
    ours = "" if stale else _hash_of_ours()
    found, new = dict[str, Seen](), list[str]()

    def place(file: str) -> Path:
        sampled = repr(tests.of_file[file]).encode()  # other tests each day
        own = hashlib.sha256((ROOT / file).read_bytes() + sampled).hexdigest()[:16]
        return KEPT / f"{file.replace('/', '.')}-{own}-{ours[:16]}"

    for file in tests.of_file:
        pattern = place(file).name + ("*" if stale else "")
        if kept := max(KEPT.glob(pattern), key=lambda p: p.stat().st_mtime, default=None):
            found[file] = pickle.loads(kept.read_bytes())
        else:
            new.append(file)
    ended: Ended[str]
    for ended in each(new, partial(_record, tests), lambda _: FILE_SECONDS * 2, jobs):
        if not (ended.folder / "seen").exists():
            print(f"  {ended.of}: not recorded", flush=True)
            continue
        raw = (ended.folder / "seen").read_bytes()
        place(ended.of).write_bytes(raw)
        found[ended.of] = pickle.loads(raw)
        failed = found[ended.of].failed
        print(
            f"  {ended.of}: {len(found[ended.of].seconds)} tests"
            + (f"; not used, for they fail: {', '.join(failed)}" if failed else ""),
            flush=True,
        )
    return found


class Judges:
    """Chooses the tests for a mutant."""

    def __init__(self, seen: dict[str, Seen]) -> None:
        self.seen = seen
        self.about: dict[str, dict[str, float]] = {}

    def of(self, mutant: Mutant, seconds: float) -> list[str]:
        """For half of so many seconds those that have most to do with its file, for their time, and
        then the quickest."""
        about = self._about(mutant.file)
        took = {t: self.seen[f].seconds[t] for f, ts in self._touching(mutant).items() for t in ts}
        near = sorted(took, key=lambda one: (-about.get(one, 0.0) / (took[one] + 0.02), one))
        chosen, spent = dict[str, None](), 0.0
        for most, row in ((seconds / 2, near), (seconds, sorted(took, key=lambda t: (took[t], t)))):
            for test in row:
                if test not in chosen and spent + took[test] <= most:
                    spent += took[test]
                    chosen[test] = None
        return list(chosen)

    def _about(self, file: str) -> dict[str, float]:
        """A line that few tests execute says more of each of them."""
        if file not in self.about:
            did = {
                test: [at for at in range(bits.bit_length()) if bits >> at & 1]
                for seen in self.seen.values()
                for test, bits in seen.lines.get(file, {}).items()
            }
            many = Counter(at for lines in did.values() for at in lines)
            self.about[file] = {
                test: sum(1 / many[at] for at in lines) for test, lines in did.items()
            }
        return self.about[file]

    def beside(self, mutant: Mutant, seconds: float) -> list[str]:
        """More of them, and then the others of their files, for what is kept between tests."""
        chosen = self.of(mutant, seconds)
        files = list(dict.fromkeys(test.partition("::")[0] for test in chosen))
        known = set(chosen)
        spent = sum(self.seen[t.partition("::")[0]].seconds[t] for t in chosen)
        more = sorted(
            (took, test)
            for file in files
            for test, took in self.seen[file].seconds.items()
            if test not in known
        )
        for took, test in more:
            if spent + took <= seconds:
                spent += took
                chosen.append(test)
        return sorted(chosen, key=lambda test: files.index(test.partition("::")[0]))

    def cost(self, tests: Sequence[str]) -> float:
        return sum(self.seen[test.partition("::")[0]].seconds[test] for test in tests)

    def _touching(self, mutant: Mutant) -> dict[str, list[str]]:
        wanted = self._wanted(mutant)
        found: dict[str, list[str]] = {}
        for file, seen in self.seen.items():
            for name, bits in wanted.items():
                if seen.fixtures.get(name, 0) & bits:
                    found[file] = list(seen.seconds)
                    break
                if hit := [test for test, did in seen.lines.get(name, {}).items() if did & bits]:
                    found[file] = list(dict.fromkeys((*found.get(file, ()), *hit)))
        if not any(mutant_line(seen, mutant) for seen in self.seen.values()):
            for file, seen in self.seen.items():
                found[file] = list(dict.fromkeys((*found.get(file, ()), *seen.looking)))
        return found

    def _wanted(self, mutant: Mutant) -> dict[str, int]:
        """The line itself; where that runs at import only, the lines that use what it defines, and
        where nobody names that, every line of the file."""
        if any(mutant_line(seen, mutant) for seen in self.seen.values()):
            return {mutant.file: 1 << mutant.line}
        text = (ROOT / mutant.file).read_text().splitlines()[mutant.line - 1]
        if found := re.match(r"\s*([^\W\d]\w\w+)\s*(?::|=)", text):
            users = _users(found[1])
            if any(
                bits & did
                for seen in self.seen.values()
                for name, bits in users.items()
                for did in seen.lines.get(name, {}).values()
            ):
                return users
        return {mutant.file: -1}


def mutant_line(seen: Seen, mutant: Mutant) -> bool:
    bit = 1 << mutant.line
    did = seen.lines.get(mutant.file, {}).values()
    return any(bits & bit for bits in (*did, seen.fixtures.get(mutant.file, 0)))


def _users(name: str) -> dict[str, int]:
    word = re.compile(rf"\b{name}\b")
    users: dict[str, int] = {}
    for file in (ROOT / "nomic_mail").rglob("*.py"):
        for at, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if word.search(line):
                key = os.fspath(file.relative_to(ROOT))
                users[key] = users.get(key, 0) | 1 << at
    return users
