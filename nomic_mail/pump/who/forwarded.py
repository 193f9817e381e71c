"""An invitation that was forwarded, and answered by somebody else from their own address.

1. That takes nobody in, neither them nor whose invitation it is. They are a stranger, and are asked
   whether they want to join, or to look on, under the caps for strangers; the invitation's address
   is not told to them.
2. Whose it is hears what was written, and from where, as seldom as any address that has proven
   nothing. It is no question whether the letter was theirs: a YES to that would take them in by a
   word that says nothing of it. JOIN does.
3. What is said in their own words goes to the moderators, with the address that it came from.
4. All else, and what is over a cap, is asked about as any letter that proves nothing.
"""

from typing import Any

from nomic_mail.game import commands as c
from nomic_mail.letters.grammar.understand import About, Understood, understand
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import INVITED, Plan, are_moderators, reader_of, single
from nomic_mail.pump.who import strangers, unproven
from nomic_mail.pump.who.challenges import foreign
from nomic_mail.pump.who.invitees import accepts, news_of, outcome_of
from nomic_mail.pump.who.proof import seat_now
from nomic_mail.pump.who.showing import own_words

IN_THEIR_WORDS = ("explained", "asked", "written", "willing")


def answered(case: Case) -> Plan | None:
    if not _is_somebody_elses(case) or case.seat is None:
        return None
    letter = case.letter
    understood = understand(letter.subject, letter.text, About(), letter.attached)
    said = [one.command for one in understood.said]
    join = next((one for one in said if isinstance(one, c.Join)), None)
    looks_on = any(isinstance(one, c.Observe) for one in said)
    says = "" if join or looks_on else _says(case, understood)
    if join is None and not looks_on and not says:
        return None
    if strangers.nobody(case) or strangers.asked_enough(case, "JOIN"):
        return None
    told = says in IN_THEIR_WORDS
    plan = strangers.asks(
        case,
        join.name if join else "",
        looks_on=looks_on and join is None,
        forwarded=True,
        told=told,
    )
    _tell_whose_it_is(case, plan)
    if told:
        facts: dict[str, Any] = {"declined": False, "explained": False, "foreign": True}
        facts |= {"name": case.seat.name, "address": case.sender, "text": _written(case)}
        plan.letters += news_of(case, facts)
    return plan


def _is_somebody_elses(case: Case) -> bool:
    """Not where they have been asked and have said that it was theirs."""
    seat, sender = case.seat, case.sender
    if seat is None or seat.confirmed_at is not None or case.matter != INVITED:
        return False
    over = case.state is None or case.state.status == "ended"
    if over or case.arrival.proof in ("confirmed", "kept"):
        return False
    if not unproven.had_it_of_them(case) or not sender or not foreign(case):
        return False
    with case.desk.look.read() as connection:
        moderate = are_moderators(connection, case.desk.config, case.home.id)
    return sender not in moderate and all(one.game_id != case.home.id for one in case.seats)


def _says(case: Case, understood: Understood) -> str:
    """What no command says."""
    kept = (line.text.strip() for line in scaffold(case.letter.text) if line.kind == "said")
    lines = [line for line in kept if line]
    name = case.letter.froms[0].name if case.letter.froms else ""
    if accepts(lines, name):
        return "yes"
    found = outcome_of(lines, understood)
    return found if found in IN_THEIR_WORDS and not understood.said else ""


def _written(case: Case) -> str:
    return own_words(case.letter).removesuffix("[...]").rstrip()


def _tell_whose_it_is(case: Case, plan: Plan) -> None:
    """Rule 2."""
    seat, at = case.once(seat_now), case.arrival.acts_at
    if unproven.is_over(case.desk, seat.address, at):
        return
    notice = single(
        seat.seat,
        "invite_answered",
        INVITED,
        "?",
        foreign=foreign(case),
        text=_written(case),
    )
    plan.letters.append(case.tell(unproven.nameless(reader_of(seat)), notice))
    plan.changes.append(unproven.noted(seat.address, at))
