"""One rule-change: is it in proper form, and what does it make of the rule book (103, 108)?

1. A change not in proper form is refused with its reason and costs nothing, not even a number.
2. Compound, pointless or paradoxical prose is in proper form: the cure is a negative vote (111).
3. A changed rule takes the number of the proposal, and keeps its lineage and history (108).
4. Several changes in one proposal are each checked as one alone is, on the rules as those before it
   leave them; what counts the rules (209) counts them when all are made.
"""

from collections.abc import Mapping
from datetime import UTC, datetime

from msgspec.structs import replace

from nomic_mail.game.amendments import BOUNDED, as_it_stands, find_amendment, kept, resolved
from nomic_mail.game.clauses import BadClause, Clause, parse_clause
from nomic_mail.game.clauses.kind import Ahead
from nomic_mail.game.commands import Change
from nomic_mail.game.course import Refused
from nomic_mail.game.events import RuleChanged
from nomic_mail.game.evolve import evolve
from nomic_mail.game.expressions import Expression, NoValue
from nomic_mail.game.mechanics import Mechanic, Mechanics, Source, mechanics_of
from nomic_mail.game.numbers import part_of
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.game.state import Proposal, State
from nomic_mail.game.words import Clauses

Changes = tuple[Change, ...]
LONGEST_TITLE = 120
LONGEST_REASON = 20_000
SOME_TIME = datetime.min.replace(tzinfo=UTC)  # for a look ahead: nothing depends on it


def checked(changes: Changes, rules: Rules, reading: int = BOUNDED) -> Changes:
    """The changes as they will be voted on, their effects in canonical form; or Refused. What is in
    that form already comes out as it is."""
    most: int = mechanics_of(rules)["changes"].value
    if len(changes) > most:
        law = mechanics_of(rules)["changes"].rule
        law = rules.cite(103) if law is None else law
        if most == 1:
            raise Refused("one_change_a_proposal", law, count=len(changes))
        raise Refused("too_many_changes", law, count=len(changes), most=most)
    _of_one_rule_each(changes, rules)
    formed, then = [], rules
    for place, change in enumerate(changes, 1):
        try:
            formed.append(_formed(change, then, reading))
        except Refused as refused:
            if len(changes) == 1:
                raise
            no, many = refused.refusal, len(changes)
            why = Phrase(no.code, **no.facts)
            raise Refused("in_one_change", no.because, place=place, many=many, why=why) from None
        then = evolve(State(rules=then), _tried(formed[-1], place, len(changes), rules)).rules
    within_limit(rules, then)
    return tuple(formed)


def _tried(change: Change, place: int, many: int, rules: Rules) -> RuleChanged:
    """As if it were adopted, whatever its number."""
    number = part_of(max(rules.by_number, default=0) + 1, place, many)
    return applied(change, number, rules, SOME_TIME, 0)


def _of_one_rule_each(changes: Changes, rules: Rules) -> None:
    """Two that touch one rule: which of them it would come to nobody could tell (103)."""
    seen: dict[int, int] = {}
    for place, change in enumerate(changes, 1) if len(changes) > 1 else ():
        rule = _meant(change, rules)
        if rule is not None and seen.setdefault(rule.lineage, place) != place:
            first = seen[rule.lineage]
            raise Refused(
                "changes_of_one_rule",
                rules.cite(103),
                rule=rule.number,
                places=(first, place),
            )


def _meant(change: Change, rules: Rules) -> Rule | None:
    """The rule that it is about, whatever it has been called; None where there is none."""
    if change.amendment is not None:
        try:
            return find_amendment(change.amendment, rules).rule
        except Refused:
            return None
    number = change.target if change.target is not None else -1
    return rules.get(number) or rules.get(rules.now_called(number) or -1)


def _formed(change: Change, rules: Rules, reading: int = BOUNDED) -> Change:
    title, reason = _cut(change.title, LONGEST_TITLE), _cut(change.reason, LONGEST_REASON)
    change = replace(change, title=title, reason=reason)
    if change.amendment is not None:
        return _checked_amendment(resolved(change, rules, reading), rules)
    if change.kind == "enact":
        _needs_text(change, rules)
    else:
        _checked_target(change, rules)
    if change.kind == "enact" and not title:
        title = _cut(" ".join(change.text.split()[:8]), LONGEST_TITLE)
    return Change(
        kind=change.kind,
        target=change.target,
        title=title,
        text=change.text.strip("\n"),
        effects=_effects(change, rules),
        reason=reason,
        chosen=change.chosen,
    )


