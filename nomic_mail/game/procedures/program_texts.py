"""The programs of rules, as texts: which run, what is told of one before the vote, and when one is
read (programs.py).

1. A program is a clause of its rule: it runs while the rule is in force and not set aside (110),
   several of them in the order of precedence (211).
2. A text that cannot be read as a program is refused to its proposer, with its line; what breaks
   when it is tried is told to all.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache, partial, reduce
from hashlib import sha256
from itertools import count as count_from
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import parse_clause
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.phrase import Phrase, as_told
from nomic_mail.game.programs import (
    DECIDES,
    HAPPENS,
    IN_TURN,
    ONE_WRITES,
    Broke,
    Calling,
    Came,
    Declared,
    Declined,
    Done,
    Effect,
    Given,
    Hook,
    Mistake,
    Program,
    Run,
    SeenChange,
    SeenProposal,
    Throw,
    Unread,
    interface_by,
    slots_in,
    slots_of,
    words_of,
)
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.game.seen import view
from nomic_mail.game.state import State
from nomic_mail.patterns import later

Deals = Callable[[], Throw]  # of what is thrown in secret
CAUSES_MOST = 5  # that are told of a program, and of each so many lines
LINES_MOST = 8
OF_A_TURN = ("turn begins", "turn ends")


class Running(Struct, frozen=True):
    """A rule's program in force."""

    rule: Rule
    source: str
    program: Program

    @property
    def hooks(self) -> Sequence[Hook]:
        return self.program.declared.hooks


def source_of(rule: Rule) -> str | None:
    """The text of its program, if it has one."""
    return program_in(rule.clauses)


def program_in(clauses: Sequence[str]) -> str | None:
    for clause in clauses:
        if clause.startswith("program:"):
            source: str = parse_clause(clause).value
            return source
    return None


@lru_cache(maxsize=64)
def digest_of(source: str) -> str:
    return sha256(source.encode()).hexdigest()


def running(state: State) -> tuple[Running, ...]:
    """Those of `standing` that do not rest."""
    return tuple(one for one in standing(state) if not one.program.rests)


def standing(state: State) -> tuple[Running, ...]:
    """Rule 1, in their order."""
    if not state.programs:
        return ()
    found = []
    for source, number in mechanics_of(state.rules)["program"].each:
        rule = state.rules.by_number[number]
        program = state.programs.get(rule.lineage)
        if program is not None and program.digest == digest_of(source):
            found.append(Running(rule, source, program))
    return tuple(found)


# Running


def run(
    course: Course,
    of: Running,
    calling: Calling,
    throw: Throw,
    also: Sequence[SeenProposal] = (),
    now: datetime | None = None,
    state: State | None = None,
    secretly: Throw | None = None,
) -> Came:
    """With what it may see now, or as it was then."""
    state = state or course.state
    others = [one.rule for one in running(state)]
    named = {one.number for one in calling.given if one.kind == "player"}
    seen = view(state, now or course.at, of.rule.lineage, others, also, named)
    seen = replace(seen, room=course.room(of.rule.lineage))
    declared = of.program.declared
    return course.runs.run(Run(of.source, declared, calling, seen, throw, secretly=secretly))


def head(course: Course, of: Running, place: int) -> dict[str, Any]:
    """Of the event that tells what came of it."""
    return {
        "at": course.at,
        "rule": of.rule.number,
        "lineage": of.rule.lineage,
        "hook": place,
        "kind": of.hooks[place].kind,
        "what": of.hooks[place].what,
        "interpreter": course.runs.interpreter,
    }


# Reading


def program_of(course: Course, change: c.Change) -> tuple[str, Declared] | None:
    """Rule 2: the program that it would bring, and what that declares."""
    source = program_in(change.effects or ())
    if source is None:
        return None
    if sum(one.startswith("program:") for one in change.effects or ()) > 1:
        raise Refused("one_program_a_rule", course.cite(106))
    interface = interface_by(course.state.reading)
    read = course.runs.read(source, proposed=True, interface=interface)
    if read == ():
        raise Refused("programs_not_read")
    if not isinstance(read, Declared):
        raise Refused("program_unreadable", course.cite(106), why=_all_told(read, source))
    if course.state.reading >= 6 and has_a_word_of_the_game(read):
        why = Phrase("word_of_the_game", name=IN_TURN)
        raise Refused("program_unreadable", course.cite(106), why=why)
    rule = course.state.rules.get(change.target or 0)
    _known_elsewhere(course, read, rule.lineage if rule is not None else 0)
    return source, read


