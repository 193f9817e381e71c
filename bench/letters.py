"""`python -m bench.letters`: how many letters a second are read and understood, beside `email`
parsing alone, and what the slowest one takes.

1. The letters are those of tests/letters, and those of NOMIC_CORPUS where there are any; each is
   read as the pump reads it.
"""

import email
import email.policy
import json
import os
import time
from collections.abc import Callable
from pathlib import Path

from bench.progress import told
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.letters.mime import message
from nomic_mail.letters.screen import kind as screen

LETTERS = Path(__file__).resolve().parent.parent / "tests" / "letters"
ABOUT = About(ballot=301, open_ballots=(301,))
SECONDS = 2.0


def letters_per_second(work: Callable[[bytes], object], raws: list[bytes]) -> float:
    done = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        message.forget()
        for raw in raws:
            work(raw)
        done += len(raws)
    return done / spent


def read_whole(raw: bytes) -> None:
    """What it says and brings along, which is worked out as it is first asked for."""
    found = message.read(raw)
    _ = found.text, found.attached


def understood(raw: bytes) -> None:
    read = message.read(raw)
    screen.screen(read, None)
    understand(read.subject, read.text, ABOUT, read.attached)


def slowest(raws: list[bytes]) -> float:
    """In letters a second, as the others."""

    def spent(raw: bytes) -> float:
        message.forget()
        began = time.perf_counter()
        understood(raw)
        return time.perf_counter() - began

    worst = max(raws, key=spent)
    return 1 / min(spent(worst) for _ in range(5))


def _all_letters() -> list[bytes]:
    corpus = os.environ.get("NOMIC_CORPUS")
    files = sorted(LETTERS.glob("*.eml"))
    files += sorted(Path(corpus).rglob("*.eml")) if corpus else []
    return [file.read_bytes() for file in files]


def measured(say: Callable[[str], None] = told) -> dict[str, float]:
    raws = _all_letters()
    say(f"reading {len(raws):,} letters")
    for raw in raws:  # what is loaded when first needed is not counted
        understood(raw)
    works: dict[str, Callable[[bytes], object]] = {
        "email alone": email.message_from_bytes,
        "email with its default policy": lambda raw: email.message_from_bytes(
            raw, policy=email.policy.default
        ),
        "read": read_whole,
        "read, screened and understood": understood,
    }
    figures = {name: letters_per_second(work, raws) for name, work in works.items()}
    return figures | {"the slowest of them": slowest(raws)}


if __name__ == "__main__":
    print(json.dumps(measured(), indent=1))
