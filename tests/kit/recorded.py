"""Records for tests: of events straight from play, and forged ones with every hash made good."""

import json
from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from nomic_mail.archive.json import canonical, digest_of, record_json
from nomic_mail.archive.verify import Report, verify
from nomic_mail.game.events import Event
from nomic_mail.store.games import codec
from nomic_mail.store.games.ledger import GENESIS, Entry, chained, hash_of

Data = dict[str, Any]


def entries_of(events: Iterable[Event]) -> list[Entry]:
    """As the store would have written them."""
    return chained(GENESIS, 0, list(events), bytes(32))


def recorded(events: Iterable[Event]) -> Data:
    data: Data = json.loads(record_json(entries_of(events)))
    return data


def checked(data: Any, head: str | None = None) -> Report:
    return verify(data, codec.read_strictly, head)


def signed(data: Data) -> Data:
    """With the digest that it now has to have."""
    return {**data, "digest": digest_of(data)}


def forged(entries: list[Data]) -> Data:
    """A whole record made of altered entries, as somebody would who rewrites the game: chain, head,
    fields and digest are all made anew. Raises where the entries make no record."""
    head, made = GENESIS, []
    for seq, entry in enumerate(deepcopy(entries), 1):
        kind, form = entry["public"]["event"], entry["form"]
        public, seal = canonical(entry["public"]).decode(), entry["seal"]
        head = hash_of(head, public, seal)
        opened = entry.get("opened")
        sealed = canonical(opened["sealed"]).decode() if opened else None
        salt = opened["salt"] if opened else None
        made.append(Told(seq, kind, form, public, sealed, salt, seal, head))
    data: Data = json.loads(record_json(made))
    return data


class Told(Entry):
    """An entry of which only the public part is known."""

    @property
    def event(self) -> Event:
        return codec.read_public(self.kind, self.form, self.public, self.sealed)
