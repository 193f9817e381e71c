"""`make mutants`: the score of the tests, and what they let live."""

import argparse
import json
import os
import signal
import sys
import time
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bench.mutants import alone, changes, seen
from bench.mutants.changes import ROOT, Mutant

ROOMS = {
    "game": ("nomic_mail/game",),
    "letters": (
        *("nomic_mail/letters/quoting", "nomic_mail/letters/proof"),
        "nomic_mail/letters/grammar",
    ),
    "store": (
        *(f"nomic_mail/store/queue/{name}.py" for name in ("inbox", "outbox", "alike")),
        "nomic_mail/store/games/ledger.py",
    ),
    "verify": ("nomic_mail/archive/verify",),
}
REPORT = ROOT / "build" / "mutants.json"
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
FIRST_SECONDS = 6.0


@dataclass(frozen=True, slots=True)
class Verdict:
    room: str
    mutant: Mutant
    how: str  # killed, survived, untested
    by: str = ""

    def plain(self) -> dict[str, object]:
        m = self.mutant
        return {
            "room": self.room,
            "file": m.file,
            "line": m.line,
            "function": m.function,
            "kind": m.kind,
            "before": m.before,
            "after": m.after,
            "nth": m.nth,
            "how": self.how,
            "by": self.by,
        }


def mutants_of(room: str) -> list[Mutant]:
    files = list[Path]()
    for place in ROOMS[room]:
        path = ROOT / place
        files += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return changes.of(files)


def equivalent() -> dict[tuple[str, ...], str]:
    told = tomllib.loads(EQUIVALENT.read_text()).get("mutant", [])
    return {(m["file"], m["function"], m["before"], m["after"]): m["why"] for m in told}


def judge(
    wanted: list[tuple[str, Mutant]],
    judges: seen.Judges,
    tests_of: alone.Tests,
    jobs: int,
    budget: float,
    *,
    wide: bool,
) -> Iterable[Verdict]:
    rooms = {mutant: room for room, mutant in wanted}
    tests = {m: (judges.beside if wide else judges.of)(m, budget) for m in rooms}

    def seconds(mutant: Mutant) -> float:
        return (30 if wide else 5) + (2 if wide else 1) * judges.cost(tests[mutant])

    def do(mutant: Mutant, folder: Path) -> int:
        return alone.judged(mutant, tests[mutant], tests_of, folder, anew=wide)

    for mutant, room in rooms.items():
        if not tests[mutant]:
            yield Verdict(room, mutant, "untested")
    for ended in alone.each([m for m in rooms if tests[m]], do, seconds, jobs):
        room = rooms[ended.of]
        if ended.code == 0:
            yield Verdict(room, ended.of, "survived")
            continue
        killer = ended.folder / "killer"
        by = killer.read_text() if killer.exists() else f"ended with {ended.code}"
        yield Verdict(room, ended.of, "killed", by)


def all_judged(
    wanted: list[tuple[str, Mutant]],
    judges: seen.Judges,
    tests: alone.Tests,
    jobs: int,
    longer: float,
) -> dict[Mutant, Verdict]:
    verdicts: dict[Mutant, Verdict] = {}
    began = time.monotonic()
    rounds = [(False, FIRST_SECONDS), *([(True, longer)] if longer else [])]
    for wide, budget in rounds:
        left = [(r, m) for r, m in wanted if m not in verdicts or verdicts[m].how == "survived"]
        print(f"  {len(left)} mutants", end="", flush=True)
        try:
            for at, verdict in enumerate(judge(left, judges, tests, jobs, budget, wide=wide)):
                verdicts[verdict.mutant] = verdict
                print("" if at % 60 else "\n  ", end="")
                lived = f"\n{verdict.mutant.shown()}\n  {verdict.how}\n  "
                print("." if verdict.how == "killed" else lived, end="", flush=True)
        except KeyboardInterrupt:
            print("\n  interrupted: what follows is of those judged so far")
            break
        print(f"\n  after {(time.monotonic() - began) / 60:.0f} minutes", flush=True)
    return verdicts


def told(verdicts: list[Verdict], same: dict[tuple[str, ...], str]) -> list[dict[str, object]]:
    rows = list[dict[str, object]]()
    for verdict in verdicts:
        if verdict.how != "killed":
            why = same.get(verdict.mutant.code)
            print(f"\n{verdict.mutant.shown()}")
            print(f"  {verdict.how}" + (f"; equivalent: {why}" if why else ""))
    for room in ROOMS:
        of = [v for v in verdicts if v.room == room]
        equal = [v for v in of if v.how != "killed" and v.mutant.code in same]
        killed = sum(v.how == "killed" for v in of)
        counted = len(of) - len(equal)
        if of:
            row: dict[str, object] = {
                "room": room,
                "mutants": len(of),
                "killed": killed,
                "equivalent": len(equal),
                "score": round(100 * killed / max(counted, 1), 1),
            }
            rows.append(row)
    print()
    for row in rows:
        print(
            f"{row['room']:8} {row['mutants']:5} mutants {row['killed']:5} killed "
            f"{row['equivalent']:4} equivalent   score {row['score']} %"
        )
    return rows


def main() -> int:
    ask = argparse.ArgumentParser(prog="make mutants")
    ask.add_argument("--mutants", type=int, default=600, help="of the core; others a quarter")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--over", default=" ".join(ROOMS), help="rooms: " + " ".join(ROOMS))
    ask.add_argument("--only", default="", help="mutants whose file:line begins so")
    ask.add_argument("--again", action="store_true", help="those that lived in the last run")
    ask.add_argument("--stale", action="store_true", help="take what tests touched from before")
    ask.add_argument("--longer", type=float, default=60, help="seconds for what lives; 0: none")
    ask.add_argument("--tests", nargs="*", default=[], help="only these tests judge")
    ask.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = ask.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    same = equivalent()
    everything = {room: mutants_of(room) for room in ROOMS}
    codes = {m.code for mutants in everything.values() for m in mutants}
    gone = [code for code in same if code not in codes]
    lived = set[tuple[object, ...]]()
    if asked.again:
        for v in json.loads(REPORT.read_text())["mutants"]:
            if v["how"] != "killed":
                lived.add((v["file"], v["function"], v["before"], v["after"], v["nth"]))
    wanted = list[tuple[str, Mutant]]()
    for room in asked.over.split():
        count = asked.mutants if room == "game" else max(asked.mutants // 4, 1)
        of = everything[room]
        if asked.again:
            of = [m for m in of if (*m.code, m.nth) in lived]
        if asked.only:
            of = [m for m in of if f"{m.file}:{m.line}".startswith(asked.only)]
        wanted += [(room, m) for m in changes.sample(of, asked.seed, count)]
    verdicts = list[Verdict]()

    def do(tests: alone.Tests) -> None:
        print("which tests execute what:", flush=True)
        judges = seen.Judges(seen.record(tests, asked.jobs, stale=asked.stale))
        found = all_judged(wanted, judges, tests, asked.jobs, asked.longer)
        verdicts.extend(found.values())

    if failed := alone.with_tests(asked.tests, do):
        return failed
    rows = told(verdicts, same)
    for code in gone:
        print(f"{EQUIVALENT.name}: no mutant is like this any more: {code}")
    report = {"seed": asked.seed, "scores": rows, "mutants": [v.plain() for v in verdicts]}
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(report, indent=1))
    print(f"all of them: {REPORT.relative_to(ROOT)}")
    return 1 if gone else 0


if __name__ == "__main__":
    sys.exit(main())
