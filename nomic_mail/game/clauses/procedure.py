"""procedure: how a round of play goes (202)."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game.clauses.kind import BadClause, Kind
from nomic_mail.game.durations import BadDuration, parse_duration, show_duration
from nomic_mail.game.state import ProcedureName


class Procedure(Struct, frozen=True):
    """Of a chair: the least time for each step, and how many propose: the chair and those after.
    Of open play: how many proposals of one player may be open together, how long each is debated
    and voted on, and how long a round is; one of no length goes by votes."""

    name: ProcedureName
    call: timedelta = timedelta(days=1)
    discussion: timedelta = timedelta(days=5)
    vote: timedelta = timedelta(days=1)
    proposers: int = 4
    each: int = 1
    debate: timedelta = timedelta(days=2)
    round: timedelta = timedelta(0)


TURNS = Procedure("turns")
CHAIR = Procedure("chair")
OPEN = Procedure("open", vote=timedelta(days=5))
PLAIN: Mapping[ProcedureName, Procedure] = {one.name: one for one in (TURNS, CHAIR, OPEN)}
LEAST_ROUND = timedelta(days=1)
# What can be said of each, with an example
_PARTS: Mapping[ProcedureName, Mapping[str, str]] = {
    "turns": {},
    "chair": {"call": "1d", "discussion": "5d", "vote": "1d", "proposers": "4"},
    "open": {"each": "2", "debate": "2d", "vote": "5d", "round": "7d"},
}


def _count(key: str, text: str) -> int:
    if not re.fullmatch(r"\d{1,3}", text) or not int(text):
        of = "players" if key == "proposers" else "proposals"
        raise BadClause(f'"{key} {text}": write a number of {of} from 1 to 999')
    return int(text)


def _window(text: str) -> timedelta:
    try:
        return parse_duration(text)
    except BadDuration:
        raise BadClause(f'"{text}" is not a length of time; write 48h, 7d, 90m or 0') from None


def read_procedure(text: str) -> Procedure:
    name, *others = [part.strip() for part in text.lower().split(",")]
    plain = next((one for one in PLAIN.values() if one.name == name), None)
    if plain is None:
        raise BadClause(f'"{text.strip()}" is none of: turns, chair, open')
    known = _PARTS[plain.name]
    if others and not known:
        raise BadClause(f'nothing can be said of "{name}": write {name} alone')
    said: dict[str, Any] = {}
    for part in others:
        key, _, value = part.partition(" ")
        if key not in known or not value.strip():
            examples = ", ".join(f"{one} {example}" for one, example in known.items())
            raise BadClause(f'"{part}" is none of: {examples}')
        if key in said:
            raise BadClause(f'"{key}" stands there twice')
        said[key] = _said(key, value.strip())
    if plain is OPEN and said.get("vote") == timedelta(0):
        raise BadClause('"vote 0": a vote takes time; write 48h, 7d or 90m')
    if timedelta(0) < said.get("round", LEAST_ROUND) < LEAST_ROUND:
        raise BadClause('"round": a round is a day or longer; write 7d')
    return replace(plain, **said)


def _said(key: str, text: str) -> Any:
    if key in ("proposers", "each"):
        return _count(key, text)
    return _window(text)


def show_procedure(value: Procedure) -> str:
    parts: list[str] = [value.name]
    plain = {"turns": TURNS, "chair": CHAIR, "open": OPEN}[value.name]
    for name in _PARTS[value.name]:
        said = getattr(value, name)
        if said != getattr(plain, name):
            shown = show_duration(said) if isinstance(said, timedelta) else said
            parts.append(f"{name} {shown}")
    return ", ".join(parts)


KIND = Kind(
    name="procedure",
    place=10,
    fold="one",
    meaning="turns: one player proposes, all debate and vote, and the turn passes on. chair: the "
    "Chairperson calls for proposals from the next players in the order, then for their "
    "discussion, then for the vote on all of them, each with a declared time limit, and the chair "
    "passes on; unless the clause says otherwise the limits are at least 1d, 5d and 1d, and the "
    "chair and the next three propose. open: there are no turns; any player proposes at any time, "
    "one proposal or as many together as the clause says, and each is debated for 2d and then "
    "voted on for 5d, unless the clause says otherwise; what goes by turns and circuits elsewhere "
    "goes by rounds, of as many votes as there are players, or of 7d, or as long as it says",
    german="turns: Jemand schlägt vor, alle debattieren und stimmen ab, und der Zug geht weiter. "
    "chair: Wer den Vorsitz hat, bittet die Nächsten in der Reihenfolge um Vorschläge, ruft dann "
    "zu ihrer Diskussion, dann zur Abstimmung über alle, jeweils mit einer angesagten Frist, und "
    "der Vorsitz geht weiter; sagt die Klausel nichts anderes, sind die Fristen mindestens 1d, 5d "
    "und 1d, und es schlagen der Vorsitz und die nächsten drei vor. open: Es gibt keine Züge; "
    "jeder schlägt jederzeit vor, einen Vorschlag oder so viele zugleich, wie die Klausel sagt, "
    "und jeder wird 2d lang debattiert und dann 5d lang abgestimmt, wenn die Klausel nichts "
    "anderes sagt; was sonst nach Zügen und Runden geht, geht nach Runden von so vielen "
    "Abstimmungen, wie mitspielen, oder von 7d, oder wie lange sie sagt",
    more="See [below](#the-chair), and [open play](#open-play).",
    forms=(
        "turns",
        "chair",
        "chair, call 12h, discussion 3d, vote 36h, proposers 3",
        "open",
        "open, each 2, debate 3d, vote 4d",
        "open, each 2, round 7d",
    ),
    read=read_procedure,
    show=show_procedure,
    house="turns",
)
