"""What our own mail server found out about a letter: Authentication-Results (RFC 8601).

1. Only headers under the authserv-id of the configuration count. That the mail server takes such
   headers out of what comes from outside is its duty (section 5).
2. Fail closed. A failure is looked for by a tolerant reader, in every header of that id and in all
   of it: whoever writes the letter has a say in much of what stands there (`smtp.helo`, the local
   part of `smtp.mailfrom`), and an unclosed quotation mark or comment of theirs hides nothing. A
   result of dmarc that nobody knows, and a header in which no result can be read, are failures. A
   bare id claims nothing.
3. A pass counts only where the outermost of these headers can be read by the letter of the RFC;
   what stands below it, the sender may have written.
4. `dmarc=permerror` is neither: the record of the domain is broken, which nobody who forges a
   letter can bring about, and large companies have had such records. So are "none" and the like.
5. A result for another header.from says nothing of this letter. But a failure is taken to be for
   another only if the whole header can be read by the RFC and plainly names another domain.
6. A pass counts only in a letter from outside. What a program hands to the mail server of its own
   machine, or a customer by a login, is looked at by no filter, and comes with the headers it was
   given. A mail server hands on by LMTP what it has: that line tells nothing, the next one does.
7. Linear: each step goes over the text once.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from nomic_mail.letters.mime.addresses import lowered
from nomic_mail.letters.mime.charset import decode_header
from nomic_mail.letters.mime.parts import Headers
from nomic_mail.letters.quoting.scaffold import INVISIBLE
from nomic_mail.patterns import later

Result = tuple[str, str, Mapping[str, str]]

STRICT_CHARS = 8_000
HARMLESS = frozenset(
    (
        *("pass", "none", "temperror", "permerror", "neutral", "policy", "unknown", "error"),
        *("bestguesspass", "success", "skipped", "skip", "off", "norecord", "discard"),
    )
)
HEAD = later(r"(?:^|[;)])[ <(]*([^ ;<>(),/:]+)")
# What an earlier server found is told in a comment, and is none of its own results.
FROM_HERE = later(
    r"\(postfix, from userid \d+\)"
    r"|^(?:from \S+ (?:\([^()]*\) )?)?by \S+ (?:\([^()]*\) )?with local\b"
    r"|^from \S*localhost\b|[\[(](?:ipv6:)?(?:127(?:\.\d{1,3}){3}|::1)[\])]"
    r"|\((?:[^()@ ]+@)?localhost\b|^\(from \S+@localhost\)|^\(qmail \d+ invoked by "
    r"|\bwith (?:e|utf8)smtps?a\b|\(authenticated sender: "
)
LMTP = later(r"\bwith (?:utf8)?lmtps?a?\b")
ARC = later(r"(?<![\w-])arc ?= ?[a-z]{1,20} ?\([^();]*\)")
FAILS = later(r"(?<![\w-])dmarc ?(?:/ ?\d{1,9} ?)?= ?fail")
SQUEEZED = later(r"(?:^|[;)])dmarc(?:/\d{1,9})?=fail")
RESULT = later(r"([a-z][\w.-]*) ?(?:/ ?\d{1,9} ?)?= ?([\w-]+|(?=[^ =]))")
DMARC = later(r"dmarc(?![\w.-])")
VERSION = later(r"\d{1,9}(?![\w.-])")
CONTROLS = {code: None for code in range(32) if not chr(code).isspace()}
MARKS = CONTROLS | str.maketrans({'"': " ", "'": " ", "\\": None})


def failure(headers: Headers, authserv_id: str, domain: str) -> str:
    """What our own mail server holds against a letter of this From's domain, or nothing."""
    for value in _values(headers):
        for told in dict.fromkeys((value, decode_header(value))):
            text = _plain(told)
            if _is_of(text, authserv_id) and (why := _against(told, text, authserv_id, domain)):
                return why
    return ""


def results(headers: Headers, authserv_id: str) -> list[Result]:
    """(method, result, properties) of the outermost header under our id, if it can be read by the
    letter, and no program on the machine can have written it."""
    if _came_from_here(headers):
        return []
    for value in _values(headers):
        if _is_of(_plain(value), authserv_id):
            return _by_the_letter(value, authserv_id) or []
    return []


