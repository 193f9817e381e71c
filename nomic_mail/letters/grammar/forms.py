"""What a line can be: a form with its pattern, and a doubt where it may be a command or not."""

import re
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game.commands import Act, Command
from nomic_mail.patterns import later


class Doubt(Struct, frozen=True):
    """A line that may be a command, and the one question about it."""

    question: str
    leaves: bool = False  # whether its writer means to leave the game for good
    joins: bool = False  # or to join it
    meant: str = ""  # the whole proposal, as it may be meant: a YES above it makes it


PROPOSAL = r"(?:(?:the )?(?:proposal |prop\.? )?(?:request )?#?(?P<n>j?\d{1,6}))"
Make = Callable[[re.Match[str]], Command | Doubt | None]


class Form(Struct, frozen=True):
    pattern: re.Pattern[str]
    make: Make
    moderator: bool = False


def number(text: str | None) -> int | None:
    """303; J7, the request of seat 7, is -7."""
    if not text:
        return None
    return -int(text[1:]) if text[0] in "Jj" else int(text)


def form(pattern: str, make: Make, *, moderator: bool = False) -> Form:
    return Form(later(rf"(?:{pattern})[\s.!?]*$", re.I), make, moderator)


def act(pattern: str, make: Make) -> Form:
    """One of the Moderator's; what stands behind a colon is its reason."""

    def made(found: re.Match[str]) -> Command | Doubt | None:
        command, why = make(found), found["why"]
        if why and isinstance(command, Act):
            return replace(command, reason=" ".join(why.split()))
        return command

    whole = rf"(?:{pattern})(?:(?:\s*[:—]|\s[–-])\s+(?P<why>\S.{{0,400}}?))?"
    return form(whole, made, moderator=True)
