"""DIGEST, TALK, TIMEZONE, LANGUAGE, MESSAGE-ID, PROOF and RECEIPTS: what a player wishes is kept
with the seat, and told in the answer to whatever else the letter said.

1. A preference is no event: nobody but its player ever sees it.
2. Who wants all news at once gets what waited for a digest with the answer.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from nomic_mail.game.state import State
from nomic_mail.letters.grammar.wishes import Wish
from nomic_mail.post.compose import Notice, Section, Tag
from nomic_mail.post.render import Speaking
from nomic_mail.post.times import next_morning, zone_named, zones_like
from nomic_mail.pump.out.waiting import all_told, preference
from nomic_mail.pump.plan import Change, Desk
from nomic_mail.store.people import seats
from nomic_mail.store.people.seats import Seat
from nomic_mail.store.queue import held_back

OFFERS: Mapping[str, Sequence[str]] = {
    "digest": ("DIGEST DAILY", "DIGEST WEEKLY", "DIGEST IMMEDIATE"),
    "talk": ("TALK IMMEDIATE", "TALK DIGEST", "TALK OFF"),
    "zone": (),
    "by_id": ("MESSAGE-ID ON", "MESSAGE-ID OFF"),
    "proof": ("PROOF ON", "PROOF OFF"),
    "receipts": ("RECEIPTS ON", "RECEIPTS OFF"),
    "language": ("LANGUAGE ENGLISH", "LANGUAGE GERMAN"),
}


class Wished(Struct):
    """The seat as it is then, what its player is told of it, and what the transaction writes."""

    seat: Seat
    section: Section | None = None
    all_at_once: bool = False
    refused: list[dict[str, Any]] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)

    @property
    def tag(self) -> Tag:
        return "!" if self.refused else ""


def wished(
    seat: Seat,
    wishes: Sequence[Wish],
    state: State,
    at: datetime,
    *,
    by_moderator: bool = False,
) -> Wished:
    if not wishes:
        return Wished(seat)
    refused: list[dict[str, Any]] = []
    now = seat
    for wish in wishes:
        zone = zone_named(wish.value) if wish.kind == "zone" and wish.value else None
        if not wish.known or (wish.kind == "zone" and wish.value and zone is None):
            refused.append(_refused(wish))
        elif wish.value:
            told: dict[str, Any] = {wish.kind: zone or wish.value}
            now = replace(now, **told)
    liked = preference(now, state)
    found = Wished(now, refused=refused)
    if now != seat:
        found.changes.append(lambda connection: seats.prefer(connection, now))
    if now.digest_due is not None and now != seat:
        _new_time(found, at, weekly=liked.weekly, waits=liked.waits)
    facts = {
        "refused": refused,
        "changed": now != seat,
        "by_moderator": by_moderator,
        "digest": liked.digest,
        "talk": liked.talk or ("immediate" if liked.digest == "immediate" else "digest"),
        "by_id": now.by_id
        if any(one.kind == "by_id" for one in wishes) or now.by_id == "on"
        else "",
        "proof": now.proof == "on",
        "receipts": now.receipts != "off",
        "due": found.seat.digest_due if not found.all_at_once else None,
    }
    found.section = Section("preferences", facts)
    return found


def _new_time(found: Wished, at: datetime, *, weekly: bool, waits: bool) -> None:
    """When the digest is due now: the next morning in the new zone; with IMMEDIATE all comes at
    once."""
    seat = found.seat
    if not waits:
        found.all_at_once = True
        return
    due = next_morning(at, seat.zone, weekly=weekly)
    found.seat = replace(seat, digest_due=due)
    found.changes.append(
        lambda connection: held_back.postpone(connection, seat.game_id, seat.seat, due)
    )


def _refused(wish: Wish) -> dict[str, Any]:
    like = zones_like(wish.value) if wish.kind == "zone" else []
    offers = [*OFFERS[wish.kind], *(f"TIMEZONE {one}" for one in like)]
    if wish.kind == "zone" and not like:
        offers = ["TIMEZONE UTC"]
    return {"line": wish.line, "kind": wish.kind, "like": like, "offers": offers}


def granted(desk: Desk, notice: Notice, found: Wished, state: State, what: Speaking) -> Notice:
    """The answer with what became of the wishes; `found` then says what is to be written."""
    if found.section is None:
        return notice
    first = found.refused and not notice.tag
    own = (found.section,)
    sections = (*own, *notice.sections) if first else (*notice.sections, *own)
    notice = replace(notice, sections=sections, tag=notice.tag or found.tag)
    if found.all_at_once:
        liked = preference(found.seat, state)
        notice, change = all_told(desk, notice, found.seat, state, liked, what)
        found.changes.append(change)
        found.seat = replace(found.seat, digest_due=None)
    return notice
