"""What is committed to and not said: people's words, one by one, and what is secret.

1. In the place of a text stands {"sha256": C}, where C is the SHA-256 of a salt, a line break and
   the text. Whoever has salt and text can check that it is the one; without them nothing shows what
   it was, and nothing else fits.
2. Of a text with mail addresses in it there are as many as it has pieces, {"sha256": [C, …]}: so
   the addresses alone can be withheld. Where nobody said anything, nothing is committed to. Of
   clauses those that are programs are committed to.
3. The salts and texts are kept beside, by what they make: {C: [salt, text]}.
4. In one entry the same text has the same salt: what a letter said, and what came of it, are seen
   to be the same. In two entries it has not.
"""

import hmac
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from nomic_mail.game.phrase import Phrase
from nomic_mail.game.words import CLAUSE, FREE, WORDS, is_program

# What an address could begin with, and the rest where it is one; what is none is passed over whole.
_RUN = re.compile(r"[\w.!#$%&'*+/=?^{|}~-]++(@[\w-]++(?:\.[\w-]++)*+)?", re.ASCII)
WITHHELD, NO_ADDRESS = "(withheld)", "(address withheld)"
NO_PROGRAM = f"program: {WITHHELD}"
CLAUSES = ("clauses", "effects")  # what fields of them are called
MARK = "sha256"
_MADE = re.compile("[0-9a-f]{64}")

# What C stands for: its salt and its text.
Opened = Mapping[str, tuple[str, str]]
# Where marked fields are in a kind: True is one, FREE one in which only addresses are committed to,
# CLAUSE one that is committed to if it is a program, None is nothing of the kind.
Plan = Any


def commitment(salt: str, text: str | bytes) -> str:
    told = text if isinstance(text, bytes) else text.encode()
    return sha256(salt.encode() + b"\n" + told).hexdigest()


class Committing:
    """`opened` is what was committed to so far, of one entry."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.opened: dict[str, tuple[str, str]] = {}

    def secret(self, text: str) -> Any:
        return {MARK: self._one(text)}

    def words(self, text: str) -> Any:
        if not has_address(text):
            return self.secret(text) if text else text
        return {MARK: [self._one(piece) for piece in pieces(text)]}

    def addresses_in(self, value: Any) -> Any:
        """Wherever else one stands."""
        if isinstance(value, dict) and made_of(value) is None:
            return {key: self.addresses_in(one) for key, one in value.items()}
        if isinstance(value, list | tuple):
            return [self.addresses_in(one) for one in value]
        return self.words(value) if isinstance(value, str) and has_address(value) else value

    def all_in(self, value: Any, plan: Plan) -> Any:
        if plan is None or plan == FREE or value is None:
            return value
        if plan is True or plan == CLAUSE:
            return self.words(value) if plan is True or is_program(value) else value
        if isinstance(plan, list):
            return [self.all_in(one, plan[0]) for one in value]
        return {key: self.all_in(one, plan.get(key)) for key, one in value.items()}

    def closed(self, text: str) -> Any:
        """What never opens: it has a salt of its own, though somebody should say the same there."""
        return {MARK: self._one(text, b"\xff")}

    def _one(self, text: str, of: bytes = b"") -> str:
        salt = hmac.digest(self._key, of + text.encode(), "sha256")[:16].hex()
        made = commitment(salt, text)
        self.opened[made] = salt, text
        return made


def _addresses(text: str) -> Iterator[re.Match[str]]:
    return (one for one in _RUN.finditer(text) if one[1])


def has_address(text: str) -> bool:
    return any(_addresses(text))


def is_address(text: str) -> bool:
    run = _RUN.fullmatch(text)
    return run is not None and run[1] is not None


def with_addresses(text: str, told: Callable[[str], str]) -> str:
    """Each of them as it is told."""
    return _RUN.sub(lambda run: told(run[0]) if run[1] else run[0], text)


def pieces(text: str) -> list[str]:
    """The addresses in it, and what stands between them."""
    found, last = [], 0
    for one in _addresses(text):
        found += [text[last : one.start()], one[0]]
        last = one.end()
    return [piece for piece in (*found, text[last:]) if piece]


def plan_of(kind: Any) -> Plan:
    """Which fields of a kind, and of what is in them, are people's words."""
    return _plan_of(kind)


