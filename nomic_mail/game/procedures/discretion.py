"""What the Moderator may do of their own, and where the law ends it.

1. Points, and another order of play than a rule gives, take a rule in force to go by (112, 201):
   what it says in words the machine cannot read, and the record names it. A rule that is set aside
   gives nothing (110).
2. A mistake is set right by an event of its own, that says why, what stood and what stands; a goal
   that is reached so is reached (208).
3. Why is said in each case: the record is all that players can go by.
"""

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses.kind import BadClause, Dice, read_dice
from nomic_mail.game.commands import discretion as d
from nomic_mail.game.commands.kind import Act
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.part_points import is_multiple
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.procedures.seating import names_held, order_of_play, seat_named
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.procedures.throwing import letters_of, throw_dice
from nomic_mail.game.procedures.winning import SEVERAL, goal_reached
from nomic_mail.game.rulebook import STATUS_RANK, Rule
from nomic_mail.game.state import State, Turn

MOST_POINTS = 100_000
LONGEST_NAME = 60


def give_reason(command: Act, line: Phrase) -> None:
    """`line` is what they wrote, which lacks it."""
    if not command.reason.strip():
        raise Refused("no_reason", line=line)


def _running(course: Course) -> None:
    if course.state.status != "running":
        raise Refused("not_begun")


def _in_force(course: Course, number: int) -> Rule:
    rule = course.state.rules.get(number)
    if rule is None:
        now = course.state.rules.now_called(number)
        raise Refused(
            "rule_renumbered" if now else "rule_not_in_force",
            course.cite(108),
            rule=number,
            now=now,
        )
    void = course.mechanics.void.get(number)
    if void:
        raise Refused("rule_set_aside", course.cite(110), rule=number, why=void)
    return rule


# Points


@decides(d.Award, d.Fine)
def award(course: Course, command: d.Award) -> None:
    """112: winning is by points, and points are by rules."""
    verb = "AWARD" if command.points >= 0 else "FINE"
    points, name = abs(command.points), command.player
    _running(course)
    line = Phrase("line_award", verb=verb, name=name, points=points, rule=command.rule)
    give_reason(command, line)
    rule = _in_force(course, command.rule)
    seat = seat_named(course.state, name)
    if not 0 < points <= MOST_POINTS:  # it may be less than one
        raise Refused("points_out_of_bounds", most=MOST_POINTS, verb=verb, name=name)
    _counted_so(course, command.points)
    total = course.state.players[seat].score + command.points
    course.happen(
        e.PointsAwarded(
            at=course.at,
            seat=seat,
            points=command.points,
            total=total,
            rule=rule.number,
        )
    )
    goal_reached(course)


def _counted_so(course: Course, points: int) -> None:
    """No part of a point is given that no rule counts."""
    counted = course.mechanics["points"]
    if not is_multiple(points, counted.value):
        law = course.cite_mechanic("points")
        how = counted.kind.show(counted.value)
        raise Refused("points_not_so_fine", law, points=points, counted=how)


# Dice


@decides(d.Roll)
def roll(course: Course, command: d.Roll) -> None:
    """008: all throws are the Moderator's, also those that a rule calls for in words."""
    _running(course)
    give_reason(command, Phrase("line_roll", dice=command.dice, rule=command.rule))
    rule = _in_force(course, command.rule)
    try:
        dice = read_dice(command.dice)
    except BadClause:
        dice = Dice(0, 0)
    if not dice.count or dice.plus:
        raise Refused("no_dice", course.cite(8), dice=command.dice, rule=rule.number)
    joined = letters_of(course.state)
    throw_dice(course, c.MODERATOR, dice, 1, rule=rule.number, joined=joined)


# The order of play


@decides(d.SetOrder)
def set_order(course: Course, command: d.SetOrder) -> None:
    state, how = course.state, course.mechanics["order"]
    _running(course)
    give_reason(command, Phrase("line_order"))
    if command.rule is not None:
        _gives_way(course, _in_force(course, command.rule), how.rule)
    elif how.rule is not None:
        raise Refused(
            "order_is_a_rules", course.cite_mechanic("order"), order=how.text.partition(": ")[2]
        )
    named = tuple(seat_named(state, name) for name in command.order)
    playing = tuple(seat for seat in order_of_play(state) if seat in state.playing)
    if sorted(named) != sorted(playing):
        names = tuple(state.name_of(seat) for seat in playing)
        raise Refused("order_incomplete", names=names)
    gone = tuple(seat for seat in state.order if seat not in named)
    course.happen(
        e.OrderSet(
            at=course.at,
            was=order_of_play(state),
            order=(*named, *gone),
            rule=command.rule,
        )
    )


def _gives_way(course: Course, cited: Rule, ordering: int | None) -> None:
    """006, 110: what a rule of a higher status orders, no other can have set otherwise."""
    rule = course.state.rules.get(ordering) if ordering is not None else None
    if rule is not None and STATUS_RANK[rule.status] < STATUS_RANK[cited.status]:
        raise Refused(
            "order_is_higher",
            course.state.rules.cite_for(rule.status),
            rule=cited.number,
            status=cited.status,
            ordering=rule.number,
            higher=rule.status,
        )


