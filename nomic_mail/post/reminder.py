"""What is due soon, told once to whoever owes it. Pure."""

from collections.abc import Iterator
from datetime import datetime

from msgspec.structs import asdict

from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures.inactive import silent_until
from nomic_mail.game.record.story import proposed_in
from nomic_mail.game.reminders import reminded_at
from nomic_mail.game.state import State
from nomic_mail.letters.proof.token import Matter
from nomic_mail.post import facts as f
from nomic_mail.post.deadlines import owed
from nomic_mail.post.drafts import Notice, Section


def reminder(state: State, seat: int, since: datetime, at: datetime) -> Notice | None:
    """Of what was to be told since then; what was to be told before has been."""
    every = owed(state, seat).values()
    near = [one for one in every if since <= reminded_at(state, one.at) <= at < one.at]
    silence = tuple(_silence(state, seat, since, at))
    if not near:
        return Notice(seat, silence, Matter("game"), "?", "game") if silence else None
    proposal = state.proposals.get(near[0].number, state.proposal)
    facts = {
        "owed": [asdict(one) for one in near],
        "ballots": f.ballots_facts(state, seat, [one.at for one in near]),
        "change": proposed_in(proposal, state) if proposal else None,
    }
    matter = f.ballot_matter(state)
    thread = f.thread_of(state) if matter else "game"
    section = Section("reminder", facts)
    return Notice(seat, (section, *silence), matter or Matter("game"), "?", thread)


def _silence(state: State, seat: int, since: datetime, at: datetime) -> Iterator[Section]:
    """Who writes nothing will not be counted any more."""
    for one in silent_until(state):
        if one.seat == seat and since <= reminded_at(state, one.until, one.ahead) <= at < one.until:
            rule = mechanics_of(state.rules)["inactive"].rule
            facts = {"until": one.until, "rule": rule, "turns": not state.is_open}
            yield Section("silent", facts)
