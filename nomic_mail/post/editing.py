"""A rule as a proposal that amends it, ready to be changed (EDIT) or to be made (AMEND)."""

import textwrap

from nomic_mail.game.numbers import printed
from nomic_mail.game.rulebook import Rule
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.bodies import BRACES_MOST, END, opens
from nomic_mail.letters.quoting.scaffold import scaffold


def edit_letter(state: State, number: int) -> str:
    """What proposes the rule as it stands, and its program, which is changed by lines as a text is;
    nothing where it cannot be amended (109)."""
    rule = state.rules.get(number)
    if rule is None or rule.status != "mutable":
        return ""
    effects = rule.clauses if rule.program else None
    return proposal_of("PROPOSE", rule, "", rule.text, effects)


def proposal_of(
    verb: str, rule: Rule, title: str, text: str, effects: tuple[str, ...] | None
) -> str:
    """That amendment as it is written. A text that a letter would not hold to its end as it is
    stands in braces that are in none of its lines, and in none of its program's: what stood below
    them would be commands. One that leaves no braces free is not offered."""
    title = f": {title or rule.title}" if title or rule.title else ""
    lines = text.split("\n")
    said = all(line.kind in ("said", "blank") for line in scaffold(text))
    below = ""
    if effects is not None:
        told = textwrap.indent("\n".join(effects), "    ") or "    none"
        below = f"\nEffects:\n{told}"
    every = [line.strip() for line in (*lines, *below.split("\n"))]
    plain = said and not opens(lines[0]) and not any(map(END.match, every))
    marks = ("", "END") if plain else _braces({*every})
    if marks is None:
        return ""
    number = printed(rule.number)
    whole = (f"{verb} AMEND {number}{title}", marks[0], text, below, marks[1])
    return "\n".join(part for part in whole if part)


def _braces(used: set[str]) -> tuple[str, str] | None:
    """The shortest that no line is."""
    free = (n for n in range(1, BRACES_MOST + 1) if "}" * n not in used)
    return next((("{" * n, "}" * n) for n in free), None)
