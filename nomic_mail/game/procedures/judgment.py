"""Judgment (212): a question, a judge, a ruling, and the others' right to overrule it.

1. Any player may invoke it. One judge settles all questions until the next turn is begun; a turn
   begins when its proposal is accepted, and until then the last mover is the one moving. With a
   Chairperson it is the chair whose term it is, from the end of the last one on.
2. From the invocation on the next turn needs the consent of a majority of the players other than
   its mover. Silence for `overrule_window` after the ruling is consent (house), and no more: until
   the next turn begins the judgment is open, and the others may overrule.
3. An overruled or silent judge is followed by the player before them, then backwards, never in
   their own turn, and nobody twice; when none is left, the question is open.
4. 213 takes effect only by a ruling that names the winner and is not overruled, and since that
   ends the game, it does so when `overrule_window` is over (house).
5. In open play no turn waits for consent: when the time to overrule is over, it is settled (house).
6. With `judge: by lot` a throw (008) names the judge, and each that follows: of one die with a side
   for each who can judge, by their seats. Who has asked is one of them only where nobody else is.
7. A ruling answers what its judge had been asked when they wrote it. Where that cannot be all that
   is asked by now, they are asked: nothing is counted for a question that they have not seen.
8. With `overrule: 2/3 of cast` the others vote on a ruling, by OVERRULE and UPHOLD, until the time
   to overrule is over. No turn begins by consent while it would fall by the votes that are in.
"""

from datetime import datetime

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses.judge import BY_LOT
from nomic_mail.game.clauses.kind import Dice
from nomic_mail.game.clauses.overrule import Overruling, read_overruling
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.open_judgment import OpenJudgment
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.procedures.debate import debate_over, debate_to_end, debated, end_of_debate
from nomic_mail.game.procedures.paradox import paradox_rule, read_winner, winner_named
from nomic_mail.game.procedures.pro_tem import chair_in_question, chair_of, pro_tem_of, seat_again
from nomic_mail.game.procedures.seating import following, mates_of, next_chair, replace_chair, ring
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.procedures.throwing import letters_of, throw_dice
from nomic_mail.game.procedures.voting import open_turn_vote
from nomic_mail.game.procedures.winning import goal_reached, won_by_rule
from nomic_mail.game.state import State


def next_deadline(state: State) -> datetime | None:
    if state.judgment is None or state.status != "running":
        return None
    judging = state.judgment.due_at if state.judgment.pending else None
    return min((one for one in (judging, state.judgment.stands_at) if one), default=None)


def one_moving(state: State) -> int | None:
    """Until the next proposal is accepted, the last mover; or the chair whose term it is."""
    if state.turn is not None and state.turn.procedure == "chair":
        return state.turn.counted_from or state.turn.mover
    if state.moving is None and state.turn is not None:
        return state.turn.mover or None
    return state.moving


def begun(state: State) -> bool:
    """A turn begins when its first proposal is accepted, a chair's term with its first call."""
    turn = state.turn
    if turn is None:
        return False
    if turn.procedure == "chair":
        return bool(turn.step)
    return state.is_open or bool(state.proposals or state.polls or turn.voted)


def next_mover(state: State, at: datetime | None = None) -> int | None:
    """Who may not begin a turn yet: this turn's mover, if it has not begun, or the one after, as
    things stand at this moment."""
    if state.turn is None or state.is_open:
        return None
    if not begun(state) and not state.turn.over:
        return state.turn.mover
    after = following(state, state.turn.counted_from or state.turn.mover)
    moment = at or state.at
    if state.turn.procedure == "chair" and moment is not None:
        return next_chair(state, after, moment)
    return next(iter(after), None)


def in_their_turn(state: State) -> tuple[int, ...]:
    """Nobody of them judges: the one moving, the chair, and their team-mates."""
    moving = one_moving(state)
    seats = {*chair_of(state), *(() if moving is None else (moving,))}
    return (*seats, *(mate for seat in sorted(seats) for mate in mates_of(state, seat)))


def judges(course: Course, after: int | None = None) -> list[int]:
    """Who is asked, in turn: the first by the rule (011, 212), then backwards from the mover, or
    from the judge they come `after`."""
    state = course.state
    start = after if after in state.order else one_moving(state)
    backwards = reversed(ring(state, start or 0))
    barred = in_their_turn(state)
    players = [seat for seat in backwards if seat in state.playing and seat not in barred]
    if course.mechanics["judge"].value == "moderator":
        return [c.MODERATOR, *players]
    return players