def _cut(words: str, longest: int) -> str:
    return words.strip()[:longest].rstrip()


def _checked_amendment(change: Change, rules: Rules) -> Change:
    """103(2): what amends or repeals an amendment changes the whole rule it is part of (108)."""
    done = _formed(replace(change, kind="amend", amendment=None), rules)
    return replace(done, kind=change.kind, amendment=change.amendment)


def _needs_text(change: Change, rules: Rules, rule: int | None = None) -> None:
    if not change.text.strip():
        raise Refused("text_of_rule_needed" if rule else "text_needed", rules.cite(106), rule=rule)


def find(number: int | None, rules: Rules) -> Rule:
    """The rule a player means; a former number is answered with the present one."""
    if number is None:
        raise Refused("rule_not_named", rules.cite(103))
    rule = rules.get(number)
    if rule is not None:
        return rule
    present = rules.now_called(number)
    if present is not None:
        raise Refused("rule_called_otherwise", rules.cite(108), rule=number, now=present)
    raise Refused("no_such_rule", rules.cite(103), rule=number)


def _checked_target(change: Change, rules: Rules) -> None:
    rule = find(change.target, rules)
    if rule.status == "typeless":
        raise Refused("rule_typeless", rules.cite(1), rule=rule.number)
    if change.kind in ("amend", "repeal") and rule.status == "immutable":
        raise Refused("rule_immutable", rules.cite(103), rule=rule.number)
    if change.kind == "amend":
        _needs_text(change, rules, rule.number)
    leaves_mutable = change.kind in ("repeal", "transmute") and rule.status == "mutable"
    if leaves_mutable and rules.count("mutable") == 1:
        raise Refused("last_mutable_rule", rules.cite(114), rule=rule.number)


def within_limit(now: Rules, then: Rules) -> None:
    """209, as it would be after adoption: refused where a clause that would hold then, or that
    holds now, forbids what there would be."""
    before = mechanics_of(now)
    for mechanic in mechanics_of(then):
        kind, rule = mechanic.kind, mechanic.rule
        if kind.forbids is None:
            continue
        told = kind.forbids(Ahead(now, then, before[kind.name].value, mechanic.value))
        if told is not None:
            known = rule is not None and rule in now.by_number
            law = rule if known else now.cite(told.law)
            raise Refused("clause_forbids", law, why=told.why, cure=told.cure)


def _effects(change: Change, rules: Rules) -> tuple[str, ...] | None:
    if change.effects is None:
        return None
    if change.kind in ("repeal", "transmute"):
        raise Refused("no_effects_of_its_own", rules.cite(103), kind=change.kind)
    try:
        return tuple(parse_clause(line).text for line in change.effects)
    except BadClause as bad:
        raise Refused(
            "effects_unread_but" if bad.cure else "effects_unread",
            rules.cite(bad.law or 106),
            bad=str(bad),
            cure=bad.cure,
        ) from None


def same_matter(old: Changes, new: Changes) -> bool:
    """Whether it is the other's changed version: the same done to the same rules, and new rules of
    the same titles."""
    pairs = zip(old, new, strict=False)
    return len(old) == len(new) and all(_same_matter(*pair) for pair in pairs)


def _same_matter(old: Change, new: Change) -> bool:
    if (old.kind, old.target, old.amendment) != (new.kind, new.target, new.amendment):
        return False
    return old.kind != "enact" or old.title.casefold() == new.title.casefold()


def warnings(changes: Changes, rules: Rules, reading: int) -> tuple[Phrase, ...]:
    """What the others may want to know before the vote (111). Never a reason to refuse. As things
    stand, and whatever its number."""
    events, then = [], rules
    for place, change in enumerate(changes, 1):
        events.append(_tried(change, place, len(changes), rules))
        then = evolve(State(rules=then), events[-1]).rules
    old, new = mechanics_of(rules), mechanics_of(then)
    told: list[Phrase] = []
    for place, (change, event) in enumerate(zip(changes, events, strict=True), 1):
        own = [*_without_difference(change, rules), *_without_force(event, rules, new, reading)]
        told += [in_part(one, place, len(changes)) for one in own]
    own_numbers = {event.number for event in events}
    if own_numbers <= set(new.void):
        return tuple(told)  # whatever it says, it does nothing
    struck = [n for n in new.void if n not in old.void and n not in own_numbers]
    return (*told, *(Phrase("would_set_aside", rule=number) for number in struck))


