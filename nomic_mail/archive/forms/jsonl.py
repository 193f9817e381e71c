"""ledger.jsonl: the ledger as lines. A line means the same in every version."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from nomic_mail.archive.forms import ExportForm, Leaving

if TYPE_CHECKING:
    from nomic_mail.archive.opening import Taken
    from nomic_mail.archive.pieces import Watch


def _pieces(game: Leaving) -> Iterator[bytes]:
    from nomic_mail.archive.jsonl import jsonl_pieces

    return jsonl_pieces(game.laid, game.addresses)


def _taken(file: BinaryIO, watch: "Watch") -> "Taken | None":
    from nomic_mail.archive.jsonl import is_lines, read_lines
    from nomic_mail.archive.opening import Taken

    lines = is_lines(file)
    file.seek(0)
    return Taken("jsonl", read_lines(file, watch)) if lines else None


FORM = ExportForm(
    place=3,
    brief="one event a line, each chained to the one before",
    what="the ledger alone, one event a line; each line has the hash that chains it to the one"
    " before",
    who="programs that follow a game, `jq`, `grep`",
    pieces=_pieces,
    in_bag="ledger.jsonl",
    lasting=True,
    from_file=_taken,
    goes_on=True,
)
