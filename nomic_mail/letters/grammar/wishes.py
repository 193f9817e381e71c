"""DIGEST, TALK, TIMEZONE, LANGUAGE, MESSAGE-ID and PROOF: how a player wants to write and to be
written to, which is no matter of the game's.

1. Such a line is a wish only as a whole, and only above whatever takes the text below it: a
   proposal's text is never read for them. Or it is the subject of a letter of its own.
2. What comes near one (DIGEST MONTHLY, TIMEZONE Berlin) is a wish too, that is refused with what
   would work; which zones there are, the caller says.
3. Our own letter lists them. Many of them below its words, or beside a question, are copied from
   there: none is a wish, and the grammar asks about them (`is_wish`).
"""

import re
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from nomic_mail.letters.grammar import patches
from nomic_mail.letters.grammar.above import led_in
from nomic_mail.letters.grammar.bodies import BULLET
from nomic_mail.letters.grammar.german import in_english
from nomic_mail.letters.grammar.heads import read_head
from nomic_mail.letters.grammar.language import ROWS, Row
from nomic_mail.letters.grammar.words import without_courtesies
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.patterns import later

WishKind = Literal["digest", "talk", "zone", "by_id", "proof", "receipts", "language"]

ROWS.extend(
    (
        Row(
            "any time",
            "DIGEST DAILY",
            "news once a day; or WEEKLY, or IMMEDIATE",
            "einmal am Tag; oder WEEKLY, IMMEDIATE",
            100,
        ),
        Row(
            "any time",
            "TALK OFF",
            "no letters of the others; or TALK DIGEST",
            "keine Briefe der anderen; oder TALK DIGEST",
            110,
        ),
        Row(
            "any time",
            "TIMEZONE Europe/Berlin",
            "times by your own clocks, too",
            "Zeiten auch nach deinen Uhren",
            120,
        ),
        Row(
            "any time",
            "LANGUAGE GERMAN",
            "letters in German; or ENGLISH",
            "Briefe auf Deutsch; oder ENGLISH",
            122,
        ),
        Row(
            "any time",
            "MESSAGE-ID ON",
            "answers to our From address count, too",
            "auch Antworten an From zählen",
            125,
        ),
        Row(
            "any time",
            "PROOF ON",
            "what proves stands in the letters",
            "Nachweise stehen in den Briefen",
            127,
        ),
        Row(
            "any time",
            "RECEIPTS OFF",
            "no letter for a plain vote: the next tells it",
            "kein Brief für eine einfache Stimme",
            128,
        ),
    )
)
MOST = 10
MANY = 3
OF_OURS = later(r"\?\W*$|\b(?:reply with|antworte mit)\b", re.I)
_DIGESTS = {
    "daily": "daily",
    "day": "daily",
    "every day": "daily",
    "on": "daily",
    "weekly": "weekly",
    "week": "weekly",
    "every week": "weekly",
    "immediate": "immediate",
    "immediately": "immediate",
    "at once": "immediate",
    "off": "immediate",
    "none": "immediate",
    "no": "immediate",
}
_TALKS = {
    "immediate": "immediate",
    "immediately": "immediate",
    "at once": "immediate",
    "on": "immediate",
    "digest": "digest",
    "daily": "digest",
    "weekly": "digest",
    "off": "none",
    "none": "none",
    "no": "none",
    "stop": "none",
}
_BY_ID = {"on": "on", "yes": "on", "allow": "on", "off": "off", "no": "off", "stop": "off"}
_PROOFS = {"on": "on", "yes": "on", "off": "off", "no": "off"}
LANGUAGES = {
    "english": "en",
    "englisch": "en",
    "en": "en",
    "german": "de",
    "deutsch": "de",
    "de": "de",
}
_WORDS = {
    "language": LANGUAGES,
    "digest": _DIGESTS,
    "talk": _TALKS,
    "by_id": _BY_ID,
    "proof": _PROOFS,
    "receipts": _PROOFS,
}
_FORMS: tuple[tuple[WishKind, re.Pattern[str]], ...] = (
    ("talk", later(r"(?:digest\s+)?talk\s*[:=]?(?:\s+(?P<value>[a-z]+(?: [a-z]+)?))?")),
    ("digest", later(r"digests?\s*[:=]?(?:\s+(?P<value>[a-z]+(?: [a-z]+)?))?")),
    ("by_id", later(r"message[ -]?ids?\s*[:=]?(?:\s+(?P<value>[a-z]+))?")),
    ("language", later(r"(?:language|sprache)\s*[:=]?(?:\s+(?P<value>[a-z]+))?")),
    ("proof", later(r"proofs?\s*[:=]?(?:\s+(?P<value>on|off|yes|no))?")),
    ("receipts", later(r"receipts?\s*[:=]?(?:\s+(?P<value>[a-z]+))?")),
    (
        "zone",
        later(
            r"(?:set\s+|my\s+)?(?:time\s?-?zone|tz)(?:\s+(?:is|to))?\s*[:=]?"
            r"(?:\s+(?P<value>[\w+:/.-]+(?: [\w+:/.-]+){0,3}))?"
        ),
    ),
    ("zone", later(r"(?:meine )?zeitzone\s*[:=]?\s+(?P<value>[\w+:/.-]+)")),
)
_LONGEST = 100
# What takes the text below it as its own, beside a proposal.
TAKES_TEXT = later(r"\s*(?:judge?ment|ruling|rule that|bind|preview|invoke)\b", re.I)


