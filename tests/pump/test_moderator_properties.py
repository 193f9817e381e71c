"""013: whatever the Moderator does, in whatever game: the record can be checked without the server,
and tells each act, who it was, when and why; and that nobody played who only moderates.

`NOMIC_GAMES=10000 pytest tests/pump/test_moderator_properties.py` plays that many.
"""

import os
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.commands import discretion as d
from nomic_mail.game.course import Refusal, Steps
from nomic_mail.game.decide import decide, next_wake
from nomic_mail.game.dice import Fresh
from nomic_mail.game.evolve import fold
from nomic_mail.game.procedures.program_acts import CorrectValue, Rest, Wake
from nomic_mail.game.rulebook import Rule
from nomic_mail.game.waiting import still, waits
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.written import codec
from tests.game.test_core_properties import (
    MOVE,
    NAMES,
    ONCE,
    RULESETS,
    Checked,
    a_tick_resolves_what_is_due,
)
from tests.kit.games.core_play import QUICK
from tests.kit.games.law_changes import CHANGES, EFFECTS, NUMBERS
from tests.kit.programs import RUNS
from tests.kit.recorded import checked, entries_of, record_text, recorded
from tests.kit.tiers import times

GAMES = int(os.environ.get("NOMIC_GAMES", times(5, 60, 10_000)))
DAY = timedelta(days=1)
LAX = ("lateness: moderator may remove", "skipping: allowed over 201", "membership: moderator")
WHO = ("The Moderator", "Grace Hopper")
WHY = st.sampled_from(["", "for the riddle", "it was his", "a\nline – “ü”"])
PLAYERS = st.sampled_from(["Zoe", "Bob Babbage", "Ada Lovelace", "Ada Abel", "Eve", "nobody", ""])
POINTS = st.sampled_from([-200_000, -5, 0, 1, 20, 100, 120, 99_999])
TURNS = st.none() | st.integers(min_value=0, max_value=6)
PROPOSALS = st.sampled_from([301, 302, 303, 304, -5])
LENGTHS = st.sampled_from([timedelta(0), timedelta(hours=1), timedelta(days=3), timedelta.max])
NAMED = st.lists(PLAYERS, max_size=4).map(tuple)
ORDERS = st.permutations(["Zoe Abel", "Bob Babbage", "Ada Lovelace", "Ada Abel"]).map(tuple)
MOD = {"by": st.just(c.MODERATOR), "who": st.sampled_from(WHO), "reason": WHY}


