"""What other servers vouch for: signatures (DKIM, RFC 6376) and our own mail server's results
(RFC 8601).

1. What our own mail server says is read in `results.py`: its failures wherever they stand, its
   passes only where nothing is left to doubt.
2. A pass counts only for the domain of the one From: dmarc=pass for it, or a DKIM signature by it
   or by a domain above it. A DMARC failure counts against a letter whatever else it has.
3. A signature covers what we read, or it is worth nothing: From, Subject, Date, Message-ID and To
   are signed, each is there once, no `l=` leaves an open end, and To or Cc names the address the
   letter came to. Else whoever has one letter of a player's could send it to us as another.
   What it may leave unsigned is how the text is packed (Content-Type, transfer encoding), where
   that can be read in one way only (`packing`). Date is near the day it came: an old letter that
   never got here proves nothing. No SHA-1, and no domain that anybody can have a name under.
   A letter of ours that it answers, or a reply address that it names, says what a bare FOR is
   about: where that is not signed, anybody could have set it.
   So it is with each signature that our own mail server's pass may stand on: DMARC takes one of any
   host of the same domain.
   A signature says itself until when it is good (`x=`): that is held against the time at which the
   letter came, and in later years against none. What others take for other headers proves nothing.
4. Trouble with DNS, or with reading, is "unknown": neither a pass nor a failure. A key that is
   asked for just now is Pending: whoever asks tries again.
5. A key is asked for once more when its letter is in, and kept with it: so what it signed can be
   proven when its owner has long taken another (`key_names`, `signed_by`).
6. Bounded: signatures, look-ups, sizes; blanks in long runs too, over which dkimpy's patterns take
   quadratic time.
"""

import re
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any, Literal

from msgspec import Struct

from nomic_mail.letters.mime.addresses import lowered, parse_addresses
from nomic_mail.letters.mime.charset import decode_header
from nomic_mail.letters.mime.parts import Headers, open_letter
from nomic_mail.letters.proof import results
from nomic_mail.letters.proof.domains import is_public, registered
from nomic_mail.letters.proof.names import LOOKUP_SECONDS, Lookup, Pending, Unknown
from nomic_mail.letters.proof.packing import read_one_way
from nomic_mail.patterns import later

__all__ = ["Trust", "Unknown", "Verdict", "authenticated"]

SIGNATURES = 10
LOOKUPS = 3
RECORD_BYTES = 1_000  # a key of 4,096 bits has 740; a longer one could take seconds to reckon with
HEADERS = 1_000
SIGNED_WITHIN = 64_000
LONG_RUN = later(rb"[ \t]{500}")
SIGNED = ("from", "subject", "date", "message-id", "to")
ONCE = (*SIGNED, "cc", "content-type", "content-transfer-encoding", "mime-version")
PACKING = ("content-type", "content-transfer-encoding")
ANSWERS = ("in-reply-to", "references")
OUR_ID = later(r"\.[0-9a-f]{20}(?:\.[a-z0-9]{1,70})?$")
DOORS = ("to", "cc", "delivered-to", "x-original-to")
LIKE_A_REPLY = later(r"r\.[a-z0-9]{20}")
ALGORITHMS = ("rsa-sha256", "ed25519-sha256")
PLAIN = later(r"[\t\r\n -~]*")
SECONDS = later(r"[0-9]{1,12}")
SLOW = timedelta(hours=10)  # clocks that are wrong, as the library has it
BEFORE = timedelta(days=7)  # mail servers try for five
AFTER = timedelta(days=1)


class Verdict(Struct, frozen=True):
    """`failed`: our own mail server found that the letter is not from its From's domain."""

    result: Literal["pass", "failed", "none", "unknown"] = "none"
    why: str = ""


class Trust(Struct, frozen=True):
    """Whom to believe about signatures: nobody, by default."""

    authserv_id: str = ""
    lookup: Lookup | None = None


