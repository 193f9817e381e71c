"""What holds in every game, whatever is played: random games, legal and illegal moves alike.

`NOMIC_GAMES=10000 pytest tests/game/test_core_properties.py` plays that many; the default is a few
hundred, so that the suite stays quick.
"""

import json
import os
from collections.abc import Callable
from datetime import timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses.adoption import show_adoption
from nomic_mail.game.course import Refusal
from nomic_mail.game.course import Steps as Taken
from nomic_mail.game.decide import next_wake
from nomic_mail.game.evolve import fold
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.settings import SETTING_MEANINGS
from nomic_mail.game.state import Poll, State
from nomic_mail.game.tally import tally
from nomic_mail.phrases import worded
from nomic_mail.written import codec
from tests.kit.games.core_play import Play
from tests.kit.games.law_changes import CHANGES, EFFECTS, NUMBERS
from tests.kit.tiers import times

GAMES = int(os.environ.get("NOMIC_GAMES", times(15, 150, 10_000)))
MOVES = settings(
    max_examples=GAMES,
    deadline=None,
    suppress_health_check=[HealthCheck.data_too_large, HealthCheck.too_slow],
)
NAMES = ("Zoe Abel", "Bob Babbage", "Ada Lovelace", "Ada Abel")

SEATS = st.integers(min_value=-1, max_value=6)
LENGTHS = st.none() | st.timedeltas() | st.sampled_from([timedelta(hours=1), timedelta(days=6)])
CHOICES = st.sampled_from(["for", "for", "for", "against", "abstain"])
BALLOTS = st.none() | st.sampled_from([-6, -5, -4, 301, 302, 303, 304, 305])
PEOPLE = st.sampled_from(["", "Ada", "Ada Abel", "Bob Babbage", "Dora", "Dora Dent", "Eve"])
COMMANDS = st.one_of(
    st.builds(c.Propose, by=SEATS, change=CHANGES),
    st.builds(c.Revise, by=SEATS, text=st.sampled_from(["", "New text."]), effects=EFFECTS),
    st.builds(c.Revise, by=SEATS, change=st.none() | CHANGES),
    st.builds(c.Withdraw, by=SEATS),
    st.builds(c.CallVote, by=SEATS, length=LENGTHS),
    st.builds(c.Vote, by=SEATS, choice=CHOICES, proposal=BALLOTS),
    st.builds(c.Retract, by=SEATS, proposal=BALLOTS),
    st.builds(
        c.End, by=st.just(0), winners=st.sampled_from([("Ada Abel",), ("Bob", "Zoe Abel"), ("x",)])
    ),
    st.builds(c.Leave, by=SEATS),
    st.builds(
        c.Join, by=SEATS, name=st.sampled_from(["", "Bob Babbage", "Dora Dent", "Eve Euler"])
    ),
    st.builds(
        c.Join,
        by=SEATS,
        name=st.sampled_from(["Dora Dent", "Eve Euler"]),
        letter=st.just("join"),
        invited=st.booleans(),
    ),
    st.builds(c.Discuss, by=SEATS, text=st.just("Hm.")),
    st.builds(c.CloseVote, by=st.sampled_from([0, 1]), proposal=BALLOTS),
    st.builds(
        c.Set,
        by=st.just(0),
        key=st.sampled_from([*SETTING_MEANINGS, "no"]),
        value=st.sampled_from(["0", "1", "3d", "skip", "remove", "close", "", "9" * 5000]),
    ),
    st.builds(c.Set, by=st.just(0), key=st.just("team_mates"), value=st.just("Ada Abel+Zoe Abel")),
    st.builds(
        c.Judgment,
        by=SEATS,
        question=st.sampled_from(["", "Is it?"]),
        end_debate=st.booleans(),
        replace_chair=st.booleans(),
    ),
    st.builds(
        c.Ruling,
        by=SEATS,
        text=st.sampled_from(["", "It is.", "x" * 10_000]),
        winner=st.sampled_from(["", "", "Ada", "Bob Babbage", " "]),
        end_debate=st.booleans(),
        replace_chair=st.booleans(),
        answers=st.none() | st.integers(min_value=0, max_value=40),
    ),
    st.builds(c.Overrule, by=SEATS),
    st.builds(c.Consent, by=SEATS),
    st.builds(c.Away, by=SEATS, length=st.none() | st.timedeltas()),
    st.builds(c.Call, by=SEATS, step=st.sampled_from(["proposals", "discussion"]), length=LENGTHS),
    st.builds(c.Extend, by=SEATS, length=st.timedeltas()),
    st.builds(c.Refuse, by=SEATS),
    st.builds(
        c.Bind,
        by=st.just(0),
        rule=NUMBERS,
        answer=st.sampled_from(["keep", "drop", "bind"]),
        clauses=EFFECTS.map(lambda clauses: clauses or ()),
    ),
    st.builds(c.Admit, by=st.just(0), player=PEOPLE),
    st.builds(c.Decline, by=st.just(0), player=PEOPLE),
    st.builds(c.Replace, by=st.just(0), seat=SEATS, name=PEOPLE),
    st.builds(c.Skip, by=st.sampled_from([0, 1])),
    st.builds(c.Remove, by=st.just(0), player=PEOPLE),
    st.builds(c.Preview, by=SEATS, change=CHANGES),
    st.builds(c.Ask, by=SEATS, topic=st.just("why"), argument=st.sampled_from(["", "x" * 9999])),
    st.builds(c.Start, by=st.just(0)),
)
# What a game is made of, mostly: proposals, calls, and everybody's votes; each with its number.
ONCE = ("vote", "all", "wait", "due", "dispute", "rule", "come", "go")
USUAL = st.sampled_from([*ONCE, *["propose", "step", "other"] * 2, *["round"] * 3])
RULESETS = st.sampled_from(rulesets.names())
# Lists are drawn with a mean of twice their least length: short ones would end before a first vote.
STEPS = st.lists(
    st.tuples(USUAL, CHANGES, COMMANDS, st.integers(min_value=0, max_value=9)),
    min_size=20,
    max_size=90,
)
Steps = list[tuple[str, c.Change, c.Command, int]]


