"""Notices of failure that are written for people: what they say, and of which addresses.

1. Only what stands above the letter that came back is looked at, a bounded piece of it.
2. Words are data: a language or a vendor is added here and nowhere else.
"""

import re

from nomic_mail.patterns import later

LINES = 400
LINE_CHARS = 300

DELAYED = later(
    r"will (?:be retried|retry|keep trying|continue to (?:be|try|attempt))|(?:not yet|has been) "
    r"(?:been )?delayed|not yet been delivered|delivery (?:is )?delayed|warning message"
    r"|(?:could|has) not (?:yet )?(?:be|been) delivered (?:yet|for)|still (?:being )?(?:try|queue)"
    r"|no action is required|you do not need to (?:resend|re-send|take)|temporar(?:y|ily) fail"
    r"|temporarily (?:d|over|full|unavailable|rejected)"
    r"|(?:delivery )?attempts will continue|will be (?:re-?attempted|tried again)"
    r"|does not need to be resent|advisory-only",
    re.I,
)
GIVEN_UP = later(
    r"permanent(?:ly)? (?:fatal )?(?:error|failure)|giving up|gave up|given up|i've given up"
    r"|returned to (?:the )?sender|won't try again|will not be (?:retried|tried)|permanently fail",
    re.I,
)
ADDRESS = later(
    r"(?<![\w.!#$%&'*+/=?^`{|}~@-])[\w!#$%&'*+/=?^`{|}~-][\w.!#$%&'*+/=?^`{|}~-]{0,63}"
    r"@[\w-](?:[\w.-]{0,250}[\w-])?"
)
BELOW = later(
    r"^[\s>*]{0,40}(?:"
    r"(?:-{2,100}|_{5,100}|={5,100}|\*{5,100})[\s>*-]{0,40}(?:below|start of|beginning of"
    r"|original|returned|unsent"
    r"|undelivered|rejected|(?:the )?message below"
    r"|your|this is a copy|copy of|included|the (?:header|body)|header|message"
    r"|mail|forwarded)\b(?!.{0,40}(?:fail|address|recipient|follow(?:ing)? (?:addr|recip)))"
    r"|below (?:this line|the next line)|this is a copy of|(?:a )?copy of (?:the|your) orig"
    r"|(?:the )?(?:original )?(?:message|mail) (?:headers? |text )?follows|headers? of (?:the|your)"
    r"|included (?:below )?is a copy|received: ?(?:from|by) |message-id: ?<)",
    re.I,
)
OFFICES = later(
    r"^(?:post-?master|mailer[-_.]?daemon|abuse|support|help(?:desk)?|admin(?:istrator)?|root"
    r"|no-?reply|noreply|spam|listmaster|hostmaster|info)@",
    re.I,
)
NAMES_IT = later(
    r"(?:rcpt to|(?:failed|undeliverable|undelivered|invalid|intended|final|bad|unknown|original"
    r"|wrong|rejected)[ -](?:final )?(?:e-?mail )?(?:recipients?|address(?:es)?|user(?:id)?)"
    r"|recipients?|receiver|empfänger|destinat(?:aire|ario|ário)|error-for|delivery to|deliver to"
    r"|addressed to|user unknown|unknown user|not found|unknown address)"
    r"(?: address)?(?: is| was)?\s{0,4}[:=]?\s{0,4}[\[<\"'(]{0,2}(?:smtp:)?$",
    re.I,
)
SINCE = later(r"[;>]?\s?on \w{3}, \d{1,2} \w{3}")  # Exchange: when it was given up
FAILING = later(
    r"unknown|no such|does(?:n't| not) (?:exist|have)|not (?:exist|found|listed|known|valid)"
    r"|not deliver|mailbox|over ?quota|exceed|disabled|inactive|invalid|reject|refus|fail"
    r"|unable|undeliver|cannot|can't|couldn't|could not|bounced|unbekannt|inconnu|desconocid"
    r"|sconosciut|\b5\d\d\b",
    re.I,
)


def without_original(text: str) -> str:
    """The notice without the letter it brings back."""
    kept: list[str] = []
    for line in text.split("\n")[:LINES]:
        if any(kept) and BELOW.match(line[:LINE_CHARS]):
            break
        kept.append(line[:LINE_CHARS])
    return "\n".join(kept)


def is_late(text: str) -> bool:
    """Whether it tells of a delay alone."""
    told = without_original(text)
    return bool(DELAYED.search(told)) and not GIVEN_UP.search(told)


def failed_in(text: str, mine: set[str], written_to: list[str]) -> tuple[str, ...]:
    """The addresses that stand where notices have them; failing that, the one it was written to.
    `mine` are the notice's own sender and recipient."""
    lines = without_original(text).split("\n")
    ranked: dict[int, list[str]] = {}
    for at, line in enumerate(lines):
        for found in list(ADDRESS.finditer(line))[:20]:
            address = plain_address(re.sub(r"(?i)^(?:smtp|rfc-?822)[=:]", "", found[0]))
            if address and address not in mine:
                rank = _rank(line, found, lines[max(at - 2, 0) : at + 4])
                if OFFICES.match(address):  # hardly ever the one: whom to ask for help
                    rank -= 3
                ranked.setdefault(rank, []).append(address)
    for rank in (3, 2):
        if rank in ranked:
            return tuple(dict.fromkeys(ranked[rank]))
    others = tuple(dict.fromkeys(ranked.get(1, ())))
    if len(others) == 1:
        return others
    if offices := ranked.get(0) or ranked.get(-1):
        return tuple(dict.fromkeys(offices))
    one_only = len(written_to) == 1
    return tuple(one for one in written_to if one and one not in mine) if one_only else ()


def _rank(line: str, found: re.Match[str], around: list[str]) -> int:
    before, after = line[: found.start()].strip(), line[found.end() :].strip()
    bare = not before.strip("<>*-[](){}\"'|. ")
    if bare and (not after.strip("<>*-[](){}\"'|.,;: ") or after[:2] in (">:", ":")):
        return 3 if before[:1] == "<" or any(FAILING.search(one) for one in around) else 2
    if NAMES_IT.search(before[-80:]) or SINCE.match(after):
        return 3
    return 2 if FAILING.search(line) else 1


def plain_address(text: str) -> str:
    text = text.strip().strip("<>\"'").strip()
    if len(text) > 320 or not re.fullmatch(r"[^\s<>,;:()@\"]+@[^\s<>,;:()@\"]+", text):
        return ""
    local, _, host = text.rpartition("@")
    return "" if ".." in host or not local or host.strip(".") != host else text.lower()