def dmarc_failure(raw: bytes, trust: Trust) -> str:
    """What our own mail server holds against the letter, or nothing."""
    if not trust.authserv_id:
        return ""
    headers = open_letter(raw).headers
    return results.failure(headers, trust.authserv_id, _only_domain(headers))


def authenticated(
    raw: bytes, sender: str, recipient: str, trust: Trust, at: datetime | None = None
) -> Verdict:
    """Whether the domain of `sender`, the one From, stands behind this letter to this recipient,
    which came `at` that time. Pending, where a key is asked for."""
    domain = _domain(sender)
    if failure := dmarc_failure(raw, trust):
        return Verdict("failed", failure)
    opened = open_letter(raw)
    headers = opened.headers
    count = _count(headers, "dkim-signature")
    if opened.cut or len(headers) > HEADERS or count > SIGNATURES:
        return Verdict("none", "it has more headers than are worth checking")
    if opened.odd:
        return Verdict("none", "other programs would not see the headers in it that are seen here")
    packed = read_one_way(headers, opened.body)
    near = [one for one in _signatures(headers) if registered(one.domain) == registered(domain)]
    found = [(one, _weakness(one, headers, recipient, at, packed=packed)) for one in near]
    weak = next((why for _, why in found if why), "")
    passed = _passed(headers, domain, trust.authserv_id)
    if passed and not weak:
        return Verdict("pass", passed)
    fit = [one for one, why in found if not why and _stands_above(one.domain, domain)]
    if trust.lookup is None or not fit:
        return Verdict("none", weak)
    return _verified(raw, fit, trust.lookup)


def is_signed(raw: bytes) -> bool:
    """As far as can be told at a glance."""
    return b"\ndkim-signature:" in b"\n" + raw[:SIGNED_WITHIN].lower()


def key_names(raw: bytes) -> list[str]:
    """Where the keys of its signatures are, of those that its one From's domain stands behind."""
    headers = open_letter(raw).headers
    if len(headers) > HEADERS or _count(headers, "dkim-signature") > SIGNATURES:
        return []
    found = _aligned(headers, _only_domain(headers))[:LOOKUPS]
    names = (f"{one.tags.get('s', '')}._domainkey.{one.domain}" for one in found)
    return [name for name in names if re.fullmatch(r"[A-Za-z0-9_.-]{1,250}", name)]


def signed_by(raw: bytes, keys: Mapping[str, bytes]) -> str:
    """The domain whose signature covers the letter and holds with one of these keys, or nothing;
    the network is not asked."""
    opened = open_letter(raw)
    headers = opened.headers
    if opened.odd or len(headers) > HEADERS or _count(headers, "dkim-signature") > SIGNATURES:
        return ""
    own = _aligned(headers, _only_domain(headers))
    own = [one for one in own if not _weakness(one, headers)]
    verdict = _verified(raw, own, lambda name, _: keys.get(name.rstrip(".")))
    return _only_domain(headers) if verdict.result == "pass" else ""


def _only_domain(headers: Headers) -> str:
    values = [value for name, value in headers if name == "from"]
    froms = [one for value in values for one in parse_addresses(value)]
    return _domain(froms[0].address) if len(values) == len(froms) == 1 else ""


# Our own mail server's word


def _passed(headers: Headers, domain: str, authserv_id: str) -> str:
    for method, result, told in results.results(headers, authserv_id):
        if result != "pass":
            continue
        if method == "dmarc" and _domain(told.get("header.from", "")) == domain:
            return f"{authserv_id} says dmarc=pass for {domain}"
        signer = _domain(told.get("header.d") or told.get("header.i", ""))
        if method == "dkim" and _stands_above(signer, domain):
            return f"{authserv_id} says dkim=pass for {signer}"
    return ""


def _domain(text: str) -> str:
    return lowered(text.strip().strip("<>\"'").rpartition("@")[2]).rstrip(".")


def _stands_above(signer: str, domain: str) -> bool:
    """The domain itself, or one that it belongs to. Never one below it, nor one under which anybody
    can have a name."""
    if "." not in signer or not (domain == signer or domain.endswith(f".{signer}")):
        return False
    return not is_public(signer)


