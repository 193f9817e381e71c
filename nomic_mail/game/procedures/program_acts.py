"""What the Moderator does about the rules' programs: a value set right, a program laid to rest, and
woken. Why is said, and stands in the record."""

from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.commands.kind import Act
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.procedures.discretion import give_reason
from nomic_mail.game.procedures.program_texts import Running, standing
from nomic_mail.game.procedures.seating import seat_named
from nomic_mail.game.procedures.table import decides
from nomic_mail.game.procedures.winning import kept_enough
from nomic_mail.game.programs import Kept, Named
from nomic_mail.game.words import Words

NOBODY = ("nobody", "none", "no one")


class CorrectValue(Act, frozen=True, kw_only=True):
    """What a rule's program keeps: `player` is whose it is, and nobody where it is the game's;
    `to` is what it has to be."""

    NAMED = "CORRECT VALUE"

    rule: int
    name: Words
    to: Words
    player: Words = ""


class Rest(Act, frozen=True, kw_only=True):
    """Nothing calls the program until it is woken, or its rule is changed."""

    rule: int


class Wake(Act, frozen=True, kw_only=True):
    rule: int


@decides(CorrectValue)
def correct_value(course: Course, command: CorrectValue) -> None:
    of = _program(course, command.rule)
    names = {one.name.casefold(): one for one in of.program.declared.names}
    named = names.get(" ".join(command.name.casefold().split()))
    if named is None:
        known = tuple(one.name for one in names.values())
        raise Refused("keeps_no_such_thing", rule=command.rule, name=command.name, known=known)
    whose = command.player.strip()
    if named.owner == "player" and not whose:
        raise Refused("value_of_a_player", rule=command.rule, name=named.name)
    if named.owner == "game" and whose:
        raise Refused("value_of_the_game", rule=command.rule, name=named.name)
    give_reason(command, Phrase("line_value", name=named.name, rule=command.rule))
    seat = seat_named(course.state, whose) if whose else 0
    course.happen(
        e.ValueCorrected(
            at=course.at,
            rule=of.rule.number,
            lineage=of.rule.lineage,
            name=named.name,
            seat=seat,
            **_values(of.program.value(named.name, seat), _value(course, named, command.to)),
        )
    )
    kept_enough(course)


def _values(was: Kept, now: Kept) -> dict[str, Any]:
    if isinstance(was, str) or isinstance(now, str):
        return {"text_was": was, "text": now}
    return {"was": was, "now": now}


def _value(course: Course, named: Named, written: str) -> Kept:
    text = " ".join(written.split())
    if named.kind == "note":
        return text
    if named.kind == "office":
        return 0 if text.casefold() in NOBODY else seat_named(course.state, text)
    digits = text.removeprefix("-").removeprefix("+")
    if not digits.isdecimal() or len(digits) > 12:
        raise Refused("value_is_a_number", name=named.name, value=text)
    return int(text)


@decides(Rest, Wake)
def rest(course: Course, command: Rest | Wake) -> None:
    of, rests = _program(course, command.rule), isinstance(command, Rest)
    verb = "REST" if rests else "WAKE"
    if of.program.rests == rests:
        raise Refused("rests_already" if rests else "awake_already", rule=command.rule)
    give_reason(command, Phrase("line_rest", verb=verb, rule=command.rule))
    course.happen(
        e.ProgramRested(at=course.at, rule=of.rule.number, lineage=of.rule.lineage, rests=rests)
    )


def _program(course: Course, number: int) -> Running:
    """Of the rule with that present number, in force."""
    for one in standing(course.state):
        if one.rule.number == number:
            return one
    with_one = tuple(one.rule.number for one in standing(course.state))
    if not with_one:
        raise Refused("no_program_anywhere", rule=number)
    raise Refused("no_program_there", rule=number, known=with_one)
