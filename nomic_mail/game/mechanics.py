"""What the machine does now: all clauses of all rules, folded, each value with its provenance.

1. Typeless rules rule over immutable ones, immutable over mutable (001, 006, 110). A rule whose
   clause clashes with one of a higher status is set aside whole until the clash ends.
2. First the clauses beaten by an uncontested claim fall (`over N`, `defers to N`, `instead of N`);
   claims in a circle cancel, and none beats a higher status (211).
   So it is with `void`: who would set a rule of its own status aside has to come before it (211),
   and who would set one of higher status aside is in conflict with it (110).
3. Each kind says how the rest combine: `one` (the lowest present number), `sum`, `strictest`.
4. A mechanic with no clause left falls back to the house, and says so.
5. A clause that counts what no rule in force keeps is none (quantities).
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from nomic_mail.game.clauses import KINDS, Clause, Kind, parse_clause
from nomic_mail.game.clauses.adoption import (
    Adoption,
    show_adoption,
    strictest,
    takes_more,
    with_quorums,
)
from nomic_mail.game.clauses.kind import Claimed, Dice, Moment, Voted
from nomic_mail.game.clauses.worth import Points
from nomic_mail.game.commands import Change
from nomic_mail.game.phrase import NOTHING, Phrase
from nomic_mail.game.quantities import keeper
from nomic_mail.game.rulebook import OF_LATE, STATUS_RANK, Rule, Rules, RuleStatus
from nomic_mail.game.state import Proposal, State

Ground = Phrase  # why a clause, or a whole rule, gives way


class Source(Struct, frozen=True):
    """A clause and the rule, in its present number, that has it. `ground` says why it lost."""

    rule: int
    clause: str
    ground: Ground = NOTHING


class Mechanic(Struct, frozen=True):
    """`value` is None where no rule and no house setting gives one; `rule` is then None as well,
    as it is for a house fallback."""

    kind: Kind
    value: Any
    sources: tuple[Source, ...] = ()
    overrides: tuple[Source, ...] = ()

    @property
    def rule(self) -> int | None:
        return self.sources[0].rule if self.sources else None

    @property
    def text(self) -> str:
        if self.value is None:
            return f"{self.kind.name}: none"
        if self.kind.verbatim:
            count = len(self.value)
            return f"{self.kind.name}: {'one' if count == 1 else count}"
        if isinstance(self.value, tuple):
            return f"{self.kind.name}: " + " and ".join(self.kind.show(one) for one in self.value)
        return f"{self.kind.name}: {self.kind.show(self.value)}"

    @property
    def each(self) -> tuple[tuple[Any, int], ...]:
        """Its values, each with its rule: several where they are summed."""
        values = self.value if self.kind.fold == "sum" else (self.value,) * len(self.sources)
        return tuple((one, s.rule) for one, s in zip(values or (), self.sources, strict=True))


class Payment(Struct, frozen=True):
    """Points for one player by one rule, still to be thrown or worked out (202, 204, 206)."""

    seat: int
    points: Points
    rule: int
    because: Phrase
    sign: int


class Mechanics(Struct, frozen=True):
    """`void` tells which rules are set aside, by present number, and why."""

    by_kind: Mapping[str, Mechanic]
    void: Mapping[int, Ground] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Mechanic]:
        return iter(self.by_kind.values())

    def __getitem__(self, kind: str) -> Mechanic:
        return self.by_kind[kind]

    def beaten(self, number: int) -> Mapping[str, Ground]:
        """The clauses of that rule which do nothing, as another comes before them, and why."""
        return {
            one.clause: one.ground for each in self for one in each.overrides if one.rule == number
        }

    def threshold(
        self,
        changes: Sequence[Change],
        rules: Rules,
        circuit: int,
        power: str = "",
        reading: int = 3,
    ) -> tuple[str, int | None]:
        """What a vote on these changes takes, as it is frozen when it opens, and the rule that says
        so: of several the one that takes most. All are adopted together, so each has to have what
        it takes. `power` is what the proposal declares. A program is asked of what is all its to
        decide (since reading 3), and what power it takes besides stands there, too."""
        each = [self._covering(one, rules) for one in changes]
        found = self.by_kind["quorum"].value
        quorums = found.of if found is not None else ()
        needs: list[Need] = [
            (with_quorums(one.value.at(circuit), quorums), one.rule, "") for one in each
        ]
        if (declared := self.declared(power)) is not None:
            needs.append(declared)
        for change, one in zip(changes, each, strict=True):
            needs += self.guarding(change, rules, one.rule)
        takes = strictest([value for value, _, _ in needs])
        _, rule, guard = max(needs, key=lambda one: takes_more(one[0]))
        its_own = [one is self.by_kind["adoption"] for one in each]
        asked = all(its_own) if reading >= 3 else any(its_own)
        if asked and self.by_kind["adoption"].value.by:
            guard = max(needs, key=lambda one: (one[2] != "", takes_more(one[0])))[2]
        besides = [
            f"{one.kind.name}: {one.kind.show(value)}"
            for one in self
            for value, _ in one.each
            if one.kind.decides is not None or one.kind.frozen(value)
            if one.kind.name != "adoption" or asked
        ]
        return "; ".join(filter(None, [show_adoption(takes), guard, *besides])), rule

    def _covering(self, change: Change, rules: Rules) -> Mechanic:
        """`adoption` (203) but where another kind covers it (109)."""
        target = rules.get(change.target) if change.target is not None else None
        found = self.by_kind["adoption"]
        for one in self:
            if one.rule is not None and one.kind.covers and one.kind.covers(change, target):
                found = one
        return found

    def declared(self, power: str) -> "Need | None":
        """What a proposal takes by its own word, or by the least that all have."""
        found, kind = self.by_kind["declared power"], self.by_kind["power"].kind
        if kind.guards is None or not (power or found.value):
            return None
        value = kind.read(power) if power else found.value.least
        told = f"{kind.name}: {kind.show(value)}"
        rule = found.rule if found.rule is not None else self.by_kind["adoption"].rule
        return Adoption(kind.guards(value)), rule, told

    def guarding(self, change: Change, rules: Rules, law: int | None = None) -> "Iterator[Need]":
        """What the rules that it would change demand, and those that its effects would set aside;
        and what its own effects demand, which are no rule's yet. Each with its clause."""
        effects = [parse_clause(one) for one in change.effects or ()]
        touched = set(_meant([change.target], rules)) if change.target is not None else set()
        target = rules.get(change.target) if change.target is not None else None
        if change.kind == "transmute" and target is not None:  # which may set lower rules aside
            other: RuleStatus = "immutable" if target.status == "mutable" else "mutable"
            then = rules.having(replace(target, status=other), was=target.number)
            touched |= mechanics_of(then).void.keys() - self.void.keys()
        for clause in effects:
            if clause.kind.name == "void":
                touched |= {one.number for one in rules if one.lineage == clause.value}
            if clause.kind.guards is not None:
                touched |= {*_meant((*clause.over, *clause.instead), rules)}
                told = f"{clause.kind.name}: {clause.kind.show(clause.value)}"
                yield Adoption(clause.kind.guards(clause.value)), law, told
        for one in self:
            if (guards := one.kind.guards) is None:
                continue
            for value, number in one.each:
                if number in touched:
                    yield (
                        Adoption(guards(value)),
                        number,
                        f"{one.kind.name}: {one.kind.show(value)}",
                    )

    def eligible(self, state: State, proposal: Proposal | None) -> tuple[int, ...]:
        """Who may vote: the players, but where a clause says otherwise; never nobody (114)."""
        seats = state.playing
        for one in self:
            if one.rule is not None and one.kind.eligible is not None:
                seats = one.kind.eligible(one.value, state, proposal, seats) or seats
        return seats

    def payments(self, moment: Moment, vote: Voted) -> Iterator[Payment]:
        """What all the kinds that pay at this moment bring, in their order."""
        for one in self:
            pays = one.kind.pays
            if pays is None or pays.moment != moment:
                continue
            because = Phrase("paid", clause=one.kind.name, number=vote.poll.number)
            for points, rule in one.each:
                for seat in pays.who(vote):
                    yield Payment(seat, points, rule, because, -1 if pays.takes else 1)

    @property
    def throws(self) -> bool:
        """Whether anything that is scored now is thrown (008)."""
        values = (points for one in self if one.kind.pays for points, _ in one.each)
        return any(isinstance(points, Dice) and points.count for points in values)


