"""The power that a proposal declares, where a rule says within what: `power: 1 to 3`."""

from nomic_mail.game.clauses import KINDS, BadClause
from nomic_mail.game.clauses.adoption import takes_more
from nomic_mail.game.course import Refused
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.rules import Changes
from nomic_mail.game.state import Rules


def declared(power: str, changes: Changes, rules: Rules, before: str = "") -> str:
    """In its one form, or Refused: out of bounds, or less than a rule demands that it would
    change. What was declared `before` a revision stays, whatever the rule says by now."""
    power = _read(power, rules) if power else before
    law = mechanics_of(rules)
    if (own := law.declared(power)) is None or not power:
        return power
    for value, rule, told in (one for change in changes for one in law.guarding(change, rules)):
        if takes_more(value) > takes_more(own[0]):
            raise Refused("power_too_low", rule, has=power, needs=told.partition(": ")[2])
    return power


def _read(power: str, rules: Rules) -> str:
    law, kind = mechanics_of(rules)["declared power"], KINDS["power"]
    if law.value is None:
        raise Refused("declares_no_power", rules.cite(103))
    try:
        said = kind.read(power)
    except BadClause as bad:
        raise Refused("no_power", law.rule, bad=str(bad)) from None
    if not law.value.least <= said <= law.value.most:
        least, most = kind.show(law.value.least), kind.show(law.value.most)
        raise Refused("power_out_of_bounds", law.rule, least=least, most=most)
    return kind.show(said)
