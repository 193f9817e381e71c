"""adoption: how many votes a rule-change needs (203)."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game.clauses.kind import (
    PROGRAM,
    BadClause,
    Kind,
    Threshold,
    read_threshold,
    show_threshold,
)
from nomic_mail.game.phrase import Phrase


class Heads(Struct, frozen=True):
    """A quorum of so many voters, whatever share of the eligible they are. Where there are fewer,
    all of them make it: no change may become impossible (114)."""

    many: int

    def __str__(self) -> str:
        return f"{self.many} head{'' if self.many == 1 else 's'}"


class OfVotes(Struct, frozen=True):
    """A quorum of the voters who have such a share of all votes, where not everybody has one."""

    share: Fraction

    def __str__(self) -> str:
        return f"{self.share} of votes"


Quorum = Fraction | Heads | OfVotes


class Turnout(Struct, frozen=True):
    """Who voted: how many of the eligible, with how many of their votes."""

    voted: int
    eligible: int
    votes: int
    of_votes: int

    def lacks(self, quorum: Quorum) -> Phrase | None:
        """Why they are too few; None where they are enough."""
        voted, eligible = self.voted, self.eligible
        if isinstance(quorum, Heads):
            if voted >= min(quorum.many, eligible):
                return None
            return Phrase("no_quorum_of_heads", voted=voted, eligible=eligible, many=quorum.many)
        if isinstance(quorum, OfVotes):
            if self.votes >= quorum.share * self.of_votes:
                return None
            share = str(quorum.share)
            return Phrase("no_quorum_of_votes", votes=self.votes, all=self.of_votes, quorum=share)
        if voted >= quorum * eligible:
            return None
        return Phrase("no_quorum", voted=voted, eligible=eligible, quorum=str(quorum))


class Adoption(Struct, frozen=True):
    """`quorums` are how many of the eligible must vote, one of a sort; `later` is the threshold
    that holds once so many circuits of turns are complete (203's second paragraph). It is `by` a
    program that it is decided, or by the votes alone; without its answer the threshold holds."""

    threshold: Threshold
    quorums: tuple[Quorum, ...] = ()
    later: tuple[int, Threshold] | None = None
    by: str = ""

    def at(self, circuit: int) -> "Adoption":
        """What holds in this circuit, with no change to come."""
        if self.later is not None and circuit > self.later[0]:
            return Adoption(self.later[1], self.quorums)
        return Adoption(self.threshold, self.quorums)

    def falls_short(self, turnout: Turnout) -> Phrase | None:
        """Why so few who voted adopt nothing; None where they are enough."""
        return next(filter(None, map(turnout.lacks, self.quorums)), None)


def strictest(found: Sequence[Adoption]) -> Adoption:
    """What takes as much as each of them, in every way: where none of them does, what each of them
    takes is put together."""
    highest = max(found, key=takes_more).threshold
    of: Literal["eligible", "cast"] = "cast"
    if any(one.threshold.of == "eligible" for one in found):
        of = "eligible"
    takes = Threshold(highest.share, of)
    if takes.unanimous and of == "eligible":
        return Adoption(takes)  # it has every quorum
    return Adoption(takes, _highest([quorum for one in found for quorum in one.quorums]))


def with_quorums(value: Adoption, quorums: tuple[Quorum, ...]) -> Adoption:
    return replace(value, quorums=_highest((*value.quorums, *quorums)))


def _highest(quorums: Sequence[Quorum]) -> tuple[Quorum, ...]:
    """Of each sort."""
    shares = [one for one in quorums if isinstance(one, Fraction)]
    heads = [one for one in quorums if isinstance(one, Heads)]
    votes = [one for one in quorums if isinstance(one, OfVotes)]
    most = (
        max(shares, default=None),
        max(heads, key=lambda one: one.many, default=None),
        max(votes, key=lambda one: one.share, default=None),
    )
    return tuple(one for one in most if one is not None)


def takes_more(value: Adoption) -> tuple[Fraction, bool, bool]:
    """By the share first: over half is more than half; then of the eligible is more than of those
    cast."""
    threshold = value.threshold
    over_half, eligible = threshold.share is None, threshold.of == "eligible"
    return threshold.share or Fraction(1, 2), over_half, eligible


def read_quorums(parts: Sequence[str]) -> tuple[Quorum, ...]:
    """One of a sort; each begins with `quorum`."""
    quorums = list[Quorum]()
    for part in parts:
        found = _QUORUM.fullmatch(part)
        if found is None:
            raise BadClause(f'"{part}" is no quorum; write quorum 1/2, or quorum 5 heads')
        quorum = _quorum(part, found)
        _once(part, type(quorum) not in map(type, quorums))
        quorums.append(quorum)
    return _highest(quorums)


_LATER = re.compile(r"after circuits (\d{1,4}):? (.+)")
_QUORUM = re.compile(r"quorum (?:(\d{1,3})/(\d{1,3})( of (?:the )?votes)?|(\d{1,4}) heads?)")


def read_adoption(text: str) -> Adoption:
    if text.strip().lower() == PROGRAM:
        return Adoption(read_threshold("unanimous of eligible"), by=PROGRAM)
    first, *others = [part.strip() for part in text.lower().split(",")]
    later = None
    for part in others:
        if found := _LATER.fullmatch(part):
            _once(part, later is None)
            later = (int(found[1]), read_threshold(found[2]))
        elif not part.startswith("quorum"):
            raise BadClause(f'"{part}" is neither "quorum 1/2" nor "after circuits 2: majority"')
    quorums = read_quorums([part for part in others if part.startswith("quorum")])
    return Adoption(read_threshold(first), quorums, later)


def _once(part: str, once: bool) -> None:
    if not once:
        raise BadClause(f'"{part.split(maxsplit=1)[0]}" stands there twice')


def _quorum(part: str, found: re.Match[str]) -> Quorum:
    if found[4]:
        if not int(found[4]):
            raise BadClause(f'"{part}" is no quorum; write quorum 5 heads')
        return Heads(int(found[4]))
    if not 0 < int(found[1]) <= int(found[2]):
        raise BadClause(f'"{part}" is no share; write quorum 1/2')
    share = Fraction(int(found[1]), int(found[2]))
    return OfVotes(share) if found[3] else share


def show_quorum(value: Quorum) -> str:
    if isinstance(value, Heads):
        return str(value)
    share = value.share if isinstance(value, OfVotes) else value
    of_votes = " of votes" if isinstance(value, OfVotes) else ""
    return f"{share.numerator}/{share.denominator}{of_votes}"


def show_adoption(value: Adoption) -> str:
    if value.by:
        return value.by
    parts = [show_threshold(value.threshold)]
    parts += [f"quorum {show_quorum(one)}" for one in value.quorums]
    if value.later is not None:
        parts.append(f"after circuits {value.later[0]}: {show_threshold(value.later[1])}")
    return ", ".join(parts)


KIND = Kind(
    name="adoption",
    place=100,
    fold="one",
    meaning="the share of votes that adopts a rule-change; majority is over half, a fraction is "
    "at least that much; of eligible counts every voter, of cast only the ballots sent; with a "
    "quorum, fewer voters than that share of them, or than so many heads, adopt nothing, or voters "
    "with less than that share of all votes; after so many complete circuits of turns another "
    "share holds, unless the rule has been amended by then",
    german="der Anteil der Stimmen, mit dem eine Regeländerung angenommen ist; majority ist mehr "
    "als die Hälfte, ein Bruch ist mindestens so viel; of eligible zählt alle Stimmberechtigten, "
    "of cast nur die abgegebenen Stimmen; mit einem Quorum nehmen weniger Abstimmende als dieser "
    "Anteil, oder als so viele Köpfe, nichts an, oder Abstimmende mit weniger als diesem Anteil "
    "aller Stimmen; nach so vielen vollendeten Runden gilt ein anderer Anteil, wenn die Regel bis "
    "dahin nicht geändert ist",
    more="Of the eligible, a proposal that the missing votes could have adopted lapses, and costs "
    "its proposer nothing; of cast, the absent decide nothing, and it is defeated. Without its "
    "quorum it lapses. Where there are fewer voters than the heads of a quorum, all of them make "
    "it (114). With `adoption: program` the program of that rule is asked, by its "
    '`@decides("adopted")`, once the ballots are counted; where it has no answer, a change needs '
    "all the eligible. What all players vote for is adopted without its being asked (114).",
    forms=(
        "unanimous of eligible",
        "majority of eligible",
        "2/3 of cast, quorum 1/2",
        "majority of cast, quorum 5 heads",
        "2/3 of cast, quorum 1/2 of votes",
        "unanimous of eligible, after circuits 2: majority of eligible",
        PROGRAM,
    ),
    read=read_adoption,
    show=show_adoption,
    house="unanimous of eligible",
    frozen=lambda value: bool(value.by),
    asks="adopted",
)
