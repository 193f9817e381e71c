"""docs/programs.md and docs/clauses.md: each program on them can be read, and each of its functions
runs."""

import re
from pathlib import Path

import pytest

from nomic_mail.game.programs import HAPPENS, Declined, Done
from nomic_mail.letters.grammar.actions import words_taken
from nomic_mail.sandbox.sandbox import Sandbox
from tests.kit.programs import call, declared, plain, seen

DOCS = Path(__file__).parents[2] / "docs"
PROGRAMS, INSTEAD = (
    re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.S)
    for page in ("programs.md", "clauses.md")
)


def test_there_are_five_of_them_each_longer_than_the_one_before() -> None:
    *examples, first, second, third = PROGRAMS
    assert "secret=True" in third
    assert "@decides" in first
    assert "@decides" in second
    lengths = [one.count("\n") for one in examples]
    assert len(lengths) == 5
    assert lengths == sorted(lengths)


@pytest.mark.parametrize("source", [*PROGRAMS, *INSTEAD], ids=lambda source: source.split("\n")[0])
def test_each_runs(source: str) -> None:
    assert not isinstance(Sandbox(words_taken).read(source, proposed=True), tuple)
    for hook in declared(source).hooks:
        kinds = HAPPENS.get(hook.what, ()) if hook.kind == "on" else ()
        slots = "".join(f"<{kind}>" for kind in kinds)
        given = plain("on", slots) if slots else plain(hook.kind, hook.what)
        assert isinstance(call(source, hook.what, *given, view=seen()), Done | Declined)
