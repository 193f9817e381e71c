"""`make corpus`: what is read right of real mail, as a table.

1. A corpus is a folder with INDEX.jsonl: one row a file, with `file`, `kind`, `grade` and `expect`
   (a vote; a reply's text; the failed addresses of a bounce; nothing, for what must only be read).
   NOMIC_CORPUS names it, or the command line; several may be given.
2. Votes and bounces are asked of what `nomic-mail letter read FILE --json` prints, replies of the
   lines it takes for said: any other set can be held against the same door.
3. Grade A is an exact expectation, B a partial one, C material only. A file listed as wrong is to
   be looked at, never tuned to.
"""

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nomic_mail.cli.letter import understood
from nomic_mail.letters.mime import html, message
from nomic_mail.letters.quoting.scaffold import scaffold

ROOT = Path(__file__).resolve().parent.parent
CORPUS = Path(os.environ.get("NOMIC_CORPUS", ROOT.parent / "shared" / "corpus"))

Row = dict[str, Any]
HEAD = b"From: Reader <reader@example.org>\nMIME-Version: 1.0\nContent-Type: text/"


@dataclass
class Score:
    """One line of the table: how many files, how they came out, which came out badly."""

    name: str
    outcomes: Counter[str] = field(default_factory=Counter)
    bad: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        return sum(self.outcomes.values())

    def share(self, outcome: str) -> float:
        return self.outcomes[outcome] / self.total if self.total else 1.0

    def count(self, outcome: str, file: str, told: str = "") -> None:
        self.outcomes[outcome] += 1
        if outcome not in ("right", "read"):
            self.bad.append(f"{outcome:8} {file} {told}"[:200])


def rows_of(corpus: Path) -> list[Row]:
    lines = (corpus / "INDEX.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def as_letter(path: Path, row: Row) -> bytes:
    """The file as a letter: samples of a body alone are given a head."""
    raw = path.read_bytes()
    if row["expect"].get("mime") or path.suffix == ".eml" or row["kind"] != "reply":
        return raw
    kind = b"html" if path.suffix == ".html" else b"plain"
    return HEAD + kind + b"; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n" + raw


def measured(corpus: Path) -> dict[str, Score]:
    scores: dict[str, Score] = {}
    for row in rows_of(corpus):
        raw = as_letter(corpus / row["file"], row)
        name, outcome, told = judged(row, raw)
        scores.setdefault(name, Score(name)).count(outcome, row["file"], told)
    return dict(sorted(scores.items()))


def judged(row: Row, raw: bytes) -> tuple[str, str, str]:
    """The line of the table a file belongs to, how it came out, and what to say of it."""
    expect, grade = row["expect"], row.get("grade", "C")
    try:
        facts = understood(raw, expect.get("proposal"))
    except Exception as problem:  # that nothing raises is one of the figures
        return f"{row['kind']} {grade}", "raised", repr(problem)
    if "vote" in expect:
        return f"vote {grade}", *_vote(facts, expect)
    if row["kind"] == "reply":
        return f"reply {grade}", *_reply(raw, expect)
    if row["kind"] == "bounce":
        return f"bounce {grade}", *_bounce(facts, expect)
    return f"{row['kind']} {grade}", "read", ""


def _vote(facts: Row, expect: Row) -> tuple[str, str]:
    cast = [(one["choice"], one["proposal"]) for one in facts["commands"] if one["verb"] == "vote"]
    wanted = (expect["vote"].lower(), expect["proposal"])
    if cast == [wanted]:
        return "right", ""
    if cast:
        return "wrong", f"{cast} for {wanted}"
    return ("asked" if facts["questions"] else "silent"), str(facts["questions"] or facts["kind"])


def words(text: str) -> list[str]:
    return text.split()


def said_in(raw: bytes) -> str:
    """All that the server takes for the sender's own words."""
    lines = scaffold(message.read(raw).text)
    return "\n".join(line.text for line in lines if line.kind == "said")


def _reply(raw: bytes, expect: Row) -> tuple[str, str]:
    said = " ".join(words(said_in(raw)))
    inside = [*expect.get("contains", ()), *expect.get("first_fragment", "").splitlines()]
    if "reply" in expect:
        return _whole_reply(raw, expect)
    missing = [text for text in inside if " ".join(words(text)) not in said]
    taken = [text for text in expect.get("not_contains", ()) if " ".join(words(text)) in said]
    if missing or taken:
        return ("lost" if missing else "quoted"), str(missing or taken)
    return "right", ""


def _whole_reply(raw: bytes, expect: Row) -> tuple[str, str]:
    """Right where what is said is found and nothing else is, sign-offs apart."""
    wanted = expect["reply"]
    if expect["compare"].startswith("html"):
        wanted = html.shown_of(wanted).text
    lines = scaffold(wanted)
    must = words("\n".join(line.text for line in lines if line.kind == "said"))
    may = Counter(words("\n".join(line.text for line in lines)))
    said = words(said_in(raw))
    lost = Counter(must) - Counter(said)
    taken = Counter(said) - may
    if lost:
        return "lost", " ".join(lost)
    if taken:
        return "quoted", " ".join(taken)
    return "right", ""


def _bounce(facts: Row, expect: Row) -> tuple[str, str]:
    if expect["class"] == "not-detected-as-bounce":
        return "read", ""
    if facts["kind"] != "bounce":
        return "missed", f"taken for {facts['kind']}"
    failed, told = expect.get("failed"), facts["bounce"]
    if failed and told is not None and sorted(told["permanent"]) != sorted(map(str.lower, failed)):
        return "address", f"{told} for {failed}"
    return "right", ""


def table(scores: dict[str, Score]) -> Iterator[str]:
    yield f"{'what':14} {'files':>6} {'right':>7}  outcomes"
    for score in scores.values():
        good = score.outcomes["right"] + score.outcomes["read"]
        told = ", ".join(f"{name} {count}" for name, count in score.outcomes.most_common())
        yield f"{score.name:14} {score.total:6} {good / max(1, score.total):7.1%}  {told}"


def main() -> None:
    wordy = "-v" in sys.argv[1:]
    named = [Path(word) for word in sys.argv[1:] if not word.startswith("-")]
    for corpus in named or [CORPUS]:
        if not (corpus / "INDEX.jsonl").exists():
            sys.exit(f"no corpus at {corpus}: name one with NOMIC_CORPUS")
        began = time.perf_counter()
        scores = measured(corpus)
        print(corpus.name, f"({time.perf_counter() - began:.1f} s)")
        for line in table(scores):
            print(line)
        for score in scores.values():
            for line in score.bad if wordy else ():
                print(f"  {score.name:10} {line}")


if __name__ == "__main__":
    main()