def lots(state: State, out: tuple[int, ...], asks: int = 0) -> list[int]:
    """Rule 6: who can judge, but those `out`."""
    barred = (*in_their_turn(state), *out)
    seats = [seat for seat in sorted(state.playing) if seat not in barred]
    askers = (asks, *(state.judgment.askers if state.judgment is not None else ()))
    return [seat for seat in seats if seat not in askers] or seats


def _drawn(course: Course, judge: int, out: tuple[int, ...], asks: int = 0) -> int:
    """By lot, where the rule has it so; else that one."""
    clause, found = course.mechanics["judge"], lots(course.state, out, asks)
    if clause.value != BY_LOT or not found:
        return judge
    if len(found) == 1:
        return found[0]
    over = {"rule": clause.rule, "joined": letters_of(course.state)}
    faces = throw_dice(course, c.MODERATOR, Dice(1, len(found)), 1, **over)
    return found[faces[0] - 1] if faces else judge


# Asking


@decides(c.Judgment)
def invoke(course: Course, command: c.Judgment) -> None:
    state = course.state
    if state.status != "running" or state.turn is None:
        raise Refused("not_running")
    question = command.question.strip()
    if command.end_debate:
        question = end_of_debate(course)
    if command.replace_chair:
        question = chair_in_question(course, question)
    if not question:
        raise Refused("no_question", course.cite(212))
    called = (command.by,) if command.replace_chair else ()
    judge = state.judgment.judge if state.judgment else _next_judge(course, called)
    if judge is None or (state.judgment is not None and state.judgment.final):
        raise Refused("nobody_to_judge", course.cite(212))
    if judge in called and _next_judge(course, asked_no_more(state, judge, *called), judge) is None:
        raise Refused("nobody_to_judge", course.cite(212))
    if state.judgment is None:
        judge = _drawn(course, judge, called, command.by)
    due_at = course.at + state.settings.judge_window
    if state.judgment is not None and state.judgment.pending:
        due_at = state.judgment.due_at  # or asking again would keep a silent judge in office
    course.happen(
        e.JudgmentInvoked(
            at=course.at,
            by=command.by,
            question=question,
            end_debate=command.end_debate,
            judge=judge,
            due_at=due_at,
            replace_chair=command.replace_chair,
        )
    )
    if judge != c.MODERATOR and judge not in state.playing:
        pass_on(course, "gone")
    elif judge in called:
        pass_on(course, "call")


def asked_no_more(state: State, *besides: int) -> tuple[int, ...]:
    """Who is not asked any more: who was, who called for the chair, and whose chair it was."""
    judgment = state.judgment
    if judgment is None:
        return besides
    unseated = () if judgment.unseated is None else (judgment.unseated,)
    return (*judgment.tried, *judgment.accusers, *unseated, *besides)


def _next_judge(course: Course, tried: tuple[int, ...], after: int | None = None) -> int | None:
    return next((seat for seat in judges(course, after) if seat not in tried), None)


def out_of_the_chair(course: Course) -> None:
    """212, third paragraph: a judge to whom the chair comes hands on what is still asked."""
    judgment = course.state.judgment
    if judgment is not None and judgment.pending and judgment.judge in chair_of(course.state):
        pass_on(course, "chair")


# Ruling


def _judgment(course: Course) -> OpenJudgment:
    if course.state.judgment is None:
        raise Refused("no_judgment", course.cite(212))
    return course.state.judgment


@decides(c.Ruling)
def rule(course: Course, command: c.Ruling) -> None:
    judgment = _judgment(course)
    gone = command.by != c.MODERATOR and command.by not in course.state.playing
    if command.by != judgment.judge or gone or judgment.final:
        raise Refused(
            "no_judge_any_more" if judgment.final else "another_judges",
            course.cite(212),
            judge=course.state.name_of(judgment.judge),
        )
    text = command.text.strip()
    if not text:
        raise Refused("ruling_without_reasons", course.cite(212))
    _asked_of_this(course, command, judgment)
    if (judgment.overrules or judgment.upholds) and not judgment.pending:
        raise Refused("overruling_began", course.cite(212))
    winner, stands_at = read_winner(course, command.winner), None
    on_more = judgment.ruled and bool(judgment.pending)
    if on_more and not command.winner:  # it answers another question, and takes nothing back
        winner = judgment.winner
        stands_at = judgment.stands_at if winner is not None else None
    ending, named = debate_to_end(course, command, judgment), winner_named(course.state)
    pro_tem = pro_tem_of(course, command, judgment)
    course.happen(
        e.JudgmentGiven(
            at=course.at,
            judge=judgment.judge,
            text=text,
            winner=winner,
            stands_at=stands_at or course.at + course.state.settings.overrule_window,
            replace_chair=pro_tem is not None,
        )
    )
    _put_to_the_vote(course, judgment)
    _goal_that_waited(course, named)
    if course.state.status != "running":
        return
    if ending is not None:
        open_turn_vote(course, ending, command.by)
    if pro_tem is None and not on_more:
        seat_again(course)
    elif pro_tem is not None and judgment.unseated is None:
        replace_chair(course, pro_tem, "judgment")


