"""How a record holds what it was told in: the key `told`, beside the ledger that is made of it."""

from typing import Any

from nomic_mail.archive.told.form import File, Told
from nomic_mail.archive.told.reading import read
from nomic_mail.archive.told.telling import Disagreement, Telling, tell
from nomic_mail.archive.told.words import NOTE
from nomic_mail.config import ConfigError

MOST_FILES = 2


def as_data(told: Told) -> dict[str, Any]:
    files = [{"name": one.name, "text": one.text} for one in told.files]
    return {"note": NOTE, "files": files}


def files_of(data: Any) -> list[File]:
    """Raises what BROKEN has."""
    found = [File(str(one["name"]), one["text"]) for one in data["files"]]
    if not 0 < len(found) <= MOST_FILES or not all(isinstance(one.text, str) for one in found):
        raise ValueError(f"{len(found)} files")
    return found


def told_again(data: Any) -> tuple[Told, Telling]:
    """From what a record holds. Raises what BROKEN has."""
    try:
        told = read(files_of(data))
    except ConfigError as mistakes:
        raise ValueError(str(mistakes)) from mistakes
    return told, tell(told)


def disagreements_in(data: Any) -> list[Disagreement]:
    return told_again(data)[1].found
