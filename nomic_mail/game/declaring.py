"""What a proposal says of itself, where a rule lets it: the power that it takes (`power: 1 to 3`),
and the number of the rule that it makes (`numbering: chosen`)."""

from msgspec.structs import replace

from nomic_mail.game.clauses import KINDS, BadClause
from nomic_mail.game.clauses.adoption import takes_more
from nomic_mail.game.commands import Change
from nomic_mail.game.course import Refused
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.numbers import part_of
from nomic_mail.game.rulebook import Rules
from nomic_mail.game.rules import Changes, is_free
from nomic_mail.game.state import Proposal, State


def next_proposal(state: State) -> int:
    first: int = mechanics_of(state.rules)["numbering"].value.first
    return max(state.next_number, state.numbers.rule, first)


def numbers_chosen(changes: Changes, state: State, before: Proposal | None = None) -> Changes:
    """Without a number that a new rule would have anyway. Refused where its proposer may not choose
    one, or where it is not free. What the proposal had before a revision stays."""
    kept = {one.chosen for one in before.changes} if before is not None else set()
    own_number = before.number if before is not None else next_proposal(state)
    law, seen = mechanics_of(state.rules)["numbering"], set[int]()
    formed = list[Change]()
    for place, one in enumerate(changes, 1):
        change, number = one, one.chosen
        own = part_of(own_number, place, len(changes))
        if number is None or (number in kept and number not in seen):
            pass
        elif number == own and not law.value.by_adoption:
            change = replace(one, chosen=None)
        elif not law.value.chosen:
            raise Refused("number_not_chosen", law.rule, number=number)
        elif number in seen or not is_free(number, state):
            raise Refused("number_not_free", law.rule, number=number, first=state.numbers.first)
        seen |= {number} if number is not None else set()
        formed.append(change)
    return tuple(formed)


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
