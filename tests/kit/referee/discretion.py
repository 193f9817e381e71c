"""What the Moderator did of their own. That it was right is a claim; that it could be done, by
which rule, what stood before and what came of it, is worked out here."""

from collections.abc import Iterable
from datetime import timedelta

from nomic_mail.game import events as e
from nomic_mail.game.clauses.kind import BadClause, Dice, read_dice
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.state import STATUS_RANK
from tests.kit.referee import draws
from tests.kit.referee.closing import goal_reached
from tests.kit.referee.rounds import order_in_force
from tests.kit.referee.walk import Walk

PART = "acts of the Moderator"
SCORES = "scores"
SEVERAL = "several winners"


def _signed(walk: Walk, *acts: str, why: bool = True) -> None:
    """Who did it stands before it, and why, where points, turns and words are at stake."""
    by, event = walk.last, walk.next
    good = isinstance(by, e.ModeratorActed) and by.act in acts and event is not None
    at_once = good and event is not None and by is not None and by.at == event.at
    told = not why or (isinstance(by, e.ModeratorActed) and bool(by.reason.strip()))
    walk.holds(PART, "at", at_once and told, "the act of a moderator, and why")


def _cited(walk: Walk, rule: int) -> None:
    """A rule in force, that is not set aside (110)."""
    stands = walk.state.rules.get(rule) is not None and rule not in walk.mechanics.void
    walk.holds(PART, "rule", stands, "the number of a rule in force")


def _score_of(walk: Walk, seat: int) -> int | None:
    walk.holds(SCORES, "seat", seat in walk.state.playing, "a player")
    player = walk.state.players.get(seat)
    return player.score if player is not None else None


def awarded(walk: Walk) -> None:
    event = walk.next
    if not isinstance(event, e.PointsAwarded):
        return
    _signed(walk, "AWARD" if event.points > 0 else "FINE")
    _cited(walk, event.rule)
    score = _score_of(walk, event.seat)
    walk.holds(SCORES, "points", event.points != 0, "some points")
    walk.check(SCORES, total=None if score is None else score + event.points)
    _in_play(walk)
    walk.step()
    goal_reached(walk)


def rolled(walk: Walk) -> None:
    """Not one of a vote: a throw that a rule calls for in words."""
    event, state = walk.next, walk.state
    if not isinstance(event, e.DiceThrown):
        return
    _signed(walk, "ROLL")
    _cited(walk, event.rule or 0)
    _in_play(walk)
    try:
        dice = read_dice(event.dice)
    except BadClause:
        dice = Dice(0, 0)
    if not dice.count or dice.plus:
        walk.holds(draws.PART, "dice", False, "dice, such as 2d6")
        walk.step()
        return
    walk.check(PART, by=MODERATOR)
    joined = [[seat, state.players[seat].letter] for seat in state.playing]
    draws.drawn(walk, event, dice, 1, rule=event.rule, joined=joined)


def score_corrected(walk: Walk) -> None:
    event = walk.next
    if not isinstance(event, e.ScoreCorrected):
        return
    _signed(walk, "CORRECT SCORE")
    walk.check(SCORES, was=_score_of(walk, event.seat))
    walk.holds(SCORES, "total", event.total != event.was, f"another score than {event.was}")
    _in_play(walk)
    walk.step()
    goal_reached(walk)


def _in_play(walk: Walk) -> None:
    walk.holds(PART, "at", walk.state.status == "running", "a game that is being played")


def ordered(walk: Walk) -> None:
    """Each player once; and where a rule orders them, another one is cited (201)."""
    event, state = walk.next, walk.state
    if not isinstance(event, e.OrderSet):
        return
    _signed(walk, "ORDER")
    how = state.rules.get(walk.mechanics["order"].rule or -1)
    cited = state.rules.get(event.rule) if event.rule is not None else None
    if event.rule is not None:
        _cited(walk, event.rule)
        above = how and cited and STATUS_RANK[how.status] < STATUS_RANK[cited.status]
        walk.holds(PART, "rule", not above, "a rule that what orders the play gives way to (110)")
    else:
        free = walk.mechanics["order"].rule is None
        walk.holds(PART, "rule", free, "the rule that lets the order be set")
    walk.check(PART, was=order_in_force(walk))
    known = sorted(event.order) == sorted({*state.order, *state.playing})
    walk.holds(PART, "order", known, "each seat once")
    _in_play(walk)
    walk.step()


