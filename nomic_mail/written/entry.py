"""One entry of a game's ledger, and the chain that they make.

hash = SHA-256(previous hash, public part, seal), each on its own line. Of what commits to its words
one by one there is no seal; before that, seal = SHA-256(salt, sealed part).

In a record an entry is a line: its form, its public part, its hash, and `opened`, which is what of
its commitments everybody may know.
"""

import hmac
import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from msgspec import Struct

from nomic_mail.game.course import Cause, Steps
from nomic_mail.game.events import KINDS, Event
from nomic_mail.written import codec, words

GENESIS = "0" * 64


class Entry(Struct, frozen=True):
    """One ledger row as written. `sealed` holds what is committed to in it, and is None where that
    was erased or there is nothing; `salt` and `seal` are of older forms."""

    seq: int
    kind: str
    form: int
    public: str
    sealed: str | None
    salt: str | None
    seal: str
    hash: str

    @property
    def written(self) -> codec.Written:
        return codec.Written(self.kind, self.form, self.public, self.sealed)

    @property
    def event(self) -> Event:
        try:
            return codec.read(self.written)
        except codec.Unreadable as bad:
            raise codec.Unreadable(f"event {self.seq}: {bad}") from bad

    @property
    def fits(self) -> bool:
        """Whether all that it holds is what it commits to, and nothing of that is missing."""
        if self.form < codec.COMMITTED:
            return seal_of(self.salt, self.sealed) == self.seal
        opened: dict[str, tuple[str, str]] = json.loads(self.sealed or "{}")
        made = {words.commitment(salt, text) for salt, text in opened.values()}
        wanted = words.all_made(json.loads(self.public))
        return self.sealed is None or made == set(opened) == set(wanted)

    @property
    def erasable(self) -> bool:
        return bool(self.seal) or self.form >= codec.COMMITTED

    @property
    def cause(self) -> Cause | None:
        return codec.read_cause(self.written)


class Redacted(Entry, frozen=True):
    """Of an older form, for publication: its words are not those that its hash is of."""


def seal_of(salt: str | None, sealed: str | None) -> str:
    return sha256(f"{salt}\n{sealed}".encode()).hexdigest() if sealed is not None else ""


def hash_of(previous: str, public: str, seal: str = "") -> str:
    return sha256(f"{previous}\n{public}\n{seal}".encode()).hexdigest()


def chained(
    head: str,
    version: int,
    steps: Steps,
    fresh: bytes,
    letters: Sequence[str] | None = None,
) -> list[Entry]:
    """The entries that these events become after a ledger of that head and version. So a letter can
    tell the new head before they are committed. `letters` are what commits to those of before."""
    return list(_chained(head, version, steps, fresh, letters))


def _chained(
    head: str, version: int, steps: Steps, fresh: bytes, letters: Sequence[str] | None
) -> Iterator[Entry]:
    for place, event in enumerate(steps):
        seq = version + place + 1
        key = hmac.digest(fresh, f"salt {seq}".encode(), "sha256")
        of_before = letters if place == 0 else None
        one = codec.write(event, steps.causes.get(place), key, of_before)
        head = hash_of(head, one.public)
        yield Entry(seq, one.kind, one.form, one.public, one.sealed, None, "", head)


# In a record


def text_of(value: Any) -> str:
    """The text that is hashed; `value` may be a stranger's, and hold what only Python's own writer
    takes."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def line_of(entry: Entry) -> dict[str, Any]:
    """With people's words, and nothing that is secret. `unsealed` opens that."""
    public = json.loads(entry.public)
    line = {"form": entry.form, "public": public}
    if entry.form < codec.COMMITTED:
        line |= {"seal": entry.seal, "hash": entry.hash}
        return line | ({"redacted": True} if isinstance(entry, Redacted) else {})
    secret = codec.secrets_in(public) | codec.closed_in(public)
    opened = json.loads(entry.sealed) if entry.sealed else {}
    known = {made: told for made, told in opened.items() if made not in secret}
    return {**line, "hash": entry.hash, **({"opened": known} if known else {})}


def unsealed(entry: Entry) -> dict[str, Any]:
    """What `opened` of its line is when nothing of it is secret any more."""
    if entry.form < codec.COMMITTED:
        return {"salt": entry.salt, "sealed": json.loads(entry.sealed or "null")}
    sealed = json.loads(entry.sealed or "{}")
    closed = codec.closed_in(json.loads(entry.public))
    return {made: told for made, told in sealed.items() if made not in closed}


def sealed_again(line: dict[str, Any]) -> None:
    """Takes its secrets out of a line."""
    opened = line.pop("opened", {})
    if line["form"] >= codec.COMMITTED:
        secret = codec.secrets_in(line["public"])
        known = {made: told for made, told in opened.items() if made not in secret}
        line.update({"opened": known} if known else {})


def is_open(line: Mapping[str, Any]) -> bool:
    """Whether its secrets are told; of older forms that is all that is told beside it. Of what was
    said to all, addresses may be withheld."""
    if "seal" in line:
        return not line["seal"] or "opened" in line
    secret, opened = codec.secrets_in(line["public"]), set(line.get("opened", {}))
    if KINDS[line["public"]["event"]].ERASABLE:
        return not secret or bool(secret & opened)
    kind = KINDS[line["public"]["event"]]
    beside = {made for name in kind.BESIDE for made in words.all_made(line["public"].get(name))}
    return secret - beside <= opened


def spoken(line: Mapping[str, Any]) -> dict[str, Any]:
    """Its public part with the words that are told, and without what is secret."""
    public = line["public"]
    hidden = KINDS[public["event"]].SEALED if line["form"] >= codec.COMMITTED else ()
    told = {name: value for name, value in public.items() if name not in hidden}
    opened = line.get("opened", {}) if line["form"] >= codec.COMMITTED else {}
    said: dict[str, Any] = words.said(told, opened, lambda _: words.WITHHELD)
    return said


def withheld(line: Mapping[str, Any]) -> bool:
    """Whether words are missing that are not secret, or not any more."""
    missing = {*words.all_made(line["public"])} - {*line.get("opened", {})}
    missing -= codec.closed_in(line["public"])
    if not missing:
        return False
    return bool(missing if is_open(line) else missing - codec.secrets_in(line["public"]))


def entry_of(seq: int, line: Mapping[str, Any]) -> Entry:
    """As a record has it: what is sealed there is unknown here. Raises what a broken one brings."""
    kind, form, opened = str(line["public"].get("event")), line["form"], line.get("opened")
    salt, seal = None, "" if form >= codec.COMMITTED else line["seal"]
    sealed = None if kind in KINDS and KINDS[kind].ERASABLE else codec.UNKNOWN
    if form >= codec.COMMITTED:
        sealed = text_of(opened) if opened else sealed
    elif opened is not None:
        sealed, salt = text_of(opened["sealed"]), opened["salt"]
    elif not seal:
        sealed = None
    return Entry(seq, kind, form, text_of(line["public"]), sealed, salt, seal, line["hash"])
