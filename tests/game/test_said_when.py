"""What may be said when, and as what an act stands in the record."""

from datetime import datetime, timedelta
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest
from msgspec.structs import fields, replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal
from nomic_mail.game.decide import decide
from nomic_mail.game.dice import Fresh
from tests.kit.games.core_play import BEGAN, Play, enact, started
from tests.kit.games.finished_acts import moderated

ANYTHING: dict[Any, Any] = {
    str: "tea",
    int: 1,
    datetime: BEGAN,
    timedelta: timedelta(days=1),
    tuple: ("tea",),
    c.Change: enact(),
}
ALWAYS = {"Ask", "Tick", "Outage"}  # the record is open to all, and the clock goes on


def anything(kind: Any) -> Any:
    """Of that type; the first of several words where it is one of them."""
    of = get_origin(kind)
    if of is Literal:
        return get_args(kind)[0]
    return anything(get_args(kind)[0]) if of is Annotated else ANYTHING[of or kind]


def said(kind: type[c.Command]) -> c.Command:
    """One of that kind, by whose it is."""
    by = c.MODERATOR if issubclass(kind, c.Act) else 1
    needed = {one.name: anything(one.type) for one in fields(kind) if one.required}
    return kind(by=by, **needed)


def heard(play: Play, code: str) -> set[str]:
    """The kinds of command that are not refused with this code, each said in the same moment."""
    state, names = play.state, set[str]()
    for name, kind in c.KINDS.items():
        play.state = state
        result = play.do(said(kind))
        if not (isinstance(result, Refusal) and result.code == code):
            names.add(name)
    play.state = state
    return names


def test_in_a_pause_people_talk_and_the_moderator_sees_to_the_game() -> None:
    """Nothing is played, counted or scored (docs/law.md, 113)."""
    play = started()
    assert heard(play, "game_paused") == set(c.KINDS)
    play.done(c.Pause(by=c.MODERATOR))
    assert heard(play, "game_paused") == ALWAYS | {
        "Announce",
        "AskSuccessor",
        "Discuss",
        "Dispose",
        "End",
        "GoOnFromRecord",
        "Mute",
        "Pause",
        "RemoveTalk",
        "Replace",
        "ReplaceDice",
        "Resume",
        "Set",
        "Undo",
        "Unmute",
        "Wrote",
    }


def test_when_it_is_over_an_end_by_mistake_is_undone_and_talk_is_removed() -> None:
    play = started()
    play.done(c.End(by=c.MODERATOR, reason="by mistake"))
    assert heard(play, "game_over") == ALWAYS | {"Discuss", "Mute", "RemoveTalk", "Undo", "Unmute"}


def test_when_it_is_over_people_talk_until_two_weeks_have_passed_without_a_word() -> None:
    play = started()
    play.done(c.End(by=c.MODERATOR, reason="tea"))
    goodbye = c.Discuss(by=1, text="Goodbye!")
    for _ in range(2):
        play.at += timedelta(days=14)
        play.done(goodbye)
    play.at += timedelta(days=14, seconds=1)
    assert "Discuss" not in heard(play, "game_over")


@pytest.mark.parametrize("who", ["", " "])
def test_an_act_that_nobody_signs_is_nobodys_to_do(who: str) -> None:
    """013: but for what the server does itself."""
    play, refused = started(), set[str]()
    for name, kind in c.KINDS.items():
        command = replace(said(kind), who=who)
        result = decide(play.state, command, play.at, Fresh(bytes(32)))
        if isinstance(result, Refusal) and result.code == "not_moderator":
            refused.add(name)
    acts = {name for name, kind in c.KINDS.items() if issubclass(kind, c.Act)}
    assert acts - refused == {"GoOnFromRecord", "Replace", "ReplaceDice"}
    assert refused <= acts


def test_each_act_stands_in_the_record_by_its_name() -> None:
    acts = [one.act for one in moderated() if isinstance(one, e.ModeratorActed)]
    assert set(acts) == {
        *("AWARD", "BIND", "CORRECT RULE", "CORRECT SCORE", "CORRECT TURN", "END GAME", "FINE"),
        *("MUTE", "ORDER", "REMOVE TALK", "REPLACE", "ROLL", "START", "UNDO"),
    }


@pytest.mark.parametrize(
    ("act", "name"),
    [
        (c.AskSuccessor(player="Player 01", name="Zoe Zorn"), "REPLACE"),
        (c.CloseVote(), "CLOSE"),
        (c.Moderate(joined="Ivy Ives"), "MODERATORS"),
        (c.Prolong(proposal=301, length=timedelta(days=9)), "EXTEND"),
        (c.Pause(), "PAUSE"),
    ],
)
def test_an_act_on_a_vote_or_a_person_stands_there_by_its_name(act: c.Act, name: str) -> None:
    play = started()
    play.done(c.Propose(by=play.mover, change=enact()))
    play.done(c.CallVote(by=play.mover))
    if isinstance(act, c.CloseVote):
        play.at = play.state.closes_at or play.at
        for _ in range(3):
            play.at += timedelta(days=9)
            play.done(c.Tick())
    done = play.done(replace(act, by=c.MODERATOR, who="Mo"))
    (acted,) = (one for one in done if isinstance(one, e.ModeratorActed))
    assert (acted.act, acted.who) == (name, "Mo")
