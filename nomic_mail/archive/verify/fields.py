"""Every field of a record, compared with what its ledger makes it."""

from collections.abc import Iterator
from typing import Any

from nomic_mail.archive.form import as_data
from nomic_mail.archive.verify.report import BROKEN, Report
from nomic_mail.game.events import AnyEvent
from nomic_mail.game.record import record_of

PART = "the record's fields"
OWN = ("ledger", "digest")

Path = tuple[str | int, ...]


class _Nothing:
    """What stands where only the other side has something; equal to no value of a record."""

    def __repr__(self) -> str:
        return "nothing"


NOTHING = _Nothing()


def compare(
    data: dict[str, Any], entries: list[dict[str, Any]], events: list[AnyEvent], report: Report
) -> None:
    try:
        made = as_data(record_of(events))
    except BROKEN as trouble:
        report.differs(PART, "ledger.entries", f"no record: {trouble!r}", "a record")
        return
    report.name, report.title = made["game"]["name"], made["game"]["title"]
    report.status = made["game"]["status"]
    said = {key: value for key, value in data.items() if key not in OWN}
    for path, says, comes_out in _leaves(said, made, ()):
        report.same(PART, written(path), says, comes_out)


def _leaves(says: Any, made: Any, path: Path) -> Iterator[tuple[Path, Any, Any]]:
    """Each leaf of either, beside its like of the other; what only one has is beside NOTHING."""
    if isinstance(says, dict) and isinstance(made, dict):
        for key in [*made, *(key for key in says if key not in made)]:
            yield from _leaves(says.get(key, NOTHING), made.get(key, NOTHING), (*path, key))
    elif isinstance(says, list) and isinstance(made, list):
        for place in range(max(len(says), len(made))):
            yield from _leaves(_at(says, place), _at(made, place), (*path, place))
    elif says != made or not isinstance(made, dict | list):
        yield path, says, made


def _at(values: list[Any], place: int) -> Any:
    return values[place] if place < len(values) else NOTHING


def written(path: Path) -> str:
    """proposals[0].tally.for"""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}"
    return text.removeprefix(".")
