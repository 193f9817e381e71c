"""Throws of the dice, and the chain that they are drawn from (008).

1. A throw stands on what players wrote: of a vote its ballots, else the letters that joined.
   Nothing of what the Moderator writes goes into it, and what was drawn is drawn.
2. A new chain is announced as soon as the last link is out; where it was dealt from in secret,
   before that, as the last link is the seed.
3. What was thrown in secret can be checked by everybody once the game is over.
"""

from typing import Any

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses.kind import Dice
from nomic_mail.game.course import Course
from nomic_mail.game.dice import message_of, throw
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.state import Chain, State


def throw_dice(course: Course, by: int, dice: Dice, roll: int, **over: Any) -> tuple[int, ...]:
    """The faces; none where nothing is to be thrown. The last of `over` are the letters."""
    state = course.state
    if not dice.count or state.chain is None or state.turn is None:
        return ()
    turn, written = state.turn.number, f"{dice.count}d{dice.sides}"
    message = message_of(game=state.name, turn=turn, roll=roll, dice=written, **over)
    link = course.luck.link(state.chain)
    faces = throw(link, message, dice.count, dice.sides)
    *_, letters = over.values()
    course.happen(
        e.DiceThrown(
            at=course.at,
            turn=turn,
            roll=roll,
            by=by,
            dice=written,
            faces=faces,
            link=link,
            commitment=state.chain.commitment,
            message=message,
            proven=any(one[-1] for one in letters),
            rule=over.get("rule"),
        )
    )
    next_chain_if_spent(course)
    return faces


def letters_of(state: State) -> list[list[Any]]:
    """Of all who play, those by which they joined."""
    return [[seat, state.players[seat].letter] for seat in state.playing]


def next_chain_if_spent(course: Course, *, to_deal: bool = False) -> None:
    """A new chain is announced as soon as the last link is out: long before its own first throw,
    so that nobody can choose it for the ballots it will be thrown over."""
    chain = course.state.chain
    if chain is None:
        return
    deals = to_deal or any(one.number == chain.number for one in course.state.dealt)
    if chain.length - chain.used <= (1 if deals else 0):
        course.happen(e.DiceCommitted(at=course.at, **_after(course, chain)))


def open_what_was_dealt(course: Course) -> None:
    """Rule 3."""
    state = course.state
    if state.status == "ended" and state.dealt and state.chain is not None:
        seeds = {one.number: course.luck.seed(one) for one in state.dealt}
        new = _after(course, state.chain, opens=True)
        course.happen(e.DiceOpened(at=course.at, seeds=seeds, **new))


@decides(c.ReplaceDice)
def replace_dice(course: Course, command: c.ReplaceDice) -> None:
    """008: nobody may know a link, or the faces that go with it, before its throw."""
    chain = course.state.chain
    if chain is not None:
        course.happen(
            e.DiceReplaced(
                at=course.at,
                backup_at=command.backup_at,
                restored_at=command.restored_at,
                **_after(course, chain),
            )
        )


@decides(c.GoOnFromRecord)
def go_on_from_record(course: Course, command: c.GoOnFromRecord | None = None) -> None:
    """A record holds neither the links to come nor a ballot before its count (010)."""
    state = course.state
    if state.chain is None or state.at is None:
        return
    course.happen(
        e.GameImported(
            at=course.at,
            recorded_at=state.at,
            votes=tuple(sorted(state.polls)),
            **_after(course, state.chain),
        )
    )


def _after(course: Course, chain: Chain, *, opens: bool = False) -> dict[str, Any]:
    new = course.luck.chain(chain.number + 1, opens=opens)
    return {
        "chain": new.number,
        "commitment": new.commitment,
        "length": new.length,
        "seed": new.seed,
    }
