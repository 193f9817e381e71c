"""Who joins a game that is on is told what goes on: whose turn it is, what is open, until when."""

from pathlib import Path

import pytest

from tests.kit.told import last, played

AMID = """\
moderator 2026-03-02 09:00 new game tea {ruleset} debate_min=0
moderator 2026-03-02 09:01 add player Ada <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob <bob@players.example> confirmed
moderator 2026-03-02 09:04 start
{before}moderator 2026-03-02 12:00 add player Cid <cid@players.example> confirmed
"""
PROPOSAL = """\
mail 2026-03-02 10:00 bob reply:
    PROPOSE ENACT: Cake
    Everybody gets cake.
"""


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ("", "It is the turn of Bob to propose, until Mon 2026-03-09 09:04 UTC"),
        (
            PROPOSAL,
            "Proposal 301 by Bob is being debated: ENACT: Cake. Its vote opens at the latest",
        ),
    ],
)
def test_the_welcome_tells_how_the_game_stands(tmp_path: Path, before: str, told: str) -> None:
    welcome = last(played(tmp_path, AMID.replace("{before}", before)), "cid")
    assert welcome.startswith("You have joined Tea as Cid.")
    assert told in welcome
    assert "You can talk to all players at once" in welcome


def test_so_it_is_in_open_play(tmp_path: Path) -> None:
    lines = AMID.replace("{before}", PROPOSAL)
    welcome = last(played(tmp_path, lines, ruleset="open"), "cid")
    assert "- 301 by Bob: ENACT: Cake; debated until Wed 2026-03-04 10:00 UTC" in welcome


def test_before_the_game_has_begun_nothing_stands(tmp_path: Path) -> None:
    forming = AMID.partition("moderator 2026-03-02 09:04")[0]
    assert "gathering players" not in last(played(tmp_path, forming), "bob")