class Checked(Play):
    """A game in which every single command is looked at."""

    def __init__(self, ruleset: str) -> None:
        super().__init__(0, rulesets.load(ruleset).rules)
        for seat, name in enumerate(NAMES, 1):
            self.do(c.Join(by=seat, name=name, letter=f"join {seat}"))
        self.do(c.Start(by=c.MODERATOR))

    def do(self, command: c.Command) -> Taken | Refusal:
        before = self.state
        result = super().do(command)
        if isinstance(result, Refusal):
            assert self.state == before
            names_its_ground(result, before)
        ballots_stay(before, self.state, command)
        return result


def names_its_ground(refusal: Refusal, state: State) -> None:
    """A rule in force by its present number, or the house."""
    law = refusal.because
    cited = law if isinstance(law, tuple) else (law,)
    rules = [one for one in cited if isinstance(one, int)]
    assert all(number in state.rules.by_number for number in rules), refusal
    assert rules or None in cited or "" in cited or worded(refusal).because.startswith("the house")
    assert worded(refusal).reason


def ballots_stay(before: State, after: State, command: c.Command) -> None:
    """An open ballot is frozen but for its votes and its end; and votes are their voters' own."""
    for number, old in before.polls.items():
        new = after.polls.get(number)
        if new is None:
            continue
        assert _frozen(old) == _frozen(new)
        gone = set(old.electorate) - set(new.electorate)
        assert not gone & set(after.playing)
        come = set(new.electorate) - set(old.electorate)  # who was left out, and votes
        assert come <= set(old.left_out) & set(new.ballots)
        for seat in set(old.ballots) - gone:
            own = isinstance(command, c.Vote | c.Retract) and command.by == seat
            assert own or old.ballots[seat] == new.ballots[seat]
        for seat in set(new.ballots) | set(new.retracted):  # the last by receipt counts
            assert new.last_word(seat) >= old.last_word(seat)


def _frozen(poll: Poll) -> tuple[object, ...]:
    moving = ("electorate", "left_out", "ballots", "retracted", "closes_at", "extensions")
    kept = [x for x in poll.__struct_fields__ if x not in moving]
    return tuple(getattr(poll, name) for name in kept)


