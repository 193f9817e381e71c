"""The letter that RULES brings begins with what one needs to find one's way in it."""

from pathlib import Path

import pytest

from tests.kit.told import letter, played

ASKED = """\
moderator 2026-03-02 09:00 new game tea {ruleset} debate_min=0
moderator 2026-03-02 09:01 add player Ada <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob <bob@players.example> confirmed
moderator 2026-03-02 09:03 add player Cid <cid@players.example> confirmed
moderator 2026-03-02 09:04 start
{before}mail 2026-03-02 12:00 ada reply:
    {asks}
"""
TRANSMUTED = """\
mail 2026-03-02 10:00 cid reply:
    PROPOSE TRANSMUTE 105
    END
    CALL VOTE
mail 2026-03-02 10:01 ada reply:
    FOR
mail 2026-03-02 10:02 bob reply:
    FOR
mail 2026-03-02 10:03 cid reply:
    FOR
"""


def head(folder: Path, asks: str, before: str = "", ruleset: str = "net_play") -> str:
    lines = ASKED.replace("{asks}", asks).replace("{before}", before)
    text = letter(played(folder, lines, ruleset=ruleset), "ada").text.replace("\r", "")
    return " ".join(text.partition("\n\n001  ")[0].partition("\n\n101  ")[0].split())


def test_it_says_which_rules_can_be_changed_and_how(tmp_path: Path) -> None:
    told = head(tmp_path, "RULES")
    assert "Open to change, by PROPOSE AMEND or REPEAL: 201 Taking turns; 202 The two " in told
    assert "To be made mutable first, by PROPOSE TRANSMUTE: 101-116." in told
    assert "Never to be changed: 001-013." in told
    assert "All of them stand below, by their numbers. If they are new to you, begin" in told


def test_it_says_it_of_the_rules_of_now(tmp_path: Path) -> None:
    told = head(tmp_path, "RULES", TRANSMUTED)
    assert "TRANSMUTE: 101-104, 106-116." in told
    assert "; 301" in told


@pytest.mark.parametrize("asks", ["RULES PLAIN", "RULES AT 2026-03-02", "RULE 301"])
def test_others_are_as_they_were(tmp_path: Path, asks: str) -> None:
    assert "Open to change" not in head(tmp_path, asks)


def test_of_what_a_game_has_not_nothing_is_said(tmp_path: Path) -> None:
    assert "Never to be changed" not in head(tmp_path, "RULES", ruleset="open")
