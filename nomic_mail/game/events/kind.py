"""What every event is and can say of itself, and the words several of them use.

1. A kind of event is one class, in the file of its kin: its fields, and beneath them how the state,
   the full record and the story take it. What a kind does not say is as it is here: nothing.
2. `KINDS` has every kind as soon as its file is read; a class whose name begins with `_` is what
   kin share, and no kind.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game.phrase import SENTENCE, Phrase
from nomic_mail.game.record.parts import Record
from nomic_mail.game.record.story import Moment, Story
from nomic_mail.game.state import Closing, LastAct, State

# The last two are of told games only.
Outcome = Literal["adopted", "defeated", "lapsed", "void", "vetoed", "withdrawn", "unknown"]
Passing = Literal["overruled", "silent", "gone", "chair", "call"]
Mooting = Literal["revised", "withdrawn", "opened"]
Declining = Literal["voted", "declined", "withdrawn"]
Replacing = Literal["judgment", "overruled", "gone", "skipped"]

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

KINDS: dict[str, type["Event"]] = {}


def were_words(*names: str) -> Upcaster:
    """Of a form in which these fields were sentences."""

    def lifted(fields: dict[str, Any]) -> dict[str, Any]:
        return {key: as_sentence(one) if key in names else one for key, one in fields.items()}

    return lifted


def as_sentence(told: Any) -> Any:
    if isinstance(told, list):
        return [as_sentence(one) for one in told]
    if not isinstance(told, str):
        raise ValueError("no sentence")
    return {"code": SENTENCE, "facts": {"text": told}}


class Event(Struct, frozen=True, kw_only=True):
    """Of its written form: `VERSION` is the present one, and `UPCASTERS` lift a version to the
    next, where anything has changed. The fields in `SEALED` are sealed, since the version
    `SEALED_SINCE`; where they are not known, what stands for them is in `BLANK`, or is empty. Where
    it is `ERASABLE` they can be erased for good."""

    VERSION: ClassVar[int] = 5
    UPCASTERS: ClassVar[Mapping[int, Upcaster]] = {}
    SEALED: ClassVar[tuple[str, ...]] = ()
    SEALED_SINCE: ClassVar[int] = 1
    BLANK: ClassVar[Mapping[str, str]] = {}
    ERASABLE: ClassVar[bool] = False
    # Of what is sealed, words that nothing is decided by: they are missing where nobody said any,
    # and can be withheld where the rest is open.
    BESIDE: ClassVar[tuple[str, ...]] = ()
    # The moment's name, and the fields that it tells as they are; a `seat` comes first, as `name`.
    # A kind that has no moment says so with ().
    MOMENT: ClassVar[tuple[str, ...]] = ()
    # Whether a count of a vote brings it about at once, and whether it moves nothing: what comes
    # after anything else can no longer be taken back with the count.
    COMES_OF_A_COUNT: ClassVar[bool] = False
    MOVES_NOTHING: ClassVar[bool] = False

    at: datetime

    def __init_subclass__(cls) -> None:
        if not cls.__name__.startswith("_"):
            KINDS[cls.__name__] = cls  # of the two that `slots` makes of it, the one that stays

    def fold(self, state: State) -> State:
        """The state after it, but for what `evolve` keeps of every event."""
        return state

    def keep(self, record: Record, before: State) -> None:
        """What the full record keeps of it; the state is the one before it."""

    def moment(self, story: Story) -> Moment | None:
        """Its moment in the story, in facts; `story.state` is the one before it."""
        if not self.MOMENT:
            return None
        kind, *names = self.MOMENT
        name_of = story.state.name_of
        facts = {name: getattr(self, name) for name in names}
        if "seat" in facts:
            facts = {"name": name_of(facts.pop("seat")), **facts}
        for name, one in facts.items():
            facts[name] = one.named(name_of) if isinstance(one, Phrase) else one
        return Moment(self.at, kind, facts)

    def closing(self, state: State) -> Closing | None:
        """The count that can still be taken back after it."""
        last = state.closing
        if last is None or self.MOVES_NOTHING:
            return last
        return last if self.COMES_OF_A_COUNT and self.at == last.at else None

    def last_act(self, state: State) -> LastAct | None:
        """The Moderator's act that can still be taken back after it: the first event that comes
        after an act is what it did."""
        last, number = state.last_act, state.version + 1
        if last is None or last.upto != state.version:
            return last
        if not last.effect:
            of = getattr(self, "seat", 0) or getattr(self, "number", 0)
            kind, points = type(self).__name__, self.given
            return replace(last, upto=number, effect=kind, of=of, points=points)
        return replace(last, upto=number) if self.comes_with(state) else last

    def comes_with(self, state: State) -> bool:
        """Whether it comes of an act together with the act's effect, or follows from nothing."""
        return False

    @property
    def given(self) -> int:
        """The points that the Moderator gave with it."""
        return 0
