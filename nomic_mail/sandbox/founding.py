"""The programs of a ruleset file, looked at before a game begins on it as a proposal's are."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

from msgspec.structs import replace

from nomic_mail.game.clauses import KINDS, parse_clause
from nomic_mail.game.clauses.victory import Goal
from nomic_mail.game.dice import Throws
from nomic_mail.game.procedures.program_asks import is_asked
from nomic_mail.game.procedures.program_names import named_in
from nomic_mail.game.procedures.program_texts import has_a_word_of_the_game, source_of
from nomic_mail.game.programs import (
    IN_TURN,
    Broke,
    Calling,
    Declared,
    Elsewhere,
    Mistake,
    Named,
    Run,
    SeenPlayer,
    SeenRule,
    Unread,
    View,
    plain_title,
    words_of,
)
from nomic_mail.game.rulebook import Rule
from nomic_mail.letters.grammar.actions import words_taken
from nomic_mail.rulesets.file import Ruleset
from nomic_mail.sandbox.sandbox import Sandbox
from nomic_mail.toml import BadFile, Problem, places_of, shown

SOME_MONDAY = datetime(2026, 1, 5, 12, tzinfo=UTC)
FEW_AND_MANY = (3, 4, 7, 12)
THROWN = ("00", "01", "02")  # of each other dice
# Whoever plays and whatever is thrown: another error may be that of made-up players, or of chance
SURE = ("NameError: ", "UnboundLocalError: ", "TypeError: ", "ZeroDivisionError: ")
AT_FIRST = (("on", "begins"), ("on", "started"))
NO_INTERPRETER = (
    "a rule has a program, and no interpreter for programs is installed here: pip install"
    " pydantic-monty"
)


def look_at_programs(ruleset: Ruleset, text: str, file: Path) -> tuple[Problem, ...]:
    """Raises BadFile, with all that is wrong with its programs, each with its line; else tells what
    may be wrong."""
    looked = _Looked(ruleset.rules, text)
    if problems := sorted(looked.problems(), key=lambda one: one.line or 0):
        raise BadFile(file, problems)
    return tuple(looked.doubts)


class _Looked:
    def __init__(self, rules: Sequence[Rule], text: str) -> None:
        self._rules, self._places, self._lines = rules, places_of(text), text.split("\n")
        self._declared: dict[int, Declared] = {}
        self.doubts: list[Problem] = []

    def problems(self) -> Iterator[Problem]:
        with_programs = [(rule, source) for rule in self._rules if (source := source_of(rule))]
        if not with_programs:
            return
        runs = Sandbox(words_taken)
        if not runs.interpreter:
            yield self._problem(with_programs[0][0], "program", "", NO_INTERPRETER)
            return
        for rule, source in with_programs:
            read = runs.read(source, proposed=True)
            if isinstance(read, Declared):
                self._declared[rule.number] = read
                yield from self._of_the_game(rule, read)
            else:
                yield from (self._mistake(rule, source, one) for one in read)
        if len(self._declared) == len(with_programs):
            yield from self._actions_twice()
            yield from (one for rule, source in with_programs for one in self._named(rule, source))
            yield from (one for rule in self._rules for one in self._in_vain(rule))
            yield from (one for rule in self._rules for one in self._counts(rule))
            for rule, source in with_programs:
                yield from self._breaks(rule, source, runs)

    def _mistake(self, rule: Rule, source: str, one: Mistake) -> Problem:
        if isinstance(one, Unread) or not one.line:
            return self._problem(rule, "program", "", one.why)
        told = self._problem(rule, "program", shown(source.split("\n")[one.line - 1].strip()), "")
        begins, margin = self._begins(told.line or 1, source)
        if not begins:
            where = f"line {one.line} of the program, column {one.column}"
            return Problem(told.line, told.key, told.value, f"{where}: {one.why}")
        why = f"column {one.column + margin}: {one.why}"
        return Problem(begins + one.line - 1, told.key, told.value, why)

    def _begins(self, after: int, source: str) -> tuple[int, int]:
        """The line of the file in which its first one stands, and what it is indented by."""
        first = source.split("\n", maxsplit=1)[0].rstrip()
        for number, line in enumerate(self._lines[after - 1 :], after):
            if line.strip() == first:
                return number, len(line) - len(line.lstrip())
        return 0, 0

    def _of_the_game(self, rule: Rule, read: Declared) -> Iterator[Problem]:
        if has_a_word_of_the_game(read):
            fix = "that is a word of the game's own: give it another name"
            yield self._problem(rule, "program", shown(IN_TURN), fix)

    def _named(self, rule: Rule, source: str) -> Iterator[Problem]:
        """What no rule of these keeps, under the title that it is said to have."""
        titled = {plain_title(one.title): one.number for one in self._rules}
        for line, kind, name, title in named_in(source):
            of = self._declared.get(titled.get(title, 0))
            kept = of.names if of is not None else ()
            if (kind, name) not in [(one.kind, one.name) for one in kept]:
                mistake = Mistake(why=f"no rule of that title keeps {name}", line=line, column=1)
                yield self._mistake(rule, source, mistake)

    def _actions_twice(self) -> Iterator[Problem]:
        whose: dict[str, int] = {}
        for number, read in self._declared.items():
            for hook in read.hooks:
                if hook.kind == "action":
                    other = whose.setdefault(words_of(hook.what), number)
                    if other != number:
                        rule = next(one for one in self._rules if one.number == number)
                        fix = f"rule {other:03d} has this action already: give one other words"
                        yield self._problem(rule, "program", shown(hook.what), fix)

    def _in_vain(self, rule: Rule) -> Iterator[Problem]:
        """What would run and do nothing."""
        read = self._declared.get(rule.number)
        decides = [one.what for one in read.hooks if one.kind == "decides"] if read else []
        clauses = [one for one in map(parse_clause, rule.clauses) if one.kind.asks]
        asks = {one.kind.asks: one for one in clauses if is_asked(one.value)}
        for what in decides:
            if what not in asks:
                kind = next(one for one in KINDS.values() if one.asks == what)
                fix = f'nothing asks it: add the clause "{kind.name}: program" to the rule'
                yield self._problem(rule, "program", shown(f'@decides("{what}")'), fix)
        for what, clause in asks.items():
            if what not in decides:
                fix = f'the program of this rule has no function below @decides("{what}")'
                yield self._problem(rule, "clauses", shown(clause.text), fix)

    def _counts(self, rule: Rule) -> Iterator[Problem]:
        known: Mapping[str, Named] = {
            one.name: one
            for read in self._declared.values()
            for one in read.names
            if one.kind == "quantity"
        }
        for clause in map(parse_clause, rule.clauses):
            for name in sorted(clause.quantities):
                named = known.get(name)
                if named is None:
                    fix = f"no program of these rules keeps {name}"
                elif named.secret:
                    fix = f"{name} is kept secret, and a clause that counts it would tell it"
                elif isinstance(clause.value, Goal) and named.owner == "game":
                    fix = f"{name} is kept for the whole game: name what is kept for each player"
                else:
                    continue
                yield self._problem(rule, "clauses", shown(clause.text), fix)

    def _first_seen(self, many: int) -> View:
        """What they see as the game begins: players, all rules, and nothing done yet."""
        programs = [one for one in self._rules if one.number in self._declared]
        return View(
            now=SOME_MONDAY,
            players=tuple(
                SeenPlayer(seat=seat, name=f"Player {seat}", score=0) for seat in range(1, many + 1)
            ),
            rules=tuple(
                SeenRule(number=one.number, title=one.title, status=one.status, text=one.text)
                for one in self._rules
            ),
            titles={plain_title(one.title): one.lineage for one in programs},
            elsewhere={
                one.lineage: Elsewhere(
                    title=one.title, declared=self._declared[one.number], values={}, open=True
                )
                for one in programs
            },
        )

    def _breaks(self, rule: Rule, source: str, runs: Sandbox) -> Iterator[Problem]:
        """What would at the one moment at which it is called, by few players and by many, whatever
        is thrown."""
        read = self._declared[rule.number]
        for place, hook in enumerate(read.hooks):
            if (hook.kind, hook.what) not in AT_FIRST:
                continue
            broke = []
            for many, seed in product(FEW_AND_MANY, THROWN):
                view, dice = self._first_seen(many), Throws(seed, "begins")
                others = {n: one for n, one in view.elsewhere.items() if n != rule.lineage}
                seen, call = replace(view, elsewhere=others), Calling(hook=place)
                came = runs.run(Run(source, read, call, seen, dice.next))
                if not (isinstance(came, Broke) and came.trouble in ("error", "limit")):
                    break
                broke.append(came.mistake)
            else:
                told = self._mistake(rule, source, broke[0])
                if all(one.why.startswith(SURE) for one in broke):
                    yield told
                else:
                    self.doubts.append(told)

    def _problem(self, rule: Rule, key: str, value: str, fix: str) -> Problem:
        where = f"rule[{1 + [one.number for one in self._rules].index(rule.number)}]"
        places = (f"{where}.{key}", f"{where}.clauses", where)
        line = next((self._places[one] for one in places if one in self._places), None)
        return Problem(line, f"rule {rule.number:03d}, {key}", value, fix)
