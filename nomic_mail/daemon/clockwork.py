"""The one clockwork of a server: whatever comes again and again is a job of APScheduler's.

1. A job is run once for all the times it was due, however late, and never beside itself: while it
   runs, its next times are left out, and nobody is told. What must show that it lives has a heart
   (watch.py).
2. APScheduler goes by the machine's clock. Set back, its jobs would wait until the old time comes
   again; set forward, each time that was jumped over would be counted. So when time has jumped (as
   when a machine slept) all of them are due at once, and go on from there.
3. What waits for something else than a time is a thread of its own (server.py), no job.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Any

from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.background import BackgroundScheduler

JUMP = timedelta(seconds=60)  # more than the least time between two looks


class _Jobs(MemoryJobStore):  # type: ignore[misc]
    """Rule 2. It is asked at least as often as the most frequent job is due."""

    _looked: datetime | None = None

    def get_due_jobs(self, now: datetime) -> list[Any]:
        if self._looked is not None and not timedelta(0) <= now - self._looked < JUMP:
            for job in self.get_all_jobs():
                job.modify(next_run_time=now)
        self._looked = now
        due: list[Any] = super().get_due_jobs(now)
        return due


class Clockwork:
    def __init__(self) -> None:
        self._scheduler = BackgroundScheduler(
            timezone=UTC,
            jobstores={"default": _Jobs()},
            # one more than runs: the second finds that the first has not ended, and goes (rule 1)
            job_defaults={"coalesce": True, "max_instances": 2, "misfire_grace_time": None},
        )

    def every(
        self, seconds: float, work: Callable[[], None], first: datetime | None = None
    ) -> None:
        """`first` is when it is due first; else after so many seconds."""
        running = Lock()

        def alone() -> None:
            if running.acquire(blocking=False):
                try:
                    work()
                finally:
                    running.release()

        first_time = {"next_run_time": first} if first is not None else {}
        name = getattr(work, "__qualname__", "")
        self._scheduler.add_job(alone, "interval", seconds=seconds, name=name, **first_time)

    def start(self) -> None:
        self._scheduler.start()

    def stop(self) -> None:
        """What runs is let end; nothing else begins."""
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)
