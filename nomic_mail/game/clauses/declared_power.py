"""declared power: within what a proposal may say how many times as many votes for it as against it
it takes, and what it takes where it says nothing."""

import re
from fractions import Fraction

from msgspec import Struct

from nomic_mail.game.clauses.kind import BadClause, Kind
from nomic_mail.game.clauses.power import read_power, show_power

_RANGE = re.compile(r"(\S+)(?: to | ?[-–] ?)(\S+)")


class Powers(Struct, frozen=True):
    least: Fraction
    most: Fraction


def _read(text: str) -> Powers:
    found = _RANGE.fullmatch(" ".join(text.lower().split()))
    if found is None:
        raise BadClause(f'"{text.strip()}": write the least and the most, as 1 to 3')
    least, most = read_power(found[1]), read_power(found[2])
    if least >= most:
        raise BadClause(f'"{text.strip()}": write the least first, as 1 to 3')
    return Powers(least, most)


KIND = Kind(
    name="declared power",
    place=112,
    fold="one",
    meaning="a proposal may declare its power, from the least to the most of these (PROPOSE WITH "
    "POWER 2 AMEND 203): it takes so many times as many votes for it as against it. One that "
    "declares none has the least, or what its change takes",
    german="ein Vorschlag darf seine Stärke angeben, von der kleinsten bis zur größten von diesen "
    "(PROPOSE WITH POWER 2 AMEND 203): So viel Mal so viele Stimmen müssen dafür sein wie "
    "dagegen. Einer, der keine angibt, hat die kleinste, oder was seine Änderung braucht",
    more="It can be written `power: 1 to 3`. Of a rule that has a power, no proposal of less can "
    "change it. What is declared stays so, whatever the rule says later. See [below](#power).",
    forms=("1 to 3", "1.5 to 4"),
    read=_read,
    show=lambda value: f"{show_power(value.least)} to {show_power(value.most)}",
)
