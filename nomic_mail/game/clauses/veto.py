"""veto: who may veto a proposal while it is voted on."""

import re

from nomic_mail.game.clauses.kind import BadClause, Kind, always

CHAIR = "the chairperson"
_HOLDER = re.compile(r"[a-z][a-z -]{0,29}")


def _read(text: str) -> str:
    holder = " ".join(text.lower().split())
    if holder in ("chair", "chairperson", "the chair"):
        return CHAIR
    if not _HOLDER.fullmatch(holder):
        raise BadClause(f'"{text.strip()}": write the Chairperson, or the name of an office')
    return holder


KIND = Kind(
    name="veto",
    place=109,
    fold="one",
    meaning="whoever holds it can veto a proposal while its vote is open (VETO 301: and why): then "
    "it is not adopted, whatever the votes. the chairperson: whoever is in the chair when the vote "
    "opens; or an office that a rule's program keeps",
    german="wer es hat, kann gegen einen Vorschlag ein Veto einlegen, während darüber abgestimmt "
    "wird (VETO 301: und warum): Dann ist er nicht angenommen, wie die Abstimmung auch ausgeht. "
    "the chairperson: wer den Vorsitz hat, wenn die Abstimmung beginnt; oder ein Amt, das das "
    "Programm einer Regel aufbewahrt",
    more="The vote goes on to its end, and its outcome is vetoed. It holds for what is opened from "
    "then on.",
    forms=("the chairperson", "judge"),
    read=_read,
    show=str,
    frozen=always,
)
