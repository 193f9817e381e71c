"""A program in hand: read as a proposal's is, and called with a small game in view."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from nomic_mail.game.programs import (
    DECIDES,
    Calling,
    Came,
    Declared,
    Elsewhere,
    Given,
    Mistake,
    Run,
    SeenPlayer,
    SeenProposal,
    SeenRule,
    View,
    slots_in,
    slots_of,
)
from nomic_mail.sandbox.sandbox import Sandbox

RUNS = Sandbox()
ADA = Given(kind="player", number=1)
BOB = Given(kind="player", number=2)
ADOPTED = SeenProposal(
    number=301,
    by=1,
    title="A rule",
    kind="enact",
    outcome="adopted",
    voted_for=(1, 2),
    voted_against=(3,),
)


def seen(
    values: Mapping[str, Mapping[int, int | str]] | None = None,
    elsewhere: Mapping[int, Elsewhere] | None = None,
    now: datetime = datetime(2026, 3, 9, 12, tzinfo=UTC),
) -> View:
    """Ada, whose turn it is, Bob and Cid."""
    names = ((1, "Ada", 12), (2, "Bob", 4), (3, "Cid", 0))
    return View(
        now=now,
        turn=5,
        circuit=2,
        players=tuple(
            SeenPlayer(seat=seat, name=name, score=score, in_turn=seat == 1)
            for seat, name, score in names
        ),
        rules=(
            SeenRule(number=101, title="Obeying the rules", status="immutable"),
            SeenRule(number=201, title="Turns", status="mutable"),
        ),
        proposals=(ADOPTED,),
        values=values or {},
        elsewhere=elsewhere or {},
    )


def declared(source: str) -> Declared:
    read = RUNS.read(source)
    assert isinstance(read, Declared), read
    return read


def wrong(source: str) -> Mistake:
    """The first of its mistakes."""
    read = RUNS.read(source)
    assert not isinstance(read, Declared), "it was read"
    return read[0]


def call(
    source: str,
    what: str,
    *given: Given,
    view: View | None = None,
    throw: Callable[[int], int] = lambda sides: min(4, sides),
) -> Came:
    """Its hook of that form, time, name or event."""
    read = declared(source)
    place = [one.what for one in read.hooks].index(what)
    each = (given,) if read.hooks[place].kind == "decides" else ()
    return RUNS.run(
        Run(source, read, Calling(hook=place, given=given, each=each), view or seen(), throw)
    )


def plain(kind: str, form: str) -> tuple[Given, ...]:
    """What an action is called with, by Ada, and Bob, and ones."""
    of = {
        "number": Given(kind="number", number=1),
        "player": BOB,
        "proposal": Given(kind="proposal", number=301),
        "rule": Given(kind="rule", number=201),
        "text": Given(kind="text", text="red"),
    }
    if kind == "decides":
        return tuple(of[one] for one in DECIDES[form][0])
    chosen = (Given(kind="text", text=offers.split("|")[0]) for _, offers in slots_in(form))
    pairs = zip(slots_of(form), chosen, strict=True)
    slots = tuple(choice if choice.text else of[one] for one, choice in pairs)
    return (ADA, *slots) if kind == "action" else slots
