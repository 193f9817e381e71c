"""letters.mbox: the game as its players had it. What it proves, its letters' signatures do."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from nomic_mail.archive.forms import ExportForm, Leaving

if TYPE_CHECKING:
    from nomic_mail.archive.verify.report import Report
    from nomic_mail.game.events import Event


def _pieces(game: Leaving) -> Iterator[bytes]:
    yield from game.letters()


def _check(
    file: BinaryIO, events: "Sequence[Event]", lines: Sequence[Any], report: "Report"
) -> None:
    from nomic_mail.archive.verify.letters import check_letters

    check_letters(file, events, report, lines)


def _alone(path: Path) -> "Report | None":
    from nomic_mail.archive.verify.letters import check_mailbox

    return check_mailbox(path)


FORM = ExportForm(
    place=4,
    brief="the letters to all players, and their own",
    what="the letters that went to all players, once each, and the players' own that made the game"
    " (mboxrd)",
    who="mail programs",
    pieces=_pieces,
    in_bag="letters.mbox",
    of_letters=True,
    check=_check,
    alone=_alone,
)
