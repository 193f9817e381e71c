"""What every proposal goes through, whatever the procedure (103, 106, 111)."""

from datetime import datetime

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.amendments import kept
from nomic_mail.game.clauses import BadClause, parse_clause
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.declaring import declared, next_proposal, numbers_chosen
from nomic_mail.game.numbers import part_of, whole
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.procedures.program_counts import counts, known_counts
from nomic_mail.game.procedures.program_texts import program_of, readable
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.procedures.winning import SEVERAL, goal_reached, other_ways
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.game.rules import (
    Changes,
    bound_of,
    checked,
    find,
    in_part,
    kept_clauses,
    same_matter,
    still_proper,
    warnings,
    within_limit,
)
from nomic_mail.game.standing_alone import read_otherwise
from nomic_mail.game.state import Proposal, State, Turn, label

MOST_CLAUSES = 20


def running_turn(course: Course) -> Turn:
    state = course.state
    if state.status != "running" or state.turn is None:
        raise Refused("not_started")
    if state.asked in (SEVERAL, "one player left"):
        raise Refused("play_waits")
    return state.turn


def formed(
    course: Course, changes: Changes, power: str, before: Proposal | None = None
) -> tuple[Changes, str]:
    """The changes and the power of a proposal in their one form, or Refused; `before` is the one
    that is revised."""
    state = course.state
    changes = checked(numbers_chosen(changes, state, before), state.rules, state.reading)
    return changes, declared(power, changes, state.rules, before.power if before else "")


def numbered(course: Course, old: Proposal | None, changes: Changes) -> tuple[int, int]:
    """Its number and its revision (108). A withdrawn proposal's changed version has its number; a
    different change has the next, once a turn: numbers are not to be run up (202)."""
    following = next_proposal(course.state)
    if old is None:
        return following, 1
    if same_matter(old.changes, changes):
        return old.number, old.revision + 1
    if old.instead_of is not None:
        raise Refused("replaced_already", course.cite(202), number=old.number)
    return following, 1


def _revised(course: Course, proposal: Proposal, command: c.Revise) -> tuple[Changes, str]:
    """Its changes and its power. Fields left out keep what stands; Refused if nothing would change.
    Of several changes, all are said anew."""
    old, many = proposal.change, len(proposal.changes)
    says = command.title or command.text.strip() or command.effects is not None
    if command.change is None and many > 1 and (says or not command.power):
        raise Refused("revised_as_a_whole", course.cite(111), number=proposal.number, count=many)
    changes = command.changes or (
        replace(
            old,
            title=command.title or old.title,
            text=command.text if command.text.strip() else old.text,
            effects=command.effects if command.effects is not None else old.effects,
        ),
        *proposal.more,
    )
    changes, power = formed(course, changes, command.power, proposal)
    if (changes, power) == (proposal.changes, proposal.power):
        raise Refused("revises_nothing", course.cite(111), number=proposal.number)
    return changes, power


def make(
    course: Course,
    command: c.Propose,
    numbers: tuple[int, int],
    what: tuple[Changes, str],
    callable_from: datetime,
    opens_at: datetime,
) -> None:
    (number, revision), (changes, power) = numbers, what
    course.happen(
        e.ProposalMade(
            at=course.at,
            number=number,
            revision=revision,
            by=command.by,
            change=changes[0],
            more=changes[1:],
            power=power,
            callable_from=callable_from,
            opens_at=opens_at,
            warnings=_told_of(course, changes),
            letter=command.letter,
        )
    )
    ask_about_binding(course, number, changes)


def make_anew(
    course: Course,
    command: c.Revise,
    old: Proposal,
    callable_from: datetime,
    opens_at: datetime,
) -> None:
    changes, power = _revised(course, old, command)
    course.happen(
        e.ProposalRevised(
            at=course.at,
            number=old.number,
            revision=old.revision + 1,
            by=command.by,
            change=changes[0],
            more=changes[1:],
            power=power,
            callable_from=callable_from,
            opens_at=opens_at,
            warnings=_told_of(course, changes, old.number),
            letter=command.letter,
        )
    )
    ask_about_binding(course, old.number, changes)


def warned(course: Course, changes: Changes) -> tuple[Phrase, ...]:
    """What the others may want to know before the vote (111), of its programs first."""
    told: list[Phrase] = []
    for place, change in enumerate(changes, 1):
        told += [in_part(one, place, len(changes)) for one in readable(course, change)]
    programs = [program_of(course, one) for one in changes]
    counting = counts(course, changes, [one[1] if one is not None else None for one in programs])
    return (*told, *counting, *warned_by_words(course.state, changes))


def warned_by_words(state: State, changes: Changes) -> tuple[Phrase, ...]:
    """What needs no program to be run."""
    others = list(other_ways(state, changes))
    if state.reading >= 3:
        others += read_otherwise(changes, state.rules)
    return (*others, *warnings(changes, state.rules, state.reading))


def forewarned(course: Course, written: c.Preview) -> tuple[Phrase, ...]:
    """What all would be told if it were proposed now."""
    changes, _ = formed(course, written.changes, written.power)
    return _told_of(course, changes)


def _told_of(course: Course, changes: Changes, own: int = 0) -> tuple[Phrase, ...]:
    state = course.state
    together = state.is_open or state.is_chaired
    return (*warned(course, changes), *(_touching(state, changes, own) if together else ()))


