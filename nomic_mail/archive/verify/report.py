"""What came of a check: how much was recomputed, what differs, what is only claimed."""

from datetime import datetime
from typing import Any

from msgspec import Struct, field

from nomic_mail.archive.told.telling import Disagreement
from nomic_mail.game.course import Refusal

MOST_TOLD = 300

# What the broken file of a stranger can make of look-ups and arithmetic that are sound in a game
BROKEN = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    StopIteration,
    TypeError,
    ValueError,
)


class Difference(Struct, frozen=True):
    """`where` is the field, as its keys and places lead to it. What would be refused comes out as
    the refusal, for whoever prints it to word."""

    where: str
    says: str
    comes_out: str | Refusal


class Report(Struct):
    """`anchored` is up to which of the `events` a head from outside tells of them; `checked` counts
    each part's comparisons, `differing` those of them that failed; `undecided` are the events that
    were not decided again, as their causes are not told, or hang on words that are not; they end at
    `undecided_to`. `otherwise` are those with which something began that was decided by an earlier
    reading of the law, and that the present one would decide otherwise. `withheld` are those with
    words taken out for publication, by their numbers, and `altered` those of older forms, whose
    words are nobody's to check. Of a game that is `told`, `disagreements` are where what it was
    told in contradicts itself. `later` is whether a later program says that it wrote it, in a form
    or by a reading of the law that is unknown here. `signed` is by whom, or with which key, its
    file was; `stamped` when, by whose word."""

    kind: str = "json"
    events: int = 0
    anchored: int = 0
    withheld: list[int] = field(default_factory=list)
    altered: list[int] = field(default_factory=list)
    undecided: int = 0
    undecided_to: int = 0
    otherwise: list[int] = field(default_factory=list)
    name: str = ""
    title: str = ""
    status: str = ""
    checked: dict[str, int] = field(default_factory=dict)
    differing: dict[str, int] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    claimed: list[str] = field(default_factory=list)
    signed: str = ""
    stamped: str = ""
    told: bool = False
    later: bool = False
    disagreements: list[Disagreement] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        return not self.differences

    @property
    def proven(self) -> bool:
        """Of what was not decided again, a head from outside is the proof; of an altered event
        there is none."""
        return self.sound and not self.altered and self.undecided_to <= self.anchored

    def hangs_on_words(self, place: int) -> None:
        """What is withheld there is more than words: only a head proves it."""
        self.undecided += 1
        self.undecided_to = max(self.undecided_to, place + 1)

    def same(self, part: str, where: str, says: Any, comes_out: Any) -> bool:
        """true is not 1 here, and 1 is not 1.0, as they are not in JSON."""
        if type(says) is type(comes_out) and says == comes_out:
            self.checked[part] = self.checked.get(part, 0) + 1
            return True
        self.differs(part, where, says, comes_out)
        return False

    def differs(self, part: str, where: str, says: Any, comes_out: Any) -> None:
        self.checked[part] = self.checked.get(part, 0) + 1
        self.differing[part] = self.differing.get(part, 0) + 1
        if not isinstance(comes_out, Refusal):
            comes_out = told(comes_out)
        self.differences.append(Difference(where, told(says), comes_out))


def told(value: Any) -> str:
    """One line, and no more of it than a reader wants; of a long text the beginning."""
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    text = " ".join(value.split()) if isinstance(value, str) else repr(value)
    return text if len(text) <= MOST_TOLD else f"{text[:MOST_TOLD]} …"
