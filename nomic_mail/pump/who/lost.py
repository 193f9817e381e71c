"""An answer to a letter of ours of before a backup was put back, where the numbers began again.

1. A game's own numbers go on from the backup, as its rules have it (108). So a letter of ours that
   came out after it, and is lost, names by a number what does not have it any more; and nothing
   tells it from a letter of before the backup, but that the Message-ID of that one is known.
2. The answer proves who wrote it, as it did. Where it would do something to what has come up since
   the backup was put back, or may have become another in what is lost, its writer is asked first,
   and told what that is by now. So it is where it was kept in a pause, and comes to act.
3. A mailbox gives once more the letters that made what is lost, so numbers mean what they did.
"""

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game.state import NOBODY, State
from nomic_mail.letters.proof.token import SIDES, MatterKind
from nomic_mail.patterns import later
from nomic_mail.post.facts import judgment_facts, proposal_facts
from nomic_mail.pump.case import Case
from nomic_mail.pump.who.unshown import deeds

WHY = "it answers a letter of before a backup was put back"
JUDGED = -1  # for a number, of a judge's questions
_NUMBERED: frozenset[MatterKind] = frozenset(
    ("game", "proposal", "ballot", "counted", "for", "against", "call")
)
_NAMED = c.Vote | c.Retract | c.Revise | c.Withdraw | c.AddEffects
_OF_A_RULING = c.Ruling | c.Overrule | c.Uphold | c.Consent
_NUMBER = later(r"\d{1,9}")


def answers_what_is_lost(case: Case) -> Case | None:
    """The case without its proof, so that its writer is asked."""
    if case.former is None or case.state is None or case.seat is None:
        return None
    kept = case.arrival.proof == "kept"  # before there was anything to ask about
    if not case.may("command") or (case.arrival.vouched and not kept):
        return None
    if not _is_about(case, _came_up(case, case.state)) and not _moved(case):
        return None
    return replace(case, token=None, again=WHY, found={})


def facts(case: Case) -> dict[str, object]:
    """What is there by now."""
    if (state := case.state) is None:
        return {}
    there = {*_came_up(case, state), *_moved(case)}
    proposals = [proposal_facts(number, state) for number in sorted(there & set(state.proposals))]
    asked = {-number for number in state.polls if number < 0} & there
    return {
        "proposals": proposals,
        "requests": [f"J{number}" for number in sorted(asked)],
        "judgment": JUDGED in there and judgment_facts(state, NOBODY),
    }


def _came_up(case: Case, state: State) -> frozenset[int]:
    """The numbers of what was proposed, or is voted on, since then, and of a judge's questions."""
    if (since := case.former) is None:
        return frozenset()
    proposed = [one.number for one in state.proposals.values() if one.made_at >= since]
    voted_on = [abs(poll.number) for poll in state.polls.values() if poll.opened_at >= since]
    judged = state.judgment.asked_at if state.judgment is not None else None
    return frozenset((*proposed, *voted_on, *([JUDGED] if judged and judged >= since else ())))


def _moved(case: Case) -> frozenset[int]:
    """The numbers of what it would do something to, and may mean something else by. What is older
    than the backup may have been revised, or ruled on, in what is lost."""
    if (state := case.state) is None:
        return frozenset()
    new, found = _came_up(case, state), set[int]()
    for deed, line in deeds(case, case.letter):
        named = {int(one) for one in _NUMBER.findall(line)}
        if isinstance(deed, _NAMED) and deed.proposal is not None:
            named.add(abs(deed.proposal))
        elif isinstance(deed, _NAMED):
            named |= new
        elif isinstance(deed, c.CallVote):
            found |= {one.number for one in state.debated}
        elif isinstance(deed, _OF_A_RULING) and state.judgment is not None:
            found.add(JUDGED)
        found |= named & new
    return frozenset(found)


def _is_about(case: Case, new: frozenset[int]) -> bool:
    """Whether all that it does is said of what has come up, as the letter that it answers is."""
    matter = case.matter
    if matter is None or not (matter.kind in (*SIDES, "call") or deeds(case, case.letter)):
        return False
    if matter.kind == "judgment":
        return JUDGED in new
    return matter.kind in _NUMBERED and bool(matter.number) and matter.number in new