def in_part(told: Phrase, place: int, many: int) -> Phrase:
    """With the change that it is about, where there are several."""
    return told if many == 1 else Phrase("of_one_change", place=place, told=told)


def _without_difference(change: Change, rules: Rules) -> list[Phrase]:
    rule = rules.get(change.target) if change.target is not None else None
    if change.kind == "amend" and rule is not None:
        same_words = rule.text.split() == change.text.split()
        if same_words and change.effects in (None, rule.clauses):
            keeps = mechanics_of(rules)["numbering"].value.keep
            return [Phrase("changes_nothing_of_it" if keeps else "changes_but_the_number")]
    return []


def _without_force(event: RuleChanged, rules: Rules, new: Mechanics, reading: int) -> list[Phrase]:
    """Effects that would not hold once it is adopted (110, 211)."""
    if event.number is None:
        return []
    if event.number in new.void:
        return [Phrase("set_aside_whole", why=new.void[event.number])]
    beaten = [
        _gives_way(source, mechanic, reading)
        for mechanic in new
        for source in mechanic.overrides
        if source.rule == event.number
    ]
    return [*beaten, *_strange(event, rules, new)]


def _gives_way(beaten: Source, to: Mechanic, reading: int) -> Phrase:
    """Where numbers decide, with what makes it come first (211, second paragraph)."""
    by_number = beaten.ground.code in ("lower_number", "higher_number")
    alone = by_number and to.kind.fold != "sum"  # of several that stand, none is named
    if reading < 11 or not alone or to.rule is None or parse_clause(beaten.clause).over:
        return Phrase("effect_would_not_hold", clause=beaten.clause, why=beaten.ground)
    return Phrase("effect_would_give_way", clause=beaten.clause, why=beaten.ground, rule=to.rule)


def _strange(event: RuleChanged, rules: Rules, then: Mechanics) -> list[Phrase]:
    """Effects that do nothing, or the opposite of what they are called, or that nobody but a judge
    can weigh."""
    told = []
    for clause in map(parse_clause, event.clauses):
        why = _aims_at_nothing(clause, rules) or _turned_round(clause)
        told += [Phrase("effect_is_odd", clause=clause.text, why=why)] if why else []
        told += [
            Phrase("effect_of_no_rule", clause=clause.text, rule=number)
            for number in (*clause.over, *clause.defers, *clause.instead)
            if isinstance(number, int) and not rules.get(number) and not rules.now_called(number)
        ]
    return [*told, *_at_odds(event, then)]


def _at_odds(event: RuleChanged, then: Mechanics) -> list[Phrase]:
    """211 about itself: each of two laws of precedence would have the other give way."""
    law = then["precedence"]
    others = [one for one in law.overrides if one.rule not in then.void]
    if event.number not in (law.rule, *(one.rule for one in others)):
        return []
    return [
        Phrase("laws_at_odds", rule=law.rule, other=one.rule)
        for one in others
        if law.rule is not None and parse_clause(one.clause).value != law.value
    ]


def _aims_at_nothing(clause: Clause, rules: Rules) -> Phrase | None:
    if clause.kind.name != "void" or any(rule.lineage == clause.value for rule in rules):
        return None
    return Phrase("aims_at_nothing", rule=clause.value)


def _turned_round(clause: Clause) -> Phrase | None:
    """A constant below zero."""
    value, pays = clause.value, clause.kind.pays
    if pays is None or not isinstance(value, Expression) or value.facts:
        return None
    try:
        worth = value.points({})
    except NoValue:
        return Phrase("grows_out_of_bounds")
    if worth >= 0:
        return None
    return Phrase("gives_instead" if pays.takes else "takes_instead", worth=worth)


def kept_clauses(change: Change, rules: Rules, circuit: int) -> tuple[str, ...]:
    """What a rule keeps making the server do, since its new text comes without an Effects block."""
    rule = rules.get(change.target) if change.target is not None else None
    amends = change.kind == "amend" or change.amendment is not None
    if not amends or rule is None or change.effects is not None:
        return ()
    return kept(rule.clauses, circuit)


def bound_of(state: State, proposal: Proposal) -> dict[int, Clauses]:
    """What the Moderator has said that its changes make the server do, by the numbers of the rules
    that they make. KEEP keeps what a rule does by then, as no answer does."""
    asked = ((number, state.bindings.get(number)) for number, _ in proposal.numbered)
    return {number: one.clauses for number, one in asked if one and one.answer in ("drop", "bind")}


