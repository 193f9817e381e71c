"""TRY, carried out in a copy of the game, and bounded for a player and day.

1. All that one letter tries has the time of one letter (sandbox.spending).
"""

import hmac
from collections.abc import Mapping, Sequence
from datetime import timedelta

from msgspec import Struct, field

from nomic_mail.game import commands as c
from nomic_mail.game.course import Refusal
from nomic_mail.game.dice import Fresh
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.state import State
from nomic_mail.game.trying import Attempt, Trial, Trier, tried, warnings_of
from nomic_mail.letters.grammar.forms import Doubt
from nomic_mail.letters.grammar.reading import Said
from nomic_mail.letters.grammar.tries import read_move
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import Burst
from nomic_mail.pump.says.meaning import actions_of, gone_of
from nomic_mail.store.queue import lately

A_DAY = 20
TRIED = "tried"
DAY = timedelta(days=1)


class Tries(Struct, frozen=True):
    """The places of the lines that try something, which are refused, and what the letter is."""

    refused: Mapping[int, Refusal] = field(default_factory=dict)
    result: str = ""

    def refusal(self, place: int) -> Refusal | None:
        return self.refused.get(place)


def asked(case: Case, seat: int, said: Sequence[Said]) -> Tries:
    places = [n for n, one in enumerate(said) if _is_try(one.command)]
    if not places:
        return Tries()
    since = case.arrival.acts_at - DAY
    with case.desk.look.read() as connection:
        so_far = lately.resulting(connection, case.home.id, seat, TRIED, since)
    if so_far < A_DAY:
        return Tries({}, TRIED)
    return Tries(dict.fromkeys(places, Refusal("tried_enough", most=A_DAY)))


def _is_try(command: c.Command) -> bool:
    drafted = isinstance(command, c.ProposeEdited) and command.act == "try"
    return drafted or isinstance(command, c.Try)


def came_of(case: Case, burst: Burst, seat: int) -> Mapping[c.Try, tuple[Trial, ...]]:
    """Each in the game as it was at its line."""
    by, found = _trier(case, burst, c.Try, seat), dict[c.Try, tuple[Trial, ...]]()
    for one in burst.answers if by is not None else ():
        if by and isinstance(one.command, c.Try) and not isinstance(one.result, Refusal):
            found[one.command] = tried(one.result.after, one.command, by)
    return found


def warned(case: Case, burst: Burst, seat: int) -> Mapping[c.Preview, tuple[Phrase, ...]]:
    """What each that is only looked at would be told with, as a proposal."""
    by, found = _trier(case, burst, c.Preview, seat), dict[c.Preview, tuple[Phrase, ...]]()
    for one in burst.answers if by is not None else ():
        if by and isinstance(one.command, c.Preview) and not isinstance(one.result, Refusal):
            found[one.command] = warnings_of(one.result.after, one.command, by)
    return found


def _trier(case: Case, burst: Burst, kind: type[c.Command], seat: int) -> Trier | None:
    if not any(isinstance(one.command, kind) for one in burst.answers):
        return None
    return Trier(
        seat=seat,
        at=case.arrival.acts_at,
        luck=Fresh(hmac.digest(case.fresh, b"tried", "sha256")),
        runs=case.desk.runs.of_a_letter(case.home.name),
        reads=lambda line, state: read(line, state, seat),
    )


def read(line: str, state: State, seat: int) -> Attempt | str:
    players = tuple((one, state.name_of(one)) for one in state.playing)
    move = read_move(line, actions_of(state), players, seat, gone_of(state))
    return move.question if isinstance(move, Doubt) else move
