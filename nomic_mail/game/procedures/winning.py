"""The goal, and who has won (208).

1. One player at the goal has won, and the game is over.
2. Several at the goal in one moment: no rule says who of them is the first. All are named, play
   waits, and judgment is asked (212); the Moderator ends the game and names whoever has won. When
   points, players or rules change meanwhile it is asked anew: one who is left there has won, and
   where nobody is, play goes on.
3. Otherwise the Moderator may end a game, and names nobody: winning is by points (112).
4. Where points alone win, by a rule that cannot be amended as it stands (112), whoever proposes
   another way is told, and so is who votes on it: whether it may stand is for a judge (since
   reading 2).
5. A ruling that names who wins binds the Moderator until it is overruled, or has won (212).
6. With `win: play on` a win ends nothing: points are set, and the game goes on. Several at the goal
   in one moment have won together then. Where whoever has won would be there still, it ends.
"""

import re
from collections.abc import Sequence
from typing import Final

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import parse_clause
from nomic_mail.game.clauses.kind import PROGRAM
from nomic_mail.game.clauses.victory import Goal
from nomic_mail.game.clauses.win import PlayOn
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.mechanics import Mechanics, mechanics_of
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.procedures.paradox import winner_named
from nomic_mail.game.procedures.seating import seats_called, who_is_called
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.quantities import amounts
from nomic_mail.game.state import State

SEVERAL: Final = "several winners"


_WINS: Final = re.compile(r"\bwin\s*\(")


def other_ways(state: State, changes: Sequence[c.Change]) -> tuple[Phrase, ...]:
    """Rules 4 and 6."""
    law = state.rules.get(state.rules.cite(112) or 0)
    texts = [text for change in changes for text in change.effects or ()]
    told = [Phrase("win_ends_all_the_same")] if _ends_all_the_same(state, texts) else []
    if state.reading < 2 or law is None or law.status != "immutable":
        return tuple(told)
    if any(map(_wins_otherwise, texts)):
        told.append(Phrase("wins_otherwise", rule=law.number))
    return tuple(told)


def _ends_all_the_same(state: State, texts: Sequence[str]) -> bool:
    """Whether play would go on after a win, if whoever has won had to win anew."""
    effects = {one.kind.name: one.value for one in map(parse_clause, texts)}
    if not {"win", "victory", "start"} & effects.keys():
        return False
    now = mechanics_of(state.rules)
    win, goal, start = (effects.get(n, now[n].value) for n in ("win", "victory", "start"))
    if not isinstance(win, PlayOn) or not goal:
        return False
    return not isinstance(goal, int) or (start if win.to is None else win.to) >= goal


def _wins_otherwise(text: str) -> bool:
    clause = parse_clause(text)
    if clause.kind.name == "victory":
        return clause.value == PROGRAM or isinstance(clause.value, Goal)
    return clause.kind.name == PROGRAM and _WINS.search(text) is not None


def at_the_goal(state: State) -> tuple[int, ...]:
    goal = mechanics_of(state.rules)["victory"]
    if not goal.value or goal.rule is None or goal.value == PROGRAM:
        return ()
    if isinstance(goal.value, Goal):
        many, of, void = goal.value.many, goal.value.of, mechanics_of(state.rules).void
        return tuple(
            seat
            for seat in state.playing
            if amounts(state, (of,), seat, goal.rule, void)[of] >= many
        )
    return tuple(seat for seat in state.playing if state.players[seat].score >= goal.value)


def goal_reached(course: Course) -> bool:
    """208: looked at whenever points, players or rules have changed, by a vote or otherwise, and
    whether play stops with it. 213 goes before: a ruling that names the winner, and may still be
    overruled, comes first."""
    state, goal = course.state, course.mechanics["victory"]
    waits = state.status != "running" or state.asked == SEVERAL
    there = () if waits or winner_named(state) is not None else at_the_goal(state)
    if there and plays_on(state, there):
        _round(course, there, goal.value, _law_of_the_goal(course))
        return False
    if len(there) > 1:
        law = course.cite(212)
        if isinstance(goal.value, Goal):
            of = str(goal.value)
            question = Phrase("asked_who_has_so_much", seats=there, of=of, rule=goal.rule, law=law)
        else:
            question = Phrase(
                "asked_who_has_won", seats=there, goal=goal.value, rule=goal.rule, law=law
            )
        course.happen(e.ModeratorAsked(at=course.at, matter=SEVERAL, question=question))
    elif there:
        _won(course, there, "")
    return bool(there)


