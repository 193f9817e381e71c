"""How much one letter asks for, all its lines together.

Each line is carried out while others wait, and told again in letters. So the words that it brings
are counted, and those that it is about (the rule it would change, the proposal it revises), and
what the rules' programs said of the lines before it. What goes beyond the bound is refused, with
the reason; the lines before it count.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from nomic_mail.game import commands as c
from nomic_mail.game.course import Refusal
from nomic_mail.game.events import Event, ProgramRan
from nomic_mail.game.programs import A_THING, weight
from nomic_mail.game.rulebook import Rule
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.heads import Head, read_head

A_LETTER = 600_000  # characters; one line alone may be as long as letters are
# What moves a game is never refused for what other lines ask for.
MOVES = (
    *(c.Vote, c.Retract, c.CallVote, c.Withdraw, c.Consent),
    *(c.Overrule, c.Uphold, c.Leave),
)


class Load(Struct):
    """`weighs`: what the lines so far have come to."""

    weighs: int = 0

    def refusal(self, command: c.Command, state: State) -> Refusal | None:
        more = sum(_weights(command, state))
        if self.weighs and self.weighs + more > A_LETTER and not isinstance(command, MOVES):
            return Refusal("asks_too_much", most=A_LETTER)
        self.weighs += more
        return None

    def add(self, came: Iterable[Event]) -> None:
        """What rules' programs did and said of a line: of a few words they can make many."""
        for one in came:
            if isinstance(one, ProgramRan):
                said = A_THING + len(one.declined) if one.declined else 0
                self.weighs += weight(one.effects) + said


def _weights(command: c.Command, state: State) -> Iterator[int]:
    yield _chars(command)
    for change in getattr(command, "changes", ()):
        yield _of_rule(state.rules.get(-1 if change.target is None else change.target))
        if change.amendment is not None:
            yield sum(_of_rule(one) for one in state.rules if _is_made_by(one, change.amendment))
    if isinstance(command, c.Revise):
        yield sum(_chars(one.changes) for one in state.live if one.by == command.by)
    if isinstance(command, c.Ask):
        head = read_head(command.argument.partition("\n")[0])
        target = head.target if isinstance(head, Head) else None
        yield _of_rule(state.rules.get(-1 if target is None else target))


def _of_rule(rule: Rule | None) -> int:
    return 0 if rule is None else _chars((rule.text, rule.clauses))


def _is_made_by(rule: Rule, amendment: int) -> bool:
    return any(old.ended_by == amendment for old in rule.history)


def _chars(value: object) -> int:
    if isinstance(value, str):
        return len(value)
    parts = value if isinstance(value, tuple) else ()
    if isinstance(value, Struct):
        parts = tuple(getattr(value, name) for name in value.__struct_fields__)
    return sum(map(_chars, parts))
