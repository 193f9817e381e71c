"""A ledger for publication: what people wrote, without the mail addresses they wrote into it.

1. An entry whose words are altered says so (`redacted`), and keeps its hash: so the chain goes on,
   and only that entry's own words are nobody's to check.
2. All that is made of the ledger is made of the altered words, so they are withheld everywhere.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from nomic_mail.archive.json import Entry, canonical
from nomic_mail.archive.mbox import masked
from nomic_mail.archive.opening import ReadEvent
from nomic_mail.game.events import AnyEvent


@dataclass(frozen=True, slots=True)
class Redacted:
    form: int
    public: str
    sealed: str | None
    salt: str | None
    seal: str
    hash: str
    event: AnyEvent
    redacted: bool = True


def redacted(entries: Iterable[Entry], read_event: ReadEvent) -> Iterator[Entry]:
    for entry in entries:
        words = json.loads(entry.public)
        public = _without(words)
        if public == words:
            yield entry
            continue
        text = canonical(public).decode()
        event = read_event(str(public["event"]), entry.form, text, entry.sealed)
        sealed = entry.sealed, entry.salt, entry.seal
        yield Redacted(entry.form, text, *sealed, entry.hash, event)


def _without(value: Any) -> Any:
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, dict):
        return {key: _without(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_without(one) for one in value]
    return value
