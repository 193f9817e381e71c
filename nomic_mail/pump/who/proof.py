"""Whether a letter is its writer's: what `letters.proof` says, of the addresses known here.

1. What is asked of the DNS is asked while nothing of the database is held.
2. A letter that its sender, or the moderator for them, has answered for is theirs; so is one that
   was kept in a pause, unless there is something against it by now.
"""

from msgspec.structs import replace

from nomic_mail.letters.proof import dkim
from nomic_mail.letters.proof.prove import Proof, Trust, prove
from nomic_mail.pump.case import Case
from nomic_mail.pump.out.besides import Beside, beside
from nomic_mail.pump.plan import moderator
from nomic_mail.store.people.seats import REACHED, Seat


def of_player(case: Case) -> Proof:
    return _proof(case, case.addresses, case.desk.config.mail.trust)


def of_moderator(case: Case) -> Proof:
    """A moderator's commands by mail are always confirmed."""
    reader = case.moderator or moderator(case.desk.config)
    return _proof(case, (reader.address.lower(),), "token")


def is_who_was_asked(case: Case, address: str) -> bool:
    """Whether the answer to a question at somebody's own address, who need have no seat here, is
    theirs: by the token it was asked with, and all else that a player's letter is held to."""
    if case.sender != address.lower():
        return False
    return case.arrival.vouched or _proof(case, (case.sender,), "token").how == "token"


def _proof(case: Case, addresses: tuple[str, ...], trust: Trust) -> Proof:
    return prove(
        case.letter,
        addresses,
        case.token,
        trust,
        against_it=case.again or dkim.dmarc_failure(case.arrival.raw, case.desk.trust),
        answers=case.door.kind == "token",
        vouched=lambda: verdict(case, case.sender or "", case.arrival.recipient),
    )


def domain_stands_behind(case: Case, sender: str) -> bool:
    return verdict(case, sender, case.arrival.recipient).result == "pass"


def verdict(case: Case, sender: str, recipient: str) -> dkim.Verdict:
    case.desk.look.rest()  # rule 1
    raw, at = case.arrival.raw, case.arrival.received_at
    return dkim.authenticated(raw, sender, recipient, case.desk.trust, at)


def is_theirs(case: Case) -> bool:
    """Rule 2."""
    return _answered_for(case) or case.once(of_player).ok


def how(case: Case) -> str:
    """By what it is."""
    return case.arrival.proof if _answered_for(case) else case.once(of_player).how


def _answered_for(case: Case) -> bool:
    return case.arrival.vouched and not case.again


def seat_now(case: Case) -> Seat:
    """The player's seat, as this letter leaves it."""
    if case.seat is None:
        raise ValueError("a letter of no player")
    seat = case.seat
    if case.published:  # what we write now has the next epoch's tokens
        seat = replace(seat, token_epoch=seat.next_epoch)
    if case.once(is_theirs):
        seat = replace(seat, **REACHED)
    return seat


def besides(case: Case) -> Beside:
    return beside(case, theirs=case.once(is_theirs), proven=case.once(of_player).ok)
