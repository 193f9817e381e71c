"""Which function tells of which kind of event, as the functions say themselves."""

from collections.abc import Callable
from typing import Any, TypeVar

from nomic_mail.game import events as e
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.state import State
from nomic_mail.post.drafts import Drafts, Tag

Tell = Callable[[Drafts, Any, State, State], None]
F = TypeVar("F", bound=Callable[..., None])

# By kind: the function that is given the drafts, the event, and the state before and after it.
TELLS: dict[type[e.Event], Tell] = {}
# Kinds that have no function: they are told in letters of something else, or in a receipt.
ALONG: set[type[e.Event]] = set()


def tells(*kinds: type[e.Event]) -> Callable[[Tell], Tell]:
    def marked(tell: Tell) -> Tell:
        if twice := TELLS.keys() & set(kinds):
            raise ValueError(f"told in two functions: {twice}")
        TELLS.update(dict.fromkeys(kinds, tell))
        return tell

    return marked


def tells_along(*kinds: type[e.Event]) -> Callable[[F], F]:
    def marked(tell: F) -> F:
        ALONG.update(kinds)
        return tell

    return marked


# What several of them say


def everybody(state: State) -> tuple[int, ...]:
    return (MODERATOR, *state.playing)


def of_turn(state: State) -> str:
    return f"t{state.turn.number}" if state.turn else "game"


def asks(this_one: bool) -> Tag:
    """Only who has to do something is asked to."""
    return "?" if this_one else ""