def played(ruleset: str, steps: Steps) -> Checked:
    play = Checked(ruleset)
    for usual, change, command, number in steps:
        move = MOVE.get(usual)
        if move is not None:
            move(play, change, number)
        else:
            play.do(command)
        a_tick_resolves_what_is_due(play)
    return play


def a_tick_resolves_what_is_due(play: Checked) -> None:
    wake = next_wake(play.state)
    if wake is None or wake > play.at:
        return
    done = play.done(c.Tick())
    assert done
    wake = next_wake(play.state)
    assert wake is None or wake > play.at


def _proper(state: State, change: c.Change, number: int) -> c.Change:
    """Mostly in proper form: a text where one is needed, and a rule there is."""
    if number < 2:
        return change
    mutable = [rule.number for rule in state.rules if rule.status == "mutable"]
    target = mutable[(number * 7 + len(state.rules)) % len(mutable)]
    if change.kind == "enact":
        return replace(change, amendment=None, target=None, text=change.text or "There is tea.")
    if change.amendment is not None and number < 6:
        return replace(change, text="Other words.")
    if change.kind == "transmute" and number > 5:
        target = change.target or target
    effects = change.effects if change.kind == "amend" else None
    text = change.text or "There is tea."
    return replace(change, amendment=None, target=target, text=text, effects=effects)


def _propose(play: Checked, change: c.Change, number: int) -> None:
    turn = play.state.turn
    seats = (*turn.proposers, turn.mover) if turn else (1,)
    change = _proper(play.state, change, number)
    play.do(c.Propose(by=seats[number % len(seats)], change=change))


def _round(play: Checked, change: c.Change, number: int) -> None:
    """What is left of a turn or a term, with no more said about it than is needed."""
    for _ in range(6):
        turn = play.state.turn
        if play.state.poll is not None:
            _all_vote(play, change, number)
            if play.state.poll is not None:
                _due(play, change, number)
            return
        if turn is None or turn.over:
            return
        if not play.state.live and (turn.procedure == "turns" or turn.step == "proposals"):
            _propose(play, change, number)
        _step(play, change, number)


def _step(play: Checked, change: c.Change, number: int) -> None:
    """The mover's call, or the chair's next one when its time has come."""
    turn = play.state.turn
    if turn is None or turn.procedure == "turns":
        play.do(c.CallVote(by=play.mover if turn else 1))
        return
    if turn.ends_at is not None:
        play.at = max(play.at, turn.ends_at)
        play.done(c.Tick())
    turn = play.state.turn
    if turn is None or turn.procedure == "turns":
        return
    if turn.step in ("", "proposals"):
        play.do(c.Call(by=turn.mover, step="proposals" if not turn.step else "discussion"))
    else:
        play.do(c.CallVote(by=turn.mover))


def _vote(play: Checked, change: c.Change, number: int) -> None:
    polls: list[int | None] = [*play.state.polls] or [None]
    choice: c.Choice = "against" if number > 6 else "for"
    came = play.at - timedelta(hours=number % 4)  # some letters are confirmed late
    vote = c.Vote(by=number % 5, choice=choice, proposal=polls[-1], letter=f"l{number}")
    play.do(replace(vote, received_at=came))
    if number % 3 == 0:
        play.do(c.Retract(by=number % 5, proposal=polls[-1], received_at=came))


def _all_vote(play: Checked, change: c.Change, number: int) -> None:
    for poll in play.state.open_polls:
        for seat in poll.electorate:
            choice: c.Choice = "against" if number > 6 and seat == number - 6 else "for"
            play.do(c.Vote(by=seat, choice=choice, proposal=poll.number, letter=f"all {seat}"))


def _wait(play: Checked, change: c.Change, number: int) -> None:
    play.at += timedelta(days=number)
    assert not isinstance(play.do(c.Tick()), Refusal) or play.state.status == "ended"


def _due(play: Checked, change: c.Change, number: int) -> None:
    """A tick at the very moment the game wants one always brings it on."""
    wake = next_wake(play.state)
    if wake is not None:
        play.at = max(play.at, wake)
        assert play.done(c.Tick())


def _rule(play: Checked, change: c.Change, number: int) -> None:
    judgment = play.state.judgment
    judge = judgment.judge if judgment else number % 5
    play.do(c.Ruling(by=judge, text="So.", end_debate=number > 4, replace_chair=number % 2 > 0))


