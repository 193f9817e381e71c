"""What a kind of clause is: its name, how several combine, its one-line text both ways, and what
its clauses do.

1. `kind: value` may end in claims: `over 203`, `defers to 203` (211), `instead of 202`.
2. What is read prints back the same, in one canonical form.
3. What a clause pays, forbids or decides stands with its kind, as plain functions of what is known
   at that moment. Play and `verify` ask every kind that has an answer, and name none.
"""

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct

from nomic_mail.game.commands import Change, Choice
from nomic_mail.game.events import Outcome
from nomic_mail.game.numbers import NUMBER, read_number
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.game.state import Poll, Proposal, State

# A value that the program of the clause's own rule is asked for.
PROGRAM = "program"

Fold = Literal["one", "sum", "strictest"]
Moment = Literal["at the count", "afterwards"]


class BadClause(ValueError):
    """A clause that does not parse; `cure` is what would, where that can be told, and `law` the
    first number of the rule that stands against it."""

    def __init__(self, reason: str, cure: str = "", law: int | None = None) -> None:
        super().__init__(reason)
        self.cure, self.law = cure, law


class Voted(Struct, frozen=True):
    """A vote on a proposal that has been counted; `poll` has the ballots."""

    poll: Poll
    proposal: Proposal
    outcome: str

    def who_voted(self, choice: Choice) -> tuple[int, ...]:
        ballots = sorted(self.poll.ballots.items())
        return tuple(seat for seat, ballot in ballots if ballot.vote == choice)


class Pays(Struct, frozen=True):
    """Points that follow a vote: to whom, what they are told (`{number}` is the proposal), the same
    in German, and whether they are taken. `at the count` come those of 204 and 206, together;
    `afterwards`, if nobody has won by them, those of 202(2)."""

    who: Callable[[Voted], Iterable[int]]
    because: str
    german: str
    takes: bool = False
    moment: Moment = "at the count"


class Ahead(Struct, frozen=True):
    """The rule book now and as it would be then, and what the kind comes to in each."""

    now: Rules
    then: Rules
    value_now: Any
    value_then: Any


class Objection(Struct, frozen=True):
    """Why a change is not in proper form, and the cure. `law` is the rule to be named, by its first
    number, where the one with the clause is not in force yet."""

    law: int
    why: Phrase
    cure: Phrase


class Count(Struct, frozen=True):
    """The ballots as they count: `has` are the votes of each of the eligible, `counts` those for,
    against, of abstainers and absent. `outcome` and `reason` are what the threshold makes of it;
    `chair` is the Chairperson, where there was one when the vote opened."""

    threshold: "Threshold"
    votes: dict[int, Choice]
    has: dict[int, int]
    counts: dict[str, int]
    outcome: Outcome
    reason: Phrase
    chair: int | None = None


def never(value: Any) -> bool:
    return False


def always(value: Any) -> bool:
    return True


class Kind(Struct, frozen=True):
    """`place` is where it stands in lists of all kinds; `german` is its `meaning` in German, `more`
    what docs/clauses.md says beyond it. `house` is what holds when no rule has such a clause; None
    means the mechanic is off. `read` takes the text after the colon and raises BadClause; `show`
    prints it back.

    What its clauses do, where all that play has to know is (the value comes first):
    `pays`      points that follow a vote; the value says how many
    `forbids`   why a rule-change is not in proper form, if it is not
    `covers`    whether this threshold counts for such a change of such a rule, and not `adoption`
    `guards`    what any change of the clause's own rule takes, besides all else that it takes
    `eligible`  who of these may vote on a proposal (None: on a request to join)
    `decides`   another outcome than the threshold's, and the reason; frozen when the vote opens
    `frozen`    whether it holds for a vote as it was when that opened, though it decides no outcome
    `asks`      what the program of its rule is asked to decide, where its value is `program`
    `but`       the kind that a value so written is of, where that is another; or nothing

    What is `verbatim` is a text as it is written, of so many characters: lines, capitals, and no
    claims at its end."""

    name: str
    place: int
    fold: Fold
    meaning: str
    german: str
    forms: tuple[str, ...]
    read: Callable[[str], Any]
    show: Callable[[Any], str]
    house: str | None = None
    more: str = ""
    pays: Pays | None = None
    forbids: Callable[[Ahead], Objection | None] | None = None
    covers: Callable[[Change, Rule | None], bool] | None = None
    guards: "Callable[[Any], Threshold] | None" = None
    eligible: Callable[[Any, State, Proposal | None, tuple[int, ...]], tuple[int, ...]] | None = (
        None
    )
    decides: Callable[[Any, Count], tuple[Outcome, Phrase] | None] | None = None
    frozen: Callable[[Any], bool] = never
    asks: str = ""
    but: Callable[[str], str] | None = None
    verbatim: int = 0


Claimed = int | str


