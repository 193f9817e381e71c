"""The dice and the shuffle (007, 008): each link is the one promised, each draw what it gives."""

from hashlib import sha256
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.clauses.kind import Dice
from nomic_mail.game.dice import message_of, shuffle, throw
from nomic_mail.game.procedures.seating import by_surname
from nomic_mail.game.state import Poll
from tests.kit.referee.walk import Walk

PART = "throws and the shuffle"


def committed(walk: Walk) -> None:
    """A new chain is announced when the last one is spent, and not before."""
    event, chain = walk.next, walk.state.chain
    if not isinstance(event, e.DiceCommitted):
        return
    walk.check(PART, chain=chain.number + 1 if chain else 1)
    spent = chain is None or chain.used >= chain.length
    walk.holds(PART, "chain", spent, "no new chain while the last one has links")
    walk.holds(PART, "length", event.length > 0, "at least one link")
    walk.step()


def replaced(walk: Walk) -> None:
    """A server set back to a backup takes a new chain at once, and says since when."""
    event, chain = walk.next, walk.state.chain
    if not isinstance(event, e.DiceReplaced) or chain is None:
        return
    walk.check(PART, chain=chain.number + 1)
    later = event.restored_at >= event.backup_at
    walk.holds(PART, "restored_at", later, "a time after that of the backup")
    walk.holds(PART, "length", event.length > 0, "at least one link")
    walk.step()


def imported(walk: Walk) -> None:
    """A game that goes on from its record: only its state, never what was sealed, came along."""
    event, state = walk.next, walk.state
    if not isinstance(event, e.GameImported) or state.chain is None or state.at is None:
        return
    walk.check(PART, chain=state.chain.number + 1, recorded_at=state.at)
    walk.check(PART, votes=tuple(sorted(state.polls)))
    walk.holds(PART, "length", event.length > 0, "at least one link")
    walk.holds(PART, "at", state.status != "ended", "no way on: the game is over")
    walk.step()


def started(walk: Walk) -> None:
    event, state = walk.next, walk.state
    if not isinstance(event, e.GameStarted):
        return
    how = walk.mechanics["order"]
    over = tuple((seat, state.players[seat].letter) for seat in state.playing)
    order, drawn = state.playing, bool(event.link)
    if how.value == "alphabetical":
        order = by_surname(state, order)
    elif how.value == "random" and state.chain is not None:
        drawn = True
        walk.check(PART, link=_promised(event.link, state.chain.commitment))
        order = shuffle(event.link, message_of(game=state.name, joined=over), order)
    letters = all(letter for _, letter in over)
    walk.check(PART, how=how.value, rule=how.rule, over=over, order=order)
    walk.check(PART, proven=drawn and letters)
    walk.holds(PART, "link", how.value == "random" or not event.link, "no link without a shuffle")
    walk.holds(PART, "order", state.status == "forming" and len(order) > 1, "a game to be started")
    walk.step()


def _promised(link: str, commitment: str) -> str:
    """The link itself where its hash is what was promised, else a sentence that equals no link."""
    try:
        raw = bytes.fromhex(link)
    except ValueError:
        return "a link, in hexadecimal"
    if raw.hex() != link:  # a blank between its digits is read over there
        return raw.hex()
    hashed = sha256(raw).hexdigest()
    return link if hashed == commitment else f"a link whose SHA-256 is {commitment}"


def thrown(walk: Walk, poll: Poll, by: int, dice: Dice, roll: int) -> tuple[int, ...] | None:
    """The throw that has to come next, if there are dice; None where it does not come."""
    state = walk.state
    if not dice.count or state.chain is None or state.turn is None:
        return ()
    event = walk.due(PART, e.DiceThrown)
    if event is None:
        return None
    ballots = [[seat, one.choice, one.letter] for seat, one in sorted(poll.ballots.items())]
    walk.check(PART, by=by, rule=None)
    drawn(walk, event, dice, roll, proposal=poll.number, ballots=ballots)
    return event.faces


def drawn(walk: Walk, event: e.DiceThrown, dice: Dice, roll: int, **over: Any) -> None:
    """From the link that was promised, over what it says; the last of `over` are the letters."""
    state, written = walk.state, f"{dice.count}d{dice.sides}"
    turn = state.turn.number if state.turn is not None else 0
    commitment = state.chain.commitment if state.chain is not None else ""
    message = message_of(game=state.name, turn=turn, roll=roll, dice=written, **over)
    walk.check(PART, turn=turn, roll=roll, dice=written, message=message)
    walk.check(PART, commitment=commitment, link=_promised(event.link, commitment))
    try:
        faces = throw(event.link, event.message, dice.count, dice.sides)
    except ValueError:
        faces = ()
    *_, letters = over.values()
    walk.check(PART, faces=faces, proven=any(one[-1] for one in letters))
    walk.step()
    chain = walk.state.chain
    if chain is not None and chain.used >= chain.length and walk.due(PART, e.DiceCommitted):
        committed(walk)