def kept_enough(course: Course) -> None:
    """The goal, where it is so much of what a program keeps, and that has changed."""
    if isinstance(course.mechanics["victory"].value, Goal):
        goal_reached(course)


def won_by_rule(
    course: Course,
    winners: tuple[int, ...],
    rule: int,
    why: Phrase | None = None,
    asked: bool = False,
) -> None:
    """By a ruling, or the word of a rule's program, which may be `asked` whenever anything happens.
    Several at one stroke have won together."""
    if course.state.status != "running" or winner_named(course.state) is not None:
        return
    if not asked and plays_on(course.state, winners):
        _round(course, winners, None, rule)
        return
    course.happen(e.GameWon(at=course.at, winners=winners, goal=None, rule=rule))
    said = Phrase("has_won" if len(winners) == 1 else "have_won", seats=winners)
    course.happen(e.GameEnded(at=course.at, why=why or said))


# A win that does not end the game


def plays_on(state: State, winners: Sequence[int]) -> bool:
    """Rule 6."""
    now = mechanics_of(state.rules)
    win, goal = now["win"].value, now["victory"].value
    if not isinstance(win, PlayOn):
        return False
    if isinstance(goal, Goal):
        return not set(winners) & set(at_the_goal(state))
    return not goal or goal == PROGRAM or _from(now, win) < goal


def _from(now: Mechanics, win: PlayOn) -> int:
    start: int = now["start"].value
    return start if win.to is None else win.to


def _round(course: Course, winners: tuple[int, ...], goal: int | None, rule: int) -> None:
    """Who has left has points that are kept, unless they have gone to the surplus (301)."""
    win, kept = course.mechanics["win"], course.mechanics["leaver points"].value != "surplus"
    by, total = win.rule or 0, _from(course.mechanics, win.value)
    course.happen(e.RoundWon(at=course.at, winners=winners, goal=goal, rule=rule, by=by))
    for seat, one in sorted(course.state.players.items()):
        is_set = seat in winners if win.value.whose == "winner" else one.playing or kept
        if is_set and one.score != total:
            course.happen(
                e.PointsScored(
                    at=course.at,
                    seat=seat,
                    points=total - one.score,
                    total=total,
                    because=Phrase("begins_anew"),
                    rule=by,
                )
            )
    goal_reached(course)


def _law_of_the_goal(course: Course) -> int:
    rule = course.cite_mechanic("victory")
    return 208 if rule is None else rule


def _won(course: Course, winners: tuple[int, ...], reason: str) -> None:
    goal, law = course.mechanics["victory"].value, _law_of_the_goal(course)
    points = None if isinstance(goal, Goal) else goal
    course.happen(e.GameWon(at=course.at, winners=winners, goal=points, rule=law))
    why = Phrase("has_won" if len(winners) == 1 else "have_won", seats=winners)
    course.happen(e.GameEnded(at=course.at, why=why, reason=reason))


@decides(c.End)
def end(course: Course, command: c.End) -> None:
    """The Moderator's word."""
    state = course.state
    named, judgment = winner_named(state), state.judgment
    if named is not None and judgment is not None:
        raise Refused(
            "ruling_names_who_wins",
            course.cite(212),
            name=state.name_of(named),
            until=judgment.stands_at,
        )
    there = at_the_goal(state) if state.asked == SEVERAL else ()
    if not there and command.winners:
        raise Refused("no_goal_together", course.cite(112))
    if there:
        _won(course, _named(course, command.winners, there), command.reason)
        return
    why = Phrase("for_a_reason" if command.reason else "ended_by_moderator")
    course.happen(e.GameEnded(at=course.at, why=why, reason=command.reason))


def _named(course: Course, written: tuple[str, ...], there: tuple[int, ...]) -> tuple[int, ...]:
    state = course.state
    now, before = (tuple(x for x in all if x[0] in there) for all in who_is_called(state))
    found = [seats_called(name, now, before) for name in written]
    if not found or any(len(seats) != 1 for seats in found):
        names = tuple(state.name_of(seat) for seat in there)
        raise Refused("winner_not_named", course.cite_mechanic("victory"), names=names)
    return tuple(sorted({seats[0] for seats in found}))