Ranked = tuple[Rule, Clause]
Need = tuple[Adoption, int | None, str]  # what it takes, by which rule, and the clause of power
Claim = Literal["over", "defers", "instead"]


@lru_cache(maxsize=OF_LATE)
def mechanics_of(rules: Rules) -> Mechanics:
    """Folded once for each rule book of late: most letters change no rule."""
    ordered = sorted(rules, key=lambda rule: (STATUS_RANK[rule.status], rule.number))
    left, gone = _counting(ordered, rules, {})
    void, failed = _voided(left, rules)
    if gone or any(rule.number in void and rule.program for rule in left):
        left, gone = _counting(ordered, rules, void)
    found: dict[str, list[Ranked]] = {name: [] for name in KINDS}
    beaten: dict[str, list[Source]] = {name: [] for name in KINDS}
    for rule, clause, ground in gone:
        beaten[clause.kind.name].append(Source(rule.number, clause.text, ground))
    for rule, clause in _clauses(left):
        name = clause.kind.name
        if rule.number in void:
            beaten[name].append(Source(rule.number, clause.text, void[rule.number]))
        elif (rule.number, clause) in failed:
            ground = failed[rule.number, clause]
            beaten[name].append(Source(rule.number, clause.text, ground))
        else:
            found[name].append((rule, clause))
    lowest = _lowest_first(found["precedence"], rules)
    folded = {
        name: _combine(KINDS[name], ranked, beaten[name], lowest, rules)
        for name, ranked in found.items()
    }
    return Mechanics(folded, void)


