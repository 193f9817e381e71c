"""record.json: the whole game as one file that can be checked."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

from nomic_mail.archive.forms import ExportForm, Leaving

if TYPE_CHECKING:
    from nomic_mail.archive.opening import Taken
    from nomic_mail.archive.pieces import Watch


def _pieces(game: Leaving) -> Iterator[bytes]:
    from nomic_mail.archive.json import json_pieces

    return json_pieces(game.laid, game.addresses)


def _taken(file: BinaryIO, watch: "Watch") -> "Taken":
    """A file that is nothing else is this, or no record."""
    from nomic_mail.archive.opening import Taken
    from nomic_mail.archive.pieces import read_pieces

    data = read_pieces(file, watch)
    if _is_of_the_first(data):
        raise ValueError("it holds no ledger, as the first ones did not; its server writes it anew")
    return Taken("json", data)


def _is_of_the_first(data: Any) -> bool:
    """All else in those was made of a ledger that nobody has here."""
    ledger = data.get("ledger") if isinstance(data, dict) and "format" in data else None
    return isinstance(ledger, dict) and ledger.keys() == {"events", "head"}


FORM = ExportForm(
    place=1,
    brief="all of it, for programs",
    what="everything, in one file: the game's fields, and the ledger they are made of",
    who="programs; [record.schema.json](record.schema.json) is its schema",
    pieces=_pieces,
    in_bag="record.json",
    from_file=_taken,
    goes_on=True,
)