@cache
def _plan_of(kind: Any) -> Plan:
    if get_origin(kind) is Annotated:
        (mark,) = kind.__metadata__
        return mark == WORDS or (mark if mark in (FREE, CLAUSE) else None)
    if kind is Phrase:
        return FREE
    if isinstance(kind, type) and issubclass(kind, Struct):
        hints = get_type_hints(kind, include_extras=True)
        found = {name: plan_of(hints[name]) for name in kind.__struct_fields__}
        return {name: plan for name, plan in found.items() if plan is not None} or None
    if get_origin(kind) is tuple:
        inner = plan_of(get_args(kind)[0])
        return [inner] if inner is not None else None
    if get_origin(kind) in (Union, UnionType):
        return next((found for one in get_args(kind) if (found := plan_of(one))), None)
    return None


def bare(value: Any, plan: Plan, name: str = "") -> str | None:
    """The name of a field whose words stand there as they are, where some do."""
    if plan is True or plan == CLAUSE:
        stands = isinstance(value, str) and (bool(value) if plan is True else is_program(value))
        return name if stands else None
    if isinstance(plan, list) and isinstance(value, list):
        found = (bare(one, plan[0], name) for one in value)
    elif isinstance(plan, dict) and isinstance(value, dict):
        found = (bare(value.get(key), inner, key) for key, inner in plan.items())
    else:
        return None
    return next((one for one in found if one is not None), None)


def misplaced(value: Any, plan: Plan, name: str = "") -> str | None:
    """The name of a field with a commitment that no words there could be written as: where
    it is free what to write, there are only texts with addresses in them, in pieces."""
    for at, one, planned in _commitments(value, plan, name):
        made = one[MARK]
        if planned is None or (planned == FREE and isinstance(made, str)):
            return at
        each = made if isinstance(made, list) else [made]
        if not each or not all(isinstance(x, str) and _MADE.fullmatch(x) for x in each):
            return at
    return None


def beside(value: Any, plan: Plan) -> list[str]:
    """The commitments to addresses, where nobody's words are."""
    found = (one for _, one, planned in _commitments(value, plan, "") if planned == FREE)
    return [made for one in found for made in all_made(one)]


def _commitments(value: Any, plan: Plan, name: str) -> Iterator[tuple[str, dict[str, Any], Plan]]:
    if isinstance(value, dict) and value.keys() == {MARK}:
        yield name, value, plan if plan in (True, FREE, CLAUSE) else None
    elif isinstance(value, dict):
        free = dict.fromkeys(value.keys() - {"code"}, FREE) if plan == FREE else {}
        inner = plan if isinstance(plan, dict) else free
        for key, one in value.items():
            yield from _commitments(one, inner.get(key), key)
    elif isinstance(value, list):
        for one in value:
            yield from _commitments(one, plan[0] if isinstance(plan, list) else plan, name)


def made_of(value: Any) -> list[str] | None:
    """Which commitments stand there, where some do."""
    if not isinstance(value, dict) or len(value) != 1 or MARK not in value:
        return None
    made = value[MARK] if isinstance(value[MARK], list) else [value[MARK]]
    return made if all(isinstance(one, str) for one in made) else None


def all_made(value: Any) -> list[str]:
    """All commitments in a public part, in order."""
    if (here := made_of(value)) is not None:
        return here
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [made for one in inner for made in all_made(one)]


def said(value: Any, opened: Opened, missing: Callable[[str], str], name: str = "") -> Any:
    """The same with the texts in it; `missing` tells what stands for the field of a name that is
    not opened."""
    if (here := made_of(value)) is not None:
        gone = NO_ADDRESS if isinstance(value[MARK], list) else missing(name)
        told = "".join(opened[one][1] if one in opened else gone for one in here)
        lost = name in CLAUSES and not all(one in opened for one in here)
        return NO_PROGRAM if lost and not is_program(told) else told
    if isinstance(value, dict):
        return {key: said(one, opened, missing, key) for key, one in value.items()}
    if isinstance(value, list):
        return [said(one, opened, missing, name) for one in value]
    return value
