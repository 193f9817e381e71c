"""Lines of a ledger altered with everything else made to fit: chain, head, fields and digest, and
texts committed to anew. Only deciding again can tell then, and that is what is asked here, without
a whole check each time: from the cause before on, until all is again as it was.

1. Alterations are of the event alone, of its cause alone, or of a cause with all that follows from
   it made anew: what the cleverest forger does.
2. To make a line anew costs more than to think of it: who tries only some of them hands in which
   (`chosen`), and no other is made.
"""

import hmac
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from nomic_mail.archive.opening import read_cause, read_entry
from nomic_mail.archive.verify.deciding import Again, each_cause
from nomic_mail.archive.verify.luck import Published
from nomic_mail.archive.verify.reading import read_as_written
from nomic_mail.archive.verify.report import BROKEN, Report
from nomic_mail.archive.verify.seals import Seals
from nomic_mail.game import commands as c
from nomic_mail.game.course import Cause, Refusal, Steps
from nomic_mail.game.decide import decide
from nomic_mail.game.events import KINDS, Event
from nomic_mail.game.state import State
from nomic_mail.written import words
from nomic_mail.written.entry import GENESIS, chained, line_of
from tests.kit.games.alterations import Altered, alterations, altered
from tests.kit.games.alterations import Path as Where
from tests.kit.recorded import RUNS, Data

Choice = Callable[[Iterable[Altered]], Iterable[Altered]]

ENOUGH = 2  # rules of a game's beginning: all of them are alike
PAGE = Path(__file__).resolve().parents[3] / "docs" / "verify.md"


class Noticed(Exception):
    """One difference is enough."""


class First(Report):
    def differs(self, part: str, where: str, says: Any, comes_out: Any) -> None:
        raise Noticed


class Forged(NamedTuple):
    """Which field or event, what was done; and the lines that stand from a place on in the place of
    so many."""

    name: str
    told: str
    place: int
    gone: int
    lines: list[Data]


