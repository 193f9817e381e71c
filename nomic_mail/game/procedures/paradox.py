"""213: who wins because a turn cannot be completed, by a ruling that names them, and never by
machine.

1. It goes before every other rule on who wins: while such a ruling may still be overruled, a goal
   that is reached (208) ends nothing.
"""

from nomic_mail.game.course import Course, Refused
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures.seating import who_is_called
from nomic_mail.game.state import State


def paradox_rule(state: State) -> int | None:
    """The rule that lets a ruling name the winner, where one does (213)."""
    return mechanics_of(state.rules)["paradox"].rule


def winner_named(state: State) -> int | None:
    """By the ruling in force, if that wins once it cannot be overruled any more."""
    winner = state.judgment.winner if state.judgment is not None else None
    stays = winner in state.playing and paradox_rule(state) is not None
    return winner if stays else None


def read_winner(course: Course, name: str) -> int | None:
    wanted = " ".join(name.casefold().split())
    if not wanted:
        return None
    if paradox_rule(course.state) is None:
        raise Refused("no_winner_by_ruling", course.cite(112))
    state = course.state
    now, before = who_is_called(state)
    whole = [[seat for seat, name in known if name.casefold() == wanted] for known in (now, before)]
    part = [s for s, name in (*now, *before) if wanted in _ends(name.casefold().split())]
    found = whole[0] or whole[1] or list(dict.fromkeys(part))
    if len(found) != 1:
        raise Refused(
            "several_such_winners" if found else "no_such_winner", course.cite(213), name=name
        )
    return found[0]


def _ends(words: list[str]) -> tuple[str, str]:
    return words[0], words[-1]
