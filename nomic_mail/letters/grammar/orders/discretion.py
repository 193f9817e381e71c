"""AWARD, FINE, ROLL, ORDER, CORRECT, UNDO, MUTE, REMOVE TALK and REPLACE: the Moderator's own acts.

1. Each stands on one line, with why behind a colon; only the new text of a rule stands below its
   line, up to a line END, a signature, or the end of the letter.
2. What comes near one is asked about, and nothing is done: points and seats are not guessed.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from nomic_mail.game.commands import (
    AskSuccessor,
    Award,
    Command,
    CorrectRule,
    CorrectScore,
    CorrectTurn,
    Fine,
    Mute,
    RemoveTalk,
    Roll,
    SetOrder,
    Undo,
    Unmute,
)
from nomic_mail.game.numbers import NUMBER, read_number
from nomic_mail.game.part_points import read_points
from nomic_mail.game.procedures.program_acts import CorrectValue
from nomic_mail.letters.grammar.forms import Doubt, act, form
from nomic_mail.letters.grammar.language import Row, usages, word
from nomic_mail.letters.grammar.words import shown
from nomic_mail.letters.mime.addresses import parse_addresses
from nomic_mail.letters.quoting.scaffold import Line
from nomic_mail.patterns import later

word(
    "AWARD",
    Row(
        "discretion",
        "AWARD Ada 10 RULE 304",
        "points by a rule; FINE takes them",
        "Punkte nach einer Regel; FINE nimmt sie",
        10,
    ),
    usage="AWARD Ada 10 RULE 202: and why",
    page="moderator",
    small=False,
)
word(
    "ROLL",
    Row(
        "discretion",
        "ROLL 2d6 RULE 304",
        "dice that a rule calls for",
        "Würfel, die eine Regel verlangt",
        15,
    ),
    usage="ROLL 2d6 RULE 304: and why",
    page="moderator",
    small=False,
)
word("FINE", usage="FINE Ada 10 RULE 202: and why", page="moderator", small=False)
word(
    "ORDER",
    Row(
        "discretion",
        "ORDER Ada, Bob RULE 304",
        "the order of play, by a rule",
        "die Reihenfolge, nach einer Regel",
        20,
    ),
    usage="ORDER Ada, Bob, Cid RULE 201: and why",
    page="moderator",
    small=False,
)
word(
    "CORRECT",
    Row(
        "discretion",
        "CORRECT SCORE Ada TO 25",
        "also CORRECT TURN, RULE, STATUS, VALUE",
        "auch CORRECT TURN, RULE, STATUS, VALUE",
        30,
    ),
    usage=(
        "CORRECT SCORE Ada 25: and why, CORRECT TURN 7 TO Ada: and why, CORRECT STATUS 203"
        " IMMUTABLE: and why, CORRECT VALUE coins OF Ada TO 5 RULE 301: and why, or CORRECT RULE"
        " 203: and why, with the text on the lines below"
    ),
    page="moderator",
    small=False,
)
word(
    "UNDO",
    Row(
        "discretion",
        "UNDO",
        "your last act, if nothing followed",
        "deine letzte Handlung, wenn nichts folgte",
        40,
    ),
    usage="UNDO, or UNDO 31",
    page="moderator",
    small=False,
)
word(
    "REPLACE",
    Row(
        "discretion",
        "REPLACE Ada BY Name <addr>",
        "somebody plays on in her seat",
        "jemand spielt auf ihrem Platz weiter",
        50,
    ),
    usage='REPLACE Ada BY "Grace Hopper <grace@example.org>"',
    page="moderator",
    small=False,
)
word(
    "MUTE",
    Row(
        "discretion",
        "MUTE Ada, UNMUTE Ada",
        "what she writes to all",
        "was sie an alle schreibt",
        60,
    ),
    usage="MUTE Ada: and why",
    page="moderator",
    small=False,
)
word("UNMUTE", usage="UNMUTE Ada", page="moderator", small=False)
word(
    "REMOVE TALK",
    Row(
        "discretion",
        "REMOVE TALK 31",
        "take a letter out of the record",
        "einen Brief aus dem Protokoll nehmen",
        70,
    ),
    page="moderator",
    small=False,
)
RULE = rf"(?:,? (?:under|by|of|see))?,? rule #?(?P<rule>{NUMBER})"
HEAD = later(rf"^\W{{0,3}}CORRECT\s+RULE\s+#?(?P<rule>{NUMBER})\s*:\s*(?P<why>\S.{{0,400}})$", re.I)
TITLE = later(r"^\s*title\s*:\s*(?P<title>\S.{0,200}?)\s*$", re.I)
END = later(r"^(?:end\.?|(?-i:ENDE)\.?|\.)$", re.I)
LONGEST = 20_000


def _award(found: re.Match[str]) -> Command:
    rule, points = read_number(found["rule"]), read_points(found["points"])
    if found["verb"].lower() == "award":
        return Award(player=found["who"], points=points, rule=rule)
    return Fine(player=found["who"], points=-points, rule=rule)


def _dice(written: str) -> str:
    dice = written.lower().replace(" ", "")
    return f"1{dice}" if dice.startswith("d") else dice


def _order(found: re.Match[str]) -> Command:
    names = [name.strip() for name in re.split(r",| and | & ", found["who"])]
    rule = read_number(found["rule"]) if found["rule"] else None
    return SetOrder(order=tuple(filter(None, names)), rule=rule)


def _score(found: re.Match[str]) -> Command:
    stood = read_points(found["stood"]) if found["stood"] else None
    return CorrectScore(player=found["who"], total=read_points(found["total"]), stood=stood)


def _status(found: re.Match[str]) -> Command:
    rule = read_number(found["rule"])
    match found["status"].lower():
        case "mutable":
            return CorrectRule(rule=rule, status="mutable")
        case "immutable":
            return CorrectRule(rule=rule, status="immutable")
        case _:
            return CorrectRule(rule=rule, status="typeless")


def _undo(found: re.Match[str]) -> Command:
    return Undo(number=int(found["number"]) if found["number"] else None)


def _replace(found: re.Match[str]) -> Command | Doubt:
    written = parse_addresses(found["new"].strip(" \"'“”"))
    if len(written) != 1 or not written[0].name:
        return _knows(found, "REPLACE")
    return AskSuccessor(player=found["who"], name=written[0].name, address=written[0].address)


def _near(found: re.Match[str]) -> Doubt | None:
    """Only of a line in capitals: "fine with me" and "order it" are talk."""
    first = found["first"]
    return _knows(found, first) if first.isupper() else None


def _knows(found: re.Match[str], name: str) -> Doubt:
    return Doubt(f"{shown(found[0])}: this server knows {usages()[name]}. Nothing was done.")


FORMS = (
    act(
        r"(?P<verb>award|fine) (?P<who>[^\s:][^:]{0,80}?),? (?P<points>\d{1,6}(?:\.\d{1,3})?)"
        rf"(?: points?)?{RULE}",
        _award,
    ),
    act(
        rf"roll (?P<dice>\d{{0,6}}d\d{{1,6}}(?: ?[+-] ?\d{{1,6}})?){RULE}",
        lambda m: Roll(dice=_dice(m["dice"]), rule=read_number(m["rule"])),
    ),
    act(rf"order(?: of play)?\s*:? (?P<who>[^\s:][^:]{{0,300}}?)(?:{RULE})?", _order),
    act(
        r"correct (?:the )?score (?:of )?(?P<who>[^\s:][^:]{0,80}?),?"
        r"(?: from (?P<stood>-?\d{1,6}(?:\.\d{1,3})?))?(?: to)?"
        r" (?P<total>-?\d{1,6}(?:\.\d{1,3})?)",
        _score,
    ),
    act(
        rf"correct (?:the )?status (?:of )?(?:rule )?#?(?P<rule>{NUMBER}),?(?: to)?"
        r" (?P<status>mutable|immutable|typeless)",
        _status,
    ),
    act(
        r"correct (?:the )?turn #?(?P<turn>\d{1,6}) to (?P<who>[^\s:][^:]{0,80}?)",
        lambda m: CorrectTurn(player=m["who"], stood=int(m["turn"])),
    ),
    act(
        r"correct (?:the )?value (?P<name>[^\s:][^:]{0,30}?)(?: of (?P<who>[^\s:][^:]{0,80}?))?"
        rf" to (?P<to>[^\s:][^:]{{0,200}}?){RULE}",
        lambda m: CorrectValue(
            rule=read_number(m["rule"]), name=m["name"], to=m["to"], player=m["who"] or ""
        ),
    ),
    act(r"undo(?: (?:event )?#?(?P<number>\d{1,9}))?", _undo),
    act(r"mute (?P<who>[^\s:][^:]{0,80}?)", lambda m: Mute(player=m["who"])),
    act(r"unmute (?P<who>[^\s:][^:]{0,80}?)", lambda m: Unmute(player=m["who"])),
    act(r"remove talk #?(?P<number>\d{1,9})", lambda m: RemoveTalk(number=int(m["number"]))),
    act(
        r"replace (?P<who>[^\s:][^:]{0,80}?) (?:by|with)"
        r" (?P<new>[^\s:][^:@]{0,100}@[^:@]{1,200}?)",
        _replace,
    ),
    form(
        r"(?P<first>award|fine|roll|order|correct|undo|mute|unmute|replace)\b.{0,500}",
        _near,
        moderator=True,
    ),
)


class Corrected(Struct, frozen=True):
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
            said.append(line.written.rstrip())
        found.append(Corrected(_rule(head, said), text, frozenset(taken)))
    return found


def _rule(head: re.Match[str], said: list[str]) -> CorrectRule:
    title, words = "", "\n".join(said).strip("\n").split("\n")
    if named := TITLE.match(words[0]):
        title, words = named["title"], words[1:]
    text = "\n".join(words).strip()[:LONGEST]
    return CorrectRule(rule=read_number(head["rule"]), title=title, text=text, reason=head["why"])
