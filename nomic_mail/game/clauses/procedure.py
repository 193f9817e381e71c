"""procedure: how a round of play goes (202)."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from nomic_mail.game.clauses.kind import BadClause, Kind
from nomic_mail.game.durations import BadDuration, parse_duration, show_duration
from nomic_mail.game.state import ProcedureName


@dataclass(frozen=True, slots=True)
class Procedure:
    """Of a chair: the least time for each step, and how many propose: the chair and those after."""

    name: ProcedureName
    call: timedelta = timedelta(days=1)
    discussion: timedelta = timedelta(days=5)
    vote: timedelta = timedelta(days=1)
    proposers: int = 4


_PART = re.compile(r"(call|discussion|vote|proposers) (.+)")


def _proposers(text: str) -> int:
    if not re.fullmatch(r"\d{1,3}", text) or not int(text):
        raise BadClause(f'"proposers {text}": write a number of players from 1 to 999')
    return int(text)


def _window(text: str) -> timedelta:
    try:
        return parse_duration(text)
    except BadDuration:
        raise BadClause(f'"{text}" is not a length of time; write 48h, 7d, 90m or 0') from None


def read_procedure(text: str) -> Procedure:
    name, *others = [part.strip() for part in text.lower().split(",")]
    if name == "turns" and not others:
        return Procedure("turns")
    if name != "chair":
        raise BadClause(f'"{text.strip()}" is neither "turns" nor "chair"')
    value = Procedure("chair")
    for part in others:
        found = _PART.fullmatch(part)
        if found is None:
            raise BadClause(f'"{part}" is none of: call 1d, discussion 5d, vote 1d, proposers 4')
        if f", {found[1]} " in f", {', '.join(others[: others.index(part)])} ":
            raise BadClause(f'"{found[1]}" stands there twice')
        read: Callable[[str], Any] = _proposers if found[1] == "proposers" else _window
        value = replace(value, **{found[1]: read(found[2])})
    return value


def show_procedure(value: Procedure) -> str:
    parts: list[str] = [value.name]
    for name in ("call", "discussion", "vote"):
        if getattr(value, name) != getattr(Procedure("chair"), name):
            parts.append(f"{name} {show_duration(getattr(value, name))}")
    if value.proposers != Procedure("chair").proposers:
        parts.append(f"proposers {value.proposers}")
    return ", ".join(parts)


KIND = Kind(
    name="procedure",
    place=10,
    fold="one",
    meaning="turns: one player proposes, all debate and vote, and the turn passes on. chair: the "
    "Chairperson calls for proposals from the next players in the order, then for their "
    "discussion, then for the vote on all of them, each with a declared time limit, and the chair "
    "passes on; unless the clause says otherwise the limits are at least 1d, 5d and 1d, and the "
    "chair and the next three propose",
    more="See [below](#the-chair).",
    forms=("turns", "chair", "chair, call 12h, discussion 3d, vote 36h, proposers 3"),
    read=read_procedure,
    show=show_procedure,
    house="turns",
)
