"""The ledger as lines: one event a line, each with the hash that chains it to the one before.

1. A line is canonical JSON of what `ledger.entries` of record.json has in its place: `public`, the
   text that was hashed, is in it byte by byte.
2. Nothing else is in it, but the players' addresses in a last line, where they were asked for; and
   what an old game was told in (archive.told).
"""

import json
from collections.abc import Iterator, Mapping
from typing import BinaryIO

from nomic_mail.archive.json import Laid, canonical, new_shelf
from nomic_mail.archive.pieces import MOST, Watch, strictly
from nomic_mail.archive.shelf import Rows

KEYS = ("form", "public", "seal", "hash", "redacted", "opened")  # in record.json's order


def jsonl_pieces(laid: Laid, addresses: Mapping[str, str] | None = None) -> Iterator[bytes]:
    for line in laid.lines:
        yield canonical(line) + b"\n"
    if laid.told is not None:
        yield canonical({"told": laid.told}) + b"\n"
    if addresses is not None:
        yield canonical({"addresses": dict(addresses)}) + b"\n"


def read_lines(file: BinaryIO, watch: Watch = lambda count: None) -> dict[str, object]:
    """As far as it goes, what record.json would hold."""
    entries: Rows[object] = new_shelf().rows(object)
    found: dict[str, object] = {}
    head, number = "", 0
    while raw := file.readline(MOST):
        number += 1
        watch(len(raw))
        if not raw.strip():
            continue
        try:
            line = strictly(raw.decode())
        except ValueError as bad:
            raise ValueError(f"line {number} of its ledger: {bad}") from bad
        if isinstance(line, dict) and set(line) in ({"addresses"}, {"told"}):
            found |= line
            continue
        head = ""
        if isinstance(line, dict):  # the same bytes, then, where it becomes a record.json
            line = {key: line[key] for key in (*KEYS, *line) if key in line}
            head = str(line.get("hash"))
        entries.append(line)
    return {**found, "ledger": {"events": len(entries), "head": head, "entries": entries}}


def is_lines(file: BinaryIO) -> bool:
    """Whether the first line is an entry by itself."""
    try:
        first = json.loads(file.readline(MOST))
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and "public" in first
