"""Bounces: which addresses a letter could not be brought to, for good or for now.

1. Reports for machines come first: RFC 3464, and RFC 6533 for international addresses; then what
   flufl.bounce knows of notices for people; then the shapes most of these have in common.
2. For good: what failed with a status of 5, or was given up after its time (4.4.7). Failed with
   another status of 4 (a full mailbox, 4.2.2) is for now, as is whatever is only late.
3. Total over all bytes and bounded: lines are cut and counted before foreign patterns see them.
4. What is read here is a claim; it moves nothing unless it came to our MAC'd return path.
"""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from nomic_mail.letters.lists import word_set
from nomic_mail.letters.mime import html
from nomic_mail.letters.mime.addresses import parse_addresses
from nomic_mail.letters.mime.charset import clean_text, decode_text, decode_transfer
from nomic_mail.letters.mime.parts import (
    DEPTH,
    PARTS,
    Headers,
    content_type,
    first_header,
    open_letter,
    parts_of,
)
from nomic_mail.letters.screen import told_in_json
from nomic_mail.letters.screen.notices import (
    LINE_CHARS,
    LINES,
    OFFICES,
    failed_in,
    is_late,
    plain_address,
    without_original,
)
from nomic_mail.patterns import later

READ_BYTES = 1_000_000
FOREIGN_BYTES = 40_000
FOREIGN_LINE = 200
FOREIGN_LINES = 1_000
GROUPS = 200
STATUS_TYPES = frozenset(
    (
        "message/delivery-status",
        "message/global-delivery-status",
        "message/disposition-notification",  # Sieve refuses in this form (RFC 5429)
    )
)


class Bounce(Struct, frozen=True):
    permanent: tuple[str, ...] = ()
    temporary: tuple[str, ...] = ()


class _Report(Struct):
    """What a bounce is made of."""

    headers: Headers
    status: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    original: Headers = ()
    parts: int = 0


def read(raw: bytes) -> Bounce:
    try:
        return _as_written(_read(raw[:READ_BYTES]), raw[:FOREIGN_BYTES])
    except Exception:  # rule 3; nothing below is known to raise
        return Bounce()


_GENERATED = later(
    r"([^\s<>()@]{1,64}@[^\s<>()@]{1,250})\s{1,40}"
    r"\(generated from ([^\s<>()@]{1,64}@[^\s<>()@]{1,250})\)"
)


def _as_written(bounce: Bounce, raw: bytes) -> Bounce:
    """The address as we wrote it: Exim tells, beside it, what it was rewritten to."""
    found = _GENERATED.findall(raw.decode("latin-1"))
    ours = {became.lower(): wrote.lower() for became, wrote in found[:GROUPS]}
    if not ours:
        return bounce
    failed = (ours.get(one, one) for one in bounce.permanent)
    return _bounce(failed, (ours.get(one, one) for one in bounce.temporary))


def _read(raw: bytes) -> Bounce:
    opened = open_letter(raw)
    report = _Report(opened.headers)
    _walk(report, opened.headers, opened.body, 0)
    text = "\n".join(report.texts)
    if told_in_json.is_bounce(text):
        return Bounce(*told_in_json.failed(text))
    delayed = is_late(text)
    for found in (
        _of_groups(group for part in report.status for group in _groups(part)),
        _of_groups(_inline(text)),
        _of_groups(_inline(raw.decode("latin-1"))),  # its parts are not where it says
    ):
        if found != Bounce():
            return found
    if _arrived(report):
        return Bounce()
    written_to = [a.address for a in parse_addresses(first_header(report.original, "to"))]
    for failed in (
        _named_in_header(report),
        _outside(_foreign(raw), text, report),
        failed_in(text, _mine(report), written_to),
    ):
        if isinstance(failed, Bounce):
            if failed != Bounce():
                return Bounce((), failed.permanent) if delayed and not failed.temporary else failed
        elif failed:
            return Bounce((), failed) if delayed else Bounce(failed, ())
    return Bounce()


