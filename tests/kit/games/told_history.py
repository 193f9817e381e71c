"""A game told by its events, each written by hand: what the state, the record and the story make of
it, and nothing else. What is not named in an answer has stayed as it was."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from nomic_mail.game import events as e
from nomic_mail.game.commands import Change
from nomic_mail.game.evolve import fold
from nomic_mail.game.phrase import as_told
from nomic_mail.game.record import Record, record_of
from nomic_mail.game.record.story import Moment
from nomic_mail.game.rulebook import Rule
from nomic_mail.game.settings import Settings
from nomic_mail.game.state import Proposal, State
from nomic_mail.phrases import chronicled, spoken

ADA, BOB, CYD = "Ada Lovelace", "Bob Boole", "Cyd Church"
GONE = "it is not there any more"
OF_EVERY_EVENT = ("version", "at", "closing", "last_act", "events")


def day(number: float, minutes: int = 0) -> datetime:
    return datetime(2026, 3, 1, tzinfo=UTC) + timedelta(days=number, minutes=minutes)


def rule(number: int, status: Any = "mutable", *clauses: str, **more: Any) -> Rule:
    own = {"lineage": number, "title": f"Title {number}", "text": f"Text of {number}."}
    return Rule(number=number, status=status, clauses=clauses, **{**own, **more})


RULES = (
    rule(1, "typeless"),
    rule(101, "immutable"),
    rule(102, "immutable", "start: 0"),
    rule(201),
    rule(202, "mutable", "victory: 50"),
)
HOUSE = Settings(debate_min=timedelta(hours=3), debate_max=timedelta(days=4))


@dataclass(frozen=True, slots=True)
class Came:
    """`state` and `record`: by its path, all that is another now. `moments`: what is told."""

    state: dict[str, Any]
    record: dict[str, Any]
    moments: list[Moment]

    @property
    def told(self) -> tuple[str, Mapping[str, Any], tuple[int, ...]]:
        (one,) = self.moments
        return one.kind, one.facts, one.numbers


class History:
    """`then` says what comes of one more event."""

    def __init__(self, *events: e.Event) -> None:
        self.events = list(events)

    @property
    def state(self) -> State:
        return fold(self.events)

    @property
    def record(self) -> Record:
        return record_of(self.events)

    def then(self, event: e.Event) -> Came:
        state, record, told = self.state, self.record, list(chronicled(self.events))
        self.events.append(event)
        moments = list(chronicled(self.events))
        assert moments[: len(told)] == told
        assert all(one.at == event.at for one in moments[len(told) :])
        now = dict(differences(state, self.state)), dict(differences(record, self.record))
        return Came(*now, moments[len(told) :])

    def after(self, *events: e.Event) -> "History":
        """Another, that has gone on with these."""
        return History(*self.events, *events)


def differences(before: Any, after: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """(where, what stands there now), as near to what differs as it has a name."""
    before, after = spoken(before), spoken(after)
    old, new = _parts(before), _parts(after)
    if old is None or new is None or type(before) is not type(after):
        if before != after:
            yield path, after
        return
    for key in dict.fromkeys((*old, *new)):
        where = f"{path}.{key}".lstrip(".").replace(".by_number", "")
        if where in OF_EVERY_EVENT:
            continue
        if key not in new:
            yield where, GONE
        elif key not in old:
            yield where, new[key]
        else:
            yield from differences(old[key], new[key], where)


def _parts(value: Any) -> Mapping[Any, Any] | None:
    if isinstance(value, Mapping):
        return value
    if isinstance(value, list):
        return dict(enumerate(value))
    if isinstance(value, Struct):
        return asdict(value)
    return None


# Games that have come so far


def created() -> History:
    """Five rules, and a chain of dice."""
    return History(
        e.GameCreated(
            at=day(0),
            name="tea",
            title="Tea",
            ruleset="ours",
            settings=HOUSE,
            rules=RULES,
            first_number=311,
            guides="some",
        ),
        e.DiceCommitted(at=day(0), chain=1, commitment="c9", length=9, seed="seed"),
    )


def joined(seat: int, at: float = 1, **more: Any) -> e.PlayerJoined:
    name = (ADA, BOB, CYD, "Dee Dent")[seat - 1]
    surname = name.split()[1]
    letter = f"join {seat}"
    return e.PlayerJoined(at=day(at), seat=seat, name=name, surname=surname, letter=letter, **more)


def started(procedure: Any = "turns", players: int = 3) -> History:
    """The first turn is the second player's, and due on day 9."""
    order = (2, 3, 1) if players == 3 else (2, 3, 4, 1)
    return created().after(
        *(joined(seat) for seat in range(1, players + 1)),
        e.GameStarted(
            at=day(2), order=order, how="shuffled", rule=7, link="", over=(), proven=False
        ),
        e.TurnBegan(at=day(2), turn=1, mover=2, circuit=1, due_at=day(9), procedure=procedure),
    )


TEA = Change(kind="enact", title="Tea", text="There is tea.")


def made(number: int = 311, by: int = 2, at: float = 3, change: Change = TEA) -> e.ProposalMade:
    return e.ProposalMade(
        at=day(at),
        number=number,
        revision=1,
        by=by,
        change=change,
        callable_from=day(at, 60),
        opens_at=day(at + 5),
        warnings=(),
        letter="a proposal",
    )


def opened(number: int = 311, at: float = 4, **more: Any) -> e.VotingOpened:
    own = {"electorate": (1, 2, 3), "closes_at": day(at + 3), "called_by": 2}
    return e.VotingOpened(
        at=day(at),
        number=number,
        revision=1,
        threshold="majority of eligible",
        threshold_rule=202,
        **{**own, **more},
    )


def cast(seat: int, choice: Any = "for", number: int = 311, at: float = 5) -> e.BallotCast:
    return e.BallotCast(
        at=day(at),
        number=number,
        seat=seat,
        received_at=day(at, -seat),
        letter=f"vote {seat}",
        changed=False,
        choice=choice,
    )


def closed(number: int = 311, outcome: Any = "adopted", at: float = 6) -> e.VotingClosed:
    return e.VotingClosed(
        at=day(at),
        number=number,
        outcome=outcome,
        reason=as_told("2 of 3 are for it"),
        rule=202,
        tally={"for": 2, "against": 1},
        votes={3: "against", 1: "for", 2: "for"},
        absent=(),
    )


def acted(act: str, at: float, **more: Any) -> e.ModeratorActed:
    return e.ModeratorActed(at=day(at), who="Mo", act=act, **more)


def asked(matter: Any, at: float = 5) -> e.ModeratorAsked:
    return e.ModeratorAsked(at=day(at), matter=matter, question=as_told("?"))


def proposal(number: int = 311, by: int = 2, at: float = 3, **more: Any) -> Proposal:
    """As `made` makes it."""
    own = {
        "revision": 1,
        "change": TEA,
        "made_at": day(at),
        "callable_from": day(at, 60),
        "opens_at": day(at + 5),
        "changes_until": day(at + 4),
    }
    return Proposal(number=number, by=by, **{**own, **more})
