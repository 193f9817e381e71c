"""What only the Moderator says (013), each on one line.

1. From anyone else these are commands in capitals only, and the game refuses them.
2. What stands behind a colon is the reason, which the record keeps.
3. Words of more than a line, as those of RULING and ANNOUNCE, stand in `statements`.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Literal

from nomic_mail.game.commands import (
    Admit,
    Bind,
    CloseVote,
    Command,
    Decline,
    Dispose,
    End,
    Pause,
    Prolong,
    Remove,
    Reopen,
    Resume,
    Set,
    Skip,
    Start,
)
from nomic_mail.game.durations import BadDuration, parse_duration
from nomic_mail.game.numbers import NUMBER, read_number
from nomic_mail.letters.grammar.forms import PROPOSAL, Doubt, act, form, number
from nomic_mail.letters.grammar.language import Row, word
from nomic_mail.letters.grammar.words import shown

TURN = r"(?: #?(?P<turn>\d{1,5}))?"


def _names(text: str) -> list[str]:
    """`Ada, Bob Babbage and Cleo`."""
    return re.split(r" ?, (?:and )?| ?,| (?:and|&) ", " ".join(text.split()))


def _bind(found: re.Match[str]) -> Command | Doubt | None:
    word = (found["first"] or "").lower()
    rule = read_number(found["rule"])
    if word in ("keep", "drop"):
        return Bind(rule=rule, answer="keep" if word == "keep" else "drop")
    return Doubt(
        f"{shown(found[0])}: to what? Write BIND {rule} KEEP, BIND {rule} DROP, or BIND {rule}: and"
        " the clauses, one a line below or parted by semicolons."
    )


def _set(found: re.Match[str]) -> Command | Doubt | None:
    return Set(key=found["key"].lower(), value=found["value"].strip())


def _prolong(found: re.Match[str]) -> Command | Doubt | None:
    """The Moderator's EXTEND, which names what it is about."""
    turn, proposal = number(found["turn"]), number(found["n"])
    why = " ".join((found["why"] or "").split())
    try:
        if found["until"]:
            until = datetime.fromisoformat(found["until"].strip()).replace(tzinfo=UTC)
            return Prolong(turn=turn, proposal=proposal, until=until, reason=why)
        length = parse_duration(found["length"])
        return Prolong(turn=turn, proposal=proposal, length=length, reason=why)
    except ValueError:
        what = f"TURN {turn}" if turn is not None else found["n"]
        return Doubt(
            f"{shown(found[0])}: until when? Write EXTEND {what} BY 2 days, or EXTEND {what} UNTIL"
            " 2026-12-24 18:00 (UTC)."
        )


def _reopen(found: re.Match[str]) -> Command | Doubt | None:
    try:
        length = parse_duration(found["length"]) if found["length"] else None
    except BadDuration:
        return Doubt(
            f"{shown(found[0])}: for how long? Write REOPEN 301, or REOPEN 301 FOR 2 days."
        )
    return Reopen(proposal=number(found["n"]) or 0, length=length or None)


word(
    "START",
    Row(
        "moderating",
        "START, END GAME: reason",
        "begin the game, end it",
        "das Spiel beginnen oder beenden",
        10,
    ),
    page="moderator",
    small=False,
)
word("END GAME", page="moderator", small=False)
word(
    "CLOSE",
    Row(
        "moderating",
        "CLOSE 301, REOPEN 301",
        "a vote that waits for ballots",
        "eine Abstimmung, die auf Stimmen wartet",
        20,
    ),
    Row(
        "moderating",
        "EXTEND TURN 7 BY 2 days",
        "more time; also EXTEND 301 BY 2 days",
        "mehr Zeit; auch EXTEND 301 BY 2 Tage",
        30,
    ),
    usage="CLOSE 301",
    page="moderator",
)
word("REOPEN", page="moderator", small=False)
word(
    "SKIP",
    Row(
        "moderating", "SKIP, REMOVE Name", "where a rule allows it", "wo eine Regel es erlaubt", 40
    ),
    page="moderator",
)
word("REMOVE", page="moderator", small=False)
word(
    "PAUSE",
    Row(
        "moderating",
        "PAUSE: why, RESUME",
        "no deadline runs out meanwhile",
        "solange läuft keine Frist ab",
        50,
    ),
    usage="PAUSE, or PAUSE: and the reason",
    page="moderator",
    small=False,
)
word("RESUME", usage="RESUME, alone on a line", page="moderator", small=False)
word(
    "ADMIT",
    Row("moderating", "ADMIT Name, DECLINE Name", "who asks to join", "wer mitspielen möchte", 70),
    page="moderator",
)
word("DECLINE", page="moderator")
word(
    "RELEASE",
    Row(
        "moderating",
        "RELEASE 12, DISCARD 12",
        "what becomes of a held letter",
        "was aus einem zurückgehaltenen Brief wird",
        80,
    ),
    usage="RELEASE 12, with the number of the held letter",
    page="moderator",
    small=False,
)
word(
    "DISCARD",
    usage="DISCARD 12: and a word to its sender",
    page="moderator",
    small=False,
)
word(
    "KEEP",
    Row(
        "moderating",
        "KEEP 303, DROP 303",
        "the short answers to that question",
        "die kurzen Antworten auf diese Frage",
        110,
    ),
    page="moderator",
)
word("DROP", page="moderator")
word(
    "SET",
    Row(
        "moderating",
        "SET vote_window = 7d",
        "change a house setting",
        "eine Hauseinstellung ändern",
        120,
    ),
    page="moderator",
    small=False,
)


