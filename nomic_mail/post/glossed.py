"""What the values mean that a proposal would change, a line each.

1. Where the meaning of a kind tells its values one by one, it is that of the value, and nothing
   where it has none of it; of any other kind, how its meaning begins. HELP CLAUSES tells the whole.
"""

import re
from collections.abc import Sequence

from nomic_mail.game.clauses import KINDS, Kind
from nomic_mail.game.preview import Shift
from nomic_mail.phrases.letters import either
from nomic_mail.post.drafts import Facts


def shift_facts(shifts: Sequence[Shift]) -> list[Facts]:
    return [
        {"before": one.before, "after": one.after, "kind": one.kind, "means": _gloss(one)}
        for one in shifts
    ]


def _gloss(shift: Shift) -> str:
    kind = KINDS[shift.kind]
    value = shift.after.partition(":")[2].strip()
    english, german = (_of(value, kind, told) for told in (kind.meaning, kind.german))
    return either(english, german)


def _of(value: str, kind: Kind, meaning: str) -> str:
    told = dict[str, str]()
    for sentence in re.split(r"(?<=\.) ", meaning):
        name, colon, means = sentence.partition(": ")
        if colon and any(_begins(form, name) for form in kind.forms):
            told[name] = means
    names = [name for name in told if _begins(value, name)]
    means = (told[max(names, key=len)] if names else "") if told else meaning
    return re.split(r"[;.](?: |$)", means, maxsplit=1)[0]


def _begins(value: str, name: str) -> bool:
    return value == name or value.startswith((f"{name} ", f"{name},"))
