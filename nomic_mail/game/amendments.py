"""Amendments as things of their own (103(2)): taken back, or amended again.

1. An amendment bears the number of the proposal that made it. The whole rule takes the number of
   the proposal that amends or repeals the amendment (108).
2. The last amendment is taken back by restoring what stood before it. An older one is patched back
   where what it changed stands untouched; else the proposer has to supply the text.
"""

import re
import sys

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game.clauses import Clause, parse_clause
from nomic_mail.game.clauses.adoption import Adoption
from nomic_mail.game.commands import Change
from nomic_mail.game.course import Refused
from nomic_mail.game.matching import MOST_DECIDED, steps
from nomic_mail.game.rulebook import Revision, Rule, Rules

BOUNDED = 10  # the reading since which a comparison has a bound


class Amendment(Struct, frozen=True):
    """What amendment `number` made of `rule`: the form before it and the form after it."""

    number: int
    rule: Rule
    title: str
    before: str
    after: str
    clauses: tuple[str, ...]
    clauses_after: tuple[str, ...]
    circuit: int
    is_last: bool


def find_amendment(number: int, rules: Rules) -> Amendment:
    for rule in rules:
        for place, old in enumerate(rule.history):
            if old.ended_by != number or old.ended_how != "amend":
                continue
            later = rule.history[place + 1 :]
            _stands(number, later, rules)
            after = later[0] if later else rule
            return Amendment(
                number=number,
                rule=rule,
                title=old.title,
                before=old.text,
                after=after.text,
                clauses=old.clauses,
                clauses_after=after.clauses,
                circuit=old.circuit,
                is_last=all(one.ended_how == "transmute" for one in later),
            )
    raise Refused("no_amendment", rules.cite(103), number=number)


def _stands(number: int, later: tuple[Revision, ...], rules: Rules) -> None:
    """An amendment that was repealed is none any more, unless its repeal was repealed too."""
    gone: dict[int, int] = {}
    for old in reversed(later):
        if old.took_back is not None and old.ended_by not in gone:
            gone[old.took_back] = old.ended_by
    if number in gone:
        raise Refused("amendment_repealed", rules.cite(103), number=number, by=gone[number])


def resolved(change: Change, rules: Rules, reading: int = BOUNDED) -> Change:
    """`REPEAL AMENDMENT n` or `AMEND AMENDMENT n` with the rule it changes and the text it leads
    to; any other change as it is."""
    if change.amendment is None:
        return change
    found = find_amendment(change.amendment, rules)
    if found.rule.status == "immutable":
        raise Refused("rule_immutable", rules.cite(103), rule=found.rule.number)
    if change.kind == "amend":
        return Change(
            kind="amend",
            amendment=found.number,
            target=found.rule.number,
            title=change.title or found.rule.title,
            text=change.text,
            effects=change.effects,
        )
    text = found.before if found.is_last else patched_back(found, reading)
    if text is None:
        raise Refused(
            "amendment_built_upon", rules.cite(103), number=found.number, rule=found.rule.number
        )
    effects = _effects_without(found)
    if change.effects not in (None, effects):
        raise Refused("amendment_has_no_effects", rules.cite(103), number=found.number)
    return Change(
        kind="repeal",
        amendment=found.number,
        target=found.rule.number,
        title=found.title if found.is_last else found.rule.title,
        text=text,
        effects=effects,
    )


def as_it_stands(
    change: Change, before: Rule | None, now: Rule, rules: Rules, reading: int
) -> Change:
    """Where one before it in the same vote has changed the rule, an amendment is taken out of what
    the rule has become, and nothing else with it. Refused where that cannot be done any more."""
    if before == now:
        return change
    if change.kind == "amend":
        find_amendment(change.amendment or 0, rules)
        return change
    return resolved(Change(kind="repeal", amendment=change.amendment), rules, reading)


def _effects_without(found: Amendment) -> tuple[str, ...] | None:
    """What stood before it, and None where a later amendment has set other effects, which the rule
    keeps. What was to come later had come by then, or never will: 203 has been amended."""
    untouched = found.rule.clauses == found.clauses_after
    return kept(found.clauses, found.circuit) if untouched else None


def kept(clauses: tuple[str, ...], circuit: int) -> tuple[str, ...]:
    """What an amendment without effects leaves: all but the change that was still to come, which
    only a rule not amended by then has (203). One that has come already stays."""
    return tuple(_without_later(parse_clause(line), circuit).text for line in clauses)


def _without_later(clause: Clause, circuit: int) -> Clause:
    if not isinstance(clause.value, Adoption) or clause.value.later is None:
        return clause
    return replace(clause, value=clause.value.at(circuit))


def patched_back(found: Amendment, reading: int = BOUNDED) -> str | None:
    """The rule's present text with this amendment's own words turned back, or None where later
    amendments touch them. The work of it has a bound since reading 10."""
    most = MOST_DECIDED if reading >= BOUNDED else sys.maxsize
    before, after, now = (_words(text) for text in (found.before, found.after, found.rule.text))
    kept = _intact(after, now, most)
    out = list(now)
    changes = steps(after, before, most)
    for tag, start, end, old_start, old_end in reversed(changes):
        if tag == "equal":
            continue
        place = _place(start, end, kept, len(after), len(now))
        if place is None:
            return None
        out[place[0] : place[1]] = before[old_start:old_end]
    return "".join(out)


def _words(text: str) -> list[str]:
    return re.findall(r"\S+|\s+", text)


def _intact(after: list[str], now: list[str], most: int) -> dict[int, int]:
    """Where each word of the amended text stands in the present one, if it still does."""
    found = steps(after, now, most)
    alike = [one[1:4] for one in found if one[0] == "equal"]
    return {a + n: b + n for a, end, b in alike for n in range(end - a)}


def _place(
    start: int, end: int, kept: dict[int, int], length: int, now: int
) -> tuple[int, int] | None:
    """Where words start..end of the amended text stand now: unchanged, between unchanged
    neighbours."""
    first, last = start - 1, end
    left = kept.get(first) if first >= 0 else -1
    right = kept.get(last) if last < length else now
    if left is None or right is None or right - left - 1 != end - start:
        return None
    if any(kept.get(start + n) != left + 1 + n for n in range(end - start)):
        return None
    return left + 1, right
