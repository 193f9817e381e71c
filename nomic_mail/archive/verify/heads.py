"""The line "From " before a letter in a mailbox file, and what a masked letter of a player says at
its head of the same: nothing commits to them, and they follow from the lines below.

1. The line tells the game's address, or that of its talk; and of a player's letter when it came. Of
   one of ours, when that was laid out to be sent, which need not be its Date.
2. A masked letter's Date is the moment when it came, and its Message-ID that of the first event it
   led to.
"""

import email
import email.policy
import re
from datetime import datetime
from email.message import Message
from email.utils import format_datetime
from typing import Any

from nomic_mail.archive.came import CAME, LED_TO
from nomic_mail.archive.mbox import asctime
from nomic_mail.archive.verify.report import BROKEN

LINE = re.compile(r"From ([^ \n]{1,320}) ([A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9:]{16})\n")
NAMED = re.compile(r"<[a-z0-9-]{1,99}\.came\.([0-9]{1,9})@[^@\s]{1,254}>")
Says = tuple[str, str]  # and what comes out


def misheaded(line: bytes, raw: bytes) -> Says | None:
    """What is wrong with the first such thing."""
    letter = email.message_from_bytes(raw.partition(b"\n\n")[0], policy=email.policy.default)
    found, came = LINE.fullmatch(line.decode("utf-8", "replace")), letter[CAME]
    if found is None:
        return repr(line), "the line From of a letter"
    if raw.startswith(f"{CAME}: ".encode()):  # of the game's address, it says nothing
        return _at(found, str(came))
    if came is not None and (wrong := _masked(letter, str(came)) or _at(found, str(came))):
        return wrong
    local, _, host = _own(letter).rpartition("@")
    if found[1] not in (f"{local}@{host}", f"{local}.talk@{host}"):
        return found[1], f"{local}@{host}"
    return None


def _own(letter: Message) -> str:
    try:
        told: Any = letter["From"]
        return str(told.addresses[0].addr_spec)
    except BROKEN:
        return ""


def _at(found: re.Match[str], came: str) -> Says | None:
    try:
        wanted = asctime(datetime.fromisoformat(came))
    except BROKEN:
        return came, "a moment"
    return (found[2], wanted) if found[2] != wanted else None


def _masked(letter: Message, came: str) -> Says | None:
    try:
        wanted = format_datetime(datetime.fromisoformat(came))
    except BROKEN:
        return came, "a moment"
    named = NAMED.fullmatch(str(letter["Message-ID"]).strip())
    if str(letter["Date"]) != wanted:
        return str(letter["Date"]), wanted
    if named is None or [named[1]] != str(letter[LED_TO]).split()[:1]:
        return str(letter["Message-ID"]), "the first event that it led to"
    return None