def has_a_word_of_the_game(read: Declared) -> bool:
    """Whoever is in turn holds no office."""
    return any(one.name.casefold() == IN_TURN for one in read.names)


def readable(course: Course, change: c.Change) -> tuple[Phrase, ...]:
    """Rule 2; and what is to be told of it before the vote: what it keeps, what can be done by it,
    and what breaks when it is tried."""
    program = program_of(course, change)
    if program is None:
        return ()
    source, read = program
    keeps = tuple(one.name for one in read.names)
    forgets = forgotten_in(source) if course.state.reading >= 12 else ()
    actions = tuple(one.what for one in read.hooks if one.kind == "action")
    others = tuple(_called_by(one) for one in read.hooks if one.kind != "action")
    told = [Phrase("program_keeps", names=keeps)] if keeps else []
    told += [Phrase("program_lets", actions=actions)] if actions else []
    told += [Phrase("program_hears", what=others)] if others else []
    told += [Phrase("program_forgets", names=forgets)] if forgets else []
    if course.state.is_open and course.state.reading >= 14:
        theirs = [one.what for one in read.hooks if one.who == IN_TURN]
        told += [Phrase("program_waits_for_a_turn", what=one) for one in theirs]
    return (*told, *_tried(course, source, read))


def _known_elsewhere(course: Course, read: Declared, own: int) -> None:
    """Two rules with one action: nobody could tell which is meant."""
    form_of = words_of if course.state.reading >= 6 else plainly
    forms = {form_of(one.what) for one in read.hooks if one.kind == "action"}
    for one in standing(course.state):
        for hook in one.hooks if one.rule.lineage != own else ():
            if hook.kind == "action" and form_of(hook.what) in forms:
                raise Refused(
                    "action_known", course.cite(211), form=hook.what, rule=one.rule.number
                )


def plainly(form: str) -> str:
    return " ".join(form.casefold().split())


def forgotten_in(source: str) -> tuple[str, ...]:
    """What a function changes as if it stayed: a list or a number of the whole program. It is as it
    began when the rule is called again."""
    made = {one[1] for one in _MADE.finditer(source)}
    own = {name for one in _OWN.finditer(source) for name in re.findall(r"\w+", one[1] or one[2])}
    told = {one[1] or one[2] for one in _CHANGED.finditer(source)} - own
    told |= {name for one in _GLOBAL.finditer(source) for name in re.findall(r"\w+", one[1])}
    return tuple(sorted(told & made))


_MADE = later(r"^([^\W\d]\w*) *(?::[^=\n]*)?= *(?![= ])", re.M)
_GLOBAL = later(r"^[ \t]+global[ \t]+(\w+(?:[ \t]*,[ \t]*\w+)*)", re.M)
_OWN = later(r"^[ \t]+(\w+) *=(?!=)|^[ \t]*def[ \t]+\w+[ \t]*\(([^()\n]*)\)", re.M)
_CHANGED = later(
    r"^[ \t]+(?:(\w+)\[[^\n]*\] *[-+*/|&]{0,2}=(?!=)"
    r"|(\w+)\.(?:append|add|clear|discard|extend|insert|pop|remove|setdefault|update)\()",
    re.M,
)


def _called_by(hook: Hook) -> str:
    before = {"every": "every ", "on": "", "later": "", "decides": "decides "}
    return f"{before.get(hook.kind, '')}{hook.what}"


def _told(mistake: Mistake, source: str = "") -> Phrase:
    """With the line itself, where its source is at hand: a letter has no numbers beside it."""
    if not mistake.line:
        return as_told(mistake.why)
    line, column, why = mistake.line, mistake.column, mistake.why
    text = "".join(source.split("\n")[line - 1 : line]).strip()[:60]
    if not text:
        return Phrase("program_line", line=line, column=column, why=why)
    return Phrase("program_text", line=line, column=column, text=text, why=why)


def _all_told(mistakes: Sequence[Mistake], source: str) -> Phrase:
    """Each that was found, or its writer would send a letter for each; one cause once."""
    causes: dict[str, list[Mistake]] = {}
    for one in mistakes:
        causes.setdefault(one.why, []).append(one)
    told = [_one_told(those, source) for those in causes.values()][:CAUSES_MOST]
    *others, last = told
    return reduce(_before, reversed(others), last)


