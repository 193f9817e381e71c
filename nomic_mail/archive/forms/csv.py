"""Tables for whoever computes: a folder of CSV (RFC 4180), with a Frictionless Data Package.

Nothing in it begins a formula: a text that a spreadsheet would run has a ' before it, and so has
what is behind a semicolon, a tab or the end of a line, where a cell begins for some (with the
settings of most of Europe, Excel parts at semicolons alone). Nor does any sign in it steer a
terminal.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

from nomic_mail.archive.forms import ExportForm, Leaving
from nomic_mail.archive.tables import TABLES, Row, rows
from nomic_mail.game.wording import settled

if TYPE_CHECKING:
    from nomic_mail.archive.rooms import Folder, Packed

# Spreadsheets pass over what is not seen, and read wide signs as the others.
FORMULA = re.compile(
    r"(?:^|(?<=[;\t\r\n]))"
    r"(?=(?:[^\S\t\r\n]|[\"\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff])*"
    r"[=+\-@\uff1d\uff0b\uff0d\uff20])"
)


def _pieces(head: Iterable[str], rows: Iterable[Row]) -> Iterator[bytes]:
    for row in chain([tuple(head)], rows):
        line = io.StringIO()
        csv.writer(line).writerow([_cell(one) for one in row])
        yield line.getvalue().encode()


def _cell(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    plain = FORMULA.sub("'", settled(value))
    return f"'{plain}" if plain[:1] in ("\t", "\r", "\n") else plain


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
        room.write(f"{name}.csv", game.watch(_pieces(columns, rows(name, game)), "writing csv"))
    told = json.dumps(_package(game), ensure_ascii=False, indent=2)
    room.write("datapackage.json", [f"{told}\n".encode()])


FORM = ExportForm(
    place=8,
    brief="players, votes, scores, proposals, events, and what programs did, as tables (CSV)",
    what="players, votes, scores, proposals, events, and what rules' programs did, as tables (CSV),"
    " with a Frictionless Data Package",
    who="spreadsheets and statistics",
    fill=write_tables,
    filled="tables; datapackage.json in it tells their columns",
)
