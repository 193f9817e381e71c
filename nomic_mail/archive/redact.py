"""A ledger for publication: what people wrote, without the mail addresses they wrote into it.

1. An address is committed to by itself, so it is withheld by leaving out what opens it: the public
   part, hash and head stay, and nobody can put another in its place.
2. Of older forms the words are altered. Such an entry says so (`redacted`), and keeps its hash: the
   chain goes on, but what it says is nobody's to check.
3. All that is made of the ledger is made of the words that are left: they are withheld everywhere.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from nomic_mail.archive.mbox import masked
from nomic_mail.game.events import Discussed
from nomic_mail.written.codec import COMMITTED
from nomic_mail.written.entry import Entry, Redacted, text_of
from nomic_mail.written.words import is_address


def redacted(entries: Iterable[Entry]) -> Iterator[Entry]:
    for entry in entries:
        yield _withheld(entry) if entry.form >= COMMITTED else _altered(entry)


def _withheld(entry: Entry) -> Entry:
    if entry.sealed is None or "@" not in entry.sealed:
        return entry
    opened = json.loads(entry.sealed)
    kept = {made: told for made, told in opened.items() if not is_address(told[1])}
    return replace(entry, sealed=text_of(kept))


def _altered(entry: Entry) -> Entry:
    words = json.loads(entry.public)
    public, said = _without(words), entry.sealed
    if entry.sealed is not None and isinstance(entry.event, Discussed):  # a ballot has no words
        said = text_of(_without(json.loads(entry.sealed)))
    if public == words and said == entry.sealed:
        return entry
    text = text_of(public)
    told = (entry.seq, entry.kind, entry.form, text, said, entry.salt, entry.seal, entry.hash)
    return Redacted(*told)


def _without(value: Any) -> Any:
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, dict):
        return {key: _without(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_without(one) for one in value]
    return value