def _walk(report: _Report, headers: Headers, body: bytes, depth: int) -> None:
    report.parts += 1
    if report.parts > PARTS or depth > DEPTH:
        return
    kind = content_type(first_header(headers, "content-type"))
    parts = parts_of(kind, body)
    if parts is not None:
        for part in parts:
            opened = open_letter(part) if part[:1] not in b"\r\n" else None
            if opened is None:
                _walk(report, (), part.lstrip(b"\r\n"), depth + 1)
            else:
                _walk(report, opened.headers, opened.body, depth + 1)
        return
    data, _ = decode_transfer(body, first_header(headers, "content-transfer-encoding")[:100])
    if kind.main in STATUS_TYPES:
        report.status.append(decode_text(data, kind.parameters.get("charset", "utf-8"))[0])
    elif kind.main in ("message/rfc822", "message/global", "text/rfc822-headers"):
        report.original = report.original or open_letter(data).headers
    elif kind.main.startswith(("text/", "multipart/")):
        text = clean_text(decode_text(data, kind.parameters.get("charset", ""))[0])
        report.texts.append(html.shown_of(text).text if kind.main == "text/html" else text)


# Reports for machines (RFC 3464 section 2.3)


Group = dict[str, str]
_FIELD = later(r"^[>|\s]{0,8}([A-Za-z][A-Za-z-]{2,40}):[ \t]*(.*)$")
_KNOWN = word_set(
    "final-recipient original-recipient action status diagnostic-code x-actual-recipient"
)


def _groups(text: str) -> Iterator[Group]:
    """Fields of one recipient stand together; an empty line ends them."""
    group: Group = {}
    last = ""
    for line in (*clean_text(text).split("\n")[: LINES * 4], ""):
        if not line.strip(" \t>"):
            if group:
                yield group
            group, last = {}, ""
        elif line[:1] in " \t" and last:
            group[last] += " " + line.strip()[:LINE_CHARS]
        elif found := _FIELD.match(line[:1_000]):
            last = found[1].lower()
            if last == "final-recipient" and last in group:  # some leave out the empty line
                yield group
                group = {}
            group.setdefault(last, found[2].strip())


def _inline(text: str) -> Iterator[Group]:
    """The same fields in a text for people, as some servers write them."""
    for group in _groups(text):
        kept = {name: value for name, value in group.items() if name in _KNOWN}
        if {"final-recipient", "original-recipient"} & kept.keys() and (
            {"action", "status"} & kept.keys()
        ):
            yield kept


def _of_groups(groups: Iterable[Group]) -> Bounce:
    permanent: list[str] = []
    temporary: list[str] = []
    for count, group in enumerate(groups):
        address = _recipient(group)
        if count > GROUPS or not address:
            continue
        match _fate(group):
            case "failed":
                permanent.append(address)
            case "late":
                temporary.append(address)
    return _bounce(permanent, temporary)


def _arrived(report: _Report) -> bool:
    """Whether a report tells of deliveries only: then no address in its text has failed."""
    actions = [
        g["action"].strip().lower() for p in report.status for g in _groups(p) if "action" in g
    ]
    return bool(actions) and all(a.startswith(("deliver", "relay", "expand")) for a in actions)


def _bounce(permanent: Iterable[str], temporary: Iterable[str]) -> Bounce:
    failed = tuple(dict.fromkeys(permanent))
    return Bounce(failed, tuple(one for one in dict.fromkeys(temporary) if one not in failed))


def _recipient(group: Group) -> str:
    """As we wrote it, where that is told; else what it became on the way."""
    for name in ("original-recipient", "final-recipient", "x-actual-recipient"):
        kind, mark, address = group.get(name, "").partition(";")
        if mark and kind.strip().lower() not in ("rfc822", "utf-8", "smtp", "822", "internet"):
            continue
        if found := plain_address(_unescaped(address if mark else kind)):
            return found
    return ""


