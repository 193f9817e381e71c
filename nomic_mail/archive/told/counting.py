"""What follows from the votes that are told: the tally, and the outcome by the threshold.

1. Names go before numbers: where all votes are told by name, a tally that is stated is compared
   with them. Where only some are, no tally follows, but it has to hold at least those.
2. An outcome follows from a threshold that is told, and from all votes, by name or by number; it is
   counted as in any game (game.tally). Adopted or not is what is compared: whether a failed vote
   lapsed was each game's own matter.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from nomic_mail.archive.told.form import LISTS, ProposalTold
from nomic_mail.game.tally import tally
from nomic_mail.phrases import said

CHOICES = (*LISTS, "absent")
Stated = tuple[str, str, str]  # key, what is stated, what follows


def counts_of(one: ProposalTold, electorate: Sequence[str]) -> dict[str, int]:
    """What is told, and what follows from the names where it is not."""
    told: dict[str, int] = {}
    if one.votes is not None and not one.partial:
        counted = Counter(one.votes.values())
        told = {choice: counted[choice] for choice in LISTS}
        told["absent"] = len(_missing(one, electorate))
    told |= one.tally
    return {choice: told[choice] for choice in CHOICES if choice in told}


def _missing(one: ProposalTold, electorate: Sequence[str]) -> list[str]:
    return [name for name in electorate if name not in (one.votes or {})]


def compared(one: ProposalTold, electorate: Sequence[str], adoption: str) -> Iterator[Stated]:
    yield from _tally(one, electorate)
    if one.outcome in ("adopted", "defeated", "lapsed") and adoption:
        yield from _outcome(one, electorate, adoption)


def _tally(one: ProposalTold, electorate: Sequence[str]) -> Iterator[Stated]:
    if one.votes is None:
        return
    counted = Counter(one.votes.values())
    counted["absent"] = len(_missing(one, electorate))
    stated = {choice: one.tally[choice] for choice in CHOICES if choice in one.tally}
    if one.partial:
        stated.pop("absent", None)
        wrong = any(count < counted[choice] for choice, count in stated.items())
    else:
        wrong = any(count != counted[choice] for choice, count in stated.items())
    if wrong:
        least = "at least " if one.partial else ""
        follows = {choice: counted[choice] for choice in stated}
        yield "tally", _shown(stated), least + _shown(follows)


def _shown(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {choice}" for choice, count in counts.items())


def _outcome(one: ProposalTold, electorate: Sequence[str], adoption: str) -> Iterator[Stated]:
    if one.votes is not None and not one.partial:
        people = dict.fromkeys((*electorate, *one.votes))
        seats = {name: seat for seat, name in enumerate(people, 1)}
        votes = {seats[name]: choice for name, choice in one.votes.items()}
        eligible = len(seats)
    elif {"for", "against"} <= set(one.tally):
        ballots = [choice for choice in LISTS for _ in range(one.tally.get(choice, 0))]
        votes = dict(enumerate(ballots, 1))
        eligible = len(ballots) + one.tally.get("absent", max(len(electorate) - len(ballots), 0))
    else:
        return
    result = tally(adoption, tuple(range(1, eligible + 1)), votes)  # type: ignore[arg-type]
    if (result.outcome == "adopted") != (one.outcome == "adopted"):
        yield "outcome", one.outcome, f"{result.outcome}: {said(result.reason)} ({adoption})"