def _asked_of_this(course: Course, command: c.Ruling, judgment: OpenJudgment) -> None:
    """Rule 7: which letter theirs answers tells it, or else when theirs came."""
    if command.answers is not None:
        old = command.answers < judgment.asked_as
    else:
        received_at, asked_at = command.received_at, judgment.asked_at
        old = bool(received_at and asked_at and received_at < asked_at)
    if old and judgment.pending:
        raise Refused("asked_since", course.cite(212), questions=judgment.pending)


def _goal_that_waited(course: Course, named: int | None) -> None:
    """208, which 213 has held up while a ruling named the winner: it names none any more."""
    if named is not None and winner_named(course.state) is None:
        goal_reached(course)


# Overruling and consent


def _put_to_the_vote(course: Course, before: OpenJudgment) -> None:
    """Rule 8, as the rules have it now, or had it when others began to vote on that judge."""
    now = course.mechanics["overrule"].value
    share = str(now) if now.of == "cast" else ""
    if (before.overrules or before.upholds) and not before.counted:
        share = before.cast
    if share:
        course.happen(e.OverrulingOpened(at=course.at, share=share))


def _of_others(course: Course, by: int) -> OpenJudgment:
    """The ruling that they have a say on."""
    judgment = _judgment(course)
    if not judgment.ruled and judgment.final and judgment.ruled_by is not None:
        raise Refused("no_ruling_any_more", course.cite(212))
    if not judgment.ruled:
        raise Refused("no_ruling_yet", course.cite(212))
    if by == judgment.ruled_by:
        raise Refused("ruling_is_ones_own", course.cite(212))
    if judgment.counted:
        raise Refused("ruling_upheld", course.cite_mechanic("overrule"))
    return judgment


@decides(c.Uphold)
def uphold(course: Course, command: c.Uphold) -> None:
    judgment = _of_others(course, command.by)
    if not judgment.cast:
        raise Refused("nobody_has_to_uphold", course.cite_mechanic("overrule"))
    if command.by in judgment.upholds:
        raise Refused("overruled_already", course.cite(212))
    course.happen(e.UpholdGiven(at=course.at, seat=command.by))


@decides(c.Overrule)
def overrule(course: Course, command: c.Overrule) -> None:
    judgment = _of_others(course, command.by)
    if command.by in judgment.overrules:
        raise Refused("overruled_already", course.cite(212))
    course.happen(e.OverruleGiven(at=course.at, seat=command.by))
    _overruled_if_enough(course)


def _overruled_if_enough(course: Course) -> None:
    """Of cast: whatever those say who have said nothing yet."""
    judgment = _judgment(course)
    others = [seat for seat in course.state.playing if seat != judgment.ruled_by]
    agreed = sum(1 for seat in others if seat in judgment.overrules)
    if overruling(course.state).is_enough(agreed, len(others)) and others:
        pass_on(course, "overruled")


def overruling(state: State) -> Overruling:
    """What overrules the ruling that is given, or the next one."""
    if state.judgment is not None and state.judgment.cast:
        return read_overruling(state.judgment.cast)
    now: Overruling = mechanics_of(state.rules)["overrule"].value
    ruled = state.judgment is not None and state.judgment.ruled
    return replace(now, of="others") if ruled else now


def _would_fall(state: State) -> bool:
    """By the votes on it that are in, as far as it is voted on."""
    judgment = state.judgment
    if judgment is None or not judgment.cast or not judgment.ruled or judgment.counted:
        return False
    said = [len(set(one) & set(state.playing)) for one in (judgment.overrules, judgment.upholds)]
    return overruling(state).is_enough(said[0], sum(said))


