"""What a rule can make the machine do: one file a kind of clause.

1. A clause is one line, `kind: value`, that parses and prints back the same; it may end in claims
   of precedence (`over 203`, `defers to 203`, 211) or stand in for another's (`instead of 202`).
2. The table KINDS is the whole list; `docs/clauses.md` and HELP CLAUSES print from it.
3. Several clauses of one kind combine by the kind's fold (`mechanics.py`), never by code elsewhere.
"""

from collections.abc import Mapping
from functools import lru_cache

from nomic_mail.game.clauses import (
    adoption,
    ballots,
    consultation,
    debate,
    judge,
    lateness,
    leaver_points,
    limit_mutable,
    membership,
    numbering,
    order,
    overrule,
    paradox,
    penalty_defeat,
    precedence,
    procedure,
    reward_against,
    reward_proposer,
    skipping,
    start,
    transmutation,
    victory,
    void,
    votes,
)
from nomic_mail.game.clauses.kind import BadClause, Clause, Kind, read_claims

KINDS: Mapping[str, Kind] = {
    module.KIND.name: module.KIND
    for module in (
        procedure,
        order,
        numbering,
        membership,
        leaver_points,
        start,
        debate,
        ballots,
        votes,
        adoption,
        transmutation,
        reward_proposer,
        reward_against,
        penalty_defeat,
        victory,
        paradox,
        limit_mutable,
        judge,
        overrule,
        skipping,
        lateness,
        consultation,
        precedence,
        void,
    )
}

LONGEST_CLAUSE = 200


@lru_cache(maxsize=4096)
def parse_clause(text: str) -> Clause:
    """`victory: 30` -> Clause. Raises BadClause with a sentence that says what would parse."""
    if len(text) > LONGEST_CLAUSE:
        raise BadClause("a clause is one short line, such as victory: 30")
    name, colon, rest = text.partition(":")
    kind = KINDS.get(" ".join(name.lower().replace("-", " ").split()))
    if not colon or kind is None:
        known = ", ".join(KINDS)
        raise BadClause(f'"{text.strip()}" is no clause; each is "kind: value", of: {known}')
    value, claims = read_claims(rest)
    try:
        return Clause(kind, kind.read(value), **claims)
    except BadClause as bad:
        raise BadClause(f"{kind.name}: {bad}; for example {kind.name}: {kind.forms[0]}") from None


__all__ = ["KINDS", "BadClause", "Clause", "Kind", "parse_clause"]
