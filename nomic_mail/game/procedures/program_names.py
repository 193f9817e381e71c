"""What programs name of other rules, `quantity("coins", of="Coins")`, before the vote; notes and
offices, too.

1. Whose it is is told, with the line; and where no rule keeps that, as a slip of the hand would
   break it, or only another status could change it (110).
2. So is what the programs of other rules name, and would lose by the changes that are proposed.
3. What has a name that another rule's has, and is not that, is told (since reading 9).
4. What a program makes up as it runs is not seen here: a title stands between quotation marks.
"""

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from nomic_mail.game.phrase import Phrase
from nomic_mail.game.procedures.program_texts import program_in, standing
from nomic_mail.game.programs import Declared, Named, plain_title
from nomic_mail.game.rulebook import STATUS_RANK, Rule, Rules
from nomic_mail.game.seen import titles
from nomic_mail.game.state import State

_NAMES = re.compile(
    r"""\b(?P<kind>quantity|note|office)\(\s*(["'])(?P<name>[^"'\n]+)\2[^()]*?\bof\s*=\s*(["'])(?P<of>[^"'\n]+)\4"""
)


class Keeping(Struct, frozen=True):
    """The rules, and what their programs declare, by lineage."""

    rules: Rules
    known: Mapping[int, Declared]

    def rule(self, lineage: int) -> Rule | None:
        return next((one for one in self.rules if one.lineage == lineage), None)

    def kept(self, lineage: int, kind: str, name: str) -> Named | None:
        """For all to see, by a rule in force."""
        declared = self.known.get(lineage)
        if declared is None or self.rule(lineage) is None:
            return None
        wanted = (kind, name, False)
        names = declared.names
        return next((one for one in names if (one.kind, one.name, one.secret) == wanted), None)


def named_in(source: str) -> Iterator[tuple[int, str, str, str]]:
    """Each with its line, its kind, its name and the title."""
    for found in _NAMES.finditer(source):
        before = source.rfind("\n", 0, found.start()) + 1
        if "#" not in source[before : found.start()]:
            line = source.count("\n", 0, found.start()) + 1
            yield line, found["kind"], found["name"], plain_title(found["of"])


def names_of_its_own(rule: Rule, book: Keeping) -> Iterator[Phrase]:
    """Rule 1, of a rule as it would be."""
    found = titles(book.rules, rule.lineage)
    for line, kind, name, title in named_in(program_in(rule.clauses) or ""):
        of = book.rule(found.get(title, 0))
        named = book.kept(of.lineage, kind, name) if of is not None else None
        if of is None or named is None:
            yield Phrase("names_nothing", line=line)
        else:
            yield _whose(kind, line, name, of.number, changes=_changes(rule, of, named))


def names_of_others(rule: Rule, book: Keeping) -> Iterator[Phrase]:
    """Rule 3, of a rule as it would be."""
    mine = {one.name.casefold(): one.name for one in book.known[rule.lineage].names}
    for lineage, declared in sorted(book.known.items()):
        other = book.rule(lineage)
        if other is None or lineage == rule.lineage or other.program is None:
            continue
        theirs = [mine[n] for one in declared.names if (n := one.name.casefold()) in mine]
        if theirs:
            yield Phrase("keeps_its_own", names=tuple(theirs), rule=other.number)


def _whose(kind: str, line: int, name: str, rule: int, *, changes: bool) -> Phrase:
    if kind == "quantity" and changes:
        return Phrase("names_of_a_rule", line=line, name=name, rule=rule)
    if kind == "quantity":
        return Phrase("names_of_a_higher_rule", line=line, name=name, rule=rule)
    if changes:
        return Phrase("names_one_of_a_rule", line=line, name=name, rule=rule)
    return Phrase("names_one_of_a_higher_rule", line=line, name=name, rule=rule)


def names_lost(state: State, then: Keeping) -> Iterator[Phrase]:
    """Rule 2: of programs that stay as they are."""
    now = Keeping(state.rules, {at: one.declared for at, one in state.programs.items()})
    for one in standing(state):
        user = then.rule(one.rule.lineage)
        if user is None or user.program != one.rule.program:
            continue
        found = titles(state.rules, one.rule.lineage, one.program)
        for _, kind, name, title in dict.fromkeys(named_in(one.source)):
            lineage = found.get(title, 0)
            of, named = now.rule(lineage), then.kept(lineage, kind, name)
            was = now.kept(lineage, kind, name)
            if of is None or was is None:
                continue
            if named is None:
                yield Phrase("named_is_lost", rule=user.number, name=name, of=of.number)
            elif _changes(one.rule, of, was) and not _changes(
                user, then.rule(lineage) or of, named
            ):
                yield Phrase("named_is_higher", rule=user.number, name=name, of=of.number)


def _changes(by: Rule, of: Rule, named: Named) -> bool:
    return named.open or STATUS_RANK[by.status] <= STATUS_RANK[of.status]
