"""The clauses of a ruleset bound to somebody's text of its rules: by number and by matter.

1. A clause is bound where the text has a rule of that number, and what that says is what the clause
   does (`matter`). Where it is not so, somebody is asked; nobody guesses.
2. What a person has said of a rule is all that the rule makes the server do, as with BIND.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game.clauses import BadClause, parse_clause
from nomic_mail.game.rulebook import Rule
from nomic_mail.patterns import later
from nomic_mail.rulesets.file import MOST_CLAUSES, MOST_NUMBER, Ruleset
from nomic_mail.rulesets.matter import speaks_of, why_unsaid
from nomic_mail.rulesets.matter.wording import plain
from nomic_mail.rulesets.pages import shown
from nomic_mail.rulesets.texts import FoundRule, Reading

CHOSEN = later(
    r"\s*(?:bind\s+)?(?:rule\s+)?#?(?P<rule>\d{1,6})\s*[:=]\s*(?P<clauses>\S.*)", re.I | re.S
)
FIGURE = later(r"\d+")
SHARE = r"(?<![\d/.,])(?P<share>[1-9]\d?/[1-9]\d?)(?![\d/]|[.,]\d)"
CLAIMS = later(
    r"\b(?:preced\w*|overrid\w*|supersed\w*|prevail\w*|defers?|instead|despite|notwithstanding"
    r"|regardless|priority|in place of|replac\w*|trumps?|except\w*|rules? #?\d+)\b",
    re.I,
)

Chosen = Mapping[int, tuple[str, ...]]


class BadBinding(ValueError):
    """A binding that cannot be; says what would be right."""


class Bond(Struct, frozen=True):
    """A clause, the rule it would belong to, and whether it is bound. `line` is where the text has
    the rule; `chosen` says that a person decided it; `meant` is a clause of the same kind that the
    text says instead, and `others` are rules of the text that say this one."""

    number: int
    clause: str
    line: int | None
    bound: bool
    chosen: bool = False
    why: str = ""
    meant: str = ""
    others: tuple[int, ...] = ()

    @property
    def open(self) -> bool:
        return not (self.bound or self.chosen)

    @property
    def told(self) -> str:
        """Why it is not bound, and what else was found."""
        if self.chosen:
            return "you say so"
        also = f"; the text says: {self.meant}" if self.meant else ""
        if self.others:
            also += f"; but rule {', '.join(f'{one:03d}' for one in self.others)} says it"
        return f"{self.why}{also}" if not self.bound else "the text says so"


class BoundRules(Struct, frozen=True):
    rules: tuple[Rule, ...]
    bonds: tuple[Bond, ...]

    @property
    def open(self) -> tuple[int, ...]:
        """The rules with a clause that somebody has to decide."""
        return tuple(dict.fromkeys(bond.number for bond in self.bonds if bond.open))

    def answer(self, number: int) -> str:
        """What could be said of a rule: what is bound already, and what its text says."""
        mine = [bond for bond in self.bonds if bond.number == number]
        clauses = [bond.clause if bond.bound else bond.meant for bond in mine]
        return f"{number}: {'; '.join(dict.fromkeys(filter(None, clauses))) or 'none'}"


def read_binding(text: str) -> tuple[int, tuple[str, ...]]:
    """`206: penalty defeat: 5; victory: 50`, or `206: none`. Raises BadBinding."""
    found = CHOSEN.fullmatch(text)
    if found is None:
        raise BadBinding(
            f'"{text}" says no rule and clause; write it as 206: penalty defeat: 10, with a'
            " semicolon between several, or 206: none"
        )
    number = int(found["rule"])
    if not 0 <= number <= MOST_NUMBER:
        raise BadBinding(f"there is no rule {number}; write a number from 0 to {MOST_NUMBER}")
    lines = [one.strip() for one in found["clauses"].split(";") if one.strip()]
    if len(lines) > MOST_CLAUSES:
        raise BadBinding(f"rule {number}: at most {MOST_CLAUSES} clauses")
    if [one.lower() for one in lines] == ["none"]:
        return number, ()
    try:
        return number, tuple(dict.fromkeys(parse_clause(line).text for line in lines))
    except BadClause as bad:
        cure = f"; {bad.cure}" if bad.cure else ""
        raise BadBinding(f"rule {number}: {bad}{cure}; none leaves it unbound") from None


def read_bindings(texts: Iterable[str]) -> Chosen:
    """Raises BadBinding, too, where a rule is told twice."""
    chosen: dict[int, tuple[str, ...]] = {}
    for number, clauses in map(read_binding, texts):
        if number in chosen:
            raise BadBinding(
                f"rule {number} is told twice; write all its clauses in one, a semicolon between"
            )
        chosen[number] = clauses
    return chosen


def bind(reading: Reading, ruleset: Ruleset, chosen: Chosen) -> BoundRules:
    """Raises BadBinding where a choice is for no rule."""
    rules = {rule.number: rule for rule in reading.rules}
    has = {rule.number: rule.clauses for rule in ruleset.rules}
    for number, clauses in chosen.items():
        if number not in rules and (clauses or number not in has):
            raise BadBinding(f"rule {number:03d} is not in the text; it has {_listed(rules)}")
    bonds: list[Bond] = []
    for number in dict.fromkeys([*rules, *(n for n in has if has[n])]):
        found = rules.get(number)
        if number in chosen:
            bonds += _said(number, found, chosen[number], has.get(number, ()))
        else:
            bonds += [_bond(number, one, has[number], reading) for one in has.get(number, ())]
    by_rule = {n: tuple(b.clause for b in bonds if b.number == n and b.bound) for n in rules}
    return BoundRules(
        tuple(
            Rule(
                number=n, lineage=n, status=r.status, title=r.title, text=r.text, clauses=by_rule[n]
            )
            for n, r in rules.items()
        ),
        tuple(bonds),
    )


def _said(
    number: int, found: FoundRule | None, said: Sequence[str], has: Sequence[str]
) -> list[Bond]:
    line = found.line if found else None
    every = dict.fromkeys([*has, *said])
    return [Bond(number, one, line, bound=one in said, chosen=True) for one in every]


def _bond(number: int, clause: str, has: Sequence[str], reading: Reading) -> Bond:
    found = next((rule for rule in reading.rules if rule.number == number), None)
    if found is None:
        why = f"the text has no rule {number:03d}"
        return Bond(number, clause, None, bound=False, why=why, others=_others(clause, 0, reading))
    why = why_unsaid(clause, found.title, found.text, has)
    if not why and found.below and speaks_of(clause, found.below):
        why = f"what stands below the rule may belong to it: {shown(found.below)}"
    if not why:
        return Bond(number, clause, found.line, bound=True)
    # what was not read to its end means nothing yet
    other = meant(clause, found.title, found.text, has) if not found.below else ""
    others = () if other else _others(clause, number, reading)
    return Bond(number, clause, found.line, bound=False, why=why, meant=other, others=others)


def says_instead(clause: str, title: str, text: str) -> str:
    """The clause of this kind that a rule plainly says, where it is another one."""
    said = replace(parse_clause(clause), over=(), defers=(), instead=()).text
    return "" if not why_unsaid(said, title, text) else meant(said, title, text, ())


def claims_unsaid(clause: str, title: str, text: str) -> bool:
    """Whether it claims a precedence of which its rule says nothing (211)."""
    read = parse_clause(clause)
    return bool(read.over or read.defers or read.instead) and not CLAIMS.search(f"{title} {text}")


def meant(clause: str, title: str, text: str, has: Sequence[str]) -> str:
    """The one clause of this kind that the text says; nothing where it says none, or several."""
    kind = parse_clause(clause).kind
    lines = [f"{kind.name}: {form}" for form in kind.forms]
    figures = dict.fromkeys(FIGURE.findall(clause))
    shapes = [f"{kind.name}: {form}" for form in kind.forms if len(FIGURE.findall(form)) == 1]
    shapes += [clause] if len(figures) == 1 else []
    lines += [FIGURE.sub(str(one), shape) for shape in shapes for one in _figures(text)]
    shares = dict.fromkeys(one["share"] for one in re.finditer(SHARE, plain(text)))
    lines += [f"{kind.name}: {one} of {of}" for one in [*shares][:5] for of in ("eligible", "cast")]
    read = filter(None, map(_read, lines))
    said = {one for one in read if not why_unsaid(one, title, text, has)}
    return said.pop() if len(said) == 1 else ""


def _figures(text: str) -> Iterable[int]:
    here = dict.fromkeys(FIGURE.findall(plain(text)))
    return [int(one) for one in list(here)[:20] if len(one) < 7]


def _read(line: str) -> str:
    try:
        return parse_clause(line).text
    except BadClause:
        return ""


def _others(clause: str, number: int, reading: Reading) -> tuple[int, ...]:
    return tuple(
        rule.number
        for rule in reading.rules
        if rule.number != number and not why_unsaid(clause, rule.title, rule.text)
    )


def _listed(rules: Iterable[int]) -> str:
    """Numbers in a row as a span."""
    told: list[list[int]] = []
    for one in sorted(rules):
        if told and told[-1][-1] == one - 1:
            told[-1] = [told[-1][0], one]
        else:
            told.append([one])
    return ", ".join("-".join(f"{one:03d}" for one in span) for span in told[:20])
