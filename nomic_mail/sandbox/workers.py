"""The processes that programs run in: begun with the first call, and never across a fork.

1. The interpreter's own limits stand inside the system's: no new privileges, so much memory, no
   files, and nobody's account where we are root. Its binary is named, so that nothing in the
   surroundings chooses another. Where the system lets us do only some of this, that is done.
2. A program's clock stands still and its chance is none: what it needs of either it is handed.
3. A worker that died or hangs is left behind, and the call is tried on another.
4. The interpreter looks at each step for a library of tracing. Where there is none, that is known
   once: Python would look through all folders each time.
5. A child of a process that has begun them cannot use them, and says so: it would hang, and take
   its parent's with it.
"""

import atexit
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from nomic_mail.game.programs import INTERFACE
from nomic_mail.sandbox.prelude import prelude

if TYPE_CHECKING:
    from pydantic_monty import Monty, MontySession, OSPolicy, ResourceLimits

SECONDS = 2.0
GENEROUS = 4.0
GRACE = 0.5
MEMORY = 32_000_000
DEPTH = 50
SUSPENSIONS = 1500
WORKERS = 2
NOBODY = 65534
TRACING = "opentelemetry"
ADDRESS_SPACE = 512 * 1024 * 1024


class NoInterpreter(Exception):
    """There is none here."""


@lru_cache(maxsize=1)
def version() -> str:
    """The interpreter with its version, without loading it; empty where there is none."""
    from importlib import metadata

    try:
        found = metadata.version("pydantic-monty")
        metadata.version("pydantic-monty-client")
    except metadata.PackageNotFoundError:
        return ""
    return f"monty {found}" if binary() is not None else ""


def binary() -> Path | None:
    scripts = Path(sysconfig.get_path("scripts"))
    for folder in (scripts, Path(sys.prefix) / "bin"):
        if (folder / "monty").is_file():
            return (folder / "monty").resolve()
    return None


class Pool:
    """Of one process (rule 5)."""

    def __init__(self) -> None:
        self._pool: Monty | None = None
        self._owner = 0
        self.at_work: int | None = None  # the process in which the last call began
        self._after_prelude: dict[int, bytes] = {}
        self._lock = Lock()
        os.register_at_fork(after_in_child=self._in_child)

    def _in_child(self) -> None:
        self._lock = Lock()  # whoever held it is not here

    @contextmanager
    def session(self, seconds: float = SECONDS, **how: Any) -> "Iterator[MontySession]":
        limits: ResourceLimits = {
            "max_feed_duration_secs": seconds,
            "max_memory": MEMORY,
            "max_recursion_depth": DEPTH,
            "max_suspensions": SUSPENSIONS,
        }
        still: OSPolicy = {
            "datetime": datetime(2000, 1, 1, tzinfo=UTC),
            "timezone": "utc",
            "sleep": "zero",
            "random_start": {"seed": 0},
        }
        checkout = self._own().checkout(
            script_name="program", limits=limits, os_policy=still, **how
        )
        with checkout as session:
            self.at_work = session.worker_pid
            yield session

    @contextmanager
    def after_prelude(
        self, seconds: float = SECONDS, interface: int = INTERFACE
    ) -> "Iterator[MontySession]":
        """One that begins as the prelude left it: that is the same for all of one interface, and
        reading it is half of what a plain call takes."""
        if interface not in self._after_prelude:
            with self.session(GENEROUS) as session:  # who goes on from there has no more time
                session.feed_run(prelude(interface))
                self._after_prelude[interface] = session.dump()
        with self.session(seconds) as session:
            session.load_session(self._after_prelude[interface])
            yield session

    def _own(self) -> "Monty":
        with self._lock:
            if self._pool is None:
                self._pool, self._owner = _begun(), os.getpid()
            if self._owner != os.getpid():
                raise NoInterpreter("a process that was split off cannot run programs")
            return self._pool


POOL = Pool()


def _begun() -> "Monty":
    found = binary()
    if found is None:
        raise NoInterpreter("no interpreter for programs is installed here")
    try:
        from pydantic_monty import Monty
    except ImportError as trouble:
        raise NoInterpreter(f"the interpreter for programs cannot be loaded: {trouble}") from None
    if find_spec(TRACING) is None:  # as Python writes down: not there
        for name in (TRACING, f"{TRACING}.context"):
            sys.modules[name] = None  # type: ignore[assignment]
    pool = Monty(
        binary_path=_guarded(found),
        min_processes=1,
        max_processes=WORKERS,
        checkout_timeout=30.0,
        request_timeout=GENEROUS + 4.0,
        max_checkouts_per_worker=500,
        feed_duration_limit_grace=GRACE,
        turn_duration_limit_grace=GRACE,
    )
    pool.__enter__()
    return pool


def guards(found: Path) -> list[str]:
    """What the interpreter begins under, as far as the system lets us."""
    words: list[str] = []
    root = os.geteuid() == 0
    if setpriv := shutil.which("setpriv"):
        wanted = [["--no-new-privs"], ["--inh-caps=-all"]]
        if root:
            wanted.append(["--bounding-set=-all"])
            if _open_to_all(found):
                wanted.append([f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"])
        words = _those_that_work(setpriv, wanted)
    if prlimit := shutil.which("prlimit"):
        limits = (f"--as={ADDRESS_SPACE}", "--nofile=16", "--core=0", "--fsize=0")
        words += _those_that_work(prlimit, [[one] for one in limits])
    return words


def _those_that_work(tool: str, wanted: Sequence[Sequence[str]]) -> list[str]:
    """All at once; or each that works by itself, where a filter of the system forbids some."""
    every = [word for words in wanted for word in words]
    if not _works([tool, *every]):
        every = [word for words in wanted if _works([tool, *words]) for word in words]
    return [tool, *every] if every else []


def _works(words: Sequence[str]) -> bool:
    try:
        tried = subprocess.run(  # noqa: S603  words of our own
            ["/bin/sh", "-c", 'exec "$@" /bin/sh -c :', "sh", *words],
            check=False,
            capture_output=True,
            timeout=10,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return tried.returncode == 0


def _guarded(found: Path) -> Path:
    """A script that begins the interpreter with what it needs and no more, and says nothing of it
    where the server speaks."""
    folder = Path(tempfile.mkdtemp(prefix="nomic-mail-"))
    atexit.register(_removed, folder, os.getpid())
    folder.chmod(0o755)
    script = folder / "interpreter"
    words = " ".join(map(_quoted, [*guards(found), str(found)]))
    script.write_text(f'#!/bin/sh\ncd / && exec {words} "$@" 2>/dev/null\n')
    script.chmod(0o755)
    return script if _works_here(script) else found


def _works_here(script: Path) -> bool:
    """Some folders are not for what can be begun."""
    return Path("/bin/sh").exists() and os.access(script, os.X_OK)


def _removed(folder: Path, owner: int) -> None:
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def _quoted(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"


def _open_to_all(found: Path) -> bool:
    """Whether somebody else could begin it at all."""
    return all(part.stat().st_mode & 0o001 for part in (found, *found.parents))
