"""How many steps a backtracking matcher takes for a pattern and a text: a count, not a time.

1. It walks the tree that `re` itself parses a pattern into, and tries things in the order of `re`.
   One step is one item of the pattern tried at one place.
2. `re` takes short cuts; its steps are never more than these by more than a constant.
"""

import random
import re
import sys
from collections.abc import Callable, Iterable
from re import _constants as c  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

Go = Callable[[int], bool]
Items = tuple[Any, ...]


class TooManySteps(Exception):
    pass


class Steps:
    """One pattern tried on one text from one place, or from every place."""

    def __init__(self, pattern: re.Pattern[str], text: str, most: int) -> None:
        self.tree: Items = tuple(_parser.parse(pattern.pattern, pattern.flags))
        self.text = text.casefold() if pattern.flags & re.I else text
        self.folds = bool(pattern.flags & re.I)
        self.lines = bool(pattern.flags & re.M)
        self.all = bool(pattern.flags & re.S)
        self.most = most
        self.count = 0

    def match(self, at: int = 0) -> bool:
        return self.walk(self.tree, 0, at, lambda _: True)

    def search(self) -> bool:
        return any(self.match(at) for at in range(len(self.text) + 1))

    def walk(self, items: Items, place: int, at: int, go: Go) -> bool:
        self.count += 1
        if self.count > self.most:
            raise TooManySteps(self.count)
        if place == len(items):
            return go(at)
        op, given = items[place]

        def on(there: int) -> bool:
            return self.walk(items, place + 1, there, go)

        if op in (c.LITERAL, c.NOT_LITERAL, c.ANY, c.IN):
            return at < len(self.text) and self.fits(op, given, self.text[at]) and on(at + 1)
        if op in (c.SUBPATTERN, c.BRANCH):
            ways = given[1] if op is c.BRANCH else [given[3]]
            return any(self.walk(tuple(one), 0, at, on) for one in ways)
        if op in (c.MAX_REPEAT, c.MIN_REPEAT):
            least, most, body = given
            greedy = op is c.MAX_REPEAT
            return self.repeat(tuple(body), int(least), int(most), at, on, greedy)
        if op is c.POSSESSIVE_REPEAT:
            least, most, body = given
            return self.once(
                lambda keep: self.repeat(tuple(body), int(least), int(most), at, keep, True), on
            )
        if op is c.ATOMIC_GROUP:
            return self.once(lambda keep: self.walk(tuple(given), 0, at, keep), on)
        if op in (c.ASSERT, c.ASSERT_NOT):
            return self.asserted(given, at) is (op is c.ASSERT) and on(at)
        if op is c.AT:
            return self.stands(given, at) and on(at)
        raise NotImplementedError(op)

    @staticmethod
    def once(tried: Callable[[Go], bool], go: Go) -> bool:
        """What is never given back: the first way it fits is the only one."""
        ends: list[int] = []

        def keep(end: int) -> bool:
            ends.append(end)
            return True

        return tried(keep) and go(ends[0])

    def repeat(self, body: Items, least: int, most: int, at: int, go: Go, greedy: bool) -> bool:
        if len(body) == 1 and body[0][0] in (c.LITERAL, c.NOT_LITERAL, c.ANY, c.IN):
            return self.run(body[0], least, most, at, go, greedy)

        def again(there: int, done: int) -> bool:
            def more() -> bool:
                return done < most and self.walk(
                    body,
                    0,
                    there,
                    lambda end: (end > there or done < least) and again(end, done + 1),
                )

            if done < least:
                return more()
            return (more() or go(there)) if greedy else (go(there) or more())

        return again(at, 0)

    def run(self, one: Any, least: int, most: int, at: int, go: Go, greedy: bool) -> bool:
        """A repeated character, without recursion, as `re` does it."""
        end = at
        while (
            end < len(self.text) and end - at < most and self.fits(one[0], one[1], self.text[end])
        ):
            end += 1
            self.count += 1
        ends: Iterable[int] = range(at + least, end + 1)
        if greedy:
            ends = reversed(range(at + least, end + 1))
        return any(go(there) for there in ends)

    def asserted(self, given: Any, at: int) -> bool:
        direction, body = given
        if direction > 0:
            return self.walk(tuple(body), 0, at, lambda _: True)
        width = body.getwidth()[0]
        if at < width:
            return False
        return self.walk(tuple(body), 0, at - width, lambda end: end == at)

    def stands(self, where: Any, at: int) -> bool:
        text = self.text
        if where is c.AT_BEGINNING:
            return at == 0 or (self.lines and text[at - 1] == "\n")
        if where in (c.AT_BEGINNING_STRING, c.AT_END_STRING):
            return at == (0 if where is c.AT_BEGINNING_STRING else len(text))
        if where is c.AT_END:
            return at == len(text) or text[at:] == "\n" or (self.lines and text[at] == "\n")
        before = at > 0 and self.is_word(text[at - 1])
        after = at < len(text) and self.is_word(text[at])
        if where not in (c.AT_BOUNDARY, c.AT_NON_BOUNDARY):
            raise NotImplementedError(where)
        return (before != after) is (where is c.AT_BOUNDARY)

    @staticmethod
    def is_word(char: str) -> bool:
        return char.isalnum() or char == "_"

    def fits(self, op: Any, given: Any, char: str) -> bool:
        if op is c.ANY:
            return self.all or char != "\n"
        if op is c.LITERAL:
            return self.same(given, char)
        if op is c.NOT_LITERAL:
            return not self.same(given, char)
        negated = given[0][0] is c.NEGATE
        return any(self.among(one[0], one[1], char) for one in given[negated:]) is not negated

    def same(self, code: int, char: str) -> bool:
        return chr(code) == char or (self.folds and chr(code).casefold() == char)

    def among(self, op: Any, given: Any, char: str) -> bool:
        if op is c.LITERAL:
            return self.same(given, char)
        if op is c.RANGE:
            low, high = given
            return low <= ord(char) <= high or (self.folds and low <= ord(char.upper()[0]) <= high)
        kinds: dict[Any, Callable[[str], bool]] = {
            c.CATEGORY_DIGIT: str.isdigit,
            c.CATEGORY_NOT_DIGIT: lambda one: not one.isdigit(),
            c.CATEGORY_SPACE: str.isspace,
            c.CATEGORY_NOT_SPACE: lambda one: not one.isspace(),
            c.CATEGORY_WORD: self.is_word,
            c.CATEGORY_NOT_WORD: lambda one: not self.is_word(one),
        }
        return kinds[given](char)


