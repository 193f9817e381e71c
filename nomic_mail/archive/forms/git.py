"""The rules as a git repository: as one file, what `git fast-import` reads."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from nomic_mail.archive.forms import ExportForm, Leaving

if TYPE_CHECKING:
    from nomic_mail.archive.opening import Taken
    from nomic_mail.archive.pieces import Watch
    from nomic_mail.archive.rooms import Room
    from nomic_mail.archive.verify.report import Report
    from nomic_mail.game.events import Event


def _pieces(game: Leaving) -> Iterator[bytes]:
    from nomic_mail.archive.git import git_pieces
    from nomic_mail.archive.json import json_pieces

    record = json_pieces(game.laid, game.addresses)
    return git_pieces(game.events(), record, game.addresses)


def _unpack(out: Path, pieces: Iterable[bytes]) -> str:
    from nomic_mail.archive.repository import write_repository

    made = write_repository(out, pieces)
    return f"a repository of the rules, whose last change is {made}"


def _taken(room: "Room", watch: "Watch") -> "Taken | None":
    from nomic_mail.archive.opening import Taken
    from nomic_mail.archive.pieces import read_pieces
    from nomic_mail.archive.repository import is_repository, record_in
    from nomic_mail.archive.rooms import Folder

    if not isinstance(room, Folder) or not is_repository(room.path):
        return None
    with record_in(room.path) as file:
        return Taken("git", read_pieces(file, watch), room)


def _beside(taken: "Taken", events: "Sequence[Event]", report: "Report") -> None:
    from nomic_mail.archive.forms import again
    from nomic_mail.archive.json import WRITER
    from nomic_mail.archive.repository import check_repository
    from nomic_mail.archive.rooms import Folder

    if isinstance(taken.room, Folder):
        ours = taken.data.get("written_by") == WRITER
        made = again(taken.data, events).pieces("git")
        check_repository(taken.room.path, made, report, ours=ours)


FORM = ExportForm(
    place=6,
    brief="the rules and each change of them: a git repository",
    what="the rules, one file each, and one commit for each change of one",
    who="people who want to know how a rule came to be",
    pieces=_pieces,
    unpack=_unpack,
    in_bag="rules.fi",
    from_room=_taken,
    beside=_beside,
)
