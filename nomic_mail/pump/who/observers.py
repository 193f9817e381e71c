"""Who looks on: reads what all players are told, in the same words for everybody, and no ballot.

1. OBSERVE to the game's address, or the Moderator's word: either way with a YES from the address.
   Where a hundred do already, the Moderator is asked.
2. Whoever looks on can ask for the record (012) and has no other part; JOIN makes a player of them,
   as of anybody. LEAVE ends it at once.
3. It is no matter of the game's: no event tells it, and the players do not see it.
"""

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.letters.grammar.understand import About, Understood, understand
from nomic_mail.letters.grammar.wishes import read_wishes
from nomic_mail.letters.proof.confirming import confirmed
from nomic_mail.letters.proof.token import Matter
from nomic_mail.post.compose import Tag
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import OBSERVING, Plan, reader_of, single
from nomic_mail.pump.who import unproven
from nomic_mail.pump.who.proof import seat_now
from nomic_mail.store.people import seats
from nomic_mail.store.people.seats import HAS_OBSERVED, OBSERVES, Seat

MOST = 100  # of one game: each of its letters goes to all of them


def asks(case: Case, seat: Seat) -> Plan:
    """Of an address that nothing has proven yet: it is asked whether that was it."""
    looking = sum(one.looks_on for one in case.roster)
    if looking >= MOST and not case.arrival.vouched:
        why = f"OBSERVE: {looking} look on already"
        return Plan("held", why, "unasked", case.game)
    seat = replace(seat, observes=OBSERVES, confirmed_at=None)
    ended = case.before.status == "ended"
    facts = {"by_moderator": False, "ended": ended}
    notice = single(seat.seat, "confirm_observe", OBSERVING, "?", **facts)
    return Plan(
        result="asked to confirm that they want to look on",
        proof="join",
        game=case.game,
        seat=seat.seat,
        letters=[case.answer(unproven.nameless(reader_of(seat)), notice)],
        changes=[
            lambda connection: seats.take(connection, seat),
            unproven.noted(seat.address, case.arrival.acts_at),
        ],
    )


def wrote(case: Case) -> Plan | None:
    """None where the letter is none of ours to answer: whoever plays, joins, or asks."""
    letter, seat = case.letter, case.once(seat_now)
    asked = case.matter == OBSERVING
    words = f"{letter.subject} {letter.text}".lower()
    if not asked and not seat.observes and "observe" not in words:
        return None
    understood = understand(letter.subject, letter.text, About(), letter.attached)
    verbs = {type(one.command) for one in understood.said}
    acts = case.may("observe")
    if not asked and not seat.observes and not (acts and _begins(case, verbs, seat)):
        return None
    wishes, rest = read_wishes(letter.subject, letter.text)
    asks = verbs == {c.Ask} and not wishes
    if joins(understood) or (acts and asks and seat.looks_on):
        return None
    outcome, observes = _meant(confirmed(rest).yes, verbs, seat, asked=asked, acts=acts)
    return _outcome(case, seat, outcome, observes)


def joins(understood: Understood) -> bool:
    """JOIN, or a question about how it was written."""
    lines = (one.line for one in understood.questions)
    verbs = (type(one.command) for one in understood.said)
    return c.Join in verbs or any(line.lower().startswith("join ") for line in lines)


def _begins(case: Case, verbs: set[type], seat: Seat) -> bool:
    """Whoever was invited to play, or has left, may look on instead."""
    state = case.before
    return c.Observe in verbs and seat.seat not in (*state.playing, *state.requests)


def _outcome(case: Case, seat: Seat, outcome: str, observes: int | None) -> Plan:
    at = case.arrival.acts_at
    plan = Plan(game=case.game, seat=seat.seat, result=f"observer: {outcome}")
    now = replace(seat, observes=seat.observes if observes is None else observes)
    if observes is not None:
        now = replace(now, confirmed_at=seat.confirmed_at or at)
        plan.changes.append(lambda connection: seats.observe(connection, seat, observes, at))
    matter = OBSERVING if outcome in ("asked", "stopped") else Matter("game")
    tags: dict[str, Tag] = {"asked": "?", "refused": "!"}
    facts = {"outcome": outcome, "ended": case.before.status == "ended"}
    notice = single(seat.seat, "observer", matter, tags.get(outcome, ""), **facts)
    reader = reader_of(replace(now, observes=now.observes or OBSERVES))
    plan.letters = [case.answer(reader, notice)]
    return plan


def _meant(
    yes: bool | None, verbs: set[type], seat: Seat, *, asked: bool, acts: bool
) -> tuple[str, int | None]:
    """What they are told, and how they look on then, where that changes."""
    asked = asked and not seat.looks_on
    if acts and (c.Leave in verbs or (asked and yes is False)):
        return "stopped", HAS_OBSERVED
    if acts and (c.Observe in verbs or (asked and yes)):
        return "looks on", OBSERVES
    return ("refused" if seat.looks_on else "asked"), None
