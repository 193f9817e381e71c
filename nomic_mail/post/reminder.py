"""What is due soon, told once to whoever owes it. Pure."""

from dataclasses import asdict
from datetime import datetime

from nomic_mail.game.record.story import proposed_in
from nomic_mail.game.reminders import AHEAD
from nomic_mail.game.state import State
from nomic_mail.letters.proof.token import Matter
from nomic_mail.post import facts as f
from nomic_mail.post.deadlines import owed
from nomic_mail.post.drafts import Notice, Section


def reminder(state: State, seat: int, at: datetime) -> Notice | None:
    near = [one for one in owed(state, seat).values() if one.at - AHEAD <= at < one.at]
    if not near:
        return None
    facts = {
        "owed": [asdict(one) for one in near],
        "ballots": f.ballots_facts(state, seat),
        "change": proposed_in(state.proposal, state) if state.proposal else None,
    }
    matter = f.ballot_matter(state)
    thread = f.thread_of(state) if matter else "game"
    section = Section("reminder", facts)
    return Notice(seat, (section,), matter or Matter("game"), "?", thread)
