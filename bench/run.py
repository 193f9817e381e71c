"""`make bench`: how many votes a second walk all the way through one pump, and what they cost.

1. Real letters, a real SQLite file with synchronous=FULL, no network: accept, read, decide, commit,
   render. The figures are for comparing runs on one machine; nothing here is a promise.
"""

import json
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from nomic_mail.play.table import Table

LETTERS = 300


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        votes = _votes(Path(folder))
    print(json.dumps({"votes_per_second": round(votes), "letters": LETTERS}))


def _votes(folder: Path) -> float:
    """Two players, one open ballot, a vote changed again and again."""
    table = Table(folder, "bench", datetime(2026, 1, 1, tzinfo=UTC))
    settings = {"debate_min": "0", "debate_max": "0"}
    table.act("new game", game="bench", title="", ruleset="net_play", settings=settings)
    for name in ("ada", "bob"):
        who = f"{name.title()} <{name}@players.example>"
        table.act("add player", game="bench", player=who, confirmed=True)
    table.act("command", game="bench", verb="Start", fields={})
    table.pump.run()
    turn = next(letter for letter in table.letters() if "your turn" in letter.subject)
    table.mail(f"<{turn.to}>", turn.reply_to, "PROPOSE REPEAL 206\n")
    table.pump.run()
    ballot = next(letter for letter in table.letters() if letter.to == turn.to)
    began = time.perf_counter()
    for count in range(LETTERS):
        table.clock.set(table.clock.now() + timedelta(seconds=1))
        choice = "FOR" if count % 2 else "AGAINST"
        table.mail(f"<{ballot.to}>", ballot.reply_to, f"{choice}\n")
        table.pump.run()
        _progress(count)
    seconds = time.perf_counter() - began
    table.close()
    return LETTERS / seconds


def _progress(count: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{count + 1}/{LETTERS}", end="", file=sys.stderr)


if __name__ == "__main__":
    main()
