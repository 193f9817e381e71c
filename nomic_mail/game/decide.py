"""state + command -> events, or a refusal that names its rule. Never raises, never guesses.

1. `fresh` is 32 random bytes from the pump, the only randomness there is; the dice chain is made
   from it before anyone joins, and after that luck comes from the chain and the players (008).
2. What a command leads to is told in full: closing a vote brings the rule-change, the points, the
   throw and the next turn, each an event, each seeing those before it.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Course, Refusal, Refused
from nomic_mail.game.dice import CHAIN_LENGTH, draw, message_of, new_chain, shuffle
from nomic_mail.game.durations import BadDuration, parse_duration
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures import judgment, lateness, turns
from nomic_mail.game.rules import checked
from nomic_mail.game.state import (
    SETTING_CHOICES,
    SETTING_MEANINGS,
    Player,
    Rule,
    Rules,
    Settings,
    State,
)

LONGEST_NAME = 60


def decide(
    state: State, command: c.AnyCommand, at: datetime, fresh: bytes
) -> tuple[e.AnyEvent, ...] | Refusal:
    """`at` is the letter's receipt (or the tick's bound); events never run backwards in time."""
    course = Course(state, max(at, state.at) if state.at else at, fresh)
    try:
        _allowed(course, command)
        _BY_KIND[type(command)](course, command)
    except Refused as refused:
        return refused.refusal
    return tuple(course.events)


def found(
    name: str,
    title: str,
    ruleset: str,
    rules: tuple[Rule, ...],
    settings: Settings,
    at: datetime,
    fresh: bytes,
    guides: str = "",
) -> tuple[e.AnyEvent, ...]:
    """A new game: its rules, its house settings, and the dice's public commitment (008)."""
    book = Rules({rule.number: rule for rule in rules})
    first = max(mechanics_of(book)["numbering"].value, max(book.by_number) + 1)
    chain = new_chain(1, fresh)
    return (
        e.GameCreated(
            at=at,
            name=name,
            title=title,
            ruleset=ruleset,
            settings=settings,
            rules=rules,
            first_number=first,
            guides=guides,
        ),
        e.DiceCommitted(
            at=at, chain=1, commitment=chain.commitment, length=CHAIN_LENGTH, seed=fresh.hex()
        ),
    )


def next_wake(state: State) -> datetime | None:
    """When the clock has something to do in this game, if nobody writes before."""
    return turns.next_deadline(state) if state.status == "running" else None


def _allowed(course: Course, command: c.AnyCommand) -> None:
    """Who may ask for what at all: 013 for the moderator, the seats for the rest."""
    if isinstance(command, c.Tick | c.Ask):
        return  # the clock's; and the record is open to all (012)
    if isinstance(command, c.Ruling):
        pass  # the judge's, whoever that is (011, 212)
    elif isinstance(command, c.Start | c.CloseVote | c.End | c.Set | c.Skip | c.Remove):
        if command.by != c.MODERATOR:
            raise Refused(
                course.cite(13), "this is the Moderator's to do", "STATUS tells what you can do now"
            )
    elif command.by == c.MODERATOR:
        raise Refused(
            course.cite(13), "the Moderator is not a player and makes no moves", "ask a player to"
        )
    elif not isinstance(command, c.Join):
        player = course.state.players.get(command.by)
        if player is None or not player.playing:
            raise Refused(
                course.cite(105), "you have no part in this game at present", "JOIN takes you in"
            )
    if course.state.status == "ended":
        raise Refused("the house", "this game is over", "RULES and SCORES still tell how it ended")


def _join(course: Course, command: c.Join) -> None:
    state = course.state
    old = state.players.get(command.by)
    if old is not None and old.playing:
        raise Refused(
            course.cite(105), "you are in this game already", "STATUS tells how it stands"
        )
    if state.poll is not None:
        raise Refused(
            course.cite(105),
            f"the vote on {state.poll.number} is running, and its voters are fixed",
            "send JOIN again when the result is out",
        )
    name = " ".join(command.name.split())[:LONGEST_NAME] or (old.name if old else "")
    if not name:
        raise Refused("the house", "we need a name to call you by", "write JOIN and your full name")
    taken = {p.name.casefold() for p in state.players.values() if p.seat != command.by}
    if name.casefold() in taken:
        raise Refused(
            "the house", f"there is a {name} in this game already", "JOIN with another form of it"
        )
    start: int = course.mechanics["start"].value
    course.happen(
        e.PlayerJoined(
            at=course.at,
            seat=command.by,
            name=name,
            surname=_surname(command, old, name),
            letter=command.letter,
            score=old.score if old else start,
        )
    )
    if state.asked == "one player left":
        lateness.after_joining(course)
    turns.move_on(course)


