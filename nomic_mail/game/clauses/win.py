"""win: whether a win ends the game, and from how many points all go on where it does not."""

import re
from typing import Literal

from msgspec import Struct

from nomic_mail.game.clauses.kind import BadClause, Kind, read_count

ENDS = "ends the game"
_ON = re.compile(r"play on(?:,? (all|winners?) (?:to|from) (\S+))?")


class PlayOn(Struct, frozen=True):
    """`to` is None where it is what players begin with."""

    whose: Literal["all", "winner"] = "all"
    to: int | None = None


def _read(text: str) -> PlayOn | str:
    words = " ".join(text.lower().split())
    if words == ENDS:
        return ENDS
    found = _ON.fullmatch(words)
    if found is None:
        raise BadClause(f'"{text.strip()}": write ends the game, play on, or play on, winner to 0')
    if found[1] is None:
        return PlayOn()
    to = None if found[2] == "start" else read_count(-999_999, 999_999)(found[2])
    return PlayOn("all" if found[1] == "all" else "winner", to)


def _show(value: PlayOn | str) -> str:
    if not isinstance(value, PlayOn) or value == PlayOn():
        return "play on" if isinstance(value, PlayOn) else value
    return f"play on, {value.whose} to {'start' if value.to is None else value.to}"


KIND = Kind(
    name="win",
    place=155,
    fold="one",
    meaning="play on: a win does not end the game. It is told and kept, and the points of all are "
    "set to what players begin with, or to the number that stands there; winner: only those of "
    "whoever has won. Several who reach the goal in one moment have won together. Without such a "
    "clause a win ends the game",
    german="play on: Ein Sieg beendet das Spiel nicht. Er wird allen gesagt und bleibt im "
    "Protokoll, und die Punkte aller werden auf die gesetzt, mit denen man beginnt, oder auf die "
    "Zahl, die dort steht; winner: nur die Punkte derer, die gewonnen haben. Mehrere, die das "
    "Ziel im selben Augenblick erreichen, haben gemeinsam gewonnen. Ohne eine solche Klausel "
    "beendet ein Sieg das Spiel",
    more="It goes by the rules as they are at the moment of the win, however it is won; what is "
    "debated or voted on goes on. Points that are kept for who has left are set, too. Where "
    "whoever has won would be at the goal still, as with `victory: 30 coins`, or a program is "
    "asked who has won, the win ends the game.",
    forms=("play on", "play on, all to 10", "play on, winner to start", ENDS),
    read=_read,
    show=_show,
)