def _came_from_here(headers: Headers) -> bool:
    """Rule 6: whether the last server had it from its own machine, or by a login."""
    for line in (" ".join(value.lower().split()) for name, value in headers if name == "received"):
        if FROM_HERE.search(line):
            return True
        if not LMTP.search(line):
            return False
    return False


def _values(headers: Headers) -> Iterator[str]:
    return (value for name, value in headers if name == "authentication-results")


def _plain(value: str) -> str:
    """As the tolerant reader sees it: small letters, blanks that are one, no quotation marks."""
    return " ".join(INVISIBLE.sub("", value).translate(MARKS).lower().split())


def _is_of(text: str, authserv_id: str) -> bool:
    """Some servers name themselves before each of their results."""
    own = authserv_id.lower().rstrip(".")
    return any(one[1].rstrip(".") == own for one in HEAD.finditer(text))


def _against(value: str, text: str, authserv_id: str, domain: str) -> str:
    said = ARC.sub("arc=told", text)
    outside = _without_comments(said)
    found = max(len(FAILS.findall(one)) for one in (said, outside))
    found = found or len(SQUEEZED.findall(said.replace(" ", "")))
    if found and not _of_another(value, authserv_id, domain, found):
        return f"{authserv_id} says dmarc=fail"
    unknown = readable = claimed = False
    for part in filter(str.strip, outside.split(";")):
        told = part.strip().removeprefix(authserv_id.lower()).lstrip(" .")
        told = VERSION.sub("", told, count=1).lstrip() if VERSION.match(told) else told
        one = RESULT.match(told)
        claimed = claimed or bool(told)
        readable = readable or one is not None or told == "none" or told.startswith("none ")
        if DMARC.match(told) and (one is None or one[2] not in (*HARMLESS, "fail")):
            unknown = True
    if unknown or (claimed and not readable):
        return f"what {authserv_id} says of it cannot be read, so its From could be anybody's"
    return ""


def _without_comments(text: str) -> str:
    """One that is not closed is none."""
    opened: list[int] = []
    kept: list[str] = []
    inside: list[tuple[int, int]] = []
    for one in re.finditer(r"[()]", text):
        if one[0] == "(":
            opened.append(one.start())
        elif opened:
            start = opened.pop()
            while inside and inside[-1][0] > start:
                inside.pop()
            inside.append((start, one.end()))
    last = 0
    for start, end in inside:
        kept.append(text[last:start])
        last = end
    kept.append(text[last:])
    return " ".join(" ".join(kept).replace("(", " ").replace(")", " ").split())


def _of_another(value: str, authserv_id: str, domain: str, found: int) -> bool:
    """Rule 5: whether all these failures are, beyond doubt, of another domain."""
    failed = [
        told.get("header.from", "")
        for method, result, told in _by_the_letter(value, authserv_id) or ()
        if (method, result) == ("dmarc", "fail")
    ]
    named = [lowered(one.strip("<>\"'").rpartition("@")[2]).rstrip(".") for one in failed]
    return bool(domain) and len(failed) == found and all(_unlike(one, domain) for one in named)


def _unlike(one: str, other: str) -> bool:
    """Names with letters beyond ASCII have several spellings: none is unlike another."""
    plain = all(re.fullmatch(r"[a-z0-9.-]+", name) and "xn--" not in name for name in (one, other))
    return plain and not f".{one}".endswith(f".{other}") and not f".{other}".endswith(f".{one}")


def _by_the_letter(value: str, authserv_id: str) -> list[Result] | None:
    from authres import AuthenticationResultsHeader

    if len(value) > STRICT_CHARS:
        return None
    try:
        parsed = AuthenticationResultsHeader.parse(f"Authentication-Results: {value}")
    except Exception:  # authres raises whatever its parser meets
        return None
    if lowered(str(parsed.authserv_id)) != lowered(authserv_id):
        return None
    return [_result(one) for one in parsed.results]


def _result(one: Any) -> Result:
    pairs = [(f"{item.type}.{item.name}".lower(), str(item.value)) for item in one.properties]
    named = dict(pairs)
    if len(named) < len(set(pairs)):  # two values of one name: neither counts
        named = {}
    return str(one.method).lower(), str(one.result).lower(), named