def act(kind: type, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(kind, **MOD, **fields)


ACTS: dict[type, st.SearchStrategy[Any]] = {
    c.Start: act(c.Start),
    c.CloseVote: act(c.CloseVote, proposal=st.none() | PROPOSALS),
    c.Skip: act(c.Skip, turn=TURNS),
    c.Remove: act(c.Remove, player=PLAYERS, turn=TURNS),
    c.End: act(c.End, winners=NAMED),
    c.Set: act(
        c.Set,
        key=st.sampled_from(["vote_window", "turn_window", "extensions", "debate_min", "away"]),
        value=st.sampled_from(["0", "1", "3d", "close", "extend"]),
    ),
    c.Moderate: act(c.Moderate, joined=st.sampled_from(["Ivy Ives", "Joy Jones"])),
    c.Bind: act(
        c.Bind,
        rule=NUMBERS,
        answer=st.sampled_from(["keep", "drop", "bind"]),
        clauses=EFFECTS.map(lambda clauses: clauses or ()),
    ),
    c.Admit: act(c.Admit, player=PLAYERS),
    c.Decline: act(c.Decline, player=PLAYERS),
    c.Replace: act(
        c.Replace, seat=st.integers(0, 5), name=st.sampled_from(["Eve New", "Bob Babbage"])
    ),
    c.Prolong: act(c.Prolong, turn=TURNS, proposal=st.none() | PROPOSALS, length=LENGTHS),
    c.Reopen: act(c.Reopen, proposal=PROPOSALS, length=st.none() | LENGTHS),
    c.Pause: act(c.Pause),
    c.Resume: act(c.Resume),
    c.Announce: act(c.Announce, text=st.sampled_from(["", "Tea is at four."])),
    d.Award: act(d.Award, player=PLAYERS, points=POINTS.map(abs), rule=NUMBERS),
    d.Roll: act(d.Roll, dice=st.sampled_from(["2d6", "1d20", "99d6", "2d6+1", "d"]), rule=NUMBERS),
    d.Fine: act(d.Fine, player=PLAYERS, points=POINTS.map(lambda one: -abs(one)), rule=NUMBERS),
    d.SetOrder: act(d.SetOrder, order=NAMED | ORDERS, rule=st.none() | NUMBERS),
    d.CorrectScore: act(d.CorrectScore, player=PLAYERS, total=POINTS, stood=st.none() | POINTS),
    d.CorrectRule: act(
        d.CorrectRule,
        rule=NUMBERS,
        title=st.sampled_from(["", "Tea"]),
        text=st.sampled_from(["", "There is tea."]),
        status=st.sampled_from([None, "mutable", "immutable", "typeless"]),
    ),
    d.CorrectTurn: act(d.CorrectTurn, player=PLAYERS, stood=st.integers(0, 5)),
    d.Undo: act(d.Undo, number=st.none() | st.integers(1, 60)),
    d.Mute: act(d.Mute, player=PLAYERS),
    d.Unmute: act(d.Unmute, player=PLAYERS),
    d.RemoveTalk: act(d.RemoveTalk, number=st.integers(1, 80)),
    CorrectValue: act(
        CorrectValue,
        rule=st.just(299) | NUMBERS,
        name=st.sampled_from(["coins", "Coins", "motto", "king", "gold"]),
        to=st.sampled_from(["0", "7", "-3", "+2", "much", "Bob Babbage", "nobody"]),
        player=PLAYERS,
    ),
    Rest: act(Rest, rule=st.just(299) | NUMBERS),
    Wake: act(Wake, rule=st.just(299) | NUMBERS),
    d.AskSuccessor: act(d.AskSuccessor, player=PLAYERS, name=st.sampled_from(["Eve New", "", "x"])),
}
RULING = st.builds(
    c.Ruling,
    by=st.just(c.MODERATOR),
    who=st.sampled_from(WHO),
    text=st.just("So it is."),
    winner=st.sampled_from(["", "", "Zoe Abel", "nobody"]),
)
# The likely ones again: those that stand where a turn is played, or right after another act.
OFTEN = [ACTS[one] for one in (d.Undo, d.Undo, c.Reopen, c.CloseVote, c.Prolong, d.CorrectTurn)]
STEPS = st.lists(
    st.tuples(
        st.sampled_from([*ONCE, "propose", "step", "talk", *["round", "late"] * 3, *["act"] * 8]),
        CHANGES,
        st.one_of(*ACTS.values(), *OFTEN, RULING),
        st.integers(min_value=0, max_value=9),
    ),
    min_size=20,
    max_size=80,
)


COINS = Rule(
    number=299,
    lineage=299,
    status="mutable",
    title="Coins",
    text="Everybody has coins, and there is a motto and a king.",
    clauses=(
        'program:\ncoins = quantity("coins", start=5, most=100)\n'
        'motto = note("motto", owner="game")\nking = office("king")',
    ),
)


class Moderated(Checked):
    """What the Moderator sets right is no law of the players' own: votes are held by their own
    test, and here the record is looked at. In a `lax` game a rule lets the Moderator do more, and
    another has a program."""

    runs = RUNS

    def __init__(self, ruleset: str, *, lax: bool) -> None:
        self.acts: list[tuple[int, c.Command]] = []
        never = replace(QUICK, extensions=0)
        rules = (*rulesets.load(ruleset).rules, *([COINS] if lax else []))
        super(Checked, self).__init__(0, rules, never)
        for seat, name in enumerate(NAMES, 1):
            self.do(c.Join(by=seat, name=name, letter=f"join {seat}"))
        if lax:
            self.do(c.Bind(by=c.MODERATOR, who=WHO[0], rule=205, answer="bind", clauses=LAX))
        self.do(c.Start(by=c.MODERATOR, who=WHO[0], reason="all are here"))

    def do(self, command: c.Command) -> Steps | Refusal:
        before = len(self.events)
        result = super(Checked, self).do(command)
        said = isinstance(command, c.Act | c.Ruling) and bool(command.who)
        if said and not isinstance(result, Refusal):
            self.acts.append((before, command))
        return result

    def known(self, command: c.Command, number: int) -> c.Command:
        """Mostly about what there is; and as the pump has it from the ledger, and from the list of
        who moderates."""
        state = self.state
        if state.status == "paused" and number > 4:
            return c.Resume(by=c.MODERATOR, who=WHO[0])
        asked = state.judgment
        if asked is not None and asked.judge == c.MODERATOR and asked.pending and number > 4:
            return c.Ruling(by=c.MODERATOR, who=WHO[1], text="So it is.")
        if isinstance(command, c.Moderate) and command.joined in state.moderators:
            return replace(command, joined="", left=(command.joined,))
        if isinstance(command, d.RemoveTalk):
            return self._talk(command, number)
        fits: dict[str, Any] = {"player": self._somebody(command, number)}
        if state.turn is not None:
            fits |= {"turn": state.turn.number, "rule": 201 + number}
        if isinstance(command, c.Prolong):
            fits["proposal"] = None
        if state.closing is not None or state.polls:
            polls = state.polls or (state.closing.before.polls if state.closing else {})
            fits |= {"proposal": max(polls), "turn": None}
        if isinstance(command, d.CorrectTurn) and state.turn is not None:
            fits["stood"] = state.turn.number
        if isinstance(command, d.SetOrder):
            names = [state.name_of(seat) for seat in state.playing]
            fits |= {"order": tuple(names[number % 3 :] + names[: number % 3]), "rule": 7}
        if isinstance(command, CorrectValue | Rest | Wake):
            fits["rule"] = 299
        if isinstance(command, CorrectValue) and command.name not in ("coins", "Coins"):
            fits["player"] = ""
        known = command.__struct_fields__
        fitting = {name: value for name, value in fits.items() if name in known}
        command = replace(command, **fitting) if number > 2 else command
        if isinstance(command, c.Act) and number > 5:
            return replace(command, reason="so")
        return command

    def _somebody(self, command: c.Command, number: int) -> str:
        state = self.state
        asked = [one.name for one in state.requests.values()]
        if isinstance(command, c.Admit | c.Decline) and asked:
            return asked[0]
        if isinstance(command, c.Remove) and state.turn is not None:
            return state.name_of((*state.missing, state.turn.mover)[0])
        names = [state.name_of(seat) for seat in state.playing]
        return names[number % len(names)] if names else "nobody"

    def _talk(self, command: d.RemoveTalk, number: int) -> c.Command:
        every = enumerate(self.events, 1)
        said = {place: one.seat for place, one in every if isinstance(one, e.Discussed)}
        place = [*said][number % len(said)] if said and number > 2 else command.number
        gone = [one.number for one in self.events if isinstance(one, e.TalkRemoved)]
        return replace(command, number=place, seat=said.get(place), removed=place in gone)


def _talk(play: Moderated, change: c.Change, number: int) -> None:
    play.do(c.Discuss(by=1 + number % 4, text="Hm.", letter=f"talk {len(play.events)}"))


def _wait(play: Moderated, change: c.Change, number: int) -> None:
    play.at += timedelta(days=number)


def _late(play: Moderated, change: c.Change, number: int) -> None:
    """The Moderator is asked, and does something about it."""
    wake = next_wake(play.state)
    if wake is None:
        return
    play.at = max(play.at, wake)
    play.done(c.Tick())
    mod: dict[str, Any] = {"by": c.MODERATOR, "who": WHO[1]}
    acts: list[c.Command] = [c.Skip(**mod), c.Remove(**mod), c.Prolong(**mod, length=DAY)]
    if play.state.polls:
        acts = [c.CloseVote(**mod), c.CloseVote(**mod), c.Remove(**mod)]
    play.do(play.known(acts[number % 3], 3))
    if number > 4:
        play.do(play.known(c.Reopen(**mod, proposal=0), 3))


MOVES: dict[str, Callable[..., None]] = {**MOVE, "talk": _talk, "late": _late}
MOVES |= {"wait": _wait, "due": _wait}


def moderated(ruleset: str, steps: list[tuple[str, c.Change, Any, int]], *, lax: bool) -> Moderated:
    play = Moderated(ruleset, lax=lax)
    for usual, change, command, number in steps:
        if usual == "act":
            play.at += timedelta(hours=number)
            play.do(play.known(command, number))
            if number in (4, 7):
                play.do(d.Undo(by=c.MODERATOR, who=WHO[1], reason="a slip"))
        elif play.state.status == "running":
            MOVES[usual](play, change, number)
        a_tick_resolves_what_is_due(play)
        each_answer_on_the_desk_works(play)
    return play


def each_answer_on_the_desk_works(play: Moderated) -> None:
    """As it stands there, and as the next thing that is done."""
    state = play.state
    found = waits(state)
    if state.status == "running" and not found and next_wake(state) is None:
        found = (still(state),)
    for line in (one for wait in found for one in wait.answers):
        (said,) = understand("", line, About(from_moderator=True)).said
        answer: Any = replace(said.command, by=c.MODERATOR)
        answer = replace(answer, who=WHO[0]) if isinstance(answer, c.Act) else answer
        done = decide(state, answer, play.at, Fresh(bytes(32)), play.reading, RUNS)
        assert not isinstance(done, Refusal), (line, done)


@settings(
    max_examples=GAMES,
    deadline=None,
    suppress_health_check=[HealthCheck.data_too_large, HealthCheck.too_slow],
)
@given(RULESETS, STEPS, st.booleans())
def test_no_act_of_the_moderators_breaks_the_record_and_each_is_told_in_it(
    ruleset: str,
    steps: list[tuple[str, c.Change, Any, int]],
    lax: bool,
) -> None:
    play = moderated(ruleset, steps, lax=lax)
    assert fold(play.events) == play.state
    assert codec.read_state(codec.write_state(play.state)) == play.state
    data = recorded(play.events)
    assert checked(data).differences == []
    told = " ".join(record_text(entries_of(play.events)).split())
    acts = {one["number"]: one for one in data.get("acts", [])}
    assert len(acts) == len(play.acts)
    for place, command in play.acts:
        event = play.events[place]
        assert isinstance(event, e.ModeratorActed)
        assert play.events[place + 1].at == event.at
        shown = acts[place + 1]
        assert (shown["who"], shown["act"]) == (command.who, event.act)
        assert shown["reason"] == (command.reason if isinstance(command, c.Act) else "")
        assert shown["at"] == f"{event.at:%Y-%m-%dT%H:%M:%SZ}"
        assert f"[event {place + 1}]" in told
    seats = {getattr(one, "by", 1) for one in play.events if isinstance(one, e.ProposalMade)}
    seats |= {one.seat for one in play.events if isinstance(one, e.BallotCast | e.Discussed)}
    assert c.MODERATOR not in seats


def test_every_act_there_is_is_tried_in_these_games() -> None:
    known = {kind for kind in c.KINDS.values() if issubclass(kind, c.Act)}
    machine = {
        c.ReplaceDice,
        c.GoOnFromRecord,
        c.Dispose,
    }  # the server's own; and no matter of a game's
    assert known - machine == set(ACTS)
