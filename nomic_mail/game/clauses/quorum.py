"""quorum: how many have to vote, where a rule of its own says so."""

from msgspec import Struct

from nomic_mail.game.clauses.adoption import Quorum, read_quorums, show_quorum
from nomic_mail.game.clauses.kind import Kind


class Quorums(Struct, frozen=True):
    """One of a sort."""

    of: tuple[Quorum, ...]


def _read(text: str) -> Quorums:
    parts = (" ".join(one.split()) for one in text.lower().split(","))
    return Quorums(read_quorums([f"quorum {one.removeprefix('quorum ')}" for one in parts]))


def _show(value: Quorums) -> str:
    return ", ".join(map(show_quorum, value.of))


KIND = Kind(
    name="quorum",
    place=101,
    fold="one",
    meaning="any rule-change takes so many voters, whatever else it takes: such a share of the "
    "eligible, so many heads, or voters with such a share of all votes",
    german="für jede Regeländerung müssen so viele abstimmen, was auch sonst nötig ist: ein "
    "solcher Anteil der Stimmberechtigten, so viele Köpfe, oder Abstimmende mit einem solchen "
    "Anteil aller Stimmen",
    more="It is as if it stood in each `adoption` and its like; of two quorums of one sort the "
    "greater holds.",
    forms=("1/5", "5 heads", "1/2 of votes", "1/3, 4 heads"),
    read=_read,
    show=_show,
)
