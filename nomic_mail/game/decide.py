"""state + command -> events, or a refusal that names its rule. Never raises, never guesses.

1. `luck` is the only randomness there is; the dice chain is made of it before anyone joins, and
   after that luck comes from the chain and the players (008). The same command at the same moment
   with the same luck gives the same events: so a record is checked by deciding it again.
2. What a command leads to is told in full: closing a vote brings the rule-change, the points, the
   throw and the next turn, each an event, each seeing those before it.
3. A game is decided by the reading of the law that it has. One that has an older reading, or none,
   takes the present one before anything else happens in it.
"""

import re
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game import procedures
from nomic_mail.game.course import Course, Refusal, Refused, Steps
from nomic_mail.game.dice import Chance, message_of, shuffle
from nomic_mail.game.durations import BadDuration, parse_duration
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures import (
    chair,
    inactive,
    open,
    program_rights,
    program_times,
    rounds,
    throwing,
    turns,
)
from nomic_mail.game.procedures.proposing import formed, warned
from nomic_mail.game.procedures.seating import by_surname, teams_of
from nomic_mail.game.procedures.table import DECIDES, decides
from nomic_mail.game.procedures.taking_over import TakeOver
from nomic_mail.game.procedures.withdrawing import also_while_voted_on
from nomic_mail.game.programs import NONE, Runs
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.game.settings import SETTING_CHOICES, SETTING_MEANINGS, Settings
from nomic_mail.game.state import State

# What of the law leaves room is read in one way, and a later way is another number: a branch here,
# and in whatever it decides otherwise, so that what was decided stays as it was.
READING = 15
TALK_AFTER_THE_END = timedelta(days=14)
TRIED_MOST = 20  # lines of one TRY


def decide(
    state: State,
    command: c.Command,
    at: datetime,
    luck: Chance,
    reading: int = READING,
    runs: Runs = NONE,
) -> Steps | Refusal:
    """`at` is the letter's receipt (or the tick's bound); events never run backwards in time."""
    course = Course(state, max(at, state.at) if state.at else at, luck, runs)
    behind = state.reading < reading
    if behind:
        course.happen(e.LawRead(at=state.at or course.at, reading=reading))
    try:
        _allowed(course, command)
        if isinstance(command, c.Resume) and state.chain is not None and luck.lost(state.chain):
            throwing.go_on_from_record(course)  # it is from a record, and its first act is held
        _signed(course, command)
        if not command.SEALED:  # what is sealed in a cause opens, or goes, with its own event
            inactive.heard_from(course, command)
        DECIDES[type(command)](course, command)
        inactive.heard_from(course, command)
        program_times.react(course)
        rounds.move_on(course)
        program_times.react(course)
        program_rights.winner_asked(course)
        throwing.open_what_was_dealt(course)
    except Refused as refused:
        return refused.refusal
    caused = course.because(command, after=int(behind))
    return caused if caused.causes else Steps.of((), state)


def found(
    name: str,
    title: str,
    ruleset: str,
    rules: tuple[Rule, ...],
    settings: Settings,
    at: datetime,
    luck: Chance,
    guides: str = "",
) -> Steps:
    """A new game: its rules, its house settings, and the dice's public commitment (008)."""
    book = Rules({rule.number: rule for rule in rules})
    first = max(mechanics_of(book)["numbering"].value.first, max(book.by_number) + 1)
    chain = luck.chain(1)
    created = (
        e.GameCreated(
            at=at,
            name=name,
            title=title,
            ruleset=ruleset,
            settings=settings,
            rules=rules,
            first_number=first,
            guides=guides,
            reading=READING,
        ),
        e.DiceCommitted(
            at=at, chain=1, commitment=chain.commitment, length=chain.length, seed=chain.seed
        ),
    )
    return Steps.of(created, State())


def talk_is_over(state: State, at: datetime) -> bool:
    """Players say goodbye: until two weeks have passed without a word."""
    return state.status == "ended" and at - (state.at or at) > TALK_AFTER_THE_END


