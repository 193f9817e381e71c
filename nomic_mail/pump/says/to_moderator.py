"""TELL MODERATOR: a player's words to the Moderator alone, who is a person.

1. It is no matter of the game's: nothing of it stands in the record, and it is answered in a pause
   and when the game is over.
2. The Moderator has the words once, marked as the player's, with the address to answer to. So many
   letters of a player a day, so that nobody floods them.
3. What was told before a backup was put back is not told again.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TypeGuard

from nomic_mail.game import commands as c
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.course import Refusal
from nomic_mail.letters.grammar.reading import Said
from nomic_mail.letters.grammar.statements import TELL_MODERATOR
from nomic_mail.letters.proof.token import Matter
from nomic_mail.post.render import Finished
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import Burst, moderators_of, single
from nomic_mail.pump.says.meaning import named_now
from nomic_mail.pump.who.proof import seat_now
from nomic_mail.pump.who.showing import plainly
from nomic_mail.store.queue import lately

A_DAY = 5
TOLD = "the Moderator was asked"
DAY = timedelta(days=1)


def is_told(command: c.Command) -> TypeGuard[c.Ask]:
    return isinstance(command, c.Ask) and command.topic == TELL_MODERATOR.lower()


def refused(case: Case, seat: int, said: Sequence[Said]) -> Mapping[int, Refusal]:
    """Rule 2, by the places of the lines: one of a letter."""
    places = [n for n, one in enumerate(said) if is_told(one.command)]
    if not places:
        return {}
    since = case.arrival.acts_at - DAY
    with case.desk.look.read() as connection:
        so_far = lately.resulting(connection, case.home.id, seat, TOLD, since)
    why = Refusal("moderator_told_enough", most=A_DAY)
    return dict.fromkeys(places if so_far >= A_DAY else places[1:], why)


def letters(case: Case, burst: Burst) -> list[Finished]:
    """What the game's moderators are told."""
    told = (
        one.command.argument
        for one in burst.answers
        if is_told(one.command) and not isinstance(one.result, Refusal)
    )
    words = next(told, "")
    if not words or case.seat is None or case.arrival.was_answered:
        return []
    seat = named_now(case.once(seat_now), burst.after)
    facts = {"name": seat.name, "address": seat.address, "text": plainly(words)}
    plays = seat.seat in burst.after.playing
    notice = single(MODERATOR, "player_asks", Matter("game"), "", **facts, plays=plays)
    with case.desk.look.read() as connection:
        readers = moderators_of(connection, case.desk.config, case.home)
    return [case.tell(one, notice) for one in readers]