def pass_on(course: Course, why: e.Passing) -> None:
    """The question goes to the next judge; when none is left, it is open."""
    judgment = course.state.judgment
    if judgment is None:
        return
    overruled = why == "overruled"
    was = judgment.judge
    if overruled:
        was = judgment.judge if judgment.ruled_by is None else judgment.ruled_by
        if not debated(course.state):
            debate_over(course, "opened")  # what is frozen is no question for the next judge
        if course.state.judgment is None:
            return
    named = winner_named(course.state)
    out = asked_no_more(course.state, was)
    judge = _who_follows(course, judgment.judge, out, was)
    if overruled:
        seat_again(course)
    settings = course.state.settings
    due_at = course.at + (settings.judge_window if judge is not None else settings.overrule_window)
    if judge is None and not overruled and judgment.winner is not None:
        due_at = judgment.stands_at or due_at  # nobody was silent about the win
    is_open = overruled and judge is None
    course.happen(
        e.JudgePassed(at=course.at, was=was, judge=judge, why=why, due_at=due_at, open=is_open)
    )
    _goal_that_waited(course, named)


def _who_follows(course: Course, asked: int, out: tuple[int, ...], was: int) -> int | None:
    """Whoever is asked by now stays so, where the ruling of one before them falls. Before reading 8
    lots were drawn anew."""
    judge = _next_judge(course, out, was)
    if course.state.reading >= 8 and asked not in out and asked in judges(course):
        return asked
    return judge if judge is None else _drawn(course, judge, out)


@decides(c.Consent)
def consent(course: Course, command: c.Consent) -> None:
    judgment = _judgment(course)
    if course.state.is_open:
        raise Refused("no_turn_to_consent", course.cite_mechanic("procedure"))
    if command.by == next_mover(course.state, course.at):
        raise Refused("consent_is_the_others", course.cite(212))
    if command.by in judgment.consents:
        raise Refused("consented_already", course.cite(212))
    course.happen(e.ConsentGiven(at=course.at, seat=command.by))


def may_begin(state: State) -> bool:
    """202(e): the call for the chair does not stop the chair, who cures it so; but what has seated
    one pro tem could not be overruled any more (212)."""
    return consented(state) or _only_the_chair(state)


def _only_the_chair(state: State) -> bool:
    judgment = state.judgment
    if judgment is None or judgment.unseated is not None or judgment.winner is not None:
        return False
    return all(one in judgment.of_chair for one in judgment.questions)


def consented(state: State) -> bool:
    judgment = state.judgment
    if judgment is None or (judgment.silent and not judgment.pending):
        return True
    if _would_fall(state):
        return False
    others = [seat for seat in state.playing if seat != next_mover(state)]
    return 2 * sum(1 for seat in others if seat in judgment.consents) > len(others)


def before_a_turn_begins(course: Course) -> None:
    """212, second paragraph: called when a turn's first proposal would be accepted."""
    judgment = course.state.judgment
    if judgment is None:
        return
    if not may_begin(course.state):
        when = judgment.stands_at
        if _would_fall(course.state):
            raise Refused("ruling_would_fall", course.cite_mechanic("overrule"), until=when)
        raise Refused(
            "consent_needed_for_now" if when else "consent_needed", course.cite(212), until=when
        )
    if consented(course.state):
        settle(course, Phrase("turn_by_consent"))
    else:
        settle(course, Phrase("turn_by_the_chair"))


def settle(course: Course, how: Phrase) -> None:
    judgment = course.state.judgment
    if judgment is None:
        return
    winner, rule = winner_named(course.state), paradox_rule(course.state)
    course.happen(e.JudgmentSettled(at=course.at, how=how, ruling=judgment.ruling))
    if winner is not None and rule is not None:
        won_by_rule(course, (winner,), rule, Phrase("has_won_by_judgment", seat=winner, rule=rule))


# The clock, and who leaves


def tick(course: Course) -> None:
    judgment = course.state.judgment
    if judgment is None:
        return
    if judgment.stands_at is None or judgment.stands_at > course.at:
        pass_on(course, "silent")
    elif _would_fall(course.state):
        pass_on(course, "overruled")
    elif course.state.is_open or winner_named(course.state) is not None:
        settle(course, _how_it_stands(judgment))
    else:
        course.happen(e.SilenceConsented(at=course.at))


def _how_it_stands(judgment: OpenJudgment) -> Phrase:
    votes = len(judgment.overrules), len(judgment.upholds)
    if not any(votes) or not judgment.cast:
        return Phrase("ruling_stands")
    return Phrase("ruling_voted_on", overrules=votes[0], upholds=votes[1])


def after_leaving(course: Course, seat: int) -> None:
    judgment = course.state.judgment
    if judgment is None:
        return
    if judgment.judge == seat and judgment.pending:
        pass_on(course, "gone")
    else:
        _overruled_if_enough(course)
