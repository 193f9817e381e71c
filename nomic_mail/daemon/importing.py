"""A record brought back: a game that was played elsewhere goes on here, or stands here to be read.

1. Whoever brings it has it checked first (archive.verify): here it is taken at its word.
2. Its rows and the act that announces it are one transaction. By that act its dice are new, open
   votes begin anew, and it pauses; a game that is over is brought here as it is, without an act.
3. Its bytes stay as they are, its name in them, too: every throw stands on that. What it is called
   on this server, in addresses, is the server's own matter.
4. Where the record has addresses, whoever brings it vouches for them; else seats have none.
5. What a program in it declares is read anew, as the next letter's words may be taken for it: an
   action that no program here could have is refused.
6. Nobody in it looks like somebody else, or like the Moderator.
7. A reply's token names a seat by its number: a record whose player has a number that means the
   Moderator, or somebody without a seat, is refused, whatever else of it is proven.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.config import Config
from nomic_mail.daemon.opening import Trouble
from nomic_mail.daemon.parts import parcel_of_act
from nomic_mail.game.commands import GoOnFromRecord
from nomic_mail.game.course import Refused
from nomic_mail.game.events import Event
from nomic_mail.game.evolve import fold
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.actions import words_taken
from nomic_mail.phrases import worded
from nomic_mail.pump.moderator.founding import refuse_name
from nomic_mail.pump.moderator.handing_over import one_person
from nomic_mail.pump.plan import FIRST_MODERATOR, are_moderators
from nomic_mail.pump.who.names import strange_among
from nomic_mail.sandbox.declaring import undeclarable
from nomic_mail.store.database.engines import Conflict, Connection, Database
from nomic_mail.store.games import arriving
from nomic_mail.store.people import seats
from nomic_mail.store.queue import inbox
from nomic_mail.written.entry import entry_of

OF_THE_SERVER = 0  # no game has this number
MOST_NAME = 200  # far more than any letter of ours lets a player have
Watch = Callable[[Sequence[Any]], Iterable[Any]]
ParcelOf = Callable[[datetime, str, dict[str, Any]], inbox.Parcel]


class Brought(Struct, frozen=True):
    """`nowhere` are the players without an address, and `act` the number of what announces it (0
    where it is over)."""

    name: str
    state: State
    nowhere: tuple[str, ...]
    act: int


class ImportedRecord(Struct, frozen=True):
    events: Sequence[Event]
    lines: Sequence[Any]
    addresses: Mapping[str, str] | None = None


def bring_in(
    database: Database,
    config: Config,
    record: ImportedRecord,
    now: datetime,
    name: str = "",
    watch: Watch = iter,
    parcel_of: ParcelOf = parcel_of_act,
) -> Brought:
    """Raises Trouble, with what to do."""
    state = fold(watch(record.events))
    called = name or state.name
    people = {seat: one.name for seat, one in state.players.items()}
    people |= {seat: one.name for seat, one in state.requests.items()}
    gone = people.keys() - {*state.playing, *state.requests}
    try:
        refuse_name(called)
        addresses = _addresses(config, record.addresses or {}, people)
    except Refused as refused:
        no = worded(refused.refusal)
        raise Trouble(f"{no.reason}; {no.what_would_work}") from refused
    _refuse_strange(people)
    _refuse_undeclared(state)
    if state.at is None or state.at > now:
        raise Trouble(f"its last event is of {state.at}, which is later than now: see to the clock")
    try:
        with database.write() as connection:
            _refuse(connection, config, called, state, addresses)
            entries = (entry_of(seq, line) for seq, line in enumerate(record.lines, 1))
            id = arriving.bring_in(connection, called, _still(state), entries, now)
            zone = config.moderator.timezone
            for seat, who in people.items():
                where, writes = addresses.get(seat, ""), seat not in gone
                seats.take_from_record(connection, id, seat, who, where, zone, now, writes=writes)
            act = 0
            if state.status != "ended":
                fields = {"game": called, "verb": GoOnFromRecord.__name__}
                parcel = parcel_of(now, "set back", fields)
                (act,) = inbox.accept(connection, parcel, ["moderator"])
    except Conflict as conflict:
        raise Trouble(f"{conflict}; try again") from conflict
    nowhere = tuple(who for seat, who in people.items() if seat not in {*addresses, *gone})
    return Brought(called, state, nowhere, act)


def _still(state: State) -> State:
    """Until its act is done, and if that is held: no deadline passes, and no letter moves it."""
    if state.status != "running":
        return state
    return replace(state, status="paused", paused_at=state.at)


def _refuse_strange(people: Mapping[int, str]) -> None:
    """Rules 6 and 7; and names that no JOIN can have given."""
    for seat, who in people.items():
        if not 0 < seat < FIRST_MODERATOR:
            raise Trouble(f"{seat} is no number of a seat")
        if len(who) > MOST_NAME or "\0" in who or " ".join(who.split()) != who:
            raise Trouble(f"seat {seat} bears no name that is one line of at most {MOST_NAME}")
    if strange := strange_among(people.values()):
        told = ascii(strange)[1:-1]
        raise Trouble(f"its player {told} looks like another, or like the Moderator")


def _refuse_undeclared(state: State) -> None:
    """Rule 5."""
    for lineage, program in state.programs.items():
        number = next((one.number for one in state.rules if one.lineage == lineage), lineage)
        if why := undeclarable(program.declared, words_taken):
            raise Trouble(f"the program of rule {number:03d} declares what none here can: {why}")


def _addresses(
    config: Config, given: Mapping[str, str], people: Mapping[int, str]
) -> dict[int, str]:
    known = {seat: given[str(seat)] for seat in people if str(seat) in given}
    return {seat: one_person(config, f"<{address}>")[1] for seat, address in known.items()}


def _refuse(
    connection: Connection, config: Config, name: str, state: State, addresses: Mapping[int, str]
) -> None:
    if seats.game_named(connection, name) is not None:
        raise Trouble(
            f'there is a game "{name}" here already; --as {name}-2 gives this one another name'
        )
    doubled = len(set(addresses.values())) != len(addresses)
    if doubled:
        raise Trouble("one address in it is that of two players; export it without addresses")
    chairs = are_moderators(connection, config, OF_THE_SERVER) & set(addresses.values())
    if chairs and state.settings.moderator_plays != "yes":
        raise Trouble(f"{min(chairs)} moderates here, and the Moderator is not a player (013)")
