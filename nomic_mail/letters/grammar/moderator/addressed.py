"""Lines for several games in one letter of a moderator's: `tea: CLOSE 301`.

1. A line goes to the game whose name and a colon stand before it; so do the lines below it that are
   no command by themselves (the clauses of a BIND, the reasons of a RULING).
2. A name and a colon alone on a line head all that follows, up to the next name.
3. A command that names no game, where there are several, is nobody's: it is asked about, and
   nothing of its letter is done.
"""

from collections.abc import Collection

from msgspec import Struct, field

from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.patterns import later

NAMED = later(r"\s*(?:[*•-]\s+)?([A-Za-z][A-Za-z0-9-]{0,29})\s*:(?:\s+(\S.{0,2000}))?\s*$")


class Addressed(Struct):
    """What goes where; and the lines of which that cannot be told."""

    by_game: dict[str, list[str]] = field(default_factory=dict)
    unsure: list[str] = field(default_factory=list)

    def add(self, game: str, line: str) -> None:
        self.by_game.setdefault(game, []).append(line)


def by_game(text: str, games: Collection[str], only: str = "") -> Addressed:
    """`only` is the game that lines without a name are for, where there is but one."""
    found = Addressed()
    game, headed = only, bool(only)
    for line in scaffold(text):
        if line.kind != "said":
            continue
        named = NAMED.match(line.text)
        if named is not None and named[1].lower() in games:
            game, headed = named[1].lower(), not named[2]
            if named[2]:
                found.add(game, named[2].strip())
        elif named is not None and named[2] and _is_command(named[2]):
            found.unsure.append(line.text.strip())  # of a game that is none of these
        elif not headed and _is_command(line.text):
            found.unsure.append(line.text.strip())
            game = ""
        elif game:
            found.add(game, line.text)
    return found


def _is_command(text: str) -> bool:
    understood = understand("", text.strip(), About(from_moderator=True))
    return bool(understood.said or understood.questions)
