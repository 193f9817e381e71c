"""How a record holds what it was told in: the key `told`, beside the ledger that is made of it."""

from typing import Any

from nomic_mail.archive.told.form import File, Told

NOTE = (
    "This game was not played here. It was written down by hand, from what is left of it: these"
    " files say what is told, and all else of this record is made of them. Nothing of it is proven,"
    " by dice or by a chain of hashes made at the time."
)
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
