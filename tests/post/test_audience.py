"""Who hears of what: of each kind of event, by all that the newest records tell, whether all do,
who looks on among them, or only who plays, or some. docs/threats.md has the table, made by
`pytest tests/post/test_audience.py --update-docs`; look at what it makes of a new kind."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from nomic_mail.game import events as e
from nomic_mail.game.course import Steps
from nomic_mail.game.events import KINDS
from nomic_mail.game.state import State
from nomic_mail.post.audience import for_observers
from nomic_mail.post.compose import compose
from nomic_mail.written.entry import entry_of
from tests.kit.frozen import NEWEST, PLAYED, data_of

ALL = "all, and who looks on"
PLAYERS = "who plays"  # all of them, and nobody who looks on
SOME = "some"
NOBODY = "nobody by itself"

UNTOLD = {"LawRead"}  # of an upgrade: in no record of today


def _told() -> Iterator[Steps]:
    """Each event by itself, in its game."""
    for case in PLAYED:
        if case[0] == NEWEST:
            lines = data_of(case)["ledger"]["entries"]
            events = [entry_of(seq, line).event for seq, line in enumerate(lines, 1)]
            for before, event, after in Steps.of(events, State()).each():
                yield Steps((event,), (before, after))


def _who_hears(steps: Steps) -> str:
    notices = compose(steps)
    if for_observers(notices) is not None:
        return ALL
    playing = {*steps.after.playing}
    if playing and playing <= {one.to for one in notices}:
        return PLAYERS
    return SOME if notices else NOBODY


PAGE = Path(__file__).parents[2] / "docs" / "threats.md"
HEAD = "| event | who hears of it |\n|---|---|\n"


def test_of_each_kind_it_is_said_who_hears_of_it(request: pytest.FixtureRequest) -> None:
    found = defaultdict[str, set[str]](set)
    for steps in _told():
        found[type(steps[0]).__name__].add(_who_hears(steps))
    lacking = sorted(KINDS.keys() - UNTOLD - found.keys())
    assert not lacking, f"no newest record has {lacking}: python -m bench.freeze puts one by"
    told = sorted(UNTOLD & found.keys())
    assert not told, f"a record of today has {told}, which stands in UNTOLD"
    rows = [f"| {kind} | {'; or '.join(sorted(found[kind]))} |" for kind in sorted(found)]
    before, _, rest = PAGE.read_text("utf-8").partition(HEAD)
    now = "".join((before, HEAD, "\n".join(rows), *rest.partition("\n\n")[1:]))
    if request.config.getoption("--update-docs"):
        PAGE.write_text(now, "utf-8")
    assert PAGE.read_text("utf-8") == now, f"pytest {__file__} --update-docs"


def test_what_a_program_says_to_one_is_not_told_to_who_looks_on() -> None:
    for steps in _told():
        event, shown = steps[0], for_observers(compose(steps))
        if isinstance(event, e.ProgramRan) and shown is not None:
            assert all(not one.facts["to_you"] for one in shown.sections)
            assert all(not one.facts["own"] for one in shown.sections)
