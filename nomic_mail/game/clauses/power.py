"""power: how many times as many votes for a rule as against it any change of it takes."""

import re
from fractions import Fraction

from nomic_mail.game.clauses.kind import BadClause, Kind, Threshold

_POWER = re.compile(r"([1-9])(?:\.(\d))?")


def read_power(text: str) -> Fraction:
    found = _POWER.fullmatch(text.strip())
    if found is None:
        raise BadClause(f'"{text.strip()}" is no power; write one from 1 to 9.9, such as 3 or 1.5')
    return int(found[1]) + Fraction(int(found[2] or 0), 10)


def show_power(value: Fraction) -> str:
    whole, tenths = divmod(value * 10, 10)
    return f"{whole}.{tenths}" if tenths else str(whole)


def takes(value: Fraction) -> Threshold:
    """Three times as many for it as against it are three quarters of both; of power 1 it is more
    for than against."""
    return Threshold(None if value == 1 else value / (value + 1), "cast")


def _of_proposals(text: str) -> str:
    """`power: 1 to 3` is what proposals may declare, and no rule's own."""
    return "declared power" if "to" in text.lower().split() else ""


KIND = Kind(
    name="power",
    place=111,
    fold="sum",
    meaning="to make this rule, or to change it in whatever way, there have to be so many times as "
    "many votes for it as against it: with power 3, three quarters of those cast; with power 1, "
    "more than half",
    german="um diese Regel zu erlassen oder irgendwie zu ändern, müssen so viel Mal so viele "
    "Stimmen dafür sein wie dagegen: mit Stärke 3 drei Viertel der abgegebenen, mit Stärke 1 mehr "
    "als die Hälfte",
    more="What else the change takes, it takes as well. See [below](#power).",
    forms=("3", "1.5"),
    read=read_power,
    show=show_power,
    guards=takes,
    but=_of_proposals,
)
