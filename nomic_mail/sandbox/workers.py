"""The processes that programs run in: begun with the first call, and never across a fork.

1. The interpreter's own limits stand inside the system's: no new privileges, so much memory, no
   files, and nobody's account where we are root. Its binary is named, so that nothing in the
   surroundings chooses another.
2. A program's clock stands still and its chance is none: what it needs of either it is handed.
3. A worker that died or hangs is left behind, and the call is tried on another.
"""

import os
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic_monty import Monty, MontySession, OSPolicy, ResourceLimits

SECONDS = 2.0
GENEROUS = 4.0
MEMORY = 32_000_000
DEPTH = 50
SUSPENSIONS = 1500
WORKERS = 2
NOBODY = 65534
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
    return f"monty {found}" if _binary() is not None else ""


def _binary() -> Path | None:
    scripts = Path(sysconfig.get_path("scripts"))
    for folder in (scripts, Path(sys.prefix) / "bin"):
        if (folder / "monty").is_file():
            return (folder / "monty").resolve()
    return None


class Pool:
    """Of one process; a child of it makes its own."""

    def __init__(self) -> None:
        self._pool: Monty | None = None
        self._owner = 0
        self._lock = Lock()

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
            yield session

    def _own(self) -> "Monty":
        with self._lock:
            if self._pool is None or self._owner != os.getpid():
                self._pool, self._owner = _begun(), os.getpid()
            return self._pool


POOL = Pool()


def _begun() -> "Monty":
    binary = _binary()
    if binary is None:
        raise NoInterpreter("no interpreter for programs is installed here")
    from pydantic_monty import Monty

    pool = Monty(
        binary_path=_guarded(binary),
        min_processes=1,
        max_processes=WORKERS,
        checkout_timeout=30.0,
        request_timeout=GENEROUS + 4.0,
        max_checkouts_per_worker=500,
        feed_duration_limit_grace=0.5,
        turn_duration_limit_grace=0.5,
    )
    pool.__enter__()
    return pool


def _guarded(binary: Path) -> Path:
    """A script that begins the interpreter with what it needs and no more, where the system can."""
    prlimit, setpriv = shutil.which("prlimit"), shutil.which("setpriv")
    if prlimit is None and setpriv is None:
        return binary
    words = []
    if setpriv is not None:
        words += [setpriv, "--no-new-privs", "--inh-caps=-all"]
        if os.geteuid() == 0 and _open_to_all(binary):
            words += [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    if prlimit is not None:
        words += [prlimit, f"--as={ADDRESS_SPACE}", "--nofile=16", "--core=0", "--fsize=0"]
    folder = Path(tempfile.mkdtemp(prefix="nomic-mail-"))
    folder.chmod(0o755)
    script = folder / "interpreter"
    script.write_text(f'#!/bin/sh\ncd / && exec {" ".join(words)} {_quoted(binary)} "$@"\n')
    script.chmod(0o755)
    return script


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "'\\''") + "'"


def _open_to_all(binary: Path) -> bool:
    """Whether somebody else could begin it at all."""
    return all(part.stat().st_mode & 0o001 for part in (binary, *binary.parents))
