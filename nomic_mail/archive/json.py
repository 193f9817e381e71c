"""record.json: the whole game as one file that can be checked without this program.

1. `digest` is the SHA-256 of everything else in canonical form: keys sorted, no blanks, UTF-8 (for
   what a record holds, that is RFC 8785). `ledger.head` is the hash of the ledger's last entry,
   which result letters print, so the file is anchored outside itself.
2. The file is written for people, indented and in the order of its form; how it is laid out makes
   no difference to the digest.
"""

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from nomic_mail.archive.form import as_data
from nomic_mail.game.events import AnyEvent
from nomic_mail.game.record import record_of


def record_json(events: Iterable[AnyEvent], head: str) -> bytes:
    """`head` is the ledger's, as it was when these events were read."""
    record = record_of(events)
    data = as_data(record)
    data["ledger"] = {"events": record.events, "head": head}
    data["digest"] = digest_of(data)
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()


def canonical(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def digest_of(data: dict[str, Any]) -> str:
    """What `digest` has to be; a digest that is there already is left out."""
    rest = {key: value for key, value in data.items() if key != "digest"}
    return sha256(canonical(rest)).hexdigest()
