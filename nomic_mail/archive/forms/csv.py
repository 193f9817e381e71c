"""Tables for whoever computes: a folder of CSV (RFC 4180), with a Frictionless Data Package.

1. What is in a table is what record.json has; a seat is its number, times are UTC.
2. Nothing in it begins a formula: a text that a spreadsheet would run has a ' before it.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from nomic_mail.archive.forms import ExportForm, Leaving

if TYPE_CHECKING:
    from nomic_mail.archive.rooms import Folder, Packed

Row = Sequence[Any]
# Spreadsheets pass over what is not seen, and read wide signs as the others.
FORMULA = re.compile(
    r"[\t\r\n]|[\s\u00ad\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]"
)
# By table: its columns, with what stands in each. A rule can be 301.2, which is text.
TABLES: Mapping[str, Mapping[str, str]] = {
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
        "points": "integer",
        "total": "integer",
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


def _rows(name: str, game: Leaving) -> Iterator[Row]:
    from nomic_mail.archive.form import parts

    if name == "events":
        for place, line in enumerate(game.laid.lines, 1):
            yield place, line["public"]["at"], line["public"]["event"], line["hash"]
        return
    if name in ("calls", "kept"):
        yield from _of_programs(name, game)
        return
    told = dict(parts(game.laid.record))
    for one in told["scores" if name == "scores" else "proposals"]:
        if name == "scores":
            yield one["at"], one["player"], one["points"], one["total"], one["rule"]
        elif name == "changes":
            for place, change in enumerate((one, *one.get("more", ())), 1):
                yield one["number"], place, change["kind"], change["target"], change["title"]
        elif name == "votes":
            for seat, choice in (one["votes"] or {}).items():
                yield one["number"], seat, choice
        else:
            tally = one["tally"] or {}
            yield [{**one, **tally}.get(column) for column in TABLES[name]]


def _of_programs(name: str, game: Leaving) -> Iterator[Row]:
    """Each call of a rule's program; or each value that one was given, whose rule is told by the
    number it was born with. Seat 0 is the whole game's."""
    from nomic_mail.game import events as e

    for place, event in enumerate(game.events(), 1):
        at = f"{event.at:%Y-%m-%dT%H:%M:%SZ}"
        if name == "calls" and isinstance(event, e.ProgramRan | e.ProgramAsked | e.ProgramBroke):
            came = {"ProgramAsked": "asked", "ProgramBroke": "broke"}.get(
                type(event).__name__, "done"
            )
            came = "declined" if isinstance(event, e.ProgramRan) and event.declined else came
            yield place, at, event.rule, event.kind, event.what, event.by, came, event.throws
        elif name == "kept" and isinstance(event, e.ProgramRan):
            for one in event.effects:
                if one.kind == "set":
                    lineage = one.of or event.lineage
                    yield place, at, lineage, one.name, one.seat, one.number, one.text
        elif name == "kept" and isinstance(event, e.ValueCorrected):
            yield place, at, event.lineage, event.name, event.seat, event.now, event.text


def _pieces(head: Iterable[str], rows: Iterable[Row]) -> Iterator[bytes]:
    for row in chain([tuple(head)], rows):
        line = io.StringIO()
        csv.writer(line).writerow([_cell(one) for one in row])
        yield line.getvalue().encode()


def _cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and FORMULA.match(value) else value


def _package(game: Leaving) -> dict[str, Any]:
    from nomic_mail.archive.citing import identifier, title

    tables = [
        {
            "name": name,
            "path": f"{name}.csv",
            "profile": "tabular-data-resource",
            "encoding": "utf-8",
            "schema": {"fields": [{"name": key, "type": of} for key, of in columns.items()]},
        }
        for name, columns in TABLES.items()
    ]
    about = {"profile": "tabular-data-package", "title": title(game), "id": identifier(game)}
    return {"name": "nomic-game", **about, "resources": tables}


def write_tables(game: Leaving, room: "Folder | Packed") -> None:
    for name, columns in TABLES.items():
        room.write(f"{name}.csv", game.watch(_pieces(columns, _rows(name, game)), "writing csv"))
    told = json.dumps(_package(game), ensure_ascii=False, indent=2)
    room.write("datapackage.json", [f"{told}\n".encode()])


FORM = ExportForm(
    place=8,
    brief="votes, scores, proposals, events, and what programs did, as tables (CSV)",
    what="votes, scores, proposals, events, and what rules' programs did, as tables (CSV), with a"
    " Frictionless Data Package",
    who="spreadsheets and statistics",
    fill=write_tables,
    filled="tables; datapackage.json in it tells their columns",
)
