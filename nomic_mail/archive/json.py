"""record.json: the whole game as one file that can be checked without this program.

1. `digest` is the SHA-256 of everything else in canonical form: keys sorted, no blanks, UTF-8 (for
   what a record holds, that is RFC 8785). `ledger.head` is the hash of the ledger's last entry, so
   who has it from elsewhere has an anchor outside of the file.
2. `ledger.entries` are what the rest is made of: the public part of each event, its seal, and its
   hash. The public part in canonical form is the text that was hashed, byte by byte.
3. The count of a vote opens the seals of the ballots that were counted (010): their sealed part
   comes with the salt. A ballot that was replaced, taken back or never counted stays sealed. What
   was said to all is opened at once, and not any more where the Moderator has taken it out.
4. The file is written for people, indented and in the order of its form; how it is laid out makes
   no difference to the digest.
"""

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, Protocol

from nomic_mail.archive.form import as_data
from nomic_mail.game.events import AnyEvent, BallotCast, Discussed, TalkRemoved, VotingClosed
from nomic_mail.game.record import record_of


class Entry(Protocol):
    """One entry of the ledger, as the store has it."""

    @property
    def form(self) -> int: ...
    @property
    def public(self) -> str: ...
    @property
    def sealed(self) -> str | None: ...
    @property
    def salt(self) -> str | None: ...
    @property
    def seal(self) -> str: ...
    @property
    def hash(self) -> str: ...
    @property
    def event(self) -> AnyEvent: ...


def record_json(entries: Iterable[Entry]) -> bytes:
    written: list[dict[str, Any]] = []
    sealed: dict[tuple[int, int], tuple[int, Entry]] = {}

    def told() -> Iterator[AnyEvent]:
        for place, entry in enumerate(entries):
            public = json.loads(entry.public)
            line = {"form": entry.form, "public": public, "seal": entry.seal, "hash": entry.hash}
            written.append(line)
            event = entry.event
            if isinstance(event, BallotCast):
                sealed[event.number, event.seat] = place, entry
            if isinstance(event, Discussed) and entry.sealed:
                line["opened"] = _opened(entry)
            if isinstance(event, TalkRemoved):
                written[event.number - 1].pop("opened", None)
            if isinstance(event, VotingClosed):
                for seat in event.votes:
                    cast, ballot = sealed[event.number, seat]  # a reopened vote counts it again
                    written[cast]["opened"] = _opened(ballot)
            yield event

    data = as_data(record_of(told()))
    head = written[-1]["hash"] if written else ""
    data["ledger"] = {"events": len(written), "head": head, "entries": written}
    data["digest"] = digest_of(data)
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()


def _opened(entry: Entry) -> dict[str, Any]:
    return {"salt": entry.salt, "sealed": json.loads(entry.sealed or "null")}


def canonical(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def digest_of(data: dict[str, Any]) -> str:
    """What `digest` has to be; a digest that is there already is left out."""
    rest = {key: value for key, value in data.items() if key != "digest"}
    return sha256(canonical(rest)).hexdigest()
