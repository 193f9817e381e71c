"""What holds in every game, whatever is played: random games, legal and illegal moves alike."""

from dataclasses import fields
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal
from nomic_mail.game.decide import next_wake
from nomic_mail.game.evolve import fold
from nomic_mail.game.state import SETTING_MEANINGS, Rule
from nomic_mail.store import codec
from tests.core_play import Play

NUMBERS = st.sampled_from([1, 101, 105, 109, 114, 201, 202, 203, 206, 208, 209, 301, 302, 303])
EFFECTS = st.sampled_from(
    [
        None,
        (),
        ("victory: 30",),
        ("adoption: majority of eligible",),
        ("reward proposer: 3d6+1", "penalty defeat: 3"),
        ("limit mutable: 13",),
        ("nonsense: yes",),
        ("adoption: never",),
        ("adoption: 2/3 of cast, quorum 1/2, after circuits 1: majority of eligible over 203",),
        ("void: rule 203", "order: alphabetical"),
        ("void: rule 301", "void: rule 302"),
        ("lateness: may skip", "judge: player before the mover"),
        ("lateness: moderator may remove", "overrule: majority of others"),
        ("reward proposer: 999999999999 * 999999999999 * (0 - score)", "victory: none"),
        ("penalty defeat: 7 / (favourable - opposed)", "ballots: secret with abstention"),
    ]
)
CHANGES = st.builds(
    c.Change,
    kind=st.sampled_from(["enact", "amend", "repeal", "transmute"]),
    target=st.none() | NUMBERS | st.sampled_from([-7, 0, 10**30]),
    amendment=st.sampled_from([None, None, None, 301, 302, 303, -1]),
    title=st.sampled_from(["", "Tea"]),
    text=st.sampled_from(["", "There is tea.", "Two\n\nparagraphs."]),
    effects=EFFECTS,
)
SEATS = st.integers(min_value=-1, max_value=4)
COMMANDS = st.one_of(
    st.builds(c.Propose, by=SEATS, change=CHANGES),
    st.builds(c.Revise, by=SEATS, text=st.sampled_from(["", "New text."]), effects=EFFECTS),
    st.builds(c.Withdraw, by=SEATS),
    st.builds(c.CallVote, by=SEATS),
    st.builds(c.Vote, by=SEATS, choice=st.sampled_from(["for", "for", "against", "abstain"])),
    st.builds(c.Retract, by=SEATS),
    st.builds(c.Leave, by=SEATS),
    st.builds(c.Join, by=SEATS, name=st.sampled_from(["", "Player 03", "Dora Dent"])),
    st.builds(c.Discuss, by=SEATS, text=st.just("Hm.")),
    st.builds(c.CloseVote, by=st.sampled_from([0, 1])),
    st.builds(
        c.Set,
        by=st.just(0),
        key=st.sampled_from([*SETTING_MEANINGS, "no"]),
        value=st.sampled_from(["0", "1", "3d", "skip", "remove", "close", "", "9" * 5000]),
    ),
    st.builds(
        c.Judgment, by=SEATS, question=st.sampled_from(["", "Is it?"]), end_debate=st.booleans()
    ),
    st.builds(
        c.Ruling,
        by=SEATS,
        text=st.sampled_from(["", "It is.", "x" * 10_000]),
        winner=st.sampled_from(["", "", "Player", "Player 02", " "]),
        end_debate=st.booleans(),
    ),
    st.builds(c.Overrule, by=SEATS),
    st.builds(c.Consent, by=SEATS),
    st.builds(c.Away, by=SEATS, length=st.none() | st.timedeltas()),
    st.builds(c.Skip, by=st.sampled_from([0, 1])),
    st.builds(
        c.Remove, by=st.just(0), player=st.sampled_from(["", "Player", "Player 01", "Dora", "03"])
    ),
    st.builds(c.Preview, by=SEATS, change=CHANGES),
    st.builds(c.Ask, by=SEATS, topic=st.just("why"), argument=st.sampled_from(["", "x" * 9999])),
    st.builds(c.Start, by=st.just(0)),
)
# What a game is made of, mostly: the mover proposes and calls, everybody votes.
USUAL = st.sampled_from(["propose", "call", "vote", "vote", "all", "wait", "rule", "other"])
RULESETS = st.sampled_from([rulesets.load(name).rules for name in rulesets.names()])
STEPS = st.lists(
    st.tuples(USUAL, CHANGES, COMMANDS, st.integers(min_value=0, max_value=9)), max_size=40
)


