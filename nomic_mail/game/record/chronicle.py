"""What happened, moment by moment, in the words' order: the record as a story (012).

1. Gone through with the same events as the record, in one pass: each says what its moment is, and
   names and texts are those of the time.
2. A ballot is no moment of its own: its choice is told by the close of its vote (010).
3. `numbers` are the proposals a moment belongs to: a proposal's whole life is what has its number.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from nomic_mail.game.evolve import evolve
from nomic_mail.game.numbers import printed
from nomic_mail.game.record.story import Facts, Moment, Story
from nomic_mail.game.state import State

if TYPE_CHECKING:
    from nomic_mail.game.events import Event


def chronicle(events: "Iterable[Event]", state: State | None = None) -> Iterator[Moment]:
    """From the beginning, or from a state that is known."""
    story = Story(State() if state is None else state)
    for event in events:
        if event.at != story.closed_at:
            story.closed, story.closed_at = (), None
        moment = event.moment(story)
        if moment is not None:
            yield moment
        story.state = evolve(story.state, event)


def headline(change: Facts) -> str:
    """AMEND 203: Two thirds will do; of several, each of them."""
    several = (change, *change.get("more", ()))
    told = "; ".join(map(_headline, several))
    told = f"{len(several)} changes: {told}" if len(several) > 1 else told
    return f"{told}, with power {change['power']}" if change.get("power") else told


def _headline(change: Facts) -> str:
    kind, target = str(change["kind"]).upper(), change["target"]
    if kind == "ENACT":
        chosen = change.get("chosen")
        return f"ENACT{'' if chosen is None else f' {printed(chosen)}'}: {change['title']}"
    title = change["target_title"]
    if kind == "AMEND" and change["amendment"] is None:
        title = change["title"] or title
    named = f"{printed(target)}: {title}" if title else f"{printed(target)}"
    if change["amendment"] is not None:
        return f"{kind} AMENDMENT {change['amendment']} of rule {named}"
    return f"{kind} {named}"
