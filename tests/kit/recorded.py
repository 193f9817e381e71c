"""Records for tests: of events straight from play, and forged ones with every hash made good."""

import json
from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any

import msgspec
from msgspec.structs import replace

from nomic_mail.archive.json import digest_of, lay, record_json
from nomic_mail.archive.text import text_pieces
from nomic_mail.archive.verify import Report, verify
from nomic_mail.game import events as e
from nomic_mail.game.course import Steps
from nomic_mail.game.events import Event
from nomic_mail.sandbox.sandbox import Sandbox
from nomic_mail.written.codec import canonical
from nomic_mail.written.entry import GENESIS, Entry, chained, entry_of, hash_of, seal_of
from nomic_mail.written.words import all_made, commitment

Data = dict[str, Any]

RUNS = Sandbox()


def entries_of(events: Iterable[Event]) -> list[Entry]:
    """As the store would have written them, with what they came of where they tell it; what is
    from before the law had a reading, in the form of then."""
    causes, events = getattr(events, "causes", {}), list(events)
    first = next((n for n, one in enumerate(events) if isinstance(one, e.LawRead)), 0)
    older = 0 if getattr(events[0], "reading", 0) else first
    head, made = GENESIS, list[Entry]()
    for seq, event in enumerate(events[:older], 1):
        made.append(_of_form_2(seq, event, head))
        head = made[-1].hash
    steps = Steps(events[older:], causes={n - older: one for n, one in causes.items()})
    return [*made, *chained(head, older, steps, bytes(32))]


def record_text(entries: Sequence[Entry]) -> str:
    return "".join(text_pieces(lay(entries), (entry.event for entry in entries)))


def _of_form_2(seq: int, event: Event, head: str) -> Entry:
    """Of a kind that is the same since. What is secret in it is sealed as one."""
    kind, plain = type(event).__name__, msgspec.to_builtins(event, str_keys=True)
    secret = {name: plain.pop(name) for name in event.SEALED}
    public, salt = canonical({**plain, "event": kind}), "ab" * 16
    sealed = canonical(secret) if secret else None
    seal = seal_of(salt, sealed)
    made = hash_of(head, public, seal)
    return Entry(seq, kind, 2, public, sealed, salt if secret else None, seal, made)


def recorded(events: Iterable[Event]) -> Data:
    data: Data = json.loads(record_json(entries_of(events)))
    return data


def checked(data: Any, head: str | None = None) -> Report:
    return verify(data, head, runs=RUNS)


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