def _surname(command: c.Join, old: Player | None, name: str) -> str:
    """Asked at JOIN and then fixed (201, alphabetical): coming back moves nobody in the order."""
    if old is not None:
        return old.surname
    return " ".join(command.surname.split())[:LONGEST_NAME] or name.rsplit(maxsplit=1)[-1]


def _start(course: Course, command: c.Start) -> None:
    state = course.state
    if state.status != "forming":
        raise Refused("the house", "the game has started already", "STATUS tells how it stands")
    if len(state.playing) < 2:
        raise Refused(
            "the house",
            f"a game needs two players, and {len(state.playing)} joined so far",
            "add players, and start when their JOINs are in",
        )
    how = course.mechanics["order"]
    over = tuple((seat, state.players[seat].letter) for seat in state.playing)
    order, link = state.playing, ""
    if how.value == "alphabetical":
        order = turns.by_surname(state, order)
    elif how.value == "random" and state.chain is not None:
        link = draw(state.chain).link
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
    turns.begin(course)


def _leave(course: Course, command: c.Leave) -> None:
    course.happen(e.PlayerLeft(at=course.at, seat=command.by))
    lateness.after_leaving(course, command.by)
    turns.move_on(course)


def _remove(course: Course, command: c.Remove) -> None:
    lateness.remove_command(course, command)
    turns.move_on(course)


def _skip(course: Course, command: c.Skip) -> None:
    lateness.skip_command(course, command)
    turns.move_on(course)


def _discuss(course: Course, command: c.Discuss) -> None:
    course.happen(
        e.Discussed(at=course.at, seat=command.by, text=command.text, letter=command.letter)
    )


def _end(course: Course, command: c.End) -> None:
    reason = command.reason or "the Moderator ended the game"
    course.happen(e.GameEnded(at=course.at, reason=reason))


def _set(course: Course, command: c.Set) -> None:
    settings = changed_setting(course.state.settings, command.key, command.value)
    course.happen(
        e.SettingChanged(at=course.at, key=command.key, value=command.value, settings=settings)
    )


def changed_setting(settings: Settings, key: str, value: str) -> Settings:
    """A setting changed by its written value; acts on windows that open from now on."""
    if key not in SETTING_MEANINGS:
        raise Refused(
            "the house", f'there is no setting "{key}"', f"one of: {', '.join(SETTING_MEANINGS)}"
        )
    new: Any
    old = getattr(settings, key)
    if isinstance(old, str):
        choices = SETTING_CHOICES[key]
        if value not in choices:
            raise Refused("the house", f'{key} is one of {", ".join(choices)}, not "{value}"', "")
        new = value
    elif isinstance(old, int):
        if not re.fullmatch(r"\s*[0-9]{1,3}\s*", value) or int(value) > 100:
            raise Refused("the house", f'{key} is a number from 0 to 100, not "{value}"', "")
        new = int(value)
    else:
        try:
            new = parse_duration(value)
        except BadDuration as bad:
            raise Refused("the house", f"{key}: {bad}", "") from None
    return replace(settings, **{key: new})


def _nothing(course: Course, command: c.Ask) -> None:
    """Questions are answered from the state (012); they change nothing."""


def _preview(course: Course, command: c.Preview) -> None:
    """Refused as the proposal itself would be; otherwise it changes nothing."""
    checked(command.change, course.state.rules)


_BY_KIND: Mapping[type, Callable[[Course, Any], None]] = {
    c.Join: _join,
    c.Leave: _leave,
    c.Start: _start,
    c.End: _end,
    c.Set: _set,
    c.Discuss: _discuss,
    c.Ask: _nothing,
    c.Preview: _preview,
    c.Propose: turns.propose,
    c.Revise: turns.revise,
    c.Withdraw: turns.withdraw,
    c.CallVote: turns.call_vote,
    c.Vote: turns.vote,
    c.Retract: turns.retract,
    c.CloseVote: turns.close_vote,
    c.Judgment: judgment.invoke,
    c.Ruling: judgment.rule,
    c.Overrule: judgment.overrule,
    c.Consent: judgment.consent,
    c.Away: lateness.away,
    c.Skip: _skip,
    c.Remove: _remove,
    c.Tick: turns.tick,
}
