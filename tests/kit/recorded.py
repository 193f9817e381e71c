"""Records for tests: of events straight from play, and forged ones with every hash made good."""

import json
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import replace
from typing import Any

from nomic_mail.archive.json import digest_of, record_json
from nomic_mail.archive.verify import Report, verify
from nomic_mail.game.course import Steps
from nomic_mail.game.events import Event
from nomic_mail.written.entry import GENESIS, Entry, chained, entry_of, hash_of
from nomic_mail.written.words import all_made, commitment

Data = dict[str, Any]


def entries_of(events: Iterable[Event]) -> list[Entry]:
    """As the store would have written them, with what they came of where they tell it."""
    return chained(GENESIS, 0, Steps(events, causes=getattr(events, "causes", {})), bytes(32))


def recorded(events: Iterable[Event]) -> Data:
    data: Data = json.loads(record_json(entries_of(events)))
    return data


def checked(data: Any, head: str | None = None) -> Report:
    return verify(data, head)


def signed(data: Data) -> Data:
    """With the digest that it now has to have."""
    return {**data, "digest": digest_of(data)}


def say(line: Data, text: str, *path: str | int) -> None:
    """Another text in that place of a line, and committed to anew, as somebody would who forges."""
    inner, (*steps, last) = line["public"], path
    for step in steps:
        inner = inner[step]
    salt = "ab" * 16
    made = commitment(salt, text)
    inner[last] = {"sha256": made}
    opened = {**line.get("opened", {}), made: [salt, text]}
    wanted = set(all_made(line["public"]))
    line["opened"] = {made: told for made, told in opened.items() if made in wanted}


def forged(entries: list[Data]) -> Data:
    """A whole record made of altered entries, as somebody would who rewrites the game: chain, head,
    fields and digest are all made anew. Raises where the entries make no record."""
    head, made = GENESIS, []
    for seq, line in enumerate(deepcopy(entries), 1):
        entry = entry_of(seq, line)
        head = hash_of(head, entry.public, entry.seal)
        made.append(replace(entry, hash=head))
    data: Data = json.loads(record_json(made))
    return data
