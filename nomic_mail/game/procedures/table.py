"""Which function decides which command, as the functions say themselves."""

from collections.abc import Callable
from typing import Any, TypeVar

from nomic_mail.game.commands import Command
from nomic_mail.game.course import Course

Decide = Callable[[Course, Any], None]
F = TypeVar("F", bound=Callable[..., None])

DECIDES: dict[type[Command], Decide] = {}


def decides(*kinds: type[Command]) -> Callable[[F], F]:
    def marked(decide: F) -> F:
        if twice := DECIDES.keys() & set(kinds):
            raise ValueError(f"decided twice: {twice}")
        DECIDES.update(dict.fromkeys(kinds, decide))
        return decide

    return marked
