"""What a text must speak of for a clause to be bound to it: the words of English for each kind.

1. What a clause does stands with its kind, in the core, which speaks no language; what people write
   when they mean it stands here, where rule texts are read, kin in a file.
2. A kind that has no words here is bound by nobody but a person: nothing has to be added for it.
3. The words are those of the initial sets and of what comes near them. What is said otherwise is
   asked about, however plain it may be to people.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from nomic_mail.game.clauses import KINDS, parse_clause
from nomic_mail.rulesets.matter import law, points, turns, votes
from nomic_mail.rulesets.matter.wording import (
    LONGEST_TEXT,
    ClauseMatter,
    Saying,
    about,
    hear,
    in_the_way,
    limited,
    plain,
    sentences_of,
)

MATTERS: Mapping[str, ClauseMatter] = {
    **points.MATTERS,
    **votes.MATTERS,
    **turns.MATTERS,
    **law.MATTERS,
}


def why_unsaid(clause: str, title: str, text: str, beside: Sequence[str] = ()) -> str:
    """Why a rule of this title and text does not plainly say what the clause does; empty where it
    does. `beside` are other clauses that may be bound to it: what says those limits nothing."""
    read = parse_clause(clause)
    matter = MATTERS.get(read.kind.name)
    if read.over or read.defers or read.instead:
        return "no plain words are known for a claim of precedence"
    if matter is None or not matter.ways(read.value):
        return "no plain words are known for it"
    if len(text) > LONGEST_TEXT:
        return f"over {LONGEST_TEXT:,} characters are a person's to read"
    if word := limited(title):
        return f'the title may limit it: "{word}"'
    sentences = sentences_of(text)
    heard = hear(matter, read.value, sentences)
    if heard.why:
        return heard.why
    spoken_for = heard.saying | heard.beside
    for other in map(parse_clause, beside):
        if other.kind.name != read.kind.name and (also := MATTERS.get(other.kind.name)):
            spoken_for |= hear(also, other.value, sentences).saying
    return in_the_way(matter, sentences, spoken_for, _known())


def speaks_of(clause: str, text: str) -> bool:
    """Whether a text is about what the clause does, whatever it says of it."""
    matter = MATTERS.get(parse_clause(clause).kind.name)
    return matter is None or about(matter, plain(text))


@cache
def _known() -> tuple[Saying, ...]:
    """Whatever can be said, in the forms that the kinds tell of: it changes nothing that it is not
    about."""
    forms = (
        (matter, KINDS[name], form)
        for name, matter in MATTERS.items()
        for form in KINDS[name].forms
    )
    ways = (way for matter, kind, form in forms for way in matter.ways(kind.read(form)))
    return tuple(
        dict.fromkeys(one for way in ways if not way.whole for one in (*way.says, *way.beside))
    )


__all__ = ["MATTERS", "speaks_of", "why_unsaid"]