def played(rules: tuple[Rule, ...], steps: list[tuple[str, c.Change, c.AnyCommand, int]]) -> Play:
    play = Play(3, rules)
    play.do(c.Start(by=c.MODERATOR))
    for usual, change, command, number in steps:
        _one(play, usual, change, command, number)
    return play


def _one(play: Play, usual: str, change: c.Change, command: c.AnyCommand, number: int) -> None:
    mover = play.state.turn.mover if play.state.turn else 1
    before = play.state
    if usual == "all" and play.state.poll is not None:
        for seat in play.state.playing[:-1]:
            play.do(c.Vote(by=seat, choice="for", letter=f"all {seat}"))
        before, command = play.state, c.Vote(by=max(play.state.playing, default=1), choice="for")
    elif usual == "rule" and play.state.judgment is not None:
        command = c.Ruling(by=play.state.judgment.judge, text="So it is.", end_debate=number > 4)
    elif usual == "wait":
        play.at += timedelta(days=number)
        command = c.Tick()
    elif usual == "propose":
        command = c.Propose(by=mover, change=change)
    elif usual == "call":
        command = c.CallVote(by=mover)
    elif usual == "vote":
        seat = number % 4
        command = c.Vote(by=seat, choice="against" if number > 7 else "for", letter=f"l{number}")
    result = play.do(command)
    if isinstance(result, Refusal):
        assert "rule " in result.because or "the house" in result.because
        assert result.reason
        assert play.state == before
    if before.poll and play.state.poll and before.poll.number == play.state.poll.number:
        for name in ("revision", "threshold", "threshold_rule", "opened_at"):
            assert getattr(before.poll, name) == getattr(play.state.poll, name)


@settings(max_examples=400, deadline=None)
@given(RULESETS, STEPS)
def test_what_holds_in_every_game(
    rules: tuple[Rule, ...], steps: list[tuple[str, c.Change, c.AnyCommand, int]]
) -> None:
    play = played(rules, steps)
    state = play.state
    assert fold(play.events) == state
    for seat, player in state.players.items():
        scored = [x.points for x in play.events if isinstance(x, e.PointsScored) and x.seat == seat]
        assert player.score == sum(scored)
    numbers = [x.number for x in play.events if isinstance(x, e.ProposalMade) and x.revision == 1]
    assert numbers == list(range(301, 301 + len(numbers)))
    assert state.rules.count("mutable") >= 1
    assert [x.at for x in play.events] == sorted(x.at for x in play.events)
    no_deadline = any(isinstance(x, e.SettingChanged) and x.value == "0" for x in play.events)
    if state.status == "running" and not state.asked and not no_deadline:
        assert next_wake(state) is not None
    play.at += timedelta(days=400)
    assert not isinstance(play.do(c.Tick()), Refusal)
    wake = next_wake(play.state)
    assert wake is None or wake > play.at


@settings(max_examples=100, deadline=None)
@given(RULESETS, STEPS)
def test_every_event_and_state_is_read_back_as_written(
    rules: tuple[Rule, ...], steps: list[tuple[str, c.Change, c.AnyCommand, int]]
) -> None:
    play = played(rules, steps)
    for event in play.events:
        written = codec.write(event)
        assert codec.read(written) == event
        for name in type(event).SEALED:
            assert f'"{name}"' not in written.public
    assert codec.read_state(codec.write_state(play.state)) == play.state
    assert {one.name for one in fields(play.state)} >= {"rules", "players"}
