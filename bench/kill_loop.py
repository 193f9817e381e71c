"""Two workers on a real PostgreSQL, or one on SQLite, killed again and again for as long as is
asked; and what they leave compared, to the last byte, with what one that nobody disturbs made of
the same letters.

    python -m bench.kill_loop [--sqlite [--helpers 1]] [--minutes 10] [--games 12] [--rounds 36]
                              [--seed 1]

Letters come by both listeners, each again until there was a 250. An episode is some rounds
(tests.kit.real.two_workers); the time that counts is that of the disturbed ones.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import nullcontext
from pathlib import Path

from tests.kit.real.real_postgres import Postgres, postgres
from tests.kit.real.two_workers import Hand, Many, Record, Round, record_of


def undisturbed(
    folder: Path, url: str, told: argparse.Namespace, seed: int
) -> tuple[list[Round], Record]:
    many, luck, rounds = Many(folder, url, 1, told.games), random.Random(seed), list[Round]()
    try:
        many.begin()
        for number in range(seed * 1000, seed * 1000 + told.rounds):
            rounds.append(many.next_round(number))
            many.play(rounds[-1], luck)
    finally:
        many.stop()
    return rounds, record_of(many)


def disturbed(
    folder: Path, url: str, told: argparse.Namespace, seed: int, rounds: list[Round]
) -> tuple[Counter[str], Record]:
    """With how long it took, how often a worker was killed, and how many letters were doubled by
    who sent them."""
    count, luck = 1 if told.sqlite else 2, random.Random(seed)
    many = Many(folder, url, count, told.games, helpers=told.helpers)
    hand = Hand(many, seed)
    try:
        many.begin()
        began = time.monotonic()
        with hand.at_work():
            for each in rounds:
                many.play(each, luck)
        many.settle()
        took = time.monotonic() - began
        ((doubled,),) = many.rows("SELECT count(*) FROM inbox WHERE state = 'duplicate'")
    finally:
        many.stop()
    counts = {
        "seconds": round(took),
        "kills": hand.kills,
        "helpers killed": hand.helpers,
        "sent twice by their sender": doubled,
    }
    return Counter(counts), record_of(many)


def differences(one: Record, two: Record) -> list[str]:
    told = [] if one.ledgers == two.ledgers else ["the ledgers differ"]
    if set(one.letters) != set(two.letters):
        told.append("the Message-IDs differ")
    elif one.letters != two.letters:
        told.append("the letters differ")
    if one.delivered != two.delivered:
        told.append("what came to the readers differs")
    return told


def episode(
    server: Postgres | None, told: argparse.Namespace, seed: int, counts: Counter[str]
) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="kill-loop-") as folder:
        one, two = Path(folder) / "one", Path(folder) / "two"
        urls = [server.new() if server else f"sqlite:///{each}/nomic.db" for each in (one, two)]
        rounds, expected = undisturbed(one, urls[0], told, seed)
        more, record = disturbed(two, urls[1], told, seed, rounds)
    counts.update(more)
    counts["letters in"] += sum(len(letters) for _, letters in rounds)
    counts["letters out"] += len(record.letters)
    counts["events"] += len(record.ledgers)
    return differences(expected, record)


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m bench.kill_loop", description=__doc__)
    words.add_argument("--minutes", type=float, default=10)
    words.add_argument("--games", type=int, default=12)
    words.add_argument("--rounds", type=int, default=36)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--sqlite", action="store_true", help="one worker on SQLite")
    words.add_argument("--helpers", type=int, default=0, help="of that one ([server] workers)")
    told = words.parse_args()
    counts, seed = Counter[str](), told.seed
    with nullcontext() if told.sqlite else postgres() as server:
        while counts["seconds"] < told.minutes * 60:
            wrong = episode(server, told, seed, counts)
            shown = ", ".join(f"{count:,} {what}" for what, count in counts.items())
            print(f"episode {seed}: {'; '.join(wrong) or 'equal'}  (so far {shown})", flush=True)
            if wrong:
                return 1
            seed += 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