# Signatures


class _Signature(Struct, frozen=True):
    place: int  # among all DKIM-Signature headers
    tags: Mapping[str, str]
    is_plain: bool  # in signs that everybody reads alike, blanks among them

    @property
    def domain(self) -> str:
        return lowered(self.tags.get("d", "")).rstrip(".")

    @property
    def identity(self) -> str:
        """The domain that it says it is for; its own, where it does not."""
        return _domain(self.tags.get("i", "")) or self.domain


def _signatures(headers: Headers) -> list[_Signature]:
    values = [value for name, value in headers if name == "dkim-signature"]
    return [
        _Signature(place, _tags(value), PLAIN.fullmatch(value) is not None)
        for place, value in enumerate(values)
    ]


def _aligned(headers: Headers, domain: str) -> list[_Signature]:
    return [one for one in _signatures(headers) if _stands_above(one.domain, domain)]


def _count(headers: Headers, name: str) -> int:
    return sum(key == name for key, _ in headers)


def _tags(value: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in value.split(";"))
    return {name.strip(): "".join(text.split()) for name, mark, text in pairs if mark}


def _weakness(
    one: _Signature,
    headers: Headers,
    recipient: str = "",
    at: datetime | None = None,
    *,
    packed: bool = True,
) -> str:
    """Why a signature, right or wrong, does not cover what we read; nothing where it does. Without
    a recipient it may be to anybody. `packed`: the letter can be read in one way only."""
    if not one.is_plain or one.tags.get("a", "").lower() not in ALGORITHMS:
        return f"the signature of {one.domain} is of a kind that is too weak"
    if "l" in one.tags:
        return f"the signature of {one.domain} leaves the letter's end open (l=)"
    signed = [name.strip() for name in lowered(one.tags.get("h", "")).split(":")]
    missing = [name for name in SIGNED if name not in signed]
    if not packed:
        missing += [name for name in PACKING if name not in signed]
    if missing:
        return f"the signature of {one.domain} does not cover {' and '.join(missing)}"
    if twice := [name for name in ONCE if _count(headers, name) > 1]:
        return f"it has more than one {twice[0]} header"
    if late := _untimely(one, headers, at):
        return late
    if not recipient:
        return ""
    named = [value for name, value in headers if name in ("to", "cc") and name in signed]
    addressed = {a.address for value in named for a in parse_addresses(value)}
    if lowered(recipient) not in addressed:
        return "it is not addressed to where it came"
    steered = _steered(_unsigned(headers, signed), lowered(recipient))
    return f"the signature of {one.domain} does not cover {steered}" if steered else ""


def _unsigned(headers: Headers, signed: list[str]) -> Headers:
    """Each name in `signed` covers one header, from the last one up."""
    covers, found = Counter(signed), list[tuple[str, str]]()
    for one in reversed(headers):
        covers[one[0]] -= 1
        if covers[one[0]] < 0:
            found.append(one)
    return tuple(found)


def _steered(unsigned: Headers, recipient: str) -> str:
    """Which of these headers tells what the letter is about (who.doors)."""
    host = "@" + recipient.rpartition("@")[2]
    for name, value in unsigned:
        told = lowered("".join(decode_header(value).split())) if name in ANSWERS else ""
        if any(OUR_ID.search(before) for before in told.split(host)[:-1]):
            return name
        named = [one.address for one in parse_addresses(value)] if name in DOORS else []
        if any(LIKE_A_REPLY.search(one.partition(host)[0]) for one in named if one != recipient):
            return name
    return ""


def _is_of_now(headers: Headers, at: datetime) -> bool:
    try:
        date = parsedate_to_datetime(next(value for name, value in headers if name == "date"))
        date = date if date.tzinfo is not None else date.replace(tzinfo=UTC)
        return at - BEFORE <= date <= at + AFTER
    except (ValueError, TypeError, IndexError, OverflowError, StopIteration):
        return False


