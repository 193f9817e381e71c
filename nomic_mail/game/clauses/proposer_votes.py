"""proposer votes: whether the proposer of a proposal has a say in the vote on it."""

from nomic_mail.game.clauses.kind import Kind, read_word
from nomic_mail.game.state import Proposal, State


def _eligible(
    value: str, state: State, proposal: Proposal | None, seats: tuple[int, ...]
) -> tuple[int, ...]:
    if value != "not" or proposal is None:
        return seats
    return tuple(seat for seat in seats if seat != proposal.by)


KIND = Kind(
    name="proposer votes",
    place=94,
    fold="one",
    meaning="freely: as everybody else. for: the vote of the proposer is for the proposal from the "
    "beginning, and stays so. for at first: it is so until they vote otherwise, or take it back. "
    "not: the proposer is not among the voters",
    german="freely: wie alle anderen. for: Die Stimme dessen, der vorschlägt, ist von Anfang an "
    "für den Vorschlag und bleibt es. for at first: Sie ist es, bis er anders stimmt oder sie "
    "zurücknimmt. not: Wer vorschlägt, stimmt nicht ab",
    forms=("freely", "for", "for at first", "not"),
    read=read_word("freely", "for", "for at first", "not"),
    show=str,
    house="freely",
    eligible=_eligible,
)