def _before(then: Phrase, first: Phrase) -> Phrase:
    return Phrase("program_mistakes", first=first, then=then)


def _one_told(those: Sequence[Mistake], source: str) -> Phrase:
    first = _told(those[0], source)
    lines = tuple(dict.fromkeys(one.line for one in those if one.line != those[0].line))
    return Phrase("program_so_too", first=first, lines=lines[:LINES_MOST]) if lines else first


def _tried(course: Course, source: str, read: Declared) -> tuple[Phrase, ...]:
    """Each hook once, with plain arguments, in a copy of the game in which nothing happens."""
    state = course.state
    told = []
    others = [one.rule for one in running(state)]
    plain = SeenProposal(
        number=state.next_number,
        by=next(iter(state.playing), 0),
        title="",
        kind="enact",
        outcome="adopted",
        voted=state.playing,
        voted_for=state.playing,
        changes=(SeenChange(kind="enact", now=state.next_number, first=state.next_number),),
    )
    seen = view(state, course.at, others=others, also=(plain,))
    # What it says is told to all, and no name stands bare
    nameless = tuple(replace(one, name=f"player {one.seat}") for one in seen.players)
    seen = replace(seen, players=nameless, room=ONE_WRITES if state.reading >= 12 else None)

    def came_of(place: int, other: int, throw: Throw, deals: Deals) -> Came:
        hook = read.hooks[place]
        given = _plain(hook, state, plain.number, other)
        call = Calling(hook=place, given=given, each=(given,) if hook.kind == "decides" else ())
        return course.runs.run(Run(source, read, call, seen, throw, True, deals()))

    for place, hook in enumerate(read.hooks):
        thrown, dealt = list[int](), list[int]()
        deals: Deals = partial(partial, _one, dealt)
        came = came_of(place, 0, partial(_one, thrown), deals)
        lots = thrown or dealt
        if state.reading >= 12 and lots and isinstance(came, Broke) and not _is_lost(came):
            deals = partial(_rising, 0)  # who draws until all differ needs others
            came = came_of(place, 0, _rising(0), deals)
        otherwise = partial(came_of, place, deals=deals)
        if _is_lost(came):
            told.append(Phrase("program_not_tried", what=hook.what))
        elif isinstance(came, Broke):
            told.append(Phrase("program_would_break", what=hook.what, why=_told(came.mistake)))
        else:
            if isinstance(came, Declined) and hook.kind != "action":
                told.append(Phrase("program_would_decline", what=hook.what, why=as_told(came.why)))
            if state.reading >= 12:
                told += _idle(hook, came, lots, otherwise)
            if state.reading >= 11:
                throws = (_highest, _rising(1)) if state.reading >= 12 else (_highest,)
                other = throws if thrown else ()
                told += _given_away(read, hook, came, other, otherwise)
        if told and told[-1].code == "program_not_tried":
            break  # once is enough to wait for
    return tuple(told)


def _is_lost(came: Came) -> bool:
    return isinstance(came, Broke) and came.trouble in ("lost", "missing")


def _given_away(
    read: Declared,
    hook: Hook,
    came: Came,
    throws: Sequence[Throw],
    came_of: Callable[[int, Throw], Came],
) -> Iterator[Phrase]:
    """What it keeps in secret, by what all are told: each throw, and what a player has written. Of
    another throw, or of other words, something else comes."""
    if not any(one.secret for one in read.names) or hook.kind == "decides":
        return
    others = [came_of(0, throw) for throw in throws]
    written = hook.kind == "action" and not hook.sealed and slots_of(hook.what)
    more = [came_of(other, partial(_one, [])) for other in (1, 2)] if written else []
    if any(map(_is_lost, (*others, *more))):
        yield Phrase("program_not_tried", what=hook.what)
        return
    # A no is told to whoever wrote it, but what was thrown for it to all
    if names := _differ(read, [came, *others], (Done, Declined)):
        yield Phrase("program_tells_throws", what=hook.what, names=names)
    if names := _differ(read, [came, *more], (Done,)):
        yield Phrase("program_tells_words", what=hook.what, names=names)


def _idle(
    hook: Hook, came: Came, thrown: Sequence[int], came_of: Callable[[int, Throw], Came]
) -> Iterator[Phrase]:
    """What a player would write in vain, whatever they wrote, and be told that it is done."""
    if hook.kind == "action" and came == Done() and not thrown:
        others = (1, 2) if slots_of(hook.what) else ()
        if all(came_of(other, partial(_one, [])) == Done() for other in others):
            yield Phrase("program_does_nothing", what=hook.what)


