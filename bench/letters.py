"""`make bench`: how many letters a second are read and understood, beside `email` parsing alone.

1. The letters are those of tests/letters, each read as the pump reads it; the figures are for
   comparing runs on one machine.
"""

import email
import email.policy
import json
import time
from collections.abc import Callable
from pathlib import Path

from nomic_mail.letters import message, screen
from nomic_mail.letters.grammar import About, understand

LETTERS = Path(__file__).resolve().parent.parent / "tests" / "letters"
ABOUT = About(ballot=301, open_ballots=(301,))
SECONDS = 2.0


def letters_per_second(work: Callable[[bytes], object], raws: list[bytes]) -> float:
    done = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        for raw in raws:
            work(raw)
        done += len(raws)
    return done / spent


def understood(raw: bytes) -> None:
    read = message.read(raw)
    screen.screen(read, None)
    understand(read.subject, read.text, ABOUT, read.attached)


def main() -> None:
    raws = [path.read_bytes() for path in sorted(LETTERS.glob("*.eml"))]
    for raw in raws:  # what is loaded when first needed is not counted
        understood(raw)
    works: dict[str, Callable[[bytes], object]] = {
        "email_compat32": email.message_from_bytes,
        "email_default": lambda raw: email.message_from_bytes(raw, policy=email.policy.default),
        "read": message.read,
        "read_and_understood": understood,
    }
    figures = {name: round(letters_per_second(work, raws)) for name, work in works.items()}
    print(json.dumps({"letters_per_second": figures, "letters": len(raws)}))


if __name__ == "__main__":
    main()