class Forger:
    """`entries` of a sound record, of which some are made others at a time."""

    def __init__(self, entries: Sequence[Data]) -> None:
        self.entries = list(entries)
        self.events = [read_entry(entry) for entry in entries]
        self.causes = [read_cause(entry) for entry in entries]
        self.known: dict[int, State] = {}  # before each cause
        report = First()
        again = Again(report, runs=RUNS)
        for came in each_cause(self._caused(0)):
            self.known[came.begins] = again.state
            again.check(came)
        self.known[len(entries)] = again.state
        self.undecided_to = report.undecided_to  # older: only a head proves any of that

    def _caused(self, begins: int) -> Iterator[tuple[Event, Cause | None]]:
        return zip(self.events[begins:], self.causes[begins:], strict=True)

    # What can be altered

    def of_an_event(self, place: int, chosen: Choice = iter) -> Iterator[Forged]:
        """Each of its fields alone, but for what goes without saying."""
        plain = spoken(self.entries[place])
        event = {key: one for key, one in plain.items() if key != "cause"}
        cause = {key: one for key, one in plain.items() if key == "cause"}
        for path, told, new in chosen(alterations(event)):
            if not one_more_rule(path) and told != "event taken out" and path != ("event",):
                line = self._anew(place, {**altered(event, path, new), **cause})
                yield Forged(named(plain["event"], path, told), told, place, 1, [line])

    def of_a_cause(self, place: int, chosen: Choice = iter) -> Iterator[Forged]:
        plain = spoken(self.entries[place])
        if "cause" not in plain:
            return
        for path, told, new in chosen(alterations(plain["cause"])):
            if told != "command taken out" and path != ("command",):
                line = self._anew(place, {**plain, "cause": altered(plain["cause"], path, new)})
                kind = plain["cause"]["command"]
                yield Forged(named(kind, path, told), told, place, 1, [line])

    def of_all_that_followed(self, place: int, chosen: Choice = iter) -> Iterator[Forged]:
        """The cause, and what is decided then in the place of what was."""
        for name, told, _, _, (line,) in self.of_a_cause(place, chosen):
            ends = next(n for n in self.known if n > place)
            try:
                cause = read_cause(line)
                made = self._decided(place, ends, cause) if cause is not None else None
            except BROKEN:
                continue
            if made is not None and (cause, *made) != (
                self.causes[place],
                *self.events[place:ends],
            ):
                yield Forged(name, told, place, ends - place, made_lines(place, made))

    def _decided(self, place: int, ends: int, cause: Cause) -> Steps | None:
        luck, state = Published(self.events[place:ends]), self.known[place]
        made = decide(state, cause.command, cause.at, luck, state.reading, RUNS)
        return None if isinstance(made, Refusal) or not made else made

    def reordered(self) -> Iterator[Forged]:
        """One event left out, there twice, or after the next one of the same moment, each with its
        cause; a cause taken away, or told of the next event. (The last ones left out are a game
        that is still played; the first makes the game.)"""
        for place in range(1, len(self.entries)):
            one, after = self.entries[place], self.entries[place + 1 : place + 2]
            name = type(self.events[place]).__name__
            yield Forged(name, "doubled", place, 1, [one, one])
            if after:
                yield Forged(name, "dropped", place, 1, [])
                if self.events[place + 1].at == self.events[place].at:
                    yield Forged(name, "swapped", place, 2, [*after, one])
            if "cause" in one["public"]:
                bare = self._without_cause(place)
                yield Forged(name, "cause dropped", place, 1, [bare])
                if after and "cause" not in after[0]["public"]:
                    cause = spoken(one)["cause"]
                    moved = self._anew(place + 1, {**spoken(after[0]), "cause": cause})
                    yield Forged(name, "cause moved", place, 2, [bare, moved])

    def stretches(self) -> Iterator[Forged]:
        """One cause with all that came of it left out, there twice, or after the next one."""
        places = [*self.known]
        for at, (begins, ends) in enumerate(pairwise(places[1:]), 1):
            name = type(cause.command).__name__ if (cause := self.causes[begins]) else "no cause"
            own = self.entries[begins:ends]
            yield Forged(name, "doubled", begins, ends - begins, [*own, *own])
            if ends < len(self.entries):
                yield Forged(name, "dropped", begins, ends - begins, [])
                further = places[at + 2]
                others = self.entries[ends:further]
                yield Forged(name, "swapped", begins, further - begins, [*others, *own])

    def _without_cause(self, place: int) -> Data:
        plain = spoken(self.entries[place])
        return self._anew(place, {key: one for key, one in plain.items() if key != "cause"})

    def _anew(self, place: int, plain: Data) -> Data:
        """Committed to as it was, but for what is another text."""
        to = words.Committing(key_of(place))
        cause = plain.get("cause")
        public = _committed(plain, KINDS.get(str(plain.get("event"))), to)
        if isinstance(cause, dict):
            public["cause"] = _committed(cause, c.KINDS.get(str(cause.get("command"))), to)
        public = to.addresses_in(public)
        opened = {made: list(told) for made, told in to.opened.items()}
        line = {"form": self.entries[place]["form"], "public": public, "hash": "0" * 64}
        return {**line, **({"opened": opened} if opened else {})}

    # Whether it is noticed

    def entries_of(self, forged: Forged) -> list[Data]:
        ends = forged.place + forged.gone
        return [*self.entries[: forged.place], *forged.lines, *self.entries[ends:]]

    def events_of(self, forged: Forged) -> list[Event]:
        made, ends = map(read_entry, forged.lines), forged.place + forged.gone
        return [*self.events[: forged.place], *made, *self.events[ends:]]

    def noticed(self, forged: Forged) -> bool:
        """By what reads them, or by deciding again. The same in other words is the same."""
        _, _, place, gone, _ = forged
        try:
            made = _read(forged)
        except BROKEN:
            return True
        if self.says_the_same(forged):
            return True
        stood = list(self._caused(0))
        begins = max(one for one in self.known if one <= max(place - 1, 0))
        caused = [*stood[begins:place], *made, *stood[place + gone :]]
        report, later = First(), len(made) - gone
        again = Again(report, self.known[begins], RUNS)
        try:
            for came in each_cause(caused, begins):
                past = came.begins >= place + len(made)
                if past and self.known.get(came.begins - later) == again.state:
                    break
                again.check(came)
            self._sealed(forged)
        except Noticed:
            return True
        return report.undecided_to > self.undecided_to

    def says_the_same(self, forged: Forged) -> bool:
        """What goes without saying may be left out, and said."""
        ends = forged.place + forged.gone
        try:
            return _read(forged) == list(self._caused(0))[forged.place : ends]
        except BROKEN:
            return False

    def _sealed(self, forged: Forged) -> None:
        """What was said to all, and taken out again, is told by its place."""
        seals = Seals(self.entries_of(forged), First())
        for place, event in enumerate(self.events_of(forged)):
            seals.see(place, event)
        seals.end()


