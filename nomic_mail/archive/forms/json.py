"""record.json: the whole game as one file that can be checked."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

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

    return Taken("json", read_pieces(file, watch))


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