def _unescaped(text: str) -> str:
    r"""RFC 6533 section 3: \x{HEX} stands for a character."""

    def char(found: re.Match[str]) -> str:
        number = int(found[1], 16)
        plain = 0x20 <= number < 0x110000 and not 0xD800 <= number < 0xE000
        return chr(number) if plain else ""

    return re.sub(r"\\x\{([0-9A-Fa-f]{2,6})\}", char, text[:1_000])


_STATUS = later(r"\b([245])\.\d{1,3}\.(?:\d{1,3}|X)\b", re.I)
_REFUSED = later(r"^automatic-action/.{1,60};\s*(?:deleted|denied|failed)", re.I)
_REPLY = later(r"^(?:\w+\s*;)?\s*([245])\d\d\b")


def _fate(group: Group) -> str:
    action = group.get("action", "").strip().lower()
    status = _STATUS.search(group.get("status", ""))
    if action.startswith(("delay", "will-retry", "transient")):
        return "late"
    if action and not action.startswith(("fail", "error", "undeliver", "bounce")):
        return ""  # delivered, relayed, expanded
    if not action and status is None:
        return "failed" if _REFUSED.search(group.get("disposition", "")) else ""
    if status is not None and status[1] == "2" and not action:
        return ""
    if status is not None and status[0] == "4.4.7" and action:
        return "failed"  # rule 2
    diagnosis = group.get("diagnostic-code", "")[:LINE_CHARS]
    told = _STATUS.search(diagnosis) or _REPLY.match(diagnosis)
    digit = status[1] if status is not None else told[1] if told is not None else "5"
    if digit == "4" and told is not None and told[1] == "5":
        digit = "5"  # the other server's own word
    return "late" if digit == "4" else "failed"


def _outside(bounce: Bounce, text: str, report: _Report) -> Bounce:
    """Without the addresses of the letter that came back, where the notice names others."""
    notice, mine = without_original(text).lower(), _mine(report)
    told = {*bounce.permanent, *bounce.temporary}
    kept = {one for one in told if one in notice and one not in mine}
    if not kept:
        return bounce
    permanent = (one for one in bounce.permanent if one in kept)
    return _bounce(permanent, (one for one in bounce.temporary if one in kept))


def _mine(report: _Report) -> set[str]:
    """Who sent the notice, and to whom."""
    named = (first_header(report.headers, "from"), first_header(report.headers, "to"))
    return {a.address for value in named for a in parse_addresses(value)}


def _named_in_header(report: _Report) -> tuple[str, ...]:
    """X-Failed-Recipients: Exim, and those who learned from it."""
    value = first_header(report.headers, "x-failed-recipients")[:20_000]
    return tuple(dict.fromkeys(a.address for a in parse_addresses(value) if a.address))


def _foreign(raw: bytes) -> Bounce:
    """What flufl.bounce finds, in a text that its patterns can be trusted with (rule 3). It stops
    at a letter without a From and at a header that is not ASCII: so it is given a From, and
    ASCII."""
    import email
    import logging

    from flufl.bounce import all_failures

    log = logging.getLogger("flufl.bounce")
    log.propagate, log.disabled = False, True  # it tells of each letter it breaks on
    lines = [line[:FOREIGN_LINE] for line in raw[:FOREIGN_BYTES].splitlines()[:FOREIGN_LINES]]
    text = b"\n".join(lines).lstrip()
    head, _, body = text.partition(b"\n\n")
    head = head.decode("ascii", "replace").replace("\ufffd", "?").encode()
    try:
        letter = email.message_from_bytes(head + b"\n\n" + body)
        if not parse_addresses(str(letter.get("from", ""))):
            del letter["from"]
            letter["From"] = "nobody@host.invalid"
        temporary, permanent = all_failures(letter)
    except Exception:  # it is fed with anything
        return Bounce()
    return _bounce(_plain(permanent), _plain(temporary))


def _plain(addresses: Iterable[bytes]) -> list[str]:
    texts = [plain_address(one.decode("ascii", "replace")) for one in sorted(addresses)]
    found = [text for text in texts if text]
    return [text for text in found if not OFFICES.match(text)] or found
