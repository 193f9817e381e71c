"""A new rule by which the server does nothing says so wherever it is debated, voted on or told."""

from pathlib import Path

import pytest

from tests.kit.told import played

LINES = """\
moderator 2026-03-02 09:00 new game tea net_play debate_min=0
moderator 2026-03-02 09:01 add player Ada <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob <bob@players.example> confirmed
moderator 2026-03-02 09:04 start
{german}mail 2026-03-02 10:00 bob reply:
    PROPOSE ENACT: Cake
    Everybody gets cake.{effects}
mail 2026-03-02 10:01 bob reply:
    CALL VOTE
mail 2026-03-02 10:02 ada reply:
    FOR
mail 2026-03-02 10:03 bob reply:
    FOR
"""
EFFECTS = "\n    Effects:\n      reward for: 1"


def told_ada(folder: Path, effects: str, german: str = "") -> list[str]:
    lines = LINES.replace("{effects}", effects).replace("{german}", german)
    letters = [one for one in played(folder, lines) if one.to.startswith("ada@")]
    return [" ".join(one.text.split()) for one in letters if "301" in one.subject]


@pytest.mark.parametrize(("effects", "nothing"), [("", True), (EFFECTS, False)])
def test_the_debate_the_ballot_and_the_result_say_so(
    tmp_path: Path, effects: str, *, nothing: bool
) -> None:
    debate, ballot, receipt, result = told_ada(tmp_path, effects)
    for one in (debate, ballot):
        assert ("Note: The server would do nothing of this by itself" in one) is nothing
    assert ("[the server does nothing of this by itself]" in result) is nothing
    assert "nothing of this" not in receipt


def test_so_they_do_in_german(tmp_path: Path) -> None:
    german = "mail 2026-03-02 09:30 ada reply:\n    LANGUAGE GERMAN\n"
    debate, ballot, _, result = told_ada(tmp_path, "", german)
    assert "Der Server täte davon nichts von selbst" in debate
    assert "Der Server täte davon nichts von selbst" in ballot
    assert "[der Server tut davon nichts von selbst]" in result