def still_proper(
    proposal: Proposal,
    before: Rules,
    now: State,
    bound: Mapping[int, Clauses],
    at: datetime = SOME_TIME,
) -> tuple[RuleChanged, ...]:
    """What its adoption makes of the rules, after those before it in the same vote: all of it, at
    one moment and in the order of its changes. Refused where one of them cannot be carried out any
    more (103, 109, 114, 209)."""
    then, made = _of_numbers(now), list[RuleChanged]()
    for number, change in proposal.numbered:
        present = _still_proper(change, before, then.rules, now.reading)
        following = then.following
        if change.chosen is not None and not is_free(change.chosen, then):
            raise Refused("number_taken", now.rules.cite(108), number=change.chosen)
        clauses, circuit = bound.get(number), now.circuit
        event = applied(present, number, then.rules, at, circuit, clauses, following)
        made.append(replace(event, proposal=proposal.number))
        then = evolve(then, made[-1])
    within_limit(now.rules, then.rules)
    return tuple(made)


def is_free(number: int, state: State) -> bool:
    """Whether a new rule can have it (108)."""
    return not state.rules.had(number) and state.numbers.free(number)


def _of_numbers(now: State) -> State:
    """As much of it as says what numbers the rules will have."""
    return State(rules=now.rules, numbers=now.numbers, next_number=now.next_number)


def _still_proper(change: Change, before: Rules, now: Rules, reading: int) -> Change:
    """As it can be carried out: the rule it means may bear another number by then."""
    if change.kind != "enact":
        present = now.get(change.target or 0) or now.get(now.now_called(change.target or 0) or 0)
        if present is None:
            if reading >= 15 and before.get(change.target or 0) is None:
                raise Refused("repealed_meanwhile", now.cite(103), rule=change.target)
            raise Refused("repealed_by_the_same_vote", now.cite(103), rule=change.target)
        old = before.get(change.target or 0)
        if change.kind == "transmute" and old is not None and old.status != present.status:
            raise Refused(
                "transmuted_by_the_same_vote",
                now.cite(109),
                rule=present.number,
                status=present.status,
            )
        change = replace(change, target=present.number)
        if change.amendment is not None:
            change = as_it_stands(change, old, present, now, reading)
        as_amend = replace(change, kind="amend") if change.amendment is not None else change
        _checked_target(as_amend, now)
    return change


def as_of(rules: Rules, moment: datetime) -> Rules:
    """The rules of now as they read then, under the numbers that they have now."""
    return replace(rules, by_number={rule.number: _then(rule, moment) for rule in rules})


def _then(rule: Rule, moment: datetime) -> Rule:
    later = [at for at, old in enumerate(rule.history) if old.ended_at > moment]
    if not later:
        return rule
    old, before = rule.history[later[0]], rule.history[: later[0]]
    return replace(
        rule,
        status=old.status,
        title=old.title,
        text=old.text,
        clauses=old.clauses,
        history=before,
    )


def applied(
    change: Change,
    number: int,
    rules: Rules,
    at: datetime,
    circuit: int,
    bound: tuple[str, ...] | None = None,
    following: int | None = None,
) -> RuleChanged:
    """What adoption makes of it. `bound` are the clauses that the Moderator's answer to a binding
    question gave it; `following` is the number that is the next by adoption."""
    numbering = mechanics_of(rules)["numbering"].value
    born = number if following is None or not numbering.by_adoption else following
    if change.kind == "enact":
        if change.chosen is not None:
            born = change.chosen
        return RuleChanged(
            at=at,
            kind="enact",
            proposal=number,
            was=None,
            number=born,
            lineage=born,
            status="mutable",
            title=change.title,
            text=change.text,
            clauses=change.effects or bound or (),
            called=number if born != number else None,
        )
    old = find(change.target, rules)
    amended = change.kind == "amend" or change.amendment is not None
    status = old.status
    if change.kind == "transmute":
        status = "mutable" if old.status == "immutable" else "immutable"
    clauses = old.clauses
    if amended:
        said = change.effects if change.effects is not None else bound
        clauses = kept(old.clauses, circuit) if said is None else said
    gone = change.kind == "repeal" and not amended
    born = old.number if numbering.keep else born
    return RuleChanged(
        at=at,
        kind="amend" if amended else change.kind,
        proposal=number,
        was=old.number,
        number=None if gone else born,
        lineage=old.lineage,
        status=status,
        title=(change.title or old.title) if amended else old.title,
        text=change.text if amended else old.text,
        clauses=clauses,
        takes_back=change.amendment if change.kind == "repeal" else None,
        called=number if not gone and (numbering.keep or born != number) else None,
    )
