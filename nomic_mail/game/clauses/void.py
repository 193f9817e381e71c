"""void: a rule set aside by another (009)."""

from nomic_mail.game.clauses.kind import BadClause, Kind, read_count
from nomic_mail.game.numbers import is_part, read_number


def _read(text: str) -> int:
    number = text.strip().lower().removeprefix("rule ").strip()
    if is_part(number):
        return read_number(number)
    if not number.isdecimal():
        raise BadClause(f'"{text.strip()}": write rule 210')
    return read_count(1, 1_000_000)(number)


KIND = Kind(
    name="void",
    place=240,
    fold="sum",
    meaning="the rule born with this number does nothing, whatever it says and is called by now; "
    "a rule that would set aside one of higher status is set aside itself (110), and one of its "
    "own status has to give way to it (211)",
    german="die Regel, die mit dieser Nummer begann, bewirkt nichts, was sie auch sagt und wie "
    "sie inzwischen heißt; eine Regel, die eine höherer Art außer Kraft setzen würde, ist selbst "
    "außer Kraft (110), und eine derselben Art muss ihr weichen (211)",
    forms=("rule 210",),
    read=_read,
    show=lambda value: f"rule {value:03d}",
)
