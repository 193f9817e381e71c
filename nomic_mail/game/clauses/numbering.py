"""numbering: the least number of a proposal, which number a new or a changed rule has, and whether
who proposes may choose it (108)."""

import re

from msgspec import Struct

from nomic_mail.game.clauses.kind import BadClause, Kind, read_count

HIGHEST = 900_000  # above a million, a number of a told game says that it was used again
APART = 1001  # where proposals begin that do not say, if rules are numbered by themselves
_FROM = re.compile(r"from (\S+)")
_MORE = ("keep", "by adoption", "chosen")


class Numbering(Struct, frozen=True):
    """`first` is 0 where numbers go on as they are. `keep`: a rule that is changed keeps the number
    that it has. `by_adoption`: others have the next in the order in which they are adopted, and not
    that of their proposal. `chosen`: who proposes a rule may say which it shall have."""

    first: int
    keep: bool
    by_adoption: bool
    chosen: bool


def _read(text: str) -> Numbering:
    parts = [part.strip() for part in text.lower().split(",")]
    begins = _FROM.fullmatch(parts[0])
    more = parts[1:] if begins else parts
    if not all(one in _MORE for one in more) or len({*more}) < len(more):
        raise BadClause(
            f'"{text.strip()}": write from 301, or keep, by adoption, chosen, or several of these'
        )
    by_adoption = "by adoption" in more
    first = APART if by_adoption else 0
    if begins:
        first = read_count(1, HIGHEST)(begins[1])
    return Numbering(first, "keep" in more, by_adoption, "chosen" in more)


def _show(value: Numbering) -> str:
    said = (value.keep, value.by_adoption, value.chosen)
    first = [f"from {value.first}"] if value.first else []
    return ", ".join([*first, *(word for word, one in zip(_MORE, said, strict=True) if one)])


KIND = Kind(
    name="numbering",
    place=30,
    fold="one",
    meaning="the first proposal has this number, or the one after the highest starting rule, and "
    "each other the next; changed later, the next has this one, if it is higher. keep: a rule that "
    "is amended or transmuted keeps its number, and does not take that of the proposal; an "
    "amendment is called by its proposal all the same (REPEAL AMENDMENT 301). by adoption: a "
    "proposal that is adopted makes a rule with the next number after all rules that there were. "
    "chosen: who proposes a new rule may choose its number (PROPOSE ENACT 42: Title)",
    german="der erste Vorschlag hat diese Nummer, oder die nach der höchsten Anfangsregel, und "
    "jeder weitere die nächste; wird das später geändert, hat der nächste diese Nummer, wenn sie "
    "höher ist. keep: Eine Regel, die geändert oder umgewandelt wird, behält ihre Nummer und "
    "nimmt nicht die des Vorschlags an; eine Änderung heißt trotzdem nach ihrem Vorschlag (REPEAL "
    "AMENDMENT 301). by adoption: Ein angenommener Vorschlag wird zu einer Regel mit der nächsten "
    "Nummer nach allen Regeln, die es gab. chosen: Wer eine neue Regel vorschlägt, darf ihre "
    "Nummer wählen (PROPOSE ENACT 42: Titel)",
    more="It goes by the rules as they are when a change is adopted. See [below](#numbers).",
    forms=("from 301", "from 301, keep", "from 1001, by adoption", "from 301, keep, chosen"),
    read=_read,
    show=_show,
    house="from 301",
)
