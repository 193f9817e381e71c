"""Every field of a record, compared with what its ledger makes it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import zip_longest
from typing import Any

from nomic_mail.archive.form import parts
from nomic_mail.archive.json import WRITER, new_shelf, on_shelf
from nomic_mail.archive.shelf import Listed, MadeList
from nomic_mail.archive.verify.report import BROKEN, Report
from nomic_mail.game.events import Event
from nomic_mail.game.record import Record, record_of

PART = "the record's fields"
OWN = ("ledger", "digest", "addresses", "told", "written_by")

# How a program before 0.5.4 told that somebody has vetoed it.
VETOED = re.compile(r"vetoed_by \(seat: (\d{1,9})\)")

Path = tuple[str | int, ...]
Names = Mapping[int, Set[str]]


class _Nothing:
    """What stands where only the other side has something; equal to no value of a record."""

    def __repr__(self) -> str:
        return "nothing"


NOTHING = _Nothing()


def compare(data: dict[str, Any] | None, events: Iterable[Event], report: Report) -> None:
    """What the events make is made while it is compared. Without `data` the ledger is alone."""
    try:
        record = record_of(events, on_shelf(new_shelf()))
        report.name, report.title, report.status = record.name, record.title, record.status
        if data is None:
            return
        said = {key: value for key, value in data.items() if key not in OWN}
        made = dict(parts(record))
        if "written_by" not in data and _is_of_before(data["ledger"]["entries"]):
            said, made = _of_before(said, made)
        elif data.get("written_by") != WRITER:
            made["mechanics"] = _that_it_knew(said.get("mechanics"), made["mechanics"])
        older = data.get("written_by") != WRITER
        compare_leaves(said, made, report, _names(record) if older else None)
    except BROKEN as trouble:
        report.differs(PART, "ledger.entries", f"no record: {trouble!r}", "a record")


def _is_of_before(entries: Sequence[Any]) -> bool:
    """Who writes the present form of a ledger tells who they are."""
    return len(entries) > 0 and "seal" in entries[-1]


def _that_it_knew(said: Any, made: dict[str, Any]) -> dict[str, Any]:
    """Kinds of clauses that are younger than the program that wrote it are in no rule of it."""
    known = said if isinstance(said, dict) else {}
    return {
        kind: one
        for kind, one in made.items()
        if kind in known or one["sources"] or one["overrides"]
    }


def _of_before(said: Any, made: Any) -> tuple[Any, Any]:
    """An older program's record has no younger fields; what it made of the clauses is its own."""
    if not (isinstance(said, dict) and isinstance(made, dict)):
        return said, made
    said = {key: value for key, value in said.items() if key != "mechanics"}
    return said, _as_far_as(said, made)


def _as_far_as(said: Any, made: Any) -> Any:
    if isinstance(said, dict) and isinstance(made, dict):
        return {key: _as_far_as(said[key], one) for key, one in made.items() if key in said}
    if isinstance(said, list | Listed) and isinstance(made, list | Listed):
        return MadeList(
            lambda: (
                one if other is NOTHING else _as_far_as(other, one)
                for one, other in zip_longest(made, said, fillvalue=NOTHING)
                if one is not NOTHING
            )
        )
    return made


def compare_leaves(said: Any, made: Any, report: Report, names: Names | None = None) -> None:
    """`names` are those of each seat, where an older program may have told the seat."""
    for path, says, comes_out in _leaves(said, made, ()):
        former = names is not None and _told_formerly(says, comes_out, names)
        report.same(PART, written(path), comes_out if former else says, comes_out)


def _names(record: Record) -> Names:
    told = record.players.items()
    return {seat: {one.name, *(before.name for before in one.before)} for seat, one in told}


def _told_formerly(says: Any, comes_out: Any, names: Names) -> bool:
    vetoed = VETOED.fullmatch(says) if isinstance(says, str) else None
    who = names.get(int(vetoed[1]), ()) if vetoed else ()
    return any(comes_out == f"{name} has vetoed it" for name in who)


def _leaves(says: Any, made: Any, path: Path) -> Iterator[tuple[Path, Any, Any]]:
    """Each leaf of either, beside its like of the other; what only one has is beside NOTHING."""
    if isinstance(says, dict) and isinstance(made, dict):
        for key in [*made, *(key for key in says if key not in made)]:
            yield from _leaves(says.get(key, NOTHING), made.get(key, NOTHING), (*path, key))
    elif isinstance(says, list | Listed) and isinstance(made, list | Listed):
        for place, (one, other) in enumerate(zip_longest(says, made, fillvalue=NOTHING)):
            yield from _leaves(one, other, (*path, place))
    else:
        says, made = _whole(says), _whole(made)
        if says != made or not isinstance(made, dict | list):
            yield path, says, made


def _whole(value: Any) -> Any:
    return list(value) if isinstance(value, Listed) else value


def written(path: Path) -> str:
    """proposals[0].tally.for"""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}"
    return text.removeprefix(".")