def _counting(
    ordered: Sequence[Rule], rules: Rules, void: Mapping[int, Ground]
) -> tuple[Sequence[Rule], list[tuple[Rule, Clause, Ground]]]:
    """The rules without the clauses that are none by rule 5, and these."""
    gone = [
        (rule, clause, Phrase("quantity_gone", name=name))
        for rule in ordered
        for clause in map(parse_clause, rule.clauses)
        for name in sorted(clause.quantities)
        if rule.number not in void and keeper(name, rules, rule.lineage, void) is None
    ]
    if not gone:
        return ordered, gone
    texts = {(rule.number, clause.text) for rule, clause, _ in gone}
    return [_without(rule, texts) for rule in ordered], gone


def _without(rule: Rule, texts: Container[tuple[int, str]]) -> Rule:
    kept = [one for one in rule.clauses if (rule.number, parse_clause(one).text) not in texts]
    return replace(rule, clauses=tuple(kept))


def _clauses(rules: Iterable[Rule]) -> Iterator[Ranked]:
    for rule in rules:
        for clause in map(parse_clause, rule.clauses):
            yield rule, clause


def _lowest_first(ranked: list[Ranked], rules: Rules) -> bool:
    """The law of precedence decides about itself by the plain old way: what a rule claims of
    itself, then the lowest number (211)."""
    return not ranked or _with_precedence(ranked, True, rules)[0][1].value != "highest number"


# Rules set aside (006, 009, 110)


Strike = tuple[int, Clause]


def _voided(
    ordered: Sequence[Rule], rules: Rules
) -> tuple[dict[int, Ground], dict[Strike, Ground]]:
    """From the top down, so that a rule that is itself set aside sets nothing aside. Beside them
    the strikes that fail, each with its ground."""
    void: dict[int, Ground] = {}
    failed: dict[Strike, Ground] = {}
    holding: dict[str, Ranked] = {}
    for status in STATUS_RANK:
        group = [rule for rule in ordered if rule.status == status]
        for rule in group:
            clash = _clash(rule, holding, void, rules)
            if clash is not None and rule.number not in void:
                law = rules.cite_for(rules.by_number[clash].status)
                void[rule.number] = Phrase("conflicts", rule=clash, law=law)
        left = [rule for rule in group if rule.number not in void]
        laws = [one for one in _clauses(left) if one[1].kind.name == "precedence"]
        above = holding.get("precedence")
        lowest = _lowest_first([above] if above else laws, rules)
        failed |= _failing(left, lowest, rules)
        for number, struck in _strikes(left, failed, rules):
            void.setdefault(struck, Phrase("made_void", rule=number))
        found: dict[str, list[Ranked]] = {}
        for rule, clause in _clauses(group):
            if rule.number not in void and clause.kind.fold == "one":
                found.setdefault(clause.kind.name, []).append((rule, clause))
        lowest = _lowest_first(found.get("precedence", []), rules)
        for name, ranked in found.items():
            if name not in holding:
                holding[name] = _with_precedence(ranked, lowest, rules)[0]
    return void, failed


