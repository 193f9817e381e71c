"""For whom a letter came and from whom, where no envelope was kept: what the delivering server
wrote at its head.

1. Each server that takes a letter writes above what is there, so the topmost mark that names an
   address of ours is that of the server nearest to us. Where that is the plain address without
   any addition (some servers cut it off), an address with one in To or Cc tells more.
2. Where there is no such mark, the addresses it is written to (To, Cc) are those of ours it names.
   That is no lesser proof: whoever sends a letter chooses its recipients either way.
"""

from collections.abc import Callable, Sequence

from nomic_mail.letters.mime.addresses import parse_addresses
from nomic_mail.letters.mime.parts import Headers, open_letter

UNKNOWN = "?"
MOST_RECIPIENTS = 10
WRITTEN_TO = ("to", "cc", "resent-to", "resent-cc", "apparently-to")


def headers_of(raw: bytes) -> Headers:
    return open_letter(raw).headers


def recipients(
    headers: Headers, marks: Sequence[str], ours: Callable[[str], bool], plain: str
) -> tuple[str, ...]:
    """Our addresses the letter came for; none where it names none of ours."""
    names = {mark.lower() for mark in marks}
    marked = next(filter(ours, _addresses(headers, names)), None)
    if marked is not None and marked.lower() != plain.lower():
        return (marked,)
    written = [one for one in _addresses(headers, set(WRITTEN_TO)) if ours(one)]
    if marked is not None:
        written = [one for one in written if one.lower() != plain.lower()] or [marked]
    return tuple(dict.fromkeys(written))[:MOST_RECIPIENTS]


def return_path(headers: Headers) -> str:
    """Who sent it, on the wire: empty for the null sender, which asks for no answer; UNKNOWN where
    nobody wrote it down."""
    value = next((value for name, value in headers if name == "return-path"), None)
    if value is None:
        return UNKNOWN
    found = [one.address for one in parse_addresses(value)]
    return found[0] if len(found) == 1 and found[0].isprintable() else ""


def _addresses(headers: Headers, names: set[str]) -> list[str]:
    values = [value for name, value in headers if name in names][:50]
    found = [one.address for value in values for one in parse_addresses(value)]
    return [address for address in found if address and address.isprintable()]