def next_wake(state: State) -> datetime | None:
    """When the clock has something to do in this game, if nobody writes before."""
    return rounds.next_deadline(state) if state.status == "running" else None


def _allowed(course: Course, command: c.Command) -> None:
    """Who may ask for what at all: 013 for the moderator, the seats for the rest."""
    if isinstance(command, c.Tick | c.Outage | c.Ask):
        return  # the clock's; and the record is open to all (012)
    if isinstance(command, c.Ruling):
        pass  # the judge's, whoever that is (011, 212)
    elif isinstance(command, c.Act):
        unsigned = command.SIGNED and not command.who.strip()
        if command.by != c.MODERATOR or unsigned:
            more = isinstance(command, c.Prolong) and command.by != c.MODERATOR
            raise Refused("more_time" if more else "not_moderator", course.cite(13))
    elif command.by in (c.MODERATOR, c.CLOCK):
        extends = isinstance(command, c.Extend)
        if extends and course.state.is_open:
            raise Refused("nobodys_turn")
        raise Refused("extends_no_period" if extends else "makes_no_moves", course.cite(13))
    elif not isinstance(command, c.Join | c.Observe | TakeOver):
        player = course.state.players.get(command.by)
        if isinstance(command, c.Leave) and command.by in course.state.requests:
            pass  # who has asked to join may take it back
        elif player is None or not player.playing:
            raise Refused("not_in_this_game", course.cite(105))
    talks = isinstance(command, c.Discuss) and not talk_is_over(course.state, course.at)
    if course.state.status == "ended" and not (command.WHEN_OVER or talks):
        raise Refused("game_over")
    if course.state.status == "paused" and not command.IN_A_PAUSE:
        raise Refused("game_paused")


def _signed(course: Course, command: c.Command) -> None:
    """013: who of the moderators acts, and why, comes before what follows from it."""
    said = isinstance(command, c.Act | c.Ruling) and not isinstance(command, c.Dispose)
    if command.by != c.MODERATOR or not command.who.strip() or not said:
        return
    course.happen(
        e.ModeratorActed(
            at=course.at,
            who=command.who,
            act=command.NAMED or type(command).__name__.upper(),
            reason=command.reason if isinstance(command, c.Act) else "",
        )
    )


@decides(c.Start)
def _start(course: Course, command: c.Start) -> None:
    state = course.state
    if state.status != "forming":
        raise Refused("started_already")
    if len(state.playing) < 2:
        raise Refused("too_few_to_start", count=len(state.playing))
    how = course.mechanics["order"]
    over = tuple((seat, state.players[seat].letter) for seat in state.playing)
    order, link = state.playing, ""
    if how.value == "alphabetical":
        order = by_surname(state, order)
    elif how.value == "random" and state.chain is not None:
        link = course.luck.link(state.chain)
        order = shuffle(link, message_of(game=state.name, joined=over), order)
    course.happen(
        e.GameStarted(
            at=course.at,
            order=order,
            how=how.value,
            rule=how.rule,
            link=link,
            over=over,
            proven=bool(link) and all(letter for _, letter in over),
        )
    )
    rounds.begin(course)


@decides(c.Discuss)
def _discuss(course: Course, command: c.Discuss) -> None:
    if course.state.players[command.by].muted:
        raise Refused("talk_not_passed_on")
    course.happen(
        e.Discussed(at=course.at, seat=command.by, text=command.text, letter=command.letter)
    )


@decides(c.Set)
def _set(course: Course, command: c.Set) -> None:
    settings = changed_setting(course.state.settings, command.key, command.value)
    known = {player.name.casefold() for player in course.state.players.values()}
    unknown = [name for team in teams_of(settings.team_mates) for name in team if name not in known]
    forbid_unlawful(course.state.rules, settings, (command.key,))
    if command.key == "team_mates" and unknown:
        raise Refused("no_such_player", name=unknown[0])
    course.happen(
        e.SettingChanged(at=course.at, key=command.key, value=command.value, settings=settings)
    )


