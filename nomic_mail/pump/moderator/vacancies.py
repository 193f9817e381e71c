"""TAKEOVER: somebody asks for a seat that can be had, and a moderator says yes or no.

1. A stranger's address is asked first whether it was them, as with JOIN, and counts with those; who
   has a place here without playing (looking on, invited) has proven it by the letter itself.
2. The letter that asks is then held until a moderator decides: by YES or NO to the letter that
   tells them, or by RELEASE or DISCARD, as with any that is held. What cannot be done yet stays
   held.
   A yes is to the seat that they were told of, as long as it can be had.
3. Whoever asks is told what came of it, and what they would be called: another may have written it
   in their name. Two letters of theirs do not ask twice.
4. A name that nobody can have is refused before a moderator is asked.
"""

import re

from nomic_mail.game.commands import MODERATOR, Replace
from nomic_mail.game.course import Refusal, Refused
from nomic_mail.game.procedures.taking_over import TakeOver, seat_to_be_had, to_be_had
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.letters.mime import message
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.proof.confirming import confirmed
from nomic_mail.letters.proof.prove import single_sender
from nomic_mail.letters.proof.token import Matter
from nomic_mail.phrases.letters import worded
from nomic_mail.post.compose import Notice
from nomic_mail.post.render import Finished, Reader
from nomic_mail.pump.case import Case
from nomic_mail.pump.moderator import held
from nomic_mail.pump.moderator.acts import taken_over
from nomic_mail.pump.moderator.discretion import outside
from nomic_mail.pump.plan import NOBODY, Plan, moderators_of, reader_of, single
from nomic_mail.pump.who import names, strangers, unproven
from nomic_mail.pump.who.consent import OUTSIDE
from nomic_mail.pump.who.credentials import may
from nomic_mail.pump.who.proof import is_who_was_asked, of_moderator, seat_now
from nomic_mail.pump.who.unshown import is_unseen
from nomic_mail.store.database.engines import Conflict
from nomic_mail.store.people import seats
from nomic_mail.store.queue import inbox
from nomic_mail.store.queue.inbox import TAKEOVER, Arrival

_QUOTES = re.compile(r'["\\]')
_TOLD = re.compile(r"about seat (\d+)$")


def stranger_asks(case: Case) -> Plan | None:
    """Rule 1."""
    wish = _wish(case.letter)
    if wish is None:
        return None
    if no := strangers.nobody(case):
        return no
    number = _seat(case, wish)
    if isinstance(number, Refusal):
        plan = Plan("screened", "stranger: no such seat can be taken over", game=case.game)
        if not strangers.may_be_answered(case, plan):
            return plan
        told = case.answer(_asker(case), _refused(number))
        return Plan("done", "a stranger was answered", "stranger", case.game, letters=[told])
    if no := strangers.asked_enough(case, "TAKEOVER"):
        return no
    reader = unproven.nameless(_outside(case, number))
    notice = _question(reader, Matter("takeover", case.arrival.id))
    return Plan(
        result="asked to confirm the TAKEOVER",
        proof="join",
        game=case.game,
        letters=[case.answer(reader, notice)],
        changes=[unproven.noted(reader.address, case.arrival.acts_at)],
    )


def confirmed_there(case: Case) -> Plan | None:
    """What the address said that was asked; None where it was not, or the seat is another's now."""
    given = case.token
    if case.game is None or given is None or not may(given.matter, "take over"):
        return None
    with case.desk.look.read() as connection:
        first = inbox.get(connection, given.matter.number)
    if first is None or first.game_id != case.game.id:
        return None
    letter = message.read(first.raw)
    wish, number = _wish(letter), given.seat - OUTSIDE
    if wish is None or not is_who_was_asked(case, single_sender(letter) or ""):
        return None
    if case.arrival.proof == "released":
        return _given(case, number, wish.name or _name(letter))
    reader, yes = _outside(case, number), confirmed(case.letter.text).yes
    if number not in to_be_had(case.before):
        return _answered(case, reader, "gone")
    if yes is None:
        question = _question(reader, given.matter)
        return Plan("done", game=case.game, proof="token", letters=[case.answer(reader, question)])
    if not yes:
        return Plan("done", f"{TAKEOVER}not theirs", "token", case.game)
    return _asks_moderators(case, number, wish.name or _name(letter))


def known_asks(case: Case) -> Plan | None:
    """Rule 1. Whoever has played here is answered by the game."""
    seat, state = case.once(seat_now), case.before
    if seat.seat in state.players or seat.seat in state.requests or not case.may("command"):
        return None
    wish = _wish(case.letter)
    if wish is None or is_unseen(case):
        return None
    told, name = _told(case), wish.name or seat.name
    number = _seat(case, wish) if told is None else told
    if isinstance(number, Refusal):
        answer = case.answer(reader_of(seat), _refused(number))
        return Plan("done", game=case.game, seat=seat.seat, letters=[answer])
    if case.arrival.proof == "released":
        return _given(case, number, name)
    return _asks_moderators(case, number, name)