def _touching(state: State, changes: Changes, own: int) -> tuple[Phrase, ...]:
    """Several proposals that touch one rule: those of one vote are carried out in the order of
    their numbers, those of open play as their votes end."""
    targets = {one.target for one in changes if one.target is not None}
    others = tuple(one.number for one in state.live if targets & one.targets)
    others = tuple(number for number in others if number != own)
    if not others:
        return ()
    told = Phrase("touches_the_same_rule", others=others)
    if state.is_open:
        told = Phrase("touches_the_same_rule_too", others=others)
    written = _amended(changes) & {
        rule for one in state.live if one.number in others for rule in _amended(one.changes)
    }
    if state.reading < 10 or not written:
        return (told,)
    return (told, Phrase("later_text_holds"))


def _amended(changes: Changes) -> set[int | None]:
    """The rules that have another text by it."""
    return {one.target for one in changes if one.kind == "amend"}


# Bindings: what a rule makes the server do, where its text says so in words only


def ask_about_binding(course: Course, number: int, changes: Changes) -> None:
    """A new text for a rule with clauses, and no word about them: they are kept, and the Moderator
    is asked whether that is what the text means."""
    for place, change in enumerate(changes, 1):
        clauses = kept_clauses(change, course.state.rules, course.state.circuit)
        called = part_of(number, place, len(changes))
        if clauses and change.target is not None:
            course.happen(
                e.BindingAsked(at=course.at, number=called, target=change.target, clauses=clauses)
            )


def _count(course: Course, clauses: tuple[str, ...], rules: Rules, own: int) -> None:
    known = {lineage: one.declared for lineage, one in course.state.programs.items()}
    known_counts(course, map(parse_clause, clauses), rules, own, known)


@decides(c.Bind)
def bind(course: Course, command: c.Bind) -> None:
    """Acts forward only (107), and never on a ballot that is open: its text is frozen."""
    state = course.state
    number = command.rule
    if whole(number) in state.polls and number not in state.rules.by_number:
        raise Refused("effects_on_the_ballot", course.cite(106), number=label(whole(number)))
    touched = [poll.number for poll in state.open_polls if _keeps(state, poll.number, number)]
    if touched:
        raise Refused("rule_on_the_ballot", course.cite(106), number=touched[0])
    proposal = state.proposals.get(whole(number))
    if proposal is not None and number not in state.rules.by_number:
        standing = _asked_about(course, proposal, number)
    else:
        rule = find(number, state.rules)
        number, standing = rule.number, rule.clauses
    chosen = {"keep": standing, "drop": ()}.get(command.answer)
    clauses = _read(command.clauses, state.rules) if chosen is None else chosen
    bound = state.rules.get(number)
    if bound is not None:
        _as_worded(course, bound, clauses)
        then = state.rules.having(replace(bound, clauses=clauses))
        within_limit(state.rules, then)
        _count(course, clauses, then, bound.lineage)
    elif proposal is not None:
        answered = {**bound_of(state, proposal), number: clauses}
        still_proper(proposal, state.rules, state, answered)
        _count(course, clauses, state.rules, 0)
    course.happen(e.RuleBound(at=course.at, number=number, answer=command.answer, clauses=clauses))
    goal_reached(course)


def _as_worded(course: Course, rule: Rule, clauses: tuple[str, ...]) -> None:
    """116: the rules change as rules allow it. What came with a rule's words, by the set or by a
    vote, is all that it does, unless a ruling about the rule has them mean something else (212): a
    second threshold beside the first is another threshold."""
    state = course.state
    came = state.with_words.get(rule.number, clauses)
    if set(came) != set(clauses) and not state.ruled_about(rule.number):
        law = course.cite(1 if rule.status == "typeless" else 116)
        raise Refused(
            "clauses_came_with_words" if came else "no_clauses_with_words",
            law,
            rule=rule.number,
            clauses=came,
        )


def _keeps(state: State, poll: int, rule: int) -> bool:
    """Whether the rule's clauses are part of what is voted on."""
    proposal = state.proposals.get(poll)
    return proposal is not None and rule in proposal.targets


def _asked_about(course: Course, proposal: Proposal, number: int) -> tuple[str, ...]:
    """What the rule would keep."""
    asked = [n for n, _ in proposal.numbered if n in course.state.bindings]
    if number == proposal.number and number not in asked and asked:
        raise Refused("which_change_is_bound", number=number, asked=tuple(map(str, asked)))
    change = dict(proposal.numbered).get(number)
    rule = course.state.rules.get(change.target or 0) if change is not None else None
    if number not in asked or rule is None:
        raise Refused("effects_are_its_own", course.cite(111), number=number)
    return kept(rule.clauses, course.state.circuit)


def _read(lines: tuple[str, ...], rules: Rules) -> tuple[str, ...]:
    if not lines or len(lines) > MOST_CLAUSES:
        raise Refused("clauses_out_of_bounds", most=MOST_CLAUSES)
    try:
        return tuple(parse_clause(line).text for line in lines)
    except BadClause as bad:
        law = (rules.cite(bad.law),) if bad.law else ()
        raise Refused(
            "no_clause_but" if bad.cure else "no_clause", *law, bad=str(bad), cure=bad.cure
        ) from None