def _differ(read: Declared, came: Sequence[Came], of: tuple[type, ...]) -> tuple[str, ...]:
    """What is secret, and not the same after each of these."""
    ends = [one.effects if isinstance(one, Done) else () for one in came if isinstance(one, of)]
    names = (one.name for one in read.names if one.secret)
    return tuple(x for x in names if len({_last_of(x, one) for one in ends}) > 1)


def _last_of(name: str, effects: Sequence[Effect]) -> frozenset[tuple[int, int, str]]:
    mine = {
        one.seat: (one.number, one.text)
        for one in effects
        if one.name == name and one.kind == "set"
    }
    return frozenset((seat, *kept) for seat, kept in mine.items())


def _one(thrown: list[int], sides: int) -> int:
    thrown.append(sides)
    return 1


def _highest(sides: int) -> int:
    return sides


def _rising(by: int) -> Throw:
    """Each throw another than the last."""
    count = count_from(by)
    return lambda sides: next(count) % sides + 1


def _plain(hook: Hook, state: State, proposal: int, other: int) -> tuple[Given, ...]:
    """Of what may be given the first, or another."""
    seats = state.playing or (0,)
    plain = {
        "number": Given(kind="number", number=1 + other),
        "player": Given(kind="player", number=seats[other % len(seats)]),
        "text": Given(kind="text", text=("a text", "another text", "some words")[other]),
        "proposal": Given(kind="proposal", number=proposal),
        "rule": Given(kind="rule", number=101 + other),
    }
    if hook.kind == "on" and hook.what in OF_A_TURN and state.is_open and state.reading >= 14:
        return (Given(kind="player", number=0),)  # nobody's
    if hook.kind != "action":
        return tuple(plain[kind] for kind in given_to(hook))
    given = [Given(kind="player", number=seats[0])]
    for (_, choices), kind in zip(slots_in(hook.what), slots_of(hook.what), strict=True):
        offered = choices.split("|") if kind == "text" and choices and state.reading >= 11 else ()
        chosen = " ".join(offered[other % len(offered)].split()) if offered else ""
        given.append(Given(kind="text", text=chosen) if chosen else plain[kind])
    return tuple(given)


def given_to(hook: Hook) -> tuple[str, ...]:
    if hook.kind == "decides":
        return DECIDES.get(hook.what, ((), ""))[0]
    if hook.kind == "later":
        return slots_of(hook.what)
    return HAPPENS.get(hook.what, ())


def sync(course: Course) -> None:
    """Programs are read as their rules come to be in force, and end with them."""
    state = course.state
    wanted = {rule.lineage: rule for rule in with_programs(state.rules)}
    for lineage in [one for one in state.programs if one not in wanted]:
        course.happen(e.ProgramEnded(at=course.at, lineage=lineage))
    for lineage, rule in sorted(wanted.items()):
        source = source_of(rule) or ""
        known = course.state.programs.get(lineage)
        digest = digest_of(source)
        if known is not None and known.digest == digest:
            continue
        read = _read(course, source)
        mistakes = () if isinstance(read, Declared) else read
        course.happen(
            e.ProgramRead(
                at=course.at,
                rule=rule.number,
                lineage=lineage,
                digest=digest,
                declares=read if isinstance(read, Declared) else Declared(),
                mistakes=mistakes,
            )
        )


def _read(course: Course, source: str) -> Declared | tuple[Mistake, ...]:
    """What was proposed before an interface came, and is no program by it, is read by the one that
    it was proposed for (since reading 12): nobody could mend it while it was voted on."""
    newest = interface_by(course.state.reading)
    earlier = range(newest - 1, 0, -1) if course.state.reading >= 12 else ()
    first = course.runs.read(source, interface=newest)
    if isinstance(first, Declared) or any(isinstance(one, Unread) for one in first):
        return first
    later = (course.runs.read(source, interface=number) for number in earlier)
    return next((one for one in later if isinstance(one, Declared)), first)


def with_programs(rules: Rules) -> tuple[Rule, ...]:
    found = mechanics_of(rules)["program"]
    numbers = {source.rule for source in (*found.sources, *found.overrides)}
    return tuple(rules.by_number[number] for number in sorted(numbers))
