"""`make bench`: all that is measured, as a table and in build/bench.json. The figures are ratios of
one run on one machine; nothing here is a promise.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from bench import acknowledged, archive, growth, letters, startup, walk
from bench.progress import told

BUILD = Path("build")


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    figure: str
    ratio: float | None = None
    goal: str = ""
    met: bool | None = None


def end_to_end() -> Iterator[Row]:
    found = walk.measured(BUILD / "mailman", told)
    bare, per_second = found["commands"]["bare"], "{:.0f} letters/s".format
    yield Row("the bare costs of a letter", per_second(bare))
    for what, theirs, kind in (
        ("a vote, end to end", "Mailman's echo", "commands"),
        ("talk to five players", "Mailman's post to five", "posts"),
    ):
        ours, mailman = found[kind]["nomic_mail"], found[kind]["Mailman"]
        yield Row(theirs, per_second(mailman))
        for named, one in ((what, ours), ("  with two workers", found[kind]["with two workers"])):
            yield Row(named, per_second(one), *_least(one / mailman, 5))
            if kind == "commands":
                yield Row("  of the bare costs", "", *_least(one / bare, 0.5))


def acknowledging() -> Iterator[Row]:
    found = acknowledged.measured(told)
    for which, place in (("p50", 0), ("p99", 1)):
        ours, bare = found["nomic_mail"][place], found["bare"][place]
        yield Row(f"a 250 to one of fifty clients, {which}", f"{ours:.0f} ms")
        yield Row("  a bare listener's", f"{bare:.0f} ms", *_most(ours, bare, 2))
    first = found["after a start"][1]
    yield Row("  of the first third, after a start, p99", f"{first:.0f} ms", first / bare)


def with_time() -> Iterator[Row]:
    found = growth.measured(told)
    for of, most in (("events", 1.1), ("games", 1.15), ("sizes", 1.1)):
        first, *rest = found[of].items()
        yield Row(f"a vote beside {first[0]}", f"{first[1]:.2f} ms")
        for size, spent in rest:
            yield Row(f"a vote beside {size}", f"{spent:.2f} ms", *_most(spent, first[1], most))


def starting() -> Iterator[Row]:
    found = startup.measured(told)
    for what, seconds in found["seconds"].items():
        yield Row(what, f"{seconds:.2f} s")
    for what, megabytes in found["megabytes"].items():
        yield Row(what, f"{megabytes:.0f} MB", None, "<= 150 MB", megabytes <= 150)


def reading() -> Iterator[Row]:
    found = letters.measured(told)
    parsed = found["email alone"]
    for what, per_second in found.items():
        yield Row(what, f"{per_second:,.0f} letters/s", per_second / parsed)


def archiving() -> Iterator[Row]:
    """Of a game with 100 proposals; `python -m bench.archive` makes longer ones."""
    for one in archive.figures([100], told):
        yield Row(one.what, f"{one.seconds:.1f} s", one.ratio)


def _least(ratio: float, goal: float) -> tuple[float, str, bool]:
    return ratio, f">= {goal:g}", ratio >= goal


def _most(figure: float, first: float, goal: float) -> tuple[float, str, bool]:
    return figure / first, f"<= {goal:g}", figure / first <= goal


PARTS: dict[str, Callable[[], Iterator[Row]]] = {
    "End to end": end_to_end,
    "Acknowledging": acknowledging,
    "Growth": with_time,
    "Start-up and memory": starting,
    "Reading": reading,
    "A record of 100 proposals": archiving,
}


def _line(row: Row) -> str:
    ratio = f"{row.ratio:.2f}" if row.ratio is not None else ""
    met = {True: "met", False: "MISSED", None: ""}[row.met]
    return f"  {row.what:<42}{row.figure:>16}{ratio:>9}  {row.goal:<10}{met}"


def main() -> None:
    BUILD.mkdir(exist_ok=True)
    kept: dict[str, list[dict[str, object]]] = {}
    began = time.perf_counter()
    for name, part in PARTS.items():
        rows = list(part())
        kept[name] = [asdict(row) for row in rows]
        told("")
        print(f"\n{name}", *map(_line, rows), sep="\n", flush=True)
    file = BUILD / "bench.json"
    file.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    print(f"\nIn {time.perf_counter() - began:.0f} s. As JSON: {file}", file=sys.stderr)


if __name__ == "__main__":
    main()