def _clash(
    rule: Rule, holding: Mapping[str, Ranked], void: Mapping[int, Ground], rules: Rules
) -> int | None:
    """The rule of higher status that says otherwise on the same thing, or that this one would set
    aside."""
    for clause in map(parse_clause, rule.clauses):
        for other in _aimed_at(rule, clause, rules):
            if _rank(other) < _rank(rule) and other.number not in void:
                return other.number
        higher = holding.get(clause.kind.name)
        if higher is not None and higher[1].value != clause.value:
            return higher[0].number
    return None


def _rank(rule: Rule) -> int:
    return STATUS_RANK[rule.status]


def _aimed_at(rule: Rule, clause: Clause, rules: Rules) -> list[Rule]:
    """`void: rule 210` follows the lineage: an amendment does not escape it (009)."""
    if clause.kind.name != "void":
        return []
    return [one for one in rules if one.lineage == clause.value and one.number != rule.number]


def _failing(group: Sequence[Rule], lowest: bool, rules: Rules) -> dict[Strike, Ground]:
    """Strikes at a rule of the same status that takes precedence, by its claim or its number."""
    failed: dict[Strike, Ground] = {}
    for rule, clause in _clauses(group):
        for other in _aimed_at(rule, clause, rules):
            if other.status != rule.status:
                continue
            claimed = _claims([(rule, clause), *_clauses([other])], rules, (other,))
            first = rule.number < other.number if lowest else rule.number > other.number
            if (against := claimed.get((other.number, rule.number))) is not None:
                failed[rule.number, clause] = _ground(other.number, against, rules)
            elif not first and (rule.number, other.number) not in claimed:
                failed[rule.number, clause] = _by_number(lowest, rules)
    return failed


def _by_number(lowest: bool, rules: Rules) -> Ground:
    return Phrase("lower_number" if lowest else "higher_number", law=rules.cite(211))


def _strikes(
    group: Sequence[Rule], failed: Mapping[Strike, Ground], rules: Rules
) -> list[tuple[int, int]]:
    """(rule, struck) for each strike that holds among rules of one status: one that is struck
    itself strikes nothing, and in a circle the lowest number holds (211)."""
    edges = [
        (rule.number, other.number)
        for rule, clause in _clauses(group)
        if (rule.number, clause) not in failed
        for other in _aimed_at(rule, clause, rules)
        if _rank(rule) <= _rank(other)
    ]
    left = sorted(rule.number for rule in group)
    standing: set[int] = set()
    while left:
        aimed_at = {b for a, b in edges if a in left}
        standing |= {number for number in left if number not in aimed_at} or {left[0]}
        fallen = {b for a, b in edges if a in standing}
        left = [number for number in left if number not in standing | fallen]
    return [(a, b) for a, b in edges if a in standing]


# Precedence (211)


def _combine(
    kind: Kind, ranked: list[Ranked], void: list[Source], lowest: bool, rules: Rules
) -> Mechanic:
    if not ranked:
        house = kind.read(kind.house) if kind.house is not None else None
        return Mechanic(kind, house, (), tuple(void))
    if kind.fold == "sum":
        return _summed(kind, ranked, void, rules)
    if kind.fold == "strictest":
        standing, lost = _unbeaten(ranked, rules)
        best = min(standing, key=lambda one: one[1].value)
        lost = [*((one, Phrase("less_strict")) for one in standing if one is not best), *lost]
    else:
        best, lost = _with_precedence(ranked, lowest, rules)
    overrides = [Source(r.number, c.text, ground) for (r, c), ground in lost]
    source = Source(best[0].number, best[1].text)
    return Mechanic(kind, best[1].value, (source,), (*overrides, *void))


