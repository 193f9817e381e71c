"""Bounces that a mail service writes for programs, in JSON (Amazon SES, by letters of its SNS).

1. The text begins with the object; what stands below it (how to unsubscribe) is not looked at.
2. Total and bounded: what is no such object tells nothing.
"""

import json
from typing import Any

from nomic_mail.letters.screen.notices import plain_address
from nomic_mail.patterns import later

BYTES = 200_000
MOST = 200
LOOKS = later(r'\\{0,3}"(?:notification|event)Type\\{0,3}"\s{0,4}:\s{0,4}\\{0,3}"Bounce\\{0,3}"')


def is_bounce(text: str) -> bool:
    return text.lstrip()[:1] == "{" and LOOKS.search(text[:BYTES]) is not None


def failed(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """For good, and for now: a bounce that is not called permanent is not."""
    told = _object(text)
    if told is not None and isinstance(told.get("Message"), str):
        told = _object(told["Message"])
    bounce = told.get("bounce") if told is not None else None
    if not isinstance(bounce, dict):
        return (), ()
    listed = bounce.get("bouncedRecipients")
    named = (
        [one for one in listed[:MOST] if isinstance(one, dict)] if isinstance(listed, list) else []
    )
    addresses = [plain_address(str(one.get("emailAddress", ""))[:400]) for one in named]
    found = tuple(dict.fromkeys(filter(None, addresses)))
    return (found, ()) if bounce.get("bounceType") == "Permanent" else ((), found)


def _object(text: str) -> dict[str, Any] | None:
    try:
        found, _ = json.JSONDecoder().raw_decode(text[:BYTES].lstrip())
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
