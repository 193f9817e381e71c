"""WHY: what holds, by which rule, and what it overrides on what ground (211)."""

from msgspec.structs import replace

from nomic_mail.game.clauses import KINDS
from nomic_mail.game.clauses.procedure import PLAIN
from nomic_mail.game.mechanics import Mechanic, mechanics_of
from nomic_mail.game.state import State
from nomic_mail.phrases.letters import either, spoken
from nomic_mail.post.facts import Facts, halves_facts


def mechanic_facts(mechanic: Mechanic) -> Facts:
    return {
        "text": mechanic.text,
        "sources": [{"rule": s.rule, "clause": s.clause} for s in mechanic.sources],
        "overrides": [
            {"rule": one.rule, "clause": one.clause, "ground": spoken(one.ground)}
            for one in mechanic.overrides
        ],
        "meaning": either(mechanic.kind.meaning, mechanic.kind.german),
    }


def _procedure(state: State, says: Mechanic) -> Mechanic:
    """Without a rule on it, as last in force."""
    if says.rule is not None or state.turn is None:
        return says
    return replace(says, value=PLAIN[state.turn.procedure])


def why_facts(state: State, argument: str) -> Facts:
    mechanics = mechanics_of(state.rules)
    as_played = [
        _procedure(state, one) if one.kind.name == "procedure" else one for one in mechanics
    ]
    wanted = " ".join(argument.lower().replace("-", " ").split())
    number = int(wanted) if wanted.isdecimal() and len(wanted) <= 6 else None
    chosen = [
        one
        for one in as_played
        if one.kind.name == wanted or number in [source.rule for source in one.sources]
    ]
    told = chosen or ([] if number is not None else as_played)
    return {
        "asked": argument,
        "known": list(KINDS),
        "mechanics": [mechanic_facts(one) for one in told],
        "number": number,
        "found": bool(chosen) or not wanted,
        "halves": halves_facts(state) if mechanics["adoption"] in chosen or not chosen else None,
    }


def clause_facts(called: str = "") -> list[Facts]:
    """All kinds, or those of that name: `reward` is that of each reward."""
    return [
        {
            "name": kind.name,
            "meaning": either(kind.meaning, kind.german),
            "forms": list(kind.forms),
        }
        for kind in KINDS.values()
        if f"{kind.name} ".startswith(f"{called} " if called else "")
    ]