def _with_precedence(
    ranked: list[Ranked], lowest: bool, rules: Rules
) -> tuple[Ranked, list[tuple[Ranked, Ground]]]:
    top = ranked[0][0].status
    rivals = [one for one in ranked if one[0].status == top]
    lost = [(one, Phrase("status_first", status=top, law=rules.cite_for(top))) for one in ranked]
    lost = [(one, ground) for one, ground in lost if one[0].status != top]
    standing, beaten = _unbeaten(rivals, rules)
    lost += beaten
    standing.sort(key=lambda one: one[0].number if lowest else -one[0].number)
    for one in standing[1:]:
        if one[0].number == standing[0][0].number:
            lost.append((one, Phrase("stands_later")))
        else:
            lost.append((one, _by_number(lowest, rules)))
    return standing[0], lost


def _unbeaten(
    ranked: list[Ranked], rules: Rules
) -> tuple[list[Ranked], list[tuple[Ranked, Ground]]]:
    """What no claim strikes (211), and what one does, with its ground."""
    claimed = _claims(ranked, rules)
    standing: list[Ranked] = []
    lost: list[tuple[Ranked, Ground]] = []
    for one in ranked:
        winner = min((r for r, loser in claimed if loser == one[0].number), default=None)
        if winner is None:
            standing.append(one)
        else:
            lost.append((one, _ground(winner, claimed[winner, one[0].number], rules)))
    return standing, lost


def _ground(winner: int, claim: Claim, rules: Rules) -> Ground:
    if claim == "instead":
        return Phrase("stands_in_place", rule=winner)
    law = rules.cite(211)
    return Phrase("defers_to" if claim == "defers" else "claims_precedence", rule=winner, law=law)


def _claims(
    ranked: Sequence[Ranked], rules: Rules, besides: Sequence[Rule] = ()
) -> dict[tuple[int, int], Claim]:
    """(winner, loser) for each claim that no other claims undo: those in a circle cancel, and one
    over a rule of higher status is worth nothing. The winner claims it, or the loser defers."""
    rank = {rule.number: _rank(rule) for rule in (*(one for one, _ in ranked), *besides)}
    edges: dict[tuple[int, int], Claim] = {}
    for rule, clause in ranked:
        edges |= {(n, rule.number): "defers" for n in _meant(clause.defers, rules)}
    for rule, clause in ranked:
        edges |= {(rule.number, n): "over" for n in _meant(clause.over, rules)}
        edges |= {(rule.number, n): "instead" for n in _meant(clause.instead, rules)}
    edges = {
        (a, b): claim
        for (a, b), claim in edges.items()
        if a != b and a in rank and b in rank and rank[a] <= rank[b]
    }
    return {(a, b): claim for (a, b), claim in edges.items() if not _reaches(b, a, edges)}


def _meant(claimed: Iterable[Claimed], rules: Rules) -> Iterator[int]:
    """A claim is about a rule, whatever that is called by now (no number is used twice, 108), or
    about all rules of a type."""
    for one in claimed:
        if isinstance(one, str):
            yield from (rule.number for rule in rules if one in ("all", rule.status))
        else:
            yield one if rules.get(one) else rules.now_called(one) or one


def _reaches(start: int, goal: int, edges: Iterable[tuple[int, int]]) -> bool:
    seen: set[int] = set()
    left = [start]
    while left:
        here = left.pop()
        if here == goal:
            return True
        if here not in seen:
            seen.add(here)
            left += [b for a, b in edges if a == here]
    return False


def _summed(kind: Kind, ranked: list[Ranked], void: list[Source], rules: Rules) -> Mechanic:
    """All apply, but those that a claim strikes or that another stands in for."""
    standing, beaten = _unbeaten(ranked, rules)
    lost = [Source(r.number, c.text, ground) for (r, c), ground in beaten]
    sources = tuple(Source(rule.number, clause.text) for rule, clause in standing)
    return Mechanic(kind, tuple(c.value for _, c in standing), sources, (*lost, *void))
