"""A rule as a proposal that amends it, ready to be changed (EDIT)."""

from nomic_mail.game.state import State
from nomic_mail.letters.grammar.bodies import opens
from nomic_mail.letters.grammar.proposals import END
from nomic_mail.letters.quoting.scaffold import scaffold


def edit_letter(state: State, number: int) -> str:
    """What proposes the rule as it stands; nothing where it cannot be amended (109). A text that a
    letter would not hold to its end as it is stands in braces."""
    rule = state.rules.get(number)
    if rule is None or rule.status != "mutable":
        return ""
    title = f": {rule.title}" if rule.title else ""
    lines = rule.text.split("\n")
    said = all(line.kind in ("said", "blank") for line in scaffold(rule.text))
    plain = said and not opens(lines[0]) and not any(END.match(line.strip()) for line in lines)
    marks = ("", "END") if plain else _braces(lines)
    whole = (f"PROPOSE AMEND {number}{title}", marks[0], rule.text, marks[1])
    return "\n".join(part for part in whole if part)


def _braces(lines: list[str]) -> tuple[str, str]:
    """Those that no line of it is."""
    used = {line.strip() for line in lines}
    return next((("{" * n, "}" * n) for n in (1, 2, 3) if "}" * n not in used), ("{{{", "}}}"))