def consented(case: Case) -> Plan | None:
    """Rule 2. What is neither YES nor NO is read as any letter of a moderator's."""
    if case.matter is None or not case.may("give a seat"):
        return None
    said, number = confirmed(case.letter.text), case.matter.number
    if said.yes is None or case.once(of_moderator).how != "token":
        return None
    with case.desk.look.read() as connection:
        asked = inbox.get(connection, number)
    plan = Plan("done", game=case.game, seat=MODERATOR, proof="token")
    if asked is None or not asked.asks_for_a_seat or asked.game_id != case.home.id:
        reader = case.moderator or _asker(case)
        plan.letters.append(
            case.answer(reader, single(MODERATOR, "confirmed_gone", Matter("game"), gone=True))
        )
        return plan
    at = case.arrival.acts_at
    if said.yes:
        plan.result = f"{TAKEOVER}yes to letter {number}"
        plan.changes.append(lambda conn: _expect(inbox.release_held(conn, number, at)))
    else:
        plan.result = f"{TAKEOVER}no to letter {number}"
        plan.changes.append(
            lambda conn: _expect(inbox.discard(conn, number, at, "a moderator's no"))
        )
        plan.letters += held.declined(case.desk, case.home, case.arrival, asked, "")
    return plan


# What comes of it


def _asks_moderators(case: Case, number: int, name: str) -> Plan:
    """Rule 3."""
    if _asked_already(case):
        return _answered(case, _asker(case), "again")
    if no := _misnamed(case, number, name):
        answer = case.answer(_asker(case), _refused(no))
        return Plan("done", f"{TAKEOVER}no such name", "token", case.game, letters=[answer])
    plan = Plan("held", f"{TAKEOVER}a moderator is asked about seat {number}", game=case.game)
    plan.letters = _to_moderators(case, number, name)
    plan.letters.append(
        case.answer(
            _asker(case), single(NOBODY, "takeover", Matter("game"), outcome="asked", name=name)
        )
    )
    return plan


def _told(case: Case) -> int | None:
    """The seat that a moderator was told of, where they have said yes."""
    told = _TOLD.search(case.arrival.result) if case.arrival.proof == "released" else None
    return int(told[1]) if told is not None else None


def _given(case: Case, number: int, name: str) -> Plan:
    if number not in to_be_had(case.before):
        return _answered(case, _asker(case), "gone")
    by = f'"{_QUOTES.sub("", name)}" <{case.sender}>'
    try:
        return taken_over(
            case.desk,
            case.arrival,
            case.fresh,
            case.home,
            number,
            by,
            digest=case.letter.digest,
        )
    except Refused as no:
        plan = Plan("held", f"{TAKEOVER}not yet, about seat {number}", game=case.game)
        plan.letters = _to_moderators(case, number, name, no.refusal)
        return plan


def _to_moderators(case: Case, number: int, name: str, no: Refusal | None = None) -> list[Finished]:
    state = case.before
    facts = {
        "name": name,
        "player": state.name_of(number),
        "address": case.sender,
        "left": number not in state.playing,
        "score": state.players[number].score,
        "number": case.arrival.id,
        "no": worded(no).reason if no is not None else "",
    }
    notice = single(MODERATOR, "takeover_asked", Matter("consent", case.arrival.id), "?", **facts)
    with case.desk.look.read() as connection:
        chairs = moderators_of(connection, case.desk.config, case.home)
    return [case.tell(one, notice) for one in chairs]


def _asked_already(case: Case) -> bool:
    with case.desk.look.read() as connection:
        waiting = [one for one in inbox.held(connection) if one.asks_for_a_seat]
    return any(_is_of(one, case) for one in waiting)


def _is_of(one: Arrival, case: Case) -> bool:
    return one.game_id == case.home.id and single_sender(message.read(one.raw)) == case.sender


def _answered(case: Case, reader: Reader, outcome: str) -> Plan:
    told = single(NOBODY, "takeover", Matter("game"), outcome=outcome)
    letter = case.answer(Reader(NOBODY, reader.name, reader.address), told)
    return Plan("done", f"{TAKEOVER}{outcome}", "token", case.game, letters=[letter])


# Who asks, and for which seat


def _wish(letter: Letter) -> TakeOver | None:
    said = understand(letter.subject, letter.text, About(), letter.attached).said
    return next((one.command for one in said if isinstance(one.command, TakeOver)), None)


def _seat(case: Case, wish: TakeOver) -> int | Refusal:
    try:
        return seat_to_be_had(case.before, wish.player)
    except Refused as no:
        return no.refusal


def _misnamed(case: Case, number: int, name: str) -> Refusal | None:
    """Rule 4: why nobody can be called so there."""
    digest, at = case.letter.digest, case.arrival.came
    command = Replace(
        by=MODERATOR, letter=digest, received_at=at, seat=number, name=_QUOTES.sub("", name)
    )
    return names.taken(case.desk, case.home, command, case.before)


def _name(letter: Letter) -> str:
    return letter.froms[0].name or (single_sender(letter) or "").partition("@")[0]


def _outside(case: Case, number: int) -> Reader:
    with case.desk.look.read() as connection:
        seat = seats.one(connection, case.home.id, number)
    if seat is None:
        raise Conflict("the seat is gone")
    return outside(seat, _name(case.letter), case.sender or "")


def _asker(case: Case) -> Reader:
    return Reader(NOBODY, _name(case.letter), case.sender or "")


def _question(reader: Reader, matter: Matter) -> Notice:
    return single(reader.seat, "confirm_takeover", matter, "?")


def _refused(no: Refusal) -> Notice:
    words = worded(no)
    return single(NOBODY, "takeover", Matter("game"), "!", outcome="refused", words=words)


def _expect(changed: bool) -> None:
    if not changed:
        raise Conflict("the letter that asks was dealt with meanwhile")
