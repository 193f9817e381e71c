"""What the forms of a record say of a game that is told, and of no other."""

from collections.abc import Iterator, Sequence

from nomic_mail.archive.told.form import Told
from nomic_mail.game.numbers import printed
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.record.chronicle import headline
from nomic_mail.game.record.story import Facts
from nomic_mail.game.state import AGAIN, label
from nomic_mail.phrases import said

MOST_NAMED = 12

NOTE = (
    "This game was not played here. It was written down by hand, from what is left of it, and all"
    " of this record is made of that. Nothing of it is proven, by dice or by a chain of hashes made"
    " at the time; where it contradicts itself, both are kept."
)
NONE, SEVERAL = Phrase("told_no_rule"), Phrase("told_several_rules")


def headlined(change: Facts, warnings: Sequence[str]) -> str:
    """A proposal that was no change of one rule has its title alone."""
    others = {said(NONE), said(SEVERAL)}
    return str(change["title"]) if others & {*warnings} else headline(change)


def taken_so(told: Told) -> Iterator[str]:
    """What is not told, or twice, and how it is taken."""
    untold = [f"{printed(one.number)}" for one in told.rules if not one.status]
    if untold:
        yield (
            f"No status is told of these rules that it began with: {_few(untold)}."
            ' Each is taken to be mutable; status = "immutable" says otherwise.'
        )
    again = [label(one.number) for one in told.proposals if one.number >= AGAIN]
    if again:
        yield f"Numbers that were used before: these are called {_few(again)}."


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST_NAMED]) + (" …" if len(names) > MOST_NAMED else "")


def saying(name: str) -> str:
    """Without a name it stands in the words, or nobody tells."""
    return f"{name} says:" if name else "It is said:"


def asked(by: str, judge: str) -> str:
    who = f"{by} asks for a judgment." if by else "A judgment is asked for."
    return f"{who} The judge is {judge}." if judge else who
