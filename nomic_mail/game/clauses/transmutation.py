"""transmutation: the share needed to make an immutable rule mutable (109)."""

from nomic_mail.game.clauses.adoption import read_adoption, show_adoption
from nomic_mail.game.clauses.kind import Kind
from nomic_mail.game.commands import Change
from nomic_mail.game.rulebook import Rule


def _downward(change: Change, rule: Rule | None) -> bool:
    return change.kind == "transmute" and rule is not None and rule.status == "immutable"


KIND = Kind(
    name="transmutation",
    place=110,
    fold="one",
    meaning="the share of votes that transmutes an immutable rule into a mutable one; without "
    "such a clause the adoption clause counts for this too",
    german="der Anteil der Stimmen, der eine unveränderliche Regel in eine veränderliche "
    "umwandelt; ohne eine solche Klausel gilt auch dafür die Klausel adoption",
    forms=("unanimous of eligible",),
    read=read_adoption,
    show=show_adoption,
    covers=_downward,
)