def example(pattern: re.Pattern[str], dice: random.Random) -> str:
    """A text the pattern would match, but for what it asserts about its surroundings."""
    return _example(tuple(_parser.parse(pattern.pattern, pattern.flags)), dice)


def _example(items: Items, dice: random.Random) -> str:
    out = ""
    for op, given in items:
        if op is c.LITERAL:
            out += chr(given)
        elif op is c.NOT_LITERAL:
            out += dice.choice([one for one in "ab1 )" if ord(one) != given])
        elif op is c.ANY:
            out += dice.choice("ab1 ).")
        elif op is c.IN:
            out += _one_of(given, dice)
        elif op is c.SUBPATTERN:
            out += _example(tuple(given[3]), dice)
        elif op is c.ATOMIC_GROUP:
            out += _example(tuple(given), dice)
        elif op is c.BRANCH:
            out += _example(tuple(dice.choice(given[1])), dice)
        elif op in (c.MAX_REPEAT, c.MIN_REPEAT, c.POSSESSIVE_REPEAT):
            least, most = int(given[0]), min(int(given[1]), int(given[0]) + 3)
            out += "".join(
                _example(tuple(given[2]), dice)
                for _ in range(dice.randint(least, max(least, most)))
            )
    return out


def _one_of(given: Any, dice: random.Random) -> str:
    kinds = {c.CATEGORY_DIGIT: "1", c.CATEGORY_SPACE: " ", c.CATEGORY_WORD: "a"}
    if given[0][0] is c.NEGATE:
        none = Steps(re.compile("a"), "", 1)
        fit = [char for char in "ab1 ).@-" if none.fits(c.IN, given, char)]
        return dice.choice(fit) if fit else ""
    op, what = dice.choice(given)
    if op is c.LITERAL:
        return chr(what)
    return chr(dice.randint(*what)) if op is c.RANGE else kinds.get(what, "!")


def steps(pattern: re.Pattern[str], text: str, *, search: bool, most: int = 3_000_000) -> int:
    """How many steps; a TooManySteps beyond `most`."""
    deep = sys.getrecursionlimit()
    sys.setrecursionlimit(200_000)
    try:
        one = Steps(pattern, text, most)
        if search:
            one.search()
        else:
            one.match()
        return one.count
    finally:
        sys.setrecursionlimit(deep)