class Clause(Struct, frozen=True):
    """`over`, `defers` and `instead` are the rules it claims precedence over, gives way to, or
    stands in for; of the first two a type may be meant: a status, or `all` (211)."""

    kind: Kind
    value: Any
    over: tuple[Claimed, ...] = ()
    defers: tuple[Claimed, ...] = ()
    instead: tuple[int, ...] = ()

    @property
    def quantities(self) -> frozenset[str]:
        """What it counts of what the rules' programs keep."""
        found: frozenset[str] = getattr(self.value, "quantities", frozenset())
        return found

    @property
    def text(self) -> str:
        claims = [f" over {one}" for one in self.over]
        claims += [f" defers to {one}" for one in self.defers]
        claims += [f" instead of {number}" for number in self.instead]
        shown = self.kind.show(self.value)
        between = "" if shown.startswith("\n") else " "
        return f"{self.kind.name}:{between}{shown}{''.join(claims)}"


_CLAIM = re.compile(
    rf"\s+(over|defers to|instead of) (?:rules? )?({NUMBER}(?:(?:,|,? and) (?:rule )?{NUMBER})*)$"
    r"|\s+(over|defers to) (all|typeless|immutable|mutable)(?: (?:other )?rules)?$"
)


def read_claims(text: str) -> tuple[str, dict[str, Any]]:
    """The value's text, and the claims that follow it."""
    claims: dict[str, tuple[Claimed, ...]] = {"over": (), "defers": (), "instead": ()}
    rest = " ".join(text.lower().split())
    while found := _CLAIM.search(rest):
        name = (found[1] or found[3]).split()[0]
        meant = map(read_number, re.findall(NUMBER, found[2])) if found[2] else (found[4],)
        claims[name] = (*meant, *claims[name])
        rest = rest[: found.start()]
    return rest, claims


# The values several kinds share


class Threshold(Struct, frozen=True):
    """`share` is None for a majority (over half); otherwise "at least" that share."""

    share: Fraction | None
    of: Literal["eligible", "cast"]

    @property
    def unanimous(self) -> bool:
        return self.share == 1


_FRACTION = re.compile(r"(\d{1,3})(?:/(\d{1,3})|%)")


def read_threshold(text: str) -> Threshold:
    words, _, of = text.strip().lower().partition(" of ")
    of = of.strip() or "eligible"
    if of not in ("eligible", "cast"):
        raise BadClause(f'"of {of}": a share is of eligible or of cast')
    base: Literal["eligible", "cast"] = "eligible" if of == "eligible" else "cast"
    words = words.strip()
    if words in ("unanimous", "unanimity"):
        return Threshold(Fraction(1), base)
    if words in ("majority", "simple majority"):
        return Threshold(None, base)
    if words == "never":
        raise BadClause("the adoption of rule-changes may not become impossible", law=114)
    found = _FRACTION.fullmatch(words)
    if found is None:
        raise BadClause(f'"{text.strip()}" is no threshold; write unanimous, majority or 2/3')
    top, bottom = int(found[1]), int(found[2] or 100)
    if bottom == 0 or not 0 < top <= bottom:
        raise BadClause(f'"{words}" is no share; write one from above 0 to 1, such as 2/3')
    return Threshold(Fraction(top, bottom), base)


def show_threshold(value: Threshold) -> str:
    if value.unanimous:
        share = "unanimous"
    else:
        share = "majority" if value.share is None else str(value.share)
    return f"{share} of {value.of}"


def read_count(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        word = text.strip()
        if not re.fullmatch(r"[+-]?\d{1,9}", word) or not least <= int(word) <= most:
            raise BadClause(f'"{word}" is not a whole number from {least} to {most}')
        return int(word)

    return read


def read_word(*allowed: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        word = " ".join(text.lower().split())
        if word not in allowed:
            raise BadClause(f'"{word}" is none of: {", ".join(allowed)}')
        return word

    return read


class Dice(Struct, frozen=True):
    """`count` dice of `sides`, plus a constant; without dice it is the constant alone."""

    count: int
    sides: int
    plus: int = 0


_DICE = re.compile(r"(?:(\d{1,2})d(\d{1,4}))? ?(?:([+-]) ?(\d{1,6}))?|(\d{1,6})")


def read_dice(text: str) -> Dice:
    word = text.strip().lower()
    found = _DICE.fullmatch(word) if word else None
    if found is None or not (found[1] or found[5]):
        raise BadClause(f'"{word}" is no reward; write dice such as 1d6 or 2d6+1, or a number')
    if found[5]:
        return Dice(0, 0, int(found[5]))
    count, sides = int(found[1]), int(found[2])
    if not 1 <= count <= 20 or not 2 <= sides <= 1000:
        raise BadClause(f'"{word}": throw 1 to 20 dice of 2 to 1000 sides')
    return Dice(count, sides, int(f"{found[3] or ''}{found[4] or 0}"))


def show_dice(value: Dice) -> str:
    if not value.count:
        return str(value.plus)
    return f"{value.count}d{value.sides}" + (f"{value.plus:+d}" if value.plus else "")
