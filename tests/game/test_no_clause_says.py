"""docs/clauses.md, "What no clause says": what stands there in place of a clause does that."""

import re
from datetime import timedelta
from pathlib import Path

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal
from nomic_mail.game.rulebook import Rule
from nomic_mail.sandbox.sandbox import Sandbox
from tests.game.test_program_bounds import seals
from tests.kit.games.core_play import enact
from tests.kit.games.game_in_hand import Game, few

PAGE = Path("docs/clauses.md").read_text(encoding="utf-8")
SECTIONS = {
    one.split("\n", 1)[0]: one
    for one in PAGE.partition("## What no clause says")[2].split("\n### ")
}
OPEN = "procedure: open, each 9, debate 0h, vote 5d; vote ends: when all voted"


def game(section: str, *clauses: str) -> Game:
    (source,) = re.findall(r"```python\n(.*?)```", SECTIONS[section], re.S)
    rule = Rule(
        number=250,
        lineage=250,
        status="mutable",
        title=section,
        text=f"{section}.",
        clauses=(*clauses, f"program:{source}"),
    )
    made = Game((*few("net_play", r202=OPEN, r203="adoption: majority of eligible"), rule), 3)
    made.runs = Sandbox()
    return made.start()


def proposes(made: Game, by: int) -> bool:
    return not isinstance(made.do(c.Propose(by=by, change=enact("Tea."), letter="t")), Refusal)


def all_vote(made: Game, number: int, *against: int) -> None:
    for seat in made.state.playing:
        choice: c.Choice = "against" if seat in against else "for"
        letter = f"{seat} {len(made.events)}"
        made.done(c.Vote(by=seat, choice=choice, proposal=number, letter=letter))


def test_one_an_hour() -> None:
    made = game("One an hour", "may propose: program")
    assert proposes(made, 1)
    assert not proposes(made, 1)
    assert proposes(made, 2)
    made.at += timedelta(hours=1)
    assert proposes(made, 1)


def test_so_many_at_once() -> None:
    made = game("So many at once", "may propose: program")
    assert [proposes(made, 1 + one % 3) for one in range(6)] == [True] * 5 + [False]
    all_vote(made, 301)
    assert any("There is room" in str(one) for one in made.events if isinstance(one, e.ProgramRan))
    assert proposes(made, 1)


def test_on_weekdays() -> None:
    made = game("On weekdays", "victory: program over 208", "reward adopted: 100")
    made.at += timedelta(days=(5 - made.at.weekday()) % 7)
    proposes(made, 1)
    all_vote(made, 301, 2)
    assert made.state.status == "running"
    made.at += timedelta(days=2)
    proposes(made, 1)
    assert (made.state.status, made.state.winners) == ("ended", (1,))


def test_the_winning_side() -> None:
    made = game("The winning side")
    proposes(made, 1)
    before = {seat: one.score for seat, one in made.state.players.items()}
    all_vote(made, 301, 3)
    paid = [one.seat for one in made.events if isinstance(one, e.PointsScored) and one.rule == 250]
    assert (before, paid) == ({1: 0, 2: 0, 3: 0}, [1, 2])
    proposes(made, 1)
    all_vote(made, 302, 2, 3)
    paid = [one.seat for one in made.events if isinstance(one, e.PointsScored) and one.rule == 250]
    assert paid == [1, 2, 2, 3]


def test_dice_in_secret() -> None:
    made = game("Dice in secret")
    for seat, number in ((1, 4), (2, 11), (3, 3)):
        seals(made, 250, "HIDE <n>", number, seat)
    for _ in range(2):
        made.pass_time(8)
    said = [
        one.text
        for event in made.events
        if isinstance(event, e.ProgramRan)
        for one in event.effects
        if one.kind == "say"
    ]
    assert said[0] == f"The die shows {(4 + 5 + 3) % 6 + 1}."