_TAKES_TIME = ("judge_window", "overrule_window")


def forbid_unlawful(rules: Rules, settings: Settings, keys: Iterable[str] = _TAKES_TIME) -> None:
    """No house setting overrules a rule in force. 013: who is no player. 212: with no time a
    question would pass by every judge, and no ruling could be overruled. Of `keys` that is asked,
    as games of before may have none."""
    if settings.moderator_plays == "yes" and any(rule.lineage == 13 for rule in rules):
        raise Refused("moderator_may_not_play", rules.cite(13))
    for key in (one for one in keys if one in _TAKES_TIME and not getattr(settings, one)):
        raise Refused("time_needed", rules.cite(212), key=key, usual=getattr(Settings(), key))


def changed_setting(settings: Settings, key: str, value: str) -> Settings:
    """A setting changed by its written value; acts on windows that open from now on."""
    if key not in SETTING_MEANINGS:
        raise Refused("no_such_setting", key=key, known=tuple(SETTING_MEANINGS))
    new: Any
    old = getattr(settings, key)
    if key == "team_mates":
        if len(value) > 2000:
            raise Refused("teams_too_long")
        new = " ".join(value.split())
    elif isinstance(old, str):
        choices = SETTING_CHOICES[key]
        if value not in choices:
            raise Refused("setting_is_a_choice", key=key, choices=choices, value=value)
        new = value
    elif isinstance(old, int):
        if not re.fullmatch(r"\s*[0-9]{1,3}\s*", value) or int(value) > 100:
            raise Refused("setting_is_a_number", key=key, value=value)
        new = int(value)
    else:
        try:
            new = parse_duration(value)
        except BadDuration:
            raise Refused("setting_is_a_time", key=key, value=value) from None
    return replace(settings, **{key: new})


@decides(c.Ask, c.Dispose)
def _nothing(course: Course, command: c.Ask | c.Dispose) -> None:
    """Questions are answered from the state (012); they change nothing."""


@decides(c.ProposeEdited, c.AddEffects)
def _unread(course: Course, command: c.ProposeEdited | c.AddEffects) -> None:
    """Whoever hands commands in makes a `Propose` of it first: what it changes is in the texts."""
    raise Refused("change_unread", course.cite(106))


@decides(c.Preview)
def _preview(course: Course, command: c.Preview) -> None:
    """Refused as the proposal itself would be; otherwise it changes nothing."""
    changes, _ = formed(course, command.changes, command.power)
    warned(course, changes)


@decides(c.Try)
def _try(course: Course, command: c.Try) -> None:
    """Refused where it is too much, or where there is nothing to try it with."""
    if len(command.lines) > TRIED_MOST:
        raise Refused("too_many_to_try", most=TRIED_MOST)
    if command.change is None and not course.state.programs:
        raise Refused("nothing_to_try")


def _by_procedure(kind: type[c.Command], **ways: Callable[[Course, Any], None]) -> None:
    @decides(kind)
    def act(course: Course, command: c.Command) -> None:
        turn = course.state.turn
        if isinstance(command, c.Propose):
            program_rights.may_propose(course, command)
        ways[turn.procedure if turn is not None else "turns"](course, command)


_by_procedure(c.Propose, turns=turns.propose, chair=chair.propose, open=open.propose)
_by_procedure(c.Revise, turns=turns.revise, chair=chair.revise, open=open.revise)
_by_procedure(
    c.Withdraw,
    turns=also_while_voted_on(turns.withdraw),
    chair=also_while_voted_on(chair.withdraw),
    open=also_while_voted_on(open.withdraw),
)
_by_procedure(c.CallVote, turns=turns.call_vote, chair=chair.call_vote, open=open.call_vote)
for _file in iter_modules(procedures.__path__):  # reading one puts its functions into the table
    import_module(f"{procedures.__name__}.{_file.name}")
