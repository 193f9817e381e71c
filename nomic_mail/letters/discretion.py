"""AWARD, FINE, ORDER, CORRECT, UNDO, MUTE, REMOVE TALK and REPLACE: the Moderator's own acts.

1. Each stands on one line, with why behind a colon; only the new text of a rule stands below its
   line, up to a line END, a signature, or the end of the letter.
2. What comes near one is asked about, and nothing is done: points and seats are not guessed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nomic_mail.game.commands import AnyCommand
from nomic_mail.game.discretion import (
    AskSuccessor,
    Award,
    CorrectRule,
    CorrectScore,
    CorrectTurn,
    Mute,
    RemoveTalk,
    SetOrder,
    Undo,
)
from nomic_mail.letters.addresses import parse_addresses
from nomic_mail.letters.forms import Doubt, form
from nomic_mail.letters.quoting import Line
from nomic_mail.letters.words import shown

USAGE = {
    "AWARD": "AWARD Ada 10 RULE 202: and why",
    "FINE": "FINE Ada 10 RULE 202: and why",
    "ORDER": "ORDER Ada, Bob, Cid RULE 201: and why",
    "CORRECT": (
        "CORRECT SCORE Ada 25: and why, CORRECT TURN 7 TO Ada: and why, CORRECT STATUS 203"
        " IMMUTABLE: and why, or CORRECT RULE 203: and why, with the text on the lines below"
    ),
    "UNDO": "UNDO, or UNDO 31",
    "MUTE": "MUTE Ada: and why",
    "UNMUTE": "UNMUTE Ada",
    "REPLACE": 'REPLACE Ada BY "Grace Hopper <grace@example.org>"',
}
WHY = r"\s*:\s*(?P<why>\S.{0,400}?)"
RULE = r"(?:,? (?:under|by|of|see))?,? rule #?(?P<rule>\d{1,6})"
HEAD = re.compile(r"^\W{0,3}CORRECT\s+RULE\s+#?(?P<rule>\d{1,6})\s*:\s*(?P<why>\S.{0,400})$", re.I)
TITLE = re.compile(r"^\s*title\s*:\s*(?P<title>\S.{0,200}?)\s*$", re.I)
END = re.compile(r"^(?:end\.?|\.)$", re.I)
LONGEST = 20_000


def _award(found: re.Match[str]) -> AnyCommand:
    points = int(found["points"])
    return Award(
        player=found["who"],
        points=points if found["verb"].lower() == "award" else -points,
        rule=int(found["rule"]),
        because=found["why"],
    )


def _order(found: re.Match[str]) -> AnyCommand:
    names = [name.strip() for name in re.split(r",| and | & ", found["who"])]
    rule = int(found["rule"]) if found["rule"] else None
    return SetOrder(order=tuple(filter(None, names)), rule=rule, because=found["why"])


def _score(found: re.Match[str]) -> AnyCommand:
    stood = int(found["stood"]) if found["stood"] else None
    total = int(found["total"])
    return CorrectScore(player=found["who"], total=total, stood=stood, because=found["why"])


def _status(found: re.Match[str]) -> AnyCommand | None:
    rule, why = int(found["rule"]), found["why"]
    match found["status"].lower():
        case "mutable":
            return CorrectRule(rule=rule, status="mutable", because=why)
        case "immutable":
            return CorrectRule(rule=rule, status="immutable", because=why)
        case _:
            return CorrectRule(rule=rule, status="typeless", because=why)


def _turn(found: re.Match[str]) -> AnyCommand:
    return CorrectTurn(player=found["who"], stood=int(found["turn"]), because=found["why"])


def _undo(found: re.Match[str]) -> AnyCommand:
    number = int(found["number"]) if found["number"] else None
    return Undo(number=number, because=found["why"] or "")


def _mute(found: re.Match[str]) -> AnyCommand:
    muted = found["verb"].lower() == "mute"
    return Mute(player=found["who"], muted=muted, because=found["why"] or "")


def _replace(found: re.Match[str]) -> AnyCommand | Doubt:
    written = parse_addresses(found["new"].strip(" \"'“”"))
    if len(written) != 1 or not written[0].name:
        return Doubt(f"{shown(found[0])}: this server knows {USAGE['REPLACE']}. Nothing was done.")
    one = written[0]
    why = found["why"] or ""
    return AskSuccessor(player=found["who"], name=one.name, address=one.address, because=why)


def _near(found: re.Match[str]) -> Doubt | None:
    """Only of a line in capitals: "fine with me" and "order it" are talk."""
    word = found[0].split()[0]
    if not word.isupper():
        return None
    return Doubt(f"{shown(found[0])}: this server knows {USAGE[word]}. Nothing was done.")


FORMS = (
    form(
        r"(?P<verb>award|fine) (?P<who>\S.{0,80}?),? (?P<points>\d{1,6})(?: points?)?"
        rf"{RULE}{WHY}",
        _award,
        moderator=True,
    ),
    form(
        rf"order(?: of play)?\s*:? (?P<who>\S[^:]{{0,300}}?)(?:{RULE})?{WHY}",
        _order,
        moderator=True,
    ),
    form(
        r"correct (?:the )?score (?:of )?(?P<who>\S.{0,80}?),?(?: from (?P<stood>-?\d{1,6}))?"
        rf"(?: to)? (?P<total>-?\d{{1,6}}){WHY}",
        _score,
        moderator=True,
    ),
    form(
        r"correct (?:the )?status (?:of )?(?:rule )?#?(?P<rule>\d{1,6}),?(?: to)?"
        rf" (?P<status>mutable|immutable|typeless){WHY}",
        _status,
        moderator=True,
    ),
    form(
        rf"correct (?:the )?turn #?(?P<turn>\d{{1,6}}) to (?P<who>\S.{{0,80}}?){WHY}",
        _turn,
        moderator=True,
    ),
    form(rf"undo(?: (?:event )?#?(?P<number>\d{{1,9}}))?(?:{WHY})?", _undo, moderator=True),
    form(rf"(?P<verb>mute|unmute) (?P<who>\S[^:]{{0,80}}?)(?:{WHY})?", _mute, moderator=True),
    form(
        rf"remove talk #?(?P<number>\d{{1,9}})(?:{WHY})?",
        lambda m: RemoveTalk(number=int(m["number"]), because=m["why"] or ""),
        moderator=True,
    ),
    form(
        r"replace (?P<who>\S.{0,80}?) (?:by|with) (?P<new>\S[^:]{0,200}@[^:]{0,200}?)"
        rf"(?:{WHY})?",
        _replace,
        moderator=True,
    ),
    form(r"(?:award|fine|order|correct|undo|mute|unmute|replace)\b.{0,500}", _near, moderator=True),
)


@dataclass(frozen=True, slots=True)
class Corrected:
    """A rule's text as it should have been entered, with the lines it stands on."""

    command: CorrectRule
    line: str
    taken: frozenset[int]


def read_corrections(lines: Sequence[Line], *, from_moderator: bool) -> list[Corrected]:
    found: list[Corrected] = []
    at = 0
    while at < len(lines):
        text = lines[at].text.strip()
        head = HEAD.match(text) if lines[at].kind == "said" else None
        at += 1
        if head is None or not (from_moderator or text.startswith("CORRECT ")):
            continue
        taken, said = {lines[at - 1].number}, []
        while at < len(lines) and lines[at].kind in ("said", "blank"):
            line = lines[at]
            at += 1
            taken.add(line.number)
            if END.match(line.text.strip()):
                break
            said.append(line.text.rstrip())
        found.append(Corrected(_rule(head, said), text, frozenset(taken)))
    return found


def _rule(head: re.Match[str], said: list[str]) -> CorrectRule:
    title, words = "", "\n".join(said).strip("\n").split("\n")
    if named := TITLE.match(words[0]):
        title, words = named["title"], words[1:]
    text = "\n".join(words).strip()[:LONGEST]
    return CorrectRule(rule=int(head["rule"]), title=title, text=text, because=head["why"])