_PREFIX = later(r"(?:\w{1,4}:\s*)*")


class Wish(Struct, frozen=True):
    """`value` is empty where the line only asks how it stands; `known` is false for a word that
    says nothing here. A zone's name is as it was written."""

    kind: WishKind
    value: str
    line: str
    known: bool = True


def read_wishes(subject: str, text: str) -> tuple[tuple[Wish, ...], str]:
    """The wishes, and the text without them."""
    lines = text.split("\n")
    found: list[Wish] = []
    if read_head(_PREFIX.sub("", subject.strip())) is not None:
        return (), text
    patched = patches.begins_at(subject, text)
    scaffolding = scaffold(text)
    led = led_in(scaffolding, is_wish)
    if _is_copied([line.text.strip() for line in scaffolding if line.kind == "said"]):
        return (), text
    for line in scaffolding:
        if line.number >= patched:
            break
        if line.kind != "said":
            continue
        if TAKES_TEXT.match(line.text) or read_head(line.text.strip()) is not None:
            break
        wish = _wish(line.text) if line.number not in led else None
        if wish is not None and len(found) < MOST:
            found.append(wish)
            lines[line.number - 1] = ""
    if not found and (wish := _wish(subject)) is not None:
        found.append(wish)
    return tuple(found), "\n".join(lines)


def _is_copied(said: Sequence[str]) -> bool:
    """Rule 3."""
    wishes = [one for one in said if is_wish(one) and one.split(maxsplit=1)[0].isupper()]
    beside = [one for one in said if not is_wish(one)]
    return len(wishes) >= MANY and any(map(OF_OURS.search, beside))


def is_wish(line: str) -> bool:
    """Whether it sets something, where it counts."""
    wish = _wish(line)
    return wish is not None and wish.value != ""


def _wish(line: str) -> Wish | None:
    told = in_english(without_courtesies(BULLET.sub("", line[: 2 * _LONGEST]))).rstrip(".!").strip()
    if not told or len(told) > _LONGEST:
        return None
    for kind, form in _FORMS:
        order = form.fullmatch(" ".join(told.lower().split()))
        if order is None:
            continue
        value = order["value"] or ""
        if kind == "zone":
            return Wish(kind, value, line.strip())
        words = _WORDS[kind]
        if not value and kind != "digest" and not told.isupper():
            return None
        if not value or value in words:
            return Wish(kind, words.get(value, ""), line.strip())
        if told.isupper() or kind == "digest":
            return Wish(kind, value, line.strip(), known=False)
    return None
