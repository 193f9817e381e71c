"""What a rule can make the machine do: one file a kind of clause.

1. A clause is one line, `kind: value`, that parses and prints back the same; it may end in claims
   of precedence (`over 203`, `defers to 203`, 211) or stand in for another's (`instead of 202`).
2. KINDS is made of the files in this package: each that has a KIND is there, and nothing names
   them all. `docs/clauses.md` and HELP CLAUSES print from it.
3. Several clauses of one kind combine by the kind's fold (`mechanics.py`), never by code elsewhere.
4. Ledgers are read for ever: what no clause says so any more is read as what says it now (FORMER).
"""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules

from nomic_mail.game.clauses.kind import BadClause, Clause, Kind, read_claims

LONGEST_CLAUSE = 200
FORMER = {("lateness", "may skip"): ("skipping", "allowed")}
_WORDS = re.compile(r"[^\W\d_]+")


def _kinds() -> dict[str, Kind]:
    modules = [import_module(f"{__name__}.{one.name}") for one in iter_modules(__path__)]
    kinds: list[Kind] = [module.KIND for module in modules if hasattr(module, "KIND")]
    return {kind.name: kind for kind in sorted(kinds, key=lambda kind: (kind.place, kind.name))}


KINDS: Mapping[str, Kind] = _kinds()


@lru_cache(maxsize=4096)
def parse_clause(text: str) -> Clause:
    """`victory: 30` -> Clause. Raises BadClause with a sentence that says what would parse."""
    name, colon, rest = text.partition(":")
    named = name[:LONGEST_CLAUSE].lower().replace("-", " ")
    kind = KINDS.get(" ".join(named.split()))
    if len(text) > max(LONGEST_CLAUSE, kind.verbatim if kind else 0):
        raise BadClause("a clause is one short line, such as victory: 30")
    if not colon or kind is None:
        raise _no_clause(text)
    value, claims = (rest, {}) if kind.verbatim else read_claims(rest)
    if now := FORMER.get((kind.name, " ".join(value.lower().split()))):
        kind, value = KINDS[now[0]], now[1]
    if kind.but is not None and (other := kind.but(value)):
        kind = KINDS[other]
    try:
        return Clause(kind, kind.read(value), **claims)
    except BadClause as bad:
        cure = f"write it as {_forms(kind, value)}"
        raise BadClause(f"{kind.name}: {bad}", cure, bad.law) from None


def _forms(kind: Kind, value: str) -> str:
    """Three of them, first those that begin as what was written."""
    first, *_ = value.lower().replace(",", " ").split() or [""]
    forms = sorted(kind.forms, key=lambda form: form.replace(",", " ").split()[0] != first)
    return ", or ".join(f"{kind.name}: {form}" for form in forms[:3])


def _no_clause(text: str) -> BadClause:
    """What was meant, where the line begins with a kind or nearly does: `victory = 50`."""
    words = _WORDS.findall(text.lower())
    for kind in sorted(KINDS.values(), key=lambda one: -len(one.name)):
        length = len(kind.name.split())
        begins = " ".join(words[:length])
        if begins == kind.name:
            return BadClause(f'"{text.strip()}" is no clause', _as_it_is_written(kind, text))
    for length in (2, 1):
        meant = words[:length]
        for close in get_close_matches(" ".join(meant), KINDS, n=1, cutoff=0.8):
            kind = KINDS[close]
            cure = _as_it_is_written(kind, text, len(meant))
            return BadClause(f'"{text.strip()}" is no clause', f"did you mean {close}? {cure}")
    known = ", ".join([one for one in KINDS if one.split()[0] in words[:1]] or KINDS)
    return BadClause(f'"{text.strip()}" is no clause; each is "kind: value", of: {known}')


def _as_it_is_written(kind: Kind, text: str, length: int = 0) -> str:
    """The value that stands there, if it is one; or else the kind's own forms."""
    begins = r"\W*" + r"[\W_]+".join([r"\w+"] * (length or len(kind.name.split())))
    rest = re.sub(rf"^{begins}\W*?(?:(?:is|at|to|be|-+>?)\s|[=:\s])+", "", " ".join(text.split()))
    value, claims = read_claims(rest)
    try:
        return f"write it as {Clause(kind, kind.read(value), **claims).text}"
    except BadClause:
        return f"write it as {_forms(kind, value)}"


__all__ = ["KINDS", "BadClause", "Clause", "Kind", "parse_clause"]
