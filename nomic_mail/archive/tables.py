"""What a game is to whoever computes: its tables, as the forms csv and sqlite have them.

What is in a table is what record.json has; a seat is its number, times are UTC.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nomic_mail.game.part_points import read_written

if TYPE_CHECKING:
    from nomic_mail.archive.forms import Leaving

Row = Sequence[Any]
# By table: its columns, with what stands in each. A rule can be 301.2, which is text; points can
# have parts.
TABLES: Mapping[str, Mapping[str, str]] = {
    "players": {
        "seat": "integer",
        "name": "string",
        "status": "string",
        "score": "number",
        "joined_at": "datetime",
        "left_at": "datetime",
    },
    "events": {"number": "integer", "at": "datetime", "event": "string", "hash": "string"},
    "proposals": {
        "number": "integer",
        "by": "integer",
        "turn": "integer",
        "kind": "string",
        "target": "string",
        "title": "string",
        "outcome": "string",
        "opened_at": "datetime",
        "closed_at": "datetime",
        "for": "integer",
        "against": "integer",
        "abstain": "integer",
        "absent": "integer",
    },
    "changes": {
        "proposal": "integer",
        "place": "integer",
        "kind": "string",
        "target": "string",
        "title": "string",
    },
    "votes": {"proposal": "integer", "seat": "integer", "choice": "string"},
    "scores": {
        "at": "datetime",
        "seat": "integer",
        "points": "number",
        "total": "number",
        "rule": "string",
    },
    "calls": {
        "event": "integer",
        "at": "datetime",
        "rule": "integer",
        "kind": "string",
        "called": "string",
        "by": "integer",
        "came": "string",
        "thrown": "string",
    },
    "kept": {
        "event": "integer",
        "at": "datetime",
        "rule": "integer",
        "name": "string",
        "seat": "integer",
        "number": "integer",
        "text": "string",
    },
}


def rows(name: str, game: "Leaving") -> Iterator[Row]:
    from nomic_mail.archive.form import parts

    if name == "events":
        for place, line in enumerate(game.laid.lines, 1):
            yield place, line["public"]["at"], line["public"]["event"], line["hash"]
        return
    if name in ("calls", "kept"):
        yield from _of_programs(name, game)
        return
    told = dict(parts(game.laid.record))
    for one in told[name if name in ("players", "scores") else "proposals"]:
        if name == "players":
            player = {**one, "score": _number(one["score"])}
            yield [player[column] for column in TABLES[name]]
        elif name == "scores":
            points, total = _number(one["points"]), _number(one["total"])
            yield one["at"], one["player"], points, total, one["rule"]
        elif name == "changes":
            for place, change in enumerate((one, *one.get("more", ())), 1):
                yield one["number"], place, change["kind"], change["target"], change["title"]
        elif name == "votes":
            for seat, choice in (one["votes"] or {}).items():
                yield one["number"], seat, choice
        else:
            tally = one["tally"] or {}
            yield [{**one, **tally}.get(column) for column in TABLES[name]]


def _number(points: Any) -> Any:
    """As a decimal, where parts of points are told."""
    return read_written(points) if isinstance(points, str) else points


def _of_programs(name: str, game: "Leaving") -> Iterator[Row]:
    """Each call of a rule's program; or each value that one was given, whose rule is told by the
    number it was born with, but for those kept in secret. Seat 0 is the whole game's."""
    from nomic_mail.game import events as e

    secret = set[tuple[int, str]]()
    for place, event in enumerate(game.events(), 1):
        at = f"{event.at:%Y-%m-%dT%H:%M:%SZ}"
        if isinstance(event, e.ProgramRead):
            secret |= {(event.lineage, one.name) for one in event.declares.names if one.secret}
        if name == "calls" and isinstance(event, e.ProgramRan | e.ProgramAsked | e.ProgramBroke):
            came = {"ProgramAsked": "asked", "ProgramBroke": "broke"}.get(
                type(event).__name__, "done"
            )
            came = "declined" if isinstance(event, e.ProgramRan) and event.declined else came
            yield place, at, event.rule, event.kind, event.what, event.by, came, event.throws
        elif name == "kept" and isinstance(event, e.ProgramRan):
            for one in event.effects:
                lineage = one.of or event.lineage
                if one.kind == "set" and (lineage, one.name) not in secret:
                    yield place, at, lineage, one.name, one.seat, one.number, one.text
        elif (
            name == "kept"
            and isinstance(event, e.ValueCorrected)
            and (event.lineage, event.name) not in secret
        ):
            yield place, at, event.lineage, event.name, event.seat, event.now, event.text
