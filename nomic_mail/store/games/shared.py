"""What many games say alike is kept once, however many are kept: most of a game is the words of its
rules, and most rules are as their ruleset has them. So it is with how a game was before.

1. Nothing is kept here that no game has any more.
"""

from collections.abc import Mapping
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary, ref

from msgspec.structs import replace

from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.game.state import State

T = TypeVar("T")


class _Firsts(Generic[T]):
    """Of all that are equal, the first."""

    def __init__(self) -> None:
        self._known = WeakKeyDictionary[T, ref[T]]()

    def __call__(self, one: T) -> T:
        known = self._known.setdefault(one, ref(one))()
        return one if known is None else known


class Shared:
    def __init__(self) -> None:
        self._rule, self._book = _Firsts[Rule](), _Firsts[Rules]()

    def state(self, state: State) -> State:
        """The same, of what is kept already."""
        rules = self._rules(state.rules)
        words = _of(
            state.with_words, {number: one.clauses for number, one in rules.by_number.items()}
        )
        state = replace(state, rules=rules, with_words=words)
        then, act = state.closing, state.last_act
        if then is not None:
            then = replace(then, before=self._before(then.before, state))
        if act is not None:
            act = replace(act, before=self._before(act.before, state))
        return replace(state, closing=then, last_act=act)

    def _before(self, before: State, now: State) -> State:
        return replace(
            before,
            rules=self._rules(before.rules),
            players=_of(before.players, now.players),
            with_words=_of(before.with_words, now.with_words),
            settings=now.settings if before.settings == now.settings else before.settings,
        )

    def _rules(self, rules: Rules) -> Rules:
        each = {number: self._rule(one) for number, one in rules.by_number.items()}
        return self._book(replace(rules, by_number=each))


def _of(these: Mapping[int, T], known: Mapping[int, T]) -> Mapping[int, T]:
    return {key: known[key] if known.get(key) == one else one for key, one in these.items()}
