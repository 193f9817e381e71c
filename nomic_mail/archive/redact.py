"""A ledger for publication: what people wrote, without the mail addresses they wrote into it.

1. An entry whose words are altered says so (`redacted`), and keeps its hash: so the chain goes on,
   and only that entry's own words are nobody's to check.
2. All that is made of the ledger is made of the altered words, so they are withheld everywhere.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from nomic_mail.archive.json import LedgerLine, canonical
from nomic_mail.archive.mbox import masked
from nomic_mail.archive.opening import ReadEvent
from nomic_mail.game.events import Discussed, Event


@dataclass(frozen=True, slots=True)
class Redacted:
    form: int
    public: str
    sealed: str | None
    salt: str | None
    seal: str
    hash: str
    event: Event
    redacted: bool = True


def redacted(entries: Iterable[LedgerLine], read_event: ReadEvent) -> Iterator[LedgerLine]:
    for entry in entries:
        words = json.loads(entry.public)
        public = _without(words)
        said = _said(entry)
        if public == words and said == entry.sealed:
            yield entry
            continue
        text = canonical(public).decode()
        event = read_event(str(public["event"]), entry.form, text, said)
        yield Redacted(entry.form, text, said, entry.salt, entry.seal, entry.hash, event)


def _said(entry: LedgerLine) -> str | None:
    """What was said to all is sealed, and opened; a ballot has no words."""
    if entry.sealed is None or not isinstance(entry.event, Discussed):
        return entry.sealed
    return canonical(_without(json.loads(entry.sealed))).decode()


def _without(value: Any) -> Any:
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, dict):
        return {key: _without(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_without(one) for one in value]
    return value
