"""What a rule's program can use (`api.pyi`, the whole interface), as it is shown and checked
against; and a library of rules that run, each a proposal that can be sent as it stands."""

import re
from functools import cache
from importlib.resources import files
from textwrap import dedent

from msgspec import Struct

from nomic_mail.game.programs import INTERFACE

GIST = 50
_SENTENCES = re.compile(r"(?<=\.) ")
_HEAD, _EFFECTS, _PROGRAM, _END = "PROPOSE ENACT: ", "\nEffects:\n", "  program:\n", "\nEND\n"


class Ready(Struct, frozen=True):
    """A rule of the library; `clauses` are those beside its program, `letter` is the proposal,
    whole."""

    name: str
    title: str
    text: str
    clauses: tuple[str, ...]
    source: str
    letter: str

    @property
    def gist(self) -> str:
        """The sentences that it begins with, so many as tell what it is."""
        told, *more = _SENTENCES.split(" ".join(self.text.split()))
        while more and len(told) < GIST:
            told += f" {more.pop(0)}"
        return told


@cache
def interface(number: int = INTERFACE) -> str:
    text = files(__name__).joinpath("api.pyi").read_text(encoding="utf-8")
    return without_later(text, number)


def without_later(text: str, number: int) -> str:
    """As it is for programs of that interface: what came with a later one says so."""
    later = tuple(f"# since {one}" for one in range(number + 1, INTERFACE + 1))
    return "\n".join(one for one in text.split("\n") if not one.endswith(later))


@cache
def library() -> tuple[Ready, ...]:
    """The shortest first."""
    found = []
    for file in files(__name__).joinpath("library").iterdir():
        letter = file.read_text(encoding="utf-8")
        head, _, effects = letter.removesuffix(_END).partition(_EFFECTS)
        clauses, _, source = effects.partition(_PROGRAM)
        told = tuple(line.strip() for line in clauses.splitlines())
        title, _, text = head.removeprefix(_HEAD).partition("\n")
        name = file.name.removesuffix(".txt")
        found.append(Ready(name, title, text, told, dedent(source) + "\n", letter))
    return tuple(sorted(found, key=lambda one: (len(one.source), one.name)))