def _untimely(one: _Signature, headers: Headers, at: datetime | None) -> str:
    if at is not None and not _is_of_now(headers, at):
        return "its Date is not near the day it came"
    over = f"the signature of {one.domain} was no longer good when it came (x=)"
    return over if _is_over(one.tags, at) else ""


def _is_over(tags: Mapping[str, str], at: datetime | None) -> bool:
    made, ends = tags.get("t", "0"), tags.get("x", "")
    if not ends:
        return "x" in tags
    if not (SECONDS.fullmatch(made) and SECONDS.fullmatch(ends)) or int(ends) < int(made):
        return True
    return at is not None and at.timestamp() > int(ends) + SLOW.total_seconds()


def _verified(raw: bytes, fit: list[_Signature], lookup: Lookup) -> Verdict:
    """All keys are asked for before the first is waited for."""
    verdict, pending = Verdict("none", "its signatures do not hold"), list[Pending]()
    if LONG_RUN.search(raw):
        return Verdict("none", "its signatures would take too long to check")
    for one in fit[:LOOKUPS]:
        try:
            if _holds(raw, one, lookup):
                return Verdict("pass", f"signed by {one.domain} (DKIM)")
        except Pending as asked:
            pending.append(asked)
        except Unknown as trouble:
            verdict = Verdict("unknown", f"the key of {one.domain} could not be had: {trouble}")
    if pending:
        raise Pending(lambda: all(one.is_over() for one in pending))
    return verdict


def _holds(raw: bytes, one: _Signature, lookup: Lookup) -> bool:
    import logging

    import dkim

    trouble: list[Unknown] = []

    def record(name: bytes, timeout: float = LOOKUP_SECONDS) -> bytes | None:
        try:
            found = lookup(name.decode("ascii"), min(timeout, LOOKUP_SECONDS))
        except UnicodeDecodeError:
            return None
        except Unknown as unknown:
            trouble.append(unknown)
            return None
        if found is None or len(found) > RECORD_BYTES or b"y" in _listed(b"t", found):
            return None  # no key, no key of this world, or one that is only being tried out
        strict = b"s" in _listed(b"t", found)  # for the domain itself, and none below it
        if strict and (one.identity, _only_domain(open_letter(raw).headers)) != (one.domain,) * 2:
            return None
        if b"sha256" not in (_listed(b"h", found) or [b"sha256"]):
            return None
        return found

    silent = logging.getLogger("nomic_mail.letters.proof.dkim")
    silent.setLevel(logging.CRITICAL)
    try:
        checked = dkim.DKIM(raw, logger=silent, timeout=LOOKUP_SECONDS)
        seen = [name.decode("latin-1").lower() for name, _ in checked.headers]
        if seen != [name for name, _ in open_letter(raw).headers]:
            return False  # whatever it checks is not what was read here
        _without_times(checked)
        held = bool(checked.verify(idx=one.place, dnsfunc=record))
        held = held and checked.domain.decode("ascii").lower().rstrip(".") == one.domain
    except Exception:  # its own errors, and those of whatever it did not expect
        held = False
    if trouble:
        raise trouble[0]
    return held


def _without_times(checked: Any) -> None:
    """Else the library holds them against the clock of this very moment; what is signed stays."""
    prepared, headers = checked.verify_headerprep, checked.headers

    def prepare(idx: int = 0) -> Any:
        checked.headers = [(name, _untimed(value)) for name, value in headers]
        found = prepared(idx)
        checked.headers = headers
        signatures = [one for one in headers if one[0].lower() == b"dkim-signature"]
        return found and (*found[:2], signatures)

    checked.verify_headerprep = prepare


def _untimed(value: bytes) -> bytes:
    parts = value.split(b";")
    return b";".join(one for one in parts if one.partition(b"=")[0].strip() not in (b"t", b"x"))


def _listed(name: bytes, record: bytes) -> list[bytes]:
    """What a key's record tells under this name."""
    pairs = (part.partition(b"=") for part in record.split(b";"))
    found = {key.strip(): value for key, _, value in pairs}.get(name, b"")
    return [one.strip().lower() for one in found.split(b":") if one.strip()]