def rule_corrected(walk: Walk) -> None:
    event = walk.next
    if not isinstance(event, e.RuleCorrected):
        return
    _signed(walk, "CORRECT RULE")
    rule = walk.state.rules.get(event.number)
    walk.holds(PART, "number", rule is not None, "a rule in force")
    if rule is not None:
        stood = {"status_was": rule.status, "title_was": rule.title, "text_was": rule.text}
        walk.check(PART, **stood)
        now = (event.status, event.title, event.text)
        walk.holds(PART, "number", now != tuple(stood.values()), "something that was not so")
    walk.step()
    goal_reached(walk)


def turn_corrected(walk: Walk) -> None:
    """Nothing was done in it, and it goes to another player, with the whole time for it."""
    event, state, turn = walk.next, walk.state, walk.state.turn
    if not isinstance(event, e.TurnCorrected) or turn is None:
        return
    _signed(walk, "CORRECT TURN")
    due_at = walk.after(state.settings.turn_window)
    walk.check(PART, turn=turn.number, was=turn.mover, due_at=due_at)
    another = event.mover in state.playing and event.mover != turn.mover
    walk.holds(PART, "mover", another, "another player")
    begun = state.proposals or state.polls or turn.step or turn.taken
    free = not (begun or turn.over or state.asked == SEVERAL)
    walk.holds(PART, "turn", free and state.status == "running", "a turn nothing was done in")
    walk.step()


# Taken back

ALONE = (
    e.PointsAwarded,
    e.OrderSet,
    e.ScoreCorrected,
    e.RuleCorrected,
    e.TurnCorrected,
    e.TalkMuted,
    e.SettingChanged,
    e.RuleBound,
    e.GameEnded,
    e.GameWon,
)


def undone(walk: Walk) -> None:
    """It is an act of the Moderator's, and since then nothing came but what came of it, and talk.
    What the act was is looked at where it stands."""
    event, place = walk.next, walk.place
    if not isinstance(event, e.ActUndone):
        return
    _signed(walk, "UNDO", why=False)
    first = event.number - 1
    known = 0 <= first < place - 1
    act = walk.events[first] if known else None
    came = walk.events[first + 1] if known else None
    walk.check(PART, act=act.act if isinstance(act, e.ModeratorActed) else None)
    walk.holds(PART, "number", isinstance(came, ALONE), "the place of an act to be taken back")
    since = (walk.events[one] for one in range(first + 2, place - 1))
    nothing = known and _nothing_else(since, won=isinstance(came, e.GameWon))
    walk.holds(PART, "number", nothing, "an act that nothing has followed")
    last = walk.state.last_act
    same = last is not None and (last.number, last.upto) == (event.number, place)
    walk.holds(PART, "number", same, "the last act of the Moderator's")
    ended = walk.state.status == "ended" and last is not None and last.before.status == "running"
    over = walk.events[place - 2].at if place > 1 else event.at
    walk.check(PART, later=event.at - over if ended else timedelta(0))
    walk.step()


def _nothing_else(since: Iterable[e.Event], *, won: bool) -> bool:
    """208: a goal that was reached so, or the question who of several has won."""
    for one in since:
        if isinstance(one, e.GameWon) and not won:
            won = True
            continue
        ends = isinstance(one, e.GameEnded) and won
        several = isinstance(one, e.ModeratorAsked) and one.matter == SEVERAL
        if not (ends or several or isinstance(one, e.Discussed)):
            return False
    return True


# Talk, and who plays on


def muted(walk: Walk) -> None:
    event = walk.next
    if not isinstance(event, e.TalkMuted):
        return
    _signed(walk, "MUTE" if event.muted else "UNMUTE", why=event.muted)
    player = walk.state.players.get(event.seat)
    good = player is not None and player.playing and player.muted != event.muted
    walk.holds(PART, "seat", good, "a player of whom it was otherwise")
    walk.step()


def talk_removed(walk: Walk) -> None:
    event = walk.next
    if not isinstance(event, e.TalkRemoved):
        return
    _signed(walk, "REMOVE TALK")
    place = event.number - 1
    said = walk.events[place] if 0 <= place < walk.place else None
    good = isinstance(said, e.Discussed) and said.seat == event.seat
    walk.holds(PART, "number", good, "the place of what that player said to all")
    first = walk.removed.get(event.number) == walk.place
    walk.holds(PART, "number", first, "what was not taken out before")
    walk.step()


def successor_asked(walk: Walk) -> None:
    event, state = walk.next, walk.state
    if not isinstance(event, e.SuccessorAsked):
        return
    _signed(walk, "REPLACE", why=False)
    walk.holds(PART, "seat", event.seat in state.playing, "a player")
    taken = {one.name.casefold() for one in state.players.values()}
    taken |= {one.name.casefold() for one in state.requests.values()}
    free = bool(event.name) and event.name.casefold() not in taken
    walk.holds(PART, "name", free, "a name of their own")
    walk.step()
