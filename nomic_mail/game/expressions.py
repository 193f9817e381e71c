"""Exact arithmetic over named facts, for rewards and penalties a rule computes.

1. A closed grammar: whole and decimal numbers, + - * / (also × ÷ −), brackets, min, max, round,
   the names in FACTS, and any other name, of several words perhaps, for what a rule's program keeps
   (quantities). Nothing else parses, and nothing is ever evaluated but these.
2. Exact: fractions throughout; points are the nearest whole number, halves up, or the nearest part
   of a point that the rules count.
3. Bounded: length, depth and the size of every number on the way.
4. Division by zero is refused where it can be seen, and worth 0, with a note, where it cannot.
5. An expression prints back as it was written, blanks aside.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import Literal

from msgspec import Struct

from nomic_mail.game.part_points import WHOLE, points

LONGEST = 160
DEEPEST = 20
MOST_BITS = 256

FACTS: Mapping[str, str] = {
    "ordinal": "the number of the proposal, or that of the withdrawn one in whose place it is",
    "favourable": "votes for it",
    "opposed": "votes against it",
    "cast": "ballots cast",
    "eligible": "players who could vote",
    "players": "players in the game",
    "score": "the player's score before this",
    "circuit": "the circuit of turns",
    "turn": "the number of the turn",
}
SPELLINGS = {"favorable": "favourable", "against": "opposed"}

Operator = Literal["+", "-", "*", "/", "min", "max", "round", "negative"]


class BadExpression(ValueError):
    """It does not parse, or cannot be worth anything; the message says why."""


class NoValue(ArithmeticError):
    """No number comes out this time (a division by zero, or a number out of all bounds)."""


class Number(Struct, frozen=True):
    value: Fraction


class Fact(Struct, frozen=True):
    name: str


class Operation(Struct, frozen=True):
    operator: Operator
    parts: tuple["Node", ...]


Node = Number | Fact | Operation


class Expression(Struct, frozen=True):
    text: str
    tree: Node

    def points(self, facts: Mapping[str, int], part: Fraction = WHOLE) -> int:
        """The nearest multiple of that part of a point, halves up. Raises NoValue."""
        return points(floor(_worth(self.tree, facts) / part + Fraction(1, 2)) * part)

    @property
    def facts(self) -> frozenset[str]:
        return frozenset(_names(self.tree))

    @property
    def quantities(self) -> frozenset[str]:
        """What it counts of what the rules' programs keep."""
        return self.facts - FACTS.keys()


# A name of several words has one blank between them, as that of a quantity; a hyphen takes away.
_TOKEN = re.compile(r"\s*(\d{1,12}(?:\.\d{1,6})?|[^\W\d_]\w*(?: [^\W\d_]\w*)*|[-+*/(),×÷−–])")
LONGEST_NAME = 30
NO_NAMES = ("player", "point", "points", "scores", "min", "max", "round")  # no program keeps
_SIGNS = {"×": "*", "÷": "/", "−": "-", "–": "-"}


def read_expression(text: str) -> Expression:
    if len(text) > LONGEST:
        raise BadExpression(f"an expression has at most {LONGEST} characters")
    tokens: list[str] = []
    position = 0
    source = " ".join(text.lower().split())
    while position < len(source):
        found = _TOKEN.match(source, position)
        if found is None:
            raise BadExpression(f'"{source[position : position + 12]}" is no part of an expression')
        tokens.append(_SIGNS.get(found[1], found[1]))
        position = found.end()
    reader = _Reader(tokens)
    tree = reader.total(0)
    if reader.left:
        raise BadExpression(f'"{reader.left[0]}" stands where nothing can')
    _seen_through(tree)
    return Expression(" ".join(text.split()), tree)


class _Reader:
    """Recursive descent, as deep as DEEPEST."""

    def __init__(self, tokens: list[str]) -> None:
        self.left = tokens

    def _take(self, *wanted: str) -> str | None:
        return self.left.pop(0) if self.left and self.left[0] in wanted else None

    def total(self, depth: int) -> Node:
        if depth > DEEPEST:
            raise BadExpression(f"brackets go at most {DEEPEST} deep")
        node = self._product(depth)
        while operator := self._take("+", "-"):
            node = Operation("+" if operator == "+" else "-", (node, self._product(depth)))
        return node

    def _product(self, depth: int) -> Node:
        node = self._atom(depth)
        while operator := self._take("*", "/"):
            node = Operation("*" if operator == "*" else "/", (node, self._atom(depth)))
        return node

    def _atom(self, depth: int) -> Node:
        if depth > DEEPEST:
            raise BadExpression(f"brackets go at most {DEEPEST} deep")
        if self._take("-"):
            return Operation("negative", (self._atom(depth + 1),))
        if self._take("("):
            node = self.total(depth + 1)
            self._close()
            return node
        if not self.left:
            raise BadExpression("it ends where a number or a name is missing")
        token = self.left.pop(0)
        if token[0].isdecimal():
            return Number(Fraction(token))
        if token in ("min", "max", "round"):
            return self._function(token, depth)
        name = SPELLINGS.get(token, token)
        if not name[0].isalpha() or len(name) > LONGEST_NAME or name in NO_NAMES:
            raise BadExpression(f'"{token}" is no number and none of: {", ".join(FACTS)}')
        return Fact(name)

    def _function(self, name: str, depth: int) -> Node:
        if not self._take("("):
            raise BadExpression(f"{name} needs brackets, as in {name}(ordinal, 10)")
        parts = [self.total(depth + 1)]
        while self._take(","):
            parts.append(self.total(depth + 1))
        self._close()
        if name == "round" and len(parts) != 1:
            raise BadExpression("round takes one number")
        operator: Operator = "min" if name == "min" else "max" if name == "max" else "round"
        return Operation(operator, tuple(parts))

    def _close(self) -> None:
        if not self._take(")"):
            raise BadExpression('a bracket is open that is never closed; add ")"')


def _seen_through(node: Node) -> None:
    """What is constant is worked out at once: a division by a constant zero is seen here."""
    if isinstance(node, Operation):
        for part in node.parts:
            _seen_through(part)
        if node.operator == "/" and not _names(node.parts[1]):
            try:
                divisor = _worth(node.parts[1], {})
            except NoValue as none:
                raise BadExpression(str(none)) from None
            if divisor == 0:
                raise BadExpression("it divides by zero")


def _names(node: Node) -> set[str]:
    if isinstance(node, Fact):
        return {node.name}
    if isinstance(node, Operation):
        return {name for part in node.parts for name in _names(part)}
    return set()


def _worth(node: Node, facts: Mapping[str, int]) -> Fraction:
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Fact):
        return Fraction(facts.get(node.name, 0))
    value = _applied(node.operator, [_worth(part, facts) for part in node.parts])
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MOST_BITS:
        raise NoValue("out of all bounds")
    return value


def _applied(operator: Operator, values: list[Fraction]) -> Fraction:
    first = values[0]
    match operator:
        case "+":
            return first + values[1]
        case "-":
            return first - values[1]
        case "*":
            return first * values[1]
        case "/":
            if values[1] == 0:
                raise NoValue("divided by zero")
            return first / values[1]
        case "min":
            return min(values)
        case "max":
            return max(values)
        case "round":
            return Fraction(floor(first + Fraction(1, 2)))
        case "negative":
            return -first
