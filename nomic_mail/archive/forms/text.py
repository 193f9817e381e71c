"""record.txt: the whole game to read."""

from collections.abc import Iterator

from nomic_mail.archive.forms import ExportForm, Leaving


def _pieces(game: Leaving) -> Iterator[bytes]:
    from nomic_mail.archive.text import text_pieces

    return (line.encode() for line in text_pieces(game.laid, game.events(), game.addresses))


FORM = ExportForm(
    place=2,
    brief="all of it, to read",
    what="everything to read, as a mailing list would have posted it, 72 columns",
    who="people",
    pieces=_pieces,
    in_bag="record.txt",
)