# Corrections


@decides(d.CorrectScore)
def correct_score(course: Course, command: d.CorrectScore) -> None:
    _running(course)
    name, state = command.player, course.state
    give_reason(command, Phrase("line_score", name=name, total=command.total))
    seat = seat_named(state, name)
    was = state.players[seat].score
    _stands(command.stood, was, Phrase("score_now", name=state.name_of(seat), points=was))
    _differs(was, command.total)
    if abs(command.total) > MOST_POINTS:
        raise Refused("score_out_of_bounds", most=MOST_POINTS)
    _counted_so(course, command.total)
    course.happen(
        e.ScoreCorrected(
            at=course.at,
            seat=seat,
            was=was,
            total=command.total,
        )
    )
    goal_reached(course)


def _stands(expected: int | None, found: int, now: Phrase) -> None:
    """What the moderator saw when they wrote may be another by now."""
    if expected is not None and expected != found:
        raise Refused("stands_otherwise", now=now, expected=expected)


def _differs(was: object, now: object) -> None:
    if was == now:
        raise Refused("stands_already")


@decides(d.CorrectRule)
def correct_rule(course: Course, command: d.CorrectRule) -> None:
    """What it makes the server do is BIND's."""
    give_reason(command, Phrase("line_rule", rule=command.rule))
    rule = course.state.rules.get(command.rule)
    if rule is None:
        rule = _in_force(course, command.rule)
    title, text = command.title or rule.title, command.text or rule.text
    status = command.status or rule.status
    _differs((rule.status, rule.title, rule.text), (status, title, text))
    course.happen(
        e.RuleCorrected(
            at=course.at,
            number=rule.number,
            status_was=rule.status,
            title_was=rule.title,
            text_was=rule.text,
            status=status,
            title=title,
            text=text,
        )
    )
    goal_reached(course)


@decides(d.CorrectTurn)
def correct_turn(course: Course, command: d.CorrectTurn) -> None:
    """A turn that was passed on wrongly goes to the one whose it was, as long as nothing was done
    in it; after them it goes on in the order of play."""
    _running(course)
    state, turn, name = course.state, course.state.turn, command.player
    give_reason(command, Phrase("line_turn", turn=command.stood, name=name))
    if turn is None:
        return
    if state.reading >= 11 and state.is_open:
        raise Refused("nobodys_turn")
    _stands(command.stood, turn.number, Phrase("turn_now", turn=turn.number))
    seat = seat_named(state, name)
    if not turn_is_free(state, turn):
        raise Refused(
            "turn_has_begun", course.cite(104), turn=turn.number, name=state.name_of(turn.mover)
        )
    _differs(turn.mover, seat)
    window = state.settings.turn_window
    course.happen(
        e.TurnCorrected(
            at=course.at,
            turn=turn.number,
            was=turn.mover,
            mover=seat,
            due_at=course.at + window if window else None,
        )
    )


def turn_is_free(state: State, turn: Turn) -> bool:
    untouched = not (state.proposals or state.polls or turn.step or turn.over or turn.taken)
    return untouched and state.asked != SEVERAL


# Talk


@decides(d.Mute)
def mute(course: Course, command: d.Mute) -> None:
    seat = seat_named(course.state, command.player)
    give_reason(command, Phrase("line_mute", name=course.state.name_of(seat)))
    _talk(course, seat, muted=True)


@decides(d.Unmute)
def unmute(course: Course, command: d.Unmute) -> None:
    _talk(course, seat_named(course.state, command.player), muted=False)


def _talk(course: Course, seat: int, *, muted: bool) -> None:
    player = course.state.players[seat]
    if player.muted == muted:
        raise Refused("muted_already" if muted else "heard_already", name=player.name)
    course.happen(e.TalkMuted(at=course.at, seat=seat, muted=muted))


@decides(d.RemoveTalk)
def remove_talk(course: Course, command: d.RemoveTalk) -> None:
    give_reason(command, Phrase("line_talk", number=command.number))
    if command.seat is None or command.removed:
        raise Refused("talk_is_gone" if command.removed else "not_talk", number=command.number)
    course.happen(
        e.TalkRemoved(
            at=course.at,
            number=command.number,
            seat=command.seat,
        )
    )


# Another player for a seat


@decides(d.AskSuccessor)
def ask_successor(course: Course, command: d.AskSuccessor) -> None:
    """They play as soon as they say so, and not before."""
    state = course.state
    seat = seat_named(state, command.player)
    name = " ".join(command.name.split())[:LONGEST_NAME]
    others = {one.casefold() for one in names_held(state)}
    if not name or name.casefold() in others:
        raise Refused("successor_name_taken", name=name)
    course.happen(
        e.SuccessorAsked(
            at=course.at,
            seat=seat,
            name=name,
        )
    )
