"""The policy of the door: what a letter is looked at for, from top to bottom.

1. A row gives None (*not mine*), a plan (what comes of the letter), or the case, changed, for the
   rows after it. The row that took the letter is named in the log and in `nomic-mail letter show`.
2. Some rows see only the letters of strangers, of moderators who do not play in that game, or of
   players.
3. What its writer has to know in any case is told once, below the answer (out.besides). Letters of
   a player that change nothing are answered up to a number a day (who.challenges).
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from nomic_mail.pump.case import Case
from nomic_mail.pump.lanes import stays_in_its_game
from nomic_mail.pump.moderator import (
    chairs,
    desk_replies,
    handing_over,
    preview,
    succession,
    vacancies,
)
from nomic_mail.pump.plan import Plan, reader_of
from nomic_mail.pump.says import commands, for_the_game, lists, presence
from nomic_mail.pump.who import (
    addresses,
    again,
    bounces,
    challenges,
    doors,
    forwarded,
    lost,
    observers,
    proof,
    strangers,
)

ANYBODY, A_STRANGER, A_MODERATOR, A_PLAYER = "anybody", "a stranger", "a moderator", "a player"


class Check(NamedTuple):
    writer: str
    name: str
    probe: Callable[[Case], Plan | Case | None]


CHAIN = (
    Check(ANYBODY, "sent on by a list", lists.sent_on),
    Check(ANYBODY, "read before", again.read_before),  # under any spelling of the address
    Check(ANYBODY, "from a machine", bounces.automatic),
    Check(ANYBODY, "a letter of ours that came back", bounces.bounced),
    Check(ANYBODY, "to nobody's address", doors.nobodys),
    Check(ANYBODY, "asked to moderate", chairs.answered),
    Check(ANYBODY, "of no game here", strangers.no_game),
    Check(A_MODERATOR, "no answer to a question", challenges.moderator_no_answer),
    Check(A_MODERATOR, "was this letter yours", challenges.moderator_confirmed),
    Check(A_MODERATOR, "whether somebody has a seat", vacancies.consented),
    Check(A_MODERATOR, "a yes or no to no question", challenges.moderator_answers_nothing),
    Check(A_MODERATOR, "a desk letter answered", desk_replies.answered),
    Check(A_MODERATOR, "a moderator's clocks", chairs.clocks),
    Check(A_MODERATOR, "to be confirmed", preview.asked_first),
    Check(A_MODERATOR, "the game handed over", handing_over.ordered),
    Check(A_MODERATOR, "a moderator's act", commands.carried_out),
    Check(A_STRANGER, "from a new address", addresses.answered),
    Check(A_STRANGER, "asked to play on for somebody", succession.answered),
    Check(A_STRANGER, "whether they asked for a seat", vacancies.confirmed_there),
    Check(A_STRANGER, "asks for a seat", vacancies.stranger_asks),
    Check(A_STRANGER, "a stranger", strangers.stranger),
    Check(A_PLAYER, "no answer to a question", challenges.player_no_answer),
    Check(A_PLAYER, "of a time that is lost", lost.answers_what_is_lost),
    Check(A_PLAYER, "a change of addresses stopped", addresses.stopped),
    Check(A_PLAYER, "somebody else's invitation", forwarded.answered),
    Check(A_PLAYER, "not proven", challenges.not_proven),
    Check(A_PLAYER, "was it for the game", for_the_game.answered),
    Check(A_PLAYER, "was this letter yours", challenges.player_confirmed),
    Check(A_PLAYER, "a change of addresses answered", addresses.consented),
    Check(A_PLAYER, "who has none asks for a seat", vacancies.known_asks),
    Check(A_PLAYER, "who looks on", observers.wrote),
    Check(A_PLAYER, "where letters go", commands.with_addresses),
    Check(A_PLAYER, "no matter of the game's", commands.answered_apart),
    Check(A_PLAYER, "kept in a pause", commands.kept),
    Check(A_PLAYER, "a player's move", commands.carried_out),
)


def plan_of(case: Case, fresh: bytes) -> Plan:
    case = replace(case, fresh=fresh)
    case, plan, row = _taken(case)
    if row.writer == A_PLAYER:
        presence.noticed_alone(case, plan)
        _below(case, plan)
    plan = challenges.capped(case, plan)
    plan.changes += for_the_game.noted(case, plan)
    plan.row = row.name
    plan.alone = plan.alone or not stays_in_its_game(case)
    return plan


def _taken(case: Case) -> tuple[Case, Plan, Check]:
    writer = _writer(case)
    for row in CHAIN:
        if row.writer in (ANYBODY, writer):
            found = row.probe(case)
            if isinstance(found, Plan):
                return case, found, row
            case = found or case
    raise ValueError("no row of the chain takes every letter")


def _writer(case: Case) -> str:
    if case.seat is not None:
        return A_PLAYER
    return A_MODERATOR if case.is_moderator else A_STRANGER


def _below(case: Case, plan: Plan) -> None:
    """Rule 3."""
    if case.once(proof.is_theirs):
        plan.proof = proof.how(case)
    other, seat = case.once(proof.besides), case.once(proof.seat_now)
    if notice := other.alone(seat.seat):
        plan.letters.append(case.tell(reader_of(seat), notice))
    plan.changes.extend(other.changes)