def _read(forged: Forged) -> list[tuple[Event, Cause | None]]:
    return [read_as_written(one) for one in forged.lines]


def made_lines(place: int, made: Steps) -> list[Data]:
    return [line_with_all(one) for one in chained(GENESIS, place, made, bytes(32))]


def line_with_all(entry: Any) -> Data:
    line = line_of(entry)
    opened = entry.sealed and json.loads(entry.sealed)
    return {**line, **({"opened": opened} if opened else {})}


def key_of(place: int) -> bytes:
    return hmac.digest(bytes(32), f"salt {place + 1}".encode(), "sha256")


def spoken(line: Data) -> Data:
    """Its public part with the texts in it; what is not opened stays committed to."""
    opened = line.get("opened", {})

    def inner(value: Any) -> Any:
        made = words.made_of(value)
        if made is not None:
            whole = all(one in opened for one in made)
            return "".join(opened[one][1] for one in made) if whole else value
        if isinstance(value, dict):
            return {key: inner(one) for key, one in value.items()}
        return [inner(one) for one in value] if isinstance(value, list) else value

    told: Data = inner(line["public"])
    return told


def _committed(plain: Data, kind: Any, to: words.Committing) -> Data:
    plan = words.plan_of(kind) or {} if kind is not None else {}
    secret = kind.SEALED if kind is not None else ()
    made = {key: _words(one, plan.get(key), to) for key, one in plain.items()}
    for key in secret:
        if key not in plan and isinstance(plain.get(key), str):
            made[key] = to.secret(plain[key])
    return made


def _words(value: Any, plan: Any, to: words.Committing) -> Any:
    if plan is True and isinstance(value, str):
        return to.words(value)
    if isinstance(plan, list) and isinstance(value, list):
        return [_words(one, plan[0], to) for one in value]
    if isinstance(plan, dict) and isinstance(value, dict):
        return {key: _words(one, plan.get(key), to) for key, one in value.items()}
    return value


def one_more_rule(path: Where) -> bool:
    """The rules a game begins with are many and all alike: the first few are enough."""
    found = path.index("rules") if "rules" in path else None
    return found is not None and int((*path, 0, 0)[found + 1]) >= ENOUGH


def named(kind: str, path: Where, told: str) -> str:
    """GameCreated.rules.text, whichever of its rules it is."""
    gone = [told.removesuffix(" taken out")] if told.endswith(" taken out") else []
    steps = (one for one in (*path, *gone) if isinstance(one, str) and not one.isdigit())
    return ".".join([kind, *steps])


def listed() -> dict[str, set[str]]:
    """The names in the tables of the page, by what is altered, or what was done."""
    text = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (event|burst|field)s? (.+?) \| (.*) \|$", text, re.MULTILINE)
    found: dict[str, set[str]] = defaultdict(set)
    for what, done, names in rows:
        way = done.removeprefix("of ") if what == "field" else f"{what} {done}"
        found[way] |= set(re.findall(r"`([A-Z][A-Za-z_.]+)`", names))
    return found


def listed_of_the_page() -> set[str]:
    """The fields that check_record.py makes again."""
    (told,) = re.findall(r"^It makes again:(.*?)\n\n", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    return set(re.findall(r"`([a-z_.]+)`", told))
