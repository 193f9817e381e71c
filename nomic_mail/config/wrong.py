"""What is wrong with a value of the configuration, each with the words that mend it."""

import re
from collections.abc import Callable
from typing import Any, Literal, get_args, get_origin
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from nomic_mail.config.kinds import Address, Database, Duration
from nomic_mail.game.durations import BadDuration, parse_duration


def _address_fix(text: str) -> str | None:
    local, at, domain = text.rpartition("@")
    plain = at and local and domain and not re.search(r"[\s<>,;:\"()\x00-\x1f]|@.*@", text)
    return None if plain else 'write one bare mail address, such as "nomic@example.org"'


def _duration_fix(text: str) -> str | None:
    try:
        parse_duration(text)
    except BadDuration:
        return 'write a duration such as "48h", "3d", "90m" or "0"'
    return None


def _database_fix(text: str) -> str | None:
    if re.match(r"sqlite:///[^?]", text):
        if text.startswith("sqlite:///:memory:"):
            return "a database in memory forgets every letter: name a file, sqlite:///nomic.db"
        if "?" in text:
            return "write the name of the file alone, as in sqlite:///nomic.db"
        return None
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018  reading it is what checks it
    except ValueError:
        parts = urlsplit("")
    if parts.scheme in {"postgresql", "postgresql+psycopg"} and parts.path.strip("/"):
        return None
    return "write sqlite:///FILE (in the data folder) or postgresql://USER:PASSWORD@HOST/NAME"


_FIXES: dict[object, Callable[[str], str | None]] = {
    Address: _address_fix,
    Duration: _duration_fix,
    Database: _database_fix,
}


def _wanted(kind: Any) -> str:
    """What would be right for a key of this type, in words."""
    if get_origin(kind) is Literal:
        return "write one of " + ", ".join(f'"{choice}"' for choice in get_args(kind))
    if kind is bool:
        return "write true or false"
    meta = [part for part in get_args(kind) if isinstance(part, Meta)]
    return f"write {meta[0].description}"


def wrong(kind: Any, value: object) -> str | None:
    """What would mend it; None where it is right."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return _wanted(kind)
    check = _FIXES.get(kind)
    return check(value) if check and isinstance(value, str) else None