_HOW: Mapping[str, Literal["release", "discard"]] = {"release": "release", "discard": "discard"}
FORMS = (
    act(r"start(?: (?:the )?game)?", lambda _: Start()),
    act(
        rf"close(?: (?:the )?(?:vote|voting|ballot))?(?: (?:on |for )?{PROPOSAL})?",
        lambda m: CloseVote(proposal=number(m["n"])),
    ),
    form(
        r"end (?:the )?game[\s:,-]+winners?\s*:\s*(?P<who>\S.{0,300}?)",
        lambda m: End(winners=tuple(_names(m["who"]))),
        moderator=True,
    ),
    form(
        r"end (?:the )?game(?:[\s:,-]+(?P<reason>.{1,400}?))?",
        lambda m: End(reason=(m["reason"] or "").strip()),
        moderator=True,
    ),
    form(
        r"extend (?:(?:the )?turn #?(?P<turn>\d{1,5})|(?:the )?(?:vote |debate )?(?:on )?"
        rf"{PROPOSAL})(?: (?:by |for )?(?P<length>\d[\w ,]{{0,40}}?)"
        r"| (?:until|to) (?P<until>\d[\d: -]{7,18}\d))(?:\s*[:—]\s+(?P<why>\S.{0,400}?))?",
        _prolong,
    ),
    act(
        r"(?P<what>release|discard) (?:the )?(?:letter )?#?(?P<number>\d{1,9})",
        lambda m: Dispose(number=int(m["number"]), how=_HOW[m["what"].lower()]),
    ),
    act(
        rf"reopen (?:(?:the )?vote )?(?:on )?{PROPOSAL}"
        r"(?: (?:by |for )?(?P<length>\d[\w ,]{0,40}?))?",
        _reopen,
    ),
    act(r"pause(?: (?:the )?game)?", lambda _: Pause()),
    act(r"resume(?: (?:the )?game)?", lambda _: Resume()),
    act(rf"skip(?: (?:the |this )?turn)?{TURN}", lambda m: Skip(turn=number(m["turn"]))),
    act(
        rf"remove\s+(?!talk\b)(?P<who>[^\s:][^:]{{0,80}}?)(?:,? (?:(?:in|of) )?turn{TURN})?",
        lambda m: Remove(player=m["who"], turn=number(m["turn"])),
    ),
    act(
        rf"bind\s+(?:rule\s+|proposal\s+)?#?(?P<rule>{NUMBER})\s*[:,–—-]?\s*(?:to\s+)?"
        r"(?P<first>keep|drop)",
        _bind,
    ),
    act(
        rf"(?P<first>keep|drop)\s+(?:rule\s+|proposal\s+|the clauses of\s+)?#?(?P<rule>{NUMBER})",
        _bind,
    ),
    form(
        rf"bind\s+(?:rule\s+|proposal\s+)?#?(?P<rule>{NUMBER})\b(?P<first>(?!)|).{{0,300}}",
        _bind,
        moderator=True,
    ),
    act(r"admit\s+(?P<who>[^\s:][^:]{0,80}?)", lambda m: Admit(player=m["who"])),
    act(r"decline\s+(?P<who>[^\s:][^:]{0,80}?)", lambda m: Decline(player=m["who"])),
    act(r"set\s+(?P<key>[\w.-]{1,60})\s*=\s*(?P<value>\S.{0,300}?)", _set),
)
