"""A real PostgreSQL on loopback, thrown away afterwards; root's it will not be, so it is nobody's.

1. A test that needs one is skipped where it is not installed; in CI a skipped test is a failure.
2. One server for all tests of a worker (tests/real/conftest.py); for each test a database of its
   own, or the one with tables, emptied.
"""

import os
import pwd
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from nomic_mail.store.database.engines import Database
from nomic_mail.store.database.tables import metadata
from tests.kit.real.real_mail import free_port, short_folder, wait_for
from tests.kit.real.server_play import until

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


class Postgres:
    """`durable`: it waits for its disk, as one that is in earnest does."""

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        self._durable = durable
        if not PROGRAMS:
            pytest.skip("there is no PostgreSQL on this machine: apt-get install postgresql")
        self._programs, self._folder, self._made = PROGRAMS[-1], folder, 0
        self._shared: str | None = None
        self._nobody = "nobody" if os.geteuid() == 0 else None
        if self._nobody:
            os.chown(folder, pwd.getpwnam(self._nobody).pw_uid, -1)
        self.port = free_port()
        made = ["-D", str(folder / "data"), "-A", "trust", "-U", "nomic", "--no-sync"]
        self._run("initdb", *made, "-E", "UTF8", "--locale=C.UTF-8")

    def _run(self, program: str, *words: str, typed: bytes = b"") -> bytes:
        done = subprocess.run(
            [str(self._programs / program), *words],
            input=typed,
            capture_output=True,
            check=True,
            user=self._nobody,
            cwd=self._folder,
        )
        return done.stdout

    def start(self) -> None:
        words = ["-D", str(self._folder / "data"), "-p", str(self.port), "-k", str(self._folder)]
        words += ["-c", "listen_addresses=127.0.0.1"]
        if not self._durable:
            words += ["-c", "fsync=off", "-c", "synchronous_commit=off"]
            words += ["-c", "full_page_writes=off", "-c", "autovacuum=off", "-c", "jit=off"]
        with (self._folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                [str(self._programs / "postgres"), *words],
                stderr=log,
                user=self._nobody,
                cwd=self._folder,
            )
        wait_for(self.port, self._process, greeting=False)
        until("an answer", self._answers)

    def _answers(self) -> bool | None:
        try:
            return self.psql("SELECT 1") == [(1,)] or None
        except psycopg.OperationalError:  # "the database system is starting up"
            return None

    def stop(self, how: int = signal.SIGINT) -> None:
        """SIGINT ends its sessions, and then itself; SIGQUIT ends it at once."""
        self._process.send_signal(how)
        self._process.wait(30)

    def new(self) -> str:
        """The URL of an empty database."""
        self._made += 1
        self.psql(f"CREATE DATABASE nomic{self._made}")
        return self.url(f"nomic{self._made}")

    def made(self) -> str:
        """The URL of a database with tables."""
        url = self.new()
        database = Database(url)
        database.migrate()
        database.close()
        return url

    def emptied(self) -> str:
        """The URL of the one database with tables that all share."""
        self._shared = self._shared or self.made()
        self.empty(self._shared)
        return self._shared

    def empty(self, url: str) -> None:
        """Its rows are gone, and all who were at it."""
        with psycopg.connect(url, autocommit=True) as line:
            line.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            names = ", ".join(metadata.tables)
            line.execute(f"TRUNCATE {names} RESTART IDENTITY CASCADE".encode())

    def url(self, name: str) -> str:
        return f"postgresql://nomic@127.0.0.1:{self.port}/{name}"

    def psql(self, query: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.url("postgres"), autocommit=True) as line:
            done = line.execute(query.encode())
            return done.fetchall() if done.description else []

    def dumped(self, url: str) -> bytes:
        return self._run("pg_dump", "--format=custom", "--dbname", url)

    def put_back(self, dump: bytes, url: str) -> None:
        self._run("pg_restore", "--dbname", url, typed=dump)


@contextmanager
def postgres(*, durable: bool = False) -> Iterator[Postgres]:
    with short_folder() as folder:
        server = Postgres(folder, durable=durable)
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)
