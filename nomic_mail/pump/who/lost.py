"""An answer to a letter of ours of before a backup was put back, where the numbers began again.

1. A game's own numbers go on from the backup, as its rules have it (108). So a letter of ours that
   came out after it, and is lost, names by a number what does not have it any more; and nothing
   tells it from a letter of before the backup.
2. The answer proves who wrote it, as it did. Where it would do something to what has come up since
   the backup was put back, its writer is asked first, and told what that is by now.
3. A mailbox gives once more the letters that made what is lost, so numbers mean what they did.
"""

from datetime import datetime

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game.state import NOBODY, State
from nomic_mail.letters.proof.token import Matter, MatterKind
from nomic_mail.post.facts import judgment_facts, proposal_facts
from nomic_mail.pump.case import Case
from nomic_mail.pump.who.unshown import deeds
from nomic_mail.store.database import numbers

WHY = "it answers a letter of before a backup was put back"
_NUMBERED: frozenset[MatterKind] = frozenset(
    ("game", "proposal", "ballot", "counted", "for", "against")
)
_BY_NUMBER = (
    c.Vote
    | c.Retract
    | c.Revise
    | c.Withdraw
    | c.AddEffects
    | c.CallVote
    | c.Ruling
    | c.Overrule
    | c.Uphold
    | c.Consent
)


def answers_what_is_lost(case: Case) -> Case | None:
    """The case without its proof, so that its writer is asked."""
    state, seat = case.state, case.seat
    asked = case.former and state is not None and seat is not None and case.may("command")
    if not asked or state is None or case.arrival.vouched:
        return None
    new = _came_up(state, _since(case))
    return replace(case, token=None, again=WHY) if _would_move(case, new) else None


def facts(case: Case) -> dict[str, object]:
    """What has come up since."""
    if (state := case.state) is None:
        return {}
    new = _came_up(state, _since(case))
    proposals = [proposal_facts(number, state) for number in sorted(new & set(state.proposals))]
    return {"proposals": proposals, "judgment": 0 in new and judgment_facts(state, NOBODY)}


def _since(case: Case) -> datetime | None:
    with case.desk.look.read() as connection:
        return numbers.begun_again(connection)


def _came_up(state: State, since: datetime | None) -> frozenset[int]:
    """The numbers of what was proposed, or is voted on, since then; 0 is a judge's question."""
    if since is None:
        return frozenset()
    proposed = [one.number for one in state.proposals.values() if one.made_at >= since]
    voted_on = [abs(poll.number) for poll in state.polls.values() if poll.opened_at >= since]
    judged = state.judgment.asked_at if state.judgment is not None else None
    return frozenset((*proposed, *voted_on, *([0] if judged and judged >= since else ())))


def _would_move(case: Case, new: frozenset[int]) -> bool:
    return bool(new) and (
        _is_about(case.matter, new)
        or any(isinstance(deed, _BY_NUMBER) for deed, _ in deeds(case, case.letter))
    )


def _is_about(matter: Matter | None, new: frozenset[int]) -> bool:
    if matter is None:
        return False
    if matter.kind == "judgment":
        return 0 in new
    return matter.kind in _NUMBERED and bool(matter.number) and matter.number in new
