"""What a line can be: a form with its pattern, and a doubt where it may be a command or not."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from nomic_mail.game.commands import AnyCommand


@dataclass(frozen=True, slots=True)
class Doubt:
    """A line that may be a command, and the one question about it."""

    question: str


Make = Callable[[re.Match[str]], AnyCommand | Doubt | None]


@dataclass(frozen=True, slots=True)
class Form:
    pattern: re.Pattern[str]
    make: Make
    moderator: bool = False


def form(pattern: str, make: Make, *, moderator: bool = False) -> Form:
    return Form(re.compile(rf"(?:{pattern})[\s.!?]*$", re.I), make, moderator)