def _dispute(play: Checked, change: c.Change, number: int) -> None:
    """Judgment is invoked; or, once there is a ruling, everybody overrules it or consents."""
    judgment = play.state.judgment
    if judgment is None or (judgment.stands_at is None and number > 3):
        end, chair = number % 3 == 1, number % 3 == 2
        play.do(c.Judgment(by=number % 5, question="So?", end_debate=end, replace_chair=chair))
        return
    for seat in play.state.playing:
        play.do(c.Overrule(by=seat) if number < 6 else c.Consent(by=seat))


def _come(play: Checked, change: c.Change, number: int) -> None:
    play.do(c.Join(by=number, name=f"Cid {('Zoe', 'Ada', 'Bob')[number % 3]}", letter="join"))


def _go(play: Checked, change: c.Change, number: int) -> None:
    play.do(c.Leave(by=number))


MOVE: dict[str, Callable[[Checked, c.Change, int], None]] = {
    "propose": _propose,
    "step": _step,
    "vote": _vote,
    "all": _all_vote,
    "wait": _wait,
    "due": _due,
    "rule": _rule,
    "round": _round,
    "dispute": _dispute,
    "come": _come,
    "go": _go,
}


def points_add_up(play: Play) -> None:
    score: dict[int, int] = {}
    surplus = 0
    for one in play.events:
        if isinstance(one, e.PlayerJoined):
            score[one.seat] = one.score
        elif isinstance(one, e.PointsScored):
            score[one.seat] += one.points
            assert one.total == score[one.seat]
        elif isinstance(one, e.SurplusChanged):
            surplus += one.points
            assert one.total == surplus
    assert {seat: player.score for seat, player in play.state.players.items()} == score
    assert play.state.surplus == surplus


def stays_changeable(state: State) -> None:
    """114, 209: a mutable rule at least, no more than there may be, and votes that can succeed."""
    mechanics, mutable = mechanics_of(state.rules), state.rules.count("mutable")
    limit = mechanics["limit mutable"].value
    assert mutable >= 1 and (limit is None or mutable <= limit)
    everybody: dict[int, c.Choice] = dict.fromkeys(state.playing, "for")
    for kind in ("adoption", "transmutation"):
        if everybody and mechanics[kind].value is not None:
            threshold = show_adoption(mechanics[kind].value.at(state.circuit))
            assert tally(threshold, state.playing, everybody).outcome == "adopted"


@MOVES
@given(RULESETS, STEPS)
def test_what_holds_in_every_game(ruleset: str, steps: Steps) -> None:
    play = played(ruleset, steps)
    state = play.state
    assert fold(play.events) == state
    points_add_up(play)
    created = play.events[0]
    assert isinstance(created, e.GameCreated)
    first = created.first_number
    numbers = [x.number for x in play.events if isinstance(x, e.ProposalMade) and x.revision == 1]
    assert numbers == list(range(first, first + len(numbers)))
    changed = [x.proposal for x in play.events if isinstance(x, e.RuleChanged)]
    assert len(changed) == len(set(changed))
    stays_changeable(state)
    assert [x.at for x in play.events] == sorted(x.at for x in play.events)
    no_deadline = any(isinstance(x, e.SettingChanged) and x.value == "0" for x in play.events)
    idle = state.is_open and not (state.live or state.polls)  # then anybody may propose, or nobody
    if state.status == "running" and not (state.asked or no_deadline or idle):
        assert next_wake(state) is not None
    play.at += timedelta(days=400)
    _wait(play, c.Change(kind="enact"), 0)
    wake = next_wake(play.state)
    assert wake is None or wake > play.at


@settings(MOVES, max_examples=times(10, 50, 1000))
@given(RULESETS, STEPS)
def test_every_event_and_state_is_read_back_as_written(ruleset: str, steps: Steps) -> None:
    play = played(ruleset, steps)
    for event in play.events:
        written = codec.write(event, None, b"key")
        assert codec.read(written) == event
        public = json.loads(written.public)
        sealed = {*type(event).SEALED} - ({*type(event).BESIDE} - public.keys())
        assert all(list(public[name]) == ["sha256"] for name in sealed)
    assert codec.read_state(codec.write_state(play.state)) == play.state
    assert set(play.state.__struct_fields__) >= {"rules", "players"}
